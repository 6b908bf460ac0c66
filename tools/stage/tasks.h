/* Packets in, candidates out: what tmd-exhaust and tmd-farey do with a batch. Its packets are cut
   into tasks, consecutive ranges of arguments; threads do many of them side by side, and what they
   found is put out in order, but for pairs that are exact by rule (lib/region/exact.h). A bounded
   number of candidates is held, however many a claim has. What is put out depends on the batch
   alone. */
#ifndef TMD_STAGE_TASKS_H
#define TMD_STAGE_TASKS_H

#include "kernels/exhaust/exhaust.h"
#include "tools/stage/batch.h"
#include "tools/stage/output.h"

struct tmd_task {
  size_t claim;                         /* its number in the batch */
  const struct tmd_poly_record *packet; /* of it, the arguments X0 <= X < X1; */
  tmd_u128 X0, X1;
  size_t flag, flags; /* or so many that a device has flagged, from `flag` on */
  int done;
  struct tmd_candidates found; /* in rising order of X */
};

/* The claimed part of a packet is cut into `count` slices of arguments, each but the last a
   multiple of `unit`. */
struct tmd_slices {
  uint64_t count, unit;
};

/* The arguments of a packet from its X0 to the end of its claim. A packet may reach far beyond the
   claim, where it states nothing (tmd-stream(5)), so the work on it is measured by these. */
static inline tmd_u128 tmd_claimed_arguments(const struct tmd_claim *claim,
                                             const struct tmd_poly_record *packet) {
  const tmd_u128 all = (tmd_u128)packet->n * packet->count,
                 rest = claim->X1 - tmd_wide_load(packet->X0);
  return all < rest ? all : rest;
}

struct tmd_tasks;

/* The functions that list tasks and do them. */
struct tmd_way {
  /* Lists what comes next, by tmd_tasks_add in the order of the batch: 1, also if that is nothing;
     0: there is no more; -1 (message). */
  int (*list)(struct tmd_tasks *tasks);
  /* Fills in `found`; by many threads at a time. */
  void (*work)(const struct tmd_tasks *tasks, struct tmd_task *task);
  /* For tmd_tasks_cut; `claimed` as tmd_claimed_arguments. */
  struct tmd_slices (*slices)(const struct tmd_tasks *tasks, const struct tmd_poly_record *packet,
                              tmd_u128 claimed);
};

/* The tasks of a batch, some at a time. Start from zero. */
struct tmd_tasks {
  const struct tmd_batch *batch;
  const struct tmd_way *way;
  int threads;
  struct tmd_task *task; /* those listed; before `at` they are put out */
  size_t at, count, capacity;
  size_t held;              /* candidates that are found and not put out */
  size_t claim, record;     /* where the list goes on, */
  struct tmd_slices slices; /* and in this packet, if count is not 0 */
  uint64_t slice;
  double since; /* when the last candidates were put out */
};

/* Counters of all batches, for --stats. */
extern struct tmd_task_totals {
  unsigned long long evaluated, flagged, candidates;
} tmd_task_totals;

/* A batch that stays where it is until all its claims are put out, with so many threads. */
void tmd_tasks_begin(struct tmd_tasks *tasks, const struct tmd_batch *batch,
                     const struct tmd_way *way, int threads);

/* Another task, behind those listed: empty, but for its claim and packet. */
struct tmd_task *tmd_tasks_add(struct tmd_tasks *tasks, size_t claim,
                               const struct tmd_poly_record *packet);

/* For `list`: slices of the packets. */
int tmd_tasks_cut(struct tmd_tasks *tasks);

/* Does what is listed, as far as candidates may be held: all of it, for most batches. 0 or -1
   (message). */
int tmd_tasks_work(struct tmd_tasks *tasks);

/* Puts out claim i of the batch, claims in their order, each once; does what of it is not done yet.
   0 or -1 (message): then what is written of the claim is what was complete. */
int tmd_tasks_put(struct tmd_tasks *tasks, size_t i, struct tmd_output *output);

#endif
