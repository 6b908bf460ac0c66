#include "lib/packet/row-table.h"

#include <string.h>

#include "lib/base/arb-compat.h"

size_t tmd_packet_row_words(const struct tmd_poly_record *packet) {
  const size_t orders = (size_t)packet->degree + 1;
  return orders * orders * packet->words;
}

uint64_t *tmd_packet_difference(const struct tmd_packet_row *row, int l, int j) {
  const struct tmd_poly_record *packet = row->packet;
  return row->difference + ((size_t)l * (size_t)(packet->degree + 1) + (size_t)j) * packet->words;
}

/* a += b, of `count` residues: carries stay within each. */
static void add_residues(uint64_t *a, const uint64_t *b, int count, int words) {
  for (int j = 0; j < count; j++, a += words, b += words) {
    if (words == 1 || words > 4) {
      mpn_add_n(a, a, b, words);
      continue;
    }
    const tmd_u128 low = (tmd_u128)a[1] << 64 | a[0], sum = low + ((tmd_u128)b[1] << 64 | b[0]);
    const unsigned carry = sum < low;
    a[0] = (uint64_t)sum, a[1] = (uint64_t)(sum >> 64);
    if (words == 3) a[2] += b[2] + carry;
    if (words < 4) continue;
    const tmd_u128 high = ((tmd_u128)a[3] << 64 | a[2]) + ((tmd_u128)b[3] << 64 | b[2]) + carry;
    a[2] = (uint64_t)high, a[3] = (uint64_t)(high >> 64);
  }
}

/* By any number of rows: each column is a polynomial in Newton's form. */
static void jump(struct tmd_packet_row *row, uint64_t by) {
  uint64_t column[(TMD_DEGREE_MAX + 1) * TMD_WORDS_MAX];
  struct tmd_packet_step step;
  const int degree = row->packet->degree, words = row->packet->words;
  const size_t bytes = 8 * (size_t)words;
  tmd_packet_step(&step, row->packet, by);
  for (int j = 0; j < degree; j++) {
    step.degree = degree - j;
    for (int l = 0; l <= degree - j; l++)
      memcpy(column + l * words, tmd_packet_difference(row, l, j), bytes);
    tmd_packet_move(column, &step);
    for (int l = 0; l <= degree - j; l++)
      memcpy(tmd_packet_difference(row, l, j), column + l * words, bytes);
  }
}

void tmd_packet_row_move(struct tmd_packet_row *row, uint64_t i) {
  const int degree = row->packet->degree, words = row->packet->words;
  if (i == row->i + 1)
    for (int l = 0; l < degree; l++)
      add_residues(tmd_packet_difference(row, l, 0), tmd_packet_difference(row, l + 1, 0),
                   degree - l, words);
  else if (i != row->i) jump(row, i - row->i);
  row->i = i;
}

void tmd_packet_row_begin(struct tmd_packet_row *row, const struct tmd_poly_record *packet,
                          uint64_t i, uint64_t t) {
  struct tmd_packet_step step;
  const int degree = packet->degree, words = packet->words;
  row->packet = packet, row->t = t, row->i = 0;
  memset(row->difference, 0, 8 * tmd_packet_row_words(packet));
  tmd_packet_step(&step, packet, t);
  for (int l = 0; l <= degree; l++) {
    step.degree = degree - l;
    for (int j = 0; j <= degree - l && l <= packet->outer; j++)
      memcpy(tmd_packet_difference(row, l, j), tmd_packet_coefficient(packet, j, l),
             8 * (size_t)words);
    if (t > 0) tmd_packet_move(tmd_packet_difference(row, l, 0), &step);
  }
  tmd_packet_row_move(row, i);
}
