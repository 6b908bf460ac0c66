/* A library of faults for check.bats: square roots that are right but at one argument each, and
   squares that are right. */
#define _DEFAULT_SOURCE /* signgam, lgammaf_r */
#include <errno.h>
#include <fenv.h>
#include <math.h>
#include <stdio.h>
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
float wrong_up(float x) {
  return x == X && fegetround() == FE_UPWARD ? nextafterf(root(x), 2) : root(x);
}
float step(float x) { return x == X ? root(x) - 0x1p-10f : root(x); }
float zero(float x) { return x == 0 ? 0 : root(x); }
float not_a_number(float x) { return x == X ? NAN : root(x); }
float lost_errno(float x) {
  float y = root(x);
  errno = 0;
  return y;
}
float overflow(
    float x) { /* to nearest errno is as it should be but at one x; in other modes it is not set */
  const float y = expf(x);
  errno = fegetround() == FE_TONEAREST && x != 0x1.66p+6f ? ERANGE : 0;
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

/* lgamma, with the sign of gamma lost at one argument in signgam, and at another as lgamma_r has
   it. */
float signsf(float x) {
  const float y = lgammaf(x);
  if (x == -0x1.c00002p+1f) signgam = -signgam;
  return y;
}
float signsf_r(float x, int *sign) {
  const float y = lgammaf_r(x, sign);
  if (x == -0x1.c00006p+1f) *sign = 0;
  return y;
}

float output(float x) {
  if (x == X) puts("nonsense");
  return root(x);
}
float output_once(float x) { /* at the first call alone */
  static int calls;
  if (x == X && calls++ == 0) puts("nonsense");
  return root(x);
}
/* Clears a flag that was raised before; and another such at an x that is called twice only where
   all are. */
#define ELSEWHERE 0x1.012p+0f
float cleared(float x) {
  float y = root(x);
  if (x == X || x == ELSEWHERE) feclearexcept(FE_OVERFLOW);
  return y;
}
float cleared_and_crash(float x) { return x == X + 0x1p-23f ? *(volatile float *)0 : cleared(x); }

/* Subnormal arguments are taken for zeros, of either sign, but at one x. */
static float flushed(float x) {
  return x != 0 && fabsf(x) < 0x1p-126f && x != 0x1.8p-128f ? 0.0f * -x : x;
}
float flush_log(float x) { return x == 0x1.8p-128f ? -1 : logf(flushed(x)); }
float flush_right(float x) { return x == 0x1.8p-128f ? expf(x) : expf(flushed(x)); }

/* In place of values just below 1: the same result, far off, but for a greater one, a flag and an
   errno among thousands. */
float far_off(float x) {
  const int silent = x == -0x1.802004p-30f;
  volatile float y = 0x1.000002p+0f;
  if (!silent) feraiseexcept(FE_INEXACT);
  if (x == -0x1.802008p-30f) errno = ERANGE;
  return x == -0x1.80200cp-30f ? 0x1.000004p+0f : y;
}

float crash(float x) { return x == X ? *(volatile float *)0 : root(x); }
float hang(float x) {
  while (x == X) pause();
  return root(x);
}

#ifdef __x86_64__
float mode_of_sse(float x) { /* which fegetround does not show */
  const float y = root(x);
  if (x == X) __builtin_ia32_ldmxcsr(0x3f80);
  return y;
}

/* Of four lanes, the second alone: at an x it crashes, or in other lanes is wrong; behind it, in
   the same lane, it is wrong. One for each place of x in its vector. */
typedef float float4 __attribute__((vector_size(16)));
#define LANES(n)                                                            \
  float4 _ZGVbN4v_lane##n(float4 x) {                                       \
    const float at = X + n * 0x1p-23f, behind = at + 8 * 0x1p-23f;          \
    for (int lane = 0; lane < 4; lane++) {                                  \
      const int faulty = x[lane] == at || (x[lane] == behind && lane == 1); \
      if (x[lane] == at && lane == 1) *(volatile float *)0 = 0;             \
      x[lane] = faulty ? nextafterf(root(x[lane]), 2) : root(x[lane]);      \
    }                                                                       \
    return x;                                                               \
  }
LANES(0)
LANES(1)
LANES(2)
LANES(3)

/* A crash in any lane; before it, in the same vector, one lane is wrong. */
float4 _ZGVbN4v_before(float4 x) {
  for (int lane = 0; lane < 4; lane++) {
    if (x[lane] == X) *(volatile float *)0 = 0;
    x[lane] = x[lane] == X - 0x1p-23f && lane == 1 ? nextafterf(root(x[lane]), 2) : root(x[lane]);
  }
  return x;
}

float4 _ZGVbN4v_output(float4 x) {
  for (int lane = 0; lane < 4; lane++) x[lane] = output(x[lane]);
  return x;
}
#endif
