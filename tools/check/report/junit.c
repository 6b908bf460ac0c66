#include "lib/base/printable.h"
#include "tools/check/report/rows.h"

/* The text of an attribute; a question mark stands for each byte that is not printable. */
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

static void print_instance(FILE *out, const struct tmd_format *format,
                           const struct tmd_instance *at, int decided, int came) {
  char text[TMD_ARGUMENTS_TEXT_BYTES];
  fprintf(out, "x = %s, ", tmd_arguments_print(text, format, &at->x, &at->second));
  fprintf(out, "got %s, ", came ? tmd_datum_print(text, format, &at->got) : "nothing");
  fprintf(out, "expected %s", decided ? tmd_datum_print(text, format, &at->expected) : "undecided");
}

static void print_extreme(FILE *out, const char *name, const struct tmd_format *format,
                          const struct tmd_extreme *extreme) {
  if (extreme->error == 0) return;
  fprintf(out, "\nlargest error %s: %.17g ulp, ", name, extreme->error);
  print_instance(out, format, &extreme->at, 1, 1);
}

static void print_message(FILE *out, const struct tmd_report *report) {
  char kappa[TMD_WIDE_TEXT_BYTES], limit[TMD_LIMIT_TEXT_BYTES];
  const int wrong = report->verdict->finding[TMD_FINDING_WRONG].count > 0;
  const double largest = tmd_verdict_largest(report->verdict);
  if (report->judgement != TMD_JUDGED_FAIL)
    fprintf(out, "%s: ", tmd_judgement_name(report->judgement));
  fprintf(out, "largest error %s%.17g ulp, kappa %s, limit %s",
          wrong && largest == 0.5 ? "slightly over " : "", largest,
          tmd_steps_print(kappa, report->verdict->kappa.steps),
          tmd_limit_print(limit, &report->limit));
  for (int i = 0; i < TMD_FINDINGS; i++) {
    const struct tmd_verdict_count *found = &report->verdict->finding[i];
    if (found->count > 0)
      fprintf(out, "; %s %llu", tmd_finding_name((enum tmd_finding)i),
              (unsigned long long)found->count);
  }
}

/* Errors are printed with all digits: 0.5000001 ulp must not look like 0.5, the limit. */
static void print_failure(FILE *out, const struct tmd_report *report) {
  const struct tmd_verdict *verdict = report->verdict;
  fputs("\n    <failure message=\"", out);
  print_message(out, report);
  fputs("\">", out);
  for (int i = 0; i < TMD_FINDINGS; i++) {
    const struct tmd_verdict_count *found = &verdict->finding[i];
    if (found->count == 0) continue;
    fprintf(out, "\n%s: %llu, first at ", tmd_finding_name((enum tmd_finding)i),
            (unsigned long long)found->count);
    print_instance(out, &report->format, &found->first, i != TMD_FINDING_UNDECIDED,
                   i < TMD_FINDING_CRASH);
  }
  print_extreme(out, "below", &report->format, &verdict->below);
  print_extreme(out, "above", &report->format, &verdict->above);
  fputs("\n</failure>\n  ", out);
}

static void print_uncounted(FILE *out, const struct tmd_report *report) {
  fputs("\n    <system-out>found, and not counted: ", out);
  tmd_report_found(out, report, 1, report->uncounted);
  fputs("</system-out>\n  ", out);
}

static void print_fault(FILE *out, const struct tmd_report_fault *fault) {
  fprintf(out, "  <testcase classname=\"tmd-check\" name=\"%s\">\n    <failure message=\"",
          fault->about);
  print_escaped(out, fault->text);
  fputs("\"/>\n  </testcase>\n", out);
}

static void print_testcase(FILE *out, const struct tmd_report *report) {
  fprintf(out, "  <testcase classname=\"%s\" name=\"", TMD_FORMAT_TEXT(&report->format));
  print_escaped(out, report->function);
  fprintf(out, " %s, ", tmd_rounding_name(report->mode));
  print_escaped(out, report->symbol);
  fputs("\">", out);
  if (report->judgement != TMD_JUDGED_PASS) print_failure(out, report);
  else if (report->uncounted) print_uncounted(out, report);
  fputs("</testcase>\n", out);
}

void tmd_report_junit(FILE *out, const struct tmd_reports *reports) {
  size_t failures = reports->faults;
  for (size_t i = 0; i < reports->count; i++)
    failures += reports->report[i].judgement != TMD_JUDGED_PASS;
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"", out);
  print_escaped(out, reports->library);
  fprintf(out, "\" tests=\"%zu\" failures=\"%zu\">\n", reports->count + reports->faults, failures);
  for (size_t i = 0; i < reports->count; i++) print_testcase(out, &reports->report[i]);
  for (size_t i = 0; i < reports->faults; i++) print_fault(out, &reports->fault[i]);
  fputs("</testsuite>\n", out);
}
