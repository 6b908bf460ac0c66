#include "lib/report/domain-gaps.h"

#include <stdlib.h>

#include "lib/base/error.h"
#include "lib/cell/pieces.h"
#include "lib/function/function.h"
#include "lib/region/region.h"

/* The half of the function's domain with this sign, from zero on; 0 if it is empty. */
static int domain_half(struct tmd_stretch *half, const struct tmd_problem *problem, int sign) {
  struct tmd_segment zero;
  int any = 0;
  *half = (struct tmd_stretch){.problem = problem, .sign_x = sign};
  for (int e = problem->in.emin; e <= problem->in.emax; e++) {
    const tmd_u128 X0 = e == problem->in.emin ? 1 : tmd_format_least_normal(&problem->in),
                   X1 = tmd_format_X_end(&problem->in, e);
    struct tmd_segment segment = {problem, problem->function, {.sign_x = sign, .e_in = e}, X0, X1};
    if (!tmd_segment_clip(&segment)) continue;
    if (!any) half->e_a = e, half->Xa = segment.X0;
    half->e_b = e, half->Xb = segment.X1;
    any = 1;
  }
  if (any && sign == 0 && tmd_region_zero_segment(&zero, problem, problem->function)) half->Xa = 0;
  return any;
}

/* The least X in the part of the range in the binade e from which f is defined; *X1: the end of
   that part. */
static tmd_u128 defined_from(const struct tmd_stretch *range, int e, tmd_u128 *X1) {
  const struct tmd_format *in = &range->problem->in;
  const tmd_u128 X0 = e == range->e_a ? range->Xa : tmd_format_least_normal(in);
  *X1 = e == range->e_b ? range->Xb : tmd_format_power(in, in->p);
  const struct tmd_cell cell = {.sign_x = range->sign_x, .e_in = e};
  const struct tmd_segment segment = {range->problem, range->problem->function, cell, X0, *X1};
  return X0 == 0 || X0 >= *X1 ? X0 : tmd_cut_defined_from(&segment);
}

/* Removes arguments outside the domain of f: at the beginning, and binades at the end. 0 if nothing
   is left. */
static int trim(struct tmd_stretch *range) {
  const struct tmd_format *in = &range->problem->in;
  tmd_u128 from, X1;
  while ((from = defined_from(range, range->e_a, &X1)) >= X1) {
    if (range->e_a == range->e_b) return 0;
    range->e_a++, range->Xa = tmd_format_least_normal(in);
  }
  range->Xa = from;
  while (range->e_b > range->e_a && defined_from(range, range->e_b, &X1) >= X1)
    range->e_b--, range->Xb = tmd_format_power(in, in->p);
  return 1;
}

/* Adds the part of `rest` before this end. */
static void add_gap(struct tmd_domaingaps *gaps, const struct tmd_stretch *rest, int e_b,
                    tmd_u128 Xb) {
  struct tmd_stretch gap = *rest;
  if (tmd_result_compare_points(&gap.problem->in, gap.e_a, gap.Xa, e_b, Xb) >= 0) return;
  gap.e_b = e_b;
  gap.Xb = Xb;
  if (!trim(&gap)) return;
  gaps->range = tmd_reallocate(gaps->range, (gaps->count + 1) * sizeof *gaps->range);
  gaps->range[gaps->count++] = gap;
}

/* Walks through the stretches from zero on; `rest` is the part of the half domain beyond them. */
static void find_gaps(struct tmd_domaingaps *gaps, struct tmd_stretch *rest,
                      const struct tmd_stretch *stretch, size_t count) {
  const size_t first = gaps->count;
  const struct tmd_format *in = &rest->problem->in;
  const int sign = rest->sign_x;
  for (size_t i = 0; i < count; i++) {
    const struct tmd_stretch *r = stretch + (sign ? count - 1 - i : i);
    if (r->says.reason || r->sign_x != sign) continue;
    const int beyond = tmd_result_compare_points(in, r->e_a, r->Xa, rest->e_b, rest->Xb) > 0;
    add_gap(gaps, rest, beyond ? rest->e_b : r->e_a, beyond ? rest->Xb : r->Xa);
    if (tmd_result_compare_points(in, rest->e_a, rest->Xa, r->e_b, r->Xb) < 0)
      rest->e_a = r->e_b, rest->Xa = r->Xb;
  }
  add_gap(gaps, rest, rest->e_b, rest->Xb);
  for (size_t a = first, b = gaps->count; sign && a + 1 < b; a++) {
    const struct tmd_stretch swapped = gaps->range[a];
    gaps->range[a] = gaps->range[--b];
    gaps->range[b] = swapped;
  }
}

void tmd_domaingaps_find(struct tmd_domaingaps *gaps, const struct tmd_problem *problem,
                         const struct tmd_stretch *stretch, size_t count) {
  struct tmd_stretch rest;
  *gaps = (struct tmd_domaingaps){NULL, 0};
  if (tmd_problem_of_pairs(problem)) return;
  for (int sign = 1; sign >= 0; sign--)
    if (domain_half(&rest, problem, sign)) find_gaps(gaps, &rest, stretch, count);
}

void tmd_domaingaps_clear(struct tmd_domaingaps *gaps) {
  free(gaps->range);
  *gaps = (struct tmd_domaingaps){NULL, 0};
}
