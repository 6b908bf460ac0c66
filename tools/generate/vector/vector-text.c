#include "tools/generate/vector/vector-text.h"

#include <stdlib.h>

#include "tools/generate/text/c-comment.h"

const struct tmd_scheme *tmd_vector_scheme_find(const struct tmd_function *f) {
  static const struct tmd_scheme *const schemes[] = {&tmd_vector_exponential,
                                                     &tmd_vector_logarithm};
  for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
    if (schemes[i]->data(f)) return schemes[i];
  return NULL;
}

/* Files of several functions may be included in one: this part counts once. */
static const char types[] =
    "#ifndef TMD_LANES\n"
    "#include <immintrin.h>\n"
    "#if defined __AVX512F__ && defined __AVX512DQ__ && defined __AVX512VL__\n"
    "#define TMD_LANES 8 /* doubles of a register */\n"
    "#define TMD_ISA(avx2, avx512) avx512\n"
    "#elif defined __AVX2__ && defined __FMA__\n"
    "#define TMD_LANES 4\n"
    "#define TMD_ISA(avx2, avx512) avx2\n"
    "#else\n"
    "#error \"this file needs -march=x86-64-v3 (AVX2, FMA), or v4 (AVX-512)\"\n"
    "#endif\n"
    "/* Vectors of floats, their halves, and the doubles of a half. */\n"
    "typedef float vfloat __attribute__((vector_size(8 * TMD_LANES)));\n"
    "typedef int32_t vint __attribute__((vector_size(8 * TMD_LANES)));\n"
    "typedef float vhalf __attribute__((vector_size(4 * TMD_LANES)));\n"
    "typedef int32_t vhalfint __attribute__((vector_size(4 * TMD_LANES)));\n"
    "typedef double vdouble __attribute__((vector_size(8 * TMD_LANES)));\n"
    "typedef int64_t vlong __attribute__((vector_size(8 * TMD_LANES)));\n\n"
    "static inline vdouble vall(double c) {\n"
    "  return TMD_ISA(_mm256_set1_pd(c), _mm512_set1_pd(c));\n"
    "}\n"
    "static inline vdouble vfma(vdouble a, vdouble b, vdouble c) {\n"
    "  return TMD_ISA(_mm256_fmadd_pd(a, b, c), _mm512_fmadd_pd(a, b, c));\n"
    "}\n"
    "/* To nearest in every mode. */\n"
    "static inline vdouble vinteger(vdouble x) {\n"
    "  return TMD_ISA(_mm256_round_pd(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC),\n"
    "                 _mm512_roundscale_pd(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));\n"
    "}\n"
    "static inline vdouble vwiden(vhalf x) {\n"
    "  return TMD_ISA(_mm256_cvtps_pd(x), _mm512_cvtps_pd(x));\n"
    "}\n"
    "static inline vhalf vnarrow(vdouble y) {\n"
    "  return TMD_ISA(_mm256_cvtpd_ps(y), _mm512_cvtpd_ps(y));\n"
    "}\n"
    "static inline vhalf vlow(vfloat x) {\n"
    "  return TMD_ISA(_mm256_castps256_ps128(x), _mm512_castps512_ps256(x));\n"
    "}\n"
    "static inline vhalf vhigh(vfloat x) {\n"
    "  return TMD_ISA(_mm256_extractf128_ps(x, 1), _mm512_extractf32x8_ps(x, 1));\n"
    "}\n"
    "static inline vfloat vjoin(vhalf a, vhalf b) {\n"
    "  return TMD_ISA(_mm256_insertf128_ps(_mm256_castps128_ps256(a), b, 1),\n"
    "                 _mm512_insertf32x8(_mm512_castps256_ps512(a), b, 1));\n"
    "}\n"
    "/* 1 if a lane is true. */\n"
    "static inline int vany(vint m) {\n"
    "  return TMD_ISA(_mm256_movemask_ps((vfloat)m), _mm512_movepi32_mask((__m512i)m)) != 0;\n"
    "}\n"
    "static inline int vany_half(vhalfint m) {\n"
    "  return TMD_ISA(_mm_movemask_ps((vhalf)m), _mm256_movemask_ps((vhalf)m)) != 0;\n"
    "}\n"
    "/* a where m is true, else b. */\n"
    "static inline vdouble vselect(vhalfint m, vdouble a, vdouble b) {\n"
    "  const vlong all = __builtin_convertvector(m, vlong);\n"
    "  return (vdouble)((all & (vlong)a) | (~all & (vlong)b));\n"
    "}\n"
    "/* y 2^n for an integer n, where both are normal. */\n"
    "static inline vdouble vscale(vdouble y, vdouble n) {\n"
    "  return (vdouble)((vlong)y + ((vlong)(n + vall(0x1.8p+52)) << 52));\n"
    "}\n"
    "#endif\n\n";

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

/* A condition on u, true where the steps alone do not give the result. */
static void print_rare(FILE *out, const struct tmd_design *design, int trial) {
  const uint32_t zero = zeros(design);
  fputs("~", out);
  design->scheme->lanes->print_usual(out, design);
  if (zero)
    fprintf(out, " |\n      (((u & 0x%x) == 0) & (u != 0x%x))", zero,
            design->scheme->lanes->harmless);
  for (int i = 0; i < design->exact_count && !zero; i++)
    fprintf(out, " |\n      (u == (int32_t)0x%08x)", design->exact[i].x);
  for (int i = 0; i < design->replaced_count && !trial; i++)
    fprintf(out, " |\n      (u == (int32_t)0x%08x)", design->replaced[i].x);
}

static void print_replaced(FILE *out, const struct tmd_replaced *replaced, int count) {
  for (int i = 0; i < count; i++)
    fprintf(out, "  y = vselect(u == (int32_t)0x%08x, vall(%a), y);\n", replaced[i].x,
            replaced[i].y);
}

static void print_rare_function(FILE *out, const struct tmd_design *design, int trial) {
  const struct tmd_lanes *lanes = design->scheme->lanes;
  fprintf(
      out,
      "/* Lanes whose results the steps do not give get another argument, and then another y. */\n"
      "static __attribute__((noinline, cold)) vhalf %s_rare(vhalf lanes) {\n"
      "  const vhalfint u = (vhalfint)lanes, size = u & 0x7fffffff;\n"
      "  vhalfint usual = ",
      design->symbol);
  lanes->print_usual(out, design);
  fputs(";\n", out);
  for (int i = 0; i < design->exact_count; i++)
    fprintf(out, "  usual &= u != (int32_t)0x%08x;\n", design->exact[i].x);
  if (lanes->print_scaled) lanes->print_scaled(out, design);
  fprintf(out, "  vdouble y = %s_evaluate((vhalf)((%s & usual) | (~usual & 0x%x)));\n",
          design->symbol, lanes->print_scaled ? "w" : "u", lanes->harmless);
  design->scheme->print_special(out, design);
  print_replaced(out, design->exact, design->exact_count);
  if (!trial) print_replaced(out, design->replaced, design->replaced_count);
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
          "static inline vhalf %s_h(vhalf lanes) {\n  const vhalfint u = (vhalfint)lanes;\n"
          "  if (__builtin_expect(vany_half(",
          name);
  print_rare(out, design, trial);
  fprintf(out,
          "), 0))\n    return %s_rare(lanes);\n"
          "  return vnarrow(%s_evaluate(lanes));\n}\n\n"
          "static inline vfloat %s_v(vfloat lanes) {\n  const vint u = (vint)lanes;\n"
          "  const vhalf a = vlow(lanes), b = vhigh(lanes);\n"
          "  if (__builtin_expect(vany(",
          name, name, name);
  print_rare(out, design, trial);
  fprintf(out,
          "), 0))\n    return vjoin(%s_rare(a), %s_rare(b));\n"
          "  return vjoin(vnarrow(%s_evaluate(a)), vnarrow(%s_evaluate(b)));\n}\n\n",
          name, name, name, name);
}

/* The names by which compilers call functions of vectors: of 8 floats for AVX2, 16 for AVX-512, and
   of halves. */
static void print_symbols(FILE *out, const char *name) {
  fprintf(out,
          "#if TMD_LANES == 8\n"
          "#define %s_vector _ZGVeN16v_%s\n"
          "#define %s_half _ZGVdN8v_%s\n"
          "#else\n"
          "#define %s_vector _ZGVdN8v_%s\n"
          "#define %s_half _ZGVbN4v_%s\n"
          "#endif\n"
          "vfloat %s_vector(vfloat x);\n"
          "vhalf %s_half(vhalf x);\n"
          "vfloat %s_vector(vfloat x) { return %s_v(x); }\n"
          "vhalf %s_half(vhalf x) { return %s_h(x); }\n",
          name, name, name, name, name, name, name, name, name, name, name, name, name, name);
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
          "    const vint z = (vint)%s_vector((vfloat)v);\n"
          "    const vhalfint a = (vhalfint)%s_half(vlow((vfloat)v)),\n"
          "                   b = (vhalfint)%s_half(vhigh((vfloat)v));\n"
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
  if (design->by_size) abort(); /* no scheme for vectors has such exceptions */
  tmd_comment_print(out, design, text);
  tmd_beginning_print(out, &design->demands);
  fputs(types, out);
  if (text->trial) fprintf(out, "double K[%d];\n\n", TMD_TERMS_MAX);
  print_functions(out, design, text->trial);
  print_symbols(out, design->symbol);
  if (text->in_floats) print_mixed(out, design);
}
