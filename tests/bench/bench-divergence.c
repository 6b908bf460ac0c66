/* How alike the neighbouring domains are that a warp or a vector tests at once (lines.device.c,
   lines.simd.c), counted on any machine: for each test, steps of the loop, of any domain and in the
   longest lane of a warp of 32; NMDM, 1 - mean / longest averaged over warps (Fortin, Gouicem,
   Graillat, ACM TOMS 43(3) 22, 2016), and over vectors of 8 and of 4 lanes; and the share of
   domains that is kept. Last, a table of warps by their NMDM.
     bench-divergence FUNCTION:EXPONENT...    binades, planned by the tools on the PATH */
#include "tests/bench/packet-lines.h"

#include <stdio.h>

#include "kernels/boolean/keep.h"
#include "lib/base/error.h"
#include "lib/claim/stream.h"

enum { WARP = 32, WIDTHS = 3, BINS = 20 };
static const int widths[WIDTHS] = {WARP, 8, 4};
static const char *const test_names[] = {"lefevre", "regular"};
static uint64_t histogram[2][BINS]; /* warps of all streams, by NMDM */

/* What a lane does. */
struct trace {
  int steps, keeps;
};

/* lefevre.h, one lane at a time: b in an interval of length p or q. */
static void trace_lefevre(struct trace *trace, uint64_t a, uint64_t b, uint64_t e, uint64_t n) {
  uint64_t p = a, q = -a, d = b, u = 1, v = 1;
  trace->steps = 0;
  trace->keeps = d < e;
  for (int live = !trace->keeps && a != 0; live;) {
    int in_p = d < p;
    uint64_t x = in_p ? p : q, y = in_p ? q : p, cx = in_p ? u : v, cy = in_p ? v : u;
    if (y < x >> TMD_LEFEVRE_FAR_LOG2) {
      const uint64_t steps =
          v_lefevre_plain_steps(1, in_p, (struct v_lefevre_pair){x, y, cx, cy}, d, e, n);
      x -= steps * y;
      cy += steps * cx;
      if (!in_p) d -= steps * y;
      p = in_p ? x : y, q = in_p ? y : x, u = in_p ? cx : cy, v = in_p ? cy : cx;
      in_p = d < p;
      x = in_p ? p : q, y = in_p ? q : p, cx = in_p ? u : v, cy = in_p ? v : u;
    }
    trace->steps++;
    if (!in_p) d -= p;
    trace->keeps = d < e;
    const uint64_t k = y / x;
    y %= x;
    cx += (k < n ? k : n) * cy;
    live = !trace->keeps && cx + cy < n && y != 0;
    x -= y;
    cy += cx;
    p = in_p ? x : y, q = in_p ? y : x, u = in_p ? cx : cy, v = in_p ? cy : cx;
  }
}

/* regular.h: a step divides p by q and q by p; d is reduced by the first only if it is beyond p. */
static void trace_regular(struct trace *trace, uint64_t a, uint64_t b, uint64_t e, uint64_t n) {
  trace->steps = 0;
  trace->keeps = a == 0 ? b < e : e > 0;
  if (a < 2) return;
  uint64_t p = a, v = 1, q = -a % a, d = b % a, u = -a / a + 1;
  if (u > n) u = n;
  for (int live = u + v < n && q != 0; live;) {
    uint64_t k = p / q;
    p %= q;
    v += (k < n ? k : n) * u;
    trace->steps++;
    if (d >= p) d = (d - p) % q;
    live = u + v < n && p != 0;
    if (!live) break;
    k = q / p;
    q %= p;
    u += (k < n ? k : n) * v;
    d %= p;
    live = u + v < n && q != 0;
  }
  trace->keeps = d < e;
}

struct totals {
  double domains, kept, steps, longest, warps;
  double deviation[WIDTHS], groups[WIDTHS]; /* NMDM of groups of so many lanes, added up */
  int least, most;                          /* steps of a domain */
};

/* 1 - mean / longest; 0 where no lane takes a step. */
static double deviation(const struct trace *lanes, int count) {
  int longest = 0;
  double steps = 0;
  for (int l = 0; l < count; l++) {
    steps += lanes[l].steps;
    if (lanes[l].steps > longest) longest = lanes[l].steps;
  }
  return longest ? 1 - steps / count / longest : 0;
}

static void add_warp(struct totals *totals, const struct trace *lanes, uint64_t *bins) {
  int longest = 0;
  for (int l = 0; l < WARP; l++) {
    const int steps = lanes[l].steps;
    totals->kept += lanes[l].keeps;
    totals->steps += steps;
    if (steps > longest) longest = steps;
    if (steps > totals->most) totals->most = steps;
    if (steps < totals->least || totals->domains + l == 0) totals->least = steps;
  }
  totals->domains += WARP, totals->longest += longest, totals->warps++;
  for (int w = 0; w < WIDTHS; w++)
    for (int l = 0; l < WARP; l += widths[w], totals->groups[w]++)
      totals->deviation[w] += deviation(lanes + l, widths[w]);
  bins[(int)(BINS * deviation(lanes, WARP))]++;
}

/* A trace that answers otherwise than the kernel counts something else. */
static void compare(const struct trace *trace, enum tmd_test test, struct v_line line, uint64_t n) {
  if (trace->keeps == v_line_keeps(test, line, n)) return;
  fprintf(stderr, "bench-divergence: the trace is not the kernel's\n");
  exit(1);
}

static void add_packet(struct totals *totals, const struct tmd_poly_record *packet, int threshold) {
  struct v_line *lines = calloc(packet->count + TMD_TRACKS, sizeof *lines);
  const size_t count = packet_lines(lines, packet, threshold) / WARP * WARP;
  static struct trace lanes[2][WARP];
  for (size_t i = 0; i < count; i++) {
    const struct v_line line = lines[i];
    const size_t lane = i % WARP;
    trace_lefevre(&lanes[0][lane], line.a, line.b, line.e, packet->n);
    trace_regular(&lanes[1][lane], line.a, line.b, line.e, packet->n);
    compare(&lanes[0][lane], TMD_TEST_LEFEVRE, line, packet->n);
    compare(&lanes[1][lane], TMD_TEST_REGULAR, line, packet->n);
    for (int test = 0; test < 2 && lane == WARP - 1; test++)
      add_warp(&totals[test], lanes[test], histogram[test]);
  }
  free(lines);
}

static void print_row(const char *what, uint64_t n, const char *test, const struct totals *t) {
  printf("%s\t%llu\t%s\t%.0f\t", what, (unsigned long long)n, test, t->domains);
  printf("%.2f\t%.2f\t%d\t%d\t", t->steps / t->domains, t->longest / t->warps, t->least, t->most);
  for (int w = 0; w < WIDTHS; w++) printf("%.2f\t", 100 * t->deviation[w] / t->groups[w]);
  printf("%.2f\n", 100 * t->kept / t->domains);
}

static void print_histogram(void) {
  double warps[2] = {0};
  for (int bin = 0; bin < BINS; bin++)
    for (int test = 0; test < 2; test++) warps[test] += (double)histogram[test][bin];
  printf("#NMDM %% of a warp, from\tto\t%% of warps, %s\t%s\n", test_names[0], test_names[1]);
  for (int bin = 0; bin < BINS && warps[0] > 0; bin++)
    printf("%d\t%d\t%.3f\t%.3f\n", 100 * bin / BINS, 100 * (bin + 1) / BINS,
           100 * (double)histogram[0][bin] / warps[0], 100 * (double)histogram[1][bin] / warps[1]);
}

static void measure(FILE *file, const char *what) {
  struct tmd_reader *reader = tmd_reader_open(file, what, 0);
  struct tmd_claim *claim;
  struct totals totals[2] = {{0}};
  uint64_t n = 0;
  int more;
  while ((more = tmd_reader_next(reader, &claim)) > 0)
    for (size_t i = 0; claim->kind == TMD_POLY && i < claim->record_count; i++) {
      const struct tmd_poly_record *packet = tmd_claim_record(claim, i);
      n = packet->n;
      add_packet(totals, packet, tmd_problem_threshold(claim->problem));
    }
  if (more < 0) fprintf(stderr, "bench-divergence: %s\n", tmd_error_text());
  tmd_reader_close(reader);
  if (more < 0) exit(2);
  for (int test = 0; test < 2; test++)
    if (totals[test].warps > 0) print_row(what, n, test_names[test], &totals[test]);
  fflush(stdout);
}

/* Eight pieces of the binade from 2^e on, of 2^16 domains each, as the plan has them for the
   regular test; their starts are no numbers with few digits, near which slopes are rational. */
static void measure_binade(const char *function, int e) {
  char command[2048], what[32];
  int length =
      snprintf(command, sizeof command, "tmd-plan %s --bits 44 --method regular", function);
  for (int i = 1; i < 16; i += 2)
    length +=
        snprintf(command + length, sizeof command - (size_t)length,
                 " --domain 0x1.%x243f6a8885a3p%d:0x1.%x248p%d", (unsigned)i, e, (unsigned)i, e);
  snprintf(
      command + length, sizeof command - (size_t)length,
      " | awk -F '\\t' -v OFS='\\t' '$10 ~ /^[0-9]/ { split($15, a, \" n=\"); end = $10 + a[2] * 65536;"
      " if ($11 > end) $11 = sprintf(\"%%.0f\", end) } { print }' | tmd-taylor | tmd-shift");
  FILE *pipe = popen(command, "r");
  if (!pipe) exit(2);
  snprintf(what, sizeof what, "%s 2^%d", function, e);
  measure(pipe, what);
}

int main(int argc, char **argv) {
  printf("#stream\tn\ttest\tdomains\tsteps\tlongest of a warp\tleast\tmost\t");
  printf("NMDM %% of 32\tof 8\tof 4\tkept %%\n");
  for (int i = 1; i < argc; i++) {
    char function[64];
    int e;
    if (sscanf(argv[i], "%63[a-z0-9]:%d", function, &e) != 2) {
      fprintf(stderr, "bench-divergence: '%s' is not FUNCTION:EXPONENT\n", argv[i]);
      return 2;
    }
    measure_binade(function, e);
  }
  print_histogram();
  return 0;
}
