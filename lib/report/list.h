/* Lists of hard-to-round cases for those who test and write math libraries: which cases are listed, what is said beside
   the list so that it is not taken for more than it is, and the forms that other programs read. */
#ifndef TMD_OUTPUT_H
#define TMD_OUTPUT_H

#include <stdio.h>

#include "lib/report/results.h"

/* What is listed; zero or TMD_MODES_ALL: no such condition. In this order: */
struct tmd_selection {
  long long expand;    /* of each region that is all hard, so many arguments; of a longer one, those at its two ends */
  long long min_bits;  /* least hardness */
  enum tmd_modes mode; /* directed: near numbers; nearest: near midpoints */
  long long minimal;   /* the hardest so many of each binade and sign of x, kind, and side of the boundary */
  long long top;       /* the hardest so many of each kind */
};

/* An undecided case is listed always, a candidate never. */
enum tmd_case_kind {
  TMD_IS_NUMBER, /* near one: hard for directed modes */
  TMD_IS_MIDPOINT,
  TMD_IS_EXACT,
  TMD_IS_UNDECIDED,
  TMD_IS_CANDIDATE,
  TMD_CASE_KINDS
};

/* What is known of one problem. */
struct tmd_known {
  unsigned long long found[TMD_CASE_KINDS]; /* by the search: regions do not count */
  unsigned greatest[2];                     /* hardness of numbers and midpoints found, 0: none */
  int function_known;                       /* else there are no gaps to be told */
  struct tmd_result *gap;                   /* owned: what of the function's domain nothing is complete for, in numeric order */
  size_t gaps;
};

struct tmd_output {
  struct tmd_results *results;
  struct tmd_selection selection;
  struct tmd_known *known; /* owned, by number of the problem */
  unsigned cut;            /* regions of which not every argument is listed */
};

/* Takes the cases that are not selected out of the (sorted) results, and puts arguments of regions in. 0, or -1 (message). */
int tmd_output_select(struct tmd_output *output, struct tmd_results *results, const struct tmd_selection *selection);
void tmd_output_clear(struct tmd_output *output); /* but not the results */

/* The forms; each prints all problems, 0 or -1 (message). */
int tmd_output_wc(FILE *out, const struct tmd_output *output);
int tmd_output_tsv(FILE *out, const struct tmd_output *output);
int tmd_output_json(FILE *out, const struct tmd_output *output);
int tmd_output_c(FILE *out, const struct tmd_output *output);
int tmd_output_bin(FILE *out, const struct tmd_output *output);
void tmd_output_about(FILE *out, const struct tmd_output *output); /* what has no place in the last */

/* ---- what the forms share ---- */

enum tmd_case_kind tmd_case_kind(const struct tmd_case_record *record);
const char *tmd_case_kind_name(enum tmd_case_kind kind);          /* as in tables: "number", ... */
const char *tmd_case_hard_for(const struct tmd_case_record *record); /* "directed" or "nearest" */

/* The next problem of the results: its number, its results from *from up to *to; 0 at the end. *to is 0 at first. */
int tmd_output_next(const struct tmd_output *output, unsigned *problem, size_t *from, size_t *to);

/* The next case that is listed, from *at on up to `to`; NULL if there is none. */
const struct tmd_result *tmd_output_case(const struct tmd_output *output, size_t *at, size_t to);

/* The name of a format, or p,emin,emax. */
char *tmd_output_format(char text[64], const struct tmd_format *format);

int tmd_output_whole_domain(const struct tmd_known *known);
int tmd_output_bits(const struct tmd_output *output, const struct tmd_problem *problem); /* least hardness listed */

/* What is to be known of the problem whose results are from..to, lines that begin with the prefix. */
void tmd_output_comments(FILE *out, const char *prefix, const struct tmd_output *output, size_t from, size_t to);

#endif
