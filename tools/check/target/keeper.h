/* A keeper: a process between the tool and one that runs foreign code, of which it runs none
   itself. When that process ends, or the tool, it ends everything that the process has started:
   what has lost its parent comes to the keeper (a subreaper), in whichever session. */
#ifndef TMD_CHECK_KEEPER_H
#define TMD_CHECK_KEEPER_H

#include <sys/types.h>

struct tmd_keeper {
  pid_t keeper, process; /* 0: none */
  int news;              /* from the keeper: the process, then its status */
};

/* Runs work(context), which does not return, in a process with a session of its own and all
   descriptors of this one, but that 0 to 2 are /dev/null. One thread at a time. 0, or -1 with
   errno. */
int tmd_keeper_begin(struct tmd_keeper *keeper, void (*work)(void *context), void *context);

/* Its status, if it ends within `patience_ms` and its keeper was not killed: 1; else 0. */
int tmd_keeper_status(struct tmd_keeper *keeper, int patience_ms, int *status);

/* Ends the process, whatever it has started, and the keeper. 1 and its status, if nobody has killed
   the keeper; else 0. */
int tmd_keeper_end(struct tmd_keeper *keeper, int *status);

/* The state and the parent of a process, as /proc has them; 'X' and 0 if it is not there. */
void tmd_process_state(pid_t process, char *state, pid_t *parent);

/* Closes all descriptors from 3 on but those of the list, which ends with -1. */
void tmd_close_others(const int *kept);

#endif
