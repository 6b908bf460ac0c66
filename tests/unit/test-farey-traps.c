/* Packets on which the Farey walk once took far longer than it need: what it does is counted, not
   timed, and its candidates are those of tmd-exhaust. Straight runs: what tmd_farey_straight lists
   is what tmd-exhaust and the plain form find, on lines whose slopes are apt to trouble a continued
   fraction, whole and in part; and long lines are listed in far fewer steps than they have roots.
 */
#include <time.h>

#include "kernels/farey/walk-parts.h"
#include "tests/unit/packets.h"
#include "tests/unit/tap.h"

#define HALF 0x1p127 /* coefficients are in units of 2^-128 */

/* A packet of two words from r_0, r_1, ... at X0. */
static struct tmd_poly_record *packet_of(struct tmd_packet_shape shape, uint64_t n, tmd_u128 X0,
                                         const tmd_u128 *r) {
  struct tmd_poly_record *packet = packet_new(shape, n, X0, 0);
  for (int j = 0; j <= shape.degree; j++) packet_set(packet, j, r[j]);
  return packet;
}

static struct tmd_poly_record *block_of(int degree, uint64_t n, const tmd_u128 *r) {
  return packet_of((struct tmd_packet_shape){degree, 2, 0, 1, 1}, n, 0, r);
}

/* r_0, so that the value at X = t is nearly 0. */
static void plant(struct tmd_poly_record *packet, uint64_t t, double value) {
  const tmd_u128 wanted = (tmd_u128)(tmd_i128)(value * 0x1p128);
  packet_plant(packet, 0, t, (uint64_t[]){(uint64_t)wanted, (uint64_t)(wanted >> 64)});
}

/* What one search gives. */
static struct tmd_candidates found, expected;
static struct tmd_farey_stats stats;

static void search(const struct tmd_poly_record *packet, int threshold, uint64_t order) {
  found.count = 0;
  stats = (struct tmd_farey_stats){0};
  tmd_farey_packet(&found, &stats, packet, threshold, order, 0,
                   (tmd_u128)packet->n * packet->count);
}

/* Does it have all candidates with X0 <= X < X1? */
static int agrees(const struct tmd_poly_record *packet, int threshold, tmd_u128 X0, tmd_u128 X1) {
  size_t i = 0, same = 0;
  expected.count = 0;
  tmd_exhaust_packet(&expected, packet, threshold, X0, X1);
  while (i < found.count && found.X[i] < X0) i++;
  for (; i < found.count && found.X[i] < X1; i++, same++)
    if (same == expected.count || expected.X[same] != found.X[i]) return 0;
  return same == expected.count;
}

static int agrees_everywhere(const struct tmd_poly_record *packet, int threshold) {
  return agrees(packet, threshold, 0, (tmd_u128)packet->n * packet->count);
}

static unsigned divisor(unsigned a, unsigned b) { return b ? divisor(b, a % b) : a; }

/* A line just beside p/q: of the two neighbours of its slope, only p/q has few roots. */
static void lines_beside_fractions(int side) {
  enum { Q_MOST = 64, AROUND = 1 << 12 };
  const uint64_t n = UINT64_C(1) << 31, order = 1 << 20;
  const int threshold = 30;
  long lines = 0, wrong = 0, cases = 0;
  uint64_t most = 0;
  for (unsigned q = 1; q <= Q_MOST; q++)
    for (unsigned p = 0; p < q; p++) {
      if (divisor(p, q) != 1) continue;
      const tmd_u128 offset = test_random128() >> (20 + lines % 24);
      const tmd_u128 r[] = {0, side < 0 ? fraction(p, q) - offset : fraction(p, q) + offset};
      FREED struct tmd_poly_record *packet = block_of(1, n, r);
      const uint64_t T = AROUND + test_random() % (n - 2 * AROUND);
      plant(packet, T, 0x1p-31);
      search(packet, threshold, order);
      if (stats.roots > most) most = stats.roots;
      wrong += !agrees(packet, threshold, T - AROUND, T + AROUND);
      lines++, cases += (long)expected.count;
    }
  tap_ok(
      wrong == 0 && cases >= lines && most <= 4 * n / order + 100,
      "%ld lines just %s of p/q, q <= %d: at most %lu roots for 2^31 arguments, Q = 2^20; all cases around planted ones, %ld",
      lines, side < 0 ? "left" : "right", Q_MOST, (unsigned long)most, cases);
}

static double seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

/* No domain is a curve: each is evaluated, at a time that has nothing to do with how many there
   are. */
static void short_domains(void) {
  enum { COUNT = 4096, N = 256, PATIENCE = 100 };
  const tmd_u128 r[] = {test_random128(), test_random128(), (tmd_u128)(0.3 * 2 * HALF)};
  FREED struct tmd_poly_record *packet =
      packet_of((struct tmd_packet_shape){2, 2, 2, COUNT, 16}, N, 0, r);
  const int threshold = 16;
  for (int j = 0; j < 2; j++)
    tmd_packet_coefficient(packet, j, 1)[1] = test_random(); /* another value and slope each */
  const double start = seconds();
  search(packet, threshold, 1000);
  const double walked = seconds() - start;
  const int good = agrees_everywhere(packet, threshold);
  const double evaluated = seconds() - start - walked;
  tap_ok(
      good && expected.count > 0 && walked <= PATIENCE * evaluated + 0.1,
      "%d domains of %d arguments, no curves: all %zu cases, in less than %d times the time of tmd_exhaust_packet",
      COUNT, N, expected.count, PATIENCE);
}

/* More arcs than arguments: the walk is not for that. */
static void orders_too_large(void) {
  static const struct {
    int n, c2, threshold;
  } blocks[] = {{6, 39, 40}, {12, 39, 40}, {12, 30, 32}, {13, 45, 34}, {16, 46, 40}, {20, 49, 50}};
  uint64_t most = 0;
  long wrong = 0, cases = 0;
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
    for (int sign = 0; sign < 2; sign++) {
      const uint64_t n = UINT64_C(1) << blocks[i].n;
      const tmd_u128 r2 = (tmd_u128)1 << (129 - blocks[i].c2),
                     r[] = {0, test_random128(), sign ? -r2 : r2};
      FREED struct tmd_poly_record *packet = block_of(2, n, r);
      plant(packet, test_random() % n, ldexp(0.5, -blocks[i].threshold));
      search(packet, blocks[i].threshold, TMD_FAREY_ORDER_MAX);
      if (stats.arcs > most) most = stats.arcs;
      wrong += !agrees_everywhere(packet, blocks[i].threshold);
      cases += (long)expected.count;
    }
  tap_ok(wrong == 0 && cases > 0 && most < 100000,
         "blocks of 2^6 to 2^20 arguments, Q = 2^25: at most %lu arcs; all %ld cases",
         (unsigned long)most, cases);
}

/* Bent arcs with thousands of pairs: the window of the last, whose third order is left out, is not
   that of all. Some have an arc too bent for that, and become lines: long ones. */
static void bent_arcs(void) {
  enum { PACKETS = 64, AROUND = 1 << 12 };
  const uint64_t n = UINT64_C(1) << 31, order = 1 << 15;
  const double R = (double)n / 2, c2 = 0.002 / (R * (double)order), c3 = c2 / (40 * R);
  const int threshold = 40;
  struct tmd_farey_stats sum = {0};
  uint64_t evaluated = 0;
  long wrong = 0, cases = 0, apart = 0;
  for (int i = 0; i < PACKETS; i++) {
    const tmd_u128 r3 = (tmd_u128)(12 * c3 * HALF), r2 = (tmd_u128)(4 * c2 * HALF);
    const tmd_u128 r[] = {0, test_random128(), i / 2 % 2 ? -r2 : r2, i % 2 ? -r3 : r3};
    FREED struct tmd_poly_record *packet = block_of(3, n, r);
    const uint64_t T = AROUND + test_random() % (n - 2 * AROUND);
    plant(packet, T, 0x1p-41);
    found.arguments = 0;
    search(packet, threshold, order);
    sum.arcs += stats.arcs, sum.hits += stats.hits, sum.lines += stats.lines;
    apart += stats.lines > 0, evaluated += found.arguments;
    wrong += !agrees(packet, threshold, T - AROUND, T + AROUND);
    cases += (long)expected.count;
  }
  tap_ok(
      wrong == 0 && cases >= PACKETS && sum.hits <= 40 * sum.arcs && apart <= PACKETS / 2 &&
          sum.lines <= (uint64_t)apart * (n >> 17) && evaluated == 0,
      "bent arcs: %lu, %lu hits in %d times 2^31 arguments, %lu lines in %ld of these; all cases about planted ones, %ld",
      (unsigned long)sum.arcs, (unsigned long)sum.hits, PACKETS, (unsigned long)sum.lines, apart,
      cases);
}

/* ---- Straight runs ---- */

enum { TRIALS = 21000, KINDS = 7 };
static const char *const kinds[KINDS] = {"any",       "p/q, q < 64", "next to p/q",     "0",
                                         "next to 0", "next to 1",   "turns near 2^-32"};

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
  const tmd_u128 bent =
      at % 2 ? (tmd_u128)at * ((at - 1) / 2) * r2 : (tmd_u128)(at / 2) * (at - 1) * r2;
  const tmd_u128 r[] = {value - slope * at - bent, slope, r2};
  return packet_of((struct tmd_packet_shape){2, 2, 0, 1, 1}, n, 5, r);
}

/* 1: listed, with a block that excludes members, or without; 0: given up. */
static int list(const struct tmd_poly_record *packet, int threshold, struct tmd_packet_run run,
                int with_block) {
  uint64_t r[3 * 2];
  const uint64_t middle = run.t0 + (run.t1 - run.t0) / 2;
  struct tmd_farey_extent extent;
  struct tmd_farey_block block = {
      .X = 5 + middle, .low = -(int64_t)(middle - run.t0), .high = (int64_t)(run.t1 - 1 - middle)};
  struct tmd_farey_search search = {
      .packet = packet, .threshold = threshold, .order = 1, .found = &found, .stats = &stats};
  found.count = found.flagged = 0;
  stats = (struct tmd_farey_stats){0};
  tmd_packet_domain(r, packet, 0, middle);
  const int made = with_block && tmd_farey_block_make(&block, &extent, packet, threshold, 1, r);
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
    FREED struct tmd_poly_record *packet =
        line_of(n, slope_of(kind), value, test_random() % n, test_random128() >> (32 + i % 64));
    const struct tmd_packet_run run = random_run(n);
    expected.count = 0;
    tmd_exhaust_packet(&expected, packet, threshold, 5 + run.t0, 5 + run.t1);
    const int listed = list(packet, threshold, run, i % 2);
    spared += i % 2 && found.flagged < stats.members;
    wrong += listed ? !same() : found.count != 0;
    given_up += !listed;
    cases += (long)expected.count;
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
    FREED struct tmd_poly_record *packet =
        line_of(n, slope_of(of_kind[i % 3]), test_random128() >> 20, test_random() % n, 0);
    struct tmd_farey_stats plain = {0};
    const int threshold = 16 + i % 6;
    expected.count = found.count = 0, stats = (struct tmd_farey_stats){0};
    tmd_farey_plain_packet(&expected, &plain, packet, threshold, ORDER, 5, 5 + (tmd_u128)n);
    tmd_farey_packet(&found, &stats, packet, threshold, ORDER, 5, 5 + (tmd_u128)n);
    wrong += !same();
    straight += stats.lines == 1 && stats.roots == 0;
    cases += (long)expected.count;
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
  lines_beside_fractions(-1);
  lines_beside_fractions(1);
  short_domains();
  orders_too_large();
  bent_arcs();
  for (int kind = 0; kind < KINDS; kind++) as_evaluated(kind);
  as_plain();
  longest();
  free(found.X);
  free(expected.X);
  return tap_done();
}
