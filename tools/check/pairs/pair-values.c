/* Each function gives an interval of |f|: one double, if |f| is that, or open; u = 2^-53, roundings
   are to nearest. The interval is then placed among the numbers and midpoints of the format, which
   are few of the doubles; if a breakpoint lies inside, MPFR decides. */
#include "tools/check/pairs/pair-values.h"

#include <math.h>
#include <string.h>

#include "lib/base/error-double.h"

enum { SHIFT_MOST = 48, SIGN = TMD_PAIR_SIGN, STEPS = TMD_PAIR_STEPS };

/* lo == hi: |f| is that; else lo < |f| < hi. */
struct interval {
  double lo, hi;
  int sign;
  enum { KNOWN, OPEN, INVALID } kind; /* the others: TMD_PART_OPEN, TMD_PART_INVALID */
};

/* A row: x and the values that depend on x only. */
struct row_values {
  const struct tmd_pair_table *table;
  uint16_t code;
  int negative;
  double x, size; /* |x| */
  struct tmd_pair_log2 log2;
};

struct second {
  double value;
  uint16_t code; /* its encoding; of an integer 0 */
};

/* ---- intervals among the numbers ---- */

static int exponent_of(double x) { return (int)(near_bits(x) >> 52) - 1023; }

static void put(struct tmd_pair_values *v, size_t i, unsigned below, enum tmd_part part, double low,
                double high) {
  v->below[i] = (uint16_t)below, v->part[i] = (uint8_t)part, v->low[i] = low, v->high[i] = high;
}

/* In units of the last place of lo everything is exact: its breakpoints are the multiples of 1/2 up
   to the next binade. */
static void place(const struct tmd_pair_table *table, struct tmd_pair_values *v, size_t i,
                  struct interval f) {
  const struct tmd_format *format = &table->format;
  const unsigned sign = f.sign ? SIGN : 0;
  if (f.kind != KNOWN) {
    put(v, i, 0, f.kind == OPEN ? TMD_PART_OPEN : TMD_PART_INVALID, 1, 0);
    return;
  }
  if (f.lo >= table->beyond) {
    put(v, i, sign | (unsigned)(table->infinite - 1), TMD_PART_BEYOND, 1, 0);
    return;
  }
  const int e = f.lo < table->normal ? format->emin : exponent_of(f.lo);
  const double per_ulp = tmd_power_of_two(format->p - 1 - e), lo = f.lo * per_ulp;
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

/* ---- powers: 2^t, t = y log2 |x| and similar ---- */

static const struct interval invalid = {.kind = INVALID}, open = {.kind = OPEN};

/* 2^t, t = high + low within 2^-60 and `relative` |t|, low < 2^-30 |t|. s = high - n - i/STEPS,
   exact, is at most 2^-8; with low it is rounded by 2^-62. 2^s - 1 = P(s) < 2^-8.4 by its series up
   to s^6 (2^-70 is left out), within 3 roundings of its size: 2^-59.8; T (1 + P): T within u, T P
   within 2^-8 u, the sum within u. Together 2.1 u. The interval is rounded by u itself. */
static struct interval power(const struct row_values *row, double high, double low,
                             double relative) {
  static const double c[] = {0x1.62e42fefa39efp-1,  0x1.ebfbdff82c58fp-3,
                             0x1.c6b08d704a0cp-5,   0x1.3b2ab6fba4e77p-7,
                             0x1.5d87fe78a6731p-10, 0x1.430912f86c787p-13}; /* (log 2)^j / j! */
  const struct tmd_format *format = &row->table->format;
  if (high >= format->emax + 2) return (struct interval){row->table->beyond, INFINITY, 0, KNOWN};
  if (high <= format->emin - format->p - 3)
    return (struct interval){0, tmd_power_of_two(format->emin - format->p - 2), 0, KNOWN};
  const double n = (high + 0x1.8p52) - 0x1.8p52, r = high - n;
  const double i = (r * STEPS + 0x1.8p52) - 0x1.8p52, s = (r - i * (1. / STEPS)) + low;
  const double T = row->table->power[(int)i + STEPS / 2];
  const double P = s * (c[0] + s * (c[1] + s * (c[2] + s * (c[3] + s * (c[4] + s * c[5])))));
  const double value = (T + T * P) * tmd_power_of_two((int)n),
               error = value * (0x1.9p-52 + fabs(high) * relative);                    /* 3.1 u */
  return high > 0 ? (struct interval){fmax(1, value - error), value + error, 0, KNOWN} /* 2^t > 1 */
                  : (struct interval){value - error, fmin(1, value + error), 0, KNOWN};
}

/* 1 if y is an integer, 2 if it is odd. */
static int integer_kind(double y) {
  if (fabs(y) >= 0x1p53) return 1;
  const int64_t n = (int64_t)y;
  return (double)n != y ? 0 : n & 1 ? 2 : 1;
}

/* pow, powr. */
static struct interval real_power(const struct row_values *row, struct second second) {
  const double y = second.value;
  const int kind = row->negative ? integer_kind(y) : 1;
  if (row->negative && (row->table->other || kind == 0)) return invalid;
  struct interval f = power(row, y * row->log2.high, y * row->log2.low, 0);
  f.sign = row->negative && kind == 2;
  return f;
}

/* pown, compoundn. */
static struct interval integer_power(const struct row_values *row, struct second second) {
  const double n = second.value;
  const int of_sum = row->table->other;
  if (of_sum && row->x < -1) return invalid;
  struct interval f = power(row, n * row->log2.high, n * row->log2.low, 0);
  f.sign = row->negative && !of_sum && (int64_t)n & 1;
  return f;
}

/* t = log2 |x| / n within u for the sum and u for the quotient. */
static struct interval root(const struct row_values *row, struct second second) {
  const double n = second.value;
  if (row->negative && (int64_t)n % 2 == 0) return invalid;
  struct interval f = power(row, (row->log2.high + row->log2.low) / n, 0, 0x1p-51);
  f.sign = row->negative;
  return f;
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
  if (!over_pi) return (struct interval){q - q * 0x1p-40, exact ? q : q + q * 0x1p-51, 0, KNOWN};
  if (steep && left)
    return (struct interval){fmax(turned, turned + (part - error)), turned + (part + error), 0,
                             KNOWN};
  return (struct interval){turned - (part + error), fmin(turned, turned - (part - error)), 0,
                           KNOWN};
}

/* atan2(x, y), atan2pi. The sum and the product are within u, pi and 1/pi within u/2: with the
   arctangent and the rounding of the interval 6.6 u. */
static struct interval angle(const struct row_values *row, struct second y) {
  const double a = row->size, b = fabs(y.value), pi = 0x1.921fb54442d18p+1;
  const int steep = a > b, left = (y.code & SIGN) != 0, over_pi = row->table->other;
  if (a == b) return open; /* exact values over pi */
  const double q = steep ? b / a : a / b;
  if (q < 0x1p-20 && (over_pi ? steep || left : !steep && !left)) {
    struct interval f = small_angle(q, !steep && divides(q, a, b), steep, left, over_pi);
    f.sign = row->negative;
    return f;
  }
  const double least = arctangent(row->table, q);
  double value = steep ? left ? pi / 2 + least : pi / 2 - least : left ? pi - least : least;
  if (over_pi) value *= 0x1.45f306dc9c883p-2;
  return (struct interval){value - value * 0x1p-50, value + value * 0x1p-50, row->negative, KNOWN};
}

/* ---- by exact arithmetic ---- */

/* a + b = sum + rest, exactly. */
static struct interval exact_sum(double a, double b) {
  const double sum = a + b, part = sum - a, rest = (a - (sum - part)) + (b - part);
  if (rest == 0) return (struct interval){sum, sum, 0, KNOWN};
  const double next = near_of_bits(near_bits(sum) + (rest > 0 ? 1 : (uint64_t)-1)); /* sum > 0 */
  return rest > 0 ? (struct interval){sum, next, 0, KNOWN} : (struct interval){next, sum, 0, KNOWN};
}

/* The root lies within u of that of the sum, which is within u; next to a breakpoint the squares
   are compared: its own has 24 bits, so that it cannot lie inside of the sum's interval, the ends
   of which are neighbours. */
static struct interval hypotenuse(const struct row_values *row, struct second second) {
  const double b = second.value;
  const struct tmd_format *format = &row->table->format;
  const struct interval square = exact_sum(row->size * row->size, b * b);
  const double root = sqrt(square.lo), error = root * 0x1p-51;
  const int e = root < row->table->normal ? format->emin : exponent_of(root);
  const double halves = root * tmd_power_of_two(format->p - e),
               nearest = (halves + 0x1.8p52) - 0x1.8p52;
  const double point = nearest * tmd_power_of_two(e - format->p);
  if (fabs(root - point) > error) return (struct interval){root - error, root + error, 0, KNOWN};
  const double at = point * point;
  if (square.lo == at && square.hi == at) return (struct interval){point, point, 0, KNOWN};
  return square.lo >= at ? (struct interval){point, point + 2 * error, 0, KNOWN}
                         : (struct interval){point - 2 * error, point, 0, KNOWN};
}

static struct interval difference(const struct row_values *row, struct second second) {
  const double b = second.value;
  return row->x > b ? exact_sum(row->x, -b) : (struct interval){0};
}

/* x + y, x - y; where they cancel the sign of 0 depends on the mode. */
static struct interval signed_sum(const struct row_values *row, struct second second) {
  const double y = second.value;
  const double b = row->table->other ? -y : y, sum = row->x + b;
  if (sum == 0) return open;
  struct interval f = sum > 0 ? exact_sum(row->x, b) : exact_sum(-row->x, -b);
  f.sign = sum < 0;
  return f;
}

/* Exact, as both factors have 11 bits. */
static struct interval product(const struct row_values *row, struct second second) {
  const double b = second.value;
  const double value = row->size * fabs(b);
  return (struct interval){value, value, row->negative ^ (b < 0), KNOWN};
}

/* Exact, or within u of the quotient. */
static struct interval quotient(const struct row_values *row, struct second second) {
  const double y = second.value;
  const double b = fabs(y), q = row->size / b, error = divides(q, row->size, b) ? 0 : q * 0x1p-52;
  return (struct interval){q - error, q + error, row->negative ^ (y < 0), KNOWN};
}

/* a 2^shift mod m < 2^13 */
static unsigned residue(uint64_t a, int shift, unsigned m) {
  for (int step; shift > 0; shift -= step) {
    step = shift < SHIFT_MOST ? shift : SHIFT_MOST;
    a = (a << step) % m;
  }
  return (unsigned)(a % m);
}

/* fmod: the rest of |x| by |y|; remainder: with the nearest quotient, to even if two are. */
static struct interval rest(const struct row_values *row, struct second y) {
  const int nearest = row->table->other;
  int unit, unit_y;
  const uint64_t X = tmd_pair_integer(row->table, row->code, &unit),
                 Y = tmd_pair_integer(row->table, y.code, &unit_y);
  if (unit_y - unit > row->table->format.p + 1)
    return (struct interval){row->size, row->size, row->negative, KNOWN}; /* |y| > 2 |x| */
  const uint64_t m = unit < unit_y ? Y << (unit_y - unit) : Y;
  const uint64_t twice = unit < unit_y ? X % (2 * m) : residue(X, unit - unit_y, (unsigned)(2 * m));
  uint64_t r = twice < m ? twice : twice - m;
  const int turned = nearest && (2 * r > m || (2 * r == m && twice >= m));
  if (turned) r = m - r;
  const double value = (double)r * tmd_power_of_two(unit < unit_y ? unit : unit_y);
  return (struct interval){value, value, row->negative ^ turned, KNOWN};
}

static struct interval scale(const struct row_values *row, struct second second) {
  const double n = second.value;
  const int by = n > 600 ? 600 : n < -600 ? -600 : (int)n; /* far out of the format */
  const double value = row->size * tmd_power_of_two(by);
  return (struct interval){value, value, row->negative, KNOWN};
}

typedef struct interval of_second(const struct row_values *row, struct second second);

static inline __attribute__((always_inline)) void fill(const struct row_values *row,
                                                       const uint16_t *y, const int64_t *n,
                                                       size_t count, struct tmd_pair_values *values,
                                                       of_second *f) {
  for (size_t i = 0; i < count; i++) {
    const struct second second =
        n ? (struct second){(double)n[i], 0} : (struct second){row->table->number[y[i]], y[i]};
    place(row->table, values, i, second.value == 0 && f != scale ? open : f(row, second));
  }
}

void tmd_pair_values(const struct tmd_pair_table *table, uint16_t x, const uint16_t *y,
                     const int64_t *n, size_t count, struct tmd_pair_values *values) {
  const double number = table->number[x];
  const struct row_values row = {table, x, (x & SIGN) != 0, number, fabs(number), table->log2[x]};
  const int is_power = table->pair->group == TMD_PAIR_POWER,
            is_root = is_power && strcmp(table->pair->name, "rootn") == 0;
  /* zeros, infinities, NaN; logarithms of 1, or missing ones of numbers in the domain */
  if (number == 0 || (is_power && row.log2.high == 0 && !(number < -1 && n))) {
    for (size_t i = 0; i < count; i++) place(table, values, i, open);
    return;
  }
  switch (table->pair->group) {
  case TMD_PAIR_POWER:
    if (y) fill(&row, y, NULL, count, values, real_power);
    else if (is_root) fill(&row, NULL, n, count, values, root);
    else fill(&row, NULL, n, count, values, integer_power);
    break;
  case TMD_PAIR_ANGLE: fill(&row, y, NULL, count, values, angle); break;
  case TMD_PAIR_HYPOT: fill(&row, y, NULL, count, values, hypotenuse); break;
  case TMD_PAIR_RESIDUE: fill(&row, y, NULL, count, values, rest); break;
  case TMD_PAIR_DIFFERENCE: fill(&row, y, NULL, count, values, difference); break;
  case TMD_PAIR_SCALE: fill(&row, NULL, n, count, values, scale); break;
  case TMD_PAIR_SUM: fill(&row, y, NULL, count, values, signed_sum); break;
  case TMD_PAIR_PRODUCT: fill(&row, y, NULL, count, values, product); break;
  case TMD_PAIR_QUOTIENT: fill(&row, y, NULL, count, values, quotient); break;
  case TMD_PAIR_FUSED: break; /* has no rows */
  }
}

struct tmd_correct tmd_pair_values_correct(const struct tmd_pair_values *values,
                                           const struct tmd_format *format, size_t i) {
  const enum tmd_part part = (enum tmd_part)values->part[i];
  const double low = values->low[i], high = values->high[i];
  struct tmd_correct correct = {.kind = TMD_CORRECT_NUMBER,
                                .sign = values->below[i] >> 15,
                                .below = values->below[i] & (TMD_PAIR_SIGN - 1),
                                .fraction = low + (high - low) / 2,
                                .gap = 1 - (low + (high - low) / 2)};
  correct.eighths = part == TMD_PART_EXACT  ? 0
                    : part == TMD_PART_HALF ? 4
                                            : (int)(8 * correct.fraction) | 1;
  if (part == TMD_PART_INVALID)
    return (struct tmd_correct){.kind = TMD_CORRECT_NAN, .raises = TMD_RAISES_INVALID};
  if (part != TMD_PART_BEYOND) return correct;
  correct.below = tmd_ordinal_infinite(format) - 1;
  correct.beyond = 1, correct.eighths = 7;
  correct.fraction = INFINITY, correct.gap = -INFINITY;
  return correct;
}
