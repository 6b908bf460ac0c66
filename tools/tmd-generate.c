/* tmd-generate: correctly rounded functions in C, made from complete lists of hard cases. */
#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/c-name.h"
#include "lib/base/error.h"
#include "lib/cli/options.h"
#include "lib/cli/program.h"
#include "tools/check/run/checks.h"
#include "tools/generate/make/make-design.h"
#include "tools/generate/proof/replay.h"
#include "tools/generate/scheme/schemes.h"
#include "tools/generate/text/c-comment.h"
#include "tools/generate/text/c-library.h"
#include "tools/generate/text/project-text.h"
#include "tools/generate/trial/trial.h"
#include "tools/generate/ulp-bound.h"

enum { SYMBOL_MAX = 60 };

static const char *symbol, *license, *format_text = "binary32";
static const char *wanted_scheme, *proof, *replayed;
static int no_check, print_list, all, language;
static long long max_table = LONG_MAX;
static struct tmd_demands demands;

static int take_ulp(const char *text) { return tmd_ulp_parse(&demands.micro_ulp, text); }

static const struct tmd_option options[] = {
    {"format", 'f', TMD_TEXT, "FORMAT",
     "format: binary32 (default), binary16, bfloat16, tf32, or one of 8 bits",
     .target = &format_text},
    {"name", 0, TMD_TEXT, "NAME", "name of the function made (default expf for exp)",
     .target = &symbol},
    {"modes", 0, TMD_CHOICE, "MODES", "rounding modes that count: all (default), or nearest",
     .target = &demands.nearest, .choices = "all|nearest"},
    {"ulp", 0, TMD_EACH, "B", "errors of at most B ulp to nearest instead of correct rounding",
     .each = take_ulp},
    {"scheme", 0, TMD_TEXT, "SCHEME", "compute it so, if it can be", .target = &wanted_scheme},
    {"no-fma", 0, TMD_FLAG, NULL, "for processors without fused multiply-add",
     .target = &demands.no_fma},
    {"errno", 0, TMD_FLAG, NULL, "set errno", .target = &demands.set_errno},
    {"to", 0, TMD_CHOICE, "LANGUAGE",
     "language: c (default), or others, also a library's (see --man)", .target = &language,
     .choices = "c|opencl|cuda|core-math|glibc|llvm"},
    {"arith", 0, TMD_CHOICE, "ARITHMETIC", "operations: double (default), integer, or others",
     .target = &demands.arithmetic, .choices = "double|float|float-float|integer"},
    {"vector", 0, TMD_FLAG, NULL, "for vectors of CPUs", .target = &demands.vector},
    {"ftz", 0, TMD_FLAG, NULL, "subnormal arguments and results are zeros, on devices",
     .target = &demands.flush},
    {"max-table", 0, TMD_NUMBER, "BYTES", "refuse a function with more tables and constants",
     .target = &max_table, .least = 1, .most = LONG_MAX},
    {"license", 0, TMD_TEXT, "SPDX", "licence that the file names", .target = &license},
    {"proof", 0, TMD_TEXT, "FILE", "write the proof to FILE, and its claims to FILE.tmd",
     .target = &proof},
    {"replay", 0, TMD_TEXT, "PROOF", "check the proof of the function in the file FUNCTION",
     .target = &replayed},
    {"no-check", 0, TMD_FLAG, NULL, "do not run tmd-check on the function made",
     .target = &no_check},
    {"all", 0, TMD_FLAG, NULL, "all functions of --list, into FILE.c of -o, and FILE.h",
     .target = &all},
    {"list", 0, TMD_FLAG, NULL, "print the functions that can be made", .target = &print_list},
    {0},
};

TMD_PAGE("tools/tmd-generate.mdoc");

static const struct tmd_tool tool = {
    "tmd-generate",
    "make a correctly rounded function in C",
    "FUNCTION [FILE...]",
    "Writes one self-contained file of C, with a function that is correctly rounded in every "
    "rounding mode, from the list of its hard cases.",
    options,
    "tmd-generate exp2 -o exp2f.c\n"
    "tmd-check --library ./exp2f.c --function exp2 --format binary32 --domain 1:2 --flags",
    tmd_page,
};

static struct tmd_making making = {.demands = &demands};

/* Letters, digits and these others, at most SYMBOL_MAX. */
static int is_word(const char *word, const char *others) {
  size_t bytes = 0;
  while (isalnum((unsigned char)word[bytes]) || (word[bytes] && strchr(others, word[bytes])))
    bytes++;
  return !word[bytes] && bytes > 0 && bytes <= SYMBOL_MAX;
}

/* The name of the function made, unless an option gives it: rootn(-2) is rootnm2f, or rootnm2f16.
 */
static void name_symbol(char name[SYMBOL_MAX + 4]) {
  size_t bytes = 0;
  const char *function = making.problem->name, *suffix = making.format->suffix;
  for (const char *c = function; *c && bytes + strlen(suffix) < SYMBOL_MAX; c++)
    if (isalnum((unsigned char)*c) || *c == '-') name[bytes++] = *c == '-' ? 'm' : *c;
  strcpy(name + bytes, suffix);
  if (demands.device == TMD_DEVICE_CUDA || /* the language has expf */
      demands.project == TMD_PROJECT_CORE_MATH)
    memmove(name + 3, name, strlen(name) + 1), memcpy(name, "cr_", 3);
  if (!symbol && isdigit((unsigned char)*name))
    tmd_die(TMD_USAGE, "--name NAME is needed: %.80s gives no name of C", function);
}

static void write_text(const struct tmd_text *text) {
  FILE *out = tmd_open_output(0);
  tmd_design_print(out, &making.design, text);
  if (ferror(out) | fclose(out)) tmd_die(TMD_USAGE, "%s: cannot be written", tmd_output_name());
  tmd_output_complete();
}

/* In float: in either format more pieces are needed, or too many results are exact. */
static int is_single(const struct tmd_function *f) {
  static const char *const others[] = {"cbrt",  "sin",   "cos",    "tan",   "sinpi",
                                       "cospi", "tanpi", "tgamma", "lgamma"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (!strcmp(f->name, others[i])) return 0;
  return tmd_scheme_find(f) != NULL;
}

static int can_be_made(const struct tmd_function *f) {
  if (demands.arithmetic == TMD_FLOAT) return is_single(f);
  const struct tmd_scheme *scheme = tmd_making_scheme(&demands, f);
  return scheme && (!demands.no_fma || tmd_scheme_without_fma(scheme, f)) &&
         !(demands.micro_ulp && scheme->list) &&
         !(demands.project && tmd_project_check(&demands, f, format_text, "f"));
}

static int list_functions(void) {
  FILE *out = tmd_open_output(0);
  const struct tmd_function *f;
  for (int i = 0; (f = tmd_function_entry(i)); i++)
    if (can_be_made(f)) fprintf(out, "%s\n", f->name);
  if (ferror(out) | fclose(out)) tmd_die(TMD_USAGE, "%s: cannot be written", tmd_output_name());
  tmd_output_complete();
  return TMD_OK;
}

/* --replay: the proof of the function in a file of C. The proof says how this was made. */
static int replay(char **files) {
  static const struct tmd_demands none;
  static struct tmd_design design;
  size_t cases;
  if (files[1] || symbol || license || wanted_scheme || proof || no_check || print_list ||
      max_table != LONG_MAX || strcmp(format_text, "binary32") ||
      memcmp(&demands, &none, sizeof none))
    tmd_die(TMD_USAGE, "--replay: takes one file, and no option of functions that are made");
  if (tmd_proof_replay(&design, &cases, replayed, files[0])) tmd_fail();
  FILE *out = tmd_open_output(0);
  fprintf(out, "%s\tproved\t%zu\n", design.f->name, cases);
  tmd_close_text(out);
  tmd_output_complete();
  tmd_design_clear(&design);
  return TMD_OK;
}

/* --max-table */
static void check_table(void) {
  if (max_table == LONG_MAX) return;
  const long bytes = tmd_trial_bytes(&making.design);
  if (bytes < 0) tmd_fail();
  if (bytes > max_table)
    tmd_die(TMD_USAGE, "%s: %ld bytes of tables and constants, more than --max-table %lld",
            making.problem->name, bytes, max_table);
}

/* Makes the function, and writes its text, or its part of a library. */
static void make(const char *function, char **files, FILE *part) {
  char name[SYMBOL_MAX + 4];
  tmd_making_read(&making, function, format_text);
  name_symbol(name);
  making.symbol = symbol ? symbol : name;
  if (demands.project &&
      tmd_project_check(&demands, making.problem->function, making.format->name, making.symbol))
    tmd_fail();
  making.scheme = wanted_scheme;
  making.files = files;
  making.no_check = no_check;
  making.proof = proof != NULL;
  tmd_making_run(&making);
  check_table();
  const struct tmd_design *design = &making.design;
  const struct tmd_text text = {making.problem->bits, making.list.count, license, 0, 0, 0,
                                part != NULL};
  if (!no_check && tmd_trial_verify(design, &making.ledger, part != NULL)) tmd_fail();
  if (proof && tmd_proof_write(proof, design, making.problem, &making.ledger, text.cases))
    tmd_fail();
  if (part) tmd_c_library_send(part, design, &text);
  else write_text(&text);
  if (tmd_common.verbose) tmd_design_say(design, making.problem, text.cases);
  tmd_making_clear(&making);
}

static char **lists; /* the files of the command */
static void make_part(const char *function, FILE *out) { make(function, lists, out); }

/* --all: all functions of --list, in one file, with a header beside it. */
static int make_library(void) {
  static struct tmd_c_library library;
  static const char *names[TMD_LIBRARY_MAX];
  static char header[PATH_MAX];
  const struct tmd_function *f;
  if (!demands.device && tmd_c_library_header_name(header, tmd_common.output)) tmd_fail();
  if (symbol || wanted_scheme || proof || replayed)
    tmd_die(TMD_USAGE, "--all: --%s is for one function",
            symbol          ? "name"
            : wanted_scheme ? "scheme"
            : proof         ? "proof"
                            : "replay");
  tmd_making_read(&making, "exp", format_text); /* for the format */
  library = (struct tmd_c_library){.names = names, .format = making.format, .demands = &demands};
  for (int i = 0; (f = tmd_function_entry(i)); i++) {
    if (!can_be_made(f)) continue;
    if (library.count == TMD_LIBRARY_MAX) tmd_die(TMD_USAGE, "--all: too many functions");
    names[library.count++] = f->name;
  }
  const int status = tmd_c_library_make(&library, tmd_threads(), make_part);
  if (status) return status;
  FILE *out = tmd_open_output(0);
  tmd_c_library_print(out, &library, license);
  tmd_close_text(out);
  if (!demands.device) tmd_c_library_write_header(&library, header);
  tmd_output_complete();
  tmd_c_library_clear(&library);
  return TMD_OK;
}

/* What is not made for vectors, or of integers; most: nor are --proof, --replay and --no-fma. */
static void refuse_others(const char *option, const char *things, int most) {
  const char *other = proof && most            ? "proof"
                      : replayed && most       ? "replay"
                      : demands.set_errno      ? "errno"
                      : demands.no_fma && most ? "no-fma"
                      : demands.micro_ulp      ? "ulp"
                                               : NULL;
  if (other) tmd_die(TMD_USAGE, "%s: --%s is not for %s", option, other, things);
}

static void check_integer(void) {
  static const char option[] = "--arith integer";
  refuse_others(option, "integers", 1);
  if (demands.vector)
    tmd_die(TMD_USAGE, "%s: --%s is not for integers", option, demands.device ? "to" : "vector");
  if (strcmp(format_text, "binary32"))
    tmd_die(TMD_USAGE, "%s: functions of integers are made in binary32, not %.40s", option,
            format_text);
  if (all && !print_list)
    tmd_die(TMD_USAGE, "%s: --all is not for integers: files of functions can be joined", option);
}

static void check_pairs(void) {
  static const char option[] = "--arith float-float";
  refuse_others(option, "pairs of floats", 1);
  const char *other = demands.vector && !demands.device ? "vector"
                      : wanted_scheme                   ? "scheme"
                      : demands.flush                   ? "ftz"
                      : max_table != LONG_MAX           ? "max-table"
                                                        : NULL;
  if (other) tmd_die(TMD_USAGE, "%s: --%s is not for pairs of floats", option, other);
  if (strcmp(format_text, "binary32"))
    tmd_die(TMD_USAGE, "%s: functions are made in binary32, not %.40s", option, format_text);
}

static void check_single(void) {
  const char *other = demands.device       ? "to"
                      : demands.vector     ? "vector"
                      : all && !print_list ? "all"
                      : wanted_scheme      ? "scheme"
                                           : NULL;
  if (other) tmd_die(TMD_USAGE, "--arith float: --%s is not for floats", other);
}

static void refuse_flush(void) { tmd_die(TMD_USAGE, "--ftz: is for devices, --to opencl or cuda"); }

/* --vector, --to: what is not made, or cannot be tested by this machine. */
static void check_vector(void) {
  static const char *const formats[] = {"binary32", "binary16", "bfloat16"};
  const char *option = demands.device ? "--to" : "--vector";
  int known = 0;
  refuse_others(option, "vectors", demands.device);
  for (int i = 0; i < 3; i++) known |= !strcmp(format_text, formats[i]);
  if (!known)
    tmd_die(TMD_USAGE, "%s: functions of vectors are not made in %.40s", option, format_text);
  if (demands.flush && !demands.device) refuse_flush();
  if (demands.no_fma && strcmp(format_text, *formats))
    tmd_die(TMD_USAGE, "--vector: --no-fma is for binary32, not %s", format_text);
  if (!print_list && !tmd_trial_has_vectors(demands.no_fma))
    tmd_die(TMD_USAGE, "%s: functions are tested by %s, which this machine lacks", option,
            tmd_trial_needs(demands.no_fma));
}

/* --to: languages of devices come first, then projects. */
static void take_language(void) {
  if (language <= TMD_DEVICE_CUDA) {
    demands.device = language;
    return;
  }
  demands.project = language - TMD_DEVICE_CUDA;
  const char *other = demands.vector       ? "vector"
                      : proof              ? "proof"
                      : all                ? "all"
                      : demands.arithmetic ? "arith"
                                           : NULL;
  if (other) tmd_die(TMD_USAGE, "--%s: not with --to %s", other, tmd_project_name(&demands));
  demands.set_errno = 1;
}

/* The usual name of the format, which may be given by another one, such as half. */
static void take_format(void) {
  static char name[TMD_FORMAT_TEXT_BYTES];
  struct tmd_format format;
  if (tmd_format_parse_binary(&format, format_text)) tmd_fail();
  format_text = tmd_format_describe(name, &format);
}

int main(int argc, char **argv) {
  const int operand = tmd_options(&tool, argc, argv);
  take_format();
  take_language();
  demands.vector |= demands.device > 0;
  if (demands.arithmetic == TMD_INTEGER) check_integer();
  if (demands.arithmetic == TMD_FLOAT_FLOAT) check_pairs();
  if (demands.arithmetic == TMD_FLOAT) check_single();
  if (demands.vector) check_vector();
  else if (demands.flush) refuse_flush();
  if (print_list && !replayed) return list_functions();
  if (!argv[operand] && !all) tmd_die(TMD_USAGE, "FUNCTION is missing (try --help)");
  if (replayed && !all) return replay(argv + operand);
  if (symbol && (!tmd_is_c_name(symbol) || strlen(symbol) > SYMBOL_MAX))
    tmd_die(TMD_USAGE, "--name %.80s: is no name of C", symbol);
  if (license && !is_word(license, ".+-"))
    tmd_die(TMD_USAGE, "--license %.80s: is no identifier of SPDX", license);
  lists = argv + operand;
  if (all) return make_library();
  make(argv[operand], argv + operand + 1, NULL);
  return TMD_OK;
}
