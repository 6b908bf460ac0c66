#include "kernels/exhaust/on-device.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  PIECE_LONGEST = 1 << 12, /* pays for its table many times over */
  PIECE_TYPICAL = 1 << 11,
  PIECE_SHORTEST = 1 << 7,
  PIECE_ENOUGH = 1 << 10, /* not shorter where there are many */
  FEW = 1 << 12,      /* parts of a range that one table of binomials serves; another one has their
                         multiples */
  FAR_MOST = 1 << 16, /* of those */
  SLOTS = 8,
  SLICE_THREADS = 1 << 21, /* of one launch: some 80 MB of slots */
  RANGES_MOST = 1 << 26
};
static const double FLAGS_MOST = 0x1p-10;        /* of the arguments */
static const size_t ROWS_MOST = (size_t)1 << 26; /* bytes */
static const uint32_t TO_BE_DONE_AGAIN =
    ~UINT32_C(0); /* what a thread says that had more flags than slots */

static uint64_t quotient_up(uint64_t x, uint64_t y) { return x / y + (x % y != 0); }

static struct tmd_exhaust_plan plan_of(const struct tmd_packets *packets, int threshold,
                                       uint64_t longest) {
  return tmd_exhaust_plan((const struct tmd_poly_record *const *)packets->packet, packets->count,
                          threshold, longest);
}

/* The part of arguments that are flagged if values are like random ones. */
static double flags_share(const struct tmd_exhaust_plan *plan) { return 2 * plan->half_width; }

size_t tmd_device_exhaust_threads(const struct tmd_packets *packets, int threshold,
                                  tmd_u128 claimed) {
  const struct tmd_poly_record *first = packets->packet[0];
  const uint64_t length = tmd_packet_bit_length(first);
  const size_t survivors = tmd_packets_survivors(packets),
               row = 8 * (size_t)first->degree * first->words;
  const struct tmd_exhaust_plan plan = plan_of(packets, threshold, PIECE_LONGEST);
  const uint64_t far = length / (plan.length < PIECE_ENOUGH ? plan.length : PIECE_ENOUGH) / FEW + 1;
  if (first->degree == 0 || survivors > RANGES_MOST || far > FAR_MOST) return 0;
  if (row * first->count > ROWS_MOST || row * first->split > ROWS_MOST || row * far > ROWS_MOST)
    return 0;
  if ((tmd_u128)survivors * length / 2 > claimed)
    return 0; /* the CPU does no more than what is claimed */
  if (flags_share(&plan) > FLAGS_MOST) return 0;
  return survivors * quotient_up(length, PIECE_TYPICAL);
}

/* Pieces as long as truncation and slots allow, and shorter ones where they would leave the device
   idle. */
static void choose_piece(struct tmd_device_exhaust *work) {
  const struct tmd_poly_record *first = work->packets->packet[0];
  const uint64_t length = tmd_packet_bit_length(first),
                 wanted = 2 * tmd_device_threads(work->device);
  uint64_t longest = work->plan.length;
  while (longest > PIECE_SHORTEST && flags_share(&work->plan) * (double)longest > 1) longest /= 2;
  while (longest > PIECE_SHORTEST && work->ranges.set * quotient_up(length, longest) < wanted)
    longest /= 2;
  work->length = length;
  work->piece = quotient_up(
      length,
      quotient_up(length, longest)); /* as equal as can be, and what suits longer ones suits them */
  work->parts = quotient_up(length, work->piece);
  work->threads = work->ranges.set * work->parts;
  while (work->plan.span > work->piece && work->plan.span > TMD_PARABOLA_UNROLL)
    work->plan.span /= 2;
}

static void upload_differences(struct tmd_device_exhaust *work) {
  struct tmd_span_steps none = {0}, steps = work->plan.span ? tmd_exhaust_steps(&work->plan) : none;
  tmd_buffer_fill(&work->differences, work->device, work->queue, &steps, sizeof steps);
}

static void upload_row(struct tmd_device_exhaust *work, struct tmd_binomial_rows *rows,
                       uint64_t step, uint64_t places) {
  const struct tmd_poly_record *first = work->packets->packet[0];
  tmd_binomial_rows(rows, work->device, work->queue, first->degree, first->words, step, places);
}

static void upload_rows(struct tmd_device_exhaust *work) {
  const struct tmd_poly_record *first = work->packets->packet[0];
  upload_row(work, &work->domains, 1, first->count);
  upload_row(work, &work->positions, work->length, first->split);
  upload_row(work, &work->few, work->piece, work->parts < FEW ? work->parts : FEW);
  upload_row(work, &work->far, FEW * work->piece, quotient_up(work->parts, FEW));
}

static struct tmd_device_kernel *kernel_of(const struct tmd_device_exhaust *work,
                                           const char *name) {
  const struct tmd_poly_record *first = work->packets->packet[0];
  char definitions[96];
  snprintf(definitions, sizeof definitions,
           "-DTMD_DEGREE=%d -DTMD_WORDS=%d -DTMD_OUTER=%d -DTMD_ORDER=%d", first->degree,
           first->words, first->outer > 0, work->plan.span ? work->plan.degree : 0);
  return tmd_device_kernel(work->device, "exhaust", name, definitions);
}

/* Puts the next threads into the queue, up to the number of their flags. */
static void launch_slice(struct tmd_device_exhaust *work, uint64_t first) {
  const struct tmd_poly_record *packet = work->packets->packet[0];
  const uint64_t rest = work->threads - first,
                 threads = rest < SLICE_THREADS ? rest : SLICE_THREADS;
  struct tmd_device_kernel *kernel = kernel_of(work, "exhaust_parts");
  work->first = first;
  tmd_slots_reserve(&work->slots, work->device, threads, SLOTS);
  TMD_LAUNCH(kernel, work->queue, tmd_device_groups(threads), TMD_BUFFER(&work->ranges.list),
             TMD_BUFFER(&work->coefficients), TMD_BUFFER(&work->differences),
             TMD_BUFFER(&work->domains.buffer), TMD_BUFFER(&work->positions.buffer),
             TMD_BUFFER(&work->few.buffer), TMD_BUFFER(&work->far.buffer),
             TMD_NUMERAL(work->packets->count), TMD_NUMERAL(work->bits_of_packet),
             TMD_NUMERAL(packet->split), TMD_NUMERAL(FEW), TMD_NUMERAL(work->length),
             TMD_NUMERAL(work->piece), TMD_NUMERAL(work->parts), TMD_NUMERAL(first),
             TMD_NUMERAL(threads), TMD_NUMERAL(tmd_exhaust_half_width(&work->plan)),
             TMD_NUMERAL(work->plan.span), TMD_NUMERAL(SLOTS), TMD_BUFFER(&work->slots.slots),
             TMD_BUFFER(&work->slots.counts));
  tmd_slots_count(&work->slots, work->device, work->queue);
}

/* Their flags come to the host: pairs (thread, offset), and the places of their ranges. */
static int fetch_flags(struct tmd_device_exhaust *work) {
  struct tmd_device_kernel *kernel = kernel_of(work, "exhaust_places");
  if (tmd_device_wait(work->device, work->queue)) return -1;
  tmd_slots_fetch(&work->slots, work->device, work->queue);
  const size_t count = work->slots.count;
  tmd_buffer_reserve(&work->places, work->device, 4 * count);
  TMD_LAUNCH(kernel, work->queue, tmd_device_groups(count), TMD_BUFFER(&work->ranges.list),
             TMD_BUFFER(&work->slots.list), TMD_NUMERAL(count), TMD_NUMERAL(work->parts),
             TMD_NUMERAL(work->first), TMD_BUFFER(&work->places));
  tmd_buffer_download(&work->places, work->queue, 4 * count);
  return tmd_device_wait(work->device, work->queue);
}

/* ---- the host decides ---- */

size_t tmd_device_exhaust_packet(const struct tmd_device_exhaust *work, size_t flag) {
  return ((const uint32_t *)work->places.host)[flag] / work->bits_of_packet;
}

/* The arguments of the flag's part, below X1. */
static struct tmd_packet_run run_of(const struct tmd_device_exhaust *work, size_t flag,
                                    tmd_u128 X1) {
  const struct tmd_poly_record *packet =
      work->packets->packet[tmd_device_exhaust_packet(work, flag)];
  const uint64_t bit = ((const uint32_t *)work->places.host)[flag] % work->bits_of_packet;
  const uint64_t part =
      (work->decided + ((const uint32_t *)work->slots.list.host)[2 * flag]) % work->parts;
  const uint64_t range = bit % packet->split * work->length,
                 rest = work->length - part * work->piece;
  struct tmd_packet_run run = {.i = bit / packet->split, .t0 = range + part * work->piece};
  run.t1 = run.t0 + (rest < work->piece ? rest : work->piece);
  const tmd_u128 start = tmd_packet_start(packet, run.i);
  if (start + run.t1 > X1) run.t1 = start + run.t0 < X1 ? (uint64_t)(X1 - start) : run.t0;
  return run;
}

void tmd_device_exhaust_decide(const struct tmd_device_exhaust *work, size_t flag, size_t count,
                               tmd_u128 X1, struct tmd_candidates *found) {
  for (const size_t end = flag + count; flag < end; flag++) {
    const uint32_t offset = ((const uint32_t *)work->slots.list.host)[2 * flag + 1];
    const struct tmd_poly_record *packet =
        work->packets->packet[tmd_device_exhaust_packet(work, flag)];
    const struct tmd_packet_run run = run_of(work, flag, X1);
    if (offset == TO_BE_DONE_AGAIN) {
      if (run.t0 < run.t1) tmd_exhaust_run(found, packet, work->threshold, &run);
    } else if (offset < run.t1 - run.t0) {
      tmd_exhaust_confirm(found, packet, work->threshold, run.i, run.t0 + offset);
    }
  }
}

static void free_work(struct tmd_device_exhaust *work) {
  TMD_BUFFERS_FREE(&work->coefficients, &work->differences, &work->places, &work->domains.buffer,
                   &work->positions.buffer, &work->few.buffer, &work->far.buffer,
                   &work->ranges.bitmaps, &work->ranges.list, &work->ranges.sums.groups,
                   &work->ranges.sums.all, &work->slots.slots, &work->slots.counts,
                   &work->slots.list, &work->slots.sums.groups, &work->slots.sums.all);
}

/* ---- from the start on ---- */

/* On the device and queue of `work`, by a plan that suits the packets. */
static int start_as(struct tmd_device_exhaust *work, const struct tmd_packets *packets,
                    int threshold, const struct tmd_exhaust_plan *plan);

/* The self-test: a few domains of the packet, taken as its plan says, with a threshold so low that
   many arguments are candidates: the device must find those that the CPU finds. */
static void test(const struct tmd_device_exhaust *own) {
  enum { ARGUMENTS = 4096, DOMAINS = 8, THRESHOLD = 7 }; /* some five hundred candidates */
  struct tmd_device_exhaust work = {.device = own->device, .queue = own->queue};
  struct tmd_poly_record *sample = tmd_packet_sample(own->packets->packet[0], ARGUMENTS, DOMAINS);
  const struct tmd_packets packets = {&sample, 1};
  const tmd_u128 X0 = tmd_packet_start(sample, 0), X1 = tmd_packet_start(sample, sample->count);
  struct tmd_exhaust_plan plan = own->plan; /* leaves out of the sample what it does of packets */
  struct tmd_candidates right = {0}, found = {0};
  int more = 1;
  tmd_exhaust_packet(&right, sample, THRESHOLD, X0, X1);
  plan.half_width += ldexp(1, -THRESHOLD);
  int status = start_as(&work, &packets, THRESHOLD, &plan);
  while (status == 0 && more) {
    more = tmd_device_exhaust_next(&work);
    if (more > 0) tmd_device_exhaust_decide(&work, 0, work.flags, X1, &found);
    else status = more;
  }
  const int same = found.count == right.count &&
                   (right.count == 0 || !memcmp(found.X, right.X, right.count * sizeof *right.X));
  free_work(&work);
  free(found.X);
  free(right.X);
  free(sample);
  tmd_device_verdict(own->device, status, same, "exhaust");
}

static int start_as(struct tmd_device_exhaust *work, const struct tmd_packets *packets,
                    int threshold, const struct tmd_exhaust_plan *plan) {
  work->packets = packets, work->threshold = threshold, work->plan = *plan;
  work->bits_of_packet = 64 * tmd_packet_bitmap_words(packets->packet[0]);
  tmd_survivor_list(&work->ranges, work->device, work->queue, packets);
  tmd_packets_upload(&work->coefficients, work->device, work->queue, packets);
  choose_piece(work);
  if (tmd_device_kernel_is_new(kernel_of(work, "exhaust_parts"))) test(work);
  upload_differences(work);
  upload_rows(work);
  launch_slice(work, 0);
  return tmd_device_failed(work->device);
}

int tmd_device_exhaust_start(struct tmd_device_exhaust *work, struct tmd_device *device, int queue,
                             const struct tmd_packets *packets, int threshold) {
  const struct tmd_exhaust_plan plan = plan_of(packets, threshold, PIECE_LONGEST);
  work->device = device, work->queue = queue;
  return start_as(work, packets, threshold, &plan);
}

/* The device goes on with the next slice while the host decides. */
int tmd_device_exhaust_next(struct tmd_device_exhaust *work) {
  const uint64_t next = work->first + work->slots.threads;
  if (work->first >= work->threads) return 0;
  if (fetch_flags(work)) return -1;
  work->decided = work->first, work->flags = work->slots.count;
  work->first = next;
  if (next < work->threads) launch_slice(work, next);
  return tmd_device_failed(work->device) ? -1 : 1;
}
