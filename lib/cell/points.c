#include "lib/cell/points.h"

#include <string.h>

#include "lib/function/quick.h"
#include "lib/base/ball.h"
#include "lib/cell/decide.h"
#include "lib/cell/scaled.h"

enum {
  MARGIN_BITS = 10,
  QUICK_BITS = 48,       /* of G and of the threshold together, so that 2^-49 of G is less than the window */
  QUICK_EXPONENT = 900,  /* of f in double precision */
  TEST_NS = 4,
  BALL_NS = 370          /* of an argument by ball arithmetic, on one core */
};

/* What one evaluation needs, kept from argument to argument. */
struct point {
  arb_t x, G;
  arb_poly_t y;
  struct tmd_distance distance;
};

/* 0 if the argument is certainly no case. */
static int may_be_case(struct point *p, const struct tmd_claim *claim, const struct tmd_function *function, tmd_u128 X) {
  const struct tmd_problem *problem = &claim->problem;
  const struct tmd_format *out = &problem->out;
  const int scale = tmd_problem_scale(problem), threshold = tmd_problem_threshold(problem);
  tmd_ball_integer(p->x, X);
  tmd_ball_scale(p->x, p->x, claim->cell.sign_x, tmd_cell_unit(problem, &claim->cell));
  tmd_function_series(function, p->y, p->x, 1, scale + threshold + MARGIN_BITS);
  arb_poly_get_coeff_arb(p->G, p->y, 0);
  if (!arb_is_finite(p->G)) return 1;
  long e, greatest;
  tmd_ball_log2_range(&e, &greatest, p->G, 64);
  if (e != greatest) return 1;
  if (e > out->emax || e < out->emin - out->p - 1) return 0; /* overflow and underflow: nothing is hard */
  arb_abs(p->G, p->G);
  arb_mul_2exp_si(p->G, p->G, scale - (e < out->emin ? out->emin : e));
  tmd_scaled_offset(p->G, problem, -1);
  return tmd_decide(&p->distance, problem, p->G) != TMD_DECISION_NONE;
}

/* ---- In double precision ---- */

/* The scaled value of the problem's, in double precision. */
struct quickly {
  struct tmd_quick *f; /* NULL: none */
  struct tmd_format out;
  int scale;
  double offset, window;
};

/* 1 if most arguments can be decided so. */
static int serves(const struct tmd_problem *problem) {
  const struct tmd_format *out = &problem->out;
  return problem->in.p <= TMD_QUICK_PRECISION_MAX && tmd_problem_scale(problem) + tmd_problem_threshold(problem) < QUICK_BITS &&
         out->emax < QUICK_EXPONENT && out->emin - out->p > -QUICK_EXPONENT;
}

static struct quickly prepare(const struct tmd_claim *claim, const struct tmd_function *function) {
  const struct tmd_problem *problem = &claim->problem;
  return (struct quickly){
      .f = serves(problem) ? tmd_quick_open(function, claim->cell.sign_x, tmd_cell_unit(problem, &claim->cell)) : NULL,
      .out = problem->out,
      .scale = tmd_problem_scale(problem),
      .offset = tmd_problem_offset_half(problem) ? 0.5 : 0,
      .window = ldexp(1, -tmd_problem_threshold(problem))};
}

/* floor(log2 x) of a normal x > 0, and 2^e. */
static int exponent_of(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return (int)(bits >> 52) - 1023;
}

static double power_of_two(int e) {
  const uint64_t bits = (uint64_t)(1023 + e) << 52;
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/* 1 if the argument is certainly no case. With |f - y| <= error and g = y 2^k rounded once (the offset), half a unit of which
   the term 2^-51 |y| covers beside the roundings of the bounds. */
static int certainly_no_case(const struct quickly *quickly, uint64_t X) {
  const struct tmd_near y = tmd_quick_value(quickly->f, X);
  const double size = fabs(y.value), error = y.error + size * 0x1p-51, low = size - error, high = size + error;
  if (!near_finite(y) || !(low >= 0x1p-1000)) return 0;
  const int e = exponent_of(low);
  if (e != exponent_of(high)) return 0;
  if (e > quickly->out.emax || e < quickly->out.emin - quickly->out.p - 1) return 1;
  const double unit = power_of_two(quickly->scale - (e < quickly->out.emin ? quickly->out.emin : e));
  return tmd_decide_excludes((struct tmd_near){size * unit - quickly->offset, error * unit}, quickly->window);
}

double tmd_points_ns(const struct tmd_problem *problem, const struct tmd_function *function, double *cell_ns) {
  const double ns = tmd_quick_ns(function, cell_ns);
  if (serves(problem) && ns > 0) return ns + TEST_NS;
  *cell_ns = TMD_CELL_NS;
  return BALL_NS;
}

/* The candidates of a claim; quickly->f may be none. */
static void find(struct tmd_claim *claim, const struct tmd_function *function, const struct quickly *quickly) {
  struct point p;
  arb_init(p.x), arb_init(p.G);
  arb_poly_init(p.y);
  tmd_distance_init(&p.distance);
  claim->kind = TMD_CASE;
  claim->record_bytes = sizeof(struct tmd_case_record);
  for (tmd_u128 X = claim->X0; X < claim->X1; X++) {
    if (quickly->f && certainly_no_case(quickly, (uint64_t)X)) continue; /* X has TMD_QUICK_PRECISION_MAX bits then */
    if (may_be_case(&p, claim, function, X)) ((struct tmd_case_record *)tmd_claim_append(claim))->X = tmd_wide_store(X);
  }
  arb_clear(p.x), arb_clear(p.G);
  arb_poly_clear(p.y);
  tmd_distance_clear(&p.distance);
}

void tmd_points_claim(struct tmd_claim *claim, const struct tmd_function *function) {
  const struct quickly quickly = prepare(claim, function);
  find(claim, function, &quickly);
  tmd_quick_close(quickly.f);
}

void tmd_points_by_balls(struct tmd_claim *claim, const struct tmd_function *function) {
  find(claim, function, &(struct quickly){.f = NULL});
}
