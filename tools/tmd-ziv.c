/* tmd-ziv: candidate cases in, confirmed cases out. */
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "tools/stage/filter.h"
#include "lib/cell/mirror.h"
#include "lib/cell/confirm.h"

static long long precision;

static const struct tmd_option options[] = {
    {"precision", 0, TMD_NUMBER, "N", "give up at N bits (default 65536, of expressions 4096)", &precision,
     TMD_CONFIRM_PRECISION_LEAST, TMD_CONFIRM_PRECISION_MOST, NULL, NULL},
    {NULL, 0, TMD_FLAG, NULL, NULL, NULL, 0, 0, NULL, NULL}};

static const struct tmd_tool tool = {
    "tmd-ziv",
    "confirm candidate cases with MPFR and Arb",
    "[FILE...]",
    "Evaluates the function at each candidate by MPFR and by Arb at growing precision, until both are certain of the\n"
    "distance of the scaled value to the nearest integer (64 bits, truncated), and agree. What is not a hard-to-round\n"
    "case is dropped; exact cases are recognised by MPFR's ternary value. A candidate still open at 65536\n"
    "bits, or at 4096 if it is an expression's, is kept and flagged undecided: log(1+exp(x)) may lie next to\n"
    "x nearer than that. Confirmed records and all other claims pass through.\n"
    "\n"
    "--precision sets these bits. What was left undecided at fewer is tried again then: a stream of an\n"
    "earlier run may be given.\n"
    "\n"
    "Claims whose plan text says mirror=odd or mirror=even are made of -x as well, some seconds or some\n"
    "hundred claims later.\n"
    "\n"
    "The line of --stats adds candidates, the records examined; confirmed, those kept; exact and\n"
    "undecided, how many of these are that.",
    options,
    "tmd-plan sin --domain 3.14159:3.1416 | tmd-taylor | tmd-shift | tmd-exhaust | tmd-ziv | tmd-dump",
};

static unsigned long long candidates, confirmed, exact, undecided;

/* A candidate, or undecided at fewer bits than asked for. */
static int is_open(const struct tmd_case_record *record) {
  if (record->flags & TMD_CASE_UNDECIDED) return record->undecided_bits < precision;
  return !(record->flags & TMD_CASE_CONFIRMED);
}

static int wants(const struct tmd_claim *claim) {
  if (claim->kind == TMD_POLY) return 0;
  if (tmd_mirror_has_word(claim->plan)) return 1;
  if (claim->kind != TMD_CASE) return 0;
  for (size_t i = 0; i < claim->record_count; i++)
    if (is_open(tmd_claim_record(claim, i))) return 1;
  return 0;
}

/* Claims of -x wait here, so that they follow each other in the stream as those of x do and can be joined. */
enum { HELD_CLAIMS = 256, HELD_BYTES = 64 << 20, HELD_SECONDS = 10 };
static struct tmd_claim held[HELD_CLAIMS];
static size_t held_claims, held_bytes;
static double held_since;

static int finish(struct tmd_writer *writer) {
  for (size_t i = 0; i < held_claims; i++)
    if (tmd_writer_put(writer, held + i)) return -1;
  held_claims = held_bytes = 0;
  return 0;
}

/* The reason of all regions of a claim (0: it has cases), or -1 (message): they would lie in different cells of -x. */
static int reason_of(const struct tmd_claim *claim) {
  const struct tmd_region_record *r = claim->kind == TMD_REGION ? (struct tmd_region_record *)claim->records : NULL;
  for (size_t i = 1; r && i < claim->record_count; i++)
    if (r[i].reason != r->reason) return tmd_error(TMD_USAGE, "regions of several reasons in a claim that is to be made of -x");
  return r && claim->record_count > 0 ? (int)r->reason : 0;
}

static int hold(struct tmd_claim *claim, const struct tmd_function *function, struct tmd_writer *writer) {
  const int reason = reason_of(claim);
  if (reason < 0) return -1;
  if (held_claims == 0) held_since = tmd_seconds();
  struct tmd_claim *seat = held + held_claims++;
  tmd_claim_move(seat, claim);
  seat->cell = tmd_mirror_cell(function, seat->cell, (unsigned)reason);
  held_bytes += seat->record_count * seat->record_bytes;
  const int full = held_claims == HELD_CLAIMS || held_bytes >= HELD_BYTES;
  return full || tmd_seconds() - held_since > HELD_SECONDS ? finish(writer) : 0;
}

static int put(struct tmd_claim *claim, const struct tmd_function *function, struct tmd_writer *writer) {
  const int mirror = tmd_mirror_asked(function, claim->plan, claim->X0);
  if (mirror < 0) return -1;
  tmd_plan_remove(claim->plan, TMD_MIRROR_WORD);
  if (tmd_writer_put(writer, claim)) return -1;
  return mirror ? hold(claim, function, writer) : 0;
}

static int apply(struct tmd_claim *claim, struct tmd_writer *writer) {
  const struct tmd_function *function = tmd_function_find(claim->problem.function);
  if (!function) return -1;
  if (claim->kind == TMD_REGION) return put(claim, function, writer);
  struct tmd_case_record *records = (struct tmd_case_record *)claim->records;
  const struct tmd_segment segment = tmd_segment_of_claim(claim, function);
  const size_t count = claim->record_count;
  signed char *verdict = tmd_allocate(count);
  char error[512] = "";
  int status = 0;
#pragma omp parallel for schedule(dynamic, 16) num_threads(tmd_threads())
  for (size_t i = 0; i < count; i++) {
    verdict[i] = 1;
    if (!is_open(records + i)) continue;
    verdict[i] = (signed char)tmd_confirm_case(&segment, tmd_wide_load(records[i].X), (int)precision, records + i);
    if (verdict[i] < 0) {
#pragma omp critical
      {
        snprintf(error, sizeof error, "%s", tmd_error_text());
        status = tmd_error_status();
      }
    }
  }
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    if (verdict[i] != 1) continue;
    records[kept] = records[i];
    exact += records[i].flags & TMD_CASE_EXACT ? 1 : 0;
    undecided += records[i].flags & TMD_CASE_UNDECIDED ? 1 : 0;
    kept++;
  }
  free(verdict);
  candidates += count;
  confirmed += kept;
  claim->record_count = kept;
  return status ? tmd_error(status, "%s", error) : put(claim, function, writer);
}

static void stats(FILE *out) {
  fprintf(out, " candidates=%llu confirmed=%llu exact=%llu undecided=%llu", candidates, confirmed, exact, undecided);
}

int main(int argc, char **argv) {
  return tmd_filter_run(&tool, &(struct tmd_filter){.wants = wants, .apply = apply, .finish = finish, .stats = stats}, argc,
                        argv);
}
