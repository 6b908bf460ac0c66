/* The design of a generated function: its scheme (reduction of the argument, tables, steps), its
   error bound, and the arguments whose results are replaced. */
#ifndef TMD_GENERATE_DESIGN_H
#define TMD_GENERATE_DESIGN_H

#include <stdint.h>

#include "tools/generate/approximation.h"
#include "tools/generate/every/byte-results.h"
#include "tools/generate/every/every.h"
#include "tools/generate/fixed-point/fixed-polynomial.h"
#include "tools/generate/terms.h"
#include "tools/generate/text/c-format.h"

enum {
  TMD_PIECES_MAX = 32,
  TMD_PARTS_MAX = 3,
  TMD_FIXED_MAX = 2,
  TMD_TABLES_MAX = 2,
  TMD_ENTRIES_MAX = 128,
  TMD_REPLACED_MAX = 64,
  TMD_EXACT_MAX = 64
};

/* One of the same name as the table before it follows it in the text. */
struct tmd_table {
  const char *name; /* in the text, as T */
  double entry[TMD_ENTRIES_MAX];
  int count;           /* 0: there is no such table */
  uint64_t less, step; /* in the text, entry i's encoding is less by less + i step */
};

/* Entry i as it stands in the text. */
double tmd_table_stored(const struct tmd_table *table, int i);

/* An argument whose evaluation y is replaced before the last rounding, or whose result is exact. */
struct tmd_replaced {
  uint32_t x; /* its encoding */
  double y;
};

/* With by > 0, the list of exact results has the arguments scaled by powers of 2^by, and those of
   their results by powers of 2^result: tools/generate/pieces/scaled-exact.h. With a parity, those
   of |x|. */
struct tmd_scaling {
  int by, result;
  enum tmd_parity parity;
};

/* A reduction by powers of 2^(1/64), or by those of 2: powers.h. */
struct tmd_power {
  const char *name; /* exp, exp2 or exp10 */
  int scale;        /* of scale x, a power of 2; 0: of the variable z, which the scheme prints */
  int half;         /* 1: s is 2^(n/64)/2, instead of 2^(n/64) */
  int lanes;        /* not 0: in vectors, by powers of 2; as powers.h says */
};

/* A polynomial of its own for |x| < limit, next to a zero or pole, or for 1 <= x < limit:
   near-zero.h. */
struct tmd_near_point {
  float limit; /* 0: there is none */
  enum tmd_near_kind { TMD_NEAR_ZERO, TMD_NEAR_ONE, TMD_NEAR_POLE } kind;
  const char *beside; /* in C, of the sign of f(x) - x */
  struct tmd_terms steps;
};

/* The language of the text. */
enum tmd_device_text { TMD_DEVICE_NONE /* C, for CPUs */, TMD_DEVICE_OPENCL, TMD_DEVICE_CUDA };

/* The project whose files the text is like. */
enum tmd_project_text {
  TMD_PROJECT_NONE,
  TMD_PROJECT_CORE_MATH,
  TMD_PROJECT_GLIBC,
  TMD_PROJECT_LLVM
};

/* The operations that evaluate the function. */
enum tmd_arithmetic { TMD_DOUBLE, TMD_FLOAT, TMD_FLOAT_FLOAT, TMD_INTEGER };

/* What the function is made for. */
struct tmd_demands {
  int no_fma;     /* 1: each a b + c is a product and a sum, which no compiler contracts */
  int set_errno;  /* 1: errno is set */
  int nearest;    /* 1: only rounding to nearest counts */
  int vector;     /* 1: for vectors */
  int device;     /* an enum tmd_device_text; others than C have vectors */
  int flush;      /* 1: subnormal arguments and results are zeros, on devices */
  int project;    /* an enum tmd_project_text; others than none set errno */
  int arithmetic; /* an enum tmd_arithmetic */
  int micro_ulp;  /* the error of results to nearest, in 10^-6 ulp; 0: they are correctly rounded */
  int fewer[2];   /* with micro_ulp: coefficients that p and the pieces, and q, do without */
};

struct tmd_design {
  const struct tmd_function *f;
  struct tmd_demands demands;
  const struct tmd_c_format *format;
  const struct tmd_every
      *every; /* the results at all arguments, in a format that has few; or NULL */
  const struct tmd_byte_results *results; /* in a format of 8 bits, instead of steps; or NULL */
  const struct tmd_scheme *scheme;
  const void *data; /* of the scheme, for f */
  char symbol[64];
  struct tmd_table table[TMD_TABLES_MAX];
  struct tmd_approximation p, q;                    /* each may be missing: count = 0 */
  struct tmd_approximation piece[TMD_PIECES_MAX];   /* piece_count of these */
  struct tmd_fixed_polynomial fixed[TMD_FIXED_MAX]; /* of integers; count = 0: missing */
  struct tmd_terms steps;
  struct tmd_terms part[TMD_PARTS_MAX]; /* of functions that the reduction calls */
  struct tmd_near_point near;           /* its polynomial is q */
  const struct tmd_power *power;        /* NULL: the scheme has another reduction */
  mag_t bound; /* |y - f(x)| <= bound |f(x)|, y the value before the last rounding, in all modes */
  int replaced_count, exact_count, piece_count;
  int by_size; /* f is odd or even, and arguments in `replaced` stand for those of either sign */
  struct tmd_scaling scaling;
  struct tmd_replaced replaced[TMD_REPLACED_MAX], exact[TMD_EXACT_MAX];
};

/* The lanes of vectors: vector-text.h. */
struct tmd_lanes {
  uint32_t harmless; /* an argument that raises no flag, with an exact result */
  const char *y;     /* C: the result of the steps, scaled */
  const char *whole; /* C: the one operation that is the function; else NULL */

  /* For devices, whose y is rounded to nearest: C, "c, s": where f(x) is so close to a number c of
     the format that y may be c, s has the sign of f(x) - c. NULL: such x are in the list. */
  const char *side;
  uint32_t beyond; /* no lane is usual with |x| of at least this encoding; 0: some are */
  const char *far; /* C: 1 if rare lanes need print_reduction's other part, which begins with
                      if (any_large); NULL: there is none */

  /* Prints a condition, true in lanes that the steps evaluate; u are their encodings. */
  void (*print_usual)(FILE *out, const struct tmd_design *design);

  /* Prints encodings w in place of u, for numbers that are scaled, which become usual ones. NULL: u
     are used. */
  void (*print_scaled)(FILE *out, const struct tmd_design *design);
};

/* A way to compute functions of one kind. In vectors (lanes), print_special prints selections of y
   in other lanes than the usual ones, and print_reduction the text before the steps, in vectors. */
struct tmd_scheme {
  int shortens; /* not 0: the last coefficients of p, but these, can be left out */
  const char *name, *description; /* for the text: "exponential", "x = ..." */
  const struct tmd_lanes *lanes;  /* NULL: the scheme is not for vectors */

  /* Data for f, or NULL: it is of another kind. */
  const void *(*data)(const struct tmd_function *f);

  /* 1: the proof, and the text, hold if __builtin_fma is a product and a sum, both rounded. NULL:
     they do not. */
  int (*without_fma)(const void *data);

  /* Fills in tables, the approximation's range and commands (no coefficients: there is none), and
     exact results. */
  void (*plan)(struct tmd_design *design);

  /* Appends the steps, with the present coefficients; the last one's result is y. */
  void (*append)(struct tmd_design *design);

  /* Bounds the error: enclosures of all states. */
  void (*bound)(struct tmd_design *design);

  /* Adds the cases of arguments for which the bound does not hold, after it is made; `listed`
     describes them. 0, or -1 (message). NULL: it holds for all. */
  int (*list)(struct tmd_hard_cases *list, struct tmd_design *design,
              const struct tmd_problem *problem);
  const char *listed, *listed_without_fma; /* the second one NULL: the same */

  /* The index of the table's entry used for x in a rounding mode; NULL: there is no table to be
     adjusted. */
  int (*index)(const struct tmd_design *design, uint32_t x, int mode);

  /* Puts other numbers, the k-th choice, into entry i of all tables, which serve as well: 1, or 0
     if these do not. NULL: there is no choice. */
  int (*exchange)(struct tmd_design *design, int i, int k);

  /* Prints the body of SYMBOL_special(x), which the reduction calls for special arguments. NULL:
     it does not. */
  void (*print_special)(FILE *out, const struct tmd_design *design);

  /* Prints the text before the steps: special arguments, whose results it returns, and the
     reduction. x is the argument, v.u its encoding, v.f its value. */
  void (*print_reduction)(FILE *out, const struct tmd_design *design);
  int returns_early; /* 1: it returns values y of other arguments, too, as they are */

  /* Prints functions that the reduction calls; or NULL. */
  void (*print_functions)(FILE *out, const struct tmd_design *design);
};

/* The options of the command, each behind a blank: text, returned. */
enum { TMD_DEMANDS_BYTES = 96 };
char *tmd_demands_print(char text[TMD_DEMANDS_BYTES], const struct tmd_demands *demands);

/* 1, or 0: the text is not what is printed for any demands. */
int tmd_demands_parse(struct tmd_demands *demands, const char *text);

/* 0, or -1 (message): the scheme cannot do for f what is demanded. */
int tmd_demands_check(const struct tmd_demands *demands, const struct tmd_scheme *scheme,
                      const struct tmd_function *f) __attribute__((warn_unused_result));

/* The design of f by a scheme for it, without coefficients. */
void tmd_design_plan(struct tmd_design *design, const struct tmd_scheme *scheme,
                     const struct tmd_function *f, const struct tmd_c_format *format,
                     const struct tmd_every *every, const char *symbol,
                     const struct tmd_demands *demands);

/* The steps of the present coefficients. */
void tmd_design_append(struct tmd_design *design);

/* The design of f by a scheme for it, with coefficients: 0, or -1 (message): Sollya fails, or the
   scheme cannot do what is demanded. */
int tmd_design_make(struct tmd_design *design, const struct tmd_scheme *scheme,
                    const struct tmd_function *f, const struct tmd_c_format *format,
                    const struct tmd_every *every, const char *symbol,
                    const struct tmd_demands *demands) __attribute__((warn_unused_result));

/* 1 if the scheme can compute f without FMA. */
int tmd_scheme_without_fma(const struct tmd_scheme *scheme, const struct tmd_function *f);

/* For `without_fma` of schemes: 1. */
int tmd_without_fma(const void *data);

/* For `data` of schemes: the kind with f's id, which is the first member of each, or NULL. */
const void *tmd_kind_of(const struct tmd_function *f, const void *kinds, size_t count,
                        size_t bytes);

/* The scheme's `listed`, as it is for the demands, or NULL. */
const char *tmd_design_listed(const struct tmd_design *design);

/* Adds an argument with an exact result, for plan. */
void tmd_design_exact(struct tmd_design *design, double x, double y);

/* Bounds the error of the present coefficients and table. */
void tmd_design_bound(struct tmd_design *design);

/* With |y - f(x)| <= bound |f(x)|, results are right for all arguments but those of hardness m or
   more, m the result: |f| < 2^(e+1) gives |y - f| < bound 2^p of a unit in the last place, and m is
   the greatest with bound 2^p <= 2^-(m+1). */
int tmd_design_bits(const struct tmd_design *design, int p);

/* Adds an enclosed state to the bound: |y - f| <= error + that of the last step, for f in the ball,
   where `error` bounds the difference of that step's ideal value from f. */
void tmd_design_add(struct tmd_design *design, const struct tmd_terms *steps, const mag_t error,
                    const arb_t f);

/* Adds a bound of |y - f|/|f|. */
void tmd_design_add_relative(struct tmd_design *design, const mag_t error);

/* Encloses the steps, whose inputs are set, and adds the state of f = offset + factor g(t) for t in
   the ball, where the last step's ideal value is this with p in place of g. NULL: 1, or 0. */
void tmd_design_add_near(struct tmd_design *design, struct tmd_terms *steps,
                         const struct tmd_approximation *p, const arb_t t, const arb_t factor,
                         const arb_t offset);

void tmd_design_clear(struct tmd_design *design);

#endif
