/* Functions of expansions: expansion.md, 4. */
#include <stdlib.h>

#include "lib/expression/tree/formula.h"

/* f(u) = value + slope u v (or u^2 for u) with 2^low <= v <= 2^high; |u| < 1/4. */
static const struct {
  int known, value, slope, square, low, high;
} tangents[] = {
    [TMD_FN_sin] = {1, 0, 1, 0, -1, 0},
    [TMD_FN_tan] = {1, 0, 1, 0, 0, 1},
    [TMD_FN_sinh] = {1, 0, 1, 0, 0, 1},
    [TMD_FN_tanh] = {1, 0, 1, 0, -1, 0},
    [TMD_FN_asin] = {1, 0, 1, 0, 0, 1},
    [TMD_FN_atan] = {1, 0, 1, 0, -1, 0},
    [TMD_FN_atanpi] = {1, 0, 1, 0, -2, -1}, /* 1/(pi (1 + s^2)): 0.299 to 0.319 */
    [TMD_FN_asinh] = {1, 0, 1, 0, -1, 0},
    [TMD_FN_atanh] = {1, 0, 1, 0, 0, 1},
    [TMD_FN_erf] = {1, 0, 1, 0, 0, 1}, /* 2/sqrt(pi) exp(-s^2): 1.05 to 1.13 */
    [TMD_FN_erfc] = {1, 1, -1, 0, 0, 1},
    [TMD_FN_cos] = {1, 1, -1, 1, -2, 0}, /* (1 - cos(u))/u^2 between 0.49 and 1/2 */
    [TMD_FN_cosh] = {1, 1, 1, 1, -2, 0}, /* 0.5 to 0.51 */
    [TMD_FUNCTION_IDS - 1] = {0},
};
_Static_assert(sizeof tangents / sizeof *tangents == TMD_FUNCTION_IDS, "a row for each function");

static int by_tangent(struct tmd_expansion *a, enum tmd_function_id id, const struct tmd_on *on) {
  struct tmd_term u;
  arb_t v, most;
  tmd_term_init(&u);
  arb_init(v), arb_init(most);
  tmd_expansion_value(&u, a, 0, on);
  const struct tmd_size size = tmd_term_size(&u, on);
  const int known = tangents[id].known && (size.sign == 0 || size.high <= -2);
  if (known) {
    struct tmd_term other;
    tmd_term_init(&other);
    tmd_term_set(&other, &u);
    if (tangents[id].square) tmd_term_multiply(&u, &other, on);
    arb_one(v), arb_one(most);
    arb_mul_2exp_si(v, v, tangents[id].low), arb_mul_2exp_si(most, most, tangents[id].high);
    arb_union(v, v, most, on->prec);
    if (tangents[id].slope < 0) arb_neg(v, v);
    tmd_term_scale(&u, v, on);
    tmd_expansion_zero(a);
    fmpq_set_si(a->number, tangents[id].value, 1);
    tmd_term_set(&a->rest, &u);
    tmd_term_clear(&other);
  }
  tmd_term_clear(&u);
  arb_clear(v), arb_clear(most);
  return known;
}

/* Functions by others, w of erfcx.c: for x > 0 and, where another form is used there, x < 0. */
#define POWER_OF(n, a) OF(exp, PRODUCT(a, OF(log, NUMBER(n))))
#define LOG_TO(n, a) QUOTIENT(OF(log, a), OF(log, NUMBER(n)))
#define LESS_ONE(a) DIFFERENCE(a, NUMBER(1))
#define ONE_MORE SUM(NUMBER(1), VARIABLE)
#define HALF(a) QUOTIENT(a, NUMBER(2))
#define DECAY(a) OF(exp, PRODUCT(NUMBER(2), a))
#define ATAN_INVERSE QUOTIENT(OF(atan, QUOTIENT(NUMBER(1), VARIABLE)), NODE(PI))
#define W NODE(APPLY, .function = &tmd_erfcx, .left = VARIABLE)
static const struct tmd_node *const formulas[TMD_FUNCTION_IDS][2] = {
    [TMD_FN_exp2] = {POWER_OF(2, VARIABLE)},
    [TMD_FN_exp10] = {POWER_OF(10, VARIABLE)},
    [TMD_FN_expm1] = {LESS_ONE(OF(exp, VARIABLE))},
    [TMD_FN_exp2m1] = {LESS_ONE(POWER_OF(2, VARIABLE))},
    [TMD_FN_exp10m1] = {LESS_ONE(POWER_OF(10, VARIABLE))},
    [TMD_FN_log2] = {LOG_TO(2, VARIABLE)},
    [TMD_FN_log10] = {LOG_TO(10, VARIABLE)},
    [TMD_FN_log1p] = {OF(log, ONE_MORE)},
    [TMD_FN_log2p1] = {LOG_TO(2, ONE_MORE)},
    [TMD_FN_log10p1] = {LOG_TO(10, ONE_MORE)},
    [TMD_FN_sinh] = {HALF(DIFFERENCE(OF(exp, VARIABLE), OF(exp, NEGATIVE(VARIABLE))))},
    [TMD_FN_cosh] = {HALF(SUM(OF(exp, VARIABLE), OF(exp, NEGATIVE(VARIABLE))))},
    [TMD_FN_tanh] = {DIFFERENCE(NUMBER(1), QUOTIENT(PRODUCT(NUMBER(2), DECAY(NEGATIVE(VARIABLE))),
                                                    SUM(NUMBER(1), DECAY(NEGATIVE(VARIABLE))))),
                     LESS_ONE(QUOTIENT(PRODUCT(NUMBER(2), DECAY(VARIABLE)),
                                       SUM(NUMBER(1), DECAY(VARIABLE))))},
    [TMD_FN_atanpi] = {DIFFERENCE(HALF(NUMBER(1)), ATAN_INVERSE),
                       DIFFERENCE(HALF(NUMBER(-1)), ATAN_INVERSE)},
    [TMD_FN_erf] = {DIFFERENCE(NUMBER(1), OF(erfc, VARIABLE)),
                    LESS_ONE(OF(erfc, NEGATIVE(VARIABLE)))},
    [TMD_FN_erfc] = {PRODUCT(OF(exp, NEGATIVE(PRODUCT(VARIABLE, VARIABLE))), W),
                     DIFFERENCE(NUMBER(2), OF(erfc, NEGATIVE(VARIABLE)))},
};

/* e <- f(a) by a formula; 0 if there is none. */
static int by_formula(struct tmd_expansion *e, enum tmd_function_id id, const struct tmd_bound *a,
                      const struct tmd_on *on) {
  const int sign = a->size.sign, other = formulas[id][1] != NULL;
  struct tmd_on inner = *on;
  struct tmd_bound y;
  if (!formulas[id][0] || (other && abs(sign) != 1)) return 0;
  inner.x = a, inner.rational = NULL;
  tmd_bound_init(&y);
  tmd_bound_formula(formulas[id][other && sign < 0], &y, &inner);
  tmd_expansion_set(e, &y.expansion);
  tmd_bound_clear(&y);
  return 1;
}

static void root(struct tmd_expansion *a, const struct tmd_function *f, const struct tmd_on *on) {
  fmpq_t r;
  fmpq_init(r);
  fmpq_set_si(r, f->n, 1);
  if (f->exact_rule == TMD_EXACT_ROOT) fmpq_inv(r, r);
  tmd_expansion_raise(a, r, on);
  fmpq_clear(r);
}

void tmd_bound_expand_function(const struct tmd_function *f, struct tmd_bound *y,
                               const struct tmd_bound *a, const struct tmd_on *on) {
  struct tmd_expansion *e = &y->expansion;
  if (!e->known || by_tangent(e, f->id, on)) return;
  if (f->id == TMD_FN_exp) tmd_expansion_exponential(e, on);
  else if (f->id == TMD_FN_log) tmd_expansion_logarithm(e, on);
  else if (f->exact_rule == TMD_EXACT_ROOT || f->exact_rule == TMD_EXACT_POWER) root(e, f, on);
  else e->known = by_formula(e, f->id, a, on) && e->known;
}
