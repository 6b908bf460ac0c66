/* S(w) = f(sqrt(w)) / sqrt(w), f the inverse sine or tangent or hyperbolic sine, for |w| <= 1/4:
   with it, f is a polynomial in x^2 times x. */
#ifndef TMD_GENERATE_INVERSE_SERIES_H
#define TMD_GENERATE_INVERSE_SERIES_H

#include "tools/generate/approximation.h"

/* For struct tmd_approximation: the inverse tangent's series if p->f is atan or atanpi, the
   hyperbolic sine's if it is acosh, else the sine's. */
void tmd_inverse_series(arb_poly_t g, const struct tmd_approximation *p, const arb_t w,
                        slong length);

/* The same, divided by pi if p->f is. */
void tmd_inverse_series_of(arb_poly_t g, const struct tmd_approximation *p, const arb_t w,
                           slong length);

#endif
