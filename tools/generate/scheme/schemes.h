/* The schemes by which functions are made, one for each kind of function. */
#ifndef TMD_GENERATE_SCHEMES_H
#define TMD_GENERATE_SCHEMES_H

#include "tools/generate/design.h"

extern const struct tmd_scheme tmd_arcsine, tmd_arctangent, tmd_equal_pieces, tmd_exponential,
    tmd_erfc, tmd_exponential_m1, tmd_gamma, tmd_hyperbolic, tmd_integer_power,
    tmd_inverse_hyperbolic, tmd_log_gamma, tmd_logarithm, tmd_root, tmd_sine, tmd_square_root,
    tmd_tangent;

/* The scheme for f, or NULL: none is known. */
const struct tmd_scheme *tmd_scheme_find(const struct tmd_function *f);

#endif
