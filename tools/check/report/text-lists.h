/* Lists in text files and in options. */
#ifndef TMD_TEXT_LISTS_H
#define TMD_TEXT_LISTS_H

#include <stddef.h>

/* Calls add(context, line) for each line of the file, "-" being standard input. 0, or -1 (message,
   with file and line if add has failed). */
int tmd_each_line(const char *name, int (*add)(void *context, char *line), void *context);

/* The next word of a list with commas between, outside parentheses: its bytes from *word on, and
 *text becomes the rest, NULL behind the last word. 0 if there is none (*text is NULL). */
int tmd_next_word(const char **text, const char **word, size_t *bytes);

#endif
