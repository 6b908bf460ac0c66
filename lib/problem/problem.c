#include "lib/problem/problem.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/problem/pair.h"
#include "lib/problem/words.h"

/* The formats that have a name: FIRST(name, p, emin, emax, absent, kind), then NEXT(...). */
#define FORMATS(FIRST, NEXT)                   \
  FIRST(binary16, 11, -14, 15, 0, IEEE)        \
  NEXT(bfloat16, 8, -126, 127, 0, IEEE)        \
  NEXT(tf32, 11, -126, 127, 0, IEEE)           \
  NEXT(binary32, 24, -126, 127, 0, IEEE)       \
  NEXT(binary64, 53, -1022, 1023, 0, IEEE)     \
  NEXT(binary80, 64, -16382, 16383, 0, IEEE)   \
  NEXT(binary128, 113, -16382, 16383, 0, IEEE) \
  NEXT(e4m3, 4, -6, 8, 1, FINITE)              \
  NEXT(e5m2, 3, -14, 15, 0, IEEE)              \
  NEXT(binary8p1, 1, -62, 63, 0, P3109)        \
  NEXT(binary8p2, 2, -31, 31, 1, P3109)        \
  NEXT(binary8p3, 3, -15, 15, 1, P3109)        \
  NEXT(binary8p4, 4, -7, 7, 1, P3109)          \
  NEXT(binary8p5, 5, -3, 3, 1, P3109)          \
  NEXT(binary8p6, 6, -1, 1, 1, P3109)          \
  NEXT(binary8p7, 7, 0, 0, 1, P3109)
#define ENTRY(name, p, emin, emax, absent, kind) \
  {#name, {p, emin, emax, {absent, TMD_END_##kind, 0}, 0, 0, 0, 0}},
/* Those of radix 10: FIRST(name, p, emin, emax), then NEXT(...). */
#define DECIMALS(FIRST, NEXT)    \
  FIRST(decimal32, 7, -95, 96)   \
  NEXT(decimal64, 16, -383, 384) \
  NEXT(decimal128, 34, -6143, 6144)
#define DECIMAL_ENTRY(name, p, emin, emax) {#name, {p, emin, emax, {0, 0, 0}, 1, 0, 0, 0}},
#define DECIMAL_NAME(name, p, emin, emax) ", " #name
#define FIRST_NAME(name, p, emin, emax, absent, kind) #name
#define NEXT_NAME(name, p, emin, emax, absent, kind) ", " #name

static const struct {
  const char *name;
  struct tmd_format format;
} formats[] = {FORMATS(ENTRY, ENTRY) DECIMALS(DECIMAL_ENTRY, DECIMAL_ENTRY)};

/* Other names, from C and machine learning. */
static const struct {
  const char *name, *of;
} aliases[] = {{"half", "binary16"}, {"float", "binary32"}, {"double", "binary64"},
               {"fp16", "binary16"}, {"bf16", "bfloat16"},  {"fp32", "binary32"},
               {"fp64", "binary64"}};
#define ALIASES \
  "half, float, double are binary16, binary32, binary64, and so are fp16, fp32, fp64; bf16 is bfloat16"

static const char *const modes_names[] = {TMD_MODES_WORDS(TMD_WORD_OF_ARRAY, TMD_WORD_OF_ARRAY)};

enum {
  EXPONENT_LIMIT = 1 << 20,
  DECIMAL_EXPONENT_LIMIT = 1 << 16,
  DECIMAL_PRECISION_MAX = 34, /* 10^34 < 2^113 */
  ABSENT_LIMIT = 1 << 30
};

static const char p3109[] = ":p3109", saturating[] = ":sat",
                  radix_ten[] = "10:", integers[] = "int:";

tmd_u128 tmd_format_power(const struct tmd_format *format, int n) {
  if (!format->decimal) return (tmd_u128)1 << n;
  tmd_u128 power = 1;
  for (; n > 0; n--) power *= 10;
  return power;
}

/* log2(10) = 3.3219...; a third decimal more never makes another integer of n <= 35. */
int tmd_format_significand_bits(const struct tmd_format *format) {
  return format->decimal ? format->p * 3322 / 1000 + 1 : format->p;
}

const char *tmd_format_names(void) {
  return FORMATS(FIRST_NAME, NEXT_NAME) DECIMALS(
      DECIMAL_NAME,
      DECIMAL_NAME) " or p,emin,emax[:max[:p3109]], with :sat, or 10:p,emin,emax; " ALIASES;
}

char *tmd_format_print(char *text, const struct tmd_format *format) {
  char most[TMD_WIDE_TEXT_BYTES];
  const int ieee = format->end.kind == TMD_END_IEEE;
  if (format->integers) {
    snprintf(text, TMD_FORMAT_TEXT_BYTES, "%s%lld:%lld", integers, (long long)format->low,
             (long long)format->high);
    return text;
  }
  snprintf(text, TMD_FORMAT_TEXT_BYTES, "%s%d,%d,%d%s%s%s%s", format->decimal ? radix_ten : "",
           format->p, format->emin, format->emax, ieee ? "" : ":",
           ieee ? "" : tmd_wide_print(most, tmd_format_X_end(format, format->emax) - 1),
           format->end.kind == TMD_END_P3109 ? p3109 : "", format->end.saturates ? saturating : "");
  return text;
}

static int same_format(const struct tmd_format *a, const struct tmd_format *b) {
  return !memcmp(a, b, sizeof *a);
}

char *tmd_format_describe(char *text, const struct tmd_format *format) {
  struct tmd_format plain = *format;
  plain.end.saturates = 0;
  tmd_format_print(text, format);
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
    if (same_format(&formats[i].format, &plain))
      strcat(strcpy(text, formats[i].name), format->end.saturates ? saturating : "");
  return text;
}

int tmd_format_check(const struct tmd_format *format) {
  const int other_end = format->end.kind != TMD_END_IEEE,
            least = TMD_PRECISION_MIN - (other_end || format->decimal),
            most = format->decimal ? DECIMAL_PRECISION_MAX : TMD_PRECISION_MAX,
            limit = format->decimal ? DECIMAL_EXPONENT_LIMIT : EXPONENT_LIMIT;
  if (format->integers) return 0;
  if (format->p < least || format->p > most)
    return tmd_error(TMD_USAGE, "format '%s': precision is not in %d..%d",
                     TMD_FORMAT_NUMBERS(format), least, most);
  if (format->emin > 0 || format->emax < 0 || format->emin < -limit || format->emax > limit)
    return tmd_error(TMD_USAGE, "format '%s': exponents are not in %d..0 and 0..%d",
                     TMD_FORMAT_NUMBERS(format), -limit, limit);
  if (format->decimal && (other_end || format->end.saturates))
    return tmd_error(TMD_USAGE, "format '%s': decimal formats end as those of IEEE 754",
                     TMD_FORMAT_NUMBERS(format));
  if (format->end.absent < 0 || (tmd_u128)format->end.absent >= (tmd_u128)1 << (format->p - 1))
    return tmd_error(TMD_USAGE, "format '%s': the greatest significand has not p bits",
                     TMD_FORMAT_NUMBERS(format));
  return 0;
}

/* The end of a format's text, from behind emax on. 0, or -1 without a message if it is malformed.
 */
static int parse_end(struct tmd_format *format, const char *text) {
  char word[TMD_FORMAT_TEXT_BYTES];
  tmd_u128 most;
  if (*text != ':') return *text ? -1 : 0;
  snprintf(word, sizeof word, "%.*s", (int)strcspn(text + 1, ":"), text + 1);
  text += 1 + strlen(word);
  if (tmd_wide_parse(&most, word) || format->p < 1 || format->p > TMD_PRECISION_MAX) return -1;
  const tmd_u128 all = ((tmd_u128)1 << format->p) - 1;
  if (most > all || all - most > ABSENT_LIMIT) return -1;
  format->end = (struct tmd_format_end){(int)(all - most), TMD_END_FINITE, 0};
  if (!strcmp(text, p3109)) format->end.kind = TMD_END_P3109;
  else if (*text) return -1;
  return 0;
}

/* LOW:HIGH: the integers from LOW to HIGH. */
static int parse_integers(struct tmd_format *format, const char *text) {
  char *next, *end;
  errno = 0;
  const long long low = strtoll(text, &next, 10),
                  high = *next == ':' ? strtoll(next + 1, &end, 10) : 0;
  if (next == text || *next != ':' || end == next + 1 || *end || errno || low > high ||
      text[strspn(text, "-:0123456789")])
    return tmd_error(TMD_USAGE, "format 'int:%.60s' is not int:LOW:HIGH, two integers of 64 bits",
                     text);
  const unsigned long long below = low < 0 ? 0 - (unsigned long long)low : 0,
                           above = high > 0 ? (unsigned long long)high : 0,
                           size = (above > below ? above : below) | 1;
  *format =
      (struct tmd_format){.p = 64 - __builtin_clzll(size), .integers = 1, .low = low, .high = high};
  format->emin = format->emax = format->p - 1;
  return 0;
}

int tmd_format_parse(struct tmd_format *format, const char *text) {
  char plain[TMD_FORMAT_TEXT_BYTES];
  const size_t bytes = strlen(text), end = strlen(saturating);
  if (!strncmp(text, integers, strlen(integers)))
    return parse_integers(format, text + strlen(integers));
  const int saturates = bytes > end && !strcmp(text + bytes - end, saturating);
  const char *name = plain;
  int used = 0;
  snprintf(plain, sizeof plain, "%.*s", (int)(bytes - (saturates ? end : 0)), text);
  for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
    if (!strcmp(name, aliases[i].name)) name = aliases[i].of;
  *format = (struct tmd_format){0};
  for (size_t i = 0; i < sizeof formats / sizeof *formats && !format->p; i++)
    if (!strcmp(name, formats[i].name)) *format = formats[i].format;
  if (!format->p && !strncmp(name, radix_ten, strlen(radix_ten))) {
    format->decimal = 1;
    name += strlen(radix_ten);
  }
  if (!format->p &&
      (bytes >= sizeof plain ||
       sscanf(name, "%9d,%9d,%9d%n", &format->p, &format->emin, &format->emax, &used) != 3 ||
       parse_end(format, name + used)))
    return tmd_error(TMD_USAGE, "format '%.80s' is none of %s", text, tmd_format_names());
  format->end.saturates = saturates;
  return tmd_format_check(format);
}

int tmd_format_parse_binary(struct tmd_format *format, const char *text) {
  if (tmd_format_parse(format, text)) return -1;
  return format->decimal || format->integers
             ? tmd_error(TMD_USAGE, "format '%.80s': only binary formats here", text)
             : 0;
}

int tmd_problem_usual_bits(const struct tmd_problem *problem) {
  enum { BELOW_PRECISION = 9 };
  const struct tmd_format *out = &problem->out;
  if (tmd_problem_of_pairs(problem)) return tmd_pair_usual_bits(problem);
  const int least = out->decimal ? 1 : 4;
  /* of decimals the bits of a significand are rounded up: floor(p log2(10)) is one less */
  const int bits = tmd_format_significand_bits(out) - out->decimal - BELOW_PRECISION;
  return bits > least ? bits : least;
}

const char *tmd_modes_name(enum tmd_modes modes) { return modes_names[modes]; }

int tmd_modes_parse(enum tmd_modes *modes, const char *text) {
  for (int i = 0; i <= TMD_MODES_NEAREST; i++)
    if (!strcmp(text, modes_names[i])) {
      *modes = (enum tmd_modes)i;
      return 0;
    }
  return tmd_error(TMD_USAGE, "modes '%s' is none of %s", text,
                   TMD_MODES_WORDS(TMD_WORD, TMD_WORD_BEHIND_COMMA));
}

char *tmd_problem_in_print(char *text, const struct tmd_problem *problem) {
  tmd_format_print(text, &problem->in);
  if (tmd_problem_of_pairs(problem)) {
    strcat(text, ";");
    tmd_format_print(text + strlen(text), &problem->in_y);
  }
  return text;
}

int tmd_problem_in_parse(struct tmd_problem *problem, const char *text) {
  char x[TMD_FORMAT_TEXT_BYTES];
  const size_t bytes = strcspn(text, ";");
  problem->in_y = (struct tmd_format){0};
  snprintf(x, sizeof x, "%.*s", (int)bytes, text);
  if (tmd_format_parse(&problem->in, bytes < sizeof x ? x : text)) return -1;
  return text[bytes] ? tmd_format_parse(&problem->in_y, text + bytes + 1) : 0;
}

int tmd_problem_print(char *text, const struct tmd_problem *problem) {
  return snprintf(text, TMD_TEXT_MAX_BYTES, "function=%s\nin=%s\nout=%s\nmodes=%s\nbits=%d\n",
                  problem->name, TMD_PROBLEM_IN_TEXT(problem), TMD_FORMAT_NUMBERS(&problem->out),
                  tmd_modes_name(problem->modes), problem->bits);
}

void tmd_problem_print_columns(FILE *out, const struct tmd_problem *problem) {
  fprintf(out, "%s\t%s\t%s\t%s\t%d", problem->name, TMD_PROBLEM_IN_TEXT(problem),
          TMD_FORMAT_NUMBERS(&problem->out), tmd_modes_name(problem->modes), problem->bits);
}

int tmd_problem_alike(const struct tmd_problem *a, const struct tmd_problem *b) {
  return !strcmp(a->name, b->name) && same_format(&a->in, &b->in) &&
         same_format(&a->in_y, &b->in_y) && same_format(&a->out, &b->out);
}

int tmd_cell_compare(const struct tmd_cell *a, const struct tmd_cell *b) {
  const int pairs[][2] = {{a->sign_x, b->sign_x}, {a->sign_f, b->sign_f}, {a->e_in, b->e_in},
                          {a->e_out, b->e_out},   {a->sign_y, b->sign_y}, {a->e_y, b->e_y}};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    if (pairs[i][0] != pairs[i][1]) return pairs[i][0] < pairs[i][1] ? -1 : 1;
  return 0;
}

int tmd_problem_decimal(const struct tmd_problem *problem) {
  return problem->in.decimal || problem->out.decimal;
}

int tmd_problem_scale(const struct tmd_problem *problem) {
  return problem->out.p - (problem->modes != TMD_MODES_ALL);
}

int tmd_problem_G_bits(const struct tmd_problem *problem) {
  return tmd_format_significand_bits(&problem->out) + (problem->modes == TMD_MODES_ALL);
}

int tmd_problem_threshold(const struct tmd_problem *problem) {
  return problem->bits + (problem->modes == TMD_MODES_NEAREST);
}

int tmd_cell_check(const struct tmd_problem *problem, const struct tmd_cell *cell, tmd_u128 X0,
                   tmd_u128 X1) {
  const tmd_u128 least_normal = tmd_format_least_normal(&problem->in),
                 end = tmd_format_power(&problem->in, problem->in.p);
  const int radix = tmd_format_radix(&problem->in);
  if (cell->sign_x >> 1 || cell->sign_f >> 1 || cell->sign_y >> 1)
    return tmd_error(TMD_CORRUPT, "cell: a sign is not 0 or 1");
  if (cell->e_in < problem->in.emin || cell->e_in > problem->in.emax)
    return tmd_error(TMD_CORRUPT, "cell: exponent of x %d is not in the format", cell->e_in);
  if (tmd_cell_scattered(cell) ? cell->sign_f
                               : cell->e_out < problem->out.emin || cell->e_out > problem->out.emax)
    return tmd_error(TMD_CORRUPT, "cell: sign and exponent of f(x) %d are not of the format",
                     cell->e_out);
  if (tmd_problem_of_pairs(problem)) return tmd_pair_check(problem, cell, X0, X1);
  if (cell->sign_y || cell->e_y)
    return tmd_error(TMD_CORRUPT, "cell: y, but the function has one argument");
  if (X0 >= X1 || X1 > end)
    return tmd_error(TMD_CORRUPT, "cell: not 0 <= X0 < X1 <= %d^%d", radix, problem->in.p);
  if (X1 > tmd_format_X_end(&problem->in, cell->e_in))
    return tmd_error(TMD_CORRUPT, "cell: X1 is beyond the greatest number");
  if (X0 < least_normal && cell->e_in != problem->in.emin)
    return tmd_error(TMD_CORRUPT, "cell: X0 below %d^%d", radix, problem->in.p - 1);
  return 0;
}

long tmd_problem_hardness(const struct tmd_problem *problem, int32_t exponent) {
  return problem->bits - tmd_problem_threshold(problem) - (long)exponent;
}

long tmd_problem_hardness_recorded(const struct tmd_problem *problem, int32_t exponent) {
  const long k = tmd_problem_hardness(problem, exponent);
  return k < TMD_HARDNESS_MOST ? k : TMD_HARDNESS_MOST;
}
