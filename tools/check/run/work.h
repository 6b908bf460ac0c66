/* The work on one check at a time: tasks for its threads. Claims make them (claim-tasks.c);
   leftovers.c does the rest after the last claim. */
#ifndef TMD_WORK_H
#define TMD_WORK_H

#include "tools/check/run/checks.h"

enum {
  TMD_CHECK_WHOLE_BYTES = 4
}; /* in formats of so many bytes regions, and the rest, are tested completely */

struct tmd_check_task {
  struct tmd_cell cell;
  tmd_u128 X0, X1;
  unsigned reason;
  int one_by_one;
};

struct tmd_check_work {
  struct tmd_function_check *check;
  struct tmd_target **target; /* one a thread */
  struct tmd_examiner **examiner;
  int threads;
  struct tmd_check_task *task;
  size_t tasks, capacity;
  tmd_u128 arguments, put; /* of the tasks, and of all so far */
  uint64_t random;
};

/* Appends a check of the problem, or of a pair; it has no total. */
struct tmd_function_check *tmd_checks_new(struct tmd_checks *checks,
                                          const struct tmd_problem *problem,
                                          const struct tmd_pair *pair);

/* The check of the problem, added if there is none. NULL (message). */
struct tmd_function_check *tmd_checks_find(struct tmd_checks *checks,
                                           const struct tmd_problem *problem);

/* Does the tasks, by all threads. 0, or -1 (message). */
int tmd_check_run_tasks(struct tmd_check_work *work);

/* Makes tasks of the regions that waited: all arguments, or, for lists of cases, samples. 0, or -1
   (message). */
int tmd_check_put_regions(struct tmd_check_work *work, const struct tmd_check_how *how);

/* Does the tasks, adds the verdicts of the examiners to the check, and resets them. 0, or -1
   (message). */
int tmd_check_gather(struct tmd_check_work *work);

#endif
