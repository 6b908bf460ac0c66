/* The frame of every stage: claims are gathered in batches, batches are worked on by
   an executor, and what comes out is written in the order of the input.

   A stage chooses claims, states in which parameters the claims of a batch agree, and processes a
   batch. Reading, passing through other claims, gathering, output, statistics, progress, interrupts
   and errors are the same for all stages. The output does not depend on where batches end. */
#ifndef TMD_STAGE_H
#define TMD_STAGE_H

#include <stdio.h>

#include "tools/stage/batch.h"
#include "tools/stage/executor.h"
#include "tools/stage/output.h"

/* The answer of a stage for a claim that it takes; zeros before. */
struct tmd_load {
  struct tmd_key key;    /* claims of one key may be worked on together */
  double nanoseconds;    /* estimated, for one core: batches have work for all threads */
  size_t device_threads; /* threads of a device that it keeps busy; 0: it cannot go there and is
                            worked on by the CPU */
  size_t bytes;          /* memory that it needs until it is written, without the claim itself */
};

struct tmd_stage {
  /* 1: the stage works on this claim, as the load states; 0: the claim passes as it is; -1
     (message). Packets of a batch on a device are alike, too (tmd_packets_alike), whatever the key.
   */
  int (*take)(struct tmd_load *load, const struct tmd_claim *claim);

  /* Works on the batch, or puts its work into the queue batch->queue of the device. 0 or -1
     (message). */
  int (*submit)(struct tmd_batch *batch, const struct tmd_executor *executor);

  /* Claim i of the batch, in their order, each once: what came out of it goes to the output, as one
     or more consecutive claims on the same range. The first one waits for the device. What is still
     to be done for it is done here; tmd_stage_worked counts it. 0 or -1 (message). */
  int (*collect)(struct tmd_batch *batch, const struct tmd_executor *executor, size_t i,
                 struct tmd_output *output);

  /* Appends " key=value ..." to the --stats line; may be NULL. */
  void (*stats)(FILE *out);

  /* Prints warnings on standard error after a run that did not fail; may be NULL. */
  void (*warn)(void);

  int has_devices; /* 1: --device is for it; 0: it works on the CPU alone */
  int has_lanes;   /* 1: --simd is for it */
  int joins;       /* 1: the claims that it writes share blocks */

  /* Reads the files and hands over claims by tmd_stage_give, if they are no streams; else NULL. 0
     or -1 (message). */
  int (*each)(char **names);
};

/* The next claim that `each` has made. 0, or -1 (message): `each` ends then. */
int tmd_stage_give(struct tmd_claim *claim);

/* Runs the whole tool: parse, read FILES (or stdin), write, close. Returns the exit status. */
int tmd_stage_run(const struct tmd_tool *tool, const struct tmd_stage *stage, int argc,
                  char **argv);

/* Seconds in which at least one batch was being processed. */
double tmd_stage_seconds(void);
/* Counts the time since then (tmd_seconds) as such seconds. */
void tmd_stage_worked(double since);

#endif
