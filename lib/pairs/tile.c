#include "lib/pairs/tile.h"

#include "lib/base/arb-helpers.h"
#include "lib/cell/newton-form.h"
#include "lib/cell/scaled.h"
#include "lib/expression/expression.h"
#include "lib/packet/packet.h"
#include "lib/problem/pair.h"

enum {
  BITS = 128,
  DEGREE_MAX = 29,
  BINADES = 2, /* beyond the lowest; or more, as long as few pairs become candidates: */
  CANDIDATES_LOG2 = -20,
  MARGIN_BITS = 10, /* the error is 2^-this of the threshold */
  GUARD_BITS = 64   /* of the interpolation */
};

/* X0 + u, Y0 + i for 0 <= u < columns, 0 <= i < rows. */
struct tile {
  const struct tmd_problem *problem;
  const struct tmd_cell *cell;
  struct tmd_xy from;
  uint64_t columns, rows;
  uint32_t split;
  uint64_t centre_u, centre_i;
  slong reach_x, reach_y; /* |v| <= 2^reach_x, |z| <= 2^reach_y */
};

static slong reach_of(uint64_t count) {
  slong log2 = 0;
  while ((uint64_t)1 << log2 < count / 2 + 1) log2++;
  return log2;
}

/* Of so many of its columns; 0: all of them. */
static struct tile tile_of(const struct tmd_claim *claim, uint64_t first, uint64_t columns,
                           uint32_t split) {
  struct tile tile = {claim->problem, &claim->cell};
  tile.from = tmd_pair_at(claim->problem, &claim->cell, claim->X0);
  const tmd_u128 rest = tmd_pair_row_rest(claim->problem, &claim->cell, &tile.from),
                 wanted = claim->X1 - claim->X0;
  tile.columns = (uint64_t)(wanted < rest ? wanted : rest);
  tile.rows = (uint64_t)(wanted / tile.columns);
  tile.from.X += first;
  if (columns) tile.columns = columns;
  tile.split = tile.columns % split == 0 && tile.rows <= TMD_BITS_MAX / split ? split : 1;
  tile.centre_u = (tile.columns - 1) / 2, tile.centre_i = (tile.rows - 1) / 2;
  tile.reach_x = reach_of(tile.columns), tile.reach_y = reach_of(tile.rows);
  return tile;
}

/* The directions of a line, in units of 2^reach: 1, m; or all within these. */
struct direction {
  int on_all;
  ulong m;
};

static int is_power(const struct tmd_problem *problem) {
  return problem->function->id == TMD_FN_pow;
}

/* f along a line, from the centre, or from all points of the tile. */
static void along(arb_poly_t f, const struct tile *tile, int from_all, struct direction to,
                  slong len, slong prec) {
  SCOPED(arb, x, y, slope_x, slope_y);
  const tmd_u128 X = tile->from.X, Y = tile->from.Y;
  if (from_all) {
    tmd_ball_range(x, X, X + tile->columns - 1);
    tmd_ball_range(y, Y, Y + tile->rows - 1);
  } else {
    tmd_ball_integer(x, X + tile->centre_u);
    tmd_ball_integer(y, Y + tile->centre_i);
  }
  arb_one(slope_x);
  arb_set_ui(slope_y, to.m);
  if (to.on_all) {
    mag_one(arb_radref(slope_x)), arf_zero(arb_midref(slope_x));
    mag_one(arb_radref(slope_y)), arf_zero(arb_midref(slope_y));
  }
  const slong unit_x = tmd_cell_unit(tile->problem, tile->cell),
              unit_y = tmd_pair_unit_y(tile->problem, tile->cell);
  arb_mul_2exp_si(x, x, unit_x);
  arb_mul_2exp_si(y, y, unit_y);
  arb_mul_2exp_si(slope_x, slope_x, unit_x + tile->reach_x);
  arb_mul_2exp_si(slope_y, slope_y, unit_y + tile->reach_y);
  if (tile->cell->sign_x && !is_power(tile->problem)) arb_neg(x, x), arb_neg(slope_x, slope_x);
  if (tile->cell->sign_y) arb_neg(y, y), arb_neg(slope_y, slope_y);
  tmd_pairs_series(tile->problem->function, f, (const arb_srcptr[]){x, y},
                   (const arb_srcptr[]){slope_x, slope_y}, len, prec);
}

/* 1 if no y is an integer: x^y has no value then for x < 0, and at integers +- that of |x|. */
static int has_no_integer(const struct tile *tile) {
  const int unit = tmd_pair_unit_y(tile->problem, tile->cell);
  if (unit >= 0) return 0;
  const tmd_u128 first = tile->from.Y, last = first + tile->rows - 1;
  if (-unit > 120) return first > 0;
  const tmd_u128 one = (tmd_u128)1 << -unit;
  return first > 0 && (first - 1) / one == last / one;
}

/* All values, from the centre; and remainder[d], d = 0..DEGREE_MAX. Returns 0 if f is not finite on
   all of the tile. */
static int enclose(arb_t value, mag_ptr remainder, const struct tile *tile) {
  enum { PRECISION = 128 };
  const struct direction all = {.on_all = 1};
  SCOPED(arb_poly, f);
  SCOPED(arb, c);
  along(f, tile, 1, all, DEGREE_MAX + 2, PRECISION);
  for (int d = 0; d <= DEGREE_MAX; d++) {
    arb_poly_get_coeff_arb(c, f, d + 1);
    if (!arb_is_finite(c)) return 0;
    arb_get_mag(remainder + d, c);
  }
  along(f, tile, 0, all, DEGREE_MAX + 1, PRECISION);
  arb_zero(value);
  for (int s = 0; s <= DEGREE_MAX; s++) {
    arb_poly_get_coeff_arb(c, f, s);
    arb_add(value, value, c, PRECISION);
  }
  arb_add_error_mag(value, remainder + DEGREE_MAX);
  return arb_is_finite(value);
}

/* What G is on the tile. */
struct scale {
  int negative; /* f */
  int log2;     /* G = |f| 2^log2, less 1/2 if `half` */
  int half;
  int widened; /* distances count 2^widened times */
};

enum outcome { SERVES, NONE_HARD, TO_BE_DIVIDED };

/* The exponents of |f| by parts of the tile, and its sign; 0 if it may be 0. */
static int exponents_of(long *low, long *high, int *negative, const struct tile *tile) {
  enum { PARTS = 8, PRECISION = 64 };
  SCOPED(arb_poly, f);
  SCOPED(arb, value);
  int parts = 0;
  for (uint64_t i = 0; i < PARTS * PARTS; i++) {
    const uint64_t a = i % PARTS, b = i / PARTS, u = tile->columns * a / PARTS,
                   v = tile->rows * b / PARTS;
    struct tile part = *tile;
    part.columns = tile->columns * (a + 1) / PARTS - u;
    part.rows = tile->rows * (b + 1) / PARTS - v;
    part.from.X += u, part.from.Y += v;
    if (part.columns == 0 || part.rows == 0) continue;
    long l, h;
    along(f, &part, 1, (struct direction){.m = 0}, 1, PRECISION);
    arb_poly_get_coeff_arb(value, f, 0);
    if (!arb_is_finite(value) || arb_contains_zero(value)) return 0;
    if (parts > 0 && *negative != arb_is_negative(value)) return 0;
    *negative = arb_is_negative(value);
    tmd_ball_log2_range(&l, &h, value, PRECISION);
    if (parts == 0 || l < *low) *low = l;
    if (parts == 0 || h > *high) *high = h;
    parts++;
  }
  return 1;
}

static enum outcome scale_of(struct scale *scale, const struct tile *tile, const arb_t value) {
  const struct tmd_format *out = &tile->problem->out;
  long low, high;
  int negative = arb_is_negative(value);
  tmd_ball_log2_range(&low, &high, value, 64);
  if (high < out->emin - out->p - 1 || (low > out->emax && !arb_contains_zero(value)))
    return NONE_HARD;
  /* of a wide ball the lower end says little */
  if ((arb_contains_zero(value) || high > low + 1) && !exponents_of(&low, &high, &negative, tile))
    return TO_BE_DIVIDED;
  if (high < out->emin - out->p - 1 || low > out->emax) return NONE_HARD;
  if (low < out->emin) low = out->emin;
  if (high < out->emin) high = out->emin;
  if (high > out->emax) high = out->emax;
  const long few = CANDIDATES_LOG2 + tmd_problem_threshold(tile->problem);
  if (high - low > (few > BINADES ? few : BINADES)) return TO_BE_DIVIDED;
  const int binades = (int)(high - low), offset = tmd_problem_offset_half(tile->problem),
            doubled = offset && binades > 0;
  *scale = (struct scale){.negative = negative,
                          .log2 = tmd_problem_scale(tile->problem) - (int)low + doubled,
                          .half = offset && !doubled,
                          .widened = binades + doubled};
  return SERVES;
}

/* parts[k]: the polynomial in v / 2^reach_x of (z / 2^reach_y)^k, of degree d - k. */
static void interpolate(arb_poly_struct *parts, const struct tile *tile, const struct scale *scale,
                        int d, slong prec) {
  arb_ptr nodes = _arb_vec_init(d + 1), values = _arb_vec_init((d + 1) * (d + 1));
  SCOPED(arb_poly, f);
  SCOPED(arb, c);
  for (int m = 0; m <= d; m++) {
    arb_set_si(nodes + m, m);
    along(f, tile, 0, (struct direction){.m = (ulong)m}, d + 1, prec);
    for (int s = 0; s <= d; s++) {
      arb_ptr value = values + s * (d + 1) + m;
      arb_poly_get_coeff_arb(value, f, s);
      arb_mul_2exp_si(value, value, scale->log2);
      if (scale->negative) arb_neg(value, value);
    }
  }
  for (int m = 0; m <= d && scale->half; m++) tmd_scaled_offset(values + m, tile->problem, -1);
  for (int s = 0; s <= d; s++) {
    arb_poly_interpolate_newton(f, nodes, values + s * (d + 1), s + 1, prec);
    for (int k = 0; k <= s; k++) {
      arb_poly_get_coeff_arb(c, f, k);
      arb_poly_set_coeff_arb(parts + k, s - k, c);
    }
  }
  _arb_vec_clear(nodes, d + 1);
  _arb_vec_clear(values, (d + 1) * (d + 1));
}

/* Newton's form of w(v / 2^reach), in place. */
static void change_form(arb_ptr r, arb_poly_t w, slong reach, uint64_t centre, int d, slong prec) {
  SCOPED(arb, c);
  for (slong j = 0; j < arb_poly_length(w); j++) {
    arb_ptr coefficient = arb_poly_get_coeff_ptr(w, j);
    arb_mul_2exp_si(coefficient, coefficient, -reach * j);
  }
  arb_set_ui(c, centre);
  tmd_newton_form(r, w, c, d, prec);
}

/* C(columns - 1, j) C(rows - 1, k) */
static void weigh(mag_t weight, const struct tile *tile, int j, int k) {
  SCOPED(mag, of_rows);
  tmd_binomial_upper(weight, tile->columns - 1, j);
  tmd_binomial_upper(of_rows, tile->rows - 1, k);
  mag_mul(weight, weight, of_rows);
}

static int words_needed(const struct tile *tile, int d, int bits) {
  SCOPED(mag, sum, weight);
  for (int j = 0; j <= d; j++)
    for (int k = 0; k <= d - j; k++) {
      weigh(weight, tile, j, k);
      mag_add(sum, sum, weight);
    }
  return tmd_words_needed(sum, bits);
}

/* The record, without coefficients and error. */
static struct tmd_poly_record *begin(struct tmd_claim *claim, const struct tile *tile, int d,
                                     int words) {
  const struct tmd_packet_shape shape = {.degree = d,
                                         .words = words,
                                         .outer = tile->rows > 1 ? d : 0,
                                         .count = (uint32_t)tile->rows,
                                         .split = tile->split};
  claim->kind = TMD_POLY;
  claim->record_bytes = tmd_packet_bytes(&shape);
  claim->record_count = 0;
  struct tmd_poly_record *packet = tmd_claim_append(claim);
  packet->X0 = tmd_wide_store(claim->X0);
  packet->n = tile->columns;
  packet->count = shape.count, packet->split = shape.split;
  packet->degree = (uint16_t)d, packet->outer = (uint16_t)shape.outer;
  packet->words = (uint16_t)words;
  tmd_packet_set_all(packet);
  return packet;
}

/* Coefficients by Newton's form in X for each power of z, then in Y for each j. */
static void coefficients(struct tmd_poly_record *packet, mag_t err, const struct tile *tile,
                         arb_poly_struct *parts, slong prec) {
  const int d = packet->degree, outer = packet->outer;
  arb_ptr r = _arb_vec_init((d + 1) * (d + 1)), column = _arb_vec_init(d + 1);
  SCOPED(arb_poly, w);
  SCOPED(mag, weight);
  for (int k = 0; k <= outer; k++)
    change_form(r + k * (d + 1), parts + k, tile->reach_x, tile->centre_u, d - k, prec);
  for (int j = 0; j <= d; j++) {
    const int most = d - j < outer ? d - j : outer;
    arb_poly_zero(w);
    for (int k = 0; k <= most; k++) arb_poly_set_coeff_arb(w, k, r + k * (d + 1) + j);
    change_form(column, w, tile->reach_y, tile->centre_i, most, prec);
    for (int k = 0; k <= most; k++) {
      weigh(weight, tile, j, k);
      tmd_coefficient_store(tmd_packet_coefficient(packet, j, k), packet->words, err, weight,
                            column + k);
    }
  }
  _arb_vec_clear(r, (d + 1) * (d + 1));
  _arb_vec_clear(column, d + 1);
}

static void fill(struct tmd_claim *claim, const struct tile *tile, const struct scale *scale, int d,
                 const mag_t remainder) {
  const int threshold = tmd_problem_threshold(tile->problem), bits = threshold + MARGIN_BITS;
  const slong prec = tmd_problem_G_bits(tile->problem) + bits + GUARD_BITS + 8 * d;
  SCOPED(mag, err, widening);
  struct tmd_poly_record *packet = begin(claim, tile, d, words_needed(tile, d, bits));
  arb_poly_struct parts[DEGREE_MAX + 1];
  for (int k = 0; k <= d; k++) arb_poly_init(parts + k);
  interpolate(parts, tile, scale, d, prec);
  mag_set(err, remainder);
  coefficients(packet, err, tile, parts, prec);
  mag_set_ui_2exp_si(widening, ((ulong)1 << scale->widened) - 1, -threshold);
  mag_add(err, err, widening);
  packet->err = tmd_packet_error(err);
  for (int k = 0; k <= d; k++) arb_poly_clear(parts + k);
}

/* The number of pairs from X0 to the same X in the next row: the columns of the strip. */
static tmd_u128 width_of(const struct tmd_problem *problem, const struct tmd_cell *cell,
                         tmd_u128 X0) {
  const struct tmd_xy at = tmd_pair_at(problem, cell, X0), above = {at.X, at.Y + 1};
  return tmd_pair_ordinal(problem, cell, &above) - X0;
}

tmd_u128 tmd_tile_end(const struct tmd_problem *problem, const struct tmd_cell *cell, tmd_u128 X0,
                      tmd_u128 X1) {
  const struct tmd_xy at = tmd_pair_at(problem, cell, X0);
  const tmd_u128 width = width_of(problem, cell, X0), rest = tmd_pair_row_rest(problem, cell, &at),
                 wanted = X1 - X0;
  if (rest < width || wanted < width) return X0 + (wanted < rest ? wanted : rest);
  tmd_u128 first, count;
  tmd_pair_rows(problem, cell, &first, &count);
  const tmd_u128 rows = first + count - at.Y, most = wanted / width;
  return X0 + width * (most < rows ? most : rows);
}

/* The Y of the row y = 1 if x^1 = x has no cases but exact ones, as many as it has pairs; else 0.
 */
static tmd_u128 exact_row(const struct tmd_problem *problem, const struct tmd_cell *cell) {
  const int unit = tmd_pair_unit_y(problem, cell);
  return problem->function->exact_rule == TMD_EXACT_REAL_POWER && !cell->sign_y && unit <= 0 &&
                 unit > -BITS && tmd_pair_x_is_result(problem)
             ? (tmd_u128)1 << -unit
             : 0;
}

tmd_u128 tmd_tile_middle(const struct tmd_problem *problem, const struct tmd_cell *cell,
                         tmd_u128 X0, tmd_u128 X1) {
  const tmd_u128 width = width_of(problem, cell, X0), wanted = X1 - X0, rows = wanted / width,
                 first = tmd_pair_at(problem, cell, X0).Y, row = exact_row(problem, cell);
  if (rows > 1 && row >= first && row < first + rows)
    return X0 + (row > first ? row - first : 1) * width;
  return X0 + (wanted > width ? wanted / width / 2 * width : wanted / 2);
}

static enum outcome begin_tile(struct scale *scale, mag_ptr remainder, const struct tile *tile) {
  SCOPED(arb, value);
  if (tile->from.Y == 0) return tile->rows == 1 ? NONE_HARD : TO_BE_DIVIDED;
  if (tile->cell->sign_x && is_power(tile->problem)) {
    if (has_no_integer(tile)) return NONE_HARD;
    if (tile->rows > 1 && tmd_pair_unit_y(tile->problem, tile->cell) < 0) return TO_BE_DIVIDED;
  }
  const tmd_u128 row = exact_row(tile->problem, tile->cell);
  if (row >= tile->from.Y && row < tile->from.Y + tile->rows)
    return tile->rows == 1 ? NONE_HARD : TO_BE_DIVIDED;
  if (!enclose(value, remainder, tile)) return TO_BE_DIVIDED;
  const enum outcome outcome = scale_of(scale, tile, value);
  return outcome == SERVES && tile->rows > TMD_COUNT_MAX ? TO_BE_DIVIDED : outcome;
}

int tmd_tile_claim(struct tmd_claim *claim, uint32_t split) {
  return tmd_tile_columns(claim, 0, 0, split);
}

int tmd_tile_columns(struct tmd_claim *claim, uint64_t first, uint64_t columns, uint32_t split) {
  const struct tile tile = tile_of(claim, first, columns, split);
  const slong target = -(tmd_problem_threshold(tile.problem) + MARGIN_BITS);
  struct scale scale;
  mag_ptr remainder = _mag_vec_init(DEGREE_MAX + 1);
  enum outcome outcome = begin_tile(&scale, remainder, &tile);
  int d = 0;
  if (outcome == SERVES) {
    while (d <= DEGREE_MAX && mag_cmp_2exp_si(remainder + d, target - scale.log2) > 0) d++;
    if (d > DEGREE_MAX) outcome = TO_BE_DIVIDED;
  }
  if (outcome == SERVES) {
    mag_mul_2exp_si(remainder + d, remainder + d, scale.log2);
    fill(claim, &tile, &scale, d, remainder + d);
  }
  if (outcome == NONE_HARD) {
    claim->kind = TMD_CASE, claim->record_count = 0;
    claim->record_bytes = sizeof(struct tmd_case_record);
  }
  _mag_vec_clear(remainder, DEGREE_MAX + 1);
  return outcome != TO_BE_DIVIDED;
}
