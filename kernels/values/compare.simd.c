/* Entry of the judge of results. */
#include <string.h>

#include "kernels/lane/platform.h"
#include "kernels/values/job.h"

V_INLINE v_u64 load(const struct tmd_compare_job *job, int bytes, uint64_t i) {
  const v_u64 sign = v_set(job->sign), zero = v_set(0);
  const unsigned char *from = (const unsigned char *)job->result + i * (uint64_t)bytes;
  const v_u64 r = bytes == 2   ? v_load_16(from)
                  : bytes == 4 ? v_load_32(from)
                               : v_load((const uint64_t *)from);
  if (!job->both_signs) return r ^ sign;
  return v_sel(v_eq(r & sign, zero), r, zero - (r ^ sign));
}

/* Signed numbers in the order of unsigned ones. */
#define BIAS (UINT64_C(1) << 63)

enum { BLOCK = 256 }; /* results that are looked at together, before one by one */

struct running {
  v_u64 wrong, open, least, most; /* extremes of d, biased */
};

V_INLINE void note(uint8_t *bits, v_mask mask, uint64_t i) {
  bits[i >> 3] = (uint8_t)(bits[i >> 3] | v_bits(mask) << (i & 7));
}

/* 1 if none of the results from the i-th to before the end-th is open or wrong, by the extremes of
   what makes one so; they have been judged, then. If inward, where right differences have the sign
   of their place, extremes do not say it. */
V_INLINE int are_right(struct running *run, const struct tmd_compare_job *job, int bytes,
                       uint64_t i, uint64_t end) {
  const v_u64 half = v_set((UINT64_C(1) << (job->fraction_bits - 1)) - 1), low = v_set(job->low),
              slack = v_set(job->slack);
  const v_u64 from = v_set(job->from), bias = v_set(BIAS);
  v_u64 least = bias, most = bias, apart = v_set(UINT64_MAX), off = v_set(0), beyond = v_set(0);
  if (job->inward) return 0;
  for (; i < end; i += TMD_LANES) {
    const v_u64 r = load(job, bytes, i), at = v_load(&job->place[i]),
                d = ((r << job->fraction_bits) - at) ^ bias;
    least = v_min(least, d), most = v_max(most, d);
    off = v_max(off, r - low), beyond = v_max(beyond, at - from);
    apart = v_min(apart, (at + slack) & half);
  }
  const int64_t reach = (int64_t)job->reach;
  const int64_t from_d = job->least > -reach ? job->least : -reach,
                to_d = job->most < reach ? job->most : reach;
  const v_mask wrong =
      v_or(v_lt(least, v_set((uint64_t)from_d ^ BIAS)), v_lt(v_set((uint64_t)to_d ^ BIAS), most));
  const v_mask outside =
      v_or(v_lt(v_set(job->high - job->low), off), v_lt(v_set(job->width), beyond));
  if (v_any(v_or(v_or(wrong, outside), v_lt(apart, v_set(2 * job->slack))))) return 0;
  run->least = v_min(run->least, least), run->most = v_max(run->most, most);
  return 1;
}

/* TMD_LANES results from the i-th on, of which those of `live` count. */
V_INLINE void judge(struct running *run, const struct tmd_compare_job *job,
                    const struct tmd_marks *marks, v_mask live, v_u64 r, uint64_t i) {
  const v_u64 at = v_load(&job->place[i]),
              half = v_set((UINT64_C(1) << (job->fraction_bits - 1)) - 1);
  const v_u64 d = (r << job->fraction_bits) - at, least = v_set((uint64_t)job->least),
              reach = v_set(job->reach);
  const v_mask outside =
      v_or(v_lt(v_set(job->high - job->low), r - v_set(job->low)), v_lt(reach + reach, d + reach));
  const v_mask near = v_lt((at + v_set(job->slack)) & half, v_set(2 * job->slack));
  const v_mask beyond = v_lt(v_set(job->width), at - v_set(job->from));
  const v_mask open = v_and(live, v_or(v_or(outside, beyond), near)),
               known = v_and(live, v_not(open));
  const v_u64 negative = job->inward ? v_sign(at) : v_set(0), judged = (d ^ negative) - negative;
  const v_mask wrong =
      v_and(known, v_lt(v_set((uint64_t)job->most - (uint64_t)job->least), judged - least));
  const v_u64 biased = v_sel(known, d ^ v_set(BIAS), v_set(BIAS));
  run->least = v_min(run->least, biased);
  run->most = v_max(run->most, biased);
  run->wrong = v_increment(wrong, run->wrong);
  run->open = v_increment(open, run->open);
  if (V_UNLIKELY(v_any(open))) note(marks->open, open, i);
  if (V_UNLIKELY(v_any(wrong))) note(marks->wrong, wrong, i);
}

/* Results against the direction. */
V_INLINE uint64_t order(const struct tmd_compare_job *job, const struct tmd_marks *marks,
                        int bytes) {
  uint64_t sum = 0;
  for (uint64_t i = 1; i < job->count; i += TMD_LANES) {
    const v_u64 before = load(job, bytes, i - 1), r = load(job, bytes, i);
    const v_mask against = job->direction > 0 ? v_lt(r, before) : v_lt(before, r);
    if (V_UNLIKELY(v_any(against)))
      for (uint64_t lane = 0; lane < TMD_LANES && i + lane < job->count; lane++)
        if (v_bits(against) >> lane & 1)
          marks->order[(i + lane) >> 3] |= (uint8_t)(1 << ((i + lane) & 7)), sum++;
  }
  return sum;
}

V_INLINE void run(const struct tmd_compare_job *given, struct tmd_compared *compared,
                  const struct tmd_marks *marks, int bytes) {
  const struct tmd_compare_job here = *given,
                               *const job = &here; /* in registers: marks are not written there */
  struct running run = {v_set(0), v_set(0), v_set(BIAS), v_set(BIAS)};
  uint64_t i = 0, lanes[4][8];
  const v_mask all = v_eq(v_set(0), v_set(0));
  for (uint64_t end; i + TMD_LANES <= job->count; i = end) {
    end = i + BLOCK <= job->count ? i + BLOCK : job->count - job->count % TMD_LANES;
    if (are_right(&run, job, bytes, i, end)) continue;
    for (; i < end; i += TMD_LANES) judge(&run, job, marks, all, load(job, bytes, i), i);
  }
#if TMD_LANES > 1
  if (i < job->count) {
    uint64_t index[TMD_LANES];
    for (int lane = 0; lane < TMD_LANES; lane++) index[lane] = i + (uint64_t)lane;
    judge(&run, job, marks, v_lt(v_load(index), v_set(job->count)), load(job, bytes, i), i);
  }
#endif
  memcpy(lanes[0], &run.wrong, sizeof run.wrong), memcpy(lanes[1], &run.open, sizeof run.open);
  memcpy(lanes[2], &run.least, sizeof run.least), memcpy(lanes[3], &run.most, sizeof run.most);
  uint64_t least = BIAS, most = BIAS;
  *compared = (struct tmd_compared){0};
  for (int lane = 0; lane < TMD_LANES; lane++) {
    compared->wrong += lanes[0][lane];
    compared->open += lanes[1][lane];
    if (lanes[2][lane] < least) least = lanes[2][lane];
    if (lanes[3][lane] > most) most = lanes[3][lane];
  }
  compared->d_least = (int64_t)(least ^ BIAS);
  compared->d_most = (int64_t)(most ^ BIAS);
  /* where all are correctly rounded they keep the order */
  if (job->direction && (compared->wrong || compared->open))
    compared->order = order(job, marks, bytes);
}

void TMD_ENTRY(compare)(const struct tmd_compare_job *job, struct tmd_compared *compared,
                        const struct tmd_marks *marks) {
  switch (job->bytes) {
  case 2: run(job, compared, marks, 2); break;
  case 4: run(job, compared, marks, 4); break;
  default: run(job, compared, marks, 8);
  }
}
