/* Calls of C functions, in the worker: loops over a batch. */
#ifndef TMD_C_CALLS_H
#define TMD_C_CALLS_H

#include "tools/check/target/worker.h"

typedef void tmd_any_function(void);

/* Calls the function as described by batch->callee; `output` is the job's (worker.h), `signgam` the
   library's variable, or NULL. */
void tmd_calls_run(struct tmd_exchange *batch, tmd_any_function *function, int *signgam,
                   int output);

/* 1 if this machine has the registers of the callee's vectors; and the batch by vectors. */
int tmd_vectors_supported(const struct tmd_callee *callee);
void tmd_vectors_run(struct tmd_exchange *batch, tmd_any_function *function);

#endif
