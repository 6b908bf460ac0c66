/* Loops by all threads of a check. */
#ifndef TMD_THREADS_H
#define TMD_THREADS_H

#include <stddef.h>

/* Calls visit(i, thread, context) for each i below `count`, until one fails or an interrupt comes.
   0, or -1 (the message of one that failed). */
int tmd_each_by_threads(size_t count, int threads,
                        int (*visit)(size_t i, int thread, void *context), void *context);

#endif
