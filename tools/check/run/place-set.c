#include "tools/check/run/place-set.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"

/* Of a range; block = blocks behind the last one. */
struct position {
  size_t block, at;
};

static struct tmd_place_set_range *range_at(const struct tmd_place_set *tested, struct position p) {
  return p.block < tested->blocks ? &tested->block[p.block]->range[p.at] : NULL;
}

static struct position next(const struct tmd_place_set *tested, struct position p) {
  return p.at + 1 < tested->block[p.block]->count ? (struct position){p.block, p.at + 1}
                                                  : (struct position){p.block + 1, 0};
}

/* The first range that ends at `place` or beyond. */
static struct position find(const struct tmd_place_set *tested, tmd_u128 place) {
  size_t low = 0, high = tested->blocks;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    const struct tmd_place_set_block *block = tested->block[middle];
    if (block->range[block->count - 1].to < place) low = middle + 1;
    else high = middle;
  }
  struct position p = {low, 0};
  if (low == tested->blocks) return p;
  for (high = tested->block[low]->count; p.at < high;) {
    const size_t middle = (p.at + high) / 2;
    if (tested->block[low]->range[middle].to < place) p.at = middle + 1;
    else high = middle;
  }
  return p;
}

/* Returns where the next range is then. */
static struct position take_out(struct tmd_place_set *tested, struct position p) {
  struct tmd_place_set_block *block = tested->block[p.block];
  block->count--;
  memmove(block->range + p.at, block->range + p.at + 1,
          (block->count - p.at) * sizeof *block->range);
  if (p.at < block->count) return p;
  if (block->count > 0) return (struct position){p.block + 1, 0};
  free(block);
  tested->blocks--;
  memmove(tested->block + p.block, tested->block + p.block + 1,
          (tested->blocks - p.block) * sizeof *tested->block);
  return p;
}

/* A block before the one of this number, with what stands in that from `at` on. */
static void put_block(struct tmd_place_set *tested, size_t number,
                      const struct tmd_place_set_block *from, size_t at) {
  struct tmd_place_set_block *block = tmd_allocate(sizeof *block);
  block->count = from ? from->count - at : 0;
  if (from) memcpy(block->range, from->range + at, block->count * sizeof *block->range);
  tested->block =
      tmd_grow(tested->block, &tested->capacity, tested->blocks + 1, sizeof *tested->block);
  memmove(tested->block + number + 1, tested->block + number,
          (tested->blocks - number) * sizeof *tested->block);
  tested->block[number] = block;
  tested->blocks++;
}

/* Before the range there. */
static void put(struct tmd_place_set *tested, struct position p, struct tmd_place_set_range range) {
  if (p.block == tested->blocks && p.block > 0 &&
      tested->block[p.block - 1]->count < TMD_PLACE_SET_BLOCK)
    p.block--, p.at = tested->block[p.block]->count;
  if (p.block == tested->blocks) {
    put_block(tested, p.block, NULL, 0);
  } else if (tested->block[p.block]->count == TMD_PLACE_SET_BLOCK) {
    put_block(tested, p.block + 1, tested->block[p.block], TMD_PLACE_SET_BLOCK / 2);
    tested->block[p.block]->count = TMD_PLACE_SET_BLOCK / 2;
    if (p.at > TMD_PLACE_SET_BLOCK / 2) p.block++, p.at -= TMD_PLACE_SET_BLOCK / 2;
  }
  struct tmd_place_set_block *block = tested->block[p.block];
  memmove(block->range + p.at + 1, block->range + p.at,
          (block->count - p.at) * sizeof *block->range);
  block->range[p.at] = range;
  block->count++;
}

void tmd_place_set_add(struct tmd_place_set *tested, tmd_u128 from, tmd_u128 to) {
  const struct tmd_place_set_range *range;
  if (from >= to) return;
  struct position p = find(tested, from);
  while ((range = range_at(tested, p)) && range->from <= to) {
    if (range->from < from) from = range->from;
    if (range->to > to) to = range->to;
    tested->total -= range->to - range->from;
    p = take_out(tested, p);
  }
  put(tested, p, (struct tmd_place_set_range){from, to});
  tested->total += to - from;
}

void tmd_place_set_join(struct tmd_place_set *tested, const struct tmd_place_set *other) {
  const struct tmd_place_set_range *range;
  for (struct position p = {0, 0}; (range = range_at(other, p)); p = next(other, p))
    tmd_place_set_add(tested, range->from, range->to);
}

void tmd_place_set_rest(const struct tmd_place_set *tested, tmd_u128 from, tmd_u128 to,
                        void (*visit)(tmd_u128 from, tmd_u128 to, void *context), void *context) {
  const struct tmd_place_set_range *range;
  for (struct position p = find(tested, from); from < to && (range = range_at(tested, p));
       p = next(tested, p)) {
    if (range->to <= from) continue;
    if (range->from > from) visit(from, range->from < to ? range->from : to, context);
    from = range->to;
  }
  if (from < to) visit(from, to, context);
}

void tmd_place_set_clear(struct tmd_place_set *tested) {
  for (size_t i = 0; i < tested->blocks; i++) free(tested->block[i]);
  free(tested->block);
  memset(tested, 0, sizeof *tested);
}
