/* Arguments as numbers: exact end points of domains, hexadecimal text. */
#ifndef TMD_ARGUMENT_H
#define TMD_ARGUMENT_H

#include <gmp.h>
#include <mpfr.h>

#include "lib/claim/problem.h"

enum { TMD_ARGUMENT_TEXT_BYTES = 64 };

/* An end point of a domain: an exact rational, or -inf / +inf (infinite = -1 / +1). */
struct tmd_endpoint {
  mpq_t value;
  int infinite;
};

/* A domain: real x with a <= x < b (b = +inf: all from a on). */
struct tmd_domain {
  struct tmd_endpoint a, b;
};

/* Reads "a:b", decimal or hexadecimal floating point (exact), "inf", "-inf". 0 or -1 (message). */
int tmd_domain_parse(struct tmd_domain *domain, const char *text);
void tmd_domain_clear(struct tmd_domain *domain);

/* The X with s X 2^unit in the domain, as [X0, X1) within [low, high): returns 1 if there are any. */
int tmd_domain_cut(const struct tmd_domain *domain, int sign, int unit, tmd_u128 low, tmd_u128 high, tmd_u128 *X0, tmd_u128 *X1);

struct tmd_range {
  tmd_u128 X0, X1;
};

/* The same of the union of domains: disjoint ranges in order, `count` of them at most; returns how many. */
int tmd_domains_cut(const struct tmd_domain *domains, int count, int sign, int unit, tmd_u128 low, tmd_u128 high,
                    struct tmd_range *ranges);

/* The number (-1)^sign X 2^unit as a normalized hexadecimal float ("0x1.8p+3", "-0x1p-1074", "0x0p+0"), exact. */
char *tmd_argument_print(char *text, int sign, tmd_u128 X, int unit);

/* The inverse, for an argument of the format: sign, e_in and X of its cell (zero: e_in = emin, X = 0).
   0, or -1 (message) if the text is no number or not a finite number of the format. */
int tmd_argument_parse(const char *text, const struct tmd_format *format, int *sign, int *e_in, tmd_u128 *X);

/* x = (-1)^sign X 2^unit, exact: x must have at least 128 bits of precision. */
void tmd_argument_mpfr(mpfr_t x, int sign, tmd_u128 X, int unit);

#endif
