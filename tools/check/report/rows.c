#include "tools/check/report/rows.h"

#include <math.h>

#include "lib/base/printable.h"
#include "lib/problem/hex-float.h"

/* A row: fields of TSV, or members of JSON. */
struct row {
  FILE *out;
  int json;
  const char *separator; /* before the next field */
};

/* ---- fields ---- */

/* A string of JSON; a question mark for a byte that is not printable. */
static void put_string(FILE *out, const char *text) {
  fputc('"', out);
  while (*text) {
    const size_t bytes = tmd_printable_bytes(text);
    if (*text == '"' || *text == '\\') fputc('\\', out);
    if (bytes > 0) fwrite(text, 1, bytes, out);
    else if ((unsigned char)*text < ' ') fprintf(out, "\\u%04x", (unsigned)*text);
    else fputc('?', out);
    text += bytes ? bytes : 1;
  }
  fputc('"', out);
}

/* A field, NULL if it has no value; a number or, in JSON, a string. */
static void put(struct row *row, const char *name, const char *value, int string) {
  fputs(row->separator, row->out);
  row->separator = row->json ? ", " : "\t";
  if (row->json) fprintf(row->out, "\"%s\": ", name);
  if (!value) fputs(row->json ? "null" : "-", row->out);
  else if (row->json && string) put_string(row->out, value);
  else fputs(value, row->out);
}

static void put_text(struct row *row, const char *name, const char *value) {
  put(row, name, value, 1);
}

static void put_count(struct row *row, const char *name, tmd_u128 count) {
  put(row, name, TMD_WIDE_TEXT(count), 0);
}

/* A field that JSON omits if it has no value. */
static void put_known(struct row *row, const char *name, const char *value) {
  if (value || !row->json) put_text(row, name, value);
}

static void put_datum(struct row *row, const char *name, const struct tmd_format *format,
                      const struct tmd_datum *datum) {
  char text[TMD_HEXFLOAT_TEXT_BYTES];
  put_known(row, name, datum ? tmd_datum_print(text, format, datum) : NULL);
}

static void put_x(struct row *row, const struct tmd_format *format, const struct tmd_instance *at) {
  char text[TMD_ARGUMENTS_TEXT_BYTES];
  put_known(row, "x", at ? tmd_arguments_print(text, format, &at->x, &at->second) : NULL);
}

/* x, expected, got; `at` NULL: there is no such argument. */
static void put_instance(struct row *row, const struct tmd_format *format,
                         const struct tmd_instance *at) {
  put_x(row, format, at);
  put_datum(row, "expected", format, at ? &at->expected : NULL);
  put_datum(row, "got", format, at ? &at->got : NULL);
}

/* Fields that are an object in JSON. */
static void begin_group(struct row *row, const char *name) {
  if (row->json) fprintf(row->out, "%s\"%s\": {", row->separator, name), row->separator = "";
}
static void end_group(struct row *row) {
  if (row->json) fputc('}', row->out), row->separator = ", ";
}

static void put_extreme(struct row *row, const char *name, const struct tmd_format *format,
                        const struct tmd_extreme *extreme) {
  char error[32];
  snprintf(error, sizeof error, "%.6g", extreme->error);
  begin_group(row, name);
  put(row, "error", error, 0);
  put_instance(row, format, extreme->error == 0 ? NULL : &extreme->at);
  end_group(row);
}

/* JSON has no inf and nan: these are strings. */
static void put_kappa(struct row *row, const struct tmd_format *format,
                      const struct tmd_kappa *kappa) {
  char steps[TMD_WIDE_TEXT_BYTES];
  begin_group(row, "kappa");
  put(row, "steps", tmd_steps_print(steps, kappa->steps), kappa->steps >= TMD_STEPS_INFINITE);
  put_instance(row, format, kappa->steps == 0 ? NULL : &kappa->at);
  end_group(row);
}

static void put_limit(struct row *row, const struct tmd_limit *limit) {
  char text[TMD_LIMIT_TEXT_BYTES];
  const int finite = limit->kind == TMD_LIMIT_KAPPA || isfinite(limit->ulp);
  tmd_limit_print(text, limit);
  put(row, "limit", limit->kind != TMD_LIMIT_NONE && (finite || !row->json) ? text : NULL,
      limit->kind == TMD_LIMIT_KAPPA);
}

static void put_function(struct row *row, const char *function, const struct tmd_format *format,
                         enum tmd_rounding mode) {
  put_text(row, "function", function);
  put_text(row, "format", TMD_FORMAT_TEXT(format));
  put_text(row, "mode", tmd_rounding_name(mode));
}

/* ---- rows ---- */

/* A call that crashed or hung gave no result. */
static void put_finding(struct row *row, const struct tmd_report *report,
                        enum tmd_finding finding) {
  const struct tmd_verdict_count *found = &report->verdict->finding[finding];
  const struct tmd_instance *at = &found->first;
  put_text(row, "kind", tmd_finding_name(finding));
  put_count(row, "count", found->count);
  put_x(row, &report->format, at);
  put_datum(row, "expected", &report->format,
            finding == TMD_FINDING_UNDECIDED ? NULL : &at->expected);
  put_datum(row, "got", &report->format, finding < TMD_FINDING_CRASH ? &at->got : NULL);
}

static void put_check(struct row *row, const struct tmd_report *report) {
  const struct tmd_verdict *verdict = report->verdict;
  put_function(row, report->function, &report->format, report->mode);
  put_text(row, "symbol", report->symbol);
  put_text(row, "coverage", report->coverage);
  put_count(row, "tested", report->tested);
  put_count(row, "sampled", report->sampled);
  if (~report->left) put_count(row, "left", report->left);
  else put(row, "left", NULL, 0);
  put_count(row, "wrong", verdict->finding[TMD_FINDING_WRONG].count);
  put_extreme(row, "below", &report->format, &verdict->below);
  put_extreme(row, "above", &report->format, &verdict->above);
  if (row->json) {
    put_kappa(row, &report->format, &verdict->kappa);
    put_limit(row, &report->limit);
    put(row, "passes", report->judgement == TMD_JUDGED_PASS ? "true" : "false", 0);
    put_text(row, "verdict", tmd_judgement_name(report->judgement));
  } else {
    put_limit(row, &report->limit);
    put_text(row, "verdict", tmd_judgement_name(report->judgement));
    put_kappa(row, &report->format, &verdict->kappa);
  }
}

static void put_fault(struct row *row, const struct tmd_report_fault *fault) {
  put_text(row, "about", fault->about);
  put_text(row, "text", fault->text);
}

static struct row begin_tsv(FILE *out, const char *sort) {
  fputs(sort, out);
  return (struct row){out, 0, "\t"};
}

static void print_tsv_findings(FILE *out, const struct tmd_report *report, const char **header) {
  for (int i = 0; i < TMD_FINDINGS; i++) {
    if (!(tmd_verdict_found(report->verdict) >> i & 1)) continue;
    fputs(*header, out), *header = "";
    struct row row = begin_tsv(out, "finding");
    put_function(&row, report->function, &report->format, report->mode);
    put_finding(&row, report, (enum tmd_finding)i);
    fputc('\n', out);
  }
}

void tmd_report_tsv(FILE *out, const struct tmd_reports *reports) {
  const char *header = "#finding\tfunction\tformat\tmode\tkind\tcount\tfirst\texpected\tgot\n";
  fputs("#check\tfunction\tformat\tmode\tsymbol\tcoverage\ttested\tsampled\tleft\twrong\tbelow\tx\t"
        "expected\tgot\tabove\tx\texpected\tgot\tlimit\tverdict\tkappa\tx\texpected\tgot\n",
        out);
  for (size_t i = 0; i < reports->count; i++) {
    struct row row = begin_tsv(out, "check");
    put_check(&row, &reports->report[i]);
    fputc('\n', out);
  }
  for (size_t i = 0; i < reports->count; i++) print_tsv_findings(out, &reports->report[i], &header);
  if (reports->faults > 0) fputs("#fault\tabout\ttext\n", out);
  for (size_t i = 0; i < reports->faults; i++) {
    struct row row = begin_tsv(out, "fault");
    put_fault(&row, &reports->fault[i]);
    fputc('\n', out);
  }
}

static void put_json_findings(struct row *row, const struct tmd_report *report) {
  const char *separator = "";
  fputs(", \"findings\": [", row->out);
  for (int i = 0; i < TMD_FINDINGS; i++) {
    if (!(tmd_verdict_found(report->verdict) >> i & 1)) continue;
    fprintf(row->out, "%s{", separator), row->separator = "";
    put_finding(row, report, (enum tmd_finding)i);
    fputc('}', row->out), separator = ", ";
  }
  fputc(']', row->out);
}

void tmd_report_json(FILE *out, const struct tmd_reports *reports) {
  struct row row = {out, 1, "{\n  "};
  put_text(&row, "library", reports->library);
  fputs(",\n  \"faults\": [", out);
  for (size_t i = 0; i < reports->faults; i++) {
    row.separator = i ? ", {" : "{";
    put_fault(&row, &reports->fault[i]), fputc('}', out);
  }
  fputs("],\n  \"checks\": [\n", out);
  for (size_t i = 0; i < reports->count; i++) {
    row.separator = "    {";
    put_check(&row, &reports->report[i]);
    put_json_findings(&row, &reports->report[i]);
    fputs(i + 1 < reports->count ? "},\n" : "}\n", out);
  }
  fputs("  ]\n}\n", out);
}

void tmd_report_found(FILE *out, const struct tmd_report *report, size_t count, unsigned findings) {
  const char *separator = "";
  for (int i = 0; i < TMD_FINDINGS; i++) {
    unsigned long long found = 0;
    for (size_t k = 0; k < count; k++) found += report[k].verdict->finding[i].count;
    if (!(findings >> i & 1) || found == 0) continue;
    fprintf(out, "%s%s %llu", separator, tmd_finding_name((enum tmd_finding)i), found);
    separator = ", ";
  }
}

/* ---- lines of other files ---- */

void tmd_report_instance(FILE *out, const char *function, const struct tmd_format *format,
                         enum tmd_rounding mode, const struct tmd_instance *at) {
  struct row row = {out, 0, ""};
  put_x(&row, format, at);
  put_text(&row, "mode", tmd_rounding_name(mode));
  put_datum(&row, "expected", format, &at->expected);
  put_datum(&row, "got", format, &at->got);
  put_text(&row, "function", function);
  put_text(&row, "format", TMD_FORMAT_TEXT(format));
  fputc('\n', out);
}

void tmd_report_binade(FILE *out, const char *function, const struct tmd_format *format,
                       enum tmd_rounding mode, const struct tmd_datum *x,
                       unsigned long long packets, const struct tmd_extreme *const extreme[2]) {
  struct row row = {out, 0, ""};
  put_function(&row, function, format, mode);
  put_datum(&row, "from", format, x);
  put_count(&row, "packets", packets);
  put_extreme(&row, "below", format, extreme[0]);
  put_extreme(&row, "above", format, extreme[1]);
  fputc('\n', out);
}
