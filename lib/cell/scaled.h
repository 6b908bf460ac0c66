/* The scaled value G of a cell (lib/claim/problem.h) as a function of the significand X, by ball arithmetic. */
#ifndef TMD_SCALED_H
#define TMD_SCALED_H

#include "lib/function/function.h"
#include "lib/claim/problem.h"

/* w = Taylor polynomial of length len of G(X + u) in u, rigorous for every real X of the ball. */
void tmd_scaled_series(arb_poly_t w, const struct tmd_problem *problem, const struct tmd_cell *cell,
                       const struct tmd_function *function, const arb_t X, slong len, slong prec);

/* The ball of all real X with X0 <= X <= X1, and an integer X, exactly. */
void tmd_scaled_range(arb_t ball, tmd_u128 X0, tmd_u128 X1);
void tmd_scaled_integer(arb_t ball, tmd_u128 X);

/* G <- G + direction * offset, exactly: -1 takes the offset of lib/claim/problem.h from |f| 2^(scale - e_out), +1 gives it back. */
void tmd_scaled_offset(arb_t G, const struct tmd_problem *problem, int direction);

/* Of an enclosure G with finite midpoint: `nearest` is the integer nearest to the midpoint, and
   low <= |g - nearest| <= high for every g of the ball (low and high exact up to 2^18 bits). */
void tmd_scaled_distance(arf_t nearest, arf_t low, arf_t high, const arb_t G);

/* floor(log2 |x|), saturated to LONG_MIN (also for 0) and LONG_MAX. */
long tmd_scaled_log2(const arf_t x);

#endif
