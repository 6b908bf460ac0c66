/* The ledger against brute force: random claims about few ordinals, each ordinal judged by itself
   from all that was claimed about it. */
#include <unistd.h>

#include "lib/ledger/overlaps.h"
#include "tests/unit/tap.h"
#include "tools/select/join.h"

enum { PROBLEMS = 2, CELLS = 3, LENGTH = 24, CLAIMS_MAX = 12, BITS = 10 };

static const tmd_u128 base = (tmd_u128)1 << 23;
static const struct tmd_problem *problems[PROBLEMS];

/* What one claim states of an ordinal. */
struct statement {
  int covers; /* 1: confirmed */
  int reason; /* of a region, */
  unsigned least, greatest;
  uint64_t modulus, residue;
  int has_case; /* of a searched range, */
  struct tmd_case_record record;
};

static struct statement said[CLAIMS_MAX][PROBLEMS][CELLS][LENGTH];
static struct tmd_claim claims[CLAIMS_MAX];
static int count;
static int noise; /* 1: some claims contradict others */

static unsigned below(unsigned n) { return (unsigned)(test_random() % n); }

static struct tmd_cell cell_of(unsigned cell) {
  return (struct tmd_cell){cell == 2, 0, cell == 1, 1};
}

/* ---- claims ---- */

/* The record that follows from the ordinal, in which all claims agree, or another. */
static struct tmd_case_record record_of(tmd_u128 X) {
  const unsigned k = BITS + (unsigned)(X % 7);
  struct tmd_case_record record = {.X = tmd_wide_store(X),
                                   .distance_mantissa = UINT64_C(1) << 63,
                                   .distance_exponent = -(int)k,
                                   .flags = TMD_CASE_CONFIRMED,
                                   .hardness = (uint16_t)k};
  if (noise && !below(30)) record.hardness++, record.distance_exponent--;
  if (noise && !below(60)) record.distance_mantissa++;
  if (noise && !below(60)) record.distance_negative = 1;
  if (noise && !below(60)) record.flags |= TMD_CASE_MIDPOINT;
  if (noise && (X % 7 == 0 || !below(30)))
    record = (struct tmd_case_record){
        .X = record.X, .flags = TMD_CASE_UNDECIDED, .undecided_bits = below(12) ? 64 : 128};
  return record;
}

static void make_cases(struct tmd_claim *claim, struct statement *states, int confirmed) {
  tmd_claim_begin(claim, claim, TMD_CASE, sizeof(struct tmd_case_record));
  for (tmd_u128 X = claim->X0; X < claim->X1; X++) {
    struct statement *s = states + (X - base);
    s->covers = confirmed;
    s->has_case = (X % 3 == 0) != (noise && !below(30));
    if (!s->has_case) continue;
    s->record = record_of(X);
    if (!confirmed) s->record = (struct tmd_case_record){.X = s->record.X};
    *(struct tmd_case_record *)tmd_claim_append(claim) = s->record;
  }
  if (!confirmed && !claim->record_count)
    *(struct tmd_case_record *)tmd_claim_append(claim) =
        (struct tmd_case_record){.X = tmd_wide_store(claim->X0)};
}

enum { AGREEING = 2 }; /* the first kinds agree with each other and with the cases */
static const struct tmd_region_record kinds[] = {
    {.reason = TMD_REGION_RATIONAL, .least = BITS, .greatest = BITS + 6, .modulus = 3},
    {.reason = TMD_REGION_RATIONAL, .least = BITS, .greatest = BITS + 9, .modulus = 3},
    {.reason = TMD_REGION_OVERFLOW},
    {.reason = TMD_REGION_UNDERFLOW},
    {.reason = TMD_REGION_EXACT, .least = TMD_HARDNESS_EXACT, .greatest = TMD_HARDNESS_EXACT},
    {.reason = TMD_REGION_CONSTANT, .least = 2, .greatest = 5},
    {.reason = TMD_REGION_CONSTANT, .least = 3, .greatest = 5},
    {.reason = TMD_REGION_CONSTANT, .least = BITS, .greatest = BITS + 7},
    {.reason = TMD_REGION_IDENTITY, .least = BITS, .greatest = TMD_HARDNESS_UNBOUNDED},
    {.reason = TMD_REGION_RATIONAL, .least = BITS, .greatest = 16, .modulus = 5, .residue = 2},
    {.reason = TMD_REGION_RATIONAL, .least = BITS, .greatest = 16, .modulus = 5, .residue = 1},
    {.reason = TMD_REGION_RATIONAL, .least = BITS, .greatest = 16, .modulus = 4, .residue = 2}};
enum { KINDS = sizeof kinds / sizeof *kinds };

static struct statement statement_of(const struct tmd_region_record *r) {
  return (struct statement){.covers = r->flags != 0,
                            .reason = (int)r->reason,
                            .least = r->least,
                            .greatest = r->greatest,
                            .modulus = r->modulus,
                            .residue = r->residue};
}

static void make_regions(struct tmd_claim *claim, struct statement *states) {
  tmd_claim_begin(claim, claim, TMD_REGION, sizeof(struct tmd_region_record));
  for (tmd_u128 X = claim->X0, X1; X < claim->X1; X = X1) {
    struct tmd_region_record r = kinds[below(noise && !below(3) ? KINDS : AGREEING)];
    X1 = X + 1 + below((unsigned)(claim->X1 - X));
    r.Xa = tmd_wide_store(X), r.Xb = tmd_wide_store(X1);
    r.flags = below(8) ? TMD_REGION_PROVED : 0;
    *(struct tmd_region_record *)tmd_claim_append(claim) = r;
    for (tmd_u128 Y = X; Y < X1; Y++) states[Y - base] = statement_of(&r);
  }
}

static void make_claim(struct tmd_claim *claim, int number) {
  const unsigned problem = below(PROBLEMS), cell = below(CELLS), from = below(LENGTH);
  struct statement *states = said[number][problem][cell];
  claim->problem = problems[problem];
  claim->cell = cell_of(cell);
  claim->X0 = base + from;
  claim->X1 = claim->X0 + 1 + below(LENGTH - from);
  memset(said[number], 0, sizeof said[number]);
  if (below(3)) make_cases(claim, states, below(6) > 0);
  else make_regions(claim, states);
}

/* ---- brute force ---- */

static unsigned greatest_of(const struct statement *s) {
  return s->greatest == TMD_HARDNESS_UNBOUNDED ? TMD_HARDNESS_EXACT : s->greatest;
}

/* The bounds of hardness that a region states of one argument. */
static void bounds(const struct statement *s, tmd_u128 X, unsigned *least, unsigned *greatest) {
  const int in_class = !s->modulus || X % s->modulus == s->residue;
  *least = in_class ? s->least : 0;
  *greatest = in_class ? greatest_of(s) : BITS - 1;
}

static int has_no_value(const struct statement *s) {
  return s->reason == TMD_REGION_OVERFLOW || s->reason == TMD_REGION_UNDERFLOW;
}

static int cases_differ(const struct statement *a, const struct statement *b) {
  return a->has_case != b->has_case ||
         (a->has_case && memcmp(&a->record, &b->record, sizeof a->record));
}

static int case_differs(const struct statement *c, const struct statement *region, tmd_u128 X) {
  unsigned least, greatest;
  bounds(region, X, &least, &greatest);
  const int flat = region->reason >= TMD_REGION_CONSTANT;
  if (!c->has_case) return flat && least >= BITS;
  if (c->record.flags & TMD_CASE_UNDECIDED) return 0;
  return has_no_value(region) || c->record.hardness < least || c->record.hardness > greatest;
}

static int regions_differ(const struct statement *a, const struct statement *b, tmd_u128 X) {
  unsigned least_a, greatest_a, least_b, greatest_b;
  bounds(a, X, &least_a, &greatest_a), bounds(b, X, &least_b, &greatest_b);
  if ((has_no_value(a) || has_no_value(b)) && a->reason != b->reason) return 1;
  return least_a > greatest_b || least_b > greatest_a;
}

/* 1 if two claims contradict each other at the ordinal; *times: how many cover it. */
static int judge(unsigned problem, unsigned cell, unsigned at, size_t *times) {
  int differ = 0;
  *times = 0;
  for (int i = 0; i < count; i++) {
    const struct statement *a = &said[i][problem][cell][at];
    if (!a->covers) continue;
    ++*times;
    for (int k = 0; k < i; k++) {
      const struct statement *b = &said[k][problem][cell][at];
      if (!b->covers) continue;
      differ |= a->reason && b->reason ? regions_differ(a, b, base + at)
                : a->reason            ? case_differs(b, a, base + at)
                : b->reason            ? case_differs(a, b, base + at)
                                       : cases_differ(a, b);
    }
  }
  return differ;
}

/* ---- comparisons ---- */

/* The first ordinal where two regions differ, and the number of hard ones in a region. */
static int wrong_regions(void) {
  const struct tmd_region_record *one = kinds + below(KINDS), *other = kinds + below(KINDS);
  const struct tmd_region_saying a = tmd_region_says(one), b = tmd_region_says(other);
  const struct statement s = statement_of(one), t = statement_of(other), none = {.covers = 1};
  const tmd_u128 X0 = base + below(60), X1 = X0 + below(40);
  tmd_u128 first = X1, hard = 0;
  for (tmd_u128 X = X1; X-- > X0;) {
    if (regions_differ(&s, &t, X)) first = X;
    hard += (tmd_u128)case_differs(&none, &s, X);
  }
  return tmd_regions_agree(&a, &b, BITS, X0, X1) != first ||
         tmd_region_count_hard(&a, BITS, X0, X1) != hard;
}

static int wrong_missing(const struct tmd_ledger *ledger, unsigned problem, unsigned cell) {
  static struct tmd_missing missing;
  const unsigned from = below(LENGTH), to = from + 1 + below(LENGTH - from);
  const struct tmd_span span = {problems[problem], cell_of(cell), base + from, base + to};
  const tmd_u128 covered = tmd_ledger_missing(ledger, &span, &missing);
  tmd_u128 expected = 0, end = 0;
  int wrong = 0;
  for (unsigned at = from; at < to; at++) {
    size_t times, found = 0;
    judge(problem, cell, at, &times);
    expected += times > 0;
    for (size_t i = 0; i < missing.count; i++)
      found += base + at >= missing.range[i].X0 && base + at < missing.range[i].X1;
    wrong |= found != (times == 0);
  }
  for (size_t i = 0; i < missing.count; i++) { /* in order, not empty, and no two touch */
    wrong |= missing.range[i].X0 >= missing.range[i].X1 || (i && missing.range[i].X0 <= end);
    end = missing.range[i].X1;
  }
  return wrong || covered != expected;
}

/* Ranges are the union of the entries, and entries have the cases of their claims. */
static int wrong_entries(const struct tmd_ledger *ledger, unsigned problem) {
  size_t entries, ranges, cases = 0, expected = 0;
  const struct tmd_entry *entry = tmd_ledger_entries(ledger, problems[problem], &entries);
  const struct tmd_span *range = tmd_ledger_ranges(ledger, problems[problem], &ranges);
  int wrong = 0;
  for (size_t i = 1; i < ranges; i++)
    wrong |= tmd_span_compare(range + i - 1, range + i) >= 0 ||
             (!tmd_span_compare_cells(range + i - 1, range + i) && range[i - 1].X1 >= range[i].X0);
  for (size_t i = 0; i < entries; i++) {
    size_t holding = 0;
    wrong |= i && tmd_span_compare(entry + i - 1, entry + i) > 0;
    for (size_t k = 0; k < ranges; k++)
      holding += !tmd_span_compare_cells(range + k, &entry[i].at) &&
                 range[k].X0 <= entry[i].at.X0 && range[k].X1 >= entry[i].at.X1;
    wrong |= holding != 1;
    cases += tmd_ledger_cases(ledger, entry + i, entry[i].at.X0, entry[i].at.X1).count;
  }
  for (int i = 0; i < count; i++)
    for (unsigned cell = 0; cell < CELLS; cell++)
      for (unsigned at = 0; at < LENGTH; at++) {
        const struct statement *s = &said[i][problem][cell][at];
        expected += s->covers && s->has_case;
      }
  return wrong || cases != expected;
}

/* The overlaps of a problem, by ordinal. */
struct seen {
  size_t times[CELLS][LENGTH];
  int differ[CELLS][LENGTH], first[CELLS][LENGTH]; /* that of its overlap */
  int wrong;
};

static void see(const struct tmd_overlap *overlap, void *seen_) {
  struct seen *seen = seen_;
  const unsigned cell = overlap->at.cell.sign_x ? 2 : (unsigned)overlap->at.cell.e_in;
  const size_t first = (size_t)(overlap->at.X0 - base);
  if (first && seen->times[cell][first - 1] == overlap->times) seen->wrong = 1; /* cut in two */
  for (tmd_u128 X = overlap->at.X0; X < overlap->at.X1; X++) {
    seen->wrong |= seen->times[cell][X - base] != 0;
    seen->times[cell][X - base] = overlap->times;
    seen->differ[cell][X - base] = overlap->differ;
    seen->first[cell][X - base] = overlap->differ ? (int)(overlap->X - base) : -1;
  }
}

/* Each overlap of claims that differ names the first ordinal where they do, and no other overlap
   has one. */
static int wrong_overlaps(const struct tmd_ledger *ledger, unsigned problem, int *contradictions) {
  struct seen seen = {.wrong = 0};
  tmd_overlaps_find(ledger, problems[problem], see, &seen);
  for (unsigned cell = 0; cell < CELLS; cell++)
    for (unsigned at = 0; at < LENGTH; at++) {
      size_t times;
      const int differ = judge(problem, cell, at, &times), first = seen.first[cell][at];
      const size_t more = times > 1 ? times : 0;
      *contradictions |= differ;
      seen.wrong |= seen.times[cell][at] != more;
      seen.wrong |= differ && (!seen.differ[cell][at] || first > (int)at);
      seen.wrong |= more && first == (int)at && !differ;
    }
  return seen.wrong;
}

/* 1 if a claim of that kind, confirmed, states that of the ordinal, or anything if `entry` is NULL.
 */
static int is_claimed(const struct tmd_ledger *ledger, const struct tmd_entry *entry, int region,
                      unsigned problem, unsigned cell, unsigned at) {
  for (int i = 0; i < count; i++) {
    const struct statement *s = &said[i][problem][cell][at];
    if (!s->covers || (s->reason != 0) != region) continue;
    if (!entry) return 1;
    const tmd_u128 X = base + at;
    const struct tmd_records cases = tmd_ledger_cases(ledger, entry, X, X + 1);
    if (region ? (unsigned)s->reason == entry->says.reason && s->least == entry->says.least &&
                     s->greatest == entry->says.greatest && s->modulus == entry->says.modulus &&
                     s->residue == entry->says.residue
               : cases.count == (size_t)s->has_case &&
                     (!cases.count || !memcmp(cases.record, &s->record, sizeof s->record)))
      return 1;
  }
  return 0;
}

/* The entries of `again`, of a kind, state of each ordinal of a cell what a claim of that kind did;
 *stretches: so many claims are enough for that. */
static int wrong_again(const struct tmd_ledger *again, int region, unsigned problem, unsigned cell,
                       unsigned long long *stretches) {
  const struct tmd_cell own = cell_of(cell);
  size_t entries;
  const struct tmd_entry *entry = tmd_ledger_entries(again, problems[problem], &entries);
  int wrong = 0, before = 0;
  for (unsigned at = 0; at < LENGTH; at++) {
    const int claimed = is_claimed(again, NULL, region, problem, cell, at);
    int found = 0;
    *stretches += claimed && !before;
    before = claimed;
    for (size_t i = 0; i < entries; i++) {
      if (tmd_cell_compare(&entry[i].at.cell, &own) || (entry[i].says.reason != 0) != region ||
          base + at < entry[i].at.X0 || base + at >= entry[i].at.X1)
        continue;
      found++;
      wrong |= !is_claimed(again, entry + i, region, problem, cell, at);
    }
    wrong |= found != claimed;
  }
  return wrong;
}

/* The claims that are written state what was claimed, and are as few as can do so; if claims
   contradict each other, nothing is written. */
static int wrong_join(struct tmd_ledger *ledger, int contradictions) {
  struct tmd_ledger again = {.records = 0};
  struct tmd_claim *claim;
  FILE *file = tmpfile();
  struct tmd_writer *writer = tmd_writer_open(fdopen(dup(fileno(file)), "wb"), "joined");
  const int failed = tmd_ledger_write(ledger, writer);
  int more, wrong = failed != -contradictions || (failed && tmd_error_status() != TMD_FALSE);
  wrong |= tmd_writer_close(writer);
  rewind(file);
  struct tmd_reader *reader = tmd_reader_open(file, "joined", 0);
  while ((more = tmd_reader_next(reader, &claim)) > 0) tmd_ledger_add(&again, claim);
  tmd_reader_close(reader);
  tmd_ledger_sort(&again);
  wrong |= more < 0 || (failed && again.entries);
  for (unsigned p = 0; p < PROBLEMS && !failed; p++) {
    unsigned long long stretches = 0, written = 0;
    for (unsigned cell = 0; cell < CELLS; cell++)
      wrong |=
          wrong_again(&again, 0, p, cell, &stretches) | wrong_again(&again, 1, p, cell, &stretches);
    for (unsigned i = 0; i < again.problems; i++)
      if (again.count[i].problem == problems[p])
        written = again.count[i].claims[TMD_STATE_CASE] + again.count[i].claims[TMD_STATE_REGION];
    wrong |= written != stretches;
  }
  tmd_ledger_clear(&again);
  return wrong;
}

enum { ENTRIES = 1, OVERLAPS = 2, MISSING = 4, CHECK = 8, JOIN = 16 };

/* The bits of what is wrong. */
static int wrong_trial(int *contradictions) {
  struct tmd_ledger ledger = {.records = 0};
  int wrong = 0;
  *contradictions = 0;
  noise = below(3) > 0;
  count = 1 + (int)below(CLAIMS_MAX);
  for (int i = 0; i < count; i++) make_claim(claims + i, i);
  for (int i = 0; i < count; i++) tmd_ledger_add(&ledger, claims + i);
  tmd_ledger_sort(&ledger);
  for (unsigned p = 0; p < PROBLEMS; p++) {
    wrong |= wrong_entries(&ledger, p) ? ENTRIES : 0;
    wrong |= wrong_overlaps(&ledger, p, contradictions) ? OVERLAPS : 0;
    for (unsigned cell = 0; cell < CELLS; cell++)
      wrong |= wrong_missing(&ledger, p, cell) ? MISSING : 0;
  }
  wrong |= tmd_overlaps_check(&ledger) != -*contradictions ? CHECK : 0;
  wrong |= wrong_join(&ledger, *contradictions) ? JOIN : 0;
  tmd_ledger_clear(&ledger);
  return wrong;
}

/* The same claims in another order are the same bytes. */
static int wrong_order(void) {
  static unsigned char bytes[2][1 << 16];
  size_t length[2];
  int failed = 0;
  noise = 0;
  count = 1 + (int)below(CLAIMS_MAX);
  for (int i = 0; i < count; i++) make_claim(claims + i, i);
  for (int turn = 0; turn < 2; turn++) {
    struct tmd_ledger ledger = {.records = 0};
    FILE *file = tmpfile();
    struct tmd_writer *writer = tmd_writer_open(fdopen(dup(fileno(file)), "wb"), "joined");
    for (int i = 0; i < count; i++) tmd_ledger_add(&ledger, claims + (turn ? count - 1 - i : i));
    failed |= tmd_ledger_write(&ledger, writer) | tmd_writer_close(writer);
    rewind(file);
    length[turn] = fread(bytes[turn], 1, sizeof bytes[turn], file);
    fclose(file);
    tmd_ledger_clear(&ledger);
  }
  return failed || length[0] != length[1] || memcmp(bytes[0], bytes[1], length[0]);
}

/* A hardness of 65533 stands for greater ones, too. */
static int wrong_most(void) {
  struct tmd_case_record record = {.flags = TMD_CASE_CONFIRMED, .hardness = TMD_HARDNESS_MOST};
  const struct tmd_region_saying says = {.reason = TMD_REGION_CONSTANT,
                                         .least = TMD_HARDNESS_UNBOUNDED,
                                         .greatest = TMD_HARDNESS_UNBOUNDED};
  const int most = tmd_region_allows(&says, &record);
  record.hardness--;
  return !most || tmd_region_allows(&says, &record);
}

/* An image does not continue the claims that it follows from. */
static int wrong_images(void) {
  struct tmd_ledger ledger = {.records = 0};
  struct tmd_span span = {problems[0], cell_of(0), base, base + 1};
  for (unsigned i = 0; i < 4; i++) {
    ledger.adds_images = i >= 2;
    tmd_ledger_add_range(&ledger, &span);
    span.X0++, span.X1++;
  }
  tmd_ledger_sort(&ledger);
  const int wrong = ledger.entries != 2 || ledger.entry[0].image || !ledger.entry[1].image ||
                    ledger.entry[1].at.X0 != base + 2 || ledger.ranges != 1;
  tmd_ledger_clear(&ledger);
  return wrong;
}

/* Arrays that have no elements are there nonetheless, as 0 may be added to their addresses. */
static int wrong_empty(void) {
  struct tmd_ledger ledger = {0};
  size_t entries;
  tmd_ledger_sort(&ledger);
  int wrong = !tmd_ledger_entries(&ledger, problems[0], &entries) || entries;
  const struct tmd_span span = {problems[0], cell_of(0), base, base + 1};
  tmd_ledger_add_range(&ledger, &span);
  tmd_ledger_sort(&ledger);
  const struct tmd_entry *entry = tmd_ledger_entries(&ledger, problems[0], &entries);
  wrong |= entries != 1 || !tmd_ledger_cases(&ledger, entry, base, base + 1).record;
  tmd_ledger_clear(&ledger);
  return wrong;
}

int main(void) {
  enum { TRIALS = 1500 };
  static const char *const names[] = {"entries and their cases", "overlaps and contradictions",
                                      "missing ranges", "the verdict on all", "joined claims"};
  int wrong[5] = {0}, contradictory = 0, order = 0, regions = 0;
  for (unsigned p = 0; p < PROBLEMS; p++)
    problems[p] = tmd_problem_intern(&(struct tmd_problem){p ? "sin" : "exp",
                                                           {24, -126, 127, {0}, 0},
                                                           {24, -126, 127, {0}, 0},
                                                           TMD_MODES_ALL,
                                                           BITS,
                                                           NULL,
                                                           NULL});
  for (int trial = 0; trial < TRIALS; trial++) {
    int contradictions;
    const int bad = wrong_trial(&contradictions);
    contradictory += contradictions;
    for (int i = 0; i < 5; i++) wrong[i] += (bad >> i) & 1;
    order += wrong_order();
    for (int i = 0; i < 20; i++) regions += wrong_regions();
  }
  for (int i = 0; i < 5; i++)
    tap_ok(!wrong[i], "%s, as by brute force, of %d ledgers: %d wrong", names[i], TRIALS, wrong[i]);
  tap_ok(!order, "the order of claims does not matter: %d wrong", order);
  tap_ok(!regions, "two regions on a range, as by brute force: %d wrong", regions);
  tap_ok(!wrong_most(), "the greatest hardness of a record stands for greater ones");
  tap_ok(!wrong_images(), "images do not continue other claims");
  tap_ok(!wrong_empty(), "a ledger without entries, and one without cases");
  tap_ok(contradictory > TRIALS / 5 && contradictory < TRIALS / 5 * 3,
         "%d of them have contradictions", contradictory);
  for (int i = 0; i < CLAIMS_MAX; i++) tmd_claim_clear(claims + i);
  return tap_done();
}
