/* Strips against MPFR, their kernels against plain transcriptions on every instruction set; bounds
   that are not twice too large. */
#include "lib/base/arb-compat.h"
#include "lib/cell/block-polynomial.h"
#include "lib/cell/segment.h"
#include "lib/expression/expression.h"
#include "lib/problem/ordinal.h"
#include "lib/value/correct.h"
#include "lib/value/near-number.h"
#include "tests/unit/problems.h"
#include "tests/unit/tap.h"
#include "tools/check/values/strips.h"

enum { MOST = TMD_STRIP_FLAT_MOST + 64 };
static uint64_t place[MOST], other[MOST];
static const char *const sets[] = {TMD_SET_NAMES};

/* ---- the kernels ---- */

static void test_fill(void) {
  int right = 1;
  for (int run = 0; run < 50; run++) {
    struct tmd_fill_job job = {.degree = run % 4 + 1, .steps = 1 + test_random() % 100};
    for (int j = 0; j <= job.degree; j++)
      for (int track = 0; track < TMD_TRACKS; track++) job.table[j][track] = test_random_words();
    for (uint64_t i = 0; i < 8 * job.steps; i++) {
      uint64_t binomial = 1, value = 0, s = i / 8;
      for (int j = 0; j <= job.degree && (uint64_t)j <= s;
           binomial = binomial * (s - (uint64_t)j) / (uint64_t)(j + 1), j++)
        value += binomial * job.table[j][i % 8];
      other[i] = value;
    }
    for (size_t k = 0; k < sizeof sets / sizeof *sets; k++) {
      if (tmd_kernels_select(sets[k])) continue;
      memset(place, 0, sizeof place);
      tmd_kernel_fill()(&job, place);
      right &= !memcmp(place, other, 8 * 8 * job.steps);
    }
  }
  tap_ok(right, "fill: sums of binomials times differences, on each instruction set");
}

/* Straight from the definition, result by result. */
static struct tmd_compared judge(const struct tmd_compare_job *job, const uint64_t *results,
                                 uint8_t *open, uint8_t *wrong, uint8_t *order) {
  struct tmd_compared all = {0};
  const uint64_t half = UINT64_C(1) << (job->fraction_bits - 1);
  uint64_t before = 0;
  for (uint64_t i = 0; i < job->count; i++) {
    uint64_t r = results[i] ^ job->sign;
    if (job->both_signs) r = results[i] & job->sign ? -(results[i] ^ job->sign) : results[i];
    const int64_t d = (int64_t)((r << job->fraction_bits) - job->place[i]);
    const int64_t judged = job->inward && job->place[i] >> 63 ? -d : d;
    const int far = d > (int64_t)job->reach || d < -(int64_t)job->reach;
    const uint64_t from_break = job->place[i] % half, to_break = half - from_break;
    const int near = from_break < job->slack || to_break <= job->slack;
    const int beyond = job->place[i] - job->from > job->width;
    const int is_open = beyond || (r < job->low && !job->both_signs) ||
                        (r > job->high && !job->both_signs) || far || near;
    if (is_open) all.open++, open[i >> 3] |= (uint8_t)(1 << (i & 7));
    else {
      if (judged < job->least || judged > job->most)
        all.wrong++, wrong[i >> 3] |= (uint8_t)(1 << (i & 7));
      if (d < all.d_least) all.d_least = d;
      if (d > all.d_most) all.d_most = d;
    }
    const int against = i > 0 && job->direction && (job->direction > 0 ? r < before : r > before);
    if (against) all.order++, order[i >> 3] |= (uint8_t)(1 << (i & 7));
    before = r;
  }
  return all;
}

/* The result r, with the sign of its place. */
static void put_result(const struct tmd_compare_job *job, uint64_t *wide, unsigned char *narrow,
                       uint64_t i, uint64_t r) {
  r &= ~UINT64_C(0) >> (64 - 8 * job->bytes);
  if (job->sign && !job->both_signs) r ^= job->sign;
  if (job->both_signs && job->place[i] >> 63) r |= job->sign;
  wide[i] = r;
  memcpy(narrow + i * (size_t)job->bytes, &r, (size_t)job->bytes);
}

static void random_results(struct tmd_compare_job *job, uint64_t *wide, unsigned char *narrow) {
  for (uint64_t i = 0; i < job->count + 16; i++) {
    const uint64_t low = job->place[i] >> job->fraction_bits;
    uint64_t r = job->both_signs ? (job->place[i] >> 63 ? -low : low) : low;
    r += test_random() % 4 - 1;
    if (test_random() % 8 == 0) r = test_random();
    put_result(job, wide, narrow, i, r);
  }
}

/* All are right, to nearest or inward, but at most one, which is not in one of many ways; if
   inward, that alone is negative. */
static void right_results(struct tmd_compare_job *job, uint64_t *wide, unsigned char *narrow) {
  const uint64_t ulp = UINT64_C(1) << job->fraction_bits, at = test_random() % job->count,
                 way = test_random() % 7;
  const int inward = job->inward;
  job->least = -(int64_t)(inward ? ulp : ulp / 2), job->most = inward ? 0 : (int64_t)(ulp / 2),
  job->direction = 0;
  job->slack = ulp >> 16, job->from = 0, job->width = UINT64_MAX;
  for (uint64_t i = 0; i < job->count + 16; i++) {
    const uint64_t whole = 100 + test_random() % 30000, sixteenths = 1 + test_random() % 6,
                   above = test_random() & 1;
    uint64_t r = whole + (above && !inward);
    place[i] = whole * ulp + ulp / 16 * (sixteenths + 8 * above);
    if (i == at && way == 1) r++;
    if (i == at && way == 2) r--;
    if (i == at && way == 3) r += 1 << 9;
    if (i == at && way == 4 && !job->both_signs) r += UINT64_C(1) << 24; /* the place is the same */
    if (i == at && way == 5)
      place[i] = (2 * whole + above) * (ulp / 2) + job->slack * (test_random() & 1);
    if (job->both_signs && (inward ? i == at : test_random() & 1)) place[i] = -place[i];
    put_result(job, wide, narrow, i, r);
  }
  if (way == 6) job->from = place[at] + 1, job->width = UINT64_MAX - 1;
}

static void test_compare(void) {
  static uint64_t wide[1024];
  static unsigned char narrow[8 * 1024];
  static uint8_t marks[6][1024];
  int right = 1;
  for (int run = 0; run < 1200; run++) {
    const int bytes = 2 << run % 3, both = run % 5 == 0 && bytes < 8,
              fraction = both ? 32 : TMD_CURVE_FRACTION_BITS;
    const int64_t half = INT64_C(1) << (fraction - 1);
    struct tmd_compare_job job = {.fraction_bits = fraction,
                                  .both_signs = both,
                                  .inward = both && run & 1,
                                  .place = place,
                                  .result = narrow,
                                  .bytes = bytes,
                                  .count = 1 + test_random() % 900,
                                  .sign = both || run & 2 ? UINT64_C(1) << (8 * bytes - 1) : 0,
                                  .low = both ? 0 : 16,
                                  .high = both ? UINT64_MAX : 60000,
                                  .slack = run % 7 ? test_random() >> 40 : 0,
                                  .reach = both ? UINT64_C(1) << fraction : UINT64_MAX >> 1,
                                  .from = run % 3 ? 0 : test_random(),
                                  .width = run % 3 ? UINT64_MAX : test_random(),
                                  .least = -half * (int64_t)(test_random() % 3),
                                  .most = half * (int64_t)(test_random() % 3),
                                  .direction = both ? 0 : run % 3 - 1};
    for (uint64_t i = 0; i < job.count + 16; i++) {
      place[i] = (test_random() >> 48) << fraction | test_random() >> (64 - fraction);
      if (test_random() % 4 == 0)
        place[i] = (place[i] & ~(uint64_t)(half - 1)) + (test_random() % 3 - 1) * job.slack;
      if (both && test_random() & 1) place[i] = -place[i];
    }
    (run < 600 ? random_results : right_results)(&job, wide, narrow);
    memset(marks, 0, sizeof marks);
    const struct tmd_compared expected = judge(&job, wide, marks[0], marks[1], marks[2]);
    for (size_t k = 0; k < sizeof sets / sizeof *sets; k++) {
      struct tmd_compared found;
      if (tmd_kernels_select(sets[k])) continue;
      memset(marks + 3, 0, sizeof marks / 2);
      tmd_kernel_compare()(&job, &found, &(struct tmd_marks){marks[3], marks[4], marks[5]});
      right &=
          !memcmp(&found, &expected, sizeof found) && !memcmp(marks, marks + 3, sizeof marks / 2);
    }
  }
  tap_ok(right, "compare: counts, extremes and marks, result by result, on each instruction set");
  tmd_kernels_select("auto");
}

/* ---- strips ---- */

static struct tmd_correct correct_at(const struct tmd_segment *segment, tmd_u128 X) {
  const struct tmd_checked checked = {segment->function, segment->problem->in,
                                      segment->problem->out, NULL};
  const tmd_u128 ordinal = tmd_argument_ordinal(&checked.in, segment->cell.e_in, X);
  struct tmd_correct c;
  tmd_correct_at(&c, &checked,
                 &(struct tmd_datum){TMD_DATUM_NUMBER, segment->cell.sign_x, ordinal});
  return c;
}

/* |f(x)| - its place, in ulp; places are modulo 2^24. */
static double off(const struct tmd_segment *segment, tmd_u128 X, uint64_t at) {
  const struct tmd_correct c = correct_at(segment, X);
  const int64_t whole = (int64_t)(((uint64_t)c.below << TMD_CURVE_FRACTION_BITS) - at);
  return ldexp((double)whole, -TMD_CURVE_FRACTION_BITS) + c.fraction;
}

static struct tmd_values_cell cell_of(const struct tmd_segment *segment) {
  const struct tmd_format *out = &segment->problem->out;
  return (struct tmd_values_cell){
      tmd_argument_ordinal(out, segment->cell.e_out, (tmd_u128)1 << (out->p - 1)),
      tmd_argument_ordinal(out, segment->cell.e_out, (tmd_u128)1 << out->p)};
}

static int lies_in(const struct tmd_values_cell *cell, const struct tmd_segment *segment,
                   tmd_u128 X) {
  const tmd_u128 below = correct_at(segment, X).below;
  return below >= cell->low && below < cell->high;
}

/* Every argument of a curve whose value is in the cell lies within the slack of its strip, but for
   few; others are open. The worst share of the slack. `direction` is what the curve and its strips
   say of |f|. */
static void test_curve(const char *name, const char *format, struct tmd_cell cell, tmd_u128 X0,
                       uint64_t n, int direction) {
  const struct tmd_problem problem = problem_of(name, format, format, TMD_MODES_ALL, 15);
  struct tmd_segment segment = {&problem, tmd_resolve(name), cell, X0, X0 + n};
  struct tmd_curve curve;
  const struct tmd_values_cell values = cell_of(&segment);
  int right = tmd_taylor_curve(&curve, &segment) && curve.direction == direction;
  uint64_t strips = 0, left = 0;
  double worst = 0;
  for (uint64_t t = 0; right && t < n; strips++) {
    struct tmd_strip strip;
    tmd_values_strip(&strip, place, &curve, &values, t, n);
    right &= strip.count == 0 || direction == 0 || strip.direction == direction;
    for (uint64_t i = 0; i < strip.count; i += 1 + strip.count / 64) {
      const int open = place[i] - strip.from > strip.width,
                inside = lies_in(&values, &segment, X0 + t + i);
      if (!inside || open) right &= !inside && open;
      if (open) continue;
      const double error = fabs(off(&segment, X0 + t + i, place[i]));
      const double slack = ldexp((double)strip.slack, -TMD_CURVE_FRACTION_BITS);
      right &= error <= slack;
      worst = fmax(worst, error / slack);
    }
    if (strip.count == 0) left += lies_in(&values, &segment, X0 + t) ? 8 : 0, strip.count = 8;
    t += strip.count;
  }
  tap_ok(right && left <= n / 64, "%s in %s: %d strips, places within %.2f of their slack", name,
         format, (int)strips, worst);
}

/* Differences whose lower words are all but full lose all that the bound says: it is not twice too
   large. */
static void test_truncation(void) {
  struct tmd_curve curve = {.n = TMD_STRIP_MOST, .degree = 2, .first = 1000000};
  const struct tmd_values_cell cell = {0, 1 << 24};
  struct tmd_strip strip;
  const tmd_u128 unit = (tmd_u128)1 << 64;
  curve.r[0] = ((tmd_u128)1000000 << (64 + TMD_CURVE_FRACTION_BITS)) + unit - 1;
  curve.r[2] = unit / 64 * 3 - 1;                      /* 64 of it: low by 64 of 2^-64 units */
  curve.r[1] = (unit * 100 - 1 - 28 * curve.r[2]) / 8; /* 8 of it, and 28 of the other, likewise */
  tmd_values_strip(&strip, place, &curve, &cell, 0, TMD_STRIP_MOST);
  const uint64_t last = (strip.count - 1) / 8 * 8;
  const tmd_u128 value = curve.r[0] + curve.r[1] * last + curve.r[2] * (last * (last - 1) / 2);
  const double lost = (double)((value >> 32) - ((tmd_u128)place[last] << 32)) * 0x1p-32;
  tap_ok(strip.count == TMD_STRIP_MOST && lost <= (double)strip.slack &&
             lost > (double)strip.slack / 2,
         "truncation: %.0f units of a slack of %d", lost, (int)strip.slack);
}

/* What the curve says of its own error: at its ends the remainder. */
static void test_remainder(void) {
  struct tmd_problem problem = {
      .name = "exp", .in = {53, -1022, 1023, {0}, 0}, .out = {53, -1022, 1023, {0}, 0}, .bits = 40};
  struct tmd_segment segment = {&problem, tmd_resolve("exp"), {0, 0, -1, 0}, 0, 0};
  double share = 0;
  int right = 1;
  for (int i = 0; i < 40; i++) {
    struct tmd_curve curve;
    /* in few bits neighbours are far apart, and the remainder counts */
    problem.in = (struct tmd_format){18 + i % 5, -126, 127, {0}, 0};
    problem.out = (struct tmd_format){24 + i % 8, -126, 127, {0}, 0};
    segment.X0 = ((tmd_u128)1 << (problem.in.p - 1)) + test_random() % 1000;
    segment.X1 = segment.X0 + (1u << (8 + i % 6));
    if (!tmd_taylor_curve(&curve, &segment)) continue;
    for (int end = 0; end < 2; end++) {
      const uint64_t t = end ? (uint64_t)(segment.X1 - segment.X0) - 1 : 0;
      tmd_u128 value = 0, binomial = 1;
      for (int j = 0; j <= curve.degree;
           binomial = (uint64_t)j >= t ? 0 : binomial * (t - (uint64_t)j) / (tmd_u128)(j + 1), j++)
        value += binomial * curve.r[j];
      const double low = ldexp((double)(uint64_t)value, -64 - TMD_CURVE_FRACTION_BITS);
      const double error = fabs(off(&segment, segment.X0 + t, (uint64_t)(value >> 64)) - low);
      right &= error <= curve.error + 0x1p-52;
      if (curve.error > 0x1p-44) share = fmax(share, error / curve.error);
    }
  }
  tap_ok(right && share > 0.5, "a curve's error: %.2f of the bound is reached, no more", share);
}

/* ---- expressions ---- */

/* Values that are said to be next to a number are what MPFR finds with more bits. Some of the range
   are such, not all. */
static void test_next_to(const char *name, double from, double to) {
  enum { ARGUMENTS = 100 };
  const struct tmd_checked checked = {
      tmd_resolve(name), {24, -126, 127, {0}, 0}, {24, -126, 127, {0}, 0}, NULL};
  int right = 1, said = 0, ternary;
  FLOATS(53, x, y, z);
  for (int i = 0; i < ARGUMENTS; i++) {
    int exact = -1;
    mpfr_set_d(x, (float)(from + (to - from) * i / ARGUMENTS), MPFR_RNDN);
    mpfr_set_prec(y, 24 + TMD_CORRECT_MORE_BITS);
    if (!tmd_next_to(y, &exact, &checked, x)) continue;
    mpfr_set_prec(z, mpfr_get_prec(y));
    right &= tmd_function_mpfr_within(checked.function, z, &ternary, NULL, x, MPFR_RNDZ, 0) &&
             mpfr_equal_p(y, z);
    right &= exact == (ternary == 0);
    said++;
  }
  tap_ok(right && said > ARGUMENTS / 3 && said < ARGUMENTS,
         "%s: %d of %d arguments from %g to %g are next to a number, as by MPFR", name, said,
         ARGUMENTS, from, to);
}

/* An undecided value: a result outside the enclosure is wrong, one that all of it rounds to is
   right, others are left open. */
static void test_undecided(void) {
  const struct tmd_format format = {8, -126, 127, {0}, 0};
  const struct tmd_checked checked = {tmd_resolve("tan(atan(x))-x+1"), format, format, NULL};
  const tmd_u128 one = tmd_argument_ordinal(&format, 0, 1 << 7);
  struct tmd_correct c, by;
  int settled[3][3], right = 1;
  tmd_correct_at(&c, &checked, &(struct tmd_datum){TMD_DATUM_NUMBER, 0, one + 5});
  right &= c.kind == TMD_CORRECT_UNDECIDED && !c.unknown;
  static const enum tmd_rounding modes[] = {TMD_ROUND_NEAREST, TMD_ROUND_UP, TMD_ROUND_DOWN};
  for (int m = 0; m < 3; m++)
    for (int off = -1; off <= 1; off++) {
      const struct tmd_datum result = {TMD_DATUM_NUMBER, 0, one + (tmd_u128)off};
      settled[m][off + 1] = tmd_correct_settle(&by, &c, &format, modes[m], &result);
      if (!settled[m][off + 1]) continue;
      const struct tmd_datum expected = tmd_correct_round(&by, &format, modes[m]);
      right &= tmd_datum_same(&expected, &result) == (m == 0 && off == 0);
    }
  static const int expected[3][3] = {{1, 1, 1}, {1, 0, 0}, {0, 0, 1}};
  tap_ok(right && !memcmp(settled, expected, sizeof settled),
         "undecided next to 1: what may be right is left open");
  tmd_correct_at(&c, &checked, &(struct tmd_datum){TMD_DATUM_INFINITE, 0, 0});
  tap_ok(c.kind == TMD_CORRECT_UNDECIDED && c.unknown &&
             !tmd_correct_has_infinite(checked.function),
         "an expression without a name has no value at infinity");
}

int main(void) {
  test_fill();
  test_compare();
  test_truncation();
  test_remainder();
  test_curve("exp", "binary32", (struct tmd_cell){0, 0, -1, 0}, 9000000, 1 << 16, 1);
  test_curve("sin", "binary32", (struct tmd_cell){1, 1, -2, -2}, 9000000, 1 << 16, 1);
  test_curve("log", "binary64", (struct tmd_cell){0, 0, 3, 1}, ((tmd_u128)1 << 52) + 123456789,
             1 << 14, 1);
  test_curve("exp", "binary32", (struct tmd_cell){0, 0, 6, 127}, 11600000, 1 << 12, 1);
  test_curve("exp", "binary32", (struct tmd_cell){0, 0, -25, 0}, 1 << 23, 1 << 14,
             1); /* at the bottom of its cell */
  test_curve("log", "binary32", (struct tmd_cell){0, 0, 2, 1}, 15495974 - (1 << 12), 1 << 13,
             1); /* log(x) passes 2 */
  test_curve("log", "binary32", (struct tmd_cell){0, 0, 2, 0}, 15495974 - (1 << 12), 1 << 13, 1);
  test_curve("exp", "binary32", (struct tmd_cell){0, 0, 6, 94}, 8541106, 1 << 13, 1); /* steep */
  test_curve("acos", "binary32", (struct tmd_cell){1, 0, -60, 0}, 9000000, 1 << 12,
             1); /* by less than its error */
  test_curve("acos", "binary32", (struct tmd_cell){0, 0, -60, 0}, 9000000, 1 << 12, -1);
  test_curve("sin", "binary32", (struct tmd_cell){0, 0, 0, -1}, 13176795 - (1 << 11), 1 << 12,
             0); /* rises and falls */
  test_curve("sin", "binary32", (struct tmd_cell){0, 0, 0, -1}, 13176795, 1 << 12, -1);
  test_next_to("sigmoid", 10, 200);
  test_next_to("silu", 10, 200);
  test_next_to("softplus", 10, 200);
  test_next_to("gelu", 1, 40);
  test_next_to("gelu_tanh", 1, 25);
  test_next_to("mish", 10, 100);
  test_undecided();
  return tap_done();
}
