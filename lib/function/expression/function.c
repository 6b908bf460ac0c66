/* Expressions as entries of the table. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/function/expression/node.h"

struct entry {
  struct entry *next;
  struct tmd_function function;
};
static struct entry *entries;

static const struct tmd_function *known(const char *text) {
  const struct entry *e;
#pragma omp critical(tmd_expressions)
  e = entries;
  for (; e; e = e->next)
    if (!strcmp(e->function.name, text)) return &e->function;
  return NULL;
}

/* Two threads may make the same one at the same time: both are kept, and good. */
static const struct tmd_function *keep(char *text, const struct tmd_expression *expression) {
  struct entry *e = tmd_allocate(sizeof *e);
  memset(e, 0, sizeof *e);
  e->function = (struct tmd_function){.name = text, .least = -INFINITY, .greatest = INFINITY, .model = TMD_MODEL_NONE,
                                      .symmetry = tmd_node_symmetry(expression->root), .exact = "where found to be rational",
                                      .expression = expression};
#pragma omp critical(tmd_expressions)
  {
    e->next = entries;
    entries = e;
  }
  return &e->function;
}

static char *without_blanks(const char *text) {
  char *copy = tmd_allocate(strlen(text) + 1), *to = copy;
  for (; *text; text++)
    if (!isspace((unsigned char)*text)) *to++ = *text;
  *to = 0;
  return copy;
}

const struct tmd_function *tmd_expression_function(const char *text) {
  char *bare = without_blanks(text);
  const struct tmd_function *function = known(bare);
  struct tmd_expression *expression = function ? NULL : tmd_expression_parse(text);
  const struct tmd_node *root = expression ? expression->root : NULL;
  if (root && root->kind == TMD_NODE_APPLY && root->left->kind == TMD_NODE_VARIABLE) {
    function = root->function;
    tmd_expression_clear(expression);
  } else if (expression) {
    return keep(bare, expression);
  }
  free(bare);
  return function;
}
