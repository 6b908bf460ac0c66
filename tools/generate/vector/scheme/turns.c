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

   Without FMA, in half turns all products but that with pi are exact. In radians, |x| < 2^22: U = H
   + L + M + rest, where H and L have 31 bits: products with m, whose double has 22 bits, are exact,
   and so is x - m H, a multiple of 2^-37. h = x - m H - m L is rounded once, and r = h - m M has
   another rounding, and that of m M, |M| <= 2^-61. As |r - h| <= 2^-39, this is 2^-51 |r| and less
   than 2^-89.

   Beyond: T = t + u + w + rest, t a multiple of 2^-28, u one of 2^-57, |u| <= 2^-29, |w| <= 2^-58
   and |rest| <= 2^-112. p = X t and v = X u are exact, |v| <= 2^-5, and m is next to their sum,
   which, with one half, is rounded twice, by 2^-28 each at most. So e = p - m is exact, a multiple
   of 2^-28, f = e + v is rounded by less than 2^-52, and f - e, at most 2^53 of 2^-57, is exact,
   and so is (e - f) + v. l, this and X w, |X w| <= 2^-34, has two errors of 2^-86 at most. r = f H
   + (f L + l H), with U = H + L + rest in doubles, has roundings of f H and of the last sum, 2^-51
   |r| and 2^-86 U, as f differs from r/U by |l|, and of l H and the first sum, 2^-86 U each; X rest
   is below 2^-88. All but 2^-51 |r| is less than 2^-81.

   For the tangent b is r, but 2^-14 for |x| below it, for vector-tangent.c. */
#include "tools/generate/vector/scheme/turns.h"

#include <math.h>

#include "tools/generate/reals.h"
#include "tools/generate/terms.h"

enum { FIRST = TMD_PERIODIC_LARGE, COUNT = 128 - FIRST, BITS = 512, SHORT = 31 };

static void set_unit(arb_t U, const struct tmd_lane_turns *kind) {
  arb_const_pi(U, TMD_IDEAL_BITS);
  if (kind->quarters) arb_mul_2exp_si(U, U, -1);
}

/* U in words. */
static struct tmd_words split(arb_t rest, const struct tmd_lane_turns *kind) {
  set_unit(rest, kind);
  return tmd_real_split(rest);
}

/* The turns of a design's kind. */
static const struct tmd_lane_turns *turns_of(const struct tmd_design *design) {
  const struct tmd_turns_kind *kind = design->data;
  return &kind->turns;
}

double tmd_turns_radius(const struct tmd_lane_turns *kind) {
  return tmd_periodic_radius(&kind->periodic) * (kind->quarters ? 1 : 2);
}

/* The window's rest, and without FMA a rounding more; or 0. */
static void add_rest(mag_t error, const struct tmd_design *design, const arb_t r) {
  const int no_fma = design->demands.no_fma;
  mag_t part;
  if (turns_of(design)->periodic.half_turns) return;
  mag_init(part);
  mag_set_ui_2exp_si(part, 1, no_fma ? -81 : -82);
  mag_add(error, error, part);
  arb_get_mag(part, r);
  mag_mul_2exp_si(part, part, -52);
  if (no_fma) mag_add(error, error, part);
  mag_clear(part);
}

void tmd_turns_error(mag_t error, const struct tmd_design *design, const arb_t r) {
  tmd_periodic_error(error, &turns_of(design)->periodic, r);
  add_rest(error, design, r);
}

void tmd_turns_scaled(arb_t scaled, mag_t error, const struct tmd_design *design, const arb_t r) {
  tmd_periodic_scaled(scaled, error, &turns_of(design)->periodic, r);
  add_rest(error, design, r);
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

/* The words of the window: of t, u, and without FMA of w. */
static int words(int no_fma) { return no_fma ? 3 : 2; }

/* The multiples, 2^-this, of all words but the last. */
static int place(int word, int no_fma) { return no_fma ? word ? 57 : 28 : 53; }

/* The multiple of 2^-bits next to x, which is subtracted from x. */
static void take(arb_t multiple, arb_t x, int bits) {
  arb_t half;
  fmpz_t integer;
  arb_init(half);
  fmpz_init(integer);
  arb_set_d(half, 0.5);
  arb_mul_2exp_si(multiple, x, bits);
  arb_add(multiple, multiple, half, BITS);
  arb_floor(multiple, multiple, BITS);
  if (!arb_get_unique_fmpz(integer, multiple)) flint_abort();
  arb_set_fmpz(multiple, integer);
  arb_mul_2exp_si(multiple, multiple, -bits);
  arb_sub(x, x, multiple, BITS);
  arb_clear(half);
  fmpz_clear(integer);
}

/* A word of T, 2^23 times, for |x| in [2^i, 2^(i+1)), in units of half turns. */
static double window(int i, int word, int no_fma) {
  arb_t T, part;
  arb_init(T), arb_init(part);
  arb_const_pi(T, BITS);
  arb_inv(T, T, BITS);
  arb_mul_2exp_si(T, T, i - 24); /* half of 2^(i-23)/pi */
  take(part, T, 0);
  arb_mul_2exp_si(T, T, 1);
  for (int k = 0; k < word; k++) take(part, T, place(k, no_fma));
  if (word + 1 < words(no_fma)) take(part, T, place(word, no_fma)), arb_swap(T, part);
  arb_mul_2exp_si(T, T, 23);
  const double result = tmd_real_nearest(T);
  arb_clear(T), arb_clear(part);
  return result;
}

void tmd_turns_print_functions(FILE *out, const struct tmd_design *design) {
  const struct tmd_lane_turns *kind = turns_of(design);
  const int no_fma = design->demands.no_fma;
  char text[TMD_DOUBLE_TEXT_BYTES];
  if (kind->periodic.half_turns) return;
  fprintf(
      out,
      "/* For |x| in [2^i, 2^(i+1)), i from %d on: 2^(i-23) %s/pi without multiples of 2, in %s\n"
      "   words, each 2^23 times. */\n"
      "TMD_TABLE double %s_window[%d][%d] = {\n",
      FIRST, kind->quarters ? "2" : "1", no_fma ? "three" : "two", design->symbol, words(no_fma),
      COUNT);
  for (int word = 0; word < words(no_fma); word++) {
    fputs("  {", out);
    for (int i = 0; i < COUNT; i++)
      fprintf(out, "%s%s,", i % 4 ? " " : "\n    ",
              tmd_double_print(text, window(FIRST + i + kind->quarters, word, no_fma)));
    fputs("\n  },\n", out);
  }
  fputs("};\n\n", out);
}

/* Without FMA: the operations from X to r. */
static void print_large_sums(FILE *out, const struct tmd_design *design, const char *high,
                             const char *low) {
  const char *symbol = design->symbol;
  fprintf(out,
          "    const vdouble p = X * vlookup(%s_window[0], i), v = X * vlookup(%s_window[1], i);\n"
          "%s"
          "    const vdouble f = e + v; /* p, v, e, and (e - f) + v, are exact */\n"
          "    const vdouble l = ((e - f) + v) + X * vlookup(%s_window[2], i);\n"
          "    const vdouble d = f * vall(%s) + l * vall(%s);\n"
          "    n = vselect(large, q, n), r = vselect(large, f * vall(%s) + d, r);\n"
          "  }\n",
          symbol, symbol,
          turns_of(design)->shift
              ? "    const vdouble q = vinteger((p + v) + vall(0.5)), e = p - (q - vall(0.5));\n"
              : "    const vdouble q = vinteger(p + v), e = p - q;\n",
          symbol, low, high, high);
}

static void print_large(FILE *out, const struct tmd_design *design) {
  const struct tmd_lane_turns *kind = turns_of(design);
  const char *symbol = design->symbol;
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
          "    const vdouble X = vsigned(vwiden(k), x)%s;\n",
          FIRST, TMD_TURNS_LARGE, 127 + FIRST, design->demands.no_fma ? "" : ", zero = vall(0.0)");
  arb_clear(rest);
  if (design->demands.no_fma) {
    print_large_sums(out, design, high, low);
    return;
  }
  fprintf(out,
          "    const vdouble t = vlookup(%s_window[0], i), w = vlookup(%s_window[1], i);\n"
          "    const vdouble p = vfma(X, t, zero), v = vfma(X, w, zero); /* products */\n",
          symbol, symbol);
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
}

/* r = x - m U, from m on: U by words. */
static void print_words(FILE *out, const struct tmd_design *design) {
  const struct tmd_lane_turns *kind = turns_of(design);
  char word[TMD_DOUBLE_TEXT_BYTES];
  const char *m = kind->shift ? "m" : "n", *from = "x";
  struct tmd_words words;
  arb_t rest;
  arb_init(rest);
  set_unit(rest, kind);
  if (design->demands.no_fma) {
    const double first = tmd_real_take(rest, SHORT);
    fprintf(out, "  const vdouble g = vfma(%s, vall(%s), x); /* exact */\n", m,
            tmd_double_print(word, -first));
    from = "g";
  }
  words = tmd_real_split_at(rest, design->demands.no_fma ? SHORT : 53);
  fprintf(out, "  const vdouble h = vfma(%s, vall(%s), %s);%s\n", m,
          tmd_double_print(word, -words.high), from, design->demands.no_fma ? "" : " /* exact */");
  fprintf(out, "  vdouble r = vfma(%s, vall(%s), h);\n", m, tmd_double_print(word, -words.low));
  arb_clear(rest);
}

static void print_radians(FILE *out, const struct tmd_design *design) {
  const struct tmd_lane_turns *kind = turns_of(design);
  char c[TMD_DOUBLE_TEXT_BYTES];
  arb_t rest;
  arb_init(rest);
  arb_const_pi(rest, TMD_IDEAL_BITS);
  arb_inv(rest, rest, TMD_IDEAL_BITS);
  tmd_double_print(c, (kind->quarters ? 2 : 1) * tmd_real_nearest(rest));
  if (kind->shift)
    fprintf(out,
            "  vdouble n = vinteger(vfma(x, vall(%s), vall(0.5)));\n"
            "  const vdouble m = n - vall(0.5);\n",
            c);
  else fprintf(out, "  vdouble n = vinteger(x * vall(%s));\n", c);
  print_words(out, design);
  print_large(out, design);
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
  else print_radians(out, design);
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
            "%s"
            "  usual = usual | ((fraction != 0) & (fraction != 0x3f000000)%s);\n",
            kind->shift ? "" : "  const vdouble f = x - vinteger(x);\n",
            kind->quarters ? " & (fraction != 0x3e800000)" : "");
}

void tmd_turns_print_special(FILE *out, const struct tmd_design *design) {
  const struct tmd_turns_kind *kind = design->data;
  fputs(kind->special, out);
}
