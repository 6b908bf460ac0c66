#include "lib/region/integer-roots.h"

#include <math.h>

tmd_u128 tmd_wide_power(tmd_u128 x, long n) {
  tmd_u128 y = x;
  if (x <= 1) return x;
  for (; n > 1; n--)
    if (__builtin_mul_overflow(y, x, &y)) return 0;
  return y;
}

static int power_exceeds(tmd_u128 r, long n, tmd_u128 x) {
  const tmd_u128 y = tmd_wide_power(r, n);
  return y > x || (y == 0 && r > 0);
}

/* An estimate, corrected by integers: the result does not depend on its quality. */
tmd_u128 tmd_root_floor(tmd_u128 x, long n) {
  if (n == 1 || x <= 1) return x;
  if (n > TMD_ROOTS_MOST) return 1;
  tmd_u128 r = (tmd_u128)(n == 2 ? sqrt((double)x) : pow((double)x, 1 / (double)n));
  while (power_exceeds(r, n, x)) r--;
  while (!power_exceeds(r + 1, n, x)) r++;
  return r;
}

tmd_u128 tmd_root_up(tmd_u128 x, long n) { return x ? tmd_root_floor(x - 1, n) + 1 : 0; }
