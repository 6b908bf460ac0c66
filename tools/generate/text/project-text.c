#include "tools/generate/text/project-text.h"

#include <ctype.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "lib/base/error.h"
#include "tools/generate/reals.h"
#include "tools/generate/text/c-comment.h"

/* Words of the C text, and those in their place. A word that begins with a letter does not begin
   within a name. */
struct spelling {
  const char *from, *to;
};
enum { SPELLINGS_MAX = 16 };

static const struct project {
  const char *option, *license;
  const char *unlikely, *likely; /* macros in place of __builtin_expect */
  const char *integer;           /* a call in place of print_nearest's lines, or NULL */
  struct spelling words[SPELLINGS_MAX];
  const char *assumed; /* for the comment */
} projects[] = {[TMD_PROJECT_CORE_MATH] = {"core-math",
                                           "MIT",
                                           NULL,
                                           NULL,
                                           NULL,
                                           {{"errno = EDOM", "SET_ERRNO(EDOM)"},
                                            {"errno = ERANGE", "SET_ERRNO(ERANGE)"}},
                                           "   With CORE_MATH_SUPPORT_ERRNO defined, errno is set"},
                [TMD_PROJECT_GLIBC] = {"glibc",
                                       "LGPL-2.1-or-later",
                                       "__glibc_unlikely (",
                                       "__glibc_likely (",
                                       "roundeven_finite (n)",
                                       {{"errno = EDOM", "__set_errno (EDOM)"},
                                        {"errno = ERANGE", "__set_errno (ERANGE)"},
                                        {"const float z = (float)y",
                                         "const float z = math_narrow_eval ((float)y)"},
                                        {"__builtin_fma(", "fma ("},
                                        {"__builtin_sqrt(", "sqrt ("},
                                        {"__builtin_fabs(", "fabs ("},
                                        {"__builtin_fabsf(", "fabsf ("},
                                        {"__builtin_copysign(", "copysign ("},
                                        {"__builtin_copysignf(", "copysignf ("},
                                        {"__builtin_isnan(", "isnan ("},
                                        {"__builtin_isinf(", "isinf ("},
                                        {"__builtin_isfinite(", "isfinite ("},
                                        {"__builtin_isless(", "isless ("},
                                        {"__builtin_isgreaterequal(", "isgreaterequal ("}},
                                       "   No wrapper (w_*f.c) is needed. errno is set"},
                [TMD_PROJECT_LLVM] = {"llvm",
                                      "Apache-2.0 WITH LLVM-exception",
                                      "LIBC_UNLIKELY(",
                                      "LIBC_LIKELY(",
                                      "fputil::nearest_integer(n)",
                                      {{"errno = EDOM", "fputil::set_errno_if_required(EDOM)"},
                                       {"errno = ERANGE", "fputil::set_errno_if_required(ERANGE)"},
                                       {"const union { float f; uint32_t u; } v = {.f = x};",
                                        "const fputil::FPBits<float> v(x);"},
                                       {"v.u", "v.uintval()"},
                                       {"v.f", "v.get_val()"},
                                       {"__builtin_fma(", "multiply_add("},
                                       {"__builtin_sqrt(", "fputil::sqrt<double>("}},
                                      "   Where math_errhandling has MATH_ERRNO, errno is set"}};

static const struct project *project_of(const struct tmd_demands *demands) {
  return projects + demands->project;
}

const char *tmd_project_name(const struct tmd_demands *demands) {
  return project_of(demands)->option;
}

const char *tmd_project_license(const struct tmd_demands *demands) {
  return project_of(demands)->license;
}

/* ---- names ---- */

/* The project's name of the function: of cr_expf, expf. */
static const char *name_of(const struct tmd_design *design) {
  const char *symbol = design->symbol;
  const int prefix = design->demands.project == TMD_PROJECT_CORE_MATH && !strncmp(symbol, "cr_", 3);
  return symbol + (prefix ? 3 : 0);
}

/* e_ for functions that had wrappers, else s_. */
static char glibc_letter(const struct tmd_function *f) {
  static const char *const wrapped[] = {"acos", "acosh", "asin",  "atanh", "cosh", "exp", "exp10",
                                        "exp2", "log",   "log10", "log2",  "sinh", "sqrt"};
  for (size_t i = 0; i < sizeof wrapped / sizeof *wrapped; i++)
    if (!strcmp(f->name, wrapped[i])) return 'e';
  return 's';
}

static void print_path(FILE *out, const struct tmd_design *design) {
  const char *name = name_of(design);
  switch (design->demands.project) {
  case TMD_PROJECT_CORE_MATH:
    fprintf(out, "src/%s/%s/%s.c", design->format->name, design->f->name, name);
    return;
  case TMD_PROJECT_GLIBC:
    fprintf(out, "sysdeps/ieee754/flt-32/%c_%s.c", glibc_letter(design->f), name);
    return;
  default: fprintf(out, "libc/src/math/generic/%s.cpp", name);
  }
}

void tmd_project_describe(FILE *out, const struct tmd_design *design) {
  fputs("   In the form of ", out);
  print_path(out, design);
  fprintf(out,
          ".\n"
          "%s: EDOM if the result is NaN,\n"
          "   and x is not; ERANGE at poles, if the result overflows, or if it is inexact, and\n"
          "   subnormal or 0. Otherwise it is left as it was.\n\n",
          project_of(&design->demands)->assumed);
}

int tmd_project_check(const struct tmd_demands *demands, const struct tmd_function *f,
                      const char *format, const char *symbol) {
  const char *option = project_of(demands)->option;
  const int glibc = demands->project == TMD_PROJECT_GLIBC,
            sixteen = demands->project == TMD_PROJECT_CORE_MATH && !strcmp(format, "binary16");
  if (strcmp(format, "binary32") && !sixteen)
    return tmd_error(TMD_USAGE, "--to %s: functions are made in binary32%s, not %s", option,
                     demands->project == TMD_PROJECT_CORE_MATH ? " and binary16" : "", format);
  if (glibc && (f->id == TMD_FN_lgamma || f->id == TMD_FN_tgamma))
    return tmd_error(TMD_USAGE, "--to glibc: %s: glibc's e_*_r.c has another interface", f->name);
  if (glibc && symbol[strlen(symbol) - 1] != 'f')
    return tmd_error(TMD_USAGE, "--to glibc: --name %s: names end with f", symbol);
  return 0;
}

/* ---- exceptions ---- */

/* The results in the order of the rows: toward zero, up, down, to nearest. y is none of them. */
static void find_results(uint32_t result[4], double y) {
  const float near = (float)y, other = nextafterf(near, near < y ? INFINITY : -INFINITY),
              up = near < y ? other : near, down = near < y ? near : other;
  result[0] = tmd_float_encode(y < 0 ? up : down);
  result[1] = tmd_float_encode(up), result[2] = tmd_float_encode(down);
  result[3] = tmd_float_encode(near);
}

int tmd_project_lists(const struct tmd_design *design) {
  if (design->demands.project != TMD_PROJECT_LLVM) return 0;
  for (int i = 0; i < design->replaced_count; i++) /* others raise more than inexact */
    if (fabs(design->replaced[i].y) < 0x1p-126 || fabs(design->replaced[i].y) > FLT_MAX) return 0;
  return design->replaced_count > 0;
}

static void print_list(FILE *out, const struct tmd_design *design) {
  fprintf(out,
          "/* Results toward zero, and what other modes add to their encodings. */\n"
          "static constexpr fputil::ExceptValues<float, %d> EXCEPTIONS = {{\n"
          "    // (input, RZ output, RU offset, RD offset, RN offset)\n",
          design->replaced_count);
  for (int i = 0; i < design->replaced_count; i++) {
    uint32_t result[4];
    find_results(result, design->replaced[i].y);
    fprintf(out, "    {0x%08xU, 0x%08xU, %uU, %uU, %uU}, // x = %a\n", design->replaced[i].x,
            result[0], result[1] - result[0], result[2] - result[0], result[3] - result[0],
            tmd_float_decode(design->replaced[i].x));
  }
  fputs("}};\n\n", out);
}

static void print_lookup(FILE *out, const struct tmd_design *design) {
  const int odd = design->by_size && design->f->symmetry.parity == TMD_PARITY_ODD;
  fprintf(out,
          "  const fputil::FPBits<float> bits(x);\n"
          "  if (auto r = EXCEPTIONS.%s(bits.uintval()%s%s); LIBC_UNLIKELY(r.has_value())) {\n"
          "    fputil::raise_except_if_required(FE_INEXACT);\n"
          "    return r.value();\n"
          "  }\n",
          odd ? "lookup_odd" : "lookup", design->by_size ? " & 0x7fff'ffffU" : "",
          odd ? ", bits.is_neg()" : "");
}

/* ---- the text ---- */

/* The lines of print_nearest, up to the end: one call. */
static const char *print_integer(FILE *out, const struct project *project, const char *at) {
  static const char end[] = "#endif\n";
  const char *declaration = strstr(at, "const double m = ");
  const char *line = strchr(at, '\n') + 1;
  fprintf(out, "%.*sconst double m = %s;\n", (int)(declaration - line), line, project->integer);
  return strstr(at, end) + strlen(end);
}

/* __builtin_expect(E, 0) or (E, 1): the macro's beginning, and E's length. */
static const char *find_macro(const struct project *project, const char *argument, size_t *bytes) {
  int depth = 0;
  const char *at = argument;
  for (; depth > 0 || *at != ','; at++) depth += (*at == '(') - (*at == ')');
  *bytes = (size_t)(at - argument);
  return at[2] == '0' ? project->unlikely : project->likely;
}

static const struct spelling *find_word(const struct project *project, const char *at,
                                        char before) {
  for (const struct spelling *word = project->words; word->from; word++)
    if (!strncmp(at, word->from, strlen(word->from)) &&
        !(isalnum((unsigned char)before) || before == '_' || before == '.'))
      return word;
  return NULL;
}

/* The first `bytes` of the text. */
static void print_words(FILE *out, const struct project *project, const char *text, size_t bytes) {
  static const char expect[] = "__builtin_expect(", nearest[] = "#if __GNUC__ >= 10 ||";
  const char *end = text + bytes, *first = text;
  while (text < end) {
    const struct spelling *word = find_word(project, text, text > first ? text[-1] : '\n');
    size_t inner;
    if (word) fputs(word->to, out), text += strlen(word->from);
    else if (project->integer && !strncmp(text, nearest, strlen(nearest)))
      text = print_integer(out, project, text);
    else if (project->unlikely && !strncmp(text, expect, strlen(expect))) {
      text += strlen(expect);
      fputs(find_macro(project, text, &inner), out);
      print_words(out, project, text, inner);
      text += inner + strlen(", 0");
    } else fputc(*text++, out);
  }
}

static void print_headers(FILE *out, const struct tmd_design *design, const char *text) {
  switch (design->demands.project) {
  case TMD_PROJECT_CORE_MATH:
    fputs("#ifdef CORE_MATH_SUPPORT_ERRNO\n"
          "#define SET_ERRNO(e) (errno = (e))\n"
          "#else\n"
          "#define SET_ERRNO(e) ((void)0)\n"
          "#endif\n",
          out);
    return;
  case TMD_PROJECT_GLIBC:
    fputs("#include <math.h>\n#include <math-narrow-eval.h>\n"
          "#include <libm-alias-float.h>\n#include \"math_config.h\"\n",
          out);
    return;
  default: fprintf(out, "#include \"src/math/%s.h\"\n", design->symbol);
  }
  static const struct spelling headers[] = {{"", "FPUtil/FEnvImpl.h"},
                                            {"", "FPUtil/FPBits.h"},
                                            {"__builtin_fma(", "FPUtil/FMA.h"},
                                            {"__builtin_roundeven(", "FPUtil/nearest_integer.h"},
                                            {"__builtin_sqrt(", "FPUtil/sqrt.h"},
                                            {"", "common.h"},
                                            {"", "macros/config.h"},
                                            {"", "macros/optimization.h"}};
  if (tmd_project_lists(design))
    fputs("#include \"src/__support/FPUtil/except_value_utils.h\"\n", out);
  for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
    if (strstr(text, headers[i].from))
      fprintf(out, "#include \"src/__support/%s\"\n", headers[i].to);
}

static void print_head(FILE *out, const struct tmd_design *design) {
  const char *symbol = design->symbol, *type = design->format->type;
  switch (design->demands.project) {
  case TMD_PROJECT_CORE_MATH: fprintf(out, "%s %s(%s x) {\n", type, symbol, type); return;
  case TMD_PROJECT_GLIBC: fprintf(out, "float\n__%s (float x)\n{\n", symbol); return;
  default: fprintf(out, "LLVM_LIBC_FUNCTION(float, %s, (float x)) {\n", symbol);
  }
  if (tmd_project_lists(design)) print_lookup(out, design);
}

void tmd_project_print(FILE *out, const struct tmd_design *design, const char *text) {
  const struct project *project = project_of(&design->demands);
  const int llvm = design->demands.project == TMD_PROJECT_LLVM;
  const char *type = design->format->type;
  char head[2 * sizeof design->symbol + 80];
  const int bytes = snprintf(head, sizeof head, "%s %s(%s x);\n%s %s(%s x) {\n", type,
                             design->symbol, type, type, design->symbol, type);
  const char *function = strstr(text, head);
  print_headers(out, design, text);
  tmd_beginning_print(out, &design->demands);
  if (llvm) fputs("namespace LIBC_NAMESPACE_DECL {\n\n", out);
  if (llvm && strstr(text, "__builtin_fma("))
    fputs("/* a b + c, rounded once. */\n"
          "static inline double multiply_add(double a, double b, double c) {\n"
          "  return fputil::fma<double>(a, b, c);\n}\n\n",
          out);
  if (tmd_project_lists(design)) print_list(out, design);
  print_words(out, project, text, (size_t)(function - text));
  print_head(out, design);
  print_words(out, project, function + bytes, strlen(function + bytes));
  if (llvm) fputs("\n} // namespace LIBC_NAMESPACE_DECL\n", out);
  if (design->demands.project == TMD_PROJECT_GLIBC) {
    const int letters = (int)strlen(design->symbol) - 1;
    fprintf(out, "libm_alias_float (__%.*s, %.*s)\n", letters, design->symbol, letters,
            design->symbol);
  }
}
