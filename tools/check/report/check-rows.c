#include "tools/check/report/check-rows.h"

#include "lib/stream/hex-float.h"

static void print_datum(FILE *out, const struct tmd_format *format, const struct tmd_datum *datum) {
  char text[TMD_HEXFLOAT_TEXT_BYTES];
  fprintf(out, "\t%s", tmd_datum_print(text, format, datum));
}

static void print_arguments(FILE *out, const struct tmd_format *format,
                            const struct tmd_instance *at) {
  char text[TMD_ARGUMENTS_TEXT_BYTES];
  fputs(tmd_arguments_print(text, format, &at->x, &at->second), out);
}

static void print_instance(FILE *out, const struct tmd_format *format,
                           const struct tmd_instance *at) {
  fputc('\t', out);
  print_arguments(out, format, at);
  print_datum(out, format, &at->expected);
  print_datum(out, format, &at->got);
}

void tmd_report_extreme(FILE *out, const struct tmd_format *format,
                        const struct tmd_extreme *extreme) {
  if (extreme->error == 0) {
    fputs("\t0\t-\t-\t-", out);
    return;
  }
  fprintf(out, "\t%.6g", extreme->error);
  print_instance(out, format, &extreme->at);
}

static void print_kappa(FILE *out, const struct tmd_format *format, const struct tmd_kappa *kappa) {
  char steps[TMD_WIDE_TEXT_BYTES];
  fprintf(out, "\t%s", tmd_steps_print(steps, kappa->steps));
  if (kappa->steps > 0) print_instance(out, format, &kappa->at);
  else fputs("\t-\t-\t-", out);
}

static void print_check(FILE *out, const struct tmd_report *report) {
  char format[TMD_FORMAT_TEXT_BYTES], tested[TMD_WIDE_TEXT_BYTES], sampled[TMD_WIDE_TEXT_BYTES],
      left[TMD_WIDE_TEXT_BYTES];
  char limit[TMD_LIMIT_TEXT_BYTES];
  const struct tmd_verdict *verdict = report->verdict;
  fprintf(out, "check\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%llu", report->function,
          tmd_format_describe(format, &report->format), tmd_rounding_name(report->mode),
          report->symbol, report->coverage, tmd_wide_print(tested, report->tested),
          tmd_wide_print(sampled, report->sampled),
          report->left == ~(tmd_u128)0 ? "-" : tmd_wide_print(left, report->left),
          (unsigned long long)verdict->finding[TMD_FINDING_WRONG].count);
  tmd_report_extreme(out, &report->format, &verdict->below);
  tmd_report_extreme(out, &report->format, &verdict->above);
  fprintf(out, "\t%s\t%s", tmd_limit_print(limit, &report->limit),
          tmd_judgement_name(report->judgement));
  print_kappa(out, &report->format, &verdict->kappa);
  fputc('\n', out);
}

static void print_findings(FILE *out, const struct tmd_report *report, int *header) {
  char format[TMD_FORMAT_TEXT_BYTES];
  for (int i = 0; i < TMD_FINDINGS; i++) {
    const struct tmd_verdict_count *found = &report->verdict->finding[i];
    if (found->count == 0) continue;
    if (!*header)
      fputs("#finding\tfunction\tformat\tmode\tkind\tcount\tfirst\texpected\tgot\n", out);
    *header = 1;
    fprintf(out, "finding\t%s\t%s\t%s\t%s\t%llu", report->function,
            tmd_format_describe(format, &report->format), tmd_rounding_name(report->mode),
            tmd_finding_name((enum tmd_finding)i), (unsigned long long)found->count);
    fputc('\t', out);
    print_arguments(out, &report->format, &found->first);
    if (i == TMD_FINDING_UNDECIDED) fputs("\t-", out);
    else print_datum(out, &report->format, &found->first.expected);
    if (i < TMD_FINDING_CRASH) print_datum(out, &report->format, &found->first.got);
    else fputs("\t-", out); /* nothing came back */
    fputc('\n', out);
  }
}

void tmd_report_tsv(FILE *out, const struct tmd_report *report, size_t count,
                    const struct tmd_report_faults *faults) {
  int header = 0;
  fputs(
      "#check\tfunction\tformat\tmode\tsymbol\tcoverage\ttested\tsampled\tleft\twrong\tbelow\tx\texpected\tgot\tabove\tx"
      "\texpected\tgot\tlimit\tverdict\tkappa\tx\texpected\tgot\n",
      out);
  for (size_t i = 0; i < count; i++) print_check(out, &report[i]);
  for (size_t i = 0; i < count; i++) print_findings(out, &report[i], &header);
  if (faults->count > 0) fputs("#fault\tabout\ttext\n", out);
  for (size_t i = 0; i < faults->count; i++)
    fprintf(out, "fault\t%s\t%s\n", faults->fault[i].about, faults->fault[i].text);
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
  char name[TMD_FORMAT_TEXT_BYTES];
  print_arguments(out, format, at);
  fprintf(out, "\t%s", tmd_rounding_name(mode));
  print_datum(out, format, &at->expected);
  print_datum(out, format, &at->got);
  fprintf(out, "\t%s\t%s\n", function, tmd_format_describe(name, format));
}

void tmd_report_range(FILE *out, const char *function, const struct tmd_format *format,
                      enum tmd_rounding mode, const struct tmd_datum *x) {
  char name[TMD_FORMAT_TEXT_BYTES];
  fprintf(out, "%s\t%s\t%s", function, tmd_format_describe(name, format), tmd_rounding_name(mode));
  print_datum(out, format, x);
}
