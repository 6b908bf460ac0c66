#include "tools/generate/reals.h"

#include "tools/generate/terms.h"

double tmd_real_nearest(const arb_t x) { return arf_get_d(arb_midref(x), ARF_RND_NEAR); }

double tmd_real_take(arb_t x, int bits) {
  arf_t word;
  arb_t part;
  arf_init(word);
  arb_init(part);
  arf_set_round(word, arb_midref(x), bits, ARF_RND_NEAR);
  const double result = arf_get_d(word, ARF_RND_NEAR);
  arb_set_d(part, result);
  arb_sub(x, x, part, TMD_IDEAL_BITS);
  arf_clear(word);
  arb_clear(part);
  return result;
}

struct tmd_words tmd_real_split_at(arb_t x, int bits) {
  struct tmd_words words;
  words.high = tmd_real_take(x, bits);
  words.low = tmd_real_take(x, 53);
  return words;
}

struct tmd_words tmd_real_split(arb_t x) { return tmd_real_split_at(x, 53); }

void tmd_real_between(arb_t x, double a, double b) {
  arf_t low, high;
  arf_init(low), arf_init(high);
  arf_set_d(low, a), arf_set_d(high, b);
  arb_set_interval_arf(x, low, high, TMD_IDEAL_BITS);
  arf_clear(low), arf_clear(high);
}

void tmd_real_between_ends(arb_poly_t g, const arb_t t, slong length,
                           void (*at)(arb_poly_t g, const arb_t end, slong length)) {
  arb_poly_t other;
  arb_t low, high;
  arb_poly_init(other);
  arb_init(low), arb_init(high);
  arb_get_interval_arf(arb_midref(low), arb_midref(high), t, TMD_IDEAL_BITS);
  at(g, low, length), at(other, high, length);
  for (slong k = 0; k < length; k++) {
    arb_poly_get_coeff_arb(low, g, k), arb_poly_get_coeff_arb(high, other, k);
    arb_union(low, low, high, TMD_IDEAL_BITS);
    arb_poly_set_coeff_arb(g, k, low);
  }
  arb_poly_clear(other);
  arb_clear(low), arb_clear(high);
}

void tmd_real_error(mag_t error, double stored, const arb_t ideal) {
  arb_t difference;
  arb_init(difference);
  arb_set_d(difference, stored);
  arb_sub(difference, difference, ideal, TMD_IDEAL_BITS);
  arb_get_mag(error, difference);
  arb_clear(difference);
}

uint32_t tmd_float_encode(double x) {
  const union {
    float f;
    uint32_t u;
  } v = {(float)x};
  return v.u;
}

double tmd_float_decode(uint32_t x) {
  const union {
    uint32_t u;
    float f;
  } v = {x};
  return (double)v.f;
}

uint64_t tmd_double_bits(double x) {
  const union {
    double f;
    uint64_t u;
  } v = {x};
  return v.u;
}
