/* Logarithms of x and of 1 + x, and atanh, by pairs of floats: the argument is 2^e v, e an integer,
   v from sqrt(1/2) to sqrt(2), and log v = 2 atanh(s), s = (v - 1)/(v + 1) = a/d. The numerator a
   is exact, also where v has two words, as that of 1 + x; next to 0, e = 0 and a = x. The words of
   L = log_b 2 have 16, 16 and 24 bits, so that e times the first two is exact.

   atanh x = log((1 + x)/(1 - x))/2, where a and d are the difference and the sum of 1 + x and
   2^e (1 - x). */
#include <math.h>

#include "tools/generate/double-word/double-word.h"
#include "tools/generate/reals.h"

enum log_form { OF_X, OF_ONE_PLUS, ATANH };

static const struct word_log {
  enum tmd_function_id id;
  int base; /* 1: e */
  enum log_form form;
} kinds[] = {{TMD_FN_log, 1, OF_X},           {TMD_FN_log2, 2, OF_X},
             {TMD_FN_log10, 10, OF_X},        {TMD_FN_log1p, 1, OF_ONE_PLUS},
             {TMD_FN_log2p1, 2, OF_ONE_PLUS}, {TMD_FN_log10p1, 10, OF_ONE_PLUS},
             {TMD_FN_atanh, 1, ATANH}};

enum { PAIRS = 5, COUNT = 10 };

static const void *data(const struct tmd_function *f) {
  return tmd_kind_of(f, kinds, sizeof kinds / sizeof *kinds, sizeof *kinds);
}

/* ln b. */
static void set_log(arb_t log_b, int base) {
  if (base == 1) arb_one(log_b);
  else arb_log_ui(log_b, (ulong)base, TMD_IDEAL_BITS);
}

static void plan(struct tmd_design *design) {
  const struct word_log *kind = design->data;
  struct tmd_approximation *p = &design->p;
  const int given = kind->base == 1;
  char powers[TMD_SOLLYA_BYTES / 4] = "", formats[TMD_SOLLYA_BYTES / 4] = "";
  size_t at = 0, behind = 0;
  for (int i = given; i < COUNT; i++) {
    at += (size_t)snprintf(powers + at, sizeof powers - at, "%s%d", at ? "," : "", 2 * i + 1);
    behind += (size_t)snprintf(formats + behind, sizeof formats - behind, "%s%d", behind ? "," : "",
                               i < PAIRS ? 48 : 24);
  }
  p->count = COUNT - given;
  snprintf(p->sollya, sizeof p->sollya,
           "p = fpminimax(2*atanh(x)/log(%s), [|%s|], [|%s|], [1b-40;0x1.5f7p-3], floating, "
           "relative%s);\nfor i from %d to %d do coeff(p,2*i+1);\n",
           kind->base == 1   ? "exp(1)"
           : kind->base == 2 ? "2"
                             : "10",
           powers, formats, given ? ", 2*x" : "", given, COUNT - 1);
}

static void append(struct tmd_design *design) { (void)design; }

/* From x: E = e as a float, and the pairs a and d. */
static const char *const reductions[] = {
    [OF_X] = "  const wint usual = (u >= 0x00800000) & (u < 0x7f800000),\n"
             "             tiny = (u > 0) & (u < 0x00800000);\n"
             "  const wint v = wchoose(usual, u, wchoose(tiny, wbits(wproduct(x, wall(0x1p+24f))), "
             "wall_int(0x3f800000)));\n"
             "  const wint e = (v - 0x3f3504f3) >> 23;\n"
             "  const wfloat E = wconvert(e - wchoose(tiny, wall_int(24), wall_int(0)));\n"
             "  const wfloat z = wfloats(v - (e << 23));\n"
             "  wpair(a, z - wall(1.0f), wall(0.0f));\n"
             "  wsum(d, z, wall(1.0f));\n",
    [OF_ONE_PLUS] =
        "  const wint size = u & 0x7fffffff;\n"
        "  const wint usual = (size >= 0x30800000) & (u < 0x7f800000) & ((u >= 0) | (size < "
        "0x3f800000));\n"
        "  wsum(o, wselect(usual, x, wall(1.0f)), wall(1.0f));\n"
        "  const wint v = wbits(o_h), e = (v - 0x3f3504f3) >> 23;\n"
        "  const wfloat E = wconvert(e), z = wfloats(v - (e << 23));\n"
        "  const wfloat f = wproduct(o_l, wfloats((127 - wsmaller(e, wall_int(100))) << 23));\n"
        "  wsum(a, z - wall(1.0f), f);\n"
        "  wsum(d_, z, wall(1.0f));\n"
        "  wfast_sum(d, d__h, d__l + f);\n",
    [ATANH] = "  const wint usual = (u >= 0x39000000) & (u < 0x3f800000);\n"
              "  const wfloat y = wselect(usual, x, wall(0.5f));\n"
              "  wsum(o, wall(1.0f), y);\n"
              "  wsum(w, wall(1.0f), -y);\n"
              "  winverse(c, w_h);\n"
              "  const wint e = (wbits(wproduct(o_h, c)) - 0x3f3504f3) >> 23;\n"
              "  const wfloat E = wconvert(e), A = wfloats((127 + e) << 23);\n"
              "  wpair(b, wproduct(A, w_h), wproduct(A, w_l));\n"
              "  wpair(b_, -b_h, -b_l);\n"
              "  wpair_sum(a, o, b_);\n"
              "  wpair_sum(d, o, b);\n",
};

static void print_steps(FILE *out, const struct tmd_design *design) {
  const struct word_log *kind = design->data;
  double c[TMD_COEFFICIENTS_MAX] = {2};
  const int given = kind->base == 1;
  arb_t log_b, L;
  arb_init(log_b), arb_init(L);
  set_log(log_b, kind->base);
  arb_const_log2(L, TMD_IDEAL_BITS);
  arb_div(L, L, log_b, TMD_IDEAL_BITS);
  fputs("  wpair_quotient(s, a, d);\n  wpair_product(r, s, s);\n", out);
  for (int i = 0; i < design->p.count; i++) c[i + given] = design->p.coefficient[i];
  tmd_word_print_polynomial(out, c, COUNT, PAIRS, "r");
  fputs("  wpair_product(p, s, q0);\n", out);
  if (kind->base == 2) fputs("  wfast_sum(g, E, p_h);\n  wfast_sum(y, g_h, g_l + p_l);\n", out);
  else {
    tmd_word_print_constant(out, "L", L, (const int[]){16, 16, 24, 0});
    fputs("  wfast_sum(b0, wproduct(E, L1), wproduct(E, L2));\n"
          "  wfast_sum(g, b0_h, p_h);\n"
          "  wfast_sum(y, g_h, g_l + (p_l + wfma(E, L3, b0_l)));\n",
          out);
  }
  arb_clear(log_b), arb_clear(L);
}

static void print_special(FILE *out, const struct tmd_design *design) {
  const struct word_log *kind = design->data;
  arb_t c;
  arb_init(c);
  tmd_word_print_text(out, design,
                      "WRARE void WNAME($_special)(wfloat x, wfloat *h, wfloat *l, wint *n) {\n"
                      "  const wint u = wbits(x), size = u & 0x7fffffff;\n");
  set_log(c, kind->base);
  arb_inv(c, c, TMD_IDEAL_BITS);
  if (kind->form == OF_ONE_PLUS)
    tmd_word_print_near_zero(out, "size < 0x30800000", c, -0.5, 1.0 / 3);
  if (kind->form == ATANH) tmd_word_print_near_zero(out, "size < 0x39000000", c, 0, 1.0 / 3);
  arb_clear(c);
  const char *pole = kind->form == OF_X          ? "size == 0"
                     : kind->form == OF_ONE_PLUS ? "u == (int)0xbf800000"
                                                 : "size == 0x3f800000",
             *undefined = kind->form == OF_X ? "((u < 0) & (size != 0)) | (size > 0x7f800000)"
                          : kind->form == OF_ONE_PLUS
                              ? "((u < 0) & (size > 0x3f800000)) | (size > 0x7f800000)"
                              : "size > 0x3f800000";
  fprintf(out,
          "  const wint at_pole = %s, undefined = %s, same = %s;\n"
          "  const wint special = at_pole | undefined | same;\n"
          "  *h = wselect(at_pole, wfloats(wall_int((int)0x%x)), *h);\n"
          "  *h = wselect(undefined, wfloats(wall_int(0x7fc00000)), *h);\n"
          "  *h = wselect(same, x, *h), *l = wselect(special, wall(0.0f), *l);\n"
          "  *n = wchoose(special, wall_int(0x10000), *n);\n}\n\n",
          pole, undefined,
          kind->form == OF_X          ? "u == 0x7f800000"
          : kind->form == OF_ONE_PLUS ? "(u == 0x7f800000) | (size == 0)"
                                      : "size == 0",
          kind->form == ATANH ? 0x7f800000u : 0xff800000u);
}

static void print_functions(FILE *out, const struct tmd_design *design) {
  const struct word_log *kind = design->data;
  print_special(out, design);
  tmd_word_print_text(out, design,
                      "WLANE wfloat WNAME($_y)(wfloat x, wfloat *l, wint *n) {\n"
                      "  const wint u = wbits(x);\n");
  fputs(reductions[kind->form], out);
  print_steps(out, design);
  fputs("  wfloat h = y_h;\n", out);
  fprintf(out, "  *l = y_l, *n = wall_int(%d);\n", kind->form == ATANH ? -1 : 0);
  tmd_word_print_text(out, design,
                      "  if (wsome(wnot(usual))) WNAME($_special)(x, &h, l, n);\n"
                      "  return h;\n}\n\n");
}

const struct tmd_scheme tmd_word_logarithm = {
    .name = "logarithm by pairs",
    .description =
        "2^e v, v from sqrt(1/2) to sqrt(2); log v = s (c_0 + c_1 s^2 + ...), s = (v - 1)/(v + 1)",
    .data = data,
    .plan = plan,
    .append = append,
    .print_functions = print_functions,
};
