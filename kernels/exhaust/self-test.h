/* The self-test of the program `exhaust`. */
#ifndef TMD_EXHAUST_SELF_TEST_H
#define TMD_EXHAUST_SELF_TEST_H

#include "kernels/exhaust/on-device.h"

/* A few domains of the packet, taken as its plan says, with a threshold so low that many arguments
   are candidates: the device must find those that the CPU finds. 0, or -1 and a message. */
int tmd_device_exhaust_test(struct tmd_device *device, int queue,
                            const struct tmd_poly_record *packet,
                            const struct tmd_exhaust_plan *plan);

#endif
