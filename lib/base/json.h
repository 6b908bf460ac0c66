/* Strings of JSON. */
#ifndef TMD_JSON_H
#define TMD_JSON_H

#include <stdio.h>

/* Prints the text in double quotes, escaped; a question mark for a byte that lib/base/printable.h
   does not print. */
void tmd_json_print_string(FILE *out, const char *text);

#endif
