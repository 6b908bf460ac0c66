/* The list of instruction sets that kernels are compiled for, slowest first, with the number of
   lanes, the flags of the compiler and the condition that a processor has them. The Makefile reads
   it, too. `x` is passed to every row. */
#ifndef TMD_SETS_H
#define TMD_SETS_H

#ifdef __x86_64__
#define TMD_HAS(feature) __builtin_cpu_supports(feature)
#define TMD_SETS(ROW, x)                                                                          \
  ROW(x, scalar, 1, "", 1)                                                                        \
  ROW(x, avx2, 4, "-mavx2 -mfma", TMD_HAS("avx2") && TMD_HAS("fma"))                              \
  ROW(x, avx512, 8, "-mavx512f -mavx512dq -mavx512vl -mavx512bw -mfma -mprefer-vector-width=512", \
      TMD_HAS("avx512f") && TMD_HAS("avx512dq") && TMD_HAS("avx512vl") && TMD_HAS("avx512bw") &&  \
          TMD_HAS("fma"))
#else
#define TMD_SETS(ROW, x) ROW(x, scalar, 1, "", 1)
#endif

/* The names as strings: each behind a mark, and with a comma, for an array. */
#define TMD_SET_WORD(mark, name, lanes, flags, has) mark #name
#define TMD_SET_WORDS(mark) TMD_SETS(TMD_SET_WORD, mark)
#define TMD_SET_ELEMENT(x, name, lanes, flags, has) #name,
#define TMD_SET_NAMES TMD_SETS(TMD_SET_ELEMENT, )

#endif
