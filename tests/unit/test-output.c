/* Bits of arguments beside those of the machine's own formats; words of formats and records;
   chi-square beside tables; which text is printed. */
#include "lib/base/printable.h"
#include "lib/problem/ordinal.h"
#include "lib/stream/case-words.h"
#include "tests/unit/tap.h"
#include "tools/stat/histogram.h"

static struct tmd_format format(const char *name) {
  struct tmd_format f;
  if (tmd_format_parse(&f, name)) f.p = 0;
  return f;
}

/* sign, e and X of a finite number, by frexp. */
static void take_apart(long double x, const struct tmd_format *f, int *sign, int *e, tmd_u128 *X) {
  *sign = signbit(x) != 0;
  x = fabsl(x);
  (void)frexpl(x, e);
  if (--*e < f->emin || x == 0) *e = f->emin;
  *X = (tmd_u128)ldexpl(x, f->p - 1 - *e);
}

static tmd_u128 encode(long double x, const char *name) {
  int sign, e;
  tmd_u128 X;
  const struct tmd_format f = format(name);
  take_apart(x, &f, &sign, &e, &X);
  return tmd_argument_encode(&f, sign, e, X);
}

static void test_encode(void) {
  static const float floats[] = {0,
                                 1,
                                 -1,
                                 0x1.8p+1f,
                                 0x1p-149f,
                                 -0x1.fffffcp-127f,
                                 0x1p-126f,
                                 0x1.fffffep+127f,
                                 -0x1.23456p-7f};
  static const double doubles[] = {
      0, 1, -1, 0x1p-1074, -0x1p-1022, 0x1.fffffffffffffp+1023, 0x1.0000000000001p-3, -0x1.8p-1023};
  int right = 1;
  for (size_t i = 0; i < sizeof floats / sizeof *floats; i++) {
    uint32_t bits;
    memcpy(&bits, floats + i, sizeof bits);
    right &= encode(floats[i], "binary32") == bits;
  }
  tap_ok(right, "binary32 is float");
  right = 1;
  for (size_t i = 0; i < sizeof doubles / sizeof *doubles; i++) {
    uint64_t bits;
    memcpy(&bits, doubles + i, sizeof bits);
    right &= encode(doubles[i], "binary64") == bits;
  }
  tap_ok(right, "binary64 is double");
  tap_ok(encode(1, "binary16") == 0x3c00 && encode(-0x1.ffcp+15L, "binary16") == 0xfbff &&
             encode(0x1p-24L, "binary16") == 1 && encode(0x1p-14L, "binary16") == 0x0400,
         "binary16");
  tap_ok(encode(1, "bfloat16") == 0x3f80 && encode(-0x1.fep+127L, "bfloat16") == 0xff7f &&
             encode(0x1p-133L, "bfloat16") == 1,
         "bfloat16");
  tap_ok(encode(1, "binary128") == (tmd_u128)0x3fff << 112 &&
             encode(-3, "binary128") == (tmd_u128)0xc0008ull << 108,
         "binary128");
#if __LDBL_MANT_DIG__ == 64
  static const long double extended[] = {
      0, 1, -1, 0x1p-16445L, 0x1p-16382L, -0x1.fffffffffffffffep+16383L, 0x1.8000000000000002p-5L};
  right = 1;
  for (size_t i = 0; i < sizeof extended / sizeof *extended; i++) {
    const tmd_u128 bits = encode(extended[i], "binary80");
    right &= !memcmp(&bits, extended + i, 10) && !(bits >> 80);
  }
  tap_ok(right, "binary80 is long double");
#else
  tap_skip("binary80 is long double", "another long double here");
#endif
}

static void test_encode_carry(void) {
  const struct tmd_format f = format("binary32"), x87 = format("binary80");
  tap_ok(tmd_argument_encode(&f, 0, 0, 1 << 24) == 0x40000000, "X = 2^p is the next binade");
  tap_ok(tmd_argument_encode(&x87, 0, 0, (tmd_u128)1 << 64) ==
             ((tmd_u128)0x4000 << 64 | 1ull << 63),
         "in binary80 too");
}

/* Each format that has a name is described by it, and others by their numbers. */
static void test_format_names(void) {
  char names[256], text[TMD_FORMAT_TEXT_BYTES];
  int right = 1, count = 0;
  snprintf(names, sizeof names, "%s", tmd_format_names());
  *strstr(names, " or ") = 0;
  for (char *rest = names, *name; (name = strsep(&rest, ",")); count++) {
    name += *name == ' ';
    const struct tmd_format f = format(name);
    right &= f.p > 0 && !strcmp(tmd_format_describe(text, &f), name);
  }
  const struct tmd_format other = {24, -126, 128, {0}, 0};
  tap_ok(right && count == 19 && !strcmp(tmd_format_describe(text, &other), "24,-126,128"),
         "names of formats");
}

/* Flags to words and back; every pair of words that no valid record has is refused. */
static void test_case_words(void) {
  static const char *const statuses[] = {"candidate", "confirmed", "exact", "undecided", "perhaps"};
  static const char *const nears[] = {"-", "number", "midpoint", "both"};
  int right = 1, accepted = 0;
  for (int s = 0; s < 5; s++)
    for (int n = 0; n < 4; n++) {
      struct tmd_case_record record = {.flags = 0};
      if (tmd_case_flags_parse(&record.flags, statuses[s], nears[n])) continue;
      if (s == 0 && n != 0) continue; /* flags of no valid record: tmd_claim_check refuses them */
      accepted++;
      right &= !strcmp(tmd_case_status_name(&record), statuses[s]) &&
               !strcmp(tmd_case_near_name(&record), nears[n]);
    }
  tap_ok(right && accepted == 7, "words of case records");
  tap_ok(tmd_hardness_of_word("exact") == TMD_HARDNESS_EXACT &&
             tmd_hardness_of_word("unbounded") == TMD_HARDNESS_UNBOUNDED &&
             !tmd_hardness_of_word("20") && !tmd_hardness_word(TMD_HARDNESS_MOST) &&
             !strcmp(tmd_hardness_word(TMD_HARDNESS_EXACT), "exact"),
         "words of hardness");
}

static int near(double a, double b) { return fabs(a - b) <= 1e-9 * fabs(b); }

/* Closed forms for even degrees, tables (to the digits they have) for odd ones. */
static void test_chi2(void) {
  tap_ok(near(tmd_histogram_chi2_beyond(3, 2), exp(-1.5)), "two degrees");
  tap_ok(near(tmd_histogram_chi2_beyond(9.5, 4), exp(-4.75) * 5.75), "four degrees");
  tap_ok(near(tmd_histogram_chi2_beyond(9, 1), erfc(3 / sqrt(2))), "one degree: normal");
  tap_ok(near(tmd_histogram_chi2_beyond(3.841458820694124, 1), 0.05) &&
             near(tmd_histogram_chi2_beyond(7.814727903251179, 3), 0.05) &&
             near(tmd_histogram_chi2_beyond(18.307038053275146, 10), 0.05) &&
             near(tmd_histogram_chi2_beyond(24.995790139728616, 15), 0.05),
         "5 %% points of tables");
  tap_ok(tmd_histogram_chi2_beyond(0, 1) == 1 && tmd_histogram_chi2_beyond(0, 8) == 1,
         "no deviation");
  tap_ok(tmd_histogram_chi2_beyond(1e5, 7) == 0 && tmd_histogram_chi2_beyond(1e5, 8) == 0,
         "beyond all bounds");
  tap_ok(near(tmd_histogram_chi2_beyond(200, 200), 0.48670120172085134),
         "many degrees"); /* Q(100, 100) */
}

static void test_fit(void) {
  static struct tmd_histogram h;
  struct tmd_problem problem = {.name = "exp", .modes = TMD_MODES_ALL, .bits = 12};
  h.searched = 1 << 17; /* 32, 16, 8 and 8 expected */
  h.cases[12] = 40, h.cases[13] = 10, h.cases[14] = 8, h.cases[15] = 2, h.cases[20] = 4;
  struct tmd_fit fit = tmd_histogram_fit(&h, &problem);
  tap_ok(fit.degrees == 4 && fit.tail == 15 && near(fit.chi2, 4.75) &&
             near(fit.p, exp(-2.375) * 3.375),
         "four classes");
  problem.modes = TMD_MODES_NEAREST; /* half as many */
  fit = tmd_histogram_fit(&h, &problem);
  tap_ok(fit.degrees == 3 && fit.tail == 14 && near(fit.chi2, 36 + .5 + 4.5),
         "modes nearest: three");
  h.searched = 1 << 12;
  tap_ok(tmd_histogram_fit(&h, &problem).degrees == 0, "too few expected: none");
  tap_ok(tmd_histogram_expected(&h, &problem, 12) == .5 &&
             tmd_histogram_expected_from(&h, &problem, 12) == 1,
         "expectations");
}

/* All characters of UTF-8, cut off, and in a form longer than is needed. */
static void test_printable(void) {
  int right = 1;
  char text[8];
  for (unsigned c = 1; c <= 0x10ffff; c++) {
    const int bytes = c < 0x80      ? 1
                      : c < 0x800   ? 2
                      : c < 0x10000 ? 3
                                    : 4,
              first[] = {0, 0, 0xc0, 0xe0, 0xf0};
    const int shown = c >= ' ' && (c < 0x7f || c > 0x9f) && (c < 0xd800 || c > 0xdfff) &&
                      c != 0xfffe && c != 0xffff;
    for (int longer = 0; longer < 2 && bytes + longer < 5; longer++) {
      const int length = bytes + longer;
      memset(text, 0, sizeof text);
      for (int i = 1; i < length; i++) text[i] = (char)(0x80 | (c >> 6 * (length - 1 - i) & 0x3f));
      text[0] = (char)((unsigned)first[length] | (length == 1 ? c : c >> 6 * (length - 1)));
      right &= tmd_printable_bytes(text) == (shown && !longer ? (size_t)length : 0);
      text[length - 1] = 0;
      right &= tmd_printable_bytes(text) == 0;
    }
  }
  strcpy(text, "\xf4\x90\x80\x80");
  tap_ok(right && tmd_printable_bytes(text) == 0 && tmd_printable_bytes("\xff") == 0,
         "characters that are printed");
}

int main(void) {
  test_printable();
  test_encode();
  test_encode_carry();
  test_format_names();
  test_case_words();
  test_chi2();
  test_fit();
  return tap_done();
}
