/* tmd-check: calls a math library on the arguments of claims, and measures its errors. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/error.h"
#include "lib/cli/failures.h"
#include "lib/cli/program.h"
#include "lib/expression/expression.h"
#include "tools/check/report/limits.h"
#include "tools/check/report/text-lists.h"
#include "tools/check/run/output-files.h"
#include "tools/stage/executor.h"
#include "tools/stage/input.h"
#include "tools/stage/progress.h"

enum { SAMPLES = 64, PAIR_SAMPLES = 1 << 18 };

static const char *modes_text, *limit_text = "0.5";
static const char *pairs_text, *format_text, *domain_text, *hunt_text, *functions_text, *cases_text;
static long long samples = -1, timeout_seconds = 10, seed = 1, keep_most = 1 << 18;
static struct tmd_domain domain;
static struct tmd_check_how how;
static struct tmd_check_outputs outputs;

/* A second one would leave the first unchecked. */
static int take_domain(const char *text) {
  if (domain_text) return tmd_error(TMD_USAGE, "a second one: tmd-check takes one at a time");
  domain_text = text;
  return 0;
}

static const struct tmd_option options[] = {
    {"library", 'l', TMD_TEXT, "LIBRARY",
     "library to check: a shared object, .a, .o, .c, cmd:PROGRAM, opencl:N, cuda:N",
     .target = &how.target.library},
    {"symbol", 0, TMD_TEXT, "PATTERN", "its names: %s is expf for exp in binary32, %n exp",
     .target = &how.target.symbol},
    {"source", TMD_LESSER, TMD_TEXT, "FILE", "OpenCL or CUDA source of the function",
     .target = &how.target.source},
    {"bits16", TMD_LESSER, TMD_FLAG, NULL, "pass 16-bit formats as uint16_t, ushort",
     .target = &how.target.as_bits},
    {"bits8", TMD_LESSER, TMD_FLAG, NULL, "pass formats of 8 bits as uint8_t",
     .target = &how.target.as_bits},
    {"cc", TMD_LESSER, TMD_TEXT, "COMMAND", "compiler and options for .c, .o and .a (default cc)",
     .target = &how.target.compiler},
    {"modes", 0, TMD_TEXT, "LIST", "nearest, up, down, zero (default: these), or away",
     .target = &modes_text},
    {"flags", 0, TMD_FLAG, NULL, "check flags and the environment, too", .target = &how.on.flags},
    {"twice", TMD_LESSER, TMD_FLAG, NULL, "with --flags: call the library twice on every argument",
     .target = &how.on.twice},
    {"errno", 0, TMD_FLAG, NULL, "check errno, too", .target = &how.on.errors},
    {"all", 'a', TMD_FLAG, NULL, "test every argument of every claim", .target = &how.all},
    {"cases-only", TMD_LESSER, TMD_FLAG, NULL,
     "test cases, their neighbours and samples of regions only", .target = &how.cases_only},
    {"present", TMD_LESSER, TMD_FLAG, NULL, "leave out functions that the library does not have",
     .target = &how.present},
    {"claims-only", TMD_LESSER, TMD_FLAG, NULL, "test no arguments besides those of claims",
     .target = &how.claims_only},
    {"hunt", 0, TMD_TEXT, "AMOUNT", "hunt for large errors: 60s a function, or 20r rounds",
     .target = &hunt_text},
    {"function", 0, TMD_TEXT, "LIST", "check these functions, or all, without claims",
     .target = &functions_text},
    {"cases", TMD_LESSER, TMD_TEXT, "DIR",
     "folder of lists for --function (default: installed ones)", .target = &cases_text},
    {"pairs", 0, TMD_TEXT, "FUNCTIONS", "functions of two or three arguments, or all",
     .target = &pairs_text},
    {"format", 'f', TMD_TEXT, "FORMAT", "format for --pairs and --function (default binary64)",
     .target = &format_text},
    {"domain", TMD_LESSER, TMD_EACH, "A:B", "for --hunt, --function, --pairs: A <= x < B",
     .each = take_domain},
    {"seed", TMD_LESSER, TMD_NUMBER, "N", "seed of hunts, samples of pairs, and NaN (default 1)",
     .target = &seed},
    {"samples", TMD_LESSER, TMD_NUMBER, "N",
     "samples of a region beyond 32 bits (default 64), or of pairs (2^18)", &samples, 0, 1 << 30,
     NULL, NULL},
    {"limit", 0, TMD_TEXT, "LIMIT", "ulp|kappa:N|opencl[-embedded|-fast]|cuda|c23|FILE",
     .target = &limit_text},
    {"ignore", TMD_LESSER, TMD_TEXT, "LIST",
     "findings that do not make a verdict fail: not-monotone,sign,...", .target = &outputs.ignore},
    {"ftz", TMD_LESSER, TMD_FLAG, NULL, "allow subnormal arguments and results to count as zeros",
     .target = &how.on.ftz},
    {"keep", 0, TMD_TEXT, "FILE", "write wrong results with their arguments to FILE",
     .target = &outputs.keep},
    {"keep-most", TMD_LESSER, TMD_NUMBER, "N",
     "keep at most N of each function, by mode and x (default 2^18)", &keep_most, 1, 1LL << 40,
     NULL, NULL},
    {"histogram", 0, TMD_TEXT, "FILE", "write a histogram of errors to FILE",
     .target = &outputs.histogram},
    {"binades", TMD_LESSER, TMD_TEXT, "FILE",
     "write the largest errors of each hunted binade to FILE", .target = &outputs.binades},
    {"junit", 0, TMD_TEXT, "FILE", "write the verdicts as JUnit's XML to FILE",
     .target = &outputs.junit},
    {"json", 0, TMD_FLAG, NULL, "print JSON", &outputs.json, 0, 0, NULL, NULL},
    {"expect", TMD_LESSER, TMD_NUMBER, "N", "fail if fewer than N functions are checked",
     &outputs.expect, 1, 1 << 20, NULL, NULL},
    {"baseline", 0, TMD_TEXT, "OLD", "fail if the library is worse than in report OLD",
     .target = &outputs.baseline},
    {"timeout", TMD_LESSER, TMD_NUMBER, "SECONDS", "time that a call may take (default 10)",
     &timeout_seconds, 1, 3600, NULL, NULL},
    TMD_SIMD_OPTION,
    {0},
};

TMD_PAGE("tools/tmd-check.mdoc");

static const struct tmd_tool tool = {
    "tmd-check",
    "check a math library on the arguments of claims",
    "[FILE...]",
    "Calls the functions of a library on the arguments of claims, in each rounding mode, and "
    "compares the results with the correct ones. The exit status is 1 if a verdict is not pass, "
    "and 2, without a report, if nothing was checked.",
    options,
    "tmd-check --library libm.so.6 --function sinh --format binary32\n"
    "tmd-search exp --bits 40 --domain 1:1.001 -o exp.tmd && tmd-check --library libm.so.6 exp.tmd\n"
    "tmd-check --library libm.so.6 --pairs pow,atan2 --samples 100 --limit 2 --modes nearest",
    tmd_page,
};

static struct tmd_checks checks = {.how = &how};
static struct tmd_limits *limits;

static unsigned read_modes(const char *text) {
  unsigned modes = 0;
  const char *word;
  for (size_t bytes; tmd_next_word(&text, &word, &bytes);) {
    const enum tmd_rounding mode = tmd_rounding_find(word, bytes);
    if (mode == TMD_DECIMAL_ROUNDINGS || bytes == 1)
      tmd_die(TMD_USAGE, "--modes: '%.*s' is none of nearest, up, down, zero, away", (int)bytes,
              word);
    modes |= 1u << mode;
    how.target.mode = modes == 1u << mode ? (enum tmd_rounding)mode : TMD_ROUND_NEAREST;
  }
  return modes;
}

static int visit(struct tmd_claim *claim, struct tmd_reader *reader) {
  (void)reader;
  tmd_show_progress(0);
  return tmd_checks_add(&checks, claim);
}

/* Ends the program if an operand names a function or a library instead of a file. */
static void check_operands(char **operand) {
  char what[TMD_SUGGESTION_BYTES];
  const int is_library = *operand && strstr(*operand, ".so");
  if (!how.target.library)
    tmd_die(TMD_USAGE, "--library is missing%s%s (try --help)", is_library ? ": --library " : "",
            is_library ? *operand : "");
  for (; *operand; operand++) {
    if (!strcmp(*operand, "-") || access(*operand, F_OK) == 0 || errno != ENOENT) continue;
    if (tmd_function_explain(what, *operand))
      tmd_die(TMD_USAGE, "%s: no such file; '%s' %s", *operand, *operand, what);
    if (tmd_function_is_name(*operand))
      tmd_die(TMD_USAGE, "%s: no such file; a function: --function %s", *operand, *operand);
  }
}

static void print_more(FILE *out) {
  unsigned long long by_mpfr = 0, rounds = 0;
  for (size_t i = 0; i < checks.count; i++) {
    by_mpfr += checks.check[i]->by_mpfr;
    if (checks.check[i]->hunt) rounds += (unsigned long long)tmd_hunt_rounds(checks.check[i]->hunt);
  }
  fprintf(out, " rounds=%llu by_mpfr=%llu", rounds, by_mpfr);
}

int main(int argc, char **argv) {
  const int at = tmd_options(&tool, argc, argv);
  check_operands(argv + at);
  if (hunt_text && tmd_hunt_amount_parse(&how.hunt, hunt_text))
    tmd_die(TMD_USAGE, "--hunt: %s", tmd_error_text());
  if (functions_text && !hunt_text && argv[at])
    tmd_die(TMD_USAGE, "--function reads no claims: '%s' (try --help)", argv[at]);
  if (pairs_text && (hunt_text || functions_text))
    tmd_die(TMD_USAGE, "--%s is not for --pairs", hunt_text ? "hunt" : "function");
  if (cases_text && (!functions_text || hunt_text))
    tmd_die(TMD_USAGE, "--cases is for --function without --hunt");
  if (how.all && how.cases_only) tmd_die(TMD_USAGE, "--all and --cases-only contradict each other");
  if (format_text && !functions_text && !pairs_text)
    tmd_die(TMD_USAGE, "--format is for --function and --pairs");
  how.seed = (uint64_t)seed;
  how.any_modes = !modes_text;
  how.on.modes = modes_text ? read_modes(modes_text) : (1u << TMD_ROUNDINGS) - 1;
  how.samples = samples < 0 ? SAMPLES : samples;
  how.on.keeps = outputs.keep ? (size_t)keep_most : 0;
  how.on.bins = outputs.histogram != NULL;
  how.target.timeout = (double)timeout_seconds;
  how.threads = tmd_threads();
  if (!(limits = tmd_limits_read(limit_text)) || tmd_executor_choose(0, 1)) tmd_fail();
  tmd_check_outputs_open(&outputs);
  tmd_catch_interrupt();
  if (outputs.binades && !hunt_text) tmd_die(TMD_USAGE, "--binades is for --hunt");
  if (outputs.histogram && pairs_text) tmd_die(TMD_USAGE, "--histogram is not for --pairs");
  if (!pairs_text && !hunt_text && !functions_text && domain_text)
    tmd_die(TMD_USAGE, "--domain is for --function, --hunt and --pairs");
  if (domain_text && tmd_domain_parse(&domain, domain_text)) tmd_fail();
  how.domains = (struct tmd_domains){&domain, domain_text != NULL};
  struct tmd_format format;
  if (tmd_format_parse(&format, format_text ? format_text : "binary64")) tmd_fail();
  if (pairs_text && format.decimal) tmd_die(TMD_USAGE, "--pairs: only binary formats");
  if (pairs_text) {
    if (tmd_checks_pairs(&checks, pairs_text, &format, argv + at,
                         samples < 0 ? PAIR_SAMPLES : samples))
      tmd_fail();
  } else {
    if (functions_text && tmd_checks_by_name(&checks, functions_text, &format, cases_text))
      tmd_fail();
    if ((argv[at] || !functions_text) && tmd_each_claim(argv + at, visit)) tmd_fail();
    if (!tmd_interrupted() && tmd_checks_finish(&checks)) tmd_fail();
  }
  checks.interrupted = tmd_interrupted();
  int absent = checks.count > 0, hunted = 0;
  for (size_t i = 0; i < checks.count; i++)
    absent &= checks.check[i]->absent, hunted |= checks.check[i]->hunt != NULL;
  if (checks.interrupted && !hunted)
    return TMD_INTERRUPTED_STATUS; /* no report: it would be incomplete */
  if (absent) tmd_die(TMD_USAGE, "%s has none of the functions", how.target.library);
  const int failed = tmd_check_outputs_write(&checks, limits);
  if (functions_text) tmd_check_outputs_worst(&checks);
  tmd_print_stats(print_more);
  tmd_checks_clear(&checks);
  tmd_limits_clear(limits);
  if (domain_text) tmd_domain_clear(&domain);
  tmd_output_complete();
  return checks.interrupted ? TMD_INTERRUPTED_STATUS : failed ? tmd_property_false() : TMD_OK;
}
