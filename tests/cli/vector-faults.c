/* Vector functions of sqrt for vectors.bats: right ones, and ones with faults in single lanes.
   Those of gcc have the ABI as the compiler makes it, with masks and without, for each set of
   instructions. */
#include <fenv.h>
#include <float.h>
#include <math.h>

#define X 0x1.00468ap+0f
#define Y 0x1.42008ap+0f

#pragma omp declare simd notinbranch
#pragma omp declare simd inbranch
float rightf(float x) { return __builtin_sqrtf(x); }

#pragma omp declare simd notinbranch
#pragma omp declare simd inbranch
double right(double x) { return __builtin_sqrt(x); }

typedef float float4 __attribute__((vector_size(16)));
typedef int int4 __attribute__((vector_size(16)));

/* volatile: the mode in force counts */
static float root(float x) {
  volatile float y = x;
  return __builtin_sqrtf(y);
}
static float4 roots(float4 x) { return (float4){root(x[0]), root(x[1]), root(x[2]), root(x[3])}; }
static int is_special(float x) { return !(x >= FLT_MIN && x <= FLT_MAX); }

static int is_any_special(float4 x) {
  return is_special(x[0]) || is_special(x[1]) || is_special(x[2]) || is_special(x[3]);
}
static int is_exception(float x) { return x == X || x == Y; }

/* `y`: the roots; one of them becomes wrong. */
#define FAULTY(name, ...)            \
  float4 _ZGVbN4v_##name(float4 x) { \
    float4 y = roots(x);             \
    __VA_ARGS__;                     \
    return y;                        \
  }

FAULTY(one, if (x[2] == X) y[2] = nextafterf(y[2], 2))
FAULTY(far, if (x[2] == X) y[2] = 2 * y[2])
FAULTY(swapped, if (x[0] == X) y = (float4){y[0], y[2], y[1], y[3]})
FAULTY(neighbours, if (x[2] == Y && x[3] == nextafterf(Y, 2)) y[2] = 1)
FAULTY(spoilt, if (isnan(x[1])) y[2] = NAN)
/* an exception is lost if another lane is special */
FAULTY(lost, for (int i = 0; i < 4; i++) y[i] = is_exception(x[i]) && is_any_special(x) ? 1 : y[i])
FAULTY(mode, int mode = fegetround(); fesetround(FE_TONEAREST); y[3] = root(x[3]); fesetround(mode))
FAULTY(raises, if (x[3] == X) feraiseexcept(FE_OVERFLOW))
FAULTY(raises_next_to_nan,
       if (x[0] != x[0] && (x[1] == X || x[2] == X)) feraiseexcept(FE_DIVBYZERO))
FAULTY(clears, if (x[1] == X) feclearexcept(FE_INEXACT))
FAULTY(crashes, if (x[1] == X && isinf(x[0] + x[2] + x[3])) * (volatile float *)0 = 0)

/* X raises nothing in lane 2, and inexact in all others */
float4 _ZGVbN4v_misses(float4 x) {
  const int raised = fetestexcept(FE_INEXACT);
  const float own = root(x[2]);
  if (x[2] == X && !raised) feclearexcept(FE_INEXACT);
  float4 y = roots((float4){x[0], x[1], x[2] == X ? 1 : x[2], x[3]});
  y[2] = own;
  return y;
}

/* Masks. */
float4 _ZGVbM4v_ignores(float4 x, float4 mask) {
  (void)mask;
  return roots(x);
}
float4 _ZGVbM4v_tail(float4 x, float4 mask) {
  const int4 active = (int4)mask;
  float4 y = {0};
  for (int i = 0; i < 4; i++)
    if (active[i]) y[i] = i == 0 && !active[3] && x[0] == X ? 1 : root(x[i]);
  return y;
}
float4 _ZGVbM4v_shifted(float4 x, float4 mask) {
  const int4 active = (int4)mask;
  float4 y = {0};
  for (int i = 0; i < 4; i++)
    if (active[(i + 1) % 4]) y[i] = root(x[i]);
  return y;
}

/* Two arguments. */
float4 _ZGVbN4vv_div(float4 x, float4 y) { return x / y; }
float4 _ZGVbN4vv_div_one(float4 x, float4 y) {
  float4 z = x / y;
  if (x[3] == 3 && y[3] == 7) z[3] = 1;
  return z;
}

float4 _ZGVnN4v_right(float4 x) { return roots(x); } /* of another machine */
