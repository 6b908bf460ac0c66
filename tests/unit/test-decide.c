/* Decisions from enclosures (lib/cell/decide.h) against exact rationals: at thresholds and beside
   them, on both sides of integers and of 0, for every mode, for exact values and balls. Decisions
   and distances must be those of the enclosure, no wider, no narrower: enclosures are laid so that
   one of half the radius would decide otherwise. */
#include <limits.h>

#include "lib/base/arb-compat.h"
#include "lib/cell/decide.h"
#include "tests/unit/tap.h"

enum { ROUNDS = 60000 };

static struct tmd_problem random_problem(void) {
  struct tmd_problem p = {.in = {53, -1022, 1023, {0}, 0}, .out = {53, -1022, 1023, {0}, 0}};
  p.modes = (enum tmd_modes)(test_random() % 3);
  p.bits = 1 + (int)(test_random() % 40);
  return p;
}

/* ---- An interval [ends[0], ends[1]] of rationals ---- */

struct interval {
  fmpq_t ends[2];
};

static void interval_init(struct interval *i) { fmpq_init(i->ends[0]), fmpq_init(i->ends[1]); }
static void interval_clear(struct interval *i) { fmpq_clear(i->ends[0]), fmpq_clear(i->ends[1]); }

static void floor_of(fmpz_t n, const fmpq_t x) { fmpz_fdiv_q(n, fmpq_numref(x), fmpq_denref(x)); }

/* y = dist(x, Z), or dist(x, Z + 1/2) */
static void distance_of(fmpq_t y, const fmpq_t x, int from_halves) {
  SCOPED(fmpz, n);
  SCOPED(fmpq, half);
  fmpq_set_si(half, 1, 2);
  if (from_halves) fmpq_add(y, x, half);
  else fmpq_set(y, x);
  floor_of(n, y);
  fmpq_sub_fmpz(y, y, n);
  if (fmpq_cmp(y, half) > 0) {
    fmpq_sub_ui(y, y, 1);
    fmpq_neg(y, y);
  }
}

/* The least distance of the interval's rationals to integers, or to halves of odd integers: 0 if
   one of these is in it. */
static void least_distance(fmpq_t y, const struct interval *i, int from_halves) {
  SCOPED(fmpz, a, b);
  SCOPED(fmpq, end);
  fmpq_set_si(end, from_halves, 2);
  fmpq_sub(end, i->ends[0], end);
  fmpz_cdiv_q(a, fmpq_numref(end), fmpq_denref(end));
  fmpq_set_si(end, from_halves, 2);
  fmpq_sub(end, i->ends[1], end);
  floor_of(b, end);
  if (fmpz_cmp(a, b) <= 0) {
    fmpq_zero(y);
  } else {
    distance_of(y, i->ends[0], from_halves);
    distance_of(end, i->ends[1], from_halves);
    if (fmpq_cmp(end, y) < 0) fmpq_set(y, end);
  }
}

static void power_of_two(fmpq_t y, slong e) {
  fmpq_set_si(y, 2, 1);
  fmpq_pow_si(y, y, e);
}

/* What is to be decided of the interval, and the bounds of the distance. */
static enum tmd_decision decided(fmpq_t least, fmpq_t greatest, const struct interval *i,
                                 int threshold) {
  SCOPED(fmpq, limit, half);
  power_of_two(limit, -threshold);
  fmpq_set_si(half, 1, 2);
  least_distance(least, i, 0);
  least_distance(greatest, i, 1); /* dist(x, Z) = 1/2 - dist(x, Z + 1/2) */
  fmpq_sub(greatest, half, greatest);
  return fmpq_cmp(greatest, limit) < 0 ? TMD_DECISION_CASE
         : fmpq_cmp(least, limit) >= 0 ? TMD_DECISION_NONE
                                       : TMD_DECISION_OPEN;
}

/* ---- Enclosures ---- */

/* N + d, d = +-(a distance at a threshold, at 1/2, at 1 or anywhere, and beside it by 2^-beside).
 */
static void random_edge(fmpq_t edge, int threshold) {
  SCOPED(fmpq, step);
  switch (test_random() % 5) {
  case 0:
  case 1: power_of_two(edge, -threshold); break;
  case 2: fmpq_set_si(edge, 1, 2); break;
  case 3: fmpq_set_si(edge, (slong)(test_random() % 2), 1); break;
  default: fmpq_set_si(edge, (slong)(test_random() >> 44), 1 << 20);
  }
  power_of_two(step, -(slong)(1 + test_random() % 90));
  if (test_random() % 3 == 0) fmpq_add(edge, edge, step);
  else if (test_random() % 2) fmpq_sub(edge, edge, step);
  if (test_random() % 2) fmpq_neg(edge, edge);
  const slong N = (slong)(test_random() % 2000) - (test_random() % 2 ? 1000 : 0);
  fmpq_add_si(edge, edge, N);
}

/* A ball of a radius with at most 30 bits, one of whose ends is at an edge; a radius of 0 now and
   then. */
static void random_ball(arb_t ball, int threshold) {
  SCOPED(fmpq, edge, radius);
  random_edge(edge, threshold);
  if (test_random() % 5) {
    power_of_two(radius, -(slong)(test_random() % (uint64_t)(threshold + 30)) - 28);
    fmpq_mul_ui(radius, radius, 1 + test_random() % ((1 << 30) - 1));
  }
  if (test_random() % 2) fmpq_neg(radius, radius);
  fmpq_add(edge, edge, radius);
  fmpq_abs(radius, radius);
  SCOPED(arb, number);
  arb_set_fmpq(number, edge, 4000);
  arb_get_mid_arb(ball, number); /* dyadic: exact */
  arb_set_fmpq(number, radius, 4000);
  arb_get_mag(arb_radref(ball), number);
}

/* The ball's ends, or those of the ball with half its radius. */
static void ends_of(struct interval *i, const arb_t ball, int half) {
  SCOPED(arf, radius);
  SCOPED(fmpq, r);
  arf_set_mag(radius, arb_radref(ball));
  if (half) arf_mul_2exp_si(radius, radius, -1);
  arf_get_fmpq(i->ends[0], arb_midref(ball));
  arf_get_fmpq(r, radius);
  fmpq_add(i->ends[1], i->ends[0], r);
  fmpq_sub(i->ends[0], i->ends[0], r);
}

static int equal(const arf_t a, const fmpq_t b) {
  SCOPED(fmpq, x);
  arf_get_fmpq(x, a);
  return fmpq_equal(x, b);
}

/* The integer nearest to the midpoint, on which side of it that lies, and what it stands for. */
static int nearest_right(const struct tmd_distance *d, const struct tmd_problem *p,
                         const arb_t ball) {
  SCOPED(fmpq, mid, x, half);
  SCOPED(fmpz, n);
  arf_get_fmpq(mid, arb_midref(ball));
  arf_get_fmpq(x, d->nearest);
  fmpq_set_si(half, 1, 2);
  fmpz_set(n, fmpq_numref(x));
  int right = fmpz_is_one(fmpq_denref(x)) && d->negative == (fmpq_cmp(mid, x) < 0);
  right = right && d->midpoint == (p->modes == TMD_MODES_NEAREST ||
                                   (p->modes == TMD_MODES_ALL && fmpz_is_odd(n)));
  fmpq_sub(x, mid, x);
  fmpq_abs(x, x);
  return right && fmpq_cmp(x, half) <= 0;
}

static void test_balls(void) {
  long count[3] = {0}, wrong = 0, other = 0, points = 0, negative = 0;
  SCOPED_STRUCT(tmd_distance, d);
  SCOPED_STRUCT(interval, i);
  SCOPED(fmpq, least, greatest);
  SCOPED(arb, ball);
  for (int round = 0; round < ROUNDS; round++) {
    const struct tmd_problem p = random_problem();
    const int threshold = tmd_problem_threshold(&p);
    random_ball(ball, threshold);
    const enum tmd_decision found = tmd_decide(&d, &p, ball);
    ends_of(&i, ball, 1);
    const enum tmd_decision narrow = decided(least, greatest, &i, threshold);
    ends_of(&i, ball, 0);
    const enum tmd_decision exact = decided(least, greatest, &i, threshold);
    wrong += found != exact || !equal(d.least, least) || !equal(d.greatest, greatest) ||
             !nearest_right(&d, &p, ball);
    count[exact]++;
    other += narrow != exact;
    points += arb_is_exact(ball);
    negative += arf_sgn(arb_midref(ball)) < 0;
  }
  tap_ok(
      !wrong && count[0] > ROUNDS / 10 && count[1] > ROUNDS / 10 && count[2] > ROUNDS / 10 &&
          points > ROUNDS / 10 && negative > ROUNDS / 10,
      "decisions and distances are those of the enclosure: %ld open, %ld none, %ld cases; %ld exact values",
      count[0], count[1], count[2], points);
  tap_ok(!wrong && other > ROUNDS / 20, "with half the radius %ld of them would be others", other);
}

static void test_not_finite(void) {
  const struct tmd_problem p = random_problem();
  SCOPED_STRUCT(tmd_distance, d);
  SCOPED(arb, ball);
  arb_indeterminate(ball);
  int open = tmd_decide(&d, &p, ball) == TMD_DECISION_OPEN;
  arb_pos_inf(ball);
  open &= tmd_decide(&d, &p, ball) == TMD_DECISION_OPEN;
  arb_zero(ball);
  arb_add_error_2exp_si(ball, 1000);
  open &= tmd_decide(&d, &p, ball) == TMD_DECISION_OPEN && arf_is_zero(d.least) &&
          arf_cmp_2exp_si(d.greatest, -1) == 0;
  /* a radius far below what can be added exactly */
  SCOPED(fmpz, far);
  fmpz_ui_pow_ui(far, 2, 120);
  fmpz_neg(far, far);
  arb_one(ball);
  arb_mul_2exp_si(ball, ball, -1);
  mag_one(arb_radref(ball));
  mag_mul_2exp_fmpz(arb_radref(ball), arb_radref(ball), far);
  open &= tmd_decide(&d, &p, ball) == TMD_DECISION_NONE || tmd_problem_threshold(&p) == 1;
  tap_ok(open, "what is not finite or too wide is open; radii are as small as they like");
}

/* ---- Sides of numbers ---- */

/* 1 if the decision is right of a g, and its distance within the bounds. */
static int side_right(enum tmd_decision decision, const fmpq_t g, int threshold) {
  SCOPED(fmpq, distance, limit);
  distance_of(distance, g, 0);
  power_of_two(limit, -threshold - (decision == TMD_DECISION_CASE));
  if (fmpq_cmp(distance, limit) < 0) return 0;
  fmpq_mul_2exp(limit, limit, 1);
  return fmpq_cmp(distance, limit) < 0;
}

/* Numbers at the threshold and at others, and what lies beside them. */
static void test_sides(void) {
  long count[3] = {0}, wrong = 0, beyond = 0;
  SCOPED(fmpq, number, step, g);
  for (int round = 0; round < ROUNDS; round++) {
    const struct tmd_problem p = random_problem();
    const int threshold = tmd_problem_threshold(&p), side = (int)(test_random() % 4) - 1;
    const int off = test_random() % 3 ? 0 : (int)(test_random() % 5) - 2,
              sign = test_random() % 2 ? 1 : -1;
    power_of_two(number, -threshold + off);
    fmpq_mul_si(number, number, sign);
    fmpq_add_si(number, number, (slong)(test_random() % 2000) - 1000);
    power_of_two(step, -threshold - 1 - (test_random() % 4 ? 0 : (slong)(test_random() % 100)));
    fmpq_mul_si(step, step, side == 2 ? 0 : side);
    fmpq_add(g, number, step);
    const enum tmd_decision decision = tmd_decide_by_side(&p, number, side);
    const int known = threshold >= 2 && side != 2 && off == 0;
    count[decision]++;
    wrong +=
        (decision != TMD_DECISION_OPEN) != known || (known && !side_right(decision, g, threshold));
    fmpq_add(g, g, step);
    fmpq_add(g, g, step);
    beyond += known && side && !side_right(decision, g, threshold);
  }
  tap_ok(!wrong && count[TMD_DECISION_OPEN] > ROUNDS / 10 &&
             count[TMD_DECISION_CASE] > ROUNDS / 10 && count[TMD_DECISION_NONE] > ROUNDS / 10,
         "beside a number at the threshold: %ld open, %ld none, %ld cases", count[0], count[1],
         count[2]);
  tap_ok(!wrong && beyond > ROUNDS / 20,
         "three times as far from it %ld distances are out of bounds", beyond);
}

/* ---- Hardness ---- */

static void test_hardness(void) {
  long wrong = 0, powers = 0;
  SCOPED(arf, distance);
  SCOPED(fmpq, scaled, least, most);
  for (int round = 0; round < ROUNDS / 3; round++) {
    const struct tmd_problem p = random_problem();
    const int power = test_random() % 2;
    arf_set_ui(distance, power ? 1 : test_random() >> 40 | 1);
    arf_mul_2exp_si(distance, distance, -(slong)(24 + test_random() % 200));
    const long k = tmd_decide_hardness(&p, distance);
    arf_get_fmpq(scaled, distance);
    power_of_two(least, tmd_problem_threshold(&p) - p.bits);
    fmpq_mul(scaled, scaled, least);
    power_of_two(least, -k - 1);
    power_of_two(most, -k);
    wrong += fmpq_cmp(least, scaled) > 0 || fmpq_cmp(scaled, most) >= 0;
    powers += power;
  }
  const struct tmd_problem p = random_problem();
  arf_zero(distance);
  wrong += tmd_decide_hardness(&p, distance) != LONG_MAX;
  tap_ok(
      !wrong && powers > 1000,
      "2^-(k+1) <= distance 2^(threshold - bits) < 2^-k, also of %ld powers of two; of 0 there is none",
      powers);
}

/* ---- In double precision ---- */

/* The bound is kept, and no idle one: what is further away than the window by 2^-49 of it is
   excluded. */
static void test_excludes(void) {
  long wrong = 0, excluded = 0, missed = 0, other = 0;
  SCOPED_STRUCT(interval, i);
  SCOPED(fmpq, least, limit, slack, error);
  for (int round = 0; round < ROUNDS; round++) {
    const double window = ldexp(1, -1 - (int)(test_random() % 20));
    const double radius =
        test_random() % 4 ? ldexp((double)(test_random() >> 40), -26 - (int)(test_random() % 20))
                          : 0;
    /* around the least distance that is excluded, and where only half the error would be */
    const double inside = test_random() % 3 ? 0 : radius / 2,
                 beside = ldexp((double)(test_random() % 5) - 2, -40);
    const double distance = window + radius - inside + beside,
                 N = (double)(test_random() % (1 << 9));
    const double value =
        (test_random() % 2 ? N + distance : N - distance) * (test_random() % 2 ? 1 : -1);
    const int found = tmd_decide_excludes((struct tmd_near){value, radius}, window);
    SCOPED(arf, number);
    arf_set_d(number, value), arf_get_fmpq(i.ends[0], number);
    arf_set_d(number, radius), arf_get_fmpq(error, number);
    arf_set_d(number, window), arf_get_fmpq(limit, number);
    fmpq_add(i.ends[1], i.ends[0], error);
    fmpq_sub(i.ends[0], i.ends[0], error);
    least_distance(least, &i, 0);
    wrong += found && fmpq_cmp(least, limit) < 0;
    excluded += found;
    other += !found && tmd_decide_excludes((struct tmd_near){value, radius / 2}, window);
    fmpq_add(slack, limit, error);
    power_of_two(error, -49);
    fmpq_mul(slack, slack, error);
    fmpq_add(slack, slack, limit);
    missed += !found && fmpq_cmp(least, slack) >= 0;
  }
  tap_ok(!wrong && !missed && excluded > ROUNDS / 10,
         "in double precision %ld are excluded, all of them rightly", excluded);
  tap_ok(!wrong && other > ROUNDS / 20, "with half the error %ld more would be", other);
  tap_ok(!tmd_decide_excludes((struct tmd_near){NAN, 0}, 0.25) &&
             !tmd_decide_excludes((struct tmd_near){0.5, NAN}, 0.25) &&
             !tmd_decide_excludes((struct tmd_near){0.5, INFINITY}, 0.25) &&
             tmd_decide_excludes((struct tmd_near){0.5, 0}, 0.25),
         "what is not a number excludes nothing");
}

int main(void) {
  test_balls();
  test_not_finite();
  test_sides();
  test_hardness();
  test_excludes();
  return tap_done();
}
