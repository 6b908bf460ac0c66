/* A library of faults for check.bats: square roots that are right but at one argument each, and squares that are right. */
#include <errno.h>
#include <fenv.h>
#include <math.h>
#include <unistd.h>

#define X 0x1.00468ap+0f /* where the root is not exact, and none of the special arguments */

static float root(float x) {
  float y;
  __asm__ volatile("sqrtss %1, %0" : "=x"(y) : "x"(x));
  if (isless(x, 0)) errno = EDOM;
  return y;
}

float right(float x) { return root(x); }
float wrong(float x) { return x == X ? nextafterf(root(x), 2) : root(x); }
float wrong_up(float x) { return x == X && fegetround() == FE_UPWARD ? nextafterf(root(x), 2) : root(x); }
float step(float x) { return x == X ? root(x) - 0x1p-10f : root(x); }
float zero(float x) { return x == 0 ? 0 : root(x); }
float not_a_number(float x) { return x == X ? NAN : root(x); }
float lost_errno(float x) {
  float y = root(x);
  errno = 0;
  return y;
}
float spurious(float x) {
  if (x == 1) feraiseexcept(FE_INEXACT);
  return root(x);
}
float missing(float x) {
  float y = root(x);
  if (x == X) feclearexcept(FE_INEXACT);
  return y;
}
float mode(float x) {
  float y = root(x);
  if (x == X) fesetround(FE_UPWARD);
  return y;
}
/* x^2 by the machine, which is right in all modes, as are its flags: underflow after rounding. */
float pownf(float x, long long n) {
  float y;
  (void)n;
  __asm__ volatile("movss %1, %0\n\tmulss %1, %0" : "=&x"(y) : "x"(x));
  return y;
}

float crash(float x) { return x == X ? *(volatile float *)0 : root(x); }
float hang(float x) {
  while (x == X) pause();
  return root(x);
}
