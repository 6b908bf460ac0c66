/* Limits of errors for each function. */
#ifndef TMD_LIMITS_H
#define TMD_LIMITS_H

#include "tools/check/examine/verdict.h"

struct tmd_limit {
  enum { TMD_LIMIT_NONE, TMD_LIMIT_ULP, TMD_LIMIT_KAPPA } kind;
  double ulp;     /* 1/2: correctly rounded; infinite: only special values are limited */
  tmd_u128 kappa; /* steps from the right result (tmd_datum_steps) */
  int published;  /* from a named table, which does not require monotone results */
};

/* ---- published limits: facts of specifications, each cited next to its table (limit-tables.c)
   ---- */

extern const char tmd_limit_tables[]; /* their names */

/* A limit of functions, with commas between, in ulp relative to f(x): 1/2 for correctly rounded, 0
   for none, which replaces an earlier one; a format of "-" for all. */
typedef void tmd_add_limit(void *context, const char *functions, const char *format, double ulp);

/* Calls add for each limit of the table: 1, or 0 if there is none of that name. */
int tmd_limit_table(const char *name, tmd_add_limit *add, void *context);

/* ---- all limits ---- */

struct tmd_limits; /* owned by the caller */

/* "0.5": correctly rounded; another number of ulp; "kappa:N"; a named table;
   or a file of lines "function format limit", tabs between, a
   limit one of the first three, a format of - for all. NULL (message). */
struct tmd_limits *tmd_limits_read(const char *text);
void tmd_limits_clear(struct tmd_limits *limits);

/* The symbol is that of the library: c23 requires cr_... to be correctly rounded. */
struct tmd_limit tmd_limits_of(const struct tmd_limits *limits, const char *function,
                               const char *symbol, const struct tmd_format *format);

/* "0.5", "inf", "kappa:2", "-" if there is none: text of TMD_LIMIT_TEXT_BYTES, returned. */
enum { TMD_LIMIT_TEXT_BYTES = TMD_WIDE_TEXT_BYTES + 8 };
char *tmd_limit_print(char *text, const struct tmd_limit *limit);

/* The verdict on one function in one mode. */
enum tmd_judgement {
  TMD_JUDGED_FAIL,
  TMD_JUDGED_PASS,
  TMD_JUDGED_UNDECIDED, /* nothing fails, but results may be wrong: not a pass */
  TMD_JUDGED_VOID       /* nothing was checked: not a pass */
};

const char *
tmd_judgement_name(enum tmd_judgement judgement); /* "fail", "pass", "undecided", "void" */

/* Fails if an error exceeds the limit, if a result is more steps away, or for findings that the
   limit does not allow:

     0.5        any finding except `undecided`
     N ulp      the same except `wrong`
     a table    the same except `wrong` and `not-monotone`, as no table requires monotone results
     kappa:N    findings about flags, errno, the environment, crashes and hangs; kappa itself
                measures results, and if N is finite, none may be a `special-value`
     no limit   the same, without `special-value`

   Findings of the set `ignored` (bit 1 << finding) are allowed. A verdict that does not fail is
   undecided if there is a limit and a finding `undecided` that is not ignored. */
enum tmd_judgement tmd_limit_judge(const struct tmd_limit *limit, const struct tmd_verdict *verdict,
                                   unsigned ignored);

/* Reads a list of names of findings, with commas between, as a set (bit 1 << finding). `wrong` is
   refused: limits are about it. 0, or -1 (message). */
int tmd_findings_parse(unsigned *findings, const char *list);

/* The findings, as a set, that do not affect the judgement, because the limit or `ignored` allows
   them; `wrong` is not among them if an error or kappa measures it. */
unsigned tmd_limit_uncounted(const struct tmd_limit *limit, const struct tmd_verdict *verdict,
                             unsigned ignored);

#endif
