/* Entry of the Boolean tests: expand, fit, test. */
#include "kernels/boolean/keep.h"
#include "kernels/boolean/lines-job.h"
#include "kernels/lane/entry.h"
#include "kernels/lane/expand.h"

#if TMD_LANES > 1
#include "kernels/boolean/short-lines.h"
#else
enum { VF_VECTORS = 1 };
#endif

/* Tests VF_VECTORS lines a lane. */
V_INLINE void lines_keep(v_mask *keep, enum tmd_test test, const struct v_line *line, const struct tmd_line_rule *rule) {
#if TMD_LANES > 1
  if (rule->below_unit) {
    struct vf_line small[VF_VECTORS];
    for (int i = 0; i < VF_VECTORS; i++) small[i] = vf_line_of(line[i]);
    vf_lines_keep(keep, test, small, rule->n);
    return;
  }
#endif
  for (int i = 0; i < VF_VECTORS; i++) keep[i] = v_line_keeps(test, line[i], rule->n);
}

/* Tracks first .. first + TMD_LANES - 1. `test` and `degree` are constants where this is inlined. */
V_INLINE void run_lanes(const struct tmd_lines_job *job, uint8_t *marks, int first, enum tmd_test test, int degree) {
  struct v_pair table[3][TMD_TABLE_MAX];
  const struct tmd_line_rule rule = job->rule;
  for (int j = 0; j < 3; j++)
    for (int k = 0; k <= degree - j; k++)
      table[j][k] = v_pair_of(v_load(&job->table[j][k][0][first]), v_load(&job->table[j][k][1][first]));

  for (uint64_t s = 0; s < job->steps; s += VF_VECTORS) { /* those beyond the last are no one's */
    struct v_line line[VF_VECTORS];
    v_mask keep[VF_VECTORS];
    for (int i = 0; i < VF_VECTORS; i++) {
      line[i] = v_line_fit(table[0][0], table[1][0], table[2][0], job->line, rule);
      for (int j = 0; j < 3; j++) v_expand_next(table[j], degree - j);
    }
    lines_keep(keep, test, line, &rule);
    for (uint64_t i = 0; i < VF_VECTORS && s + i < job->steps; i++) {
      unsigned bits = v_bits(keep[i]) << first;
      marks[s + i] = (uint8_t)(first == 0 ? bits : marks[s + i] | bits);
    }
  }
}

V_INLINE void run_tracks(const struct tmd_lines_job *job, uint8_t *marks, enum tmd_test test, int degree) {
  for (int first = 0; first < job->tracks; first += TMD_LANES) run_lanes(job, marks, first, test, degree);
}

V_INLINE void run_degrees(const struct tmd_lines_job *job, uint8_t *marks, enum tmd_test test) {
  switch (job->degree) {
    case 2: run_tracks(job, marks, test, 2); break;
    case 3: run_tracks(job, marks, test, 3); break;
    case 4: run_tracks(job, marks, test, 4); break;
    default: run_tracks(job, marks, test, job->degree);
  }
}

void TMD_ENTRY(lines)(const struct tmd_lines_job *job, uint8_t *marks) {
#if TMD_LANES == 4
  if (!job->rule.below_unit) {
    tmd_lines_scalar(job, marks);
    return;
  }
#endif
  if (job->test == TMD_TEST_LEFEVRE) run_degrees(job, marks, TMD_TEST_LEFEVRE);
  else run_degrees(job, marks, TMD_TEST_REGULAR);
}
