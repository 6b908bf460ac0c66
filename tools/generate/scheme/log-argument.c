#include "tools/generate/scheme/log-argument.h"

#include <math.h>

double tmd_log_argument(enum tmd_log_argument of, double x) {
  switch (of) {
  case TMD_LOG_OF_PLUS: return x + 1;
  case TMD_LOG_OF_ASINH: return fabs(x) + sqrt(x * x + 1);
  case TMD_LOG_OF_ACOSH: return x + sqrt(x * x - 1);
  case TMD_LOG_OF_ATANH: return (1 + fabs(x)) / (1 - fabs(x));
  default: return x;
  }
}

double tmd_log_argument_error(enum tmd_log_argument of, int e) {
  switch (of) {
  case TMD_LOG_OF_PLUS: return e < 53 ? 0 : 4;
  case TMD_LOG_OF_ASINH:
  case TMD_LOG_OF_ACOSH: return 2.125;
  case TMD_LOG_OF_ATANH: return 1.0625;
  default: return 0;
  }
}

const char *tmd_log_argument_test(enum tmd_log_argument of) {
  static const char *const tests[] = {
      "", "v.u >= 0xbf800000u || v.u << 1 >= 0xff000000u, 0)) /* x <= -1, infinity, NaN */",
      "v.u << 1 >= 0xff000000u, 0)) /* infinity, NaN */",
      "v.u >= 0x7f800000u, 0)) /* negative, infinity, NaN */",
      "v.u << 1 >= 0x7f000000u, 0)) /* |x| >= 1, NaN */"};
  return tests[of];
}

const char *tmd_log_argument_special(enum tmd_log_argument of) {
  static const char *const results[] = {
      "  if (v.u << 1 == 0) return -1 / (x * x);\n"
      "  return v.u == 0x7f800000u || v.u << 1 > 0xff000000u ? x + x : (x - x) / (x - x);\n",
      "  if (v.u == 0x7f800000u || v.u << 1 > 0xff000000u) return x + x;\n"
      "  return v.u == 0xbf800000u ? 1 / (x * 0) : (x - x) / (x - x);\n",
      "  return x + x;\n",
      "  return v.u == 0x7f800000u || v.u << 1 > 0xff000000u ? x + x : (x - x) / (x - x);\n",
      "  if (v.u << 1 > 0xff000000u) return x + x;\n"
      "  return v.u << 1 == 0x7f000000u ? 1 / (x * 0) : (x - x) / (x - x);\n"};
  return results[of];
}

const char *tmd_log_argument_text(enum tmd_log_argument of) {
  static const char *const arguments[] = {
      "", "xd + 1", "__builtin_fabs(xd) + __builtin_sqrt(__builtin_fma(xd, xd, 1.0))",
      "xd + __builtin_sqrt(__builtin_fma(xd, xd, -1.0))",
      "(1 + __builtin_fabs(xd)) / (1 - __builtin_fabs(xd))"};
  return arguments[of];
}
