/* Text of others, as names of files and symbols, for a terminal, JSON or XML. */
#ifndef TMD_PRINTABLE_H
#define TMD_PRINTABLE_H

#include <stddef.h>

/* Bytes of the character of UTF-8 that begins there: 0 at the end of the text, at a control
   character (also U+0080 to U+009F, which terminals obey), at what XML does not allow, and at a
   byte that is no UTF-8. */
size_t tmd_printable_bytes(const char *text);

/* In place: a question mark for each byte that belongs to no such character. With `lines` newlines
   and tabs stay. */
void tmd_printable(char *text, int lines);

#endif
