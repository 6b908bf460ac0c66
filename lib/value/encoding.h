/* Encodings of floating-point numbers in memory, little endian, and their numbers by sign and
   ordinal (lib/problem/ordinal.h). Infinity, or the first NaN of a format without it, follows the
   greatest number. */
#ifndef TMD_ENCODING_H
#define TMD_ENCODING_H

#include "lib/problem/problem.h"

enum tmd_datum_class { TMD_DATUM_NUMBER, TMD_DATUM_INFINITE, TMD_DATUM_NAN, TMD_DATUM_SIGNALLING };

struct tmd_datum {
  enum tmd_datum_class class;
  int sign;
  tmd_u128 ordinal; /* for a NaN its payload, not all 0 if it is signalling */
};

/* The second argument of a function of two: a number of the format of the first, or an integer. For
   a function of three arguments: the other two, adjacent in memory. */
struct tmd_second {
  enum { TMD_SECOND_NONE, TMD_SECOND_NUMBER, TMD_SECOND_INTEGER, TMD_SECOND_NUMBERS } kind;
  struct tmd_datum y, z;
  int64_t n;
};

/* Bytes of an encoding, 1, 2, 4, 8 or 16 (binary80: ten, and six of 0); 0: the format has no
   encoding. */
int tmd_encoding_bytes(const struct tmd_format *format);

/* The number of zeros that follow the bits of an encoding in memory: 13 for tf32, whose numbers are
   stored as those of binary32; else 0. */
int tmd_encoding_pad(const struct tmd_format *format);

/* 1 if the format has fewer than 2^127 numbers, so that the positions below fit. */
int tmd_format_has_places(const struct tmd_format *format);

tmd_u128 tmd_ordinal_infinite(const struct tmd_format *format);

struct tmd_datum tmd_datum_infinite(const struct tmd_format *format, int sign);
/* The result for an infinite value, or one that is rounded beyond the greatest number: infinity;
   the greatest number, if the format saturates (as OCP's conversions with saturation, P3109's
   SatFinite); or NaN. */
struct tmd_datum tmd_datum_overflow(const struct tmd_format *format, int sign);
/* By the bits of the encoding, which every format has; and by its bytes in memory. The bits of a
   decimal number are a code, with the sign above the ordinal, which is consecutive, unlike
   IEEE 754's encodings; NaN follow infinity, quiet ones first. There, a
   number of binary32 that is none of tf32 is decoded as one beyond the greatest, which is never
   right. */
struct tmd_datum tmd_datum_of_bits(const struct tmd_format *format, tmd_u128 bits);
tmd_u128 tmd_datum_bits(const struct tmd_format *format, const struct tmd_datum *datum);
struct tmd_datum tmd_datum_decode(const struct tmd_format *format, const void *bytes);
void tmd_datum_encode(void *bytes, const struct tmd_format *format, const struct tmd_datum *datum);

/* 1 if both are equal; all NaN are equal. */
int tmd_datum_same(const struct tmd_datum *a, const struct tmd_datum *b);

/* The number of steps between neighbouring numbers from a to b, where both zeros are one number;
   infinite if one is infinite and the other differs; NaN, which is more, if one is NaN: IEEE
   P3109's value steps, and its kappa (P3109/D1, draft of July 2026, 4.4; in the Working Group's
   Interim Report 4.6; -0 is 0 by 4.8.1). */
#define TMD_STEPS_INFINITE (~(tmd_u128)1)
#define TMD_STEPS_NAN (~(tmd_u128)0)
tmd_u128 tmd_datum_steps(const struct tmd_datum *a, const struct tmd_datum *b);

/* "3", "inf", "nan": text of TMD_WIDE_TEXT_BYTES, returned; and the inverse: 0, or -1 without a
   message if the text is malformed. */
char *tmd_steps_print(char *text, tmd_u128 steps);
int tmd_steps_parse(tmd_u128 *steps, const char *text);

/* "0x1.8p+3", "-inf", "nan", "snan": text of TMD_HEXFLOAT_TEXT_BYTES, returned. */
char *tmd_datum_print(char *text, const struct tmd_format *format, const struct tmd_datum *datum);

/* Reads hexadecimal or decimal text that is exactly a number of the format, "inf" or "nan". 0, or
   -1 (message). */
int tmd_datum_parse(struct tmd_datum *datum, const struct tmd_format *format, const char *text);

/* "0x1p+0", or for several arguments "0x1p+0,-0x1p+1", "0x1p+0,3", "0x1p+0,0x1p+0,0x0p+0": text of
   TMD_ARGUMENTS_TEXT_BYTES, returned. A single NaN has its payload, "snan(0x101)", if that is
   greater than 1. */
enum { TMD_ARGUMENTS_TEXT_BYTES = 192 };
char *tmd_arguments_print(char *text, const struct tmd_format *format, const struct tmd_datum *x,
                          const struct tmd_second *second);

/* The position in the order of all numbers, -0 just below +0; and the inverse. */
tmd_u128 tmd_datum_place(const struct tmd_datum *datum);
struct tmd_datum tmd_datum_at_place(const struct tmd_format *format, tmd_u128 place);

#endif
