/* Lists as a header of C99. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/problem/hex-float.h"
#include "lib/problem/ordinal.h"
#include "lib/value/correct.h"
#include "tools/dump/list.h"

/* How numbers of a format are written in C. */
enum c_number { C_FLOAT, C_DOUBLE, C_BITS16, C_BITS80, C_BITS128, C_NONE };

static const struct {
  const char *type;
  const char
      *definition; /* of a type that C99 lacks, guarded, as headers may be included together */
} c_types[] = {
    [C_FLOAT] = {"float", NULL},
    [C_DOUBLE] = {"double", NULL},
    [C_BITS16] = {"uint16_t", "#include <stdint.h>\n"},
    [C_BITS80] =
        {"struct tmd_binary80",
         "#include <stdint.h>\n#ifndef TMD_BINARY80\n#define TMD_BINARY80\n"
         "struct tmd_binary80 { uint64_t significand; uint16_t sign_exponent; };\n#endif\n"},
    [C_BITS128] = {"struct tmd_binary128",
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

/* ---- the contents of a table ---- */

/* The results of consecutive problems that differ only in bits. */
struct group {
  struct tmd_list_section before, last; /* the section before the group, and its last one */
  const struct tmd_problem
      *problem; /* the one with the most bits: from that hardness on all of them are complete */
  unsigned sections;
  int modes_named; /* 1: other modes have a table, too */
};

static int alike(const struct tmd_problem *a, const struct tmd_problem *b) {
  return a && b && tmd_problem_alike(a, b);
}

/* The next group (one of zeros at first): 1, or 0 at the end. */
static int next_group(const struct tmd_list *list, struct group *group) {
  const struct tmd_problem *before = group->problem;
  struct tmd_list_section next = group->last;
  *group = (struct group){.before = next, .last = next};
  int more;
  while ((more = tmd_list_next(list, &next))) {
    if (group->problem &&
        (!alike(next.problem, group->problem) || next.problem->modes != group->problem->modes))
      break;
    if (!group->problem || next.problem->bits > group->problem->bits) group->problem = next.problem;
    group->last = next;
    group->sections++;
  }
  if (!group->problem) return 0;
  group->modes_named =
      group->problem->modes != TMD_MODES_ALL &&
      (alike(before, group->problem) || (more && alike(next.problem, group->problem)));
  return 1;
}

/* The results of the group under its one problem, without repeated arguments. The caller clears
   them. */
static struct tmd_results united(const struct tmd_list *list, const struct group *group) {
  struct tmd_results one = {.cases = 0};
  for (size_t i = group->before.to; i < group->last.to; i++) {
    struct tmd_case found = list->results->found[i];
    found.problem = group->problem;
    tmd_results_add_case(&one, &found);
  }
  for (size_t i = group->before.behind; i < group->last.behind; i++)
    *tmd_results_add_stretch(&one, &(struct tmd_span){.X0 = 0}) = list->results->stretch[i];
  for (size_t i = 0; i < one.stretches; i++) one.stretch[i].problem = group->problem;
  tmd_results_sort(&one);
  tmd_selection_drop_repeated(&one);
  return one;
}

/* ---- names ---- */

enum { NAME_BYTES = TMD_FUNCTION_MAX_BYTES + 160 };

static char *in_capitals(char *to, const char *from) {
  size_t i = 0;
  for (; from[i]; i++) to[i] = (char)toupper((unsigned char)from[i]);
  to[i] = 0;
  return to;
}

/* tmd_exp_binary64, tmd_exp_binary64_to_binary32, tmd_exp_11_m14_15, tmd_pown_m3_binary64 for
   pown(-3), tmd_exp_binary64_directed if other modes have a table */
static void c_name(char name[NAME_BYTES], const struct group *group) {
  const struct tmd_problem *problem = group->problem;
  char in[TMD_FORMAT_TEXT_BYTES], out[TMD_FORMAT_TEXT_BYTES], plain[NAME_BYTES];
  int same =
      !strcmp(tmd_format_describe(in, &problem->in), tmd_format_describe(out, &problem->out));
  snprintf(plain, sizeof plain, "tmd_%s_%s%s%s%s%s", problem->name, in, same ? "" : "_to_",
           same ? "" : out, group->modes_named ? "_" : "",
           group->modes_named ? tmd_modes_name(problem->modes) : "");
  for (const char *at = plain; *at; at++)
    if (*at != ')') *name++ = isalnum((unsigned char)*at) ? *at : *at == '-' ? 'm' : '_';
  *name = 0;
}

static int check_format(const struct tmd_format *format, const char *what) {
  char text[TMD_FORMAT_TEXT_BYTES];
  if (c_number_of(format) != C_NONE) return 0;
  return tmd_error(TMD_USAGE, "C has no type for %s in %s", what, tmd_format_print(text, format));
}

static int check_problem(const struct tmd_problem *problem) {
  if (strstr(problem->name, "*/"))
    return tmd_error(TMD_USAGE, "C has no name for '%.80s'", problem->name);
  return check_format(&problem->in, "x") || check_format(&problem->out, "f(x)") ? -1 : 0;
}

static int compare_names(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Checks that the names of tables differ. */
static int check_names(const struct tmd_list *list) {
  char name[NAME_BYTES], **names = tmd_allocate((list->problems + 1) * sizeof *names);
  unsigned count = 0;
  int failed = 0;
  for (struct group group = {0};
       next_group(list, &group) && !(failed = check_problem(group.problem));) {
    c_name(name, &group);
    names[count++] = strcpy(tmd_allocate(strlen(name) + 1), name);
  }
  qsort(names, count, sizeof *names, compare_names);
  for (unsigned i = 1; i < count && !failed; i++)
    if (!strcmp(names[i - 1], names[i]))
      failed =
          tmd_error(TMD_USAGE, "two problems would be called %.80s: give one at a time", names[i]);
  for (unsigned i = 0; i < count; i++) free(names[i]);
  free(names);
  return failed;
}

/* ---- the table ---- */

static void print_number(FILE *out, const struct tmd_format *format,
                         const struct tmd_datum *datum) {
  const enum c_number number = c_number_of(format);
  char text[TMD_HEXFLOAT_TEXT_BYTES];
  tmd_u128 bits = 0;
  if (number >= C_BITS16) tmd_datum_encode(&bits, format, datum);
  const unsigned long long low = (unsigned long long)bits, high = (unsigned long long)(bits >> 64);
  switch (number) {
  case C_FLOAT:
  case C_DOUBLE:
    if (datum->class == TMD_DATUM_INFINITE) fputs(datum->sign ? "-INFINITY" : "INFINITY", out);
    else if (datum->class != TMD_DATUM_NUMBER) fputs("NAN", out);
    else fprintf(out, "%s%s", tmd_datum_print(text, format, datum), number == C_FLOAT ? "f" : "");
    break;
  case C_BITS16: fprintf(out, "0x%04llx", low); break;
  case C_BITS80: fprintf(out, "{UINT64_C(0x%016llx), 0x%04llx}", low, high); break;
  case C_BITS128: fprintf(out, "{UINT64_C(0x%016llx), UINT64_C(0x%016llx)}", low, high); break;
  case C_NONE: break;
  }
}

/* Prints a case of the table; unknown results are NaN. */
static void print_case(FILE *out, const struct tmd_case *r) {
  const struct tmd_problem *problem = r->problem;
  static const char *const kinds[] = {"NUMBER", "MIDPOINT", "EXACT", "UNDECIDED"};
  const char *side = tmd_list_side(r);
  struct tmd_datum datum = {TMD_DATUM_NUMBER, r->cell.sign_x,
                            tmd_argument_ordinal(&problem->in, r->cell.e_in, tmd_case_X(r))};
  struct tmd_correct correct;
  tmd_correct_at_number(&correct, problem, r->cell.sign_x, r->cell.e_in, tmd_case_X(r));
  const int known = correct.kind == TMD_CORRECT_NUMBER;
  fputs("  {", out);
  print_number(out, &problem->in, &datum);
  for (int mode = 0; mode < TMD_ROUND_ODD; mode++) {
    datum = (struct tmd_datum){.class = TMD_DATUM_NAN};
    if (known) datum = tmd_correct_round(&correct, &problem->out, (enum tmd_rounding)mode);
    fputs(", ", out);
    print_number(out, &problem->out, &datum);
  }
  fprintf(out, ", %d, %d, TMD_KIND_%s, %u},\n", known ? tmd_correct_odd(&correct) : 0,
          *side == '-'   ? 0
          : *side == 'b' ? -1
                         : 1,
          kinds[tmd_case_kind(&r->record)], r->record.hardness);
}

static void print_types(FILE *out, const char *name, const struct tmd_problem *problem) {
  static const char text[] =
      "#ifndef TMD_KINDS\n#define TMD_KINDS\n"
      "enum { TMD_KIND_NUMBER, TMD_KIND_MIDPOINT, TMD_KIND_EXACT, TMD_KIND_UNDECIDED };\n#endif\n\n"
      "struct %s_case {\n"
      "  %s x;\n"
      "  %s rn, ru, rd, rz, ra; /* f(x) rounded to nearest, up, down, toward zero, away from zero */\n"
      "  unsigned char odd; /* the two bits behind those of rz that rounding to odd with two more bits gives */\n"
      "  signed char side; /* -1: |f(x)| is below what it is near; 1: above; 0: exact, undecided or not evaluated */\n"
      "  unsigned char kind; /* what f(x) is near: a number, a midpoint */\n"
      "  unsigned short hardness; /* 65535: exact, 0: undecided */\n"
      "};\n\n";
  const char *x = c_types[c_number_of(&problem->in)].definition,
             *f = c_types[c_number_of(&problem->out)].definition;
  fprintf(out, "#include <math.h>\n%s%s", x ? x : "", f && f != x ? f : "");
  fprintf(out, text, name, c_types[c_number_of(&problem->in)].type,
          c_types[c_number_of(&problem->out)].type);
}

/* C has no empty arrays: a table without cases has an entry of zeros that is not counted. */
static void print_table(FILE *out, const char *name, const struct tmd_list *list,
                        const struct tmd_list_section *section) {
  static const char *const suffixes[] = {"DIRECTED", "NEAREST", "EXACT", "UNDECIDED"};
  char capitals[NAME_BYTES];
  unsigned long long count[TMD_CASE_KINDS] = {0}, all = 0;
  const struct tmd_case *r;
  in_capitals(capitals, name);
  for (size_t at = section->from; (r = tmd_list_case(list, &at, section->to)); all++)
    count[tmd_case_kind(&r->record)]++;
  for (int kind = 0; kind < TMD_IS_CANDIDATE; kind++)
    fprintf(out, "#define %s_%s_COUNT %llu\n", capitals, suffixes[kind], count[kind]);
  fprintf(out, "#define %s_COUNT %llu\n", capitals, all);
  fprintf(out, "static const struct %s_case %s_cases[] = {\n", name, name);
  for (size_t at = section->from; (r = tmd_list_case(list, &at, section->to));) print_case(out, r);
  if (!all) fputs("  {0} /* none */\n", out);
  fputs("};\n\n", out);
}

/* The number of regions with all arguments hard, or all of a class: the tables, and the greatest
   hardness, may lack them. */
static unsigned long long hard_regions(const struct tmd_list *list, const struct group *group) {
  unsigned long long count = 0;
  for (size_t i = group->before.behind; i < group->last.behind; i++)
    count += (unsigned long long)tmd_stretch_is_hard(list->results->stretch + i);
  return count;
}

/* Prints the comments of each section of the group, and combines its greatest hardnesses. */
static void print_comments(FILE *out, const struct tmd_list *list, const struct group *group,
                           unsigned greatest[2]) {
  struct tmd_list_section section = group->before;
  if (group->sections > 1)
    fprintf(
        out,
        " * One table of %u searches at several bits, each with its comments below. From hardness %d on, it has all cases\n"
        " * of what any of them covers.\n",
        group->sections, group->problem->bits);
  for (unsigned i = 0; i < group->sections && tmd_list_next(list, &section); i++) {
    if (group->sections > 1) fputs(" *\n", out);
    tmd_list_print_comments(out, " * ", list, &section);
    for (int kind = 0; kind < 2; kind++)
      if (section.summary->greatest[kind] > greatest[kind])
        greatest[kind] = section.summary->greatest[kind];
  }
}

static void print_group(FILE *out, const struct tmd_list *list, const struct group *group) {
  const struct tmd_problem *problem = group->problem;
  const long long min_bits = list->selection.min_bits;
  struct tmd_results one = united(list, group);
  const struct tmd_list whole = {.results = &one, .selection = list->selection};
  struct tmd_summary summary = {.greatest = {0}};
  const struct tmd_list_section section = {
      .problem = problem, .to = one.cases, .behind = one.stretches, .summary = &summary};
  char name[NAME_BYTES], capitals[NAME_BYTES];
  c_name(name, group);
  in_capitals(capitals, name);
  fputs("/*\n", out);
  print_comments(out, list, group, summary.greatest);
  tmd_domaingaps_find(&summary.gaps, problem, one.stretch, one.stretches);
  if (group->sections > 1) {
    fputs(" *\n * All together:\n", out);
    tmd_list_print_gaps(out, " * ", &section);
  }
  fputs(" * _HARDNESS: 0 if none was found, regions apart\n */\n", out);
  print_types(out, name, problem);
  fprintf(out, "#define %s_BITS %d\n", capitals,
          min_bits > problem->bits ? (int)min_bits : problem->bits);
  fprintf(out, "#define %s_WHOLE_DOMAIN %d\n", capitals, tmd_summary_whole_domain(&summary));
  fprintf(out, "#define %s_HARD_REGIONS %llu\n", capitals, hard_regions(list, group));
  fprintf(out, "#define %s_DIRECTED_HARDNESS %u\n", capitals, summary.greatest[TMD_IS_NUMBER]);
  fprintf(out, "#define %s_NEAREST_HARDNESS %u\n\n", capitals, summary.greatest[TMD_IS_MIDPOINT]);
  print_table(out, name, &whole, &section);
  tmd_domaingaps_clear(&summary.gaps);
  tmd_results_clear(&one);
}

/* The guard contains the names of all tables, so that it differs between headers. */
static void print_guard(FILE *out, const char *before, const struct tmd_list *list) {
  char name[NAME_BYTES];
  fputs(before, out);
  for (struct group group = {0}; next_group(list, &group);) {
    c_name(name, &group);
    fprintf(out, "%s_", in_capitals(name, name));
  }
  fputs("H\n", out);
}

int tmd_list_print_c(FILE *out, const struct tmd_list *list) {
  if (check_names(list)) return -1;
  if (!list->results->cases && !list->results->stretches)
    return tmd_error(TMD_USAGE, "nothing was found or searched: no header");
  print_guard(out, "#ifndef ", list);
  print_guard(out, "#define ", list);
  fputc('\n', out);
  for (struct group group = {0}; next_group(list, &group);) print_group(out, list, &group);
  fputs("#endif\n", out);
  return 0;
}
