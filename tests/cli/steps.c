/* Functions of binary16 that are right but for one argument, or two: for tests of how many steps
   results are off. */
#include <math.h>

#define FAULT(name, right, wrong_at, wrong) \
  _Float16 name##f16(_Float16 x) { return wrong_at ? (_Float16)(wrong) : (_Float16)(right); }

FAULT(right, sqrt((double)x), 0, 0)
FAULT(down, sqrt((double)x), x == 4,
      0x1.ff8p+0) /* from 2 into the binade below: two steps, one ulp */
FAULT(up, sqrt((double)x), x == 0x1.ff8p+1f16,
      0x1.004p+1) /* from 0x1.ffcp+0 into the binade above: two steps, three ulp */
FAULT(number, sqrt((double)x), x == -1, 1)
FAULT(infinite, sqrt((double)x), x == -1, INFINITY)
FAULT(not_a_number, sqrt((double)x), x == 4, NAN)
FAULT(across, sin((double)x), fabs((double)x) == 0x1p-24,
      -x) /* from the least number to its negative */
FAULT(twice, sin((double)x), fabs((double)x) == 0x1p-23 || x == 0x1.8p-23f16,
      x == 0x1.8p-23f16 ? 0x1p-23 : -x)
FAULT(zero, sin((double)x), x == 0, 0)
FAULT(most, exp((double)x), x == 0x1.63p+3f16,
      INFINITY) /* which is beyond the numbers, rounded down the greatest of them */
FAULT(least, exp((double)x), x == 0x1.63p+3f16, 0x1.ffcp+15)
FAULT(other, log((double)x), x == 0, INFINITY)

_Float16 crashf16(_Float16 x) {
  if (x == 4) __builtin_trap();
  return (_Float16)sqrt((double)x);
}

/* exp in binary32, where results are judged by places: at some x some numbers too large, or too
   small. */
float manyf(float x) {
  const int row = x >= -0x1.84001p+1f && x <= -0x1.84p+1f;
  const int steps = row || x == -0x1.81p+1f || x == -0x1.82p+1f ? 3
                    : x == -0x1.83p+1f || x == 0x1.6p+6f        ? 2
                                                                : 0;
  float y = (float)exp((double)x);
  for (int i = 0; i < steps; i++) y = nextafterf(y, row ? 0 : 2);
  return x == 0x1.64p+6f ? INFINITY : y;
}

/* Of two arguments. */
_Float16 productf16(_Float16 x, _Float16 y) {
  return x == 1.5f16 && y == 2 ? 0x1.80cp+1f16 : x * y;
}
