/* The worker: a forked process that calls the target, and the memory that it shares with the tool.
 */
#ifndef TMD_WORKER_H
#define TMD_WORKER_H

#include <string.h>

#include "tools/check/target/c-names.h"

enum {
  TMD_BATCH = TMD_TARGET_ROOM,
  TMD_NUMBER_BYTES = 16,
  TMD_MESSAGE_BYTES = 400,
  TMD_END_BYTES = 80
};

/* What a batch requests besides results. */
enum { TMD_WANT_FLAGS = 1, TMD_WANT_TWICE = 2, TMD_WANT_ERRORS = 4 };

/* Shared memory in two parts. The first is the tool's: a worker can only read it, and the library
   cannot change it. In the second the library may write at any time: the tool reads everything
   once, and checks the bounds. */
enum { TMD_PART_BYTES = 1 << 16 }; /* a multiple of any page */
struct tmd_exchange {
  uint32_t count, mode, lane, alone, wants;
  uint64_t token;           /* what is sent back when the batch is done */
  struct tmd_callee callee; /* what it calls */
  const unsigned char *x;   /* in the room for them */
  _Alignas(64) unsigned char x_room[TMD_BATCH * TMD_NUMBER_BYTES];
  _Alignas(64) unsigned char y[TMD_BATCH * 2 * TMD_NUMBER_BYTES]; /* of three arguments the second
                                                                     and the third of each call */
  uint8_t active[TMD_BATCH];                                      /* of masked vectors */

  _Alignas(TMD_PART_BYTES) volatile uint32_t at,
      pass; /* the call that has begun; the pass over the batch */
  uint32_t found;
  uint32_t candidate;              /* which of the job's candidates was found */
  uint32_t modes;                  /* decimal functions: the modes that the library has */
  uint32_t absent;                 /* it cannot start because there is no such function */
  char message[TMD_MESSAGE_BYTES]; /* why it cannot start or continue; else empty */
  char end[TMD_END_BYTES];         /* how the process for the calls ended; else empty */
  _Alignas(64) unsigned char result[TMD_BATCH * TMD_NUMBER_BYTES];
  uint8_t flags[TMD_BATCH], observed[TMD_BATCH];
  int8_t signs[TMD_BATCH]; /* of gamma */
  int errors[TMD_BATCH];
};

enum { TMD_LOAD_TIMES = 6 };

/* The work of a worker, in its own process. */
struct tmd_job {
  /* Prepares, and stores which candidate it calls, or that there is none (batch->absent). Output to
     standard output and standard error can be read from `output`, without waiting. 0, or -1
     (message). */
  int (*load)(void *context, struct tmd_exchange *batch, int output);
  /* Calls. 0, or -1 (message). */
  int (*run)(void *context, struct tmd_exchange *batch, int output);
  void (*release)(void *context); /* in the tool, at its end */
  void *context;
  const struct tmd_callee *candidates; /* owned by the context: what it may call */
  uint32_t candidate_count;
  int file;              /* a descriptor that it needs; -1: none */
  int blind;             /* batch->at does not show its position */
  int sees_flags;        /* and errno */
  int decimal_encodings; /* its numbers are encodings of lib/value/decimal-code.h */
  int calls_itself;      /* it calls in its own thread */
  int absent;            /* it was not made because there is no such function */
  int one_mode;          /* has one rounding mode alone: */
  enum tmd_rounding mode;
  double timeout; /* seconds without progress after which it hangs; TMD_LOAD_TIMES as many for
                     loading */
};

/* Starts one; the job's context stays the caller's. NULL, with a message: it cannot load, *absent =
   1 if there is no such function. */
struct tmd_worker *tmd_worker_start(const struct tmd_job *job, int *absent);
struct tmd_exchange *tmd_worker_batch(struct tmd_worker *worker); /* its callee is known */

/* Makes the worker run the batch; *done: the number of results. If it crashes or hangs, at
   x[*done], the next call starts another one. TMD_TARGET_LOST: with a message. */
enum tmd_target_outcome tmd_worker_run(struct tmd_worker *worker, size_t *done);
int tmd_worker_is_blind(
    const struct tmd_worker *worker); /* the position where the last batch ended is not known */
const char *
tmd_worker_end(const struct tmd_worker *worker); /* how the last one that crashed ended */
unsigned tmd_worker_modes(const struct tmd_worker *worker); /* of decimal functions of libraries */
void tmd_worker_stop(struct tmd_worker *worker);

/* In the worker: begins a pass over the batch whose calls are not observed. */
static inline void tmd_batch_unobserved(struct tmd_exchange *batch) {
  batch->pass++;
  batch->found = 0;
  memset(batch->flags, 0, batch->count);
  memset(batch->observed, 0, batch->count);
  memset(batch->errors, 0, batch->count * sizeof *batch->errors);
}

/* In the worker: 1 if something was written since the last time; it is dropped. */
int tmd_was_written(int output);

#endif
