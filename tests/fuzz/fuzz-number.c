/* For libFuzzer (make fuzz): any text as a number of a format that its first byte chooses.
   Integers of 128 bits and of C's int are accepted where GMP says that they fit, and printed again.
   A number of the format has the value of its text, and is read again from what is printed of it,
   from its bits and from its place in the order. */
#include "tests/fuzz/fuzz.h"

#include <limits.h>

#include "lib/base/error.h"
#include "lib/base/wide-mpz.h"
#include "lib/problem/hex-float.h"
#include "lib/problem/ordinal.h"
#include "lib/value/encoding.h"

static const char *const formats[] = {"binary16",  "binary32",  "binary64",  "binary80",
                                      "binary128", "e4m3",      "binary8p3", "binary8p1",
                                      "tf32",      "decimal32", "decimal64", "decimal128"};

static void check_integers(const char *text) {
  tmd_u128 wide;
  int number;
  char again[TMD_WIDE_TEXT_BYTES];
  SCOPED(mpz, x);
  const char *digits = text + (*text == '-');
  const int is = *digits && !digits[strspn(digits, "0123456789")];
  if (is) mpz_set_str(x, text, 10);
  REQUIRE(!tmd_wide_parse(&wide, text) == (is && digits == text && mpz_sizeinbase(x, 2) <= 128));
  REQUIRE(!tmd_int_parse(&number, text) == (is && mpz_fits_sint_p(x)));
  if (is && mpz_fits_sint_p(x)) REQUIRE(mpz_get_si(x) == number);
  if (!is || digits != text || mpz_sizeinbase(x, 2) > 128) return;
  REQUIRE(wide == tmd_wide_from_mpz(x));
  while (text[0] == '0' && text[1]) text++;
  REQUIRE(!strcmp(tmd_wide_print(again, wide), text));
}

/* It is read again; NaN have but one text. */
static void check_datum(const struct tmd_format *format, const struct tmd_datum *datum) {
  char text[TMD_HEXFLOAT_TEXT_BYTES];
  struct tmd_datum again;
  if (datum->class == TMD_DATUM_SIGNALLING) return;
  REQUIRE(!tmd_datum_parse(&again, format, tmd_datum_print(text, format, datum)));
  REQUIRE(tmd_datum_same(&again, datum));
  again = tmd_datum_of_bits(format, tmd_datum_bits(format, datum));
  REQUIRE(tmd_datum_same(&again, datum));
  if (datum->class != TMD_DATUM_NUMBER) return;
  again = tmd_datum_at_place(format, tmd_datum_place(datum));
  REQUIRE(again.sign == datum->sign && again.ordinal == datum->ordinal);
}

static void check_value(const struct tmd_format *format, const struct tmd_datum *datum,
                        const char *text) {
  SCOPED(mpq, value);
  SCOPED(fmpq, x, y);
  int e;
  tmd_u128 X;
  if (datum->class != TMD_DATUM_NUMBER) return;
  tmd_argument_at(format, datum->ordinal, &e, &X);
  tmd_argument_rational(x, tmd_format_radix(format), datum->sign, X, e - format->p + 1);
  REQUIRE(!tmd_hexfloat_parse_rational(value, text));
  fmpq_set_mpq(y, value);
  REQUIRE(fmpq_equal(x, y));
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t bytes) {
  char text[FUZZ_TEXT_BYTES];
  struct tmd_format format;
  struct tmd_datum datum;
  if (bytes < 1 || bytes > 200) return 0;
  REQUIRE(!tmd_format_parse(&format, formats[input[0] % (sizeof formats / sizeof *formats)]));
  fuzz_text(text, input + 1, bytes - 1);
  check_integers(text);
  const char *exponent = strpbrk(text, "eEpP");
  if (exponent && strlen(exponent) > 6) return 0; /* powers of ten of megabytes take long */
  if (!tmd_datum_parse(&datum, &format, text)) {
    check_datum(&format, &datum);
    check_value(&format, &datum, text);
  } else {
    REQUIRE(tmd_error_status() == TMD_USAGE && *tmd_error_text());
  }
  if (bytes < 17) return 0;
  tmd_u128 bits;
  memcpy(&bits, input + 1, sizeof bits);
  datum = tmd_datum_of_bits(&format, bits & (((tmd_u128)2 << tmd_format_sign_bit(&format)) - 1));
  check_datum(&format, &datum);
  return 0;
}
