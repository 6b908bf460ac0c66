/* What a whole input has found, in an order and a form that do not depend on how its claims were
   cut: the case records, the regions (adjoining ones of one reason are one, if all or none of their
   arguments are hard, and in a binade if those of one class are) and the ranges for which they are
   complete. Everything is held in memory: hard-to-round cases are few. */
#ifndef TMD_RESULTS_H
#define TMD_RESULTS_H

#include "lib/problem/problem-set.h"
#include "lib/report/coverage.h"
#include "lib/stream/agree.h"
#include "lib/stream/claim.h"

enum tmd_result_type { TMD_RESULT_COMPLETE, TMD_RESULT_REGION, TMD_RESULT_CASE };

/* A range of |x|, from X = Xa in the binade e_a up to, not including, X = Xb in the binade e_b; a
   case is one argument long. */
struct tmd_result {
  unsigned problem; /* its number in the set */
  enum tmd_result_type type;
  struct tmd_cell cell; /* of a case; of ranges only the sign of x counts */
  int e_a, e_b;
  tmd_u128 Xa, Xb;
  struct tmd_region_saying says; /* of a region, */
  unsigned flags;                /* and of its record; */
  unsigned hardest;  /* so many more of it are listed than its ends, as they are the hardest
                        (expand.h): */
  int hardest_known; /* 1 if these are surely among those listed */
  struct tmd_case_record record; /* of a case */
};

struct tmd_results {
  struct tmd_problemset problems;
  struct tmd_result *result; /* owned */
  size_t count, capacity;
  unsigned long poly_claims; /* seen: their cases are not among the results */
};

void tmd_results_add(struct tmd_results *results, const struct tmd_claim *claim);

/* What a sorted coverage covers: its ranges, regions and cases. */
void tmd_results_take(struct tmd_results *results, const struct tmd_coverage *coverage);

/* The argument X of the cell as a case of that problem. */
void tmd_results_add_case(struct tmd_results *results, unsigned problem,
                          const struct tmd_cell *cell, tmd_u128 X,
                          const struct tmd_case_record *record);

/* Sorts by problem and x (numerically, negative ones first), drops repetitions, joins what adjoins.
 */
void tmd_results_sort(struct tmd_results *results);

void tmd_results_clear(struct tmd_results *results);

/* Which of the points X 2^e is the larger: < 0, 0, > 0. In a format of p bits X = 2^p of a binade
   is the first of the next. */
int tmd_result_compare_points(int p, int e_a, tmd_u128 Xa, int e_b, tmd_u128 Xb);

/* 1 iff it is a region whose every argument, or every one of its class, is hard. */
int tmd_result_is_hard(const struct tmd_results *results, const struct tmd_result *result);

/* The end points of a range as signed hexadecimal floats, X = Xa first; a case's x is the first. */
void tmd_result_print_ends(const struct tmd_results *results, const struct tmd_result *result,
                           char *a, char *b);

#endif
