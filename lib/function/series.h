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

tmd_series tmd_series_exp, tmd_series_exp2, tmd_series_exp10, tmd_series_expm1, tmd_series_exp2m1,
    tmd_series_exp10m1;
tmd_series tmd_series_log, tmd_series_log2, tmd_series_log10, tmd_series_log1p, tmd_series_log2p1,
    tmd_series_log10p1;
tmd_series tmd_series_sqrt, tmd_series_rsqrt, tmd_series_cbrt;
tmd_series tmd_series_sin, tmd_series_cos, tmd_series_tan, tmd_series_sinpi, tmd_series_cospi,
    tmd_series_tanpi;
tmd_series tmd_series_asin, tmd_series_acos, tmd_series_atan, tmd_series_asinpi, tmd_series_acospi,
    tmd_series_atanpi;
tmd_series tmd_series_sinh, tmd_series_cosh, tmd_series_tanh, tmd_series_asinh, tmd_series_acosh,
    tmd_series_atanh;
tmd_series tmd_series_erf, tmd_series_erfc, tmd_series_tgamma, tmd_series_lgamma;
tmd_series_n tmd_series_rootn, tmd_series_pown, tmd_series_compound;

#endif
