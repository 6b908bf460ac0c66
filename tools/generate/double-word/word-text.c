/* The C text of a function by pairs of floats, the same in all languages but for the lanes. */
#include <string.h>

#include "tools/generate/double-word/double-word.h"
#include "tools/generate/reals.h"
#include "tools/generate/text/c-comment.h"
#include "tools/generate/vector/vector-text.h"

TMD_LANES_TEXT(words_c, "tools/generate/double-word/word-lanes-c.h");
TMD_LANES_TEXT(words_opencl, "tools/generate/double-word/word-lanes-opencl.h");
TMD_LANES_TEXT(words_cuda, "tools/generate/double-word/word-lanes-cuda.h");
TMD_LANES_TEXT(words_trial, "tools/generate/double-word/word-lanes-trial.h");
TMD_LANES_TEXT(word_pairs, "tools/generate/double-word/word-pairs.h");
TMD_LANES_TEXT(word_rounding, "tools/generate/double-word/word-rounding.h");

struct tmd_word_exceptions tmd_word_exceptions;

static const char *const widths[] = {"", "2", "4", "8", "16", NULL}, *const one[] = {"", NULL};

/* Those of the language, up to NULL. */
static const char *const *widths_of(const struct tmd_design *design, int in_c) {
  return design->demands.device == TMD_DEVICE_OPENCL && !in_c ? widths : one;
}

static void print_lanes(FILE *out, const struct tmd_design *design, const char *lanes, int in_c) {
  fprintf(out, "%s\n%s\n", lanes, tmd_lanes_word_pairs);
  for (const char *const *width = widths_of(design, in_c); *width; width++)
    fprintf(out,
            "#ifndef TMD_WORD_ROUNDING%s\n#define TMD_WORD_ROUNDING%s\n#define TMD_WIDTH %s\n"
            "%s#undef TMD_WIDTH\n#endif\n\n",
            *width, *width, *width, tmd_lanes_word_rounding);
}

void tmd_word_print_lanes(FILE *out, const struct tmd_design *design) {
  const int device = design->demands.device;
  print_lanes(out, design,
              device == TMD_DEVICE_OPENCL ? tmd_lanes_words_opencl
              : device == TMD_DEVICE_CUDA ? tmd_lanes_words_cuda
                                          : tmd_lanes_words_c,
              0);
}

void tmd_word_print_text(FILE *out, const struct tmd_design *design, const char *text) {
  for (; *text; text++)
    if (*text == '$') fputs(design->symbol, out);
    else fputc(*text, out);
}

void tmd_word_print_constant(FILE *out, const char *name, const arb_t x, const int *bits) {
  arb_t rest;
  arb_init(rest);
  arb_set(rest, x);
  fputs("  const wfloat", out);
  for (int i = 0; bits[i]; i++) {
    arb_t part, word;
    arb_init(part), arb_init(word);
    arb_set(part, rest);
    const double high = tmd_real_split_at(part, bits[i]).high;
    arb_set_d(word, high);
    arb_sub(rest, rest, word, TMD_IDEAL_BITS);
    fprintf(out, "%s %s%d = wall(%af)", i ? "," : "", name, i + 1, high);
    arb_clear(part), arb_clear(word);
  }
  fputs(";\n", out);
  arb_clear(rest);
}

void tmd_word_print_polynomial(FILE *out, const double *c, int count, int pairs, const char *t) {
  for (int i = count - 1; i >= pairs; i--)
    if (i == count - 1) fprintf(out, "  const wfloat q_%d = wall(%af);\n", i, (double)(float)c[i]);
    else
      fprintf(out, "  const wfloat q_%d = wfma(q_%d, %s_h, wall(%af));\n", i, i + 1, t,
              (double)(float)c[i]);
  fprintf(out, "  wpair(q%d, q_%d, wall(0.0f));\n", pairs, pairs);
  for (int i = pairs - 1; i >= 0; i--) {
    const float high = (float)c[i];
    fprintf(out,
            "  wpair(c%d, wall(%af), wall(%af));\n"
            "  wpair_step(q%d, c%d, q%d, %s);\n",
            i, (double)high, c[i] - (double)high, i, i, i + 1, t);
  }
}

void tmd_word_print_near_zero(FILE *out, const char *condition, const arb_t c, double d_1,
                              double d_2) {
  const int exact = arb_is_one(c);
  fprintf(out,
          "  /* next to 0: of 2^126 x; the 2^-60 keeps y on f's side of a number */\n"
          "  const wint small = %s;\n"
          "  const wfloat a = wproduct(wselect(small, x, wall(0.0f)), wall(0x1p+126f));\n",
          condition);
  if (!exact) tmd_word_print_constant(out, "C", c, (const int[]){24, 24, 24, 0});
  if (d_1 == 0)
    fprintf(out, "  const wfloat d = wfma(wproduct(x, x), wall(%af), wall(%s0x1p-60f));\n",
            (double)(float)d_2, d_2 < 0 ? "-" : "");
  else
    fprintf(
        out,
        "  const wfloat d = wfma(wproduct(x, wall(%af)), x, wproduct(x, wall(%af))) +\n"
        "                   wfloats(0x21800000 | ((wbits(x) ^ (int)0x%08x) & (int)0x80000000));\n",
        (double)(float)d_2, (double)(float)d_1, d_1 < 0 ? 0x80000000u : 0);
  if (exact) fputs("  wpair(g, a, wproduct(a, d));\n", out);
  else
    fputs("  wproduct_exact(e, a, C1);\n"
          "  wfast_sum(g, e_h, e_l + wfma(a, C2, wproduct(a, wfma(C1, d, C3))));\n",
          out);
  fputs("  *h = wselect(small, g_h, *h), *l = wselect(small, g_l, *l);\n"
        "  *n = wchoose(small, wall_int(-126), *n);\n",
        out);
}

/* ---- the functions ---- */

static void print_listed(FILE *out, const struct tmd_design *design) {
  const struct tmd_word_exceptions *all = &tmd_word_exceptions;
  int down = 0, up = 0;
  if (!all->count) return;
  fprintf(out, "#ifndef %s_MOVED\n#define %s_MOVED\n", design->symbol, design->symbol);
  fprintf(out,
          "/* The arguments at which y is moved: down, up, and to the number next to it. */\n"
          "WTABLE int %s_x[%d] = {",
          design->symbol, all->count);
  for (int i = 0; i < all->count; i++) {
    down += all->moved[i].up == -1, up += all->moved[i].up == 1;
    fprintf(out, "%s(int)0x%08x,", i % 6 ? " " : "\n  ", all->moved[i].x);
  }
  fputs("\n};\n#endif\n\n", out);
  fprintf(out,
          "WRARE wint WNAME(%s_move)(wint u) {\n"
          "  wint m = wall_int(0);\n"
          "  for (int i = 0; i < %d; i++)\n"
          "    m = wchoose(u == %s_x[i], wall_int(i < %d ? -1 : i < %d ? 1 : 2), m);\n"
          "  return m;\n}\n\n",
          design->symbol, all->count, design->symbol, down, down + up);
}

/* The pair of x: that of |x|, and the sign of x if f is odd, for functions with a symmetry. */
static void print_pair(FILE *out, const struct tmd_design *design) {
  const enum tmd_parity parity = design->f->symmetry.parity;
  const int count = tmd_word_exceptions.count;
  tmd_word_print_text(out, design, "WLANE wfloat WNAME($_pair)(wfloat x, wfloat *l, wint *n) {\n");
  if (parity == TMD_PARITY_NONE) fputs("  const wint u = wbits(x);\n", out);
  else fputs("  const wint u = wbits(x) & 0x7fffffff;\n", out);
  tmd_word_print_text(out, design, "  wfloat h = WNAME($_y)(wfloats(u), l, n);\n");
  if (count)
    tmd_word_print_text(
        out, design,
        "  const wint near = WNAME(wnear)(h, *l);\n"
        "  if (wsome(near)) h = WNAME(wmoved)(h, l, wchoose(near, WNAME($_move)(u), wall_int(0)));\n");
  if (parity == TMD_PARITY_ODD)
    fputs("  const wint sign = wbits(x) & (int)0x80000000;\n"
          "  *l = wfloats(wbits(*l) ^ sign);\n"
          "  return wfloats(wbits(h) ^ sign);\n}\n\n",
          out);
  else fputs("  return h;\n}\n\n", out);
}

/* The function in a mode, of so many lanes. */
static void print_mode(FILE *out, const struct tmd_design *design, int mode, const char *width) {
  static const char *const suffixes[] = {"", "_rtz", "_rtp", "_rtn"};
  const int is_cuda = design->demands.device == TMD_DEVICE_CUDA;
  char head[sizeof design->symbol + 64];
  snprintf(head, sizeof head, "float%s %s%s%s(float%s x)", width, design->symbol, suffixes[mode],
           width, width);
  if (!is_cuda) fprintf(out, "%s;\n", head);
  fprintf(out,
          "%s%s {\n"
          "  wfloat l;\n"
          "  wint n;\n"
          "  const wfloat h = WNAME(%s_pair)(x, &l, &n);\n"
          "  return wfloats(WNAME(wround)(h, l, n, %d));\n"
          "}\n",
          is_cuda ? "__device__ " : "", head, design->symbol, mode);
}

static void print_every(FILE *out, const struct tmd_design *design) {
  tmd_word_print_text(
      out, design,
      "void $_every(int32_t *const y[4], uint32_t first, unsigned long n);\n"
      "void $_every(int32_t *const y[4], uint32_t first, unsigned long n) {\n"
      "  const wint lanes = {0, 1, 2, 3, 4, 5, 6, 7};\n"
      "  for (uint32_t i = 0; i < n; i += 8) {\n"
      "    const wint u = lanes + (int32_t)(first + i);\n"
      "    wint k;\n"
      "    wfloat l;\n"
      "    const wfloat h = $_pair(wfloats(u), &l, &k);\n"
      "    const wint r0 = wround(h, l, k, 0), r1 = wround(h, l, k, 1),\n"
      "               r2 = wround(h, l, k, 2), r3 = wround(h, l, k, 3);\n"
      "    __builtin_memcpy(y[0] + i, &r0, 32), __builtin_memcpy(y[1] + i, &r1, 32);\n"
      "    __builtin_memcpy(y[2] + i, &r2, 32), __builtin_memcpy(y[3] + i, &r3, 32);\n"
      "  }\n"
      "}\n");
}

static void print_own(FILE *out, const struct tmd_design *design, const struct tmd_text *text,
                      int in_c) {
  for (const char *const *width = widths_of(design, in_c); *width; width++) {
    fprintf(out, "#define TMD_WIDTH %s\n", *width);
    print_listed(out, design);
    design->scheme->print_functions(out, design);
    print_pair(out, design);
    if (text->trial) print_every(out, design);
    else
      for (int mode = 0; mode < (design->demands.nearest ? 1 : 4); mode++)
        print_mode(out, design, mode, *width);
    fputs("#undef TMD_WIDTH\n\n", out);
  }
}

void tmd_word_print_own(FILE *out, const struct tmd_design *design, const struct tmd_text *text) {
  if (text->library) tmd_comment_print(out, design, text);
  print_own(out, design, text, 0);
}

/* In C for the trial, whatever the language is. */
static void print_in_c(FILE *out, const struct tmd_design *design, const struct tmd_text *text) {
  struct tmd_design in_c = *design;
  in_c.demands.device = TMD_DEVICE_NONE;
  tmd_beginning_print(out, &in_c.demands);
  print_lanes(out, &in_c, text->trial ? tmd_lanes_words_trial : tmd_lanes_words_c, 1);
  print_own(out, &in_c, text, 1);
}

void tmd_word_print(FILE *out, const struct tmd_design *design, const struct tmd_text *text) {
  struct tmd_text own = *text;
  own.library = 0;
  if (text->in_c) {
    print_in_c(out, design, &own);
    return;
  }
  tmd_comment_print(out, design, text);
  if (!design->demands.device) tmd_beginning_print(out, &design->demands);
  tmd_word_print_lanes(out, design);
  tmd_word_print_own(out, design, &own);
}
