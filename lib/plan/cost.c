#include "lib/plan/cost.h"

#include <float.h>
#include <math.h>

#include "lib/cell/block-polynomial.h"
#include "lib/plan/cost-walk.h"

/* Nanoseconds on one core. Printed by `make bench`, or from its table of stages: */
static const double test_ns[TMD_METHODS] = {0, 0, 21.7, 7.4, 7.4, 0};
static const double survivor_ns = 0.12, taylor_block_ns = 1e5, shift_packet_ns = 4e3,
                    ziv_ns = 2.6e3;
/* Fitted to the time of whole stages on plans that they dominate: all arguments by parabolas (for
   each argument, each span and each product at the start of a piece), or by 128-bit differences
   near singular ends. */
static const double exhaust_ns = 0.056, span_ns = 0.8, piece_product_ns = 7,
                    exhaust_packet_ns = 1.5e3;
static const double exhaust_wide_ns = 0.06, exhaust_long_ns = 0.02;
static const double farey_packet_ns = 1.5e4;

/* Fitted to tmd-taylor on plans of method=divisors in formats of 40 to 64 bits: elliptic curves,
   and trial division. */
static const double factoring_ns = 5.3e6, factoring_trial_ns = 6e4, divisors_line_ns = 5e6;
enum { FACTORING_BITS = 107 };
static const double FACTORING_DOUBLES = 7.5; /* more bits that double the time */

/* An argument of the pieces of a tile's rows that suit nothing else. */
static const double piece_ns = 1.7;
static const double add_ns = 1.5;    /* of a word */
static const double exact_ns = 1700; /* fitted to sqrt on [1, 1.03) */

/* s in cost.h */
static const double kept[TMD_METHODS] = {0, 0, 1.2, 1.6, 1.2, 0},
                    kept_bit[TMD_METHODS] = {0, 0, 0, 0.55, 0, 0};
static const double test_fixed = 0.2, test_log2 = 15,
                    long_line = 3;  /* as n grows; for long lines */
static const double range_ns = 300; /* to begin a surviving range in phase 2 */

enum {
  COUNT_LOG2_MAX = 15,
  DOMAIN_LOG2_LEAST = 5,
  DOMAIN_LOG2_MAX = 24,
  EXHAUST_LOG2_MAX = 20,   /* of a packet */
  EXHAUST_WIDE_LOG2 = 16,  /* and of one by 128-bit differences, */
  EXHAUST_WIDE_DEGREE = 8, /* up to here in registers */
  SPAN_LEAST = 8,
  SPAN_MOST = 256,
  PIECE_LOG2 = 13,
  ROW_DEGREE_MAX = 24,
  FAREY_COUNT_LOG2 = 8, /* domains of a packet: enough for all lanes */
};

/* log2 of the greatest length u <= 2^most on which the Taylor term of `degree` >= 4 stays below
   2^-(T+9); terms beyond the fifth are estimated by a geometric series from the fourth on. */
static double term_log2(const struct tmd_smoothness *s, int degree, int threshold, double most) {
  const double term = degree == 4 ? s->w4 : s->w5;
  if (term < DBL_MIN) return most; /* rounded up to a number of double precision, or 0 */
  double w = log2(term);
  if (degree > 5) w += (degree - 5) * log2(s->w5 / s->w4);
  const double bits = (-threshold - 9 - w) / degree;
  return bits < 0 ? 0 : bits < most ? bits : most; /* NaN: there are no such terms */
}

/* log2 of the length of packets of polynomials of the given degree. */
static int packet_log2(const struct tmd_smoothness *s, int degree, int threshold, int most) {
  return (int)term_log2(s, degree + 1, threshold, most);
}

/* The half-width of the window of a line of n arguments, without the rounding of its
   slope. */
static double line_width(int threshold, const struct tmd_smoothness *s, double n) {
  return ldexp(1, -threshold) + n * n * (s->w2 / 8 + n * (s->w3 + n * s->w4));
}

/* 1 if the slope may be rounded to 50 bits (kernels/boolean/short-lines.md). */
static int is_short(int threshold, const struct tmd_smoothness *s, double n) {
  return n * 0x1p-51 < line_width(threshold, s, n) / 16;
}

/* The share of random domains of n arguments that pass a test. */
static double kept_share(enum tmd_method method, int threshold, const struct tmd_smoothness *s,
                         double n) {
  const double slope = n * (is_short(threshold, s, n) ? 0x1p-51 : 0x1p-65);
  const double width = 2 * n * (line_width(threshold, s, n) + slope);
  return width < 0.25 ? fmin(1, (kept[method] - kept_bit[method] * log2(width)) * width) : 1;
}

static double line_test_ns(enum tmd_method method, int threshold, const struct tmd_smoothness *s,
                           double n) {
  const double again =
      kept_share(TMD_METHOD_REGULAR, threshold, s, n) * test_ns[TMD_METHOD_LEFEVRE];
  const double ns = test_ns[method] + (method == TMD_METHOD_BOTH ? again : 0);
  return ns * (is_short(threshold, s, n) ? 1 : long_line) *
         (test_fixed + (1 - test_fixed) * log2(n) / test_log2);
}

/* Nanoseconds per argument in domains of n, without overheads. */
static double phases_ns(enum tmd_method method, int threshold, const struct tmd_smoothness *s,
                        double n) {
  const double part = n / TMD_SPLIT_DEFAULT, first = kept_share(method, threshold, s, n);
  const double second = fmin(first, kept_share(method, threshold, s, part));
  const double again = line_test_ns(method, threshold, s, part) / part + range_ns / n;
  return line_test_ns(method, threshold, s, n) / n + first * again + second * survivor_ns;
}

/* n and cost by phases; the packet's length is 2^packet at most. */
static void choose_phases(struct tmd_parameters *p, enum tmd_method method, int threshold,
                          const struct tmd_smoothness *s, int packet, double arguments) {
  double best = INFINITY;
  const int first = packet < DOMAIN_LOG2_LEAST ? packet : DOMAIN_LOG2_LEAST;
  for (int k = first; k <= DOMAIN_LOG2_MAX && k <= packet; k++) {
    double ns = phases_ns(method, threshold, s, ldexp(1, k));
    if (ns < best) {
      best = ns;
      p->words.n = 1ull << k;
    }
  }
  p->words.method = method;
  p->words.split = TMD_SPLIT_DEFAULT;
  p->seconds = best * arguments * 1e-9;
}

/* log2 of the walk's packets: many domains, but no more than a power series of moderate degree
   covers. */
static int farey_packet_log2(const struct tmd_parameters *p, int threshold,
                             const struct tmd_smoothness *s) {
  double bits = tmd_cost_longest_claim(threshold, (int)log2((double)p->words.n) + FAREY_COUNT_LOG2);
  if (s->w5 > 0 && bits > log2(s->w4 / s->w5) - 3) bits = log2(s->w4 / s->w5) - 3;
  return bits < log2((double)p->words.n) ? (int)log2((double)p->words.n) : (int)bits;
}

/* The arguments of a parabola, and of a piece (kernels/exhaust/exhaust.md); 0: 128-bit
   differences. */
static double span_of(const struct tmd_smoothness *s) {
  double span = SPAN_MOST;
  while (span >= SPAN_LEAST && !(span * span * (0x1p-33 + s->w3 * span) <= 0x1.8p-17)) span /= 2;
  return span < SPAN_LEAST ? 0 : span;
}
static double piece_of(const struct tmd_smoothness *s) {
  const double most = ldexp(1, PIECE_LOG2);
  return s->w5 * pow(most, 5) > 0x1p-18 ? pow(0x1p-18 / s->w5, 0.2) : most;
}

/* Nanoseconds per argument in packets of the given degree, without the cost of the packet. */
static double exhaust_degree_ns(const struct tmd_smoothness *s, int degree) {
  const double span = span_of(s), piece = piece_of(s);
  const double wide =
      degree <= EXHAUST_WIDE_DEGREE ? exhaust_wide_ns * degree : exhaust_long_ns * degree * degree;
  return span > 0 && span <= piece
             ? exhaust_ns + span_ns / span + degree * (degree + 1) / 2 * piece_product_ns / piece
             : wide;
}

/* Degree and length of packets to test every argument. Returns log2 of the length. */
static int choose_exhaust(struct tmd_parameters *p, int threshold, const struct tmd_smoothness *s,
                          double arguments) {
  const int most = span_of(s) > 0 ? EXHAUST_LOG2_MAX : EXHAUST_WIDE_LOG2;
  int best_packet = 0;
  double best = INFINITY;
  for (int degree = 3; degree <= TMD_TAYLOR_DEGREE_MAX; degree++) {
    int packet = packet_log2(s, degree, threshold, most);
    const double each = exhaust_degree_ns(s, degree),
                 ns = each + ldexp(exhaust_packet_ns + shift_packet_ns, -packet);
    if (ns >= best) continue;
    best = ns;
    best_packet = packet;
    p->words.n = 1ull << packet;
    p->seconds = 1e-9 * (arguments * each + ceil(ldexp(arguments, -packet)) * exhaust_packet_ns);
  }
  return best_packet;
}

/* A polynomial of the greatest degree should serve the block, by `s`; tmd-taylor divides longer
   ones, but in twice the time. */
static void finish(struct tmd_parameters *p, int packet, double arguments, int threshold,
                   const struct tmd_smoothness *s) {
  const int most = (double)p->words.n > ldexp(1, TMD_COST_BLOCK_LOG2_MAX - FAREY_COUNT_LOG2)
                       ? TMD_COST_STRAIGHT_LOG2_MAX
                       : TMD_COST_BLOCK_LOG2_MAX;
  const int longest = (int)(1.5 + term_log2(s, TMD_TAYLOR_DEGREE_MAX + 1, threshold, most));
  int block = arguments <= 1 ? 0 : (int)ceil(log2(arguments));
  if (block > most) block = most;
  if (block > longest) block = longest;
  if (packet > block) packet = block;
  p->words.block = 1ull << block;
  int domain = p->words.n ? (int)log2((double)p->words.n) : 0, count = packet - domain;
  if (count < 0) count = 0;
  p->words.count = p->words.n ? 1u << (count > COUNT_LOG2_MAX ? COUNT_LOG2_MAX : count) : 0;
  const double length = p->words.n ? (double)p->words.n * p->words.count : (double)p->words.block;
  p->seconds += 1e-9 * (ceil(arguments / (double)p->words.block) * taylor_block_ns +
                        ceil(arguments / length) * shift_packet_ns +
                        ldexp(arguments, 1 - threshold) * ziv_ns);
}

/* The additions that move a row's polynomial to the next one, of the least degree that serves. */
static double row_step_ns(const struct tmd_smoothness *s, int threshold, double columns) {
  const double bits = log2(columns);
  int degree = 3;
  while (degree < ROW_DEGREE_MAX && term_log2(s, degree + 1, threshold, bits) < bits - 1) degree++;
  const double words = (threshold + degree * bits - lgamma(degree + 1.0) / log(2)) / 64 + 1;
  return add_ns * degree * (degree + 1) / 2 * floor(words);
}

struct tmd_parameters tmd_cost_row(const struct tmd_problem *problem, double columns,
                                   const struct tmd_smoothness *smoothness) {
  const int threshold = tmd_problem_threshold(problem);
  struct tmd_parameters p = {0};
  tmd_cost_walk(&p, threshold, smoothness, columns, 1);
  if (!p.words.n) { /* argument by argument, in short pieces */
    p.words.order = TMD_COST_ORDER_LEAST;
    p.words.n = 1ull << TMD_COST_SMALL_LOG2;
    p.seconds = 1e-9 * piece_ns * columns;
  }
  p.words.split = columns > (double)p.words.n ? (uint32_t)(columns / (double)p.words.n) : 1;
  p.words.n = 0;
  p.seconds += 1e-9 * (ldexp(ziv_ns, 1 - threshold) * columns +
                       p.words.split * row_step_ns(smoothness, threshold, columns));
  return p;
}

double tmd_cost_exact(double cases) { return 1e-9 * exact_ns * cases; }

double tmd_cost_factoring(double bits) {
  return 1e-9 *
         (factoring_trial_ns + factoring_ns * exp2((bits - FACTORING_BITS) / FACTORING_DOUBLES));
}

double tmd_cost_divisors(const struct tmd_problem *problem, double arguments) {
  return 1e-9 * (divisors_line_ns + ldexp(arguments, 1 - tmd_problem_threshold(problem)) * ziv_ns);
}

struct tmd_parameters tmd_cost_choose(const struct tmd_problem *problem, double arguments,
                                      const struct tmd_smoothness *smoothness,
                                      enum tmd_method method) {
  const int threshold = tmd_problem_threshold(problem);
  const int phases_packet = packet_log2(smoothness, 4, threshold, DOMAIN_LOG2_MAX + COUNT_LOG2_MAX);
  const int small = arguments <= ldexp(1, TMD_COST_SMALL_LOG2);
  struct tmd_parameters best = {.words.method = TMD_METHOD_EXHAUST, .seconds = INFINITY};
  for (int m = TMD_METHOD_FAREY; m < TMD_METHODS; m++) {
    struct tmd_parameters p = {.words.method = (enum tmd_method)m};
    if (method <= TMD_METHOD_FAREY ? m != TMD_METHOD_FAREY && m != TMD_METHOD_EXHAUST
                                   : m != (int)method)
      continue;
    if (method == TMD_METHOD_FAREY && best.words.method == TMD_METHOD_FAREY)
      continue; /* a requested method is used if it can be */
    if (m == TMD_METHOD_FAREY) {
      tmd_cost_walk(&p, threshold, smoothness, arguments, 0);
      if (!p.words.n)
        continue; /* too curved, or too small: no order pays, every argument is tested */
      finish(&p, farey_packet_log2(&p, threshold, smoothness), arguments, threshold, smoothness);
      p.seconds += 1e-9 * farey_packet_ns * ceil(arguments / ((double)p.words.n * p.words.count));
    } else if (m == TMD_METHOD_EXHAUST) {
      const int packet = choose_exhaust(&p, threshold, smoothness, arguments);
      if (small) p.words.n = 0;
      finish(&p, packet, arguments, threshold, smoothness);
    } else if (!small || method != TMD_METHOD_AUTO) {
      choose_phases(&p, (enum tmd_method)m, threshold, smoothness, phases_packet, arguments);
      finish(&p, phases_packet, arguments, threshold, smoothness);
    } else {
      continue;
    }
    if (p.seconds < best.seconds || best.seconds == INFINITY) best = p;
  }
  return best;
}
