/* IEEE 754's binary encodings of decimal32, decimal64 and decimal128 (3.5.2; BID), which gcc uses
   on x86-64, little endian; and our codes of the same numbers (tmd_datum_bits of encoding.h). */
#ifndef TMD_DECIMAL_CODE_H
#define TMD_DECIMAL_CODE_H

#include "lib/value/encoding.h"

/* The encoding of a number, infinity or NaN: of the members of its cohort that with the most
   digits, or, if `shortest`, that with the fewest digits; a zero has the exponent 0, or the
   greatest. */
void tmd_decimal_store(void *bytes, const struct tmd_format *format, tmd_u128 code, int shortest);

/* The code of an encoding, by its value: all members of a cohort are one number, and a significand
   that is too large is 0 (3.5.2). */
tmd_u128 tmd_decimal_load(const struct tmd_format *format, const void *bytes);

#endif
