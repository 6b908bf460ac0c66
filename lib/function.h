/* The table of functions: the one place that knows them.

   To add a function: write its series (or compose one) and add its entry in function.c. Everything else (cells,
   regions, polynomials, confirmation) is derived from the entry. */
#ifndef TMD_FUNCTION_H
#define TMD_FUNCTION_H

#include "arb-compat.h"

enum tmd_model {
  TMD_MODEL_NONE,
  TMD_MODEL_CONSTANT, /* f(0) = 1: f(x) ~ 1 near 0 */
  TMD_MODEL_IDENTITY  /* f(0) = 0, f'(0) = 1: f(x) ~ x near 0 */
};

struct tmd_function {
  const char *name;

  /* y = Taylor polynomial of length len of f(x + t) in t, rigorous for every x of the ball: coefficient j
     encloses f^(j)(x)/j!. A ball that meets a singularity gives non-finite coefficients. */
  void (*series)(arb_poly_t y, const arb_t x, slong len, slong prec);

  /* Correctly rounded value; the ternary value 0 means that f(x) equals it. */
  int (*mpfr)(mpfr_t y, const mpfr_t x, mpfr_rnd_t round);

  /* Domain of definition: between least and greatest, which belong to it iff closed. */
  double least, greatest;
  int least_closed, greatest_closed;

  int monotone; /* |f| and f are monotone on each side of 0 (a theorem), so that end points tell all */
  enum tmd_model model;

  /* Which arguments have exact values or midpoints, and why no others. */
  const char *exact;
};

/* y = Taylor polynomial of length len of f(x + t), as `series` above. */
void tmd_function_series(const struct tmd_function *function, arb_poly_t y, const arb_t x, slong len, slong prec);

/* By name, or NULL (message). */
const struct tmd_function *tmd_function_find(const char *name);

/* The i-th entry, NULL behind the last. */
const struct tmd_function *tmd_function_entry(int i);

/* Correctly rounded value with the widest exponent range, whatever the thread's settings. Overflow gives the greatest
   finite number or infinity, underflow 0 or the least. Returns the ternary value; *inexact_range = 1 if an
   overflow, underflow or NaN flag was raised (then the ternary value proves nothing). */
int tmd_function_mpfr(const struct tmd_function *function, mpfr_t y, const mpfr_t x, mpfr_rnd_t round, int *inexact_range);

#endif
