/* tmd-dump: a stream as text. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/error.h"
#include "lib/cell/exact.h"
#include "lib/cli/columns.h"
#include "lib/cli/options.h"
#include "lib/cli/program.h"
#include "lib/report/cases.h"
#include "lib/report/images.h"
#include "lib/report/list.h"
#include "lib/report/overlaps.h"
#include "lib/report/results.h"
#include "lib/report/table.h"
#include "lib/stream/hex-float.h"
#include "lib/stream/stream.h"
#include "lib/stream/text.h"
#include "tools/stage/input.h"

enum { TOP_DEFAULT = 20, LIMIT_DEFAULT = 1000, ENDS_DEFAULT = 2 };

enum output { TO_TSV, TO_WC, TO_TABLE, TO_BIN, TO_C, TO_CSV };

static int to, records_only, cases_only, mode, kind, expand, no_images;
static long long top, min_bits, minimal; /* 0: not given */
static long long limit = -1;             /* -1: not given */

#define FROM_1 .least = 1, .most = 1LL << 62

static const struct tmd_option options[] = {
    {"to", 0, TMD_CHOICE, NULL,
     "form: TSV, a CORE-MATH list, a table of the worst cases, bytes of x, C, CSV", .target = &to,
     .choices = "tsv|wc|table|bin|c|csv"},
    {"records", 0, TMD_FLAG, NULL, "what was found instead of the claims, sorted by problem and x",
     .target = &records_only},
    {"cases", 0, TMD_FLAG, NULL, "the cases for other programs, with the ranges searched",
     .target = &cases_only},
    {"min-bits", 0, TMD_NUMBER, "K", "only cases of hardness K or more", .target = &min_bits,
     FROM_1},
    {"mode", 0, TMD_CHOICE, NULL, "only cases hard for these rounding modes", .target = &mode,
     .choices = "all|directed|nearest"},
    {"kind", 0, TMD_CHOICE, NULL,
     "only cases where f(x) is near a number, near a midpoint, or exact", .target = &kind,
     .choices = "all|number|midpoint|exact"},
    {"minimal", 0, TMD_NUMBER, "N", "the hardest N of each binade and sign of x, kind and side",
     .target = &minimal, FROM_1},
    {"top", 0, TMD_NUMBER, "N", "the hardest N of each kind; of the table, all rows (default 20)",
     .target = &top, FROM_1},
    {"expand", 0, TMD_FLAG, NULL,
     "list exact cases that follow by rule, and more of long regions than their ends, see --limit",
     .target = &expand},
    {"limit", TMD_LESSER, TMD_NUMBER, "N",
     "list regions that are hard throughout if they have at most N arguments (default 1000)",
     .target = &limit, .most = 1LL << 62},
    {"no-images", TMD_LESSER, TMD_FLAG, NULL,
     "lists without what follows by symmetry from what was searched", .target = &no_images},
    {0},
};

static const struct tmd_tool tool = {
    "tmd-dump",
    "print a stream of claims as text, or its cases as a list",
    "[FILE...]",
    "Prints each claim on a line of its own, which begins with @, and its records on the lines below\n"
    "it; a line that begins with # names the columns. tmd-pack makes the same stream of it again:\n"
    "put awk between the two.\n"
    "\n"
    "With --records, prints what was found in the whole input: case records and regions, sorted by\n"
    "problem and then by x, on a terminal with aligned columns. Repetitions are dropped, and adjoining regions of one\n"
    "reason are joined if all or none of their arguments are hard, so that the text does not depend on how the claims were\n"
    "cut or ordered. Claims of kind poly have no cases yet: their number is printed on stderr.\n"
    "\n"
    "In both, a distance is that of G(x) to the nearest integer, negative if G(x) lies below it, and X\n"
    "is the significand of x as an integer, see tmd-stream(5). A hardness is the word exact for the\n"
    "distance 0, and unbounded where a region has no upper bound.\n"
    "\n"
    "With --to wc, prints one x a line, as a hexadecimal float, below comments that give the problem\n"
    "and the ranges in which the list is complete. With --to table, prints the worst cases, hardest\n"
    "first, with the rounding modes that they are hard for, the value and the bits behind it.\n"
    "\n"
    "With --cases or --to csv, prints a header line and one case a line; --to tsv below such comments, --to csv without\n"
    "them (with --verbose these go to stderr). A case has\n"
    "x, X, e, where x is X 2^(e-p+1), sign, which is 1 for negative x, kind (exact,\n"
    "or else midpoint or number), the modes it is hard for, hardness, distance, whether it is\n"
    "undecided, the side of the midpoint or number on which |f(x)| lies, below or above, and the correct\n"
    "results, evaluated anew by MPFR: f(x) rounded to nearest (rn), up (ru), down (rd), toward zero (rz), away\n"
    "from zero (ra), and to odd (ro) in a format with two more bits, p + 2, of the same exponents: the number itself,\n"
    "or else the one of those next to it whose significand is odd, from which all other modes follow. They are - where\n"
    "an expression is not decided, and where a format has more than 2^127 numbers.\n"
    "\n"
    "With --to c, prints a header for C99: a table of structures, _cases, with x, these results, hardness, side and\n"
    "kind, and their number (_COUNT), also of those hard for directed modes, for rounding to nearest, of exact and of\n"
    "undecided ones; of rounding to odd the two bits that come behind rz. Further, the least hardness\n"
    "listed (_BITS); the greatest\n"
    "found for either kind of modes, regions apart; the number of regions all of whose arguments are\n"
    "hard (_HARD_REGIONS: those that are in the tables in part or not at all are in the comments); and 1\n"
    "or 0 for whether the whole domain was searched. The names are made of function and formats:\n"
    "tmd_exp_binary64_cases. What was searched at several bits, as the lists in lib/cases, is one table, whose _BITS is\n"
    "the greatest, from which on it has all cases of what is covered; the comments say what each search covers, and what all\n"
    "together do not. A table for directed modes, or nearest, beside one for other modes has that in its name. Types are\n"
    "float or double; that of binary16 and bfloat16 is uint16_t,\n"
    "and those of binary80 and binary128 are structures, with the bits of x.\n"
    "\n"
    "With --to bin, prints each x as the bytes of the format, little-endian, and nothing else: 2\n"
    "bytes for binary16 and bfloat16, 4 for binary32, 8 for binary64, 16 for binary128, and also 16 for\n"
    "binary80, 10 of the x87 format and 6 zeros, as in an array of long double on x86-64. Other\n"
    "formats, and more than one problem, are errors. With --verbose, the comments of the other lists\n"
    "are printed on stderr. The worst-case tests of LLVM's libc (libc/test/src/math/exhaustive/*.bin) read such files.\n"
    "\n"
    "A list has the images of what was searched under the symmetries of f, too, with their ranges, as if tmd-orbit(1) had made\n"
    "them: of -x where f is odd or even, of 4x, 16x, ... of sqrt. --no-images leaves them out. Where those by steps, counted\n"
    "beforehand, are more than 1048576 ranges and cases, a line on stderr says that they are left out.\n"
    "\n"
    "Claims that contradict each other (tmd-stat(1), overlap) make no list and no table: two are named, exit status 1.\n"
    "\n"
    "To lists belong the arguments of proved regions that are hard throughout, as sin(x) is where it is\n"
    "almost x, each evaluated: all of them where they are at most --limit, else the first and the last,\n"
    "or with --expand so many as --limit says, next to both ends. Comments name the regions and say\n"
    "what of them is listed; a line on stderr counts those listed in part. Of these the hardest arguments, near a number or\n"
    "midpoint on either side, are listed too, with --minimal and --top so many as these say, with --minimal of each binade;\n"
    "of a region where it would take too long to find them, as where erf(x) is almost 1, the comment says that others may be\n"
    "harder. --limit 0 lists none. Between the ends\n"
    "of a region, an argument whose distance takes more than 4096 bits has the distance -, as has one that no precision\n"
    "decides; the hardness is then the greatest that is proved, and the true one may be greater. The\n"
    "table and --records, which prints regions as such, list arguments of regions only with --expand.\n"
    "\n"
    "Exact cases of roots, powers and functions of pi x follow by rule, see tmd-stream(5), and may be millions: comments,\n"
    "table say how many there are in all that is covered, and --expand lists them, of each range\n"
    "all or so many from both ends as --limit says.\n"
    "\n"
    "Lists, the table and --records can be restricted to a selection, applied in this order after that.\n"
    "--min-bits is the least hardness. --mode nearest keeps cases near midpoints, which are hard for rounding to nearest, and\n"
    "directed those near floating-point numbers, which are hard for the other modes; it is an error if\n"
    "the search did not look at these. --minimal is for slow machines: the N hardest for each sign and\n"
    "each binade of x (subnormal numbers belong to the lowest), each kind (number, midpoint, exact)\n"
    "and each side of the number or midpoint on which f(x) lies. --top takes the N hardest of each\n"
    "kind. Undecided cases are always listed; candidates only with --records.\n"
    "\n"
    "An input without claims has no list, table or records: that is an error, exit status 2. As claims it is an empty\n"
    "text, so that a pipe through tmd-dump and tmd-pack passes it on.\n"
    "\n"
    "A text that is cut off between two lines is still a text, whereas a stream has its own length: a\n"
    "pipe through tmd-dump is complete only if the exit statuses of all stages are 0.\n"
    "\n"
    "The columns of a line that begins with case are x, the argument as a hexadecimal float; e_in, its\n"
    "exponent (with --records only; else it is in the line of the claim); X; and\n"
    "\n"
    " status          candidate, confirmed, exact or undecided\n"
    " kind            what the nearest integer of G stands for: number (of\n"
    "                 the format) or midpoint (of two)\n"
    " hardness        the greatest number of bits for which it is a case\n"
    " distance        hexadecimal, a fraction of 64 bits, truncated\n"
    " undecided_bits  the precision that did not decide, else 0\n"
    "\n"
    "with - for what a candidate does not have; see tmd-stream(5). A line that begins with region has\n"
    "the ends xa and xb, of which the one with the greater magnitude is excluded (without --records: Xa\n"
    "and Xb), the reason, proved (1 or 0), and the least and greatest hardness.\n"
    "\n"
    "The columns of --to table are\n"
    "\n"
    " x                the argument\n"
    " k                its hardness\n"
    " hard for         directed: f(x) is near a number; nearest: a midpoint\n"
    " f(x) to nearest  the value, rounded to nearest\n"
    " side             of that number or midpoint on which |f(x)| lies\n"
    " bits after the significand\n"
    "                  of |f(x)|: the first bit; b^r for a run of r bits b\n"
    "                  behind it; the next 8 bits\n"
    "\n"
    "Where f is odd or even, the row of x stands for -x. Apart, at the end, are cases as hard where f(x) is\n"
    "almost a polynomial of degree 2 in x, as exp(x) is 1 + x + x^2/2 near 0: its Taylor polynomial at 0,\n"
    "of less degree where coefficients are no dyadic rationals, differs from f(x) by less than what is hard.",
    options,
    "tmd-plan exp --domain 1:1.001 | tmd-taylor | tmd-dump | sed '/^@/s/n=32768/n=16384/' | tmd-pack |\n"
    "  tmd-shift > packets.tmd\n"
    "tmd-dump --records exp.tmd | awk -F '\\t' '$1 == \"case\" && $7 >= 60'\n"
    "tmd-dump --to c --minimal 2 exp.tmd > exp-cases.h\n"
    "tmd-dump --to csv exp.tmd | mlr --icsv --ojson -S cat > exp.json",
};

/* ---- claims as they come ---- */

static void print_line(FILE *out, const struct tmd_text_type *type,
                       const struct tmd_text_line *line) {
  static const struct tmd_text_type *named[8];
  int i = 0;
  while (named[i] && named[i] != type) i++;
  if (!named[i]) tmd_text_print_columns(out, named[i] = type);
  tmd_text_print(out, type, line);
}

static void print_claim(FILE *out, const struct tmd_claim *claim) {
  static struct tmd_text_line line;
  tmd_text_from_claim(&line, claim);
  print_line(out, &tmd_text_claim, &line);
  for (size_t i = 0; i < claim->record_count; i++) {
    tmd_text_from_record(&line, claim, i);
    print_line(out, &tmd_text_records[claim->kind], &line);
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
  static struct tmd_text_line line;
  tmd_text_begin(&line);
  tmd_text_add_problem(&line, p);
  print_line(out, &problem_type, &line);
}

static void print_case(FILE *out, const struct tmd_problem *problem, const struct tmd_cell *cell,
                       const struct tmd_case_record *record) {
  static struct tmd_text_line line;
  char text[TMD_HEXFLOAT_TEXT_BYTES];
  const tmd_u128 X = tmd_wide_load(record->X);
  tmd_text_begin(&line);
  tmd_text_add(&line, "%s",
               tmd_hexfloat_print(text, cell->sign_x, X, tmd_cell_unit(problem, cell)));
  tmd_text_add(&line, "%d", cell->e_in);
  tmd_text_add(&line, "%s", tmd_wide_print(text, X));
  tmd_text_add_case(&line, record);
  print_line(out, &case_type, &line);
}

static void print_result(FILE *out, const struct tmd_results *results,
                         const struct tmd_result *result) {
  static struct tmd_text_line line;
  char a[TMD_HEXFLOAT_TEXT_BYTES], b[TMD_HEXFLOAT_TEXT_BYTES];
  if (result->type == TMD_RESULT_CASE) {
    print_case(out, results->problems.problem[result->problem], &result->cell, &result->record);
    return;
  }
  tmd_result_print_ends(results, result, a, b);
  tmd_text_begin(&line);
  tmd_text_add(&line, "%s", a);
  tmd_text_add(&line, "%s", b);
  tmd_text_add_region(&line, &result->says, result->flags);
  print_line(out, &region_type, &line);
}

static struct tmd_coverage coverage; /* for lists */
static struct tmd_results results;
static struct tmd_cases cases; /* if they are not among the results: these are 128 bytes each */
static FILE *text_out;
static unsigned long long claims;

/* The results next..to of a problem and sign of x, which are ranges; cases come between them. */
struct half {
  FILE *out;
  size_t next, to;
};

/* Prints the ranges that begin before the case, from zero on and of equals the ranges first;
   without a case all. */
static void print_ranges(struct half *half, const struct tmd_cell *cell,
                         const struct tmd_case_record *record) {
  for (; half->next < half->to; half->next++) {
    const struct tmd_result *result = results.result + half->next;
    const int p = results.problems.problem[result->problem]->in.p;
    const int c = record ? tmd_result_compare_points(p, result->e_a, result->Xa, cell->e_in,
                                                     tmd_wide_load(record->X))
                         : 0;
    if (record && (cell->sign_x ? c <= 0 : c > 0)) return;
    if (result->type != TMD_RESULT_COMPLETE) print_result(half->out, &results, result);
  }
}

static void print_next_case(const struct tmd_cell *cell, const struct tmd_case_record *record,
                            void *context) {
  struct half *half = context;
  const struct tmd_problem *problem =
      results.problems.problem[results.result[half->to - 1].problem];
  print_ranges(half, cell, record);
  print_case(half->out, problem, cell, record);
}

/* Every claim has a range among the results, so that no case's problem and sign are missed. */
static void print_results(FILE *out) {
  for (size_t from = 0, end; from < results.count; from = end) {
    const struct tmd_result *first = results.result + from;
    for (end = from + 1; end < results.count && first->problem == results.result[end].problem &&
                         first->cell.sign_x == results.result[end].cell.sign_x;)
      end++;
    struct half half = {out, from, end};
    if (from == 0 || first->problem != first[-1].problem)
      print_problem(out, results.problems.problem[first->problem]);
    tmd_cases_each(&cases, first->problem, first->cell.sign_x, print_next_case, &half);
    print_ranges(&half, NULL, NULL);
  }
}

/* ---- the whole ---- */

static enum { CLAIMS, RECORDS, LIST } printed(void) {
  return cases_only || to >= TO_WC ? LIST : records_only ? RECORDS : CLAIMS;
}

static int print_list(FILE *out, const struct tmd_list *list) {
  switch ((enum output)to) {
  case TO_TSV: return tmd_list_print_tsv(out, list);
  case TO_WC: return tmd_list_print_wc(out, list);
  case TO_TABLE: return tmd_table_print(out, list->results, top ? top : TOP_DEFAULT);
  case TO_C: return tmd_list_print_c(out, list);
  case TO_CSV:
    if (tmd_common.verbose) tmd_list_print_all_comments(stderr, "# ", list);
    return tmd_list_print_csv(out, list);
  case TO_BIN:
    if (tmd_common.verbose) tmd_list_print_all_comments(stderr, "# ", list);
    return tmd_list_print_bin(out, list);
  }
  return 0;
}

static int is_selection(void) {
  return min_bits || mode != TMD_MODES_ALL || kind || minimal || expand || (top && to != TO_TABLE);
}

static int is_list(void) { return printed() == LIST && to != TO_TABLE; }

/* Lists have arguments of regions without being asked; records and the table are as they were
   found, unless something else is asked for. */
static struct tmd_expansion expansion(void) {
  const long long whole = limit < 0 ? LIMIT_DEFAULT : limit;
  const long long ends = expand ? whole : is_list() && whole ? ENDS_DEFAULT : 0;
  const long long hardest = minimal ? minimal : top ? top : 1;
  return (struct tmd_expansion){
      .whole = whole, .ends = ends, .hardest = hardest, .binades = minimal > 0, .needed = expand};
}

/* What the coverage has not. */
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
  if (printed() == RECORDS && !is_selection() && claim->kind == TMD_CASE) {
    tmd_cases_add(&cases, tmd_problemset_index(&results.problems, claim->problem), claim);
    tmd_claim_empty(claim);
  }
  if (printed() != LIST) {
    tmd_results_add(&results, claim);
    return 0;
  }
  tmd_exact_drop(claim);
  tmd_coverage_add(&coverage, claim);
  if (!tmd_claim_confirmed(claim)) add_unconfirmed(claim);
  return 0;
}

static struct tmd_expand_cut cut; /* what is listed in part */

/* Prints what is selected of the results, which become that; `continued`: a list of another problem
   came before. */
static int print_selected(FILE *out, struct tmd_results *of, const struct tmd_selection *selection,
                          int continued) {
  struct tmd_list list = {.results = of};
  int failed = (is_selection() || is_list()) && tmd_list_select(&list, of, selection);
  list.continued = continued;
  if (!failed && printed() == RECORDS) print_results(out);
  else if (!failed && printed() == LIST) failed = print_list(out, &list);
  cut.regions += list.cut.regions;
  cut.exact += list.cut.exact;
  cut.unknown += list.cut.unknown;
  tmd_list_clear(&list);
  return failed;
}

/* The same, one problem after the other: the first lines are out before the arguments of the last
   problem are evaluated. */
static int print_problems(FILE *out, const struct tmd_selection *selection) {
  int failed = 0;
  for (size_t from = 0, end; from < results.count && !failed; from = end) {
    struct tmd_results one = {.problems = results.problems};
    for (end = from;
         end < results.count && results.result[end].problem == results.result[from].problem;)
      end++;
    one.count = end - from;
    one.result = tmd_grow(NULL, &one.capacity, one.count, sizeof *one.result);
    memcpy(one.result, results.result + from, one.count * sizeof *one.result);
    failed = print_selected(out, &one, selection, from > 0);
    free(one.result);
  }
  return failed;
}

static void add_images(void) {
  struct tmd_images_left left;
  tmd_images_add(&coverage, 1, &left);
  if (left.functions)
    tmd_say(
        "images of %.60s%s by steps are not listed, more than %d: tmd-orbit --plan PLAN writes those of the lines of PLAN",
        left.function, left.functions > 1 ? " and others" : "", TMD_IMAGES_ADDED_MAX);
}

/* The results of a list are those of the coverage. 0, or -1 (message): claims contradict each
   other. */
static int take_coverage(void) {
  tmd_coverage_sort(&coverage);
  const int failed = tmd_overlaps_check(&coverage);
  if (!failed && is_list() && !no_images) add_images();
  if (!failed) tmd_results_take(&results, &coverage);
  tmd_coverage_clear(&coverage);
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
  tmd_results_sort(&results);
  tmd_cases_sort(&cases);
  const int by_problem =
      printed() == LIST && (to == TO_TSV || to == TO_CSV || to == TO_WC) && results.count;
  const int failed =
      by_problem ? print_problems(out, &selection) : print_selected(out, &results, &selection, 0);
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
  if (results.poly_claims)
    fprintf(stderr, "%s: %lu claim%s of kind poly without cases as yet\n", tool.name,
            results.poly_claims, results.poly_claims == 1 ? "" : "s");
  tmd_results_clear(&results);
  tmd_cases_clear(&cases);
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
    tmd_die(TMD_USAGE,
            "--top needs --to table, wc, bin, c or csv, --cases or --records (try --help)");
  if (is_selection() && printed() == CLAIMS)
    tmd_die(
        TMD_USAGE,
        "claims are not selected from: give --cases, --records or --to wc, table, bin, c or csv (try --help)");
  if (limit >= 0 && !expand && !is_list())
    tmd_die(TMD_USAGE, "--limit needs --expand, or a list (try --help)");
}

int main(int argc, char **argv) {
  int at = tmd_options(&tool, argc, argv);
  check_options();
  text_out = tmd_open_output(0); /* also of bytes: a list is there whole or not at all */
  if (to == TO_BIN && isatty(fileno(text_out)))
    tmd_die(TMD_USAGE, "refuses to write bytes to a terminal (use -o FILE)");
  if (printed() == RECORDS) text_out = tmd_columns(text_out);
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
