/* Polynomials in Newton's form, sum_j r_j C(u, j), as packets have them. */
#ifndef TMD_NEWTON_FORM_H
#define TMD_NEWTON_FORM_H

#include <stdint.h>

#include "lib/base/arb-compat.h"

/* r[j], j = 0..d, of w(u - centre), which has no higher degree: with the integer multipliers j!
   S(k,j) (Stirling numbers of the second kind), so that no division touches a residue. Changes
   w. */
void tmd_newton_form(arb_ptr r, arb_poly_t w, const arb_t centre, int d, slong precision);

/* b >= C(x, j) */
void tmd_binomial_upper(mag_t b, uint64_t x, int j);

/* The least number of words of coefficients that leave out at most 2^-bits, as each leaves out
   2^(-64 words) times its weight; sum >= the weights. */
int tmd_words_needed(const mag_t sum, int bits);

/* Stores a coefficient, which counts `weight` times at most, and adds to err what that leaves out.
   Without an enclosure any value is stored, and an error that excludes nothing. */
void tmd_coefficient_store(uint64_t *residue, int words, mag_t err, const mag_t weight,
                           const arb_t c);

/* The err of a packet: from 1/2 on it excludes nothing; below, a mag's 30 bits are exact. */
double tmd_packet_error(const mag_t err);

/* residue = floor(midpoint 2^(64 words)) mod 2^(64 words): off by less than one unit below the
   midpoint. */
void tmd_fraction_of(uint64_t *residue, int words, const arb_t c);

#endif
