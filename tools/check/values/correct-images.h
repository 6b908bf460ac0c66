/* Correct results that follow from others by f(2^a x) = 2^b f(x): if both are normal numbers, |f|
   has the same position between its neighbours, some binades higher or lower. */
#ifndef TMD_CORRECT_IMAGES_H
#define TMD_CORRECT_IMAGES_H

#include "lib/value/correct.h"

struct tmd_correct_images; /* the results of a function in a format so far; for one thread */

/* NULL if f has no such symmetry. */
struct tmd_correct_images *tmd_correct_images_open(const struct tmd_checked *checked);
void tmd_correct_images_close(struct tmd_correct_images *images);

/* As tmd_correct_at. Returns 1 if the result follows from an earlier one, 0 if MPFR evaluated it.
 */
int tmd_correct_images_at(struct tmd_correct_images *images, struct tmd_correct *correct,
                          const struct tmd_datum *x);

#endif
