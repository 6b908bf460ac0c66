/* Functions of two arguments: special values as C23's Annex F has them, values in double precision against MPFR. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/check/pair-values.h"
#include "tests/unit/random.h"
#include "tests/unit/tap.h"

static const struct tmd_format binary16 = {11, -14, 15}, bfloat16 = {8, -126, 127}, binary32 = {24, -126, 127};
enum { COUNT = 64, ROWS = 300 };
static struct tmd_pair_values values;

/* ---- values in double precision ---- */

static uint16_t random_code(const struct tmd_format *format) {
  const unsigned infinite = (unsigned)tmd_ordinal_infinite(format), sign = (unsigned)(test_random() & 1) << 15;
  const unsigned one = (unsigned)(-format->emin + 1) << (format->p - 1), near = (unsigned)test_random() % (8u << format->p);
  switch (test_random() % 4) {
    case 0: return (uint16_t)(sign | (one + near - (4u << format->p)));
    case 1: return (uint16_t)(sign | ((unsigned)test_random() % infinite & ~0u << (test_random() % (unsigned)format->p)));
    default: return (uint16_t)(sign | test_random() % infinite);
  }
}

static int64_t random_integer(void) {
  const int64_t n = (int16_t)test_random();
  return test_random() & 1 ? n : n % 64;
}

/* 1 if what is known of f(x, y) is true; *open counts where it is nothing. */
static int is_true(const struct tmd_checked *checked, uint16_t x, uint16_t y, int64_t n, size_t i, int *open) {
  struct tmd_correct exact;
  const struct tmd_second second = {checked->pair->integer ? TMD_SECOND_INTEGER : TMD_SECOND_NUMBER,
                                    tmd_datum_decode(&checked->in, &y), n};
  const struct tmd_datum datum = tmd_datum_decode(&checked->in, &x);
  if (values.part[i] == TMD_PART_OPEN) return ++*open, 1;
  tmd_correct_at_pair(&exact, checked, &datum, &second);
  const struct tmd_correct known = tmd_pair_values_correct(&values, &checked->in, i);
  if (exact.kind != known.kind || exact.raises != known.raises) return 0;
  if (exact.kind == TMD_CORRECT_NAN) return 1;
  if (exact.sign != known.sign || exact.below != known.below || exact.beyond != known.beyond) return 0;
  if (exact.beyond) return 1;
  if (exact.exact != known.exact || (exact.half > 0) - (exact.half < 0) != known.half) return 0;
  if (exact.fraction <= 0x1p-69) return values.low[i] <= 0x1p-69; /* that is all it says of less than 2^-70 */
  return values.low[i] <= exact.fraction * (1 + 0x1p-52) && exact.fraction <= values.high[i];
}

static void test_values(const struct tmd_pair *pair, const struct tmd_format *format) {
  const struct tmd_checked checked = {NULL, *format, *format, pair};
  struct tmd_pair_table *table = tmd_pair_table_open(&checked);
  uint16_t y[COUNT];
  int64_t n[COUNT];
  int wrong = 0, open = 0;
  for (int row = 0; row < ROWS; row++) {
    const uint16_t x = random_code(format);
    for (int i = 0; i < COUNT; i++) {
      y[i] = test_random() % 4 ? random_code(format) : (uint16_t)(x + test_random() % 9 - 4);
      n[i] = random_integer();
    }
    tmd_pair_values(table, x, pair->integer ? NULL : y, pair->integer ? n : NULL, COUNT, &values);
    for (size_t i = 0; i < COUNT; i++) {
      if (is_true(&checked, x, y[i], n[i], i, &open) || wrong++) continue;
      printf("# %s(%04x, %04x or %ld): part %d, below %04x, %g to %g\n", pair->name, x, y[i], (long)n[i], values.part[i],
             values.below[i], values.low[i], values.high[i]);
    }
  }
  tap_ok(wrong == 0 && open < ROWS * COUNT / 4, "%s, p = %d: %d of %d are open", pair->name, format->p, open, ROWS * COUNT);
  tmd_pair_table_close(table);
}

int main(void) {
  for (int i = 0; tmd_pair_entry(i); i++) test_values(tmd_pair_entry(i), &binary16), test_values(tmd_pair_entry(i), &bfloat16);
  (void)binary32;
  return tap_done();
}
