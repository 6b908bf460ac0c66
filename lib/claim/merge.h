/* Joining claims that follow each other: empty case claims, and regions of one reason. */
#ifndef TMD_MERGE_H
#define TMD_MERGE_H

#include "lib/claim/stream.h"

struct tmd_merge {
  struct tmd_claim held; /* the claim that the next one may extend */
  int holding;
  unsigned long long joined; /* claims that have gone into others */
};

/* The next claim, just read by `reader`; what cannot be joined any more is written. 0 or -1 (message). */
int tmd_merge_put(struct tmd_merge *merge, struct tmd_writer *writer, const struct tmd_claim *claim,
                  const struct tmd_reader *reader) __attribute__((warn_unused_result));

/* Writes what is held. 0 or -1 (message). */
int tmd_merge_end(struct tmd_merge *merge, struct tmd_writer *writer) __attribute__((warn_unused_result));

#endif
