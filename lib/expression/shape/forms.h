/* Internal to forms*.c: each function consumes a node and returns it, or a form that is better for
   balls. */
#ifndef TMD_EXPRESSION_FORMS_H
#define TMD_EXPRESSION_FORMS_H

#include "lib/expression/tree/node.h"

int tmd_form_applies(const struct tmd_node *node, enum tmd_function_id id);

/* Both forms, unless that becomes too large. */
struct tmd_node *tmd_form_either(struct tmd_node *node, struct tmd_node *form);

/* The product, without factors 1. */
struct tmd_node *tmd_form_product(struct tmd_node *a, struct tmd_node *b);

/* For a product b exp(g): *g, and a copy of b; NULL without exp. */
struct tmd_node *tmd_form_without_exp(const struct tmd_node *product, const struct tmd_node **g);

/* part^n, with a copy of the part. */
struct tmd_node *tmd_form_power(const struct tmd_node *part, slong n);

/* The form alone, in place of the node. */
struct tmd_node *tmd_form_instead(struct tmd_node *node, struct tmd_node *form);

/* u if the node is sqrt(u), or its inverse, in any spelling; else NULL. */
const struct tmd_node *tmd_form_under_root(const struct tmd_node *node, int inverse);

/* forms-scaled.c: for a product, a quotient or a logarithm. forms-common.c and forms-conjugate.c:
   for a sum or difference. */
struct tmd_node *tmd_form_scaled(struct tmd_node *node);
struct tmd_node *tmd_form_common(struct tmd_node *node);
struct tmd_node *tmd_form_conjugate(struct tmd_node *node);

#endif
