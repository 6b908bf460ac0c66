/* The table of functions: the one place that knows them.

   To add a function: write its series (or compose one) in series.c and add its entry in function.c. Everything else (cells,
   regions, polynomials, confirmation) is derived from the entry. Families of functions have an integer parameter: rootn(3). */
#ifndef TMD_FUNCTION_H
#define TMD_FUNCTION_H

#include "lib/base/symmetry.h"
#include "lib/function/expression/expression.h"
#include "lib/function/series.h"

enum tmd_model {
  TMD_MODEL_NONE,
  TMD_MODEL_CONSTANT, /* f(0) = 1: f(x) ~ 1 near 0 */
  TMD_MODEL_IDENTITY  /* f(0) = 0, f'(0) = 1: f(x) ~ x near 0 */
};

/* What a theorem says of all multiples of 2^unit but 0, on one side of it. */
enum tmd_theorem {
  TMD_THEOREM_NONE,
  TMD_THEOREM_EXACT,  /* f is 0, 1, -1 or has a pole */
  TMD_THEOREM_OUTSIDE /* f has a pole */
};

struct tmd_function {
  const char *name;
  tmd_series *series;

  /* Correctly rounded value; the ternary value 0 means that f(x) equals it. NaN or a division by zero: f is not defined. */
  int (*mpfr)(mpfr_t y, const mpfr_t x, mpfr_rnd_t round);

  /* Domain of definition: between least and greatest, which belong to it iff closed; less poles (also 0), as `mpfr` has them. */
  double least, greatest;
  int least_closed, greatest_closed;
  const char *poles; /* in words, for lists; NULL: none */
  enum tmd_symmetry symmetry; /* a theorem; of expressions, by their form */

  int monotone; /* f is monotone on each side of 0 (a theorem), so that end points tell all */
  enum tmd_model model;

  /* Which arguments have exact values or midpoints, and why no others. */
  const char *exact;

  double rises_from; /* not monotone: but rising from here on (a theorem), if > 0 */
  enum tmd_theorem (*theorem)(int sign_x, int unit);
  /* 1 if surely 0 < |f| < 2^e at all multiples of 2^unit from x < 0 on downwards, but poles. */
  int (*vanishes)(const arb_t x, int unit, long e);

  /* Of a member of a family, in place of series and mpfr. */
  tmd_series_n *series_n;
  int (*mpfr_n)(mpfr_t y, const mpfr_t x, long n, mpfr_rnd_t round);
  long n;

  /* Of an expression, in place of all of these. */
  const struct tmd_expression *expression;
};

/* A family, for lists: name, domain, symmetry and exact cases in words. */
struct tmd_family {
  const char *name, *domain, *symmetry, *exact;
};

/* y = Taylor polynomial of length len of f(x + t), as in series.h. */
void tmd_function_series(const struct tmd_function *function, arb_poly_t y, const arb_t x, slong len, slong prec);

/* By name, or an expression (lib/function/expression/expression.h), or NULL (message). The entries of members of families and of expressions are made
   once and kept; the name of what is found is what problems are to say. */
const struct tmd_function *tmd_function_find(const char *name);

/* The i-th entry, or family, NULL behind the last. */
const struct tmd_function *tmd_function_entry(int i);
const struct tmd_family *tmd_function_family(int i);

/* What is known of the multiples of 2^unit on the side of sign_x. */
enum tmd_theorem tmd_function_theorem(const struct tmd_function *function, int sign_x, int unit);

/* Correctly rounded value with the widest exponent range, whatever the thread's settings. Overflow gives the greatest
   finite number or infinity, underflow 0 or the least. Returns the ternary value; *inexact_range = 1 if an
   overflow, underflow, division by zero or NaN flag was raised (then the ternary value proves nothing). */
int tmd_function_mpfr(const struct tmd_function *function, mpfr_t y, const mpfr_t x, mpfr_rnd_t round, int *inexact_range);

#endif
