/* Powers b^x, and b^x - 1: a part of files that tmd-generate --arith integer makes. */
#ifndef TMD_GENERATED_INTEGER_EXPONENTIAL
#define TMD_GENERATED_INTEGER_EXPONENTIAL
struct tmd_powers {
  uint64_t base[2]; /* log2 b in units of 2^-62 and 2^-126 */
  const uint64_t *power;
  int32_t count; /* of coefficients of 2^f, in units of 2^-63 */
};

/* x log2 b = n + f, |f| <= 1/2: t = |f| in units of 2^-64, minus: f < 0 */
struct tmd_exponent {
  uint64_t t;
  int32_t n;
  uint32_t minus;
};

/* For 2^-40 <= |x| < 2^9. t is less than 1 + 2^-50 units too small, or too large next to f = 1/2;
   for b = 2 it is exact. */
TMD_WORDS struct tmd_exponent tmd_exponent_of(const struct tmd_powers *k, struct tmd_x x,
                                              uint32_t minus) {
  const uint64_t more = tmd_high(x.m, k->base[0]), lo = x.m * k->base[1] + more,
                 hi = tmd_high(x.m, k->base[1]) + (lo < more);
  const int32_t by = 61 - x.e;
  const uint64_t part = by < 64 ? lo >> by | hi << (64 - by) : hi >> (by - 64);
  const uint32_t up = (uint32_t)(part >> 63);
  const int32_t n = (int32_t)tmd_shifted(hi, by) + (int32_t)up;
  const struct tmd_exponent r = {tmd_signed(part, up), minus ? -n : n, up ^ minus};
  return r;
}

/* 2^f or, with other = 1, 2^-f in units of 2^-63 */
TMD_WORDS uint64_t tmd_power(const struct tmd_powers *k, struct tmd_exponent r, uint32_t other) {
  return tmd_horner(k->power, k->count, r.t, r.minus ^ other);
}

/* b^x. For |x| < 2^-40 it lies between 1 and 1 + 2^-38, or 1 - 2^-38. */
TMD_WORDS struct tmd_y tmd_exponential(const struct tmd_powers *k, uint32_t x) {
  const uint32_t minus = x >> 31;
  if (tmd_is_nan(x)) return tmd_nan(x);
  if (tmd_is_infinite(x)) return tmd_result(minus ? 0 : x);
  if (!(x << 1)) return tmd_number(TMD_TOP, 0, 0);
  const struct tmd_x a = tmd_decoded(x);
  if (a.e >= 8) return minus ? tmd_tiny(0) : tmd_huge(0);
  if (a.e < -40) return tmd_next_to_one(minus, 0);
  const struct tmd_exponent r = tmd_exponent_of(k, a, minus);
  return tmd_number(tmd_power(k, r, 0), r.n, 0);
}

struct tmd_powers_m1 {
  struct tmd_powers powers;
  const uint64_t *near; /* (b^t - 1)/t for |t| < 1/4, in units of 2^-scale */
  int32_t count, scale;
  int32_t one; /* 1: b^x - 1 is next to x for small |x| */
};

/* b^x - 1. For |x| < 2^-30, e^x - 1 lies between x and x + x^2. */
TMD_WORDS struct tmd_y tmd_exponential_m1(const struct tmd_powers_m1 *k, uint32_t x) {
  const uint32_t minus = x >> 31;
  if (tmd_is_nan(x)) return tmd_nan(x);
  if (tmd_is_infinite(x)) return tmd_result(minus ? 0xbf800000 : x);
  if (!(x << 1)) return tmd_result(x);
  const struct tmd_x a = tmd_decoded(x);
  if (a.e >= 8) return minus ? tmd_next_to_one(1, x) : tmd_huge(0);
  if (k->one && a.e < -30) return tmd_number(minus ? a.m - 1 : a.m + 1, a.e, x);
  if (a.e < -2) {
    const uint64_t g = tmd_horner(k->near, k->count, tmd_shifted(a.m, -1 - a.e), minus);
    return tmd_number(tmd_high(a.m, g), a.e + 64 - k->scale, x);
  }
  const struct tmd_exponent r = tmd_exponent_of(&k->powers, a, minus);
  const uint64_t p = tmd_power(&k->powers, r, 0);
  const uint64_t less = minus ? tmd_shifted(p, -r.n) : tmd_shifted(TMD_TOP, r.n);
  return tmd_number((minus ? TMD_TOP : p) - (less ? less : 1), minus ? 0 : r.n, x);
}
#endif
