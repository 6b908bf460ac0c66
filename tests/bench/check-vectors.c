/* Every argument of binary32, in four rounding modes: functions of vectors against the function of
   a float, whose results tmd-check has tested at every argument. Lane k of a vector has arguments
   that are a multiple of 2^32/lanes away from those of the others, so that special arguments stand
   beside usual ones; each mode puts an argument into another lane. The flags of a vector are those
   of its lanes. Compiled with -DNAME=expf, and both texts, or -DMODES=1 for rounding to nearest
   alone; prints what differs, and a line of counts. */
#include <immintrin.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include VECTORS

#ifndef MODES
#define MODES 4
#endif

#define LANES (2 * TMD_LANES)
#define JOIN_2(a, b) a##b
#define JOIN(a, b) JOIN_2(a, b)

float NAME(float x);

enum { FLAGS = 0x3d /* all but that of subnormal operands */, SHOWN = 10 };

/* One vector's calls in a mode: differs. */
static int differs(const uint32_t *x, unsigned mode, uint32_t *from_scalar, uint32_t *from_vector,
                   unsigned flags[2]) {
  vfloat v;
  int result = 0;
  memcpy(&v, x, sizeof v);
  _mm_setcsr(0x1f80 | mode << 13);
  for (int k = 0; k < LANES; k++) {
    volatile float argument;
    memcpy((void *)&argument, x + k, sizeof argument);
    const float y = NAME(argument);
    memcpy(from_scalar + k, &y, sizeof y);
  }
  flags[0] = _mm_getcsr() & FLAGS;
  _mm_setcsr(0x1f80 | mode << 13);
  __asm__ volatile("" : "+x"(v));
  vfloat y = JOIN(NAME, _v)(v);
  __asm__ volatile("" : "+x"(y));
  flags[1] = _mm_getcsr() & FLAGS;
  _mm_setcsr(0x1f80);
  memcpy(from_vector, &y, sizeof y);
  for (int k = 0; k < LANES; k++) {
    const int both_nan =
        (from_scalar[k] & 0x7fffffff) > 0x7f800000 && (from_vector[k] & 0x7fffffff) > 0x7f800000;
    result |= from_scalar[k] != from_vector[k] && !both_nan;
  }
  return result || flags[0] != flags[1];
}

int main(void) {
  long calls = 0, different = 0;
  for (unsigned mode = 0; mode < MODES; mode++)
    for (uint32_t i = 0; i < (uint32_t)(0x100000000 / LANES); i++) {
      uint32_t x[LANES], scalar[LANES], vector[LANES];
      unsigned flags[2];
      for (uint32_t k = 0; k < LANES; k++)
        x[k] = i + (k + 3 * mode) % LANES * (uint32_t)(0x100000000 / LANES);
      calls += LANES;
      if (!differs(x, mode, scalar, vector, flags) || different++ >= SHOWN) continue;
      printf("mode %u, flags %02x %02x:", mode, flags[0], flags[1]);
      for (int k = 0; k < LANES; k++) printf(" %08x %08x %08x", x[k], scalar[k], vector[k]);
      printf("\n");
    }
  printf("%ld calls, %ld vectors differ\n", calls, different);
  return different != 0;
}
