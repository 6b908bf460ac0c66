/* q is 2 x, or a double close to 2 x / pi, rounded to the nearest integer in every mode.

   Half turns: x - q/2 is exact, and 0 only for exact results.

   Radians, |x| < 2^22: |q| < 2^22, and 2 x / pi has an error below 2^-29. pi/2 = H + L + rest. h =
   x - q H is exact: for q != 0 it is a multiple of 2^-52 below 1, as |x| > 1/2 and H > 1 are. r = h
   - q L is rounded once.

   Radians, beyond (Payne and Hanek 1983): x = X 2^e, X of 24 bits. Bits of 2/pi whose product with
   2^e is a multiple of 4 do not matter; the next 128, multiplied by X modulo 2^128, are x 2/pi
   modulo 4, in units of 2^-126, and 2^24 of these units are missing at most. */
#include "tools/generate/scheme/periodic.h"

#include <math.h>

#include "tools/generate/reals.h"
#include "tools/generate/terms.h"

/* X 2^e in radians, for q != 0; from e = LARGE - 23 on, by the window. */
enum { LARGE = TMD_PERIODIC_LARGE, E_FIRST = -24, E_LAST = 104, X_BITS = 24 };

/* pi/2 in words. */
static struct tmd_words split(arb_t rest) {
  arb_const_pi(rest, TMD_IDEAL_BITS);
  arb_mul_2exp_si(rest, rest, -1);
  return tmd_real_split(rest);
}

double tmd_periodic_radius(const struct tmd_periodic *kind) {
  arb_t rest;
  if (kind->half_turns) return 0.25;
  arb_init(rest);
  const double radius = split(rest).high / 2 * (1 + 0x1p-18);
  arb_clear(rest);
  return radius;
}

double tmd_periodic_scale(const struct tmd_periodic *kind) {
  arb_t rest;
  arb_init(rest);
  const double pi = 2 * split(rest).high;
  arb_clear(rest);
  return kind->half_turns ? pi : 1;
}

void tmd_periodic_set_commands(struct tmd_approximation *p, int odd, int half_turns) {
  char radius[TMD_DOUBLE_TEXT_BYTES], powers[64] = "";
  tmd_double_print(radius, p->radius);
  for (int i = 1, at = 0; i <= p->count; i++)
    at += snprintf(powers + at, sizeof powers - (size_t)at, "%s%d", at ? "," : "", 2 * i + odd);
  snprintf(p->sollya, sizeof p->sollya,
           "p = fpminimax(%s(%sx)%s, [|%s|], [|53...|], [1b-40;%s], %s, relative);\n"
           "for i from 1 to %d do coeff(p,2*i%s);\n",
           odd ? "sin" : "cos", half_turns ? "pi*" : "", p->over_pi ? "/pi" : "", powers, radius,
           odd ? "x" : "1", p->count, odd ? "+1" : "");
}

/* ---- the least |r| ---- */

/* floor(2^bits 2/pi), exactly. */
static void inverse(fmpz_t result, slong bits) {
  arb_t value;
  arb_init(value);
  arb_const_pi(value, bits + 64);
  arb_inv(value, value, bits + 64);
  arb_mul_2exp_si(value, value, bits + 1);
  arb_floor(value, value, bits + 64);
  if (!arb_get_unique_fmpz(result, value)) flint_abort();
  arb_clear(value);
}

/* The least distance of X 2^e 2/pi from integers, 0 < X < 2^24, in units of 2^-BITS: for a
   continued fraction's denominators q_k, that of q_k is the least for X < q_(k+1), and the
   remainder of Euclid's algorithm. */
static void least_at(fmpz_t least, int e, slong bits) {
  fmpz_t r[2], q[2], quotient;
  for (int i = 0; i < 2; i++) fmpz_init(r[i]), fmpz_init(q[i]);
  fmpz_init(quotient);
  inverse(r[1], bits + e);
  fmpz_fdiv_r_2exp(r[1], r[1], (ulong)bits);
  fmpz_one_2exp(r[0], (ulong)bits);
  fmpz_one(q[1]);
  while (fmpz_bits(q[1]) <= X_BITS) {
    fmpz_set(least, r[1]);
    fmpz_fdiv_qr(quotient, r[0], r[0], r[1]);
    fmpz_swap(r[0], r[1]);
    fmpz_addmul(q[0], quotient, q[1]);
    fmpz_swap(q[0], q[1]);
  }
  for (int i = 0; i < 2; i++) fmpz_clear(r[i]), fmpz_clear(q[i]);
  fmpz_clear(quotient);
}

double tmd_periodic_least(const struct tmd_periodic *kind) {
  enum { BITS = 256 };
  double result = 1;
  fmpz_t least;
  if (kind->half_turns) return 0x1p-149;
  fmpz_init(least);
  for (int e = E_FIRST; e <= E_LAST; e++) {
    least_at(least, e, BITS);
    slong exponent;
    const double part = fmpz_get_d_2exp(&exponent, least);
    const double distance = ldexp(part, (int)exponent - BITS);
    if (distance < result) result = distance;
  }
  fmpz_clear(least);
  return result * 1.5; /* below pi/2, so that missing bits do not matter */
}

/* ---- error ---- */

void tmd_periodic_error(mag_t error, const struct tmd_periodic *kind, const arb_t r) {
  arb_t rest;
  mag_t part;
  mag_zero(error);
  if (kind->half_turns) return;
  arb_init(rest);
  mag_init(part);
  split(rest);
  arb_get_mag(error, r);
  mag_mul_2exp_si(error, error, -52); /* the last rounding */
  arb_get_mag(part, rest);            /* q rest, |q| < 2^22 */
  mag_mul_2exp_si(part, part, LARGE);
  mag_add(error, error, part);
  mag_set_ui_2exp_si(part, 1, -98); /* the window's missing bits, and roundings of words that are
                                       2^-50 of the whole: each at most 2^-101 */
  mag_add(error, error, part);
  arb_clear(rest);
  mag_clear(part);
}

void tmd_periodic_scaled(arb_t scaled, mag_t error, const struct tmd_periodic *kind,
                         const arb_t r) {
  arb_t pi, double_pi;
  mag_t part;
  tmd_periodic_error(error, kind, r);
  arb_set(scaled, r);
  if (!kind->half_turns) return;
  arb_init(pi), arb_init(double_pi);
  mag_init(part);
  arb_const_pi(pi, TMD_IDEAL_BITS);
  arb_set_d(double_pi, tmd_periodic_scale(kind));
  arb_mul(scaled, pi, r, TMD_IDEAL_BITS);
  arb_sub(pi, pi, double_pi, TMD_IDEAL_BITS);
  arb_mul(pi, pi, r, TMD_IDEAL_BITS);
  arb_get_mag(part, pi);
  arb_get_mag(error, scaled);
  mag_add(error, error, part);
  mag_mul_2exp_si(error, error, -52);
  mag_add(error, error, part);
  arb_clear(pi), arb_clear(double_pi);
  mag_clear(part);
}

/* ---- text ---- */

static void print_window(FILE *out) {
  enum { WORDS = 4 };
  fmpz_t bits, word;
  fmpz_init(bits), fmpz_init(word);
  inverse(bits, 64 * WORDS - 3);
  fputs("    static const uint64_t W[] = { /* 2/pi, the first bit is that of 2^2 */\n", out);
  for (int i = WORDS - 1; i >= 0; i--) {
    fmpz_fdiv_q_2exp(word, bits, (ulong)i * 64);
    fmpz_fdiv_r_2exp(word, word, 64);
    fprintf(out, "      UINT64_C(0x%016llx),\n", (unsigned long long)fmpz_get_ui(word));
  }
  fputs("    };\n", out);
  fmpz_clear(bits), fmpz_clear(word);
}

static void print_large(FILE *out, const char *high, const char *low) {
  print_window(out);
  fprintf(
      out,
      "    const uint32_t s = (v.u >> 23 & 255) - %d, i = s >> 6, k = s & 63;\n"
      "    const uint64_t X = (v.u & 0x7fffff) | 0x800000,\n"
      "                   a = W[i] << k | W[i + 1] >> 1 >> (63 - k),\n"
      "                   b = W[i + 1] << k | W[i + 2] >> 1 >> (63 - k),\n"
      "                   c = (b & 0xffffffff) * X, d = (b >> 32) * X + (c >> 32),\n"
      "                   p = a * X + (d >> 32), l = d << 32 | (c & 0xffffffff);\n"
      "    q = (p + (UINT64_C(1) << 61)) >> 62; /* p 2^64 + l: |x| 2/pi modulo 4, 2^126 times */\n"
      "    const int64_t t = (int64_t)(p - (q << 62));\n"
      "    const double th = (double)(t >> 12) * 0x1p-50, /* exact */\n"
      "                 tl = (double)((t & 0xfff) << 51 | (int64_t)(l >> 13)) * 0x1p-113;\n"
      "    r = __builtin_fma(th, %s, __builtin_fma(th, %s, tl * %s));\n"
      "    if (v.u >> 31) r = -r, q = -q;\n",
      127 + LARGE, high, low, high);
}

/* m: n rounded to the nearest integer, to even between two, without flags. */
static void print_nearest(FILE *out, const char *margin) {
  fprintf(out,
          "#if __GNUC__ >= 10 || __clang_major__ >= 17\n"
          "%sconst double m = __builtin_roundeven(n);\n"
          "#else\n"
          "%sdouble m = __builtin_round(n);\n"
          "%sif (__builtin_fabs(n - m) == 0.5) m = 2 * __builtin_round(n / 2);\n"
          "#endif\n",
          margin, margin, margin);
}

static void print_radians(FILE *out, const struct tmd_periodic *kind) {
  const unsigned first = kind->small ? (127u - 12) << 24 : 0, end = (127u + LARGE) << 24;
  char high[TMD_DOUBLE_TEXT_BYTES], low[TMD_DOUBLE_TEXT_BYTES], c[TMD_DOUBLE_TEXT_BYTES];
  arb_t rest;
  arb_init(rest);
  const struct tmd_words quarter = split(rest);
  arb_const_pi(rest, TMD_IDEAL_BITS);
  arb_inv(rest, rest, TMD_IDEAL_BITS);
  tmd_double_print(c, 2 * tmd_real_nearest(rest));
  tmd_double_print(high, quarter.high), tmd_double_print(low, quarter.low);
  fprintf(out,
          "  double r;\n"
          "  uint64_t q;\n"
          "  if (__builtin_expect((v.u << 1) - 0x%xu >= 0x%xu, 0)) { /* %s|x| >= 2^%d, or NaN */\n",
          first, end - first, kind->small ? "|x| < 2^-12, " : "", LARGE);
  if (kind->small) fprintf(out, "    if (v.u << 1 < 0x%xu) return %s;\n", first, kind->small);
  fputs("    if (v.u << 1 >= 0xff000000u) return x - x;\n", out);
  print_large(out, high, low);
  tmd_double_print(high, -quarter.high), tmd_double_print(low, -quarter.low);
  fprintf(out,
          "  } else {\n"
          "    const double n = x * %s;\n",
          c);
  print_nearest(out, "    ");
  fprintf(out,
          "    const double h = __builtin_fma(m, %s, (double)x); /* exact */\n"
          "    r = __builtin_fma(m, %s, h);\n"
          "    q = (uint64_t)(int64_t)m;\n"
          "  }\n",
          high, low);
  arb_clear(rest);
}

static void print_half_turns(FILE *out, const struct tmd_periodic *kind) {
  fprintf(out,
          "  if (__builtin_expect(v.u << 1 >= 0x9c000000u, 0)) /* |x| >= 2^29, or NaN */\n"
          "    return v.u << 1 >= 0xff000000u ? x - x : %s;\n"
          "  const double n = 2.0 * x;\n",
          kind->even);
  print_nearest(out, "  ");
  fprintf(out,
          "  const double r = __builtin_fma(m, -0.5, (double)x); /* exact */\n"
          "  const union { double f; uint64_t u; } w = {r};\n"
          "  const uint64_t q = (uint64_t)(int64_t)m;\n"
          "%s",
          kind->exact);
}

void tmd_periodic_print(FILE *out, const struct tmd_periodic *kind) {
  if (kind->half_turns) print_half_turns(out, kind);
  else print_radians(out, kind);
}
