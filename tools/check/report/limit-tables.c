#include "tools/check/report/limit-tables.h"

#include <string.h>

const char tmd_limit_tables[] = "opencl, opencl-embedded, opencl-fast, cuda, c23";

/* Single precision: the OpenCL C 3.0 specification (2020), 7.4 Relative Error as ULPs, tables of
   the full and of the embedded profile; double: the table there for both, which is that of the full
   profile except for sqrt and /, correctly rounded. Half: the OpenCL SPIR-V environment
   specification 3.0 (2020), Relative Error as ULPs, columns Float16. lgamma has no limit.
   -cl-fp32-correctly-rounded-divide-sqrt would make sqrt's 0.5. */
static const struct {
  const char *functions;
  double single[2], half[2]; /* full, embedded */
} opencl[] = {{"acos,acosh,asin,asinh,cosh,sinh,hypot", {4, 4}, {2, 3}},
              {"acospi,asinpi,atan,atanh,atanpi,tan,tanh", {5, 5}, {2, 3}},
              {"tanpi,atan2,atan2pi", {6, 6}, {2, 3}},
              {"cos,cospi,sin,sinpi", {4, 4}, {2, 2}},
              {"exp,exp2,exp10,expm1,log,log2,log10", {3, 4}, {2, 3}},
              {"log1p", {2, 4}, {2, 3}},
              {"cbrt", {2, 4}, {2, 2}},
              {"rsqrt", {2, 4}, {1, 1}},
              {"sqrt", {3, 4}, {0.5, 1}},
              {"erf,erfc,tgamma", {16, 16}, {4, 4}},
              {"pown,rootn,pow,powr", {16, 16}, {4, 5}},
              {"div", {2.5, 3}, {0.5, 1}},
              {"fdim,fmod,ldexp,remainder,add,sub,mul,fma", {0.5, 0.5}, {0.5, 0.5}}}; /* or exact */

/* Single precision with -cl-unsafe-math-optimizations, which -cl-fast-relaxed-math includes: there,
   ULP Values for Single Precision Math Instructions, non-derived implementations of the full
   profile; other functions have their usual limits. 0: there is no single number of ulp for all x.
 */
static const struct {
  const char *functions;
  double single;
} fast[] = {{"acos,asin,atan", 4096},
            {"acospi,asinpi,atanpi,atanh,atan2pi,cbrt,cosh,sinh,tan,tanh", 8192},
            {"exp10,expm1,log1p", 8192},
            {"acosh,asinh,atan2,cos,cospi,sin,sinpi,tanpi,pow,pown,powr,rootn,div", 0},
            {"exp,exp2,log,log2,log10", 0}};

enum opencl_way { FULL, EMBEDDED, FAST };

static void opencl_table(enum opencl_way way, tmd_add_limit *add, void *context) {
  const int embedded = way == EMBEDDED;
  for (size_t i = 0; i < sizeof opencl / sizeof *opencl; i++) {
    const char *const functions = opencl[i].functions;
    add(context, functions, "binary16", opencl[i].half[embedded]);
    add(context, functions, "binary32", opencl[i].single[embedded]);
    add(context, functions, "binary64", opencl[i].single[0]);
  }
  add(context, "sqrt,div", "binary64", 0.5);
  for (size_t i = 0; way == FAST && i < sizeof fast / sizeof *fast; i++)
    add(context, fast[i].functions, "binary32", fast[i].single);
}

/* NVIDIA's CUDA C++ Programming Guide (of the toolkit that has quad precision), Mathematical
   Functions, Standard Functions, the tables of maximum ulp errors, in full range: the greatest
   difference between a result and the correctly rounded one, to nearest. lgamma has a limit on a
   part of its domain only: none here. Of sqrt and / in single precision they are those of
   -prec-sqrt=true and -prec-div=true, the defaults. */
static const struct {
  const char *functions;
  int ulp[3]; /* single, double, quad; -1: none */
} cuda[] = {{"exp,exp2,exp10,log10,cosh,tanh", {2, 1, 1}},
            {"expm1,log,log2,log1p", {1, 1, 1}},
            {"sin,cos,asin,acos,atan", {2, 2, 1}},
            {"tan,pow", {4, 2, 1}},
            {"sinh,atanh,hypot", {3, 2, 1}},
            {"asinh", {3, 3, 1}},
            {"acosh", {4, 3, 1}},
            {"rsqrt", {2, 1, -1}},
            {"cbrt", {1, 1, -1}},
            {"sinpi,cospi", {1, 2, -1}},
            {"atan2", {3, 2, -1}},
            {"erf", {2, 2, -1}},
            {"erfc", {4, 5, -1}},
            {"tgamma", {5, 10, -1}},
            {"sqrt,ldexp,fmod,remainder,fdim", {0, 0, 0}},
            {"add,sub,mul,div,fma", {0, 0, -1}}};

/* A difference of so many ulp from the correctly rounded result is an error of at most half an ulp
   more. */
static void cuda_table(tmd_add_limit *add, void *context) {
  static const char *const formats[] = {"binary32", "binary64", "binary128"};
  for (size_t i = 0; i < sizeof cuda / sizeof *cuda; i++)
    for (int k = 0; k < 3; k++)
      if (cuda[i].ulp[k] >= 0) add(context, cuda[i].functions, formats[k], cuda[i].ulp[k] + 0.5);
}

/* C23, Annex F: these are operations of IEC 60559, correctly rounded or exact (F.3); for other
   functions it requires special values. */
static void c23_table(tmd_add_limit *add, void *context) {
  add(context, "sqrt,fdim,fmod,remainder,ldexp,add,sub,mul,div,fma", "-", 0.5);
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
