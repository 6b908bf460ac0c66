/* Order-preserving compaction by prefix sums: which bits are set, and which slots are filled, as
   dense lists in rising order. */
#include "kernels/lane/platform.h"

/* The prefix sums of a list take three launches: the sums of parts of TMD_GROUP entries, one for
   each group; the prefix sums of those, by one group; and the entries' own within their group. */

/* The sum of the values of the threads before this one; afterwards shared[TMD_GROUP - 1] is the sum
   of all. */
V_INLINE uint32_t prefix(D_SHARED_POINTER uint32_t *shared, uint32_t value) {
  const uint32_t lane = D_LOCAL();
  shared[lane] = value;
  D_BARRIER();
  for (uint32_t step = 1; step < TMD_GROUP; step *= 2) {
    const uint32_t more = lane >= step ? shared[lane - step] : 0;
    D_BARRIER();
    shared[lane] += more;
    D_BARRIER();
  }
  return shared[lane] - value;
}

V_INLINE uint32_t bits_in(uint64_t word) {
  uint32_t count = 0;
  for (; word; word &= word - 1) count++;
  return count;
}

/* Population counts of the 64-bit words, summed by groups. */
D_KERNEL bits_sum(D_GLOBAL const uint64_t *bits, uint64_t words, D_GLOBAL uint32_t *sums) {
  D_SHARED uint32_t shared[TMD_GROUP];
  const uint64_t at = D_THREAD();
  prefix(shared, at < words ? bits_in(bits[at]) : 0);
  if (D_LOCAL() == 0) sums[D_GROUP()] = shared[TMD_GROUP - 1];
}

/* The same of a list of counts. */
D_KERNEL counts_sum(D_GLOBAL const uint32_t *counts, uint64_t entries, D_GLOBAL uint32_t *sums) {
  D_SHARED uint32_t shared[TMD_GROUP];
  const uint64_t at = D_THREAD();
  prefix(shared, at < entries ? counts[at] : 0);
  if (D_LOCAL() == 0) sums[D_GROUP()] = shared[TMD_GROUP - 1];
}

/* One group: sums become the sums of all before them, and *all the sum of all. */
D_KERNEL sums_prefix(D_GLOBAL uint32_t *sums, uint64_t groups, D_GLOBAL uint32_t *all) {
  D_SHARED uint32_t shared[TMD_GROUP];
  const uint32_t lane = D_LOCAL();
  uint32_t before = 0;
  for (uint64_t first = 0; first < groups; first += TMD_GROUP) {
    const uint64_t at = first + lane;
    const uint32_t less = prefix(shared, at < groups ? sums[at] : 0);
    if (at < groups) sums[at] = before + less;
    before += shared[TMD_GROUP - 1];
    D_BARRIER();
  }
  if (lane == 0) *all = before;
}

/* The places of the bits that are set. */
D_KERNEL bits_list(D_GLOBAL const uint64_t *bits, uint64_t words, D_GLOBAL const uint32_t *sums,
                   D_GLOBAL uint32_t *list) {
  D_SHARED uint32_t shared[TMD_GROUP];
  const uint64_t at = D_THREAD();
  uint64_t word = at < words ? bits[at] : 0;
  uint32_t to = sums[D_GROUP()] + prefix(shared, bits_in(word));
  for (uint32_t bit = 0; word; bit++, word >>= 1)
    if (word & 1) list[to++] = (uint32_t)(at * 64 + bit);
}

/* Slots [slot][entry], of which entry has counts[entry], to pairs (entry, value). */
D_KERNEL slots_list(D_GLOBAL const uint32_t *slots, D_GLOBAL const uint32_t *counts,
                    uint64_t entries, D_GLOBAL const uint32_t *sums, D_GLOBAL uint32_t *list) {
  D_SHARED uint32_t shared[TMD_GROUP];
  const uint64_t at = D_THREAD();
  const uint32_t count = at < entries ? counts[at] : 0;
  uint32_t to = sums[D_GROUP()] + prefix(shared, count);
  for (uint32_t slot = 0; slot < count; slot++, to++) {
    list[2 * (uint64_t)to] = (uint32_t)at;
    list[2 * (uint64_t)to + 1] = slots[slot * entries + at];
  }
}
