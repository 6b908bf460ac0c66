/* f is a^k P(a)/d on the piece, k <= 0, d odd and small, P of degree at most 3, or a square root of
   that: P is found by interpolation of exact results and rounded to floats. Then every argument is
   tried: a result that is exact must come out without any rounding, others beyond the rounding
   errors of all modes. */
#include "tools/generate/pieces/exact-piece.h"

#include <arf.h>
#include <math.h>

enum { NODES = TMD_EXACT_WORTH, COUNT_MAX = 4, DIVISOR_MAX = 9 };

static const struct tmd_form forms[] = {
    {TMD_FORM_OF_X, 0, 0}, {TMD_FORM_OF_X, -1, 0}, {TMD_FORM_OF_X, -2, 0}};
enum { FORMS = sizeof forms / sizeof *forms };

/* The first exact results; at 0 only if the form has a value there. Returns their number. */
static int collect(long double a[NODES], long double value[NODES],
                   const struct tmd_line_piece *piece, const struct tmd_every_argument *of,
                   size_t limit) {
  int count = 0;
  for (size_t i = piece->first; i < limit && count < NODES; i++) {
    if (of[i].kind != TMD_EVERY_EXACT || (of[i].x == 0 && piece->form->power)) continue;
    a[count] = fabsl((long double)of[i].x), value[count] = of[i].low;
    if (piece->root) value[count] *= of[i].low;
    for (int k = piece->form->power; k < 0; k++) value[count] *= a[count];
    count++;
  }
  return count;
}

/* Newton's interpolation at `count` of the nodes, in powers of a. */
static void interpolate(long double *c, int count, const long double *a, const long double *value) {
  long double node[COUNT_MAX], difference[COUNT_MAX];
  for (int k = 0; k < count; k++) {
    const int at = count > 1 ? k * (NODES - 1) / (count - 1) : 0;
    node[k] = a[at], difference[k] = value[at];
  }
  for (int j = 1; j < count; j++)
    for (int k = count - 1; k >= j; k--)
      difference[k] = (difference[k] - difference[k - 1]) / (node[k] - node[k - j]);
  for (int j = 0; j < count; j++) c[j] = 0;
  for (int k = count - 1; k >= 0; k--) {
    for (int j = count - 1; j > 0; j--) c[j] = c[j - 1] - node[k] * c[j];
    c[0] = difference[k] - node[k] * c[0];
  }
}

/* d P's coefficients as floats; those that are 0 but for errors of the interpolation are 0. */
static void set_short(struct tmd_line_piece *piece, const long double *c, long double last) {
  long double power = 1, greatest = 0;
  for (int j = 0; j < piece->count; j++, power *= last)
    greatest = fmaxl(greatest, fabsl(c[j] * power));
  power = 1;
  for (int j = 0; j < piece->count; j++, power *= last) {
    const int tiny = fabsl(c[j] * power) <= greatest * 0x1p-40L; /* also -0 */
    piece->coefficient[j] = tiny ? 0 : (double)(float)(c[j] * piece->divisor);
  }
}

/* y, as the text computes it, rounded toward zero; the number of operations that round. */
static int evaluate(double *result, const struct tmd_line_piece *piece, double a) {
  arf_t y, x, c;
  const int bits = piece->single ? 24 : 53;
  int inexact = 0;
  arf_init(y), arf_init(x), arf_init(c);
  arf_set_d(x, a), arf_set_d(y, piece->coefficient[piece->count - 1]);
  for (int j = piece->count - 2; j >= 0; j--) {
    arf_set_d(c, piece->coefficient[j]);
    inexact += 0 != arf_fma(y, y, x, c, bits, ARF_RND_DOWN);
  }
  for (int k = piece->form->power; k < 0; k++) inexact += 0 != arf_div(y, y, x, bits, ARF_RND_DOWN);
  if (piece->divisor > 1)
    inexact += 0 != arf_div_ui(y, y, (ulong)piece->divisor, bits, ARF_RND_DOWN);
  if (piece->root) inexact += 0 != arf_sqrt(y, y, bits, ARF_RND_DOWN);
  *result = arf_get_d(y, ARF_RND_DOWN) * (piece->root < 0 ? -1 : 1);
  arf_clear(y), arf_clear(x), arf_clear(c);
  return inexact;
}

static int is_constant_zero(const struct tmd_line_piece *piece) {
  return piece->count == 1 && piece->coefficient[0] == 0;
}

int tmd_exact_covers(const struct tmd_line_piece *piece, const struct tmd_every_argument *at) {
  if (!piece->exact) return 0;
  return at->low != 0 || (is_constant_zero(piece) && !signbit(at->low));
}

/* The bound of a sum of a few roundings, as a part of y. */
static double rounding_of(const struct tmd_line_piece *piece) {
  return piece->single ? 0x1p-20 : 0x1p-48;
}

/* y, which is rounded once, and toward zero, or its neighbour. */
static int is_beside(double y, const struct tmd_every_argument *at) {
  const double other = nextafterf((float)y, copysignf(INFINITY, (float)y));
  return fmin(y, other) > at->low && fmax(y, other) < at->high;
}

static int is_right(const struct tmd_line_piece *piece, const struct tmd_every_argument *at) {
  double y;
  if (at->x == 0 && piece->form->power) return 0;
  const int inexact = evaluate(&y, piece, fabs(at->x));
  if (at->kind == TMD_EVERY_EXACT) return !inexact && y == at->low;
  if (piece->single && inexact == 1) return is_beside(y, at);
  const double error = fabs(y) * rounding_of(piece);
  return y - error > at->low && y + error < at->high;
}

/* The end of the piece; its beginning if it has too few exact results. */
static size_t reach(const struct tmd_line_piece *piece, const struct tmd_every_argument *of,
                    size_t limit) {
  size_t end = piece->first;
  int exact = 0;
  for (; end < limit && is_right(piece, of + end); end++)
    exact += of[end].kind == TMD_EVERY_EXACT && tmd_exact_covers(piece, of + end);
  return exact < TMD_EXACT_WORTH ? piece->first : end;
}

/* A dearer candidate must lead further by this factor. */
static const double gain = 1.125;

static void try_count(struct tmd_line_piece *piece, const struct tmd_line_piece *candidate,
                      const long double *a, const long double *value,
                      const struct tmd_every_argument *of, size_t limit) {
  struct tmd_line_piece one = *candidate;
  long double c[COUNT_MAX];
  interpolate(c, one.count, a, value);
  for (one.divisor = 1; one.divisor <= DIVISOR_MAX; one.divisor += 2) {
    set_short(&one, c, a[NODES - 1]);
    one.end = reach(&one, of, limit);
    if ((double)(one.end - one.first) > gain * (double)(piece->end - piece->first)) *piece = one;
  }
}

static void try_form(struct tmd_line_piece *piece, struct tmd_line_piece one,
                     const struct tmd_every_argument *of, size_t limit) {
  long double a[NODES], value[NODES];
  if (collect(a, value, &one, of, limit) < NODES) return;
  for (one.count = 1; one.count <= COUNT_MAX; one.count++)
    try_count(piece, &one, a, value, of, limit);
}

int tmd_exact_piece(struct tmd_line_piece *piece, const struct tmd_every_argument *of,
                    size_t limit) {
  struct tmd_line_piece one = {
      .first = piece->first, .exact = 1, .single = piece->single, .scale = 1};
  piece->end = piece->first;
  for (int k = 0; k < FORMS; k++) {
    one.form = forms + k, one.root = 0;
    try_form(piece, one, of, limit);
  }
  one.form = forms;
  for (one.root = -1; one.root <= 1; one.root += 2) try_form(piece, one, of, limit);
  return piece->end > piece->first;
}
