#include "kernels/boolean/on-device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"

enum { EACH = 32, CANNOT_TEST = 64, RULE_BYTES = 32 };

static int table_degree(const struct tmd_poly_record *packet) {
  return packet->degree < 2 ? 2 : packet->degree;
}

/* [j][k], j < 3, k <= degree - j */
static size_t table_entries(int degree) { return 3 * (size_t)degree; }

static struct tmd_device_kernel *kernel_of(struct tmd_device *device, const char *name,
                                           const struct tmd_boolean *how,
                                           const struct tmd_poly_record *packet) {
  char definitions[160];
  snprintf(definitions, sizeof definitions,
           "-DTMD_TEST=%d -DTMD_LINE=%d -DTMD_DEGREE=%d -DTMD_WORDS=%d -DTMD_OUTER=%d",
           (int)how->test, (int)how->line, packet->degree, packet->words, packet->outer > 0);
  return tmd_device_kernel(device, "lines", name, definitions);
}

static void free_work(struct tmd_device_lines *work) {
  TMD_BUFFERS_FREE(&work->tables, &work->rules, &work->marks, &work->matrices, &work->coefficients,
                   &work->range_rules, &work->range_marks, &work->domain_rows.buffer,
                   &work->position_rows.buffer, &work->matrix, &work->survivors.bitmaps,
                   &work->survivors.list, &work->survivors.sums.groups, &work->survivors.sums.all);
  free(work->domains.packet);
  free(work->ranges.packet);
}

/* About one in four lines comes as close to an integer as this at one of n arguments. */
static int low_threshold(uint64_t n, int threshold) {
  const int low = 67 - __builtin_clzll(n | 1);
  return low < threshold ? low : threshold;
}

/* The self-test: some domains of the packet, tested domain by domain or range by range, with a
   threshold so low that many of them survive: the device must keep those that the CPU keeps. */
static void test(const struct tmd_device_lines *own, const struct tmd_boolean *how,
                 const struct tmd_packets *list) {
  enum { DOMAINS = 1024, RANGES = 63 }; /* taken this way, and that: tmd_boolean_by_domains */
  const struct tmd_poly_record *packet = list->packet[0];
  const uint32_t domains = list == &own->domains ? DOMAINS : RANGES;
  const uint64_t n = tmd_packet_bit_length(packet);
  struct tmd_device_lines work = {0};
  struct tmd_poly_record *sample = tmd_packet_sample(packet, n, domains),
                         *right = tmd_packet_sample(packet, n, domains);
  const struct tmd_packets packets = {&sample, 1};
  struct tmd_boolean low = *how;
  low.threshold = low_threshold(n, how->threshold);
  tmd_boolean_mark(right, &low);
  int status = tmd_device_mark_start(&work, own->device, own->queue, &packets, &low);
  if (status == 0) status = tmd_device_mark_finish(&work);
  const int same = memcmp(tmd_packet_bitmap(sample), tmd_packet_bitmap(right),
                          8 * tmd_packet_bitmap_words(right)) == 0;
  free_work(&work);
  free(sample);
  free(right);
  tmd_device_verdict(own->device, status, same, "lines");
}

/* The kernel for packets of the list, tested. */
static struct tmd_device_kernel *tested(const struct tmd_device_lines *work, const char *name,
                                        const struct tmd_boolean *how,
                                        const struct tmd_packets *list) {
  struct tmd_device_kernel *kernel = kernel_of(work->device, name, how, list->packet[0]);
  if (tmd_device_kernel_is_new(kernel)) test(work, how, list);
  return kernel;
}

/* Lists as long as the packets; the caller's list is divided over them. */
static void make_lists(struct tmd_device_lines *work, size_t count) {
  work->domains.packet =
      tmd_reallocate(work->domains.packet, (count + 1) * sizeof *work->domains.packet);
  work->ranges.packet =
      tmd_reallocate(work->ranges.packet, (count + 1) * sizeof *work->ranges.packet);
  work->domains.count = work->ranges.count = 0;
}

static void store_rule(uint64_t *rules, size_t packets, size_t p, const struct tmd_line_rule *rule,
                       int possible) {
  rules[p] = possible ? rule->curvature_shift : CANNOT_TEST;
  rules[packets + p] = possible ? rule->curvature_factor : 0;
  rules[2 * packets + p] = possible ? rule->allowance : 0;
  rules[3 * packets + p] = possible ? rule->below_unit : 0;
}

/* tmd_binomial_differences of two words */
static size_t matrix_bytes(int degree) { return 16 * (size_t)(degree + 1) * (size_t)(degree + 1); }

/* ---- domain by domain ---- */

static void upload_matrices(struct tmd_device_lines *work, uint64_t stride, int degree) {
  const size_t bytes = matrix_bytes(degree);
  if (work->matrices_stride == stride && work->matrices_degree == degree) return;
  tmd_buffer_reserve(&work->matrices, work->device, bytes * stride);
  for (uint64_t c = 0; c < stride; c++)
    tmd_binomial_differences((uint64_t *)work->matrices.host + bytes / 8 * c, 2, c, stride, degree);
  work->matrices_stride = stride, work->matrices_degree = degree;
  tmd_buffer_upload(&work->matrices, work->queue, bytes * stride);
}

/* The tables of boolean.c, [j][k][low, high][8 packet + track], and rules. */
static void fill_domains(struct tmd_device_lines *work, const struct tmd_boolean *how) {
  const size_t packets = work->domains.count;
#pragma omp parallel
  {
    struct tmd_lines_job *job = tmd_allocate(sizeof *job);
#pragma omp for schedule(dynamic)
    for (size_t p = 0; p < packets; p++) {
      const struct tmd_poly_record *packet = work->domains.packet[p];
      const struct tmd_line_budget budget =
          tmd_line_budget(packet, how->threshold, packet->n, tmd_boolean_steps(packet));
      memset(job, 0, sizeof *job);
      const int possible = tmd_line_job(job, how, &budget, packet->n) == 0;
      store_rule(work->rules.host, packets, p, &job->rule, possible);
      tmd_boolean_tables(job, packet);
      uint64_t *to = (uint64_t *)work->tables.host + TMD_TRACKS * p;
      for (int j = 0; j < 3; j++)
        for (int k = 0; k <= table_degree(packet) - j; k++)
          for (int half = 0; half < 2; half++, to += TMD_TRACKS * packets)
            memcpy(to, job->table[j][k][half], 8 * TMD_TRACKS);
    }
    free(job);
  }
}

static void start_domains(struct tmd_device_lines *work, const struct tmd_boolean *how) {
  const size_t packets = work->domains.count;
  if (packets == 0) return;
  const struct tmd_poly_record *first = work->domains.packet[0];
  const int degree = table_degree(first);
  struct tmd_device_kernel *kernel = tested(work, "lines_domains", how, &work->domains);
  const uint64_t steps = tmd_boolean_steps(first), each = steps / 32 < 1      ? 1
                                                          : steps / 32 > EACH ? EACH
                                                                              : steps / 32;
  const uint64_t stride = (steps + 32 * each - 1) / (32 * each) * 32,
                 words = (first->count + 31) / 32;
  const size_t table_bytes = 16 * TMD_TRACKS * packets * table_entries(degree),
               mark_bytes = 4 * words * packets;
  tmd_buffer_reserve(&work->tables, work->device, table_bytes);
  tmd_buffer_reserve(&work->rules, work->device, RULE_BYTES * packets);
  tmd_buffer_reserve(&work->marks, work->device, mark_bytes);
  upload_matrices(work, stride, degree);
  fill_domains(work, how);
  tmd_buffer_upload(&work->tables, work->queue, table_bytes);
  tmd_buffer_upload(&work->rules, work->queue, RULE_BYTES * packets);
  TMD_LAUNCH(kernel, work->queue, packets * (stride / 32), TMD_BUFFER(&work->tables),
             TMD_BUFFER(&work->rules), TMD_BUFFER(&work->matrices), TMD_NUMERAL(packets),
             TMD_NUMERAL(first->n), TMD_NUMERAL(steps), TMD_NUMERAL(stride), TMD_NUMERAL(each),
             TMD_NUMERAL(words), TMD_BUFFER(&work->marks));
  tmd_buffer_download(&work->marks, work->queue, mark_bytes);
}

static void finish_domains(struct tmd_device_lines *work) {
  for (size_t p = 0; p < work->domains.count; p++) {
    struct tmd_poly_record *packet = work->domains.packet[p];
    const size_t words = (packet->count + 31) / 32;
    uint32_t *bitmap = (uint32_t *)tmd_packet_bitmap(packet); /* little-endian */
    for (size_t w = 0; w < words; w++)
      bitmap[w] &= ((const uint32_t *)work->marks.host)[p * words + w];
  }
}

/* ---- range by range ---- */

static void fill_rules(struct tmd_device_lines *work, const struct tmd_boolean *how) {
  const size_t packets = work->ranges.count;
  const uint64_t length = tmd_packet_bit_length(work->ranges.packet[0]) / work->parts;
#pragma omp parallel for schedule(static)
  for (size_t p = 0; p < packets; p++) {
    struct tmd_line_rule rule;
    const struct tmd_line_budget budget =
        tmd_line_budget(work->ranges.packet[p], how->threshold, length, 0);
    const int possible = tmd_line_rule(&rule, how->line, &budget, length) == 0;
    store_rule(work->range_rules.host, packets, p, &rule, possible);
  }
}

static size_t mark_words(const struct tmd_device_lines *work) { return (work->parts + 31) / 32; }

static void start_ranges(struct tmd_device_lines *work, const struct tmd_boolean *how) {
  const size_t packets = work->ranges.count;
  struct tmd_device *device = work->device;
  const int queue = work->queue;
  work->survivors.set = 0;
  if (packets == 0) return;
  const struct tmd_poly_record *first = work->ranges.packet[0];
  const int degree = table_degree(first);
  struct tmd_device_kernel *kernel = tested(work, "lines_ranges", how, &work->ranges);
  const uint64_t length = tmd_packet_bit_length(first), n = length / work->parts;
  tmd_survivor_list(&work->survivors, device, queue, &work->ranges);
  tmd_packets_upload(&work->coefficients, device, queue, &work->ranges);
  tmd_binomial_rows(&work->domain_rows, device, queue, first->degree, first->words, 1,
                    first->count);
  tmd_binomial_rows(&work->position_rows, device, queue, first->degree, first->words, length,
                    first->split);
  tmd_buffer_reserve(&work->matrix, device, matrix_bytes(degree));
  tmd_buffer_reserve(&work->range_rules, device, RULE_BYTES * packets);
  const size_t ranges = work->survivors.set, mark_bytes = 4 * mark_words(work) * ranges;
  tmd_buffer_reserve(&work->range_marks, device, mark_bytes);
  fill_rules(work, how);
  tmd_binomial_differences(work->matrix.host, 2, 0, n, degree);
  tmd_buffer_upload(&work->matrix, queue, matrix_bytes(degree));
  tmd_buffer_upload(&work->range_rules, queue, RULE_BYTES * packets);
  TMD_LAUNCH(kernel, queue, tmd_device_groups(ranges), TMD_BUFFER(&work->survivors.list),
             TMD_NUMERAL(ranges), TMD_BUFFER(&work->coefficients), TMD_BUFFER(&work->range_rules),
             TMD_BUFFER(&work->domain_rows.buffer), TMD_BUFFER(&work->position_rows.buffer),
             TMD_BUFFER(&work->matrix), TMD_NUMERAL(packets),
             TMD_NUMERAL(64 * tmd_packet_bitmap_words(first)), TMD_NUMERAL(first->split),
             TMD_NUMERAL(n), TMD_NUMERAL(work->parts), TMD_BUFFER(&work->range_marks));
  tmd_buffer_download(&work->range_marks, queue, mark_bytes);
}

/* The marks of each surviving range, from number `at` on, go to `parts` bits of the refined
   packet's bitmap, which is cleared. */
static void refine(const struct tmd_device_lines *work, struct tmd_poly_record *refined,
                   const struct tmd_poly_record *packet, size_t at) {
  const uint32_t *marks = work->range_marks.host;
  const uint64_t *survivors = tmd_packet_bitmap(packet);
  const size_t ranges = work->survivors.set, parts = work->parts;
  tmd_boolean_refine(refined, packet, work->parts);
  uint64_t *bitmap = tmd_packet_bitmap(refined);
  for (size_t word = 0; word < tmd_packet_bitmap_words(packet); word++)
    for (uint64_t left = survivors[word]; left; left &= left - 1, at++) {
      const size_t first = (64 * word + (size_t)__builtin_ctzll(left)) * parts;
      for (size_t w = 0; w < mark_words(work); w++)
        for (uint32_t kept = marks[w * ranges + at]; kept; kept &= kept - 1) {
          const size_t bit = first + 32 * w + (size_t)__builtin_ctz(kept);
          bitmap[bit / 64] |= UINT64_C(1) << bit % 64;
        }
    }
}

static void finish_ranges(const struct tmd_device_lines *work, const struct tmd_packets *refined) {
  const size_t packets = work->ranges.count;
  size_t *first = tmd_allocate((packets + 1) * sizeof *first); /* survivors of the packets before */
#pragma omp parallel for schedule(static)
  for (size_t p = 0; p < packets; p++) first[p + 1] = tmd_packet_survivors(work->ranges.packet[p]);
  first[0] = 0;
  for (size_t p = 0; p < packets; p++) first[p + 1] += first[p];
#pragma omp parallel for schedule(dynamic, 16)
  for (size_t p = 0; p < packets; p++)
    refine(work, refined->packet[p], work->ranges.packet[p], first[p]);
  free(first);
}

/* ---- the phases ---- */

static void begin(struct tmd_device_lines *work, struct tmd_device *device, int queue,
                  uint32_t parts, size_t packets) {
  work->device = device, work->queue = queue, work->parts = parts;
  make_lists(work, packets);
}

int tmd_device_mark_start(struct tmd_device_lines *work, struct tmd_device *device, int queue,
                          const struct tmd_packets *packets, const struct tmd_boolean *how) {
  begin(work, device, queue, 1, packets->count);
  for (size_t p = 0; p < packets->count; p++) {
    struct tmd_packets *list =
        tmd_boolean_by_domains(packets->packet[p]) ? &work->domains : &work->ranges;
    list->packet[list->count++] = packets->packet[p];
  }
  start_domains(work, how);
  start_ranges(work, how);
  return tmd_device_failed(device);
}

int tmd_device_mark_finish(struct tmd_device_lines *work) {
  if (tmd_device_wait(work->device, work->queue)) return -1;
  finish_domains(work);
  if (work->ranges.count == 0) return 0;
  /* marks of ranges take the place of the bits that say which ranges there are */
  const uint32_t *marks = work->range_marks.host;
  size_t at = 0;
  for (size_t p = 0; p < work->ranges.count; p++) {
    uint64_t *bitmap = tmd_packet_bitmap(work->ranges.packet[p]);
    for (size_t bit = 0; bit < tmd_packet_bits(work->ranges.packet[p]); bit++)
      if (tmd_packet_bit(bitmap, bit) && !(marks[at++] & 1))
        bitmap[bit / 64] &= ~(UINT64_C(1) << bit % 64);
  }
  return 0;
}

int tmd_device_split_start(struct tmd_device_lines *work, struct tmd_device *device, int queue,
                           const struct tmd_packets *packets, const struct tmd_boolean *how,
                           uint32_t parts) {
  begin(work, device, queue, parts, packets->count);
  memcpy(work->ranges.packet, packets->packet, packets->count * sizeof *packets->packet);
  work->ranges.count = packets->count;
  start_ranges(work, how);
  return tmd_device_failed(device);
}

int tmd_device_split_finish(struct tmd_device_lines *work, const struct tmd_packets *refined) {
  if (tmd_device_wait(work->device, work->queue)) return -1;
  finish_ranges(work, refined);
  return 0;
}
