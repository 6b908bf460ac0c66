#include "kernels/rns/on-device.h"

#include <stdlib.h>
#include <string.h>

#include "kernels/rns/job.h"
#include "kernels/rns/modular.h"
#include "lib/base/error.h"

enum { PART_BYTES = 64 << 20, LANES = TMD_RNS_ROWS * TMD_TRACKS };

/* What a queue has: some blocks of the matrix, and their sums. */
struct part {
  struct tmd_buffer matrix, residue;
  size_t first, count; /* blocks */
};

struct work {
  const struct tmd_rns_product *product;
  struct tmd_device *device;
  struct tmd_buffer c, vector;
  struct part part[TMD_QUEUES];
};

static size_t words_of_block(const struct work *work) { return tmd_rns_product_words(work->product) / work->product->blocks; }

static int upload(struct tmd_buffer *buffer, struct tmd_device *device, const uint64_t *words, size_t count, int queue) {
  if (tmd_buffer_reserve(buffer, device, 8 * count)) return -1;
  memcpy(buffer->host, words, 8 * count);
  return tmd_buffer_upload(buffer, queue, 8 * count);
}

/* Puts blocks from `first` on into a queue. */
static int launch(struct work *work, int queue, size_t first) {
  const struct tmd_rns_product *product = work->product;
  struct part *part = &work->part[queue];
  struct tmd_device_kernel *kernel = tmd_device_kernel(work->device, "rns", "rns_dot", "");
  const size_t words = words_of_block(work), most = PART_BYTES / (8 * words) + 1, rest = product->blocks - first;
  part->first = first, part->count = rest < most ? rest : most;
  const size_t threads = part->count * (size_t)product->rns->count * LANES;
  if (!kernel || upload(&part->matrix, work->device, product->matrix + first * words, part->count * words, queue) ||
      tmd_buffer_reserve(&part->residue, work->device, 8 * threads) ||
      TMD_LAUNCH(kernel, queue, tmd_device_groups(threads), TMD_BUFFER(&work->c), TMD_BUFFER(&part->matrix),
                 TMD_BUFFER(&work->vector), TMD_NUMERAL(product->rns->count), TMD_NUMERAL(product->groups),
                 TMD_NUMERAL(part->count), TMD_BUFFER(&part->residue)))
    return -1;
  return tmd_buffer_download(&part->residue, queue, 8 * threads);
}

/* The residues of block b of a part: sums over the tracks. */
static void residues_of(uint64_t (*residue)[TMD_RNS_ROWS], const struct work *work, const struct part *part, size_t b) {
  const struct tmd_rns *rns = work->product->rns;
  const uint64_t *from = (const uint64_t *)part->residue.host + b * (size_t)rns->count * LANES;
  for (int i = 0; i < rns->count; i++)
    for (int r = 0; r < TMD_RNS_ROWS; r++) {
      uint64_t sum = 0;
      for (int track = 0; track < TMD_TRACKS; track++, from++) sum = rns_add(sum, *from, rns->m[i]);
      residue[i][r] = sum;
    }
}

/* The first and the last block of the part, by the CPU. */
static int test(const struct work *work, const struct part *part) {
  const struct tmd_rns_product *product = work->product;
  uint64_t found[TMD_RNS_MODULI_MAX][TMD_RNS_ROWS], right[TMD_RNS_MODULI_MAX][TMD_RNS_ROWS];
  int same = 1;
  for (size_t b = 0; b < part->count; b += part->count > 1 ? part->count - 1 : 1) {
    const struct tmd_rns_dot_job job = {.moduli = product->rns->count, .groups = product->groups, .c = product->rns->c,
                                        .block = product->matrix + (part->first + b) * words_of_block(work),
                                        .vector = product->vector};
    tmd_kernel_rns_dot()(&job, right);
    residues_of(found, work, part, b);
    same &= !memcmp(found, right, (size_t)product->rns->count * sizeof *right);
  }
  return tmd_device_verdict(work->device, same, "rns");
}

static int finish(struct tmd_matrix *result, struct work *work, int queue) {
  const struct part *part = &work->part[queue];
  const size_t rows = tmd_product_rows(work->product->p);
  if (part->count == 0) return 0;
  if (tmd_device_wait(work->device, queue)) return -1;
  if (tmd_device_kernel_is_new(tmd_device_kernel(work->device, "rns", "rns_dot", "")) && test(work, part)) return -1;
#pragma omp parallel for schedule(dynamic) num_threads(work->product->p->threads)
  for (size_t b = 0; b < part->count; b++) {
    uint64_t residue[TMD_RNS_MODULI_MAX][TMD_RNS_ROWS];
    residues_of(residue, work, part, b);
    const size_t first = (part->first + b) * TMD_RNS_ROWS;
    for (size_t r = 0; r < TMD_RNS_ROWS && first + r < rows; r++)
      tmd_rns_product_row(result, work->product, first + r, &residue[0][r], TMD_RNS_ROWS);
  }
  return 0;
}

static int run(struct tmd_matrix *result, struct work *work) {
  const struct tmd_rns_product *product = work->product;
  int queue = 0;
  tmd_rns_product_take_x(product);
  if (upload(&work->c, work->device, product->rns->c, (size_t)product->rns->count, 0) ||
      upload(&work->vector, work->device, product->vector, (size_t)product->rns->count * product->groups * TMD_TRACKS, 0) ||
      tmd_device_wait(work->device, 0))
    return -1;
  for (size_t first = 0; first < product->blocks; first += work->part[queue].count, queue = (queue + 1) % TMD_QUEUES)
    if (finish(result, work, queue) || launch(work, queue, first)) return -1;
  for (int left = 0; left < TMD_QUEUES; left++, queue = (queue + 1) % TMD_QUEUES)
    if (finish(result, work, queue)) return -1;
  return 0;
}

int tmd_device_rns_run(struct tmd_matrix *result, const struct tmd_rns_product *product, struct tmd_device *device) {
  struct work work = {.product = product, .device = device};
  const int failed = run(result, &work);
  TMD_BUFFERS_FREE(&work.c, &work.vector);
  for (int queue = 0; queue < TMD_QUEUES; queue++) TMD_BUFFERS_FREE(&work.part[queue].matrix, &work.part[queue].residue);
  return failed;
}
