/* lgamma in vectors: the steps, their bound, and the arguments next to zeros are those of
   log-gamma.c, with its table of logarithms.

   Usual lanes have 1/2 < x < 2^122: Stirling's series from 9/2 on, else G(t) + s log w, where w has
   two factors at most; every lane has both, of which one is chosen, and one logarithm, of w or x.
   The function for rare lanes adds x next to 0, and negative ones: for -21/2 <= x < -1/2 the
   product of |t + j| with its second word d, j up to LAST by selections, and below the reflection,
   whose second logarithm is that of z sin(pi t)/pi. k is x rounded to an integer in every mode;
   where x lies in the middle of two integers, either one serves, as the bound has |t| <= 1/2 for
   each k.

   Lanes without an argument have 2, where t = 0 and w = 1: the steps are exact. Stirling's series
   has NaN where it is not needed, which raises no flag.

   Without FMA, e log 2 is exact, as e has 8 bits, and log 2 in multiples of 2^-45 has 45. The
   product p f has the second word (p_h f - q) + p_l f, p_h p's first 25 bits: f = t - j has 28 bits
   at most, so that p_h f, and its difference from q, are exact; p_l f is at most 2^-24 |q|, and has
   an error of 2^-76 |q| at most, and the sum, of at most 2^-52 |q|, one of 2^-104 |q|. */
#include <math.h>

#include "tools/generate/log-gamma/log-gamma.h"
#include "tools/generate/log-table.h"
#include "tools/generate/vector/vector-text.h"

static const void *data(const struct tmd_function *f) { return f->id == TMD_FN_lgamma ? f : NULL; }

static void plan(struct tmd_design *design) {
  tmd_log_gamma_plan(design);
  for (int i = 0; i < TMD_LOG_GAMMA_PARTS; i++) {
    design->part[i].vector = 1;
    design->part[i].separate = design->demands.no_fma;
  }
}

/* ---- the text ---- */

static void print_table(FILE *out, const struct tmd_design *design) {
  char text[TMD_DOUBLE_TEXT_BYTES];
  fprintf(out, "/* -log c_i, and c_i. */\nTMD_TABLE double %s_log[2][%d] = {\n", design->symbol,
          TMD_LOG_ENTRIES);
  for (int k = 0; k < 2; k++) {
    fputs("  {", out);
    for (int i = 0; i < TMD_LOG_ENTRIES; i++)
      fprintf(out, "%s%s,", i % 4 ? " " : "\n    ",
              tmd_double_print(text, design->table[k].entry[i]));
    fputs("\n  },\n", out);
  }
  fputs("};\n\n", out);
}

/* log u = high + low, variables with this beginning. */
static void print_log(FILE *out, const struct tmd_design *design, const char *u, const char *name) {
  char two[TMD_DOUBLE_TEXT_BYTES], table[sizeof design->symbol + 8];
  snprintf(table, sizeof table, "%s_log", design->symbol);
  fprintf(out, "  vdouble %s_high, %s_low;\n  {\n", name, name);
  tmd_log_print_lanes(out, u, table, design->demands.no_fma);
  tmd_terms_print(out, design->part + TMD_LOG_GAMMA_LOG, 0);
  fprintf(out, "  %s_high = vfma(e, vall(%s), b), %s_low = l; /* the first is exact */\n  }\n",
          name, tmd_double_print(two, ldexp(tmd_log_two(), -TMD_LOG_PLACE)), name);
}

static void print_usual(FILE *out, const struct tmd_design *design) {
  (void)design;
  fputs("((u > 0x3f000000) & (u < 0x7c800000))", out); /* 1/2, 2^122 */
}

static void print_scaled(FILE *out, const struct tmd_design *design) {
  (void)design;
  fputs("  const vhalfint w = u, part = vfraction(vchoose(size < 0x4b000000, u, vall_int(0)));\n"
        "  const vhalfint pole = (size == 0) | /* zeros, negative integers */\n"
        "      ((u < 0) & (size < 0x7f800000) & ((part & 0x7fffffff) == 0));\n"
        "  const vhalfint beyond = vnot(pole) & (size < 0x7f800000) & (u <= 0x3f000000);\n"
        "  usual = usual | beyond;\n",
        out);
}

static void print_special(FILE *out, const struct tmd_design *design) {
  (void)design;
  fputs("  const vdouble none = vselect(pole, vall(0.0), vall(1.0));\n"
        "  y = vselect(pole, vall(1.0) / none, y);\n"
        "  y = vselect((u >= 0x7c800000) & (u < 0x7f800000), vall(0x1p+300), y);\n"
        "  y = vselect(size >= 0x7f800000, vabs(x), y);\n",
        out);
}

/* w and t of rare lanes, of which `middle` have x from -21/2 to -1/2. Others have 3/4 as p. */
static void print_rare_product(FILE *out, int no_fma) {
  fprintf(
      out,
      "  if (any_large && vsome(middle)) {\n"
      "    const vdouble m = vselect(middle, k, vall(0.0)), v = vselect(middle, t, vall(0.5));\n"
      "    vdouble p = v * (v + one);\n"
      "    for (int j = 1; j <= %d; j++) { /* p + d is the product */\n"
      "      const vlong more = vencoding(m + vall(j - 0.5)); /* negative: j <= -k */\n"
      "      const vdouble f = v - vall(j), q = p * f%s;\n"
      "      d = vwhere(more, vfma(d, f, e), d), p = vwhere(more, q, p);\n"
      "    }\n"
      "    d = -d / p, w = vselect(middle, vabs(p), w);\n"
      "  }\n"
      "  if (any_large) {\n"
      "    w = vselect(size <= 0x3f000000, vabs(vfma(x, x, x)), w);\n"
      "    t = vselect(size < 0x21800000, vall(0.0), t); /* 2^-60 */\n"
      "  }\n",
      TMD_LOG_GAMMA_LAST,
      no_fma ? ", ph = vdecoded(vencoding(p) & -0x10000000);\n"
               "      const vdouble e = (ph * f - q) + (p - ph) * f"
             : ", e = vfma(p, f, -q)");
}

/* -(S + log(z sin(pi t)/pi)) in place of S. */
static void print_reflection(FILE *out, const struct tmd_design *design) {
  fputs("  if (any_large && vsome(reflected)) {\n"
        "  const vdouble gap = vabs(t);\n"
        "  vdouble v;\n"
        "  {\n"
        "  const vdouble t = gap;\n",
        out);
  tmd_terms_print(out, design->part + TMD_LOG_GAMMA_SINE, 0);
  fputs("  v = vselect(reflected, w, one);\n  }\n", out);
  print_log(out, design, "v", "second");
  fputs("  S = vselect(reflected, -(S + second_low + second_high), S);\n"
        "  }\n"
        "  if (any_large) {\n"
        "    const vdouble low = a;\n"
        "    a = vselect(middle, b, a), b = vselect(middle, low, b);\n"
        "  }\n",
        out);
}

static void print_reduction(FILE *out, const struct tmd_design *design) {
  fputs("  const vhalfint u = vbits(lanes), size = u & 0x7fffffff;\n"
        "  const vhalfint middle = (u < 0) & (size > 0x3f000000) & (size <= 0x41280000);\n"
        "  const vhalfint reflected = (u < 0) & (size > 0x41280000);   /* 1/2, 21/2 */\n"
        "  const vhalfint outer = (u >= 0x40900000) | reflected; /* 9/2 */\n"
        "  const vdouble x = vwiden(lanes), k = vinteger(x), one = vall(1.0);\n"
        "  vdouble t = x - k, w = vselect(u < 0x3fc00000, x, one), d = vall(0.0);\n"
        "  w = vselect(u > 0x40200000, x - one, w);\n"
        "  w = vselect(u >= 0x40600000, (x - one) * (x - vall(2.0)), w);\n",
        out);
  print_rare_product(out, design->demands.no_fma);
  fputs("  const vdouble none = vwiden(vfloats(vall_int(0x7fc00000)));\n"
        "  const vdouble z = vselect(outer, vabs(x), none), g = vselect(outer, z, w);\n",
        out);
  print_log(out, design, "g", "first");
  fputs("  const vdouble h = first_high, l = first_low, H = h - one; /* exact */\n"
        "  const vdouble s = vselect(u < 0x3fc00000, vall(-1.0), one);\n"
        "  vdouble a = vfma(s, l, d), b = vfma(s, h, vall(0.0)), S;\n"
        "  {\n",
        out);
  tmd_terms_print(out, design->part + TMD_LOG_GAMMA_STIRLING, 0);
  fputs("  S = y;\n  }\n", out);
  print_reflection(out, design);
}

static const struct tmd_lanes lanes = {.harmless = 0x40000000,
                                       .y = "vselect(outer, S, y)",
                                       .far = "vsome(beyond)",
                                       .print_usual = print_usual,
                                       .print_scaled = print_scaled};

const struct tmd_scheme tmd_vector_log_gamma = {
    .name = "vector log gamma",
    .description = "log |gamma(x)| = G(t) + s log w, x = t + k, w a product of numbers t + j; "
                   "Stirling's series",
    .without_fma = tmd_without_fma,
    .lanes = &lanes,
    .data = data,
    .plan = plan,
    .append = tmd_log_gamma_append,
    .bound = tmd_log_gamma_bound,
    .list = tmd_log_gamma_list,
    .listed = TMD_LOG_GAMMA_LISTED,
    .listed_without_fma = TMD_LOG_GAMMA_LISTED_NO_FMA,
    .print_special = print_special,
    .print_reduction = print_reduction,
    .print_functions = print_table,
};
