#include "lib/problem/problem.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/problem/words.h"

/* The formats that have a name: FIRST(name, p, emin, emax), then NEXT(...). */
#define FORMATS(FIRST, NEXT)      \
  FIRST(binary16, 11, -14, 15)    \
  NEXT(bfloat16, 8, -126, 127)    \
  NEXT(tf32, 11, -126, 127)       \
  NEXT(binary32, 24, -126, 127)   \
  NEXT(binary64, 53, -1022, 1023) \
  NEXT(binary80, 64, -16382, 16383) NEXT(binary128, 113, -16382, 16383)
#define ENTRY(name, p, emin, emax) {#name, {p, emin, emax}},
#define FIRST_NAME(name, p, emin, emax) #name
#define NEXT_NAME(name, p, emin, emax) ", " #name

static const struct {
  const char *name;
  struct tmd_format format;
} formats[] = {FORMATS(ENTRY, ENTRY)};

/* Other names, from C and machine learning. */
static const struct {
  const char *name, *of;
} aliases[] = {{"half", "binary16"}, {"float", "binary32"}, {"double", "binary64"},
               {"fp16", "binary16"}, {"bf16", "bfloat16"},  {"fp32", "binary32"},
               {"fp64", "binary64"}};
#define ALIASES \
  "half, float, double are binary16, binary32, binary64, and so are fp16, fp32, fp64; bf16 is bfloat16"

static const char *const modes_names[] = {TMD_MODES_WORDS(TMD_WORD_OF_ARRAY, TMD_WORD_OF_ARRAY)};

enum { EXPONENT_LIMIT = 1 << 20 };

const char *tmd_format_names(void) {
  return FORMATS(FIRST_NAME, NEXT_NAME) " or p,emin,emax; " ALIASES;
}

char *tmd_format_print(char *text, const struct tmd_format *format) {
  snprintf(text, TMD_FORMAT_TEXT_BYTES, "%d,%d,%d", format->p, format->emin, format->emax);
  return text;
}

char *tmd_format_describe(char *text, const struct tmd_format *format) {
  tmd_format_print(text, format);
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
    const struct tmd_format *f = &formats[i].format;
    if (f->p == format->p && f->emin == format->emin && f->emax == format->emax)
      strcpy(text, formats[i].name);
  }
  return text;
}

int tmd_format_check(const struct tmd_format *format) {
  if (format->p < TMD_PRECISION_MIN || format->p > TMD_PRECISION_MAX)
    return tmd_error(TMD_USAGE, "format '%s': precision is not in %d..%d",
                     TMD_FORMAT_NUMBERS(format), TMD_PRECISION_MIN, TMD_PRECISION_MAX);
  if (format->emin > 0 || format->emax < 0 || format->emin < -EXPONENT_LIMIT ||
      format->emax > EXPONENT_LIMIT)
    return tmd_error(TMD_USAGE, "format '%s': exponents are not in %d..0 and 0..%d",
                     TMD_FORMAT_NUMBERS(format), -EXPONENT_LIMIT, EXPONENT_LIMIT);
  return 0;
}

int tmd_format_parse(struct tmd_format *format, const char *text) {
  for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
    if (!strcmp(text, aliases[i].name)) text = aliases[i].of;
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
    if (!strcmp(text, formats[i].name)) {
      *format = formats[i].format;
      return 0;
    }
  int used = 0;
  if (sscanf(text, "%d,%d,%d%n", &format->p, &format->emin, &format->emax, &used) != 3 ||
      text[used])
    return tmd_error(TMD_USAGE, "format '%s' is none of %s", text, tmd_format_names());
  return tmd_format_check(format);
}

int tmd_problem_usual_bits(const struct tmd_format *out) {
  enum { BELOW_PRECISION = 9, LEAST = 4 };
  return out->p - BELOW_PRECISION > LEAST ? out->p - BELOW_PRECISION : LEAST;
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

int tmd_problem_print(char *text, const struct tmd_problem *problem) {
  return snprintf(text, TMD_TEXT_MAX_BYTES, "function=%s\nin=%s\nout=%s\nmodes=%s\nbits=%d\n",
                  problem->name, TMD_FORMAT_NUMBERS(&problem->in),
                  TMD_FORMAT_NUMBERS(&problem->out), tmd_modes_name(problem->modes), problem->bits);
}

void tmd_problem_print_columns(FILE *out, const struct tmd_problem *problem) {
  fprintf(out, "%s\t%s\t%s\t%s\t%d", problem->name, TMD_FORMAT_NUMBERS(&problem->in),
          TMD_FORMAT_NUMBERS(&problem->out), tmd_modes_name(problem->modes), problem->bits);
}

static int same_format(const struct tmd_format *a, const struct tmd_format *b) {
  return a->p == b->p && a->emin == b->emin && a->emax == b->emax;
}

int tmd_problem_alike(const struct tmd_problem *a, const struct tmd_problem *b) {
  return !strcmp(a->name, b->name) && same_format(&a->in, &b->in) && same_format(&a->out, &b->out);
}

int tmd_cell_compare(const struct tmd_cell *a, const struct tmd_cell *b) {
  const int pairs[][2] = {
      {a->sign_x, b->sign_x}, {a->sign_f, b->sign_f}, {a->e_in, b->e_in}, {a->e_out, b->e_out}};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    if (pairs[i][0] != pairs[i][1]) return pairs[i][0] < pairs[i][1] ? -1 : 1;
  return 0;
}

int tmd_problem_scale(const struct tmd_problem *problem) {
  return problem->out.p - (problem->modes != TMD_MODES_ALL);
}

int tmd_problem_threshold(const struct tmd_problem *problem) {
  return problem->bits + (problem->modes == TMD_MODES_NEAREST);
}

int tmd_cell_check(const struct tmd_problem *problem, const struct tmd_cell *cell, tmd_u128 X0,
                   tmd_u128 X1) {
  tmd_u128 least_normal = (tmd_u128)1 << (problem->in.p - 1);
  if (cell->sign_x >> 1 || cell->sign_f >> 1)
    return tmd_error(TMD_CORRUPT, "cell: a sign is not 0 or 1");
  if (cell->e_in < problem->in.emin || cell->e_in > problem->in.emax)
    return tmd_error(TMD_CORRUPT, "cell: exponent of x %d is not in the format", cell->e_in);
  if (tmd_cell_scattered(cell) ? cell->sign_f
                               : cell->e_out < problem->out.emin || cell->e_out > problem->out.emax)
    return tmd_error(TMD_CORRUPT, "cell: sign and exponent of f(x) %d are not of the format",
                     cell->e_out);
  if (X0 >= X1 || X1 > 2 * least_normal)
    return tmd_error(TMD_CORRUPT, "cell: not 0 <= X0 < X1 <= 2^%d", problem->in.p);
  if (X0 < least_normal && cell->e_in != problem->in.emin)
    return tmd_error(TMD_CORRUPT, "cell: X0 below 2^%d", problem->in.p - 1);
  return 0;
}

long tmd_problem_hardness(const struct tmd_problem *problem, int32_t exponent) {
  return problem->bits - tmd_problem_threshold(problem) - (long)exponent;
}

long tmd_problem_hardness_recorded(const struct tmd_problem *problem, int32_t exponent) {
  const long k = tmd_problem_hardness(problem, exponent);
  return k < TMD_HARDNESS_MOST ? k : TMD_HARDNESS_MOST;
}
