#include "lib/pairs/power-runs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/function/function.h"
#include "lib/pairs/power-steps.h"
#include "lib/problem/pair.h"

enum {
  LANES = TMD_POWER_LANES,
  SMALL = 128,          /* rows of roots before that are searched one by one: a breakpoint has few
                           n in the cell */
  LONG_RUN = 1024,      /* a base with so many n has all lanes */
  EXPONENT_MOST = 900,  /* of values in double precision */
  PRECISION_MOST = 40,  /* so that bases are doubles */
  ERROR_LOG2 = -98,     /* b^n has a relative error of less than n 2^ERROR_LOG2, */
  ERROR_SHARE_LOG2 = -8 /* which is at most this share of a window */
};
static const double WIDER = 1 + 0x1p-6, ROOT_WIDER = 1 + 0x1p-9;

/* What does not change from base to base. */
struct power_search {
  struct tmd_claim *claim;
  const struct tmd_problem *problem;
  const struct tmd_cell *cell;
  int root, inverse;
  double low, high; /* log2 of the powers that matter */
  uint64_t Y0, Y1;  /* rows */
  tmd_u128 first_X, end_X;
  double window; /* 2^-w, a bit wider; of roots times n */
  double least_normal;
  struct tmd_power_grid grid;
};

static int is_root(const struct tmd_problem *problem) {
  return problem->function->exact_rule == TMD_EXACT_ROOT;
}

/* w */
static int window_log2(const struct tmd_problem *problem) {
  return tmd_problem_threshold(problem) + tmd_problem_scale(problem);
}

/* log2 of the powers that matter: of results, or of the cell's x. */
static void set_range(const struct tmd_problem *problem, const struct tmd_cell *cell, double *low,
                      double *high) {
  const struct tmd_format *in = &problem->in, *out = &problem->out;
  const int subnormal = cell->e_in == in->emin;
  *low = is_root(problem) ? cell->e_in - (subnormal ? in->p - 1 : 0) : out->emin - out->p - 1;
  *high = is_root(problem) ? cell->e_in + 1 : out->emax + 1;
}

/* ---- Where the method serves ---- */

static int log2_up(double x) { return ilogb(x) + 1; }

/* log2 of the least distance of a base from 1. */
static int finest(const struct tmd_problem *problem) {
  return is_root(problem) ? -problem->out.p - 1 : -problem->in.p;
}

int tmd_powers_serve(const struct tmd_problem *problem, const struct tmd_cell *cell,
                     tmd_u128 *first, tmd_u128 *end) {
  const struct tmd_format *in = &problem->in, *out = &problem->out;
  const enum tmd_exact_rule rule = problem->function->exact_rule;
  const int w = window_log2(problem), root = is_root(problem), q = root ? in->p : out->p + 1;
  if (!problem->in_y.integers || problem->in.decimal || problem->out.decimal ||
      !(root || rule == TMD_EXACT_POWER) || in->p > PRECISION_MOST || out->p > PRECISION_MOST ||
      in->emin >= 0 || out->emin >= 0 || in->emax - in->emin + in->p > EXPONENT_MOST ||
      out->emax - out->emin + out->p > EXPONENT_MOST)
    return 0;
  *first = cell->sign_y || tmd_pair_x_is_result(problem) ? 0 : 2;
  *end = (tmd_u128)1 << 64;
  if (root) { /* normal results, and |n| 2^-w below 2^-10 and an eighth of a unit of q bits */
    const int few = w - (q > 7 ? q + 3 : 10) - 1;
    if (in->emin - in->p < 2 * out->emin || in->emax + 1 > 2 * out->emax || few < 2 ||
        w > -ERROR_LOG2 + ERROR_SHARE_LOG2)
      return 0;
    const int e = cell->e_in, least = -out->emin; /* x^(1/n) > 2^((e + 1)/n) where n < 0 */
    if (cell->sign_y && e + 1 > least) *first = (tmd_u128)((e + least) / least);
    if (few < 64) *end = (tmd_u128)1 << few;
    return *first < *end;
  }
  const int n_log2 = log2_up(out->emax - out->emin + out->p + 2) - finest(problem);
  return w >= q + 3 && w + n_log2 <= -ERROR_LOG2 + ERROR_SHARE_LOG2;
}

tmd_u128 tmd_powers_last(const struct tmd_problem *problem, const struct tmd_cell *cell) {
  double low, high, slowest = ldexp(0.7, finest(problem)); /* of |log2 b|, b not 1 */
  set_range(problem, cell, &low, &high);
  const double far = fmax(fabs(low), fabs(high)) + 1;
  const int e = cell->e_in;
  if (!is_root(problem) && (e > 0 || e < -1)) slowest = e > 0 ? e : -e - 1;
  return (tmd_u128)(far / slowest) + 2;
}

struct tmd_powers_work tmd_powers_work(const struct tmd_problem *problem,
                                       const struct tmd_cell *cell, tmd_u128 first, tmd_u128 end) {
  static const double power_ns = 0.8, base_ns = 6, few = 1e-6;
  double low, high;
  set_range(problem, cell, &low, &high);
  const tmd_u128 last = tmd_powers_last(problem, cell), from = first < 2 ? 2 : first,
                 to = end < last ? end : last;
  if (from >= to) return (struct tmd_powers_work){0, few};
  const double rows = tmd_wide_double(to - from), numbers = ldexp(1, problem->in.p - 1),
               sum = log(tmd_wide_double(to) / tmd_wide_double(from)); /* of 1/n */
  if (is_root(problem)) {
    /* a binade of x has 2^p log(2) / n breakpoints in row n, above 1; below twice as many */
    const double powers = ldexp(cell->e_in < 0 ? 1.4 : 0.7, problem->out.p) * sum;
    return (struct tmd_powers_work){numbers * rows / (1 + cell->sign_x),
                                    1e-9 * powers * (power_ns + base_ns)};
  }
  /* next to 1 log2 x < range / n for numbers 2 range log(2) / n of x, at most all of them */
  const int e = cell->e_in, beyond = e < 0 ? -e - 1 : e;
  const double range = (e < 0) != cell->sign_y ? -low : high,
               near_1 = numbers * fmin(rows, fmin(1, 0.7 * range) * range * sum),
               powers = beyond ? numbers * fmin(rows, range / beyond) : near_1;
  return (struct tmd_powers_work){powers, 1e-9 * (powers * power_ns + numbers * base_ns)};
}

/* ---- Candidates ---- */

static void append(const struct power_search *s, const struct tmd_xy *pair) {
  const tmd_u128 X = tmd_pair_ordinal(s->problem, s->cell, pair);
  if (X >= s->claim->X0 && X < s->claim->X1) tmd_claim_candidate(s->claim, X);
}

/* b^n, which is next to a number. */
static void take(const struct power_search *s, double b, uint64_t n) {
  if (n < s->Y0 || n >= s->Y1 || (s->root && s->cell->sign_x && n % 2 == 0)) return;
  const int unit = tmd_cell_unit(s->problem, s->cell);
  double x = b;
  if (s->root) {
    const double h = tmd_power_of(tmd_power_base(b, s->inverse), n).h, scaled = h * s->grid.split;
    x = scaled - (scaled - h);
  }
  x = ldexp(x, -unit);
  if (x != floor(x) || x < (double)s->first_X || x >= (double)s->end_X) return;
  append(s, &(struct tmd_xy){(tmd_u128)x, n});
}

/* ---- Runs through n ---- */

struct n_run {
  uint64_t first, end; /* n */
};

/* The rows among [of.first, of.end) for which b^n, or b^-n, is in range, and perhaps some more. */
static struct n_run run_of(const struct power_search *s, double log2_b, struct n_run of) {
  const double step = s->inverse ? -log2_b : log2_b, a = s->low / step, b = s->high / step,
               from = floor(fmin(a, b) * (1 - 0x1p-40)) - 1,
               to = floor(fmax(a, b) * (1 + 0x1p-40)) + 2;
  if (!(to > (double)of.first)) return (struct n_run){of.first, of.first};
  if (from > (double)of.first) of.first = from < (double)of.end ? (uint64_t)from : of.end;
  if (to < (double)of.end) of.end = (uint64_t)to;
  return of;
}

/* The window of values up to b^n. */
static struct tmd_power_grid grid_to(const struct power_search *s, double n) {
  struct tmd_power_grid grid = s->grid;
  if (s->root) grid.window = s->window * n;
  return grid;
}

/* What lanes have: lane i the base b + i * apart and n = first + i * lane, which rises by `step`
   from step to step. */
struct lanes_of {
  uint64_t first, lane, step;
  double b, apart;
};

static void take_near(const struct power_search *s, const struct tmd_power_lanes *lanes,
                      const struct lanes_of *of) {
  for (int i = 0; i < LANES; i++)
    for (uint64_t near = lanes->near[i]; near; near &= near - 1)
      take(s, of->b + i * of->apart,
           of->first + (uint64_t)i * of->lane + (uint64_t)__builtin_ctzll(near) * of->step);
}

/* 1 if a value is below the least normal number. */
static int has_subnormal(const struct power_search *s, const struct tmd_power_lanes *lanes) {
  int any = 0;
  for (int i = 0; i < LANES; i++) any |= lanes->h[i] < s->least_normal;
  return any;
}

/* From the lanes' values on, until n of lane 0 is at `end`. */
static void run_through(const struct power_search *s, struct tmd_power_lanes *lanes,
                        struct lanes_of of, uint64_t end) {
  const int falls = !s->root && lanes->bh[0] < 1; /* to subnormal results, perhaps */
  for (; of.first < end;) {
    const uint64_t left = (end - of.first - 1) / of.step + 1;
    const int steps = left < TMD_POWER_STEPS ? (int)left : TMD_POWER_STEPS;
    const double most =
        (double)of.first + (double)(LANES * of.lane) + (double)((uint64_t)steps * of.step);
    const struct tmd_power_grid grid = grid_to(s, most);
    struct tmd_power_lanes again;
    if (falls) again = *lanes;
    if (tmd_power_steps(lanes, &grid, steps)) take_near(s, lanes, &of);
    if (falls && has_subnormal(s, lanes) && tmd_power_steps_by_unit(&again, &grid, steps))
      take_near(s, &again, &of);
    of.first += (uint64_t)steps * of.step;
  }
}

/* One base in all lanes, which begin at n, n + 1, ... */
static void run_alone(const struct power_search *s, double b, struct n_run run) {
  struct tmd_power_lanes lanes;
  const struct tmd_power_sum base = tmd_power_base(b, s->inverse), far = tmd_power_of(base, LANES);
  struct tmd_power_sum a = tmd_power_of(base, run.first);
  for (int i = 0; i < LANES; i++) {
    lanes.h[i] = a.h, lanes.l[i] = a.l;
    lanes.bh[i] = far.h, lanes.bl[i] = far.l;
    a = tmd_power_product(a, base);
  }
  run_through(s, &lanes, (struct lanes_of){run.first, 1, LANES, b, 0}, run.end);
}

/* A base in each lane: b, b + apart, ... */
static void run_together(const struct power_search *s, double b, double apart, struct n_run run) {
  struct tmd_power_lanes lanes;
  tmd_power_start(&lanes, b, apart, s->inverse, run.first);
  run_through(s, &lanes, (struct lanes_of){run.first, 0, 1, b, apart}, run.end);
}

/* The next bases, in the rows [of.first, of.end): at most LANES, in one binade, none of them 1. */
static void take_group(const struct power_search *s, double b, double apart, int count,
                       struct n_run of) {
  if (of.end - of.first > 1) {
    const struct n_run low = run_of(s, log2(b), of),
                       high = run_of(s, log2(b + (count - 1) * apart), of);
    if (low.end - low.first > LONG_RUN || high.end - high.first > LONG_RUN) {
      for (int i = 0; i < count; i++) {
        const struct n_run own = run_of(s, log2(b + i * apart), of);
        if (own.first < own.end) run_alone(s, b + i * apart, own);
      }
      return;
    }
    of.first = low.first < high.first ? low.first : high.first;
    of.end = low.end > high.end ? low.end : high.end;
  }
  if (of.first < of.end) run_together(s, b, apart, of);
}

/* ---- Bases ---- */

/* The bases B 2^unit, first <= B < end. The first of a binade is a power of two. */
static void take_bases(const struct power_search *s, uint64_t first, uint64_t end, int unit,
                       struct n_run of) {
  for (uint64_t B = first; B < end; B += LANES)
    take_group(s, ldexp((double)B, unit), ldexp(1, unit), end - B < LANES ? (int)(end - B) : LANES,
               of);
}

/* B of the base 2^log2_b, rounded down, at least `least` and at most `most`. */
static uint64_t base_at(double log2_b, int unit, uint64_t least, uint64_t most) {
  const double B = floor(exp2(log2_b - unit));
  return B >= (double)most ? most : B > (double)least ? (uint64_t)B : least;
}

/* The bases with low <= log2 b <= high, and perhaps some more. */
static void take_between(const struct power_search *s, double low, double high, struct n_run of) {
  const double slack = 0x1p-40 * (1 + fmax(fabs(low), fabs(high)));
  low -= slack, high += slack;
  if (!s->root) {
    const int unit = tmd_cell_unit(s->problem, s->cell);
    const uint64_t first = (uint64_t)s->first_X + 1, end = (uint64_t)s->end_X;
    take_bases(s, base_at(low, unit, first, end), base_at(high, unit, first - 1, end - 1) + 1, unit,
               of);
    return;
  }
  const int p = s->problem->out.p;
  for (int e = (int)floor(low); e <= (int)floor(high); e++) {
    const uint64_t first = (UINT64_C(1) << p) + 1, end = UINT64_C(2) << p;
    take_bases(s, base_at(low, e - p, first, end), base_at(high, e - p, first - 1, end - 1) + 1,
               e - p, of);
  }
}

/* Rows [of.first, of.end): the bases of which a power is in range. */
static void take_rows(const struct power_search *s, struct n_run of) {
  const double n = (double)of.first, last = (double)(of.end - 1);
  const double low = s->low / (s->low > 0 ? last : n), high = s->high / (s->high > 0 ? n : last);
  if (s->inverse) take_between(s, -high, -low, of);
  else take_between(s, low, high, of);
}

static void set_search(struct power_search *s, struct tmd_claim *claim) {
  const struct tmd_problem *problem = claim->problem;
  const struct tmd_format *out = &problem->out;
  const double window = ldexp(WIDER, -window_log2(problem));
  *s = (struct power_search){.claim = claim,
                             .problem = problem,
                             .cell = &claim->cell,
                             .root = is_root(problem),
                             .inverse = claim->cell.sign_y,
                             .least_normal = ldexp(1, out->emin)};
  s->window = s->root ? window * ROOT_WIDER : window;
  set_range(problem, s->cell, &s->low, &s->high);
  const int q = s->root ? problem->in.p : out->p + 1;
  s->grid = (struct tmd_power_grid){.split = ldexp(1, 53 - q) + 1,
                                    .window = window,
                                    .magic = ldexp(1.5, 52 + out->emin - out->p),
                                    .unit_window = ldexp(window, out->emin),
                                    .below = ldexp(2, out->emin)};
  tmd_u128 count;
  tmd_pair_columns(problem, s->cell, &s->first_X, &count);
  s->end_X = s->first_X + count;
}

static void take_all(struct tmd_claim *claim, tmd_u128 Y0, tmd_u128 Y1) {
  const tmd_u128 last = tmd_powers_last(claim->problem, &claim->cell),
                 least = claim->cell.sign_y ? 1 : 2;
  struct power_search s;
  set_search(&s, claim);
  s.Y0 = (uint64_t)(Y0 > least ? Y0 : least), s.Y1 = (uint64_t)(Y1 < last ? Y1 : last);
  const uint64_t odd = s.root && s.cell->sign_x; /* roots of x < 0 */
  uint64_t n = s.Y0 | odd;
  for (; s.root && n < s.Y1 && n < SMALL; n += 1 + odd) take_rows(&s, (struct n_run){n, n + 1});
  if (n < s.Y1) take_rows(&s, (struct n_run){n, s.Y1});
}

int tmd_powers_claim(struct tmd_claim *claim) {
  const struct tmd_problem *problem = claim->problem;
  tmd_u128 first, end, Y0 = 0, Y1 = 0;
  if (tmd_powers_serve(problem, &claim->cell, &first, &end)) {
    Y0 = tmd_pair_at(problem, &claim->cell, claim->X0).Y;
    Y1 = tmd_pair_at(problem, &claim->cell, claim->X1 - 1).Y + 1;
  }
  if (Y1 == 0 || Y0 < first || Y1 > end)
    return tmd_error(TMD_USAGE, "%s: method=powers does not serve these rows", problem->name);
  tmd_claim_begin(claim, claim, TMD_CASE, sizeof(struct tmd_case_record));
  take_all(claim, Y0, Y1);
  tmd_claim_sort_candidates(claim); /* a pair may have been found by two tests */
  return 0;
}
