/* Lanes of 16-bit numbers, as their encodings, on devices: a part of each file that tmd-generate
   --to makes in binary16 or bfloat16, behind that of floats. */
#ifndef TMD_SHORT_LANES
#define TMD_SHORT_LANES
#ifdef __OPENCL_VERSION__
#define vshort TMD_JOIN(ushort, TMD_WIDTH)
#define vshorts(z) TMD_JOIN(convert_ushort, TMD_WIDTH)(z)
#define vints(x) TMD_JOIN(convert_int, TMD_WIDTH)(x)
#define vcounted(k) TMD_JOIN(convert_float, TMD_WIDTH)(k)
#else
#define vshort unsigned short
#define vshorts(z) ((unsigned short)(z))
#define vints(x) ((int)(x))
#define vcounted(k) ((float)(k))
#endif
#define vpick(m, a, b) ((m) ? (a) : (b)) /* of encodings of doubles */
#endif
