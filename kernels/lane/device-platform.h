/* What CUDA C, OpenCL C and gcc (which runs device programs on the CPU for tests, -DTMD_EMULATED)
   call by different names. A device program is kernels

     D_KERNEL name(D_GLOBAL uint64_t *buffers, uint64_t numbers ...)

   run by groups of TMD_GROUP threads, a thread being a lane of one. Shared memory is declared at
   the top of a kernel, and every thread of a group comes to the same barriers. D_KERNEL_OF(groups):
   with registers for so many groups on a multiprocessor; the CUDA compiler, to which 0 and D_KERNEL
   leave it, may spill some for one group more. */
#ifndef TMD_DEVICE_PLATFORM_H
#define TMD_DEVICE_PLATFORM_H

#if defined(__OPENCL_VERSION__)

#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
typedef uchar uint8_t;
typedef ushort uint16_t;
typedef uint uint32_t;
typedef int int32_t;
typedef ulong uint64_t;
typedef long int64_t;
#define UINT64_C(x) x##UL
#define D_KERNEL __kernel __attribute__((reqd_work_group_size(TMD_GROUP, 1, 1))) void
#define D_KERNEL_OF(groups) D_KERNEL
#define D_GLOBAL __global
#define D_SHARED __local
#define D_SHARED_POINTER __local
#define D_BARRIER() barrier(CLK_LOCAL_MEM_FENCE)
#define D_LOCAL() ((uint32_t)get_local_id(0))
#define D_GROUP() ((uint64_t)get_group_id(0))
#define D_MUL_HIGH(x, y) mul_hi((ulong)(x), (ulong)(y))
#define D_BITS_OF(x) as_ulong(x)
#define D_DOUBLE_OF(x) as_double(x)
/* Relative error below 2^-23 for normal x > 0: rsqrt may be off by 2 ulp, sqrt by 3; one step of
   Newton mends it. */
static inline float d_sqrt_2_23(float x) {
  const float r = rsqrt(x), y = x * r;
  return fma(fma(-y, y, x), 0.5f * r, y);
}
#define D_SQRT_2_23(x) d_sqrt_2_23(x)
#define D_FIX32(x) convert_uint_sat_rte(x)
#define D_ATOMIC_ADD(p, x) atomic_add(p, x)
#define D_LOWEST_BIT(x) popcount(((x) & -(x)) - 1u) /* of a uint32_t other than 0 */
#define D_UNROLL _Pragma("unroll")
#define V_INLINE static inline __attribute__((always_inline))

#elif defined(__CUDACC_RTC__)

typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef int int32_t;
typedef unsigned long long uint64_t;
typedef long long int64_t;
#define UINT64_C(x) x##ULL
#define D_KERNEL extern "C" __global__ void __launch_bounds__(TMD_GROUP)
#define D_KERNEL_OF(groups) extern "C" __global__ void __launch_bounds__(TMD_GROUP, groups)
#define D_GLOBAL
#define D_SHARED __shared__
#define D_SHARED_POINTER
#define D_BARRIER() __syncthreads()
#define D_LOCAL() ((uint32_t)threadIdx.x)
#define D_GROUP() ((uint64_t)blockIdx.x)
#define D_MUL_HIGH(x, y) __umul64hi(x, y)
#define D_BITS_OF(x) ((uint64_t)__double_as_longlong(x))
#define D_DOUBLE_OF(x) __longlong_as_double((long long)(x))
/* PTX ISA: relative error at most 2^-23 over all positive finite numbers; subnormal ones are taken
   for 0. */
static __device__ __forceinline__ float d_sqrt_2_23(float x) {
  float y;
  asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}
#define D_SQRT_2_23(x) d_sqrt_2_23(x)
#define D_FIX32(x) __float2uint_rn(x)
#define D_ATOMIC_ADD(p, x) atomicAdd(p, x)
#define D_LOWEST_BIT(x) (uint32_t)(__ffs((int)(x)) - 1)
#define D_UNROLL _Pragma("unroll")
#define V_INLINE static __device__ __forceinline__

#else

#include <math.h>
#include <stdint.h>
extern uint32_t tmd_emulated_local;
extern uint64_t tmd_emulated_group;
void tmd_emulated_barrier(void);
#define D_KERNEL void
#define D_KERNEL_OF(groups) D_KERNEL
#define D_GLOBAL
#define D_SHARED static
#define D_SHARED_POINTER
#define D_BARRIER() tmd_emulated_barrier()
#define D_LOCAL() tmd_emulated_local
#define D_GROUP() tmd_emulated_group
#define D_MUL_HIGH(x, y) ((uint64_t)((unsigned __int128)(x) * (y) >> 64))
#define D_BITS_OF(x) \
  (((union {         \
     double d;       \
     uint64_t u;     \
   }){.d = (x)})     \
       .u)
#define D_DOUBLE_OF(x) \
  (((union {           \
     uint64_t u;       \
     double d;         \
   }){.u = (x)})       \
       .d)
#define D_SQRT_2_23(x) __builtin_sqrtf(x)
#define D_FIX32(x) ((x) >= 0 && (x) < 0x1p31f ? (uint32_t)((x) + 0.5f) : 0)
#define D_ATOMIC_ADD(p, x) __sync_fetch_and_add(p, x)
#define D_LOWEST_BIT(x) (uint32_t)__builtin_ctz(x)
#define D_UNROLL
#define V_INLINE static inline __attribute__((always_inline, unused))

#endif

#define D_THREAD() (D_GROUP() * TMD_GROUP + D_LOCAL())

#endif
