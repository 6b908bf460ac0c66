#include "lib/expression/ball/size.h"

enum { UNKNOWN = TMD_SIGN_UNKNOWN };

long tmd_size_saturate_low(long e) {
  return e < -TMD_SIZE_FAR ? TMD_SIZE_NO_LOW : e > TMD_SIZE_FAR ? TMD_SIZE_FAR : e;
}
long tmd_size_saturate_high(long e) {
  return e > TMD_SIZE_FAR ? TMD_SIZE_NO_HIGH : e < -TMD_SIZE_FAR ? -TMD_SIZE_FAR : e;
}
static long most(long a, long b) { return a > b ? a : b; }

struct tmd_size tmd_size_unknown(void) {
  return (struct tmd_size){UNKNOWN, TMD_SIZE_NO_LOW, TMD_SIZE_NO_HIGH};
}

struct tmd_size tmd_size_of(const fmpq_t t) {
  if (fmpq_is_zero(t)) return (struct tmd_size){0, TMD_SIZE_NO_LOW, -TMD_SIZE_FAR};
  const long over = (long)fmpz_bits(fmpq_numref(t)), under = (long)fmpz_bits(fmpq_denref(t));
  /* 2^(over - 1) <= |numerator| < 2^over */
  struct tmd_size size = {fmpq_sgn(t), over - under - 1, over - under + 1};
  fmpz_t scaled;
  fmpz_init(scaled); /* |t| against 2^(over - under) */
  if (over >= under) fmpz_mul_2exp(scaled, fmpq_denref(t), (ulong)(over - under));
  else fmpz_mul_2exp(scaled, fmpq_numref(t), (ulong)(under - over));
  const int below = over >= under ? fmpz_cmpabs(fmpq_numref(t), scaled) < 0
                                  : fmpz_cmpabs(scaled, fmpq_denref(t)) < 0;
  fmpz_clear(scaled);
  if (below) size.high--;
  else size.low++;
  return size;
}

struct tmd_size tmd_size_negative(struct tmd_size a) {
  if (a.sign != UNKNOWN) a.sign = -a.sign;
  return a;
}

struct tmd_size tmd_size_sum(struct tmd_size a, struct tmd_size b) {
  struct tmd_size y = tmd_size_unknown();
  if (a.sign == 0) return b;
  if (b.sign == 0) return a;
  if (a.sign == b.sign) y.sign = a.sign;
  else if (a.low > b.high) y.sign = a.sign; /* |a| > 2 |b| */
  else if (b.low > a.high) y.sign = b.sign;
  if (y.sign != UNKNOWN && a.sign == b.sign) y.low = most(a.low, b.low);
  else if (a.low > b.high) y.low = a.low - 1;
  else if (b.low > a.high) y.low = b.low - 1;
  y.high = tmd_size_saturate_high(most(a.high, b.high) + 1);
  return y;
}

struct tmd_size tmd_size_product(struct tmd_size a, struct tmd_size b) {
  if (a.sign == 0 || b.sign == 0) return a.sign == 0 ? a : b;
  const int unknown = a.sign == UNKNOWN || b.sign == UNKNOWN;
  return (struct tmd_size){unknown ? UNKNOWN : a.sign * b.sign,
                           tmd_size_saturate_low(a.low + b.low),
                           tmd_size_saturate_high(a.high + b.high)};
}

struct tmd_size tmd_size_inverse(struct tmd_size a) {
  return (struct tmd_size){
      a.sign, a.high == TMD_SIZE_NO_HIGH ? TMD_SIZE_NO_LOW : tmd_size_saturate_low(-a.high),
      a.low == TMD_SIZE_NO_LOW ? TMD_SIZE_NO_HIGH : tmd_size_saturate_high(-a.low + 1)};
}

struct tmd_size tmd_size_scaled(struct tmd_size a, int low, int high) {
  if (a.sign == 0) return a;
  return (struct tmd_size){a.sign, tmd_size_saturate_low(a.low + low),
                           tmd_size_saturate_high(a.high + high)};
}
