/* atan x in vectors, also divided by pi: with a = |x|, atan a = A + atan t,

     a < tan(pi/8), nearly:   t = a,                  A = 0;
     else below tan(3 pi/8):  t = (a - 1)/(a + 1),    A = pi/4;
     beyond:                  t = -1/a,               A = pi/2,

   so that |t| is at most tan(pi/8), nearly. With q = 0, -1, -1 and h = 0, 0, 1 in the three parts,
   t = (a (1 - h) + q)/(1 - h - a q) and A = (q^2 + h) pi/4: one division and no selection. All of
   these sums and products are exact. atan t = t S(t^2), and y = A + t S. Next to 0, atan a lies
   below a: S(w) is 1 - 2^-52 and w times a negative number, rounded once, so at most 1 - 2^-52 in
   every mode, and y is less than t. No sum of zeros has different signs, so that y is +0 for a = 0,
   and gets the sign of x then. Without FMA this holds, too: the product with w, rounded, is not
   positive, and that of t and S is at most t (1 - 2^-52), rounded, which is less than t.

   Divided by pi, A is 1/4 for 1, where t is 0: y is exact, without a flag; and y must not be
   rounded to 1/2, which f does not reach: 2^28 is put in place of larger numbers, whose results are
   the same. */
#include <math.h>

#include "tools/generate/inverse-series.h"
#include "tools/generate/reals.h"
#include "tools/generate/vector/vector-text.h"

static const struct arctangent_of {
  enum tmd_function_id id;
  int by_pi; /* f is divided by pi */
} kinds[] = {{TMD_FN_atan, 0}, {TMD_FN_atanpi, 1}};

enum { PARTS = 3, COUNT = 10 };
static const double least = 0x1p-149, end = 0x1p+128;

/* The numbers of binary32 at which the second and the third part begin. */
static const uint32_t begins[PARTS - 1] = {0x3ed413cd, 0x401a827a};

static const void *data(const struct tmd_function *f) {
  return tmd_kind_of(f, kinds, sizeof kinds / sizeof *kinds, sizeof *kinds);
}

static int by_pi(const struct tmd_design *design) {
  return ((const struct arctangent_of *)design->data)->by_pi;
}

/* A of a part. */
static void ideal(arb_t value, const struct tmd_design *design, int part) {
  if (by_pi(design)) arb_one(value);
  else arb_const_pi(value, TMD_IDEAL_BITS);
  arb_mul_ui(value, value, (ulong)part, TMD_IDEAL_BITS);
  arb_mul_2exp_si(value, value, -2);
}

/* The greatest |t| is that at the end of the first part, or at an end of another one. */
static double greatest(void) {
  const double b = tmd_float_decode(begins[0]), c = tmd_float_decode(begins[1]);
  return fmax(fmax(b, (1 - b) / (1 + b)), fmax((c - 1) / (c + 1), 1 / c)) * (1 + 0x1p-30);
}

static void plan(struct tmd_design *design) {
  struct tmd_approximation *p = &design->p;
  char most[TMD_DOUBLE_TEXT_BYTES];
  p->series = tmd_inverse_series_of, p->count = COUNT + by_pi(design);
  p->first = 1; /* else found, too */
  p->middle = p->radius = greatest() * greatest() / 2 * (1 + 0x1p-30);
  tmd_double_print(most, 2 * p->radius);
  snprintf(p->sollya, sizeof p->sollya,
           "p = fpminimax(atan(sqrt(x))/sqrt(x)%s, [|%d,...,%d|], [|53...|], [1b-40;%s]%s, "
           "relative);\n"
           "for i from %d to %d do coeff(p,i);\n",
           by_pi(design) ? "/pi" : "", !by_pi(design), COUNT, most, by_pi(design) ? "" : ", 1",
           !by_pi(design), COUNT);
}

enum { T, A };

/* The number that S begins with is 2^-52 less than 1: an error. */
static void append(struct tmd_design *design) {
  struct tmd_terms *terms = &design->steps;
  int coefficient[TMD_COEFFICIENTS_MAX];
  arb_t one;
  arb_init(one);
  if (by_pi(design)) tmd_approximation_take_constant(&design->p);
  tmd_terms_input(terms, "t"), tmd_terms_input(terms, "A");
  arb_one(one);
  const int first = by_pi(design) ? tmd_terms_number(terms, design->p.first, NULL)
                                  : tmd_terms_number(terms, 1 - 0x1p-52, one);
  for (int i = 0; i < design->p.count; i++)
    coefficient[i] = tmd_terms_number(terms, design->p.coefficient[i], NULL);
  const int w = tmd_terms_product(terms, "w", NULL, T, T),
            rest = tmd_terms_pairs(terms, coefficient, design->p.count, w),
            S = tmd_terms_fma(terms, "S", NULL, w, rest, first);
  tmd_terms_fma(terms, "y", NULL, T, S, A);
  arb_clear(one);
}

/* The state of a in the ball; t is rounded but in the first part. */
static void bound_piece(struct tmd_design *design, int part, const arb_t a) {
  arb_t f, t, pi;
  mag_t error, size;
  arb_init(f), arb_init(t), arb_init(pi);
  mag_init(error), mag_init(size);
  arb_const_pi(pi, TMD_IDEAL_BITS);
  arb_mul_2exp_si(t, pi, -2);
  arb_atan(f, a, TMD_IDEAL_BITS);
  if (part) arb_submul_ui(f, t, (ulong)part, TMD_IDEAL_BITS); /* atan t */
  if (part) arb_tan(t, f, TMD_IDEAL_BITS);
  else arb_set(t, a);
  arb_get_mag(size, t);
  if (part) mag_mul_2exp_si(error, size, -52);
  tmd_terms_set(&design->steps, T, t, error);
  tmd_terms_enclose(&design->steps);
  arb_sqr(t, t, TMD_IDEAL_BITS);
  tmd_approximation_error(error, &design->p, t);
  mag_mul(error, error, size);
  if (by_pi(design)) arb_div(f, f, pi, TMD_IDEAL_BITS);
  arb_add(f, f, design->steps.term[A].ideal, TMD_IDEAL_BITS);
  tmd_design_add(design, &design->steps, error, f);
  arb_clear(f), arb_clear(t), arb_clear(pi);
  mag_clear(error), mag_clear(size);
}

/* By ratios, which may be large where t is small, next to 0 and far away. */
static void bound(struct tmd_design *design) {
  arb_t value;
  mag_t error;
  arb_init(value);
  mag_init(error);
  for (int part = 0; part < PARTS; part++) {
    const double from = part ? tmd_float_decode(begins[part - 1]) : least,
                 to = part < PARTS - 1 ? tmd_float_decode(begins[part]) : end;
    double next;
    ideal(value, design, part);
    tmd_real_error(error, tmd_real_nearest(value), value);
    tmd_terms_set(&design->steps, A, value, error);
    for (double a = from; a < to; a = next) {
      next = fmin(a * (a < 0x1p-10 || a > 0x1p+10 ? 1.5 : 1 + 0x1p-6), to);
      tmd_real_between(value, a, next);
      bound_piece(design, part, value);
    }
  }
  arb_clear(value);
  mag_clear(error);
}

static void print_usual(FILE *out, const struct tmd_design *design) {
  (void)design;
  fputs("((u & 0x7fffffff) < 0x7f800000)", out);
}

static void print_special(FILE *out, const struct tmd_design *design) {
  char half[TMD_DOUBLE_TEXT_BYTES];
  arb_t value;
  arb_init(value);
  ideal(value, design, 2);
  fprintf(out,
          "  y = vselect(size > 0x7f800000, x, y); /* NaN */\n"
          "  y = vselect(size == 0x7f800000, vsigned(vall(%s), x), y);\n",
          tmd_double_print(half, tmd_real_nearest(value)));
  arb_clear(value);
}

static void print_reduction(FILE *out, const struct tmd_design *design) {
  char quarter[TMD_DOUBLE_TEXT_BYTES];
  arb_t value;
  arb_init(value);
  ideal(value, design, 1);
  fprintf(out,
          "  const vhalfint size = vbits(lanes) & 0x7fffffff, none = vall_int(0);\n"
          "%s"
          "  const vhalfint one = vall_int(0x3f800000), minus = vall_int((int)0xbf800000);\n"
          "  const vdouble x = vwiden(lanes), a = %s;\n"
          "  const vdouble q = vwiden(vfloats(vchoose(size > 0x%x, minus, none)));\n"
          "  const vdouble h = vwiden(vfloats(vchoose(size > 0x%x, one, none)));\n"
          "  const vdouble s = vall(1.0) - h, A = vfma(q, q, h) * vall(%s);\n"
          "  const vdouble t = vfma(a, s, q) / vfma(a, -q, s);\n",
          by_pi(design)
              ? "  const vhalfint least = vchoose(size > 0x4d800000, vall_int(0x4d800000), size);\n"
              : "",
          by_pi(design) ? "vwiden(vfloats(least))" : "vabs(x)", begins[0] - 1, begins[1] - 1,
          tmd_double_print(quarter, tmd_real_nearest(value)));
  arb_clear(value);
}

static const struct tmd_lanes lanes = {
    .harmless = 0, .y = "vsigned(y, x)", .print_usual = print_usual};

const struct tmd_scheme tmd_vector_arctangent = {
    .shortens = 1,
    .name = "vector arctangent",
    .description = "atan |x| = A + atan t, t = |x|, (|x| - 1)/(|x| + 1), or -1/|x|",
    .lanes = &lanes,
    .without_fma = tmd_without_fma,
    .data = data,
    .plan = plan,
    .append = append,
    .bound = bound,
    .print_special = print_special,
    .print_reduction = print_reduction,
};
