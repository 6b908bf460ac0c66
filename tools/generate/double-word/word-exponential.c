/* b^x, b^x - 1, sinh, cosh and tanh by pairs of floats: x = m L + r, L = log_b 2, m an integer, and
   p = b^r - 1 = r (c_0 + c_1 r + ...), whose relative error is small. The words of L have 16, 16
   and 24 bits: m times the first two is exact, as |m| < 2^8; so is x - m L1.

   With A = 2^m or 1, and B = 1 or 2^-m, whichever is at most 1, b^x - 1 = ((A - B) + A p)/B: A - B
   is a pair exactly. Where m is large, 2^-60 in place of a power changes no result.
   With w = 2^-2m and q = p/(1 + p), for x >= 0, sinh x = 2^(m-1) ((1 - w) + p + w q), and cosh x =
   2^(m-1) ((1 + w) + p - w q). tanh x = ((1 - w) + p)/((1 + w) + p), or 1 - 2 w/((1 + w) + p) for m
   > 1, p and w = 2^-m being those of e^(2x). */
#include <math.h>

#include "tools/generate/double-word/double-word.h"
#include "tools/generate/reals.h"

enum power_form { POWER, LESS_ONE, SINH, COSH, TANH };

static const struct word_power {
  enum tmd_function_id id;
  int base; /* 1: e */
  enum power_form form;
} kinds[] = {
    {TMD_FN_exp, 1, POWER},      {TMD_FN_exp2, 2, POWER},      {TMD_FN_exp10, 10, POWER},
    {TMD_FN_expm1, 1, LESS_ONE}, {TMD_FN_exp2m1, 2, LESS_ONE}, {TMD_FN_exp10m1, 10, LESS_ONE},
    {TMD_FN_sinh, 1, SINH},      {TMD_FN_cosh, 1, COSH},       {TMD_FN_tanh, 1, TANH}};

enum { PAIRS = 7, DEGREE = 12 };

static const void *data(const struct tmd_function *f) {
  return tmd_kind_of(f, kinds, sizeof kinds / sizeof *kinds, sizeof *kinds);
}

/* ln b, and L. */
static void set_constants(arb_t log_b, arb_t L, int base) {
  arb_const_log2(L, TMD_IDEAL_BITS);
  if (base == 1) arb_one(log_b);
  else arb_log_ui(log_b, (ulong)base, TMD_IDEAL_BITS);
  arb_div(L, L, log_b, TMD_IDEAL_BITS);
}

static void plan(struct tmd_design *design) {
  const struct word_power *kind = design->data;
  struct tmd_approximation *p = &design->p;
  arb_t log_b, L;
  arb_init(log_b), arb_init(L);
  set_constants(log_b, L, kind->base);
  p->radius = tmd_real_nearest(L) / 2 * (1 + 0x1p-20);
  p->count = kind->base == 1 ? DEGREE - 1 : DEGREE;
  if (kind->base == 1)
    snprintf(p->sollya, sizeof p->sollya,
             "p = fpminimax(expm1(x), [|2,...,%d|], [|48,48,48,48,48,48,24...|], [-%a;%a], "
             "floating, relative, x);\nfor i from 2 to %d do coeff(p,i);\n",
             DEGREE, p->radius, p->radius, DEGREE);
  else
    snprintf(p->sollya, sizeof p->sollya,
             "p = fpminimax(expm1(x*log(%d))/x, [|0,...,%d|], [|48,48,48,48,48,48,48,24...|], "
             "[-%a;%a], floating, relative);\nfor i from 0 to %d do coeff(p,i);\n",
             kind->base, DEGREE - 1, p->radius, p->radius, DEGREE - 1);
  arb_clear(log_b), arb_clear(L);
}

static void append(struct tmd_design *design) { (void)design; }

/* From z: m as a float and an integer, and the pairs r and p. */
static void print_power(FILE *out, const struct tmd_design *design) {
  const struct word_power *kind = design->data;
  double c[TMD_COEFFICIENTS_MAX] = {1};
  arb_t log_b, L;
  arb_init(log_b), arb_init(L);
  set_constants(log_b, L, kind->base);
  if (kind->base != 2) {
    tmd_word_print_constant(out, "L", L, (const int[]){16, 16, 24, 0});
    arb_inv(L, L, TMD_IDEAL_BITS);
    tmd_word_print_constant(out, "N", L, (const int[]){24, 0});
  }
  fprintf(out,
          "  const wfloat k = %s, m = k - wall(0x1.8p+23f);\n"
          "  const wint i = wbits(k) - 0x4b400000;\n",
          kind->base == 2 ? "z + wall(0x1.8p+23f)" : "wfma(z, N1, wall(0x1.8p+23f))");
  if (kind->base == 2) fputs("  wpair(r, z - m, wall(0.0f));\n", out);
  else
    fputs("  wsum(f, wfma(-m, L1, z), wproduct(-m, L2));\n"
          "  wfast_sum(r, f_h, wfma(-m, L3, f_l));\n",
          out);
  const int given = kind->base == 1;
  for (int i = 0; i < design->p.count; i++) c[i + given] = design->p.coefficient[i];
  tmd_word_print_polynomial(out, c, DEGREE, PAIRS, "r");
  fputs("  wpair_product(p, r, q0);\n", out);
  arb_clear(log_b), arb_clear(L);
}

/* The steps behind p: the pair y, times 2^e. */
static const char *const steps[] = {
    [POWER] = "  wfast_sum(s, wall(1.0f), p_h);\n"
              "  wfast_sum(y, s_h, s_l + p_l);\n"
              "  const wint e = i;\n",
    [LESS_ONE] =
        "  const wint e = wgreater(i, wall_int(0)), less = wgreater(wsmaller(i, wall_int(0)), "
        "wall_int(-60));\n"
        "  const wfloat A = wfloats((127 + less) << 23), B = wfloats((127 - wsmaller(e, "
        "wall_int(60))) << 23);\n"
        "  wsum(b, A, -B);\n"
        "  wpair(a, wproduct(A, p_h), wproduct(A, p_l));\n"
        "  wpair_sum(y, b, a);\n",
    [SINH] = "  const wfloat w = wfloats((127 - wsmaller(2 * i, wall_int(60))) << 23);\n"
             "  wfast_sum(d_, wall(1.0f), p_h);\n"
             "  wfast_sum(d, d__h, d__l + p_l);\n"
             "  wpair_quotient(g, p, d);\n"
             "  wfast_sum(b, wall(1.0f), -w);\n"
             "  wpair(v, wproduct(w, g_h), wproduct(w, g_l));\n"
             "  wpair_sum(a, p, v);\n"
             "  wpair_sum(y, b, a);\n"
             "  const wint e = i - 1;\n",
    [COSH] = "  const wfloat w = wfloats((127 - wsmaller(2 * i, wall_int(60))) << 23);\n"
             "  wfast_sum(d_, wall(1.0f), p_h);\n"
             "  wfast_sum(d, d__h, d__l + p_l);\n"
             "  wpair_quotient(g, p, d);\n"
             "  wfast_sum(b, wall(1.0f), w);\n"
             "  wpair(v, wproduct(-w, g_h), wproduct(-w, g_l));\n"
             "  wpair_sum(a, p, v);\n"
             "  wpair_sum(y, b, a);\n"
             "  const wint e = i - 1;\n",
    [TANH] =
        "  const wfloat w = wfloats((127 - wsmaller(i, wall_int(60))) << 23);\n"
        "  wfast_sum(b, wall(1.0f), -w);\n"
        "  wfast_sum(d, wall(1.0f), w);\n"
        "  wpair_sum(g, b, p);\n"
        "  wpair_sum(v, d, p);\n"
        "  const wint far = i > 1;\n"
        "  wpair(a, wselect(far, wproduct(w, wall(-2.0f)), g_h), wselect(far, wall(0.0f), g_l));\n"
        "  wpair_quotient(t, a, v);\n"
        "  wfast_sum(s, wselect(far, wall(1.0f), wall(0.0f)), t_h);\n"
        "  wfast_sum(y, s_h, s_l + t_l);\n"
        "  const wint e = wall_int(0);\n",
};

/* The greatest |x| that the steps take: |m| <= 153, or 60 for tanh. */
static uint32_t limit(const struct word_power *kind) {
  arb_t log_b, L;
  arb_init(log_b), arb_init(L);
  set_constants(log_b, L, kind->base);
  const double most = (kind->form == TANH ? 30 : 153) * tmd_real_nearest(L);
  arb_clear(log_b), arb_clear(L);
  return tmd_float_encode((float)most);
}

/* Where x is special, small or large. */
static void print_special(FILE *out, const struct tmd_design *design) {
  const struct word_power *kind = design->data;
  arb_t log_b, L;
  arb_init(log_b), arb_init(L);
  set_constants(log_b, L, kind->base);
  tmd_word_print_text(out, design,
                      "WRARE void WNAME($_special)(wfloat x, wfloat *h, wfloat *l, wint *n) {\n"
                      "  const wint u = wbits(x), size = u & 0x7fffffff, large = size >= ");
  fprintf(out, "0x%x;\n", limit(kind));
  const double b = tmd_real_nearest(log_b);
  if (kind->form == LESS_ONE)
    tmd_word_print_near_zero(out, "size < 0x30800000", log_b, b / 2, b * b / 6);
  if (kind->form == SINH) tmd_word_print_near_zero(out, "size < 0x39000000", log_b, 0, 1.0 / 6);
  if (kind->form == TANH) tmd_word_print_near_zero(out, "size < 0x39000000", log_b, 0, -1.0 / 3);
  if (kind->form == LESS_ONE || kind->form == SINH || kind->form == TANH)
    fputs("  *h = wselect(size == 0, x, *h), *n = wchoose(size == 0, wall_int(0x10000), *n);\n",
          out);
  if (kind->form == COSH)
    fputs("  const wint small = size < 0x30800000;\n"
          "  *h = wselect(small, wall(1.0f), *h), *n = wchoose(small, wall_int(0), *n);\n"
          "  *l = wselect(small, wselect(size == 0, wall(0.0f), wall(0x1p-60f)), *l);\n",
          out);
  fprintf(out,
          "  *h = wselect(large, wall(1.0f), *h), *l = wselect(large, wall(%s), *l);\n"
          "  *n = wchoose(large, %s, *n);\n",
          kind->form == TANH ? "-0x1p-60f" : "0x1p-60f",
          kind->form == TANH    ? "wall_int(0)"
          : kind->form == POWER ? "wchoose(u < 0, wall_int(-1000), wall_int(1000))"
                                : "wall_int(1000)");
  if (kind->form == LESS_ONE)
    fputs("  *h = wselect(large & (u < 0), wall(-1.0f), *h);\n"
          "  *n = wchoose(large & (u < 0), wall_int(0), *n);\n",
          out);
  fputs("  *n = wchoose(size >= 0x7f800000, wall_int(0x10000), *n);\n"
        "  *l = wselect(size >= 0x7f800000, wall(0.0f), *l);\n"
        "  *h = wselect(size >= 0x7f800000, x, *h);\n",
        out);
  if (kind->form == POWER || kind->form == LESS_ONE || kind->form == TANH)
    fprintf(out, "  *h = wselect(u == (int)0x%x, wall(%s), *h);\n",
            kind->form == TANH ? 0x7f800000u : 0xff800000u,
            kind->form == POWER  ? "0.0f"
            : kind->form == TANH ? "1.0f"
                                 : "-1.0f");
  fputs("}\n\n", out);
  arb_clear(log_b), arb_clear(L);
}

static void print_functions(FILE *out, const struct tmd_design *design) {
  const struct word_power *kind = design->data;
  print_special(out, design);
  tmd_word_print_text(out, design, "WLANE wfloat WNAME($_y)(wfloat x, wfloat *l, wint *n) {\n");
  fprintf(out, "  const wint size = wbits(x) & 0x7fffffff, usual = (size < 0x%x)%s;\n", limit(kind),
          kind->form == LESS_ONE                     ? " & (size >= 0x30800000)"
          : kind->form == COSH                       ? " & (size >= 0x30800000)"
          : kind->form == SINH || kind->form == TANH ? " & (size >= 0x39000000)"
                                                     : "");
  fprintf(out, "  const wfloat z = wselect(usual, x%s, wall(0.0f));\n",
          kind->form == TANH ? " + x" : "");
  print_power(out, design);
  fputs(steps[kind->form], out);
  tmd_word_print_text(out, design,
                      "  wfloat h = y_h;\n"
                      "  *l = y_l, *n = e;\n"
                      "  if (wsome(wnot(usual))) WNAME($_special)(x, &h, l, n);\n"
                      "  return h;\n}\n\n");
}

const struct tmd_scheme tmd_word_exponential = {
    .name = "exponential by pairs",
    .description = "x = m log_b(2) + r; b^r - 1 = r (c_0 + c_1 r + ...) by pairs of floats",
    .data = data,
    .plan = plan,
    .append = append,
    .print_functions = print_functions,
};
