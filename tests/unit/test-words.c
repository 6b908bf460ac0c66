/* Texts of functions by pairs of floats: the last rounding in each mode is IEEE 754's, also of
   subnormal results and at 2^128; y is moved to the other side of the number or midpoint next to
   it; products, sums and quotients of pairs have the errors that are stated, and some more than
   half. */
#include <fenv.h>
#include <stdint.h>

#include "tests/unit/tap.h"
#include "tools/generate/double-word/word-lanes-c.h"
#include "tools/generate/double-word/word-pairs.h"
#include "tools/generate/double-word/word-rounding.h"

enum { TRIALS = 200000 };

static const int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};

/* The encoding of a double, rounded in a mode. */
static int32_t rounded(double y, int mode) {
  fesetround(modes[mode]);
  volatile const double before = y;
  volatile const float after = (float)before;
  fesetround(FE_TONEAREST);
  return wbits(after);
}

/* h + l with at most 53 bits, h the nearest float, which often is a power of 2, and l often 0 or
   half a unit of h. */
static double random_pair(float *h, float *l) {
  const uint64_t r = test_random(), bits = test_random() & 7 ? test_random() & 0x7fffff : 0;
  const double high = (double)(0x800000 | bits) * 0x1p-23;
  const double part[] = {0,
                         0x1p-24,
                         -0x1p-25,
                         (double)(r >> 36) * 0x1p-52,
                         -(double)(r >> 37) * 0x1p-52,
                         0x1p-52,
                         -0x1p-52,
                         0x1p-24 - 0x1p-51};
  const double y = (r & 8 ? -1 : 1) * (high + part[r & 7]);
  *h = (float)y, *l = (float)(y - *h);
  return y;
}

static void test_rounding(void) {
  long wrong = 0, subnormal = 0, beyond = 0;
  for (int i = 0; i < TRIALS; i++) {
    float h, l;
    const double y = random_pair(&h, &l);
    const int n = i & 1 ? (int)(test_random() % 30) - 155 : (int)(test_random() % 300) - 160;
    for (int mode = 0; mode < 4; mode++) {
      const int32_t right = rounded(ldexp(y, n), mode);
      wrong += wround(h, l, n, mode) != right;
      subnormal += (right & 0x7f800000) == 0, beyond += n > 127;
    }
  }
  tap_ok(wrong == 0, "the last rounding: %ld of %d are wrong", wrong, 4 * TRIALS);
  tap_ok(subnormal > TRIALS && beyond > TRIALS / 20, "%ld subnormal, %ld beyond", subnormal,
         beyond);
}

/* y on one side of a number or a midpoint, by 2^-45 to 2^-50 of it. */
static void test_moves(void) {
  long unseen = 0, wrong = 0, far = 0, near = 0;
  for (int i = 0; i < TRIALS; i++) {
    const double breakpoint = (double)((1 << 24) + (int)(test_random() & 0xffffff)) * 0x1p-24;
    const int up = test_random() & 1 ? 1 : -1;
    const double y = breakpoint - up * ldexp(1, -45 - (int)(test_random() % 6));
    float h = (float)y, l = (float)(y - h);
    if (!wnear(h, l)) unseen++;
    h = wmoved(h, &l, up);
    for (int mode = 0; mode < 4; mode++)
      wrong += wround(h, l, 0, mode) != rounded(breakpoint + up * 0x1p-40, mode);
    float other, low;
    random_pair(&other, &low);
    if (fabsf(low) > 0x1p-25f * 0.9f || fabsf(low) < 0x1p-27f) continue;
    far++, near += wnear(other, low);
  }
  tap_ok(unseen == 0, "next to breakpoints: %ld are unseen", unseen);
  tap_ok(wrong == 0, "moved: %ld wrong results", wrong);
  tap_ok(far > TRIALS / 50 && near < far / 100, "far from them: %ld of %ld are near", near, far);
}

/* The error of a pair, by u^2 = 2^-48 of y. */
static double error_of(float h, float l, __float128 y) {
  const __float128 error = ((__float128)h + l - y) / y;
  return (double)(error < 0 ? -error : error) * 0x1p48;
}

static void test_pairs(void) {
  double product = 0, sum = 0, quotient = 0;
  for (int i = 0; i < TRIALS; i++) {
    float ah, al, bh, bl;
    random_pair(&ah, &al), random_pair(&bh, &bl);
    wpair(a, ah, al);
    wpair(b, fabsf(bh), bh < 0 ? -bl : bl);
    const __float128 x = (__float128)a_h + a_l, y = (__float128)b_h + b_l;
    wpair_product(p, a, b);
    wpair_sum(s, a, b);
    wpair_quotient(q, a, b);
    product = fmax(product, error_of(p_h, p_l, x * y));
    if (x + y != 0) sum = fmax(sum, error_of(s_h, s_l, x + y));
    quotient = fmax(quotient, error_of(q_h, q_l, x / y));
  }
  tap_ok(product <= 4 && product > 1, "products: at most %.2f u^2", product);
  tap_ok(sum <= 3.001 && sum > 1, "sums: at most %.2f u^2", sum);
  tap_ok(quotient <= 8 && quotient > 1, "quotients: at most %.2f u^2", quotient);
}

int main(void) {
  test_rounding();
  test_moves();
  test_pairs();
  return tap_done();
}
