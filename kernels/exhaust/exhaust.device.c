/* Every argument of surviving ranges on a device. A thread makes r_0 .. r_d at its first argument on all words and cuts them to
   64 bits, or with TMD_WIDE to 128, as exhaust.c does; so what exhaust.md says of pieces holds here. TMD_DEGREE, TMD_WORDS,
   TMD_OUTER and TMD_WIDE are given. */
#include "kernels/lane/expand.h"
#include "kernels/lane/residue.h"

/* Values looked at together: the least of their upper halves says whether one of them may be near. */
enum { BATCH = TMD_WIDE ? 8 : 32 };

#if TMD_WIDE
typedef struct v_pair difference;
V_INLINE difference cut(struct v_residue r) { return v_residue_leading(r); }
V_INLINE v_u64 leading(difference x) { return x.high; }
V_INLINE difference raised(difference x, v_u64 by) { return v_pair_of(x.low, x.high + by); }
V_INLINE difference minus(difference x, difference y) {
  return v_pair_of(x.low - y.low, x.high - y.high - (v_u64)(x.low < y.low));
}
V_INLINE void forward(difference *table) { v_expand_next(table, TMD_DEGREE); }
#else
typedef v_u64 difference;
V_INLINE difference cut(struct v_residue r) { return r.word[TMD_WORDS - 1]; }
V_INLINE v_u64 leading(difference x) { return x; }
V_INLINE difference raised(difference x, v_u64 by) { return x + by; }
V_INLINE difference minus(difference x, difference y) { return x - y; }
V_INLINE void forward(difference *table) { v_expand_next_high(table, TMD_DEGREE); }
#endif

/* Undoes `forward`, exactly: all is mod 1. */
V_INLINE void backward(difference *table) {
  D_UNROLL
  for (int k = TMD_DEGREE - 1; k >= 0; k--) table[k] = minus(table[k], table[k + 1]);
}

V_INLINE uint32_t lesser(uint32_t x, uint32_t y) { return x < y ? x : y; }

/* The table at a part of a range: `place` = packet * bits_of_packet + bit. Rows of binomials move it to the domain, to the range
   in the domain, and to the part, whose number is a row of `few` and `many` times one of `far`. The parameters are the entry's:
   as a struct they take ten registers more (sm_90, degree 4, 3 words). */
V_INLINE void table_of(difference *table, uint32_t place, uint32_t part, D_GLOBAL const uint64_t *coefficients,
                       D_GLOBAL const uint64_t *domains, D_GLOBAL const uint64_t *positions, D_GLOBAL const uint64_t *few,
                       D_GLOBAL const uint64_t *far, uint64_t packets, uint32_t bits_of_packet, uint32_t split, uint32_t many) {
  const uint32_t bit = place % bits_of_packet;
  struct v_residue r[TMD_DEGREE + 1];
  v_residue_domain(r, coefficients, packets, place / bits_of_packet, domains + v_binomials_row(bit / split));
  for (int move = 0; move < 3; move++) { /* a loop, so that the code is there once */
    const uint32_t to = move == 0 ? bit % split : move == 1 ? part % many : part / many;
    if (to) v_residue_move(r, (move == 0 ? positions : move == 1 ? few : far) + v_binomials_row(to));
  }
  TMD_UNROLL
  for (int j = 0; j <= TMD_DEGREE; j++) table[j] = cut(r[j]);
}

/* Each range of the list, of `length` arguments, is cut into `parts` of `piece` arguments (the last one may be shorter); a thread
   does one: the first one number `first` of them all. Offsets of what is near go to slots[slot][thread], of which there are
   `most`; a thread that has more leaves one, ~0: its part is to be done again. half_widths[packet]: units of 2^-64. */
D_KERNEL exhaust_parts(D_GLOBAL const uint32_t *list, D_GLOBAL const uint64_t *coefficients, D_GLOBAL const uint64_t *half_widths,
                       D_GLOBAL const uint64_t *domains, D_GLOBAL const uint64_t *positions, D_GLOBAL const uint64_t *few,
                       D_GLOBAL const uint64_t *far, uint64_t packets, uint64_t bits_of_packet, uint64_t split, uint64_t many,
                       uint64_t length, uint64_t piece, uint64_t parts, uint64_t first, uint64_t threads, uint64_t most,
                       D_GLOBAL uint32_t *slots, D_GLOBAL uint32_t *counts) {
  const uint64_t at = D_THREAD();
  if (at >= threads) return;
  const uint64_t range = (first + at) / parts, part = first + at - range * parts;
  const uint32_t place = list[range];
  const uint64_t half_width = half_widths[place / (uint32_t)bits_of_packet], width = 2 * half_width + 1;
  const uint64_t rest = length - part * piece;
  const uint32_t steps = (uint32_t)(rest < piece ? rest : piece), bound = (uint32_t)(width >> 32);
  difference table[TMD_DEGREE + 1];
  table_of(table, place, (uint32_t)part, coefficients, domains, positions, few, far, packets, (uint32_t)bits_of_packet,
           (uint32_t)split, (uint32_t)many);
  table[0] = raised(table[0], half_width); /* once for all: near is then what is less than `width` */
  uint32_t flagged = 0;
  for (uint32_t s = 0; s < steps && flagged <= most; s += BATCH) {
    uint32_t least = ~(uint32_t)0;
    D_UNROLL
    for (int u = 0; u < BATCH; u++) {
      least = lesser(least, (uint32_t)(leading(table[0]) >> 32));
      forward(table);
    }
    if (least > bound) continue;
    for (int u = 0; u < BATCH; u++) backward(table);
    for (uint32_t u = 0; u < BATCH; u++) {
      if (leading(table[0]) < width && s + u < steps) {
        if (flagged < most) slots[flagged * threads + at] = s + u;
        flagged++;
      }
      forward(table);
    }
  }
  if (flagged > most) slots[at] = ~(uint32_t)0, flagged = 1;
  counts[at] = flagged;
}

/* The places of the ranges of what was flagged: pairs (thread, offset), as compact.device.c lists them. */
D_KERNEL exhaust_places(D_GLOBAL const uint32_t *list, D_GLOBAL const uint32_t *flags, uint64_t count, uint64_t parts,
                        uint64_t first, D_GLOBAL uint32_t *places) {
  const uint64_t at = D_THREAD();
  if (at < count) places[at] = list[(first + flags[2 * at]) / parts];
}
