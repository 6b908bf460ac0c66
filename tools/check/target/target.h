/* The targets of tmd-check: one function of a math library, called on batches of arguments in an
   isolated worker. --library names a shared object or a soname (libm.so.6), an archive .a, an
   object .o, a C source .c (linked by the system's cc), a program cmd:PROGRAM, or a device:
   opencl:0[:OPTIONS], cuda:0[:OPTIONS]. Its code is as trusted as the user who names it: the worker
   is a process of the same user, so that a crash, a hang, an exit, a changed rounding mode or
   output on stdout are findings with their x and disturb nothing else; it is no sandbox against
   malice. If it overwrites foreign memory, a result is wrong or an error of one line follows. A
   worker never outlives the tool, nor does a process that it has started, and nothing is left in a
   temporary folder, whatever signal ends the tool. A target is used by one thread at a time;
   several may be open at once, each with its own worker, which ends with the thread that started
   it. */
#ifndef TMD_TARGET_H
#define TMD_TARGET_H

#include <stddef.h>
#include <stdint.h>

#include "lib/problem/problem.h"
#include "lib/value/rounding.h"

/* Side effects that a call must not have. */
enum {
  TMD_OBSERVED_CLEARED = 1, /* a flag that was raised before is cleared */
  TMD_OBSERVED_MODE = 2,    /* the rounding mode is another */
  TMD_OBSERVED_CONTROL = 4, /* another part of the environment has changed: traps, flushing to zero,
                               x87 precision (x86-64 only) */
  TMD_OBSERVED_UNSTABLE = 8, /* a second call has another result */
  TMD_OBSERVED_OUTPUT =
      16, /* it wrote to standard output or standard error; the output is discarded */
  TMD_OBSERVED_COHORT = 32, /* decimal: another member of the argument's cohort has another result,
                               which is the one returned */
  TMD_OBSERVED_ANY = 63
};

enum tmd_target_outcome {
  TMD_TARGET_DONE,
  TMD_TARGET_CRASHED, /* the call on x[done] ended the worker: a signal or an exit (see
                         tmd_target_end); the first of a vector, if none of its x does so alone */
  TMD_TARGET_HUNG,    /* the call on x[done] did not return within the timeout */
  TMD_TARGET_LOST     /* no finding: the worker was killed from outside or cannot be started, or a
                         program's output is invalid (message in lib/base/error.h); `done` results are
                         valid */
};

struct tmd_target_options {
  const char *library;
  const char *symbol; /* a pattern, NULL: those of known libraries in turn. %s: the C name (expf),
                         %n: without its suffix (exp); _ZGV..., and __svml_... and Sleef_... with
                         lanes, have vector ABIs; with sincos: that result of sincos; for OpenCL and
                         CUDA the expression to call, e.g. native_%n */
  const char
      *function; /* the table's name, rootn(3); or a function of two arguments: tmd_target_arity */
  const char *given; /* another name of it, which libraries are searched for first; NULL: none */
  struct tmd_format format;
  int as_bits; /* 16-bit formats: numbers are passed and returned as uint16_t; else as _Float16,
                  __bf16. Formats of 8 bits are uint8_t, which must be asked for by this */
  const char *compiler;   /* for .c, .o and .a, with options: words; NULL: "cc" */
  const char *source;     /* opencl, cuda: a file with the function; NULL: it is built in */
  enum tmd_rounding mode; /* opencl, cuda, with a source: the mode in which it rounds */
  double timeout; /* seconds that one call may take (cmd: and a batch), and loading six times as
                     many; 0: 10 */
  int *
      absent; /* NULL, or set to 1 if a target cannot be opened because there is no such function */
};

/* A batch. The arrays are the caller's. Numbers are encodings, little endian, as the C type has
   them in memory: tmd_target_bytes each; of decimal formats codes (tmd_datum_bits). Decimal
   functions of libraries are called on the member of a cohort that has the most digits, and on that
   with the fewest. */
struct tmd_calls {
  size_t count;
  enum tmd_rounding mode;
  const void *x;
  const void *y; /* of functions of two arguments; int64_t for pown, rootn, compoundn, ldexp; of
                    three, both; else NULL */
  void *result;
  uint8_t *flags;    /* raised by each call, of vectors by the call on the whole vector; NULL: not
                        checked (faster). Zero if tmd_target_observes_flags is 0 */
  uint8_t *observed; /* TMD_OBSERVED_... of each call; NULL: not checked */
  int twice; /* 1: each call is repeated with all flags raised (half as fast); else cleared flags
                and different results are not detected. Vectors: only with `alone` */
  int8_t
      *signs;  /* 1, -1: the sign of gamma that lgamma stores in signgam, or lgamma_r in its second
                  argument; else 0. NULL: not checked. Not written if tmd_target_has_sign is 0 */
  int *errors; /* errno after each call, set to 0 before; NULL: not checked */
  int lane;    /* vector functions: x[i] goes through lane (i + lane) mod tmd_target_lanes */
  int alone;   /* vector functions: each x has a call of its own, with x in all lanes */
  const uint8_t *active; /* masked vector functions: 0: the lane of x[i] is inactive, and result[i]
                            has no meaning; NULL: all lanes are active */
  size_t done;           /* out: the number of results */
  int late;              /* out: calls together took too long, but no part of them did again */
  unsigned found; /* out: union of `observed`, also if that is NULL; for vectors with observations
                     that belong to no call: output */
};

/* Bytes of a number: 1, 2, 4, 8, or 16 (binary80: ten of them count, the others are 0). 0: there is
   no C type. */
size_t tmd_target_bytes(const struct tmd_format *format);

/* 1 to 3 arguments; *integer = 1 if the second one is an int64_t. Members of families, rootn(3),
   have one. */
int tmd_target_arity(const char *function, int *integer);

/* Starts a worker; the texts of the options outlive it. NULL, with one line in `error`: no such
   file or symbol, not a library, it does not compile, no such format. */
struct tmd_target *tmd_target_open(const struct tmd_target_options *options, char *error,
                                   size_t bytes);

/* The target's room for TMD_TARGET_ROOM numbers of 16 bytes each: x that lie there are not copied
   for a call. The library cannot write there. */
enum { TMD_TARGET_ROOM = 1 << 16 };
void *tmd_target_x(const struct tmd_target *target);

/* Calls the function on each x in turn. If a call does not return, results before x[done] are
   valid; the next call, from the argument after it, starts a new worker, which takes milliseconds.
 */
enum tmd_target_outcome tmd_target_call(struct tmd_target *target, struct tmd_calls *calls);

const char *tmd_target_end(const struct tmd_target *target); /* of the last worker that crashed:
                                                                "killed by signal 11 ..." */
const char *
tmd_target_symbol(const struct tmd_target *target); /* the name of the function, for reports */
int tmd_target_observes_flags(
    const struct tmd_target *target); /* 0 for programs, devices, decimal functions */
int tmd_target_observes_errno(const struct tmd_target *target); /* 0 for vectors, too */
int tmd_target_is_masked(const struct tmd_target *target);
int tmd_target_has_sign(const struct tmd_target *target); /* that of gamma */
int tmd_target_has_mode(const struct tmd_target *target,
                        enum tmd_rounding mode); /* devices: one alone; decimal: those of the
                                                    library's fe_dec_setround, or to nearest */
int tmd_target_has_modes(const struct tmd_target *target); /* all */
int tmd_target_lanes(const struct tmd_target *target); /* 1, or those of a vector function, all of
                                                          which must be tested */
void tmd_target_close(struct tmd_target *target);

#endif
