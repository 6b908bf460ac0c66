#include "lib/cell/single-arguments.h"

#include <string.h>

#include "lib/base/arb-helpers.h"
#include "lib/cell/decide.h"
#include "lib/cell/pair-row.h"
#include "lib/cell/scaled.h"
#include "lib/function/quick.h"

enum {
  MARGIN_BITS = 10,
  DECIMAL_MARGIN_BITS = 40, /* an argument is rounded, and f may change much faster than it */
  QUICK_BITS =
      48, /* of G and of the threshold together, so that 2^-49 of G is less than the window */
  BIAS = 1023,
  QUICK_EXPONENT = 900, /* of f in double precision */
  TEST_NS = 1,
  BALL_NS = 370 /* of an argument by ball arithmetic, on one core */
};

/* What one evaluation needs, kept from argument to argument. */
struct point {
  arb_t x, G;
  arb_poly_t y;
  struct tmd_distance distance;
};

/* 0 if the argument is certainly no case. */
static int may_be_case(struct point *p, const struct tmd_segment *segment, tmd_u128 X) {
  const struct tmd_problem *problem = segment->problem;
  const struct tmd_format *out = &problem->out;
  const slong prec = tmd_problem_G_bits(problem) + tmd_problem_threshold(problem) + MARGIN_BITS +
                     (problem->in.decimal ? DECIMAL_MARGIN_BITS : 0);
  tmd_ball_integer(p->x, X);
  tmd_segment_scale(p->x, segment, p->x, prec);
  tmd_function_series(segment->function, p->y, p->x, 1, prec);
  arb_poly_get_coeff_arb(p->G, p->y, 0);
  if (!arb_is_finite(p->G)) return 1;
  long e, greatest;
  tmd_ball_exponents(&e, &greatest, p->G, tmd_format_radix(out), 64);
  if (e != greatest) return 1;
  if (e > out->emax || e < tmd_format_least_exponent(out))
    return 0; /* overflow and underflow: nothing is hard */
  arb_abs(p->G, p->G);
  tmd_scaled_value(p->G, problem, e < out->emin ? out->emin : (int)e, prec);
  tmd_scaled_offset(p->G, problem, -1);
  return tmd_decide(&p->distance, problem, p->G) != TMD_DECISION_NONE;
}

/* ---- In double precision ---- */

/* The scaled value of the problem's, in double precision. */
struct quickly {
  struct tmd_quick *f;                   /* NULL: none */
  uint64_t emin, emax, underflow, scale; /* exponents, biased by 1023; scale by twice that */
  double offset, window;
};

/* 1 if most arguments can be decided so. */
static int serves(const struct tmd_problem *problem) {
  const struct tmd_format *out = &problem->out;
  return !tmd_problem_decimal(problem) && problem->in.p <= TMD_QUICK_PRECISION_MAX &&
         tmd_problem_scale(problem) + tmd_problem_threshold(problem) < QUICK_BITS &&
         out->emax < QUICK_EXPONENT && out->emin - out->p > -QUICK_EXPONENT;
}

static struct quickly prepare(const struct tmd_segment *segment) {
  const struct tmd_problem *problem = segment->problem;
  struct tmd_quick *(*open)(const struct tmd_function *, int, int) =
      tmd_problem_of_pairs(problem) ? tmd_quick_open_row : tmd_quick_open;
  return (struct quickly){.f = serves(problem) ? open(segment->function, segment->cell.sign_x,
                                                      tmd_segment_unit(segment))
                                               : NULL,
                          .emin = (uint64_t)(problem->out.emin + BIAS),
                          .emax = (uint64_t)(problem->out.emax + BIAS),
                          .underflow = (uint64_t)(problem->out.emin - problem->out.p - 1 + BIAS),
                          .scale = (uint64_t)(tmd_problem_scale(problem) + 2 * BIAS),
                          .offset = tmd_problem_offset_half(problem) ? 0.5 : 0,
                          .window = ldexp(1, -tmd_problem_threshold(problem))};
}

/* 1 if the argument is certainly no case. With |f - y| <= error and g = y 2^k rounded once (the
   offset), half a unit of which the term 2^-51 |y| covers beside the roundings of the bounds. */
NEAR_INLINE int certainly_no_case(const struct quickly *quickly, struct tmd_near y) {
  const double size = fabs(y.value), error = y.error + size * 0x1p-51, low = size - error;
  const uint64_t bits = near_bits(low), e = bits >> 52; /* biased by 1023, as the bounds */
  const int certain =
      near_finite(y) & (low >= 0x1p-1000) & ((bits ^ near_bits(size + error)) >> 52 == 0);
  const uint64_t scaled = quickly->emin > e ? quickly->emin : e;
  const double unit = near_of_bits((quickly->scale - scaled) << 52);
  const struct tmd_near G = {size * unit - quickly->offset, error * unit};
  return certain &
         ((e > quickly->emax) | (e < quickly->underflow) | tmd_decide_excludes(G, quickly->window));
}

/* Lanes that may be cases: 1, and how many. */
TMD_VECTORS static uint64_t find_doubtful(uint64_t *doubtful, const struct quickly *quickly,
                                          const struct tmd_nears *y) {
  const struct quickly q = *quickly;
  uint64_t count = 0;
#pragma omp simd reduction(+ : count)
  for (int i = 0; i < TMD_NEARS; i++)
    count += doubtful[i] = !certainly_no_case(&q, nears_get(y, i));
  return count;
}

double tmd_points_ns(const struct tmd_problem *problem, const struct tmd_function *function,
                     double *cell_ns) {
  const double ns = tmd_quick_ns(function, cell_ns);
  if (serves(problem) && ns > 0) return ns + TEST_NS;
  *cell_ns = TMD_CELL_NS;
  return BALL_NS;
}

/* Lanes of X, X + 1, ... that double precision does not exclude: 1, and how many; all if quickly->f
   is none. */
static uint64_t look(uint64_t *doubtful, const struct quickly *quickly, tmd_u128 X) {
  struct tmd_nears y;
  if (quickly->f) {
    tmd_quick_values(quickly->f, (uint64_t)X, &y); /* X has TMD_QUICK_PRECISION_MAX bits then */
    return find_doubtful(doubtful, quickly, &y);
  }
  for (int i = 0; i < TMD_NEARS; i++) doubtful[i] = 1;
  return TMD_NEARS;
}

/* 1 if a theorem says that f has a pole there, as lgamma at half of all arguments next to 2^22 in
   binary32. */
static int is_pole(const struct tmd_segment *segment, tmd_u128 X) {
  int unit = tmd_segment_binary_unit(segment);
  if (X == 0) return 0;
  for (; X % 2 == 0; X /= 2) unit++;
  return tmd_function_theorem(segment->function, segment->cell.sign_x, unit) == TMD_THEOREM_OUTSIDE;
}

/* Appends the candidates of a row; quickly->f may be none. */
static void find(struct tmd_claim *claim, const struct tmd_row *row,
                 const struct quickly *quickly) {
  const struct tmd_segment *segment = &row->segment;
  struct point p;
  uint64_t doubtful[TMD_NEARS];
  arb_init(p.x), arb_init(p.G);
  arb_poly_init(p.y);
  tmd_distance_init(&p.distance);
  for (tmd_u128 first = segment->X0; first < segment->X1; first += TMD_NEARS) {
    if (!look(doubtful, quickly, first)) continue;
    for (tmd_u128 X = first; X < segment->X1 && X - first < TMD_NEARS; X++)
      if (doubtful[X - first] && !is_pole(segment, X) && may_be_case(&p, segment, X))
        tmd_claim_candidate(claim, row->first + (X - segment->X0));
  }
  arb_clear(p.x), arb_clear(p.G);
  arb_poly_clear(p.y);
  tmd_distance_clear(&p.distance);
}

/* 1 if no pair of the row is a case: x or y is 0, f is not defined, overflows or underflows on all
   of it. x = 0 is taken off the row. */
static int is_empty(struct tmd_row *row) {
  enum { BITS = 64 };
  struct tmd_segment *segment = &row->segment;
  const struct tmd_methods *methods = segment->function->methods;
  const struct tmd_format *out = &segment->problem->out;
  if (row->zero) return 1;
  if (segment->X0 == 0) segment->X0++, row->first++;
  const tmd_u128 before = segment->X0;
  if (segment->X0 >= segment->X1 || !tmd_segment_clip(segment)) return 1;
  row->first += segment->X0 - before;
  if (!methods->place_on) return 0;
  SCOPED(arb, x);
  tmd_segment_ball(x, segment);
  const struct tmd_place place = methods->place_on(segment->function, x, BITS);
  return place.kind == TMD_PLACE_OUTSIDE ||
         (place.kind == TMD_PLACE_BETWEEN &&
          (place.low > out->emax || place.high <= tmd_format_least_exponent(out)));
}

static int points_claim(struct tmd_claim *claim, int quick) {
  const int pairs = tmd_problem_of_pairs(claim->problem);
  int status = 0;
  claim->kind = TMD_CASE;
  claim->record_bytes = sizeof(struct tmd_case_record);
  for (tmd_u128 at = claim->X0; at < claim->X1 && !status;) {
    struct tmd_row row;
    status = tmd_row_open(&row, claim->problem, &claim->cell, at, claim->X1);
    at = tmd_row_end(&row);
    if (!status && !(pairs && is_empty(&row))) {
      const struct quickly quickly = quick ? prepare(&row.segment) : (struct quickly){.f = NULL};
      find(claim, &row, &quickly);
      tmd_quick_close(quickly.f);
    }
    tmd_row_close(&row);
  }
  return status;
}

int tmd_points_claim(struct tmd_claim *claim) { return points_claim(claim, 1); }

int tmd_points_by_balls(struct tmd_claim *claim) { return points_claim(claim, 0); }
