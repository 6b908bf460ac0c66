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
#include "tools/generate/every/every.h"
#include "tools/generate/pieces/line-pieces.h"
#include "tools/generate/proof/replay.h"
#include "tools/generate/scheme/schemes.h"
#include "tools/generate/text/byte-text.h"
#include "tools/generate/text/c-comment.h"
#include "tools/generate/text/c-library.h"
#include "tools/generate/trial/trial.h"
#include "tools/generate/ulp-bound.h"
#include "tools/generate/vector/vector-text.h"
#include "tools/stage/input.h"

enum { BITS_FIRST = 20, SYMBOL_MAX = 60 };

static const char *symbol, *license, *format_text = "binary32";
static const char *wanted_scheme, *proof, *replayed;
static int no_check, print_list, all;
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
    {"to", 0, TMD_CHOICE, "LANGUAGE", "language: c (default), opencl or cuda, in binary32",
     .target = &demands.device, .choices = "c|opencl|cuda"},
    {"vector", 0, TMD_FLAG, NULL, "for vectors of CPUs, in binary32", .target = &demands.vector},
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

static struct tmd_ledger ledger;
static const struct tmd_problem *problem;
static const struct tmd_c_format *format;

/* Letters, digits and these others, at most SYMBOL_MAX. */
static int is_word(const char *word, const char *others) {
  size_t bytes = 0;
  while (isalnum((unsigned char)word[bytes]) || (word[bytes] && strchr(others, word[bytes])))
    bytes++;
  return !word[bytes] && bytes > 0 && bytes <= SYMBOL_MAX;
}

static void read_problem(const char *name) {
  struct tmd_problem wanted = {.name = name, .modes = TMD_MODES_ALL, .bits = BITS_FIRST};
  if (tmd_format_parse(&wanted.in, format_text) || !(format = tmd_c_format_find(&wanted.in)))
    tmd_fail();
  wanted.out = wanted.in;
  if (!(wanted.name = tmd_problem_spell(name)) || !(problem = tmd_problem_intern(&wanted)))
    tmd_fail();
}

static void use_bits(int bits) {
  struct tmd_problem wanted = {problem->name, problem->in, problem->out, TMD_MODES_ALL,
                               bits,          NULL,        NULL};
  if (!(problem = tmd_problem_intern(&wanted))) tmd_fail();
}

/* The problem at the bits that the design's error needs, and one less if they are at least
   bits_most: a table that is adjusted has a larger error. With more than bits_most, some arguments
   of the lists' regions are in none. `fewer` are subtracted, too. */
static void set_bits(const struct tmd_design *design, int fewer) {
  int bits = tmd_design_bits(design, problem->out.p) - fewer;
  if (bits >= format->bits_most) bits--;
  if (bits < 1) tmd_die(TMD_USAGE, "%s: the error is too large", problem->name);
  use_bits(bits < format->bits_most ? bits : format->bits_most);
}

static int visit(struct tmd_claim *claim, struct tmd_reader *reader) {
  (void)reader;
  return tmd_hard_cases_take(&ledger, problem, claim);
}

/* Without files: the installed list. */
static void read_lists(char **names) {
  static char list[PATH_MAX + 16], folder[PATH_MAX];
  static char *installed[] = {list, NULL};
  if (!*names) {
    if (!tmd_cases_folder(folder)) tmd_die(TMD_USAGE, "no lists are installed: FILE is missing");
    snprintf(list, sizeof list, "%s/%s.tmd", folder, format->name);
    names = installed;
  }
  if (tmd_each_claim(names, visit)) tmd_fail();
}

/* The name of the function made, unless an option gives it: rootn(-2) is rootnm2f, or rootnm2f16.
 */
static void name_symbol(char name[SYMBOL_MAX + 4]) {
  size_t bytes = 0;
  for (const char *c = problem->name; *c && bytes + strlen(format->suffix) < SYMBOL_MAX; c++)
    if (isalnum((unsigned char)*c) || *c == '-') name[bytes++] = *c == '-' ? 'm' : *c;
  strcpy(name + bytes, format->suffix);
  if (demands.device == TMD_DEVICE_CUDA) /* the language has expf */
    memmove(name + 3, name, strlen(name) + 1), memcpy(name, "cr_", 3);
  if (!symbol && isdigit((unsigned char)*name))
    tmd_die(TMD_USAGE, "--name NAME is needed: %.80s gives no name of C", problem->name);
}

static void write_text(const struct tmd_design *design, size_t cases) {
  FILE *out = tmd_open_output(0);
  tmd_design_print(out, design, &(struct tmd_text){problem->bits, cases, license, 0, 0, 0, 0});
  if (ferror(out) | fclose(out)) tmd_die(TMD_USAGE, "%s: cannot be written", tmd_output_name());
  tmd_output_complete();
}

static const struct tmd_scheme *find_scheme(const struct tmd_function *f) {
  return demands.vector ? tmd_vector_scheme_find(f) : tmd_scheme_find(f);
}

static int can_be_made(const struct tmd_function *f) {
  const struct tmd_scheme *scheme = find_scheme(f);
  return scheme && (!demands.no_fma || tmd_scheme_without_fma(scheme, f)) &&
         !(demands.micro_ulp && scheme->list);
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

/* The scheme that --scheme names, or NULL without this option; own: the function's, or NULL. */
static const struct tmd_scheme *named_scheme(const struct tmd_scheme *own) {
  const struct tmd_scheme *pieces = format->every ? &tmd_pieces : NULL;
  if (!own && !pieces)
    tmd_die(TMD_USAGE, "%s%s: no scheme is known for this function",
            demands.vector ? "--vector: " : "", problem->name);
  if (!wanted_scheme) return NULL;
  if (own && !strcmp(wanted_scheme, own->name)) return own;
  if (pieces && !strcmp(wanted_scheme, pieces->name)) return pieces;
  tmd_die(TMD_USAGE, "--scheme %.40s: %s in %s can be made by %s%s%s", wanted_scheme, problem->name,
          format->name, own ? own->name : "", own && pieces ? " or " : "",
          pieces ? pieces->name : "");
}

static void refuse_lists(char **files) {
  if (proof)
    tmd_die(TMD_USAGE, "--proof: every argument is tested in %s: tmd-check does it again",
            format->name);
  if (*files)
    tmd_die(TMD_USAGE, "%s: no list is read in %s, as every argument is tested", *files,
            format->name);
}

/* In a format of 8 bits: a table. */
static void make_table(struct tmd_design *design, const char *name, char **files) {
  static struct tmd_byte_results results;
  refuse_lists(files);
  if (wanted_scheme && strcmp(wanted_scheme, tmd_byte_table.name))
    tmd_die(TMD_USAGE, "--scheme %.40s: %s in %s is made by %s", wanted_scheme, problem->name,
            format->name, tmd_byte_table.name);
  if (no_check)
    tmd_die(TMD_USAGE, "--no-check: only tmd-check tests the tables of functions in %s",
            format->name);
  if (tmd_byte_results_find(&results, problem, demands.nearest && !demands.set_errno)) tmd_fail();
  tmd_design_plan(design, &tmd_byte_table, problem->function, format, NULL, name, &demands);
  design->results = &results;
}

/* In a format with few numbers: the cases of all arguments. By default pieces, unless the function
   has its own scheme and they are slower. */
static void make_by_all(struct tmd_design *design, struct tmd_hard_cases *list,
                        struct tmd_every *every, const char *name, char **files) {
  const struct tmd_scheme *own = tmd_scheme_find(problem->function), *named = named_scheme(own),
                          *scheme = named ? named : &tmd_pieces;
  refuse_lists(files);
  if (tmd_every_find(every, list, problem) ||
      tmd_design_make(design, scheme, problem->function, format, every, name, &demands))
    tmd_fail();
  if (!named && own && !tmd_pieces_simple()) {
    tmd_design_clear(design);
    if (tmd_design_make(design, own, problem->function, format, every, name, &demands)) tmd_fail();
  } else if (scheme == &tmd_pieces && tmd_pieces_found(design)) tmd_fail();
  if (tmd_trial_shorten(design, list) || tmd_trial_adjust(design, list)) tmd_fail();
  tmd_design_bound(design); /* for the comments */
}

/* One design, and its cases at the bits of its bound, or `fewer`. 1 if the bound is right for these
   bits after the adjustments, too. */
static int try_by_lists(struct tmd_design *design, struct tmd_hard_cases *list, const char *name,
                        char **files, int fewer) {
  const struct tmd_scheme *own = find_scheme(problem->function);
  (void)named_scheme(own);
  if (tmd_design_make(design, own, problem->function, format, NULL, name, &demands)) tmd_fail();
  tmd_design_bound(design);
  set_bits(design, fewer);
  read_lists(files);
  if (own->list && own->list(list, design, problem)) tmd_fail();
  if (tmd_hard_cases_list(list, &ledger, problem) || tmd_trial_adjust(design, list)) tmd_fail();
  tmd_design_bound(design);
  return tmd_design_bits(design, problem->out.p) >= problem->bits;
}

/* Else the cases that the design's bound asks for. */
static void make_by_lists(struct tmd_design *design, struct tmd_hard_cases *list, const char *name,
                          char **files) {
  if (try_by_lists(design, list, name, files, 0)) return;
  tmd_design_clear(design);
  tmd_hard_cases_clear(list);
  if (!try_by_lists(design, list, name, files, 1))
    tmd_die(TMD_FALSE, "%s: the adjusted table has a larger error", problem->name);
}

/* With --ulp no list is needed; if there is one, the function is tested at its cases. */
static void make_within(struct tmd_design *design, struct tmd_hard_cases *list, const char *name,
                        char **files) {
  const struct tmd_scheme *own = tmd_scheme_find(problem->function);
  static char folder[PATH_MAX];
  (void)named_scheme(own);
  if (proof)
    tmd_die(TMD_USAGE, "--proof: with --ulp there is none beside the bound in the comment");
  if (own->list)
    tmd_die(TMD_USAGE, "--ulp: %s: the scheme %s needs a list, as its bound does not hold for %s",
            problem->name, own->name, own->listed);
  if (tmd_ulp_design(design, own, problem->function, format, name, &demands)) tmd_fail();
  use_bits(format->bits_most);
  if (*files || tmd_cases_folder(folder)) read_lists(files);
  if (ledger.entries && tmd_hard_cases_list(list, &ledger, problem)) tmd_fail();
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
static void check_table(const struct tmd_design *design) {
  if (max_table == LONG_MAX) return;
  const long bytes = tmd_trial_bytes(design);
  if (bytes < 0) tmd_fail();
  if (bytes > max_table)
    tmd_die(TMD_USAGE, "%s: %ld bytes of tables and constants, more than --max-table %lld",
            problem->name, bytes, max_table);
}

/* Makes the function, and writes its text, or its part of a library. */
static void make(const char *function, char **files, FILE *part) {
  static struct tmd_design design;
  static struct tmd_hard_cases list;
  static struct tmd_every every;
  char name[SYMBOL_MAX + 4];
  list.nearest = demands.nearest;
  read_problem(function);
  name_symbol(name);
  if (demands.micro_ulp && format->every)
    tmd_die(TMD_USAGE, "--ulp: only in binary32, as every argument is tested in %s", format->name);
  if (tmd_encoding_bytes(&problem->in) == 1) make_table(&design, symbol ? symbol : name, files);
  else if (demands.micro_ulp) make_within(&design, &list, symbol ? symbol : name, files);
  else if (format->every) make_by_all(&design, &list, &every, symbol ? symbol : name, files);
  else make_by_lists(&design, &list, symbol ? symbol : name, files);
  check_table(&design);
  if (!no_check && tmd_trial_verify(&design, &ledger, part != NULL)) tmd_fail();
  if (proof && tmd_proof_write(proof, &design, problem, &ledger, list.count)) tmd_fail();
  if (part)
    tmd_c_library_send(part, &design,
                       &(struct tmd_text){problem->bits, list.count, license, 0, 0, 0, 1});
  else write_text(&design, list.count);
  if (tmd_common.verbose) tmd_design_say(&design, problem, list.count);
  tmd_every_clear(&every);
  tmd_hard_cases_clear(&list);
  tmd_design_clear(&design);
  tmd_ledger_clear(&ledger);
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
  read_problem("exp"); /* for the format */
  library = (struct tmd_c_library){.names = names, .format = format, .demands = &demands};
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

/* --vector, --to: what is not made, or cannot be tested by this machine. */
static void check_vector(void) {
  const char *option = demands.device ? "--to" : "--vector";
  const char *other = proof               ? "proof"
                      : replayed          ? "replay"
                      : demands.set_errno ? "errno"
                      : demands.no_fma    ? "no-fma"
                      : demands.micro_ulp ? "ulp"
                                          : NULL;
  if (other) tmd_die(TMD_USAGE, "%s: --%s is not for vectors", option, other);
  if (strcmp(format_text, "binary32"))
    tmd_die(TMD_USAGE, "%s: functions of vectors are made in binary32, not %.40s", option,
            format_text);
  if (!print_list && !tmd_trial_has_vectors())
    tmd_die(TMD_USAGE, "%s: functions are tested by AVX2 and FMA, which are missing", option);
}

int main(int argc, char **argv) {
  const int operand = tmd_options(&tool, argc, argv);
  demands.vector |= demands.device > 0;
  if (demands.vector) check_vector();
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
