/* Tiles of a part of the columns each, where f varies too much along a row for one polynomial:
   where x comes near 0. Each row of a part becomes a packet. */
#ifndef TMD_TILE_PARTS_H
#define TMD_TILE_PARTS_H

#include "lib/packet/row-table.h"
#include "lib/stream/claim.h"

enum { TMD_TILE_PARTS = 96 };

struct tmd_tile_part {
  uint64_t first, columns;
  int serves;            /* else it is to be searched pair by pair */
  struct tmd_claim tile; /* of all rows; without a record if no pair is hard */
  struct tmd_packet_row row;
};

struct tmd_tile_parts {
  uint64_t rows, columns;
  int count;
  struct tmd_tile_part part[TMD_TILE_PARTS];
};

/* The parts of a claim whose range is whole rows of a strip: columns are halved until a polynomial
   serves, or there are at most `least`. 1, or 0 if there are too many parts. To be cleared. */
int tmd_tile_parts_begin(struct tmd_tile_parts *parts, const struct tmd_claim *claim,
                         uint64_t least);
void tmd_tile_parts_clear(struct tmd_tile_parts *parts);

/* Fills `claim`, whose range is row i of a part that serves, with one packet, or with none if no
   pair is hard. Rows are to be taken in rising order. */
void tmd_tile_part_row(struct tmd_claim *claim, struct tmd_tile_part *part, uint64_t i);

/* About how many there are of a row of x^y in binary32, `width` numbers from `first` on. */
double tmd_tile_parts_expected(double first, double width);

#endif
