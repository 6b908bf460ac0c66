#include "tools/generate/text/c-format.h"

#include <ctype.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/value/encoding.h"
#include "tools/generate/no-fma.h"

/* y is rounded to odd with 24 bits, so that the conversion that follows rounds it like a number
   with all its bits, in any mode and with its flags: 24 > 11 + 1 (Boldo and Melquiond, "Emulation
   of a FMA and correctly rounded sums", IEEE TC 2008). Below 2^-126, the first conversion rounds
   y, too, but no breakpoint of binary16 but 0 is so small. */
static const char half[] =
    "/* y, rounded once to binary16: rounded to odd in 24 bits, it keeps its side of all numbers\n"
    "   and midpoints. */\n"
    "static inline float rounded(double y) {\n"
    "  union { double f; uint64_t u; } v = {.f = y};\n"
    "  v.u = (v.u | ((v.u & 0x1fffffff) + 0x1fffffff)) & ~(uint64_t)0x1fffffff;\n"
    "  return (float)(_Float16)(float)v.f;\n"
    "}\n\n"
    "/* Without the assembler's line, which is empty, gcc calls a function that converts x to\n"
    "   double. */\n"
    "static inline float to_float(_Float16 x) {\n"
    "  float f = x;\n"
    "#if defined __F16C__ && !defined __AVX512FP16__\n"
    "  __asm__(\"\" : \"+x\"(f));\n"
    "#endif\n"
    "  return f;\n"
    "}\n\n";

/* A number 2^k of the sign of y, beside which y is rounded to p bits, and not below 2^(emin-p+1).
   The sum is inexact if y is, and is rounded in the mode in force; the difference is exact. Where
   the result is tiny and inexact, also with an unbounded exponent, underflow is raised. Results of
   2^128 overflow in the conversion; the greatest float that it gives in some modes has the greatest
   number's bits in front. */
#define BY_ADDITION(name, p, low)                                                                    \
  "/* y, rounded once to " name ", of " #p " bits: beside 2^k the last bit is the format's. */\n"    \
  "static inline double beside(double y, uint64_t least) {\n"                                        \
  "  const union { double f; uint64_t u; } v = {.f = y};\n"                                          \
  "  const uint64_t e = v.u & 0x7ff0000000000000, sign = v.u & 0x8000000000000000;\n"                \
  "  if (__builtin_expect(e == 0x7ff0000000000000, 0)) return y; /* infinity, NaN */\n"              \
  "  const union { uint64_t u; double f; } k = {\n"                                                  \
  "      .u = sign | ((e > least ? e : least) + ((uint64_t)(53 - " #p ") << 52))};\n"                \
  "  return __builtin_copysign((y + k.f) - k.f, y);\n"                                               \
  "}\n\n"                                                                                            \
  "static inline float rounded(double y) {\n"                                                        \
  "  /* y may be a product, whose bits are used, too. */\n" TMD_APART_TEXT(                          \
      "y") "  const double z = beside(y, 0x3810000000000000);\n"                                     \
           "  if (__builtin_expect(__builtin_isless(__builtin_fabs(y), 0x1p-126) && z != y, 0) &&\n" \
           "      __builtin_fabs(beside(y, 0)) < 0x1p-126) {\n"                                      \
           "    static const volatile float tiny = 0x1p-126f;\n"                                     \
           "    volatile float underflow = tiny * tiny;\n"                                           \
           "    (void)underflow;\n"                                                                  \
           "  }\n"                                                                                   \
           "  union { float f; uint32_t u; } w = {.f = (float)z};\n"                                 \
           "  w.u &= " #low ";\n"                                                                    \
           "  return w.f;\n"                                                                         \
           "}\n\n"

static const char brain[] = BY_ADDITION("bfloat16", 8, 0xffff0000),
                  tensor[] = BY_ADDITION("tf32", 11, 0xffffe000);

static const struct tmd_c_format formats[] = {
    {.name = "binary32",
     .suffix = "f",
     .type = "float",
     .bits_most = 23,
     .to_float = "x",
     .from_float = "y",
     .least = "0x1p-126f",
     .beyond = "0x1p+128"},
    {.name = "binary16",
     .suffix = "f16",
     .type = "_Float16",
     .bits_most = 4,
     .every = 1,
     .rounding = half,
     .to_float = "to_float(x)",
     .from_float = "(_Float16)y",
     .least = "0x1p-14f",
     .beyond = "0x1p+16"},
    {.name = "bfloat16",
     .suffix = "bf16",
     .type = "uint16_t",
     .bits_most = 4,
     .every = 1,
     .rounding = brain,
     .to_float = "(union { uint32_t u; float f; }){(uint32_t)x << 16}.f",
     .from_float = "(union { float f; uint32_t u; }){y}.u >> 16",
     .least = "0x1p-126f",
     .beyond = "0x1p+128"},
    {.name = "tf32",
     .suffix = "tf32",
     .type = "float",
     .bits_most = 4,
     .every = 1,
     .rounding = tensor,
     .to_float = "x",
     .from_float = "y",
     .least = "0x1p-126f",
     .beyond = "0x1p+128"},
};
enum { FORMATS = sizeof formats / sizeof *formats };

/* Functions of encodings end with the name of the format: exp_e4m3_sat. */
static const struct tmd_c_format *byte_format(const char *text) {
  static char name[TMD_FORMAT_TEXT_BYTES], suffix[TMD_FORMAT_TEXT_BYTES + 1] = "_";
  static const struct tmd_c_format found = {
      .name = name, .suffix = suffix, .type = "uint8_t", .every = 1};
  strcpy(name, text);
  strcpy(suffix + 1, text);
  for (char *c = suffix; *c; c++)
    if (!isalnum((unsigned char)*c)) *c = *c == '-' ? 'm' : '_';
  return &found;
}

const struct tmd_c_format *tmd_c_format_find(const struct tmd_format *format) {
  char name[TMD_FORMAT_TEXT_BYTES];
  tmd_format_describe(name, format);
  if (tmd_encoding_bytes(format) == 1) return byte_format(name);
  for (int i = 0; i < FORMATS; i++)
    if (!strcmp(formats[i].name, name)) return formats + i;
  tmd_error(TMD_USAGE,
            "%s: functions are made in binary32, binary16, bfloat16, tf32 and formats of 8 bits",
            name);
  return NULL;
}

/* The end of the cast's operand: a name or a parenthesis, with what is called or indexed. */
static const char *end_of_operand(const char *at) {
  int depth = 0;
  while (depth > 0 || isalnum((unsigned char)*at) || (*at && strchr("_.([-", *at))) {
    depth += (*at == '(') + (*at == '[') - (*at == ')') - (*at == ']');
    at++;
  }
  return at;
}

/* ERANGE by y, as the result may be a number in a mode in which it overflows. */
static void print_errno(FILE *out, const struct tmd_c_format *format) {
  fprintf(out,
          "/* y rounded, with ERANGE if that overflows, or is inexact, and subnormal or 0. */\n"
          "static inline float ranged(double y) {\n"
          "  const float z = %s, size = __builtin_fabsf(z);\n"
          "  if (__builtin_expect(z != y, 1) &&\n"
          "      __builtin_expect(__builtin_isless(size, %s) || __builtin_isinf(z) ||\n"
          "                           __builtin_isgreaterequal(__builtin_fabs(y), %s), 0))\n"
          "    errno = ERANGE;\n"
          "  return z;\n"
          "}\n\n"
          "/* EDOM if y is NaN, but not x, ERANGE if y is infinite, but x finite. */\n"
          "static inline void set_errno(float x, float y) {\n"
          "  if (__builtin_expect(__builtin_isfinite(y) || __builtin_isnan(x), 1)) return;\n"
          "  if (__builtin_isnan(y)) errno = EDOM;\n"
          "  else if (!__builtin_isinf(x)) errno = ERANGE;\n"
          "}\n\n",
          format->rounding ? "rounded(y)" : "(float)y", format->least, format->beyond);
}

void tmd_c_format_print_functions(FILE *out, const struct tmd_c_format *format, int set_errno) {
  if (format->rounding) fputs(format->rounding, out);
  if (set_errno && format->least) print_errno(out, format);
}

void tmd_c_format_print_body(FILE *out, const struct tmd_c_format *format, int set_errno,
                             const char *text) {
  static const char cast[] = "(float)";
  while (tmd_c_format_has_entry(format, set_errno) && *text) {
    const char *next = strstr(text, cast);
    if (!next) break;
    fwrite(text, 1, (size_t)(next - text), out);
    text = next + strlen(cast);
    const char *end = end_of_operand(text);
    fprintf(out, "%s(%.*s)", set_errno ? "ranged" : "rounded", (int)(end - text), text);
    text = end;
  }
  fputs(text, out);
}

int tmd_c_format_has_entry(const struct tmd_c_format *format, int set_errno) {
  return format->rounding || set_errno;
}

void tmd_c_format_print_entry(FILE *out, const struct tmd_c_format *format, int set_errno,
                              const char *symbol, const char *evaluate) {
  if (!tmd_c_format_has_entry(format, set_errno)) return;
  fprintf(out,
          "\n%s %s(%s x);\n"
          "%s %s(%s x) {\n",
          format->type, symbol, format->type, format->type, symbol, format->type);
  if (set_errno)
    fprintf(out,
            "  const float z = %s, y = %s(z);\n"
            "  set_errno(z, y);\n",
            format->to_float, evaluate);
  else fprintf(out, "  const float y = %s(%s);\n", evaluate, format->to_float);
  fprintf(out, "  return %s;\n}\n", format->from_float);
}
