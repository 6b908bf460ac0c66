/* Claims as lines of text and back: tmd-dump prints them, tmd-pack reads them.

   A line is TSV: a type ('@' for a claim) and the values of that type's columns, in order. Lines
   that begin with '#' are comments; the first line of each type follows one that names its columns.
   A claim's records follow its line. The text restores the block bit for bit. The column x is
   redundant: it is checked, or '-'. */
#ifndef TMD_TEXT_H
#define TMD_TEXT_H

#include <stdio.h>

#include "lib/base/text-lines.h"
#include "lib/stream/agree.h"

enum { TMD_TEXT_COLUMNS_MAX = 24 };

/* The type of a line: its first field and the names of its columns. */
struct tmd_text_type {
  const char *name;                         /* "@", "poly", "case", ... */
  const char *column[TMD_TEXT_COLUMNS_MAX]; /* up to the first NULL */
};

extern const struct tmd_text_type tmd_text_claim;      /* a claim's line */
extern const struct tmd_text_type tmd_text_records[3]; /* by enum tmd_kind */

/* A line under construction: value i is the string at text + at[i]. */
struct tmd_text_line {
  char *text;
  size_t used, capacity, at[TMD_TEXT_COLUMNS_MAX];
  int fields;
};
void tmd_text_begin(struct tmd_text_line *line); /* removes the values; the memory is reused */
void tmd_text_add(struct tmd_text_line *line, const char *format, ...)
    __attribute__((format(printf, 2, 3))); /* a value */
void tmd_text_add_string(struct tmd_text_line *line, const char *value);

/* Prints the line, and the line that names its columns. */
void tmd_text_print(FILE *out, const struct tmd_text_type *type, const struct tmd_text_line *line);
void tmd_text_print_columns(FILE *out, const struct tmd_text_type *type);
void tmd_text_free(
    struct tmd_text_line *line); /* for tests: the tools use one line until they end */

/* The values of a claim's line, and of its record i. */
void tmd_text_from_claim(struct tmd_text_line *line, const struct tmd_claim *claim);
void tmd_text_from_record(struct tmd_text_line *line, const struct tmd_claim *claim, size_t i);

/* Values of columns that other lines share. */
void tmd_text_add_problem(struct tmd_text_line *line,
                          const struct tmd_problem *problem); /* function, in, out, modes, bits */
void tmd_text_add_region(struct tmd_text_line *line, const struct tmd_region_saying *says,
                         unsigned flags);
void tmd_text_add_distance(struct tmd_text_line *line, const struct tmd_case_record *record);
void tmd_text_add_case(struct tmd_text_line *line,
                       const struct tmd_case_record *record); /* status .. undecided_bits */
void tmd_text_add_hardness(struct tmd_text_line *line, unsigned hardness);

/* Reads the next claim with its records: 1, 0 at the end of the file, -1 (message with line number,
   status 3). The claim is owned by the caller (zero it before the first call) and is valid by
   tmd_claim_check. */
struct tmd_text_reader {
  struct tmd_lines lines;
  const char *value[TMD_TEXT_COLUMNS_MAX];
  const struct tmd_text_type
      *type; /* type of the last line read if it belongs to the next claim, else NULL */
};
int tmd_text_next(struct tmd_text_reader *reader, struct tmd_claim *claim)
    __attribute__((warn_unused_result));
void tmd_text_close(struct tmd_text_reader *reader); /* frees the text, not the file */

#endif
