#include "lib/pairs/line-hits.h"

/* A number of steps, and how far they lead to one side. */
struct step {
  uint64_t n, far;
};

/* Adds steps to the other side until `of` leads less far than `length`, or than these do. 0 if it
   takes more than `most` steps: then neither of the two gets shorter than it is. */
static int shorten(struct step *of, const struct step *by, uint64_t length, uint64_t most) {
  if (by->far == 0) return 0;
  uint64_t times = of->far / by->far;
  if (of->far - times * by->far < length) times = (of->far - length) / by->far + 1;
  if (times > (most - of->n) / by->n) return 0;
  of->n += times * by->n;
  of->far -= times * by->far;
  return 1;
}

struct tmd_line_steps tmd_line_steps(uint64_t t, uint64_t w, uint64_t most) {
  const uint64_t length = 2 * w + 1;
  struct step right = {1, t}, left = {1, -t};
  if (t == 0) left.far = UINT64_MAX; /* each step leads to where it began */
  for (int shortened = 1; shortened && (right.far >= length || left.far >= length);) {
    if (left.far < length || (right.far >= length && right.far >= left.far))
      shortened = shorten(&right, &left, length, most);
    else shortened = shorten(&left, &right, length, most);
  }
  return (struct tmd_line_steps){right.far < length ? right.n : UINT64_MAX, right.far,
                                 left.far < length ? left.n : UINT64_MAX, left.far, length};
}
