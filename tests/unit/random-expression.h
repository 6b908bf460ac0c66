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

/* Lists of words, a blank behind each. Parts stand for A and B: where one stands twice, much
   cancels. */
static const char cancelling_leaves[] =
    "x x x x x x 2 1/2 -1 1/3 9 pi x^2 1/x x^3 2*x x/2 x^2/4 1+x 1-x sqrt(x) sqrt(2) sqrt(2)^2 "
    "sqrt(2)*x x^70 x^-70 abs(x) exp(x) exp(-x) exp(2*x) exp(-x^2) exp(x^2) exp(-1/x) exp(exp(x)) "
    "exp(sqrt(2)*x) x*exp(x) 1+exp(-x) tanh(x) erfc(x) log(x) ";
static const char cancelling_shapes[] =
    "A+B A+B A-B A-B A*B A*B A/B A/B min(A,B) max(A,B) A**B (A<B?B:A) (A<=B?A:x) -A A^2 A^3 A^-1 "
    "A^(1/2) A^(1/3) A^(-3/2) exp(A) exp(A) log(A) log(A) sqrt(A) tanh(A) erfc(A) expm1(A) "
    "log1p(A) A-A A/A (A+x)-A A*x-x*A A/(1+A) log(exp(A)+1)-A abs(A)-A exp(A)*exp(-A) "
    "erfc(A)*exp(A^2) erfc(A)*exp(B) erfc(A)*exp(B) (A^2)^(1/2)-A (A^3)^(1/3)-A sqrt(A^2+1)-A "
    "cosh(A)-sinh(A) A-A*(1+exp(-x)) A-1/x+exp(-A) exp(A)/(1+exp(A)) (1+A)/(1-A) 1/(1+1/A)-A "
    "tanh(A)-(1-2*exp(-2*A)) B+log(exp(A)+exp(-B)) ";

/* Any word of a list. */
__attribute__((unused)) static const char *any_word(const char *list) {
  const char *any = list;
  int n = 0;
  for (const char *word = list; *word; word = strchr(word, ' ') + 1)
    if (test_random() % (unsigned)++n == 0) any = word;
  return any;
}

/* An expression of this depth whose parts cancel more often than random ones do. */
__attribute__((unused)) static void cancelling_expression(char *to, int depth) {
  char part[2][4096];
  *to = 0;
  if (depth && test_random() % 4 == 0)
    return random_expression(to, depth, (int)(test_random() % 2));
  for (int i = 0; depth && i < 2; i++) {
    cancelling_expression(part[i], i ? (int)(test_random() % (unsigned)depth) : depth - 1);
    if (strlen(part[i]) > 100) cancelling_expression(part[i], 0);
  }
  for (const char *s = any_word(depth ? cancelling_shapes : cancelling_leaves); *s != ' '; s++)
    to += *s == 'A' || *s == 'B' ? sprintf(to, "(%s)", part[*s - 'A']) : sprintf(to, "%c", *s);
}

#endif
