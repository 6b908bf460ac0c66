/* The Farey walk on a device: the candidates of farey.h, many packets at a time. The host prepares blocks, the device walks them
   and proposes members, the host evaluates these. */
#ifndef TMD_DEVICE_FAREY_H
#define TMD_DEVICE_FAREY_H

#include "kernels/device/packets.h"
#include "kernels/farey/device-layout.h"
#include "kernels/farey/farey.h"

/* A packet of a flight, the part of it that is asked for, and what came out. */
struct tmd_farey_task {
  const struct tmd_poly_record *packet;
  tmd_u128 X0, X1;
  struct tmd_candidates found;
  struct tmd_farey_stats stats;
};

struct tmd_farey_seat; /* a block on the device: where it came from */

/* What one flight has on the device and on its way. Start from zero. */
struct tmd_device_farey {
  struct tmd_device *device;
  int queue, degree, threshold, threads;
  uint64_t order;
  struct tmd_farey_task *task;
  size_t tasks;
  struct tmd_farey_seat *seats;
  size_t capacity, blocks, seats_capacity;
  struct tmd_buffer numbers, words, counts, reports, hit_block, hit, whole_block, whole, member_block, member;
  size_t room[FAREY_LISTS];
};

/* The packets of the tasks are alike; they and the tasks stay where they are until finish, which leaves the candidates of each in
   rising order. The host works with `threads` threads. */
int tmd_device_farey_start(struct tmd_device_farey *flight, struct tmd_device *device, int queue, struct tmd_farey_task *task,
                           size_t tasks, int threshold, uint64_t order, int threads);
int tmd_device_farey_finish(struct tmd_device_farey *flight);

#endif
