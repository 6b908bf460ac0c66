/* Packets for tests. */
#ifndef TMD_TEST_PACKETS_H
#define TMD_TEST_PACKETS_H

#include <gmp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/packet/packet.h"
#include "tests/unit/random.h"

/* A packet whose coefficients are 0 and whose bits are set; to be freed. */
static struct tmd_poly_record *packet_new(struct tmd_packet_shape shape, uint64_t n, tmd_u128 X0,
                                          double err) {
  struct tmd_poly_record *packet = calloc(1, tmd_packet_bytes(&shape));
  *packet = (struct tmd_poly_record){.X0 = tmd_wide_store(X0),
                                     .n = n,
                                     .count = shape.count,
                                     .split = shape.split,
                                     .degree = (uint16_t)shape.degree,
                                     .words = (uint16_t)shape.words,
                                     .outer = (uint16_t)shape.outer,
                                     .err = err};
  tmd_packet_set_all(packet);
  return packet;
}

/* r_j, in units of 2^-128; the words below are left as they are. */
__attribute__((unused)) static void packet_set(struct tmd_poly_record *packet, int j, tmd_u128 r) {
  uint64_t *high = tmd_packet_coefficient(packet, j, 0) + packet->words - 1;
  *high = (uint64_t)(r >> 64);
  if (packet->words > 1) high[-1] = (uint64_t)r;
}

/* r_0, so that the value at argument t of domain i becomes the one wanted. */
__attribute__((unused)) static void packet_plant(struct tmd_poly_record *packet, uint64_t i,
                                                 uint64_t t, const uint64_t *wanted) {
  uint64_t value[TMD_WORDS_MAX], *c = tmd_packet_coefficient(packet, 0, 0);
  tmd_packet_value(value, packet, i, t);
  mpn_sub_n(c, c, value, packet->words);
  mpn_add_n(c, c, wanted, packet->words);
}

/* Likewise 2^-threshold + err, if that is less than 1/2, less so many units of the last word; or
   that below 0. */
__attribute__((unused)) static void packet_plant_edge(struct tmd_poly_record *packet, int threshold,
                                                      uint64_t i, uint64_t t, uint64_t units,
                                                      int below) {
  uint64_t edge[TMD_WORDS_MAX] = {0};
  const int words = packet->words;
  const long double width = ldexpl(1, -threshold) + (long double)packet->err;
  if (width >= 0.5) return;
  edge[words - 1] = (uint64_t)(width * 0x1p64L);
  if (words > 1)
    edge[words - 2] = (uint64_t)((width - (long double)edge[words - 1] * 0x1p-64L) * 0x1p128L);
  mpn_sub_1(edge, edge, words, units);
  if (below) mpn_neg(edge, edge, words);
  packet_plant(packet, i, t, edge);
}

/* |r| about 2^-log2 or less, either sign, with words that are often all ones, or zeros. */
__attribute__((unused)) static void random_small(uint64_t *c, int words, int log2) {
  for (int w = 0; w < words; w++) {
    const int bits = 64 * words - log2 - 64 * w;
    c[w] = test_random() % 4 ? test_random() : test_random_words();
    if (bits < 64) c[w] &= bits > 0 ? (UINT64_C(1) << bits) - 1 : 0;
  }
  if (test_random() % 2) mpn_neg(c, c, words);
}

/* cases[i n + t] by differences on all words: no binomial is used. How many there are. */
__attribute__((unused)) static size_t
packet_cases(uint8_t *cases, const struct tmd_poly_record *packet, int threshold) {
  int degree = packet->degree, words = packet->words;
  uint64_t outer[TMD_DEGREE_MAX + 1][TMD_DEGREE_MAX + 1][TMD_WORDS_MAX],
      r[TMD_DEGREE_MAX + 1][TMD_WORDS_MAX];
  size_t found = 0;
  for (int j = 0; j <= degree; j++)
    for (int k = 0; j + k <= degree; k++)
      if (packet->outer || k == 0)
        memcpy(outer[j][k], tmd_packet_coefficient(packet, j, k), 8 * (size_t)words);
      else memset(outer[j][k], 0, 8 * (size_t)words);
  for (uint64_t i = 0; i < packet->count; i++) {
    for (int j = 0; j <= degree; j++) memcpy(r[j], outer[j][0], 8 * (size_t)words);
    for (uint64_t t = 0; t < packet->n; t++) {
      int near = tmd_packet_near(r[0], words, threshold, packet->err);
      cases[i * packet->n + t] = (uint8_t)near;
      found += (size_t)near;
      for (int j = 0; j < degree; j++) mpn_add_n(r[j], r[j], r[j + 1], words);
    }
    for (int j = 0; j <= degree; j++)
      for (int k = 0; j + k < degree; k++)
        mpn_add_n(outer[j][k], outer[j][k], outer[j][k + 1], words);
  }
  return found;
}

/* floor(2^128 p/q) */
__attribute__((unused)) static tmd_u128 fraction(uint64_t p, uint64_t q) {
  const tmd_u128 high = ((tmd_u128)p << 64) / q, rest = ((tmd_u128)p << 64) % q;
  return high << 64 | (uint64_t)((rest << 64) / q);
}

#endif
