#include "tools/generate/every/byte-results.h"

#include "lib/base/error.h"
#include "lib/problem/hex-float.h"
#include "lib/problem/ordinal.h"

/* With infinities and NaN, whose encodings are complete. */
static unsigned exact(const struct tmd_correct *c, const struct tmd_format *out) {
  const struct tmd_datum result = tmd_correct_round(c, out, TMD_ROUND_NEAREST);
  const unsigned bits = (unsigned)tmd_datum_bits(out, &result);
  return (bits & 127) << 2 | (bits >> 7 ? TMD_BYTE_SIGN : 0);
}

/* A result that no standard defines raises the flag of its kind, too. */
static unsigned not_finite(const struct tmd_correct *c, const struct tmd_format *out) {
  const int is_nan = c->kind == TMD_CORRECT_NAN, is_free = c->freedom != TMD_FREE_NOT;
  unsigned entry = exact(c, out);
  if (c->raises & TMD_RAISES_INVALID || (is_nan && is_free)) entry |= TMD_BYTE_INVALID;
  if (c->raises & TMD_RAISES_DIVIDE || (!is_nan && is_free)) entry |= TMD_BYTE_POLE;
  return entry;
}

static unsigned inexact(const struct tmd_correct *c, const struct tmd_format *out) {
  const unsigned below = (unsigned)c->below;
  unsigned entry = below << 2 | tmd_correct_odd(c);
  if (c->sign) entry |= TMD_BYTE_SIGN;
  if (below < 1u << (out->p - 1)) entry |= TMD_BYTE_TINY;
  if (below + 1 == tmd_ordinal_infinite(out)) entry |= TMD_BYTE_LAST;
  if (c->beyond) entry |= TMD_BYTE_BEYOND;
  return entry;
}

static unsigned entry_of(const struct tmd_correct *c, const struct tmd_format *out,
                         const struct tmd_datum *x) {
  if (x->class == TMD_DATUM_SIGNALLING) return exact(c, out) | TMD_BYTE_SIGNALLING;
  if (x->class == TMD_DATUM_NAN) return exact(c, out);
  if (c->kind != TMD_CORRECT_NUMBER) return not_finite(c, out);
  return c->eighths == 0 ? exact(c, out) : inexact(c, out);
}

int tmd_byte_results_find(struct tmd_byte_results *results, const struct tmd_problem *problem,
                          int plain) {
  const struct tmd_checked checked = {
      .function = problem->function, .in = problem->in, .out = problem->out};
  const struct tmd_format *out = &problem->out;
  *results = (struct tmd_byte_results){.format = *out, .plain = plain};
  for (unsigned bits = 0; bits < TMD_BYTES; bits++) {
    const struct tmd_datum x = tmd_datum_of_bits(&problem->in, bits);
    struct tmd_correct correct = {.kind = TMD_CORRECT_NAN, .raises = TMD_RAISES_INVALID};
    if (x.class != TMD_DATUM_INFINITE || tmd_correct_has_infinite(problem->function))
      tmd_correct_at(&correct, &checked, &x);
    if (correct.kind == TMD_CORRECT_UNDECIDED)
      return tmd_error(TMD_USAGE, "%s: the result at %s is undecided", problem->name,
                       tmd_datum_print((char[TMD_HEXFLOAT_TEXT_BYTES]){0}, &problem->in, &x));
    const struct tmd_datum nearest = tmd_correct_round(&correct, out, TMD_ROUND_NEAREST);
    results->entry[bits] =
        (uint16_t)(plain ? tmd_datum_bits(out, &nearest) : entry_of(&correct, out, &x));
  }
  return 0;
}
