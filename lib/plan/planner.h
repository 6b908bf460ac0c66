/* Planning: divides a function's domain into plan lines: ranges to be searched with parameters, and
   regions. */
#ifndef TMD_PLANNER_H
#define TMD_PLANNER_H

#include "lib/function/function.h"
#include "lib/plan/cost.h"
#include "lib/plan/domain.h"
#include "lib/stream/plan-line.h"

struct tmd_planner {
  const struct tmd_problem *problem;
  const struct tmd_function *function;
  struct tmd_domains domains, domains_y; /* of x, and of y of pairs */
  enum tmd_method method;
  enum tmd_plan_line line; /* of phases 1 and 2 */
  long long n, split;      /* 0: chosen by the cost model */
  void (*emit)(const struct tmd_planline *line, void *context);
  void *context;
  long long lines, lines_max;
  double seconds, seconds_max; /* predicted; seconds_max = 0: no limit */
  double cases;        /* predicted by random bits; for expressions by samples if those give more */
  long long undecided; /* arguments tested where no precision decides the sign or exponent of f:
                          planned, in a cell */
  struct tmd_cell undecided_cell; /* of the first of them */
  tmd_u128 undecided_X;
  int empty; /* it failed as there is no argument */
};

/* Emits lines that tile the arguments of the format in the domains and in the domain of f: x = 0,
   then x > 0, then x < 0, each by growing |x|. Where f is odd or even and the domains contain x and
   -x of a binade, lines of x have -x as image. Returns 0, or -1 (message) if there is no argument,
   or more than lines_max lines or seconds_max seconds are needed, which is forecast where f
   oscillates (forecast.h). */
int tmd_planner_run(struct tmd_planner *planner);

/* The same for a function of pairs, by bands of rows; strips in which a domain of x has arguments
   are planned whole (lib/problem/pair.h). */
int tmd_plan_pairs(struct tmd_planner *planner);

/* Advises to evaluate the arguments of the line one by one, in so many seconds. */
void tmd_planner_points(struct tmd_planline *line, double seconds);

/* Emits a line, unless the limits are exceeded: 0 or -1 (message). */
int tmd_planner_emit(struct tmd_planner *planner, const struct tmd_planline *line);

#endif
