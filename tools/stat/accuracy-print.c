/* Prints the accuracy that a last phase needs, as TSV. */
#include "lib/function/function.h"
#include "lib/problem/hex-float.h"
#include "lib/report/domain-gaps.h"
#include "lib/report/results.h"
#include "lib/stream/case-words.h"
#include "tools/stat/accuracy.h"

static void print_need(FILE *out, const struct tmd_accuracy *accuracy,
                       const struct tmd_need *need) {
  if (need->bits) fprintf(out, "%d\t%s\t", need->bits, need->least ? "least" : "enough");
  else fputs("-\t-\t", out);
  if (need->has_x)
    fprintf(out, "%s\t%ld", TMD_ARGUMENT_TEXT(accuracy->problem, &need->cell, need->X),
            need->hardness);
  else fputs("-\t-", out);
}

static void print_row(FILE *out, const struct tmd_accuracy *accuracy,
                      const struct tmd_accuracy_row *row) {
  fprintf(out, "accuracy\t%s\t", tmd_modes_name(accuracy->mode));
  if (row == &accuracy->all) fputs("-\t-\t", out);
  else fprintf(out, "%d\t%d\t", row->sign_x, row->e_in);
  print_need(out, accuracy, &row->need);
  fprintf(out, "\t%s\t%llu\n", TMD_WIDE_TEXT(row->arguments), row->undecided);
}

/* Cases that follow from a formula: |x| < 2^(e + 1) for all of them. */
static void print_trivial(FILE *out, const struct tmd_accuracy *accuracy) {
  const struct tmd_accuracy_row *row = &accuracy->trivial;
  if (!row->arguments) return;
  fprintf(out, "apart\t%s\tpolynomial\t", tmd_modes_name(accuracy->mode));
  print_need(out, accuracy, &row->need);
  fprintf(out, "\t%s\t0x1p%+d\n", TMD_WIDE_TEXT(row->arguments), accuracy->e_trivial + 1);
}

static void print_region(FILE *out, const struct tmd_accuracy *accuracy, unsigned reason) {
  const struct tmd_accuracy_region *region = accuracy->region + reason;
  const char *word = tmd_hardness_word(region->greatest);
  if (!region->arguments) return;
  fprintf(out, "apart\t%s\t%s\t", tmd_modes_name(accuracy->mode), tmd_reason_name(reason));
  if (word) fprintf(out, "-\t%s", word);
  else fprintf(out, "%d\tenough", region->bits);
  fprintf(out, "\t-\t-\t%s\t-\n", TMD_WIDE_TEXT(region->arguments));
}

static void print_accuracy(FILE *out, const struct tmd_accuracy *accuracy, int binades) {
  fputs("#accuracy\tmode\tsign_x\te_in\tbits\tproof\tx\thardness\targuments\tundecided\n", out);
  print_row(out, accuracy, &accuracy->all);
  for (size_t i = 0; binades && i < accuracy->binades; i++)
    if (accuracy->binade[i].arguments) print_row(out, accuracy, accuracy->binade + i);
  fputs("#apart\tmode\twhat\tbits\tproof\tx\thardness\targuments\tbelow\n", out);
  print_trivial(out, accuracy);
  for (unsigned reason = 1; reason < TMD_REGION_REASONS; reason++)
    print_region(out, accuracy, reason);
}

static void print_exact(FILE *out, const struct tmd_accuracy *accuracy) {
  if (accuracy->exact)
    fprintf(out, "apart\t%s\texact cases\t-\texact\t-\t-\t%s\t-\n", tmd_modes_name(accuracy->mode),
            TMD_WIDE_TEXT(accuracy->exact));
}

/* Adds the ranges of all arguments covered for the mode, as if of one problem; for odd or even f
   also those of -x, which need the same. */
static void add_ranges(struct tmd_results *results, const struct tmd_accuracy *accuracy) {
  const struct tmd_ledger *ledger = accuracy->ledger;
  const int mirrored = accuracy->function->symmetry.parity != TMD_PARITY_NONE;
  for (size_t i = 0; i < ledger->ranges; i++) {
    struct tmd_span range = ledger->range[i];
    if (!tmd_accuracy_includes(accuracy, range.problem)) continue;
    range.problem = accuracy->problem;
    tmd_results_add_stretch(results, &range);
    range.cell.sign_x = !range.cell.sign_x;
    if (range.X0 == 0) range.X0 = 1;
    if (mirrored && range.X0 < range.X1) tmd_results_add_stretch(results, &range);
  }
  tmd_results_sort(results);
}

static void print_range(FILE *out, const struct tmd_accuracy *accuracy, const char *what,
                        const struct tmd_stretch *range) {
  char a[TMD_HEXFLOAT_TEXT_BYTES], b[TMD_HEXFLOAT_TEXT_BYTES];
  tmd_stretch_print_ends(range, a, b);
  fprintf(out, "%s\t%s\t%s\t%s\n", what, tmd_modes_name(accuracy->mode), a, b);
}

/* Prints the ranges where it holds; returns the number of gaps in the domain. */
static size_t print_ranges(FILE *out, const struct tmd_accuracy *accuracy) {
  struct tmd_results results = {0};
  struct tmd_domaingaps gaps;
  add_ranges(&results, accuracy);
  fputs("#holds\tmode\tfrom\tto\n", out);
  for (size_t i = 0; i < results.stretches; i++)
    print_range(out, accuracy, "holds", results.stretch + i);
  tmd_domaingaps_find(&gaps, accuracy->problem, results.stretch, results.stretches);
  if (gaps.count) fputs("#missing\tmode\tfrom\tto\n", out);
  for (size_t i = 0; i < gaps.count; i++) print_range(out, accuracy, "missing", gaps.range + i);
  const size_t count = gaps.count;
  tmd_domaingaps_clear(&gaps);
  tmd_results_clear(&results);
  return count;
}

int tmd_accuracy_print(FILE *out, const struct tmd_ledger *ledger,
                       const struct tmd_problem *problem, int binades,
                       unsigned long long *undecided, size_t *gaps) {
  static const enum tmd_modes modes[] = {TMD_MODES_NEAREST, TMD_MODES_DIRECTED};
  int failed = 0, covered = 0;
  for (int i = 0; i < 2 && !failed; i++) {
    struct tmd_accuracy accuracy;
    failed = tmd_accuracy_find(&accuracy, ledger, problem, modes[i]);
    covered |= accuracy.binades > 0;
    if (!failed && accuracy.binades) {
      print_accuracy(out, &accuracy, binades);
      print_exact(out, &accuracy);
      *gaps += print_ranges(out, &accuracy);
      *undecided += accuracy.all.undecided;
    }
    tmd_accuracy_clear(&accuracy);
  }
  *gaps += !covered;
  return failed;
}
