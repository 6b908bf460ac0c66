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

#endif
