/* tmd-stat: counts, coverage, gaps and overlaps of a stream. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/error.h"
#include "lib/cli/failures.h"
#include "lib/cli/options.h"
#include "lib/cli/program.h"
#include "lib/image/images.h"
#include "lib/ledger/overlaps.h"
#include "lib/region/exact.h"
#include "tools/stage/input.h"
#include "tools/stat/accuracy.h"
#include "tools/stat/answer.h"
#include "tools/stat/histogram.h"
#include "tools/stat/plan-compare.h"

static const char *plan_name, *function_name, *accept_name;
static int gaps_only, plan_only, intact, accuracy, binades, no_images;

static const struct tmd_option options[] = {
    {"plan", 0, TMD_TEXT, "PLAN", "compare with PLAN and print the gaps", .target = &plan_name},
    {"gaps", 0, TMD_FLAG, NULL, "print the gaps only, as plan lines", .target = &gaps_only},
    {"only", 0, TMD_FLAG, NULL, "also fail on coverage outside PLAN", .target = &plan_only},
    {"no-images", TMD_LESSER, TMD_FLAG, NULL,
     "do not count images by symmetry with --plan and --accuracy", .target = &no_images},
    {"function", 0, TMD_TEXT, "NAME", "count the claims about this function alone",
     .target = &function_name},
    {"accuracy", 0, TMD_FLAG, NULL, "print the bits that the last phase of an implementation needs",
     .target = &accuracy},
    {"binades", 0, TMD_FLAG, NULL, "with --accuracy, print each binade, too", .target = &binades},
    {"accept", 0, TMD_TEXT, "LIST", "check each stream of LIST against its plan",
     .target = &accept_name},
    {"intact", 0, TMD_FLAG, NULL, "print the number of bytes before a torn last block; no report",
     .target = &intact},
    {0},
};

TMD_PAGE("tools/tmd-stat.mdoc");

static const struct tmd_tool tool = {
    "tmd-stat",
    "count the claims of a stream and check their coverage",
    "[FILE...]",
    "Counts the claims and cases of a stream, and compares their coverage with a plan.",
    options,
    "tmd-stat --plan exp.plan exp-*.tmd || tmd-stat --gaps --plan exp.plan exp-*.tmd > rest.plan\n"
    "tmd-stat --accuracy --plan exp.plan exp.tmd\n"
    "tmd-stat exp.tmd | sed -n 's/^#*hardness\\t//p' | awk 'NR == 1 || $1 >= 50'\n"
    "truncate -s \"$(tmd-stat --intact torn.tmd)\" torn.tmd",
    tmd_page,
};

static struct tmd_ledger ledger;
static FILE *out;
static int property_false;
static unsigned long long claims;   /* claims in the report */
static unsigned long long overlaps; /* of the problem, so far */

static void print_problem(const struct tmd_problem *p) {
  fputs("problem\t", out);
  tmd_problem_print_columns(out, p);
  fputc('\n', out);
}

static void print_claims(const struct tmd_claim_count *count) {
  fputs("#claims\tstate\tclaims\trecords\targuments\n", out);
  for (int s = 0; s < TMD_STATES; s++)
    if (count->claims[s])
      fprintf(out, "claims\t%s\t%llu\t%llu\t%s\n", tmd_claim_state_name((enum tmd_claim_state)s),
              count->claims[s], count->records[s], TMD_WIDE_TEXT(count->arguments[s]));
}

/* Prints the agreement of cases and model, without arguments that repeat others. */
static void print_fit(const struct tmd_problem *p) {
  static struct tmd_histogram once;
  tmd_histogram_count_once(&once, &ledger, p);
  const struct tmd_fit fit = tmd_histogram_fit(&once, p);
  if (fit.degrees)
    fprintf(out, "#fit\ttail\tchi2\tdegrees\tp\nfit\t%d\t%.2f\t%d\t%.3g\n", fit.tail, fit.chi2,
            fit.degrees, fit.p);
}

enum { EXPECTED_BYTES = 64 };

/* The number, or - for pairs: most of those that are searched may have no value in range. */
static const char *expected_text(char text[EXPECTED_BYTES], const char *format, double expected,
                                 const struct tmd_problem *p) {
  if (tmd_problem_of_pairs(p)) return "-";
  snprintf(text, EXPECTED_BYTES, format, expected);
  return text;
}

/* Prints the cases, and those that the model expects. */
static void print_histogram(const struct tmd_problem *p) {
  static struct tmd_histogram h;
  char text[EXPECTED_BYTES];
  tmd_histogram_count(&h, &ledger, p);
  int greatest = p->bits;
  fputs("#covered\tsearched\tregions\tcases\texpected\texact\tundecided\n", out);
  fprintf(out, "covered\t%s\t%s\t%llu\t%s\t%s\t%llu\n", TMD_WIDE_TEXT(h.searched),
          TMD_WIDE_TEXT(h.regions), h.total,
          expected_text(text, "%.1f", tmd_histogram_expected_from(&h, p, p->bits), p),
          TMD_WIDE_TEXT(h.exact), h.undecided);
  property_false |= h.undecided > 0;
  for (int k = 0; k < TMD_HISTOGRAM_BINS; k++)
    if (h.cases[k]) greatest = k;
  if (h.total) fputs("#hardness\tk\tcases\texpected\n", out);
  for (int k = p->bits; h.total && k <= greatest; k++)
    fprintf(out, "hardness\t%d\t%llu\t%s\n", k, h.cases[k],
            expected_text(text, "%.3g", tmd_histogram_expected(&h, p, k), p));
  if (!tmd_problem_of_pairs(p)) print_fit(p);
}

static void print_overlap(const struct tmd_overlap *overlap, void *context) {
  char one[TMD_STATEMENT_TEXT_BYTES], other[TMD_STATEMENT_TEXT_BYTES];
  const struct tmd_cell *cell = &overlap->at.cell;
  (void)context;
  property_false |= overlap->differ;
  if (gaps_only || (accuracy && !overlap->differ)) return;
  if (!overlaps++)
    fputs("#overlap\tsign_x\tsign_f\te_in\te_out\tX0\tX1\tclaims\ttimes\tX\tone\tother\n", out);
  fprintf(out, "overlap\t%d\t%d\t%d\t%d\t%s\t%s\t%s\t%zu", cell->sign_x, cell->sign_f, cell->e_in,
          cell->e_out, TMD_WIDE_TEXT(overlap->at.X0), TMD_WIDE_TEXT(overlap->at.X1),
          overlap->differ ? "differ" : "same", overlap->times);
  if (overlap->differ)
    fprintf(out, "\t%s\t%s\t%s\n", TMD_WIDE_TEXT(overlap->X),
            tmd_statement_print(one, &overlap->one), tmd_statement_print(other, &overlap->other));
  else fputs("\t-\t-\t-\n", out);
}

/* Adds images, which count from here on. If claims agree, so do their images. */
static void add_images(int mirrored) {
  struct tmd_images_left left;
  unsigned long long undecided;
  if (no_images || plan_only) return;
  tmd_images_add(&ledger, mirrored, &left);
  if (left.functions)
    tmd_say(
        "images of %.60s%s by steps do not count, more than %d: tmd-orbit%s FILE | tmd-stat%s%s",
        left.function, left.functions > 1 ? " and others" : "", TMD_IMAGES_ADDED_MAX,
        plan_name ? " --plan PLAN" : "", accuracy ? " --accuracy" : "",
        plan_name ? " --plan PLAN" : "");
  if (tmd_images_confirm(&ledger, &undecided)) tmd_fail();
  if (undecided) tmd_say("%llu cases of images are undecided", undecided);
  property_false |= undecided > 0 && !gaps_only;
}

/* The problem of the first gap, and the bits of other claims for the same function, formats and
   modes, or 0. */
static struct {
  const struct tmd_problem *planned;
  int least, greatest;
} other;

static void find_other_bits(const struct tmd_problem *planned) {
  other.planned = planned;
  for (unsigned i = 0; i < ledger.problems; i++) {
    const struct tmd_problem *p = ledger.count[i].problem;
    if (!tmd_problem_alike(p, planned) || p->modes != planned->modes || p->bits == planned->bits)
      continue;
    if (!other.least || p->bits < other.least) other.least = p->bits;
    if (p->bits > other.greatest) other.greatest = p->bits;
  }
}

static void say_other_bits(void) {
  char claimed[32], instead[48] = "";
  if (!other.least || no_images) return;
  const int planned = other.planned->bits,
            bits = other.greatest > planned ? other.greatest : planned;
  snprintf(claimed, sizeof claimed, other.least < other.greatest ? "%d to %d" : "%d", other.least,
           other.greatest);
  if (bits > planned) snprintf(instead, sizeof instead, "; for one of %d they do", bits);
  tmd_say(
      "%.200s: claims for %s bits do not count for a plan of %d%s: tmd-select --bits %d FILE | tmd-stat --plan PLAN",
      other.planned->name, claimed, planned, instead, bits);
}

static void print_gap(const struct tmd_planline *gap, void *context) {
  const struct tmd_plan_compare *compare = context;
  if (compare->gaps == 1) find_other_bits(gap->problem);
  if (!gaps_only && compare->gaps == 1) fputs("#gap\t" TMD_PLAN_HEADER "\n", out);
  if (!gaps_only) fputs("gap\t", out);
  tmd_planline_print(out, gap);
}

static void print_beyond(const struct tmd_planline *line) {
  static int count;
  if (!count++) fputs("#beyond\t" TMD_PLAN_HEADER "\n", out);
  fputs("beyond\t", out);
  tmd_planline_print(out, line);
}

static void compare_plan(void) {
  FILE *plan = tmd_open_input(plan_name); /* before the header of the gaps, which is a plan, too */
  struct tmd_plan_compare compare = {
      .ledger = &ledger, .beyond = plan_only, .gap = print_gap, .context = &compare};
  add_images(1);
  if (gaps_only) tmd_planline_header(out);
  if (tmd_plan_compare(&compare, plan, tmd_input_name(plan_name))) tmd_fail();
  say_other_bits();
  if (gaps_only) return;
  if (compare.planned == 0)
    tmd_die(TMD_USAGE, "%s: has no plan lines, so that nothing was compared", plan_name);
  property_false |= compare.gaps > 0;
  if (plan_only) property_false |= tmd_plan_beyond(&compare, print_beyond) > 0;
  fprintf(out, "#plan\targuments\tcovered\tgaps\nplan\t%s\t%s\t%llu\n",
          TMD_WIDE_TEXT(compare.planned), TMD_WIDE_TEXT(compare.covered), compare.gaps);
}

/* ---- the report ---- */

/* Prints the accuracy of a function in two formats, for all modes and bits. Without a plan, the
   whole domain must be covered. */
static void print_accuracy(const struct tmd_problem *p) {
  unsigned long long undecided = 0;
  size_t gaps = 0;
  if (!tmd_accuracy_is_first(&ledger, p)) return;
  fprintf(out, "function\t%s\t%s\t%s\n", p->name, TMD_FORMAT_NUMBERS(&p->in),
          TMD_FORMAT_NUMBERS(&p->out));
  if (tmd_accuracy_print(out, &ledger, p, binades, &undecided, &gaps)) tmd_fail();
  property_false |= undecided > 0 || (gaps > 0 && !plan_name);
}

static void report(void) {
  tmd_ledger_sort(&ledger);
  if (accuracy) add_images(0);
  if (accuracy) fputs("#function\tfunction\tin\tout\n", out);
  else if (!gaps_only) fputs("#problem\tfunction\tin\tout\tmodes\tbits\n", out);
  for (unsigned i = 0; i < ledger.problems; i++) {
    const struct tmd_problem *problem = ledger.count[i].problem;
    if (accuracy) {
      print_accuracy(problem);
    } else if (!gaps_only) {
      print_problem(problem);
      print_claims(ledger.count + i);
      print_histogram(problem);
    }
    overlaps = 0;
    tmd_overlaps_find(&ledger, problem, print_overlap, NULL);
  }
  if (plan_name) compare_plan();
}

static int visit(struct tmd_claim *claim, struct tmd_reader *reader) {
  (void)reader;
  if (function_name && strcmp(claim->problem->name, function_name)) return 0;
  claims++;
  tmd_exact_drop(claim);
  tmd_ledger_add(&ledger, claim);
  return 0;
}

/* ---- results of plans ---- */

static int failed_to_read(const char *name) {
  return tmd_error(TMD_USAGE, "%s: %s", name, strerror(errno));
}

/* 0, with the verdict, or -1 (message). */
static int judge(struct tmd_answer *answer, char *stream, const char *plan) {
  if (access(stream, R_OK)) return failed_to_read(stream);
  if (tmd_each_claim((char *[]){stream, NULL}, visit)) return -1;
  FILE *lines = fopen(plan, "rb");
  if (!lines) return failed_to_read(plan);
  return tmd_answer_judge(answer, &ledger, lines, plan);
}

/* The message, without the name of the stream. */
static const char *what_failed(const char *stream) {
  const char *text = tmd_error_text();
  const size_t bytes = strlen(stream);
  return strncmp(text, stream, bytes) || strncmp(text + bytes, ": ", 2) ? text : text + bytes + 2;
}

/* Prints the verdict on a stream of the list. */
static void accept_one(char *stream, const char *plan) {
  struct tmd_answer answer = {0};
  const char *what = judge(&answer, stream, plan) ? what_failed(stream)
                     : *answer.what               ? answer.what
                                                  : "-";
  property_false |= strcmp(what, "-") != 0;
  fprintf(out, "accept\t%s\t%llu\t%s\n", stream, answer.cases, what);
  tmd_ledger_clear(&ledger);
}

static int accept_streams(void) {
  struct tmd_lines list = {
      .file = tmd_open_input(accept_name), .name = tmd_input_name(accept_name), .kind = "a list"};
  int more;
  out = tmd_open_output(0);
  while ((more = tmd_lines_next(&list)) > 0) {
    char *plan = list.text, *stream = strsep(&plan, "\t");
    if (!*stream || !plan || !*plan || strchr(plan, '\t')) {
      tmd_lines_malformed(&list, list.number, "not STREAM, PLAN");
      tmd_fail();
    }
    accept_one(stream, plan);
  }
  if (more) tmd_fail();
  tmd_lines_close(&list);
  fclose(list.file);
  tmd_close_text(out);
  tmd_output_complete();
  tmd_print_stats(NULL);
  return property_false ? tmd_property_false() : TMD_OK;
}

static int print_intact(const char *name) {
  unsigned long long bytes;
  out = tmd_open_output(0);
  if (tmd_intact_bytes(name, &bytes)) tmd_fail();
  fprintf(out, "%llu\n", bytes);
  tmd_close_text(out);
  tmd_output_complete();
  tmd_print_stats(NULL);
  return TMD_OK;
}

int main(int argc, char **argv) {
  char bad[512];
  int at = tmd_options(&tool, argc, argv);
  if (accept_name && (plan_name || gaps_only || plan_only || function_name || accuracy || binades ||
                      no_images || intact || tmd_common.keep_going))
    tmd_die(TMD_USAGE, "--accept goes with no other option (try --help)");
  if (accept_name && argc > at)
    tmd_die(TMD_USAGE, "--accept has its streams from LIST (try --help)");
  if (accept_name) return accept_streams();
  if (intact &&
      (plan_name || gaps_only || plan_only || function_name || accuracy || binades || no_images))
    tmd_die(TMD_USAGE, "--intact goes with no other option (try --help)");
  if (intact && argc - at > 1) tmd_die(TMD_USAGE, "--intact takes one file at a time (try --help)");
  if (intact) return print_intact(at < argc ? argv[at] : "-");
  if (accuracy && (gaps_only || plan_only))
    tmd_die(TMD_USAGE, "--accuracy goes with --plan and --binades alone (try --help)");
  if (function_name && plan_name)
    tmd_die(TMD_USAGE, "--function is for reports without --plan (try --help)");
  if (binades && !accuracy) tmd_die(TMD_USAGE, "--binades needs --accuracy (try --help)");
  if (no_images && !plan_name && !accuracy)
    tmd_die(TMD_USAGE, "--no-images needs --plan or --accuracy (try --help)");
  if (gaps_only && !plan_name) tmd_die(TMD_USAGE, "--gaps needs --plan (try --help)");
  if (plan_only && (!plan_name || gaps_only))
    tmd_die(TMD_USAGE, "--only goes with --plan, without --gaps (try --help)");
  /* resolve --function to the canonical name; unknown names stay as they are */
  const char *spelled = function_name ? tmd_problem_spell(function_name) : NULL;
  if (spelled) function_name = spelled;
  out = tmd_open_output(0);
  int failed = tmd_each_claim(argv + at, visit),
      corrupt = failed && tmd_error_status() == TMD_CORRUPT;
  /* a report on a part of the input would mislead, unless it is requested */
  if (failed && !(corrupt && tmd_common.keep_going)) tmd_fail();
  snprintf(bad, sizeof bad, "%s", tmd_error_text());
  if (!failed && !claims && !plan_name)
    tmd_die(TMD_USAGE, "nothing was counted: the input has no claims%s%s",
            function_name ? " about " : "", function_name ? function_name : "");
  report();
  tmd_close_text(out);
  tmd_ledger_clear(&ledger);
  tmd_print_stats(NULL);
  if (failed) tmd_die(TMD_CORRUPT, "%s", bad);
  tmd_output_complete();
  return property_false ? tmd_property_false() : TMD_OK;
}
