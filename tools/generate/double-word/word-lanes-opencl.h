/* Lanes of pairs of floats in OpenCL C: a part of each file that tmd-generate --arith float-float
   --to opencl makes. TMD_WIDTH is the number of lanes, or nothing for one. Files of several
   functions may be joined: this part counts once. */
#ifndef TMD_WORD_LANES
#define TMD_WORD_LANES
#pragma OPENCL FP_CONTRACT OFF
#define TMD_JOIN_2(a, b) a##b
#define TMD_JOIN(a, b) TMD_JOIN_2(a, b)
#define WLANE static inline
#define WRARE static
#define WTABLE constant
#define WNAME(name) TMD_JOIN(name, TMD_WIDTH)
#define wfloat TMD_JOIN(float, TMD_WIDTH)
#define wint TMD_JOIN(int, TMD_WIDTH)
#define wall(c) ((wfloat)(c))
#define wall_int(k) ((wint)(k))
#define wfma(a, b, c) fma(a, b, c)
#define wproduct(a, b) ((a) * (b))
#define wbits(x) TMD_JOIN(as_int, TMD_WIDTH)(x)
#define wfloats(u) TMD_JOIN(as_float, TMD_WIDTH)(u)
#define winteger(x) TMD_JOIN(convert_int, TMD_WIDTH)(x)
#define wconvert(k) TMD_JOIN(convert_float, TMD_WIDTH)(k)
#define wchoose(m, a, b) ((m) ? (a) : (b))
#define wselect(m, a, b) ((m) ? (a) : (b))
#define wsmaller(a, b) min(a, b)
#define wgreater(a, b) max(a, b)
#define wnot(m) (!(m))
#define wsome(m) TMD_JOIN(wsome_of, TMD_WIDTH)(m)
#define wsome_of(m) (m)
#define wsome_of2(m) any(m)
#define wsome_of4(m) any(m)
#define wsome_of8(m) any(m)
#define wsome_of16(m) any(m)
#endif
