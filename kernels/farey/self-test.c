#include "kernels/farey/self-test.h"

#include <stdlib.h>
#include <string.h>

/* 0, -1 (message), or 1 if there were too many candidates for the device. */
static int walk_both(struct tmd_farey_batch *batch, struct tmd_device *device, int queue) {
  struct tmd_device_farey work = {0};
  struct tmd_farey_task *task = batch->task;
  struct tmd_candidates right = {0}, *found = &task->found;
  struct tmd_farey_stats stats = {0};
  *found = (struct tmd_candidates){0};
  task->stats = (struct tmd_farey_stats){0};
  tmd_farey_packet(&right, &stats, task->packet, batch->threshold, batch->order, task->X0,
                   task->X1);
  int status = tmd_device_farey_start(&work, device, queue, batch);
  if (status == 0) status = tmd_device_farey_finish(&work);
  const int same = found->count == right.count &&
                   (right.count == 0 || !memcmp(found->X, right.X, right.count * sizeof *right.X));
  tmd_device_farey_free(&work);
  free(found->X);
  free(right.X);
  return status ? status : tmd_device_verdict(device, same, "farey");
}

int tmd_device_farey_test(struct tmd_device *device, int queue,
                          const struct tmd_poly_record *packet, int threshold, uint64_t order) {
  enum { DOMAINS = 64, LEAST = 4 };
  struct tmd_poly_record *sample = tmd_packet_sample(packet, packet->n, DOMAINS);
  const int log2 = 63 - __builtin_clzll(sample->n | 1);
  const tmd_u128 X0 = tmd_packet_start(sample, 0), X1 = tmd_packet_start(sample, sample->count);
  struct tmd_farey_task task = {.packet = sample, .X0 = X0, .X1 = X1};
  struct tmd_farey_batch batch = {&task, 1, log2 < LEAST ? LEAST : log2, 1, order};
  int status;
  do { /* as low as the device still walks in single precision, or has blocks at all */
    if (batch.threshold > threshold) batch.threshold = threshold;
    status = walk_both(&batch, device, queue);
  } while ((status > 0 || (status == 0 && task.stats.roots == 0)) && batch.threshold++ < threshold);
  free(sample);
  return status < 0 ? -1 : 0; /* with too many, the device does not do the packet either */
}
