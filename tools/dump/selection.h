/* Which of the cases found are listed. An undecided case is listed always, a candidate never. */
#ifndef TMD_SELECTION_H
#define TMD_SELECTION_H

#include "tools/dump/expand.h"

/* Zero or TMD_MODES_ALL: no such condition. In this order: */
struct tmd_selection {
  struct tmd_expansion expand; /* arguments of regions that are hard throughout */
  long long min_bits;          /* least hardness */
  enum tmd_modes mode;         /* directed: near floating-point numbers; nearest: near midpoints */
  int kind;                    /* 1 + enum tmd_case_kind, of cases that are decided */
  long long minimal; /* the hardest so many of each binade and sign of x, kind, and side of the
                        breakpoint */
  long long top;     /* the hardest so many of each kind */
};

/* Refuses modes for which a problem was not searched: an empty list would be taken for a complete
   one. 0, or -1 (message). */
int tmd_selection_check(const struct tmd_selection *selection, const struct tmd_results *results);

/* Where an argument is there twice, found at two precisions or in a region too, keeps one case, a
   decided one if there is one. */
void tmd_selection_drop_repeated(struct tmd_results *results);

/* Takes the cases that are not selected out of the (sorted) results; `expand` is what comes before,
   see expand.h. */
void tmd_selection_apply(const struct tmd_selection *selection, struct tmd_results *results);

int tmd_selection_is_whole(const struct tmd_selection *selection); /* 1 iff it takes no case out */

#endif
