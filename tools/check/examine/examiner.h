/* Examining a library: arguments are collected in batches, the target is called on each in every
   mode, and its results are judged: by the places of their values if these are known
   (kernels/values), otherwise by MPFR. */
#ifndef TMD_EXAMINER_H
#define TMD_EXAMINER_H

#include "lib/cell/segment.h"
#include "tools/check/examine/verdict.h"
#include "tools/check/examine/wrong-list.h"
#include "tools/check/pairs/pair-values.h"
#include "tools/check/target/target.h"

enum { TMD_EXAMINE_BATCH = TMD_TARGET_ROOM, TMD_EXAMINE_STRIPS = 1 << 11 };
enum {
  TMD_EXAMINE_BLOCK_LOG2 = 15,
  TMD_EXAMINE_BLOCKS = 16
}; /* of consecutive numbers, one block in so many is called twice */

/* The function and the properties to examine. */
struct tmd_examination {
  struct tmd_checked checked;
  unsigned modes;    /* bit 1 << mode */
  int flags, errors; /* 1: flags, errno are checked */
  int ftz;           /* subnormal arguments and results may count as zeros of either sign */
  int twice;    /* with flags: each argument is called twice (tmd_calls), else only some if they are
                   many */
  size_t keeps; /* the number of wrong results to keep */
  int bins;     /* errors are counted in bins */
};

/* A histogram of errors: signed, in bins of 0.01 ulp. */
enum {
  TMD_BINS_AN_ULP = 100,
  TMD_BINS_REACH = 16, /* ulp; larger errors are in the bins of both ends */
  TMD_BINS = 2 * TMD_BINS_AN_ULP * TMD_BINS_REACH + 2
};

struct tmd_error_bins {
  uint64_t count[TMD_BINS];
};

struct tmd_examiner; /* of one thread */

/* `target` stays the caller's. */
struct tmd_examiner *tmd_examiner_open(const struct tmd_examination *examination,
                                       struct tmd_target *target);
void tmd_examiner_close(struct tmd_examiner *examiner);

/* Each of these adds arguments to the batch, which is examined when it is full. 0, or -1 (message):
   the target is lost. */

/* Every argument of a segment: by places if its cell is not scattered, else one by one. `reason` is
   that of a region, or 0. */
int tmd_examine_segment(struct tmd_examiner *examiner, const struct tmd_segment *segment,
                        unsigned reason);

/* Consecutive arguments by ordinals, one by one; `same`: f has no value at any of them. */
int tmd_examine_run(struct tmd_examiner *examiner, int sign, tmd_u128 ordinal, tmd_u128 count,
                    int same);

/* One argument, which may be NaN or infinite. */
int tmd_examine_one(struct tmd_examiner *examiner, const struct tmd_datum *x);

/* Functions of two arguments. One pair, y in memory as for the target (tmd_pair_second). */
int tmd_examine_pair(struct tmd_examiner *examiner, const struct tmd_datum *x, const void *y);

/* In formats of 16 bits, all pairs of x, an encoding, and `count` second arguments as they are in
   memory. */
int tmd_examine_row(struct tmd_examiner *examiner, const struct tmd_pair_table *table, uint16_t x,
                    const void *y, size_t count);

/* Examines the rest of the batch. */
int tmd_examine_finish(struct tmd_examiner *examiner);

#endif
