/* Matrix-vector products in residues on a device: the dot products there, all else as gemv.h has
   it. */
#ifndef TMD_DEVICE_RNS_H
#define TMD_DEVICE_RNS_H

#include "kernels/device/device.h"
#include "kernels/rns/gemv.h"

/* As tmd_rns_product_run, for a product that has residues and keeps its matrix; when the program is
   used for the first time, blocks of the product are compared with the CPU's. 0 or -1 (message). */
int tmd_device_rns_run(struct tmd_matrix *result, const struct tmd_rns_product *product,
                       struct tmd_device *device);

#endif
