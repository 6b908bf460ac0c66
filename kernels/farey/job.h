/* The jobs of the Farey walk: blocks on tracks, arcs in a buffer, pairs of roots. Symbols as in
   farey.md. */
#ifndef TMD_FAREY_JOB_H
#define TMD_FAREY_JOB_H

#include <stdint.h>

#include "kernels/farey/block-fields.h"
#include "kernels/lane/kernels.h"

enum {
  TMD_FAREY_TRACKS = 16,
  TMD_FAREY_STEPS = 48, /* of a full buffer */
  TMD_FAREY_ARCS = TMD_FAREY_TRACKS * TMD_FAREY_STEPS,
  TMD_FAREY_CARRIED = 8 /* arcs of the wide path that wait for company */
};

/* Lists, with room for a vector stored at their end. */
enum {
  TMD_FAREY_PLACES = TMD_FAREY_ARCS + TMD_FAREY_CARRIED,
  TMD_FAREY_REST = TMD_FAREY_ARCS + 16,
  TMD_FAREY_WIDE = TMD_FAREY_PLACES + 8
};

/* One block on each track: its numbers, and the place of its walk. */
struct tmd_farey_tracks {
#define TMD_FAREY_TRACK(name) double name[TMD_FAREY_TRACKS];
  TMD_FAREY_WALK_FIELDS(TMD_FAREY_TRACK)
#undef TMD_FAREY_TRACK
};

/* Arcs as they were met, TMD_FAREY_TRACKS a step, and what is left of them to do. x and k are for
   single precision 2^40 (D k) and 2^40 k, for double precision a quarter of D k and k; v includes
   width, and width is twice that. */
struct tmd_farey_arcs {
  int steps;     /* filled so far */
  unsigned live; /* tracks in use */
  int higher;    /* some block has a c4 or c5 other than 0 */
  double order;  /* Q */
  /* bits of tracks: arcs done one by one, in single precision, with a first D below `near` */
  uint16_t slow[TMD_FAREY_STEPS], fast[TMD_FAREY_STEPS], near[TMD_FAREY_STEPS];
  /* the arcs; `first` is M of the first pair; behind those of the buffer the carried ones */
  double q[TMD_FAREY_PLACES], left[TMD_FAREY_PLACES], delta[TMD_FAREY_PLACES],
      first[TMD_FAREY_PLACES];
  float x[TMD_FAREY_ARCS], k[TMD_FAREY_ARCS];
  uint32_t v[TMD_FAREY_ARCS], w[TMD_FAREY_ARCS], width[TMD_FAREY_ARCS];
  /* arcs in single precision with pairs beyond the first eight */
  int rest;
  float rest_x[TMD_FAREY_REST], rest_k[TMD_FAREY_REST], rest_pairs[TMD_FAREY_REST];
  uint32_t rest_v[TMD_FAREY_REST], rest_w[TMD_FAREY_REST], rest_width[TMD_FAREY_REST],
      rest_arc[TMD_FAREY_REST];
  /* arcs in double precision */
  int wide;
  double wide_x[TMD_FAREY_WIDE], wide_k[TMD_FAREY_WIDE], wide_pairs[TMD_FAREY_WIDE];
  uint64_t wide_v[TMD_FAREY_WIDE], wide_w[TMD_FAREY_WIDE], wide_width[TMD_FAREY_WIDE],
      wide_arc[TMD_FAREY_WIDE];
};

/* The walk: fills the buffer until it is full or walks end; returns the tracks of these. */
TMD_KERNEL(unsigned, farey_walk, (struct tmd_farey_arcs * to, struct tmd_farey_tracks *tracks))

/* The first pairs of every arc in the buffer; bit l of hits[s]: track l of step s was hit. */
TMD_KERNEL(void, farey_roots, (const struct tmd_farey_arcs *arcs, uint16_t *hits))

/* Pairs first .. first + TMD_FAREY_PASS - 1 of the arcs in `rest`, which is left with those that
   have more. Lists the places in the buffer of the arcs that were hit, TMD_FAREY_PLACES at most;
   returns their number. farey_wide: likewise of those in `wide`. */
TMD_KERNEL(int, farey_rest, (struct tmd_farey_arcs * arcs, int first, uint32_t *hit))
TMD_KERNEL(int, farey_wide, (struct tmd_farey_arcs * arcs, int first, uint32_t *hit))

/* The pairs of one long arc from *next on, until `most` hits are listed or all are done; *next: the
   first not looked at. Returns the number of hits. */
TMD_KERNEL(int, farey_pairs,
           (const struct tmd_farey_pairs *pairs, uint64_t *next, uint64_t *hit, int most))

#endif
