/* Lists as a header of C99. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lib/claim/argument.h"
#include "lib/claim/hex-float.h"
#include "lib/base/error.h"
#include "lib/report/list.h"

/* How C writes a number of a format. */
enum c_number { C_FLOAT, C_DOUBLE, C_BITS16, C_BITS80, C_BITS128, C_NONE };

static const struct {
  const char *type, *zero;
  const char *definition; /* of a type that C99 has not, with a guard: headers may be included together */
} c_types[] = {
    [C_FLOAT] = {"float", "0", NULL},
    [C_DOUBLE] = {"double", "0", NULL},
    [C_BITS16] = {"uint16_t", "0", "#include <stdint.h>\n"},
    [C_BITS80] = {"struct tmd_binary80", "{0, 0}",
                  "#include <stdint.h>\n#ifndef TMD_BINARY80\n#define TMD_BINARY80\n"
                  "struct tmd_binary80 { uint64_t significand; uint16_t sign_exponent; };\n#endif\n"},
    [C_BITS128] = {"struct tmd_binary128", "{0, 0}",
                   "#include <stdint.h>\n#ifndef TMD_BINARY128\n#define TMD_BINARY128\n"
                   "struct tmd_binary128 { uint64_t low, high; };\n#endif\n"},
};

static int within(const struct tmd_format *format, int p, int emin, int emax) {
  return format->p <= p && format->emin >= emin && format->emax <= emax;
}

static enum c_number c_number_of(const struct tmd_format *format) {
  char name[TMD_FORMAT_TEXT_BYTES];
  tmd_format_describe(name, format);
  if (!strcmp(name, "binary16") || !strcmp(name, "bfloat16")) return C_BITS16;
  if (!strcmp(name, "binary80")) return C_BITS80;
  if (!strcmp(name, "binary128")) return C_BITS128;
  if (within(format, 24, -126, 127)) return C_FLOAT;
  return within(format, 53, -1022, 1023) ? C_DOUBLE : C_NONE;
}

/* ---- names ---- */

enum { NAME_BYTES = TMD_FUNCTION_MAX_BYTES + 160 };

static char *in_capitals(char *to, const char *from) {
  size_t i = 0;
  for (; from[i]; i++) to[i] = (char)toupper((unsigned char)from[i]);
  to[i] = 0;
  return to;
}

/* tmd_exp_binary64, tmd_exp_binary64_to_binary32, tmd_exp_11_m14_15, tmd_pown_m3_binary64 for pown(-3) */
static void c_name(char name[NAME_BYTES], const struct tmd_problem *problem) {
  char in[TMD_FORMAT_TEXT_BYTES], out[TMD_FORMAT_TEXT_BYTES], plain[NAME_BYTES];
  int same = !strcmp(tmd_format_describe(in, &problem->in), tmd_format_describe(out, &problem->out));
  snprintf(plain, sizeof plain, "tmd_%s_%s%s%s", problem->function, in, same ? "" : "_to_", same ? "" : out);
  for (const char *at = plain; *at; at++)
    if (*at != ')') *name++ = isalnum((unsigned char)*at) ? *at : *at == '-' ? 'm' : '_';
  *name = 0;
}

static int check_problem(const struct tmd_problem *problem) {
  char format[TMD_FORMAT_TEXT_BYTES];
  if (strstr(problem->function, "*/")) return tmd_error(TMD_USAGE, "C has no name for '%.80s'", problem->function);
  if (c_number_of(&problem->in) != C_NONE) return 0;
  return tmd_error(TMD_USAGE, "C has no type for x in %s", tmd_format_print(format, &problem->in));
}

static int compare_names(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* Each problem has a name of its own. */
static int check_names(const struct tmd_list *list) {
  const struct tmd_problemset *set = &list->results->problems;
  char name[NAME_BYTES], **names = tmd_allocate((set->count + 1) * sizeof *names);
  unsigned count = 0;
  int failed = 0;
  while (count < set->count && !(failed = check_problem(set->problem + count))) {
    c_name(name, set->problem + count);
    names[count++] = strcpy(tmd_allocate(strlen(name) + 1), name);
  }
  qsort(names, count, sizeof *names, compare_names);
  for (unsigned i = 1; i < count && !failed; i++)
    if (!strcmp(names[i - 1], names[i]))
      failed = tmd_error(TMD_USAGE, "two problems would be called %.80s: give one at a time", names[i]);
  for (unsigned i = 0; i < count; i++) free(names[i]);
  free(names);
  return failed;
}

/* ---- tables ---- */

static void print_number(FILE *out, enum c_number number, const struct tmd_list *list, const struct tmd_result *r) {
  char x[TMD_HEXFLOAT_TEXT_BYTES], hardness[16];
  const struct tmd_format *format = &list->results->problems.problem[r->problem].in;
  tmd_u128 bits = number >= C_BITS16 ? tmd_argument_encode(format, r->cell.sign_x, r->e_a, r->Xa) : 0;
  unsigned long long low = (unsigned long long)bits, high = (unsigned long long)(bits >> 64);
  tmd_list_print_x(x, list, r);
  fputs("  ", out);
  switch (number) {
    case C_FLOAT: fprintf(out, "%sf", x); break;
    case C_DOUBLE: fputs(x, out); break;
    case C_BITS16: fprintf(out, "0x%04llx", low); break;
    case C_BITS80: fprintf(out, "{UINT64_C(0x%016llx), 0x%04llx}", low, high); break;
    case C_BITS128: fprintf(out, "{UINT64_C(0x%016llx), UINT64_C(0x%016llx)}", low, high); break;
    case C_NONE: break;
  }
  snprintf(hardness, sizeof hardness, "%u", r->record.hardness);
  fprintf(out, ", /* %s%s%s */\n", number >= C_BITS16 ? x : "", number >= C_BITS16 ? ": " : "",
          tmd_case_kind(&r->record) <= TMD_IS_MIDPOINT ? hardness : tmd_case_hard_for(&r->record));
}

/* C has no empty arrays: where there is no case, one 0 that does not count. */
static void print_table(FILE *out, const char *name, enum tmd_case_kind kind, enum c_number number,
                        const struct tmd_list *list, const struct tmd_list_section *section) {
  static const char *const suffixes[] = {"directed", "nearest", "exact", "undecided"};
  char capitals[NAME_BYTES], suffix[16];
  unsigned long long count = 0;
  const struct tmd_result *r;
  for (size_t at = section->from; (r = tmd_list_case(list, &at, section->to));) count += tmd_case_kind(&r->record) == kind;
  fprintf(out, "#define %s_%s_COUNT %llu\n", in_capitals(capitals, name), in_capitals(suffix, suffixes[kind]), count);
  fprintf(out, "static const %s %s_%s[] = {\n", c_types[number].type, name, suffixes[kind]);
  for (size_t at = section->from; (r = tmd_list_case(list, &at, section->to));)
    if (tmd_case_kind(&r->record) == kind) print_number(out, number, list, r);
  if (!count) fprintf(out, "  %s /* none */\n", c_types[number].zero);
  fputs("};\n\n", out);
}

/* Regions whose every argument is hard: the tables, and the greatest hardness, may lack them. */
static unsigned long long hard_regions(const struct tmd_list *list, const struct tmd_list_section *section) {
  unsigned long long count = 0;
  for (size_t i = section->from; i < section->to; i++)
    count += (unsigned long long)tmd_result_all_hard(list->results, list->results->result + i);
  return count;
}

static void print_problem(FILE *out, const struct tmd_list *list, const struct tmd_list_section *section) {
  const struct tmd_problem *problem = section->problem;
  const struct tmd_summary *summary = section->summary;
  const long long min_bits = list->selection.min_bits;
  const enum c_number type = c_number_of(&problem->in);
  const char *definition = c_types[type].definition;
  char name[NAME_BYTES], capitals[NAME_BYTES];
  c_name(name, problem);
  in_capitals(capitals, name);
  fputs("/*\n", out);
  tmd_list_print_comments(out, " * ", list, section);
  fputs(" * behind x its hardness, or what an exact or undecided case is hard for; _HARDNESS: 0 if none was found,\n"
        " * regions apart\n */\n", out);
  if (definition) fprintf(out, "%s\n", definition);
  fprintf(out, "#define %s_BITS %d\n", capitals, min_bits > problem->bits ? (int)min_bits : problem->bits);
  fprintf(out, "#define %s_WHOLE_DOMAIN %d\n", capitals, tmd_summary_whole_domain(summary));
  fprintf(out, "#define %s_HARD_REGIONS %llu\n", capitals, hard_regions(list, section));
  fprintf(out, "#define %s_DIRECTED_HARDNESS %u\n", capitals, summary->greatest[TMD_IS_NUMBER]);
  fprintf(out, "#define %s_NEAREST_HARDNESS %u\n\n", capitals, summary->greatest[TMD_IS_MIDPOINT]);
  for (int kind = 0; kind < TMD_IS_CANDIDATE; kind++)
    print_table(out, name, (enum tmd_case_kind)kind, type, list, section);
}

/* The guard has the names of all problems, so that headers do not hide each other. */
static void print_guard(FILE *out, const char *before, const struct tmd_list *list) {
  char name[NAME_BYTES];
  fputs(before, out);
  for (struct tmd_list_section section = {0}; tmd_list_next(list, &section);) {
    c_name(name, section.problem);
    fprintf(out, "%s_", in_capitals(name, name));
  }
  fputs("H\n", out);
}

int tmd_list_print_c(FILE *out, const struct tmd_list *list) {
  if (check_names(list)) return -1;
  if (!list->results->count) return tmd_error(TMD_USAGE, "nothing was found or searched: no header");
  print_guard(out, "#ifndef ", list);
  print_guard(out, "#define ", list);
  fputc('\n', out);
  for (struct tmd_list_section section = {0}; tmd_list_next(list, &section);) print_problem(out, list, &section);
  fputs("#endif\n", out);
  return 0;
}
