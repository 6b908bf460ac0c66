/* Text files read line by line: strict, and with messages that name file and line. */
#ifndef TMD_TEXT_LINES_H
#define TMD_TEXT_LINES_H

#include <stdio.h>

/* A longer line is refused. No record of a stream needs more than 5 MB as text. */
enum { TMD_LINE_MAX_BYTES = 64 << 20 };

/* Made with file and name, all else zero. */
struct tmd_lines {
  FILE *file;
  const char *name;
  const char *kind;     /* what the file should be, "a plan"; NULL: "a text" */
  unsigned long number; /* lines read */
  char *text;           /* owned: the line read last, without its newline */
  size_t capacity;
};

/* Reads the next line: 1, 0 at the end of the file, -1 (message) if it has a zero byte or no
   newline, is too long, or cannot be read. */
int tmd_lines_next(struct tmd_lines *lines) __attribute__((warn_unused_result));

/* The error of a line that is not as it should be: -1 (message with file and line, status 3).
   `what` may be tmd_error_text(). */
int tmd_lines_malformed(const struct tmd_lines *lines, unsigned long number, const char *what);

void tmd_lines_close(struct tmd_lines *lines); /* frees the text, not the file */

#endif
