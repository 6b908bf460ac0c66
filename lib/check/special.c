#include "lib/check/special.h"

#include <math.h>

#include "lib/claim/argument.h"

enum { INTEGERS = 64 };

struct list {
  const struct tmd_format *in;
  int (*visit)(const struct tmd_datum *x, void *context);
  void *context;
};

/* A number, of both signs. */
static int both(const struct list *list, tmd_u128 ordinal) {
  struct tmd_datum x = {TMD_DATUM_NUMBER, 0, ordinal};
  if (ordinal >= tmd_ordinal_infinite(list->in)) return 0;
  const int failed = list->visit(&x, list->context);
  x.sign = 1;
  return failed ? failed : list->visit(&x, list->context);
}

/* It and its neighbours. */
static int around(const struct list *list, tmd_u128 ordinal) {
  int failed = ordinal > 0 ? both(list, ordinal - 1) : 0;
  if (!failed) failed = both(list, ordinal);
  return failed ? failed : both(list, ordinal + 1);
}

/* n 2^unit, n > 0, if it is a normal number. */
static int multiple(const struct list *list, tmd_u128 n, int unit) {
  const struct tmd_format *in = list->in;
  int e = unit + in->p - 1;
  if (n >> in->p) return 0;
  while (!(n >> (in->p - 1))) n <<= 1, e--;
  return e < in->emin || e > in->emax ? 0 : around(list, tmd_argument_ordinal(in, e, n));
}

static int not_numbers(const struct list *list) {
  const tmd_u128 all = ((tmd_u128)1 << (list->in->p - 2)) - 1;
  const struct tmd_datum data[] = {
      tmd_datum_infinite(list->in, 0), tmd_datum_infinite(list->in, 1),
      {TMD_DATUM_NAN, 0, 0}, {TMD_DATUM_NAN, 1, 0}, {TMD_DATUM_NAN, 0, all}, {TMD_DATUM_SIGNALLING, 0, 1},
      {TMD_DATUM_SIGNALLING, 1, all}};
  for (size_t i = 0; i < sizeof data / sizeof *data; i++) {
    const int failed = list->visit(&data[i], list->context);
    if (failed) return failed;
  }
  return 0;
}

int tmd_special_each(const struct tmd_checked *checked, int (*visit)(const struct tmd_datum *x, void *context), void *context) {
  const struct list list = {&checked->in, visit, context};
  const struct tmd_format *in = &checked->in;
  const tmd_u128 one = (tmd_u128)1 << (in->p - 1);
  int failed = not_numbers(&list);
  if (!failed) failed = both(&list, 0);
  if (!failed) failed = both(&list, 1);
  for (int e = in->emin; e <= in->emax && !failed; e++) failed = both(&list, tmd_argument_ordinal(in, e, one));
  if (!failed) failed = around(&list, one);
  if (!failed) failed = both(&list, tmd_ordinal_infinite(in) - 1);
  for (int n = 1; n <= 2 * INTEGERS && !failed; n++) failed = multiple(&list, (tmd_u128)n, -1);
  return failed;
}

/* The ends of the domain are small integers, or 0. */
int tmd_special_no_value(const struct tmd_checked *checked, int sign, tmd_u128 ordinal, tmd_u128 count) {
  const struct tmd_function *f = checked->function;
  int e, e_last;
  tmd_u128 X, X_last;
  tmd_argument_at(&checked->in, ordinal, &e, &X);
  tmd_argument_at(&checked->in, ordinal + count - 1, &e_last, &X_last);
  if (X > 0 && tmd_function_theorem(f, sign, e - checked->in.p + 1) == TMD_THEOREM_OUTSIDE) return 1;
  mpfr_t least, most;
  mpfr_inits2(128, least, most, NULL);
  tmd_argument_mpfr(least, 0, X, e - checked->in.p + 1);
  tmd_argument_mpfr(most, 0, X_last, e_last - checked->in.p + 1);
  const double far = sign ? -f->least : f->greatest, near = sign ? -f->greatest : f->least;
  /* |x| > far, or |x| < near, or all x >= 0 on the side where the domain is not */
  const int outside = far < 0 || (far == 0 && X > 0) || mpfr_cmp_d(least, far) > 0 || (near > 0 && mpfr_cmp_d(most, near) < 0);
  mpfr_clears(least, most, NULL);
  return outside;
}
