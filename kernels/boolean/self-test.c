#include "kernels/boolean/self-test.h"

#include <stdlib.h>
#include <string.h>

/* About one in four lines comes as close to an integer as this at one of n arguments. */
static int low_threshold(uint64_t n, int threshold) {
  const int low = 67 - __builtin_clzll(n | 1);
  return low < threshold ? low : threshold;
}

int tmd_device_lines_test(struct tmd_device *device, int queue,
                          const struct tmd_poly_record *packet, const struct tmd_boolean *how,
                          int by_domains) {
  enum {
    DOMAINS = 1024,
    RANGES = 63
  }; /* so many are taken this way, and that (tmd_boolean_by_domains) */
  struct tmd_device_lines work = {0};
  const uint64_t n = tmd_packet_bit_length(packet);
  struct tmd_poly_record *sample = tmd_packet_sample(packet, n, by_domains ? DOMAINS : RANGES);
  struct tmd_poly_record *right = tmd_packet_sample(packet, n, by_domains ? DOMAINS : RANGES);
  const struct tmd_packets packets = {&sample, 1};
  struct tmd_boolean low = *how;
  low.threshold = low_threshold(n, how->threshold);
  tmd_boolean_mark(right, &low);
  int status = tmd_device_mark_start(&work, device, queue, &packets, &low);
  if (status == 0) status = tmd_device_mark_finish(&work);
  const int same = memcmp(tmd_packet_bitmap(sample), tmd_packet_bitmap(right),
                          8 * tmd_packet_bitmap_words(right)) == 0;
  tmd_device_lines_free(&work);
  free(sample);
  free(right);
  return status ? status : tmd_device_verdict(device, same, "lines");
}
