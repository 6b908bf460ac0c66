#include "lib/problem/hex-float.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/arb-compat.h"
#include "lib/base/error.h"
#include "lib/problem/pair.h"

enum {
  EXPONENT_DIGITS_MAX = 7,
  DIGITS_MAX = 1 << 21 /* numbers of formats have fewer: exponents of two are at most 2^20 */
};

/* x <- x * base^exponent, exactly. */
static void multiply_power(mpq_t x, unsigned long base, long exponent) {
  SCOPED(mpq, power);
  mpz_ui_pow_ui(mpq_numref(power), base, (unsigned long)labs(exponent));
  if (exponent >= 0) mpq_mul(x, x, power);
  else mpq_div(x, x, power);
}

/* A decimal or hexadecimal floating-point number being read. */
struct number {
  mpz_t mantissa;
  int hex, digits;
  long exponent; /* of 2 or 10, less the digits behind the point */
};

/* digits[.digits]: returns the rest of the text, NULL if there are too many digits. GMP converts
   all digits at once, in nearly linear time. */
static const char *parse_mantissa(struct number *number, const char *at) {
  const char *from = at;
  int point = 0;
  for (; (number->hex ? isxdigit((unsigned char)*at) : isdigit((unsigned char)*at)) ||
         (*at == '.' && !point);
       at++) {
    if (*at == '.') point = 1;
    else if (number->digits++ == DIGITS_MAX) return NULL;
    else if (point) number->exponent -= number->hex ? 4 : 1;
  }
  if (number->digits == 0) return at;
  char *digits = tmd_allocate((size_t)number->digits + 1), *to = digits;
  for (; from < at; from++)
    if (*from != '.') *to++ = *from;
  *to = 0;
  mpz_set_str(number->mantissa, digits, number->hex ? 16 : 10);
  free(digits);
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
  int ok = at && number.digits > 0 && (!*at || parse_exponent(&number, at) == 0);
  if (ok) {
    mpq_set_z(x, number.mantissa);
    multiply_power(x, number.hex ? 2 : 10, number.exponent);
    if (*text == '-') mpq_neg(x, x);
  }
  mpz_clear(number.mantissa);
  if (!at) return tmd_error(TMD_USAGE, "'%.40s...' has more than %d digits", text, DIGITS_MAX);
  return ok ? 0
            : tmd_error(TMD_USAGE, "'%.40s%s' is not a number", text,
                        strlen(text) > 40 ? "..." : "");
}

char *tmd_hexfloat_print(char *text, int sign, tmd_u128 X, int unit) {
  char *at = text;
  if (sign) *at++ = '-';
  if (X == 0) {
    strcpy(at, "0x0p+0");
    return text;
  }
  int exponent = unit + 127;
  for (; !(X >> 127); X <<= 1) exponent--;
  X <<= 1; /* drop the leading one; 128 fraction bits remain */
  at = stpcpy(at, X ? "0x1." : "0x1");
  for (; X; X <<= 4) *at++ = "0123456789abcdef"[(int)(X >> 124)];
  sprintf(at, "p%+d", exponent);
  return text;
}

static char *decimal_print(char *text, int sign, tmd_u128 X, int unit) {
  char digits[TMD_WIDE_TEXT_BYTES], *at = text;
  if (sign) *at++ = '-';
  tmd_wide_print(digits, X);
  const size_t count = strlen(digits);
  size_t kept = count;
  while (kept > 1 && digits[kept - 1] == '0') kept--;
  *at++ = digits[0];
  if (kept > 1) *at++ = '.';
  memcpy(at, digits + 1, kept - 1);
  at += kept - 1;
  *at = 0;
  const int exponent = X ? unit + (int)count - 1 : 0;
  if (exponent) sprintf(at, "e%d", exponent);
  return text;
}

char *tmd_number_print(char *text, const struct tmd_format *format, int sign, tmd_u128 X,
                       int unit) {
  return (format->decimal ? decimal_print : tmd_hexfloat_print)(text, sign, X, unit);
}

char *tmd_argument_print(char *text, const struct tmd_problem *problem, const struct tmd_cell *cell,
                         tmd_u128 X) {
  struct tmd_xy pair = {X, 0};
  if (tmd_problem_of_pairs(problem)) pair = tmd_pair_at(problem, cell, X);
  tmd_number_print(text, &problem->in, cell->sign_x, pair.X, tmd_cell_unit(problem, cell));
  if (tmd_problem_of_pairs(problem)) {
    strcat(text, ";");
    tmd_pair_print_y(text + strlen(text), problem, cell, pair.Y);
  }
  return text;
}
