#include "lib/expression/ball/size.h"

#include <math.h>

enum { UNKNOWN = TMD_SIGN_UNKNOWN };

long tmd_size_saturate_low(long e) {
  return e < -TMD_SIZE_FAR ? TMD_SIZE_NO_LOW : e > TMD_SIZE_FAR ? TMD_SIZE_FAR : e;
}
long tmd_size_saturate_high(long e) {
  return e > TMD_SIZE_FAR ? TMD_SIZE_NO_HIGH : e < -TMD_SIZE_FAR ? -TMD_SIZE_FAR : e;
}
static long most(long a, long b) { return a > b ? a : b; }
static long least(long a, long b) { return a < b ? a : b; }

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

struct tmd_size tmd_size_sum(struct tmd_size a, struct tmd_size b) {
  struct tmd_size y = tmd_size_unknown();
  if (a.sign == 0) return b;
  if (b.sign == 0) return a;
  if (a.sign == b.sign) y.sign = a.sign;
  else if (a.low >= b.high) y.sign = a.sign; /* |a| > |b| */
  else if (b.low >= a.high) y.sign = b.sign;
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

struct tmd_size tmd_size_negative(struct tmd_size a) {
  if (a.sign != UNKNOWN) a.sign = -a.sign;
  return a;
}

struct tmd_size tmd_size_power(struct tmd_size a, const fmpq_t r) {
  const int even = fmpz_is_one(fmpq_denref(r)) && fmpz_is_even(fmpq_numref(r));
  const double exponent = fmpq_get_d(r), /* infinite times 0 is not reached */
      low = a.low ? floor((double)a.low * exponent) - 1 : 0,
               high = a.high ? ceil((double)a.high * exponent) + 1 : 0;
  if (even && a.sign != UNKNOWN) a.sign *= a.sign;
  if (a.low != TMD_SIZE_NO_LOW)
    a.low = low < -0x1p40 ? TMD_SIZE_NO_LOW : low > 0x1p40 ? TMD_SIZE_FAR : (long)low;
  if (a.high != TMD_SIZE_NO_HIGH)
    a.high = high > 0x1p40 ? TMD_SIZE_NO_HIGH : high < -0x1p40 ? -TMD_SIZE_FAR : (long)high;
  return a;
}

struct tmd_size tmd_size_either(struct tmd_size a, struct tmd_size b) {
  return (struct tmd_size){a.sign == b.sign ? a.sign : UNKNOWN, least(a.low, b.low),
                           most(a.high, b.high)};
}

void tmd_size_tighten(struct tmd_size *a, struct tmd_size other) {
  if (a->sign == UNKNOWN) a->sign = other.sign;
  a->low = most(a->low, other.low);
  a->high = least(a->high, other.high);
}

/* ---- number + rest ---- */

int tmd_next_to_compare(const struct tmd_next_to *y, long n) {
  fmpq_t c;
  fmpq_init(c);
  fmpq_sub_si(c, y->number, n);
  const struct tmd_size size = tmd_size_of(c);
  fmpq_clear(c);
  if (size.sign == 0) return y->rest.sign;
  if (y->rest.sign == 0 || y->rest.sign == size.sign || y->rest.high <= size.low) return size.sign;
  return y->rest.low >= size.high ? y->rest.sign : UNKNOWN;
}

/* log2 of a number rounded down, or up. */
static long log2_down(const fmpq_t c) { return tmd_size_of(c).low; }
static long log2_up(const fmpq_t c) {
  const int power = fmpz_is_one(fmpq_denref(c))
                        ? (fmpz_popcnt(fmpq_numref(c)) == 1)
                        : fmpz_is_one(fmpq_numref(c)) && fmpz_popcnt(fmpq_denref(c)) == 1;
  return tmd_size_of(c).high - power;
}

struct tmd_size tmd_next_to_size(const struct tmd_next_to *y) {
  enum { BITS_MAX = 1 << 14 };
  struct tmd_size size = tmd_size_of(y->number);
  if (size.sign == 0) return y->rest;
  if (y->rest.sign == 0) return size;
  if (y->rest.high >= size.low)
    return tmd_size_sum(size, y->rest); /* no less than half of the number: a general sum */
  fmpq_t c, rest, end;
  fmpq_init(c), fmpq_init(rest), fmpq_init(end);
  fmpq_abs(c, y->number);
  fmpq_set_si(rest, 1, 1);
  const long bound = most(y->rest.high, size.low - BITS_MAX);
  if (bound >= 0) fmpq_mul_2exp(rest, rest, (ulong)bound);
  else fmpq_div_2exp(rest, rest, (ulong)-bound);
  const int inward = y->rest.sign != size.sign,
            outward = y->rest.sign == TMD_SIGN_UNKNOWN || !inward;
  fmpq_sub(end, c, rest);
  size.low = log2_down(inward ? end : c);
  fmpq_add(end, c, rest);
  size.high = log2_up(outward ? end : c);
  fmpq_clear(c), fmpq_clear(rest), fmpq_clear(end);
  return size;
}
