/* A library of faults for pairs.bats: fmod in binary16, which is exact in double precision, ldexp
   and hypot in binary32, right but at one pair each; and functions of two arguments by those of
   glibc in double precision, rounded to binary16. */
#include <errno.h>
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>

typedef _Float16 half;

static half rest(half x, half y) { return (half)fmod((double)x, (double)y); }

#define HERE (x == 1.5f16 && y == 1.25f16)
#define FAULT(name, ...)           \
  half name##f16(half x, half y) { \
    half r = rest(x, y);           \
    if (HERE) {                    \
      __VA_ARGS__;                 \
    }                              \
    return r;                      \
  }
FAULT(right)
FAULT(wrong, r = (half)0.25024414f)
FAULT(wrong_up, if (fegetround() == FE_UPWARD) r = (half)0.25024414f)
FAULT(minus, r = -r)
FAULT(not_a_number, r = (half)NAN)
FAULT(spurious, feraiseexcept(FE_INEXACT))
FAULT(cleared, feclearexcept(FE_OVERFLOW))
FAULT(mode, fesetround(FE_UPWARD))
FAULT(error, errno = EDOM)
FAULT(crash, *(volatile int *)0 = 0)
FAULT(hang, for (;;) pause())
half zerof16(half x, half y) {
  const half r = rest(x, y);
  return x == 1.5f16 && y == -1.5f16 ? -r : r;
}
half lost_errnof16(half x, half y) {
  const half r = rest(x, y);
  errno = 0;
  return r;
}
half unstablef16(half x, half y) {
  static int count;
  return HERE ? (half)(count++ % 2) : rest(x, y);
}

float wrong_scaledf(float x, int n) { return x == 1.5f && n == -3 ? 0.25f : ldexpf(x, n); }
float wrong_legf(float x, float y) { return x == 3 && y == 4 ? 5.0000005f : hypotf(x, y); }

#define ROUNDED(f) \
  half f##f16(half x, half y) { return (half)f((double)x, (double)y); }
ROUNDED(pow)
ROUNDED(atan2)
ROUNDED(hypot)
ROUNDED(remainder)
half rootnf16(half x, int n) {
  return (half)(n % 2 && x < 0 ? -pow(-(double)x, 1. / n) : pow((double)x, 1. / n));
}

/* Operators, which are right; and a sum whose zeros are all +0, a quotient by the reciprocal. */
#define OPERATORS(T, suffix)                \
  T add##suffix(T x, T y) { return x + y; } \
  T sub##suffix(T x, T y) { return x - y; } \
  T mul##suffix(T x, T y) { return x * y; } \
  T div##suffix(T x, T y) { return x / y; }
OPERATORS(float, f)
OPERATORS(double, )
float no_sign_addf(float x, float y) { return x == -y ? 0.0f : x + y; }
float reciprocal_divf(float x, float y) {
  const float reciprocal = 1 / y;
  return x * reciprocal;
}

/* x y + z: wrong at one triple, and a crash at another; rounded to binary64 before; of a product
   that is rounded. */
float wrong_fmaf(float x, float y, float z) {
  if (x == 1.5f && y == 3 && z == -5) *(volatile int *)0 = 0;
  return x == 1.5f && y == 3 && z == -4 ? 0.50000006f : fmaf(x, y, z);
}
float twice_fmaf(float x, float y, float z) { return (float)((double)x * y + z); }
double rounded_fma(double x, double y, double z) {
  const volatile double product = x * y;
  return product + z;
}

_Float16 mulf16(_Float16 x, _Float16 y) { return (_Float16)((double)x * (double)y); }
_Float16 divf16(_Float16 x, _Float16 y) { return (_Float16)((double)x / (double)y); }
_Float16 addf16(_Float16 x, _Float16 y) { return (_Float16)((double)x + (double)y); }
_Float16 subf16(_Float16 x, _Float16 y) { return (_Float16)((double)x - (double)y); }
