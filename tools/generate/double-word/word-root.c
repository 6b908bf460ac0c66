/* sqrt, rsqrt and cbrt by pairs of floats: the argument is v 2^(2k), v from 1 to 4, or v 2^(3k), v
   from 1 to 8. A first guess r of v^(-1/2) or v^(-1/3) from the encoding, with an error below 4 per
   cent, becomes a float by two steps of third order. The root y0 from it is rounded to a float y1,
   which is the root if that is exact; the remainder of y1, exact or nearly so, gives the low word.
 */
#include "tools/generate/double-word/double-word.h"

static const struct word_root {
  enum tmd_function_id id;
  const char *reduction, *steps;
} kinds[] = {
    {TMD_FN_sqrt, NULL,
     "  const wfloat y0 = wproduct(v, r), t = wproduct(r, wall(0.5f));\n"
     "  const wfloat y1 = wfma(wfma(-y0, y0, v), t, y0), c = wproduct(wfma(-y1, y1, v), t);\n"
     "  wfast_sum(y, y1, wfma(wproduct(c, c), -t, c));\n"
     "  const wint e = k;\n"},
    {TMD_FN_rsqrt, NULL,
     "  wproduct_exact(a, r, r);\n"
     "  wproduct_exact(b, v, a_h);\n"
     "  const wfloat d = (wall(1.0f) - b_h) - wfma(v, a_l, b_l);\n"
     "  const wfloat y1 = wfma(wproduct(d, wall(0.5f)), r, r);\n"
     "  wproduct_exact(f, y1, y1);\n"
     "  wproduct_exact(g, v, f_h);\n"
     "  const wfloat c = (wall(1.0f) - g_h) - wfma(v, f_l, g_l);\n"
     "  wfast_sum(y, y1, wproduct(y1, wfma(wproduct(c, c), wall(0.375f), wproduct(c, wall(0.5f)))));\n"
     "  const wint e = -k;\n"},
    {TMD_FN_cbrt, NULL,
     "  const wfloat s = wproduct(r, r), y0 = wproduct(v, s), t = wproduct(s, wall(0x1.555556p-2f));\n"
     "  wproduct_exact(a, y0, y0);\n"
     "  wproduct_exact(b, y0, a_h);\n"
     "  const wfloat y1 = wfma((v - b_h) - wfma(y0, a_l, b_l), t, y0);\n"
     "  wproduct_exact(f, y1, y1);\n"
     "  wproduct_exact(g, y1, f_h);\n"
     "  const wfloat c = wproduct((v - g_h) - wfma(y1, f_l, g_l), t);\n"
     "  wfast_sum(y, y1, wfma(wproduct(c, c), -r, c));\n"
     "  const wint e = k;\n"},
};

static const void *data(const struct tmd_function *f) {
  return tmd_kind_of(f, kinds, sizeof kinds / sizeof *kinds, sizeof *kinds);
}

static void plan(struct tmd_design *design) { (void)design; }
static void append(struct tmd_design *design) { (void)design; }

/* r = v^(-1/2), k. */
static const char square[] =
    "  const wint k = (i - 127) >> 1;\n"
    "  const wfloat v = wfloats(w - (k << 24)), r0 = wfloats(0x5f3759df - (wbits(v) >> 1));\n"
    "  const wfloat d0 = wfma(-wproduct(v, r0), r0, wall(1.0f));\n"
    "  const wfloat r1 = wfma(wproduct(r0, d0), wfma(d0, wall(0.375f), wall(0.5f)), r0);\n"
    "  const wfloat d1 = wfma(-wproduct(v, r1), r1, wall(1.0f));\n"
    "  const wfloat r = wfma(wproduct(r1, d1), wfma(d1, wall(0.375f), wall(0.5f)), r1);\n";
/* r = v^(-1/3), k; the exponent's third is that of a number below 600. */
static const char cube[] =
    "  const wint k = (((i + 173) * 171) >> 9) - 100;\n"
    "  const wfloat v = wfloats(w - 3 * (k << 23));\n"
    "  const wfloat r0 = wfloats(0x3f7a0000 - (((wbits(v) - 0x3f800000) >> 9) * 171));\n"
    "  const wfloat d0 = wfma(-wproduct(wproduct(v, r0), r0), r0, wall(1.0f));\n"
    "  const wfloat r1 = wfma(wproduct(r0, d0), wfma(d0, wall(0x1.c71c72p-3f), "
    "wall(0x1.555556p-2f)), r0);\n"
    "  const wfloat d1 = wfma(-wproduct(wproduct(v, r1), r1), r1, wall(1.0f));\n"
    "  const wfloat r = wfma(wproduct(r1, d1), wfma(d1, wall(0x1.c71c72p-3f), "
    "wall(0x1.555556p-2f)), r1);\n";

static void print_functions(FILE *out, const struct tmd_design *design) {
  const struct word_root *kind = design->data;
  const int is_cube = kind->id == TMD_FN_cbrt;
  tmd_word_print_text(
      out, design,
      "WRARE void WNAME($_special)(wfloat x, wfloat *h, wfloat *l, wint *n) {\n"
      "  const wint u = wbits(x), size = u & 0x7fffffff, special = (u <= 0) | (u >= 0x7f800000);\n");
  if (kind->id == TMD_FN_rsqrt)
    fputs("  const wfloat at_end = wselect(size == 0, wfloats(u | 0x7f800000), wall(0.0f));\n",
          out);
  else fputs("  const wfloat at_end = x;\n", out);
  fputs("  *h = wselect(special, wselect((size == 0) | (u == 0x7f800000), at_end,\n"
        "                                wfloats(wall_int(0x7fc00000))), *h);\n"
        "  *l = wselect(special, wall(0.0f), *l), *n = wchoose(special, wall_int(0x10000), *n);\n"
        "}\n\n",
        out);
  tmd_word_print_text(
      out, design,
      "WLANE wfloat WNAME($_y)(wfloat x, wfloat *l, wint *n) {\n"
      "  const wint u = wbits(x), usual = (u > 0) & (u < 0x7f800000), tiny = u < 0x00800000;\n"
      "  const wfloat z = wselect(usual, x, wall(1.0f));\n"
      "  const wint w = wbits(wselect(tiny & usual, wproduct(z, wall(0x1p+24f)), z));\n"
      "  const wint i = w >> 23;\n");
  fputs(is_cube ? cube : square, out);
  fputs(kind->steps, out);
  fprintf(out, "  const wint less = wchoose(tiny & usual, wall_int(%d), wall_int(0));\n",
          kind->id == TMD_FN_rsqrt ? -12
          : is_cube                ? 8
                                   : 12);
  tmd_word_print_text(out, design,
                      "  wfloat h = y_h;\n"
                      "  *l = y_l, *n = e - less;\n"
                      "  if (wsome(wnot(usual))) WNAME($_special)(x, &h, l, n);\n"
                      "  return h;\n}\n\n");
}

const struct tmd_scheme tmd_word_root = {
    .name = "root by pairs",
    .description = "x = v 2^(2k), or v 2^(3k); a root of v from its encoding, by Newton's method",
    .data = data,
    .plan = plan,
    .append = append,
    .print_functions = print_functions,
};
