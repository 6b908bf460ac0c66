#include "tools/dump/hardest.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/cell/confirm.h"
#include "lib/cell/decide.h"
#include "lib/cell/pieces.h"
#include "lib/region/region.h"

enum { WORK_MAX = 1 << 14, MOST_MAX = 256 };

void tmd_hardest_begin(struct tmd_hardest *h, size_t most, int bits) {
  *h =
      (struct tmd_hardest){.most = most, .bits = bits, .left = WORK_MAX, .missed = most > MOST_MAX};
  for (int i = 0; i < TMD_HARDEST_CLASSES && !h->missed; i++)
    h->of[i].argument = tmd_allocate(most * sizeof *h->of[i].argument);
}

void tmd_hardest_clear(struct tmd_hardest *h) {
  for (int i = 0; i < TMD_HARDEST_CLASSES; i++) free(h->of[i].argument);
  *h = (struct tmd_hardest){.most = 0};
}

static int nearer(const struct tmd_hardest_argument *a, const struct tmd_hardest_argument *b) {
  if (!a->mantissa || !b->mantissa) return !a->mantissa && b->mantissa;
  return a->exponent != b->exponent ? a->exponent < b->exponent : a->mantissa < b->mantissa;
}

/* Inserts the argument in order, if it is among the nearest and not present. */
static void insert(struct tmd_hardest_class *class, size_t most,
                   const struct tmd_hardest_argument *argument) {
  size_t at = class->count;
  for (size_t i = 0; i < at; i++)
    if (class->argument[i].ordinal == argument->ordinal) return;
  while (at > 0 && nearer(argument, class->argument + at - 1)) at--;
  if (at == most) return;
  if (class->count < most) class->count++;
  memmove(class->argument + at + 1, class->argument + at,
          (class->count - 1 - at) * sizeof *argument);
  class->argument[at] = *argument;
}

/* Gives the part the cell of one of its arguments; 0 if that has no cell. */
static int take_cell(struct tmd_segment *part, tmd_u128 X) {
  part->cell.e_out = TMD_E_OUT_SCATTERED;
  part->cell.sign_f = 0;
  return tmd_cut_own_cell(part, X);
}

/* 1 while the budget lasts. */
static int may_work(struct tmd_hardest *h) {
  if (--h->left < 0) h->missed = 1;
  return !h->missed;
}

static int evaluate(struct tmd_hardest *h, const struct tmd_segment *part, tmd_u128 X) {
  struct tmd_segment one = tmd_segment_part(part, X, X + 1);
  struct tmd_case_record record = {.flags = 0};
  const int hard = take_cell(&one, X) ? tmd_confirm_case(&one, X, h->bits, &record) : 0;
  if (hard < 0) return -1;
  const enum tmd_case_kind kind = hard ? tmd_case_kind(&record) : TMD_IS_UNDECIDED;
  const struct tmd_hardest_argument argument = {tmd_segment_ordinal(&one, X),
                                                record.distance_exponent, record.distance_mantissa};
  if (kind == TMD_IS_EXACT || (kind <= TMD_IS_MIDPOINT && record.distance_mantissa))
    insert(h->of + 2 * kind + (record.distance_negative != 0), h->most, &argument);
  else h->missed = 1;
  return 0;
}

static int evaluate_range(struct tmd_hardest *h, const struct tmd_segment *part, tmd_u128 X0,
                          tmd_u128 X1) {
  for (tmd_u128 X = X0; X < X1 && may_work(h); X++)
    if (evaluate(h, part, X)) return -1;
  return 0;
}

/* 1 if the class is full, so that no argument at this distance or beyond is wanted. */
static int is_full(const struct tmd_hardest *h, int class, const arf_t distance) {
  if (h->of[class].count < h->most) return 0;
  const struct tmd_hardest_argument *last = h->of[class].argument + h->most - 1;
  SCOPED(arf, beyond);
  arf_set_ui(beyond, last->mantissa);
  arf_add_ui(beyond, beyond, 1, ARF_PREC_EXACT, ARF_RND_UP);
  arf_mul_2exp_si(beyond, beyond, (slong)last->exponent - 64);
  return arf_cmp(beyond, distance) <= 0;
}

enum { HALVE, NOTHING_TO_ADD, NEAREST_AT_ENDS };

/* Decides by the enclosure how to treat the part. */
static int look(const struct tmd_hardest *h, struct tmd_segment part) {
  struct tmd_segment last = part;
  int even, monotone, says = HALVE;
  if (!take_cell(&part, part.X0) || !take_cell(&last, last.X1 - 1) ||
      tmd_cell_compare(&last.cell, &part.cell))
    return HALVE;
  SCOPED(arb, J);
  SCOPED_STRUCT(tmd_distance, distance);
  tmd_region_enclose(J, &even, &monotone, &part);
  if (tmd_decide(&distance, part.problem, J) == TMD_DECISION_CASE && arf_sgn(distance.least) > 0) {
    const int kinds = even || part.problem->modes != TMD_MODES_ALL
                          ? 1
                          : 2; /* kinds alternate as the integers do */
    const int class = 2 * distance.midpoint + distance.negative,
              other = 2 * !distance.midpoint + distance.negative;
    if (is_full(h, class, distance.least) && (kinds == 1 || is_full(h, other, distance.least)))
      says = NOTHING_TO_ADD;
    else if (monotone && kinds == 1) says = NEAREST_AT_ENDS;
  }
  return says;
}

static int visit(struct tmd_hardest *h, const struct tmd_segment *part) {
  const tmd_u128 X0 = part->X0, X1 = part->X1, middle = X0 + (X1 - X0) / 2;
  if (X1 <= X0) return 0;
  if (X1 - X0 <= 2 * h->most) return evaluate_range(h, part, X0, X1);
  if (!may_work(h)) return 0;
  switch (look(h, *part)) {
  case NOTHING_TO_ADD: return 0;
  case NEAREST_AT_ENDS:
    return evaluate_range(h, part, X0, X0 + h->most) || evaluate_range(h, part, X1 - h->most, X1)
               ? -1
               : 0;
  }
  const struct tmd_segment low = tmd_segment_part(part, X0, middle),
                           high = tmd_segment_part(part, middle, X1);
  return visit(h, &low) || visit(h, &high) ? -1 : 0;
}

/* 1 if G is so near an integer at an argument that evaluation needs more bits than allowed, or
   takes too long. */
static int is_too_near(const struct tmd_hardest *h, struct tmd_segment one, tmd_u128 X) {
  int even, monotone, near = 1;
  one.X0 = X, one.X1 = X + 1;
  if (!take_cell(&one, X)) return 1;
  SCOPED(arb, J);
  SCOPED_STRUCT(tmd_distance, distance);
  tmd_region_enclose(J, &even, &monotone, &one);
  if (tmd_decide(&distance, one.problem, J) != TMD_DECISION_OPEN)
    near = tmd_ball_log2(distance.least) < -h->bits / 2;
  return near;
}

int tmd_hardest_look(struct tmd_hardest *h, const struct tmd_segment *segment) {
  if (segment->X1 <= segment->X0) return 0;
  if (is_too_near(h, *segment, segment->X0) || is_too_near(h, *segment, segment->X1 - 1))
    h->missed = 1;
  /* the first argument separately: f(x) < x = 2^e has its own cell */
  if (h->missed) return 0;
  if (evaluate_range(h, segment, segment->X0, segment->X0 + 1)) return -1;
  const struct tmd_segment rest = tmd_segment_part(segment, segment->X0 + 1, segment->X1);
  return visit(h, &rest);
}
