/* Phases 1 and 2 on a device: the bits of boolean.h, many packets at a time. Text: device.md. */
#ifndef TMD_DEVICE_LINES_H
#define TMD_DEVICE_LINES_H

#include "kernels/boolean/boolean.h"
#include "kernels/device/packets.h"

/* The work of a queue: what one batch has on the device. Start from zero. */
struct tmd_device_lines {
  struct tmd_device *device;
  int queue;
  uint32_t parts;
  struct tmd_packets domains,
      ranges; /* packets tested domain by domain, and by their surviving ranges */
  struct tmd_buffer tables, rules, marks; /* of the first kind */
  struct tmd_buffer matrices;
  uint64_t matrices_stride;
  int matrices_degree;
  struct tmd_buffer coefficients, range_rules, range_marks; /* of the second */
  struct tmd_binomial_rows domain_rows, position_rows;
  struct tmd_buffer matrix;
  struct tmd_survivor_list survivors;
};

/* Phase 1 as tmd_boolean_mark: bits of the packets are cleared by finish. The packets, alike, stay
   where they are until then. */
int tmd_device_mark_start(struct tmd_device_lines *work, struct tmd_device *device, int queue,
                          const struct tmd_packets *packets, const struct tmd_boolean *how);
int tmd_device_mark_finish(struct tmd_device_lines *work);

/* Phase 2 as tmd_boolean_split, into one refined record for each packet. */
int tmd_device_split_start(struct tmd_device_lines *work, struct tmd_device *device, int queue,
                           const struct tmd_packets *packets, const struct tmd_boolean *how,
                           uint32_t parts);
int tmd_device_split_finish(struct tmd_device_lines *work, const struct tmd_packets *refined);

#endif
