/* expm1, exp2m1 and exp10m1: b^x - 1 = s (b^r - 1) + (s - 1) with s = 2^(n/64), by the reduction of
   powers.h. The difference s - 1 has an absolute error of about that of s, hence the polynomial of
   near-zero.h for small |x|.

   Integers are exact for b = 2: r = 0, and s - 1 is exact where the result is. */
#include "tools/generate/near-zero.h"
#include "tools/generate/powers.h"
#include "tools/generate/scheme/schemes.h"

/* From n = N_FAR on, s - 1 is s with a rounding, which changes nothing from there on; below
   -N_FAR, f and y lie within 2^-53 of -1, beyond the last neighbour of -1 in binary32. */
enum { N_FAR = 56 * TMD_POWERS_ENTRIES };

static const struct exponential_m1 {
  enum tmd_function_id id;
  struct tmd_power power;
  const char *near; /* in Sollya */
  float limit;
  int count;
  int powers; /* 10^1 - 1 .. 10^powers - 1 are exact */
} kinds[] = {{TMD_FN_expm1, {"exp", 1, 0, 0}, "expm1(x)", 0x1.4p-3f, 9, 0},
             {TMD_FN_exp2m1, {"exp2", 1, 0, 0}, "expm1(x*log(2))", 0x1.cp-3f, 9, 0},
             {TMD_FN_exp10m1, {"exp10", 1, 0, 0}, "expm1(x*log(10))", 0x1.2p-4f, 9, 7}};

static const void *data(const struct tmd_function *f) {
  return tmd_kind_of(f, kinds, sizeof kinds / sizeof *kinds, sizeof *kinds);
}

static void plan(struct tmd_design *design) {
  const struct exponential_m1 *kind = design->data;
  design->power = &kind->power;
  tmd_powers_plan(design);
  tmd_near_plan(design, kind->limit, kind->count, TMD_PARITY_NONE, "__builtin_fabsf(x)",
                kind->near);
  double power = 10;
  for (int i = 1; i <= kind->powers; i++, power *= 10) tmd_design_exact(design, i, power - 1);
}

static void append(struct tmd_design *design) {
  struct tmd_terms *s = &design->steps;
  tmd_powers_append(design);
  const int one = tmd_terms_number(s, 1, NULL), minus = tmd_terms_number(s, -1, NULL),
            t = tmd_terms_fma(s, "t", "s - 1", TMD_POWERS_S, one, minus),
            p = tmd_terms_sum(s, "p", -1, design->p.coefficient, design->p.count, TMD_POWERS_R,
                              TMD_POWERS_ROUGH);
  tmd_terms_fma(s, "y", NULL, TMD_POWERS_S, p, t);
}

static void visit(struct tmd_design *design, const struct tmd_power_state *state) {
  tmd_powers_add(design, state, 1);
}

static void bound(struct tmd_design *design) {
  tmd_powers_each(design, -N_FAR, N_FAR, (double)design->near.limit, visit);
}

static void print_special(FILE *out, const struct tmd_design *design) {
  (void)design;
  fputs("  if (v.u << 1 > 0xff000000u) return x + x;\n"
        "  if (v.u << 1 == 0xff000000u) return v.u >> 31 ? -1.0f : x;\n"
        "  if (v.u >> 31) return (float)__builtin_fma(x, -0x1p-200, -1.0);\n"
        "  double y = 0x1p+800 * x; /* overflows */\n"
        "  return (float)y;\n",
        out);
}

static void print_reduction(FILE *out, const struct tmd_design *design) {
  fprintf(out,
          "  if (__builtin_expect(v.u << 1 >= 0x87000000u, 0)) /* |x| >= 256, or NaN */\n"
          "    return %s_special(x);\n",
          design->symbol);
  tmd_powers_print(out, design);
}

const struct tmd_scheme tmd_exponential_m1 = {
    .shortens = 1,
    .name = "exponential less one",
    .description = "b^x - 1 = (s - 1) + s (b^r - 1), s = 2^(n/64), n = 64 x log2(b) as an integer",
    .data = data,
    .plan = plan,
    .without_fma = tmd_without_fma,
    .append = append,
    .bound = bound,
    .index = tmd_powers_index,
    .print_special = print_special,
    .print_reduction = print_reduction,
};
