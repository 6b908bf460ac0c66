#include "kernels/shift/on-device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/base/upper-bounds.h"

enum {
  REGISTER_WORDS = 96, /* a table of more does not fit the registers (residue.h) */
  SLICE_BYTES = 32 << 20,
  EACH = 32, /* packets that are worth a thread */
  LEAST_STRIDE = 32,
  MOST_STRIDE = 1024
};

static int outer_of(int degree, const struct tmd_rebase *rebase) {
  return rebase->count > 1 ? degree : 0;
}

/* Coefficients (j, k) of a packet of this degree. */
static size_t coefficients_of(int degree, const struct tmd_rebase *rebase) {
  return (size_t)tmd_packet_coefficients(degree, outer_of(degree, rebase));
}

/* A power of two: neighbouring threads are neighbouring packets, and matrices serve for many
   slices. */
static uint64_t stride_of(uint64_t packets) {
  uint64_t stride = LEAST_STRIDE;
  while (stride < MOST_STRIDE && 2 * stride * EACH <= packets) stride *= 2;
  return stride;
}

size_t tmd_device_shift_threads(const struct tmd_poly_record *input,
                                const struct tmd_rebase *rebase, uint64_t packets) {
  const uint64_t per_domain = tmd_rebase_per_domain(input, rebase), least = input->degree + 1u;
  if ((input->degree + 1) * input->words > REGISTER_WORDS || input->n > UINT64_C(1) << 62) return 0;
  if (per_domain <= least || packets <= least)
    return 0; /* the differences to begin with would be all there is to do */
  const uint64_t stride = stride_of(per_domain);
  return coefficients_of(input->degree, rebase) * (stride < packets ? stride : packets) *
         (packets / per_domain + 1);
}

static size_t dropped_count(const struct tmd_device_shift *work) {
  return work->coefficients - work->kept;
}
static size_t row_bytes(const struct tmd_device_shift *work) {
  return 8 * work->kept * (size_t)work->shape.words;
}

size_t tmd_device_shift_slice(const struct tmd_device_shift *work) {
  const size_t differences = 8 * work->residues * (size_t)work->words;
  return SLICE_BYTES /
             (row_bytes(work) + 8 * dropped_count(work) + 8 + differences / work->per_domain) +
         1;
}

static struct tmd_device_kernel *kernel_of(const struct tmd_device_shift *work, const char *name) {
  char definitions[64];
  snprintf(definitions, sizeof definitions, "-DTMD_DEGREE=%d -DTMD_WORDS=%d", work->degree,
           work->words);
  return tmd_device_kernel(work->device, "shift", name, definitions);
}

/* ---- what is the same for all slices ---- */

/* Coefficients that are kept get the rows of the output packet, the others the rows behind; both in
   the order of (j, k). */
static void upload_coefficients(struct tmd_device_shift *work) {
  const int D = work->degree, outer = outer_of(D, &work->rebase);
  const size_t bytes = 24 * work->coefficients, weight_bytes = 8 * dropped_count(work);
  tmd_buffer_reserve(&work->coefficient_list, work->device, bytes);
  tmd_buffer_reserve(&work->weights, work->device, weight_bytes);
  uint64_t *to = work->coefficient_list.host, *weights = work->weights.host, kept = 0, dropped = 0,
           residue = 0;
  for (int j = 0; j <= D; j++)
    for (int k = 0; k <= D - j && k <= outer; k++, to += 3) {
      const int order = D - j - k, keep = j + k <= work->shape.degree;
      if (!keep) weights[dropped] = tmd_bits_of(tmd_rebase_weight(&work->rebase, j, k));
      to[0] = (uint64_t)order, to[1] = residue, to[2] = keep ? kept++ : work->kept + dropped++;
      residue += (uint64_t)order + 1;
    }
  tmd_buffer_upload(&work->coefficient_list, work->queue, bytes);
  tmd_buffer_upload(&work->weights, work->queue, weight_bytes);
}

static size_t residues_of(int degree, int outer) {
  size_t residues = 0;
  for (int j = 0; j <= degree; j++)
    for (int k = 0; k <= degree - j && k <= outer; k++) residues += (size_t)(degree - j - k + 1);
  return residues;
}

/* The differences that take a run's table to step `stride` about c, to [k][l][word][c]; returns how
   many words there are before all are 0. */
static int store_matrix(uint64_t *matrix, uint64_t c, uint64_t stride, int degree, int words) {
  const size_t count = (size_t)(degree + 1) * (size_t)(degree + 1) * (size_t)words;
  uint64_t *differences = tmd_allocate(8 * count);
  int used = 0;
  tmd_binomial_differences(differences, words, c, stride, degree);
  for (size_t at = 0; at < count; at++) {
    matrix[at * stride + c] = differences[at];
    if (differences[at] && (int)(at % (size_t)words) >= used) used = (int)(at % (size_t)words) + 1;
  }
  free(differences);
  return used;
}

static void upload_matrix(struct tmd_device_shift *work) {
  const int D = work->degree, W = work->words;
  const uint64_t stride = work->stride;
  const size_t bytes = 8 * (size_t)(D + 1) * (size_t)(D + 1) * (size_t)W * stride;
  if (work->matrix_degree == D && work->matrix_width == W && work->matrix_stride == stride) return;
  tmd_buffer_reserve(&work->matrix, work->device, bytes);
  int used = 0;
#pragma omp parallel for schedule(static) reduction(max : used)
  for (uint64_t c = 0; c < stride; c++) {
    const int here = store_matrix(work->matrix.host, c, stride, D, W);
    if (here > used) used = here;
  }
  work->matrix_degree = D, work->matrix_width = W, work->matrix_stride = stride,
  work->matrix_words = used;
  tmd_buffer_upload(&work->matrix, work->queue, bytes);
}

int tmd_device_shift_begin(struct tmd_device_shift *work, struct tmd_device *device, int queue,
                           const struct tmd_poly_record *input, const struct tmd_rebase *rebase,
                           const struct tmd_packet_shape *shape) {
  const int outer = outer_of(input->degree, rebase);
  work->device = device, work->queue = queue;
  work->rebase = *rebase, work->shape = *shape;
  work->degree = input->degree, work->words = input->words;
  work->coefficients = coefficients_of(input->degree, rebase);
  work->kept = (size_t)tmd_packet_coefficients(shape->degree, shape->outer);
  work->residues = residues_of(input->degree, outer);
  work->per_domain = tmd_rebase_per_domain(input, rebase);
  work->stride = stride_of(work->per_domain);
  work->truncated = tmd_rebase_truncated(input, rebase, shape);
  upload_coefficients(work);
  upload_matrix(work);
  return tmd_device_failed(device);
}

/* ---- a slice ---- */

static void upload_runs(struct tmd_device_shift *work, struct tmd_shift_slot *slot,
                        const struct tmd_shift_run *runs, size_t count) {
  const size_t words = work->residues * (size_t)work->words, bytes = 8 * words * count;
  tmd_buffer_reserve(&slot->runs, work->device, 16 * count);
  tmd_buffer_reserve(&slot->differences, work->device, bytes);
  uint64_t *list = slot->runs.host, *differences = slot->differences.host;
  slot->packets = 0;
  for (size_t r = 0; r < count; r++) {
    list[2 * r] = slot->packets, list[2 * r + 1] = runs[r].steps;
    slot->packets += runs[r].steps;
  }
#pragma omp parallel for schedule(dynamic)
  for (size_t r = 0; r < count; r++)
    tmd_rebase_differences(differences + r * words, runs[r].input, &work->rebase, runs[r].q);
  tmd_buffer_upload(&slot->runs, work->queue, 16 * count);
  tmd_buffer_upload(&slot->differences, work->queue, bytes);
}

static void launch_packets(struct tmd_device_shift *work, struct tmd_shift_slot *slot,
                           size_t runs) {
  struct tmd_device_kernel *kernel = kernel_of(work, "shift_packets");
  const size_t bytes = row_bytes(work) * slot->packets,
               threads = runs * work->coefficients * work->stride;
  tmd_buffer_reserve(&slot->coefficients, work->device, bytes);
  tmd_buffer_reserve_inside(&slot->magnitudes, work->device,
                            8 * dropped_count(work) * slot->packets);
  TMD_LAUNCH(kernel, work->queue, tmd_device_groups(threads), TMD_BUFFER(&slot->runs),
             TMD_BUFFER(&slot->differences), TMD_BUFFER(&work->coefficient_list),
             TMD_BUFFER(&work->matrix), TMD_NUMERAL(runs), TMD_NUMERAL(work->residues),
             TMD_NUMERAL(work->coefficients), TMD_NUMERAL(work->stride),
             TMD_NUMERAL(work->matrix_words), TMD_NUMERAL(work->kept),
             TMD_NUMERAL(work->shape.words), TMD_NUMERAL(slot->packets),
             TMD_BUFFER(&slot->coefficients), TMD_BUFFER(&slot->magnitudes));
  tmd_buffer_download(&slot->coefficients, work->queue, bytes);
}

static void launch_dropped(struct tmd_device_shift *work, struct tmd_shift_slot *slot) {
  struct tmd_device_kernel *kernel = kernel_of(work, "shift_dropped");
  const size_t bytes = 8 * slot->packets;
  tmd_buffer_reserve(&slot->dropped, work->device, bytes);
  TMD_LAUNCH(kernel, work->queue, tmd_device_groups(slot->packets), TMD_BUFFER(&slot->magnitudes),
             TMD_BUFFER(&work->weights), TMD_NUMERAL(dropped_count(work)),
             TMD_NUMERAL(slot->packets), TMD_BUFFER(&slot->dropped));
  tmd_buffer_download(&slot->dropped, work->queue, bytes);
}

int tmd_device_shift_start(struct tmd_device_shift *work, int number,
                           const struct tmd_shift_run *runs, size_t count) {
  struct tmd_shift_slot *slot = &work->slot[number];
  upload_runs(work, slot, runs, count);
  launch_packets(work, slot, count);
  if (tmd_device_kernel_is_new(kernel_of(work, "shift_packets")))
    work->test = 1, work->test_slot = number, work->test_run = runs[0];
  if (dropped_count(work) > 0) launch_dropped(work, slot);
  return tmd_device_failed(work->device);
}

void tmd_device_shift_store(const struct tmd_device_shift *work, int number, size_t at,
                            struct tmd_poly_record *packet, tmd_u128 end,
                            const struct tmd_poly_record *input, uint64_t q) {
  const struct tmd_rebase_source source = {input, end, &work->rebase, &work->shape};
  const struct tmd_shift_slot *slot = &work->slot[number];
  const double dropped =
      dropped_count(work) > 0 ? ((const double *)slot->dropped.host)[at] * TMD_OUTWARD : 0;
  tmd_rebase_frame(packet, &source, q, dropped, work->truncated);
  const uint64_t *from = (const uint64_t *)slot->coefficients.host + at;
  uint64_t *to = tmd_packet_coefficient(packet, 0, 0);
  for (size_t w = 0; w < row_bytes(work) / 8; w++) to[w] = from[w * slot->packets];
}

static void test(struct tmd_device_shift *work) {
  enum { LAST = 63 }; /* so many packets and one, from the first to the last of the run */
  const struct tmd_shift_run *run = &work->test_run;
  const tmd_u128 end = ~(tmd_u128)0;
  const struct tmd_rebase_source source = {run->input, end, &work->rebase, &work->shape};
  const size_t bytes = tmd_packet_bytes(&work->shape);
  struct tmd_poly_record *packet = tmd_allocate(bytes), *right = tmd_allocate(bytes);
  int same = 1;
  for (uint64_t i = 0; i <= LAST && same; i++) {
    const uint64_t at = (run->steps - 1) / LAST * i + (run->steps - 1) % LAST * i / LAST;
    memset(packet, 0, bytes);
    memset(right, 0, bytes);
    tmd_device_shift_store(work, work->test_slot, at, packet, end, run->input, run->q + at);
    tmd_rebase_run(&source, run->q + at, 1, (unsigned char *)right, bytes);
    same = memcmp(packet, right, bytes) == 0;
  }
  free(packet);
  free(right);
  tmd_device_verdict(work->device, 0, same, "shift");
}

int tmd_device_shift_wait(struct tmd_device_shift *work) {
  if (tmd_device_wait(work->device, work->queue)) return -1;
  if (work->test) test(work);
  work->test = 0;
  return tmd_device_failed(work->device);
}
