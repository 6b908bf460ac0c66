/* For libFuzzer (make fuzz): ranges of two cells, in any order, against counters of 4096 arguments.
   What the ledger lists as missing in a range, as covered, and as covered several times is what the
   counters have; its ranges are the union, and no two touch. */
#include "tests/fuzz/fuzz.h"

#include "lib/ledger/overlaps.h"

enum { CELLS = 2, LENGTH = 4096, BASE = 1 << 23 };

static unsigned times[CELLS][LENGTH + 1]; /* the last stays 0 */

static struct tmd_span any_span(struct fuzz_source *from, const struct tmd_problem *problem) {
  const unsigned cell = fuzz_below(from, CELLS), X0 = fuzz_below(from, LENGTH),
                 X1 = X0 + 1 + fuzz_below(from, LENGTH - X0);
  return (struct tmd_span){problem, {.e_in = (int)cell, .e_out = 1}, BASE + X0, BASE + X1};
}

static unsigned *times_of(const struct tmd_span *span) {
  return times[span->cell.e_in] + (size_t)(span->X0 - BASE);
}

static size_t length_of(const struct tmd_span *span) { return (size_t)(span->X1 - span->X0); }

static void check_missing(const struct tmd_ledger *ledger, const struct tmd_span *span) {
  struct tmd_missing missing = {0};
  const tmd_u128 covered = tmd_ledger_missing(ledger, span, &missing);
  tmd_u128 expected = 0;
  size_t at = 0, listed = 0;
  for (tmd_u128 X = span->X0; X < span->X1; X++) {
    const int covers = times_of(span)[(size_t)(X - span->X0)] != 0;
    while (at < missing.count && missing.range[at].X1 <= X) at++;
    REQUIRE(covers == (at == missing.count || X < missing.range[at].X0));
    expected += (tmd_u128)covers;
  }
  for (; listed < missing.count; listed++)
    REQUIRE(missing.range[listed].X0 < missing.range[listed].X1 &&
            (!listed || missing.range[listed - 1].X1 < missing.range[listed].X0));
  REQUIRE(covered == expected);
  free(missing.range);
}

/* Counters of what is covered several times are set to 1: after all visits none is greater. */
static void visit(const struct tmd_overlap *overlap, void *unused) {
  (void)unused;
  unsigned *counter = times_of(&overlap->at);
  REQUIRE(!overlap->differ && overlap->times > 1);
  for (size_t i = 0; i < length_of(&overlap->at); i++) {
    REQUIRE(counter[i] == overlap->times);
    counter[i] = 1;
  }
}

static void check_ranges(const struct tmd_ledger *ledger, const struct tmd_problem *problem) {
  size_t count;
  const struct tmd_span *range = tmd_ledger_ranges(ledger, problem, &count);
  for (size_t i = 0; i < count; i++) {
    unsigned *counter = times_of(&range[i]);
    REQUIRE(range[i].X0 < range[i].X1 && counter[length_of(&range[i])] == 0);
    REQUIRE(range[i].X0 == BASE || counter[-1] == 0);
    for (size_t k = 0; k < length_of(&range[i]); k++) REQUIRE(counter[k] == 1);
    memset(counter, 0, length_of(&range[i]) * sizeof *counter);
  }
  for (int cell = 0; cell < CELLS; cell++)
    for (int i = 0; i < LENGTH; i++) REQUIRE(times[cell][i] == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t bytes) {
  const struct tmd_problem *problem = tmd_problem_intern(&(struct tmd_problem){
      .name = "exp", .in = {24, -126, 127}, .out = {24, -126, 127}, .bits = 15});
  struct fuzz_source from = {input, input + bytes};
  struct tmd_ledger ledger = {0};
  const struct tmd_span asked = any_span(&from, problem);
  while (from.at < from.end) {
    const struct tmd_span span = any_span(&from, problem);
    tmd_ledger_add_range(&ledger, &span);
    for (size_t i = 0; i < length_of(&span); i++) times_of(&span)[i]++;
  }
  tmd_ledger_sort(&ledger);
  check_missing(&ledger, &asked);
  tmd_overlaps_find(&ledger, problem, visit, NULL);
  check_ranges(&ledger, problem);
  tmd_ledger_clear(&ledger);
  return 0;
}
