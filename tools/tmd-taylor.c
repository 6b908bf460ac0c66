/* tmd-taylor: plan lines in, claims out. Searched ranges become blocks with a rigorous polynomial,
   region lines are proved. The plan is not trusted: the cell of every line is certified again. */
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/cell/block-polynomial.h"
#include "lib/cell/circle.h"
#include "lib/cell/divisors.h"
#include "lib/cell/image.h"
#include "lib/cell/pieces.h"
#include "lib/cell/single-arguments.h"
#include "lib/cli/program.h"
#include "lib/pairs/angles.h"
#include "lib/pairs/power-runs.h"
#include "lib/pairs/squares.h"
#include "lib/pairs/tile-parts.h"
#include "lib/pairs/tile.h"
#include "lib/problem/pair.h"
#include "lib/region/region-pairs.h"
#include "lib/region/region.h"
#include "lib/stream/plan-line.h"
#include "lib/stream/plan-words.h"
#include "tools/stage/stage.h"

enum {
  POINTS_MAX = 1 << 16,
  CIRCLE_CASES_MAX = 1 << 16,
  PAIRS_MAX = 1 << 20,
  PAIRS_LEAST = 16,
  ROWS_TOGETHER = 256,
  CLAIMS_MOST = 1 << 17 /* held in memory, some 2 KB each */
};

static long long block_option, degree_option, words_option;

static const struct tmd_option options[] = {
    {"block", 0, TMD_NUMBER, "N",
     "arguments of a block, a power of two (default: the plan's, or 2^40)", &block_option, 1,
     1LL << 62, NULL, NULL},
    {"degree", 0, TMD_NUMBER, "D", "degree (default: the least that suffices)", &degree_option, 1,
     TMD_TAYLOR_DEGREE_MAX, NULL, NULL},
    {"words", 0, TMD_NUMBER, "W", "64-bit words of a coefficient (default: the least that suffice)",
     &words_option, 1, TMD_WORDS_MAX, NULL, NULL},
    {NULL, 0, TMD_FLAG, NULL, NULL, NULL, 0, 0, NULL, NULL},
};

TMD_PAGE("tools/tmd-taylor.mdoc");

static const struct tmd_tool tool = {
    "tmd-taylor",
    "make rigorous block polynomials for the lines of a plan",
    "[PLAN...]",
    "Reads plan lines (tmd-plan, tmd-stat --gaps) and writes, for each range to be searched, "
    "consecutive poly claims. Each has a packet that approximates the scaled value G by its "
    "Taylor polynomial.",
    options,
    "tmd-plan exp --domain 1:1.001 | tmd-taylor | tmd-dump | less",
    tmd_page,
};

/* A block or region of a plan line is a claim without result: of kind region, with the reason in
   its record, or of kind poly, without a packet. The claims made of it: */
struct block_claims {
  struct tmd_claim *claims;
  size_t count;
  struct tmd_divisors divisors;
};

static struct block_claims *all_made; /* for each claim of the batch */
static size_t made_capacity;
static struct tmd_fault failed;
static unsigned long long claims_written, regions_written;

static struct tmd_claim *add_claim(struct block_claims *made, const struct tmd_claim *like,
                                   tmd_u128 X0, tmd_u128 X1) {
  made->claims = tmd_reallocate(made->claims, (made->count + 1) * sizeof *made->claims);
  struct tmd_claim *claim = memset(made->claims + made->count++, 0, sizeof *claim);
  tmd_claim_begin(claim, like, TMD_POLY, 0);
  claim->X0 = X0, claim->X1 = X1;
  return claim;
}

/* Makes a polynomial of a block of at most n arguments, or of its halves if none serves; a single
   argument whose value balls do not enclose becomes a candidate. */
static void do_block(struct block_claims *made, const struct tmd_claim *like, tmd_u128 X0,
                     tmd_u128 X1, uint64_t n) {
  struct tmd_claim *claim = add_claim(made, like, X0, X1);
  if (tmd_taylor_packet(claim, n, (int)degree_option, (int)words_option)) return;
  if (n == 1) {
    claim->record_count = 0;
    tmd_points_claim(claim);
    return;
  }
  tmd_claim_clear(claim);
  made->count--;
  const tmd_u128 middle = X0 + n / 2;
  do_block(made, like, X0, middle < X1 ? middle : X1, n / 2);
  if (middle < X1) do_block(made, like, middle, X1, n / 2);
}

/* Checks that the segment lies in the domain of f, without 0, which is a separate region. */
static int verify_domain(const struct tmd_segment *segment) {
  struct tmd_segment inside = *segment;
  if (segment->X0 > 0 && tmd_segment_clip(&inside) && inside.X0 == segment->X0 &&
      inside.X1 == segment->X1)
    return 0;
  return tmd_error(TMD_USAGE, "%s: the range is not in the domain, or holds 0",
                   segment->function->name);
}

/* 1 also if f(0) is undecided. */
static int prove_zero(const struct tmd_segment *segment, struct tmd_region *region) {
  struct tmd_segment zero;
  if (segment->X0 != 0 || segment->X1 != 1 ||
      !tmd_region_zero_segment(&zero, segment->problem, segment->function) ||
      memcmp(&zero.cell, &segment->cell, sizeof zero.cell))
    return 0;
  *region = tmd_region_zero(&zero);
  return 1;
}

/* Verifies that the segment is a piece of the class that the region's reason requires. */
static int prove_region(const struct tmd_segment *segment, unsigned reason,
                        struct tmd_region *region) {
  *region = (struct tmd_region){.status = TMD_REGION_NONE_HARD, .reason = reason};
  enum tmd_piece_class class = reason == TMD_REGION_OVERFLOW    ? TMD_PIECE_OVERFLOW
                               : reason == TMD_REGION_UNDERFLOW ? TMD_PIECE_UNDERFLOW
                               : reason == TMD_REGION_EXACT     ? TMD_PIECE_ZERO
                                                                : TMD_PIECE_CELL;
  if (reason == TMD_REGION_ZERO) return prove_zero(segment, region);
  const int scattered = tmd_cell_scattered(&segment->cell);
  if (class == TMD_PIECE_ZERO && scattered) class = TMD_PIECE_EXACT;
  if ((class == TMD_PIECE_CELL && scattered) || verify_domain(segment)) return 0;
  const int verified = tmd_cut_verify(segment, class);
  if (verified != 1) return verified;
  if ((class == TMD_PIECE_ZERO || class == TMD_PIECE_EXACT) &&
      !tmd_problem_offset_half(segment->problem))
    region->least = region->greatest = TMD_HARDNESS_EXACT;
  if (class != TMD_PIECE_CELL) return 1;
  return tmd_region_prove(segment, region) && region->reason == reason;
}

/* Some pairs may be hard, and some not. */
static int prove_pairs(const struct tmd_claim *like, unsigned reason, struct tmd_region *region) {
  return tmd_region_of_pairs(region, like->problem, &like->cell, like->X0, like->X1) &&
         region->reason == reason;
}

static int do_region(struct block_claims *made, const struct tmd_claim *like) {
  const struct tmd_segment segment = tmd_segment_of_claim(like);
  struct tmd_region_record *record = tmd_claim_record(like, 0);
  struct tmd_region region;
  int proved = tmd_problem_of_pairs(like->problem)
                   ? prove_pairs(like, record->reason, &region)
                   : prove_region(&segment, record->reason, &region);
  if (proved < 0) return -1;
  if (!proved)
    return tmd_error(TMD_USAGE, "%s: a region of the plan cannot be proved",
                     segment.function->name);
  struct tmd_claim *claim = add_claim(made, like, like->X0, like->X1);
  if (region.status < TMD_REGION_NONE_HARD && record->reason == TMD_REGION_ZERO) {
    tmd_points_claim(claim);
    return 0;
  }
  record->flags = TMD_REGION_PROVED;
  record->least = region.least;
  record->greatest = region.greatest;
  record->modulus = region.modulus;
  record->residue = region.residue;
  tmd_claim_copy(claim, like);
  return 0;
}

/* Checks that a block lies in the domain of f and in the cell. */
static int verify_block(const struct tmd_segment *block) {
  if (verify_domain(block)) return -1;
  if (tmd_cell_scattered(&block->cell)) return 0;
  return tmd_cut_verify(block, TMD_PIECE_CELL) == 1 ? 0 : -1;
}

/* In scattered cells POINTS, except for pairs: by tiles, or a method of theirs, where the plan
   advises it. */
static enum tmd_method method_of(const struct tmd_problem *problem, const struct tmd_cell *cell,
                                 const struct tmd_plan_words *words) {
  if (tmd_problem_of_pairs(problem) ? words->method != TMD_METHOD_AUTO : !tmd_cell_scattered(cell))
    return words->method;
  return TMD_METHOD_POINTS;
}

/* Some rows in parts, each a packet of its own; 1 if rows are not too long, or have too many parts.
 */
static int do_rows(struct block_claims *made, const struct tmd_claim *like, tmd_u128 X0,
                   tmd_u128 X1) {
  const struct tmd_xy from = tmd_pair_at(like->problem, &like->cell, X0);
  const tmd_u128 width = tmd_pair_row_rest(like->problem, &like->cell, &from),
                 count = (X1 - X0) / width;
  if (count <= 1 || count > ROWS_TOGETHER) return 1;
  struct tmd_claim rows = {0};
  struct tmd_tile_parts parts = {.count = 0};
  tmd_claim_begin(&rows, like, TMD_POLY, 0);
  rows.X0 = X0, rows.X1 = X0 + width;
  int status = tmd_tile_claim(&rows, 1); /* one row serves: fewer rows will, too */
  rows.X1 = X1;
  if (!status) status = !tmd_tile_parts_begin(&parts, &rows, PAIRS_LEAST);
  for (uint64_t i = 0; i < parts.rows && !status; i++)
    for (int m = 0; m < parts.count && !status; m++) {
      struct tmd_tile_part *part = &parts.part[m];
      const tmd_u128 first = X0 + i * width + part->first;
      struct tmd_claim *claim = add_claim(made, like, first, first + part->columns);
      if (part->serves) tmd_tile_part_row(claim, part, i);
      else status = tmd_points_claim(claim);
    }
  tmd_tile_parts_clear(&parts);
  tmd_claim_clear(&rows);
  return status;
}

/* A tile of whole rows of a strip, or of a part of one row; its halves where none serves, the
   shortest pair by pair. */
static int do_tile(struct block_claims *made, const struct tmd_claim *like, tmd_u128 X0,
                   tmd_u128 X1, uint32_t split) {
  if (made->count > CLAIMS_MOST)
    return tmd_error(TMD_USAGE, "%s: a block has too many packets: a smaller --block has fewer",
                     like->problem->function->name);
  struct tmd_claim *claim = add_claim(made, like, X0, X1);
  if (tmd_tile_claim(claim, split)) return 0;
  if (X1 - X0 <= PAIRS_LEAST) return tmd_points_claim(claim);
  tmd_claim_clear(claim);
  made->count--;
  const int status = do_rows(made, like, X0, X1);
  if (status <= 0) return status;
  const tmd_u128 middle = tmd_tile_middle(like->problem, &like->cell, X0, X1);
  return do_tile(made, like, X0, middle, split) || do_tile(made, like, middle, X1, split) ? -1 : 0;
}

static int do_tiles(struct block_claims *made, const struct tmd_claim *like, uint32_t split) {
  int status = 0;
  for (tmd_u128 X = like->X0, end; X < like->X1 && !status; X = end) {
    end = tmd_tile_end(like->problem, &like->cell, X, like->X1);
    status = do_tile(made, like, X, end, split);
  }
  return status;
}

/* Consecutive claims, each with at most so many candidates. */
static int rotate(struct block_claims *made, const struct tmd_claim *like) {
  const struct tmd_function *function = like->problem->function;
  if (!tmd_circle_applies(function))
    return tmd_error(TMD_USAGE, "%s: method=circle is for id alone", function->name);
  for (tmd_u128 X = like->X0; X < like->X1;) {
    struct tmd_claim *claim = add_claim(made, like, X, like->X1);
    tmd_circle_claim(claim, CIRCLE_CASES_MAX);
    X = claim->X1;
  }
  return 0;
}

/* Claims of the pairs that may be hard, each with at most PAIRS_MAX. */
static int do_pairs(struct block_claims *made, const struct tmd_claim *like,
                    int (*find)(struct tmd_claim *)) {
  struct tmd_claim all = {0};
  tmd_claim_copy(&all, like);
  const int stopped = find(&all);
  tmd_u128 X = all.X0;
  for (size_t i = PAIRS_MAX; i < all.record_count && !stopped; i += PAIRS_MAX) {
    const struct tmd_case_record *next = tmd_claim_record(&all, i);
    tmd_claim_part(add_claim(made, like, X, like->X1), &all, X, tmd_wide_load(next->X));
    X = tmd_wide_load(next->X);
  }
  if (!stopped) tmd_claim_part(add_claim(made, like, X, like->X1), &all, X, all.X1);
  tmd_claim_clear(&all);
  return stopped;
}

static int do_search(struct block_claims *made, const struct tmd_claim *like) {
  const struct tmd_segment segment = tmd_segment_of_claim(like);
  struct tmd_plan_words words;
  uint64_t n = 1;
  if ((!tmd_problem_of_pairs(like->problem) && verify_block(&segment)) ||
      tmd_plan_words_read(&words, tmd_claim_plan(like)))
    return -1;
  const enum tmd_method method = method_of(like->problem, &like->cell, &words);
  if (method == TMD_METHOD_DIVISORS) {
    tmd_divisors_init(&made->divisors);
    if (tmd_divisors_find(&made->divisors, &segment)) return 0;
    return tmd_error(TMD_USAGE, "%s: method=divisors, but x f(x) is not proved nearly constant",
                     segment.function->name);
  }
  if (method == TMD_METHOD_CIRCLE) return rotate(made, like);
  if (method == TMD_METHOD_POINTS)
    return tmd_points_claim(add_claim(made, like, like->X0, like->X1));
  if (method == TMD_METHOD_POWERS) return do_pairs(made, like, tmd_powers_claim);
  if (method == TMD_METHOD_SQUARES) return do_pairs(made, like, tmd_squares_claim);
  if (method == TMD_METHOD_ANGLES) return do_pairs(made, like, tmd_angles_claim);
  if (tmd_problem_of_pairs(like->problem)) return do_tiles(made, like, words.split);
  while (n < like->X1 - like->X0) n *= 2;
  do_block(made, like, like->X0, like->X1, n);
  return 0;
}

/* ---- the stage ---- */

static int take(struct tmd_load *load, const struct tmd_claim *claim) {
  enum { CLAIM_NS = 200000 };
  (void)claim;
  load->nanoseconds = CLAIM_NS;
  return 1;
}

static int submit(struct tmd_batch *batch, const struct tmd_executor *executor) {
  all_made = tmd_grow(all_made, &made_capacity, batch->count, sizeof *all_made);
  memset(all_made, 0, batch->count * sizeof *all_made);
  failed.at = batch->count;
#pragma omp parallel for schedule(dynamic) num_threads(executor->threads)
  for (size_t i = 0; i < batch->count; i++) {
    const struct tmd_claim *claim = &batch->claims[i];
    if (claim->kind == TMD_REGION ? do_region(&all_made[i], claim) : do_search(&all_made[i], claim))
      tmd_fault_first(&failed, i);
  }
  return 0;
}

static int collect(struct tmd_batch *batch, const struct tmd_executor *executor, size_t i,
                   struct tmd_output *output) {
  const struct tmd_claim *claim = &batch->claims[i];
  int status = 0;
  (void)executor;
  if (i == failed.at) return tmd_fault_again(&failed);
  if (all_made[i].count == 0) { /* by divisors */
    tmd_divisors_claim(add_claim(&all_made[i], claim, claim->X0, claim->X1), &all_made[i].divisors);
    tmd_divisors_clear(&all_made[i].divisors);
  }
  for (size_t k = 0; k < all_made[i].count; k++) {
    claims_written++;
    regions_written += all_made[i].claims[k].kind == TMD_REGION;
    if (status == 0) status = tmd_output_move(output, &all_made[i].claims[k]);
    tmd_claim_clear(&all_made[i].claims[k]);
  }
  free(all_made[i].claims);
  return status;
}

static void stats(FILE *out) {
  fprintf(out, " written=%llu regions=%llu", claims_written, regions_written);
}

/* ---- plan lines ---- */

/* Makes the claims of a line: one for a region or by divisors, else one for each block. 1: an
   interrupt. */
static int give_line(const struct tmd_planline *line, void *context) {
  static struct tmd_claim claim;
  struct tmd_plan_words words;
  (void)context;
  if (tmd_plan_words_read(&words, line->plan) || tmd_symmetry_check(line, line->problem->function))
    return -1;
  const enum tmd_method method = method_of(line->problem, &line->cell, &words);
  uint64_t block = block_option ? (uint64_t)block_option : words.block;
  if (block & (block - 1))
    return tmd_error(TMD_USAGE, "block size %llu is not a power of two", (unsigned long long)block);
  if (method == TMD_METHOD_POINTS && block > POINTS_MAX) block = POINTS_MAX;
  const int whole = line->region || method == TMD_METHOD_DIVISORS || method == TMD_METHOD_CIRCLE ||
                    method >= TMD_METHOD_POWERS;
  for (tmd_u128 X = line->X0; X < line->X1 && !tmd_interrupted(); X = claim.X1) {
    claim.problem = line->problem, claim.cell = line->cell;
    claim.X0 = X, claim.X1 = whole || line->X1 - X <= block ? line->X1 : X + block;
    claim.kind = line->region ? TMD_REGION : TMD_POLY;
    claim.record_bytes = sizeof(struct tmd_region_record);
    tmd_claim_advise(&claim, line->plan, strlen(line->plan));
    if (line->region)
      *(struct tmd_region_record *)tmd_claim_append(&claim) = (struct tmd_region_record){
          .Xa = tmd_wide_store(claim.X0), .Xb = tmd_wide_store(claim.X1), .reason = line->region};
    if (tmd_stage_give(&claim)) return -1;
  }
  return tmd_interrupted();
}

static int each_line(char **names) {
  static char *standard_input[] = {"-", NULL};
  int status = 0;
  for (char **name = *names ? names : standard_input; *name && !status; name++)
    status = tmd_plan_each(tmd_open_input(*name), *name, give_line, NULL);
  return status < 0 ? -1 : 0;
}

int main(int argc, char **argv) {
  static const struct tmd_stage stage = {take, submit, collect, stats, .each = each_line};
  return tmd_stage_run(&tool, &stage, argc, argv);
}
