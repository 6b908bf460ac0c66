/* Pairs: each line declares floats; those of a pair p are p_h and p_l, whose sum is its value.
   Rounding is to nearest. The names of the algorithms, and bounds of relative errors with u =
   2^-24, are those of Joldes, Muller and Popescu, "Tight and rigorous error bounds for basic
   building blocks of double-word arithmetic", ACM TOMS 44 (2), 2017. */
#ifndef TMD_WORD_PAIRS
#define TMD_WORD_PAIRS
/* a + b, exactly: 2Sum; and Fast2Sum, if a is 0 or |a| >= |b|. */
#define wsum(p, a, b)                                  \
  const wfloat p##_h = (a) + (b), p##_t = p##_h - (a), \
               p##_l = ((a) - (p##_h - p##_t)) + ((b) - p##_t)
#define wfast_sum(p, a, b) const wfloat p##_h = (a) + (b), p##_l = (b) - (p##_h - (a))
/* a b: exactly. */
#define wproduct_exact(p, a, b) const wfloat p##_h = wproduct(a, b), p##_l = wfma(a, b, -p##_h)
#define wpair(p, h, l) const wfloat p##_h = (h), p##_l = (l)
/* a + b: AccurateDWPlusDW (their algorithm 6, theorem 3.1: 3 u^2 (1 + 4 u)). */
#define wpair_sum(p, a, b)                      \
  wsum(p##_s, a##_h, b##_h);                    \
  wsum(p##_r, a##_l, b##_l);                    \
  wfast_sum(p##_v, p##_s_h, p##_s_l + p##_r_h); \
  wfast_sum(p, p##_v_h, p##_r_l + p##_v_l)
/* a b: DWTimesDW3 (algorithm 12, theorem 5.4: 4 u^2). */
#define wpair_product(p, a, b)                                                         \
  const wfloat p##_p = wproduct(a##_h, b##_h),                                         \
               p##_q = wfma(a##_h, b##_h, -p##_p) +                                    \
                       wfma(a##_h, b##_l, wfma(a##_l, b##_h, wproduct(a##_l, b##_l))); \
  wfast_sum(p, p##_p, p##_q)
/* c + a x, for |c| at least twice |a x|: the low word takes all rounding errors, and may be up to
   2^-22 of the high one. */
#define wpair_step(p, c, a, x)                                                             \
  const wfloat p##_p = wproduct(a##_h, x##_h),                                             \
               p##_q = wfma(a##_h, x##_l, wfma(a##_l, x##_h, wfma(a##_h, x##_h, -p##_p))), \
               p##_h = c##_h + p##_p, p##_l = (p##_p - (p##_h - c##_h)) + (p##_q + c##_l)
/* 1/d, a float, for a float 2^-100 < d < 2^100: a first guess from its encoding, and twice r (1 + e
   + e^2), e = 1 - d r. */
#define winverse(r, d)                                                                        \
  const wfloat r##_0 = wfloats(0x7ef311c7 - wbits(d)), r##_e = wfma(-(d), r##_0, wall(1.0f)), \
               r##_1 = wfma(r##_0, wfma(r##_e, r##_e, r##_e), r##_0),                         \
               r##_f = wfma(-(d), r##_1, wall(1.0f)),                                         \
               r = wfma(r##_1, wfma(r##_f, r##_f, r##_f), r##_1)
/* a / b, with r = 1/b_h: a quotient of floats, and that of the remainder. */
#define wpair_quotient(p, a, b)                                                 \
  winverse(p##_r, b##_h);                                                       \
  const wfloat p##_q = wproduct(a##_h, p##_r),                                  \
               p##_m = wfma(-p##_q, b##_h, a##_h) + wfma(-p##_q, b##_l, a##_l); \
  wfast_sum(p, p##_q, wproduct(p##_m, p##_r))
#endif
