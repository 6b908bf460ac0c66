/* Logarithms in vectors, of x, of 1 + x, and of the arguments u of asinh, acosh and atanh
   (log-argument.h): u = 2^e z, z from about sqrt(1/2) to sqrt(2), and log_b u = e log_b 2 + 2
   atanh(s)/log b, s = (z - 1)/(z + 1) = (u - p)/(u + p), p = 2^e, without a table. The text before
   the steps: vector-log-text.h.

   s = r/d, where r and d are taken here in units of p. In units of 2^-52 they have these errors:

   x: none, as x has 24 bits and lies between p/2 and 2 p.
   1 + x: r = x + (1 - p) and d = x + (1 + p) are sums with the errors |r| and d, and 1 where 1 - p
   is rounded, e > 52; r = x is exact for e = 0.
   asinh, acosh: let a be the result's sinh, and b its cosh: u = a + b. One of the two is x, and the
   other one a root, with an error of 3/2 times it, as its argument has a relative error of 1 at
   most. Where x^2 - 1 < 1, this is exact. For e = 0, s = a/(b + 1) does not cancel: it is the
   hyperbolic tangent of half the result. Else r = (b - p) + a and d = (b + p) + a have the errors
   of the root, the first sum and the second one.
   atanh: s = (a (1 + p) + (1 - p))/(a (1 - p) + (1 + p)), a = |x|, with three roundings; it is a
   itself for e = 0. The result is half the logarithm. Products of a, of 24 bits, and 1 + p or 1 -
   p, of 26 at most, are exact: without FMA, s has the same three roundings.

   Without FMA all other products before the steps are exact, too: those of x^2, and of g, 0 or 1.

   Where s is 0, the result is e log_b 2 rounded once: so log2(1 + x) is exact for 1 + x = p. */
#include <math.h>

#include "tools/generate/reals.h"
#include "tools/generate/vector/scheme/vector-log-text.h"
#include "tools/generate/vector/vector-text.h"

enum { PIECES = 32 /* of the range of s, for each e but 0 */, EXACT_MOST = 52 };

struct vector_log {
  enum tmd_function_id id;
  enum tmd_log_argument of;
  const char *name, *series; /* of the logarithm, and of its polynomial */
  int first_power, powers;   /* 10^n for these n are exceptions */
};

/* By the harmless argument, 1 or 0, and the sign of the result. */
static const struct vector_log
    plain[] = {{TMD_FN_log, TMD_LOG_OF_X, "log", "2*atanh(x)", 0, 0},
               {TMD_FN_log2, TMD_LOG_OF_X, "log2", "2*atanh(x)/log(2)", 0, 0},
               {TMD_FN_log10, TMD_LOG_OF_X, "log10", "2*atanh(x)/log(10)", 0, 10},
               {TMD_FN_acosh, TMD_LOG_OF_ACOSH, "log", "2*atanh(x)", 0, -1}},
    plus[] = {{TMD_FN_log1p, TMD_LOG_OF_PLUS, "log", "2*atanh(x)", 0, -1},
              {TMD_FN_log2p1, TMD_LOG_OF_PLUS, "log2", "2*atanh(x)/log(2)", 0, -1},
              {TMD_FN_log10p1, TMD_LOG_OF_PLUS, "log10", "2*atanh(x)/log(10)", 1, 7}},
    odd[] = {{TMD_FN_asinh, TMD_LOG_OF_ASINH, "log", "2*atanh(x)", 0, -1},
             {TMD_FN_atanh, TMD_LOG_OF_ATANH, "log", "atanh(x)", 0, -1}};

static const void *plain_data(const struct tmd_function *f) {
  return tmd_kind_of(f, plain, sizeof plain / sizeof *plain, sizeof *plain);
}

static const void *plus_data(const struct tmd_function *f) {
  return tmd_kind_of(f, plus, sizeof plus / sizeof *plus, sizeof *plus);
}

static const void *odd_data(const struct tmd_function *f) {
  return tmd_kind_of(f, odd, sizeof odd / sizeof *odd, sizeof *odd);
}

/* ---- the polynomial ---- */

/* log_b 2, or half of it for atanh. */
static void log_of_two(arb_t value, const struct tmd_approximation *p) {
  arb_set_ui(value, 2);
  arb_poly_t g;
  arb_poly_init(g);
  tmd_function_series(p->f, g, value, 1, TMD_IDEAL_BITS);
  arb_poly_get_coeff_arb(value, g, 0);
  if (p->halved) arb_mul_2exp_si(value, value, -1);
  arb_poly_clear(g);
}

/* 2 atanh(t)/log b = 2 atanh(t) log_b(2)/log 2. */
static void series(arb_poly_t g, const struct tmd_approximation *p, const arb_t t, slong length) {
  arb_t factor, natural;
  arb_init(factor), arb_init(natural);
  log_of_two(factor, p);
  arb_const_log2(natural, TMD_IDEAL_BITS);
  arb_div(factor, factor, natural, TMD_IDEAL_BITS);
  arb_mul_2exp_si(factor, factor, 1);
  tmd_function_series(tmd_function_find("atanh"), g, t, length, TMD_IDEAL_BITS);
  arb_poly_scalar_mul(g, g, factor, TMD_IDEAL_BITS);
  arb_clear(factor), arb_clear(natural);
}

static void plan(struct tmd_design *design) {
  const struct vector_log *kind = design->data;
  struct tmd_approximation *p = &design->p;
  char radius[TMD_DOUBLE_TEXT_BYTES], powers[64] = "";
  const double most = tmd_vector_log_most(kind->of);
  p->f = tmd_function_find(kind->name), p->series = series, p->parity = TMD_PARITY_ODD;
  p->halved = kind->of == TMD_LOG_OF_ATANH;
  p->count = p->halved ? 8 : 7;
  p->radius = (most - 1) / (most + 1) * (1 + 0x1p-30);
  tmd_double_print(radius, p->radius);
  for (int i = 0, bytes = 0; i < p->count; i++)
    bytes += snprintf(powers + bytes, sizeof powers - (size_t)bytes, ",%d" + !i, 2 * i + 1);
  snprintf(p->sollya, sizeof p->sollya,
           "p = fpminimax(%s, [|%s|], [|53...|], [1b-40;%s], relative);\n"
           "for i from 0 to %d do coeff(p,2*i+1);\n",
           kind->series, powers, radius, p->count - 1);
  for (int i = kind->first_power; i <= kind->powers; i++)
    tmd_design_exact(design, pow(10, i) - (kind->of == TMD_LOG_OF_PLUS), i);
}

enum { R, D, E };

static void append(struct tmd_design *design) {
  const struct vector_log *kind = design->data;
  struct tmd_terms *terms = &design->steps;
  int coefficient[TMD_COEFFICIENTS_MAX];
  arb_t two;
  arb_init(two);
  tmd_approximation_take_constant(&design->p);
  const int of_atanh = kind->of == TMD_LOG_OF_ATANH;
  tmd_terms_input(terms, of_atanh ? "s" : "r");
  tmd_terms_input(terms, "d");
  tmd_terms_input(terms, "e");
  log_of_two(two, &design->p);
  const int factor = tmd_terms_number(terms, tmd_real_nearest(two), two),
            s = of_atanh ? R : tmd_terms_quotient(terms, "s", NULL, R, D),
            square = tmd_terms_product(terms, "q", NULL, s, s);
  coefficient[0] = tmd_terms_number(terms, design->p.first, NULL);
  for (int i = 0; i < design->p.count; i++)
    coefficient[i + 1] = tmd_terms_number(terms, design->p.coefficient[i], NULL);
  const int sum = tmd_terms_pairs(terms, coefficient, design->p.count + 1, square),
            of_z = tmd_terms_product(terms, "w", "the logarithm of z", s, sum);
  tmd_terms_fma(terms, "y", NULL, E, factor, of_z);
  arb_clear(two);
}

/* ---- the bound ---- */

/* A state: t = s, and p = 2^e; sinh and cosh of f in units of p, for asinh and acosh. */
struct log_state {
  enum tmd_log_argument of;
  int e;
  arb_t t, r, d, sinh, cosh;
};

static void state_init(struct log_state *state, enum tmd_log_argument of) {
  state->of = of;
  arb_init(state->t), arb_init(state->r), arb_init(state->d);
  arb_init(state->sinh), arb_init(state->cosh);
}

static void state_clear(struct log_state *state) {
  arb_clear(state->t), arb_clear(state->r), arb_clear(state->d);
  arb_clear(state->sinh), arb_clear(state->cosh);
}

static int is_root(const struct log_state *state) {
  return state->of == TMD_LOG_OF_ASINH || state->of == TMD_LOG_OF_ACOSH;
}

/* d = z + 1 = 2/(1 - t), r = z - 1 = t d; z = cosh + sinh, and 1/(p^2 z) = cosh - sinh. For e = 0
   r = sinh and d = cosh + 1 where these are roots. */
static void state_set(struct log_state *state) {
  arb_t inverse;
  arb_init(inverse);
  arb_sub_ui(state->d, state->t, 1, TMD_IDEAL_BITS);
  arb_neg(state->d, state->d);
  arb_ui_div(state->d, 2, state->d, TMD_IDEAL_BITS);
  arb_mul(state->r, state->t, state->d, TMD_IDEAL_BITS);
  arb_add_ui(state->cosh, state->r, 1, TMD_IDEAL_BITS);
  arb_inv(inverse, state->cosh, TMD_IDEAL_BITS);
  arb_mul_2exp_si(inverse, inverse, -2 * state->e);
  arb_sub(state->sinh, state->cosh, inverse, TMD_IDEAL_BITS);
  arb_add(state->cosh, state->cosh, inverse, TMD_IDEAL_BITS);
  arb_mul_2exp_si(state->sinh, state->sinh, -1);
  arb_mul_2exp_si(state->cosh, state->cosh, -1);
  arb_clear(inverse);
  if (state->e || !is_root(state)) return;
  arb_add_ui(state->d, state->cosh, 1, TMD_IDEAL_BITS);
  arb_mul(state->r, state->t, state->d, TMD_IDEAL_BITS);
}

/* error += factor |x|, in units of 2^-52, and the little by which errors enlarge each other. */
static void add_error(mag_t error, double factor, const arb_t x) {
  mag_t size, one;
  mag_init(size), mag_init(one);
  mag_set_d(one, factor * 0x1p-52 * (1 + 0x1p-30));
  arb_get_mag(size, x);
  mag_addmul(error, size, one);
  mag_clear(size), mag_clear(one);
}

/* The errors of r and d, as above. */
static void errors(mag_t of_r, mag_t of_d, const struct log_state *state) {
  const int e = state->e;
  arb_t one;
  arb_init(one);
  arb_one(one);
  if (state->of == TMD_LOG_OF_PLUS) {
    add_error(of_r, e ? 1 : 0, state->r), add_error(of_d, 1, state->d);
    if (e > EXACT_MOST) add_error(of_r, 1, one), add_error(of_d, 1, one);
  } else if (state->of == TMD_LOG_OF_ATANH) add_error(of_r, e ? 3 : 0, state->t);
  else if (is_root(state)) {
    const int sinh = state->of == TMD_LOG_OF_ACOSH; /* is the root */
    const double of_root = e || !sinh ? 1.5 : 1;
    const arb_t *root = sinh ? &state->sinh : &state->cosh;
    if (e || sinh) add_error(of_r, of_root, *root);
    if (e || !sinh) add_error(of_d, of_root, *root);
    add_error(of_d, 1, state->d);
    if (e) {
      arb_sub(one, state->cosh, one, TMD_IDEAL_BITS);
      add_error(of_r, 1, one), add_error(of_r, 1, state->r);
      arb_add_ui(one, state->cosh, 1, TMD_IDEAL_BITS);
      add_error(of_d, 1, one);
    }
  }
  arb_clear(one);
}

/* The states of t from a to b, and e. */
static void bound_piece(struct tmd_design *design, struct log_state *state, double a, double b) {
  arb_t n;
  mag_t of_r, of_d, zero;
  arb_init(n);
  mag_init(of_r), mag_init(of_d), mag_init(zero);
  tmd_real_between(state->t, a, b);
  state_set(state);
  errors(of_r, of_d, state);
  tmd_terms_set(&design->steps, R, state->of == TMD_LOG_OF_ATANH ? state->t : state->r, of_r);
  tmd_terms_set(&design->steps, D, state->d, of_d);
  arb_set_si(n, state->e);
  tmd_terms_set(&design->steps, E, n, zero);
  log_of_two(n, &design->p);
  arb_mul_si(n, n, state->e, TMD_IDEAL_BITS);
  tmd_design_add_near(design, &design->steps, &design->p, state->t, NULL, n);
  arb_clear(n);
  mag_clear(of_r), mag_clear(of_d), mag_clear(zero);
}

/* For e = 0 from the least |t| on, by ratios of 1 + 1/16; t = 0 gives y = 0, exactly. Only the
   logarithms of x and 1 + x have e < 0, and t < 0 for e = 0. */
static void bound(struct tmd_design *design) {
  const struct vector_log *kind = design->data;
  const double to = design->p.radius, step = 2 * to / PIECES,
               least = tmd_vector_log_least(kind->of, kind->id);
  const int both = kind->of <= TMD_LOG_OF_PLUS;
  struct log_state state;
  state_init(&state, kind->of);
  for (int e = tmd_vector_log_e(kind->of, 0); e <= tmd_vector_log_e(kind->of, 1); e++)
    for (int k = 0; k < PIECES && e; k++) {
      state.e = e;
      bound_piece(design, &state, fmax(-to, step * (k - 0x1p-20) - to),
                  fmin(to, step * (k + 1 + 0x1p-20) - to));
    }
  state.e = 0;
  for (double a = least; a < to; a *= 1.0625) {
    bound_piece(design, &state, a, fmin(a * 1.0625, to));
    if (both) bound_piece(design, &state, -fmin(a * 1.0625, to), -a);
  }
  state_clear(&state);
  if (mag_cmp_2exp_si(design->bound, -43) > 0) mag_inf(design->bound); /* see T */
}

/* ---- the text ---- */

static enum tmd_log_argument argument(const struct tmd_design *design) {
  return ((const struct vector_log *)design->data)->of;
}

static void print_usual(FILE *out, const struct tmd_design *design) {
  tmd_vector_log_usual(out, argument(design), design->f->id);
}

static void print_special(FILE *out, const struct tmd_design *design) {
  tmd_vector_log_special(out, argument(design), design->f->id);
}

static void print_reduction(FILE *out, const struct tmd_design *design) {
  tmd_vector_log_reduction(out, argument(design));
}

static const struct tmd_lanes from_one = {.harmless = 0x3f800000,
                                          .y = "y",
                                          .print_usual = print_usual},
                              from_zero = {.harmless = 0,
                                           .y = "y",
                                           .side = "e, x - p + one",
                                           /* log2p1 */ .print_usual = print_usual},
                              either_sign = {
                                  .harmless = 0, .y = "vsigned(y, x)", .print_usual = print_usual};

#define SCHEME(of, data_of, lanes_of)                                                    \
  {                                                                                      \
      .shortens = 1,                                                                     \
      .name = "vector logarithm of " of,                                                 \
      .description = "log u = e log 2 + 2 atanh(s), s = (u - 2^e)/(u + 2^e), u: of " of, \
      .without_fma = tmd_without_fma,                                                    \
      .lanes = &(lanes_of),                                                              \
      .data = data_of,                                                                   \
      .plan = plan,                                                                      \
      .append = append,                                                                  \
      .bound = bound,                                                                    \
      .print_special = print_special,                                                    \
      .print_reduction = print_reduction,                                                \
  }

const struct tmd_scheme tmd_vector_logarithm = SCHEME("x, or acosh", plain_data, from_one),
                        tmd_vector_plus = SCHEME("1 + x", plus_data, from_zero),
                        tmd_vector_odd = SCHEME("asinh or atanh", odd_data, either_sign);
