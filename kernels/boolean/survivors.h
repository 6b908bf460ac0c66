/* What the regular test keeps, gathered until it fills VF_VECTORS vectors, to be tested again by
   Lefevre's: of a hundred lines two or so are kept by the one, and half a one by both. */
#ifndef TMD_SURVIVORS_H
#define TMD_SURVIVORS_H

#include "kernels/boolean/short-lines.h"

enum { VF_LINES = VF_VECTORS * TMD_LANES };

struct survivors {
  double a[2 * VF_LINES], b[2 * VF_LINES], e[2 * VF_LINES];
  uint64_t at[2 * VF_LINES]; /* 8 step + track */
  unsigned count;
};

/* Tests the first VF_LINES; those that are dropped lose their bit of marks. */
V_INLINE void survivors_test(struct survivors *kept, uint8_t *marks, uint64_t n) {
  struct vf_line line[VF_VECTORS];
  v_mask keep[VF_VECTORS];
  for (int i = 0; i < VF_VECTORS; i++) {
    line[i].a = vf_load(kept->a + i * TMD_LANES), line[i].b = vf_load(kept->b + i * TMD_LANES);
    line[i].e = vf_load(kept->e + i * TMD_LANES);
  }
  vf_lefevre_keeps(keep, line, n);
  for (unsigned l = 0; l < VF_LINES && l < kept->count; l++)
    if (!(v_bits(keep[l / TMD_LANES]) >> l % TMD_LANES & 1))
      marks[kept->at[l] / 8] &= (uint8_t)~(1u << kept->at[l] % 8);
  kept->count = kept->count > VF_LINES ? kept->count - VF_LINES : 0;
  for (unsigned l = 0; l < kept->count; l++) {
    kept->a[l] = kept->a[l + VF_LINES], kept->b[l] = kept->b[l + VF_LINES],
    kept->e[l] = kept->e[l + VF_LINES];
    kept->at[l] = kept->at[l + VF_LINES];
  }
}

/* The lanes of `keep`, whose bits are set in marks[step], from track `first` on. */
V_INLINE void survivors_add(struct survivors *kept, v_mask keep, struct vf_line line, uint64_t step,
                            int first, uint8_t *marks, uint64_t n) {
  vf_pack(kept->a + kept->count, line.a, keep);
  vf_pack(kept->b + kept->count, line.b, keep);
  vf_pack(kept->e + kept->count, line.e, keep);
  for (unsigned bits = v_bits(keep); bits; bits &= bits - 1)
    kept->at[kept->count++] = 8 * step + (unsigned)first + (unsigned)__builtin_ctz(bits);
  if (kept->count >= VF_LINES) survivors_test(kept, marks, n);
}

/* Those that are left. */
V_INLINE void survivors_end(struct survivors *kept, uint8_t *marks, uint64_t n) {
  if (kept->count == 0) return;
  for (unsigned l = kept->count; l < VF_LINES; l++)
    kept->a[l] = kept->b[l] = kept->e[l] = 0; /* every point is 0: soon done */
  survivors_test(kept, marks, n);
}

#endif
