#include "tools/check/report/limit-tables.h"

#include <string.h>

const char tmd_limit_tables[] = "opencl, opencl-embedded, opencl-fast, cuda, c23";

/* Single precision: the OpenCL C 3.0 specification (2020), 7.4 Relative Error as ULPs, tables of
   the full and of the embedded profile; double: the table there for both, which is that of the full
   profile except for sqrt and /, correctly rounded. Half: the OpenCL SPIR-V environment
   specification 3.0 (2020), Relative Error as ULPs, columns Float16. lgamma has no limit.
   -cl-fp32-correctly-rounded-divide-sqrt would make sqrt's 0.5. */
static const struct {
  const char *function;
  double single[2], half[2]; /* full, embedded */
} opencl[] = {{"acos", {4, 4}, {2, 3}},
              {"acosh", {4, 4}, {2, 3}},
              {"acospi", {5, 5}, {2, 3}},
              {"asin", {4, 4}, {2, 3}},
              {"asinh", {4, 4}, {2, 3}},
              {"asinpi", {5, 5}, {2, 3}},
              {"atan", {5, 5}, {2, 3}},
              {"atanh", {5, 5}, {2, 3}},
              {"atanpi", {5, 5}, {2, 3}},
              {"cbrt", {2, 4}, {2, 2}},
              {"cos", {4, 4}, {2, 2}},
              {"cosh", {4, 4}, {2, 3}},
              {"cospi", {4, 4}, {2, 2}},
              {"erf", {16, 16}, {4, 4}},
              {"erfc", {16, 16}, {4, 4}},
              {"exp", {3, 4}, {2, 3}},
              {"exp2", {3, 4}, {2, 3}},
              {"exp10", {3, 4}, {2, 3}},
              {"expm1", {3, 4}, {2, 3}},
              {"log", {3, 4}, {2, 3}},
              {"log2", {3, 4}, {2, 3}},
              {"log10", {3, 4}, {2, 3}},
              {"log1p", {2, 4}, {2, 3}},
              {"pown", {16, 16}, {4, 5}},
              {"rootn", {16, 16}, {4, 5}},
              {"rsqrt", {2, 4}, {1, 1}},
              {"sin", {4, 4}, {2, 2}},
              {"sinh", {4, 4}, {2, 3}},
              {"sinpi", {4, 4}, {2, 2}},
              {"sqrt", {3, 4}, {0.5, 1}},
              {"tan", {5, 5}, {2, 3}},
              {"tanh", {5, 5}, {2, 3}},
              {"tanpi", {6, 6}, {2, 3}},
              {"tgamma", {16, 16}, {4, 4}},
              {"atan2", {6, 6}, {2, 3}},
              {"atan2pi", {6, 6}, {2, 3}},
              {"fdim", {0.5, 0.5}, {0.5, 0.5}},
              {"fmod", {0.5, 0.5}, {0.5, 0.5}},
              {"hypot", {4, 4}, {2, 3}},
              {"ldexp", {0.5, 0.5}, {0.5, 0.5}},
              {"pow", {16, 16}, {4, 5}},
              {"powr", {16, 16}, {4, 5}},
              {"remainder", {0.5, 0.5}, {0.5, 0.5}}, /* exact results are correctly rounded */
              {"add", {0.5, 0.5}, {0.5, 0.5}},
              {"sub", {0.5, 0.5}, {0.5, 0.5}},
              {"mul", {0.5, 0.5}, {0.5, 0.5}},
              {"fma", {0.5, 0.5}, {0.5, 0.5}},
              {"div", {2.5, 3}, {0.5, 1}}};

/* Single precision with -cl-unsafe-math-optimizations, which -cl-fast-relaxed-math includes: there,
   ULP Values for Single Precision Math Instructions, non-derived implementations of the full
   profile; other functions have their usual limits. 0: there is no single number of ulp for all x.
 */
static const struct {
  const char *function;
  double single;
} fast[] = {{"acos", 4096},    {"acosh", 0},   {"acospi", 8192}, {"asin", 4096},   {"asinh", 0},
            {"asinpi", 8192},  {"atan", 4096}, {"atanh", 8192},  {"atanpi", 8192}, {"atan2", 0},
            {"atan2pi", 8192}, {"cbrt", 8192}, {"cos", 0},       {"cosh", 8192},   {"cospi", 0},
            {"exp", 0},        {"exp2", 0},    {"exp10", 8192},  {"expm1", 8192},  {"log", 0},
            {"log2", 0},       {"log10", 0},   {"log1p", 8192},  {"pow", 0},       {"pown", 0},
            {"powr", 0},       {"rootn", 0},   {"sin", 0},       {"sinh", 8192},   {"sinpi", 0},
            {"tan", 8192},     {"tanh", 8192}, {"tanpi", 0},     {"div", 0}};

static double fast_limit(const char *name, double usual) {
  for (size_t i = 0; i < sizeof fast / sizeof *fast; i++)
    if (strcmp(fast[i].function, name) == 0) return fast[i].single;
  return usual;
}

enum opencl_way { FULL, EMBEDDED, FAST };

static void opencl_table(enum opencl_way way, tmd_add_limit *add, void *context) {
  const int embedded = way == EMBEDDED;
  for (size_t i = 0; i < sizeof opencl / sizeof *opencl; i++) {
    const char *const name = opencl[i].function;
    const double single =
        way == FAST ? fast_limit(name, opencl[i].single[0]) : opencl[i].single[embedded];
    add(context, name, "binary16", opencl[i].half[embedded]);
    if (single > 0) add(context, name, "binary32", single);
    add(context, name, "binary64",
        strcmp(name, "sqrt") && strcmp(name, "div") ? opencl[i].single[0] : 0.5);
  }
}

/* NVIDIA's CUDA C++ Programming Guide (of the toolkit that has quad precision), Mathematical
   Functions, Standard Functions, the tables of maximum ulp errors, in full range: the greatest
   difference between a result and the correctly rounded one, to nearest. lgamma has a limit on a
   part of its domain only: none here. Of sqrt and / in single precision they are those of
   -prec-sqrt=true and -prec-div=true, the defaults. */
static const struct {
  const char *function;
  int single, twice, quad; /* -1: none */
} cuda[] = {{"rsqrt", 2, 1, -1}, {"sqrt", 0, 0, 0},      {"cbrt", 1, 1, -1},    {"hypot", 3, 2, 1},
            {"exp", 2, 1, 1},    {"exp2", 2, 1, 1},      {"exp10", 2, 1, 1},    {"expm1", 1, 1, 1},
            {"log", 1, 1, 1},    {"log2", 1, 1, 1},      {"log10", 2, 1, 1},    {"log1p", 1, 1, 1},
            {"sin", 2, 2, 1},    {"cos", 2, 2, 1},       {"tan", 4, 2, 1},      {"sinpi", 1, 2, -1},
            {"cospi", 1, 2, -1}, {"asin", 2, 2, 1},      {"acos", 2, 2, 1},     {"atan", 2, 2, 1},
            {"atan2", 3, 2, -1}, {"sinh", 3, 2, 1},      {"cosh", 2, 1, 1},     {"tanh", 2, 1, 1},
            {"asinh", 3, 3, 1},  {"acosh", 4, 3, 1},     {"atanh", 3, 2, 1},    {"pow", 4, 2, 1},
            {"erf", 2, 2, -1},   {"erfc", 4, 5, -1},     {"tgamma", 5, 10, -1}, {"ldexp", 0, 0, 0},
            {"fmod", 0, 0, 0},   {"remainder", 0, 0, 0}, {"fdim", 0, 0, 0},     {"add", 0, 0, -1},
            {"sub", 0, 0, -1},   {"mul", 0, 0, -1},      {"div", 0, 0, -1},     {"fma", 0, 0, -1}};

/* A difference of so many ulp from the correctly rounded result is an error of at most half an ulp
   more. */
static void add_cuda(const char *function, const char *format, int ulp, tmd_add_limit *add,
                     void *context) {
  if (ulp >= 0) add(context, function, format, ulp + 0.5);
}

static void cuda_table(tmd_add_limit *add, void *context) {
  for (size_t i = 0; i < sizeof cuda / sizeof *cuda; i++) {
    add_cuda(cuda[i].function, "binary32", cuda[i].single, add, context);
    add_cuda(cuda[i].function, "binary64", cuda[i].twice, add, context);
    add_cuda(cuda[i].function, "binary128", cuda[i].quad, add, context);
  }
}

/* C23, Annex F: these are operations of IEC 60559, correctly rounded or exact (F.3); for other
   functions it requires special values. */
static void c23_table(tmd_add_limit *add, void *context) {
  static const char *const functions[] = {"sqrt", "fdim", "fmod", "remainder", "ldexp",
                                          "add",  "sub",  "mul",  "div",       "fma"};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    add(context, functions[i], "-", 0.5);
}

int tmd_limit_table(const char *name, tmd_add_limit *add, void *context) {
  if (!strcmp(name, "opencl")) opencl_table(FULL, add, context);
  else if (!strcmp(name, "opencl-embedded")) opencl_table(EMBEDDED, add, context);
  else if (!strcmp(name, "opencl-fast")) opencl_table(FAST, add, context);
  else if (!strcmp(name, "cuda")) cuda_table(add, context);
  else if (!strcmp(name, "c23")) c23_table(add, context);
  else return 0;
  return 1;
}
