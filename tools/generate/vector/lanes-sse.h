/* Lanes of vectors on CPUs without FMA: a part of each file that tmd-generate --vector --no-fma
   makes. A vector has 4 floats, its half 2, in a register of their own, so that the halves' lanes
   as doubles fill one. Files of several functions may be joined: this part counts once. */
#ifndef TMD_LANES
#if !defined __SSE4_2__ || defined __FMA__
#error "this file needs -march=x86-64-v2: SSE4.2, without FMA, which would give other bits"
#endif
#define TMD_LANES 2
#include <nmmintrin.h>
#include <stddef.h>

/* Floats and their encodings, of a vector and of its half, and the doubles of a half. A mask, from
   comparisons of encodings, is true or false in each lane. */
typedef float vfloat __attribute__((vector_size(16)));
typedef int32_t vint __attribute__((vector_size(16)));
typedef float vhalf __attribute__((vector_size(8)));
typedef int32_t vhalfint __attribute__((vector_size(8)));
typedef double vdouble __attribute__((vector_size(16)));
typedef int64_t vlong __attribute__((vector_size(16)));

#define TMD_LANE static inline __attribute__((unused))
#define TMD_RARE static __attribute__((noinline, cold))
#define TMD_TABLE static const
TMD_LANE vdouble vall(double c) { return _mm_set1_pd(c); }
/* Rounded twice: there is no instruction to which compilers could contract it. */
TMD_LANE vdouble vfma(vdouble a, vdouble b, vdouble c) { return a * b + c; }
TMD_LANE vdouble vroot(vdouble x) { return _mm_sqrt_pd(x); }
/* To nearest in every mode, without a flag. */
TMD_LANE vdouble vinteger(vdouble x) {
  return _mm_round_pd(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}
/* A half as a register, whose other half is 0; and back. */
TMD_LANE __m128i vwhole(vhalfint u) { return (__m128i)(vlong){(int64_t)u, 0}; }
TMD_LANE vhalfint vpart(vlong u) { return (vhalfint)u[0]; }
TMD_LANE vhalfint vbits(vhalf x) { return (vhalfint)x; }
TMD_LANE vhalf vfloats(vhalfint u) { return (vhalf)u; }
TMD_LANE vdouble vwiden(vhalf x) { return _mm_cvtps_pd((__m128)vwhole(vbits(x))); }
TMD_LANE vhalf vnarrow(vdouble y) { return vfloats(vpart((vlong)_mm_cvtpd_ps(y))); }
TMD_LANE vhalf vlow(vfloat x) { return (vhalf)vpart((vlong)x); }
TMD_LANE vhalf vhigh(vfloat x) { return (vhalf)vpart((vlong)_mm_movehl_ps(x, x)); }
TMD_LANE vfloat vjoin(vhalf a, vhalf b) { return (vfloat)(vlong){(int64_t)a, (int64_t)b}; }
TMD_LANE vfloat vsquare_root(vfloat x) { return _mm_sqrt_ps(x); }
TMD_LANE vhalf vsquare_root_half(vhalf x) { return vlow(vsquare_root((vfloat)vwhole(vbits(x)))); }
/* 1 if a lane of a vector is true; of a half. */
TMD_LANE int vany(vint m) { return _mm_movemask_ps((vfloat)m) != 0; }
TMD_LANE int vsome(vhalfint m) { return (int64_t)m != 0; }
TMD_LANE vhalfint vall_int(int32_t k) { return (vhalfint){0} + k; }
/* True where u is the word of the table that the three bits from `shift` on select. */
TMD_LANE vint vlisted(vint u, int shift, const uint32_t table[8]) {
  const __m128i *words = (const __m128i *)table;
  const vint at = u >> shift, bytes = (at & 3) * 0x04040404 + 0x03020100;
  const vint a = (vint)_mm_shuffle_epi8(_mm_load_si128(words), (__m128i)bytes),
             b = (vint)_mm_shuffle_epi8(_mm_load_si128(words + 1), (__m128i)bytes);
  return (((at & 4) == 0) & (u == a)) | (((at & 4) != 0) & (u == b));
}
TMD_LANE vhalfint vlisted_half(vhalfint u, int shift, const uint32_t table[8]) {
  const vint all = (vint)vjoin((vhalf)u, (vhalf)u);
  return vpart((vlong)vlisted(all, shift, table));
}
#define vnot(m) (~(m))
TMD_LANE vlong vencoding(vdouble x) { return (vlong)x; }
TMD_LANE vdouble vdecoded(vlong u) { return (vdouble)u; }
TMD_LANE vdouble vconvert(vhalfint k) { return _mm_cvtepi32_pd(vwhole(k)); }
/* a where m is true, else b. */
TMD_LANE vhalfint vchoose(vhalfint m, vhalfint a, vhalfint b) { return (m & a) | (~m & b); }
TMD_LANE vdouble vselect(vhalfint m, vdouble a, vdouble b) {
  return _mm_blendv_pd(b, a, (vdouble)_mm_cvtepi32_epi64(vwhole(m)));
}
TMD_LANE vdouble vabs(vdouble x) { return (vdouble)((vlong)x & INT64_MAX); }
/* y, or -y where x has the sign -. */
TMD_LANE vdouble vsigned(vdouble y, vdouble x) {
  return (vdouble)((vlong)y ^ ((vlong)x & INT64_MIN));
}
/* a where s is negative, else b. */
TMD_LANE vdouble vwhere(vlong s, vdouble a, vdouble b) { return _mm_blendv_pd(b, a, (vdouble)s); }
/* The smaller, or greater, one of encodings and a number. */
TMD_LANE vhalfint vsmaller(vhalfint u, int32_t k) {
  return vpart((vlong)_mm_min_epi32(vwhole(u), _mm_set1_epi32(k)));
}
TMD_LANE vhalfint vgreater(vhalfint u, int32_t k) {
  return vpart((vlong)_mm_max_epi32(vwhole(u), _mm_set1_epi32(k)));
}
/* A table's entries. */
TMD_LANE vdouble vlookup(const double *table, vhalfint at) {
  return (vdouble){table[at[0]], table[at[1]]};
}
TMD_LANE vdouble vlookup_long(const double *table, vlong at) {
  return (vdouble){table[at[0]], table[at[1]]};
}
/* x less the nearest integer, as encodings. */
TMD_LANE vint vfraction_all(vint u) {
  const vfloat x = (vfloat)u;
  return (vint)(x - _mm_round_ps(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
}
TMD_LANE vhalfint vfraction_half(vhalfint u) {
  return vpart((vlong)vfraction_all((vint)vwhole(u)));
}
#define vfraction(u) _Generic((u), vint: vfraction_all, vhalfint: vfraction_half)(u)
/* y 2^n for an integer n, where both are normal. */
TMD_LANE vdouble vscale(vdouble y, vdouble n) {
  return (vdouble)((vlong)y + ((vlong)(n + vall(0x1.8p+52)) << 52));
}
/* n, for the encoding of 2^n; 0 has either sign. */
TMD_LANE vdouble vexponent(vlong power) {
  return (vdouble)((vlong)_mm_srli_epi64((__m128i)power, 52) | INT64_C(0x433) << 52) -
         vall(0x1p+52 + 1023);
}
#define TMD_FORMS_OF_ISA(name, other) \
  TMD_FORMS(b, 4, vfloat, vint, vint, mask, name, name##_v, other)
