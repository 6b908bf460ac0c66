/* After the last claim: arguments that are always tested, those without a claim, hunts. */
#include "lib/cli/program.h"
#include "tools/check/run/checks.h"
#include "tools/check/run/special-values.h"

enum { REST_MOST = 64 };

static int put_special(const struct tmd_datum *x, void *checks_) {
  struct tmd_checks *checks = checks_;
  struct tmd_place_set *tested = &checks->work->check->tested;
  if (x->class > TMD_DATUM_INFINITE) return tmd_examine_one(checks->work->examiner[0], x);
  const tmd_u128 place = tmd_datum_place(x), before = tested->total;
  tmd_place_set_add(tested, place, place + 1);
  return tested->total == before ? 0 : tmd_examine_one(checks->work->examiner[0], x);
}

/* Arguments that were not tested, all or those without a claim: ranges of one sign and binade. */
struct rest {
  const struct tmd_function_check *check;
  struct tmd_check_work *work; /* NULL: they are only counted; else few ones are examined, */
  int no_values;               /* and with this set, those without a value */
  struct tmd_place_set examined;
  tmd_u128 left, few; /* those that may have a value: many in a range, and few */
  int failed;
};

static void examine(struct rest *rest, int sign, tmd_u128 ordinal, tmd_u128 count, int no_value) {
  const struct tmd_place_set_range range = tmd_places_of(sign, ordinal, count);
  if (!rest->failed)
    rest->failed = tmd_examine_run(rest->work->examiner[0], sign, ordinal, count, no_value);
  tmd_place_set_add(&rest->examined, range.from, range.to);
}

static void visit_part(struct rest *rest, int sign, tmd_u128 ordinal, tmd_u128 count) {
  const struct tmd_function_check *check = rest->check;
  const int no_value = tmd_special_no_value(&check->checked, sign, ordinal, count);
  if (!no_value && count > 1 &&
      tmd_special_no_value(&check->checked, sign, ordinal + 1,
                           count - 1)) { /* the domain ends there */
    visit_part(rest, sign, ordinal, 1);
    visit_part(rest, sign, ordinal + 1, count - 1);
  } else if (no_value) {
    if (rest->work && rest->no_values) examine(rest, sign, ordinal, count, 1);
  } else {
    *(count > REST_MOST ? &rest->left : &rest->few) += count;
    if (rest->work && count <= REST_MOST) examine(rest, sign, ordinal, count, 0);
  }
}

/* The number of ordinals from this one to the end of its binade or decade, the first of which are
   the subnormal numbers. */
static tmd_u128 rest_of_binade(const struct tmd_format *in, tmd_u128 ordinal, tmd_u128 *before) {
  const tmd_u128 least = tmd_format_least_normal(in),
                 size = (tmd_u128)(tmd_format_radix(in) - 1) * least;
  const int subnormal = ordinal < least;
  *before = subnormal ? ordinal : (ordinal - least) % size;
  return (subnormal ? least : size) - *before;
}

static void visit_rest(tmd_u128 from, tmd_u128 to, void *rest_) {
  struct rest *rest = rest_;
  const struct tmd_format *in = &rest->check->problem.in;
  while (from < to) {
    const struct tmd_datum x = tmd_datum_at_place(in, from);
    tmd_u128 offset, here = rest_of_binade(in, x.ordinal, &offset);
    if (x.sign) here = offset + 1;
    tmd_u128 count = to - from < here ? to - from : here;
    if (x.sign && x.ordinal > 0 && count > x.ordinal)
      count = x.ordinal; /* -0 by itself: it may have a value */
    if (x.sign && x.ordinal == 0) count = 1;
    if (!x.sign || x.ordinal > 0 || in->end.kind != TMD_END_P3109) /* which has one zero */
      visit_part(rest, x.sign, x.sign ? x.ordinal - (count - 1) : x.ordinal, count);
    from += count;
  }
}

static void visit_unclaimed(tmd_u128 from, tmd_u128 to, void *rest_) {
  struct rest *rest = rest_;
  tmd_place_set_rest(&rest->check->tested, from, to, visit_rest, rest);
}

/* Visits all arguments that were not tested, or, with `unclaimed`, those of them without a claim.
 */
static void visit_all(struct rest *rest, int unclaimed) {
  const struct tmd_datum high = tmd_datum_infinite(&rest->check->problem.in, 0);
  const struct tmd_datum low = {TMD_DATUM_NUMBER, 1, high.ordinal - 1};
  const tmd_u128 from = tmd_datum_place(&low), to = tmd_datum_place(&high);
  if (unclaimed) tmd_place_set_rest(&rest->check->claimed, from, to, visit_unclaimed, rest);
  else tmd_place_set_rest(&rest->check->tested, from, to, visit_rest, rest);
}

/* Examines them if only a few in each range may have a value, with no_values also those without
   one. 1: none is left that may have a value; 0: some are; -1 (message). */
static int look_at_rest(struct tmd_checks *checks, struct tmd_function_check *check, int unclaimed,
                        int no_values) {
  struct rest counted = {.check = check},
              rest = {.check = check, .work = checks->work, .no_values = no_values};
  visit_all(&counted, unclaimed);
  if (counted.left > 0 || checks->how->claims_only) return counted.left == 0 && counted.few == 0;
  visit_all(&rest, unclaimed);
  tmd_place_set_join(&check->tested, &rest.examined);
  tmd_place_set_clear(&rest.examined);
  return rest.failed ? -1 : 1;
}

/* Hunts, beginning at the largest errors so far. */
static int hunt(struct tmd_checks *checks, struct tmd_function_check *check,
                const struct tmd_hunt_amount *amount) {
  struct tmd_check_work *work = checks->work;
  if (tmd_check_gather(work)) return -1;
  if (tmd_interrupted()) return 0; /* the tasks of claims may not be done */
  check->hunt = tmd_hunt_begin(&check->problem, checks->how->seed, &checks->how->domains);
  for (int mode = 0; mode < TMD_DECIMAL_ROUNDINGS; mode++) {
    tmd_hunt_know(check->hunt, (enum tmd_rounding)mode, &check->verdict[mode].below);
    tmd_hunt_know(check->hunt, (enum tmd_rounding)mode, &check->verdict[mode].above);
  }
  if (tmd_hunt_run(check->hunt, work->examiner, work->threads, amount, check->verdict)) return -1;
  check->cut_short = tmd_interrupted();
  for (int mode = 0; mode < TMD_DECIMAL_ROUNDINGS; mode++)
    check->hunted[mode] =
        tmd_place_set_more(&check->tested, tmd_hunt_done(check->hunt, (enum tmd_rounding)mode));
  return 0;
}

static int finish(struct tmd_checks *checks, struct tmd_function_check *check) {
  if (tmd_checks_enter(checks, check)) return -1;
  if (check->absent) return 0;
  if (tmd_check_put_regions(checks->work, checks->how)) return -1;
  if (!checks->how->claims_only &&
      tmd_special_each(&check->checked, checks->how->seed, put_special, checks))
    return -1;
  if (tmd_encoding_bytes(&check->checked.in) <= TMD_CHECK_WHOLE_BYTES &&
      look_at_rest(checks, check, 0, 1) < 0)
    return -1;
  if ((check->whole = look_at_rest(checks, check, 1, 0)) < 0) return -1;
  const struct tmd_hunt_amount amount = check->listless ? TMD_CHECK_SHORT_HUNT : checks->how->hunt;
  if ((amount.seconds > 0 || amount.rounds > 0) && hunt(checks, check, &amount)) return -1;
  if (tmd_checks_leave(checks)) return -1;
  for (int mode = 0; mode < TMD_DECIMAL_ROUNDINGS; mode++)
    tmd_verdict_settle_underflow(&check->verdict[mode]);
  return 0;
}

int tmd_checks_finish(struct tmd_checks *checks) {
  for (size_t i = 0; i < checks->count && !tmd_interrupted(); i++)
    if (!checks->check[i]->absent && !checks->check[i]->outside && finish(checks, checks->check[i]))
      return -1;
  return 0;
}
