/* What the files of tmd-verify share. The program is made from tmd-stream(5), GMP, MPFR, zstd and
   xxhash alone: it includes nothing of lib, kernels, formats or the other tools, so that an error
   of theirs cannot be repeated here. */
#ifndef TMD_TOOLS_VERIFY_VERIFY_H
#define TMD_TOOLS_VERIFY_VERIFY_H
#include <gmp.h>
#include <stdint.h>
#include <stdio.h>

#include <mpfr.h>

typedef unsigned __int128 v_ordinal;

enum { V_ALL, V_DIRECTED, V_NEAREST };
enum { V_GREATEST = 65533, V_UNBOUNDED, V_EXACT_HARDNESS }; /* hardness */

struct v_format {
  int radix, integers, p;
  long emin, emax;
  v_ordinal first, max; /* significands: the least normal one, the greatest in the binade emax */
  v_ordinal least[2], most[2]; /* of the integers of each sign */
};

struct v_function;
struct v_problem {
  char text[4096], name[1024];
  const struct v_function *function; /* NULL: not one that is evaluated here */
  long n;                            /* its parameter */
  int pairs, modes, bits, threshold;
  struct v_format in, y, out;
};

struct v_claim { /* records are in the memory of the block */
  struct v_problem problem;
  const char *file;
  long long offset;                            /* of its block */
  int kind, sign_x, sign_f, sign_y, scattered; /* kind: p, c or r */
  long e_in, e_out, e_y;
  v_ordinal x0, x1;
  uint32_t record_bytes;
  uint64_t records;
  const uint8_t *record;
};

/* problem-text.c: 0 if the text violates a rule. */
int verify_problem(struct v_problem *p, const char *text);

/* claim-blocks.c: reads all claims of a file, in order; ends the program at an error. */
void verify_read(const char *name, void (*use)(struct v_claim *));
uint64_t verify_u64(const uint8_t *bytes);
v_ordinal verify_u128(const uint8_t *bytes);
/* The number of pairs of a cell of two variables, and the significands of one pair. */
v_ordinal verify_pairs(const struct v_claim *c, v_ordinal ordinal, v_ordinal *X, v_ordinal *Y);

/* mpfr-values.c */
struct v_interval {
  mpfr_t lo, hi;
};
/* A function of MPFR for each bound in place, rounded outward. */
#define V_BOTH(f, y, ...) \
  (f((y)->lo, (y)->lo, __VA_ARGS__, MPFR_RNDD), f((y)->hi, (y)->hi, __VA_ARGS__, MPFR_RNDU))
enum v_family { V_NO_SERIES, V_EXP, V_INTEGRAL, V_POWER, V_TRIG, V_HYPERBOLIC, V_TANGENT, V_ERF };
enum { V_ONE = 1, V_LN2 = 2, V_PI = 3, V_LN10 = 10 }; /* constants */

/* f' is sign / constant * q^r with q = q[0] + q[1] x + q[2] x^2 in the family V_INTEGRAL, and f is
   q^r in V_POWER; r = n / root, or 1 / n if root is 0. */
struct v_function {
  const char *name;
  int (*value)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
  enum v_family family;
  int constant, sign, n, root, q[3];
  int (*value_n)(mpfr_ptr, mpfr_srcptr, long, mpfr_rnd_t);
  int (*value_2)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);
};
const struct v_function *verify_function(const char *name, long *n);
int verify_exact_by_rule(const struct v_function *f);
/* Sets x to the argument, exactly. Encloses f there, and between a and b. */
void verify_argument(mpfr_t x, const struct v_claim *c, v_ordinal X);
void verify_enclose(struct v_interval *y, const struct v_claim *c, v_ordinal X);
void verify_enclose_range(struct v_interval *y, const struct v_function *f, long n, const mpfr_t a,
                          const mpfr_t b);

/* taylor-terms.c: encloses G^(k)/k! for k = 0 to 4 over the arguments from X to Y; 0 if that is
   impossible. */
enum { V_ORDER = 4, V_TERMS, V_PRECISION = 256 };
void verify_init(struct v_interval *list, int n); /* intervals of this precision; once */
int verify_taylor(struct v_interval g[V_TERMS], const struct v_claim *c, v_ordinal X, v_ordinal Y);

/* argument-state.c: decides whether an argument is a case; of what hardness it is; or all that a
   record contains. Where no precision shows the side of G, a hardness of `enough` suffices. */
enum v_state { V_OUTSIDE, V_UNDERFLOW, V_OVERFLOW, V_ZERO, V_NO_CASE, V_CASE, V_EXACT, V_UNKNOWN };
enum v_want { V_STATE, V_HARDNESS, V_RECORD };
struct v_verdict {
  enum v_state state;
  int below, midpoint, hardness, side_known;
  uint64_t mantissa; /* of the distance */
  long exponent;
  mpz_t integer; /* the nearest one */
};
void verify_decide(struct v_verdict *v, const struct v_claim *c, v_ordinal X, enum v_want want,
                   int enough);

/* regions.c, absence.c. verify_absence searches [a, b) by another method: each case is a record,
   and each record a case. */
void verify_region(struct v_claim *c);
int verify_searchable(const struct v_claim *c);
void verify_absence(struct v_claim *c, v_ordinal a, v_ordinal b);

/* tmd-verify.c */
enum { V_FALSE, V_UNDECIDED, V_NOT_CHECKED, V_CLAIMS, V_CASES, V_REGIONS, V_WHOLE, V_SAMPLES };
extern unsigned long long verify_count[8];
void verify_found(int what, const struct v_claim *c, v_ordinal X, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
_Noreturn void verify_end(int status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
#endif
