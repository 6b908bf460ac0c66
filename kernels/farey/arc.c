/* One arc in double precision; and a block as a straight line. */
#include <math.h>

#include "kernels/farey/walk-parts.h"

struct tmd_farey_curve tmd_farey_curve(const struct tmd_farey_block *block) {
  return (struct tmd_farey_curve){.low = (double)block->low,
                                  .high = (double)block->high,
                                  .c2 = block->c[2],
                                  .c3 = block->c[3],
                                  .c4 = block->c4,
                                  .c5 = block->c5,
                                  .a_low = block->a_low,
                                  .c0_high = block->c0_high,
                                  .c0_low = block->c0_low,
                                  .eps = block->eps};
}

static void evaluate_members(struct tmd_farey_search *search, const struct tmd_farey_block *block,
                             double q, double left, double shift, double from, double to) {
  const struct tmd_farey_members m =
      farey_members((double)block->low, (double)block->high, q, left, shift, from, to);
  for (int64_t t = m.first; t <= m.last; t += m.step) {
    tmd_farey_member(search, block, t);
    if (m.step > m.last - t) break;
  }
}

/* Members in the windows of the pair of M. */
static void pair(struct tmd_farey_search *search, const struct tmd_farey_block *block,
                 const struct tmd_farey_arc *arc, double M) {
  const struct tmd_farey_windows w = farey_window(*arc, M);
  const double shift = M + arc->integer;
  evaluate_members(search, block, arc->q, arc->left, shift, w.centre - w.s - w.width,
                   w.centre - w.s + w.width);
  if (w.s > 0)
    evaluate_members(search, block, arc->q, arc->left, shift, w.centre + w.s - w.width,
                     w.centre + w.s + w.width);
}

/* Many pairs, all with D >= 1/4: one width for all. */
static void long_run(struct tmd_farey_search *search, const struct tmd_farey_block *block,
                     const struct tmd_farey_arc *arc, double first, double pairs) {
  enum { HITS = 64 };
  uint64_t hit[HITS], next = 0;
  const struct tmd_farey_pairs job = farey_pairs_of(*arc, first, pairs);
  search->stats->roots += job.pairs;
  while (next < job.pairs) {
    const int hits = tmd_kernel_farey_pairs()(&job, &next, hit, HITS);
    for (int i = 0; i < hits; i++) pair(search, block, arc, first + (double)hit[i]);
    search->stats->hits += (uint64_t)hits;
  }
}

static void run(struct tmd_farey_search *search, const struct tmd_farey_block *block,
                const struct tmd_farey_arc *arc, double first, double last) {
  while (first <= last && first - arc->height < 0.25) pair(search, block, arc, first++);
  while (last - first >= TMD_FAREY_SHORT) {
    const double pairs = farey_stretch(*arc, first, last);
    long_run(search, block, arc, first, pairs);
    first += pairs;
  }
  for (; first <= last; first++) pair(search, block, arc, first);
}

int tmd_farey_arc(struct tmd_farey_search *search, const struct tmd_farey_block *block, double q,
                  double left, double delta) {
  struct tmd_farey_arc arc;
  double first, last;
  if (!farey_about_vertex(&arc, tmd_farey_curve(block), q, left, delta, (double)search->order) ||
      !farey_whole_arc(arc, &first, &last))
    return 0;
  if (arc.near <= arc.length)
    run(search, block, &arc, first, last); /* else the arc ends before the block */
  return 1;
}

int tmd_farey_arc_pairs(struct tmd_farey_search *search, const struct tmd_farey_block *block,
                        double q, double left, double delta, double first, double pairs) {
  struct tmd_farey_arc arc;
  if (!farey_about_vertex(&arc, tmd_farey_curve(block), q, left, delta, (double)search->order))
    return 0;
  if (arc.near <= arc.length) run(search, block, &arc, first, first + pairs - 1);
  return 1;
}

/* How far the curve is from its tangent at the middle. */
static double off_line(const struct tmd_farey_block *block) {
  const double R = block->radius, c3 = fabs(block->c[3]);
  return (block->c[2] + (c3 + (fabs(block->c4) + fabs(block->c5) * R) * R) * R) * R * R;
}

double tmd_farey_line_order(const struct tmd_farey_block *block, double order) {
  const double R = block->radius, bent = off_line(block) + block->eps;
  if (!(R <= TMD_FAREY_FARTHEST)) return 0;
  return bent * order <= 0x1p-6 ? order : floor(0x1p-6 / bent);
}

void tmd_farey_line(struct tmd_farey_search *search, const struct tmd_farey_block *block,
                    double order) {
  const struct tmd_farey_neighbours near =
      tmd_farey_neighbours((uint64_t)(block->c1 >> 64), (uint64_t)order);
  const double R = block->radius;
  /* q c1 - p of p/q, at least 0, and of its right neighbour, below 0: the nearer, where it is less
     than 1/2 and the centred residue */
  const double below = (double)(tmd_i128)((tmd_u128)near.q * block->c1) * 0x1p-128;
  const double above = (double)(tmd_i128)((tmd_u128)near.q_above * block->c1) * 0x1p-128;
  const int right = near.q_above <= order && (below < 0 || fabs(above) < fabs(below));
  const double q = right ? (double)near.q_above : (double)near.q, delta = right ? above : below;
  const double left = right
                          ? (double)near.q
                          : (double)near.q - farey_modulo((double)near.q_above, 1, (double)near.q);
  const double whole = q * block->c0_high, integer = rint(whole),
               height = TMD_FAREY_VALUE(LINE_HEIGHT, whole - integer + q * block->c0_low);
  const double low = (double)block->low, high = (double)block->high;
  const double tolerance = (q * (TMD_FAREY_BOUND(LINE, off_line(block)) + block->eps) +
                            TMD_FAREY_BOUND(LINE_HEIGHT, 0x1p-48 * fabs(delta) * R + 0x1p-48)) *
                           TMD_OUTWARD;
  const double a = height + delta * low, b = height + delta * high;
  const double first = ceil((a < b ? a : b) - tolerance), last = floor((a < b ? b : a) + tolerance);
  search->stats->lines++;
  for (double M = first; M <= last; M++) {
    const double centre = delta != 0 ? (M - height) / delta : 0,
                 width = delta != 0 ? tolerance / fabs(delta) : INFINITY;
    const double slack =
        TMD_FAREY_BOUND(LINE_PLACE, width * 0x1p-40 + fabs(centre) * 0x1p-40 + 0x1p-20);
    evaluate_members(search, block, q, left, M + integer, centre - width - slack,
                     centre + width + slack);
    search->stats->roots++;
  }
}
