/* The correct result: the position of f(x) among the numbers of the output format, from one
   evaluation by MPFR, rounded toward zero to more bits than the format has. The ternary value and
   these bits decide every rounding, also next to a breakpoint: with y the value and u a unit of its
   last place, |y| <= |f(x)| < |y| + u, and every breakpoint is a multiple of u. Results are given
   as a datum (lib/value/encoding.h). Errors are relative to f(x) itself, in units in the last place
   of f(x) (Goldberg: in the binade of f(x), for subnormal numbers of the least number). */
#ifndef TMD_CORRECT_H
#define TMD_CORRECT_H

#include "lib/function/function.h"
#include "lib/value/encoding.h"
#include "lib/value/rounding.h"

/* A function to check, of one argument or of two (tools/check/pairs/pair-function.h). */
struct tmd_checked {
  const struct tmd_function *function;
  struct tmd_format in, out;
  const struct tmd_pair *pair; /* else NULL */
};

struct tmd_correct {
  enum {
    TMD_CORRECT_NUMBER,
    TMD_CORRECT_INFINITE,
    TMD_CORRECT_NAN,
    TMD_CORRECT_UNDECIDED /* an expression with a known enclosure of f(x) only, see `most` */
  } kind;
  int sign;        /* sign of f(x), also of a zero or an infinity */
  tmd_u128 below;  /* ordinal of the greatest finite number with at most |f(x)| */
  double fraction; /* (|f(x)| - below) / ulp, truncated to 53 bits; above 1 beyond the greatest
                      number, or infinite */
  double gap;      /* 1 - fraction, within 2^-70 */
  int eighths; /* the three bits after `below` of |f(x)| rounded to odd with three more bits: 0 if
                  |f(x)| is exact, 4 in the middle between two numbers */
  int beyond;  /* |f(x)| is beyond the greatest number by an ulp or more: >= 2^(emax + 1) */
  int cancels; /* 0 as the sum of two numbers that cancel: -0 in mode down */
  int raises;  /* if f has no finite value: the flags required by C23's Annex F */
  int allowed; /* optional flags */
  enum {
    TMD_FREE_NOT = 0,
    TMD_FREE_ZERO,       /* f(x) = 0: zeros of both signs are right */
    TMD_FREE_NOT_FINITE, /* f has no finite value: any infinity or NaN is right */
    TMD_FREE_ANY         /* no value and no pole at 0 (0/0): any result is right */
  } freedom;             /* for unnamed expressions, whose results no standard defines */
  int unknown;           /* undecided, and f(x) may be any number, or not exist */
  struct {
    tmd_u128 below;
    double fraction, gap;
    int sign, eighths, beyond;
  } most; /* undecided: the fields above describe the least possible f(x), these the greatest */
};

void tmd_correct_at(struct tmd_correct *correct, const struct tmd_checked *checked,
                    const struct tmd_datum *x);

/* The same for x = +-X 2^(e - p + 1) of a problem; undecided and unknown if a format has more than
   2^127 numbers. */
void tmd_correct_at_number(struct tmd_correct *correct, const struct tmd_problem *problem, int sign,
                           int e, tmd_u128 X);

/* 1 if the results at infinite arguments are known: for functions of the table, and for expressions
   with a name. */
int tmd_correct_has_infinite(const struct tmd_function *function);

/* Judges a result of an undecided f(x) in a mode. Returns 1 if it is right, or wrong, for all
   values of the enclosure; then *by, a number, is an end of the enclosure that shows it: for a
   wrong result the end next to it, for a right one the end with the larger error. Returns 0 if the
   result is right for some values of the enclosure and wrong for others. */
int tmd_correct_settle(struct tmd_correct *by, const struct tmd_correct *correct,
                       const struct tmd_format *out, enum tmd_rounding mode,
                       const struct tmd_datum *result);

/* A step of tmd_correct_at. f(x) = y, by MPFR rounded toward zero to at least TMD_CORRECT_MORE_BITS
   more than the format has, exact if `exact`; MPFR's flags are still set; y is neither NaN nor
   infinite. */
enum { TMD_CORRECT_MORE_BITS = 70 };
void tmd_correct_finite(struct tmd_correct *correct, const struct tmd_format *out, const mpfr_t y,
                        int exact);

/* The value of a datum; exact: x has at least 128 bits of precision. */
void tmd_correct_argument(mpfr_t x, const struct tmd_format *in, const struct tmd_datum *datum);

/* The result in a mode; any NaN if the result is NaN, or undecided in this mode. Results that are
   infinite or rounded beyond the greatest number are those of tmd_datum_overflow. */
struct tmd_datum tmd_correct_round(const struct tmd_correct *correct, const struct tmd_format *out,
                                   enum tmd_rounding mode);

/* The result in a mode, also away from zero and to odd, as text of TMD_HEXFLOAT_TEXT_BYTES, which
   is returned; "-" if it is not a known number. Rounding to odd gives f(x) if it is a number with
   two more bits, otherwise its neighbour of odd significand, never infinity, so that every other
   mode rounds it like f(x); of decimal formats it is not known ("-"). */
char *tmd_correct_print(char *text, const struct tmd_correct *correct, const struct tmd_format *out,
                        enum tmd_rounding mode);

/* The two bits after `below` of |f(x)| rounded to odd with two more bits. */
static inline unsigned tmd_correct_odd(const struct tmd_correct *correct) {
  return (unsigned)(correct->eighths >> 1 | (correct->eighths & 1));
}

/* The flags of the result in a mode. Underflow is raised if the result, rounded with unbounded
   exponent if `late`, else |f(x)|, is below the least normal number; decimal, always |f(x)|. */
int tmd_correct_raises(const struct tmd_correct *correct, const struct tmd_format *out,
                       enum tmd_rounding mode, int late);

/* (result - f(x)) / ulp, within a relative error of 2^-50 or 2^-70; 0 if both are infinite or NaN,
   or if f(x) overflows to infinity, but not to NaN; else infinite, or NaN, if either is. */
double tmd_correct_error(const struct tmd_correct *correct, const struct tmd_format *out,
                         const struct tmd_datum *result);

#endif
