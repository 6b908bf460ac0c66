/* Polynomials with double coefficients close to a function g near 0, and proved bounds of their
   errors. The coefficients are Sollya's (fpminimax; Brisebarre and Chevillard, ARITH 2007); the
   bounds are by Arb alone, so that no result of Sollya is trusted. */
#ifndef TMD_GENERATE_APPROXIMATION_H
#define TMD_GENERATE_APPROXIMATION_H

#include <stdio.h>
#include <sys/types.h>

#include "lib/function/function.h"

enum {
  TMD_COEFFICIENTS_MAX = 24,
  TMD_FACTOR_MAX = 8,
  TMD_APPROXIMATION_PIECES = 128,
  TMD_SOLLYA_BYTES = 768
};

/* p(t) = first + c_0 t + c_1 t^2 + ..., near g(t) = f(t + shift), where g(0) = first, exactly, but
   for `constant`. Parity: p(t) = first + c_0 t^2 + c_1 t^4 + ... if g is even, and t times this if
   it is odd, where g(t)/t at 0 is first. */

struct tmd_approximation {
  const struct tmd_function *f;
  double shift, first;
  int count; /* of the coefficients */
  enum tmd_parity parity;
  double factor[TMD_FACTOR_MAX]; /* g(t) = f(t + shift) (1 + factor[0] t^2 + factor[1] t^4 + ...) */
  int factor_count;
  int over_pi, halved;           /* g is this divided by pi, or by 2 */
  int given;                     /* the number of first coefficients that are not by Sollya */
  double low;                    /* c_0 is coefficient[0] + low, if not 0 */
  double middle, radius;         /* |t - middle| <= radius */
  char sollya[TMD_SOLLYA_BYTES]; /* the commands that print the coefficients, one a line */
  double coefficient[TMD_COEFFICIENTS_MAX];
  int constant; /* 1: `first` is a coefficient, too, and not exactly g(0) */
  int moved;    /* 1: they are no longer those that Sollya found */
  int left_out; /* the number of those behind the last, which Sollya found, too */

  /* The Taylor polynomial of g at t; NULL: g is as above. */
  void (*series)(arb_poly_t g, const struct tmd_approximation *p, const arb_t t, slong length);

  /* Bounds on pieces of the range of equal length: */
  mag_t error[TMD_APPROXIMATION_PIECES]; /* |p - g| */
  mag_t slope; /* |p' - g'| for |t| <= radius / 16, where |p - g| <= slope |t| if p(0) = g(0) */
};

/* Finds the coefficients with the least error relative to g on the range. 0, or -1 (message):
   Sollya cannot be run, or prints no such coefficients. */
int tmd_approximation_find(struct tmd_approximation *p) __attribute__((warn_unused_result));

/* Runs Sollya on the commands: a stream of its output, and its process; or NULL (message). */
FILE *tmd_sollya_run(const char *commands, pid_t *process);

/* A function's Taylor polynomial at t. */
typedef void tmd_polynomial_series(arb_poly_t g, const void *of, const arb_t t, slong length);

/* |p - g| <= value and |p' - g'| <= slope on the piece, for the g of this series. */
void tmd_polynomial_distance(mag_t value, mag_t slope, const arb_poly_t p,
                             tmd_polynomial_series *taylor, const void *of, const arb_t piece);

/* Once coefficients are found, c_0 among them as that of t^0: sets it apart as `first`. */
void tmd_approximation_take_constant(struct tmd_approximation *p);

/* Bounds the errors of the present coefficients. */
void tmd_approximation_bound(struct tmd_approximation *p);

/* |p(t) - g(t)| <= *error for all t of the ball, which lies in the range. */
void tmd_approximation_error(mag_t error, const struct tmd_approximation *p, const arb_t t);

/* g(t) on the ball. */
void tmd_approximation_exact(arb_t g, const struct tmd_approximation *p, const arb_t t);

void tmd_approximation_init(struct tmd_approximation *p);
void tmd_approximation_clear(struct tmd_approximation *p);

#endif
