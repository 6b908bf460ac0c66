/* The intervals of expressions with roundings and bounds that can be altered: their sources are
   part of the program that includes this, and of the library's copies none is linked. */
#ifndef TMD_INTERVAL_ALTERED_H
#define TMD_INTERVAL_ALTERED_H

#include <mpfr.h>

/* Rounded inward; the radius that proves what lies between two ends, half as large. */
static int altered_inward, altered_halved;

enum { ROUNDED_DOWN = MPFR_RNDD, ROUNDED_UP = MPFR_RNDU };
#define MPFR_RNDD (altered_inward ? (mpfr_rnd_t)ROUNDED_UP : (mpfr_rnd_t)ROUNDED_DOWN)
#define MPFR_RNDU (altered_inward ? (mpfr_rnd_t)ROUNDED_DOWN : (mpfr_rnd_t)ROUNDED_UP)
#define mpfr_mul_2si(y, x, e, round) (mpfr_mul_2si)(y, x, (e) - altered_halved, round)

#define set_prec interval_set_prec
#include "lib/expression/interval/mpfr-interval.c"
#undef set_prec
#include "lib/expression/interval/interval-function.c"
#undef mpfr_mul_2si
#include "lib/expression/interval/interval-far.c"
#define set_prec rounded_set_prec
#include "lib/expression/interval/mpfr-value.c"
#undef set_prec

#endif
