#include "kernels/farey/farey.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/farey/band.h"
#include "lib/base/error.h"

enum {
  EXHAUST_MOST = 1 << 12, /* shorter pieces that suit nothing else are evaluated one by one */
  PLAIN_MOST = 16,        /* likewise in the reference */
  LEVEL_MOST = 6,
  ROOTS_PER_LINE = 32, /* a line of more is better divided, where division allows a greater order */
  STRAIGHT_LEAST = 1 << 20, /* longer runs with a root for many arguments, */
  STRAIGHT_ROOTS =
      1 << 9 /* and more roots in all than this, are better listed as a straight line */
};
#define STRAIGHT_WIDTH \
  0x1p-8 /* which has at most so many members a root, each of them decided on all words */
#define EPS_MOST 0x1p-8 /* from here on nearly every window has members */

/* Argument X of the packet: its domain, which is below the packet's count, and the position in it,
   below its n. */
static struct tmd_packet_run place_of(const struct tmd_poly_record *packet, tmd_u128 X) {
  const tmd_u128 place = X - tmd_wide_load(packet->X0);
  return (struct tmd_packet_run){.i = (uint64_t)(place / packet->n),
                                 .t0 = (uint64_t)(place % packet->n)};
}

void tmd_farey_confirm(const struct tmd_farey_search *search, tmd_u128 X) {
  const struct tmd_packet_run at = place_of(search->packet, X);
  tmd_exhaust_confirm(search->found, search->packet, search->threshold, at.i, at.t0);
}

void tmd_farey_member(struct tmd_farey_search *search, const struct tmd_farey_block *block,
                      int64_t t) {
  search->stats->members++;
  if (fabs(tmd_farey_block_value(block, t)) > block->eps_value) return;
  tmd_farey_confirm(search, block->X + (tmd_u128)(tmd_i128)t);
}

/* Arguments that are evaluated one by one. */
static void evaluate(struct tmd_farey_search *search, const struct tmd_packet_run *run) {
  const struct tmd_poly_record *packet = search->packet;
  const tmd_u128 start = tmd_packet_start(packet, run->i);
  uint64_t value[TMD_WORDS_MAX];
  if (!search->plain) {
    tmd_exhaust_run(search->found, packet, search->threshold, run);
    return;
  }
  for (uint64_t t = run->t0; t < run->t1; t++) {
    tmd_packet_value(value, packet, run->i, t);
    if (tmd_packet_near(value, packet->words, search->threshold, packet->err))
      tmd_candidates_append(search->found, start + t);
  }
}

/* The block of a run, about its middle, from r_j there; 0 as tmd_farey_block_make. */
static int make_block(struct tmd_farey_block *block, struct tmd_farey_extent *extent,
                      const struct tmd_farey_search *search, const struct tmd_packet_run *run,
                      const uint64_t *r) {
  const uint64_t middle = run->t0 + (run->t1 - run->t0) / 2;
  block->X = tmd_packet_start(search->packet, run->i) + middle;
  block->low = -(int64_t)(middle - run->t0);
  block->high = (int64_t)(run->t1 - 1 - middle);
  return tmd_farey_block_make(block, extent, search->packet, search->threshold,
                              (double)search->order, r);
}

/* r_j at the middle of a run. */
static const uint64_t *domain_at_middle(uint64_t *r, const struct tmd_poly_record *packet,
                                        const struct tmd_packet_run *run) {
  tmd_packet_domain(r, packet, run->i, run->t0 + (run->t1 - run->t0) / 2);
  return r;
}

static void lines(struct tmd_farey_search *search, const struct tmd_packet_run *run) {
  struct tmd_farey_block block;
  struct tmd_farey_extent extent;
  uint64_t r[(TMD_DEGREE_MAX + 1) * TMD_WORDS_MAX];
  const uint64_t length = run->t1 - run->t0;
  const int made =
      make_block(&block, &extent, search, run, domain_at_middle(r, search->packet, run));
  const double order = made ? tmd_farey_line_order(&block, (double)search->order) : 0;
  if (order >= 1 && (order == (double)search->order || (double)length <= ROOTS_PER_LINE * order)) {
    tmd_farey_line(search, &block, order);
  } else if (!made || length <= (search->plain ? PLAIN_MOST : EXHAUST_MOST)) {
    evaluate(search, run);
  } else {
    const uint64_t middle = run->t0 + length / 2;
    lines(search, &(struct tmd_packet_run){run->i, run->t0, middle});
    lines(search, &(struct tmd_packet_run){run->i, middle, run->t1});
  }
}

/* A part of a block, which lies in one domain. */
void tmd_farey_lines(struct tmd_farey_search *search, tmd_u128 X0, tmd_u128 X1) {
  struct tmd_packet_run run = place_of(search->packet, X0);
  run.t1 = run.t0 + (uint64_t)(X1 - X0);
  search->lined += (uint64_t)(X1 - X0);
  lines(search, &run);
}

static int may_be_straight(const struct tmd_farey_search *search, uint64_t length) {
  return length >= STRAIGHT_LEAST && length / STRAIGHT_ROOTS >= search->order &&
         length <= TMD_FAREY_STRAIGHT_MOST;
}

/* 1 if the run is done, as one straight line; its block, or NULL if none can be made. */
static int straight(struct tmd_farey_search *search, const struct tmd_packet_run *run,
                    const uint64_t *r, const struct tmd_farey_block *block) {
  if (!may_be_straight(search, run->t1 - run->t0)) return 0;
  const double width = tmd_farey_straight_width(search, run, r);
  return width * (double)search->order <= STRAIGHT_WIDTH &&
         tmd_farey_straight(search, run, r, block, width);
}

static void walk(struct tmd_farey_search *search, const struct tmd_farey_block *block,
                 const struct tmd_farey_path *path) {
  if (!search->submit || !search->submit(search->where, block, path))
    tmd_farey_walk_add(search, block, path);
}

/* A run, from r_j at its middle: as a straight line, a line, a walk, argument by argument, or two
   halves. */
enum solution { WALKED, EVALUATED, DIVIDED };
static enum solution solve(struct tmd_farey_search *search, const struct tmd_packet_run *run,
                           const uint64_t *r) {
  struct tmd_farey_path path;
  struct tmd_farey_block block;
  struct tmd_farey_extent extent;
  uint64_t part_r[(TMD_DEGREE_MAX + 1) * TMD_WORDS_MAX];
  const uint64_t length = run->t1 - run->t0;
  const double order = (double)search->order;
  const int made = make_block(&block, &extent, search, run, r);
  if (straight(search, run, r, made ? &block : NULL)) return WALKED;
  if (made && tmd_farey_line_order(&block, order) == order) {
    tmd_farey_line(search, &block, order);
  } else if (made && block.eps * order <= 0x1p-6 && tmd_farey_path(&path, &extent, order)) {
    walk(search, &block, &path);
  } else if (!made || length <= EXHAUST_MOST) {
    evaluate(search, run);
    return EVALUATED;
  } else {
    const uint64_t middle = run->t0 + length / 2;
    for (int side = 0; side < 2; side++) {
      const struct tmd_packet_run part = side ? (struct tmd_packet_run){run->i, middle, run->t1}
                                              : (struct tmd_packet_run){run->i, run->t0, middle};
      solve(search, &part, domain_at_middle(part_r, search->packet, &part));
    }
    return DIVIDED;
  }
  return WALKED;
}

/* A part of whole domains: its row, and the band that has it, if any; none before row `retry`. */
struct row_part {
  int begun;
  struct tmd_packet_row row;
  uint64_t retry;
  struct tmd_farey_band band;
};

/* Whole domains, in 2^level equal parts: as many as the last one had to be divided into. Or as one,
   about its first argument, once all parts of one were evaluated argument by argument, or most were
   walked in vain. */
struct divided {
  int level, evaluated;
  uint64_t lined, walked; /* the search's when the packet began; arguments walked since */
  struct row_part *part;
  uint64_t *memory;
};

/* The parts have no rows yet. */
static void divide_into(struct divided *d, const struct tmd_poly_record *packet, int level) {
  const size_t each = tmd_packet_row_words(packet), parts = (size_t)1 << level;
  free(d->memory), free(d->part);
  d->memory = tmd_allocate(8 * each * parts);
  d->part = tmd_allocate(sizeof *d->part * parts);
  d->level = level;
  for (size_t m = 0; m < parts; m++) {
    struct row_part *part = &d->part[m];
    part->begun = 0, part->retry = part->band.end = 0;
    part->row.difference = d->memory + m * each;
  }
}

/* Of domains in so many parts that they are to be divided into these at once. */
static int level_of(const struct tmd_poly_record *packet) {
  const int level = packet->count > 1 && packet->split > 1 ? __builtin_ctz(packet->split) : 0;
  return level < LEVEL_MOST ? level : LEVEL_MOST;
}

/* r_j of domain i, at its argument t. */
static const uint64_t *row_at(struct row_part *part, const struct tmd_poly_record *packet,
                              uint64_t i, uint64_t t) {
  if (part->begun) tmd_packet_row_move(&part->row, i);
  else tmd_packet_row_begin(&part->row, packet, i, t);
  part->begun = 1;
  return part->row.difference;
}

/* 1 if a band has the run's block, which is walked, or solved for its crossings. */
static int in_band(struct tmd_farey_search *search, struct row_part *part,
                   const struct tmd_packet_run *run) {
  struct tmd_farey_band *band = &part->band;
  const uint64_t middle = run->t0 + (run->t1 - run->t0) / 2;
  if (run->i >= band->end) {
    if (run->i < part->retry || search->packet->count < TMD_FAREY_BAND_LEAST ||
        may_be_straight(search, run->t1 - run->t0))
      return 0;
    row_at(part, search->packet, run->i, middle);
    if (!tmd_farey_band_make(band, search, &part->row, -(int64_t)(middle - run->t0),
                             (int64_t)(run->t1 - 1 - middle))) {
      part->retry = run->i + TMD_FAREY_BAND;
      return 0;
    }
  }
  const struct tmd_farey_block *block = tmd_farey_band_block(band, run->i);
  if (band->slope > 0) tmd_farey_crossings(search, block, band->slope);
  else walk(search, block, &band->path);
  return 1;
}

/* The arguments of domain i one by one, in a packet of its own, of little preparation. */
static void evaluate_whole(struct tmd_farey_search *search, struct divided *d, uint64_t i) {
  const struct tmd_poly_record *packet = search->packet;
  union {
    struct tmd_poly_record record;
    unsigned char
        bytes[sizeof(struct tmd_poly_record) + 8 * (TMD_WORDS_MAX * (TMD_DEGREE_MAX + 1) + 1)];
  } row = {.record = *packet};
  row.record.X0 = tmd_wide_store(tmd_packet_start(packet, i));
  row.record.count = row.record.split = 1, row.record.outer = 0;
  memcpy(tmd_packet_coefficient(&row.record, 0, 0), row_at(&d->part[0], packet, i, 0),
         8 * (size_t)(packet->degree + 1) * packet->words);
  tmd_packet_set_all(&row.record);
  tmd_exhaust_run(search->found, &row.record, search->threshold,
                  &(struct tmd_packet_run){0, 0, packet->n});
}

/* 1 if most blocks are lines, after a walk in vain, and short ones: evaluation is cheaper. */
static int walks_in_vain(const struct tmd_farey_search *search, const struct divided *d,
                         uint64_t length) {
  return length <= EXHAUST_MOST && 2 * (search->lined - d->lined) > d->walked;
}

static void solve_whole(struct tmd_farey_search *search, struct divided *d, uint64_t i) {
  const struct tmd_poly_record *packet = search->packet;
  const uint64_t parts = (uint64_t)1 << d->level, length = packet->n >> d->level;
  int divided = 0, evaluated = 0;
  if (d->evaluated) {
    evaluate_whole(search, d, i);
    return;
  }
  for (uint64_t m = 0; m < parts; m++) {
    const struct tmd_packet_run run = {i, m * length, (m + 1) * length};
    if (in_band(search, &d->part[m], &run)) continue;
    const enum solution outcome =
        solve(search, &run, row_at(&d->part[m], packet, i, run.t0 + length / 2));
    divided += outcome == DIVIDED, evaluated += outcome == EVALUATED;
  }
  if (packet->count == 1) return;
  d->walked += packet->n;
  if (divided && d->level < LEVEL_MOST && length % 2 == 0) {
    divide_into(d, packet, d->level + 1);
  } else if (evaluated == (int)parts || walks_in_vain(search, d, length)) {
    divide_into(d, packet, 0);
    d->evaluated = 1;
  }
}

static int by_X(const void *a, const void *b) {
  const tmd_u128 x = *(const tmd_u128 *)a, y = *(const tmd_u128 *)b;
  return x < y ? -1 : x > y;
}

void tmd_farey_tidy(struct tmd_candidates *found, size_t first) {
  size_t kept = first;
  if (found->count > first) qsort(found->X + first, found->count - first, sizeof *found->X, by_X);
  for (size_t i = first; i < found->count; i++)
    if (i == first || found->X[i] != found->X[kept - 1]) found->X[kept++] = found->X[i];
  found->count = kept;
}

/* The runs as lines; or their blocks walked, as far as they suit the walk. */
static void plain_runs(struct tmd_farey_search *search, tmd_u128 X0, tmd_u128 X1) {
  size_t bit = 0;
  for (struct tmd_packet_run run; tmd_packet_run_next(&run, search->packet, X0, X1, &bit);)
    lines(search, &run);
}

static void walked_runs(struct tmd_farey_search *search, tmd_u128 X0, tmd_u128 X1) {
  const struct tmd_poly_record *packet = search->packet;
  struct divided d = {0};
  uint64_t r[(TMD_DEGREE_MAX + 1) * TMD_WORDS_MAX];
  size_t bit = 0;
  divide_into(&d, packet, level_of(packet));
  d.lined = search->lined;
  for (struct tmd_packet_run run; tmd_packet_run_next(&run, packet, X0, X1, &bit);)
    if (run.t0 == 0 && run.t1 == packet->n) solve_whole(search, &d, run.i);
    else solve(search, &run, domain_at_middle(r, packet, &run));
  tmd_farey_walk_end(search);
  free(d.memory), free(d.part);
}

void tmd_farey_search(struct tmd_farey_search *search, tmd_u128 X0, tmd_u128 X1) {
  const size_t first = search->found->count;
  if (search->plain) {
    plain_runs(search, X0, X1);
  } else if (ldexp(1, -search->threshold) + search->packet->err > EPS_MOST) {
    tmd_exhaust_packet(search->found, search->packet, search->threshold, X0, X1);
    return;
  } else {
    walked_runs(search, X0, X1);
  }
  tmd_farey_tidy(search->found, first);
}

void tmd_farey_packet(struct tmd_candidates *found, struct tmd_farey_stats *stats,
                      const struct tmd_poly_record *packet, int threshold, uint64_t order,
                      tmd_u128 X0, tmd_u128 X1) {
  struct tmd_farey_search search = {
      .packet = packet, .threshold = threshold, .order = order, .found = found, .stats = stats};
  tmd_farey_search(&search, X0, X1);
}

void tmd_farey_plain_packet(struct tmd_candidates *found, struct tmd_farey_stats *stats,
                            const struct tmd_poly_record *packet, int threshold, uint64_t order,
                            tmd_u128 X0, tmd_u128 X1) {
  struct tmd_farey_search search = {.packet = packet,
                                    .threshold = threshold,
                                    .order = order,
                                    .found = found,
                                    .stats = stats,
                                    .plain = 1};
  tmd_farey_search(&search, X0, X1);
}
