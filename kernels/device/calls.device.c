/* A function called on each of many numbers, or an operator: tmd-check's
   (tools/check/target/device-target.c), whose definitions say which one and the type, and which may
   put its text before this one. */
#include "kernels/lane/device-platform.h"

#if defined(__OPENCL_VERSION__) && defined(cl_khr_fp16)
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#endif
#ifndef TMD_NUMBER
#define TMD_NUMBER float
#define TMD_FUNCTION sqrt
#define TMD_ARGUMENTS 1
#endif
#define TMD_OF_LANES_2(name, lanes) name##lanes
#define TMD_OF_LANES(name, lanes) TMD_OF_LANES_2(name, lanes)
#if TMD_INTEGER
typedef int64_t second;
#else
typedef TMD_NUMBER second;
#endif

D_KERNEL calls(D_GLOBAL const TMD_NUMBER *x, D_GLOBAL const second *y, D_GLOBAL TMD_NUMBER *result,
               uint64_t count) {
  const uint64_t i = D_THREAD();
  if (i >= count) return;
#ifdef TMD_VECTOR /* lanes of a vector: x has so many for each */
  const TMD_OF_LANES(TMD_NUMBER, TMD_VECTOR) lanes = TMD_OF_LANES(vload, TMD_VECTOR)(i, x);
  TMD_OF_LANES(vstore, TMD_VECTOR)(TMD_FUNCTION(lanes), i, result);
#elif defined TMD_OPERATOR
  result[i] = x[i] TMD_OPERATOR y[i];
#elif TMD_INTEGER
  result[i] = TMD_FUNCTION(x[i], (int)y[i]);
#elif TMD_ARGUMENTS == 3
  result[i] = TMD_FUNCTION(x[i], y[2 * i], y[2 * i + 1]);
#elif TMD_ARGUMENTS == 2
  result[i] = TMD_FUNCTION(x[i], y[i]);
#else
  result[i] = TMD_FUNCTION(x[i]);
#endif
}
