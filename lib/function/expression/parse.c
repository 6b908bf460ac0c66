/* Text to tree. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "formats/tmd-stream.h"
#include "lib/base/error.h"
#include "lib/function/expression/node.h"

enum {
  DEPTH_MAX = 100,
  DIGITS_MAX = 1000,
  EXPONENT_MAX = 20000,        /* of a number: 10^4932 and 2^-16494 are in formats */
  SHOWN_BEFORE = 60, SHOWN = 100 /* of a long expression, around the caret */
};

struct parser {
  const char *text, *at;
  int depth;
};

/* Returns NULL. */
static struct tmd_node *refuse(const struct parser *p, const char *at, const char *what) {
  char part[SHOWN + 1];
  const size_t column = (size_t)(at - p->text), from = column > SHOWN_BEFORE ? column - SHOWN_BEFORE : 0;
  size_t bytes = 0;
  for (const char *c = p->text + from; *c && bytes < SHOWN; c++) part[bytes++] = isprint((unsigned char)*c) ? *c : ' ';
  part[bytes] = 0;
  const char *before = from ? "..." : "", *after = p->text[from + bytes] ? "..." : "";
  tmd_error(TMD_USAGE, "column %zu: %s\n%s%s%s\n%*s^", column + 1, what, before, part, after,
            (int)(column - from + strlen(before)), "");
  return NULL;
}

/* The table's message about a name, without a column of its own. */
static struct tmd_node *refuse_name(const struct parser *p, const char *at) {
  char why[200];
  snprintf(why, sizeof why, "%s", tmd_error_text());
  why[strcspn(why, "\n")] = 0;
  const char *colon = strncmp(why, "column ", 7) ? NULL : strstr(why, ": ");
  return refuse(p, at, colon ? colon + 2 : why);
}

/* The next character that is no blank; blanks are skipped. */
static int peek(struct parser *p) {
  while (isspace((unsigned char)*p->at)) p->at++;
  return (unsigned char)*p->at;
}

static int accept(struct parser *p, int c) {
  if (peek(p) != c) return 0;
  p->at++;
  return 1;
}

/* Digits with at most one point: mantissa, and how many stand behind the point. Returns how many there are. */
static int parse_digits(struct parser *p, fmpz_t mantissa, int hex, long *fraction) {
  int digits = 0, point = 0;
  for (;; p->at++) {
    const int c = (unsigned char)*p->at;
    if (c == '.' && !point) {
      point = 1;
    } else if (hex ? isxdigit(c) : isdigit(c)) {
      fmpz_mul_ui(mantissa, mantissa, hex ? 16 : 10);
      fmpz_add_ui(mantissa, mantissa, (ulong)(isdigit(c) ? c - '0' : tolower(c) - 'a' + 10));
      *fraction += point;
      digits++;
    } else {
      return digits;
    }
  }
}

static struct tmd_node *parse_number(struct parser *p) {
  const char *start = p->at;
  const int hex = start[0] == '0' && tolower((unsigned char)start[1]) == 'x';
  long fraction = 0, exponent = 0;
  fmpz_t mantissa;
  if (hex) p->at += 2;
  fmpz_init(mantissa);
  const int digits = parse_digits(p, mantissa, hex, &fraction);
  int ok = digits > 0 && digits <= DIGITS_MAX;
  if (ok && tolower((unsigned char)*p->at) == (hex ? 'p' : 'e')) {
    const char *digit = p->at + 1 + (p->at[1] == '-' || p->at[1] == '+');
    char *end = NULL;
    ok = isdigit((unsigned char)*digit);
    if (ok) exponent = strtol(p->at + 1, &end, 10);
    if (ok) p->at = end;
  }
  ok = ok && *p->at != '.';
  const int near = -EXPONENT_MAX <= exponent && exponent <= EXPONENT_MAX;
  struct tmd_node *node = ok && near ? tmd_node_make(TMD_NODE_CONSTANT, NULL, NULL) : NULL;
  if (node) {
    fmpq_t base;
    fmpq_init(base);
    fmpq_set_si(base, hex ? 2 : 10, 1);
    fmpq_pow_si(base, base, hex ? exponent - 4 * fraction : exponent - fraction);
    fmpq_mul_fmpz(node->value, base, mantissa);
    fmpq_clear(base);
  }
  fmpz_clear(mantissa);
  if (node) return node;
  if (ok) return refuse(p, start, "a number with an exponent beyond 20000");
  return refuse(p, start, digits > DIGITS_MAX ? "a number of more than 1000 digits" : "not a number");
}

static struct tmd_node *parse_sum(struct parser *p);
static struct tmd_node *parse_factor(struct parser *p);

static struct tmd_node *expect_closing(struct parser *p, struct tmd_node *node) {
  if (node && accept(p, ')')) return node;
  if (node) refuse(p, p->at, *p->at ? "expected an operator or ')'" : "expected ')'");
  tmd_node_release(node);
  return NULL;
}

/* The integer behind the comma of NAME(sum, integer), as text. */
static int parse_parameter(struct parser *p, char *text, size_t bytes) {
  size_t length = 0;
  peek(p);
  const char *start = p->at;
  if (*p->at == '-') p->at++;
  while (isdigit((unsigned char)*p->at)) p->at++;
  length = (size_t)(p->at - start);
  if (length >= bytes || !isdigit((unsigned char)p->at[-1])) return refuse(p, start, "expected an integer") != NULL;
  memcpy(text, start, length);
  text[length] = 0;
  return 1;
}

/* NAME( was read. */
static struct tmd_node *parse_application(struct parser *p, const char *start, const char *name) {
  char full[96], parameter[24];
  struct tmd_node *argument = parse_sum(p);
  const struct tmd_function *function;
  if (!argument) return NULL;
  if (!strcmp(name, "abs")) {
    argument = expect_closing(p, argument);
    return argument ? tmd_node_make(TMD_NODE_ABSOLUTE, argument, NULL) : NULL;
  }
  snprintf(full, sizeof full, "%s", name);
  if (accept(p, ',')) {
    if (!parse_parameter(p, parameter, sizeof parameter)) {
      tmd_node_release(argument);
      return NULL;
    }
    snprintf(full, sizeof full, "%s(%s)", name, parameter);
  }
  if (!(argument = expect_closing(p, argument))) return NULL;
  if (!(function = tmd_function_find(full))) {
    tmd_node_release(argument);
    return refuse_name(p, start);
  }
  if (function->expression) { /* sin(x, 2): the text "sin(2)" is an expression */
    tmd_node_release(argument);
    return refuse(p, start, "a function without a parameter");
  }
  struct tmd_node *node = tmd_node_make(TMD_NODE_APPLY, argument, NULL);
  node->function = function;
  return node;
}

static struct tmd_node *parse_word(struct parser *p) {
  const char *start = p->at;
  char name[64];
  while (isalnum((unsigned char)*p->at) || *p->at == '_') p->at++;
  const size_t bytes = (size_t)(p->at - start);
  if (bytes >= sizeof name) return refuse(p, start, "no function has so long a name");
  memcpy(name, start, bytes);
  name[bytes] = 0;
  if (!strcmp(name, "x")) return tmd_node_make(TMD_NODE_VARIABLE, NULL, NULL);
  if (!strcmp(name, "pi")) return tmd_node_make(TMD_NODE_PI, NULL, NULL);
  if (!strcmp(name, "e")) return tmd_node_make(TMD_NODE_E, NULL, NULL);
  if (accept(p, '(')) return parse_application(p, start, name);
  return refuse(p, start, "neither x, pi, e nor a function with its argument in parentheses");
}

static struct tmd_node *parse_primary(struct parser *p) {
  const int c = peek(p);
  if (isdigit(c) || c == '.') return parse_number(p);
  if (isalpha(c)) return parse_word(p);
  if (accept(p, '(')) return expect_closing(p, parse_sum(p));
  return refuse(p, p->at,
                c ? "expected a number, x, a function or '('" : "expected a number, x, a function or '(' here at the end");
}

static struct tmd_node *parse_power(struct parser *p) {
  struct tmd_node *base = parse_primary(p);
  if (!base || !accept(p, '^')) return base;
  peek(p);
  const char *start = p->at;
  struct tmd_node *exponent = parse_factor(p);
  fmpq_t value;
  fmpq_init(value);
  const int rational = exponent && tmd_node_constant(exponent, value);
  const int small = rational && fmpz_cmpabs(fmpq_numref(value), (fmpz[]){TMD_NODE_POWER_MAX}) <= 0 &&
                    fmpz_cmp_si(fmpq_denref(value), TMD_NODE_POWER_MAX) <= 0;
  struct tmd_node *node = small ? tmd_node_make(TMD_NODE_POWER, base, NULL) : NULL;
  if (small) fmpq_set(node->value, value);
  fmpq_clear(value);
  if (exponent && !small)
    refuse(p, start, rational ? "numerator or denominator above 65536" : "no rational number: a^b is written exp(b*log(a))");
  if (!small) tmd_node_release(base);
  tmd_node_release(exponent);
  return node;
}

static struct tmd_node *parse_factor(struct parser *p) {
  peek(p);
  if (++p->depth > DEPTH_MAX) return refuse(p, p->at, "nested too deeply");
  struct tmd_node *node;
  if (accept(p, '-'))
    node = (node = parse_factor(p)) ? tmd_node_make(TMD_NODE_NEGATIVE, node, NULL) : NULL;
  else
    node = parse_power(p);
  p->depth--;
  return node;
}

/* Operands joined by either of two operators, from the left. */
static struct tmd_node *parse_chain(struct parser *p, struct tmd_node *(*operand)(struct parser *), const char *operators,
                                    const enum tmd_node_kind *kinds) {
  struct tmd_node *left = operand(p);
  while (left) {
    const int c = peek(p), which = c && c == operators[0] ? 0 : c && c == operators[1] ? 1 : -1;
    if (which < 0) break;
    p->at++;
    struct tmd_node *right = operand(p);
    if (!right) tmd_node_release(left);
    left = right ? tmd_node_make(kinds[which], left, right) : NULL;
  }
  return left;
}

static struct tmd_node *parse_product(struct parser *p) {
  return parse_chain(p, parse_factor, "*/", (const enum tmd_node_kind[]){TMD_NODE_PRODUCT, TMD_NODE_QUOTIENT});
}

static struct tmd_node *parse_sum(struct parser *p) {
  return parse_chain(p, parse_product, "+-", (const enum tmd_node_kind[]){TMD_NODE_SUM, TMD_NODE_DIFFERENCE});
}

struct tmd_expression *tmd_expression_parse(const char *text) {
  struct parser p = {.text = text, .at = text};
  if (strlen(text) >= TMD_FUNCTION_MAX_BYTES) {
    tmd_error(TMD_USAGE, "an expression of more than %d characters", TMD_FUNCTION_MAX_BYTES - 1);
    return NULL;
  }
  struct tmd_node *written = parse_sum(&p);
  if (written && peek(&p)) {
    refuse(&p, p.at, *p.at == ')' ? "a ')' without its '('" : "expected an operator");
    tmd_node_release(written);
    written = NULL;
  }
  if (!written) return NULL;
  struct tmd_expression *expression = tmd_allocate(sizeof *expression);
  struct tmd_node *root = tmd_node_rewrite(written);
  *expression = (struct tmd_expression){
      .written = written, .root = root, .forms = tmd_node_has_forms(root), .analytic = tmd_node_analytic(root)};
  return expression;
}

void tmd_expression_clear(struct tmd_expression *expression) {
  tmd_node_release(expression->written);
  tmd_node_release(expression->root);
  free(expression);
}
