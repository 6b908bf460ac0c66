/* One of the tables of a report on its own: a header line without #, then its rows, for programs
   that read a table from TSV. */
#ifndef TMD_ONE_TABLE_H
#define TMD_ONE_TABLE_H

#include <stdio.h>

/* The report's lines are written to what is returned, and of them the rows of the table go to
   `out`, in place of their first field those of the `problem` or `function` line above them, if
   they are about one. Its fclose closes `out`. There can be one. */
FILE *tmd_one_table_open(FILE *out, const char *name);

#endif
