/* Each function gives an interval of |f|: of one double, if it is that, or open; u = 2^-53,
   roundings are to nearest. It is then placed among the numbers and midpoints of the format, which
   are few of the doubles: a breakpoint inside is left to MPFR. */
#include "tools/check/pairs/pair-values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/base/near.h"
#include "lib/problem/ordinal.h"

enum {
  STEPS = 128,
  CODES = 1 << 16,
  SIGN = 1 << 15,
  PRECISION = 128,
  EXACT = 256,
  HIGH_BITS = 37,
  SHIFT_MOST = 48
};

/* lo == hi: f is that; else lo < |f| < hi. */
struct interval {
  double lo, hi;
  int sign;
};

/* log2 of |x|, or of 1 + x: high of HIGH_BITS, so that its products with 16 bits are exact, and
   low: together within 2^-90. */
struct logarithm {
  double high, low;
};

struct tmd_pair_table {
  const struct tmd_pair *pair;
  struct tmd_format format;
  int infinite;          /* its ordinal */
  double normal, beyond; /* 2^emin, 2^(emax + 1) */
  double number[CODES];  /* values, 0 of what is none */
  struct logarithm log2[CODES];
  double power[STEPS + 1];      /* 2^((i - STEPS / 2) / STEPS), within u of itself */
  double arctangent[STEPS + 1]; /* of i / STEPS, within u / 2 */
};

/* A row: x with what depends on it alone. */
struct row {
  const struct tmd_pair_table *table;
  uint16_t code;
  int negative;
  double x, size; /* |x| */
  struct logarithm log2;
};

/* ---- intervals among the numbers ---- */

static double power_of_two(int e) { return near_of_bits((uint64_t)(1023 + e) << 52); }
static int exponent_of(double x) { return (int)(near_bits(x) >> 52) - 1023; }

static void put(struct tmd_pair_values *v, size_t i, unsigned below, enum tmd_part part, double low,
                double high) {
  v->below[i] = (uint16_t)below, v->part[i] = (uint8_t)part, v->low[i] = low, v->high[i] = high;
}

static void put_part(struct tmd_pair_values *v, size_t i, enum tmd_part part) {
  put(v, i, 0, part, 1, 0);
}

/* In units of the last place of lo all is exact: its breakpoints are the multiples of 1/2 up to the
   next binade. */
static void place(const struct tmd_pair_table *table, struct tmd_pair_values *v, size_t i,
                  struct interval f) {
  const struct tmd_format *format = &table->format;
  const unsigned sign = f.sign ? SIGN : 0;
  if (f.lo >= table->beyond) {
    put(v, i, sign | (unsigned)(table->infinite - 1), TMD_PART_BEYOND, 1, 0);
    return;
  }
  const int e = f.lo < table->normal ? format->emin : exponent_of(f.lo);
  const double per_ulp = power_of_two(format->p - 1 - e), lo = f.lo * per_ulp;
  const unsigned X = (unsigned)lo, ordinal = ((unsigned)(e - format->emin) << (format->p - 1)) + X;
  const double low = lo - X, high = f.hi * per_ulp - X;
  enum tmd_part part = TMD_PART_OPEN;
  if (f.lo == f.hi)
    part = low == 0     ? TMD_PART_EXACT
           : low < 0.5  ? TMD_PART_LOW
           : low == 0.5 ? TMD_PART_HALF
                        : TMD_PART_HIGH;
  else if (high <= 0.5) part = TMD_PART_LOW;
  else if (low >= 0.5 && high <= 1) part = TMD_PART_HIGH;
  /* just below the least normal number: whether underflow is raised depends on more */
  if (part != TMD_PART_EXACT && ordinal + 1 == 1u << (format->p - 1)) part = TMD_PART_OPEN;
  put(v, i, sign | ordinal, part, low, high);
}

/* ---- powers: 2^t, t = y log2 |x| and its kin ---- */

/* 2^t, t = high + low within 2^-60 and `relative` |t|, low < 2^-30 |t|. s = high - n - i/STEPS,
   exact, is at most 2^-8; with low it is rounded by 2^-62. 2^s - 1 = P(s) < 2^-8.4 by its series up
   to s^6 (2^-70 is left out), within 3 roundings of its size: 2^-59.8; T (1 + P): T within u, T P
   within 2^-8 u, the sum within u. Together 2.1 u. The interval is rounded by u itself. */
static struct interval power(const struct row *row, double high, double low, double relative) {
  static const double c[] = {0x1.62e42fefa39efp-1,  0x1.ebfbdff82c58fp-3,
                             0x1.c6b08d704a0cp-5,   0x1.3b2ab6fba4e77p-7,
                             0x1.5d87fe78a6731p-10, 0x1.430912f86c787p-13}; /* (log 2)^j / j! */
  const struct tmd_format *format = &row->table->format;
  if (high >= format->emax + 2) return (struct interval){row->table->beyond, INFINITY, 0};
  if (high <= format->emin - format->p - 3)
    return (struct interval){0, power_of_two(format->emin - format->p - 2), 0};
  const double n = (high + 0x1.8p52) - 0x1.8p52, r = high - n;
  const double i = (r * STEPS + 0x1.8p52) - 0x1.8p52, s = (r - i * (1. / STEPS)) + low;
  const double T = row->table->power[(int)i + STEPS / 2];
  const double P = s * (c[0] + s * (c[1] + s * (c[2] + s * (c[3] + s * (c[4] + s * c[5])))));
  const double value = (T + T * P) * power_of_two((int)n),
               error = value * (0x1.9p-52 + fabs(high) * relative);             /* 3.1 u */
  return high > 0 ? (struct interval){fmax(1, value - error), value + error, 0} /* 2^t > 1 */
                  : (struct interval){value - error, fmin(1, value + error), 0};
}

/* 1 if y is an integer, 2 if it is odd. */
static int integer_kind(double y) {
  if (fabs(y) >= 0x1p53) return 1;
  const int64_t n = (int64_t)y;
  return (double)n != y ? 0 : n & 1 ? 2 : 1;
}

static void power_row(const struct row *row, const uint16_t *y, size_t count,
                      struct tmd_pair_values *v) {
  const int real = strcmp(row->table->pair->name, "powr") == 0;
  for (size_t i = 0; i < count; i++) {
    const double number = row->table->number[y[i]];
    const int kind = row->negative ? integer_kind(number) : 1;
    if (number == 0) put_part(v, i, TMD_PART_OPEN);
    else if (row->negative && (real || kind == 0)) put_part(v, i, TMD_PART_INVALID);
    else {
      struct interval f = power(row, number * row->log2.high, number * row->log2.low, 0);
      f.sign = row->negative && kind == 2;
      place(row->table, v, i, f);
    }
  }
}

/* pown, compoundn. */
static void integer_power_row(const struct row *row, const int64_t *n, size_t count,
                              struct tmd_pair_values *v) {
  const int of_sum = strcmp(row->table->pair->name, "compoundn") == 0;
  for (size_t i = 0; i < count; i++) {
    struct interval f = power(row, (double)n[i] * row->log2.high, (double)n[i] * row->log2.low, 0);
    f.sign = row->negative && !of_sum && n[i] & 1;
    if (n[i] == 0) put_part(v, i, TMD_PART_OPEN);
    else if (of_sum && row->x < -1) put_part(v, i, TMD_PART_INVALID);
    else place(row->table, v, i, f);
  }
}

/* t = log2 |x| / n within u for the sum and u for the quotient. */
static void root_row(const struct row *row, const int64_t *n, size_t count,
                     struct tmd_pair_values *v) {
  const double log2 = row->log2.high + row->log2.low;
  for (size_t i = 0; i < count; i++) {
    if (n[i] == 0) put_part(v, i, TMD_PART_OPEN);
    else if (row->negative && n[i] % 2 == 0) put_part(v, i, TMD_PART_INVALID);
    else {
      struct interval f = power(row, log2 / (double)n[i], 0, 0x1p-51);
      f.sign = row->negative;
      place(row->table, v, i, f);
    }
  }
}

/* ---- angles ---- */

/* atan q, 0 < q <= 1 within u q, relative to itself within 2.6 u: with c = i/STEPS next to q, atan
   q = atan c + atan w, w = (q - c)/(1 + q c), |w| <= 2^-8, q - c exact. atan w by its series up to
   w^7 (2^-75 w is left out): within 4 u |w|; q's own error is no more than u of atan q; atan c and
   the sum are within u of it. */
static double arctangent(const struct tmd_pair_table *table, double q) {
  const int i = (int)(q * STEPS + 0.5);
  const double c = i * (1. / STEPS), w = (q - c) / (1 + q * c), z = w * w;
  return table->arctangent[i] + w * (1 - z * (1. / 3 - z * (1. / 5 - z * (1. / 7))));
}

/* q = a/b is exact: then it has no more bits than a, 11, and its product with b is exact. */
static int divides(double q, double a, double b) {
  return (near_bits(q) & 0xffffffffff) == 0 && q * b == a;
}

/* q < 2^-20: atan q lies between q (1 - q^2/3) and q. Over pi and turned by quarters it lies next
   to 1/2 or 1, on a known side. */
static struct interval small_angle(double q, int exact, int steep, int left, int over_pi) {
  const double turned = steep ? 0.5 : 1, part = q * 0x1.45f306dc9c883p-2, error = 0x1p-51;
  if (!over_pi) return (struct interval){q - q * 0x1p-40, exact ? q : q + q * 0x1p-51, 0};
  if (steep && left)
    return (struct interval){fmax(turned, turned + (part - error)), turned + (part + error), 0};
  return (struct interval){turned - (part + error), fmin(turned, turned - (part - error)), 0};
}

/* atan2(a, b) of sizes, b < 0 if `left`. The sum and the product are within u, pi and 1/pi within
   u/2: with the arctangent and the rounding of the interval 6.6 u. */
static struct interval angle(const struct row *row, double b, int left, int over_pi) {
  const double a = row->size, pi = 0x1.921fb54442d18p+1;
  const int steep = a > b;
  const double q = steep ? b / a : a / b;
  if (q < 0x1p-20 && (over_pi ? steep || left : !steep && !left))
    return small_angle(q, !steep && divides(q, a, b), steep, left, over_pi);
  const double least = arctangent(row->table, q);
  double value = steep ? left ? pi / 2 + least : pi / 2 - least : left ? pi - least : least;
  if (over_pi) value *= 0x1.45f306dc9c883p-2;
  return (struct interval){value - value * 0x1p-50, value + value * 0x1p-50, 0};
}

static void angle_row(const struct row *row, const uint16_t *y, size_t count,
                      struct tmd_pair_values *v) {
  const int over_pi = strcmp(row->table->pair->name, "atan2pi") == 0;
  for (size_t i = 0; i < count; i++) {
    const double b = fabs(row->table->number[y[i]]);
    if (b == 0 || b == row->size) { /* exact values over pi */
      put_part(v, i, TMD_PART_OPEN);
      continue;
    }
    struct interval f = angle(row, b, (y[i] & SIGN) != 0, over_pi);
    f.sign = row->negative;
    place(row->table, v, i, f);
  }
}

/* ---- by exact arithmetic ---- */

/* a + b = sum + rest, exactly. */
static struct interval exact_sum(double a, double b) {
  const double sum = a + b, part = sum - a, rest = (a - (sum - part)) + (b - part);
  if (rest == 0) return (struct interval){sum, sum, 0};
  const double next = near_of_bits(near_bits(sum) + (rest > 0 ? 1 : (uint64_t)-1)); /* sum > 0 */
  return rest > 0 ? (struct interval){sum, next, 0} : (struct interval){next, sum, 0};
}

/* The root lies within u of that of the sum, which is within u; next to a breakpoint the squares
   are compared: its own has 24 bits, so that it cannot lie inside of the sum's interval, the ends
   of which are neighbours. */
static struct interval hypotenuse(const struct row *row, double b) {
  const struct tmd_format *format = &row->table->format;
  const struct interval square = exact_sum(row->size * row->size, b * b);
  const double root = sqrt(square.lo), error = root * 0x1p-51;
  const int e = root < row->table->normal ? format->emin : exponent_of(root);
  const double halves = root * power_of_two(format->p - e),
               nearest = (halves + 0x1.8p52) - 0x1.8p52;
  const double point = nearest * power_of_two(e - format->p);
  if (fabs(root - point) > error) return (struct interval){root - error, root + error, 0};
  const double at = point * point;
  if (square.lo == at && square.hi == at) return (struct interval){point, point, 0};
  return square.lo >= at ? (struct interval){point, point + 2 * error, 0}
                         : (struct interval){point - 2 * error, point, 0};
}

static void hypot_row(const struct row *row, const uint16_t *y, size_t count,
                      struct tmd_pair_values *v) {
  for (size_t i = 0; i < count; i++) {
    const double b = row->table->number[y[i]];
    if (b == 0) put_part(v, i, TMD_PART_OPEN);
    else place(row->table, v, i, hypotenuse(row, b));
  }
}

static void difference_row(const struct row *row, const uint16_t *y, size_t count,
                           struct tmd_pair_values *v) {
  for (size_t i = 0; i < count; i++) {
    const double b = row->table->number[y[i]];
    if (b == 0) put_part(v, i, TMD_PART_OPEN);
    else place(row->table, v, i, row->x > b ? exact_sum(row->x, -b) : (struct interval){0, 0, 0});
  }
}

/* x + y, x - y; where they cancel the sign of 0 is the mode's. */
static void sum_row(const struct row *row, const uint16_t *y, size_t count,
                    struct tmd_pair_values *v) {
  const int minus = row->table->pair->operator== '-';
  for (size_t i = 0; i < count; i++) {
    const double number = row->table->number[y[i]], b = minus ? -number : number, sum = row->x + b;
    if (number == 0 || sum == 0) {
      put_part(v, i, TMD_PART_OPEN);
      continue;
    }
    struct interval f = sum > 0 ? exact_sum(row->x, b) : exact_sum(-row->x, -b);
    f.sign = sum < 0;
    place(row->table, v, i, f);
  }
}

/* Of two times 11 bits: exact. */
static void product_row(const struct row *row, const uint16_t *y, size_t count,
                        struct tmd_pair_values *v) {
  for (size_t i = 0; i < count; i++) {
    const double b = row->table->number[y[i]], product = row->size * fabs(b);
    if (b == 0) put_part(v, i, TMD_PART_OPEN);
    else place(row->table, v, i, (struct interval){product, product, row->negative ^ (b < 0)});
  }
}

/* Exact, or within u of the quotient. */
static void quotient_row(const struct row *row, const uint16_t *y, size_t count,
                         struct tmd_pair_values *v) {
  for (size_t i = 0; i < count; i++) {
    const double number = row->table->number[y[i]], b = fabs(number), q = row->size / b;
    if (number == 0) put_part(v, i, TMD_PART_OPEN);
    else {
      const double error = divides(q, row->size, b) ? 0 : q * 0x1p-52;
      place(row->table, v, i,
            (struct interval){q - error, q + error, row->negative ^ (number < 0)});
    }
  }
}

/* X 2^unit, X an integer. */
static unsigned integer_of(const struct tmd_pair_table *table, uint16_t code, int *unit) {
  const struct tmd_format *format = &table->format;
  int e;
  tmd_u128 X;
  tmd_argument_at(format, code & (SIGN - 1), &e, &X);
  *unit = e - format->p + 1;
  return (unsigned)X;
}

/* a 2^shift mod m < 2^13 */
static unsigned residue(uint64_t a, int shift, unsigned m) {
  for (int step; shift > 0; shift -= step) {
    step = shift < SHIFT_MOST ? shift : SHIFT_MOST;
    a = (a << step) % m;
  }
  return (unsigned)(a % m);
}

/* The rest of |x| by |y|, or with the quotient nearest to theirs, to even if two are. */
static struct interval rest(const struct row *row, uint16_t y, int nearest) {
  int unit, unit_y;
  const uint64_t X = integer_of(row->table, row->code, &unit),
                 Y = integer_of(row->table, y, &unit_y);
  if (unit_y - unit > row->table->format.p + 1)
    return (struct interval){row->size, row->size, row->negative}; /* |y| > 2 |x| */
  const uint64_t m = unit < unit_y ? Y << (unit_y - unit) : Y;
  const uint64_t twice = unit < unit_y ? X % (2 * m) : residue(X, unit - unit_y, (unsigned)(2 * m));
  uint64_t r = twice < m ? twice : twice - m;
  const int turned = nearest && (2 * r > m || (2 * r == m && twice >= m));
  if (turned) r = m - r;
  const double value = (double)r * power_of_two(unit < unit_y ? unit : unit_y);
  return (struct interval){value, value, row->negative ^ turned};
}

static void residue_row(const struct row *row, const uint16_t *y, size_t count,
                        struct tmd_pair_values *v) {
  const int nearest = strcmp(row->table->pair->name, "remainder") == 0;
  for (size_t i = 0; i < count; i++) {
    if (row->table->number[y[i]] == 0) put_part(v, i, TMD_PART_OPEN);
    else place(row->table, v, i, rest(row, y[i], nearest));
  }
}

static void scale_row(const struct row *row, const int64_t *n, size_t count,
                      struct tmd_pair_values *v) {
  for (size_t i = 0; i < count; i++) {
    const int by = n[i] > 600 ? 600 : n[i] < -600 ? -600 : (int)n[i]; /* far out of the format */
    const double value = row->size * power_of_two(by);
    place(row->table, v, i, (struct interval){value, value, row->negative});
  }
}

/* ---- tables ---- */

static void fill_logarithms(struct tmd_pair_table *table, int of_sum) {
  mpfr_t x, y, high;
  mpfr_init2(x, EXACT), mpfr_init2(y, PRECISION), mpfr_init2(high, HIGH_BITS);
  for (int code = 0; code < CODES; code++) {
    mpfr_set_d(x, table->number[code], MPFR_RNDN);
    if (of_sum) mpfr_add_ui(x, x, 1, MPFR_RNDN);
    else if (code & SIGN) table->log2[code] = table->log2[code ^ SIGN];
    if (!mpfr_regular_p(x) || mpfr_sgn(x) < 0) continue;
    mpfr_log2(y, x, MPFR_RNDN);
    mpfr_set(high, y, MPFR_RNDN);
    mpfr_sub(y, y, high, MPFR_RNDN);
    table->log2[code] = (struct logarithm){mpfr_get_d(high, MPFR_RNDN), mpfr_get_d(y, MPFR_RNDN)};
  }
  mpfr_clears(x, y, high, NULL);
}

static void fill_steps(struct tmd_pair_table *table) {
  mpfr_t x;
  mpfr_init2(x, PRECISION);
  for (int i = 0; i <= STEPS; i++) {
    mpfr_set_d(x, (i - STEPS / 2) * (1. / STEPS), MPFR_RNDN);
    mpfr_exp2(x, x, MPFR_RNDN);
    table->power[i] = mpfr_get_d(x, MPFR_RNDN);
    mpfr_set_d(x, i * (1. / STEPS), MPFR_RNDN);
    mpfr_atan(x, x, MPFR_RNDN);
    table->arctangent[i] = mpfr_get_d(x, MPFR_RNDN);
  }
  mpfr_clear(x);
}

struct tmd_pair_table *tmd_pair_table_open(const struct tmd_checked *checked) {
  struct tmd_pair_table *table = tmd_allocate(sizeof *table);
  const struct tmd_format *format = &checked->in;
  memset(table, 0, sizeof *table);
  table->pair = checked->pair;
  table->format = *format;
  table->infinite = (int)tmd_ordinal_infinite(format);
  table->normal = power_of_two(format->emin);
  table->beyond = power_of_two(format->emax + 1);
  for (int code = 0; code < CODES; code++) {
    int unit;
    const unsigned X = integer_of(table, (uint16_t)code, &unit);
    if ((code & (SIGN - 1)) < table->infinite)
      table->number[code] = (code & SIGN ? -1. : 1.) * X * power_of_two(unit);
  }
  if (checked->pair->kin == TMD_PAIR_POWER)
    fill_logarithms(table, strcmp(checked->pair->name, "compoundn") == 0);
  fill_steps(table);
  return table;
}

void tmd_pair_table_close(struct tmd_pair_table *table) { free(table); }

void tmd_pair_values(const struct tmd_pair_table *table, uint16_t x, const uint16_t *y,
                     const int64_t *n, size_t count, struct tmd_pair_values *values) {
  const double number = table->number[x];
  const struct row row = {table, x, (x & SIGN) != 0, number, fabs(number), table->log2[x]};
  const int is_power = table->pair->kin == TMD_PAIR_POWER;
  /* zeros, infinities, NaN; logarithms of 1, or of what has none though it is in the domain */
  if (number == 0 || (is_power && row.log2.high == 0 && !(number < -1 && n))) {
    for (size_t i = 0; i < count; i++) put_part(values, i, TMD_PART_OPEN);
    return;
  }
  switch (table->pair->kin) {
  case TMD_PAIR_POWER:
    if (y) power_row(&row, y, count, values);
    else if (strcmp(table->pair->name, "rootn") == 0) root_row(&row, n, count, values);
    else integer_power_row(&row, n, count, values);
    break;
  case TMD_PAIR_ANGLE: angle_row(&row, y, count, values); break;
  case TMD_PAIR_HYPOT: hypot_row(&row, y, count, values); break;
  case TMD_PAIR_RESIDUE: residue_row(&row, y, count, values); break;
  case TMD_PAIR_DIFFERENCE: difference_row(&row, y, count, values); break;
  case TMD_PAIR_SCALE: scale_row(&row, n, count, values); break;
  case TMD_PAIR_SUM: sum_row(&row, y, count, values); break;
  case TMD_PAIR_PRODUCT: product_row(&row, y, count, values); break;
  case TMD_PAIR_QUOTIENT: quotient_row(&row, y, count, values); break;
  case TMD_PAIR_FUSED: break; /* has no rows */
  }
}

struct tmd_correct tmd_pair_values_correct(const struct tmd_pair_values *values,
                                           const struct tmd_format *format, size_t i) {
  const enum tmd_part part = (enum tmd_part)values->part[i];
  const double low = values->low[i], high = values->high[i];
  struct tmd_correct correct = {.kind = TMD_CORRECT_NUMBER,
                                .sign = values->below[i] >> 15,
                                .exact = part == TMD_PART_EXACT,
                                .below = values->below[i] & (SIGN - 1),
                                .fraction = low + (high - low) / 2,
                                .half = part == TMD_PART_HALF   ? 0
                                        : part == TMD_PART_HIGH ? 1
                                                                : -1,
                                .three_quarters = low >= 0.75};
  correct.gap = 1 - correct.fraction;
  if (part == TMD_PART_INVALID)
    return (struct tmd_correct){.kind = TMD_CORRECT_NAN, .raises = TMD_RAISES_INVALID};
  if (part != TMD_PART_BEYOND) return correct;
  correct.below = tmd_ordinal_infinite(format) - 1;
  correct.beyond = correct.half = correct.three_quarters = 1;
  correct.fraction = INFINITY, correct.gap = -INFINITY;
  return correct;
}
