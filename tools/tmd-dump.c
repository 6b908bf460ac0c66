/* tmd-dump: a stream as text. */
#include <stdlib.h>
#include <string.h>

#include "../lib/argument.h"
#include "../lib/error.h"
#include "../lib/filter.h"
#include "../lib/results.h"
#include "../lib/table.h"
#include "../lib/text.h"

enum { TOP_DEFAULT = 20 };

enum output { TO_TSV, TO_JSON, TO_WC, TO_TABLE };

static int to, records_only;
static long long top; /* 0: not given */

static const struct tmd_option options[] = {
    {"to", 0, TMD_CHOICE, NULL, "form: TSV, JSON lines, a CORE-MATH list of cases, or a table of the hardest cases",
     .target = &to, .choices = "tsv|json|wc|table"},
    {"records", 0, TMD_FLAG, NULL, "no claims: what was found, sorted by problem and x", .target = &records_only},
    {"top", 0, TMD_NUMBER, "N", "rows of the table (default 20)", .target = &top, .least = 1, .most = 1LL << 62},
    {0},
};

static const struct tmd_tool tool = {
    "tmd-dump",
    "print a stream of claims as text",
    "[FILE...]",
    "Prints each claim on a line of its own, that begins with @, and its records on the lines below\n"
    "it; a line that begins with # names the columns. tmd-pack makes the same stream of it again:\n"
    "put awk between the two.\n"
    "\n"
    "With --records, prints what the whole input has found: case records and regions, sorted by\n"
    "problem and then by x, repetitions dropped and adjoining regions of one reason joined, so that\n"
    "the text does not depend on how the claims were cut or ordered. Claims of kind poly have not\n"
    "found anything yet: how many there are is said on stderr.\n"
    "\n"
    "In both, a distance is that of G(x) to the nearest integer, negative if G(x) lies below it,\n"
    "and an X is the significand of x as an integer, see tmd-stream(5). A hardness is the word\n"
    "exact for the distance 0, and unbounded where a region knows no upper bound.\n"
    "\n"
    "With --to wc, prints one x a line, as a hexadecimal float, below comments that say which\n"
    "problem it is and in which ranges the list is complete. With --to table, prints the hardest\n"
    "cases, hardest first, with the modes that they are hard for, the value and the bits behind it.\n"
    "\n"
    "A text says less than a stream about its own end: one that is cut between two lines is still a\n"
    "text. The exit status of every stage counts.\n"
    "\n"
    "The columns of a line case are x, the argument as a hexadecimal float; e_in, its exponent (with\n"
    "--records only; else the claim's line has it); X; and\n"
    "\n"
    " status          candidate, confirmed, exact or undecided\n"
    " kind            what the nearest integer of G stands for: number (of\n"
    "                 the format) or midpoint (of two)\n"
    " hardness        the greatest number of bits for which it is a case\n"
    " distance        hexadecimal, a fraction of 64 bits, truncated\n"
    " undecided_bits  the precision that did not decide, else 0\n"
    "\n"
    "with - for what a candidate does not say; see tmd-stream(5). A line region has its ends xa and xb,\n"
    "that with the greater magnitude excluded (without --records: Xa and Xb), its reason,\n"
    "proved (1 or 0), and the least and greatest hardness.\n"
    "\n"
    "The columns of --to table are\n"
    "\n"
    " x                the argument\n"
    " k                its hardness\n"
    " hard for         directed: f(x) is near a number; nearest: a midpoint\n"
    " f(x) to nearest  the value, rounded to nearest\n"
    " side             of that number or midpoint on which |f(x)| lies\n"
    " bits after the significand\n"
    "                  of |f(x)|: the first; b^r for the r bits b behind it;\n"
    "                  the next 8",
    options,
    "tmd-plan exp --domain 1:1.001 | tmd-taylor | tmd-dump | sed '/^@/s/n=32768/n=16384/' | tmd-pack |\n"
    "  tmd-shift > packets.tmd\n"
    "tmd-dump --records exp.tmd | awk -F '\\t' '$1 == \"case\" && $7 >= 60'",
};

static enum tmd_text_format format(void) { return to == TO_JSON ? TMD_TEXT_JSON : TMD_TEXT_TSV; }

/* ---- claims as they come ---- */

static void print_line(FILE *out, const struct tmd_text_type *type, const struct tmd_text_line *line) {
  static const struct tmd_text_type *named[8];
  int i = 0;
  while (named[i] && named[i] != type) i++;
  if (!named[i]) tmd_text_print_columns(out, format(), named[i] = type);
  tmd_text_print(out, format(), type, line);
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

static const struct tmd_text_type problem_type = {"problem", {"function", "in", "out", "modes", "bits"}};
static const struct tmd_text_type case_type = {
    "case", {"x", "e_in", "X", "status", "kind", "hardness", "distance", "undecided_bits"}};
static const struct tmd_text_type region_type = {"region", {"xa", "xb", "reason", "proved", "least", "greatest"}};

static void print_problem(FILE *out, const struct tmd_problem *p) {
  static struct tmd_text_line line;
  tmd_text_begin(&line);
  tmd_text_add(&line, "%s", p->function);
  tmd_text_add(&line, "%d,%d,%d", p->in.p, p->in.emin, p->in.emax);
  tmd_text_add(&line, "%d,%d,%d", p->out.p, p->out.emin, p->out.emax);
  tmd_text_add(&line, "%s", tmd_modes_name(p->modes));
  tmd_text_add(&line, "%d", p->bits);
  print_line(out, &problem_type, &line);
}

static void print_result(FILE *out, const struct tmd_results *results, const struct tmd_result *result) {
  static struct tmd_text_line line;
  char a[TMD_ARGUMENT_TEXT_BYTES], b[TMD_ARGUMENT_TEXT_BYTES], X[TMD_WIDE_TEXT_BYTES];
  tmd_result_print_ends(results, result, a, b);
  tmd_text_begin(&line);
  tmd_text_add(&line, "%s", a);
  if (result->type == TMD_RESULT_CASE) {
    tmd_text_add(&line, "%d", result->e_a);
    tmd_text_add(&line, "%s", tmd_wide_print(X, result->Xa));
    tmd_text_add_case(&line, &result->record);
    print_line(out, &case_type, &line);
    return;
  }
  tmd_text_add(&line, "%s", b);
  tmd_text_add(&line, "%s", tmd_reason_name(result->reason));
  tmd_text_add(&line, "%d", result->flags & TMD_REGION_PROVED);
  tmd_text_add_hardness(&line, result->least);
  tmd_text_add_hardness(&line, result->greatest);
  print_line(out, &region_type, &line);
}

static void print_results(FILE *out, const struct tmd_results *results) {
  for (size_t i = 0; i < results->count; i++) {
    const struct tmd_result *result = results->result + i;
    if (i == 0 || result->problem != result[-1].problem)
      print_problem(out, results->problems.problem + result->problem);
    if (result->type != TMD_RESULT_COMPLETE) print_result(out, results, result);
  }
}

/* ---- a CORE-MATH list ---- */

/* "xa <= x < xb" for a range, from small x to large. */
static void print_range(FILE *out, const struct tmd_results *results, const struct tmd_result *range) {
  char a[TMD_ARGUMENT_TEXT_BYTES], b[TMD_ARGUMENT_TEXT_BYTES];
  tmd_result_print_ends(results, range, a, b);
  fprintf(out, range->cell.sign_x ? "%s < x <= %s" : "%s <= x < %s", range->cell.sign_x ? b : a,
          range->cell.sign_x ? a : b);
}

/* The comments of one problem: what it is, where the list is complete, where a region stands for a list. */
static size_t print_list_header(FILE *out, const struct tmd_results *results, size_t from) {
  unsigned problem = results->result[from].problem, candidates = 0;
  const struct tmd_problem *p = results->problems.problem + problem;
  size_t end = from;
  fprintf(out, "# %s from %d,%d,%d to %d,%d,%d, modes %s: hard-to-round cases at %d bits\n", p->function, p->in.p,
          p->in.emin, p->in.emax, p->out.p, p->out.emin, p->out.emax, tmd_modes_name(p->modes), p->bits);
  for (; end < results->count && results->result[end].problem == problem; end++) {
    const struct tmd_result *r = results->result + end;
    candidates += r->type == TMD_RESULT_CASE && !(r->record.flags & (TMD_CASE_CONFIRMED | TMD_CASE_UNDECIDED));
    if (r->type == TMD_RESULT_CASE) continue;
    fputs(r->type == TMD_RESULT_COMPLETE ? "# complete for " : "# no list, but a region: ", out);
    print_range(out, results, r);
    if (r->type == TMD_RESULT_REGION)
      fprintf(out, ": %s%s", tmd_reason_name(r->reason), r->flags & TMD_REGION_PROVED ? "" : " (not proved)");
    fputc('\n', out);
  }
  if (candidates) fprintf(out, "# %u candidates that are not confirmed are left out\n", candidates);
  return end;
}

static void print_list(FILE *out, const struct tmd_results *results) {
  char a[TMD_ARGUMENT_TEXT_BYTES], b[TMD_ARGUMENT_TEXT_BYTES];
  for (size_t i = 0, end = 0; i < results->count; i++) {
    const struct tmd_result *result = results->result + i;
    if (i == end) end = print_list_header(out, results, i);
    if (result->type != TMD_RESULT_CASE || !(result->record.flags & (TMD_CASE_CONFIRMED | TMD_CASE_UNDECIDED)))
      continue;
    tmd_result_print_ends(results, result, a, b);
    fprintf(out, "%s\n", a);
  }
}

static struct tmd_results results;
static FILE *text_out;

static int visit(struct tmd_claim *claim, const struct tmd_reader *reader) {
  (void)reader;
  if (records_only || to >= TO_WC) tmd_results_add(&results, claim);
  else print_claim(text_out, claim);
  return 0;
}

static void print_all(FILE *out) {
  tmd_results_sort(&results);
  switch ((enum output)to) {
    case TO_TSV:
    case TO_JSON: print_results(out, &results); break;
    case TO_WC: print_list(out, &results); break;
    case TO_TABLE:
      if (tmd_table_print(out, &results, top ? top : TOP_DEFAULT)) tmd_fail();
      break;
  }
  if (results.poly_claims)
    fprintf(stderr, "%s: %lu claim%s of kind poly without cases as yet\n", tool.name, results.poly_claims,
            results.poly_claims == 1 ? "" : "s");
  tmd_results_clear(&results);
}

int main(int argc, char **argv) {
  int at = tmd_options(&tool, argc, argv);
  if (records_only && to == TO_TABLE) tmd_die(TMD_USAGE, "--records and --to table exclude each other (try --help)");
  if (top && to != TO_TABLE) tmd_die(TMD_USAGE, "--top needs --to table (try --help)");
  text_out = tmd_open_output(0);
  int failed = tmd_each_claim(argv + at, visit);
  print_all(text_out);
  tmd_close_text(text_out);
  tmd_print_stats(NULL);
  if (failed) tmd_fail();
  return TMD_OK;
}
