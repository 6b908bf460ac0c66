/* sinpi, cospi and tanpi by pairs of floats: x = i/2 + r, i an integer, |r| <= 1/4, exactly. sin(pi
   r) = r (c_0 + c_1 r^2 + ...), cos(pi r) = 1 + d_1 r^2 + ... From 2^24 on all x are even. */
#include <string.h>

#include "tools/generate/double-word/double-word.h"
#include "tools/generate/reals.h"

enum turns_form { SINE, COSINE, TANGENT };

static const struct word_turns {
  enum tmd_function_id id;
  enum turns_form form;
} kinds[] = {{TMD_FN_sinpi, SINE}, {TMD_FN_cospi, COSINE}, {TMD_FN_tanpi, TANGENT}};

enum { SINES = 8, COSINES = 9, SINE_PAIRS = 5, COSINE_PAIRS = 6 };

static const void *data(const struct tmd_function *f) {
  return tmd_kind_of(f, kinds, sizeof kinds / sizeof *kinds, sizeof *kinds);
}

static void plan(struct tmd_design *design) {
  struct tmd_approximation *p = &design->p, *q = &design->q;
  p->count = SINES, q->count = COSINES - 1;
  snprintf(p->sollya, sizeof p->sollya,
           "p = fpminimax(sin(pi*x), [|1,3,5,7,9,11,13,15|], [|48,48,48,48,48,24,24,24|], "
           "[1b-40;0.25], floating, relative);\nfor i from 0 to 7 do coeff(p,2*i+1);\n");
  snprintf(q->sollya, sizeof q->sollya,
           "q = fpminimax(cos(pi*x), [|2,4,6,8,10,12,14,16|], [|48,48,48,48,48,24,24,24|], "
           "[1b-40;0.25], floating, relative, 1);\nfor i from 1 to 8 do coeff(q,2*i);\n");
}

static void append(struct tmd_design *design) { (void)design; }

static void print_special(FILE *out, const struct tmd_design *design) {
  const struct word_turns *kind = design->data;
  tmd_word_print_text(out, design,
                      "WRARE void WNAME($_special)(wfloat x, wfloat *h, wfloat *l, wint *n) {\n"
                      "  const wint size = wbits(x);\n");
  if (kind->form == COSINE)
    fputs("  const wint small = size < 0x30800000;\n"
          "  *h = wselect(small, wall(1.0f), *h), *n = wchoose(small, wall_int(0), *n);\n"
          "  *l = wselect(small, wselect(size == 0, wall(0.0f), wall(-0x1p-60f)), *l);\n",
          out);
  else {
    arb_t pi;
    arb_init(pi);
    arb_const_pi(pi, TMD_IDEAL_BITS);
    const double square = tmd_real_nearest(pi) * tmd_real_nearest(pi);
    tmd_word_print_near_zero(out, "size < 0x30800000", pi, 0,
                             kind->form == SINE ? -square / 6 : square / 3);
    arb_clear(pi);
    fputs("  *h = wselect(size == 0, x, *h), *l = wselect(size == 0, wall(0.0f), *l);\n", out);
  }
  fputs("  *h = wselect(size >= 0x7f800000, wfloats(wall_int(0x7fc00000)), *h);\n"
        "  *l = wselect(size >= 0x7f800000, wall(0.0f), *l);\n"
        "  *n = wchoose(size >= 0x7f800000, wall_int(0x10000), *n);\n"
        "}\n\n",
        out);
}

static const char *const choices[] = {
    [SINE] = "  wpair(y, wselect(odd, c_h, s_h), wselect(odd, c_l, s_l));\n"
             "  const wint sign = wchoose((i & 2) != 0, wall_int((int)0x80000000), wall_int(0));\n",
    [COSINE] = "  wpair(y, wselect(odd, s_h, c_h), wselect(odd, s_l, c_l));\n"
               "  const wint sign = wchoose(((i + 1) & 2) != 0, wall_int((int)0x80000000), "
               "wall_int(0));\n",
    /* 1 and -1 exactly, zeros and poles */
    [TANGENT] =
        "  wpair(a, wselect(odd, -c_h, s_h), wselect(odd, -c_l, s_l));\n"
        "  wpair(b, wselect(odd, s_h, c_h), wselect(odd, s_l, c_l));\n"
        "  const wint zero = (wbits(r_h) & 0x7fffffff) == 0, pole = zero & odd;\n"
        "  const wint one = (wbits(r_h) & 0x7fffffff) == 0x3e800000;\n"
        "  wpair(d, wselect(pole, wall(1.0f), b_h), wselect(pole, wall(0.0f), b_l));\n"
        "  const wint flip = wbits(d_h) & (int)0x80000000;\n"
        "  wpair(v, wfloats(wbits(d_h) ^ flip), wfloats(wbits(d_l) ^ flip));\n"
        "  wpair(w, wfloats(wbits(a_h) ^ flip), wfloats(wbits(a_l) ^ flip));\n"
        "  wpair_quotient(g, w, v);\n"
        "  const wint end = wchoose(odd, wall_int(0x7f800000), wall_int(0)) |\n"
        "                   wchoose((i & 2) != 0, wall_int((int)0x80000000), wall_int(0));\n"
        "  const wfloat unit = wfloats((wbits(g_h) & (int)0x80000000) | 0x3f800000);\n"
        "  wpair(y, wselect(zero, wfloats(end), wselect(one, unit, g_h)),\n"
        "        wselect(zero | one, wall(0.0f), g_l));\n"
        "  const wint sign = wall_int(0);\n",
};

static void print_functions(FILE *out, const struct tmd_design *design) {
  const struct word_turns *kind = design->data;
  double c[TMD_COEFFICIENTS_MAX] = {1};
  print_special(out, design);
  tmd_word_print_text(out, design,
                      "WLANE wfloat WNAME($_y)(wfloat x, wfloat *l, wint *n) {\n"
                      "  const wint u = wbits(x), usual = (u >= 0x30800000) & (u < 0x7f800000);\n"
                      "  const wfloat f = wselect(u < 0x4b800000, x, wall(0.0f));\n"
                      "  const wfloat z = f - wconvert(winteger(f) & ~1);\n"
                      "  const wfloat k = (z + z) + wall(0x1.8p+23f);\n"
                      "  const wint i = wbits(k), odd = (i & 1) != 0;\n"
                      "  wpair(r, wfma(k - wall(0x1.8p+23f), wall(-0.5f), z), wall(0.0f));\n"
                      "  wproduct_exact(t, r_h, r_h);\n");
  fputs("  wfloat s_h, s_l, c_h, c_l;\n  {\n", out);
  tmd_word_print_polynomial(out, design->p.coefficient, SINES, SINE_PAIRS, "t");
  fputs("  wpair_product(a, r, q0);\n  s_h = a_h, s_l = a_l;\n  }\n  {\n", out);
  memcpy(c + 1, design->q.coefficient, (COSINES - 1) * sizeof *c);
  tmd_word_print_polynomial(out, c, COSINES, COSINE_PAIRS, "t");
  fputs("  wfast_sum(a, q0_h, q0_l);\n  c_h = a_h, c_l = a_l;\n  }\n", out);
  fputs(choices[kind->form], out);
  tmd_word_print_text(
      out, design,
      "  wfloat h = wselect((wbits(y_h) & 0x7fffffff) == 0, y_h, wfloats(wbits(y_h) ^ sign));\n"
      "  *l = wfloats(wbits(y_l) ^ sign);\n"
      "  *n = wchoose((wbits(h) & 0x7fffffff) >= 0x7f800000, wall_int(0x10000), wall_int(0));\n"
      "  if (wsome(wnot(usual))) WNAME($_special)(x, &h, l, n);\n"
      "  return h;\n}\n\n");
}

const struct tmd_scheme tmd_word_turns = {
    .name = "turns by pairs",
    .description = "x = i/2 + r, |r| <= 1/4; sine and cosine of pi r by pairs of floats",
    .data = data,
    .plan = plan,
    .append = append,
    .print_functions = print_functions,
};
