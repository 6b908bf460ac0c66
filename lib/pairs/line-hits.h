/* The integers next to which a straight line passes, by the three-distance theorem.

   The L >= 0 with dist(t L, Z) <= w are the visits of L -> t L mod 1 to an interval around 0. From
   one visit to the next there are q, q' or q + q' steps (N. B. Slater, Gaps and steps for the
   sequence n theta mod 1, Proc. Cambridge Phil. Soc. 63, 1967): q is the least n > 0 for which t n
   mod 1 is less than the interval's length, q' that for -t n. Euclid's algorithm finds both. L = 0
   is a visit, and the others follow one by one; no theorem on convergents is needed, which would
   hold for small w only. */
#ifndef TMD_LINE_HITS_H
#define TMD_LINE_HITS_H

#include <stdint.h>

/* q and q', and how far these steps lead to the right and to the left; one that is too long for
   the caller is UINT64_MAX. */
struct tmd_line_steps {
  uint64_t q, right, q_left, left;
  uint64_t length; /* of the interval, 2 w + 1 */
};

enum { TMD_LINE_WINDOW_BITS = 62 };

/* t and w in units of 2^-64, w < 2^TMD_LINE_WINDOW_BITS; steps longer than `most` < 2^62 do not
   matter. */
struct tmd_line_steps tmd_line_steps(uint64_t t, uint64_t w, uint64_t most);

/* A visit: L, and where in the interval, from 0 on. The first is {0, w}. */
struct tmd_line_hit {
  uint64_t L, at;
};

/* The next one; UINT64_MAX as L: it is farther than the longest step that matters. */
static inline struct tmd_line_hit tmd_line_next(const struct tmd_line_steps *s,
                                                struct tmd_line_hit hit) {
  const int right = s->q != UINT64_MAX, left = s->q_left != UINT64_MAX;
  if (right && hit.at + s->right < s->length)
    return (struct tmd_line_hit){hit.L + s->q, hit.at + s->right};
  if (left && hit.at >= s->left) return (struct tmd_line_hit){hit.L + s->q_left, hit.at - s->left};
  if (!right || !left) return (struct tmd_line_hit){UINT64_MAX, 0};
  return (struct tmd_line_hit){hit.L + s->q + s->q_left, hit.at + s->right - s->left};
}

#endif
