#include "lib/base/printable.h"
#include "lib/check/report.h"
#include "lib/claim/hex-float.h"

/* As the text of an attribute; a question mark where it is not printable. */
static void print_escaped(FILE *out, const char *text) {
  while (*text) {
    const size_t bytes = tmd_printable_bytes(text);
    switch (*text) {
      case '&': fputs("&amp;", out); break;
      case '<': fputs("&lt;", out); break;
      case '>': fputs("&gt;", out); break;
      case '"': fputs("&quot;", out); break;
      default:
        if (bytes > 0) fwrite(text, 1, bytes, out);
        else fputc('?', out);
    }
    text += bytes ? bytes : 1;
  }
}

static void print_failure(FILE *out, const struct tmd_report *report) {
  char x[TMD_ARGUMENTS_TEXT_BYTES], expected[TMD_HEXFLOAT_TEXT_BYTES], kappa[TMD_WIDE_TEXT_BYTES], limit[TMD_LIMIT_TEXT_BYTES];
  fprintf(out, "\n    <failure message=\"largest error %.6g ulp, kappa %s, limit %s", tmd_verdict_largest(report->verdict),
          tmd_steps_print(kappa, report->verdict->kappa.steps), tmd_limit_print(limit, &report->limit));
  for (int i = 0; i < TMD_FINDINGS; i++) {
    const struct tmd_verdict_count *found = &report->verdict->finding[i];
    if (found->count > 0) fprintf(out, "; %s %llu", tmd_finding_name((enum tmd_finding)i), (unsigned long long)found->count);
  }
  fputs("\">", out);
  for (int i = 0; i < TMD_FINDINGS; i++) {
    const struct tmd_verdict_count *found = &report->verdict->finding[i];
    if (found->count == 0) continue;
    fprintf(out, "\n%s: first at %s", tmd_finding_name((enum tmd_finding)i),
            tmd_arguments_print(x, &report->format, &found->first.x, &found->first.second));
    if (i != TMD_FINDING_UNDECIDED)
      fprintf(out, ", where %s is right", tmd_datum_print(expected, &report->format, &found->first.expected));
  }
  fputs("\n</failure>\n  ", out);
}

void tmd_report_junit(FILE *out, const struct tmd_report *report, size_t count, const char *library) {
  size_t failures = 0;
  for (size_t i = 0; i < count; i++) failures += !report[i].passes;
  fprintf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"");
  print_escaped(out, library);
  fprintf(out, "\" tests=\"%zu\" failures=\"%zu\">\n", count, failures);
  for (size_t i = 0; i < count; i++) {
    char format[TMD_FORMAT_TEXT_BYTES];
    fprintf(out, "  <testcase classname=\"%s\" name=\"", tmd_format_describe(format, &report[i].format));
    print_escaped(out, report[i].function);
    fprintf(out, " %s, ", tmd_rounding_name(report[i].mode));
    print_escaped(out, report[i].symbol);
    fputs("\">", out);
    if (!report[i].passes) print_failure(out, &report[i]);
    fputs("</testcase>\n", out);
  }
  fputs("</testsuite>\n", out);
}
