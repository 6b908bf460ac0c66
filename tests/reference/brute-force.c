/* brute-force: a confirmed stream on standard input against every argument of its problem's input
   format.

     tmd-plan F --format X --bits M | tmd-taylor | tmd-exhaust | tmd-ziv |
       brute-force [--extended | --fast] [--every N] [--domain A:B]

   Formats are binary or decimal (rational.h).

   Every argument (in [A, B), two numbers, decimal or hexadecimal) must be claimed exactly once if f
   is defined there, else not at all; be a case record iff it is hard, with the same hardness,
   distance, exactness and side; lie in a cell of its sign and exponent (scattered cells have none,
   and may hold poles); and be what its region says. One line sums it up; exit 1 at any difference,
   2 where no comparison is possible. An expression is evaluated by formula.h: arguments of which
   that does not find the value are counted only, and so is what the stream leaves undecided.
   --extended decides by x87 extended precision at searched arguments, where that is 2^-20 (in units
   of G) clear of every threshold. --fast does so, too, and checks the ends and every 1009th
   argument of a region alone. --every: at one of N arguments, and at all cases. */
#include <errno.h>
#include <omp.h>

#include "lib/base/arb-compat.h"
#include "lib/base/error.h"
#include "lib/stream/stream.h"
#include "tests/reference/rational.h"

/* Arguments are numbered by |x|, as IEEE encodings are: subnormal X, then X + (e - emin) 2^(p-1),
   or of decimal formats X + (e - emin) 9 10^(p-1). */
struct segment {
  tmd_u128 from, to;
  int sign, unclaimed; /* unclaimed: between two claims */
  struct tmd_cell cell;
  struct tmd_region_record region; /* reason 0: searched */
  struct tmd_case_record *cases;
  size_t case_count;
};

static struct tmd_problem problem;
static const struct ref_function *function;
static struct segment *segments;
static size_t segment_count, differences;
static uint64_t arguments, hard_cases, exact_cases, exact_regions, exact_in_regions, in_regions,
    unknown, undecided, every = 1;
static int extended, fast;
static struct end {
  int infinite;
  mpq_t value;
} domain[2]; /* [A, B) */
static int has_domain;

static const struct formula *formula;

/* Other formulas of the same functions, of which all values are found. */
static const char *text_of(const char *name) {
  static const char *const others[][2] = {{"rootn((x+1/3)^3,3)", "(3*x+1)/3"},
                                          {"log(1+exp(x))", "x<0?log1p(exp(x)):x+log1p(exp(-x))"},
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

static const struct ref_function by_formula = {.mpfr = rounded};

/* The numbers of a binade, or decade, without the subnormal ones: all but the least of which are
   as many in the first. */
static tmd_u128 least_normal(void) {
  tmd_u128 least = 1;
  for (int i = 1; i < problem.in.p; i++) least *= problem.in.decimal ? 10 : 2;
  return least;
}
static tmd_u128 binade(void) { return least_normal() * (problem.in.decimal ? 9 : 1); }

static tmd_u128 number_of(int e_in, tmd_u128 X) {
  return X + (tmd_u128)(e_in - problem.in.emin) * binade();
}

static tmd_u128 number_end(void) {
  return least_normal() + (tmd_u128)(problem.in.emax - problem.in.emin + 1) * binade();
}

static void unnumber(tmd_u128 number, int *e_in, tmd_u128 *X) {
  const tmd_u128 least = least_normal();
  *e_in = problem.in.emin + (number < least ? 0 : (int)((number - least) / binade()));
  *X = number < least ? number : least + (number - least) % binade();
}

static void rational_of(mpq_t x, int sign, tmd_u128 number) {
  int e;
  tmd_u128 X;
  unnumber(number, &e, &X);
  ref_rational(x, &problem.in, sign, e, X);
}

/* +-x as an extended number: exact for every binary format of at most 64 bits. */
static long double value_of(int sign, tmd_u128 number) {
  int e;
  tmd_u128 X;
  unnumber(number, &e, &X);
  const long double x = problem.in.decimal ? (long double)X * powl(10, e - problem.in.p + 1)
                                           : ldexpl((long double)X, e - problem.in.p + 1);
  return sign ? -x : x;
}

static void differ(const struct segment *s, tmd_u128 number, const char *what) {
#pragma omp critical
  if (differences++ < 10) {
    if (differences == 1) printf("# %s\n", what);
    printf(problem.in.decimal ? "# difference: %s at x = %.35Lg: %s\n"
                              : "# difference: %s at x = %La: %s\n",
           problem.name, value_of(s->sign, number), what);
  }
}

/* x < end */
static int is_below(const mpq_t x, const struct end *end) {
  return end->infinite ? end->infinite > 0 : mpq_cmp(x, end->value) < 0;
}

static int in_domain(int sign, tmd_u128 number) {
  if (!has_domain) return 1;
  SCOPED(mpq, x);
  rational_of(x, sign, number);
  return !is_below(x, domain) && is_below(x, domain + 1);
}

/* Exact cases of roots, powers and functions of pi x are not listed, if both formats have one
   radix; of decimal ones those of 1/x^n and its roots are. */
static int lists_exact(void) {
  if (!strcmp(problem.name, "id")) return 0;
  if (problem.in.decimal != problem.out.decimal) return 1;
  if (problem.in.decimal && (!strcmp(problem.name, "rsqrt") || function->n < 0)) return 1;
  static const char *const names[] = {"sqrt",      "rsqrt", "cbrt",  "rootn(", "pown(",
                                      "compound(", "sinpi", "cospi", "tanpi"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strncmp(problem.name, names[i], strlen(names[i]))) return 0;
  return 1;
}

static const char *check_case(const struct ref *r, const struct tmd_case_record *c) {
  if (!formula && r->unresolved) return "undecided by the reference";
  if (!formula && r->hard && r->hardness == REF_EXACT && !lists_exact())
    return c ? "a record, but exact by rule" : NULL;
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
  return !(formula && r->coarse) && c->distance_mantissa != r->mantissa ? "distance" : NULL;
}

/* By MPFR. */
static const char *check_slow(const struct segment *s, tmd_u128 number,
                              const struct tmd_case_record *c, mpfr_t x) {
  const int searched = !s->region.reason && !s->unclaimed;
  int e;
  tmd_u128 X;
  unnumber(number, &e, &X);
  if (formula && c && (c->flags & TMD_CASE_UNDECIDED)) {
#pragma omp atomic
    undecided++;
    return NULL;
  }
  formula_unknown = formula_vanished = 0;
  struct ref r;
  if (problem.in.decimal || problem.out.decimal) {
    SCOPED(mpq, rational);
    rational_of(rational, s->sign, number);
    r = ref_measure_rational(&problem, function, formula, rational, searched);
  } else {
    ref_argument(x, s->sign, X, e - problem.in.p + 1);
    r = ref_measure(&problem, function, x, searched);
  }
  if (formula_unknown || (formula_vanished && s->region.reason == TMD_REGION_EXACT)) {
#pragma omp atomic
    unknown++;
    return !s->unclaimed || formula_unknown == FORMULA_DOUBTFUL ? NULL : "not claimed";
  }
  if (s->unclaimed) return r.class == REF_OUTSIDE ? NULL : "not claimed";
  const int scattered = tmd_cell_scattered(&s->cell);
  if (r.class == REF_OUTSIDE)
    return !scattered ? "claimed, but f is not defined" : c ? "a record, but a pole" : NULL;
  if (!scattered && (r.sign_f != s->cell.sign_f || r.e_out != s->cell.e_out))
    return "sign or exponent of f(x) is not the cell's";
  if (s->region.reason && r.hard && r.hardness == REF_EXACT) {
#pragma omp atomic
    exact_in_regions++;
#pragma omp atomic
    exact_regions += r.class == REF_VALUE && X > 0;
  }
  if (s->region.reason) return ref_region_wrong(&problem, &s->region, &r, X);
  if (!scattered && r.class != REF_VALUE) return "searched, but f is 0, overflows or underflows";
  if (r.class != REF_VALUE) return c ? "a record, but f is 0, overflows or underflows" : NULL;
#pragma omp atomic
  hard_cases += (uint64_t)r.hard;
#pragma omp atomic
  exact_cases += (uint64_t)(r.hardness == REF_EXACT);
  return check_case(&r, c);
}

/* By extended precision: 1 if x is surely no case and in the segment's cell. The margin leaves out
   everything near a power of two. */
static int surely_no_case(const struct segment *s, tmd_u128 number) {
  int e;
  if (!function->fast || problem.in.decimal || problem.out.decimal) return 0;
  const long double y = function->fast(value_of(s->sign, number));
  if (!isfinite(y) || y == 0) return 0;
  frexpl(y, &e);
  if (--e > problem.out.emax || e < problem.out.emin - problem.out.p - 1) return 0;
  if (e < problem.out.emin) e = problem.out.emin;
  if (!tmd_cell_scattered(&s->cell) && ((signbit(y) != 0) != s->cell.sign_f || e != s->cell.e_out))
    return 0;
  long double G = ldexpl(fabsl(y), ref_scale(&problem) - e);
  if (problem.modes == TMD_MODES_NEAREST) G -= 0.5L;
  return fabsl(G - rintl(G)) >= ldexpl(1, -ref_threshold(&problem)) + 0x1p-20L;
}

static const struct tmd_case_record *find_case(const struct segment *s, tmd_u128 number) {
  size_t low = 0, high = s->case_count;
  int e;
  tmd_u128 X;
  unnumber(number, &e, &X);
  while (low < high) {
    const size_t middle = (low + high) / 2;
    const tmd_u128 at = tmd_wide_load(s->cases[middle].X);
    if (at == X) return s->cases + middle;
    if (at < X) low = middle + 1;
    else high = middle;
  }
  return NULL;
}

static void check_argument(const struct segment *s, tmd_u128 number, mpfr_t x) {
  if (!in_domain(s->sign, number)) {
    if (!s->unclaimed) differ(s, number, "claimed, but outside the domain asked for");
    return;
  }
  const struct tmd_case_record *c = s->unclaimed || s->region.reason ? NULL : find_case(s, number);
  if (extended && !c && !s->unclaimed && !s->region.reason && surely_no_case(s, number)) return;
  const char *what = check_slow(s, number, c, x);
  if (what) differ(s, number, what);
}

/* What is looked at in one go, by one thread: claims may be short and many, or few and long. */
struct part {
  struct segment segment;
  tmd_u128 from, to;
};
static struct part *parts;
static size_t part_count;

static void check_part(const struct part *part) {
  const struct segment *s = &part->segment;
  const uint64_t step = fast && (s->region.reason || s->unclaimed) ? 1009 : every;
  const uint64_t skip = every > 1 ? ((uint64_t)part->from * 0x9e3779b97f4a7c15u >> 32) % every : 0;
  FLOATS(128, x);
  for (tmd_u128 i = part->from + skip; i < part->to; i += step) check_argument(s, i, x);
  if (step > 1 && every == 1) check_argument(s, part->to - 1, x);
  for (size_t i = 0; every > 1 && i < s->case_count; i++) {
    const tmd_u128 number = number_of(s->cell.e_in, tmd_wide_load(s->cases[i].X));
    if (number >= part->from && number < part->to) check_argument(s, number, x);
  }
}

static void add_parts(const struct segment *s) {
  const tmd_u128 most = 1 << 16;
  if (!s->unclaimed) arguments += (uint64_t)(s->to - s->from);
  if (s->region.reason) in_regions += (uint64_t)(s->to - s->from);
  for (tmd_u128 from = s->from, to; from < s->to; from = to) {
    to = s->to - from < most ? s->to : from + most;
    if ((part_count & (part_count - 1)) == 0)
      parts = tmd_reallocate(parts, (part_count ? 2 * part_count : 1) * sizeof *parts);
    parts[part_count++] = (struct part){*s, from, to};
  }
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
  if (region) {
    s->region = *region;
  } else {
    s->case_count = claim->record_count;
    s->cases = tmd_allocate(claim->record_count * claim->record_bytes + 1);
    if (claim->record_count)
      memcpy(s->cases, claim->records, claim->record_count * claim->record_bytes);
  }
}

static int unfit(const char *what) {
  fprintf(stderr, "brute-force: %s\n", what);
  exit(2);
}

static void take(const struct tmd_claim *claim) {
  static char text[TMD_TEXT_MAX_BYTES];
  char other[TMD_TEXT_MAX_BYTES];
  problem = *claim->problem;
  tmd_problem_print(other, &problem);
  if (*text && strcmp(text, other)) unfit("several problems in one stream");
  strcpy(text, other);
  if (!(problem.in.decimal && has_domain) && (least_normal() >> 24 || number_end() >> 32))
    unfit("format too large");
  if (claim->kind == TMD_POLY) unfit("a poly claim: nothing is confirmed");
  if (claim->kind == TMD_CASE) add_segment(claim, claim->X0, claim->X1, NULL);
  for (size_t i = 0; claim->kind == TMD_REGION && i < claim->record_count; i++) {
    const struct tmd_region_record *r = tmd_claim_record(claim, i);
    if (!(r->flags & TMD_REGION_PROVED)) unfit("a region that is not proved");
    add_segment(claim, tmd_wide_load(r->Xa), tmd_wide_load(r->Xb), r);
  }
}

static int by_number(const void *a, const void *b) {
  const struct segment *x = a, *y = b;
  if (x->sign != y->sign) return x->sign - y->sign;
  return x->from < y->from ? -1 : x->from > y->from;
}

/* The least number from which on, away from 0, all x of the sign are beyond an end of the domain.
 */
static tmd_u128 first_beyond(int sign, const struct end *end) {
  tmd_u128 low = 0, high = number_end();
  SCOPED(mpq, x);
  while (low < high) {
    const tmd_u128 middle = low + (high - low) / 2;
    rational_of(x, sign, middle);
    if (is_below(x, end) == (sign != 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/* What lies between two claims, as far as it is in the domain. */
static void add_unclaimed(int sign, tmd_u128 from, tmd_u128 to) {
  if (has_domain) {
    const tmd_u128 first = first_beyond(sign, domain + sign),
                   end = first_beyond(sign, domain + !sign);
    if (from < first) from = first;
    if (to > end) to = end;
  }
  if (from < to) add_parts(&(struct segment){.from = from, .to = to, .sign = sign, .unclaimed = 1});
}

/* All of one sign, what lies between the claims included. */
static void add_sign(int sign) {
  tmd_u128 at = (tmd_u128)sign; /* -0 is not claimed: it counts as 0 */
  for (size_t i = 0; i < segment_count; i++) {
    const struct segment *s = segments + i;
    if (s->sign != sign) continue;
    if (s->from < at) differ(s, s->from, "claimed twice");
    if (s->from > at) add_unclaimed(sign, at, s->from);
    add_parts(s);
    if (s->to > at) at = s->to;
  }
  if (at < number_end()) add_unclaimed(sign, at, number_end());
}

static void parse_end(struct end *end, const char *text) {
  const int negative = *text == '-';
  char *rest;
  formula_at = text + negative;
  if (!strcmp(formula_at, "inf")) {
    end->infinite = negative ? -1 : 1;
  } else if (!strncmp(formula_at, "0x", 2)) {
    mpq_set_d(end->value, strtod(text, &rest));
    if (*rest) unfit("--domain A:B");
  } else {
    mpq_set(end->value, formula_number()->number);
    if (*formula_at) unfit("--domain A:B");
    if (negative) mpq_neg(end->value, end->value);
  }
}

static void parse_domain(char *text) {
  char *colon = strchr(text, ':');
  if (!colon) unfit("--domain A:B");
  *colon = 0;
  has_domain = 1;
  mpq_inits(domain[0].value, domain[1].value, NULL);
  parse_end(domain, text);
  parse_end(domain + 1, colon + 1);
}

int main(int argc, char **argv) {
  ref_bits_max =
      1 << 10; /* plenty for formats of at most 24 bits, except where tanh, say, tends to 1 */
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--fast")) extended = fast = 1;
    else if (!strcmp(argv[i], "--extended")) extended = 1;
    else if (!strcmp(argv[i], "--domain") && i + 1 < argc) parse_domain(argv[++i]);
    else if (!strcmp(argv[i], "--every") && i + 1 < argc) every = strtoull(argv[++i], NULL, 10);
    else unfit("usage: brute-force [--extended | --fast] [--every N] [--domain A:B] < STREAM");
  }
  struct tmd_reader *reader = tmd_reader_open(stdin, "standard input", 0);
  struct tmd_claim *claim;
  int got;
  while ((got = tmd_reader_next(reader, &claim)) > 0) take(claim);
  if (got < 0) unfit(tmd_error_text());
  if (!segment_count) unfit("an empty stream");
  tmd_reader_close(reader);
  if (!(function = ref_find(problem.name))) {
    function = &by_formula, formula = formula_parse(text_of(problem.name));
    ref_bits_max = 1 << 11;
  }
  qsort(segments, segment_count, sizeof *segments, by_number);
  add_sign(0);
  add_sign(1);
#pragma omp parallel for schedule(dynamic)
  for (size_t i = 0; i < part_count; i++) check_part(parts + i);
  printf(
      "%s: %llu arguments in %zu claims and regions (%llu in regions), %llu cases of %d bits and more, "
      "%llu exact, %llu (%llu without 0) exact in regions, %llu values not found, %llu undecided: %zu differences\n",
      problem.name, (unsigned long long)arguments, segment_count, (unsigned long long)in_regions,
      (unsigned long long)hard_cases, problem.bits, (unsigned long long)exact_cases,
      (unsigned long long)exact_in_regions, (unsigned long long)exact_regions,
      (unsigned long long)unknown, (unsigned long long)undecided, differences);
  return differences != 0;
}
