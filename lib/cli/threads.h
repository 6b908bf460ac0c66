/* How OpenMP's threads wait. */
#ifndef TMD_THREADS_H
#define TMD_THREADS_H

/* Starts the program anew with OMP_WAIT_POLICY=passive, unless the policy is set: by default idle threads spin, and the
   stages of a pipe that share the cores then run ten times slower. libgomp reads the policy when it is loaded,
   so it has to be set before. Where the program cannot be started anew it goes on as it is: only speed depends on it. */
void tmd_threads_wait_passively(char **argv);

#endif
