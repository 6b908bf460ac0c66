/* The layout of the poly record in memory: header, coefficients, survivor bitmap
   (formats/tmd-stream.h). What reading, checking and printing a record needs; the arithmetic of
   packets is in lib/packet/packet.h. */
#ifndef TMD_PACKET_LAYOUT_H
#define TMD_PACKET_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

#include "formats/tmd-stream.h"

/* Shape of a packet; equal shapes have equal record sizes. */
struct tmd_packet_shape {
  int degree, words, outer;
  uint32_t count, split;
};

size_t tmd_packet_bytes(const struct tmd_packet_shape *shape);
struct tmd_packet_shape tmd_packet_shape_of(const struct tmd_poly_record *packet);

/* Number of stored coefficients c[j][k] (k <= min(degree - j, outer)); the place of one among them,
   in rows of equal j; and where its words are. */
int tmd_packet_coefficients(int degree, int outer);
int tmd_packet_place(int degree, int outer, int j, int k);
uint64_t *tmd_packet_coefficient(const struct tmd_poly_record *packet, int j, int k);

/* The survivor bitmap: bit b answers for tmd_packet_bit_length arguments from X0 + b * that on. */
uint64_t *tmd_packet_bitmap(const struct tmd_poly_record *packet);
static inline size_t tmd_packet_bits(const struct tmd_poly_record *p) {
  return (size_t)p->count * p->split;
}
static inline size_t tmd_packet_bitmap_words(const struct tmd_poly_record *p) {
  return (tmd_packet_bits(p) + 63) / 64;
}
static inline uint64_t tmd_packet_bit_length(const struct tmd_poly_record *p) {
  return p->n / p->split;
}
static inline int tmd_packet_bit(const uint64_t *bitmap, size_t b) {
  return bitmap[b >> 6] >> (b & 63) & 1;
}
size_t tmd_packet_survivors(const struct tmd_poly_record *packet); /* bits set */
void tmd_packet_set_all(struct tmd_poly_record *packet);           /* bitmap: all ones */

/* The packets of a claim, in records one after the other: what they state ends at X1. */
struct tmd_packet_range {
  const unsigned char *records;
  size_t record_bytes, count;
  unsigned __int128 X1;
  int threshold; /* of the claim's problem */
};
static inline const struct tmd_poly_record *tmd_packet_in(const struct tmd_packet_range *range,
                                                          size_t i) {
  return (const struct tmd_poly_record *)(range->records + i * range->record_bytes);
}

#endif
