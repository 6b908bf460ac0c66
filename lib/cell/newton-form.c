#include "lib/cell/newton-form.h"

#include <string.h>
#if __has_include(<flint/arith.h>)
#include <flint/arith.h>
#else
#include <arith.h>
#endif

#include "formats/tmd-stream.h"
#include "lib/base/arb-helpers.h"

void tmd_newton_form(arb_ptr r, arb_poly_t w, const arb_t centre, int d, slong precision) {
  SCOPED(arb, c);
  SCOPED(fmpz, multiplier, factorial);
  arb_neg(c, centre);
  arb_poly_taylor_shift(w, w, c, precision);
  for (int j = 0; j <= d; j++) {
    arb_zero(r + j);
    fmpz_fac_ui(factorial, (ulong)j);
    for (int k = j; k <= d; k++) {
      arith_stirling_number_2(multiplier, k, j);
      fmpz_mul(multiplier, multiplier, factorial);
      arb_poly_get_coeff_arb(c, w, k);
      arb_addmul_fmpz(r + j, c, multiplier, precision);
    }
  }
}

void tmd_binomial_upper(mag_t b, uint64_t x, int j) {
  SCOPED(mag, factor);
  mag_one(b);
  for (int i = 0; i < j; i++) {
    mag_set_ui(factor, (uint64_t)i <= x ? x - (uint64_t)i : 0);
    mag_mul(b, b, factor);
    mag_div_ui(b, b, (ulong)i + 1);
  }
}

void tmd_fraction_of(uint64_t *residue, int words, const arb_t c) {
  SCOPED(arf, scaled);
  SCOPED(fmpz, integer);
  arf_mul_2exp_si(scaled, arb_midref(c), 64 * (slong)words);
  arf_get_fmpz(integer, scaled, ARF_RND_FLOOR);
  fmpz_fdiv_r_2exp(integer, integer, 64 * (ulong)words);
  memset(residue, 0, 8 * (size_t)words);
  fmpz_get_ui_array(residue, words, integer);
}

int tmd_words_needed(const mag_t sum, int bits) {
  int words = 1;
  while (words < TMD_WORDS_MAX && mag_cmp_2exp_si(sum, 64 * (slong)words - bits) > 0) words++;
  return words;
}

void tmd_coefficient_store(uint64_t *residue, int words, mag_t err, const mag_t weight,
                           const arb_t c) {
  SCOPED(mag, unit);
  if (!arb_is_finite(c)) {
    memset(residue, 0, 8 * (size_t)words);
    mag_one(unit);
    mag_add(err, err, unit);
    return;
  }
  tmd_fraction_of(residue, words, c);
  mag_set_ui_2exp_si(unit, 1, -64 * (slong)words);
  mag_add(unit, unit, arb_radref(c));
  mag_addmul(err, unit, weight);
}

double tmd_packet_error(const mag_t err) {
  return mag_cmp_2exp_si(err, 0) < 0 ? mag_get_d(err) : 1;
}
