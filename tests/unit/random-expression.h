/* Random expressions, for tests. */
#ifndef TMD_TEST_RANDOM_EXPRESSION_H
#define TMD_TEST_RANDOM_EXPRESSION_H

#include <stdio.h>
#include <string.h>

#include "tests/unit/random.h"

static const char *const applied[] = {
    "exp",    "exp2",    "exp10", "expm1", "exp2m1", "exp10m1", "log",   "log2", "log10", "log1p",
    "log2p1", "log10p1", "sqrt",  "cbrt",  "rsqrt",  "sin",     "cos",   "tan",  "sinpi", "cospi",
    "tanpi",  "asin",    "acos",  "atan",  "asinpi", "acospi",  "sinh",  "cosh", "tanh",  "atanpi",
    "asinh",  "acosh",   "atanh", "erf",   "erfc",   "tgamma",  "lgamma"};
static const char *const unary[] = {"abs", "-"};
static const char *const members[] = {"rootn", "pown", "compound"};
static const char *const powers[] = {"2",     "3",      "-1",    "-2", "0.5",
                                     "(1/3)", "(-2/3)", "(5/2)", "0",  "7"};
static const char *const relations[] = {"<", "<=", ">", ">=", "==", "!="};
static const char *const pairs[] = {"min(", "max(", "pow("};
static const char *const numbers[] = {"1", "2", "3", "0.1", "1/3", "0.75", "pi", "e", "10", "1e-3"};
static const char *const tails[] = {"exp(-x)",   "exp(x)",  "exp(-x^2)", "exp(x^2)",
                                    "exp(-2*x)", "erfc(x)", "erfc(-x)",  "erf(x)",
                                    "tanh(x)",   "cosh(x)", "x^2",       "1+exp(x)"};
#define ANY(list) list[test_random() % (sizeof list / sizeof *list)]

/* Appends an expression of this depth; choices: 1: with min, max, pow and tests; 2: and functions
   with a parameter. Below 2 what vanishes or grows far out may stand where x may. */
__attribute__((unused)) static void random_expression(char *text, int depth, int choices) {
  char *end = text + strlen(text);
  const unsigned any = (unsigned)(test_random() % 10),
                 kind = choices || (any != 5 && any != 6) ? any : 9;
  if (depth == 0) {
    const unsigned leaf = (unsigned)(test_random() % 9);
    if (leaf < 6) strcpy(end, "x");
    else sprintf(end, "(%s)", leaf < 8 || choices > 1 ? ANY(numbers) : ANY(tails));
  } else if (kind < 4) {
    if (test_random() % 8 || choices < 2) {
      sprintf(end, "%s(", test_random() % 8 ? ANY(applied) : ANY(unary));
      random_expression(text, depth - 1, choices);
      strcat(text, ")");
    } else {
      sprintf(end, "%s(", ANY(members));
      random_expression(text, depth - 1, choices);
      sprintf(text + strlen(text), ",%d)",
              (int)(test_random() % 4) + 2 - 7 * (int)(test_random() % 2));
    }
  } else if (kind == 4) {
    strcpy(end, "(");
    random_expression(text, depth - 1, choices);
    sprintf(text + strlen(text), ")^%s", ANY(powers));
  } else if (kind == 5) {
    strcpy(end, "(");
    random_expression(text, (int)(test_random() % (unsigned)depth), choices);
    strcat(text, ANY(relations));
    random_expression(text, 0, choices);
    strcat(text, "?");
    random_expression(text, depth - 1, choices);
    strcat(text, ":");
    random_expression(text, depth - 1, choices);
    strcat(text, ")");
  } else if (kind == 6) {
    strcpy(end, ANY(pairs));
    random_expression(text, depth - 1, choices);
    strcat(text, ",");
    random_expression(text, (int)(test_random() % (unsigned)depth), choices);
    strcat(text, ")");
  } else {
    strcpy(end, "(");
    random_expression(text, depth - 1, choices);
    sprintf(text + strlen(text), "%c", "+-*/"[test_random() % 4]);
    random_expression(text, (int)(test_random() % (unsigned)depth), choices);
    strcat(text, ")");
  }
}

#endif
