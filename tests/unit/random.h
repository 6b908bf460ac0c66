/* Random numbers for the C tests: one fixed sequence, so that a failure can be repeated. */
#ifndef TMD_TEST_RANDOM_H
#define TMD_TEST_RANDOM_H

#include "lib/base/random.h"

static uint64_t test_random_state = 1;

__attribute__((unused)) static uint64_t test_random(void) { return tmd_random(&test_random_state); }

__attribute__((unused)) static unsigned __int128 test_random128(void) {
  unsigned __int128 high = test_random();
  return high << 64 | test_random();
}

/* A word that is often 0, all ones, one bit, or has few bits: where carries go wrong. */
__attribute__((unused)) static uint64_t test_random_words(void) {
  uint64_t x = test_random();
  switch (x % 8) {
  case 0: return 0;
  case 1: return ~UINT64_C(0);
  case 2: return UINT64_C(1) << (x >> 58);
  case 3: return ~UINT64_C(0) << (x >> 58);
  case 4: return x >> (x >> 58);
  default: return test_random();
  }
}

#endif
