#include "tools/check/pairs/pair-function.h"

#include <string.h>

#include "lib/base/error.h"

/* MPFR 4.2 has 1 for the power of 1 to NaN. */
static int powr(mpfr_t z, const mpfr_t x, const mpfr_t y, mpfr_rnd_t round) {
  if (!mpfr_nan_p(y)) return mpfr_powr(z, x, y, round);
  mpfr_set_nan(z);
  return 0;
}
static int pown(mpfr_t z, const mpfr_t x, const mpfr_t n, mpfr_rnd_t round) {
  return mpfr_pow_si(z, x, mpfr_get_si(n, MPFR_RNDN), round);
}
static int rootn(mpfr_t z, const mpfr_t x, const mpfr_t n, mpfr_rnd_t round) {
  return mpfr_rootn_si(z, x, mpfr_get_si(n, MPFR_RNDN), round);
}
static int compoundn(mpfr_t z, const mpfr_t x, const mpfr_t n, mpfr_rnd_t round) {
  return tmd_compound_mpfr(z, x, mpfr_get_si(n, MPFR_RNDN), round);
}
static int scale(mpfr_t z, const mpfr_t x, const mpfr_t n, mpfr_rnd_t round) {
  return mpfr_mul_2si(z, x, mpfr_get_si(n, MPFR_RNDN), round);
}

static const struct tmd_pair table[] = {
    {"pow", 0, TMD_PAIR_POWER, mpfr_pow, 0},
    {"powr", 0, TMD_PAIR_POWER, powr, 0},
    {"pown", 1, TMD_PAIR_POWER, pown, 0},
    {"rootn", 1, TMD_PAIR_POWER, rootn, 0},
    {"compoundn", 1, TMD_PAIR_POWER, compoundn, 0},
    {"atan2", 0, TMD_PAIR_ANGLE, mpfr_atan2, 0},
    {"atan2pi", 0, TMD_PAIR_ANGLE, mpfr_atan2pi, 0},
    {"hypot", 0, TMD_PAIR_HYPOT, mpfr_hypot, 0},
    {"fmod", 0, TMD_PAIR_RESIDUE, mpfr_fmod, 0},
    {"remainder", 0, TMD_PAIR_RESIDUE, mpfr_remainder, 0},
    {"fdim", 0, TMD_PAIR_DIFFERENCE, mpfr_dim, 0},
    {"ldexp", 1, TMD_PAIR_SCALE, scale, 0},
    {"add", 0, TMD_PAIR_SUM, mpfr_add, '+'},
    {"sub", 0, TMD_PAIR_SUM, mpfr_sub, '-'},
    {"mul", 0, TMD_PAIR_PRODUCT, mpfr_mul, '*'},
    {"div", 0, TMD_PAIR_QUOTIENT, mpfr_div, '/'},
    {"fma", 0, TMD_PAIR_FUSED, NULL, 0},
};
enum { PAIRS = sizeof table / sizeof *table };

const struct tmd_pair *tmd_pair_entry(int i) { return i >= 0 && i < PAIRS ? table + i : NULL; }

const struct tmd_pair *tmd_pair_find(const char *name) {
  for (int i = 0; i < PAIRS; i++)
    if (strcmp(table[i].name, name) == 0) return table + i;
  return tmd_error(TMD_USAGE, "there is no function of two arguments '%.40s'", name), NULL;
}

size_t tmd_pair_second_bytes(const struct tmd_checked *checked) {
  const size_t bytes = (size_t)tmd_encoding_bytes(&checked->in);
  return checked->pair->integer                   ? sizeof(int64_t)
         : checked->pair->group == TMD_PAIR_FUSED ? 2 * bytes
                                                  : bytes;
}

struct tmd_second tmd_pair_second(const struct tmd_checked *checked, const void *memory) {
  struct tmd_second second = {.kind = TMD_SECOND_INTEGER};
  if (checked->pair->integer) {
    memcpy(&second.n, memory, sizeof second.n);
    return second;
  }
  second.kind = TMD_SECOND_NUMBER;
  second.y = tmd_datum_decode(&checked->in, memory);
  if (checked->pair->group != TMD_PAIR_FUSED) return second;
  second.kind = TMD_SECOND_NUMBERS;
  second.z =
      tmd_datum_decode(&checked->in, (const char *)memory + tmd_encoding_bytes(&checked->in));
  return second;
}

/* x, y, and the last of three arguments; else that is 0. */
struct three_arguments {
  mpfr_t x, y, last;
};

static int evaluate(mpfr_t z, const struct tmd_pair *pair, const struct three_arguments *at,
                    mpfr_rnd_t round) {
  return pair->group == TMD_PAIR_FUSED ? mpfr_fma(z, at->x, at->y, at->last, round)
                                       : pair->mpfr(z, at->x, at->y, round);
}

/* f(x, y) is infinite or NaN. */
static void not_finite(struct tmd_correct *c, const struct tmd_pair *pair, const mpfr_t z,
                       const struct three_arguments *at) {
  const int all = mpfr_number_p(at->x) && mpfr_number_p(at->y) && mpfr_number_p(at->last);
  const int nan = mpfr_nan_p(at->x) || mpfr_nan_p(at->y);
  const int no_product =
      (mpfr_zero_p(at->x) && mpfr_inf_p(at->y)) || (mpfr_inf_p(at->x) && mpfr_zero_p(at->y));
  c->kind = mpfr_nan_p(z) ? TMD_CORRECT_NAN : TMD_CORRECT_INFINITE;
  if (c->kind == TMD_CORRECT_NAN) c->raises = nan || mpfr_nan_p(at->last) ? 0 : TMD_RAISES_INVALID;
  else if (all) c->raises = TMD_RAISES_DIVIDE;
  else if (mpfr_zero_p(at->x) && pair->group < TMD_PAIR_SUM)
    c->allowed = TMD_RAISES_DIVIDE; /* 0 to the power of -infinity */
  if (mpfr_nan_p(at->last) && no_product)
    c->allowed = TMD_RAISES_INVALID; /* fma(0, inf, NaN): as the implementation has it */
}

static int is_signalling(const struct tmd_datum *x, const struct tmd_second *second) {
  const int numbers = second->kind == TMD_SECOND_NUMBERS,
            number = numbers || second->kind == TMD_SECOND_NUMBER;
  return x->class == TMD_DATUM_SIGNALLING || (number && second->y.class == TMD_DATUM_SIGNALLING) ||
         (numbers && second->z.class == TMD_DATUM_SIGNALLING);
}

void tmd_correct_at_pair(struct tmd_correct *c, const struct tmd_checked *checked,
                         const struct tmd_datum *x_datum, const struct tmd_second *second) {
  const struct tmd_pair *pair = checked->pair;
  struct three_arguments at;
  mpfr_set_emin(mpfr_get_emin_min());
  mpfr_set_emax(mpfr_get_emax_max());
  mpfr_inits2(128, at.x, at.y, at.last, NULL);
  FLOATS(checked->out.p + TMD_CORRECT_MORE_BITS, z);
  tmd_correct_argument(at.x, &checked->in, x_datum);
  if (second->kind == TMD_SECOND_INTEGER) mpfr_set_sj(at.y, second->n, MPFR_RNDN);
  else tmd_correct_argument(at.y, &checked->in, &second->y);
  if (second->kind == TMD_SECOND_NUMBERS) tmd_correct_argument(at.last, &checked->in, &second->z);
  else mpfr_set_zero(at.last, 0);
  mpfr_clear_flags();
  const int exact = evaluate(z, pair, &at, MPFR_RNDZ) == 0;
  *c = (struct tmd_correct){.kind = TMD_CORRECT_NAN, .sign = mpfr_signbit(z) != 0};
  if (mpfr_nan_p(z) || mpfr_inf_p(z)) not_finite(c, pair, z, &at);
  else tmd_correct_finite(c, &checked->out, z, exact);
  if (c->kind == TMD_CORRECT_NUMBER && (mpfr_inf_p(at.x) || mpfr_inf_p(at.y)) &&
      pair->group < TMD_PAIR_SUM)
    c->allowed = TMD_RAISES_INEXACT;
  if ((pair->group == TMD_PAIR_SUM || pair->group == TMD_PAIR_FUSED) && mpfr_zero_p(z)) {
    evaluate(z, pair, &at, MPFR_RNDD);
    c->cancels = mpfr_signbit(z) != c->sign;
  }
  if (is_signalling(x_datum, second)) c->allowed = TMD_RAISES_INVALID;
  mpfr_clears(at.x, at.y, at.last, NULL);
}
