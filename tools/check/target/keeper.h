/* A keeper: a process between the tool and one that runs foreign code; it runs none itself. When
   that process or the tool ends, it ends everything that the process has started: orphans become
   its children (it is a subreaper), whatever their session. */
#ifndef TMD_KEEPER_H
#define TMD_KEEPER_H

#include <sys/types.h>

struct tmd_keeper {
  pid_t keeper, process; /* 0: none */
  int news;              /* from the keeper: the process, then its status */
};

/* Runs work(context), which does not return, in a process with its own session and all descriptors
   of this one, except that 0 to 2 are /dev/null. `folder`, if it is not NULL, is a template of
   mkdtemp: the folder is made before, and in the end removed with its contents, whatever ends the
   process and the tool. One thread at a time. 0, or -1 with errno. */
int tmd_keeper_begin(struct tmd_keeper *keeper, char *folder, void (*work)(void *context),
                     void *context);

/* Its status, if it ends within `patience_ms` (-1: at any time) and its keeper is alive: 1; else 0.
 */
int tmd_keeper_status(struct tmd_keeper *keeper, int patience_ms, int *status);

/* Ends the process, everything that it has started, and the keeper. 1 and its status, unless the
   keeper was killed; else 0. */
int tmd_keeper_end(struct tmd_keeper *keeper, int *status);

/* The state and the parent of a process from /proc; 'X' and 0 if it does not exist. */
void tmd_process_state(pid_t process, char *state, pid_t *parent);

/* Closes all descriptors from 3 on except those of the list, which ends with -1. */
void tmd_close_others(const int *kept);

#endif
