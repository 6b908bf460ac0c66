#include "tools/generate/make/make-design.h"

#include <limits.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/cli/options.h"
#include "lib/cli/program.h"
#include "tools/check/run/checks.h"
#include "tools/generate/double-word/double-word.h"
#include "tools/generate/fixed-point/fixed-scheme.h"
#include "tools/generate/pieces/line-pieces.h"
#include "tools/generate/scheme/schemes.h"
#include "tools/generate/text/byte-text.h"
#include "tools/generate/trial/trial.h"
#include "tools/generate/ulp-bound.h"
#include "tools/generate/vector/short/vector-pieces.h"
#include "tools/generate/vector/vector-text.h"
#include "tools/stage/input.h"

enum { BITS_FIRST = 20 };

const struct tmd_scheme *tmd_making_scheme(const struct tmd_demands *demands,
                                           const struct tmd_function *f) {
  if (demands->arithmetic == TMD_INTEGER) return tmd_fixed_scheme_find(f);
  if (demands->arithmetic == TMD_FLOAT_FLOAT) return tmd_word_scheme_find(f);
  if (demands->arithmetic == TMD_FLOAT) return &tmd_pieces;
  return demands->vector ? tmd_vector_scheme_find(f) : tmd_scheme_find(f);
}

void tmd_making_read(struct tmd_making *making, const char *function, const char *format) {
  struct tmd_problem wanted = {.name = function, .modes = TMD_MODES_ALL, .bits = BITS_FIRST};
  if (tmd_format_parse_binary(&wanted.in, format) ||
      !(making->format = tmd_c_format_find(&wanted.in)))
    tmd_fail();
  wanted.out = wanted.in;
  if (!(wanted.name = tmd_problem_spell(function)) ||
      !(making->problem = tmd_problem_intern(&wanted)))
    tmd_fail();
}

static void use_bits(struct tmd_making *making, int bits) {
  const struct tmd_problem *problem = making->problem;
  struct tmd_problem wanted = {problem->name, problem->in, problem->out, TMD_MODES_ALL,
                               bits,          NULL,        NULL};
  if (!(making->problem = tmd_problem_intern(&wanted))) tmd_fail();
}

/* The problem at the bits that the design's error needs, and one less if they are at least
   bits_most: a table that is adjusted has a larger error. With more than bits_most, some arguments
   of the lists' regions are in none. `fewer` are subtracted, too. */
static void set_bits(struct tmd_making *making, int fewer) {
  int bits = tmd_design_bits(&making->design, making->problem->out.p) - fewer;
  const int most = making->format->bits_most;
  if (bits >= most) bits--;
  if (bits < 1) tmd_die(TMD_USAGE, "%s: the error is too large", making->problem->name);
  use_bits(making, bits < most ? bits : most);
}

static struct tmd_making *reading; /* the lists of this one */

static int visit(struct tmd_claim *claim, struct tmd_reader *reader) {
  (void)reader;
  return tmd_hard_cases_take(&reading->ledger, reading->problem, claim);
}

/* Without files: the installed list. */
static void read_lists(struct tmd_making *making) {
  static char list[PATH_MAX + 16], folder[PATH_MAX];
  static char *installed[] = {list, NULL};
  char **names = making->files;
  if (!*names) {
    if (!tmd_cases_folder(folder)) tmd_die(TMD_USAGE, "no lists are installed: FILE is missing");
    snprintf(list, sizeof list, "%s/%s.tmd", folder, making->format->name);
    names = installed;
  }
  reading = making;
  if (tmd_each_claim(names, visit)) tmd_fail();
}

/* The scheme that --scheme names, or NULL without this option; own: the function's, or NULL. */
static const struct tmd_scheme *named_scheme(const struct tmd_making *making,
                                             const struct tmd_scheme *own) {
  const struct tmd_scheme *pieces = !making->format->every    ? NULL
                                    : making->demands->vector ? &tmd_vector_pieces
                                                              : &tmd_pieces;
  const char *f = making->problem->name, *scheme = making->scheme;
  if (!own && !pieces)
    tmd_die(TMD_USAGE, "%s%s: no scheme is known for this function in binary32%s",
            making->demands->vector ? "--vector: " : "", f,
            making->demands->project ? "" : ": --format binary16 or bfloat16 takes others");
  if (!scheme) return NULL;
  if (own && !strcmp(scheme, own->name)) return own;
  if (pieces && !strcmp(scheme, pieces->name)) return pieces;
  tmd_die(TMD_USAGE, "--scheme %.40s: %s in %s can be made by %s%s%s", scheme, f,
          making->format->name, own ? own->name : "", own && pieces ? " or " : "",
          pieces ? pieces->name : "");
}

static void refuse_lists(const struct tmd_making *making) {
  const char *format = making->format->name;
  if (making->proof)
    tmd_die(TMD_USAGE, "--proof: every argument is tested in %s: tmd-check does it again", format);
  if (*making->files)
    tmd_die(TMD_USAGE, "%s: no list is read in %s, as every argument is tested", *making->files,
            format);
}

/* In a format of 8 bits: a table. */
static void make_table(struct tmd_making *making) {
  static struct tmd_byte_results results;
  const struct tmd_problem *problem = making->problem;
  const struct tmd_demands *demands = making->demands;
  refuse_lists(making);
  if (making->scheme && strcmp(making->scheme, tmd_byte_table.name))
    tmd_die(TMD_USAGE, "--scheme %.40s: %s in %s is made by %s", making->scheme, problem->name,
            making->format->name, tmd_byte_table.name);
  if (making->no_check)
    tmd_die(TMD_USAGE, "--no-check: only tmd-check tests the tables of functions in %s",
            making->format->name);
  if (tmd_byte_results_find(&results, problem, demands->nearest && !demands->set_errno)) tmd_fail();
  tmd_design_plan(&making->design, &tmd_byte_table, problem->function, making->format, NULL,
                  making->symbol, demands);
  making->design.results = &results;
}

static void make_by(struct tmd_making *making, const struct tmd_scheme *scheme) {
  if (tmd_design_make(&making->design, scheme, making->problem->function, making->format,
                      making->format->every ? &making->every : NULL, making->symbol,
                      making->demands))
    tmd_fail();
}

/* In a format with few numbers: the cases of all arguments. By default pieces, unless the function
   has its own scheme and they are slower. */
static void make_by_all(struct tmd_making *making) {
  struct tmd_design *design = &making->design;
  const struct tmd_scheme *own = tmd_making_scheme(making->demands, making->problem->function),
                          *named = named_scheme(making, own),
                          *scheme = named                      ? named
                                    : !making->demands->vector ? &tmd_pieces
                                    : own                      ? own
                                                               : &tmd_vector_pieces;
  refuse_lists(making);
  if (tmd_every_find(&making->every, &making->list, making->problem)) tmd_fail();
  make_by(making, scheme);
  if (scheme != own && !named && own && !tmd_pieces_simple()) {
    tmd_design_clear(design);
    make_by(making, own);
  } else if ((scheme == &tmd_pieces && tmd_pieces_found(design)) ||
             (scheme == &tmd_vector_pieces && tmd_vector_pieces_found(design)))
    tmd_fail();
  if (tmd_trial_shorten(design, &making->list) || tmd_trial_adjust(design, &making->list))
    tmd_fail();
  tmd_design_bound(design); /* for the comments */
}

/* One design, and its cases at the bits of its bound, or `fewer`. 1 if the bound is right for these
   bits after the adjustments, too. */
static int try_by_lists(struct tmd_making *making, int fewer) {
  struct tmd_design *design = &making->design;
  struct tmd_hard_cases *list = &making->list;
  const struct tmd_scheme *own = tmd_making_scheme(making->demands, making->problem->function);
  (void)named_scheme(making, own);
  make_by(making, own);
  tmd_design_bound(design);
  set_bits(making, fewer);
  read_lists(making);
  if (own->list && own->list(list, design, making->problem)) tmd_fail();
  if (tmd_hard_cases_list(list, &making->ledger, making->problem) || tmd_trial_adjust(design, list))
    tmd_fail();
  tmd_design_bound(design);
  return tmd_design_bits(design, making->problem->out.p) >= making->problem->bits;
}

/* Else the cases that the design's bound asks for. */
static void make_by_lists(struct tmd_making *making) {
  if (try_by_lists(making, 0)) return;
  tmd_design_clear(&making->design);
  tmd_hard_cases_clear(&making->list);
  if (!try_by_lists(making, 1))
    tmd_die(TMD_FALSE, "%s: the adjusted table has a larger error", making->problem->name);
}

/* With --ulp no list is needed; if there is one, the function is tested at its cases. */
static void make_within(struct tmd_making *making) {
  const struct tmd_problem *problem = making->problem;
  const struct tmd_scheme *own = tmd_scheme_find(problem->function);
  static char folder[PATH_MAX];
  (void)named_scheme(making, own);
  if (making->proof)
    tmd_die(TMD_USAGE, "--proof: with --ulp there is none beside the bound in the comment");
  if (own->list)
    tmd_die(TMD_USAGE, "--ulp: %s: the scheme %s needs a list, as its bound does not hold for %s",
            problem->name, own->name, own->listed);
  if (tmd_ulp_design(&making->design, own, problem->function, making->format, making->symbol,
                     making->demands))
    tmd_fail();
  use_bits(making, making->format->bits_most);
  if (*making->files || tmd_cases_folder(folder)) read_lists(making);
  if (making->ledger.entries &&
      tmd_hard_cases_list(&making->list, &making->ledger, making->problem))
    tmd_fail();
}

/* By pairs of floats: first the function in double precision, for vectors, beside which it is run.
 */
static void make_by_pairs(struct tmd_making *making) {
  const struct tmd_demands *demands = making->demands, in_double = {.vector = 1};
  if (!tmd_trial_has_vectors(0))
    tmd_die(TMD_USAGE, "--arith: functions are tested by AVX2 and FMA, which are missing");
  making->demands = &in_double, making->list.nearest = 0;
  make_by_lists(making);
  making->demands = demands;
  if (tmd_word_make(making, demands)) tmd_fail();
}

/* By operations on floats: every argument is tested, in formats that have few. */
static void take_single(struct tmd_making *making) {
  const struct tmd_c_format *single = tmd_c_format_single(making->format);
  if (!single)
    tmd_die(TMD_USAGE, "--arith float: functions are made in binary16 and bfloat16, not %s",
            making->format->name);
  making->format = single;
}

void tmd_making_run(struct tmd_making *making) {
  if (making->demands->arithmetic == TMD_FLOAT) take_single(making);
  const struct tmd_c_format *format = making->format;
  const char *name = making->problem->name;
  making->list.nearest = making->demands->nearest;
  if (making->demands->arithmetic != TMD_DOUBLE &&
      !tmd_making_scheme(making->demands, making->problem->function))
    tmd_die(TMD_USAGE, "--arith: no scheme is known for %s in %s: --list prints those that are",
            name, format->name);
  if (making->demands->micro_ulp && format->every)
    tmd_die(TMD_USAGE, "--ulp: only in binary32, as every argument is tested in %s", format->name);
  if (making->demands->arithmetic == TMD_FLOAT_FLOAT) make_by_pairs(making);
  else if (tmd_encoding_bytes(&making->problem->in) == 1) make_table(making);
  else if (making->demands->micro_ulp) make_within(making);
  else if (format->every) make_by_all(making);
  else make_by_lists(making);
}

void tmd_making_clear(struct tmd_making *making) {
  tmd_every_clear(&making->every);
  tmd_hard_cases_clear(&making->list);
  tmd_design_clear(&making->design);
  tmd_ledger_clear(&making->ledger);
}
