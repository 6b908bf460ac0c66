/* Joining claims that follow each other in their cells: empty case claims, and regions of one reason. Claims of several cells may
   come in turns, as those of ranges and of their images do. */
#ifndef TMD_MERGE_H
#define TMD_MERGE_H

#include "lib/claim/stream.h"

enum { TMD_MERGE_OPEN_MAX = 16 };

struct tmd_merge {
  struct tmd_claim open[TMD_MERGE_OPEN_MAX]; /* claims that later ones may extend, in the order in which they began */
  int opens;
  unsigned long long joined; /* claims that have gone into others */
};

/* The next claim, just read by `reader`. One that cannot be joined is copied, behind all that is open; where too many are, the
   oldest is written. 0 or -1 (message). */
int tmd_merge_put(struct tmd_merge *merge, struct tmd_writer *writer, const struct tmd_claim *claim,
                  const struct tmd_reader *reader) __attribute__((warn_unused_result));

/* Writes what is open. 0 or -1 (message). */
int tmd_merge_end(struct tmd_merge *merge, struct tmd_writer *writer) __attribute__((warn_unused_result));

void tmd_merge_clear(struct tmd_merge *merge);

#endif
