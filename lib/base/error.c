#include "lib/base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static _Thread_local char text[512];
static _Thread_local enum tmd_status status;

int tmd_error(enum tmd_status new_status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  status = new_status;
  return -1;
}

const char *tmd_error_text(void) { return text; }
enum tmd_status tmd_error_status(void) { return status; }

static void *checked(void *memory, unsigned long bytes) {
  if (memory || bytes == 0) return memory;
  fprintf(stderr, "tmd: out of memory (%lu bytes)\n", bytes);
  exit(TMD_USAGE);
}

void *tmd_allocate(unsigned long bytes) { return checked(malloc(bytes), bytes); }
void *tmd_reallocate(void *old, unsigned long bytes) { return checked(realloc(old, bytes), bytes); }
