/* sinh, cosh and tanh by powers of 2: a part of files that tmd-generate --arith integer makes. */
#ifndef TMD_GENERATED_INTEGER_HYPERBOLIC
#define TMD_GENERATED_INTEGER_HYPERBOLIC
struct tmd_hyperbolics {
  struct tmd_powers powers; /* of e */
  const uint64_t *near;     /* sinh(t)/t or tanh(t)/t in t^2 for |t| < 1/2, in units of 2^-63 */
  int32_t count;
};

/* x g(x^2), or x g(-x^2) with minus = 1, for |x| < 1/2 */
TMD_WORDS struct tmd_y tmd_odd_near(const struct tmd_hyperbolics *k, struct tmd_x a, uint32_t minus,
                                    uint32_t x) {
  const uint64_t t = tmd_shifted(a.m, -1 - a.e);
  const uint64_t g = tmd_horner(k->near, k->count, tmd_high(t, t), minus);
  return tmd_number(tmd_high(a.m, g), a.e + 1, x);
}

/* For |x| < 2^-20, |sinh x| lies between |x| and |x| (1 + 2^-42). */
TMD_WORDS struct tmd_y tmd_sinh(const struct tmd_hyperbolics *k, uint32_t x) {
  if (tmd_is_nan(x)) return tmd_nan(x);
  if (tmd_is_infinite(x) || !(x << 1)) return tmd_result(x);
  const struct tmd_x a = tmd_decoded(x);
  if (a.e >= 8) return tmd_huge(x);
  if (a.e < -20) return tmd_number(a.m + 1, a.e, x);
  if (a.e < -1) return tmd_odd_near(k, a, 0, x);
  const struct tmd_exponent r = tmd_exponent_of(&k->powers, a, 0);
  const uint64_t p = tmd_power(&k->powers, r, 0), q = tmd_power(&k->powers, r, 1);
  return tmd_number(p - tmd_shifted(q, 2 * r.n), r.n - 1, x);
}

/* For |x| < 2^-20 it lies between 1 and 1 + 2^-40. */
TMD_WORDS struct tmd_y tmd_cosh(const struct tmd_hyperbolics *k, uint32_t x) {
  if (tmd_is_nan(x)) return tmd_nan(x);
  if (tmd_is_infinite(x)) return tmd_result(0x7f800000);
  if (!(x << 1)) return tmd_number(TMD_TOP, 0, 0);
  const struct tmd_x a = tmd_decoded(x);
  if (a.e >= 8) return tmd_huge(0);
  if (a.e < -20) return tmd_next_to_one(0, 0);
  const struct tmd_exponent r = tmd_exponent_of(&k->powers, a, 0);
  const uint64_t p = tmd_power(&k->powers, r, 0), q = tmd_power(&k->powers, r, 1);
  return tmd_number((p >> 1) + tmd_shifted(q >> 1, 2 * r.n), r.n, 0);
}

/* tanh |x| = 1 - 2/(e^(2 |x|) + 1). For |x| < 2^-20, |tanh x| lies between |x| and |x| (1 - 2^-41);
   from 64 on between 1 and 1 - 2^-180. */
TMD_WORDS struct tmd_y tmd_tanh(const struct tmd_hyperbolics *k, uint32_t x) {
  if (tmd_is_nan(x)) return tmd_nan(x);
  if (tmd_is_infinite(x)) return tmd_result((x & 0x80000000) | 0x3f800000);
  if (!(x << 1)) return tmd_result(x);
  struct tmd_x a = tmd_decoded(x);
  if (a.e >= 6) return tmd_next_to_one(1, x);
  if (a.e < -20) return tmd_number(a.m - 1, a.e, x);
  if (a.e < -1) return tmd_odd_near(k, a, 1, x);
  a.e++;
  const struct tmd_exponent r = tmd_exponent_of(&k->powers, a, 0);
  const uint64_t p = tmd_power(&k->powers, r, 0);
  const struct tmd_y d = tmd_number(p + tmd_shifted(TMD_TOP, r.n), r.n, 0);
  const uint64_t less = tmd_shifted(tmd_inverse(d.s), d.e - 1);
  return tmd_number(TMD_TOP - (less ? less : 1), 0, x);
}
#endif
