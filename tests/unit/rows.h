/* Tables as texts: rows, separated by `between`, one after the other, and one blank after it.
     for (const char *at = text, *row; (row = next_row(&at, ';'));) ...
   A row is valid until the next call but one. */
#ifndef TMD_TEST_ROWS_H
#define TMD_TEST_ROWS_H

#include "tests/unit/tap.h"

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

/* Checks every row of a table, whose rows end with `; ` and whose fields are separated by `~`. */
__attribute__((unused)) static void tap_rows(const char *table, int (*right)(char **),
                                             const char *what) {
  enum { FIELDS = 9 };
  int rows = 0, wrong = 0;
  for (const char *at = table, *row; (row = next_row(&at, ';')); rows++) {
    char copy[300], *field[FIELDS] = {copy};
    strcpy(copy, row);
    for (int i = 1; i < FIELDS && (field[i] = strchr(field[i - 1], '~')); i++) *field[i]++ = 0;
    if (right(field)) continue;
    printf("# %s\n", row);
    wrong++;
  }
  tap_ok(rows && !wrong, "%d %s", rows, what);
}

#endif
