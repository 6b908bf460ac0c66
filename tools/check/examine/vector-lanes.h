/* Vector functions: every argument of a batch goes through every lane, next to its neighbours
   (dense passes), and, where the examiner is thorough, next to other arguments and fillers, which
   are ordinary or special numbers (mixed passes), and as the only one next to a filler without
   flags, or next to inactive lanes (single passes). Other arguments go through one mixed pass.
   These are the same in every run.

   Results: the first pass judges one of each argument. A different one in another pass is a finding
   by itself (lanes-differ), and is judged, too, so that every result of every lane is judged.

   Flags: the first pass gives each argument a vector of its own, so that its flags are judged as
   those of a scalar call. The flags of every other vector must be the union of these of its active
   lanes. A flag that only one lane lacks shows in the single passes, as no other lane raises it
   there. */
#ifndef TMD_VECTOR_LANES_H
#define TMD_VECTOR_LANES_H

#include "tools/check/examine/call-batch.h"

/* A number of the target's format, with a second one for functions of two arguments. */
struct tmd_filler {
  unsigned char x[8], y[8];
  struct tmd_datum datum;
  struct tmd_second second;
  /* in each mode */
  uint8_t expected[TMD_ROUNDINGS], raised[TMD_ROUNDINGS]; /* flags of f there, and of a call */
  uint8_t open[TMD_ROUNDINGS]; /* flags that are optional, or with which the call is wrong */
  unsigned present;            /* bits 1 << mode: the call returns */
};

enum { TMD_FILLERS_ORDINARY = 8, TMD_FILLERS_SPECIAL = 16 };
enum { TMD_FILLERS = TMD_FILLERS_ORDINARY + TMD_FILLERS_SPECIAL };

/* Makes the fillers, ordinary ones first; of those of unnamed expressions none is infinite. */
void tmd_fillers_make(struct tmd_filler filler[TMD_FILLERS], const struct tmd_checked *checked);

/* Calls the target of the examiner on each filler, in its mode. 0 or -1 (message). */
int tmd_fillers_call(struct tmd_filler filler[TMD_FILLERS], struct tmd_examiner *examiner);

enum { TMD_LANES_MOST = 64 / 2, TMD_LANES_BLOCKS = 64 }; /* lanes of 16 bits in 64 bytes */

/* The passes over a batch in a mode. */
struct tmd_vector_lanes {
  size_t lanes;
  int masked;
  struct tmd_filler filler[TMD_FILLERS];
  unsigned modes; /* those in which the fillers were called */
  int quiet;      /* a filler for single passes, or -1 */
  uint64_t random;
  unsigned char *x, *y, *result; /* an arrangement, and results of any pass */
  size_t count;
  int32_t source[TMD_EXAMINE_ROOM]; /* of each number of the arrangement: an argument, or -1 - k: a
                                       filler */
  uint8_t active[TMD_EXAMINE_ROOM], flags[TMD_EXAMINE_ROOM];
  int32_t list[TMD_EXAMINE_ROOM];      /* arguments in random order */
  uint32_t findings[TMD_EXAMINE_ROOM]; /* of arguments in all passes: bit 1 << kind, and: */
  unsigned printed;                    /* kinds of which one was printed */
  int named;                           /* how many vectors were called again for their flags */
};

/* A vector of a pass: numbers first..end - 1, the others of whose lanes are not in the pass. */
struct tmd_lane_vector {
  struct tmd_examiner *e;
  const struct tmd_pass *pass;
  size_t first, end;
};

/* Compares the results of the vector with those of the first pass, and its flags with the union of
   those of its lanes (lane-findings.c). */
void tmd_lanes_check_results(const struct tmd_lane_vector *vector);
void tmd_lanes_check_flags(const struct tmd_lane_vector *vector);

struct tmd_vector_lanes *tmd_lanes_open(const struct tmd_examiner *examiner);
void tmd_lanes_close(struct tmd_vector_lanes *lanes);

/* Makes and judges all passes of the batch but the first, in the examiner's mode. 0 or -1
   (message). */
int tmd_lanes_examine(struct tmd_examiner *examiner);

#endif
