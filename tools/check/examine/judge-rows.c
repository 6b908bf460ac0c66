/* Rows of functions of two arguments in formats of 16 bits: one loop accepts right results; others
   are judged one by one. MPFR judges open ones, and errors that may be the largest. */
#include <errno.h>
#include <math.h>

#include "tools/check/examine/judge.h"

/* A row in a mode. */
struct judged_row {
  struct tmd_examiner *e;
  const struct tmd_run *run;
  int direction[2];          /* of rounding, by the sign of f */
  unsigned infinite, normal; /* ordinals */
};

static int is_away(const struct judged_row *row, size_t i) {
  const unsigned below = row->e->values->below[i], part = row->e->values->part[i];
  const int direction = row->direction[below >> 15];
  if (direction != 0) return direction > 0 && part != TMD_PART_EXACT;
  return part == TMD_PART_HALF ? (int)(below & 1) : part > TMD_PART_HALF;
}

/* 1 if flags and errno are right for a result with this ordinal, with underflow before rounding or
   after. */
static int raises_right(const struct judged_row *row, size_t i, unsigned ordinal) {
  const struct tmd_examiner *e = row->e;
  const enum tmd_part part = (enum tmd_part)e->values->part[i];
  const unsigned below = e->values->below[i] & 0x7fff;
  const int overflow =
      part == TMD_PART_BEYOND || (part != TMD_PART_INVALID && ordinal >= row->infinite);
  const int underflow = part != TMD_PART_EXACT && part != TMD_PART_INVALID && below < row->normal;
  const int inexact = TMD_RAISES_INEXACT | (overflow ? TMD_RAISES_OVERFLOW : 0) |
                      (underflow ? TMD_RAISES_UNDERFLOW : 0);
  const int flags = part == TMD_PART_INVALID ? TMD_RAISES_INVALID
                    : part == TMD_PART_EXACT ? 0
                                             : inexact;
  const int error = part == TMD_PART_INVALID ? EDOM : overflow ? ERANGE : 0;
  if (e->flags && e->flags[i] != flags) return 0;
  return !e->errors || e->errors[i] == error || (underflow && e->errors[i] == ERANGE);
}

/* 1 if the result is right, and its flags and errno. */
static int is_right(const struct judged_row *row, size_t i) {
  const struct tmd_pair_values *values = row->e->values;
  const unsigned got = ((const uint16_t *)row->e->result)[i];
  if (values->part[i] == TMD_PART_OPEN) return 0;
  if (values->part[i] == TMD_PART_INVALID) {
    if ((got & 0x7fff) <= row->infinite || tmd_bit(row->e->dead, i)) return 0;
  } else if (got != values->below[i] + (unsigned)is_away(row, i)) {
    return 0;
  }
  return (!row->e->flags && !row->e->errors) || raises_right(row, i, got & 0x7fff);
}

/* A bound for the error of a right result; its sign is that of is_above. */
static double error_bound(const struct judged_row *row, size_t i) {
  return is_away(row, i) ? 1 - row->e->values->low[i] : row->e->values->high[i];
}

static int is_above(const struct judged_row *row, size_t i) {
  return is_away(row, i) ^ (row->e->values->below[i] >> 15);
}

static void judge_by_values(const struct judged_row *row, size_t i) {
  const struct tmd_pair_values *values = row->e->values;
  const struct tmd_verdict *verdict = row->e->verdict;
  const struct tmd_format *out = &row->e->on.checked.out;
  if (tmd_bit(row->e->dead, i)) return;
  const struct tmd_correct correct = tmd_pair_values_correct(values, out, i);
  const struct tmd_datum result = tmd_examiner_result(row->e, i);
  const double error = values->part[i] == TMD_PART_OPEN ? NAN
                                                        : tmd_correct_error(&correct, out, &result),
               near = 0x1p-20;
  const int exact = values->low[i] == values->high[i] || correct.beyond || !isfinite(error);
  if (values->part[i] == TMD_PART_OPEN ||
      (!exact && (error * (1 + near) - near < verdict->below.error ||
                  error * (1 + near) + near > verdict->above.error)))
    tmd_judge_one(row->e, row->run, i);
  else tmd_judge_by(row->e, row->run, i, &correct);
}

static struct tmd_instance instance(const struct judged_row *row, size_t i,
                                    const struct tmd_correct *correct) {
  return (struct tmd_instance){tmd_run_argument(row->run, i),
                               tmd_correct_round(correct, row->e->judge.out, row->e->judge.mode),
                               tmd_examiner_result(row->e, i), tmd_examiner_second(row->e, i)};
}

static void note_error(const struct judged_row *row, size_t i) {
  struct tmd_examiner *e = row->e;
  const int exact = e->values->low[i] == e->values->high[i];
  const struct tmd_correct known = tmd_pair_values_correct(e->values, &e->on.checked.out, i);
  const struct tmd_correct *correct = exact ? &known : tmd_examiner_correct(e, row->run, i);
  const struct tmd_instance at = instance(row, i, correct);
  tmd_verdict_error(e->verdict, tmd_correct_error(correct, &e->on.checked.out, &at.got), &at);
}

/* Notes the errors of right results on one side that may exceed the largest one so far, or equal it
   at an earlier argument. Arguments rise in a row. */
static void note_errors(const struct judged_row *row, int above, double largest_bound) {
  struct tmd_verdict *verdict = row->e->verdict;
  const struct tmd_extreme *extreme = above ? &verdict->above : &verdict->below;
  const struct tmd_correct none = {.kind = TMD_CORRECT_NAN};
  const struct tmd_instance first = instance(row, row->run->first, &none);
  const int before = extreme->error == 0 || tmd_instance_compare(&first, &extreme->at) < 0;
  if (largest_bound == 0 || largest_bound < fabs(extreme->error) ||
      (!before && largest_bound == fabs(extreme->error)))
    return;
  for (size_t i = 0; i < row->run->strip.count; i++) {
    const double bound = error_bound(row, i), so_far = fabs(extreme->error);
    if (bound == 0 || bound < so_far || (!before && bound == so_far) || is_above(row, i) != above ||
        !is_right(row, i))
      continue;
    const struct tmd_instance at = instance(row, i, &none);
    if (bound > so_far || tmd_instance_compare(&at, &extreme->at) < 0) note_error(row, i);
  }
}

void tmd_judge_row(struct tmd_examiner *e, const struct tmd_run *run) {
  const struct tmd_format *out = &e->on.checked.out;
  const struct judged_row row = {
      e,
      run,
      {tmd_rounding_direction(e->judge.mode, 0), tmd_rounding_direction(e->judge.mode, 1)},
      (unsigned)tmd_ordinal_infinite(out),
      1u << (out->p - 1)};
  double largest[2] = {0, 0};
  uint64_t right = 0;
  for (size_t i = 0; i < run->strip.count; i++) {
    if (!is_right(&row, i)) {
      judge_by_values(&row, i);
      continue;
    }
    const double bound = error_bound(&row, i);
    const int above = is_above(&row, i);
    if (bound > largest[above]) largest[above] = bound;
    right++;
  }
  e->verdict->tested += right;
  for (int above = 0; above < 2; above++) note_errors(&row, above, largest[above]);
}
