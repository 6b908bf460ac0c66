#include "tools/generate/text/c-comment.h"

#include <math.h>
#include <string.h>

#include "lib/cli/options.h"
#include "lib/expression/tree/aliases.h"
#include "tools/generate/text/byte-text.h"
#include "tools/generate/text/project-text.h"
#include "tools/generate/ulp-bound.h"

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

/* What a named expression such as gelu stands for; NULL: it is no named one. */
static const char *definition_of(const struct tmd_design *design) {
  const struct tmd_named *named = tmd_named_find(design->f->name);
  return named && design->f->id == TMD_FN_expression ? named->definition : NULL;
}

/* Of functions for devices, and of pairs of floats. */
static void print_device(FILE *out, const struct tmd_design *design) {
  const int encodings = design->format->every;
  fprintf(out, "   Rounded to nearest; %s_rtz, _rtp and _rtn toward zero, up and down",
          design->symbol);
  if (design->demands.device == TMD_DEVICE_OPENCL)
    fprintf(out, "; behind these names,\n   2, 4, 8 or 16 for vectors of so many %s",
            encodings ? "numbers" : "floats");
  fputs(".\n", out);
  if (encodings) fputs("   Arguments and results are encodings.\n", out);
  if (design->demands.device == TMD_DEVICE_OPENCL && !strcmp(design->format->name, "binary16"))
    fprintf(out, "   With cl_khr_fp16, as_half(%s(as_ushort(x))) is the function of a half x.\n",
            design->symbol);
  if (design->demands.flush)
    fputs(
        "   A subnormal argument counts as the zero of its sign, and a rounded result that is\n"
        "   subnormal is replaced by the zero of its sign. Other results are correctly rounded.\n",
        out);
  fputs("\n", out);
}

/* The functions of the file, if they are more than one of a float. */
static void print_names(FILE *out, const struct tmd_design *design) {
  if (design->demands.arithmetic == TMD_INTEGER)
    fprintf(
        out,
        "   By operations of integers alone, and without flags or errno: the same bits everywhere.\n"
        "   %s_bits and %s round to nearest%s\n"
        "   Where no breakpoint lies between f(x) and x, or a constant, as next to 0, y may be any\n"
        "   number on f's side of it: the bound below is that of all other arguments.\n\n",
        design->symbol, design->symbol,
        design->demands.nearest ? "."
                                : "; behind these names, _rtz, _rtp and _rtn toward\n"
                                  "   zero, up and down.");
  else if (design->demands.device || design->demands.arithmetic == TMD_FLOAT_FLOAT)
    print_device(out, design);
  else if (design->demands.vector && design->format->every)
    fprintf(out,
            "   For vectors of encodings: %s_v(x) of 16 with AVX2 (-march=x86-64-v3), of 32 with\n"
            "   AVX-512 (v4), of 8 on AArch64; %s_h(x) of half as many; %s_array(y, x, n); and\n"
            "   _ZGV..._%s, by the names of the vector ABI.\n"
            "   No lane raises flags for another one's argument.\n\n",
            design->symbol, design->symbol, design->symbol, design->symbol);
  else if (design->demands.vector)
    fprintf(
        out,
        "   For vectors: %s_v(x) of %s %s_h(x) of half as many; %s_array(y, x, n); and _ZGV..._%s, by\n"
        "   the names of the vector ABI.\n"
        "   No lane raises flags for another one's argument.\n\n",
        design->symbol,
        design->demands.no_fma
            ? "4 floats with SSE4.2 (-march=x86-64-v2);\n  "
            : "8 floats with AVX2 (-march=x86-64-v3), of 16 with AVX-512 (v4),\n   of 4 on AArch64;",
        design->symbol, design->symbol, design->symbol);
}

/* Of functions by pairs of floats. */
static void print_pairs(FILE *out, const struct tmd_design *design) {
  const int by_size = design->f->symmetry.parity != TMD_PARITY_NONE;
  fprintf(
      out,
      "   All operations are of floats, and round to nearest, the mode that must be in force; no\n"
      "   flag is promised. Subnormal numbers must not be flushed to zero. The function was run\n"
      "   at every %sargument, in four modes, beside one whose results are proved; y, the pair\n"
      "   of floats before the last rounding, is moved at %d of them%s.\n",
      by_size ? "positive " : "", design->replaced_count,
      by_size && design->replaced_count ? ", of either sign" : "");
}

void tmd_comment_print(FILE *out, const struct tmd_design *design, const struct tmd_text *text) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz_0123456789";
  const char *name = design->f->name, *format = design->format->name;
  const char *modes = design->demands.nearest ? "this mode" : "four modes";
  const char *license = text->license ? text->license : tmd_project_license(&design->demands);
  char options[TMD_DEMANDS_BYTES], accuracy[TMD_ACCURACY_BYTES];
  const int word = strspn(name, letters) == strlen(name),
            formula = design->f->id == TMD_FN_expression && !word;
  const char *definition = definition_of(design), *listed = tmd_design_listed(design);
  fprintf(out, "/* %s%s%s%s in %s, %s.\n\n", name, formula ? "" : "(x)", definition ? " = " : "",
          definition ? definition : "", format, tmd_ulp_print_accuracy(accuracy, &design->demands));
  if (license) fprintf(out, "   SPDX-License-Identifier: %s\n", license);
  fprintf(out,
          "   Made by tmd " TMD_VERSION ": tmd-generate %s%s%s --format %s --name %s%s\n\n"
          "   %s.\n\n",
          word ? "" : "'", name, word ? "" : "'", format, design->symbol,
          tmd_demands_print(options, &design->demands), design->scheme->description);
  print_names(out, design);
  if (design->demands.project) tmd_project_describe(out, design);
  else if (design->demands.set_errno)
    fputs(
        "   errno is set: EDOM if the result is NaN, and x is not; ERANGE at poles, if the result\n"
        "   overflows, or if it is inexact, and subnormal or 0. Otherwise it is left as it was.\n\n",
        out);
  if (design->demands.no_fma && !design->results)
    fputs("   Without FMA: a b + c is a product and a sum, which are rounded separately.\n\n", out);
  if (design->results) tmd_byte_text_describe(out, design, modes);
  else if (design->demands.arithmetic == TMD_FLOAT_FLOAT) print_pairs(out, design);
  else if (design->format->every)
    fprintf(out,
            "   The function was run at all %zu arguments with finite values, in %s; y, the\n"
            "   value before the last rounding, is replaced at %d of them.\n",
            text->cases, modes, design->replaced_count);
  else if (design->demands.micro_ulp) tmd_ulp_print_claim(out, bound_of(design));
  else if (design->demands.vector && design->scheme->lanes->whole)
    fprintf(out,
            "   This operation is correctly rounded; the function was run at the %zu arguments of\n"
            "   hardness %d or more, in %s and every lane.\n",
            text->cases, text->bits, modes);
  else
    fprintf(
        out,
        "   y, the value before the last rounding, is f(x) (1 + d) with |d| <= %a in every\n"
        "   rounding mode, so that results are right but for arguments of hardness %d or more%s%s.\n"
        "   All of these are known: the function was run at these %zu arguments, in %s%s,\n"
        "   and y is replaced at %d of them%s. In the comments below, errors are of y before that.\n",
        bound_of(design), text->bits, listed ? ",\n   and for " : "", listed ? listed : "",
        text->cases, modes, design->demands.vector ? " and every lane" : "", design->replaced_count,
        design->by_size ? ", of either sign" : "");
  if (design->p.count + design->piece_count)
    fprintf(out, "\n   Coefficients, by Sollya%s:\n",
            design->p.moved || design->q.moved ? ", then moved by less than 2^-51 of p" : "");
  print_commands(out, &design->p);
  if (design->p.left_out) fprintf(out, "     without the last %d of these\n", design->p.left_out);
  print_commands(out, &design->q);
  for (int i = 0; i < design->piece_count; i++) print_commands(out, design->piece + i);
  fputs("*/\n", out);
}

void tmd_beginning_print(FILE *out, const struct tmd_demands *demands) {
  if (demands->set_errno) fputs("#include <errno.h>\n", out);
  fputs("#include <float.h>\n#include <stdint.h>\n\n"
        "#if defined __FAST_MATH__ || FLT_EVAL_METHOD != 0\n"
        "#error \"the operations of this file must be those of IEEE 754\"\n"
        "#endif\n"
        "#ifdef __clang__\n"
        "#pragma STDC FENV_ACCESS ON\n"
        "#endif\n\n",
        out);
}

void tmd_design_say(const struct tmd_design *design, const struct tmd_problem *problem,
                    size_t cases) {
  const char *name = problem->name;
  if (design->results) tmd_say("%s: every argument: a table", name);
  else if (design->demands.micro_ulp)
    tmd_say("%s: error 2^%.2f before the last rounding, %d and %d coefficients fewer", name,
            log2(mag_get_d(design->bound)), design->demands.fewer[0], design->demands.fewer[1]);
  else if (design->format->every)
    tmd_say("%s: every argument: %zu finite values, %d exceptions", name, cases,
            design->replaced_count);
  else
    tmd_say("%s: hardness %d or more: %zu cases, %d exceptions", name, problem->bits, cases,
            design->replaced_count);
}
