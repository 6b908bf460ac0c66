/* Tree to text: the canonical spelling of an expression. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/expression/tree/node.h"

struct text {
  char *bytes;
  size_t length;
  int full;
  const fmpq *y; /* a number for y, or NULL */
};

static void put_bytes(struct text *t, const char *bytes, size_t count) {
  if (t->length + count >= TMD_FUNCTION_MAX_BYTES) {
    t->full = 1;
    return;
  }
  memcpy(t->bytes + t->length, bytes, count);
  t->length += count;
  t->bytes[t->length] = 0;
}

static void put(struct text *t, const char *string) { put_bytes(t, string, strlen(string)); }

/* ---- Numbers ---- */

enum {
  LONGER = 3, /* a number may have so many more characters without an exponent than with one, */
  DECIMAL_MAX = 16, /* and a dyadic number of more decimal digits is hexadecimal */
  EXPONENT_BYTES = 32
};

/* value = digits 10^exponent, the last digit is not 0. The denominator has no factors but 2 and
   5. */
static char *decimal_digits(const fmpq_t value, slong *exponent) {
  fmpz_t rest, digits, quotient;
  fmpz_init(rest), fmpz_init(digits), fmpz_init(quotient);
  const slong twos = fmpz_remove(rest, fmpq_denref(value), (fmpz[]){2}),
              fives = fmpz_remove(rest, rest, (fmpz[]){5});
  *exponent = twos > fives ? -twos : -fives;
  fmpz_ui_pow_ui(digits, 10, (ulong) - *exponent);
  fmpz_mul(digits, digits, fmpq_numref(value));
  fmpz_divexact(digits, digits, fmpq_denref(value));
  *exponent += fmpz_is_zero(digits) ? 0 : fmpz_remove(digits, digits, (fmpz[]){10});
  char *text = fmpz_get_str(NULL, 10, digits);
  fmpz_clear(rest), fmpz_clear(digits), fmpz_clear(quotient);
  return text;
}

static void put_zeros(struct text *t, slong count) {
  while (count-- > 0 && !t->full) put(t, "0");
}

/* 1200, 1.2, 0.0012 */
static void put_plain(struct text *t, const char *digits, slong exponent) {
  const slong count = (slong)strlen(digits), before = count + exponent;
  if (before <= 0) put(t, "0."), put_zeros(t, -before), put(t, digits);
  else if (exponent >= 0) put(t, digits), put_zeros(t, exponent);
  else put_bytes(t, digits, (size_t)before), put(t, "."), put(t, digits + before);
}

/* 1.2e30 */
static void put_with_exponent(struct text *t, const char *digits, slong exponent) {
  char tail[EXPONENT_BYTES];
  put_bytes(t, digits, 1);
  if (digits[1]) put(t, "."), put(t, digits + 1);
  snprintf(tail, sizeof tail, "e%ld", (long)(exponent + (slong)strlen(digits) - 1));
  put(t, tail);
}

/* 0x3p-30, the mantissa odd. */
static void put_hexadecimal(struct text *t, const fmpq_t value) {
  char tail[EXPONENT_BYTES];
  fmpz_t mantissa;
  fmpz_init(mantissa);
  slong exponent = -(slong)fmpz_val2(fmpq_denref(value));
  if (!exponent) exponent = (slong)fmpz_val2(fmpq_numref(value));
  if (exponent > 0) fmpz_tdiv_q_2exp(mantissa, fmpq_numref(value), (ulong)exponent);
  else fmpz_set(mantissa, fmpq_numref(value));
  char *digits = fmpz_get_str(NULL, 16, mantissa);
  put(t, "0x"), put(t, digits);
  snprintf(tail, sizeof tail, "p%ld", (long)exponent);
  put(t, tail);
  flint_free(digits);
  fmpz_clear(mantissa);
}

static int is_dyadic(const fmpq_t value) {
  return fmpz_bits(fmpq_denref(value)) == fmpz_val2(fmpq_denref(value)) + 1;
}

/* m/2^k, m odd, has the decimal digits of m 5^k, the last of which is not 0: more than k/2. */
static int is_long(const fmpq_t value) {
  return is_dyadic(value) && fmpz_bits(fmpq_denref(value)) > 2 * DECIMAL_MAX + 1;
}

static void put_number(struct text *t, const fmpq_t value) {
  slong exponent;
  if (is_long(value)) {
    put_hexadecimal(t, value);
    return;
  }
  char *digits = decimal_digits(value, &exponent);
  const slong count = (slong)strlen(digits), before = count + exponent;
  const slong plain = before <= 0 ? 2 - before + count : exponent >= 0 ? before : count + 1;
  char tail[EXPONENT_BYTES];
  const slong other = count + (count > 1) + snprintf(tail, sizeof tail, "e%ld", (long)(before - 1));
  if (count > DECIMAL_MAX && is_dyadic(value)) put_hexadecimal(t, value);
  else if (plain <= other + LONGER) put_plain(t, digits, exponent);
  else put_with_exponent(t, digits, exponent);
  flint_free(digits);
}

/* An exponent: 3, -2, (1/3) */
static void put_rational(struct text *t, const fmpq_t value) {
  char *text = fmpq_get_str(NULL, 10, value);
  const int fraction = !fmpz_is_one(fmpq_denref(value));
  if (fraction) put(t, "(");
  put(t, text);
  if (fraction) put(t, ")");
  flint_free(text);
}

/* A number for y: -1.5, 0x3p-1074, (1/3) */
static void put_second(struct text *t) {
  fmpz_t rest;
  fmpq_t size;
  fmpz_init(rest), fmpq_init(size);
  fmpz_remove(rest, fmpq_denref(t->y), (fmpz[]){2});
  fmpz_remove(rest, rest, (fmpz[]){5});
  fmpq_abs(size, t->y);
  if (fmpz_is_one(rest) && fmpq_sgn(t->y) < 0) put(t, "-");
  if (fmpz_is_one(rest)) put_number(t, size);
  else put_rational(t, t->y);
  fmpz_clear(rest), fmpq_clear(size);
}

/* ---- Trees ---- */

/* How tightly a node binds, in the order of the grammar. */
enum level { CHOICE, SUM, PRODUCT, FACTOR, POWER, PRIMARY };

static enum level level_of(const struct text *t, const struct tmd_node *node) {
  switch (node->kind) {
  case TMD_NODE_SECOND: return t->y && fmpq_sgn(t->y) < 0 ? FACTOR : PRIMARY;
  case TMD_NODE_PIECEWISE: return CHOICE;
  case TMD_NODE_SUM:
  case TMD_NODE_DIFFERENCE: return SUM;
  case TMD_NODE_PRODUCT:
  case TMD_NODE_QUOTIENT: return PRODUCT;
  case TMD_NODE_NEGATIVE: return FACTOR;
  case TMD_NODE_POWER:
  case TMD_NODE_EXPONENTIAL: return POWER;
  default: return PRIMARY;
  }
}

static void put_node(struct text *t, const struct tmd_node *node);

/* In parentheses if it binds less tightly than `least`. */
static void put_operand(struct text *t, const struct tmd_node *node, enum level least) {
  const int parentheses = level_of(t, node) < least;
  if (parentheses) put(t, "(");
  put_node(t, node);
  if (parentheses) put(t, ")");
}

static void put_binary(struct text *t, const struct tmd_node *node, const char *operator,
                       enum level left, enum level right) {
  put_operand(t, node->left, left);
  put(t, operator);
  put_operand(t, node->right, right);
}

static void put_call_of_two(struct text *t, const char *name, const struct tmd_node *node) {
  put(t, name), put(t, "("), put_node(t, node->left);
  put(t, ","), put_node(t, node->right), put(t, ")");
}

static void put_call(struct text *t, const char *name, const struct tmd_node *argument) {
  const size_t bytes = strcspn(name, "("); /* rootn(3) of x is rootn(x,3) */
  put_bytes(t, name, bytes);
  put(t, "("), put_node(t, argument);
  if (name[bytes]) put(t, ","), put(t, name + bytes + 1);
  else put(t, ")");
}

/* min(min(a, b), c) is min(a, b, c) */
static void put_arguments(struct text *t, const struct tmd_node *node, enum tmd_node_kind kind) {
  if (node->kind == kind) put_arguments(t, node->left, kind), put(t, ","), put_node(t, node->right);
  else put_node(t, node);
}

static void put_choice(struct text *t, const struct tmd_node *node) {
  put_binary(t, node->test, tmd_node_relation(node->signs), SUM, SUM);
  put(t, "?"), put_node(t, node->left);
  put(t, ":"), put_node(t, node->right);
}

static void put_node(struct text *t, const struct tmd_node *node) {
  if (t->full) return;
  switch (node->kind) {
  case TMD_NODE_CONSTANT: put_number(t, node->value); break;
  case TMD_NODE_PI: put(t, "pi"); break;
  case TMD_NODE_E: put(t, "e"); break;
  case TMD_NODE_VARIABLE: put(t, "x"); break;
  case TMD_NODE_SECOND:
    if (t->y) put_second(t);
    else put(t, "y");
    break;
  case TMD_NODE_NEGATIVE: put(t, "-"), put_operand(t, node->left, FACTOR); break;
  case TMD_NODE_SUM: put_binary(t, node, "+", SUM, PRODUCT); break;
  case TMD_NODE_DIFFERENCE: put_binary(t, node, "-", SUM, PRODUCT); break;
  case TMD_NODE_PRODUCT: put_binary(t, node, "*", PRODUCT, FACTOR); break;
  case TMD_NODE_QUOTIENT: put_binary(t, node, "/", PRODUCT, FACTOR); break;
  case TMD_NODE_POWER:
    put_operand(t, node->left, PRIMARY), put(t, "^"), put_rational(t, node->value);
    break;
  case TMD_NODE_EXPONENTIAL: put_binary(t, node, "^", PRIMARY, FACTOR); break;
  case TMD_NODE_MINIMUM: put(t, "min("), put_arguments(t, node, node->kind), put(t, ")"); break;
  case TMD_NODE_MAXIMUM: put(t, "max("), put_arguments(t, node, node->kind), put(t, ")"); break;
  case TMD_NODE_PIECEWISE: put_choice(t, node); break;
  case TMD_NODE_ABSOLUTE: put_call(t, "abs", node->left); break;
  case TMD_NODE_APPLY: put_call(t, node->function->name, node->left); break;
  case TMD_NODE_NAMED:
    if (node->right) put_call_of_two(t, node->named->name, node);
    else put_call(t, node->named->name, node->left);
    break;
  case TMD_NODE_FAMILY: put_call_of_two(t, node->family->name, node); break;
  case TMD_NODE_EITHER: put_node(t, node->left); break; /* never parsed */
  }
}

int tmd_node_print(char text[TMD_FUNCTION_MAX_BYTES], const struct tmd_node *node) {
  struct text t = {.bytes = text};
  *text = 0;
  put_node(&t, node);
  return t.full ? tmd_error(TMD_USAGE, "an expression of more than %d characters",
                            TMD_FUNCTION_MAX_BYTES - 1)
                : 0;
}

int tmd_node_print_row(char text[TMD_FUNCTION_MAX_BYTES], const struct tmd_node *node,
                       const fmpq_t y) {
  struct text t = {.bytes = text, .y = y};
  *text = 0;
  put_node(&t, node);
  return !t.full;
}
