/* How alike the neighbouring domains are that a warp or a vector tests at once (lines.device.c,
   lines.simd.c), counted on any machine: for each test, steps of the loop, of any domain and in the
   longest lane of a warp of 32; NMDM, 1 - mean / longest averaged over warps (Fortin, Gouicem,
   Graillat, ACM TOMS 43(3) 22, 2016), and over vectors of 8 and of 4 lanes; the share of a warp's
   steps at which its lanes go different ways; and what is kept, in all and in the packet that keeps
   most. Kernels select where the published tests branch; the one branch they have left is Lefevre's
   division of long runs (`far`).

     bench-divergence                        binades of exp, log and sin, by the tools on the PATH
     bench-divergence exp:0 sin:-1 ...       these
     bench-divergence - < packets.tmd
     bench-divergence --histogram ...        last, a table of warps by their NMDM */
#include "tests/bench/packet-lines.h"

#include <stdio.h>

#include "kernels/boolean/line-test.h"
#include "lib/base/error.h"
#include "lib/stream/stream.h"

enum { WARP = 32, STEPS_MOST = 1024, SECOND = 1, FAR = 2, WIDTHS = 3, BINS = 20 };
static const int widths[WIDTHS] = {WARP, 8, 4};
static const char *const test_names[] = {"lefevre", "regular"};
static uint64_t histogram[2][BINS]; /* warps of all streams, by NMDM */

/* What a lane does: at each step, which way it goes. */
struct trace {
  int steps, keeps;
  uint8_t way[STEPS_MOST];
};

static void step(struct trace *trace, int way) {
  if (trace->steps < STEPS_MOST) trace->way[trace->steps] = (uint8_t)way;
  trace->steps++;
}

/* lefevre.h, one lane at a time: b in an interval of length p or q. */
static void trace_lefevre(struct trace *trace, uint64_t a, uint64_t b, uint64_t e, uint64_t n) {
  uint64_t p = a, q = -a, d = b, u = 1, v = 1;
  trace->steps = 0;
  trace->keeps = d < e;
  for (int live = !trace->keeps && a != 0; live;) {
    int in_p = d < p, way = 0;
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
      way = FAR;
    }
    step(trace, way | (in_p ? 0 : SECOND));
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
    step(trace, d >= p ? SECOND : 0);
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
  double domains, kept, steps, longest, warps, apart, far_apart, most_kept;
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
  int longest = 0, apart = 0, far_apart = 0;
  for (int l = 0; l < WARP; l++) {
    const int steps = lanes[l].steps;
    totals->kept += lanes[l].keeps;
    totals->steps += steps;
    if (steps > longest) longest = steps;
    if (steps > totals->most) totals->most = steps;
    if (steps < totals->least || totals->domains + l == 0) totals->least = steps;
  }
  for (int s = 0; s < longest && s < STEPS_MOST; s++) {
    int seen = 0, all = SECOND | FAR;
    for (int l = 0; l < WARP; l++)
      if (s < lanes[l].steps) seen |= lanes[l].way[s], all &= lanes[l].way[s];
    apart += (seen ^ all) & SECOND;
    far_apart += ((seen ^ all) & FAR) / FAR;
  }
  totals->domains += WARP, totals->longest += longest, totals->warps++;
  totals->apart += apart, totals->far_apart += far_apart;
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
  const double kept[2] = {totals[0].kept, totals[1].kept};
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
  for (int test = 0; test < 2 && count > 0; test++) {
    const double share = (totals[test].kept - kept[test]) / (double)count;
    if (share > totals[test].most_kept) totals[test].most_kept = share;
  }
  free(lines);
}

static void print_row(const char *what, uint64_t n, const char *test, const struct totals *t) {
  printf("%s\t%llu\t%s\t%.0f\t", what, (unsigned long long)n, test, t->domains);
  printf("%.2f\t%.2f\t%d\t%d\t", t->steps / t->domains, t->longest / t->warps, t->least, t->most);
  for (int w = 0; w < WIDTHS; w++) printf("%.2f\t", 100 * t->deviation[w] / t->groups[w]);
  printf("%.1f\t%.1f\t", 100 * t->apart / t->longest, 100 * t->far_apart / t->longest);
  printf("%.2f\t%.2f\n", 100 * t->kept / t->domains, 100 * t->most_kept);
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

static void measure_all(void) {
  static const struct {
    const char *function;
    int from, to;
  } binades[] = {{"exp", -6, 8}, {"log", -6, 8}, {"sin", -6, 3}};
  for (int i = 0; i < 3; i++)
    for (int e = binades[i].from; e <= binades[i].to; e += 2)
      measure_binade(binades[i].function, e);
}

int main(int argc, char **argv) {
  int with_histogram = argc > 1 && strcmp(argv[1], "--histogram") == 0;
  printf(
      "#stream\tn\ttest\tdomains\tsteps\tlongest of a warp\tleast\tmost\tNMDM %% of 32\tof 8\tof 4\t");
  printf("lanes apart %% of steps\tin `far` %%\tkept %%\tmost of a packet\n");
  argv += 1 + with_histogram;
  if (!*argv) measure_all();
  for (; *argv; argv++) {
    char function[64];
    int e;
    if (strcmp(*argv, "-") == 0) measure(stdin, "standard input");
    else if (sscanf(*argv, "%63[a-z0-9]:%d", function, &e) == 2) measure_binade(function, e);
    else {
      fprintf(stderr, "bench-divergence: '%s' is not FUNCTION:EXPONENT\n", *argv);
      return 2;
    }
  }
  if (with_histogram) print_histogram();
  return 0;
}
