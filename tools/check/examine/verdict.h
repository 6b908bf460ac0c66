/* The verdict on a function in one rounding mode: counts, extreme errors, the first argument of
   each kind of finding. Verdicts on parts add up to one of the whole, however it is divided. */
#ifndef TMD_VERDICT_H
#define TMD_VERDICT_H

#include "lib/value/correct.h"

/* Kinds of findings. */
enum tmd_finding {
  TMD_FINDING_WRONG,     /* not the correctly rounded result; includes the next two kinds */
  TMD_FINDING_SPECIAL,   /* NaN or infinite where it should not be, or not where it should */
  TMD_FINDING_SIGN,      /* the sign is wrong: of zero, or of any number */
  TMD_FINDING_ORDER,     /* less than the result before, although f rises; or greater */
  TMD_FINDING_UNDECIDED, /* it is not known whether the result, or its flags, are right: neither
                            fail nor pass */
  TMD_FINDING_MISSING,   /* a flag of f(x) is not raised: one kind for each of TMD_EXCEPTIONS, */
  TMD_FINDING_SPURIOUS =
      TMD_FINDING_MISSING + TMD_EXCEPTIONS, /* and for each raised without cause */
  TMD_FINDING_CLEARED = TMD_FINDING_SPURIOUS + TMD_EXCEPTIONS, /* a flag raised before is cleared */
  TMD_FINDING_MODE,                                            /* the rounding mode is changed */
  TMD_FINDING_CONTROL,  /* other parts of the environment are */
  TMD_FINDING_UNSTABLE, /* a second call has another result */
  TMD_FINDING_LANE,     /* another lane of a vector function has another result */
  TMD_FINDING_OUTPUT,   /* it writes to standard output or standard error */
  TMD_FINDING_ERRNO,    /* errno is not EDOM or ERANGE where C requires it, or set without cause */
  TMD_FINDING_GAMMA,    /* lgamma: the sign of gamma that it stores is wrong */
  TMD_FINDING_COHORT,   /* decimal: another result for another member of the argument's cohort */
  TMD_FINDING_CRASH,
  TMD_FINDING_HANG,
  TMD_FINDINGS
};

const char *tmd_finding_name(enum tmd_finding finding); /* "wrong", "missing-inexact", ... */

struct tmd_instance {
  struct tmd_datum x, expected, got;
  struct tmd_second second; /* of a function of two arguments */
};

/* < 0, 0, > 0: the order of arguments, by x, then by the second; NaN come last, by payload, sign
   and class, so that no two arguments are equal. */
int tmd_instance_compare(const struct tmd_instance *a, const struct tmd_instance *b);

struct tmd_verdict {
  uint64_t tested;
  struct tmd_verdict_count {
    uint64_t count;
    struct tmd_instance first; /* that of least x, and y */
  } finding[TMD_FINDINGS];
  struct tmd_extreme {
    double error;           /* ulp, <= 0 below, >= 0 above; 0: none */
    struct tmd_instance at; /* that of least x, and y, with this error */
  } below, above;
  struct tmd_kappa {
    tmd_u128
        steps; /* largest distance from the right result; 0: only signs of zeros may be wrong */
    struct tmd_instance at; /* that of least x, and y, with this distance */
  } kappa;
  /* Arguments whose result is the least normal number, where underflow depends on whether it is
     detected before or after rounding. */
  struct tmd_verdict_count tiny_raised, tiny_silent;
};

/* Its findings as a set (bit 1 << finding). */
unsigned tmd_verdict_found(const struct tmd_verdict *verdict);

void tmd_verdict_find(struct tmd_verdict *verdict, enum tmd_finding finding,
                      const struct tmd_instance *at);
/* Adds a count, and the instance of least x among those that are counted. */
void tmd_verdict_count_in(struct tmd_verdict_count *sum, uint64_t count,
                          const struct tmd_instance *at);

/* Notes an error, unless it is infinite or NaN: those are findings of special values. */
void tmd_verdict_error(struct tmd_verdict *verdict, double error, const struct tmd_instance *at);

/* Notes the steps of a wrong result (tmd_datum_steps). */
void tmd_verdict_steps(struct tmd_verdict *verdict, const struct tmd_instance *at);

void tmd_verdict_add(struct tmd_verdict *sum, const struct tmd_verdict *part);

/* How a result is judged. */
struct tmd_judge {
  const struct tmd_format *out;
  enum tmd_rounding mode;
  int ftz; /* a zero of either sign is right if f(x) is subnormal before rounding */
};

/* The outcome of one call; flags and errno are -1 if they are not checked. */
struct tmd_given {
  struct tmd_datum x, got;
  int flags, error;
  struct tmd_second second;
};

/* The right result, as findings report it; for an undecided f(x) one that shows that the given
   result is wrong; any NaN if none is known. */
struct tmd_datum tmd_verdict_expected(const struct tmd_judge *judge,
                                      const struct tmd_correct *correct,
                                      const struct tmd_datum *got);

/* The error in ulp: 0 if the result is right because f overflows; infinite or NaN if there is no
   error. */
double tmd_verdict_error_of(const struct tmd_judge *judge, const struct tmd_correct *correct,
                            const struct tmd_datum *got);

/* The distance from a right result in ulp: 0 if it is right, infinite if there is no error to
   measure. */
double tmd_verdict_distance(const struct tmd_judge *judge, const struct tmd_correct *correct,
                            const struct tmd_datum *got);

/* Judges one result, with flags and errno, and counts it as tested. */
void tmd_verdict_judge(struct tmd_verdict *verdict, const struct tmd_judge *judge,
                       const struct tmd_correct *correct, const struct tmd_given *given);

/* 1 if errno is as C23 requires (7.12.1): EDOM with invalid; ERANGE with divide-by-zero, and with
   overflow in default rounding; with underflow, and overflow in other modes, ERANGE or 0. */
int tmd_errno_is_right(int raises, enum tmd_rounding mode, int error);

/* Judges flags and errno only. */
void tmd_verdict_judge_flags(struct tmd_verdict *verdict, const struct tmd_judge *judge,
                             const struct tmd_correct *correct, const struct tmd_given *given);

/* Decides between underflow before rounding and after: the one with which more results agree; the
   others become findings. To be called once, at the end. */
void tmd_verdict_settle_underflow(struct tmd_verdict *verdict);

/* The largest |error|. */
double tmd_verdict_largest(const struct tmd_verdict *verdict);

#endif
