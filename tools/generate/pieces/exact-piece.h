/* Pieces with many exact results: their polynomials have few bits, and are computed exactly where
   the result is exact. */
#ifndef TMD_GENERATE_EXACT_PIECE_H
#define TMD_GENERATE_EXACT_PIECE_H

#include "tools/generate/pieces/split.h"

/* Finds the longest piece from piece->first on, which ends before `limit`; all results there are
   finite. 1, or 0: there is none with at least TMD_EXACT_WORTH exact results. */
enum { TMD_EXACT_WORTH = 16 };
int tmd_exact_piece(struct tmd_line_piece *piece, const struct tmd_every_argument *of,
                    size_t limit);

/* 1 if the piece computes the exact result of an argument: all but isolated zeros, whose sign would
   depend on the mode. */
int tmd_exact_covers(const struct tmd_line_piece *piece, const struct tmd_every_argument *at);

#endif
