/* --function: functions by their names. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/error.h"
#include "lib/cli/options.h"
#include "lib/cli/program.h"
#include "lib/expression/expression.h"
#include "lib/plan/planner.h"
#include "tools/check/report/text-lists.h"
#include "tools/check/run/checks.h"
#include "tools/stage/input.h"
#include "tools/stage/progress.h"

enum { LINES_MAX = 10000000 };

/* Claims that are made here, for one check after the other. */
static struct {
  struct tmd_checks *checks;
  int failed;
  const struct tmd_function_check *check; /* of the list */
  size_t claims;                          /* about its function and format */
} to;

/* ---- every argument: a plan, whose lines are claims to be searched, and regions ---- */

static void take_line(const struct tmd_planline *line, void *context) {
  static struct tmd_claim claim;
  (void)context;
  if (to.failed || tmd_interrupted()) return;
  claim.problem = line->problem;
  claim.cell = line->cell;
  claim.X0 = line->X0;
  claim.X1 = line->X1;
  tmd_claim_advise(&claim, line->plan, strlen(line->plan));
  claim.kind = line->region ? TMD_REGION : TMD_POLY;
  claim.record_bytes = sizeof(struct tmd_region_record);
  claim.record_count = 0;
  if (line->region) {
    struct tmd_region_record *record = tmd_claim_append(&claim);
    record->Xa = tmd_wide_store(line->X0);
    record->Xb = tmd_wide_store(line->X1);
    record->reason = line->region;
    record->flags = TMD_REGION_PROVED; /* by the planner */
  }
  tmd_show_progress(0);
  to.failed = tmd_checks_add(to.checks, &claim);
}

/* With all, functions without an argument in the domain are left out. */
static int check_every(struct tmd_function_check *check, int one_of_all) {
  static struct tmd_planner planner;
  struct tmd_problem problem = check->problem;
  problem.bits = tmd_problem_usual_bits(&problem);
  planner = (struct tmd_planner){.problem = tmd_problem_intern(&problem),
                                 .function = check->problem.function,
                                 .domains = to.checks->how->domains,
                                 .emit = take_line,
                                 .lines_max = LINES_MAX};
  if (!planner.problem) return -1;
  const int failed = tmd_planner_run(&planner) || to.failed;
  check->outside = one_of_all && planner.empty && !to.failed;
  if (check->outside) tmd_say("left out: %s", tmd_error_text());
  return failed && !check->outside ? -1 : 0;
}

/* ---- the cases of a list ---- */

int tmd_cases_folder(char folder[PATH_MAX]) {
  static const char *const places[] = {"/../share/tmd/cases", "/../../lib/cases"};
  char program[PATH_MAX], path[PATH_MAX + 32];
  const ssize_t bytes = readlink("/proc/self/exe", program, sizeof program - 1);
  if (bytes <= 0) return 0;
  program[bytes] = 0;
  *strrchr(program, '/') = 0;
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    snprintf(path, sizeof path, "%s%s", program, places[i]);
    if (realpath(path, folder)) return 1;
  }
  return 0;
}

/* The list of a function: rootn_3.tmd for rootn(3). 1 if it exists. */
static int find_list(char list[PATH_MAX], const struct tmd_function_check *check,
                     const char *cases) {
  char folder[PATH_MAX], name[TMD_FUNCTION_MAX_BYTES];
  if (strcmp(TMD_FORMAT_TEXT(&check->problem.in), "binary64") ||
      (!cases && !tmd_cases_folder(folder)))
    return 0;
  snprintf(name, sizeof name, "%s", check->problem.name);
  if (name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789(-)")]) return 0; /* an expression */
  for (char *c = name; *c; c++)
    if (*c == '(') *c = '_';
  name[strcspn(name, ")")] = 0;
  const int bytes = snprintf(list, PATH_MAX, "%s/%s.tmd", cases ? cases : folder, name);
  return bytes < PATH_MAX && access(list, R_OK) == 0;
}

static int visit(struct tmd_claim *claim, struct tmd_reader *reader) {
  (void)reader;
  tmd_show_progress(0);
  const struct tmd_problem *of = &to.check->problem;
  if (strcmp(claim->problem->name, of->name) || memcmp(&claim->problem->in, &of->in, sizeof of->in))
    return 0;
  to.claims++;
  return tmd_checks_add(to.checks, claim);
}

static int check_list(const struct tmd_function_check *check, char *list) {
  to.check = check, to.claims = 0;
  if (tmd_each_claim((char *[]){list, NULL}, visit)) return -1;
  if (to.claims > 0 || tmd_interrupted()) return 0;
  return tmd_error(TMD_USAGE, "%s: has no claim about %s in the format", list, check->problem.name);
}

/* ---- one function, and all ---- */

/* A library may have another name of a function: swish for silu. */
static void take_alias(struct tmd_function_check *check, const char *name) {
  if (!check->given && strcmp(name, check->problem.name) && tmd_function_is_name(name))
    check->given = strcpy(tmd_allocate(strlen(name) + 1), name);
}

static int check_name(const char *name, const struct tmd_format *format, const char *cases,
                      int one_of_all) {
  const struct tmd_check_how *how = to.checks->how;
  char list[PATH_MAX];
  const char *spelled = tmd_problem_spell(name);
  if (!spelled) return -1;
  const struct tmd_problem *problem = tmd_problem_intern(
      &(struct tmd_problem){spelled, *format, *format, TMD_MODES_ALL, .bits = 1});
  struct tmd_function_check *check = problem ? tmd_checks_find(to.checks, problem) : NULL;
  if (!check) return -1;
  take_alias(check, name);
  if (how->hunt.seconds > 0 || how->hunt.rounds > 0) return 0;
  if (tmd_checks_enter(to.checks, check)) return -1;
  if (check->absent) return 0;
  const char *const text = TMD_FORMAT_TEXT(format);
  if (tmd_encoding_bytes(format) <= TMD_CHECK_WHOLE_BYTES && !how->cases_only) {
    tmd_say("%s, %s: every argument%s", spelled, text, how->domains.count ? " of --domain" : "");
    return check_every(check, one_of_all);
  }
  if (find_list(list, check, cases)) {
    tmd_say("%s, %s: the cases of %s, and their neighbours", spelled, text, list);
    return check_list(check, list);
  }
  check->listless = 1;
  tmd_say("%s, %s: no list of cases: hunted for %g seconds", spelled, text,
          TMD_CHECK_SHORT_HUNT.seconds);
  return 0;
}

int tmd_checks_by_name(struct tmd_checks *checks, const char *names,
                       const struct tmd_format *format, const char *cases) {
  char name[TMD_FUNCTION_MAX_BYTES];
  const struct tmd_function *function;
  to.checks = checks, to.failed = 0;
  const int all = strcmp(names, "all") == 0;
  for (int i = 0; all && (function = tmd_function_entry(i)) && !tmd_interrupted(); i++)
    if (check_name(function->name, format, cases, 1)) return -1;
  const char *text = all ? NULL : names, *word;
  for (size_t bytes; !tmd_interrupted() && tmd_next_word(&text, &word, &bytes);) {
    if (bytes == 0 || bytes >= sizeof name)
      return tmd_error(TMD_USAGE, "--function: '%s' does not begin with a name", word);
    snprintf(name, sizeof name, "%.*s", (int)bytes, word);
    if (check_name(name, format, cases, 0)) return -1;
  }
  return 0;
}
