
/* ---- the names by which compilers call functions of vectors ---- */

#ifdef __aarch64__
#define TMD_CONVENTION __attribute__((aarch64_vector_pcs))
#else
#define TMD_CONVENTION
#endif

/* A function of all lanes, and one of those of a mask: another argument is in the others. */
#define TMD_FORMS(isa, n, floats, ints, mask_type, mask_lanes, name, evaluate, other) \
  TMD_CONVENTION floats _ZGV##isa##N##n##v_##name(floats x);                          \
  TMD_CONVENTION floats _ZGV##isa##N##n##v_##name(floats x) { return evaluate(x); }   \
  TMD_CONVENTION floats _ZGV##isa##M##n##v_##name(floats x, mask_type mask);          \
  TMD_CONVENTION floats _ZGV##isa##M##n##v_##name(floats x, mask_type mask) {         \
    const ints m = mask_lanes;                                                        \
    return evaluate((floats)((m & (ints)x) | (~m & other)));                          \
  }

/* name_v and name_h are functions of a vector and of its half; `other` is the encoding of an
   argument that raises no flag. The arrays of name_array may be the same. */
#define TMD_SYMBOLS(name, other)                                   \
  TMD_FORMS_OF_ISA(name, other)                                    \
  void name##_array(float *y, const float *x, size_t n);           \
  void name##_array(float *y, const float *x, size_t n) {          \
    for (size_t bytes; n > 0; n -= bytes / sizeof *x) {            \
      vfloat v = (vfloat)((vint){0} + other);                      \
      bytes = n * sizeof *x < sizeof v ? n * sizeof *x : sizeof v; \
      if (bytes < sizeof v) __builtin_memcpy(&v, x, bytes);        \
      else __builtin_memcpy(&v, x, sizeof v);                      \
      v = name##_v(v);                                             \
      if (bytes < sizeof v) __builtin_memcpy(y, &v, bytes);        \
      else __builtin_memcpy(y, &v, sizeof v);                      \
      x += bytes / sizeof *x, y += bytes / sizeof *x;              \
    }                                                              \
  }
