/* Functions of two arguments: special values as C23's Annex F has them, values in double precision
   against MPFR. */
#include "tests/unit/rows.h"
#include "tests/unit/tap.h"
#include "tools/check/pairs/pair-values.h"

static const struct tmd_format binary16 = {11, -14, 15, {0}, 0}, bfloat16 = {8, -126, 127, {0}, 0},
                               binary32 = {24, -126, 127, {0}, 0};
enum { COUNT = 64, ROWS = 100 };
static struct tmd_pair_values values;

/* ---- values in double precision ---- */

static uint16_t random_code(const struct tmd_format *format) {
  const unsigned infinite = (unsigned)tmd_ordinal_infinite(format),
                 sign = (unsigned)(test_random() & 1) << 15;
  const unsigned one = (unsigned)(-format->emin + 1) << (format->p - 1),
                 near = (unsigned)test_random() % (8u << format->p);
  switch (test_random() % 4) {
  case 0: return (uint16_t)(sign | (one + near - (4u << format->p)));
  case 1:
    return (uint16_t)(sign | ((unsigned)test_random() % infinite &
                              ~0u << (test_random() % (unsigned)format->p)));
  default: return (uint16_t)(sign | test_random() % infinite);
  }
}

static int64_t random_integer(void) {
  const int64_t n = (int16_t)test_random();
  return test_random() & 1 ? n : n % 64;
}

/* How far off the middle of an interval f(x, y) was at most, as a part of half its width; of those
   that are as narrow as they can be. */
static double worst;

static void note_width(double low, double high, double fraction) {
  const double half = (high - low) / 2, part = fabs(fraction - (low + half)) / half;
  if (half > 0 && half < 0x1p-20 && low > 0x1p-9 && high < 1 - 0x1p-9 && part > worst) worst = part;
}

/* < 0, 0, > 0: below the middle between two numbers, in it, above it. */
static int side_of(const struct tmd_correct *c) { return (c->eighths > 4) - (c->eighths < 4); }

/* 1 if what is known of f(x, y) is true; *open counts where it is nothing. */
static int is_true(const struct tmd_checked *checked, uint16_t x, uint16_t y, int64_t n, size_t i,
                   int *open) {
  struct tmd_correct exact;
  const struct tmd_second second =
      tmd_pair_second(checked, checked->pair->integer ? (const void *)&n : &y);
  const struct tmd_datum datum = tmd_datum_decode(&checked->in, &x);
  if (values.part[i] == TMD_PART_OPEN) return ++*open, 1;
  tmd_correct_at_pair(&exact, checked, &datum, &second);
  const struct tmd_correct known = tmd_pair_values_correct(&values, &checked->in, i);
  if (exact.kind != known.kind || exact.raises != known.raises) return 0;
  if (exact.kind == TMD_CORRECT_NAN) return 1;
  if (exact.sign != known.sign || exact.below != known.below || exact.beyond != known.beyond)
    return 0;
  if (exact.beyond) return 1;
  if (!exact.eighths != !known.eighths || side_of(&exact) != side_of(&known)) return 0;
  if (exact.fraction <= 0x1p-69)
    return values.low[i] <= 0x1p-69; /* that is all it says of less than 2^-70 */
  note_width(values.low[i], values.high[i], exact.fraction);
  return values.low[i] <= exact.fraction * (1 + 0x1p-52) && exact.fraction <= values.high[i];
}

static void test_values(const struct tmd_pair *pair, const struct tmd_format *format) {
  const struct tmd_checked checked = {NULL, *format, *format, pair};
  struct tmd_pair_table *table = tmd_pair_table_open(&checked);
  uint16_t y[COUNT];
  int64_t n[COUNT];
  int wrong = 0, open = 0;
  worst = 0;
  for (int row = 0; row < ROWS; row++) {
    const uint16_t x = random_code(format);
    for (int i = 0; i < COUNT; i++) {
      y[i] = test_random() % 4 ? random_code(format) : (uint16_t)(x + test_random() % 9 - 4);
      n[i] = random_integer();
    }
    tmd_pair_values(table, x, pair->integer ? NULL : y, pair->integer ? n : NULL, COUNT, &values);
    for (size_t i = 0; i < COUNT; i++) {
      if (is_true(&checked, x, y[i], n[i], i, &open) || wrong++) continue;
      printf("# %s(%04x, %04x or %ld): part %d, below %04x, %g to %g\n", pair->name, x, y[i],
             (long)n[i], values.part[i], values.below[i], values.low[i], values.high[i]);
    }
  }
  tap_ok(wrong == 0 && open < ROWS * COUNT / 4, "%s, p = %d: %d of %d are open", pair->name,
         format->p, open, ROWS * COUNT);
  if (pair->group == TMD_PAIR_POWER && strcmp(pair->name, "rootn"))
    tap_ok(worst > 0.4, "%s, p = %d: errors reach %.2f of their bound", pair->name, format->p,
           worst);
  tmd_pair_table_close(table);
}

/* ---- special values ---- */

/* x y (z) f(x, y) and what it raises: D, I, X: division by 0, invalid, inexact */
static const char *const specials[] = {
    "pow: 0 -3 inf D; -0 -3 -inf D; -0 -2 inf D; -0 -0.5 inf D; -0 -inf inf -; -0 3 -0 -; "
    "-0 2 0 -; -0 inf 0 -; -1 inf 1 -; -1 -inf 1 -; 1 nan 1 -; nan -0 1 -; nan 1 nan -; "
    "-2 0.5 nan I; 0.5 -inf inf -; -2 -inf 0 -; 0.5 inf 0 -; -2 inf inf -; -inf -3 -0 -; "
    "-inf -2 0 -; -inf 3 -inf -; -inf 0.5 inf -; inf -1 0 -; inf 1 inf -",
    "powr: 2 -0 1 -; -0 -3 inf D; -0 -inf inf -; -0 3 0 -; 1 -5 1 -; 1 inf nan I; -2 2 nan I; "
    "0 -0 nan I; inf 0 nan I; nan 0 nan -; 1 nan nan -; -inf 2 nan I",
    "pown: nan 0 1 -; -0 -3 -inf D; -0 -2 inf D; -0 3 -0 -; -0 4 0 -; -inf -3 -0 -; "
    "-inf 3 -inf -; -2 3 -8 -",
    "rootn: -0 -3 -inf D; -0 -2 inf D; -0 2 0 -; -0 3 -0 -; inf 2 inf -; -inf 3 -inf -; "
    "-inf -3 -0 -; -inf 2 nan I; 2 0 nan I; -4 2 nan I; -8 3 -2 -; nan 0 nan -",
    "compoundn: nan 0 1 -; -1 0 1 -; -2 1 nan I; -1 -1 inf D; -1 2 0 -; inf -1 0 -; inf 3 inf -; "
    "-inf 3 nan I; -0 3 1 -; 1 -2 0.25 -",
    "atan2: -0 -0 -0x1.921fb54442d18p+1 X; -0 0 -0 -; 0 -1 0x1.921fb54442d18p+1 X; -0 1 -0 -; "
    "-1 -0 -0x1.921fb54442d18p+0 X; -1 -inf -0x1.921fb54442d18p+1 X; -1 inf -0 -; "
    "-inf 1 -0x1.921fb54442d18p+0 X; inf -inf 0x1.2d97c7f3321d2p+1 X; nan 1 nan -",
    "atan2pi: -0 -0 -1 -; -0 1 -0 -; -1 -0 -0.5 -; -inf -inf -0.75 -; -inf inf -0.25 -; "
    "-3 -3 -0.75 -",
    "hypot: -inf nan inf -; nan 1 nan -; -0 -0 0 -; -3 -0 3 -",
    "fmod: -0 2 -0 -; 1 -0 nan I; inf 2 nan I; -3 inf -3 -; -6 3 -0 -; nan 0 nan -",
    "remainder: -6 3 -0 -; 5 2 1 -; 3 -2 -1 -; -7 2 1 -; inf 2 nan I; -1 0 nan I",
    "fdim: inf inf 0 -; inf 1 inf -; 1 inf 0 -; 1 nan nan -; -0 0 0 -; 3 1 2 -",
    "ldexp: -0 5 -0 -; -inf -5 -inf -; 3 -2 0.75 -; nan 3 nan -",
    "add: inf -inf nan I; 0 inf inf -; -0 -0 -0 -; 2 -2 0 -; -0 0 0 -; nan inf nan -",
    "sub: inf inf nan I; -0 0 -0 -; 3 3 0 -; 1 inf -inf -",
    "mul: 0 -inf nan I; -0 3 -0 -; -inf -2 inf -; nan 0 nan -",
    "div: 0 -0 nan I; -3 0 -inf D; inf -inf nan I; 3 -inf -0 -; inf -0 -inf -; -0 -2 0 -",
    "fma: 0 inf 1 nan I; -inf 2 inf nan I; inf 2 inf inf -; 3 5 -inf -inf -; 0 3 -inf -inf -; "
    "1 nan 2 nan -; 1 2 nan nan -; 0 inf nan nan -; -0 3 -0 -0 -; -0 3 0 0 -; 2 3 -6 0 -; "
    "2 3 1 7 -; 0x1.000002p0 0x1.fffffcp-1 -1 -0x1p-46 -; 0x1p-126 0x1p-126 1 1 X"};

static struct tmd_datum datum_of(double x) {
  const float number = (float)x;
  return tmd_datum_decode(&binary32, &number);
}

static int is_right(const struct tmd_pair *pair, double at, double at_y, double z, double f,
                    char flag) {
  const struct tmd_checked checked = {NULL, binary32, binary32, pair};
  const float y[] = {(float)at_y, (float)z};
  const int64_t n = pair->integer ? (int64_t)at_y : 0;
  const struct tmd_second second = tmd_pair_second(&checked, pair->integer ? (const void *)&n : y);
  const struct tmd_datum x = datum_of(at), expected = datum_of(f);
  struct tmd_correct correct;
  tmd_correct_at_pair(&correct, &checked, &x, &second);
  const struct tmd_datum result = tmd_correct_round(&correct, &binary32, TMD_ROUND_NEAREST);
  const int raises = tmd_correct_raises(&correct, &binary32, TMD_ROUND_NEAREST, 1);
  const int wanted = flag == 'D'   ? TMD_RAISES_DIVIDE
                     : flag == 'I' ? TMD_RAISES_INVALID
                     : flag == 'X' ? TMD_RAISES_INEXACT
                                   : 0;
  if (tmd_datum_same(&result, &expected) && raises == wanted) return 1;
  printf("# %s(%g, %g; %g) is not %g, or it raises %d\n", pair->name, at, at_y, z, f, raises);
  return 0;
}

static void test_special(const struct tmd_pair *pair) {
  int wrong = 0, count = 0;
  const size_t length = strlen(pair->name);
  for (size_t i = 0; i < sizeof specials / sizeof *specials; i++) {
    const char *at = specials[i] + length + 1, *row;
    if (strncmp(specials[i], pair->name, length) || specials[i][length] != ':') continue;
    while ((row = next_row(&at, ';'))) {
      double a[4];
      char flag;
      const int three = pair->group == TMD_PAIR_FUSED;
      const int read = three ? sscanf(row, "%lf %lf %lf %lf %c", a, a + 1, a + 2, a + 3, &flag)
                             : sscanf(row, "%lf %lf %lf %c", a, a + 1, a + 3, &flag);
      count++;
      wrong += read != 4 + three || !is_right(pair, a[0], a[1], three ? a[2] : 0, a[3], flag);
    }
  }
  tap_ok(wrong == 0 && count > 0, "%s: %d special values", pair->name, count);
}

int main(void) {
  for (int i = 0; tmd_pair_entry(i); i++) {
    const struct tmd_pair *pair = tmd_pair_entry(i);
    test_special(pair);
    if (pair->group == TMD_PAIR_FUSED) continue; /* has no rows */
    test_values(pair, &binary16);
    test_values(pair, &bfloat16);
  }
  return tap_done();
}
