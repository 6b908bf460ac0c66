/* Every correct result of a function in a format of 16 bits, by MPFR alone: brute-table FORMAT
   FUNCTION > table FORMAT is binary16 or bfloat16, FUNCTION one of reference.h, or a formula as in
   formula.h. A table has the results of all 65536 encodings in the modes nearest, up, down and
   zero, two bytes each; then likewise the flags of each, a byte: invalid 1, divide 2, overflow 4,
   underflow 8 (after rounding), inexact 16. Exit status 1 without a table if some value is not
   found. brute-table --list prints the functions that have names. brute-table FUNCTION FORMAT MODE
   is a program for tmd-check's cmd:, also of binary32: the results of numbers on standard input. */
#include "lib/base/arb-compat.h"
#include "tests/reference/formula.h"
#include "tests/reference/modes.h"

/* ---- functions with a name, where they come near what is simpler: the last operation rounds once
   ---- */

enum { REST_BITS = 192 };

/* y = near - rest, rounded once. The error of the rest, 2^-180 of it, moves no result: y is not as
   close to a breakpoint. A rest that has underflowed is replaced by a number that is small enough.
 */
static int less_rest(mpfr_t y, const mpfr_t near, mpfr_t rest, mpfr_rnd_t round) {
  if (mpfr_zero_p(rest)) mpfr_set_ui_2exp(rest, 1, -((mpfr_exp_t)1 << 60), MPFR_RNDN);
  return mpfr_sub(y, near, rest, round);
}

/* x/(1 + exp(t)), by t of x > 0; of mish 2/(w (w + 2) + 2) x with w = exp(t). */
static void logistic_rest(mpfr_t rest, const mpfr_t x, const mpfr_t t, int mish) {
  mpfr_exp(rest, t, MPFR_RNDN);
  FLOATS(REST_BITS, w);
  mpfr_add_ui(w, rest, mish ? 2 : 1, MPFR_RNDN);
  if (mish) mpfr_mul(w, w, rest, MPFR_RNDN), mpfr_add_ui(w, w, 2, MPFR_RNDN);
  mpfr_ui_div(rest, mish ? 2 : 1, w, MPFR_RNDN);
  if (x) mpfr_mul(rest, rest, x, MPFR_RNDN);
}

static void tanh_argument(mpfr_t t, const mpfr_t x) {
  FLOATS(REST_BITS, c);
  mpfr_pow_ui(t, x, 3, MPFR_RNDN);
  mpfr_mul_ui(t, t, 44715, MPFR_RNDN);
  mpfr_div_ui(t, t, 1000000, MPFR_RNDN);
  mpfr_add(t, t, x, MPFR_RNDN);
  mpfr_const_pi(c, MPFR_RNDN);
  mpfr_ui_div(c, 8, c, MPFR_RNDN);
  mpfr_sqrt(c, c, MPFR_RNDN);
  mpfr_mul(t, t, c, MPFR_RNDN);
}

/* Of x > 0. */
static void rest_at(mpfr_t rest, const char *name, const mpfr_t x) {
  FLOATS(REST_BITS, t);
  mpfr_set(t, x, MPFR_RNDN);
  if (!strcmp(name, "gelu")) {
    mpfr_sqrt_ui(t, 2, MPFR_RNDN);
    mpfr_div(t, x, t, MPFR_RNDN);
    mpfr_erfc(rest, t, MPFR_RNDN);
    mpfr_mul(rest, rest, x, MPFR_RNDN);
    mpfr_div_2ui(rest, rest, 1, MPFR_RNDN);
  } else if (!strcmp(name, "softplus")) {
    mpfr_neg(t, x, MPFR_RNDN);
    mpfr_exp(rest, t, MPFR_RNDN);
    mpfr_log1p(rest, rest, MPFR_RNDN);
    mpfr_neg(rest, rest, MPFR_RNDN);
    if (mpfr_zero_p(rest)) mpfr_set_si_2exp(rest, -1, -((mpfr_exp_t)1 << 60), MPFR_RNDN);
  } else {
    if (!strcmp(name, "gelu_tanh")) tanh_argument(t, x);
    logistic_rest(rest, strcmp(name, "sigmoid") ? x : NULL, t, !strcmp(name, "mish"));
  }
}

/* x - rest, or 1 - rest; the rest is kept for the other modes. */
static int near_x(const char *name, mpfr_t y, const mpfr_t x, mpfr_rnd_t round) {
  static mpfr_t rest, of;
  FLOATS(1, one);
  if (!mpfr_get_prec(of)) mpfr_inits2(REST_BITS, rest, of, NULL);
  if (!mpfr_equal_p(of, x)) rest_at(rest, name, x);
  mpfr_set(of, x, MPFR_RNDN);
  mpfr_set_ui(one, 1, MPFR_RNDN);
  mpfr_clear_flags();
  return less_rest(y, strcmp(name, "sigmoid") ? x : one, rest, round);
}

/* With the formulas of textbooks for x <= 0, where nothing cancels. */
static const struct named {
  const char *name, *formula;
  int near;
} named[] = {{"sigmoid", "1/(1+exp(-x))", 1},
             {"softplus", "log1p(exp(x))", 1},
             {"silu", "x/(1+exp(-x))", 1},
             {"swish", "x/(1+exp(-x))", 1},
             {"relu", "max(x,0)", 0},
             {"gelu", "x*erfc(-x/sqrt(2))/2", 1},
             {"gelu_tanh", "x/(1+exp(-2*sqrt(2/pi)*(x+0.044715*x^3)))", 1},
             {"mish", "x*tanh(log1p(exp(x)))", 1},
             {"sinc", "x==0?1:sin(x)/x", 0}};

enum {
  CODES = 1 << 16,
  SIGN = 1 << 15,
  MODES = 4,
  INVALID = 1,
  DIVIDE = 2,
  OVERFLOW = 4,
  UNDERFLOW = 8,
  INEXACT = 16,
  OPEN = 255
};

static struct {
  uint16_t result[MODES][CODES];
  uint8_t flags[MODES][CODES];
} table;

static int p, emax;                         /* of the format; emin = 1 - emax */
static const struct ref_function *function; /* or the formula */
static const struct formula *formula;
static const struct named *name; /* of the formula, or NULL */

static uint16_t infinite(void) { return (uint16_t)(2 * emax + 1) << (p - 1); }

/* The number or infinity of an encoding. */
static void decode(mpfr_t x, uint16_t code) {
  const int exponent = (code & (SIGN - 1)) >> (p - 1), fraction = code & ((1 << (p - 1)) - 1);
  const int integer = exponent ? fraction | 1 << (p - 1) : fraction,
            unit = (exponent ? exponent : 1) - emax - p + 1;
  if ((code & (SIGN - 1)) == infinite()) mpfr_set_inf(x, 1);
  else mpfr_set_ui_2exp(x, (unsigned)integer, unit, MPFR_RNDN);
  mpfr_setsign(x, x, code & SIGN, MPFR_RNDN);
}

/* The encoding of a number of the format. */
static uint16_t encode(const mpfr_t y) {
  const int sign = mpfr_signbit(y) ? SIGN : 0;
  if (mpfr_nan_p(y)) return (uint16_t)(infinite() | 1 << (p - 2));
  if (mpfr_inf_p(y)) return (uint16_t)(sign | infinite());
  if (mpfr_zero_p(y)) return (uint16_t)sign;
  const long e = mpfr_get_exp(y) - 1 < 1 - emax ? 1 - emax : mpfr_get_exp(y) - 1;
  const double units = fabs(ldexp(mpfr_get_d(y, MPFR_RNDN),
                                  (int)(p - 1 - e))); /* exact: its exponent is a double's, too */
  return (uint16_t)(sign + ((e + emax - 1) << (p - 1)) + (int)units);
}

/* y, rounded to p bits with its ternary value, as the format has it; and the flags. */
static int to_format(mpfr_t y, int ternary, mpfr_rnd_t round) {
  const int finite = mpfr_regular_p(y), tiny = !finite || mpfr_get_exp(y) - 1 < 1 - emax;
  const int beyond = finite && mpfr_get_exp(y) - 1 > emax;
  mpfr_set_emin(1 - emax - p + 2), mpfr_set_emax(emax + 1);
  ternary = mpfr_check_range(y, ternary, round);
  ternary = mpfr_subnormalize(y, ternary, round);
  ref_widest_range();
  if (beyond) return OVERFLOW | INEXACT;
  return ternary ? INEXACT | (tiny ? UNDERFLOW : 0) : 0;
}

/* The flags where f(x) is no number. */
static int flags_of_none(const mpfr_t y, const mpfr_t x) {
  return mpfr_nan_p(y) ? INVALID : mpfr_inf_p(x) ? 0 : DIVIDE;
}

/* At infinity a formula with a name has its limit: 0 where infinities meet. */
static void take_limit(mpfr_t y, const mpfr_t x, const mpfr_t w, mpfr_rnd_t round) {
  mpfr_set(y, w, round);
  mpfr_clear_flags();
  if (mpfr_inf_p(x) && mpfr_nan_p(w)) mpfr_set_zero(y, 1);
}

/* x, or another that has the same results: left of -2^20 nothing of what is near 0 there is seen in
   a format. */
static void cut_off(mpfr_t x) {
  if (name && name->near && mpfr_regular_p(x) && mpfr_cmp_si(x, -(1L << 20)) < 0)
    mpfr_set_si(x, -(1L << 20), MPFR_RNDN);
}

/* 0, or -1: the value is not found. Over- and underflow of MPFR itself are far beyond the format.
 */
static int evaluate(mpfr_t y, int *flags, const mpfr_t x, mpfr_rnd_t round) {
  int ternary;
  mpfr_clear_flags();
  if (function) {
    ternary = ref_value(y, function, x, round);
  } else if (name && name->near && mpfr_regular_p(x) && mpfr_sgn(x) > 0) {
    ternary = near_x(name->name, y, x, round);
  } else {
    ternary = formula_round(y, formula, x, round);
    const struct formula_pair *pair = formula_pair_at(formula, x);
    const int none = pair->pole || (mpfr_inf_p(x) && !mpfr_regular_p(pair->w) && !pair->flow);
    const int zero = mpfr_zero_p(pair->v) && mpfr_zero_p(pair->w) && !pair->doubtful &&
                     !pair->flow; /* as 0 / sqrt(2) */
    if (!none && !zero && (formula_unknown || formula_vanished)) return -1;
    if (none || zero) take_limit(y, x, pair->w, round), ternary = 0;
  }
  const int over = mpfr_overflow_p() && !mpfr_nan_p(y),
            under = mpfr_underflow_p() && !mpfr_nan_p(y);
  if (over || under) { /* 2^300 and 2^-300 of its sign round alike */
    mpfr_set_si_2exp(y, mpfr_signbit(y) ? -1 : 1, over ? 300 : -300, MPFR_RNDN);
    ternary = 1;
  }
  *flags = mpfr_number_p(y) ? to_format(y, ternary, round) : flags_of_none(y, x);
  return 0;
}

/* The results and flags of an argument. 0, or -1: not found. At infinity a formula without a name
   is not called, and where it has no finite value or is 0 its result is not fixed: flags are OPEN
   there. */
static int fill(uint16_t code) {
  FLOATS(p, x, y);
  decode(x, code);
  cut_off(x);
  const int is_nan = (code & (SIGN - 1)) > infinite(),
            is_called = function || name || (code & (SIGN - 1)) != infinite();
  int failed = 0;
  for (int mode = 0; mode < MODES && !failed; mode++) {
    int flags = 0;
    if (is_nan || !is_called) mpfr_set_nan(y);
    else failed = evaluate(y, &flags, x, modes[mode].round);
    if (!function && !name && !is_nan && !(flags & INEXACT) && !mpfr_regular_p(y)) flags = OPEN;
    table.result[mode][code] = encode(y), table.flags[mode][code] = (uint8_t)flags;
  }
  return failed;
}

/* 1 if f(-x) = f(x) everywhere. */
static int is_even(void) {
  for (int x = 0; x <= infinite(); x++)
    if ((table.result[0][x] & (SIGN - 1)) != (table.result[0][x | SIGN] & (SIGN - 1)) ||
        ((table.result[0][x] & (SIGN - 1)) && (table.result[0][x] & (SIGN - 1)) <= infinite() &&
         x > 0 && (table.result[0][x] ^ table.result[0][x | SIGN]) & SIGN))
      return 0;
  return 1;
}

/* 1 if the results of the largest numbers with the sign of an infinity are all negative, or -0. */
static int tends_from_below(int infinity) {
  enum { LARGEST = 64 };
  for (int x = infinity - LARGEST; x < infinity; x++)
    if (!(table.result[0][x] & SIGN)) return 0;
  return 1;
}

/* The sign of an exact 0 of a formula: at 0 that of x, unless f is even or the maximum of x and +0
   (IEEE 754-2019, 9.6); at infinity that of the values that tend to it, + if it alternates;
   elsewhere +. */
static void fix_zeros(void) {
  const int plus = is_even() || (name && !strcmp(name->name, "relu"));
  for (int x = 0; x < CODES; x++)
    for (int mode = 0; mode < MODES; mode++) {
      const int size = x & (SIGN - 1),
                negative = size == 0 ? x && !plus : size == infinite() && tends_from_below(x);
      if ((table.result[mode][x] & (SIGN - 1)) == 0 && table.flags[mode][x] == 0)
        table.result[mode][x] = negative ? SIGN : 0;
    }
}

/* IEEE 754 has rsqrt(-0) = -infinity, MPFR +infinity. */
static void fix_rsqrt(void) {
  for (int mode = 0; mode < MODES; mode++) table.result[mode][SIGN] = SIGN | infinite();
}

static int print_names(void) {
  for (int i = 0; i < REF_FUNCTIONS; i++) puts(ref_functions[i].name);
  for (size_t i = 0; i < sizeof named / sizeof *named; i++) puts(named[i].name);
  return fflush(stdout) != 0;
}

/* Results one by one. At -infinity those that are x times something tend to 0 from below. */
static int answer(const char *mode_name) {
  static char line[256];
  mpfr_t x, y;
  int mode = 0, flags;
  while (strcmp(modes[mode].name, mode_name))
    if (++mode == MODES) return 2;
  mpfr_inits2(p, x, y, NULL);
  while (fgets(line, sizeof line, stdin)) {
    if (mpfr_set_str(x, strtok(line, "\n"), 0, MPFR_RNDN)) return 2;
    cut_off(x);
    if (mpfr_nan_p(x)) mpfr_set_nan(y);
    else if (evaluate(y, &flags, x, modes[mode].round)) return 1;
    if (mpfr_inf_p(x) && mpfr_zero_p(y) && name && name->near && name->formula[0] == 'x')
      mpfr_set_zero(y, -1);
    mpfr_printf("%Ra\n", y);
  }
  return fflush(stdout);
}

int main(int argc, char **argv) {
  if (argc == 2 && !strcmp(argv[1], "--list")) return print_names();
  static const struct {
    const char *name;
    int p, emax;
  } formats[] = {{"binary16", 11, 15}, {"bfloat16", 8, 127}, {"binary32", 24, 127}};
  const char *text = argc == 4 ? argv[1] : argc == 3 ? argv[2] : "";
  for (int i = 0; i < argc && argc >= 3 && i < 3; i++)
    if (!strcmp(argv[argc - 2], formats[i].name)) p = formats[i].p, emax = formats[i].emax;
  if (p == 0 || (p > 16 && argc == 3)) return 2;
  ref_widest_range();
  function = ref_find(text);
  for (size_t i = 0; i < sizeof named / sizeof *named; i++)
    if (!strcmp(text, named[i].name)) name = &named[i];
  if (!function) formula = formula_parse(name ? name->formula : text);
  if (argc == 4) return answer(argv[3]);
  for (int code = 0; code < CODES; code++)
    if (fill((uint16_t)code))
      return fprintf(stderr, "brute-table: %s: unknown at 0x%04x\n", text, code), 1;
  if (formula) fix_zeros();
  if (!strcmp(text, "rsqrt")) fix_rsqrt();
  return fwrite(&table, sizeof table, 1, stdout) != 1 || fflush(stdout);
}
