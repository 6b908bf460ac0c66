#include "kernels/rns/residue-interval.h"

#include <string.h>

#include "kernels/rns/modular.h"

void tmd_rns_weights(uint64_t *weight, const struct tmd_rns *rns, const uint64_t *residue) {
  for (int i = 0; i < rns->count; i++)
    weight[i] = rns_multiply(residue[i], rns->inverse[i], rns->c[i]);
}

/* w 2^64 / m = w 2^12 + w c 2^12 / m, and 2^-52 for 1/m changes that by less than 2^-8: with the
   floor, less than 1 + 2^-8. */
static unsigned __int128 sum_of_fractions(const struct tmd_rns *rns, const uint64_t *weight) {
  unsigned __int128 sum = 0;
  for (int i = 0; i < rns->count; i++)
    sum += (weight[i] << 12) + v_mul_high(weight[i] << 12, rns->c[i] << 12);
  return sum;
}

uint64_t tmd_rns_fraction(const struct tmd_rns *rns, const uint64_t *weight) {
  return (uint64_t)sum_of_fractions(rns, weight);
}

uint64_t tmd_rns_quotient(const struct tmd_rns *rns, const uint64_t *weight) {
  return (
      uint64_t)((sum_of_fractions(rns, weight) + tmd_rns_width(rns) / 2 + (UINT64_C(1) << 63)) >>
                64);
}

void tmd_rns_low_words(uint64_t *words, int count, const struct tmd_rns *rns,
                       const uint64_t *weight) {
  memset(words, 0, 8 * (size_t)count);
  for (int i = 0; i < rns->count; i++)
    mpn_addmul_1(words, rns->cofactor + i * rns->limbs, count, weight[i]);
  mpn_submul_1(words, mpz_limbs_read(rns->M), count, tmd_rns_quotient(rns, weight));
}

/* The sign where |X| is next to M/2. */
static int sign_of_large(const struct tmd_rns *rns, const uint64_t *residue) {
  mpz_t X;
  mpz_init(X);
  tmd_rns_to_mpz(X, rns, residue);
  const int sign = mpz_sgn(X);
  mpz_clear(X);
  return sign;
}

/* The weights of X become those of 2^k X. */
static void multiply_power(uint64_t *weight, const struct tmd_rns *rns, int k) {
  for (int i = 0; i < rns->count; i++)
    weight[i] = rns_multiply(weight[i], tmd_rns_power(rns, i, k), rns->c[i]);
}

void tmd_rns_evaluate(struct tmd_rns_interval *interval, const struct tmd_rns *rns,
                      const uint64_t *residue) {
  const uint64_t half = UINT64_C(1) << 63, width = tmd_rns_width(rns), least = width << 41;
  uint64_t weight[TMD_RNS_MODULI_MAX], any = 0, low;
  *interval = (struct tmd_rns_interval){.sign = 0};
  for (int i = 0; i < rns->count; i++) any |= residue[i];
  if (any == 0) return;
  tmd_rns_weights(weight, rns, residue);
  for (;;) {
    const uint64_t fraction = tmd_rns_fraction(rns, weight), end = fraction + width;
    if (fraction < half && end > half)
      interval->sign = sign_of_large(rns, residue), low = half - width;
    else if (fraction < half) interval->sign = 1, low = fraction;
    else interval->sign = -1, low = -end; /* unless X is about 0 */
    if (fraction >= least && -fraction >= least + width) break;
    const uint64_t most =
        (fraction < half ? fraction : -fraction) + width; /* |X| 2^64 / M is no more */
    const int k = __builtin_clzll(most) - 2;              /* 2^k |X| is below M/4 */
    multiply_power(weight, rns, k);
    interval->exponent -= k;
  }
  interval->low = (double)low * 0x1p-64 * (1 - 0x1p-52);
  interval->high = (double)(low + width) * 0x1p-64 * (1 + 0x1p-51);
}

/* X becomes floor(X / 2^k), k <= 52: X modulo 2^k from its words, then a division that has no
   remainder. */
static void scale_step(uint64_t *residue, const struct tmd_rns *rns, int k) {
  uint64_t weight[TMD_RNS_MODULI_MAX];
  tmd_rns_weights(weight, rns, residue);
  uint64_t low;
  tmd_rns_low_words(&low, 1, rns, weight);
  low &= (UINT64_C(1) << k) - 1;
  for (int i = 0; i < rns->count; i++) {
    const uint64_t c = rns->c[i], m = rns->m[i], rest = rns_least(low, m);
    const uint64_t quotient = rns_multiply(rns_subtract(residue[i], rest, m), rns->unscale[i], c);
    residue[i] = k < RNS_BITS ? rns_multiply(quotient, UINT64_C(1) << (RNS_BITS - k), c) : quotient;
  }
}

void tmd_rns_scale(uint64_t *residue, const struct tmd_rns *rns, long k) {
  if (k == 0) return;
  for (int i = 0; i < rns->count; i++)
    residue[i] = rns_add(residue[i], tmd_rns_power(rns, i, k - 1), rns->m[i]);
  for (; k > RNS_BITS; k -= RNS_BITS) scale_step(residue, rns, RNS_BITS);
  scale_step(residue, rns, (int)k);
}
