/* Domains: ranges of real x with exact rational end points, and their arguments in a binade. */
#ifndef TMD_DOMAIN_H
#define TMD_DOMAIN_H

#include <gmp.h>

#include "lib/problem/ordinal.h"

/* An end point of a domain: an exact rational, or -inf / +inf (infinite = -1 / +1). */
struct tmd_endpoint {
  mpq_t value;
  int infinite;
};

/* A domain: real x with a <= x < b (b = +inf: all from a on). */
struct tmd_domain {
  struct tmd_endpoint a, b;
};

/* Reads "a:b": exact decimal or hexadecimal numbers, inf, -inf, or constants such as pi/2 and 1/3.
   Either may be omitted. An irrational constant is replaced by a number such that the domain has
   the same arguments in every format. 0 or -1 (message); to be cleared in either case. */
int tmd_domain_parse(struct tmd_domain *domain, const char *text);

void tmd_domain_clear(struct tmd_domain *domain);

/* A union of domains. None: all real x. */
struct tmd_domains {
  struct tmd_domain *at;
  int count;
};

/* Reads several, separated by commas, and appends them. 0 or -1 (message). */
int tmd_domains_parse(struct tmd_domains *domains, const char *text);
void tmd_domains_clear(struct tmd_domains *domains);

/* The X in [low, high) of the format's exponent e whose arguments are in one of the domains, as
   sorted disjoint ranges, at most one for each domain, or 1; returns their number. */
int tmd_domains_cut(const struct tmd_domains *domains, const struct tmd_format *format, int sign,
                    int e, tmd_u128 low, tmd_u128 high, struct tmd_range *ranges);

#endif
