/* Lists for programs that read them line by line or number by number: wc, TSV, CSV, bin. */
#include <string.h>

#include "lib/base/error.h"
#include "lib/problem/hex-float.h"
#include "lib/problem/ordinal.h"
#include "lib/stream/text.h"
#include "tools/dump/list.h"

int tmd_list_print_wc(FILE *out, const struct tmd_list *list) {
  char x[TMD_HEXFLOAT_TEXT_BYTES];
  for (struct tmd_list_section section = {0}; tmd_list_next(list, &section);) {
    size_t at = section.from;
    tmd_list_print_comments(out, "# ", list, &section);
    for (const struct tmd_case *r; (r = tmd_list_case(list, &at, section.to));)
      fprintf(out, "%s\n", tmd_list_print_x(x, r));
  }
  return 0;
}

int tmd_list_print_tsv(FILE *out, const struct tmd_list *list) {
  static struct tmd_text_line line;
  int named = list->continued;
  for (struct tmd_list_section section = {0}; tmd_list_next(list, &section);) {
    size_t at = section.from;
    tmd_list_print_comments(out, "# ", list, &section);
    for (int i = 0; i < TMD_LIST_VALUES && !named; i++)
      fprintf(out, "%s%s", i ? "\t" : "", tmd_list_value_names[i]);
    if (!named++) fputc('\n', out);
    for (const struct tmd_case *r; (r = tmd_list_case(list, &at, section.to));) {
      tmd_list_values(&line, r);
      for (int i = 0; i < TMD_LIST_VALUES; i++)
        fprintf(out, "%s%s", i ? "\t" : "", line.text + line.at[i]);
      fputc('\n', out);
    }
  }
  return 0;
}

/* Quotes text that has a comma or a quote, which is doubled; there are no line ends. */
static void print_csv_value(FILE *out, int i, const char *text) {
  if (i) fputc(',', out);
  if (!strpbrk(text, ",\"")) {
    fputs(text, out);
    return;
  }
  fputc('"', out);
  for (; *text; text++) {
    if (*text == '"') fputc('"', out);
    fputc(*text, out);
  }
  fputc('"', out);
}

int tmd_list_print_csv(FILE *out, const struct tmd_list *list) {
  static struct tmd_text_line line;
  for (int i = 0; i < TMD_LIST_VALUES && !list->continued; i++)
    print_csv_value(out, i, tmd_list_value_names[i]);
  if (!list->continued) fputc('\n', out);
  for (size_t at = 0; at < list->results->cases;) {
    const struct tmd_case *r = tmd_list_case(list, &at, list->results->cases);
    if (!r) break;
    tmd_list_values(&line, r);
    for (int i = 0; i < TMD_LIST_VALUES; i++) print_csv_value(out, i, line.text + line.at[i]);
    fputc('\n', out);
  }
  return 0;
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
  struct tmd_list_section section = {0};
  if (!tmd_list_next(list, &section)) return 0;
  const struct tmd_format *format = &section.problem->in;
  const int bytes = bytes_of(format);
  if (bytes < 0) return -1;
  struct tmd_list_section next = section;
  if (tmd_list_next(list, &next))
    return tmd_error(TMD_USAGE, "bytes do not show their problem: give one problem at a time");
  for (const struct tmd_case *r; (r = tmd_list_case(list, &section.from, section.to));) {
    const tmd_u128 bits = tmd_argument_encode(format, r->cell.sign_x, r->cell.e_in, tmd_case_X(r));
    for (int i = 0; i < bytes; i++) fputc((int)(bits >> 8 * i) & 255, out);
  }
  return 0;
}
