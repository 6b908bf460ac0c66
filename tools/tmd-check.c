/* tmd-check: calls a math library on the arguments that claims are about, and says how far off it
   is. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/error.h"
#include "lib/cli/failures.h"
#include "lib/cli/program.h"
#include "tools/check/report/limits.h"
#include "tools/check/run/by-name.h"
#include "tools/check/run/output-files.h"
#include "tools/check/run/pair-runs.h"
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

static const struct tmd_option options[] = {
    {"library", 'l', TMD_TEXT, "LIBRARY",
     "what is checked: a shared object, .a, .o, .c, cmd:PROGRAM, opencl:N, cuda:N",
     .target = &how.target.library},
    {"symbol", 0, TMD_TEXT, "PATTERN", "its names: %s is expf for exp in binary32, %n exp",
     .target = &how.target.symbol},
    {"source", TMD_LESSER, TMD_TEXT, "FILE", "OpenCL or CUDA source of the function",
     .target = &how.target.source},
    {"bits16", TMD_LESSER, TMD_FLAG, NULL, "16-bit formats are passed as uint16_t, ushort",
     .target = &how.target.as_bits},
    {"cc", TMD_LESSER, TMD_TEXT, "COMMAND", "compiler and options for .c, .o and .a (default cc)",
     .target = &how.target.compiler},
    {"modes", 0, TMD_TEXT, "LIST", "of nearest, up, down, zero (default: all four)",
     .target = &modes_text},
    {"flags", 0, TMD_FLAG, NULL, "look at flags and the environment, too", .target = &how.flags},
    {"twice", TMD_LESSER, TMD_FLAG, NULL, "with --flags: call the library twice on every argument",
     .target = &how.twice},
    {"errno", 0, TMD_FLAG, NULL, "look at errno, too", .target = &how.errors},
    {"all", 'a', TMD_FLAG, NULL, "every argument of every claim", .target = &how.all},
    {"cases-only", TMD_LESSER, TMD_FLAG, NULL,
     "cases and their neighbours, samples of regions; as of lists", .target = &how.cases_only},
    {"present", TMD_LESSER, TMD_FLAG, NULL, "leave out functions that the library has not",
     .target = &how.present},
    {"claims-only", TMD_LESSER, TMD_FLAG, NULL, "not the arguments that are always looked at",
     .target = &how.claims_only},
    {"hunt", 0, TMD_TEXT, "AMOUNT", "hunt for large errors: 60s a function, or 20r rounds",
     .target = &hunt_text},
    {"function", 0, TMD_TEXT, "LIST", "these, or all, without claims (see --man)",
     .target = &functions_text},
    {"cases", TMD_LESSER, TMD_TEXT, "DIR",
     "where lists of --function are (default: those installed)", .target = &cases_text},
    {"pairs", 0, TMD_TEXT, "FUNCTIONS", "check these, of two arguments or more: pow,fma,... or all",
     .target = &pairs_text},
    {"format", 'f', TMD_TEXT, "FORMAT", "of --pairs and --function (default binary64)",
     .target = &format_text},
    {"domain", TMD_LESSER, TMD_TEXT, "A:B", "of hunts, --function and --pairs: x from A to below B",
     .target = &domain_text},
    {"seed", TMD_LESSER, TMD_NUMBER, "N", "of hunts, samples of pairs, and NaN (default 1)",
     .target = &seed},
    {"samples", TMD_LESSER, TMD_NUMBER, "N",
     "of a region beyond 32 bits (default 64); pairs (2^18)", &samples, 0, 1 << 30, NULL, NULL},
    {"limit", 0, TMD_TEXT, "LIMIT", "ulp|kappa:N|opencl[-embedded|-fast]|cuda|c23|FILE",
     .target = &limit_text},
    {"ignore", TMD_LESSER, TMD_TEXT, "LIST",
     "findings that do not make a verdict fail: not-monotone,sign,...", .target = &outputs.ignore},
    {"ftz", TMD_LESSER, TMD_FLAG, NULL, "subnormal arguments and results may count as zeros",
     .target = &how.ftz},
    {"keep", 0, TMD_TEXT, "FILE", "write wrong arguments to FILE", .target = &outputs.keep},
    {"keep-most", TMD_LESSER, TMD_NUMBER, "N",
     "so many of each function, by mode and x (default 2^18)", &keep_most, 1, 1LL << 40, NULL,
     NULL},
    {"histogram", 0, TMD_TEXT, "FILE", "write how many errors are how large to FILE",
     .target = &outputs.histogram},
    {"binades", TMD_LESSER, TMD_TEXT, "FILE", "of a hunt, write the largest error of each to FILE",
     .target = &outputs.binades},
    {"junit", 0, TMD_TEXT, "FILE", "write the verdicts as JUnit's XML to FILE",
     .target = &outputs.junit},
    {"json", 0, TMD_FLAG, NULL, "print JSON", &outputs.json, 0, 0, NULL, NULL},
    {"expect", TMD_LESSER, TMD_NUMBER, "N", "fail if fewer than N functions are checked",
     &outputs.expect, 1, 1 << 20, NULL, NULL},
    {"baseline", 0, TMD_TEXT, "OLD", "fail where it is worse than an earlier report",
     .target = &outputs.baseline},
    {"timeout", TMD_LESSER, TMD_NUMBER, "SECONDS", "that a call may take (default 10)",
     &timeout_seconds, 1, 3600, NULL, NULL},
    TMD_SIMD_OPTION,
    {0},
};

static const struct tmd_tool tool = {
    "tmd-check",
    "check a math library on the arguments of claims",
    "[FILE...]",
    "Calls the library's functions on the arguments that claims are about, in each rounding mode, and compares the\n"
    "results with the correct ones. Exit status 1 if a verdict is not pass; 2, without a report, if nothing was checked.\n"
    "\n"
    "The report has a TSV line for each function and mode, and one for each kind of finding; lines that begin with # name\n"
    "the columns. --json prints the same as JSON, --junit FILE a testcase for each function and mode.\n"
    "\n"
    "Of poly claims every argument is looked at, and of what tmd-taylor makes of lines of a plan with method=points, which\n"
    "are no lists; of regions too in formats of up to 32 bits, unless all other claims are lists of cases, else their ends\n"
    "and --samples between; of case claims the cases with three neighbours on each side, and exact cases that follow by a\n"
    "rule, of one claim 16 and --samples at most. --all is for every argument of every claim; --cases-only refuses poly\n"
    "claims, and takes samples of all regions. What claims say is not relied on: it is where to look. Besides, always: zeros,\n"
    "infinities, NaN, the ends of the format, small integers and powers of two. NaN are quiet and signaling, of both signs:\n"
    "all in formats of 16 bits, in others those with payloads of no bit, one bit, all bits and all but one, and 4096 by\n"
    "--seed; any NaN is right for them, and a signaling one may raise invalid. And where claims cover the whole domain in\n"
    "formats of up to 32 bits, the arguments outside of it, in others single ones that they leave out. --claims-only leaves\n"
    "these out.\n"
    "\n"
    "--function NAME,... (or all, of the table) needs no FILE. In formats of up to 32 bits every argument of the function is\n"
    "looked at, or of --domain; in binary64 the cases that are kept of it, by tmd-atlas(1), with their neighbours, where there\n"
    "is such a list; else it is hunted for 10 seconds. A line on standard error names which of these was done, and in the end\n"
    "another one, worst, has the largest errors, in ulp, the largest first. Of all those that have no argument in --domain are\n"
    "left out, which is said. In libraries the name that is given is tried first, swish, then that of the table, silu.\n"
    "\n"
    "--hunt searches for large errors where there are too many arguments for all: of each function of the claims, behind\n"
    "them, or of --function LIST. It takes packets of 65536 consecutive numbers, fewer where each takes long: one of four\n"
    "anywhere, in one binade of x after another, three near the largest errors so far, in ranges that are halved again and\n"
    "again. By --seed and the number of rounds all is determined, whatever -j; a time is looked at between rounds, and\n"
    "--stats says how many were done. A hunt proves nothing: errors that it finds are real, there may be larger ones.\n"
    "Interrupted, it ends with the report of what was found, and the files: coverage says hunted, interrupted, functions\n"
    "whose hunts had not begun are left out, and the exit status is 130.\n"
    "--binades FILE has the largest errors of each binade hunted, --keep FILE those of them that are wrong results.\n"
    "\n"
    "--pairs is for functions of two arguments, pow powr pown rootn compoundn atan2 atan2pi hypot fmod remainder fdim\n"
    "ldexp, and add sub mul div, operators in OpenCL and CUDA, elsewhere functions of such names or those that --symbol\n"
    "names, without errno, as is fma, of three; no claims are read. In formats of 16 bits every pair is looked at, x a\n"
    "number of --domain or infinite, the second any number, or every integer of 16 bits. In other formats they are sampled,\n"
    "as is fma in all: special values with special values, and --samples more by --seed, of which many have results that\n"
    "are exact or midpoints. Integers are of 32 bits. FILE... are lists of pairs besides, or with --claims-only alone:\n"
    "lines of x and y, of fma with z, a tab or a comma between, as --keep writes them. NaN are looked at with special\n"
    "values, and not counted.\n"
    "\n"
    "The library is called in processes of its own: what crashes or hangs is a finding, with its argument, and the\n"
    "check goes on behind it. Loading may take six times --timeout; processes that functions start end with theirs. The\n"
    "library's code is as trusted as the user who names it: that is no sandbox. --library\n"
    "is a name for dlopen; or an archive, object or C source, linked by --cc; or cmd:PROGRAM, which is given a function,\n"
    "a format and a mode, reads hexadecimal numbers, one a line, and prints results; or a device, opencl:N or cuda:N, with\n"
    ":OPTIONS of its compiler, whose built-in functions or those of --source are called, to nearest alone, without flags\n"
    "and errno. Of programs and vector functions --flags and --errno are refused. --present leaves out what has no symbol in\n"
    "the library: what is there and cannot be loaded is an error.\n"
    "\n"
    "A line check says of a function in a mode:\n"
    "\n"
    " coverage  exhaustive: every number and infinity of the format, and of\n"
    "           NaN, which are not counted, all in formats of 16 bits, 4096\n"
    "           and more in others (below); complete k>=B: the\n"
    "           claims leave out none of the domain, and all arguments of\n"
    "           hardness B and more and all exact cases were looked at, so that\n"
    "           a library whose error before its last rounding is below\n"
    "           2^-(B+1) ulp is correct everywhere; listed k>=B, sampled\n"
    "           regions, exact cases, or both: the same but for these, which\n"
    "           were too many for all, so that such a library may be wrong\n"
    "           there, and only there; part: every argument of the claims,\n"
    "           which leave some out; part k>=B: the same as complete or\n"
    "           listed, but that the claims leave some of the domain out;\n"
    "           hunted; sampled; given up: too many calls did not come back,\n"
    "           so that nothing passes, whatever is ignored;\n"
    "           void: nothing was called in this mode, or the hunt has no\n"
    "           number in its --domain; and undecided: see below\n"
    " tested    arguments looked at, numbers and infinities, each once; sampled:\n"
    "           those of them that are samples; left: not looked at\n"
    " wrong     results that are not correctly rounded\n"
    " below     largest error of a result below f(x), and above: against f(x)\n"
    "           itself, in units in the last place of f(x), of its binade, of\n"
    "           subnormal numbers the least; each with its x\n"
    " limit     that decides the verdict; - if there is none\n"
    " verdict   pass; fail; undecided: nothing fails, but some results may be\n"
    "           wrong; or void, where the coverage is void. Only pass is a pass\n"
    " kappa     how many steps from one number to the next a result is from\n"
    "           the right one, at most, with its x: IEEE P3109's kappa; zeros\n"
    "           of both signs are one number; inf: one of both is infinite;\n"
    "           nan: one of both is NaN\n"
    "\n"
    "With more arguments x is all, as 0x1p+0,0x1.8p+1 or 0x1p+0,3; they are ordered by the first one, then by the second.\n"
    "There left is - where 128 bits do not hold it.\n"
    "\n"
    "A line finding has the number of arguments and the least of them: wrong; special-value (NaN or infinite where it\n"
    "should not be, or not where it should, by C23's Annex F); sign; not-monotone, against the argument before; crash,\n"
    "hang; undecided; with --flags missing-FLAG, spurious-FLAG, flag-cleared and unstable; with --errno\n"
    "errno; mode-changed, environment-changed, output; lanes-differ; sign-of-gamma, of lgamma, in signgam or, by --symbol\n"
    "%s_r, as lgamma_r has it. (--symbol sincosf is for claims about sin and about cos.) Cleared flags, and second calls\n"
    "with another result, are seen by calling twice, which takes twice as long: of claims about every argument that is done\n"
    "in one of 16 blocks of 32768 consecutive numbers alone, and of every pair in one of 16 rows of the same x, so that a\n"
    "fault at few arguments may be missed, whatever the coverage; --twice does it for all. Of cases, their neighbours and\n"
    "samples it is done for all. Output of vector functions is counted by batches; x is the first argument of one.\n"
    "Underflow may be found before rounding or after it: by whichever more results are. errno has to be EDOM where f has no\n"
    "value, ERANGE at poles and, to nearest, where f overflows; in other modes there, and where f underflows, it may be\n"
    "ERANGE (C23, 7.12.1).\n"
    "\n"
    "--expect N is for scripts: the exit status is 1, too, if fewer than N functions have been checked in all modes, as when\n"
    "a list is missing, or the library lacks functions that --present leaves out. A function in two formats counts twice.\n"
    "That is a line fault, too, behind the others, with the option and a text, in JSON one of faults, and in JUnit's XML a\n"
    "testcase that fails; so is a function that the report of --baseline has and the library has no longer.\n"
    "Modes that a device does not have are left out, but void if --modes names them.\n"
    "\n"
    "undecided counts results of an expression at arguments where it is not proved how f(x) is rounded in this mode, and\n"
    "which a proven enclosure of f(x) does not exclude (results outside of it are wrong), or whose flags are not known. If\n"
    "there are any, the verdict is undecided unless it is fail, with exit status 1 and a failure in JUnit's XML. Functions of\n"
    "the table, and expressions with a name, have none in formats of up to 32 bits. At infinite arguments expressions with a\n"
    "name have their limits; those without a name are not called there. Where these have no finite value any infinity or NaN\n"
    "is right, at 0 any result if they have none there, but next to it without a pole (sin(x)/x), and where they are 0 a\n"
    "zero of either sign.\n"
    "\n"
    "Limits: 0.5, the default, means correctly rounded; a greater number, largest errors and special values; kappa:N, as\n"
    "IEEE P3109 has approximate operations declare it, a kappa of N or less, kappa:inf any but nan; opencl and\n"
    "opencl-embedded the tables of OpenCL 3.0 for its profiles (OpenCL C, 7.4; binary16: SPIR-V environment); opencl-fast\n"
    "that of -cl-unsafe-math-optimizations, where it has one number of ulp for all x; cuda those of NVIDIA's CUDA C++\n"
    "Programming Guide, and half an ulp more, as they are about correctly rounded results; c23 what Annex F wants: special\n"
    "values and signs, and sqrt, fdim, fmod, remainder, ldexp, add, sub, mul, div and what is called cr_... correctly\n"
    "rounded; FILE has lines function, format (- for all), number or kappa:N with tabs between.\n"
    "Every finding fails a verdict, with these exceptions: by a number greater than 0.5 and by tables, wrong results are\n"
    "measured by their errors; tables do not ask for monotone results, so that not-monotone does not fail by them; by kappa\n"
    "steps alone measure results, zeros of both signs are one number, and only findings about the call itself fail (flags,\n"
    "errno, the environment, output, lanes, crashes, hangs), as where there is no limit; special values have no finite kappa.\n"
    "--ignore LIST names further findings that may be there, with commas between; wrong is not one of them, as limits are about\n"
    "that. They are reported all the same, and --baseline does not compare them. What is found and not counted, whether the\n"
    "limit allows it or LIST, is named with its number by a line on standard error for each function, and in JUnit's XML.\n"
    "--baseline OLD compares with an earlier report instead: it fails if there are more wrong results or\n"
    "findings of a kind, a larger kappa or a larger error, or if, with --present, a function is no longer there. A function\n"
    "or mode that OLD does not have is judged by the limit.\n"
    "\n"
    "--ftz is for libraries that flush subnormal numbers to zero: a zero of either sign is right where f(x) is below the\n"
    "normal numbers, and subnormal arguments may be taken for zeros of either sign (OpenCL C 3.0, 7.5.3).\n"
    "\n"
    "--histogram FILE has lines function, format, mode, from, to, count: how many results have an error from <= error < to,\n"
    "in ulp, in bins of 0.01 that are not empty; what is 16 or more is in the last. Files are written whole or not at all:\n"
    "what stood in them before stays until the new ones are complete.\n"
    "\n"
    "The line of --stats adds rounds, of hunts, and by_mpfr, the arguments of which MPFR had to be asked.",
    options,
    "tmd-check --library libm.so.6 --function sinh --format binary32\n"
    "tmd-search exp --bits 40 --domain 1:1.001 -o exp.tmd && tmd-check --library libm.so.6 exp.tmd\n"
    "tmd-check --library libm.so.6 --pairs pow,atan2 --samples 100 --limit 2 --modes nearest",
};

static struct tmd_checks checks = {.how = &how};
static struct tmd_limits *limits;

static unsigned read_modes(const char *text) {
  unsigned modes = 0;
  while (*text) {
    const size_t bytes = strcspn(text, ",");
    const enum tmd_rounding mode = tmd_rounding_find(text, bytes);
    if (mode == TMD_ROUNDINGS || bytes == 1)
      tmd_die(TMD_USAGE, "--modes: '%.*s' is none of nearest, up, down, zero", (int)bytes, text);
    modes |= 1u << mode;
    text += bytes;
    if (*text == ',' && !*++text) tmd_die(TMD_USAGE, "--modes ends with a comma");
  }
  if (!modes) tmd_die(TMD_USAGE, "--modes names none");
  return modes;
}

static int visit(struct tmd_claim *claim, struct tmd_reader *reader) {
  (void)reader;
  tmd_show_progress(0);
  return tmd_checks_add(&checks, claim);
}

/* Ends the program where an operand is the name of a function, or of a library, and of no file. */
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

/* Functions of two arguments, of all `lists`. */
static void check_pairs(char **lists) {
  struct tmd_format format;
  const struct tmd_pairs_how pairs = {how.domain, lists, samples < 0 ? PAIR_SAMPLES : samples,
                                      (uint64_t)seed};
  const int all = strcmp(pairs_text, "all") == 0;
  char name[TMD_FUNCTION_MAX_BYTES];
  if (tmd_format_parse(&format, format_text ? format_text : "binary64")) tmd_fail();
  if (how.claims_only && !*lists)
    tmd_die(TMD_USAGE, "--pairs with --claims-only: no list of pairs");
  for (int i = 0; all && tmd_pair_entry(i) && !tmd_interrupted(); i++)
    if (tmd_checks_pairs(&checks, tmd_pair_entry(i), &format, &pairs)) tmd_fail();
  for (const char *text = all ? NULL : pairs_text; text && !tmd_interrupted();) {
    const size_t bytes = strcspn(text, ",");
    snprintf(name, sizeof name, "%.*s", (int)bytes, text);
    const struct tmd_pair *pair = tmd_pair_find(name);
    if (!pair || tmd_checks_pairs(&checks, pair, &format, &pairs)) tmd_fail();
    text = text[bytes] ? text + bytes + 1 : NULL;
  }
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
  how.modes = modes_text ? read_modes(modes_text) : (1u << TMD_ROUNDINGS) - 1;
  how.samples = samples < 0 ? SAMPLES : samples;
  how.keeps = outputs.keep ? (size_t)keep_most : 0;
  how.bins = outputs.histogram != NULL;
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
  how.domain = domain_text ? &domain : NULL;
  if (pairs_text) check_pairs(argv + at);
  else {
    struct tmd_format format;
    if (functions_text && (tmd_format_parse(&format, format_text ? format_text : "binary64") ||
                           tmd_checks_by_name(&checks, functions_text, &format, cases_text)))
      tmd_fail();
    if ((argv[at] || !functions_text) && tmd_each_claim(argv + at, visit)) tmd_fail();
    if (!tmd_interrupted() && tmd_checks_finish(&checks)) tmd_fail();
  }
  checks.interrupted = tmd_interrupted();
  int absent = checks.count > 0, hunted = 0;
  for (size_t i = 0; i < checks.count; i++)
    absent &= checks.check[i]->absent, hunted |= checks.check[i]->hunt != NULL;
  if (checks.interrupted && !hunted)
    return TMD_INTERRUPTED_STATUS; /* no report: it would not be of what was asked for */
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
