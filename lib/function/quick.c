#include "lib/function/quick.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"

enum {
  STEPS_MAX = 64,
  UNIT_MAX = 900, /* x in the range of double precision with room for a few operations */
  FRACTION_BITS = 190,
  WORDS = 3
};

/* For plans, nanoseconds on one core: a step; a cell of lgamma's (next to a pole, some fifty blocks). */
enum { STEP_NS = 6, SINE_NS = 20, LGAMMA_NS = 100, LGAMMA_CELL_NS = 5000000 };

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

struct tmd_quick {
  int sign_x, count;
  double unit;
  struct circle radians, halves;
  struct tmd_quick_step steps[STEPS_MAX];
};

/* An argument and its two points of the circle, of |x| and of |x| pi. */
struct argument {
  double x;
  int has_turn[2];
  struct turn turn[2];
};

static const struct turn *turn_at(const struct tmd_quick *quick, struct argument *argument, uint64_t X, int pi) {
  if (!argument->has_turn[pi]) argument->turn[pi] = turn_of(pi ? &quick->halves : &quick->radians, X);
  argument->has_turn[pi] = 1;
  return &argument->turn[pi];
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

/* A function of x itself. */
static struct tmd_near apply(const struct tmd_quick *quick, enum tmd_quick_op op, struct argument *argument, uint64_t X) {
  const struct turn *t = turn_at(quick, argument, X, op >= TMD_QUICK_SINPI);
  if (op == TMD_QUICK_LGAMMA) return argument->x < 0 ? lgamma_left(-argument->x, t) : unknown;
  if (op == TMD_QUICK_COS || op == TMD_QUICK_COSPI) return sine(t, 1);
  const int is_sine = op == TMD_QUICK_SIN || op == TMD_QUICK_SINPI;
  const struct tmd_near y = is_sine ? sine(t, 0) : near_quotient(sine(t, 0), sine(t, 1));
  return quick->sign_x ? near_negative(y) : y;
}

struct tmd_near tmd_quick_value(const struct tmd_quick *quick, uint64_t X) {
  struct tmd_near y[STEPS_MAX];
  struct argument argument = {(quick->sign_x ? -(double)X : (double)X) * quick->unit, {0, 0}, {{0, 0}, {0, 0}}};
  for (int i = 0; i < quick->count; i++) {
    const struct tmd_quick_step *s = &quick->steps[i];
    switch (s->op) {
      case TMD_QUICK_X: y[i] = near_exact(argument.x); break;
      case TMD_QUICK_CONSTANT: y[i] = s->constant; break;
      case TMD_QUICK_NEGATIVE: y[i] = near_negative(y[s->left]); break;
      case TMD_QUICK_SUM: y[i] = near_sum(y[s->left], y[s->right]); break;
      case TMD_QUICK_DIFFERENCE: y[i] = near_difference(y[s->left], y[s->right]); break;
      case TMD_QUICK_PRODUCT: y[i] = near_product(y[s->left], y[s->right]); break;
      case TMD_QUICK_QUOTIENT: y[i] = near_quotient(y[s->left], y[s->right]); break;
      case TMD_QUICK_POWER: y[i] = power(y[s->left], s->power); break;
      default: y[i] = apply(quick, s->op, &argument, X);
    }
  }
  return y[quick->count - 1];
}

/* ---- Preparing ---- */

/* 0, or -1 if K is not certain. */
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
  const int certain = arb_get_unique_fmpz(K, t);
  for (int i = 0; i < WORDS; i++) {
    circle->word[i] = fmpz_fdiv_ui(K, 1UL << 32);
    fmpz_fdiv_q_2exp(K, K, 32);
    circle->word[i] |= (uint64_t)fmpz_fdiv_ui(K, 1UL << 32) << 32;
    fmpz_fdiv_q_2exp(K, K, 32);
  }
  arb_clear(t);
  fmpz_clear(K);
  return certain ? 0 : -1;
}

int tmd_quick_add(struct tmd_quick *quick, const struct tmd_quick_step *step) {
  if (quick->count == STEPS_MAX) return -1;
  quick->steps[quick->count] = *step;
  return quick->count++;
}

int tmd_quick_count(const struct tmd_quick *quick) { return quick->count; }
void tmd_quick_drop(struct tmd_quick *quick, int count) { quick->count = count; }

static int oscillates(const struct tmd_quick *quick) {
  for (int i = 0; i < quick->count; i++)
    if (quick->steps[i].op >= TMD_QUICK_SIN) return 1;
  return 0;
}

/* 1 if the function becomes steps. */
static int set_steps(struct tmd_quick *quick, const struct tmd_function *function) {
  quick->count = 0;
  return tmd_function_steps(function, quick) >= 0 && oscillates(quick);
}

double tmd_quick_ns(const struct tmd_function *function, double *cell_ns) {
  struct tmd_quick quick;
  double ns = 0;
  if (!set_steps(&quick, function)) return 0;
  *cell_ns = function->methods->cell_ns;
  for (int i = 0; i < quick.count; i++) {
    ns += quick.steps[i].op == TMD_QUICK_LGAMMA ? LGAMMA_NS : quick.steps[i].op >= TMD_QUICK_SIN ? SINE_NS : STEP_NS;
    if (quick.steps[i].op == TMD_QUICK_LGAMMA) *cell_ns = LGAMMA_CELL_NS;
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
