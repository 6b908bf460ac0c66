/* Joined claims with their records: the coverage of a ledger, in as few claims as possible.

   The union of case claims of a cell is a case claim of the union of their ranges, with the records
   of all. Adjoining region claims are joined, and so are their records with the same statement. So
   the output depends only on the content of the claims, not on their division or order: it is
   sorted by problem, cell and X, without advice, as the work is done. */
#ifndef TMD_JOIN_H
#define TMD_JOIN_H

#include "lib/ledger/ledger.h"
#include "lib/stream/stream.h"

/* Sorts the ledger and writes it, as claims whose blocks have the length that writers aim at. 0, or
   -1 (message) if two claims contradict each other (status 1; nothing is written) or a write
   fails. */
int tmd_ledger_write(struct tmd_ledger *ledger, struct tmd_writer *writer)
    __attribute__((warn_unused_result));

#endif
