/* Rigorous block polynomials: the plain packet (count = 1) of a block of arguments, from the
   function's power series.

   With Xc an integer near the block's centre, G(Xc + v) = sum_{k<=d} w_k v^k + remainder, and for
   every X of the block |remainder| <= |w_{d+1}(block)| R^(d+1), R = max |v|, where w_{d+1}(block)
   encloses G^(d+1)/(d+1)! on the whole block (Taylor's theorem with Lagrange's remainder). The
   polynomial is moved to u = X - X0 and written in the basis C(u,j) with the integer multipliers j!
   S(k,j) (Stirling numbers of the second kind), so no division touches a residue; the coefficients
   are then cut to `words` words. With last = X1 - X0 - 1, err is the sum of the remainder, the
   coefficients' radii times C(last,j), and 2^(-64 words) C(last,j) for each cut. */
#ifndef TMD_BLOCK_POLYNOMIAL_H
#define TMD_BLOCK_POLYNOMIAL_H

#include "lib/stream/claim.h"

/* Fills `claim` (poly, same problem and cell; its range [X0, X1) is taken) with one packet of
   domain length n >= X1 - X0, err <= 2^-(threshold + 8). degree, words: 0 = the least that serve;
   else taken as given and accounted for. Returns 1; 0 if no degree up to TMD_TAYLOR_DEGREE_MAX
   serves (the block must be divided). */
int tmd_taylor_packet(struct tmd_claim *claim, uint64_t n, int degree, int words);

enum { TMD_TAYLOR_DEGREE_MAX = 20, TMD_TAYLOR_MARGIN_BITS = 8 };

/* Fills `curve` with |f(x)| itself on a segment of at most 2^TMD_CURVE_LENGTH_LOG2 arguments, of a
   cell that is not scattered and a problem in modes all: its error covers the remainder, the
   coefficients' radii and their cut. Returns 1; 0 if no degree up to TMD_CURVE_DEGREE_MAX serves,
   or values are too far from each other (the segment must be divided). */
struct tmd_curve;
struct tmd_segment;
int tmd_taylor_curve(struct tmd_curve *curve, const struct tmd_segment *segment);

#endif
