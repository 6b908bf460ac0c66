/* The case records of a whole input, in the order of x, in little more memory than the records
   take. */
#ifndef TMD_CASES_H
#define TMD_CASES_H

#include "lib/stream/claim.h"

struct tmd_cases {
  struct tmd_case_record *record;
  size_t records, capacity;
  struct tmd_case_run *run; /* of one cell each, by rising X */
  size_t runs, run_capacity;
};

/* Adds the records of a claim of kind case; `problem` is the number that its problem goes by. */
void tmd_cases_add(struct tmd_cases *cases, unsigned problem, const struct tmd_claim *claim);

/* To be called when all have been added. */
void tmd_cases_sort(struct tmd_cases *cases);

/* Calls `visit` for each case of a problem and sign of x, from the least x to the greatest; of
   equal ones for one. */
void tmd_cases_each(const struct tmd_cases *cases, unsigned problem, int sign_x,
                    void (*visit)(const struct tmd_cell *cell, const struct tmd_case_record *record,
                                  void *context),
                    void *context);

void tmd_cases_clear(struct tmd_cases *cases);

#endif
