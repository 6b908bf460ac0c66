#include "kernels/farey/on-device.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "kernels/farey/search.h"

enum {
  LEAST_ROOM = 1 << 12,
  HIT_GROUPS = 1 << 12 /* groups that share the lists */
};
/* Entries of a list: a flight that asks for more is walked on the CPU; blocks of a flight: so are those beyond. */
#ifndef TMD_FAREY_MOST_ROOM
#define TMD_FAREY_MOST_ROOM ((size_t)1 << 26)
#define TMD_FAREY_MOST_BLOCKS ((size_t)1 << 22)
#endif

struct tmd_farey_seat {
  struct tmd_farey_task *task;
  tmd_u128 X;
  int64_t low, high;
};

static size_t number_count(const struct tmd_device_farey *flight) {
  return FAREY_c3 + (flight->degree > 3 ? (size_t)flight->degree - 2 : 1);
}

/* ---- blocks ---- */

struct boarding {
  struct tmd_device_farey *flight;
  struct tmd_farey_task *task;
};

static void store_words(uint64_t *words, size_t capacity, size_t at, int word, tmd_u128 x) {
  words[(size_t)word * capacity + at] = (uint64_t)x;
  words[(size_t)(word + 1) * capacity + at] = (uint64_t)(x >> 64);
}

/* A block takes the next seat; 0 if there is none. */
static int board(void *where, const struct tmd_farey_block *block, const struct tmd_farey_path *path) {
  const struct boarding *boarding = where;
  struct tmd_device_farey *flight = boarding->flight;
  const size_t capacity = flight->capacity, at = __atomic_fetch_add(&flight->blocks, 1, __ATOMIC_RELAXED);
  if (at >= capacity) return 0;
  const struct tmd_farey_numbers walk = tmd_farey_numbers(block, path, flight->order);
  const struct tmd_farey_curve curve = tmd_farey_curve(block);
  double *numbers = flight->numbers.host;
#define STORE_WALK(name) numbers[FAREY_##name * capacity + at] = walk.name;
#define STORE_CURVE(name) numbers[FAREY_##name * capacity + at] = curve.name;
  TMD_FAREY_WALK_FIELDS(STORE_WALK)
  TMD_FAREY_RANGE_FIELDS(STORE_CURVE)
  STORE_CURVE(c3)
  numbers[FAREY_eps_value * capacity + at] = block->eps_value;
  for (int k = 4; k <= flight->degree; k++) numbers[(size_t)(FAREY_c3 + k - 3) * capacity + at] = block->c[k];
  store_words(flight->words.host, capacity, at, FAREY_C0_WORD, block->c0);
  store_words(flight->words.host, capacity, at, FAREY_C1_WORD, block->c1);
  store_words(flight->words.host, capacity, at, FAREY_C2_WORD, (tmd_u128)block->c2);
  flight->seats[at] = (struct tmd_farey_seat){boarding->task, block->X, block->low, block->high};
  boarding->task->stats.blocks++;
  return 1;
}

/* Blocks that are neither lines nor evaluated one by one board; the others are done here. */
static void prepare(struct tmd_device_farey *flight) {
#pragma omp parallel num_threads(flight->threads)
  {
    struct boarding boarding = {.flight = flight};
#pragma omp for schedule(dynamic)
    for (size_t i = 0; i < flight->tasks; i++) {
      struct tmd_farey_task *task = boarding.task = &flight->task[i];
      tmd_farey_packet_elsewhere(&task->found, &task->stats, task->packet, flight->threshold, flight->order, task->X0, task->X1,
                                 board, &boarding);
    }
  }
  if (flight->blocks > flight->capacity) flight->blocks = flight->capacity;
}

/* ---- the device ---- */

/* Room for what most blocks ask for: with too little the walk is done twice. */
static void expect_lists(struct tmd_device_farey *flight) {
  static const size_t each[FAREY_LISTS] = {[FAREY_HITS] = 8, [FAREY_WHOLE] = 16, [FAREY_MEMBERS] = 1};
  for (int list = 0; list < FAREY_LISTS; list++) {
    const size_t wanted = each[list] * flight->blocks < LEAST_ROOM ? LEAST_ROOM : each[list] * flight->blocks;
    const size_t room = wanted < TMD_FAREY_MOST_ROOM ? wanted : TMD_FAREY_MOST_ROOM;
    if (flight->room[list] < room) flight->room[list] = room;
  }
}

/* Room for lists: more after they have overflowed. */
static int reserve_lists(struct tmd_device_farey *flight) {
  struct tmd_device *device = flight->device;
  const size_t *room = flight->room;
  return tmd_buffer_reserve(&flight->counts, device, 4 * FAREY_LISTS) ||
                 tmd_buffer_reserve_inside(&flight->hit_block, device, 4 * room[FAREY_HITS]) ||
                 tmd_buffer_reserve_inside(&flight->hit, device, 8 * FAREY_HIT_NUMBERS * room[FAREY_HITS]) ||
                 tmd_buffer_reserve_inside(&flight->whole_block, device, 4 * room[FAREY_WHOLE]) ||
                 tmd_buffer_reserve_inside(&flight->whole, device, 8 * FAREY_ARC_NUMBERS * room[FAREY_WHOLE]) ||
                 tmd_buffer_reserve(&flight->member_block, device, 4 * room[FAREY_MEMBERS]) ||
                 tmd_buffer_reserve(&flight->member, device, 8 * room[FAREY_MEMBERS])
             ? -1
             : 0;
}

static int launch_kernels(struct tmd_device_farey *flight) {
  struct tmd_device_kernel *walk = tmd_device_kernel(flight->device, "farey", "farey_walk", "");
  struct tmd_device_kernel *hits = tmd_device_kernel(flight->device, "farey", "farey_hits", "");
  struct tmd_device_kernel *whole = tmd_device_kernel(flight->device, "farey", "farey_whole", "");
  const int queue = flight->queue;
  if (!walk || !hits || !whole) return -1;
  const struct tmd_argument numbers = TMD_BUFFER(&flight->numbers), words = TMD_BUFFER(&flight->words),
                            degree = TMD_NUMERAL(flight->degree), capacity = TMD_NUMERAL(flight->capacity),
                            order = TMD_NUMERAL(tmd_bits_of((double)flight->order)), counts = TMD_BUFFER(&flight->counts),
                            hit_block = TMD_BUFFER(&flight->hit_block), hit = TMD_BUFFER(&flight->hit),
                            hit_room = TMD_NUMERAL(flight->room[FAREY_HITS]), whole_block = TMD_BUFFER(&flight->whole_block),
                            arc = TMD_BUFFER(&flight->whole), whole_room = TMD_NUMERAL(flight->room[FAREY_WHOLE]),
                            member_block = TMD_BUFFER(&flight->member_block), member = TMD_BUFFER(&flight->member),
                            member_room = TMD_NUMERAL(flight->room[FAREY_MEMBERS]), groups = TMD_NUMERAL(HIT_GROUPS),
                            reports = TMD_BUFFER(&flight->reports);
  if (TMD_LAUNCH(walk, queue, tmd_device_groups(flight->blocks), numbers, TMD_NUMERAL(flight->blocks), capacity, order,
                 TMD_NUMERAL(tmd_bits_of(TMD_FAREY_NEAR)), counts, hit_block, hit, hit_room, whole_block, arc, whole_room,
                 reports) ||
      TMD_LAUNCH(hits, queue, HIT_GROUPS, numbers, words, degree, capacity, order, counts, hit_block, hit, hit_room, member_block,
                 member, member_room, groups, reports) ||
      TMD_LAUNCH(whole, queue, HIT_GROUPS, numbers, words, degree, capacity, order, counts, whole_block, arc, whole_room,
                 member_block, member, member_room, groups, reports))
    return -1;
  return tmd_buffer_download(&flight->counts, queue, 4 * FAREY_LISTS) ||
                 tmd_buffer_download(&flight->reports, queue, 4 * FAREY_REPORTS * flight->capacity)
             ? -1
             : 0;
}

static int launch(struct tmd_device_farey *flight) {
  if (reserve_lists(flight)) return -1;
  memset(flight->counts.host, 0, 4 * FAREY_LISTS);
  return tmd_buffer_upload(&flight->counts, flight->queue, 4 * FAREY_LISTS) || launch_kernels(flight) ? -1 : 0;
}

static int upload(struct tmd_device_farey *flight) {
  return tmd_buffer_upload(&flight->numbers, flight->queue, 8 * number_count(flight) * flight->capacity) ||
                 tmd_buffer_upload(&flight->words, flight->queue, 8 * FAREY_WORDS * flight->capacity)
             ? -1
             : 0;
}

int tmd_device_farey_start(struct tmd_device_farey *flight, struct tmd_device *device, int queue, struct tmd_farey_task *task,
                           size_t tasks, int threshold, uint64_t order, int threads) {
  flight->device = device, flight->queue = queue, flight->task = task, flight->tasks = tasks;
  flight->threshold = threshold, flight->order = order, flight->threads = threads;
  flight->degree = task[0].packet->degree;
  flight->blocks = 0;
  flight->capacity = 64;
  for (size_t i = 0; i < tasks; i++) flight->capacity += tmd_packet_survivors(task[i].packet);
  if (flight->capacity > TMD_FAREY_MOST_BLOCKS) flight->capacity = TMD_FAREY_MOST_BLOCKS;
  if (flight->seats_capacity < flight->capacity) {
    flight->seats_capacity = flight->capacity;
    flight->seats = tmd_reallocate(flight->seats, flight->capacity * sizeof *flight->seats);
  }
  if (tmd_buffer_reserve(&flight->numbers, device, 8 * number_count(flight) * flight->capacity) ||
      tmd_buffer_reserve(&flight->words, device, 8 * FAREY_WORDS * flight->capacity) ||
      tmd_buffer_reserve(&flight->reports, device, 4 * FAREY_REPORTS * flight->capacity))
    return -1;
  prepare(flight);
  if (flight->blocks == 0) return 0;
  expect_lists(flight);
  return upload(flight) || launch(flight) ? -1 : 0;
}

/* ---- what comes back ---- */

/* Waits, and goes again with more room until all lists were long enough. Returns 1 if they would become too long, -1 on failure. */
static int wait_for_lists(struct tmd_device_farey *flight) {
  for (;;) {
    const uint32_t *counts = flight->counts.host;
    int enough = 1;
    if (tmd_device_wait(flight->device, flight->queue)) return -1;
    for (int list = 0; list < FAREY_LISTS; list++)
      if (counts[list] > TMD_FAREY_MOST_ROOM) return 1;
    for (int list = 0; list < FAREY_LISTS; list++)
      if (counts[list] > flight->room[list]) {
        const size_t more = (size_t)counts[list] + counts[list] / 4;
        flight->room[list] = more < TMD_FAREY_MOST_ROOM ? more : TMD_FAREY_MOST_ROOM;
        enough = 0;
      }
    if (enough) return 0;
    if (launch(flight)) return -1;
  }
}

static void confirm(struct tmd_device_farey *flight, const struct tmd_farey_seat *seat, int64_t t) {
  const struct tmd_poly_record *packet = seat->task->packet;
  const tmd_u128 place = seat->X + (tmd_u128)(tmd_i128)t - tmd_wide_load(packet->X0);
  seat->task->stats.members++;
  tmd_exhaust_confirm(&seat->task->found, packet, flight->threshold, (uint64_t)(place / packet->n),
                      (uint64_t)(place % packet->n));
}

/* The whole block once more, on the CPU: as lines if the walk cannot do it. */
static void again(struct tmd_device_farey *flight, const struct tmd_farey_seat *seat, int lines) {
  struct tmd_farey_task *task = seat->task;
  const tmd_u128 from = seat->X + (tmd_u128)(tmd_i128)seat->low, to = seat->X + (tmd_u128)(tmd_i128)seat->high + 1;
  if (!lines) {
    tmd_farey_packet(&task->found, &task->stats, task->packet, flight->threshold, flight->order, from, to);
    return;
  }
  struct tmd_farey_search *search = tmd_allocate(sizeof *search);
  *search = (struct tmd_farey_search){.packet = task->packet, .threshold = flight->threshold, .order = flight->order,
                                      .found = &task->found, .stats = &task->stats};
  tmd_farey_lines(search, from, to);
  free(search);
}

int tmd_device_farey_finish(struct tmd_device_farey *flight) {
  const int rich = flight->blocks > 0 ? wait_for_lists(flight) : 0;
  if (rich < 0) return -1;
  if (flight->blocks > 0 && !rich) {
    const uint32_t *counts = flight->counts.host;
    const size_t members = counts[FAREY_MEMBERS];
    flight->task[0].stats.hits += (uint64_t)counts[FAREY_HITS] + counts[FAREY_WHOLE]; /* of all */
    if (tmd_buffer_download(&flight->member_block, flight->queue, 4 * members) ||
        tmd_buffer_download(&flight->member, flight->queue, 8 * members) || tmd_device_wait(flight->device, flight->queue))
      return -1;
    for (size_t i = 0; i < members; i++)
      confirm(flight, &flight->seats[((const uint32_t *)flight->member_block.host)[i]],
              ((const int64_t *)flight->member.host)[i]);
  }
  const uint32_t *reports = flight->reports.host;
  for (size_t b = 0; b < flight->blocks; b++) {
    struct tmd_farey_stats *stats = &flight->seats[b].task->stats;
    stats->arcs += reports[FAREY_ARCS * flight->capacity + b];
    stats->roots += (uint64_t)reports[FAREY_PASSES * flight->capacity + b] * TMD_FAREY_PASS;
    if (rich || reports[FAREY_UNDONE * flight->capacity + b]) again(flight, &flight->seats[b], !rich);
  }
  for (size_t i = 0; i < flight->tasks; i++) tmd_farey_tidy(&flight->task[i].found, 0);
  return 0;
}
