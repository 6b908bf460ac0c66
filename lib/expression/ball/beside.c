/* Values beside a rational number, c + t with t of known sign and size, where balls of any
   precision say c alone: a sum of them far out, as 1 + exp(-2^100) or 1 - tanh(2^100), then has its
   sign and its size without a rise of precision.

       (c + t) + (d + u) = (c + d) + (t + u)
       (c + t) (d + u)   = c d + (c u + d t + t u)
       (c + t) / (d + u) = c/d + (d t - c u) / (d (d + u))
       (c + t)^r         = c^r + r c^(r-1) t v,  1/2 <= v <= 2, if (|r| + 1) |t/c| <= 1/4: with t/c
   = z, (1 + z)^r - 1 is r z (1 + s)^(r-1), |s| <= |z|, and |(r - 1) log(1 + s)| <= (|r| + 1) |z|
   4/3 <= 1/3 < log 2 f(c + t)          = f(c) + t v by the table below, for |t| < 1/4 f(t), |t| >=
   4    = f(infinity) + rest by the other table

   For exp, log and so on no better is known of c than that f(c) is rational there: 0, or 1 for log.
 */
#include <math.h>

#include "lib/expression/tree/node.h"

enum {
  NUMBER_BITS_MAX =
      1 << 14, /* of numerator and denominator together: larger numbers are left to balls */
  POWER_MAX = 64,
  LARGE_ARGUMENT = 2,   /* log2 |t| from which f is beside its limit, */
  LARGEST_ARGUMENT = 30 /* and from which on exponents are beyond 2^30 */
};

static int small_enough(const fmpq_t c) {
  return fmpz_bits(fmpq_numref(c)) + fmpz_bits(fmpq_denref(c)) <= NUMBER_BITS_MAX;
}

static struct tmd_size exactly(void) {
  return (struct tmd_size){0, TMD_SIZE_NO_LOW, -TMD_SIZE_FAR};
}

/* ---- number + rest ---- */

int tmd_beside_compare(const struct tmd_beside *y, long n) {
  fmpq_t c;
  fmpq_init(c);
  fmpq_sub_si(c, y->number, n);
  const struct tmd_size size = tmd_size_of(c);
  fmpq_clear(c);
  if (size.sign == 0) return y->rest.sign;
  return y->rest.sign == 0 || y->rest.sign == size.sign || y->rest.high <= size.low
             ? size.sign
             : TMD_SIGN_UNKNOWN;
}

/* log2 of a number rounded down, or up. */
static long log2_down(const fmpq_t c) { return tmd_size_of(c).low; }
static long log2_up(const fmpq_t c) {
  const int power = fmpz_is_one(fmpq_denref(c))
                        ? (fmpz_popcnt(fmpq_numref(c)) == 1)
                        : fmpz_is_one(fmpq_numref(c)) && fmpz_popcnt(fmpq_denref(c)) == 1;
  return tmd_size_of(c).high - power;
}

struct tmd_size tmd_beside_size(const struct tmd_beside *y) {
  enum { LEAST = -NUMBER_BITS_MAX };
  struct tmd_size size = tmd_size_of(y->number);
  if (size.sign == 0) return y->rest;
  if (y->rest.sign == 0) return size;
  if (y->rest.high >= size.low)
    return tmd_size_sum(size, y->rest); /* no less than half of the number: as of any sum */
  fmpq_t c, rest, end;
  fmpq_init(c), fmpq_init(rest), fmpq_init(end);
  fmpq_abs(c, y->number);
  fmpq_set_si(rest, 1, 1);
  const long bound = y->rest.high < LEAST ? LEAST : y->rest.high;
  if (bound >= 0) fmpq_mul_2exp(rest, rest, (ulong)bound);
  else fmpq_div_2exp(rest, rest, (ulong)-bound);
  const int inward = y->rest.sign != size.sign,
            outward = y->rest.sign == TMD_SIGN_UNKNOWN || !inward;
  fmpq_sub(end, c, rest);
  size.low = log2_down(inward ? end : c);
  fmpq_add(end, c, rest);
  size.high = log2_up(outward ? end : c);
  fmpq_clear(c), fmpq_clear(rest), fmpq_clear(end);
  return size;
}

/* Of a rest that is as large as its number no more is kept than the size of the value. */
void tmd_bound_settle_beside(struct tmd_bound *y) {
  const struct tmd_size whole = {y->sign, y->low, y->high};
  struct tmd_beside *beside = &y->beside;
  if (fmpq_is_zero(beside->number) || !small_enough(beside->number) ||
      (beside->rest.sign != 0 && beside->rest.high >= tmd_size_of(beside->number).low)) {
    fmpq_zero(beside->number);
    beside->rest = whole;
  }
}

/* ---- Operations ---- */

static void add(struct tmd_beside *y, const struct tmd_beside *a, const struct tmd_beside *b) {
  fmpq_add(y->number, a->number, b->number);
  y->rest = tmd_size_sum(a->rest, b->rest);
}

static void negate(struct tmd_beside *y, const struct tmd_beside *a) {
  fmpq_neg(y->number, a->number);
  y->rest = tmd_size_negative(a->rest);
}

static void subtract(struct tmd_beside *y, const struct tmd_beside *a, const struct tmd_beside *b) {
  fmpq_sub(y->number, a->number, b->number);
  y->rest = tmd_size_sum(a->rest, tmd_size_negative(b->rest));
}

/* c u */
static struct tmd_size times(const fmpq_t c, struct tmd_size u) {
  return tmd_size_product(tmd_size_of(c), u);
}

static void multiply(struct tmd_beside *y, const struct tmd_beside *a, const struct tmd_beside *b) {
  fmpq_mul(y->number, a->number, b->number);
  y->rest = tmd_size_sum(tmd_size_sum(times(a->number, b->rest), times(b->number, a->rest)),
                         tmd_size_product(a->rest, b->rest));
}

static void divide(struct tmd_beside *y, const struct tmd_beside *a, const struct tmd_beside *b) {
  if (fmpq_is_zero(b->number)) return;
  const struct tmd_size above =
      tmd_size_sum(times(b->number, a->rest), tmd_size_negative(times(a->number, b->rest)));
  const struct tmd_size under = times(b->number, tmd_beside_size(b));
  fmpq_div(y->number, a->number, b->number);
  y->rest = tmd_size_product(above, tmd_size_inverse(under));
}

/* The value less n. */
static struct tmd_size less(const struct tmd_beside *a, int n) {
  struct tmd_beside b = {.rest = a->rest};
  fmpq_init(b.number);
  fmpq_sub_si(b.number, a->number, n);
  const struct tmd_size size = tmd_beside_size(&b);
  fmpq_clear(b.number);
  return size;
}

/* c^r where that is known to be rational: whole powers, and 1. */
static void raise_to(struct tmd_beside *y, const struct tmd_beside *a, const fmpq_t r) {
  const int whole =
      fmpz_is_one(fmpq_denref(r)) && fmpz_cmpabs(fmpq_numref(r), (fmpz[]){POWER_MAX}) <= 0;
  if (fmpq_is_zero(a->number) || fmpq_is_zero(r)) return;
  fmpq_t factor, steep;
  fmpq_init(factor), fmpq_init(steep);
  fmpq_abs(steep, r);
  fmpq_add_si(steep, steep, 1);
  fmpq_inv(factor, a->number);
  const struct tmd_size z = whole ? times(factor, a->rest) : less(a, 1);
  if (z.sign == 0 || z.high + tmd_size_of(steep).high <= -2) {
    if (whole) fmpq_pow_si(y->number, a->number, fmpz_get_si(fmpq_numref(r)));
    else fmpq_one(y->number);
    fmpq_mul(factor, r, y->number);
    y->rest = times(factor, tmd_size_scaled(z, -1, 1));
  }
  fmpq_clear(factor), fmpq_clear(steep);
}

/* ---- Functions ---- */

/* f(c + t) = f(c) + slope t v with 2^low <= v <= 2^high, or t^2 for t; |t| < 1/4. */
static const struct {
  enum tmd_function_id id;
  int c, value, slope, square, low, high;
} tangents[] = {
    {TMD_FN_exp, 0, 1, 1, 0, -1, 1},  /* (exp(t) - 1)/t between exp(-1/4) and exp(1/4) */
    {TMD_FN_exp2, 0, 1, 1, 0, -1, 0}, /* the same times log 2 */
    {TMD_FN_exp10, 0, 1, 1, 0, 0, 3}, /* and log 10: 1.2 to 4.1 */
    {TMD_FN_expm1, 0, 0, 1, 0, -1, 1},
    {TMD_FN_exp2m1, 0, 0, 1, 0, -1, 0},
    {TMD_FN_exp10m1, 0, 0, 1, 0, 0, 3},
    {TMD_FN_log, 1, 0, 1, 0, -1, 1},   /* log(1 + t)/t between 4/5 and 4/3 */
    {TMD_FN_log2, 1, 0, 1, 0, 0, 1},   /* 1.15 to 1.93 */
    {TMD_FN_log10, 1, 0, 1, 0, -2, 0}, /* 0.34 to 0.58 */
    {TMD_FN_log1p, 0, 0, 1, 0, -1, 1},
    {TMD_FN_log2p1, 0, 0, 1, 0, 0, 1},
    {TMD_FN_log10p1, 0, 0, 1, 0, -2, 0},
    {TMD_FN_sin, 0, 0, 1, 0, -1, 0},
    {TMD_FN_tan, 0, 0, 1, 0, 0, 1},
    {TMD_FN_sinh, 0, 0, 1, 0, 0, 1},
    {TMD_FN_tanh, 0, 0, 1, 0, -1, 0},
    {TMD_FN_asin, 0, 0, 1, 0, 0, 1},
    {TMD_FN_atan, 0, 0, 1, 0, -1, 0},
    {TMD_FN_asinh, 0, 0, 1, 0, -1, 0},
    {TMD_FN_atanh, 0, 0, 1, 0, 0, 1},
    {TMD_FN_erf, 0, 0, 1, 0, 0, 1}, /* 2/sqrt(pi) exp(-s^2): 1.05 to 1.13 */
    {TMD_FN_erfc, 0, 1, -1, 0, 0, 1},
    {TMD_FN_cos, 0, 1, -1, 1, -2, 0}, /* (1 - cos(t))/t^2 between 0.49 and 1/2 */
    {TMD_FN_cosh, 0, 1, 1, 1, -2, 0}, /* 0.5 to 0.51 */
};

/* f(t) = limit + rest for t on that side of 0, |t| >= 4, the rest of this sign and 2^(-least
   |t|^power) <= |rest| < 2^(-most |t|^power). */
static const struct {
  enum tmd_function_id id;
  int side, limit, sign, power;
  double most, least;
} tails[] = {
    {TMD_FN_tanh, 1, 1, -1, 1, 2.5,
     3}, /* 1 - tanh(t) = 2/(exp(2t) + 1) between exp(-2t) and 2 exp(-2t); 2/log 2 = 2.88 */
    {TMD_FN_tanh, -1, -1, 1, 1, 2.5, 3},
    {TMD_FN_erf, 1, 1, -1, 2, 1.44,
     2}, /* erfc(t) < exp(-t^2), and > exp(-t^2)/(4t) > 2^(-2 t^2); 1/log 2 = 1.4427 */
    {TMD_FN_erf, -1, -1, 1, 2, 1.44, 2},
    {TMD_FN_erfc, 1, 0, 1, 2, 1.44, 2},
    {TMD_FN_erfc, -1, 2, -1, 2, 1.44, 2},
    {TMD_FN_exp, -1, 0, 1, 1, 1.44, 1.45},
    {TMD_FN_exp2, -1, 0, 1, 1, 1, 1},
    {TMD_FN_exp10, -1, 0, 1, 1, 3.32, 3.33},
    {TMD_FN_expm1, -1, -1, 1, 1, 1.44, 1.45},
    {TMD_FN_exp2m1, -1, -1, 1, 1, 1, 1},
    {TMD_FN_exp10m1, -1, -1, 1, 1, 3.32, 3.33},
};

static void by_tail(struct tmd_beside *y, enum tmd_function_id id, const struct tmd_bound *a) {
  if (a->low < LARGE_ARGUMENT) return;
  for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) {
    if (tails[i].id != id || tails[i].side != a->sign) continue;
    const int power = tails[i].power,
              low = (int)(a->low > LARGEST_ARGUMENT ? LARGEST_ARGUMENT : a->low);
    fmpq_set_si(y->number, tails[i].limit, 1);
    y->rest = (struct tmd_size){
        tails[i].sign, TMD_SIZE_NO_LOW,
        tmd_size_saturate_high(-(long)floor(ldexp(tails[i].most, power * low)) + 1)};
    if (a->high <= LARGEST_ARGUMENT)
      y->rest.low = tmd_size_saturate_low(-(long)ceil(ldexp(tails[i].least, power * (int)a->high)));
  }
}

static void by_tangent(struct tmd_beside *y, enum tmd_function_id id, const struct tmd_bound *a) {
  for (size_t i = 0; i < sizeof tangents / sizeof *tangents; i++) {
    if (tangents[i].id != id) continue;
    struct tmd_size t = tangents[i].c ? less(&a->beside, tangents[i].c)
                                      : (struct tmd_size){a->sign, a->low, a->high};
    if (t.sign != 0 && t.high > -2) continue;
    if (tangents[i].square && t.sign == TMD_SIGN_UNKNOWN) continue;
    if (tangents[i].square) t = tmd_size_product(t, t);
    if (tangents[i].slope < 0) t = tmd_size_negative(t);
    fmpq_set_si(y->number, tangents[i].value, 1);
    y->rest = tmd_size_scaled(t, tangents[i].low, tangents[i].high);
  }
}

static void apply(struct tmd_beside *y, const struct tmd_function *function,
                  const struct tmd_bound *a) {
  if (function->exact_rule == TMD_EXACT_ROOT || function->exact_rule == TMD_EXACT_POWER) {
    fmpq_t r;
    fmpq_init(r);
    fmpq_set_si(r, function->n, 1);
    if (function->exact_rule == TMD_EXACT_ROOT) fmpq_inv(r, r);
    raise_to(y, &a->beside, r);
    fmpq_clear(r);
    return;
  }
  by_tail(y, function->id, a);
  by_tangent(y, function->id, a);
}

void tmd_bound_beside(const struct tmd_node *node, struct tmd_bound *y, const struct tmd_bound *a,
                      const struct tmd_bound *b) {
  struct tmd_beside *c = &y->beside;
  switch (node->kind) {
  case TMD_NODE_NEGATIVE: negate(c, &a->beside); break;
  case TMD_NODE_ABSOLUTE: /* of the sign of its number, if there is one */
    if (fmpq_sgn(a->beside.number) < 0) negate(c, &a->beside);
    else if (fmpq_sgn(a->beside.number) > 0)
      fmpq_set(c->number, a->beside.number), c->rest = a->beside.rest;
    break;
  case TMD_NODE_SUM: add(c, &a->beside, &b->beside); break;
  case TMD_NODE_DIFFERENCE: subtract(c, &a->beside, &b->beside); break;
  case TMD_NODE_PRODUCT: multiply(c, &a->beside, &b->beside); break;
  case TMD_NODE_QUOTIENT: divide(c, &a->beside, &b->beside); break;
  case TMD_NODE_POWER: raise_to(c, &a->beside, node->value); break;
  case TMD_NODE_APPLY: apply(c, node->function, a); break;
  default: break;
  }
}

void tmd_bound_beside_leaf(const struct tmd_node *node, struct tmd_bound *y, const arb_t x) {
  if (node->kind == TMD_NODE_CONSTANT) fmpq_set(y->beside.number, node->value);
  else if (node->kind != TMD_NODE_VARIABLE || !arb_is_exact(x)) return;
  else if (arb_is_zero(x)) fmpq_zero(y->beside.number);
  else if (arf_cmpabs_2exp_si(arb_midref(x), NUMBER_BITS_MAX) < 0 &&
           arf_cmpabs_2exp_si(arb_midref(x), -NUMBER_BITS_MAX) > 0)
    arf_get_fmpq(y->beside.number, arb_midref(x));
  else return;
  y->beside.rest = exactly();
}

int tmd_expression_beside(const struct tmd_expression *expression, fmpq_t number, long *high,
                          const mpfr_t x) {
  enum { PRECISION = 64 }; /* of balls: the number is exact, and the rest has a size */
  struct tmd_bound bound;
  arb_t argument;
  tmd_bound_init(&bound);
  arb_init(argument);
  arf_set_mpfr(arb_midref(argument), x);
  tmd_node_bound(expression->root, &bound, argument, PRECISION);
  const struct tmd_size rest = bound.beside.rest;
  const int known = bound.defined == TMD_DEFINED && !fmpq_is_zero(bound.beside.number) &&
                    (rest.sign == 1 || rest.sign == -1) && rest.high != TMD_SIZE_NO_HIGH;
  if (known) fmpq_set(number, bound.beside.number), *high = rest.high;
  tmd_bound_clear(&bound);
  arb_clear(argument);
  return known;
}
