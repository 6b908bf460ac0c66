#include "kernels/farey/on-device.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/farey/walk-parts.h"
#include "lib/base/error.h"

enum {
  LEAST_ROOM = 1 << 12,
  PLACES = 16,         /* that a thread of the host takes at once: whole lines of its cache */
  HIT_GROUPS = 1 << 12 /* groups that share the lists */
};
/* Entries of a list, a quarter for members, which come back: a batch that asks for more is not for
   a device. Blocks of a batch: those beyond are walked on the CPU. */
#ifndef TMD_FAREY_MOST_ROOM
#define TMD_FAREY_MOST_ROOM ((size_t)1 << 26)
#define TMD_FAREY_MOST_BLOCKS ((size_t)1 << 22)
#endif

struct tmd_farey_origin {
  struct tmd_farey_task *task;
  tmd_u128 X;
  int64_t low, high;
};

static size_t number_count(const struct tmd_device_farey *work) {
  return FAREY_c3 + (work->degree > 3 ? (size_t)work->degree - 2 : 1);
}

/* ---- blocks ---- */

/* Blocks of one thread: it has the places at .. end - 1 of the batch's lists to itself. */
struct submission {
  struct tmd_device_farey *work;
  struct tmd_farey_task *task;
  size_t at, end;
};

static void store_words(uint64_t *words, size_t capacity, size_t at, int word, tmd_u128 x) {
  words[(size_t)word * capacity + at] = (uint64_t)x;
  words[(size_t)(word + 1) * capacity + at] = (uint64_t)(x >> 64);
}

/* The next block of the batch; 0 if there is no room for it. */
static int submit(void *where, const struct tmd_farey_block *block,
                  const struct tmd_farey_path *path) {
  struct submission *submission = where;
  struct tmd_device_farey *work = submission->work;
  const size_t capacity = work->capacity;
  if (submission->at == submission->end) {
    submission->at = __atomic_fetch_add(&work->blocks, PLACES, __ATOMIC_RELAXED);
    submission->end = submission->at + PLACES;
  }
  if (submission->at >= capacity) return 0;
  const size_t at = submission->at++;
  const struct tmd_farey_numbers walk = tmd_farey_numbers(block, path, work->batch.order);
  const struct tmd_farey_curve curve = tmd_farey_curve(block);
  double *numbers = work->numbers.host;
#define STORE_WALK(name) numbers[FAREY_##name * capacity + at] = walk.name;
#define STORE_CURVE(name) numbers[FAREY_##name * capacity + at] = curve.name;
  TMD_FAREY_WALK_FIELDS(STORE_WALK)
  TMD_FAREY_RANGE_FIELDS(STORE_CURVE)
  STORE_CURVE(c3)
  numbers[FAREY_eps_value * capacity + at] = block->eps_value;
  for (int k = 4; k <= work->degree; k++)
    numbers[(size_t)(FAREY_c3 + k - 3) * capacity + at] = block->c[k];
  store_words(work->words.host, capacity, at, FAREY_C0_WORD, block->c0);
  store_words(work->words.host, capacity, at, FAREY_C1_WORD, block->c1);
  store_words(work->words.host, capacity, at, FAREY_C2_WORD, (tmd_u128)block->c2);
  work->origins[at] =
      (struct tmd_farey_origin){submission->task, block->X, block->low, block->high};
  submission->task->stats.blocks++;
  return 1;
}

static struct tmd_farey_search search_of(const struct tmd_device_farey *work,
                                         struct tmd_farey_task *task) {
  return (struct tmd_farey_search){.packet = task->packet,
                                   .threshold = work->batch.threshold,
                                   .order = work->batch.order,
                                   .found = &task->found,
                                   .stats = &task->stats};
}

static void move_block(struct tmd_device_farey *work, size_t to, size_t from) {
  double *numbers = work->numbers.host;
  uint64_t *words = work->words.host;
  for (size_t n = 0; n < number_count(work); n++)
    numbers[n * work->capacity + to] = numbers[n * work->capacity + from];
  for (size_t w = 0; w < FAREY_WORDS; w++)
    words[w * work->capacity + to] = words[w * work->capacity + from];
  work->origins[to] = work->origins[from];
}

/* The last blocks go to the places that threads have left, which have no task. The first place is
   taken: a thread fills one as soon as it has some. */
static void close_up(struct tmd_device_farey *work, const struct submission *left, int threads) {
  size_t *blocks = &work->blocks;
  if (*blocks > work->capacity) *blocks = work->capacity;
  for (int i = 0; i < threads; i++)
    for (size_t at = left[i].at; at < left[i].end && at < *blocks; at++) {
      while (!work->origins[*blocks - 1].task) --*blocks;
      if (at < *blocks) move_block(work, at, --*blocks);
    }
}

/* Blocks that are neither lines nor evaluated one by one are submitted; the others are done here.
 */
static void prepare(struct tmd_device_farey *work) {
  const int threads = work->batch.threads;
  struct submission *submissions = tmd_allocate((size_t)threads * sizeof *submissions);
  for (int i = 0; i < threads; i++) submissions[i] = (struct submission){.work = work};
#pragma omp parallel num_threads(threads)
  {
    struct submission own = {.work = work};
#pragma omp for schedule(dynamic)
    for (size_t i = 0; i < work->batch.tasks; i++) {
      struct tmd_farey_task *task = &work->batch.task[i];
      struct tmd_farey_search search = search_of(work, task);
      own.task = task;
      search.submit = submit, search.where = &own;
      tmd_farey_search(&search, task->X0, task->X1);
    }
    for (size_t at = own.at; at < own.end && at < work->capacity; at++)
      work->origins[at].task = NULL;
    submissions[omp_get_thread_num()] = own;
  }
  close_up(work, submissions, threads);
  free(submissions);
}

/* ---- the device ---- */

static size_t room_limit(int list) { return TMD_FAREY_MOST_ROOM / (list == FAREY_MEMBERS ? 4 : 1); }

/* Room for what most blocks ask for: with too little the walk is done twice. */
static void expect_lists(struct tmd_device_farey *work) {
  static const size_t each[FAREY_LISTS] = {
      [FAREY_HITS] = 8, [FAREY_WHOLE] = 16, [FAREY_MEMBERS] = 1};
  for (int list = 0; list < FAREY_LISTS; list++) {
    const size_t wanted =
        each[list] * work->blocks < LEAST_ROOM ? LEAST_ROOM : each[list] * work->blocks;
    const size_t room = wanted < room_limit(list) ? wanted : room_limit(list);
    if (work->room[list] < room) work->room[list] = room;
  }
}

/* Room for lists: more after they have overflowed. */
static void reserve_lists(struct tmd_device_farey *work) {
  struct tmd_device *device = work->device;
  const size_t *room = work->room;
  tmd_buffer_reserve_inside(&work->hit_block, device, 4 * room[FAREY_HITS]);
  tmd_buffer_reserve_inside(&work->hit, device, 8 * FAREY_HIT_NUMBERS * room[FAREY_HITS]);
  tmd_buffer_reserve_inside(&work->whole_block, device, 4 * room[FAREY_WHOLE]);
  tmd_buffer_reserve_inside(&work->whole, device, 8 * FAREY_ARC_NUMBERS * room[FAREY_WHOLE]);
  tmd_buffer_reserve(&work->member_block, device, 4 * room[FAREY_MEMBERS]);
  tmd_buffer_reserve(&work->member, device, 8 * room[FAREY_MEMBERS]);
}

static void launch_kernels(struct tmd_device_farey *work) {
  struct tmd_device_kernel *walk = tmd_device_kernel(work->device, "farey", "farey_walk", "");
  struct tmd_device_kernel *hits = tmd_device_kernel(work->device, "farey", "farey_hits", "");
  struct tmd_device_kernel *whole = tmd_device_kernel(work->device, "farey", "farey_whole", "");
  const int queue = work->queue;
  const struct tmd_argument numbers = TMD_BUFFER(&work->numbers), words = TMD_BUFFER(&work->words),
                            degree = TMD_NUMERAL(work->degree),
                            capacity = TMD_NUMERAL(work->capacity),
                            order = TMD_NUMERAL(tmd_bits_of((double)work->batch.order)),
                            counts = TMD_BUFFER(&work->counts),
                            hit_block = TMD_BUFFER(&work->hit_block), hit = TMD_BUFFER(&work->hit),
                            hit_room = TMD_NUMERAL(work->room[FAREY_HITS]),
                            whole_block = TMD_BUFFER(&work->whole_block),
                            arc = TMD_BUFFER(&work->whole),
                            whole_room = TMD_NUMERAL(work->room[FAREY_WHOLE]),
                            member_block = TMD_BUFFER(&work->member_block),
                            member = TMD_BUFFER(&work->member),
                            member_room = TMD_NUMERAL(work->room[FAREY_MEMBERS]),
                            groups = TMD_NUMERAL(HIT_GROUPS), reports = TMD_BUFFER(&work->reports);
  TMD_LAUNCH(walk, queue, tmd_device_groups(work->blocks), numbers, TMD_NUMERAL(work->blocks),
             capacity, order, counts, hit_block, hit, hit_room, whole_block, arc, whole_room,
             reports);
  TMD_LAUNCH(hits, queue, HIT_GROUPS, numbers, words, degree, capacity, order, counts, hit_block,
             hit, hit_room, member_block, member, member_room, groups, reports);
  TMD_LAUNCH(whole, queue, HIT_GROUPS, numbers, words, degree, capacity, order, counts, whole_block,
             arc, whole_room, member_block, member, member_room, groups, reports);
  tmd_buffer_download(&work->counts, queue, 4 * FAREY_LISTS);
  tmd_buffer_download(&work->reports, queue, 4 * FAREY_REPORTS * work->capacity);
}

static void launch(struct tmd_device_farey *work) {
  static const uint32_t none[FAREY_LISTS] = {0};
  reserve_lists(work);
  tmd_buffer_fill(&work->counts, work->device, work->queue, none, sizeof none);
  launch_kernels(work);
}

/* Room for the blocks that a batch may have. */
static void reserve_blocks(struct tmd_device_farey *work) {
  struct tmd_device *device = work->device;
  work->capacity = 64 + PLACES * (size_t)work->batch.threads;
  for (size_t i = 0; i < work->batch.tasks; i++)
    work->capacity += tmd_packet_survivors(work->batch.task[i].packet);
  if (work->capacity > TMD_FAREY_MOST_BLOCKS) work->capacity = TMD_FAREY_MOST_BLOCKS;
  work->origins =
      tmd_grow(work->origins, &work->origins_capacity, work->capacity, sizeof *work->origins);
  tmd_buffer_reserve(&work->numbers, device, 8 * number_count(work) * work->capacity);
  tmd_buffer_reserve(&work->words, device, 8 * FAREY_WORDS * work->capacity);
  tmd_buffer_reserve(&work->reports, device, 4 * FAREY_REPORTS * work->capacity);
}

static void test(const struct tmd_device_farey *own);

int tmd_device_farey_start(struct tmd_device_farey *work, struct tmd_device *device, int queue,
                           const struct tmd_farey_batch *batch) {
  work->device = device, work->queue = queue, work->batch = *batch;
  if (tmd_device_kernel_is_new(tmd_device_kernel(device, "farey", "farey_walk", ""))) test(work);
  work->degree = batch->task[0].packet->degree;
  work->blocks = 0;
  reserve_blocks(work);
  if (tmd_device_failed(device)) return -1;
  prepare(work);
  if (work->blocks == 0) return 0;
  expect_lists(work);
  tmd_buffer_upload(&work->numbers, queue, 8 * number_count(work) * work->capacity);
  tmd_buffer_upload(&work->words, queue, 8 * FAREY_WORDS * work->capacity);
  launch(work);
  return tmd_device_failed(device);
}

/* ---- what comes back ---- */

/* Waits, and launches again with more room until all lists were long enough. Returns 1 if they
   would become too long, -1 on failure. */
static int wait_for_lists(struct tmd_device_farey *work) {
  for (;;) {
    const uint32_t *counts = work->counts.host;
    int enough = 1;
    if (tmd_device_wait(work->device, work->queue)) return -1;
    for (int list = 0; list < FAREY_LISTS; list++)
      if (counts[list] > room_limit(list)) return 1;
    for (int list = 0; list < FAREY_LISTS; list++)
      if (counts[list] > work->room[list]) {
        const size_t more = (size_t)counts[list] + counts[list] / 4;
        work->room[list] = more < room_limit(list) ? more : room_limit(list);
        enough = 0;
      }
    if (enough) return 0;
    launch(work);
  }
}

static void confirm(struct tmd_device_farey *work, const struct tmd_farey_origin *origin,
                    int64_t t) {
  const struct tmd_farey_search search = search_of(work, origin->task);
  origin->task->stats.members++;
  tmd_farey_confirm(&search, origin->X + (tmd_u128)(tmd_i128)t);
}

/* The whole block once more, as lines: the walk cannot do it. */
static void again(struct tmd_device_farey *work, const struct tmd_farey_origin *origin) {
  struct tmd_farey_search search = search_of(work, origin->task);
  tmd_farey_lines(&search, origin->X + (tmd_u128)(tmd_i128)origin->low,
                  origin->X + (tmd_u128)(tmd_i128)origin->high + 1);
}

/* What the device has walked, and what the host does after it. */
static int take(struct tmd_device_farey *work) {
  const uint32_t *counts = work->counts.host, *reports = work->reports.host;
  const size_t members = counts[FAREY_MEMBERS];
  work->batch.task[0].stats.hits += (uint64_t)counts[FAREY_HITS] + counts[FAREY_WHOLE]; /* of all */
  tmd_buffer_download(&work->member_block, work->queue, 4 * members);
  tmd_buffer_download(&work->member, work->queue, 8 * members);
  if (tmd_device_wait(work->device, work->queue)) return -1;
  for (size_t i = 0; i < members; i++)
    confirm(work, &work->origins[((const uint32_t *)work->member_block.host)[i]],
            ((const int64_t *)work->member.host)[i]);
  for (size_t b = 0; b < work->blocks; b++) {
    struct tmd_farey_stats *stats = &work->origins[b].task->stats;
    stats->arcs += reports[FAREY_ARCS * work->capacity + b];
    stats->roots += (uint64_t)reports[FAREY_PASSES * work->capacity + b] * TMD_FAREY_PASS;
    if (reports[FAREY_UNDONE * work->capacity + b]) again(work, &work->origins[b]);
  }
  return 0;
}

int tmd_device_farey_finish(struct tmd_device_farey *work) {
  const int too_long = work->blocks > 0 ? wait_for_lists(work) : 0;
  if (too_long < 0 || (!too_long && work->blocks > 0 && take(work))) return -1;
  for (size_t i = 0; i < work->batch.tasks; i++) {
    struct tmd_farey_task *task = &work->batch.task[i];
    if (!too_long) tmd_farey_tidy(&task->found, 0);
    else free(task->found.X), task->found = (struct tmd_candidates){0};
  }
  return too_long;
}

static void free_work(struct tmd_device_farey *work) {
  TMD_BUFFERS_FREE(&work->numbers, &work->words, &work->counts, &work->reports, &work->hit_block,
                   &work->hit, &work->whole_block, &work->whole, &work->member_block,
                   &work->member);
  free(work->origins);
}

/* ---- the self-test ---- */

/* 0, -1 (message), or 1 if there were too many candidates for the device; the answer is judged. */
static int walk_both(struct tmd_farey_batch *batch, const struct tmd_device_farey *own) {
  struct tmd_device_farey work = {0};
  struct tmd_farey_task *task = batch->task;
  struct tmd_candidates right = {0}, *found = &task->found;
  struct tmd_farey_stats stats = {0};
  *found = (struct tmd_candidates){0};
  task->stats = (struct tmd_farey_stats){0};
  tmd_farey_packet(&right, &stats, task->packet, batch->threshold, batch->order, task->X0,
                   task->X1);
  int status = tmd_device_farey_start(&work, own->device, own->queue, batch);
  if (status == 0) status = tmd_device_farey_finish(&work);
  const int same = found->count == right.count &&
                   (right.count == 0 || !memcmp(found->X, right.X, right.count * sizeof *right.X));
  free_work(&work);
  free(found->X);
  free(right.X);
  tmd_device_verdict(own->device, status, same, "farey");
  return status == 0 && !same ? -1 : status;
}

/* A few domains of the packet, with a threshold as low as the walk allows, so that some hundred
   arguments are candidates if it can be: the device must find those that the CPU finds. With too
   many the device does not do the packet either. */
static void test(const struct tmd_device_farey *own) {
  enum { DOMAINS = 64, LEAST = 4 };
  const struct tmd_poly_record *packet = own->batch.task[0].packet;
  const int threshold = own->batch.threshold;
  struct tmd_poly_record *sample = tmd_packet_sample(packet, packet->n, DOMAINS);
  const int log2 = 63 - __builtin_clzll(sample->n | 1);
  const tmd_u128 X0 = tmd_packet_start(sample, 0), X1 = tmd_packet_start(sample, sample->count);
  struct tmd_farey_task task = {.packet = sample, .X0 = X0, .X1 = X1};
  struct tmd_farey_batch batch = {&task, 1, log2 < LEAST ? LEAST : log2, 1, own->batch.order};
  int status;
  do { /* as low as the device still walks in single precision, or has blocks at all */
    if (batch.threshold > threshold) batch.threshold = threshold;
    status = walk_both(&batch, own);
  } while ((status > 0 || (status == 0 && task.stats.roots == 0)) && batch.threshold++ < threshold);
  free(sample);
}
