/* Lists of hard-to-round cases for authors and testers of math libraries: the selection of cases,
   comments that state the scope of a list, and the forms that other programs read. */
#ifndef TMD_LIST_H
#define TMD_LIST_H

#include <stdio.h>

#include "lib/function/function.h"
#include "lib/report/domain-gaps.h"
#include "lib/report/results.h"
#include "lib/stream/case-words.h"
#include "tools/dump/selection.h"

/* The findings of one problem, listed or not. */
struct tmd_summary {
  const struct tmd_problem *problem;
  unsigned long long found[TMD_CASE_KINDS]; /* by the search, without regions */
  tmd_u128 exact; /* further exact cases, by rule, in the ranges searched */
  unsigned
      greatest[2]; /* hardness of the cases near floating-point numbers, near midpoints; or 0 */
  struct tmd_domaingaps gaps;
};

struct tmd_list {
  struct tmd_results *results;
  struct tmd_selection selection;
  struct tmd_summary *summary; /* owned, in the order of the problems */
  unsigned problems;
  struct tmd_expand_cut cut;
  int continued; /* 1: the columns have been named already */
};

/* Removes the cases that are not selected from the (sorted) results, and adds arguments of regions.
   0, or -1 (message). */
int tmd_list_select(struct tmd_list *list, struct tmd_results *results,
                    const struct tmd_selection *selection);
void tmd_list_clear(struct tmd_list *list); /* except the results */

/* The forms; each prints all problems, 0 or -1 (message). */
int tmd_list_print_wc(FILE *out,
                      const struct tmd_list *list); /* as read by CORE-MATH's check_worst */
int tmd_list_print_tsv(FILE *out, const struct tmd_list *list);
int tmd_list_print_csv(
    FILE *out, const struct tmd_list *list); /* without comments; RFC 4180 but for line ends */
int tmd_list_print_c(FILE *out, const struct tmd_list *list);   /* a header of C99 */
int tmd_list_print_bin(FILE *out, const struct tmd_list *list); /* the bytes of each x */

/* ---- shared by the forms ---- */

/* The next section of the results, with its summary: 1, or 0 at the end. */
int tmd_list_next(const struct tmd_list *list, struct tmd_list_section *section);

/* The next listed case from *at up to `to`; NULL if there is none. */
const struct tmd_case *tmd_list_case(const struct tmd_list *list, size_t *at, size_t to);

/* "below" or "above": the side of its breakpoint on which |f(x)| lies; "-" for an exact or
   undecided case, and if the distance is unknown (expand.h). */
const char *tmd_list_side(const struct tmd_case *found);

/* x as a hexadecimal float: text of TMD_HEXFLOAT_TEXT_BYTES, returned. */
char *tmd_list_print_x(char *text, const struct tmd_case *found);

/* The values of a case in TSV and CSV, by name. */
enum { TMD_LIST_VALUES = 19 };
struct tmd_text_line;
extern const char *const tmd_list_value_names[TMD_LIST_VALUES];
void tmd_list_values(struct tmd_text_line *line, const struct tmd_case *found);

/* The function of the section if its exact cases follow by rule, else NULL. */
const struct tmd_function *tmd_list_rule(const struct tmd_list_section *section);

/* Prints the problem, the cases found and the ranges searched, as lines that begin with the prefix,
   for one section or for all. */
void tmd_list_print_comments(FILE *out, const char *prefix, const struct tmd_list *list,
                             const struct tmd_list_section *section);
void tmd_list_print_all_comments(FILE *out, const char *prefix, const struct tmd_list *list);

#endif
