/* Correct results that follow from others by f(2^a x) = 2^b f(x): where both are normal numbers,
   where |f| lies between them is the same, and the number below is so many binades higher or lower.
 */
#ifndef TMD_CORRECT_IMAGES_H
#define TMD_CORRECT_IMAGES_H

#include "lib/value/correct.h"

struct tmd_correct_images; /* what has been found of a function in a format; of one thread */

/* NULL if f has no such symmetry. */
struct tmd_correct_images *tmd_correct_images_open(const struct tmd_checked *checked);
void tmd_correct_images_close(struct tmd_correct_images *images);

/* As tmd_correct_at. 1 if it followed from what was found before, 0 if MPFR was asked. */
int tmd_correct_images_at(struct tmd_correct_images *images, struct tmd_correct *correct,
                          const struct tmd_datum *x);

#endif
