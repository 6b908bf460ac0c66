/* A lane of pairs of floats in CUDA C++: a part of each file that tmd-generate --arith float-float
   --to cuda makes. Files of several functions may be joined: this part counts once. */
#ifndef TMD_WORD_LANES
#define TMD_WORD_LANES
#define WLANE static __device__ __forceinline__
#define WRARE static __device__ __noinline__
#define WTABLE static __device__ const
#define WNAME(name) name
#define wfloat float
#define wint int
#define wall(c) (c)
#define wall_int(k) (k)
#define wfma(a, b, c) __fmaf_rn(a, b, c)
#define wproduct(a, b) __fmul_rn(a, b)
#define wbits(x) __float_as_int(x)
#define wfloats(u) __int_as_float(u)
#define winteger(x) ((int)(x))
#define wconvert(k) ((float)(k))
#define wchoose(m, a, b) ((m) ? (a) : (b))
#define wselect(m, a, b) ((m) ? (a) : (b))
#define wsmaller(a, b) ((a) < (b) ? (a) : (b))
#define wgreater(a, b) ((a) > (b) ? (a) : (b))
#define wnot(m) (!(m))
#define wsome(m) (m)
#endif
