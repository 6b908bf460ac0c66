#include "tools/check/examine/vector-lanes.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/base/random.h"

struct tmd_vector_lanes *tmd_lanes_open(const struct tmd_examiner *e) {
  struct tmd_vector_lanes *l = tmd_zeros(sizeof *l);
  l->lanes = (size_t)tmd_target_lanes(e->target);
  l->masked = tmd_target_is_masked(e->target);
  l->x = tmd_zeros((size_t)3 * TMD_EXAMINE_ROOM * 8);
  l->y = l->x + TMD_EXAMINE_ROOM * 8;
  l->result = l->y + TMD_EXAMINE_ROOM * 8;
  tmd_fillers_make(l->filler, &e->on.checked);
  return l;
}

void tmd_lanes_close(struct tmd_vector_lanes *l) {
  free(l->x);
  free(l);
}

/* 1 if every number of the pass has a result, and every argument had one before. */
static int is_complete(const struct tmd_examiner *e, const struct tmd_pass *pass) {
  unsigned missing = 0;
  for (size_t k = 0; k <= pass->count / 8; k++) missing |= e->lost[k];
  for (size_t k = 0; k <= e->count / 8; k++) missing |= e->dead[k];
  return missing == 0;
}

/* 1 if the results are those of the first pass. */
static int is_same(const struct tmd_examiner *e, const struct tmd_pass *pass) {
  const size_t count = pass->count;
  unsigned differ = 0;
  if (!is_complete(e, pass)) return 0;
  if (!pass->source) return memcmp(pass->result, e->result, count * (size_t)e->bytes) == 0;
  for (size_t j = 0; j < count; j++) {
    const int32_t i = pass->source[j], k = i < 0 ? 0 : i;
    const int same = e->bytes == 2   ? ((uint16_t *)pass->result)[j] == ((uint16_t *)e->result)[k]
                     : e->bytes == 4 ? ((uint32_t *)pass->result)[j] == ((uint32_t *)e->result)[k]
                                     : ((uint64_t *)pass->result)[j] == ((uint64_t *)e->result)[k];
    differ |= i >= 0 && !same;
  }
  return !differ;
}

static int make_pass(struct tmd_examiner *e, const struct tmd_pass *pass) {
  const size_t lanes = e->lanes->lanes;
  if (tmd_examiner_call(e, pass)) return -1;
  const int same = is_same(e, pass);
  for (size_t first = 0, end; first < pass->count && !(same && !pass->flags); first = end) {
    end = first + lanes - (first + pass->lane) % lanes;
    if (end > pass->count) end = pass->count;
    const struct tmd_lane_vector v = {e, pass, first, end};
    if (!same) tmd_lanes_check_results(&v);
    if (pass->flags) tmd_lanes_check_flags(&v);
  }
  return 0;
}

/* The arguments next to their neighbours. */
static int dense_passes(struct tmd_examiner *e) {
  struct tmd_vector_lanes *l = e->lanes;
  for (size_t lane = e->flags ? 0 : 1; lane < l->lanes && !e->gave_up; lane++) {
    const struct tmd_pass pass = {.count = e->count,
                                  .x = e->x,
                                  .y = e->y,
                                  .result = l->result,
                                  .flags = e->flags ? l->flags : NULL,
                                  .lane = lane};
    if (make_pass(e, &pass)) return -1;
  }
  return 0;
}

/* Makes a pass of the arrangement. */
static int pass_arranged(struct tmd_examiner *e) {
  struct tmd_vector_lanes *l = e->lanes;
  const struct tmd_pass pass = {.count = l->count,
                                .x = l->x,
                                .y = l->y,
                                .source = l->source,
                                .result = l->result,
                                .flags = e->flags ? l->flags : NULL,
                                .active = l->masked ? l->active : NULL};
  l->count = 0;
  return pass.count > 0 && !e->gave_up ? make_pass(e, &pass) : 0;
}

static inline void put_number(const struct tmd_examiner *e, unsigned char *to, size_t j,
                              const unsigned char *from) {
  if (e->bytes == 2) memcpy(to + 2 * j, from, 2);
  else if (e->bytes == 4) memcpy(to + 4 * j, from, 4);
  else memcpy(to + 8 * j, from, 8);
}

/* Appends a number to the arrangement. */
static inline void put(struct tmd_examiner *e, long source, int active) {
  struct tmd_vector_lanes *l = e->lanes;
  const size_t j = l->count++, at = source < 0 ? 0 : (size_t)source * (size_t)e->bytes;
  const struct tmd_filler *filler = source < 0 ? &l->filler[-1 - source] : NULL;
  l->source[j] = (int32_t)source;
  l->active[j] = (uint8_t)active;
  put_number(e, l->x, j, filler ? filler->x : e->x + at);
  if (e->y) put_number(e, l->y, j, filler ? filler->y : e->y + at);
}

/* The source of a filler among `count` from the first on, or the next one on which calls return;
   `none` if there is none. */
static long filler_of(const struct tmd_examiner *e, int first, int count, unsigned random,
                      long none) {
  for (int k = 0; k < TMD_FILLERS; k++) {
    const int filler = (first + (int)(random % (unsigned)count) + k) % TMD_FILLERS;
    if (e->lanes->filler[filler].present >> e->judge.mode & 1) return -1 - filler;
  }
  return none;
}

/* Each of the first n arguments of the list, in lane (i + rotation) mod lanes, next to others of
   them, and in each vector at least one special filler. */
static int mixed_pass(struct tmd_examiner *e, size_t n, size_t rotation) {
  struct tmd_vector_lanes *l = e->lanes;
  const size_t lanes = l->lanes;
  size_t next[TMD_LANES_MOST];
  for (size_t lane = 0; lane < lanes; lane++) next[lane] = (lane + lanes - rotation) % lanes;
  for (size_t left = n; left > 0;) {
    const uint64_t word = tmd_random(&l->random);
    size_t must = word % lanes;
    while (next[must] >= n) must = (must + 1) % lanes;
    const size_t special = (must + 1 + (word >> 40) % (lanes - 1)) % lanes;
    const long none = l->list[next[must]];
    for (size_t lane = 0; lane < lanes; lane++) {
      const int taken = lane == must || (word >> (8 + 2 * lane % 48) & 3 && next[lane] < n);
      if (taken && lane != special) {
        put(e, l->list[next[lane]], 1);
        next[lane] += lanes, left--;
        continue;
      }
      const unsigned random = (unsigned)(tmd_random(&l->random) >> 32);
      const int first = lane == special ? TMD_FILLERS_ORDINARY : 0;
      put(e, filler_of(e, first, TMD_FILLERS - first, random >> 1, none),
          lane == special || (random & 1));
    }
    if (l->count + lanes > TMD_EXAMINE_BATCH && pass_arranged(e)) return -1;
  }
  return pass_arranged(e);
}

/* The first n arguments of the list, each in lane (k + own) mod lanes, or in all of them in turn;
   all others have the filler. */
static int single_pass(struct tmd_examiner *e, size_t n, size_t own, int all, int filler) {
  struct tmd_vector_lanes *l = e->lanes;
  for (size_t k = 0; k < n * (all ? l->lanes : 1) && !e->gave_up; k++) {
    const long argument = l->list[all ? k / l->lanes : k];
    for (size_t lane = 0; lane < l->lanes; lane++)
      put(e, lane == (k + own) % l->lanes ? argument : -1 - filler, 1);
    if (l->count + l->lanes > TMD_EXAMINE_BATCH && pass_arranged(e)) return -1;
  }
  return pass_arranged(e);
}

/* The first n arguments of the list, each in every lane; all others are inactive, with special
   fillers. */
static int masked_pass(struct tmd_examiner *e, size_t n) {
  struct tmd_vector_lanes *l = e->lanes;
  for (size_t k = 0; k < n * l->lanes && !e->gave_up; k++) {
    const long argument = l->list[k / l->lanes];
    for (size_t lane = 0; lane < l->lanes; lane++) {
      const int own = lane == k % l->lanes;
      const unsigned random = (unsigned)(tmd_random(&l->random) >> 32);
      put(e,
          own ? argument
              : filler_of(e, TMD_FILLERS_ORDINARY, TMD_FILLERS_SPECIAL, random, argument),
          own);
    }
    if (l->count + l->lanes > TMD_EXAMINE_BATCH && pass_arranged(e)) return -1;
  }
  return pass_arranged(e);
}

/* Lists the arguments of the batch in random order, of which the first *thorough ones are examined
   more thoroughly. */
static void make_list(struct tmd_examiner *e, size_t *thorough) {
  struct tmd_vector_lanes *l = e->lanes;
  size_t first = 0, last = e->count;
  for (size_t r = 0; r < e->runs; r++) {
    const struct tmd_run *run = &e->run[r];
    for (size_t i = run->first; i < run->first + run->strip.count; i++)
      l->list[tmd_examiner_is_thorough(e, run, i) ? first++ : --last] = (int32_t)i;
  }
  for (size_t i = e->count; i > 1; i--) {
    const size_t from = i > first ? first : 0,
                 k = from + (size_t)((tmd_random(&l->random) >> 32) * (i - from) >> 32);
    const int32_t one = l->list[i - 1];
    l->list[i - 1] = l->list[k], l->list[k] = one;
  }
  *thorough = first;
}

/* A filler that raises no flag, or one that is ordinary; -1: there is none. */
static int choose_filler(const struct tmd_examiner *e, int ordinary) {
  const enum tmd_rounding mode = e->judge.mode;
  for (int k = 0; k < (ordinary ? TMD_FILLERS_ORDINARY : TMD_FILLERS); k++) {
    const struct tmd_filler *filler = &e->lanes->filler[k];
    if (filler->present >> mode & 1 &&
        (ordinary || (filler->expected[mode] | filler->raised[mode] | filler->open[mode]) == 0))
      return k;
  }
  return -1;
}

/* Each of the first n arguments of the list by itself: in every lane next to a quiet filler if
   flags are checked, to an ordinary one, and to inactive lanes; and in one lane next to each
   special filler. */
static int single_passes(struct tmd_examiner *e, size_t n) {
  const struct tmd_vector_lanes *l = e->lanes;
  const int ordinary = choose_filler(e, 1);
  int failed = e->flags && l->quiet >= 0 && single_pass(e, n, 0, 1, l->quiet);
  if (ordinary >= 0 && (!e->flags || ordinary != l->quiet))
    failed = failed || single_pass(e, n, 0, 1, ordinary);
  if (l->masked) failed = failed || masked_pass(e, n);
  for (int k = TMD_FILLERS_ORDINARY; k < TMD_FILLERS && !failed; k++)
    if (l->filler[k].present >> e->judge.mode & 1) failed = single_pass(e, n, (size_t)k, 0, k);
  return failed ? -1 : 0;
}

int tmd_lanes_examine(struct tmd_examiner *e) {
  struct tmd_vector_lanes *l = e->lanes;
  size_t thorough;
  if (!(l->modes >> e->judge.mode & 1) && tmd_fillers_call(l->filler, e)) return -1;
  l->modes |= 1u << e->judge.mode;
  l->quiet = choose_filler(e, 0);
  l->random = 1;
  memset(l->findings, 0, e->count * sizeof *l->findings);
  if (dense_passes(e)) return -1;
  make_list(e, &thorough);
  for (size_t rotation = 0; rotation < l->lanes && !e->gave_up; rotation++)
    if (mixed_pass(e, rotation ? thorough : e->count, rotation)) return -1;
  return single_passes(e, thorough);
}
