/* How large an error may be, function by function. */
#ifndef TMD_LIMITS_H
#define TMD_LIMITS_H

#include "tools/check/examine/verdict.h"

struct tmd_limit {
  enum { TMD_LIMIT_NONE, TMD_LIMIT_ULP, TMD_LIMIT_KAPPA } kind;
  double ulp;     /* 1/2 for correctly rounded; infinite: special values alone are limited */
  tmd_u128 kappa; /* steps from the right result (tmd_datum_steps) */
  int published;  /* of a named table, which does not ask for monotone results */
};

struct tmd_limits; /* owned by who reads them */

/* "0.5": correctly rounded; another number of ulp; "kappa:N"; a named table
   (tools/check/report/limit-tables.h); or a file of lines "function format limit", tabs between, a
   limit one of the first three, a format of - for all. NULL (message). */
struct tmd_limits *tmd_limits_read(const char *text);
void tmd_limits_clear(struct tmd_limits *limits);

/* The symbol is that of the library: c23 wants cr_... correctly rounded. */
struct tmd_limit tmd_limits_of(const struct tmd_limits *limits, const char *function,
                               const char *symbol, const struct tmd_format *format);

/* "0.5", "inf", "kappa:2", "-" if there is none: text of TMD_LIMIT_TEXT_BYTES, returned. */
enum { TMD_LIMIT_TEXT_BYTES = TMD_WIDE_TEXT_BYTES + 8 };
char *tmd_limit_print(char *text, const struct tmd_limit *limit);

/* The verdict on one function in one mode. */
enum tmd_judgement {
  TMD_JUDGED_FAIL,
  TMD_JUDGED_PASS,
  TMD_JUDGED_UNDECIDED, /* nothing fails, but something may be wrong, which is no pass */
  TMD_JUDGED_VOID       /* nothing was checked, which is no pass */
};

const char *
tmd_judgement_name(enum tmd_judgement judgement); /* "fail", "pass", "undecided", "void" */

/* Fails if an error is larger than the limit, a result more steps away, or if there is a finding
   that the limit does not allow:

     0.5        any finding but `undecided`
     N ulp      the same but `wrong`
     a table    the same but `wrong` and, as no table asks for it, `not-monotone`
     kappa:N    findings about flags, errno, the environment, crashes and hangs; kappa itself
   measures results, of which none is a `special-value` if N is finite no limit   these, too

   Findings of the set `ignored` (bit 1 << finding) are allowed. What does not fail is undecided if
   any finding is `undecided`, this is not ignored, and there is a limit. */
enum tmd_judgement tmd_limit_judge(const struct tmd_limit *limit, const struct tmd_verdict *verdict,
                                   unsigned ignored);

/* A list of such names, commas between, as a set (bit 1 << finding). `wrong` is none of them: a
   limit says how wrong results may be. 0, or -1 (message). */
int tmd_findings_parse(unsigned *findings, const char *list);

/* The findings, as a set, that are there and that the judgement takes no account of: what the limit
   or `ignored` allows, but for `wrong` where an error or kappa measures it. */
unsigned tmd_limit_uncounted(const struct tmd_limit *limit, const struct tmd_verdict *verdict,
                             unsigned ignored);

#endif
