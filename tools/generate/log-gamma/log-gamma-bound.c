/* The error of lgamma's design: states are enclosed for w in each interval of the table. */
#include <math.h>

#include "lib/base/error.h"
#include "tools/generate/log-gamma/log-gamma.h"
#include "tools/generate/log-table.h"
#include "tools/generate/reals.h"

static struct tmd_approximation *log_of(struct tmd_design *design) {
  return design->piece + TMD_LOG_GAMMA_LOG;
}

/* ---- logarithms ---- */

/* The exact h of an index, 32 e + i. */
static double high(const struct tmd_design *design, int64_t index) {
  const int64_t e = index >> 5;
  return fma((double)e, tmd_log_two(), design->table->entry[index & (TMD_LOG_ENTRIES - 1)]);
}

/* r = c_i w/2^e - 1 for w in the ball and in the interval, whose ends are moved outward by 2^-40 as
   w is rounded; 0 if there is no such w. */
static int reduce(arb_t r, const struct tmd_design *design, int64_t index, const arb_t w) {
  const int i = (int)(index & (TMD_LOG_ENTRIES - 1));
  const double c = design->table[1].entry[i];
  SCOPED(arb, all);
  arb_set_d(r, c);
  arb_mul(r, r, w, TMD_IDEAL_BITS);
  arb_mul_2exp_si(r, r, -(slong)(index >> 5));
  arb_sub_ui(r, r, 1, TMD_IDEAL_BITS);
  tmd_real_between(all, c * tmd_log_from(i) - 1 - 0x1p-40, c * tmd_log_from(i + 1) - 1 + 0x1p-40);
  return arb_intersection(r, r, all, TMD_IDEAL_BITS);
}

/* log w - h, and a bound of the error of l, for r in the ball, stored with an error. */
static void enclose_log(arb_t l, mag_t error, struct tmd_design *design, int64_t index,
                        const arb_t r, const mag_t of_r) {
  struct tmd_terms *s = design->part + TMD_LOG_GAMMA_LOG;
  const int i = (int)(index & (TMD_LOG_ENTRIES - 1));
  SCOPED(arb, e);
  SCOPED(mag, part);
  arb_set_si(e, (slong)(index >> 5));
  arb_mul_2exp_si(e, e, TMD_LOG_PLACE);
  tmd_terms_set(s, TMD_LOG_R, r, of_r), tmd_terms_set(s, TMD_LOG_E, e, part);
  tmd_terms_enclose(s);
  const struct tmd_code_line *last = s->term + s->count - 1;
  tmd_approximation_error(error, log_of(design), r);
  tmd_log_entry(e, design, log_of(design), i);
  tmd_real_error(part, design->table->entry[i], e);
  mag_add(error, error, part);
  arb_set(l, last->ideal);
  arb_add_error_mag(l, error);
  mag_add(error, error, last->error);
}

/* ---- Stirling's series ---- */

static void bound_stirling_state(struct tmd_design *design, int64_t index, const arb_t r) {
  struct tmd_terms *s = design->part + TMD_LOG_GAMMA_STIRLING;
  SCOPED(arb, z, f, l, one);
  SCOPED(mag, error, zero, size);
  const double h = high(design, index);
  arb_add_ui(z, r, 1, TMD_IDEAL_BITS);
  arb_mul_2exp_si(z, z, (slong)(index >> 5));
  arb_set_d(one, design->table[1].entry[index & (TMD_LOG_ENTRIES - 1)]);
  arb_div(z, z, one, TMD_IDEAL_BITS);
  tmd_real_between(one, tmd_stirling_from, tmd_stirling_end);
  if (!arb_intersection(z, z, one, TMD_IDEAL_BITS)) return;
  enclose_log(l, error, design, index, r, zero);
  tmd_terms_set(s, TMD_STIRLING_Z, z, zero), tmd_terms_set(s, TMD_STIRLING_L, l, error);
  arb_set_d(one, h), tmd_terms_set(s, TMD_STIRLING_H, one, zero);
  arb_set_d(one, h - 1), tmd_terms_set(s, TMD_STIRLING_LESS, one, zero);
  tmd_terms_enclose(s);
  arb_inv(one, z, TMD_IDEAL_BITS);
  arb_get_mag(size, one);
  arb_sqr(one, one, TMD_IDEAL_BITS);
  tmd_approximation_error(error, design->piece + TMD_LOG_GAMMA_STIRLING, one);
  mag_mul(error, error, size);
  arb_lgamma(f, z, TMD_IDEAL_BITS);
  tmd_design_add(design, s, error, f);
}

/* r is exact: z is a number of binary32. */
static void bound_stirling(struct tmd_design *design) {
  enum { PIECES = 4 };
  SCOPED(arb, r);
  const int64_t last = tmd_log_index(tmd_stirling_end);
  for (int64_t index = tmd_log_index(tmd_stirling_from); index <= last; index++) {
    const int i = (int)(index & (TMD_LOG_ENTRIES - 1));
    const double c = design->table[1].entry[i], a = c * tmd_log_from(i) - 1,
                 step = (c * tmd_log_from(i + 1) - 1 - a) / PIECES, wider = step * 0x1p-20;
    for (int k = 0; k < PIECES; k++) {
      tmd_real_between(r, a + k * step - wider, a + (k + 1) * step + wider);
      bound_stirling_state(design, index, r);
    }
  }
}

/* ---- x = t + k ---- */

/* w */
static void product(arb_t w, int k, const arb_t t) {
  SCOPED(arb, one);
  arb_one(w);
  for (int j = k > 2 ? 2 : k; j <= (k > 2 ? k - 1 : k < 2); j++) {
    arb_add_si(one, t, j, TMD_IDEAL_BITS);
    arb_mul(w, w, one, TMD_IDEAL_BITS);
  }
  arb_abs(w, w);
}

/* f(x): G(t) is t times a polynomial, within its error. */
static void exact(arb_t f, const struct tmd_design *design, int k, const arb_t t) {
  const struct tmd_approximation *p = &design->p;
  SCOPED(arb, log, one);
  SCOPED(mag, error);
  arb_zero(f);
  for (int i = p->count - 1; i >= 0; i--) {
    arb_set_d(one, p->coefficient[i]);
    arb_add(f, f, one, TMD_IDEAL_BITS);
    arb_mul(f, f, t, TMD_IDEAL_BITS);
  }
  tmd_approximation_error(error, p, t);
  arb_add_error_mag(f, error);
  product(log, k, t);
  arb_log(log, log, TMD_IDEAL_BITS);
  if (k > 2) arb_add(f, f, log, TMD_IDEAL_BITS);
  else arb_sub(f, f, log, TMD_IDEAL_BITS);
}

/* The error of r: w has of_w relative to it, and r is rounded; without FMA the product with w's
   second word, too: log-table.h. */
static void error_of_r(mag_t error, struct tmd_design *design, const mag_t of_w) {
  const double radius = log_of(design)->radius;
  SCOPED(mag, part);
  mag_set_d(part, 1 + radius);
  mag_mul(error, of_w, part);
  mag_set_d(part, radius + (design->demands.no_fma ? 0x1p-20 : 0));
  mag_mul_2exp_si(part, part, -52);
  mag_add(error, error, part);
}

/* s l + d. For k < 0, -k products have relative errors below 2^-52 each, so that |d| < 2^-48; its
   own error, that of 2 |k| roundings and of the square of d, is below 2^-94; without FMA below
   2^-72: |k| times 2^-76 for the second words of products, and 2 |k| roundings more. */
static void enclose_low(arb_t low, mag_t error, int k, int no_fma) {
  SCOPED(mag, size);
  if (k < 3) arb_neg(low, low);
  if (k < 0) {
    mag_set_ui_2exp_si(size, 1, -48);
    arb_add_error_mag(low, size);
    mag_set_ui_2exp_si(size, 1, no_fma ? -72 : -94);
    mag_add(error, error, size);
  }
  arb_get_mag(size, low);
  mag_add(size, size, error);
  mag_mul_2exp_si(size, size, -52);
  mag_add(error, error, size);
}

/* The state of an interval of w. G(t), left out for small x, where t = 0, is less than |t|. */
static void bound_state(struct tmd_design *design, int k, const arb_t t, const arb_t f,
                        int64_t index, const arb_t r) {
  struct tmd_terms *s = &design->steps;
  SCOPED(arb, low, one);
  SCOPED(mag, error, of_w, tiny, size);
  if (k == 0) mag_set_ui_2exp_si(of_w, 1, -52);
  if (k < 1 || k > 3) error_of_r(error, design, of_w);
  enclose_log(low, size, design, index, r, error);
  enclose_low(low, size, k, design->demands.no_fma);
  tmd_terms_set(s, k < 0 ? TMD_LOG_GAMMA_B : TMD_LOG_GAMMA_A, low, size);
  arb_set_d(one, high(design, index));
  if (k < 3) arb_neg(one, one);
  mag_zero(size);
  tmd_terms_set(s, k < 0 ? TMD_LOG_GAMMA_A : TMD_LOG_GAMMA_B, one, size);
  tmd_terms_set(s, TMD_LOG_GAMMA_T, t, size);
  tmd_terms_enclose(s);
  tmd_approximation_error(error, &design->p, t);
  tmd_design_add(design, s, error, f);
  arb_get_mag_lower(size, t);
  mag_set_ui_2exp_si(tiny, 1, TMD_LOG_GAMMA_TINY);
  if (k != 0 || mag_cmp(size, tiny) >= 0) return;
  arb_zero(one), mag_zero(size);
  tmd_terms_set(s, TMD_LOG_GAMMA_T, one, size);
  tmd_terms_enclose(s);
  tmd_design_add(design, s, tiny, f);
}

/* The states of t. The stored w, which decides the interval, differs from the product for k < 1. */
static void bound_ball(struct tmd_design *design, int k, const arb_t t, const arb_t f) {
  SCOPED(arb, w, r);
  SCOPED(arf, low, high);
  SCOPED(mag, wider);
  product(w, k, t);
  arb_get_mag(wider, w);
  mag_mul_2exp_si(wider, wider, -48);
  if (k < 1) arb_add_error_mag(w, wider);
  arb_get_interval_arf(low, high, w, TMD_IDEAL_BITS);
  const int64_t last = tmd_log_index(arf_get_d(high, ARF_RND_CEIL));
  for (int64_t index = tmd_log_index(arf_get_d(low, ARF_RND_FLOOR)); index <= last; index++)
    if (reduce(r, design, index, w)) bound_state(design, k, t, f, index, r);
}

/* f for t from a to b; 1 if it varies too much, and the interval can be divided. */
static int is_wide(arb_t t, arb_t f, const struct tmd_design *design, int k, double a, double b) {
  SCOPED(mag, least);
  tmd_real_between(t, a, b);
  exact(f, design, k, t);
  arb_get_mag_lower(least, f);
  mag_mul_2exp_si(least, least, -4);
  return mag_cmp(arb_radref(f), least) > 0 && b - a > fabs(a) * 0x1p-30;
}

/* |f(x)| from which the bound holds for x < -3/2. */
static double zero(const struct tmd_design *design) {
  return TMD_LOG_GAMMA_ZERO * (design->demands.no_fma ? 2 : 1);
}

static int all_listed(const struct tmd_design *design, const arb_t f, int k) {
  SCOPED(mag, most, limit);
  arb_get_mag(most, f);
  mag_set_d_lower(limit, zero(design));
  return k < -1 && mag_cmp(most, limit) < 0;
}

static void bound_range(struct tmd_design *design, int k, double a, double b) {
  SCOPED(arb, t, f);
  const int wide = is_wide(t, f, design, k, a, b);
  if (all_listed(design, f, k)) return;
  if (!wide) bound_ball(design, k, t, f);
  else {
    bound_range(design, k, a, (a + b) / 2);
    bound_range(design, k, (a + b) / 2, b);
  }
}

/* The least |t| > 0 for k: numbers next to -k have this distance. */
static double least(int k) { return k == 0 ? 0x1p-149 : ldexp(1, ilogb(k) - 24); }

/* Ranges of t with a bounded ratio, and those next to 0 if f has neither a pole nor a zero there.
 */
static void each_range(struct tmd_design *design, int k,
                       void (*visit)(struct tmd_design *design, int k, double a, double b)) {
  const double ratio = 1 + 0x1p-4;
  for (double a = least(k); a < 0.5; a *= ratio) {
    const double b = fmin(a * ratio, 0.5);
    visit(design, k, a, b), visit(design, k, -b, -a);
  }
  if (k > 2) visit(design, k, -least(k), least(k));
}

/* ---- the reflection ---- */

/* The greatest relative error of w. */
static void error_of_w(mag_t error, struct tmd_design *design) {
  const double ratio = 1 + 0x1p-4;
  struct tmd_terms *s = design->part + TMD_LOG_GAMMA_SINE;
  const struct tmd_approximation *p = design->piece + TMD_LOG_GAMMA_SINE;
  SCOPED(arb, t, one);
  SCOPED(mag, part, size);
  mag_zero(error);
  arb_one(one);
  tmd_terms_set(s, TMD_SINE_Z, one, error);
  for (double a = 0x1p-24; a < 0.5; a *= ratio) {
    tmd_real_between(t, a, fmin(a * ratio, 0.5));
    mag_zero(part);
    tmd_terms_set(s, TMD_SINE_T, t, part);
    tmd_terms_enclose(s);
    tmd_approximation_error(part, p, t);
    mag_add(part, part, s->term[s->count - 1].error);
    tmd_approximation_exact(one, p, t);
    arb_get_mag_lower(size, one);
    mag_div(part, part, size);
    mag_max(error, error, part);
  }
}

/* The greatest error of l there, w between 2^-24 and 2^23. */
static void error_of_l(mag_t error, struct tmd_design *design) {
  SCOPED(arb, l, r, w);
  SCOPED(mag, of_r, part);
  error_of_w(part, design);
  error_of_r(of_r, design, part);
  mag_zero(error);
  tmd_real_between(w, 0x1p-24, 0x1p23);
  const int64_t last = tmd_log_index(0x1p23);
  for (int64_t index = tmd_log_index(0x1p-24); index <= last; index++) {
    if (!reduce(r, design, index, w)) continue;
    enclose_log(l, part, design, index, r, of_r);
    mag_max(error, error, part);
  }
}

/* The relative error for z from a to b in a binade: the sum S + l + h, with that of S, is -f, and
   |f| is least where t is, a unit in the last place of z. There are two more roundings. */
static void bound_reflected_range(mag_t error, const struct tmd_design *design, double a, double b,
                                  const mag_t of_S, const mag_t of_l) {
  SCOPED(arb, z, f, w);
  SCOPED(mag, size);
  arb_set_d(f, a), arb_set_d(w, b);
  arb_lgamma(f, f, TMD_IDEAL_BITS), arb_lgamma(w, w, TMD_IDEAL_BITS);
  arb_union(f, f, w, TMD_IDEAL_BITS); /* it increases */
  tmd_real_between(z, a, b);
  arb_get_mag(size, f);
  mag_mul(error, of_S, size);
  mag_add(error, error, of_l);
  mag_add_ui(size, size, 1);
  mag_mul_2exp_si(size, size, -52);
  mag_add(error, error, size);
  arb_set_d(w, ldexp(1, ilogb(a) - 23));
  tmd_approximation_exact(w, design->piece + TMD_LOG_GAMMA_SINE, w);
  arb_mul(w, w, z, TMD_IDEAL_BITS);
  arb_log(w, w, TMD_IDEAL_BITS);
  arb_add(f, f, w, TMD_IDEAL_BITS);
  arb_get_mag_lower(size, f);
  mag_div(error, error, size);
  mag_set_ui_2exp_si(size, 5, -54); /* the last rounding */
  mag_add(error, error, size);
}

/* of_S: the bound for z >= stirling_from. */
static void bound_reflected(struct tmd_design *design) {
  const double ratio = 1 + 0x1p-5, end = 0x1p23;
  SCOPED(mag, of_S, of_l, error);
  mag_set(of_S, design->bound);
  error_of_l(of_l, design);
  for (double a = TMD_LOG_GAMMA_LAST + 0.5, b; a < end; a = b) {
    b = fmin(a * ratio, ldexp(1, ilogb(a) + 1));
    bound_reflected_range(error, design, a, b, of_S, of_l);
    tmd_design_add_relative(design, error);
  }
}

void tmd_log_gamma_bound(struct tmd_design *design) {
  bound_stirling(design);
  bound_reflected(design);
  for (int k = -TMD_LOG_GAMMA_LAST; k < tmd_stirling_from; k++) each_range(design, k, bound_range);
}

/* ---- arguments next to zeros ---- */

static struct {
  struct tmd_hard_cases *list;
  const struct tmd_problem *problem;
  int failed; /* f(x) of a number is undecided */
} listing;

/* The negative numbers of `count` successive encodings. */
static void add_numbers(uint32_t x, uint32_t count) {
  for (; count > 0; count--, x++) {
    struct tmd_correct correct;
    const int e = (int)(x >> 23 & 0xff) - 127;
    tmd_correct_at_number(&correct, listing.problem, 1, e, (x & 0x7fffff) | 0x800000);
    if (correct.kind == TMD_CORRECT_NUMBER)
      tmd_hard_cases_add(listing.list, listing.problem, x, &correct);
    else if (correct.kind == TMD_CORRECT_UNDECIDED)
      listing.failed =
          tmd_error(TMD_USAGE, "lgamma: the result at %a is undecided", tmd_float_decode(x));
  }
}

/* The numbers of an interval with |f(x)| < zero(), and some next to these. */
static void list_range(struct tmd_design *design, int k, double a, double b) {
  enum { FEW = 32 };
  SCOPED(arb, t, f);
  SCOPED(mag, least, limit);
  tmd_real_between(t, a, b);
  exact(f, design, k, t);
  arb_get_mag_lower(least, f);
  mag_set_d(limit, zero(design));
  if (mag_cmp(least, limit) >= 0) return;
  const uint32_t first = tmd_float_encode(k + b) - 1, last = tmd_float_encode(k + a) + 1;
  if (last - first <= FEW) add_numbers(first, last - first + 1);
  else {
    list_range(design, k, a, (a + b) / 2);
    list_range(design, k, (a + b) / 2, b);
  }
}

int tmd_log_gamma_list(struct tmd_hard_cases *list, struct tmd_design *design,
                       const struct tmd_problem *problem) {
  listing.list = list, listing.problem = problem, listing.failed = 0;
  for (int k = -TMD_LOG_GAMMA_LAST; k < -1; k++) each_range(design, k, list_range);
  return listing.failed;
}
