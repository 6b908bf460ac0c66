/* Trees as initializers at file scope: SUM(NUMBER(1), OF(exp, VARIABLE)) is 1 + exp(x). */
#ifndef TMD_EXPRESSION_FORMULA_H
#define TMD_EXPRESSION_FORMULA_H

#include "lib/expression/tree/node.h"

/* Each is written out, as cppcheck expands no macro as deeply in itself as NODE would be. */
#define NODE(node_kind, ...) (&(struct tmd_node){.kind = TMD_NODE_##node_kind, __VA_ARGS__})
#define VARIABLE (&(struct tmd_node){.kind = TMD_NODE_VARIABLE})
#define NUMBER(n) (&(struct tmd_node){.kind = TMD_NODE_CONSTANT, .value = {{n, 1}}})
#define NEGATIVE(a) (&(struct tmd_node){.kind = TMD_NODE_NEGATIVE, .left = a})
#define SUM(a, b) (&(struct tmd_node){.kind = TMD_NODE_SUM, .left = a, .right = b})
#define DIFFERENCE(a, b) (&(struct tmd_node){.kind = TMD_NODE_DIFFERENCE, .left = a, .right = b})
#define PRODUCT(a, b) (&(struct tmd_node){.kind = TMD_NODE_PRODUCT, .left = a, .right = b})
#define QUOTIENT(a, b) (&(struct tmd_node){.kind = TMD_NODE_QUOTIENT, .left = a, .right = b})
#define OF(name, a) \
  (&(struct tmd_node){.kind = TMD_NODE_APPLY, .function = tmd_functions + TMD_FN_##name, .left = a})

#endif
