#include "lib/packet/rebase.h"

#include <gmp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/base/upper-bounds.h"

enum { MARGIN_BITS = 9 };

/* c'[j][k], j + k <= degree, of one place: in the order of a packet with outer = degree, each
   `words` words. */
struct coefficient_table {
  int degree, words;
  uint64_t *c;
};

static struct coefficient_table table_make(const struct tmd_poly_record *input) {
  const size_t coefficients = (size_t)tmd_packet_coefficients(input->degree, input->degree);
  return (struct coefficient_table){input->degree, input->words,
                                    tmd_allocate(8 * coefficients * input->words)};
}

static uint64_t *at(const struct coefficient_table *t, int j, int k) {
  return t->c + (size_t)tmd_packet_place(t->degree, t->degree, j, k) * (size_t)t->words;
}

/* n' count', arguments of an output packet: they divide an input's n, so the product fits. */
static uint64_t output_length(const struct tmd_rebase *rebase) { return rebase->n * rebase->count; }

/* c'[j][k] at the place u of domain i0: values at u + i n', then differences in i. */
static void straightforward(struct coefficient_table *t, const struct tmd_poly_record *input,
                            const struct tmd_rebase *rebase, uint64_t i0, tmd_u128 u) {
  const int D = t->degree, W = t->words;
  uint64_t *r = tmd_allocate(8 * (size_t)(D + 1) * (size_t)W);
  for (int i = 0; i <= (rebase->count > 1 ? D : 0); i++) {
    tmd_packet_domain(r, input, i0, u + (tmd_u128)i * rebase->n);
    for (int j = 0; j <= D - i; j++) memcpy(at(t, j, i), r + j * W, 8 * (size_t)W);
  }
  free(r);
  if (rebase->count == 1) return;
  for (int j = 0; j <= D; j++)
    for (int k = 1; k <= D - j; k++)
      for (int i = D - j; i >= k; i--) mpn_sub_n(at(t, j, i), at(t, j, i), at(t, j, i - 1), W);
}

/* c'[j][k] is a polynomial of degree D-j-k in the number s of the output packet: difference[l]
   holds its l-th difference at the current s, for j + k + l <= D; the others vanish. */
struct tabulation {
  struct coefficient_table *difference;
  int degree, outer;
};

static void tabulation_begin(struct tabulation *tab, const struct tmd_poly_record *input,
                             const struct tmd_rebase *rebase, uint64_t i0, uint64_t u) {
  const int D = input->degree, W = input->words;
  tab->difference = tmd_allocate((size_t)(D + 1) * sizeof(struct coefficient_table));
  tab->degree = D;
  tab->outer = rebase->count > 1 ? D : 0;
  for (int s = 0; s <= D; s++) {
    tab->difference[s] = table_make(input);
    straightforward(&tab->difference[s], input, rebase, i0,
                    u + (tmd_u128)s * output_length(rebase));
  }
  for (int j = 0; j <= D; j++)
    for (int k = 0; k <= D - j && k <= tab->outer; k++)
      for (int l = 1; l <= D - j - k; l++)
        for (int s = D - j - k; s >= l; s--) {
          uint64_t *value = at(&tab->difference[s], j, k);
          mpn_sub_n(value, value, at(&tab->difference[s - 1], j, k), W);
        }
}

static void tabulation_step(struct tabulation *tab) {
  const int D = tab->degree, W = tab->difference[0].words;
  for (int j = 0; j < D; j++)
    for (int k = 0; k < D - j && k <= tab->outer; k++)
      for (int l = 0; l < D - j - k; l++) {
        uint64_t *value = at(&tab->difference[l], j, k);
        mpn_add_n(value, value, at(&tab->difference[l + 1], j, k), W);
      }
}

static void tabulation_end(struct tabulation *tab) {
  for (int l = 0; l <= tab->degree; l++) free(tab->difference[l].c);
  free(tab->difference);
}

void tmd_rebase_differences(uint64_t *to, const struct tmd_poly_record *input,
                            const struct tmd_rebase *rebase, uint64_t q) {
  const uint64_t per_domain = tmd_rebase_per_domain(input, rebase);
  const int D = input->degree, W = input->words;
  struct tabulation tab;
  tabulation_begin(&tab, input, rebase, q / per_domain, q % per_domain * output_length(rebase));
  for (int j = 0; j <= D; j++)
    for (int k = 0; k <= D - j && k <= tab.outer; k++)
      for (int l = 0; l <= D - j - k; l++, to += W)
        memcpy(to, at(&tab.difference[l], j, k), 8 * (size_t)W);
  tabulation_end(&tab);
}

double tmd_rebase_weight(const struct tmd_rebase *rebase, int j, int k) {
  return tmd_bound_binomial((double)(rebase->n - 1), j) * tmd_bound_binomial(rebase->count - 1, k);
}

/* The weights in the order of a table's coefficients; 0 where the coefficient does not exist. */
static double *weights_make(const struct tmd_rebase *rebase, int degree) {
  double *weight = tmd_allocate(sizeof(double) * (size_t)tmd_packet_coefficients(degree, degree));
  for (int j = 0; j <= degree; j++)
    for (int k = 0; k <= degree - j; k++)
      weight[tmd_packet_place(degree, degree, j, k)] = tmd_rebase_weight(rebase, j, k);
  return weight;
}

/* Sum over the coefficients with from < j + k <= to of |centred c'| (or of 1 if t is NULL) times
   weight, rounded up. */
static double weighted_sum(const struct coefficient_table *t, const double *weight, int degree,
                           int outer, int from, int to) {
  double sum = 0;
  for (int j = 0; j <= degree; j++)
    for (int k = 0; k <= degree - j && k <= outer; k++)
      if (j + k > from && j + k <= to)
        sum += (t ? tmd_residue_magnitude(at(t, j, k), t->words) : 1) *
               weight[tmd_packet_place(degree, degree, j, k)];
  return sum * TMD_OUTWARD;
}

static double dropped(const struct coefficient_table *t, const double *weight, int outer,
                      int degree) {
  return weighted_sum(t, weight, t->degree, outer, degree, t->degree);
}

/* 2^(-64 words) for every coefficient kept; nothing is cut if all words are kept. */
static double truncated(const double *weight, int input_degree, int outer, int degree, int words) {
  return ldexp(weighted_sum(NULL, weight, input_degree, outer, -1, degree), -64 * words);
}

/* Output packets of an input packet that begin before the claim's end. */
static tmd_u128 packets_of(tmd_u128 X1, const struct tmd_poly_record *input,
                           const struct tmd_rebase *rebase) {
  const tmd_u128 whole = (tmd_u128)input->n * input->count, rest = X1 - tmd_wide_load(input->X0);
  const uint64_t length = output_length(rebase);
  return ((rest < whole ? rest : whole) + length - 1) / length;
}

int tmd_rebase_fit(struct tmd_rebase *rebase, struct tmd_packet_range range) {
  for (size_t i = 0; i < range.count; i++) {
    const struct tmd_poly_record *input = tmd_packet_in(&range, i);
    if (rebase->n > input->n) rebase->n = input->n;
    if (rebase->count > input->n / rebase->n) rebase->count = (uint32_t)(input->n / rebase->n);
  }
  tmd_u128 packets = 0;
  for (size_t i = 0; i < range.count; i++) {
    const struct tmd_poly_record *input = tmd_packet_in(&range, i);
    if (input->n % output_length(rebase))
      return tmd_error(TMD_USAGE,
                       "packets of %u domains of %llu arguments do not tile a domain of %llu",
                       rebase->count, (unsigned long long)rebase->n, (unsigned long long)input->n);
    if (input->split != 1)
      return tmd_error(TMD_USAGE, "packets divided by tmd-phase2 cannot be shifted");
    packets += packets_of(range.X1, input, rebase);
  }
  if (packets > TMD_REBASE_PACKETS_MAX)
    return tmd_error(TMD_USAGE, "a claim would become %.3g packets: give larger --n and --count",
                     tmd_wide_double(packets));
  return 0;
}

uint64_t tmd_rebase_per_domain(const struct tmd_poly_record *input,
                               const struct tmd_rebase *rebase) {
  return input->n / output_length(rebase);
}

uint64_t tmd_rebase_packets(tmd_u128 X1, const struct tmd_poly_record *input,
                            const struct tmd_rebase *rebase) {
  return (uint64_t)packets_of(X1, input, rebase); /* tmd_rebase_fit has limited the number */
}

/* Raises the shape's degree and words to what the place of output packet q asks for. */
static void shape_for(struct tmd_packet_shape *shape, int threshold,
                      const struct tmd_poly_record *input, const struct tmd_rebase *rebase,
                      uint64_t q) {
  const double allowed = ldexp(1, -threshold - MARGIN_BITS);
  const uint64_t per_domain = tmd_rebase_per_domain(input, rebase);
  const int outer = rebase->count > 1 ? input->degree : 0;
  double *weight = weights_make(rebase, input->degree);
  struct coefficient_table t = table_make(input);
  straightforward(&t, input, rebase, q / per_domain, q % per_domain * output_length(rebase));
  int degree = rebase->degree, words = rebase->words;
  if (degree == 0)
    while (degree < input->degree && !(dropped(&t, weight, outer, degree) <= allowed)) degree++;
  if (degree > input->degree) degree = input->degree;
  if (degree > shape->degree) shape->degree = degree;
  if (words == 0)
    for (words = 1; words < input->words &&
                    !(truncated(weight, input->degree, outer, shape->degree, words) <= allowed);)
      words++;
  if (words > input->words) words = input->words;
  if (words > shape->words) shape->words = words;
  free(t.c);
  free(weight);
}

struct tmd_packet_shape tmd_rebase_shape(struct tmd_packet_range range,
                                         const struct tmd_rebase *rebase) {
  struct tmd_packet_shape shape = {
      .degree = 0, .words = 1, .outer = 0, .count = rebase->count, .split = 1};
  for (size_t i = 0; i < range.count; i++) {
    const struct tmd_poly_record *input = tmd_packet_in(&range, i);
    shape_for(&shape, range.threshold, input, rebase, 0);
    shape_for(&shape, range.threshold, input, rebase,
              tmd_rebase_packets(range.X1, input, rebase) - 1);
  }
  shape.outer = rebase->count > 1 ? shape.degree : 0;
  return shape;
}

/* Clears the bits of domains that begin at or beyond the claim's end. */
static void clip(struct tmd_poly_record *packet, tmd_u128 end) {
  const tmd_u128 rest = end - tmd_wide_load(packet->X0),
                 domains = (rest + packet->n - 1) / packet->n;
  uint64_t *bitmap = tmd_packet_bitmap(packet);
  for (tmd_u128 i = domains; i < packet->count; i++) bitmap[i / 64] &= ~(1ull << i % 64);
}

double tmd_rebase_truncated(const struct tmd_poly_record *input, const struct tmd_rebase *rebase,
                            const struct tmd_packet_shape *shape) {
  if (shape->words >= input->words) return 0;
  double *weight = weights_make(rebase, input->degree);
  const double sum = truncated(weight, input->degree, rebase->count > 1 ? input->degree : 0,
                               shape->degree, shape->words);
  free(weight);
  return sum;
}

void tmd_rebase_frame(struct tmd_poly_record *packet, const struct tmd_rebase_source *source,
                      uint64_t q, double dropped, double truncated) {
  const struct tmd_poly_record *input = source->input;
  const struct tmd_rebase *rebase = source->rebase;
  const struct tmd_packet_shape *shape = source->shape;
  packet->X0 = tmd_wide_store(tmd_wide_load(input->X0) + (tmd_u128)q * output_length(rebase));
  packet->n = rebase->n;
  packet->count = rebase->count;
  packet->split = 1;
  packet->degree = (uint16_t)shape->degree;
  packet->words = (uint16_t)shape->words;
  packet->outer = (uint16_t)shape->outer;
  const double err = (input->err + dropped + truncated) * TMD_OUTWARD;
  packet->err = err < 1 ? err : 1; /* from 1/2 on the bound says nothing */
  if (tmd_packet_bit(tmd_packet_bitmap(input), q / tmd_rebase_per_domain(input, rebase)))
    tmd_packet_set_all(packet);
  clip(packet, source->end);
}

/* The coefficients that are kept, from the full table. The shape is that of all packets of a claim,
   which may have more degrees and words than this one: there the packet, zero before, stays zero.
 */
static void reduce(struct tmd_poly_record *packet, const struct coefficient_table *t,
                   const struct tmd_packet_shape *shape) {
  const int words = t->words < shape->words ? t->words : shape->words;
  for (int j = 0; j <= shape->degree; j++)
    for (int k = 0; k <= shape->degree - j && k <= shape->outer && j + k <= t->degree; k++)
      memcpy(tmd_packet_coefficient(packet, j, k) + (shape->words - words),
             at(t, j, k) + (t->words - words), 8 * (size_t)words);
}

void tmd_rebase_run(const struct tmd_rebase_source *source, uint64_t first, uint64_t count,
                    unsigned char *records, size_t record_bytes) {
  const struct tmd_poly_record *input = source->input;
  const struct tmd_rebase *rebase = source->rebase;
  const uint64_t length = output_length(rebase), per_domain = tmd_rebase_per_domain(input, rebase);
  const int outer = rebase->count > 1 ? input->degree : 0;
  double *weight = weights_make(rebase, input->degree);
  const double cut = tmd_rebase_truncated(input, rebase, source->shape);
  struct coefficient_table single = table_make(input);
  for (uint64_t done = 0; done < count;) {
    const uint64_t q = first + done, i0 = q / per_domain, s0 = q % per_domain;
    uint64_t steps = per_domain - s0 < count - done ? per_domain - s0 : count - done;
    struct tabulation tab = {NULL, 0, 0};
    /* tabulating asks for degree+1 tables to begin with */
    const int tabulate = rebase->method == TMD_REBASE_TABULATED && steps > input->degree + 1u;
    if (tabulate) tabulation_begin(&tab, input, rebase, i0, s0 * length);
    for (uint64_t s = 0; s < steps; s++, done++) {
      if (!tabulate) straightforward(&single, input, rebase, i0, (s0 + s) * length);
      const struct coefficient_table *t = tabulate ? &tab.difference[0] : &single;
      struct tmd_poly_record *packet = (struct tmd_poly_record *)(records + done * record_bytes);
      tmd_rebase_frame(packet, source, q + s, dropped(t, weight, outer, source->shape->degree),
                       cut);
      reduce(packet, t, source->shape);
      if (tabulate && s + 1 < steps) tabulation_step(&tab);
    }
    if (tabulate) tabulation_end(&tab);
  }
  free(weight);
  free(single.c);
}
