/* b^x = 2^floor(n/64) 2^((n mod 64)/64) b^r, with n = 64 x log2 b rounded to an integer and
   r = x - n log_b(2)/64: the reduction that exponentials and hyperbolic functions share.

   n by the addition of 1.5 2^52 is the nearest integer, or one of the two next to it in a directed
   mode: |r| <= (1 + 2^-30) log_b(2)/64 in every mode, as the constant has a relative error below
   2^-53, |n| is below 2^16, and FMA rounds once. The product alone, rounded, differs by 2^-36 at
   most.

   r = h - n low, h = x - n high, log_b(2)/64 = high + low. Without FMA high has 37 bits, so that
   n high is exact, and so is n/64 if one word is enough.

   In vectors n = x log2 b, without a table: b^x = 2^n b^r. n is the integer nearest to the product
   x (1/L), L = log_b 2, in every mode, by an operation that ignores the mode. The product has a
   relative error below 2^-52 + 2^-53, so that |x/L - n| <= 1/2 + 2^-43 for |x/L| < 2^8, and |r| is
   below (1/2 + 2^-43) L. Products with 2^n are exact, as binary64 has these numbers. Next to 0,
   n = 0, and r = x exactly. */
#ifndef TMD_GENERATE_POWERS_H
#define TMD_GENERATE_POWERS_H

#include "tools/generate/design.h"

/* |n| <= TMD_POWERS_N, or TMD_POWERS_MOST in vectors, where 2^-151 < b^x < 2^152. 2^n + 1 and 2^n -
   1 are exact in vectors for |n| <= TMD_POWERS_EXACT. */
enum {
  TMD_POWERS_ENTRIES = 64,
  TMD_POWERS_MOST = 152,
  TMD_POWERS_EXACT = 52,
  TMD_POWERS_N = TMD_POWERS_MOST * TMD_POWERS_ENTRIES
};

/* `lanes` in struct tmd_power: the result is multiplied by 2^n; or s = 2^n is an input, and p has a
   small error relative to b^x - 1. */
enum { TMD_POWERS_LANES = 1, TMD_POWERS_LESS_ONE };

/* The steps that tmd_powers_append makes: r, r with less accuracy, and 2^(n/64); in vectors, r is
   used in place of the second, and the third is 2^n, or 1. */
enum { TMD_POWERS_R, TMD_POWERS_ROUGH, TMD_POWERS_S };

/* All x with the same n, and r in a ball. */
struct tmd_power_state {
  int n;
  arb_t r, power, entry; /* power: b^r; entry: 2^(n/64) */
  mag_t error;           /* of the approximation of b^r, with the sign of r or the opposite one */
};

/* Table, approximation p of b^r, for design->power. */
void tmd_powers_plan(struct tmd_design *design);
void tmd_powers_append(struct tmd_design *design);

/* Visits the states for n = first .. last in which |scale x| >= from is possible, with the inputs
   set. */
void tmd_powers_each(struct tmd_design *design, int first, int last, double from,
                     void (*visit)(struct tmd_design *design, const struct tmd_power_state *state));

/* In vectors: appends the steps of b^r - 1, the index of the last one. */
int tmd_powers_less_one(struct tmd_design *design);

/* Sets an input to s + other, s the state's power of 2, and other = 1 or -1; or, if s is 2^n/2,
   other = 2^-n/2 or its negative. Where it is not exact, it is rounded. */
void tmd_powers_set_sum(struct tmd_design *design, int at, const struct tmd_power_state *state,
                        const arb_t other);

/* Visits the states for n = 0 and |r| >= least, where r is exact. */
void tmd_powers_near(struct tmd_design *design, double least,
                     void (*visit)(struct tmd_design *design, const struct tmd_power_state *state));

/* For `visit`: encloses the steps of the state, and adds it to the bound of y = b^x - less. */
void tmd_powers_add(struct tmd_design *design, const struct tmd_power_state *state, ulong less);

/* Sets a step to the value of the table for n, with its error. */
void tmd_powers_set(struct tmd_design *design, int at, int n);

/* For struct tmd_scheme. */
int tmd_powers_index(const struct tmd_design *design, uint32_t x, int mode);

/* The greatest binary32 number x with scale x at most n log_b 2, as its encoding. */
uint32_t tmd_powers_limit(const struct tmd_design *design, int n);

/* Prints the operations from x to m, which is n, and r, in vectors. */
void tmd_powers_print_lanes(FILE *out, const struct tmd_design *design);

/* Prints the operations from xd, which is x, to n.u, r (and h, if r needs two words), and s.f =
   2^(n/64). */
void tmd_powers_print(FILE *out, const struct tmd_design *design);

#endif
