/* Numbers in text, exactly: 0.1, 1.5e-3, 0x1.8p-3. */
#include <ctype.h>
#include <stdlib.h>

#include "lib/expression/tree/node.h"

enum {
  DIGITS_MAX = 1000,
  EXPONENT_MAX = 20000 /* formats have 10^4932 and 2^-16494 */
};

/* Digits with at most one point: the mantissa and the number of digits behind the point. Returns
   the number of digits. */
static int parse_digits(const char **at, fmpz_t mantissa, int hex, long *fraction) {
  int digits = 0, point = 0;
  for (;; ++*at) {
    const int c = (unsigned char)**at;
    if (c == '.' && !point) {
      point = 1;
    } else if (hex ? isxdigit(c) : isdigit(c)) {
      fmpz_mul_ui(mantissa, mantissa, hex ? 16 : 10);
      fmpz_add_ui(mantissa, mantissa, (ulong)(isdigit(c) ? c - '0' : tolower(c) - 'a' + 10));
      *fraction += point;
      digits++;
    } else {
      return digits;
    }
  }
}

/* The exponent, if there is one; 0 if it has no digits. */
static int parse_exponent(const char **at, int letter, long *exponent) {
  char *end;
  if (tolower((unsigned char)**at) != letter) return 1;
  const char *digit = *at + 1 + ((*at)[1] == '-' || (*at)[1] == '+');
  if (!isdigit((unsigned char)*digit)) return 0;
  *exponent = strtol(*at + 1, &end, 10);
  *at = end;
  return 1;
}

const char *tmd_node_number(fmpq_t value, const char **at) {
  const int hex = **at == '0' && tolower((unsigned char)(*at)[1]) == 'x';
  long fraction = 0, exponent = 0;
  const char *wrong = NULL;
  fmpz_t mantissa;
  fmpz_init(mantissa);
  if (hex) *at += 2;
  const int digits = parse_digits(at, mantissa, hex, &fraction);
  if (digits > DIGITS_MAX) wrong = "a number of more than 1000 digits";
  else if (digits == 0 || !parse_exponent(at, hex ? 'p' : 'e', &exponent) || **at == '.')
    wrong = "not a number";
  else if (exponent < -EXPONENT_MAX || exponent > EXPONENT_MAX)
    wrong = "a number with an exponent beyond 20000";
  if (!wrong) {
    fmpq_set_si(value, hex ? 2 : 10, 1);
    fmpq_pow_si(value, value, hex ? exponent - 4 * fraction : exponent - fraction);
    fmpq_mul_fmpz(value, value, mantissa);
  }
  fmpz_clear(mantissa);
  return wrong;
}
