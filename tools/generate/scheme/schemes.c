#include "tools/generate/scheme/schemes.h"

static const struct tmd_scheme *const schemes[] = {&tmd_arcsine,       &tmd_arctangent,
                                                   &tmd_equal_pieces,  &tmd_erfc,
                                                   &tmd_exponential,   &tmd_exponential_m1,
                                                   &tmd_gamma,         &tmd_hyperbolic,
                                                   &tmd_integer_power, &tmd_inverse_hyperbolic,
                                                   &tmd_log_gamma,     &tmd_logarithm,
                                                   &tmd_root,          &tmd_sine,
                                                   &tmd_square_root,   &tmd_tangent};

const struct tmd_scheme *tmd_scheme_find(const struct tmd_function *f) {
  for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
    if (schemes[i]->data(f)) return schemes[i];
  return NULL;
}
