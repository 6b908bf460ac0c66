/* Floating-point numbers as text: hexadecimal and decimal, read and printed exactly, for every
   precision. Binary numbers are printed in hexadecimal, decimal numbers in decimal. */
#ifndef TMD_HEX_FLOAT_H
#define TMD_HEX_FLOAT_H

#include <gmp.h>

#include "lib/problem/problem.h"

enum { TMD_HEXFLOAT_TEXT_BYTES = 64 };

/* The number (-1)^sign X 2^unit as a normalized hexadecimal float ("0x1.8p+3", "-0x1p-1074",
   "0x0p+0"), exact, into text of TMD_HEXFLOAT_TEXT_BYTES; returns text. */
char *tmd_hexfloat_print(char *text, int sign, tmd_u128 X, int unit);
#define TMD_HEXFLOAT_TEXT(sign, X, unit) \
  tmd_hexfloat_print((char[TMD_HEXFLOAT_TEXT_BYTES]){0}, sign, X, unit)

/* The number (-1)^sign X radix^unit of a format, exact, into text of that size: in radix 2 by
   tmd_hexfloat_print, in radix 10 in decimal with one digit before the point and without zeros at
   the end ("1.25e-2", "-1e-383", "0"). Returns text. */
char *tmd_number_print(char *text, const struct tmd_format *format, int sign, tmd_u128 X, int unit);

/* The argument X of a cell, by the radix of the problem's input format; or the pair of an ordinal,
   with a semicolon between x and y, which have at most 64 bits each. */
char *tmd_argument_print(char *text, const struct tmd_problem *problem, const struct tmd_cell *cell,
                         tmd_u128 X);
#define TMD_ARGUMENT_TEXT(problem, cell, X) \
  tmd_argument_print((char[TMD_HEXFLOAT_TEXT_BYTES]){0}, problem, cell, X)

/* Reads [+-]digits[.digits][e|p exponent], decimal or 0x hexadecimal, as an exact rational. At most
   2^21 digits, more than any number of a format has; an exponent has at most 7 characters. 0, or -1
   (message). */
int tmd_hexfloat_parse_rational(mpq_t x, const char *text);

#endif
