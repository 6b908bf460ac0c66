/* Phase 3 on a device: the candidates of exhaust.h, many packets at a time. The device flags, the
   host decides. */
#ifndef TMD_DEVICE_EXHAUST_H
#define TMD_DEVICE_EXHAUST_H

#include "kernels/device/packets.h"
#include "kernels/exhaust/exhaust.h"

/* The number of threads that packets of one shape keep busy; 0: the CPU is faster. `claimed` of
   their arguments are asked for. */
size_t tmd_device_exhaust_threads(const struct tmd_packets *packets, int threshold,
                                  tmd_u128 claimed);

/* The work of a queue: what one batch has on the device. Start from zero. */
struct tmd_device_exhaust {
  struct tmd_device *device;
  int queue, threshold;
  const struct tmd_packets *packets;
  uint64_t bits_of_packet, length, piece,
      parts; /* ranges of `length` arguments, in `parts` parts of `piece` */
  uint64_t threads,
      first; /* one for each part; those in the queue, from the first one on: slots.threads */
  uint64_t decided;             /* the first thread of the flags that are here, */
  size_t flags;                 /* and their number */
  struct tmd_exhaust_plan plan; /* for all packets */
  struct tmd_buffer coefficients, differences, places;
  struct tmd_binomial_rows domains, positions, few, far;
  struct tmd_survivor_list ranges;
  struct tmd_slot_list slots;
};

/* The packets, alike, stay where they are to the end. 0 or -1 (message). */
int tmd_device_exhaust_start(struct tmd_device_exhaust *work, struct tmd_device *device, int queue,
                             const struct tmd_packets *packets, int threshold);

/* Waits for the next flags, `flags` of them, and sends the device on. 1; 0: there are no more; -1
   (message). */
int tmd_device_exhaust_next(struct tmd_device_exhaust *work);

/* The packet, of the list, of a flag; flags are in the order of packets and arguments. */
size_t tmd_device_exhaust_packet(const struct tmd_device_exhaust *work, size_t flag);

/* Decides `count` flags from `flag` on, and appends the candidates below X1. Any number of threads,
   after tmd_kernels_select. */
void tmd_device_exhaust_decide(const struct tmd_device_exhaust *work, size_t flag, size_t count,
                               tmd_u128 X1, struct tmd_candidates *found);

#endif
