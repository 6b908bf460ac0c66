#include "kernels/exhaust/exhaust.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/exhaust/job.h"
#include "lib/base/error.h"
#include "lib/base/upper-bounds.h"

enum {
  LONGEST = 1 << 14,
  SHORTEST = 1 << 9,
  SPAN_MOST = 1 << 8,
  SPAN_LEAST = TMD_PARABOLA_UNROLL,
  WORDS_KEPT = 3 /* runs of packets of more words are shortened */
};

/* A piece of a domain: `length` arguments from position t of domain i on. */
struct exhaust_piece {
  uint64_t i, t, length;
};

struct exhaust_sweep {
  const struct tmd_poly_record *packet;
  const struct tmd_poly_record *whole; /* what the packet is a shortened part of, or NULL: */
  struct tmd_packet_run part;          /* from its domain i, position t0, on */
  int threshold;
  struct tmd_exhaust_plan plan;
  struct tmd_exhaust_job job;
  uint32_t *flags;
  struct tmd_packet_step step; /* from a piece to the next, once it has a degree */
  struct exhaust_piece pieces[TMD_EXHAUST_TRACKS];
  int tracks;
  struct tmd_candidates *found;
};

/* ---- how a packet is evaluated ---- */

/* What a polynomial's coefficients are at most, in a packet or in several: r_j at any position of a
   domain, 3 <= j <= degree. */
struct coefficients {
  int degree;
  double magnitude[TMD_DEGREE_MAX + 1];
};

static void widen(struct coefficients *most, const struct tmd_poly_record *packet) {
  double magnitude[TMD_DEGREE_MAX + 1];
  tmd_packet_magnitudes(magnitude, packet);
  for (int j = 3; j <= packet->degree; j++) {
    const double moved = tmd_packet_moved(magnitude, packet, j);
    if (!(moved <= most->magnitude[j])) most->magnitude[j] = moved;
  }
  if (packet->degree > most->degree) most->degree = packet->degree;
}

/* sum_j |r_j| C(last, j), j > degree */
static double beyond(const struct coefficients *most, int degree, double last) {
  double sum = 0;
  for (int j = degree + 1; j <= most->degree; j++)
    if (most->magnitude[j] > 0) sum += most->magnitude[j] * tmd_bound_binomial(last, j);
  return sum;
}

/* The longest parabolas, and the longest pieces of the least degree, that flag 2^-15 of the
   arguments needlessly; 0, or -1 if there are none. */
static int plan_parabolas(struct tmd_exhaust_plan *plan, const struct coefficients *most,
                          uint64_t longest) {
  const double most_cut = 0x1.8p-17, most_left_out = 0x1p-18;
  double cut = INFINITY;
  for (plan->span = SPAN_MOST; plan->span >= SPAN_LEAST; plan->span /= 2) {
    if (plan->span > longest) continue;
    const double last = (double)plan->span - 1;
    cut = 0x1p-32 * tmd_bound_binomials(last, 2) + beyond(most, 2, last);
    if (cut <= most_cut) break;
  }
  if (!(cut <= most_cut)) return -1;
  for (plan->length = longest; plan->length >= plan->span; plan->length /= 2)
    for (plan->degree = 2; plan->degree <= TMD_PARABOLA_DEGREE; plan->degree++) {
      const double last = (double)plan->length - 1;
      const double left_out =
          0x1p-64 * tmd_bound_binomials(last, plan->degree) + beyond(most, plan->degree, last);
      if (!(left_out <= most_left_out)) continue;
      plan->half_width = cut + left_out;
      return 0;
    }
  return -1;
}

/* Pieces as long as truncation allows: it may flag 2^-23 of the arguments needlessly. */
static void plan_wide(struct tmd_exhaust_plan *plan, int degree, uint64_t longest) {
  plan->span = 0;
  plan->degree = degree;
  plan->length = longest;
  while (!((plan->half_width = 0x1p-128 * tmd_bound_binomials((double)plan->length - 1, degree)) <=
           0x1p-24) &&
         plan->length > 1)
    plan->length /= 2;
}

struct tmd_exhaust_plan tmd_exhaust_plan(const struct tmd_poly_record *const *packets, size_t count,
                                         int threshold, uint64_t longest) {
  struct tmd_exhaust_plan plan;
  struct coefficients most = {0};
  double err = 0;
  for (size_t p = 0; p < count; p++) {
    widen(&most, packets[p]);
    if (packets[p]->err > err) err = packets[p]->err;
  }
  if (plan_parabolas(&plan, &most, longest)) plan_wide(&plan, most.degree, longest);
  plan.half_width = (ldexp(1, -threshold) + err + plan.half_width) * TMD_OUTWARD;
  return plan;
}

/* one unit more: 128 bits are cut off to 64 */
uint64_t tmd_exhaust_half_width(const struct tmd_exhaust_plan *plan) {
  return plan->span ? (uint64_t)ceil(plan->half_width * 0x1p32)
                    : (uint64_t)ceil(plan->half_width * 0x1p64) + 1;
}

struct tmd_span_steps tmd_exhaust_steps(const struct tmd_exhaust_plan *plan) {
  struct tmd_span_steps steps;
  for (uint64_t k = 0, t = 0; k <= TMD_PARABOLA_DEGREE; k++, t += plan->span) {
    steps.at[k][0] = 1;
    for (uint64_t l = 1; l <= TMD_PARABOLA_DEGREE; l++)
      steps.at[k][l] = t < l ? 0 : steps.at[k][l - 1] * (t - l + 1) / l;
  }
  for (int k = 1; k <= TMD_PARABOLA_DEGREE; k++)
    for (int u = TMD_PARABOLA_DEGREE; u >= k; u--)
      for (int l = 0; l <= TMD_PARABOLA_DEGREE; l++) steps.at[u][l] -= steps.at[u - 1][l];
  return steps;
}

/* ---- evaluation ---- */

void tmd_candidates_append(struct tmd_candidates *found, tmd_u128 X) {
  if (found->count == found->capacity) {
    found->capacity = found->capacity ? 2 * found->capacity : 64;
    found->X = tmd_reallocate(found->X, found->capacity * sizeof *found->X);
  }
  found->X[found->count++] = X;
}

void tmd_exhaust_confirm(struct tmd_candidates *found, const struct tmd_poly_record *packet,
                         int threshold, uint64_t i, uint64_t t) {
  uint64_t value[TMD_WORDS_MAX];
  found->flagged++;
  tmd_packet_value(value, packet, i, t);
  if (tmd_packet_near(value, packet->words, threshold, packet->err))
    tmd_candidates_append(found, tmd_packet_start(packet, i) + t);
}

static void confirm(struct exhaust_sweep *sweep, const struct exhaust_piece *piece, uint64_t step) {
  const struct tmd_poly_record *packet = sweep->packet;
  const uint64_t t = piece->t + step;
  uint64_t value[TMD_WORDS_MAX];
  if (step >= piece->length) return;
  if (!sweep->whole) {
    tmd_exhaust_confirm(sweep->found, packet, sweep->threshold, piece->i, t);
    return;
  }
  tmd_packet_value(value, packet, piece->i, t);
  if (tmd_packet_near(value, packet->words, sweep->threshold, packet->err))
    tmd_exhaust_confirm(sweep->found, sweep->whole, sweep->threshold, sweep->part.i,
                        sweep->part.t0 + t);
}

static void flush(struct exhaust_sweep *sweep) {
  struct tmd_exhaust_job *job = &sweep->job;
  const int all = sweep->plan.half_width >= 0.49; /* nearly all arguments are candidates */
  job->tracks = sweep->tracks;
  job->steps = 0;
  for (int track = 0; track < sweep->tracks; track++)
    if (sweep->pieces[track].length > job->steps) job->steps = sweep->pieces[track].length;
  const size_t count = all ? 0 : tmd_kernel_exhaust()(job, sweep->flags);
  for (int track = 0; track < sweep->tracks; track++) {
    const struct exhaust_piece *piece = &sweep->pieces[track];
    for (uint64_t step = 0; all && step < piece->length; step++) confirm(sweep, piece, step);
    for (size_t flag = 0; flag < count; flag++)
      if ((int)(sweep->flags[flag] % TMD_EXHAUST_TRACKS) == track)
        confirm(sweep, piece, sweep->flags[flag] / TMD_EXHAUST_TRACKS);
  }
  sweep->tracks = 0;
}

/* r: the differences where the piece starts */
static void add_piece(struct exhaust_sweep *sweep, struct exhaust_piece piece, const uint64_t *r) {
  const int words = sweep->packet->words, track = sweep->tracks++;
  for (int j = 0; j <= sweep->job.degree && j <= sweep->packet->degree; j++) {
    sweep->job.table[j][0][track] = words > 1 ? r[j * words + words - 2] : 0;
    sweep->job.table[j][1][track] = r[j * words + words - 1];
  }
  sweep->pieces[track] = piece;
  sweep->found->arguments += piece.length;
  if (sweep->tracks == TMD_EXHAUST_TRACKS) flush(sweep);
}

static void add_run(struct exhaust_sweep *sweep, const struct tmd_packet_run *run) {
  const uint64_t longest = sweep->plan.length;
  uint64_t r[(TMD_DEGREE_MAX + 1) * TMD_WORDS_MAX];
  tmd_packet_domain(r, sweep->packet, run->i, run->t0);
  for (uint64_t t = run->t0; t < run->t1; t += longest) {
    if (t > run->t0) {
      if (sweep->step.degree == 0) tmd_packet_step(&sweep->step, sweep->packet, longest);
      tmd_packet_move(r, &sweep->step);
    }
    add_piece(sweep,
              (struct exhaust_piece){run->i, t, run->t1 - t < longest ? run->t1 - t : longest}, r);
  }
}

/* Long enough to pay for a table, short enough that few surviving ranges still fill all tracks. */
static uint64_t piece_length(double arguments) {
  uint64_t length = LONGEST;
  while (length > SHORTEST && (double)length * TMD_EXHAUST_TRACKS > arguments) length /= 2;
  return length;
}

static void begin(struct exhaust_sweep *sweep, struct tmd_candidates *found,
                  const struct tmd_poly_record *packet, int threshold, double arguments) {
  *sweep = (struct exhaust_sweep){.packet = packet, .threshold = threshold, .found = found};
  sweep->plan = tmd_exhaust_plan(&packet, 1, threshold, piece_length(arguments));
  sweep->job.degree = sweep->plan.degree;
  sweep->job.span = sweep->plan.span;
  if (sweep->plan.half_width < 0.49) sweep->job.half_width = tmd_exhaust_half_width(&sweep->plan);
  if (sweep->plan.span) sweep->job.differences = tmd_exhaust_steps(&sweep->plan);
  sweep->flags = tmd_allocate(sweep->plan.length * TMD_EXHAUST_TRACKS * sizeof *sweep->flags);
}

static void end(struct exhaust_sweep *sweep) {
  flush(sweep);
  free(sweep->flags);
}

void tmd_exhaust_packet(struct tmd_candidates *found, const struct tmd_poly_record *packet,
                        int threshold, tmd_u128 X0, tmd_u128 X1) {
  struct exhaust_sweep sweep;
  size_t bit = 0;
  begin(&sweep, found, packet, threshold,
        (double)tmd_packet_survivors(packet) * (double)tmd_packet_bit_length(packet));
  for (struct tmd_packet_run run; tmd_packet_run_next(&run, packet, X0, X1, &bit);)
    add_run(&sweep, &run);
  end(&sweep);
}

/* ---- a run of many words ---- */

/* A packet of one domain. */
union shortened {
  struct tmd_poly_record record;
  unsigned char
      bytes[sizeof(struct tmd_poly_record) + 8 * (TMD_WORDS_MAX * (TMD_DEGREE_MAX + 1) + 1)];
};

void tmd_exhaust_shorten(struct tmd_poly_record *part, const struct tmd_poly_record *packet,
                         int threshold, const uint64_t *r, uint64_t length) {
  const double most = (ldexp(1, -threshold) + packet->err) / 16, last = (double)length - 1;
  const int all = packet->words;
  int degree = packet->degree, words = 1;
  double terms = 0, cut;
  for (; degree > 1; degree--) {
    const double term =
        tmd_residue_magnitude(r + degree * all, all) * tmd_bound_binomial(last, degree);
    if (!(terms + term <= most)) break;
    terms += term;
  }
  while (!((cut = ldexp(tmd_bound_binomials(last, degree), -64 * words)) <= most) && words < all)
    words++;
  *part = *packet;
  part->n = length;
  part->count = part->split = 1, part->outer = 0;
  part->degree = (uint16_t)degree, part->words = (uint16_t)words;
  part->err = (packet->err + terms + (words < all ? cut : 0)) * TMD_OUTWARD;
  for (int j = 0; j <= degree; j++)
    memcpy(tmd_packet_coefficient(part, j, 0), r + (j + 1) * all - words, 8 * (size_t)words);
  tmd_packet_set_all(part);
}

/* Parts that are shortened each. */
static void run_in_parts(struct tmd_candidates *found, const struct tmd_poly_record *packet,
                         int threshold, const struct tmd_packet_run *run) {
  struct exhaust_sweep sweep;
  struct tmd_packet_step step = {0};
  uint64_t r[(TMD_DEGREE_MAX + 1) * TMD_WORDS_MAX];
  union shortened part;
  tmd_packet_domain(r, packet, run->i, run->t0);
  for (uint64_t t = run->t0; t < run->t1; t += LONGEST) {
    const uint64_t length = run->t1 - t < LONGEST ? run->t1 - t : LONGEST;
    if (t > run->t0) {
      if (step.degree == 0) tmd_packet_step(&step, packet, LONGEST);
      tmd_packet_move(r, &step);
    }
    tmd_exhaust_shorten(&part.record, packet, threshold, r, length);
    begin(&sweep, found, &part.record, threshold, (double)length);
    sweep.whole = packet, sweep.part = (struct tmd_packet_run){run->i, t, t + length};
    add_run(&sweep, &(struct tmd_packet_run){0, 0, length});
    end(&sweep);
  }
}

void tmd_exhaust_run(struct tmd_candidates *found, const struct tmd_poly_record *packet,
                     int threshold, const struct tmd_packet_run *run) {
  struct exhaust_sweep sweep;
  if (packet->words > WORDS_KEPT) {
    run_in_parts(found, packet, threshold, run);
    return;
  }
  begin(&sweep, found, packet, threshold, (double)(run->t1 - run->t0));
  add_run(&sweep, run);
  end(&sweep);
}
