/* The kinds of --library, each of which makes a job for a worker. The options outlive it; the
   caller calls release(context). 0, or -1 (message). */
#ifndef TMD_JOBS_H
#define TMD_JOBS_H

#include "tools/check/target/worker.h"

/* Shared objects; sources, objects and archives are built first. */
int tmd_library_job(struct tmd_job *job, const struct tmd_target_options *options);

/* cmd:PROGRAM, a command that sh execs for each batch with the arguments FUNCTION FORMAT MODE (exp
   binary32 nearest; or up, down, zero): it reads a line for each x, with two numbers if there is a
   y, and prints a line with the result for each. Numbers are hexadecimal, inf or nan; results may
   also be decimal. */
enum { TMD_COMMAND_PREFIX_BYTES = 4 };
int tmd_command_job(struct tmd_job *job, const struct tmd_target_options *options);

/* opencl:N[:OPTIONS], cuda:N[:OPTIONS]. */
int tmd_device_job(struct tmd_job *job, const struct tmd_target_options *options);

/* ---- pieces of them: shared objects made by the system's compiler (build.c) ---- */

/* 1 if the library must be built, by its name: .c, .o, .a. */
int tmd_build_needed(const char *library);

/* A descriptor of the shared object, whose file is in no folder any more; it is kept to the end of
   the process, and reused for the same texts. `symbols`: of an archive, the objects that define
   these are linked, and all they need; the list ends with NULL. compiler: words; NULL: "cc". -1
   (message: the compiler's first line with an error). */
int tmd_build(const char *library, const char *compiler, const char *const *symbols);

/* ---- in the worker: loops of calls over a batch (c-calls.c, vector-calls.c) ---- */

typedef void tmd_any_function(void);

/* fe_dec_setround and fe_dec_getround of the library, or NULL: 0 to nearest, 1 toward zero, 2 up, 3
   down, 4 to nearest with ties away from zero, as in libdfp. */
struct tmd_decimal_modes {
  int (*set)(int mode);
  int (*get)(void);
};

/* The modes that can be set, as bits 1 << mode; to nearest without them. */
unsigned tmd_decimal_modes_of(const struct tmd_decimal_modes *modes);

/* Calls the function as described by batch->callee; `output` is the job's (worker.h), `signgam` the
   library's variable, or NULL. */
void tmd_calls_run(struct tmd_exchange *batch, tmd_any_function *function, int *signgam,
                   const struct tmd_decimal_modes *modes, int output);

/* 1 if this machine has the registers of the callee's vectors; and the batch by vectors. */
int tmd_vectors_supported(const struct tmd_callee *callee);
void tmd_vectors_run(struct tmd_exchange *batch, tmd_any_function *function);

#endif
