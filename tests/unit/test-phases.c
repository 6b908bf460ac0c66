/* The phases against brute force: no domain with a case is dropped, every candidate is found, every
   instruction set gives the same bits, and each term of the bounds is needed. */
#include "kernels/boolean/boolean.h"
#include "kernels/exhaust/exhaust.h"
#include "tests/unit/packets.h"
#include "tests/unit/tap.h"

static const char *const set_names[] = {TMD_SET_NAMES};

static struct tmd_poly_record *new_packet(struct tmd_packet_shape shape, uint64_t n, double err) {
  return packet_new(shape, n, 1000, err);
}

/* ---- The tests alone: reference transcriptions on 128-bit integers ---- */

static int reference_lefevre(uint64_t a, uint64_t b, uint64_t e, uint64_t n) {
  tmd_u128 p = a, q = ((tmd_u128)1 << 64) - a, d = b, u = 1, v = 1, k;
  if (d < e) return 1;
  if (a == 0) return 0;
  for (;;) {
    if (d < p) {
      k = q / p, q -= k * p, u += k * v;
      if (u + v >= n || q == 0) return 0;
      p -= q, v += u;
    } else {
      d -= p;
      if (d < e) return 1;
      k = p / q, p -= k * q, v += k * u;
      if (u + v >= n || p == 0) return 0;
      q -= p, u += v;
    }
  }
}

static int reference_regular(uint64_t a, uint64_t b, uint64_t e, uint64_t n) {
  tmd_u128 p = a, q = (tmd_u128)1 << 64, d = b, u = 0, v = 1, k;
  if (a == 0) return d < e;
  for (;;) {
    k = q / p, q -= k * p, u += k * v, d %= p;
    if (u + v >= n || q == 0) return d < e;
    k = p / q, p -= k * q, v += k * u;
    if (d >= p) d = (d - p) % q;
    if (u + v >= n || p == 0) return d < e;
  }
}

static int brute_line(uint64_t a, uint64_t b, uint64_t e, uint64_t n) {
  for (uint64_t t = 0; t < n; t++, b -= a)
    if (b < e) return 1;
  return 0;
}

/* A slope near a rational with a small denominator, exactly it, tiny, or anything. */
static uint64_t random_slope(void) {
  uint64_t q = 1 + test_random() % 40, p = test_random() % q,
           near = (uint64_t)(((tmd_u128)p << 64) / q);
  switch (test_random() % 6) {
  case 0: return near + test_random() % 5 - 2;
  case 1:
    return near + (test_random() >> (20 + test_random() % 44)) -
           (test_random() >> (20 + test_random() % 44));
  case 2: return test_random() % 5 - 2;
  case 3: return test_random_words();
  default: return test_random();
  }
}

/* The entry sees exactly this line: r_2 = 0, slope and start on whole words. */
static void line_track(struct tmd_lines_job *job, int track, uint64_t a, uint64_t b) {
  memset(job->table[2], 0, sizeof job->table[2]);
  job->table[0][0][1][track] = b - job->rule.allowance;
  job->table[1][0][1][track] = -a;
}

static void test_integers(void) {
  int wrong[TMD_KERNEL_SETS] = {0}, sound = 1;
  long kept[6] = {0, 0, 0, 0, 0, 0}, total = 0;
  for (int round = 0; round < 40000; round++) {
    static struct tmd_lines_job job;
    uint64_t a[TMD_TRACKS], b[TMD_TRACKS];
    job.rule.n = round % 4 ? 2 + test_random() % 600
                           : 2 + (test_random() & ((UINT64_C(1) << (1 + test_random() % 13)) - 1));
    if (round % 2000 == 0)
      job.rule.n = (1 << 21) + test_random() % (1 << 20); /* long runs of plain steps */
    if (round % 1000 == 101) job.rule.n = (1 << 24) + test_random() % (1 << 29);
    job.rule.allowance =
        1 + (test_random() & ((UINT64_C(1) << 59) - 1)) / (job.rule.n << test_random() % 8);
    job.test = (enum tmd_test)(round % 5 < 3 ? round % 5 : round & 1);
    const uint64_t below = job.rule.below_unit =
        round % 3 ? (UINT64_C(1) << TMD_SHORT_UNIT) - 1 : 0; /* short lines, or not */
    job.line = TMD_LINE_TANGENT;
    job.degree = 2;
    job.steps = 1;
    job.tracks = TMD_TRACKS;
    uint64_t e = (2 * job.rule.allowance + 2 * below) & ~below;
    unsigned expected = 0;
    for (int track = 0; track < TMD_TRACKS; track++) {
      a[track] = random_slope() << (below ? TMD_SHORT_UNIT * (test_random() % 2) : 0) & ~below;
      uint64_t point = a[track] * (test_random() % job.rule.n),
               edges[] = {0, e}; /* on a point, or just near or not near it */
      b[track] = test_random() % 2
                     ? test_random()
                     : point + edges[test_random() % 2] + (test_random() % 3 - 1) * (below + 1);
      b[track] &= ~below;
      line_track(&job, track, a[track], b[track]);
      int keep =
          job.test == TMD_TEST_LEFEVRE || reference_regular(a[track], b[track], e, job.rule.n);
      if (job.test != TMD_TEST_REGULAR)
        keep = keep && reference_lefevre(a[track], b[track], e, job.rule.n);
      expected |= (unsigned)keep << track;
      if (job.rule.n < 1000) {
        int any = brute_line(a[track], b[track], e, job.rule.n);
        sound &= keep >= any;
        kept[2 * job.test] += keep, kept[2 * job.test + 1] += any;
      }
      total++;
    }
    for (int set = 0; set < TMD_KERNEL_SETS; set++) {
      uint8_t marks = 0;
      if (tmd_kernels_select(set_names[set]) != 0) continue;
      tmd_kernel_lines()(&job, &marks);
      wrong[set] |= marks != expected;
    }
  }
  for (int set = 0; set < TMD_KERNEL_SETS; set++)
    if (tmd_kernels_select(set_names[set]) != 0) tap_skip(set_names[set], "not on this machine");
    else
      tap_ok(!wrong[set], "the tests on %s equal their transcriptions in integers on %ld lines",
             set_names[set], total);
  tap_ok(
      sound,
      "no test drops a line with a near point (lefevre keeps %ld of %ld needed, regular %ld of %ld, both %ld of %ld)",
      kept[0], kept[1], kept[2], kept[3], kept[4], kept[5]);
}

/* ---- Random polynomials ---- */

static int log2_of(uint64_t n) { return 64 - __builtin_clzll(n); }

/* A packet on which the tests are apt to fail: see the head of random_slope; curvature from nothing
   to wild, of either sign; the same for the higher terms and for the drift over the domains. */
static struct tmd_poly_record *random_packet(int threshold) {
  int degree = (int)(test_random() % 5), words = 1 + (int)(test_random() % 4),
      plain = test_random() % 4 != 0;
  uint64_t n = 2 + test_random() % (test_random() % 4 ? 60 : 400);
  uint32_t count = plain ? 1 : 1 + (uint32_t)(test_random() % 20);
  if (test_random() % 64 == 0)
    count = plain ? 1 : 64 + (uint32_t)(test_random() % 100), n = 2 + n % 20;
  double err = test_random() % 2 ? 0 : ldexp(1, -threshold - 1 - (int)(test_random() % 30));
  struct tmd_poly_record *packet =
      new_packet((struct tmd_packet_shape){degree, words, plain ? 0 : degree, count, 1}, n, err);
  int spread = (int)(test_random() % 24) - 4;
  for (int j = 0; j <= degree; j++)
    for (int k = 0; k <= (plain ? 0 : degree - j); k++) {
      uint64_t *c = tmd_packet_coefficient(packet, j, k);
      int small = j * log2_of(n) + k * log2_of(count) + spread - 2;
      if (j + k == 0) random_small(c, words, 0);
      else if (j == 1 && k == 0) {
        random_small(c, words, 0);
        if (test_random() % 4)
          for (int w = 0; w < words - 1; w++) c[w] = test_random() % 2 ? 0 : ~UINT64_C(0);
        c[words - 1] = random_slope();
        if (test_random() % 8 == 0) memset(c, 0, 8 * (size_t)words);
      } else if (test_random() % 8 == 0) memset(c, 0, 8 * (size_t)words);
      else if (test_random() % 16 == 0) random_small(c, words, 0);
      else random_small(c, words, small < 0 ? 0 : small > 64 * words ? 64 * words : small);
    }
  return packet;
}

/* 1 if every case lies in a range whose bit is set */
static int covered(const struct tmd_poly_record *packet, const uint64_t *bitmap, size_t bits,
                   const uint8_t *cases) {
  uint64_t arguments = packet->count * packet->n, length = arguments / bits;
  for (uint64_t x = 0; x < arguments; x++)
    if (cases[x] && !tmd_packet_bit(bitmap, x / length)) return 0;
  return 1;
}

/* A test and a line. */
static const struct form {
  enum tmd_test test;
  enum tmd_line line;
  const char *name;
} forms[] = {{TMD_TEST_LEFEVRE, TMD_LINE_MINIMAX, "lefevre, minimax"},
             {TMD_TEST_REGULAR, TMD_LINE_MINIMAX, "regular, minimax"},
             {TMD_TEST_LEFEVRE, TMD_LINE_TANGENT, "lefevre, tangent"},
             {TMD_TEST_REGULAR, TMD_LINE_TANGENT, "regular, tangent"},
             {TMD_TEST_BOTH, TMD_LINE_MINIMAX, "both, minimax"}};
enum { FORMS = sizeof forms / sizeof *forms };

struct tally {
  long polynomials, with_case, dropped[FORMS], parts_dropped[FORMS], candidates;
  int sound[FORMS], same_bits, exact;
};

static struct tmd_poly_record *copy_packet(const struct tmd_poly_record *packet, uint32_t parts) {
  struct tmd_packet_shape shape = tmd_packet_shape_of(packet);
  size_t plain = tmd_packet_bytes(&shape);
  shape.split *= parts;
  struct tmd_poly_record *copy = calloc(1, tmd_packet_bytes(&shape));
  if (parts == 1) memcpy(copy, packet, plain);
  return copy;
}

/* Phases 1 and 2 and the exhaustive one, in a chain, on one instruction set. */
static struct tmd_poly_record *chain(const struct tmd_poly_record *packet,
                                     const struct tmd_boolean *how, uint32_t wanted,
                                     struct tmd_poly_record **refined) {
  struct tmd_poly_record *marked = copy_packet(packet, 1);
  tmd_boolean_mark(marked, how);
  uint32_t parts = tmd_boolean_parts(marked, wanted);
  *refined = copy_packet(marked, parts);
  tmd_boolean_split(*refined, marked, how, parts);
  if (parts > 1) tmd_boolean_mark(*refined, how); /* again, on a split packet */
  return marked;
}

static void check_candidates(struct tally *tally, const struct tmd_poly_record *packet,
                             int threshold, const uint8_t *cases) {
  struct tmd_candidates found = {0};
  tmd_u128 base = tmd_wide_load(packet->X0), X0 = base, X1 = base + packet->count * packet->n;
  if (test_random() % 4 == 0) X0 += test_random() % packet->n, X1 -= test_random() % packet->n;
  if (X0 >= X1) X0 = base;
  tmd_exhaust_packet(&found, packet, threshold, X0, X1);
  size_t at = 0;
  int good = 1;
  for (tmd_u128 X = X0; X < X1; X++)
    if (cases[X - base]) good &= at < found.count && found.X[at] == X, at++;
  tally->exact &= good && at == found.count;
  tally->candidates += (long)found.count;
  free(found.X);
}

static void check_packet(struct tally *tally, const struct tmd_poly_record *packet, int threshold) {
  static uint8_t cases[70000];
  tally->polynomials++;
  tally->with_case += packet_cases(cases, packet, threshold) > 0;
  for (int form = 0; form < FORMS; form++) {
    struct tmd_boolean how = {forms[form].test, forms[form].line, threshold};
    struct tmd_poly_record *marked[TMD_KERNEL_SETS] = {0}, *refined[TMD_KERNEL_SETS] = {0};
    uint32_t wanted = 2 + (uint32_t)(test_random() % 16);
    for (int set = 0; set < TMD_KERNEL_SETS; set++) {
      if (tmd_kernels_select(set_names[set]) != 0) continue;
      marked[set] = chain(packet, &how, wanted, &refined[set]);
      if (set == 0) continue;
      struct tmd_packet_shape shape = tmd_packet_shape_of(refined[0]);
      tally->same_bits &= memcmp(refined[0], refined[set], tmd_packet_bytes(&shape)) == 0;
      shape = tmd_packet_shape_of(marked[0]);
      tally->same_bits &= memcmp(marked[0], marked[set], tmd_packet_bytes(&shape)) == 0;
    }
    tally->sound[form] &=
        covered(packet, tmd_packet_bitmap(marked[0]), tmd_packet_bits(marked[0]), cases);
    tally->sound[form] &=
        covered(packet, tmd_packet_bitmap(refined[0]), tmd_packet_bits(refined[0]), cases);
    tally->dropped[form] += (long)(tmd_packet_bits(marked[0]) - tmd_packet_survivors(marked[0]));
    tally->parts_dropped[form] +=
        (long)(tmd_packet_bits(refined[0]) - tmd_packet_survivors(refined[0]));
    if (form == 0) {
      tmd_kernels_select(set_names[test_random() % TMD_KERNEL_SETS]);
      check_candidates(tally, packet, threshold, cases);
      check_candidates(tally, refined[0], threshold, cases);
    }
    for (int set = 0; set < TMD_KERNEL_SETS; set++) free(marked[set]), free(refined[set]);
  }
}

static void test_polynomials(void) {
  struct tally tally = {.sound = {1, 1, 1, 1, 1}, .same_bits = 1, .exact = 1};
  while (tally.polynomials < 100000) {
    int threshold =
        test_random() % 8 ? 6 + (int)(test_random() % 16) : (int)(1 + test_random() % 100);
    FREED struct tmd_poly_record *packet = random_packet(threshold);
    const uint64_t n = packet->n, ends[] = {0, n - 1, test_random() % n, test_random() % n};
    if (test_random() % 2)
      packet_plant_edge(packet, threshold, test_random() % packet->count, ends[test_random() % 4],
                        1 + test_random() % 2, test_random() % 2);
    check_packet(&tally, packet, threshold);
  }
  for (int form = 0; form < FORMS; form++)
    tap_ok(tally.sound[form] && tally.dropped[form] > 1000 && tally.parts_dropped[form] > 1000,
           "%s: no case is lost in %ld packets (with cases: %ld; dropped: %ld domains, %ld parts)",
           forms[form].name, tally.polynomials, tally.with_case, tally.dropped[form],
           tally.parts_dropped[form]);
  tap_ok(tally.same_bits, "every instruction set gives the same bitmaps");
  tap_ok(tally.exact && tally.candidates > 1000,
         "exhaustive evaluation gives exactly the cases, also clipped (%ld)", tally.candidates);
}

/* ---- Exhaustive evaluation where only direct evaluation can check it ---- */

static int check_window(const struct tmd_poly_record *packet, int threshold, uint64_t i,
                        uint64_t t0, uint64_t length, size_t *seen) {
  struct tmd_candidates found = {0};
  tmd_u128 X0 = tmd_wide_load(packet->X0) + (tmd_u128)i * packet->n + t0;
  uint64_t value[TMD_WORDS_MAX];
  size_t at = 0;
  int good = 1;
  tmd_exhaust_packet(&found, packet, threshold, X0, X0 + length);
  for (uint64_t t = 0; t < length; t++) {
    uint64_t position = t0 + t, domain = i + position / packet->n;
    tmd_packet_value(value, packet, domain, position % packet->n);
    if (tmd_packet_near(value, packet->words, threshold, packet->err))
      good &= at < found.count && found.X[at] == X0 + t, at++;
  }
  good &= at == found.count && found.arguments == length;
  *seen += at;
  free(found.X);
  return good;
}

static void test_windows(void) {
  int good = 1;
  size_t seen = 0;
  for (int round = 0; round < 60; round++) {
    int degree = round % 3 ? 8 : (int)(test_random() % (TMD_DEGREE_MAX + 1));
    int words = round % 3 ? 7 : 1 + (int)(test_random() % 12);
    FREED struct tmd_poly_record *packet =
        new_packet((struct tmd_packet_shape){degree, words, 0, 1, 1}, UINT64_C(1) << 62, 0x1p-30);
    packet->X0 = tmd_wide_store((tmd_u128)1 << 100);
    for (int j = 0; j <= degree; j++) random_small(tmd_packet_coefficient(packet, j, 0), words, 0);
    if (tmd_kernels_select(set_names[round % TMD_KERNEL_SETS]) != 0) tmd_kernels_select("scalar");
    good &= check_window(packet, 6, 0, test_random() >> 3, 1 + test_random() % 3000, &seen);
    good &= check_window(packet, 6, 0, (UINT64_C(1) << 62) - 700, 700, &seen);
  }
  tap_ok(good && seen > 1000,
         "one domain of 2^62 arguments, degree up to %d, clipped to a window: %zu candidates",
         TMD_DEGREE_MAX, seen);

  good = 1, seen = 0;
  for (int round = 0; round < 12; round++) {
    FREED struct tmd_poly_record *packet =
        new_packet((struct tmd_packet_shape){3, 4, 3, 5, 1}, 60000, 0);
    for (int j = 0; j <= 3; j++)
      for (int k = 0; j + k <= 3; k++) random_small(tmd_packet_coefficient(packet, j, k), 4, 0);
    if (tmd_kernels_select(set_names[round % TMD_KERNEL_SETS]) != 0) tmd_kernels_select("scalar");
    good &= check_window(packet, 9, 1 + test_random() % 2, test_random() % 60000,
                         60000 + test_random() % 60000, &seen);
  }
  tap_ok(good && seen > 1000, "windows across domains: %zu candidates", seen);

  /* binary128: the threshold lies below the 64 bits that the kernel compares */
  FREED struct tmd_poly_record *packet =
      new_packet((struct tmd_packet_shape){3, 3, 0, 1, 1}, 1 << 20, 0);
  for (int j = 0; j <= 3; j++) random_small(tmd_packet_coefficient(packet, j, 0), 3, 0);
  packet_plant(packet, 0, 777777, (uint64_t[3]){0});
  struct tmd_candidates found = {0};
  tmd_exhaust_packet(&found, packet, 104, 0, (tmd_u128)1 << 100);
  tap_ok(found.count == 1 && found.X[0] == 1000 + 777777,
         "threshold 104 finds the one case (flagged: %llu)", (unsigned long long)found.flagged);
  free(found.X);
}

/* ---- Bounds that bite: half a term less, and a case is lost ---- */

static int keeps(const struct tmd_poly_record *packet, const struct tmd_boolean *how,
                 struct tmd_line_budget budget, uint32_t parts, size_t bit) {
  size_t words = (tmd_packet_bits(packet) * parts + 63) / 64;
  FREED uint64_t *bitmap = calloc(words, 8);
  tmd_boolean_ranges(bitmap, packet, how, parts, &budget);
  return tmd_packet_bit(bitmap, bit);
}

static int is_case(const struct tmd_poly_record *packet, int threshold, uint64_t i, uint64_t t) {
  uint64_t value[TMD_WORDS_MAX];
  tmd_packet_value(value, packet, i, t);
  return tmd_packet_near(value, packet->words, threshold, packet->err);
}

/* The width 2^-threshold, and err. */
static void bite_near(const struct tmd_boolean *how, const char *name) {
  FREED struct tmd_poly_record *packet =
      new_packet((struct tmd_packet_shape){2, 2, 0, 1, 1}, 64, 0x1p-30);
  /* 2^-30 + 2^-30, less a unit */
  packet_set(packet, 0, (tmd_u128)(((tmd_i128)1 << 98) + ((tmd_i128)1 << 98) - 1));
  struct tmd_boolean at_30 = *how;
  at_30.threshold = 30;
  struct tmd_line_budget budget = tmd_line_budget(packet, 30, 64, 0), half = budget;
  half.near /= 2;
  tap_ok(is_case(packet, 30, 0, 5) && keeps(packet, &at_30, budget, 1, 0) &&
             !keeps(packet, &at_30, half, 1, 0),
         "%s: half of 2^-threshold + err loses a case", name);
}

/* Whether the packet's only line is kept by the rule of the job. */
static int line_is_kept(struct tmd_lines_job *job, const struct tmd_poly_record *packet) {
  uint8_t marks = 0;
  for (int j = 0; j <= packet->degree; j++)
    for (int w = 0; w < 2; w++) job->table[j][0][w][0] = tmd_packet_coefficient(packet, j, 0)[w];
  tmd_kernel_lines()(job, &marks);
  return marks & 1;
}

/* The error of the line: a parabola that touches an integer where the line is farthest from it. */
static void bite_line(const struct tmd_boolean *how, const char *name) {
  const uint64_t n = 1025;
  const int minimax = how->line == TMD_LINE_MINIMAX;
  FREED struct tmd_poly_record *packet = new_packet((struct tmd_packet_shape){2, 2, 0, 1, 1}, n, 0);
  const tmd_i128 r2 = (tmd_i128)1 << 92; /* |r2| (n-1)^2/16 = 2^-20, or 8 times that */
  packet_set(packet, 2, (tmd_u128)r2);
  packet_set(packet, 1, (tmd_u128)(minimax ? -r2 * (tmd_i128)(n - 2) / 2 : 0));
  packet_set(packet, 0, (tmd_u128)(minimax ? 0 : -r2 * (tmd_i128)((n - 1) * (n - 2) / 2)));
  FREED struct tmd_lines_job *job = calloc(1, sizeof *job);
  struct tmd_line_budget budget = tmd_line_budget(packet, how->threshold, n, 0);
  const int good =
      tmd_line_job(job, how, &budget, n) == 0 && is_case(packet, how->threshold, 0, n - 1);
  *job = (struct tmd_lines_job){.test = job->test,
                                .line = job->line,
                                .tracks = 1,
                                .degree = 2,
                                .steps = 1,
                                .rule = job->rule};
  const int kept = line_is_kept(job, packet);
  /* half of 2^44 units, but not of the shift of the line; for the tangent, which is not shifted,
     half the factor */
  if (minimax) job->rule.allowance -= UINT64_C(1) << 43;
  else job->rule.curvature_factor /= 2;
  tap_ok(good && kept && !line_is_kept(job, packet),
         "%s: half of the error of the line loses a case", name);
}

/* The cubic term, at the end of the domain. */
static void bite_tail(const struct tmd_boolean *how, const char *name) {
  const uint64_t n = 1024;
  FREED struct tmd_poly_record *packet = new_packet((struct tmd_packet_shape){3, 2, 0, 1, 1}, n, 0);
  const tmd_i128 r3 = (tmd_i128)1 << 76;
  packet_set(packet, 3, (tmd_u128)(r3));
  packet_set(packet, 0, (tmd_u128)(-r3 * (tmd_i128)((n - 1) * (n - 2) * (n - 3) / 6)));
  struct tmd_line_budget budget = tmd_line_budget(packet, how->threshold, n, 0), half = budget;
  half.curvature = budget.curvature =
      0; /* r_2 is 0 here; the bound allows for a domain's later positions */
  half.tail /= 2;
  tap_ok(is_case(packet, how->threshold, 0, n - 1) && keeps(packet, how, budget, 1, 0) &&
             !keeps(packet, how, half, 1, 0),
         "%s: half of the terms from the cubic on loses a case", name);
}

/* The slope to 64 bits: half a unit short, n - 1 times. */
static void bite_slope(const struct tmd_boolean *how, const char *name, int n_log2) {
  const uint64_t n = UINT64_C(1) << n_log2;
  FREED struct tmd_poly_record *packet = new_packet((struct tmd_packet_shape){1, 2, 0, 1, 1}, n, 0);
  const tmd_i128 r1 = ((tmd_i128)1 << 63) - 1;
  packet_set(packet, 1, (tmd_u128)(r1));
  packet_set(packet, 0, (tmd_u128)(-r1 * (tmd_i128)(n - 1)));
  struct tmd_boolean deep = *how;
  deep.threshold = 70;
  struct tmd_line_budget budget = tmd_line_budget(packet, 70, n, 0), half = budget;
  half.near = -(double)(n / 4) * 0x1p-64; /* what is left is half of the n/2 units for the slope */
  tap_ok(is_case(packet, 70, 0, n - 1) && keeps(packet, &deep, budget, 1, 0) &&
             !keeps(packet, &deep, half, 1, 0),
         "%s: half of the rounding of the slope loses a case, n = 2^%d", name, n_log2);
}

/* The slope of a short line to 50 bits, at the edge of the window. */
static void bite_short_slope(const struct tmd_boolean *how, const char *name) {
  const uint64_t n = 1 << 10;
  FREED struct tmd_poly_record *packet = new_packet((struct tmd_packet_shape){1, 2, 0, 1, 1}, n, 0);
  const tmd_i128 r1 = (((tmd_i128)1 << (TMD_SHORT_UNIT - 1)) - 1) << 64,
                 edge = ((tmd_i128)1 << (128 - how->threshold)) - 1;
  packet_set(packet, 1, (tmd_u128)(r1));
  packet_set(packet, 0, (tmd_u128)(-edge - r1 * (tmd_i128)(n - 1)));
  struct tmd_line_budget budget = tmd_line_budget(packet, how->threshold, n, 0);
  FREED struct tmd_lines_job *job = calloc(1, sizeof *job);
  job->tracks = 1, job->degree = 2, job->steps = 1;
  const int good =
      tmd_line_job(job, how, &budget, n) == 0 && is_case(packet, how->threshold, 0, n - 1);
  const int kept = line_is_kept(job, packet);
  job->rule.allowance -= n << (TMD_SHORT_UNIT - 2);
  tap_ok(good && job->rule.below_unit && kept && !line_is_kept(job, packet),
         "%s: half of the rounding of a short line's slope loses a case", name);
}

/* The third word of the coefficients, in a table made at the start of a range, seen in its last
   part. */
static void bite_range_truncation(const struct tmd_boolean *how, const char *name) {
  const uint64_t n = UINT64_C(1) << 14, t0 = n - n / 32;
  FREED struct tmd_poly_record *packet = new_packet((struct tmd_packet_shape){8, 3, 0, 1, 1}, n, 0);
  uint64_t value[3], *r0 = tmd_packet_coefficient(packet, 0, 0);
  tmd_packet_coefficient(packet, 8, 0)[0] = ~UINT64_C(0);
  tmd_packet_value(value, packet, 0, t0);
  mpn_neg(r0, value, 3);
  struct tmd_line_budget budget = tmd_line_budget(packet, how->threshold, n / 32, 0), half = budget;
  half.truncation /= 2;
  tap_ok(is_case(packet, how->threshold, 0, t0) && keeps(packet, how, budget, 32, 31) &&
             !keeps(packet, how, half, 32, 31),
         "%s: half of the truncation of a range's table loses a case", name);
}

/* The same in the tables of a run over the domains, seen in the last step. */
static void bite_domain_truncation(const struct tmd_boolean *how, const char *name) {
  const uint32_t count = 1 << 16;
  FREED struct tmd_poly_record *packet =
                                   new_packet((struct tmd_packet_shape){8, 3, 8, count, 1}, 64, 0),
                               *half_packet;
  uint64_t value[3], *r0 = tmd_packet_coefficient(packet, 0, 0), i = count - TMD_TRACKS;
  tmd_packet_coefficient(packet, 0, 8)[0] =
      (UINT64_C(1) << 40) - 1; /* 8^8 times that is just below 2^-128 */
  tmd_packet_value(value, packet, i, 0);
  mpn_neg(r0, value, 3);
  half_packet = copy_packet(packet, 1);
  struct tmd_line_budget budget = tmd_line_budget(packet, 60, 64, tmd_boolean_steps(packet)),
                         half = budget;
  struct tmd_boolean deep = *how;
  deep.threshold = 60;
  half.truncation /= 2;
  tmd_boolean_domains(packet, &deep, &budget);
  tmd_boolean_domains(half_packet, &deep, &half);
  tap_ok(is_case(packet, 60, i, 0) && tmd_packet_bit(tmd_packet_bitmap(packet), i) &&
             !tmd_packet_bit(tmd_packet_bitmap(half_packet), i),
         "%s: half of the truncation of the domains' tables loses a case", name);
}

static void test_bites(void) {
  tmd_kernels_select("auto");
  for (int form = 0; form < FORMS; form++) {
    struct tmd_boolean how = {forms[form].test, forms[form].line, 44};
    bite_near(&how, forms[form].name);
    bite_line(&how, forms[form].name);
    bite_tail(&how, forms[form].name);
    for (int n_log2 = 20; n_log2 <= 30; n_log2 += 5) bite_slope(&how, forms[form].name, n_log2);
    how.threshold = 34;
    bite_short_slope(&how, forms[form].name);
    how.threshold = 44;
    bite_range_truncation(&how, forms[form].name);
    bite_domain_truncation(&how, forms[form].name);
  }
}

int main(void) {
  test_integers();
  test_polynomials();
  test_windows();
  test_bites();
  return tap_done();
}
