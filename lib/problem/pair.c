#include "lib/problem/pair.h"

#include <stdio.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/function/function.h"
#include "lib/problem/hex-float.h"

enum {
  PRECISION_MAX = 64,     /* of x and of y, so that they can be printed, */
  PRECISIONS_MAX = 120,   /* and together, so that ordinals fit */
  EXPONENT_MAX = 1 << 15, /* in size */
  STRIP_LOG2 = 18,        /* of functions whose cells are searched whole; */
  WHOLE_MOST = 11,        /* precision up to which rows are whole binades; */
  INTEGERS_MANY = 31      /* bits of the greatest int of C */
};

/* 1 if a method searches all pairs of a cell together. */
static int by_cells(const struct tmd_function *f) {
  return f->exact_rule == TMD_EXACT_HYPOT || f->id == TMD_FN_atan2 || f->id == TMD_FN_atan2pi;
}

int tmd_pair_strip_log2(const struct tmd_problem *problem) {
  const int p = problem->in.p;
  if (problem->in_y.integers && problem->function->exact_rule != TMD_EXACT_COMPOUND) return p;
  return p <= WHOLE_MOST || by_cells(problem->function) ? STRIP_LOG2 : 3 * p / 4 - 1;
}

int tmd_pair_usual_bits(const struct tmd_problem *problem) {
  static const struct tmd_format binary32 = {.p = 24, .emin = -126, .emax = 127};
  static const struct {
    const char *name; /* canonical */
    int integers, bits;
  } usual[] = {{"pown(x,y)", 1, 28},  {"rootn(x,y)", 1, 52}, {"compound(x,y)", 1, 44},
               {"hypot(x,y)", 0, 36}, {"atan2(y,x)", 0, 40}, {"atan2pi(y,x)", 0, 40},
               {"x^y", 0, 44},        {"powr(x,y)", 0, 44}};
  const struct tmd_format *out = &problem->out, *y = &problem->in_y;
  const int served =
      !memcmp(&problem->in, &binary32, sizeof binary32) && !memcmp(out, &binary32, sizeof binary32);
  for (size_t i = 0; served && i < sizeof usual / sizeof *usual; i++)
    if (!strcmp(problem->name, usual[i].name) && y->integers == usual[i].integers &&
        (y->integers ? y->p >= INTEGERS_MANY : !memcmp(y, &binary32, sizeof binary32)))
      return usual[i].bits;
  return y->integers ? out->p + 4 : out->p > 4 ? 2 * out->p - 4 : 4;
}

/* The significands of a format's numbers of one sign and exponent: the first, and how many. */
static void significands(const struct tmd_format *format, int sign, int e, tmd_u128 *first,
                         tmd_u128 *count) {
  if (format->integers) {
    const tmd_i128 low = sign ? -(tmd_i128)format->high : format->low,
                   high = sign ? -(tmd_i128)format->low : format->high;
    *first = low > 0 ? (tmd_u128)low : 0;
    *count = high >= 0 ? (tmd_u128)high + 1 - *first : 0;
    return;
  }
  *first = e == format->emin ? 0 : tmd_format_least_normal(format);
  *count = tmd_format_X_end(format, e) - *first;
}

void tmd_pair_columns(const struct tmd_problem *problem, const struct tmd_cell *cell,
                      tmd_u128 *first, tmd_u128 *count) {
  significands(&problem->in, cell->sign_x, cell->e_in, first, count);
}

void tmd_pair_rows(const struct tmd_problem *problem, const struct tmd_cell *cell, tmd_u128 *first,
                   tmd_u128 *count) {
  significands(&problem->in_y, cell->sign_y, cell->e_y, first, count);
}

/* The numbering of a cell. */
struct numbering {
  tmd_u128 first_X, count_X, first_Y, count_Y;
  tmd_u128 strip; /* 2^s */
};

static struct numbering number(const struct tmd_problem *problem, const struct tmd_cell *cell) {
  struct numbering n = {.strip = (tmd_u128)1 << tmd_pair_strip_log2(problem)};
  tmd_pair_columns(problem, cell, &n.first_X, &n.count_X);
  tmd_pair_rows(problem, cell, &n.first_Y, &n.count_Y);
  return n;
}

tmd_u128 tmd_pair_count(const struct tmd_problem *problem, const struct tmd_cell *cell) {
  const struct numbering n = number(problem, cell);
  return n.count_X * n.count_Y;
}

/* The number of X in the strip that begins `from` behind the first X. */
static tmd_u128 width(const struct numbering *n, tmd_u128 from) {
  return n->count_X - from < n->strip ? n->count_X - from : n->strip;
}

tmd_u128 tmd_pair_ordinal(const struct tmd_problem *problem, const struct tmd_cell *cell,
                          const struct tmd_xy *pair) {
  const struct numbering n = number(problem, cell);
  const tmd_u128 at = pair->X - n.first_X, from = at - at % n.strip;
  return from * n.count_Y + (pair->Y - n.first_Y) * width(&n, from) + at % n.strip;
}

struct tmd_xy tmd_pair_at(const struct tmd_problem *problem, const struct tmd_cell *cell,
                          tmd_u128 ordinal) {
  const struct numbering n = number(problem, cell);
  const tmd_u128 whole = n.strip * n.count_Y, from = ordinal / whole * n.strip,
                 within = ordinal % whole, w = width(&n, from);
  return (struct tmd_xy){n.first_X + from + within % w, n.first_Y + within / w};
}

tmd_u128 tmd_pair_row_rest(const struct tmd_problem *problem, const struct tmd_cell *cell,
                           const struct tmd_xy *pair) {
  const struct numbering n = number(problem, cell);
  const tmd_u128 at = pair->X - n.first_X, from = at - at % n.strip;
  return from + width(&n, from) - at;
}

char *tmd_pair_print_y(char *text, const struct tmd_problem *problem, const struct tmd_cell *cell,
                       tmd_u128 Y) {
  if (!problem->in_y.integers)
    return tmd_number_print(text, &problem->in_y, cell->sign_y, Y, tmd_pair_unit_y(problem, cell));
  snprintf(text, TMD_HEXFLOAT_TEXT_BYTES, "%s%s", cell->sign_y && Y ? "-" : "", TMD_WIDE_TEXT(Y));
  return text;
}

/* ---- checks ---- */

static int is_binary(const struct tmd_format *format) {
  return !format->decimal && format->p <= PRECISION_MAX && format->emin >= -EXPONENT_MAX &&
         format->emax <= EXPONENT_MAX;
}

int tmd_pair_formats_check(const struct tmd_problem *problem) {
  const struct tmd_format *x = &problem->in, *y = &problem->in_y;
  if (is_binary(x) && is_binary(y) && !problem->out.decimal && x->p + y->p <= PRECISIONS_MAX)
    return 0;
  return tmd_error(TMD_USAGE,
                   "problem: formats of pairs are binary, of at most %d bits, x and y together %d, "
                   "and exponents of at most %d",
                   PRECISION_MAX, PRECISIONS_MAX, EXPONENT_MAX);
}

int tmd_pair_check(const struct tmd_problem *problem, const struct tmd_cell *cell, tmd_u128 X0,
                   tmd_u128 X1) {
  if (!tmd_cell_scattered(cell)) return tmd_error(TMD_CORRUPT, "cell: of pairs, but not scattered");
  if (cell->e_y < problem->in_y.emin || cell->e_y > problem->in_y.emax)
    return tmd_error(TMD_CORRUPT, "cell: exponent of y %d is not in the format", cell->e_y);
  if (X0 >= X1 || X1 > tmd_pair_count(problem, cell))
    return tmd_error(TMD_CORRUPT, "cell: not 0 <= X0 < X1 <= the number of pairs");
  return 0;
}
