/* Power series of the functions of the table (lib/function/function.h), made of Arb's series.

   y = Taylor polynomial of length len of f(x + t) in t, rigorous for every x of the ball:
   coefficient j encloses f^(j)(x)/j!. A ball that contains a singularity gives non-finite
   coefficients. Where x is exact, coefficients have a small relative error, except at zeros of f
   that are not dyadic. */
#ifndef TMD_SERIES_H
#define TMD_SERIES_H

#include "lib/base/arb-compat.h"

typedef void tmd_series(arb_poly_t y, const arb_t x, slong len, slong prec);
typedef void tmd_series_n(arb_poly_t y, const arb_t x, long n, slong len, slong prec);

/* The functions of the table, in its order. */
#define TMD_TABLE(F)                                                                               \
  F(exp), F(exp2), F(exp10), F(expm1), F(exp2m1), F(exp10m1), F(log), F(log2), F(log10), F(log1p), \
      F(log2p1), F(log10p1), F(sqrt), F(rsqrt), F(cbrt), F(sin), F(cos), F(tan), F(sinpi),         \
      F(cospi), F(tanpi), F(asin), F(acos), F(atan), F(asinpi), F(acospi), F(atanpi), F(sinh),     \
      F(cosh), F(tanh), F(asinh), F(acosh), F(atanh), F(erf), F(erfc), F(tgamma), F(lgamma)

#define TMD_SERIES_OF(name) tmd_series_##name
tmd_series TMD_TABLE(TMD_SERIES_OF);
tmd_series tmd_series_id;
tmd_series_n tmd_series_rootn, tmd_series_pown, tmd_series_compound;

#endif
