/* Lists as one document of JSON, with the values of TSV. */
#include <string.h>

#include "lib/base/json.h"
#include "lib/claim/hex-float.h"
#include "lib/claim/text.h"
#include "lib/report/list.h"

static void print_string(FILE *out, const char *name, const char *value) {
  fprintf(out, "\"%s\": ", name);
  tmd_json_print_string(out, value);
}

static void print_format(FILE *out, const char *name, const struct tmd_format *format) {
  char text[TMD_FORMAT_TEXT_BYTES];
  fprintf(out, "\"%s\": {", name);
  print_string(out, "name", tmd_format_describe(text, format));
  fprintf(out, ", \"p\": %d, \"emin\": %d, \"emax\": %d}", format->p, format->emin, format->emax);
}

/* Its least and greatest arguments. */
static void print_range(FILE *out, const struct tmd_list *list, const struct tmd_stretch *range) {
  (void)list;
  char least[TMD_HEXFLOAT_TEXT_BYTES], greatest[TMD_HEXFLOAT_TEXT_BYTES];
  tmd_list_print_range(range, least, greatest);
  fputc('{', out);
  print_string(out, "least", least);
  fputs(", ", out);
  print_string(out, "greatest", greatest);
}

/* A bound of hardness: as a number, or a word where there is none. */
static void print_bound(FILE *out, const char *name, unsigned hardness) {
  const char *word = tmd_hardness_word(hardness);
  if (word) fprintf(out, ", \"%s\": \"%s\"", name, word);
  else fprintf(out, ", \"%s\": %u", name, hardness);
}

static void print_region(FILE *out, const struct tmd_list *list, const struct tmd_stretch *region) {
  const struct tmd_region_saying *says = &region->says;
  char reason[TMD_REASON_TEXT_BYTES];
  print_range(out, list, region);
  fputs(", ", out);
  print_string(out, "reason", tmd_reason_print(reason, says->reason, says->modulus, says->residue));
  fprintf(out, ", \"proved\": %s, \"all_hard\": %s",
          region->flags & TMD_REGION_PROVED ? "true" : "false",
          tmd_stretch_is_hard(region) && !says->modulus ? "true" : "false");
  fprintf(out, ", \"listed\": %llu",
          (unsigned long long)tmd_expand_listed(region, &list->selection.expand));
  print_bound(out, "least_hardness", says->least);
  print_bound(out, "greatest_hardness", says->greatest);
}

static void begin_array(FILE *out, const char *name) { fprintf(out, ",\n     \"%s\": [", name); }

static void print_completeness(FILE *out, const struct tmd_list *list,
                               const struct tmd_list_section *section) {
  const struct tmd_summary *summary = section->summary;
  static const struct {
    const char *name;
    int regions;
    void (*print)(FILE *out, const struct tmd_list *list, const struct tmd_stretch *range);
  } arrays[] = {{"searched", 0, print_range}, {"regions", 1, print_region}};
  fprintf(out, "    \"completeness\": {\"whole_domain\": %s,\n",
          summary->gaps.count ? "false" : "true");
  fprintf(out, "     \"undecided\": %llu, \"not_confirmed\": %llu",
          summary->found[TMD_IS_UNDECIDED], summary->found[TMD_IS_CANDIDATE]);
  for (size_t a = 0; a < sizeof arrays / sizeof *arrays; a++) {
    const char *comma = "\n      ";
    begin_array(out, arrays[a].name);
    for (size_t i = section->first; i < section->behind; i++) {
      if ((list->results->stretch[i].says.reason != 0) != arrays[a].regions) continue;
      fputs(comma, out);
      arrays[a].print(out, list, list->results->stretch + i);
      fputc('}', out);
      comma = ",\n      ";
    }
    fputc(']', out);
  }
  begin_array(out, "gaps");
  for (size_t i = 0; i < summary->gaps.count; i++) {
    fputs(i ? ",\n      " : "\n      ", out);
    print_range(out, list, summary->gaps.range + i);
    fputc('}', out);
  }
  fputs("]},\n", out);
}

/* Numbers are numbers; X would lose digits in many readers. Function and formats are those of the
   problem. */
static void print_case(FILE *out, const struct tmd_case *r) {
  static struct tmd_text_line line;
  tmd_list_values(&line, r);
  for (int i = 0; i < TMD_LIST_VALUES; i++) {
    const char *name = tmd_list_value_names[i], *value = line.text + line.at[i],
               *digits = value + (*value == '-');
    if (!strcmp(name, "function") || !strcmp(name, "in") || !strcmp(name, "out")) continue;
    fputs(i ? ", " : "     {", out);
    const int number = *digits && !digits[strspn(digits, "0123456789")] && strcmp(name, "X") &&
                       strcmp(name, "distance");
    if (!strcmp(name, "undecided"))
      fprintf(out, "\"%s\": %s", name, *value == '1' ? "true" : "false");
    else if (number) fprintf(out, "\"%s\": %s", name, value);
    else print_string(out, name, value);
  }
  fputc('}', out);
}

static void print_counts(FILE *out, const struct tmd_summary *summary) {
  char text[TMD_WIDE_TEXT_BYTES];
  fputs("    \"found\": {", out);
  for (int kind = 0; kind < TMD_IS_CANDIDATE; kind++)
    fprintf(out, "%s\"%s\": %llu", kind ? ", " : "", tmd_case_kind_name(kind),
            summary->found[kind]);
  fprintf(out, ", \"exact_by_rule\": %s", tmd_wide_print(text, summary->exact));
  fprintf(out, "},\n    \"greatest_hardness\": {\"directed\": %u, \"nearest\": %u},\n",
          summary->greatest[TMD_IS_NUMBER], summary->greatest[TMD_IS_MIDPOINT]);
}

static void print_problem(FILE *out, const struct tmd_list *list,
                          const struct tmd_list_section *section) {
  const struct tmd_problem *p = section->problem;
  size_t at = section->from;
  fputs("   {", out);
  print_string(out, "function", p->name);
  fputs(",\n    ", out);
  print_format(out, "in", &p->in);
  fputs(",\n    ", out);
  print_format(out, "out", &p->out);
  fprintf(out, ",\n    \"modes\": \"%s\", \"bits\": %d,\n", tmd_modes_name(p->modes), p->bits);
  print_counts(out, section->summary);
  print_completeness(out, list, section);
  fputs("    \"cases\": [", out);
  const char *comma = "\n";
  for (const struct tmd_case *r; (r = tmd_list_case(list, &at, section->to)); comma = ",\n") {
    fputs(comma, out);
    print_case(out, r);
  }
  fputs("]}", out);
}

int tmd_list_print_json(FILE *out, const struct tmd_list *list) {
  const struct tmd_selection *s = &list->selection;
  const char *comma = "\n";
  fprintf(out, "{\"tool\": \"tmd\", \"version\": \"%s\",\n", TMD_VERSION);
  fprintf(out, " \"selection\": {\"expand\": %lld, \"min_bits\": %lld, \"mode\": \"%s\", ",
          s->expand.needed ? s->expand.whole : 0, s->min_bits, tmd_modes_name(s->mode));
  fprintf(out, "\"kind\": \"%s\", ",
          s->kind ? tmd_case_kind_name((enum tmd_case_kind)(s->kind - 1)) : "all");
  fprintf(out, "\"minimal\": %lld, \"top\": %lld},\n \"problems\": [", s->minimal, s->top);
  for (struct tmd_list_section section = {0}; tmd_list_next(list, &section); comma = ",\n") {
    fputs(comma, out);
    print_problem(out, list, &section);
  }
  fputs("]}\n", out);
  return 0;
}
