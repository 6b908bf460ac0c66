/* u is rounded before its exponent is taken: z can lie beyond the ends of its range by a part 2^-52
   of it. For atanh, e is taken from the difference of the encodings of 1 + a and 1 - a, a = |x|,
   which are exact. An encoding of 2^n (1 + m) has n + m in place of n + log2(1 + m), which is
   larger by 0 to 0.0861. So the difference is off by less than this, and |log2 z| <= 0.5861.

   Next to 0, f lies so near x that y, with its error, may lie on x's other side. For |x| < T, y is
   x (1 - 2^-30), or x (1 + 2^-30), on f's side of x: both lie within a quarter of a unit in x's
   last place, before any midpoint. log1p x = x - x^2/2 + ... has T = 2^-26, asinh x = x - x^3/6
   + ... and atanh x = x + x^3/3 + ... have T = 2^-20. At T, f differs from x by a part 2^-27, or
   2^-42.6, of x. The relative error of y is smaller, so that y lies on f's side from T on. */
#include "tools/generate/vector/scheme/vector-log-text.h"

#include <math.h>

#include "tools/generate/reals.h"

/* Conditions of u, x's encoding, and of size, that of |x|; y of lanes in which they are true. NULL:
   there are none. Encodings of negative numbers are negative, in the order of their sizes. */
static const struct log_text {
  double least; /* T; 0: the result next to 0 is like others */
  const char *near, *unusual /* without |x| < T */;
  const char *pole, *of_pole; /* a division by `none`, which is 0 in these lanes, else 1 */
  const char *outside;        /* of the domain */
  const char *same;           /* the result is x */
  const char *reduction; /* with the number that is added for z's range, and the exponent's bits */
} texts[] = {
    [TMD_LOG_OF_X] = {.unusual = "(u < 1) | (u >= 0x7f800000)",
                      .pole = "size == 0",
                      .of_pole = "vall(-1.0) / none",
                      .outside = "(u < 0) & (size != 0) & (size <= 0x7f800000)",
                      .same = "(u == 0x7f800000) | (size > 0x7f800000)",
                      .reduction =
                          "  const vdouble x = vwiden(lanes);\n"
                          "  const vlong k = (vencoding(x) + %s) & %s;\n"
                          "  const vdouble p = vdecoded(k), e = vexponent(k); /* p = 2^e */\n"
                          "  const vdouble r = x - p, d = x + p;              /* exact */\n"},
    [TMD_LOG_OF_PLUS] = {.least = 0x1p-26,
                         .near = "tiny * (vall(1.0) - vsigned(vall(0x1p-30), x))",
                         .unusual = "((u >= (int)0xbf800000) & (u < 0)) | (u >= 0x7f800000)",
                         .pole = "u == (int)0xbf800000",
                         .of_pole = "vall(-1.0) / none",
                         .outside = "(u > (int)0xbf800000) & (u <= (int)0xff800000)",
                         .same = "(u == 0x7f800000) | (size > 0x7f800000)",
                         .reduction =
                             "  const vdouble x = vwiden(lanes), one = vall(1.0);\n"
                             "  const vlong k = (vencoding(x + one) + %s) & %s;\n"
                             "  const vdouble p = vdecoded(k), e = vexponent(k); /* p = 2^e */\n"
                             "  const vdouble r = x + (one - p), d = x + (one + p);\n"},
    [TMD_LOG_OF_ASINH] = {.least = 0x1p-20,
                          .near = "tiny * vall(1 - 0x1p-30)",
                          .unusual = "((u & 0x7fffffff) >= 0x7f800000)",
                          .same = "size >= 0x7f800000",
                          .reduction = "  const vdouble x = vwiden(lanes), a = vabs(x);\n"
                                       "  const vdouble b = vroot(vfma(a, a, vall(1.0)));\n"},
    [TMD_LOG_OF_ACOSH] =
        {.unusual = "(u <= 0x3f800000) | (u >= 0x7f800000)",
         .pole = "u == 0x3f800000",
         .of_pole = "none", /* 0; no pole */
         .outside = "(u < 0x3f800000) & (size <= 0x7f800000)",
         .same = "(u == 0x7f800000) | (size > 0x7f800000)",
         .reduction = "  const vdouble b = vwiden(lanes), a = vroot(vfma(b, b, vall(-1.0)));\n"},
    [TMD_LOG_OF_ATANH] = {
        .least = 0x1p-20,
        .near = "tiny * vall(1 + 0x1p-30)",
        .unusual = "((u & 0x7fffffff) >= 0x3f800000)",
        .pole = "size == 0x3f800000",
        .of_pole = "vsigned(vall(1.0) / none, x)",
        .outside = "(size > 0x3f800000) & (size <= 0x7f800000)",
        .same = "size > 0x7f800000",
        .reduction = "  const vdouble x = vwiden(lanes), a = vabs(x), one = vall(1.0);\n"
                     "  const vlong k = (vencoding(one + a) - vencoding(one - a) + %s) &\n"
                     "                  %s;\n"
                     "  const vdouble p = vdecoded(k), e = vexponent(k);   /* p = 2^e */\n"
                     "  const vdouble below = one - p, above = one + p;    /* exact */\n"
                     "  const vdouble s = vfma(a, above, below) / vfma(a, below, above);\n"}};

static const char root_reduction[] =
    "  const vlong k = (vencoding(a + b) + %s) & %s;\n"
    "  const vdouble p = vdecoded(k), e = vexponent(k); /* p = 2^e */\n"
    "  const vdouble g = vdecoded(k & 0x4000000000000000) * vall(0.5); /* 1; e = 0: 0 */\n"
    "  const vdouble r = vfma(g, b - p, a), d = vfma(g, a, b + p);\n";

static int is_root(enum tmd_log_argument of) {
  return of == TMD_LOG_OF_ASINH || of == TMD_LOG_OF_ACOSH;
}

/* T; the least number for log2p1 and log10p1, which are not next to x. */
static uint32_t least_usual(enum tmd_log_argument of, enum tmd_function_id id) {
  return of == TMD_LOG_OF_PLUS && id != TMD_FN_log1p ? 1 : tmd_float_encode(texts[of].least);
}

double tmd_vector_log_most(enum tmd_log_argument of) {
  return of == TMD_LOG_OF_ATANH ? exp2(0.5862) : M_SQRT2 * (1 + 0x1p-40);
}

double tmd_vector_log_least(enum tmd_log_argument of, enum tmd_function_id id) {
  switch (of) {
  case TMD_LOG_OF_X: return 0x1p-26;     /* (x - 1)/(x + 1), |x - 1| >= 2^-24 */
  case TMD_LOG_OF_ACOSH: return 0x1p-13; /* sqrt((x - 1)/(x + 1)), x - 1 >= 2^-23 */
  default: return tmd_float_decode(least_usual(of, id)) * 0.499; /* x/(2 + x), x/(1 + cosh), x */
  }
}

int tmd_vector_log_e(enum tmd_log_argument of, int greatest) {
  static const int range[][2] = {{-149, 128}, {-24, 128}, {0, 129}, {0, 129}, {0, 25}};
  return range[of][greatest];
}

/* What is true in few lanes, negated: with a second negation, compilers drop both. */
void tmd_vector_log_usual(FILE *out, enum tmd_log_argument of, enum tmd_function_id id) {
  fprintf(out, "vnot(%s", texts[of].unusual);
  if (least_usual(of, id)) fprintf(out, " | ((u & 0x7fffffff) < 0x%x)", least_usual(of, id));
  fputs(")", out);
}

/* 1's encoding less that of the least z is added, so that the exponent is that of 1 from there on;
   for atanh that of 1, and half a unit of the exponent. */
void tmd_vector_log_reduction(FILE *out, enum tmd_log_argument of) {
  static const char exponent[] = "0x7ff0000000000000";
  char added[32];
  snprintf(added, sizeof added, "0x%llx",
           (unsigned long long)(of == TMD_LOG_OF_ATANH
                                    ? tmd_double_bits(1.5)
                                    : tmd_double_bits(1) - tmd_double_bits(M_SQRT1_2)));
  fprintf(out, texts[of].reduction, added, exponent);
  if (is_root(of)) fprintf(out, root_reduction, added, exponent);
}

/* Only these lanes have other operands than 0 or 1, and raise flags. */
void tmd_vector_log_special(FILE *out, enum tmd_log_argument of, enum tmd_function_id id) {
  const struct log_text *text = texts + of;
  const uint32_t t = least_usual(of, id);
  if (text->pole)
    fprintf(out,
            "  const vhalfint pole = %s;\n"
            "  const vdouble none = vselect(pole, vall(0.0), vall(1.0));\n"
            "  y = vselect(pole, %s, y);\n",
            text->pole, text->of_pole);
  if (text->outside)
    fprintf(out,
            "  const vhalfint outside = %s;\n"
            "  const vdouble zero = vselect(outside, vall(0.0), vall(1.0));\n"
            "  y = vselect(outside, zero / zero, y); /* invalid */\n",
            text->outside);
  if (t == 1) fputs("  y = vselect(size == 0, x, y);\n", out);
  if (t > 1)
    fprintf(out,
            "  const vdouble tiny = vselect(size < 0x%x, x, vall(0.0));\n"
            "  y = vselect(size < 0x%x, %s, y);\n",
            t, t, text->near);
  fprintf(out, "  y = vselect(%s, x, y);\n", text->same);
}
