/* Lists for programs that read them line by line or number by number: wc, TSV, CSV, bin. */
#include <string.h>

#include "lib/base/error.h"
#include "lib/problem/hex-float.h"
#include "lib/problem/ordinal.h"
#include "lib/stream/text.h"
#include "lib/value/correct.h"
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

/* An undecided case has the kind of the nearest breakpoint. */
static enum tmd_case_kind value_kind(const struct tmd_case_record *record) {
  if (record->flags & TMD_CASE_EXACT) return TMD_IS_EXACT;
  return record->flags & TMD_CASE_MIDPOINT ? TMD_IS_MIDPOINT : TMD_IS_NUMBER;
}

static void values_of(struct tmd_text_line *line, const struct tmd_case *found) {
  const struct tmd_problem *problem = found->problem;
  char text[TMD_HEXFLOAT_TEXT_BYTES];
  struct tmd_correct correct;
  const tmd_u128 X = tmd_case_X(found);
  tmd_correct_at_number(&correct, problem, found->cell.sign_x, found->cell.e_in, X);
  tmd_text_begin(line);
  tmd_text_add_string(line, tmd_list_print_x(text, found));
  tmd_text_add_string(line, tmd_wide_print(text, X));
  tmd_text_add(line, "%d", found->cell.e_in);
  tmd_text_add(line, "%d", found->cell.sign_x);
  tmd_text_add_string(line, tmd_case_kind_name(value_kind(&found->record)));
  tmd_text_add_string(line, tmd_case_hard_for(&found->record));
  tmd_text_add_hardness(line, found->record.hardness);
  tmd_text_add_distance(line, &found->record);
  tmd_text_add(line, "%d", tmd_case_kind(&found->record) == TMD_IS_UNDECIDED);
  tmd_text_add_string(line, problem->name);
  tmd_text_add_string(line, tmd_format_describe(text, &problem->in));
  tmd_text_add_string(line, tmd_format_describe(text, &problem->out));
  tmd_text_add_string(line, tmd_list_side(found));
  for (int mode = 0; mode < TMD_ALL_ROUNDINGS; mode++)
    tmd_text_add_string(line,
                        tmd_correct_print(text, &correct, &problem->out, (enum tmd_rounding)mode));
}

/* CSV quotes text that has a comma or a quote, which is doubled; there are no line ends. */
static void print_value(FILE *out, int i, const char *text, int csv) {
  const char *quote = csv && strpbrk(text, ",\"") ? "\"" : "";
  if (i) fputc(csv ? ',' : '\t', out);
  fputs(quote, out);
  for (; *text; text++) fprintf(out, "%s%c", *text == '"' ? quote : "", *text);
  fputs(quote, out);
}

void tmd_list_print_names(FILE *out, int csv) {
  for (int i = 0; i < (int)(sizeof names / sizeof *names); i++) print_value(out, i, names[i], csv);
  fputc('\n', out);
}

void tmd_list_print_rows(FILE *out, const struct tmd_list *list, int csv) {
  static struct tmd_text_line line;
  size_t at = 0;
  if (!csv) tmd_list_print_comments(out, "# ", list);
  if (list->first) tmd_list_print_names(out, csv);
  for (const struct tmd_case *r; (r = tmd_list_case(list, &at));) {
    values_of(&line, r);
    for (int i = 0; i < line.fields; i++) print_value(out, i, line.text + line.at[i], csv);
    fputc('\n', out);
  }
}

/* The bytes of a number in memory; -1 (message) if the format has no encoding. */
static int bytes_of(const struct tmd_format *format) {
  static const struct {
    const char *name;
    int bytes;
  } stored[] = {{"binary16", 2}, {"bfloat16", 2},  {"binary32", 4},
                {"binary64", 8}, {"binary80", 16}, {"binary128", 16}};
  char name[TMD_FORMAT_TEXT_BYTES];
  tmd_format_describe(name, format);
  for (size_t i = 0; i < sizeof stored / sizeof *stored; i++)
    if (!strcmp(stored[i].name, name)) return stored[i].bytes;
  return tmd_error(TMD_USAGE, "arguments in %s have no layout in bytes", name);
}

int tmd_list_print_bin(FILE *out, const struct tmd_list *list) {
  const struct tmd_format *format = &list->problem->in;
  const int bytes = bytes_of(format);
  if (bytes < 0) return -1;
  size_t at = 0;
  for (const struct tmd_case *r; (r = tmd_list_case(list, &at));) {
    const tmd_u128 bits = tmd_argument_encode(format, r->cell.sign_x, r->cell.e_in, tmd_case_X(r));
    for (int i = 0; i < bytes; i++) fputc((int)(bits >> 8 * i) & 255, out);
  }
  return 0;
}
