#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/problem/ordinal.h"
#include "tools/check/pairs/pair-values.h"

enum { PRECISION = 128, EXACT = 256, HIGH_BITS = 37 };

unsigned tmd_pair_integer(const struct tmd_pair_table *table, uint16_t code, int *unit) {
  const struct tmd_format *format = &table->format;
  int e;
  tmd_u128 X;
  tmd_argument_at(format, code & (TMD_PAIR_SIGN - 1), &e, &X);
  *unit = e - format->p + 1;
  return (unsigned)X;
}

static void fill_logarithms(struct tmd_pair_table *table, int of_sum) {
  FLOATS(EXACT, x);
  FLOATS(PRECISION, y);
  FLOATS(HIGH_BITS, high);
  for (int code = 0; code < TMD_PAIR_CODES; code++) {
    mpfr_set_d(x, table->number[code], MPFR_RNDN);
    if (of_sum) mpfr_add_ui(x, x, 1, MPFR_RNDN);
    else if (code & TMD_PAIR_SIGN) table->log2[code] = table->log2[code ^ TMD_PAIR_SIGN];
    if (!mpfr_regular_p(x) || mpfr_sgn(x) < 0) continue;
    mpfr_log2(y, x, MPFR_RNDN);
    mpfr_set(high, y, MPFR_RNDN);
    mpfr_sub(y, y, high, MPFR_RNDN);
    table->log2[code] =
        (struct tmd_pair_log2){mpfr_get_d(high, MPFR_RNDN), mpfr_get_d(y, MPFR_RNDN)};
  }
}

static void fill_steps(struct tmd_pair_table *table) {
  FLOATS(PRECISION, x);
  for (int i = 0; i <= TMD_PAIR_STEPS; i++) {
    mpfr_set_d(x, (i - TMD_PAIR_STEPS / 2) * (1. / TMD_PAIR_STEPS), MPFR_RNDN);
    mpfr_exp2(x, x, MPFR_RNDN);
    table->power[i] = mpfr_get_d(x, MPFR_RNDN);
    mpfr_set_d(x, i * (1. / TMD_PAIR_STEPS), MPFR_RNDN);
    mpfr_atan(x, x, MPFR_RNDN);
    table->arctangent[i] = mpfr_get_d(x, MPFR_RNDN);
  }
}

struct tmd_pair_table *tmd_pair_table_open(const struct tmd_checked *checked) {
  static const char *const others[] = {"powr", "compoundn", "atan2pi", "remainder", "sub"};
  struct tmd_pair_table *table = tmd_zeros(sizeof *table);
  const struct tmd_format *format = &checked->in;
  table->pair = checked->pair;
  table->format = *format;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    table->other |= strcmp(checked->pair->name, others[i]) == 0;
  table->infinite = (int)tmd_ordinal_infinite(format);
  table->normal = tmd_power_of_two(format->emin);
  table->beyond = tmd_power_of_two(format->emax + 1);
  for (int code = 0; code < TMD_PAIR_CODES; code++) {
    int unit;
    const unsigned X = tmd_pair_integer(table, (uint16_t)code, &unit);
    if ((code & (TMD_PAIR_SIGN - 1)) < table->infinite)
      table->number[code] = (code & TMD_PAIR_SIGN ? -1. : 1.) * X * tmd_power_of_two(unit);
  }
  if (checked->pair->group == TMD_PAIR_POWER)
    fill_logarithms(table, table->other && checked->pair->integer);
  fill_steps(table);
  return table;
}

void tmd_pair_table_close(struct tmd_pair_table *table) { free(table); }
