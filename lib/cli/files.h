/* The files that a tool reads and writes. A file that cannot be opened, read or written ends the
   program with status 2. */
#ifndef TMD_FILES_H
#define TMD_FILES_H

#include <stdio.h>

/* Opens those of the descriptors 0 to 2 that are closed on /dev/null, so that no other file gets
   them: 0 for writing and 1 for reading, so that their use fails; text written to 2 is lost. */
void tmd_open_standard(void);

/* Ends the program if one of these files (without names: standard input) is the output. The two
   functions below check this, too. */
void tmd_check_inputs(char **names);

FILE *tmd_open_input(const char *name); /* "-" is stdin */

/* Whether it is a regular file, which can be read, and begins like a stream. */
int tmd_is_stream_file(const char *name);

/* Opens the file of -o or standard output; refuses a terminal if `binary`. A text, or a file that
   replaces a regular file which is not empty, is written to a new file in the same folder, which
   tmd_output_complete renames. If the tool fails or a signal ends it, a partial stream that is not
   empty remains under the new name, which is printed on standard error; a partial text is removed.
   A stream or a database is replaced with --force only. */
FILE *tmd_open_output(int binary);

/* Opens a further output, of text, by the same rules; all outputs are different files. Returns NULL
   if the name is NULL. */
FILE *tmd_open_text(const char *name);

/* Must be called after all outputs have been written and closed. */
void tmd_output_complete(void);

const char *tmd_input_name(const char *name); /* for messages; "standard input" for "-" */
const char *tmd_output_name(void);
void tmd_close_text(FILE *out); /* flushes and closes an output of either kind */

#endif
