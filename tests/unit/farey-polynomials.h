/* Polynomials on which a Farey walk is apt to fail, for tests/unit/test-farey.c. Each is built
   exactly, on integers in units of 2^(-64 words): the differences are chosen at an anchor, so that
   a vertex or an inflection lies just there, then moved to the packet's start. One number (seed,
   index) fixes all of a trial. */
#ifndef TMD_FAREY_POLYNOMIALS_H
#define TMD_FAREY_POLYNOMIALS_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/farey/farey.h"
#include "kernels/lane/kernels.h"
#include "tests/unit/packets.h"
#include "tests/unit/random.h"

enum { TRIAL_DEGREE_MAX = 8 };

/* A packet and how it is searched. */
struct trial {
  struct tmd_poly_record *packet;
  int threshold, planted;
  uint64_t order;
  tmd_u128 X0, X1;
};

/* Families, and how many of FAMILY_SHARES trials are of each. */
#define FAMILY_LIST(F)                                                                       \
  F(ANY, "random", 5), F(FUNCTION, "like functions", 6), F(LINE, "straight lines", 1),       \
      F(FRACTION, "slope p/q exactly", 2), F(NEXT, "slope next to p/q", 2),                  \
      F(VERTEX, "vertex in the range or near its ends", 1),                                  \
      F(EDGE, "value at the window's edge", 1), F(NARROW, "one case in a narrow window", 1), \
      F(ALONE, "one case, like functions", 4), F(INFLECTION, "inflection", 1),               \
      F(CURVED, "curvature up to 1/2", 1), F(CUBIC, "cubic term at its limit", 1),           \
      F(DEGREE, "degree 0 to 8", 1), F(DOMAINS, "several domains", 1),                       \
      F(SHORT, "short ranges", 1), F(HOLES, "bitmaps with holes", 1),                        \
      F(WIDTH, "err from 0 to all arguments", 1), F(STEEP, "steep", 1)
#define FAMILY_ENUMERATOR(family, name, share) FAMILY_##family
#define FAMILY_ROW(family, name, share) {name, share}
enum family { FAMILY_LIST(FAMILY_ENUMERATOR), FAMILIES };
enum { FAMILY_SHARES = 32 };
static const struct {
  const char *name;
  int share;
} families[FAMILIES] = {FAMILY_LIST(FAMILY_ROW)};

/* What a trial is made of; a family fixes some of it, the rest is drawn. */
enum slope { SLOPE_ANY, SLOPE_FRACTION, SLOPE_UNITS, SLOPE_NEAR, SLOPE_MEDIANT };
struct recipe {
  enum family family;
  uint64_t n, slice; /* slice: of so many arguments only */
  uint32_t count, split;
  int degree, words, threshold,
      flat; /* flat: hardly any curvature, so that candidates may be most arguments */
  double err, arguments,
      r[TRIAL_DEGREE_MAX + 1]; /* r[j], j >= 2: differences at the anchor, in size and sign */
  uint64_t order;
  int64_t anchor;
  enum slope slope;
  unsigned p, q;
};

static uint64_t below(uint64_t n) { return test_random() % n; }
static int chance(int n) { return below((uint64_t)n) == 0; }
static double unit_random(void) { return (double)(test_random() >> 11) * 0x1p-53; }
static double between(double low, double high) { return low + (high - low) * unit_random(); }
static double either_sign(double x) { return chance(2) ? x : -x; }

/* ---- Sizes ---- */

static int is_function(enum family family) {
  return family == FAMILY_FUNCTION || family == FAMILY_ALONE || family == FAMILY_STEEP;
}

static enum slope random_slope(enum family family) {
  if (family == FAMILY_FRACTION) return SLOPE_FRACTION;
  if (family == FAMILY_NEXT) return (enum slope)(SLOPE_UNITS + below(3));
  if (family == FAMILY_ANY || is_function(family)) return SLOPE_ANY;
  return family == FAMILY_VERTEX || chance(2) ? (enum slope)(SLOPE_FRACTION + below(4)) : SLOPE_ANY;
}

static uint64_t random_arguments(enum family family, int flat) {
  int least = 10, most = flat ? 15 : 20, a, b;
  if (family == FAMILY_SHORT) return 1 + below(chance(2) ? 4 : 200);
  if (family == FAMILY_LINE || family == FAMILY_WIDTH) least = 3, most = 12;
  if (family == FAMILY_ALONE) least = 15;
  if (family == FAMILY_STEEP) least = 13;
  if (family == FAMILY_CUBIC) least = 8, most = 15;
  if (family == FAMILY_CURVED || family == FAMILY_DEGREE) least = 6, most = 13;
  a = least + (int)below((uint64_t)(most - least) + 1),
  b = least + (int)below((uint64_t)(most - least) + 1);
  if (b < a) a = b; /* more small ones than large ones */
  uint64_t n = UINT64_C(1) << a;
  return chance(4) ? n : n + below(n) + chance(2);
}

static void random_shape(struct recipe *recipe) {
  enum family family = recipe->family;
  recipe->slope = random_slope(family);
  recipe->q = 1 + (unsigned)below(chance(2) ? 8 : 64);
  recipe->p = chance(4) ? recipe->q - 1 : (unsigned)below(recipe->q);
  recipe->flat =
      family == FAMILY_LINE || (family != FAMILY_ALONE && family != FAMILY_STEEP && chance(16));
  uint64_t n =
      random_arguments(family, recipe->flat || (recipe->slope != SLOPE_ANY && !chance(32)));
  recipe->words = 1 + (int)below(4);
  recipe->degree = family == FAMILY_DEGREE ? (int)below(TRIAL_DEGREE_MAX + 1)
                   : chance(4)             ? 4 + (int)below(3)
                                           : 2 + (int)below(2);
  if (family == FAMILY_LINE) recipe->degree = 1 + (int)below(6);
  if (family == FAMILY_CUBIC || family == FAMILY_INFLECTION) recipe->degree = 3 + (int)below(4);
  if (is_function(family)) recipe->degree = 2 + (int)below(7), recipe->words = 2 + (int)below(3);
  if (recipe->degree == 0) n = 1 + n % 500; /* all of them cases, or none */
  recipe->count = 1, recipe->split = 1;
  if (family == FAMILY_DOMAINS || chance(16))
    recipe->count = 2 + (uint32_t)below(chance(8) ? 150 : 9);
  if (family == FAMILY_HOLES || chance(16))
    recipe->split = 2 + (uint32_t)below(chance(4) ? 200 : 15);
  n /= (uint64_t)recipe->count * recipe->split;
  recipe->n = (n > 0 ? n : 1) * recipe->split;
  recipe->arguments = (double)recipe->count * (double)recipe->n;
}

/* From about one case in 16 polynomials to some hundred cases in one. err is less than that, as a
   rule. */
static void random_width(struct recipe *recipe) {
  double bits = log2(2 * recipe->arguments) - between(-4, recipe->arguments > 0x1p16 ? 6 : 8);
  recipe->threshold = bits < 2 ? 2 : (int)bits;
  if (recipe->family == FAMILY_NARROW || recipe->family == FAMILY_ALONE)
    recipe->threshold += 4 + (int)below(chance(4) ? 100 : 50);
  if (recipe->family == FAMILY_STEEP) recipe->threshold += (int)below(16);
  recipe->err = chance(3) ? 0 : ldexp(1 + unit_random(), -recipe->threshold - 1 - (int)below(20));
  if (recipe->family != FAMILY_WIDTH) return;
  static const double widths[] = {0x1p-1074, 0x1p-300,  0.1, 0.23, 0.25, 0.374, 0.4375,
                                  0.49,      0.4999999, 0.5, 0.6,  1,    1e10};
  if (chance(2)) recipe->err = widths[below(sizeof widths / sizeof *widths)];
  else recipe->err = ldexp(1 + unit_random(), -recipe->threshold + 3 - (int)below(6));
  if (chance(4)) recipe->threshold = (int)below(4); /* 1 and 1/2: all; 1/4: half of them */
}

/* ---- Differences at the anchor ---- */

static int64_t random_anchor(double arguments) {
  int64_t last = (int64_t)arguments - 1, near = (int64_t)below(4),
          far = (int64_t)below((uint64_t)last + 1);
  switch (below(8)) {
  case 0: return near;
  case 1: return last - near;
  case 2: return -near;
  case 3: return last + near;
  case 4: return chance(2) ? -far : last + far;
  default: return far;
  }
}

/* r_2: 0, units of the last word, from hardly any to about 2^-4 over the range; or up to 1/2. */
static double random_curvature(const struct recipe *recipe) {
  double length = log2(recipe->arguments);
  if (recipe->flat)
    return either_sign(chance(2) ? 0 : ldexp((double)below(4), -64 * recipe->words));
  if (recipe->family == FAMILY_CURVED && chance(2))
    return either_sign(0.5 - ldexp(unit_random(), -(int)below(60)));
  if (recipe->family == FAMILY_CURVED) return either_sign(exp2(-between(1, 8)));
  return either_sign(exp2(-between(length < 12 ? 4 : length - 8, 2 * length + 12)));
}

/* Higher ones: as in a smooth function over the range; 0; units; large against r_2; anything at
   all. */
static double random_difference(const struct recipe *recipe, int j) {
  double natural = fabs(recipe->r[j - 1]) / recipe->arguments;
  int wild = recipe->family == FAMILY_CUBIC || recipe->family == FAMILY_DEGREE;
  if (recipe->family == FAMILY_LINE || chance(12)) return 0;
  if (chance(12)) return either_sign(ldexp((double)below(5), -64 * recipe->words));
  if (wild && chance(2)) return either_sign(fmin(natural * exp2(between(-2, 8)), 0.5));
  if (wild && recipe->arguments <= 0x1p11 && chance(3)) return either_sign(0.5 * unit_random());
  return either_sign(natural * exp2(-between(-1, 16)));
}

static void random_differences(struct recipe *recipe) {
  if (recipe->degree >= 2) recipe->r[2] = random_curvature(recipe);
  for (int j = 3; j <= recipe->degree; j++) recipe->r[j] = random_difference(recipe, j);
  if (recipe->family != FAMILY_INFLECTION) return;
  /* r_2 = r_3 - 11/12 r_4 + ...: the second derivative is 0 at the anchor, to a double's precision
     or to some units */
  double steep = exp2(-between(4, log2(recipe->arguments) + 10));
  recipe->r[3] = either_sign(fmin(steep / recipe->arguments, 0x1p-4));
  for (int j = 4; j <= recipe->degree; j++)
    recipe->r[j] = chance(4) ? 0 : random_difference(recipe, j);
  recipe->r[2] = recipe->r[3] - (recipe->degree > 3 ? 11.0 / 12 * recipe->r[4] : 0);
  if (chance(4)) recipe->r[2] += either_sign(ldexp((double)below(5), -64 * recipe->words));
  if (chance(4)) recipe->r[2] *= between(0.9, 1.1);
}

/* Derivatives 2, 3, ... of a function at x, in units of the second where that is not near 0. */
static void function_derivatives(double *d, int degree) {
  double x = between(1, 2), power[] = {1.0 / 3, -0.5, -1, 0.5, 1.5};
  switch (below(4)) {
  case 0: /* exp */
    for (int j = 2; j <= degree; j++) d[j] = exp(x);
    return;
  case 1: /* sin, also near its inflection at pi */
    if (chance(2)) x = 3.141592653589793 + either_sign(exp2(-between(0, 30)));
    for (int j = 2; j <= degree; j++) d[j] = sin(x + j * 1.5707963267948966);
    return;
  case 2: /* log */
    for (int j = 2; j <= degree; j++) d[j] = (j % 2 ? 1 : -1) * tgamma(j) * pow(x, -j);
    return;
  default: { /* cbrt, rsqrt, ... */
    double a = power[below(5)], factor = a;
    for (int j = 2; j <= degree; j++) factor *= a - (j - 1), d[j] = factor * pow(x, a - j);
  }
  }
}

/* As a search meets them: the range is a small part of a binade, the curvature what is left of 2^53
   / 2^104 or so. */
static void function_differences(struct recipe *recipe) {
  const int steep = recipe->family == FAMILY_STEEP;
  double step = exp2(-between(steep ? 8 : 1, 25)) / recipe->arguments;
  double curvature = exp2(-(steep ? between(4, 28) : between(log2(recipe->arguments) - 6, 45)));
  function_derivatives(recipe->r, recipe->degree);
  double scale = curvature / (fabs(recipe->r[2]) + step);
  if (chance(2)) scale = -scale;
  for (int j = 2; j <= recipe->degree; j++) recipe->r[j] *= scale, scale *= step;
}

/* ---- Order ---- */

/* What the slope sweeps, and the cost in nanoseconds of a walk of that order, roughly. */
static double sweep_of(const struct recipe *recipe) {
  double sweep = 0, power = 1;
  for (int j = 2; j <= recipe->degree; j++)
    power *= recipe->arguments / (j - 1), sweep += fabs(recipe->r[j]) * power;
  return sweep;
}

static double order_cost(double order, double sweep, double arguments) {
  return 10 * (1 + 0.3 * order * order * sweep) + 2 * arguments / order;
}

/* A good order, some octaves off, or absurd, or one that has to do with q: with Q = q/2, a slope of
   (q - 1)/q lies half-way between (Q - 1)/Q and 1. What would take much too long is brought nearer
   to the good one. */
static uint64_t random_order(const struct recipe *recipe) {
  double sweep = sweep_of(recipe), n = recipe->arguments, good = cbrt(n / (3 * sweep + 0x1p-60)),
         limit, order;
  good = good < 1 ? 1 : good > 0x1p20 ? 0x1p20 : good;
  const int ordered = recipe->family == FAMILY_ALONE || recipe->family == FAMILY_STEEP;
  order = !ordered && chance(3) ? exp2(between(0, 20)) : good * exp2(between(-2, 2));
  if (chance(64)) order = 1;
  if (recipe->slope != SLOPE_ANY && chance(4))
    order = recipe->q * 0.5 * (1 + (double)below(3)) + (chance(2) ? 0 : (double)below(3) - 1);
  if (chance(256)) order = TMD_FAREY_ORDER_MAX;
  limit = fmax(chance(64) ? 5e5 : 5e4, 2 * order_cost(good, sweep, n));
  for (int i = 0; i < 20 && order_cost(order, sweep, n) > limit; i++) order = sqrt(order * good);
  return order < 1 ? 1 : order > TMD_FAREY_ORDER_MAX ? TMD_FAREY_ORDER_MAX : (uint64_t)order;
}

/* ---- Exact differences ---- */

/* The table at the anchor, then at the starts of the first domains; units of 2^(-64 words). */
static mpz_t anchor_table[TRIAL_DEGREE_MAX + 1],
    start_table[TRIAL_DEGREE_MAX + 1][TRIAL_DEGREE_MAX + 1], scratch[2];

static void tables_begin(void) {
  for (int j = 0; j <= TRIAL_DEGREE_MAX; j++) {
    mpz_init2(anchor_table[j], 512);
    for (int i = 0; i <= TRIAL_DEGREE_MAX; i++) mpz_init2(start_table[i][j], 1024);
  }
  mpz_inits(scratch[0], scratch[1], NULL);
}

static void set_random_bits(mpz_t r, int bits) {
  uint64_t words[TMD_WORDS_MAX];
  int odd = chance(8);
  for (int w = 0; w <= bits / 64; w++) words[w] = odd ? test_random_words() : test_random();
  mpz_import(r, (size_t)(bits / 64) + 1, -1, 8, 0, 0, words);
  mpz_fdiv_r_2exp(r, r, (mp_bitcnt_t)bits);
}

/* x in units of 2^(-bits), with anything below its 53 bits. */
static void set_real(mpz_t r, double x, int bits) {
  int exponent;
  mpz_set_d(r, ldexp(frexp(x, &exponent), 53));
  exponent += bits - 53;
  if (x == 0) return;
  if (exponent < 0) {
    mpz_tdiv_q_2exp(r, r, (mp_bitcnt_t)-exponent);
    return;
  }
  mpz_mul_2exp(r, r, (mp_bitcnt_t)exponent);
  if (exponent == 0 || chance(4)) return;
  set_random_bits(scratch[0], exponent);
  mpz_add(r, r, scratch[0]);
}

static void set_slope(mpz_t r, const struct recipe *recipe) {
  int bits = 64 * recipe->words;
  if (recipe->slope == SLOPE_ANY) set_random_bits(r, bits);
  if (recipe->slope == SLOPE_ANY) return;
  mpz_set_ui(r, recipe->p);
  mpz_mul_2exp(r, r, (mp_bitcnt_t)bits);
  mpz_fdiv_q_ui(r, r, recipe->q);
  mpz_set_ui(scratch[1], 0);
  if (recipe->slope == SLOPE_UNITS) {
    mpz_set_ui(scratch[1], below(4));
    if (chance(2))
      mpz_mul_2exp(scratch[1], scratch[1], (mp_bitcnt_t)(bits - 64)); /* units of the first word */
  } else if (recipe->slope == SLOPE_NEAR) {
    set_real(scratch[1], exp2(-between(8, 64)), bits);
  } else if (recipe->slope ==
             SLOPE_MEDIANT) { /* the last and first fractions beside p/q, or nearly */
    double q = recipe->q, other = (double)recipe->order + (double)below(5) - 2 -
                                  (chance(2) ? (double)below(recipe->q) : 0);
    set_real(scratch[1], 1 / (q * fmax(1, other + (chance(2) ? q : 0))), bits);
  }
  if (chance(2)) mpz_add(r, r, scratch[1]);
  else mpz_sub(r, r, scratch[1]);
}

/* The derivative at the anchor is r_1 - r_2/2 + r_3/3 - ...: set r_1 so that it is the slope
   wanted. */
static void fill_anchor(const struct recipe *recipe) {
  int bits = 64 * recipe->words;
  set_random_bits(anchor_table[0], bits);
  if (recipe->degree == 0) return;
  for (int j = 2; j <= recipe->degree; j++) set_real(anchor_table[j], recipe->r[j], bits);
  set_slope(anchor_table[1], recipe);
  for (int j = 2; j <= recipe->degree; j++) {
    mpz_tdiv_q_ui(scratch[0], anchor_table[j], (unsigned long)j);
    if (j % 2) mpz_sub(anchor_table[1], anchor_table[1], scratch[0]);
    else mpz_add(anchor_table[1], anchor_table[1], scratch[0]);
  }
}

/* r_j(x) = sum C(x - anchor, l) r_(j+l) */
static void table_at(mpz_t *table, const struct recipe *recipe, int64_t x) {
  for (int j = 0; j <= recipe->degree; j++) mpz_set(table[j], anchor_table[j]);
  for (int l = 1; l <= recipe->degree; l++) {
    mpz_set_si(scratch[0], x - recipe->anchor);
    mpz_bin_ui(scratch[0], scratch[0], (unsigned long)l);
    for (int j = 0; j + l <= recipe->degree; j++)
      mpz_addmul(table[j], scratch[0], anchor_table[j + l]);
  }
}

static void store_residue(uint64_t *c, mpz_t r, int words) {
  size_t written = 0;
  mpz_fdiv_r_2exp(r, r, (mp_bitcnt_t)(64 * words));
  mpz_export(c, &written, -1, 8, 0, 0, r);
  memset(c + written, 0, 8 * ((size_t)words - written));
}

/* c[j][k]: differences of r_j over the starts of the domains. */
static void fill_packet(struct tmd_poly_record *packet, const struct recipe *recipe) {
  int degree = recipe->degree, rows = packet->outer ? degree : 0;
  for (int i = 0; i <= rows; i++) table_at(start_table[i], recipe, i * (int64_t)recipe->n);
  for (int k = 0; k <= rows; k++) {
    for (int j = 0; j + k <= degree && (k == 0 || packet->outer); j++)
      store_residue(tmd_packet_coefficient(packet, j, k), start_table[0][j], recipe->words);
    for (int i = 0; i + k < rows; i++)
      for (int j = 0; j + k < degree; j++)
        mpz_sub(start_table[i][j], start_table[i + 1][j], start_table[i][j]);
  }
}

/* Domains need not fit together: values and slopes that jump from one to the next. */
static void disturb_domains(struct tmd_poly_record *packet) {
  for (int j = 0; j <= 1; j++)
    for (int k = 1; k <= packet->degree - j; k++)
      if (chance(2))
        for (int w = 0; w < packet->words; w++)
          tmd_packet_coefficient(packet, j, k)[w] = test_random();
}

/* ---- What is around the polynomial ---- */

static void random_holes(struct tmd_poly_record *packet) {
  uint64_t *bitmap = tmd_packet_bitmap(packet);
  size_t bits = tmd_packet_bits(packet);
  int kind = (int)below(5);
  for (size_t bit = 0; bit < bits; bit++) {
    int keep = kind == 0   ? chance(2)
               : kind == 1 ? chance(8)
               : kind == 2 ? !chance(8)
                           : bit == (kind == 3 ? 0 : bits - 1);
    if (!keep) bitmap[bit >> 6] &= ~(UINT64_C(1) << (bit & 63));
  }
}

static struct tmd_poly_record *new_packet(const struct recipe *recipe) {
  int outer = recipe->count > 1 ? recipe->degree : 0;
  struct tmd_packet_shape shape = {recipe->degree, recipe->words, outer, recipe->count,
                                   recipe->split};
  const tmd_u128 starts[] = {0, 1000, (tmd_u128)1 << 52, ((tmd_u128)1 << 64) - 77,
                             (tmd_u128)1 << 112};
  const tmd_u128 X0 = starts[below(5)];
  struct tmd_poly_record *packet = packet_new(shape, recipe->n, X0 + below(1000), recipe->err);
  if (recipe->split > 1) random_holes(packet);
  return packet;
}

/* The packet's range, more than it, a part of it, or a few arguments. */
static void random_claim(struct trial *trial, const struct recipe *recipe) {
  tmd_u128 start = tmd_wide_load(trial->packet->X0);
  uint64_t length = recipe->count * recipe->n, a = below(length), b = below(length);
  trial->X0 = start, trial->X1 = start + length;
  if (recipe->slice)
    trial->X0 += below(length - recipe->slice + 1), trial->X1 = trial->X0 + recipe->slice;
  if (recipe->slice || !chance(recipe->family == FAMILY_SHORT ? 2 : 4)) return;
  switch (below(4)) {
  case 0: trial->X1 += below(10), trial->X0 -= start > 10 ? below(10) : 0; return;
  case 1: trial->X0 = start + a, trial->X1 = trial->X0 + 1 + below(3); return;
  case 2:
    trial->X0 += length < 1000 ? 0 : below(100), trial->X1 -= length < 1000 ? 0 : below(100);
    return;
  default: trial->X0 = start + (a < b ? a : b), trial->X1 = start + (a < b ? b : a) + below(2);
  }
}

/* The argument that is to be a case: an end of what is asked for or of the packet, at or beside the
   anchor, any. */
static uint64_t plant_position(const struct trial *trial, const struct recipe *recipe) {
  uint64_t length = recipe->count * recipe->n, near = below(3), first = 0, end = length, position;
  tmd_u128 start = tmd_wide_load(trial->packet->X0);
  if (trial->X0 > start && trial->X0 < start + length) first = (uint64_t)(trial->X0 - start);
  if (trial->X1 > start + first && trial->X1 < start + length) end = (uint64_t)(trial->X1 - start);
  switch (below(8)) {
  case 0: position = first + near; break;
  case 1: position = end - 1 - near; break;
  case 2: position = chance(2) ? near : length - 1 - near; break;
  case 3:
  case 4: position = (uint64_t)recipe->anchor + near - 1; break;
  default: position = first + below(end - first);
  }
  return position < length ? position : first;
}

/* 2^-threshold + err, or next to it, or anything less; some k/q: near an integer after
   multiplication by q, and no case. */
static void plant_value(mpz_t value, const struct recipe *recipe) {
  int bits = 64 * recipe->words;
  set_real(value, recipe->err < 0.5 ? recipe->err : 0, bits);
  if (bits >= recipe->threshold) {
    mpz_set_ui(scratch[1], 1);
    mpz_mul_2exp(scratch[1], scratch[1], (mp_bitcnt_t)(bits - recipe->threshold));
    mpz_add(value, value, scratch[1]);
  }
  mpz_set_ui(scratch[1], below(4));
  if (chance(3) && bits > 64)
    mpz_mul_2exp(scratch[1], scratch[1], (mp_bitcnt_t)below((uint64_t)bits - 64));
  const int alone = recipe->family == FAMILY_NARROW || recipe->family == FAMILY_ALONE;
  if (chance(alone ? 8 : 2)) mpz_add(value, value, scratch[1]);
  else mpz_sub(value, value, scratch[1]);
  if (chance(4)) mpz_fdiv_q_ui(value, value, 1 + below(1000));
  if (chance(2)) mpz_neg(value, value);
  if (alone || !chance(16)) return;
  mpz_set_ui(scratch[1], recipe->p);
  mpz_mul_2exp(scratch[1], scratch[1], (mp_bitcnt_t)bits);
  mpz_fdiv_q_ui(scratch[1], scratch[1], recipe->q);
  mpz_add(value, value, scratch[1]);
}

static void plant(struct trial *trial, const struct recipe *recipe) {
  uint64_t wanted[TMD_WORDS_MAX], position = plant_position(trial, recipe);
  plant_value(anchor_table[0], recipe);
  store_residue(wanted, anchor_table[0], recipe->words);
  packet_plant(trial->packet, position / recipe->n, position % recipe->n, wanted);
  trial->planted = 1;
}

/* ---- Trials ---- */

static enum family family_of(uint64_t index) {
  int at = (int)(index % FAMILY_SHARES), family = 0;
  while (at >= families[family].share) at -= families[family++].share;
  return (enum family)family;
}

static struct trial trial_of(const struct recipe *recipe) {
  struct trial trial = {
      .threshold = recipe->threshold, .order = recipe->order, .packet = new_packet(recipe)};
  fill_anchor(recipe);
  fill_packet(trial.packet, recipe);
  if (recipe->count > 1 && chance(2)) disturb_domains(trial.packet);
  random_claim(&trial, recipe);
  int ordinary = recipe->family == FAMILY_ANY || recipe->family == FAMILY_FUNCTION;
  if (recipe->family == FAMILY_EDGE || recipe->family == FAMILY_NARROW ||
      recipe->family == FAMILY_ALONE || chance(ordinary ? 4 : 2))
    plant(&trial, recipe);
  return trial;
}

static struct trial random_trial(uint64_t seed, uint64_t index) {
  test_random_state = seed * 0x9fb21c651e98df25u ^ index;
  test_random_state = test_random();
  struct recipe recipe = {.family = family_of(index)};
  random_shape(&recipe);
  random_width(&recipe);
  if (is_function(recipe.family)) function_differences(&recipe);
  else random_differences(&recipe);
  recipe.order = random_order(&recipe);
  recipe.anchor = is_function(recipe.family) ? 0 : random_anchor(recipe.arguments);
  return trial_of(&recipe);
}

/* A packet as a search has them, often much wider than what is asked of it: a slice of 2^24 to 2^26
   arguments of up to 2^45. */
static struct trial random_slice(uint64_t seed, uint64_t index) {
  test_random_state = seed * 0x9fb21c651e98df25u ^ ~index;
  test_random_state = test_random();
  struct recipe recipe = {
      .family = index % 4 < 2 ? FAMILY_FUNCTION : FAMILY_ALONE, .count = 1, .split = 1, .q = 1};
  recipe.degree = 3 + (int)below(5), recipe.words = 4 + (int)below(4);
  recipe.slice = (UINT64_C(1) << (24 + index % 3)) - below(1 << 20);
  recipe.n = index % 2 ? UINT64_C(1) << (30 + below(16)) : recipe.slice;
  recipe.arguments = (double)recipe.n;
  recipe.threshold = recipe.family == FAMILY_FUNCTION ? 18 + (int)below(10) : 26 + (int)below(40);
  recipe.err = ldexp(1, -recipe.threshold - 8);
  function_differences(&recipe);
  double most = 0, power = 1, curvature = exp2(-between(26, 50));
  for (int j = 2; j <= recipe.degree; j++, power *= recipe.arguments)
    most = fmax(most, fabs(recipe.r[j]) * power);
  for (int j = 2; j <= recipe.degree; j++) recipe.r[j] *= curvature / most;
  recipe.order = (uint64_t)(exp2(between(-1, 1)) / cbrt(curvature)) + 1;
  return trial_of(&recipe);
}

#endif
