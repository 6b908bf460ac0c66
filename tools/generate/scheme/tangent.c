/* tan by x = q pi/2 + r (periodic.h): N/D for even q, -D/N for odd q, where N = r (1 + p0 r^2 +
   ...), D = 1 + d0 r^2 + ..., and tan r is close to N/D. There are no branches on q: the numerator
   is a (1 + c[0] r^2 + ...), a = r or -1, and the denominator is b (1 + ...), b = 1 or r.

   D is the denominator of the quotient of this kind that equals tan r at nodes, its coefficients
   rounded to doubles, and N a polynomial close to D tan r. In half turns, r = x - q/2, tan r stands
   for tan(pi r), a and b have pi r in place of r, and the coefficients powers of pi.

   tan x next to x, in [-2^-12, 2^-12]: x (1 + 2^-27) is between x and its neighbour, and on the
   side of tan x of their midpoint, as x^2/3 < 2^-25. */
#include <math.h>
#include <string.h>

#include <arb_mat.h>

#include "tools/generate/design.h"
#include "tools/generate/reals.h"
#include "tools/generate/scheme/periodic.h"
#include "tools/generate/scheme/schemes.h"
#include "tools/generate/scheme/tangent.h"

/* A row of the table for even and odd q: s, t, the numerator's coefficients, the denominator's, u
   and v, for a = s r - t and b = u r + v. The first row's u and v, 0 and 1, are the second one's s
   and t. */
enum { UPPER = TMD_TANGENT_UPPER, LOWER = TMD_TANGENT_LOWER, ROW = UPPER + LOWER + 2 };

static const struct tangent {
  enum tmd_function_id id;
  struct tmd_periodic reduction;
} kinds[] = {
    {TMD_FN_tan, {0, "x == 0 ? x : (float)__builtin_fma(x, 0x1p-27, (double)x)", NULL, NULL}},
    {TMD_FN_tanpi,
     {1, NULL, "__builtin_copysignf(0.0f, x)",
      "  if (__builtin_expect(w.u << 12 == 0, 0)) { /* r = 2^k or 0 */\n"
      "    const float sign = q & 2 ? -1.0f : 1.0f;\n"
      "    if (w.f == 0 && q & 1) return sign / (float)(w.f * w.f);\n"
      "    if (w.f == 0) return sign * __builtin_copysignf(0.0f, x);\n"
      "    if (__builtin_fabs(w.f) == 0.25) return (float)(q & 1 ? -4 * w.f : 4 * w.f);\n"
      "  }\n"}},
};

static const void *data(const struct tmd_function *f) {
  return tmd_kind_of(f, kinds, sizeof kinds / sizeof *kinds, sizeof *kinds);
}

/* D: 1 + n_0 u + n_1 u^2 + ... = D(u) tan(r)/r, u = r^2, at SIZE nodes beside 0, in [0, R^2]: those
   of Radau's quadrature, R^2 (1 - cos(2 j pi/(2 SIZE + 1)))/2. The unknowns are n_i and D's d_i. */
static void set_factor(struct tmd_approximation *p) {
  enum { SIZE = UPPER + LOWER, BITS = 2 * TMD_IDEAL_BITS };
  arb_mat_t matrix, right;
  arb_t u, t, power;
  arb_mat_init(matrix, SIZE, SIZE), arb_mat_init(right, SIZE, 1);
  arb_init(u), arb_init(t), arb_init(power);
  for (int j = 0; j < SIZE; j++) {
    arb_set_si(t, 2 * (j + 1));
    arb_div_ui(t, t, 2 * SIZE + 1, BITS);
    arb_cos_pi(u, t, BITS);
    arb_sub_ui(u, u, 1, BITS);
    arb_neg(u, u);
    arb_mul_2exp_si(u, u, -1);
    arb_set_d(t, p->radius);
    arb_mul(u, u, t, BITS), arb_mul(u, u, t, BITS);
    arb_sqrt(t, u, BITS);
    if (p->over_pi) arb_const_pi(power, BITS), arb_mul(t, t, power, BITS);
    arb_tan(power, t, BITS);
    arb_div(t, power, t, BITS);
    arb_sub_ui(arb_mat_entry(right, j, 0), t, 1, BITS);
    arb_set(power, u);
    for (int k = 0; k < UPPER; k++) {
      arb_set(arb_mat_entry(matrix, j, k), power);
      arb_mul(arb_mat_entry(matrix, j, UPPER + k), power, t, BITS);
      arb_neg(arb_mat_entry(matrix, j, UPPER + k), arb_mat_entry(matrix, j, UPPER + k));
      arb_mul(power, power, u, BITS);
    }
  }
  if (!arb_mat_solve(right, matrix, right, BITS)) flint_abort();
  p->factor_count = LOWER;
  for (int i = 0; i < LOWER; i++)
    p->factor[i] = arf_get_d(arb_midref(arb_mat_entry(right, UPPER + i, 0)), ARF_RND_NEAR);
  arb_mat_clear(matrix), arb_mat_clear(right);
  arb_clear(u), arb_clear(t), arb_clear(power);
}

void tmd_tangent_plan(struct tmd_design *design, const struct tmd_periodic *kind) {
  struct tmd_approximation *p = &design->p;
  char radius[TMD_DOUBLE_TEXT_BYTES], d[LOWER][TMD_DOUBLE_TEXT_BYTES];
  p->f = design->f, p->parity = TMD_PARITY_ODD;
  p->over_pi = kind->half_turns;
  p->first = 1, p->count = UPPER;
  p->radius = tmd_periodic_radius(kind);
  set_factor(p);
  tmd_double_print(radius, p->radius);
  for (int i = 0; i < LOWER; i++) tmd_double_print(d[i], p->factor[i]);
  snprintf(p->sollya, sizeof p->sollya,
           "d = 1+x^2*(%s+x^2*(%s+x^2*%s));\n"
           "p = fpminimax(d*tan(%s, [|3,5,7|], [|53...|], [1b-40;%s], x, relative);\n"
           "for i from 1 to %d do coeff(p,2*i+1);\n",
           d[0], d[1], d[2], p->over_pi ? "pi*x)/pi" : "x)", radius, UPPER);
}

static void plan(struct tmd_design *design) {
  const struct tangent *kind = design->data;
  design->table[0] = (struct tmd_table){.name = "C", .count = 2 * ROW + 2};
  tmd_tangent_plan(design, &kind->reduction);
}

/* The indices of inputs and entries among the steps. */
enum { R, A, B, C };

static void set_table(struct tmd_design *design) {
  const struct tangent *kind = design->data;
  const double *upper = design->p.coefficient, *lower = design->p.factor,
               scale = tmd_periodic_scale(&kind->reduction);
  for (int odd = 0; odd < 2; odd++) {
    double *entry = design->table[0].entry + odd * ROW;
    entry[0] = odd ? 0 : scale, entry[1] = odd;
    memcpy(entry + 2, odd ? lower : upper, UPPER * sizeof *entry);
    memcpy(entry + 2 + UPPER, odd ? upper : lower, LOWER * sizeof *entry);
    entry[ROW] = odd ? scale : 0, entry[ROW + 1] = !odd;
  }
}

static void append(struct tmd_design *design) {
  static const char *const names[] = {"c[2]", "c[3]", "c[4]", "c[5]", "c[6]", "c[7]"};
  struct tmd_terms *s = &design->steps;
  int c[UPPER + LOWER];
  tmd_terms_input(s, "r");
  tmd_terms_input(s, "a");
  tmd_terms_input(s, "b");
  for (int i = 0; i < UPPER + LOWER; i++) c[i] = tmd_terms_entry(s, names[i]);
  set_table(design);
  const int z = tmd_terms_product(s, "z", NULL, R, R),
            square = tmd_terms_product(s, NULL, NULL, z, z);
  int part[2];
  for (int i = 0; i < 2; i++) {
    const int *of = c + i * UPPER, factor = i ? B : A,
              low = tmd_terms_fma(s, NULL, NULL, of[1], z, of[0]),
              sum = tmd_terms_fma(s, NULL, NULL, of[2], square, low),
              first = tmd_terms_product(s, NULL, NULL, factor, z);
    part[i] = tmd_terms_fma(s, i ? "lower" : "upper", NULL, first, sum, factor);
  }
  tmd_terms_quotient(s, "y", "the tangent", part[0], part[1]);
}

static void set_inputs(struct tmd_design *design, const arb_t r, int odd) {
  const struct tangent *kind = design->data;
  const double *entry = design->table[0].entry + odd * ROW;
  arb_t one;
  mag_t of_r, zero;
  arb_init(one);
  mag_init(of_r), mag_init(zero);
  tmd_periodic_error(of_r, &kind->reduction, r);
  tmd_terms_set(&design->steps, R, r, of_r);
  for (int i = 0; i < UPPER + LOWER; i++) {
    arb_set_d(one, entry[2 + i]);
    tmd_terms_set(&design->steps, C + i, one, zero);
  }
  arb_set_si(one, odd ? -1 : 1);
  tmd_terms_set(&design->steps, odd ? A : B, one, zero);
  tmd_periodic_scaled(one, of_r, &kind->reduction, r);
  tmd_terms_set(&design->steps, odd ? B : A, one, of_r);
  arb_clear(one);
  mag_clear(of_r), mag_clear(zero);
}

/* The states r > 0 of the ball; others differ by signs. With N = D tan(r) (1 + d), |d| <= part, the
   relative error of N/D is d, that of D/N at most part/(1 - part). */
static void bound_piece(struct tmd_design *design, const struct tmd_periodic *kind, const arb_t r,
                        int odd) {
  arb_t f;
  mag_t error, part;
  arb_init(f);
  mag_init(error), mag_init(part);
  tmd_terms_enclose(&design->steps);
  tmd_approximation_exact(f, &design->p, r);
  tmd_approximation_error(error, &design->p, r);
  arb_get_mag_lower(part, f);
  mag_div(part, error, part);
  if (mag_cmp_2exp_si(part, -20) > 0) flint_abort();
  mag_set_d(error, 1 + 0x1p-19);
  mag_mul(part, part, error);
  tmd_periodic_scaled(f, error, kind, r);
  if (odd) arb_cot(f, f, TMD_IDEAL_BITS);
  else arb_tan(f, f, TMD_IDEAL_BITS);
  arb_get_mag(error, f);
  mag_mul(error, error, part);
  tmd_design_add(design, &design->steps, error, f);
  arb_clear(f);
  mag_clear(error), mag_clear(part);
}

void tmd_tangent_bound(struct tmd_design *design, const struct tmd_periodic *kind,
                       void (*set)(struct tmd_design *design, const arb_t r, int odd)) {
  const double ratio = 1.03;
  arb_t r;
  arb_init(r);
  for (double a = tmd_periodic_least(kind); a < design->p.radius; a *= ratio) {
    tmd_real_between(r, a, fmin(a * ratio, design->p.radius));
    for (int odd = 0; odd < 2; odd++) {
      set(design, r, odd);
      bound_piece(design, kind, r, odd);
    }
  }
  arb_clear(r);
}

static void bound(struct tmd_design *design) {
  const struct tangent *kind = design->data;
  tmd_tangent_bound(design, &kind->reduction, set_inputs);
}

static void print_reduction(FILE *out, const struct tmd_design *design) {
  const struct tangent *kind = design->data;
  const char *in = kind->reduction.half_turns ? " pi" : "";
  tmd_periodic_print(out, &kind->reduction);
  fprintf(out,
          "  const double *c = C + (q & 1) * %d; /* |r| <= %a */\n"
          "  const double a = __builtin_fma(r, c[0], -c[1]); /* r%s or -1 */\n"
          "  const double b = __builtin_fma(r, c[%d], c[%d]); /* 1 or r%s */\n",
          ROW, design->p.radius, in, ROW, ROW + 1, in);
}

/* In half turns r is exact, and a is a product of r, as the other summand is 0. */
static int in_half_turns(const void *of) {
  return ((const struct tangent *)of)->reduction.half_turns;
}

const struct tmd_scheme tmd_tangent = {
    .name = "tangent",
    .description = "x = q quarters of a turn + r; y = N/D for even q, -D/N for odd q, tan r = N/D",
    .data = data,
    .plan = plan,
    .without_fma = in_half_turns,
    .append = append,
    .bound = bound,
    .print_reduction = print_reduction,
};
