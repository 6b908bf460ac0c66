/* tmd-plan: a function and a domain in, plan lines out. */
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/cli/options.h"
#include "lib/cli/program.h"
#include "lib/expression/expression.h"
#include "lib/expression/tree/aliases.h"
#include "lib/plan/planner.h"
#include "lib/problem/hex-float.h"
#include "lib/problem/words.h"
#include "tools/plan/units.h"
#include "tools/stage/progress.h"

enum { CASES_MANY = 10000000 };

static const char *format_option, *in_option, *y_option, *out_option, *cut_option;
static long long bits_option, n_option, split_option, max_cells = 1000000, max_cost;
static int modes_option, method_option, line_option, list_option, summary_option;
static struct tmd_domains domains, domains_y;

static int add_domain(const char *text) { return tmd_domains_parse(&domains, text); }
static int add_domain_y(const char *text) { return tmd_domains_parse(&domains_y, text); }

static const struct tmd_option options[] = {
    {"format", 'f', TMD_TEXT, "FORMAT",
     "format of x and f(x): a name (see --list) or p,emin,emax (default binary64)",
     .target = &format_option},
    {"in", 0, TMD_TEXT, "FORMAT", "format of x only", .target = &in_option},
    {"in-y", 0, TMD_TEXT, "FORMAT", "format of y only, or int:LOW:HIGH", .target = &y_option},
    {"out", 0, TMD_TEXT, "FORMAT", "format of f(x) only", .target = &out_option},
    {"bits", 'b', TMD_NUMBER, "M",
     "list hardness from M on, see tmd-stream(5) (default p - 9, at least 4)",
     .target = &bits_option, .least = 1, .most = TMD_PROBLEM_BITS_MAX},
    {"modes", 0, TMD_CHOICE, "MODES", "rounding modes (default all)", .target = &modes_option,
     .choices = TMD_CHOICES(TMD_MODES_WORDS)},
    {"domain", 'd', TMD_EACH, "A:B,...", "A <= x < B, exact (0.1, pi/2); may be repeated",
     .each = add_domain},
    {"domain-y", 0, TMD_EACH, "A:B,...", "A <= y < B, for functions of x and y",
     .each = add_domain_y},
    {"method", 'm', TMD_CHOICE, "METHOD", "search method (default: the cheapest for each cell)",
     .target = &method_option, .choices = TMD_CHOICES(TMD_PLAN_METHODS)},
    {"line", 0, TMD_CHOICE, "LINE", "the line of phases 1 and 2", .target = &line_option,
     .choices = "minimax|tangent"},
    {"n", 'n', TMD_NUMBER, "N", "arguments of a domain, a power of two", .target = &n_option,
     .least = 1, .most = 1LL << 40},
    {"split", 'K', TMD_NUMBER, "K", "parts of a domain in phase 2 (default 8)",
     .target = &split_option, .least = 1, .most = TMD_SPLIT_MAX},
    {"max-cells", 0, TMD_NUMBER, "N", "give up beyond so many lines (default 1000000)",
     .target = &max_cells, .least = 1, .most = 1LL << 40},
    {"max-cost", 0, TMD_NUMBER, "SECONDS", "give up beyond so many predicted seconds",
     .target = &max_cost, .least = 1, .most = 1LL << 40},
    {"cut", 0, TMD_TEXT, "SECONDS", "cut the plan in the file FUNCTION into units",
     .target = &cut_option},
    {"summary", 0, TMD_FLAG, NULL, "print the predicted cost by method instead",
     .target = &summary_option},
    {"list", 0, TMD_FLAG, NULL, "print the functions and formats instead", .target = &list_option},
    {0},
};

TMD_PAGE("tools/tmd-plan.mdoc");

static const struct tmd_tool tool = {
    "tmd-plan",
    "cut a function's domain into cells and plan their search",
    "FUNCTION",
    "Prints plan lines, TSV with a header line. For every binade of x and every range of it "
    "on which the sign and the exponent of f(x) are fixed, a line contains the range of "
    "significands [X0, X1), the method and parameters that the cost model predicts to be the "
    "fastest, and the predicted seconds on one core. Ranges whose arguments are all alike (x "
    "= 0, exact values, overflow, underflow, f near a constant or near x) are regions.",
    options,
    "tmd-plan exp --format binary64 --bits 44 --domain 1:1.0001 | tmd-taylor | tmd-shift > packets.tmd",
    tmd_page,
};

static FILE *out;

/* A sum of lines by method, or of regions. */
struct sum {
  char name[16];
  long long cells;
  double arguments, seconds;
};
enum { SUMS_MAX = 8 };
static struct sum sums[SUMS_MAX], all = {.name = "all"};
static int sum_count;

static void add(struct sum *sum, const struct tmd_planline *line) {
  sum->cells++;
  sum->arguments += (1 + line->images) * tmd_wide_double(line->X1 - line->X0);
  sum->seconds += line->cost_seconds;
}

static void take_line(const struct tmd_planline *line, void *context) {
  char name[sizeof sums->name] = "region";
  int i = 0;
  (void)context;
  add(&all, line);
  tmd_progress_plan(all.cells, all.seconds);
  tmd_show_progress(0);
  if (!summary_option) {
    tmd_planline_print(out, line);
    return;
  }
  struct tmd_plan_words words;
  if (!line->region && !tmd_plan_words_read(&words, line->plan))
    snprintf(name, sizeof name, "%s", tmd_method_name(words.method));
  while (i < sum_count && strcmp(sums[i].name, name)) i++;
  if (i == sum_count) strcpy(sums[sum_count++].name, name);
  add(&sums[i], line);
}

static void print_sum(const struct sum *sum) {
  fprintf(out, "%s\t%lld\t%.6g\t%.4g\n", sum->name, sum->cells, sum->arguments, sum->seconds);
}

/* Prints two digits or an integer, in a suitable unit. */
static void print_time(const char *before, double seconds, const char *const unit[3]) {
  const int i = seconds < 60 ? 0 : seconds < 3600 ? 1 : 2;
  const double time = seconds / (i == 0 ? 1 : i == 1 ? 60 : 3600);
  fprintf(out, time < 10 ? "%s%.2g %s" : "%s%.0f %s", before, time, unit[i]);
}

/* "# 3.3 core-hours: 1.6 h on 2 cores here"; with -j, cores of any machine. */
static void print_sentence(void) {
  static const char *const work[] = {"core-seconds", "core-minutes", "core-hours"},
                           *const here[] = {"s", "min", "h"};
  const int cores = tmd_threads();
  print_time("# ", all.seconds, work);
  print_time(": ", all.seconds / cores, here);
  fprintf(out, " on %d core%s%s\n", cores, cores == 1 ? "" : "s",
          tmd_common.threads ? "" : " here");
}

static void summarize(void) {
  fprintf(out, "#method\tcells\targuments\tpredicted seconds on one core\n");
  for (int i = 0; i < sum_count; i++) print_sum(&sums[i]);
  print_sum(&all);
  print_sentence();
}

static void list(void) {
  const struct tmd_function *f;
  char symmetry[TMD_SYMMETRY_TEXT_BYTES];
  fprintf(out, "function\tdomain\tsymmetry\texact\n");
  for (int i = 0; (f = tmd_function_entry(i)); i++)
    fprintf(out, "%s\t%c%g, %g%c%s%s\t%s\t%s\n", f->name, f->least_closed ? '[' : '(', f->least,
            f->greatest, f->greatest_closed ? ']' : ')', f->poles ? " less " : "",
            f->poles ? f->poles : "", tmd_symmetry_print(symmetry, &f->symmetry), f->exact);
  const struct tmd_family *family;
  for (int i = 0; (family = tmd_function_family(i)); i++)
    fprintf(out, "%s(N)\t%s\t%s\t%s\n", family->name, family->domain, family->symmetry,
            family->exact);
  fprintf(out, "%s(x)\tx: of conversions between formats, --in and --out\n", tmd_identity.name);
  const struct tmd_named *named;
  for (int i = 0; (named = tmd_named_entry(i)); i++)
    fprintf(out, "%s(x)\t%s\n", named->name, named->definition);
  for (int i = 0; (named = tmd_named_of_two(i)); i++)
    fprintf(out, "%s(x,y)\t%s\n", named->name, named->definition ? named->definition : "-");
  fprintf(out, "formats: %s\n", tmd_format_names());
}

/* ---- units ---- */

static void print_unit_line(const struct tmd_planline *line, int first, void *context) {
  (void)context;
  if (first) tmd_planline_header(out);
  tmd_planline_print(out, line);
  add(&all, line);
}

/* 1 if an option about planning a function is given. */
static int plans_anew(void) {
  return format_option || in_option || y_option || out_option || bits_option || modes_option ||
         domains.count || domains_y.count || method_option || line_option || n_option ||
         split_option || max_cost || summary_option;
}

static int add_to_units(const struct tmd_planline *line, void *units) {
  return tmd_units_add(units, line);
}

static int cut_plan(char **names) {
  char *end;
  struct tmd_units units = {.seconds = strtod(cut_option, &end), .parts_max = (size_t)max_cells};
  if (*end || !(units.seconds > 0 && units.seconds <= 0x1p40))
    tmd_die(TMD_USAGE, "--cut: '%s' is not a number of seconds, above 0", cut_option);
  if (plans_anew())
    tmd_die(TMD_USAGE, "--cut takes a plan as it is: --max-cells alone goes with it (try --help)");
  if (*names && names[1]) tmd_die(TMD_USAGE, "one plan at a time");
  tmd_check_inputs(names);
  const char *name = *names ? *names : "-";
  if (tmd_plan_each(tmd_open_input(name), tmd_input_name(name), add_to_units, &units)) tmd_fail();
  out = tmd_open_output(0);
  tmd_units_visit(&units, print_unit_line, NULL);
  if (!units.units) tmd_planline_header(out);
  tmd_close_text(out);
  tmd_output_complete();
  if (tmd_common.stats)
    fprintf(stderr, "tmd-plan: units=%zu lines=%lld predicted_seconds=%.4g\n", units.units,
            all.cells, all.seconds);
  tmd_units_free(&units);
  return TMD_OK;
}

/* ---- notes about a plan ---- */

/* Reports arguments whose cell no precision decides: the first, the undecided part of f, and their
   number. */
static void say_undecided(const struct tmd_planner *planner) {
  const struct tmd_function *function = planner->function;
  const struct tmd_cell *cell = &planner->undecided_cell;
  char part[TMD_FUNCTION_MAX_BYTES] = "f", more[64] = "";
  if (!planner->undecided) return;
  if (function->methods->undecided_part && !planner->problem->in.decimal) {
    FLOATS(128, x);
    tmd_argument_mpfr(x, cell->sign_x, planner->undecided_X, tmd_cell_unit(planner->problem, cell));
    function->methods->undecided_part(function, part, x);
  }
  if (planner->undecided > 1)
    snprintf(more, sizeof more, ", nor at %lld more arguments", planner->undecided - 1);
  fprintf(
      stderr,
      "tmd-plan: %d bits do not decide the sign or exponent of %.200s at x = %s, of e_in = %d%s: kept\n",
      function->methods->bits_max, part,
      TMD_ARGUMENT_TEXT(planner->problem, cell, planner->undecided_X), cell->e_in, more);
}

static void say_many(const struct tmd_planner *planner) {
  if (planner->cases > CASES_MANY)
    fprintf(
        stderr,
        "tmd-plan: %.2g cases of %d bits and more are predicted: a larger --bits or a smaller --domain has fewer\n",
        planner->cases, planner->problem->bits);
}

/* The format of y: without --in-y that of x, or for C23's functions of an integer 64 bits. */
static const char *format_of_y(const char *name) {
  static const char *const of_integers[] = {"pown", "rootn", "compoundn"};
  if (y_option) return y_option;
  for (size_t i = 0; i < sizeof of_integers / sizeof *of_integers; i++)
    if (!strcmp(name, of_integers[i])) return "int:-9223372036854775808:9223372036854775807";
  return in_option ? in_option : format_option;
}

int main(int argc, char **argv) {
  static struct tmd_planner planner;
  int operand = tmd_options(&tool, argc, argv);
  if (list_option) {
    out = tmd_open_output(0);
    list();
    tmd_close_text(out);
    tmd_output_complete();
    return TMD_OK;
  }
  if (cut_option) return cut_plan(argv + operand);
  if (operand != argc - 1)
    tmd_die(TMD_USAGE, "%s (try --help)",
            operand == argc ? "no function given" : "one function at a time");
  struct tmd_problem problem = {.modes = (enum tmd_modes)modes_option};
  if (strlen(argv[operand]) >= TMD_FUNCTION_MAX_BYTES)
    tmd_die(TMD_USAGE, "function name too long, or an expression of more than %d characters",
            TMD_FUNCTION_MAX_BYTES - 1);
  if (!format_option) format_option = "binary64";
  if (!(planner.function = tmd_resolve(argv[operand])) ||
      tmd_format_parse(&problem.in, in_option ? in_option : format_option) ||
      tmd_format_parse(&problem.out, out_option ? out_option : format_option))
    tmd_fail();
  const int pairs = planner.function->of_pairs;
  if (pairs && tmd_format_parse(&problem.in_y, format_of_y(argv[operand]))) tmd_fail();
  if (!pairs && (y_option || domains_y.count))
    tmd_die(TMD_USAGE, "--in-y and --domain-y: %s is a function of x alone",
            planner.function->name);
  problem.name = planner.function->name; /* for expressions, without blanks */
  problem.bits = bits_option ? (int)bits_option : tmd_problem_usual_bits(&problem);
  if (!(planner.problem = tmd_problem_intern(&problem))) tmd_fail();
  if (n_option & (n_option - 1)) tmd_die(TMD_USAGE, "--n %lld is not a power of two", n_option);
  planner.domains = domains;
  planner.domains_y = domains_y;
  planner.method = (enum tmd_method)method_option;
  planner.line = (enum tmd_plan_line)line_option;
  planner.n = n_option;
  planner.split = split_option;
  planner.emit = take_line;
  planner.lines_max = max_cells;
  planner.seconds_max = (double)max_cost;
  out = tmd_open_output(0);
  if (!summary_option) tmd_planline_header(out);
  tmd_progress_plan(0, 0);
  tmd_progress_begin();
  int result = tmd_planner_run(&planner);
  tmd_show_progress(1);
  if (summary_option && !result) summarize();
  tmd_close_text(out);
  if (result) tmd_fail();
  tmd_output_complete();
  tmd_domains_clear(&domains);
  tmd_domains_clear(&domains_y);
  say_undecided(&planner);
  say_many(&planner);
  if (tmd_common.stats)
    fprintf(stderr, "tmd-plan: lines=%lld predicted_seconds=%.4g\n", planner.lines, all.seconds);
  return TMD_OK;
}
