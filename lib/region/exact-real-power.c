#include "lib/region/exact-real-power.h"

#include <stdlib.h>

#include "lib/region/integer-roots.h"

enum { FAR_LOG2 = 40 }; /* beyond 2^(2^40), or its inverse, are no results */

/* powr has no values at x < 0. */
static int has_values(const struct tmd_problem *problem, const struct tmd_cell *cell) {
  return !cell->sign_x || problem->function->id == TMD_FN_pow;
}

/* ---- One pair ---- */

/* Exactly sqrt(m 2^w), if it is dyadic; m odd. */
static int take_root(tmd_u128 *m, int *w) {
  const tmd_u128 r = tmd_root_floor(*m, 2);
  if (*w % 2 || r * r != *m) return 0;
  *m = r, *w /= 2;
  return 1;
}

/* |x^y| = r 2^*v with r odd; 0 if it is no dyadic rational, or beyond any format. */
static tmd_u128 value(const struct tmd_problem *problem, const struct tmd_cell *cell,
                      const struct tmd_xy *pair, int64_t *v) {
  const int zeros = tmd_trailing_zeros(pair->X), zeros_y = tmd_trailing_zeros(pair->Y);
  int w = tmd_cell_unit(problem, cell) + zeros, i = -(tmd_pair_unit_y(problem, cell) + zeros_y);
  tmd_u128 m = pair->X >> zeros;
  *v = 0;
  if (cell->sign_x && i > 0) return 0;
  if (m == 1 && w == 0) return 1;
  for (; i > 0; i--) /* soon w is odd, or m */
    if (!take_root(&m, &w)) return 0;
  if (-i > FAR_LOG2) return 0;
  const tmd_i128 n = (tmd_i128)(pair->Y >> zeros_y) << -i, e = w * n;
  if (e > (tmd_i128)1 << FAR_LOG2 || e < -((tmd_i128)1 << FAR_LOG2)) return 0;
  *v = (int64_t)(cell->sign_y ? -e : e);
  if (m == 1) return 1;
  return cell->sign_y || n > TMD_ROOTS_MOST ? 0 : tmd_wide_power(m, (long)n);
}

unsigned tmd_exact_real_power_flags(const struct tmd_problem *problem, const struct tmd_cell *cell,
                                    const struct tmd_xy *pair) {
  int64_t v;
  if (pair->X == 0 || pair->Y == 0 || !has_values(problem, cell)) return 0;
  const tmd_u128 r = value(problem, cell, pair, &v);
  return r ? tmd_exact_value_flags(problem, cell, v, tmd_log2_floor(r)) : 0;
}

/* ---- A rectangle of pairs ---- */

struct power_block {
  const struct tmd_problem *problem;
  const struct tmd_cell *cell;
  struct tmd_range X, Y; /* from 1 on */
  int unit_x, unit_y;
};

/* The exponents of the powers of two that are breakpoints (exact.h). */
static void exponents(const struct tmd_problem *problem, int64_t *low, int64_t *high) {
  const struct tmd_format *out = &problem->out;
  const int half = tmd_problem_offset_half(problem);
  *low = out->emin - tmd_problem_scale(problem) - half;
  *high = half ? *low : out->emax;
}

/* The pairs of the column |x| = 2^w: those Y = k 2^s, s the least, whose v = w y, c k with a sign,
   is an integer and in range. */
static tmd_u128 count_column(const struct power_block *of, int w) {
  int64_t low, high;
  exponents(of->problem, &low, &high);
  if (w == 0 && (low > 0 || high < 0)) return 0;
  const int zeros = of->cell->sign_x || w == 0 ? 0 : __builtin_ctz((unsigned)abs(w)),
            all = w == 0 && !of->cell->sign_x,
            s = all || of->unit_y > -zeros ? 0 : -of->unit_y - zeros;
  if (s > 64) return 0;
  tmd_u128 first = tmd_shift_up(of->Y.X0, s), end = tmd_shift_up(of->Y.X1, s);
  if (w) {
    const int up = of->unit_y + s; /* >= -zeros */
    if (up > FAR_LOG2) return 0;
    const int64_t c = up < 0 ? abs(w) >> -up : (int64_t)abs(w) << up;
    const int negative = (w < 0) != of->cell->sign_y;
    const int64_t least = tmd_quotient_up(negative ? -high : low, c),
                  most = tmd_quotient_floor(negative ? -low : high, c);
    if (most < 1) return 0;
    if (least > 0 && first < (tmd_u128)least) first = (tmd_u128)least;
    if (end > (tmd_u128)most + 1) end = (tmd_u128)most + 1;
  }
  return first < end ? end - first : 0;
}

/* How many of 1, 2, 4, ... are less than x. */
static int powers_below(tmd_u128 x) { return x > 1 ? tmd_log2_floor(x - 1) + 1 : 0; }

static tmd_u128 power_of_two(int64_t e) { return e > 0 ? (tmd_u128)1 << e : 1; }

/* x = t^q, f = t^j, t no power of two, with 2^e <= f < 2^(e+1). f is a breakpoint iff it is a
   multiple of 2^h; in the modes nearest an odd one. So t = U 2^g with the least g, U odd where f is
   to be: then j g = h. x is a multiple of 2^unit_x. */
static tmd_u128 count_binade(const struct power_block *of, long q, long j, int64_t e) {
  const struct tmd_problem *problem = of->problem;
  const int odd = tmd_problem_offset_half(problem), emin = problem->out.emin;
  const int64_t h = (e > emin ? e : emin) - tmd_problem_scale(problem) - odd,
                of_x = tmd_quotient_up(of->unit_x, q), of_f = tmd_quotient_up(h, j),
                g = of_x > of_f ? of_x : of_f, s = g * q - of->unit_x;
  if (odd && g * j != h) return 0;
  tmd_u128 from = tmd_root_up(tmd_shift_up(of->X.X0, s), q),
           to = tmd_root_up(tmd_shift_up(of->X.X1, s), q);
  const tmd_u128 least = tmd_root_up(power_of_two(e - g * j), j),
                 end = tmd_root_up(power_of_two(e + 1 - g * j), j);
  if (from < least) from = least;
  if (to > end) to = end;
  if (from >= to) return 0;
  if (odd) return to / 2 - from / 2 - (from <= 1);
  return to - from - (tmd_u128)(powers_below(to) - powers_below(from));
}

/* The row y = j 2^-i > 0, without powers of two. */
static tmd_u128 count_row(const struct power_block *of, int i, long j) {
  const struct tmd_format *out = &of->problem->out;
  const long q = 1l << i;
  const int shift = -i - of->unit_y; /* y = j 2^shift units */
  if (shift > 64 || shift < -62 || (shift < 0 && (i > 0 || j >> -shift << -shift != j))) return 0;
  const tmd_u128 Y = shift < 0 ? (tmd_u128)(j >> -shift) : (tmd_u128)j << shift;
  if (Y < of->Y.X0 || Y >= of->Y.X1) return 0;
  tmd_u128 count = 0;
  int64_t e = tmd_quotient_floor(j * (of->unit_x + tmd_log2_floor(of->X.X0)), q),
          last = tmd_quotient_floor(j * (of->unit_x + tmd_log2_floor(of->X.X1 - 1) + 1), q);
  if (e < out->emin - out->p - 1) e = out->emin - out->p - 1;
  if (last > out->emax) last = out->emax;
  for (; e <= last; e++) count += count_binade(of, q, j, e);
  return count;
}

static tmd_u128 count_block(struct power_block *of) {
  const int most_x = of->problem->in.p, most_f = of->problem->out.p + 1;
  tmd_u128 count = 0;
  if (of->X.X0 == 0) of->X.X0 = 1;
  if (of->Y.X0 == 0) of->Y.X0 = 1;
  if (of->X.X0 >= of->X.X1 || of->Y.X0 >= of->Y.X1) return 0;
  for (int k = powers_below(of->X.X0); k < powers_below(of->X.X1); k++)
    count += count_column(of, of->unit_x + k);
  if (of->cell->sign_y) return count;
  for (int i = 0; tmd_wide_power(3, 1l << i) >> most_x == 0; i++) {
    if (i > 0 && of->cell->sign_x) break;
    for (long j = 1; tmd_wide_power(3, j) >> most_f == 0; j += i ? 2 : 1)
      count += count_row(of, i, j);
  }
  return count;
}

/* ---- A range ---- */

/* The ordinals from `at` on that are a rectangle: part of a row, whole rows of a strip, or whole
   strips. Returns where they end. */
static tmd_u128 cut_block(struct power_block *of, tmd_u128 at, tmd_u128 end) {
  const struct tmd_problem *problem = of->problem;
  const struct tmd_cell *cell = of->cell;
  tmd_u128 first_X, columns, first_Y, rows;
  tmd_pair_columns(problem, cell, &first_X, &columns);
  tmd_pair_rows(problem, cell, &first_Y, &rows);
  const struct tmd_xy a = tmd_pair_at(problem, cell, at);
  const tmd_u128 strip = (tmd_u128)1 << tmd_pair_strip_log2(problem),
                 within = (a.X - first_X) % strip, rest = tmd_pair_row_rest(problem, cell, &a);
  of->X = (struct tmd_range){a.X, a.X + rest};
  of->Y = (struct tmd_range){a.Y, a.Y + 1};
  if (within > 0 || end - at < rest) {
    if (end - at < rest) of->X.X1 = a.X + (end - at);
    return at + (of->X.X1 - a.X);
  }
  if (a.Y > first_Y || end - at < rest * rows) {
    const tmd_u128 wanted = (end - at) / rest, above = first_Y + rows - a.Y;
    of->Y.X1 = a.Y + (wanted < above ? wanted : above);
    return at + rest * (of->Y.X1 - a.Y);
  }
  of->Y.X1 = first_Y + rows;
  of->X.X1 = first_X + columns;
  if (end == columns * rows) return end;
  const tmd_u128 X = tmd_pair_at(problem, cell, end).X;
  of->X.X1 = X - (X - first_X) % strip;
  return tmd_pair_ordinal(problem, cell, &(struct tmd_xy){of->X.X1, first_Y});
}

tmd_u128 tmd_exact_real_power_count(const struct tmd_problem *problem, const struct tmd_cell *cell,
                                    const struct tmd_range *range) {
  struct power_block of = {problem, cell, .unit_x = tmd_cell_unit(problem, cell),
                           .unit_y = tmd_pair_unit_y(problem, cell)};
  tmd_u128 count = 0;
  if (!has_values(problem, cell)) return 0;
  for (tmd_u128 at = range->X0; at < range->X1;) {
    at = cut_block(&of, at, range->X1);
    count += count_block(&of);
  }
  return count;
}
