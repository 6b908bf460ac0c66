/* Joined claims, records included: all that a ledger covers, in as few claims as can state it.

   The union of case claims of a cell is a case claim of the union of their ranges, with the records
   of all. Region claims that adjoin are one, and so are their records where these state the same.
   So the output depends on what is claimed, not on how it was cut, nor on its order: it is sorted
   by problem, cell and X, without advice, which is for work that is done. */
#ifndef TMD_JOIN_H
#define TMD_JOIN_H

#include "lib/ledger/ledger.h"
#include "lib/stream/stream.h"

/* Sorts the ledger and writes it, as claims whose blocks have the length that writers aim at. 0, or
   -1 (message): two claims contradict each other (status 1), and nothing is written; or a write
   failed. */
int tmd_ledger_write(struct tmd_ledger *ledger, struct tmd_writer *writer)
    __attribute__((warn_unused_result));

#endif
