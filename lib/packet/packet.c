/* Residues mod 1 are integers mod 2^(64 words): additions and multiplications by integers are
   exact, so nothing in this file has an error but tmd_residue_magnitude, which says which way it
   rounds. */
#include "lib/packet/packet.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "lib/base/arb-compat.h"
#include "lib/base/upper-bounds.h"

_Static_assert(sizeof(mp_limb_t) == 8 && GMP_NAIL_BITS == 0,
               "GMP limbs are the words of a residue");

/* Clips a run to [X0, X1), whose ends are moved only into the run's domain; 0 if nothing is left.
 */
static int clip(struct tmd_packet_run *run, const struct tmd_poly_record *packet, tmd_u128 X0,
                tmd_u128 X1) {
  const tmd_u128 start = tmd_packet_start(packet, run->i);
  if (start + run->t1 <= X0 || start + run->t0 >= X1) return 0;
  if (start + run->t0 < X0) run->t0 = (uint64_t)(X0 - start);
  if (start + run->t1 > X1) run->t1 = (uint64_t)(X1 - start);
  return run->t0 < run->t1; /* not if X1 < X0 */
}

int tmd_packet_run_next(struct tmd_packet_run *run, const struct tmd_poly_record *packet,
                        tmd_u128 X0, tmd_u128 X1, size_t *bit) {
  const uint64_t *bitmap = tmd_packet_bitmap(packet);
  const uint64_t length = tmd_packet_bit_length(packet), split = packet->split;
  const size_t bits = tmd_packet_bits(packet);
  const tmd_u128 start = tmd_wide_load(packet->X0);
  if (start + (tmd_u128)*bit * length < X0) {
    const tmd_u128 before = (X0 - start) / length;
    if (*bit < before) *bit = before < bits ? (size_t)before : bits;
  }
  while (*bit < bits && start + (tmd_u128)*bit * length < X1) {
    if (bitmap[*bit >> 6] >> (*bit & 63) == 0) *bit = (*bit | 63) + 1;
    else if (!tmd_packet_bit(bitmap, *bit)) ++*bit;
    else {
      const uint64_t i = *bit / split, first = *bit % split;
      uint64_t last = first;
      while (++last < split && tmd_packet_bit(bitmap, i * split + last)) continue;
      *bit = i * split + last;
      *run = (struct tmd_packet_run){i, first * length, last * length};
      if (clip(run, packet, X0, X1)) return 1;
    }
  }
  return 0;
}

/* A binomial coefficient as it grows along its row: an exact integer of `size` words.
   C(x,k) <= x^k with x < 2^128, k <= 31: 62 words, and two more for the product before its
   division. */
struct binomial {
  uint64_t value[2 * TMD_DEGREE_MAX + 2];
  int size, k;
  tmd_u128 x;
};

static void binomial_begin(struct binomial *b, tmd_u128 x) {
  b->value[0] = 1;
  b->size = 1;
  b->k = 0;
  b->x = x;
}

/* C(x,k) to C(x,k+1) = C(x,k) (x-k) / (k+1); 0 (size 0) from k = x on. */
static void binomial_next(struct binomial *b) {
  tmd_u128 factor = b->x < (tmd_u128)b->k ? 0 : b->x - (tmd_u128)b->k;
  uint64_t low = (uint64_t)factor, high = (uint64_t)(factor >> 64), copy[2 * TMD_DEGREE_MAX + 2];
  b->k++;
  if (factor == 0) b->size = 0;
  if (b->size == 0) return;
  const tmd_u128 product = (tmd_u128)b->value[0] * low;
  if (b->size == 1 && high == 0 &&
      product >> 64 == 0) { /* mostly; without the cost of functions for any size */
    b->value[0] = (uint64_t)product / (uint64_t)b->k;
    return;
  }
  if (high) memcpy(copy, b->value, 8 * (size_t)b->size);
  int size = b->size;
  b->value[size] = mpn_mul_1(b->value, b->value, size, low);
  if (high) {
    b->value[size + 1] = mpn_addmul_1(b->value + 1, copy, size, high);
    size++;
  }
  size++;
  mpn_divrem_1(b->value, 0, b->value, size, (mp_limb_t)b->k);
  while (b->value[size - 1] == 0) size--;
  b->size = size;
}

/* sum += b * a  mod 2^(64 words) */
static void add_product(uint64_t *sum, const uint64_t *a, const struct binomial *b, int words) {
  for (int w = 0; w < b->size && w < words; w++) mpn_addmul_1(sum + w, a, words - w, b->value[w]);
}

void tmd_binomial(uint64_t *residue, int words, tmd_u128 x, int k) {
  struct binomial b;
  binomial_begin(&b, x);
  while (b.k < k) binomial_next(&b);
  for (int w = 0; w < words; w++) residue[w] = w < b.size ? b.value[w] : 0;
}

void tmd_binomial_differences(uint64_t *differences, int words, uint64_t start, uint64_t step,
                              int degree) {
  uint64_t column[TMD_DEGREE_MAX + 1][TMD_WORDS_MAX];
  for (int l = 0; l <= degree; l++) {
    for (int u = 0; u <= degree; u++)
      tmd_binomial(column[u], words, (tmd_u128)step * (tmd_u128)u + start, l);
    for (int k = 0; k <= degree; k++) {
      memcpy(differences + (size_t)((k * (degree + 1) + l) * words), column[0], 8 * (size_t)words);
      for (int u = 0; u + k < degree; u++) mpn_sub_n(column[u], column[u + 1], column[u], words);
    }
  }
}

/* r_j(i), j = 0..degree, by rows of the table: the binomial C(i,k) serves every j. */
static void domain_start(uint64_t *r, const struct tmd_poly_record *packet, uint64_t i) {
  int degree = packet->degree, words = packet->words;
  struct binomial b;
  for (int j = 0; j <= degree; j++)
    memcpy(r + j * words, tmd_packet_coefficient(packet, j, 0), 8 * (size_t)words);
  if (packet->outer == 0) return;
  binomial_begin(&b, i);
  for (int k = 1; k <= degree; k++) {
    binomial_next(&b);
    if (b.size == 0) return;
    for (int j = 0; j + k <= degree; j++)
      add_product(r + j * words, tmd_packet_coefficient(packet, j, k), &b, words);
  }
}

void tmd_packet_step(struct tmd_packet_step *step, const struct tmd_poly_record *packet,
                     tmd_u128 by) {
  struct binomial b;
  step->degree = packet->degree;
  step->words = packet->words;
  binomial_begin(&b, by);
  for (int l = 1; l <= step->degree; l++) {
    binomial_next(&b);
    step->size[l] = b.size < step->words ? b.size : step->words;
    memcpy(step->value[l], b.value, 8 * (size_t)step->size[l]);
  }
}

void tmd_packet_move(uint64_t *r, const struct tmd_packet_step *step) {
  const int degree = step->degree, words = step->words;
  /* upwards in j: what is added to r_j has not been moved yet */
  for (int j = 0; j < degree; j++)
    for (int l = 1; j + l <= degree; l++)
      for (int w = 0; w < step->size[l]; w++)
        mpn_addmul_1(r + j * words + w, r + (j + l) * words, words - w, step->value[l][w]);
}

void tmd_packet_domain(uint64_t *r, const struct tmd_poly_record *packet, uint64_t i, tmd_u128 t0) {
  struct tmd_packet_step step;
  domain_start(r, packet, i);
  if (t0 == 0) return;
  tmd_packet_step(&step, packet, t0);
  tmd_packet_move(r, &step);
}

void tmd_packet_value(uint64_t *value, const struct tmd_poly_record *packet, uint64_t i,
                      uint64_t t0) {
  uint64_t r[(TMD_DEGREE_MAX + 1) * TMD_WORDS_MAX];
  int degree = packet->degree, words = packet->words;
  struct binomial b;
  domain_start(r, packet, i);
  memcpy(value, r, 8 * (size_t)words);
  binomial_begin(&b, t0);
  for (int j = 1; j <= degree; j++) {
    binomial_next(&b);
    if (b.size == 0) return;
    add_product(value, r + j * words, &b, words);
  }
}

/* Distance to 0 of a residue: min(r, 2^(64 words) - r). */
static void centred_magnitude(uint64_t *magnitude, const uint64_t *residue, int words) {
  if (residue[words - 1] >> 63) mpn_neg(magnitude, residue, words);
  else memcpy(magnitude, residue, 8 * (size_t)words);
}

/* Everything is scaled by 2^(64 words + s), s such that all terms are integers:
   distance 2^s < 2^(64 words + s - threshold) + mantissa 2^(exponent + 64 words + s). */
int tmd_packet_near(const uint64_t *value, int words, int threshold, double err) {
  uint64_t distance[TMD_WORDS_MAX];
  centred_magnitude(distance, value, words);
  int exponent, bits = 64 * words, s = threshold > bits ? threshold - bits : 0;
  double mantissa = ldexp(frexp(err, &exponent), 53);
  exponent -= 53;
  if (mantissa != 0 && -(exponent + bits) > s) s = -(exponent + bits);

  SCOPED(mpz, left, right, term);
  mpz_import(left, (size_t)words, -1, 8, 0, 0, distance);
  mpz_mul_2exp(left, left, (mp_bitcnt_t)s);
  mpz_setbit(right, (mp_bitcnt_t)(bits + s - threshold));
  if (mantissa != 0) {
    mpz_set_d(term, mantissa);
    mpz_mul_2exp(term, term, (mp_bitcnt_t)(exponent + bits + s));
    mpz_add(right, right, term);
  }
  return mpz_cmp(left, right) < 0;
}

double tmd_residue_magnitude(const uint64_t *residue, int words) {
  uint64_t magnitude[TMD_WORDS_MAX];
  centred_magnitude(magnitude, residue, words);
  int top = words - 1;
  while (top >= 0 && magnitude[top] == 0) top--;
  if (top < 0) return 0;
  int shift = __builtin_clzll(magnitude[top]), inexact = 0;
  uint64_t lead = magnitude[top] << shift;
  if (top > 0 && shift) lead |= magnitude[top - 1] >> (64 - shift);
  if (top > 0) inexact = (magnitude[top - 1] << shift) != 0;
  for (int w = 0; w < top - 1; w++) inexact |= magnitude[w] != 0;
  /* lead 2^(-64 (words - top) - shift) <= |residue|; 53 bits of lead, one more unit if anything is
     cut off */
  inexact |= (lead & 0x7ff) != 0;
  double bound = ldexp((double)((lead >> 11) + (uint64_t)inexact), 11 - shift - 64 * (words - top));
  return bound < DBL_MIN ? DBL_MIN : bound;
}

/* |R_j(i)|, R_j(i) = sum_k C(i,k) (c[j][k] centred) */
void tmd_packet_magnitudes(double *magnitude, const struct tmd_poly_record *packet) {
  for (int j = 2; j <= packet->degree; j++) {
    magnitude[j] = 0;
    for (int k = 0; k <= (packet->outer ? packet->degree - j : 0); k++) {
      double c = tmd_residue_magnitude(tmd_packet_coefficient(packet, j, k), packet->words);
      if (c > 0) magnitude[j] += c * tmd_bound_binomial(packet->count - 1.0, k);
    }
  }
}

double tmd_packet_moved(const double *magnitude, const struct tmd_poly_record *packet, int j) {
  double moved = 0;
  for (int l = 0; j + l <= packet->degree; l++)
    if (magnitude[j + l] > 0)
      moved += magnitude[j + l] * tmd_bound_binomial((double)packet->n - 1, l);
  return moved;
}
