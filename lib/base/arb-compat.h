/* Arb's headers: installed plainly beside FLINT 2, below flint/ as part of FLINT 3. And numbers of
   GMP, MPFR and FLINT that are initialized where they are declared, and cleared at the end of their
   scope: SCOPED(arb, x, y) are two balls, FLOATS(53, x, y) two of MPFR's numbers of 53 bits. */
#ifndef TMD_ARB_COMPAT_H
#define TMD_ARB_COMPAT_H

/* first: what exchanges numbers with MPFR is declared only where mpfr.h is known */
#include <mpfr.h>

#if __has_include(<flint/arb.h>)
#include <flint/arb.h>
#include <flint/arb_hypgeom.h>
#include <flint/arb_poly.h>
#else
#include <arb.h>
#include <arb_hypgeom.h>
#include <arb_poly.h>
#endif
#if __has_include(<flint/fmpq.h>)
#include <flint/fmpq.h>
#else
#include <fmpq.h>
#endif

#define SCOPED_END(type) \
  __attribute__((unused)) static void type##_end(type##_t *x) { type##_clear(*x); }
SCOPED_END(arb)
SCOPED_END(arb_poly)
SCOPED_END(arf)
SCOPED_END(fmpq)
SCOPED_END(fmpz)
SCOPED_END(mag)
SCOPED_END(mpfr)
SCOPED_END(mpq)
SCOPED_END(mpz)

#define SCOPED_INIT(type, prec, x) type##_init(x)
#define SCOPED_FLOAT(type, prec, x) mpfr_init2(x, prec)
#define SCOPED_1(init, type, prec, x)              \
  type##_t x __attribute__((cleanup(type##_end))); \
  init(type, prec, x);
#define SCOPED_2(i, t, p, x, ...) SCOPED_1(i, t, p, x) SCOPED_1(i, t, p, __VA_ARGS__)
#define SCOPED_3(i, t, p, x, ...) SCOPED_1(i, t, p, x) SCOPED_2(i, t, p, __VA_ARGS__)
#define SCOPED_4(i, t, p, x, ...) SCOPED_1(i, t, p, x) SCOPED_3(i, t, p, __VA_ARGS__)
#define SCOPED_5(i, t, p, x, ...) SCOPED_1(i, t, p, x) SCOPED_4(i, t, p, __VA_ARGS__)
#define SCOPED_6(i, t, p, x, ...) SCOPED_1(i, t, p, x) SCOPED_5(i, t, p, __VA_ARGS__)
#define SCOPED_COUNT(x1, x2, x3, x4, x5, x6, count, ...) SCOPED_##count
#define SCOPED_ALL(i, t, p, ...) SCOPED_COUNT(__VA_ARGS__, 6, 5, 4, 3, 2, 1, )(i, t, p, __VA_ARGS__)
#define SCOPED(type, ...) SCOPED_ALL(SCOPED_INIT, type, 0, __VA_ARGS__)
#define FLOATS(prec, ...) SCOPED_ALL(SCOPED_FLOAT, mpfr, prec, __VA_ARGS__)
/* The same for a structure with functions TYPE_init and TYPE_clear. */
#define SCOPED_STRUCT(type, x)                          \
  struct type x __attribute__((cleanup(type##_clear))); \
  type##_init(&x)

#endif
