#include "kernels/rns/moduli.h"

#include <stdlib.h>
#include <string.h>

#include "kernels/rns/modular.h"
#include "kernels/rns/residue-interval.h"
#include "lib/base/error.h"

/* The greatest odd numbers below 2^52 of which no two have a divisor in common. */
static void choose(struct tmd_rns *rns, long bits) {
  mpz_set_ui(rns->M, 1);
  for (uint64_t c = 1; (long)mpz_sizeinbase(rns->M, 2) <= bits && rns->count < TMD_RNS_MODULI_MAX;
       c += 2) {
    const uint64_t m = (UINT64_C(1) << RNS_BITS) - c;
    if (mpz_gcd_ui(NULL, rns->M, m) != 1) continue;
    rns->c[rns->count] = c;
    rns->m[rns->count++] = m;
    mpz_mul_ui(rns->M, rns->M, m);
  }
}

/* The inverse of x modulo m, coprime. */
static uint64_t inverse_of(uint64_t x, uint64_t m) {
  mpz_t a, b;
  mpz_init_set_ui(a, x);
  mpz_init_set_ui(b, m);
  mpz_invert(a, a, b);
  const uint64_t y = mpz_get_ui(a);
  mpz_clears(a, b, NULL);
  return y;
}

struct tmd_rns *tmd_rns_make(long bits) {
  struct tmd_rns *rns = tmd_allocate(sizeof *rns);
  uint64_t *words = tmd_allocate(4 * TMD_RNS_MODULI_MAX * sizeof *words);
  *rns = (struct tmd_rns){.c = words,
                          .m = words + TMD_RNS_MODULI_MAX,
                          .inverse = words + 2 * TMD_RNS_MODULI_MAX,
                          .unscale = words + 3 * TMD_RNS_MODULI_MAX};
  mpz_t cofactor;
  mpz_inits(rns->M, rns->half, NULL);
  choose(rns, bits);
  if ((long)mpz_sizeinbase(rns->M, 2) <= bits) {
    tmd_rns_free(rns);
    tmd_error(TMD_USAGE, "a residue number system of %ld bits is too large", bits);
    return NULL;
  }
  mpz_init(cofactor);
  mpz_fdiv_q_2exp(rns->half, rns->M, 1);
  rns->limbs = (int)mpz_size(rns->M);
  rns->cofactor = tmd_allocate((size_t)rns->count * (size_t)rns->limbs * sizeof(mp_limb_t));
  memset(rns->cofactor, 0, (size_t)rns->count * (size_t)rns->limbs * sizeof(mp_limb_t));
  for (int i = 0; i < rns->count; i++) {
    mpz_divexact_ui(cofactor, rns->M, rns->m[i]);
    memcpy(rns->cofactor + i * rns->limbs, mpz_limbs_read(cofactor),
           mpz_size(cofactor) * sizeof(mp_limb_t));
    rns->inverse[i] = inverse_of(mpz_fdiv_ui(cofactor, rns->m[i]), rns->m[i]);
    rns->unscale[i] = inverse_of(rns->c[i], rns->m[i]); /* 2^52 = c */
  }
  rns->M_fraction = mpz_get_d_2exp(&rns->M_exponent, rns->M);
  mpz_clear(cofactor);
  return rns;
}

void tmd_rns_free(struct tmd_rns *rns) {
  if (!rns) return;
  mpz_clears(rns->M, rns->half, NULL);
  free(rns->cofactor);
  free(rns->c);
  free(rns);
}

uint64_t tmd_rns_power(const struct tmd_rns *rns, int i, long k) {
  uint64_t power = UINT64_C(1) << k % RNS_BITS, square = rns->c[i];
  for (long q = k / RNS_BITS; q > 0; q /= 2) { /* c^q */
    if (q % 2) power = rns_multiply(power, square, rns->c[i]);
    square = rns_multiply(square, square, rns->c[i]);
  }
  return power;
}

void tmd_rns_from_mpz(uint64_t *residue, const struct tmd_rns *rns, const mpz_t X) {
  for (int i = 0; i < rns->count; i++) residue[i] = mpz_fdiv_ui(X, rns->m[i]);
}

void tmd_rns_to_mpz(mpz_t X, const struct tmd_rns *rns, const uint64_t *residue) {
  const int limbs = rns->limbs;
  uint64_t weight[TMD_RNS_MODULI_MAX];
  mp_limb_t *sum = mpz_limbs_write(X, limbs + 1);
  memset(sum, 0, (size_t)(limbs + 1) * sizeof *sum);
  tmd_rns_weights(weight, rns, residue);
  for (int i = 0; i < rns->count; i++)
    sum[limbs] += mpn_addmul_1(sum, rns->cofactor + i * limbs, limbs, weight[i]);
  sum[limbs] -= mpn_submul_1(sum, mpz_limbs_read(rns->M), limbs, tmd_rns_quotient(rns, weight));
  const int negative = (int)(sum[limbs] >> 63);
  if (negative) mpn_neg(sum, sum, limbs + 1);
  mpz_limbs_finish(X, negative ? -(limbs + 1) : limbs + 1);
  if (mpz_cmpabs(X, rns->half) <= 0) return; /* else the quotient was one too much or too little */
  if (mpz_sgn(X) > 0) mpz_sub(X, X, rns->M);
  else mpz_add(X, X, rns->M);
}
