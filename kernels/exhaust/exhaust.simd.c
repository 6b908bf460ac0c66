/* Entry of the evaluation of every argument. */
#include "kernels/exhaust/job.h"
#include "kernels/lane/entry.h"
#include "kernels/lane/expand.h"

/* dist(P, Z) <= half_width  iff  P + half_width mod 1 <= 2 half_width; `width` is 2 half_width + 1. */
V_INLINE void flag(uint8_t *mark, v_u64 value, v_u64 half_width, v_u64 width, int first) {
  v_mask near = v_lt(value + half_width, width);
  if (V_UNLIKELY(v_any(near))) *mark = (uint8_t)(*mark | v_bits(near) << first);
}

V_INLINE void run_high(const struct tmd_exhaust_job *job, uint8_t *marks, int first, int degree) {
  v_u64 table[5], half_width = v_set(job->half_width), width = v_set(2 * job->half_width + 1);
  for (int j = 0; j <= degree; j++) table[j] = v_load(&job->table[j][1][first]);
  for (uint64_t s = 0; s < job->steps; s++) {
    flag(&marks[s], table[0], half_width, width, first);
    v_expand_next_high(table, degree);
  }
}

V_INLINE void run_wide(const struct tmd_exhaust_job *job, uint8_t *marks, int first, int degree) {
  struct v_pair table[TMD_TABLE_MAX];
  v_u64 half_width = v_set(job->half_width), width = v_set(2 * job->half_width + 1);
  for (int j = 0; j <= degree; j++)
    table[j] = v_pair_of(v_load(&job->table[j][0][first]), v_load(&job->table[j][1][first]));
  for (uint64_t s = 0; s < job->steps; s++) {
    flag(&marks[s], table[0].high, half_width, width, first);
    v_expand_next(table, degree);
  }
}

void TMD_ENTRY(exhaust)(const struct tmd_exhaust_job *job, uint8_t *marks) {
  for (int first = 0; first < job->tracks; first += TMD_LANES) {
    if (job->wide) {
      switch (job->degree) { /* a constant degree keeps the table in registers */
        case 5: run_wide(job, marks, first, 5); break;
        case 6: run_wide(job, marks, first, 6); break;
        case 7: run_wide(job, marks, first, 7); break;
        case 8: run_wide(job, marks, first, 8); break;
        default: run_wide(job, marks, first, job->degree);
      }
      continue;
    }
    switch (job->degree) {
      case 1: run_high(job, marks, first, 1); break;
      case 2: run_high(job, marks, first, 2); break;
      case 3: run_high(job, marks, first, 3); break;
      default: run_high(job, marks, first, 4);
    }
  }
}
