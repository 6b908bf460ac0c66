/* Bounds that bite: the error bounds of tmd_taylor_packet and tmd_rebase_run against the true
   error, from 700-bit values of f. A bound must never be exceeded, and for each source of error
   made dominant some true error must exceed half of it. */
#include <gmp.h>

#include "lib/base/arb-compat.h"
#include "lib/cell/block-polynomial.h"
#include "lib/cell/pieces.h"
#include "lib/packet/rebase.h"
#include "lib/problem/ordinal.h"
#include "tests/reference/reference.h"
#include "tests/unit/problems.h"
#include "tests/unit/tap.h"

enum { PRECISION = 700, PLACES = 6 };

/* The greatest true/claimed of a family of packets. */
struct ratio {
  double most;
  long packets, exceeded;
};

/* |G(X) - P| mod 1, over err. */
static double ratio_at(const struct tmd_claim *claim, const struct tmd_poly_record *packet,
                       tmd_u128 X) {
  uint64_t value[TMD_WORDS_MAX];
  const tmd_u128 u = X - tmd_wide_load(packet->X0);
  tmd_packet_value(value, packet, (uint64_t)(u / packet->n), (uint64_t)(u % packet->n));
  SCOPED(mpz, residue);
  FLOATS(PRECISION, G);
  FLOATS(64 * TMD_WORDS_MAX, P);
  mpz_import(residue, packet->words, -1, 8, 0, 0, value);
  mpfr_set_z_2exp(P, residue, -64L * packet->words, MPFR_RNDN);
  ref_scaled(G, claim->problem, &claim->cell, ref_find(claim->problem->name), X);
  mpfr_sub(G, G, P, MPFR_RNDN);
  mpfr_rint(P, G, MPFR_RNDN);
  mpfr_sub(G, G, P, MPFR_RNDN);
  mpfr_div_d(G, G, packet->err, MPFR_RNDN);
  return fabs(mpfr_get_d(G, MPFR_RNDN));
}

/* The packet's ends and random arguments; a bound of 1/2 says nothing and is left out. */
static void measure(struct ratio *r, const struct tmd_claim *claim,
                    const struct tmd_poly_record *packet) {
  const tmd_u128 X0 = tmd_wide_load(packet->X0), whole = (tmd_u128)packet->n * packet->count,
                 rest = claim->X1 - X0;
  const tmd_u128 length = whole < rest ? whole : rest;
  if (!(packet->err < 0.5)) return;
  r->packets++;
  for (int place = 0; place < PLACES; place++) {
    const tmd_u128 u = place == 0 ? 0 : place == 1 ? length - 1 : test_random128() % length;
    const double ratio = ratio_at(claim, packet, X0 + u);
    if (!(ratio <= 1)) {
      if (!r->exceeded++)
        printf(
            "# %s in (p = %d) sign %d e_in %d e_out %d X0 %.17g n %llu count %u degree %u words %u: ratio %g\n",
            claim->problem->name, claim->problem->in.p, claim->cell.sign_x, claim->cell.e_in,
            claim->cell.e_out, (double)X0, (unsigned long long)packet->n, packet->count,
            packet->degree, packet->words, ratio);
    }
    if (ratio > r->most) r->most = ratio;
  }
}

static int first_piece(const struct tmd_piece *piece, void *context) {
  *(struct tmd_piece *)context = *piece;
  return -1;
}

/* A random claim of at most 2^log2 arguments inside one cell: any function, binary32 to binary128,
   both signs. */
static void random_claim(struct tmd_claim *claim, const struct tmd_function **function, int log2) {
  static const char *const formats[] = {"binary64", "binary64", "binary32",
                                        "binary80", "binary64", "binary128"};
  for (;;) {
    memset(claim, 0, sizeof *claim);
    *function = tmd_function_find(ref_functions[test_random() % REF_FUNCTIONS].name);
    const char *in = formats[test_random() % 6], *other = formats[test_random() % 6];
    struct tmd_problem problem = problem_of((*function)->name, in, test_random() % 8 ? in : other,
                                            (enum tmd_modes)(test_random() % 3), 0);
    problem.bits = problem.out.p - 9;
    claim->problem = tmd_problem_intern(&problem);
    claim->cell.sign_x = (int)(test_random() % 2);
    claim->cell.e_in = (int)(test_random() % 24) - 16;
    const int p_in = problem.in.p, size = log2 < p_in - 2 ? log2 : p_in - 2;
    const tmd_u128 one = (tmd_u128)1 << (p_in - 1);
    tmd_u128 X0 = one + (test_random128() & (one - 1)), X1 = X0 + ((tmd_u128)1 << size);
    if (X1 > 2 * one) X1 = 2 * one;
    if (test_random() % 3 == 0) X1 -= (X1 - X0) / 3; /* not a power of two */
    struct tmd_piece piece = {0};
    struct tmd_segment segment = {&problem, *function, claim->cell, X0, X1};
    if (!tmd_segment_clip(&segment)) continue;
    tmd_cut(&segment, first_piece, &piece);
    if (piece.class != TMD_PIECE_CELL || piece.X1 - piece.X0 < 64) continue;
    claim->cell.sign_f = piece.sign_f;
    claim->cell.e_out = piece.e_out;
    claim->X0 = piece.X0;
    claim->X1 = piece.X1;
    return;
  }
}

static uint64_t power_above(tmd_u128 length) {
  uint64_t n = 1;
  while (n < length) n *= 2;
  return n;
}

static int random_log2(int least, int most) {
  return least + (int)(test_random() % (unsigned)(most - least + 1));
}

enum source { ANY, REMAINDER, TRUNCATION };

/* 1 if the bound of the packet is due to this source: the radii of the coefficients, balls of
   threshold + 96 bits and more, come to less than 2^-(threshold+45), and 12 words are cut far
   below. */
static int due_to(enum source source, const struct tmd_claim *claim) {
  const struct tmd_poly_record *packet = tmd_claim_record(claim, 0);
  if (source == ANY) return 1;
  if (source == REMAINDER)
    return packet->words >= 12 &&
           packet->err > ldexp(1, -tmd_problem_threshold(claim->problem) - 45);
  CLAIM other = *claim;
  other.records = NULL, other.capacity_bytes = 0;
  return tmd_taylor_packet(&other, packet->n, packet->degree, 16) &&
         ((struct tmd_poly_record *)tmd_claim_record(&other, 0))->err < packet->err / 1000;
}

/* Random claims with degree and words forced by `force`, measured if their bound is due to the
   source. */
static void measure_taylor(struct ratio *r, int rounds, int log2_least, int log2_most,
                           enum source source, void (*force)(int *degree, int *words)) {
  struct tmd_claim claim;
  const struct tmd_function *function;
  for (int round = 0; round < rounds; round++) {
    int degree = 0, words = 0;
    random_claim(&claim, &function, random_log2(log2_least, log2_most));
    force(&degree, &words);
    if (!tmd_taylor_packet(&claim, power_above(claim.X1 - claim.X0), degree, words)) continue;
    if (due_to(source, &claim)) measure(r, &claim, tmd_claim_record(&claim, 0));
    tmd_claim_clear(&claim);
  }
}

static void as_needed(int *degree, int *words) { (void)degree, (void)words; }
static void low_degree(int *degree, int *words) { *degree = random_log2(1, 5), *words = 12; }
static void few_words(int *degree, int *words) {
  *degree = random_log2(6, 12), *words = random_log2(1, 4);
}
static void plenty(int *degree, int *words) { *degree = random_log2(2, 16), *words = 16; }

static void report(const struct ratio *r, const char *name, int must_bite) {
  tap_ok(r->packets >= 50 && !r->exceeded && (!must_bite || r->most > 0.5),
         "%s: true error at most %.4f of the bound, in %ld packets%s", name, r->most, r->packets,
         must_bite ? " (must exceed 1/2)" : "");
}

static void test_taylor(void) {
  struct ratio needed = {0}, degree = {0}, words = {0}, radii = {0};
  measure_taylor(&needed, 3000, 10, 42, ANY, as_needed);
  report(&needed, "tmd-taylor, least degree and words", 0);
  measure_taylor(&degree, 3000, 10, 34, REMAINDER, low_degree);
  report(&degree, "tmd-taylor, remainder dominant", 1);
  measure_taylor(&words, 4000, 10, 30, TRUNCATION, few_words);
  report(&words, "tmd-taylor, truncation to words dominant", 1);
  measure_taylor(&radii, 1500, 10, 30, ANY, plenty);
  report(&radii, "tmd-taylor, degree and words to spare (radii of the coefficients)", 0);
}

/* The least bound may be no laxer than it must: 2^-(threshold+8). */
static void test_target(void) {
  struct tmd_claim claim;
  const struct tmd_function *function;
  int good = 1, served = 0;
  for (int round = 0; round < 1000; round++) {
    random_claim(&claim, &function, random_log2(10, 40));
    if (!tmd_taylor_packet(&claim, power_above(claim.X1 - claim.X0), 0, 0)) continue;
    served++;
    good &= ((struct tmd_poly_record *)tmd_claim_record(&claim, 0))->err <=
            ldexp(1, -tmd_problem_threshold(claim.problem) - 8);
    tmd_claim_clear(&claim);
  }
  tap_ok(good && served > 800,
         "tmd-taylor meets its target 2^-(threshold+8) whenever it says so (%d of 1000)", served);
}

/* ---- tmd-shift ---- */

/* The exact difference of two residues, mod 1, as a double rounded up. */
static double difference(const uint64_t *a, int a_words, const uint64_t *b, int b_words) {
  SCOPED(mpz, x, y, one);
  mpz_import(x, (size_t)a_words, -1, 8, 0, 0, a);
  mpz_import(y, (size_t)b_words, -1, 8, 0, 0, b);
  mpz_mul_2exp(x, x, 64 * (mp_bitcnt_t)(TMD_WORDS_MAX - a_words));
  mpz_mul_2exp(y, y, 64 * (mp_bitcnt_t)(TMD_WORDS_MAX - b_words));
  mpz_setbit(one, 64 * TMD_WORDS_MAX);
  mpz_sub(x, x, y);
  mpz_fdiv_r(x, x, one);
  mpz_sub(y, one, x);
  FLOATS(53, d);
  mpfr_set_z_2exp(d, mpz_cmp(x, y) < 0 ? x : y, -64L * TMD_WORDS_MAX, MPFR_RNDU);
  return mpfr_get_d(d, MPFR_RNDU);
}

struct shift_case {
  struct tmd_claim claim;
  struct tmd_rebase rebase;
  struct tmd_packet_shape shape;
  size_t record_bytes;
  uint64_t first, count;
  unsigned char *records;
};

static void run_shift(struct shift_case *s, unsigned char *records) {
  memset(records, 0, s->record_bytes * s->count);
  const struct tmd_rebase_source source = {tmd_claim_record(&s->claim, 0), s->claim.X1, &s->rebase,
                                           &s->shape};
  tmd_rebase_run(&source, s->first, s->count, records, s->record_bytes);
}

/* A random block, re-based to random packets of it: 1 if there is one. `spare`: words and degree
   beyond need in the input, so that the error of the output is that of re-basing. */
static int random_shift(struct shift_case *s, int log2_least, int log2_most, int spare, int degree,
                        int words) {
  const struct tmd_function *function;
  memset(s, 0, sizeof *s);
  const int log2 = random_log2(log2_least, log2_most);
  random_claim(&s->claim, &function, log2);
  const uint64_t length = power_above(s->claim.X1 - s->claim.X0);
  if (!tmd_taylor_packet(&s->claim, length, spare ? 12 : 0, spare ? 10 : 0)) return 0;
  int whole = 0;
  while (1ull << whole < length) whole++;
  const int packet = random_log2(whole / 2, whole),
            domain = random_log2(packet > 15 ? packet - 15 : 0, packet);
  s->rebase = (struct tmd_rebase){.method = (enum tmd_rebase_method)(test_random() % 2),
                                  .n = 1ull << domain,
                                  .count = 1u << (packet - domain),
                                  .degree = degree,
                                  .words = words};
  if (tmd_rebase_fit(&s->rebase, tmd_claim_packets(&s->claim))) return 0;
  s->shape = tmd_rebase_shape(tmd_claim_packets(&s->claim), &s->rebase);
  s->record_bytes = tmd_packet_bytes(&s->shape);
  const uint64_t total =
      tmd_rebase_packets(s->claim.X1, tmd_claim_record(&s->claim, 0), &s->rebase);
  s->count = 1 + test_random() % (total < 24 ? total : 24);
  s->first = test_random() % (total - s->count + 1);
  s->records = malloc(s->record_bytes * s->count);
  run_shift(s, s->records);
  return 1;
}

static void end_shift(struct shift_case *s) {
  free(s->records);
  tmd_claim_clear(&s->claim);
}

static void measure_shift(struct ratio *r, int rounds, int log2_least, int log2_most, int spare,
                          int degree_most, int words_most) {
  struct shift_case s;
  for (int round = 0; round < rounds; round++) {
    const int degree = degree_most ? random_log2(1, degree_most) : 0,
              words = words_most ? random_log2(1, words_most) : 0;
    if (random_shift(&s, log2_least, log2_most, spare,
                     degree  ? degree
                     : spare ? 31
                             : 0,
                     words   ? words
                     : spare ? 32
                             : 0)) {
      const struct tmd_poly_record *in = tmd_claim_record(&s.claim, 0);
      const struct tmd_poly_record *out =
          (struct tmd_poly_record *)(s.records + s.record_bytes * (test_random() % s.count));
      if (!spare || in->err < out->err / 1000) measure(r, &s.claim, out);
    }
    end_shift(&s);
  }
}

static void test_shift(void) {
  struct ratio needed = {0}, degree = {0}, words = {0};
  measure_shift(&needed, 3000, 10, 42, 0, 0, 0);
  report(&needed, "tmd-shift, least degree and words", 0);
  measure_shift(&degree, 4000, 10, 34, 1, 5, 0);
  report(&degree, "tmd-shift, dropped terms dominant", 1);
  measure_shift(&words, 4000, 10, 34, 1, 0, 4);
  report(&words, "tmd-shift, truncation to words dominant", 1);
}

static void test_methods(void) {
  struct shift_case s;
  int same = 1, compared = 0, tabulated = 0;
  for (int round = 0; round < 1500; round++) {
    if (random_shift(&s, 10, 42, 0, random_log2(0, 6), random_log2(0, 3))) {
      FREED unsigned char *other = malloc(s.record_bytes * s.count);
      s.rebase.method = s.rebase.method == TMD_REBASE_TABULATED ? TMD_REBASE_STRAIGHTFORWARD
                                                                : TMD_REBASE_TABULATED;
      run_shift(&s, other);
      same &= !memcmp(other, s.records, s.record_bytes * s.count);
      tabulated += s.count > ((struct tmd_poly_record *)tmd_claim_record(&s.claim, 0))->degree + 1u;
      compared++;
    }
    end_shift(&s);
  }
  tap_ok(same && tabulated > 50,
         "tabulated and straightforward shifts are the same records (%d, of which %d tabulate)",
         compared, tabulated);
}

/* P of the output at random places against P of the input: equal if nothing is dropped, else within
   the difference of the bounds. */
static void test_residues(void) {
  struct shift_case s;
  int exact = 0, equal = 1, reduced = 0, within = 1;
  for (int round = 0; round < 2500; round++) {
    const int all = (int)(test_random() % 2);
    if (random_shift(&s, 10, 40, 0, all ? TMD_DEGREE_MAX : random_log2(0, 5),
                     all ? TMD_WORDS_MAX : random_log2(0, 3))) {
      const struct tmd_poly_record *in = tmd_claim_record(&s.claim, 0);
      const struct tmd_poly_record *out =
          (struct tmd_poly_record *)(s.records + s.record_bytes * (test_random() % s.count));
      const tmd_u128 offset = tmd_wide_load(out->X0) - tmd_wide_load(in->X0);
      uint64_t a[TMD_WORDS_MAX], b[TMD_WORDS_MAX];
      for (int place = 0; place < 5; place++) {
        const uint64_t length = out->n * out->count,
                       u = place == 0 ? length - 1 : test_random() % length;
        tmd_packet_value(a, out, u / out->n, u % out->n);
        tmd_packet_value(b, in, 0, (uint64_t)offset + u);
        const double d = difference(a, out->words, b, in->words);
        if (all) exact++, equal &= d == 0 && out->err <= in->err * (1 + 0x1p-30);
        else if (out->err < 0.5) reduced++, within &= d <= out->err - in->err + 0x1p-52 * out->err;
      }
    }
    end_shift(&s);
  }
  tap_ok(equal && exact > 500, "a shift of any shape that drops nothing has the same residues (%d)",
         exact);
  tap_ok(within && reduced > 500, "one that does is off by at most what it adds to err (%d)",
         reduced);
}

/* Packets tile: X0 follows X0, the bitmap ends with the claim. */
static void test_tiling(void) {
  struct shift_case s;
  int good = 1;
  for (int round = 0; round < 200; round++) {
    if (random_shift(&s, 10, 42, 0, 1, 1))
      for (uint64_t k = 0; k < s.count; k++) {
        const struct tmd_poly_record *out =
            (struct tmd_poly_record *)(s.records + s.record_bytes * k);
        const tmd_u128 X0 = s.claim.X0 + (tmd_u128)(s.first + k) * s.rebase.n * s.rebase.count;
        good &= tmd_wide_load(out->X0) == X0 && X0 < s.claim.X1 && out->n == s.rebase.n &&
                out->count == s.rebase.count;
        for (uint32_t i = 0; i < out->count; i += 1 + out->count / 64)
          good &=
              tmd_packet_bit(tmd_packet_bitmap(out), i) == (X0 + (tmd_u128)i * out->n < s.claim.X1);
      }
    end_shift(&s);
  }
  tap_ok(good, "re-based packets tile the input, with survivors up to the claim's end");
}

int main(void) {
  test_taylor();
  test_target();
  test_shift();
  test_methods();
  test_residues();
  test_tiling();
  return tap_done();
}
