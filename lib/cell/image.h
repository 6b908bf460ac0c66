/* Images under the symmetries of f: a statement about a range holds for its images.

   A generator takes arguments of a cell to arguments of another, X to X' = (X + s) / r^d with the
   radix r where that is an integer, with one s and d for the cell: where d > 0, the arguments of
   the image are fewer. G is the same at both, or differs by an even integer, so the image is as
   hard and its record the same but for X. Each generator has its proof in image.c. Images are
   numbered from 1 on (lib/base/symmetry.h); x = 0 is its own image, and is not counted. */
#ifndef TMD_IMAGE_H
#define TMD_IMAGE_H

#include "lib/function/function.h"
#include "lib/problem/ordinal.h"
#include "lib/stream/claim.h"
#include "lib/stream/plan-line.h"

/* 1 if steps take X to another significand than X. */
int tmd_symmetry_moves(const struct tmd_symmetry *symmetry);

/* The symmetry of f that holds for a problem. With decimal numbers: its parity; the scaling of
   roots and powers, f(10^a x) = 10^b f(x), and log10(10 x) = log10(x) + 1, if all are decimal; and
   steps x + 1, where |f| stays or is multiplied by the radix of results (exp2, or exp10). */
struct tmd_symmetry tmd_symmetry_of(const struct tmd_problem *problem,
                                    const struct tmd_function *function);

/* The number of steps of its symmetry that the line's range can take until an image is not in the
   format, or the proof does not hold. */
unsigned tmd_symmetry_steps_max(const struct tmd_planline *line);

/* Checks that f has the symmetry that a plan line names, and the line all images: 0, or -1
   (message, status 2). */
int tmd_symmetry_check(const struct tmd_planline *line, const struct tmd_function *function);

/* Makes `image` the image number i of the line (0: itself): its cell and range, symmetry none; the
   rest is copied. 1, or 0 if no argument has an image: X0 = X1 then. */
int tmd_symmetry_line(struct tmd_planline *image, const struct tmd_planline *line, unsigned i);

/* The arguments of the line whose image number i lies in [X0, X1), a range of that image: from the
   first to the last. */
struct tmd_range tmd_symmetry_preimage(const struct tmd_planline *line, unsigned i, tmd_u128 X0,
                                       tmd_u128 X1);

/* As tmd_symmetry_line, of a claim of kind case or region, records and all; a region claim's
   records must have one reason. */
int tmd_symmetry_claim(struct tmd_claim *image, const struct tmd_claim *claim,
                       const struct tmd_symmetry *symmetry, unsigned i);

#endif
