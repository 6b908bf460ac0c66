/* Shared objects in the worker: opened, a symbol looked up, called. */
#ifndef TMD_CHECK_LIBRARY_H
#define TMD_CHECK_LIBRARY_H

#include "tools/check/worker.h"

struct tmd_library; /* what its worker needs to know */

/* options must outlive it. NULL, with a message: it cannot be built, or no name in it can be. */
struct tmd_library *tmd_library_new(const struct tmd_target_options *options);
struct tmd_job tmd_library_job(struct tmd_library *library);
void tmd_library_free(struct tmd_library *library);

#endif
