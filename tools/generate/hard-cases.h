/* The arguments at which an evaluation with a proved error can round wrongly, from the claims of a
   stream, complete for the function's domain. */
#ifndef TMD_GENERATE_HARD_CASES_H
#define TMD_GENERATE_HARD_CASES_H

#include <stdint.h>

#include "lib/ledger/ledger.h"
#include "lib/value/correct.h"

struct tmd_hard_case {
  uint32_t x; /* encodings in binary32 */
  uint32_t y[TMD_ROUNDINGS];
  double replacement; /* between f(x)'s neighbours among numbers and midpoints, on f's side */
};

struct tmd_hard_cases {
  int nearest; /* 1: only cases for rounding to nearest, and exact results, whose flags count */
  struct tmd_hard_case *hard; /* owned */
  size_t count, capacity;
};

/* Adds a claim about the problem's function and formats, for all modes, weakened to its bits;
   others are ignored. 0, or -1 (message). */
int tmd_hard_cases_take(struct tmd_ledger *ledger, const struct tmd_problem *problem,
                        const struct tmd_claim *claim) __attribute__((warn_unused_result));

/* The case of an argument, binary32's encoding x. */
void tmd_hard_case_set(struct tmd_hard_case *hard, const struct tmd_problem *problem, uint32_t x,
                       const struct tmd_correct *correct);

/* Adds it to a list. */
void tmd_hard_cases_add(struct tmd_hard_cases *list, const struct tmd_problem *problem, uint32_t x,
                        const struct tmd_correct *correct);

/* Lists the cases of hardness `bits` or more, after all claims were added; images are added first,
   and so are the arguments of short regions that may be as hard.
   0, or -1 (message): claims contradict each other (status 1), an argument of the domain is in none
   of them and in no region, or a case is undecided (status 2). */
int tmd_hard_cases_list(struct tmd_hard_cases *list, struct tmd_ledger *ledger,
                        const struct tmd_problem *problem) __attribute__((warn_unused_result));

/* 1 if the argument with this encoding in binary32 is a case of the list, after
   tmd_hard_cases_list. */
int tmd_hard_cases_has(const struct tmd_hard_cases *list, uint32_t x);

/* A number or infinity, as binary32, which has all numbers of the formats here. */
uint32_t tmd_datum_float(const struct tmd_datum *datum, const struct tmd_format *format);

void tmd_hard_cases_clear(struct tmd_hard_cases *list);

#endif
