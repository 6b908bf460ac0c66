/* lgamma: with log w = h + l by the reduction of log-table.h, h = e log 2 - log c_i in multiples of
   2^-45, an exact sum, and l with |l| < 2^-5:

   For x from -21/2 to 9/2, x = t + k, |t| <= 1/2, f(x) = G(t) + s log w, G(t) = log gamma(2 + t),
   where w is the product of |t + j|: for k > 2 with s = 1 and j = 2 .. k - 1, otherwise with s = -1
   and j = k .. 1. G(0) = 0, and w = 1 + t for x next to 1, w = 1 for x next to 2: relative errors
   are small next to these zeros. w is exact for k > 0: two factors at most, of 24 bits. For k = 0
   it is rounded once, x^2 + x. For k < 0 each product has a second word: the sum of the second
   words, d = -sum/w, is added to log w. Below 2^-60, t = 0: G(t) is less than 2^-61, f more than
   41. s h is added last, without a rounding of its own, but for k < 0 first, as it nearly cancels
   G(t) next to zeros.

   The zeros between negative integers are no numbers of binary32. Next to them, where |f(x)| <
   0x1.4p-7 (without FMA 0x1.4p-6), the relative error has no bound of use, and all arguments, some
   10^5, are tested, whatever their hardness. Below -21/2 the zeros are nearer to the integers than
   any number.

   For x >= 9/2, f(x) = x (log x - 1) - log(x)/2 + log(2 pi)/2 + m(x), m(x) = M(1/x^2)/x
   (stirling.c). log x - 1 = (h - 1) + l: x (h - 1) is added last, without a rounding of its own.

   For x < -21/2, f(x) = -log gamma(z) - log(z sin(pi t)/pi), z = -x, t the distance of z from the
   nearest integer. */
#include <math.h>

#include "tools/generate/log-gamma/log-gamma.h"
#include "tools/generate/log-table.h"
#include "tools/generate/reals.h"
#include "tools/generate/scheme/schemes.h"

static const void *data(const struct tmd_function *f) { return f->id == TMD_FN_lgamma ? f : NULL; }

double tmd_log_two(void) { return round(0x1.62e42fefa39efp-1 / TMD_LOG_UNIT) * TMD_LOG_UNIT; }

/* ---- the approximations ---- */

static void plan_log(struct tmd_design *design) {
  enum { TRIED = 1 << 14 };
  struct tmd_approximation *p = design->piece + TMD_LOG_GAMMA_LOG;
  char radius[TMD_DOUBLE_TEXT_BYTES];
  p->f = tmd_function_find("log"), p->shift = 1;
  p->radius = tmd_log_plan(design, p, TMD_LOG_UNIT, TRIED);
  p->count = 7, p->given = 1, p->coefficient[0] = 1;
  tmd_double_print(radius, p->radius);
  snprintf(p->sollya, sizeof p->sollya,
           "p = fpminimax(log(1+x)/x, [|1,...,%d|], [|53...|], [-%s;%s], 1, relative);\n"
           "for i from 1 to %d do coeff(p,i);\n",
           p->count - 1, radius, radius, p->count - 1);
}

static void plan_stirling(struct tmd_design *design) {
  struct tmd_approximation *p = design->piece + TMD_LOG_GAMMA_STIRLING;
  char radius[TMD_DOUBLE_TEXT_BYTES];
  p->series = tmd_stirling_series, p->count = 7;
  p->middle = p->radius = 0.5 / (tmd_stirling_from * tmd_stirling_from) * (1 + 0x1p-30);
  tmd_double_print(radius, 2 * p->radius);
  snprintf(p->sollya, sizeof p->sollya,
           "z = 1/sqrt(x); y = z+20; g = " TMD_STIRLING ";\n"
           "for i from 1 to 20 do g = g-log(y-i);\n"
           "p = fpminimax(z*(g-(z-1/2)*log(z)+z-log(2*pi)/2), %d, [|53...|], [1b-30;%s], "
           "absolute);\n"
           "for i from 0 to %d do coeff(p,i);\n",
           p->count - 1, radius, p->count - 1);
}

static void plan_sine(struct tmd_design *design) {
  struct tmd_approximation *p = design->piece + TMD_LOG_GAMMA_SINE;
  p->f = tmd_function_find("sinpi"), p->over_pi = 1;
  p->parity = TMD_PARITY_ODD, p->first = 1, p->count = 7, p->radius = 0.5;
  snprintf(p->sollya, sizeof p->sollya,
           "p = fpminimax(sin(pi*x)/(pi*x), [|2,4,6,8,10,12,14|], [|53...|], [1b-30;0.5], 1, "
           "relative);\n"
           "for i from 1 to %d do coeff(p,2*i);\n",
           p->count);
}

/* G'(0) is 1 less Euler's constant. A polynomial in place of G is evaluated sooner. */
void tmd_log_gamma_plan(struct tmd_design *design) {
  struct tmd_approximation *p = &design->p;
  char first[TMD_DOUBLE_TEXT_BYTES];
  SCOPED(arb, slope);
  plan_log(design), plan_stirling(design), plan_sine(design);
  design->piece_count = TMD_LOG_GAMMA_PARTS;
  arb_const_euler(slope, TMD_IDEAL_BITS);
  arb_sub_ui(slope, slope, 1, TMD_IDEAL_BITS);
  p->shift = 2, p->count = 18, p->given = 1, p->radius = 0.5;
  p->coefficient[0] = -tmd_real_nearest(slope);
  tmd_double_print(first, p->coefficient[0]);
  snprintf(p->sollya, sizeof p->sollya,
           "y = x+22; g = " TMD_STIRLING ";\n"
           "for i from 1 to 20 do g = g-log(y-i);\n"
           "T = chebyshevform(g, 30, [-0.5;0.5]); h = 0;\n"
           "for i from 30 to 1 by -1 do h = coeff(T[0],i)+x*h;\n"
           "p = fpminimax(h, [|1,...,%d|], [|53...|], [-0.5;0.5], %s, absolute);\n"
           "for i from 1 to %d do coeff(p,i);\n",
           p->count - 1, first, p->count - 1);
  tmd_design_exact(design, 1, 0), tmd_design_exact(design, 2, 0);
}

/* ---- the steps ---- */

static void append_log(struct tmd_design *design) {
  const struct tmd_approximation *p = design->piece + TMD_LOG_GAMMA_LOG;
  struct tmd_terms *s = design->part + TMD_LOG_GAMMA_LOG;
  SCOPED(arb, two, high);
  arb_const_log2(two, TMD_IDEAL_BITS);
  arb_set_d(high, tmd_log_two());
  arb_sub(two, two, high, TMD_IDEAL_BITS);
  arb_mul_2exp_si(two, two, -TMD_LOG_PLACE);
  const int r = tmd_terms_input(s, "r"), e = tmd_terms_input(s, "e"),
            square = tmd_terms_product(s, NULL, NULL, r, r),
            rest = tmd_terms_polynomial(s, p->coefficient + 1, p->count - 1, r, square),
            less = tmd_terms_number(s, tmd_real_nearest(two), two),
            first = tmd_terms_fma(s, NULL, NULL, e, less, r);
  tmd_terms_fma(s, "l", "log w - h", square, rest, first);
}

static void append_stirling(struct tmd_design *design) {
  struct tmd_approximation *p = design->piece + TMD_LOG_GAMMA_STIRLING;
  struct tmd_terms *s = design->part + TMD_LOG_GAMMA_STIRLING;
  SCOPED(arb, constant);
  arb_const_log_sqrt2pi(constant, TMD_IDEAL_BITS);
  tmd_approximation_take_constant(p);
  const int z = tmd_terms_input(s, "z"), h = tmd_terms_input(s, "h"), l = tmd_terms_input(s, "l"),
            less = tmd_terms_input(s, "H"), one = tmd_terms_number(s, 1, NULL),
            half = tmd_terms_number(s, -0.5, NULL),
            log = tmd_terms_number(s, tmd_real_nearest(constant), constant),
            q = tmd_terms_quotient(s, "q", NULL, one, z), u = tmd_terms_product(s, "u", NULL, q, q),
            square = tmd_terms_product(s, NULL, NULL, u, u),
            rest = tmd_terms_polynomial(s, p->coefficient, p->count, u, square),
            M = tmd_terms_fma(s, NULL, NULL, u, rest, tmd_terms_number(s, p->first, NULL)),
            part = tmd_terms_fma(s, NULL, NULL, q, M, tmd_terms_fma(s, NULL, NULL, h, half, log)),
            factor = tmd_terms_fma(s, NULL, NULL, z, one, half);
  tmd_terms_fma(s, "y", "f(z)", z, less, tmd_terms_fma(s, NULL, NULL, factor, l, part));
}

static void append_sine(struct tmd_design *design) {
  const struct tmd_approximation *p = design->piece + TMD_LOG_GAMMA_SINE;
  struct tmd_terms *s = design->part + TMD_LOG_GAMMA_SINE;
  const int t = tmd_terms_input(s, "t"), z = tmd_terms_input(s, "z"),
            square = tmd_terms_product(s, NULL, NULL, t, t),
            fourth = tmd_terms_product(s, NULL, NULL, square, square),
            cube = tmd_terms_product(s, NULL, NULL, t, square),
            rest = tmd_terms_polynomial(s, p->coefficient, p->count, square, fourth),
            sine = tmd_terms_fma(s, NULL, NULL, cube, rest, t);
  tmd_terms_product(s, "w", "z sin(pi t)/pi", z, sine);
}

void tmd_log_gamma_append(struct tmd_design *design) {
  const struct tmd_approximation *p = &design->p;
  struct tmd_terms *s = &design->steps;
  for (int i = 0; i < TMD_LOG_GAMMA_PARTS; i++) tmd_terms_clear(design->part + i);
  append_log(design), append_stirling(design), append_sine(design);
  const int t = tmd_terms_input(s, "t"), a = tmd_terms_input(s, "a"), b = tmd_terms_input(s, "b"),
            first = tmd_terms_number(s, p->coefficient[0], NULL),
            one = tmd_terms_number(s, 1, NULL), square = tmd_terms_product(s, NULL, NULL, t, t),
            second = tmd_terms_number(s, p->coefficient[1], NULL),
            cube = tmd_terms_product(s, NULL, NULL, t, square),
            rest = tmd_terms_polynomial(s, p->coefficient + 2, p->count - 2, t, square),
            slope = tmd_terms_fma(s, NULL, NULL, t, second, first),
            part = tmd_terms_fma(s, NULL, NULL, t, slope, a),
            sum = tmd_terms_fma(s, NULL, NULL, cube, rest, part);
  tmd_terms_fma(s, "y", NULL, sum, one, b);
}

/* ---- the text ---- */

/* Tables may stand within the function made. */
static void print_functions(FILE *out, const struct tmd_design *design) {
  char two[TMD_DOUBLE_TEXT_BYTES];
  fputs("/* log w = h + l */\n"
        "static inline double logarithm(double w, double *h, const double *T) {\n",
        out);
  tmd_log_print(out, "w", "w", design->piece[TMD_LOG_GAMMA_LOG].radius, 0);
  fprintf(out, "  *h = __builtin_fma(e, %s, T[i]); /* exact */\n",
          tmd_double_print(two, ldexp(tmd_log_two(), -TMD_LOG_PLACE)));
  tmd_terms_print(out, design->part + TMD_LOG_GAMMA_LOG, 0);
  fputs("  return l;\n}\n\n"
        "/* log gamma(z), z >= 4.5 */\n"
        "static inline double stirling(double z, const double *T) {\n"
        "  double h;\n"
        "  const double l = logarithm(z, &h, T), H = h - 1; /* exact */\n",
        out);
  tmd_terms_print(out, design->part + TMD_LOG_GAMMA_STIRLING, 0);
  fputs("  return y;\n}\n\n"
        "/* log |gamma(-z)|, z > 10.5, at the distance t > 0 from an integer */\n"
        "static inline double reflected(double z, double t, const double *T) {\n",
        out);
  tmd_terms_print(out, design->part + TMD_LOG_GAMMA_SINE, 0);
  fputs("  double h;\n"
        "  const double l = logarithm(w, &h, T);\n"
        "  return -(stirling(z, T) + l + h);\n}\n\n",
        out);
}

static void print_reduction(FILE *out, const struct tmd_design *design) {
  (void)design;
  fputs("  const double xd = x;\n"
        "  if (__builtin_expect(v.u - 0x40900000u < 0x3bf00000u, 1)) /* 4.5 <= x < 2^122 */\n"
        "    return (float)stirling(xd, T);\n"
        "  double t = xd, s = -1, w, d = 0, h;\n"
        "  if (v.u << 1 < 0x7e000000u) { /* |x| < 1/2 */\n"
        "    if (v.u << 1 == 0) return 1 / __builtin_fabsf(x);\n"
        "    w = __builtin_fabs(__builtin_fma(xd, xd, xd));\n"
        "    if (v.u << 1 < 0x43000000u) t = 0; /* |x| < 2^-60 */\n"
        "  } else if (v.u < 0x40900000u) {\n"
        "    const int k = (int)(xd + 0.5);\n"
        "    t = xd - k;\n"
        "    s = k < 2 ? -1 : 1;\n"
        "    w = k == 1 ? xd : k == 2 ? 1 : k == 3 ? xd - 1 : (xd - 1) * (xd - 2);\n"
        "  } else {\n"
        "    if (v.u << 1 >= 0xff000000u) return x * x; /* infinity, NaN */\n"
        "    if (!(v.u >> 31)) return (float)(0x1p+200 * xd); /* overflows */\n"
        "    if (v.u >= 0xcb000000u) return 1 / __builtin_fabsf(x - x); /* integers */\n"
        "    if ((int)x == x) return 1 / __builtin_fabsf(x - x);\n"
        "    const int n = (int)(0.5 - xd);\n"
        "    t = xd + n;\n"
        "    if (n > 10) return (float)reflected(-xd, __builtin_fabs(t), T);\n"
        "    w = t * (t + 1);\n"
        "    for (int j = 1; j <= n; j++) { /* w + d is the product */\n"
        "      const double p = w * (t - j), low = __builtin_fma(w, t - j, -p);\n"
        "      d = __builtin_fma(d, t - j, low);\n"
        "      w = p;\n"
        "    }\n"
        "    d = -d / w;\n"
        "    w = __builtin_fabs(w);\n"
        "  }\n"
        "  const double l = logarithm(w, &h, T), high = s * h, low = __builtin_fma(s, l, d);\n"
        "  const double a = xd < -0.5 ? high : low, b = xd < -0.5 ? low : high;\n",
        out);
}

const struct tmd_scheme tmd_log_gamma = {
    .name = "log gamma",
    .description = "log |gamma(x)| = G(t) + s log w, x = t + k, w a product of numbers t + j; "
                   "Stirling's series",
    .data = data,
    .plan = tmd_log_gamma_plan,
    .append = tmd_log_gamma_append,
    .bound = tmd_log_gamma_bound,
    .list = tmd_log_gamma_list,
    .listed = TMD_LOG_GAMMA_LISTED,
    .print_functions = print_functions,
    .print_reduction = print_reduction,
    .returns_early = 1,
};
