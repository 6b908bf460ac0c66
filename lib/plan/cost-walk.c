#include "lib/plan/cost-walk.h"

#include <math.h>

/* Nanoseconds on one core, printed by `make bench`; */
static const double arc_ns = 3.4, pair_ns = 0.32, farey_block_ns = 400;
/* fitted to the time of whole stages on plans that they dominate: lines where arcs bend too much;
   straight runs and their members near 0; blocks in the rows of tiles. */
static const double line_ns = 2000, line_root_ns = 12, member_ns = 14;
static const double straight_ns = 240,
                    straight_bit_ns = 15; /* of the rotation's continued fraction */
static const double row_ns = 94, row_arc_ns = 4.7, row_pair_ns = 0.47, slow_arc_ns = 715;
static const double crossings_ns = 60, crossing_ns = 38, CROSSINGS_MOST = 11;
static const double hit_ns = 120, FALSE_HITS = 2;
static const double evaluated_ns = 1.2; /* for rows of 24 terms */

enum {
  STRAIGHT_LOG2_LEAST = 20,
  STRAIGHT_ROOTS_LOG2 =
      9, /* the least number of roots of a line of an order (kernels/farey/farey.c) */
  ORDER_LOG2_MAX = 25,
  WALK_ORDER_LEAST = 2,
  ORDERS_TRIED = 45, /* each 1.1 times the last one, up to 64 times the first */
  CLAIM_CASES_LOG2 =
      20 /* expected cases that a claim of the walk may have: they are held in memory */
};

static double least(double a, double b) { return a < b ? a : b; }

int tmd_cost_longest_claim(int threshold, int most) {
  const int log2 = threshold - 1 + CLAIM_CASES_LOG2;
  return most < log2 ? most : log2;
}

/* log2 of the least of `most` and the limits, rounded down. */
static double least_log2(double most, const double *limits, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (limits[i] < most) most = limits[i];
  return floor(log2(most));
}

/* log2 of the longest block for the walk of order Q (the conditions of kernels/farey/farey-block.c,
   and a rest that widens windows by 118 `share` arguments at most). */
static double farey_block_log2(const struct tmd_smoothness *s, double order, double share,
                               double most) {
  const double rest = share * sqrt(s->w2 / order);
  const double limits[] = {
      24 / (s->w2 * order),                     /* slopes of a block */
      s->w2 / (12 * s->w3),                     /* change of curvature */
      2 * sqrt(0x1p45 / (1.5 * s->w2)) / order, /* positions in double precision, */
      2 * sqrt(0x1p24 / (1.5 * s->w2 * order)), /* and their turns */
      2 * pow(rest / s->w4, 0.25),              /* fourth order */
      2 * pow(rest / s->w5, 0.2),
  };
  return least_log2(most, limits, sizeof limits / sizeof *limits);
}

/* The share of the walk's blocks that are walked as lines, as they meet arcs that the cubic term
   bends too much (kernels/farey/farey.md: kappa L > 0.025, or for q < Q/16 a bend above 2^-3).
   Where f is nearly straight most blocks are, as arcs are longer than blocks. */
static double bent_share(const struct tmd_smoothness *s, double order, double n) {
  const double turned = 0.58 * 0.63 / 0.025 * s->w3 / (s->w2 * s->w2 * order);
  const double bent = cbrt(s->w3 / s->w2 * s->w3 / s->w2) / (s->w2 * order * cbrt(order));
  const double low = least(bent, order / 16), q = turned > low ? turned : low;
  return q < 1 ? 0 : least(1, 4 * q / order + 0.6 * q * q * s->w2 * n);
}

/* log2 of the longest block that is a line for order Q. */
static double line_log2(const struct tmd_smoothness *s, double order, double most) {
  const double room = 0x1p-7 / order, limits[] = {2 * sqrt(room / s->w2), 2 * cbrt(room / s->w3),
                                                  2 * pow(room / s->w4, 0.25)};
  return least_log2(most, limits, sizeof limits / sizeof *limits);
}

/* Sets Q and n if they are cheaper than those in *p. */
static void offer_farey(struct tmd_parameters *p, double arguments, double order, double n_log2,
                        double ns) {
  if (!(order >= WALK_ORDER_LEAST) || !(n_log2 >= TMD_COST_SMALL_LOG2) ||
      !(ns * arguments * 1e-9 < p->seconds))
    return;
  p->seconds = ns * arguments * 1e-9;
  p->words.order = (uint64_t)order;
  p->words.n = 1ull << (int)n_log2;
}

/* n and cost of straight runs, and an order low enough for them: a line that crosses integers is
   near one for about as many arguments as a random line. */
static void offer_straight(struct tmd_parameters *p, int threshold, const struct tmd_smoothness *s,
                           double arguments) {
  for (int k = STRAIGHT_LOG2_LEAST;
       k <= tmd_cost_longest_claim(threshold, TMD_COST_STRAIGHT_LOG2_MAX) &&
       k < 1 + log2(arguments);
       k++) {
    const double R = ldexp(0.5, k), bend = R * R * (s->w2 + R * (s->w3 + R * (s->w4 + R * s->w5)));
    const double width = ldexp(1, -threshold) + bend, bits = log2(s->w1 / width);
    const double order = least(least(ldexp(1, ORDER_LOG2_MAX), ldexp(1, k - STRAIGHT_ROOTS_LOG2)),
                               floor(0x1p-9 / width));
    if (ldexp(s->w1, k) < 4) continue;
    offer_farey(p, arguments, order, k,
                ldexp(straight_ns + (bits > 0 ? bits : 0) * straight_bit_ns, -k) +
                    2 * width * member_ns);
  }
}

/* n and cost where the slope stays within 1/8 of an integer: long runs are straight and cross few
   integers. */
static void offer_flat(struct tmd_parameters *p, const struct tmd_smoothness *s, double arguments,
                       double most, int rows) {
  if (!(s->w1 < 1.0 / TMD_COST_ORDER_LEAST && s->w2 * arguments < 0.125)) return;
  const double best = floor(log2(cbrt(straight_ns / (s->w2 * member_ns)))),
               longest = line_log2(s, TMD_COST_ORDER_LEAST, most);
  for (int more = 0; more <= 1; more++) {
    const double k = least(best + more, longest), run = rows                      ? row_ns
                                                        : k < STRAIGHT_LOG2_LEAST ? line_ns
                                                                                  : straight_ns;
    offer_farey(p, arguments, TMD_COST_ORDER_LEAST, k,
                run * exp2(-k) + line_root_ns * s->w1 + member_ns * s->w2 / 2 * exp2(2 * k));
  }
}

/* Nanoseconds per argument for members where the slope is within 1/Q of an integer, at most `last`:
   the vertex of that arc is last/(2 w2) away, and windows are 2.5 2^-47 times that to both sides
   (ARC_HEIGHT_VERTEX in kernels/farey/farey.md). */
static double far_vertex_ns(const struct tmd_smoothness *s, double order, double arguments) {
  const double slopes = 2 * s->w2 * arguments, first = s->w1 > slopes ? s->w1 - slopes : 0,
               last = least(s->w1, 1 / order);
  if (first >= last || 3 * s->w3 * s->w1 > 0.36 * s->w2 * s->w2)
    return 0; /* bent_share() counts arcs that the cubic term bends */
  return (last - first) / slopes * last * (5 * 0x1p-47 * last / (2 * s->w2)) * 2 * member_ns;
}

/* False hits of the walk in a block of n arguments: the sixth order widens the window of each of
   the 0.6 n/Q roots by Q^2. */
static double false_hits(const struct tmd_smoothness *s, double order, double n) {
  const double R = n / 2, w6 = s->w4 > 0 ? s->w5 * s->w5 / s->w4 : 0;
  return 0.6 * n * order * w6 * R * R * R * R * R * R;
}

/* log2 of n for the rows of tiles, whose blocks are walked with the fourth and fifth order: so long
   that few hits are false. */
static double row_block_log2(const struct tmd_smoothness *s, double order, double most) {
  const double limits[] = {
      24 / (s->w2 * order),             /* slopes of a block, */
      s->w2 / (12 * s->w3),             /* change of curvature, */
      2 * sqrt(s->w2 / (3072 * s->w4)), /* and that by the fourth order */
  };
  double n = least_log2(most, limits, sizeof limits / sizeof *limits);
  while (n > TMD_COST_SMALL_LOG2 && false_hits(s, order, exp2(n)) > FALSE_HITS) n--;
  return n;
}

/* A row's terms, if f is near 2^23 and about c e^(k t): they reach 2^-50. 10 at least. */
static double terms_of_row(const struct tmd_smoothness *s, double arguments) {
  const double terms = s->w4 > 0 ? 22 + 2 * log2(5 * s->w5 / s->w4 * arguments) : 0;
  return terms > 10 ? terms : 10;
}

/* Nanoseconds for a block of n arguments in a row. Arcs of q below some wide_q are taken one by
   one, `slow_ns` each: below it windows, which the fourth order widens by wide_q^-3.5, have as many
   false hits as that costs (`narrow` in kernels/farey/farey-block.c). */
static double row_block_ns(const struct tmd_smoothness *s, double order, double n, double slow_ns) {
  const double bend = 3.3 * s->w4 / (pow(s->w2, 4.5) * order * order * order),
               wide = pow(bend, 1 / 5.5), least_q = order > 16 ? order / 16 : 1,
               slow = wide > least_q ? least(wide, order) : least_q;
  const double arcs = 0.608 * s->w2 * n;
  return row_ns + row_arc_ns * (arcs * order * order + 2.5) + row_pair_ns * 0.32 * n / order +
         slow_ns * arcs * slow * slow + hit_ns * false_hits(s, order, n);
}

/* What is added where blocks are walked as lines, or vertices are far away. */
static double exceptions_ns(const struct tmd_smoothness *s, double order, double n, double bent,
                            double arguments) {
  const double lines = line_ns * exp2(-line_log2(s, order, n)) + line_root_ns / order;
  return bent * lines + far_vertex_ns(s, order, arguments);
}

/* Q, n and cost of the walk. */
static void offer_walk(struct tmd_parameters *p, const struct tmd_smoothness *s, double arguments,
                       double most, double most_order) {
  const double order = floor(least(cbrt(0.26 * pair_ns / (s->w2 * arc_ns)), most_order));
  if (!(order >= s->order_least)) return;
  /* a third of an argument, and Q/2000 where blocks stay long enough: a hit costs a hundred pairs
     or more */
  const double longest = farey_block_log2(s, order, 0.0027, most),
               narrow = farey_block_log2(s, order, 4e-6 * order, most);
  const double n =
      narrow >= TMD_COST_SMALL_LOG2 ? least(narrow, longest) : least(longest, TMD_COST_SMALL_LOG2);
  const double walk = 0.608 * s->w2 * order * order * arc_ns + 0.32 * pair_ns / order +
                      (farey_block_ns + 2 * arc_ns) * exp2(-n);
  offer_farey(p, arguments, order, n,
              walk + exceptions_ns(s, order, exp2(n), bent_share(s, order, exp2(n)), arguments));
}

/* Likewise for the rows of tiles. Their slopes are not random, so that an order pays that leaves
   the arc of an integer. */
static void offer_rows(struct tmd_parameters *p, const struct tmd_smoothness *s, double arguments,
                       double most, double most_order) {
  const double about = cbrt(0.26 * pair_ns / (s->w2 * arc_ns)), left = 1.5 * s->order_least;
  const double terms = terms_of_row(s, arguments), slow_ns = slow_arc_ns * terms / 10;
  for (int k = 0; k < ORDERS_TRIED; k++) {
    const double order = floor(least(about / 4 * pow(1.1, k), most_order)),
                 n = row_block_log2(s, order, most);
    if (!(order >= left) || !(order >= WALK_ORDER_LEAST)) continue;
    const double bent = s->w1 * order > 1 ? 0 : bent_share(s, order, exp2(n));
    offer_farey(p, arguments, order, n,
                row_block_ns(s, order, exp2(n), slow_ns) * exp2(-n) +
                    exceptions_ns(s, order, exp2(n), bent, arguments));
  }
  p->seconds = least(p->seconds, evaluated_ns * pow(terms / 24, 3) * arguments * 1e-9);
}

/* Rows that pass few integers, and are not bent much: in bands these are solved one by one
   (`least_slope` in kernels/farey/band.c, whose limits are wider). The order and n are those for
   other rows. */
static void offer_crossings(struct tmd_parameters *p, const struct tmd_smoothness *s,
                            double arguments) {
  const double passed = s->w1 * arguments, R = arguments / 2;
  const double change = (2 * s->w2 + (3 * s->w3 + (4 * s->w4 + 5 * s->w5 * R) * R) * R) * R;
  const double seconds = 1e-9 * (crossings_ns + crossing_ns * passed);
  if (!(passed <= CROSSINGS_MOST && change <= 0.45 * s->w1 && seconds < p->seconds)) return;
  p->seconds = seconds;
  p->words.n = (uint64_t)exp2(floor(log2(arguments)));
  if (p->words.order == 0) p->words.order = 1;
}

void tmd_cost_walk(struct tmd_parameters *p, int threshold, const struct tmd_smoothness *s,
                   double arguments, int rows) {
  const double most =
      least(arguments, ldexp(1, tmd_cost_longest_claim(threshold, TMD_COST_BLOCK_LOG2_MAX)));
  const double most_order = least(ldexp(1, ORDER_LOG2_MAX), ldexp(1, threshold - 8));
  const double line = line_log2(s, most_order, most);
  p->seconds = INFINITY;
  (rows ? offer_rows : offer_walk)(p, s, arguments, most, most_order);
  offer_farey(p, arguments, most_order, line,
              line_ns * exp2(-line) + line_root_ns * least(s->w1, 1 / most_order));
  offer_flat(p, s, arguments, most, rows);
  offer_straight(p, threshold, s, arguments);
  if (rows) offer_crossings(p, s, arguments);
  p->words.method = TMD_METHOD_FAREY;
}
