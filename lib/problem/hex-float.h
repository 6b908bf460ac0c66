/* Floating-point numbers as text: hexadecimal and decimal, read and printed exactly, for every
   precision. */
#ifndef TMD_HEX_FLOAT_H
#define TMD_HEX_FLOAT_H

#include <gmp.h>

#include "lib/base/wide.h"

enum { TMD_HEXFLOAT_TEXT_BYTES = 64 };

/* The number (-1)^sign X 2^unit as a normalized hexadecimal float ("0x1.8p+3", "-0x1p-1074",
   "0x0p+0"), exact, into text of TMD_HEXFLOAT_TEXT_BYTES; returns text. */
char *tmd_hexfloat_print(char *text, int sign, tmd_u128 X, int unit);
#define TMD_HEXFLOAT_TEXT(sign, X, unit) \
  tmd_hexfloat_print((char[TMD_HEXFLOAT_TEXT_BYTES]){0}, sign, X, unit)

/* Reads [+-]digits[.digits][e|p exponent], decimal or 0x hexadecimal, as an exact rational. At most
   2^21 digits, more than any number of a format has; an exponent has at most 7 characters. 0, or -1
   (message). */
int tmd_hexfloat_parse_rational(mpq_t x, const char *text);

#endif
