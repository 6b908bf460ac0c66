/* Sines, cosines and tangents of angles in radians and half turns: a part of files that
   tmd-generate --arith integer makes. */
#ifndef TMD_GENERATED_INTEGER_PERIODIC
#define TMD_GENERATED_INTEGER_PERIODIC
struct tmd_quarters {
  const uint64_t *sine, *cosine; /* sin(pi/2 r)/r and cos(pi/2 r) in r^2, in units of 2^-63 */
  int32_t sine_count, cosine_count;
};

/* An angle of n + r quarter turns, |r| <= 1/2, |r| = m 2^(e - 63), m >= 2^63 or 0; t = |r| in units
   of 2^-64; minus: r < 0 */
struct tmd_quadrant {
  uint64_t m, t;
  int32_t e;
  uint32_t n, minus;
};

/* n and a fraction in units of 2^-64 and 2^-128 */
TMD_WORDS struct tmd_quadrant tmd_quadrant_of(uint32_t n, uint64_t hi, uint64_t lo) {
  struct tmd_quadrant a = {0, 0, 0, 0, 0};
  a.minus = (uint32_t)(hi >> 63);
  a.n = n + a.minus;
  if (a.minus) lo = 0 - lo, hi = ~hi + !lo;
  a.t = hi;
  if (!hi) return a;
  const int32_t zeros = tmd_leading_zeros(hi);
  a.m = hi << zeros | (zeros ? lo >> (64 - zeros) : 0);
  a.e = -1 - zeros;
  return a;
}

/* |x| = m 2^(e - 63) half turns: exact. */
TMD_WORDS struct tmd_quadrant tmd_half_turns(struct tmd_x x) {
  const int32_t e = x.e + 1;
  if (e < -1) {
    const struct tmd_quadrant small = {x.m, tmd_shifted(x.m, -1 - e), e, 0, 0};
    return small;
  }
  if (e < 0) return tmd_quadrant_of(0, x.m, 0);
  if (e > 62) return tmd_quadrant_of(0, 0, 0);
  return tmd_quadrant_of((uint32_t)(x.m >> (63 - e)), x.m << (e + 1), 0);
}

/* 2/pi in units of 2^-64 below 32 zeros, and from 2^-1 on. */
TMD_DATA uint64_t tmd_two_over_pi[5] = {TMD_TWO_OVER_PI};

/* |x| radians. From 1/2 on, by a window of 128 bits of 2/pi: those before give multiples of 4, as
   the 24-bit X = m 2^-40 has the unit 2^(e - 23), and X times the window is x 2/pi modulo 4 in
   units of 2^-126; less than 2^24 units are cut off (Payne and Hanek 1983). */
TMD_WORDS struct tmd_quadrant tmd_radians(struct tmd_x x) {
  if (x.e < -1) {
    const uint64_t m = tmd_high(x.m, tmd_two_over_pi[0] << 32 | tmd_two_over_pi[1] >> 32);
    const int32_t zeros = tmd_leading_zeros(m);
    const struct tmd_quadrant small = {m << zeros, tmd_shifted(m, -1 - x.e), x.e - zeros, 0, 0};
    return small;
  }
  const uint32_t first = (uint32_t)(x.e + 7), by = first & 63;
  const uint64_t *w = tmd_two_over_pi + (first >> 6), X = x.m >> 40,
                 hi = w[0] << by | w[1] >> 1 >> (63 - by), lo = w[1] << by | w[2] >> 1 >> (63 - by),
                 low = lo * X, high = hi * X + tmd_high(lo, X);
  return tmd_quadrant_of((uint32_t)(high >> 62), high << 2 | low >> 62, low << 2);
}

/* |sin(pi/2 r)|, or |cos(pi/2 r)| */
TMD_WORDS struct tmd_x tmd_quarter(const struct tmd_quarters *k, struct tmd_quadrant a,
                                   uint32_t cosine) {
  const uint64_t v = tmd_high(a.t, a.t);
  struct tmd_x y = {0, 0};
  if (cosine) y.m = tmd_horner(k->cosine, k->cosine_count, v, 1);
  else y.m = tmd_high(a.m, tmd_horner(k->sine, k->sine_count, v, 1)), y.e = a.e + 1;
  return y;
}

/* The sine, with quarters = 1 the cosine, of an angle that is not small. */
TMD_WORDS struct tmd_y tmd_sine_of(const struct tmd_quarters *k, struct tmd_quadrant a,
                                   uint32_t quarters, uint32_t sign) {
  const uint32_t n = a.n + quarters, odd = n & 1;
  const struct tmd_x y = tmd_quarter(k, a, odd);
  return tmd_number(y.m, y.e, sign ^ (n >> 1 ^ (odd ? 0 : a.minus)) << 31);
}

/* For |x| < 2^-20, |sin x| lies between |x| and |x| (1 - 2^-40), and cosines between 1 and 1 -
   2^-36. */
TMD_WORDS struct tmd_y tmd_sine(const struct tmd_quarters *k, uint32_t x) {
  if (tmd_is_nan(x) || tmd_is_infinite(x)) return tmd_nan(x);
  if (!(x << 1)) return tmd_result(x);
  const struct tmd_x a = tmd_decoded(x);
  if (a.e < -20) return tmd_number(a.m - 1, a.e, x);
  return tmd_sine_of(k, tmd_radians(a), 0, x & 0x80000000);
}

TMD_WORDS struct tmd_y tmd_cosine(const struct tmd_quarters *k, uint32_t x) {
  if (tmd_is_nan(x) || tmd_is_infinite(x)) return tmd_nan(x);
  if (!(x << 1)) return tmd_number(TMD_TOP, 0, 0);
  const struct tmd_x a = tmd_decoded(x);
  if (a.e < -20) return tmd_next_to_one(1, 0);
  return tmd_sine_of(k, tmd_radians(a), 1, 0);
}

/* Zeros of sin(pi x) have the sign of x, those of cos(pi x) none. */
TMD_WORDS struct tmd_y tmd_sine_pi(const struct tmd_quarters *k, uint32_t x) {
  if (tmd_is_nan(x) || tmd_is_infinite(x)) return tmd_nan(x);
  if (!(x << 1)) return tmd_result(x);
  const struct tmd_quadrant r = tmd_half_turns(tmd_decoded(x));
  if (!r.t && r.e >= -1 && !(r.n & 1)) return tmd_result(x & 0x80000000);
  return tmd_sine_of(k, r, 0, x & 0x80000000);
}

TMD_WORDS struct tmd_y tmd_cosine_pi(const struct tmd_quarters *k, uint32_t x) {
  if (tmd_is_nan(x) || tmd_is_infinite(x)) return tmd_nan(x);
  if (!(x << 1)) return tmd_number(TMD_TOP, 0, 0);
  const struct tmd_x a = tmd_decoded(x);
  if (a.e < -20) return tmd_next_to_one(1, 0);
  const struct tmd_quadrant r = tmd_half_turns(a);
  if (!r.t && r.n & 1) return tmd_result(0);
  return tmd_sine_of(k, r, 1, 0);
}

/* tan(pi/2 (n + r)) is tan(pi/2 r), or -1/tan(pi/2 r). */
TMD_WORDS struct tmd_y tmd_tangent_of(const struct tmd_quarters *k, struct tmd_quadrant a,
                                      uint32_t sign) {
  const uint32_t odd = a.n & 1;
  const struct tmd_x up = tmd_quarter(k, a, odd), down = tmd_quarter(k, a, !odd);
  const struct tmd_y s = tmd_number(up.m, up.e, 0), c = tmd_number(down.m, down.e, 0);
  return tmd_number(tmd_high(s.s, tmd_inverse(c.s)), s.e - c.e + 1, sign ^ (odd ^ a.minus) << 31);
}

/* For |x| < 2^-20, |tan x| lies between |x| and |x| (1 + 2^-40). */
TMD_WORDS struct tmd_y tmd_tangent(const struct tmd_quarters *k, uint32_t x) {
  if (tmd_is_nan(x) || tmd_is_infinite(x)) return tmd_nan(x);
  if (!(x << 1)) return tmd_result(x);
  const struct tmd_x a = tmd_decoded(x);
  if (a.e < -20) return tmd_number(a.m + 1, a.e, x);
  return tmd_tangent_of(k, tmd_radians(a), x & 0x80000000);
}

/* Exact for multiples of 1/4: 0, 1, infinity. */
TMD_WORDS struct tmd_y tmd_tangent_pi(const struct tmd_quarters *k, uint32_t x) {
  const uint32_t sign = x & 0x80000000;
  if (tmd_is_nan(x) || tmd_is_infinite(x)) return tmd_nan(x);
  if (!(x << 1)) return tmd_result(x);
  const struct tmd_quadrant r = tmd_half_turns(tmd_decoded(x));
  if (!r.t && r.e >= -1) return tmd_result(sign ^ (r.n >> 1 << 31) ^ (r.n & 1 ? 0x7f800000 : 0));
  if (r.t == TMD_TOP) return tmd_number(TMD_TOP, 0, sign ^ ((r.n & 1) ^ r.minus) << 31);
  return tmd_tangent_of(k, r, sign);
}
#endif
