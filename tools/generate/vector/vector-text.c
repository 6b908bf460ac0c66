#include "tools/generate/vector/vector-text.h"

#include "tools/generate/text/c-comment.h"
#include "tools/generate/vector/listed.h"

const struct tmd_scheme *tmd_vector_scheme_find(const struct tmd_function *f) {
  static const struct tmd_scheme *const schemes[] = {&tmd_vector_exponential,
                                                     &tmd_vector_logarithm};
  for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
    if (schemes[i]->data(f)) return schemes[i];
  return NULL;
}

/* The lanes' types and operations: a part of the text. */
__asm__(".pushsection .rodata\ntmd_lanes_cpu:\n.incbin \"tools/generate/vector/lanes-cpu.h\"\n"
        ".byte 0\n.popsection");
extern const char tmd_lanes_cpu[];

/* ---- exceptions ---- */

enum { FEW = 2, MANY = 16 };

/* Bits that are 0 in all arguments with exact results, if there are more than a few, and few others
   have them; or 0. */
static uint32_t zeros(const struct tmd_design *design) {
  uint32_t result = ~0u;
  if (design->exact_count <= FEW) return 0;
  for (int i = 0; i < design->exact_count; i++) result &= ~design->exact[i].x;
  return __builtin_popcount(result) < MANY ? 0 : result;
}

/* The lanes with this argument, or that of the other sign, if it stands for both. */
static void print_equal(FILE *out, const struct tmd_design *design, uint32_t x) {
  fprintf(out, design->by_size ? "(u & 0x7fffffff) == 0x%08x" : "u == (int32_t)0x%08x", x);
}

/* The arguments that are compared with u, or with |x|'s encodings, in groups: their number. */
static int find_listed(struct tmd_listed *group, const struct tmd_design *design, int trial) {
  uint32_t x[TMD_REPLACED_MAX + TMD_EXACT_MAX];
  int count = 0;
  for (int i = 0; i < design->exact_count && !zeros(design); i++) x[count++] = design->exact[i].x;
  for (int i = 0; i < design->replaced_count && !trial; i++) x[count++] = design->replaced[i].x;
  return tmd_listed_divide(group, x, count);
}

/* A condition on u, true where the steps alone do not give the result, for a vector or its half. */
static void print_rare(FILE *out, const struct tmd_design *design, int trial, const char *half) {
  struct tmd_listed group[TMD_REPLACED_MAX + TMD_EXACT_MAX];
  const uint32_t zero = zeros(design);
  const int count = find_listed(group, design, trial);
  fputs("vnot(", out);
  design->scheme->lanes->print_usual(out, design);
  fputs(")", out);
  if (zero)
    fprintf(out, " |\n      (((u & 0x%x) == 0) & (u != 0x%x))", zero,
            design->scheme->lanes->harmless);
  for (int k = 0; k < count; k++) {
    fputs(" |\n      (", out);
    if (group[k].count == 1) print_equal(out, design, group[k].word[0]);
    else
      fprintf(out, "vlisted%s(u%s, %d, %s_listed%d)", half, design->by_size ? " & 0x7fffffff" : "",
              group[k].shift, design->symbol, k);
    fputs(")", out);
  }
}

static void print_listed(FILE *out, const struct tmd_design *design, int trial) {
  struct tmd_listed group[TMD_REPLACED_MAX + TMD_EXACT_MAX];
  tmd_listed_print(out, group, find_listed(group, design, trial), design->symbol);
}

static void print_replaced(FILE *out, const struct tmd_design *design,
                           const struct tmd_replaced *replaced, int count) {
  const int odd = design->by_size && design->f->symmetry.parity == TMD_PARITY_ODD;
  for (int i = 0; i < count; i++) {
    fputs("  y = vselect(", out);
    print_equal(out, design, replaced[i].x);
    fprintf(out, odd ? ", vsigned(vall(%a), x), y);\n" : ", vall(%a), y);\n", replaced[i].y);
  }
}

static void print_rare_function(FILE *out, const struct tmd_design *design, int trial) {
  const struct tmd_lanes *lanes = design->scheme->lanes;
  fprintf(
      out,
      "/* Lanes whose results the steps do not give get another argument, and then another y. */\n"
      "static __attribute__((noinline, cold)) vhalf %s_rare(vhalf lanes) {\n"
      "  const vhalfint u = vbits(lanes), size = u & 0x7fffffff;\n"
      "  const vdouble x = vwiden(lanes);\n"
      "  vhalfint usual = ",
      design->symbol);
  lanes->print_usual(out, design);
  fputs(";\n", out);
  for (int i = 0; i < design->exact_count; i++) {
    fputs("  usual = usual & vnot(", out);
    print_equal(out, design, design->exact[i].x);
    fputs(");\n", out);
  }
  if (lanes->print_scaled) lanes->print_scaled(out, design);
  fprintf(out, "  vdouble y = %s_evaluate(vfloats(vchoose(usual, %s, vall_int(0x%x))));\n",
          design->symbol, lanes->print_scaled ? "w" : "u", lanes->harmless);
  design->scheme->print_special(out, design);
  print_replaced(out, design, design->exact, design->exact_count);
  if (!trial) print_replaced(out, design, design->replaced, design->replaced_count);
  fputs("  return vnarrow(y);\n}\n\n", out);
}

/* ---- functions ---- */

static void print_functions(FILE *out, const struct tmd_design *design, int trial) {
  const char *name = design->symbol;
  fprintf(out,
          "/* y, before the last rounding. */\nstatic inline vdouble %s_evaluate(vhalf lanes) {\n",
          name);
  design->scheme->print_reduction(out, design);
  tmd_terms_print(out, &design->steps, trial);
  fprintf(out, "  return %s;\n}\n\n", design->scheme->lanes->y);
  print_rare_function(out, design, trial);
  fprintf(out,
          "static inline vhalf %s_h(vhalf lanes) {\n  const vhalfint u = vbits(lanes);\n"
          "  if (__builtin_expect(vany_half(",
          name);
  print_rare(out, design, trial, "_half");
  fprintf(out,
          "), 0))\n    return %s_rare(lanes);\n"
          "  return vnarrow(%s_evaluate(lanes));\n}\n\n"
          "static inline vfloat %s_v(vfloat lanes) {\n  const vint u = (vint)lanes;\n"
          "  const vhalf a = vlow(lanes), b = vhigh(lanes);\n"
          "  if (__builtin_expect(vany(",
          name, name, name);
  print_rare(out, design, trial, "");
  fprintf(out,
          "), 0))\n    return vjoin(%s_rare(a), %s_rare(b));\n"
          "  return vjoin(vnarrow(%s_evaluate(a)), vnarrow(%s_evaluate(b)));\n}\n\n",
          name, name, name, name);
}

/* ---- for tests ---- */

/* The argument in all lanes, in turn, beside other arguments, and beside special ones. */
static void print_mixed(FILE *out, const struct tmd_design *design) {
  const char *name = design->symbol;
  fprintf(out,
          "\nfloat %s(float x);\n"
          "float %s(float x) {\n"
          "  static const uint32_t special[4] = {0x7fc00000, 0xff800000, 0x%x, 0xc47a0000};\n"
          "  static vint before; /* the last arguments */\n"
          "  static unsigned calls;\n"
          "  const union { float f; int32_t i; } u = {.f = x};\n"
          "  int32_t y = 0;\n"
          "  for (int i = 0; i < 4 * TMD_LANES; i++) {\n"
          "    vint v;\n"
          "    for (int k = 0; k < 2 * TMD_LANES; k++) v[k] = (int32_t)special[(i + k) & 3];\n"
          "    if (i & 1) v = before;\n"
          "    v[i / 2] = u.i;\n"
          "    const vint z = (vint)%s_v((vfloat)v);\n"
          "    const vhalfint a = (vhalfint)%s_h(vlow((vfloat)v)),\n"
          "                   b = (vhalfint)%s_h(vhigh((vfloat)v));\n"
          "    const int32_t half = i / 2 < TMD_LANES ? a[i / 2] : b[i / 2 - TMD_LANES];\n"
          "    if (i == 0) y = half;\n"
          "    if (z[i / 2] != y || half != y) return __builtin_nanf(\"\");\n"
          "  }\n"
          "  before[calls++ %% (2 * TMD_LANES)] = u.i;\n"
          "  return (union { int32_t i; float f; }){y}.f;\n"
          "}\n",
          name, name, design->scheme->lanes->harmless, name, name, name);
}

void tmd_vector_print(FILE *out, const struct tmd_design *design, const struct tmd_text *text) {
  tmd_comment_print(out, design, text);
  tmd_beginning_print(out, &design->demands);
  fputs(tmd_lanes_cpu, out), fputs("\n", out);
  if (text->trial) fprintf(out, "double K[%d];\n\n", TMD_TERMS_MAX);
  print_listed(out, design, text->trial);
  print_functions(out, design, text->trial);
  fprintf(out, "TMD_SYMBOLS(%s, 0x%x)\n", design->symbol, design->scheme->lanes->harmless);
  if (text->in_floats) print_mixed(out, design);
}
