#include "kernels/boolean/boolean.h"

#include <gmp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/base/upper-bounds.h"

/* Lines are short where that costs no more than this share of their width (line.md). */
static const double SHORT_SHARE = 1.0 / 16;

struct tmd_line_budget tmd_line_budget(const struct tmd_poly_record *packet, int threshold,
                                       uint64_t n, uint64_t steps) {
  double magnitude[TMD_DEGREE_MAX + 1], last = (double)n - 1,
                                        within = (double)tmd_packet_bit_length(packet) - 1;
  double unit = packet->words > 2 ? 0x1p-128 : 0, cut = 0;
  int degree = packet->degree;
  struct tmd_line_budget budget = {.near = ldexp(1, -threshold) + packet->err};
  tmd_packet_magnitudes(magnitude, packet);

  /* at a position of a domain, |R_j| <= sum_l C(n-1,l) |R_{j+l}|; at its start, |R_j| itself */
  for (int j = 2; j <= degree; j++) {
    const double moved = steps ? magnitude[j] : tmd_packet_moved(magnitude, packet, j);
    if (j == 2) budget.curvature = moved;
    else if (moved > 0) budget.tail += moved * tmd_bound_binomial(last, j);
  }
  if (steps) { /* tables of r_0, r_1, r_2: each entry loses less than a unit */
    for (int j = 0; j <= 2; j++) {
      cut = unit * tmd_bound_binomials((double)steps - 1, degree > j ? degree - j : 0);
      budget.truncation += cut * tmd_bound_binomial(last, j);
    }
  } else { /* r_0, ..., r_d at the start of a range, exact from there on; cut: what that makes of
              r_2 */
    budget.truncation = unit * tmd_bound_binomials(within, degree);
    cut = unit * tmd_bound_binomials(within, degree > 2 ? degree - 2 : 0);
  }
  budget.curvature += cut;
  return budget;
}

int tmd_line_rule(struct tmd_line_rule *rule, enum tmd_line line,
                  const struct tmd_line_budget *budget, uint64_t n) {
  double flat = (budget->near + budget->tail + budget->truncation) * TMD_OUTWARD,
         curvature = budget->curvature * TMD_OUTWARD;
  if (n < 2 || n > (UINT64_C(1) << 30)) return -1;
  uint64_t m = line == TMD_LINE_MINIMAX ? (n - 1) * (n - 1) : 8 * (n - 1) * (n - 2);
  if (!(flat < 0x1p-5 && curvature * (double)m <= 2 && curvature * (double)(n - 2) < 0.49 &&
        curvature < 0.49))
    return -1;

  /* 2^-(z+2) <= curvature < 2^-(z+1), or z = 63; so m <= 2^(z+3), and the factor is at most 2^63 */
  int z = 0;
  while (z < 63 && curvature < ldexp(1, -(z + 2))) z++;
  tmd_u128 factor =
      z <= 60 ? (tmd_u128)m << (60 - z) : ((tmd_u128)m + (1u << (z - 60)) - 1) >> (z - 60);
  /* (n-1)/2 units: slope to nearest. Six: start cut off (1), bend in start (2) and in half-width
     (2), the sum above rounded up (1). Below a unit in all, with the next: half a unit of 2^-128 of
     slope, n times. */
  const double width = (flat + curvature * (double)m / 16) * 0x1p64,
               slope = ldexp((double)n / 2, TMD_SHORT_UNIT);
  const uint64_t below_unit = slope < SHORT_SHARE * width ? (UINT64_C(1) << TMD_SHORT_UNIT) - 1 : 0;
  *rule = (struct tmd_line_rule){.n = n,
                                 .curvature_shift = (uint64_t)z,
                                 .curvature_factor = (uint64_t)factor,
                                 .allowance = (uint64_t)ceil(flat * 0x1p64) + n / 2 + 7,
                                 .below_unit = below_unit};
  if (below_unit) rule->allowance += n << (TMD_SHORT_UNIT - 1); /* and to multiples of 2^14 */
  return 0;
}

int tmd_line_job(struct tmd_lines_job *job, const struct tmd_boolean *how,
                 const struct tmd_line_budget *budget, uint64_t n) {
  job->test = how->test;
  job->line = how->line;
  return tmd_line_rule(&job->rule, how->line, budget, n);
}

static void store(struct tmd_lines_job *job, int j, int k, int track, tmd_u128 x) {
  job->table[j][k][0][track] = (uint64_t)x;
  job->table[j][k][1][track] = (uint64_t)(x >> 64);
}

/* Track l takes domains l, l + 8, l + 16, ... Its table: the values r_j at its first degree-j+1
   domains, exact on all words, differenced, then cut to 128 bits. */
static void table_of_domains(struct tmd_lines_job *job, const struct tmd_poly_record *packet,
                             int track) {
  int degree = packet->degree, words = packet->words;
  uint64_t r[TMD_DEGREE_MAX + 1][(TMD_DEGREE_MAX + 1) * TMD_WORDS_MAX];
  for (int s = 0; s <= degree; s++)
    tmd_packet_domain(r[s], packet, (uint64_t)(track + TMD_TRACKS * s), 0);
  for (int j = 0; j <= 2 && j <= degree; j++)
    for (int k = 0; k <= degree - j; k++) {
      store(job, j, k, track, tmd_residue_leading(r[0] + j * words, words));
      for (int s = 0; s + k < degree - j; s++)
        mpn_sub_n(r[s] + j * words, r[s + 1] + j * words, r[s] + j * words, words);
    }
}

void tmd_boolean_tables(struct tmd_lines_job *job, const struct tmd_poly_record *packet) {
  for (int track = 0; track < TMD_TRACKS; track++) table_of_domains(job, packet, track);
}

void tmd_boolean_domains(struct tmd_poly_record *packet, const struct tmd_boolean *how,
                         const struct tmd_line_budget *budget) {
  struct tmd_lines_job job = {.tracks = TMD_TRACKS,
                              .degree = packet->degree > 2 ? packet->degree : 2,
                              .steps = tmd_boolean_steps(packet)};
  if (tmd_line_job(&job, how, budget, packet->n) != 0) return;
  tmd_boolean_tables(&job, packet);

  /* step s answers for domains 8 s .. 8 s + 7: byte s of the (little-endian) bitmap */
  uint8_t *marks = tmd_allocate(job.steps), *bitmap = (uint8_t *)tmd_packet_bitmap(packet);
  tmd_kernel_lines()(&job, marks);
  for (uint64_t s = 0; s < job.steps; s++) bitmap[s] &= marks[s];
  free(marks);
}

/* The table of one surviving range, from r_0 .. r_d at its start, cut to 128 bits and exact mod
   2^128 from there on. steps: tmd_binomial_differences of two words, what turns r_l into tables of
   step n. */
static void table_of_range(struct tmd_lines_job *job, const struct tmd_poly_record *packet,
                           const uint64_t *steps, size_t bit, int track) {
  int degree = packet->degree, words = packet->words;
  uint64_t r[(TMD_DEGREE_MAX + 1) * TMD_WORDS_MAX];
  tmd_packet_domain(r, packet, bit / packet->split,
                    bit % packet->split * tmd_packet_bit_length(packet));
  for (int j = 0; j <= 2 && j <= degree; j++)
    for (int k = 0; k <= degree - j; k++) {
      tmd_u128 sum = 0; /* C(s n, l) has no k-th difference for k > l */
      if ((uint64_t)k < job->steps)
        for (int l = k; j + l <= degree; l++)
          sum += tmd_residue_leading(steps + 2 * (k * (degree + 1) + l), 2) *
                 tmd_residue_leading(r + (j + l) * words, words);
      store(job, j, k, track, sum);
    }
}

void tmd_boolean_ranges(uint64_t *bitmap, const struct tmd_poly_record *packet,
                        const struct tmd_boolean *how, uint32_t parts,
                        const struct tmd_line_budget *budget) {
  uint64_t n = tmd_packet_bit_length(packet) / parts;
  struct tmd_lines_job job = {.degree = packet->degree > 2 ? packet->degree : 2, .steps = parts};
  int possible = tmd_line_job(&job, how, budget, n) == 0;
  uint64_t steps[2 * (TMD_DEGREE_MAX + 1) * (TMD_DEGREE_MAX + 1)];
  tmd_binomial_differences(steps, 2, 0, n, packet->degree);
  uint8_t *marks = tmd_allocate(parts);
  memset(marks, 0xff, parts);

  const uint64_t *survivors = tmd_packet_bitmap(packet);
  size_t bits = tmd_packet_bits(packet), at[TMD_TRACKS];
  int tracks = 0;
  for (size_t bit = 0; bit <= bits; bit++) {
    if (bit < bits && tmd_packet_bit(survivors, bit)) {
      if (possible) table_of_range(&job, packet, steps, bit, tracks);
      at[tracks++] = bit;
    }
    if (tracks < TMD_TRACKS && bit < bits) continue;
    job.tracks = tracks;
    if (possible) tmd_kernel_lines()(&job, marks);
    for (uint32_t s = 0; s < parts; s++)
      for (unsigned kept = marks[s] & ((1u << tracks) - 1); kept; kept &= kept - 1) {
        size_t to = at[__builtin_ctz(kept)] * parts + s;
        bitmap[to >> 6] |= UINT64_C(1) << (to & 63);
      }
    tracks = 0;
  }
  free(marks);
}

int tmd_boolean_by_domains(const struct tmd_poly_record *packet) {
  return packet->split == 1 && packet->count >= 64 &&
         tmd_packet_survivors(packet) >= packet->count / 4;
}

void tmd_boolean_mark(struct tmd_poly_record *packet, const struct tmd_boolean *how) {
  if (tmd_boolean_by_domains(packet)) {
    struct tmd_line_budget budget =
        tmd_line_budget(packet, how->threshold, packet->n, tmd_boolean_steps(packet));
    tmd_boolean_domains(packet, how, &budget);
    return;
  }
  struct tmd_line_budget budget =
      tmd_line_budget(packet, how->threshold, tmd_packet_bit_length(packet), 0);
  size_t bytes = 8 * ((tmd_packet_bits(packet) + 63) / 64);
  uint64_t *bitmap = tmd_allocate(bytes);
  memset(bitmap, 0, bytes);
  tmd_boolean_ranges(bitmap, packet, how, 1, &budget);
  memcpy(tmd_packet_bitmap(packet), bitmap, bytes);
  free(bitmap);
}

uint32_t tmd_boolean_parts(const struct tmd_poly_record *packet, uint32_t wanted) {
  uint64_t length = tmd_packet_bit_length(packet);
  for (uint32_t parts = wanted; parts > 1; parts--)
    if (length % parts == 0 && length / parts >= 2 &&
        tmd_packet_bits(packet) <= TMD_BITS_MAX / parts)
      return parts;
  return 1;
}

void tmd_boolean_refine(struct tmd_poly_record *refined, const struct tmd_poly_record *packet,
                        uint32_t parts) {
  memcpy(refined, packet, (size_t)((const char *)tmd_packet_bitmap(packet) - (const char *)packet));
  refined->split = packet->split * parts;
}

void tmd_boolean_split(struct tmd_poly_record *refined, const struct tmd_poly_record *packet,
                       const struct tmd_boolean *how, uint32_t parts) {
  struct tmd_line_budget budget =
      tmd_line_budget(packet, how->threshold, tmd_packet_bit_length(packet) / parts, 0);
  tmd_boolean_refine(refined, packet, parts);
  tmd_boolean_ranges(tmd_packet_bitmap(refined), packet, how, parts, &budget);
}
