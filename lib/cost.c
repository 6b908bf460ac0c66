#include "cost.h"

#include <math.h>

/* Measured by `make bench`, nanoseconds on one core. */
static const double test_ns[TMD_METHODS] = {0, 59, 17.6, 0};
static const double exhaust_ns = 0.12, taylor_block_ns = 1e5, shift_packet_ns = 4e3, ziv_ns = 2.6e3, point_ns = 370;

static const double kept[TMD_METHODS] = {0, 1.2, 7, 0}; /* s in cost.h */

enum {
  BLOCK_LOG2_MAX = 40,
  PACKET_LOG2_MAX = 30,
  COUNT_LOG2_MAX = 15,
  DOMAIN_LOG2_LEAST = 5,
  DOMAIN_LOG2_MAX = 24,
  EXHAUST_DOMAIN_LOG2 = 12,
  SMALL_LOG2 = 12, /* blocks up to this go to tmd-exhaust as they are */
  SPLIT = 8
};

static const char *const names[TMD_METHODS] = {"auto", "lefevre", "regular", "exhaust"};

const char *tmd_method_name(enum tmd_method method) { return names[method]; }

double tmd_cost_points(double arguments) { return arguments * point_ns * 1e-9; }

static double least(double a, double b) { return a < b ? a : b; }

/* log2 of the greatest packet on which the Taylor term w u^degree stays below 2^-(T+9). */
static int packet_log2(double w, int degree, int threshold) {
  if (!(w > 0)) return PACKET_LOG2_MAX;
  double bits = (-threshold - 9 - log2(w)) / degree;
  return bits < 0 ? 0 : bits > PACKET_LOG2_MAX ? PACKET_LOG2_MAX : (int)bits;
}

/* Nanoseconds an argument by domains of n, without the overheads. */
static double phases_ns(enum tmd_method method, int threshold, double w2, double n) {
  const double width = 2 * (ldexp(1, -threshold) + w2 * n * n / 8 + n * 0x1p-63);
  const double narrow = 2 * (ldexp(1, -threshold) + w2 * n * n / (8 * SPLIT * SPLIT) + n * 0x1p-63);
  const double first = least(1, kept[method] * n * width), second = least(1, kept[method] * n / SPLIT * narrow);
  return test_ns[method] / n * (1 + first * SPLIT) + second * exhaust_ns;
}

/* n and cost by phases; the packet's length is 2^packet at most. */
static void choose_phases(struct tmd_parameters *p, enum tmd_method method, int threshold, double w2, int packet, double arguments) {
  double best = INFINITY;
  const int first = packet < DOMAIN_LOG2_LEAST ? packet : DOMAIN_LOG2_LEAST;
  for (int k = first; k <= DOMAIN_LOG2_MAX && k <= packet; k++) {
    if (k - 63 > -threshold - 4 && k > first) break; /* 64-bit slopes are too coarse */
    double ns = phases_ns(method, threshold, w2, ldexp(1, k));
    if (ns < best) {
      best = ns;
      p->n = 1ull << k;
    }
  }
  p->method = method;
  p->split = SPLIT;
  p->seconds = best * arguments * 1e-9;
}

static void finish(struct tmd_parameters *p, int packet, double arguments, int threshold) {
  int block = arguments <= 1 ? 0 : (int)ceil(log2(arguments));
  if (block > BLOCK_LOG2_MAX) block = BLOCK_LOG2_MAX;
  if (packet > block) packet = block;
  p->block = 1ull << block;
  int domain = p->n ? (int)log2((double)p->n) : 0, count = packet - domain;
  if (count < 0) count = 0;
  p->count = 1u << (count > COUNT_LOG2_MAX ? COUNT_LOG2_MAX : count);
  const double length = p->n ? (double)p->n * p->count : (double)p->block;
  p->seconds += 1e-9 * (ceil(arguments / (double)p->block) * taylor_block_ns + ceil(arguments / length) * shift_packet_ns +
                        ldexp(arguments, 1 - threshold) * ziv_ns);
}

struct tmd_parameters tmd_cost_choose(const struct tmd_problem *problem, double arguments, const struct tmd_smoothness *smoothness,
                                      enum tmd_method method) {
  const int threshold = tmd_problem_threshold(problem);
  const int phases_packet = packet_log2(smoothness->w5, 5, threshold), exhaust_packet = packet_log2(smoothness->w4, 4, threshold);
  const int small = arguments <= ldexp(1, SMALL_LOG2);
  struct tmd_parameters best = {.method = TMD_METHOD_EXHAUST, .seconds = INFINITY};
  for (int m = TMD_METHOD_LEFEVRE; m < TMD_METHODS; m++) {
    struct tmd_parameters p = {.method = (enum tmd_method)m, .split = 1};
    if (method != TMD_METHOD_AUTO && m != (int)method) continue;
    if (m == TMD_METHOD_EXHAUST) {
      p.n = small ? 0 : 1ull << (exhaust_packet < EXHAUST_DOMAIN_LOG2 ? exhaust_packet : EXHAUST_DOMAIN_LOG2);
      p.seconds = arguments * exhaust_ns * 1e-9;
      finish(&p, exhaust_packet, arguments, threshold);
    } else if (!small || method != TMD_METHOD_AUTO) {
      choose_phases(&p, (enum tmd_method)m, threshold, smoothness->w2, phases_packet, arguments);
      finish(&p, phases_packet, arguments, threshold);
    } else {
      continue;
    }
    if (p.seconds < best.seconds || best.seconds == INFINITY) best = p;
  }
  return best;
}
