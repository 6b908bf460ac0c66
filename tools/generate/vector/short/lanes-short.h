/* Vectors of 16-bit numbers, as their encodings, around functions of floats: a part of each file
   that tmd-generate --vector makes in binary16 or bfloat16. Files of several functions in one
   format may be joined: this part counts once. */
#ifndef TMD_SHORTS
#if TMD_LANES == 8 && !defined __AVX512BW__
#error "this file needs -march=x86-64-v3 (AVX2, FMA, F16C), x86-64-v4 (AVX-512), or AArch64"
#elif TMD_LANES == 4 && !defined __F16C__
#error "this file needs -march=x86-64-v3 (AVX2, FMA, F16C), x86-64-v4 (AVX-512), or AArch64"
#endif

/* The lanes of two vectors of floats, and of one. */
#define TMD_SHORTS (4 * TMD_LANES)
typedef uint16_t vshort __attribute__((vector_size(2 * TMD_SHORTS)));
typedef uint16_t vshorthalf __attribute__((vector_size(TMD_SHORTS)));
typedef uint32_t vunsigned __attribute__((vector_size(8 * TMD_LANES)));

/* y, rounded to odd with 24 bits, so that another rounding is that of y, in any mode. Where y is
   subnormal as a float, the conversion raises underflow, and rounds it as the mode says. */
TMD_LANE vhalf vodd(vdouble y) {
  const vlong u = (vlong)y;
  return vnarrow((vdouble)((u | ((u & 0x1fffffff) + 0x1fffffff)) & ~INT64_C(0x1fffffff)));
}
TMD_LANE vshorthalf vlow16(vshort x) {
  return TMD_ISA((vshorthalf)_mm512_castsi512_si256((__m512i)x),
                 (vshorthalf)_mm256_castsi256_si128((__m256i)x), vget_low_u16(x));
}
TMD_LANE vshorthalf vhigh16(vshort x) {
  return TMD_ISA((vshorthalf)_mm512_extracti64x4_epi64((__m512i)x, 1),
                 (vshorthalf)_mm256_extracti128_si256((__m256i)x, 1), vget_high_u16(x));
}
TMD_LANE vshort vjoin16(vshorthalf a, vshorthalf b) {
  return TMD_ISA((vshort)_mm512_inserti64x4(_mm512_castsi256_si512((__m256i)a), (__m256i)b, 1),
                 (vshort)_mm256_inserti128_si256(_mm256_castsi128_si256((__m128i)a), (__m128i)b, 1),
                 vcombine_u16(a, b));
}

#ifdef TMD_BFLOAT16
TMD_LANE vfloat vfloats16(vshorthalf x) {
  return (vfloat)((vunsigned)TMD_ISA(_mm512_cvtepu16_epi32((__m256i)x),
                                     _mm256_cvtepu16_epi32((__m128i)x), vmovl_u16(x))
                  << 16);
}
/* Overflow of floats that become infinite, and underflow of those that are subnormal. */
TMD_RARE void vraise(vint u, vint rounded) {
  static const volatile float greatest = 0x1p+127f, least = 0x1p-126f;
  for (int i = 0; i < 2 * TMD_LANES; i++) {
    const int32_t size = u[i] & 0x7fffffff;
    volatile float raised = 0;
    if (rounded[i] == 0x7f80 && size < 0x7f800000) raised = greatest * greatest;
    if (size < 0x00800000 && (u[i] & 0xffff)) raised = least * least;
    (void)raised;
  }
}
/* y as an encoding, rounded in the mode in force: its last 17 bits, beside 2^39 of y's sign, are
   rounded to a multiple of 2^16, and inexact is raised. */
TMD_LANE vshorthalf vround16(vfloat y) {
  const vint u = (vint)y, sign = u & INT32_MIN, low = u & 0x1ffff;
  const vfloat part = (vfloat)((vint) __builtin_convertvector(low, vfloat) | sign),
               sum = part + (vfloat)(sign | 0x53400000); /* 0x1.8p+39 */
  const vint step = ((vint)sum ^ sign) - 0x53400000;
  const vint z = (vint)((vunsigned)(u - low) >> 16) + step;
  const vint size = z & 0x7fff;
  if (__builtin_expect(vany((size == 0x7f80) | (size < 0x80)), 0)) vraise(u, size);
  return (vshorthalf)TMD_ISA(
      _mm512_cvtepi32_epi16((__m512i)z),
      _mm_packus_epi32(_mm256_castsi256_si128((__m256i)z), _mm256_extracti128_si256((__m256i)z, 1)),
      vmovn_u32((uint32x4_t)z));
}
#else
TMD_LANE vfloat vfloats16(vshorthalf x) {
  return TMD_ISA(_mm512_cvtph_ps((__m256i)x), _mm256_cvtph_ps((__m128i)x),
                 vcvt_f32_f16((float16x4_t)x));
}
/* y as an encoding, rounded in the mode in force. */
TMD_LANE vshorthalf vround16(vfloat y) {
  return (vshorthalf)TMD_ISA(_mm512_cvtps_ph(y, _MM_FROUND_CUR_DIRECTION),
                             _mm256_cvtps_ph(y, _MM_FROUND_CUR_DIRECTION), vcvt_f16_f32(y));
}
#endif

/* ---- the names by which compilers call functions of vectors ---- */

/* Of name_v, and of name_h, of half as many lanes; `other` is the encoding of an argument that
   raises no flag. The arrays of name_array may be the same. */
#define TMD_SYMBOLS_16(name, other)                                                            \
  TMD_LANE vshorthalf name##_h(vshorthalf x) { return vround16(name##_floats(vfloats16(x))); } \
  TMD_LANE vshort name##_v(vshort x) {                                                         \
    return vjoin16(name##_h(vlow16(x)), name##_h(vhigh16(x)));                                 \
  }                                                                                            \
  TMD_FORMS_16(name, (uint16_t)(other))                                                        \
  void name##_array(uint16_t *y, const uint16_t *x, size_t n);                                 \
  void name##_array(uint16_t *y, const uint16_t *x, size_t n) {                                \
    for (; n >= TMD_SHORTS; n -= TMD_SHORTS) {                                                 \
      vshort v;                                                                                \
      __builtin_memcpy(&v, x, sizeof v);                                                       \
      v = name##_v(v);                                                                         \
      __builtin_memcpy(y, &v, sizeof v);                                                       \
      x += TMD_SHORTS, y += TMD_SHORTS;                                                        \
    }                                                                                          \
    if (n == 0) return;                                                                        \
    vshort v = (vshort){0} + (uint16_t)(other);                                                \
    __builtin_memcpy(&v, x, n * sizeof *x);                                                    \
    v = name##_v(v);                                                                           \
    __builtin_memcpy(y, &v, n * sizeof *y);                                                    \
  }
#ifdef __aarch64__
#define TMD_FORMS_16(name, other)                                      \
  TMD_FORMS(n, 8, vshort, vshort, vshort, mask, name, name##_v, other) \
  TMD_FORMS(n, 4, vshorthalf, vshorthalf, vshorthalf, mask, name, name##_h, other)
#elif TMD_LANES == 4
#define TMD_FORMS_16(name, other)                                       \
  TMD_FORMS(d, 16, vshort, vshort, vshort, mask, name, name##_v, other) \
  TMD_FORMS(c, 16, vshort, vshort, vshort, mask, name, name##_v, other) \
  TMD_FORMS(b, 8, vshorthalf, vshorthalf, vshorthalf, mask, name, name##_h, other)
#else
typedef uint16_t vshortquarter __attribute__((vector_size(16)));
#define TMD_FORMS_16(name, other)                                                             \
  TMD_LANE vshortquarter name##_q(vshortquarter x) {                                          \
    return (vshortquarter)_mm256_castsi256_si128(                                             \
        (__m256i)name##_h((vshorthalf)_mm256_set_m128i((__m128i)x, (__m128i)x)));             \
  }                                                                                           \
  TMD_FORMS(e, 32, vshort, vshort, uint32_t, (vshort)_mm512_movm_epi16(mask), name, name##_v, \
            other)                                                                            \
  TMD_FORMS(d, 16, vshorthalf, vshorthalf, vshorthalf, mask, name, name##_h, other)           \
  TMD_FORMS(c, 16, vshorthalf, vshorthalf, vshorthalf, mask, name, name##_h, other)           \
  TMD_FORMS(b, 8, vshortquarter, vshortquarter, vshortquarter, mask, name, name##_q, other)
#endif
#endif
