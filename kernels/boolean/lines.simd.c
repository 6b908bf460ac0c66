/* Entry of the Boolean tests: expand, fit, test. */
#include "kernels/boolean/line-test.h"
#include "kernels/boolean/lines-job.h"
#include "kernels/lane/difference-table.h"
#include "kernels/lane/set-entry.h"

#if TMD_LANES > 1
#include "kernels/boolean/survivors.h"
#else
enum { VF_VECTORS = 1 }; /* scalar code takes short lines for others */
#endif

V_INLINE void put_marks(uint8_t *marks, uint64_t step, int first, v_mask keep) {
  const unsigned bits = v_bits(keep) << first;
  marks[step] = (uint8_t)(first == 0 ? bits : marks[step] | bits);
}

/* The lines of steps s, s + 1, ... of tracks first, first + 1, ... that are lines of a step before
   `steps`. */
V_INLINE void test_lines(const struct tmd_lines_job *job, uint8_t *marks, uint64_t s, int first,
                         enum tmd_test test, const struct v_line *line) {
  for (uint64_t i = 0; i < VF_VECTORS && s + i < job->steps; i++)
    put_marks(marks, s + i, first, v_line_keeps(test, line[i], job->rule.n));
}

#if TMD_LANES > 1
V_INLINE void test_short_lines(const struct tmd_lines_job *job, uint8_t *marks, uint64_t s,
                               int first, enum tmd_test test, const struct v_line *line,
                               struct survivors *kept) {
  const uint64_t n = job->rule.n;
  struct vf_line small[VF_VECTORS];
  v_mask keep[VF_VECTORS];
  for (int i = 0; i < VF_VECTORS; i++) small[i] = vf_line_of(line[i]);
  if (test == TMD_TEST_LEFEVRE) vf_lefevre_keeps(keep, small, n);
  else vf_regular_keeps(keep, small, n);
  for (uint64_t i = 0; i < VF_VECTORS && s + i < job->steps; i++) {
    put_marks(marks, s + i, first, keep[i]);
    if (test == TMD_TEST_BOTH && v_any(keep[i]))
      survivors_add(kept, keep[i], small[i], s + i, first, marks, n);
  }
}
#endif

/* Tracks first .. first + TMD_LANES - 1. `test` and `degree` are constants where this is inlined.
 */
V_INLINE void run_lanes(const struct tmd_lines_job *job, uint8_t *marks, int first,
                        enum tmd_test test, int degree) {
  struct v_pair table[3][TMD_TABLE_MAX];
  const struct tmd_line_rule rule = job->rule;
#if TMD_LANES > 1
  struct survivors kept;
  kept.count = 0;
#endif
  for (int j = 0; j < 3; j++)
    for (int k = 0; k <= degree - j; k++)
      table[j][k] =
          v_pair_of(v_load(&job->table[j][k][0][first]), v_load(&job->table[j][k][1][first]));

  for (uint64_t s = 0; s < job->steps; s += VF_VECTORS) {
    struct v_line line[VF_VECTORS];
    for (int i = 0; i < VF_VECTORS; i++) {
      line[i] = v_line_fit(table[0][0], table[1][0], table[2][0], job->line, rule);
      for (int j = 0; j < 3; j++) v_expand_next(table[j], degree - j);
    }
#if TMD_LANES > 1
    if (rule.below_unit) {
      test_short_lines(job, marks, s, first, test, line, &kept);
      continue;
    }
#endif
    test_lines(job, marks, s, first, test, line);
  }
#if TMD_LANES > 1
  survivors_end(&kept, marks, rule.n);
#endif
}

V_INLINE void run_tracks(const struct tmd_lines_job *job, uint8_t *marks, enum tmd_test test,
                         int degree) {
  for (int first = 0; first < job->tracks; first += TMD_LANES)
    run_lanes(job, marks, first, test, degree);
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
  if (!job->rule.below_unit) { /* AVX2 has no instruction for their quotients and products */
    tmd_lines_scalar(job, marks);
    return;
  }
#endif
  switch (job->test) {
  case TMD_TEST_LEFEVRE: run_degrees(job, marks, TMD_TEST_LEFEVRE); break;
  case TMD_TEST_REGULAR: run_degrees(job, marks, TMD_TEST_REGULAR); break;
  case TMD_TEST_BOTH: run_degrees(job, marks, TMD_TEST_BOTH); break;
  }
}
