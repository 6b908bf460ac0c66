/* Every argument of surviving ranges on a device. A thread makes r_0 .. r_d at its first argument
   on all words and cuts them to 64 bits, or to 128 where TMD_ORDER is 0, as exhaust.c does; so what
   exhaust.md says of pieces holds here. TMD_DEGREE, TMD_WORDS, TMD_OUTER and TMD_ORDER are given.
 */
#include "kernels/exhaust/parabola.h"
#include "kernels/lane/difference-table.h"
#include "kernels/lane/residue.h"

#if TMD_ORDER
typedef v_u64 difference;
V_INLINE difference cut(struct v_residue r) { return r.word[TMD_WORDS - 1]; }
enum { ROWS = TMD_ORDER + 1 }; /* a packet of degree 1 has none for the last of them */
#else
typedef struct v_pair difference;
V_INLINE difference cut(struct v_residue r) { return v_residue_leading(r); }
enum { ROWS = TMD_DEGREE + 1 };
#endif

/* The table at a part of a range: `place` = packet * bits_of_packet + bit. Rows of binomials move
   it to the domain, to the range in the domain, and to the part, whose number is a row of `few` and
   `many` times one of `far`. The parameters are the entry's: as a struct they take ten registers
   more (sm_90, degree 4, 3 words). */
V_INLINE void table_of(difference *table, uint32_t place, uint32_t part,
                       D_GLOBAL const uint64_t *coefficients, D_GLOBAL const uint64_t *domains,
                       D_GLOBAL const uint64_t *positions, D_GLOBAL const uint64_t *few,
                       D_GLOBAL const uint64_t *far, uint64_t packets, uint32_t bits_of_packet,
                       uint32_t split, uint32_t many) {
  const uint32_t bit = place % bits_of_packet;
  struct v_residue r[TMD_DEGREE + 1];
  v_residue_domain(r, coefficients, packets, place / bits_of_packet,
                   domains + v_binomials_row(bit / split));
  for (int move = 0; move < 3; move++) { /* a loop, so that the code is there once */
    const uint32_t to = move == 0 ? bit % split : move == 1 ? part % many : part / many;
    if (to)
      v_residue_move(r, (move == 0 ? positions : move == 1 ? few : far) + v_binomials_row(to));
  }
  TMD_UNROLL
  for (int j = 0; j < ROWS; j++) table[j] = cut(r[j <= TMD_DEGREE ? j : TMD_DEGREE]);
#if TMD_ORDER > TMD_DEGREE
  for (int j = TMD_DEGREE + 1; j < ROWS; j++) table[j] = 0;
#endif
}

/* What a thread does with its piece: the arguments whose values are below `width`, once half of it
   is added. */
struct flags {
  uint32_t number, most;
  uint64_t thread, threads;
};

V_INLINE void flag(struct flags *flags, D_GLOBAL uint32_t *slots, uint32_t offset) {
  if (flags->number < flags->most) slots[flags->number * flags->threads + flags->thread] = offset;
  flags->number++;
}

#if TMD_ORDER

V_INLINE void evaluate(struct flags *flags, D_GLOBAL uint32_t *slots, v_u64 *r, uint32_t steps,
                       uint64_t half_width, D_GLOBAL const uint64_t *differences, uint32_t span) {
  const uint32_t width = (uint32_t)(2 * half_width);
  struct tmd_span_steps from_span_to_span;
  D_UNROLL
  for (int k = 0; k <= TMD_PARABOLA_DEGREE; k++) D_UNROLL
  for (int l = 0; l <= TMD_PARABOLA_DEGREE; l++)
    from_span_to_span.at[k][l] = differences[k * (TMD_PARABOLA_DEGREE + 1) + l];
  r[0] += half_width << 32;
  struct v_spans spans = v_spans_of(r, &from_span_to_span, TMD_ORDER);
  for (uint32_t s = 0; s < steps && flags->number <= flags->most; s += span) {
    struct v_parabola p;
    D_UNROLL
    for (int j = 0; j <= 2; j++) p.q[j] = v_high_words(spans.table[j][0], 0);
    if (v_parabola_least(p, span) <= width)
      for (uint32_t u = 0; u < span && s + u < steps; u++) {
        if (p.q[0] <= width) flag(flags, slots, s + u);
        v_parabola_next(&p);
      }
    v_spans_next(&spans, TMD_ORDER);
  }
}

#else

/* Undoes v_expand_next, exactly: all is mod 1. */
V_INLINE void backward(struct v_pair *table) {
  D_UNROLL
  for (int k = TMD_DEGREE - 1; k >= 0; k--) {
    const struct v_pair x = table[k], y = table[k + 1];
    table[k] = v_pair_of(x.low - y.low, x.high - y.high - (v_u64)(x.low < y.low));
  }
}

/* Values looked at together: the least of their upper halves says whether one of them may be near.
 */
enum { BATCH = 8 };

V_INLINE void evaluate(struct flags *flags, D_GLOBAL uint32_t *slots, struct v_pair *table,
                       uint32_t steps, uint64_t half_width, D_GLOBAL const uint64_t *differences,
                       uint32_t span) {
  const uint64_t width = 2 * half_width + 1;
  const uint32_t bound = (uint32_t)(width >> 32);
  (void)differences, (void)span;
  table[0].high += half_width;
  for (uint32_t s = 0; s < steps && flags->number <= flags->most; s += BATCH) {
    uint32_t least = ~(uint32_t)0;
    D_UNROLL
    for (int u = 0; u < BATCH; u++) {
      least = v32_min(least, (uint32_t)(table[0].high >> 32));
      v_expand_next(table, TMD_DEGREE);
    }
    if (least > bound) continue;
    for (int u = 0; u < BATCH; u++) backward(table);
    for (uint32_t u = 0; u < BATCH; u++) {
      if (table[0].high < width && s + u < steps) flag(flags, slots, s + u);
      v_expand_next(table, TMD_DEGREE);
    }
  }
}

#endif

/* Each range of the list, of `length` arguments, is cut into `parts` of `piece` arguments (the last
   one may be shorter); a thread does one: the first one number `first` of them all. Offsets of what
   is near go to slots[slot][thread], of which there are `most`; a thread that has more leaves one,
   ~0: its part is to be done again. half_width, differences, span: as tmd_exhaust_job has them. */
D_KERNEL_OF(TMD_DEGREE > 4 || TMD_WORDS > 3 ? 2 : 0)
exhaust_parts(D_GLOBAL const uint32_t *list, D_GLOBAL const uint64_t *coefficients,
              D_GLOBAL const uint64_t *differences, D_GLOBAL const uint64_t *domains,
              D_GLOBAL const uint64_t *positions, D_GLOBAL const uint64_t *few,
              D_GLOBAL const uint64_t *far, uint64_t packets, uint64_t bits_of_packet,
              uint64_t split, uint64_t many, uint64_t length, uint64_t piece, uint64_t parts,
              uint64_t first, uint64_t threads, uint64_t half_width, uint64_t span, uint64_t most,
              D_GLOBAL uint32_t *slots, D_GLOBAL uint32_t *counts) {
  const uint64_t at = D_THREAD();
  if (at >= threads) return;
  const uint64_t range = (first + at) / parts, part = first + at - range * parts;
  const uint64_t rest = length - part * piece;
  difference table[ROWS];
  table_of(table, list[range], (uint32_t)part, coefficients, domains, positions, few, far, packets,
           (uint32_t)bits_of_packet, (uint32_t)split, (uint32_t)many);
  struct flags flags = {0, (uint32_t)most, at, threads};
  evaluate(&flags, slots, table, (uint32_t)(rest < piece ? rest : piece), half_width, differences,
           (uint32_t)span);
  if (flags.number > most) slots[at] = ~(uint32_t)0, flags.number = 1;
  counts[at] = flags.number;
}

/* The places of the ranges of what was flagged: pairs (thread, offset), as compact.device.c lists
   them. */
D_KERNEL exhaust_places(D_GLOBAL const uint32_t *list, D_GLOBAL const uint32_t *flags,
                        uint64_t count, uint64_t parts, uint64_t first, D_GLOBAL uint32_t *places) {
  const uint64_t at = D_THREAD();
  if (at < count) places[at] = list[(first + flags[2 * at]) / parts];
}
