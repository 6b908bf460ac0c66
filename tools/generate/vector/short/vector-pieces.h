/* The scheme for any function in lanes, in formats with few numbers. */
#ifndef TMD_GENERATE_VECTOR_PIECES_H
#define TMD_GENERATE_VECTOR_PIECES_H

#include "tools/generate/design.h"

extern const struct tmd_scheme tmd_vector_pieces;

/* After the scheme's plan: 0, or -1 (message): there are too many pieces, or exact results. */
int tmd_vector_pieces_found(const struct tmd_design *design) __attribute__((warn_unused_result));

#endif
