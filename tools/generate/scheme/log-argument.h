/* The argument u of a logarithm, by x: log x, log(1 + x), and inverse hyperbolic functions.
   Relative errors of u, in units of 2^-52: 1 + x in double precision is exact for 2^-29 <= |x| <
   2^53, and so are 1 + |x| and 1 - |x| for |x| >= 2^-29: 1 for their quotient. x^2 + 1 by FMA is
   exact for 2^-3 <= |x| < 2^23, x^2 - 1 for 1 <= x < 2^23: the root has 1, the sum another one,
   together at most 2 (1 + 2^-52). For greater x the root has 3/2, of which the sum, of nearly twice
   the root, gets a half: 7/4. Without FMA all this holds, as x^2 is exact: it has 48 bits. */
#ifndef TMD_GENERATE_LOG_ARGUMENT_H
#define TMD_GENERATE_LOG_ARGUMENT_H

/* x, 1 + x, or one of the others, which are greater than 3/2 but for the x of near-zero.h. */
enum tmd_log_argument {
  TMD_LOG_OF_X,
  TMD_LOG_OF_PLUS,
  TMD_LOG_OF_ASINH,
  TMD_LOG_OF_ACOSH,
  TMD_LOG_OF_ATANH
};

/* u */
double tmd_log_argument(enum tmd_log_argument of, double x);

/* A bound of the error of c u with c u <= 1 + 2^-5 (r < 2^-6), in units of 2^-52, u = 2^e z; 1 + x
   has it from 2^53 on. */
double tmd_log_argument_error(enum tmd_log_argument of, int e);

/* C: the end of the test for special arguments, and u; not for x itself. */
const char *tmd_log_argument_test(enum tmd_log_argument of);
const char *tmd_log_argument_text(enum tmd_log_argument of);

/* C: the statements that return the results of special arguments. */
const char *tmd_log_argument_special(enum tmd_log_argument of);

#endif
