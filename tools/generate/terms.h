/* The arithmetic of a generated function: a straight line of operations on doubles, from which the
   C text, and the bound of its error, are made. Each step has an ideal value, a real number: that
   of the same operation on ideal operands, without rounding. */
#ifndef TMD_GENERATE_TERMS_H
#define TMD_GENERATE_TERMS_H

#include <arb.h>
#include <stdio.h>

enum tmd_operation {
  TMD_TERM_INPUT,    /* a variable of the text before the steps */
  TMD_TERM_NUMBER,   /* a constant */
  TMD_TERM_ENTRY,    /* the entry of a table at the state's index */
  TMD_TERM_PRODUCT,  /* a b */
  TMD_TERM_FMA,      /* a b + c, rounded once, or separately */
  TMD_TERM_QUOTIENT, /* a / b */
  TMD_TERM_ROOT,     /* the square root of a > 0 */
  TMD_TERM_CHOICE,   /* a, or b where the encoding s of the text is negative: vectors alone */
  TMD_TERM_SIGN,     /* a with the sign of the argument x, which is taken as positive */
  TMD_TERM_TIMES     /* the same by a product with 1 or -1 */
};

enum { TMD_TERMS_MAX = 96, TMD_TERM_NAME_BYTES = 8, TMD_IDEAL_BITS = 160 };

struct tmd_code_line {
  enum tmd_operation operation;
  int a, b, c; /* operands: indices of earlier steps */
  char name[TMD_TERM_NAME_BYTES];
  const char *note; /* the meaning of a named step, for the comment behind it; or NULL */
  double value;     /* of a number */
  arb_t ideal;      /* of a number, also in an input's or entry's place while a state is enclosed */
  mag_t error;      /* bound of |value - ideal| */
  mag_t greatest;   /* bound of |value| in all states enclosed, for the comments */
  mag_t largest_error; /* likewise of the error */
};

/* Zeros at first, but for `separate` and `vector`. */
struct tmd_terms {
  struct tmd_code_line term[TMD_TERMS_MAX];
  int count;
  int separate; /* 1: a b + c is a product and a sum, both rounded, unless they are exact */
  int vector;   /* 1: the text has vectors: vdouble, vfma, and vall(c) for constants */
  int other;    /* 1: the state that is enclosed has b for each choice of a or b */
};

/* Each appends a step and returns its index. Names of results begin with a letter; NULL: the next
   one of t0, t1, ... */
int tmd_terms_input(struct tmd_terms *terms, const char *name);
int tmd_terms_entry(struct tmd_terms *terms, const char *name);
int tmd_terms_number(struct tmd_terms *terms, double value, const arb_t ideal); /* NULL: exact */
int tmd_terms_product(struct tmd_terms *terms, const char *name, const char *note, int a, int b);
int tmd_terms_fma(struct tmd_terms *terms, const char *name, const char *note, int a, int b, int c);

int tmd_terms_quotient(struct tmd_terms *terms, const char *name, const char *note, int a, int b);
int tmd_terms_root(struct tmd_terms *terms, const char *name, const char *note, int a);
int tmd_terms_choice(struct tmd_terms *terms, const char *name, const char *note, int a, int b);
int tmd_terms_sign(struct tmd_terms *terms, const char *name, const char *note, int a);
int tmd_terms_times_sign(struct tmd_terms *terms, const char *name, const char *note, int a);

/* sum of coefficient[i] x^i, i < count, the coefficients being steps: pairs, then Horner's scheme
   in x^2. No power underflows for |x| > 2^-511. */
int tmd_terms_pairs(struct tmd_terms *terms, const int *coefficient, int count, int x);

/* The same where the square of x is a step. */
int tmd_terms_pairs_with(struct tmd_terms *terms, const int *coefficient, int count, int x,
                         int square);

/* The same by Horner's scheme: the fewest operations, one after another. */
int tmd_terms_horner(struct tmd_terms *terms, const int *coefficient, int count, int x);

/* sum of coefficient[i] x^i, i < count, by Estrin's scheme: pairs, then pairs of pairs, the last
   three by Horner's; square: x^2. The coefficients are steps, or numbers. */
int tmd_terms_estrin(struct tmd_terms *terms, const int *coefficient, int count, int x, int square);
int tmd_terms_polynomial(struct tmd_terms *terms, const double *coefficient, int count, int x,
                         int square);

/* base + c_0 x + c_1 x^2 + ..., base = -1 for 0: the first summand, which needs the most accurate
   x, beside the others, which are computed from a rough x with the same ideal value. */
int tmd_terms_sum(struct tmd_terms *terms, const char *name, int base, const double *coefficient,
                  int count, int x, int rough);

/* Sets an input or entry to any ideal value in the ball, stored with at most this error. */
void tmd_terms_set(struct tmd_terms *terms, int at, const arb_t ideal, const mag_t error);

/* Encloses all steps behind the inputs and entries, which are set: ideal values and errors, in
   every rounding mode: each operation has a relative error below 2^-52, and an absolute one of
   2^-1074 where it underflows. Separate products have the same error, unless a factor is 1 or -1,
   and sums with an exact 0 have none. */
void tmd_terms_enclose(struct tmd_terms *terms);

/* Prints the operations that the last one depends on as C, one a line, with comments of value and
   error. variable: 1 for variables K[i], i the index of the step, in place of constants. Separate
   operations are calls of product(a, b) and multiply_add(a, b, c). */
void tmd_terms_print(FILE *out, const struct tmd_terms *terms, int variable);

/* A double as C's hexadecimal constant: text of TMD_DOUBLE_TEXT_BYTES, returned. */
enum { TMD_DOUBLE_TEXT_BYTES = 40 };
char *tmd_double_print(char *text, double x);

/* Removes all steps; `separate` and `vector` stay. */
void tmd_terms_clear(struct tmd_terms *terms);

#endif
