/* brute-expression: a confirmed stream of an expression on standard input against its arguments, as
   brute-force does for functions, by formula.h; arguments of which that does not find the value are
   counted only. Parser and evaluator of lib/ have no part in it.

     tmd-search 'sin(x)/x' -o s.tmd ...; brute-expression [--random N] < s.tmd

   With --as, another formula of the same function, of which it finds more values. Every argument,
   or N random ones and all cases. What the stream leaves undecided is counted. Exit 1 at any
   difference. */
#include "lib/base/error.h"
#include "lib/claim/stream.h"
#include "tests/reference/formula.h"
#include "tests/unit/random.h"

static const struct formula *formula;

/* Other formulas of the same functions, of which all values are found. */
static const char *text_of(const char *name) {
  static const char *const others[][2] = {{"rootn((x+1/3)^3,3)", "(3*x+1)/3"},
                                          {"max(x,0.1*x)", "x>=0?x:x/10"},
                                          {"min(exp(x),1)", "x>=0?1:exp(x)"},
                                          {"max(0,min(1,(x+3)/6))", "x<=-3?0:x>=3?1:(x+3)/6"},
                                          {"x*max(0,min(1,(x+3)/6))", "x<=-3?0:x>=3?x:x*(x+3)/6"},
                                          {"x>0?x:exp(x)-1", "x>0?x:expm1(x)"},
                                          {"min(x^2,exp(x))", "x>-0.703467422498391652?x^2:exp(x)"},
                                          {"sinc", "x==0?1:sin(x)/x"}};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (!strcmp(name, others[i][0])) return others[i][1];
  return name;
}

static int rounded(mpfr_t y, const mpfr_t x, mpfr_rnd_t round) {
  return formula_round(y, formula, x, round);
}

static const struct ref_function function = {.mpfr = rounded};
static struct tmd_problem problem;

/* Arguments by |x|, as in brute-force. */
struct segment {
  uint64_t from, to;
  int sign;
  struct tmd_cell cell;
  struct tmd_region_record region; /* reason 0: searched */
  struct tmd_case_record *cases;
  size_t case_count;
};
static struct segment *segments;
static size_t segment_count;
static unsigned long long arguments, cases, differences, unknown, undecided;

static uint64_t number_of(int e_in, tmd_u128 X) {
  return (uint64_t)X + ((uint64_t)(e_in - problem.in.emin) << (problem.in.p - 1));
}

static void add_segment(const struct tmd_claim *claim, tmd_u128 X0, tmd_u128 X1,
                        const struct tmd_region_record *region) {
  if ((segment_count & (segment_count - 1)) == 0)
    segments = tmd_reallocate(segments, (segment_count ? 2 * segment_count : 1) * sizeof *segments);
  struct segment *s = segments + segment_count++;
  *s = (struct segment){.from = number_of(claim->cell.e_in, X0),
                        .to = number_of(claim->cell.e_in, X1),
                        .sign = claim->cell.sign_x,
                        .cell = claim->cell};
  if (region) s->region = *region;
  if (region) return;
  s->case_count = claim->record_count;
  s->cases = tmd_allocate(claim->record_count * claim->record_bytes + 1);
  memcpy(s->cases, claim->records, claim->record_count * claim->record_bytes);
}

static void unfit(const char *what) {
  fprintf(stderr, "brute-expression: %s\n", what);
  exit(2);
}

static void read_stream(void) {
  struct tmd_reader *reader = tmd_reader_open(stdin, "standard input", 0);
  struct tmd_claim *claim;
  int got;
  while ((got = tmd_reader_next(reader, &claim)) > 0) {
    problem = *claim->problem;
    if (claim->kind == TMD_POLY) unfit("a poly claim: nothing is confirmed");
    if (claim->kind == TMD_CASE) add_segment(claim, claim->X0, claim->X1, NULL);
    for (size_t i = 0; claim->kind == TMD_REGION && i < claim->record_count; i++) {
      const struct tmd_region_record *r = tmd_claim_record(claim, i);
      add_segment(claim, tmd_wide_load(r->Xa), tmd_wide_load(r->Xb), r);
    }
  }
  if (got < 0) unfit(tmd_error_text());
  if (!segment_count) unfit("an empty stream");
  tmd_reader_close(reader);
}

static int by_number(const void *a, const void *b) {
  const struct segment *x = a, *y = b;
  if (x->sign != y->sign) return x->sign - y->sign;
  return x->from < y->from ? -1 : x->from > y->from;
}

/* The segment that has the argument, or NULL. */
static const struct segment *find_segment(int sign, uint64_t number) {
  size_t low = 0, high = segment_count;
  while (low < high) { /* the first segment behind the argument */
    const size_t middle = (low + high) / 2;
    const struct segment *s = segments + middle;
    if (s->sign < sign || (s->sign == sign && s->from <= number)) low = middle + 1;
    else high = middle;
  }
  const struct segment *s = low ? segments + low - 1 : NULL;
  return s && s->sign == sign && number < s->to ? s : NULL;
}

static const struct tmd_case_record *find_case(const struct segment *s, tmd_u128 X) {
  size_t low = 0, high = s->case_count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (tmd_wide_load(s->cases[middle].X) < X) low = middle + 1;
    else high = middle;
  }
  return low < s->case_count && tmd_wide_load(s->cases[low].X) == X ? s->cases + low : NULL;
}

static const char *check_case(const struct ref *r, const struct tmd_case_record *c) {
  if (!r->hard) return c ? "a record, but no case" : NULL;
  if (!c) return "a case, but no record";
  if (!(c->flags & TMD_CASE_CONFIRMED)) return "record not confirmed";
  if (r->unresolved ? c->hardness < r->hardness : c->hardness != r->hardness)
    return "another hardness";
  if (!(c->flags & TMD_CASE_EXACT) != (r->hardness != REF_EXACT)) return "exactness";
  if (!(c->flags & TMD_CASE_MIDPOINT) != !r->midpoint) return "number or midpoint";
  if (r->unresolved) return NULL;
  if (c->distance_negative != r->negative) return "side";
  if (c->distance_exponent != r->exponent) return "distance";
  return !r->coarse && c->distance_mantissa != r->mantissa ? "distance" : NULL;
}

static const char *check(int sign, uint64_t number) {
  const uint64_t one = 1ull << (problem.in.p - 1);
  const int e = problem.in.emin + (number < 2 * one ? 0 : (int)(number / one) - 1);
  const tmd_u128 X = number < 2 * one ? number : one + number % one;
  const struct segment *s = find_segment(sign, number);
  const struct tmd_case_record *c = s ? find_case(s, X) : NULL;
  if (c && (c->flags & TMD_CASE_UNDECIDED)) {
#pragma omp atomic
    undecided++;
    return NULL;
  }
  formula_unknown = formula_vanished = 0;
  const struct ref r = ref_at(&problem, &function, sign, e, X, s && !s->region.reason);
  if (formula_unknown || (formula_vanished && s && s->region.reason == TMD_REGION_EXACT)) {
#pragma omp atomic
    unknown++;
    return s || (sign && !number) || formula_unknown == FORMULA_DOUBTFUL ? NULL : "not claimed";
  }
  if (!s) return r.class == REF_OUTSIDE || (sign && !number) ? NULL : "not claimed";
  const int scattered = tmd_cell_scattered(&s->cell);
  if (r.class == REF_OUTSIDE) return scattered && !c ? NULL : "claimed, but f is not defined";
  if (!scattered && (r.sign_f != s->cell.sign_f || r.e_out != s->cell.e_out))
    return "sign or exponent of f(x) is not the cell's";
  if (s->region.reason) return ref_region_wrong(&problem, &s->region, &r, X);
  if (!scattered && r.class != REF_VALUE) return "searched, but f is 0, overflows or underflows";
  if (r.class != REF_VALUE) return c ? "a record, but f is 0, overflows or underflows" : NULL;
#pragma omp atomic
  cases += (unsigned)r.hard;
  return check_case(&r, c);
}

static void compare(int sign, uint64_t number) {
  const char *what = check(sign, number);
#pragma omp atomic
  arguments++;
  if (!what) return;
#pragma omp critical
  if (differences++ < 10)
    printf("# difference at %c number %llx: %s\n", sign ? '-' : '+', (unsigned long long)number,
           what);
}

static void compare_cases(const struct segment *s) {
#pragma omp parallel for schedule(dynamic, 64)
  for (size_t i = 0; i < s->case_count; i++)
    compare(s->sign, number_of(s->cell.e_in, tmd_wide_load(s->cases[i].X)));
}

int main(int argc, char **argv) {
  const unsigned long long random =
      argc == 3 && !strcmp(argv[1], "--random") ? strtoull(argv[2], NULL, 10) : 0;
  if (argc > 1 && !random) unfit("usage: brute-expression [--random N] < STREAM");
  ref_bits_max = 1 << 11;
  read_stream();
  formula = formula_parse(text_of(problem.name));
  if (problem.in.p > 24) unfit("format too large");
  qsort(segments, segment_count, sizeof *segments, by_number);
  for (size_t i = 1; i < segment_count; i++)
    if (segments[i].sign == segments[i - 1].sign && segments[i].from < segments[i - 1].to)
      unfit("claimed twice");
  const uint64_t end = (uint64_t)(problem.in.emax - problem.in.emin + 2) << (problem.in.p - 1);
  uint64_t *numbers = tmd_allocate(random * sizeof *numbers + 1);
  for (unsigned long long i = 0; i < random; i++) numbers[i] = test_random() % (2 * end);
#pragma omp parallel for schedule(dynamic, 256)
  for (uint64_t i = 0; i < (random ? random : 2 * end); i++) {
    const uint64_t at = random ? numbers[i] : i;
    compare(at >= end, at >= end ? at - end : at);
  }
  for (size_t i = 0; i < segment_count && random; i++) compare_cases(segments + i);
  printf(
      "%s: %llu arguments, %llu cases of %d bits and more, %llu values not found, %llu undecided: %llu differences\n",
      problem.name, arguments, cases, problem.bits, unknown, undecided, differences);
  return differences != 0;
}
