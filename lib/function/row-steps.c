/* Steps in double precision of the functions that rows have. */
#include <math.h>
#include <stdlib.h>

#include "lib/function/function.h"

enum { POWER_MAX = 32 };

static int add_number(struct tmd_quick *quick, double number) {
  return tmd_quick_add(
      quick, &(struct tmd_quick_step){.op = TMD_QUICK_CONSTANT, .constant = near_exact(number)});
}

/* |a|^r, r = n or 1/n: exp(r log |a|). */
static int add_power(struct tmd_quick *quick, int of, long n, int root) {
  const int logarithm = tmd_quick_operate(quick, TMD_QUICK_LOGARITHM,
                                          tmd_quick_operate(quick, TMD_QUICK_ABSOLUTE, of, 0), 0);
  return tmd_quick_operate(quick, TMD_QUICK_EXPONENTIAL,
                           tmd_quick_operate(quick, root ? TMD_QUICK_QUOTIENT : TMD_QUICK_PRODUCT,
                                             logarithm, add_number(quick, (double)n)),
                           0);
}

/* a^n, |n| <= POWER_MAX */
static int add_small_power(struct tmd_quick *quick, int of, long n) {
  return of < 0 ? -1
                : tmd_quick_add(quick, &(struct tmd_quick_step){
                                           .op = TMD_QUICK_POWER, .left = of, .power = (int)n});
}

/* The member of a family at x < 0 if its values are those at -x, or for odd n their negatives;
   roots of even order and compound have none, or their own. */
static int add_member(const struct tmd_function *f, struct tmd_quick *quick, int of) {
  const int odd = f->n % 2 != 0, negative = tmd_quick_sign(quick);
  if (f->id == TMD_FN_compound) {
    const int sum = tmd_quick_operate(quick, TMD_QUICK_SUM, add_number(quick, 1), of);
    return labs(f->n) <= POWER_MAX
               ? add_small_power(quick, sum, f->n)
               : tmd_quick_operate(
                     quick, TMD_QUICK_EXPONENTIAL,
                     tmd_quick_operate(quick, TMD_QUICK_PRODUCT, add_number(quick, (double)f->n),
                                       tmd_quick_operate(quick, TMD_QUICK_LOGARITHM, sum, 0)),
                     0);
  }
  if (f->id == TMD_FN_pown && labs(f->n) <= POWER_MAX) return add_small_power(quick, of, f->n);
  if (f->id == TMD_FN_rootn && negative && !odd) return -1;
  const int power = add_power(quick, of, f->n, f->id == TMD_FN_rootn);
  return negative && odd ? tmd_quick_operate(quick, TMD_QUICK_NEGATIVE, power, 0) : power;
}

int tmd_row_steps(const struct tmd_function *f, struct tmd_quick *quick, int of) {
  if (labs(f->n) > 1L << 52) return -1;
  switch (f->id) {
  case TMD_FN_exp: return tmd_quick_operate(quick, TMD_QUICK_EXPONENTIAL, of, 0);
  case TMD_FN_log: return tmd_quick_operate(quick, TMD_QUICK_LOGARITHM, of, 0);
  case TMD_FN_sqrt: return tmd_quick_operate(quick, TMD_QUICK_ROOT, of, 0);
  case TMD_FN_rsqrt:
    return tmd_quick_operate(quick, TMD_QUICK_QUOTIENT, add_number(quick, 1),
                             tmd_quick_operate(quick, TMD_QUICK_ROOT, of, 0));
  case TMD_FN_atan: return tmd_quick_operate(quick, TMD_QUICK_ARCTANGENT, of, 0);
  case TMD_FN_atanpi: {
    const struct tmd_quick_step pi = {.op = TMD_QUICK_CONSTANT,
                                      .constant = {0x1.921fb54442d18p+1, 0x1.2p-53}};
    const int angle = tmd_quick_operate(quick, TMD_QUICK_ARCTANGENT, of, 0);
    return tmd_quick_operate(quick, TMD_QUICK_QUOTIENT, angle, tmd_quick_add(quick, &pi));
  }
  case TMD_FN_id: return of;
  default: return f->n ? add_member(f, quick, of) : -1;
  }
}
