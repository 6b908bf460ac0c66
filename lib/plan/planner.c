#include "lib/plan/planner.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/cell/circle.h"
#include "lib/cell/enclose.h"
#include "lib/cell/image.h"
#include "lib/cell/pieces.h"
#include "lib/cell/single-arguments.h"
#include "lib/plan/factoring.h"
#include "lib/plan/fold.h"
#include "lib/plan/forecast.h"
#include "lib/region/exact.h"
#include "lib/region/region-linear.h"
#include "lib/region/region.h"

enum {
  REGION_LEAST_ARGUMENTS = 64, /* shorter ranges without hard cases are searched all the same */
  HARD_LEAST_ARGUMENTS = 512,  /* shorter ranges of hard cases are listed one by one, */
  EXTREME_BITS =
      60, /* unless they are undecided, or harder than by chance by so much: expm1(-1000) ~ -1 */
  CLASSIFICATIONS_MAX = 4096, /* in one piece: a range whose enclosures do not shrink is searched */
  POINTS_BLOCK = 1 << 16
};

/* A line is divided in the middle if that saves a share of the predicted time, repeatedly, so that
   parts form a geometric series towards an end where f is singular. It is tried where there is time
   to save and the smoothness of f varies. */
static const double DIVIDE_SECONDS = 0.1, DIVIDE_SHARE = 0.8;

/* A binade of x being planned: one line is held back at a time so that neighbours can be joined. */
struct binade {
  struct tmd_planner *planner;
  int sign_x, e_in;
  int folded;           /* its lines have -x as images, so that x < 0 has no lines of its own */
  struct tmd_fold fold; /* pieces without lines so far: of this binade, or of all if f has steps */
  struct tmd_symmetry symmetry; /* of the current lines, with their images */
  unsigned images;
  struct tmd_factoring factoring;
  struct tmd_planline held;
  struct tmd_region region; /* of the range held (reason 0: not a region); "all hard" and "none
                               hard" are proved separately */
  int holding;
  int classified; /* parts of the current piece */
  struct tmd_turns turns;
};

/* The advice for a range. */
struct advice {
  struct tmd_parameters parameters;
  int varies; /* the smoothness of f varies */
};

static struct tmd_segment segment_of(const struct tmd_planner *planner, const struct tmd_cell *cell,
                                     tmd_u128 X0, tmd_u128 X1) {
  return (struct tmd_segment){planner->problem, planner->function, *cell, X0, X1};
}

/* The requested method; AUTO for divisors, which serve few lines. */
static enum tmd_method method_of(const struct tmd_planner *planner) {
  return planner->method == TMD_METHOD_DIVISORS ? TMD_METHOD_AUTO : planner->method;
}

static struct advice advise(const struct tmd_planner *planner, const struct tmd_cell *cell,
                            tmd_u128 X0, tmd_u128 X1) {
  const struct tmd_segment segment = segment_of(planner, cell, X0, X1);
  const struct tmd_smoothness smooth = tmd_smoothness_of(&segment);
  const double arguments = tmd_wide_double(X1 - X0);
  const tmd_u128 exact =
      tmd_exact_count(planner->function, planner->problem, cell, &(struct tmd_range){X0, X1});
  struct advice advice = {tmd_cost_choose(planner->problem, arguments, &smooth, method_of(planner)),
                          smooth.varies};
  advice.parameters.seconds += tmd_cost_exact(tmd_wide_double(exact));
  return advice;
}

/* Sets the line's advice; the user's choices take precedence. */
static void set_parameters(const struct tmd_planner *planner, struct tmd_planline *line,
                           const struct tmd_parameters *parameters) {
  struct tmd_plan_words words = parameters->words;
  if (planner->n) {
    const uint64_t packet = words.n * words.count,
                   count = packet / (uint64_t)planner->n; /* packet: a block at most, 2^60 */
    words.n = (uint64_t)planner->n;
    words.count = count < 1 ? 1 : count > TMD_COUNT_MAX ? TMD_COUNT_MAX : (uint32_t)count;
  }
  if (tmd_method_by_lines(words.method)) {
    words.line = planner->line;
    if (planner->split) words.split = (uint32_t)planner->split;
  }
  tmd_plan_words_write(line->plan, sizeof line->plan, &words);
  line->cost_seconds = parameters->seconds;
}

static double points_seconds(const struct tmd_planner *planner, tmd_u128 arguments) {
  double cell_ns;
  return 1e-9 * tmd_points_ns(planner->problem, planner->function, &cell_ns) *
         tmd_wide_double(arguments);
}

void tmd_planner_points(struct tmd_planline *line, double seconds) {
  static const struct tmd_plan_words words = {.method = TMD_METHOD_POINTS, .block = POINTS_BLOCK};
  tmd_plan_words_write(line->plan, sizeof line->plan, &words);
  line->cost_seconds = seconds;
}

static void set_points(const struct tmd_planner *planner, struct tmd_planline *line) {
  tmd_planner_points(line, points_seconds(planner, line->X1 - line->X0));
}

int tmd_planner_emit(struct tmd_planner *planner, const struct tmd_planline *line) {
  if (++planner->lines > planner->lines_max)
    return tmd_error(
        TMD_USAGE, "more cells than --max-cells, %lld: give a smaller --domain, or a larger limit",
        planner->lines_max);
  planner->seconds += line->cost_seconds;
  planner->cases += tmd_forecast_cases(planner, line);
  if (planner->seconds_max > 0 && planner->seconds > planner->seconds_max)
    return tmd_error(
        TMD_USAGE,
        "more predicted seconds than --max-cost, %g: give a smaller --domain, or a larger limit",
        planner->seconds_max);
  planner->emit(line, planner->context);
  return 0;
}

/* A line to be searched, whole or in parts. */
static int emit_searched(struct tmd_planner *planner, const struct tmd_planline *whole, tmd_u128 X0,
                         tmd_u128 X1, const struct advice *advice) {
  const double seconds = advice->parameters.seconds;
  if (advice->varies && seconds > DIVIDE_SECONDS && X1 - X0 > 1) {
    const tmd_u128 middle = X0 + (X1 - X0) / 2;
    const struct advice low = advise(planner, &whole->cell, X0, middle),
                        high = advise(planner, &whole->cell, middle, X1);
    if (low.parameters.seconds + high.parameters.seconds < DIVIDE_SHARE * seconds)
      return emit_searched(planner, whole, X0, middle, &low) ||
                     emit_searched(planner, whole, middle, X1, &high)
                 ? -1
                 : 0;
  }
  struct tmd_planline line = *whole;
  line.X0 = X0;
  line.X1 = X1;
  if (method_of(planner) == TMD_METHOD_AUTO && points_seconds(planner, X1 - X0) < seconds)
    set_points(planner, &line);
  else set_parameters(planner, &line, &advice->parameters);
  return tmd_planner_emit(planner, &line);
}

/* 1 if the line is best searched by factoring integers, whose divisors its cases are. */
static int set_divisors(struct binade *b, struct tmd_planline *line, const struct advice *advice) {
  static const struct tmd_plan_words words = {.method = TMD_METHOD_DIVISORS};
  const struct tmd_segment segment = segment_of(b->planner, &line->cell, line->X0, line->X1);
  const double one_by_one = points_seconds(b->planner, line->X1 - line->X0),
               seconds = advice->parameters.seconds;
  if (!tmd_factoring_choose(&b->factoring, b->planner, &segment,
                            seconds < one_by_one ? seconds : one_by_one, &line->cost_seconds))
    return 0;
  tmd_plan_words_write(line->plan, sizeof line->plan, &words);
  return 1;
}

/* Advises steps around a circle, which cost as much as some cells, however long the range is. */
static void set_circle(struct tmd_planline *line) {
  static const struct tmd_plan_words words = {.method = TMD_METHOD_CIRCLE};
  static const double seconds = 3e-4;
  tmd_plan_words_write(line->plan, sizeof line->plan, &words);
  line->cost_seconds = seconds;
}

static int release(struct binade *b) {
  struct tmd_planner *planner = b->planner;
  struct tmd_planline *line = &b->held;
  if (!b->holding) return 0;
  b->holding = 0;
  if (!line->region && tmd_circle_applies(planner->function)) {
    set_circle(line);
  } else if (!line->region && !tmd_cell_scattered(&line->cell)) {
    const struct advice advice = advise(planner, &line->cell, line->X0, line->X1);
    if (set_divisors(b, line, &advice)) return tmd_planner_emit(planner, line);
    return emit_searched(planner, line, line->X0, line->X1, &advice);
  } else if (!line->region) set_points(planner, line);
  return tmd_planner_emit(planner, line);
}

/* 1 if both are the same region except for bounds, or both are none. */
static int alike(const struct tmd_region *a, const struct tmd_region *b) {
  return a->reason == b->reason && a->status == b->status && a->modulus == b->modulus &&
         a->residue == b->residue;
}

static int add(struct binade *b, const struct tmd_cell *cell, tmd_u128 X0, tmd_u128 X1,
               const struct tmd_region *region) {
  if (b->holding && alike(&b->region, region) && b->held.X1 == X0 && b->held.images == b->images &&
      tmd_symmetry_same(&b->held.symmetry, &b->symmetry) &&
      !memcmp(&b->held.cell, cell, sizeof *cell)) {
    b->held.X1 = X1;
    return 0;
  }
  if (release(b)) return -1;
  memset(&b->held, 0, sizeof b->held);
  b->held.problem = b->planner->problem;
  b->held.cell = *cell;
  b->held.X0 = X0;
  b->held.X1 = X1;
  b->held.region = region->reason;
  b->held.symmetry = b->symmetry;
  b->held.images = b->images;
  b->region = *region;
  b->holding = 1;
  return 0;
}

static int add_searched(struct binade *b, const struct tmd_cell *cell, tmd_u128 X0, tmd_u128 X1) {
  return add(b, cell, X0, X1, &(struct tmd_region){.status = TMD_REGION_OPEN});
}

/* 1 if no precision would show the distance of the first or the last argument, and perhaps not what
   that decides. */
static int vanishes(const struct tmd_segment *segment) {
  const struct tmd_segment first = tmd_segment_part(segment, segment->X0, segment->X0 + 1);
  const struct tmd_segment last = tmd_segment_part(segment, segment->X1 - 1, segment->X1);
  return tmd_linear_vanishing(&first) || tmd_linear_vanishing(&last);
}

/* 1 if the range is worth a region of its own. */
static int is_region(const struct binade *b, const struct tmd_segment *segment,
                     const struct tmd_region *region) {
  const tmd_u128 arguments = segment->X1 - segment->X0;
  if (region->reason == TMD_REGION_RATIONAL && b->images && tmd_symmetry_moves(&b->symmetry))
    return 0;
  if (region->status == TMD_REGION_NONE_HARD)
    return arguments >= REGION_LEAST_ARGUMENTS || vanishes(segment);
  if (region->status < TMD_REGION_ALL_HARD) return 0;
  if (arguments == 1 && region->greatest == TMD_HARDNESS_UNBOUNDED &&
      tmd_enclose_is_exact(segment, segment->X0))
    return 0;
  return arguments >= HARD_LEAST_ARGUMENTS ||
         region->greatest > (unsigned)(b->planner->problem->bits + EXTREME_BITS) ||
         vanishes(segment);
}

/* Divides a cell into regions and the rest. */
static int add_cell(struct binade *b, const struct tmd_cell *cell, tmd_u128 X0, tmd_u128 X1) {
  if (tmd_circle_applies(b->planner->function)) return add_searched(b, cell, X0, X1);
  const struct tmd_segment segment = segment_of(b->planner, cell, X0, X1);
  struct tmd_region region = tmd_region_classify(&segment);
  if (is_region(b, &segment, &region)) {
    if (tmd_region_decided(&segment)) return add(b, cell, X0, X1, &region);
    region.status = TMD_REGION_MIXED; /* parts of it are regions, perhaps */
  }
  /* a decade is a wide range: [10, 55) may be a region in two parts only */
  const tmd_u128 least = b->planner->problem->in.decimal ? 1 : REGION_LEAST_ARGUMENTS;
  if (region.status != TMD_REGION_MIXED || X1 - X0 <= least ||
      ++b->classified > CLASSIFICATIONS_MAX)
    return add_searched(b, cell, X0, X1);
  const tmd_u128 middle = X0 + (X1 - X0) / 2;
  return add_cell(b, cell, X0, middle) || add_cell(b, cell, middle, X1) ? -1 : 0;
}

/* Stores a piece, to become lines when its images are known. */
static void put_aside(struct binade *b, const struct tmd_piece *piece) {
  const struct tmd_symmetry symmetry = {.parity = b->folded ? b->planner->function->symmetry.parity
                                                            : TMD_PARITY_NONE};
  const struct tmd_fold_piece whole = {.cell = {b->sign_x, piece->sign_f, b->e_in, piece->e_out},
                                       .X0 = piece->X0,
                                       .X1 = piece->X1,
                                       .class = piece->class,
                                       .symmetry = symmetry};
  tmd_fold_add(&b->fold, b->planner->problem, b->planner->function, &whole);
}

/* Counts undecided arguments, and stores the first. */
static void note_undecided(struct binade *b, const struct tmd_piece *piece) {
  struct tmd_planner *planner = b->planner;
  if (!planner->undecided) {
    planner->undecided_cell = (struct tmd_cell){.sign_x = b->sign_x, .e_in = b->e_in};
    planner->undecided_X = piece->undecided_X;
  }
  planner->undecided += piece->undecided;
}

static int take_piece(const struct tmd_piece *piece, void *context) {
  struct binade *b = context;
  if (piece->undecided) note_undecided(b, piece);
  tmd_turns_count(&b->turns, piece);
  if (piece->class != TMD_PIECE_OUTSIDE) put_aside(b, piece);
  return 0;
}

static int add_piece(struct binade *b, const struct tmd_fold_piece *piece) {
  static const unsigned reason[] = {[TMD_PIECE_OVERFLOW] = TMD_REGION_OVERFLOW,
                                    [TMD_PIECE_UNDERFLOW] = TMD_REGION_UNDERFLOW,
                                    [TMD_PIECE_ZERO] = TMD_REGION_EXACT,
                                    [TMD_PIECE_EXACT] = TMD_REGION_EXACT};
  b->classified = 0;
  b->symmetry = piece->symmetry;
  b->images = piece->images;
  if (piece->class != TMD_PIECE_CELL)
    return add(
        b, &piece->cell, piece->X0, piece->X1,
        &(struct tmd_region){.status = TMD_REGION_NONE_HARD, .reason = reason[piece->class]});
  if (tmd_cell_scattered(&piece->cell)) return add_searched(b, &piece->cell, piece->X0, piece->X1);
  return add_cell(b, &piece->cell, piece->X0, piece->X1);
}

/* Makes lines of the stored pieces. */
static int add_pieces(struct binade *b) {
  tmd_fold_run(&b->fold, b->planner->problem, b->planner->function);
  for (size_t i = 0; i < b->fold.count; i++)
    if (!b->fold.piece[i].taken && add_piece(b, &b->fold.piece[i])) return -1;
  tmd_fold_empty(&b->fold);
  return release(b);
}

/* `ranges` has room for those of both signs. */
static int plan_binade(struct binade *b, int e_in, tmd_u128 low, tmd_u128 high,
                       struct tmd_range *ranges) {
  const struct tmd_planner *planner = b->planner;
  b->e_in = e_in;
  b->turns = (struct tmd_turns){0};
  const struct tmd_format *in = &planner->problem->in;
  const int count = tmd_domains_cut(&planner->domains, in, b->sign_x, e_in, low, high, ranges);
  if (planner->function->symmetry.parity) {
    struct tmd_range *other = ranges + count;
    b->folded =
        tmd_domains_cut(&planner->domains, in, !b->sign_x, e_in, low, high, other) == count &&
        !memcmp(ranges, other, (size_t)count * sizeof *ranges);
  }
  if (b->folded && b->sign_x) return 0;
  for (int i = 0; i < count; i++) {
    const struct tmd_cell cell = {.sign_x = b->sign_x, .e_in = e_in, .e_out = TMD_E_OUT_SCATTERED};
    struct tmd_segment segment = segment_of(planner, &cell, ranges[i].X0, ranges[i].X1);
    if (!tmd_segment_clip(&segment)) continue;
    if (tmd_cut_scattered(&segment))
      put_aside(b, &(struct tmd_piece){segment.X0, segment.X1, TMD_PIECE_CELL, 0,
                                       TMD_E_OUT_SCATTERED, 0, 0});
    else if (tmd_cut(&segment, take_piece, b)) return -1;
  }
  return tmd_symmetry_of(planner->problem, planner->function).step ? 0 : add_pieces(b);
}

/* x = 0, if it is in the domains and f is finite there. */
static int plan_zero(struct binade *b, struct tmd_range *ranges) {
  const struct tmd_planner *planner = b->planner;
  const struct tmd_format *in = &planner->problem->in;
  struct tmd_segment zero;
  if (!tmd_domains_cut(&planner->domains, in, 0, in->emin, 0, 1, ranges)) return 0;
  if (!tmd_region_zero_segment(&zero, planner->problem, planner->function)) return 0;
  const struct tmd_region region = {.status = TMD_REGION_NONE_HARD, .reason = TMD_REGION_ZERO};
  return add(b, &zero.cell, 0, 1, &region) || release(b) ? -1 : 0;
}

int tmd_planner_run(struct tmd_planner *planner) {
  if (tmd_problem_of_pairs(planner->problem)) return tmd_plan_pairs(planner);
  const struct tmd_format in = planner->problem->in;
  const tmd_u128 one = tmd_format_least_normal(&in);
  struct tmd_range *ranges =
      tmd_allocate(2 * sizeof *ranges * (size_t)(planner->domains.count + 1));
  struct binade *b = tmd_allocate(sizeof *b);
  memset(b, 0, sizeof *b);
  b->planner = planner;
  int result = 0;
  for (int sign = 0; sign <= 1 && result == 0; sign++)
    result = tmd_forecast_probe(planner, sign, ranges);
  if (result == 0) result = plan_zero(b, ranges);
  for (b->sign_x = 0; b->sign_x <= 1 && result == 0; b->sign_x++) {
    /* subnormal: divided by powers of two, as f may be singular at 0 and no parameters suit both
       ends */
    for (tmd_u128 X = 1; X < one && result == 0; X *= 2)
      result = plan_binade(b, in.emin, X, 2 * X < one ? 2 * X : one, ranges);
    struct tmd_forecast forecast = {.sign_x = b->sign_x, .ranges = ranges};
    for (int e = in.emin; e <= in.emax && result == 0; e++) {
      const double cells = (double)planner->lines + (double)b->fold.count,
                   seconds = planner->seconds;
      result = plan_binade(b, e, one, tmd_format_X_end(&in, e), ranges);
      const struct tmd_forecast_binade binade = {
          e, b->turns.count, (double)planner->lines + (double)b->fold.count - cells,
          planner->seconds - seconds};
      if (result == 0 && !(b->folded && b->sign_x))
        result = tmd_forecast_next(planner, &forecast, &binade);
    }
  }
  if (result == 0) result = add_pieces(b);
  tmd_fold_free(&b->fold);
  tmd_factoring_free(&b->factoring);
  free(b);
  free(ranges);
  planner->empty = result == 0 && planner->lines == 0;
  if (planner->empty)
    return tmd_error(TMD_USAGE, "no argument of the format is in the domain and in that of %s",
                     planner->function->name);
  return result;
}
