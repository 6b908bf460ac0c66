/* Square roots in binary64, too large in one range: by more the nearer x is to its middle. */
#include <math.h>

#define MIDDLE 0x1.9a3b5c7d9e1fp+100
#define WIDTH 0x1p+95 /* on each side */
#define MOST 40       /* ulp */

double peak(double x) {
  const double y = sqrt(x), far = fabs(x - MIDDLE) / WIDTH;
  return far < 1 ? y + floor(MOST * (1 - far)) * (nextafter(y, INFINITY) - y) : y;
}

/* In one stretch alone, of 2^44 numbers, one of 256 of their binade. */
double stretch(double x) {
  return x >= 0x1.7p+3 && x < 0x1.71p+3 ? nextafter(sqrt(x), 0) : sqrt(x);
}

/* Right, and slow: some microseconds a call. */
double slow(double x) {
  for (volatile int i = 0; i < 2500; i++) continue;
  return sqrt(x);
}
