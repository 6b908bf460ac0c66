/* tmd-select: claims in, claims out that follow from them, for more bits, fewer modes or a smaller
   domain; in as few claims as possible. */
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/cli/options.h"
#include "lib/cli/program.h"
#include "lib/plan/domain.h"
#include "lib/problem/words.h"
#include "lib/region/exact.h"
#include "tools/select/implied.h"
#include "tools/select/join.h"
#include "tools/stage/input.h"

static long long bits_option;
static int modes_option = -1;
static struct tmd_domains domains;

static int add_domain(const char *text) { return tmd_domains_parse(&domains, text); }

static const struct tmd_option options[] = {
    {"bits", 'b', TMD_NUMBER, "K", "keep cases of hardness K or more", .target = &bits_option,
     .least = 1, .most = TMD_PROBLEM_BITS_MAX},
    {"modes", 0, TMD_CHOICE, "MODES", "keep cases for these rounding modes",
     .target = &modes_option, .choices = TMD_CHOICES(TMD_MODES_WORDS)},
    {"domain", 'd', TMD_EACH, "A:B,...",
     "A <= x < B: numbers, or constants as pi/2, exact; may be repeated", .each = add_domain},
    {0},
};

TMD_PAGE("tools/tmd-select.mdoc");

static const struct tmd_tool tool = {
    "tmd-select",
    "join claims, and derive weaker ones from them",
    "[FILE...]",
    "Joins the claims of a stream into as few claims as possible, and derives weaker claims "
    "for more bits, fewer modes or a smaller domain.",
    options,
    "tmd-search log --domain 1:1.001 --bits 40 -o log.tmd\n"
    "tmd-select --bits 44 --modes nearest --domain 1:1.0005 log.tmd | tmd-dump --cases",
    tmd_page,
};

static struct tmd_ledger ledger;
static struct tmd_writer *writer;

static int take(const struct tmd_claim *claim, void *context) {
  (void)context;
  if (!tmd_claim_confirmed(claim)) return tmd_writer_put(writer, claim);
  tmd_ledger_add(&ledger, claim);
  return 0;
}

static int derive(const struct tmd_claim *claim) {
  static struct tmd_claim part;
  static struct tmd_range *ranges;
  if (claim->kind != TMD_CASE && !tmd_claim_confirmed(claim))
    return tmd_error(
        TMD_USAGE,
        "%s: a claim of kind %s that nobody has finished: only joined ones may be with it",
        claim->problem->name, tmd_kind_name(claim->kind));
  const struct tmd_problem *to =
      tmd_implied_problem(claim->problem, modes_option, (int)bits_option);
  if (!to) return -1;
  if (!ranges) ranges = tmd_allocate((size_t)(domains.count + 1) * sizeof *ranges);
  const int count = tmd_domains_cut(&domains, &claim->problem->in, claim->cell.sign_x,
                                    claim->cell.e_in, claim->X0, claim->X1, ranges);
  for (int i = 0; i < count; i++) {
    tmd_claim_part(&part, claim, ranges[i].X0, ranges[i].X1);
    if (to == claim->problem ? take(&part, NULL) : tmd_implied_claims(&part, to, take, NULL))
      return -1;
  }
  return 0;
}

static int visit(struct tmd_claim *claim, struct tmd_reader *reader) {
  tmd_exact_drop(claim);
  if (bits_option || modes_option >= 0 || domains.count) return derive(claim);
  return tmd_claim_confirmed(claim) ? take(claim, NULL) : tmd_writer_pass(writer, reader);
}

int main(int argc, char **argv) {
  char bad[512];
  const int operand = tmd_options(&tool, argc, argv);
  writer = tmd_writer_open(tmd_open_output(1), tmd_output_name());
  tmd_writer_join(writer);
  const int failed = tmd_each_claim(argv + operand, visit),
            corrupt = failed && tmd_error_status() == TMD_CORRUPT;
  if (failed && !corrupt) tmd_fail();
  snprintf(bad, sizeof bad, "%s", tmd_error_text());
  if (tmd_ledger_write(&ledger, writer) || tmd_writer_flush(writer)) tmd_fail();
  tmd_count_output(tmd_writer_bytes(writer));
  if (tmd_writer_close(writer)) tmd_fail();
  tmd_ledger_clear(&ledger);
  tmd_domains_clear(&domains);
  tmd_print_stats(NULL);
  if (failed) tmd_die(TMD_CORRUPT, "%s", bad);
  tmd_output_complete();
  return TMD_OK;
}
