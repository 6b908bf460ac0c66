/* Makes the design of a function, and tests it by the list of its hard cases. */
#ifndef TMD_GENERATE_MAKE_DESIGN_H
#define TMD_GENERATE_MAKE_DESIGN_H

#include "lib/ledger/ledger.h"
#include "tools/generate/design.h"
#include "tools/generate/hard-cases.h"

/* What is made, and found. */
struct tmd_making {
  const struct tmd_problem *problem; /* its bits: m, those of the list */
  const struct tmd_c_format *format;
  const struct tmd_demands *demands;
  const char *scheme; /* the name of --scheme, or NULL */
  const char *symbol;
  char **files;        /* the lists, up to NULL; none: the installed list */
  int no_check, proof; /* 1: tmd-check is not run; a proof is wanted */
  struct tmd_ledger ledger;
  struct tmd_hard_cases list;
  struct tmd_every every;
  struct tmd_design design;
};

/* The scheme for f that fits the demands, or NULL: none is known. */
const struct tmd_scheme *tmd_making_scheme(const struct tmd_demands *demands,
                                           const struct tmd_function *f);

/* Sets the problem and the format. Ends the program (message) if there are none. */
void tmd_making_read(struct tmd_making *making, const char *function, const char *format);

/* Makes the design. Ends the program (message) if it cannot be made. */
void tmd_making_run(struct tmd_making *making);

void tmd_making_clear(struct tmd_making *making);

#endif
