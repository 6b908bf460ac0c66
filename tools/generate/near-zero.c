#include "tools/generate/near-zero.h"

#include <math.h>
#include <string.h>

#include "tools/generate/reals.h"

/* f(x) = x (1 + x/2 ...) or closer to x: below 2^-26, f lies between x and its neighbours, and so
   does x (1 + 2^-30). */
enum { TINY = -26 };

double tmd_near_slope(double *low, const struct tmd_function *f) {
  arb_poly_t series;
  arb_t zero, one;
  arb_poly_init(series);
  arb_init(zero), arb_init(one);
  tmd_function_series(f, series, zero, 2, TMD_IDEAL_BITS);
  arb_poly_get_coeff_arb(one, series, 1);
  const struct tmd_words words = tmd_real_split(one);
  *low = fabs(words.low) < 0x1p-120 ? 0 : words.low;
  arb_poly_clear(series);
  arb_clear(zero), arb_clear(one);
  return words.high;
}

void tmd_near_plan(struct tmd_design *design, float limit, int count, enum tmd_parity parity,
                   const char *beside, const char *g) {
  struct tmd_approximation *q = &design->q;
  char high[TMD_DOUBLE_TEXT_BYTES], low[TMD_DOUBLE_TEXT_BYTES], end[TMD_DOUBLE_TEXT_BYTES];
  const int odd = parity == TMD_PARITY_ODD;
  count -= design->demands.fewer[1];
  char powers[128] = "";
  for (int i = 1; i <= count - !odd; i++) {
    const size_t length = strlen(powers);
    snprintf(powers + length, sizeof powers - length, ",%d" + (i == 1), odd ? 2 * i : i);
  }
  const double first = tmd_near_slope(&q->low, design->f);
  design->near.limit = limit, design->near.beside = beside;
  q->parity = parity, q->count = count, q->radius = (double)limit;
  tmd_double_print(high, first), tmd_double_print(low, q->low), tmd_double_print(end, q->radius);
  if (odd) {
    q->first = first;
    snprintf(q->sollya, sizeof q->sollya,
             "q = fpminimax(%s/x, [|%s|], [|53...|], [1b-30;%s], %s, relative);\n"
             "for i from 1 to %d do coeff(q,2*i);\n",
             g, powers, end, high, count);
  } else {
    q->coefficient[0] = first, q->given = 1;
    snprintf(q->sollya, sizeof q->sollya,
             "q = fpminimax(%s/x, [|%s|], [|53...|], [-%s;%s], %s+(%s), relative);\n"
             "for i from 1 to %d do coeff(q,i);\n",
             g, powers, end, end, high, low, count - 1);
  }
}

void tmd_near_one_plan(struct tmd_design *design, float limit, int count,
                       void (*S)(arb_poly_t g, const struct tmd_approximation *p, const arb_t w,
                                 slong length)) {
  struct tmd_approximation *q = &design->q;
  char end[TMD_DOUBLE_TEXT_BYTES];
  count -= design->demands.fewer[1];
  design->near.limit = limit, design->near.kind = TMD_NEAR_ONE;
  q->series = S, q->first = 1, q->count = count;
  q->middle = q->radius = ((double)limit - 1) / 4;
  tmd_double_print(end, 2 * q->radius);
  snprintf(q->sollya, sizeof q->sollya,
           "q = fpminimax(asinh(sqrt(x))/sqrt(x), [|1,...,%d|], [|53...|], [1b-30;%s], 1, "
           "relative);\n"
           "for i from 1 to %d do coeff(q,i);\n",
           count, end, count);
}

/* s + s w (c_0 + c_1 w + ...) */
static void append_one(struct tmd_design *design) {
  const struct tmd_approximation *q = &design->q;
  struct tmd_terms *s = &design->near.steps;
  const int w = tmd_terms_input(s, "w"), root = tmd_terms_input(s, "s"),
            square = tmd_terms_product(s, NULL, NULL, w, w),
            scaled = tmd_terms_product(s, NULL, NULL, root, w),
            rest = tmd_terms_polynomial(s, q->coefficient, q->count, w, square);
  tmd_terms_fma(s, "y", NULL, scaled, rest, root);
}

void tmd_near_pole_plan(struct tmd_design *design, float limit, int count, const char *commands,
                        void (*gamma)(arb_poly_t g, const struct tmd_approximation *p,
                                      const arb_t x, slong length)) {
  struct tmd_approximation *q = &design->q;
  design->near.limit = limit, design->near.kind = TMD_NEAR_POLE;
  q->series = gamma, q->shift = 1, q->first = 1, q->count = count, q->radius = (double)limit;
  snprintf(q->sollya, sizeof q->sollya, "%s", commands);
}

/* q + (q (1 - q x) + c_0 + c_1 x + ...) */
static void append_pole(struct tmd_design *design) {
  const struct tmd_approximation *p = &design->q;
  struct tmd_terms *s = &design->near.steps;
  const int x = tmd_terms_input(s, "xd"), minus = tmd_terms_input(s, "-xd"),
            one = tmd_terms_number(s, 1, NULL), q = tmd_terms_quotient(s, "q", NULL, one, x),
            left = tmd_terms_fma(s, NULL, "what q lacks, times x", q, minus, one),
            square = tmd_terms_product(s, NULL, NULL, x, x),
            rest = tmd_terms_polynomial(s, p->coefficient, p->count, x, square),
            low = tmd_terms_fma(s, NULL, NULL, q, left, rest);
  tmd_terms_fma(s, "y", NULL, q, one, low);
}

/* x + x^3 (c_0 + c_1 x^2 + ...), or c_0 x + x^2 (c_1 + c_2 x + ...), where c_0 has two words if it
   is not 1. */
void tmd_near_append(struct tmd_design *design) {
  const struct tmd_approximation *q = &design->q;
  struct tmd_terms *s = &design->near.steps;
  if (design->near.kind) {
    (design->near.kind == TMD_NEAR_ONE ? append_one : append_pole)(design);
    return;
  }
  const int x = tmd_terms_input(s, "xd"), square = tmd_terms_product(s, NULL, NULL, x, x);
  if (q->parity == TMD_PARITY_ODD) {
    const int fourth = tmd_terms_product(s, NULL, NULL, square, square),
              cube = tmd_terms_product(s, NULL, NULL, x, square),
              rest = tmd_terms_polynomial(s, q->coefficient, q->count, square, fourth);
    tmd_terms_fma(s, "y", NULL, cube, rest, x);
    return;
  }
  const int rest = tmd_terms_polynomial(s, q->coefficient + 1, q->count - 1, x, square);
  int first = x;
  if (q->low != 0) {
    const int high = tmd_terms_number(s, q->coefficient[0], NULL),
              low = tmd_terms_number(s, q->low, NULL);
    first = tmd_terms_fma(s, NULL, NULL, x, high, tmd_terms_product(s, NULL, NULL, x, low));
  }
  tmd_terms_fma(s, "y", NULL, square, rest, first);
}

static void bound_piece(struct tmd_design *design, double a, double b) {
  struct tmd_terms *s = &design->near.steps;
  arb_t x;
  mag_t zero;
  arb_init(x);
  mag_init(zero);
  tmd_real_between(x, a, b);
  tmd_terms_set(s, 0, x, zero);
  tmd_design_add_near(design, s, &design->q, x, NULL, NULL);
  arb_clear(x);
  mag_clear(zero);
}

/* w from a to b is exact, and the root is rounded. */
static void bound_one(struct tmd_design *design, double a, double b) {
  struct tmd_terms *s = &design->near.steps;
  arb_t w, root;
  mag_t error;
  arb_init(w), arb_init(root);
  mag_init(error);
  tmd_real_between(w, a, b);
  tmd_terms_set(s, 0, w, error);
  arb_sqrtpos(root, w, TMD_IDEAL_BITS);
  arb_mul_2exp_si(root, root, 1);
  arb_get_mag(error, root);
  mag_mul_2exp_si(error, error, -52);
  tmd_terms_set(s, 1, root, error);
  tmd_design_add_near(design, s, &design->q, w, root, NULL);
  arb_clear(w), arb_clear(root);
  mag_clear(error);
}

static void bound_pole(struct tmd_design *design, double a, double b) {
  struct tmd_terms *s = &design->near.steps;
  arb_t x, other;
  mag_t zero;
  arb_init(x), arb_init(other);
  mag_init(zero);
  tmd_real_between(x, a, b);
  tmd_terms_set(s, 0, x, zero);
  arb_neg(other, x);
  tmd_terms_set(s, 1, other, zero);
  arb_inv(other, x, TMD_IDEAL_BITS);
  tmd_design_add_near(design, s, &design->q, x, other, NULL);
  arb_clear(x), arb_clear(other);
  mag_clear(zero);
}

/* By ratios of 1 + 1/16, both signs. */
void tmd_near_bound(struct tmd_design *design) {
  const double limit = (double)design->near.limit, most = (limit - 1) / 2;
  if (design->near.kind == TMD_NEAR_ONE) {
    for (double w = 0x1p-24; w < most; w *= 1.0625) bound_one(design, w, fmin(w * 1.0625, most));
    return;
  }
  if (design->near.kind == TMD_NEAR_POLE) {
    const double ratio = 1 + 0x1p-3;
    for (double a = 0x1p-49; a < limit; a *= ratio) {
      bound_pole(design, a, fmin(a * ratio, limit));
      bound_pole(design, -fmin(a * ratio, limit), -a);
    }
    return;
  }
  for (double a = ldexp(1, design->q.low == 0 ? TINY : -149); a < limit; a *= 1.0625) {
    const double b = fmin(a * 1.0625, limit);
    bound_piece(design, a, b);
    if (design->q.parity == TMD_PARITY_NONE) bound_piece(design, -b, -a);
  }
}

int tmd_near_has(const struct tmd_design *design, uint32_t x) {
  if (design->near.kind == TMD_NEAR_ONE) return x < tmd_float_encode((double)design->near.limit);
  return x << 1 < tmd_float_encode((double)design->near.limit) << 1;
}

static void print_one(FILE *out) {
  fputs("  if (__builtin_expect(v.u <= 0x3f800000u, 0))\n"
        "    return v.u == 0x3f800000u ? 0.0f : (x - x) / (x - x);\n"
        "  const double w = __builtin_fma(xd, 0.5, -0.5), s = __builtin_sqrt(4 * w);\n",
        out);
}

static void print_pole(FILE *out) {
  fputs(
      "  if (__builtin_expect(v.u << 1 < 0x4e000000u, 0)) { /* |x| < 2^-49: f lies next to 1/x */\n"
      "    if (v.u << 1 == 0) return 1 / x;\n"
      "    const double q = 1 / xd;\n"
      "    return (float)__builtin_fma(__builtin_fabs(q), -0x1p-50, q);\n"
      "  }\n",
      out);
}

void tmd_near_print(FILE *out, const struct tmd_design *design) {
  if (design->near.kind) (design->near.kind == TMD_NEAR_ONE ? print_one : print_pole)(out);
  else if (design->q.low == 0)
    fprintf(out,
            "  if (__builtin_expect(v.u << 1 < 0x%08xu, 0)) /* |x| < 2^%d: f lies next to x */\n"
            "    return v.u << 1 ? (float)__builtin_fma(%s, 0x1p-30, x) : x;\n",
            tmd_float_encode(ldexp(1, TINY)) << 1, TINY, design->near.beside);
  else fputs("  if (v.u << 1 == 0) return x;\n", out);
}

void tmd_near_print_call(FILE *out, const struct tmd_design *design) {
  const int one = design->near.kind == TMD_NEAR_ONE;
  const uint32_t limit = tmd_float_encode((double)design->near.limit);
  fprintf(out, "  if (__builtin_expect(v.u%s < 0x%08xu, 0)) return %s_near(x); /* %s < %a */\n",
          one ? "" : " << 1", one ? limit : limit << 1, design->symbol, one ? "0 <= x" : "|x|",
          (double)design->near.limit);
}
