#include "lib/cell/pieces.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>

#include "lib/base/arb-helpers.h"
#include "lib/base/budget.h"
#include "lib/base/error.h"
#include "lib/cell/place.h"
#include "lib/problem/hex-float.h"

enum {
  BALL_PRECISION = 128,
  EVALUATIONS_MAX = 20000000,
  UNDECIDED_MAX =
      4096, /* arguments of a range to be cut: each takes as long as hundreds that are decided */
  DEFINED_EVALUATIONS = 100000, /* to find where f is defined */
  SERIES_LEVELS =
      10, /* halvings of a binade enclosed by the series (and the whole of any range), ... */
  SERIES_STEP =
      4, /* ... then every so many, else by the jet, ten times as quick where it is another */
};

/* The class of f at an argument or on a range. */
struct value {
  enum tmd_piece_class class;
  int sign_f, e_out;
};

struct cutting {
  const struct tmd_segment *segment;
  const struct tmd_format *out;
  const struct tmd_function *function;
  arb_t ball;
  arb_poly_t series;
  struct tmd_piece
      pending; /* X0 = X1: none; the undecided arguments are those since the last one */
  tmd_u128 undecided_last, undecided_first;
  long undecided; /* arguments, in all */
  int (*emit)(const struct tmd_piece *, void *);
  void *context;
  tmd_u128 whole;         /* arguments to be cut */
  tmd_u128 *defined_from; /* not NULL: cutting stops where f is defined */
  int decided_only;       /* it stops where nothing decides */
  long evaluations;
};

static int same(const struct value *a, const struct value *b) {
  return a->class == b->class && a->sign_f == b->sign_f && a->e_out == b->e_out;
}

/* The class of |f| with c^e <= |f| < c^(e+1), c the radix of the output format. */
static struct value classify(const struct tmd_format *out, int sign, long e) {
  if (e > out->emax) return (struct value){TMD_PIECE_OVERFLOW, sign, out->emax};
  if (e < tmd_format_least_exponent(out))
    return (struct value){TMD_PIECE_UNDERFLOW, sign, out->emin};
  return (struct value){TMD_PIECE_CELL, sign, e < out->emin ? out->emin : (int)e};
}

static struct value outside(const struct cutting *c) {
  return (struct value){TMD_PIECE_OUTSIDE, 0, c->out->emin};
}

/* The class of what lies there. What is not separated from a power of two (or from 0) belongs into
   the cell above it (of subnormal results), where it is next to an integer to any precision:
   confirmation keeps it as undecided. Only so is it in no region of overflow or underflow. The same
   where it is not decided whether f is defined. Signs are those of an odd function, if f is one.
   Returns 1 if the class is decided. */
static int value_of_place(struct value *value, const struct cutting *c,
                          const struct tmd_place *place) {
  const struct tmd_format *out = c->out;
  const int odd = c->function->symmetry.parity == TMD_PARITY_ODD;
  const struct value low = classify(out, place->sign, place->low),
                     high = classify(out, place->sign, place->high - 1);
  const int decided =
      place->kind == TMD_PLACE_BETWEEN ? same(&low, &high) : place->kind != TMD_PLACE_UNDECIDED;
  switch (place->kind) {
  case TMD_PLACE_OUTSIDE: *value = outside(c); break;
  case TMD_PLACE_ZERO: *value = (struct value){TMD_PIECE_ZERO, 0, out->emin}; break;
  case TMD_PLACE_UNDECIDED:
    *value = (struct value){TMD_PIECE_CELL, odd && c->segment->cell.sign_x, out->emin};
    break;
  case TMD_PLACE_BETWEEN:
    *value = decided ? high : (struct value){TMD_PIECE_CELL, place->sign, high.e_out};
  }
  return decided;
}

/* At one argument. */
static struct value value_at(struct cutting *c, tmd_u128 X) {
  const struct tmd_place place = tmd_place_at(c->segment, X);
  struct value value;
  c->evaluations += c->function->methods->evaluations;
  value_of_place(&value, c, &place);
  return value;
}

/* Where f is a constant that does not look it, a power of two or 0, no argument is decided. */
static int too_many_undecided(struct cutting *c) {
  char part[TMD_FUNCTION_MAX_BYTES];
  const struct tmd_function *f = c->function;
  const struct tmd_segment *segment = c->segment;
  snprintf(part, sizeof part, "%s", f->name);
  if (f->methods->undecided_part && !segment->problem->in.decimal) {
    FLOATS(128, x);
    tmd_segment_argument(x, segment, c->undecided_first);
    f->methods->undecided_part(f, part, x);
  }
  return tmd_error(
      TMD_USAGE,
      "%d bits do not decide the sign or exponent of %.200s at x = %s, nor at %d more arguments of its "
      "binade: where it is a constant, write that for it",
      f->methods->bits_max, part,
      TMD_ARGUMENT_TEXT(segment->problem, &segment->cell, c->undecided_first), UNDECIDED_MAX);
}

/* The same where a piece begins or ends: MPFR and Arb must not contradict each other. */
static int certain_value_at(struct value *value, struct cutting *c, tmd_u128 X) {
  struct tmd_place place;
  c->evaluations += 2 * c->function->methods->evaluations;
  if (tmd_place_certain_at(c->segment, X, &place)) return -1;
  const int new = !c->pending.undecided || c->undecided_last != X;
  if (value_of_place(value, c, &place) || !new) return 0;
  if (c->decided_only) return -1;
  if (!c->pending.undecided++) c->pending.undecided_X = X;
  c->undecided_last = X;
  if (!c->undecided++) c->undecided_first = X;
  return c->undecided > UNDECIDED_MAX ? too_many_undecided(c) : 0;
}

/* On all of [X0, X1], by an enclosure: 1 and *value if the class is certain. */
static int value_on(struct cutting *c, struct value *value) {
  arb_srcptr f = arb_poly_get_coeff_ptr(c->series, 0);
  if (!f || !arb_is_finite(f) || arb_contains_zero(f)) return 0;
  const int sign = arb_is_negative(f);
  long least, greatest;
  tmd_ball_exponents(&least, &greatest, f, tmd_format_radix(c->out), BALL_PRECISION);
  *value = classify(c->out, sign, least);
  const struct value other = classify(c->out, sign, greatest);
  return same(value, &other);
}

/* The same where the function has a method for it, and also where f has no value. */
static int place_on(struct cutting *c, struct value *value) {
  const struct tmd_methods *methods = c->function->methods;
  if (!methods->place_on) return 0;
  struct tmd_place place = methods->place_on(c->function, c->ball, BALL_PRECISION + 64);
  if (c->out->decimal && place.kind == TMD_PLACE_BETWEEN) return 0;
  c->evaluations += methods->evaluations;
  return value_of_place(value, c, &place);
}

/* f' has one sign on [X0, X1] (and no singularity is there). */
static int monotone_on(struct cutting *c) {
  arb_srcptr slope = arb_poly_get_coeff_ptr(c->series, 1);
  return slope && arb_is_finite(slope) && !arb_contains_zero(slope);
}

enum what { NOTHING, VALUE, MONOTONE };

/* What f and f' on the ball show by that method: *value, or that f is monotone. */
static enum what enclose(struct cutting *c, struct value *value, int well) {
  const struct tmd_methods *methods = c->function->methods;
  (well ? methods->series : methods->jet)(c->function, c->series, c->ball, 2, BALL_PRECISION + 64);
  c->evaluations++;
  return value_on(c, value) ? VALUE : monotone_on(c) ? MONOTONE : NOTHING;
}

/* By the jet, and where it shows nothing by the series, which is tighter. */
static enum what look(struct cutting *c, struct value *value, tmd_u128 arguments, double budget) {
  const int whole = arguments == c->whole;
  int halvings = tmd_format_significand_bits(&c->segment->problem->in);
  for (; arguments > 1; arguments /= 2) halvings--;
  const int level = halvings <= SERIES_LEVELS || halvings % SERIES_STEP == 0;
  const int well = whole || (level && tmd_budget_allows(budget, 1));
  const struct tmd_methods *methods = c->function->methods;
  const enum what seen = well && methods->jet == methods->series ? NOTHING : enclose(c, value, 0);
  return seen == NOTHING && well ? enclose(c, value, 1) : seen;
}

static int flush(struct cutting *c) {
  if (c->pending.X0 == c->pending.X1) return 0;
  const int result = c->emit(&c->pending, c->context);
  c->pending.undecided = 0;
  return result;
}

/* Appends [X0, X1) to the pending piece, or starts another. */
static int add(struct cutting *c, tmd_u128 X0, tmd_u128 X1, const struct value *v) {
  const struct value pending = {c->pending.class, c->pending.sign_f, c->pending.e_out};
  if (c->defined_from) {
    *c->defined_from = v->class == TMD_PIECE_OUTSIDE ? X1 : X0;
    return v->class == TMD_PIECE_OUTSIDE ? 0 : -1;
  }
  if (c->pending.X0 < c->pending.X1 && same(&pending, v)) {
    c->pending.X1 = X1;
    return 0;
  }
  int result = flush(c);
  c->pending = (struct tmd_piece){
      X0, X1, v->class, v->sign_f, v->e_out, c->pending.undecided, c->pending.undecided_X};
  return result;
}

/* The end of the piece with this value that begins at X0, between that and `beyond`, which has
   another. */
static tmd_u128 end_of_piece(struct cutting *c, const struct value *value, tmd_u128 X0,
                             tmd_u128 beyond) {
  while (beyond - X0 > 1) {
    const tmd_u128 middle = X0 + (beyond - X0) / 2;
    const struct value v = value_at(c, middle);
    if (same(&v, value)) X0 = middle;
    else beyond = middle;
  }
  return beyond;
}

/* f is monotone on [X0, X1 - 1]: finds the end of each piece in turn. What has one value at its
   first and its last argument has it everywhere between; these two are certain, by whatever way
   they were found. */
static int cut_monotone(struct cutting *c, tmd_u128 X0, tmd_u128 X1) {
  struct value first, last, before;
  if (certain_value_at(&first, c, X0) || certain_value_at(&last, c, X1 - 1)) return -1;
  while (!same(&first, &last)) {
    const tmd_u128 end = end_of_piece(c, &first, X0, X1 - 1);
    if (certain_value_at(&before, c, end - 1) || add(c, X0, end, &before) ||
        certain_value_at(&first, c, end))
      return -1;
    X0 = end;
  }
  return add(c, X0, X1, &last);
}

/* f rises from X on, by a theorem. */
static int rises(const struct cutting *c, tmd_u128 X) {
  const double from = c->function->rises_from;
  if (from <= 0 || c->segment->cell.sign_x) return 0;
  const int unit = tmd_segment_unit(c->segment);
  if (c->segment->problem->in.decimal) return (double)X * pow(10, unit) >= from * (1 + 0x1p-40);
  return X >= (tmd_u128)1 << 120 || ldexp((double)X, unit) >= from * (1 + 0x1p-50);
}

static int cut_range(struct cutting *c, tmd_u128 X0, tmd_u128 X1, double budget);

static int one_by_one(struct cutting *c, tmd_u128 X0, tmd_u128 X1) {
  int result = 0;
  for (tmd_u128 X = X0; X < X1 && result == 0; X++) result = cut_range(c, X, X + 1, 0);
  return result;
}

/* Halves what nothing is seen of; where the budget is spent, its arguments are looked at one by
   one. */
static int cut_range(struct cutting *c, tmd_u128 X0, tmd_u128 X1, double budget) {
  const double before = tmd_steps_counted();
  struct value a;
  if (c->evaluations > EVALUATIONS_MAX)
    return tmd_error(
        TMD_USAGE,
        "%s turns so often here that %d evaluations do not cut a binade: give a smaller --domain",
        c->function->name, EVALUATIONS_MAX);
  if (X1 - X0 == 1) return certain_value_at(&a, c, X0) || add(c, X0, X1, &a) ? -1 : 0;
  int monotone = c->function->monotone || rises(c, X0);
  if (!monotone && X1 - X0 < c->whole && !tmd_budget_allows(budget, 0))
    return one_by_one(c, X0, X1);
  if (!monotone) {
    const struct tmd_segment range = tmd_segment_part(c->segment, X0, X1);
    tmd_segment_ball(c->ball, &range);
    if (place_on(c, &a)) return add(c, X0, X1, &a);
    const enum what seen = look(c, &a, X1 - X0, budget);
    if (seen == VALUE) return add(c, X0, X1, &a);
    monotone = seen == MONOTONE;
  }
  if (monotone) return cut_monotone(c, X0, X1);
  tmd_u128 middle = X0 + (X1 - X0) / 2;
  const double half = (budget - (tmd_steps_counted() - before)) / 2;
  return cut_range(c, X0, middle, half) || cut_range(c, middle, X1, half) ? -1 : 0;
}

static void begin(struct cutting *c, const struct tmd_segment *segment) {
  *c = (struct cutting){
      .segment = segment, .out = &segment->problem->out, .function = segment->function};
  arb_init(c->ball);
  arb_poly_init(c->series);
}

static void end(struct cutting *c) {
  arb_clear(c->ball);
  arb_poly_clear(c->series);
}

#define CUTTING(c, segment)                       \
  struct cutting c __attribute__((cleanup(end))); \
  begin(&c, segment)

/* All values below half the least floating-point number from X on, by a theorem. */
static int vanishes(struct cutting *c, tmd_u128 X) {
  const struct tmd_segment from = tmd_segment_part(c->segment, X, X + 1);
  tmd_segment_ball(c->ball, &from);
  /* multiples of 10^unit, unit < 0, that are no integers are at least that far from integers; and
     2^(4 n) < 10^n for n < 0 */
  const int unit = tmd_segment_unit(c->segment), decimal = c->segment->problem->in.decimal;
  const long e = tmd_format_least_exponent(c->out);
  return c->function->vanishes(c->ball, decimal && unit < 0 ? 4 * unit : unit,
                               c->out->decimal ? 4 * e : e);
}

/* The least X from which on a theorem covers all of the segment, or X1; *value is its class. */
static tmd_u128 theorem_from(struct cutting *c, struct value *value) {
  const tmd_u128 X0 = c->segment->X0, X1 = c->segment->X1;
  const int sign_x = c->segment->cell.sign_x;
  const enum tmd_theorem theorem =
      tmd_function_theorem(c->function, sign_x, tmd_segment_binary_unit(c->segment));
  *value = outside(c);
  if (theorem == TMD_THEOREM_OUTSIDE) return X0;
  *value = (struct value){TMD_PIECE_EXACT, 0, TMD_E_OUT_SCATTERED};
  if (theorem == TMD_THEOREM_EXACT) return X0;
  *value = (struct value){TMD_PIECE_UNDERFLOW, 0, TMD_E_OUT_SCATTERED};
  if (!c->function->vanishes || !sign_x || !vanishes(c, X1 - 1)) return X1;
  tmd_u128 last = X1 - 1; /* what vanishes from X on vanishes from X + 1 on */
  for (tmd_u128 first = X0; first < last;) {
    const tmd_u128 middle = first + (last - first) / 2;
    if (vanishes(c, middle)) last = middle;
    else first = middle + 1;
  }
  return last;
}

static int cut(struct cutting *c) {
  struct value by_theorem;
  const tmd_u128 X0 = c->segment->X0, X1 = c->segment->X1, from = theorem_from(c, &by_theorem);
  c->whole = from - X0;
  const double budget = tmd_budget_of(tmd_wide_double(c->whole));
  return (X0 < from && cut_range(c, X0, from, budget)) ||
                 (from < X1 && add(c, from, X1, &by_theorem)) || flush(c)
             ? -1
             : 0;
}

int tmd_cut(const struct tmd_segment *segment, int (*emit)(const struct tmd_piece *, void *),
            void *context) {
  CUTTING(c, segment);
  c.emit = emit;
  c.context = context;
  return cut(&c);
}

tmd_u128 tmd_cut_defined_from(const struct tmd_segment *segment) {
  tmd_u128 from = segment->X0;
  CUTTING(c, segment);
  c.defined_from = &from;
  c.evaluations = EVALUATIONS_MAX - DEFINED_EVALUATIONS;
  cut(&c);
  return from;
}

int tmd_cut_by_theorem(const struct tmd_segment *segment) {
  struct value value;
  CUTTING(c, segment);
  return theorem_from(&c, &value) == segment->X0;
}

/* What is found at one argument. */
static struct value single(const struct tmd_segment *segment, tmd_u128 X) {
  CUTTING(c, segment);
  return value_at(&c, X);
}

enum tmd_piece_class tmd_cut_class(const struct tmd_segment *segment, tmd_u128 X) {
  return single(segment, X).class;
}

int tmd_cut_own_cell(struct tmd_segment *segment, tmd_u128 X) {
  if (!tmd_cell_scattered(&segment->cell)) return 1;
  const struct value v = single(segment, X);
  segment->cell.sign_f = v.sign_f;
  segment->cell.e_out = v.e_out;
  return v.class == TMD_PIECE_CELL;
}

static int pass(const struct tmd_piece *piece, void *context) {
  (void)piece, (void)context;
  return 0;
}

int tmd_cut_decided(const struct tmd_segment *segment) {
  CUTTING(c, segment);
  c.emit = pass;
  c.decided_only = 1;
  return cut(&c) == 0;
}
