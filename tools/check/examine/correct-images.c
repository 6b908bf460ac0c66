#include "tools/check/examine/correct-images.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/problem/ordinal.h"

enum {
  FOUND_LOG2 = 16,
  NEXT = 8
}; /* the number of stored results; each has a few slots, the first of which is overwritten */

/* x = (-1)^sign X 2^(phase + a steps - p + 1) with 2^(p-1) <= X < 2^p and 0 <= phase < a; X = 0:
   there is none. */
struct place {
  tmd_u128 X;
  int sign, phase, steps;
};

struct tmd_correct_images {
  struct tmd_checked checked;
  struct found {
    struct place at;
    struct tmd_correct correct; /* |f(x)| is a normal number, or between two */
  } found[1 << FOUND_LOG2];
};

struct tmd_correct_images *tmd_correct_images_open(const struct tmd_checked *checked) {
  if (checked->pair || checked->function->symmetry.step != TMD_STEP_SCALE) return NULL;
  struct tmd_correct_images *images = tmd_allocate(sizeof *images);
  memset(images, 0, sizeof *images);
  images->checked = *checked;
  return images;
}

void tmd_correct_images_close(struct tmd_correct_images *images) { free(images); }

static struct place place_of(const struct tmd_checked *checked, const struct tmd_datum *x) {
  const struct tmd_format *in = &checked->in;
  const int a = checked->function->symmetry.a;
  struct place at = {.sign = x->sign};
  int e;
  if (x->class != TMD_DATUM_NUMBER) return at;
  tmd_argument_at(in, x->ordinal, &e, &at.X);
  for (; at.X > 0 && at.X >> (in->p - 1) == 0; e--) at.X *= 2;
  at.phase = (e % a + a) % a;
  at.steps = (e - at.phase) / a;
  return at;
}

static int is_same(const struct place *p, const struct place *q) {
  return p->X == q->X && p->sign == q->sign && p->phase == q->phase;
}

/* The stored result for x or an image of it; else the slot to store it in. */
static struct found *found_at(struct tmd_correct_images *images, const struct place *at) {
  const uint64_t X = (uint64_t)at->X ^ (uint64_t)(at->X >> 64),
                 key = X * 2 + (uint64_t)at->sign + ((uint64_t)at->phase << 57);
  const uint64_t first = key * UINT64_C(0x9e3779b97f4a7c15) >> (64 - FOUND_LOG2),
                 most = (1 << FOUND_LOG2) - 1;
  for (uint64_t i = 0; i < NEXT; i++) {
    struct found *found = &images->found[(first + i) & most];
    if (found->at.X == 0 || is_same(&found->at, at)) return found;
  }
  return &images->found[first];
}

static int is_normal(const struct tmd_correct *c, const struct tmd_format *out) {
  return c->kind == TMD_CORRECT_NUMBER && !c->beyond && c->below >> (out->p - 1) > 0;
}

/* The image of a stored result, `steps` further; 0 if it is not a normal number. */
static int follow(struct tmd_correct *correct, const struct tmd_checked *checked,
                  const struct tmd_correct *found, int steps) {
  const struct tmd_format *out = &checked->out;
  tmd_u128 X;
  int e;
  tmd_argument_at(out, found->below, &e, &X);
  const long long to = e + (long long)checked->function->symmetry.b * steps;
  if (to < out->emin || to > out->emax) return 0;
  *correct = *found;
  correct->below = tmd_argument_ordinal(out, (int)to, X);
  return 1;
}

int tmd_correct_images_at(struct tmd_correct_images *images, struct tmd_correct *correct,
                          const struct tmd_datum *x) {
  const struct place at = place_of(&images->checked, x);
  struct found *found = found_at(images, &at);
  const int steps = at.steps - found->at.steps;
  if (at.X > 0 && is_same(&found->at, &at) &&
      follow(correct, &images->checked, &found->correct, steps))
    return 1;
  tmd_correct_at(correct, &images->checked, x);
  if (at.X > 0 && is_normal(correct, &images->checked.out)) *found = (struct found){at, *correct};
  return 0;
}
