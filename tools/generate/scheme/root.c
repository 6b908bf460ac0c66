/* x^(1/n) for odd n > 0, and for n = -2: |x| = 2^(|n| q + s) z, 1 <= z < 2, 0 <= s < |n|; i from
   the leading bits of z; r = c[i] z - 1, which is exact, as z and c[i] have 24 bits and 1/2 <= c[i]
   z < 2: x^(1/n) = 2^(+-q) (2^s/c[i])^(1/n) (1 + r)^(1/n).

   Exact results come first, by integers, as an inexact operation would raise a flag. Let |x| = m
   2^w, m odd. For n > 0 the root is a number of the format iff m = g^n and n divides w
   (lib/region/exact.h). g is odd and below 2^b, b = ceil(24/n); and as n is odd, the n-th power
   permutes the odd residues modulo 2^b: so g is found in a table by m modulo 2^b. For n < 0, m
   = 1. */
#include <math.h>
#include <stdlib.h>

#include "tools/generate/reals.h"
#include "tools/generate/scheme/schemes.h"

/* 2^(BIAS |n|) makes all exponents positive, and 2^BIAS is 2^0 in an exponent modulo 2^12. */
enum { BIAS = 4096, MANTISSA_BITS = 24 };

static const struct root {
  int n, bits; /* 2^bits intervals of z */
  int count;   /* coefficients */
} kinds[] = {{-2, 4, 8}, {3, 4, 7}, {5, 4, 7}};

static const void *data(const struct tmd_function *f) {
  const long n = f->id == TMD_FN_rsqrt ? -2 : f->id == TMD_FN_cbrt ? 3 : f->n;
  if (f->id != TMD_FN_rsqrt && f->id != TMD_FN_cbrt && f->id != TMD_FN_rootn) return NULL;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (n == kinds[i].n) return kinds + i;
  return NULL;
}

static int intervals(const struct root *kind) { return 1 << kind->bits; }

/* y = x^(1/n), x > 0. */
static void power(arb_t y, const struct root *kind, const arb_t x) {
  arb_root_ui(y, x, (ulong)abs(kind->n), TMD_IDEAL_BITS);
  if (kind->n < 0) arb_inv(y, y, TMD_IDEAL_BITS);
}

/* The ends of interval i of z. */
static double from(const struct root *kind, int i) { return 1 + ldexp(i, -kind->bits); }

/* (2^s/c)^(1/n) */
static void factor(arb_t value, const struct root *kind, int s, double c) {
  arb_set_d(value, c);
  arb_inv(value, value, TMD_IDEAL_BITS);
  arb_mul_2exp_si(value, value, s);
  power(value, kind, value);
}

static void ideal(arb_t value, const struct tmd_design *design, int index) {
  const struct root *kind = design->data;
  factor(value, kind, index >> kind->bits, design->table[1].entry[index & (intervals(kind) - 1)]);
}

/* Of the numbers of 24 bits near 1/z, z the middle of the interval, the one whose factors, for all
   s, are nearest to doubles. */
static void choose(struct tmd_design *design, int i) {
  enum { TRIED = 2000 };
  const struct root *kind = design->data;
  const double middle = (float)(2 / (from(kind, i) + from(kind, i + 1)));
  double best = INFINITY;
  arb_t value;
  mag_t error;
  arb_init(value);
  mag_init(error);
  for (int k = -TRIED / 2; k < TRIED / 2; k++) {
    const double tried = middle + k * 0x1p-24;
    double worst = 0;
    for (int s = 0; s < abs(kind->n); s++) {
      factor(value, kind, s, tried);
      const double entry = tmd_real_nearest(value);
      tmd_real_error(error, entry, value);
      worst = fmax(worst, mag_get_d(error) / entry);
    }
    if (worst < best) best = worst, design->table[1].entry[i] = tried;
  }
  arb_clear(value);
  mag_clear(error);
}

static void plan(struct tmd_design *design) {
  const struct root *kind = design->data;
  const int n = abs(kind->n);
  char radius[TMD_DOUBLE_TEXT_BYTES];
  arb_t value;
  arb_init(value);
  design->table[0] = (struct tmd_table){.name = "T", .count = n << kind->bits};
  design->table[1] = (struct tmd_table){.name = "c", .count = intervals(kind)};
  design->p.shift = 1, design->p.first = 1,
  design->p.count = kind->count - design->demands.fewer[0];
  for (int i = 0; i < intervals(kind); i++) {
    choose(design, i);
    const double c = design->table[1].entry[i];
    design->p.radius =
        fmax(design->p.radius, fmax(fabs(c * from(kind, i) - 1), fabs(c * from(kind, i + 1) - 1)));
  }
  for (int j = 0; j < design->table[0].count; j++) {
    ideal(value, design, j);
    design->table[0].entry[j] = tmd_real_nearest(value);
  }
  design->p.radius *= 1 + 0x1p-30;
  tmd_double_print(radius, design->p.radius);
  snprintf(design->p.sollya, sizeof design->p.sollya,
           "p = fpminimax((1+x)^(1/%d), [|1,...,%d|], [|53...|], [-%s;%s], 1, relative);\n"
           "for i from 1 to %d do coeff(p,i);\n",
           kind->n, design->p.count, radius, radius, design->p.count);
  arb_clear(value);
}

enum { R, S };

/* T + T c_0 r beside T r^2 (c_1 + c_2 r + ...), for a short last step. */
static void append(struct tmd_design *design) {
  struct tmd_terms *steps = &design->steps;
  const double *c = design->p.coefficient;
  tmd_terms_input(steps, "r");
  tmd_terms_entry(steps, "s.f");
  const int square = tmd_terms_product(steps, NULL, NULL, R, R),
            linear = tmd_terms_product(steps, NULL, NULL, R, tmd_terms_number(steps, c[0], NULL)),
            scaled = tmd_terms_product(steps, NULL, NULL, S, square),
            first = tmd_terms_fma(steps, NULL, NULL, S, linear, S),
            rest = tmd_terms_polynomial(steps, c + 1, design->p.count - 1, R, square);
  tmd_terms_fma(steps, "y", "for q = 0", scaled, rest, first);
}

static void bound(struct tmd_design *design) {
  enum { PIECES = 8 };
  const struct root *kind = design->data;
  arb_t r, entry;
  mag_t of_entry, zero;
  arb_init(r), arb_init(entry);
  mag_init(of_entry), mag_init(zero);
  for (int j = 0; j < design->table[0].count; j++) {
    const int i = j & (intervals(kind) - 1);
    const double c = design->table[1].entry[i], a = c * from(kind, i) - 1,
                 step = (c * from(kind, i + 1) - 1 - a) / PIECES, wider = step * 0x1p-20;
    ideal(entry, design, j);
    tmd_real_error(of_entry, design->table[0].entry[j], entry);
    tmd_terms_set(&design->steps, S, entry, of_entry);
    for (int k = 0; k < PIECES; k++) {
      tmd_real_between(r, a + k * step - wider, a + (k + 1) * step + wider);
      tmd_terms_set(&design->steps, R, r, zero);
      tmd_design_add_near(design, &design->steps, &design->p, r, entry, NULL);
    }
  }
  arb_clear(r), arb_clear(entry);
  mag_clear(of_entry), mag_clear(zero);
}

/* The exponent and the leading bits of z, as they are in the encoding of x, and this make
   q' |n| 2^bits + index, q' = q + BIAS. */
static int offset(const struct root *kind) { return (BIAS * abs(kind->n) - 127) * intervals(kind); }

static int index_of(const struct tmd_design *design, uint32_t x, int mode) {
  const struct root *kind = design->data;
  (void)mode;
  const long exponent =
                 (long)(tmd_double_bits(tmd_float_decode(x & 0x7fffffff)) >> (52 - kind->bits)) -
                 (1023 - 127) * intervals(kind),
             bits = exponent + offset(kind);
  return (int)(bits % (abs(kind->n) << kind->bits));
}

/* ---- the text ---- */

/* Bits of the greatest g. */
static int root_bits(const struct root *kind) { return (MANTISSA_BITS + kind->n - 1) / kind->n; }

/* The table of odd g by g^n modulo 2^bits. */
static void print_residues(FILE *out, const struct root *kind) {
  const unsigned count = 1u << (root_bits(kind) - 1);
  unsigned char root[1 << (MANTISSA_BITS / 2)];
  for (unsigned g = 1; g < 2 * count; g += 2) {
    unsigned power = 1;
    for (int k = 0; k < kind->n; k++) power *= g;
    root[power / 2 % count] = (unsigned char)g;
  }
  fprintf(out,
          "  /* g with g^%d = m modulo %u, at m/2 modulo %u, for odd m */\n"
          "  static const unsigned char root[%u] = {",
          kind->n, 2 * count, count, count);
  for (unsigned i = 0; i < count; i++) fprintf(out, "%s%u,", i % 20 ? " " : "\n    ", root[i]);
  fputs("\n  };\n", out);
}

/* g^n with n factors. */
static void print_power(FILE *out, int n) {
  for (int k = 0; k < n; k++) fputs(k ? " * g" : "g", out);
}

static void print_exact(FILE *out, const struct root *kind) {
  if (kind->n > 0) {
    fprintf(out,
            "  const uint32_t M = 0x800000 | (b & 0x7fffff), zeros = (uint32_t)__builtin_ctz(M);\n"
            "  const uint32_t m = M >> zeros, g = root[m >> 1 & %d];\n"
            "  if (__builtin_expect(",
            (1 << (root_bits(kind) - 1)) - 1);
    print_power(out, kind->n);
    fprintf(out,
            " == m, 0)) { /* exact if %d divides the exponent of 2 */\n"
            "    const uint32_t w = (uint32_t)(b >> 23) + zeros + %d; /* plus %d */\n",
            kind->n, BIAS * kind->n - 127 - 23, BIAS * kind->n);
  } else {
    fprintf(
        out,
        "  if (__builtin_expect((b & 0x7fffff) == 0, 0)) { /* exact if %d divides the exponent */\n"
        "    const uint32_t g = 1, w = (uint32_t)(b >> 23) + %d; /* plus %d */\n",
        -kind->n, BIAS * -kind->n - 127, BIAS * -kind->n);
  }
  fprintf(out,
          "    s.u = (1023 %c (uint64_t)(w / %d)%s) << 52;\n"
          "    if (w %% %d == 0) return (float)(s.f * g);\n"
          "  }\n",
          kind->n > 0 ? '+' : '-', abs(kind->n), kind->n > 0 ? " + sign" : "", abs(kind->n));
}

/* b: |x|'s encoding, where exponents of subnormal numbers are continued below 0. */
static void print_special(FILE *out, const struct tmd_design *design) {
  const struct root *kind = design->data;
  const int odd = kind->n > 0;
  fprintf(out,
          "  int32_t b = (int32_t)%s;\n"
          "  if (__builtin_expect((uint32_t)b - 0x800000u >= 0x7f000000u, 0)) {\n",
          odd ? "(v.u & 0x7fffffff)" : "v.u");
  if (odd) fputs("    if (b == 0 || b >= 0x7f800000) return x + x;\n", out);
  else
    fprintf(out,
            "    if (v.u << 1 == 0) return 1 / %s;\n"
            "    if (v.u << 1 > 0xff000000u) return x + x;\n"
            "    if (v.u >= 0x7f800000u) return v.u >> 31 ? (x - x) / (x - x) : 0.0f;\n",
            design->f->id == TMD_FN_rsqrt ? "x" : "(x * x)");
  fprintf(out,
          "    const union { float f; int32_t i; } normal = {.f = x * 0x1p+24f}; /* exact */\n"
          "    b = %s - (24 << 23);\n"
          "  }\n",
          odd ? "(normal.i & 0x7fffffff)" : "normal.i");
}

static void print_reduction(FILE *out, const struct tmd_design *design) {
  const struct root *kind = design->data;
  const int period = abs(kind->n) << kind->bits, odd = kind->n > 0;
  if (odd) print_residues(out, kind);
  print_special(out, design);
  fputs("  union { double f; uint64_t u; } z, s;\n", out);
  if (odd) fputs("  const uint64_t sign = v.u >> 31 << 11;\n", out);
  print_exact(out, kind);
  fprintf(out,
          "  z.u = UINT64_C(0x3ff0000000000000) | (uint64_t)(b & 0x7fffff) << 29;\n"
          "  const double r = __builtin_fma(z.f, c[b >> %d & %d], -1.0); /* exact, |r| <= %a */\n"
          "  const uint32_t t0 = (uint32_t)((b >> %d) + %d);\n"
          "  const uint64_t q = t0 / %d; /* plus %d, which is 0 modulo the range of exponents */\n"
          "  s.f = T[t0 %% %d];\n",
          23 - kind->bits, intervals(kind) - 1, design->p.radius, 23 - kind->bits, offset(kind),
          period, BIAS, period);
  fprintf(out, odd ? "  s.u += (q + sign) << 52;\n" : "  s.u -= q << 52;\n");
}

const struct tmd_scheme tmd_root = {
    .name = "root",
    .description =
        "x^(1/n) = 2^q (2^s/c[i])^(1/n) (1 + r)^(1/n), |x| = 2^(|n| q + s) z, r = c[i] z - 1",
    .data = data,
    .plan = plan,
    .without_fma = tmd_without_fma,
    .append = append,
    .bound = bound,
    .index = index_of,
    .print_reduction = print_reduction,
};
