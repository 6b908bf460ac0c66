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

/* For plans, nanoseconds on one core for a step, and for a cell of lgamma (next to a pole, some
   fifty blocks). */
static const double step_ns = 0.4, sine_ns = 2, lgamma_ns = 17, lgamma_cell_ns = 5000000;

/* ---- Angles ---- */

/* 2^unit in quarter turns modulo 4, in units of 2^-190, rounded down; and its multiples. */
struct circle {
  uint64_t word[WORDS];                     /* the lowest first */
  uint64_t low[TMD_NEARS], high[TMD_NEARS]; /* i times `word`, in units of 2^-126, rounded down */
};

/* Points of the circle: quadrant + r quarter turns, |r| <= 1/2. */
struct turns {
  uint64_t quadrant[TMD_NEARS]; /* 0 to 3 */
  double r[TMD_NEARS];          /* up to 2u |r| + 2^-124 */
};

/* floor(X K / 2^64) mod 2^128: a point in units of 2^-126. */
static tmd_u128 point_of(const struct circle *circle, uint64_t X) {
  const tmd_u128 low = (tmd_u128)circle->word[0] * X,
                 middle = (tmd_u128)circle->word[1] * X + (uint64_t)(low >> 64);
  const uint64_t high = circle->word[2] * X + (uint64_t)(middle >> 64);
  return (tmd_u128)high << 64 | (uint64_t)middle;
}

/* The points of X, X + 1, ...: the point of X plus the multiples. In units of 2^-126, both are
   rounded down, by less than 1 each beside the X + i < 2^53 times that K is, and the sign of r
   flips all bits of its size, one unit less: 3 units and 2^-11. Words of r's size are exact
   numbers. Let A be the upper two, in units of 2^-62; the lower two, B < 1, become up to u B. Where
   A < 2^53 the sum of the upper two is exact, and the last one rounded: 2u in all. Elsewhere A
   becomes up to ulp A / 2 <= u A, and as B <= ulp A / 2, the last sum is that, or an ulp more if B
   became 1 = ulp A / 2: up to 1. So 2u again, and 1.5u from r = 2^-8 on. */
TMD_VECTORS static void set_turns(struct turns *turns, const struct circle *circle, uint64_t X) {
  const uint64_t one = UINT64_C(1) << 62, half = one / 2, word = UINT32_MAX;
  const tmd_u128 start = point_of(circle, X);
  const uint64_t start_low = (uint64_t)start, start_high = (uint64_t)(start >> 64) + half;
  TMD_EACH_LANE(i) {
    const uint64_t low = circle->low[i] + start_low,
                   high = circle->high[i] + start_high + (low < start_low);
    const uint64_t rest = (high & (one - 1)) - half, negative = -(rest >> 63), a = rest ^ negative,
                   b = low ^ negative;
    const double r = (near_of_integer(a >> 32) * 0x1p-30 + near_of_integer(a & word) * 0x1p-62) +
                     (near_of_integer(b >> 32) * 0x1p-94 + near_of_integer(b & word) * 0x1p-126);
    turns->quadrant[i] = high >> 62;
    turns->r[i] = near_of_bits(near_bits(r) | negative << 63);
  }
}

/* sin(r pi/2) = r S(r^2), cos(r pi/2) = C(r^2), |r| <= 1/2: Taylor's coefficients, rounded; the
   first one left out is below 2^-58, 0.04u. Rounding, in u: S = (s0 + s1 z) + z^2 R: s0 = 1.57 up
   to 0.56, |s1 z| < 0.162 up to 3 of itself, the two sums 1 each, |z^2 R| < 0.005 up to 10 of
   itself: 3.1, relative to 1.414 it is 2.2; but 2.6, relative to 1.57 it is 1.7, where |r| < 2^-8.
   The product r S 1. r itself 2, but 1.5 from 2^-8 on (set_turns; sine does not magnify relative
   errors): together less than 4.75. C likewise: |c1 z| < 0.31, |z^2 R| < 0.016, the sums 0.5 each:
   2.2, relative to 0.7 it is 3.2; cosine magnifies those of r by at most pi/4, to 1.2 from 2^-8 on,
   0.1 below: 4.4. In all less than 4.75u, and pi/2 2^-124 absolutely. */
NEAR_INLINE struct tmd_near quarter(double r, int cosine) {
#define PICK(s, c) (cosine ? (c) : (s))
  const double z = r * r, z2 = z * z, z4 = z2 * z2;
  const double c0 = PICK(0x1.921fb54442d18p+0, 1),
               c1 = PICK(-0x1.4abbce625be53p-1, -0x1.3bd3cc9be45dep+0),
               c2 = PICK(0x1.466bc6775aae2p-4, 0x1.03c1f081b5ac4p-2),
               c3 = PICK(-0x1.32d2cce62bd86p-8, -0x1.55d3c7e3cbffap-6),
               c4 = PICK(0x1.50783487ee782p-13, 0x1.e1f506891babbp-11),
               c5 = PICK(-0x1.e3074fde8871fp-19, -0x1.a6d1f2a204a8cp-16),
               c6 = PICK(0x1.e8f434d018d63p-25, 0x1.f9d38a3763cc3p-22),
               c7 = PICK(-0x1.6fadb9f155744p-31, -0x1.b6e24f44b128fp-28),
               c8 = PICK(0x1.aaec32af93359p-38, 0x1.20c62c2f2d7f5p-34);
#undef PICK
  const double low = c2 + c3 * z + z2 * (c4 + c5 * z), R = low + z4 * (c6 + c7 * z + z2 * c8);
  const double y = (c0 + c1 * z + z2 * R) * (cosine ? 1 : r);
  return (struct tmd_near){y, fabs(y) * 0x1.3p-51 + 0x1p-123};
}

/* sin, and with one quarter turn more cos, of a point. */
NEAR_INLINE struct tmd_near sine(const struct turns *turns, int i, unsigned quarters) {
  const uint64_t quadrant = turns->quadrant[i] + quarters;
  const struct tmd_near y = quarter(turns->r[i], (int)(quadrant & 1));
  return (struct tmd_near){near_of_bits(near_bits(y.value) ^ (quadrant & 2) << 62), y.error};
}

/* sin/cos: in odd quadrants -C/(r S), with the same sign in opposite ones. */
NEAR_INLINE struct tmd_near tangent(const struct turns *turns, int i) {
  const struct tmd_near s = quarter(turns->r[i], 0), c = quarter(turns->r[i], 1);
  const int odd = (int)(turns->quadrant[i] & 1);
  const struct tmd_near below = {odd ? s.value : c.value, odd ? s.error : c.error};
  return near_quotient((struct tmd_near){odd ? -c.value : s.value, odd ? c.error : s.error}, below);
}

TMD_VECTORS static void set_tangents(struct tmd_nears *y, const struct turns *turns) {
  TMD_EACH_LANE(i) nears_put(y, i, tangent(turns, i));
}

TMD_VECTORS static void set_sines(struct tmd_nears *y, const struct turns *turns,
                                  unsigned quarters) {
  TMD_EACH_LANE(i) nears_put(y, i, sine(turns, i, quarters));
}

/* ---- log|gamma| ---- */

static const struct tmd_near one = {1, 0};

/* lgamma(-a) = log(pi/|sin(pi a)|) - log gamma(1 + a). With y = 1 + a + N >= 16, gamma(1 + a) =
   gamma(y)/((1 + a) ... (N + a)), and by Stirling's series log gamma(y) = (y - 1/2) log y - y +
   log(2 pi)/2 + 1/(12 y) - 1/(360 y^3) + ... + 1/(156 y^13), up to the next term, 3617/(122400
   y^15) < 2^-65. */
NEAR_INLINE struct tmd_near lgamma_left(struct tmd_near y, struct tmd_near factors,
                                        struct tmd_near sine) {
  static const struct tmd_near series[] = {
      {1. / 12, 0x1p-57},   {-1. / 360, 0x1p-61},      {1. / 1260, 0x1p-63}, {-1. / 1680, 0x1p-63},
      {1. / 1188, 0x1p-63}, {-691. / 360360, 0x1p-62}, {1. / 156, 0x1p-60}};
  static const struct tmd_near log_pi = {0x1.250d048e7a1bdp+0, 0x1p-53},
                               half_log_two_pi = {0x1.d67f1c864beb5p-1, 0x1p-54};
  const struct tmd_near w = near_quotient(one, y), z = near_product(w, w);
  struct tmd_near rest = series[6];
#pragma GCC unroll 6
  for (int k = 5; k >= 0; k--) rest = near_sum(near_product(rest, z), series[k]);
  rest = near_product(rest, w);
  rest.error += 0x1p-65;
  struct tmd_near g =
      near_difference(near_product(near_difference(y, near_exact(0.5)), near_log(y)), y);
  g = near_difference(near_sum(near_sum(g, half_log_two_pi), rest), near_log(factors));
  return near_difference(
      near_difference(log_pi, near_log((struct tmd_near){fabs(sine.value), sine.error})), g);
}

/* y = 1 + a + N and factors = (1 + a) ... (N + a): N brings the first y, the least, to 16. */
TMD_VECTORS static void multiply_out(struct tmd_nears *y, struct tmd_nears *factors,
                                     const struct tmd_nears *x) {
  TMD_EACH_LANE(i) {
    nears_put(y, i, near_difference(one, nears_get(x, i)));
    nears_put(factors, i, one);
  }
  while (y->value[0] < 16) TMD_EACH_LANE(i) {
      nears_put(factors, i, near_product(nears_get(factors, i), nears_get(y, i)));
      nears_put(y, i, near_sum(nears_get(y, i), one));
    }
}

/* x < 0; `halves`: the points of |x| pi. */
TMD_VECTORS static void set_lgamma(struct tmd_nears *lgamma, const struct tmd_nears *x,
                                   const struct turns *halves) {
  struct tmd_nears y, factors;
  multiply_out(&y, &factors, x);
  TMD_EACH_LANE(i)
  nears_put(lgamma, i, lgamma_left(nears_get(&y, i), nears_get(&factors, i), sine(halves, i, 0)));
}

/* ---- Operations ---- */

TMD_VECTORS static void set_all(struct tmd_nears *y, struct tmd_near a) {
  TMD_EACH_LANE(i) nears_put(y, i, a);
}

TMD_VECTORS static void negate(struct tmd_nears *y, const struct tmd_nears *a) {
  TMD_EACH_LANE(i) nears_put(y, i, near_negative(nears_get(a, i)));
}

TMD_VECTORS static void remove_sign(struct tmd_nears *y, const struct tmd_nears *a) {
  TMD_EACH_LANE(i) nears_put(y, i, near_absolute(nears_get(a, i)));
}

#define OPERATION(name, operation)                                                 \
  TMD_VECTORS static void name(struct tmd_nears *y, const struct tmd_nears *a,     \
                               const struct tmd_nears *b) {                        \
    TMD_EACH_LANE(i) nears_put(y, i, operation(nears_get(a, i), nears_get(b, i))); \
  }
OPERATION(add, near_sum)
OPERATION(subtract, near_difference)
OPERATION(multiply, near_product)
OPERATION(divide, near_quotient)

#define OF_LEFT(name, operation)                                                 \
  TMD_VECTORS static void name(struct tmd_nears *y, const struct tmd_nears *a) { \
    TMD_EACH_LANE(i) nears_put(y, i, operation(nears_get(a, i)));                \
  }
OF_LEFT(logarithm, near_log)
OF_LEFT(exponential, near_exp)
OF_LEFT(root, near_root)
OF_LEFT(arctangent, near_arctangent)

static void power(struct tmd_nears *y, const struct tmd_nears *a, int n) {
  struct tmd_nears p;
  set_all(&p, one);
  set_all(y, one);
  for (int i = abs(n); i > 0; i--) multiply(&p, &p, a);
  if (n < 0) divide(y, y, &p);
  else *y = p;
}

/* ---- Functions of x ---- */

struct tmd_quick {
  int sign_x, count, row;
  double unit;
  struct circle radians, halves;
  struct tmd_quick_step steps[STEPS_MAX];
};

/* Arguments and their points of the circle, of |x| and of |x| pi. */
struct arguments {
  uint64_t X; /* the first */
  int has_turns[2];
  struct turns turns[2];
};

static const struct turns *turns_at(const struct tmd_quick *quick, struct arguments *arguments,
                                    int pi) {
  if (!arguments->has_turns[pi])
    set_turns(&arguments->turns[pi], pi ? &quick->halves : &quick->radians, arguments->X);
  arguments->has_turns[pi] = 1;
  return &arguments->turns[pi];
}

TMD_VECTORS static void set_x(struct tmd_nears *y, uint64_t X, double unit) {
  const double start = (double)X;
  TMD_EACH_LANE(i) nears_put(y, i, near_exact((start + i) * unit));
}

/* A function of x itself. */
static void apply(struct tmd_nears *y, const struct tmd_quick *quick, enum tmd_quick_op op,
                  struct arguments *arguments) {
  const struct turns *turns = turns_at(quick, arguments, op >= TMD_QUICK_SINPI);
  const int cosine = op == TMD_QUICK_COS || op == TMD_QUICK_COSPI;
  if (op == TMD_QUICK_LGAMMA) {
    struct tmd_nears x;
    set_x(&x, arguments->X, quick->unit);
    set_lgamma(y, &x, turns);
  } else if (op == TMD_QUICK_TAN || op == TMD_QUICK_TANPI) {
    set_tangents(y, turns);
  } else {
    set_sines(y, turns, cosine);
  }
  if (quick->sign_x && !cosine && op != TMD_QUICK_LGAMMA) negate(y, y);
}

void tmd_quick_values(const struct tmd_quick *quick, uint64_t X, struct tmd_nears *values) {
  struct tmd_nears steps[STEPS_MAX];
  struct arguments arguments;
  arguments.X = X;
  arguments.has_turns[0] = arguments.has_turns[1] = 0;
  for (int i = 0; i < quick->count; i++) {
    const struct tmd_quick_step *s = &quick->steps[i];
    const struct tmd_nears *left = &steps[s->left], *right = &steps[s->right];
    struct tmd_nears *y = i < quick->count - 1 ? &steps[i] : values;
    switch (s->op) {
    case TMD_QUICK_X: set_x(y, X, quick->unit); break;
    case TMD_QUICK_CONSTANT: set_all(y, s->constant); break;
    case TMD_QUICK_NEGATIVE: negate(y, left); break;
    case TMD_QUICK_ABSOLUTE: remove_sign(y, left); break;
    case TMD_QUICK_SUM: add(y, left, right); break;
    case TMD_QUICK_DIFFERENCE: subtract(y, left, right); break;
    case TMD_QUICK_PRODUCT: multiply(y, left, right); break;
    case TMD_QUICK_QUOTIENT: divide(y, left, right); break;
    case TMD_QUICK_POWER: power(y, left, s->power); break;
    case TMD_QUICK_LOGARITHM: logarithm(y, left); break;
    case TMD_QUICK_EXPONENTIAL: exponential(y, left); break;
    case TMD_QUICK_ROOT: root(y, left); break;
    case TMD_QUICK_ARCTANGENT: arctangent(y, left); break;
    default: apply(y, quick, s->op, &arguments);
    }
  }
}

/* ---- Preparing ---- */

/* 0, or -1 if K is not certain. */
static int set_circle(struct circle *circle, int unit, int pi) {
  SCOPED(arb, t);
  SCOPED(fmpz, K);
  const slong precision = 2 * FRACTION_BITS + (unit > 0 ? unit : 0);
  arb_const_pi(t, precision);
  if (pi) arb_set_si(t, 2);
  else arb_ui_div(t, 2, t, precision);
  arb_mul_2exp_si(t, t, unit + FRACTION_BITS);
  arb_floor(t, t, ARF_PREC_EXACT);
  const int certain = arb_get_unique_fmpz(K, t);
  for (int i = 0; i < WORDS; i++) {
    circle->word[i] = fmpz_fdiv_ui(K, 1UL << 32);
    fmpz_fdiv_q_2exp(K, K, 32);
    circle->word[i] |= (uint64_t)fmpz_fdiv_ui(K, 1UL << 32) << 32;
    fmpz_fdiv_q_2exp(K, K, 32);
  }
  for (int i = 0; i < TMD_NEARS; i++) {
    const tmd_u128 multiple = point_of(circle, (uint64_t)i);
    circle->low[i] = (uint64_t)multiple, circle->high[i] = (uint64_t)(multiple >> 64);
  }
  return certain ? 0 : -1;
}

int tmd_quick_add(struct tmd_quick *quick, const struct tmd_quick_step *step) {
  if (quick->count == STEPS_MAX) return -1;
  quick->steps[quick->count] = *step;
  return quick->count++;
}

int tmd_quick_operate(struct tmd_quick *quick, enum tmd_quick_op op, int left, int right) {
  if (left < 0 || right < 0) return -1;
  return tmd_quick_add(quick, &(struct tmd_quick_step){.op = op, .left = left, .right = right});
}

int tmd_quick_count(const struct tmd_quick *quick) { return quick->count; }
int tmd_quick_is_row(const struct tmd_quick *quick) { return quick->row; }
int tmd_quick_sign(const struct tmd_quick *quick) { return quick->sign_x; }
void tmd_quick_drop(struct tmd_quick *quick, int count) { quick->count = count; }

/* 1 if one of the steps is a function of x with an id of at least `least`. */
static int has_function(const struct tmd_quick *quick, enum tmd_quick_op least) {
  for (int i = 0; i < quick->count; i++)
    if (quick->steps[i].op >= least) return 1;
  return 0;
}

/* Makes the steps of the function; 1 if it has them and one is a function of x. */
static int set_steps(struct tmd_quick *quick, const struct tmd_function *function) {
  quick->count = 0;
  return tmd_function_steps(function, quick) >= 0 &&
         (quick->row || has_function(quick, TMD_QUICK_SIN));
}

double tmd_quick_ns(const struct tmd_function *function, double *cell_ns) {
  struct tmd_quick quick = {.row = 0};
  double ns = 0;
  if (!set_steps(&quick, function)) return 0;
  *cell_ns = function->methods->cell_ns;
  for (int i = 0; i < quick.count; i++) {
    ns += quick.steps[i].op == TMD_QUICK_LGAMMA ? lgamma_ns
          : quick.steps[i].op >= TMD_QUICK_SIN  ? sine_ns
                                                : step_ns;
    if (quick.steps[i].op == TMD_QUICK_LGAMMA) *cell_ns = lgamma_cell_ns;
  }
  return ns;
}

static struct tmd_quick *open_quick(const struct tmd_function *function, int sign_x, int unit,
                                    int row) {
  struct tmd_quick *quick = tmd_allocate(sizeof *quick);
  quick->sign_x = sign_x, quick->row = row;
  quick->unit = sign_x ? -ldexp(1, unit) : ldexp(1, unit);
  const int known =
      set_steps(quick, function) && (sign_x || !has_function(quick, TMD_QUICK_LGAMMA));
  const int turns = known && has_function(quick, TMD_QUICK_SIN);
  if (known && abs(unit) <= UNIT_MAX &&
      (!turns || (!set_circle(&quick->radians, unit, 0) && !set_circle(&quick->halves, unit, 1))))
    return quick;
  free(quick);
  return NULL;
}

struct tmd_quick *tmd_quick_open(const struct tmd_function *function, int sign_x, int unit) {
  return open_quick(function, sign_x, unit, 0);
}

struct tmd_quick *tmd_quick_open_row(const struct tmd_function *function, int sign_x, int unit) {
  return open_quick(function, sign_x, unit, 1);
}

void tmd_quick_close(struct tmd_quick *quick) { free(quick); }
