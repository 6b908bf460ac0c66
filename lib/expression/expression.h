/* Expressions in x, allowed wherever a function's name is: sin(x)/x, exp(-x^2/2), log(1+exp(x)).

     choice   sum [ (<|<=|>|>=|==|!=) sum ? choice : choice ]
     sum      product { (+|-) product }
     product  factor { (*|/) factor }
     factor   - factor | power
     power    primary [ (^|**) factor ]      right associative: x^2^3 is x^8
     primary  number | x | y | pi | e | (choice) | abs(choice) | pow(choice, choice) | min(choice,
   choice, ...) | max(...) | NAME(choice) | NAME(choice, choice) | NAME(choice, integer)

   Numbers are exact: 0.1 is 1/10, 0x1.8p-3 is 3/16. NAME is a function of the table, or one defined
   as an expression (aliases.c); a member of a family takes its parameter second: rootn(x, 3) for
   rootn(3). pow(a, b) is a^b. If b is a rational constant (x^3, x^-2, x^(1/3)) but not an integer,
   the base must be positive (or 0, if b is positive); for any other b, as in x^x or x^pi, it must
   be positive. x < 0 ? a : b is a where the comparison of real numbers holds (-0 is 0), else b;
   only the branch taken needs a value. Continuity at the joint is not assumed (piecewise.c). min
   and max need all their values. The domain is all x where every part has a value: x^(-1) has none
   at 0.

   The canonical text is printed from the tree (print.c), without blanks and needless parentheses:
   x^2 for pow(x, 2) and x**2, log for ln, exp2(x) for 2^x.

   hypot(a, b), atan2(a, b) (the angle of the point (b, a)), atan2pi(a, b) and powr(a, b) (a^b, a
   not negative) are definitions in two arguments. An expression with y is a function of pairs (x,
   y): it has no values itself, but at each rational y it is a function of x alone, a row. x^y at an
   integer y is defined for x < 0, too. The second arguments of pown(x, y), rootn(x, y) and
   compound(x, y), or compoundn, are expressions in y, integers in a row. pow, powr, hypot, atan2,
   ... alone are x^y, powr(x, y), hypot(x, y), atan2(y, x), ...

   No library rounds expressions correctly. Values come from Arb, by balls on a rewritten tree, and
   from MPFR, by intervals on the tree as it was written; each at growing precision, and exactly, as
   rational numbers, where all functions have exact values (MPFR's ternary value 0). The two share
   the parser and the exponents of powers. A value that neither decides is undecided. */
#ifndef TMD_EXPRESSION_H
#define TMD_EXPRESSION_H

#include "lib/function/function.h"

struct tmd_expression;

enum { TMD_EXPRESSION_BITS_MAX = 4096 }; /* bits_max of the methods */

/* NULL if the text is no expression; the message has three lines, the last with a caret below the
   error. Both are public for tests. */
struct tmd_expression *tmd_expression_parse(const char *text);
void tmd_expression_clear(struct tmd_expression *expression);

/* A function by its name: an entry of the table, a member of a family, or an expression, which is
   made once for a text and stored; sin(x) is sin itself. The result has the canonical name. NULL
   (message). */
const struct tmd_function *tmd_resolve(const char *name);

/* The same, but NULL (message) for a function of pairs. */
const struct tmd_function *tmd_resolve_of_x(const char *name);

/* row.c. The function of x that one of pairs (of_pairs) is at this y, owned by the caller: of the
   table or a family where it is one, such as x^3, else with the methods of expressions; the name is
   only for messages. Threads may make rows of one function at the same time, and free each other's.
   NULL (message) if the function has no values at this y, as pown(x,y) at 1/2. */
struct tmd_function *tmd_row_function(const struct tmd_function *pairs, mpq_srcptr y);
void tmd_row_function_free(struct tmd_function *row);

/* f(x + slope_x t, y + slope_y t) of a function of pairs as a Taylor polynomial of length len in t,
   rigorous for all x, y and slopes of these balls; members of families as powers, so that bases are
   positive. Not finite where f has no value, or none is found. */
void tmd_pairs_series(const struct tmd_function *pairs, arb_poly_t f, const arb_srcptr point[2],
                      const arb_srcptr slope[2], slong len, slong prec);

/* suggest.c. ": did you mean sin, sinh?", the nearest names to an unknown word, or "". */
enum { TMD_SUGGESTION_BYTES = 96 };
void tmd_function_suggest(char text[TMD_SUGGESTION_BYTES], const char *word);

/* Explains a name that is not a function of x: "is a function of two arguments: ...", returns more
   than 0; 0 for other words. */
int tmd_function_explain(char text[TMD_SUGGESTION_BYTES], const char *word);
int tmd_function_is_name(const char *word); /* 1 if it may precede a parenthesis */

/* The message about a word that is no function of x; NULL. */
const struct tmd_function *tmd_function_unknown(const char *word);

/* A constant expression: its value if that is found to be rational; else a number near it, such
   that no floating-point number of `bits` bits lies between or equals the number. 0, or -1
   (message) if it contains x, has no value, is not separated from such numbers by
   TMD_EXPRESSION_BITS_MAX bits, or is beyond all formats. */
int tmd_expression_constant(mpq_t value, const char *text, int bits);

/* ---- The methods of expressions (struct tmd_methods) ---- */

/* Removable singularities at 0 are removed; tmd_expression_place defines the domain. */
void tmd_expression_series(const struct tmd_expression *expression, arb_poly_t y, const arb_t x,
                           slong len, slong prec);

/* By plain ball arithmetic. */
void tmd_expression_jet(const struct tmd_expression *expression, arb_poly_t y, const arb_t x,
                        slong len, slong prec);

struct tmd_place tmd_expression_place_on(const struct tmd_expression *expression, const arb_t x,
                                         slong prec);

int tmd_expression_linear_on(const struct tmd_expression *expression, struct tmd_linear *y,
                             const arb_t x, slong prec);

struct tmd_place tmd_expression_place(const struct tmd_expression *expression, const mpfr_t x);

/* The method undecided_part. */
void tmd_expression_undecided_part(const struct tmd_expression *expression, char *text,
                                   const mpfr_t x);

/* By MPFR only, at one precision. */
struct tmd_place tmd_expression_place_by_mpfr(const struct tmd_expression *expression,
                                              const mpfr_t x);

int tmd_expression_next_to(const struct tmd_expression *expression, fmpq_t number, long *high,
                           const mpfr_t x);

/* The method mpfr_within, by MPFR only: rounds y correctly and returns the ternary value; NaN and
   its flag outside the domain. An undecided value also raises the NaN flag, with y near f(x). */
int tmd_expression_mpfr(const struct tmd_expression *expression, mpfr_t y, const mpfr_t x,
                        mpfr_rnd_t round);
int tmd_expression_mpfr_within(const struct tmd_expression *expression, mpfr_t y,
                               struct tmd_enclosure *enclosure, const mpfr_t x, mpfr_rnd_t round,
                               mpfr_prec_t most);

/* The exact value at x, if it is found to be rational: returns 1 if so. Public for tests. */
int tmd_expression_exact(const struct tmd_expression *expression, fmpq_t y, const fmpq_t x);

#endif
