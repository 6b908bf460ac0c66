/* The loops of rns.simd.c, included once for each way to add a product of 52 by 52 bits to a sum:

     RNS_FUSED     by AVX-512 IFMA, which has the two halves of the product as instructions
     TMD_LANES > 1 by fused multiply-adds of doubles: both halves are exact (rns.md, 2)
     else          by a product of 128 bits   */

#if defined(RNS_FUSED)

struct RNS_NAME(total) {
  v_u64 high, low;
};
typedef v_u64 RNS_NAME(factor);

V_INLINE v_u64 RNS_NAME(factor_of)(v_u64 x) { return x; }

V_INLINE void RNS_NAME(add)(struct RNS_NAME(total) * total, v_u64 x, v_u64 y) {
  total->high = (v_u64)_mm512_madd52hi_epu64((__m512i)total->high, (__m512i)x, (__m512i)y);
  total->low = (v_u64)_mm512_madd52lo_epu64((__m512i)total->low, (__m512i)x, (__m512i)y);
}

V_INLINE struct rns_sum RNS_NAME(sum_of)(const struct RNS_NAME(total) * total, uint64_t terms) {
  (void)terms;
  struct rns_sum sum = {total->high, total->low};
  return sum;
}

#elif TMD_LANES > 1

struct RNS_NAME(total) {
  v_u64 high, low; /* the bits of doubles, added as they are */
};
typedef v_f64 RNS_NAME(factor);

V_INLINE v_f64 RNS_NAME(factor_of)(v_u64 x) {
  return (v_f64)(x | v_set(UINT64_C(0x433) << 52)) - 0x1p52;
}

V_INLINE v_f64 RNS_NAME(fma)(v_f64 x, v_f64 y, v_f64 z) {
#if TMD_LANES == 8
  return (v_f64)_mm512_fmadd_pd((__m512d)x, (__m512d)y, (__m512d)z);
#else
  return (v_f64)_mm256_fmadd_pd((__m256d)x, (__m256d)y, (__m256d)z);
#endif
}

/* h = 2^104 + the multiple of 2^52 next to x y: its bits are those of 2^104 and that multiple's
   quotient; what is left of x y is exact, and at most 2^51 */
V_INLINE void RNS_NAME(add)(struct RNS_NAME(total) * total, v_f64 x, v_f64 y) {
  const v_f64 zero = {0}, h = RNS_NAME(fma)(x, y, 0x1p104 + zero);
  total->high += (v_u64)h;
  total->low += (v_u64)(RNS_NAME(fma)(x, y, 0x1p104 - h) + 0x1.8p52);
}

V_INLINE struct rns_sum RNS_NAME(sum_of)(const struct RNS_NAME(total) * total, uint64_t terms) {
  const v_f64 zero = {0};
  const v_u64 low = total->low - terms * (v_u64)(0x1.8p52 + zero); /* signed */
  const v_u64 carry = (v_u64)((v_i64)low >> RNS_BITS);
  struct rns_sum sum = {total->high - terms * (v_u64)(0x1p104 + zero) + carry,
                        low & v_set(RNS_MASK)};
  return sum;
}

#else

struct RNS_NAME(total) {
  unsigned __int128 sum;
};
typedef v_u64 RNS_NAME(factor);

V_INLINE v_u64 RNS_NAME(factor_of)(v_u64 x) { return x; }
V_INLINE void RNS_NAME(add)(struct RNS_NAME(total) * total, v_u64 x, v_u64 y) {
  total->sum += (unsigned __int128)x * y;
}

V_INLINE struct rns_sum RNS_NAME(sum_of)(const struct RNS_NAME(total) * total, uint64_t terms) {
  (void)terms;
  struct rns_sum sum = {(v_u64)(total->sum >> RNS_BITS), (v_u64)total->sum & RNS_MASK};
  return sum;
}

#endif

/* ---- numbers to residues: TMD_LANES tracks from `first` on, moduli i .. i+many-1 ---- */

V_INLINE void RNS_NAME(convert_some)(const struct tmd_rns_convert_job *job, uint64_t *residue,
                                     int first, int i, int many) {
  struct RNS_NAME(total) total[4] = {0};
  for (int k = 0; k < job->digits; k++) {
    const RNS_NAME(factor) digit = RNS_NAME(factor_of)(v_load(&job->digit[k][first]));
    for (int u = 0; u < many; u++)
      RNS_NAME(add)(&total[u], RNS_NAME(factor_of)(v_set(job->power[(i + u) * job->powers + k])),
                    digit);
  }
  const v_u64 negative = v_load(&job->negative[first]);
  for (int u = 0; u < many; u++) {
    const v_u64 c = v_set(job->c[i + u]), m = v_set((UINT64_C(1) << RNS_BITS) - job->c[i + u]);
    const v_u64 r = rns_reduce(RNS_NAME(sum_of)(&total[u], (uint64_t)job->digits), c);
    const v_u64 signed_r = (r & ~negative) | (rns_negate(r, m) & negative);
    memcpy(residue + (uint64_t)(i + u) * job->stride + (uint64_t)first, &signed_r, sizeof signed_r);
  }
}

static void RNS_NAME(convert)(const struct tmd_rns_convert_job *job, uint64_t *residue) {
  for (int first = 0; first < TMD_TRACKS; first += TMD_LANES) {
    int i = 0;
    for (; i + 4 <= job->moduli; i += 4) RNS_NAME(convert_some)(job, residue, first, i, 4);
    for (; i < job->moduli; i++) RNS_NAME(convert_some)(job, residue, first, i, 1);
  }
}

/* ---- dot products ---- */

/* The sum over the lanes of each row: TMD_RNS_TERMS_MAX terms at most, so that nothing overflows.
 */
V_INLINE void RNS_NAME(over_lanes)(uint64_t high[TMD_TRACKS], uint64_t low[TMD_TRACKS],
                                   const struct RNS_NAME(total) * total, uint64_t terms) {
  for (int r = 0; r < TMD_RNS_ROWS; r++) {
    const struct rns_sum sum = RNS_NAME(sum_of)(&total[r], terms);
    uint64_t lanes[2][TMD_LANES];
    memcpy(lanes[0], &sum.high, sizeof lanes[0]);
    memcpy(lanes[1], &sum.low, sizeof lanes[1]);
    high[r] = low[r] = 0;
    for (int lane = 0; lane < TMD_LANES; lane++)
      high[r] += lanes[0][lane], low[r] += lanes[1][lane];
  }
}

V_INLINE void RNS_NAME(dot_rows)(const struct tmd_rns_dot_job *job,
                                 uint64_t (*residue)[TMD_RNS_ROWS], int i) {
  const uint64_t c = job->c[i], m = (UINT64_C(1) << RNS_BITS) - c;
  const uint64_t *vector = job->vector + (uint64_t)i * job->groups * TMD_TRACKS;
  const uint64_t *block = job->block + (uint64_t)i * job->groups * TMD_TRACKS * TMD_RNS_ROWS;
  uint64_t rows[TMD_TRACKS] = {0};
  for (uint64_t from = 0; from < job->groups; from += CHUNK) {
    const uint64_t to = from + CHUNK < job->groups ? from + CHUNK : job->groups;
    struct RNS_NAME(total) total[TMD_RNS_ROWS] = {0};
    for (uint64_t g = from; g < to; g++)
      for (int first = 0; first < TMD_TRACKS; first += TMD_LANES) {
        const RNS_NAME(factor) x = RNS_NAME(factor_of)(v_load(vector + g * TMD_TRACKS + first));
        for (int r = 0; r < TMD_RNS_ROWS; r++)
          RNS_NAME(add)(
              &total[r],
              RNS_NAME(factor_of)(v_load(block + (g * TMD_RNS_ROWS + r) * TMD_TRACKS + first)), x);
      }
    uint64_t high[TMD_TRACKS] = {0}, low[TMD_TRACKS] = {0};
    RNS_NAME(over_lanes)(high, low, total, (to - from) * TMD_TRACKS / TMD_LANES);
    for (int r = 0; r < TMD_RNS_ROWS; r += TMD_LANES) {
      const struct rns_sum sum = {v_load(high + r), v_load(low + r)};
      const v_u64 part = rns_add(v_load(rows + r), rns_reduce(sum, v_set(c)), v_set(m));
      memcpy(rows + r, &part, sizeof part);
    }
  }
  memcpy(residue[i], rows, sizeof residue[i]);
}

static void RNS_NAME(dot)(const struct tmd_rns_dot_job *job, uint64_t (*residue)[TMD_RNS_ROWS]) {
  for (int i = 0; i < job->moduli; i++) RNS_NAME(dot_rows)(job, residue, i);
}
