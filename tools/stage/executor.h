/* The place where batches are computed: the CPU, by threads and SIMD lanes, or a device. */
#ifndef TMD_STAGE_EXECUTOR_H
#define TMD_STAGE_EXECUTOR_H

#include "kernels/device/device.h"
#include "kernels/lane/sets.h"
#include "lib/cli/options.h"

struct tmd_executor {
  struct tmd_device *device; /* NULL: the CPU */
  int threads;               /* of the CPU, also for what the host does for a device */
};

/* Option --simd of tools whose kernels have lanes on the CPU, which is chosen among by
   tmd_executor_choose. */
extern int tmd_simd_option;
#define TMD_SIMD_OPTION                          \
  {"simd",                                       \
   0,                                            \
   TMD_CHOICE,                                   \
   "SET",                                        \
   "instruction set (default auto: the widest)", \
   &tmd_simd_option,                             \
   0,                                            \
   0,                                            \
   "auto" TMD_SET_WORDS("|"),                    \
   NULL}

/* --device list, for tools that work on devices (lib/cli/options.h). */
void tmd_executor_list(void);

/* Chooses what --device and --simd ask for, as far as the tool has them. The device is there, but
   not opened yet. 0 or -1 (message). */
int tmd_executor_choose(int has_devices, int has_lanes);

/* The device that is to be used, opened when first asked for, so that a stage with nothing to do
   costs nothing; *device is NULL if it is the CPU. 0 or -1 (message). */
int tmd_executor_device(struct tmd_device **device);

/* 1 if a device is to be used. */
int tmd_executor_has_device(void);

#endif
