/* Formats of radix 10: their texts and refusals, numbers as text, ordinals, exponents of balls in
   either radix; exact values of functions at rational arguments, against a table; and exact cases
   by rule (lib/region/exact-decimal.h), flags, counts and places, against every argument of small
   formats by tests/reference/rational.h. */
#include "lib/base/arb-helpers.h"
#include "lib/function/exact-at.h"
#include "lib/problem/hex-float.h"
#include "lib/region/exact.h"
#include "tests/reference/rational.h"
#include "tests/unit/tap.h"

static void test_texts(void) {
  static const struct {
    const char *text, *name, *numbers;
    int bits; /* usual */
  } good[] = {{"decimal32", "decimal32", "10:7,-95,96", 14},
              {"decimal64", "decimal64", "10:16,-383,384", 44},
              {"decimal128", "decimal128", "10:34,-6143,6144", 103},
              {"10:7,-95,96", "decimal32", "10:7,-95,96", 14},
              {"10:1,0,0", "10:1,0,0", "10:1,0,0", 1},
              {"10:3,-65536,65536", "10:3,-65536,65536", "10:3,-65536,65536", 1}};
  static const char *const bad[] = {"10:35,-1,1",
                                    "10:0,-1,1",
                                    "10:2,1,2",
                                    "10:2,-1,-1",
                                    "10:3,-3,3:x",
                                    "10:3,-3,3:900",
                                    "10:3,-3,3:sat",
                                    "10:3,-65537,3",
                                    "10:3,-3,65537",
                                    "10:3,-3",
                                    "11:3,-3,3",
                                    "10:10:3,-3,3",
                                    "decimal32:sat",
                                    "10:decimal32",
                                    "10:3,-3,3:900:p3109",
                                    "10:"};
  struct tmd_format format, other;
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    const int read = tmd_format_parse(&format, good[i].text);
    tap_ok(read == 0 && format.decimal && !strcmp(TMD_FORMAT_TEXT(&format), good[i].name) &&
               !strcmp(TMD_FORMAT_NUMBERS(&format), good[i].numbers) &&
               tmd_format_parse(&other, good[i].numbers) == 0 &&
               !memcmp(&format, &other, sizeof format) &&
               tmd_problem_usual_bits(&(struct tmd_problem){.out = format}) == good[i].bits &&
               tmd_format_parse_binary(&format, good[i].text),
           "%s is read and printed, and refused where only binary formats are", good[i].text);
  }
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    tap_ok(tmd_format_parse(&format, bad[i]) && !strchr(tmd_error_text(), '\n'), "%s is refused",
           bad[i]);
  tap_ok(tmd_format_parse(&format, "7,-95,96") == 0 && !format.decimal, "7,-95,96 is binary");
}

static void test_numbers(void) {
  static const struct {
    int sign;
    uint64_t X;
    int unit;
    const char *text;
  } rows[] = {{0, 0, -3, "0"},          {1, 0, 5, "-0"},          {0, 1, 0, "1"},
              {0, 10, -1, "1"},         {1, 125, -4, "-1.25e-2"}, {0, 1000, 3, "1e6"},
              {0, 7, -6176, "7e-6176"}, {1, 90, 0, "-9e1"},       {0, 1234567, -6, "1.234567"}};
  SCOPED(mpq, x, y);
  const struct tmd_format most = {34, -6143, 6144, {0}, 1};
  int right = 1;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char text[TMD_HEXFLOAT_TEXT_BYTES];
    tmd_number_print(text, &most, rows[i].sign, rows[i].X, rows[i].unit);
    tap_ok(!strcmp(text, rows[i].text), "%s", text);
  }
  for (int i = 0; i < 2000; i++) {
    char text[TMD_HEXFLOAT_TEXT_BYTES];
    tmd_u128 X = ((tmd_u128)test_random() << 64 | test_random()) % tmd_format_power(&most, 34);
    for (int digits = (int)(test_random() % 35); digits > 0; digits--) X /= 10;
    const int e = (int)(test_random() % 12288) - 6143, sign = (int)(test_random() & 1);
    ref_rational(x, &most, sign, e, X);
    right &= tmd_hexfloat_parse_rational(y, tmd_number_print(text, &most, sign, X, e - 33)) == 0 &&
             mpq_equal(x, y) && strlen(text) < sizeof text;
  }
  tap_ok(right, "numbers of decimal128 are printed and read back");
}

/* Ordinals count the arguments in the order of their values. */
static void test_ordinals(void) {
  int right = 1;
  for (int p = 1; p <= 4; p++) {
    const struct tmd_format format = {p, -2, 1, {0}, 1};
    const tmd_u128 end = tmd_format_power(&format, p), least = tmd_format_least_normal(&format);
    tmd_u128 ordinal = 0;
    for (int e = format.emin; e <= format.emax; e++)
      for (tmd_u128 X = e > format.emin ? least : 0; X < end; X++, ordinal++) {
        int e_at;
        tmd_u128 X_at;
        tmd_argument_at(&format, ordinal, &e_at, &X_at);
        right &= tmd_argument_ordinal(&format, e, X) == ordinal && e_at == e && X_at == X;
      }
  }
  tap_ok(right, "ordinals of all numbers of short formats");
  const struct tmd_format most = {34, -6143, 6144, {0}, 1};
  const tmd_u128 least = tmd_format_least_normal(&most);
  for (int e = most.emin; right && e <= most.emax; e += 61)
    for (int i = 0; i < 4; i++) {
      const tmd_u128 X = i == 0   ? least
                         : i == 1 ? 10 * least - 1
                         : i == 2 ? least + (tmd_u128)test_random() * 1000000007
                                  : 5 * least - 1;
      int e_at;
      tmd_u128 X_at;
      tmd_argument_at(&most, tmd_argument_ordinal(&most, e, X), &e_at, &X_at);
      right &= e_at == e && X_at == X;
    }
  tap_ok(right && tmd_argument_ordinal(&most, -6142, least) ==
                      tmd_argument_ordinal(&most, -6143, 10 * least - 1) + 1,
         "ordinals of decimal128");
}

/* Next to powers of ten, which a ball of 64 bits may not hold. */
static void test_exponents(void) {
  SCOPED(arb, ball);
  SCOPED(fmpq, x);
  int right = 1, wide = 0;
  for (int e = -400; e <= 400; e++)
    for (int above = -1; above <= 1; above++) {
      long least, greatest;
      tmd_argument_rational(x, 10, e & 1, 100000000 + (tmd_u128)above, e - 8);
      arb_set_fmpq(ball, x, 64);
      tmd_ball_exponents(&least, &greatest, ball, 10, 64);
      const long own = above < 0 ? e - 1 : e;
      right &= least <= own && greatest >= own && greatest - least <= 1 && least >= own - 1;
      if (above) right &= least == greatest;
      wide += least != greatest;
    }
  tap_ok(right && wide > 100, "exponents of ten of balls: %d contain a power of ten", wide);
  arb_zero(ball);
  mag_set_d(arb_radref(ball), 150);
  long least, greatest;
  tmd_ball_exponents(&least, &greatest, ball, 10, 64);
  tap_ok(least == LONG_MIN && greatest == 2, "exponents of a ball around 0");
}

/* NULL: unknown; "-": outside the domain. */
static const struct {
  const char *f, *x, *y;
} values[] = {{"sqrt", "6.25", "5/2"},
              {"sqrt", "0.1", NULL},
              {"sqrt", "-1", "-"},
              {"rsqrt", "6.25", "2/5"},
              {"rsqrt", "0", "-"},
              {"cbrt", "-0.001", "-1/10"},
              {"cbrt", "0.01", NULL},
              {"rootn(4)", "0.0081", "3/10"},
              {"rootn(-3)", "0.064", "5/2"},
              {"pown(3)", "-0.3", "-27/1000"},
              {"pown(-2)", "0.3", "100/9"},
              {"pown(-1)", "0", "-"},
              {"compound(2)", "0.1", "121/100"},
              {"compound(-1)", "1", "1/2"},
              {"compound(3)", "-1.5", "-"},
              {"compound(-1)", "-1", "-"},
              {"exp", "0", "1"},
              {"exp", "1", NULL},
              {"expm1", "0", "0"},
              {"exp2", "-3", "1/8"},
              {"exp2", "0.5", NULL},
              {"exp10", "-3", "1/1000"},
              {"exp10m1", "-1", "-9/10"},
              {"exp2m1", "3", "7"},
              {"log", "1", "0"},
              {"log", "-1", "-"},
              {"log2", "0.125", "-3"},
              {"log2", "0.1", NULL},
              {"log10", "0.001", "-3"},
              {"log10", "1000", "3"},
              {"log10", "0.002", NULL},
              {"log10", "0", "-"},
              {"log10p1", "-0.99", "-2"},
              {"log10p1", "9", "1"},
              {"log2p1", "-0.75", "-2"},
              {"log1p", "-1", "-"},
              {"sinpi", "0.5", "1"},
              {"sinpi", "1e30", "0"},
              {"sinpi", "-2.5", "-1"},
              {"sinpi", "0.25", NULL},
              {"cospi", "7", "-1"},
              {"cospi", "0.5", "0"},
              {"tanpi", "0.25", "1"},
              {"tanpi", "1.75", "-1"},
              {"tanpi", "0.5", "-"},
              {"tanpi", "0.1", NULL},
              {"asinpi", "-0.5", "-1/6"},
              {"asinpi", "1", "1/2"},
              {"asinpi", "1.5", "-"},
              {"acospi", "-0.5", "2/3"},
              {"acospi", "1", "0"},
              {"atanpi", "-1", "-1/4"},
              {"atanpi", "2", NULL},
              {"acos", "1", "0"},
              {"acosh", "0.5", "-"},
              {"atanh", "1", "-"},
              {"tgamma", "5", "24"},
              {"tgamma", "-2", "-"},
              {"tgamma", "0.5", NULL},
              {"lgamma", "2", "0"},
              {"lgamma", "0", "-"},
              {"erfc", "0", "1"},
              {"cosh", "0", "1"}};

static void test_values(void) {
  SCOPED(mpq, x, y);
  SCOPED(fmpq, argument, value, expected);
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
    const struct tmd_function *f = tmd_function_find(values[i].f);
    const char *text = values[i].y;
    const enum tmd_exactness known = !text                      ? TMD_AT_UNKNOWN
                                     : *text == '-' && !text[1] ? TMD_AT_OUTSIDE
                                                                : TMD_AT_RATIONAL;
    tmd_hexfloat_parse_rational(x, values[i].x);
    fmpq_set_mpq(argument, x);
    int right = f && tmd_function_exact_at(f, value, argument) == known;
    if (right && known == TMD_AT_RATIONAL) {
      mpq_set_str(y, text, 10);
      fmpq_set_mpq(expected, y);
      right = fmpq_equal(value, expected);
    }
    tap_ok(right, "%s(%s) = %s", values[i].f, values[i].x, text ? text : "irrational");
  }
}

/* The flags by the definition, and the cell of the argument. */
static unsigned flags_of(const struct tmd_problem *problem, const struct ref_function *f,
                         const struct tmd_cell *cell, tmd_u128 X, struct tmd_cell *own) {
  SCOPED(mpq, x);
  ref_rational(x, &problem->in, cell->sign_x, cell->e_in, X);
  const struct ref r = ref_measure_rational(problem, f, NULL, x, 0);
  *own = (struct tmd_cell){cell->sign_x, r.sign_f, cell->e_in, r.e_out};
  if (r.class != REF_VALUE || !r.hard || r.hardness != REF_EXACT) return 0;
  return TMD_CASE_CONFIRMED | TMD_CASE_EXACT | (r.midpoint ? TMD_CASE_MIDPOINT : 0);
}

enum { MOST = 1000 };

/* Counts and places in ranges of the cell, whose exact X are all `found`. */
static int check_ranges(const struct tmd_function *f, const struct tmd_problem *problem,
                        const struct tmd_cell *cell, const tmd_u128 *found, size_t count) {
  const uint64_t end = (uint64_t)tmd_format_X_end(&problem->in, cell->e_in);
  const tmd_u128 least = cell->e_in > problem->in.emin ? tmd_format_least_normal(&problem->in) : 0;
  int right = 1;
  for (int round = 0; round < 6; round++) {
    struct tmd_range range = {round ? test_random() % end : 0,
                              round ? test_random() % end + 1 : end};
    size_t before = 0, within = 0;
    if (range.X0 < least) range.X0 = least;
    for (size_t i = 0; i < count; i++)
      before += found[i] < range.X0, within += found[i] >= range.X0 && found[i] < range.X1;
    right &= tmd_exact_count(f, problem, cell, &range) == within;
    for (size_t i = 0; i < within; i++)
      right &= tmd_exact_at(f, problem, cell, &range, i) == found[before + i];
  }
  return right;
}

/* Every argument of a decade: flags, and counts and places in its scattered cell and in others. */
static int check_decade(const struct tmd_function *f, const struct tmd_problem *problem,
                        struct tmd_cell cell, unsigned long *exact) {
  static tmd_u128 found[MOST], alike[MOST];
  static struct tmd_cell cells[MOST];
  const struct ref_function *reference = ref_find(problem->name);
  const tmd_u128 end = tmd_format_X_end(&problem->in, cell.e_in);
  size_t count = 0;
  int right = 1;
  cell.e_out = TMD_E_OUT_SCATTERED;
  for (tmd_u128 X = cell.e_in > problem->in.emin ? tmd_format_least_normal(&problem->in) : 1;
       X < end; X++) {
    struct tmd_cell own;
    const unsigned flags = flags_of(problem, reference, &cell, X, &own);
    right &= tmd_exact_flags(f, problem, &cell, X) == flags;
    if (!flags) continue;
    struct tmd_cell above = own, opposite = own;
    above.e_out++, opposite.sign_f ^= 1;
    right &= tmd_exact_flags(f, problem, &own, X) == flags &&
             tmd_exact_flags(f, problem, &opposite, X) == 0;
    cells[count] = own;
    found[count++] = X;
  }
  right &= check_ranges(f, problem, &cell, found, count);
  for (size_t c = 0; c < count; c++) {
    if (c && !tmd_cell_compare(cells + c, cells + c - 1)) continue;
    size_t some = 0;
    for (size_t i = 0; i < count; i++)
      if (!tmd_cell_compare(cells + i, cells + c)) alike[some++] = found[i];
    right &= check_ranges(f, problem, cells + c, alike, some);
  }
  *exact += count;
  return right;
}

static void test_rule(const char *name) {
  static const struct tmd_format formats[] = {{1, -3, 4, {0}, 1},
                                              {2, -2, 3, {0}, 1},
                                              {3, 0, 0, {0}, 1},
                                              {3, -2, 1, {0}, 1},
                                              {13, -14, 14, {0}, 1}};
  enum { OUTPUTS = sizeof formats / sizeof *formats, INPUTS = 3 }; /* the others are long */
  const struct tmd_function *f = tmd_function_find(name);
  unsigned long exact = 0, midpoints = 0;
  int right = f && ref_find(name);
  for (int i = 0; right && i < 3 * INPUTS * OUTPUTS; i++) {
    const struct tmd_problem problem = {.name = name,
                                        .in = formats[i / 3 % INPUTS],
                                        .out = formats[i / 3 / INPUTS],
                                        .modes = (enum tmd_modes)(i % 3),
                                        .bits = 1};
    if (!tmd_exact_applies(f, &problem)) right = 0;
    for (int sign = 0; sign < 1 + (f->least < 0); sign++)
      for (int e = problem.in.emin; e <= problem.in.emax; e++)
        right &= check_decade(f, &problem, (struct tmd_cell){.sign_x = sign, .e_in = e},
                              problem.modes == TMD_MODES_NEAREST ? &midpoints : &exact);
  }
  tap_ok(right && exact > 1, "%s: every argument of small formats, %lu exact, %lu midpoints", name,
         exact, midpoints);
}

int main(void) {
  static const char *const functions[] = {
      "sqrt",        "cbrt",        "rootn(4)",     "rootn(17)", "pown(2)", "pown(3)", "pown(5)",
      "compound(2)", "compound(7)", "compound(12)", "sinpi",     "cospi",   "tanpi"};
  test_texts();
  test_numbers();
  test_ordinals();
  test_exponents();
  test_values();
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) test_rule(functions[i]);
  return tap_done();
}
