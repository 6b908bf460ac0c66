#include "lib/claim/hex-float.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/base/wide-mpz.h"

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

/* A decimal or hexadecimal floating-point number being read. */
struct number {
  mpz_t mantissa;
  int hex, digits;
  long exponent; /* of 2 or 10, with the digits behind the point taken off */
};

/* digits[.digits]: returns what follows. */
static const char *parse_mantissa(struct number *number, const char *at) {
  for (int point = 0; *at; at++) {
    if (*at == '.' && !point) {
      point = 1;
    } else if (number->hex ? isxdigit((unsigned char)*at) : isdigit((unsigned char)*at)) {
      int digit = isdigit((unsigned char)*at) ? *at - '0' : tolower((unsigned char)*at) - 'a' + 10;
      mpz_mul_ui(number->mantissa, number->mantissa, number->hex ? 16 : 10);
      mpz_add_ui(number->mantissa, number->mantissa, (unsigned long)digit);
      if (point) number->exponent -= number->hex ? 4 : 1;
      number->digits++;
    } else {
      break;
    }
  }
  return at;
}

/* e or p, and a decimal integer of few digits: 0, or -1 (no message). */
static int parse_exponent(struct number *number, const char *at) {
  if (!strchr(number->hex ? "pP" : "eE", *at)) return -1;
  const char *digit = ++at;
  if (*digit == '-' || *digit == '+') digit++;
  if (!isdigit((unsigned char)*digit) || strlen(digit) > EXPONENT_DIGITS_MAX) return -1;
  char *end;
  number->exponent += strtol(at, &end, 10);
  return *end ? -1 : 0;
}

int tmd_hexfloat_parse_rational(mpq_t x, const char *text) {
  const char *at = text + (*text == '-' || *text == '+');
  struct number number = {.hex = at[0] == '0' && (at[1] == 'x' || at[1] == 'X')};
  mpz_init(number.mantissa);
  at = parse_mantissa(&number, at + 2 * number.hex);
  int ok = number.digits > 0 && (!*at || parse_exponent(&number, at) == 0);
  if (ok) {
    mpq_set_z(x, number.mantissa);
    multiply_power(x, number.hex ? 2 : 10, number.exponent);
    if (*text == '-') mpq_neg(x, x);
  }
  mpz_clear(number.mantissa);
  return ok ? 0 : tmd_error(TMD_USAGE, "'%s' is not a number", text);
}

char *tmd_hexfloat_print(char *text, int sign, tmd_u128 X, int unit) {
  const char *minus = sign ? "-" : "";
  if (X == 0) {
    snprintf(text, TMD_HEXFLOAT_TEXT_BYTES, "%s0x0p+0", minus);
    return text;
  }
  int exponent = unit + 127;
  for (; !(X >> 127); X <<= 1) exponent--;
  X <<= 1; /* drop the leading one; 128 fraction bits remain */
  char digits[33];
  int n = 0;
  for (; X; X <<= 4) digits[n++] = "0123456789abcdef"[(int)(X >> 124)];
  digits[n] = 0;
  snprintf(text, TMD_HEXFLOAT_TEXT_BYTES, "%s0x1%s%sp%+d", minus, n ? "." : "", digits, exponent);
  return text;
}

int tmd_hexfloat_parse(const char *text, const struct tmd_format *format, int *sign, int *e_in, tmd_u128 *X) {
  mpq_t x;
  mpq_init(x);
  int result = tmd_hexfloat_parse_rational(x, text);
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
      *X = tmd_wide_from_mpz(mpq_numref(x));
  }
  mpq_clear(x);
  return result;
}
