/* expm1, exp2m1 and exp10m1 in vectors: b^x - 1 = s (b^r - 1) + (s - 1), s = 2^n, by the reduction
   of powers.h.

   Next to 0, n = 0, s - 1 = 0 and r = x, so that y is p, a polynomial with a small error relative
   to b^r - 1: no other polynomial is needed. From n = N_FAR on, s - 1 is s with a rounding, which
   changes nothing from there on. Below -52 log_b 2, f lies between -1 and its neighbour in
   binary32, and so does -1 + 2^-40.

   For |x| < 2^-26, expm1 x lies between x and the number above it: so does x + |x| 2^-30, and both
   underflow together. exp2m1 x = x log 2 and its like differ from any number next to 0, where p has
   the same relative error; only the zeros are set apart, for their signs.

   Integers are exact for b = 2: r = 0, and s - 1 is exact where the result is. */
#include "tools/generate/powers.h"
#include "tools/generate/vector/vector-text.h"

enum { N_FAR = 56, TINY = 0x32800000 /* 2^-26 */ };

static const struct exponential_less_one {
  enum tmd_function_id id;
  struct tmd_power power;
  int powers; /* 10^1 - 1 .. 10^powers - 1 are exact, but do not come out exact */
} kinds[] = {{TMD_FN_expm1, {.name = "exp", .scale = 1, .lanes = TMD_POWERS_LESS_ONE}, 0},
             {TMD_FN_exp2m1, {.name = "exp2", .scale = 1, .lanes = TMD_POWERS_LESS_ONE}, 0},
             {TMD_FN_exp10m1, {.name = "exp10", .scale = 1, .lanes = TMD_POWERS_LESS_ONE}, 7}};

static const void *data(const struct tmd_function *f) {
  return tmd_kind_of(f, kinds, sizeof kinds / sizeof *kinds, sizeof *kinds);
}

static int has_tiny(const struct tmd_design *design) { return design->f->id == TMD_FN_expm1; }

static void plan(struct tmd_design *design) {
  const struct exponential_less_one *kind = design->data;
  design->power = &kind->power;
  tmd_powers_plan(design);
  double power = 1;
  for (int i = 1; i <= kind->powers; i++) tmd_design_exact(design, i, (power *= 10) - 1);
}

enum { T = TMD_POWERS_S + 1 };

static void append(struct tmd_design *design) {
  struct tmd_terms *s = &design->steps;
  tmd_powers_append(design);
  tmd_terms_input(s, "t");
  tmd_terms_fma(s, "y", NULL, TMD_POWERS_S, tmd_powers_less_one(design), T);
}

static void visit(struct tmd_design *design, const struct tmd_power_state *state) {
  arb_t minus;
  arb_init(minus);
  arb_set_si(minus, -1);
  tmd_powers_set_sum(design, T, state, minus);
  tmd_powers_add(design, state, 1);
  arb_clear(minus);
}

static void bound(struct tmd_design *design) {
  tmd_powers_near(design, has_tiny(design) ? 0x1p-26 : 0x1p-149, visit);
  tmd_powers_each(design, -TMD_POWERS_EXACT, -1, 0, visit);
  tmd_powers_each(design, 1, N_FAR, 0, visit);
}

/* The encodings of |x| from which on the steps are not used, for x > 0 and x < 0. */
static uint32_t above(const struct tmd_design *design) {
  return tmd_powers_limit(design, TMD_POWERS_MOST);
}
static uint32_t below(const struct tmd_design *design) {
  return tmd_powers_limit(design, TMD_POWERS_EXACT);
}

static uint32_t tiny(const struct tmd_design *design) { return has_tiny(design) ? TINY : 1; }

static void print_usual(FILE *out, const struct tmd_design *design) {
  const uint32_t minus = UINT32_C(1) << 31;
  fprintf(out,
          "(((u >= 0x%x) & (u < 0x%x)) |\n"
          "      ((u >= (int)0x%x) & (u < (int)0x%x)))",
          tiny(design), above(design), minus | tiny(design), minus | below(design));
}

static void print_special(FILE *out, const struct tmd_design *design) {
  if (has_tiny(design))
    fprintf(out,
            "  const vhalfint tiny = size < 0x%x;\n"
            "  const vdouble above = vselect(u < 0, vall(1 - 0x1p-30), vall(1 + 0x1p-30));\n"
            "  y = vselect(tiny, vselect(tiny, x, vall(0.0)) * above, y);\n",
            TINY);
  else fputs("  y = vselect(size == 0, x, y);\n", out);
  fprintf(out,
          "  y = vselect((size >= 0x%x) & (u >= 0), vall(0x1p+200), y);   /* overflows */\n"
          "  y = vselect((size >= 0x%x) & (u < 0), vall(0x1p-40 - 1), y); /* next to -1 */\n"
          "  y = vselect(size >= 0x7f800000, x, y);                       /* infinity, NaN */\n"
          "  y = vselect(u == (int)0xff800000, vall(-1.0), y);        /* - infinity */\n",
          above(design), below(design));
}

static void print_reduction(FILE *out, const struct tmd_design *design) {
  fputs("  const vdouble x = vwiden(lanes);\n", out);
  tmd_powers_print_lanes(out, design);
  fputs("  const vdouble s = vscale(vall(1.0), m), t = s - vall(1.0);\n", out);
}

static const struct tmd_lanes lanes = {.harmless = 0,
                                       .y = "y",
                                       /* -1, or 2^n for exp2m1 */
                                       .side = "vselect(vbits(lanes) < 0, vall(-1.0), s), "
                                               "vselect(vbits(lanes) < 0, vall(1.0), vall(-1.0))",
                                       .print_usual = print_usual};

const struct tmd_scheme tmd_vector_exponential_m1 = {
    .shortens = 1,
    .name = "vector exponential less one",
    .description = "b^x - 1 = s (b^r - 1) + (s - 1), s = 2^n, n = x log2(b) as an integer",
    .without_fma = tmd_without_fma,
    .lanes = &lanes,
    .data = data,
    .plan = plan,
    .append = append,
    .bound = bound,
    .print_special = print_special,
    .print_reduction = print_reduction,
};
