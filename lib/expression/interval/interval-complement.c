/* Differences from 1 for large |u|: 1 + erf(u) loses all bits as u falls. Here it is enclosed as
   another function without cancellation. As erf(-u) = -erf(u), 1 - erf(v) = erfc(v), tanh(-u) =
   -tanh(u) and tanh(v) = (exp(2 v) - 1)/(exp(2 v) + 1), for signs s and t

       s + t erf(u)  = s (1 - erf(v))  = s erfc(v),              v = -s t u
       s + t tanh(u) = s (1 - tanh(v)) = s 2/(exp(2 v) + 1)

   for all real u. Arb's tree is rewritten by separate rules (forms.c), which are not used here.
   Where v < 1/2 both are above 1 - erf(1/2) > 0.47: there the difference from 1 loses at most two
   bits, and takes less time. */
#include "lib/expression/interval/mpfr-interval.h"

/* Skips minus signs before *node; returns their product. */
static int without_signs(const struct tmd_node **node) {
  int sign = 1;
  for (; (*node)->kind == TMD_NODE_NEGATIVE; *node = (*node)->left) sign = -sign;
  return sign;
}

/* 1 or -1 if the node is that number; else 0. */
static int unit(const struct tmd_node *node) {
  const int sign = without_signs(&node);
  const int number = node->kind == TMD_NODE_CONSTANT && fmpz_is_one(fmpq_denref(node->value));
  return number && fmpz_is_pm1(fmpq_numref(node->value)) ? sign * fmpq_sgn(node->value) : 0;
}

/* 1 if the node is t f(u), with f erf or tanh. */
static int match_function(struct tmd_complement *c, const struct tmd_node *node) {
  c->t = without_signs(&node);
  if (node->kind != TMD_NODE_APPLY ||
      (node->function->id != TMD_FN_erf && node->function->id != TMD_FN_tanh))
    return 0;
  c->function = node->function;
  c->u = node->left;
  return 1;
}

int tmd_interval_is_complement(struct tmd_complement *c, const struct tmd_node *node) {
  if (node->kind != TMD_NODE_SUM && node->kind != TMD_NODE_DIFFERENCE) return 0;
  const int minus = node->kind == TMD_NODE_DIFFERENCE;
  if ((c->s = unit(node->left)) && match_function(c, node->right)) {
    if (minus) c->t = -c->t;
    return 1;
  }
  if (!(c->s = unit(node->right)) || !match_function(c, node->left)) return 0;
  if (minus) c->s = -c->s;
  return 1;
}

static void apply(enum tmd_function_id id, struct tmd_interval *y, const struct tmd_interval *a,
                  mpfr_prec_t prec) {
  const struct tmd_node node = {.kind = TMD_NODE_APPLY, .function = tmd_function_entry(id)};
  tmd_interval_operate(&node, y, a, NULL, prec);
}

static void combine(enum tmd_node_kind kind, struct tmd_interval *y, const struct tmd_interval *a,
                    const struct tmd_interval *b, mpfr_prec_t prec) {
  const struct tmd_node node = {.kind = kind};
  tmd_interval_operate(&node, y, a, b, prec);
}

static void set_number(struct tmd_interval *y, long n) {
  mpq_set_si(y->exact, n, 1);
  tmd_interval_set_exact(y, MPFR_PREC_MIN);
}

/* y <- 2/(exp(2 v) + 1) */
static void by_exp(struct tmd_interval *y, const struct tmd_interval *v, mpfr_prec_t prec) {
  struct tmd_interval n, twice, exp, sum;
  tmd_interval_init(&n), tmd_interval_init(&twice), tmd_interval_init(&exp),
      tmd_interval_init(&sum);
  set_number(&n, 2);
  combine(TMD_NODE_PRODUCT, &twice, v, &n, prec);
  apply(TMD_FN_exp, &exp, &twice, prec);
  set_number(&n, 1);
  combine(TMD_NODE_SUM, &sum, &exp, &n, prec);
  set_number(&n, 2);
  combine(TMD_NODE_QUOTIENT, y, &n, &sum, prec);
  tmd_interval_clear(&n), tmd_interval_clear(&twice), tmd_interval_clear(&exp),
      tmd_interval_clear(&sum);
}

/* y <- 1 - f(v) */
static void directly(struct tmd_interval *y, const struct tmd_function *f,
                     const struct tmd_interval *v, mpfr_prec_t prec) {
  struct tmd_interval one, value;
  tmd_interval_init(&one), tmd_interval_init(&value);
  set_number(&one, 1);
  apply(f->id, &value, v, prec);
  combine(TMD_NODE_DIFFERENCE, y, &one, &value, prec);
  tmd_interval_clear(&one), tmd_interval_clear(&value);
}

void tmd_interval_complement(struct tmd_interval *y, const struct tmd_complement *c,
                             const struct tmd_interval *u, mpfr_prec_t prec) {
  struct tmd_interval v, z;
  tmd_interval_init(&v), tmd_interval_init(&z);
  if (c->s * c->t > 0) tmd_interval_negative(&v, u);
  else tmd_interval_set(&v, u);
  if (v.defined != TMD_DEFINED || mpfr_cmp_d(v.low, 0.5) < 0) directly(&z, c->function, &v, prec);
  else if (c->function->id != TMD_FN_erf) by_exp(&z, &v, prec);
  else apply(TMD_FN_erfc, &z, &v, prec);
  if (c->s < 0) tmd_interval_negative(y, &z);
  else tmd_interval_set(y, &z);
  tmd_interval_clear(&v), tmd_interval_clear(&z);
}
