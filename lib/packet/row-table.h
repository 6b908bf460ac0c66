/* Rows of a packet: its domains i, i + 1, ..., at one position of each. The r_j there are
   polynomials in i, kept as tables of differences. All is exact. */
#ifndef TMD_ROW_TABLE_H
#define TMD_ROW_TABLE_H

#include "lib/packet/packet.h"

/* A row: its r_j at position t, and their differences. Memory: `words` of tmd_packet_row_words().
 */
struct tmd_packet_row {
  const struct tmd_poly_record *packet;
  uint64_t i, t;
  uint64_t *difference; /* [l][j][word]: the l-th difference of r_j, l + j <= degree, else 0 */
};

size_t tmd_packet_row_words(const struct tmd_poly_record *packet);
/* Row i, from the packet; and from another row: by additions to the next one. */
void tmd_packet_row_begin(struct tmd_packet_row *row, const struct tmd_poly_record *packet,
                          uint64_t i, uint64_t t);
void tmd_packet_row_move(struct tmd_packet_row *row, uint64_t i);

/* The l-th difference of r_j. */
uint64_t *tmd_packet_difference(const struct tmd_packet_row *row, int l, int j);

#endif
