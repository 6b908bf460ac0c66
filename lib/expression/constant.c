/* Numbers written as expressions: the ends of domains. */
#include "lib/base/error.h"
#include "lib/expression/tree/node.h"

enum {
  FIRST_PRECISION = 256,
  EXPONENT_MAX = 1 << 21 /* beyond all formats */
};

/* 1 if no floating-point number of so many bits is in [low, high]: the least one from low on is
   above high. */
static int lie_together(const arf_t low, const arf_t high, int bits) {
  arf_t next;
  arf_init(next);
  arf_set_round(next, low, bits, ARF_RND_CEIL);
  const int together = arf_cmp(next, high) > 0;
  arf_clear(next);
  return together;
}

/* 1 if the ball determines it. */
static int upper_end(mpq_t value, const arb_t ball, slong prec, int bits) {
  arf_t low, high;
  fmpq_t end;
  arf_init(low), arf_init(high);
  fmpq_init(end);
  arb_get_lbound_arf(low, ball, prec);
  arb_get_ubound_arf(high, ball, prec);
  const int found = lie_together(low, high, bits);
  if (found) {
    arf_get_fmpq(end, high);
    fmpq_get_mpq(value, end);
  }
  arf_clear(low), arf_clear(high);
  fmpq_clear(end);
  return found;
}

/* For a constant that is not found to be rational. */
static int irrational(mpq_t value, const struct tmd_node *node, int bits) {
  int result = 1;
  struct tmd_bound bound;
  arb_t zero; /* for x, which is absent */
  tmd_bound_init(&bound);
  arb_init(zero);
  for (slong prec = FIRST_PRECISION; result > 0 && prec <= TMD_EXPRESSION_BITS_MAX; prec *= 2) {
    tmd_node_bound(node, &bound, zero, prec);
    const int far = !arb_is_finite(bound.ball) || bound.size.high > EXPONENT_MAX ||
                    bound.size.high < -EXPONENT_MAX;
    if (bound.defined == TMD_UNDEFINED) result = tmd_error(TMD_USAGE, "a constant without a value");
    else if (bound.defined == TMD_DEFINED && !far && upper_end(value, bound.ball, prec, bits))
      result = 0;
  }
  if (result > 0)
    result = tmd_error(
        TMD_USAGE,
        "a constant beyond all formats, or which %d bits do not separate from a floating-point number",
        TMD_EXPRESSION_BITS_MAX);
  arb_clear(zero);
  tmd_bound_clear(&bound);
  return result;
}

int tmd_expression_constant(mpq_t value, const char *text, int bits) {
  struct tmd_node *read = tmd_node_parse(text), *node = read ? tmd_node_define(read) : NULL;
  int result = -1;
  fmpq_t exact;
  fmpq_init(exact);
  if (node && tmd_node_has_variable(node)) {
    tmd_error(TMD_USAGE, "a constant has no %c", tmd_node_has(node, TMD_NODE_SECOND) ? 'y' : 'x');
  } else if (node && tmd_node_constant(node, exact)) {
    fmpq_get_mpq(value, exact);
    result = 0;
  } else if (node) {
    result = irrational(value, node, bits);
  }
  fmpq_clear(exact);
  tmd_node_release(read);
  tmd_node_release(node);
  return result;
}
