/* exp, exp2 and exp10: b^x = 2^(n/64) b^r by the reduction of powers.h; beyond |n| = TMD_POWERS_N,
   any y of the same size gives the right result. */
#include "tools/generate/powers.h"
#include "tools/generate/scheme/schemes.h"

static const struct exponential {
  enum tmd_function_id id;
  struct tmd_power power;
  int powers; /* b^0 .. b^powers are exact for integers, by a table; 0: only b^0, or, for 2, they
                 come out exact */
} kinds[] = {{TMD_FN_exp, {"exp", 1, 0, 0}, 0},
             {TMD_FN_exp2, {"exp2", 1, 0, 0}, 0},
             {TMD_FN_exp10, {"exp10", 1, 0, 0}, 10}};

static const void *data(const struct tmd_function *f) {
  return tmd_kind_of(f, kinds, sizeof kinds / sizeof *kinds, sizeof *kinds);
}

static void plan(struct tmd_design *design) {
  const struct exponential *kind = design->data;
  design->power = &kind->power;
  tmd_powers_plan(design);
  double power = 1;
  for (int i = 0; i <= kind->powers && kind->powers; i++, power *= 10)
    tmd_design_exact(design, i, power);
}

static void append(struct tmd_design *design) {
  tmd_powers_append(design);
  /* p = b^r - 1 */
  const int p = tmd_terms_sum(&design->steps, "p", -1, design->p.coefficient, design->p.count,
                              TMD_POWERS_R, TMD_POWERS_ROUGH);
  tmd_terms_fma(&design->steps, "y", "b^x, for n = 0 .. 63", TMD_POWERS_S, p, TMD_POWERS_S);
}

static void visit(struct tmd_design *design, const struct tmd_power_state *state) {
  tmd_powers_add(design, state, 0);
}

static void bound(struct tmd_design *design) {
  tmd_powers_each(design, 0, TMD_POWERS_ENTRIES - 1, 0, visit);
}

static void print_special(FILE *out, const struct tmd_design *design) {
  char log_b[TMD_DOUBLE_TEXT_BYTES];
  tmd_double_print(log_b, design->p.coefficient[0]);
  fprintf(out,
          "  if (v.u << 1 < 0x63000000u) return (float)__builtin_fma(x, %s, 1.0);\n"
          "  if (v.u << 1 > 0xff000000u) return x + x;\n"
          "  if (v.u << 1 == 0xff000000u) return v.u >> 31 ? 0.0f : x;\n"
          "  double y = (v.u >> 31 ? -0x1p-1000 : 0x1p+800) * x; /* underflows, or overflows */\n"
          "  return (float)y;\n",
          log_b);
}

static void print_reduction(FILE *out, const struct tmd_design *design) {
  fprintf(out,
          "  /* |x| < 2^-28, |x| >= 256, or NaN */\n"
          "  if (__builtin_expect((v.u << 1) - 0x63000000u >= 0x24000000u, 0))\n"
          "    return %s_special(x);\n",
          design->symbol);
  tmd_powers_print(out, design);
}

const struct tmd_scheme tmd_exponential = {
    .shortens = 1,
    .name = "exponential",
    .description = "b^x = 2^floor(n/64) 2^((n mod 64)/64) b^r, n = 64 x log2(b) as an integer",
    .data = data,
    .plan = plan,
    .without_fma = tmd_without_fma,
    .append = append,
    .bound = bound,
    .index = tmd_powers_index,
    .print_special = print_special,
    .print_reduction = print_reduction,
};
