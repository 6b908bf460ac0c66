/* TSV tables on a terminal: columns are aligned, numbers to the right, and header lines and
   verdicts are coloured unless TERM is dumb or unset, or NO_COLOR is set. Output elsewhere is
   unchanged. */
#ifndef TMD_COLUMNS_H
#define TMD_COLUMNS_H

#include <stdio.h>

/* Returns `out`, or, if it is a terminal, a file that replaces it and whose fclose closes `out`. A
   table begins with its header: the first line, or a line with tabs that begins with #. Lines with
   the same number of fields are aligned with each other, 1000 lines at a time, which are held in
   memory. A program can have one such file. */
FILE *tmd_columns(FILE *out);

#endif
