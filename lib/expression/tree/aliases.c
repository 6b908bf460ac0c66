#include "lib/expression/tree/aliases.h"

#include <math.h>
#include <string.h>

/* In forms without cancellation: 1 + erf(t) is erfc(-t), 1 + tanh(t) is 2/(1 + exp(-2 t)), and with
   w = exp(x), tanh(log(1 + w)) = ((1 + w)^2 - 1)/((1 + w)^2 + 1) = 1/(1 + 2/(w (w +
   2))). */
static const struct tmd_named table[] = {
    {"ln", "log(x)", .at_infinity = {NAN, INFINITY}},
    {"sigmoid", "1/(1+exp(-x))", .at_infinity = {0, 1}},
    {"logistic", "sigmoid(x)", .at_infinity = {0, 1}},
    {"softplus", "log(1+exp(x))", .at_infinity = {0, INFINITY}},
    {"silu", "x/(1+exp(-x))", .at_infinity = {-0.0, INFINITY}},
    {"swish", "silu(x)", .at_infinity = {-0.0, INFINITY}},
    {"relu", "max(x,0)", .at_infinity = {0, INFINITY}},
    {"gelu", "x/2*erfc(-x/sqrt(2))", .at_infinity = {-0.0, INFINITY}},
    {"gelu_tanh", "x/(1+exp(-2*sqrt(2/pi)*(x+0.044715*x^3)))", .at_infinity = {-0.0, INFINITY}},
    {"mish", "x/(1+2/(exp(x)*(exp(x)+2)))", .at_infinity = {-0.0, INFINITY}},
    {"sinc", "x==0?1:sin(x)/x", .at_infinity = {0, 0}},
};

/* atan2(a, b) is the angle of the point (b, a), as in C. Each branch is accurate where it is taken:
   a/b is small only where the angle is, or is next to pi; x/y has no value at (0, 0). powr is
   exp(y log x). */
static const struct tmd_named of_two[] = {
    {"hypot", "sqrt(x^2+y^2)", .of_two = "hypot(x,y)"},
    {"atan2", "y>0?atan(x/y):y<0?x<0?atan(x/y)-pi:atan(x/y)+pi:x>0?pi/2:x<0?-pi/2:x/y",
     .of_two = "atan2(y,x)"},
    {"atan2pi", "y>0?atanpi(x/y):y<0?x<0?atanpi(x/y)-1:atanpi(x/y)+1:x>0?1/2:x<0?-1/2:x/y",
     .of_two = "atan2pi(y,x)"},
    {"powr", "x>0?x^y:y>0?sqrt(x):log(x)", .of_two = "powr(x,y)", .by_fraction = "x^y"},
};
enum { OF_TWO = sizeof of_two / sizeof *of_two };

const struct tmd_named *tmd_named_of_two(int i) { return i >= 0 && i < OF_TWO ? of_two + i : NULL; }

const struct tmd_named *tmd_named_entry(int i) {
  return i >= 0 && (size_t)i < sizeof table / sizeof *table ? table + i : NULL;
}

const struct tmd_named *tmd_named_find(const char *name) {
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (!strcmp(table[i].name, name)) return table + i;
  for (int i = 0; i < OF_TWO; i++)
    if (!strcmp(of_two[i].name, name)) return of_two + i;
  return NULL;
}
