#include "kernels/exhaust/self-test.h"

#include <stdlib.h>
#include <string.h>

int tmd_device_exhaust_test(struct tmd_device *device, int queue, const struct tmd_poly_record *packet) {
  enum { ARGUMENTS = 4096, DOMAINS = 8, THRESHOLD = 7 }; /* some five hundred candidates */
  struct tmd_device_exhaust work = {0};
  struct tmd_poly_record *sample = tmd_packet_sample(packet, ARGUMENTS, DOMAINS);
  const struct tmd_packets packets = {&sample, 1};
  const tmd_u128 X0 = tmd_packet_start(sample, 0), X1 = tmd_packet_start(sample, sample->count);
  struct tmd_exhaust_share share = {.packets = 1, .X1 = X1};
  struct tmd_candidates right = {0}, *found = &share.found;
  tmd_exhaust_packet(&right, sample, THRESHOLD, X0, X1);
  int status = tmd_device_exhaust_start(&work, device, queue, &packets, THRESHOLD);
  if (status == 0) status = tmd_device_exhaust_finish(&work, &share, 1);
  const int same = found->count == right.count && (right.count == 0 || !memcmp(found->X, right.X, right.count * sizeof *right.X));
  tmd_device_exhaust_free(&work);
  free(found->X);
  free(right.X);
  free(sample);
  return status ? status : tmd_device_verdict(device, same, "exhaust");
}
