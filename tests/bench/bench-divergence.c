/* How alike the 32 neighbouring domains are that a warp tests at once (lines.device.c), counted on any machine: for each test,
   steps of the loop on average and in the longest lane; NMDM, 1 - mean / longest averaged over warps (Fortin, Gouicem,
   Graillat, ACM TOMS 43(3) 22, 2016); and the share of a warp's steps at which its lanes go different ways. Kernels select
   where the published tests branch; the one branch they have left is Lefevre's division of long runs (`far`).

     bench-divergence          binades of exp, log and sin, by the tools on the PATH
     bench-divergence - < packets.tmd */
#include "kernels/boolean/boolean.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/lane/expand.h"
#include "kernels/boolean/lefevre.h"
#include "kernels/boolean/line.h"
#include "kernels/boolean/regular.h"
#include "lib/base/error.h"
#include "lib/claim/stream.h"

enum { WARP = 32, STEPS_MOST = 1024, SECOND = 1, FAR = 2 };

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
      const uint64_t steps = v_lefevre_plain_steps(1, in_p, x, y, cx, cy, d, e, n);
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
  double domains, kept, steps, longest, deviation, warps, apart, far_apart;
};

static void add_warp(struct totals *totals, const struct trace *lanes) {
  int longest = 0, apart = 0, far_apart = 0;
  double steps = 0;
  for (int l = 0; l < WARP; l++) {
    steps += lanes[l].steps;
    totals->kept += lanes[l].keeps;
    if (lanes[l].steps > longest) longest = lanes[l].steps;
  }
  for (int s = 0; s < longest && s < STEPS_MOST; s++) {
    int seen = 0, all = SECOND | FAR;
    for (int l = 0; l < WARP; l++)
      if (s < lanes[l].steps) seen |= lanes[l].way[s], all &= lanes[l].way[s];
    apart += (seen ^ all) & SECOND;
    far_apart += ((seen ^ all) & FAR) / FAR;
  }
  totals->domains += WARP, totals->steps += steps, totals->longest += longest, totals->warps++;
  totals->apart += apart, totals->far_apart += far_apart;
  if (longest > 0) totals->deviation += 1 - steps / WARP / longest;
}

/* A trace that answers otherwise than the kernel counts something else. */
static void compare(const struct trace *trace, enum tmd_test test, struct v_line line, uint64_t n) {
  const int lefevre = test == TMD_TEST_LEFEVRE;
  const int kernel = lefevre ? v_lefevre_keeps(line.a, line.b, line.e, n) : v_regular_keeps(line.a, line.b, line.e, n);
  if (trace->keeps == kernel) return;
  fprintf(stderr, "bench-divergence: the trace is not the kernel's\n");
  exit(1);
}

static void add_packet(struct totals *totals, const struct tmd_poly_record *packet, int threshold) {
  const uint64_t steps = tmd_boolean_steps(packet);
  const struct tmd_boolean how = {.threshold = threshold};
  const struct tmd_line_budget budget = tmd_line_budget(packet, threshold, packet->n, steps);
  static struct tmd_lines_job job;
  static struct v_pair table[TMD_TRACKS][3][TMD_TABLE_MAX];
  static struct trace lanes[2][WARP];
  job.degree = packet->degree > 2 ? packet->degree : 2;
  memset(job.table, 0, sizeof job.table);
  if (tmd_line_job(&job, &how, &budget, packet->n)) return;
  tmd_boolean_tables(&job, packet);
  for (int t = 0; t < TMD_TRACKS; t++)
    for (int j = 0; j < 3; j++)
      for (int k = 0; k <= job.degree - j; k++) table[t][j][k] = v_pair_of(job.table[j][k][0][t], job.table[j][k][1][t]);

  for (uint64_t s = 0; TMD_TRACKS * s + WARP <= packet->count || s % (WARP / TMD_TRACKS); s++) {
    for (int t = 0; t < TMD_TRACKS; t++) {
      const int lane = (int)(s % (WARP / TMD_TRACKS)) * TMD_TRACKS + t;
      const struct v_line line = v_line_fit(table[t][0][0], table[t][1][0], table[t][2][0], TMD_LINE_MINIMAX, job.rule);
      trace_lefevre(&lanes[0][lane], line.a, line.b, line.e, packet->n);
      trace_regular(&lanes[1][lane], line.a, line.b, line.e, packet->n);
      compare(&lanes[0][lane], TMD_TEST_LEFEVRE, line, packet->n);
      compare(&lanes[1][lane], TMD_TEST_REGULAR, line, packet->n);
      for (int j = 0; j < 3; j++) v_expand_next(table[t][j], job.degree - j);
    }
    if ((s + 1) % (WARP / TMD_TRACKS) == 0)
      for (int test = 0; test < 2; test++) add_warp(&totals[test], lanes[test]);
  }
}

static void print_row(const char *what, uint64_t n, const char *test, const struct totals *t) {
  printf("%s\t%llu\t%s\t%.0f\t", what, (unsigned long long)n, test, t->domains);
  printf("%.2f\t%.2f\t%.2f\t", t->steps / t->domains, t->longest / t->warps, 100 * t->deviation / t->warps);
  printf("%.1f\t%.1f\t%.2f\n", 100 * t->apart / t->longest, 100 * t->far_apart / t->longest, 100 * t->kept / t->domains);
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
      add_packet(totals, packet, tmd_problem_threshold(&claim->problem));
    }
  if (more < 0) fprintf(stderr, "bench-divergence: %s\n", tmd_error_text());
  tmd_reader_close(reader);
  if (more < 0) exit(2);
  if (totals[0].warps > 0) print_row(what, n, "lefevre", &totals[0]), print_row(what, n, "regular", &totals[1]);
  fflush(stdout);
}

/* Eight pieces of the binade from 2^e on, of 2^16 domains each, as the plan has them for the regular test; their starts are no
   numbers with few digits, near which slopes are rational. */
static void measure_binade(const char *function, int e) {
  char command[2048], what[32];
  int length = snprintf(command, sizeof command, "tmd-plan %s --bits 44 --method regular", function);
  for (int i = 1; i < 16; i += 2)
    length += snprintf(command + length, sizeof command - (size_t)length, " --domain 0x1.%x243f6a8885a3p%d:0x1.%x248p%d",
                       (unsigned)i, e, (unsigned)i, e);
  snprintf(command + length, sizeof command - (size_t)length,
           " | awk -F '\\t' -v OFS='\\t' '$10 ~ /^[0-9]/ { split($15, a, \" n=\"); end = $10 + a[2] * 65536;"
           " if ($11 > end) $11 = sprintf(\"%%.0f\", end) } { print }' | tmd-taylor | tmd-shift");
  FILE *pipe = popen(command, "r");
  if (!pipe) exit(2);
  snprintf(what, sizeof what, "%s 2^%d", function, e);
  measure(pipe, what);
}

int main(int argc, char **argv) {
  static const struct { const char *function; int from, to; } binades[] = {{"exp", -6, 8}, {"log", -6, 8}, {"sin", -6, 3}};
  printf("#stream\tn\ttest\tdomains\tsteps\tlongest of a warp\tNMDM %%\tlanes apart %% of steps\tin `far` %%\tkept %%\n");
  if (argc > 1 && strcmp(argv[1], "-") == 0) measure(stdin, "standard input");
  else
    for (int i = 0; i < 3; i++)
      for (int e = binades[i].from; e <= binades[i].to; e += 2) measure_binade(binades[i].function, e);
  return 0;
}
