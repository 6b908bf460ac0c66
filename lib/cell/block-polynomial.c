#include "lib/cell/block-polynomial.h"

#include "lib/base/arb-helpers.h"
#include "lib/cell/newton-form.h"
#include "lib/cell/scaled.h"
#include "lib/packet/curve.h"
#include "lib/packet/packet.h"
#include "lib/problem/ordinal.h"

struct block {
  struct tmd_segment segment;
  tmd_u128 centre;
  uint64_t last; /* u = X - X0 <= last */
  mag_t radius;  /* R */
  int direction; /* of G: +1, -1, strictly; 0: not known */
};

static void block_init(struct block *block, const struct tmd_segment *segment) {
  block->segment = *segment;
  block->last = (uint64_t)(segment->X1 - segment->X0) - 1;
  block->centre = segment->X0 + block->last / 2;
  mag_init(block->radius);
  mag_set_ui(block->radius, block->last - block->last / 2);
  block->direction = 0;
}

/* remainder[d] >= |w_{d+1}(block)| R^(d+1) for d = 0..most; infinite where the series is not
   finite. And the direction, by the sign of w_1(block). */
static void remainders(mag_ptr remainder, struct block *block, int most) {
  SCOPED(arb, X);
  SCOPED(arb_poly, w);
  SCOPED(mag, power, R);
  tmd_ball_range(X, block->segment.X0, block->segment.X1 - 1);
  tmd_scaled_series(w, &block->segment, X, most + 2, 192);
  mag_set(R, block->radius);
  mag_set(power, R);
  for (int d = 0; d <= most; d++) {
    arb_poly_get_coeff_arb(X, w, d + 1);
    if (d == 0) block->direction = arb_is_positive(X) ? 1 : arb_is_negative(X) ? -1 : 0;
    arb_get_mag(remainder + d, X);
    if (!arb_is_finite(X)) mag_inf(remainder + d);
    mag_mul(remainder + d, remainder + d, power);
    mag_mul(power, power, R);
  }
}

/* r[j] encloses Delta^j G(X0) without the remainder: the degree-d polynomial in the basis C(u, j).
 */
static void newton_coefficients(arb_ptr r, const struct block *block, int d, slong precision) {
  SCOPED(arb, X);
  SCOPED(arb_poly, w);
  tmd_ball_integer(X, block->centre);
  tmd_scaled_series(w, &block->segment, X, d + 1, precision);
  tmd_ball_integer(X, block->centre - block->segment.X0);
  tmd_newton_form(r, w, X, d, precision);
}

/* Least words with sum_j C(last, j) 2^(-64 words) <= 2^-bits. */
static int words_needed(uint64_t last, int d, int bits) {
  SCOPED(mag, sum, b);
  for (int j = 0; j <= d; j++) {
    tmd_binomial_upper(b, last, j);
    mag_add(sum, sum, b);
  }
  return tmd_words_needed(sum, bits);
}

static void emit(struct tmd_claim *claim, const struct block *block, uint64_t n, int d, int words,
                 const mag_t remainder) {
  const slong precision =
      tmd_problem_G_bits(claim->problem) - 1 + tmd_problem_threshold(claim->problem) + 96 + 3 * d;
  struct tmd_packet_shape shape = {.degree = d, .words = words, .outer = 0, .count = 1, .split = 1};
  arb_ptr r = _arb_vec_init(d + 1);
  SCOPED(mag, err, weight);
  newton_coefficients(r, block, d, precision);
  claim->kind = TMD_POLY;
  claim->record_bytes = tmd_packet_bytes(&shape);
  claim->record_count = 0;
  struct tmd_poly_record *packet = tmd_claim_append(claim);
  packet->X0 = tmd_wide_store(claim->X0);
  packet->n = n;
  packet->count = packet->split = 1;
  packet->degree = (uint16_t)d;
  packet->words = (uint16_t)words;
  mag_set(err, remainder);
  for (int j = 0; j <= d; j++) {
    tmd_binomial_upper(weight, block->last, j);
    tmd_coefficient_store(tmd_packet_coefficient(packet, j, 0), words, err, weight, r + j);
  }
  tmd_packet_set_all(packet);
  packet->err = tmd_packet_error(err);
  _arb_vec_clear(r, d + 1);
}

int tmd_taylor_packet(struct tmd_claim *claim, uint64_t n, int degree, int words) {
  const int target = tmd_problem_threshold(claim->problem) + TMD_TAYLOR_MARGIN_BITS + 2;
  const struct tmd_segment segment = tmd_segment_of_claim(claim); /* n arguments at most */
  struct block block;
  block_init(&block, &segment);
  mag_ptr remainder = _mag_vec_init(TMD_TAYLOR_DEGREE_MAX + 1);
  if (block.last > 0) remainders(remainder, &block, TMD_TAYLOR_DEGREE_MAX);
  int d = degree;
  if (block.last == 0) d = 0; /* one argument: its value, no series (f may be singular there) */
  else if (degree == 0)
    while (d <= TMD_TAYLOR_DEGREE_MAX && mag_cmp_2exp_si(remainder + d, -target) > 0) d++;
  int served = d <= TMD_TAYLOR_DEGREE_MAX && mag_is_finite(remainder + d);
  if (served) {
    if (words == 0) words = words_needed(block.last, d, target);
    emit(claim, &block, n, d, words, remainder + d);
  }
  _mag_vec_clear(remainder, TMD_TAYLOR_DEGREE_MAX + 1);
  mag_clear(block.radius);
  return served;
}

/* ---- with the integer part ---- */

/* floor(midpoint 2^log2) mod 2^128 */
static tmd_u128 fixed_point(const arb_t c, slong log2) {
  uint64_t words[2];
  SCOPED(arb, scaled);
  arb_mul_2exp_si(scaled, c, log2 - 128);
  tmd_fraction_of(words, 2, scaled);
  return (tmd_u128)words[1] << 64 | words[0];
}

static double mag_in_ulp(mag_t m) { /* of G, where an ulp is two */
  mag_mul_2exp_si(m, m, -1);
  return mag_cmp_2exp_si(m, 0) < 0 ? mag_get_d(m) : 1;
}

static int curve_of(struct tmd_curve *curve, const struct block *block, int d,
                    const mag_t remainder) {
  const slong to_units = TMD_CURVE_FRACTION_BITS + 64 - 1;
  const struct tmd_segment *segment = &block->segment;
  const slong precision =
      tmd_problem_G_bits(segment->problem) - 1 + TMD_CURVE_FRACTION_BITS + 64 + 3 * d;
  arb_ptr r = _arb_vec_init(d + 1);
  SCOPED(mag, err, term, unit, spread);
  newton_coefficients(r, block, d, precision);
  *curve = (struct tmd_curve){
      .X0 = segment->X0, .n = block->last + 1, .degree = d, .direction = block->direction};
  mag_set(err, remainder);
  int served = 1;
  for (int j = 0; j <= d && served; j++) {
    served = arb_is_finite(r + j);
    if (!served) break; /* no number to take the bits of */
    curve->r[j] = fixed_point(r + j, to_units);
    mag_set_ui_2exp_si(unit, 1, -to_units);
    mag_add(unit, unit, arb_radref(r + j));
    tmd_binomial_upper(term, block->last, j);
    mag_addmul(err, unit, term);
    arb_get_mag(unit, r + j);
    if (j > 0) mag_addmul(spread, unit, term);
  }
  served = served && mag_cmp_2exp_si(spread, TMD_CURVE_SPREAD_LOG2 + 1) < 0 &&
           mag_cmp_2exp_si(err, TMD_CURVE_ERROR_LOG2 + 1) < 0;
  if (served) {
    const struct tmd_format *out = &segment->problem->out;
    curve->first = tmd_argument_ordinal(out, segment->cell.e_out,
                                        fixed_point(r, -1)); /* G is in halves of an ulp */
    curve->r[0] += tmd_argument_ordinal(out, segment->cell.e_out, 0)
                   << (TMD_CURVE_FRACTION_BITS + 64);
    curve->error = mag_in_ulp(err);
  }
  _arb_vec_clear(r, d + 1);
  return served;
}

int tmd_taylor_curve(struct tmd_curve *curve, const struct tmd_segment *segment) {
  enum { REMAINDER_LOG2 = -30 };
  struct block block;
  block_init(&block, segment);
  mag_ptr remainder = _mag_vec_init(TMD_CURVE_DEGREE_MAX + 1);
  int d = 0;
  if (block.last > 0) {
    remainders(remainder, &block, TMD_CURVE_DEGREE_MAX);
    while (d <= TMD_CURVE_DEGREE_MAX && mag_cmp_2exp_si(remainder + d, REMAINDER_LOG2) > 0) d++;
  }
  const int served = d <= TMD_CURVE_DEGREE_MAX && curve_of(curve, &block, d, remainder + d);
  _mag_vec_clear(remainder, TMD_CURVE_DEGREE_MAX + 1);
  mag_clear(block.radius);
  return served;
}
