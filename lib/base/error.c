#define _GNU_SOURCE /* program_invocation_short_name */
#include "lib/base/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/printable.h"

static _Thread_local char text[512];
static _Thread_local enum tmd_status status;

void tmd_error_printable(char *line, const char *format) {
  tmd_printable(line, strchr(format, '\n') || !strcmp(format, "%s"));
}

int tmd_error(enum tmd_status new_status, const char *format, ...) {
  va_list arguments;
  char line[sizeof text];
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  tmd_error_printable(line, format);
  strcpy(text, line);
  status = new_status;
  return -1;
}

const char *tmd_error_text(void) { return text; }
enum tmd_status tmd_error_status(void) { return status; }

void tmd_fault_keep(struct tmd_fault *fault) {
  fault->status = status;
  memcpy(fault->text, text, sizeof text);
}

int tmd_fault_again(const struct tmd_fault *fault) {
  return tmd_error(fault->status, "%s", fault->text);
}

void tmd_fault_first(struct tmd_fault *fault, unsigned long at) {
#pragma omp critical(fault)
  if (at < fault->at) {
    tmd_fault_keep(fault);
    fault->at = at;
  }
}

static _Thread_local jmp_buf *escape;

void tmd_error_escape(jmp_buf *new_escape) { escape = new_escape; }

void tmd_out_of_memory(unsigned long bytes) {
  static int said;
  if (escape) longjmp(*escape, 1);
  while (__atomic_test_and_set(&said, __ATOMIC_SEQ_CST))
    pause(); /* another thread is just ending the program */
  if (bytes > 0)
    fprintf(stderr, "%s: out of memory (%lu bytes)\n", program_invocation_short_name, bytes);
  else fprintf(stderr, "%s: out of memory\n", program_invocation_short_name);
  _exit(TMD_USAGE);
}

static void *checked(void *memory, unsigned long bytes) {
  if (!memory && bytes > 0) tmd_out_of_memory(bytes);
  return memory;
}

void *tmd_allocate(unsigned long bytes) { return checked(malloc(bytes), bytes); }
void *tmd_zeros(unsigned long bytes) { return checked(calloc(1, bytes), bytes); }
void *tmd_reallocate(void *old, unsigned long bytes) { return checked(realloc(old, bytes), bytes); }

void *tmd_grow(void *array, unsigned long *capacity, unsigned long count, unsigned long size) {
  if (count <= *capacity) return array;
  *capacity = count + count / 2 + 16;
  return tmd_reallocate(array, *capacity * size);
}

void *tmd_grow_zeros(void *array, unsigned long *capacity, unsigned long count,
                     unsigned long size) {
  const unsigned long had = *capacity;
  char *grown = tmd_grow(array, capacity, count, size);
  if (*capacity > had) memset(grown + had * size, 0, (*capacity - had) * size);
  return grown;
}
