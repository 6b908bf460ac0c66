#include "tools/generate/terms.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "tools/generate/reals.h"

static struct tmd_code_line *append(struct tmd_terms *terms, enum tmd_operation operation,
                                    const char *name, const char *note) {
  if (terms->count == TMD_TERMS_MAX) abort();
  struct tmd_code_line *step = terms->term + terms->count++;
  *step = (struct tmd_code_line){.operation = operation, .note = note};
  arb_init(step->ideal);
  mag_init(step->error), mag_init(step->greatest), mag_init(step->largest_error);
  if (name) snprintf(step->name, sizeof step->name, "%s", name);
  else snprintf(step->name, sizeof step->name, "t%d", terms->count - 1);
  return step;
}

int tmd_terms_input(struct tmd_terms *terms, const char *name) {
  append(terms, TMD_TERM_INPUT, name, NULL);
  return terms->count - 1;
}

int tmd_terms_entry(struct tmd_terms *terms, const char *name) {
  append(terms, TMD_TERM_ENTRY, name, NULL);
  return terms->count - 1;
}

int tmd_terms_number(struct tmd_terms *terms, double value, const arb_t ideal) {
  struct tmd_code_line *step = append(terms, TMD_TERM_NUMBER, NULL, NULL);
  step->value = value;
  if (ideal) arb_set(step->ideal, ideal);
  else arb_set_d(step->ideal, value);
  tmd_real_error(step->error, value, step->ideal);
  return terms->count - 1;
}

static int operation(struct tmd_terms *terms, enum tmd_operation kind, const char *name,
                     const char *note, int a, int b, int c) {
  struct tmd_code_line *step = append(terms, kind, name, note);
  step->a = a, step->b = b, step->c = c;
  return terms->count - 1;
}

int tmd_terms_product(struct tmd_terms *terms, const char *name, const char *note, int a, int b) {
  return operation(terms, TMD_TERM_PRODUCT, name, note, a, b, 0);
}

int tmd_terms_fma(struct tmd_terms *terms, const char *name, const char *note, int a, int b,
                  int c) {
  return operation(terms, TMD_TERM_FMA, name, note, a, b, c);
}

int tmd_terms_quotient(struct tmd_terms *terms, const char *name, const char *note, int a, int b) {
  return operation(terms, TMD_TERM_QUOTIENT, name, note, a, b, 0);
}

int tmd_terms_root(struct tmd_terms *terms, const char *name, const char *note, int a) {
  return operation(terms, TMD_TERM_ROOT, name, note, a, a, 0);
}

int tmd_terms_choice(struct tmd_terms *terms, const char *name, const char *note, int a, int b) {
  return operation(terms, TMD_TERM_CHOICE, name, note, a, b, 0);
}

int tmd_terms_sign(struct tmd_terms *terms, const char *name, const char *note, int a) {
  return operation(terms, TMD_TERM_SIGN, name, note, a, a, 0);
}

int tmd_terms_times_sign(struct tmd_terms *terms, const char *name, const char *note, int a) {
  return operation(terms, TMD_TERM_TIMES, name, note, a, a, 0);
}

int tmd_terms_pairs(struct tmd_terms *terms, const int *coefficient, int count, int x) {
  const int square = count > 2 ? tmd_terms_product(terms, NULL, NULL, x, x) : -1;
  return tmd_terms_pairs_with(terms, coefficient, count, x, square);
}

int tmd_terms_pairs_with(struct tmd_terms *terms, const int *coefficient, int count, int x,
                         int square) {
  int sum = -1;
  for (int i = (count - 1) / 2 * 2; i >= 0; i -= 2) {
    const int pair = i + 1 == count
                         ? coefficient[i]
                         : tmd_terms_fma(terms, NULL, NULL, coefficient[i + 1], x, coefficient[i]);
    sum = sum < 0 ? pair : tmd_terms_fma(terms, NULL, NULL, sum, square, pair);
  }
  return sum;
}

int tmd_terms_horner(struct tmd_terms *terms, const int *coefficient, int count, int x) {
  int sum = coefficient[count - 1];
  for (int i = count - 2; i >= 0; i--)
    sum = tmd_terms_fma(terms, NULL, NULL, sum, x, coefficient[i]);
  return sum;
}

int tmd_terms_estrin(struct tmd_terms *terms, const int *coefficient, int count, int x,
                     int square) {
  int term[TMD_TERMS_MAX], power = x;
  memcpy(term, coefficient, (size_t)count * sizeof *term);
  for (int left = count; left > 1; left = (left + 1) / 2) {
    if (left == 3 && count > 3) { /* Horner's scheme is as deep, and needs no product */
      const int upper = tmd_terms_fma(terms, NULL, NULL, term[2], power, term[1]);
      return tmd_terms_fma(terms, NULL, NULL, upper, power, term[0]);
    }
    for (int i = 0; 2 * i < left; i++)
      term[i] = 2 * i + 1 == left
                    ? term[2 * i]
                    : tmd_terms_fma(terms, NULL, NULL, term[2 * i + 1], power, term[2 * i]);
    if (left > 2)
      power = left == count ? square : tmd_terms_product(terms, NULL, NULL, power, power);
  }
  return term[0];
}

int tmd_terms_polynomial(struct tmd_terms *terms, const double *coefficient, int count, int x,
                         int square) {
  int term[TMD_TERMS_MAX];
  for (int i = 0; i < count; i++) term[i] = tmd_terms_number(terms, coefficient[i], NULL);
  return tmd_terms_estrin(terms, term, count, x, square);
}

int tmd_terms_sum(struct tmd_terms *terms, const char *name, int base, const double *coefficient,
                  int count, int x, int rough) {
  const int c = tmd_terms_number(terms, coefficient[0], NULL),
            square = tmd_terms_product(terms, NULL, NULL, rough, rough),
            first = base >= 0             ? tmd_terms_fma(terms, NULL, NULL, x, c, base)
                    : coefficient[0] == 1 ? x
                                          : tmd_terms_product(terms, NULL, NULL, x, c),
            rest = tmd_terms_polynomial(terms, coefficient + 1, count - 1, rough, square);
  return tmd_terms_fma(terms, name, NULL, square, rest, first);
}

void tmd_terms_set(struct tmd_terms *terms, int at, const arb_t ideal, const mag_t error) {
  arb_set(terms->term[at].ideal, ideal);
  mag_set(terms->term[at].error, error);
}

/* The error of a b, with the errors of a and b: |a| e_b + (|b| + e_b) e_a. */
static void product_error(mag_t error, const struct tmd_code_line *a,
                          const struct tmd_code_line *b) {
  mag_t size, part;
  mag_init(size), mag_init(part);
  arb_get_mag(size, a->ideal);
  mag_mul(error, size, b->error);
  arb_get_mag(size, b->ideal);
  mag_add(size, size, b->error);
  mag_mul(part, size, a->error);
  mag_add(error, error, part);
  mag_clear(size), mag_clear(part);
}

/* Adds the rounding of a result of at most |ideal| + error: 2^-52 of it, and 2^-1074. */
static void add_rounding(struct tmd_code_line *step) {
  mag_t size;
  mag_init(size);
  arb_get_mag(size, step->ideal);
  mag_add(size, size, step->error);
  mag_mul_2exp_si(size, size, -52);
  mag_add(step->error, step->error, size);
  mag_set_ui_2exp_si(size, 1, -1074);
  mag_add(step->error, step->error, size);
  mag_clear(size);
}

/* The error of a / b: (e_a + |a/b| e_b) / (|b| - e_b); infinite where b can be 0. */
static void enclose_quotient(struct tmd_code_line *step, const struct tmd_code_line *a,
                             const struct tmd_code_line *b) {
  mag_t size;
  arb_t least;
  mag_init(size);
  arb_init(least);
  arb_div(step->ideal, a->ideal, b->ideal, TMD_IDEAL_BITS);
  arb_get_mag(size, step->ideal);
  mag_mul(size, size, b->error);
  mag_add(step->error, size, a->error);
  arb_set(least, b->ideal);
  arb_add_error_mag(least, b->error);
  arb_get_mag_lower(size, least);
  mag_div(step->error, step->error, size);
  add_rounding(step);
  mag_clear(size);
  arb_clear(least);
}

/* The root of a: |sqrt(v) - sqrt(a)| <= |v - a| / sqrt(a). */
static void enclose_root(struct tmd_code_line *step, const struct tmd_code_line *a) {
  mag_t least;
  mag_init(least);
  arb_sqrt(step->ideal, a->ideal, TMD_IDEAL_BITS);
  arb_get_mag_lower(least, step->ideal);
  mag_div(step->error, a->error, least);
  mag_clear(least);
  add_rounding(step);
}

static int is_zero(const struct tmd_code_line *step) {
  return arb_is_zero(step->ideal) && mag_is_zero(step->error);
}

/* 1 or -1, whose products are exact. */
static int is_unit(const struct tmd_code_line *step) {
  return step->operation == TMD_TERM_NUMBER && fabs(step->value) == 1;
}

static int is_one(const struct tmd_code_line *step) {
  return arb_is_one(step->ideal) && mag_is_zero(step->error);
}

/* a b + c. Where a b is 0, or c is 0 and a is 1, the sum is the other one. */
static void enclose_sum(struct tmd_code_line *step, const struct tmd_code_line *a,
                        const struct tmd_code_line *b, const struct tmd_code_line *c,
                        int separate) {
  if (is_zero(a) || (separate && is_zero(b))) {
    arb_set(step->ideal, c->ideal);
    mag_set(step->error, c->error);
    return;
  }
  if (is_zero(c) && is_one(a)) {
    arb_set(step->ideal, b->ideal);
    mag_set(step->error, b->error);
    return;
  }
  arb_mul(step->ideal, a->ideal, b->ideal, TMD_IDEAL_BITS);
  product_error(step->error, a, b);
  if (separate && !is_unit(a) && !is_unit(b)) add_rounding(step);
  if (separate && is_zero(c)) return;
  mag_add(step->error, step->error, c->error);
  arb_add(step->ideal, step->ideal, c->ideal, TMD_IDEAL_BITS);
  add_rounding(step);
}

static void enclose(const struct tmd_terms *terms, struct tmd_code_line *step) {
  const struct tmd_code_line *a = terms->term + step->a, *b = terms->term + step->b,
                             *c = terms->term + step->c;
  if (step->operation == TMD_TERM_CHOICE && terms->other) a = b;
  switch (step->operation) {
  case TMD_TERM_QUOTIENT: enclose_quotient(step, a, b); return;
  case TMD_TERM_ROOT: enclose_root(step, a); return;
  case TMD_TERM_FMA: enclose_sum(step, a, b, c, terms->separate); return;
  case TMD_TERM_CHOICE:
  case TMD_TERM_SIGN:
  case TMD_TERM_TIMES:
    arb_set(step->ideal, a->ideal);
    mag_set(step->error, a->error);
    return;
  default:;
  }
  arb_mul(step->ideal, a->ideal, b->ideal, TMD_IDEAL_BITS);
  product_error(step->error, a, b);
  add_rounding(step);
}

void tmd_terms_enclose(struct tmd_terms *terms) {
  mag_t size;
  mag_init(size);
  for (int i = 0; i < terms->count; i++) {
    struct tmd_code_line *step = terms->term + i;
    if (step->operation >= TMD_TERM_PRODUCT) enclose(terms, step);
    arb_get_mag(size, step->ideal);
    mag_add(size, size, step->error);
    mag_max(step->greatest, step->greatest, size);
    mag_max(step->largest_error, step->largest_error, step->error);
  }
  mag_clear(size);
}

char *tmd_double_print(char *text, double x) {
  snprintf(text, TMD_DOUBLE_TEXT_BYTES, "%a", x);
  return text;
}

/* An operand: the name of a step, or a constant, or its variable. */
static const char *operand(char *text, const struct tmd_terms *terms, int at, int variable) {
  const struct tmd_code_line *step = terms->term + at;
  if (step->operation != TMD_TERM_NUMBER) return step->name;
  char number[TMD_DOUBLE_TEXT_BYTES - 8];
  if (variable) snprintf(number, sizeof number, "K[%d]", at);
  else snprintf(number, sizeof number, "%a", step->value);
  snprintf(text, TMD_DOUBLE_TEXT_BYTES, terms->vector ? "vall(%s)" : "%s", number);
  return text;
}

static int is_product(const struct tmd_code_line *step) {
  return step->operation == TMD_TERM_PRODUCT || step->operation == TMD_TERM_TIMES;
}

/* 1 if a b + c is printed as a sum, a or b being 1 or -1. The compiler must not contract the sum
   with a product: neither operand may be one, unless it is a call; no input of such a sum is one.
 */
static int is_sum(const struct tmd_terms *terms, const struct tmd_code_line *step) {
  const struct tmd_code_line *a = terms->term + step->a, *b = terms->term + step->b;
  if (!is_unit(a) && !is_unit(b)) return 0;
  return terms->separate || (!is_product(is_unit(a) ? b : a) && !is_product(terms->term + step->c));
}

/* log2 of the bound, rounded up in the first decimal. */
static double tenths(const mag_t bound) { return ceil(10 * log2(mag_get_d(bound))) / 10; }

/* The C of a step that is an operation of IEEE 754. */
static void print_operation(char *line, size_t bytes, const struct tmd_terms *terms,
                            const struct tmd_code_line *step, int variable) {
  char text[3][TMD_DOUBLE_TEXT_BYTES];
  const char *a = operand(text[0], terms, step->a, variable),
             *b = operand(text[1], terms, step->b, variable),
             *c = operand(text[2], terms, step->c, variable);
  const struct tmd_code_line *factor = terms->term + step->a;
  const int separate = terms->separate;
  if (step->operation == TMD_TERM_QUOTIENT) snprintf(line, bytes, "%s / %s", a, b);
  else if (step->operation == TMD_TERM_ROOT) snprintf(line, bytes, "__builtin_sqrt(%s)", a);
  else if (step->operation == TMD_TERM_CHOICE) snprintf(line, bytes, "vwhere(s, %s, %s)", b, a);
  else if (step->operation == TMD_TERM_PRODUCT)
    snprintf(line, bytes, separate && !terms->vector ? "product(%s, %s)" : "%s * %s", a, b);
  else if (!variable && is_sum(terms, step)) {
    const int other = is_unit(factor);
    if (!other) factor += step->b - step->a;
    snprintf(line, bytes, "%s %c %s", c, factor->value < 0 ? '-' : '+', other ? b : a);
  } else
    snprintf(line, bytes, "%s(%s, %s, %s)",
             terms->vector ? "vfma"
             : separate    ? "multiply_add"
                           : "__builtin_fma",
             a, b, c);
}

/* used[i]: 1 if the last step depends on step i. */
static void find_used(char used[TMD_TERMS_MAX], const struct tmd_terms *terms) {
  memset(used, 0, TMD_TERMS_MAX);
  if (terms->count) used[terms->count - 1] = 1;
  for (int i = terms->count - 1; i >= 0; i--) {
    const struct tmd_code_line *step = terms->term + i;
    if (!used[i] || step->operation < TMD_TERM_PRODUCT) continue;
    used[step->a] = used[step->b] = 1;
    if (step->operation == TMD_TERM_FMA) used[step->c] = 1;
  }
}

void tmd_terms_print(FILE *out, const struct tmd_terms *terms, int variable) {
  char used[TMD_TERMS_MAX], a[TMD_DOUBLE_TEXT_BYTES], value[140], line[160];
  find_used(used, terms);
  for (int i = 0; i < terms->count; i++) {
    const struct tmd_code_line *step = terms->term + i;
    if (step->operation < TMD_TERM_PRODUCT || !used[i]) continue;
    if (step->operation == TMD_TERM_SIGN)
      snprintf(value, sizeof value, "__builtin_copysign(%s, xd)",
               operand(a, terms, step->a, variable));
    else if (step->operation == TMD_TERM_TIMES)
      snprintf(value, sizeof value, "%s * __builtin_copysign(1.0, xd)",
               operand(a, terms, step->a, variable));
    else print_operation(value, sizeof value, terms, step, variable);
    snprintf(line, sizeof line, "%s %s = %s;", terms->vector ? "vdouble" : "double", step->name,
             value);
    fprintf(out, "  %-75s /* |%s| <= 2^%.1f, error 2^%.1f%s%s */\n", line, step->name,
            tenths(step->greatest), tenths(step->largest_error), step->note ? ": " : "",
            step->note ? step->note : "");
  }
}

void tmd_terms_clear(struct tmd_terms *terms) {
  for (int i = 0; i < terms->count; i++) {
    struct tmd_code_line *step = terms->term + i;
    arb_clear(step->ideal);
    mag_clear(step->error), mag_clear(step->greatest), mag_clear(step->largest_error);
  }
  terms->count = 0;
}
