/* The results of an input, in a canonical form that does not depend on how its claims were cut:
   cases, and stretches of |x|, which are regions or ranges with complete cases. Adjoining regions
   of one reason are joined if all or none of their arguments are hard, and within a binade if those
   of one class are. Of pairs there are cases alone. Everything is held in memory: hard-to-round
   cases are few. */
#ifndef TMD_RESULTS_H
#define TMD_RESULTS_H

#include "lib/ledger/ledger.h"

/* A case in memory. */
struct tmd_case {
  const struct tmd_problem *problem;
  struct tmd_cell cell;
  struct tmd_case_record record;
};
static inline tmd_u128 tmd_case_X(const struct tmd_case *c) { return tmd_wide_load(c->record.X); }

/* A range of |x|, from X = Xa in the binade e_a up to, not including, X = Xb in the binade e_b. */
struct tmd_stretch {
  const struct tmd_problem *problem;
  int sign_x, e_a, e_b;
  unsigned flags; /* of a region's record */
  tmd_u128 Xa, Xb;
  struct tmd_region_saying says; /* of a region; reason 0: a range with complete cases */
  unsigned hardest;  /* number of arguments listed as the hardest besides its ends (expand.h) */
  int hardest_known; /* 1 if the hardest are proved to be among those listed */
};

/* Zeros at first. */
struct tmd_results {
  struct tmd_case *found; /* owned */
  size_t cases, case_capacity;
  struct tmd_stretch *stretch; /* owned */
  size_t stretches, stretch_capacity;
  unsigned long poly_claims;  /* claims of kind poly, whose cases are not among the results */
  unsigned long pair_regions; /* regions of pairs, which are no stretches of x */
};

void tmd_results_add(struct tmd_results *results, const struct tmd_claim *claim);
void tmd_results_add_case(struct tmd_results *results, const struct tmd_case *found);
struct tmd_stretch *tmd_results_add_stretch(struct tmd_results *results,
                                            const struct tmd_span *span);

/* Adds the ranges, regions and cases of a sorted ledger. */
void tmd_results_take(struct tmd_results *results, const struct tmd_ledger *ledger);

/* Sorts by problem and x (numerically, negative ones first), drops repetitions, joins stretches
   that adjoin. */
void tmd_results_sort(struct tmd_results *results);

void tmd_results_clear(struct tmd_results *results);

/* The results of one problem: found[from] to found[to - 1] and stretch[first] to
   stretch[behind - 1]. */
struct tmd_list_section {
  const struct tmd_problem *problem;
  size_t from, to, first, behind;
};

/* The next section of sorted results (a section of zeros at first): 1, or 0 at the end. */
int tmd_results_next(const struct tmd_results *results, struct tmd_list_section *section);

/* Compares two points X radix^e: < 0, 0, > 0. In a format of p digits X = radix^p is the first of
   the next binade. */
int tmd_result_compare_points(const struct tmd_format *format, int e_a, tmd_u128 Xa, int e_b,
                              tmd_u128 Xb);

/* 1 iff it is a region with all arguments hard, or all of its class. */
int tmd_stretch_is_hard(const struct tmd_stretch *stretch);

/* The end points of a stretch as signed numbers, X = Xa first. */
void tmd_stretch_print_ends(const struct tmd_stretch *stretch, char *a, char *b);

#endif
