/* Lists for programs that read them line by line or number by number: wc, TSV, CSV, bin. */
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/cell/pair-row.h"
#include "lib/problem/hex-float.h"
#include "lib/problem/ordinal.h"
#include "lib/stream/text.h"
#include "lib/value/correct.h"
#include "lib/value/decimal-code.h"
#include "tools/dump/list.h"

void tmd_list_print_wc(FILE *out, const struct tmd_list *list) {
  char x[TMD_HEXFLOAT_TEXT_BYTES];
  size_t at = 0;
  tmd_list_print_comments(out, "# ", list);
  for (const struct tmd_case *r; (r = tmd_list_case(list, &at));)
    fprintf(out, "%s\n", tmd_list_print_x(x, r));
}

/* The columns of TSV and CSV. */
static const char *const names[] = {"x",        "X",        "e",        "sign",      "kind",
                                    "hard_for", "hardness", "distance", "undecided", "function",
                                    "in",       "out",      "side",     "rn",        "ru",
                                    "rd",       "rz",       "ra",       "ro"};
enum { COLUMNS = sizeof names / sizeof *names };

/* Those of the last columns. */
static const enum tmd_rounding modes[] = {TMD_ROUND_NEAREST, TMD_ROUND_UP,   TMD_ROUND_DOWN,
                                          TMD_ROUND_ZERO,    TMD_ROUND_AWAY, TMD_ROUND_ODD};
enum { MODES = sizeof modes / sizeof *modes };

/* A line; in CSV, text that has a comma or a quote is quoted, and quotes doubled. */
static void print_line(FILE *out, const char *const field[COLUMNS], int csv) {
  for (int i = 0; i < COLUMNS; i++) {
    const int quoted = csv && strpbrk(field[i], ",\"");
    if (quoted) fputc('"', out);
    for (const char *c = field[i]; *c; c++) {
      if (quoted && *c == '"') fputc('"', out);
      fputc(*c, out);
    }
    if (quoted) fputc('"', out);
    fputc(i + 1 == COLUMNS ? '\n' : csv ? ',' : '\t', out);
  }
}

/* An undecided case has the kind of the nearest breakpoint. */
static enum tmd_case_kind value_kind(const struct tmd_case_record *record) {
  if (record->flags & TMD_CASE_EXACT) return TMD_IS_EXACT;
  return record->flags & TMD_CASE_MIDPOINT ? TMD_IS_MIDPOINT : TMD_IS_NUMBER;
}

/* f(x), or f(x, y): undecided where y has no row. */
static void correct_at(struct tmd_correct *correct, const struct tmd_case *found) {
  const tmd_u128 X = tmd_case_X(found);
  struct tmd_row row;
  struct tmd_problem of_row = *found->problem;
  *correct = (struct tmd_correct){.kind = TMD_CORRECT_UNDECIDED, .unknown = 1};
  if (!tmd_row_open(&row, found->problem, &found->cell, X, X + 1) && !row.zero) {
    of_row.function = row.segment.function;
    tmd_correct_at_number(correct, &of_row, found->cell.sign_x, found->cell.e_in, row.segment.X0);
  }
  tmd_row_close(&row);
}

static void print_row(FILE *out, const struct tmd_case *found, int csv) {
  const struct tmd_problem *problem = found->problem;
  const struct tmd_case_record *record = &found->record;
  const tmd_u128 X = tmd_case_X(found);
  char x[TMD_HEXFLOAT_TEXT_BYTES], e[16], hardness[TMD_HARDNESS_TEXT_BYTES],
      distance[TMD_DISTANCE_TEXT_BYTES], result[MODES][TMD_HEXFLOAT_TEXT_BYTES];
  struct tmd_correct correct;
  correct_at(&correct, found);
  snprintf(e, sizeof e, "%d", found->cell.e_in);
  const char *field[COLUMNS] = {tmd_list_print_x(x, found),
                                TMD_WIDE_TEXT(X),
                                e,
                                found->cell.sign_x ? "1" : "0",
                                tmd_case_kind_name(value_kind(record)),
                                tmd_case_hard_for(record),
                                tmd_hardness_print(hardness, record->hardness),
                                tmd_distance_print(distance, record),
                                tmd_case_kind(record) == TMD_IS_UNDECIDED ? "1" : "0",
                                problem->name,
                                tmd_problem_of_pairs(problem) ? TMD_PROBLEM_IN_TEXT(problem)
                                                              : TMD_FORMAT_TEXT(&problem->in),
                                TMD_FORMAT_TEXT(&problem->out),
                                tmd_list_side(found)};
  for (int i = 0; i < MODES; i++)
    field[COLUMNS - MODES + i] = tmd_correct_print(result[i], &correct, &problem->out, modes[i]);
  print_line(out, field, csv);
}

void tmd_list_print_names(FILE *out, int csv) { print_line(out, names, csv); }

void tmd_list_print_rows(FILE *out, const struct tmd_list *list, int csv) {
  size_t at = 0;
  if (!csv) tmd_list_print_comments(out, "# ", list);
  if (list->first) tmd_list_print_names(out, csv);
  for (const struct tmd_case *r; (r = tmd_list_case(list, &at));) print_row(out, r, csv);
}

/* The bytes of a number in memory; -1 (message) if the format has no encoding. */
static int bytes_of(const struct tmd_format *format) {
  static const struct {
    const char *name;
    int bytes;
  } stored[] = {{"binary16", 2},  {"bfloat16", 2},  {"binary32", 4},
                {"binary64", 8},  {"binary80", 16}, {"binary128", 16},
                {"decimal32", 4}, {"decimal64", 8}, {"decimal128", 16}};
  const char *const name = TMD_FORMAT_TEXT(format);
  for (size_t i = 0; i < sizeof stored / sizeof *stored; i++)
    if (!strcmp(stored[i].name, name)) return stored[i].bytes;
  if (tmd_encoding_bytes(format) == 1) return 1;
  return tmd_error(TMD_USAGE, "arguments in %s have no layout in bytes", name);
}

int tmd_list_print_bin(FILE *out, const struct tmd_list *list) {
  const struct tmd_format *format = &list->problem->in;
  const int bytes = bytes_of(format);
  if (bytes < 0) return -1;
  size_t at = 0;
  for (const struct tmd_case *r; (r = tmd_list_case(list, &at));) {
    tmd_u128 bits = 0;
    if (format->decimal) {
      const struct tmd_datum x = {TMD_DATUM_NUMBER, r->cell.sign_x,
                                  tmd_argument_ordinal(format, r->cell.e_in, tmd_case_X(r))};
      tmd_decimal_store(&bits, format, tmd_datum_bits(format, &x), 0);
    } else {
      bits = tmd_argument_encode(format, r->cell.sign_x, r->cell.e_in, tmd_case_X(r));
    }
    for (int i = 0; i < bytes; i++) fputc((int)(bits >> 8 * i) & 255, out);
  }
  return 0;
}
