/* Straight runs: what tmd_farey_straight lists is what tmd-exhaust and the plain form find, on
   lines whose slopes are apt to trouble a continued fraction, whole and in part; and long lines are
   listed in far fewer steps than they have roots. */
#include "kernels/farey/walk-parts.h"
#include "tests/unit/packets.h"
#include "tests/unit/tap.h"

enum { TRIALS = 21000, KINDS = 7 };
static const char *const kinds[KINDS] = {"any",       "p/q, q < 64", "next to p/q",     "0",
                                         "next to 0", "next to 1",   "turns near 2^-32"};

static struct tmd_candidates found, expected;
static struct tmd_farey_stats stats;

static tmd_u128 slope_of(int kind) {
  const unsigned q = 1 + (unsigned)(test_random() % 63), p = (unsigned)(test_random() % q);
  const tmd_u128 little = test_random128() >> (16 + test_random() % 112);
  switch (kind) {
  case 1: return fraction(p, q);
  case 2: return test_random() % 2 ? fraction(p, q) + little : fraction(p, q) - little;
  case 3: return 0;
  case 4: return little;
  case 5: return -little;
  case 6: return (test_random128() >> 32) * (test_random() % 2 ? 1 : -(tmd_u128)1);
  default: return test_random128();
  }
}

/* n arguments from X = 5 on, of the line through `value` at X = 5 + at, with a little bend: */
static struct tmd_poly_record *line_of(uint64_t n, tmd_u128 slope, tmd_u128 value, uint64_t at,
                                       tmd_u128 r2) {
  struct tmd_poly_record *packet = packet_new((struct tmd_packet_shape){2, 2, 0, 1, 1}, n, 5, 0);
  const tmd_u128 bent =
      at % 2 ? (tmd_u128)at * ((at - 1) / 2) * r2 : (tmd_u128)(at / 2) * (at - 1) * r2;
  const tmd_u128 r[] = {value - slope * at - bent, slope, r2};
  for (int j = 0; j <= 2; j++) packet_set(packet, j, r[j]);
  return packet;
}

/* 1: listed, with a block that excludes members, or without; 0: given up. */
static int list(const struct tmd_poly_record *packet, int threshold, struct tmd_packet_run run,
                int with_block) {
  uint64_t r[3 * 2];
  const uint64_t middle = run.t0 + (run.t1 - run.t0) / 2;
  struct tmd_farey_block block = {
      .X = 5 + middle, .low = -(int64_t)(middle - run.t0), .high = (int64_t)(run.t1 - 1 - middle)};
  struct tmd_farey_search search = {
      .packet = packet, .threshold = threshold, .order = 1, .found = &found, .stats = &stats};
  found.count = found.flagged = 0;
  stats = (struct tmd_farey_stats){0};
  tmd_packet_domain(r, packet, 0, middle);
  const int made = with_block && tmd_farey_block_make(&block, packet, threshold, r);
  return tmd_farey_straight(&search, &run, r, made ? &block : NULL,
                            tmd_farey_straight_width(&search, &run, r));
}

static int same(void) {
  int equal = found.count == expected.count;
  for (size_t i = 0; equal && i < found.count; i++) equal = found.X[i] == expected.X[i];
  return equal;
}

static struct tmd_packet_run random_run(uint64_t n) {
  const uint64_t a = test_random() % n, b = test_random() % n;
  return test_random() % 4 ? (struct tmd_packet_run){0, 0, n}
                           : (struct tmd_packet_run){0, a < b ? a : b, (a < b ? b : a) + 1};
}

/* Every argument evaluated. */
static void as_evaluated(int kind) {
  long wrong = 0, cases = 0, given_up = 0, spared = 0;
  for (int i = 0; i < TRIALS / KINDS; i++) {
    const uint64_t n = 1 + test_random() % (1 << (4 + i % 9));
    const int threshold = 4 + (int)(test_random() % 12);
    const tmd_u128 edge = (tmd_u128)1 << (128 - threshold);
    const tmd_u128 off = test_random() % 4 ? test_random128() : edge - test_random() % 3;
    const tmd_u128 value = test_random() % 2 ? off : -off;
    struct tmd_poly_record *packet =
        line_of(n, slope_of(kind), value, test_random() % n, test_random128() >> (32 + i % 64));
    const struct tmd_packet_run run = random_run(n);
    expected.count = 0;
    tmd_exhaust_packet(&expected, packet, threshold, 5 + run.t0, 5 + run.t1);
    const int listed = list(packet, threshold, run, i % 2);
    spared += i % 2 && found.flagged < stats.members;
    wrong += listed ? !same() : found.count != 0;
    given_up += !listed;
    cases += (long)expected.count;
    free(packet);
  }
  tap_ok(
      wrong == 0 && cases > 0 && given_up < TRIALS / KINDS / 2 && spared > 0,
      "slope %s: %d runs as evaluated, %ld candidates (%ld given up; in %ld a block excludes members)",
      kinds[kind], TRIALS / KINDS, cases, given_up, spared);
}

/* By the tool's own way in, against the plain form; long ones. */
static void as_plain(void) {
  enum { LINES = 24, ORDER = 64 };
  static const int of_kind[] = {0, 2, 0};
  long wrong = 0, cases = 0, straight = 0;
  for (int i = 0; i < LINES; i++) {
    const uint64_t n = UINT64_C(1) << (20 + i % 2);
    struct tmd_poly_record *packet =
        line_of(n, slope_of(of_kind[i % 3]), test_random128() >> 20, test_random() % n, 0);
    struct tmd_farey_stats plain = {0};
    const int threshold = 16 + i % 6;
    expected.count = found.count = 0, stats = (struct tmd_farey_stats){0};
    tmd_farey_plain_packet(&expected, &plain, packet, threshold, ORDER, 5, 5 + (tmd_u128)n);
    tmd_farey_packet(&found, &stats, packet, threshold, ORDER, 5, 5 + (tmd_u128)n);
    wrong += !same();
    straight += stats.lines == 1 && stats.roots == 0;
    cases += (long)expected.count;
    free(packet);
  }
  tap_ok(wrong == 0 && cases > 0 && straight > LINES / 3,
         "%d lines of 2^20 or 2^21 as in the plain form, %ld candidates; %ld straight", LINES,
         cases, straight);
}

/* The longest: as many as chance has, each near an integer, planted ones at both ends among them.
 */
static void longest(void) {
  enum { LINES = 64, EXPECTED = 512 };
  long wrong = 0, cases = 0;
  for (int i = 0; i < LINES; i++) {
    const uint64_t n = i % 2 ? TMD_FAREY_STRAIGHT_MOST : UINT64_C(1) << 52,
                   at = i / 2 % 2 ? n - 1 : 0;
    const int threshold = i % 2 ? 52 : 44;
    FREED struct tmd_poly_record *packet = line_of(n, test_random128(), 3, at, 0);
    found.count = 0, stats = (struct tmd_farey_stats){0};
    tmd_farey_packet(&found, &stats, packet, threshold, 1 << 25, 5, 5 + (tmd_u128)n);
    wrong += found.count == 0 || found.X[at ? found.count - 1 : 0] != 5 + (tmd_u128)at ||
             stats.lines != 1 || stats.roots != 0;
    cases += (long)found.count;
  }
  tap_ok(
      wrong == 0 && fabs((double)cases - LINES * EXPECTED) < LINES * EXPECTED / 16,
      "%d lines of 2^52 and 2^60 arguments, one step each: %ld candidates, the first or last planted",
      LINES, cases);
}

int main(void) {
  for (int kind = 0; kind < KINDS; kind++) as_evaluated(kind);
  as_plain();
  longest();
  free(found.X);
  free(expected.X);
  return tap_done();
}
