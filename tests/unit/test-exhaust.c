/* The evaluation of every argument: each kernel's flags are those of a transcription in integers,
   no case of adverse polynomials is lost on any instruction set, and each term of the half-width is
   needed. */
#include "kernels/exhaust/exhaust.h"
#include "kernels/exhaust/job.h"
#include "lib/base/upper-bounds.h"
#include "tests/unit/packets.h"
#include "tests/unit/tap.h"

static const char *const set_names[] = {TMD_SET_NAMES};
enum { SETS = TMD_KERNEL_SETS };

static struct tmd_poly_record *new_packet(int degree, int words, uint64_t n, double err) {
  return packet_new((struct tmd_packet_shape){degree, words, 0, 1, 1}, n, 1000, err);
}

static struct tmd_exhaust_plan plan_of(const struct tmd_poly_record *packet, int threshold,
                                       uint64_t longest) {
  return tmd_exhaust_plan(&packet, 1, threshold, longest);
}

/* A job of one piece, the packet's first arguments, on track 3. */
enum { TRACK = 3 };
static struct tmd_exhaust_job *new_job(const struct tmd_poly_record *packet,
                                       const struct tmd_exhaust_plan *plan) {
  struct tmd_exhaust_job *job = calloc(1, sizeof *job);
  *job = (struct tmd_exhaust_job){.tracks = TRACK + 1,
                                  .degree = plan->degree,
                                  .steps = plan->length,
                                  .span = plan->span,
                                  .half_width = tmd_exhaust_half_width(plan)};
  if (plan->span) job->differences = tmd_exhaust_steps(plan);
  for (int j = 0; j <= plan->degree && j <= packet->degree; j++)
    for (int w = 1; w <= 2 && w <= packet->words; w++)
      job->table[j][2 - w][TRACK] = tmd_packet_coefficient(packet, j, 0)[packet->words - w];
  return job;
}

/* C(t, l) mod 2^64 */
static uint64_t binomial(uint64_t t, int l) {
  uint64_t residue;
  tmd_binomial(&residue, 1, t, l);
  return residue;
}

/* sum_l C(t, l) r_{j+l} mod 2^64, in the job's degree */
static uint64_t moved(const struct tmd_exhaust_job *job, int track, int j, uint64_t t) {
  uint64_t sum = 0;
  for (int l = 0; j + l <= job->degree; l++) sum += binomial(t, l) * job->table[j + l][1][track];
  return sum;
}

/* The value at step t, as parabolas have it. */
static uint32_t value_of(const struct tmd_exhaust_job *job, int track, uint64_t t) {
  const uint64_t u = t % job->span, start = t - u;
  uint32_t value = 0;
  for (int j = 0; j <= 2; j++)
    value += (uint32_t)binomial(u, j) * (uint32_t)(moved(job, track, j, start) >> 32);
  return value;
}

/* ---- flags ---- */

static void random_job(struct tmd_exhaust_job *job) {
  *job = (struct tmd_exhaust_job){.tracks = 1 + (int)(test_random() % TMD_EXHAUST_TRACKS),
                                  .degree = 2 + (int)(test_random() % (TMD_PARABOLA_DEGREE - 1)),
                                  .steps = 1 + test_random() % 600};
  job->span = (uint64_t)TMD_PARABOLA_UNROLL << test_random() % 6;
  job->half_width = test_random() >> (33 + test_random() % 25);
  const struct tmd_exhaust_plan plan = {.span = job->span};
  job->differences = tmd_exhaust_steps(&plan);
  for (int j = 0; j <= job->degree; j++)
    for (int track = 0; track < TMD_EXHAUST_TRACKS; track++) {
      job->table[j][1][track] = test_random() % 4 ? test_random() : test_random_words();
      if (test_random() % 2) job->table[j][1][track] >>= test_random() % 64;
    }
}

/* Whether what a kernel has listed is what the transcription says, track by track. */
static int agrees(const struct tmd_exhaust_job *job, const uint32_t *flags, size_t count,
                  size_t *seen) {
  size_t all = 0;
  for (int track = 0; track < job->tracks; track++) {
    size_t at = 0;
    for (uint64_t t = 0; t < job->steps; t++) {
      if ((uint32_t)(value_of(job, track, t) + job->half_width) > 2 * job->half_width) continue;
      while (at < count && (int)(flags[at] % TMD_EXHAUST_TRACKS) != track) at++;
      if (at == count || flags[at++] / TMD_EXHAUST_TRACKS != t) return 0;
      all++;
    }
  }
  *seen += all;
  return all == count;
}

static void test_flags(void) {
  static struct tmd_exhaust_job job;
  static uint32_t flags[600 * TMD_EXHAUST_TRACKS];
  int wrong[SETS] = {0};
  size_t seen = 0;
  for (int round = 0; round < 60; round++) {
    random_job(&job);
    for (int set = 0; set < SETS; set++)
      if (tmd_kernels_select(set_names[set]) == 0)
        wrong[set] |= !agrees(&job, flags, tmd_kernel_exhaust()(&job, flags), &seen);
  }
  for (int set = 0; set < SETS; set++)
    if (tmd_kernels_select(set_names[set]) != 0) tap_skip(set_names[set], "not on this machine");
    else
      tap_ok(!wrong[set] && seen > 10000,
             "flags by parabolas on %s are those of the transcription in integers", set_names[set]);
}

/* ---- no case is lost ---- */

/* Degree and size of coefficients such that the plan's choices are close to their limits: terms of
   a span or of a piece of about 2^-17, or of a size that has nothing to do with them. */
static struct tmd_poly_record *adverse_packet(int threshold, uint64_t n) {
  const int degree = (int)(test_random() % 9), words = 1 + (int)(test_random() % 4),
            at = (int)(test_random() % 9);
  const double length = test_random() % 2 ? ldexp(1, 3 + (int)(test_random() % 6)) : (double)n;
  struct tmd_poly_record *packet =
      new_packet(degree, words, n, test_random() % 2 ? 0 : ldexp(1, -threshold - 1));
  double factorial = 1;
  for (int j = 0; j <= degree; j++) {
    uint64_t *c = tmd_packet_coefficient(packet, j, 0);
    factorial *= j ? j : 1;
    double log2_of_term =
        15 + (double)(test_random() % 4) + 3 * abs(j - at); /* smaller, the farther from `at` */
    if (j >= 3) random_small(c, words, (int)(log2_of_term + log2(pow(length, j) / factorial)));
    else random_small(c, words, test_random() % 3 ? 0 : (int)(test_random() % 40));
  }
  return packet;
}

struct tally {
  long packets, cases, spans[10], wide;
  uint64_t flagged;
  int good[SETS];
};

static void check_packet(struct tally *tally, const struct tmd_poly_record *packet, int threshold) {
  static uint8_t cases[20000];
  const size_t count = packet_cases(cases, packet, threshold);
  const struct tmd_exhaust_plan plan = plan_of(packet, threshold, packet->n);
  tally->packets++, tally->cases += (long)count;
  if (plan.span) tally->spans[__builtin_ctzll(plan.span)]++;
  else tally->wide++;
  for (int set = 0; set < SETS; set++) {
    struct tmd_candidates found = {0};
    if (tmd_kernels_select(set_names[set]) != 0) continue;
    tmd_exhaust_packet(&found, packet, threshold, 0, (tmd_u128)1 << 100);
    int same = found.count == count;
    for (size_t i = 0; i < found.count; i++) {
      const tmd_u128 at = found.X[i] - tmd_wide_load(packet->X0);
      same &= at < packet->n && cases[at] && (i == 0 || found.X[i - 1] < found.X[i]);
    }
    tally->good[set] &= same && found.arguments == packet->n;
    tally->flagged += found.flagged;
    free(found.X);
  }
}

static void test_cases(long packets) {
  struct tally tally = {.good = {1, 1, 1}};
  while (tally.packets < packets) {
    const int threshold = 12 + (int)(test_random() % 40);
    const uint64_t n = 1 + test_random() % (test_random() % 4 ? 2000 : 20000);
    FREED struct tmd_poly_record *packet = adverse_packet(threshold, n);
    const uint64_t places[] = {
        0, n - 1, (n - 1) / 8 * 8, (n - 1) / 8 * 8 / 2 + 7, test_random() % n, test_random() % n};
    const uint64_t t = places[test_random() % 6];
    if (test_random() % 8)
      packet_plant_edge(packet, threshold, 0, t < n ? t : 0, test_random() % 3, test_random() % 2);
    check_packet(&tally, packet, threshold);
  }
  int all_spans = tally.wide > 50;
  for (int log2 = 3; log2 <= 8; log2++) all_spans &= tally.spans[log2] > 20;
  for (int set = 0; set < SETS; set++)
    if (tmd_kernels_select(set_names[set]) != 0) tap_skip(set_names[set], "not on this machine");
    else
      tap_ok(tally.good[set], "%s finds the %ld cases of %ld adverse packets, no others",
             set_names[set], tally.cases, tally.packets);
  tap_ok(
      all_spans,
      "by parabolas of 8 to 256 arguments (%ld %ld %ld %ld %ld %ld packets), and in 128 bits (%ld)",
      tally.spans[3], tally.spans[4], tally.spans[5], tally.spans[6], tally.spans[7],
      tally.spans[8], tally.wide);
}

/* ---- bounds that bite: half a term less, and a case is lost ---- */

static int flagged(const struct tmd_exhaust_job *job, uint64_t t) {
  FREED uint32_t *flags = malloc(job->steps * TMD_EXHAUST_TRACKS * sizeof *flags);
  const size_t count = tmd_kernel_exhaust()(job, flags);
  int found = 0;
  for (size_t flag = 0; flag < count; flag++)
    found |= flags[flag] == t * TMD_EXHAUST_TRACKS + TRACK;
  return found;
}

/* Makes the differences of the last span cut off as much as they can be, and its last argument one
   that is just a case, below 0. */
static void tighten(struct tmd_poly_record *packet, const struct tmd_exhaust_plan *plan,
                    int threshold) {
  const int words = packet->words;
  for (int j = 2; j >= 1 && plan->span; j--) {
    FREED struct tmd_exhaust_job *job = new_job(packet, plan);
    tmd_packet_coefficient(packet, j, 0)[words - 1] +=
        UINT32_MAX - moved(job, TRACK, j, plan->length - plan->span);
  }
  packet_plant_edge(packet, threshold, 0, plan->length - 1, 1, 1);
}

/* `term` of the half-width is needed where the packet's first piece ends. */
static void bite(struct tmd_poly_record *packet, int threshold, double term, int parabolas,
                 const char *what) {
  const struct tmd_exhaust_plan plan = plan_of(packet, threshold, packet->n);
  struct tmd_exhaust_plan half = plan;
  uint64_t value[TMD_WORDS_MAX], t = plan.length - 1;
  tighten(packet, &plan, threshold);
  half.half_width -= term / 2;
  tmd_packet_value(value, packet, 0, t);
  FREED struct tmd_exhaust_job *job = new_job(packet, &plan);
  const int is_case = tmd_packet_near(value, packet->words, threshold, packet->err),
            kept = flagged(job, t);
  job->half_width = tmd_exhaust_half_width(&half);
  const int kept_by_half = flagged(job, t);
  tap_ok((plan.span > 0) == parabolas && is_case && kept && !kept_by_half,
         "half of %s loses a case (of 2^%.1f: 2^%.1f)", what, log2(plan.half_width), log2(term));
  free(packet);
}

/* r_j = r, cut off, the others 0. */
static struct tmd_poly_record *packet_with(int degree, int words, uint64_t n, int j, double r) {
  struct tmd_poly_record *packet = new_packet(degree, words, n, 0);
  uint64_t *c = tmd_packet_coefficient(packet, j, 0);
  for (int w = words - 1; w >= 0; w--) {
    r = ldexp(r, 64);
    c[w] = (uint64_t)r;
    r -= (double)c[w];
  }
  return packet;
}

static void test_bites(void) {
  tmd_kernels_select("auto");
  struct tmd_poly_record *packet = new_packet(2, 2, 1 << 12, 0x1p-14);
  bite(packet, 14, 0x1p-13, 1, "2^-threshold + err");
  bite(new_packet(2, 2, 1 << 12, 0), 60, 0x1p-32 * tmd_bound_binomials(255, 2), 1,
       "the truncation to 32 bits");
  bite(packet_with(3, 2, 1 << 12, 3, 0x1p-37), 60, 0x1p-37 * tmd_bound_binomial(127, 3), 1,
       "the cubic term of a span");
  const double fifth = 0x1p-18 / tmd_bound_binomial(4095, 5);
  bite(packet_with(5, 3, 1 << 12, 5, fifth), 60, fifth * tmd_bound_binomial(4095, 5), 1,
       "the terms beyond the differences");
  packet = packet_with(4, 2, 1 << 12, 4, 0x1.1p-60);
  for (int j = 0; j <= 4; j++) tmd_packet_coefficient(packet, j, 0)[0] = ~UINT64_C(0);
  bite(packet, 60, 0x1p-64 * tmd_bound_binomials(4095, 4), 1, "the truncation to 64 bits");
  packet = packet_with(8, 3, 1 << 14, 3, 0x1p-10);
  tmd_packet_coefficient(packet, 8, 0)[0] = ~UINT64_C(0); /* nothing of it in the leading words */
  bite(packet, 60, 0x1p-128 * tmd_bound_binomials(16383, 8), 0, "the truncation to 128 bits");
}

/* ---- runs of many words ---- */

/* Terms that fall by 2^-fall each, from 2^-first for r_1 on, over n arguments. */
static struct tmd_poly_record *long_packet(int threshold) {
  const int degree = 5 + (int)(test_random() % 20), words = 4 + (int)(test_random() % 4),
            fall = 2 + (int)(test_random() % 8);
  const uint64_t n = 1 + test_random() % (test_random() % 3 ? 3000 : 40000);
  struct tmd_poly_record *packet =
      packet_new((struct tmd_packet_shape){degree, words, 0, 1, 1}, n, 1000,
                 test_random() % 2 ? 0 : ldexp(1, -threshold - (int)(test_random() % 4)));
  double factorial = 1, power = 1;
  for (int j = 0; j <= degree; j++) {
    random_small(tmd_packet_coefficient(packet, j, 0), words,
                 (int)log2(power / factorial) + fall * j - 10);
    power *= (double)n, factorial *= j + 1;
  }
  return packet;
}

static void test_long_runs(int packets) {
  static uint8_t cases[40000];
  long seen = 0, shorter = 0;
  int good = 1;
  for (int i = 0; i < packets; i++) {
    const int threshold = 8 + (int)(test_random() % 30);
    FREED struct tmd_poly_record *packet = long_packet(threshold);
    const uint64_t t0 = test_random() % packet->n, room = packet->n - t0,
                   t1 = t0 + 1 + (test_random() % 2 ? test_random() % room : room - 1);
    struct tmd_candidates found = {0};
    packet_plant_edge(packet, threshold, 0, test_random() % 2 ? t1 - 1 : t0, test_random() % 3,
                      test_random() % 2);
    packet_cases(cases, packet, threshold);
    tmd_exhaust_run(&found, packet, threshold, &(struct tmd_packet_run){0, t0, t1});
    size_t at = 0;
    for (uint64_t t = t0; t < t1; t++)
      if (cases[t]) good &= at < found.count && found.X[at++] == 1000 + t;
    good &= at == found.count && found.arguments == t1 - t0;
    seen += (long)at, shorter += found.flagged < t1 - t0;
    free(found.X);
  }
  tap_ok(good && seen > packets / 2 && shorter > packets / 2,
         "runs of packets of 4 to 7 words: %ld cases of %d, no others", seen, packets);
}

/* The greatest change of a value in a shortened part, and what its err has for that. */
static void shortened(const struct tmd_poly_record *packet, int threshold, double *change,
                      double *bound, int *degree, int *words) {
  FREED struct tmd_poly_record *part = packet_new(tmd_packet_shape_of(packet), packet->n, 0, 0);
  uint64_t r[(TMD_DEGREE_MAX + 1) * TMD_WORDS_MAX], value[TMD_WORDS_MAX], other[TMD_WORDS_MAX];
  tmd_packet_domain(r, packet, 0, 0);
  tmd_exhaust_shorten(part, packet, threshold, r, packet->n);
  *change = 0, *bound = part->err - packet->err;
  *degree = part->degree, *words = part->words;
  for (uint64_t t = 0; t < packet->n; t += t + 40 < packet->n ? 37 : 1) {
    const int cut = packet->words - part->words;
    tmd_packet_value(value, packet, 0, t);
    memset(other, 0, sizeof other);
    tmd_packet_value(other + cut, part, 0, t);
    mpn_sub_n(value, value, other, packet->words);
    *change = fmax(*change, tmd_residue_magnitude(value, packet->words));
  }
}

static void test_shortened(int packets) {
  double change, bound;
  int good = 1, degrees = 0, fewer = 0, degree, words;
  for (int i = 0; i < packets; i++) {
    const int threshold = 8 + (int)(test_random() % 30);
    FREED struct tmd_poly_record *packet = long_packet(threshold);
    shortened(packet, threshold, &change, &bound, &degree, &words);
    good &= change <= bound && bound <= 0.126 * (ldexp(1, -threshold) + packet->err);
    degrees += degree < packet->degree, fewer += words < packet->words;
  }
  tap_ok(good && degrees > packets / 2 && fewer > packets / 2,
         "%d packets shortened, %d of them by terms, %d by words: values change as err says",
         packets, degrees, fewer);
  const double fourth = 0x1p-26 / tmd_bound_binomial(16383, 4);
  FREED struct tmd_poly_record *terms = packet_with(4, 4, 1 << 14, 4, fourth);
  shortened(terms, 21, &change, &bound, &degree, &words);
  tap_ok(degree < 4 && change > bound / 2, "half of the terms left out is not enough");
  FREED struct tmd_poly_record *low = packet_with(3, 4, 1 << 14, 3, 0x1.1p-20);
  for (int j = 0; j <= 3; j++)
    for (int w = 0; w < 3; w++) tmd_packet_coefficient(low, j, 0)[w] = ~UINT64_C(0);
  shortened(low, 20, &change, &bound, &degree, &words);
  tap_ok(words == 1 && change > bound / 2, "half of the words' truncation is not enough");
}

/* test-exhaust [PACKETS] */
int main(int argc, char **argv) {
  test_flags();
  test_cases(argc > 1 ? atol(argv[1]) : 1500);
  test_bites();
  test_long_runs(300);
  test_shortened(300);
  return tap_done();
}
