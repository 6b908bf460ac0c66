/* Candidates become case claims: the claim's range, cut wherever a block is full. */
#ifndef TMD_CASEWRITER_H
#define TMD_CASEWRITER_H

#include "lib/claim/claim.h"
#include "lib/claim/stream.h"

struct tmd_casewriter {
  struct tmd_claim claim;
  tmd_u128 X1;
  struct tmd_writer *writer;
  unsigned long long candidates; /* written in all */
};

/* Candidates of the poly claim `in` follow, in rising order; the last call writes what is left. All return 0 or -1 (message). */
void tmd_casewriter_begin(struct tmd_casewriter *out, const struct tmd_claim *in, struct tmd_writer *writer);
int tmd_casewriter_add(struct tmd_casewriter *out, const tmd_u128 *X, size_t count);
int tmd_casewriter_end(struct tmd_casewriter *out);

#endif
