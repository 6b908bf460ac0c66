#include "points.h"

#include "scaled.h"

enum { MARGIN_BITS = 10 };

/* What one evaluation needs, kept from argument to argument. */
struct point {
  arb_t x, G;
  arb_poly_t y;
  arf_t nearest, low, high;
};

/* 0 if the argument is certainly no case. */
static int may_be_case(struct point *p, const struct tmd_claim *claim, const struct tmd_function *function, tmd_u128 X) {
  const struct tmd_problem *problem = &claim->problem;
  const struct tmd_format *out = &problem->out;
  const int scale = tmd_problem_scale(problem), threshold = tmd_problem_threshold(problem);
  tmd_scaled_integer(p->x, X);
  arb_mul_2exp_si(p->x, p->x, tmd_cell_unit(problem, &claim->cell));
  if (claim->cell.sign_x) arb_neg(p->x, p->x);
  tmd_function_series(function, p->y, p->x, 1, scale + threshold + MARGIN_BITS);
  arb_poly_get_coeff_arb(p->G, p->y, 0);
  if (!arb_is_finite(p->G)) return 1;
  arb_get_abs_lbound_arf(p->low, p->G, 64);
  arb_get_abs_ubound_arf(p->high, p->G, 64);
  long e = tmd_scaled_log2(p->low);
  if (e != tmd_scaled_log2(p->high)) return 1;
  if (e > out->emax || e < out->emin - out->p - 1) return 0; /* overflow and underflow: nothing is hard */
  arb_abs(p->G, p->G);
  arb_mul_2exp_si(p->G, p->G, scale - (e < out->emin ? out->emin : e));
  tmd_scaled_offset(p->G, problem, -1);
  tmd_scaled_distance(p->nearest, p->low, p->high, p->G);
  /* low >= 2^-threshold, and high <= 1 - 2^-threshold for the integer on the other side */
  if (arf_cmp_2exp_si(p->low, -threshold) < 0) return 1;
  arf_sub_si(p->high, p->high, 1, ARF_PREC_EXACT, ARF_RND_DOWN);
  arf_neg(p->high, p->high);
  return arf_cmp_2exp_si(p->high, -threshold) < 0;
}

void tmd_points_claim(struct tmd_claim *claim, const struct tmd_function *function) {
  struct point p;
  arb_init(p.x), arb_init(p.G);
  arb_poly_init(p.y);
  arf_init(p.nearest), arf_init(p.low), arf_init(p.high);
  claim->kind = TMD_CASE;
  claim->record_bytes = sizeof(struct tmd_case_record);
  for (tmd_u128 X = claim->X0; X < claim->X1; X++)
    if (may_be_case(&p, claim, function, X)) ((struct tmd_case_record *)tmd_claim_append(claim))->X = tmd_wide_store(X);
  arb_clear(p.x), arb_clear(p.G);
  arb_poly_clear(p.y);
  arf_clear(p.nearest), arf_clear(p.low), arf_clear(p.high);
}
