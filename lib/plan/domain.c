#include "lib/plan/domain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/base/wide-mpz.h"
#include "lib/base/word.h"
#include "lib/expression/expression.h"
#include "lib/problem/hex-float.h"
#include "lib/problem/problem.h"

enum { TEXT_MAX = TMD_FUNCTION_MAX_BYTES };

/* A number, or a constant expression; `left_out` is the sign of the infinity that empty text
   means. */
static int parse_endpoint(struct tmd_endpoint *endpoint, const char *text, int left_out) {
  endpoint->infinite = !*text                                          ? left_out
                       : !strcmp(text, "-inf")                         ? -1
                       : !strcmp(text, "inf") || !strcmp(text, "+inf") ? 1
                                                                       : 0;
  if (endpoint->infinite || tmd_hexfloat_parse_rational(endpoint->value, text) == 0) return 0;
  if (tmd_expression_constant(endpoint->value, text, TMD_PRECISION_MAX) == 0) return 0;
  return tmd_error(TMD_USAGE, "end '%.80s' of a domain: %.*s", text,
                   (int)strcspn(tmd_error_text(), "\n"), tmd_error_text());
}

static int endpoint_less(const struct tmd_endpoint *a, const struct tmd_endpoint *b) {
  if (a->infinite || b->infinite) return a->infinite < b->infinite;
  return mpq_cmp(a->value, b->value) < 0;
}

int tmd_domain_parse(struct tmd_domain *domain, const char *text) {
  char a[TEXT_MAX];
  const char *colon = tmd_word_end(text, ':');
  mpq_inits(domain->a.value, domain->b.value, NULL);
  if (!*colon || !text[1] || strlen(text) >= sizeof a)
    return tmd_error(TMD_USAGE,
                     "domain '%.80s' is not A:B, with a colon between its ends, as in 1:2", text);
  memcpy(a, text, (size_t)(colon - text));
  a[colon - text] = 0;
  if (parse_endpoint(&domain->a, a, -1) || parse_endpoint(&domain->b, colon + 1, 1)) return -1;
  return !endpoint_less(&domain->a, &domain->b)
             ? tmd_error(TMD_USAGE, "domain '%.80s' is empty: a >= b", text)
             : 0;
}

int tmd_domains_parse(struct tmd_domains *domains, const char *text) {
  char part[TEXT_MAX];
  for (const char *from = text, *comma;; from = comma + 1) {
    comma = tmd_word_end(from, ',');
    if ((size_t)(comma - from) >= sizeof part)
      return tmd_error(TMD_USAGE, "domain '%.80s' is too long", from);
    memcpy(part, from, (size_t)(comma - from));
    part[comma - from] = 0;
    domains->at = tmd_reallocate(domains->at, (size_t)(domains->count + 1) * sizeof *domains->at);
    if (tmd_domain_parse(domains->at + domains->count++, part)) return -1;
    if (!*comma) return 0;
  }
}

void tmd_domain_clear(struct tmd_domain *domain) {
  mpq_clears(domain->a.value, domain->b.value, NULL);
}

void tmd_domains_clear(struct tmd_domains *domains) {
  while (domains->count > 0) tmd_domain_clear(&domains->at[--domains->count]);
  free(domains->at);
}

/* The least integer >= |x|/unit (or > |x|/unit if strict), clamped to [low, high]. */
static tmd_u128 round_up(const mpq_t x, const mpq_t unit, int strict, tmd_u128 low, tmd_u128 high) {
  SCOPED(mpq, scaled);
  SCOPED(mpz, bound, limit);
  mpq_abs(scaled, x);
  mpq_div(scaled, scaled, unit);
  if (strict) {
    mpz_fdiv_q(bound, mpq_numref(scaled), mpq_denref(scaled));
    mpz_add_ui(bound, bound, 1);
  } else {
    mpz_cdiv_q(bound, mpq_numref(scaled), mpq_denref(scaled));
  }
  tmd_wide_to_mpz(limit, high);
  if (mpz_cmp(bound, limit) >= 0) return high;
  const tmd_u128 result = tmd_wide_from_mpz(bound);
  return result < low ? low : result;
}

/* Least X in [low, high] with (-1)^sign X unit on the far side (away from 0) of an end point:
   for x > 0: x >= end; for x < 0: x < end (strict). */
static tmd_u128 first_beyond(const struct tmd_endpoint *end, int sign, const mpq_t unit,
                             tmd_u128 low, tmd_u128 high) {
  if (end->infinite) return (end->infinite > 0) == (sign == 0) ? high : low;
  int end_sign = mpq_sgn(end->value);
  if (sign == 0) return end_sign <= 0 ? low : round_up(end->value, unit, 0, low, high);
  /* -X unit < end  iff  X unit > -end */
  return end_sign > 0 ? low : round_up(end->value, unit, 1, low, high);
}

/* x > 0: a <= x < b. x < 0: X is reversed: x < b towards 0, and not x < a away from 0. */
static struct tmd_range cut(const struct tmd_domain *domain, int sign, const mpq_t unit,
                            tmd_u128 low, tmd_u128 high) {
  return (struct tmd_range){first_beyond(sign ? &domain->b : &domain->a, sign, unit, low, high),
                            first_beyond(sign ? &domain->a : &domain->b, sign, unit, low, high)};
}

int tmd_domains_cut(const struct tmd_domains *domains, const struct tmd_format *format, int sign,
                    int e, tmd_u128 low, tmd_u128 high, struct tmd_range *ranges) {
  int found = 0, joined = 0;
  SCOPED(fmpq, power);
  SCOPED(mpq, unit);
  tmd_argument_rational(power, tmd_format_radix(format), 0, 1, e - format->p + 1);
  fmpq_get_mpq(unit, power);
  if (domains->count == 0) ranges[found++] = (struct tmd_range){low, high};
  for (int i = 0; i < domains->count; i++) {
    ranges[found] = cut(domains->at + i, sign, unit, low, high);
    found += ranges[found].X0 < ranges[found].X1;
  }
  qsort(ranges, (size_t)found, sizeof *ranges, tmd_wide_compare);
  for (int i = 0; i < found; i++) {
    if (joined && ranges[i].X0 <= ranges[joined - 1].X1) {
      if (ranges[i].X1 > ranges[joined - 1].X1) ranges[joined - 1].X1 = ranges[i].X1;
    } else {
      ranges[joined++] = ranges[i];
    }
  }
  return joined;
}
