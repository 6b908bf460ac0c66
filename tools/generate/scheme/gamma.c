/* tgamma: gamma(x) = w G(t), x = 3 + t + i, |t| <= 1/2, G(t) = gamma(3 + t), where w is the product
   of i numbers from x - i to x - 1 for i >= 0, or 1 by the product of -i numbers from x to x - i
   - 1.

   Let s be the first of these numbers. They are exact, and so are u = s (s + 3), u + 2 = (s + 1) (s
   + 2) and s (s + 1): x is a multiple of 2^-26 of 24 bits, and a number between x and 3 that is no
   multiple of 2^-24 belongs to |x| < 1/2, where only x (x + 1), of 24 and 27 bits, is formed; other
   numbers have 26 bits at most. u (u + 2) is the product of four numbers: two roundings for four
   numbers, one for two or one that are left, one for the inverse.

   Nearer to 0 than 1/8 near-zero.h serves. Beyond -42, |gamma(x)| < 2^-150: x is at least 2^-18
   from an integer, next to which it is 2^18/42! at most. */
#include "tools/generate/scheme/gamma.h"

#include "tools/generate/log-gamma/log-gamma.h"
#include "tools/generate/near-zero.h"
#include "tools/generate/reals.h"
#include "tools/generate/scheme/schemes.h"

/* Of 45 numbers, for x next to -42: eleven times four, one more, the inverse. */
enum { ROUNDINGS = 2 * 11 + 2, FACTORIALS = 14 };

static const void *data(const struct tmd_function *f) { return f->id == TMD_FN_tgamma ? f : NULL; }

void tmd_gamma_series(arb_poly_t g, const struct tmd_approximation *p, const arb_t t,
                      slong length) {
  arb_poly_t x;
  arb_t one;
  arb_poly_init(x);
  arb_init(one);
  arb_set_d(one, p->shift);
  arb_add(one, one, t, TMD_IDEAL_BITS);
  arb_poly_set_coeff_arb(x, 0, one);
  arb_poly_set_coeff_si(x, 1, 1);
  arb_poly_gamma_series(g, x, length, TMD_IDEAL_BITS);
  arb_poly_clear(x);
  arb_clear(one);
}

/* y = x + shift + 20: Sollya lacks the function. */
void tmd_gamma_commands(char text[TMD_SOLLYA_BYTES], int shift, const char *polynomial) {
  snprintf(text, TMD_SOLLYA_BYTES,
           "y = x+%d; g = exp(" TMD_STIRLING ");\n"
           "for i from 1 to 20 do g = g/(y-i);\n"
           "%s",
           shift + 20, polynomial);
}

void tmd_gamma_plan_near(struct tmd_design *design) {
  char text[TMD_SOLLYA_BYTES], polynomial[128];
  const int near = 12 - design->demands.fewer[1];
  snprintf(polynomial, sizeof polynomial,
           "q = fpminimax((g-1)/x, %d, [|53...|], [-0.125;0.12501], absolute);\n"
           "for i from 0 to %d do coeff(q,i);\n",
           near, near);
  tmd_gamma_commands(text, 1, polynomial);
  tmd_near_pole_plan(design, 0.125f, near + 1, text, tmd_gamma_series);
  double factorial = 1;
  for (int n = 1; n <= FACTORIALS; n++, factorial *= n - 1) tmd_design_exact(design, n, factorial);
}

static void plan(struct tmd_design *design) {
  char polynomial[128];
  design->p.series = tmd_gamma_series, design->p.shift = 3, design->p.radius = 0.5;
  design->p.count = 16 - design->demands.fewer[0];
  snprintf(polynomial, sizeof polynomial,
           "p = fpminimax(g, %d, [|53...|], [-0.5;0.5], relative);\n"
           "for i from 0 to %d do coeff(p,i);\n",
           design->p.count - 1, design->p.count - 1);
  tmd_gamma_commands(design->p.sollya, 3, polynomial);
  tmd_gamma_plan_near(design);
}

enum { T, W };

static void append(struct tmd_design *design) {
  struct tmd_terms *s = &design->steps;
  struct tmd_approximation *p = &design->p;
  tmd_approximation_take_constant(p);
  tmd_terms_input(s, "t"), tmd_terms_input(s, "w");
  const int first = tmd_terms_number(s, p->first, NULL),
            square = tmd_terms_product(s, NULL, NULL, T, T),
            rest = tmd_terms_polynomial(s, p->coefficient, p->count, T, square),
            G = tmd_terms_fma(s, "G", NULL, T, rest, first);
  tmd_terms_product(s, "y", "for w = 1", W, G);
}

/* w is a factor, with the greatest relative error. */
static void bound(struct tmd_design *design) {
  enum { PIECES = 128 };
  arb_t t, one;
  mag_t error;
  arb_init(t), arb_init(one);
  mag_init(error);
  arb_one(one);
  mag_set_d(error, ROUNDINGS * (1 + 0x1p-40));
  mag_mul_2exp_si(error, error, -52);
  tmd_terms_set(&design->steps, W, one, error);
  for (int k = 0; k < PIECES; k++) {
    tmd_real_between(t, 1.0 * k / PIECES - 0.5, (k + 1.0) / PIECES - 0.5);
    mag_zero(error);
    tmd_terms_set(&design->steps, T, t, error);
    tmd_design_add_near(design, &design->steps, &design->p, t, NULL, NULL);
  }
  arb_clear(t), arb_clear(one);
  mag_clear(error);
}

static void print_reduction(FILE *out, const struct tmd_design *design) {
  (void)design;
  fputs("  if (__builtin_expect(v.u >= 0x42100000u, 0)) { /* x >= 36, negative, NaN */\n"
        "    if (v.u == 0x7f800000u || v.u << 1 > 0xff000000u) return x + x;\n"
        "    if (!(v.u >> 31)) return (float)(0x1p+800 * xd); /* overflows */\n"
        "    if (v.u >= 0xcb000000u) return (x - x) / (x - x); /* integers, infinity */\n"
        "    const int n = (int)x;\n"
        "    if (n == xd) return (x - x) / (x - x);\n"
        "    if (n <= -42) return (float)(xd * (n & 1 ? -0x1p-300 : 0x1p-300)); /* underflows */\n"
        "  }\n"
        "  const int i = (int)(xd + 61.5) - 64;\n"
        "  const double t = xd - i - 3; /* exact */\n"
        "  double s = i > 0 ? xd - i : xd, w = 1;\n"
        "  int count = i < 0 ? -i : i;\n"
        "  for (; count >= 4; count -= 4, s += 4) {\n"
        "    const double u = s * (s + 3);\n"
        "    w *= u * (u + 2);\n"
        "  }\n"
        "  if (count & 2) {\n"
        "    w *= s * (s + 1);\n"
        "    s += 2;\n"
        "  }\n"
        "  if (count & 1) w *= s;\n"
        "  if (i < 0) w = 1 / w;\n",
        out);
}

const struct tmd_scheme tmd_gamma = {
    .shortens = 1,
    .name = "gamma",
    .description = "gamma(x) = w gamma(3 + t), x = 3 + t + i, w a product of |i| numbers, or 1/w",
    .data = data,
    .plan = plan,
    .append = append,
    .bound = bound,
    .print_reduction = print_reduction,
};
