/* Text to tree. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "formats/tmd-stream.h"
#include "lib/base/error.h"
#include "lib/base/printable.h"
#include "lib/expression/tree/node.h"

enum {
  DEPTH_MAX = 100,
  TESTS_MAX = 8, /* nesting depth: each may be parsed twice */
  SHOWN_BEFORE = 60,
  SHOWN = 100 /* of a long expression, around the caret */
};

/* Of words and numbers. */
static const char in_words[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";

struct parser {
  const char *text, *at;
  int depth;
};

/* Returns NULL. */
static struct tmd_node *refuse(const struct parser *p, const char *at, const char *what) {
  char part[SHOWN + 1];
  const size_t column = (size_t)(at - p->text),
               from = column > SHOWN_BEFORE ? column - SHOWN_BEFORE : 0;
  const size_t bytes = strnlen(p->text + from, SHOWN);
  memcpy(part, p->text + from, bytes);
  part[bytes] = 0;
  tmd_printable(part, 0);
  const char *before = from ? "..." : "", *after = p->text[from + bytes] ? "..." : "";
  tmd_error(TMD_USAGE, "column %zu: %s\n%s%s%s\n%*s^", column + 1, what, before, part, after,
            (int)(column - from + strlen(before)), "");
  return NULL;
}

/* Skips blanks; the next character. */
static int peek(struct parser *p) {
  while (isspace((unsigned char)*p->at)) p->at++;
  return (unsigned char)*p->at;
}

static int accept(struct parser *p, int c) {
  if (peek(p) != c) return 0;
  p->at++;
  return 1;
}

static struct tmd_node *parse_number(struct parser *p) {
  const char *start = p->at;
  struct tmd_node *node = tmd_node_make(TMD_NODE_CONSTANT, NULL, NULL);
  const char *wrong = tmd_node_number(node->value, &p->at);
  if (!wrong) return node;
  tmd_node_release(node);
  return refuse(p, start, wrong);
}

static struct tmd_node *parse_choice(struct parser *p);
static struct tmd_node *parse_factor(struct parser *p);

/* A node of two operands, which it owns; NULL if one of them is. */
static struct tmd_node *join(enum tmd_node_kind kind, struct tmd_node *left,
                             struct tmd_node *right) {
  if (left && right) return tmd_node_make(kind, left, right);
  tmd_node_release(left);
  tmd_node_release(right);
  return NULL;
}

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
  if (length >= bytes || !isdigit((unsigned char)p->at[-1]))
    return refuse(p, start, "expected an integer") != NULL;
  memcpy(text, start, length);
  text[length] = 0;
  return 1;
}

/* ---- Functions ---- */

/* The comma between two arguments. */
static int expect_comma(struct parser *p) {
  return accept(p, ',') ||
         refuse(p, p->at, *p->at ? "expected an operator or ','" : "expected ','") != NULL;
}

/* base^exponent; takes ownership of both, and passes NULL on. `at`: position of the exponent. */
static struct tmd_node *make_power(struct parser *p, struct tmd_node *base,
                                   struct tmd_node *exponent, const char *at) {
  struct tmd_node *defined = exponent ? tmd_node_define(exponent) : NULL, *node = NULL;
  fmpq_t value;
  fmpq_init(value);
  const int constant = defined && tmd_node_constant(defined, value);
  if (defined && (!constant || tmd_node_is_small(value)))
    node = tmd_node_raise(base, exponent, constant ? value : NULL);
  else tmd_node_release(base), tmd_node_release(exponent);
  if (defined && !node) refuse(p, at, "numerator or denominator above 65536");
  tmd_node_release(defined);
  fmpq_clear(value);
  return node;
}

/* After "pow(base". */
static struct tmd_node *parse_pow(struct parser *p, struct tmd_node *base) {
  if (!expect_comma(p)) return join(TMD_NODE_POWER, base, NULL);
  peek(p);
  const char *at = p->at;
  return make_power(p, base, expect_closing(p, parse_choice(p)), at);
}

/* After "min(first" or "max(first". */
static struct tmd_node *parse_extreme(struct parser *p, struct tmd_node *first,
                                      enum tmd_node_kind kind) {
  struct tmd_node *node = first;
  if (!expect_comma(p)) return join(kind, node, NULL);
  do node = join(kind, node, parse_choice(p));
  while (node && accept(p, ','));
  return expect_closing(p, node);
}

/* After "NAME(first" of two arguments. */
static struct tmd_node *parse_named_of_two(struct parser *p, const struct tmd_named *named,
                                           struct tmd_node *first) {
  if (!expect_comma(p)) return join(TMD_NODE_NAMED, first, NULL);
  struct tmd_node *node = join(TMD_NODE_NAMED, first, expect_closing(p, parse_choice(p)));
  if (node) node->named = named;
  return node;
}

/* The family of this name; NULL. */
static const struct tmd_family *family_of(const char *name) {
  const struct tmd_family *family;
  int i = 0;
  while ((family = tmd_function_family(i)) && strcmp(family->name, name)) i++;
  return family;
}

/* 1 if the word y stands before the parenthesis that closes the argument at p->at. */
static int argument_has_y(const struct parser *p) {
  int depth = 0;
  for (const char *at = p->at; *at && depth >= 0; at++) {
    const size_t word = strspn(at, in_words);
    if (word == 1 && *at == 'y') return 1;
    if (word > 1) at += word - 1;
    depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
  }
  return 0;
}

/* After "NAME(argument,": a parameter with y. */
static struct tmd_node *parse_family(struct parser *p, const char *name,
                                     struct tmd_node *argument) {
  peek(p);
  const char *at = p->at;
  struct tmd_node *parameter = parse_choice(p);
  if (tmd_node_has(parameter, TMD_NODE_VARIABLE)) {
    tmd_node_release(parameter);
    parameter = refuse(p, at, "a parameter is an integer, or an expression in y");
  }
  struct tmd_node *node = join(TMD_NODE_FAMILY, argument, expect_closing(p, parameter));
  if (node) node->family = family_of(strcmp(name, "compoundn") ? name : "compound");
  return node;
}

/* A function of the table or a family; the name begins at `start`, the parameter may be empty. */
static struct tmd_node *make_table(struct parser *p, const char *start, const char *name,
                                   const char *parameter, struct tmd_node *argument) {
  char what[200];
  snprintf(what, sizeof what, *parameter && family_of(name) ? "%s(%s)" : "%s", name, parameter);
  const struct tmd_function *function =
      tmd_function_is_listed(what) ? tmd_function_find(what) : tmd_function_unknown(what);
  if (function && (!*parameter || family_of(name))) return tmd_node_apply(function, argument);
  tmd_node_release(argument);
  snprintf(what, sizeof what, "%s", function ? "a function without a parameter" : tmd_error_text());
  return refuse(p, start, what);
}

/* After "NAME(". */
static struct tmd_node *parse_application(struct parser *p, const char *start, const char *name) {
  char parameter[24] = "";
  const struct tmd_named *named = tmd_named_find(name);
  struct tmd_node *argument = parse_choice(p);
  if (!argument) return NULL;
  if (!strcmp(name, "pow")) return parse_pow(p, argument);
  if (!strcmp(name, "min") || !strcmp(name, "max"))
    return parse_extreme(p, argument, name[1] == 'i' ? TMD_NODE_MINIMUM : TMD_NODE_MAXIMUM);
  if (named && named->of_two) return parse_named_of_two(p, named, argument);
  if (!named && strcmp(name, "abs") && accept(p, ',')) {
    if ((family_of(name) || !strcmp(name, "compoundn")) && argument_has_y(p))
      return parse_family(p, name, argument);
    if (!parse_parameter(p, parameter, sizeof parameter)) {
      tmd_node_release(argument);
      return NULL;
    }
  }
  if (!(argument = expect_closing(p, argument))) return NULL;
  if (named) return tmd_node_of_named(named, argument);
  return strcmp(name, "abs") ? make_table(p, start, name, parameter, argument)
                             : tmd_node_make(TMD_NODE_ABSOLUTE, argument, NULL);
}

/* Refuses a word that is not followed by a parenthesis. */
static struct tmd_node *refuse_word(struct parser *p, const char *start, const char *name) {
  char what[200], suggestion[TMD_SUGGESTION_BYTES];
  const struct tmd_named *named = tmd_named_find(name);
  if (tmd_function_is_name(name)) {
    const int argument = (int)strspn(p->at, in_words);
    snprintf(what, sizeof what, "a function without parentheses: did you mean %s(%.*s%s)?", name,
             argument ? argument : 1, argument ? p->at : "x", named && named->of_two ? ",y" : "");
  } else {
    tmd_function_suggest(suggestion, name);
    snprintf(what, sizeof what,
             "neither x, pi, e nor a function with its argument in parentheses%s", suggestion);
  }
  return refuse(p, start, what);
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
  if (!strcmp(name, "y")) return tmd_node_make(TMD_NODE_SECOND, NULL, NULL);
  if (!strcmp(name, "pi")) return tmd_node_make(TMD_NODE_PI, NULL, NULL);
  if (!strcmp(name, "e")) return tmd_node_make(TMD_NODE_E, NULL, NULL);
  if (accept(p, '(')) return parse_application(p, start, name);
  return refuse_word(p, start, name);
}

/* ---- Operators ---- */

static struct tmd_node *parse_primary(struct parser *p) {
  const int c = peek(p);
  if (isdigit(c) || c == '.') return parse_number(p);
  if (isalpha(c)) return parse_word(p);
  if (accept(p, '(')) return expect_closing(p, parse_choice(p));
  return refuse(p, p->at,
                c ? "expected a number, x, a function or '('"
                  : "expected a number, x, a function or '(' here at the end");
}

static struct tmd_node *parse_power(struct parser *p) {
  struct tmd_node *base = parse_primary(p);
  if (!base) return NULL;
  const int c = peek(p);
  if (c != '^' && !(c == '*' && p->at[1] == '*')) return base;
  p->at += c == '^' ? 1 : 2;
  peek(p);
  const char *at = p->at;
  return make_power(p, base, parse_factor(p), at);
}

static struct tmd_node *parse_factor(struct parser *p) {
  peek(p);
  if (++p->depth > DEPTH_MAX) return refuse(p, p->at, "nested too deeply");
  struct tmd_node *node;
  if (accept(p, '-'))
    node = (node = parse_factor(p)) ? tmd_node_make(TMD_NODE_NEGATIVE, node, NULL) : NULL;
  else node = parse_power(p);
  p->depth--;
  return node;
}

/* Operands joined by either of two operators, from the left. */
static struct tmd_node *parse_chain(struct parser *p, struct tmd_node *(*operand)(struct parser *),
                                    const char *operators, const enum tmd_node_kind *kinds) {
  struct tmd_node *left = operand(p);
  while (left) {
    const int c = peek(p), which = c && c == operators[0] ? 0 : c && c == operators[1] ? 1 : -1;
    if (which < 0) break;
    p->at++;
    left = join(kinds[which], left, operand(p));
  }
  return left;
}

static struct tmd_node *parse_product(struct parser *p) {
  return parse_chain(p, parse_factor, "*/",
                     (const enum tmd_node_kind[]){TMD_NODE_PRODUCT, TMD_NODE_QUOTIENT});
}

static struct tmd_node *parse_sum(struct parser *p) {
  return parse_chain(p, parse_product, "+-",
                     (const enum tmd_node_kind[]){TMD_NODE_SUM, TMD_NODE_DIFFERENCE});
}

/* ---- Choices ---- */

static const struct {
  const char *text;
  int signs;
} relations[] = {
    {"<=", TMD_SIGNS_NEGATIVE | TMD_SIGNS_ZERO},     {"<", TMD_SIGNS_NEGATIVE},
    {">=", TMD_SIGNS_ZERO | TMD_SIGNS_POSITIVE},     {">", TMD_SIGNS_POSITIVE},
    {"!=", TMD_SIGNS_NEGATIVE | TMD_SIGNS_POSITIVE}, {"==", TMD_SIGNS_ZERO},
};
enum { RELATIONS = sizeof relations / sizeof *relations };

const char *tmd_node_relation(int signs) {
  int i = 0;
  while (i < RELATIONS - 1 && relations[i].signs != signs) i++;
  return relations[i].text;
}

/* The signs of the difference for which the relation holds; 0 if no relation follows. */
static int accept_relation(struct parser *p) {
  peek(p);
  for (int i = 0; i < RELATIONS; i++)
    if (!strncmp(p->at, relations[i].text, strlen(relations[i].text))) {
      p->at += strlen(relations[i].text);
      return relations[i].signs;
    }
  return 0;
}

/* The two branches of a test that begins at `start`. */
static struct tmd_node *parse_branches(struct parser *p, const char *start, struct tmd_node *test,
                                       int signs) {
  struct tmd_node *node = tmd_node_make(TMD_NODE_PIECEWISE, NULL, NULL);
  node->test = test;
  node->signs = signs;
  if (!accept(p, '?')) refuse(p, p->at, "expected '?' after a comparison: x < 0 ? a : b");
  else if (!(node->left = parse_choice(p))) {
  } else if (!accept(p, ':')) refuse(p, p->at, "expected ':' and the other value: x < 0 ? a : b");
  else if (!(node->right = parse_choice(p))) {
  } else if (tmd_node_tests_deep(node) > TESTS_MAX) refuse(p, start, "comparisons nested too deep");
  else return node;
  tmd_node_release(node);
  return NULL;
}

static struct tmd_node *parse_choice(struct parser *p) {
  peek(p);
  const char *start = p->at;
  struct tmd_node *left = parse_sum(p), *right;
  if (!left) return NULL;
  const int signs = accept_relation(p);
  if (!signs && *p->at != '?') return left;
  if (!signs) refuse(p, p->at, "expected a comparison before '?': x < 0 ? a : b");
  if (signs && (right = parse_sum(p)))
    return parse_branches(p, start, tmd_node_make(TMD_NODE_DIFFERENCE, left, right), signs);
  tmd_node_release(left);
  return NULL;
}

/* Refuses text behind a complete expression. */
static void refuse_rest(struct parser *p) {
  char what[200];
  const char *at = p->at;
  const int word = (int)strspn(at, in_words);
  while (at > p->text && isspace((unsigned char)at[-1])) at--;
  const char *before = at;
  while (before > p->text && (isalnum((unsigned char)before[-1]) || strchr("._", before[-1])))
    before--;
  if (*p->at == ')') refuse(p, p->at, "a ')' without its '('");
  else if (before == at || (!word && *p->at != '(') || isdigit((unsigned char)*p->at))
    refuse(p, p->at, "expected an operator");
  else {
    snprintf(what, sizeof what, "expected an operator: did you mean %.*s*%.*s%s?",
             (int)(at - before), before, word ? word : 1, p->at,
             word && p->at[word] == '(' ? "(...)"
             : word                     ? ""
                                        : "...)");
    refuse(p, p->at, what);
  }
}

struct tmd_node *tmd_node_parse(const char *text) {
  struct parser p = {.text = text, .at = text};
  if (strlen(text) >= TMD_FUNCTION_MAX_BYTES) {
    tmd_error(TMD_USAGE, "an expression of more than %d characters", TMD_FUNCTION_MAX_BYTES - 1);
    return NULL;
  }
  struct tmd_node *node = parse_choice(&p);
  if (!node || !peek(&p)) return node;
  refuse_rest(&p);
  tmd_node_release(node);
  return NULL;
}
