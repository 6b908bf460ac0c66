/* Claims in memory: one rule of tmd-stream(5) violated at a time; plan texts and their words;
   problems. */
#include <time.h>

#include "lib/base/arb-compat.h"
#include "lib/problem/hex-float.h"
#include "lib/stream/plan-words.h"
#include "tests/unit/rows.h"
#include "tests/unit/streams.h"

/* Violations in the records: `change` is applied to a claim in memory. */
#define RULE(maker, what, message, change)                                             \
  do {                                                                                 \
    struct tmd_claim claim, *c = &claim;                                               \
    maker(c);                                                                          \
    struct tmd_poly_record *p = tmd_claim_record(c, 0), *q = tmd_claim_record(c, 1);   \
    struct tmd_case_record *k = tmd_claim_record(c, 0), *l = tmd_claim_record(c, 1);   \
    struct tmd_region_record *r = tmd_claim_record(c, 0), *s = tmd_claim_record(c, 1); \
    (void)p, (void)q, (void)k, (void)l, (void)r, (void)s;                              \
    tmd_error(TMD_OK, "nothing wrong");                                                \
    change;                                                                            \
    if (tmd_error_status() == TMD_OK) (void)!tmd_claim_check(c);                       \
    refuses(what, message);                                                            \
    tmd_claim_clear(c);                                                                \
  } while (0)

/* The claim's problem becomes another, if there is one with that name (NULL: the same), these modes
   and bits. */
static void change_problem(struct tmd_claim *claim, const char *name, enum tmd_modes modes,
                           int bits) {
  struct tmd_problem problem = *claim->problem;
  if (name) problem.name = name;
  problem.modes = modes, problem.bits = bits;
  const struct tmd_problem *interned = tmd_problem_intern(&problem);
  if (interned) claim->problem = interned;
}

static void test_text_rules(void) {
  RULE(case_claim, "more records than a content holds", "records exceed",
       c->record_count = TMD_CONTENT_MAX_BYTES / 40 + 1);
  RULE(case_claim, "bits 0", "bits", change_problem(c, NULL, TMD_MODES_ALL, 0));
  RULE(case_claim, "a problem that is not interned", "not interned",
       c->problem = &(struct tmd_problem){.name = "exp"});
  static const struct {
    const char *function, *message;
  } functions[] = {{"sim", "unknown function 'sim'"},
                   {"(exp(x))", "'(exp(x))' is spelled 'exp'"},
                   {"exp(x)", "spelled"},
                   {"x*(sin(x))", "spelled 'x*sin(x)'"},
                   {"x^1e999999999", "problem: "},
                   {"rootn(03)", "problem: "},
                   {"sin(x", "problem: "},
                   {"x x", "problem: "},
                   {"pow(x,2)", "spelled 'x^2'"},
                   {"silu(x)", "spelled 'silu'"}};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    RULE(case_claim, functions[i].function, functions[i].message,
         change_problem(c, functions[i].function, TMD_MODES_ALL, 44));
    tap_ok(!strchr(tmd_error_text(), '\n'), "in one line");
  }
  RULE(case_claim, "plan: no value", "key=value", advise(c, "n="));
  RULE(case_claim, "plan: no key", "key=value", advise(c, "=1"));
  RULE(case_claim, "plan: two spaces", "key=value", advise(c, "n=1  m=2"));
  RULE(case_claim, "plan: space at the end", "space", advise(c, "n=1 "));
  RULE(case_claim, "plan: key twice", "twice", advise(c, "n=1 m=2 n=3"));
  RULE(case_claim, "plan: tab", "unprintable", advise(c, "n=1\t2"));
}

static void test_poly_rules(void) {
  RULE(poly_claim, "poly: record size no multiple of 8", "multiple of 8", c->record_bytes -= 4);
  RULE(poly_claim, "poly: X0 before the range", "outside", p->X0 = tmd_wide_store(base - 1));
  RULE(poly_claim, "poly: X0 at the range's end", "outside", q->X0 = tmd_wide_store(base + 4096));
  RULE(poly_claim, "poly: overlap", "overlaps", q->X0 = tmd_wide_store(base + 959));
  RULE(poly_claim, "poly: n = 0", "n is 0", p->n = 0);
  RULE(poly_claim, "poly: count = 0", "count", p->count = 0);
  RULE(poly_claim, "poly: count too large", "count", p->count = TMD_COUNT_MAX + 1);
  RULE(poly_claim, "poly: split = 0", "split", p->split = 0);
  RULE(poly_claim, "poly: split does not divide n", "split", p->split = 3);
  RULE(poly_claim, "poly: too many bits", "bits", (p->count = TMD_COUNT_MAX, p->split = 320));
  RULE(poly_claim, "poly: degree", "degree exceeds", p->degree = p->outer = TMD_DEGREE_MAX + 1);
  RULE(poly_claim, "poly: words = 0", "words", p->words = 0);
  RULE(poly_claim, "poly: words too large", "words", p->words = TMD_WORDS_MAX + 1);
  RULE(poly_claim, "poly: outer", "outer", p->outer = 1);
  RULE(poly_claim, "poly: outer 0 with several domains", "outer", p->outer = 0);
  RULE(poly_claim, "poly: err negative", "err", p->err = -1);
  RULE(poly_claim, "poly: err infinite", "err", p->err = 1 / 0.0);
  RULE(poly_claim, "poly: err no number", "err", p->err = 0 / 0.0);
  RULE(poly_claim, "poly: reserved0", "reserved", p->reserved0 = 1);
  RULE(poly_claim, "poly: reserved1", "reserved", p->reserved1[1] = 1);
  RULE(poly_claim, "poly: larger than the record size", "larger", p->degree = p->outer = 3);
  RULE(poly_claim, "poly: bits beyond the bitmap", "beyond", tmd_packet_bitmap(p)[0] |= 0x8000);
  RULE(poly_claim, "poly: padding", "padding", tmd_packet_bitmap(q)[1] = 1);
  RULE(poly_claim, "poly: no survivor", "survivor", tmd_packet_bitmap(q)[0] = 0);
}

static void test_case_rules(void) {
  RULE(case_claim, "case: record size", "size", c->record_bytes = 48);
  RULE(case_claim, "case: X before the range", "outside", k->X = tmd_wide_store(base));
  RULE(case_claim, "case: X at the range's end", "outside", l->X = tmd_wide_store(base + 8192));
  RULE(case_claim, "case: X twice", "increase", l->X = k->X);
  RULE(case_claim, "case: unknown flag", "flags", l->flags |= 16);
  RULE(case_claim, "case: reserved0", "reserved", l->reserved0 = 1);
  RULE(case_claim, "case: candidate with a hardness", "candidate", k->hardness = 50);
  RULE(case_claim, "case: candidate with a flag", "candidate", k->flags = TMD_CASE_MIDPOINT);
  RULE(case_claim, "case: exact candidate", "not confirmed", k->flags = TMD_CASE_EXACT);
  RULE(case_claim, "case: undecided and confirmed", "both",
       (l->flags |= TMD_CASE_UNDECIDED, l->undecided_bits = 9));
  RULE(case_claim, "case: undecided without bits", "do not agree", k->flags = TMD_CASE_UNDECIDED);
  RULE(case_claim, "case: bits without undecided", "do not agree", l->undecided_bits = 100);
  RULE(case_claim, "case: sign of the distance", "distance_negative", l->distance_negative = 2);
  RULE(case_claim, "case: mantissa not normalized", "normalized", l->distance_mantissa >>= 1);
  RULE(case_claim, "case: distance 0 with exponent", "normalized", l->distance_mantissa = 0);
  RULE(case_claim, "case: distance 0, not exact", "not exact",
       (l->distance_mantissa = 0, l->distance_exponent = 0, l->distance_negative = 0));
  RULE(case_claim, "case: exact with a distance", "exact", l->flags |= TMD_CASE_EXACT);
  RULE(case_claim, "case: hardness", "hardness", l->hardness = 51);
  RULE(case_claim, "case: hardness below bits", "below",
       (l->hardness = 43, l->distance_exponent = -43));
  RULE(case_claim, "case: midpoint in directed modes", "midpoint",
       change_problem(c, NULL, TMD_MODES_DIRECTED, 44));
  RULE(case_claim, "case: number in nearest modes", "midpoint",
       (change_problem(c, NULL, TMD_MODES_NEAREST, 44), l->hardness = 49,
        l->flags &= (uint8_t)~TMD_CASE_MIDPOINT));
}

static void test_region_rules(void) {
  RULE(region_claim, "region: record size", "size", c->record_bytes = 32);
  RULE(region_claim, "region: gap", "tile", s->Xa = tmd_wide_store(2));
  RULE(region_claim, "region: gap at the end", "tile", s->Xb = tmd_wide_store(8191));
  RULE(region_claim, "region: beyond the end", "tile", s->Xb = tmd_wide_store(8193));
  RULE(region_claim, "region: empty", "tile", r->Xb = tmd_wide_store(0));
  RULE(region_claim, "region: no record", "tile", c->record_count = 0);
  RULE(region_claim, "region: reason 0", "reason", s->reason = 0);
  RULE(region_claim, "region: unknown reason", "reason", s->reason = TMD_REGION_REASONS);
  RULE(region_claim, "region: zero elsewhere", "zero", s->reason = TMD_REGION_ZERO);
  RULE(region_claim, "region: unknown flag", "flags", s->flags = 2);
  RULE(region_claim, "region: least > greatest", "least", s->least = 65535);
  RULE(region_claim, "region: greatest too large", "greatest", s->greatest = 65536);
  RULE(region_claim, "region: a class of a constant", "rational", s->modulus = 5);
  RULE(region_claim, "region: modulus 1", "modulus",
       (s->reason = TMD_REGION_RATIONAL, s->modulus = 1));
  RULE(region_claim, "region: a great modulus", "modulus",
       (s->reason = TMD_REGION_RATIONAL, s->modulus = (1 << 20) + 1));
  RULE(region_claim, "region: residue", "residue",
       (s->reason = TMD_REGION_RATIONAL, s->modulus = s->residue = 5));
  RULE(region_claim, "region: an easy class", "not hard",
       (s->reason = TMD_REGION_RATIONAL, s->modulus = 5, s->least = 0));
}

/* 1 if the part's range is [X0, X1), and it is a valid claim of so many records. */
static int is_part(struct tmd_claim *part, const struct tmd_claim *claim, tmd_u128 X0, tmd_u128 X1,
                   size_t records) {
  tmd_claim_part(part, claim, X0, X1);
  return part->X0 == X0 && part->X1 == X1 && part->record_count == records &&
         part->kind == claim->kind && !tmd_claim_check(part);
}

static void test_parts(void) {
  CLAIM claim, part = {.records = NULL}, copy = {.records = NULL};
  case_claim(&claim);
  tap_ok(is_part(&part, &claim, base + 4096, base + 8192, 4) &&
             !memcmp(part.records, claim.records, 4 * claim.record_bytes) &&
             is_part(&part, &claim, base + 5000, base + 6000, 1) &&
             !memcmp(part.records, tmd_claim_record(&claim, 1), claim.record_bytes) &&
             is_part(&part, &claim, base + 5001, base + 6000, 0) &&
             is_part(&part, &claim, base + 8191, base + 8192, 1),
         "a part of a case claim has the cases of its range");
  tap_ok(!tmd_claim_confirmed(&claim) && is_part(&part, &claim, base + 4097, base + 8192, 3) &&
             tmd_claim_confirmed(&part),
         "a claim is confirmed if no record is a candidate");
  tmd_claim_copy(&copy, &claim);
  tap_ok(copy.records != claim.records && copy.record_count == 4 &&
             !memcmp(copy.records, claim.records, 4 * claim.record_bytes) && copy.X0 == claim.X0 &&
             copy.kind == TMD_CASE && copy.plan != claim.plan &&
             !strcmp(tmd_claim_plan(&copy), tmd_claim_plan(&claim)),
         "a copy is the same, in memory of its own");
  tmd_claim_clear(&claim);
  region_claim(&claim);
  const struct tmd_region_record *r = tmd_claim_record(&claim, 0);
  int clipped = is_part(&part, &claim, 0, 100, 2) && is_part(&part, &claim, 0, 1, 1) &&
                is_part(&part, &claim, 50, 60, 1);
  const struct tmd_region_record *clip = tmd_claim_record(&part, 0);
  tap_ok(clipped && tmd_wide_load(clip->Xa) == 50 && tmd_wide_load(clip->Xb) == 60 &&
             clip->reason == r[1].reason && tmd_wide_load(r[1].Xa) == 1,
         "a part of a region claim has its regions, cut at both ends");
}

/* Decimals of any length are exact, in a time that is nearly linear; more digits than any number of
   a format has are refused. */
static void test_many_digits(void) {
  enum { DIGITS = 1000000, DIGITS_MAX = 1 << 21 };
  FREED char *text = malloc(DIGITS_MAX + 3);
  SCOPED(mpq, x, y);
  memset(text, '3', DIGITS_MAX + 2);
  text[DIGITS_MAX + 2] = 0;
  text[1] = '.';
  const int refused =
      tmd_hexfloat_parse_rational(x, text) && strstr(tmd_error_text(), "more than 2097152 digits");
  text[DIGITS] = 0;
  const clock_t before = clock();
  const int failed = tmd_hexfloat_parse_rational(x, text);
  const double seconds = (double)(clock() - before) / CLOCKS_PER_SEC;
  mpq_set_ui(y, 10, 3); /* 10/3 - x = 10^-(DIGITS - 2)/3 */
  mpq_sub(x, y, x);
  mpq_set_ui(y, 1, 1);
  mpz_ui_pow_ui(mpq_numref(y), 10, DIGITS - 2);
  mpq_mul(x, x, y);
  tap_ok(!failed && refused && mpq_cmp_ui(x, 1, 3) == 0 && seconds < 2,
         "a decimal of 10^6 digits: %.2f s; too many are refused", seconds);
}

/* ---- Plan words ---- */

static int refused_words(const char *text, const char *why) {
  struct tmd_plan_words words;
  return tmd_plan_words_read(&words, text) == -1 && strstr(tmd_error_text(), why) &&
         tmd_error_status() == TMD_USAGE;
}

static void test_defaults(void) {
  struct tmd_plan_words w;
  tap_ok(!tmd_plan_words_read(&w, "") && w.method == TMD_METHOD_AUTO &&
             w.line == TMD_PLAN_LINE_MINIMAX && w.block == UINT64_C(1) << 40 && w.n == 0 &&
             w.count == 65536 && w.split == TMD_SPLIT_DEFAULT && w.order == 0,
         "an empty text: the defaults");
  tap_ok(!tmd_plan_words_read(&w, "method=later x=1 nn=3 borders=5") &&
             w.method == TMD_METHOD_AUTO && w.n == 0 && w.order == 0,
         "unknown words and methods are left alone, also those that begin or end like known ones");
}

static void test_words(void) {
  const struct tmd_plan_words in = {
      TMD_METHOD_REGULAR, TMD_PLAN_LINE_TANGENT, 1 << 20, 1 << 15, 32, 16, 99};
  struct tmd_plan_words out;
  char text[128];
  tap_ok(
      !tmd_plan_words_write(text, sizeof text, &in) &&
          !strcmp(text,
                  "method=regular block=1048576 n=32768 count=32 order=99 split=16 line=tangent"),
      "written in order: %s", text);
  tap_ok(!tmd_plan_words_read(&out, text) && out.method == in.method && out.line == in.line &&
             out.block == in.block && out.n == in.n && out.count == in.count &&
             out.split == in.split && out.order == in.order,
         "and read again");
  tap_ok(!tmd_plan_words_write(
             text, sizeof text,
             &(struct tmd_plan_words){.method = TMD_METHOD_POINTS, .block = 65536}) &&
             !strcmp(text, "method=points block=65536"),
         "what is 0 is not written");
  tap_ok(tmd_plan_words_write(text, 20, &in) == -1, "no room is an error");
}

/* Each is read up to its limit; what is out of range is refused by name. */
static int is_limited(char **row) {
  static const char bad[] =
      "0; -1; x; 1x; +1; 1e3; 99999999999999999999; 123456789012345678901234567890";
  struct tmd_plan_words w;
  char text[64];
  snprintf(text, sizeof text, "%s=%s", row[0], row[1]);
  int right = tmd_plan_words_read(&w, text) == 0;
  snprintf(text, sizeof text, "%s=%s", row[0], row[2]);
  right &= refused_words(text, row[0]);
  for (const char *at = bad, *value; (value = next_row(&at, ';'));) {
    snprintf(text, sizeof text, "%s=%s", row[0], value);
    right &= refused_words(text, row[0]);
  }
  return right;
}

/* ---- Problems are interned, also by many threads at once ---- */

static void test_problems(void) {
  enum { COUNT = 400 };
  static const struct tmd_problem *found[4][COUNT];
  int wrong = 0;
#pragma omp parallel for num_threads(4) schedule(static, 1)
  for (int thread = 0; thread < 4; thread++)
    for (int i = 0; i < COUNT; i++) {
      char name[16];
      snprintf(name, sizeof name, "%s", i % 2 ? "x*exp(x)" : "rootn(7)");
      const struct tmd_problem problem = {
          .name = name, .in = {24, -126, 127}, .out = {53, -1022, 1023}, .bits = 10 + i / 2};
      found[thread][i] = tmd_problem_intern(&problem);
    }
  for (int i = 0; i < COUNT; i++) {
    const struct tmd_problem *p = found[0][i];
    for (int thread = 1; thread < 4; thread++) wrong += found[thread][i] != p;
    wrong += !p || p->bits != 10 + i / 2 || strcmp(p->name, i % 2 ? "x*exp(x)" : "rootn(7)") ||
             !p->function;
    wrong += !p || tmd_problem_parse(p->text, strlen(p->text)) != p || tmd_problem_intern(p) != p;
    for (int k = 0; k < i; k++) wrong += found[0][k] == p;
  }
  tap_ok(wrong == 0, "%d problems, each interned once by four threads", COUNT);
  struct tmd_problem copy = *found[0][0];
  copy.bits = 0;
  tap_ok(!tmd_problem_intern(&copy) && strstr(tmd_error_text(), "bits=0"),
         "a copy with other numbers is another problem");
}

int main(void) {
  test_text_rules();
  test_poly_rules();
  test_case_rules();
  test_region_rules();
  test_parts();
  test_many_digits();
  test_defaults();
  test_words();
  tap_rows(
      "block~4611686018427387904~9223372036854775808; n~4611686018427387904~4611686018427387905; "
      "count~65536~65537; split~65536~65537; order~33554432~33554433",
      is_limited, "plan words: up to a limit, and nothing else");
  tap_ok(refused_words("block=3", "power of two") && refused_words("line=dotted", "line"),
         "block is a power of two, line one of two words");
  test_problems();
  return tap_done();
}
