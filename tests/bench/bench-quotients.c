/* How the Boolean tests may compute their quotients, on the lines of a packet like exp on [1, 2),
   one thread, scalar code but where said: how large the quotients are; what each way to compute one
   costs by itself; and what each makes of the whole tests, in the shapes that have been published.
   Every variant must answer as the kernels do.

   The ways: by the division of the hardware; by subtraction; hybrid (subtraction for quotients
   below 2^LOGMS, else division: with LOGMS = 0 division unless the quotient is 0, with 64
   subtraction always); in doubles (y / x, cut off); by reciprocals (1 / x, multiplied). The shapes:
   Lefevre's test with its two branches as published, and with a swap instead, of the two kinds of
   interval where b changes from one to the other (as in short-lines.h); the regular test with a
   loop of one half step, whose pairs are exchanged at its end, and unrolled by two, without
   exchange (as in regular.h).

     bench-quotients [ROUNDS]      each figure is the least of so many (default 7), by turns */
#include "tests/bench/packet-lines.h"

#include <math.h>
#include <stdio.h>

#include "kernels/boolean/line-test.h"

enum { BITS = 64 - TMD_SHORT_UNIT, THRESHOLD = 44, PAIRS_MOST = 1 << 15, CLASSES = 9 };

enum way { HARDWARE, SUBTRACTION, HYBRID, DOUBLES, RECIPROCALS };

/* floor(y / x) and the remainder, 0 <= y <= 2^50, 1 <= x. Why the doubles are exact:
   short-lines.md; y / x rounded to nearest does not reach the next integer, as 1/x is more than
   half a unit in the last place of a quotient below 2^50 / x. */
V_INLINE uint64_t quotient_of(enum way way, int logms, uint64_t y, uint64_t x, uint64_t *rest) {
  uint64_t k = 0;
  if (way == SUBTRACTION || (way == HYBRID && (logms > 63 || y >> logms < x))) {
    for (; y >= x; k++) y -= x;
    *rest = y;
    return k;
  }
  if (way == DOUBLES) k = (uint64_t)((double)y / (double)x);
  else if (way == RECIPROCALS) k = (uint64_t)(((double)y + 0.5) * (1.0 / (double)x));
  else k = y / x;
  *rest = y - k * x;
  return k;
}

/* Short lines: integers in units of 2^-50. */
struct line {
  uint64_t a, b, e;
};

/* Where the quotients of a test are kept, for what is measured of them alone; else NULL. */
struct pairs {
  size_t count;
  uint64_t y[PAIRS_MOST], x[PAIRS_MOST];
};

V_INLINE uint64_t next_quotient(struct pairs *pairs, enum way way, int logms, uint64_t y,
                                uint64_t x, uint64_t *rest) {
  if (pairs && pairs->count < PAIRS_MOST) pairs->y[pairs->count] = y, pairs->x[pairs->count++] = x;
  return quotient_of(way, logms, y, x, rest);
}
#define QUOTIENT(y, x, rest) next_quotient(pairs, way, logms, y, x, rest)
V_INLINE uint64_t at_most(uint64_t k, uint64_t n) { return k < n ? k : n; }

V_INLINE int lefevre_branches(struct line l, uint64_t n, enum way way, int logms,
                              struct pairs *pairs) {
  uint64_t p = l.a, q = (UINT64_C(1) << BITS) - l.a, d = l.b, u = 1, v = 1;
  if (d < l.e || p == 0) return d < l.e;
  for (;;) {
    if (d < p) {
      u += at_most(QUOTIENT(q, p, &q), n) * v;
      if (u + v >= n || q == 0) return 0;
      p -= q, v += u;
    } else {
      d -= p;
      if (d < l.e) return 1;
      v += at_most(QUOTIENT(p, q, &p), n) * u;
      if (u + v >= n || p == 0) return 0;
      q -= p, u += v;
    }
  }
}

#define SWAP(x, y)           \
  do {                       \
    const uint64_t kept = x; \
    x = y, y = kept;         \
  } while (0)

/* x: the length of the kind of interval that b was in, p or q; y: of the other; cx, cy: the numbers
   that grow with y and x. */
V_INLINE int lefevre_swap(struct line l, uint64_t n, enum way way, int logms, struct pairs *pairs) {
  uint64_t x = l.a, y = (UINT64_C(1) << BITS) - l.a, d = l.b, cx = 1, cy = 1;
  int x_is_p = 1;
  if (d < l.e || x == 0) return d < l.e;
  for (;;) {
    const uint64_t p = x_is_p ? x : y;
    const int in_p = d < p;
    if (in_p != x_is_p) {
      SWAP(x, y);
      SWAP(cx, cy);
      x_is_p = in_p;
    }
    if (!in_p) d -= p;
    if (d < l.e) return 1;
    cx += at_most(QUOTIENT(y, x, &y), n) * cy;
    if (cx + cy >= n || y == 0) return 0;
    x -= y, cy += cx;
  }
}

/* x divides y; before is 0 in first half steps and y's rest in second ones, where b lies so far
   above the point (regular.md). */
V_INLINE int regular_rolled(struct line l, uint64_t n, enum way way, int logms,
                            struct pairs *pairs) {
  uint64_t x = l.a, y = UINT64_C(1) << BITS, d = l.b, grows = 0, other = 1, second = 0;
  if (x == 0) return d < l.e;
  for (;;) {
    grows += at_most(QUOTIENT(y, x, &y), n) * other;
    const uint64_t before = y & second;
    if (d >= before) QUOTIENT(d - before, x, &d);
    if (grows + other >= n || y == 0) return d < l.e;
    SWAP(x, y);
    SWAP(grows, other);
    second = ~second;
  }
}

V_INLINE int regular_unrolled(struct line l, uint64_t n, enum way way, int logms,
                              struct pairs *pairs) {
  uint64_t p = l.a, q = UINT64_C(1) << BITS, d = l.b, u = 0, v = 1;
  if (p == 0) return d < l.e;
  for (;;) {
    u += at_most(QUOTIENT(q, p, &q), n) * v;
    QUOTIENT(d, p, &d);
    if (u + v >= n || q == 0) return d < l.e;
    v += at_most(QUOTIENT(p, q, &p), n) * u;
    if (d >= p) QUOTIENT(d - p, q, &d);
    if (u + v >= n || p == 0) return d < l.e;
  }
}

/* All lines, by each shape in each way: keeps[i] is the answer for line i. */
typedef void run(uint8_t *keeps, const struct line *lines, size_t count, uint64_t n, int logms);
#define RUN(shape, way)                                                                          \
  static void shape##_##way(uint8_t *keeps, const struct line *lines, size_t count, uint64_t n,  \
                            int logms) {                                                         \
    for (size_t i = 0; i < count; i++) keeps[i] = (uint8_t)shape(lines[i], n, way, logms, NULL); \
  }
#define RUNS(shape)    \
  RUN(shape, HARDWARE) \
  RUN(shape, SUBTRACTION) RUN(shape, HYBRID) RUN(shape, DOUBLES) RUN(shape, RECIPROCALS)
RUNS(lefevre_branches)
RUNS(lefevre_swap)
RUNS(regular_rolled)
RUNS(regular_unrolled)
#define SHAPE(shape) \
  {shape##_HARDWARE, shape##_SUBTRACTION, shape##_HYBRID, shape##_DOUBLES, shape##_RECIPROCALS}
static run *const runs[4][5] = {SHAPE(lefevre_branches), SHAPE(lefevre_swap), SHAPE(regular_rolled),
                                SHAPE(regular_unrolled)};
static const char *const tests[2] = {"lefevre", "regular"};
static const char *const shapes[4] = {"branches", "swap", "half steps", "unrolled"};

/* What is measured: each way once, hybrid with each LOGMS. */
static const struct {
  enum way way;
  int logms;
  const char *name;
} ways[] = {
    {HARDWARE, 0, "hardware"},       {SUBTRACTION, 0, "subtraction"}, {HYBRID, 0, "hybrid 0"},
    {HYBRID, 1, "hybrid 1"},         {HYBRID, 2, "hybrid 2"},         {HYBRID, 3, "hybrid 3"},
    {HYBRID, 4, "hybrid 4"},         {HYBRID, 5, "hybrid 5"},         {HYBRID, 6, "hybrid 6"},
    {HYBRID, 8, "hybrid 8"},         {HYBRID, 12, "hybrid 12"},       {HYBRID, 16, "hybrid 16"},
    {HYBRID, 32, "hybrid 32"},       {HYBRID, 64, "hybrid 64"},       {DOUBLES, 0, "doubles"},
    {RECIPROCALS, 0, "reciprocals"},
};
enum { WAYS = sizeof ways / sizeof *ways };

static void least(double *best, double start) {
  const double taken = cpu_seconds() - start;
  if (taken < *best) *best = taken;
}

/* ---- The whole tests ---- */

static void check(const uint8_t *keeps, const uint8_t *expected, size_t count, int shape, int way) {
  if (memcmp(keeps, expected, count) == 0) return;
  fprintf(stderr, "bench-quotients: %s, %s, %s: not what the kernels answer\n", tests[shape / 2],
          shapes[shape], ways[way].name);
  exit(1);
}

static void bench_tests(const struct line *lines, uint8_t *const expected[2], size_t count,
                        uint64_t n, int rounds) {
  static double best[4][WAYS];
  uint8_t *keeps = malloc(count);
  for (int round = 0; round < rounds; round++)
    for (int shape = 0; shape < 4; shape++)
      for (int way = 0; way < WAYS; way++) {
        if (round == 0) best[shape][way] = INFINITY;
        const double start = cpu_seconds();
        runs[shape][ways[way].way](keeps, lines, count, n, ways[way].logms);
        least(&best[shape][way], start);
        check(keeps, expected[shape / 2], count, shape, way);
      }
  printf("#whole\ttest\tquotients\tns a domain: %s, half steps\t%s, unrolled\n", shapes[0],
         shapes[1]);
  for (int test = 0; test < 2; test++)
    for (int way = 0; way < WAYS; way++)
      printf("whole\t%s\t%s\t%.1f\t%.1f\n", tests[test], ways[way].name,
             best[2 * test][way] * 1e9 / (double)count,
             best[2 * test + 1][way] * 1e9 / (double)count);
  free(keeps);
}

/* ---- Quotients alone ---- */

static void print_sizes(const char *test, const struct pairs *pairs) {
  size_t of[CLASSES] = {0}; /* 0, 1, 2, 3, 4-7, 8-15, 16-63, 64-1023, more */
  for (size_t i = 0; i < pairs->count; i++) {
    const uint64_t k = pairs->y[i] / pairs->x[i];
    of[k < 4 ? k : k < 8 ? 4 : k < 16 ? 5 : k < 64 ? 6 : k < 1024 ? 7 : 8]++;
  }
  printf("sizes\t%s", test);
  for (int c = 0; c < CLASSES; c++) printf("\t%.2f", 100 * (double)of[c] / (double)pairs->count);
  printf("\n");
}

/* The sum of all, by each way: next to each other, or, with `wait`, which is 0 but not for the
   compiler, one after the other. */
typedef uint64_t alone(const struct pairs *pairs, int logms, uint64_t wait);
#define ALONE(way)                                                                            \
  static uint64_t next_to_##way(const struct pairs *pairs, int logms, uint64_t wait) {        \
    uint64_t sum = wait, rest;                                                                \
    for (size_t i = 0; i < pairs->count; i++)                                                 \
      sum += quotient_of(way, logms, pairs->y[i], pairs->x[i], &rest) + rest;                 \
    return sum;                                                                               \
  }                                                                                           \
  static uint64_t after_##way(const struct pairs *pairs, int logms, uint64_t wait) {          \
    uint64_t sum = 0, rest = 0;                                                               \
    for (size_t i = 0; i < pairs->count; i++)                                                 \
      sum += quotient_of(way, logms, pairs->y[i] + (rest & wait), pairs->x[i], &rest) + rest; \
    return sum;                                                                               \
  }
ALONE(HARDWARE)
ALONE(SUBTRACTION)
ALONE(HYBRID)
ALONE(DOUBLES)
ALONE(RECIPROCALS)
static alone *const alones[2][5] = {
    {next_to_HARDWARE, next_to_SUBTRACTION, next_to_HYBRID, next_to_DOUBLES, next_to_RECIPROCALS},
    {after_HARDWARE, after_SUBTRACTION, after_HYBRID, after_DOUBLES, after_RECIPROCALS}};
static volatile uint64_t zero;

static void bench_alone(const char *test, const struct pairs *pairs, int rounds) {
  double best[2][WAYS];
  uint64_t expected = 0;
  for (int round = 0; round < rounds; round++)
    for (int after = 0; after < 2; after++)
      for (int way = 0; way < WAYS; way++) {
        if (round == 0) best[after][way] = INFINITY;
        const double start = cpu_seconds();
        const uint64_t sum = alones[after][ways[way].way](pairs, ways[way].logms, zero);
        least(&best[after][way], start);
        if (round + after + way == 0) expected = sum;
        if (sum == expected) continue;
        fprintf(stderr, "bench-quotients: %s: other quotients by %s\n", test, ways[way].name);
        exit(1);
      }
  for (int way = 0; way < WAYS; way++)
    printf("alone\t%s\t%s\t%.2f\t%.2f\n", test, ways[way].name,
           best[0][way] * 1e9 / (double)pairs->count, best[1][way] * 1e9 / (double)pairs->count);
}

/* ---- The same in vectors of doubles ---- */

#ifdef __x86_64__
enum { VECTOR_PAIRS = 1 << 12 };

struct vectors {
  double y[VECTOR_PAIRS], x[VECTOR_PAIRS], k[VECTOR_PAIRS], rest[VECTOR_PAIRS];
};

#define IN_VECTORS(name, set)                                                                     \
  __attribute__((target(set), optimize("O3"), noinline)) static void name(struct vectors *v,      \
                                                                          int reciprocals) {      \
    for (size_t i = 0; i < VECTOR_PAIRS && reciprocals; i++) {                                    \
      const double r = 1.0 / v->x[i];                                                             \
      v->k[i] = __builtin_floor(v->y[i] * r + 0.5 * r), v->rest[i] = v->y[i] - v->k[i] * v->x[i]; \
    }                                                                                             \
    for (size_t i = 0; i < VECTOR_PAIRS && !reciprocals; i++)                                     \
      v->k[i] = __builtin_floor(v->y[i] / v->x[i]), v->rest[i] = v->y[i] - v->k[i] * v->x[i];     \
  }
IN_VECTORS(in_avx2, "avx2,fma")
IN_VECTORS(in_avx512, "avx512f,avx512dq,avx512vl,prefer-vector-width=512")

static void bench_vectors(const char *test, const struct pairs *pairs, int rounds) {
  static struct vectors v;
  for (size_t i = 0; i < VECTOR_PAIRS; i++)
    v.y[i] = (double)pairs->y[i], v.x[i] = (double)pairs->x[i];
  for (int set = 0; set < 2; set++) {
    if (!(set ? __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")
              : __builtin_cpu_supports("avx2")))
      continue;
    for (int reciprocals = 0; reciprocals < 2; reciprocals++) {
      double best = INFINITY;
      for (int round = 0; round < 4 * rounds; round++) {
        const double start = cpu_seconds();
        (set ? in_avx512 : in_avx2)(&v, reciprocals);
        least(&best, start);
      }
      for (size_t i = 0; i < VECTOR_PAIRS; i++)
        if (v.k[i] != (double)(pairs->y[i] / pairs->x[i]))
          fprintf(stderr, "bench-quotients: vectors are wrong\n"), exit(1);
      printf("alone\t%s\t%s, %s\t%.2f\t-\n", test, ways[WAYS - 2 + reciprocals].name,
             set ? "AVX-512" : "AVX2", best * 1e9 / VECTOR_PAIRS);
    }
  }
}
#else
static void bench_vectors(const char *test, const struct pairs *pairs, int rounds) {
  (void)test, (void)pairs, (void)rounds;
}
#endif

/* ---- Input ---- */

/* The packet's lines as short lines, and what the kernels answer. */
static size_t make_lines(struct line **lines, uint8_t *expected[2], uint64_t *n) {
  struct tmd_poly_record *packet = packet_like_exp(4, 3);
  struct v_line *made = malloc((packet->count + TMD_TRACKS) * sizeof *made);
  const size_t count = packet_lines(made, packet, THRESHOLD);
  *n = packet->n;
  *lines = malloc((count + 1) * sizeof **lines);
  for (int test = 0; test < 2; test++) expected[test] = malloc(count + 1);
  for (size_t i = 0; i < count; i++) {
    const struct v_line line = made[i];
    if ((line.a | line.b | line.e) & ((1 << TMD_SHORT_UNIT) - 1))
      fprintf(stderr, "bench-quotients: a long line\n"), exit(1);
    (*lines)[i] =
        (struct line){line.a >> TMD_SHORT_UNIT, line.b >> TMD_SHORT_UNIT, line.e >> TMD_SHORT_UNIT};
    expected[0][i] = (uint8_t)v_line_keeps(TMD_TEST_LEFEVRE, line, *n);
    expected[1][i] = (uint8_t)v_line_keeps(TMD_TEST_REGULAR, line, *n);
  }
  free(made);
  free(packet);
  return count;
}

int main(int argc, char **argv) {
  const int rounds = argc > 1 ? atoi(argv[1]) : 7;
  struct line *lines;
  uint8_t *expected[2];
  uint64_t n;
  const size_t count = make_lines(&lines, expected, &n);
  static struct pairs pairs[2];
  if (rounds < 1 || count == 0) return 2;
  for (size_t i = 0; i < count; i++) {
    lefevre_branches(lines[i], n, HARDWARE, 0, &pairs[0]);
    regular_unrolled(lines[i], n, HARDWARE, 0, &pairs[1]);
  }
  printf("#sizes\ttest\t%% of quotients that are 0\t1\t2\t3\t4-7\t8-15\t16-63\t64-1023\tmore\n");
  for (int test = 0; test < 2; test++) print_sizes(tests[test], &pairs[test]);
  printf("#alone\ttest\tquotients\tns, next to each other\tns, one after the other\n");
  for (int test = 0; test < 2; test++) {
    bench_alone(tests[test], &pairs[test], rounds);
    bench_vectors(tests[test], &pairs[test], rounds);
  }
  bench_tests(lines, expected, count, n, rounds);
  for (int test = 0; test < 2; test++) free(expected[test]);
  free(lines);
  return 0;
}
