#include "tools/check/run/special-values.h"

#include "lib/base/random.h"
#include "lib/problem/ordinal.h"

enum { INTEGERS = 64 };

struct list {
  const struct tmd_format *in;
  uint64_t seed;
  int (*visit)(const struct tmd_datum *x, void *context);
  void *context;
};

/* A number with both signs. */
static int both(const struct list *list, tmd_u128 ordinal) {
  struct tmd_datum x = {TMD_DATUM_NUMBER, 0, ordinal};
  if (ordinal >= tmd_ordinal_infinite(list->in)) return 0;
  if (list->visit(&x, list->context)) return 1;
  if (ordinal == 0 && list->in->end.kind == TMD_END_P3109) return 0; /* it has no -0 */
  x.sign = 1;
  return list->visit(&x, list->context);
}

/* A number and its neighbours. */
static int around(const struct list *list, tmd_u128 ordinal) {
  return (ordinal > 0 && both(list, ordinal - 1)) || both(list, ordinal) || both(list, ordinal + 1);
}

/* n radix^unit, n > 0, if it is a normal number. */
static int multiple(const struct list *list, tmd_u128 n, int unit) {
  const struct tmd_format *in = list->in;
  const tmd_u128 radix = (tmd_u128)tmd_format_radix(in);
  int e = unit + in->p - 1;
  if (n >= tmd_format_power(in, in->p)) return 0;
  while (n < tmd_format_least_normal(in)) n *= radix, e--;
  return e < in->emin || e > in->emax ? 0 : around(list, tmd_argument_ordinal(in, e, n));
}

static int infinities(const struct list *list) {
  if (list->in->end.kind == TMD_END_FINITE) return 0;
  const struct tmd_datum above = tmd_datum_infinite(list->in, 0),
                         below = tmd_datum_infinite(list->in, 1);
  return list->visit(&above, list->context) || list->visit(&below, list->context);
}

/* The four NaN of a payload; a signalling one has a payload that is not 0. */
static int nans(const struct list *list, tmd_u128 payload) {
  int failed = 0;
  for (int sign = 0; sign < 2 && !failed; sign++) {
    failed = list->visit(&(struct tmd_datum){TMD_DATUM_NAN, sign, payload}, list->context);
    if (!failed && payload)
      failed = list->visit(&(struct tmd_datum){TMD_DATUM_SIGNALLING, sign, payload}, list->context);
  }
  return failed;
}

/* The NaN of an encoding of 8 bits. */
static int nans_of_8_bits(const struct list *list) {
  int failed = 0;
  for (unsigned bits = 0; bits < 256 && !failed; bits++) {
    const struct tmd_datum x = tmd_datum_of_bits(list->in, bits);
    if (x.class >= TMD_DATUM_NAN) failed = list->visit(&x, list->context);
  }
  return failed;
}

static int all_nans(const struct list *list) {
  const int bits = list->in->decimal ? (list->in->p - 1) * 3321 / 1000 /* less than 10^(p-1) */
                                     : list->in->p - 2;
  const tmd_u128 all = ((tmd_u128)1 << bits) - 1;
  uint64_t random = list->seed;
  int failed = 0;
  if (tmd_encoding_bytes(list->in) == 1) return nans_of_8_bits(list);
  if (tmd_format_sign_bit(list->in) < 19) {
    for (tmd_u128 payload = 0; payload <= all && !failed; payload++) failed = nans(list, payload);
    return failed;
  }
  failed = nans(list, 0) || nans(list, all);
  for (int i = 0; i < bits && !failed; i++)
    failed = nans(list, (tmd_u128)1 << i) || nans(list, all ^ (tmd_u128)1 << i);
  for (int i = 0; i < TMD_SPECIAL_NANS && !failed; i++) {
    const tmd_u128 word = tmd_random_wide(&random), payload = word >> 2 & all;
    const int signalling = (int)(word & 1) && payload;
    const struct tmd_datum nan = {signalling ? TMD_DATUM_SIGNALLING : TMD_DATUM_NAN,
                                  (int)(word >> 1 & 1), payload};
    failed = list->visit(&nan, list->context);
  }
  return failed;
}

int tmd_special_each(const struct tmd_checked *checked, uint64_t seed,
                     int (*visit)(const struct tmd_datum *x, void *context), void *context) {
  const struct list list = {&checked->in, seed, visit, context};
  const struct tmd_format *in = &checked->in;
  const tmd_u128 one = tmd_format_least_normal(in);
  int failed = (tmd_correct_has_infinite(checked->function) && infinities(&list)) ||
               all_nans(&list) || both(&list, 0) || both(&list, 1);
  for (int e = in->emin; e <= in->emax && !failed; e++)
    failed = both(&list, tmd_argument_ordinal(in, e, one));
  failed = failed || around(&list, one) || both(&list, tmd_ordinal_infinite(in) - 1);
  for (int n = 1; n <= 2 * INTEGERS && !failed; n++) /* n/2 */
    failed = multiple(&list, (tmd_u128)n * (in->decimal ? 5 : 1), -1);
  return failed;
}

/* X radix^unit, rounded where it is no binary number. */
static void set_bound(mpfr_t x, const struct tmd_format *in, tmd_u128 X, int unit,
                      mpfr_rnd_t round) {
  if (!in->decimal) {
    tmd_argument_mpfr(x, 0, X, unit);
    return;
  }
  SCOPED(fmpq, value);
  tmd_argument_rational(value, 10, 0, X, unit);
  fmpq_get_mpfr(x, value, round);
}

/* The ends of the domain are small integers, or 0. */
int tmd_special_no_value(const struct tmd_checked *checked, int sign, tmd_u128 ordinal,
                         tmd_u128 count) {
  const struct tmd_function *f = checked->function;
  int e, e_last;
  tmd_u128 X, X_last;
  tmd_argument_at(&checked->in, ordinal, &e, &X);
  tmd_argument_at(&checked->in, ordinal + count - 1, &e_last, &X_last);
  const int unit = e - checked->in.p + 1, decimal = checked->in.decimal;
  if (X > 0 && (!decimal || unit >= 0) && /* a multiple of 10^unit is one of 2^unit */
      tmd_function_theorem(f, sign, unit) == TMD_THEOREM_OUTSIDE)
    return 1;
  FLOATS(128, least, most);
  set_bound(least, &checked->in, X, unit, MPFR_RNDD);
  set_bound(most, &checked->in, X_last, e_last - checked->in.p + 1, MPFR_RNDU);
  const double far = sign ? -f->least : f->greatest, near = sign ? -f->greatest : f->least;
  /* |x| > far, or |x| < near, or all x >= 0 on the side where the domain is not */
  return far < 0 || (far == 0 && X > 0) || mpfr_cmp_d(least, far) > 0 ||
         (near > 0 && mpfr_cmp_d(most, near) < 0);
}
