#include "tools/stage/stage.h"

#include <string.h>

#include "lib/base/error.h"
#include "lib/cli/program.h"
#include "tools/stage/input.h"
#include "tools/stage/progress.h"

/* A batch is full with so much work for each thread of the CPU, or so many times the threads of the
   device; and with so many claims or bytes. */
enum {
  FULL_NANOSECONDS = 20000000,
  FULL_TIMES = 4,
  FULL_CLAIMS = 512,
  FULL_BYTES = 64 << 20,
  FULL_DEVICE_BYTES = 256 << 20
};

/* Batches take turns: one is gathered while another may be with the device. */
static struct {
  const struct tmd_stage *stage;
  struct tmd_writer *writer;
  struct tmd_output *output;
  struct tmd_batch batch[TMD_QUEUES];
  struct turn {
    struct tmd_executor executor;
    int submitted;
    double submitted_at;
  } turn[TMD_QUEUES];
  int gathering; /* the number of the batch that is gathered */
  int failed;    /* the stage itself */
  double seconds, counted_until;
  double longer; /* how many times longer the last batch has taken the CPU than was estimated; 0:
                    there was none as yet */
} run;

double tmd_stage_seconds(void) { return run.seconds; }

void tmd_stage_worked(double since) {
  const double now = tmd_seconds();
  run.seconds += now - (since > run.counted_until ? since : run.counted_until);
  run.counted_until = now;
}

/* ---- a batch's way ---- */

static int collect(int queue) {
  struct tmd_batch *batch = &run.batch[queue];
  struct turn *turn = &run.turn[queue];
  const unsigned char *block = batch->blocks;
  size_t passed = 0;
  if (!turn->submitted) return 0;
  turn->submitted = 0;
  for (size_t i = 0; i <= batch->count; i++) {
    for (; passed < batch->passed_count && batch->passed[passed].before == i;
         block += batch->passed[passed++].bytes)
      if (tmd_output_block(run.output, block, batch->passed[passed].bytes)) return -1;
    if (i < batch->count && run.stage->collect(batch, &turn->executor, i, run.output)) return -1;
    if (i == 0 && turn->executor.device) tmd_stage_worked(turn->submitted_at);
  }
  tmd_batch_clear(batch);
  return tmd_output_flush(run.output);
}

/* All that has been submitted, the oldest first. */
static int collect_all(void) {
  int failed = 0;
  for (int i = 1; i <= TMD_QUEUES && !failed; i++)
    failed = collect((run.gathering + i) % TMD_QUEUES);
  return failed;
}

/* The batch that is gathered is worked on; while a device does so the next one is gathered. */
static int submit(void) {
  struct tmd_batch *batch = &run.batch[run.gathering];
  struct turn *turn = &run.turn[run.gathering];
  if (batch->count == 0 && batch->passed_count == 0) return 0;
  tmd_batch_close(batch);
  turn->submitted_at = tmd_seconds();
  const double before = run.seconds, nanoseconds = batch->nanoseconds;
  if (batch->count > 0 && run.stage->submit(batch, &turn->executor)) return -1;
  turn->submitted = 1;
  if (!turn->executor.device) {
    tmd_stage_worked(turn->submitted_at);
    const int failed = collect_all();
    if (nanoseconds > 0)
      run.longer = 1e9 * (run.seconds - before) * turn->executor.threads / nanoseconds;
    return failed;
  }
  run.gathering = (run.gathering + 1) % TMD_QUEUES;
  return collect(run.gathering);
}

/* ---- gathering ---- */

static int is_full(const struct tmd_batch *batch, const struct tmd_executor *executor) {
  if (executor->device)
    return batch->device_threads >= FULL_TIMES * tmd_device_threads(executor->device) ||
           batch->bytes >= FULL_DEVICE_BYTES;
  const size_t claims =
      run.longer > 0 ? FULL_CLAIMS : (size_t)executor->threads; /* estimates may be far off */
  return batch->nanoseconds * run.longer >= (double)FULL_NANOSECONDS * executor->threads ||
         batch->count >= claims || batch->bytes >= FULL_BYTES;
}

static int packets_alike(const struct tmd_claim *a, const struct tmd_claim *b) {
  for (size_t i = 0; i < b->record_count; i++)
    if (!tmd_packets_alike(tmd_claim_record(a, 0), tmd_claim_record(b, i))) return 0;
  return b->record_count > 0;
}

static int gather(struct tmd_claim *claim, const struct tmd_load *load) {
  struct tmd_executor executor = {NULL, tmd_threads()};
  if (tmd_executor_has_device() && load->device_threads > 0 && packets_alike(claim, claim) &&
      tmd_executor_device(&executor.device))
    return -1;

  const struct turn *turn = &run.turn[run.gathering];
  const struct tmd_batch *gathered = &run.batch[run.gathering];
  if (gathered->count > 0 && (turn->executor.device != executor.device ||
                              memcmp(&gathered->key, &load->key, sizeof load->key) ||
                              (executor.device && !packets_alike(&gathered->claims[0], claim))))
    if (submit()) return -1;

  struct tmd_batch *batch = &run.batch[run.gathering];
  run.turn[run.gathering].executor = executor;
  batch->queue = run.gathering;
  batch->key = load->key;
  batch->nanoseconds += load->nanoseconds;
  batch->device_threads += load->device_threads;
  batch->bytes += load->bytes;
  tmd_batch_add(batch, claim);
  return is_full(batch, &executor) ? submit() : 0;
}

static int has_work(void) {
  for (int i = 0; i < TMD_QUEUES; i++)
    if (run.turn[i].submitted || run.batch[i].count > 0 || run.batch[i].passed_count > 0) return 1;
  return 0;
}

static int pass(struct tmd_reader *reader) {
  struct tmd_batch *batch = &run.batch[run.gathering];
  size_t bytes;
  const unsigned char *block = tmd_reader_block(reader, &bytes);
  tmd_count_passed();
  if (bytes == 0) return -1;
  if (!has_work())
    return tmd_output_block(run.output, block, bytes) || tmd_output_flush(run.output) ? -1 : 0;
  tmd_batch_pass(batch, block, bytes);
  return batch->bytes >= FULL_BYTES ? submit() : 0;
}

/* What is there is worked on before the CPU waits for more. */
static int visit(struct tmd_claim *claim, struct tmd_reader *reader) {
  struct tmd_load load = {.bytes = 0};
  const int taken = run.stage->take(&load, claim);
  run.failed = taken < 0 || (taken ? gather(claim, &load) : pass(reader));
  if (!run.failed && reader && !tmd_executor_has_device() && !tmd_reader_ready(reader))
    run.failed = submit() || tmd_writer_flush(run.writer);
  tmd_show_progress(0);
  return run.failed;
}

int tmd_stage_give(struct tmd_claim *claim) {
  tmd_count_claim(claim);
  return visit(claim, NULL);
}

/* What has been gathered is worked on, also after bad input and an interrupt; if the stage has
   failed, what came out before is written all the same. 0, or -1: the message is that of the stage
   if it has failed. */
static int write_what_is_done(int failed) {
  struct tmd_fault why;
  if (!run.failed && failed) tmd_fault_keep(&why);
  if (!run.failed) run.failed = submit() || collect_all() || tmd_writer_flush(run.writer);
  if (run.failed) {
    tmd_fault_keep(&why);
    (void)!collect_all();
    (void)!(tmd_output_flush(run.output) || tmd_writer_flush(run.writer));
  }
  return failed || run.failed ? tmd_fault_again(&why) : 0;
}

/* ---- the run ---- */

int tmd_stage_run(const struct tmd_tool *tool, const struct tmd_stage *stage, int argc,
                  char **argv) {
  tmd_common.list_devices = stage->has_devices ? tmd_executor_list : NULL;
  const int operand = tmd_options(tool, argc, argv);
  tmd_catch_interrupt();
  run.stage = stage;
  if (tmd_executor_choose(stage->has_devices, stage->has_lanes)) tmd_fail();
  run.writer = tmd_writer_open(tmd_open_output(1), tmd_output_name());
  if (stage->joins) tmd_writer_join(run.writer);
  run.output = tmd_output_open(run.writer);
  tmd_progress_begin();
  int failed = stage->each ? stage->each(argv + operand) : tmd_each_claim(argv + operand, visit);
  failed = write_what_is_done(failed);
  for (int i = 0; i < TMD_QUEUES; i++) tmd_batch_free(&run.batch[i]);
  tmd_output_close(run.output);
  tmd_count_output(tmd_writer_bytes(run.writer));
  if (!failed) failed = tmd_writer_close(run.writer);
  tmd_show_progress(1);
  if (!failed && stage->warn) stage->warn();
  tmd_print_stats(stage->stats);
  if (failed) tmd_fail();
  if (tmd_interrupted()) return TMD_INTERRUPTED_STATUS;
  tmd_output_complete();
  return TMD_OK;
}
