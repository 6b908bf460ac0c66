/* exp, exp2 and exp10 in vectors: b^x = 2^n b^r by the reduction of powers.h, |r| <= log_b(2)/2.

   Next to 0, n = 0 and r = x: y is 1 + x p rounded once, p > 0, so that y lies on f's side of 1, or
   is 1 where the mode rounds so, and inexact is raised unless x is 0. Where |x| is larger than the
   limit, b^x overflows, or is below 2^-150: any y of the same size gives the right result. */
#include "tools/generate/powers.h"
#include "tools/generate/vector/vector-text.h"

static const struct exponential {
  enum tmd_function_id id;
  struct tmd_power power;
  int powers; /* b^1 .. b^powers are exact for integers, but do not come out exact */
} kinds[] = {{TMD_FN_exp, {.name = "exp", .scale = 1, .lanes = 1}, 0},
             {TMD_FN_exp2, {.name = "exp2", .scale = 1, .lanes = 1}, 0},
             {TMD_FN_exp10, {.name = "exp10", .scale = 1, .lanes = 1}, 10}};

static const void *data(const struct tmd_function *f) {
  return tmd_kind_of(f, kinds, sizeof kinds / sizeof *kinds, sizeof *kinds);
}

static void plan(struct tmd_design *design) {
  const struct exponential *kind = design->data;
  design->power = &kind->power;
  tmd_powers_plan(design);
  double power = 1;
  for (int i = 1; i <= kind->powers; i++) tmd_design_exact(design, i, power *= 10);
}

static void append(struct tmd_design *design) {
  const struct tmd_approximation *p = &design->p;
  int coefficient[TMD_COEFFICIENTS_MAX];
  tmd_powers_append(design);
  for (int i = 0; i < p->count; i++)
    coefficient[i] = tmd_terms_number(&design->steps, p->coefficient[i], NULL);
  const int rest = tmd_terms_pairs(&design->steps, coefficient, p->count, TMD_POWERS_R);
  tmd_terms_fma(&design->steps, "y", "b^r", TMD_POWERS_R, rest, TMD_POWERS_S);
}

static void visit(struct tmd_design *design, const struct tmd_power_state *state) {
  tmd_powers_add(design, state, 0);
}

static void bound(struct tmd_design *design) { tmd_powers_each(design, 0, 0, 0, visit); }

static void print_usual(FILE *out, const struct tmd_design *design) {
  fprintf(out, "((u & 0x7fffffff) < 0x%x)", tmd_powers_limit(design, TMD_POWERS_MOST));
}

static void print_special(FILE *out, const struct tmd_design *design) {
  const uint32_t limit = tmd_powers_limit(design, TMD_POWERS_MOST);
  fprintf(out,
          "  y = vselect((size >= 0x%x) & (u >= 0), vall(0x1p+200), y); /* overflows */\n"
          "  y = vselect((size >= 0x%x) & (u < 0), vall(0x1p-200), y); /* underflows */\n"
          "  y = vselect(size >= 0x7f800000, x, y);                    /* infinity, NaN */\n"
          "  y = vselect(u == (int)0xff800000, vall(0.0), y);       /* - infinity */\n",
          limit, limit);
}

static void print_reduction(FILE *out, const struct tmd_design *design) {
  fputs("  const vdouble x = vwiden(lanes);\n", out);
  tmd_powers_print_lanes(out, design);
}

static const struct tmd_lanes lanes = {
    .harmless = 0, .y = "vscale(y, m)", .side = "vall(1.0), r", .print_usual = print_usual};

const struct tmd_scheme tmd_vector_exponential = {
    .shortens = 1,
    .name = "vector exponential",
    .description = "b^x = 2^n b^r, n = x log2(b) as an integer",
    .without_fma = tmd_without_fma,
    .lanes = &lanes,
    .data = data,
    .plan = plan,
    .append = append,
    .bound = bound,
    .print_special = print_special,
    .print_reduction = print_reduction,
};
