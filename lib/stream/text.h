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

/* Print the line that names the columns of a type; a claim's line, and that of its record i. */
void tmd_text_print_columns(FILE *out, const struct tmd_text_type *type);
void tmd_text_print_claim(FILE *out, const struct tmd_claim *claim);
void tmd_text_print_record(FILE *out, const struct tmd_claim *claim, size_t i);

/* Columns that other lines share: status to undecided_bits, reason to greatest; with a tab before
   each. */
void tmd_text_print_case(FILE *out, const struct tmd_case_record *record);
void tmd_text_print_region(FILE *out, const struct tmd_region_saying *says, unsigned flags);

/* "-0x.8000000000000000p-50", "0" of an exact case, "-" if it has none, in text of
   TMD_DISTANCE_TEXT_BYTES, which is returned. */
enum { TMD_DISTANCE_TEXT_BYTES = 40 };
char *tmd_distance_print(char *text, const struct tmd_case_record *record);

/* Reads the next claim with its records: 1, 0 at the end of the file, -1 (message with line number,
   status 3). The claim is owned by the caller (zero it before the first call) and is valid by
   tmd_claim_check. */
struct tmd_text_reader {
  struct tmd_lines lines;
  char *value[TMD_TEXT_COLUMNS_MAX];
  const struct tmd_text_type
      *type; /* type of the last line read if it belongs to the next claim, else NULL */
};
int tmd_text_next(struct tmd_text_reader *reader, struct tmd_claim *claim)
    __attribute__((warn_unused_result));
void tmd_text_close(struct tmd_text_reader *reader); /* frees the text, not the file */

#endif
