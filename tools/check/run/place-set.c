#define _GNU_SOURCE /* tdestroy, twalk_r */
#include "tools/check/run/place-set.h"

#include <search.h>
#include <stdlib.h>

#include "lib/base/error.h"
#include "lib/value/encoding.h"

struct tmd_place_set_range tmd_places_of(int sign, tmd_u128 ordinal, tmd_u128 count) {
  const struct tmd_datum least = {TMD_DATUM_NUMBER, sign, sign ? ordinal + count - 1 : ordinal};
  const tmd_u128 from = tmd_datum_place(&least);
  return (struct tmd_place_set_range){from, from + count};
}

/* Ranges that overlap or touch are equal. */
static int compare(const void *a_, const void *b_) {
  const struct tmd_place_set_range *a = a_, *b = b_;
  return a->to < b->from ? -1 : a->from > b->to;
}

static struct tmd_place_set_range *find(const struct tmd_place_set *set, tmd_u128 from,
                                        tmd_u128 to) {
  struct tmd_place_set_range *const *node =
      tfind(&(struct tmd_place_set_range){from, to}, &set->tree, compare);
  return node ? *node : NULL;
}

void tmd_place_set_add(struct tmd_place_set *set, tmd_u128 from, tmd_u128 to) {
  struct tmd_place_set_range *range;
  if (from >= to) return;
  while ((range = find(set, from, to))) {
    if (range->from < from) from = range->from;
    if (range->to > to) to = range->to;
    set->total -= range->to - range->from;
    set->ranges--;
    tdelete(range, &set->tree, compare);
    free(range);
  }
  range = tmd_allocate(sizeof *range);
  *range = (struct tmd_place_set_range){from, to};
  if (!tsearch(range, &set->tree, compare)) tmd_out_of_memory(sizeof *range);
  set->total += to - from;
  set->ranges++;
}

/* The range that is found first is the one next to the root of the tree, so that the depth of this
   recursion is at most the tree's. */
void tmd_place_set_rest(const struct tmd_place_set *set, tmd_u128 from, tmd_u128 to,
                        void (*visit)(tmd_u128 from, tmd_u128 to, void *context), void *context) {
  const struct tmd_place_set_range *range;
  for (; from < to && (range = find(set, from + 1, to - 1)); from = range->to)
    tmd_place_set_rest(set, from, range->from, visit, context);
  if (from < to) visit(from, to, context);
}

static void join_range(const void *node, VISIT visit, void *set) {
  const struct tmd_place_set_range *range = *(struct tmd_place_set_range *const *)node;
  if (visit == preorder || visit == leaf) tmd_place_set_add(set, range->from, range->to);
}

void tmd_place_set_join(struct tmd_place_set *set, const struct tmd_place_set *other) {
  twalk_r(other->tree, join_range, set);
}

struct more {
  const struct tmd_place_set *set;
  tmd_u128 sum;
};

static void count(tmd_u128 from, tmd_u128 to, void *sum) { *(tmd_u128 *)sum += to - from; }

static void count_range(const void *node, VISIT visit, void *more_) {
  const struct tmd_place_set_range *range = *(struct tmd_place_set_range *const *)node;
  struct more *more = more_;
  if (visit == preorder || visit == leaf)
    tmd_place_set_rest(more->set, range->from, range->to, count, &more->sum);
}

tmd_u128 tmd_place_set_more(const struct tmd_place_set *set, const struct tmd_place_set *other) {
  struct more more = {set, 0};
  twalk_r(other->tree, count_range, &more);
  return more.sum;
}

void tmd_place_set_clear(struct tmd_place_set *set) {
  tdestroy(set->tree, free);
  *set = (struct tmd_place_set){0};
}
