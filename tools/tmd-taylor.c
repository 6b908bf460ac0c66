/* tmd-taylor: plan lines in, claims out. Searched ranges become blocks with a rigorous polynomial,
   region lines are proved. Nothing of the plan is taken on trust: the cell of every line is
   certified again. */
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/cell/cut.h"
#include "lib/cell/divisors.h"
#include "lib/cell/points.h"
#include "lib/cell/region.h"
#include "lib/cell/symmetry.h"
#include "lib/cell/taylor.h"
#include "lib/cli/options.h"
#include "lib/cli/program.h"
#include "lib/stream/plan-line.h"
#include "lib/stream/plan-words.h"
#include "lib/stream/stream.h"

enum { BATCH = 256, POINTS_MAX = 1 << 16 };

static long long block_option, degree_option, words_option;

static const struct tmd_option options[] = {
    {"block", 0, TMD_NUMBER, "N",
     "arguments of a block, a power of two (default: the plan's, or 2^40)", &block_option, 1,
     1LL << 62, NULL, NULL},
    {"degree", 0, TMD_NUMBER, "D", "degree (default: the least that serves)", &degree_option, 1,
     TMD_TAYLOR_DEGREE_MAX, NULL, NULL},
    {"words", 0, TMD_NUMBER, "W", "64-bit words of a coefficient (default: the least that serve)",
     &words_option, 1, TMD_WORDS_MAX, NULL, NULL},
    {NULL, 0, TMD_FLAG, NULL, NULL, NULL, 0, 0, NULL, NULL},
};

static const struct tmd_tool tool = {
    "tmd-taylor",
    "rigorous block polynomials for the lines of a plan",
    "[PLAN...]",
    "Reads plan lines (tmd-plan, tmd-stat --gaps) and writes, for each range to be searched, consecutive\n"
    "poly claims whose packet approximates the scaled value G by its Taylor polynomial, with an error bound\n"
    "from ball arithmetic of at most 2^-(threshold+8). A block on which no degree up to 20 serves (near a\n"
    "singular end) is halved until one does. In scattered cells, and where the plan says method=points, every argument\n"
    "is evaluated on its own instead, and the claim lists the candidates. Where the plan says method=divisors, x f(x) is\n"
    "proved to be nearly constant, and the candidates are divisors of a few integers, which are factored: one claim for the\n"
    "line, of any length. Integers are kept for the lines that follow. For each region line it proves the region\n"
    "and writes a region claim; but x = 0 becomes a candidate where balls do not decide whether it is hard.\n"
    "The cell of every line (sign and exponent of f on the whole range) is certified again; a line\n"
    "that cannot be proved is an error, exit status 2.\n"
    "\n"
    "The line of --stats has claims, those written; regions, how many of them are region claims;\n"
    "bytes_out and seconds.",
    options,
    "tmd-plan exp --domain 1:1.001 | tmd-taylor | tmd-dump | less",
};

/* One block or region to be done, and the claims it becomes. */
struct job {
  struct tmd_planline line;
  struct tmd_segment segment; /* of the line */
  uint64_t n;
  int degree, words;
  int one_by_one;
  int by_divisors; /* no blocks: the claim is made of `divisors`, once all jobs of the batch have
                      been looked at */
  struct tmd_divisors divisors;
  struct tmd_claim *claims;
  size_t count;
  int failed;
  char error[512];
  int status;
};

static struct job jobs[BATCH];
static unsigned long long claims_written, regions_written;

static struct tmd_claim *add_claim(struct job *job, const struct tmd_segment *segment) {
  job->claims = tmd_reallocate(job->claims, (job->count + 1) * sizeof *job->claims);
  struct tmd_claim *claim = job->claims + job->count++;
  memset(claim, 0, sizeof *claim);
  claim->problem = job->line.problem;
  claim->cell = segment->cell;
  claim->X0 = segment->X0;
  claim->X1 = segment->X1;
  tmd_claim_advise(claim, job->line.plan, strlen(job->line.plan));
  return claim;
}

/* A polynomial of a block of at most n arguments, of its halves where none serves; at last, where
   balls do not enclose the value at one argument, this argument as a candidate. */
static void do_block(struct job *job, const struct tmd_segment *block, uint64_t n) {
  struct tmd_claim *claim = add_claim(job, block);
  if (tmd_taylor_packet(claim, n, job->degree, job->words)) return;
  tmd_claim_clear(claim);
  job->count--;
  if (n == 1) {
    tmd_points_claim(add_claim(job, block), block->function);
    return;
  }
  const tmd_u128 middle = block->X0 + n / 2;
  const struct tmd_segment low =
      tmd_segment_part(block, block->X0, middle < block->X1 ? middle : block->X1);
  const struct tmd_segment high = tmd_segment_part(block, middle, block->X1);
  do_block(job, &low, n / 2);
  if (middle < block->X1) do_block(job, &high, n / 2);
}

/* The segment must lie in the domain of f, without 0, which is a region of its own. */
static int verify_domain(const struct tmd_segment *segment) {
  struct tmd_segment inside = *segment;
  if (segment->X0 > 0 && tmd_segment_clip(&inside) && inside.X0 == segment->X0 &&
      inside.X1 == segment->X1)
    return 0;
  return tmd_error(TMD_USAGE, "%s: the range is not in the domain, or holds 0",
                   segment->function->name);
}

/* 1 also if f(0) is not decided. */
static int prove_zero(const struct tmd_segment *segment, struct tmd_region *region) {
  struct tmd_segment zero;
  if (segment->X0 != 0 || segment->X1 != 1 ||
      !tmd_region_zero_segment(&zero, segment->problem, segment->function) ||
      memcmp(&zero.cell, &segment->cell, sizeof zero.cell))
    return 0;
  *region = tmd_region_zero(&zero);
  return 1;
}

/* The piece of the domain that a region's reason stands for. */
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

static int do_region(struct job *job) {
  const struct tmd_segment *segment = &job->segment;
  struct tmd_region region;
  int proved = prove_region(segment, job->line.region, &region);
  if (proved < 0) return -1;
  if (!proved)
    return tmd_error(TMD_USAGE, "%s: a region of the plan cannot be proved",
                     segment->function->name);
  struct tmd_claim *claim = add_claim(job, segment);
  if (region.status < TMD_REGION_NONE_HARD) { /* x = 0 */
    tmd_points_claim(claim, segment->function);
    return 0;
  }
  claim->kind = TMD_REGION;
  claim->record_bytes = sizeof(struct tmd_region_record);
  struct tmd_region_record *record = tmd_claim_append(claim);
  record->Xa = tmd_wide_store(segment->X0);
  record->Xb = tmd_wide_store(segment->X1);
  record->reason = job->line.region;
  record->flags = TMD_REGION_PROVED;
  record->least = region.least;
  record->greatest = region.greatest;
  record->modulus = region.modulus;
  record->residue = region.residue;
  return 0;
}

/* A block must lie in the domain of f and in the cell. */
static int verify_block(const struct tmd_segment *block) {
  if (verify_domain(block)) return -1;
  if (tmd_cell_scattered(&block->cell)) return 0;
  return tmd_cut_verify(block, TMD_PIECE_CELL) == 1 ? 0 : -1;
}

/* Arguments are taken one by one in scattered cells, and where the plan says so. */
static int one_by_one(const struct tmd_planline *line, const struct tmd_plan_words *words) {
  return tmd_cell_scattered(&line->cell) || words->method == TMD_METHOD_POINTS;
}

static int do_search(struct job *job) {
  if (verify_block(&job->segment)) return -1;
  if (job->by_divisors) {
    if (tmd_divisors_find(&job->divisors, &job->segment)) return 0;
    return tmd_error(TMD_USAGE, "%s: method=divisors, but x f(x) is not seen to be nearly constant",
                     job->segment.function->name);
  }
  if (job->one_by_one) tmd_points_claim(add_claim(job, &job->segment), job->segment.function);
  else do_block(job, &job->segment, job->n);
  return 0;
}

static void do_job(struct job *job) {
  const struct tmd_function *function = job->line.problem->function;
  job->segment.function = function;
  job->failed = tmd_symmetry_check(&job->line, function) ||
                (job->line.region ? do_region(job) : do_search(job));
  if (job->failed) {
    snprintf(job->error, sizeof job->error, "%s", tmd_error_text());
    job->status = tmd_error_status();
  }
}

static void do_batch(int count, struct tmd_writer *writer) {
#pragma omp parallel for schedule(dynamic) num_threads(tmd_threads())
  for (int i = 0; i < count; i++) do_job(jobs + i);
  for (int i = 0; i < count; i++) {
    struct job *job = jobs + i;
    if (job->by_divisors) {
      if (!job->failed) tmd_divisors_claim(add_claim(job, &job->segment), &job->divisors);
      tmd_divisors_clear(&job->divisors);
    }
    for (size_t k = 0; k < job->count; k++) {
      if (!job->failed && tmd_writer_put(writer, job->claims + k)) tmd_fail();
      claims_written++;
      regions_written += job->claims[k].kind == TMD_REGION;
      tmd_claim_clear(job->claims + k);
    }
    free(job->claims);
    if (job->failed) {
      if (tmd_writer_close(writer)) tmd_fail();
      tmd_die(job->status, "%s", job->error);
    }
  }
}

/* Divides a line into blocks; returns the number of jobs in the batch. */
static int add_line(const struct tmd_planline *line, int count, struct tmd_writer *writer) {
  struct tmd_plan_words words;
  if (tmd_plan_words_read(&words, line->plan)) tmd_fail();
  const long long block = block_option ? block_option : (long long)words.block;
  if (block & (block - 1)) tmd_die(TMD_USAGE, "block size %lld is not a power of two", block);
  for (tmd_u128 X = line->X0; X < line->X1;) {
    struct job *job = jobs + count++;
    tmd_u128 rest = line->X1 - X;
    memset(job, 0, sizeof *job);
    job->line = *line;
    job->degree = (int)degree_option;
    job->words = (int)words_option;
    job->one_by_one = one_by_one(line, &words);
    job->by_divisors = !line->region && !job->one_by_one && words.method == TMD_METHOD_DIVISORS;
    if (job->by_divisors) tmd_divisors_init(&job->divisors);
    job->n = (uint64_t)(job->one_by_one && block > POINTS_MAX ? POINTS_MAX : block);
    while (job->n / 2 >= rest) job->n /= 2;
    const tmd_u128 end = line->region || job->by_divisors || rest <= job->n ? line->X1 : X + job->n;
    job->segment =
        (struct tmd_segment){.problem = job->line.problem, .cell = line->cell, .X0 = X, .X1 = end};
    X = end;
    if (count == BATCH) {
      do_batch(count, writer);
      count = 0;
      if (tmd_interrupted()) break;
    }
  }
  return count;
}

int main(int argc, char **argv) {
  int operand = tmd_options(&tool, argc, argv), count = 0;
  FILE *out = tmd_open_output(1);
  struct tmd_writer *writer =
      tmd_writer_open(out, tmd_common.output ? tmd_common.output : "standard output");
  const double start = tmd_seconds();
  static struct tmd_planline line;
  tmd_catch_interrupt();
  for (int i = operand; i < argc || i == operand; i++) {
    const char *name = i < argc ? argv[i] : "-";
    struct tmd_planline_reader reader = {.lines = {.file = tmd_open_input(name), .name = name}};
    int got = 0;
    while (!tmd_interrupted() && (got = tmd_planline_next(&reader, &line)) > 0)
      count = add_line(&line, count, writer);
    if (got < 0) {
      char error[512];
      const int status = tmd_error_status();
      snprintf(error, sizeof error, "%s", tmd_error_text());
      do_batch(count, writer); /* the complete lines before it */
      if (tmd_writer_close(writer)) tmd_fail();
      tmd_die(status, "%s", error);
    }
    tmd_planline_close(&reader);
    fclose(reader.lines.file);
  }
  do_batch(count, writer);
  unsigned long long bytes = tmd_writer_bytes(writer);
  if (tmd_writer_close(writer)) tmd_fail();
  if (tmd_common.stats)
    fprintf(stderr, "tmd-taylor: claims=%llu regions=%llu bytes_out=%llu seconds=%.3f\n",
            claims_written, regions_written, bytes, tmd_seconds() - start);
  if (tmd_interrupted()) return TMD_INTERRUPTED_STATUS;
  tmd_output_complete();
  return TMD_OK;
}
