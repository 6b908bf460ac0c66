/* Functions of expansions: expansion.md, 4. */
#include "lib/expression/ball/expansion.h"
#include "lib/expression/tree/node.h"

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

/* a <- a + n */
static void add_number(struct tmd_expansion *a, long n) { fmpq_add_si(a->number, a->number, n); }

/* a <- a n, a/n, or a log(n). */
static void scale(struct tmd_expansion *a, long n, const struct tmd_on *on) {
  struct tmd_expansion factor;
  tmd_expansion_init(&factor);
  add_number(&factor, n);
  tmd_expansion_multiply(a, &factor, on);
  tmd_expansion_clear(&factor);
}

static void scale_by_log(struct tmd_expansion *a, ulong base, int over, const struct tmd_on *on) {
  struct tmd_expansion factor;
  arb_t log;
  tmd_expansion_init(&factor);
  arb_init(log);
  arb_log_ui(log, base, on->prec);
  if (over) arb_inv(log, log, on->prec);
  tmd_expansion_set_ball(&factor, log);
  tmd_expansion_multiply(a, &factor, on);
  tmd_expansion_clear(&factor);
  arb_clear(log);
}

/* a <- exp(-2 a), a > 0 */
static void decay(struct tmd_expansion *a, const struct tmd_on *on) {
  scale(a, -2, on);
  tmd_expansion_exponential(a, on);
}

/* a <- tanh(a) = 1 - 2 e/(1 + e), e = exp(-2a); or exp(a) (1 + s e)/2, cosh for s = 1, sinh for s =
   -1; a > 0. */
static void hyperbolic(struct tmd_expansion *a, enum tmd_function_id id, const struct tmd_on *on) {
  const int is_tanh = id == TMD_FN_tanh;
  struct tmd_expansion e, y;
  fmpq_t r;
  tmd_expansion_init(&e), tmd_expansion_init(&y);
  fmpq_init(r);
  tmd_expansion_set(&e, a);
  decay(&e, on);
  tmd_expansion_set(&y, &e);
  if (is_tanh) {
    add_number(&y, 1);
    tmd_expansion_whole(&y, on);
    fmpq_set_si(r, -1, 1);
    tmd_expansion_raise(&y, r, on);
    tmd_expansion_multiply(&y, &e, on);
    scale(&y, -2, on);
    add_number(&y, 1);
  } else {
    if (id == TMD_FN_sinh) tmd_expansion_negate(&y);
    add_number(&y, 1);
    tmd_expansion_whole(&y, on);
    tmd_expansion_exponential(a, on);
    tmd_expansion_multiply(&y, a, on);
    fmpq_set_si(r, 1, 2);
    tmd_expansion_zero(&e);
    fmpq_set(e.number, r);
    tmd_expansion_multiply(&y, &e, on);
  }
  tmd_expansion_set(a, &y);
  tmd_expansion_clear(&e), tmd_expansion_clear(&y);
  fmpq_clear(r);
}

/* a <- erfc(a) = exp(-a^2) w(a), a > 0, w of erfcx.c. */
static void complementary(struct tmd_expansion *a, const struct tmd_on *on) {
  struct tmd_expansion y, w;
  struct tmd_term u;
  arb_t ball;
  arb_poly_t series;
  tmd_expansion_init(&y), tmd_expansion_init(&w), tmd_term_init(&u);
  arb_init(ball);
  arb_poly_init(series);
  tmd_expansion_value(&u, a, 0, on);
  tmd_term_ball(ball, &u, on);
  tmd_function_series(&tmd_erfcx, series, ball, 1, on->prec);
  arb_poly_get_coeff_arb(ball, series, 0);
  tmd_expansion_set_ball(&w, ball);
  tmd_expansion_set(&y, a);
  tmd_expansion_multiply(&y, a, on);
  tmd_expansion_negate(&y);
  tmd_expansion_exponential(&y, on);
  tmd_expansion_multiply(&y, &w, on);
  tmd_expansion_set(a, &y);
  tmd_expansion_clear(&y), tmd_expansion_clear(&w), tmd_term_clear(&u);
  arb_clear(ball);
  arb_poly_clear(series);
}

/* Reduces functions that are odd, even, or 2 - f(-a) to f(|a|). */
static void far_out(struct tmd_expansion *a, enum tmd_function_id id, const struct tmd_on *on) {
  struct tmd_term u;
  tmd_term_init(&u);
  tmd_expansion_value(&u, a, 0, on);
  const int sign = tmd_term_size(&u, on).sign;
  tmd_term_clear(&u);
  a->known = a->known && (sign == 1 || sign == -1);
  if (!a->known) return;
  if (sign < 0) tmd_expansion_negate(a);
  if (id != TMD_FN_erf && id != TMD_FN_erfc) hyperbolic(a, id, on);
  else complementary(a, on);
  if (id == TMD_FN_erf) tmd_expansion_negate(a), add_number(a, 1);
  if (sign > 0 || id == TMD_FN_cosh) return;
  tmd_expansion_negate(a);
  if (id == TMD_FN_erfc) add_number(a, 2);
}

static void power_of(struct tmd_expansion *a, long base, const struct tmd_on *on) {
  if (base) scale_by_log(a, (ulong)base, 0, on);
  tmd_expansion_exponential(a, on);
}

static void logarithm_to(struct tmd_expansion *a, long base, const struct tmd_on *on) {
  tmd_expansion_logarithm(a, on);
  if (base) scale_by_log(a, (ulong)base, 1, on);
}

static void root(struct tmd_expansion *a, const struct tmd_function *f, const struct tmd_on *on) {
  fmpq_t r;
  fmpq_init(r);
  fmpq_set_si(r, f->n, 1);
  if (f->exact_rule == TMD_EXACT_ROOT) fmpq_inv(r, r);
  tmd_expansion_raise(a, r, on);
  fmpq_clear(r);
}

static void apply(struct tmd_expansion *a, const struct tmd_function *f, const struct tmd_on *on) {
  switch (f->id) {
  case TMD_FN_exp:
  case TMD_FN_expm1: power_of(a, 0, on); break;
  case TMD_FN_exp2:
  case TMD_FN_exp2m1: power_of(a, 2, on); break;
  case TMD_FN_exp10:
  case TMD_FN_exp10m1: power_of(a, 10, on); break;
  case TMD_FN_log1p: add_number(a, 1); /* fall through */
  case TMD_FN_log: logarithm_to(a, 0, on); break;
  case TMD_FN_log2p1: add_number(a, 1); /* fall through */
  case TMD_FN_log2: logarithm_to(a, 2, on); break;
  case TMD_FN_log10p1: add_number(a, 1); /* fall through */
  case TMD_FN_log10: logarithm_to(a, 10, on); break;
  case TMD_FN_tanh:
  case TMD_FN_cosh:
  case TMD_FN_sinh:
  case TMD_FN_erf:
  case TMD_FN_erfc: far_out(a, f->id, on); break;
  default:
    if (f->exact_rule == TMD_EXACT_ROOT || f->exact_rule == TMD_EXACT_POWER) root(a, f, on);
    else a->known = 0;
  }
  if (f->id == TMD_FN_expm1 || f->id == TMD_FN_exp2m1 || f->id == TMD_FN_exp10m1) add_number(a, -1);
}

void tmd_expansion_apply(struct tmd_expansion *a, const struct tmd_function *function,
                         const arb_t ball, const struct tmd_on *on) {
  if (a->known && !by_tangent(a, function->id, on)) apply(a, function, on);
  if (!a->known) tmd_expansion_set_ball(a, ball);
}
