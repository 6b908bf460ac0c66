/* Plans of functions of pairs: ranges of rows are searched as tiles, pair by pair or by powers,
   cells by squares or straight lines. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/cell/pair-row.h"
#include "lib/cell/place.h"
#include "lib/pairs/angles.h"
#include "lib/pairs/power-runs.h"
#include "lib/pairs/squares.h"
#include "lib/pairs/tile-parts.h"
#include "lib/pairs/tile.h"
#include "lib/plan/planner.h"
#include "lib/problem/pair.h"
#include "lib/region/region-pairs.h"

enum {
  PAIR_NS = 40,    /* of a pair on a row whose function has steps in double precision, */
  ROW_NS = 40000,  /* and of a row: its expression is made, and enclosed once */
  ROW_SAMPLES = 7, /* in which the cost of a strip is estimated */
  BAND_LEAST = 1 << 8,
  BAND_FACTOR = 1 << 4,
  BLOCK_ROWS = 1 << 10 /* where they are made in parts, all in memory */
};

/* What it takes to make a tile, and the rows that it may have. */
static const double tile_seconds = 5e-3, tile_rows = 0x1p16, part_seconds = 7e-5;

/* A cell of pairs being planned. */
struct cell {
  struct tmd_planner *planner;
  struct tmd_cell cell;
  tmd_u128 first_X, end_X; /* the significands of x in the cell */
  struct tmd_range *x, *y; /* those in the domains */
  int count_x, count_y;
};

/* The line of all rows [Y0, Y1) of the strip that begins at X = strip. */
static struct tmd_planline line_of(const struct cell *c, tmd_u128 strip, tmd_u128 Y0, tmd_u128 Y1) {
  const struct tmd_problem *problem = c->planner->problem;
  const struct tmd_xy first = {strip, Y0}, last = {strip, Y1 - 1};
  struct tmd_planline line = {.problem = problem, .cell = c->cell};
  line.X0 = tmd_pair_ordinal(problem, &c->cell, &first);
  line.X1 =
      tmd_pair_ordinal(problem, &c->cell, &last) + tmd_pair_row_rest(problem, &c->cell, &last);
  return line;
}

/* 1 if a region has been added (-1: not written). */
static int add_region(const struct cell *c, const struct tmd_planline *of) {
  static const double proof_seconds = 1e-4;
  struct tmd_region region;
  struct tmd_planline line = *of;
  if (c->planner->method == TMD_METHOD_EXHAUST ||
      !tmd_region_of_pairs(&region, line.problem, &line.cell, line.X0, line.X1))
    return 0;
  line.region = region.reason;
  line.cost_seconds = proof_seconds;
  return tmd_planner_emit(c->planner, &line) ? -1 : 1;
}

/* The parameters of the row of an ordinal, 0 seconds if it has no case. Returns 0 if they are not
   known; also where f has no value, as tiles show that of x^y alone. */
static int row_parameters(struct tmd_parameters *p, const struct tmd_planline *line, tmd_u128 at) {
  struct tmd_row row;
  const struct tmd_problem *problem = line->problem;
  *p = (struct tmd_parameters){0};
  int known = !tmd_row_open(&row, problem, &line->cell, at, line->X1);
  if (known && !row.zero) {
    struct tmd_segment *segment = &row.segment;
    const tmd_u128 columns = segment->X1 - segment->X0;
    const struct tmd_place place = tmd_place_at(segment, segment->X0 + columns / 2);
    const int between = place.kind == TMD_PLACE_BETWEEN;
    known = between || (place.kind == TMD_PLACE_OUTSIDE && problem->function->id == TMD_FN_pow);
    if (between && place.low <= problem->out.emax &&
        place.high > problem->out.emin - problem->out.p) {
      segment->cell.sign_f = place.sign;
      segment->cell.e_out = place.low > problem->out.emin ? (int)place.low : problem->out.emin;
      const struct tmd_smoothness smooth = tmd_smoothness_of(segment);
      *p = tmd_cost_row(problem, tmd_wide_double(columns), &smooth);
      known = isfinite(p->seconds);
    }
  }
  tmd_row_close(&row);
  return known;
}

/* The mean of some rows; the order is that of the middle one with any. Returns 0 if some are not
   known. */
static int tile_parameters(struct tmd_parameters *mean, const struct tmd_planline *line,
                           tmd_u128 rows) {
  const tmd_u128 width = (line->X1 - line->X0) / rows,
                 samples = rows < ROW_SAMPLES ? rows : ROW_SAMPLES;
  *mean = (struct tmd_parameters){.words = {.method = TMD_METHOD_FAREY, .order = 1}};
  for (tmd_u128 i = 0; i < samples; i++) {
    struct tmd_parameters p;
    if (!row_parameters(&p, line, line->X0 + (rows * (2 * i + 1) / (2 * samples)) * width))
      return 0;
    if (p.seconds > 0 && (mean->seconds == 0 || 2 * i < samples)) mean->words = p.words;
    mean->seconds += p.seconds / (double)samples;
  }
  mean->seconds *= tmd_wide_double(rows);
  mean->seconds += tile_seconds * (1 + tmd_wide_double(rows) / tile_rows);
  const tmd_u128 first = tmd_pair_at(line->problem, &line->cell, line->X0).X;
  if (first < 4 * width) { /* in parts (lib/pairs/tile-parts.h) */
    for (mean->words.block = BLOCK_ROWS; mean->words.block < BLOCK_ROWS * width;)
      mean->words.block *= 2;
    mean->seconds += part_seconds * tmd_wide_double(rows) *
                     tmd_tile_parts_expected(tmd_wide_double(first), tmd_wide_double(width));
  }
  return 1;
}

/* 1 if the row is a region. */
static int is_region(const struct cell *c, tmd_u128 strip, tmd_u128 Y) {
  const struct tmd_planline row = line_of(c, strip, Y, Y + 1);
  struct tmd_region region;
  return c->planner->method != TMD_METHOD_EXHAUST &&
         tmd_region_of_pairs(&region, row.problem, &row.cell, row.X0, row.X1);
}

/* Rows that are a region, or searched as tiles, or pair by pair; in halves where they begin or end
   with a region. */
static int add_searched(const struct cell *c, tmd_u128 strip, tmd_u128 Y0, tmd_u128 Y1) {
  struct tmd_planline line = line_of(c, strip, Y0, Y1);
  const int added = add_region(c, &line);
  if (added) return added < 0 ? -1 : 0;
  if (Y1 - Y0 > BAND_LEAST && (is_region(c, strip, Y0) || is_region(c, strip, Y1 - 1))) {
    const tmd_u128 at = tmd_tile_middle(line.problem, &line.cell, line.X0, line.X1),
                   middle = tmd_pair_at(line.problem, &line.cell, at).Y;
    return add_searched(c, strip, Y0, middle) || add_searched(c, strip, middle, Y1) ? -1 : 0;
  }
  const double points =
      1e-9 * (PAIR_NS * tmd_wide_double(line.X1 - line.X0) + ROW_NS * tmd_wide_double(Y1 - Y0));
  const enum tmd_method method = c->planner->method;
  struct tmd_parameters tiles;
  const int asked = method == TMD_METHOD_FAREY,
            may_serve = asked || (method == TMD_METHOD_AUTO && points > tile_seconds);
  if (may_serve && tile_parameters(&tiles, &line, Y1 - Y0) && (asked || tiles.seconds < points)) {
    tmd_plan_words_write(line.plan, sizeof line.plan, &tiles.words);
    line.cost_seconds = tiles.seconds;
  } else {
    tmd_planner_points(&line, points);
  }
  return tmd_planner_emit(c->planner, &line);
}

/* Rows that are searched by powers, in bands in which the number of bases is similar; all those
   without any belong to the last. */
static int add_powers(const struct cell *c, tmd_u128 strip, tmd_u128 Y0, tmd_u128 Y1) {
  static const struct tmd_plan_words words = {.method = TMD_METHOD_POWERS};
  const struct tmd_problem *problem = c->planner->problem;
  const tmd_u128 last = tmd_powers_last(problem, &c->cell);
  for (tmd_u128 next; Y0 < Y1; Y0 = next) {
    next = (Y0 > BAND_LEAST ? Y0 : BAND_LEAST) * BAND_FACTOR;
    if (next >= last || next > Y1) next = Y1;
    struct tmd_planline line = line_of(c, strip, Y0, next);
    tmd_plan_words_write(line.plan, sizeof line.plan, &words);
    line.cost_seconds = tmd_powers_work(problem, &c->cell, Y0, next).seconds;
    if (tmd_planner_emit(c->planner, &line)) return -1;
  }
  return 0;
}

static int add_rows(const struct cell *c, tmd_u128 strip, const struct tmd_range *rows) {
  const struct tmd_planner *planner = c->planner;
  tmd_u128 first, end, Y0 = rows->X0, Y1 = rows->X1;
  if (planner->method != TMD_METHOD_AUTO ||
      !tmd_powers_serve(planner->problem, &c->cell, &first, &end))
    return add_searched(c, strip, Y0, Y1);
  if (first < Y0) first = Y0;
  if (end > Y1) end = Y1;
  if (first >= end) return add_searched(c, strip, Y0, Y1);
  return (Y0 < first && add_searched(c, strip, Y0, first)) || add_powers(c, strip, first, end) ||
                 (end < Y1 && add_searched(c, strip, end, Y1))
             ? -1
             : 0;
}

static int meets(const struct tmd_range *ranges, int count, tmd_u128 X0, tmd_u128 X1) {
  for (int i = 0; i < count; i++)
    if (ranges[i].X0 < X1 && X0 < ranges[i].X1) return 1;
  return 0;
}

/* All pairs of the cell. */
static struct tmd_planline whole_of(const struct cell *c) {
  const struct tmd_problem *problem = c->planner->problem;
  return (struct tmd_planline){
      .problem = problem, .cell = c->cell, .X1 = tmd_pair_count(problem, &c->cell)};
}
static int add_whole(const struct cell *c, enum tmd_method method, double seconds) {
  const struct tmd_plan_words words = {.method = method};
  struct tmd_planline line = whole_of(c);
  tmd_plan_words_write(line.plan, sizeof line.plan, &words);
  line.cost_seconds = seconds;
  return tmd_planner_emit(c->planner, &line);
}

/* The strips in which a domain of x has arguments are planned whole; by squares all of the cell. */
static int plan_cell(const struct cell *c) {
  const struct tmd_problem *problem = c->planner->problem;
  int result = 0;
  const int whole = c->planner->method == TMD_METHOD_AUTO;
  if (whole && tmd_squares_serve(problem, &c->cell))
    return add_whole(c, TMD_METHOD_SQUARES, tmd_squares_seconds(problem));
  const struct tmd_planline all = whole_of(c);
  const int added = add_region(c, &all);
  if (added) return added < 0 ? -1 : 0;
  double seconds;
  if (whole && tmd_angles_serve(problem, &c->cell, &seconds))
    return add_whole(c, TMD_METHOD_ANGLES, seconds);
  for (tmd_u128 X = c->first_X, next; X < c->end_X && !result; X = next) {
    next = X + tmd_pair_row_rest(problem, &c->cell, &(struct tmd_xy){X, c->y[0].X0});
    if (!meets(c->x, c->count_x, X, next)) continue;
    for (int i = 0; i < c->count_y && !result; i++) result = add_rows(c, X, c->y + i);
  }
  return result;
}

/* compound(x, n) has no values below -1, and no cases at -1: it is 0, 1 or infinite there. x^y has
   no values where x < 0 and 0 < |y| < 1. */
static int has_no_case(const struct cell *c) {
  const struct tmd_problem *problem = c->planner->problem;
  const struct tmd_function *f = problem->function;
  if (f->exact_rule == TMD_EXACT_REAL_POWER && c->cell.sign_x && !problem->in_y.integers)
    return f->id != TMD_FN_pow || c->cell.e_y < 0;
  return f->exact_rule == TMD_EXACT_COMPOUND && c->cell.sign_x && c->cell.e_in >= 0 &&
         c->cell.e_in > problem->in.emin;
}

/* All cells of one sign and exponent of y. */
static int plan_band(struct cell *c) {
  const struct tmd_planner *planner = c->planner;
  const struct tmd_format *in = &planner->problem->in;
  tmd_u128 first, count;
  int result = 0;
  tmd_pair_rows(planner->problem, &c->cell, &first, &count);
  if (count == 0) return 0;
  c->count_y = tmd_domains_cut(&planner->domains_y, &planner->problem->in_y, c->cell.sign_y,
                               c->cell.e_y, first, first + count, c->y);
  for (int sign = 0; sign <= 1 && c->count_y; sign++)
    for (int e = in->emin; e <= in->emax && !result; e++) {
      c->cell.sign_x = sign, c->cell.e_in = e;
      tmd_pair_columns(planner->problem, &c->cell, &c->first_X, &count);
      c->end_X = c->first_X + count;
      c->count_x = tmd_domains_cut(&planner->domains, in, sign, e, c->first_X, c->end_X, c->x);
      if (c->count_x && !has_no_case(c)) result = plan_cell(c);
    }
  return result;
}

int tmd_plan_pairs(struct tmd_planner *planner) {
  const struct tmd_format *in_y = &planner->problem->in_y;
  struct cell c = {.planner = planner, .cell = {.e_out = TMD_E_OUT_SCATTERED}};
  c.x = tmd_allocate(sizeof *c.x * (size_t)(planner->domains.count + 1));
  c.y = tmd_allocate(sizeof *c.y * (size_t)(planner->domains_y.count + 1));
  int result = 0;
  for (int sign = 0; sign <= 1 && !result; sign++)
    for (int e = in_y->emin; e <= in_y->emax && !result; e++) {
      c.cell.sign_y = sign, c.cell.e_y = e;
      result = plan_band(&c);
    }
  free(c.x), free(c.y);
  planner->empty = result == 0 && planner->lines == 0;
  if (planner->empty)
    return tmd_error(TMD_USAGE, "no pair of the formats is in the domains of x and y");
  return result;
}
