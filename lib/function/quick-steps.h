/* A function of x in double precision, as steps (lib/function/quick.h): each takes the values of
   earlier ones. */
#ifndef TMD_QUICK_STEPS_H
#define TMD_QUICK_STEPS_H

#include "lib/base/error-double.h"

enum tmd_quick_op {
  TMD_QUICK_NONE,
  TMD_QUICK_X,
  TMD_QUICK_CONSTANT, /* constant */
  TMD_QUICK_NEGATIVE, /* of left */
  TMD_QUICK_ABSOLUTE, /* |left| */
  TMD_QUICK_SUM,
  TMD_QUICK_DIFFERENCE,
  TMD_QUICK_PRODUCT,
  TMD_QUICK_QUOTIENT,
  TMD_QUICK_POWER, /* left^power */
  /* of left, in the functions of rows alone */
  TMD_QUICK_LOGARITHM,
  TMD_QUICK_EXPONENTIAL,
  TMD_QUICK_ROOT,
  TMD_QUICK_ARCTANGENT,
  /* of x itself, by the circle point of x; from SINPI on, by that of pi x */
  TMD_QUICK_SIN,
  TMD_QUICK_COS,
  TMD_QUICK_TAN,
  TMD_QUICK_SINPI,
  TMD_QUICK_COSPI,
  TMD_QUICK_TANPI,
  TMD_QUICK_LGAMMA /* x < 0 */
};

struct tmd_quick_step {
  enum tmd_quick_op op;
  int left, right, power;
  struct tmd_near constant;
};

struct tmd_quick;
struct tmd_function;

/* 1 if all steps may be used, for the function of a row; and its sign of x, 1 for -. */
int tmd_quick_is_row(const struct tmd_quick *quick);
int tmd_quick_sign(const struct tmd_quick *quick);

/* Appends a step; returns its number, or -1 if there are too many. */
int tmd_quick_add(struct tmd_quick *quick, const struct tmd_quick_step *step);

/* Appends an operation on the steps left and right (0 where it has one operand). -1 if either is
   -1, or there are too many. */
int tmd_quick_operate(struct tmd_quick *quick, enum tmd_quick_op op, int left, int right);

/* The number of steps; the return to an earlier number, which drops the steps appended since. */
int tmd_quick_count(const struct tmd_quick *quick);
void tmd_quick_drop(struct tmd_quick *quick, int count);

/* Appends steps of a function of the table or a member of a family on a row, from the step `of` of
   its argument on. Returns the last, or -1 if it has none. */
int tmd_row_steps(const struct tmd_function *function, struct tmd_quick *quick, int of);

#endif
