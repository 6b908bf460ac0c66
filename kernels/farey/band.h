/* Bands: rows whose blocks are made from few differences, in few words, and share the bounds of
   their walk. farey.md has the errors. */
#ifndef TMD_FAREY_BAND_H
#define TMD_FAREY_BAND_H

#include "kernels/farey/walk-parts.h"
#include "lib/packet/row-table.h"

enum {
  TMD_FAREY_BAND = 256,      /* rows, at most; */
  TMD_FAREY_BAND_LEAST = 32, /* fewer are made one by one */
  TMD_FAREY_BAND_ORDERS = 8  /* differences that a band keeps, at most */
};

/* A band: rows whose blocks share `path` and the errors of `block`, which is that of row `next` - 1
   once it is made. If `slope` is not 0, it is the least by which all of them rise or fall for each
   argument, through few integers: they are not to be walked. */
struct tmd_farey_band {
  uint64_t first, next, end;
  tmd_u128 X; /* of t in row `first`; rows are n apart */
  uint64_t n;
  struct tmd_farey_block block;
  struct tmd_farey_path path;
  double slope;
  int negative;                             /* coefficients below are negated in blocks */
  int low, high;                            /* differences of c0, c1, c2; and of c3, ... */
  tmd_u128 c[3][TMD_FAREY_BAND_ORDERS + 1]; /* of row `next` */
  double rest[TMD_FAREY_BAND_ORDERS + 1][TMD_DEGREE_MAX + 1];
};

/* The band of the rows that begin with `row`, of positions low .. high about t. Returns 0 if they
   are too few, or one row's block may not suit the walk. */
int tmd_farey_band_make(struct tmd_farey_band *band, const struct tmd_farey_search *search,
                        const struct tmd_packet_row *row, int64_t low, int64_t high);
/* The block of row i, first <= i < end, at or beyond `next`. */
const struct tmd_farey_block *tmd_farey_band_block(struct tmd_farey_band *band, uint64_t i);

#endif
