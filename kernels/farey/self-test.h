/* The self-test of the program `farey`. */
#ifndef TMD_FAREY_SELF_TEST_H
#define TMD_FAREY_SELF_TEST_H

#include "kernels/farey/on-device.h"

/* A few domains of the packet, with a threshold as low as the walk allows, so that some hundred
   arguments are candidates if it can be: the device must find those that the CPU finds. 0, or -1
   and a message. */
int tmd_device_farey_test(struct tmd_device *device, int queue,
                          const struct tmd_poly_record *packet, int threshold, uint64_t order);

#endif
