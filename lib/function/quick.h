/* Values in double precision with a proven bound of their error, for arguments taken one by one
   (lib/cell/single-arguments.h).

   Only functions whose neighbouring values are unrelated, so that arguments are taken one by one,
   have them: sin, cos, tan, sinpi, cospi, tanpi, lgamma left of 0, and expressions made of these
   functions of x itself, rational numbers, pi, e, + - * / and integer powers; and rows of pairs,
   whose arguments are taken one by one in small formats.

   x = +-X 2^unit is brought to quarter turns t = x 2/pi (2x for sinpi) modulo 4 in fixed point:
   with K = floor(2^190 ((2/pi) 2^unit mod 4)), X K mod 2^192 is t up to X < 2^53 units of 2^-190,
   however large x is. The remainder r = t - quadrant in [-1/2, 1/2] is converted to double
   precision with a relative error of 2u, u = 2^-53, and an absolute one of 2^-124 (of truncated
   words); Taylor polynomials give sine and cosine of r pi/2 (quick.c).

   Neighbours are evaluated together, one in each lane of vector instructions
   (lib/base/error-doubles.h). */
#ifndef TMD_QUICK_H
#define TMD_QUICK_H

#include <stdint.h>

#include "lib/base/error-doubles.h"
#include "lib/base/wide.h"
#include "lib/function/function.h"

enum { TMD_QUICK_PRECISION_MAX = 53 }; /* X has at most so many bits */

struct tmd_quick;

/* For plans: nanoseconds of a value, and in *cell_ns those of a cell instead of its arguments (in
   the plan, as blocks, packets and candidates); 0 for other functions. */
enum { TMD_CELL_NS = 70000 };
double tmd_quick_ns(const struct tmd_function *function, double *cell_ns);

/* f at the multiples of 2^unit on one side of 0; NULL if f has no such values. To be closed. */
struct tmd_quick *tmd_quick_open(const struct tmd_function *function, int sign_x, int unit);

/* The same for the function of a row of pairs, and with the functions exp, log, sqrt and atan of
   other steps, powers and roots. */
struct tmd_quick *tmd_quick_open_row(const struct tmd_function *function, int sign_x, int unit);
void tmd_quick_close(struct tmd_quick *quick);

/* f(x) at x = (-1)^sign_x (X + i) 2^unit, 0 < X + i < 2^53, in lane i = 0, ..., TMD_NEARS - 1;
   lanes beyond 2^53 are undefined. Not finite (near_finite) where there is no bound, as at
   poles. */
void tmd_quick_values(const struct tmd_quick *quick, uint64_t X, struct tmd_nears *values);

#endif
