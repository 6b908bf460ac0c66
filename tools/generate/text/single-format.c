/* The last rounding of a float. In binary16 the conversion does it, in the mode in force with its
   flags. In bfloat16 the last 17 bits of the encoding, as an integer beside 2^39 of y's sign, are
   rounded to a multiple of 2^16 by a sum, which raises inexact; a tie is decided by the last bit of
   the result, one of the 17. The sum of the other bits and that multiple is the encoding, also
   where it carries into the exponent. Infinity from a finite y overflows, and y below 2^-126 that
   is rounded underflows, unless y 2^32, which has the bits that y would have with an unbounded
   exponent, is rounded to 2^-94. */
#include <string.h>

#include "tools/generate/text/c-format.h"

static const char half[] =
    "/* y, rounded once to binary16. */\n"
    "static inline float rounded(float y) { return (float)(_Float16)y; }\n\n"
    "/* Without the assembler's line, which is empty, gcc calls a function that converts x. */\n"
    "static inline float to_float(_Float16 x) {\n"
    "  float f = x;\n"
    "#if defined __F16C__ && !defined __AVX512FP16__\n"
    "  __asm__(\"\" : \"+x\"(f));\n"
    "#endif\n"
    "  return f;\n"
    "}\n\n";

static const char brain[] =
    "/* The encoding of y, rounded to 8 bits, in units of 2^16: its last 17 bits are rounded to a\n"
    "   multiple of 2^16 beside 2^39. */\n"
    "static inline uint32_t beside(float y) {\n"
    "  const union { float f; uint32_t u; } v = {.f = y};\n"
    "  const uint32_t sign = v.u & 0x80000000, low = v.u & 0x1ffff;\n"
    "  const float part = (float)(int32_t)low;\n"
    "  const union { uint32_t u; float f; } k = {.u = 0x53400000 | sign};\n"
    "  const union { float f; uint32_t u; } sum = {.f = __builtin_copysignf(part, y) + k.f};\n"
    "  return ((v.u - low) >> 16) + (sum.u - k.u);\n"
    "}\n\n"
    "/* Overflow where y becomes infinite; underflow where it is tiny, also after rounding with an\n"
    "   unbounded exponent. */\n"
    "static __attribute__((noinline, cold)) void raise_of(float y, uint32_t z) {\n"
    "  static const volatile float large = 0x1p+127f, small = 0x1p-126f;\n"
    "  const int inexact = (union { uint32_t u; float f; }){z << 16}.f != y;\n"
    "  volatile float raised = 0;\n"
    "  if (!inexact) return;\n"
    "  if ((z & 0x7fff) == 0x7f80) raised = large * large;\n"
    "  else if (__builtin_fabsf(y) < 0x1p-126f && (beside(y * 0x1p+32f) & 0x7fff) < 0x1080)\n"
    "    raised = small * small;\n"
    "  (void)raised;\n"
    "}\n\n"
    "/* y, rounded once to bfloat16. */\n"
    "static inline float rounded(float y) {\n"
    "  const uint32_t z = beside(y);\n"
    "  if (__builtin_expect((z & 0x7fff) - 0x81 >= 0x7f80 - 0x81, 0)) raise_of(y, z);\n"
    "  return (union { uint32_t u; float f; }){z << 16}.f;\n"
    "}\n\n";

const struct tmd_c_format *tmd_c_format_single(const struct tmd_c_format *format) {
  static struct tmd_c_format single;
  const int brains = !strcmp(format->name, "bfloat16");
  if (!brains && strcmp(format->name, "binary16")) return NULL;
  single = *format;
  single.rounding = brains ? brain : half;
  if (brains) single.beyond = "0x1.fffffep+127f"; /* where y overflows, in modes that round down */
  return &single;
}
