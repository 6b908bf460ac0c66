/* The Farey walk on a device. A thread walks a block: its arcs one after the other, their pairs of
   roots in single precision in passes. The next arc is measured when the last one's pairs are done,
   so that in a warp passes, the bulk of the work, run together whatever the arcs' numbers of pairs.
   What is near goes to a list for farey_hits, arcs with small denominators to one for farey_whole;
   both in double precision, by arc.h. One program for all packets: the degree matters little here.
 */
#include "kernels/farey/lane.h"

#include "kernels/farey/arc.h"
#include "kernels/farey/device-layout.h"

enum {
  PASSES = 2,
  PAIRS = PASSES * TMD_FAREY_PASS
}; /* pairs between two looks at what comes next */
#define MANY_PAIRS 512.0 /* of an arc in double precision: work for more than one thread */
#define NO_LIMIT 0x1p1023

#define ENOUGH 0x80000000u /* more than any list has room for */

/* An entry at the end of a list; its place, or `room` and beyond if there is none. Counts stop at
   ENOUGH: none comes round. */
V_INLINE uint64_t append(D_GLOBAL uint32_t *counts, int list) {
  const uint32_t at = D_ATOMIC_ADD(&counts[list], 1u);
  if (at >= ENOUGH) D_ATOMIC_ADD(&counts[list], ~(uint32_t)0);
  return at;
}

/* Arcs to be looked at in double precision: their blocks, and [number][room]. */
struct arcs {
  D_GLOBAL uint32_t *block;
  D_GLOBAL double *numbers;
  uint64_t room;
};

/* Returns its place. */
V_INLINE uint64_t append_arc(D_GLOBAL uint32_t *counts, int list, struct arcs to, uint64_t block,
                             struct v_farey_place arc) {
  const uint64_t at = append(counts, list);
  if (at >= to.room) return at;
  to.block[at] = (uint32_t)block;
  to.numbers[FAREY_HIT_Q * to.room + at] = arc.q;
  to.numbers[FAREY_HIT_LEFT * to.room + at] = arc.left;
  to.numbers[FAREY_HIT_DELTA * to.room + at] = arc.delta;
  return at;
}

V_INLINE void append_hit(D_GLOBAL uint32_t *counts, struct arcs to, uint64_t block,
                         struct v_farey_place arc, double first, double pairs) {
  const uint64_t at = append_arc(counts, FAREY_HITS, to, block, arc);
  if (at >= to.room) return;
  to.numbers[FAREY_HIT_FIRST * to.room + at] = first;
  to.numbers[FAREY_HIT_PAIRS * to.room + at] = pairs;
}

/* The arc at a place of a list, about its vertex; 0 as farey_about_vertex. */
V_INLINE int arc_at(struct tmd_farey_arc *arc, struct tmd_farey_curve curve,
                    D_GLOBAL const double *numbers, uint64_t room, uint64_t at, double order) {
  return farey_about_vertex(arc, curve, numbers[FAREY_HIT_Q * room + at],
                            numbers[FAREY_HIT_LEFT * room + at],
                            numbers[FAREY_HIT_DELTA * room + at], order);
}

#define NUMBER(name) numbers[FAREY_##name * capacity + at]
#define LOAD(name) b.name = NUMBER(name);
V_INLINE struct v_farey_block block_of(D_GLOBAL const double *numbers, uint64_t capacity,
                                       uint64_t at) {
  struct v_farey_block b;
  TMD_FAREY_SHAPE_FIELDS(LOAD)
  TMD_FAREY_WINDOW_FIELDS(LOAD)
  return b;
}

V_INLINE struct v_farey_place place_of(D_GLOBAL const double *numbers, uint64_t capacity,
                                       uint64_t at) {
  struct v_farey_place b;
  TMD_FAREY_PLACE_FIELDS(LOAD)
  return b;
}

V_INLINE struct tmd_farey_curve curve_of(D_GLOBAL const double *numbers, uint64_t capacity,
                                         uint64_t at) {
  struct tmd_farey_curve b;
  TMD_FAREY_CURVE_FIELDS(LOAD)
  return b;
}

/* What higher orders add to an arc's windows. */
V_INLINE double depth_of(D_GLOBAL const double *numbers, uint64_t capacity, uint64_t block,
                         double near, double d, double q_inverse) {
  const double depth = numbers[FAREY_depth * capacity + block];
  return depth > 0 ? v_farey_depth(depth, near, d, q_inverse) : 0;
}

D_KERNEL farey_walk(D_GLOBAL const double *numbers, uint64_t blocks, uint64_t capacity,
                    uint64_t order_bits, D_GLOBAL uint32_t *counts, D_GLOBAL uint32_t *hit_block,
                    D_GLOBAL double *hit, uint64_t hit_room, D_GLOBAL uint32_t *whole_block,
                    D_GLOBAL double *whole, uint64_t whole_room, D_GLOBAL uint32_t *reports) {
  const uint64_t block = D_THREAD();
  if (block >= blocks) return;
  const double order = D_DOUBLE_OF(order_bits);
  struct arcs hits, wholes;
  hits.block = hit_block, hits.numbers = hit, hits.room = hit_room;
  wholes.block = whole_block, wholes.numbers = whole, wholes.room = whole_room;
  const struct v_farey_block b = block_of(numbers, capacity, block);
  const double least_q = numbers[FAREY_least_q * capacity + block],
               near = numbers[FAREY_near * capacity + block],
               end = numbers[FAREY_end * capacity + block];
  const int higher = b.c4 != 0 || b.c5 != 0;
  struct v_farey_place at = place_of(numbers, capacity, block);

  uint32_t arcs = 0, passes = 0, v = 0, w = 0, width = 0;
  float x = 0, k = 0, j = 0, pairs = -1; /* of the arc at hand; below 0: there is none */
  double first = 0;
  struct v_farey_place here = at;
  int ended = 0;
  while (!ended || pairs >= 0) {
    if (!(pairs >= 0)) {
      const double q_inverse = 1 / at.q, quotient = v_farey_quotient(&at, q_inverse, order);
      const double next_q = quotient * at.q - at.left,
                   next_delta = v_msub(quotient, at.delta, at.delta_left);
      const struct v_farey_arc arc = v_farey_measure(&b, &at, q_inverse, next_q, higher);
      here = at, first = arc.first;
      arcs++;
      ended = arc.offset <= end;
      if (least_q <= here.q) {
        const uint32_t room = (uint32_t)v_fix32_fraction(
            arc.width + depth_of(numbers, capacity, block, near, arc.d, q_inverse));
        x = (float)(arc.d * (arc.k * TMD_FAREY_ROOT_SCALE)),
        k = (float)(arc.k * TMD_FAREY_ROOT_SCALE);
        v = (uint32_t)v_fix32(arc.v) + room, w = (uint32_t)v_fix32_fraction(arc.w),
        width = room << 1;
        pairs = (float)fmax(arc.pairs - arc.d, 0.0);
        j = 0;
        if (arc.d < near) append_hit(counts, hits, block, here, first, 1);
      } else {
        append_arc(counts, FAREY_WHOLE, wholes, block, here);
      }
      at.q = next_q, at.left = here.q, at.delta = next_delta, at.delta_left = here.delta;
    }
    if (pairs >= 0) {
      uint32_t least = v_farey_roots(x, &v, k, w, j);
      for (int pass = 1; pass < PASSES; pass++)
        least = v32_min(least, v_farey_roots(x, &v, k, w, j + (float)(pass * TMD_FAREY_PASS)));
      if (least <= width) append_hit(counts, hits, block, here, first + j, PAIRS);
      j += PAIRS;
      pairs -= PAIRS;
      passes++;
    }
  }
  reports[FAREY_ARCS * capacity + block] = arcs;
  reports[FAREY_PASSES * capacity + block] = passes * PASSES;
  reports[FAREY_UNDONE * capacity + block] = 0;
}

/* ---- in double precision ---- */

struct members {
  D_GLOBAL const double *numbers;
  D_GLOBAL const uint64_t *words;
  uint64_t degree, capacity, block;
  D_GLOBAL uint32_t *counts, *member_block;
  D_GLOBAL uint64_t *member;
  uint64_t room;
};

V_INLINE struct v_pair pair_of_words(D_GLOBAL const uint64_t *words, int word, uint64_t capacity,
                                     uint64_t at) {
  return v_pair_of(words[word * capacity + at], words[(word + 1) * capacity + at]);
}

/* As tmd_farey_block_value. */
V_INLINE double value_at(struct members m, int64_t t) {
  const double u = (double)t;
  double high = 0;
  for (uint64_t k = m.degree; k >= 3; k--)
    high = (high + m.numbers[(FAREY_c3 + k - 3) * m.capacity + m.block]) * u;
  high *= u * u;
  const struct v_pair T = v_pair_of((uint64_t)t, v_sign((uint64_t)t));
  struct v_pair value =
      v_pair_product(pair_of_words(m.words, FAREY_C2_WORD, m.capacity, m.block), T);
  value = v_pair_product(
      v_pair_add(pair_of_words(m.words, FAREY_C1_WORD, m.capacity, m.block), value), T);
  value = v_pair_add(pair_of_words(m.words, FAREY_C0_WORD, m.capacity, m.block), value);
  const double sum =
      ((double)(int64_t)value.high * 0x1p-64 + (double)(value.low >> 11) * 0x1p-117) + high;
  return sum - rint(sum);
}

/* The members of a window that the block's polynomial does not exclude. */
V_INLINE void look(struct members m, struct tmd_farey_curve curve, struct tmd_farey_arc arc,
                   double shift, double centre, double width) {
  const struct tmd_farey_members in =
      farey_members(curve.low, curve.high, arc.q, arc.left, shift, centre - width, centre + width);
  for (int64_t t = in.first; t <= in.last; t += in.step) {
    if (!(fabs(value_at(m, t)) > m.numbers[FAREY_eps_value * m.capacity + m.block])) {
      const uint64_t at = append(m.counts, FAREY_MEMBERS);
      if (at < m.room) m.member_block[at] = (uint32_t)m.block, m.member[at] = (uint64_t)t;
    }
    if (in.step > in.last - t) break;
  }
}

V_INLINE void look_at_pair(struct members m, struct tmd_farey_curve curve, struct tmd_farey_arc arc,
                           double M) {
  const struct tmd_farey_windows w = farey_window(arc, M);
  look(m, curve, arc, M + arc.integer, w.centre - w.s, w.width);
  if (w.s > 0) look(m, curve, arc, M + arc.integer, w.centre + w.s, w.width);
}

/* Pairs j, j + lanes, ... of a run, 32 at most: a bit for each that has a root near a member. */
V_INLINE uint32_t near_pairs(struct tmd_farey_pairs job, uint64_t j, uint64_t lanes) {
  uint32_t near = 0;
  for (uint32_t i = 0; i < 32 && j < job.pairs; i++, j += lanes) {
    const double index = (double)j, v = v_mad(job.w, index, job.v), depth = index + job.d,
                 z = sqrt(depth * job.k) * (1 + depth * job.cubic), above = v + z, below = v - z;
    const double distance = vf_min(vf_abs(above - v_rint(above)), vf_abs(below - v_rint(below)));
    near |= (uint32_t)!(distance > job.width) << i;
  }
  return near;
}

/* Pairs first .. last of an arc, of which this lane of `lanes` takes its share. Pairs that are near
   are looked at after many have been tested: threads of a warp find theirs at different places. */
V_INLINE void look_at_run(struct members m, struct tmd_farey_curve curve, struct tmd_farey_arc arc,
                          double first, double last, uint64_t lane, uint64_t lanes) {
  /* D below 1/4: at most one pair, but for the rounding of tolerances */
  for (; first <= last && first - arc.height < 0.25; first++)
    if (lane == 0) look_at_pair(m, curve, arc, first);
  while (first <= last) {
    const double pairs = farey_stretch(arc, first, last);
    const struct tmd_farey_pairs job = farey_pairs_of(arc, first, pairs);
    for (uint64_t j = lane; j < job.pairs; j += 32 * lanes)
      for (uint32_t near = near_pairs(job, j, lanes); near; near &= near - 1)
        look_at_pair(m, curve, arc, first + (double)(j + D_LOWEST_BIT(near) * lanes));
    first += pairs;
  }
}

/* A thread takes hits groups * TMD_GROUP apart. */
D_KERNEL_OF(2)
farey_hits(D_GLOBAL const double *numbers, D_GLOBAL const uint64_t *words, uint64_t degree,
           uint64_t capacity, uint64_t order_bits, D_GLOBAL uint32_t *counts,
           D_GLOBAL const uint32_t *hit_block, D_GLOBAL const double *hit, uint64_t hit_room,
           D_GLOBAL uint32_t *member_block, D_GLOBAL uint64_t *member, uint64_t member_room,
           uint64_t groups, D_GLOBAL uint32_t *reports) {
  const uint64_t hits = counts[FAREY_HITS] < hit_room ? counts[FAREY_HITS] : hit_room;
  for (uint64_t at = D_THREAD(); at < hits; at += groups * TMD_GROUP) {
    struct members m;
    struct tmd_farey_arc arc;
    m.numbers = numbers, m.words = words, m.degree = degree, m.capacity = capacity,
    m.block = hit_block[at];
    m.counts = counts, m.member_block = member_block, m.member = member, m.room = member_room;
    const struct tmd_farey_curve curve = curve_of(numbers, capacity, m.block);
    const double first = hit[FAREY_HIT_FIRST * hit_room + at],
                 pairs = hit[FAREY_HIT_PAIRS * hit_room + at];
    if (!arc_at(&arc, curve, hit, hit_room, at, D_DOUBLE_OF(order_bits)))
      reports[FAREY_UNDONE * capacity + m.block] = 1;
    else if (arc.near <= arc.length) look_at_run(m, curve, arc, first, first + pairs - 1, 0, 1);
  }
}

/* The arc at a place of the list; 0 if it has more pairs than `most` and is left. */
V_INLINE int look_at_arc(struct members m, D_GLOBAL const double *whole, uint64_t room, uint64_t at,
                         double order, double most, uint64_t lane, uint64_t lanes,
                         D_GLOBAL uint32_t *reports) {
  struct tmd_farey_arc arc;
  double first, last;
  const struct tmd_farey_curve curve = curve_of(m.numbers, m.capacity, m.block);
  if (!arc_at(&arc, curve, whole, room, at, order) || !farey_whole_arc(arc, &first, &last)) {
    reports[FAREY_UNDONE * m.capacity + m.block] = 1;
    return 1;
  }
  if (!(arc.near <= arc.length)) return 1;
  if (last - first > most) return 0;
  look_at_run(m, curve, arc, first, last, lane, lanes);
  return 1;
}

/* Whole arcs, TMD_GROUP at a time: a thread takes one; those with many pairs are left to all
   threads of the group together. */
D_KERNEL_OF(1)
farey_whole(D_GLOBAL const double *numbers, D_GLOBAL const uint64_t *words, uint64_t degree,
            uint64_t capacity, uint64_t order_bits, D_GLOBAL uint32_t *counts,
            D_GLOBAL const uint32_t *whole_block, D_GLOBAL const double *whole, uint64_t whole_room,
            D_GLOBAL uint32_t *member_block, D_GLOBAL uint64_t *member, uint64_t member_room,
            uint64_t groups, D_GLOBAL uint32_t *reports) {
  D_SHARED uint32_t left[TMD_GROUP];
  const uint64_t arcs = counts[FAREY_WHOLE] < whole_room ? counts[FAREY_WHOLE] : whole_room,
                 lane = D_LOCAL();
  const double order = D_DOUBLE_OF(order_bits);
  struct members m;
  m.numbers = numbers, m.words = words, m.degree = degree, m.capacity = capacity;
  m.counts = counts, m.member_block = member_block, m.member = member, m.room = member_room;
  for (uint64_t from = D_GROUP() * TMD_GROUP; from < arcs; from += groups * TMD_GROUP) {
    left[lane] = 0;
    if (from + lane < arcs) {
      m.block = whole_block[from + lane];
      left[lane] =
          !look_at_arc(m, whole, whole_room, from + lane, order, MANY_PAIRS, 0, 1, reports);
    }
    D_BARRIER();
    for (uint64_t i = 0; i < TMD_GROUP; i++) {
      if (!left[i]) continue;
      m.block = whole_block[from + i];
      look_at_arc(m, whole, whole_room, from + i, order, NO_LIMIT, lane, TMD_GROUP, reports);
    }
    D_BARRIER();
  }
}
