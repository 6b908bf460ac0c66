/* The selection of cases to be listed. Undecided cases are always listed, candidates never. */
#ifndef TMD_SELECTION_H
#define TMD_SELECTION_H

#include "tools/dump/expand.h"

/* Conditions, applied in this order; zero or TMD_MODES_ALL: no condition. */
struct tmd_selection {
  struct tmd_expansion expand; /* arguments of all-hard regions */
  long long min_bits;          /* least hardness */
  enum tmd_modes mode;         /* directed: near floating-point numbers; nearest: near midpoints */
  int kind;                    /* 1 + enum tmd_case_kind, for decided cases */
  long long minimal; /* the number of hardest cases of each binade and sign of x, kind, and side of
                        the breakpoint */
  long long top;     /* the number of hardest cases of each kind */
};

/* Refuses modes for which a problem was not searched, as an empty list would seem complete. 0, or
   -1 (message). */
int tmd_selection_check(const struct tmd_selection *selection, const struct tmd_results *results);

/* If an argument occurs repeatedly, found at two precisions or also in a region, keeps one case, if
   possible a decided one. */
void tmd_selection_drop_repeated(struct tmd_results *results);

/* Removes the cases that are not selected from the (sorted) results; `expand` is applied before,
   see expand.h. */
void tmd_selection_apply(const struct tmd_selection *selection, struct tmd_results *results);

int tmd_selection_is_whole(const struct tmd_selection *selection); /* 1 iff it removes no case */

#endif
