/* tmd-dump: a stream as text. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/error.h"
#include "lib/cli/options.h"
#include "lib/cli/program.h"
#include "lib/image/images.h"
#include "lib/ledger/overlaps.h"
#include "lib/problem/hex-float.h"
#include "lib/problem/words.h"
#include "lib/region/exact.h"
#include "lib/report/results.h"
#include "lib/stream/stream.h"
#include "lib/stream/text.h"
#include "tools/dump/list.h"
#include "tools/dump/table.h"
#include "tools/stage/input.h"

enum { TOP_DEFAULT = 20, LIMIT_DEFAULT = 1000, ENDS_DEFAULT = 2 };

enum output { TO_TSV, TO_WC, TO_TABLE, TO_BIN, TO_C, TO_CSV, TO_LLVM, TO_COQ };

static int to, records_only, cases_only, mode, kind, expand, no_images;
static long long top, min_bits, minimal; /* 0: not given */
static long long limit = -1;             /* -1: not given */

#define FROM_1 .least = 1, .most = 1LL << 62

static const struct tmd_option options[] = {
    {"to", 0, TMD_CHOICE, NULL,
     "form: TSV, a CORE-MATH list, a table of the worst cases, bytes of x, C, CSV, LLVM's rows, lemmas",
     .target = &to, .choices = "tsv|wc|table|bin|c|csv|llvm|coq"},
    {"records", 0, TMD_FLAG, NULL,
     "print all records instead of the claims, sorted by problem and x", .target = &records_only},
    {"cases", 0, TMD_FLAG, NULL, "list the cases for other programs, with the searched ranges",
     .target = &cases_only},
    {"min-bits", 0, TMD_NUMBER, "K", "select cases of hardness K or more", .target = &min_bits,
     FROM_1},
    {"mode", 0, TMD_CHOICE, NULL, "select cases that are hard for these rounding modes",
     .target = &mode, .choices = TMD_CHOICES(TMD_MODES_WORDS)},
    {"kind", 0, TMD_CHOICE, NULL, "select cases near a number, near a midpoint, or exact",
     .target = &kind, .choices = "all|number|midpoint|exact"},
    {"minimal", 0, TMD_NUMBER, "N",
     "select the hardest N of each binade and sign of x, kind and side", .target = &minimal,
     FROM_1},
    {"top", 0, TMD_NUMBER, "N", "select the hardest N of each kind; rows of the table (default 20)",
     .target = &top, FROM_1},
    {"expand", 0, TMD_FLAG, NULL,
     "list exact cases that follow by a rule, and more of long regions, see --limit",
     .target = &expand},
    {"limit", TMD_LESSER, TMD_NUMBER, "N",
     "list all-hard regions of at most N arguments completely (default 1000)", .target = &limit,
     .most = 1LL << 62},
    {"no-images", TMD_LESSER, TMD_FLAG, NULL, "omit images of the searched ranges from lists",
     .target = &no_images},
    {0},
};

TMD_PAGE("tools/tmd-dump.mdoc");

static const struct tmd_tool tool = {
    "tmd-dump",
    "print a stream of claims as text, or its cases as a list",
    "[FILE...]",
    "Prints each claim on a line that begins with @, followed by the lines of its records; "
    "or, with other options, all records, a table of the worst cases, or a list.",
    options,
    "tmd-plan exp --domain 1:1.001 | tmd-taylor | tmd-dump | sed '/^@/s/n=32768/n=16384/' | tmd-pack |\n"
    "  tmd-shift > packets.tmd\n"
    "tmd-dump --records exp.tmd | awk -F '\\t' '$1 == \"case\" && $7 >= 60'\n"
    "tmd-dump --to c --minimal 2 exp.tmd > exp-cases.h\n"
    "tmd-dump --to csv exp.tmd | mlr --icsv --ojson -S cat > exp.json",
    tmd_page,
};

/* ---- claims as they come ---- */

/* Names the columns of a type of lines before the first of them. */
static void name_columns(FILE *out, const struct tmd_text_type *type) {
  static const struct tmd_text_type *named[8];
  int i = 0;
  while (named[i] && named[i] != type) i++;
  if (!named[i]) tmd_text_print_columns(out, named[i] = type);
}

static void print_claim(FILE *out, const struct tmd_claim *claim) {
  name_columns(out, &tmd_text_claim);
  tmd_text_print_claim(out, claim);
  for (size_t i = 0; i < claim->record_count; i++) {
    name_columns(out, &tmd_text_records[claim->kind]);
    tmd_text_print_record(out, claim, i);
  }
}

/* ---- results of the whole input ---- */

static const struct tmd_text_type problem_type = {"problem",
                                                  {"function", "in", "out", "modes", "bits"}};
static const struct tmd_text_type case_type = {
    "case", {"x", "e_in", "X", "status", "kind", "hardness", "distance", "undecided_bits"}};
static const struct tmd_text_type region_type = {
    "region", {"xa", "xb", "reason", "proved", "least", "greatest"}};

static void print_problem(FILE *out, const struct tmd_problem *p) {
  name_columns(out, &problem_type);
  fputs("problem\t", out);
  tmd_problem_print_columns(out, p);
  fputc('\n', out);
}

static void print_case(FILE *out, const struct tmd_case *found) {
  char x[TMD_HEXFLOAT_TEXT_BYTES];
  name_columns(out, &case_type);
  fprintf(out, "case\t%s\t%d\t%s", tmd_list_print_x(x, found), found->cell.e_in,
          TMD_WIDE_TEXT(tmd_case_X(found)));
  tmd_text_print_case(out, &found->record);
  fputc('\n', out);
}

static void print_region(FILE *out, const struct tmd_stretch *region) {
  char a[TMD_HEXFLOAT_TEXT_BYTES], b[TMD_HEXFLOAT_TEXT_BYTES];
  tmd_stretch_print_ends(region, a, b);
  name_columns(out, &region_type);
  fprintf(out, "region\t%s\t%s", a, b);
  tmd_text_print_region(out, &region->says, region->flags);
  fputc('\n', out);
}

static struct tmd_ledger ledger; /* for lists */
static struct tmd_results results;
static FILE *text_out;
static unsigned long long claims;

/* 1 if the stretch is printed before the case: it begins at a smaller x, or at the same x if that
   is not negative. */
static int comes_before(const struct tmd_stretch *stretch, const struct tmd_case *found) {
  if (stretch->sign_x != found->cell.sign_x) return stretch->sign_x;
  const int c = tmd_result_compare_points(&found->problem->in, stretch->e_a, stretch->Xa,
                                          found->cell.e_in, tmd_case_X(found));
  return stretch->sign_x ? c > 0 : c <= 0;
}

static void print_results(FILE *out, const struct tmd_results *of,
                          const struct tmd_problem *problem) {
  const struct tmd_case *found = of->found, *const end = found + of->cases;
  const struct tmd_stretch *stretch = of->stretch, *const behind = stretch + of->stretches;
  print_problem(out, problem);
  while (found < end || stretch < behind) {
    if (found < end && (stretch == behind || !comes_before(stretch, found))) {
      print_case(out, found++);
    } else {
      if (stretch->says.reason) print_region(out, stretch);
      stretch++;
    }
  }
}

/* ---- the whole ---- */

static enum { CLAIMS, RECORDS, LIST } printed(void) {
  return cases_only || to >= TO_WC ? LIST : records_only ? RECORDS : CLAIMS;
}

static int print_list(FILE *out, const struct tmd_list *list) {
  if (tmd_common.verbose && (to == TO_CSV || to == TO_BIN))
    tmd_list_print_comments(stderr, "# ", list);
  switch ((enum output)to) {
  case TO_WC: tmd_list_print_wc(out, list); break;
  case TO_TABLE: return tmd_table_print(out, list->results, list->problem, top ? top : TOP_DEFAULT);
  case TO_C: tmd_list_print_c(out, list); break;
  case TO_TSV:
  case TO_CSV: tmd_list_print_rows(out, list, to == TO_CSV); break;
  case TO_BIN: return tmd_list_print_bin(out, list);
  case TO_LLVM: return tmd_list_print_llvm(out, list);
  case TO_COQ: return tmd_list_print_coq(out, list);
  }
  return 0;
}

static int is_selection(void) {
  return min_bits || mode != TMD_MODES_ALL || kind || minimal || expand || (top && to != TO_TABLE);
}

static int is_list(void) { return printed() == LIST && to != TO_TABLE; }

/* Lists include arguments of regions by default; records and the table only on request. */
static struct tmd_expansion expansion(void) {
  const long long whole = limit < 0 ? LIMIT_DEFAULT : limit;
  const long long ends = expand ? whole : is_list() && whole ? ENDS_DEFAULT : 0;
  const long long hardest = minimal ? minimal : top ? top : 1;
  return (struct tmd_expansion){
      .whole = whole, .ends = ends, .hardest = hardest, .binades = minimal > 0, .needed = expand};
}

/* Adds the records that the ledger does not take. */
static void add_unconfirmed(struct tmd_claim *claim) {
  size_t kept = 0;
  for (size_t i = 0; claim->kind == TMD_REGION && i < claim->record_count; i++) {
    const struct tmd_region_record *r = tmd_claim_record(claim, i);
    if (!(r->flags & TMD_REGION_PROVED)) memmove(tmd_claim_record(claim, kept++), r, sizeof *r);
  }
  if (claim->kind == TMD_REGION) claim->record_count = kept;
  tmd_results_add(&results, claim);
}

static int visit(struct tmd_claim *claim, struct tmd_reader *reader) {
  (void)reader;
  claims++;
  if (printed() == CLAIMS) {
    print_claim(text_out, claim);
    return 0;
  }
  if (printed() != LIST) {
    tmd_results_add(&results, claim);
    return 0;
  }
  tmd_exact_drop(claim);
  tmd_ledger_add(&ledger, claim);
  if (!tmd_claim_confirmed(claim)) add_unconfirmed(claim);
  return 0;
}

static struct tmd_expand_cut cut; /* regions and ranges listed in part */

/* Reduces the results of a problem to the selection and prints them. */
static int print_selected(FILE *out, const struct tmd_selection *selection, struct tmd_list *list) {
  if ((is_selection() || is_list()) && tmd_list_select(list, selection)) return -1;
  if (printed() == RECORDS) print_results(out, list->results, list->problem);
  else if (print_list(out, list)) return -1;
  cut.regions += list->cut.regions;
  cut.exact += list->cut.exact;
  cut.unknown += list->cut.unknown;
  return 0;
}

/* 0, or -1 (message) if the results cannot be listed in the form and the selection. */
static int check_problems(const struct tmd_selection *selection) {
  if (tmd_selection_check(selection, &results)) return -1;
  for (struct tmd_list_section at = {0}; tmd_results_next(&results, &at);) {
    const int pairs = tmd_problem_of_pairs(at.problem);
    if (pairs && printed() == LIST && to != TO_TABLE && to != TO_CSV)
      return tmd_error(TMD_USAGE, "%s: pairs are listed by --to csv and table, and as claims",
                       at.problem->name);
    if (pairs && expand && tmd_exact_applies(at.problem->function, at.problem))
      return tmd_error(TMD_USAGE, "%s: exact pairs follow by rule, and are not listed",
                       at.problem->name);
    const int last = at.to == results.cases && at.behind == results.stretches;
    if (to == TO_BIN && !last)
      return tmd_error(TMD_USAGE, "bytes do not show their problem: give one problem at a time");
    if (to == TO_COQ && tmd_list_check_coq(at.problem)) return -1;
    if (to == TO_COQ && !last)
      return tmd_error(
          TMD_USAGE,
          "lemmas are about one problem: give one at a time, of several bits by tmd-select --bits");
  }
  return 0;
}

/* Problem by problem: the first lines are printed before the arguments of the last problem are
   evaluated. The results lie where they are unless arguments are added to them. */
static int print_problems(FILE *out, const struct tmd_selection *selection) {
  int failed = 0, lists = 0;
  for (struct tmd_list_section at = {0}; !failed && tmd_results_next(&results, &at);) {
    struct tmd_results one = {.found = results.found + at.from,
                              .cases = at.to - at.from,
                              .stretch = results.stretch + at.first,
                              .stretches = at.behind - at.first};
    struct tmd_list list = {.results = &one, .problem = at.problem, .first = !lists++};
    if (selection->expand.ends) {
      one.found = NULL;
      one.found = memcpy(tmd_grow(NULL, &one.case_capacity, one.cases + 1, sizeof *one.found),
                         results.found + at.from, one.cases * sizeof *one.found);
    }
    failed = print_selected(out, selection, &list);
    if (selection->expand.ends) free(one.found);
    tmd_domaingaps_clear(&list.gaps);
  }
  return failed;
}

/* The lists, and what stands before and behind them; nothing if they are refused. */
static int print_all(FILE *out, const struct tmd_selection *selection) {
  const int is_c = printed() == LIST && to == TO_C;
  if (check_problems(selection)) return -1;
  if (is_c && tmd_list_begin_c(out, &results)) return -1;
  if (to == TO_CSV && !results.cases && !results.stretches) tmd_list_print_names(out, 1);
  const int failed = print_problems(out, selection);
  if (is_c) fputs("#endif\n", out);
  return failed;
}

static void add_images(void) {
  struct tmd_images_left left;
  tmd_images_add(&ledger, 1, &left);
  if (left.functions)
    tmd_say(
        "images of %.60s%s by steps are not listed, more than %d: tmd-orbit --plan PLAN writes those of the lines of PLAN",
        left.function, left.functions > 1 ? " and others" : "", TMD_IMAGES_ADDED_MAX);
}

/* Takes the results of a list from the ledger. 0, or -1 (message) if claims contradict each
   other. */
static int take_coverage(void) {
  tmd_ledger_sort(&ledger);
  const int failed = tmd_overlaps_check(&ledger);
  if (!failed && is_list() && !no_images) add_images();
  if (!failed) tmd_results_take(&results, &ledger);
  tmd_ledger_clear(&ledger);
  return failed;
}

static int print_found(FILE *out) {
  const struct tmd_selection selection = {.expand = expansion(),
                                          .min_bits = min_bits,
                                          .mode = (enum tmd_modes)mode,
                                          .kind = kind,
                                          .minimal = minimal,
                                          .top = to == TO_TABLE ? 0 : top};
  if (take_coverage()) return -1;
  if (expand && results.pair_regions)
    return tmd_error(TMD_USAGE, "--expand: regions of pairs are not listed");
  tmd_results_sort(&results);
  const int failed = print_all(out, &selection);
  if (cut.regions && !failed)
    fprintf(
        stderr,
        "%s: %u region%s listed in part, %lld arguments from the ends and the hardest%s: see --expand and --limit\n",
        tool.name, cut.regions, cut.regions == 1 ? " is" : "s are", selection.expand.ends,
        cut.unknown ? ", where these are known" : "");
  if (cut.exact && !failed)
    fprintf(stderr,
            "%s: exact cases of %u range%s are listed in part, %lld from the ends: see --limit\n",
            tool.name, cut.exact, cut.exact == 1 ? "" : "s", selection.expand.ends);
  if (results.pair_regions && (is_list() || printed() == RECORDS) && !failed)
    fprintf(stderr, "%s: %lu region%s of pairs not listed: tmd-dump without options shows them\n",
            tool.name, results.pair_regions, results.pair_regions == 1 ? " is" : "s are");
  if (results.poly_claims)
    fprintf(stderr, "%s: %lu claim%s of kind poly without cases as yet\n", tool.name,
            results.poly_claims, results.poly_claims == 1 ? "" : "s");
  tmd_results_clear(&results);
  return failed ? -1 : 0;
}

static void check_options(void) {
  if (records_only && to >= TO_WC)
    tmd_die(TMD_USAGE, "--records goes with --to tsv alone (try --help)");
  if (records_only && cases_only)
    tmd_die(TMD_USAGE, "--records and --cases exclude each other (try --help)");
  if (cases_only && to == TO_TABLE)
    tmd_die(TMD_USAGE, "--cases and --to table exclude each other (try --help)");
  if (top && printed() == CLAIMS)
    tmd_die(
        TMD_USAGE,
        "--top needs --to table, wc, bin, c, csv, llvm or coq, --cases or --records (try --help)");
  if (is_selection() && printed() == CLAIMS)
    tmd_die(
        TMD_USAGE,
        "claims are not selected from: give --cases, --records or --to wc, table, bin, c, csv, llvm or coq (try --help)");
  if (limit >= 0 && !expand && !is_list())
    tmd_die(TMD_USAGE, "--limit needs --expand, or a list (try --help)");
}

int main(int argc, char **argv) {
  int at = tmd_options(&tool, argc, argv);
  check_options();
  text_out = tmd_open_output(0); /* also for bytes: a list is written as a whole or not at all */
  if (to == TO_BIN && isatty(fileno(text_out)))
    tmd_die(TMD_USAGE, "refuses to write bytes to a terminal (use -o FILE)");
  int failed = tmd_each_claim(argv + at, visit);
  char bad[512];
  const enum tmd_status status = tmd_error_status();
  snprintf(bad, sizeof bad, "%s", tmd_error_text());
  if (!failed && !claims && printed() != CLAIMS)
    tmd_die(TMD_USAGE, "nothing to list: the input has no claims");
  if (print_found(text_out) && !failed) tmd_fail();
  tmd_close_text(text_out);
  tmd_print_stats(NULL);
  if (failed) tmd_die((int)status, "%s", bad);
  tmd_output_complete();
  return TMD_OK;
}
