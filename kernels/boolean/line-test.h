/* A domain's quadratic to the answer of a Boolean test: its line, then the question of lefevre.h
   and regular.h. */
#ifndef TMD_LINE_TEST_H
#define TMD_LINE_TEST_H

#include "kernels/boolean/lefevre.h"
#include "kernels/boolean/line.h"
#include "kernels/boolean/regular.h"

V_INLINE v_mask v_line_keeps(enum tmd_test test, struct v_line line, uint64_t n) {
  if (test == TMD_TEST_LEFEVRE) return v_lefevre_keeps(line.a, line.b, line.e, n);
  const v_mask keep = v_regular_keeps(line.a, line.b, line.e, n);
  return test == TMD_TEST_BOTH && v_any(keep)
             ? v_and(keep, v_lefevre_keeps(line.a, line.b, line.e, n))
             : keep;
}

/* The lanes to keep; `test` and `line` are constants where speed matters. */
V_INLINE v_mask v_quadratic_keeps(enum tmd_test test, enum tmd_line line, struct v_pair r0,
                                  struct v_pair r1, struct v_pair r2, struct tmd_line_rule rule) {
  return v_line_keeps(test, v_line_fit(r0, r1, r2, line, rule), rule.n);
}

#endif
