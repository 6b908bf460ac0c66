/* Confirming a candidate: Ziv's strategy with two independent libraries.

   The position of G(X) among the integers is refined at growing precision W by MPFR (correct rounding: |f(x) - y| <=
   ulp(y)/2) and by Arb (a ball); each decides for itself, and both must come to the same record. A ternary value 0 of MPFR
   says that f(x) equals y: then the distance is an exact dyadic rational, and X is an exact case iff G is an integer. A
   ternary value other than 0 at W >= p_out + 1 proves that G is no integer (integers of G are dyadic rationals of at most
   p_out + 1 bits), so refining ends. Where MPFR's flags show overflow, underflow or NaN nothing is concluded. */
#ifndef TMD_ZIV_H
#define TMD_ZIV_H

#include "lib/function/function.h"
#include "lib/claim/problem.h"

enum { TMD_ZIV_BITS_MAX = 1 << 16, TMD_ZIV_PRECISION_LEAST = 1 << 8, TMD_ZIV_PRECISION_MOST = 1 << 20 };

/* Fills the record. Returns 1: a case (confirmed, or undecided at `precision` bits and flagged so), 0: not a case, -1: the
   libraries contradict each other, or the argument is not in the cell (message). precision 0: TMD_ZIV_BITS_MAX, of an expression
   TMD_EXPRESSION_BITS_MAX. With more bits than those an expression's value may turn out to be on the other side of the power of
   two (or of 0) that its cell begins at, from which nobody could tell it when the cell was made: it stays undecided. */
int tmd_ziv_confirm(const struct tmd_problem *problem, const struct tmd_function *function, const struct tmd_cell *cell,
                    tmd_u128 X, int precision, struct tmd_case_record *record);

#endif
