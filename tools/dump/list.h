/* Lists of hard-to-round cases for authors and testers of math libraries: the selection of cases,
   comments that state the scope of a list, and the forms that other programs read. */
#ifndef TMD_LIST_H
#define TMD_LIST_H

#include <stdio.h>

#include "lib/cell/pair-row.h"
#include "lib/function/function.h"
#include "lib/report/domain-gaps.h"
#include "lib/report/results.h"
#include "lib/stream/case-words.h"
#include "tools/dump/selection.h"

/* A list, of one problem. */
struct tmd_list {
  struct tmd_results *results;
  const struct tmd_problem *problem;
  struct tmd_selection selection;
  int first; /* 1: no list came before, the columns are to be named */

  /* what was found, listed or not: */
  unsigned long long found[TMD_CASE_KINDS]; /* by the search, without regions */
  tmd_u128 exact; /* further exact cases, by rule, in the ranges searched */
  unsigned
      greatest[2]; /* hardness of the cases near floating-point numbers, near midpoints; or 0 */
  struct tmd_domaingaps gaps;
  struct tmd_expand_cut cut;
};

/* Removes the cases that are not selected from the (sorted) results, and adds arguments of regions.
   0, or -1 (message). */
int tmd_list_select(struct tmd_list *list, const struct tmd_selection *selection);

/* The forms; 0, or -1 (message). */
void tmd_list_print_wc(FILE *out, const struct tmd_list *list); /* for CORE-MATH's check_worst */
void tmd_list_print_rows(FILE *out, const struct tmd_list *list, int csv); /* TSV has comments */
void tmd_list_print_names(FILE *out, int csv);
void tmd_list_print_c(FILE *out, const struct tmd_list *list);
int tmd_list_print_bin(FILE *out, const struct tmd_list *list); /* the bytes of each x */
int tmd_list_print_llvm(FILE *out, const struct tmd_list *list);
int tmd_list_print_coq(FILE *out, const struct tmd_list *list);

/* 0, or -1 (message) if no lemmas can be made of the problem. */
int tmd_list_check_coq(const struct tmd_problem *problem);

/* The beginning of a header of C99 for all problems of the results. */
int tmd_list_begin_c(FILE *out, const struct tmd_results *results);

/* ---- shared by the forms ---- */

/* The next listed case from *at on; NULL if there is none. */
const struct tmd_case *tmd_list_case(const struct tmd_list *list, size_t *at);

/* The argument of a case, in a cell of its own; of a pair on its row, which is to be closed. 0, or
   -1 (message). */
int tmd_list_open(struct tmd_row *row, const struct tmd_problem *problem,
                  const struct tmd_case *found);

/* "below" or "above": the side of its breakpoint on which |f(x)| lies; "-" for an exact or
   undecided case, and if the distance is unknown (expand.h). */
const char *tmd_list_side(const struct tmd_case *found);

/* x as a hexadecimal float: text of TMD_HEXFLOAT_TEXT_BYTES, returned. */
char *tmd_list_print_x(char *text, const struct tmd_case *found);

/* Prints the problem, the cases found and the ranges searched, as lines that begin with the
   prefix. */
void tmd_list_print_comments(FILE *out, const char *prefix, const struct tmd_list *list);

#endif
