/* Entries of the Farey walk (job.h): arcs of the blocks on the tracks, roots of many arcs, roots of
   one long arc. farey.md has the formulas, and the bound that each constant stands for. */
#include "kernels/farey/job.h"
#include "kernels/farey/lane.h"

enum { GROUPS = TMD_FAREY_TRACKS / TMD_LANES, PASS = TMD_FAREY_PASS };
_Static_assert(PASS == 8, "loops are unrolled by eight");

V_INLINE void put(struct tmd_farey_arcs *to, int at, const struct v_farey_place *place,
                  const struct v_farey_arc *arc) {
  vf_store(&to->q[at], place->q);
  vf_store(&to->left[at], place->left);
  vf_store(&to->delta[at], place->delta);
  vf_store(&to->first[at], arc->first);
  vf_store_f32(&to->x[at], arc->d * (arc->k * TMD_FAREY_ROOT_SCALE));
  vf_store_f32(&to->k[at], arc->k * TMD_FAREY_ROOT_SCALE);
  const v_u64 width = v_fix32_fraction(arc->width);
  v_store_low(&to->v[at], v_fix32(arc->v) + width);
  v_store_low(&to->w[at], v_fix32_fraction(arc->w));
  v_store_low(&to->width[at], width << 1);
}

/* The lanes of the mask have pairs beyond the first pass. */
V_INLINE void put_rest(struct tmd_farey_arcs *to, int at, const struct v_farey_arc *arc,
                       v_mask rest) {
  const v_u64 width = v_fix32_fraction(arc->width), w = v_fix32_fraction(arc->w);
  const int n = to->rest;
  vf_pack_f32(&to->rest_x[n], arc->d * (arc->k * TMD_FAREY_ROOT_SCALE), rest);
  vf_pack_f32(&to->rest_k[n], arc->k * TMD_FAREY_ROOT_SCALE, rest);
  vf_pack_f32(&to->rest_pairs[n], arc->pairs - arc->d - PASS, rest);
  v_pack_low(&to->rest_v[n], v_fix32(arc->v) + width + (w << 3), rest);
  v_pack_low(&to->rest_w[n], w, rest);
  v_pack_low(&to->rest_width[n], width << 1, rest);
  v_pack_low(&to->rest_arc[n], v_fix32_fraction(vf_lane() * 0x1p-32 + at * 0x1p-32), rest);
  to->rest = n + __builtin_popcount(v_bits(rest));
}

/* The lanes of the mask take the wide path. */
V_INLINE void put_wide(struct tmd_farey_arcs *to, int at, const struct tmd_farey_tracks *b, int f,
                       const struct v_farey_arc *arc, v_f64 q_inverse, v_mask wide) {
  const v_f64 width = /* with another error of roots */
      v_mad((vf_load(&b->wide_root[f]) - vf_load(&b->window_root[f])) * q_inverse, q_inverse,
            arc->width);
  const int n = to->wide;
  vf_pack(&to->wide_x[n], arc->d * (arc->k * 0.25), wide); /* z is twice the root of a quarter */
  vf_pack(&to->wide_k[n], arc->k * 0.25, wide);
  vf_pack(&to->wide_pairs[n], arc->pairs - arc->d, wide);
  v_pack(&to->wide_v[n], (v_fix32(arc->v) << 32) + v_fix_fraction(width), wide);
  v_pack(&to->wide_w[n], v_fix_fraction(arc->w - v_rint(arc->w)), wide);
  v_pack(&to->wide_width[n], v_fix_fraction(width) << 1, wide);
  v_pack(&to->wide_arc[n], v_bits_of(vf_lane() + (0x1p52 + at)) & 0xfffff, wide);
  to->wide = n + __builtin_popcount(v_bits(wide));
}

#define LOAD(name) .name = vf_load(&b->name[f]),
V_INLINE struct v_farey_block block_at(const struct tmd_farey_tracks *b, int f) {
  return (struct v_farey_block){TMD_FAREY_SHAPE_FIELDS(LOAD) TMD_FAREY_WINDOW_FIELDS(LOAD)};
}

V_INLINE struct v_farey_place place_at(const struct tmd_farey_tracks *b, int f) {
  return (struct v_farey_place){TMD_FAREY_PLACE_FIELDS(LOAD)};
}

#define STORE(name) vf_store(&b->name[f], at.name);
V_INLINE void put_place(struct tmd_farey_tracks *b, int f,
                        struct v_farey_place at){TMD_FAREY_PLACE_FIELDS(STORE)}

/* One fraction on the tracks f, f + 1, ...; returns those whose walk has come to its end. */
V_INLINE unsigned step(struct tmd_farey_arcs *to, const struct tmd_farey_tracks *b,
                       struct v_farey_place *at, int f, v_f64 order, int higher) {
  const int s = to->steps, place = s * TMD_FAREY_TRACKS + f;
  const unsigned live = to->live >> f & ((1u << TMD_LANES) - 1);
  const v_f64 q_inverse = 1 / at->q, k = v_farey_quotient(at, q_inverse, order);
  const v_f64 next_q = v_msub(k, at->q, at->left),
              next_delta = v_msub(k, at->delta, at->delta_left);
  const struct v_farey_block block = block_at(b, f);
  struct v_farey_arc arc = v_farey_measure(&block, at, q_inverse, next_q, higher);
  if (higher)
    arc.width += v_farey_depth(vf_load(&b->depth[f]), vf_load(&b->near[f]), arc.d, q_inverse);
  const v_mask fast = vf_le(vf_load(&b->least_q[f]), at->q),
               bounded = vf_le(vf_load(&b->wide_q[f]), at->q);
  const v_mask wide = v_and(bounded, v_not(fast)),
               near = v_and(bounded,
                            vf_lt(arc.d, higher ? vf_load(&b->near[f]) : vf_set(TMD_FAREY_NEAR)));
  const v_mask more = v_and(fast, vf_le(vf_set(PASS), arc.pairs - arc.d));
  const v_mask ended = vf_le(arc.offset, vf_load(&b->end[f]));
  put(to, place, at, &arc);
  if (v_any(more)) put_rest(to, place, &arc, more);
  if (v_any(wide)) put_wide(to, place, b, f, &arc, q_inverse, wide);
  to->slow[s] = (uint16_t)(to->slow[s] | (~v_bits(bounded) & live) << f);
  to->fast[s] = (uint16_t)(to->fast[s] | (v_bits(fast) & live) << f);
  to->near[s] = (uint16_t)(to->near[s] | (v_bits(near) & live) << f);
  *at = (struct v_farey_place){next_q, at->q, next_delta, at->delta};
  return v_bits(ended) & live;
}

V_INLINE unsigned walk(struct tmd_farey_arcs *to, struct tmd_farey_tracks *b, int higher) {
  struct v_farey_place at[GROUPS];
  unsigned ended = 0;
  const v_f64 order = vf_set(to->order);
  for (int g = 0; g < GROUPS; g++) at[g] = place_at(b, g * TMD_LANES);
  while (!ended && to->steps < TMD_FAREY_STEPS) {
    to->slow[to->steps] = to->fast[to->steps] = to->near[to->steps] = 0;
#if TMD_LANES >= 4
#pragma GCC unroll 4
#endif
    for (int g = 0; g < GROUPS; g++)
      ended |= step(to, b, &at[g], g * TMD_LANES, order, higher) << g * TMD_LANES;
    to->steps++;
  }
  for (int g = 0; g < GROUPS; g++) put_place(b, g * TMD_LANES, at[g]);
  return ended;
}

unsigned TMD_ENTRY(farey_walk)(struct tmd_farey_arcs *to, struct tmd_farey_tracks *b) {
  return to->higher ? walk(to, b, 1) : walk(to, b, 0);
}

void TMD_ENTRY(farey_roots)(const struct tmd_farey_arcs *arcs, uint16_t *hits) {
  for (int s = 0; s < arcs->steps; s++) {
    unsigned bits = 0;
    for (int f = 0; f < TMD_FAREY_TRACKS; f += TMD_LANES32) {
      const int at = s * TMD_FAREY_TRACKS + f;
      const v_f32 x = v32_load(&arcs->x[at]), k = v32_load(&arcs->k[at]);
      const v_u32 w = v32_load_u(&arcs->w[at]);
      v_u32 v = v32_load_u(&arcs->v[at]);
      bits |= v32_le(v_farey_roots(x, &v, k, w, 0), v32_load_u(&arcs->width[at])) << f;
    }
    hits[s] = (uint16_t)bits;
  }
}

int TMD_ENTRY(farey_rest)(struct tmd_farey_arcs *arcs, int j, uint32_t *hit) {
  int hits = 0, kept = 0;
  for (int i = 0; i < arcs->rest; i += TMD_LANES32) {
    const unsigned live =
        arcs->rest - i >= TMD_LANES32 ? (1u << TMD_LANES32) - 1 : (1u << (arcs->rest - i)) - 1;
    const v_f32 k = v32_load(&arcs->rest_k[i]), pairs = v32_load(&arcs->rest_pairs[i]) - PASS;
    const v_u32 w = v32_load_u(&arcs->rest_w[i]), width = v32_load_u(&arcs->rest_width[i]),
                arc = v32_load_u(&arcs->rest_arc[i]);
    const v_f32 x = v32_load(&arcs->rest_x[i]);
    v_u32 v = v32_load_u(&arcs->rest_v[i]);
    const unsigned bits = v32_le(v_farey_roots(x, &v, k, w, (float)j), width) & live;
    if (__builtin_expect(bits != 0, 0)) {
      uint32_t place[TMD_LANES32];
      __builtin_memcpy(place, &arc, sizeof arc);
      for (int lane = 0; lane < TMD_LANES32; lane++)
        if (bits >> lane & 1) hit[hits++] = place[lane];
    }
    const unsigned more = v32_not_negative(pairs) & live;
    v32_pack(&arcs->rest_x[kept], x, more);
    v32_pack(&arcs->rest_k[kept], k, more);
    v32_pack(&arcs->rest_pairs[kept], pairs, more);
    v32_pack_u(&arcs->rest_v[kept], v, more);
    v32_pack_u(&arcs->rest_w[kept], w, more);
    v32_pack_u(&arcs->rest_width[kept], width, more);
    v32_pack_u(&arcs->rest_arc[kept], arc, more);
    kept += __builtin_popcount(more);
  }
  arcs->rest = kept;
  return hits;
}

int TMD_ENTRY(farey_wide)(struct tmd_farey_arcs *arcs, int first, uint32_t *hit) {
  int hits = 0, kept = 0;
  for (int i = 0; i < arcs->wide; i += TMD_LANES) {
    const unsigned live =
        arcs->wide - i >= TMD_LANES ? (1u << TMD_LANES) - 1 : (1u << (arcs->wide - i)) - 1;
    const v_f64 k = vf_load(&arcs->wide_k[i]), pairs = vf_load(&arcs->wide_pairs[i]) - PASS,
                x = vf_load(&arcs->wide_x[i]);
    const v_u64 w = v_load(&arcs->wide_w[i]), width = v_load(&arcs->wide_width[i]),
                arc = v_load(&arcs->wide_arc[i]);
    v_u64 v = v_load(&arcs->wide_v[i]), least = v_set(~UINT64_C(0));
#pragma GCC unroll 8
    for (int j = 0; j < PASS; j++) {
      const v_u64 z = v_fix(vf_sqrt_twice(v_mad(k, vf_set(first + j), x)));
      least = v_min(least, v_min(v + z, v - z));
      v += w;
    }
    const unsigned bits = v_bits(v_not(v_lt(width, least))) & live;
    if (__builtin_expect(bits != 0, 0))
      for (int lane = 0; lane < TMD_LANES; lane++)
        if (bits >> lane & 1) hit[hits++] = (uint32_t)arcs->wide_arc[i + lane];
    const v_mask more = vf_le(vf_set(0), pairs);
    vf_pack(&arcs->wide_x[kept], x, more);
    vf_pack(&arcs->wide_k[kept], k, more);
    vf_pack(&arcs->wide_pairs[kept], pairs, more);
    v_pack(&arcs->wide_v[kept], v, more);
    v_pack(&arcs->wide_w[kept], w, more);
    v_pack(&arcs->wide_width[kept], width, more);
    v_pack(&arcs->wide_arc[kept], arc, more);
    kept += __builtin_popcount(v_bits(more) & live);
  }
  arcs->wide = kept;
  return hits;
}

int TMD_ENTRY(farey_pairs)(const struct tmd_farey_pairs *p, uint64_t *next, uint64_t *hit,
                           int most) {
  const v_f64 k = vf_set(p->k), width = vf_set(p->width), v0 = vf_set(p->v), w = vf_set(p->w),
              cubic = vf_set(p->cubic);
  int hits = 0;
  uint64_t j = *next;
  for (; j < p->pairs && hits + TMD_LANES <= most; j += TMD_LANES) {
    const v_f64 index = vf_lane() + (double)j, v = v_mad(w, index, v0), depth = index + p->d,
                z = vf_sqrt(depth * k) * v_mad(depth, cubic, vf_set(1));
    const v_f64 above = v + z, below = v - z;
    const v_f64 distance = vf_min(vf_abs(above - v_rint(above)), vf_abs(below - v_rint(below)));
    const v_mask near = vf_le(distance, width);
    if (__builtin_expect(v_any(near), 0))
      for (int lane = 0; lane < TMD_LANES; lane++)
        if (v_bits(near) >> lane & 1 && j + (uint64_t)lane < p->pairs)
          hit[hits++] = j + (uint64_t)lane;
  }
  *next = j < p->pairs ? j : p->pairs;
  return hits;
}
