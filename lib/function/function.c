#include "lib/function/function.h"

#include <limits.h>
#include <string.h>

#include "lib/base/arb-helpers.h"
#include "lib/base/error.h"
#include "lib/function/function-table.h"
#include "lib/function/quick.h"

enum {
  PLACE_PRECISION = 32,
  BALL_PRECISION = 64,
  BEYOND = 1 << 22 /* exponents beyond all formats (lib/problem/problem.c) */
};

/* ---- Methods ---- */

/* A value correctly rounded toward zero has the exponent of the exact one (or raises the overflow
   or underflow flag, far outside every format). */
static struct tmd_place place_by_mpfr(const struct tmd_function *f, const mpfr_t x) {
  int out_of_range;
  FLOATS(PLACE_PRECISION, y);
  const int exact = tmd_function_mpfr(f, y, x, MPFR_RNDZ, &out_of_range) == 0 && !out_of_range;
  struct tmd_place place = {.kind = TMD_PLACE_BETWEEN, .sign = mpfr_signbit(y) != 0};
  if (mpfr_nan_p(y) || mpfr_divby0_p()) place.kind = TMD_PLACE_OUTSIDE;
  else if (mpfr_zero_p(y))
    place.kind = exact ? TMD_PLACE_ZERO : TMD_PLACE_BETWEEN, place.low = LONG_MIN;
  else place.low = mpfr_inf_p(y) ? LONG_MAX - 1 : mpfr_get_exp(y) - 1;
  place.high = place.low + 1;
  return place;
}

static struct tmd_place place_by_arb(const struct tmd_function *f, const mpfr_t x) {
  struct tmd_place place = {.kind = TMD_PLACE_UNDECIDED};
  if (mpfr_cmp_d(x, f->least) < 0 || mpfr_cmp_d(x, f->greatest) > 0)
    return (struct tmd_place){.kind = TMD_PLACE_OUTSIDE};
  SCOPED(arb, y);
  SCOPED(arb_poly, series);
  arf_set_mpfr(arb_midref(y), x);
  f->methods->series(f, series, y, 1, BALL_PRECISION);
  arb_poly_get_coeff_arb(y, series, 0);
  if (arb_is_zero(y)) {
    place.kind = TMD_PLACE_ZERO;
  } else if (arb_is_finite(y) && !arb_contains_zero(y)) {
    place.kind = TMD_PLACE_BETWEEN;
    place.sign = arb_is_negative(y);
    tmd_ball_log2_range(&place.low, &place.high, y, BALL_PRECISION);
    if (place.high < LONG_MAX) place.high++;
  }
  return place;
}

static int single_step(const struct tmd_function *f, struct tmd_quick *quick) {
  if (f->quick != TMD_QUICK_NONE)
    return tmd_quick_add(quick, &(struct tmd_quick_step){.op = f->quick});
  if (!tmd_quick_is_row(quick)) return -1;
  return tmd_row_steps(f, quick, tmd_quick_add(quick, &(struct tmd_quick_step){.op = TMD_QUICK_X}));
}

/* Methods shared by the table's functions and members of families. */
#define BY_LIBRARY                                                              \
  .place = place_by_mpfr, .place_by_other = place_by_arb, .steps = single_step, \
  .bits_max = TMD_FUNCTION_BITS_MAX, .evaluations = 1, .cell_ns = TMD_CELL_NS,  \
  .oscillates_throughout = 1

static void entry_series(const struct tmd_function *f, arb_poly_t y, const arb_t x, slong len,
                         slong prec) {
  f->series(y, x, len, prec);
}
static int entry_mpfr(const struct tmd_function *f, mpfr_t y, const mpfr_t x, mpfr_rnd_t round) {
  return f->mpfr(y, x, round);
}
const struct tmd_methods tmd_methods_of_entries = {
    .series = entry_series, .jet = entry_series, .mpfr = entry_mpfr, BY_LIBRARY};

static void member_series(const struct tmd_function *f, arb_poly_t y, const arb_t x, slong len,
                          slong prec) {
  f->series_n(y, x, f->n, len, prec);
}
static int member_mpfr(const struct tmd_function *f, mpfr_t y, const mpfr_t x, mpfr_rnd_t round) {
  return f->mpfr_n(y, x, f->n, round);
}
const struct tmd_methods tmd_methods_of_members = {
    .series = member_series, .jet = member_series, .mpfr = member_mpfr, BY_LIBRARY};
/* ---- Access ---- */

const struct tmd_function *tmd_function_find(const char *name) {
  const int family = tmd_family_of(name);
  const struct tmd_function *f;
  if (!strcmp(name, tmd_identity.name)) return &tmd_identity;
  for (int i = 0; (f = tmd_function_entry(i)); i++)
    if (!strcmp(name, f->name)) return f;
  if (family >= 0) return tmd_family_member(family, name);
  return tmd_error(TMD_USAGE, "unknown function '%.80s'", name), NULL;
}

int tmd_function_is_listed(const char *name) {
  const struct tmd_function *f;
  int i = 0;
  while ((f = tmd_function_entry(i)) && strcmp(name, f->name)) i++;
  return f || !strcmp(name, tmd_identity.name) || tmd_family_of(name) >= 0;
}

void tmd_linear_init(struct tmd_linear *linear) {
  fmpq_init(linear->slope), fmpq_init(linear->number);
  arb_init(linear->rest);
  linear->side = 0, linear->log2 = 0;
}

void tmd_linear_clear(struct tmd_linear *linear) {
  fmpq_clear(linear->slope), fmpq_clear(linear->number);
  arb_clear(linear->rest);
}

void tmd_function_series(const struct tmd_function *function, arb_poly_t y, const arb_t x,
                         slong len, slong prec) {
  function->methods->series(function, y, x, len, prec);
}

struct tmd_place tmd_function_place(const struct tmd_function *function, const mpfr_t x) {
  return function->methods->place(function, x);
}

int tmd_place_is_far_out(const struct tmd_place *place) {
  return place->kind == TMD_PLACE_BETWEEN && (place->low > BEYOND || place->high < -BEYOND);
}

/* a lies below b. Bounds far outside every format may be saturated; then the result is 0. */
static int lies_below(const struct tmd_place *a, const struct tmd_place *b) {
  return a->high <= b->low && a->high <= BEYOND && b->low >= -BEYOND;
}

static int contradict(const struct tmd_place *a, const struct tmd_place *b) {
  if (a->kind == TMD_PLACE_UNDECIDED || b->kind == TMD_PLACE_UNDECIDED) return 0;
  if (a->kind != b->kind) return 1;
  return a->kind == TMD_PLACE_BETWEEN &&
         (a->sign != b->sign || lies_below(a, b) || lies_below(b, a));
}

int tmd_function_place_certain(const struct tmd_function *function, const mpfr_t x,
                               struct tmd_place *place) {
  *place = tmd_function_place(function, x);
  const struct tmd_place other = function->methods->place_by_other(function, x);
  if (!contradict(place, &other)) return 0;
  return tmd_error(TMD_USAGE, "MPFR and Arb contradict each other on %s", function->name);
}

int tmd_function_steps(const struct tmd_function *function, struct tmd_quick *quick) {
  return function->methods->steps(function, quick);
}

enum tmd_theorem tmd_function_theorem(const struct tmd_function *function, int sign_x, int unit) {
  return function->theorem ? function->theorem(sign_x, unit) : TMD_THEOREM_NONE;
}

static void widest_range(void) {
  mpfr_set_emin(mpfr_get_emin_min());
  mpfr_set_emax(mpfr_get_emax_max());
  mpfr_clear_flags();
}

int tmd_function_mpfr(const struct tmd_function *function, mpfr_t y, const mpfr_t x,
                      mpfr_rnd_t round, int *inexact_range) {
  widest_range();
  const int ternary = function->methods->mpfr(function, y, x, round);
  *inexact_range = mpfr_overflow_p() || mpfr_underflow_p() || mpfr_nanflag_p() || mpfr_divby0_p();
  return ternary;
}

int tmd_function_mpfr_within(const struct tmd_function *function, mpfr_t y, int *ternary,
                             struct tmd_enclosure *enclosure, const mpfr_t x, mpfr_rnd_t round,
                             mpfr_prec_t most) {
  const struct tmd_methods *methods = function->methods;
  widest_range();
  if (!methods->mpfr_within) {
    *ternary = methods->mpfr(function, y, x, round);
    return 1;
  }
  *ternary = methods->mpfr_within(function, y, enclosure, x, round, most);
  return !(mpfr_nanflag_p() && mpfr_erangeflag_p());
}

void tmd_enclosure_init(struct tmd_enclosure *enclosure) {
  mpfr_init2(enclosure->low, 2), mpfr_init2(enclosure->high, 2);
}
void tmd_enclosure_clear(struct tmd_enclosure *enclosure) {
  mpfr_clears(enclosure->low, enclosure->high, NULL);
}
