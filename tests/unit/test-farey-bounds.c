/* The bounds of the Farey walk bite. For each row of the budget in kernels/farey/farey.md: on
   constructed curves every case is found with the bound as it is, and with a part of it (the factor
   is in the test's name: half, or as much as the bound is generous) a case is lost. For rows of
   roundings, which hardly ever reach their bounds: an error is injected into the number and the
   bound declared to be just that error; twice the error loses a case. And what went wrong before
   the walk was right, a named test for each: packets on which a walk with the mistake loses cases,
   and ours none. */
#include "tests/unit/farey-altered.h"

enum regime {
  FAST,
  WIDE,
  SLOW
}; /* which code has the arc: farey_roots, farey_wide, tmd_farey_arc */

/* ---- Curves for arcs of each kind ---- */

/* The case somewhere in the middle of the block. */
static struct curve new_curve(uint64_t n, uint64_t order, int threshold, double c2, double c3) {
  struct curve curve = {.n = n, .order = order, .threshold = threshold};
  curve.T = (int64_t)(between(-0.5, 0.5) * (double)(n / 2));
  curve.c[2] = units_of(c2), curve.c[3] = units_of(c3);
  return curve;
}

static double radius(const struct curve *curve) { return (double)(curve->n / 2); }

static void path_of(struct tmd_farey_path *path, const struct curve *curve) {
  struct curve copy = *curve;
  struct tmd_farey_extent extent;
  struct tmd_farey_block block = {.low = -(int64_t)(curve->n / 2),
                                  .high = (int64_t)(curve->n - 1 - curve->n / 2)};
  uint64_t r[(TMD_DEGREE_MAX + 1) * TMD_WORDS_MAX];
  curve_packet(&copy);
  tmd_packet_domain(r, copy.packet, 0, curve->n / 2);
  if (!tmd_farey_block_make(&block, &extent, copy.packet, copy.threshold, (double)curve->order,
                            r) ||
      !tmd_farey_path(path, &extent, (double)curve->order))
    *path = (struct tmd_farey_path){.least_q = NAN, .wide_q = NAN};
  free(copy.packet);
}

/* A fraction whose arc takes that path, low <= q/Q <= high. */
static void choose_fraction(struct curve *curve, enum regime regime, double low, double high) {
  struct tmd_farey_path path;
  path_of(&path, curve);
  for (long tries = 0;; tries++) {
    const double q = floor(between(low, high) * (double)curve->order);
    const int fast = q >= path.least_q, wide = q >= path.wide_q && !fast;
    const int fits = regime == FAST ? fast : regime == WIDE ? wide : q < path.wide_q;
    if (tries > 100000)
      fprintf(stderr, "no fraction: wide from %g, fast from %g\n", path.wide_q, path.least_q),
          exit(1);
    if (q >= 1 && fits) return curve_fraction(curve, (unsigned)q);
  }
}

/* The case stands u from the vertex, where D is that. 0 if that is beyond the arc. */
static int at_depth(struct curve *curve, double depth) {
  const int right = (int)(test_random() % 2);
  const double s = sqrt(depth / (curve->q * curve_c(curve, 2)));
  curve->u = right ? s : -s;
  return s < 0.97 * curve_length(curve, right ? curve->next : curve->left);
}

/* An arc of that kind and a case on it, least <= D <= most. */
static void on_arc(struct curve *curve, enum regime regime, double least, double most) {
  do choose_fraction(curve, regime, 0, 1);
  while (!at_depth(curve, between(least, most)));
}

/* The case at the end of its arc's longer side. */
static void at_end(struct curve *curve, double part) {
  const int right = curve->next < curve->left;
  curve->u = part * curve_length(curve, right ? curve->next : curve->left) * (right ? 1 : -1);
}

/* Arcs many turns long, up to 50 pairs; all denominators but the first few are on fast paths. */
static struct curve long_arcs(void) {
  return new_curve(1 << 16, 64, 46, between(0x1p-26, 0x1.6p-26), 0);
}
/* Arcs a hundredth of the block, whose neighbours' vertices lie beyond the pairs that are looked at
   anyhow. */
static struct curve short_arcs(void) {
  return new_curve(1 << 28, 4096, 35, between(0x1p-43, 0x1.2p-43), 0);
}
/* Arcs for double precision one by one, tens of pairs. */
static struct curve slow_arcs(void) {
  return new_curve(1 << 19, 1024, 46, between(0x1p-32, 0x1.2p-32), 0);
}

/* ---- The test of a row ---- */

struct row_test {
  enum row row;    /* ROWS: a pitfall, which no number of the kernel can be given */
  const char *how; /* what is cut down; "" if the row's name says it all; or the pitfall */
  double factor;   /* of the bound that loses; 0: by `alter` */
  void (*make)(struct curve *curve);
  void (*alter)(const struct curve *curve, int less); /* NULL: nothing but the factor */
  int trials;
};

struct outcome {
  long cases, lost, lost_with_less;
};

static void alter(const struct row_test *test, const struct curve *curve, int less) {
  as_it_is();
  if (test->alter) test->alter(curve, less);
  if (less && test->factor > 0) altered[test->row].factor = test->factor;
}

static void run_trial(struct outcome *outcome, const struct row_test *test,
                      const struct curve *curve) {
  static struct tmd_candidates cases, found;
  curve_cases(&cases, curve);
  outcome->cases += (long)cases.count;
  for (int less = 0; less < (test->row < ROWS ? 2 : 1); less++) {
    alter(test, curve, less);
    curve_search(&found, curve);
    const long lost = lost_of(&cases, &found);
    if (less) outcome->lost_with_less += lost;
    else outcome->lost += lost;
  }
  as_it_is();
}

static void run_row(const struct row_test *test, const char *set) {
  struct outcome outcome = {0};
  test_random_state = (uint64_t)test->row + 1;
  for (int trial = 0; trial < test->trials; trial++) {
    struct curve curve;
    as_it_is();
    test->make(&curve);
    curve_set(&curve);
    curve.negated = (int)(test_random() % 2);
    curve_packet(&curve);
    run_trial(&outcome, test, &curve);
    free(curve.packet);
  }
  const int whole = outcome.cases >= test->trials && outcome.lost == 0;
  if (test->row == ROWS) {
    tap_ok(whole, "pitfall: %s, %s: %ld cases are found", test->how, set, outcome.cases);
    return;
  }
  char less[60] = "twice the error";
  if (test->factor == 0.5) strcpy(less, "half");
  else if (test->row == ROW_ENDS) strcpy(less, "an arc less");
  else if (test->factor > 0) snprintf(less, sizeof less, "1/%g", 1 / test->factor);
  tap_ok(whole && outcome.lost_with_less > 0,
         "bound %s%s, %s: whole finds all %ld of %ld, %s loses %ld", row_names[test->row],
         test->how, set, outcome.cases - outcome.lost, outcome.cases, less, outcome.lost_with_less);
}

/* ---- A block's rows ---- */

/* At the vertex, almost eps off: D = -0.99 tolerance, and the pair is not looked at. */
static void make_eps(struct curve *curve) {
  *curve = new_curve(1 << 24, 1024, 36, between(0x1p-37, 0x1.2p-37), 0);
  choose_fraction(curve, FAST, 0.9, 1);
  curve->T = (int64_t)(between(-0.9, 0.9) * radius(curve));
  curve->distance = 0.99 * ldexp(1, -curve->threshold);
}

/* The same on any curve: the filter before the exact evaluation. */
static void make_eps_value(struct curve *curve) {
  *curve = long_arcs();
  on_arc(curve, FAST, 1, 3);
  curve->distance = either_sign(0.99 * ldexp(1, -curve->threshold));
}

/* c4 t^4 at the block's first argument, where the cubic has its vertex; as large as tolerance
   allows. */
static void make_rest(struct curve *curve) {
  const double R = 0x1p13;
  *curve = new_curve(1 << 14, 1024, 40, between(0x1p-33, 0x1.2p-33), 0);
  curve->c[6] = units_of(either_sign(0x1p-24 / (R * R * R * R * R * R)));
  choose_fraction(curve, FAST, 0.9, 1);
  curve->T = -(int64_t)R;
}

/* c2 lies between two double precision numbers; the arc's numbers are short, so that nothing else
   is rounded: t0 is a power of 2. The bounds of other roundings (ARC_HEIGHT, ARC_HEIGHT_VERTEX),
   eight times this one, are left out. */
static void make_c2(struct curve *curve) {
  const double R = 0x1p18;
  *curve = new_curve(1 << 19, 1024, 60, 0, 0);
  curve->c[2] = ((tmd_u128)1 << 96) + ((tmd_u128)(test_random() % 8) << 80);
  curve_fraction(curve, 32);
  curve->c[2] += (UINT64_C(1) << 43) - 1;
  curve->T = -(int64_t)R;
}
static void alter_c2(const struct curve *curve, int less) {
  (void)curve, (void)less;
  declare(ROW_ARC_HEIGHT, 0);
  declare(ROW_ARC_HEIGHT_VERTEX, 0);
}

/* r_3 in double precision, at the block's end, against the filter before the exact evaluation. */
static void make_coefficients(struct curve *curve) {
  const double c2 = 0.2 / (0x1p19 * 64), c3 = c2 / (24.5 * 0x1p19);
  *curve = new_curve(1 << 20, 64, 44, c2, 0);
  curve->c[3] = units_of(either_sign(c3)) + test_random() % (1 << 24);
  choose_fraction(curve, SLOW, 0, 1);
  curve->u = either_sign(between(0, 1));
  curve->T = (int64_t)radius(curve) - 1;
  curve->distance = either_sign(ldexp(1, -curve->threshold) - 0x1p-80);
}

/* Slopes over 100/Q: quarters of the block are as long as the walk takes, the whole has delta
   beyond what is exact. With that H(t0) is off by far more than its tolerance, and the case stands
   at the vertex. */
static void make_slopes(struct curve *curve) {
  *curve = new_curve(1 << 19, 256, 62, between(100, 110) / (2.25 * 256 * 0x1p18), 0);
  curve_fraction(curve, (unsigned)between(200, 256));
  curve->T = (int64_t)(between(-0.99, 0.99) * radius(curve));
}

/* ---- Many arcs at a time ---- */

#define ERROR 0.02 /* in arguments: far above the units of places, far below a window's limit */

/* The vertex is computed `error` from where it is, and H(t0) as if it were not. */
static void displace(const struct curve *curve, double error) {
  const double t0 = (double)curve->T - curve->u, e = error / fabs(t0);
  altered[ROW_VERTEX].relative = e;
  altered[ROW_HEIGHT].absolute = curve_c(curve, 2) * t0 * t0 * e * (2 + e);
}
static void make_displaced(struct curve *curve) {
  *curve = long_arcs();
  do on_arc(curve, FAST, 2, 5);
  while (fabs((double)curve->T - curve->u) < 1000);
}
static void alter_vertex(const struct curve *curve, int less) {
  displace(curve, less ? 2 * ERROR : ERROR);
  declare(ROW_VERTEX, ERROR);
  declare(ROW_HEIGHT_VERTEX, 0);
}
static void alter_place(const struct curve *curve, int less) {
  displace(curve, less ? 2 * ERROR : ERROR);
  declare(ROW_VERTEX, 0);
  declare(ROW_PLACE, ERROR);
}

/* The series for the vertex breaks off after the third order: bend^3 is what it leaves with t0 at
   the block's end. There a case at the vertex, whose H(t0) is computed too large. */
static void make_series(struct curve *curve) {
  *curve = short_arcs();
  const double Q = 4096, R = radius(curve), c2 = curve_c(curve, 2),
               reach = R + 0.63 / (c2 * Q / TMD_FAREY_DOUBLE * Q);
  const double bend = cbrt(0x1p-17 / (2.5 * Q * c2 * reach * reach));
  curve->c[3] = units_of(either_sign(bend * c2 / (3 * reach)));
  choose_fraction(curve, FAST, 0.95, 1);
  curve->T = test_random() % 2 ? -(int64_t)R : (int64_t)R - 1;
}

/* The vertex misplaced, so that H(t0) comes out too large, and a case right there. */
static void make_at_vertex(struct curve *curve) {
  *curve = short_arcs();
  choose_fraction(curve, FAST, 0.95, 1);
  curve->T = (int64_t)(either_sign(between(0.95, 1)) * (radius(curve) - 1));
}
static void alter_height_vertex(const struct curve *curve, int less) {
  const double error = 0x1p-13;
  altered[ROW_VERTEX].relative = -(less ? 2 : 1) * error / radius(curve);
  declare(ROW_VERTEX, error);
}
static void alter_height(const struct curve *curve, int less) {
  const double error = 0x1p-17;
  altered[ROW_HEIGHT].absolute = (less ? 2 : 1) * 0.99 * error / curve->q;
  declare(ROW_HEIGHT, error);
}

/* The true roundings of t0 and H(t0), of which HEIGHT_VERTEX has a share: a case at the vertex, its
   width nothing beside them. */
static void make_roundings(struct curve *curve) {
  make_at_vertex(curve);
  curve->threshold = 62;
}
static void alter_roundings(const struct curve *curve, int less) {
  (void)curve;
  if (less) altered[ROW_HEIGHT_VERTEX].factor = 0x1p-9;
}

/* The third order of the cubic root, at the end of an arc with its vertex at 0. Everything that is
   about a vertex far from 0 is declared nothing: VERTEX, HEIGHT_VERTEX, SHIFT, bend^3 of ROOT. */
static void make_bend(struct curve *curve) {
  const double Q = 64, c2 = 0x1p-20;
  double q = Q / TMD_FAREY_DOUBLE;
  while (0.63 / (c2 * q * Q) > 40 * q) q *= 1.5;
  const double length = 0.63 / (c2 * q * Q);
  *curve = new_curve(2 * (uint64_t)length, 64, 50, c2, either_sign(0.999 * c2 / (48 * length)));
  curve_fraction(curve, (unsigned)ceil(q));
  at_end(curve, 0.98);
  curve->T = (int64_t)rint(curve->u);
}
static void no_bends(const struct curve *curve, int less) {
  (void)less;
  declare(ROW_VERTEX, 0x1p-30);
  declare(ROW_HEIGHT_VERTEX, 0);
  declare(ROW_SHIFT, 0);
  declare(ROW_ROOT, 0x1p-22 * 0.63 / (curve_c(curve, 2) * (double)curve->order));
  declare(ROW_WIDE_ROOT, 0x1p-25 * 0.63 / (curve_c(curve, 2) * (double)curve->order));
}

/* Likewise the fourth order, for the least q that the path allows: the window at D = 2^-9 serves
   all, some 2^6 times wider than that of the end. */
static void make_higher(struct curve *curve) {
  struct tmd_farey_path path;
  make_bend(curve);
  curve->c[3] = 0;
  curve->c[4] = units_of(either_sign(0x1p-9 * curve_c(curve, 2) / (24 * curve->u * curve->u)));
  path_of(&path, curve);
  curve_fraction(curve, (unsigned)ceil(path.wide_q));
  at_end(curve, 0.98);
  curve->T = (int64_t)rint(curve->u);
}

static void alter_higher(const struct curve *curve, int less) {
  const double u2 = curve->u * curve->u, bound = curve->q * fabs(curve_c(curve, 4)) * u2 * u2;
  no_bends(curve, less);
  declare(ROW_HIGHER, less ? 0x1p-10 * bound : bound);
}

/* What one step leaves of the vertex's error: bend = b, fourth = b^2/4. */
static void make_step(struct curve *curve) {
  make_series(curve);
  const double R = radius(curve), c2 = curve_c(curve, 2);
  const double b = pow(0x1p-17 / (0.25 * 4096 * c2 * R * R), 0.2);
  curve->c[3] = units_of(either_sign(b * c2 / (3 * R)));
  curve->c[4] = units_of(either_sign(0.25 * b * b * c2 / (6 * R * R)));
  choose_fraction(curve, FAST, 0.95, 1);
}

/* kappa with an error, likewise at a vertex near 0; kappa s = 2^-10. */
static void make_shift(struct curve *curve) {
  *curve = long_arcs();
  curve->n = 1 << 14;
  do choose_fraction(curve, FAST, 0, 1);
  while (!at_depth(curve, between(2, 7)));
  curve->T = (int64_t)rint(curve->u);
  curve->c[3] = units_of(either_sign(2 * 0x1p-10 * curve_c(curve, 2) / fabs(curve->u)));
}
static void alter_shift(const struct curve *curve, int less) {
  const double kappa = fabs(curve_c(curve, 3)) / (2 * curve_c(curve, 2)), s = fabs(curve->u),
               e = 0x1p-5;
  no_bends(curve, less);
  declare(ROW_BEND, 3 * kappa * kappa * s * s * s);
  declare(ROW_SHIFT, e * kappa * s * s);
  altered[ROW_SHIFT].relative = less ? 2 * e : e;
}

/* Places in units of q, 2^-21 each, where an arc's roots are about q: their other errors are small,
   and declared so. */
static void make_units(struct curve *curve) {
  const double least = 4 * TMD_FAREY_NEAR;
  *curve = new_curve(1 << 18, 4096, 50, between(0x1p-44, 0x1.2p-44), 0);
  do choose_fraction(curve, FAST, 0.95, 1);
  while (!at_depth(curve, between(least, 2 * least)));
}
static void alter_units(const struct curve *curve, int less) {
  (void)less;
  declare(ROW_ROOT, 0x1p-24 * fabs(curve->u) * curve->q);
  declare(ROW_HEIGHT_VERTEX, 0);
}

/* An error of H(t0) as large as the tolerance, at the least q and the least D for which windows are
   all of one width.
 */
#define TALL 0x1p-20
static void make_window(struct curve *curve) {
  struct tmd_farey_path path;
  *curve = long_arcs();
  declare(ROW_HEIGHT, TALL);
  path_of(&path, curve);
  as_it_is();
  curve_fraction(curve, (unsigned)ceil(path.wide_q));
  at_depth(curve, TMD_FAREY_NEAR * 1.02 + 2 * TALL);
}
static void alter_window(const struct curve *curve, int less) {
  (void)less;
  altered[ROW_HEIGHT].absolute = 0.99 * TALL / curve->q;
  declare(ROW_HEIGHT, TALL);
}

/* Likewise with higher orders, at the D for which the window of a first pair is as narrow as it may
   be. */
#define TALLER 0x1p-14
static void make_depth(struct curve *curve) {
  struct tmd_farey_path path;
  *curve = long_arcs();
  curve->c[4] = units_of(either_sign(0x1p-22 / pow(radius(curve), 4)));
  declare(ROW_HEIGHT, TALLER);
  path_of(&path, curve);
  as_it_is();
  if (!(path.depth > 0)) fprintf(stderr, "no higher orders\n"), exit(1);
  curve_fraction(curve, (unsigned)ceil(path.wide_q));
  at_depth(curve, -1 / log(path.near) + 2 * TALLER);
}
static void alter_depth(const struct curve *curve, int less) {
  (void)less;
  altered[ROW_HEIGHT].absolute = 0.99 * TALLER / curve->q;
  declare(ROW_HEIGHT, TALLER);
}

/* Roots of the wrong curvature. */
static void make_root(struct curve *curve) {
  *curve = long_arcs();
  on_arc(curve, FAST, 2, 5);
}
static void make_wide_root(struct curve *curve) {
  *curve = long_arcs();
  on_arc(curve, WIDE, 2, 20);
}
static void wrong_root(const struct curve *curve, enum row row, int less) {
  const double roundings =
      0x1p-22 * 0.63 / (curve_c(curve, 2) * (double)curve->order); /* a tenth of ERROR */
  altered[ROW_ROOT].relative = 2 * (less ? 2 * ERROR : ERROR) / fabs(curve->u);
  declare(row, ERROR * curve->q + roundings);
}
static void alter_root(const struct curve *curve, int less) { wrong_root(curve, ROW_ROOT, less); }
static void alter_wide_root(const struct curve *curve, int less) {
  wrong_root(curve, ROW_WIDE_ROOT, less);
}

/* Single precision itself, at the end of an arc of hundreds of turns. */
static void make_single(struct curve *curve) {
  *curve = new_curve(1 << 18, 64, 46, between(6e-9, 6.5e-9), 0);
  choose_fraction(curve, FAST, 0.9, 1);
  at_end(curve, between(0.9, 0.98));
}

/* The last pairs of an arc that has more than two passes of them. */
static void make_reach(struct curve *curve) {
  *curve = long_arcs();
  do choose_fraction(curve, FAST, 0, 1), at_end(curve, 0.98);
  while (curve->q * curve_c(curve, 2) * curve->u * curve->u < 18);
}

/* The first or the last argument, on the arc whose vertex lies just outside the block. The bound is
   of roundings, 2^-46 of the block's slopes; it takes an error as long as an arc for the walk to
   begin, or end, one arc too late.
   */
static void make_ends(struct curve *curve) {
  *curve = short_arcs();
  choose_fraction(curve, FAST, 0.5, 1);
  const int first = (int)(test_random() % 2);
  curve->T = first ? -(int64_t)radius(curve) : (int64_t)radius(curve) - 1;
  curve->u = 0.3 * curve_length(curve, first ? curve->next : curve->left) * (first ? 1 : -1);
}
static void alter_ends(const struct curve *curve, int less) {
  const double neighbour =
      curve->u > 0 ? curve->next : curve->left; /* it is 1/(q neighbour) away */
  const double error = 1.05 * (1 / (curve->q * neighbour) - 2 * curve_c(curve, 2) * fabs(curve->u));
  declare(ROW_ENDS, less ? -error : 0);
}

/* ---- One arc ---- */

/* Near the end of an arc, but far from the neighbour's whose first pairs are looked at anyhow. */
static void make_arc_length(struct curve *curve) {
  *curve = new_curve(1 << 24, 1024, 46, between(0x1p-38, 0x1.2p-38), 0);
  choose_fraction(curve, SLOW, 0.02, 1);
  at_end(curve, 0.9);
}

/* t0 next to 0, where a wrong t0 leaves H(t0) as it is. */
static void make_arc_place(struct curve *curve) {
  *curve = slow_arcs();
  do choose_fraction(curve, SLOW, 0.01, 1);
  while (!at_depth(curve, between(5, 20)));
  curve->T = (int64_t)rint(curve->u);
}
static void alter_arc_vertex(const struct curve *curve, int less) {
  altered[ROW_ARC_VERTEX].absolute = (curve->p % 2 ? 1 : -1) * (less ? 2 : 1) * ERROR;
  declare(ROW_ARC_VERTEX, ERROR);
  declare(ROW_ARC_HEIGHT_VERTEX, 0);
}
static void alter_arc_place(const struct curve *curve, int less) {
  alter_arc_vertex(curve, less);
  declare(ROW_ARC_VERTEX, 0);
  declare(ROW_ARC_PLACE, ERROR + 0x1p-18);
}
/* In units of q, for the run of pairs alone; the pair that it finds is then looked at with a window
   that suffices. */
static void alter_arc_turns(const struct curve *curve, int less) {
  alter_arc_vertex(curve, less);
  declare(ROW_ARC_VERTEX, 0);
  declare(ROW_ARC_TURNS, ERROR / curve->q);
  declare(ROW_ARC_WINDOW, 3 * ERROR);
  altered[ROW_ARC_WINDOW].in = "farey_window";
}

static void make_arc_at_vertex(struct curve *curve) {
  *curve = slow_arcs();
  choose_fraction(curve, SLOW, 0.02, 1);
  curve->T = (int64_t)(either_sign(between(0.9, 1)) * (radius(curve) - 1));
}
static void alter_arc_height_vertex(const struct curve *curve, int less) {
  altered[ROW_ARC_VERTEX].absolute = (curve->T > 0 ? -1 : 1) * (less ? 2 : 1) * ERROR;
  declare(ROW_ARC_VERTEX, ERROR);
}
static void make_arc_roundings(struct curve *curve) {
  *curve = short_arcs();
  curve->threshold = 62;
  choose_fraction(curve, SLOW, 0.02, 1);
  curve->T = (int64_t)(either_sign(between(0.9, 1)) * (radius(curve) - 1));
}
static void alter_arc_roundings(const struct curve *curve, int less) {
  (void)curve;
  if (less) altered[ROW_ARC_HEIGHT_VERTEX].factor = 0x1p-9;
}
static void alter_arc_height(const struct curve *curve, int less) {
  (void)curve;
  altered[ROW_ARC_HEIGHT].absolute = (less ? 2 : 1) * 0.99 * 0x1p-20;
  declare(ROW_ARC_HEIGHT, 0x1p-20);
}

/* kappa s = 2^-8, at the arc's end. */
static void make_arc_bend(struct curve *curve) {
  make_arc_length(curve);
  curve->T = (int64_t)rint(curve->u);
  curve->c[3] = units_of(either_sign(2 * 0x1p-8 * curve_c(curve, 2) / fabs(curve->u)));
}

/* kappa s = 2^-9, so that most is left out by the product with the fourth order. */
static void make_arc_bend_fourth(struct curve *curve) {
  *curve = slow_arcs();
  const double R = radius(curve), c2 = curve_c(curve, 2);
  curve_fraction(curve, 3 + (unsigned)(test_random() % 3));
  curve->T = (int64_t)(either_sign(1) * (R - 1));
  curve->u = (double)curve->T;
  curve->c[3] = units_of(either_sign(0x1p-8 * c2 / R));
  curve->c[4] = units_of(either_sign(0x1p-12 * c2 / (R * R)));
}

/* D = 2.1 and 1.9 tolerances, and the case at the window's edge. */
static void at_edge(struct curve *curve, double D, double distance) {
  *curve = slow_arcs();
  curve->threshold = 20;
  const double eps = 0x1p-20;
  do choose_fraction(curve, SLOW, 0.02, 1);
  while (!at_depth(curve, curve->q * (D + distance) * eps));
  curve->distance = distance * eps;
}
static void make_arc_window(struct curve *curve) { at_edge(curve, 2.1, -0.99); }
static void make_arc_vertex_window(struct curve *curve) { at_edge(curve, 1.9, 0.99); }
/* The first pair of a run, D = 0.3. */
static void make_run_window(struct curve *curve) {
  *curve = slow_arcs();
  curve->threshold = 34;
  choose_fraction(curve, SLOW, 0.02, 1);
  at_depth(curve, 0.3);
  curve->distance = either_sign(0.99 * ldexp(1, -curve->threshold));
}
static void alter_run_window(const struct curve *curve, int less) {
  (void)curve, (void)less;
  altered[ROW_ARC_WINDOW].in = "farey_pairs_of";
}

/* Fourth and fifth order, whose curvature at the block's end is up to 2^-9.5 of c2. */
static void add_higher(struct curve *curve) {
  const double R = radius(curve), most = 0x1p-10 * curve_c(curve, 2);
  curve->c[4] = units_of(either_sign(between(0.5, 1) * most / (6 * R * R)));
  curve->c[5] = units_of(either_sign(between(0, 0.25) * most / (10 * R * R * R)));
}
static void make_arc_higher(struct curve *curve) {
  make_arc_length(curve);
  curve->T = (int64_t)rint(curve->u);
  add_higher(curve);
}
/* The vertex so far off that an arc is longer than the block. */
static void make_arc_rest(struct curve *curve) {
  *curve = slow_arcs();
  curve_fraction(curve, 1 + (unsigned)(test_random() % 3));
  curve->T = (int64_t)(either_sign(1) * (radius(curve) - 1));
  curve->u = 2.2 * (double)curve->T;
  add_higher(curve);
}

/* ---- A line ---- */

/* c1 beside p/q, nearer than any other fraction; the vertex is far away. */
static void slope_beside(struct curve *curve, double offset) {
  const double c2 = curve_c(curve, 2);
  curve->u = (double)curve->T;
  if (c2 != 0) curve->u -= -offset / (2 * c2);
}

/* The curve is c2 R^2 off its tangent at the middle. */
static void make_line(struct curve *curve) {
  *curve = new_curve(1 << 10, 1024, 46, between(0x1p-36, 0x1p-35), 0);
  curve_fraction(curve, 200 + (unsigned)(test_random() % 800));
  curve->T = -(int64_t)radius(curve);
  slope_beside(curve, either_sign(0.25 / (1024 * curve->q)));
}

/* No curve at all: H(t) = height + delta t, where delta = q c1 - p = 1/(4 Q). */
#define LINE_DELTA (0.25 / 1024)
static void make_straight(struct curve *curve) {
  *curve = new_curve(1 << 10, 1024, 46, 0x1p-120, 0);
  curve_fraction(curve, 200 + (unsigned)(test_random() % 800));
  slope_beside(curve, LINE_DELTA / curve->q);
}
static void alter_line_height(const struct curve *curve, int less) {
  (void)curve;
  altered[ROW_LINE_HEIGHT].absolute = (less ? 2 : 1) * ERROR * LINE_DELTA;
  declare(ROW_LINE_HEIGHT, ERROR * LINE_DELTA);
}
static void alter_line_place(const struct curve *curve, int less) {
  alter_line_height(curve, less);
  declare(ROW_LINE_HEIGHT, 0);
  declare(ROW_LINE_PLACE, ERROR);
}

/* ---- A straight run: its order is so low that a line would have too many roots ---- */

/* The curve is c2 R^2 off its tangent at the middle, many times eps; the case is at an end, on one
   side or the other. */
static void make_straight_run(struct curve *curve) {
  *curve = new_curve(1 << 20, 8, 46, either_sign(between(0x1p-52, 0x1p-51)), 0);
  curve->T = -(int64_t)radius(curve);
  curve->c[1] = test_random128();
  curve->distance = either_sign(0.99) * ldexp(1, -curve->threshold);
}
/* No curve: the case is at the window's edge. */
static void make_straight_eps(struct curve *curve) {
  *curve = new_curve(1 << 20, 8, 46, 0, 0);
  curve->T = (int64_t)(between(-1, 1) * (radius(curve) - 1));
  curve->c[1] = test_random128();
  curve->distance = either_sign(0.99) * ldexp(1, -curve->threshold);
}
/* The slope is nearly 2^-128 above what 128 bits have of it: so much off at the end, many times
   eps. */
static void make_straight_cut(struct curve *curve) {
  *curve = new_curve(UINT64_C(1) << 40, 8, 92, 0, 0);
  const int right = (int)(test_random() % 2);
  curve->fine = UINT64_MAX;
  curve->T = right ? (int64_t)radius(curve) - 1 : -(int64_t)radius(curve);
  curve->c[1] = test_random128();
  curve->distance = -(double)curve->T * 0x1p-128;
}

/* ---- Pitfalls: what went wrong before the walk was right and random polynomials (test-farey)
   seldom show. A walk in 113 bits with each of these mistakes lost cases ---- */

static tmd_u128 random_units(int bits) { return test_random128() >> (128 - bits); }

static int64_t random_place(const struct curve *curve) {
  return (int64_t)(between(-1, 1) * (radius(curve) - 1));
}

/* Any slopes, a curvature near the walk's limit (2.25 c2 R Q = 0.28 .. 0.32), and a case somewhere.
 */
static struct curve any_curve(void) {
  struct curve curve = {.n = 1 << 20, .order = 256, .threshold = 26};
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
  curve->T = (int64_t)(either_sign(between(0.85, 0.95)) * 0x1p33);
}

/* 3 c3 R = c2/9, c3 of 56 bits: to 53 bits it is 2^-50 off at the end, where the case is, and the
   vertex. */
static void make_large_cubic(struct curve *curve) {
  *curve = any_curve();
  curve->n = UINT64_C(1) << 27, curve->order = 1 << 12, curve->threshold = 60;
  curve->c[2] = ((tmd_u128)1 << 87) + random_units(84);
  curve->c[3] = curve->c[2] / (27 * (curve->n / 2)) | 1;
  curve->T = (int64_t)(between(0.95, 1) * radius(curve)) - 1;
  curve_fraction(curve, 4000);
}

/* Fourth and fifth order as large as the walk takes them, and the third up to a tenth of that. */
static void make_orders(struct curve *curve) {
  *curve = any_curve();
  curve->threshold = 40;
  const double R = radius(curve), c2 = curve_c(curve, 2);
  curve->c[3] = units_of(between(-0.01, 0.01) * c2 / (3 * R));
  curve->c[4] = units_of(either_sign(between(0.2, 0.6)) * 0x1p-9 * c2 / (6 * R * R));
  curve->c[5] = units_of(between(-0.4, 0.4) * 0x1p-9 * c2 / (10 * R * R * R));
  curve->T = random_place(curve);
  curve_fraction(curve, 1 + (unsigned)(test_random() % 256));
}

/* The same for arcs one by one, at their ends. */
static void make_slow_orders(struct curve *curve) {
  *curve = slow_arcs();
  const double R = radius(curve), c2 = curve_c(curve, 2);
  choose_fraction(curve, SLOW, 0.01, 1);
  at_end(curve, 0.9);
  curve->T = (int64_t)either_sign(0.9 * R);
  curve->c[4] = units_of(either_sign(0.3) * 0x1p-9 * c2 / (6 * R * R));
  curve->c[5] = units_of(either_sign(0.6) * 0x1p-9 * c2 / (10 * R * R * R));
}

/* Arcs about as long as the block, whose cubic term shifts the case by some arguments: far more
   than a window. */
static void make_cubic(struct curve *curve) {
  *curve = any_curve();
  curve->threshold = 34;
  curve->c[2] >>= 6;
  curve->c[3] = curve->c[2] >> 35;
  if (test_random() % 2) curve->c[3] = -curve->c[3];
  curve->T = random_place(curve);
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
}
static void alter_cubic(const struct curve *curve, int less) {
  (void)curve;
  altered[ROW_SHIFT].relative = less ? -2 : 0;
}

static const struct row_test row_tests[] = {
    {ROW_COEFFICIENTS, "", 0x1p-8, make_coefficients, NULL, 100},
    {ROW_EPS_VALUE, "", 0.5, make_eps_value, NULL, 40},
    {ROW_EPS, "", 0.5, make_eps, NULL, 40},
    {ROW_C2, "", 0x1p-3, make_c2, alter_c2, 20},
    {ROW_REST, "", 0.5, make_rest, NULL, 40},
    {ROW_SLOPES, "", 0.25, make_slopes, NULL, 40},
    {ROW_VERTEX, " (injected)", 0, make_displaced, alter_vertex, 40},
    {ROW_VERTEX, " (third order)", 0.25, make_series, NULL, 40},
    {ROW_HEIGHT_VERTEX, " (injected)", 0, make_at_vertex, alter_height_vertex, 40},
    {ROW_HEIGHT_VERTEX, " (third order)", 0.25, make_series, NULL, 40},
    {ROW_HEIGHT_VERTEX, " (a step)", 0.25, make_step, NULL, 40},
    {ROW_HEIGHT, " (injected)", 0, make_at_vertex, alter_height, 40},
    {ROW_HEIGHT, " and HEIGHT_VERTEX (roundings)", 0x1p-9, make_roundings, alter_roundings, 400},
    {ROW_PLACE, " (injected)", 0, make_displaced, alter_place, 40},
    {ROW_BEND, "", 0x1p-4, make_bend, no_bends, 40},
    {ROW_HIGHER, "", 0x1p-10, make_higher, alter_higher, 40},
    {ROW_SHIFT, " (injected)", 0, make_shift, alter_shift, 40},
    {ROW_UNITS, "", 0x1p-3, make_units, alter_units, 300},
    {ROW_WINDOW, "", 0.5, make_window, alter_window, 60},
    {ROW_WINDOW, " (at the depth of the first pair)", 0.5, make_depth, alter_depth, 60},
    {ROW_ROOT, " (injected)", 0, make_root, alter_root, 40},
    {ROW_ROOT, " (single precision)", 0x1p-4, make_single, NULL, 60},
    {ROW_WIDE_ROOT, " (injected)", 0, make_wide_root, alter_wide_root, 40},
    {ROW_REACH, "", 0.5, make_reach, NULL, 40},
    {ROW_ENDS, " (0 instead)", 0, make_ends, alter_ends, 40},
    {ROW_ARC_LENGTH, "", 0.5, make_arc_length, NULL, 20},
    {ROW_ARC_VERTEX, " (injected)", 0, make_arc_place, alter_arc_vertex, 20},
    {ROW_ARC_HEIGHT_VERTEX, " (injected)", 0, make_arc_at_vertex, alter_arc_height_vertex, 20},
    {ROW_ARC_HEIGHT, " (injected)", 0, make_arc_at_vertex, alter_arc_height, 20},
    {ROW_ARC_HEIGHT, " and ARC_HEIGHT_VERTEX (roundings)", 0x1p-9, make_arc_roundings,
     alter_arc_roundings, 200},
    {ROW_ARC_BEND, "", 0.5, make_arc_bend, NULL, 20},
    {ROW_ARC_BEND, " (fourth order)", 0.5, make_arc_bend_fourth, NULL, 20},
    {ROW_ARC_FIFTH, "", 0.25, make_arc_higher, NULL, 20},
    {ROW_ARC_REST, "", 0.5, make_arc_rest, NULL, 20},
    {ROW_ARC_PLACE, " (injected)", 0, make_arc_place, alter_arc_place, 20},
    {ROW_ARC_WINDOW, " (a pair)", 0.5, make_arc_window, NULL, 20},
    {ROW_ARC_VERTEX_WINDOW, "", 0.5, make_arc_vertex_window, NULL, 20},
    {ROW_ARC_WINDOW, " (a run of pairs)", 0.5, make_run_window, alter_run_window, 20},
    {ROW_ARC_TURNS, " (injected)", 0, make_arc_place, alter_arc_turns, 20},
    {ROW_LINE, "", 0.5, make_line, NULL, 40},
    {ROW_LINE_HEIGHT, " (injected)", 0, make_straight, alter_line_height, 40},
    {ROW_LINE_PLACE, " (injected)", 0, make_straight, alter_line_place, 40},
    {ROW_STRAIGHT, "", 0.5, make_straight_run, NULL, 40},
    {ROW_STRAIGHT_EPS, "", 0.5, make_straight_eps, NULL, 40},
    {ROW_STRAIGHT_CUT, "", 0.5, make_straight_cut, NULL, 40},
    {ROW_SHIFT, " (of the wrong sign)", 0, make_cubic, alter_cubic, 32},
    {ROWS, "the fourth and fifth order", 0, make_orders, NULL, 200},
    {ROWS, "the fourth and fifth order of one arc", 0, make_slow_orders, NULL, 100},
    {ROWS, "c1 cut to 64 bits, c2 of a large block in double precision", 0, make_large, NULL, 32},
    {ROWS, "c3 of a large block in double precision", 0, make_large_cubic, NULL, 32},
    {ROWS, "a place next to 1/2 in fixed point", 0, make_half_place, NULL, 32},
};
enum { ROW_TESTS = sizeof row_tests / sizeof *row_tests };

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
  int tested = 1;
  for (int set = 0; set < SETS; set++)
    if (tmd_kernels_select(set_names[set]) != 0) tap_skip(set_names[set], "not on this machine");
    else
      for (int i = 0; i < ROW_TESTS; i++) run_row(&row_tests[i], set_names[set]);
  ends_beyond_double_precision("a line", 1, 0, 1);
  ends_beyond_double_precision("arcs", UINT64_C(0x19e3779b97f4a7), (tmd_u128)1 << 34, 1 << 25);
  for (int row = 0; row < ROWS; row++) {
    int tests = 0;
    if (row == ROW_BAND || row == ROW_CROSSING) continue; /* test-farey-band.c has them */
    for (int i = 0; i < ROW_TESTS; i++) tests += row_tests[i].row == (enum row)row;
    tested &= tests > 0 && row_uses[row] > 0;
    if (tests == 0 || row_uses[row] == 0)
      printf("# %s: %d tests, used %ld times\n", row_names[row], tests, row_uses[row]);
  }
  tap_ok(tested, "every row of the budget has a test, and is in use");
  return tap_done();
}
