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
enum c_number {
  C_FLOAT,
  C_DOUBLE,
  C_DECIMAL32,
  C_DECIMAL64,
  C_DECIMAL128,
  C_BITS8,
  C_BITS16,
  C_BITS80,
  C_BITS128,
  C_NONE
};

static const struct {
  const char *type;
  const char
      *definition; /* of a type that C99 lacks, guarded, as headers may be included together */
  const char *suffix, *infinite, *nan; /* of constants */
} c_types[] = {
    [C_FLOAT] = {"float", NULL, "f", "INFINITY", "NAN"},
    [C_DOUBLE] = {"double", NULL, "", "INFINITY", "NAN"},
    [C_DECIMAL32] = {"_Decimal32", NULL, "DF", "__builtin_infd32()", "__builtin_nand32(\"\")"},
    [C_DECIMAL64] = {"_Decimal64", NULL, "DD", "__builtin_infd64()", "__builtin_nand64(\"\")"},
    [C_DECIMAL128] = {"_Decimal128", NULL, "DL", "__builtin_infd128()", "__builtin_nand128(\"\")"},
    [C_BITS8] = {.type = "uint8_t", .definition = "#include <stdint.h>\n"},
    [C_BITS16] = {.type = "uint16_t", .definition = "#include <stdint.h>\n"},
    [C_BITS80] =
        {.type = "struct tmd_binary80",
         .definition =
             "#include <stdint.h>\n#ifndef TMD_BINARY80\n#define TMD_BINARY80\n"
             "struct tmd_binary80 { uint64_t significand; uint16_t sign_exponent; };\n#endif\n"},
    [C_BITS128] = {.type = "struct tmd_binary128",
                   .definition =
                       "#include <stdint.h>\n#ifndef TMD_BINARY128\n#define TMD_BINARY128\n"
                       "struct tmd_binary128 { uint64_t low, high; };\n#endif\n"},
};

static int within(const struct tmd_format *format, int p, int emin, int emax) {
  return format->p <= p && format->emin >= emin && format->emax <= emax;
}

static enum c_number c_number_of(const struct tmd_format *format) {
  const char *const name = TMD_FORMAT_TEXT(format);
  if (!strcmp(name, "binary16") || !strcmp(name, "bfloat16")) return C_BITS16;
  if (tmd_encoding_bytes(format) == 1) return C_BITS8;
  if (!strcmp(name, "binary80")) return C_BITS80;
  if (!strcmp(name, "binary128")) return C_BITS128;
  if (format->decimal)
    return within(format, 7, -95, 96)        ? C_DECIMAL32
           : within(format, 16, -383, 384)   ? C_DECIMAL64
           : within(format, 34, -6143, 6144) ? C_DECIMAL128
                                             : C_NONE;
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

/* tmd_exp_binary64, tmd_exp_binary64_to_binary32, tmd_exp_11_m14_15, tmd_pown_m3_binary64 for
   pown(-3), tmd_exp_binary64_directed */
static void c_name(char name[NAME_BYTES], const struct tmd_problem *problem) {
  char in[TMD_FORMAT_TEXT_BYTES], out[TMD_FORMAT_TEXT_BYTES], plain[NAME_BYTES];
  const int all = problem->modes == TMD_MODES_ALL,
            same = !strcmp(tmd_format_describe(in, &problem->in),
                           tmd_format_describe(out, &problem->out));
  snprintf(plain, sizeof plain, "tmd_%s_%s%s%s%s%s", problem->name, in, same ? "" : "_to_",
           same ? "" : out, all ? "" : "_", all ? "" : tmd_modes_name(problem->modes));
  for (const char *at = plain; *at; at++)
    if (*at != ')') *name++ = isalnum((unsigned char)*at) ? *at : *at == '-' ? 'm' : '_';
  *name = 0;
}

static int check_format(const struct tmd_format *format, const char *what) {
  if (c_number_of(format) != C_NONE) return 0;
  return tmd_error(TMD_USAGE, "C has no type for %s in %s", what, TMD_FORMAT_NUMBERS(format));
}

static int check_problem(const struct tmd_problem *problem) {
  if (strstr(problem->name, "*/"))
    return tmd_error(TMD_USAGE, "C has no name for '%.80s'", problem->name);
  return check_format(&problem->in, "x") || check_format(&problem->out, "f(x)") ? -1 : 0;
}

/* The names of the tables, which differ; 0, or -1 (message). */
static int name_tables(char ***names, size_t *count, const struct tmd_results *results) {
  char name[NAME_BYTES];
  size_t capacity = 0;
  int failed = 0;
  for (struct tmd_list_section at = {0};
       !failed && tmd_results_next(results, &at) && !(failed = check_problem(at.problem));) {
    c_name(name, at.problem);
    for (size_t i = 0; i < *count && !failed; i++)
      if (!strcmp((*names)[i], name))
        failed = tmd_error(
            TMD_USAGE,
            "two problems would be called %.80s: give one at a time, of several bits by tmd-select --bits",
            name);
    *names = tmd_grow(*names, &capacity, *count + 1, sizeof **names);
    (*names)[(*count)++] = strcpy(tmd_allocate(strlen(name) + 1), name);
  }
  return failed;
}

/* ---- the table ---- */

/* A constant of a floating type: of decimal ones with a point or an exponent. */
static void print_constant(FILE *out, const struct tmd_format *format,
                           const struct tmd_datum *datum) {
  const enum c_number number = c_number_of(format);
  char text[TMD_HEXFLOAT_TEXT_BYTES];
  if (datum->class == TMD_DATUM_INFINITE)
    fprintf(out, "%s%s", datum->sign ? "-" : "", c_types[number].infinite);
  else if (datum->class != TMD_DATUM_NUMBER) fputs(c_types[number].nan, out);
  else {
    tmd_datum_print(text, format, datum);
    fprintf(out, "%s%s%s", text, format->decimal && !strpbrk(text, ".e") ? "." : "",
            c_types[number].suffix);
  }
}

static void print_number(FILE *out, const struct tmd_format *format,
                         const struct tmd_datum *datum) {
  const enum c_number number = c_number_of(format);
  tmd_u128 bits = 0;
  if (number >= C_BITS8) tmd_datum_encode(&bits, format, datum);
  const unsigned long long low = (unsigned long long)bits, high = (unsigned long long)(bits >> 64);
  switch (number) {
  case C_FLOAT:
  case C_DOUBLE:
  case C_DECIMAL32:
  case C_DECIMAL64:
  case C_DECIMAL128: print_constant(out, format, datum); break;
  case C_BITS8: fprintf(out, "0x%02llx", low); break;
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
  static const enum tmd_rounding modes[] = {TMD_ROUND_NEAREST, TMD_ROUND_UP,   TMD_ROUND_DOWN,
                                            TMD_ROUND_ZERO,    TMD_ROUND_AWAY, TMD_ROUND_TIES_AWAY};
  const char *side = tmd_list_side(r);
  struct tmd_datum datum = {TMD_DATUM_NUMBER, r->cell.sign_x,
                            tmd_argument_ordinal(&problem->in, r->cell.e_in, tmd_case_X(r))};
  struct tmd_correct correct;
  tmd_correct_at_number(&correct, problem, r->cell.sign_x, r->cell.e_in, tmd_case_X(r));
  const int known = correct.kind == TMD_CORRECT_NUMBER;
  fputs("  {", out);
  print_number(out, &problem->in, &datum);
  for (int i = 0; i < 5 + problem->out.decimal; i++) {
    datum = (struct tmd_datum){.class = TMD_DATUM_NAN};
    if (known) datum = tmd_correct_round(&correct, &problem->out, modes[i]);
    fputs(", ", out);
    print_number(out, &problem->out, &datum);
  }
  if (!problem->out.decimal) fprintf(out, ", %u", known ? tmd_correct_odd(&correct) : 0);
  fprintf(out, ", %d, TMD_KIND_%s, %u},\n",
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
      "%s"
      "  signed char side; /* -1: |f(x)| is below what it is near; 1: above; 0: exact, undecided or not evaluated */\n"
      "  unsigned char kind; /* what f(x) is near: a number, a midpoint */\n"
      "  unsigned short hardness; /* 65535: exact, 0: undecided */\n"
      "};\n\n";
  static const char odd[] =
      "  unsigned char odd; /* the two bits behind those of rz that rounding to odd with two more bits gives */\n",
                    ties_away[] = "  %s rt; /* to nearest, ties away from zero */\n";
  const char *x = c_types[c_number_of(&problem->in)].definition,
             *f = c_types[c_number_of(&problem->out)].definition;
  fprintf(out, "#include <math.h>\n%s%s", x ? x : "", f && f != x ? f : "");
  const char *const type = c_types[c_number_of(&problem->out)].type;
  char more[sizeof odd];
  snprintf(more, sizeof more, problem->out.decimal ? ties_away : odd, type);
  fprintf(out, text, name, c_types[c_number_of(&problem->in)].type, type, more);
}

/* C has no empty arrays: a table without cases has an entry of zeros that is not counted. */
static void print_table(FILE *out, const char *name, const struct tmd_list *list) {
  static const char *const suffixes[] = {"DIRECTED", "NEAREST", "EXACT", "UNDECIDED"};
  char capitals[NAME_BYTES];
  unsigned long long count[TMD_CASE_KINDS] = {0}, all = 0;
  const struct tmd_case *r;
  in_capitals(capitals, name);
  for (size_t at = 0; (r = tmd_list_case(list, &at)); all++) count[tmd_case_kind(&r->record)]++;
  for (int kind = 0; kind < TMD_IS_CANDIDATE; kind++)
    fprintf(out, "#define %s_%s_COUNT %llu\n", capitals, suffixes[kind], count[kind]);
  fprintf(out, "#define %s_COUNT %llu\n", capitals, all);
  fprintf(out, "static const struct %s_case %s_cases[] = {\n", name, name);
  for (size_t at = 0; (r = tmd_list_case(list, &at));) print_case(out, r);
  if (!all) fputs("  {0} /* none */\n", out);
  fputs("};\n\n", out);
}

/* The number of regions with all arguments hard, or all of a class: the tables, and the greatest
   hardness, may lack them. */
static unsigned long long hard_regions(const struct tmd_list *list) {
  unsigned long long count = 0;
  for (size_t i = 0; i < list->results->stretches; i++)
    count += (unsigned long long)tmd_stretch_is_hard(list->results->stretch + i);
  return count;
}

void tmd_list_print_c(FILE *out, const struct tmd_list *list) {
  const struct tmd_problem *problem = list->problem;
  const long long min_bits = list->selection.min_bits;
  char name[NAME_BYTES], capitals[NAME_BYTES];
  c_name(name, problem);
  in_capitals(capitals, name);
  fputs("/*\n", out);
  tmd_list_print_comments(out, " * ", list);
  fputs(" * _HARDNESS: 0 if none was found, regions apart\n */\n", out);
  print_types(out, name, problem);
  fprintf(out, "#define %s_BITS %d\n", capitals,
          min_bits > problem->bits ? (int)min_bits : problem->bits);
  fprintf(out, "#define %s_WHOLE_DOMAIN %d\n", capitals, !list->gaps.count);
  fprintf(out, "#define %s_HARD_REGIONS %llu\n", capitals, hard_regions(list));
  fprintf(out, "#define %s_DIRECTED_HARDNESS %u\n", capitals, list->greatest[TMD_IS_NUMBER]);
  fprintf(out, "#define %s_NEAREST_HARDNESS %u\n\n", capitals, list->greatest[TMD_IS_MIDPOINT]);
  print_table(out, name, list);
}

/* The guard contains the names of all tables, so that it differs between headers. */
int tmd_list_begin_c(FILE *out, const struct tmd_results *results) {
  char **names = NULL, capitals[NAME_BYTES];
  size_t count = 0;
  int failed = name_tables(&names, &count, results);
  if (!failed && !count) failed = tmd_error(TMD_USAGE, "nothing was found or searched: no header");
  for (int i = 0; i < 2 && !failed; i++) {
    fputs(i ? "#define " : "#ifndef ", out);
    for (size_t k = 0; k < count; k++) fprintf(out, "%s_", in_capitals(capitals, names[k]));
    fputs(i ? "H\n\n" : "H\n", out);
  }
  for (size_t i = 0; i < count; i++) free(names[i]);
  free(names);
  return failed;
}
