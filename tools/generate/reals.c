#include "tools/generate/reals.h"

#include "tools/generate/terms.h"

double tmd_real_nearest(const arb_t x) { return arf_get_d(arb_midref(x), ARF_RND_NEAR); }

void tmd_real_between(arb_t x, double a, double b) {
  arf_t low, high;
  arf_init(low), arf_init(high);
  arf_set_d(low, a), arf_set_d(high, b);
  arb_set_interval_arf(x, low, high, TMD_IDEAL_BITS);
  arf_clear(low), arf_clear(high);
}

void tmd_real_error(mag_t error, double stored, const arb_t ideal) {
  arb_t difference;
  arb_init(difference);
  arb_set_d(difference, stored);
  arb_sub(difference, difference, ideal, TMD_IDEAL_BITS);
  arb_get_mag(error, difference);
  arb_clear(difference);
}

double tmd_double_of(uint64_t bits) {
  const union {
    uint64_t u;
    double f;
  } v = {bits};
  return v.f;
}

uint64_t tmd_double_bits(uint32_t x) {
  const union {
    uint32_t u;
    float f;
  } single = {x};
  const union {
    double f;
    uint64_t u;
  } v = {(double)single.f};
  return v.u;
}
