/* A polynomial with its integer part: the values |f(x)| of consecutive arguments of a cell, in
   units in the last place.

   For X = X0 + t, 0 <= t < n,

       |f(x)| / ulp + (the ordinal of the cell's 0)  =  2^-(64 + TMD_CURVE_FRACTION_BITS) sum_j C(t,
   j) r[j]   within `error`,

   modulo 2^TMD_CURVE_INTEGER_BITS: where |f(x)| is a number, that is the end of its ordinal
   (lib/problem/ordinal.h). All values differ from the first by less than 2^TMD_CURVE_SPREAD_LOG2,
   so that none is mistaken for another. */
#ifndef TMD_CURVE_H
#define TMD_CURVE_H

#include "lib/base/wide.h"

enum {
  TMD_CURVE_FRACTION_BITS = 40, /* of the leading word */
  TMD_CURVE_INTEGER_BITS = 24,
  TMD_CURVE_SPREAD_LOG2 = 21,
  TMD_CURVE_ERROR_LOG2 = -20,
  TMD_CURVE_DEGREE_MAX = 8,
  TMD_CURVE_LENGTH_LOG2 = 16 /* C(n - 1, j) n has less than 128 bits */
};

struct tmd_curve {
  tmd_u128 X0;
  uint64_t n;
  int degree;
  tmd_u128 r[TMD_CURVE_DEGREE_MAX + 1];
  double error;   /* ulp, below 2^TMD_CURVE_ERROR_LOG2 */
  tmd_u128 first; /* the ordinal at X0, all of it, up to one more or less */
  int direction;  /* of |f|: +1, -1, strictly; 0: not known */
};

#endif
