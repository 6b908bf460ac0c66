/* A library of faults for test-target.c, which has it compiled: each function but right_ does
   something wrong at one x. As a program (-DPROGRAM), with a fault and an x as its arguments before
   those that the tool gives, it does so, too. */
#define _GNU_SOURCE /* feenableexcept */
#include <errno.h>
#include <fenv.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static float square_root(float x) {
  const volatile float y = x;
  return __builtin_sqrtf(y);
}

float right_sqrtf(float x) { return square_root(x); }
double right_sqrt(double x) { return sqrt(x); }
long double right_sqrtl(long double x) { return sqrtl(x); }
_Float128 right_sqrtf128(_Float128 x) { return x + 1; } /* not a root: what matters is the type */
_Float16 right_sqrtf16(_Float16 x) { return (_Float16)sqrtf((float)x); }
unsigned short bits_sqrtf16(unsigned short x) { return (unsigned short)(x + 1); } /* nor this */
float right_powf(float x, float y) { return x - y; }
float right_rootnf(float x, long long n) { return x * (float)n; }
float right_ldexpf(float x, int n) { return ldexpf(x, n); }
void right_sincosf(float x, float *sine, float *cosine) { *sine = x + 1, *cosine = x + 2; }

#define AT(name, at, fault)     \
  float name##_sqrtf(float x) { \
    if (x == at) {              \
      fault;                    \
    }                           \
    return square_root(x);      \
  }
AT(crash, 3, *(volatile int *)0 = 1)
AT(hang, 5, for (;;) continue)
AT(exit, 7, exit(3))
AT(print, 9, printf("you should not read this\n"))
AT(mode, 11, fesetround(FE_UPWARD))
AT(clear, 16, feclearexcept(FE_OVERFLOW))
AT(errno, 15, errno = EDOM)
AT(trap, 17, feenableexcept(FE_OVERFLOW))
AT(close, 19, for (int file = 0; file < 1024; file++) close(file))
AT(kill, 23, raise(SIGKILL))
AT(lose, 29, feclearexcept(FE_ALL_EXCEPT);
   return 0) /* raises nothing, though the root is inexact */

/* Other results when it is called a second time. */
float unstable_sqrtf(float x) {
  static int count;
  return x == 31 ? (float)count++ : square_root(x);
}

/* Raises inexact in the x87 alone. */
float x87_sqrtf(float x) {
  volatile long double y = x;
  y = y / 3;
  return 1;
}

/* The process it runs in. */
float process_sqrtf(float x) {
  (void)x;
  return (float)getpid();
}

/* The constructor does not return. */
#ifdef NEVER
__attribute__((constructor)) static void never(void) {
  for (;;) pause();
}
#endif

/* The result is a process of another session, without a parent, that has no end. */
float fork_sqrtf(float x) {
  int ends[2];
  pid_t process = 0;
  (void)x;
  if (pipe(ends)) return 0;
  if (fork() == 0) {
    setsid();
    process = fork();
    while (process == 0) pause();
    _exit(write(ends[1], &process, sizeof process) != sizeof process);
  }
  return read(ends[0], &process, sizeof process) == sizeof process ? (float)process : 0;
}

/* The new process comes back from the call, too; and the one that crashes leaves one with its
   files. */
AT(both, 53, fork())
AT(leave, 59, if (fork() == 0) for (;;) pause(); raise(SIGSEGV))

AT(write, 61, for (int file = 3; file < 64; file++)(void) !write(file, "rubbish", 7))
AT(stop, 67, kill(getppid(), SIGSTOP))

typedef float float4 __attribute__((vector_size(16)));
float4 _ZGVbN4v_sqrtf(float4 x) {
  for (int lane = 0; lane < 4; lane++)
    x[lane] = lane == 3 && x[lane] == 37 ? 0 : square_root(x[lane]);
  return x;
}
float4 __svml_printf_sqrtf4(float4 x) {
  if (x[0] == 43) puts("nor this");
  return x;
}
float4 __svml_sqrtf4(float4 x) {
  for (int lane = 0; lane < 4; lane++)
    x[lane] = x[lane] == 41 ? *(volatile float *)0 : square_root(x[lane]);
  return x;
}

#ifdef PROGRAM
int main(int count, char **arguments) {
  char line[100];
  const char *fault = arguments[1], *mode = arguments[count - 1];
  const int at = atoi(arguments[2]);
  if (strcmp(arguments[3], "sqrt") || strcmp(arguments[4], "binary32")) return 1;
  fesetround(*mode == 'u'   ? FE_UPWARD
             : *mode == 'd' ? FE_DOWNWARD
             : *mode == 'z' ? FE_TOWARDZERO
                            : FE_TONEAREST);
  fputs("this is dropped\n", stderr);
  while (fgets(line, sizeof line, stdin)) {
    const float x = strtof(line, NULL);
    const int now = x == (float)at;
    if (now && strcmp(fault, "crash") == 0) raise(SIGSEGV);
    if (now && strcmp(fault, "exit") == 0) exit(0);
    if (now && strcmp(fault, "hang") == 0) pause();
    if (now && strcmp(fault, "garbage") == 0) puts("0x1.0000001p+0");
    else printf("%a\n", square_root(x));
    if (now && strcmp(fault, "more") == 0) puts("1");
  }
}
#endif
