/* Lines next to integers: the visits by return times are those found one by one. */
#include "lib/pairs/line-hits.h"
#include "tests/unit/tap.h"

enum { MOST = 3000 };

/* 1 if the visits up to MOST are all L with t L within w of a multiple of 2^64. */
static int agrees(uint64_t t, uint64_t w) {
  const struct tmd_line_steps steps = tmd_line_steps(t, w, MOST);
  struct tmd_line_hit hit = {0, w};
  for (uint64_t L = 0; L <= MOST; L++) {
    const uint64_t at = t * L + w;
    if (at > 2 * w) continue;
    if (hit.L != L || hit.at != at) return 0;
    hit = tmd_line_next(&steps, hit);
  }
  return hit.L > MOST;
}

/* One of few bits, next to a fraction with a small denominator, or any. */
static uint64_t slope(int i) {
  const uint64_t r = test_random();
  if (i % 4 == 0) return r << (r % 64);
  if (i % 4 == 1) return UINT64_MAX / (1 + r % 100) * (r >> 20 & 127) + (r >> 40) - (1 << 23);
  return r;
}

int main(void) {
  int bad = 0, many = 0;
  for (int i = 0; i < 20000; i++) {
    const uint64_t t = slope(i),
                   w = test_random() >> (64 - TMD_LINE_WINDOW_BITS) >> (test_random() % 62);
    if (!agrees(t, w)) bad++;
    many += tmd_line_steps(t, w, MOST).q != UINT64_MAX;
  }
  tap_ok(bad == 0 && many > 2000, "20000 lines: all visits, and no other (%d with some)", many);
  tap_ok(agrees(0, 0) && agrees(0, 5) && agrees(UINT64_C(1) << 63, 0) &&
             agrees(UINT64_C(3) << 62, 1) && agrees(1, 0) && agrees(UINT64_MAX, 7),
         "lines through integers");
  return tap_done();
}
