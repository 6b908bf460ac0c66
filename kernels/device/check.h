/* Known answers, computed on a device before it is trusted: integers, doubles, residues mod 1,
   compaction. */
#ifndef TMD_DEVICE_CHECK_H
#define TMD_DEVICE_CHECK_H

#include "kernels/device/device.h"

/* 0, or -1 and a message: of the device, or that the self-test failed and in what. */
int tmd_device_check(struct tmd_device *device);

/* The checks, for the test that confirms the answers on the host. Arithmetic: kernels of the
   program 'check'. */
struct tmd_check {
  const char *what, *kernel, *definitions;
  size_t threads, in, out;                       /* words of a thread */
  void (*fill)(uint64_t *words, size_t threads); /* the input, from a fixed seed */
  uint64_t answer;                               /* XXH64 of the output */
};
enum { TMD_CHECK_INTEGERS, TMD_CHECK_DOUBLES, TMD_CHECK_RESIDUES, TMD_CHECKS };
extern const struct tmd_check tmd_checks[TMD_CHECKS];
int tmd_check_compute(struct tmd_device *device, const struct tmd_check *check, const uint64_t *in,
                      uint64_t *out);

/* Compaction, public for the test as well: lists longer than TMD_GROUP^2, so that the sums of
   groups are more than a group of their own. */
enum { TMD_CHECK_ENTRIES = TMD_GROUP * TMD_GROUP + 4465, TMD_CHECK_SLOTS = 3 };
struct tmd_check_list {
  uint32_t entries;
  uint64_t answer; /* XXH64 of the list */
};
extern const struct tmd_check_list tmd_check_bits_answer, tmd_check_slots_answer;
void tmd_check_fill_bits(uint64_t *bits);
void tmd_check_fill_slots(uint32_t *slots, uint32_t *counts); /* slots[slot][entry] */

/* For the test as well: to a list with room for `room` entries (pairs, of slots); *count is what
   the device says. */
int tmd_check_list_bits(struct tmd_device *device, const uint64_t *bits, size_t words,
                        uint32_t *list, size_t room, uint32_t *count);
int tmd_check_list_slots(struct tmd_device *device, const uint32_t *slots, const uint32_t *counts,
                         size_t entries, uint32_t *list, size_t room, uint32_t *count);

#endif
