/* Domains: ranges of real x with exact rational end points, and the arguments of a binade that lie in them. */
#ifndef TMD_DOMAIN_H
#define TMD_DOMAIN_H

#include <gmp.h>

#include "lib/claim/argument.h"

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

/* The X within [low, high) with s X 2^unit in one of the domains: disjoint ranges in order, `count` of them at most; returns how
   many. */
int tmd_domains_cut(const struct tmd_domain *domains, int count, int sign, int unit, tmd_u128 low, tmd_u128 high,
                    struct tmd_range *ranges);

#endif
