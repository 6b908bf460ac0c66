/* Encodings of decimal numbers (lib/value/decimal-code.h) against the compiler's own constants, and
   back; noncanonical ones by their value. And the sign of zero as text. */
#include "lib/value/decimal-code.h"

#include "lib/problem/ordinal.h"
#include "tests/unit/tap.h"

static struct tmd_format format_of(const char *name) {
  struct tmd_format format;
  tmd_format_parse(&format, name);
  return format;
}

static int is_code_of(const char *name, const char *text, const void *bytes) {
  const struct tmd_format format = format_of(name);
  struct tmd_datum datum;
  if (tmd_datum_parse(&datum, &format, text)) return 0;
  return tmd_decimal_load(&format, bytes) == tmd_datum_bits(&format, &datum);
}

#ifdef __DECIMAL_BID_FORMAT__
__extension__ typedef _Decimal32 d32;
__extension__ typedef _Decimal64 d64;
__extension__ typedef _Decimal128 d128;

/* Every member of the cohort that the compiler writes is read; the one with the most digits, and
   the shortest one, are written. */
static int is_constant(const char *name, const char *text, const void *most, const void *shortest) {
  const struct tmd_format format = format_of(name);
  const size_t bytes = (size_t)tmd_encoding_bytes(&format);
  unsigned char stored[16];
  const tmd_u128 code = tmd_decimal_load(&format, most);
  tmd_decimal_store(stored, &format, code, 0);
  int same = is_code_of(name, text, most) && is_code_of(name, text, shortest) &&
             !memcmp(stored, most, bytes);
  tmd_decimal_store(stored, &format, code, 1);
  return same && !memcmp(stored, shortest, bytes);
}

#define CONSTANT(name, type, text, most, least) \
  tap_ok(is_constant(name, text, &(type){most}, &(type){least}), "%s: %s", name, text)

static void test_constants(void) {
  CONSTANT("decimal32", d32, "1", 1.000000DF, 1.DF);
  CONSTANT("decimal32", d32, "-12.5", -12.50000DF, -12.5DF);
  CONSTANT("decimal32", d32, "8388608", 8388608.DF, 8388608.DF);
  CONSTANT("decimal32", d32, "8388607", 8388607.DF, 8388607.DF);
  CONSTANT("decimal32", d32, "9.999999e96", 9.999999E96DF, 9.999999E96DF);
  CONSTANT("decimal32", d32, "1e-101", 1E-101DF, 1E-101DF);
  CONSTANT("decimal32", d32, "1e-95", 1.000000E-95DF, 1E-95DF);
  CONSTANT("decimal32", d32, "inf", __builtin_infd32(), __builtin_infd32());
  CONSTANT("decimal32", d32, "-inf", -__builtin_infd32(), -__builtin_infd32());
  CONSTANT("decimal64", d64, "0.1", 0.1000000000000000DD, 0.1DD);
  CONSTANT("decimal64", d64, "9007199254740992", 9007199254740992.DD, 9007199254740992.DD);
  CONSTANT("decimal64", d64, "9.999999999999999e384", 9.999999999999999E384DD,
           9.999999999999999E384DD);
  CONSTANT("decimal64", d64, "-1e-398", -1E-398DD, -1E-398DD);
  CONSTANT("decimal128", d128, "1.5", 1.500000000000000000000000000000000DL, 1.5DL);
  CONSTANT("decimal128", d128, "9.999999999999999999999999999999999e6144",
           9.999999999999999999999999999999999E6144DL, 9.999999999999999999999999999999999E6144DL);
  CONSTANT("decimal128", d128, "1e-6176", 1E-6176DL, 1E-6176DL);
  tap_ok(is_code_of("decimal32", "0", &(d32){0.DF}) &&
             is_code_of("decimal32", "0", &(d32){0E90DF}) &&
             is_code_of("decimal32", "-0", &(d32){-0.00DF}),
         "zeros of all exponents");
}

/* The value of an encoding is that which the compiler's arithmetic has: compared with the canonical
   encoding of the number that it is read as. */
static int read_as_value(void) {
  const struct tmd_format format = format_of("decimal64");
  for (int i = 0; i < 100000; i++) {
    const uint64_t word = test_random() | (i % 3 ? 0 : UINT64_C(3) << 61);
    d64 x, y;
    memcpy(&x, &word, 8);
    tmd_decimal_store(&y, &format, tmd_decimal_load(&format, &word), i & 1);
    if (x != y && (x == x || y == y)) return 0;
    if (__builtin_signbit(x) != __builtin_signbit(y)) return 0;
  }
  return 1;
}
#endif

/* Codes are consecutive, like the numbers: -inf, -9.99..., ... 0, ... */
static int is_round(const char *name) {
  const struct tmd_format format = format_of(name);
  const tmd_u128 infinite = tmd_ordinal_infinite(&format);
  const int sign = tmd_format_sign_bit(&format);
  unsigned char bytes[16] = {0};
  for (int i = 0; i < 20000; i++) {
    tmd_u128 code = ((tmd_u128)test_random() << 64 | test_random()) %
                    (infinite + 1 + 2 * tmd_format_least_normal(&format));
    code |= (tmd_u128)(i & 1) << sign;
    tmd_decimal_store(bytes, &format, code, i >> 1 & 1);
    if (tmd_decimal_load(&format, bytes) != code) return 0;
  }
  return 1;
}

/* The sign of -0 as text: formats of IEEE P3109 have one zero. */
static int sign_of_zero(const char *name) {
  const struct tmd_format format = format_of(name);
  struct tmd_datum datum;
  return tmd_datum_parse(&datum, &format, "-0") ? -1 : datum.sign;
}

int main(void) {
#ifdef __DECIMAL_BID_FORMAT__
  test_constants();
  tap_ok(read_as_value(), "any 64 bits have the value that the compiler's arithmetic gives them");
#endif
  tap_ok(is_round("decimal32") && is_round("decimal64") && is_round("decimal128"),
         "codes of numbers, infinities and NaN are restored");
  tap_ok(is_code_of("decimal32", "0", (unsigned char[]){0x7f, 0x96, 0x78, 0x60}) == 0,
         "a large significand that is canonical");
  tap_ok(is_code_of("decimal32", "0", (unsigned char[]){0xff, 0xff, 0xbf, 0x6c}),
         "a significand beyond 9999999 is 0");
  tap_ok(is_code_of("decimal128", "0", (unsigned char[16]){1, [15] = 0x60}),
         "every large significand of decimal128 is 0");
  tap_ok(sign_of_zero("e5m2") == 1 && sign_of_zero("decimal32") == 1 &&
             sign_of_zero("binary8p3") == 0 && sign_of_zero("4,-6,8:14:p3109") == 0,
         "-0 is 0 where a format has one zero");
  return tap_done();
}
