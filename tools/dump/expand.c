#include "tools/dump/expand.h"

#include "lib/base/arb-helpers.h"
#include "lib/base/error.h"
#include "lib/cell/confirm.h"
#include "lib/cell/pieces.h"
#include "lib/cell/scaled.h"
#include "lib/function/function.h"
#include "lib/problem/ordinal.h"
#include "lib/region/exact.h"
#include "lib/region/region.h"
#include "tools/dump/hardest.h"

enum {
  EVALUATION_BITS =
      1 << 12, /* of an argument within a region: MPFR takes seconds for erf at 2^16 bits */
  HARDEST_BITS =
      1 << 13 /* of the hardest: next to 0 in binary64, x - x^3/3 + x^5/5 needs 4 x 1074 bits */
};

tmd_u128 tmd_expand_arguments(const struct tmd_stretch *region) {
  const struct tmd_problem *problem = region->problem;
  const struct tmd_format *format = &problem->in;
  if (region->says.modulus)
    return tmd_region_count_hard(&region->says, problem->bits, region->Xa, region->Xb);
  return tmd_argument_ordinal(format, region->e_b, region->Xb) -
         tmd_argument_ordinal(format, region->e_a, region->Xa);
}

/* Checks that ordinals fit into 128 bits. */
static int check_problem(const struct tmd_problem *problem) {
  const struct tmd_format *format = &problem->in;
  const tmd_u128 binades = (tmd_u128)(format->emax - format->emin + 2);
  if (binades <= ~(tmd_u128)0 / tmd_format_least_normal(format) / (format->decimal ? 10 : 1))
    return 0;
  return tmd_error(TMD_USAGE, "regions of %s cannot be listed: too wide",
                   TMD_FORMAT_NUMBERS(format));
}

static int has_list(const struct tmd_stretch *region, const struct tmd_expansion *expansion) {
  return expansion->ends > 0 && tmd_stretch_is_hard(region) && (region->flags & TMD_REGION_PROVED);
}

tmd_u128 tmd_expand_listed(const struct tmd_stretch *region,
                           const struct tmd_expansion *expansion) {
  if (!has_list(region, expansion) || check_problem(region->problem)) return 0;
  const tmd_u128 arguments = tmd_expand_arguments(region);
  return arguments <= (tmd_u128)expansion->whole ? arguments
                                                 : (tmd_u128)expansion->ends + region->hardest;
}

/* The hardness that Arb's enclosure of the argument proves, or 0. */
static unsigned least_by_ball(const struct tmd_segment *argument) {
  struct tmd_region region;
  SCOPED(arb_poly, w);
  SCOPED(arb, G);
  tmd_ball_integer(G, argument->X0);
  tmd_scaled_series(w, argument, G, 1, EVALUATION_BITS);
  arb_poly_get_coeff_arb(G, w, 0);
  tmd_region_decide(&region, argument->problem, G);
  return region.status == TMD_REGION_ALL_HARD ? region.least : 0;
}

/* The record of an argument whose distance is not evaluated. It is hard, as its region is proved;
   its hardness is the greatest proved of the region, of the argument alone as a region, or by a
   ball. */
static void use_proof(struct tmd_case_record *record, const struct tmd_segment *argument,
                      const struct tmd_region_saying *says) {
  const struct tmd_region alone = tmd_region_classify(argument);
  const unsigned by_ball = least_by_ball(argument);
  unsigned least = says->least;
  if (alone.status == TMD_REGION_ALL_HARD && alone.least > least) least = alone.least;
  if (by_ball > least) least = by_ball;
  record->flags = (uint8_t)(TMD_CASE_CONFIRMED | (record->flags & TMD_CASE_MIDPOINT));
  if (least == TMD_HARDNESS_EXACT) record->flags |= TMD_CASE_EXACT;
  else if (least > TMD_HARDNESS_MOST) least = TMD_HARDNESS_MOST;
  record->hardness = (uint16_t)least;
  record->undecided_bits = 0;
}

/* Adds an argument of a region as a case, evaluated with at most `bits` bits (0: the function's
   maximum). */
static int add_argument(struct tmd_results *results, const struct tmd_stretch *region,
                        tmd_u128 ordinal, int bits) {
  const struct tmd_problem *problem = region->problem;
  const struct tmd_function *function = problem->function;
  struct tmd_segment segment = {
      problem, function, {.sign_x = region->sign_x, .e_out = TMD_E_OUT_SCATTERED}, 0, 0};
  struct tmd_case_record record = {.flags = TMD_CASE_CONFIRMED | TMD_CASE_EXACT,
                                   .hardness = TMD_HARDNESS_EXACT};
  tmd_u128 X;
  tmd_argument_at(&problem->in, ordinal, &segment.cell.e_in, &X);
  segment.X0 = X, segment.X1 = X + 1;
  record.X = tmd_wide_store(X);
  const enum tmd_piece_class class = tmd_cut_class(&segment, X);
  if (class == TMD_PIECE_OUTSIDE && region->says.least == TMD_HARDNESS_EXACT)
    return 0; /* one of many poles, see lib/cell/pieces.h */
  if (class != TMD_PIECE_ZERO ||
      region->says.least != TMD_HARDNESS_EXACT) { /* zeros of f have no exponent of f(x) */
    int hard = tmd_cut_own_cell(&segment, X) ? tmd_confirm_case(&segment, X, bits, &record) : 0;
    if (hard < 0) return -1;
    if (!hard)
      return tmd_error(TMD_CORRUPT, "a proved region of %s has an argument that is not hard",
                       problem->name);
    if (record.flags & TMD_CASE_UNDECIDED) use_proof(&record, &segment, &region->says);
  }
  tmd_results_add_case(results, &(struct tmd_case){problem, segment.cell, record});
  return 0;
}

/* The part of a range in the binade e, with any e_out. */
static struct tmd_segment part_in(const struct tmd_stretch *range, int e) {
  const struct tmd_problem *problem = range->problem;
  const tmd_u128 least = e > problem->in.emin ? tmd_format_least_normal(&problem->in) : 0,
                 end = tmd_format_X_end(&problem->in, e);
  return (struct tmd_segment){problem,
                              problem->function,
                              {.sign_x = range->sign_x, .e_in = e, .e_out = TMD_E_OUT_SCATTERED},
                              e == range->e_a ? range->Xa : least,
                              e == range->e_b ? range->Xb : end};
}

/* Adds the hardest arguments with ordinals in [begin, end), which are not listed with the ends. */
static int add_hardest(struct tmd_results *results, struct tmd_stretch *region,
                       const struct tmd_hardest *hardest, tmd_u128 begin, tmd_u128 end) {
  for (const struct tmd_hardest_class *class = hardest->of;
       class < hardest->of + TMD_HARDEST_CLASSES; class ++)
    for (size_t i = 0; i < class->count; i++) {
      const tmd_u128 ordinal = class->argument[i].ordinal;
      if (ordinal < begin || ordinal >= end) continue;
      if (add_argument(results, region, ordinal, HARDEST_BITS)) return -1;
      region->hardest++;
    }
  return 0;
}

/* Adds the hardest arguments of the region, or of each of its binades, if they are found. */
static int expand_hardest(struct tmd_results *results, struct tmd_stretch *region,
                          const struct tmd_expansion *expansion, tmd_u128 begin, tmd_u128 end) {
  const int exact = region->says.least == TMD_HARDNESS_EXACT; /* all alike */
  struct tmd_hardest hardest = {.missed = 0};
  const int binades = region->e_b - region->e_a + 1,
            others = !exact && !region->says.modulus && expansion->hardest;
  int failed = 0, missed = !exact && !others;
  for (int i = 0; i < binades && others && !failed && (!missed || expansion->binades); i++) {
    const int e = i == 1 ? region->e_b
                         : region->e_a + i -
                               (i > 1); /* the last binade is second: the hardest are often there */
    const struct tmd_segment part = part_in(region, e);
    if (!hardest.most) tmd_hardest_begin(&hardest, (size_t)expansion->hardest, HARDEST_BITS);
    failed = tmd_hardest_look(&hardest, &part);
    missed |= hardest.missed;
    if (failed || (i + 1 < binades && !missed && !expansion->binades)) continue;
    failed = add_hardest(results, region, &hardest, begin, end);
    tmd_hardest_clear(&hardest);
  }
  tmd_hardest_clear(&hardest);
  region->hardest_known = !missed;
  return failed;
}

static int expand_region(struct tmd_results *results, struct tmd_stretch *region,
                         const struct tmd_expansion *expansion, struct tmd_expand_cut *cut) {
  const struct tmd_problem *problem = region->problem;
  const struct tmd_format *format = &problem->in;
  if (expansion->needed && has_list(region, expansion) && check_problem(problem)) return -1;
  const tmd_u128 listed = tmd_expand_listed(region, expansion), first = listed - listed / 2;
  if (!listed) return 0;
  const tmd_u128 arguments = tmd_expand_arguments(region),
                 step = region->says.modulus ? region->says.modulus : 1;
  const tmd_u128 X = tmd_region_next_hard(&region->says, problem->bits, region->Xa);
  const tmd_u128 begin =
      tmd_argument_ordinal(format, region->e_a, region->says.modulus ? X : region->Xa);
  for (tmd_u128 k = 0; k < listed; k++) {
    const int is_end = k == 0 || k + 1 == listed;
    if (add_argument(results, region, begin + step * (k < first ? k : arguments - listed + k),
                     is_end ? 0 : EVALUATION_BITS))
      return -1;
  }
  if (listed == arguments) return 0;
  cut->regions++;
  if (expand_hardest(results, region, expansion, begin + first,
                     begin + arguments - (listed - first)))
    return -1;
  cut->unknown += !region->hardest_known;
  return 0;
}

/* ---- exact cases by rule ---- */

static tmd_u128 count_exact(const struct tmd_segment *segment) {
  return tmd_exact_count(segment->function, segment->problem, &segment->cell,
                         &(struct tmd_range){segment->X0, segment->X1});
}

/* 1 if the stretch is complete and its function has a rule. */
static int has_rule(const struct tmd_stretch *range) {
  return !range->says.reason && tmd_exact_applies(range->problem->function, range->problem);
}

tmd_u128 tmd_expand_exact(const struct tmd_stretch *range) {
  const int rule = has_rule(range);
  tmd_u128 count = 0;
  for (int e = range->e_a; rule && e <= range->e_b; e++) {
    const struct tmd_segment part = part_in(range, e);
    count = tmd_wide_sum(count, count_exact(&part));
  }
  return count;
}

/* Adds exact case number `index` of the segment. */
static int add_exact(struct tmd_results *results, struct tmd_segment segment, tmd_u128 index) {
  struct tmd_case_record record = {.flags = 0};
  const tmd_u128 X = tmd_exact_at(segment.function, segment.problem, &segment.cell,
                                  &(struct tmd_range){segment.X0, segment.X1}, index);
  segment.X0 = X, segment.X1 = X + 1;
  const int hard = tmd_cut_own_cell(&segment, X) ? tmd_confirm_case(&segment, X, 0, &record) : 0;
  if (hard < 0) return -1;
  if (!hard || !(record.flags & TMD_CASE_EXACT))
    return tmd_error(TMD_USAGE, "%s: MPFR finds no exact case where the rule of exact cases does",
                     segment.function->name);
  tmd_results_add_case(results, &(struct tmd_case){segment.problem, segment.cell, record});
  return 0;
}

static int expand_exact(struct tmd_results *results, const struct tmd_stretch *range,
                        const struct tmd_expansion *expansion, struct tmd_expand_cut *cut) {
  if (!has_rule(range)) return 0;
  const tmd_u128 all = tmd_expand_exact(range),
                 listed = all <= (tmd_u128)expansion->whole ? all : (tmd_u128)expansion->ends,
                 first = listed - listed / 2;
  struct tmd_segment part = part_in(range, range->e_a);
  tmd_u128 before = 0,
           here = count_exact(&part); /* exact cases in earlier binades, and in this one */
  for (tmd_u128 k = 0; k < listed; k++) {
    const tmd_u128 index = k < first ? k : all - listed + k;
    while (index - before >= here) {
      before += here;
      part = part_in(range, part.cell.e_in + 1);
      here = count_exact(&part);
    }
    if (add_exact(results, part, index - before)) return -1;
  }
  cut->exact += listed < all;
  return 0;
}

int tmd_expand(struct tmd_results *results, const struct tmd_expansion *expansion,
               struct tmd_expand_cut *cut) {
  for (size_t i = 0; i < results->stretches; i++) {
    struct tmd_stretch *stretch = results->stretch + i;
    if (expand_region(results, stretch, expansion, cut)) return -1;
    if (expansion->needed && expand_exact(results, stretch, expansion, cut)) return -1;
  }
  tmd_results_sort(results);
  return 0;
}
