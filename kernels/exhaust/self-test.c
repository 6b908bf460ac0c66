#include "kernels/exhaust/self-test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int tmd_device_exhaust_test(struct tmd_device *device, int queue,
                            const struct tmd_poly_record *packet,
                            const struct tmd_exhaust_plan *plan) {
  enum { ARGUMENTS = 4096, DOMAINS = 8, THRESHOLD = 7 }; /* some five hundred candidates */
  struct tmd_device_exhaust work = {0};
  struct tmd_poly_record *sample = tmd_packet_sample(packet, ARGUMENTS, DOMAINS);
  const struct tmd_packets packets = {&sample, 1};
  const tmd_u128 X0 = tmd_packet_start(sample, 0), X1 = tmd_packet_start(sample, sample->count);
  struct tmd_exhaust_plan as_planned =
      *plan; /* what it leaves out of the packet it leaves out of the sample */
  struct tmd_candidates right = {0}, found = {0};
  int more = 0;
  tmd_exhaust_packet(&right, sample, THRESHOLD, X0, X1);
  as_planned.half_width += ldexp(1, -THRESHOLD);
  int status = tmd_device_exhaust_start_as(&work, device, queue, &packets, THRESHOLD, &as_planned);
  while (status == 0 && (more = tmd_device_exhaust_next(&work)) > 0)
    tmd_device_exhaust_decide(&work, 0, work.flags, X1, &found);
  if (more < 0) status = more;
  const int same = found.count == right.count &&
                   (right.count == 0 || !memcmp(found.X, right.X, right.count * sizeof *right.X));
  tmd_device_exhaust_free(&work);
  free(found.X);
  free(right.X);
  free(sample);
  return status ? status : tmd_device_verdict(device, same, "exhaust");
}
