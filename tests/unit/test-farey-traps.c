/* Packets on which the Farey walk once took far longer than it need: what it does is counted, not
   timed, and its candidates are those of tmd-exhaust. */
#include <time.h>

#include "kernels/farey/farey.h"
#include "tests/unit/packets.h"
#include "tests/unit/tap.h"

#define HALF 0x1p127 /* coefficients are in units of 2^-128 */

/* A packet of two words from r_0, r_1, ... at X = 0. */
static struct tmd_poly_record *packet_of(struct tmd_packet_shape shape, uint64_t n,
                                         const tmd_u128 *r) {
  struct tmd_poly_record *packet = packet_new(shape, n, 0, 0);
  for (int j = 0; j <= shape.degree; j++) packet_set(packet, j, r[j]);
  return packet;
}

static struct tmd_poly_record *block_of(int degree, uint64_t n, const tmd_u128 *r) {
  return packet_of((struct tmd_packet_shape){degree, 2, 0, 1, 1}, n, r);
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
      packet_of((struct tmd_packet_shape){2, 2, 2, COUNT, 16}, N, r);
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

int main(void) {
  lines_beside_fractions(-1);
  lines_beside_fractions(1);
  short_domains();
  orders_too_large();
  bent_arcs();
  free(found.X);
  free(expected.X);
  return tap_done();
}
