/* The self-test of the program `lines`. */
#ifndef TMD_BOOLEAN_SELF_TEST_H
#define TMD_BOOLEAN_SELF_TEST_H

#include "kernels/boolean/on-device.h"

/* Some domains of the packet, tested domain by domain or range by range, with a threshold so low
   that many of them survive: the device must keep those that the CPU keeps. 0, or -1 and a message.
 */
int tmd_device_lines_test(struct tmd_device *device, int queue,
                          const struct tmd_poly_record *packet, const struct tmd_boolean *how,
                          int by_domains);

#endif
