#include "tools/check/examine/flat-range.h"

#include "lib/base/arb-helpers.h"
#include "lib/base/wide-fmpz.h"
#include "lib/cell/pieces.h"
#include "lib/cell/scaled.h"
#include "lib/problem/ordinal.h"
#include "lib/region/region-linear.h"

enum { NEAR_LOG2 = -14, PRECISION_LEAST = 192, PRECISION_MOST = 1 << 12 };

static struct tmd_correct correct_at(const struct tmd_checked *checked,
                                     const struct tmd_segment *segment, tmd_u128 X) {
  struct tmd_correct correct;
  tmd_correct_at(
      &correct, checked,
      &(struct tmd_datum){TMD_DATUM_NUMBER, segment->cell.sign_x, tmd_segment_ordinal(segment, X)});
  return correct;
}

/* The breakpoint next to |f|, in halves of an ulp, and the side; 0: there is none. */
static int breakpoint(const struct tmd_correct *c, tmd_u128 *halves) {
  const double near = 0x1p-14;
  if (c->kind != TMD_CORRECT_NUMBER || c->eighths == 0 || c->beyond) return 0;
  *halves = 2 * c->below;
  if (c->fraction < near) return 1;
  *halves += c->eighths < 4 || c->fraction < 0.75 ? 1 : 2;
  if (c->eighths > 4 && c->fraction < 0.5 + near) return 1;
  return (c->eighths < 4 && c->fraction > 0.5 - near) || c->fraction > 1 - near ? -1 : 0;
}

/* f is monotone: if its ends lie next to the same breakpoint, so do all arguments between. */
static int by_ends(struct tmd_flat *flat, const struct tmd_checked *checked,
                   const struct tmd_segment *segment) {
  tmd_u128 last = 0;
  const struct tmd_correct from = correct_at(checked, segment, segment->X0),
                           to = correct_at(checked, segment, segment->X1 - 1);
  *flat = (struct tmd_flat){.measured = 1};
  flat->side = breakpoint(&from, &flat->first);
  return flat->side != 0 && breakpoint(&to, &last) == flat->side && last == flat->first &&
         from.sign == segment->cell.sign_f && to.sign == segment->cell.sign_f;
}

enum { NOT_KNOWN = 0, FAR_OFF = 2 };

/* The integer N nearest to the ball, and the side on which all of it lies within 2^NEAR_LOG2;
   FAR_OFF if all of it, and so every narrower ball, is that far from every integer; else NOT_KNOWN.
 */
static int side_of(arf_t N, arb_t rest, const arb_t ball) {
  if (!arb_is_finite(ball)) return NOT_KNOWN;
  tmd_ball_nearest(N, arb_midref(ball));
  arb_sub_arf(rest, ball, N, ARF_PREC_EXACT);
  arf_t bound;
  arf_init(bound);
  arb_get_abs_ubound_arf(bound, rest, 64);
  const int near = arf_cmpabs_2exp_si(bound, NEAR_LOG2) < 0;
  arb_get_abs_lbound_arf(bound, rest, 64);
  const int far =
      arf_cmpabs_2exp_si(bound, NEAR_LOG2) >= 0 && mag_cmp_2exp_si(arb_radref(rest), -2) < 0;
  arf_clear(bound);
  return far                     ? FAR_OFF
         : !near                 ? NOT_KNOWN
         : arb_is_positive(rest) ? 1
         : arb_is_negative(rest) ? -1
                                 : NOT_KNOWN;
}

/* A non-negative integer of less than 127 bits; 0: x is no such integer. */
static int integer(tmd_u128 *value, const arf_t x) {
  fmpz_t z;
  if (arf_sgn(x) < 0 || arf_cmpabs_2exp_si(x, 126) >= 0) return 0;
  fmpz_init(z);
  arf_get_fmpz(z, x, ARF_RND_FLOOR);
  *value = tmd_wide_from_fmpz(z);
  fmpz_clear(z);
  return 1;
}

/* With h = G - slope (X - X0): if h' has one sign on the range, h lies between its ends, both on
   one side of one integer. The side is FAR_OFF if no precision can show that. */
static int by_slope(struct tmd_flat *flat, const struct tmd_segment *segment, slong precision) {
  const tmd_u128 last = segment->X1 - 1 - segment->X0;
  arb_t X, h, rest;
  arb_poly_t w;
  arf_t slope, N, other;
  arb_init(X), arb_init(h), arb_init(rest);
  arb_poly_init(w);
  arf_init(slope), arf_init(N), arf_init(other);
  tmd_ball_range(X, segment->X0, segment->X1 - 1);
  tmd_scaled_series(w, segment, X, 2, precision);
  arb_poly_get_coeff_arb(h, w, 1);
  int found = arb_is_finite(h);
  *flat = (struct tmd_flat){.direction = arb_is_positive(h)   ? 1
                                         : arb_is_negative(h) ? -1
                                                              : 0,
                            .measured = 1};
  if (found) {
    tmd_ball_nearest(slope, arb_midref(h));
    arb_sub_arf(h, h, slope, ARF_PREC_EXACT);
    found = last == 0 || arb_is_positive(h) || arb_is_negative(h);
  }
  tmd_ball_integer(X, segment->X0);
  tmd_scaled_series(w, segment, X, 1, precision);
  arb_poly_get_coeff_arb(h, w, 0);
  flat->side = found ? side_of(N, rest, h) : 0;
  tmd_ball_integer(X, segment->X1 - 1);
  tmd_scaled_series(w, segment, X, 1, precision);
  arb_poly_get_coeff_arb(h, w, 0);
  tmd_ball_integer(X, last);
  arb_mul_arf(X, X, slope, ARF_PREC_EXACT);
  arb_sub(h, h, X, ARF_PREC_EXACT);
  found = (flat->side == 1 || flat->side == -1) && side_of(other, rest, h) == flat->side &&
          arf_equal(N, other) && integer(&flat->slope, slope) && integer(&flat->first, N);
  flat->first += 2 * tmd_argument_ordinal(&segment->problem->out, segment->cell.e_out, 0);
  arb_clear(X), arb_clear(h), arb_clear(rest);
  arb_poly_clear(w);
  arf_clear(slope), arf_clear(N), arf_clear(other);
  return found;
}

/* Near 0, where the derivative is not known well enough on wide ranges: G(X) = slope X + c X^d by
   Taylor's theorem, with d >= 2 the first coefficient after the linear one that is not 0, and c
   that coefficient at a place from 0 to X1 - 1, of one sign. */
static int by_origin(struct tmd_flat *flat, const struct tmd_segment *segment, slong precision) {
  enum { LENGTH = 5 }; /* d <= 4 */
  arb_poly_t w;
  arb_t X, c;
  *flat = (struct tmd_flat){.direction = 1, .measured = 1};
  arb_poly_init(w);
  arb_init(X), arb_init(c);
  tmd_ball_integer(X, 0);
  tmd_scaled_series(w, segment, X, LENGTH, precision);
  arb_poly_get_coeff_arb(X, w, 1);
  int d = 2, found = arb_poly_length(w) > 0 && arb_is_zero(arb_poly_get_coeff_ptr(w, 0)) &&
                     arb_is_int(X) && integer(&flat->slope, arb_midref(X)) && flat->slope > 0 &&
                     flat->slope >> 40 == 0;
  for (; d < LENGTH; d++) {
    arb_poly_get_coeff_arb(c, w, d);
    if (!arb_is_zero(c)) break;
  }
  tmd_ball_range(X, 0, segment->X1 - 1);
  if (found) tmd_scaled_series(w, segment, X, d + 1, precision);
  arb_poly_get_coeff_arb(c, w, d);
  flat->side = !found ? 0 : arb_is_positive(c) ? 1 : arb_is_negative(c) ? -1 : 0;
  tmd_ball_integer(X, segment->X1 - 1);
  arb_pow_ui(X, X, (ulong)d, precision);
  arb_mul(c, c, X, precision);
  arf_t bound;
  arf_init(bound);
  arb_get_abs_ubound_arf(bound, c, 64);
  found = flat->side != 0 && arf_cmpabs_2exp_si(bound, NEAR_LOG2) < 0;
  flat->first = flat->slope * segment->X0 +
                2 * tmd_argument_ordinal(&segment->problem->out, segment->cell.e_out, 0);
  arf_clear(bound);
  arb_poly_clear(w);
  arb_clear(X), arb_clear(c);
  return found;
}

/* G(X) = slope X + number + t, slope and number integers, t of one sign and so small that no ball
   needs to show it: for large arguments, where parts of f exceed every ball. |t| < 2^NEAR_LOG2 does
   not change the direction of a row that rises by 1 or more. */
static int by_sizes(struct tmd_flat *flat, const struct tmd_segment *segment) {
  struct tmd_linear G;
  fmpz_t first, at;
  arf_t integers[2];
  tmd_linear_init(&G);
  fmpz_init(first), fmpz_init(at);
  arf_init(integers[0]), arf_init(integers[1]);
  int found = tmd_linear_by_sizes(&G, segment) && (G.side == 1 || G.side == -1) &&
              G.log2 <= NEAR_LOG2 && fmpz_is_one(fmpq_denref(G.slope)) &&
              fmpz_is_one(fmpq_denref(G.number));
  if (found) {
    tmd_wide_to_fmpz(at, segment->X0);
    fmpz_mul(first, fmpq_numref(G.slope), at);
    fmpz_add(first, first, fmpq_numref(G.number));
    arf_set_fmpz(integers[0], first), arf_set_fmpz(integers[1], fmpq_numref(G.slope));
    *flat = (struct tmd_flat){.side = G.side, .direction = fmpq_sgn(G.slope), .measured = 1};
    found = integer(&flat->first, integers[0]) && integer(&flat->slope, integers[1]);
    flat->first += 2 * tmd_argument_ordinal(&segment->problem->out, segment->cell.e_out, 0);
  }
  arf_clear(integers[0]), arf_clear(integers[1]);
  fmpz_clear(first), fmpz_clear(at);
  tmd_linear_clear(&G);
  return found;
}

/* Proved by lib/cell/pieces.h; the value represents all values that are rounded alike. */
static int out_of_range(struct tmd_flat *flat, const struct tmd_segment *segment, unsigned reason) {
  const int overflow = reason == TMD_REGION_OVERFLOW;
  const tmd_u128 greatest = tmd_ordinal_infinite(&segment->problem->out) - 1;
  *flat = (struct tmd_flat){.first = overflow ? 2 * greatest + 1 : 0,
                            .side = 1,
                            .measured = !overflow,
                            .beyond = overflow};
  return tmd_cut_verify(segment, overflow ? TMD_PIECE_OVERFLOW : TMD_PIECE_UNDERFLOW) == 1;
}

int tmd_flat(struct tmd_flat *flat, const struct tmd_checked *checked,
             const struct tmd_segment *segment, unsigned reason) {
  if (reason == TMD_REGION_OVERFLOW || reason == TMD_REGION_UNDERFLOW)
    return out_of_range(flat, segment, reason);
  if (!tmd_reason_is_flat(reason)) return 0;
  if (reason == TMD_REGION_CONSTANT && checked->function->monotone &&
      by_ends(flat, checked, segment))
    return 1;
  if (by_sizes(flat, segment)) return 1;
  if (by_origin(flat, segment, PRECISION_LEAST)) return 1;
  flat->side = NOT_KNOWN;
  for (slong precision = PRECISION_LEAST; precision <= PRECISION_MOST && flat->side != FAR_OFF;
       precision *= 4)
    if (by_slope(flat, segment, precision)) return 1;
  return 0;
}
