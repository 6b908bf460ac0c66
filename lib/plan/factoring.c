#include "lib/plan/factoring.h"

#include <math.h>
#include <stdlib.h>

#include "lib/base/error.h"
#include "lib/cell/pieces.h"

static int same(const struct tmd_factoring_range *range, const struct tmd_divisors *d) {
  return fmpz_equal(range->first, d->first) && fmpz_equal(range->last, d->last);
}

/* The number of its integers that no earlier line has; an estimate if ranges overlap. */
static double unpaid(const struct tmd_factoring *f, const struct tmd_divisors *d) {
  SCOPED(fmpz, low, high);
  fmpz_sub(high, d->last, d->first);
  const double all = fmpz_get_d(high) + 1;
  double most = 0;
  for (size_t i = 0; i < f->count; i++) {
    fmpz_set(low, fmpz_cmp(f->paid[i].first, d->first) > 0 ? f->paid[i].first : d->first);
    fmpz_set(high, fmpz_cmp(f->paid[i].last, d->last) < 0 ? f->paid[i].last : d->last);
    fmpz_sub(high, high, low);
    const double paid = fmpz_get_d(high) + 1;
    if (paid > most) most = paid;
  }
  return all - most;
}

static void pay(struct tmd_factoring *f, const struct tmd_divisors *d) {
  f->paid = tmd_grow(f->paid, &f->capacity, f->count + 1, sizeof *f->paid);
  struct tmd_factoring_range *range = f->paid + f->count++;
  fmpz_init_set(range->first, d->first);
  fmpz_init_set(range->last, d->last);
}

/* 1 if D X V at an argument in the middle of the binade is, up to 1, the value on the segment with
   these divisors. */
static int has_same(const struct tmd_planner *planner, const struct tmd_divisors *d, int sign_x,
                    int e_in) {
  const struct tmd_problem *problem = planner->problem;
  const tmd_u128 X = ((tmd_u128)3 << (problem->in.p - 1)) >> 1;
  struct tmd_range range[1];
  if (tmd_problem_decimal(problem) || e_in < problem->in.emin || e_in > problem->in.emax) return 0;
  struct tmd_segment at = {problem,
                           planner->function,
                           {.sign_x = sign_x, .e_in = e_in, .e_out = TMD_E_OUT_SCATTERED},
                           X,
                           X + 1};
  if (!tmd_domains_cut(&planner->domains, &problem->in, sign_x, e_in, X, X + 1, range) ||
      !tmd_segment_clip(&at) || !tmd_cut_own_cell(&at, X))
    return 0;
  SCOPED(arb, P, bound);
  tmd_divisors_product(P, &at, X);
  arb_mul_2exp_si(P, P, problem->bits);
  arb_set_fmpz(bound, d->low);
  arb_sub(bound, bound, P, ARF_PREC_EXACT);
  int same = arf_cmp_2exp_si(arb_midref(bound), problem->bits) <= 0;
  arb_set_fmpz(bound, d->high);
  arb_sub(bound, P, bound, ARF_PREC_EXACT);
  same = same && arf_cmp_2exp_si(arb_midref(bound), problem->bits) <= 0;
  return same;
}

/* The number of binades that share the integers, at most `most`: the segment's and those next to
   it, on both sides of 0. */
static int sharing(const struct tmd_planner *planner, const struct tmd_segment *segment,
                   const struct tmd_divisors *d, int most) {
  const int e = segment->cell.e_in;
  int count = 1;
  for (int side = 0; side < 2; side++) {
    const int sign = segment->cell.sign_x ^ side;
    if (side && has_same(planner, d, sign, e)) count++;
    for (int k = e + 1; count < most && has_same(planner, d, sign, k); k++) count++;
    for (int k = e - 1; count < most && has_same(planner, d, sign, k); k--) count++;
  }
  return count;
}

/* 1 if factoring the integers pays: it takes `cost` seconds once, and saves `saved` seconds in each
   line that shares them. */
static int worth(struct tmd_factoring *f, const struct tmd_planner *planner,
                 const struct tmd_segment *segment, const struct tmd_divisors *d, double cost,
                 double saved) {
  if (cost <= saved) return 1;
  const double lines = ceil(cost / saved),
               binades = 2.0 * (planner->problem->in.emax - planner->problem->in.emin + 1);
  if (!(saved > 0) || lines > binades || same(&f->refused, d)) return 0;
  if (sharing(planner, segment, d, (int)lines) >= lines) return 1;
  fmpz_set(f->refused.first, d->first);
  fmpz_set(f->refused.last, d->last);
  return 0;
}

int tmd_factoring_choose(struct tmd_factoring *f, const struct tmd_planner *planner,
                         const struct tmd_segment *segment, double seconds, double *cost) {
  const int asked = planner->method == TMD_METHOD_DIVISORS;
  const double line =
      tmd_cost_divisors(planner->problem, tmd_wide_double(segment->X1 - segment->X0));
  if (!asked && (planner->method != TMD_METHOD_AUTO || seconds < line)) return 0;
  if (!asked && tmd_problem_decimal(planner->problem)) return 0; /* other decades share nothing */
  SCOPED_STRUCT(tmd_divisors, d);
  int chosen = tmd_divisors_find(&d, segment);
  if (chosen) {
    const double integers = unpaid(f, &d),
                 factoring = integers * tmd_cost_factoring((double)fmpz_bits(d.last));
    chosen = asked || worth(f, planner, segment, &d, factoring, seconds - line);
    if (chosen && integers > 0) pay(f, &d);
    *cost = line + factoring;
  }
  return chosen;
}

void tmd_factoring_free(struct tmd_factoring *f) {
  for (size_t i = 0; i < f->count; i++) fmpz_clear(f->paid[i].first), fmpz_clear(f->paid[i].last);
  fmpz_clear(f->refused.first), fmpz_clear(f->refused.last);
  free(f->paid);
}
