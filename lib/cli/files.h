/* The files that a tool reads and writes. Whatever cannot be opened, read or written ends the
   program with status 2. */
#ifndef TMD_FILES_H
#define TMD_FILES_H

#include <stdio.h>

/* Opens descriptors 0 to 2 where they are closed, on /dev/null, the wrong way round: no other file
   comes to be one of them, and reading there fails, as does writing to standard output; what is
   written to standard error is lost. */
void tmd_open_standard(void);

/* Ends the program if one of these files (none: standard input) is the output; the two below do
   likewise. */
void tmd_check_inputs(char **names);

FILE *tmd_open_input(const char *name); /* "-" is stdin */

/* -o or stdout; refuses a terminal when binary. A regular file that is not empty stays as it is
   until tmd_output_complete, and a text is not there before: what is written goes to a new file
   beside it. If that comes to a bad end, or a signal ends the tool, a stream is left there, if
   anything was written, and named on standard error, a text is removed. A stream or a database is
   replaced with --force only. */
FILE *tmd_open_output(int binary);

/* A further output, of text, by the same rules; no two may be one file. NULL if the name is NULL.
 */
FILE *tmd_open_text(const char *name);

/* To be called when all is written and the outputs are closed. */
void tmd_output_complete(void);

const char *tmd_input_name(const char *name); /* for messages: "standard input" in place of "-" */
const char *tmd_output_name(void);
void tmd_close_text(FILE *out); /* flush and close, of either kind */

#endif
