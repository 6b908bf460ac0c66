/* Functions by a few operations of binary64.

   sqrt(x) by its operation, which is correctly rounded in each mode. Rounding its
   result again is right: in a directed mode always; to nearest unless it is a midpoint of binary32,
   without being the root. Let x = X 4^k and the midpoint be Y 2^(k-1), with 2^48 <= X < 2^50, a
   multiple of 2^24, and Y odd, of 26 bits: 4 X - Y^2 is odd, so that the root and the midpoint
   differ by more than 1/(2 2^26) in units of Y, which is a unit in the last place of binary64. The
   bound and the list say the same.

   pown(n), x^n, and compound(n), (1 + x)^n, by products of s = x or s = 1 + x, which lie in the
   range of binary64 for |n| <= MOST. 1 + x is rounded for |x| < 2^-29, where it has a relative
   error of 2^-52, and for x >= 2^53; it is exact in between. For n > 4 this error would count too
   often: there (1 + x)^n = 1 + n x with a relative error below n^2 x^2 < 2^-52.

   For x >= 2^49, x = X 2^k with 2^23 <= X < 2^24, k >= 26. In units of 2^2k, x^2 is the integer X^2
   of 47 or 48 bits, whose neighbours among breakpoints of binary32 are integers, too, and (1 + x)^2
   = X^2 + 2 X/2^k + 2^-2k lies between X^2 and X^2 + 1. So does y = x^2 (1 + 2^-50).

   Flags come out right. A result is exact if s^n has an odd part of at most 24 bits; then each
   power before it has one, too, and no operation is inexact. If one is inexact, so is the result.
 */
#include <math.h>
#include <stdlib.h>

#include "tools/generate/reals.h"
#include "tools/generate/scheme/schemes.h"

static const void *root_data(const struct tmd_function *f) {
  return f->id == TMD_FN_sqrt ? f : NULL;
}

static void plan(struct tmd_design *design) { (void)design; }

static void append_root(struct tmd_design *design) {
  const int x = tmd_terms_input(&design->steps, "x");
  tmd_terms_root(&design->steps, "y", "by the hardware", x);
}

/* One and two binades of x give all. */
static void bound_root(struct tmd_design *design) {
  enum { PIECES = 96 };
  struct tmd_code_line *y = design->steps.term + design->steps.count - 1;
  arb_t x;
  mag_t zero;
  arb_init(x);
  mag_init(zero);
  for (int k = 0; k < PIECES; k++) {
    tmd_real_between(x, 1 + 3.0 * k / PIECES, 1 + 3.0 * (k + 1) / PIECES);
    tmd_terms_set(&design->steps, 0, x, zero);
    tmd_terms_enclose(&design->steps);
    tmd_design_add(design, &design->steps, zero, y->ideal);
  }
  arb_clear(x);
  mag_clear(zero);
}

static void print_root(FILE *out, const struct tmd_design *design) {
  (void)design;
  fputs("  if (__builtin_expect(v.u - 1 >= 0x7f7fffffu, 0)) { /* 0, x < 0, infinity, NaN */\n"
        "    if (v.u << 1 == 0 || v.u == 0x7f800000u || v.u << 1 > 0xff000000u) return x + x;\n"
        "    return (x - x) / (x - x);\n"
        "  }\n",
        out);
}

const struct tmd_scheme tmd_square_root = {
    .name = "square root",
    .description = "sqrt(x) in binary64, rounded again",
    .data = root_data,
    .plan = plan,
    .without_fma = tmd_without_fma,
    .append = append_root,
    .bound = bound_root,
    .print_reduction = print_root,
};

/* ---- integer powers ---- */

enum { MOST = 6, DIRECT = 4, FAR = 49 };

static const void *power_data(const struct tmd_function *f) {
  return (f->id == TMD_FN_pown && f->n != 0 && labs(f->n) <= MOST) ||
                 (f->id == TMD_FN_compound && f->n > 0 && f->n <= MOST)
             ? f
             : NULL;
}

/* s^n by squares. */
static int append_power(struct tmd_terms *terms, long n, const char *name) {
  if (n == 1) return 0;
  if (n % 2) return tmd_terms_product(terms, name, NULL, append_power(terms, n - 1, NULL), 0);
  const int half = append_power(terms, n / 2, NULL);
  return tmd_terms_product(terms, name, NULL, half, half);
}

static void append(struct tmd_design *design) {
  struct tmd_terms *terms = &design->steps;
  const long n = design->f->n;
  tmd_terms_input(terms, "s");
  const int one = tmd_terms_number(terms, 1, NULL);
  if (n < 0) tmd_terms_quotient(terms, "y", NULL, one, append_power(terms, -n, NULL));
  else if (n == 1) tmd_terms_product(terms, "y", NULL, 0, one);
  else append_power(terms, n, "y");
}

/* The state's error for s = a 2^e, a in the ball, the stored s with the error `of_s`. */
static void bound_piece(struct tmd_design *design, const arb_t a, int e, const mag_t of_s) {
  arb_t s, f;
  arb_init(s), arb_init(f);
  mag_t zero;
  mag_init(zero);
  arb_mul_2exp_si(s, a, e);
  tmd_terms_set(&design->steps, 0, s, of_s);
  tmd_terms_enclose(&design->steps);
  arb_pow_ui(f, s, (ulong)labs(design->f->n), TMD_IDEAL_BITS);
  if (design->f->n < 0) arb_inv(f, f, TMD_IDEAL_BITS);
  tmd_design_add(design, &design->steps, zero, f);
  arb_clear(s), arb_clear(f);
  mag_clear(zero);
}

static void bound(struct tmd_design *design) {
  enum { PIECES = 256 };
  const int compound = design->f->id == TMD_FN_compound;
  arb_t a;
  mag_t of_s;
  arb_init(a);
  mag_init(of_s);
  const int end = compound && design->f->n == 2 ? FAR : 128;
  for (int e = compound ? -24 : -149; e < end; e++)
    for (int k = 0; k < PIECES; k++) {
      tmd_real_between(a, 1 + 1.0 * k / PIECES, 1 + (k + 1.0) / PIECES);
      mag_zero(of_s);
      if (compound && e >= 52) mag_set_ui_2exp_si(of_s, 1, e + 1 - 52);
      bound_piece(design, a, e, of_s);
    }
  mag_set_ui_2exp_si(of_s, 1, -52);
  tmd_real_between(a, 1 - 0x1p-29, 1 + 0x1p-29);
  if (compound && design->f->n <= DIRECT) bound_piece(design, a, 0, of_s);
  arb_clear(a);
  mag_clear(of_s);
}

static void print_power(FILE *out, const struct tmd_design *design) {
  const uint32_t far = tmd_float_encode(ldexp(1, FAR));
  if (design->f->id == TMD_FN_pown) {
    fputs("  const double s = x;\n", out);
    return;
  }
  fputs("  if (__builtin_expect(v.u >= 0xbf800000u, 0)) { /* x <= -1, NaN */\n"
        "    if (v.u == 0xbf800000u) return 0.0f;\n"
        "    return v.u > 0xff800000u ? x + x : (x - x) / (x - x);\n"
        "  }\n",
        out);
  if (design->f->n > DIRECT)
    fprintf(out,
            "  if (__builtin_expect(v.u << 1 < 0x62000000u, 0)) /* |x| < 2^-29 */\n"
            "    return (float)__builtin_fma(x, %ld.0, 1.0);\n",
            design->f->n);
  if (design->f->n == 2)
    fprintf(out,
            "  const double square = (double)x * x;\n"
            "  if (__builtin_expect(v.u - 0x%08xu <= 0x%08xu, 0)) /* %a <= x <= infinity */\n"
            "    return (float)__builtin_fma(square, 0x1p-50, square);\n",
            far, 0x7f800000 - far, ldexp(1, FAR));
  fputs("  const double s = 1.0 + x;\n", out);
}

const struct tmd_scheme tmd_integer_power = {
    .name = "integer power",
    .description = "products of s = x, or s = 1 + x for compound(n), in binary64",
    .data = power_data,
    .plan = plan,
    .without_fma = tmd_without_fma,
    .append = append,
    .bound = bound,
    .print_reduction = print_power,
};
