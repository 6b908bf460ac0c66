/* Real numbers known by sign and size only: 2^low <= |t| < 2^high. Sizes of sums, products and
   quotients, and of numbers next to a rational one: 1 - tanh(x) at x = 2^100 is 1 - (1 - t), 0 < t
   < 2^-(2^100). */
#ifndef TMD_EXPRESSION_SIZE_H
#define TMD_EXPRESSION_SIZE_H

#include <flint/fmpq.h>

enum { TMD_SIGN_UNKNOWN = 2 };

#define TMD_SIZE_FAR (1L << 40)             /* sizes saturate here */
#define TMD_SIZE_NO_LOW (-4 * TMD_SIZE_FAR) /* nothing is known */
#define TMD_SIZE_NO_HIGH (4 * TMD_SIZE_FAR)

struct tmd_size {
  int sign; /* -1, 0, 1 or unknown; 0: t = 0 */
  long low, high;
};

struct tmd_size tmd_size_unknown(void);
struct tmd_size tmd_size_of(const fmpq_t t);
struct tmd_size tmd_size_sum(struct tmd_size a, struct tmd_size b);
struct tmd_size tmd_size_product(struct tmd_size a, struct tmd_size b);

struct tmd_size tmd_size_negative(struct tmd_size a);
struct tmd_size tmd_size_inverse(struct tmd_size a);               /* of 1/a, a not 0 */
struct tmd_size tmd_size_power(struct tmd_size a, const fmpq_t r); /* of a^r, r > 0 */

/* The size of a or b; *a, which is known to have the other size as well. */
struct tmd_size tmd_size_either(struct tmd_size a, struct tmd_size b);
void tmd_size_tighten(struct tmd_size *a, struct tmd_size other);

/* Saturation lowers lower bounds and raises upper bounds. */
long tmd_size_saturate_low(long e);
long tmd_size_saturate_high(long e);

/* ---- number + rest ---- */

struct tmd_next_to {
  fmpq_t number; /* 0: the value is the rest */
  struct tmd_size rest;
};

/* The sign of number + rest - n, and its size for n = 0. */
int tmd_next_to_compare(const struct tmd_next_to *y, long n);
struct tmd_size tmd_next_to_size(const struct tmd_next_to *y);

#endif
