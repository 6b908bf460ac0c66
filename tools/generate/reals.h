/* Doubles and balls, for schemes. */
#ifndef TMD_GENERATE_REALS_H
#define TMD_GENERATE_REALS_H

#include <arb_poly.h>
#include <stdint.h>

/* The double nearest to the ball's middle. */
double tmd_real_nearest(const arb_t x);

/* The nearest number of at most `bits` bits, 53 or less; x is what it lacks. */
double tmd_real_take(arb_t x, int bits);

/* x = high + low + rest: two doubles, and what they lack, which replaces x. */
struct tmd_words {
  double high, low;
};
struct tmd_words tmd_real_split(arb_t x);

/* The same; the first word has `bits` bits at most. */
struct tmd_words tmd_real_split_at(arb_t x, int bits);

/* The ball of all numbers from a to b. */
void tmd_real_between(arb_t x, double a, double b);

/* error >= |stored - ideal| for all ideal values of the ball. */
void tmd_real_error(mag_t error, double stored, const arb_t ideal);

/* A polynomial whose coefficients lie between those of `at` at the ends of the ball. */
void tmd_real_between_ends(arb_poly_t g, const arb_t t, slong length,
                           void (*at)(arb_poly_t g, const arb_t end, slong length));

/* The encoding of a binary32 number, given as a double, and the number. */
uint32_t tmd_float_encode(double x);
double tmd_float_decode(uint32_t x);

/* The encoding of a double. */
uint64_t tmd_double_bits(double x);

#endif
