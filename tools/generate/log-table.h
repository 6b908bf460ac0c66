/* log u = e log 2 - log c_i + log(1 + r), u = 2^e z, z between about 0.7 and 1.4, i from the
   leading bits of z, r = c_i z - 1, where c_i has 24 bits. For z near 1, c_i = 1: log u = log(1 +
   r) has a small relative error. Other bases likewise. */
#ifndef TMD_GENERATE_LOG_TABLE_H
#define TMD_GENERATE_LOG_TABLE_H

#include "tools/generate/design.h"

/* The encoding of the least z: two thirds of the interval of 1 lie below 1, where its numbers are
   half as dense. Interval ONE is that of 1. */
enum { TMD_LOG_ENTRIES = 32, TMD_LOG_SHIFT = 23 - 5, TMD_LOG_ONE = 20, TMD_LOG_PLACE = 52 };
#define TMD_LOG_LEAST (0x3f800000u - (TMD_LOG_ONE * 3 + 2) * (1u << TMD_LOG_SHIFT) / 3)

/* Makes a table T of -log c_i, and of c_i behind it, in T[i + 32]; p: p(r) is close to log(1 + r).
   T has multiples of `unit`, or doubles if that is 0; `tried`: numbers c_i to choose from. Returns
   the greatest |r|, rounded up. */
double tmd_log_plan(struct tmd_design *design, const struct tmd_approximation *p, double unit,
                    int tried);

/* 1 if c_i has 24 bits, |r| stays in the range of p, and c_i is 1 near 1. */
int tmd_log_serves(const struct tmd_design *design, const struct tmd_approximation *p, int i);

/* The k-th other choice of c_i and its logarithm: 1, or 0 if they do not serve. */
int tmd_log_exchange(struct tmd_design *design, const struct tmd_approximation *p, int i, int k);

/* The logarithm of a positive double. */
void tmd_log_of(arb_t value, const struct tmd_approximation *p, double x);

/* -log c_i */
void tmd_log_entry(arb_t value, const struct tmd_design *design, const struct tmd_approximation *p,
                   int i);

/* 32 e + i for u > 0 */
int64_t tmd_log_index(double u);

/* The ends of interval i of z are from(i) and from(i + 1). */
double tmd_log_from(int i);

/* The greatest |r| of the interval. */
double tmd_log_reach(const struct tmd_design *design, int i);

/* Prints the operations from u, an expression with a double value > 0, which `name` stands for in a
   comment, to e, which is 2^TMD_LOG_PLACE times as large, i and r. Without FMA, u = u_h + u_l, u_h
   of 24 bits: c_i u_h - 1 is exact, c_i u_l is at most 2^-22, and so is its rounding in units of
   2^-52. */
void tmd_log_print(FILE *out, const char *u, const char *name, double radius, int no_fma);

/* In vectors: e, c_i as c, and T_i as b, from `table`, a name, whose second row has c_i. */
void tmd_log_print_lanes(FILE *out, const char *u, const char *table, int no_fma);

#endif
