/* Expressions for tests: a parser and an evaluator of their own, by MPFR alone, that share nothing
   with lib/expression. The value comes from two evaluations, the second with twice the
   bits and more: where they agree, the value is rounded; where no operation was inexact, it is
   exact. Where they never agree it is not known, nor where something that mattered over- or
   underflowed on the way (beyond 2^(2^62)): infinity by infinity was met, or a 0 that has not the
   sign of the value, as log(1 + 0), or what is left is as far out. formula_unknown says so, and the
   argument is not compared. */
#ifndef TMD_TEST_FORMULA_H
#define TMD_TEST_FORMULA_H

#include <ctype.h>

#include <gmp.h>

#include "lib/base/arb-compat.h"
#include "tests/reference/reference.h"

struct formula {
  /* x, # (number), p (pi), e, ~ (minus), + - * / ^, | (absolute value), f (function), m and M
     (minimum, maximum), ? (left where `test` has one of these signs, else right: set bits 1 for
     negative, 2 for 0, 4 for positive) */
  char op;
  struct formula *left, *right, *test;
  int signs;
  mpq_t number;
  const struct ref_function *function;
};

static const char *formula_at; /* being parsed */

/* What x stands for where it is no binary number. */
static _Thread_local mpq_srcptr formula_argument;

static struct formula *formula_choice(void);

static void formula_fail(const char *what) {
  fprintf(stderr, "formula: %s at '%s'\n", what, formula_at);
  exit(2);
}

static struct formula *formula_make(char op, struct formula *left, struct formula *right) {
  struct formula *f = calloc(1, sizeof *f);
  if (!f) abort();
  *f = (struct formula){.op = op, .left = left, .right = right};
  mpq_init(f->number);
  return f;
}

static int formula_accept(char c) {
  if (*formula_at != c) return 0;
  formula_at++;
  return 1;
}

/* Decimal digits with a point and an exponent, exactly. */
static struct formula *formula_number(void) {
  struct formula *f = formula_make('#', NULL, NULL);
  long exponent = 0;
  for (int point = 0; isdigit((unsigned char)*formula_at) || (*formula_at == '.' && !point);
       formula_at++) {
    if (*formula_at == '.') {
      point = 1;
      continue;
    }
    mpz_mul_ui(mpq_numref(f->number), mpq_numref(f->number), 10);
    mpz_add_ui(mpq_numref(f->number), mpq_numref(f->number), (unsigned long)(*formula_at - '0'));
    exponent -= point;
  }
  if (*formula_at == 'e' && (isdigit((unsigned char)formula_at[1]) || formula_at[1] == '-')) {
    char *end;
    exponent += strtol(formula_at + 1, &end, 10);
    formula_at = end;
  }
  SCOPED(mpz, ten);
  mpz_ui_pow_ui(ten, 10, (unsigned long)labs(exponent));
  if (exponent > 0) mpz_mul(mpq_numref(f->number), mpq_numref(f->number), ten);
  else mpz_set(mpq_denref(f->number), ten);
  mpq_canonicalize(f->number);
  return f;
}

static struct formula *formula_primary(void) {
  char name[32];
  size_t length = 0;
  if (isdigit((unsigned char)*formula_at) || *formula_at == '.') return formula_number();
  if (formula_accept('(')) {
    struct formula *f = formula_choice();
    if (!formula_accept(')')) formula_fail("no )");
    return f;
  }
  while (isalnum((unsigned char)*formula_at) && length + 1 < sizeof name)
    name[length++] = *formula_at++;
  name[length] = 0;
  if (!strcmp(name, "x")) return formula_make('x', NULL, NULL);
  if (!strcmp(name, "pi")) return formula_make('p', NULL, NULL);
  if (!strcmp(name, "e")) return formula_make('e', NULL, NULL);
  const struct ref_function *function = ref_find(name);
  const char op = function               ? 'f'
                  : !strcmp(name, "abs") ? '|'
                  : !strcmp(name, "min") ? 'm'
                  : !strcmp(name, "max") ? 'M'
                                         : 0;
  if (!op || !formula_accept('(')) formula_fail("not known here");
  struct formula *f = formula_make(op, formula_choice(), NULL);
  f->function = function;
  for (int of = 1; (op == 'm' || op == 'M') && formula_accept(','); of++) {
    if (of > 1) f = formula_make(op, f, NULL);
    f->right = formula_choice();
  }
  if (!formula_accept(')')) formula_fail("no )");
  return f;
}

static struct formula *formula_factor(void) {
  if (formula_accept('-')) return formula_make('~', formula_factor(), NULL);
  struct formula *f = formula_primary();
  return formula_accept('^') ? formula_make('^', f, formula_factor()) : f;
}

/* Parts with one of two operators between them. */
static struct formula *formula_chain(struct formula *part(void), char one, char other) {
  struct formula *f = part();
  while (*formula_at == one || *formula_at == other) {
    const char op = *formula_at++;
    f = formula_make(op, f, part());
  }
  return f;
}

static struct formula *formula_product(void) { return formula_chain(formula_factor, '*', '/'); }
static struct formula *formula_sum(void) { return formula_chain(formula_product, '+', '-'); }

/* A comparison as the signs of the difference of its sides; 0: none. */
static int formula_relation(void) {
  static const struct {
    const char *text;
    int signs;
  } relations[] = {{"<=", 3}, {">=", 6}, {"==", 2}, {"!=", 5}, {"<", 1}, {">", 4}};
  for (size_t i = 0; i < sizeof relations / sizeof *relations; i++) {
    const size_t length = strlen(relations[i].text);
    if (strncmp(formula_at, relations[i].text, length)) continue;
    formula_at += length;
    return relations[i].signs;
  }
  return 0;
}

static struct formula *formula_choice(void) {
  struct formula *f = formula_sum();
  const int signs = formula_relation();
  if (!signs) return f;
  struct formula *choice = formula_make('?', NULL, NULL);
  choice->signs = signs;
  choice->test = formula_make('-', f, formula_sum());
  if (!formula_accept('?')) formula_fail("no ?");
  choice->left = formula_choice();
  if (!formula_accept(':')) formula_fail("no :");
  choice->right = formula_choice();
  return choice;
}

/* A formula, or the name of a function alone. */
__attribute__((unused)) static struct formula *formula_parse(const char *text) {
  const struct ref_function *function = ref_find(text);
  struct formula *f;
  formula_at = text;
  if (function) {
    f = formula_make('f', formula_make('x', NULL, NULL), NULL);
    f->function = function;
    return f;
  }
  f = formula_choice();
  if (*formula_at) formula_fail("more than a formula");
  return f;
}

enum { FORMULA_BITS_MAX = 1 << 10 };

/* The value that was asked for last, or the place of it, was not found: it is there, or may not be;
   it is far below every format, or 0. */
static _Thread_local int formula_unknown, formula_vanished;
enum { FORMULA_UNKNOWN = 1, FORMULA_DOUBTFUL = 2 };

/* Of one evaluation: what was rounded has come to 0 by a sum or a function, which the value is not,
   or nobody knows; the sine was taken of an error, or what was rounded has come to a pole; some
   part has no value: of exact numbers, or by the sign of what was rounded, which more bits may
   change. */
static _Thread_local int formula_lost, formula_noise, formula_undefined;
enum { FORMULA_UNDEFINED = 1, FORMULA_UNDEFINED_ROUNDED = 2 };

/* Bits that its sums have lost by cancellation, all together: 1/x + x/12 - 1/x has them also where
   both errors are one. */
static _Thread_local mpfr_exp_t formula_cancelled;

static int formula_flow(void) { return mpfr_overflow_p() || mpfr_underflow_p(); }

static int formula_begins(const struct formula *f, const char *const names[]) {
  for (; f->function && *names; names++)
    if (!strncmp(f->function->name, *names, strlen(*names))) return 1;
  return 0;
}

/* Functions that take what is far out to where formats are, and numbers to 0; and those that
   oscillate far out. */
static int formula_is_slow(const struct formula *f) {
  return formula_begins(f, (const char *[]){"log", "asinh", "acosh", "lgamma", NULL});
}
static int formula_oscillates(const struct formula *f) {
  return formula_begins(f, (const char *[]){"sin", "cos", "tan", "tgamma", "lgamma", NULL}) &&
         !formula_begins(f, (const char *[]){"sinh", "cosh", "tanh", NULL});
}

/* Without a value at negative numbers, also those that have underflowed to 0. */
static int formula_is_root(const struct formula *f) {
  return f->op == '^' || formula_begins(f, (const char *[]){"sqrt", "rsqrt", NULL});
}

/* Functions without a value at infinity, or at one of them: what is as far out as that has none
   either. Nor has a negative number a power that is not rational, however small. */
static int formula_ends(const struct formula *f, const mpfr_t a) {
  if (f->op == '^') return !mpfr_nan_p(a) && mpfr_sgn(a) <= 0;
  if (!mpfr_inf_p(a)) return 0;
  return formula_is_slow(f) || formula_is_root(f) ||
         formula_begins(f, (const char *[]){"asin", "acos", "atanh", NULL});
}

/* The greater exponent of two; 0 if neither is a number other than 0. */
static mpfr_exp_t formula_size(const mpfr_t a, const mpfr_t b) {
  if (!mpfr_regular_p(a)) return mpfr_regular_p(b) ? mpfr_get_exp(b) : 0;
  return mpfr_regular_p(b) && mpfr_get_exp(b) > mpfr_get_exp(a) ? mpfr_get_exp(b) : mpfr_get_exp(a);
}

/* As far out as what has over- or underflowed may be. */
static int formula_far(const mpfr_t w) {
  const mpfr_exp_t far = (mpfr_exp_t)1 << 40;
  return mpfr_regular_p(w) && (mpfr_get_exp(w) > far || mpfr_get_exp(w) < -far);
}

/* 1 if the sign of a - b may be another than what is seen: infinity may be the root of what has
   overflowed, and less than b. */
static int formula_blind(const mpfr_t a, const mpfr_t b) {
  return formula_flow() && ((mpfr_inf_p(a) && formula_far(b)) || (mpfr_inf_p(b) && formula_far(a)));
}

/* y = f of a and b; flow: something had over- or underflowed before; inexact: a or b; the inexact
   flag: they or y. Infinity and 0 may have logarithms in a format's range then, and a 0 that comes
   of numbers has not the sign that the value has. */
static void formula_check(const struct formula *f, const mpfr_t y, const mpfr_t a, const mpfr_t b,
                          int flow, int inexact) {
  const int of_numbers = (!f->left || mpfr_regular_p(a)) && (!f->right || mpfr_regular_p(b));
  if (mpfr_nan_p(y) && (of_numbers || formula_ends(f, a)))
    formula_undefined |= mpfr_inexflag_p() ? FORMULA_UNDEFINED_ROUNDED : FORMULA_UNDEFINED;
  if (mpfr_divby0_p() && !flow && inexact) formula_noise = 1; /* a pole, or beside one */
  else if (mpfr_divby0_p() && !flow) formula_undefined |= FORMULA_UNDEFINED;
  if (mpfr_zero_p(y) && of_numbers && (inexact || mpfr_inexflag_p() || flow) && !mpfr_underflow_p())
    formula_lost = 1;
  if (formula_oscillates(f) && inexact &&
      (mpfr_nan_p(y) || (mpfr_regular_p(a) && mpfr_get_exp(a) > mpfr_get_prec(a) / 2)))
    formula_noise = 1; /* NaN: gamma of what has come to a pole */
  if (flow &&
      (f->op == '/' ? mpfr_zero_p(b) : formula_is_root(f) && mpfr_zero_p(a) && mpfr_signbit(a)))
    formula_noise = 1;
  if ((f->op == '+' || f->op == '-') && mpfr_regular_p(y) && formula_size(a, b) > mpfr_get_exp(y))
    formula_cancelled += formula_size(a, b) - mpfr_get_exp(y);
  if ((f->op == '+' || f->op == '-') && formula_blind(a, b)) formula_unknown = 1;
  if (flow && formula_is_slow(f) && !mpfr_nan_p(y) && (!of_numbers || mpfr_zero_p(y)))
    formula_unknown = 1;
}

static void formula_value(mpfr_t y, const struct formula *f, const mpfr_t x);

/* The part of a choice that is taken; NULL: its test has no sign. Where that is one of rounding
   more bits are asked for. */
static const struct formula *formula_taken(const struct formula *f, const mpfr_t x,
                                           mpfr_prec_t bits) {
  FLOATS(bits, a, b, d);
  formula_value(a, f->test->left, x);
  formula_value(b, f->test->right, x);
  mpfr_sub(d, a, b, MPFR_RNDN);
  const int sign = mpfr_sgn(d), known = !mpfr_nan_p(d), inexact = mpfr_inexflag_p();
  if ((!known && formula_flow()) || formula_blind(a, b)) formula_unknown = 1;
  else if (!known) formula_undefined |= inexact ? FORMULA_UNDEFINED_ROUNDED : FORMULA_UNDEFINED;
  const int small =
      sign == 0 || (mpfr_regular_p(d) && mpfr_get_exp(d) < formula_size(a, b) - bits / 2);
  if (known && inexact && small) formula_noise = 1;
  return !known ? NULL : f->signs & (sign < 0 ? 1 : sign == 0 ? 2 : 4) ? f->left : f->right;
}

/* What happened in the test does not matter to the value. */
static void formula_choose(mpfr_t y, const struct formula *f, const mpfr_t x) {
  const mpfr_flags_t before = mpfr_flags_save();
  mpfr_clear_flags();
  const struct formula *taken = formula_taken(f, x, mpfr_get_prec(y));
  mpfr_clear_flags();
  if (taken) formula_value(y, taken, x);
  else mpfr_set_nan(y);
  mpfr_flags_set(before);
}

static void formula_extreme(mpfr_t y, int op, const mpfr_t a, const mpfr_t b) {
  if (mpfr_nan_p(a) || mpfr_nan_p(b)) mpfr_set_nan(y); /* MPFR takes the other one */
  else if (op == 'm') mpfr_min(y, a, b, MPFR_RNDN);
  else mpfr_max(y, a, b, MPFR_RNDN);
}

/* Rational numbers are exponents of any number, others of positive ones. */
static int formula_is_rational(const struct formula *f) {
  if (f->op == '#') return 1;
  return strchr("~+-*/^", f->op) && formula_is_rational(f->left) &&
         (!f->right || formula_is_rational(f->right));
}
static void formula_power(mpfr_t y, const struct formula *f, const mpfr_t a, const mpfr_t b) {
  if (mpfr_nan_p(a) || (mpfr_sgn(a) <= 0 && !formula_is_rational(f->right)))
    mpfr_set_nan(y); /* MPFR has a NaN's power 0 */
  else mpfr_pow(y, a, b, MPFR_RNDN);
}

/* To the precision of y. MPFR's flags say what happened on the way. */
static void formula_value(mpfr_t y, const struct formula *f, const mpfr_t x) {
  if (f->op == '?') {
    formula_choose(y, f, x);
    return;
  }
  FLOATS(mpfr_get_prec(y), a, b);
  const int inexact_before = mpfr_inexflag_p();
  mpfr_clear_inexflag();
  if (f->left) formula_value(a, f->left, x);
  if (f->right) formula_value(b, f->right, x);
  const int flow = formula_flow(), inexact = mpfr_inexflag_p();
  mpfr_clear_divby0();
  switch (f->op) {
  case 'x':
    if (formula_argument) mpfr_set_q(y, formula_argument, MPFR_RNDN);
    else mpfr_set(y, x, MPFR_RNDN);
    break;
  case '#': mpfr_set_q(y, f->number, MPFR_RNDN); break;
  case 'p': mpfr_const_pi(y, MPFR_RNDN); break;
  case 'e':
    mpfr_set_ui(a, 1, MPFR_RNDN);
    mpfr_exp(y, a, MPFR_RNDN);
    break;
  case '~': mpfr_neg(y, a, MPFR_RNDN); break;
  case '|': mpfr_abs(y, a, MPFR_RNDN); break;
  case '+': mpfr_add(y, a, b, MPFR_RNDN); break;
  case '-': mpfr_sub(y, a, b, MPFR_RNDN); break;
  case '*': mpfr_mul(y, a, b, MPFR_RNDN); break;
  case '/': mpfr_div(y, a, b, MPFR_RNDN); break;
  case '^': formula_power(y, f, a, b); break;
  case 'm':
  case 'M': formula_extreme(y, f->op, a, b); break;
  default: ref_value(y, f->function, a, MPFR_RNDN);
  }
  formula_check(f, y, a, b, flow, inexact);
  if (inexact_before) mpfr_set_inexflag();
}

/* 1 if both agree so far that all of it rounds to one number. Bits that w has lost are not good,
   however far v agrees. */
static int formula_agrees(const mpfr_t v, const mpfr_t w, mpfr_exp_t cancelled, mpfr_prec_t bits,
                          mpfr_rnd_t round) {
  enum { GUARD = 16 };
  if (!mpfr_regular_p(v) || !mpfr_regular_p(w) || mpfr_get_exp(v) != mpfr_get_exp(w)) return 0;
  FLOATS(32, d);
  mpfr_sub(d, v, w, MPFR_RNDA);
  const mpfr_exp_t lost = mpfr_zero_p(d) ? -mpfr_get_prec(v) : mpfr_get_exp(d) - mpfr_get_exp(w);
  /* v is wrong by 2^lost, w by far less: its bits are more than twice as many */
  const mpfr_exp_t good = -2 * lost - GUARD, most = mpfr_get_prec(w) - cancelled - GUARD;
  return mpfr_can_round(w, good < most ? good : most, MPFR_RNDN, round, bits);
}

/* Both far below every format, on one side of 0: what is left of 1 - 1. */
static int formula_vanishes(const mpfr_t v, const mpfr_t w) {
  enum { FAR = -600 };
  return mpfr_regular_p(v) && mpfr_regular_p(w) && mpfr_sgn(v) == mpfr_sgn(w) &&
         mpfr_get_exp(v) < FAR && mpfr_get_exp(w) < FAR;
}

/* Of w: NaN outside the domain; infinity and 0, where they come from over- and underflow, with
   these flags. */
static int formula_outcome(mpfr_t y, const mpfr_t w, int exact, int flow, mpfr_rnd_t round) {
  int ternary = mpfr_set(y, w, round);
  mpfr_clear_flags();
  if (mpfr_nan_p(w) || (mpfr_inf_p(w) && !flow)) mpfr_set_nan(y);
  else if (mpfr_inf_p(w)) mpfr_set_overflow();
  else if (mpfr_zero_p(w) && flow) mpfr_set_underflow();
  if (ternary == 0 && !exact) ternary = 1;
  return ternary;
}

/* Two evaluations at one argument, kept for as long as it is asked for: what lies beside a number
   is, to more and more bits. */
struct formula_pair {
  const struct formula *formula; /* NULL: none yet */
  mpfr_t x, v, w;
  int flow, pole,
      exact; /* of w: over- or underflow on the way; there is no value; this is the value */
  int noise, doubtful;  /* of w: an error came in; there may be no value: more bits show it, or
                           nothing does */
  int unknown;          /* something that mattered was beyond the range */
  mpfr_exp_t cancelled; /* bits, of w */
};

/* w becomes v, and another is evaluated with twice the bits and more. */
static void formula_evaluate(struct formula_pair *pair) {
  mpfr_swap(pair->v, pair->w);
  mpfr_set_prec(pair->w, 2 * mpfr_get_prec(pair->v) + 64);
  mpfr_clear_flags();
  formula_unknown = formula_lost = formula_noise = formula_undefined = 0;
  formula_cancelled = 0;
  formula_value(pair->w, pair->formula, pair->x);
  pair->flow = formula_flow();
  pair->noise = formula_noise;
  pair->doubtful = formula_lost || formula_noise ||
                   ((formula_undefined & FORMULA_UNDEFINED_ROUNDED) &&
                    mpfr_get_prec(pair->v) <= FORMULA_BITS_MAX);
  pair->pole = (formula_undefined & FORMULA_UNDEFINED) ||
               (!pair->doubtful && (formula_undefined || (!pair->flow && mpfr_nan_p(pair->w))));
  pair->exact = !pair->flow && !pair->pole && !mpfr_inexflag_p();
  pair->cancelled = formula_cancelled;
  pair->unknown |= formula_unknown ||
                   (pair->flow && (formula_lost || mpfr_nan_p(pair->w) || formula_far(pair->w)));
}

static struct formula_pair *formula_pair_at(const struct formula *f, const mpfr_t x) {
  enum { BITS = 96 };
  static _Thread_local struct formula_pair pair;
  if (pair.formula == f && mpfr_equal_p(pair.x, x) && !mpfr_signbit(pair.x) == !mpfr_signbit(x))
    return &pair;
  if (!pair.formula) mpfr_inits2(BITS, pair.x, pair.v, pair.w, NULL);
  pair.formula = f;
  pair.unknown = 0;
  mpfr_set_prec(pair.x, mpfr_get_prec(x));
  mpfr_set(pair.x, x, MPFR_RNDN);
  mpfr_set_prec(pair.w, BITS);
  formula_value(pair.w, f, x);
  formula_evaluate(&pair);
  return &pair;
}

static int formula_is_found(const struct formula_pair *pair, mpfr_prec_t bits, mpfr_rnd_t round) {
  if (pair->pole || pair->exact) return 1;
  if (pair->noise) return 0;
  if (pair->flow && !mpfr_regular_p(pair->w)) return 1;
  return formula_agrees(pair->v, pair->w, pair->cancelled, bits, round);
}

/* y rounded, the ternary value returned; NaN outside the domain, and where the value is not found.
 */
__attribute__((unused)) static int formula_round(mpfr_t y, const struct formula *f, const mpfr_t x,
                                                 mpfr_rnd_t round) {
  struct formula_pair *pair = formula_pair_at(f, x);
  int found;
  while (!(found = formula_is_found(pair, mpfr_get_prec(y), round)) &&
         mpfr_get_prec(pair->v) <= FORMULA_BITS_MAX)
    formula_evaluate(pair);
  formula_vanished = !found && !pair->noise && formula_vanishes(pair->v, pair->w);
  formula_unknown = !pair->pole && (pair->unknown || (!found && !formula_vanished));
  if (formula_unknown && pair->doubtful) formula_unknown = FORMULA_DOUBTFUL;
  if (!pair->pole && !formula_unknown)
    return formula_outcome(y, pair->w, pair->exact, pair->flow, round);
  mpfr_clear_flags();
  mpfr_set_nan(y);
  return 0;
}

#endif
