/* The Farey walk on a device: the candidates of farey.h, many packets at a time. The host prepares
   blocks, the device walks them and proposes members, the host evaluates these. */
#ifndef TMD_DEVICE_FAREY_H
#define TMD_DEVICE_FAREY_H

#include "kernels/device/packets.h"
#include "kernels/farey/device-layout.h"
#include "kernels/farey/farey.h"

/* A packet, the part of it that is asked for, and what came out. */
struct tmd_farey_task {
  const struct tmd_poly_record *packet;
  tmd_u128 X0, X1;
  struct tmd_candidates found;
  struct tmd_farey_stats stats;
};

/* Packets, alike, that go to the device together. The host works with `threads` threads. */
struct tmd_farey_batch {
  struct tmd_farey_task *task;
  size_t tasks;
  int threshold, threads;
  uint64_t order;
};

struct tmd_farey_origin; /* where a block on the device came from */

/* The work of a queue: what one batch has on the device. Start from zero. */
struct tmd_device_farey {
  struct tmd_device *device;
  int queue, degree;
  struct tmd_farey_batch batch;
  struct tmd_farey_origin *origins; /* of the blocks */
  size_t capacity, blocks, origins_capacity;
  struct tmd_buffer numbers, words, counts, reports, hit_block, hit, whole_block, whole,
      member_block, member;
  size_t room[FAREY_LISTS];
};

/* The packets and the tasks stay where they are until finish, which leaves the candidates of each
   in rising order. 0; -1 (message); finish also 1: the lists on the device would have become too
   long, and nothing is left. */
int tmd_device_farey_start(struct tmd_device_farey *work, struct tmd_device *device, int queue,
                           const struct tmd_farey_batch *batch);
int tmd_device_farey_finish(struct tmd_device_farey *work);

#endif
