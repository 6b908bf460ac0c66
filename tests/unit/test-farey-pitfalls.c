/* What went wrong before the Farey walk was right and random polynomials (test-farey) seldom show,
   a named test for each: packets on which a walk with the mistake loses cases (a walk in 113 bits
   with each of them did) and ours loses none. Where the kernel's own numbers can be given the
   mistake, it must lose cases with it. */
#include "tests/unit/farey-altered.h"

/* ---- A pitfall: many packets, every case of each ---- */

struct pitfall {
  const char *name;
  void (*make)(struct curve *curve);
  enum row row; /* the kernel's number with that mistake, its relative error; ROWS: there is none */
  double relative;
};

struct tally {
  long cases, lost, lost_altered;
};

static int is_present(int set) { return tmd_kernels_select(set_names[set]) == 0; }

static void run_curve(struct tally *tally, const struct pitfall *pitfall,
                      const struct curve *curve) {
  static struct tmd_candidates cases, found;
  curve_cases(&cases, curve);
  tally->cases += (long)cases.count;
  for (int set = 0; set < SETS; set++)
    if (is_present(set)) {
      curve_search(&found, curve);
      tally->lost += lost_of(&cases, &found);
    }
  if (pitfall->row < ROWS) {
    altered[pitfall->row].relative = pitfall->relative;
    curve_search(&found, curve);
    tally->lost_altered += lost_of(&cases, &found);
    as_it_is();
  }
}

static void run_pitfall(const struct pitfall *pitfall) {
  enum { CURVES = 32 };
  struct tally tally = {0};
  for (int i = 0; i < CURVES; i++) {
    struct curve curve;
    pitfall->make(&curve);
    curve_packet(&curve);
    run_curve(&tally, pitfall, &curve);
    free(curve.packet);
  }
  tap_ok(tally.cases > 0 && tally.lost == 0 && (pitfall->row == ROWS || tally.lost_altered > 0),
         "pitfall: %s: ours loses %ld of %ld cases, and with the mistake in its numbers %ld",
         pitfall->name, tally.lost, tally.cases, tally.lost_altered);
}

/* ---- Packets ---- */

static tmd_u128 random_units(int bits) { return test_random128() >> (128 - bits); }

/* The value at T is within a millionth of the width that makes it a case. */
static void set_case(struct curve *curve, int64_t T) {
  curve->T = T;
  curve->c[0] = 0;
  curve->c[0] = units_of(ldexp(unit_random(), -curve->threshold - 20)) - curve_value(curve, T);
}
static int64_t random_place(const struct curve *curve) {
  return (int64_t)(between(-1, 1) * (double)(curve->n / 2 - 1));
}

/* Any slopes, a curvature near the walk's limit (2.25 c2 R Q = 0.28 .. 0.32), and a case somewhere.
 */
static struct curve any_curve(void) {
  struct curve curve = {
      .n = 1 << 20, .order = 256, .threshold = 26, .negated = (int)(test_random() % 2)};
  curve.c[2] = ((tmd_u128)1 << 98) + random_units(95);
  curve.c[1] = test_random128();
  return curve;
}
/* A block of 2^34 arguments, a case at nine tenths of it: c1 to 64 bits is 2^-32 off there, c2 to
   53 bits 2^-40; the case's width is 2^-54. */
static void make_large(struct curve *curve) {
  *curve = any_curve();
  curve->n = UINT64_C(1) << 34, curve->order = 1 << 16, curve->threshold = 54;
  curve->c[2] = ((tmd_u128)1 << 76) + random_units(73);
  set_case(curve, (int64_t)(either_sign(between(0.85, 0.95)) * 0x1p33));
}

/* 3 c3 R = c2/9, c3 of 56 bits: to 53 bits it is 2^-50 off at the end, where the case is, and the
   vertex. */
static void make_large_cubic(struct curve *curve) {
  *curve = any_curve();
  curve->n = UINT64_C(1) << 27, curve->order = 1 << 12, curve->threshold = 60;
  curve->c[2] = ((tmd_u128)1 << 87) + random_units(84);
  curve->c[3] = curve->c[2] / (27 * (curve->n / 2)) | 1;
  curve->T = (int64_t)(between(0.95, 1) * (double)(curve->n / 2)) - 1;
  curve_fraction(curve, 4000);
  curve_set(curve);
}

/* Arcs about as long as the block, whose cubic term shifts the case by some arguments: far more
   than a window. */
static void make_cubic(struct curve *curve) {
  *curve = any_curve();
  curve->threshold = 34;
  curve->c[2] >>= 6;
  curve->c[3] = curve->c[2] >> 35;
  if (test_random() % 2) curve->c[3] = -curve->c[3];
  set_case(curve, random_place(curve));
}

/* A case of an arc's second pair of roots, with q = 0.9 Q .. Q, near the edge of its window; the
   place of the first pair, (M + I) q_left + t0 == -u - q_left (mod q), is just below q/2. */
static void make_half_place(struct curve *curve) {
  double distance, most;
  do {
    *curve = any_curve();
    curve->n = 1 << 14, curve->order = 1000, curve->threshold = 26 + (int)(test_random() % 3);
    curve->c[2] = units_of(1e-12 * between(1, 4));
    curve->T = random_place(curve);
    curve_fraction(curve, 900 + (unsigned)(test_random() % 100));
    const double q = curve->q, left = curve->left, h = q * curve_c(curve, 2),
                 least = sqrt(1.02 / h), side = either_sign(1);
    curve->distance = side * ldexp(0.93, -curve->threshold);
    distance = side * (q / 2 - left);
    distance += ceil((least - distance) / q) * q;
    curve->u = side * distance + between(0.1, 0.5) * q * fabs(curve->distance) / (2 * h * distance);
    most = fmin(sqrt(1.95 / h), 0.9 * curve_length(curve, side > 0 ? curve->next : curve->left));
  } while (distance > most);
  curve_set(curve);
}

static const struct pitfall pitfalls[] = {
    {"c1 cut to 64 bits, c2 of a large block in double precision", make_large, ROWS, 0},
    {"c3 of a large block in double precision", make_large_cubic, ROWS, 0},
    {"the cubic shift of the wrong sign, or none", make_cubic, ROW_SHIFT, -2},
    {"a place next to 1/2 in fixed point", make_half_place, ROWS, 0},
};

/* A block of 2^54 + 3 arguments whose first and last one are hard, but t = -2^53 - 1 and 2^53 + 1
   are no numbers of double precision. Its coefficients are exact: with the bound for their
   roundings there would be 2^36 members to look at. */
static void ends_beyond_double_precision(const char *what, uint64_t turns, tmd_u128 c2,
                                         uint64_t order) {
  static struct tmd_candidates found;
  const uint64_t R = (UINT64_C(1) << 53) + 1;
  struct curve curve = {.n = 2 * R + 1, .order = order, .threshold = 57};
  const tmd_u128 high = ((tmd_u128)turns << 64) / (2 * R), rest = ((tmd_u128)turns << 64) % (2 * R);
  curve.c[2] = c2;
  curve.c[1] = (high << 64) +
               (rest << 64) / (2 * R); /* turns / (2 R): at t = -R and R the value is the same */
  curve.c[0] = curve.c[1] * R - c2 * R * R;
  curve_packet(&curve);
  declare(ROW_COEFFICIENTS, 0);
  curve_search(&found, &curve);
  as_it_is();
  const int first = found.count > 0 && found.X[0] == CURVE_X0;
  const int last = found.count > 0 && found.X[found.count - 1] == CURVE_X0 + curve.n - 1;
  tap_ok(first && last,
         "%s of more than 2^54 arguments: the first, which is hard, is %s, the last %s", what,
         first ? "found" : "lost", last ? "found" : "lost");
  free(curve.packet);
}

int main(void) {
  as_it_is();
  for (size_t i = 0; i < sizeof pitfalls / sizeof *pitfalls; i++) run_pitfall(&pitfalls[i]);
  ends_beyond_double_precision("a line", 1, 0, 1);
  ends_beyond_double_precision("arcs", UINT64_C(0x19e3779b97f4a7), (tmd_u128)1 << 34, 1 << 25);
  return tap_done();
}
