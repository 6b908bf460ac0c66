/* Expressions that are cleared at the end of their scope. */
#ifndef TMD_TEST_EXPRESSIONS_H
#define TMD_TEST_EXPRESSIONS_H

#include "lib/base/arb-compat.h"
#include "lib/expression/expression.h"

static void expression_end(struct tmd_expression **e) {
  if (*e) tmd_expression_clear(*e);
}
#define EXPRESSION __attribute__((cleanup(expression_end))) struct tmd_expression

#endif
