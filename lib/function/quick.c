#include "lib/function/quick.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/function/expression/node.h"

enum {
  STEPS_MAX = 64,
  POWER_MAX = 64,
  UNIT_MAX = 900, /* x in the range of double precision with room for a few operations */
  FRACTION_BITS = 190,
  WORDS = 3
};

/* For plans, nanoseconds on one core: a step; a cell of an expression; one of lgamma's (next to a pole, some fifty blocks). */
enum { STEP_NS = 6, SINE_NS = 20, LGAMMA_NS = 100, EXPRESSION_CELL_NS = 500000, LGAMMA_CELL_NS = 5000000 };

static const struct tmd_near unknown = {0, INFINITY};

/* ---- Angles ---- */

/* 2^unit in quarter turns modulo 4, in units of 2^-190, rounded down. */
struct circle {
  uint64_t word[WORDS]; /* the lowest first */
};

/* A point of the circle: quadrant + r quarter turns, |r| <= 1/2. */
struct turn {
  unsigned quadrant;
  double r; /* up to 2u |r| + 2^-124 */
};

/* No branch depends on where the point lies: none could be foreseen. */
static struct turn turn_of(const struct circle *circle, uint64_t X) {
  const tmd_u128 one = (tmd_u128)1 << 126, half = one / 2;
  const tmd_u128 low = (tmd_u128)circle->word[0] * X, middle = (tmd_u128)circle->word[1] * X + (uint64_t)(low >> 64);
  const uint64_t high = circle->word[2] * X + (uint64_t)(middle >> 64);
  const tmd_u128 t = ((tmd_u128)high << 64 | (uint64_t)middle) + half; /* in units of 2^-126, modulo 2^128 */
  const tmd_u128 rest = (t & (one - 1)) - half, negative = -(rest >> 127), size = (rest ^ negative) - negative;
  const double r = (double)(int64_t)(size >> 64) * 0x1p-62 + (double)(int64_t)((uint64_t)size >> 1) * 0x1p-125;
  return (struct turn){(unsigned)(t >> 126), r * (double)(1 | (int)negative)};
}

/* sin(r pi/2) = r S(r^2), cos(r pi/2) = C(r^2), |r| <= 1/2: Taylor's coefficients, rounded; the first one left out is
   below 2^-58. Rounding, in u: S = (s0 + s1 z) + z^2 R, s0 = 1.57 up to 1, |s1 z| < 0.17 up to 3 of itself, the two sums 1
   each, |z^2 R| < 0.006 up to 10 of itself: 3.6, relative to 1.41 it is 2.6. C likewise: |c1 z| < 0.31, |z^2 R| < 0.016, the
   sums 0.5 each: 2.1, relative to 0.7 it is 3.0. The product r S 1, and r itself 2 (sine and cosine do not magnify
   relative errors of such arguments): together less than 5.7u, and pi/2 2^-124 absolutely. */
static struct tmd_near quarter(double r, unsigned cosine) {
  static const double coefficients[2][9] = {
      {0x1.921fb54442d18p+0, -0x1.4abbce625be53p-1, 0x1.466bc6775aae2p-4, -0x1.32d2cce62bd86p-8, 0x1.50783487ee782p-13,
       -0x1.e3074fde8871fp-19, 0x1.e8f434d018d63p-25, -0x1.6fadb9f155744p-31, 0x1.aaec32af93359p-38},
      {1, -0x1.3bd3cc9be45dep+0, 0x1.03c1f081b5ac4p-2, -0x1.55d3c7e3cbffap-6, 0x1.e1f506891babbp-11,
       -0x1.a6d1f2a204a8cp-16, 0x1.f9d38a3763cc3p-22, -0x1.b6e24f44b128fp-28, 0x1.20c62c2f2d7f5p-34}};
  const double *c = coefficients[cosine], factor[2] = {r, 1}, z = r * r, z2 = z * z, z4 = z2 * z2;
  const double low = c[2] + c[3] * z + z2 * (c[4] + c[5] * z), R = low + z4 * (c[6] + c[7] * z + z2 * c[8]);
  const double y = (c[0] + c[1] * z + z2 * R) * factor[cosine];
  return (struct tmd_near){y, fabs(y) * 0x1.8p-51 + 0x1p-123};
}

/* sin, and with one quarter turn more cos, of the point. */
static struct tmd_near sine(const struct turn *t, unsigned quarters) {
  const unsigned quadrant = t->quadrant + quarters;
  const struct tmd_near y = quarter(t->r, quadrant & 1);
  return (struct tmd_near){y.value * (1 - (int)(quadrant & 2)), y.error};
}

/* ---- Functions of x ---- */

enum op {
  OP_X, OP_CONSTANT, OP_NEGATIVE, OP_SUM, OP_DIFFERENCE, OP_PRODUCT, OP_QUOTIENT, OP_POWER,
  OP_SIN, OP_COS, OP_TAN, OP_LGAMMA /* of x itself */
};

struct step {
  enum op op;
  int left, right, power, pi; /* pi: turns are those of pi x */
  struct tmd_near constant;
};

struct tmd_quick {
  int sign_x, count;
  double unit;
  struct circle radians, halves;
  struct step steps[STEPS_MAX];
};

/* An argument and its two points of the circle, of |x| and of |x| pi. */
struct place {
  double x;
  int known[2];
  struct turn turn[2];
};

static const struct turn *turn_at(const struct tmd_quick *quick, struct place *place, uint64_t X, int pi) {
  if (!place->known[pi]) place->turn[pi] = turn_of(pi ? &quick->halves : &quick->radians, X);
  place->known[pi] = 1;
  return &place->turn[pi];
}

/* lgamma(-a) = log(pi/|sin(pi a)|) - log gamma(1 + a). With y = 1 + a + N >= 16, gamma(1 + a) = gamma(y)/((1 + a) ... (N + a)),
   and by Stirling's series log gamma(y) = (y - 1/2) log y - y + log(2 pi)/2 + 1/(12 y) - 1/(360 y^3) + ... + 1/(156 y^13), up to
   the next term, 3617/(122400 y^15) < 2^-65. */
static struct tmd_near lgamma_left(double a, const struct turn *t) {
  static const struct tmd_near series[] = {{1. / 12, 0x1p-57},    {-1. / 360, 0x1p-61}, {1. / 1260, 0x1p-63},
                                       {-1. / 1680, 0x1p-63}, {1. / 1188, 0x1p-63}, {-691. / 360360, 0x1p-62},
                                       {1. / 156, 0x1p-60}};
  static const struct tmd_near log_pi = {0x1.250d048e7a1bdp+0, 0x1p-53}, half_log_two_pi = {0x1.d67f1c864beb5p-1, 0x1p-54};
  const struct tmd_near one = near_exact(1), s = sine(t, 0);
  struct tmd_near y = near_sum(one, near_exact(a)), factors = one;
  for (; y.value < 16; y = near_sum(y, one)) factors = near_product(factors, y);
  const struct tmd_near w = near_quotient(one, y), z = near_product(w, w);
  struct tmd_near rest = series[6];
  for (int k = 5; k >= 0; k--) rest = near_sum(near_product(rest, z), series[k]);
  rest = near_product(rest, w);
  rest.error += 0x1p-65;
  struct tmd_near g = near_difference(near_product(near_difference(y, near_exact(0.5)), near_log(y)), y);
  g = near_difference(near_sum(near_sum(g, half_log_two_pi), rest), near_log(factors));
  return near_difference(near_difference(log_pi, near_log((struct tmd_near){fabs(s.value), s.error})), g);
}

static struct tmd_near power(struct tmd_near a, int n) {
  struct tmd_near y = near_exact(1);
  for (int i = abs(n); i > 0; i--) y = near_product(y, a);
  return n < 0 ? near_quotient(near_exact(1), y) : y;
}

static struct tmd_near apply(const struct tmd_quick *quick, const struct step *s, struct place *place, uint64_t X) {
  const struct turn *t = turn_at(quick, place, X, s->pi);
  if (s->op == OP_LGAMMA) return place->x < 0 ? lgamma_left(-place->x, t) : unknown;
  const struct tmd_near y = s->op == OP_SIN ? sine(t, 0) : s->op == OP_COS ? sine(t, 1) : near_quotient(sine(t, 0), sine(t, 1));
  return s->op != OP_COS && quick->sign_x ? near_negative(y) : y;
}

struct tmd_near tmd_quick_value(const struct tmd_quick *quick, uint64_t X) {
  struct tmd_near y[STEPS_MAX];
  struct place place = {(quick->sign_x ? -(double)X : (double)X) * quick->unit, {0, 0}, {{0, 0}, {0, 0}}};
  for (int i = 0; i < quick->count; i++) {
    const struct step *s = &quick->steps[i];
    switch (s->op) {
      case OP_X: y[i] = near_exact(place.x); break;
      case OP_CONSTANT: y[i] = s->constant; break;
      case OP_NEGATIVE: y[i] = near_negative(y[s->left]); break;
      case OP_SUM: y[i] = near_sum(y[s->left], y[s->right]); break;
      case OP_DIFFERENCE: y[i] = near_difference(y[s->left], y[s->right]); break;
      case OP_PRODUCT: y[i] = near_product(y[s->left], y[s->right]); break;
      case OP_QUOTIENT: y[i] = near_quotient(y[s->left], y[s->right]); break;
      case OP_POWER: y[i] = power(y[s->left], s->power); break;
      default: y[i] = apply(quick, s, &place, X);
    }
  }
  return y[quick->count - 1];
}

/* ---- Preparing ---- */

/* 0, or -1 if K is not known. */
static int set_circle(struct circle *circle, int unit, int pi) {
  arb_t t;
  fmpz_t K;
  arb_init(t);
  fmpz_init(K);
  const slong precision = 2 * FRACTION_BITS + (unit > 0 ? unit : 0);
  arb_const_pi(t, precision);
  if (pi)
    arb_set_si(t, 2);
  else
    arb_ui_div(t, 2, t, precision);
  arb_mul_2exp_si(t, t, unit + FRACTION_BITS);
  arb_floor(t, t, ARF_PREC_EXACT);
  const int known = arb_get_unique_fmpz(K, t);
  for (int i = 0; i < WORDS; i++) {
    circle->word[i] = fmpz_fdiv_ui(K, 1UL << 32);
    fmpz_fdiv_q_2exp(K, K, 32);
    circle->word[i] |= (uint64_t)fmpz_fdiv_ui(K, 1UL << 32) << 32;
    fmpz_fdiv_q_2exp(K, K, 32);
  }
  arb_clear(t);
  fmpz_clear(K);
  return known ? 0 : -1;
}

static struct tmd_near near_of(const arb_t ball) {
  arb_t rest;
  mag_t error;
  arb_init(rest);
  mag_init(error);
  struct tmd_near a = {arf_get_d(arb_midref(ball), ARF_RND_NEAR), 0};
  arf_set_d(arb_midref(rest), a.value);
  arb_sub(rest, ball, rest, 128);
  arb_get_mag(error, rest);
  a.error = near_outward(mag_get_d(error));
  arb_clear(rest);
  mag_clear(error);
  return a;
}

static int add_step(struct tmd_quick *quick, const struct step *step) {
  if (quick->count == STEPS_MAX) return -1;
  quick->steps[quick->count] = *step;
  return quick->count++;
}

static int add_function(struct tmd_quick *quick, const struct tmd_function *function) {
  static const struct { const char *name; struct step step; } known[] = {
      {"sin", {.op = OP_SIN}},           {"cos", {.op = OP_COS}},           {"tan", {.op = OP_TAN}},
      {"sinpi", {.op = OP_SIN, .pi = 1}}, {"cospi", {.op = OP_COS, .pi = 1}}, {"tanpi", {.op = OP_TAN, .pi = 1}},
      {"lgamma", {.op = OP_LGAMMA, .pi = 1}},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!strcmp(known[i].name, function->name)) return add_step(quick, &known[i].step);
  return -1;
}

static int add_constant(struct tmd_quick *quick, const struct tmd_node *node) {
  struct step step = {.op = OP_CONSTANT};
  arb_t value;
  arb_init(value);
  if (node->kind == TMD_NODE_PI)
    arb_const_pi(value, 128);
  else if (node->kind == TMD_NODE_E)
    arb_const_e(value, 128);
  else
    arb_set_fmpq(value, node->value, 128);
  step.constant = near_of(value);
  arb_clear(value);
  return add_step(quick, &step);
}

/* The steps of a tree, the last one's number; -1 if there is something else in it. */
static int add_node(struct tmd_quick *quick, const struct tmd_node *node) {
  static const enum op op[] = {[TMD_NODE_NEGATIVE] = OP_NEGATIVE,     [TMD_NODE_SUM] = OP_SUM,
                               [TMD_NODE_DIFFERENCE] = OP_DIFFERENCE, [TMD_NODE_PRODUCT] = OP_PRODUCT,
                               [TMD_NODE_QUOTIENT] = OP_QUOTIENT,     [TMD_NODE_POWER] = OP_POWER};
  struct step step = {.op = OP_X};
  switch (node->kind) {
    case TMD_NODE_VARIABLE: return add_step(quick, &step);
    case TMD_NODE_CONSTANT:
    case TMD_NODE_PI:
    case TMD_NODE_E: return add_constant(quick, node);
    case TMD_NODE_APPLY: return node->left->kind == TMD_NODE_VARIABLE ? add_function(quick, node->function) : -1;
    case TMD_NODE_EITHER: {
      const int before = quick->count, left = add_node(quick, node->left);
      if (left >= 0) return left;
      quick->count = before;
      return add_node(quick, node->right);
    }
    default: break;
  }
  if (node->kind == TMD_NODE_POWER) {
    if (!fmpz_is_one(fmpq_denref(node->value)) || fmpz_cmpabs(fmpq_numref(node->value), (fmpz[]){POWER_MAX}) > 0) return -1;
    step.power = (int)fmpz_get_si(fmpq_numref(node->value));
  }
  step.op = op[node->kind];
  step.left = add_node(quick, node->left);
  step.right = node->right && step.left >= 0 ? add_node(quick, node->right) : 0;
  return step.left < 0 || step.right < 0 ? -1 : add_step(quick, &step);
}

static int oscillates(const struct tmd_quick *quick) {
  for (int i = 0; i < quick->count; i++)
    if (quick->steps[i].op >= OP_SIN) return 1;
  return 0;
}

/* 1 if the function becomes steps. */
static int set_steps(struct tmd_quick *quick, const struct tmd_function *function) {
  quick->count = 0;
  const int last = function->expression ? add_node(quick, function->expression->root) : add_function(quick, function);
  return last >= 0 && oscillates(quick);
}

double tmd_quick_ns(const struct tmd_function *function, double *cell_ns) {
  struct tmd_quick quick;
  double ns = 0;
  if (!set_steps(&quick, function)) return 0;
  *cell_ns = function->expression ? EXPRESSION_CELL_NS : TMD_CELL_NS;
  for (int i = 0; i < quick.count; i++) {
    ns += quick.steps[i].op == OP_LGAMMA ? LGAMMA_NS : quick.steps[i].op >= OP_SIN ? SINE_NS : STEP_NS;
    if (quick.steps[i].op == OP_LGAMMA) *cell_ns = LGAMMA_CELL_NS;
  }
  return ns;
}

struct tmd_quick *tmd_quick_open(const struct tmd_function *function, int sign_x, int unit) {
  struct tmd_quick *quick = tmd_allocate(sizeof *quick);
  quick->sign_x = sign_x;
  quick->unit = ldexp(1, unit);
  if (set_steps(quick, function) && abs(unit) <= UNIT_MAX && !set_circle(&quick->radians, unit, 0) &&
      !set_circle(&quick->halves, unit, 1))
    return quick;
  free(quick);
  return NULL;
}

void tmd_quick_close(struct tmd_quick *quick) { free(quick); }
