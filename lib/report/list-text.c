/* Lists for programs that read a line, an object or a number at a time: wc, TSV, JSON, bin. */
#include <string.h>

#include "lib/claim/argument.h"
#include "lib/claim/hex-float.h"
#include "lib/base/error.h"
#include "lib/report/list.h"
#include "lib/claim/text.h"

static const struct tmd_problem *problem_of(const struct tmd_output *output, const struct tmd_result *result) {
  return output->results->problems.problem + result->problem;
}

static char *print_x(char text[TMD_HEXFLOAT_TEXT_BYTES], const struct tmd_output *output, const struct tmd_result *result) {
  char end[TMD_HEXFLOAT_TEXT_BYTES];
  tmd_result_print_ends(output->results, result, text, end);
  return text;
}

/* ---- wc: as CORE-MATH's check_worst reads them ---- */

int tmd_output_wc(FILE *out, const struct tmd_output *output) {
  char x[TMD_HEXFLOAT_TEXT_BYTES];
  unsigned problem;
  for (size_t from, to = 0; tmd_output_next(output, &problem, &from, &to);) {
    tmd_output_comments(out, "# ", output, from, to);
    for (const struct tmd_result *r; (r = tmd_output_case(output, &from, to));) fprintf(out, "%s\n", print_x(x, output, r));
  }
  return 0;
}

/* ---- TSV and JSON: the same values ---- */

enum { VALUES = 8 };
static const char *const value_names[VALUES] = {"x", "X", "e", "sign", "kind", "hard_for", "hardness", "distance"};

/* The values of a case from tmd_text_add_case, with a kind for exact ones. */
static void add_values(struct tmd_text_line *line, const struct tmd_output *output, const struct tmd_result *r) {
  char text[TMD_HEXFLOAT_TEXT_BYTES];
  struct tmd_text_line record = {0};
  const int exact = (r->record.flags & TMD_CASE_EXACT) != 0, midpoint = (r->record.flags & TMD_CASE_MIDPOINT) != 0;
  tmd_text_begin(&record);
  tmd_text_add_case(&record, &r->record);
  tmd_text_begin(line);
  tmd_text_add(line, "%s", print_x(text, output, r));
  tmd_text_add(line, "%s", tmd_wide_print(text, r->Xa));
  tmd_text_add(line, "%d", r->e_a);
  tmd_text_add(line, "%d", r->cell.sign_x);
  tmd_text_add(line, "%s", tmd_case_kind_name(exact ? TMD_IS_EXACT : midpoint ? TMD_IS_MIDPOINT : TMD_IS_NUMBER));
  tmd_text_add(line, "%s", tmd_case_hard_for(&r->record));
  tmd_text_add(line, "%s", record.text + record.at[2]);
  tmd_text_add(line, "%s", record.text + record.at[3]);
  tmd_text_free(&record);
}

static int is_undecided(const struct tmd_result *r) { return tmd_case_kind(&r->record) == TMD_IS_UNDECIDED; }

int tmd_output_tsv(FILE *out, const struct tmd_output *output) {
  static struct tmd_text_line line;
  char in[64], result[64];
  unsigned number;
  int named = 0;
  for (size_t from, to = 0; tmd_output_next(output, &number, &from, &to);) {
    const struct tmd_problem *p = output->results->problems.problem + number;
    tmd_output_comments(out, "# ", output, from, to);
    for (int i = 0; i < VALUES && !named; i++) fprintf(out, "%s\t", value_names[i]);
    if (!named++) fputs("undecided\tfunction\tin\tout\n", out);
    for (const struct tmd_result *r; (r = tmd_output_case(output, &from, to));) {
      add_values(&line, output, r);
      for (int i = 0; i < VALUES; i++) fprintf(out, "%s\t", line.text + line.at[i]);
      fprintf(out, "%d\t%s\t%s\t%s\n", is_undecided(r), p->function, tmd_output_format(in, &p->in),
              tmd_output_format(result, &p->out));
    }
  }
  return 0;
}

/* ---- JSON: one document ---- */

static void print_string(FILE *out, const char *name, const char *value) {
  fprintf(out, "\"%s\": \"", name);
  for (; *value; value++) fprintf(out, *value == '"' || *value == '\\' ? "\\%c" : "%c", *value);
  fputc('"', out);
}

static void print_format(FILE *out, const char *name, const struct tmd_format *format) {
  char text[64];
  fprintf(out, "\"%s\": {", name);
  print_string(out, "name", tmd_output_format(text, format));
  fprintf(out, ", \"p\": %d, \"emin\": %d, \"emax\": %d}", format->p, format->emin, format->emax);
}

/* The last argument of a range, as the one of a range one argument long. */
static struct tmd_result last_of(const struct tmd_result *range, const struct tmd_format *format) {
  struct tmd_result last = *range;
  if (last.Xb == (tmd_u128)1 << (format->p - 1) && last.e_b > format->emin) last.e_b--, last.Xb *= 2;
  last.e_a = last.e_b;
  last.Xa = last.Xb - 1;
  return last;
}

/* Both ends belong to it. */
static void print_range(FILE *out, const struct tmd_output *output, const struct tmd_result *range) {
  char text[TMD_HEXFLOAT_TEXT_BYTES];
  const struct tmd_result last = last_of(range, &problem_of(output, range)->in);
  const int negative = range->cell.sign_x;
  fputc('{', out);
  print_string(out, "least", print_x(text, output, negative ? &last : range));
  fputs(", ", out);
  print_string(out, "greatest", print_x(text, output, negative ? range : &last));
}

/* A bound of hardness: as a number, or a word where there is none. */
static void print_bound(FILE *out, const char *name, unsigned hardness) {
  if (hardness < TMD_HARDNESS_UNBOUNDED) fprintf(out, ", \"%s\": %u", name, hardness);
  else fprintf(out, ", \"%s\": \"%s\"", name, hardness == TMD_HARDNESS_EXACT ? "exact" : "unbounded");
}

static void print_region(FILE *out, const struct tmd_output *output, const struct tmd_result *region) {
  print_range(out, output, region);
  fputs(", ", out);
  print_string(out, "reason", tmd_reason_name(region->reason));
  fprintf(out, ", \"proved\": %s, \"all_hard\": %s", region->flags & TMD_REGION_PROVED ? "true" : "false",
          tmd_result_all_hard(output->results, region) ? "true" : "false");
  print_bound(out, "least_hardness", region->least);
  print_bound(out, "greatest_hardness", region->greatest);
}

static void begin_array(FILE *out, const char *name) { fprintf(out, ",\n     \"%s\": [", name); }

static void print_completeness(FILE *out, const struct tmd_output *output, const struct tmd_known *known, size_t from,
                               size_t to) {
  static const struct {
    const char *name;
    enum tmd_result_type type;
    void (*print)(FILE *out, const struct tmd_output *output, const struct tmd_result *range);
  } arrays[] = {{"searched", TMD_RESULT_COMPLETE, print_range}, {"regions", TMD_RESULT_REGION, print_region}};
  fprintf(out, "    \"completeness\": {\"whole_domain\": %s,\n",
          !known->function_known ? "null" : known->gaps ? "false" : "true");
  fprintf(out, "     \"undecided\": %llu, \"not_confirmed\": %llu", known->found[TMD_IS_UNDECIDED],
          known->found[TMD_IS_CANDIDATE]);
  for (size_t a = 0; a < sizeof arrays / sizeof *arrays; a++) {
    const char *comma = "\n      ";
    begin_array(out, arrays[a].name);
    for (size_t i = from; i < to; i++) {
      if (output->results->result[i].type != arrays[a].type) continue;
      fputs(comma, out);
      arrays[a].print(out, output, output->results->result + i);
      fputc('}', out);
      comma = ",\n      ";
    }
    fputc(']', out);
  }
  begin_array(out, "gaps");
  for (size_t i = 0; i < known->gaps; i++) {
    fputs(i ? ",\n      " : "\n      ", out);
    print_range(out, output, known->gap + i);
    fputc('}', out);
  }
  fputs("]},\n", out);
}

/* Numbers are numbers; X would lose digits in many readers. */
static void print_case(FILE *out, const struct tmd_output *output, const struct tmd_result *r) {
  static struct tmd_text_line line;
  add_values(&line, output, r);
  for (int i = 0; i < VALUES; i++) {
    const char *name = value_names[i], *value = line.text + line.at[i], *digits = value + (*value == '-');
    fputs(i ? ", " : "     {", out);
    const int number = *digits && !digits[strspn(digits, "0123456789")] && strcmp(name, "X") && strcmp(name, "distance");
    if (number) fprintf(out, "\"%s\": %s", name, value);
    else print_string(out, name, value);
  }
  fprintf(out, ", \"undecided\": %s}", is_undecided(r) ? "true" : "false");
}

static void print_counts(FILE *out, const struct tmd_known *known) {
  fputs("    \"found\": {", out);
  for (int kind = 0; kind < TMD_IS_CANDIDATE; kind++)
    fprintf(out, "%s\"%s\": %llu", kind ? ", " : "", tmd_case_kind_name(kind), known->found[kind]);
  fprintf(out, "},\n    \"greatest_hardness\": {\"directed\": %u, \"nearest\": %u},\n", known->greatest[TMD_IS_NUMBER],
          known->greatest[TMD_IS_MIDPOINT]);
}

static void print_problem(FILE *out, const struct tmd_output *output, unsigned number, size_t from, size_t to) {
  const struct tmd_problem *p = output->results->problems.problem + number;
  fputs("   {", out);
  print_string(out, "function", p->function);
  fputs(",\n    ", out);
  print_format(out, "in", &p->in);
  fputs(",\n    ", out);
  print_format(out, "out", &p->out);
  fprintf(out, ",\n    \"modes\": \"%s\", \"bits\": %d,\n", tmd_modes_name(p->modes), p->bits);
  print_counts(out, output->known + number);
  print_completeness(out, output, output->known + number, from, to);
  fputs("    \"cases\": [", out);
  const char *comma = "\n";
  for (const struct tmd_result *r; (r = tmd_output_case(output, &from, to)); comma = ",\n") {
    fputs(comma, out);
    print_case(out, output, r);
  }
  fputs("]}", out);
}

int tmd_output_json(FILE *out, const struct tmd_output *output) {
  const struct tmd_selection *s = &output->selection;
  unsigned problem;
  const char *comma = "\n";
  fprintf(out, "{\"tool\": \"tmd\", \"version\": \"%s\",\n", TMD_VERSION);
  fprintf(out, " \"selection\": {\"expand\": %lld, \"min_bits\": %lld, \"mode\": \"%s\", ", s->expand, s->min_bits,
          tmd_modes_name(s->mode));
  fprintf(out, "\"minimal\": %lld, \"top\": %lld},\n \"problems\": [", s->minimal, s->top);
  for (size_t from, to = 0; tmd_output_next(output, &problem, &from, &to); comma = ",\n") {
    fputs(comma, out);
    print_problem(out, output, problem, from, to);
  }
  fputs("]}\n", out);
  return 0;
}

/* ---- bin ---- */

/* Formats that have bytes in memory. */
static int bytes_of(const struct tmd_format *format) {
  static const struct {
    const char *name;
    int bytes;
  } known[] = {{"binary16", 2}, {"bfloat16", 2}, {"binary32", 4}, {"binary64", 8}, {"binary80", 16}, {"binary128", 16}};
  char name[64];
  tmd_output_format(name, format);
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!strcmp(known[i].name, name)) return known[i].bytes;
  return tmd_error(TMD_USAGE, "arguments in %s have no layout in bytes", name);
}

int tmd_output_bin(FILE *out, const struct tmd_output *output) {
  unsigned problem;
  size_t from, to = 0;
  if (!tmd_output_next(output, &problem, &from, &to)) return 0;
  const struct tmd_format *format = &output->results->problems.problem[problem].in;
  const int bytes = bytes_of(format);
  if (bytes < 0) return -1;
  if (to < output->results->count) return tmd_error(TMD_USAGE, "bytes do not tell one problem from another: give one at a time");
  for (const struct tmd_result *r; (r = tmd_output_case(output, &from, to));) {
    tmd_u128 bits = tmd_argument_encode(format, r->cell.sign_x, r->e_a, r->Xa);
    for (int i = 0; i < bytes; i++) fputc((int)(bits >> 8 * i) & 255, out);
  }
  return 0;
}

void tmd_output_about(FILE *out, const struct tmd_output *output) {
  unsigned problem;
  for (size_t from, to = 0; tmd_output_next(output, &problem, &from, &to);) tmd_output_comments(out, "# ", output, from, to);
}
