/* The check of one function in one format: what claims ask for is turned into tasks, which threads
   examine, each with a target of its own; in the end come the arguments that are always looked at,
   and what has been covered is added up. */
#ifndef TMD_CHECK_H
#define TMD_CHECK_H

#include "lib/stream/claim.h"
#include "tools/check/examine/examiner.h"
#include "tools/check/run/hunt.h"
#include "tools/check/run/place-set.h"

struct tmd_check_how {
  struct tmd_target_options target; /* but function and format */
  unsigned modes;
  int any_modes; /* those that the target has will do: no mode was asked for by name */
  int flags, errors, ftz, bins, twice;
  size_t keeps;      /* wrong results of each function that are kept at most */
  int all;           /* every argument of each claim */
  int cases_only;    /* of lists the cases and their neighbours alone, and samples of regions; other
                        claims are errors */
  int claims_only;   /* not the arguments that are always looked at */
  long long samples; /* of a region that is not looked at whole */
  int present; /* functions that the library has not are left out, with a line on standard error */
  int threads;
  struct tmd_hunt_amount hunt;     /* of each function; zeros: none */
  uint64_t seed;                   /* of hunts */
  const struct tmd_domain *domain; /* of hunts; NULL: all */
};

/* A region of some claim, which waits. */
struct tmd_check_region {
  struct tmd_cell cell;
  int bits; /* of the claim */
  struct tmd_region_record record;
};

/* Of functions that are given by their names, where there are neither few arguments nor a list. */
#define TMD_CHECK_SHORT_HUNT ((struct tmd_hunt_amount){.seconds = 10})

/* The result. */
struct tmd_function_check {
  struct tmd_problem problem; /* modes all; bits: the most of its claims */
  const struct tmd_function *function;
  const struct tmd_pair
      *pair;      /* of a function of two arguments, which has no `function`; else NULL */
  tmd_u128 pairs; /* looked at, each once */
  char *given;    /* owned; the name that the user gave it, if it has another one; else NULL */
  char *symbol;   /* owned */
  unsigned modes; /* those that the target has */
  struct tmd_verdict verdict[TMD_ROUNDINGS];
  struct tmd_place_set tested, claimed; /* claimed: by what is confirmed */
  tmd_u128 total; /* numbers and infinities of the format, or pairs; as many as 128 bits hold */
  unsigned long long
      sampled; /* arguments of regions that were not looked at whole, and of too many exact cases */
  unsigned sampled_hardness; /* no argument of those regions is harder */
  int sampled_exact;         /* 1: of exact cases that follow by rule not all were looked at */
  unsigned long long by_mpfr;
  int claims;   /* 1: it has claims */
  int listed;   /* 1: of case claims, the cases and their neighbours were looked at */
  int doubtful; /* 1: not all of these claims are confirmed and for all modes */
  int ranged;   /* 1: of other claims, every argument */
  int listless; /* 1: it is hunted for want of a list */
  struct tmd_check_region *region; /* owned: those that wait */
  size_t regions, region_capacity;
  int whole;           /* 1: what is not claimed has no value of f, and all claims are confirmed */
  int gave_up, absent; /* absent: the library has it not */
  int outside;         /* of all functions one without an argument in the domain: left out */
  struct tmd_hunt *hunt;          /* owned; NULL: none has begun */
  int cut_short;                  /* the hunt was interrupted */
  tmd_u128 hunted[TMD_ROUNDINGS]; /* arguments of its packets that were not looked at otherwise */
  struct tmd_error_bins *bins;    /* owned; by mode, NULL if they are not wanted */
  struct tmd_wrong_list wrong_list;
};

/* All checks, in the order in which their first claims came. */
struct tmd_checks {
  const struct tmd_check_how *how;
  struct tmd_function_check **check; /* owned */
  size_t count, capacity;
  struct tmd_check_work *work;
  int interrupted; /* what was asked for is not done; checks whose hunts had begun are of use */
};

/* Takes what the claim asks for; works on it when that is enough. 0, or -1 (message). */
int tmd_checks_add(struct tmd_checks *checks, const struct tmd_claim *claim);

/* To be called once, behind the last claim. 0, or -1 (message). */
int tmd_checks_finish(struct tmd_checks *checks);

/* Opens targets and examiners for the check, one a thread, behind the work on others; or it is
   absent. And back: its verdicts are added to it. 0, or -1 (message). */
int tmd_checks_enter(struct tmd_checks *checks, struct tmd_function_check *check);
int tmd_checks_leave(struct tmd_checks *checks);
struct tmd_examiner *tmd_checks_examiner(struct tmd_checks *checks,
                                         int thread); /* of the check that was entered */

void tmd_checks_clear(struct tmd_checks *checks);

#endif
