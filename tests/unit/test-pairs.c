/* Functions of two arguments: special values as C23's Annex F has them, values in double precision
   against MPFR. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/random.h"
#include "tests/unit/tap.h"
#include "tools/check/pairs/pair-values.h"

static const struct tmd_format binary16 = {11, -14, 15}, bfloat16 = {8, -126, 127},
                               binary32 = {24, -126, 127};
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
  if (exact.exact != known.exact || (exact.half > 0) - (exact.half < 0) != known.half) return 0;
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

#define INF INFINITY
#define PI 0x1.921fb54442d18p+1
static const struct special {
  const char *name;
  double x, y, expected;
  int raises;
} specials[] = {
    {"pow", 0., -3, INF, TMD_RAISES_DIVIDE},
    {"pow", -0., -3, -INF, TMD_RAISES_DIVIDE},
    {"pow", -0., -2, INF, TMD_RAISES_DIVIDE},
    {"pow", -0., -0.5, INF, TMD_RAISES_DIVIDE},
    {"pow", -0., -INF, INF, 0},
    {"pow", -0., 3, -0., 0},
    {"pow", -0., 2, 0., 0},
    {"pow", -0., INF, 0., 0},
    {"pow", -1, INF, 1, 0},
    {"pow", -1, -INF, 1, 0},
    {"pow", 1, NAN, 1, 0},
    {"pow", NAN, -0., 1, 0},
    {"pow", NAN, 1, NAN, 0},
    {"pow", -2, 0.5, NAN, TMD_RAISES_INVALID},
    {"pow", 0.5, -INF, INF, 0},
    {"pow", -2, -INF, 0., 0},
    {"pow", 0.5, INF, 0., 0},
    {"pow", -2, INF, INF, 0},
    {"pow", -INF, -3, -0., 0},
    {"pow", -INF, -2, 0., 0},
    {"pow", -INF, 3, -INF, 0},
    {"pow", -INF, 0.5, INF, 0},
    {"pow", INF, -1, 0., 0},
    {"pow", INF, 1, INF, 0},
    {"powr", 2, -0., 1, 0},
    {"powr", -0., -3, INF, TMD_RAISES_DIVIDE},
    {"powr", -0., -INF, INF, 0},
    {"powr", -0., 3, 0., 0},
    {"powr", 1, -5, 1, 0},
    {"powr", 1, INF, NAN, TMD_RAISES_INVALID},
    {"powr", -2, 2, NAN, TMD_RAISES_INVALID},
    {"powr", 0., -0., NAN, TMD_RAISES_INVALID},
    {"powr", INF, 0., NAN, TMD_RAISES_INVALID},
    {"powr", NAN, 0., NAN, 0},
    {"powr", 1, NAN, NAN, 0},
    {"powr", -INF, 2, NAN, TMD_RAISES_INVALID},
    {"pown", NAN, 0, 1, 0},
    {"pown", -0., -3, -INF, TMD_RAISES_DIVIDE},
    {"pown", -0., -2, INF, TMD_RAISES_DIVIDE},
    {"pown", -0., 3, -0., 0},
    {"pown", -0., 4, 0., 0},
    {"pown", -INF, -3, -0., 0},
    {"pown", -INF, 3, -INF, 0},
    {"pown", -2, 3, -8, 0},
    {"rootn", -0., -3, -INF, TMD_RAISES_DIVIDE},
    {"rootn", -0., -2, INF, TMD_RAISES_DIVIDE},
    {"rootn", -0., 2, 0., 0},
    {"rootn", -0., 3, -0., 0},
    {"rootn", INF, 2, INF, 0},
    {"rootn", -INF, 3, -INF, 0},
    {"rootn", -INF, -3, -0., 0},
    {"rootn", -INF, 2, NAN, TMD_RAISES_INVALID},
    {"rootn", 2, 0, NAN, TMD_RAISES_INVALID},
    {"rootn", -4, 2, NAN, TMD_RAISES_INVALID},
    {"rootn", -8, 3, -2, 0},
    {"rootn", NAN, 0, NAN, 0},
    {"compoundn", NAN, 0, 1, 0},
    {"compoundn", -1, 0, 1, 0},
    {"compoundn", -2, 1, NAN, TMD_RAISES_INVALID},
    {"compoundn", -1, -1, INF, TMD_RAISES_DIVIDE},
    {"compoundn", -1, 2, 0., 0},
    {"compoundn", INF, -1, 0., 0},
    {"compoundn", INF, 3, INF, 0},
    {"compoundn", -INF, 3, NAN, TMD_RAISES_INVALID},
    {"compoundn", -0., 3, 1, 0},
    {"compoundn", 1, -2, 0.25, 0},
    {"atan2", -0., -0., -PI, TMD_RAISES_INEXACT},
    {"atan2", -0., 0., -0., 0},
    {"atan2", 0., -1, PI, TMD_RAISES_INEXACT},
    {"atan2", -0., 1, -0., 0},
    {"atan2", -1, -0., -PI / 2, TMD_RAISES_INEXACT},
    {"atan2", -1, -INF, -PI, TMD_RAISES_INEXACT},
    {"atan2", -1, INF, -0., 0},
    {"atan2", -INF, 1, -PI / 2, TMD_RAISES_INEXACT},
    {"atan2", INF, -INF, 3 * PI / 4, TMD_RAISES_INEXACT},
    {"atan2", NAN, 1, NAN, 0},
    {"atan2pi", -0., -0., -1, 0},
    {"atan2pi", -0., 1, -0., 0},
    {"atan2pi", -1, -0., -0.5, 0},
    {"atan2pi", -INF, -INF, -0.75, 0},
    {"atan2pi", -INF, INF, -0.25, 0},
    {"atan2pi", -3, -3, -0.75, 0},
    {"hypot", -INF, NAN, INF, 0},
    {"hypot", NAN, 1, NAN, 0},
    {"hypot", -0., -0., 0., 0},
    {"hypot", -3, -0., 3, 0},
    {"fmod", -0., 2, -0., 0},
    {"fmod", 1, -0., NAN, TMD_RAISES_INVALID},
    {"fmod", INF, 2, NAN, TMD_RAISES_INVALID},
    {"fmod", -3, INF, -3, 0},
    {"fmod", -6, 3, -0., 0},
    {"fmod", NAN, 0, NAN, 0},
    {"remainder", -6, 3, -0., 0},
    {"remainder", 5, 2, 1, 0},
    {"remainder", 3, -2, -1, 0},
    {"remainder", -7, 2, 1, 0},
    {"remainder", INF, 2, NAN, TMD_RAISES_INVALID},
    {"remainder", -1, 0, NAN, TMD_RAISES_INVALID},
    {"fdim", INF, INF, 0., 0},
    {"fdim", INF, 1, INF, 0},
    {"fdim", 1, INF, 0., 0},
    {"fdim", 1, NAN, NAN, 0},
    {"fdim", -0., 0., 0., 0},
    {"fdim", 3, 1, 2, 0},
    {"ldexp", -0., 5, -0., 0},
    {"ldexp", -INF, -5, -INF, 0},
    {"ldexp", 3, -2, 0.75, 0},
    {"ldexp", NAN, 3, NAN, 0},
    {"add", INF, -INF, NAN, TMD_RAISES_INVALID},
    {"add", 0., INF, INF, 0},
    {"add", -0., -0., -0., 0},
    {"add", 2, -2, 0., 0},
    {"add", -0., 0., 0., 0},
    {"add", NAN, INF, NAN, 0},
    {"sub", INF, INF, NAN, TMD_RAISES_INVALID},
    {"sub", -0., 0., -0., 0},
    {"sub", 3, 3, 0., 0},
    {"sub", 1, INF, -INF, 0},
    {"mul", 0., -INF, NAN, TMD_RAISES_INVALID},
    {"mul", -0., 3, -0., 0},
    {"mul", -INF, -2, INF, 0},
    {"mul", NAN, 0., NAN, 0},
    {"div", 0., -0., NAN, TMD_RAISES_INVALID},
    {"div", -3, 0., -INF, TMD_RAISES_DIVIDE},
    {"div", INF, -INF, NAN, TMD_RAISES_INVALID},
    {"div", 3, -INF, -0., 0},
    {"div", INF, -0., -INF, 0},
    {"div", -0., -2, 0., 0},
};

/* Of x y + z. */
static const struct {
  struct special of;
  double z;
} fused[] = {
    {{"fma", 0., INF, NAN, TMD_RAISES_INVALID}, 1},
    {{"fma", -INF, 2, NAN, TMD_RAISES_INVALID}, INF},
    {{"fma", INF, 2, INF, 0}, INF},
    {{"fma", 3, 5, -INF, 0}, -INF},
    {{"fma", 0., 3, -INF, 0}, -INF},
    {{"fma", 1, NAN, NAN, 0}, 2},
    {{"fma", 1, 2, NAN, 0}, NAN},
    {{"fma", 0., INF, NAN, 0}, NAN},
    {{"fma", -0., 3, -0., 0}, -0.},
    {{"fma", -0., 3, 0., 0}, 0.},
    {{"fma", 2, 3, 0., 0}, -6},
    {{"fma", 2, 3, 7, 0}, 1},
    {{"fma", 0x1.000002p0, 0x1.fffffcp-1, -0x1p-46, 0}, -1},
    {{"fma", 0x1p-126, 0x1p-126, 1, TMD_RAISES_INEXACT}, 1},
};

static struct tmd_datum datum_of(double x) {
  const float number = (float)x;
  return tmd_datum_decode(&binary32, &number);
}

static int is_right(const struct special *s, double z) {
  const struct tmd_checked checked = {NULL, binary32, binary32, tmd_pair_find(s->name)};
  const float y[] = {(float)s->y, (float)z};
  const int64_t n = checked.pair->integer ? (int64_t)s->y : 0;
  const struct tmd_second second =
      tmd_pair_second(&checked, checked.pair->integer ? (const void *)&n : y);
  const struct tmd_datum x = datum_of(s->x), expected = datum_of(s->expected);
  struct tmd_correct correct;
  tmd_correct_at_pair(&correct, &checked, &x, &second);
  const struct tmd_datum result = tmd_correct_round(&correct, &binary32, TMD_ROUND_NEAREST);
  const int raises = tmd_correct_raises(&correct, &binary32, TMD_ROUND_NEAREST, 1);
  if (tmd_datum_same(&result, &expected) && raises == s->raises) return 1;
  printf("# %s(%g, %g; %g) is not %g, or it raises %d\n", s->name, s->x, s->y, z, s->expected,
         raises);
  return 0;
}

static void test_special(const char *name) {
  int wrong = 0, count = 0;
  for (size_t i = 0; i < sizeof specials / sizeof *specials; i++)
    if (strcmp(specials[i].name, name) == 0) count++, wrong += !is_right(&specials[i], 0);
  for (size_t i = 0; i < sizeof fused / sizeof *fused; i++)
    if (strcmp(fused[i].of.name, name) == 0) count++, wrong += !is_right(&fused[i].of, fused[i].z);
  tap_ok(wrong == 0 && count > 0, "%s: %d special values", name, count);
}

int main(void) {
  for (int i = 0; tmd_pair_entry(i); i++) {
    const struct tmd_pair *pair = tmd_pair_entry(i);
    test_special(pair->name);
    if (pair->group == TMD_PAIR_FUSED) continue; /* has no rows */
    test_values(pair, &binary16);
    test_values(pair, &bfloat16);
  }
  return tap_done();
}
