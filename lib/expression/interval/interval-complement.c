/* Differences from 1 for large |u|: 1 + erf(u) loses all bits as u falls. Here it is enclosed as
   another function without cancellation. As erf(-u) = -erf(u), 1 - erf(v) = erfc(v), tanh(-u) =
   -tanh(u) and tanh(v) = (exp(2 v) - 1)/(exp(2 v) + 1), for signs s and t

       s + t erf(u)  = s (1 - erf(v))  = s erfc(v),              v = -s t u
       s + t tanh(u) = s (1 - tanh(v)) = s 2/(exp(2 v) + 1)

   for all real u. Arb's tree is rewritten by separate rules (forms.c), which are not used here. */
#include "lib/expression/interval/mpfr-interval.h"
#include "lib/expression/tree/formula.h"

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

#define TWICE(a) PRODUCT(NUMBER(2), a)
static const struct tmd_node *const less_erf = OF(erfc, VARIABLE);
static const struct tmd_node *const less_tanh =
    QUOTIENT(NUMBER(2), SUM(OF(exp, TWICE(VARIABLE)), NUMBER(1)));

void tmd_interval_complement(struct tmd_interval *y, const struct tmd_complement *c,
                             const struct tmd_interval *u, mpfr_prec_t prec) {
  struct tmd_interval v, z;
  tmd_interval_init(&v), tmd_interval_init(&z);
  (c->s * c->t > 0 ? tmd_interval_negative : tmd_interval_set)(&v, u);
  tmd_interval_evaluate(c->function->id == TMD_FN_erf ? less_erf : less_tanh, &z, &v, prec);
  (c->s < 0 ? tmd_interval_negative : tmd_interval_set)(y, &z);
  tmd_interval_clear(&v), tmd_interval_clear(&z);
}
