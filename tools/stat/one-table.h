/* A single table of a report: a header line without #, then its rows, for programs that read
   TSV. */
#ifndef TMD_ONE_TABLE_H
#define TMD_ONE_TABLE_H

#include <stdio.h>

/* Returns a file for the report's lines. The rows of the table go to `out`, with the fields of the
   `problem` or `function` line above them, if they are about one, instead of their first field. Its
   fclose closes `out`. Only one can be open. */
FILE *tmd_one_table_open(FILE *out, const char *name);

#endif
