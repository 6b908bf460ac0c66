#include "tools/generate/c-text.h"

#include <string.h>

enum { COLUMNS = 4 };

static void print_table(FILE *out, const struct tmd_table *table, const char *qualifiers) {
  const int single = !strcmp(table->type, "float");
  char text[TMD_DOUBLE_TEXT_BYTES];
  fprintf(out, "%s%s %s[%d] = {", qualifiers, table->type, table->name, table->count);
  for (int i = 0; i < table->count; i++)
    fprintf(out, "%s%s%s,", i % COLUMNS ? " " : "\n  ", tmd_double_print(text, table->entry[i]),
            single ? "f" : "");
  fputs("\n};\n", out);
}

/* b for which |y - f(x)| <= b |f(x)|, in four digits, rounded up. */
static double bound_of(const struct tmd_design *design) {
  arf_t bound;
  arf_init(bound);
  arf_set_mag(bound, design->bound);
  const double result = arf_get_d(bound, ARF_RND_UP);
  arf_clear(bound);
  return result;
}

static void print_commands(FILE *out, const struct tmd_approximation *p) {
  for (const char *line = p->sollya; *line; line = strchr(line, '\n') + 1)
    fprintf(out, "     %.*s\n", (int)strcspn(line, "\n"), line);
}

static void print_comment(FILE *out, const struct tmd_design *design, const struct tmd_text *text) {
  fprintf(out, "/* %s(x) in binary32, correctly rounded in every rounding mode.\n\n",
          design->f->name);
  if (text->license) fprintf(out, "   SPDX-License-Identifier: %s\n", text->license);
  fprintf(
      out,
      "   Made by tmd " TMD_VERSION ": %s\n\n"
      "   %s.\n\n"
      "   y, the value before the last rounding, is f(x) (1 + d) with |d| <= %a in every\n"
      "   rounding mode, so that results are right but for arguments of hardness %d or more.\n"
      "   All of these are known: the function was run at these %zu arguments, in four modes,\n"
      "   and y is replaced at %d of them. In the comments below, errors are of y before that.\n",
      text->command, design->scheme->description, bound_of(design), text->bits, text->cases,
      design->replaced_count);
  if (design->p.count + design->piece_count) fputs("\n   Coefficients, by Sollya:\n", out);
  print_commands(out, &design->p);
  for (int i = 0; i < design->piece_count; i++) print_commands(out, design->piece + i);
  fputs("*/\n", out);
}

static void print_exact(FILE *out, const struct tmd_design *design) {
  uint32_t bits = 0;
  if (design->exact_count == 0) return;
  for (int i = 0; i < design->exact_count; i++) bits |= design->exact[i].x;
  const uint32_t mask = (bits & -bits) - 1;
  fprintf(out,
          "  if (__builtin_expect((v.u & 0x%xu) == 0, 0)) switch (v.u) { /* exact results */\n",
          mask);
  for (int i = 0; i < design->exact_count; i++)
    fprintf(out, "    case 0x%08xu: return %.1ff;\n", design->exact[i].x, design->exact[i].y);
  fputs("  }\n", out);
}

static void print_function(FILE *out, const struct tmd_design *design, int trial) {
  fprintf(out, "float %s(float x);\nfloat %s(float x) {\n", design->symbol, design->symbol);
  fputs("  const union { float f; uint32_t u; } v = {.f = x};\n", out);
  print_exact(out, design);
  design->scheme->print_reduction(out, design);
  tmd_terms_print(out, &design->steps, trial);
  for (int i = 0; i < design->replaced_count && !trial; i++)
    fprintf(out, "  y = v.u == 0x%08xu ? %a : y;\n", design->replaced[i].x, design->replaced[i].y);
  fputs("  return (float)y;\n}\n", out);
}

void tmd_design_print(FILE *out, const struct tmd_design *design, const struct tmd_text *text) {
  print_comment(out, design, text);
  fputs("#include <float.h>\n#include <stdint.h>\n\n"
        "#if defined __FAST_MATH__ || FLT_EVAL_METHOD != 0\n"
        "#error \"the operations of this file must be those of IEEE 754\"\n"
        "#endif\n"
        "#ifdef __clang__\n"
        "#pragma STDC FENV_ACCESS ON\n"
        "#endif\n\n",
        out);
  for (int i = 0; i < TMD_TABLES_MAX; i++)
    if (design->table[i].count)
      print_table(out, design->table + i, text->trial ? "" : "static const ");
  if (text->trial) fprintf(out, "double K[%d];\n", TMD_TERMS_MAX);
  fputs("\n", out);
  print_function(out, design, text->trial);
}
