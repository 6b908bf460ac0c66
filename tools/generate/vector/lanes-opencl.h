/* Lanes in OpenCL C: a part of each file that tmd-generate --to opencl makes. TMD_WIDTH is the
   number of lanes, or nothing for one. Files of several functions may be joined: this part counts
   once. */
#ifndef TMD_GENERATED_LANES
#define TMD_GENERATED_LANES
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
#define TMD_JOIN_2(a, b) a##b
#define TMD_JOIN(a, b) TMD_JOIN_2(a, b)
#define TMD_LANE static inline
#define TMD_RARE static
#define TMD_TABLE constant

/* Floats, their encodings, and doubles; comparisons of encodings give masks. */
#define vhalf TMD_JOIN(float, TMD_WIDTH)
#define vhalfint TMD_JOIN(int, TMD_WIDTH)
#define vdouble TMD_JOIN(double, TMD_WIDTH)
#define vlong TMD_JOIN(long, TMD_WIDTH)
#define vall(c) ((vdouble)(c))
#define vall_int(k) ((vhalfint)(k))
#define vfma(a, b, c) fma(a, b, c)
#define vroot(x) sqrt(x)
#define vinteger(x) rint(x)
#define vwiden(x) TMD_JOIN(convert_double, TMD_WIDTH)(x)
#define vconvert(k) TMD_JOIN(convert_double, TMD_WIDTH)(k)
#define vnarrow_in(mode, y) TMD_JOIN(TMD_JOIN(convert_float, TMD_WIDTH), mode)(y)
#define vbits(x) TMD_JOIN(as_int, TMD_WIDTH)(x)
#define vfloats(u) TMD_JOIN(as_float, TMD_WIDTH)(u)
#define vencoding(x) TMD_JOIN(as_long, TMD_WIDTH)(x)
#define vdecoded(u) TMD_JOIN(as_double, TMD_WIDTH)(u)
#define vnot(m) (!(m))
#define vsome(m) TMD_JOIN(vsome_of, TMD_WIDTH)(m)
#define vsome_of(m) (m)
#define vsome_of2(m) any(m)
#define vsome_of4(m) any(m)
#define vsome_of8(m) any(m)
#define vsome_of16(m) any(m)
/* The last 28 bits of y's encoding. */
#define vending(y) TMD_JOIN(convert_int, TMD_WIDTH)(vencoding(y) & 0x0fffffff)
/* The smaller, or greater, one of encodings and a number. */
#define vsmaller(u, k) min(u, k)
#define vgreater(u, k) max(u, k)
/* a where m is true, else b. */
#define vchoose(m, a, b) ((m) ? (a) : (b))
#define vselect(m, a, b) ((TMD_JOIN(vlong_mask, TMD_WIDTH)(m)) ? (a) : (b))
#define vlong_mask(m) (m)
#define vlong_mask2(m) convert_long2(m)
#define vlong_mask4(m) convert_long4(m)
#define vlong_mask8(m) convert_long8(m)
#define vlong_mask16(m) convert_long16(m)
#define vabs(x) fabs(x)
/* y, or -y where x has the sign -. */
#define vsigned(y, x) vdecoded(vencoding(y) ^ (vencoding(x) & LONG_MIN))
/* a where s is negative, else b. */
#define vwhere(s, a, b) (((s) >> 63) ? (a) : (b))
/* n for the encoding of 2^n; 0 may have either sign. */
#define vexponent(k) (TMD_JOIN(convert_double, TMD_WIDTH)((k) >> 52) - 1023.0)
/* x less the nearest integer, as encodings. */
#define vfraction(u) vbits(vfloats(u) - rint(vfloats(u)))
/* A table's entries. */
#define vlookup(table, at) TMD_JOIN(vlookup_of, TMD_WIDTH)(table, at)
#define vlookup_long(table, at) vlookup(table, at)
#define vlookup_of(t, at) ((t)[at])
#define vlookup_of2(t, at) ((double2)((t)[(at).s0], (t)[(at).s1]))
#define vlookup_of4(t, at) ((double4)(vlookup_of2(t, (at).lo), vlookup_of2(t, (at).hi)))
#define vlookup_of8(t, at) ((double8)(vlookup_of4(t, (at).lo), vlookup_of4(t, (at).hi)))
#define vlookup_of16(t, at) ((double16)(vlookup_of8(t, (at).lo), vlookup_of8(t, (at).hi)))
/* y 2^n for an integer n, where both are normal. */
#define vscale(y, n) vdecoded(vencoding(y) + (vencoding((n) + 0x1.8p+52) << 52))
#endif
