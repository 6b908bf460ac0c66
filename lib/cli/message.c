/* Messages of a program, one line each, and the functions that end it. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "lib/base/error.h"
#include "lib/cli/failures.h"
#include "lib/cli/options.h"

enum { LINE_BYTES = 8192 }; /* a message may contain the names of two files */

static const char *tool_name = "tmd";

static int property_false;

/* Changes the status by _exit: a handler cannot do so by returning. */
static void correct_status(int status, void *unused) {
  (void)unused;
  if (status == TMD_FALSE && !property_false) _exit(TMD_USAGE);
}

void tmd_property_guard(void) { on_exit(correct_status, NULL); }

int tmd_property_false(void) {
  property_false = 1;
  return TMD_FALSE;
}

const char *tmd_tool_name(void) { return tool_name; }
void tmd_set_tool_name(const char *name) { tool_name = name; }

void tmd_fail(void) {
  tmd_die(tmd_error_status() ? (int)tmd_error_status() : TMD_USAGE, "%s", tmd_error_text());
}

static void say(const char *format, va_list arguments) {
  char line[LINE_BYTES];
  vsnprintf(line, sizeof line, format, arguments);
  tmd_error_printable(line, format);
  fprintf(stderr, "%s: %s\n", tool_name, line);
}

void tmd_say(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  say(format, arguments);
  va_end(arguments);
}

void tmd_die(int status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  say(format, arguments);
  va_end(arguments);
  exit(status == TMD_FALSE ? tmd_property_false() : status);
}
