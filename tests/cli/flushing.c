/* Functions of tmd-generate --to cuda --ftz, cr_flushed, next to those without --ftz, cr_plain:
   argument by argument, in four modes, on a processor that flushes subnormal numbers and on one
   that does not; then the last rounding alone, next to its thresholds. Arguments: those of stdin,
   every STEPth encoding, and those around each x from which |f| is below 2^-126: these are printed,
   as a domain and x, and then the number of wrong results. platform.h is that of cuda_in_c
   (generate.bash): -include platform.h. */
#include "flushed.cuda"
#include "plain.cuda"
#include <fenv.h>
#include <stdint.h>
#include <stdio.h>
#include <xmmintrin.h>

enum { NEAREST, ZERO, UP, DOWN, MODES, AROUND = 1500, FLUSHES = 0x8040 /* arguments, too */ };
static float (*const plain[])(float) = {cr_plain, cr_plain_rtz, cr_plain_rtp, cr_plain_rtn};
static float (*const flushed[])(float) = {cr_flushed, cr_flushed_rtz, cr_flushed_rtp,
                                          cr_flushed_rtn};
static const int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};
static long wrong;

static uint32_t bits_of(float x) { return (uint32_t)__float_as_int(x); }
static float float_of(uint32_t u) { return __int_as_float((int)u); }
static uint32_t size_of(uint32_t u) { return u & 0x7fffffff; }
static uint32_t flush(uint32_t u) { return size_of(u) < 0x00800000 ? u & 0x80000000 : u; }

static void compare(uint32_t x, uint32_t expected, uint32_t got, int mode, const char *where) {
  if (expected == got || (size_of(expected) > 0x7f800000 && size_of(got) > 0x7f800000)) return;
  if (wrong++ < 4)
    fprintf(stderr, "%s, mode %d: %08x at %08x, not %08x\n", where, mode, got, x, expected);
}

static void check(uint32_t u) {
  for (int mode = 0; mode < MODES; mode++) {
    const uint32_t expected = flush(bits_of(plain[mode](float_of(flush(u)))));
    compare(u, expected, bits_of(flushed[mode](float_of(u))), mode, "subnormal numbers");
    const unsigned control = _mm_getcsr();
    _mm_setcsr(control | FLUSHES);
    const uint32_t got = bits_of(flushed[mode](float_of(u)));
    _mm_setcsr(control);
    compare(u, expected, got, mode, "none");
  }
}

static float convert(double y, int mode) {
  return mode == NEAREST ? __double2float_rn(y)
         : mode == ZERO  ? __double2float_rz(y)
         : mode == UP    ? __double2float_ru(y)
                         : __double2float_rd(y);
}

/* Of y, by the conversion of this processor, and by that of the functions. */
static void check_last(double of_y, int mode) {
  volatile double y = of_y;
  fesetround(modes[mode]);
  const volatile float right = (float)y;
  fesetround(FE_TONEAREST);
  const unsigned control = _mm_getcsr();
  for (int flushes = 0; flushes < 2; flushes++) {
    if (flushes) _mm_setcsr(control | FLUSHES);
    const volatile float got = convert(cr_flushed_flushed(y, mode), mode);
    _mm_setcsr(control);
    compare(bits_of(right), flush(bits_of(right)), bits_of(got), mode, "the last rounding");
  }
}

/* At doubles next to those around which the result changes. */
static void check_rounding(void) {
  static const double at[] = {0,        0x1p-149,        0x1.fffffcp-127, 0x1.fffffep-127,
                              0x1p-126, 0x1.000002p-126, 0x1.8p0};
  for (size_t i = 0; i < sizeof at / sizeof *at; i++)
    for (int mode = 0; mode < MODES; mode++)
      for (int k = i ? -2 : 0; k <= 2; k++) {
        const double y = __longlong_as_double(__double_as_longlong(at[i]) + k);
        check_last(y, mode), check_last(-y, mode);
      }
}

static int is_small(uint32_t u) {
  const uint32_t y = size_of(bits_of(cr_plain(float_of(u))));
  return y > 0 && y < 0x00800000;
}

/* The last u from `low` to `high` with the value of is_small(low). */
static uint32_t last_of(uint32_t low, uint32_t high) {
  const int small = is_small(low);
  while (high - low > 1) {
    const uint32_t middle = low + (high - low) / 2;
    if (is_small(middle) == small) low = middle;
    else high = middle;
  }
  return low;
}

static void check_around(uint32_t u) {
  for (uint32_t k = 0; k <= 2 * AROUND; k++) check(u - AROUND + k);
}

int main(void) {
  float x;
  check_rounding();
  check_around(0x00800000), check_around(0x80800000);
  while (scanf("%a", &x) == 1) check(bits_of(x));
  for (uint32_t u = 0, next; u < UINT32_MAX; u = next) {
    next = UINT32_MAX - u < STEP ? UINT32_MAX : u + STEP;
    check(u);
    if ((u ^ next) >> 31 || is_small(u) == is_small(next)) continue;
    const uint32_t place = last_of(u, next);
    check_around(place);
    if (size_of(place) < AROUND) continue; /* next to 0 */
    const float from = float_of(place - AROUND), to = float_of(place + AROUND);
    printf("%a:%a %a\n", from < to ? from : to, from < to ? to : from, float_of(place));
  }
  printf("%ld wrong\n", wrong);
  return wrong != 0;
}
