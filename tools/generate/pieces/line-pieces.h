/* The scheme for any function, in formats with few numbers. */
#ifndef TMD_GENERATE_LINE_PIECES_H
#define TMD_GENERATE_LINE_PIECES_H

#include "tools/generate/design.h"

extern const struct tmd_scheme tmd_pieces;

/* After the scheme's plan: 0, or -1 (message): there are too many pieces, or exact results. */
int tmd_pieces_found(const struct tmd_design *design) __attribute__((warn_unused_result));

/* 1 if they are found, and no piece needs a division or a function. */
int tmd_pieces_simple(void);

#endif
