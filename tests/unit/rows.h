/* Tables as texts: rows, separated by `between`, one after the other, and one blank after it.
     for (const char *at = text, *row; (row = next_row(&at, ';'));) ...
   A row is valid until the next call but one. */
#ifndef TMD_TEST_ROWS_H
#define TMD_TEST_ROWS_H

#include <stdio.h>
#include <string.h>

static const char *next_row(const char **at, char between) {
  static char rows[2][300];
  static unsigned next;
  const char *row = *at;
  if (!row) return NULL;
  row += *row == ' ';
  const char *end = strchr(row, between);
  char *to = rows[next++ % 2];
  snprintf(to, sizeof rows[0], "%.*s", end ? (int)(end - row) : (int)strlen(row), row);
  *at = end ? end + 1 : NULL;
  return to;
}

#endif
