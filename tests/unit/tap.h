/* Test Anything Protocol for the C tests: one line a test, counted by tests/run; and the headers
   that nearly all of them use. */
#ifndef TMD_TAP_H
#define TMD_TAP_H

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "tests/unit/random.h"

static int tap_count, tap_failures;

/* In front of a declaration of pointers: what they point to is freed at the end of their scope. */
#define FREED __attribute__((cleanup(freed)))
__attribute__((unused)) static void freed(void *pointer) {
  void *memory;
  memcpy(&memory, pointer, sizeof memory);
  free(memory);
}

/* A claim that is cleared at the end of its scope. */
#define CLAIM __attribute__((cleanup(tmd_claim_clear))) struct tmd_claim

__attribute__((format(printf, 2, 3), unused)) static int tap_ok(int condition, const char *format,
                                                                ...) {
  va_list arguments;
  va_start(arguments, format);
  printf("%sok %d - ", condition ? "" : "not ", ++tap_count);
  vprintf(format, arguments);
  printf("\n");
  fflush(stdout);
  va_end(arguments);
  tap_failures += !condition;
  return condition;
}

__attribute__((unused)) static void tap_skip(const char *name, const char *why) {
  printf("ok %d - %s # SKIP %s\n", ++tap_count, name, why);
}

__attribute__((unused)) static int tap_done(void) {
  printf("1..%d\n", tap_count);
  return tap_failures != 0;
}

#endif
