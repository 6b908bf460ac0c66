/* sqrt in vectors: one operation of IEEE 754, on floats.

   rsqrt and cbrt in vectors: x^(1/n) = s (1 + r)^(1/n), with a number s near x^(1/n) of few bits,
   and r = x/s^n - 1. If the result is exact, so is every operation: then it is s, and r = 0. Hence
   no result is set apart.

   rsqrt: the encoding of s is a constant less half of that of x, so that s is a piecewise linear
   function of x, and 2^-k for x = 4^k. s as a float and x have 24 bits: x s is exact, and r = (x s)
   s - 1 is rounded once. Without FMA s is cut off after 14 bits: (x s) s is exact.

   cbrt: |x| = 8^q 2^(k-127) z, k = 126, 127 or 128 and 1 <= z < 2, with q the integer nearest to an
   exact sum. z^(1/3) is nearly a polynomial in z cut off after 11 bits, and 2^((k-127)/3) one in k,
   with coefficients so short that all operations are exact. Their product, cut off after 8 bits,
   and scaled, is s. Where x = s^3 is possible, this finds s: it is tested for each s of 8 bits, and
   other factors 8^q change nothing. s^3 has 24 bits, and so has x: s^3, and x - s^3, are exact, as
   x and s^3 differ by less than a part 2^-5. r is their quotient.

   For a factor 2^(|n| j) of x, and its root for s, all operations have the same results but for
   powers of 2, and the bound for s = 1 is that for every s. Subnormal x are scaled. */
#include <math.h>
#include <stdlib.h>

#include "tools/generate/reals.h"
#include "tools/generate/vector/vector-text.h"

enum { CONSTANT = 0x5f400000, ONE = 0x3f800000, BINADE = 1 << 23, PIECE = 1 << 12 };

/* Polynomials near z^(1/3), and a bit above it, and 2^((k - 127)/3), and nearly 1/3 and -127/3. */
static const double of_z[] = {0x1.40cp-1, 0x1.bccp-2, -0x1.dcp-5},
                    of_k[] = {0x1.948a9p+8, -0x1.a5a4p+2, 0x1.b8p-6}, third = 0x1.555p-2,
                    bias = -0x1.52ap+5;

/* The bits of s as a float that are kept. */
static uint32_t start_bits(int no_fma) { return no_fma ? 0xfffffc00 : 0xffffffff; }

/* s for x > 0. */
static double start_rsqrt(uint32_t x, int no_fma) {
  return tmd_float_decode((CONSTANT - (x >> 1)) & start_bits(no_fma));
}

static double start_cbrt(uint32_t x, int no_fma) {
  (void)no_fma;
  const double e = (double)(x >> 23), q = rint(e * third + bias), k = e - 3 * q,
               z = tmd_float_decode((x & 0x7ff000) | ONE),
               near = (of_z[0] + z * (of_z[1] + z * of_z[2])) *
                      (of_k[0] + k * (of_k[1] + k * of_k[2])),
               unit = ldexp(1, ilogb(near) - 7);
  return ldexp(floor(near / unit) * unit, (int)q);
}

static const struct root_by_start {
  enum tmd_function_id id;
  int n, count; /* coefficients */
  double (*start)(uint32_t x, int no_fma);
} kinds[] = {{TMD_FN_rsqrt, -2, 11, start_rsqrt}, {TMD_FN_cbrt, 3, 6, start_cbrt}};

static const void *data(const struct tmd_function *f) {
  return tmd_kind_of(f, kinds, sizeof kinds / sizeof *kinds, sizeof *kinds);
}

/* The range of r, from pieces of x in binades with all exponents modulo |n|. s is monotone on each,
   and so is r, in x and in s: its ends are at those of x and s. */
static void find_range(struct tmd_approximation *p, const struct root_by_start *kind, int no_fma) {
  double least = INFINITY, most = -INFINITY;
  for (uint32_t i = 0; i < (uint32_t)abs(kind->n) * BINADE; i += PIECE)
    for (int corner = 0; corner < 4; corner++) {
      const uint32_t last = PIECE - 1;
      const double x = tmd_float_decode(ONE + i + (corner & 1 ? last : 0)),
                   s = kind->start(ONE + i + (corner & 2 ? last : 0), no_fma),
                   r = x * pow(s, -kind->n) - 1;
      least = fmin(least, r), most = fmax(most, r);
    }
  p->middle = (least + most) / 2, p->radius = (most - least) / 2 + 0x1p-40;
}

/* s is the root of s^n for all s of 8 bits. */
static void test_exact(const struct root_by_start *kind) {
  for (int s = 128; s < 256 && kind->n > 0; s++)
    if (kind->start(tmd_float_encode(ldexp(pow(s, 3), -21)), 0) != ldexp(s, -7)) abort();
}

static void plan(struct tmd_design *design) {
  const struct root_by_start *kind = design->data;
  struct tmd_approximation *p = &design->p;
  char from[TMD_DOUBLE_TEXT_BYTES], to[TMD_DOUBLE_TEXT_BYTES];
  test_exact(kind);
  find_range(p, kind, design->demands.no_fma);
  p->shift = 1, p->first = 1, p->count = kind->count;
  tmd_double_print(from, p->middle - p->radius), tmd_double_print(to, p->middle + p->radius);
  snprintf(p->sollya, sizeof p->sollya,
           "p = fpminimax((1+x)^(1/%d), [|1,...,%d|], [|53...|], [%s;%s], 1, relative);\n"
           "for i from 1 to %d do coeff(p,i);\n",
           kind->n, p->count, from, to, p->count);
}

enum { R, S };

/* A long chain of operations would take more time than a square of r. */
static void append(struct tmd_design *design) {
  enum { SHORT = 8 };
  int (*const sum)(struct tmd_terms *terms, const int *coefficient, int count, int x) =
      design->p.count <= SHORT ? tmd_terms_horner : tmd_terms_pairs;
  struct tmd_terms *steps = &design->steps;
  int coefficient[TMD_COEFFICIENTS_MAX];
  tmd_terms_input(steps, "r");
  tmd_terms_input(steps, "s");
  for (int i = 0; i < design->p.count; i++)
    coefficient[i] = tmd_terms_number(steps, design->p.coefficient[i], NULL);
  const int scaled = tmd_terms_product(steps, NULL, NULL, S, R),
            rest = sum(steps, coefficient, design->p.count, R);
  tmd_terms_fma(steps, "y", "for s = 1", scaled, rest, S);
}

/* r has one rounding, s none. */
static void bound(struct tmd_design *design) {
  enum { PIECES = 64 };
  const double step = 2 * design->p.radius / PIECES, from = design->p.middle - design->p.radius;
  arb_t r, one;
  mag_t error;
  arb_init(r), arb_init(one);
  mag_init(error);
  arb_one(one);
  tmd_terms_set(&design->steps, S, one, error);
  for (int k = 0; k < PIECES; k++) {
    tmd_real_between(r, from + step * k, from + step * (k + 1));
    arb_get_mag(error, r);
    mag_mul_2exp_si(error, error, -52);
    tmd_terms_set(&design->steps, R, r, error);
    tmd_design_add_near(design, &design->steps, &design->p, r, one, NULL);
  }
  arb_clear(r), arb_clear(one);
  mag_clear(error);
}

/* ---- text ---- */

static int is_rsqrt(const struct tmd_design *design) { return design->f->id == TMD_FN_rsqrt; }

static void print_usual(FILE *out, const struct tmd_design *design) {
  const char *u = is_rsqrt(design) ? "u" : "(u & 0x7fffffff)";
  fprintf(out, "((%s >= 0x00800000) & (%s < 0x7f800000))", u, u);
}

static void print_scaled(FILE *out, const struct tmd_design *design) {
  fprintf(out,
          "  const vhalfint small = (size > 0) & (size < 0x00800000)%s;\n"
          "  const vhalf scaled = vfloats(vchoose(small, u, vall_int(0))) * 0x1p+24f;\n"
          "  const vhalfint w = vchoose(small, vbits(scaled), u);\n"
          "  usual = usual | small;\n",
          is_rsqrt(design) ? " & (u > 0)" : "");
}

static void print_special(FILE *out, const struct tmd_design *design) {
  fprintf(out, "  y = vselect(small, y * vall(%s), y); /* exact */\n",
          is_rsqrt(design) ? "0x1p+12" : "0x1p-8");
  fputs(is_rsqrt(design)
            ? "  const vhalfint zero = size == 0;\n"
              "  const vhalfint negative = (u < 0) & (size != 0) & (size <= 0x7f800000);\n"
              "  const vdouble d = vselect(zero, x, vall(1.0));\n"
              "  const vdouble n = vselect(negative, vall(0.0), vall(1.0));\n"
              "  y = vselect(zero, vall(1.0) / d, y); /* a division by zero */\n"
              "  y = vselect(negative, n / n, y);     /* invalid */\n"
              "  y = vselect(u == 0x7f800000, vall(0.0), y);\n"
              "  y = vselect(size > 0x7f800000, x, y); /* NaN */\n"
            : "  y = vselect((size == 0) | (size >= 0x7f800000), x, y); /* 0, infinity, NaN */\n",
        out);
}

static void print_cbrt(FILE *out) {
  fprintf(
      out,
      "  const vhalfint u = vbits(lanes) & 0x7fffffff;\n"
      "  const vdouble x = vwiden(lanes), z = vwiden(vfloats((u & 0x7ff000) | 0x%x));\n"
      "  const vdouble e = vconvert(u >> 23), q = vinteger(vfma(e, vall(%a), vall(%a)));\n"
      "  const vdouble k = vfma(q, vall(-3.0), e); /* 126, 127, 128: |x| = 8^q 2^(k-127) z */\n",
      ONE, third, bias);
  fprintf(out,
          "  const vdouble a = vfma(vfma(z, vall(%a), vall(%a)), z, vall(%a));\n"
          "  const vdouble b = vfma(vfma(k, vall(%a), vall(%a)), k, vall(%a)); /* all exact */\n",
          of_z[2], of_z[1], of_z[0], of_k[2], of_k[1], of_k[0]);
  fputs(
      "  const vlong near = vencoding(vscale(a * b, q)) & -0x200000000000; /* of 8 bits */\n"
      "  const vdouble s = vsigned(vdecoded(near), x), cube = s * s * s, r = (x - cube) / cube;\n",
      out);
}

static void print_reduction(FILE *out, const struct tmd_design *design) {
  if (!is_rsqrt(design)) {
    print_cbrt(out);
    return;
  }
  const int no_fma = design->demands.no_fma;
  char s[64];
  snprintf(s, sizeof s,
           no_fma ? "(0x%x - (vbits(lanes) >> 1)) & (int)0x%x" : "0x%x - (vbits(lanes) >> 1)",
           CONSTANT, start_bits(no_fma));
  fprintf(out,
          "  const vdouble x = vwiden(lanes);\n"
          "  const vdouble s = vwiden(vfloats(%s));\n"
          "  const vdouble r = vfma(x * s, s, vall(-1.0)); /* %s exact */\n",
          s, no_fma ? "the products are" : "x s is");
}

static const struct tmd_lanes lanes = {
    .harmless = ONE, .y = "y", .print_usual = print_usual, .print_scaled = print_scaled};

const struct tmd_scheme tmd_vector_root = {
    .shortens = 1,
    .name = "vector root",
    .description = "x^(1/n) = s (1 + r)^(1/n), s near it, of few bits, r = x/s^n - 1",
    .without_fma = tmd_without_fma,
    .lanes = &lanes,
    .data = data,
    .plan = plan,
    .append = append,
    .bound = bound,
    .print_special = print_special,
    .print_reduction = print_reduction,
};

/* ---- sqrt ---- */

static const void *square_data(const struct tmd_function *f) {
  return f->id == TMD_FN_sqrt ? f : NULL;
}

static void nothing(struct tmd_design *design) { (void)design; }

/* Of 53 bits, rounded again to 24: the result is right in every mode, as a square root of 24 bits
   is a number of 25 bits or at least 2^-26 of its size away from one. */
static const struct tmd_lanes square_lanes = {
    .harmless = 0, .y = "vroot(vwiden(lanes))", .whole = "vsquare_root"};

const struct tmd_scheme tmd_vector_square_root = {
    .name = "vector square root",
    .description = "the square root of the hardware",
    .without_fma = tmd_without_fma,
    .lanes = &square_lanes,
    .data = square_data,
    .plan = nothing,
    .append = nothing,
    .bound = nothing,
};
