/* --arith float-float: functions for machines and devices without double. Every operation is one of
   floats, rounded to nearest; y, the value before the last rounding, is a pair of floats times a
   power of 2, rounded in one of four modes by operations on integers.

   The last bits of a pair are too few for the lists: so each function is run at every argument, and
   its results in the four modes are compared with those of the function in double precision, made
   in the same run, which are right by its proof. Where they differ, y is next to a breakpoint, and
   on the wrong side: it is moved to the other side, and run again with its neighbours. */
#ifndef TMD_DOUBLE_WORD_H
#define TMD_DOUBLE_WORD_H

#include "tools/generate/make/make-design.h"
#include "tools/generate/text/c-text.h"

extern const struct tmd_scheme tmd_word_exponential, tmd_word_logarithm, tmd_word_root,
    tmd_word_turns;

/* The scheme for f, or NULL: none is known. */
const struct tmd_scheme *tmd_word_scheme_find(const struct tmd_function *f);

/* Makes the design, and tests it at every argument: 0, or -1 (message). `making` has the design in
   double precision, with its list; it gets the other one. */
int tmd_word_make(struct tmd_making *making, const struct tmd_demands *demands)
    __attribute__((warn_unused_result));

/* An argument at which y is moved, by the encoding of x, or of |x| if f is odd or even. */
struct tmd_word_moved {
  uint32_t x;
  int up; /* 1 or -1; 2: the result is exact */
};
enum { TMD_WORD_MOVED_MAX = 2048 };
struct tmd_word_exceptions {
  struct tmd_word_moved moved[TMD_WORD_MOVED_MAX];
  int count;
};
extern struct tmd_word_exceptions tmd_word_exceptions; /* of the design that is made */

/* ---- the text ---- */

/* Prints the file, or its parts: lanes, and the functions of the design. text->trial: for every
   argument. */
void tmd_word_print(FILE *out, const struct tmd_design *design, const struct tmd_text *text);
void tmd_word_print_lanes(FILE *out, const struct tmd_design *design);
void tmd_word_print_own(FILE *out, const struct tmd_design *design, const struct tmd_text *text);

/* For schemes, whose print_functions prints SYMBOL_y(x, &l, &n), with y = (h + l) 2^n, h the
   result: prints C, with the symbol in place of each $. */
void tmd_word_print_text(FILE *out, const struct tmd_design *design, const char *text);

/* Prints floats NAME1, NAME2, ... whose sum is x: their bits, up to 0. */
void tmd_word_print_constant(FILE *out, const char *name, const arb_t x, const int *bits);

/* Prints the pair q0 = c_0 + c_1 t + c_2 t^2 + ..., the first `pairs` coefficients being pairs, of
   a pair t with |c_(i+1) t| <= |c_i|/2. */
void tmd_word_print_polynomial(FILE *out, const double *c, int count, int pairs, const char *t);

/* Prints statements for small x, next to which f(x)/c(x) is 1 + d_1 x + d_2 x^2, c(x) = c x: sets
 *h, *l and *n where the condition is true. A d_1 of 0 means that f is odd. */
void tmd_word_print_near_zero(FILE *out, const char *condition, const arb_t c, double d_1,
                              double d_2);

#endif
