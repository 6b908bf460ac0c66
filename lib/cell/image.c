#include "lib/cell/image.h"

#include <string.h>

#include "lib/base/error.h"

/* A range of a cell, and the reason of the region that it is (0: it is none). */
struct image_place {
  struct tmd_format in;
  struct tmd_cell cell;
  tmd_u128 X0, X1;
  unsigned region;
};

/* X' = (X + shift) / divisor, a power of the radix. */
struct ordinal_map {
  tmd_u128 shift, divisor;
};

static tmd_u128 quotient_up(tmd_u128 X, const struct ordinal_map *map) {
  return (X + map->shift + map->divisor - 1) / map->divisor;
}

/* The sign of a cell is 0 where f is 0, in regions of exact values, and where each argument has a
   sign of its own, in scattered cells. */
static void negate_f(struct image_place *place) {
  if (place->region != TMD_REGION_EXACT && !tmd_cell_scattered(&place->cell))
    place->cell.sign_f = !place->cell.sign_f;
}

/* x -> -x. As f(-x) = -f(x) or f(x), |f| and hence G are the same at X, and the sign of f changes
   if f is odd. */
static void negate_x(struct image_place *place, enum tmd_parity parity) {
  place->cell.sign_x = !place->cell.sign_x;
  if (parity == TMD_PARITY_ODD) negate_f(place);
}

/* x -> 2^(a s) x: the same X in another binade.
   scale: |f| becomes 2^(b s) |f|, and 2^e_out that many times itself, so that G is the same. The
   same with powers of ten where both formats are decimal.
   log2: x -> 2^s x, f becomes f + s. In a cell of the same sign and e_out, which log2_steps_max
   sees to, G differs by s 2^(p_out - e_out), or half of that: an even integer where midpoints
   count, an integer elsewhere. */
static void scale(struct image_place *place, const struct tmd_symmetry *symmetry, int steps) {
  place->cell.e_in += (tmd_symmetry_is_logarithm(symmetry) ? 1 : symmetry->a) * steps;
  if (symmetry->step == TMD_STEP_SCALE) place->cell.e_out += symmetry->b * steps;
}

/* |x| -> |x| + s, from [1, 2), where X counts r^(1-p) with the radix r, to the binade or decade
   [r^d, r^(d+1)) of s + 1, where it counts r^(d+1-p): the sum lies there as
   s + 1 <= |x| + s < s + 2 <= r^(d+1). |f| becomes r^(+-b s) |f|, with the radix of results, by the
   side of 0; or f becomes (-1)^s f. s r^(p-1) fits, as s < 2^15. */
static struct ordinal_map add(struct image_place *place, const struct tmd_symmetry *symmetry,
                              int steps) {
  const unsigned radix = (unsigned)tmd_format_radix(&place->in);
  struct ordinal_map map = {(tmd_u128)steps * tmd_format_least_normal(&place->in), 1};
  if (symmetry->step == TMD_STEP_ADD)
    place->cell.e_out += (place->cell.sign_x ? -symmetry->b : symmetry->b) * steps;
  else if (steps % 2) negate_f(place);
  place->cell.e_in = 0;
  for (unsigned rest = (unsigned)steps + 1; rest >= radix; rest /= radix) {
    place->cell.e_in++;
    map.divisor *= radix;
  }
  return map;
}

static struct ordinal_map move(struct image_place *place, const struct tmd_symmetry *symmetry,
                               unsigned i) {
  const unsigned sides = tmd_symmetry_sides(symmetry);
  const int steps = (int)(i / sides);
  struct ordinal_map map = {0, 1};
  if (symmetry->step == TMD_STEP_SCALE || tmd_symmetry_is_logarithm(symmetry))
    scale(place, symmetry, steps);
  else if (symmetry->step) map = add(place, symmetry, steps);
  if (i % sides) negate_x(place, symmetry->parity);
  place->X0 = quotient_up(place->X0, &map);
  place->X1 = quotient_up(place->X1, &map);
  return map;
}

int tmd_symmetry_moves(const struct tmd_symmetry *symmetry) {
  return symmetry->step == TMD_STEP_ADD || symmetry->step == TMD_STEP_ALTERNATE;
}

/* Where f overflows, e_out is not the exponent of f, and 2^b f need not overflow. (Where f
   underflows, e_out = emin, and no steps are taken.) A class of X is another one where X moves. */
static int steps_keep(const struct tmd_symmetry *symmetry, unsigned region) {
  return region == TMD_REGION_RATIONAL ? !tmd_symmetry_moves(symmetry)
                                       : symmetry->b == 0 || region != TMD_REGION_OVERFLOW;
}

/* How often `by` can be added to `from` before it exceeds [least, greatest], where it is. */
static unsigned times(int from, int by, int least, int greatest) {
  if (from < least || from > greatest) return 0;
  return by > 0   ? (unsigned)(greatest - from) / (unsigned)by
         : by < 0 ? (unsigned)(from - least) / (unsigned)-by
                  : TMD_IMAGES_MAX;
}

/* The steps of log2 that keep sign and e_out: for e_in = k, f lies in [k, k + 1), which must lie on
   one side of 0 and in 2^e_out <= |f| < 2^(e_out+1); of log10 the same with powers of ten. G
   changes by the scaled value of an integer, which must be an even integer where midpoints count,
   else an integer. */
static unsigned logarithm_steps_max(const struct tmd_planline *line) {
  const struct tmd_format *in = &line->problem->in, *out = &line->problem->out;
  const struct tmd_cell *cell = &line->cell;
  const int e_most = out->decimal ? 7 : 24, radix = tmd_format_radix(out);
  if (out->p - 1 < cell->e_out || cell->e_out < 0 || cell->e_out > e_most ||
      cell->e_out <= out->emin)
    return 0;
  int low = 1;
  for (int e = 0; e < cell->e_out; e++) low *= radix;
  const int k = cell->e_in, high = radix * low;
  if (!cell->sign_f) return k >= low ? times(k, 1, low, high - 1) : 0;
  /* f in [k, k + 1), |f| in (-k - 1, -k]: the end -k is |f| at the least normal X */
  const int lowest = line->X0 == tmd_format_least_normal(in) ? 1 - high : -high;
  return times(k, 1, lowest, -1 - low);
}

unsigned tmd_symmetry_steps_max(const struct tmd_planline *line) {
  const struct tmd_symmetry *symmetry = &line->symmetry;
  const struct tmd_format *in = &line->problem->in, *out = &line->problem->out;
  const struct tmd_cell *cell = &line->cell;
  const int in_emax = in->emax - (in->end.absent > 0); /* not into a binade that is not whole */
  const int normal = line->X0 >= tmd_format_least_normal(in), limit = TMD_IMAGES_MAX / 2;
  unsigned most = (unsigned)limit, by_result = most;
  if (!symmetry->step || !normal || tmd_cell_scattered(cell) || !steps_keep(symmetry, line->region))
    return 0;
  /* results with e_out = emin may be subnormal, and then 2^b f is in no cell of e_out + b */
  if (symmetry->b)
    by_result = times(cell->e_out,
                      symmetry->step == TMD_STEP_ADD && cell->sign_x ? -symmetry->b : symmetry->b,
                      out->emin + 1, out->emax);
  if (by_result < most) most = by_result;
  if (tmd_symmetry_moves(symmetry)) {
    if (cell->e_in != 0 || line->X1 > 2 * tmd_format_least_normal(in)) return 0;
    unsigned end = 1; /* s + 1 < r^(emax+1) */
    for (int e = 0; e <= in_emax && end < most + 2; e++) end *= (unsigned)tmd_format_radix(in);
    return end < 2 ? 0 : end - 2 < most ? end - 2 : most;
  }
  const int logarithm = tmd_symmetry_is_logarithm(symmetry);
  const unsigned in_format = times(cell->e_in, logarithm ? 1 : symmetry->a, in->emin, in_emax);
  if (logarithm) by_result = logarithm_steps_max(line);
  if (by_result < most) most = by_result;
  return in_format < most ? in_format : most;
}

int tmd_symmetry_check(const struct tmd_planline *line, const struct tmd_function *function) {
  const struct tmd_symmetry *s = &line->symmetry, has = tmd_symmetry_of(line->problem, function);
  char text[TMD_SYMMETRY_TEXT_BYTES];
  if (tmd_symmetry_none(s)) return 0;
  if ((s->parity && s->parity != has.parity) ||
      (s->step && (s->step != has.step || s->a != has.a || s->b != has.b)))
    return tmd_error(TMD_USAGE, "%s: the plan says that it is %s, but it is not known to be",
                     function->name, tmd_symmetry_print(text, s));
  if (s->step && (line->images + 1) / tmd_symmetry_sides(s) - 1 > tmd_symmetry_steps_max(line))
    return tmd_error(TMD_USAGE, "%s: a plan line has more images than %s gives", function->name,
                     tmd_symmetry_print(text, s));
  return 0;
}

/* 1 if the step of f, which is one in radix 2, holds in the radices of the problem: f(2^a x) is not
   f(10^a x), except for powers, and 2^b f not 10^b f. */
static int step_holds(const struct tmd_problem *problem, const struct tmd_function *function) {
  const enum tmd_exact_rule rule = function->exact_rule;
  const int power = rule == TMD_EXACT_ROOT || rule == TMD_EXACT_POWER || rule == TMD_EXACT_IDENTITY;
  if (tmd_symmetry_moves(&function->symmetry))
    return function->symmetry.b == 0 || !problem->out.decimal;
  return !tmd_problem_decimal(problem) || (power && problem->in.decimal && problem->out.decimal);
}

struct tmd_symmetry tmd_symmetry_of(const struct tmd_problem *problem,
                                    const struct tmd_function *function) {
  struct tmd_symmetry symmetry = function->symmetry;
  if (!step_holds(problem, function)) symmetry = (struct tmd_symmetry){.parity = symmetry.parity};
  if (problem->in.decimal && problem->out.decimal && function->id == TMD_FN_log10)
    symmetry.step = TMD_STEP_LOG10;
  if (problem->out.decimal && function->id == TMD_FN_exp10)
    symmetry.step = TMD_STEP_ADD, symmetry.b = 1;
  return symmetry;
}

static struct image_place place_of_line(const struct tmd_planline *line) {
  return (struct image_place){line->problem->in, line->cell, line->X0, line->X1, line->region};
}

int tmd_symmetry_line(struct tmd_planline *image, const struct tmd_planline *line, unsigned i) {
  struct image_place place = place_of_line(line);
  move(&place, &line->symmetry, i);
  if (image != line) *image = *line;
  image->cell = place.cell;
  image->X0 = place.X0;
  image->X1 = place.X1;
  image->symmetry = (struct tmd_symmetry){0};
  image->images = 0;
  return image->X0 < image->X1;
}

struct tmd_range tmd_symmetry_preimage(const struct tmd_planline *line, unsigned i, tmd_u128 X0,
                                       tmd_u128 X1) {
  struct image_place place = place_of_line(line);
  const struct ordinal_map map = move(&place, &line->symmetry, i);
  return (struct tmd_range){X0 * map.divisor - map.shift, (X1 - 1) * map.divisor - map.shift + 1};
}

/* Record k of `image` becomes the image of record i of the claim: 1, or 0 if there is none. */
static int move_record(struct tmd_claim *image, size_t k, const struct tmd_claim *claim, size_t i,
                       const struct ordinal_map *map) {
  void *to = tmd_claim_record(image, k);
  memcpy(to, tmd_claim_record(claim, i), claim->record_bytes);
  if (claim->kind == TMD_CASE) {
    struct tmd_case_record *c = to;
    const tmd_u128 X = tmd_wide_load(c->X) + map->shift;
    c->X = tmd_wide_store(X / map->divisor);
    return X % map->divisor == 0;
  }
  struct tmd_region_record *r = to;
  const tmd_u128 Xa = quotient_up(tmd_wide_load(r->Xa), map);
  const tmd_u128 Xb = quotient_up(tmd_wide_load(r->Xb), map);
  r->Xa = tmd_wide_store(Xa);
  r->Xb = tmd_wide_store(Xb);
  return Xa < Xb;
}

int tmd_symmetry_claim(struct tmd_claim *image, const struct tmd_claim *claim,
                       const struct tmd_symmetry *symmetry, unsigned i) {
  const struct tmd_region_record *first =
      claim->kind == TMD_REGION ? tmd_claim_record(claim, 0) : NULL;
  struct image_place place = {claim->problem->in, claim->cell, claim->X0, claim->X1,
                              first ? first->reason : 0};
  const int no_steps = i < tmd_symmetry_sides(symmetry);
  const struct ordinal_map map = move(&place, symmetry, i);
  if (place.X0 == place.X1 || !(no_steps || steps_keep(symmetry, place.region))) return 0;
  tmd_claim_copy(image, claim);
  image->cell = place.cell;
  image->X0 = place.X0;
  image->X1 = place.X1;
  size_t kept = 0;
  for (size_t k = 0; k < claim->record_count; k++)
    kept += (size_t)move_record(image, kept, claim, k, &map);
  image->record_count = kept;
  return 1;
}
