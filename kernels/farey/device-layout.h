/* What the host puts on the device for each block of the Farey walk, and how: numbers[field][capacity], words[field][capacity].
   The first fields are those of struct tmd_farey_tracks in its order. */
#ifndef TMD_FAREY_DEVICE_H
#define TMD_FAREY_DEVICE_H

enum tmd_farey_number {
  FAREY_Q, FAREY_LEFT, FAREY_DELTA, FAREY_DELTA_LEFT, FAREY_C0_HIGH, FAREY_C0_LOW, FAREY_A_LOW, FAREY_C2, FAREY_C3_TWICE, FAREY_C3_HALF,
  FAREY_VERTEX, FAREY_BETA, FAREY_BETA_TWICE, FAREY_C2_INVERSE, FAREY_REACH, FAREY_TOLERANCE, FAREY_WINDOW, FAREY_WINDOW_ROOT,
  FAREY_WIDE_ROOT, FAREY_LEAST_Q, FAREY_WIDE_Q, FAREY_END, FAREY_TRACK_NUMBERS,
  FAREY_LOW = FAREY_TRACK_NUMBERS, FAREY_HIGH, FAREY_EPS, FAREY_EPS_VALUE, FAREY_C3 /* c3, c4, ..., up to the degree */
};
/* c0, c1, c2 as residues, low and high words */
enum tmd_farey_word { FAREY_C0_WORD, FAREY_C1_WORD = 2, FAREY_C2_WORD = 4, FAREY_WORDS = 6 };

/* Lists on the device, and their lengths in counts[]: pairs of roots to look at in double precision, arcs to be done whole,
   members to be evaluated. They may have asked for more room than there was. */
enum tmd_farey_list { FAREY_HITS, FAREY_WHOLE, FAREY_MEMBERS, FAREY_LISTS };
/* A hit: pairs first .. first + pairs - 1 of the arc q, left, delta; for a whole arc only these three. */
enum tmd_farey_hit { FAREY_HIT_Q, FAREY_HIT_LEFT, FAREY_HIT_DELTA, FAREY_HIT_FIRST, FAREY_HIT_PAIRS, FAREY_HIT_NUMBERS, FAREY_ARC_NUMBERS = 3 };

/* Of each block comes back: arcs, passes of pairs in single precision, 1 if an arc could not be done. */
enum tmd_farey_report { FAREY_ARCS, FAREY_PASSES, FAREY_UNDONE, FAREY_REPORTS };

#endif
