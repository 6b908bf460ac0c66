/* Formats, problems and cells: the subject of a search, and the parts of its domain.

   A format is (p, emin, emax), its end, and its radix, 2 or 10. A problem is a function, an input
   and an output format, rounding modes, and a hardness threshold `bits` = m. A cell fixes the signs
   and exponents of x and f(x), with the radixes b and c of the two formats: x = s_x X b^(e_in -
   p_in
   + 1), c^e_out <= |f(x)| < c^(e_out + 1) (for e_out = emin: |f| < c^(emin+1)).

   The scaled value is  G(X) = |f(x)| 2^(scale - e_out) - offset, and X is a hard-to-round case iff
   dist(G(X), Z) < 2^-threshold and 2^(emin - p - 1) <= |f(x)| < 2^(emax + 1) of the output format,
   where

       modes       scale      offset  threshold   integers of G
       all         p_out      0       m           numbers (even) and midpoints (odd)
       directed    p_out - 1  0       m           numbers
       nearest     p_out - 1  1/2     m + 1       midpoints

   With decimal results G(X) = 2 |f(x)| 10^(p_out - 1 - e_out) for the modes all, and half of that,
   less the offset, for others; and a case has 10^(emin - p) <= |f(x)| < 10^(emax + 1).

   The hardness k of X is defined by 2^-(k+1) <= dist 2^(threshold - m) < 2^-k. */
#ifndef TMD_PROBLEM_H
#define TMD_PROBLEM_H

#include <stdio.h>

#include "lib/base/wide.h"

enum {
  TMD_PRECISION_MIN = 2, /* 1 for formats that do not end as those of IEEE 754 */
  TMD_PRECISION_MAX = 113,
  TMD_PROBLEM_BITS_MAX = 1000,
  TMD_FORMAT_TEXT_BYTES = 80
};

/* The end of a format, that is, its greatest numbers and what is beyond them. All zero: the
   greatest binade is whole, and infinity follows it. The fields are ints, so that formats can be
   compared by memcmp. */
struct tmd_format_end {
  int absent; /* the last significands of the greatest binade, which are no numbers */
  int kind;
  int saturates; /* the greatest number takes the place of every infinite or overflowing result */
};
enum tmd_end_kind {
  TMD_END_IEEE,
  TMD_END_FINITE, /* no infinity: all encodings beyond the greatest number are NaN, as in OCP's E4M3
                     (OCP 8-bit Floating Point Specification, OFP8, 1.0, 2023) */
  TMD_END_P3109   /* one infinity of each sign, one zero, and one NaN, encoded as -0 would be (IEEE
                     WG P3109, Interim Report) */
};

struct tmd_format {
  int p, emin, emax; /* precision in digits; exponents of the least and greatest normal numbers */
  struct tmd_format_end end;
  int decimal;  /* the radix is 10, else 2 */
  int integers; /* y is an integer, low <= y <= high, in one cell whose unit is 1: emin = emax = p -
                   1, and p is the number of bits of the greatest */
  int64_t low, high;
};

/* Of a decimal format a value counts once, with the significand that has the most digits. What is
   said of binades holds of its decades: numbers of one exponent. */
static inline int tmd_format_radix(const struct tmd_format *format) {
  return format->decimal ? 10 : 2;
}

/* radix^n, n <= p. */
tmd_u128 tmd_format_power(const struct tmd_format *format, int n);
/* The least significand of a normal number, radix^(p-1); all of p digits are less than radix^p. */
static inline tmd_u128 tmd_format_least_normal(const struct tmd_format *format) {
  return tmd_format_power(format, format->p - 1);
}
/* What is less than radix to this power is no case: at most half the least number, or a fifth. */
static inline int tmd_format_least_exponent(const struct tmd_format *out) {
  return out->emin - out->p - !out->decimal;
}
/* Bits that hold every significand: p, or more than p log2(10). */
int tmd_format_significand_bits(const struct tmd_format *format);

enum tmd_modes { TMD_MODES_ALL, TMD_MODES_DIRECTED, TMD_MODES_NEAREST };

struct tmd_function;

/* Problems of claims and plan lines are interned: equal ones have the same address. They are never
   freed. */
struct tmd_problem {
  const char *name; /* canonical name of the function */
  struct tmd_format in, out;
  enum tmd_modes modes;
  int bits; /* m */

  /* NULL unless the problem is interned: */
  const struct tmd_function *function;
  const char *text; /* the canonical text */

  struct tmd_format in_y; /* of y, where f is a function of pairs (x, y); else p = 0 */
};

struct tmd_cell {
  int sign_x, sign_f; /* 0 for +, 1 for - */
  int e_in, e_out;
  int sign_y, e_y; /* of y; 0 where f has one argument. Cells of pairs are scattered, and X stands
                      for the ordinal of a pair (lib/problem/pair.h) */
};

static inline int tmd_problem_of_pairs(const struct tmd_problem *problem) {
  return problem->in_y.p != 0;
}

/* A scattered cell: the values of neighbouring arguments are unrelated (sin x from x = 2^10 on in
   binary32). e_out has this value, sign_f is 0, and G uses each argument's own exponent. */
#define TMD_E_OUT_SCATTERED INT32_MIN
static inline int tmd_cell_scattered(const struct tmd_cell *cell) {
  return cell->e_out == TMD_E_OUT_SCATTERED;
}

/* Reads a format's name (e4m3, binary16, ..., or an alias: half, ...) or "p,emin,emax", with
   ":max", the greatest significand, if infinity does not follow a whole binade: then there is no
   infinity, or with ":p3109" the one of P3109. ":sat" at the end: it saturates. decimal64 or
   "10:p,emin,emax" are decimal; "int:LOW:HIGH" are integers. Returns 0 or -1 (message). */
int tmd_format_parse(struct tmd_format *format, const char *text);
/* The same, where only binary formats are supported. */
int tmd_format_parse_binary(struct tmd_format *format, const char *text);
int tmd_format_check(
    const struct tmd_format *format); /* 0, or -1 (message): not within the limits */
const char *tmd_format_names(void);   /* "binary16, bfloat16, ... or p,emin,emax; half, ..." */

/* The end of the X of a binade: 2^p, or less in the greatest one; of a decade: 10^p. */
static inline tmd_u128 tmd_format_X_end(const struct tmd_format *format, int e) {
  return tmd_format_power(format, format->p) -
         (tmd_u128)(e == format->emax ? format->end.absent : 0);
}

/* "p,emin,emax", "10:p,emin,emax", "p,emin,emax:max:sat" in text (TMD_FORMAT_TEXT_BYTES long);
 * returns text. */
char *tmd_format_print(char *text, const struct tmd_format *format);
#define TMD_FORMAT_NUMBERS(format) tmd_format_print((char[TMD_FORMAT_TEXT_BYTES]){0}, format)
/* The same; for a named format its name. */
char *tmd_format_describe(char *text, const struct tmd_format *format);
#define TMD_FORMAT_TEXT(format) tmd_format_describe((char[TMD_FORMAT_TEXT_BYTES]){0}, format)

/* The default threshold: p - 9, so that cases are few, but at least 4; floor(p log2(10)) - 9, but
   at least 1, of decimal formats; of pairs, see lib/problem/pair.h. */
int tmd_problem_usual_bits(const struct tmd_problem *problem);

const char *tmd_modes_name(enum tmd_modes modes);
int tmd_modes_parse(enum tmd_modes *modes, const char *text);

/* The canonical name of a function in any spelling: log for ln(x). NULL
   (message). */
const char *tmd_problem_spell(const char *name);

/* The interned problem with the name, formats, modes and bits of `problem`, whose name need not
   last. NULL (message of one line) if formats, modes or bits are beyond their limits, or the name
   is not the canonical name of a function. Thread-safe. */
const struct tmd_problem *tmd_problem_intern(const struct tmd_problem *problem);

/* The interned problem with this canonical text: lines "key=value\n" in fixed order (function, in,
   out, modes, bits). NULL (message) for any other text. */
const struct tmd_problem *tmd_problem_parse(const char *text, size_t bytes);

/* The format of x, or those of x and y with a semicolon between them, in text of
   TMD_PROBLEM_IN_BYTES; returns text. And the inverse: 0 or -1 (message). */
enum { TMD_PROBLEM_IN_BYTES = 2 * TMD_FORMAT_TEXT_BYTES };
char *tmd_problem_in_print(char *text, const struct tmd_problem *problem);
int tmd_problem_in_parse(struct tmd_problem *problem, const char *text);
#define TMD_PROBLEM_IN_TEXT(problem) tmd_problem_in_print((char[TMD_PROBLEM_IN_BYTES]){0}, problem)

/* Writes the canonical text to `text`, which has TMD_TEXT_MAX_BYTES; returns its length. */
int tmd_problem_print(char *text, const struct tmd_problem *problem);

int tmd_problem_alike(const struct tmd_problem *a,
                      const struct tmd_problem *b); /* 1 if they differ in bits and modes at most */

/* The five columns function, in, out, modes and bits of a text line, tabs between them. */
void tmd_problem_print_columns(FILE *out, const struct tmd_problem *problem);

int tmd_problem_decimal(const struct tmd_problem *problem); /* 1 if either format is */

/* The power of two in G, if results are binary. */
int tmd_problem_scale(const struct tmd_problem *problem);
/* |f| < radix^(e_out+1) makes G less than 2 to this power. */
int tmd_problem_G_bits(const struct tmd_problem *problem);
int tmd_problem_threshold(const struct tmd_problem *problem); /* HR case: dist < 2^-threshold */

/* k of a distance in [1/2, 1) 2^exponent; and k as records store it, at most TMD_HARDNESS_MOST. */
long tmd_problem_hardness(const struct tmd_problem *problem, int32_t exponent);
long tmd_problem_hardness_recorded(const struct tmd_problem *problem, int32_t exponent);
static inline int tmd_problem_offset_half(const struct tmd_problem *p) {
  return p->modes == TMD_MODES_NEAREST;
}

/* An order of cells, by sign_x, sign_f, e_in, e_out, sign_y and e_y: < 0, 0, > 0. */
int tmd_cell_compare(const struct tmd_cell *a, const struct tmd_cell *b);

/* Exponent of one unit of X in a cell, e_in - p_in + 1: of two, or of ten. */
static inline int tmd_cell_unit(const struct tmd_problem *problem, const struct tmd_cell *cell) {
  return cell->e_in - problem->in.p + 1;
}

/* Checks signs, exponents and 0 <= X0 < X1 <= tmd_format_X_end, and that only the subnormal cell
   (e_in = emin) goes below the least normal significand; of pairs, that X1 is at most the number of
   ordinals. Returns 0 or -1 (message). */
int tmd_cell_check(const struct tmd_problem *problem, const struct tmd_cell *cell, tmd_u128 X0,
                   tmd_u128 X1);

#endif
