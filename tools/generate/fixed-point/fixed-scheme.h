/* Schemes of integer operations: y = s 2^(e - 63), s of 64 bits, by fixed-point arithmetic, and
   rounded by integers. The C that the functions share is in integer-*.h, built in as texts; a
   scheme bounds its errors, and prints its constants. No scheme has steps of doubles. */
#ifndef TMD_GENERATE_FIXED_SCHEME_H
#define TMD_GENERATE_FIXED_SCHEME_H

#include "tools/generate/text/c-text.h"

/* The first member of a scheme's data: the function of the text that returns y from the constants
   and x, and the type of the constants, SYMBOL_data. */
struct tmd_fixed_kind {
  enum tmd_function_id id;
  const char *core, *type;
};

extern const struct tmd_scheme tmd_fixed_exponential, tmd_fixed_exponential_m1, tmd_fixed_logarithm,
    tmd_fixed_periodic, tmd_fixed_hyperbolic;

/* The scheme for f, or NULL: none is known. */
const struct tmd_scheme *tmd_fixed_scheme_find(const struct tmd_function *f);

/* The whole file. With text->in_floats, SYMBOL rounds in the mode in force, for the trial. */
void tmd_fixed_print(FILE *out, const struct tmd_design *design, const struct tmd_text *text);

/* ---- parts of schemes ---- */

/* The texts of C, but for integer-words.h. */
extern const char tmd_integer_exponential[], tmd_integer_logarithm[], tmd_integer_periodic[],
    tmd_integer_hyperbolic[];

/* For `append`: there are no steps. */
void tmd_fixed_no_steps(struct tmd_design *design);

/* Adds a bound (error + units 2^-64)/least of |y - f|/|f|. */
void tmd_fixed_add(struct tmd_design *design, const mag_t error, double units, double least);

/* Adds that of a product m 2^-63 g, |m| >= 2^63 with a relative error of `relative`, g by the
   polynomial, which is rounded down. */
void tmd_fixed_add_product(struct tmd_design *design, const struct tmd_fixed_polynomial *g,
                           double relative);

/* 2^t for |t| <= 1/2, the last two being the name of its coefficients and log2 b, as initialisers
   of struct tmd_powers: b is 2, e or 10. */
struct tmd_fixed_polynomial tmd_fixed_power(void);
void tmd_fixed_print_powers(FILE *out, const struct tmd_design *design, int base);

/* floor(x 2^bits) modulo 2^64. */
uint64_t tmd_fixed_word(const arb_t x, int bits);

/* The end of a line of constants: SYMBOL_name, count. */
void tmd_fixed_print_use(FILE *out, const struct tmd_fixed_polynomial *p, const char *symbol);

#endif
