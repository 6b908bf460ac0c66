/* A block on which the curve rises or falls throughout, through few integers: one by one. */
#include <math.h>

#include "kernels/farey/walk-parts.h"

enum { STEPS = 3 };

static double value_at(const struct tmd_farey_block *b, double c0, double c1, double t) {
  return c0 + t * (c1 + t * (b->c[2] + t * (b->c[3] + t * (b->c4 + t * b->c5))));
}

static double within(double t, double low, double high) {
  return t < low ? low : t > high ? high : t;
}

/* The members near the argument t, low <= t <= high, where the value is N or next to it. */
static void members_near(struct tmd_farey_search *search, const struct tmd_farey_block *block,
                         double t, double width) {
  const double low = (double)block->low, high = (double)block->high;
  const int64_t first = (int64_t)ceil(within(t - width, low, high)),
                last = (int64_t)floor(within(t + width, low, high));
  for (int64_t u = first; u <= last; u++) tmd_farey_member(search, block, u);
}

void tmd_farey_crossings(struct tmd_farey_search *search, const struct tmd_farey_block *block,
                         double slope) {
  const double low = (double)block->low, high = (double)block->high;
  const double c0 = TMD_FAREY_VALUE(CROSSING, farey_of_wide((tmd_i128)block->c0) * 0x1p-128),
               c1 = farey_of_wide((tmd_i128)block->c1) * 0x1p-128;
  const double error =
      TMD_FAREY_BOUND(CROSSING, 0x1p-49 * (1 + fabs(c1) * block->radius)) + block->eps;
  const double a = value_at(block, c0, c1, low), b = value_at(block, c0, c1, high);
  const double most = floor((a < b ? b : a) + error);
  const double bend = block->c[2] / c1, third = 2 * bend * bend - block->c[3] / c1;
  for (double N = ceil((a < b ? a : b) - error); N <= most; N++) {
    const double x = (N - c0) / c1; /* the root of the line */
    double t = within(x - x * x * (bend - third * x), low, high),
           off = value_at(block, c0, c1, t) - N;
    for (int i = 0; i < STEPS && fabs(off) > error; i++) {
      t = within(t - off / (c1 + farey_rise(block, t)), low, high);
      off = value_at(block, c0, c1, t) - N;
    }
    members_near(search, block, t, (fabs(off) + error) / slope * TMD_OUTWARD);
    search->stats->roots++;
  }
}
