/* Functions: the table, families with a parameter, and the methods by which these and expressions
   (lib/expression) are evaluated.

   To add a function: write its series (or compose one) in series.c, add its name in series.h and
   its entry in function-table.c. Everything else (cells, regions, polynomials, confirmation) is
   derived from the entry. A function that oscillates without end is faster with a step in double
   precision (quick-steps.h and quick.c). Families have an integer parameter:
   rootn(3). */
#ifndef TMD_FUNCTION_H
#define TMD_FUNCTION_H

#include "lib/base/symmetry.h"
#include "lib/function/quick-steps.h"
#include "lib/function/series.h"

/* Ids of the table's entries, in its order, and of all other functions. They index tables of
   properties, so that names are in one table only. */
#define TMD_ID(name) TMD_FN_##name
enum tmd_function_id {
  TMD_TABLE(TMD_ID),
  TMD_FUNCTIONS,                /* of the table */
  TMD_FN_rootn = TMD_FUNCTIONS, /* members of a family */
  TMD_FN_pown,
  TMD_FN_compound,
  TMD_FN_id,    /* x itself: conversions between formats */
  TMD_FN_erfcx, /* only in rewritten expressions */
  TMD_FN_pow,   /* of pairs */
  TMD_FN_atan2,
  TMD_FN_atan2pi,
  TMD_FN_expression,
  TMD_FUNCTION_IDS
};

enum tmd_model {
  TMD_MODEL_NONE,
  TMD_MODEL_CONSTANT, /* f(0) = 1: f(x) ~ 1 near 0 */
  TMD_MODEL_IDENTITY  /* f(0) = 0, f'(0) = 1: f(x) ~ x near 0 */
};

/* A theorem about all nonzero multiples of 2^unit on one side of 0. */
enum tmd_theorem {
  TMD_THEOREM_NONE,
  TMD_THEOREM_EXACT,  /* f is 0, 1, -1 or has a pole */
  TMD_THEOREM_OUTSIDE /* f has a pole */
};

/* The position of |f|, at one x or on a ball. */
enum tmd_place_kind {
  TMD_PLACE_OUTSIDE, /* no x of the ball is in the domain */
  TMD_PLACE_ZERO,    /* f(x) = 0 */
  TMD_PLACE_BETWEEN, /* all x of the ball are in the domain, and 2^low <= |f| < 2^high with this
                        sign */
  TMD_PLACE_UNDECIDED
};
struct tmd_place {
  enum tmd_place_kind kind;
  int sign; /* 1 for - */
  long low, high;
};

/* f(t) = slope t + rest on a ball of t. */
struct tmd_linear {
  fmpq_t slope;
  arb_t rest;    /* lies in this ball, */
  fmpq_t number; /* and next to this number, */
  int side;      /* on this side: -1, 0 (equal), 1; else unknown, */
  long log2;     /* nearer than 2^log2 */
};
void tmd_linear_init(struct tmd_linear *linear);
void tmd_linear_clear(struct tmd_linear *linear);

/* low <= f(x) <= high, infinite where no better bound is known; NaN where f may have no value at x.
   Each has twice the bits that were requested. */
struct tmd_enclosure {
  mpfr_t low, high;
};
void tmd_enclosure_init(struct tmd_enclosure *enclosure);
void tmd_enclosure_clear(struct tmd_enclosure *enclosure);

/* Functions whose exact cases follow from their arguments by integers alone (lib/region/exact.h):
   claims do not list them. */
enum tmd_exact_rule {
  TMD_EXACT_LISTED,    /* no rule: exact cases are records like others */
  TMD_EXACT_ROOT,      /* f(x)^n = x */
  TMD_EXACT_POWER,     /* f(x) = x^n */
  TMD_EXACT_COMPOUND,  /* f(x) = (1 + x)^n */
  TMD_EXACT_SINPI,     /* f(x) = sin(pi x), */
  TMD_EXACT_COSPI,     /* cos(pi x), */
  TMD_EXACT_TANPI,     /* tan(pi x) */
  TMD_EXACT_IDENTITY,  /* f(x) = x */
  TMD_EXACT_HYPOT,     /* of pairs: f(x, y)^2 = x^2 + y^2 */
  TMD_EXACT_DIAGONAL,  /* of pairs: 1/4 where y = x > 0, 3/4 where -y = x < 0 */
  TMD_EXACT_REAL_POWER /* of pairs: f(x, y) = x^y for any y */
};

enum { TMD_FUNCTION_BITS_MAX = 1 << 16 }; /* bits_max below, where MPFR has the function */

struct tmd_function;

/* The evaluation of a function. The table's functions, members of families and expressions each
   have a set of methods; f is the function itself. Only the two by MPFR define its flags. */
struct tmd_methods {
  /* y = Taylor polynomial of length len of f(x + t), as in series.h. The jet may be wider on wide
     balls, if that is quicker. */
  void (*series)(const struct tmd_function *f, arb_poly_t y, const arb_t x, slong len, slong prec);
  void (*jet)(const struct tmd_function *f, arb_poly_t y, const arb_t x, slong len, slong prec);

  /* By MPFR alone: correctly rounded value; the ternary value 0 means that f(x) equals it. NaN or a
     division by zero: f is not defined. */
  int (*mpfr)(const struct tmd_function *f, mpfr_t y, const mpfr_t x, mpfr_rnd_t round);

  /* The same at no more than `most` bits (0: bits_max). Where these do not round f(x), the flags
   *NaN and erange are raised, and enclosure, unless NULL, holds the last enclosure. NULL: `mpfr`
   *always rounds. */
  int (*mpfr_within)(const struct tmd_function *f, mpfr_t y, struct tmd_enclosure *enclosure,
                     const mpfr_t x, mpfr_rnd_t round, mpfr_prec_t most);

  /* At a single argument, by MPFR, for expressions by Arb: high = low + 1, unless |f| is far
     outside every format, or bits_max bits do not separate it from 2^(high - 1), or (low far below)
     from 0. Undecided: the sign is unknown, or whether f has a value. */
  struct tmd_place (*place)(const struct tmd_function *f, const mpfr_t x);

  /* The same by the other library, from one evaluation: a wider place, or undecided, adds
     nothing. */
  struct tmd_place (*place_by_other)(const struct tmd_function *f, const mpfr_t x);

  /* On a ball, by one evaluation. NULL: the series gives as much. */
  struct tmd_place (*place_on)(const struct tmd_function *f, const arb_t x, slong prec);

  /* 1 if f is linear plus the rest on a ball, by one evaluation, and by signs and sizes where parts
     exceed every ball; 0 if nothing is known, or f may be undefined. NULL: the series gives as
     much. */
  int (*linear_on)(const struct tmd_function *f, struct tmd_linear *y, const arb_t x, slong prec);

  /* Appends f(x) in double precision; returns the last step, or -1 if f has no steps. */
  int (*steps)(const struct tmd_function *f, struct tmd_quick *quick);

  /* 1 if f(x) = number + rest at a single argument, the number rational and not 0, 0 < |rest| <
     2^high, however small, by signs and sizes; 0 if nothing is known. NULL: never. */
  int (*next_to)(const struct tmd_function *f, fmpq_t number, long *high, const mpfr_t x);

  /* The text (TMD_FUNCTION_MAX_BYTES bytes) of the smallest part of f, as it was written, whose
     position at x is undecided at bits_max bits while its own parts are decided; the whole if there
     is no such part. NULL: f has no parts. */
  void (*undecided_part)(const struct tmd_function *f, char *text, const mpfr_t x);

  int limits_at_infinity; /* at infinity MPFR gives no value, only the limits at_infinity, if known;
                             no standard fixes the signs of zeros of f */
  int bits_max;           /* beyond this precision signs, exponents and roundings are undecided */
  int evaluations;        /* the number of evaluations of the table's functions that take as long as
                             `place` */
  double cell_ns;         /* for plans: of a cell instead of its arguments (lib/function/quick.h) */
  int oscillates_throughout; /* if f oscillates, it does so everywhere from 2^3 on (a theorem); else
                                this is probed */
};

struct tmd_function {
  const char *name;
  enum tmd_function_id id;
  const struct tmd_methods *methods;

  /* Domain of definition: between least and greatest, which belong to it iff closed; except poles
     (also 0), where `mpfr` shows them. */
  double least, greatest;
  int least_closed, greatest_closed;
  const char *poles;            /* text for lists; NULL: none */
  struct tmd_symmetry symmetry; /* a theorem; for expressions by their form */

  int monotone; /* f is monotone on each side of 0 (a theorem): values at end points bound all */
  enum tmd_model model;

  /* The arguments with exact values or midpoints, and the proof that there are no others. */
  const char *exact;
  enum tmd_exact_rule exact_rule;
  long n;           /* of a root or power; the parameter of a member of a family, never 0 or 1 */
  uint64_t exact_Y; /* of a row whose rule is one of pairs: Y */

  double rises_from; /* if > 0: not monotone, but rising from here on (a theorem) */
  enum tmd_theorem (*theorem)(int sign_x, int unit);
  /* 1 if it is certain that 0 < |f| < 2^e at all x from x < 0 on downwards, except poles, that are
     integers or 2^unit or more away from these, as multiples of 2^unit are. */
  int (*vanishes)(const arb_t x, int unit, long e);
  /* For x < 0 integers are poles, between which log|f| is convex; f > 0 from -2n to -2n + 1, f < 0
     elsewhere (a theorem). */
  int alternates;

  enum tmd_quick_op quick; /* the step in double precision, or TMD_QUICK_NONE */

  int of_pairs; /* a function of x and y: none of the methods has results; rows do
                   (lib/expression/expression.h) */

  /* Data of the methods: for the table's functions, */
  tmd_series *series;
  int (*mpfr)(mpfr_t y, const mpfr_t x, mpfr_rnd_t round);
  /* for members of families, */
  tmd_series_n *series_n;
  int (*mpfr_n)(mpfr_t y, const mpfr_t x, long n, mpfr_rnd_t round);
  /* and for expressions. */
  const struct tmd_expression *expression;
  const double *
      at_infinity; /* for named expressions: limits at -inf and inf, zeros with a sign; else NULL */
};

/* A family, for lists: name, domain, symmetry and exact cases as text. */
struct tmd_family {
  const char *name, *domain, *symmetry, *exact;
};

/* The methods of the same names. */
void tmd_function_series(const struct tmd_function *function, arb_poly_t y, const arb_t x,
                         slong len, slong prec);
struct tmd_place tmd_function_place(const struct tmd_function *function, const mpfr_t x);

/* The place consistent with both libraries: 0, or -1 (message) if their places are disjoint. */
int tmd_function_place_certain(const struct tmd_function *function, const mpfr_t x,
                               struct tmd_place *place);

/* 1 if the value is too large or too small for every format. */
int tmd_place_is_far_out(const struct tmd_place *place);
int tmd_function_steps(const struct tmd_function *function, struct tmd_quick *quick);

/* An entry of the table or a member of a family, by name; NULL (message). Members are made once and
   stored. tmd_resolve (lib/expression/expression.h) finds expressions, too. */
const struct tmd_function *tmd_function_find(const char *name);
int tmd_function_is_listed(
    const char *name); /* 1 if `name` is one of these, or has the form of one */

/* The function id, which is not in the table: f(x) = x. */
extern const struct tmd_function tmd_identity;

/* The table; its i-th entry, or family, NULL after the last. */
extern const struct tmd_function tmd_functions[TMD_FUNCTIONS];
const struct tmd_function *tmd_function_entry(int i);
const struct tmd_family *tmd_function_family(int i);

enum tmd_function_id tmd_family_id(const struct tmd_family *family);

/* A member that is not stored: |n| at most this, not 0 or 1; the name stays the caller's. */
enum { TMD_FAMILY_PARAMETER_MOST = 1000000000 };
void tmd_family_member_set(struct tmd_function *member, const struct tmd_family *family,
                           const char *name, long n);

/* The theorem on the multiples of 2^unit on the side of sign_x. */
enum tmd_theorem tmd_function_theorem(const struct tmd_function *function, int sign_x, int unit);

/* Correctly rounded value with the widest exponent range, whatever the thread's settings. Overflow
   gives the greatest finite number or infinity, underflow 0 or the least. Returns the ternary
   value; *inexact_range = 1 if an overflow, underflow, division by zero or NaN flag was raised
   (then the ternary value proves nothing). */
int tmd_function_mpfr(const struct tmd_function *function, mpfr_t y, const mpfr_t x,
                      mpfr_rnd_t round, int *inexact_range);

/* The same with at most `most` bits for an expression (0: its maximum), the ternary value in
   *ternary. Returns 0 if these do not round f(x), with the last enclosure in *enclosure, unless
   that is NULL. MPFR's flags are those of y. */
int tmd_function_mpfr_within(const struct tmd_function *function, mpfr_t y, int *ternary,
                             struct tmd_enclosure *enclosure, const mpfr_t x, mpfr_rnd_t round,
                             mpfr_prec_t most);

/* (1+x)^n, correctly rounded. */
int tmd_compound_mpfr(mpfr_t y, const mpfr_t x, long n, mpfr_rnd_t round);

#endif
