/* The floating-point environment as one word, for speed: on x86-64 the MXCSR, which everything but
   long double uses, and the x87's words besides; elsewhere by <fenv.h>. */
#ifndef TMD_FENV_WORD_H
#define TMD_FENV_WORD_H

#include <fenv.h>

#include "tools/check/target/target.h"

static const int tmd_round_of_mode[TMD_ROUNDINGS] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD,
                                                     FE_TOWARDZERO};

/* Converts flags of <fenv.h> into tmd_exception. */
static inline uint8_t tmd_flags_of_fenv(int raised) {
  return (uint8_t)((raised & FE_INVALID ? TMD_RAISES_INVALID : 0) |
                   (raised & FE_DIVBYZERO ? TMD_RAISES_DIVIDE : 0) |
                   (raised & FE_OVERFLOW ? TMD_RAISES_OVERFLOW : 0) |
                   (raised & FE_UNDERFLOW ? TMD_RAISES_UNDERFLOW : 0) |
                   (raised & FE_INEXACT ? TMD_RAISES_INEXACT : 0));
}

#ifdef __x86_64__
enum { TMD_STATUS_FAST = 1, TMD_STATUS_RAISED = 0x3d, TMD_STATUS_DENORMAL = 2 };
static inline unsigned tmd_status_get(void) { return __builtin_ia32_stmxcsr(); }
static inline void tmd_status_put(uint32_t *word) { __asm__ volatile("stmxcsr %0" : "=m"(*word)); }
/* From where it lies in memory: a word that was just stored takes the processor 4 ns more. */
static inline void tmd_status_set(const unsigned *word) {
  __asm__ volatile("ldmxcsr %0" : : "m"(*word));
}
/* Bits 0 and 2 to 5 are the exceptions; bit 1 (an operand was subnormal) is none. */
static inline uint8_t tmd_status_flags(unsigned word) {
  return (uint8_t)((word & 1) | (word >> 1 & 0x1e));
}
/* x87: exceptions raised; precision, rounding and masks. */
static inline unsigned tmd_x87_raised(void) {
  unsigned short word;
  __asm__ volatile("fnstsw %0" : "=m"(word));
  return word & 0x3d;
}
static inline void tmd_x87_clear(void) { __asm__ volatile("fnclex"); }
static inline unsigned tmd_x87_control(void) {
  unsigned short word;
  __asm__ volatile("fnstcw %0" : "=m"(word));
  return word;
}
#else
enum { TMD_STATUS_FAST = 0, TMD_STATUS_RAISED = FE_ALL_EXCEPT, TMD_STATUS_DENORMAL = 0 };
static inline unsigned tmd_status_get(void) { return (unsigned)fetestexcept(FE_ALL_EXCEPT); }
static inline void tmd_status_put(uint32_t *word) { *word = tmd_status_get(); }
static inline void tmd_status_set(const unsigned *word) { (void)word; }
static inline uint8_t tmd_status_flags(unsigned word) { return tmd_flags_of_fenv((int)word); }
static inline unsigned tmd_x87_raised(void) { return 0; }
static inline void tmd_x87_clear(void) {}
static inline unsigned tmd_x87_control(void) { return 0; }
#endif

#endif
