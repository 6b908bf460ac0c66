/* Numbers of any precision as text. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/arb-compat.h"
#include "lib/base/error.h"
#include "tools/matrix/matrix-file.h"

/* digits[.digits], one at least; what follows them. NULL if there is no digit. */
static const char *skip_digits(const char *at, int hex) {
  int digits = 0;
  for (int point = 0; *at; at++) {
    if (hex ? isxdigit((unsigned char)*at) : isdigit((unsigned char)*at)) digits++;
    else if (*at != '.' || point++) break;
  }
  return digits > 0 ? at : NULL;
}

/* [+-]digits[.digits][e exponent], or 0x, hexadecimal digits, and p */
static int is_number(const char *text) {
  const char *at = text + (*text == '-' || *text == '+');
  const int hex = at[0] == '0' && (at[1] == 'x' || at[1] == 'X');
  at = skip_digits(at + 2 * hex, hex);
  if (!at || !*at) return at != NULL;
  if (!strchr(hex ? "pP" : "eE", *at)) return 0;
  at++;
  if (*at == '-' || *at == '+') at++;
  const size_t digits = strspn(at, "0123456789");
  return digits > 0 && digits <= 14 && !at[digits];
}

/* Texts of any length: what is said of one has its beginning. */
static int refuse(const char *text, const char *what) {
  return tmd_error(TMD_USAGE, "'%.40s%s' %s", text, strlen(text) > 40 ? "..." : "", what);
}

int tmd_entry_parse(mpfr_t x, const char *text) {
  char *end;
  if (!is_number(text)) return refuse(text, "is not a number");
  const int inexact = mpfr_strtofr(x, text, &end, 0, MPFR_RNDN);
  if (*end) return refuse(text, "is not a number");
  if ((mpfr_zero_p(x) && inexact) || !tmd_number_fits(x))
    return refuse(text, "is too large or too small");
  return 0;
}

void tmd_entry_print(FILE *out, mpfr_srcptr x) {
  if (mpfr_zero_p(x)) {
    fputs("0x0p+0", out);
    return;
  }
  SCOPED(mpz, X);
  mpfr_get_z_2exp(X, x);
  mpz_abs(X, X);
  const size_t bits = mpz_sizeinbase(X, 2),
               fraction = (bits + 2) / 4; /* digits behind the leading one */
  mpz_mul_2exp(X, X, 4 * fraction + 1 - bits);
  char *digits = mpz_get_str(NULL, 16, X);
  size_t used = fraction + 1;
  while (used > 1 && digits[used - 1] == '0') used--;
  fprintf(out, "%s0x1%s%.*sp%+ld", mpfr_sgn(x) < 0 ? "-" : "", used > 1 ? "." : "", (int)used - 1,
          digits + 1, (long)mpfr_get_exp(x) - 1);
  free(digits);
}
