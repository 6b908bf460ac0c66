#ifdef __aarch64__
#define TMD_FORMS_OF_ISA(name, other)                              \
  TMD_FORMS(n, 4, vfloat, vint, vint, mask, name, name##_v, other) \
  TMD_FORMS(n, 2, vhalf, vhalfint, vhalfint, mask, name, name##_h, other)
#elif TMD_LANES == 4
#define TMD_FORMS_OF_ISA(name, other)                              \
  TMD_FORMS(d, 8, vfloat, vint, vint, mask, name, name##_v, other) \
  TMD_FORMS(c, 8, vfloat, vint, vint, mask, name, name##_v, other) \
  TMD_FORMS(b, 4, vhalf, vhalfint, vhalfint, mask, name, name##_h, other)
#else
typedef float vquarter __attribute__((vector_size(16)));
typedef int32_t vquarterint __attribute__((vector_size(16)));
TMD_LANE vhalf vtwice(vquarter x) { return _mm256_set_m128(x, x); }
#define TMD_FORMS_OF_ISA(name, other)                                                      \
  static inline vquarter name##_q(vquarter x) {                                            \
    return _mm256_castps256_ps128(name##_h(vtwice(x)));                                    \
  }                                                                                        \
  TMD_FORMS(e, 16, vfloat, vint, unsigned, (vint)_mm512_movm_epi32((__mmask16)mask), name, \
            name##_v, other)                                                               \
  TMD_FORMS(d, 8, vhalf, vhalfint, vhalfint, mask, name, name##_h, other)                  \
  TMD_FORMS(c, 8, vhalf, vhalfint, vhalfint, mask, name, name##_h, other)                  \
  TMD_FORMS(b, 4, vquarter, vquarterint, vquarterint, mask, name, name##_q, other)
#endif
#endif
