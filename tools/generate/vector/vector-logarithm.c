/* log, log2 and log10 in vectors: x = 2^e z, sqrt(1/2) < z < sqrt(2), nearly, and log_b x = e log_b
   2
   + 2 atanh(s)/log b, s = r/(2 + r), r = z - 1, without a table.

   z has 24 bits and lies between 1/2 and 2, so that r is exact, and 2 + r, which is 1 + z, is exact
   in double precision. If z is 1, the result is e log_b 2 rounded once, and +0 for x = 1: r is made
   +0, as 1 - 1 is -0 in mode down. Subnormal numbers are scaled by 2^23, and get the encoding that
   they would have if exponents could be so small. */
#include <math.h>

#include "tools/generate/reals.h"
#include "tools/generate/vector/vector-text.h"

enum { PIVOT = 0x3f3504f3 /* sqrt(1/2) */, PLACE = 23, LEAST = -149, MOST = 128 };

static const struct logarithm_of {
  enum tmd_function_id id;
  int powers; /* 10^1 .. 10^powers have exact results, but do not come out exact */
  const char *divisor;
} kinds[] = {{TMD_FN_log, 0, ""}, {TMD_FN_log2, 0, "/log(2)"}, {TMD_FN_log10, 10, "/log(10)"}};

static const void *data(const struct tmd_function *f) {
  return tmd_kind_of(f, kinds, sizeof kinds / sizeof *kinds, sizeof *kinds);
}

/* log_b 2, or 1/log b. */
static void log_of_two(arb_t value, const struct tmd_function *f) {
  arb_set_ui(value, 2);
  arb_poly_t g;
  arb_poly_init(g);
  tmd_function_series(f, g, value, 1, TMD_IDEAL_BITS);
  arb_poly_get_coeff_arb(value, g, 0);
  arb_poly_clear(g);
}

/* 2 atanh(t)/log b = 2 atanh(t) log_b(2)/log 2. */
static void series(arb_poly_t g, const struct tmd_approximation *p, const arb_t t, slong length) {
  arb_t factor, natural;
  arb_init(factor), arb_init(natural);
  log_of_two(factor, p->f);
  arb_const_log2(natural, TMD_IDEAL_BITS);
  arb_div(factor, factor, natural, TMD_IDEAL_BITS);
  arb_mul_2exp_si(factor, factor, 1);
  tmd_function_series(tmd_function_find("atanh"), g, t, length, TMD_IDEAL_BITS);
  arb_poly_scalar_mul(g, g, factor, TMD_IDEAL_BITS);
  arb_clear(factor), arb_clear(natural);
}

/* The least z, and the one behind the greatest. */
static double least(void) { return tmd_float_decode(PIVOT); }

static void plan(struct tmd_design *design) {
  const struct logarithm_of *kind = design->data;
  struct tmd_approximation *p = &design->p;
  char radius[TMD_DOUBLE_TEXT_BYTES];
  p->f = design->f, p->series = series, p->parity = TMD_PARITY_ODD, p->count = 7;
  p->radius = (1 - least()) / (1 + least()) * (1 + 0x1p-30);
  tmd_double_print(radius, p->radius);
  snprintf(p->sollya, sizeof p->sollya,
           "p = fpminimax(2*atanh(x)%s, [|1,3,5,7,9,11,13|], [|53...|], [1b-40;%s], relative);\n"
           "for i from 0 to %d do coeff(p,2*i+1);\n",
           kind->divisor, radius, p->count - 1);
  double power = 1;
  for (int i = 1; i <= kind->powers; i++) tmd_design_exact(design, power *= 10, i);
}

enum { R, D, E };

/* e is taken from an exponent's place: it is 2^23 e, as a number. */
static void append(struct tmd_design *design) {
  struct tmd_terms *terms = &design->steps;
  int coefficient[TMD_COEFFICIENTS_MAX];
  arb_t two;
  arb_init(two);
  tmd_approximation_take_constant(&design->p);
  tmd_terms_input(terms, "r");
  tmd_terms_input(terms, "d");
  tmd_terms_input(terms, "e");
  log_of_two(two, design->f);
  arb_mul_2exp_si(two, two, -PLACE);
  const int factor = tmd_terms_number(terms, tmd_real_nearest(two), two),
            s = tmd_terms_quotient(terms, "s", NULL, R, D),
            square = tmd_terms_product(terms, "q", NULL, s, s);
  coefficient[0] = tmd_terms_number(terms, design->p.first, NULL);
  for (int i = 0; i < design->p.count; i++)
    coefficient[i + 1] = tmd_terms_number(terms, design->p.coefficient[i], NULL);
  const int sum = tmd_terms_pairs(terms, coefficient, design->p.count + 1, square),
            of_z = tmd_terms_product(terms, "w", "the logarithm of z", s, sum);
  tmd_terms_fma(terms, "y", NULL, E, factor, of_z);
  arb_clear(two);
}

/* The state of r from a to b, and e. */
static void bound_piece(struct tmd_design *design, double a, double b, int e) {
  arb_t r, d, t, n;
  mag_t zero;
  arb_init(r), arb_init(d), arb_init(t), arb_init(n);
  mag_init(zero);
  tmd_real_between(r, a, b);
  arb_add_ui(d, r, 2, TMD_IDEAL_BITS);
  arb_inv(t, d, TMD_IDEAL_BITS); /* s = 1 - 2/(2 + r), or r/(2 + r) */
  arb_mul(t, t, r, TMD_IDEAL_BITS);
  arb_set_si(n, e);
  arb_mul_2exp_si(n, n, PLACE);
  tmd_terms_set(&design->steps, R, r, zero);
  tmd_terms_set(&design->steps, D, d, zero);
  tmd_terms_set(&design->steps, E, n, zero);
  log_of_two(n, design->f);
  arb_mul_si(n, n, e, TMD_IDEAL_BITS);
  tmd_design_add_near(design, &design->steps, &design->p, t, NULL, n);
  arb_clear(r), arb_clear(d), arb_clear(t), arb_clear(n);
  mag_clear(zero);
}

/* For e = 0: |r| from 2^-25 on, by ratios of 1 + 1/16; r = 0 gives y = 0, exactly. */
static void bound(struct tmd_design *design) {
  enum { PIECES = 32 };
  const double from = least() - 1, to = 2 * least() - 1, step = (to - from) / PIECES;
  for (int e = LEAST; e <= MOST; e++)
    for (int k = 0; k < PIECES && e; k++)
      bound_piece(design, from + step * (k - 0x1p-20), from + step * (k + 1 + 0x1p-20), e);
  for (double a = 0x1p-25; a < to; a *= 1.0625) {
    bound_piece(design, a, fmin(a * 1.0625, to), 0);
    if (a < -from) bound_piece(design, -fmin(a * 1.0625, -from), -a, 0);
  }
}

static void print_usual(FILE *out, const struct tmd_design *design) {
  (void)design;
  fputs("((u >= 0x00800000) & (u < 0x7f800000))", out);
}

static void print_scaled(FILE *out, const struct tmd_design *design) {
  (void)design;
  fputs("  const vhalfint small = (u > 0) & (u < 0x00800000);\n"
        "  const vhalf scaled = vfloats(vchoose(small, u, vall_int(0))) * 0x1p+23f;\n"
        "  const vhalfint w = vchoose(small, vbits(scaled) - (23 << 23), u);\n"
        "  usual = usual | small;\n",
        out);
}

static void print_special(FILE *out, const struct tmd_design *design) {
  (void)design;
  fputs("  const vhalfint zero = size == 0;\n"
        "  const vhalfint negative = (u < 0) & (size != 0) & (size <= 0x7f800000);\n"
        "  const vdouble d = vselect(zero, vall(0.0), vall(1.0));\n"
        "  const vdouble n = vselect(negative, vall(0.0), vall(1.0));\n"
        "  y = vselect(zero, vall(-1.0) / d, y); /* a division by zero */\n"
        "  y = vselect(negative, n / n, y);      /* invalid */\n"
        "  y = vselect((size >= 0x7f800000) & vnot(negative), x, y); /* infinity, NaN */\n",
        out);
}

static void print_reduction(FILE *out, const struct tmd_design *design) {
  (void)design;
  fprintf(out,
          "  const vhalfint u = vbits(lanes), k = (u - 0x%x) & (int)0xff800000;\n"
          "  const vhalf z = vfloats(u - k); /* x = 2^e z */\n"
          "  const vhalfint b = vbits(z - 1.0f), zero = vall_int(0);\n"
          "  const vdouble r = vwiden(vfloats(vchoose(b == (int)0x80000000, zero, b)));\n"
          "  /* +0 for -0 */\n"
          "  const vdouble d = r + vall(2.0);                     /* exact */\n"
          "  const vdouble e = vconvert(k); /* 2^23 times */\n",
          PIVOT);
}

static const struct tmd_lanes lanes = {
    .harmless = 0x3f800000, .y = "y", .print_usual = print_usual, .print_scaled = print_scaled};

const struct tmd_scheme tmd_vector_logarithm = {
    .name = "vector logarithm",
    .description = "log x = e log 2 + 2 atanh(r/(2 + r)), x = 2^e z, r = z - 1",
    .lanes = &lanes,
    .data = data,
    .plan = plan,
    .append = append,
    .bound = bound,
    .print_special = print_special,
    .print_reduction = print_reduction,
};
