/* Lists for programs that read them line by line or number by number: wc, TSV, CSV, bin. */
#include <stdlib.h>
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
static const char names[] =
    "x\tX\te\tsign\tkind\thard_for\thardness\tdistance\tundecided\tfunction\tin\tout\tside\trn\tru\trd\trz\tra\tro\n";

/* An undecided case has the kind of the nearest breakpoint. */
static enum tmd_case_kind value_kind(const struct tmd_case_record *record) {
  if (record->flags & TMD_CASE_EXACT) return TMD_IS_EXACT;
  return record->flags & TMD_CASE_MIDPOINT ? TMD_IS_MIDPOINT : TMD_IS_NUMBER;
}

static void print_row(FILE *out, const struct tmd_case *found) {
  const struct tmd_problem *problem = found->problem;
  const struct tmd_case_record *record = &found->record;
  const tmd_u128 X = tmd_case_X(found);
  char x[TMD_HEXFLOAT_TEXT_BYTES], significand[TMD_WIDE_TEXT_BYTES],
      hardness[TMD_HARDNESS_TEXT_BYTES], distance[TMD_DISTANCE_TEXT_BYTES],
      in[TMD_FORMAT_TEXT_BYTES], to[TMD_FORMAT_TEXT_BYTES];
  struct tmd_correct correct;
  tmd_correct_at_number(&correct, problem, found->cell.sign_x, found->cell.e_in, X);
  fprintf(out, "%s\t%s\t%d\t%d\t%s\t%s\t%s\t%s\t%d\t%s\t%s\t%s\t%s", tmd_list_print_x(x, found),
          tmd_wide_print(significand, X), found->cell.e_in, found->cell.sign_x,
          tmd_case_kind_name(value_kind(record)), tmd_case_hard_for(record),
          tmd_hardness_print(hardness, record->hardness), tmd_distance_print(distance, record),
          tmd_case_kind(record) == TMD_IS_UNDECIDED, problem->name,
          tmd_format_describe(in, &problem->in), tmd_format_describe(to, &problem->out),
          tmd_list_side(found));
  for (int mode = 0; mode < TMD_ALL_ROUNDINGS; mode++)
    fprintf(out, "\t%s", tmd_correct_print(x, &correct, &problem->out, (enum tmd_rounding)mode));
  fputc('\n', out);
}

/* A line of TSV as CSV, where text that has a comma or a quote is quoted, and quotes doubled. */
static void print_csv(FILE *out, const char *line) {
  for (size_t bytes; *line; line += bytes + 1) {
    bytes = strcspn(line, "\t\n");
    const char *quote = strcspn(line, ",\"") < bytes ? "\"" : "";
    fputs(quote, out);
    for (size_t i = 0; i < bytes; i++) fprintf(out, "%s%c", line[i] == '"' ? quote : "", line[i]);
    fprintf(out, "%s%c", quote, line[bytes] == '\t' ? ',' : '\n');
  }
}

void tmd_list_print_names(FILE *out, int csv) {
  if (csv) print_csv(out, names);
  else fputs(names, out);
}

void tmd_list_print_rows(FILE *out, const struct tmd_list *list, int csv) {
  size_t at = 0, bytes;
  char *line;
  if (!csv) tmd_list_print_comments(out, "# ", list);
  if (list->first) tmd_list_print_names(out, csv);
  for (const struct tmd_case *r; (r = tmd_list_case(list, &at));) {
    FILE *row = csv ? open_memstream(&line, &bytes) : out;
    print_row(row, r);
    if (!csv) continue;
    fclose(row);
    print_csv(out, line);
    free(line);
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
