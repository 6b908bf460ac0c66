/* Entry of the Boolean tests: expand, fit, test. */
#include "kernels/boolean/line-test.h"
#include "kernels/boolean/lines-job.h"
#include "kernels/lane/difference-table.h"

#if TMD_LANES > 1
#include "kernels/boolean/short-lines.h"
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
/* ---- short lines, and those that both tests take ---- */

enum { VF_LINES = VF_VECTORS * TMD_LANES };

/* What the regular test keeps, gathered until it fills VF_VECTORS vectors, to be tested again by
   Lefevre's: of a hundred lines two or so are kept by the one, and half a one by both. */
struct survivors {
  double a[2 * VF_LINES], b[2 * VF_LINES], e[2 * VF_LINES];
  uint64_t at[2 * VF_LINES]; /* 8 step + track */
  unsigned count;
};

/* Tests the first VF_LINES; those that are dropped lose their bit of marks. */
V_INLINE void survivors_test(struct survivors *kept, uint8_t *marks, uint64_t n) {
  struct vf_line line[VF_VECTORS];
  v_mask keep[VF_VECTORS];
  for (int i = 0; i < VF_VECTORS; i++) {
    line[i].a = vf_load(kept->a + i * TMD_LANES), line[i].b = vf_load(kept->b + i * TMD_LANES);
    line[i].e = vf_load(kept->e + i * TMD_LANES);
  }
  vf_lefevre_keeps(keep, line, n);
  for (unsigned l = 0; l < VF_LINES && l < kept->count; l++)
    if (!(v_bits(keep[l / TMD_LANES]) >> l % TMD_LANES & 1))
      marks[kept->at[l] / 8] &= (uint8_t)~(1u << kept->at[l] % 8);
  kept->count = kept->count > VF_LINES ? kept->count - VF_LINES : 0;
  for (unsigned l = 0; l < kept->count; l++) {
    kept->a[l] = kept->a[l + VF_LINES], kept->b[l] = kept->b[l + VF_LINES],
    kept->e[l] = kept->e[l + VF_LINES];
    kept->at[l] = kept->at[l + VF_LINES];
  }
}

/* The lanes of `keep`, whose bits are set in marks[step], from track `first` on. */
V_INLINE void survivors_add(struct survivors *kept, v_mask keep, struct vf_line line, uint64_t step,
                            int first, uint8_t *marks, uint64_t n) {
  vf_pack(kept->a + kept->count, line.a, keep);
  vf_pack(kept->b + kept->count, line.b, keep);
  vf_pack(kept->e + kept->count, line.e, keep);
  for (unsigned bits = v_bits(keep); bits; bits &= bits - 1)
    kept->at[kept->count++] = 8 * step + (unsigned)first + (unsigned)__builtin_ctz(bits);
  if (kept->count >= VF_LINES) survivors_test(kept, marks, n);
}

/* Those that are left. */
V_INLINE void survivors_end(struct survivors *kept, uint8_t *marks, uint64_t n) {
  if (kept->count == 0) return;
  for (unsigned l = kept->count; l < VF_LINES; l++)
    kept->a[l] = kept->b[l] = kept->e[l] = 0; /* every point is 0: soon done */
  survivors_test(kept, marks, n);
}

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
