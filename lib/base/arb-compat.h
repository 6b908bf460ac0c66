/* Arb's headers: installed plainly beside FLINT 2, below flint/ as part of FLINT 3. */
#ifndef TMD_ARB_COMPAT_H
#define TMD_ARB_COMPAT_H

/* first: what exchanges numbers with MPFR is declared only where mpfr.h is known */
#include <mpfr.h>

#if __has_include(<flint/arb.h>)
#include <flint/arb.h>
#include <flint/arb_poly.h>
#else
#include <arb.h>
#include <arb_poly.h>
#endif
#if __has_include(<flint/fmpq.h>)
#include <flint/fmpq.h>
#else
#include <fmpq.h>
#endif
#endif
