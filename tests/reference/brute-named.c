/* Correct results of the expressions with a name in every rounding mode, by MPFR alone and by
   formulas of textbooks. The value is a number plus a rest, which has its sign however small it is;
   both are added exactly and rounded once (mpfr_sum).

     brute-named FUNCTION binary16|bfloat16 [SEED]   all encodings, a table of 4 modes on standard
   output, two bytes an entry brute-named FUNCTION FORMAT MODE                a program for
   tmd-check's cmd:, numbers on standard input

   With SEED, one entry of each binade of x and each sign is altered, in one mode, and so is one of
   each infinity and zero; the lines "x TAB mode" of these are on standard error. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mpfr.h>

enum {
  MODES = 4,
  BITS_LEAST = 96,
  BITS_MOST = 3000,
  SERIES_EXPONENT = -60,
  GUARD = 16,
  BY_FORMULA = -1
};

static const mpfr_rnd_t rounds[MODES] = {MPFR_RNDN, MPFR_RNDU, MPFR_RNDD, MPFR_RNDZ};
static const char *const mode_names[MODES] = {"nearest", "up", "down", "zero"};
static int p, emin, emax;

/* f(x) = base + rest, the rest not 0 and within a relative error of 2^(GUARD - precision); x is
   finite. Operations round away from 0, so that what underflows is not lost. */
typedef void formula(mpfr_t base, mpfr_t rest, const mpfr_t x);

static int is_small(const mpfr_t x) { return mpfr_cmpabs_ui(x, 1) < 0; }

/* rest = 1/(1 + exp(|t|)) */
static void logistic_tail(mpfr_t rest, const mpfr_t t) {
  mpfr_t sum;
  mpfr_init2(sum, mpfr_get_prec(rest));
  mpfr_abs(rest, t, MPFR_RNDA);
  mpfr_neg(rest, rest, MPFR_RNDA);
  mpfr_exp(rest, rest, MPFR_RNDA);
  mpfr_add_ui(sum, rest, 1, MPFR_RNDA);
  mpfr_div(rest, rest, sum, MPFR_RNDA);
  mpfr_clear(sum);
}

/* base + rest = 1/(1 + exp(-t)) */
static void logistic(mpfr_t base, mpfr_t rest, const mpfr_t t) {
  if (is_small(t)) { /* 1/2 + tanh(t/2)/2 */
    mpfr_div_2ui(rest, t, 1, MPFR_RNDA);
    mpfr_tanh(rest, rest, MPFR_RNDA);
    mpfr_div_2ui(rest, rest, 1, MPFR_RNDA);
    mpfr_set_d(base, 0.5, MPFR_RNDA);
    return;
  }
  logistic_tail(rest, t);
  mpfr_set_ui(base, mpfr_sgn(t) > 0, MPFR_RNDA);
  if (mpfr_sgn(t) > 0) mpfr_neg(rest, rest, MPFR_RNDA);
}

static void times_x(mpfr_t base, mpfr_t rest, const mpfr_t x) {
  mpfr_mul(base, base, x, MPFR_RNDA);
  mpfr_mul(rest, rest, x, MPFR_RNDA);
}

static void silu(mpfr_t base, mpfr_t rest, const mpfr_t x) {
  logistic(base, rest, x);
  times_x(base, rest, x);
}

static void softplus(mpfr_t base, mpfr_t rest,
                     const mpfr_t x) { /* max(x, 0) + log(1 + exp(-|x|)) */
  mpfr_abs(rest, x, MPFR_RNDA);
  mpfr_neg(rest, rest, MPFR_RNDA);
  mpfr_exp(rest, rest, MPFR_RNDA);
  mpfr_log1p(rest, rest, MPFR_RNDA);
  if (mpfr_sgn(x) > 0) mpfr_set(base, x, MPFR_RNDA);
  else mpfr_set_zero(base, 1);
}

static void gelu(mpfr_t base, mpfr_t rest, const mpfr_t x) { /* x (1 + erf(x/sqrt(2)))/2 */
  mpfr_t root;
  mpfr_init2(
      root,
      2 * mpfr_get_prec(
              rest)); /* what is wrong with the argument of erfc is multiplied by its square */
  mpfr_set_ui(root, 2, MPFR_RNDA);
  mpfr_sqrt(root, root, MPFR_RNDA);
  mpfr_div(root, x, root, MPFR_RNDA);
  if (is_small(x)) {
    mpfr_erf(rest, root, MPFR_RNDA);
    mpfr_set_d(base, 0.5, MPFR_RNDA);
  } else {
    mpfr_abs(root, root, MPFR_RNDA);
    mpfr_erfc(rest, root, MPFR_RNDA);
    mpfr_set_ui(base, mpfr_sgn(x) > 0, MPFR_RNDA);
    if (mpfr_sgn(x) > 0) mpfr_neg(rest, rest, MPFR_RNDA);
  }
  mpfr_div_2ui(rest, rest, 1, MPFR_RNDA);
  times_x(base, rest, x);
  mpfr_clear(root);
}

static void gelu_tanh(mpfr_t base, mpfr_t rest,
                      const mpfr_t x) { /* x/(1 + exp(-2u)), u = sqrt(2/pi) (x + 0.044715 x^3) */
  mpfr_t u, factor;
  mpfr_inits2(2 * mpfr_get_prec(rest) + 500, u, factor, NULL);
  mpfr_sqr(u, x, MPFR_RNDA);
  mpfr_mul_ui(u, u, 44715, MPFR_RNDA);
  mpfr_div_ui(u, u, 1000000, MPFR_RNDA);
  mpfr_add_ui(u, u, 1, MPFR_RNDA);
  mpfr_mul(u, u, x, MPFR_RNDA);
  mpfr_const_pi(factor, MPFR_RNDN);
  mpfr_ui_div(factor, 8, factor, MPFR_RNDA);
  mpfr_sqrt(factor, factor, MPFR_RNDA);
  mpfr_mul(u, u, factor, MPFR_RNDA);
  logistic(base, rest, u);
  times_x(base, rest, x);
  mpfr_clears(u, factor, NULL);
}

static void mish(mpfr_t base, mpfr_t rest, const mpfr_t x) { /* x tanh(log(1 + w)), w = exp(x) */
  mpfr_t w, sum;
  mpfr_inits2(mpfr_get_prec(rest), w, sum, NULL);
  const int large = mpfr_cmp_ui(x, 1) > 0;
  if (large) { /* x - 2x v^2/((1 + v)^2 + v^2), v = 1/w */
    mpfr_neg(w, x, MPFR_RNDA);
    mpfr_exp(w, w, MPFR_RNDA);
    mpfr_sqr(rest, w, MPFR_RNDA);
    mpfr_add_ui(sum, w, 1, MPFR_RNDA);
    mpfr_sqr(sum, sum, MPFR_RNDA);
    mpfr_add(sum, sum, rest, MPFR_RNDA);
    mpfr_mul_si(rest, rest, -2, MPFR_RNDA);
  } else { /* x (w^2 + 2w)/(w^2 + 2w + 2) */
    mpfr_exp(w, x, MPFR_RNDA);
    mpfr_add_ui(sum, w, 2, MPFR_RNDA);
    mpfr_mul(rest, w, sum, MPFR_RNDA);
    mpfr_add_ui(sum, rest, 2, MPFR_RNDA);
  }
  mpfr_div(rest, rest, sum, MPFR_RNDA);
  mpfr_set_ui(base, large, MPFR_RNDA);
  times_x(base, rest, x);
  mpfr_clears(w, sum, NULL);
}

static void sinc(mpfr_t base, mpfr_t rest, const mpfr_t x) {
  mpfr_t wide;
  const int small = is_small(x), series = mpfr_get_exp(x) < SERIES_EXPONENT &&
                                          mpfr_get_prec(rest) < -4 * SERIES_EXPONENT;
  mpfr_init2(wide, mpfr_get_prec(rest) + (small ? -2 * mpfr_get_exp(x) + 8 : 0));
  mpfr_set_ui(base, small, MPFR_RNDA);
  if (series) { /* 1 - x^2/6 (1 - x^2/20), wrong by x^4/840 of that rest */
    mpfr_sqr(rest, x, MPFR_RNDA);
    mpfr_set_prec(wide, mpfr_get_prec(rest));
    mpfr_div_si(wide, rest, -20, MPFR_RNDA);
    mpfr_add_ui(wide, wide, 1, MPFR_RNDA);
    mpfr_div_si(rest, rest, -6, MPFR_RNDA);
    mpfr_mul(rest, rest, wide, MPFR_RNDA);
  } else {
    mpfr_sin(wide, x, MPFR_RNDN);
    mpfr_div(wide, wide, x, MPFR_RNDN);
    mpfr_sub_ui(rest, wide, (unsigned long)small, MPFR_RNDN);
  }
  mpfr_clear(wide);
}

static const struct {
  const char *name;
  formula *formula;
  double at_zero, least, most; /* the values at 0 (NaN: x itself) and at both infinities */
} functions[] = {{"sigmoid", logistic, 0.5, 0, 1},
                 {"softplus", softplus, BY_FORMULA, 0, INFINITY},
                 {"silu", silu, NAN, -0.0, INFINITY},
                 {"gelu", gelu, NAN, -0.0, INFINITY},
                 {"gelu_tanh", gelu_tanh, NAN, -0.0, INFINITY},
                 {"mish", mish, NAN, -0.0, INFINITY},
                 {"sinc", sinc, 1, 0, 0}};
static int at; /* the function */

/* ---- rounding ---- */

/* y = base + rest in the format, p bits. Next to a number below 2^emin the sum is taken with
   2^emin, where a unit is that of subnormal numbers. */
static void round_sum(mpfr_t y, mpfr_t base, mpfr_t rest, mpfr_rnd_t round) {
  mpfr_t w, shift;
  mpfr_inits2(64, w, shift, NULL);
  mpfr_add(w, base, rest, MPFR_RNDZ);
  const int negative = mpfr_signbit(w) != 0, subnormal = mpfr_get_exp(w) - 1 < emin;
  if (subnormal) mpfr_set_si_2exp(shift, negative ? -1 : 1, emin, MPFR_RNDN);
  else mpfr_set_zero(shift, 1);
  const mpfr_ptr terms[] = {base, rest, shift};
  mpfr_sum(y, terms, 3, round);
  mpfr_sub(y, y, shift, MPFR_RNDN);
  if (mpfr_zero_p(y)) mpfr_set_zero(y, negative ? -1 : 1);
  if (mpfr_regular_p(y) && mpfr_get_exp(y) - 1 > emax) {
    mpfr_set_inf(y, negative ? -1 : 1);
    if (round == MPFR_RNDZ || round == (negative ? MPFR_RNDU : MPFR_RNDD))
      mpfr_nexttoward(y, shift);
  }
  mpfr_clears(w, shift, NULL);
}

/* A rest that MPFR can hardly hold is as good as any other far below the formats. */
static void clamp(mpfr_t rest) {
  const mpfr_exp_t far = -((mpfr_exp_t)1 << 40);
  if (mpfr_zero_p(rest) || mpfr_get_exp(rest) < far)
    mpfr_set_si_2exp(rest, mpfr_signbit(rest) ? -1 : 1, far, MPFR_RNDN);
}

/* All modes, or 0 if the rest is not known well enough. */
static int round_all(mpfr_t y[MODES], mpfr_t base, mpfr_t rest) {
  mpfr_t off, less, more, other;
  mpfr_inits2(mpfr_get_prec(rest) + 8, less, more, NULL);
  mpfr_inits2(p, off, other, NULL);
  mpfr_mul_2si(off, rest, GUARD - mpfr_get_prec(rest), MPFR_RNDA);
  mpfr_sub(less, rest, off, MPFR_RNDN);
  mpfr_add(more, rest, off, MPFR_RNDN);
  int same = 1;
  for (int mode = 0; mode < MODES; mode++) {
    round_sum(y[mode], base, less, rounds[mode]);
    round_sum(other, base, more, rounds[mode]);
    same &= mpfr_equal_p(y[mode], other) && mpfr_signbit(y[mode]) == mpfr_signbit(other);
  }
  mpfr_clears(off, less, more, other, NULL);
  return same;
}

static void set_all(mpfr_t y[MODES], double value) {
  for (int mode = 0; mode < MODES; mode++) mpfr_set_d(y[mode], value, MPFR_RNDN);
}

static void evaluate(mpfr_t y[MODES], const mpfr_t x) {
  if (mpfr_nan_p(x)) {
    set_all(y, NAN);
  } else if (mpfr_inf_p(x)) {
    set_all(y, mpfr_sgn(x) < 0 ? functions[at].least : functions[at].most);
  } else if (mpfr_zero_p(x) && functions[at].at_zero != BY_FORMULA) {
    set_all(y, isnan(functions[at].at_zero) ? mpfr_get_d(x, MPFR_RNDN) : functions[at].at_zero);
  } else {
    mpfr_t base, rest;
    mpfr_inits2(BITS_LEAST, base, rest, NULL);
    mpfr_prec_t bits = BITS_LEAST;
    for (;; bits *= 2) {
      mpfr_set_prec(base, bits), mpfr_set_prec(rest, bits);
      functions[at].formula(base, rest, x);
      clamp(rest);
      if (round_all(y, base, rest)) break;
      if (bits < BITS_MOST) continue;
      mpfr_fprintf(stderr, "brute-named: not known at %Ra\n", x);
      exit(2);
    }
    mpfr_clears(base, rest, NULL);
  }
}

/* ---- encodings of 16 bits ---- */

enum { CODES = 1 << 16, SIGN = 1 << 15 };

static void decode(mpfr_t x, unsigned code) {
  const unsigned ordinal = code & (SIGN - 1), binade = 1u << (p - 1),
                 infinite = (unsigned)(emax - emin + 2) << (p - 1);
  const unsigned e = ordinal < binade ? 0 : ordinal / binade - 1;
  if (ordinal > infinite) mpfr_set_nan(x);
  else if (ordinal == infinite) mpfr_set_inf(x, 1);
  else mpfr_set_ui_2exp(x, ordinal - e * binade, (mpfr_exp_t)e + emin - p + 1, MPFR_RNDN);
  mpfr_setsign(x, x, code & SIGN ? 1 : 0, MPFR_RNDN);
}

static uint16_t encode(const mpfr_t y) {
  const unsigned infinite = (unsigned)(emax - emin + 2) << (p - 1),
                 sign = mpfr_signbit(y) ? SIGN : 0;
  if (mpfr_nan_p(y)) return (uint16_t)(infinite + (1u << (p - 2)));
  if (mpfr_inf_p(y)) return (uint16_t)(sign | infinite);
  if (mpfr_zero_p(y)) return (uint16_t)sign;
  const long e = mpfr_get_exp(y) - 1 < emin ? emin : mpfr_get_exp(y) - 1;
  mpfr_t X;
  mpfr_init2(X, p);
  mpfr_abs(X, y, MPFR_RNDN);
  mpfr_mul_2si(X, X, p - 1 - e, MPFR_RNDN);
  const unsigned ordinal = ((unsigned)(e - emin) << (p - 1)) + (unsigned)mpfr_get_ui(X, MPFR_RNDN);
  mpfr_clear(X);
  return (uint16_t)(sign | ordinal);
}

static uint16_t table[MODES][CODES];

static unsigned long long state;
static unsigned next(unsigned below) {
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return (unsigned)(state >> 33) % below;
}

/* One of the results becomes a neighbour, the other zero, NaN, or of the other sign. */
static void alter(unsigned code) {
  const int mode = (int)next(MODES);
  const uint16_t right = table[mode][code],
                 infinite = (uint16_t)((unsigned)(emax - emin + 2) << (p - 1));
  static const char *const signs[] = {"", "-"};
  uint16_t wrong = right;
  switch (next(5)) {
  case 0: wrong++; break;
  case 1: wrong--; break;
  case 2: wrong = right & (SIGN - 1) ? right & SIGN : right ^ SIGN; break;
  case 3: wrong = infinite + 1; break;
  default: wrong ^= SIGN;
  }
  mpfr_t x;
  mpfr_init2(x, p);
  decode(x, code);
  table[mode][code] = wrong;
  if (mpfr_inf_p(x)) fprintf(stderr, "%sinf\t%s\n", signs[code >> 15], mode_names[mode]);
  else fprintf(stderr, "%a\t%s\n", mpfr_get_d(x, MPFR_RNDN), mode_names[mode]);
  mpfr_clear(x);
}

static int write_table(const char *seed) {
  const unsigned infinite = (unsigned)(emax - emin + 2) << (p - 1), binade = 1u << (p - 1);
  mpfr_t x, y[MODES];
  mpfr_init2(x, p);
  for (int mode = 0; mode < MODES; mode++) mpfr_init2(y[mode], p);
  for (unsigned code = 0; code < CODES; code++) {
    decode(x, code);
    evaluate(y, x);
    for (int mode = 0; mode < MODES; mode++) table[mode][code] = encode(y[mode]);
  }
  if (seed) {
    state = strtoull(seed, NULL, 10);
    for (unsigned sign = 0; sign < CODES; sign += SIGN) {
      for (unsigned least = 0; least < infinite; least += binade)
        alter(sign + least + 1 + next(binade - 1));
      alter(sign), alter(sign + infinite);
    }
  }
  return fwrite(table, sizeof table, 1, stdout) != 1 || fflush(stdout);
}

static int answer(const char *mode_name) {
  static char line[256];
  mpfr_t x, y[MODES];
  int mode = 0;
  while (mode < MODES && strcmp(mode_names[mode], mode_name)) mode++;
  if (mode == MODES) return 2;
  mpfr_init2(x, p);
  for (int i = 0; i < MODES; i++) mpfr_init2(y[i], p);
  while (fgets(line, sizeof line, stdin)) {
    if (mpfr_set_str(x, strtok(line, "\n"), 0, MPFR_RNDN)) return 2;
    evaluate(y, x);
    mpfr_printf("%Ra\n", y[mode]);
  }
  return fflush(stdout);
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    int p, emin, emax;
  } formats[] = {
      {"binary16", 11, -14, 15}, {"bfloat16", 8, -126, 127}, {"binary32", 24, -126, 127}};
  for (size_t i = 0; argc >= 3 && i < sizeof formats / sizeof *formats; i++)
    if (!strcmp(argv[2], formats[i].name))
      p = formats[i].p, emin = formats[i].emin, emax = formats[i].emax;
  while (argc >= 3 && (size_t)at < sizeof functions / sizeof *functions &&
         strcmp(argv[1], functions[at].name))
    at++;
  if (!p || (size_t)at == sizeof functions / sizeof *functions || argc > 4) return 2;
  mpfr_set_emin(mpfr_get_emin_min());
  mpfr_set_emax(mpfr_get_emax_max());
  return argc == 4 && argv[3][0] > '9' ? answer(argv[3]) : p < 16 ? write_table(argv[3]) : 2;
}
