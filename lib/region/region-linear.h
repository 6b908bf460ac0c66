/* Regions where f is a linear function of x but for what signs and sizes of its parts show
   (linear_on, lib/function/function.h): far out, where no ball holds them, x/(1 + exp(-x)) + 1/2 is
   next to 1/2 or to x + 1/2. Where the slope of G over the integers X is an integer it does not
   matter, and what is left decides: as a ball, or, if it is next to a number that is 2^-threshold
   from an integer, by the side on which it is of that (decide.h). */
#ifndef TMD_REGION_LINEAR_H
#define TMD_REGION_LINEAR_H

#include "lib/region/region.h"

/* G as a linear function of X on the segment, where f is one of x but for what signs and sizes
   show: x/(1 + exp(-x)) + 1/2 far out, where no ball holds its parts, is next to 1/2 or to x + 1/2.
   G->rest and G->number are those at X = 0. Returns 0 if nothing is known. */
int tmd_linear_by_sizes(struct tmd_linear *G, const struct tmd_segment *segment);

/* Classifies a segment as one of these, or leaves *region as it is. */
void tmd_linear_classify(struct tmd_region *region, const struct tmd_segment *segment);

/* 1 if, at each argument, G differs from a dyadic number by an amount surely less than
   2^-bits_max of the function, and not surely 0: no precision shows the bits of its distance. */
int tmd_linear_vanishing(const struct tmd_segment *segment);

#endif
