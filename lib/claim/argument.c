#include "lib/claim/argument.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"

enum { EXPONENT_DIGITS_MAX = 7 };

/* x <- x * base^exponent, exactly. */
static void multiply_power(mpq_t x, unsigned long base, long exponent) {
  mpq_t power;
  mpq_init(power);
  mpz_ui_pow_ui(mpq_numref(power), base, (unsigned long)labs(exponent));
  if (exponent >= 0)
    mpq_mul(x, x, power);
  else
    mpq_div(x, x, power);
  mpq_clear(power);
}

/* Reads [+-]digits[.digits][e|p exponent], decimal or 0x hexadecimal, as an exact rational. */
static int parse_rational(mpq_t x, const char *text) {
  const char *at = text;
  int negative = *at == '-', hex, digits = 0;
  long fraction = 0, exponent = 0;
  if (*at == '-' || *at == '+') at++;
  hex = at[0] == '0' && (at[1] == 'x' || at[1] == 'X');
  if (hex) at += 2;
  mpz_t mantissa;
  mpz_init(mantissa);
  for (int point = 0; *at; at++) {
    if (*at == '.' && !point) {
      point = 1;
    } else if (hex ? isxdigit((unsigned char)*at) : isdigit((unsigned char)*at)) {
      int digit = isdigit((unsigned char)*at) ? *at - '0' : tolower((unsigned char)*at) - 'a' + 10;
      mpz_mul_ui(mantissa, mantissa, hex ? 16 : 10);
      mpz_add_ui(mantissa, mantissa, (unsigned long)digit);
      fraction += point;
      digits++;
    } else {
      break;
    }
  }
  int ok = digits > 0;
  if (ok && *at && strchr(hex ? "pP" : "eE", *at)) {
    const char *digit = ++at;
    if (*digit == '-' || *digit == '+') digit++;
    ok = isdigit((unsigned char)*digit) && strlen(digit) <= EXPONENT_DIGITS_MAX;
    char *end = NULL;
    if (ok) exponent = strtol(at, &end, 10);
    if (ok) at = end;
  }
  ok = ok && *at == 0;
  if (ok) {
    mpq_set_z(x, mantissa);
    multiply_power(x, hex ? 2 : 10, hex ? exponent - 4 * fraction : exponent - fraction);
    if (negative) mpq_neg(x, x);
  }
  mpz_clear(mantissa);
  return ok ? 0 : tmd_error(TMD_USAGE, "'%s' is not a number", text);
}

static int parse_endpoint(struct tmd_endpoint *endpoint, const char *text) {
  endpoint->infinite = !strcmp(text, "-inf") ? -1 : !strcmp(text, "inf") || !strcmp(text, "+inf") ? 1 : 0;
  return endpoint->infinite ? 0 : parse_rational(endpoint->value, text);
}

static int endpoint_less(const struct tmd_endpoint *a, const struct tmd_endpoint *b) {
  if (a->infinite || b->infinite) return a->infinite < b->infinite;
  return mpq_cmp(a->value, b->value) < 0;
}

int tmd_domain_parse(struct tmd_domain *domain, const char *text) {
  char a[256];
  const char *colon = strchr(text, ':');
  mpq_inits(domain->a.value, domain->b.value, NULL);
  if (!colon || (size_t)(colon - text) >= sizeof a || strlen(colon + 1) >= sizeof a)
    return tmd_error(TMD_USAGE, "domain '%.80s' is not a:b", text);
  memcpy(a, text, (size_t)(colon - text));
  a[colon - text] = 0;
  if (parse_endpoint(&domain->a, a) || parse_endpoint(&domain->b, colon + 1)) return -1;
  return !endpoint_less(&domain->a, &domain->b) ? tmd_error(TMD_USAGE, "domain '%s' is empty: a >= b", text) : 0;
}

void tmd_domain_clear(struct tmd_domain *domain) { mpq_clears(domain->a.value, domain->b.value, NULL); }

static tmd_u128 to_u128(const mpz_t x) {
  uint64_t words[2] = {0, 0};
  mpz_export(words, NULL, -1, 8, 0, 0, x);
  return (tmd_u128)words[1] << 64 | words[0];
}

static void from_u128(mpz_t x, tmd_u128 value) {
  uint64_t words[2] = {(uint64_t)value, (uint64_t)(value >> 64)};
  mpz_import(x, 2, -1, 8, 0, 0, words);
}

/* The least integer >= |x| 2^-unit (or > |x| 2^-unit if strict), clamped to [low, high]. */
static tmd_u128 round_up(const mpq_t x, int unit, int strict, tmd_u128 low, tmd_u128 high) {
  mpq_t scaled;
  mpz_t bound, limit;
  tmd_u128 result;
  mpq_init(scaled);
  mpz_inits(bound, limit, NULL);
  mpq_abs(scaled, x);
  multiply_power(scaled, 2, -(long)unit);
  if (strict) {
    mpz_fdiv_q(bound, mpq_numref(scaled), mpq_denref(scaled));
    mpz_add_ui(bound, bound, 1);
  } else {
    mpz_cdiv_q(bound, mpq_numref(scaled), mpq_denref(scaled));
  }
  from_u128(limit, high);
  if (mpz_cmp(bound, limit) >= 0) {
    result = high;
  } else {
    result = to_u128(bound);
    if (result < low) result = low;
  }
  mpq_clear(scaled);
  mpz_clears(bound, limit, NULL);
  return result;
}

/* Least X in [low, high] with (-1)^sign X 2^unit on the far side (away from 0) of an end point:
   for x > 0: x >= end; for x < 0: x < end (strict). */
static tmd_u128 first_beyond(const struct tmd_endpoint *end, int sign, int unit, tmd_u128 low, tmd_u128 high) {
  if (end->infinite) return (end->infinite > 0) == (sign == 0) ? high : low;
  int end_sign = mpq_sgn(end->value);
  if (sign == 0) return end_sign <= 0 ? low : round_up(end->value, unit, 0, low, high);
  /* -X 2^unit < end  iff  X 2^unit > -end */
  return end_sign > 0 ? low : round_up(end->value, unit, 1, low, high);
}

int tmd_domain_cut(const struct tmd_domain *domain, int sign, int unit, tmd_u128 low, tmd_u128 high, tmd_u128 *X0, tmd_u128 *X1) {
  /* x > 0: a <= x < b.   x < 0: X runs the other way: x < b near 0, and not x < a far out. */
  *X0 = first_beyond(sign ? &domain->b : &domain->a, sign, unit, low, high);
  *X1 = first_beyond(sign ? &domain->a : &domain->b, sign, unit, low, high);
  return *X0 < *X1;
}

static int by_X0(const void *a, const void *b) {
  const struct tmd_range *x = a, *y = b;
  return x->X0 < y->X0 ? -1 : x->X0 > y->X0;
}

int tmd_domains_cut(const struct tmd_domain *domains, int count, int sign, int unit, tmd_u128 low, tmd_u128 high,
                    struct tmd_range *ranges) {
  int found = 0, joined = 0;
  for (int i = 0; i < count; i++)
    if (tmd_domain_cut(domains + i, sign, unit, low, high, &ranges[found].X0, &ranges[found].X1)) found++;
  qsort(ranges, (size_t)found, sizeof *ranges, by_X0);
  for (int i = 0; i < found; i++) {
    if (joined && ranges[i].X0 <= ranges[joined - 1].X1) {
      if (ranges[i].X1 > ranges[joined - 1].X1) ranges[joined - 1].X1 = ranges[i].X1;
    } else {
      ranges[joined++] = ranges[i];
    }
  }
  return joined;
}

char *tmd_argument_print(char *text, int sign, tmd_u128 X, int unit) {
  const char *minus = sign ? "-" : "";
  if (X == 0) {
    snprintf(text, TMD_ARGUMENT_TEXT_BYTES, "%s0x0p+0", minus);
    return text;
  }
  int exponent = unit + 127;
  for (; !(X >> 127); X <<= 1) exponent--;
  X <<= 1; /* drop the leading one; 128 fraction bits remain */
  char digits[33];
  int n = 0;
  for (; X; X <<= 4) digits[n++] = "0123456789abcdef"[(int)(X >> 124)];
  digits[n] = 0;
  snprintf(text, TMD_ARGUMENT_TEXT_BYTES, "%s0x1%s%sp%+d", minus, n ? "." : "", digits, exponent);
  return text;
}

int tmd_argument_parse(const char *text, const struct tmd_format *format, int *sign, int *e_in, tmd_u128 *X) {
  mpq_t x;
  mpq_init(x);
  int result = parse_rational(x, text);
  if (result == 0) {
    *sign = mpq_sgn(x) < 0 || (mpq_sgn(x) == 0 && *text == '-');
    /* |x| = numerator / 2^k; e_in = floor(log2 |x|), not below emin */
    unsigned long k = mpz_scan1(mpq_denref(x), 0);
    mpz_abs(mpq_numref(x), mpq_numref(x));
    long exponent = (long)mpz_sizeinbase(mpq_numref(x), 2) - 1 - (long)k;
    if (mpz_sgn(mpq_numref(x)) == 0 || exponent < format->emin) exponent = format->emin;
    int dyadic = mpz_sizeinbase(mpq_denref(x), 2) == k + 1;
    *e_in = (int)exponent;
    multiply_power(x, 2, -(exponent - format->p + 1));
    if (!dyadic || exponent > format->emax || mpz_cmp_ui(mpq_denref(x), 1) != 0)
      result = tmd_error(TMD_USAGE, "'%s' is not a finite number of the format", text);
    else
      *X = to_u128(mpq_numref(x));
  }
  mpq_clear(x);
  return result;
}

void tmd_argument_mpfr(mpfr_t x, int sign, tmd_u128 X, int unit) {
  mpz_t integer;
  mpz_init(integer);
  from_u128(integer, X);
  mpfr_set_z_2exp(x, integer, unit, MPFR_RNDN);
  if (sign) mpfr_neg(x, x, MPFR_RNDN);
  mpz_clear(integer);
}
