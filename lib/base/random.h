/* Random numbers that are the same in every run (splitmix64; Steele, Lea and Flood, Fast splittable
   pseudorandom number generators, 2014). */
#ifndef TMD_RANDOM_H
#define TMD_RANDOM_H

#include "lib/base/wide.h"

/* The next one of the sequence that *state stands for; any number begins one. */
static inline uint64_t tmd_random(uint64_t *state) {
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

/* The next two as one number, the first one above. */
static inline tmd_u128 tmd_random_wide(uint64_t *state) {
  const tmd_u128 high = tmd_random(state);
  return high << 64 | tmd_random(state);
}

#endif
