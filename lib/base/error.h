/* Errors. A library function that can fail returns -1 (or NULL) after it has recorded one line of
   text and an exit status here; only a tool prints the line and ends the program. */
#ifndef TMD_ERROR_H
#define TMD_ERROR_H

#include <setjmp.h>

enum tmd_status {
  TMD_OK = 0,
  TMD_FALSE = 1,  /* a checked property is false: gap, undecided case */
  TMD_USAGE = 2,  /* usage, system or device */
  TMD_CORRUPT = 3 /* corrupt or truncated input */
};

/* Records the line (printf-like, no newline, no program name; the last text may be part of it) and
   the status; returns -1. The record is per thread. */
int tmd_error(enum tmd_status status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Replaces characters that are not printable by ? in a line that was printed by that format: texts
   of users may hold a newline, or escape sequences of terminals. Newlines stay where the format has
   lines of its own, and where "%s" passes on a message. */
void tmd_error_printable(char *line, const char *format);

const char *tmd_error_text(void);
enum tmd_status tmd_error_status(void);

/* A stored error. tmd_fault_again records it once more, in any thread, and returns -1. */
struct tmd_fault {
  enum tmd_status status;
  char text[512];
  unsigned long at; /* of tmd_fault_first */
};
void tmd_fault_keep(struct tmd_fault *fault);
int tmd_fault_again(const struct tmd_fault *fault);

/* Stores this thread's error of element `at`, unless that of an earlier element is stored, so that
   the result does not depend on the number of threads. fault->at begins as the number of elements.
 */
void tmd_fault_first(struct tmd_fault *fault, unsigned long at);

/* Memory that never fails to the caller: prints a line and ends the program with status 2 instead.
   Sizes in bytes. */
void *tmd_allocate(unsigned long bytes) __attribute__((malloc));
void *tmd_zeros(unsigned long bytes) __attribute__((malloc));
void *tmd_reallocate(void *old, unsigned long bytes);

/* Room for `count` elements of `size` bytes in an array that has room for *capacity of them: as it
   is, or reallocated with half as much again to spare, so that appending one by one takes time in
   proportion. Returns the array; the new elements are not cleared. */
void *tmd_grow(void *array, unsigned long *capacity, unsigned long count, unsigned long size);
/* The same, with new elements of zeros. */
void *tmd_grow_zeros(void *array, unsigned long *capacity, unsigned long count, unsigned long size);

/* Ends the program the same way when a library cannot allocate memory (0 bytes: an unknown number).
   Any thread may call it; buffered output is not written. */
void tmd_out_of_memory(unsigned long bytes) __attribute__((noreturn));

/* Sets a longjmp target (value 1) that this thread uses instead of ending the program; NULL removes
   it. */
void tmd_error_escape(jmp_buf *escape);

#endif
