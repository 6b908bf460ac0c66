#include "kernels/rns/residue-floats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/rns/modular.h"
#include "lib/base/error.h"

void tmd_rns_array_make(struct tmd_rns_array *array, const struct tmd_rns *rns, size_t count) {
  const size_t words = count * (size_t)rns->count;
  *array = (struct tmd_rns_array){rns,
                                  tmd_rns_precision(rns),
                                  count,
                                  tmd_allocate(8 * words),
                                  tmd_allocate(count),
                                  tmd_allocate(count * sizeof(long)),
                                  tmd_allocate(count * sizeof(struct tmd_rns_interval))};
  memset(array->residue, 0, 8 * words);
  memset(array->negative, 0, count);
  memset(array->exponent, 0, count * sizeof(long));
  memset(array->interval, 0, count * sizeof(struct tmd_rns_interval));
}

void tmd_rns_array_free(struct tmd_rns_array *array) {
  free(array->residue);
  free(array->negative);
  free(array->exponent);
  free(array->interval);
}

static uint64_t *digits_of(const struct tmd_rns_array *array, size_t i) {
  return array->residue + i * (size_t)array->rns->count;
}

void tmd_rns_array_set(struct tmd_rns_array *array, size_t i, mpfr_srcptr x) {
  mpz_t X;
  mpz_init(X);
  array->exponent[i] = mpfr_zero_p(x) ? 0 : mpfr_get_z_2exp(X, x);
  array->negative[i] = mpz_sgn(X) < 0;
  mpz_abs(X, X);
  tmd_rns_from_mpz(digits_of(array, i), array->rns, X);
  tmd_rns_evaluate(&array->interval[i], array->rns, digits_of(array, i));
  mpz_clear(X);
}

void tmd_rns_array_get(mpfr_t x, const struct tmd_rns_array *array, size_t i) {
  mpz_t X;
  mpz_init(X);
  tmd_rns_to_mpz(X, array->rns, digits_of(array, i));
  if (array->negative[i]) mpz_neg(X, X);
  mpfr_set_z_2exp(x, X, array->exponent[i], MPFR_RNDN);
  mpz_clear(X);
}

/* ---- products ---- */

/* XY/M = (X/M)(Y/M) M; five roundings, of 2^-53 each, are less than 2^-50. */
static struct tmd_rns_interval interval_product(const struct tmd_rns *rns,
                                                const struct tmd_rns_interval *x,
                                                const struct tmd_rns_interval *y) {
  int shift;
  struct tmd_rns_interval z = {.sign = x->sign * y->sign};
  if (z.sign == 0) return z;
  z.low = frexp(x->low * y->low * rns->M_fraction * (1 - 0x1p-50), &shift);
  z.high = ldexp(x->high * y->high * rns->M_fraction * (1 + 0x1p-50), -shift);
  z.exponent = x->exponent + y->exponent + rns->M_exponent + shift;
  return z;
}

void tmd_rns_multiply_signs(struct tmd_rns_array *z, struct tmd_rns_run x, struct tmd_rns_run y,
                            size_t step, size_t count) {
  for (size_t n = 0; n < count; n++) {
    const size_t i = x.first + n, j = y.first + step * n;
    z->negative[n] = x.array->negative[i] ^ y.array->negative[j];
    z->exponent[n] = x.array->exponent[i] + y.array->exponent[j];
    z->interval[n] = interval_product(z->rns, &x.array->interval[i], &y.array->interval[j]);
  }
}

void tmd_rns_multiply_digits(struct tmd_rns_array *z, struct tmd_rns_run x, struct tmd_rns_run y,
                             size_t step, size_t count) {
  for (size_t n = 0; n < count; n++) {
    const uint64_t *X = digits_of(x.array, x.first + n),
                   *Y = digits_of(y.array, y.first + step * n);
    uint64_t *Z = digits_of(z, n);
    for (int i = 0; i < z->rns->count; i++) Z[i] = rns_multiply(X[i], Y[i], z->rns->c[i]);
  }
}

/* X < 2^B, and X >= 2^(B - 1) (1 - 2^-38) unless it is 0. */
static long bits_of(const struct tmd_rns *rns, const struct tmd_rns_interval *x) {
  int shift;
  if (x->sign == 0) return 0;
  frexp(x->high * rns->M_fraction * (1 + 0x1p-50), &shift);
  return x->exponent + rns->M_exponent + shift;
}

static void round_one(struct tmd_rns_array *z, size_t n) {
  const long k = bits_of(z->rns, &z->interval[n]) - z->bits;
  if (z->interval[n].sign == 0 || k <= 0) return;
  tmd_rns_scale(digits_of(z, n), z->rns, k);
  z->exponent[n] += k;
  tmd_rns_evaluate(&z->interval[n], z->rns, digits_of(z, n));
}

void tmd_rns_round(struct tmd_rns_array *z, size_t count) {
  for (size_t n = 0; n < count; n++) round_one(z, n);
}

/* ---- sums ---- */

/* X with the bits B becomes 2^k X, or next to 2^k X where k < 0. */
static void shift(uint64_t *digits, const struct tmd_rns *rns, long bits, long k) {
  if (k > 0)
    for (int i = 0; i < rns->count; i++)
      digits[i] = rns_multiply(digits[i], tmd_rns_power(rns, i, k), rns->c[i]);
  else if (-k > bits + 1)
    memset(digits, 0, (size_t)rns->count * sizeof *digits); /* less than 1/4 */
  else tmd_rns_scale(digits, rns, -k);
}

static void negate(uint64_t *digits, const struct tmd_rns *rns) {
  for (int i = 0; i < rns->count; i++) digits[i] = rns_negate(digits[i], rns->m[i]);
}

/* The significand of the greater exponent moves up as far as M/8 allows, the other one down for the
   rest. */
void tmd_rns_add(struct tmd_rns_array *z, size_t i, const struct tmd_rns_array *x, size_t j) {
  const struct tmd_rns *rns = z->rns;
  uint64_t *Z = digits_of(z, i), X[TMD_RNS_MODULI_MAX];
  const long bits_z = bits_of(rns, &z->interval[i]), bits_x = bits_of(rns, &x->interval[j]);
  const size_t bytes = (size_t)rns->count * sizeof *X;
  if (x->interval[j].sign == 0) return;
  memcpy(X, digits_of(x, j), bytes);
  if (z->interval[i].sign == 0) z->exponent[i] = x->exponent[j];
  const long apart = z->exponent[i] - x->exponent[j], limit = (long)mpz_sizeinbase(rns->M, 2) - 4;
  const long room = limit - (apart > 0 ? bits_z : bits_x), far = labs(apart),
             up = far < room ? far : room;
  shift(Z, rns, bits_z, apart > 0 ? up : up - far);
  shift(X, rns, bits_x, apart > 0 ? up - far : up);
  z->exponent[i] -= apart > 0 ? up : apart + up;
  if (z->negative[i]) negate(Z, rns);
  if (x->negative[j]) negate(X, rns);
  for (int r = 0; r < rns->count; r++) Z[r] = rns_add(Z[r], X[r], rns->m[r]);
  tmd_rns_evaluate(&z->interval[i], rns, Z);
  z->negative[i] = z->interval[i].sign < 0;
  if (z->negative[i]) negate(Z, rns), z->interval[i].sign = 1;
  round_one(z, i);
}

void tmd_rns_sum(struct tmd_rns_array *z, size_t count) {
  while (count > 1) {
    const size_t half = (count + 1) / 2;
    for (size_t i = 0; i + half < count; i++) tmd_rns_add(z, i, z, i + half);
    count = half;
  }
}
