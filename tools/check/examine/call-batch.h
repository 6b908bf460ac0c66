/* The examiner's batch: filled by fill-batch.c and segment-runs.c, called by call-batch.c, and
   judged (judge.h). */
#ifndef TMD_CALL_BATCH_H
#define TMD_CALL_BATCH_H

#include "tools/check/examine/examiner.h"
#include "tools/check/pairs/pair-values.h"
#include "tools/check/values/correct-images.h"
#include "tools/check/values/strips.h"

enum {
  TMD_EXAMINE_PAD = 16,
  TMD_EXAMINE_ROOM = TMD_EXAMINE_BATCH + TMD_EXAMINE_PAD,
  TMD_MARK_BYTES = TMD_EXAMINE_BATCH / 8 + TMD_EXAMINE_STRIPS + TMD_EXAMINE_PAD
};

/* Consecutive arguments of the batch that are judged by one method. */
struct tmd_run {
  size_t first, marks; /* in the batch, and in its bytes of marks */
  struct tmd_datum x;  /* the first argument */
  enum {
    TMD_BY_PLACE,
    TMD_ONE_BY_ONE,
    TMD_NO_VALUE,
    TMD_PAIR_ROW
  } method;               /* a row: all have the same x */
  struct tmd_strip strip; /* for TMD_BY_PLACE; else its count only */
  int fraction_bits;      /* of its places */
  int both_signs;         /* values have both signs; else all have sign_f */
  int sign_f, measured;   /* measured: differences from places are errors */
  int constant;           /* all have one place */
  int underflowing;       /* 0 < |f| < 1/4 ulp of the least number; places show no more */
  int every;              /* every argument of a claim: not all are called twice */
  int plain,
      beyond; /* plain: every result raises inexact, and no other flag; beyond: f overflows */
};

struct tmd_examiner {
  struct tmd_examination on;
  struct tmd_target *target;
  int bytes; /* of an encoding */
  struct tmd_verdict verdicts[TMD_DECIMAL_ROUNDINGS];
  struct tmd_judge judge;      /* of the mode in which results are judged */
  struct tmd_verdict *verdict; /* of this mode */
  struct tmd_error_bins *bins; /* one for each mode, or NULL */
  struct tmd_wrong_list wrong_list;
  unsigned long long by_mpfr, crashes, hangs;
  int gave_up;

  size_t count, runs; /* the batch */
  struct tmd_run run[TMD_EXAMINE_STRIPS];
  unsigned char *x, *y, *result;
  int own_x; /* else x is the target's */
  size_t y_bytes;
  struct tmd_vector_lanes *lanes;                             /* of vector functions, else NULL */
  uint8_t seen[TMD_EXAMINE_ROOM], observed[TMD_EXAMINE_ROOM]; /* in one pass, in all */
  unsigned found, unplaced; /* all observations; those that belong to no argument */
  uint64_t place[TMD_EXAMINE_ROOM];
  struct tmd_pair_values *values; /* of rows */
  uint8_t *flags, open[TMD_MARK_BYTES], wrong[TMD_MARK_BYTES], order[TMD_MARK_BYTES];
  /* bits: no result so far; no result in this pass; a call did not return */
  uint8_t dead[TMD_MARK_BYTES], lost[TMD_MARK_BYTES], ended[TMD_MARK_BYTES];
  int *errors;
  int8_t *signs;                     /* of gamma */
  int32_t slot[TMD_EXAMINE_ROOM];    /* of an argument, among `correct`, or -1 */
  size_t *slotted;                   /* the argument of each of these */
  struct tmd_correct *correct;       /* those found by MPFR for this batch */
  struct tmd_correct_images *images; /* by symmetry of f; NULL: it has none */
  size_t corrects, correct_capacity, slotted_capacity;
  uint64_t block; /* arguments that a curve served last */
};

/* A pass of calls over numbers: those of the batch, or for vector functions an arrangement of them
   in lanes, with others. */
struct tmd_pass {
  size_t count;
  const unsigned char *x, *y;
  const int32_t
      *source; /* the argument of the batch that each number is, < 0: none. NULL: itself */
  unsigned char *result;
  uint8_t *flags;        /* NULL: not checked */
  const uint8_t *active; /* of the target's calls */
  size_t lane;           /* of the first number */
  int alone;             /* the target's calls are on one argument each; some are made twice */
};

/* Makes the calls of the pass. Numbers whose calls do not return are marked in examiner->lost, and
   the calls continue after them. 0 or -1 (message). */
int tmd_examiner_call(struct tmd_examiner *examiner, const struct tmd_pass *pass);

/* 1 if argument i of the batch is examined more thoroughly: if arguments are few; otherwise in one
   block of sixteen (vector functions: of 64), or one row. */
int tmd_examiner_is_thorough(const struct tmd_examiner *examiner, const struct tmd_run *run,
                             size_t i);

const struct tmd_run *tmd_examiner_run_of(const struct tmd_examiner *examiner, size_t i);

/* The number of arguments that still fit in the batch, at least one. 0 on failure (message). */
size_t tmd_examiner_room(struct tmd_examiner *examiner);

/* Appends the run to the batch; its places are already there. */
void tmd_examiner_put_run(struct tmd_examiner *examiner, const struct tmd_run *run);

/* Adds `count` arguments from that of the run on, in as few batches as possible. 0, or -1
   (message). */
int tmd_examiner_put_each(struct tmd_examiner *examiner, struct tmd_run run, tmd_u128 count);

static inline int tmd_bit(const uint8_t *bits, size_t i) { return bits[i >> 3] >> (i & 7) & 1; }
static inline int tmd_set_bit(uint8_t *bits, size_t i) { /* 1 if it was not set */
  const int was = tmd_bit(bits, i);
  bits[i >> 3] |= (uint8_t)(1 << (i & 7));
  return !was;
}

/* ---- ranges on which f(x) is so near to a number, or to a straight row of numbers, that all
   arguments are rounded alike: suggested by regions of claims, and proved in flat-range.c ---- */

/* |f(x)| at argument X0 + t lies next to first + slope t, in halves of an ulp and counted as
   ordinals: within 2^-14 ulp above it (side 1) or below it (-1), never equal to it. On overflow: at
   least half an ulp beyond the greatest number. */
struct tmd_flat {
  tmd_u128 first, slope;
  int side;
  int direction; /* of |f|: +1, -1, strictly; 0: not known */
  int measured;  /* 1: f(x) lies there; 0: it is only rounded as if it did */
  int beyond;    /* f overflows */
};

/* `reason` is that of the region of which the segment is a part; its problem is in modes all. 1, or
   0: the segment is not flat as a whole, or this is not proved. */
int tmd_flat(struct tmd_flat *flat, const struct tmd_checked *checked,
             const struct tmd_segment *segment, unsigned reason);

#endif
