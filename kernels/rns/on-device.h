/* Matrix-vector products in residues on a device: the dot products there, all else as gemv.h has
   it. */
#ifndef TMD_DEVICE_RNS_H
#define TMD_DEVICE_RNS_H

#include "kernels/device/device.h"
#include "kernels/rns/gemv.h"

/* A product whose matrix is on the device, in parts of some ten MiB. */
struct tmd_device_rns {
  struct tmd_device *device;
  const struct tmd_rns_product *product;
  struct tmd_buffer c, vector;
  struct tmd_rns_part {
    struct tmd_buffer matrix, residue;
    size_t first, count; /* blocks of rows */
  } *parts;
  size_t part_count;
};

/* Of a product that has residues. 0 or -1 (message). */
int tmd_device_rns_begin(struct tmd_device_rns *work, const struct tmd_rns_product *product,
                         struct tmd_device *device);
void tmd_device_rns_free(struct tmd_device_rns *work);

/* As tmd_rns_product_run; when the program is used for the first time, blocks of the product are
   compared with the CPU's. */
int tmd_device_rns_run(struct tmd_matrix *result, struct tmd_device_rns *work);

#endif
