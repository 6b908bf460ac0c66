/* Regions: ranges of a cell on which every argument is alike, so that the model "G mod 1 is
   uniform" does not apply.

   Near 0, f is compared with its model (f ~ 1 or f ~ x, lib/function/function.h): f - model is
   enclosed by its Taylor polynomial of degree 3 at 0 with the remainder on the hull of 0 and the
   range. Elsewhere G itself is enclosed by the mean value form. If the enclosure of G minus an
   integer-valued model stays within 2^-threshold of one integer, every argument is a hard case; if
   it stays away from all integers, none is. Minus a rational multiple of X, every q-th is
   (region-rational.h); far out signs and sizes say more than enclosures (region-linear.h). tmd-plan
   proposes regions by this test, tmd-taylor proves them by it. */
#ifndef TMD_REGION_H
#define TMD_REGION_H

#include "lib/cell/decide.h"
#include "lib/cell/segment.h"

enum tmd_region_status {
  TMD_REGION_OPEN,  /* not a region: to be searched */
  TMD_REGION_MIXED, /* flat, but undecided: parts of it may be regions */
  TMD_REGION_NONE_HARD,
  TMD_REGION_ALL_HARD,
  TMD_REGION_CLASS_HARD /* of the arguments X, those with X mod modulus = residue; no other is */
};

struct tmd_region {
  enum tmd_region_status status;
  unsigned reason;          /* TMD_REGION_CONSTANT, TMD_REGION_IDENTITY or TMD_REGION_RATIONAL */
  unsigned least, greatest; /* hardness of every argument, or of those of the class, lies between */
  uint64_t modulus, residue; /* the class; 0: all */
};

/* Classifies the segment as a whole. */
struct tmd_region tmd_region_classify(const struct tmd_segment *segment);

/* J encloses G, or G minus a function that is an integer at all X of the cell and does not fall, on
   the segment; *even: those integers are even. *monotone: 1 if the real function enclosed surely
   rises throughout, or falls throughout. */
void tmd_region_enclose(arb_t J, int *even, int *monotone, const struct tmd_segment *segment);

/* The bounds of hardness from those of distances. */
void tmd_region_bound(struct tmd_region *region, const struct tmd_problem *problem,
                      const struct tmd_distance *distance);

/* Its status and bounds by an enclosure of G minus an integer on the range; a wide one leaves it
   open. */
void tmd_region_decide(struct tmd_region *region, const struct tmd_problem *problem, const arb_t J);

/* Bits that let G minus an integer be decided: where it passes 2^-threshold, it varies by some
   2^-(threshold + p_in) from one argument to the next, and a coarser ball would leave a wide range
   undecided, however finely divided. */
slong tmd_region_precision(const struct tmd_problem *problem);

/* 1 if the segment has no argument of which no precision decides whether f is 0 there: it is kept
   as undecided, in no region. */
int tmd_region_decided(const struct tmd_segment *segment);

/* Divides a segment of which parts are known to be regions for that reason: halves what is no
   region as a whole, as it may be if it was put together of many and G passes many integers on it.
   Calls visit for parts that tile the segment in order; one with neither status *_HARD has a few
   arguments, or more than `most` divisions would have been needed. 0, or -1 if visit returned that.
 */
typedef int tmd_region_visit(const struct tmd_segment *part, const struct tmd_region *region,
                             void *context);
int tmd_region_divide(const struct tmd_segment *segment, unsigned reason, int most,
                      tmd_region_visit *visit, void *context);

/* Proves that no argument, or that every argument, of the segment is hard, dividing it as far as
   needed, for the reason that *region has; it gets the bounds, and the reason found. 1 if proved, 0
   if not. */
int tmd_region_prove(const struct tmd_segment *segment, struct tmd_region *region);

/* The segment of x = 0 alone; its cell has the nearest exponent of the format if f(0) overflows or
   underflows. Returns 0 if 0 is not in the domain of f. */
int tmd_region_zero_segment(struct tmd_segment *zero, const struct tmd_problem *problem,
                            const struct tmd_function *function);

/* x = 0, where f is finite: hardness TMD_HARDNESS_EXACT if f(0) is an integer of G, 0 if it
   overflows or underflows (or is 0, in modes nearest), else by enclosure. TMD_REGION_OPEN or
   TMD_REGION_MIXED where that does not decide: 0 is a candidate then. */
struct tmd_region tmd_region_zero(const struct tmd_segment *zero);

#endif
