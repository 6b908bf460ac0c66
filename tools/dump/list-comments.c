/* Comments of lists: the problem, the cases found, and the ranges searched. */
#include "lib/problem/hex-float.h"
#include "lib/region/exact.h"
#include "tools/dump/expand.h"
#include "tools/dump/list.h"

/* "xa <= x < xb" for a range, from small x to large. */
static void print_range(FILE *out, const struct tmd_stretch *range) {
  char a[TMD_HEXFLOAT_TEXT_BYTES], b[TMD_HEXFLOAT_TEXT_BYTES];
  tmd_stretch_print_ends(range, a, b);
  fprintf(out, range->sign_x ? "%s < x <= %s" : "%s <= x < %s", range->sign_x ? b : a,
          range->sign_x ? a : b);
}

/* "3 numbers, 1 midpoint, 0 exact, 0 undecided" */
static void print_counts(FILE *out, const unsigned long long count[TMD_CASE_KINDS]) {
  for (int kind = 0; kind < TMD_IS_CANDIDATE; kind++)
    fprintf(out, "%s%llu %s%s", kind ? ", " : "", count[kind], tmd_case_kind_name(kind),
            kind <= TMD_IS_MIDPOINT && count[kind] != 1 ? "s" : "");
  fputc('\n', out);
}

static int lists_regions(const struct tmd_list *list) {
  for (size_t i = 0; i < list->results->stretches; i++)
    if (tmd_expand_listed(list->results->stretch + i, &list->selection.expand)) return 1;
  return 0;
}

static void print_selection(FILE *out, const char *prefix, const struct tmd_list *list) {
  const struct tmd_selection *s = &list->selection;
  const int selected = s->expand.needed || !tmd_selection_is_whole(s);
  unsigned long long listed[TMD_CASE_KINDS] = {0};
  size_t at = 0;
  if (!selected && !lists_regions(list)) return;
  for (const struct tmd_case *r; (r = tmd_list_case(list, &at));)
    listed[tmd_case_kind(&r->record)]++;
  fprintf(out, "%slisted: ", prefix);
  print_counts(out, listed);
  if (!selected) return;
  fprintf(out, "%sselected:", prefix);
  if (s->expand.needed) fprintf(out, " --expand --limit %lld", s->expand.whole);
  if (s->min_bits) fprintf(out, " --min-bits %lld", s->min_bits);
  if (s->mode != TMD_MODES_ALL) fprintf(out, " --mode %s", tmd_modes_name(s->mode));
  if (s->kind) fprintf(out, " --kind %s", tmd_case_kind_name((enum tmd_case_kind)(s->kind - 1)));
  if (s->minimal) fprintf(out, " --minimal %lld", s->minimal);
  if (s->top) fprintf(out, " --top %lld", s->top);
  fputc('\n', out);
}

/* The reason of a region, and the hardness of its arguments. */
static void print_region(FILE *out, const struct tmd_list *list, const struct tmd_stretch *region) {
  const struct tmd_region_saying *says = &region->says;
  char text[2][TMD_WIDE_TEXT_BYTES];
  const tmd_u128 listed = tmd_expand_listed(region, &list->selection.expand);
  const int hard = tmd_stretch_is_hard(region);
  fputs(listed ? "region, listed: "
        : hard ? "no list, but a region: "
               : "region without cases: ",
        out);
  print_range(out, region);
  fprintf(out, ": %s%s", tmd_reason_name(says->reason),
          region->flags & TMD_REGION_PROVED ? "" : " (not proved)");
  if (says->modulus)
    fprintf(out, ", X mod %u = %u", (unsigned)says->modulus, (unsigned)says->residue);
  if (hard && says->least == TMD_HARDNESS_EXACT) fputs(", all exact", out);
  else if (hard) fprintf(out, ", all of hardness %u or more", says->least);
  if (listed) {
    const tmd_u128 arguments = tmd_expand_arguments(region);
    if (listed < arguments)
      fprintf(out, "; only %s of its %s arguments, from both ends, %s",
              tmd_wide_print(text[0], listed), tmd_wide_print(text[1], arguments),
              region->hardest_known ? "and the hardest" : "others may be harder");
  }
  fputc('\n', out);
}

/* Exact cases by rule, which need no list; where they are is what the table of functions has of
   binary formats. */
static void print_exact(FILE *out, const char *prefix, const struct tmd_list *list) {
  const struct tmd_problem *problem = list->problem;
  if (!tmd_exact_applies(problem->function, problem)) return;
  fprintf(out, "%sexact cases follow by rule, %s in what was searched, ", prefix,
          TMD_WIDE_TEXT(list->exact));
  fputs(!list->selection.expand.needed ? "not listed"
        : list->cut.exact              ? "listed in part, from both ends"
                                       : "listed",
        out);
  if (!problem->in.decimal) fprintf(out, ": %s", problem->function->exact);
  fputc('\n', out);
}

static void print_gaps(FILE *out, const char *prefix, const struct tmd_domaingaps *gaps) {
  for (size_t i = 0; i < gaps->count; i++) {
    fprintf(out, "%snot searched: ", prefix);
    print_range(out, gaps->range + i);
    fputc('\n', out);
  }
  if (!gaps->count) fprintf(out, "%sthe whole domain was searched\n", prefix);
}

/* The ranges searched; only a list with all cases found is called "complete". */
static void print_ranges(FILE *out, const char *prefix, const struct tmd_list *list) {
  const int whole = tmd_selection_is_whole(&list->selection);
  for (size_t i = 0; i < list->results->stretches; i++) {
    const struct tmd_stretch *r = list->results->stretch + i;
    fputs(prefix, out);
    if (r->says.reason) {
      print_region(out, list, r);
      continue;
    }
    fputs(whole ? "complete for " : "searched: ", out);
    print_range(out, r);
    fputc('\n', out);
  }
  print_gaps(out, prefix, &list->gaps);
}

/* The greatest hardness, and the distance that a hardness k means (lib/problem/problem.h). */
static void print_hardness(FILE *out, const char *prefix, const struct tmd_list *list) {
  const struct tmd_problem *problem = list->problem;
  const unsigned *greatest = list->greatest;
  const int directed = problem->modes == TMD_MODES_DIRECTED;
  fprintf(out, "%sgreatest hardness found:", prefix);
  if (problem->modes != TMD_MODES_NEAREST)
    fprintf(out, " %u near numbers (directed modes)", greatest[TMD_IS_NUMBER]);
  if (problem->modes == TMD_MODES_ALL) fputc(',', out);
  if (!directed) fprintf(out, " %u near midpoints (to nearest)", greatest[TMD_IS_MIDPOINT]);
  fprintf(out, "\n%shardness k: %s <= distance < %s ulp\n", prefix,
          directed ? "2^-(k+1)" : "2^-(k+2)", directed ? "2^-k" : "2^-(k+1)");
}

void tmd_list_print_comments(FILE *out, const char *prefix, const struct tmd_list *list) {
  const struct tmd_problem *p = list->problem;
  const unsigned long long *found = list->found;
  fprintf(out, "%s%s from %s to %s, modes %s: hard-to-round cases at %d bits\n", prefix, p->name,
          TMD_FORMAT_NUMBERS(&p->in), TMD_FORMAT_NUMBERS(&p->out), tmd_modes_name(p->modes),
          p->bits);
  fprintf(out, "%stmd %s; x in %s, %s(x) in %s\n", prefix, TMD_VERSION, TMD_FORMAT_TEXT(&p->in),
          p->name, TMD_FORMAT_TEXT(&p->out));
  fprintf(out, "%sfound: ", prefix);
  print_counts(out, found);
  print_hardness(out, prefix, list);
  print_exact(out, prefix, list);
  print_selection(out, prefix, list);
  print_ranges(out, prefix, list);
  if (found[TMD_IS_CANDIDATE])
    fprintf(out, "%scandidates that are not confirmed are left out: %llu\n", prefix,
            found[TMD_IS_CANDIDATE]);
}
