#include "lib/base/arb-helpers.h"
#include "lib/base/wide-fmpz.h"
#include "lib/cell/pieces.h"
#include "lib/cell/scaled.h"
#include "lib/problem/ordinal.h"
#include "lib/region/region-linear.h"
#include "tools/check/examine/call-batch.h"

enum { NEAR_LOG2 = -14, PRECISION = 192 };

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

/* A non-negative integer of less than 127 bits; 0: x is no such integer. */
static int integer(tmd_u128 *value, const arf_t x) {
  if (arf_sgn(x) < 0 || arf_cmpabs_2exp_si(x, 126) >= 0) return 0;
  SCOPED(fmpz, z);
  arf_get_fmpz(z, x, ARF_RND_FLOOR);
  *value = tmd_wide_from_fmpz(z);
  return 1;
}

/* Near 0: G(X) = number + slope X + c X^d by Taylor's theorem, with d >= 2 the first coefficient
   after the linear one that is not 0, and c that coefficient at a place from 0 to X1 - 1, of one
   sign. So G' - slope has that sign, too. */
static int by_origin(struct tmd_flat *flat, const struct tmd_segment *segment) {
  enum { LENGTH = 5 }; /* d <= 4 */
  SCOPED(arb_poly, w);
  SCOPED(arb, X, c);
  tmd_ball_integer(X, 0);
  tmd_scaled_series(w, segment, X, LENGTH, PRECISION);
  arb_poly_get_coeff_arb(c, w, 0);
  arb_poly_get_coeff_arb(X, w, 1);
  *flat = (struct tmd_flat){.measured = 1};
  int d = 2, found = arb_poly_length(w) > 0 && arb_is_int(c) && arb_is_int(X) &&
                     integer(&flat->first, arb_midref(c)) && integer(&flat->slope, arb_midref(X)) &&
                     flat->slope >> 40 == 0;
  for (; d < LENGTH; d++) {
    arb_poly_get_coeff_arb(c, w, d);
    if (!arb_is_zero(c)) break;
  }
  tmd_ball_range(X, 0, segment->X1 - 1);
  if (found) tmd_scaled_series(w, segment, X, d + 1, PRECISION);
  arb_poly_get_coeff_arb(c, w, d);
  flat->side = !found ? 0 : arb_is_positive(c) ? 1 : arb_is_negative(c) ? -1 : 0;
  flat->direction = flat->slope > 0 ? 1 : flat->side;
  tmd_ball_integer(X, segment->X1 - 1);
  arb_pow_ui(X, X, (ulong)d, PRECISION);
  arb_mul(c, c, X, PRECISION);
  SCOPED(arf, bound);
  arb_get_abs_ubound_arf(bound, c, 64);
  found = flat->side != 0 && arf_cmpabs_2exp_si(bound, NEAR_LOG2) < 0;
  flat->first += flat->slope * segment->X0 +
                 2 * tmd_argument_ordinal(&segment->problem->out, segment->cell.e_out, 0);
  return found;
}

/* G(X) = slope X + number + t, slope and number integers, t of one sign and so small that no ball
   needs to show it: for large arguments, where parts of f exceed every ball. |t| < 2^NEAR_LOG2 does
   not change the direction of a row that rises by 1 or more. */
static int by_sizes(struct tmd_flat *flat, const struct tmd_segment *segment) {
  SCOPED_STRUCT(tmd_linear, G);
  SCOPED(fmpz, first, at);
  SCOPED(arf, start, slope);
  int found = tmd_linear_by_sizes(&G, segment) && (G.side == 1 || G.side == -1) &&
              G.log2 <= NEAR_LOG2 && fmpz_is_one(fmpq_denref(G.slope)) &&
              fmpz_is_one(fmpq_denref(G.number));
  if (found) {
    tmd_wide_to_fmpz(at, segment->X0);
    fmpz_mul(first, fmpq_numref(G.slope), at);
    fmpz_add(first, first, fmpq_numref(G.number));
    arf_set_fmpz(start, first), arf_set_fmpz(slope, fmpq_numref(G.slope));
    *flat = (struct tmd_flat){.side = G.side, .direction = fmpq_sgn(G.slope), .measured = 1};
    found = integer(&flat->first, start) && integer(&flat->slope, slope);
    flat->first += 2 * tmd_argument_ordinal(&segment->problem->out, segment->cell.e_out, 0);
  }
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
  return by_sizes(flat, segment) || by_origin(flat, segment);
}
