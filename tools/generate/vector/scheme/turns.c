/* n is x/U, or x/U + 1/2, rounded to the nearest integer in every mode, and m is n, or n - 1/2.

   Half turns: r = x - m U is exact. For the cosine, |x| below 2^-14 are replaced by 2^-14, for
   which the results are the same ones, between 1 and the middle to the number below; so r is exact
   here, too, and y is on f's side of 1.

   Radians, |x| < 2^22: |n| < 2^22, and m has an error below 2^-29. U = H + L + rest. h = x - m H is
   exact: a multiple of 2^-52 below 2, unless m = 0, as |x| > 1/2 then, or |x| >= 2^-14. r = h - m L
   is rounded once, and is as accurate as in periodic.h.

   Radians, beyond (Payne and Hanek 1983): |x| = X 2^e, X of 24 bits. Multiples of 2 in 2^e/U do not
   change n's parity. What is left, T, has a size of at most 1; T = t + u + rest, t a multiple of
   2^-53, |u| <= 2^-54, |rest| <= 2^-108. With p = X t, rounded, and m next to it, p - m is a
   multiple of 2^-53 of at most 1/2, exactly, and so are X t - p, by FMA, and their sum f. v = X u,
   rounded, has |v| <= 2^-30 (1 + 2^-52). g = f + v is rounded once, and f - g is exact: for |f| >=
   |v| as in every Fast2Sum; else f is a multiple of the unit in v's last place, and so is f - g, of
   at most 2^53 of these. So l = (f - g) + v + (X u - v) has an error of 2^-102 |g| at most, and r =
   (g + l) U is rounded once, but for 2^-100 of it; the rest, 2^24 2^-108 U, is below 2^-82. The
   text has 2^-23 X in place of X, and 2^23 t and 2^23 u (w). Other lanes have NaN in place of X,
   which raises no flag.

   For the tangent b is r, but 2^-14 for |x| below it, for vector-tangent.c. */
#include "tools/generate/vector/scheme/turns.h"

#include <math.h>

#include "tools/generate/reals.h"
#include "tools/generate/terms.h"

enum { FIRST = TMD_PERIODIC_LARGE, COUNT = 128 - FIRST, BITS = 512 };

/* U in words. */
static struct tmd_words split(arb_t rest, const struct tmd_lane_turns *kind) {
  arb_const_pi(rest, TMD_IDEAL_BITS);
  if (kind->quarters) arb_mul_2exp_si(rest, rest, -1);
  return tmd_real_split(rest);
}

double tmd_turns_radius(const struct tmd_lane_turns *kind) {
  return tmd_periodic_radius(&kind->periodic) * (kind->quarters ? 1 : 2);
}

/* The window's rest, or 0. */
static void add_rest(mag_t error, const struct tmd_lane_turns *kind) {
  mag_t rest;
  if (kind->periodic.half_turns) return;
  mag_init(rest);
  mag_set_ui_2exp_si(rest, 1, -82);
  mag_add(error, error, rest);
  mag_clear(rest);
}

void tmd_turns_error(mag_t error, const struct tmd_lane_turns *kind, const arb_t r) {
  tmd_periodic_error(error, &kind->periodic, r);
  add_rest(error, kind);
}

void tmd_turns_scaled(arb_t scaled, mag_t error, const struct tmd_lane_turns *kind, const arb_t r) {
  tmd_periodic_scaled(scaled, error, &kind->periodic, r);
  add_rest(error, kind);
}

void tmd_turns_each(struct tmd_design *design, const struct tmd_lane_turns *kind,
                    void (*visit)(struct tmd_design *design, const arb_t r)) {
  const double ratio = 1.03;
  arb_t r;
  arb_init(r);
  for (double a = tmd_periodic_least(&kind->periodic); a < design->p.radius; a *= ratio) {
    tmd_real_between(r, a, fmin(a * ratio, design->p.radius));
    visit(design, r);
  }
  arb_clear(r);
}

/* ---- text ---- */

/* t, or if `low` u, 2^23 times, for |x| in [2^i, 2^(i+1)), in units of half turns. */
static double window(int i, int low) {
  arb_t T, half;
  fmpz_t integer;
  arb_init(T), arb_init(half);
  fmpz_init(integer);
  arb_const_pi(T, BITS);
  arb_inv(T, T, BITS);
  arb_mul_2exp_si(T, T, i - 24); /* half of 2^(i-23)/pi */
  arb_set_d(half, 0.5);
  arb_add(half, T, half, BITS);
  arb_floor(half, half, BITS);
  arb_sub(T, T, half, BITS);
  arb_mul_2exp_si(T, T, 1 + 53);
  arb_set_d(half, 0.5);
  arb_add(half, T, half, BITS);
  arb_floor(half, half, BITS);
  if (!arb_get_unique_fmpz(integer, half)) flint_abort();
  if (low) arb_sub_fmpz(T, T, integer, BITS);
  else arb_set_fmpz(T, integer);
  arb_mul_2exp_si(T, T, 23 - 53);
  const double result = tmd_real_nearest(T);
  arb_clear(T), arb_clear(half);
  fmpz_clear(integer);
  return result;
}

/* The turns of a design's kind. */
static const struct tmd_lane_turns *turns_of(const struct tmd_design *design) {
  const struct tmd_turns_kind *kind = design->data;
  return &kind->turns;
}

void tmd_turns_print_functions(FILE *out, const struct tmd_design *design) {
  const struct tmd_lane_turns *kind = turns_of(design);
  char text[TMD_DOUBLE_TEXT_BYTES];
  if (kind->periodic.half_turns) return;
  fprintf(
      out,
      "/* For |x| in [2^i, 2^(i+1)), i from %d on: 2^(i-23) %s/pi without multiples of 2, in two\n"
      "   words, each 2^23 times. */\n"
      "TMD_TABLE double %s_window[2][%d] = {\n",
      FIRST, kind->quarters ? "2" : "1", design->symbol, COUNT);
  for (int low = 0; low < 2; low++) {
    fputs("  {", out);
    for (int i = 0; i < COUNT; i++)
      fprintf(out, "%s%s,", i % 4 ? " " : "\n    ",
              tmd_double_print(text, window(FIRST + i + kind->quarters, low)));
    fputs("\n  },\n", out);
  }
  fputs("};\n\n", out);
}

static void print_large(FILE *out, const char *symbol, const struct tmd_lane_turns *kind) {
  char high[TMD_DOUBLE_TEXT_BYTES], low[TMD_DOUBLE_TEXT_BYTES];
  arb_t rest;
  arb_init(rest);
  const struct tmd_words unit = split(rest, kind);
  tmd_double_print(high, unit.high), tmd_double_print(low, unit.low);
  fprintf(out,
          "  if (any_large) { /* |x| >= 2^%d */\n"
          "    const vhalfint large = (u >= 0x%x) & (u < 0x7f800000), nan = vall_int(0x7fc00000);\n"
          "    const vhalfint i = vchoose(large, (u >> 23) - %d, vall_int(0));\n"
          "    const vhalf k = vfloats(vchoose(large, (u & 0x7fffff) | 0x3f800000, nan));\n"
          "    const vdouble X = vsigned(vwiden(k), x), zero = vall(0.0);\n"
          "    const vdouble t = vlookup(%s_window[0], i), w = vlookup(%s_window[1], i);\n"
          "    const vdouble p = vfma(X, t, zero), v = vfma(X, w, zero); /* products */\n",
          FIRST, TMD_TURNS_LARGE, 127 + FIRST, symbol, symbol);
  fputs(kind->shift ? "    const vdouble q = vinteger(p + vall(0.5)), c = q - vall(0.5);\n"
                      "    const vdouble f = (p - c) + vfma(X, t, -p), g = f + v;\n"
                    : "    const vdouble q = vinteger(p);\n"
                      "    const vdouble f = (p - q) + vfma(X, t, -p), g = f + v;\n",
        out);
  fprintf(out,
          "    const vdouble l = ((f - g) + v) + vfma(X, w, -v);\n"
          "    const vdouble d = vfma(g, vall(%s), l * vall(%s));\n"
          "    n = vselect(large, q, n), r = vselect(large, vfma(g, vall(%s), d), r);\n"
          "  }\n",
          low, high, high);
  arb_clear(rest);
}

static void print_radians(FILE *out, const char *symbol, const struct tmd_lane_turns *kind) {
  char high[TMD_DOUBLE_TEXT_BYTES], low[TMD_DOUBLE_TEXT_BYTES], c[TMD_DOUBLE_TEXT_BYTES];
  arb_t rest;
  arb_init(rest);
  const struct tmd_words unit = split(rest, kind);
  arb_const_pi(rest, TMD_IDEAL_BITS);
  arb_inv(rest, rest, TMD_IDEAL_BITS);
  tmd_double_print(c, (kind->quarters ? 2 : 1) * tmd_real_nearest(rest));
  tmd_double_print(high, -unit.high), tmd_double_print(low, -unit.low);
  if (kind->shift)
    fprintf(out,
            "  vdouble n = vinteger(vfma(x, vall(%s), vall(0.5)));\n"
            "  const vdouble m = n - vall(0.5);\n",
            c);
  else fprintf(out, "  vdouble n = vinteger(x * vall(%s));\n", c);
  fprintf(out,
          "  const vdouble h = vfma(%s, vall(%s), x); /* exact */\n"
          "  vdouble r = vfma(%s, vall(%s), h);\n",
          kind->shift ? "m" : "n", high, kind->shift ? "m" : "n", low);
  print_large(out, symbol, kind);
  if (kind->quarters)
    fputs(
        "  const vlong below = vencoding(vfma(x, x, vall(-0x1p-28))); /* negative: |x| < 2^-14 */\n"
        "  const vdouble b = vwhere(below, vall(0x1p-14), r);\n",
        out);
  arb_clear(rest);
}

static void print_half_turns(FILE *out, const struct tmd_lane_turns *kind) {
  fputs("  (void)any_large;\n", out);
  fputs(kind->quarters ? "  const vdouble n = vinteger(x + x);\n"
                         "  const vdouble r = vfma(n, vall(-0.5), x); /* exact */\n"
        : kind->shift  ? "  const vdouble n = vinteger(x + vall(0.5));\n"
                         "  const vdouble r = x - (n - vall(0.5)); /* exact */\n"
                       : "  const vdouble n = vinteger(x), r = x - n; /* exact */\n",
        out);
}

void tmd_turns_print_reduction(FILE *out, const struct tmd_design *design) {
  const struct tmd_lane_turns *kind = turns_of(design);
  char pi[TMD_DOUBLE_TEXT_BYTES];
  const int half_turns = kind->periodic.half_turns;
  tmd_double_print(pi, tmd_periodic_scale(&kind->periodic));
  if (!half_turns || kind->shift) fputs("  const vhalfint u = vbits(lanes) & 0x7fffffff;\n", out);
  fputs(kind->shift ? "  const vdouble x = vwiden(vfloats(vgreater(u, 0x38800000))); /* 2^-14 */\n"
                    : "  const vdouble x = vwiden(lanes);\n",
        out);
  if (half_turns) print_half_turns(out, kind);
  else print_radians(out, design->symbol, kind);
  fprintf(out, "  const vlong s = vencoding(n + vall(0x1.8p+52)) << 63; /* 1 if n is odd */\n");
  if (half_turns) fprintf(out, "  const vdouble a = r * vall(%s);\n", pi);
}

void tmd_turns_print_usual(FILE *out, const struct tmd_design *design) {
  const struct tmd_lane_turns *kind = turns_of(design);
  if (!kind->periodic.half_turns)
    fprintf(out, "(((u & 0x7fffffff) >= 0x%x) & ((u & 0x7fffffff) < 0x%x))", kind->least,
            TMD_TURNS_LARGE);
  else fprintf(out, "((vfraction(u) & 0x%x) != 0)", kind->quarters ? 0x7fffff : 0xffffff);
}

void tmd_turns_print_scaled(FILE *out, const struct tmd_design *design) {
  const struct tmd_lane_turns *kind = turns_of(design);
  if (!kind->periodic.half_turns)
    fprintf(out,
            "  const vhalfint w = u;\n"
            "  usual = usual | ((size >= 0x%x) & (size < 0x7f800000));\n",
            TMD_TURNS_LARGE);
  else
    fprintf(out,
            "  const vhalfint w = u, fraction = vfraction(u) & 0x7fffffff;\n"
            "  const vdouble f = x - vinteger(x);\n"
            "  usual = usual | ((fraction != 0) & (fraction != 0x3f000000)%s);\n",
            kind->quarters ? " & (fraction != 0x3e800000)" : "");
}

void tmd_turns_print_special(FILE *out, const struct tmd_design *design) {
  const struct tmd_turns_kind *kind = design->data;
  fputs(kind->special, out);
}
