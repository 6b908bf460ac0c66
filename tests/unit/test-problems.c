/* Problems are interned, also by many threads at once. */
#include <omp.h>
#include <stdio.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/problem/problem.h"
#include "tests/unit/tap.h"

static void test_problems(void) {
  enum { COUNT = 400 };
  static const struct tmd_problem *found[4][COUNT];
  int wrong = 0;
#pragma omp parallel for num_threads(4) schedule(static, 1)
  for (int thread = 0; thread < 4; thread++)
    for (int i = 0; i < COUNT; i++) {
      char name[16];
      snprintf(name, sizeof name, "%s", i % 2 ? "x*exp(x)" : "rootn(7)");
      const struct tmd_problem problem = {
          .name = name, .in = {24, -126, 127}, .out = {53, -1022, 1023}, .bits = 10 + i / 2};
      found[thread][i] = tmd_problem_intern(&problem);
    }
  for (int i = 0; i < COUNT; i++) {
    const struct tmd_problem *p = found[0][i];
    for (int thread = 1; thread < 4; thread++) wrong += found[thread][i] != p;
    wrong += !p || p->bits != 10 + i / 2 || strcmp(p->name, i % 2 ? "x*exp(x)" : "rootn(7)") ||
             !p->function;
    wrong += !p || tmd_problem_parse(p->text, strlen(p->text)) != p || tmd_problem_intern(p) != p;
    for (int k = 0; k < i; k++) wrong += found[0][k] == p;
  }
  tap_ok(wrong == 0, "%d problems, each interned once by four threads", COUNT);
  struct tmd_problem copy = *found[0][0];
  copy.bits = 0;
  tap_ok(!tmd_problem_intern(&copy) && strstr(tmd_error_text(), "bits=0"),
         "a copy with other numbers is another problem");
}

int main(void) {
  test_problems();
  return tap_done();
}
