#include "tools/check/pairs/pair-list.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/base/random.h"
#include "lib/base/wide-mpz.h"
#include "lib/problem/ordinal.h"

void tmd_pair_list_add(struct tmd_pair_list *list, const struct tmd_pair_arguments *at) {
  list->at = tmd_grow(list->at, &list->capacity, list->count + 1, sizeof *list->at);
  list->at[list->count++] = *at;
}

void tmd_pair_arguments_second(unsigned char memory[TMD_PAIR_SECOND_BYTES],
                               const struct tmd_checked *checked,
                               const struct tmd_pair_arguments *at) {
  memcpy(memory, &at->y, sizeof at->y);
  if (checked->pair->group == TMD_PAIR_FUSED)
    memcpy(memory + tmd_encoding_bytes(&checked->in), &at->z, sizeof at->z);
}

static int by_arguments(const void *a_, const void *b_) {
  const struct tmd_pair_arguments *a = a_, *b = b_;
  if (a->x != b->x) return (a->x > b->x) - (a->x < b->x);
  return a->y != b->y ? (a->y > b->y) - (a->y < b->y) : (a->z > b->z) - (a->z < b->z);
}

void tmd_pair_list_sort(struct tmd_pair_list *list) {
  size_t kept = 0;
  if (list->count > 0) qsort(list->at, list->count, sizeof *list->at, by_arguments);
  for (size_t i = 0; i < list->count; i++)
    if (kept == 0 || by_arguments(&list->at[i], &list->at[kept - 1]) != 0)
      list->at[kept++] = list->at[i];
  list->count = kept;
}

void tmd_pair_list_clear(struct tmd_pair_list *list) {
  free(list->at);
  memset(list, 0, sizeof *list);
}

static tmd_u128 encode(const struct tmd_format *format, const struct tmd_datum *datum) {
  tmd_u128 word = 0;
  tmd_datum_encode(&word, format, datum);
  return word;
}

tmd_u128 tmd_pair_number(const struct tmd_format *format, int sign, tmd_u128 ordinal) {
  const tmd_u128 infinite = tmd_ordinal_infinite(format);
  return encode(format, &(struct tmd_datum){TMD_DATUM_NUMBER, sign,
                                            ordinal < infinite ? ordinal : infinite - 1});
}

/* X 2^unit, truncated to the format. */
static tmd_u128 scaled(const struct tmd_format *format, int sign, tmd_u128 X, int unit) {
  if (X == 0) return tmd_pair_number(format, sign, 0);
  for (; !(X >> (format->p - 1)); X <<= 1) unit--;
  for (; X >> format->p; X >>= 1) unit++;
  const int e = unit + format->p - 1;
  if (e > format->emax) return tmd_pair_number(format, sign, ~(tmd_u128)0);
  if (e >= format->emin) return tmd_pair_number(format, sign, tmd_argument_ordinal(format, e, X));
  return tmd_pair_number(format, sign, format->emin - e < format->p ? X >> (format->emin - e) : 0);
}

static tmd_u128 of_double(const struct tmd_format *format, double x) {
  int e;
  const double mantissa = frexp(fabs(x), &e);
  return scaled(format, x < 0, (tmd_u128)(uint64_t)ldexp(mantissa, 53), e - 53);
}

/* ---- special values ---- */

struct values {
  tmd_u128 *at;
  size_t count, capacity;
};

static void push(struct values *values, tmd_u128 word) {
  values->at = tmd_grow(values->at, &values->capacity, values->count + 1, sizeof *values->at);
  values->at[values->count++] = word;
}

static void push_both(struct values *values, const struct tmd_format *format, tmd_u128 ordinal) {
  push(values, tmd_pair_number(format, 0, ordinal)),
      push(values, tmd_pair_number(format, 1, ordinal));
}

/* Infinities, NaN, and the ends of the format, of its subnormal numbers, and below [1, 2). */
static void special_ends(struct values *values, const struct tmd_format *in) {
  const int p = in->p;
  const tmd_u128 binade = (tmd_u128)1 << (p - 1), infinite = tmd_ordinal_infinite(in),
                 one = tmd_argument_ordinal(in, 0, binade);
  for (enum tmd_datum_class class = TMD_DATUM_INFINITE; class <= TMD_DATUM_SIGNALLING; class ++)
    for (int sign = 0; sign < 2; sign++)
      push(values, encode(in, &(struct tmd_datum){class, sign,
                                                  class == TMD_DATUM_INFINITE ? infinite : 1}));
  const tmd_u128 ends[] = {0,       1,       2,   3,       binade - 1, binade,       binade + 1,
                           one - 2, one - 1, one, one + 1, one + 2,    infinite - 2, infinite - 1};
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) push_both(values, in, ends[i]);
}

static void special_numbers(struct values *values, const struct tmd_format *in) {
  const int p = in->p,
            powers[] = {1,       2, 3, 4, 7, p - 2, p - 1, p, p + 1, in->emax / 2, in->emax - 1,
                        in->emax};
  const tmd_u128 binade = (tmd_u128)1 << (p - 1);
  special_ends(values, in);
  for (int n = 3; n <= 24; n++)
    for (int sign = 0; sign < 2; sign++) {
      push(values, scaled(in, sign, (tmd_u128)n, n % 4 == 0 ? 0 : -1));
      if (n < 10 && n % 2) push(values, scaled(in, sign, (tmd_u128)n, 0));
    }
  for (size_t i = 0; i < sizeof powers / sizeof *powers; i++)
    for (int e = -powers[i]; e <= powers[i]; e += 2 * powers[i])
      for (int next = -1; next <= 1; next++)
        if (e >= in->emin && powers[i] > 0)
          push_both(values, in, tmd_argument_ordinal(in, e, binade) + (tmd_u128)(tmd_i128)next);
}

static void special_integers(struct values *values, const struct tmd_format *in) {
  const int ends[] = {in->p, in->emax, in->emax + in->p, 2 * in->emax, 2 * in->emax + in->p};
  for (int64_t n = -16; n <= 16; n++) push(values, (tmd_u128)(uint64_t)n);
  for (int k = 5; k < 32; k++)
    for (int64_t next = -1; next <= 1; next++)
      for (int sign = -1; sign <= 1; sign += 2) {
        const int64_t n = sign * ((INT64_C(1) << k) + next);
        if (n >= INT32_MIN && n <= INT32_MAX) push(values, (tmd_u128)(uint64_t)n);
      }
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    for (int64_t next = -2; next <= 2; next++)
      push(values, (tmd_u128)(uint64_t)(ends[i] + next)),
          push(values, (tmd_u128)(uint64_t)(-ends[i] + next));
}

/* 1 if x or y is a signalling NaN, and with a quiet one f has a value. */
static int is_unspecified(const struct tmd_checked *checked, const struct tmd_pair_arguments *at) {
  unsigned char memory[TMD_PAIR_SECOND_BYTES];
  tmd_pair_arguments_second(memory, checked, at);
  const struct tmd_datum datum = tmd_datum_decode(&checked->in, &at->x);
  const struct tmd_second second = tmd_pair_second(checked, memory);
  const int number =
      second.kind == TMD_SECOND_NUMBER; /* of three arguments no NaN makes a number */
  struct tmd_correct correct;
  if (datum.class != TMD_DATUM_SIGNALLING && !(number && second.y.class == TMD_DATUM_SIGNALLING))
    return 0;
  tmd_correct_at_pair(&correct, checked, &datum, &second);
  return correct.kind != TMD_CORRECT_NAN;
}

static void add_special_triples(struct tmd_pair_list *list, const struct tmd_checked *checked) {
  struct values ends = {0};
  special_ends(&ends, &checked->in);
  for (size_t i = 0; i < ends.count; i++)
    for (size_t k = 0; k < ends.count; k++)
      for (size_t l = 0; l < ends.count; l++)
        tmd_pair_list_add(list, &(struct tmd_pair_arguments){ends.at[i], ends.at[k], ends.at[l]});
  free(ends.at);
}

void tmd_pair_list_add_special(struct tmd_pair_list *list, const struct tmd_checked *checked) {
  if (checked->pair->group == TMD_PAIR_FUSED) {
    add_special_triples(list, checked);
    return;
  }
  struct values x = {0}, y = {0};
  special_numbers(&x, &checked->in);
  if (checked->pair->integer) special_integers(&y, &checked->in);
  else special_numbers(&y, &checked->in);
  for (size_t i = 0; i < x.count; i++)
    for (size_t k = 0; k < y.count; k++) {
      const struct tmd_pair_arguments at = {x.at[i], y.at[k], 0};
      if (!is_unspecified(checked, &at)) tmd_pair_list_add(list, &at);
    }
  free(x.at), free(y.at);
}

/* ---- samples ---- */

struct sampler {
  const struct tmd_checked *checked;
  uint64_t random;
};

static uint64_t below(struct sampler *s, uint64_t n) { return tmd_random(&s->random) % n; }
static double fraction(struct sampler *s) {
  return (double)(tmd_random(&s->random) >> 11) * 0x1p-53;
}
static tmd_u128 wide(struct sampler *s) { return tmd_random_wide(&s->random); }
static tmd_u128 odd(struct sampler *s, int bits) {
  return (wide(s) & (((tmd_u128)1 << bits) - 1)) | 1;
}
static int between(struct sampler *s, int least, int most) {
  return least + (int)below(s, (uint64_t)(most - least + 1));
}

/* A significand of the format, or one of few bits. */
static tmd_u128 significand_of(struct sampler *s) {
  const int p = s->checked->in.p, bits = below(s, 2) ? p : between(s, 1, p);
  return (tmd_u128)1 << (bits - 1) | (wide(s) & (((tmd_u128)1 << (bits - 1)) - 1));
}

/* A number in a binade between these. */
static tmd_u128 any_number(struct sampler *s, int e_least, int e_most) {
  const tmd_u128 X = significand_of(s);
  int bits = 0;
  while (X >> bits > 1) bits++;
  return scaled(&s->checked->in, (int)below(s, 2), X, between(s, e_least, e_most) - bits);
}

/* A number next to 1, for powers. */
static tmd_u128 near_one(struct sampler *s) {
  const struct tmd_format *in = &s->checked->in;
  const tmd_u128 one = tmd_argument_ordinal(in, 0, (tmd_u128)1 << (in->p - 1));
  const tmd_u128 step = (tmd_u128)1 << below(s, in->p > 2 ? (uint64_t)in->p - 2 : 1);
  return tmd_pair_number(in, (int)below(s, 2), one + (tmd_u128)(tmd_i128)between(s, -8, 8) * step);
}

static tmd_u128 any_argument(struct sampler *s) {
  const struct tmd_format *in = &s->checked->in;
  switch (below(s, 4)) {
  case 0: return tmd_pair_number(in, (int)below(s, 2), wide(s) % tmd_ordinal_infinite(in));
  case 1: return near_one(s);
  default: return any_number(s, -in->p - 3, in->p + 3);
  }
}

/* log2 of the size of a number, or with of_sum of 1 + it; 0 for 0. */
static double log2_of(const struct sampler *s, tmd_u128 word, int of_sum) {
  const struct tmd_datum datum = tmd_datum_decode(&s->checked->in, &word);
  FLOATS(128, x);
  tmd_correct_argument(x, &s->checked->in, &datum);
  if (of_sum) mpfr_log2p1(x, x, MPFR_RNDN);
  else mpfr_abs(x, x, MPFR_RNDN), mpfr_log2(x, x, MPFR_RNDN);
  return mpfr_number_p(x) ? mpfr_get_d(x, MPFR_RNDN) : 0;
}

/* The exponent of a result in the format, or just outside it. */
static double result_log2(struct sampler *s) {
  const struct tmd_format *in = &s->checked->in;
  return in->emin - in->p - 2 + fraction(s) * (in->emax - in->emin + in->p + 4);
}

static tmd_u128 integer_word(double n) {
  return (tmd_u128)(uint64_t)(int64_t)(n > INT32_MAX ? INT32_MAX : n < INT32_MIN ? INT32_MIN : n);
}

/* An exponent y so that x^y is in the format, or exact, a midpoint, or nearly so. */
static tmd_u128 exponent_for(struct sampler *s, tmd_u128 x) {
  const char *const name = s->checked->pair->name;
  const double t = result_log2(s), log2 = log2_of(s, x, strcmp(name, "compoundn") == 0),
               y = log2 == 0 ? 1 : t / log2;
  const int root = strcmp(name, "rootn") == 0, small = between(s, -9, 9);
  if (s->checked->pair->integer && below(s, 2)) return integer_word(small);
  if (s->checked->pair->integer)
    return integer_word(root ? ldexp(fraction(s) - 0.5, between(s, 1, 32)) : y);
  if (below(s, 3) == 0)
    return scaled(&s->checked->in, small < 0, (tmd_u128)(small < 0 ? -small : small),
                  -between(s, 0, 3));
  return of_double(&s->checked->in, y);
}

/* A pair for powers: y small, and x of so few bits that x^y is short, or x such a power itself. */
static void sample_power(struct sampler *s, tmd_u128 *x, tmd_u128 *y) {
  const struct tmd_format *in = &s->checked->in;
  const int n = between(s, 2, 6), bits = in->p / n + between(s, 0, 1);
  tmd_u128 z = odd(s, bits), power = 1;
  for (int i = 0; i < n; i++) power *= z;
  const int root = below(s, 2) == 0, unit = n * between(s, -4, 4);
  *x = root ? scaled(in, 0, power, unit) : scaled(in, (int)below(s, 2), z, unit);
  if (s->checked->pair->integer) *y = integer_word(below(s, 4) ? n : -n);
  else *y = root ? of_double(in, 1. / n) : scaled(in, 0, (tmd_u128)n, 0);
}

/* Both legs of a right triangle with a hypotenuse of about p + 1 bits, in near binades. */
static void sample_legs(struct sampler *s, tmd_u128 *x, tmd_u128 *y) {
  const struct tmd_format *in = &s->checked->in;
  const int bits = (in->p + 1) / 2, unit = between(s, -in->p, in->p);
  const tmd_u128 m = odd(s, bits), n = odd(s, bits);
  *x = scaled(in, 0, m > n ? m * m - n * n : n * n - m * m, unit - 1),
  *y = scaled(in, 0, 2 * m * n, unit - 1);
}

/* y in a binade near that of x; or so near to x, or to its multiples, that little is left. */
static void sample_near(struct sampler *s, tmd_u128 *x, tmd_u128 *y) {
  const struct tmd_format *in = &s->checked->in;
  const int e = between(s, in->emin, in->emax), reach = in->p + 3;
  const int least = e - reach < in->emin ? in->emin : e - reach,
            most = e + reach > in->emax ? in->emax : e + reach;
  *x = any_number(s, e, e);
  *y = any_number(s, least, most);
  if (below(s, 3)) return;
  const tmd_u128 Y = (significand_of(s) >> in->p / 2) | 1, k = odd(s, in->p / 2);
  *x = scaled(in, (int)below(s, 2), 2 * Y * k + (tmd_u128)(tmd_i128)between(s, -1, 1), e - in->p);
  *y = scaled(in, (int)below(s, 2), Y, e - in->p + 1);
}

/* A product or a quotient of any binade. */
static void sample_factors(struct sampler *s, tmd_u128 *x, tmd_u128 *y) {
  const struct tmd_format *in = &s->checked->in;
  const int e = between(s, in->emin - in->p - 1, in->emax + 1),
            e_x = between(s, in->emin, in->emax);
  const int e_y = s->checked->pair->group == TMD_PAIR_QUOTIENT ? e_x - e : e - e_x;
  *x = any_number(s, e_x, e_x);
  *y = any_number(s, e_y, e_y);
}

/* The product x y, truncated to p bits; 0 if it has no binade. */
static int product_of(const struct sampler *s, const struct tmd_pair_arguments *at, int *sign,
                      tmd_u128 *X, int *unit) {
  const struct tmd_format *in = &s->checked->in;
  const struct tmd_datum x = tmd_datum_decode(in, &at->x), y = tmd_datum_decode(in, &at->y);
  int e_x, e_y;
  tmd_u128 X_x, X_y;
  if (x.class != TMD_DATUM_NUMBER || y.class != TMD_DATUM_NUMBER || x.ordinal == 0 ||
      y.ordinal == 0)
    return 0;
  tmd_argument_at(in, x.ordinal, &e_x, &X_x), tmd_argument_at(in, y.ordinal, &e_y, &X_y);
  SCOPED(mpz, product, factor);
  tmd_wide_to_mpz(product, X_x), tmd_wide_to_mpz(factor, X_y);
  mpz_mul(product, product, factor);
  const size_t bits = mpz_sizeinbase(product, 2),
               cut = bits > (size_t)in->p ? bits - (size_t)in->p : 0;
  mpz_fdiv_q_2exp(product, product, cut);
  *X = tmd_wide_from_mpz(product);
  *sign = x.sign ^ y.sign;
  *unit = e_x + e_y - 2 * (in->p - 1) + (int)cut;
  return 1;
}

/* x y + z: z in a binade near that of x y; or nearly -x y, so that little is left; or x y nearly
   half an ulp of z, where rounding the product or the sum to more bits first is wrong. */
static void sample_fused(struct sampler *s, struct tmd_pair_arguments *at) {
  const struct tmd_format *in = &s->checked->in;
  const int way = between(s, 0, 2), i = between(s, 0, 8), reach = in->p + 3;
  int sign, unit;
  tmd_u128 X;
  sample_factors(s, &at->x, &at->y);
  if (way == 0) { /* (1 + i 2^(1-p)) (1 - i 2^(1-p)) 2^k */
    const tmd_u128 one = (tmd_u128)1 << (in->p - 1), step = (tmd_u128)i;
    at->x = scaled(in, (int)below(s, 2), one + step, between(s, -in->p, in->p) - in->p);
    at->y = scaled(in, (int)below(s, 2), 2 * one - 2 * step, between(s, -in->p, in->p) - in->p);
  }
  if (!product_of(s, at, &sign, &X, &unit)) {
    at->z = any_argument(s);
    return;
  }
  const int e = unit + in->p - 1;
  if (way == 0) at->z = any_number(s, e + in->p, e + in->p + 1);
  if (way == 1)
    at->z = scaled(in, !sign, X + (tmd_u128)(tmd_i128)(X > 8 ? between(s, -2, 2) : 0), unit);
  if (way == 2) at->z = any_number(s, e - reach, e + reach);
}

/* x and y, independently. */
static void sample_any(struct sampler *s, struct tmd_pair_arguments *at) {
  at->x = any_argument(s), at->z = s->checked->pair->group == TMD_PAIR_FUSED ? any_argument(s) : 0;
  at->y = s->checked->pair->integer ? integer_word(ldexp(fraction(s) - 0.5, between(s, 1, 33)))
                                    : any_argument(s);
}

/* Arguments where the function has most of its hard cases. */
static void sample_hard(struct sampler *s, struct tmd_pair_arguments *at) {
  const struct tmd_format *in = &s->checked->in;
  tmd_u128 *const x = &at->x, *const y = &at->y;
  const int reach = in->emax - in->emin + in->p + 2, third = below(s, 3) == 0;
  switch (s->checked->pair->group) {
  case TMD_PAIR_POWER:
    if (third) sample_power(s, x, y);
    else *x = any_argument(s), *y = exponent_for(s, *x);
    break;
  case TMD_PAIR_SCALE: *x = any_argument(s), *y = integer_word(between(s, -reach, reach)); break;
  case TMD_PAIR_HYPOT:
    if (third) sample_legs(s, x, y);
    else sample_near(s, x, y);
    break;
  case TMD_PAIR_PRODUCT:
  case TMD_PAIR_QUOTIENT: sample_factors(s, x, y); break;
  case TMD_PAIR_FUSED: sample_fused(s, at); break;
  default: sample_near(s, x, y);
  }
}

void tmd_pair_list_add_samples(struct tmd_pair_list *list, const struct tmd_checked *checked,
                               uint64_t seed, size_t count) {
  struct sampler s = {checked, seed};
  for (size_t i = 0; i < count; i++) {
    struct tmd_pair_arguments at = {0, 0, 0};
    (i % 4 ? sample_hard : sample_any)(&s, &at);
    tmd_pair_list_add(list, &at);
  }
}
