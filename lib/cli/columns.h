/* Tables of TSV as people see them: on a terminal the columns are aligned, numbers to the right,
   and header lines and verdicts stand out in colours, unless TERM is dumb or not set, or NO_COLOR
   is set. Anywhere else not a byte is changed. */
#ifndef TMD_COLUMNS_H
#define TMD_COLUMNS_H

#include <stdio.h>

/* `out` itself, or, if it is a terminal, a file to write to in its place, whose fclose closes
   `out`. A table begins with its header, a line that begins with # and has tabs, or the first of
   all. Lines with as many fields are aligned with each other, 1000 lines at a time: as many are
   held in memory. There can be one. */
FILE *tmd_columns(FILE *out);

#endif
