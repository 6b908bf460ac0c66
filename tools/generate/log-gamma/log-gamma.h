/* What the design of lgamma and the bound of its error share. */
#ifndef TMD_GENERATE_LOG_GAMMA_H
#define TMD_GENERATE_LOG_GAMMA_H

#include "tools/generate/design.h"

/* Approximations in design->piece and steps in design->part, of functions in the text. */
enum { TMD_LOG_GAMMA_LOG, TMD_LOG_GAMMA_STIRLING, TMD_LOG_GAMMA_SINE, TMD_LOG_GAMMA_PARTS };

/* Inputs of these steps, and of design->steps. */
enum { TMD_LOG_R, TMD_LOG_E };
enum { TMD_STIRLING_Z, TMD_STIRLING_H, TMD_STIRLING_L, TMD_STIRLING_LESS /* h - 1 */ };
enum { TMD_SINE_T, TMD_SINE_Z };
enum { TMD_LOG_GAMMA_T, TMD_LOG_GAMMA_A, TMD_LOG_GAMMA_B };

/* Stirling's series serves between these; beyond, f overflows. Below -LAST - 1/2, f is reflected.
   For |x| < 2^TINY, t = 0. */
static const double tmd_stirling_from = 4.5, tmd_stirling_end = 0x1p+122;
enum { TMD_LOG_GAMMA_LAST = 10, TMD_LOG_GAMMA_TINY = -60 };

/* log gamma(y) in Sollya, by Stirling's series, with an error below 2^-75 for y >= 20. */
#define TMD_STIRLING                                                 \
  "(y-1/2)*log(y)-y+log(2*pi)/2+1/(12*y)-1/(360*y^3)+1/(1260*y^5)\n" \
  "-1/(1680*y^7)+1/(1188*y^9)-691/(360360*y^11)+1/(156*y^13)-3617/(122400*y^15)"

/* log 2 in multiples of TMD_LOG_UNIT, in which h is exact: |h| < 2^7 */
#define TMD_LOG_UNIT 0x1p-45
double tmd_log_two(void);

/* The Taylor polynomial of M(u) = z m(z), u = 1/z^2, where log gamma(z) = (z - 1/2) log z - z +
   log(2 pi)/2 + m(z), for u in the ball, cut at 0. */
void tmd_stirling_series(arb_poly_t g, const struct tmd_approximation *p, const arb_t u,
                         slong length);

/* For x < -3/2, all arguments with |f(x)| less than this are tested; without FMA, less than twice
   this, as errors are larger. */
#define TMD_LOG_GAMMA_ZERO 0x1.4p-7

/* For struct tmd_scheme, also in vectors. */
#define TMD_LOG_GAMMA_LISTED "x < -3/2 with |f(x)| < 0x1.4p-7, whose errors are larger"
#define TMD_LOG_GAMMA_LISTED_NO_FMA "x < -3/2 with |f(x)| < 0x1.4p-6, whose errors are larger"
void tmd_log_gamma_plan(struct tmd_design *design);
void tmd_log_gamma_append(struct tmd_design *design);
void tmd_log_gamma_bound(struct tmd_design *design);
int tmd_log_gamma_list(struct tmd_hard_cases *list, struct tmd_design *design,
                       const struct tmd_problem *problem);

#endif
