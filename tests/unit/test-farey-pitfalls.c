/* What went wrong before the Farey walk was right, a named test for each: packets on which a walk
   with the mistake loses cases and ours loses none. The walk with the mistake is a small one of its
   own, in 113 bits and without bounds for roundings, that is asked of each case whether it would
   have met it; without a mistake it meets all. Where the kernel's own numbers can be given the
   mistake, that is done too. */
#include "tests/unit/farey-altered.h"

enum mistake {
  NONE,
  CLASS_WITHOUT_I,  /* t == -M q_left instead of -(M + I) q_left */
  SLOPE_OF_64_BITS, /* c1 cut to 64 bits */
  C2_IN_DOUBLE,
  C3_IN_DOUBLE,
  DELTA_WRAPPED,      /* q c1 - p known mod 1 only */
  SMALL_Q_LEFT_OUT,   /* arcs with q < 8 */
  FIRST_ARC_LEFT_OUT, /* begins with the first vertex within the slopes of the block */
  LAST_ARC_LEFT_OUT,  /* ends with the last vertex within them */
  WRONG_CUBIC_SHIFT,  /* t0 +- s + kappa s^2 */
  NO_CUBIC_SHIFT,
  SLOPES_WRAPPED,    /* the walk ends where the slope, a fraction of [0, 1), falls from 1 to 0 */
  CURVATURE_ASSUMED, /* c2 > 0 taken for granted */
  PLACE_CUT_OFF, /* place and width of a window, in units of q, added up in [-1/2, 1/2] instead of
                    mod 1 */
};

/* ---- The walk with a mistake ---- */

struct small_walk {
  enum mistake mistake;
  quad c0, c1, c2, c3, eps;
  int64_t order, low, high;
};
struct small_arc {
  int64_t p, q, left_p, left;
};

static quad root(quad x) {
  quad y = (quad)sqrt((double)x);
  for (int i = 0; i < 2; i++) y = (y + x / y) / 2;
  return y;
}
static quad nearest(quad x) {
  return x < 0 ? -(quad)(tmd_i128)(0.5 - x) : (quad)(tmd_i128)(x + 0.5);
} /* |x| < 2^126 */
static quad below(quad x) {
  const quad n = nearest(x);
  return n > x ? n - 1 : n;
}

static struct small_walk small_walk(const struct curve *curve, enum mistake mistake) {
  struct small_walk w = {.mistake = mistake,
                         .order = (int64_t)curve->order,
                         .eps = ldexp(1, -curve->threshold),
                         .low = -(int64_t)(curve->n / 2),
                         .high = (int64_t)(curve->n - 1 - curve->n / 2)};
  const int up = mistake != CURVATURE_ASSUMED; /* the packet's own sign; else made positive */
  const int sign = up || !curve->negated ? 1 : -1;
  w.c0 = sign * real(curve->c[0]), w.c1 = sign * real(curve->c[1]);
  w.c2 = sign * real(curve->c[2]), w.c3 = sign * real(curve->c[3]);
  if (mistake == SLOPE_OF_64_BITS) w.c1 = below(w.c1 * (quad)0x1p64) / (quad)0x1p64;
  if (mistake == C2_IN_DOUBLE) w.c2 = (double)w.c2;
  if (mistake == C3_IN_DOUBLE) w.c3 = (double)w.c3;
  return w;
}

static quad slope_at(const struct small_walk *w, int64_t t) {
  return w->c1 + (2 * w->c2 + 3 * w->c3 * t) * t;
}

/* The greatest p/q <= s, or the least p/q >= s if `above`, and the fraction before it. */
static struct small_arc first_arc(const struct small_walk *w, quad s, int above) {
  struct small_arc best = {0, 0, 0, 0};
  for (int64_t q = 1; q <= w->order; q++) {
    const quad x = s * q, floor_x = below(x), p = above && floor_x < x ? floor_x + 1 : floor_x;
    const quad better = best.q ? (p * best.q - (quad)best.p * q) * (above ? -1 : 1) : 1;
    if (better > 0) best = (struct small_arc){(int64_t)p, q, 0, 0};
  }
  int64_t left = 0; /* p left == 1 (mod q), Q - q < left <= Q */
  const int64_t p = (best.p % best.q + best.q) % best.q;
  for (left = 0; p * left % best.q != 1 % best.q; left++);
  left += (w->order - left) / best.q * best.q;
  best.left = left, best.left_p = (best.p * left - 1) / best.q;
  return best;
}

static void next_arc(const struct small_walk *w, struct small_arc *arc) {
  const int64_t k = (w->order + arc->left) / arc->q, p = k * arc->p - arc->left_p,
                q = k * arc->q - arc->left;
  *arc = (struct small_arc){p, q, arc->p, arc->q};
}

/* M q_left (mod q) */
static int64_t class_of(quad M, const struct small_arc *arc) {
  const quad m = M - below(M / arc->q) * arc->q;
  return (int64_t)m % arc->q * (arc->left % arc->q) % arc->q;
}

/* The half-width of all windows of arcs that are taken many at a time. */
static quad wide_window(const struct small_walk *w, const struct small_arc *arc, quad h) {
  return 1.2 * (quad)arc->q * w->eps / root(h * TMD_FAREY_NEAR);
}

/* By how much a window with the arc's first pair of roots is moved: it is cut off at 1/2 instead of
   coming in again at -1/2. */
static quad cut_off(const struct small_arc *arc, quad integer, quad height, quad t0, quad width) {
  const quad first = below(height) + 1, turns = (class_of(first + integer, arc) + t0) / arc->q;
  const quad beyond = turns - nearest(turns) + width / arc->q - 0.5;
  return beyond > 0 ? beyond * arc->q : 0;
}

/* Where an arc's residue, without its integer part, is least: height at t0, and height + h (T -
   t0)^2 + ... beside it. */
struct vertex {
  quad integer, height, t0, h;
};

/* Does the pair of M look at T? */
static int in_window(const struct small_walk *w, const struct small_arc *arc, int64_t T, quad M,
                     const struct vertex *vertex) {
  const quad integer = vertex->integer, height = vertex->height, t0 = vertex->t0, h = vertex->h;
  const quad tolerance = arc->q * w->eps, kappa = arc->q * w->c3 / (2 * h), D = M - height;
  const quad D1 = D > tolerance ? D : tolerance;
  if (D < -tolerance || D1 / h < 0) return 0; /* h < 0 has no roots */
  const quad s = root(D1 / h), bent = 5.4 * kappa * kappa * h * s * s * s * s;
  const quad own = 1.2 * (tolerance + bent) / (h * s) + 0x1p-20;
  const quad width = w->mistake == PLACE_CUT_OFF ? wide_window(w, arc, h) : own;
  const quad moved = w->mistake == PLACE_CUT_OFF ? cut_off(arc, integer, height, t0, width) : 0;
  const quad shift = w->mistake == WRONG_CUBIC_SHIFT ? -kappa * s * s
                     : w->mistake == NO_CUBIC_SHIFT  ? 0
                                                     : kappa * s * s;
  const quad above = T - (t0 + s - shift) + moved, under = T - (t0 - s - shift) + moved;
  const quad counted = w->mistake == CLASS_WITHOUT_I ? M : M + integer;
  const int64_t residue = (class_of(counted, arc) + T % arc->q + arc->q) % arc->q;
  return residue == 0 &&
         ((above <= width && above >= -width) || (under <= width && under >= -width));
}

static int on_arc(const struct small_walk *w, const struct small_arc *arc, int64_t T) {
  if (w->mistake == SMALL_Q_LEFT_OUT && arc->q < 8) return 0;
  quad delta = arc->q * w->c1 - arc->p;
  if (w->mistake == DELTA_WRAPPED) delta -= nearest(delta);
  const quad offset = delta / arc->q, square = w->c2 * w->c2 - 3 * w->c3 * offset;
  const quad curve = w->c2 < 0 ? -root(square) : root(square), t0 = -offset / (w->c2 + curve);
  const quad h = arc->q * curve, u = T - t0;
  const int64_t next = (w->order + arc->left) / arc->q * arc->q - arc->left;
  const int64_t sum = arc->q + (arc->left < next ? arc->left : next);
  const quad length = 1.1 / (2 * h * sum);
  if (u > length || u < -length) return 0;
  const quad integer = nearest(arc->q * w->c0);
  const quad height = arc->q * w->c0 - integer - arc->q * t0 * t0 * (w->c2 + 2 * w->c3 * t0);
  const quad at = nearest(height + h * u * u + arc->q * w->c3 * u * u * u);
  return in_window(w, arc, T, at, &(struct vertex){integer, height, t0, h});
}

static int small_walk_meets(const struct small_walk *w, int64_t T) {
  quad from = slope_at(w, w->low), to = slope_at(w, w->high);
  if (w->mistake == SLOPES_WRAPPED && from < 0 && to > 0) to = 0;
  struct small_arc arc = first_arc(w, from, w->mistake == FIRST_ARC_LEFT_OUT);
  for (int last = 0; !last; next_arc(w, &arc)) {
    last = arc.p >= to * arc.q;
    if (last && w->mistake == LAST_ARC_LEFT_OUT) return 0;
    if (on_arc(w, &arc, T)) return 1;
  }
  return 0;
}

/* ---- A pitfall: many packets, every case of each ---- */

struct pitfall {
  const char *name;
  void (*make)(struct curve *curve);
  enum mistake mistakes[3];
  enum row row; /* the kernel's number with that mistake, its relative error; ROWS: there is none */
  double relative;
};

struct tally {
  long cases, lost, lost_small, lost_with_mistake[3], lost_altered;
};

static int is_present(int set) { return tmd_kernels_select(set_names[set]) == 0; }

static void ask_small_walks(struct tally *tally, const struct pitfall *pitfall,
                            const struct curve *curve, const struct tmd_candidates *cases) {
  const struct small_walk right = small_walk(curve, NONE);
  for (size_t i = 0; i < cases->count; i++) {
    const int64_t T = (int64_t)(tmd_i128)(cases->X[i] - curve_X(curve, 0));
    tally->lost_small += !small_walk_meets(&right, T);
    for (int m = 0; m < 3 && pitfall->mistakes[m]; m++) {
      const struct small_walk wrong = small_walk(curve, pitfall->mistakes[m]);
      tally->lost_with_mistake[m] += !small_walk_meets(&wrong, T);
    }
  }
}

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
  ask_small_walks(tally, pitfall, curve, &cases);
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
  int bites = tally.lost_with_mistake[0] > 0 && (pitfall->row == ROWS || tally.lost_altered > 0);
  char more[120] = "";
  for (int m = 1; m < 3 && pitfall->mistakes[m]; m++) {
    bites &= tally.lost_with_mistake[m] > 0;
    snprintf(more + strlen(more), sizeof more - strlen(more), " or %ld",
             tally.lost_with_mistake[m]);
  }
  if (pitfall->row < ROWS)
    snprintf(more + strlen(more), sizeof more - strlen(more), ", ours with it %ld",
             tally.lost_altered);
  tap_ok(tally.cases > 0 && tally.lost == 0 && tally.lost_small == 0 && bites,
         "pitfall: %s: ours loses %ld of %ld cases, a small walk %ld, one with the mistake %ld%s",
         pitfall->name, tally.lost, tally.cases, tally.lost_small, tally.lost_with_mistake[0],
         more);
}

/* ---- Packets ---- */

static tmd_u128 random_units(int bits) { return test_random128() >> (128 - bits); }

/* The slope is p/q at T. */
static void set_slope(struct curve *curve, unsigned p, unsigned q, int64_t T) {
  const quad t = (quad)T;
  curve->c[1] = fraction(p, q) - units_of((2 * real(curve->c[2]) + 3 * real(curve->c[3]) * t) * t);
}
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
static void make_any(struct curve *curve) {
  *curve = any_curve();
  set_case(curve, random_place(curve));
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

/* Slopes of 1/Q on both sides of the middle's: q (c1 - p/q) is up to 1. Ours halves such blocks. In
   every second packet the slopes rise from 0/1 to 2/Q: tiny q at one end. */
static void make_wide_slopes(struct curve *curve) {
  *curve = any_curve();
  curve->c[2] = ((tmd_u128)1 << 101) + random_units(97);
  if (test_random() % 2) set_slope(curve, 0, 1, -(int64_t)(curve->n / 2) + 5);
  set_case(curve, random_place(curve));
}

/* The arc of a fraction with q < 8, longer than the block. */
static void make_small_q(struct curve *curve) {
  static const unsigned p[] = {0, 1, 2, 3}, q[] = {1, 2, 5, 7};
  const unsigned which = (unsigned)(test_random() % 4);
  *curve = any_curve();
  set_slope(curve, p[which], q[which], random_place(curve) / 2);
  set_case(curve, random_place(curve));
}

/* A vertex just outside: the block begins, or ends, on the far side of an arc of q = 17 .. 31. */
static void make_outside(struct curve *curve) {
  const unsigned q = 17 + 2 * (unsigned)(test_random() % 8);
  const int64_t R = 1 << 19, beyond = 1 << 14, inside = (int64_t)(test_random() % (uint64_t)beyond);
  const int first = (int)(test_random() % 2);
  *curve = any_curve();
  set_slope(curve, q / 2, q, first ? -R - beyond : R + beyond);
  set_case(curve, first ? -R + inside : R - 1 - inside);
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

/* c1 next to 0 or to 1: the slopes have both signs, up to 4/Q and 8/Q. */
static void make_slope_0(struct curve *curve) {
  *curve = any_curve();
  curve->c[2] = ((tmd_u128)1 << 102) + random_units(102);
  curve->c[1] = random_units(100);
  if (test_random() % 2) curve->c[1] = -curve->c[1];
  set_case(curve, random_place(curve));
}

static void make_negative(struct curve *curve) {
  make_any(curve);
  curve->negated = 1;
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
    {"I left out of the class", make_any, {CLASS_WITHOUT_I}, ROWS, 0},
    {"c1 cut to 64 bits", make_large, {SLOPE_OF_64_BITS}, ROWS, 0},
    {"c2 of a large block in double precision", make_large, {C2_IN_DOUBLE}, ROWS, 0},
    {"c3 of a large block in double precision", make_large_cubic, {C3_IN_DOUBLE}, ROWS, 0},
    {"delta mod 1 where it reaches 1", make_wide_slopes, {DELTA_WRAPPED}, ROWS, 0},
    {"arcs of tiny q left out", make_small_q, {SMALL_Q_LEFT_OUT}, ROWS, 0},
    {"the arc before the first vertex or after the last left out",
     make_outside,
     {FIRST_ARC_LEFT_OUT, LAST_ARC_LEFT_OUT},
     ROWS,
     0},
    {"the cubic shift of the wrong sign, or none",
     make_cubic,
     {WRONG_CUBIC_SHIFT, NO_CUBIC_SHIFT},
     ROW_SHIFT,
     -2},
    {"slopes that pass through 0", make_slope_0, {SLOPES_WRAPPED}, ROWS, 0},
    {"negative curvature", make_negative, {CURVATURE_ASSUMED}, ROWS, 0},
    {"a place next to 1/2 in fixed point", make_half_place, {PLACE_CUT_OFF}, ROWS, 0},
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
