#include "tools/generate/text/c-comment.h"
#include "tools/generate/vector/short/short-text.h"
#include "tools/generate/vector/vector-text.h"

TMD_LANES_TEXT(cpu, "tools/generate/vector/lanes-cpu.h");
TMD_LANES_TEXT(names, "tools/generate/vector/lanes-names.h");
TMD_LANES_TEXT(forms, "tools/generate/vector/lanes-forms.h");
TMD_LANES_TEXT(sse, "tools/generate/vector/lanes-sse.h");

/* ---- functions ---- */

/* Of the functions of a vector of floats and of its half, and of the conversion of y. */
struct names {
  char half[80], all[80];
  const char *narrow;
};

static struct names names_of(const struct tmd_design *design) {
  struct names names = {.narrow = tmd_short_is(design) ? "vodd" : "vnarrow"};
  snprintf(names.half, sizeof names.half, "%s%s", design->symbol,
           tmd_short_is(design) ? "_half" : "_h");
  snprintf(names.all, sizeof names.all, "%s%s", design->symbol,
           tmd_short_is(design) ? "_floats" : "_v");
  return names;
}

/* One operation is the function. */
static void print_whole(FILE *out, const char *half, const char *all, const char *operation) {
  fprintf(out,
          "static inline vhalf %s(vhalf lanes) { return %s_half(lanes); }\n\n"
          "static inline vfloat %s(vfloat lanes) { return %s(lanes); }\n\n",
          half, operation, all, operation);
}

/* Of a vector of floats, and of its half. */
static void print_functions(FILE *out, const struct tmd_design *design, int trial) {
  const char *name = design->symbol, *usual = design->scheme->lanes->far ? ", 0" : "";
  const struct names names = names_of(design);
  const char *narrow = names.narrow;
  if (design->scheme->lanes->whole) {
    print_whole(out, names.half, names.all, design->scheme->lanes->whole);
    return;
  }
  fprintf(out,
          "static inline vhalf %s(vhalf lanes) {\n  const vhalfint u = vbits(lanes);\n"
          "  if (__builtin_expect(vsome(",
          names.half);
  tmd_vector_print_rare(out, design, trial, "_half");
  fprintf(out,
          "), 0))\n    return %s(%s_rare(lanes));\n"
          "  return %s(%s_evaluate(lanes%s));\n}\n\n"
          "static inline vfloat %s(vfloat lanes) {\n  const vint u = (vint)lanes;\n"
          "  const vhalf a = vlow(lanes), b = vhigh(lanes);\n"
          "  if (__builtin_expect(vany(",
          narrow, name, narrow, name, usual, names.all);
  tmd_vector_print_rare(out, design, trial, "");
  fprintf(out,
          "), 0))\n    return vjoin(%s(%s_rare(a)), %s(%s_rare(b)));\n"
          "  return vjoin(%s(%s_evaluate(a%s)), %s(%s_evaluate(b%s)));\n}\n\n",
          narrow, name, narrow, name, narrow, name, usual, narrow, name, usual);
}

/* ---- for tests ---- */

/* For devices: to nearest, but for the last rounding. */
static void print_emulated(FILE *out, const struct tmd_design *design,
                           const struct tmd_text *text) {
  const struct names names = names_of(design);
  fputs("#define vending(y) __builtin_convertvector(vencoding(y) & 0x0fffffff, vhalfint)\n\n", out);
  tmd_device_print_y(out, design, text, "");
  fprintf(out,
          "static vhalf %s(vhalf lanes) {\n"
          "  const unsigned control = _mm_getcsr();\n"
          "  _mm_setcsr(control & ~0x6000u); /* to nearest */\n"
          "  __asm__ volatile(\"\" : \"+x\"(lanes));\n"
          "  vdouble y = %s_y(lanes);\n"
          "  __asm__ volatile(\"\" : \"+x\"(y));\n"
          "  _mm_setcsr(control);\n"
          "  return %s(y);\n}\n\n"
          "static vfloat %s(vfloat lanes) {\n"
          "  return vjoin(%s(vlow(lanes)), %s(vhigh(lanes)));\n}\n\n",
          names.half, design->symbol, names.narrow, names.all, names.half, names.half);
}

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

static void print_lanes(FILE *out, const struct tmd_design *design, int on_device) {
  if (on_device) tmd_device_print_lanes(out, design);
  else if (design->demands.no_fma) fprintf(out, "%s%s#endif\n\n", tmd_lanes_sse, tmd_lanes_names);
  else fprintf(out, "%s%s%s\n", tmd_lanes_cpu, tmd_lanes_names, tmd_lanes_forms);
  if (!on_device && tmd_short_is(design)) tmd_short_print_lanes(out, design);
}

void tmd_vector_print_lanes(FILE *out, const struct tmd_design *design) {
  print_lanes(out, design, design->demands.device);
}

void tmd_vector_print_own(FILE *out, const struct tmd_design *design, const struct tmd_text *text) {
  if (text->library) tmd_comment_print(out, design, text);
  if (design->demands.device && !text->in_c) {
    tmd_device_print_own(out, design, text);
    return;
  }
  if (text->trial) fprintf(out, "double K[%d];\n\n", TMD_TERMS_MAX);
  if (!design->demands.device) tmd_vector_print_listed(out, design, text->trial);
  tmd_vector_print_steps(out, design, text->trial, "");
  if (design->demands.device) print_emulated(out, design, text);
  else print_functions(out, design, text->trial);
  if (tmd_short_is(design)) {
    tmd_short_print_symbols(out, design);
    if (text->in_floats) tmd_short_print_mixed(out, design);
    return;
  }
  fprintf(out, "TMD_SYMBOLS(%s, 0x%x)\n", design->symbol, design->scheme->lanes->harmless);
  if (text->in_floats) print_mixed(out, design);
}

void tmd_vector_print(FILE *out, const struct tmd_design *design, const struct tmd_text *text) {
  struct tmd_text own = *text;
  const int on_device = design->demands.device && !text->in_c;
  own.library = 0;
  tmd_comment_print(out, design, text);
  if (!on_device) tmd_beginning_print(out, &design->demands);
  print_lanes(out, design, on_device);
  tmd_vector_print_own(out, design, &own);
}
