/* Entry of the evaluation of every argument. */
#include "kernels/exhaust/job.h"
#include "kernels/lane/difference-table.h"

enum { HALVES = TMD_LANES32 / TMD_LANES }; /* lanes of 32 bits: a value of 64-bit lanes, or two */

/* Of the lanes `near` of a span that starts at step s: everything is within the half-width that is
   not above `width`. */
static uint32_t *flag_span(uint32_t *flags, const struct tmd_exhaust_job *job,
                           const struct v_parabola *p, unsigned near, uint64_t s, int first) {
  const uint32_t width = (uint32_t)(2 * job->half_width);
  uint32_t q[3][TMD_LANES32];
  __builtin_memcpy(q, p->q, sizeof q);
  for (; near != 0; near &= near - 1) {
    const int lane = __builtin_ctz(near), track = first + lane / HALVES + lane % HALVES * TMD_LANES;
    if (track >= job->tracks) continue;
    for (uint64_t u = 0; u < job->span && s + u < job->steps; u++) {
      if (q[0][lane] <= width)
        *flags++ = (uint32_t)((s + u) * TMD_EXHAUST_TRACKS) + (uint32_t)track;
      q[0][lane] += q[1][lane];
      q[1][lane] += q[2][lane];
    }
  }
  return flags;
}

/* dist(P, Z) <= half_width  iff  P + half_width mod 1 <= 2 half_width: what is added once is in all
   values. */
V_INLINE uint32_t *run_parabolas(uint32_t *flags, const struct tmd_exhaust_job *job, int first,
                                 int degree) {
  const v_u32 width = v32_set((uint32_t)(2 * job->half_width));
  struct v_spans spans[HALVES];
  for (int half = 0; half < HALVES; half++) {
    v_u64 r[TMD_PARABOLA_DEGREE + 1];
    for (int j = 0; j <= degree; j++) r[j] = v_load(&job->table[j][1][first + half * TMD_LANES]);
    r[0] += v_set(job->half_width << 32);
    spans[half] = v_spans_of(r, &job->differences, degree);
  }
  for (uint64_t s = 0; s < job->steps; s += job->span) {
    struct v_parabola p;
    for (int j = 0; j <= 2; j++)
      p.q[j] = v_high_words(spans[0].table[j][0], spans[HALVES - 1].table[j][0]);
    const unsigned near = v32_le(v_parabola_least(p, (uint32_t)job->span), width);
    if (V_UNLIKELY(near)) flags = flag_span(flags, job, &p, near, s, first);
    for (int half = 0; half < HALVES; half++) v_spans_next(&spans[half], degree);
  }
  return flags;
}

/* `width` is 2 half_width + 1. */
V_INLINE uint32_t *run_wide(uint32_t *flags, const struct tmd_exhaust_job *job, int first,
                            int degree) {
  struct v_pair table[TMD_TABLE_MAX];
  const v_u64 half_width = v_set(job->half_width), width = v_set(2 * job->half_width + 1);
  for (int j = 0; j <= degree; j++)
    table[j] = v_pair_of(v_load(&job->table[j][0][first]), v_load(&job->table[j][1][first]));
  for (uint64_t s = 0; s < job->steps; s++) {
    const v_mask near = v_lt(table[0].high + half_width, width);
    if (V_UNLIKELY(v_any(near)))
      for (unsigned lanes = v_bits(near); lanes != 0; lanes &= lanes - 1) {
        const int track = first + __builtin_ctz(lanes);
        if (track < job->tracks) *flags++ = (uint32_t)(s * TMD_EXHAUST_TRACKS) + (uint32_t)track;
      }
    v_expand_next(table, degree);
  }
  return flags;
}

size_t TMD_ENTRY(exhaust)(const struct tmd_exhaust_job *job, uint32_t *flags) {
  uint32_t *end = flags;
  for (int first = 0; job->span && first < job->tracks; first += TMD_LANES32) {
    switch (job->degree) { /* a constant degree keeps the tables in registers */
    case 2: end = run_parabolas(end, job, first, 2); break;
    case 3: end = run_parabolas(end, job, first, 3); break;
    default: end = run_parabolas(end, job, first, 4);
    }
  }
  for (int first = 0; !job->span && first < job->tracks; first += TMD_LANES) {
    switch (job->degree) {
    case 3: end = run_wide(end, job, first, 3); break;
    case 4: end = run_wide(end, job, first, 4); break;
    case 5: end = run_wide(end, job, first, 5); break;
    case 6: end = run_wide(end, job, first, 6); break;
    case 7: end = run_wide(end, job, first, 7); break;
    case 8: end = run_wide(end, job, first, 8); break;
    default: end = run_wide(end, job, first, job->degree);
    }
  }
  return (size_t)(end - flags);
}
