/* A run as one straight line, however long: where that is near an integer is listed by the gaps of
   a rotation. Text and proof: farey.md, "Straight runs". */
#include <math.h>

#include "kernels/farey/walk-parts.h"
#include "lib/base/upper-bounds.h"

/* The point y of a circle of 2^128 units, after t of the turns that take every point up by the
   same. `up` turns take one up by `rise`, `down` turns down by `fall`; in fewer than up + down none
   is moved by less than rise up, and less than fall down. */
struct rotation {
  tmd_u128 t, y;
  tmd_u128 up, rise, down, fall;
};

/* rise >= fall: it loses what fall has in it, but no more than makes it less than `width`. y goes
   on, down by `fall`, to the window [0, rise + fall) that is left. */
static void lower_rise(struct rotation *r, tmd_u128 width) {
  const tmd_u128 k = r->fall >= width ? r->rise / r->fall : (r->rise - width) / r->fall + 1;
  r->up += k * r->down;
  r->rise -= k * r->fall;
  const tmd_u128 window = r->rise + r->fall;
  if (r->y < window) return;
  const tmd_u128 times = (r->y - window) / r->fall + 1;
  r->t += times * r->down;
  r->y -= times * r->fall;
}

/* fall > rise > 0: likewise; the first of its values that y reaches takes y below `rise`, into
   every window to come. */
static void lower_fall(struct rotation *r, tmd_u128 width) {
  const tmd_u128 k = r->rise >= width ? (r->fall - 1) / r->rise : (r->fall - width) / r->rise + 1;
  if (r->y >= r->fall - (k - 1) * r->rise) {
    const tmd_u128 i = r->y >= r->fall ? 0 : (r->fall - r->y + r->rise - 1) / r->rise;
    r->t += r->down + i * r->up;
    r->y -= r->fall - i * r->rise;
  }
  r->down += k * r->up;
  r->fall -= k * r->rise;
}

/* From y, by turns of a, to the first t with y < width, 2 <= width <= 2^127. 0 if there is none. */
static int rotation_begin(struct rotation *r, tmd_u128 a, tmd_u128 y, tmd_u128 width) {
  const tmd_u128 far = (tmd_u128)1 << 64; /* beyond every run; sums do not wrap */
  *r = (struct rotation){0, y, 1, a, 1, -a};
  while (r->rise > 0 && (r->rise >= width || r->fall >= width)) {
    if (r->rise >= r->fall) lower_rise(r, width);
    else lower_fall(r, width);
  }
  if (r->y >= width) {
    if (r->rise == 0) return 0; /* it comes back to where it is, and nowhere else below `fall` */
    r->t += r->down, r->y -= r->fall;
  }
  if (r->up > far) r->up = far;
  if (r->down > far) r->down = far;
  return 1;
}

/* From y < width to the next. */
static void rotation_next(struct rotation *r, tmd_u128 width) {
  if (r->y < r->fall) {
    r->t += r->up, r->y += r->rise;
    if (r->y < width) return;
  }
  r->t += r->down, r->y -= r->fall;
}

static int64_t middle_of(const struct tmd_packet_run *run) {
  return (int64_t)(run->t0 + (run->t1 - run->t0) / 2);
}

double tmd_farey_straight_width(const struct tmd_farey_search *search,
                                const struct tmd_packet_run *run, const uint64_t *r) {
  const struct tmd_poly_record *packet = search->packet;
  const double R = (double)(middle_of(run) - (int64_t)run->t0);
  double bend = 0;
  for (int j = 2; j <= packet->degree; j++)
    bend += tmd_residue_magnitude(r + j * packet->words, packet->words) *
            tmd_bound_binomial(R + j - 1, j);
  return (TMD_FAREY_BOUND(STRAIGHT_EPS, ldexp(1, -search->threshold) + packet->err) +
          TMD_FAREY_BOUND(STRAIGHT, bend) + TMD_FAREY_BOUND(STRAIGHT_CUT, 0x1p-128 * (1 + R))) *
         TMD_OUTWARD;
}

static void decide(struct tmd_farey_search *search, const struct tmd_packet_run *run,
                   const struct tmd_farey_block *block, uint64_t t) {
  if (block) {
    tmd_farey_member(search, block, (int64_t)t + block->low);
    return;
  }
  search->stats->members++;
  tmd_exhaust_confirm(search->found, search->packet, search->threshold, run->i, run->t0 + t);
}

int tmd_farey_straight(struct tmd_farey_search *search, const struct tmd_packet_run *run,
                       const uint64_t *r, const struct tmd_farey_block *block, double width) {
  enum { HITS_LEAST = 1 << 12, TIMES = 8 };
  const int words = search->packet->words;
  const uint64_t length = run->t1 - run->t0;
  const tmd_u128 half = (tmd_u128)(width * 0x1p128) + 1, whole = 2 * half + 1;
  const tmd_u128 slope = search->packet->degree >= 1 ? tmd_residue_leading(r + words, words) : 0;
  const tmd_u128 first =
      tmd_residue_leading(r, words) - slope * (tmd_u128)(middle_of(run) - (int64_t)run->t0);
  const double most = HITS_LEAST + TIMES * 2 * width * (double)length;
  struct rotation hit, ahead;
  if (!rotation_begin(&hit, slope, first + half, whole)) return search->stats->lines++, 1;
  ahead = hit;
  for (double hits = 0; ahead.t < length; rotation_next(&ahead, whole))
    if (++hits > most) return 0;
  search->stats->lines++;
  for (; hit.t < length; rotation_next(&hit, whole)) decide(search, run, block, (uint64_t)hit.t);
  return 1;
}
