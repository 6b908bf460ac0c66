#include "kernels/rns/moduli.h"

#include <flint/fmpz_vec.h>
#include <stdlib.h>

#include "kernels/rns/modular.h"
#include "lib/base/arb-compat.h"
#include "lib/base/error.h"

/* The greatest odd numbers below 2^52 of which no two have a divisor in common; returns the bits of
   their product. */
static long choose(struct tmd_rns *rns, long bits) {
  SCOPED(mpz, M);
  mpz_set_ui(M, 1);
  for (uint64_t c = 1; (long)mpz_sizeinbase(M, 2) <= bits && rns->count < TMD_RNS_MODULI_MAX;
       c += 2) {
    const uint64_t m = (UINT64_C(1) << RNS_BITS) - c;
    if (mpz_gcd_ui(NULL, M, m) != 1) continue;
    rns->c[rns->count] = c;
    rns->m[rns->count++] = m;
    mpz_mul_ui(M, M, m);
  }
  return (long)mpz_sizeinbase(M, 2);
}

static fmpz *vector_of(const uint64_t *words, int count) {
  fmpz *vector = _fmpz_vec_init(count);
  for (int i = 0; i < count; i++) fmpz_set_ui(vector + i, words[i]);
  return vector;
}

struct tmd_rns *tmd_rns_make(long bits) {
  struct tmd_rns *rns = tmd_allocate(sizeof *rns);
  uint64_t *words = tmd_allocate(2 * TMD_RNS_MODULI_MAX * sizeof *words);
  *rns = (struct tmd_rns){.c = words, .m = words + TMD_RNS_MODULI_MAX};
  fmpz_multi_CRT_init(rns->remainders);
  if (choose(rns, bits) <= bits) {
    tmd_rns_free(rns);
    return tmd_error(TMD_USAGE, "a residue number system of %ld bits is too large", bits), NULL;
  }
  fmpz *moduli = vector_of(rns->m, rns->count);
  fmpz_multi_CRT_precompute(rns->remainders, moduli, rns->count);
  _fmpz_vec_clear(moduli, rns->count);
  return rns;
}

void tmd_rns_free(struct tmd_rns *rns) {
  if (!rns) return;
  fmpz_multi_CRT_clear(rns->remainders);
  free(rns->c);
  free(rns);
}

void tmd_rns_to_mpz(mpz_t X, const struct tmd_rns *rns, const uint64_t *residue) {
  fmpz *residues = vector_of(residue, rns->count);
  SCOPED(fmpz, x);
  fmpz_multi_CRT_precomp(x, rns->remainders, residues, 1);
  fmpz_get_mpz(X, x);
  _fmpz_vec_clear(residues, rns->count);
}
