/* The Farey walk on devices: on random and adversarial polynomials, in batches of one packet and of
   many, its candidates are those of every argument evaluated.

     test-device-farey [TRIALS [SEED [BACKEND...]]]   so many, instead of 3000, from that seed on,
   instead of 1; cuda and opencl

   A failure names the seed and index of its (first) packet; test-farey - SEED index INDEX says more
   about that. */
#include <signal.h>
#include <unistd.h>

/* Limits of the host's side, to be reached without gigabytes. */
static size_t most_room, most_blocks;
#define TMD_FAREY_MOST_ROOM most_room
#define TMD_FAREY_MOST_BLOCKS most_blocks
#include "kernels/farey/on-device.c"

#pragma GCC diagnostic ignored "-Wunused-function" /* slices are for test-farey */
#include "tests/gpu/opened.h"
#include "tests/unit/farey-polynomials.h"
#include "tests/unit/tap.h"

enum { PACKETS_MOST = 40, MANY_SHARE = 4, COMPLAINTS = 20, PATIENCE_SECONDS = 60 };
#ifdef __SANITIZE_ADDRESS__
enum { TRIALS = 300 };
#else
enum { TRIALS = 3000 };
#endif

/* A batch with its packets, and what is expected of them. */
struct batch {
  struct tmd_device_farey farey;
  struct tmd_farey_task task[PACKETS_MOST];
  struct trial trial[PACKETS_MOST];
  size_t count;
  enum family family;
  char name[120];
};

struct tally {
  long batches, packets, candidates, failures;
};

static const char *back_end;
static struct batch batches[TMD_QUEUES];
static struct tally one[FAMILIES], many, special;
/* Batches that met it. */
static long blocks, undone, grown[FAREY_LISTS], short_of_room;
static long complaints;

static void lose_patience(int signal) {
  static const char text[] = "not ok - no end in sight\n";
  (void)signal;
  if (write(1, text, sizeof text - 1) < 0) _exit(2);
  _exit(1);
}

/* ---- batches ---- */

static int start(struct batch *batch, int queue) {
  const struct trial *first = &batch->trial[0];
  alarm(PATIENCE_SECONDS);
  for (size_t i = 0; i < batch->count; i++) {
    const struct trial *trial = &batch->trial[i];
    batch->task[i] =
        (struct tmd_farey_task){.packet = trial->packet, .X0 = trial->X0, .X1 = trial->X1};
  }
  const int threads = 1 + (int)(batch->count % 3);
  const struct tmd_farey_batch tasks = {batch->task, batch->count, first->threshold, threads,
                                        first->order};
  if (tmd_device_farey_start(&batch->farey, device, queue, &tasks) == 0) return 0;
  tap_ok(0, "%s: %s starts: %s", back_end, batch->name, tmd_error_text());
  return -1;
}

/* What the batch went through, so that tests can show that they test it. */
static void observe(const struct tmd_device_farey *farey, const size_t *room_before) {
  const uint32_t *reports = farey->reports.host;
  uint64_t walked = 0;
  int some = 0;
  for (size_t i = 0; i < farey->batch.tasks; i++) walked += farey->batch.task[i].stats.blocks;
  for (size_t b = 0; b < farey->blocks; b++)
    some |= reports[FAREY_UNDONE * farey->capacity + b] == 1;
  for (int list = 0; list < FAREY_LISTS; list++)
    grown[list] += farey->room[list] > room_before[list];
  blocks += (long)farey->blocks, undone += some,
      short_of_room += farey->blocks == farey->capacity && walked > farey->blocks;
}

static int equal(const struct batch *batch, size_t i, struct tally *tally) {
  static struct tmd_candidates expected;
  const struct tmd_candidates *found = &batch->task[i].found;
  const struct trial *trial = &batch->trial[i];
  expected.count = 0;
  tmd_exhaust_packet(&expected, trial->packet, trial->threshold, trial->X0, trial->X1);
  const size_t bytes = expected.count * sizeof *expected.X;
  const int same =
      expected.count == found->count && (bytes == 0 || memcmp(expected.X, found->X, bytes) == 0);
  tally->packets++, tally->candidates += (long)expected.count;
  if (!same && complaints++ < COMPLAINTS)
    printf(
        "# %s: %s, packet %zu of %zu, degree %d, order %llu, threshold %d: %zu candidates instead of %zu\n",
        back_end, batch->name, i, batch->count, trial->packet->degree,
        (unsigned long long)trial->order, trial->threshold, found->count, expected.count);
  return same;
}

/* A device has left the batch to the CPU, and found nothing of it. */
static void walk_here(struct batch *batch, size_t i) {
  const struct trial *trial = &batch->trial[i];
  struct tmd_farey_task *task = &batch->task[i];
  if (task->found.count > 0) return; /* then it is too much */
  tmd_farey_packet(&task->found, &task->stats, trial->packet, trial->threshold, trial->order,
                   trial->X0, trial->X1);
}

static void empty(struct batch *batch) {
  alarm(0);
  for (size_t i = 0; i < batch->count; i++)
    free(batch->task[i].found.X), free(batch->trial[i].packet);
  batch->count = 0;
}

/* Collects, compares, and leaves the batch empty. */
static void collect(struct batch *batch, struct tally *tally) {
  size_t room[FAREY_LISTS];
  int good = 1;
  memcpy(room, batch->farey.room, sizeof room);
  const int finished = tmd_device_farey_finish(&batch->farey);
  if (finished < 0)
    tap_ok(good = 0, "%s: %s finishes: %s", back_end, batch->name, tmd_error_text());
  if (good) observe(&batch->farey, room);
  for (size_t i = 0; i < batch->count; i++) {
    if (finished > 0) walk_here(batch, i);
    good &= equal(batch, i, tally);
  }
  tally->batches++, tally->failures += !good;
  empty(batch);
}

/* ---- what they are made of ---- */

static void draw_one(struct batch *batch, uint64_t seed, uint64_t index) {
  batch->trial[0] = random_trial(seed, index);
  batch->count = 1, batch->family = family_of(index);
  snprintf(batch->name, sizeof batch->name, "seed %llu index %llu (%s)", (unsigned long long)seed,
           (unsigned long long)index, families[batch->family].name);
}

/* Another one alike: other values and slopes, another bitmap, another part of it. */
static struct trial alike(const struct trial *trial) {
  const struct tmd_packet_shape shape = tmd_packet_shape_of(trial->packet);
  struct trial other = *trial;
  struct recipe recipe = {.family = FAMILY_ANY, .count = shape.count, .n = trial->packet->n};
  other.packet = malloc(tmd_packet_bytes(&shape));
  memcpy(other.packet, trial->packet, tmd_packet_bytes(&shape));
  for (int j = 0; j <= 1 && j <= shape.degree; j++)
    for (int w = 0; w < shape.words; w++)
      tmd_packet_coefficient(other.packet, j, 0)[w] = test_random();
  if (shape.split > 1) {
    tmd_packet_set_all(other.packet);
    random_holes(other.packet);
  }
  random_claim(&other, &recipe);
  return other;
}

static void draw_many(struct batch *batch, uint64_t seed, uint64_t index) {
  draw_one(batch, seed, index);
  const double arguments = (double)batch->trial[0].packet->n * batch->trial[0].packet->count;
  const size_t most = arguments > 0x1p16 ? 6 : PACKETS_MOST;
  while (batch->count < most && !chance(20)) batch->trial[batch->count++] = alike(&batch->trial[0]);
}

/* Parabolas with `count` domains of n arguments each. */
static struct trial parabola(uint64_t n, uint32_t count, int degree, double bend, int threshold,
                             uint64_t order) {
  const struct tmd_packet_shape shape = {
      .degree = degree, .words = 2, .outer = 2, .count = count, .split = 1};
  struct trial trial = {.threshold = threshold,
                        .order = order,
                        .X1 = (tmd_u128)n * count,
                        .packet = packet_new(shape, n, 0, 0)};
  for (int k = 0; k <= 2; k++)
    for (int j = 0; j + k <= 2 && j <= 1; j++)
      for (int w = 0; w < 2; w++) tmd_packet_coefficient(trial.packet, j, k)[w] = test_random();
  tmd_packet_coefficient(trial.packet, 2, 0)[1] = (uint64_t)ldexp(2 * bend, 64);
  return trial;
}

static void single(struct batch *batch, struct trial trial, const char *name) {
  batch->trial[0] = trial, batch->count = 1;
  snprintf(batch->name, sizeof batch->name, "%s", name);
}

static void run(struct batch *batch, int queue, struct tally *tally) {
  if (start(batch, queue) == 0) collect(batch, tally);
}

/* ---- the tests ---- */

static void ok_tally(const struct tally *tally, const char *what) {
  tap_ok(tally->failures == 0 && (tally->candidates > 0 || tally->batches < 20),
         "%s: %s: equal to brute force in %ld batches, %ld packets, %ld candidates (%ld not equal)",
         back_end, what, tally->batches, tally->packets, tally->candidates, tally->failures);
}

static void test_single_packets(uint64_t trials, uint64_t seed) {
  for (uint64_t index = 0; index < trials; index++) {
    struct batch *batch = &batches[index % TMD_QUEUES];
    draw_one(batch, seed, index);
    run(batch, (int)(index % TMD_QUEUES), &one[batch->family]);
  }
  for (int family = 0; family < FAMILIES; family++)
    if (one[family].batches > 0) ok_tally(&one[family], families[family].name);
}

/* While one batch is collected another one is on the device. */
static void test_many_packets(uint64_t number, uint64_t seed) {
  for (uint64_t index = 0; index < number + TMD_QUEUES; index++) {
    const int q = (int)(index % TMD_QUEUES);
    if (batches[q].count > 0) collect(&batches[q], &many);
    if (index >= number) continue;
    draw_many(&batches[q], seed + 1, index);
    if (start(&batches[q], q)) return;
  }
  ok_tally(&many, "packets that are alike, two batches at a time");
}

/* A block whose fractions go through single precision, with a case that is as far from an integer
   as cases are, just beside the vertex of an arc or anywhere on it. */
static struct trial edge(int threshold, uint64_t order, double c2, uint64_t n, uint64_t *planted) {
  const struct tmd_packet_shape shape = {
      .degree = 2, .words = 2, .outer = 0, .count = 1, .split = 1};
  struct trial trial = {
      .threshold = threshold, .order = order, .X1 = n, .packet = packet_new(shape, n, 0, 0)};
  const uint64_t q = order - below(order * 6 / 7), p = 1 + below(q), a = n / 8 + below(n * 3 / 4);
  const double arc = 0.45 / (c2 * (double)q * (double)order),
               near = sqrt(ldexp(between(0.5, 4), -threshold) / c2);
  const double away = either_sign(chance(2) ? between(0, arc) : near); /* of a from the vertex */
  const tmd_u128 r2 = (tmd_u128)ldexp(c2, 128) * 2,
                 slope = fraction(p, q) + (tmd_u128)(tmd_i128)ldexp(2 * c2 * away, 128);
  packet_set(trial.packet, 1, slope - r2 / 2 * (2 * (tmd_u128)a - 1));
  packet_set(trial.packet, 2, r2);
  const tmd_u128 wanted = (tmd_u128)(tmd_i128)ldexp(either_sign(between(0.99, 1)), 128 - threshold);
  packet_plant(trial.packet, 0, a, (uint64_t[]){(uint64_t)wanted, (uint64_t)(wanted >> 64)});
  *planted = a;
  return trial;
}

struct edges {
  long packets, candidates, lost, different;
};

/* The walk on the CPU says what there is to be found; the planted case is one of it. */
static void compare_edge(struct edges *edges, const struct trial *trial,
                         const struct tmd_candidates *found, uint64_t planted) {
  struct tmd_candidates expected = {0};
  struct tmd_farey_stats stats = {0};
  size_t at = 0;
  tmd_farey_packet(&expected, &stats, trial->packet, trial->threshold, trial->order, trial->X0,
                   trial->X1);
  while (at < found->count && found->X[at] != planted) at++;
  edges->packets++, edges->candidates += (long)found->count, edges->lost += at == found->count;
  edges->different += expected.count != found->count ||
                      memcmp(expected.X, found->X, found->count * sizeof *found->X) != 0;
  free(expected.X);
}

static void run_edges(struct edges *edges, struct batch *batch) {
  uint64_t planted[PACKETS_MOST];
  const double log_order = between(9, 12.5), c2 = exp2(-3 * log_order - between(0, 7));
  const uint64_t order = (uint64_t)exp2(log_order);
  const uint64_t n =
      (uint64_t)fmin(0.36 / (c2 * (double)order), sqrt(0x1p24 / (c2 * (double)order)));
  const int threshold = (int)log_order + 12 + (int)below(10);
  batch->count = PACKETS_MOST;
  snprintf(batch->name, sizeof batch->name, "edges");
  for (size_t i = 0; i < PACKETS_MOST; i++)
    batch->trial[i] = edge(threshold, order, c2, n, &planted[i]);
  const int queue = batch == &batches[1],
            failed = start(batch, queue) || tmd_device_farey_finish(&batch->farey);
  for (size_t i = 0; i < PACKETS_MOST && !failed; i++)
    compare_edge(edges, &batch->trial[i], &batch->task[i].found, planted[i]);
  empty(batch);
}

static void test_edges(int number) {
  struct edges edges = {0};
  for (int i = 0; i < number; i++) run_edges(&edges, &batches[i % TMD_QUEUES]);
  tap_ok(
      edges.packets == (long)number * PACKETS_MOST && edges.lost == 0 && edges.different == 0,
      "%s: %ld cases at the edges of windows, %ld lost; %ld candidates, %ld lists are not the CPU's",
      back_end, edges.packets, edges.lost, edges.candidates, edges.different);
}

/* Windows and curves that fill the lists: they begin short each time. */
static void test_full_lists(void) {
  special = (struct tally){0};
  for (int threshold = 9; threshold <= 27; threshold += 3)
    for (uint64_t order = 4; order <= 4096; order *= 8) {
      struct batch *batch = &batches[order & 8 ? 1 : 0];
      memset(batch->farey.room, 0, sizeof batch->farey.room);
      single(batch, parabola(1 << 13, 200, 2 + threshold % 2, 0x1.9p-27, threshold, order),
             "full lists");
      run(batch, order & 8 ? 1 : 0, &special);
    }
  ok_tally(&special, "lists that overflow");
  for (int list = 0; list < FAREY_LISTS; list++)
    tap_ok(grown[list] > 0, "%s: %s overflow in %ld batches", back_end,
           list == FAREY_HITS    ? "hits"
           : list == FAREY_WHOLE ? "whole arcs"
                                 : "members",
           grown[list]);
}

/* Blocks as exp has them on [1, 2) in binary64 find room for what they ask for at once. */
static void test_expected_lists(void) {
  struct batch *batch = &batches[0];
  size_t room[FAREY_LISTS];
  memset(batch->farey.room, 0, sizeof batch->farey.room);
  single(batch, parabola(1 << 30, 500, 2, 0x1.5d8p-52, 40, 42359), "as in exp");
  int good = start(batch, 0) == 0;
  memcpy(room, batch->farey.room, sizeof room);
  good = good && tmd_device_farey_finish(&batch->farey) == 0 &&
         memcmp(room, batch->farey.room, sizeof room) == 0;
  const uint32_t *counts = batch->farey.counts.host;
  tap_ok(good && counts[FAREY_WHOLE] > LEAST_ROOM,
         "%s: %zu blocks of exp have room for %u hits and %u whole arcs", back_end,
         batch->farey.blocks, counts[FAREY_HITS], counts[FAREY_WHOLE]);
  empty(batch);
}

/* Lists that would become too long: the CPU walks, and the batches behind do not inherit the wish
   for room. */
static void test_too_long_lists(void) {
  const size_t before = most_room;
  int too_long[FAREY_LISTS] = {0}, greedy = 0;
  special = (struct tally){0};
  for (int round = 0; round < 12; round++) {
    static const struct {
      int threshold, order;
    } shapes[] = {{20, 2048}, {9, 4}, {24, 2048}};
    struct batch *batch = &batches[0];
    most_room = round % 2 ? before : LEAST_ROOM;
    memset(batch->farey.room, 0, sizeof batch->farey.room);
    const int threshold = shapes[round / 2 % 3].threshold, order = shapes[round / 2 % 3].order;
    single(batch, parabola(1 << 13, 200, 2, 0x1.9p-27, threshold, (uint64_t)order),
           "lists too long");
    run(batch, 0, &special);
    for (int list = 0; list < FAREY_LISTS; list++) {
      too_long[list] += ((const uint32_t *)batch->farey.counts.host)[list] > most_room;
      greedy |= batch->farey.room[list] > most_room;
    }
  }
  most_room = before;
  ok_tally(&special, "lists that would become too long");
  tap_ok(too_long[FAREY_HITS] && too_long[FAREY_WHOLE] && too_long[FAREY_MEMBERS] && !greedy,
         "%s: %d, %d and %d times too many; no list asks for more room than there may be", back_end,
         too_long[FAREY_HITS], too_long[FAREY_WHOLE], too_long[FAREY_MEMBERS]);
}

/* Lengths of lists do not come round to 0: hits (those of the first launch are looked at) and
   members begin just below. Blocks of one work-group, whose threads may come one after the other: a
   length that no list reaches, 2^32 - 1, would come round between two. */
static void test_counts(void) {
  struct batch *batch = &batches[0];
  struct tmd_device_farey *farey = &batch->farey;
  const uint32_t begin[FAREY_LISTS] =
      {[FAREY_HITS] = ~(uint32_t)0, [FAREY_MEMBERS] = ~(uint32_t)0 - 3},
                 *counts = NULL;
  memset(farey->room, 0, sizeof farey->room);
  single(batch, parabola(1 << 14, 200, 2, 0x1.9p-27, 24, 2048), "long counts");
  const int started = start(batch, 0) == 0 && tmd_device_wait(device, 0) == 0;
  if (started && ((const uint32_t *)farey->counts.host)[FAREY_HITS] > LEAST_ROOM) {
    counts = memcpy(farey->counts.host, begin, sizeof begin);
    tmd_buffer_upload(&farey->counts, 0, sizeof begin);
    launch_kernels(farey);
    if (tmd_device_wait(device, 0)) counts = NULL;
  }
  tap_ok(counts && counts[FAREY_HITS] >= UINT32_C(1) << 31 &&
             counts[FAREY_MEMBERS] >= UINT32_C(1) << 31,
         "%s: lists of 2^32 entries do not look short", back_end);
  collect(batch, &special);
}

/* Halves of a packet that ask for more room than there is: for 64 blocks and its one. */
static void test_room(void) {
  const long before = short_of_room;
  const size_t blocks_before = most_blocks;
  special = (struct tally){0};
  for (int round = 0; round < 8; round++) {
    most_blocks = round % 4 == 3 ? 5 : blocks_before;
    single(&batches[round % 2],
           parabola(1 << 20, 1 + (uint32_t)(round & 1), 2 + round % 2, 0x1p-24, 16, 600),
           "little room");
    run(&batches[round % 2], round % 2, &special);
  }
  most_blocks = blocks_before;
  ok_tally(&special, "more blocks than there is room for");
  tap_ok(short_of_room >= before + 8, "%s: too little room in %ld batches", back_end,
         short_of_room - before);
}

static void forget(struct batch *batch) {
  struct tmd_device_farey *f = &batch->farey;
  free_work(f);
  *f = (struct tmd_device_farey){0};
}

static void test_device(const char *name, uint64_t trials, uint64_t seed) {
  if (!is_open(name)) return;
  back_end = name;
  memset(one, 0, sizeof one);
  memset(&many, 0, sizeof many);
  memset(grown, 0, sizeof grown);
  blocks = undone = short_of_room = 0;
  test_single_packets(trials, seed);
  test_many_packets(trials / MANY_SHARE, seed);
  tap_ok(blocks > (long)trials / 8, "%s: %ld blocks are walked", name, blocks);
  if (trials >= TRIALS)
    tap_ok(undone > 0, "%s: %ld batches have blocks that cannot be walked", name, undone);
  test_edges((int)(trials / 100) + 1);
  test_full_lists();
  test_expected_lists();
  test_too_long_lists();
  test_counts();
  test_room();
  for (int q = 0; q < TMD_QUEUES; q++) forget(&batches[q]);
  tmd_device_close(device);
}

int main(int argc, char **argv) {
  const uint64_t trials = argc > 1 ? strtoull(argv[1], NULL, 10) : TRIALS,
                 seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  most_room = 1 << 26, most_blocks = 1 << 22;
  tables_begin();
  signal(SIGALRM, lose_patience);
  for (int i = 3; i < argc; i++) test_device(argv[i], trials, seed);
  if (argc <= 3) test_device("cuda", trials, seed), test_device("opencl", trials, seed);
  return tap_done();
}
