/* A lane in CUDA C++: a part of each file that tmd-generate --to cuda makes. Files of several
   functions may be joined: this part counts once. */
#ifndef TMD_GENERATED_LANES
#define TMD_GENERATED_LANES
#define TMD_LANE static __device__ __forceinline__
#define TMD_RARE static __device__ __noinline__
#define TMD_TABLE static __device__ const
#define vhalf float
#define vhalfint int
#define vdouble double
#define vlong long long
#define vall(c) (c)
#define vall_int(k) (k)
#define vfma(a, b, c) __fma_rn(a, b, c)
#define vroot(x) __dsqrt_rn(x)
#define vinteger(x) rint(x)
#define vwiden(x) ((double)(x))
#define vconvert(k) ((double)(k))
#define vbits(x) __float_as_int(x)
#define vfloats(u) __int_as_float(u)
#define vencoding(x) __double_as_longlong(x)
#define vdecoded(u) __longlong_as_double(u)
#define vnot(m) (!(m))
#define vsome(m) (m)
/* The last 28 bits of y's encoding. */
#define vending(y) ((int)(vencoding(y) & 0x0fffffff))
/* The smaller, or greater, one of encodings and a number. */
#define vsmaller(u, k) min(u, k)
#define vgreater(u, k) max(u, k)
/* a where m is true, else b. */
#define vchoose(m, a, b) ((m) ? (a) : (b))
#define vselect(m, a, b) ((m) ? (a) : (b))
#define vabs(x) fabs(x)
/* y, or -y where x has the sign -. */
#define vsigned(y, x) vdecoded(vencoding(y) ^ (vencoding(x) & (long long)0x8000000000000000))
/* a where s is negative, else b. */
#define vwhere(s, a, b) ((s) < 0 ? (a) : (b))
/* n for the encoding of 2^n; 0 may have either sign. */
#define vexponent(k) ((double)((k) >> 52) - 1023.0)
/* x less the nearest integer, as encodings. */
#define vfraction(u) vbits(vfloats(u) - rintf(vfloats(u)))
/* A table's entry. */
#define vlookup(table, at) ((table)[at])
#define vlookup_long(table, at) vlookup(table, at)
/* y 2^n for an integer n, where both are normal. */
#define vscale(y, n) vdecoded(vencoding(y) + (vencoding((n) + 0x1.8p+52) << 52))
#endif
