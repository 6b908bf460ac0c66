/* Quotients of short lines: exact up to 2^50, where they are used, and not much beyond. */
#include "kernels/boolean/short-lines.h"
#include "tests/unit/tap.h"

/* 1 if floor(y / x) and the remainder are right. */
static int divides(uint64_t y, uint64_t x) {
  v_f64 rest;
  const v_f64 k = vf_divide((double)y, vf_divisor_of((double)x), &rest);
  return k == (double)(y / x) && rest == (double)(y % x);
}

/* Wrong quotients of 2^22, y <= 2^log2: multiples of x and their neighbours, for x of any length.
 */
static long wrong(int log2) {
  const uint64_t most = UINT64_C(1) << log2;
  long count = 0;
  for (long i = 0; i < 1 << 20; i++) {
    const uint64_t x = 1 + (test_random() >> (64 - log2 + test_random() % (unsigned)log2)) % most;
    const uint64_t multiple = x * (1 + test_random() % (most / x)),
                   y[] = {multiple, multiple - 1, most - test_random() % x};
    for (int j = 0; j < 3; j++) count += !divides(y[j], x);
    count += !divides(most, x);
  }
  return count;
}

int main(void) {
  const long far = wrong(53);
  tap_ok(wrong(50) == 0, "quotients of integers up to 2^50 are exact");
  tap_ok(far > 0, "up to 2^53 some are not (%ld)", far);
  return tap_done();
}
