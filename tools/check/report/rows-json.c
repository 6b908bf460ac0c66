#include <math.h>

#include "lib/base/json.h"
#include "lib/stream/hex-float.h"
#include "tools/check/report/check-rows.h"

static void print_text(FILE *out, const char *name, const char *text) {
  fprintf(out, "\"%s\": ", name);
  tmd_json_print_string(out, text);
}

static void print_datum(FILE *out, const char *name, const struct tmd_format *format,
                        const struct tmd_datum *datum) {
  char text[TMD_HEXFLOAT_TEXT_BYTES];
  fputs(", ", out);
  print_text(out, name, tmd_datum_print(text, format, datum));
}

static void print_x(FILE *out, const struct tmd_format *format, const struct tmd_instance *at) {
  char arguments[TMD_ARGUMENTS_TEXT_BYTES];
  print_text(out, "x", tmd_arguments_print(arguments, format, &at->x, &at->second));
}

static void print_instance(FILE *out, const struct tmd_format *format,
                           const struct tmd_instance *at) {
  print_x(out, format, at);
  print_datum(out, "expected", format, &at->expected);
  print_datum(out, "got", format, &at->got);
}

static void print_extreme(FILE *out, const char *name, const struct tmd_format *format,
                          const struct tmd_extreme *extreme) {
  fprintf(out, ", \"%s\": {\"error\": %.6g", name, extreme->error);
  if (extreme->error != 0) {
    fputs(", ", out);
    print_instance(out, format, &extreme->at);
  }
  fputc('}', out);
}

/* Numbers as such; inf and nan, which JSON has not, as texts. */
static void print_kappa(FILE *out, const struct tmd_format *format, const struct tmd_kappa *kappa) {
  const char *const quote = kappa->steps >= TMD_STEPS_INFINITE ? "\"" : "";
  char steps[TMD_WIDE_TEXT_BYTES];
  fprintf(out, ", \"kappa\": {\"steps\": %s%s%s", quote, tmd_steps_print(steps, kappa->steps),
          quote);
  if (kappa->steps > 0) {
    fputs(", ", out);
    print_instance(out, format, &kappa->at);
  }
  fputc('}', out);
}

static void print_limit(FILE *out, const struct tmd_limit *limit) {
  char text[TMD_LIMIT_TEXT_BYTES];
  tmd_limit_print(text, limit);
  if (limit->kind == TMD_LIMIT_KAPPA) fprintf(out, ", \"limit\": \"%s\"", text);
  else
    fprintf(out, ", \"limit\": %s",
            limit->kind == TMD_LIMIT_ULP && isfinite(limit->ulp) ? text : "null");
}

static void print_findings(FILE *out, const struct tmd_report *report) {
  const char *separator = "";
  fputs(", \"findings\": [", out);
  for (int i = 0; i < TMD_FINDINGS; i++) {
    const struct tmd_verdict_count *found = &report->verdict->finding[i];
    if (found->count == 0) continue;
    fprintf(out, "%s{", separator);
    print_text(out, "kind", tmd_finding_name((enum tmd_finding)i));
    fprintf(out, ", \"count\": %llu, ", (unsigned long long)found->count);
    print_x(out, &report->format, &found->first);
    if (i != TMD_FINDING_UNDECIDED)
      print_datum(out, "expected", &report->format, &found->first.expected);
    if (i < TMD_FINDING_CRASH) print_datum(out, "got", &report->format, &found->first.got);
    fputc('}', out);
    separator = ", ";
  }
  fputc(']', out);
}

static void print_check(FILE *out, const struct tmd_report *report) {
  char format[TMD_FORMAT_TEXT_BYTES], tested[TMD_WIDE_TEXT_BYTES], sampled[TMD_WIDE_TEXT_BYTES],
      left[TMD_WIDE_TEXT_BYTES];
  fputs("    {", out);
  print_text(out, "function", report->function), fputs(", ", out);
  print_text(out, "format", tmd_format_describe(format, &report->format)), fputs(", ", out);
  print_text(out, "mode", tmd_rounding_name(report->mode)), fputs(", ", out);
  print_text(out, "symbol", report->symbol), fputs(", ", out);
  print_text(out, "coverage", report->coverage);
  fprintf(out, ", \"tested\": %s, \"sampled\": %s, \"left\": %s, \"wrong\": %llu",
          tmd_wide_print(tested, report->tested), tmd_wide_print(sampled, report->sampled),
          report->left == ~(tmd_u128)0 ? "null" : tmd_wide_print(left, report->left),
          (unsigned long long)report->verdict->finding[TMD_FINDING_WRONG].count);
  print_extreme(out, "below", &report->format, &report->verdict->below);
  print_extreme(out, "above", &report->format, &report->verdict->above);
  print_kappa(out, &report->format, &report->verdict->kappa);
  print_limit(out, &report->limit);
  fprintf(out, ", \"passes\": %s, \"verdict\": \"%s\"",
          report->judgement == TMD_JUDGED_PASS ? "true" : "false",
          tmd_judgement_name(report->judgement));
  print_findings(out, report);
  fputc('}', out);
}

static void print_faults(FILE *out, const struct tmd_report_faults *faults) {
  fputs(",\n  \"faults\": [", out);
  for (size_t i = 0; i < faults->count; i++) {
    fputs(i ? ", {" : "{", out);
    print_text(out, "about", faults->fault[i].about), fputs(", ", out);
    print_text(out, "text", faults->fault[i].text), fputc('}', out);
  }
  fputc(']', out);
}

void tmd_report_json(FILE *out, const struct tmd_report *report, size_t count, const char *library,
                     const struct tmd_report_faults *faults) {
  fputs("{\n  ", out);
  print_text(out, "library", library);
  print_faults(out, faults);
  fputs(",\n  \"checks\": [\n", out);
  for (size_t i = 0; i < count; i++) {
    print_check(out, &report[i]);
    fputs(i + 1 < count ? ",\n" : "\n", out);
  }
  fputs("  ]\n}\n", out);
}
