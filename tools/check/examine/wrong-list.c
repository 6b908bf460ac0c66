#include "tools/check/examine/wrong-list.h"

#include <stdlib.h>

#include "lib/base/error.h"

static int compare(const void *a_, const void *b_) {
  const struct tmd_wrong *a = a_, *b = b_;
  return a->mode != b->mode ? a->mode - b->mode : tmd_instance_compare(&a->at, &b->at);
}

void tmd_wrong_settle(struct tmd_wrong_list *list) {
  if (list->count > 0) qsort(list->at, list->count, sizeof *list->at, compare);
  if (list->count < list->most) return;
  list->count = list->most;
  list->full = 1;
}

static void add(struct tmd_wrong_list *list, const struct tmd_wrong *one) {
  if (list->full && compare(one, &list->at[list->most - 1]) >= 0) return;
  list->at = tmd_grow(list->at, &list->capacity, list->count + 1, sizeof *list->at);
  list->at[list->count++] = *one;
  if (list->count / 2 >= list->most) tmd_wrong_settle(list);
}

void tmd_wrong_add(struct tmd_wrong_list *list, const struct tmd_wrong *one) {
  list->found++;
  add(list, one);
}

void tmd_wrong_join(struct tmd_wrong_list *list, const struct tmd_wrong_list *other) {
  list->most = other->most;
  list->found += other->found;
  for (size_t i = 0; i < other->count; i++) add(list, other->at + i);
}

void tmd_wrong_clear(struct tmd_wrong_list *list) {
  free(list->at);
  *list = (struct tmd_wrong_list){.most = list->most};
}
