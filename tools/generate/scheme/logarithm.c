/* log, log2, log10, those of 1 + x, log1p, log2p1 and log10p1, and inverse hyperbolic functions:
   asinh |x| = log(|x| + sqrt(x^2 + 1)), acosh x = log(x + sqrt(x^2 - 1)), atanh |x| = log((1 +
   |x|)/(1 - |x|))/2. Let u be the argument of the logarithm.

   The reduction is that of log-table.h. For u = x, r = c_i z - 1 is exact: z and c_i have 24 bits,
   and 1/2 <= c_i z < 2.

   1 + x in double precision is exact for 2^-29 <= |x| < 2^53, and r = x for small |x|; beyond 2^53
   it is rounded, before the logarithm is taken. Then c_i z - 1 is rounded, too, but not where c_i
   = 1. Small |x| are those of near-zero.h. The other u: log-argument.h.

   Without FMA, r is exact for u = x, too. */
#include <float.h>
#include <math.h>

#include "tools/generate/inverse-series.h"
#include "tools/generate/log-table.h"
#include "tools/generate/near-zero.h"
#include "tools/generate/reals.h"
#include "tools/generate/scheme/log-argument.h"
#include "tools/generate/scheme/schemes.h"

struct logarithm {
  enum tmd_function_id id;
  int powers; /* the greatest n for which 10^n, with the result n, is an exception; others come out
                 exact, but for 1 in mode down, where z c_i - 1 is -0 */
  enum tmd_log_argument of;
  const char *name; /* of the logarithm */
};

static const struct logarithm kinds[] = {
    {TMD_FN_log, 0, TMD_LOG_OF_X, "log"},        {TMD_FN_log2, 0, TMD_LOG_OF_X, "log2"},
    {TMD_FN_log10, 10, TMD_LOG_OF_X, "log10"},   {TMD_FN_log1p, 0, TMD_LOG_OF_PLUS, "log"},
    {TMD_FN_log2p1, 0, TMD_LOG_OF_PLUS, "log2"}, {TMD_FN_log10p1, 7, TMD_LOG_OF_PLUS, "log10"}};

static const struct logarithm inverse_kinds[] = {{TMD_FN_asinh, 0, TMD_LOG_OF_ASINH, "log"},
                                                 {TMD_FN_acosh, 0, TMD_LOG_OF_ACOSH, "log"},
                                                 {TMD_FN_atanh, 0, TMD_LOG_OF_ATANH, "log"}};

static const void *data(const struct tmd_function *f) {
  return tmd_kind_of(f, kinds, sizeof kinds / sizeof *kinds, sizeof *kinds);
}

static const void *inverse_data(const struct tmd_function *f) {
  return tmd_kind_of(f, inverse_kinds, sizeof inverse_kinds / sizeof *kinds, sizeof *kinds);
}

static int exchange(struct tmd_design *design, int i, int k) {
  return tmd_log_exchange(design, &design->p, i, k);
}

static void plan_near(struct tmd_design *design) {
  const struct logarithm *kind = design->data;
  char f[16];
  snprintf(f, sizeof f, "%s(1+x)", kind->name);
  switch (kind->of) {
  case TMD_LOG_OF_PLUS:
    tmd_near_plan(design, 0x1.1p-6f, 8, TMD_PARITY_NONE, "-__builtin_fabsf(x)", f);
    break;
  case TMD_LOG_OF_ASINH:
    tmd_near_plan(design, 0x1.cp-2f, 11, TMD_PARITY_ODD, "-x", "asinh(x)");
    break;
  case TMD_LOG_OF_ACOSH: tmd_near_one_plan(design, 0x1.1ap0f, 8, tmd_inverse_series); break;
  case TMD_LOG_OF_ATANH: tmd_near_plan(design, 0.25f, 8, TMD_PARITY_ODD, "x", "atanh(x)"); break;
  default:;
  }
}

static void plan(struct tmd_design *design) {
  const struct logarithm *kind = design->data;
  enum { TRIED = 2000 };
  char radius[TMD_DOUBLE_TEXT_BYTES];
  design->p.shift = 1;
  design->p.count = (kind->of > TMD_LOG_OF_PLUS ? 6 : 7) - design->demands.fewer[0];
  design->p.f = tmd_function_find(kind->name);
  design->p.halved = kind->of == TMD_LOG_OF_ATANH;
  design->p.radius = tmd_log_plan(design, &design->p, 0, TRIED);
  tmd_double_print(radius, design->p.radius);
  snprintf(design->p.sollya, sizeof design->p.sollya,
           "p = fpminimax(%s(1+x)/x%s, %d, [|53...|], [-%s;%s], relative);\n"
           "for i from 0 to %d do coeff(p,i);\n",
           kind->name, design->p.halved ? "/2" : "", design->p.count - 1, radius, radius,
           design->p.count - 1);
  plan_near(design);
  double power = kind->of == TMD_LOG_OF_X ? 1 : 10;
  for (int i = kind->of != TMD_LOG_OF_X; i <= kind->powers; i++, power *= 10)
    tmd_design_exact(design, power - (kind->of == TMD_LOG_OF_PLUS), i);
}

enum { R, E, T_ };

/* e is taken from an exponent's place: it is 2^place e, as a number, and log_b 2 is 2^-place times
   as large. */
static int place(const struct logarithm *kind) {
  return kind->of == TMD_LOG_OF_X ? 23 : TMD_LOG_PLACE;
}

/* u is a double. asinh and acosh, whose e are great, have the multiple of e last: its sum is
   rounded once, and the one before it is small. */
static void append_double(struct tmd_design *design, int factor) {
  const struct logarithm *kind = design->data;
  struct tmd_terms *s = &design->steps;
  const int last = kind->of == TMD_LOG_OF_ASINH || kind->of == TMD_LOG_OF_ACOSH,
            signed_ = kind->of == TMD_LOG_OF_ASINH || kind->of == TMD_LOG_OF_ATANH;
  const char *y = signed_ ? NULL : "y";
  int t = last ? T_ : tmd_terms_fma(s, "t", "the logarithm of 2^e/c", E, factor, T_);
  const int square = tmd_terms_product(s, NULL, NULL, R, R),
            p = tmd_terms_polynomial(s, design->p.coefficient, design->p.count, R, square);
  t = tmd_terms_fma(s, last ? NULL : y, NULL, R, p, t);
  if (last) t = tmd_terms_fma(s, y, NULL, E, factor, t);
  if (signed_) tmd_terms_times_sign(s, "y", NULL, t);
}

/* log_b 2, a factor of e. r apart from the other terms costs less time; but log2(1 + 2^48) must not
   be a rounding of 48 less r^2. */
static void append(struct tmd_design *design) {
  const struct logarithm *kind = design->data;
  struct tmd_terms *s = &design->steps;
  arb_t two;
  arb_init(two);
  tmd_terms_input(s, "r");
  tmd_terms_input(s, "e");
  tmd_terms_entry(s, "T[i]");
  tmd_log_of(two, &design->p, 2);
  arb_mul_2exp_si(two, two, -place(kind));
  const int factor = tmd_terms_number(s, tmd_real_nearest(two), two);
  if (kind->of <= TMD_LOG_OF_PLUS && kind->id != TMD_FN_log2p1) {
    const int t = tmd_terms_fma(s, "t", "the logarithm of 2^e/c", E, factor, T_);
    tmd_terms_sum(s, "y", t, design->p.coefficient, design->p.count, R, R);
  } else append_double(design, factor);
  arb_clear(two);
}

/* 0 if all f in the ball belong to x of near-zero.h. */
static int reaches(const struct tmd_design *design, const arb_t f) {
  const struct logarithm *kind = design->data;
  if (kind->of <= TMD_LOG_OF_PLUS) return 1;
  arb_t least;
  arb_init(least);
  tmd_log_of(least, &design->p,
             tmd_log_argument(kind->of, (double)design->near.limit) * (1 - 0x1p-20));
  const int result = !arb_lt(f, least);
  arb_clear(least);
  return result;
}

/* The state's error, for r in the ball, stored with the error of_r. */
static void bound_piece(struct tmd_design *design, const arb_t r, const mag_t of_r,
                        const arb_t known) {
  arb_t f;
  mag_t error;
  arb_init(f);
  mag_init(error);
  tmd_approximation_exact(f, &design->p, r);
  arb_add(f, f, known, TMD_IDEAL_BITS);
  if (reaches(design, f)) {
    tmd_terms_set(&design->steps, R, r, of_r);
    tmd_terms_enclose(&design->steps);
    tmd_approximation_error(error, &design->p, r);
    tmd_design_add(design, &design->steps, error, f);
  }
  arb_clear(f);
  mag_clear(error);
}

/* x near 1: |r| from 2^-25 on, by ratios of 1 + 1/16; r = 0 gives y = 0, exactly. 1 + x near 1: r
   = x. */
static void bound_near_one(struct tmd_design *design, const arb_t known) {
  arb_t r;
  mag_t zero;
  arb_init(r);
  mag_init(zero);
  const double least = design->near.limit > 0 ? (double)design->near.limit : 0x1p-25;
  for (int sign = -1; sign <= 1; sign += 2)
    for (double a = least; a < design->p.radius; a *= 1.0625) {
      const double b = fmin(a * 1.0625, design->p.radius);
      tmd_real_between(r, sign < 0 ? -b : a, sign < 0 ? -a : b);
      bound_piece(design, r, zero, known);
    }
  arb_clear(r);
  mag_clear(zero);
}

/* The error of r in interval i: of the rounding, and that of u. */
static void reduction_error(mag_t of_r, const struct tmd_design *design, int i, int e) {
  const struct logarithm *kind = design->data;
  const double most = tmd_log_reach(design, i) * (1 + 0x1p-30);
  const double of_u = tmd_log_argument_error(kind->of, e),
               of_low = design->demands.no_fma ? 0x1p-22 : 0;
  mag_set_d(of_r, kind->of == TMD_LOG_OF_X ? 0 : most + of_u + of_low);
  mag_mul_2exp_si(of_r, of_r, -52);
}

static void bound_interval(struct tmd_design *design, int i, int e, const arb_t known) {
  enum { PIECES = 4 };
  mag_t of_r;
  mag_init(of_r);
  reduction_error(of_r, design, i, e);
  const double c = design->table[1].entry[i], a = c * tmd_log_from(i) - 1,
               b = c * tmd_log_from(i + 1) - 1;
  arb_t r;
  arb_init(r);
  for (int k = 0; k < PIECES; k++) {
    const double step = (b - a) / PIECES, wider = step * 0x1p-20;
    tmd_real_between(r, a + k * step - wider, a + (k + 1) * step + wider);
    bound_piece(design, r, of_r, known);
  }
  arb_clear(r);
  mag_clear(of_r);
}

/* All x of binary32: e from -149 to 128, or 1 + x; u > 3/2 > z has e > 0. */
static void bound(struct tmd_design *design) {
  const struct logarithm *kind = design->data;
  const int most = kind->of <= TMD_LOG_OF_PLUS ? 128 : 129;
  arb_t known, entry, e;
  mag_t of_entry, zero;
  arb_init(known), arb_init(entry), arb_init(e);
  mag_init(of_entry), mag_init(zero);
  for (int i = 0; i < TMD_LOG_ENTRIES; i++) {
    if (!tmd_log_serves(design, &design->p, i)) mag_inf(design->bound);
    tmd_log_entry(entry, design, &design->p, i);
    tmd_real_error(of_entry, design->table->entry[i], entry);
    tmd_terms_set(&design->steps, T_, entry, of_entry);
    for (int k = kind->of == TMD_LOG_OF_X      ? -149
                 : kind->of == TMD_LOG_OF_PLUS ? -24
                                               : 1;
         k <= most; k++) {
      arb_set_si(e, k);
      tmd_log_of(known, &design->p, 2);
      arb_mul(known, known, e, TMD_IDEAL_BITS);
      arb_mul_2exp_si(e, e, place(kind));
      tmd_terms_set(&design->steps, E, e, zero);
      arb_add(known, known, entry, TMD_IDEAL_BITS);
      if (i == TMD_LOG_ONE && k == 0) bound_near_one(design, known);
      else bound_interval(design, i, k, known);
    }
  }
  arb_clear(known), arb_clear(entry), arb_clear(e);
  mag_clear(of_entry), mag_clear(zero);
}

static int index_of(const struct tmd_design *design, uint32_t x, int mode) {
  const struct logarithm *kind = design->data;
  (void)mode;
  const double u = tmd_log_argument(kind->of, tmd_float_decode(x));
  if (!(u > 0) || u > DBL_MAX) return 0;
  return (int)(tmd_log_index(u) & (TMD_LOG_ENTRIES - 1));
}

static void print_special(FILE *out, const struct tmd_design *design) {
  fputs(tmd_log_argument_special(((const struct logarithm *)design->data)->of), out);
}

static void print_reduction_double(FILE *out, const struct tmd_design *design) {
  const struct logarithm *kind = design->data;
  fprintf(out, "  if (__builtin_expect(%s\n    return %s_special(x);\n",
          tmd_log_argument_test(kind->of), design->symbol);
  tmd_log_print(out, tmd_log_argument_text(kind->of), kind->of == TMD_LOG_OF_PLUS ? "1 + x" : "u",
                design->p.radius, design->demands.no_fma);
}

static void print_reduction(FILE *out, const struct tmd_design *design) {
  const struct logarithm *kind = design->data;
  if (kind->of != TMD_LOG_OF_X) {
    print_reduction_double(out, design);
    return;
  }
  fprintf(
      out,
      "  union { float f; uint32_t u; } z = {.f = x};\n"
      "  if (__builtin_expect(v.u - 0x00800000u >= 0x7f000000u, 0)) {\n"
      "    if (v.u << 1 == 0 || v.u >= 0x7f800000u) /* zero, negative, infinity, NaN */\n"
      "      return %s_special(x);\n"
      "    z.f = x * 0x1p+23f;\n"
      "    z.u -= 23u << 23; /* as if its exponent could be so small */\n"
      "  }\n"
      "  const uint32_t t0 = z.u - 0x%xu;\n"
      "  const uint64_t i = t0 >> %d & %d;\n"
      "  const uint32_t k = t0 & 0xff800000u;\n"
      "  const double e = (double)(int32_t)k; /* 2^23 times */\n"
      "  z.u -= k; /* x = 2^e z */\n"
      "  const double r = __builtin_fma((double)z.f, T[i + %d], -1.0); /* exact, |r| <= %a */\n",
      design->symbol, TMD_LOG_LEAST, TMD_LOG_SHIFT, TMD_LOG_ENTRIES - 1, TMD_LOG_ENTRIES,
      design->p.radius);
}

const struct tmd_scheme tmd_logarithm = {
    .shortens = 1,
    .name = "logarithm",
    .description = "log x = e log 2 - log c + log(1 + r), x = 2^e z, r = c z - 1, c = T[i + 32]",
    .data = data,
    .plan = plan,
    .without_fma = tmd_without_fma,
    .append = append,
    .bound = bound,
    .index = index_of,
    .exchange = exchange,
    .print_special = print_special,
    .print_reduction = print_reduction,
};

const struct tmd_scheme tmd_inverse_hyperbolic = {
    .shortens = 1,
    .name = "inverse hyperbolic",
    .description =
        "log u = e log 2 - log c + log(1 + r), u = 2^e z by x, r = c z - 1, c = T[i + 32]",
    .data = inverse_data,
    .plan = plan,
    .without_fma = tmd_without_fma,
    .append = append,
    .bound = bound,
    .index = index_of,
    .exchange = exchange,
    .print_special = print_special,
    .print_reduction = print_reduction,
};
