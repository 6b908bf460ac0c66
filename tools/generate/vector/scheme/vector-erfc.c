/* erfc x in vectors, by the approximation of erfc.h: for a = |x|, with s = 1 or -1 the sign of x,

     erfc x = o + s e^(-a^2) G(z)/(a + b), z = (a - a')/(a + b), o = 0 or 2.

   e^(-a^2) = 2^n e^r by the reduction of powers.h; 2^n and s are factors of 1/(a + b), exact ones.
   Of a, a^2 is exact, and so are a - a' and a + b for a >= TINY. The function for rare lanes takes
   END in place of larger numbers: erfc(END) is less than 2^-150, and 2 - erfc(END) next to 2. For a
   < TINY, f = 1 - 2 x/sqrt(pi), with a relative error below 2^-79, is y, and for a < 2^-40 the
   value at 2^-40, on the same side of 1. No argument has an exact result by the steps, so that NaN,
   which raises no flag, stands in lanes without an argument.

   Without FMA, the product with x has an error of 2^-78 at most for a < TINY: then, too, y lies on
   f's side of 1, and before the middle to the next number. */
#include "tools/generate/reals.h"
#include "tools/generate/scheme/erfc.h"
#include "tools/generate/vector/vector-text.h"

enum { COUNT = 19 };
static const struct tmd_power power = {.name = "exp", .lanes = 1};

static const void *data(const struct tmd_function *f) {
  return f->id == TMD_FN_erfc ? &power : NULL;
}

static void plan(struct tmd_design *design) {
  design->power = design->data;
  tmd_powers_plan(design);
  tmd_erfc_plan(design, COUNT);
}

enum { U = TMD_POWERS_S + 1, I, J, O };

static void append(struct tmd_design *design) {
  const struct tmd_approximation *p = &design->p, *q = &design->q;
  struct tmd_terms *s = &design->steps;
  int coefficient[TMD_COEFFICIENTS_MAX];
  tmd_approximation_take_constant(&design->q);
  tmd_powers_append(design);
  tmd_terms_input(s, "c"), tmd_terms_input(s, "i"), tmd_terms_input(s, "j");
  tmd_terms_input(s, "o");
  for (int i = 0; i < p->count; i++) coefficient[i] = tmd_terms_number(s, p->coefficient[i], NULL);
  const int above = tmd_terms_pairs(s, coefficient, p->count, TMD_POWERS_R),
            e = tmd_terms_fma(s, "e", "e^r", TMD_POWERS_R, above, TMD_POWERS_S),
            factor = tmd_terms_product(s, NULL, NULL, e, J),
            t = tmd_terms_product(s, "t", NULL, U, I);
  coefficient[0] = tmd_terms_number(s, q->first, NULL);
  for (int i = 0; i < q->count; i++)
    coefficient[i + 1] = tmd_terms_number(s, q->coefficient[i], NULL);
  const int G = tmd_terms_pairs(s, coefficient, q->count + 1, t);
  tmd_terms_fma(s, "y", NULL, factor, G, O);
}

/* 1/(a + b) is rounded. */
static void set_inputs(struct tmd_design *design, const arb_t x) {
  arb_t d;
  mag_t error;
  arb_init(d);
  mag_init(error);
  arb_set_d(d, tmd_erfc_a), arb_sub(d, x, d, TMD_IDEAL_BITS);
  tmd_terms_set(&design->steps, U, d, error);
  arb_zero(d);
  tmd_terms_set(&design->steps, O, d, error);
  arb_set_d(d, tmd_erfc_b), arb_add(d, x, d, TMD_IDEAL_BITS);
  arb_inv(d, d, TMD_IDEAL_BITS);
  arb_get_mag(error, d);
  mag_mul_2exp_si(error, error, -52);
  tmd_terms_set(&design->steps, I, d, error);
  tmd_terms_set(&design->steps, J, d, error);
  arb_clear(d);
  mag_clear(error);
}

static void visit(struct tmd_design *design, const struct tmd_power_state *state) {
  tmd_erfc_visit(design, state, set_inputs);
}

/* The states of n = 0 give all, as relative errors do not depend on n. */
static void bound(struct tmd_design *design) { tmd_powers_each(design, 0, 0, 0, visit); }

static void print_usual(FILE *out, const struct tmd_design *design) {
  (void)design;
  fprintf(out, "(((u & 0x7fffffff) >= 0x%x) & ((u & 0x7fffffff) <= 0x%x))",
          tmd_float_encode(tmd_erfc_tiny), tmd_float_encode(tmd_erfc_end));
}

static void print_scaled(FILE *out, const struct tmd_design *design) {
  const uint32_t most = tmd_float_encode(tmd_erfc_end);
  (void)design;
  fprintf(out,
          "  const vhalfint large = (size > 0x%x) & (size < 0x7f800000);\n"
          "  const vhalfint w = vchoose(large, (u & (int)0x80000000) | 0x%x, u);\n"
          "  usual = usual | large;\n",
          most, most);
}

static void print_special(FILE *out, const struct tmd_design *design) {
  (void)design;
  fprintf(out,
          "  const vhalfint next = (size > 0) & (size < 0x2b800000); /* 2^-40 */\n"
          "  const vdouble t = vselect(next, vsigned(vall(0x1p-40), x), x);\n"
          "  y = vselect(size < 0x%x, vfma(t, vall(-0x1.20dd750429b6dp+0), vall(1.0)), y);\n"
          "  y = vselect(size > 0x7f800000, x, y); /* NaN */\n"
          "  y = vselect(u == 0x7f800000, vall(0.0), y);\n"
          "  y = vselect(u == (int)0xff800000, vall(2.0), y);\n",
          tmd_float_encode(tmd_erfc_tiny));
}

static void print_reduction(FILE *out, const struct tmd_design *design) {
  fprintf(out,
          "  const vdouble x = vwiden(lanes), a = vabs(x), z = -(x * x);\n"
          "  const vdouble c = a - vall(%a), i = vall(1.0) / (a + vall(%a));\n"
          "  const vdouble o = vselect(vbits(lanes) < 0, vall(2.0), vall(0.0));\n",
          tmd_erfc_a, tmd_erfc_b);
  tmd_powers_print_lanes(out, design);
  fputs("  const vdouble j = vsigned(vscale(i, m), x);\n", out);
}

static const struct tmd_lanes lanes = {
    .harmless = 0x7fc00000,
    .y = "y",
    .side = "vselect((vbits(lanes) & 0x7fffffff) < 0x3f800000, vall(1.0), vall(2.0)), "
            "vselect((vbits(lanes) & 0x7fffffff) < 0x3f800000, -x, vall(-1.0))",
    .print_usual = print_usual,
    .print_scaled = print_scaled};

const struct tmd_scheme tmd_vector_erfc = {
    .shortens = 1,
    .name = "vector erfc",
    .description = "erfc |x| = 2^n e^r G((|x| - a)/(|x| + b))/(|x| + b), -x^2 = n log 2 + r",
    .without_fma = tmd_without_fma,
    .lanes = &lanes,
    .data = data,
    .plan = plan,
    .append = append,
    .bound = bound,
    .print_special = print_special,
    .print_reduction = print_reduction,
};
