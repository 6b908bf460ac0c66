/* Problems by names of formats, for tests. */
#ifndef TMD_TEST_PROBLEMS_H
#define TMD_TEST_PROBLEMS_H

#include "lib/problem/problem.h"

static struct tmd_problem problem_of(const char *function, const char *in, const char *out,
                                     enum tmd_modes modes, int bits) {
  struct tmd_problem p = {.modes = modes, .bits = bits};
  p.name = function;
  tmd_format_parse(&p.in, in);
  tmd_format_parse(&p.out, out);
  return p;
}

#endif
