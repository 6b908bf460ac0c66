/* Strings of JSON. */
#ifndef TMD_JSON_H
#define TMD_JSON_H

#include <stdio.h>

/* Prints the text in double quotes, escaped; a question mark for a byte that lib/base/printable.h
   does not print. */
void tmd_json_print_string(FILE *out, const char *text);

/* The inverse, in place: `at` is behind the opening quote. Returns where the closing quote was,
   with *end the end of the text (where a zero byte is to be put); NULL if the string does not end,
   or has other escapes than those of ", \\ and /. */
char *tmd_json_parse_string(char *at, char **end);

#endif
