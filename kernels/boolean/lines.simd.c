/* Entry of the Boolean tests: expand, fit, test. */
#include "kernels/boolean/lefevre.h"
#include "kernels/boolean/line.h"
#include "kernels/boolean/lines-job.h"
#include "kernels/boolean/regular.h"
#include "kernels/lane/entry.h"
#include "kernels/lane/expand.h"

/* Tracks first .. first + TMD_LANES - 1. `test` and `degree` are constants where this is inlined. */
V_INLINE void run_lanes(const struct tmd_lines_job *job, uint8_t *marks, int first, enum tmd_test test, int degree) {
  struct v_pair table[3][TMD_TABLE_MAX];
  const struct tmd_line_rule rule = job->rule;
  for (int j = 0; j < 3; j++)
    for (int k = 0; k <= degree - j; k++)
      table[j][k] = v_pair_of(v_load(&job->table[j][k][0][first]), v_load(&job->table[j][k][1][first]));

  for (uint64_t s = 0; s < job->steps; s++) {
    struct v_line line = v_line_fit(table[0][0], table[1][0], table[2][0], job->line, rule);
    v_mask keep = test == TMD_TEST_LEFEVRE ? v_lefevre_keeps(line.a, line.b, line.e, rule.n)
                                           : v_regular_keeps(line.a, line.b, line.e, rule.n);
    unsigned bits = v_bits(keep) << first;
    marks[s] = (uint8_t)(first == 0 ? bits : marks[s] | bits);
    for (int j = 0; j < 3; j++) v_expand_next(table[j], degree - j);
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
  if (job->test == TMD_TEST_LEFEVRE) run_degrees(job, marks, TMD_TEST_LEFEVRE);
  else run_degrees(job, marks, TMD_TEST_REGULAR);
}
