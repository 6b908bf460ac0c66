#include "kernels/rns/on-device.h"

#include <stdlib.h>
#include <string.h>

#include "kernels/rns/job.h"
#include "kernels/rns/modular.h"
#include "lib/base/error.h"

enum { PART_BYTES = 16 << 20, LANES = TMD_RNS_ROWS * TMD_TRACKS };

/* The matrix is on the device in parts of some ten MiB. */
struct rns_work {
  struct tmd_device *device;
  const struct tmd_rns_product *product;
  struct tmd_buffer c, vector;
  struct rns_part {
    struct tmd_buffer matrix, residue;
    size_t first, count; /* blocks of rows */
  } *parts;
  size_t part_count;
};

static size_t words_of_block(const struct rns_work *work) {
  return tmd_rns_product_words(work->product) / work->product->blocks;
}

static int queue_of(const struct rns_work *work, const struct rns_part *part) {
  return (int)((size_t)(part - work->parts) % TMD_QUEUES);
}

static int wait(struct rns_work *work) {
  for (int queue = 0; queue < TMD_QUEUES; queue++)
    if (tmd_device_wait(work->device, queue)) return -1;
  return 0;
}

static void upload_parts(struct rns_work *work) {
  const struct tmd_rns_product *product = work->product;
  const size_t words = words_of_block(work), most = PART_BYTES / (8 * words) + 1;
  work->part_count = (product->blocks + most - 1) / most;
  work->parts = tmd_zeros(work->part_count * sizeof *work->parts);
  for (size_t k = 0; k < work->part_count; k++) {
    struct rns_part *part = &work->parts[k];
    part->first = k * most;
    part->count = product->blocks - part->first < most ? product->blocks - part->first : most;
    tmd_buffer_fill(&part->matrix, work->device, queue_of(work, part),
                    product->matrix + part->first * words, 8 * part->count * words);
    tmd_buffer_reserve(&part->residue, work->device,
                       8 * part->count * (size_t)product->rns->count * LANES);
  }
}

static struct tmd_device_kernel *kernel_of(const struct rns_work *work) {
  return tmd_device_kernel(work->device, "rns", "rns_dot", "");
}

static void launch(struct rns_work *work, struct rns_part *part) {
  const size_t moduli = (size_t)work->product->rns->count, threads = part->count * moduli * LANES;
  const int queue = queue_of(work, part);
  TMD_LAUNCH(kernel_of(work), queue, tmd_device_groups(threads), TMD_BUFFER(&work->c),
             TMD_BUFFER(&part->matrix), TMD_BUFFER(&work->vector), TMD_NUMERAL(moduli),
             TMD_NUMERAL(work->product->groups), TMD_NUMERAL(part->count),
             TMD_BUFFER(&part->residue));
  tmd_buffer_download(&part->residue, queue, 8 * threads);
}

/* The residues of block b of a part: sums over the tracks. */
static void residues_of(uint64_t (*residue)[TMD_RNS_ROWS], const struct tmd_rns *rns,
                        const struct rns_part *part, size_t b) {
  const uint64_t *from = (const uint64_t *)part->residue.host + b * (size_t)rns->count * LANES;
  for (int i = 0; i < rns->count; i++)
    for (int r = 0; r < TMD_RNS_ROWS; r++) {
      uint64_t sum = 0;
      for (int track = 0; track < TMD_TRACKS; track++, from++) sum = rns_add(sum, *from, rns->m[i]);
      residue[i][r] = sum;
    }
}

/* The first and the last block of the part, by the CPU. */
static void test(const struct rns_work *work, const struct rns_part *part) {
  const struct tmd_rns_product *product = work->product;
  uint64_t found[TMD_RNS_MODULI_MAX][TMD_RNS_ROWS], right[TMD_RNS_MODULI_MAX][TMD_RNS_ROWS];
  int same = 1;
  for (size_t b = 0; b < part->count; b += part->count > 1 ? part->count - 1 : 1) {
    const struct tmd_rns_dot_job job = {.moduli = product->rns->count,
                                        .groups = product->groups,
                                        .c = product->rns->c,
                                        .block = product->matrix +
                                                 (part->first + b) * words_of_block(work),
                                        .vector = product->vector};
    tmd_kernel_rns_dot()(&job, right);
    residues_of(found, product->rns, part, b);
    same &= !memcmp(found, right, (size_t)product->rns->count * sizeof *right);
  }
  tmd_device_verdict(work->device, 0, same, "rns");
}

static void finish(struct tmd_matrix *result, const struct rns_work *work,
                   const struct rns_part *part) {
  const struct tmd_product *p = work->product->p;
#pragma omp parallel for schedule(dynamic) num_threads(p->threads)
  for (size_t b = 0; b < part->count; b++) {
    uint64_t residue[TMD_RNS_MODULI_MAX][TMD_RNS_ROWS];
    residues_of(residue, work->product->rns, part, b);
    const size_t first = (part->first + b) * TMD_RNS_ROWS;
    for (size_t r = 0; r < TMD_RNS_ROWS && first + r < tmd_product_rows(p); r++)
      tmd_rns_product_row(result, work->product, first + r, &residue[0][r], TMD_RNS_ROWS);
  }
}

static int multiply(struct tmd_matrix *result, struct rns_work *work) {
  const struct tmd_rns_product *product = work->product;
  tmd_rns_product_take_x(product);
  tmd_buffer_fill(&work->c, work->device, 0, product->rns->c, 8 * (size_t)product->rns->count);
  tmd_buffer_fill(&work->vector, work->device, 0, product->vector,
                  8 * (size_t)product->rns->count * product->groups * TMD_TRACKS);
  upload_parts(work);
  if (wait(work)) return -1;
  for (size_t k = 0; k < work->part_count; k++) launch(work, &work->parts[k]);
  if (wait(work)) return -1;
  if (tmd_device_kernel_is_new(kernel_of(work))) test(work, &work->parts[0]);
  if (tmd_device_failed(work->device)) return -1;
  for (size_t k = 0; k < work->part_count; k++) finish(result, work, &work->parts[k]);
  return 0;
}

int tmd_device_rns_run(struct tmd_matrix *result, const struct tmd_rns_product *product,
                       struct tmd_device *device) {
  struct rns_work work = {.device = device, .product = product};
  const int status = multiply(result, &work);
  TMD_BUFFERS_FREE(&work.c, &work.vector);
  for (size_t k = 0; k < work.part_count; k++)
    TMD_BUFFERS_FREE(&work.parts[k].matrix, &work.parts[k].residue);
  free(work.parts);
  return status;
}
