/* Divisors of integers, by factoring them completely. */
#ifndef TMD_DIVISORS_OF_H
#define TMD_DIVISORS_OF_H

#include "lib/base/arb-compat.h"
#include "lib/base/wide.h"

/* Divisors in growing order; owned. */
struct tmd_factor_divisors {
  tmd_u128 *divisor;
  unsigned long count;
};

/* All positive divisors of n >= 1 up to 2^127, in memory that free() frees. Every prime factor is
   proved to be one, so none is missing. Calls from several threads do not disturb each other, and
   the result depends on n alone. The time grows with the second greatest prime factor: 5 ms on
   average beside 2^107, 40 ms beside 2^129 (tmd_cost_factoring in lib/plan/cost.h). */
struct tmd_factor_divisors tmd_factor_divisors(const fmpz_t n);

#endif
