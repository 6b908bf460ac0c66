#include "lib/expression/tree/aliases.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/expression/tree/node.h"

enum {
  NODES_MAX = 5000 /* of a tree written out: each mish(...) triples it */
};

/* In forms without cancellation: 1 + erf(t) is erfc(-t), 1 + tanh(t) is 2/(1 + exp(-2 t)), and with
   w = exp(x), tanh(log(1 + w)) = ((1 + w)^2 - 1)/((1 + w)^2 + 1) = 1/(1 + 2/(w (w +
   2))). */
static const struct tmd_named table[] = {
    {"ln", "log(x)", {NAN, INFINITY}},
    {"sigmoid", "1/(1+exp(-x))", {0, 1}},
    {"logistic", "sigmoid(x)", {0, 1}},
    {"softplus", "log(1+exp(x))", {0, INFINITY}},
    {"silu", "x/(1+exp(-x))", {-0.0, INFINITY}},
    {"swish", "silu(x)", {-0.0, INFINITY}},
    {"relu", "max(x,0)", {0, INFINITY}},
    {"gelu", "x/2*erfc(-x/sqrt(2))", {-0.0, INFINITY}},
    {"gelu_tanh", "x/(1+exp(-2*sqrt(2/pi)*(x+0.044715*x^3)))", {-0.0, INFINITY}},
    {"mish", "x/(1+2/(exp(x)*(exp(x)+2)))", {-0.0, INFINITY}},
    {"sinc", "x==0?1:sin(x)/x", {0, 0}},
};

const struct tmd_named *tmd_named_entry(int i) {
  return i >= 0 && (size_t)i < sizeof table / sizeof *table ? table + i : NULL;
}

const struct tmd_named *tmd_named_find(const char *name) {
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (!strcmp(table[i].name, name)) return table + i;
  return NULL;
}

/* The replacement of x, and the number of nodes still allowed. */
struct writing {
  const struct tmd_node *argument;
  int nodes_left;
};

/* A copy of the node with `argument` (NULL: x) for x; NULL if there are too many nodes. */
static struct tmd_node *write_out(const struct tmd_node *node, struct writing *w);

static struct tmd_node *definition_of(const struct tmd_node *node, struct writing *w) {
  struct tmd_node *argument = write_out(node->left, w),
                  *definition = argument ? tmd_node_parse(node->named->definition) : NULL;
  struct writing inner = {.argument = argument, .nodes_left = w->nodes_left};
  struct tmd_node *result = definition ? write_out(definition, &inner) : NULL;
  w->nodes_left = inner.nodes_left;
  tmd_node_release(argument);
  tmd_node_release(definition);
  return result;
}

static struct tmd_node *write_out(const struct tmd_node *node, struct writing *w) {
  if (node->kind == TMD_NODE_NAMED) return definition_of(node, w);
  if (node->kind == TMD_NODE_VARIABLE && w->argument) {
    struct writing whole = {.nodes_left = w->nodes_left};
    struct tmd_node *argument = write_out(w->argument, &whole);
    w->nodes_left = whole.nodes_left;
    return argument;
  }
  if (w->nodes_left-- <= 0) {
    tmd_error(TMD_USAGE,
              "more than %d operations, once its functions are written out by their definitions",
              NODES_MAX);
    return NULL;
  }
  struct tmd_node *other = tmd_node_like(node);
  const int whole = (!node->left || (other->left = write_out(node->left, w))) &&
                    (!node->right || (other->right = write_out(node->right, w))) &&
                    (!node->test || (other->test = write_out(node->test, w)));
  if (whole) return other;
  tmd_node_release(other);
  return NULL;
}

struct tmd_node *tmd_node_define(const struct tmd_node *node) {
  return write_out(node, &(struct writing){.nodes_left = NODES_MAX});
}
