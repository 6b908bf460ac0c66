#include "lib/report/list.h"

#include <stdlib.h>
#include <string.h>

#include "lib/claim/argument.h"
#include "lib/cell/cut.h"
#include "lib/base/error.h"
#include "lib/cell/region.h"
#include "lib/cell/confirm.h"

/* ---- names ---- */

enum tmd_case_kind tmd_case_kind(const struct tmd_case_record *record) {
  if (record->flags & TMD_CASE_UNDECIDED) return TMD_IS_UNDECIDED;
  if (!(record->flags & TMD_CASE_CONFIRMED)) return TMD_IS_CANDIDATE;
  if (record->flags & TMD_CASE_EXACT) return TMD_IS_EXACT;
  return record->flags & TMD_CASE_MIDPOINT ? TMD_IS_MIDPOINT : TMD_IS_NUMBER;
}

const char *tmd_case_kind_name(enum tmd_case_kind kind) {
  static const char *const names[TMD_CASE_KINDS] = {"number", "midpoint", "exact", "undecided", "candidate"};
  return names[kind];
}

const char *tmd_case_hard_for(const struct tmd_case_record *record) {
  return tmd_modes_name(record->flags & TMD_CASE_MIDPOINT ? TMD_MODES_NEAREST : TMD_MODES_DIRECTED);
}

static int same_format(const struct tmd_format *a, const struct tmd_format *b) {
  return a->p == b->p && a->emin == b->emin && a->emax == b->emax;
}

char *tmd_output_format(char text[64], const struct tmd_format *format) {
  static const char *const names[] = {"binary16", "bfloat16", "tf32", "binary32", "binary64", "binary80", "binary128"};
  struct tmd_format named;
  snprintf(text, 64, "%d,%d,%d", format->p, format->emin, format->emax);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (tmd_format_parse(&named, names[i]) == 0 && same_format(&named, format)) snprintf(text, 64, "%s", names[i]);
  return text;
}

/* ---- walking ---- */

int tmd_output_next(const struct tmd_output *output, unsigned *problem, size_t *from, size_t *to) {
  const struct tmd_results *results = output->results;
  *from = *to;
  if (*from == results->count) return 0;
  *problem = results->result[*from].problem;
  while (*to < results->count && results->result[*to].problem == *problem) ++*to;
  return 1;
}

const struct tmd_result *tmd_output_case(const struct tmd_output *output, size_t *at, size_t to) {
  while (*at < to) {
    const struct tmd_result *result = output->results->result + (*at)++;
    if (result->type == TMD_RESULT_CASE && tmd_case_kind(&result->record) != TMD_IS_CANDIDATE) return result;
  }
  return NULL;
}

static const struct tmd_problem *problem_of(const struct tmd_results *results, const struct tmd_result *result) {
  return results->problems.problem + result->problem;
}

int tmd_output_bits(const struct tmd_output *output, const struct tmd_problem *problem) {
  return output->selection.min_bits > problem->bits ? (int)output->selection.min_bits : problem->bits;
}

/* ---- gaps ---- */

/* The arguments of the function's domain with that sign, from zero on; 0 if there are none. */
static int domain_half(struct tmd_result *half, unsigned number, const struct tmd_problem *problem,
                       const struct tmd_function *function, int sign) {
  struct tmd_segment zero;
  int any = 0;
  *half = (struct tmd_result){.problem = number, .type = TMD_RESULT_COMPLETE, .cell = {.sign_x = sign}};
  for (int e = problem->in.emin; e <= problem->in.emax; e++) {
    const tmd_u128 X0 = e == problem->in.emin ? 1 : (tmd_u128)1 << (problem->in.p - 1), X1 = (tmd_u128)1 << problem->in.p;
    struct tmd_segment segment = {problem, function, {.sign_x = sign, .e_in = e}, X0, X1};
    if (!tmd_segment_clip(&segment)) continue;
    if (!any) half->e_a = e, half->Xa = segment.X0;
    half->e_b = e, half->Xb = segment.X1;
    any = 1;
  }
  if (any && sign == 0 && tmd_region_zero_segment(&zero, problem, function)) half->Xa = 0;
  return any;
}

/* One half of the domain, while what is known of it is looked through from zero on. */
struct half {
  const struct tmd_problem *problem;
  const struct tmd_function *function;
  struct tmd_result rest; /* not looked through as yet */
};

/* The least X from which on f is defined in the part of the range that lies in the binade e; *X1: the end of that part. */
static tmd_u128 defined_from(const struct half *half, const struct tmd_result *range, int e, tmd_u128 *X1) {
  const int p = half->problem->in.p;
  const tmd_u128 X0 = e == range->e_a ? range->Xa : (tmd_u128)1 << (p - 1);
  *X1 = e == range->e_b ? range->Xb : (tmd_u128)1 << p;
  const struct tmd_cell cell = {.sign_x = range->cell.sign_x, .e_in = e};
  const struct tmd_segment segment = {half->problem, half->function, cell, X0, *X1};
  return X0 == 0 || X0 >= *X1 ? X0 : tmd_cut_defined_from(&segment);
}

/* Takes off what lies outside f's domain: at the beginning, and binades at the end. 0 if nothing is left. */
static int trim(const struct half *half, struct tmd_result *range) {
  tmd_u128 from, X1;
  while ((from = defined_from(half, range, range->e_a, &X1)) >= X1) {
    if (range->e_a == range->e_b) return 0;
    range->e_a++, range->Xa = (tmd_u128)1 << (half->problem->in.p - 1);
  }
  range->Xa = from;
  while (range->e_b > range->e_a && defined_from(half, range, range->e_b, &X1) >= X1)
    range->e_b--, range->Xb = (tmd_u128)1 << half->problem->in.p;
  return 1;
}

/* What lies before that end is not searched. */
static void add_gap(struct tmd_known *known, const struct half *half, int e_b, tmd_u128 Xb) {
  struct tmd_result gap = half->rest;
  if (tmd_compare_points(half->problem->in.p, gap.e_a, gap.Xa, e_b, Xb) >= 0) return;
  gap.e_b = e_b;
  gap.Xb = Xb;
  if (!trim(half, &gap)) return;
  known->gap = tmd_reallocate(known->gap, (known->gaps + 1) * sizeof *known->gap);
  known->gap[known->gaps++] = gap;
}

/* What the complete ranges among the results from..to leave of one half of the domain; in numeric order. */
static void find_gaps(struct tmd_known *known, struct half *half, const struct tmd_result *from, const struct tmd_result *to) {
  const size_t first = known->gaps;
  const int p = half->problem->in.p, sign = half->rest.cell.sign_x;
  struct tmd_result *rest = &half->rest;
  for (const struct tmd_result *r = sign ? to - 1 : from; r >= from && r < to; r += sign ? -1 : 1) {
    if (r->type != TMD_RESULT_COMPLETE || r->cell.sign_x != sign) continue;
    int beyond = tmd_compare_points(p, r->e_a, r->Xa, rest->e_b, rest->Xb) > 0;
    add_gap(known, half, beyond ? rest->e_b : r->e_a, beyond ? rest->Xb : r->Xa);
    if (tmd_compare_points(p, rest->e_a, rest->Xa, r->e_b, r->Xb) < 0) rest->e_a = r->e_b, rest->Xa = r->Xb;
  }
  add_gap(known, half, rest->e_b, rest->Xb);
  for (size_t a = first, b = known->gaps; sign && a + 1 < b; a++) {
    struct tmd_result swapped = known->gap[a];
    known->gap[a] = known->gap[--b];
    known->gap[b] = swapped;
  }
}

int tmd_output_whole_domain(const struct tmd_known *known) { return known->function_known && !known->gaps; }

static void know(struct tmd_known *known, const struct tmd_results *results, unsigned number, size_t from, size_t to) {
  const struct tmd_problem *problem = results->problems.problem + number;
  const struct tmd_function *function = tmd_function_find(problem->function);
  for (size_t i = from; i < to; i++) {
    const struct tmd_case_record *record = &results->result[i].record;
    if (results->result[i].type != TMD_RESULT_CASE) continue;
    enum tmd_case_kind kind = tmd_case_kind(record);
    known->found[kind]++;
    if (kind <= TMD_IS_MIDPOINT && record->hardness > known->greatest[kind]) known->greatest[kind] = record->hardness;
  }
  known->function_known = function != NULL;
  for (int sign = 1; function && sign >= 0; sign--) {
    struct half half = {.problem = problem, .function = function};
    if (domain_half(&half.rest, number, problem, function, sign))
      find_gaps(known, &half, results->result + from, results->result + to);
  }
}

/* ---- regions as lists ---- */

tmd_u128 tmd_output_ordinal(const struct tmd_format *format, int e, tmd_u128 X) {
  return ((tmd_u128)(e - format->emin) << (format->p - 1)) + X;
}

/* The inverse. */
static void argument_at(const struct tmd_format *format, tmd_u128 ordinal, int *e, tmd_u128 *X) {
  tmd_u128 binade = ordinal >> (format->p - 1);
  if (binade) binade--;
  *e = format->emin + (int)binade;
  *X = ordinal - (binade << (format->p - 1));
}

static tmd_u128 region_arguments(const struct tmd_format *format, const struct tmd_result *region) {
  return tmd_output_ordinal(format, region->e_b, region->Xb) - tmd_output_ordinal(format, region->e_a, region->Xa);
}

/* How many arguments of the region are listed. */
static tmd_u128 region_listed(const struct tmd_output *output, const struct tmd_result *region) {
  if (!tmd_result_all_hard(output->results, region) || !(region->flags & TMD_REGION_PROVED)) return 0;
  tmd_u128 arguments = region_arguments(&problem_of(output->results, region)->in, region);
  tmd_u128 most = (tmd_u128)output->selection.expand;
  return arguments < most ? arguments : most;
}

static int list_argument(struct tmd_output *output, const struct tmd_result *region, tmd_u128 ordinal) {
  const struct tmd_problem *problem = problem_of(output->results, region);
  const struct tmd_function *function = tmd_function_find(problem->function);
  struct tmd_segment segment = {problem, function, {.sign_x = region->cell.sign_x, .e_out = TMD_E_OUT_EACH}, 0, 0};
  struct tmd_case_record record = {.flags = TMD_CASE_CONFIRMED | TMD_CASE_EXACT, .hardness = TMD_HARDNESS_EXACT};
  tmd_u128 X;
  if (!function) return -1;
  argument_at(&problem->in, ordinal, &segment.cell.e_in, &X);
  record.X = tmd_wide_store(X);
  segment.X0 = X, segment.X1 = X + 1;
  const enum tmd_piece_class class = tmd_cut_class(&segment, X);
  if (class == TMD_PIECE_OUTSIDE && region->least == TMD_HARDNESS_EXACT) return 0; /* a pole of many, see lib/cell/cut.h */
  if (class != TMD_PIECE_ZERO || region->least != TMD_HARDNESS_EXACT) { /* zeros of f have no exponent of f(x) */
    int hard = tmd_cut_own_cell(&segment, X) ? tmd_confirm_case(&segment, X, 0, &record) : 0;
    if (hard < 0) return -1;
    if (!hard) return tmd_error(TMD_CORRUPT, "a proved region of %s has an argument that is not hard", problem->function);
  }
  tmd_results_add_case(output->results, region->problem, &segment.cell, X, &record);
  return 0;
}

/* A region longer than may be listed is listed from both ends. */
static int expand(struct tmd_output *output) {
  size_t count = output->results->count;
  for (size_t i = 0; i < count; i++) {
    const struct tmd_result region = output->results->result[i];
    const struct tmd_format *format = &problem_of(output->results, &region)->in;
    if (region.type == TMD_RESULT_REGION && (tmd_u128)(format->emax - format->emin + 2) > ~(tmd_u128)0 >> (format->p - 1))
      return tmd_error(TMD_USAGE, "regions of %d,%d,%d cannot be listed: too wide", format->p, format->emin, format->emax);
    tmd_u128 listed = region_listed(output, &region), near = listed - listed / 2;
    if (!listed) continue;
    tmd_u128 begin = tmd_output_ordinal(format, region.e_a, region.Xa), end = tmd_output_ordinal(format, region.e_b, region.Xb);
    for (tmd_u128 k = 0; k < listed; k++)
      if (list_argument(output, &region, k < near ? begin + k : end - listed + k)) return -1;
    output->cut += listed < end - begin;
  }
  tmd_results_sort(output->results);
  return 0;
}

/* ---- selection ---- */

static int order(long long a, long long b) { return (a > b) - (a < b); }

/* Binade and sign of x, and the side of the boundary on which f(x) lies. */
static int compare_places(const struct tmd_result *a, const struct tmd_result *b) {
  int c = order(a->cell.sign_x, b->cell.sign_x);
  if (!c) c = order(a->e_a, b->e_a);
  return c ? c : order(a->record.distance_negative, b->record.distance_negative);
}

static int compare_kinds(const struct tmd_result *a, const struct tmd_result *b) {
  int c = order(a->problem, b->problem);
  return c ? c : order(tmd_case_kind(&a->record), tmd_case_kind(&b->record));
}

/* The nearer to its boundary first; then by x, as they are sorted. */
static int compare_hardness(const struct tmd_result *a, const struct tmd_result *b) {
  int c = order(b->record.hardness, a->record.hardness);
  if (!c)
    c = order(a->record.distance_exponent, b->record.distance_exponent); /* of the greatest hardness that a record can say */
  if (!c && a->record.distance_mantissa != b->record.distance_mantissa)
    return a->record.distance_mantissa < b->record.distance_mantissa ? -1 : 1;
  return c ? c : order(a - b, 0);
}

static int by_kind(const void *a_, const void *b_) {
  const struct tmd_result *a = *(const struct tmd_result *const *)a_, *b = *(const struct tmd_result *const *)b_;
  int c = compare_kinds(a, b);
  return c ? c : compare_hardness(a, b);
}

static int by_place(const void *a_, const void *b_) {
  const struct tmd_result *a = *(const struct tmd_result *const *)a_, *b = *(const struct tmd_result *const *)b_;
  int c = compare_kinds(a, b);
  if (!c) c = compare_places(a, b);
  return c ? c : compare_hardness(a, b);
}

/* Drops what `drop` marks. */
static void drop_marked(struct tmd_results *results, const char *drop) {
  size_t kept = 0;
  for (size_t i = 0; i < results->count; i++)
    if (!drop[i]) results->result[kept++] = results->result[i];
  results->count = kept;
}

static int is_decided(const struct tmd_result *result) {
  return result->type == TMD_RESULT_CASE && tmd_case_kind(&result->record) <= TMD_IS_EXACT;
}

/* Keeps the `most` hardest of each kind, or of each kind in each place. */
static void keep_hardest(struct tmd_results *results, long long most, int places) {
  const struct tmd_result **hardest = tmd_allocate((results->count + 1) * sizeof *hardest);
  char *drop = memset(tmd_allocate(results->count + 1), 0, results->count + 1);
  size_t count = 0;
  long long rank = 0;
  for (size_t i = 0; i < results->count; i++)
    if (is_decided(results->result + i)) hardest[count++] = results->result + i;
  qsort(hardest, count, sizeof *hardest, places ? by_place : by_kind);
  for (size_t i = 0; i < count; i++) {
    const struct tmd_result *last = i ? hardest[i - 1] : NULL;
    int alike = last && !compare_kinds(last, hardest[i]) && !(places && compare_places(last, hardest[i]));
    rank = alike ? rank + 1 : 0;
    drop[hardest[i] - results->result] = rank >= most;
  }
  drop_marked(results, drop);
  free(drop);
  free(hardest);
}

/* The same argument twice: found at two precisions, or in a region too; decided is better. */
static void keep_one_each(struct tmd_results *results) {
  char *drop = memset(tmd_allocate(results->count + 1), 0, results->count + 1);
  struct tmd_result *last = NULL;
  for (size_t i = 0; i < results->count; i++) {
    struct tmd_result *r = results->result + i;
    if (r->type != TMD_RESULT_CASE) continue;
    int again = last && last->problem == r->problem && last->cell.sign_x == r->cell.sign_x &&
                !tmd_compare_points(problem_of(results, r)->in.p, last->e_a, last->Xa, r->e_a, r->Xa);
    int better = again && tmd_case_kind(&r->record) < tmd_case_kind(&last->record);
    if (again) drop[(better ? last : r) - results->result] = 1;
    if (!again || better) last = r;
  }
  drop_marked(results, drop);
  free(drop);
}

static void keep_asked_for(struct tmd_results *results, const struct tmd_selection *selection) {
  char *drop = memset(tmd_allocate(results->count + 1), 0, results->count + 1);
  for (size_t i = 0; i < results->count; i++) {
    const struct tmd_result *r = results->result + i;
    if (!is_decided(r)) continue;
    int midpoint = (r->record.flags & TMD_CASE_MIDPOINT) != 0;
    drop[i] = r->record.hardness < selection->min_bits || (selection->mode == TMD_MODES_NEAREST && !midpoint) ||
              (selection->mode == TMD_MODES_DIRECTED && midpoint);
  }
  drop_marked(results, drop);
  free(drop);
}

/* An empty list would be taken for a complete one. */
static int check_modes(const struct tmd_results *results, enum tmd_modes mode) {
  for (unsigned i = 0; mode != TMD_MODES_ALL && i < results->problems.count; i++) {
    const struct tmd_problem *problem = results->problems.problem + i;
    if (problem->modes != TMD_MODES_ALL && problem->modes != mode)
      return tmd_error(TMD_USAGE, "--mode %s: %s was searched for modes %s", tmd_modes_name(mode), problem->function,
                       tmd_modes_name(problem->modes));
  }
  return 0;
}

int tmd_output_select(struct tmd_output *output, struct tmd_results *results, const struct tmd_selection *selection) {
  *output = (struct tmd_output){.results = results, .selection = *selection};
  if (check_modes(results, selection->mode)) return -1;
  const size_t bytes = (results->problems.count + 1) * sizeof *output->known;
  output->known = memset(tmd_allocate(bytes), 0, bytes);
  keep_one_each(results);
  unsigned problem;
  for (size_t from, to = 0; tmd_output_next(output, &problem, &from, &to);)
    know(output->known + problem, results, problem, from, to);
  if (selection->expand && expand(output)) return -1;
  keep_one_each(results);
  keep_asked_for(results, selection);
  if (selection->minimal) keep_hardest(results, selection->minimal, 1);
  if (selection->top) keep_hardest(results, selection->top, 0);
  return 0;
}

void tmd_output_clear(struct tmd_output *output) {
  for (unsigned i = 0; output->known && i < output->results->problems.count; i++) free(output->known[i].gap);
  free(output->known);
  output->known = NULL;
}

/* ---- comments ---- */

/* "xa <= x < xb" for a range, from small x to large. */
static void print_range(FILE *out, const struct tmd_results *results, const struct tmd_result *range) {
  char a[TMD_ARGUMENT_TEXT_BYTES], b[TMD_ARGUMENT_TEXT_BYTES];
  tmd_result_print_ends(results, range, a, b);
  fprintf(out, range->cell.sign_x ? "%s < x <= %s" : "%s <= x < %s", range->cell.sign_x ? b : a, range->cell.sign_x ? a : b);
}

/* "3 numbers, 1 midpoint, 0 exact, 0 undecided" */
static void print_counts(FILE *out, const unsigned long long count[TMD_CASE_KINDS]) {
  for (int kind = 0; kind < TMD_IS_CANDIDATE; kind++)
    fprintf(out, "%s%llu %s%s", kind ? ", " : "", count[kind], tmd_case_kind_name(kind),
            kind <= TMD_IS_MIDPOINT && count[kind] != 1 ? "s" : "");
  fputc('\n', out);
}

static void print_selection(FILE *out, const char *prefix, const struct tmd_output *output, size_t from, size_t to) {
  const struct tmd_selection *s = &output->selection;
  unsigned long long listed[TMD_CASE_KINDS] = {0};
  if (!s->expand && !s->min_bits && s->mode == TMD_MODES_ALL && !s->minimal && !s->top) return;
  for (const struct tmd_result *r; (r = tmd_output_case(output, &from, to));) listed[tmd_case_kind(&r->record)]++;
  fprintf(out, "%slisted: ", prefix);
  print_counts(out, listed);
  fprintf(out, "%sselected:", prefix);
  if (s->expand) fprintf(out, " --expand --limit %lld", s->expand);
  if (s->min_bits) fprintf(out, " --min-bits %lld", s->min_bits);
  if (s->mode != TMD_MODES_ALL) fprintf(out, " --mode %s", tmd_modes_name(s->mode));
  if (s->minimal) fprintf(out, " --minimal %lld", s->minimal);
  if (s->top) fprintf(out, " --top %lld", s->top);
  fputc('\n', out);
}

/* Beyond the reason: how hard its arguments are. */
static void print_region(FILE *out, const struct tmd_output *output, const struct tmd_result *region) {
  char text[2][TMD_WIDE_TEXT_BYTES];
  tmd_u128 listed = output->selection.expand ? region_listed(output, region) : 0;
  const int hard = tmd_result_all_hard(output->results, region);
  fputs(listed ? "region, listed: " : hard ? "no list, but a region: " : "region without cases: ", out);
  print_range(out, output->results, region);
  fprintf(out, ": %s%s", tmd_reason_name(region->reason), region->flags & TMD_REGION_PROVED ? "" : " (not proved)");
  if (hard && region->least == TMD_HARDNESS_EXACT) fputs(", all exact", out);
  else if (hard) fprintf(out, ", all of hardness %u or more", region->least);
  if (listed) {
    tmd_u128 arguments = region_arguments(&problem_of(output->results, region)->in, region);
    if (listed < arguments)
      fprintf(out, "; only %s of its %s arguments, from both ends", tmd_wide_print(text[0], listed),
              tmd_wide_print(text[1], arguments));
  }
  fputc('\n', out);
}

/* Where the search has been; "complete" is said only of a list that holds all it found. */
static void print_ranges(FILE *out, const char *prefix, const struct tmd_output *output, size_t from, size_t to) {
  const struct tmd_selection *s = &output->selection;
  const struct tmd_known *known = output->known + output->results->result[from].problem;
  const int all = !s->min_bits && s->mode == TMD_MODES_ALL && !s->minimal && !s->top;
  for (size_t i = from; i < to; i++) {
    const struct tmd_result *r = output->results->result + i;
    if (r->type == TMD_RESULT_CASE) continue;
    fputs(prefix, out);
    if (r->type == TMD_RESULT_REGION) {
      print_region(out, output, r);
      continue;
    }
    fputs(all ? "complete for " : "searched: ", out);
    print_range(out, output->results, r);
    fputc('\n', out);
  }
  for (size_t i = 0; i < known->gaps; i++) {
    fprintf(out, "%snot searched: ", prefix);
    print_range(out, output->results, known->gap + i);
    fputc('\n', out);
  }
  if (tmd_output_whole_domain(known)) fprintf(out, "%sthe whole domain was searched\n", prefix);
}

/* And what a hardness k says of the distance, see lib/claim/problem.h. */
static void print_hardness(FILE *out, const char *prefix, const struct tmd_problem *problem, const struct tmd_known *known) {
  const int directed = problem->modes == TMD_MODES_DIRECTED;
  fprintf(out, "%sgreatest hardness found:", prefix);
  if (problem->modes != TMD_MODES_NEAREST) fprintf(out, " %u near numbers (directed modes)", known->greatest[TMD_IS_NUMBER]);
  if (problem->modes == TMD_MODES_ALL) fputc(',', out);
  if (!directed) fprintf(out, " %u near midpoints (to nearest)", known->greatest[TMD_IS_MIDPOINT]);
  fprintf(out, "\n%shardness k: %s <= distance < %s ulp\n", prefix, directed ? "2^-(k+1)" : "2^-(k+2)",
          directed ? "2^-k" : "2^-(k+1)");
}

void tmd_output_comments(FILE *out, const char *prefix, const struct tmd_output *output, size_t from, size_t to) {
  const unsigned number = output->results->result[from].problem;
  const struct tmd_problem *p = output->results->problems.problem + number;
  const struct tmd_known *known = output->known + number;
  char in[64], result[64];
  fprintf(out, "%s%s from %d,%d,%d to %d,%d,%d, modes %s: hard-to-round cases at %d bits\n", prefix, p->function, p->in.p,
          p->in.emin, p->in.emax, p->out.p, p->out.emin, p->out.emax, tmd_modes_name(p->modes), p->bits);
  fprintf(out, "%stmd %s; x in %s, %s(x) in %s\n", prefix, TMD_VERSION, tmd_output_format(in, &p->in), p->function,
          tmd_output_format(result, &p->out));
  fprintf(out, "%sfound: ", prefix);
  print_counts(out, known->found);
  print_hardness(out, prefix, p, known);
  print_selection(out, prefix, output, from, to);
  print_ranges(out, prefix, output, from, to);
  if (known->found[TMD_IS_CANDIDATE])
    fprintf(out, "%scandidates that are not confirmed are left out: %llu\n", prefix, known->found[TMD_IS_CANDIDATE]);
}
