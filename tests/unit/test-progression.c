/* Classes of hard arguments (lib/region/region-rational.h) against integers: of G = (p X + c)/q
   with c in a ball what is said must be true of every X modulo q, at both ends of the ball and in
   its middle. Bounds are drawn at and beyond what is allowed. */
#include "lib/base/arb-compat.h"
#include "lib/region/region-rational.h"
#include "tests/unit/tap.h"

enum { ROUNDS = 40000, UNIT_LOG2 = 10 };

struct draw {
  struct tmd_problem problem;
  long p, q, c, radius; /* c and its radius in units of 2^-UNIT_LOG2 */
};

static long gcd(long a, long b) { return b ? gcd(b, a % b) : a; }

static struct draw draw(void) {
  struct draw d = {
      .problem = {.in = {24, -126, 127}, .out = {24, -126, 127}, .modes = TMD_MODES_ALL}};
  d.problem.bits = 3 + (int)(test_random() % 6);
  d.q = 2 + (long)(test_random() % (3ul << (d.problem.bits - 2)));
  do d.p = 1 + (long)(test_random() % 200);
  while (gcd(d.p, d.q) != 1);
  const long units = 1l << UNIT_LOG2;
  d.c = (long)(test_random() % (unsigned long)(8 * units)) - 4 * units;
  if (test_random() % 2) d.c = d.c / units * units + (long)(test_random() % 32) - 16;
  d.radius = (long)(test_random() % (unsigned long)(units / (test_random() % 2 ? 1 : 64)));
  return d;
}

static struct tmd_region decided(const struct draw *d) {
  const struct tmd_segment segment = {.problem = &d->problem};
  struct tmd_region region = {.status = TMD_REGION_OPEN};
  SCOPED(fmpq, slope);
  SCOPED(arb, rest);
  fmpq_set_si(slope, d->p, (ulong)d->q);
  arb_set_si(rest, d->c);
  mag_set_ui(arb_radref(rest), (ulong)d->radius);
  arb_mul_2exp_si(rest, rest, -UNIT_LOG2);
  arb_div_si(rest, rest, d->q, 256);
  tmd_progression_decide(&region, &segment, slope, rest);
  return region;
}

/* The distance of (p X + c)/q to the nearest integer, times q 2^UNIT_LOG2. */
static long distance(const struct draw *d, long X, long c) {
  const long whole = d->q << UNIT_LOG2,
             at = (((d->p * X << UNIT_LOG2) + c) % whole + whole) % whole;
  return at < whole - at ? at : whole - at;
}

/* 2^-k > distance / (q 2^UNIT_LOG2). */
static int is_below(const struct draw *d, long distance, unsigned k) {
  return k > 40 ? distance == 0 : distance << k < d->q << UNIT_LOG2;
}

static int holds(const struct draw *d, const struct tmd_region *region, long X, long c) {
  const long at = distance(d, X, c);
  const int in_class = region->modulus && (uint64_t)X == region->residue;
  if (is_below(d, at, (unsigned)d->problem.bits) != in_class) return 0;
  if (region->modulus && !in_class) return 1;
  const int least = region->least == 0 || is_below(d, at, region->least);
  return least &&
         (region->greatest == TMD_HARDNESS_UNBOUNDED || !is_below(d, at, region->greatest + 1));
}

int main(void) {
  int none = 0, classes = 0, wrong = 0, at_limit = 0;
  for (int i = 0; i < ROUNDS; i++) {
    const struct draw d = draw();
    const struct tmd_region region = decided(&d);
    if (region.status == TMD_REGION_OPEN) continue;
    none += region.status == TMD_REGION_NONE_HARD;
    classes += region.status == TMD_REGION_CLASS_HARD && region.modulus == (uint64_t)d.q;
    at_limit += d.q == 1l << (d.problem.bits - 1);
    int true_of_all = region.reason == TMD_REGION_RATIONAL &&
                      (region.status == TMD_REGION_CLASS_HARD) == (region.modulus > 0);
    for (long X = 0; X < d.q; X++)
      for (long side = -1; side <= 1; side++)
        true_of_all &= holds(&d, &region, X, d.c + side * d.radius);
    if (!true_of_all && !wrong++)
      printf("# %ld/%ld X + (%ld +- %ld)/2^%d/q, %d bits: status %d, %u..%u\n", d.p, d.q, d.c,
             d.radius, UNIT_LOG2, d.problem.bits, region.status, region.least, region.greatest);
  }
  tap_ok(wrong == 0, "what is said is true of every class");
  tap_ok(none > ROUNDS / 40 && classes > ROUNDS / 40 && at_limit > 0,
         "%d times none is hard, %d times a class, %d times at the limit", none, classes, at_limit);
  return tap_done();
}
