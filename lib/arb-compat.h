/* Arb's headers: installed plainly beside FLINT 2, below flint/ as part of FLINT 3. */
#ifndef TMD_ARB_COMPAT_H
#define TMD_ARB_COMPAT_H

#if __has_include(<flint/arb.h>)
#include <flint/arb.h>
#include <flint/arb_poly.h>
#else
#include <arb.h>
#include <arb_poly.h>
#endif
/* arf_get_mpfr and arb_get_mpfr are declared only after mpfr.h */
#include <mpfr.h>

#endif
