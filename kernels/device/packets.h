/* Packets of one shape on their way to a device: coefficients and binomials as residue.h wants
   them. */
#ifndef TMD_DEVICE_PACKETS_H
#define TMD_DEVICE_PACKETS_H

#include "kernels/device/device.h"
#include "lib/packet/packet.h"

/* Packets of equal shape and n, and a bitmap each. Not owned. */
struct tmd_packets {
  struct tmd_poly_record **packet;
  size_t count;
};

/* Survivor bits of all. */
size_t tmd_packets_survivors(const struct tmd_packets *packets);

/* 1 if two packets may be in one list. */
int tmd_packets_alike(const struct tmd_poly_record *a, const struct tmd_poly_record *b);

/* For self-tests: the packet's polynomial, with another value and slope, which take any (those of
   the packet may be rational, and then all arguments alike), on `count` domains of n arguments, or
   as few as it has; all bits set, split 1. To be freed. */
struct tmd_poly_record *tmd_packet_sample(const struct tmd_poly_record *packet, uint64_t n,
                                          uint32_t count);

/* Coefficients [entry][word][packet], through the buffer to the device. */
void tmd_packets_upload(struct tmd_buffer *buffer, struct tmd_device *device, int queue,
                        const struct tmd_packets *packets);

/* Rows C(x, k) mod 2^(64 words), k = 1 .. degree, for x = 0, step, 2 step, ... : [place][k -
   1][word]. Uploaded again only if what is asked for differs from what `rows` has; start from zero.
 */
struct tmd_binomial_rows {
  struct tmd_buffer buffer;
  int degree, words;
  uint64_t step, places;
};
void tmd_binomial_rows(struct tmd_binomial_rows *rows, struct tmd_device *device, int queue,
                       int degree, int words, uint64_t step, uint64_t places);

/* Compaction begins with prefix sums (compact.device.c): of the bits set in words of 64
   ("bits_sum") or of counts of 32 bits
   ("counts_sum"), before each group of TMD_GROUP entries, and of all. Start from zero. */
struct tmd_prefix_sums {
  struct tmd_buffer groups, all;
};
void tmd_prefix_sums(struct tmd_prefix_sums *sums, struct tmd_device *device, int queue,
                     const char *what, const struct tmd_buffer *entries, size_t count);

/* The places packet * bits + bit of the bits that are set, as a list on the device: bits = 64
   tmd_packet_bitmap_words(). The host counts the bits set itself (`set`). */
struct tmd_survivor_list {
  struct tmd_buffer bitmaps, list;
  struct tmd_prefix_sums sums;
  size_t set;
};
void tmd_survivor_list(struct tmd_survivor_list *survivors, struct tmd_device *device, int queue,
                       const struct tmd_packets *packets);

/* Results of the threads of a launch, a few for each: a kernel puts values into slots
   [slot][thread] and their number into counts[thread]; the host gets pairs (thread, value), in
   rising order of threads and slots. */
struct tmd_slot_list {
  struct tmd_buffer slots, counts, list;
  struct tmd_prefix_sums sums;
  size_t threads, count;
};
void tmd_slots_reserve(struct tmd_slot_list *list, struct tmd_device *device, size_t threads,
                       size_t slots);
void tmd_slots_count(struct tmd_slot_list *list, struct tmd_device *device,
                     int queue); /* behind that kernel */
/* Once it is done: `count`; and list.host after another wait. */
void tmd_slots_fetch(struct tmd_slot_list *list, struct tmd_device *device, int queue);

#endif
