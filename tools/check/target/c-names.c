#include "tools/check/target/c-names.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lib/base/error.h"
#include "tools/check/pairs/pair-function.h"

/* Names that C has for functions of the table, where they differ. */
static const struct name {
  const char *name, *in_c;
} names[] = {{"compound", "compoundn"}, {"log1p", "log1p"}, {"log1p", "logp1"}};
enum { NAMES = sizeof names / sizeof *names };

/* Formats that C has types for, and the suffixes of its functions. */
#define FORMAT(digits, least, most, is_decimal) \
  {.p = digits, .emin = least, .emax = most, .decimal = is_decimal}
static const struct type {
  struct tmd_format format;
  enum tmd_type type;
  size_t bytes;
  const char *suffixes[3];
} types[] = {
    {FORMAT(11, -14, 15, 0), TMD_TYPE_HALF, 2, {"f16"}},
    {FORMAT(8, -126, 127, 0), TMD_TYPE_HALF, 2, {"bf16"}},
    {FORMAT(11, -126, 127, 0), TMD_TYPE_FLOAT, 4, {"tf32"}},
    {FORMAT(24, -126, 127, 0), TMD_TYPE_FLOAT, 4, {"f", "f32"}},
    {FORMAT(53, -1022, 1023, 0), TMD_TYPE_DOUBLE, 8, {"", "f64"}},
#if __LDBL_MANT_DIG__ == 64
    {FORMAT(64, -16382, 16383, 0), TMD_TYPE_EXTENDED, 16, {"l", "f64x"}},
#endif
#ifdef __FLT128_MANT_DIG__
    {FORMAT(113, -16382, 16383, 0),
     TMD_TYPE_QUAD,
     16,
     {"f128", "q", __LDBL_MANT_DIG__ == 113 ? "l" : NULL}},
#endif
#ifdef __DECIMAL_BID_FORMAT__
    {FORMAT(7, -95, 96, 1), TMD_TYPE_DECIMAL32, 4, {"d32"}},
    {FORMAT(16, -383, 384, 1), TMD_TYPE_DECIMAL64, 8, {"d64"}},
    {FORMAT(34, -6143, 6144, 1), TMD_TYPE_DECIMAL128, 16, {"d128"}},
#endif
};
enum { TYPES = sizeof types / sizeof *types, SUFFIXES = 3 };

/* Every format of 8 bits is passed as its encoding. */
static const struct type type_of_8_bits = {{0}, TMD_TYPE_BITS8, 1, {"u8"}};

static const struct type *find_type(const struct tmd_format *format) {
  for (int i = 0; i < TYPES; i++)
    if (!memcmp(&types[i].format, format, sizeof *format)) return types + i;
  return tmd_encoding_bytes(format) == 1 ? &type_of_8_bits : NULL;
}

size_t tmd_target_bytes(const struct tmd_format *format) {
  const struct type *type = find_type(format);
  return type ? type->bytes : 0;
}

int tmd_c_name(const char *function, const char *symbol, char base[TMD_SYMBOL_BYTES],
               long long *parameter) {
  size_t bytes = 0;
  char *end = NULL;
  while (isalnum((unsigned char)function[bytes]) || function[bytes] == '_') bytes++;
  *parameter = function[bytes] == '(' ? strtoll(function + bytes + 1, &end, 10) : 0;
  if (bytes == 0 || bytes >= TMD_SYMBOL_BYTES ||
      (function[bytes] && (!end || end == function + bytes + 1 || strcmp(end, ")")))) {
    *parameter = bytes = 0;
    if (!symbol || strchr(symbol, '%'))
      return tmd_error(TMD_USAGE, "'%.80s' has no C name: see --symbol", function);
  }
  snprintf(base, TMD_SYMBOL_BYTES, "%.*s", (int)bytes, function);
  return 0;
}

/* The i-th name of the function in C, first the one that is given, if any; NULL after the last. */
static const char *name_in_c(const char *base, const char *given, int i) {
  int known = 0;
  if (given && i-- == 0) return given;
  for (int n = 0; n < NAMES; n++)
    if (strcmp(names[n].name, base) == 0) {
      if (known++ == i) return names[n].in_c;
    }
  return !known && i == 0 ? base : NULL;
}

int tmd_target_arity(const char *function, int *integer) {
  const struct tmd_pair *pair;
  char base[TMD_SYMBOL_BYTES];
  snprintf(base, sizeof base, "%.*s", (int)strcspn(function, "("), function);
  const char *const name = name_in_c(base, NULL, 0);
  for (int i = 0; (pair = tmd_pair_entry(i)); i++)
    if (strcmp(pair->name, name) == 0) {
      *integer = pair->integer;
      return pair->group == TMD_PAIR_FUSED ? 3 : 2;
    }
  *integer = 0;
  return 1;
}

enum tmd_shape tmd_shape_of(const char *function) {
  int integer;
  const int arguments = tmd_target_arity(function, &integer);
  return integer          ? TMD_SHAPE_LONG
         : arguments == 3 ? TMD_SHAPE_THREE
         : arguments == 2 ? TMD_SHAPE_TWO
                          : TMD_SHAPE_ONE;
}

/* Tried in turn: C's, CORE-MATH, SLEEF, AMD, glibc's vectors. */
static const char *const patterns[] = {
    "%s",     "cr_%s",       "Sleef_%s_u10", "Sleef_%s_u15", "Sleef_%s_u05", "Sleef_%s",
    "amd_%s", "_ZGVbN4v_%s", "_ZGVbN2v_%s",  "_ZGVbN4vv_%s", "_ZGVbN2vv_%s"};
enum { PATTERNS = sizeof patterns / sizeof *patterns };

/* The pattern with %s and %n filled in; *behind: what follows the last of them, or NULL. -1
   (message) if it is malformed. */
static int fill(char symbol[TMD_SYMBOL_BYTES], const char *pattern, const char *name,
                const char *suffix, const char **behind) {
  size_t at = 0;
  *behind = NULL;
  for (; *pattern; pattern++) {
    const int word = *pattern == '%', whole = word && pattern[1] == 's';
    if (word && !whole && pattern[1] != 'n')
      return tmd_error(TMD_USAGE, "--symbol: only %%s and %%n stand for names");
    int bytes =
        word ? snprintf(symbol + at, TMD_SYMBOL_BYTES - at, "%s%s", name, whole ? suffix : "")
             : snprintf(symbol + at, TMD_SYMBOL_BYTES - at, "%c", *pattern);
    if ((at += (size_t)bytes) >= TMD_SYMBOL_BYTES)
      return tmd_error(TMD_USAGE, "--symbol: the name is too long");
    if (word) *behind = symbol + at, pattern++;
  }
  return 0;
}

/* Lanes by the names __svml_NAME4, Sleef_NAMEf4_u10, Sleef_NAMEd2_u10. 1 for other symbols. */
static int lanes_of(const char *symbol, const char *behind) {
  if (!behind || (strncmp(symbol, "__svml_", 7) && strncmp(symbol, "Sleef_", 6))) return 1;
  if (symbol[0] == 'S' && (*behind == 'd' || *behind == 'f')) behind++;
  return isdigit((unsigned char)*behind) ? atoi(behind) : 1;
}

/* Of a lane. */
static int bytes_of(enum tmd_type type) {
  return type == TMD_TYPE_DOUBLE ? 8 : type == TMD_TYPE_FLOAT ? 4 : 2;
}

static int bytes_of_vector(const struct tmd_callee *callee) {
  return callee->lanes * bytes_of(callee->type);
}

/* The ABI of vector functions: _ZGV, a letter for the instructions (x86: b to e are SSE, AVX, AVX2,
   AVX-512; AArch64: n), N, or M for a mask behind the arguments, the lanes, which fill a register,
   a v for each argument, _NAME. 0, or -1 (message). */
static int parse_vector(struct tmd_callee *callee, const char *base, int arguments) {
  static const char letters[] = "bcden";
  static const int bytes[] = {16, 32, 32, 64, 16};
  const char *const symbol = callee->symbol,
                    *letter = symbol[4] ? strchr(letters, symbol[4]) : NULL;
  if (!letter)
    return tmd_error(TMD_USAGE, "%s: the letter after _ZGV must be b, c, d, e or n", symbol);
  if (symbol[5] != 'N' && symbol[5] != 'M')
    return tmd_error(TMD_USAGE, "%s: N or M must follow the letter", symbol);
  if (symbol[6] == 's' || symbol[6] == 'x')
    return tmd_error(TMD_USAGE, "%s: vectors of any length are not called", symbol);
  const size_t digits = strspn(symbol + 6, "0123456789");
  const char *const parameters = symbol + 6 + digits;
  const size_t count = strspn(parameters, "v");
  callee->lanes = digits > 0 && digits < 4 ? atoi(symbol + 6) : 0;
  callee->masked = symbol[5] == 'M';
  if (bytes_of_vector(callee) != bytes[letter - letters])
    return tmd_error(TMD_USAGE, "%s: a register of %c has %d lanes of %s", symbol, *letter,
                     bytes[letter - letters] / bytes_of(callee->type),
                     callee->type == TMD_TYPE_DOUBLE  ? "binary64"
                     : callee->type == TMD_TYPE_FLOAT ? "binary32"
                                                      : "16 bits");
  if (count != (size_t)arguments || parameters[count] != '_')
    return tmd_error(TMD_USAGE, "%s: %s has %d argument%s, %s_ in such a name", symbol,
                     *base ? base : "it", arguments, arguments == 1 ? "" : "s",
                     arguments == 1 ? "v" : "vv");
  return 0;
}

/* Sets the shape of the call by the function and the symbol. */
static int set_shape(struct tmd_callee *callee, const char *base, const char *behind) {
  int integer;
  const int arguments = tmd_target_arity(base, &integer),
            both = strstr(callee->symbol, "sincos") != NULL;
  const int vector = strncmp(callee->symbol, "_ZGV", 4) == 0;
  callee->shape = tmd_shape_of(base);
  const size_t bytes = strlen(callee->symbol);
  if (strcmp(base, "lgamma") == 0 && bytes > 2 && strcmp(callee->symbol + bytes - 2, "_r") == 0)
    callee->shape = TMD_SHAPE_SIGN;
  if (both) callee->shape = strcmp(base, "cos") == 0 ? TMD_SHAPE_COS : TMD_SHAPE_SIN;
  callee->lanes = vector ? 0 : lanes_of(callee->symbol, behind);
  if (both && strcmp(base, "cos") && strcmp(base, "sin"))
    return tmd_error(TMD_USAGE, "%s: sincos has no %s", callee->symbol, base);
  if (callee->lanes == 1) return 0;
  if (callee->type < TMD_TYPE_BITS16 || callee->type > TMD_TYPE_DOUBLE)
    return tmd_error(TMD_USAGE, "%s: vectors are of binary32, binary64 or 16 bits", callee->symbol);
  if (callee->shape > TMD_SHAPE_TWO)
    return tmd_error(
        TMD_USAGE,
        "%s: vector functions with integers, three arguments or two results are not called",
        callee->symbol);
  if (vector && parse_vector(callee, base, arguments)) return -1;
  callee->vector_bytes = bytes_of_vector(callee);
  if (callee->vector_bytes != 16 && callee->vector_bytes != 32 && callee->vector_bytes != 64)
    return tmd_error(TMD_USAGE, "%s: no register has %d of these lanes", callee->symbol,
                     callee->lanes);
  return 0;
}

/* The candidates are numbered: pattern, then name, then suffix, the last runs fastest. */
int tmd_callee_next(const struct tmd_target_options *options, int *at, struct tmd_callee *callee) {
  const struct type *type = find_type(&options->format);
  char base[TMD_SYMBOL_BYTES];
  long long parameter;
  if (!type) return tmd_error(TMD_USAGE, "no C type has this format");
  if (tmd_c_name(options->function, options->symbol, base, &parameter)) return -1;
  const int count = options->symbol ? 1 : PATTERNS;
  for (; *at < count * NAMES * SUFFIXES; ++*at) {
    const char *pattern = options->symbol ? options->symbol : patterns[*at / (NAMES * SUFFIXES)],
               *behind;
    const char *name = name_in_c(base, options->given, *at / SUFFIXES % NAMES),
               *suffix = type->suffixes[*at % SUFFIXES];
    if (!name || !suffix) continue;
    *callee = (struct tmd_callee){
        .type = type->type == TMD_TYPE_HALF && options->as_bits ? TMD_TYPE_BITS16 : type->type};
    int bad =
        fill(callee->symbol, pattern, name, suffix, &behind) || set_shape(callee, base, behind);
    if (bad && options->symbol) return -1;
    if (bad) continue;
    ++*at;
    return 1;
  }
  return 0;
}

int tmd_c_number(struct tmd_datum *datum, const struct tmd_format *format, const char *text) {
  const size_t sign = *text == '-' || *text == '+';
  size_t bytes = strlen(text);
  while (bytes > 0 && isspace((unsigned char)text[bytes - 1])) bytes--;
  char *trimmed = strndup(text, bytes), *const magnitude = trimmed + sign;
  if (!strcasecmp(magnitude, "inf") || !strcasecmp(magnitude, "infinity")) strcpy(magnitude, "inf");
  if (!strcasecmp(magnitude, "nan") || !strncasecmp(magnitude, "nan(", 4)) strcpy(magnitude, "nan");
  const int failed = tmd_datum_parse(datum, format, trimmed);
  free(trimmed);
  return failed;
}
