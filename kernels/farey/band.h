/* Rows: the domains i, i + 1, ... of a packet, at one position of each. r_j there are polynomials
   in i, kept as tables of differences: exact; and for a band of rows, in few words, the blocks that
   follow from them, which share the bounds of their walk. farey.md has the errors. */
#ifndef TMD_FAREY_BAND_H
#define TMD_FAREY_BAND_H

#include "kernels/farey/walk-parts.h"

/* A row: its r_j at position t, and their differences. Memory: `words` of tmd_farey_row_words(). */
struct tmd_farey_row {
  const struct tmd_poly_record *packet;
  uint64_t i, t;
  uint64_t *difference; /* [l][j][word]: the l-th difference of r_j, l + j <= degree, else 0 */
};

size_t tmd_farey_row_words(const struct tmd_poly_record *packet);
/* Row i, from the packet; and from another row: by additions to the next one. Exact. */
void tmd_farey_row_begin(struct tmd_farey_row *row, const struct tmd_poly_record *packet,
                         uint64_t i, uint64_t t);
void tmd_farey_row_move(struct tmd_farey_row *row, uint64_t i);

enum {
  TMD_FAREY_BAND = 256,      /* rows, at most; */
  TMD_FAREY_BAND_LEAST = 32, /* fewer are made one by one */
  TMD_FAREY_BAND_ORDERS = 8  /* differences that a band keeps, at most */
};

/* A band: rows whose blocks share `path` and the errors of `block`, which is that of row `next` - 1
   once it is made. */
struct tmd_farey_band {
  uint64_t first, next, end;
  tmd_u128 X; /* of t in row `first`; rows are n apart */
  uint64_t n;
  struct tmd_farey_block block;
  struct tmd_farey_path path;
  int negative;                             /* coefficients below are negated in blocks */
  int low, high;                            /* differences of c0, c1, c2; and of c3, ... */
  tmd_u128 c[3][TMD_FAREY_BAND_ORDERS + 1]; /* of row `next` */
  double rest[TMD_FAREY_BAND_ORDERS + 1][TMD_DEGREE_MAX + 1];
};

/* The band of the rows that begin with `row`, of positions low .. high about t. Returns 0 if they
   are too few, or one row's block may not suit the walk. */
int tmd_farey_band_make(struct tmd_farey_band *band, const struct tmd_farey_search *search,
                        const struct tmd_farey_row *row, int64_t low, int64_t high);
/* The block of row i, first <= i < end, at or beyond `next`. */
const struct tmd_farey_block *tmd_farey_band_block(struct tmd_farey_band *band, uint64_t i);

#endif
