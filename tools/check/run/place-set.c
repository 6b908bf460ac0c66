#include "tools/check/run/place-set.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/value/encoding.h"

struct tmd_place_set_range tmd_places_of(int sign, tmd_u128 ordinal, tmd_u128 count) {
  const struct tmd_datum least = {TMD_DATUM_NUMBER, sign, sign ? ordinal + count - 1 : ordinal};
  const tmd_u128 from = tmd_datum_place(&least);
  return (struct tmd_place_set_range){from, from + count};
}

/* Of a range; after the last one block = blocks. */
struct position {
  size_t block, at;
};

static struct tmd_place_set_range *range_at(const struct tmd_place_set *set, struct position p) {
  return p.block < set->blocks ? &set->block[p.block]->range[p.at] : NULL;
}

static struct position next(const struct tmd_place_set *set, struct position p) {
  return p.at + 1 < set->block[p.block]->count ? (struct position){p.block, p.at + 1}
                                               : (struct position){p.block + 1, 0};
}

/* The first range that ends at `place` or beyond. */
static struct position find(const struct tmd_place_set *set, tmd_u128 place) {
  size_t low = 0, high = set->blocks;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    const struct tmd_place_set_block *block = set->block[middle];
    if (block->range[block->count - 1].to < place) low = middle + 1;
    else high = middle;
  }
  struct position p = {low, 0};
  if (low == set->blocks) return p;
  for (high = set->block[low]->count; p.at < high;) {
    const size_t middle = (p.at + high) / 2;
    if (set->block[low]->range[middle].to < place) p.at = middle + 1;
    else high = middle;
  }
  return p;
}

/* Removes a range, and returns the position of the next one. */
static struct position take_out(struct tmd_place_set *set, struct position p) {
  struct tmd_place_set_block *block = set->block[p.block];
  block->count--;
  memmove(block->range + p.at, block->range + p.at + 1,
          (block->count - p.at) * sizeof *block->range);
  if (p.at < block->count) return p;
  if (block->count > 0) return (struct position){p.block + 1, 0};
  free(block);
  set->blocks--;
  memmove(set->block + p.block, set->block + p.block + 1,
          (set->blocks - p.block) * sizeof *set->block);
  return p;
}

/* Inserts a block before the one of this number, with the ranges of `from` from `at` on. */
static void put_block(struct tmd_place_set *set, size_t number,
                      const struct tmd_place_set_block *from, size_t at) {
  struct tmd_place_set_block *block = tmd_allocate(sizeof *block);
  block->count = from ? from->count - at : 0;
  if (from) memcpy(block->range, from->range + at, block->count * sizeof *block->range);
  set->block = tmd_grow(set->block, &set->capacity, set->blocks + 1, sizeof *set->block);
  memmove(set->block + number + 1, set->block + number,
          (set->blocks - number) * sizeof *set->block);
  set->block[number] = block;
  set->blocks++;
}

/* Inserts a range before that position. */
static void put(struct tmd_place_set *set, struct position p, struct tmd_place_set_range range) {
  if (p.block == set->blocks && p.block > 0 && set->block[p.block - 1]->count < TMD_PLACE_SET_BLOCK)
    p.block--, p.at = set->block[p.block]->count;
  if (p.block == set->blocks) {
    put_block(set, p.block, NULL, 0);
  } else if (set->block[p.block]->count == TMD_PLACE_SET_BLOCK) {
    put_block(set, p.block + 1, set->block[p.block], TMD_PLACE_SET_BLOCK / 2);
    set->block[p.block]->count = TMD_PLACE_SET_BLOCK / 2;
    if (p.at > TMD_PLACE_SET_BLOCK / 2) p.block++, p.at -= TMD_PLACE_SET_BLOCK / 2;
  }
  struct tmd_place_set_block *block = set->block[p.block];
  memmove(block->range + p.at + 1, block->range + p.at,
          (block->count - p.at) * sizeof *block->range);
  block->range[p.at] = range;
  block->count++;
}

void tmd_place_set_add(struct tmd_place_set *set, tmd_u128 from, tmd_u128 to) {
  const struct tmd_place_set_range *range;
  if (from >= to) return;
  struct position p = find(set, from);
  while ((range = range_at(set, p)) && range->from <= to) {
    if (range->from < from) from = range->from;
    if (range->to > to) to = range->to;
    set->total -= range->to - range->from;
    p = take_out(set, p);
  }
  put(set, p, (struct tmd_place_set_range){from, to});
  set->total += to - from;
}

void tmd_place_set_join(struct tmd_place_set *set, const struct tmd_place_set *other) {
  const struct tmd_place_set_range *range;
  for (struct position p = {0, 0}; (range = range_at(other, p)); p = next(other, p))
    tmd_place_set_add(set, range->from, range->to);
}

void tmd_place_set_rest(const struct tmd_place_set *set, tmd_u128 from, tmd_u128 to,
                        void (*visit)(tmd_u128 from, tmd_u128 to, void *context), void *context) {
  const struct tmd_place_set_range *range;
  for (struct position p = find(set, from); from < to && (range = range_at(set, p));
       p = next(set, p)) {
    if (range->to <= from) continue;
    if (range->from > from) visit(from, range->from < to ? range->from : to, context);
    from = range->to;
  }
  if (from < to) visit(from, to, context);
}

static void count(tmd_u128 from, tmd_u128 to, void *sum) { *(tmd_u128 *)sum += to - from; }

tmd_u128 tmd_place_set_more(const struct tmd_place_set *set, const struct tmd_place_set *other) {
  const struct tmd_place_set_range *range;
  tmd_u128 sum = 0;
  for (struct position p = {0, 0}; (range = range_at(other, p)); p = next(other, p))
    tmd_place_set_rest(set, range->from, range->to, count, &sum);
  return sum;
}

void tmd_place_set_clear(struct tmd_place_set *set) {
  for (size_t i = 0; i < set->blocks; i++) free(set->block[i]);
  free(set->block);
  memset(set, 0, sizeof *set);
}
