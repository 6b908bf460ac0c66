/* Logarithms of x and 1 + x: a part of files that tmd-generate --arith integer makes. */
#ifndef TMD_GENERATED_INTEGER_LOGARITHM
#define TMD_GENERATED_INTEGER_LOGARITHM
struct tmd_logarithms {
  uint64_t two[2];       /* log 2: its fraction in units of 2^-64, its integer part */
  const uint64_t *value; /* log (256/r_i) in units of 2^-64, modulo 2^64 */
  const uint64_t *near;  /* log(1 + z)/z for |z| <= 1/16, in units of 2^-63 */
  int32_t count;
  int32_t one; /* 1: log(1 + x) is next to x for small |x| */
};

/* r_i/256 is close to 1/w for 1 + i/32 <= w < 1 + (i + 1)/32; from i = 13 on, to 2/w. */
TMD_DATA uint16_t tmd_inverses[32] = {TMD_INVERSES};

/* z g(z) for z = m 2^(e - 63), and for -z with minus = 1; t = |z| in units of 2^-64 */
TMD_WORDS struct tmd_y tmd_log_near(const struct tmd_logarithms *k, struct tmd_x z, uint64_t t,
                                    uint32_t minus) {
  const uint64_t g = tmd_horner(k->near, k->count, t, !minus);
  return tmd_number(tmd_high(z.m, g), z.e + 1, minus << 31);
}

/* log w, w = m 2^(e - 63) = 2^e (1 + z)/r_i, as e log 2 - log r_i + log(1 + z). Next to 1 r_i is 1,
   and z is exact. */
TMD_WORDS struct tmd_y tmd_log_of(const struct tmd_logarithms *k, struct tmd_x w) {
  const uint32_t i = w.m >> 58 & 31, upper = i >= 13;
  const uint64_t r = tmd_inverses[i], z = (w.m >> (8 + upper)) * r - TMD_TOP;
  const uint32_t minus = (uint32_t)(z >> 63);
  const uint64_t t = tmd_signed(z, minus) << 1;
  const int32_t e = w.e + (int32_t)upper;
  if (e == 0 && r == 256) {
    if (!t) return tmd_result(0);
    const struct tmd_x near = {t << tmd_leading_zeros(t), -1 - tmd_leading_zeros(t)};
    return tmd_log_near(k, near, t, minus);
  }
  const uint64_t cut = w.m << (56 - upper) != 0; /* of w: a unit, so that y is next to f's side */
  const uint64_t q = tmd_high(t << 3, tmd_horner(k->near, k->count, t, !minus)) >> 2;
  const uint32_t below = e < 0;
  const uint64_t E = (uint64_t)(below ? -e : e), two = E * k->two[0], value = k->value[i];
  uint64_t lo = tmd_signed(two, below), hi = tmd_high(E, k->two[0]) + E * k->two[1];
  hi = below ? ~hi + !two : hi;
  lo += value;
  hi += (lo < value) - (value >> 63);
  hi = minus ? hi - (lo < q) : hi + (lo + q < q);
  lo = minus ? lo - q : lo + q;
  lo += cut, hi += lo < cut;
  const uint32_t sign = (uint32_t)(hi >> 63);
  if (sign) lo = 0 - lo, hi = ~hi + !lo;
  if (!hi) return tmd_number(lo, -1, sign << 31);
  const int32_t zeros = tmd_leading_zeros(hi);
  const uint64_t s = hi << zeros | lo >> (64 - zeros) | (lo << zeros != 0);
  return tmd_number(s, 63 - zeros, sign << 31);
}

TMD_WORDS struct tmd_y tmd_logarithm(const struct tmd_logarithms *k, uint32_t x) {
  if (tmd_is_nan(x)) return tmd_nan(x);
  if (!(x << 1)) return tmd_result(0xff800000);
  if (x >> 31) return tmd_nan(x);
  if (tmd_is_infinite(x)) return tmd_result(x);
  return tmd_log_of(k, tmd_decoded(x));
}

/* 1 + x, |x| = m 2^(e - 63) with 24 bits, for e >= -4; beyond 2^63 a last bit stands for 1. */
TMD_WORDS struct tmd_x tmd_one_more(struct tmd_x a, uint32_t minus) {
  struct tmd_x w = {0, 0};
  if (a.e >= 0) {
    w.m = a.m + (a.e < 64 ? TMD_TOP >> a.e : 1), w.e = a.e;
    if (w.m < a.m) w.m = w.m >> 1 | TMD_TOP, w.e++;
    return w;
  }
  w.m = TMD_TOP + tmd_signed(a.m >> -a.e, minus);
  w.e = -tmd_leading_zeros(w.m);
  w.m <<= -w.e;
  return w;
}

/* log(1 + x). For |x| < 2^-30, the natural one lies between x and x - x^2. */
TMD_WORDS struct tmd_y tmd_logarithm_p1(const struct tmd_logarithms *k, uint32_t x) {
  const uint32_t minus = x >> 31;
  if (tmd_is_nan(x)) return tmd_nan(x);
  if (x >= 0xbf800000) return x == 0xbf800000 ? tmd_result(0xff800000) : tmd_nan(x);
  if (tmd_is_infinite(x) || !(x << 1)) return tmd_result(x);
  const struct tmd_x a = tmd_decoded(x);
  if (k->one && a.e < -30) return tmd_number(minus ? a.m + 1 : a.m - 1, a.e, x);
  if (a.e < -4) return tmd_log_near(k, a, tmd_shifted(a.m, -1 - a.e), minus);
  return tmd_log_of(k, tmd_one_more(a, minus));
}
#endif
