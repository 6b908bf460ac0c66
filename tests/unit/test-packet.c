/* Packets against GMP integers: binomials, domains, values, the exact comparison and the magnitude
   bound. */
#include "lib/base/arb-compat.h"
#include "tests/unit/packets.h"
#include "tests/unit/tap.h"

static void import(mpz_t z, const uint64_t *words, int count) {
  mpz_import(z, (size_t)count, -1, 8, 0, 0, words);
}

static void set_u128(mpz_t z, tmd_u128 x) {
  uint64_t words[2] = {(uint64_t)x, (uint64_t)(x >> 64)};
  import(z, words, 2);
}

/* C(x,k) by its definition */
static void binomial(mpz_t z, const mpz_t x, int k) {
  SCOPED(mpz, factor);
  mpz_set_ui(z, 1);
  for (int i = 0; i < k; i++) {
    mpz_sub_ui(factor, x, (unsigned long)i);
    mpz_mul(z, z, factor);
  }
  for (int i = 1; i <= k; i++) mpz_divexact_ui(z, z, (unsigned long)i);
}

static void test_binomials(void) {
  static const uint64_t special[12][2] = {
      {0, 0},          {0, 1},  {0, 2},     {0, 30},
      {0, 31},         {0, 32}, {0, 65535}, {0, UINT64_C(1) << 62},
      {0, UINT64_MAX}, {1, 0},  {1, 3},     {UINT64_MAX, UINT64_MAX}};
  int good = 1;
  SCOPED(mpz, x, expected, got);
  for (int round = 0; round < 4000; round++) {
    const uint64_t *words_of = special[round / 32 % 12];
    tmd_u128 argument = round < 12 * 32 ? (tmd_u128)words_of[0] << 64 | words_of[1]
                                        : test_random128() >> test_random() % 128;
    int k = round % 32, words = 1 + (int)(test_random() % TMD_WORDS_MAX);
    uint64_t residue[TMD_WORDS_MAX];
    tmd_binomial(residue, words, argument, k);
    set_u128(x, argument);
    binomial(expected, x, k);
    mpz_fdiv_r_2exp(expected, expected, 64 * (mp_bitcnt_t)words);
    import(got, residue, words);
    good &= mpz_cmp(expected, got) == 0;
  }
  tap_ok(good, "binomials modulo 2^(64 words) are exact");
}

static struct tmd_poly_record *random_packet(struct tmd_packet_shape *shape, uint64_t n) {
  struct tmd_poly_record *packet = packet_new(*shape, n, 0, 0);
  int total = tmd_packet_coefficients(shape->degree, shape->outer) * shape->words;
  uint64_t *words = tmd_packet_coefficient(packet, 0, 0);
  for (int w = 0; w < total; w++) words[w] = test_random_words();
  return packet;
}

/* sum_j C(t,j) sum_k C(i,k) c[j + first][k], unreduced integers */
static void reference(mpz_t sum, const struct tmd_poly_record *packet, int first, uint64_t i,
                      uint64_t t) {
  SCOPED(mpz, c, b, x);
  mpz_set_ui(sum, 0);
  for (int j = first; j <= packet->degree; j++)
    for (int k = 0; k <= (packet->outer ? packet->degree - j : 0); k++) {
      import(c, tmd_packet_coefficient(packet, j, k), packet->words);
      set_u128(x, i);
      binomial(b, x, k);
      mpz_mul(c, c, b);
      set_u128(x, t);
      binomial(b, x, j - first);
      mpz_addmul(sum, c, b);
    }
  mpz_fdiv_r_2exp(sum, sum, 64 * (mp_bitcnt_t)packet->words);
}

static void test_evaluation(void) {
  int good_domain = 1, good_value = 1;
  SCOPED(mpz, expected, got);
  for (int round = 0; round < 400; round++) {
    int degree = round % 4 ? (int)(test_random() % 6) : (int)(test_random() % (TMD_DEGREE_MAX + 1)),
        plain = test_random() % 2;
    struct tmd_packet_shape shape = {
        degree, 1 + (int)(test_random() % (round % 4 ? 5 : TMD_WORDS_MAX)), plain ? 0 : degree,
        plain ? 1 : 1 + (uint32_t)(test_random() % 65536), 1};
    uint64_t n = 1 + (test_random() >> (1 + test_random() % 63));
    FREED struct tmd_poly_record *packet = random_packet(&shape, n);
    uint64_t i = test_random() % shape.count, t = test_random() % n;
    uint64_t r[(TMD_DEGREE_MAX + 1) * TMD_WORDS_MAX], value[TMD_WORDS_MAX];
    tmd_packet_domain(r, packet, i, t);
    for (int j = 0; j <= degree; j++) {
      reference(expected, packet, j, i, t);
      import(got, r + j * shape.words, shape.words);
      good_domain &= mpz_cmp(expected, got) == 0;
    }
    tmd_packet_value(value, packet, i, t);
    reference(expected, packet, 0, i, t);
    import(got, value, shape.words);
    good_value &= mpz_cmp(expected, got) == 0;
  }
  tap_ok(good_domain, "a domain moved to t0 equals the sum of binomials times coefficients");
  tap_ok(good_value, "a value equals the sum of binomials times coefficients");
}

/* dist(value, Z) < 2^-threshold + err as rationals */
static int reference_near(const uint64_t *value, int words, int threshold, double err) {
  SCOPED(mpq, distance, bound, term);
  import(mpq_numref(distance), value, words);
  mpq_div_2exp(distance, distance, 64 * (mp_bitcnt_t)words);
  mpq_set_ui(term, 1, 1);
  mpq_sub(term, term, distance);
  if (mpq_cmp(term, distance) < 0) mpq_set(distance, term);
  mpq_set_ui(bound, 1, 1);
  mpq_div_2exp(bound, bound, (mp_bitcnt_t)threshold);
  mpq_set_d(term, err);
  mpq_add(bound, bound, term);
  return mpq_cmp(distance, bound) < 0;
}

static void test_near(void) {
  static const double errors[] = {0,        0x1p-1074, 0x1p-64, 0x1.8p-60, 0x1.fffffffffffffp-44,
                                  0x1p-130, 0.25,      0.5,     3};
  int good = 1, seen[2] = {0, 0};
  for (int round = 0; round < 20000; round++) {
    int words = 1 + (int)(test_random() % 4),
        threshold = (int)(test_random() % (64 * (unsigned)words + 20));
    double err = errors[test_random() % 9];
    uint64_t value[TMD_WORDS_MAX] = {0};
    /* on the boundary 2^-threshold (+ err), give or take a unit, on either side of the integer */
    if (threshold > 0 && threshold <= 64 * words) {
      int bit = 64 * words - threshold;
      value[bit / 64] |= UINT64_C(1) << bit % 64;
    } else {
      value[0] = test_random() % 3;
    }
    if (err == 0x1p-64 && words > 1) mpn_add_1(value + words - 1, value + words - 1, 1, 1);
    if (err == 0x1.8p-60) mpn_add_1(value + words - 1, value + words - 1, 1, 24);
    int wobble = (int)(test_random() % 3);
    if (wobble == 0) mpn_add_1(value, value, words, 1);
    if (wobble == 1) mpn_sub_1(value, value, words, 1);
    if (test_random() % 2) mpn_neg(value, value, words);
    if (round % 8 == 0)
      for (int w = 0; w < words; w++) value[w] = test_random_words();
    int near = tmd_packet_near(value, words, threshold, err);
    good &= near == reference_near(value, words, threshold, err);
    seen[near]++;
  }
  tap_ok(good && seen[0] > 1000 && seen[1] > 1000,
         "nearness to an integer is decided exactly (%d near, %d not)", seen[1], seen[0]);
}

static void test_magnitude(void) {
  int above = 1, tight = 1;
  SCOPED(mpq, bound, exact);
  SCOPED(mpz, modulus, z);
  for (int round = 0; round < 20000; round++) {
    int words = 1 + (int)(test_random() % (round % 10 ? 4 : TMD_WORDS_MAX));
    uint64_t residue[TMD_WORDS_MAX];
    for (int w = 0; w < words; w++) residue[w] = test_random_words();
    import(z, residue, words);
    mpz_set_ui(modulus, 1);
    mpz_mul_2exp(modulus, modulus, 64 * (mp_bitcnt_t)words);
    mpz_sub(modulus, modulus, z);
    mpz_set(mpq_numref(exact), mpz_cmp(z, modulus) < 0 ? z : modulus);
    mpz_set_ui(mpq_denref(exact), 1);
    mpq_div_2exp(exact, exact, 64 * (mp_bitcnt_t)words);
    mpq_canonicalize(exact);
    double magnitude = tmd_residue_magnitude(residue, words);
    mpq_set_d(bound, magnitude);
    above &= mpq_cmp(bound, exact) >= 0;
    mpq_set_d(bound, magnitude * (1 - 0x1p-51));
    if (magnitude > 0x1p-1000) tight &= mpq_cmp(bound, exact) < 0;
  }
  tap_ok(above && tight, "the magnitude of a residue is bounded from above, to one part in 2^51");
}

static void test_shape(void) {
  struct tmd_packet_shape shape = {3, 2, 3, 70, 3};
  FREED struct tmd_poly_record *packet = random_packet(&shape, 9);
  const uint64_t *first = tmd_packet_coefficient(packet, 0, 0);
  int order = 1, at = 0;
  for (int j = 0; j <= 3; j++)
    for (int k = 0; k <= 3 - j; k++, at++)
      order &= tmd_packet_coefficient(packet, j, k) == first + 2 * at;
  tap_ok(order && at == tmd_packet_coefficients(3, 3) &&
             tmd_packet_bitmap(packet) == first + 2 * at,
         "coefficients lie in rows, the bitmap after them");
  tap_ok(tmd_packet_bytes(&shape) == 64 + 8 * 20 + 8 * 4 && tmd_packet_bits(packet) == 210 &&
             tmd_packet_survivors(packet) == 210,
         "sizes of a record");
}

int main(void) {
  test_binomials();
  test_evaluation();
  test_near();
  test_magnitude();
  test_shape();
  return tap_done();
}
