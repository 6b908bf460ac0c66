#include "kernels/exhaust/exhaust.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/exhaust/job.h"
#include "lib/base/bounds.h"
#include "lib/base/error.h"

enum { LONGEST = 1 << 14, SHORTEST = 1 << 7, HIGH_DEGREE_MAX = 4 };
_Static_assert(LONGEST % 8 == 0, "marks are read eight at a time");

/* A piece of a domain: `length` arguments from position t of domain i on. */
struct piece {
  uint64_t i, t, length;
};

struct sweep {
  const struct tmd_poly_record *packet;
  int threshold;
  struct tmd_exhaust_plan plan;
  struct tmd_exhaust_job job;
  uint8_t *marks;  /* LONGEST of each */
  uint32_t *steps;
  struct piece pieces[TMD_TRACKS];
  int tracks;
  struct tmd_candidates *found;
};

/* Pieces as long as truncation allows: it may flag 2^-15 of the arguments needlessly, at 64 bits, and
   2^-23 at 128. */
struct tmd_exhaust_plan tmd_exhaust_plan(const struct tmd_poly_record *packet, int threshold, uint64_t longest) {
  struct tmd_exhaust_plan plan = {.wide = packet->degree > HIGH_DEGREE_MAX, .length = longest};
  double unit = plan.wide ? 0x1p-128 : 0x1p-64, most = plan.wide ? 0x1p-24 : 0x1p-16, cut;
  while (!((cut = unit * tmd_bound_binomials((double)plan.length - 1, packet->degree)) <= most) && plan.length > 1)
    plan.length /= 2;
  plan.half_width = (ldexp(1, -threshold) + packet->err + cut) * TMD_OUTWARD;
  return plan;
}

/* one unit more: the value itself is cut off */
uint64_t tmd_exhaust_half_width(const struct tmd_exhaust_plan *plan) { return (uint64_t)ceil(plan->half_width * 0x1p64) + 1; }

void tmd_candidates_append(struct tmd_candidates *found, tmd_u128 X) {
  if (found->count == found->capacity) {
    found->capacity = found->capacity ? 2 * found->capacity : 64;
    found->X = tmd_reallocate(found->X, found->capacity * sizeof *found->X);
  }
  found->X[found->count++] = X;
}

void tmd_exhaust_confirm(struct tmd_candidates *found, const struct tmd_poly_record *packet, int threshold, uint64_t i,
                         uint64_t t) {
  uint64_t value[TMD_WORDS_MAX];
  found->flagged++;
  tmd_packet_value(value, packet, i, t);
  if (tmd_packet_near(value, packet->words, threshold, packet->err))
    tmd_candidates_append(found, tmd_wide_load(packet->X0) + (tmd_u128)i * packet->n + t);
}

/* The flags of a track, at the steps listed. */
static void confirm(struct sweep *sweep, int track, const uint32_t *steps, size_t count) {
  const struct piece *piece = &sweep->pieces[track];
  for (size_t at = 0; at < count && steps[at] < piece->length; at++)
    if (sweep->marks[steps[at]] >> track & 1)
      tmd_exhaust_confirm(sweep->found, sweep->packet, sweep->threshold, piece->i, piece->t + steps[at]);
}

/* Lists the steps with marks, which are few; marks has zero bytes up to a multiple of 8. */
static size_t marked_steps(uint32_t *steps, const uint8_t *marks, uint64_t count) {
  size_t marked = 0;
  for (uint64_t s = 0; s < count; s += 8) {
    uint64_t eight;
    memcpy(&eight, marks + s, 8);
    for (uint32_t l = 0; eight != 0; l++, eight >>= 8)
      if (eight & 0xff) steps[marked++] = (uint32_t)s + l;
  }
  return marked;
}

static void flush(struct sweep *sweep) {
  struct tmd_exhaust_job *job = &sweep->job;
  job->tracks = sweep->tracks;
  job->steps = 0;
  for (int track = 0; track < sweep->tracks; track++)
    if (sweep->pieces[track].length > job->steps) job->steps = sweep->pieces[track].length;
  memset(sweep->marks, 0, (job->steps + 7) / 8 * 8);
  if (sweep->plan.half_width < 0.49) tmd_kernel_exhaust()(job, sweep->marks);
  else memset(sweep->marks, 0xff, job->steps); /* nearly all arguments are candidates */
  size_t marked = marked_steps(sweep->steps, sweep->marks, job->steps);
  for (int track = 0; track < sweep->tracks; track++) confirm(sweep, track, sweep->steps, marked);
  sweep->tracks = 0;
}

static void add_piece(struct sweep *sweep, struct piece piece) {
  const struct tmd_poly_record *packet = sweep->packet;
  int words = packet->words, track = sweep->tracks++;
  uint64_t r[(TMD_DEGREE_MAX + 1) * TMD_WORDS_MAX];
  tmd_packet_domain(r, packet, piece.i, piece.t);
  for (int j = 0; j <= packet->degree; j++) {
    sweep->job.table[j][0][track] = words > 1 ? r[j * words + words - 2] : 0;
    sweep->job.table[j][1][track] = r[j * words + words - 1];
  }
  sweep->pieces[track] = piece;
  sweep->found->arguments += piece.length;
  if (sweep->tracks == TMD_TRACKS) flush(sweep);
}

static void add_run(struct sweep *sweep, const struct tmd_packet_run *run) {
  for (uint64_t t = run->t0; t < run->t1;) {
    const uint64_t length = run->t1 - t < sweep->plan.length ? run->t1 - t : sweep->plan.length;
    add_piece(sweep, (struct piece){run->i, t, length});
    t += length;
  }
}

/* Long enough to pay for a table, short enough that few surviving ranges still fill all tracks. */
static uint64_t piece_length(double arguments) {
  uint64_t length = LONGEST;
  while (length > SHORTEST && (double)length * TMD_TRACKS > arguments) length /= 2;
  return length;
}

static void begin(struct sweep *sweep, struct tmd_candidates *found, const struct tmd_poly_record *packet, int threshold,
                  double arguments) {
  *sweep = (struct sweep){.packet = packet, .threshold = threshold, .found = found};
  sweep->plan = tmd_exhaust_plan(packet, threshold, piece_length(arguments));
  sweep->job.degree = packet->degree > 0 ? packet->degree : 1;
  sweep->job.wide = sweep->plan.wide;
  if (sweep->plan.half_width < 0.49) sweep->job.half_width = tmd_exhaust_half_width(&sweep->plan);
  sweep->marks = tmd_allocate(LONGEST);
  sweep->steps = tmd_allocate(LONGEST * sizeof *sweep->steps);
}

static void end(struct sweep *sweep) {
  flush(sweep);
  free(sweep->marks);
  free(sweep->steps);
}

void tmd_exhaust_packet(struct tmd_candidates *found, const struct tmd_poly_record *packet, int threshold, tmd_u128 X0,
                        tmd_u128 X1) {
  struct sweep sweep;
  size_t bit = 0;
  begin(&sweep, found, packet, threshold, (double)tmd_packet_survivors(packet) * (double)tmd_packet_bit_length(packet));
  for (struct tmd_packet_run run; tmd_packet_run_next(&run, packet, X0, X1, &bit);) add_run(&sweep, &run);
  end(&sweep);
}

void tmd_exhaust_run(struct tmd_candidates *found, const struct tmd_poly_record *packet, int threshold,
                     const struct tmd_packet_run *run) {
  struct sweep sweep;
  begin(&sweep, found, packet, threshold, (double)(run->t1 - run->t0));
  add_run(&sweep, run);
  end(&sweep);
}
