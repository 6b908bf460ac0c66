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
     "library to check: a shared object, .a, .o, .c, cmd:PROGRAM, opencl:N, cuda:N",
     .target = &how.target.library},
    {"symbol", 0, TMD_TEXT, "PATTERN", "its names: %s is expf for exp in binary32, %n exp",
     .target = &how.target.symbol},
    {"source", TMD_LESSER, TMD_TEXT, "FILE", "OpenCL or CUDA source of the function",
     .target = &how.target.source},
    {"bits16", TMD_LESSER, TMD_FLAG, NULL, "pass 16-bit formats as uint16_t, ushort",
     .target = &how.target.as_bits},
    {"cc", TMD_LESSER, TMD_TEXT, "COMMAND", "compiler and options for .c, .o and .a (default cc)",
     .target = &how.target.compiler},
    {"modes", 0, TMD_TEXT, "LIST", "rounding modes: nearest, up, down, zero (default: all four)",
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
    {"function", 0, TMD_TEXT, "LIST", "check these functions, or all, without claims (see --man)",
     .target = &functions_text},
    {"cases", TMD_LESSER, TMD_TEXT, "DIR",
     "folder of lists for --function (default: installed ones)", .target = &cases_text},
    {"pairs", 0, TMD_TEXT, "FUNCTIONS", "check these, of two arguments or more: pow,fma,... or all",
     .target = &pairs_text},
    {"format", 'f', TMD_TEXT, "FORMAT", "format for --pairs and --function (default binary64)",
     .target = &format_text},
    {"domain", TMD_LESSER, TMD_TEXT, "A:B", "for --hunt, --function, --pairs: A <= x < B",
     .target = &domain_text},
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
    {"baseline", 0, TMD_TEXT, "OLD", "fail where the library is worse than in an earlier report",
     .target = &outputs.baseline},
    {"timeout", TMD_LESSER, TMD_NUMBER, "SECONDS", "time that a call may take (default 10)",
     &timeout_seconds, 1, 3600, NULL, NULL},
    TMD_SIMD_OPTION,
    {0},
};

static const struct tmd_tool tool = {
    "tmd-check",
    "check a math library on the arguments of claims",
    "[FILE...]",
    "Calls the functions of a library on the arguments of claims, in each rounding mode, and\n"
    "compares the results with the correct ones. The exit status is 1 if a verdict is not pass,\n"
    "and 2, without a report, if nothing was checked.\n"
    "\n"
    "The report has a TSV line for each function and mode, and one for each kind of finding;\n"
    "lines that begin with # name the columns. --json prints the same as JSON; --junit FILE\n"
    "writes a testcase for each function and mode.\n"
    "\n"
    "Claims only select arguments; they are not trusted. Every argument is tested of poly\n"
    "claims, and of the claims that tmd-taylor makes of plan lines with method=points. Of case\n"
    "claims the cases are tested, with three neighbours on each side, and of exact cases that\n"
    "follow by a rule at most 16 and --samples in a claim. Of regions, every argument is tested\n"
    "in formats of up to 32 bits, unless all other claims are lists of cases; otherwise their\n"
    "ends, and --samples arguments between them. --all tests every argument of every claim.\n"
    "--cases-only refuses poly claims, and samples all regions.\n"
    "\n"
    "These arguments are always tested, unless --claims-only is given: zeros, infinities, NaN,\n"
    "the ends of the format, small integers and powers of two. NaN are quiet and signaling, of\n"
    "both signs: in formats of 16 bits all of them, in others those with payloads of no bit,\n"
    "one bit, all bits and all but one, and 4096 more by --seed. Any NaN is a right result for\n"
    "them, and a signaling one may raise invalid. If the claims cover the whole domain, the\n"
    "arguments outside the domain are tested, too, in formats of up to 32 bits; in wider\n"
    "formats, single arguments that the claims omit.\n"
    "\n"
    "--function NAME,... (or all, of the table) needs no FILE. In formats of up to 32 bits,\n"
    "every argument of the function, or of --domain, is tested. In binary64, the cases of its\n"
    "list, made by tmd-atlas(1), are tested with their neighbours if there is such a list;\n"
    "otherwise the function is hunted for 10 seconds. A line on standard error names the\n"
    "method. At the end, the line `worst' has the largest error of each function in ulp, the\n"
    "largest first. With all, functions that have no argument in --domain are left out, and a\n"
    "message names them. Libraries are searched for the given name first, as swish, then for\n"
    "that of the table, silu.\n"
    "\n"
    "--hunt searches for large errors if there are too many arguments to test all: in each\n"
    "function of the claims, after them, or of --function LIST. It takes packets of 65536\n"
    "consecutive numbers, fewer where each call is slow. One of four is anywhere, in one binade\n"
    "of x after another; three are near the largest errors so far, in ranges that are halved\n"
    "again and again. The seed and the number of rounds determine everything, whatever -j is.\n"
    "The time is checked between rounds, and --stats prints their number. A hunt proves\n"
    "nothing: the errors that it finds are real, but there may be larger ones. After an\n"
    "interrupt, tmd-check prints the report of what was found and writes the files. The\n"
    "coverage is then `hunted, interrupted', functions whose hunts had not begun are left out,\n"
    "and the exit status is 130. --binades FILE has the largest errors of each binade hunted,\n"
    "--keep FILE those of them that are wrong results.\n"
    "\n"
    "--pairs checks functions of two arguments, pow powr pown rootn compoundn atan2 atan2pi\n"
    "hypot fmod remainder fdim ldexp; the operations add sub mul div, which are operators in\n"
    "OpenCL and CUDA, and elsewhere functions of these names, or of names by --symbol, without\n"
    "errno; and fma, of three arguments. It reads no claims. In formats of 16 bits every pair\n"
    "is tested: x a number of --domain or infinite, the second any number, or every integer of\n"
    "16 bits. In other formats pairs are sampled, and for fma in all formats: special values\n"
    "with special values, and --samples more by --seed, many of which have results that are\n"
    "exact or midpoints. Integers have 32 bits. FILE... are lists of further pairs, and with\n"
    "--claims-only the only ones: lines of x and y, for fma also z, separated by tabs or\n"
    "commas, as --keep writes them. NaN are tested with special values, and not counted.\n"
    "\n"
    "The library is called in separate processes: a crash or a hang is a finding, with its\n"
    "argument, and the check continues after it. Loading may take six times --timeout.\n"
    "Processes that functions start end with theirs. The code of the library is as trusted as\n"
    "the user who names it: the processes are no sandbox. --library is a name for dlopen; an\n"
    "archive, object or C source, linked by --cc; cmd:PROGRAM, a program that is given a\n"
    "function, a format and a mode, reads hexadecimal numbers, one a line, and prints results;\n"
    "or a device, opencl:N or cuda:N, with :OPTIONS of its compiler. On devices, built-in\n"
    "functions or those of --source are called, to nearest only, without flags and errno.\n"
    "Programs and vector functions refuse --flags and --errno. --present leaves out functions\n"
    "without a symbol in the library; a symbol that cannot be loaded is an error.\n"
    "\n"
    "A line `check' describes a function in a mode:\n"
    "\n"
    " coverage  exhaustive: every number and infinity of the format. NaN, which\n"
    "           are not counted, are all tested in formats of 16 bits, 4096 and\n"
    "           more in others (above).\n"
    "           complete k>=B: the claims omit no part of the domain, and all\n"
    "           arguments of hardness B and more and all exact cases were\n"
    "           tested, so that a library whose error before its last rounding\n"
    "           is below 2^-(B+1) ulp is correct everywhere.\n"
    "           listed k>=B, sampled regions, exact cases, or both: the same,\n"
    "           except that these were too many to test all, so that such a\n"
    "           library may be wrong there, and only there.\n"
    "           part: every argument of the claims, which omit some.\n"
    "           part k>=B: the same as complete or listed, except that the\n"
    "           claims omit some of the domain.\n"
    "           hunted; sampled.\n"
    "           given up: too many calls did not return, so that nothing passes,\n"
    "           whatever is ignored.\n"
    "           void: nothing was called in this mode, or the hunt has no number\n"
    "           in its --domain.\n"
    "           undecided is added to any of these (see below)\n"
    " tested    arguments tested, numbers and infinities, each once; sampled:\n"
    "           those of them that are samples; left: arguments not tested\n"
    " wrong     results that are not correctly rounded\n"
    " below     largest error of a result below f(x), and above: relative to\n"
    "           f(x) itself, in units in the last place of f(x) in its binade\n"
    "           (below the normal numbers: of the least one), each with its x\n"
    " limit     the limit that decides the verdict; - if there is none\n"
    " verdict   pass; fail; undecided: nothing fails, but some results may be\n"
    "           wrong; void: the coverage is void. Only pass is a pass\n"
    " kappa     IEEE P3109's kappa: the largest distance of a result from the\n"
    "           right one, in steps from one number to the next, with its x;\n"
    "           zeros of both signs are one number; inf: one of the two is\n"
    "           infinite; nan: one of the two is NaN\n"
    "\n"
    "For functions of several arguments x has all of them, as 0x1p+0,0x1.8p+1 or 0x1p+0,3; they\n"
    "are ordered by the first one, then by the second. left is - if it exceeds 128 bits.\n"
    "\n"
    "A line `finding' has the number of arguments of a kind and the least of them: wrong;\n"
    "special-value (NaN or infinite where it should not be, or not where it should, by C23's\n"
    "Annex F); sign; not-monotone, compared with the argument before; crash, hang; undecided;\n"
    "with --flags missing-FLAG, spurious-FLAG, flag-cleared and unstable; with --errno errno;\n"
    "mode-changed, environment-changed, output; lanes-differ; sign-of-gamma of lgamma, in\n"
    "signgam or, with --symbol %s_r, in the second argument of lgamma_r. (--symbol sincosf is\n"
    "for claims about sin and about cos.)\n"
    "\n"
    "Cleared flags, and second calls with another result, are found by calling twice, which\n"
    "takes twice as long. If every argument of a claim is tested, this is done in one of 16\n"
    "blocks of 32768 consecutive numbers only, and for every pair in one of 16 rows of the same\n"
    "x, so that a fault at few arguments may be missed, whatever the coverage is. Cases, their\n"
    "neighbours and samples are all called twice; with --twice all arguments are. Output of\n"
    "vector functions is counted by batches, and x is the first argument of the batch.\n"
    "Underflow may be detected before rounding or after it: the report assumes the one that\n"
    "more results agree with. errno must be EDOM where f has no value, and ERANGE at poles and,\n"
    "to nearest, where f overflows; in other modes there, and where f underflows, it may be\n"
    "ERANGE (C23, 7.12.1).\n"
    "\n"
    "--expect N is for scripts: the exit status is also 1 if fewer than N functions were\n"
    "checked in all modes, for example if a list is missing, or if the library lacks functions\n"
    "that --present leaves out. A function in two formats counts twice. The failure is a line\n"
    "`fault' at the end, with the option and a text; in JSON an element of faults, and in\n"
    "JUnit's XML a testcase that fails. A function of the report of --baseline that the library\n"
    "no longer has is a fault, too. Modes that a device does not have are left out, but void if\n"
    "--modes names them.\n"
    "\n"
    "The finding undecided counts results of an expression at arguments where the rounding of\n"
    "f(x) in this mode is not proved, and results whose flags are not known. Such results lie\n"
    "in a proven enclosure of f(x); results outside it are wrong. If there are any, the verdict\n"
    "is undecided unless it is fail, with exit status 1 and a failure in JUnit's XML. In\n"
    "formats of up to 32 bits, functions of the table and expressions with a name have no\n"
    "undecided results. At infinite arguments, expressions with a name have their limits; those\n"
    "without a name are not called there. If an expression without a name has no finite value,\n"
    "any infinity or NaN is right; at 0, any result is right if it has no value there and no\n"
    "pole, as sin(x)/x; and if its value is 0, a zero of either sign is right.\n"
    "\n"
    "--limit: 0.5, the default, means correctly rounded. A greater number limits errors, and\n"
    "special values must be right. kappa:N, the declaration of approximate operations in IEEE\n"
    "P3109, limits kappa; kappa:inf allows any kappa except nan. opencl and opencl-embedded are\n"
    "the tables of OpenCL 3.0 for its profiles (OpenCL C, 7.4; binary16: SPIR-V environment);\n"
    "opencl-fast is that of -cl-unsafe-math-optimizations, as far as it has one number of ulp\n"
    "for all x. cuda is the tables of NVIDIA's CUDA C++ Programming Guide plus half an ulp,\n"
    "because these are relative to correctly rounded results. c23 is Annex F: special values\n"
    "and signs must be right, and sqrt, fdim, fmod, remainder, ldexp, add, sub, mul, div, fma\n"
    "and symbols cr_... correctly rounded. FILE has lines function, format (- for all), number\n"
    "or kappa:N, separated by tabs.\n"
    "\n"
    "Every finding fails a verdict, with these exceptions. With a number greater than 0.5 and\n"
    "with tables, wrong results are measured by their errors. Tables do not require monotone\n"
    "results: not-monotone does not fail. With kappa, steps alone measure results, and zeros of\n"
    "both signs are one number; with kappa, and without a limit, only findings about the call\n"
    "itself fail (flags, errno, the environment, output, lanes, crashes, hangs); special values\n"
    "have no finite kappa. --ignore LIST names further findings that do not fail, separated by\n"
    "commas; wrong cannot be ignored, because limits are about it. They are reported, but\n"
    "--baseline does not compare them. Findings that are not counted, because the limit or LIST\n"
    "allows them, are named with their numbers in a line on standard error for each function,\n"
    "and in JUnit's XML. --baseline OLD compares with an earlier report instead of the limit: a\n"
    "verdict fails if there are more findings of a kind, a larger kappa or a larger error, or\n"
    "if, with --present, a function is missing. The limit judges functions and modes that OLD\n"
    "does not have.\n"
    "\n"
    "--ftz is for libraries that flush subnormal numbers to zero: a zero of either sign is\n"
    "right where f(x) is below the normal numbers, and subnormal arguments may be treated as\n"
    "zeros of either sign (OpenCL C 3.0, 7.5.3).\n"
    "\n"
    "--histogram FILE has lines function, format, mode, from, to, count: the number of results\n"
    "with an error from <= error < to, in ulp, in bins of 0.01; empty bins are omitted, and the\n"
    "last bin has all errors of 16 or more. Files are written completely or not at all: their\n"
    "old content stays until the new one is complete.\n"
    "\n"
    "--stats adds rounds, the number of rounds of hunts, and by_mpfr, the number of arguments\n"
    "that MPFR evaluated.",
    options,
    "tmd-check --library libm.so.6 --function sinh --format binary32\n"
    "tmd-search exp --bits 40 --domain 1:1.001 -o exp.tmd && tmd-check --library libm.so.6 exp.tmd\n"
    "tmd-check --library libm.so.6 --pairs pow,atan2 --samples 100 --limit 2 --modes nearest",
    "",
};

static struct tmd_checks checks = {.how = &how};
static struct tmd_limits *limits;

static unsigned read_modes(const char *text) {
  unsigned modes = 0;
  const char *word;
  for (size_t bytes; tmd_next_word(&text, &word, &bytes);) {
    const enum tmd_rounding mode = tmd_rounding_find(word, bytes);
    if (mode == TMD_ROUNDINGS || bytes == 1)
      tmd_die(TMD_USAGE, "--modes: '%.*s' is none of nearest, up, down, zero", (int)bytes, word);
    modes |= 1u << mode;
  }
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
  how.domain = domain_text ? &domain : NULL;
  struct tmd_format format;
  if (tmd_format_parse(&format, format_text ? format_text : "binary64")) tmd_fail();
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
