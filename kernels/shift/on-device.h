/* Re-basing packets on a device: coefficients and error bounds of lib/packet/rebase.h, bit for bit,
   many packets at a time. */
#ifndef TMD_DEVICE_SHIFT_H
#define TMD_DEVICE_SHIFT_H

#include "kernels/device/device.h"
#include "lib/packet/rebase.h"

/* Output packets q .. q+steps-1 of an input packet, all in one domain of it. */
struct tmd_shift_run {
  const struct tmd_poly_record *input;
  uint64_t q, steps;
};

enum {
  TMD_SHIFT_SLOTS = 2
}; /* slices of a batch that exist at once: one at work, one being stored */

/* The work of a queue: what one batch has on the device. Start from zero. */
struct tmd_device_shift {
  struct tmd_device *device;
  int queue;
  struct tmd_rebase rebase;
  struct tmd_packet_shape shape;       /* of the output */
  int degree, words;                   /* of the input */
  size_t coefficients, kept, residues; /* coefficients of an output packet, how many are kept;
                                          differences of all of them */
  uint64_t per_domain,
      stride; /* output packets: of an input domain, and from one of a thread to its next */
  double truncated;
  struct tmd_buffer coefficient_list, weights, matrix;
  int matrix_degree, matrix_width,
      matrix_words; /* what the matrix is for, and its words that are not all 0 */
  uint64_t matrix_stride;
  struct tmd_shift_slot {
    struct tmd_buffer runs, differences, coefficients, magnitudes, dropped;
    size_t packets;
  } slot[TMD_SHIFT_SLOTS];
  int test; /* 1: the program is to be tested, by packets of this run in this slot */
  int test_slot;
  struct tmd_shift_run test_run;
};

/* Threads that a number of output packets of this input packet keeps busy; 0 if the shape is none
   for a device. */
size_t tmd_device_shift_threads(const struct tmd_poly_record *input,
                                const struct tmd_rebase *rebase, uint64_t packets);

/* Packets of a slice that takes some ten MiB on the device. */
size_t tmd_device_shift_slice(const struct tmd_device_shift *work);

/* Before the first slice of inputs with the n, degree and words of `input`. 0 or -1 (message). */
int tmd_device_shift_begin(struct tmd_device_shift *work, struct tmd_device *device, int queue,
                           const struct tmd_poly_record *input, const struct tmd_rebase *rebase,
                           const struct tmd_packet_shape *shape);

/* Puts the work of a slice into the queue; its packets are those of the runs, one after the other.
   Of the first slice for which the program is used `wait` compares some packets with the CPU's: its
   self-test. */
int tmd_device_shift_start(struct tmd_device_shift *work, int slot,
                           const struct tmd_shift_run *runs, size_t count);
int tmd_device_shift_wait(struct tmd_device_shift *work);

/* Output packet q of `input`, number `at` of the slice, into a record that is zero before; `end` is
   X1 of its claim. */
void tmd_device_shift_store(const struct tmd_device_shift *work, int slot, size_t at,
                            struct tmd_poly_record *packet, tmd_u128 end,
                            const struct tmd_poly_record *input, uint64_t q);

#endif
