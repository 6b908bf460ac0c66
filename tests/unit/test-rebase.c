/* Re-basing where 64 bits end: counts of packets and of domains, and places beyond a domain of the
   input. */
#include "lib/packet/rebase.h"

#include <gmp.h>

#include "lib/stream/claim.h"
#include "tests/unit/tap.h"

enum { WORDS = 3 };
static const tmd_u128 base = (tmd_u128)1 << 112;

static void begin(struct tmd_claim *claim, int degree, tmd_u128 arguments) {
  const struct tmd_packet_shape shape = {degree, WORDS, degree, 4, 1};
  static const struct tmd_problem problem = {
      "exp", {113, -16382, 16383, {0}, 0}, {113, -16382, 16383, {0}, 0}, TMD_MODES_ALL, 40, NULL,
      NULL};
  const struct tmd_claim like = {
      .problem = &problem, .cell = {0, 0, 0, 1}, .X0 = base, .X1 = base + arguments};
  memset(claim, 0, sizeof *claim);
  tmd_claim_begin(claim, &like, TMD_POLY, tmd_packet_bytes(&shape));
}

/* A packet of `count` domains of n arguments, with random coefficients. */
static void add_packet(struct tmd_claim *claim, int degree, tmd_u128 X0, uint64_t n,
                       uint32_t count) {
  struct tmd_poly_record *packet = tmd_claim_append(claim);
  *packet = (struct tmd_poly_record){
      .X0 = tmd_wide_store(X0), .n = n, .count = count, .split = 1, .words = WORDS, .err = 0x1p-70};
  packet->degree = packet->outer = (uint16_t)degree;
  uint64_t *words = tmd_packet_coefficient(packet, 0, 0);
  for (int w = 0; w < tmd_packet_coefficients(degree, degree) * WORDS; w++)
    words[w] = test_random();
  tmd_packet_set_all(packet);
}

static struct tmd_rebase all_of(int degree, uint64_t n, uint32_t count) {
  return (struct tmd_rebase){.n = n, .count = count, .degree = degree, .words = WORDS};
}

static void test_counts(void) {
  const struct {
    tmd_u128 arguments;
    uint64_t n;
    uint32_t count;
    tmd_u128 packets; /* 0: refused */
  } cases[] = {{((tmd_u128)1 << 64) + 32, 1, 1, 0},
               {((tmd_u128)1 << 64) + 32, 1, 1 << 12, 0},
               {((tmd_u128)1 << 64) + 32, 1 << 20, 1, ((tmd_u128)1 << 44) + 1},
               {(tmd_u128)1 << 64, 1 << 16, 1, (tmd_u128)1 << 48},
               {((tmd_u128)1 << 64) + 1, 1 << 16, 1, 0}};
  int good = 1;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    CLAIM claim;
    struct tmd_rebase rebase = all_of(1, cases[i].n, cases[i].count);
    begin(&claim, 1, cases[i].arguments);
    add_packet(&claim, 1, base, UINT64_C(1) << 63, 4);
    const int refused = tmd_rebase_fit(&rebase, tmd_claim_packets(&claim)) != 0;
    good &= refused == (cases[i].packets == 0) && (!refused || strstr(tmd_error_text(), "packets"));
    if (!refused)
      good &=
          tmd_rebase_packets(claim.X1, tmd_claim_record(&claim, 0), &rebase) == cases[i].packets;
  }
  tap_ok(good, "a claim of more than 2^48 packets is refused, and not counted modulo 2^64");
}

static void test_unequal(void) {
  static const struct {
    uint64_t n[2];
    int refused;
  } cases[] = {{{12, 5}, 1}, {{5, 12}, 1}, {{12, 4}, 0}, {{6, 12}, 0}};
  int good = 1;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    CLAIM claim;
    struct tmd_rebase rebase = all_of(1, 8, 1);
    begin(&claim, 1, 100);
    for (int k = 0; k < 2; k++) add_packet(&claim, 1, base + 50 * k, cases[i].n[k], 2);
    good &= (tmd_rebase_fit(&rebase, tmd_claim_packets(&claim)) != 0) == cases[i].refused;
  }
  tap_ok(good, "n' that does not divide the n of every packet is refused, whichever comes first");
}

/* The first packet that the claim is re-based to; to be freed. */
static struct tmd_poly_record *first_rebased(struct tmd_claim *claim, struct tmd_rebase *rebase) {
  if (tmd_rebase_fit(rebase, tmd_claim_packets(claim))) exit(2);
  const struct tmd_packet_shape shape = tmd_rebase_shape(tmd_claim_packets(claim), rebase);
  const size_t bytes = tmd_packet_bytes(&shape);
  struct tmd_poly_record *output = memset(tmd_allocate(bytes), 0, bytes);
  const struct tmd_rebase_source source = {tmd_claim_record(claim, 0), claim->X1, rebase, &shape};
  tmd_rebase_run(&source, 0, 1, (unsigned char *)output, bytes);
  return output;
}

/* sum_j C(place, j) c[j][0]: the polynomial of a packet's first domain goes on beyond its end. */
static void value_of(uint64_t *value, const struct tmd_poly_record *packet, tmd_u128 place) {
  uint64_t binomial[WORDS], product[2 * WORDS];
  memset(value, 0, 8 * WORDS);
  for (int j = 0; j <= packet->degree; j++) {
    tmd_binomial(binomial, WORDS, place, j);
    mpn_mul_n(product, binomial, tmd_packet_coefficient(packet, j, 0), WORDS);
    mpn_add_n(value, value, product, WORDS);
  }
}

/* All words and terms are kept, so the output has the values of the input, exactly, wherever its
   coefficients are from. */
static int same_values(const struct tmd_poly_record *input, const struct tmd_poly_record *output) {
  int good = 1;
  for (uint64_t i = 0; i < (output->outer ? output->degree + 1u : 1u); i++)
    for (int k = 0; k < 4; k++) {
      const uint64_t t = test_random() % output->n;
      uint64_t expected[WORDS], got[TMD_WORDS_MAX];
      value_of(expected, input, (tmd_u128)i * output->n + t);
      tmd_packet_value(got, output, i, t);
      good &= !memcmp(expected, got, sizeof expected);
    }
  return good;
}

static void test_places(void) {
  enum { DEGREE = 7 };
  int good = 1;
  for (int method = 0; method < 2; method++)
    for (uint32_t count = 1; count <= 4; count *= 2) {
      CLAIM claim;
      struct tmd_rebase rebase = all_of(DEGREE, (UINT64_C(1) << 63) / count, count);
      rebase.method = (enum tmd_rebase_method)method;
      begin(&claim, DEGREE, (tmd_u128)1 << 63);
      add_packet(&claim, DEGREE, base, UINT64_C(1) << 63, 1);
      FREED struct tmd_poly_record *output = first_rebased(&claim, &rebase);
      good &= output->count == count && same_values(tmd_claim_record(&claim, 0), output);
    }
  tap_ok(good, "what differences take from beyond 2^64 is there");
}

/* 2^64 domains are left at the first packet. */
static void test_bits(void) {
  CLAIM claim;
  struct tmd_rebase rebase = all_of(1, 1, TMD_COUNT_MAX);
  begin(&claim, 1, (tmd_u128)1 << 64);
  add_packet(&claim, 1, base, UINT64_C(1) << 63, 2);
  FREED struct tmd_poly_record *output = first_rebased(&claim, &rebase);
  tap_ok(tmd_packet_survivors(output) == TMD_COUNT_MAX,
         "no domain is taken for one beyond the claim's end, however many come before that");
}

int main(void) {
  test_counts();
  test_unequal();
  test_places();
  test_bits();
  return tap_done();
}
