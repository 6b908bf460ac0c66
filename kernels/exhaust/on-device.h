/* Phase 3 on a device: the candidates of exhaust.h, many packets at a time. The device flags, the host decides. */
#ifndef TMD_DEVICE_EXHAUST_H
#define TMD_DEVICE_EXHAUST_H

#include "kernels/device/packets.h"
#include "kernels/exhaust/exhaust.h"

/* How many threads packets, alike, keep busy; 0: the CPU does them better. `claimed` of their arguments are asked for. */
size_t tmd_device_exhaust_threads(const struct tmd_packets *packets, int threshold, tmd_u128 claimed);

/* The work of a queue: what one batch has on the device. Start from zero. */
struct tmd_device_exhaust {
  struct tmd_device *device;
  int queue, threshold;
  const struct tmd_packets *packets;
  uint64_t bits_of_packet, length, piece, parts; /* ranges of `length` arguments, in `parts` parts of `piece` */
  uint64_t threads, first;                       /* one for each part; those in the queue, from the first one on: slots.threads */
  struct tmd_buffer coefficients, half_widths, places;
  struct tmd_binomial_rows domains, positions, few, far;
  struct tmd_survivor_list ranges;
  struct tmd_slot_list slots;
};

/* What comes out of a batch for one claim: of its packets, the candidates below X1. */
struct tmd_exhaust_share {
  size_t packets;
  tmd_u128 X1;
  struct tmd_candidates found;
};

/* The packets, alike, stay where they are until finish; they are those of the shares, one share after the other. The host
   decides with `host_threads` threads, after tmd_kernels_select. */
int tmd_device_exhaust_start(struct tmd_device_exhaust *work, struct tmd_device *device, int queue,
                             const struct tmd_packets *packets, int threshold);
int tmd_device_exhaust_finish(struct tmd_device_exhaust *work, struct tmd_exhaust_share *shares, int host_threads);
void tmd_device_exhaust_free(struct tmd_device_exhaust *work);

#endif
