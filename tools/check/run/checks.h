/* The check of one function in one format: claims are turned into tasks, which threads examine,
   each with its own target; at the end the arguments are tested that always are, and the coverage
   is added up. */
#ifndef TMD_CHECKS_H
#define TMD_CHECKS_H

#include <limits.h>

#include "lib/stream/claim.h"
#include "tools/check/examine/examiner.h"
#include "tools/check/run/hunt.h"
#include "tools/check/run/place-set.h"

struct tmd_check_how {
  struct tmd_target_options target; /* but function and format */
  struct tmd_examination on;        /* but the function */
  int any_modes;                    /* no mode was asked for by name: those of the target suffice */
  int all;                          /* every argument of each claim */
  int cases_only;  /* only cases of lists and their neighbours, and samples of regions; other claims
                      are errors */
  int claims_only; /* without the arguments that are always tested */
  long long samples; /* of a region that is not tested completely */
  int present; /* functions that the library does not have are left out, with a line on standard
                  error */
  int threads;
  struct tmd_hunt_amount hunt; /* of each function; zeros: none */
  uint64_t seed;               /* of hunts, NaN and samples of pairs */
  struct tmd_domains domains;  /* of x, for hunts, pairs and functions by name: one, or none */
};

/* A region of a claim that is tested after all claims. */
struct tmd_check_region {
  struct tmd_cell cell;
  int bits; /* of the claim */
  struct tmd_region_record record;
};

/* For functions by name with neither few arguments nor a list. */
#define TMD_CHECK_SHORT_HUNT ((struct tmd_hunt_amount){.seconds = 10})

/* The result. */
struct tmd_function_check {
  struct tmd_problem
      problem; /* modes all; bits: the largest of its claims; of a pair no function */
  struct tmd_checked checked;
  tmd_u128 pairs; /* tested, each once */
  char *given;    /* owned; the name that the user gave it, if it has another one; else NULL */
  char *symbol;   /* owned */
  unsigned modes; /* those that the target has */
  struct tmd_verdict verdict[TMD_DECIMAL_ROUNDINGS];
  struct tmd_place_set tested, claimed; /* claimed: by confirmed claims */
  tmd_u128 total; /* numbers and infinities of the format, or pairs; saturates at 128 bits */
  unsigned long long sampled; /* samples of regions, and of too many exact cases */
  unsigned sampled_hardness;  /* the greatest hardness in those regions */
  int sampled_exact;          /* 1: not all exact cases that follow by rule were tested */
  unsigned long long by_mpfr;
  int claims;                      /* 1: it has claims */
  int listed;                      /* 1: cases of case claims were tested, with their neighbours */
  int doubtful;                    /* 1: not all of these claims are confirmed and for all modes */
  int ranged;                      /* 1: every argument of other claims was tested */
  int listless;                    /* 1: it is hunted because there is no list */
  struct tmd_check_region *region; /* owned: those that wait */
  size_t regions, region_capacity;
  int whole;           /* 1: f has no value where there is no claim, and all claims are confirmed */
  int gave_up, absent; /* absent: the library does not have it */
  int outside;         /* left out: with all, a function without an argument in the domain */
  struct tmd_hunt *hunt; /* owned; NULL: none has begun */
  int cut_short;         /* the hunt was interrupted */
  tmd_u128
      hunted[TMD_DECIMAL_ROUNDINGS]; /* arguments of its packets that were not tested otherwise */
  struct tmd_error_bins *bins;       /* owned; by mode, NULL if they are not wanted */
  struct tmd_wrong_list wrong_list;
};

/* All checks, in the order in which their first claims came. */
struct tmd_checks {
  const struct tmd_check_how *how;
  struct tmd_function_check **check; /* owned */
  size_t count, capacity;
  struct tmd_check_work *work;
  int interrupted; /* the work was not completed; only checks whose hunts had begun are reported */
};

/* Makes the tasks of the claim, and does them when there are enough. 0, or -1 (message). */
int tmd_checks_add(struct tmd_checks *checks, const struct tmd_claim *claim);

/* To be called once, after the last claim. 0, or -1 (message). */
int tmd_checks_finish(struct tmd_checks *checks);

/* Opens targets and examiners for the check, one for each thread, after the work on others, or
   marks it absent; and the inverse, which adds the verdicts to it. 0, or -1 (message). */
int tmd_checks_enter(struct tmd_checks *checks, struct tmd_function_check *check);
int tmd_checks_leave(struct tmd_checks *checks);

void tmd_checks_clear(struct tmd_checks *checks);

/* --function (by-name.c). Every argument is tested in formats of up to 32 bits; otherwise the cases
   of a list, if there is one; else the function is hunted for a short time. */

/* Adds checks of `names`, with commas between, or "all" of the table. With an amount in how->hunt
   they are only hunted, when the checks are finished. `cases`: the folder of the lists, NULL: the
   installed one. A line on standard error for each names the method. 0, or -1 (message). */
int tmd_checks_by_name(struct tmd_checks *checks, const char *names,
                       const struct tmd_format *format, const char *cases);

/* The folder of lists, relative to this program as it is installed or built; 0 if there is none. */
int tmd_cases_folder(char folder[PATH_MAX]);

/* --pairs (pair-runs.c): every pair in formats of 16 bits; in other formats, and for fma with its
   three arguments, special values, samples and lists. */

/* Checks functions of two arguments in the format: `names` with commas between, or "all"; `lists`:
   files of pairs, up to NULL, of lines of x and y, a tab or a comma between, whose further columns
   are not read; `samples`: how many pairs are sampled. 0, or -1 (message). */
int tmd_checks_pairs(struct tmd_checks *checks, const char *names, const struct tmd_format *format,
                     char **lists, long long samples);

/* Calls visit(i, thread, context) for each i below `count`, until one fails or an interrupt comes.
   0, or -1 (the message of one that failed). */
int tmd_each_by_threads(size_t count, int threads,
                        int (*visit)(size_t i, int thread, void *context), void *context);

/* ---- the work on one check at a time: tasks for its threads. Claims make them (claim-tasks.c);
   leftovers.c does the rest after the last claim ---- */

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
