/* The walk: blocks on tracks, their arcs into the buffer, the buffer to the roots. */
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/farey/walk-parts.h"
#include "lib/base/error.h"

enum { NO_BLOCK = 0xffff, PASS = TMD_FAREY_PASS };
_Static_assert(TMD_FAREY_TRACKS == 16, "masks of tracks are 16 bits");

/* A thread keeps its room: packets of few blocks would else spend more time on clearing it than on
   their walk. */
static pthread_key_t room;

__attribute__((constructor)) static void make_room_key(void) { pthread_key_create(&room, free); }

static struct tmd_farey_walk *room_of_thread(void) {
  struct tmd_farey_walk *walk = pthread_getspecific(room);
  if (walk) return walk;
  walk = tmd_allocate(sizeof *walk);
  memset(walk, 0, sizeof *walk); /* vectors are loaded beyond the ends of lists */
  pthread_setspecific(room, walk);
  return walk;
}

static struct tmd_farey_walk *begin(uint64_t order) {
  struct tmd_farey_walk *walk = room_of_thread();
  struct tmd_farey_tracks *b = &walk->tracks;
  walk->vacant_count = TMD_FAREY_BLOCKS;
  walk->ended_count = 0;
  for (int i = 0; i < TMD_FAREY_BLOCKS; i++) walk->vacant[i] = (uint16_t)i;
  walk->arcs.steps = walk->arcs.rest = walk->arcs.wide = 0;
  walk->arcs.live = 0;
  walk->arcs.higher = 0;
  walk->arcs.order = (double)order;
  memset(b, 0, sizeof *b);
  for (int track = 0; track < TMD_FAREY_TRACKS;
       track++) { /* dead tracks compute with harmless numbers */
    b->q[track] = b->left[track] = b->c2[track] = b->c2_inverse[track] = b->reach[track] = 1;
    b->least_q[track] = b->wide_q[track] = INFINITY;
    walk->on_track[track] = NO_BLOCK;
  }
  return walk;
}

struct tmd_farey_numbers tmd_farey_numbers(const struct tmd_farey_block *block,
                                           const struct tmd_farey_path *path, uint64_t order) {
  const double c2 = block->c[2], c3 = block->c[3], low = (double)block->low,
               high = (double)block->high;
  const double slack = TMD_FAREY_BOUND(ENDS, 0x1p-46 * c2 * block->radius + 0x1p-46);
  /* slope at the low end, relative to a, on the grid of a */
  const double ahead = floor((farey_rise(block, low) - slack) * TMD_FAREY_GRID);
  const tmd_i128 offset = (tmd_i128)(int64_t)ahead * ((tmd_i128)1 << (64 - TMD_FAREY_GRID_BITS));
  const struct tmd_farey_neighbours near = tmd_farey_neighbours(block->a + (uint64_t)offset, order);
  const uint64_t left = (order + near.q_above) / near.q * near.q - near.q_above;
  const tmd_i128 delta = (tmd_i128)near.rest - (tmd_i128)near.q * offset;
#define SAME(name) .name = path->name,
  return (struct tmd_farey_numbers){
      .q = (double)near.q,
      .left = (double)left,
      .delta = farey_of_wide(delta) * 0x1p-64,
      .delta_left =
          farey_of_wide(((tmd_i128)left * delta + ((tmd_i128)1 << 64)) / (tmd_i128)near.q) *
          0x1p-64,
      .c0_high = block->c0_high,
      .c0_low = TMD_FAREY_VALUE(HEIGHT, block->c0_low),
      .a_low = block->a_low,
      .c2 = c2,
      .c3_twice = 2 * c3,
      .c3_half = TMD_FAREY_VALUE(SHIFT, c3 / 2),
      .c4 = block->c4,
      .c5 = block->c5,
      .vertex = TMD_FAREY_VALUE(VERTEX, -0.5 / c2),
      .beta = 1.5 * c3 / c2,
      .beta_twice = 3 * c3 / c2,
      .c2_inverse = TMD_FAREY_VALUE(ROOT, 1 / c2),
      TMD_FAREY_WINDOW_FIELDS(SAME) TMD_FAREY_PATH_FIELDS(SAME).end =
          -farey_rise(block, high) - slack,
  };
#undef SAME
}

/* An arc of the buffer, in double precision: its pairs, or the whole. */
static void again(struct tmd_farey_search *search, int at, double skip, double pairs) {
  struct tmd_farey_walk *walk = search->walk;
  const struct tmd_farey_arcs *arcs = &walk->arcs;
  struct tmd_farey_block *block = &walk->blocks[walk->block_of[at]];
  const double q = arcs->q[at], left = arcs->left[at], delta = arcs->delta[at];
  search->stats->hits++;
  const int done =
      pairs > 0 ? tmd_farey_arc_pairs(search, block, q, left, delta, arcs->first[at] + skip, pairs)
                : tmd_farey_arc(search, block, q, left, delta);
  if (!done && block->low <= block->high) {
    tmd_farey_lines(search, block->X + (tmd_u128)(tmd_i128)block->low,
                    block->X + (tmd_u128)(tmd_i128)block->high + 1);
    block->high = block->low - 1; /* once is enough */
  }
}

/* First pairs of the arcs in single precision, and what is done one by one. */
static void first_pairs(struct tmd_farey_search *search) {
  struct tmd_farey_arcs *arcs = &search->walk->arcs;
  uint16_t hits[TMD_FAREY_STEPS];
  tmd_kernel_farey_roots()(arcs, hits);
  search->stats->roots += (uint64_t)arcs->steps * TMD_FAREY_TRACKS * PASS;
  for (int s = 0; s < arcs->steps; s++) {
    const unsigned first = hits[s] & arcs->fast[s];
    for (unsigned bits = first | arcs->near[s] | arcs->slow[s]; bits; bits &= bits - 1) {
      const int track = __builtin_ctz(bits), at = s * TMD_FAREY_TRACKS + track;
      again(search, at, 0, arcs->slow[s] >> track & 1 ? 0 : first >> track & 1 ? PASS : 1);
    }
  }
}

/* Arcs of the wide path that are too few to fill the lanes wait for the next buffer: they are moved
   behind it. */
static void carry(struct tmd_farey_walk *walk, int skip) {
  struct tmd_farey_arcs *arcs = &walk->arcs;
  double q[TMD_FAREY_CARRIED], left[TMD_FAREY_CARRIED], delta[TMD_FAREY_CARRIED],
      first[TMD_FAREY_CARRIED];
  uint16_t block[TMD_FAREY_CARRIED];
  for (int i = 0; i < arcs->wide; i++) {
    const uint64_t at = arcs->wide_arc[i];
    q[i] = arcs->q[at], left[i] = arcs->left[at], delta[i] = arcs->delta[at],
    first[i] = arcs->first[at] + skip;
    block[i] = walk->block_of[at];
    arcs->wide_x[i] += skip * arcs->wide_k[i];
  }
  for (int i = 0; i < arcs->wide; i++) {
    const int at = TMD_FAREY_ARCS + i;
    arcs->q[at] = q[i], arcs->left[at] = left[i], arcs->delta[at] = delta[i],
    arcs->first[at] = first[i];
    walk->block_of[at] = block[i];
    arcs->wide_arc[i] = (uint64_t)at;
  }
}

static int is_carried(const struct tmd_farey_walk *walk, uint16_t block) {
  for (int i = 0; i < walk->arcs.wide; i++)
    if (walk->block_of[TMD_FAREY_ARCS + i] == block) return 1;
  return 0;
}

/* Roots of the arcs in the buffer, which is empty afterwards; `all`: of the carried ones too. */
static void flush(struct tmd_farey_search *search, int all) {
  struct tmd_farey_walk *walk = search->walk;
  struct tmd_farey_arcs *arcs = &walk->arcs;
  uint32_t hit[TMD_FAREY_PLACES];
  int skip, kept = 0;
  first_pairs(search);
  for (skip = PASS; arcs->rest > 0; skip += PASS) {
    search->stats->roots += (uint64_t)(arcs->rest + 15) / 16 * 16 * PASS;
    const int count = tmd_kernel_farey_rest()(arcs, skip, hit);
    for (int i = 0; i < count; i++) again(search, (int)hit[i], skip, PASS);
  }
  for (skip = 0; arcs->wide >= (all ? 1 : TMD_FAREY_CARRIED); skip += PASS) {
    search->stats->roots += (uint64_t)(arcs->wide + 7) / 8 * 8 * PASS;
    const int count = tmd_kernel_farey_wide()(arcs, skip, hit);
    for (int i = 0; i < count; i++) again(search, (int)hit[i], skip, PASS);
  }
  carry(walk, skip);
  arcs->steps = 0;
  for (int i = 0; i < walk->ended_count; i++) {
    const uint16_t block = walk->ended[i];
    if (is_carried(walk, block)) walk->ended[kept++] = block;
    else walk->vacant[walk->vacant_count++] = block;
  }
  walk->ended_count = kept;
}

/* Steps until a walk ends. */
static void advance(struct tmd_farey_search *search) {
  struct tmd_farey_walk *walk = search->walk;
  struct tmd_farey_arcs *arcs = &walk->arcs;
  unsigned ended;
  do {
    if (arcs->steps == TMD_FAREY_STEPS) flush(search, 0);
    const int first = arcs->steps;
    ended = tmd_kernel_farey_walk()(arcs, &walk->tracks);
    for (int s = first; s < arcs->steps; s++)
      memcpy(walk->block_of + s * TMD_FAREY_TRACKS, walk->on_track, sizeof walk->on_track);
    search->stats->arcs += (unsigned)((arcs->steps - first) * __builtin_popcount(arcs->live));
  } while (!ended);
  arcs->live &= ~ended;
  for (; ended; ended &= ended - 1) {
    const int track = __builtin_ctz(ended);
    walk->ended[walk->ended_count++] = walk->on_track[track];
    walk->on_track[track] = NO_BLOCK;
    walk->tracks.least_q[track] = walk->tracks.wide_q[track] = INFINITY;
  }
}

static void put_on_track(struct tmd_farey_tracks *tracks, int track,
                         const struct tmd_farey_block *block, const struct tmd_farey_path *path,
                         uint64_t order) {
  const struct tmd_farey_numbers numbers = tmd_farey_numbers(block, path, order);
#define STORE(name) tracks->name[track] = numbers.name;
  TMD_FAREY_WALK_FIELDS(STORE)
#undef STORE
}

void tmd_farey_walk_add(struct tmd_farey_search *search, const struct tmd_farey_block *block,
                        const struct tmd_farey_path *path) {
  if (!search->walk) search->walk = begin(search->order);
  struct tmd_farey_walk *walk = search->walk;
  if (walk->arcs.live == (1u << TMD_FAREY_TRACKS) - 1) advance(search);
  const int track = __builtin_ctz(~walk->arcs.live), slot = walk->vacant[--walk->vacant_count];
  walk->blocks[slot] = *block;
  walk->on_track[track] = (uint16_t)slot;
  walk->arcs.live |= 1u << track;
  walk->arcs.higher |= block->higher; /* its own c4 and c5 may be 0, but its path is its band's */
  put_on_track(&walk->tracks, track, block, path, search->order);
  search->stats->blocks++;
}

void tmd_farey_walk_end(struct tmd_farey_search *search) {
  if (!search->walk) return;
  while (search->walk->arcs.live) advance(search);
  flush(search, 1);
}
