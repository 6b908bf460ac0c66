/* erfc(x), for x >= 0 as e^(-x^2) E(x), else as 2 - erfc(-x). E(x) = e^(x^2) erfc(x) = G(z)/(x +
   b), G a polynomial in z = (x - a)/(x + b), for all x up to END, beyond which erfc(x) < 2^-150; b
   is a number for which few coefficients are enough, a makes the range of z symmetric. x^2, and for
   x >= TINY x - a and x + b, are exact. e^(-x^2) is by the reduction of powers.h, with 64
   END^2/log(2) < TMD_POWERS_N.

   Nearer to 0 erfc(x) = 1 - 2 x/sqrt(pi), with a relative error below 2^-79.

   The Taylor polynomial of G. E(x) = 2/sqrt(pi) times the integral of e^(-t^2 - 2xt) over t > 0:
   the k-th derivative has the sign of (-1)^k and decreases in size, so that the Taylor coefficients
   for x in an interval lie between those at its ends. E' = 2 x E - 2/sqrt(pi) gives these: (k + 1)
   e_(k+1) = 2 x e_k + 2 e_(k-1). Then z is put in by x = (a + b z)/(1 - z). */
#include <math.h>

#include "lib/base/arb-compat.h"
#include "tools/generate/reals.h"
#include "tools/generate/scheme/erfc.h"
#include "tools/generate/scheme/schemes.h"

enum { COUNT = 19, POINT_BITS = 500 };
static const struct tmd_power power = {"exp", 0, 0, 0};

static const void *data(const struct tmd_function *f) {
  return f->id == TMD_FN_erfc ? &power : NULL;
}

/* x = (a + b z)/(1 - z); not in place */
static void from_z(arb_t x, const arb_t z) {
  arb_t below;
  arb_init(below);
  arb_set_d(x, tmd_erfc_b);
  arb_mul(x, x, z, POINT_BITS);
  arb_set_d(below, tmd_erfc_a);
  arb_add(x, x, below, POINT_BITS);
  arb_sub_ui(below, z, 1, POINT_BITS);
  arb_neg(below, below);
  arb_div(x, x, below, POINT_BITS);
  arb_clear(below);
}

/* The Taylor polynomial of E at one end, an exact z. */
static void at_end(arb_poly_t e, const arb_t z, slong length) {
  arb_t x, before, now, next;
  arb_init(x), arb_init(before), arb_init(now), arb_init(next);
  from_z(x, z);
  arb_hypgeom_erfc(now, x, POINT_BITS);
  arb_sqr(next, x, POINT_BITS);
  arb_exp(next, next, POINT_BITS);
  arb_mul(now, now, next, POINT_BITS);
  arb_const_sqrt_pi(before, POINT_BITS);
  arb_inv(before, before, POINT_BITS);
  arb_neg(before, before); /* in place of e_(-1) */
  arb_poly_zero(e);
  for (slong k = 0; k < length; k++) {
    arb_poly_set_coeff_arb(e, k, now);
    arb_mul(next, x, now, POINT_BITS);
    arb_add(next, next, before, POINT_BITS);
    arb_mul_2exp_si(next, next, 1);
    arb_div_ui(next, next, (ulong)k + 1, POINT_BITS);
    arb_swap(before, now), arb_swap(now, next);
  }
  arb_clear(x), arb_clear(before), arb_clear(now), arb_clear(next);
}

/* G(z) = E(x) (x + b), x + b = (a + b)/(1 - z), which is also x but for the constant. */
static void series(arb_poly_t g, const struct tmd_approximation *p, const arb_t z, slong length) {
  arb_poly_t x;
  arb_t one, ratio;
  (void)p;
  arb_poly_init(x);
  arb_init(one), arb_init(ratio);
  arb_sub_ui(ratio, z, 1, TMD_IDEAL_BITS);
  arb_neg(ratio, ratio);
  arb_inv(ratio, ratio, TMD_IDEAL_BITS);
  arb_set_d(one, tmd_erfc_a + tmd_erfc_b);
  arb_mul(one, one, ratio, TMD_IDEAL_BITS);
  for (slong k = 0; k < length; k++) {
    arb_poly_set_coeff_arb(x, k, one);
    arb_mul(one, one, ratio, TMD_IDEAL_BITS);
  }
  tmd_real_between_ends(g, z, length, at_end);
  arb_poly_get_coeff_arb(one, x, 0);
  arb_poly_set_coeff_si(x, 0, 0);
  arb_poly_compose_series(g, g, x, length, TMD_IDEAL_BITS);
  arb_poly_set_coeff_arb(x, 0, one);
  arb_poly_mullow(g, g, x, length, TMD_IDEAL_BITS);
  arb_poly_clear(x);
  arb_clear(one), arb_clear(ratio);
}

/* The ends of the range of z. */
static double low(void) { return -tmd_erfc_a / tmd_erfc_b * (1 + 0x1p-30); }
static double high(void) {
  return (tmd_erfc_end - tmd_erfc_a) / (tmd_erfc_end + tmd_erfc_b) * (1 + 0x1p-30);
}

void tmd_erfc_plan(struct tmd_design *design, int count) {
  struct tmd_approximation *q = &design->q;
  char from[TMD_DOUBLE_TEXT_BYTES], to[TMD_DOUBLE_TEXT_BYTES];
  q->series = series, q->count = count;
  q->middle = (low() + high()) / 2, q->radius = (high() - low()) / 2 * (1 + 0x1p-30);
  tmd_double_print(from, low()), tmd_double_print(to, high());
  snprintf(q->sollya, sizeof q->sollya,
           "X = (%g+%g*x)/(1-x);\n"
           "q = fpminimax(erfc(X)*exp(X^2)*(X+%g), %d, [|53...|], [%s;%s], relative);\n"
           "for i from 0 to %d do coeff(q,i);\n",
           tmd_erfc_a, tmd_erfc_b, tmd_erfc_b, q->count - 1, from, to, q->count - 1);
}

static void plan(struct tmd_design *design) {
  design->power = design->data;
  tmd_powers_plan(design);
  tmd_erfc_plan(design, COUNT - design->demands.fewer[1]);
}

enum { U = TMD_POWERS_S + 1, D, O };

static void append(struct tmd_design *design) {
  struct tmd_approximation *q = &design->q;
  struct tmd_terms *s = &design->steps;
  tmd_approximation_take_constant(q);
  tmd_powers_append(design);
  tmd_terms_input(s, "u"), tmd_terms_input(s, "d"), tmd_terms_input(s, "o");
  const int one = tmd_terms_number(s, 1, NULL), first = tmd_terms_number(s, q->first, NULL),
            inverse = tmd_terms_quotient(s, NULL, NULL, one, D),
            z = tmd_terms_product(s, NULL, NULL, U, inverse),
            square = tmd_terms_product(s, NULL, NULL, z, z),
            p = tmd_terms_sum(s, "p", -1, design->p.coefficient, design->p.count, TMD_POWERS_R,
                              TMD_POWERS_ROUGH),
            e = tmd_terms_fma(s, NULL, NULL, TMD_POWERS_S, p, TMD_POWERS_S),
            factor =
                tmd_terms_times_sign(s, NULL, NULL, tmd_terms_product(s, NULL, NULL, e, inverse)),
            rest = tmd_terms_polynomial(s, q->coefficient, q->count, z, square),
            G = tmd_terms_fma(s, "G", NULL, z, rest, first);
  tmd_terms_fma(s, "y", NULL, factor, G, O);
}

/* A state's error for z in the ball, x > 0. With F = e^(-x^2) and its error e, and the error g of
   G, F G differs by G e + F g + e g. The other sign's bound is not greater: 2 - erfc(x) >= 1 >=
   erfc(x), with the same errors before the last sum, which has one rounding in both; without FMA
   the product is rounded before, and 2^-52 is added, as the sum with o = 0 is exact. */
static void bound_piece(struct tmd_design *design, const struct tmd_power_state *state,
                        const arb_t z, void (*set)(struct tmd_design *design, const arb_t x)) {
  arb_t x, d, f;
  mag_t error, of_g, size;
  arb_init(x), arb_init(d), arb_init(f);
  mag_init(error), mag_init(of_g), mag_init(size);
  from_z(x, z);
  arb_set_d(d, tmd_erfc_b), arb_add(d, x, d, TMD_IDEAL_BITS);
  set(design, x);
  tmd_terms_enclose(&design->steps);
  tmd_approximation_exact(f, &design->q, z);
  tmd_approximation_error(of_g, &design->q, z);
  arb_get_mag(size, state->entry);
  mag_mul(error, state->error, size);
  arb_get_mag(size, f);
  mag_add(size, size, of_g);
  mag_mul(error, error, size);
  arb_mul(x, state->power, state->entry, TMD_IDEAL_BITS);
  arb_get_mag(size, x);
  mag_addmul(error, size, of_g);
  arb_get_mag_lower(size, d);
  mag_div(error, error, size);
  arb_mul(f, f, x, TMD_IDEAL_BITS);
  arb_div(f, f, d, TMD_IDEAL_BITS);
  arb_get_mag(of_g, f);
  mag_set_ui_2exp_si(size, design->demands.no_fma ? 0x101 : 0, -52 - 8);
  mag_addmul(error, of_g, size);
  tmd_design_add(design, &design->steps, error, f);
  arb_clear(x), arb_clear(d), arb_clear(f);
  mag_clear(error), mag_clear(of_g), mag_clear(size);
}

void tmd_erfc_visit(struct tmd_design *design, const struct tmd_power_state *state,
                    void (*set)(struct tmd_design *design, const arb_t x)) {
  enum { PIECES = 32 };
  arb_t z;
  arb_init(z);
  const double step = (high() - low()) / PIECES;
  for (int k = 0; k < PIECES; k++) {
    tmd_real_between(z, low() + k * step, k + 1 < PIECES ? low() + (k + 1) * step : high());
    bound_piece(design, state, z, set);
  }
  arb_clear(z);
}

static void set_inputs(struct tmd_design *design, const arb_t x) {
  arb_t d;
  mag_t zero;
  arb_init(d);
  mag_init(zero);
  arb_set_d(d, tmd_erfc_a), arb_sub(d, x, d, TMD_IDEAL_BITS);
  tmd_terms_set(&design->steps, U, d, zero);
  arb_set_d(d, tmd_erfc_b), arb_add(d, x, d, TMD_IDEAL_BITS);
  tmd_terms_set(&design->steps, D, d, zero);
  arb_zero(d);
  tmd_terms_set(&design->steps, O, d, zero);
  arb_clear(d);
  mag_clear(zero);
}

static void visit(struct tmd_design *design, const struct tmd_power_state *state) {
  tmd_erfc_visit(design, state, set_inputs);
}

/* e^(-x^2) has any n: those of one binade give all. */
static void bound(struct tmd_design *design) {
  tmd_powers_each(design, 0, TMD_POWERS_ENTRIES - 1, 0, visit);
}

static void print_reduction(FILE *out, const struct tmd_design *design) {
  const uint32_t least = tmd_float_encode(tmd_erfc_tiny), most = tmd_float_encode(tmd_erfc_end);
  fprintf(out,
          "  if (v.u >= 0xc0780000u) { /* x <= -3.875, NaN: erfc(x) > 2 - 2^-24 */\n"
          "    if (v.u >= 0xff800000u) return v.u == 0xff800000u ? 2.0f : x + x;\n"
          "    return (float)__builtin_fma(xd, 0x1p-300, 2.0);\n"
          "  }\n"
          "  const uint32_t a = v.u & 0x7fffffff;\n"
          "  if (__builtin_expect(a - 0x%08xu >= 0x%08xu, 0)) { /* < %a, >= %g, NaN */\n"
          "    if (a > 0x7f800000u) return x + x;\n"
          "    if (a == 0x7f800000u) return 0.0f;\n"
          "    if (a < 0x%08xu) return (float)__builtin_fma(x, -0x1.20dd750429b6dp+0, 1.0);\n"
          "    return (float)(xd * 0x1p-300);\n"
          "  }\n"
          "  const double ax = __builtin_fabs(xd), z = -(ax * ax), u = ax - %a, d = ax + %a;\n"
          "  /* all of which are exact */\n"
          "  const double o = 1 - __builtin_copysign(1.0, xd);\n",
          least, most - least, tmd_erfc_tiny, tmd_erfc_end, least, tmd_erfc_a, tmd_erfc_b);
  tmd_powers_print(out, design);
}

const struct tmd_scheme tmd_erfc = {
    .shortens = 1,
    .name = "erfc",
    .description = "erfc x = e^(-x^2) G((x - a)/(x + b))/(x + b), e^r by s = 2^(n/64)",
    .data = data,
    .plan = plan,
    .without_fma = tmd_without_fma,
    .append = append,
    .bound = bound,
    .print_reduction = print_reduction,
};
