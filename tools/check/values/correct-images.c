#include "tools/check/values/correct-images.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/problem/ordinal.h"

enum {
  FOUND_LOG2 = 16,
  NEXT = 8
}; /* the number of stored results; each has a few slots, the first of which is overwritten */

struct tmd_correct_images {
  struct tmd_checked checked;
  struct found {
    struct tmd_datum x; /* 1 <= |x| < 2^a; 0: none */
    struct tmd_correct correct;
  } found[1 << FOUND_LOG2];
};

struct tmd_correct_images *tmd_correct_images_open(const struct tmd_checked *checked) {
  if (checked->pair || checked->in.decimal || checked->function->symmetry.step != TMD_STEP_SCALE ||
      checked->out.end.kind != TMD_END_IEEE)
    return NULL;
  struct tmd_correct_images *images = tmd_zeros(sizeof *images);
  images->checked = *checked;
  return images;
}

void tmd_correct_images_close(struct tmd_correct_images *images) { free(images); }

/* The image of x with 1 <= |x| < 2^a; x = 2^(a steps) image. 0 if it is no number of the format. */
static struct tmd_datum image_of(const struct tmd_checked *checked, const struct tmd_datum *x,
                                 int *steps) {
  const struct tmd_format *in = &checked->in;
  const int a = checked->function->symmetry.a;
  int e;
  tmd_u128 X;
  tmd_argument_at(in, x->ordinal, &e, &X);
  for (; X >> (in->p - 1) == 0; e--) X *= 2;
  const int phase = (e % a + a) % a;
  *steps = (e - phase) / a;
  return (struct tmd_datum){TMD_DATUM_NUMBER, x->sign,
                            phase > in->emax ? 0 : tmd_argument_ordinal(in, phase, X)};
}

/* The stored result of an image; *follows = 0 if MPFR has to evaluate it. */
static const struct tmd_correct *result_at(struct tmd_correct_images *images,
                                           const struct tmd_datum *x, int *follows) {
  const uint64_t key =
      ((uint64_t)x->ordinal ^ (uint64_t)(x->ordinal >> 64)) * 2 + (unsigned)x->sign;
  const uint64_t first = key * UINT64_C(0x9e3779b97f4a7c15) >> (64 - FOUND_LOG2);
  struct found *found = &images->found[first];
  for (uint64_t i = 0; i < NEXT; i++) {
    struct found *slot = &images->found[(first + i) % (1 << FOUND_LOG2)];
    if (slot->x.ordinal && (slot->x.ordinal != x->ordinal || slot->x.sign != x->sign)) continue;
    found = slot;
    break;
  }
  *follows = found->x.ordinal == x->ordinal && found->x.sign == x->sign;
  found->x = *x;
  if (!*follows) tmd_correct_at(&found->correct, &images->checked, x);
  return &found->correct;
}

int tmd_correct_images_at(struct tmd_correct_images *images, struct tmd_correct *correct,
                          const struct tmd_datum *x) {
  const struct tmd_checked *checked = &images->checked;
  const struct tmd_format *out = &checked->out;
  int steps, follows, e;
  tmd_u128 X;
  const struct tmd_datum image = x->class == TMD_DATUM_NUMBER && x->ordinal > 0
                                     ? image_of(checked, x, &steps)
                                     : (struct tmd_datum){0};
  if (image.ordinal > 0) {
    const struct tmd_correct *of_image = result_at(images, &image, &follows);
    tmd_argument_at(out, of_image->below, &e, &X);
    const long long to = e + (long long)checked->function->symmetry.b * steps;
    if (of_image->kind == TMD_CORRECT_NUMBER && !of_image->beyond && X >> (out->p - 1) &&
        to >= out->emin && to <= out->emax) {
      *correct = *of_image;
      correct->below = tmd_argument_ordinal(out, (int)to, X);
      return follows;
    }
  }
  tmd_correct_at(correct, checked, x);
  return 0;
}
