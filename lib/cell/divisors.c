#include "lib/cell/divisors.h"

#include <stdlib.h>

#include "lib/base/arb-helpers.h"
#include "lib/base/divisors-of.h"
#include "lib/base/error.h"
#include "lib/base/wide-fmpz.h"
#include "lib/cell/scaled.h"

enum {
  DEGREE = 40,
  MARGIN_BITS = 64,
  BALL_PRECISION = 128,
  ROOM_LOG2 = -8,  /* the last term of a part is below this */
  PARTS_MAX = 128, /* a binade takes eight or so, with what they are parts of */
  PART_LEAST =
      4, /* parts longer than 1/4 of X are divided at once: the last term would be too large */
  TABLE_MAX = 4 * TMD_DIVISORS_MOST
};

/* ---- The bounds ---- */

void tmd_divisors_init(struct tmd_divisors *d) {
  fmpz_init(d->low), fmpz_init(d->high);
  fmpz_init(d->first), fmpz_init(d->last);
}

void tmd_divisors_clear(struct tmd_divisors *d) {
  fmpz_clear(d->low), fmpz_clear(d->high);
  fmpz_clear(d->first), fmpz_clear(d->last);
}

static slong precision_of(const struct tmd_segment *segment) {
  return tmd_format_significand_bits(&segment->problem->in) + tmd_problem_G_bits(segment->problem) -
         1 + MARGIN_BITS;
}

/* P_0, .., P_(len - 1) on the ball X. */
static void product_series(arb_poly_t P, const struct tmd_segment *segment, const arb_t X,
                           slong len, slong prec) {
  SCOPED(arb, c);
  SCOPED(arb_poly, argument);
  tmd_scaled_series(P, segment, X, len, prec);
  arb_poly_get_coeff_arb(c, P, 0);
  tmd_scaled_offset(c, segment->problem, +1);
  arb_poly_set_coeff_arb(P, 0, c);
  arb_poly_set_coeff_si(argument, 1, 1);
  arb_poly_set_coeff_arb(argument, 0, X);
  arb_poly_mullow(P, P, argument, len, prec);
  if (tmd_problem_offset_half(segment->problem)) arb_poly_scalar_mul_2exp_si(P, P, 1);
}

void tmd_divisors_product(arb_t P, const struct tmd_segment *segment, tmd_u128 X) {
  SCOPED(arb_poly, series);
  tmd_ball_integer(P, X);
  product_series(series, segment, P, 1, precision_of(segment));
  arb_poly_get_coeff_arb(P, series, 0);
}

/* |P_(DEGREE + 1)| R^(DEGREE + 1) on the part. */
static void last_term(mag_t term, const struct tmd_segment *part, const mag_t R) {
  SCOPED(arb, X);
  SCOPED(arb_poly, P);
  tmd_ball_range(X, part->X0, part->X1 - 1);
  product_series(P, part, X, DEGREE + 2, BALL_PRECISION);
  arb_poly_get_coeff_arb(X, P, DEGREE + 1);
  if (arb_is_finite(X)) {
    SCOPED(mag, power);
    mag_pow_ui(power, R, DEGREE + 1);
    arb_get_mag(term, X);
    mag_mul(term, term, power);
  } else {
    mag_inf(term);
  }
}

/* P encloses D X V on the part, whose last term is known. */
static void enclose(arb_t P, const struct tmd_segment *part, tmd_u128 centre, const mag_t R,
                    const mag_t last) {
  const slong precision = precision_of(part);
  SCOPED(arb_poly, series);
  SCOPED(mag, coefficient, radius);
  tmd_ball_integer(P, centre);
  product_series(series, part, P, DEGREE + 1, precision);
  for (slong j = arb_poly_length(series) - 1; j > 0; j--) {
    arb_get_mag(coefficient, arb_poly_get_coeff_ptr(series, j));
    mag_add(radius, radius, coefficient);
    mag_mul(radius, radius, R);
  }
  mag_add(radius, radius, last);
  arb_poly_get_coeff_arb(P, series, 0);
  arb_add_error_mag(P, radius);
}

/* Joins to `all` (at first not finite) what P encloses on the segment; 0 if it takes more than
 *parts parts. */
static int join(arb_t all, const struct tmd_segment *segment, int *parts) {
  const tmd_u128 arguments = segment->X1 - segment->X0, centre = segment->X0 + (arguments - 1) / 2;
  int near = arguments == 1;
  if (--*parts < 0) return 0;
  SCOPED(mag, R, last);
  SCOPED(fmpz, radius);
  tmd_wide_to_fmpz(radius, segment->X1 - 1 - centre);
  mag_set_fmpz(R, radius);
  if (!near && arguments <= segment->X0 / PART_LEAST + 1) {
    last_term(last, segment, R);
    near = mag_cmp_2exp_si(last, ROOM_LOG2) < 0;
  }
  if (near) {
    SCOPED(arb, P);
    enclose(P, segment, centre, R, last);
    if (arb_is_finite(all)) arb_union(all, all, P, 2 * precision_of(segment));
    else arb_set(all, P);
    near = arb_is_finite(P);
  } else if (arguments > 1) {
    const tmd_u128 middle = segment->X0 + arguments / 2;
    const struct tmd_segment low = tmd_segment_part(segment, segment->X0, middle);
    const struct tmd_segment high = tmd_segment_part(segment, middle, segment->X1);
    near = join(all, &low, parts) && join(all, &high, parts);
  }
  return near;
}

/* 1 unless the ends show that there are too many integers. */
static int may_be_near(const struct tmd_segment *segment) {
  SCOPED(arb, a, b);
  tmd_divisors_product(a, segment, segment->X0);
  tmd_divisors_product(b, segment, segment->X1 - 1);
  arb_sub(a, a, b, BALL_PRECISION);
  arb_set_ui(b, TMD_DIVISORS_MOST);
  return arb_is_finite(a) && !arb_gt(a, b) && (arb_neg(a, a), !arb_gt(a, b));
}

int tmd_divisors_find(struct tmd_divisors *d, const struct tmd_segment *segment) {
  const int bits = segment->problem->bits;
  int parts = PARTS_MAX;
  SCOPED(arb, all);
  arb_indeterminate(all);
  int found = may_be_near(segment) && join(all, segment, &parts);
  if (found) {
    SCOPED(fmpz, X);
    SCOPED(arf, bound);
    arb_mul_2exp_si(all, all, bits);
    const slong precision = 2 * precision_of(segment) + bits;
    arb_get_lbound_arf(bound, all, precision);
    arf_get_fmpz(d->low, bound, ARF_RND_FLOOR);
    arb_get_ubound_arf(bound, all, precision);
    arf_get_fmpz(d->high, bound, ARF_RND_CEIL);
    tmd_wide_to_fmpz(X, segment->X1 - 1);
    fmpz_sub(d->first, d->low, X);
    fmpz_fdiv_q_2exp(d->first, d->first, (ulong)bits);
    fmpz_add_ui(d->first, d->first, 1);
    fmpz_add(d->last, d->high, X);
    fmpz_cdiv_q_2exp(d->last, d->last, (ulong)bits);
    fmpz_sub_ui(d->last, d->last, 1);
    fmpz_sub(X, d->last, d->first);
    found = fmpz_sgn(d->first) > 0 && fmpz_cmp_si(X, TMD_DIVISORS_MOST) < 0;
  }
  return found;
}

/* ---- The integers ---- */

struct integer {
  fmpz_t n;
  struct tmd_factor_divisors divisors;
};

/* In growing order. */
static struct {
  struct integer *integer;
  unsigned long count, capacity;
} table;

static int compare_integers(const void *a_, const void *b_) {
  const struct integer *a = a_, *b = b_;
  return fmpz_cmp(a->n, b->n);
}

/* How many integers are below n. */
static size_t below(const fmpz_t n) {
  size_t low = 0, high = table.count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (fmpz_cmp(table.integer[middle].n, n) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

static void empty_table(void) {
  for (size_t i = 0; i < table.count; i++) {
    fmpz_clear(table.integer[i].n);
    free(table.integer[i].divisors.divisor);
  }
  table.count = 0;
}

/* The first..last, one after the other; *count of them, 0 if last = first - 1. Valid until the next
   call. */
static const struct integer *factored(const fmpz_t first, const fmpz_t last, size_t *count) {
  if (table.count > TABLE_MAX) empty_table();
  const size_t known = table.count;
  size_t next = below(first);
  SCOPED(fmpz, n);
  for (fmpz_set(n, first); fmpz_cmp(n, last) <= 0; fmpz_add_ui(n, n, 1)) {
    if (next < known && fmpz_equal(table.integer[next].n, n)) {
      next++;
      continue;
    }
    table.integer =
        tmd_grow(table.integer, &table.capacity, table.count + 1, sizeof *table.integer);
    fmpz_init_set(table.integer[table.count++].n, n);
  }
#pragma omp parallel for schedule(dynamic)
  for (size_t i = known; i < table.count; i++)
    table.integer[i].divisors = tmd_factor_divisors(table.integer[i].n);
  if (known < table.count)
    qsort(table.integer, table.count, sizeof *table.integer, compare_integers);
  fmpz_sub(n, last, first);
  *count = fmpz_sgn(n) < 0 ? 0 : (size_t)fmpz_get_ui(n) + 1;
  return table.integer + below(first);
}

/* ---- The candidates ---- */

/* The least X >= X0 with (1): greater than low - n 2^m and n 2^m - high. */
static tmd_u128 least_of(const struct tmd_divisors *d, const struct tmd_claim *claim,
                         const fmpz_t n) {
  tmd_u128 least = claim->X0;
  SCOPED(fmpz, scaled, excess);
  fmpz_mul_2exp(scaled, n, (ulong)claim->problem->bits);
  for (int side = 0; side < 2; side++) {
    if (side) fmpz_sub(excess, scaled, d->high);
    else fmpz_sub(excess, d->low, scaled);
    if (fmpz_sgn(excess) < 0) continue;
    const tmd_u128 beyond =
        fmpz_bits(excess) <= TMD_PRECISION_MAX ? tmd_wide_from_fmpz(excess) + 1 : claim->X1;
    if (beyond > least) least = beyond;
  }
  return least;
}

/* 1 if n/X is odd. */
static int odd_quotient(const fmpz_t n, tmd_u128 X) {
  const ulong low = (ulong)X, high = (ulong)(X >> 64);
  const ulong zeros = low ? (ulong)__builtin_ctzl(low) : 64 + (ulong)__builtin_ctzl(high);
  return fmpz_val2(n) == zeros;
}

/* Appends the divisors of one integer. */
static void add_divisors(struct tmd_claim *claim, const struct tmd_divisors *d,
                         const struct integer *integer) {
  const struct tmd_factor_divisors *divisors = &integer->divisors;
  const tmd_u128 least = least_of(d, claim, integer->n);
  const int odd = tmd_problem_offset_half(claim->problem);
  for (size_t i = divisors->count; i-- > 0 && divisors->divisor[i] >= least;) {
    const tmd_u128 X = divisors->divisor[i];
    if (X >= claim->X1 || (odd && !odd_quotient(integer->n, X))) continue;
    tmd_claim_candidate(claim, X);
  }
}

void tmd_divisors_claim(struct tmd_claim *claim, const struct tmd_divisors *d) {
  size_t count;
  const struct integer *integer = factored(d->first, d->last, &count);
  claim->kind = TMD_CASE;
  claim->record_bytes = sizeof(struct tmd_case_record);
  for (size_t i = 0; i < count; i++) add_divisors(claim, d, integer + i);
  tmd_claim_sort_candidates(claim); /* an X may divide several */
}
