#include "tools/generate/pieces/split.h"

#include <math.h>
#include <stdlib.h>

#include "lib/base/error.h"
#include "tools/generate/pieces/exact-piece.h"
#include "tools/generate/pieces/single-piece.h"

/* In the order of their costs. */
static const struct tmd_form forms[] = {
    {TMD_FORM_OF_X, 1, 0},           {TMD_FORM_OF_X, 0, 0},
    {TMD_FORM_OF_X, 2, 0},           {TMD_FORM_OF_X, 3, 0},
    {TMD_FORM_OF_RECIPROCAL, 0, 0},  {TMD_FORM_OF_RECIPROCAL, 1, 0},
    {TMD_FORM_OF_RECIPROCAL, 2, 0},  {TMD_FORM_OF_RECIPROCAL, 3, 0},
    {TMD_FORM_OF_X, -1, 0},          {TMD_FORM_OF_X, -2, 0},
    {TMD_FORM_OF_RECIPROCAL, -1, 0}, {TMD_FORM_OF_RECIPROCAL, -2, 0},
    {TMD_FORM_OF_X, 0, 1},           {TMD_FORM_OF_LOG2, 0, 0},
    {TMD_FORM_OF_LOG2, 1, 0},        {TMD_FORM_OF_LOG2, 0, 1},
};
enum { FORMS = sizeof forms / sizeof *forms };

/* A dearer form must lead further by this factor. */
static const double gain = 1.125;

/* Distances from the breakpoints, as parts of half the interval between them, which is more than
   2^-13 |y|: evaluation by FMAs has an error below 2^-45 |y|, the functions exp2_of and log2_of
   have one of 2^-26. */
static double margin_of(const struct tmd_form *form) {
  return form->exp2 || form->of == TMD_FORM_OF_LOG2 ? 0x1p-11 : 0x1p-20;
}

/* With exp2, 0 is as far away as this: y is no 0, so that it is rounded with flags. */
static const double far = 0x1p-40;

/* The point of an argument: 0 if the form has none. */
static int make_point(struct tmd_point *point, const struct tmd_form *form,
                      const struct tmd_every_argument *at, int negative, int single) {
  const double a = fabs(at->x);
  if (a == 0 && (form->of != TMD_FORM_OF_X || form->power)) return 0;
  point->u = form->of == TMD_FORM_OF_X ? a : form->of == TMD_FORM_OF_LOG2 ? log2(a) : 1 / a;
  point->g = pow(a, form->power);
  point->low = at->low, point->high = at->high;
  if (single && !tmd_single_point(point, form, a)) return 0;
  if (!form->exp2) return 1;
  if (negative) point->low = -at->high, point->high = -at->low;
  if (point->high <= 0 || point->low < 0) return 0;
  point->high = log2(point->high);
  point->low = point->low > 0 ? log2(point->low) : point->high + log2(far);
  if (single) tmd_single_exponent(point);
  return point->low < point->high;
}

/* Points of the arguments from a first one to the first that has none. */
struct points {
  int (*allowed)(const struct tmd_form *form); /* NULL: all are */
  double margin;
  struct tmd_point *point;
  size_t *at; /* the index of its argument */
  size_t count;
  size_t end; /* of the arguments */
};

static void collect(struct points *points, const struct tmd_form *form,
                    const struct tmd_every_argument *of, size_t first, size_t limit,
                    const struct tmd_line_piece *piece) {
  points->count = 0;
  points->margin = margin_of(form);
  for (points->end = first; points->end < limit; points->end++) {
    const struct tmd_every_argument *at = of + points->end;
    if (at->kind == TMD_EVERY_EXACT) continue;
    if (!make_point(points->point + points->count, form, at, piece->negative, piece->single))
      return;
    points->at[points->count++] = points->end;
  }
}

/* 1 if the form serves the first `count` points. Of many points, some are tried first. */
static int serves(const struct points *points, size_t count, int most) {
  enum { SOME = 512 };
  double coefficient[TMD_MINIMAX_COEFFICIENTS];
  if (count == 0) return 1;
  if (count > 4 * SOME) {
    static struct tmd_point some[SOME];
    for (size_t i = 0; i < SOME; i++) some[i] = points->point[i * (count - 1) / (SOME - 1)];
    if (!tmd_minimax(coefficient, most, some, SOME, points->margin, 0)) return 0;
  }
  return tmd_minimax(coefficient, most, points->point, count, points->margin, 0);
}

/* The number of points that the form serves: found by doubling, then by halving. */
static size_t reach(const struct points *points, int most, size_t worth) {
  size_t good = 0, bad = points->count + 1;
  if (worth > points->count || (worth && !serves(points, worth, most))) return 0;
  if (serves(points, points->count, most)) return points->count;
  for (size_t next = worth > 16 ? 2 * worth : 16; next < bad; next *= 2) {
    if (serves(points, next, most)) good = next;
    else bad = next;
  }
  while (bad - good > 1) {
    const size_t next = good + (bad - good) / 2;
    if (serves(points, next, most)) good = next;
    else bad = next;
  }
  return good;
}

static size_t end_of(const struct points *points, size_t count) {
  return count == points->count ? points->end : points->at[count];
}

/* The cost of an evaluation, in operations. */
static int cost(const struct tmd_form *form, int count) {
  static const int input[] = {0, 4, 12};
  return count + abs(form->power) * (form->power < 0 ? 4 : 1) + (form->exp2 ? 12 : 0) +
         (count > 1 ? input[form->of] : 0);
}

/* The form and the number of coefficients with the least cost that serve all of the piece. */
static void finish(struct tmd_line_piece *piece, struct points *points,
                   const struct tmd_every_argument *of, int most) {
  int least = cost(piece->form, most) + 1;
  const struct tmd_form *best = piece->form;
  for (int k = 0; k < FORMS; k++) {
    if (points->allowed && !points->allowed(forms + k)) continue;
    collect(points, forms + k, of, piece->first, piece->end, piece);
    if (points->end < piece->end) continue;
    for (int count = 1; count <= most && cost(forms + k, count) < least; count++)
      if (serves(points, points->count, count))
        best = forms + k, piece->count = count, least = cost(best, count);
  }
  piece->form = best;
  collect(points, best, of, piece->first, piece->end, piece);
  if (points->count)
    (void)tmd_minimax(piece->coefficient, piece->count, points->point, points->count,
                      points->margin, 1);
}

/* The piece from piece->first on, which ends before `limit`. */
static void find_piece(struct tmd_line_piece *piece, struct points *points,
                       const struct tmd_every_argument *of, size_t limit, int most) {
  size_t between = piece->first, covered = 0;
  while (between < limit && of[between].kind == TMD_EVERY_EXACT) between++;
  piece->negative = between < limit && of[between].low < 0;
  piece->end = piece->first;
  for (int k = 0; k < FORMS && piece->end < limit; k++) {
    if (points->allowed && !points->allowed(forms + k)) continue;
    collect(points, forms + k, of, piece->first, limit, piece);
    const size_t count = reach(points, most, (size_t)ceil(gain * (double)covered));
    const size_t end = end_of(points, count);
    if (end <= piece->end) continue;
    piece->end = end, piece->form = forms + k, covered = count;
  }
  if (piece->form) finish(piece, points, of, most);
}

/* The first argument from which a piece with many exact results begins; it is sought among few. */
static size_t next_exact(const struct tmd_every_argument *of, size_t first, size_t limit,
                         int single) {
  enum { TRIES = 128 };
  int tries = 0;
  for (size_t i = first; i < limit && tries < TRIES; i++) {
    struct tmd_line_piece piece = {.first = i, .single = single};
    if (of[i].kind != TMD_EVERY_EXACT) continue;
    if (tmd_exact_piece(&piece, of, limit)) return i;
    tries++;
  }
  return limit;
}

static int same_result(const struct tmd_every_argument *a, const struct tmd_every_argument *b) {
  return a->kind == b->kind && (a->kind == TMD_EVERY_NAN || a->low == b->low);
}

static int is_finite(const struct tmd_every_argument *at) {
  return at->kind == TMD_EVERY_BETWEEN || at->kind == TMD_EVERY_EXACT;
}

int tmd_split(struct tmd_split *split, const struct tmd_every *every, int sign, int most, int many,
              int (*allowed)(const struct tmd_form *form)) {
  const struct tmd_every_argument *of = every->of[sign];
  const size_t numbers = every->count - 1;
  struct points points = {.allowed = allowed,
                          .point = tmd_allocate(numbers * sizeof *points.point),
                          .at = tmd_allocate(numbers * sizeof *points.at)};
  size_t first = 0;
  split->count = 0;
  while (first < numbers && split->count < TMD_SPLIT_PIECES) {
    struct tmd_line_piece *piece = split->piece + split->count++;
    *piece =
        (struct tmd_line_piece){.first = first, .end = first, .single = split->single, .scale = 1};
    if (is_finite(of + first)) {
      size_t limit = first;
      while (limit < numbers && is_finite(of + limit)) limit++;
      if (!many || !tmd_exact_piece(piece, of, limit))
        find_piece(piece, &points, of,
                   many ? next_exact(of, first + 1, limit, split->single) : limit, most);
    } else {
      while (piece->end < numbers && same_result(of + piece->end, of + first)) piece->end++;
    }
    if (piece->end == first || (piece->single && !tmd_single_piece(piece, of))) break;
    first = piece->end;
  }
  free(points.point), free(points.at);
  return first < numbers ? -1 : 0;
}
