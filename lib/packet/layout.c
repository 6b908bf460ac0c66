#include "lib/packet/layout.h"

#include <string.h>

#include "lib/base/target-clones.h"

int tmd_packet_coefficients(int degree, int outer) {
  return tmd_packet_place(degree, outer, degree, 0) + 1;
}

/* Rows 0 .. j-1 hold degree+1, degree, ... coefficients; or one each. */
int tmd_packet_place(int degree, int outer, int j, int k) {
  return (outer == 0 ? j : j * (degree + 1) - j * (j - 1) / 2) + k;
}

size_t tmd_packet_bytes(const struct tmd_packet_shape *shape) {
  size_t words =
      (size_t)tmd_packet_coefficients(shape->degree, shape->outer) * (size_t)shape->words;
  size_t bits = (size_t)shape->count * shape->split;
  return sizeof(struct tmd_poly_record) + 8 * words + 8 * ((bits + 63) / 64);
}

struct tmd_packet_shape tmd_packet_shape_of(const struct tmd_poly_record *packet) {
  return (struct tmd_packet_shape){.degree = packet->degree,
                                   .words = packet->words,
                                   .outer = packet->outer,
                                   .count = packet->count,
                                   .split = packet->split};
}

uint64_t *tmd_packet_coefficient(const struct tmd_poly_record *packet, int j, int k) {
  return (uint64_t *)(packet + 1) +
         (size_t)tmd_packet_place(packet->degree, packet->outer, j, k) * packet->words;
}

uint64_t *tmd_packet_bitmap(const struct tmd_poly_record *packet) {
  return (uint64_t *)(packet + 1) +
         (size_t)tmd_packet_coefficients(packet->degree, packet->outer) * packet->words;
}

TMD_VECTORS size_t tmd_packet_survivors(const struct tmd_poly_record *packet) {
  const uint64_t *bitmap = tmd_packet_bitmap(packet);
  size_t survivors = 0;
  for (size_t w = 0; w < tmd_packet_bitmap_words(packet); w++)
    survivors += (size_t)__builtin_popcountll(bitmap[w]);
  return survivors;
}

void tmd_packet_set_all(struct tmd_poly_record *packet) {
  uint64_t *bitmap = tmd_packet_bitmap(packet);
  size_t bits = tmd_packet_bits(packet);
  memset(bitmap, 0xff, 8 * (bits / 64));
  if (bits % 64) bitmap[bits / 64] = (UINT64_C(1) << bits % 64) - 1;
}
