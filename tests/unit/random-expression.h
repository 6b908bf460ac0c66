/* Random expressions, for tests. */
#ifndef TMD_TEST_RANDOM_EXPRESSION_H
#define TMD_TEST_RANDOM_EXPRESSION_H

#include <stdio.h>
#include <string.h>

#include "tests/unit/random.h"

#define ANY(list) list[test_random() % (sizeof list / sizeof *list)]

/* Lists of words, a blank behind each. In a word A and C stand for parts of the next lower depth, B
   for one of any lower depth, D for a leaf; where one stands twice, much cancels. F to W stand for
   a word of that list. */
static const char *const words_of[128] = {
    ['F'] =
        "exp(A) exp2(A) exp10(A) expm1(A) exp2m1(A) exp10m1(A) log(A) log2(A) log10(A) log1p(A) "
        "log2p1(A) log10p1(A) sqrt(A) cbrt(A) rsqrt(A) sin(A) cos(A) tan(A) sinpi(A) cospi(A) "
        "tanpi(A) asin(A) acos(A) atan(A) asinpi(A) acospi(A) atanpi(A) sinh(A) cosh(A) tanh(A) "
        "asinh(A) acosh(A) atanh(A) erf(A) erfc(A) tgamma(A) lgamma(A) abs(A) abs(A) abs(A) -A -A ",
    ['M'] = "rootn(A,N) pown(A,N) compound(A,N) ",
    ['N'] = "2 3 4 5 -2 -3 -4 -5 ",
    ['O'] = "A+B A-B A*B A/B ",
    ['P'] = "A^2 A^3 A^-1 A^-2 A^0.5 A^(1/3) A^(-2/3) A^(5/2) A^0 A^7 ",
    ['Q'] = "1 2 3 0.1 1/3 0.75 pi e 10 1e-3 ",
    ['T'] = "B<D?A:C B<=D?A:C B>D?A:C B>=D?A:C B==D?A:C B!=D?A:C ",
    ['V'] = "exp(-x) exp(x) exp(-x^2) exp(x^2) exp(-2*x) erfc(x) erfc(-x) erf(x) tanh(x) cosh(x) "
            "x^2 1+exp(x) ",
    ['W'] = "min(A,B) max(A,B) pow(A,B) "};

/* CHOICES: with min, max, pow and tests; PARAMETERS: and with functions that have one, but without
   what vanishes or grows far out where x may stand. CANCELLING: the parts cancel more often. */
enum style { PLAIN, CHOICES, PARAMETERS, CANCELLING };
static const char *const leaves[] = {
    [PLAIN] = "x x x x x x Q Q V ",
    [CHOICES] = "x x x x x x Q Q V ",
    [PARAMETERS] = "x x Q ",
    [CANCELLING] =
        "x x x x x x 2 1/2 -1 1/3 9 pi x^2 1/x x^3 2*x x/2 x^2/4 1+x 1-x sqrt(x) sqrt(2) "
        "sqrt(2)^2 sqrt(2)*x x^70 x^-70 abs(x) exp(x) exp(-x) exp(2*x) exp(-x^2) exp(x^2) "
        "exp(-1/x) exp(exp(x)) exp(sqrt(2)*x) x*exp(x) 1+exp(-x) tanh(x) erfc(x) log(x) "};
static const char *const composed[] = {
    [PLAIN] = "F F F F P O O O O O ",
    [CHOICES] = "F F F F P T W O O O ",
    [PARAMETERS] = "F F F F F F F M P P T T W W O O O O O O ",
    [CANCELLING] =
        "A+B A+B A-B A-B A*B A*B A/B A/B min(A,B) max(A,B) A**B (A<B?B:A) (A<=B?A:x) -A A^2 A^3 "
        "A^-1 A^(1/2) A^(1/3) A^(-3/2) exp(A) exp(A) log(A) log(A) sqrt(A) tanh(A) erfc(A) "
        "expm1(A) log1p(A) A-A A/A (A+x)-A A*x-x*A A/(1+A) log(exp(A)+1)-A abs(A)-A "
        "exp(A)*exp(-A) erfc(A)*exp(A^2) erfc(A)*exp(B) erfc(A)*exp(B) (A^2)^(1/2)-A "
        "(A^3)^(1/3)-A sqrt(A^2+1)-A cosh(A)-sinh(A) A-A*(1+exp(-x)) A-1/x+exp(-A) "
        "exp(A)/(1+exp(A)) (1+A)/(1-A) 1/(1+1/A)-A tanh(A)-(1-2*exp(-2*A)) "
        "B+log(exp(A)+exp(-B)) "};

/* Appends any word of a list. */
static void any_word(char *text, const char *list, char (*part)[4096]) {
  const char *any = list;
  int n = 0;
  for (const char *word = list; *word; word = strchr(word, ' ') + 1)
    if (test_random() % (unsigned)++n == 0) any = word;
  for (; *any != ' '; any++) {
    char *end = text + strlen(text);
    if (*any >= 'A' && *any <= 'D') sprintf(end, "(%s)", part[*any - 'A']);
    else if (words_of[(unsigned)*any]) any_word(end, words_of[(unsigned)*any], part);
    else sprintf(end, "%c", *any);
  }
}

/* An expression of this depth. */
static void random_expression(char *text, int depth, enum style style) {
  char part[4][4096];
  if (style == CANCELLING && depth && test_random() % 4 == 0)
    style = (enum style)(test_random() % 2);
  for (int i = 0; depth && i < 4; i++) {
    const int lower[] = {depth - 1, (int)(test_random() % (unsigned)depth), depth - 1, 0};
    random_expression(part[i], lower[i], style);
    if (style == CANCELLING && strlen(part[i]) > 100) random_expression(part[i], 0, style);
  }
  *text = 0;
  any_word(text, (depth ? composed : leaves)[style], part);
}

#endif
