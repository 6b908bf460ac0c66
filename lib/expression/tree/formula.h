/* Trees as initializers at file scope: SUM(NUMBER(1), OF(exp, VARIABLE)) is 1 + exp(x). */
#ifndef TMD_EXPRESSION_FORMULA_H
#define TMD_EXPRESSION_FORMULA_H

#include "lib/expression/tree/node.h"

#define NODE(node_kind, ...) (&(struct tmd_node){.kind = TMD_NODE_##node_kind, __VA_ARGS__})
#define VARIABLE NODE(VARIABLE)
#define NUMBER(n) NODE(CONSTANT, .value = {{n, 1}})
#define NEGATIVE(a) NODE(NEGATIVE, .left = a)
#define SUM(a, b) NODE(SUM, .left = a, .right = b)
#define DIFFERENCE(a, b) NODE(DIFFERENCE, .left = a, .right = b)
#define PRODUCT(a, b) NODE(PRODUCT, .left = a, .right = b)
#define QUOTIENT(a, b) NODE(QUOTIENT, .left = a, .right = b)
#define OF(name, a) NODE(APPLY, .function = tmd_functions + TMD_FN_##name, .left = a)

#endif
