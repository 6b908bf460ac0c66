/* In float an operation's error is up to 2^-23 of the result, in directed modes, while breakpoints
   of binary16 are at least 2^-12 of it apart. No bound is proved: what the bounds of points leave
   for errors only decides how many results are wrong when every argument is run, and are replaced.

   The terms of a polynomial in u may be much larger than its value, and so are their errors. In
   powers of u - c, c a number of few bits in the middle of the piece, they are smaller, unless the
   value is small where u is: c is 0, or a middle, whichever has the smaller terms. */
#include "tools/generate/pieces/single-piece.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

static const double error = 0x1.8p-23, least = 0x1p-149;

/* Of 1/a and quotients by a, both in the range of normal numbers. */
static const double inverse_least = 0x1p-125, inverse_most = 0x1p+125;

/* Of P, where y = P a^k is not P. */
static const double factor_least = 0x1p-110, factor_most = 0x1p+120;

/* Of y, as an exponent of 2: y must not become 0, so that it is rounded with flags. */
static const double exponent_least = -146;

int tmd_single_point(struct tmd_point *point, const struct tmd_form *form, double a) {
  const double size = fmax(fabs(point->low), fabs(point->high)), factor = size / point->g;
  if ((form->of == TMD_FORM_OF_RECIPROCAL || form->power < 0) &&
      !(a >= inverse_least && a <= inverse_most))
    return 0;
  if (form->power && !(factor >= factor_least && factor <= factor_most)) return 0;
  point->low += error * size + 2 * least, point->high -= error * size + 2 * least;
  return point->low < point->high;
}

void tmd_single_exponent(struct tmd_point *point) {
  const double size = fmax(fabs(point->low), fabs(point->high));
  point->low = fmax(point->low, exponent_least) + error * size, point->high -= error * size;
}

static double variable(const struct tmd_form *form, double x) {
  const double a = fabs(x);
  return form->of == TMD_FORM_OF_X ? a : form->of == TMD_FORM_OF_LOG2 ? log2(a) : 1 / a;
}

/* P's coefficients in powers of u - c, by Horner's scheme. */
static void shift(long double *coefficient, const struct tmd_line_piece *piece, double c) {
  for (int i = 0; i < piece->count; i++) coefficient[i] = piece->coefficient[i];
  for (int i = 0; i < piece->count; i++)
    for (int j = piece->count - 2; j >= i; j--) coefficient[j] += c * coefficient[j + 1];
}

/* The greatest quotient of the sum of the terms' sizes by that of P, among some of the arguments;
   for an exponent of 2, the greatest sum. */
static long double growth(const struct tmd_line_piece *piece, const struct tmd_every_argument *of,
                          double c) {
  enum { SOME = 200 };
  long double coefficient[TMD_MINIMAX_COEFFICIENTS], most = 0;
  shift(coefficient, piece, c);
  const size_t step = (piece->end - piece->first) / SOME + 1;
  for (size_t i = piece->first; i < piece->end; i += step) {
    const long double t = variable(piece->form, of[i].x) - c;
    long double sum = 0, terms = 0;
    for (int j = piece->count - 1; j >= 0; j--) {
      sum = sum * t + coefficient[j];
      terms = terms * fabsl(t) + fabsl(coefficient[j]);
    }
    most = fmaxl(most, piece->form->exp2 ? terms : terms / fabsl(sum));
  }
  return most;
}

/* 0, or a number of 8 bits between the piece's ends. */
static double center_of(const struct tmd_line_piece *piece, const struct tmd_every_argument *of) {
  enum { PARTS = 4, BITS = 8 };
  const double u = variable(piece->form, of[piece->first].x),
               v = variable(piece->form, of[piece->end - 1].x);
  double best = 0;
  long double least_growth = growth(piece, of, 0);
  for (int i = 1; i < PARTS && isfinite(u) && isfinite(v); i++) {
    const double at = u + (v - u) * i / PARTS;
    if (fabs(at) < inverse_least) continue;
    const double unit = ldexp(1, ilogb(at) - BITS + 1), c = rint(at / unit) * unit;
    const long double at_c = growth(piece, of, c);
    if (at_c < least_growth) best = c, least_growth = at_c;
  }
  return best;
}

/* A power of 2 like the greatest |u - c|, if coefficients would leave the range of floats; else 1.
 */
static double scale_of(const struct tmd_line_piece *piece, const struct tmd_every_argument *of) {
  enum { FAR = 15 };
  const double u = variable(piece->form, of[piece->first].x) - piece->center,
               v = variable(piece->form, of[piece->end - 1].x) - piece->center,
               size = fmax(fabs(u), fabs(v));
  if (!(size > 0) || !isfinite(size) || abs(ilogb(size)) <= FAR) return 1;
  return ldexp(1, ilogb(size));
}

int tmd_single_piece(struct tmd_line_piece *piece, const struct tmd_every_argument *of) {
  long double coefficient[TMD_MINIMAX_COEFFICIENTS];
  if (!piece->form || piece->exact) return 1;
  if (piece->count == 1 && !piece->form->power && fabs(piece->coefficient[0]) > FLT_MAX) {
    piece->coefficient[0] = copysign(0x1p+132, piece->coefficient[0]);
    return 1;
  }
  if (piece->count > 1) piece->center = center_of(piece, of), piece->scale = scale_of(piece, of);
  shift(coefficient, piece, piece->center);
  long double power = 1;
  for (int i = 0; i < piece->count; i++, power *= piece->scale) {
    coefficient[i] *= power;
    if (!(fabsl(coefficient[i]) <= FLT_MAX)) return 0;
    piece->coefficient[i] = (float)coefficient[i];
  }
  return 1;
}

/* FMA by its name in double, which tmd_no_fma_rewrite knows, and tmd_single_text changes. */
void tmd_single_print_functions(FILE *out, int log2, int exp2) {
  if (log2)
    fputs("/* log2 a, a > 0, by a polynomial of Sollya's fpminimax. */\n"
          "static inline float log2_of(float a) {\n"
          "  union { float f; uint32_t u; } m = {.f = a};\n"
          "  const int32_t tiny = m.u < 0x00800000 ? 32 : 0;\n"
          "  if (__builtin_expect(tiny, 0)) m.f = a * 0x1p+32f;\n"
          "  const int32_t e = (int32_t)(m.u - 0x3f3504f3) >> 23;\n"
          "  m.u -= (uint32_t)e << 23; /* a = m 2^(e - tiny), sqrt(1/2) <= m < sqrt 2 */\n"
          "  const float s = (m.f - 1) / (m.f + 1), z = s * s;\n"
          "  float p = 0x1.ba1aa6p-2f;\n"
          "  p = __builtin_fma(p, z, 0x1.274714p-1f);\n"
          "  p = __builtin_fma(p, z, 0x1.ec70e6p-1f);\n"
          "  p = __builtin_fma(p, z, 0x1.715476p+1f);\n"
          "  return __builtin_fma(p, s, (float)(e - tiny));\n"
          "}\n\n",
          out);
  if (exp2)
    fputs(
        "/* 2^u times 1 or -1, |u| < 250, by a polynomial of Sollya's fpminimax for |r| <= 1, as n is floor u or\n"
        "   ceil u in directed modes. The last product alone overflows, or underflows. */\n"
        "static inline float exp2_of(float u, float sign) {\n"
        "  const union { float f; uint32_t u; } n = {.f = u + 0x1.8p23f};\n"
        "  const int32_t k = (int32_t)(n.u - 0x4b400000), half = k >> 1;\n"
        "  const union { uint32_t u; float f; } s = {.u = (uint32_t)(half + 127) << 23},\n"
        "                                       t = {.u = (uint32_t)(k - half + 127) << 23};\n"
        "  const float r = u - (n.f - 0x1.8p23f);\n"
        "  float p = 0x1.00381ap-16f;\n"
        "  p = __builtin_fma(p, r, 0x1.47d9dep-13f);\n"
        "  p = __builtin_fma(p, r, 0x1.5d9162p-10f);\n"
        "  p = __builtin_fma(p, r, 0x1.3b2148p-7f);\n"
        "  p = __builtin_fma(p, r, 0x1.c6b06ap-5f);\n"
        "  p = __builtin_fma(p, r, 0x1.ebfbf2p-3f);\n"
        "  p = __builtin_fma(p, r, 0x1.62e43p-1f);\n"
        "  p = __builtin_fma(p, r, 0x1p+0f);\n"
        "  return sign * p * s.f * t.f;\n"
        "}\n\n",
        out);
}
