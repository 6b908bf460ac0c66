#include "lib/pairs/angles.h"

#include <math.h>
#include <string.h>

#include "lib/base/arb-helpers.h"
#include "lib/base/error.h"
#include "lib/function/function.h"
#include "lib/pairs/angle-slopes.h"
#include "lib/pairs/line-hits.h"
#include "lib/problem/pair.h"

enum {
  PRECISION_MOST = 29, /* of x, y and results: significands and breakpoints are doubles */
  EXPONENT_MOST = 400,
  BLOCK_LOG2 = 10,     /* breakpoints of a block, at most */
  WORKING_BITS = 1200, /* of the ends of a cell: 1/2 less 2^(-2 EXPONENT_MOST) is one */
  THRESHOLD_LEAST = 4,
  NARROW_LOG2 = -6 /* c h 2^-threshold is at most 2 to this power */
};

/* ---- The angles of a cell ---- */

/* |f| at |y| = Y 2^unit, |x| = X 2^unit. */
static void angle_at(arb_t f, const struct tmd_angle_cell *s, uint64_t Y, uint64_t X) {
  SCOPED(arb, y, x);
  arb_set_ui(y, Y);
  arb_mul_2exp_si(y, y, s->y.unit);
  arb_set_ui(x, X);
  arb_mul_2exp_si(x, x, s->x.unit);
  if (s->cell->sign_x) arb_neg(x, x);
  arb_atan2(f, y, x, WORKING_BITS);
  if (!s->by_pi) return;
  arb_const_pi(x, WORKING_BITS);
  arb_div(f, f, x, WORKING_BITS);
}

/* The least and the greatest |f| of the cell. */
static void angles_of(arb_t least, arb_t greatest, const struct tmd_angle_cell *s) {
  const uint64_t last_x = s->x.end - 1, last_y = s->y.end - 1;
  if (s->cell->sign_x) {
    angle_at(least, s, last_y, s->x.first);
    angle_at(greatest, s, s->y.first, last_x);
  } else {
    angle_at(least, s, s->y.first, last_x);
    angle_at(greatest, s, last_y, s->x.first);
  }
}

/* Breakpoints (N + offset) 2^unit, first <= N < end, of one binade of results. */
struct breakpoints {
  int64_t first, end;
  int unit;
};

/* (z / 2^unit - offset) moved by 2^-threshold, as an integer. */
static int64_t number_at(const arb_t z, const struct tmd_angle_cell *s, int unit, int up) {
  SCOPED(arb, n, margin);
  SCOPED(fmpz, N);
  arb_mul_2exp_si(n, z, -unit);
  arb_set_d(margin, up ? 1 : -1);
  arb_mul_2exp_si(margin, margin, -s->threshold);
  arb_add(n, n, margin, WORKING_BITS);
  arb_set_d(margin, s->offset);
  arb_sub(n, n, margin, WORKING_BITS);
  SCOPED(arf, bound);
  if (up) arb_get_ubound_arf(bound, n, WORKING_BITS);
  else arb_get_lbound_arf(bound, n, WORKING_BITS);
  arf_get_fmpz(N, bound, up ? ARF_RND_FLOOR : ARF_RND_CEIL);
  return fmpz_get_si(N);
}

/* Those next to which a case of the cell may be, with exponent e of the results. */
static struct breakpoints breakpoints_of(const struct tmd_angle_cell *s, const arb_t least,
                                         const arb_t greatest, int e) {
  const int unit = e - s->scale;
  const int64_t from = e == s->problem->out.emin ? 1 - (s->offset > 0) : INT64_C(1) << s->scale,
                to = (INT64_C(2) << s->scale) + 1 - (s->offset > 0);
  struct breakpoints of = {from, to, unit};
  SCOPED(arb, end);
  arb_set_si(end, to); /* beyond it only where the angles are */
  arb_mul_2exp_si(end, end, unit);
  if (arb_lt(least, end)) {
    const int64_t first = number_at(least, s, unit, 0);
    if (first > of.first) of.first = first;
  } else of.first = to;
  if (arb_lt(greatest, end)) {
    const int64_t last = number_at(greatest, s, unit, 1);
    if (last < of.end) of.end = last + 1;
  }
  if (of.end < of.first) of.end = of.first;
  return of;
}

/* ---- Pairs ---- */

static void take(struct tmd_claim *claim, const struct tmd_angle_cell *s,
                 const struct tmd_octant *o, uint64_t L, uint64_t S) {
  const struct tmd_angle_leg *of_L = o->by_x ? &s->x : &s->y, *of_S = o->by_x ? &s->y : &s->x;
  if (S < of_S->first || S >= of_S->end) return;
  /* atan2pi is exact by rule there, of 2^p pairs */
  if (s->by_pi && ldexp((double)S, of_S->unit) == ldexp((double)L, of_L->unit)) return;
  const struct tmd_xy pair = o->by_x ? (struct tmd_xy){L, S} : (struct tmd_xy){S, L};
  const tmd_u128 X = tmd_pair_ordinal(s->problem, s->cell, &pair);
  if (X >= claim->X0 && X < claim->X1) tmd_claim_candidate(claim, X);
}

/* The pairs next to the line of slope T, T > 0. */
static void take_line(struct tmd_claim *claim, const struct tmd_angle_cell *s,
                      const struct tmd_octant *o, const struct tmd_slopes *slopes, tmd_i128 T) {
  const struct tmd_angle_leg *of_L = o->by_x ? &s->x : &s->y, *of_S = o->by_x ? &s->y : &s->x;
  const double t = ldexp((double)T, -slopes->fraction), from = ((double)of_S->first - 1) / t - 1,
               to = (double)of_S->end / t + 2;
  const uint64_t first = from > (double)of_L->first ? (uint64_t)from : of_L->first,
                 end = to < (double)of_L->end ? (uint64_t)to : of_L->end,
                 whole = (uint64_t)(T >> slopes->fraction),
                 part = (uint64_t)(T >> (slopes->fraction - 64)), w = (uint64_t)slopes->window;
  if (first >= end) return;
  const struct tmd_line_steps steps = tmd_line_steps(part, w, end);
  struct tmd_line_hit hit = {0, w};
  while ((hit = tmd_line_next(&steps, hit)).L < end)
    if (hit.L >= first)
      take(claim, s, o, hit.L,
           whole * hit.L + (uint64_t)(((tmd_u128)part * hit.L + (UINT64_C(1) << 63)) >> 64));
}

static void take_block(struct tmd_claim *claim, const struct tmd_angle_cell *s,
                       const struct tmd_octant *o, const struct tmd_slopes *slopes, int n) {
  tmd_i128 T[TMD_SLOPE_DEGREE + 1];
  memcpy(T, slopes->T, sizeof T);
  for (int i = 0; i < n; i++) {
    if (T[0] > 0) take_line(claim, s, o, slopes, T[0]);
    for (int k = 0; k < TMD_SLOPE_DEGREE; k++) T[k] += T[k + 1];
  }
}

/* Blocks of 2^k breakpoints, which lie on a narrow angle. */
static int take_breakpoints(const struct tmd_angle_cell *s, const struct breakpoints *of,
                            void *claim) {
  int most = NARROW_LOG2 - 2 - of->unit, log2_n = 0; /* n c 2^unit <= 2^NARROW_LOG2 */
  if (most > BLOCK_LOG2) most = BLOCK_LOG2;
  for (int64_t N = of->first; N < of->end;) {
    struct tmd_slopes slopes;
    while (log2_n > 0 && (N + (INT64_C(1) << log2_n) > of->end || log2_n > most)) log2_n--;
    const int n = 1 << log2_n;
    const struct tmd_octant o = tmd_octant_of(s, N + n / 2, of->unit);
    const enum tmd_slopes_fit fit = tmd_slopes_find(&slopes, s, &o, N, of->unit, n);
    if (fit == TMD_SLOPES_COARSE && log2_n > 0) {
      log2_n--;
      continue;
    }
    if (fit == TMD_SLOPES_FIT) take_block(claim, s, &o, &slopes, n);
    N += n;
    if (log2_n < most) log2_n++;
  }
  return 1;
}

/* ---- Cells ---- */

static int is_served(const struct tmd_format *format) {
  return !format->decimal && !format->integers && format->p <= PRECISION_MOST &&
         format->emax <= EXPONENT_MOST && format->emin - format->p >= -EXPONENT_MOST;
}

struct ends {
  int first, last;
};

/* The exponents of results at the ends. */
static struct ends ends_of(const struct tmd_angle_cell *s, const arb_t least,
                           const arb_t greatest) {
  const int emin = s->problem->out.emin, emax = s->problem->out.emax;
  long first, last, other;
  tmd_ball_log2_range(&first, &other, least, WORKING_BITS);
  tmd_ball_log2_range(&other, &last, greatest, WORKING_BITS);
  if (last < emin) last = emin;
  return (struct ends){first > emin ? (int)first : emin, last > emax ? emax : (int)last};
}

/* Visits the breakpoints next to which a case of the cell may be, binade by binade of the results,
   until one visit returns 0. Returns 1 if none did. */
typedef int visit_breakpoints(const struct tmd_angle_cell *s, const struct breakpoints *of,
                              void *context);
static int each_binade(const struct tmd_angle_cell *s, visit_breakpoints *visit, void *context) {
  SCOPED(arb, least, greatest);
  angles_of(least, greatest, s);
  const struct ends ends = ends_of(s, least, greatest);
  for (int e = ends.first; e <= ends.last; e++) {
    const struct breakpoints of = breakpoints_of(s, least, greatest, e);
    if (of.first < of.end && !visit(s, &of, context)) return 0;
  }
  return 1;
}

/* 1 if windows stay below 1/4 at these breakpoints, half of that for errors and the rest of a
   block. Adds their seconds. */
static int fit(const struct tmd_angle_cell *s, const struct breakpoints *of, void *seconds) {
  static const double most = 0x1p61, line_ns = 90;
  const struct tmd_octant a = tmd_octant_of(s, of->first, of->unit),
                          b = tmd_octant_of(s, of->end - 1, of->unit);
  *(double *)seconds += 1e-9 * line_ns * (double)(of->end - of->first);
  return tmd_angle_window(s, &a, of->unit, 1) <= most &&
         tmd_angle_window(s, &b, of->unit, 1) <= most;
}

int tmd_angles_serve(const struct tmd_problem *problem, const struct tmd_cell *cell,
                     double *seconds) {
  struct tmd_angle_cell s;
  const enum tmd_function_id id = problem->function->id;
  if ((id != TMD_FN_atan2 && id != TMD_FN_atan2pi) || !is_served(&problem->in) ||
      !is_served(&problem->in_y) || !is_served(&problem->out) ||
      tmd_problem_threshold(problem) < THRESHOLD_LEAST)
    return 0;
  tmd_angle_cell_set(&s, problem, cell);
  *seconds = 1e-4;
  return 2 + 1 - s.scale - s.threshold <= NARROW_LOG2 && /* c < 4, |f| < 4 */
         each_binade(&s, fit, seconds);
}

int tmd_angles_claim(struct tmd_claim *claim) {
  const struct tmd_problem *problem = claim->problem;
  struct tmd_angle_cell s;
  double seconds;
  if (!tmd_angles_serve(problem, &claim->cell, &seconds))
    return tmd_error(TMD_USAGE, "%s: method=angles does not serve this cell", problem->name);
  tmd_claim_begin(claim, claim, TMD_CASE, sizeof(struct tmd_case_record));
  tmd_angle_cell_set(&s, problem, &claim->cell);
  each_binade(&s, take_breakpoints, claim);
  tmd_claim_sort_candidates(claim);
  return 0;
}
