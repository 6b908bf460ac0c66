/* The rounding modes by name, for libraries and for MPFR. */
#ifndef TMD_TEST_MODES_H
#define TMD_TEST_MODES_H

#include <fenv.h>
#include <mpfr.h>

static const struct {
  const char *name;
  int mode;
  mpfr_rnd_t round;
} modes[] = {{"nearest", FE_TONEAREST, MPFR_RNDN},
             {"up", FE_UPWARD, MPFR_RNDU},
             {"down", FE_DOWNWARD, MPFR_RNDD},
             {"zero", FE_TOWARDZERO, MPFR_RNDZ}};

#endif
