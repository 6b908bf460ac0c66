/* Confirming a candidate: Ziv's strategy with two independent libraries.

   The position of G(X) among the integers is refined at growing precision W by MPFR (correct
   rounding: |f(x) - y| <= ulp(y)/2; of expressions by interval arithmetic,
   lib/expression/interval/mpfr-interval.h) and by Arb (a ball); each decides for itself, and both
   must come to the same record. A ternary value 0 of MPFR proves that f(x) equals y: then the
   distance is an exact dyadic rational, and X is an exact case iff G is an integer. A ternary value
   other than 0 at W >= p_out + 1 proves that G is no integer (integers of G are dyadic rationals of
   at most p_out + 1 bits), so refining ends. Where MPFR's flags show overflow, underflow or NaN
   nothing is concluded. */
#ifndef TMD_CONFIRM_H
#define TMD_CONFIRM_H

#include "lib/cell/segment.h"

enum { TMD_CONFIRM_PRECISION_LEAST = 1 << 8, TMD_CONFIRM_PRECISION_MOST = 1 << 20 };

/* Fills the record of an argument of the segment's cell. Returns 1: a case (confirmed, or undecided
   at `precision` bits, or nearer than a record can say, and flagged so), 0: not a case, -1: the
   libraries contradict each other, or the argument is not in the cell (message). precision 0: the
   function's bits_max. With more bits than those an expression's value may turn out to be on the
   other side of the power of two (or of 0) that its cell begins at, from which it was not separated
   when the cell was made: it stays undecided. */
int tmd_confirm_case(const struct tmd_segment *segment, tmd_u128 X, int precision,
                     struct tmd_case_record *record);

/* As is wanted of an image of a confirmed case: 1 if the record is what MPFR and Arb say of this
   argument, or is undecided, 0 if not, -1 (message). What tmd-ziv has decided is decided here at
   the same precision, whatever it was allowed; but sqrt(3 x)^2 at 3/16 is a number squared, and at
   3/8 not: that image becomes undecided. */
int tmd_confirm_image(const struct tmd_segment *segment, struct tmd_case_record *record);

#endif
