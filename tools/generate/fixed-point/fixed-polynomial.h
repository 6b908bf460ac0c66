/* Polynomials with coefficients of 64 bits, evaluated by products of integers of which the high
   words are taken, and proved bounds of their errors. The coefficients are Sollya's; the bounds are
   by Arb alone. */
#ifndef TMD_GENERATE_FIXED_POLYNOMIAL_H
#define TMD_GENERATE_FIXED_POLYNOMIAL_H

#include <stdint.h>
#include <stdio.h>

#include "lib/function/function.h"

enum { TMD_FIXED_COEFFICIENTS = 24, TMD_FIXED_SOLLYA_BYTES = 256 };

/* t^offset (c_0 + c_1 t^step + c_2 t^(2 step) + ...), near g(t) = f(t 2^-halved) for |t| <= radius.
   The variable of Horner's scheme is |t|^step, in units of 2^-64, with an error below `argument`
   units. Signs of coefficients are all positive, or alternate. */
struct tmd_fixed_polynomial {
  const char *name, *sollya; /* in the text; g(t)/t^offset, in Sollya */
  const struct tmd_function *f;
  int halved, offset, step, count, scale; /* coefficients have the unit 2^-scale */
  int alternate, one;                     /* 1: signs alternate; c_0 is 1 */
  double radius, argument;
  uint64_t coefficient[TMD_FIXED_COEFFICIENTS]; /* their sizes */

  /* Of bounds: |computed value - g(t)/t^offset|, and |g(t)/t^offset| from below. */
  mag_t error, least;
};

/* Finds the coefficients: 0, or -1 (message). */
int tmd_fixed_find(struct tmd_fixed_polynomial *p) __attribute__((warn_unused_result));

/* Bounds the errors of the present coefficients. Ends the program (message) if a sum of Horner's
   scheme may be negative or overflow. */
void tmd_fixed_bound(struct tmd_fixed_polynomial *p);

/* Prints the commands, and the array SYMBOL_name. */
void tmd_fixed_print_coefficients(FILE *out, const struct tmd_fixed_polynomial *p,
                                  const char *symbol);

void tmd_fixed_init(struct tmd_fixed_polynomial *p);
void tmd_fixed_clear(struct tmd_fixed_polynomial *p);

#endif
