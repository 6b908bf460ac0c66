#include "planner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "claim.h"
#include "cut.h"
#include "error.h"
#include "points.h"
#include "region.h"
#include "scaled.h"

enum {
  REGION_LEAST_ARGUMENTS = 64, /* shorter ranges without hard cases are searched all the same */
  HARD_LEAST_ARGUMENTS = 512,  /* shorter ranges of hard cases are listed one by one, */
  EXTREME_BITS = 60,           /* unless they are harder than chance makes them by so much: expm1(-1000) ~ -1 */
  CLASSIFICATIONS_MAX = 4096,  /* of parts of one piece: enclosures that do not shrink with the range end in a search */
  POINTS_BLOCK = 1 << 13,
  FORECAST_EXPONENT = 3,       /* from 2^3 on, functions of the table that oscillate do so throughout */
  FORECAST_SHOWN = 3,
  FORECAST_TURNS = 8,          /* an expression has shown so many turns in a binade, */
  WINDOW_TURNS = 4,            /* and in places as long as these were, half as many further on */
  WINDOW_LEAST = 64,           /* arguments: shorter places tell nothing */
  PROBED_LEAST = 0,            /* binades looked at before any is planned, as those next to 0 may take minutes */
  PROBED_GREATEST = 6,
  PROBED_TURNS = 64            /* of these, no more than so many */
};

/* A line is divided in the middle if that saves a share of the predicted time; again and again, so that parts are a geometric series
   towards an end where f is singular. It is tried where there is time to save, and f is not as smooth everywhere: on a binade
   1/x is just smooth enough. */
static const double DIVIDE_SECONDS = 0.1, DIVIDE_SHARE = 0.8, SMOOTH_RATIO = 2; /* 8 = 2 4 of w_2, 32 of w_3, ... */

struct range {
  tmd_u128 X0, X1;
};

/* How often |f| has turned, counted in consecutive pieces: f has changed its sign, |f| goes down after it went up or the other way, or there
   is a pole. Monotone functions do not turn, however many powers of two they pass. */
struct turns {
  int count, most; /* most > 0: stop there */
  int known, sign_f, e_out, direction;
};

/* A binade of x while it is being planned: lines are held back one by one so that neighbours can be joined. */
struct binade {
  struct tmd_planner *planner;
  int sign_x, e_in;
  struct tmd_planline held;
  enum tmd_region_status status; /* of the range held: regions where all and where none are hard are proved apart */
  int holding;
  int classified; /* parts of the current piece */
  struct turns turns;
};

/* What is advised for a range. */
struct advice {
  struct tmd_parameters parameters;
  int varies; /* how smooth f is differs from place to place */
};

/* |w_j|, of w_1 what it differs from an integer. */
static double magnitude(const arb_poly_t w, int j) {
  arf_t c;
  arf_init(c);
  if (j < arb_poly_length(w)) arf_set(c, arb_midref(arb_poly_get_coeff_ptr(w, j)));
  if (j == 1 && arf_is_finite(c)) {
    arf_t integer;
    arf_init(integer);
    arf_set_d(integer, 0.5);
    arf_add(integer, integer, c, ARF_PREC_EXACT, ARF_RND_DOWN);
    arf_floor(integer, integer);
    arf_sub(c, c, integer, ARF_PREC_EXACT, ARF_RND_DOWN);
    arf_clear(integer);
  }
  const double result = fabs(arf_get_d(c, ARF_RND_UP));
  arf_clear(c);
  return result;
}

/* In three places: advice, not a bound. *varies: they differ, or f is singular in one of them. */
static struct tmd_smoothness smoothness(const struct tmd_planner *planner, const struct tmd_cell *cell, tmd_u128 X0, tmd_u128 X1, int *varies) {
  double most[6] = {0}, least[6], order_least = 0;
  arb_t X;
  arb_poly_t w;
  arb_init(X);
  arb_poly_init(w);
  *varies = 0;
  for (int place = 0; place < 3; place++) {
    tmd_scaled_integer(X, X0 + (X1 - 1 - X0) / 2 * (tmd_u128)place);
    tmd_scaled_series(w, &planner->problem, cell, planner->function, X, 6, 96 + planner->problem.in.p);
    double size[6];
    for (int j = 1; j <= 5; j++) {
      size[j] = magnitude(w, j);
      *varies |= !isfinite(size[j]);
      if (isfinite(size[j]) && size[j] > most[j]) most[j] = size[j];
      if (place == 0 || size[j] < least[j]) least[j] = size[j];
    }
    /* within the arc of an integer, 1/Q, but so far from its vertex that the curve there is another (kernels/farey.md, an arc alone) */
    if (size[1] * size[3] > 0.12 * size[2] * size[2] && order_least < 1 / size[1]) order_least = 1 / size[1];
  }
  for (int j = 2; j <= 5; j++) *varies |= most[j] > ldexp(SMOOTH_RATIO, 2 * (j - 1)) * least[j];
  arb_clear(X);
  arb_poly_clear(w);
  return (struct tmd_smoothness){.w1 = most[1], .order_least = order_least, .w2 = most[2], .w3 = most[3], .w4 = most[4], .w5 = most[5]};
}

static struct advice advise(const struct tmd_planner *planner, const struct tmd_cell *cell, tmd_u128 X0, tmd_u128 X1) {
  struct advice advice;
  const struct tmd_smoothness smooth = smoothness(planner, cell, X0, X1, &advice.varies);
  advice.parameters = tmd_cost_choose(&planner->problem, tmd_wide_double(X1 - X0), &smooth, planner->method);
  return advice;
}

static void set_number(char *plan, const char *key, unsigned long long value) {
  char text[24];
  snprintf(text, sizeof text, "%llu", value);
  tmd_plan_set(plan, key, text);
}

static void set_parameters(const struct tmd_planner *planner, struct tmd_planline *line, struct tmd_parameters p) {
  const int phases = p.method == TMD_METHOD_LEFEVRE || p.method == TMD_METHOD_REGULAR;
  if (planner->n) {
    const uint64_t packet = p.n * p.count;
    p.n = (uint64_t)planner->n;
    p.count = packet / p.n < 1 ? 1 : packet / p.n > TMD_COUNT_MAX ? TMD_COUNT_MAX : (uint32_t)(packet / p.n);
  }
  if (planner->split) p.split = (int)planner->split;
  tmd_plan_set(line->plan, "method", tmd_method_name(p.method));
  set_number(line->plan, "block", p.block);
  if (p.n) set_number(line->plan, "n", p.n);
  if (p.n) set_number(line->plan, "count", p.count);
  if (p.order) set_number(line->plan, "order", p.order);
  if (phases) set_number(line->plan, "split", (unsigned long long)p.split);
  if (phases && planner->line) tmd_plan_set(line->plan, "line", planner->line);
  line->cost_seconds = p.seconds;
}

static double points_seconds(const struct tmd_planner *planner, tmd_u128 arguments) {
  double cell_ns;
  return 1e-9 * tmd_points_ns(&planner->problem, planner->function, &cell_ns) * tmd_wide_double(arguments);
}

/* Its arguments are to be taken one by one, on their own. */
static void set_points(const struct tmd_planner *planner, struct tmd_planline *line) {
  tmd_plan_set(line->plan, "method", "points");
  set_number(line->plan, "block", POINTS_BLOCK);
  line->cost_seconds = points_seconds(planner, line->X1 - line->X0);
}

static int emit(struct tmd_planner *planner, const struct tmd_planline *line) {
  if (++planner->lines > planner->lines_max)
    return tmd_error(TMD_USAGE, "more than %lld cells: give a smaller --domain, or a larger --max-cells", planner->lines_max);
  planner->seconds += line->cost_seconds;
  if (planner->seconds_max > 0 && planner->seconds > planner->seconds_max)
    return tmd_error(TMD_USAGE, "more than %g predicted seconds: give a smaller --domain, or a larger --max-cost", planner->seconds_max);
  planner->emit(line, planner->context);
  return 0;
}

/* A line to be searched, whole or in parts. */
static int emit_searched(struct tmd_planner *planner, const struct tmd_planline *whole, tmd_u128 X0, tmd_u128 X1, const struct advice *advice) {
  const double seconds = advice->parameters.seconds;
  if (advice->varies && seconds > DIVIDE_SECONDS && X1 - X0 > 1) {
    const tmd_u128 middle = X0 + (X1 - X0) / 2;
    const struct advice low = advise(planner, &whole->cell, X0, middle), high = advise(planner, &whole->cell, middle, X1);
    if (low.parameters.seconds + high.parameters.seconds < DIVIDE_SHARE * seconds)
      return emit_searched(planner, whole, X0, middle, &low) || emit_searched(planner, whole, middle, X1, &high) ? -1 : 0;
  }
  struct tmd_planline line = *whole;
  line.X0 = X0;
  line.X1 = X1;
  if (planner->method == TMD_METHOD_AUTO && points_seconds(planner, X1 - X0) < seconds)
    set_points(planner, &line);
  else
    set_parameters(planner, &line, advice->parameters);
  return emit(planner, &line);
}

static int release(struct binade *b) {
  struct tmd_planner *planner = b->planner;
  struct tmd_planline *line = &b->held;
  if (!b->holding) return 0;
  b->holding = 0;
  if (!line->region && !tmd_cell_scattered(&line->cell)) {
    const struct advice advice = advise(planner, &line->cell, line->X0, line->X1);
    return emit_searched(planner, line, line->X0, line->X1, &advice);
  }
  if (!line->region) set_points(planner, line);
  return emit(planner, line);
}

static int add(struct binade *b, const struct tmd_cell *cell, tmd_u128 X0, tmd_u128 X1, unsigned region, enum tmd_region_status status) {
  if (b->holding && b->held.region == region && b->status == status && b->held.X1 == X0 && !memcmp(&b->held.cell, cell, sizeof *cell)) {
    b->held.X1 = X1;
    return 0;
  }
  if (release(b)) return -1;
  memset(&b->held, 0, sizeof b->held);
  b->held.problem = b->planner->problem;
  b->held.cell = *cell;
  b->held.X0 = X0;
  b->held.X1 = X1;
  b->held.region = region;
  b->status = status;
  b->holding = 1;
  return 0;
}

/* 1 if f(x) is a number of p_out + 1 bits: an exact case, to be listed. */
static int is_exact(const struct tmd_planner *planner, const struct tmd_cell *cell, tmd_u128 X) {
  int out_of_range;
  mpfr_t x, y;
  mpfr_init2(x, 128);
  mpfr_init2(y, planner->problem.out.p + 1);
  tmd_argument_mpfr(x, cell->sign_x, X, tmd_cell_unit(&planner->problem, cell));
  int ternary = tmd_function_mpfr(planner->function, y, x, MPFR_RNDN, &out_of_range);
  mpfr_clears(x, y, NULL);
  return ternary == 0 && !out_of_range;
}

/* 1 if the range is worth a region of its own. */
static int is_region(const struct binade *b, const struct tmd_cell *cell, const struct tmd_region *region, tmd_u128 X0, tmd_u128 X1) {
  const tmd_u128 arguments = X1 - X0;
  if (region->status == TMD_REGION_NONE_HARD) return arguments >= REGION_LEAST_ARGUMENTS;
  if (region->status != TMD_REGION_ALL_HARD) return 0;
  if (arguments == 1 && region->greatest == TMD_HARDNESS_UNBOUNDED && is_exact(b->planner, cell, X0)) return 0;
  return arguments >= HARD_LEAST_ARGUMENTS || region->greatest > (unsigned)(b->planner->problem.bits + EXTREME_BITS);
}

/* Divides a cell into regions and the rest. */
static int add_cell(struct binade *b, const struct tmd_cell *cell, tmd_u128 X0, tmd_u128 X1) {
  const struct tmd_region region = tmd_region_classify(&b->planner->problem, b->planner->function, cell, X0, X1);
  if (is_region(b, cell, &region, X0, X1)) return add(b, cell, X0, X1, region.reason, region.status);
  if (region.status != TMD_REGION_MIXED || X1 - X0 <= REGION_LEAST_ARGUMENTS || ++b->classified > CLASSIFICATIONS_MAX)
    return add(b, cell, X0, X1, 0, TMD_REGION_OPEN);
  const tmd_u128 middle = X0 + (X1 - X0) / 2;
  return add_cell(b, cell, X0, middle) || add_cell(b, cell, middle, X1) ? -1 : 0;
}

static void count_turns(struct turns *t, const struct tmd_piece *piece) {
  const int known = piece->class == TMD_PIECE_CELL || piece->class == TMD_PIECE_OVERFLOW || piece->class == TMD_PIECE_UNDERFLOW;
  if (piece->class == TMD_PIECE_OUTSIDE && t->known) t->count++;
  if (known && t->known) {
    const int direction = (piece->e_out > t->e_out) - (piece->e_out < t->e_out), other_sign = piece->sign_f != t->sign_f;
    if (other_sign || direction * t->direction < 0) t->count++;
    if (other_sign || direction) t->direction = other_sign ? 0 : direction;
  }
  t->known = known;
  t->sign_f = piece->sign_f;
  t->e_out = piece->e_out;
  if (!known) t->direction = 0;
}

static int add_piece(const struct tmd_piece *piece, void *context) {
  struct binade *b = context;
  count_turns(&b->turns, piece);
  static const unsigned reason[] = {[TMD_PIECE_OVERFLOW] = TMD_REGION_OVERFLOW, [TMD_PIECE_UNDERFLOW] = TMD_REGION_UNDERFLOW,
                                    [TMD_PIECE_ZERO] = TMD_REGION_EXACT, [TMD_PIECE_EXACT] = TMD_REGION_EXACT};
  const struct tmd_cell cell = {b->sign_x, piece->sign_f, b->e_in, piece->e_out};
  b->classified = 0;
  if (piece->class == TMD_PIECE_OUTSIDE) return 0;
  if (piece->class == TMD_PIECE_CELL) return add_cell(b, &cell, piece->X0, piece->X1);
  return add(b, &cell, piece->X0, piece->X1, reason[piece->class], TMD_REGION_NONE_HARD);
}

static int by_X0(const void *a, const void *b) {
  const struct range *x = a, *y = b;
  return x->X0 < y->X0 ? -1 : x->X0 > y->X0;
}

/* The union of the domains on X in [low, high), as disjoint ranges in order; returns their number. */
static int unite(const struct tmd_planner *planner, int sign_x, int unit, tmd_u128 low, tmd_u128 high, struct range *ranges) {
  int count = 0, joined = 0;
  for (int i = 0; i < planner->domain_count; i++)
    if (tmd_domain_cut(planner->domains + i, sign_x, unit, low, high, &ranges[count].X0, &ranges[count].X1)) count++;
  qsort(ranges, (size_t)count, sizeof *ranges, by_X0);
  for (int i = 0; i < count; i++) {
    if (joined && ranges[i].X0 <= ranges[joined - 1].X1) {
      if (ranges[i].X1 > ranges[joined - 1].X1) ranges[joined - 1].X1 = ranges[i].X1;
    } else {
      ranges[joined++] = ranges[i];
    }
  }
  return joined;
}

static int plan_binade(struct binade *b, int e_in, tmd_u128 low, tmd_u128 high, struct range *ranges) {
  const struct tmd_planner *planner = b->planner;
  b->e_in = e_in;
  b->turns = (struct turns){0};
  int count = unite(planner, b->sign_x, e_in - planner->problem.in.p + 1, low, high, ranges);
  for (int i = 0; i < count; i++) {
    struct range r = ranges[i];
    if (!tmd_cut_domain(&planner->problem, planner->function, b->sign_x, e_in, &r.X0, &r.X1)) continue;
    if (tmd_cut_scattered(&planner->problem, planner->function, b->sign_x, e_in, r.X0, r.X1)) {
      const struct tmd_cell cell = {b->sign_x, 0, e_in, TMD_E_OUT_EACH};
      if (add(b, &cell, r.X0, r.X1, 0, TMD_REGION_OPEN)) return -1;
      continue;
    }
    if (tmd_cut(&planner->problem, planner->function, b->sign_x, e_in, r.X0, r.X1, add_piece, b)) return -1;
  }
  return release(b);
}

/* x = 0, if it is in the domains and f is finite there. */
static int plan_zero(struct binade *b, struct range *ranges) {
  const struct tmd_planner *planner = b->planner;
  const int unit = planner->problem.in.emin - planner->problem.in.p + 1;
  struct tmd_cell cell;
  if (!unite(planner, 0, unit, 0, 1, ranges) || !tmd_region_zero_cell(&cell, &planner->problem, planner->function)) return 0;
  return add(b, &cell, 0, 1, TMD_REGION_ZERO, TMD_REGION_NONE_HARD) || release(b) ? -1 : 0;
}

/* ---- Functions that oscillate: what will be too much is said before it is made ---- */

/* Of the binades planned last, on one side of 0. */
struct forecast {
  struct {
    int e_in, turns;
    double cells, seconds;
  } known[FORECAST_SHOWN];
};

static int forecast_error(const struct tmd_planner *planner, const struct forecast *f) {
  char shown[FORECAST_SHOWN * 48] = "";
  for (int i = 0; i < FORECAST_SHOWN; i++)
    if (f->known[i].cells > 0) {
      char seconds[24] = "";
      if (f->known[i].seconds > 0) snprintf(seconds, sizeof seconds, ", %.3g s", f->known[i].seconds);
      snprintf(shown + strlen(shown), sizeof shown - strlen(shown), " 2^%d: %.0f cells%s;", f->known[i].e_in, f->known[i].cells, seconds);
    }
  return tmd_error(TMD_USAGE, "%s takes too much, predicted from |x| =%s and so on, twice as many in each binade: give a smaller "
                   "--domain, or a larger --max-cells or --max-cost", planner->function->name, shown);
}

/* No theorem says of an expression that it oscillates from somewhere on. It does so as far as is known if in the last binades, one after the
   other, turns have about doubled or more. */
static int has_oscillated(const struct forecast *f) {
  const int last = FORECAST_SHOWN - 1;
  for (int i = 0; i < last; i++)
    if (f->known[i + 1].e_in != f->known[i].e_in + 1 || 2 * f->known[i + 1].turns < 3 * f->known[i].turns) return 0;
  return f->known[0].turns > 0 && f->known[last].turns >= FORECAST_TURNS && f->known[last].turns >= 3 * f->known[0].turns;
}

static int count_window(const struct tmd_piece *piece, void *context) {
  struct turns *t = context;
  count_turns(t, piece);
  return t->count >= t->most ? -1 : 0;
}

/* And goes on if it is seen to in three places of a binade to come, whose length is that of WINDOW_TURNS of the last one known: where x^2/100
   outgrows sin(x), it does not. */
static int goes_on(const struct binade *b, const struct forecast *f, int e, const struct range *range) {
  const struct tmd_planner *planner = b->planner;
  const double length = ldexp(WINDOW_TURNS, planner->problem.in.p - 1 - (e - f->known[FORECAST_SHOWN - 1].e_in)) / f->known[FORECAST_SHOWN - 1].turns;
  const tmd_u128 arguments = range->X1 - range->X0;
  if (length < WINDOW_LEAST) return 0;
  const tmd_u128 window = length < tmd_wide_double(arguments) ? (tmd_u128)length : arguments;
  for (int place = 0; place < 3; place++) {
    struct turns turns = {.most = WINDOW_TURNS / 2};
    const tmd_u128 X = range->X0 + (arguments - window) / 2 * (tmd_u128)place;
    if (tmd_cut(&planner->problem, planner->function, b->sign_x, e, X, X + window, count_window, &turns) == 0) return 0;
    if (turns.count < turns.most) return 0; /* too many evaluations */
  }
  return 1;
}

static void remember(struct forecast *f, int e_in, int turns, double cells, double seconds) {
  memmove(f->known, f->known + 1, sizeof f->known - sizeof *f->known);
  f->known[FORECAST_SHOWN - 1].e_in = e_in;
  f->known[FORECAST_SHOWN - 1].turns = turns;
  f->known[FORECAST_SHOWN - 1].cells = cells;
  f->known[FORECAST_SHOWN - 1].seconds = seconds;
}

/* 1 if most of the binade is in one range of the domain: only such a one is taken for an example. */
static int is_example(const struct binade *b, int e, struct range *ranges) {
  const struct tmd_format *in = &b->planner->problem.in;
  const tmd_u128 one = (tmd_u128)1 << (in->p - 1);
  return unite(b->planner, b->sign_x, e - in->p + 1, one, 2 * one, ranges) == 1 && ranges[0].X1 - ranges[0].X0 > one / 2;
}

/* After the binade e_in, on which f oscillates: all that is to come has at least as many cells for a length of x, until cells are so
   short that the binade is scattered, or a theorem tells it. */
static int foresee(struct binade *b, struct forecast *f, int e_in, int turns, double cells, double seconds, struct range *ranges) {
  const struct tmd_planner *planner = b->planner;
  const struct tmd_format *in = &planner->problem.in;
  const tmd_u128 one = (tmd_u128)1 << (in->p - 1);
  double cell_ns;
  const double scattered = ldexp(1, in->p) * tmd_points_ns(&planner->problem, planner->function, &cell_ns) / cell_ns;
  double all_cells = (double)planner->lines, all_seconds = planner->seconds;
  const int expression = planner->function->expression != NULL;
  if (planner->function->monotone || (!expression && e_in < FORECAST_EXPONENT) ||
      (!b->sign_x && planner->function->rises_from > 0))
    return 0;
  remember(f, e_in, turns, cells, seconds);
  if ((expression && !has_oscillated(f)) || !is_example(b, e_in, ranges)) return 0;
  for (int e = e_in + 1; e <= in->emax && cells < scattered; e++) {
    const int count = unite(planner, b->sign_x, e - in->p + 1, one, 2 * one, ranges);
    if (tmd_cut_told(&planner->problem, planner->function, b->sign_x, e, one, 2 * one)) break;
    if (expression && (count == 0 || !goes_on(b, f, e, ranges))) break;
    cells *= 2;
    seconds *= 2;
    double share = 0;
    for (int i = 0; i < count; i++) share += tmd_wide_double(ranges[i].X1 - ranges[i].X0) / tmd_wide_double(one);
    all_cells += share * cells;
    all_seconds += share * seconds;
    if (all_cells > (double)planner->lines_max || (planner->seconds_max > 0 && all_seconds > planner->seconds_max))
      return forecast_error(planner, f);
  }
  return 0;
}

struct probe {
  struct turns turns;
  double cells;
};

static int count_probe(const struct tmd_piece *piece, void *context) {
  struct probe *probe = context;
  probe->cells++;
  return count_window(piece, &probe->turns);
}

/* Of an expression, on one side: the first binades from 1 on. */
static int probe_side(struct binade *b, struct range *ranges) {
  const struct tmd_planner *planner = b->planner;
  struct forecast forecast = {0};
  int result = 0, more = 1;
  for (int e = PROBED_LEAST; more && !result && e <= PROBED_GREATEST && e <= planner->problem.in.emax; e++) {
    struct probe probe = {.turns.most = PROBED_TURNS};
    if (!is_example(b, e, ranges)) return 0;
    more = tmd_cut(&planner->problem, planner->function, b->sign_x, e, ranges[0].X0, ranges[0].X1, count_probe, &probe) == 0;
    if (probe.turns.count < probe.turns.most && !more) return 0; /* too many evaluations */
    result = foresee(b, &forecast, e, probe.turns.count, probe.cells, 0, ranges);
  }
  return result;
}

int tmd_planner_run(struct tmd_planner *planner) {
  const struct tmd_format in = planner->problem.in;
  const tmd_u128 one = (tmd_u128)1 << (in.p - 1);
  struct range *ranges = tmd_allocate(sizeof *ranges * (size_t)planner->domain_count);
  struct binade *b = tmd_allocate(sizeof *b);
  memset(b, 0, sizeof *b);
  b->planner = planner;
  int result = 0;
  for (; planner->function->expression && b->sign_x <= 1 && result == 0; b->sign_x++) result = probe_side(b, ranges);
  b->sign_x = 0;
  if (result == 0) result = plan_zero(b, ranges);
  for (b->sign_x = 0; b->sign_x <= 1 && result == 0; b->sign_x++) {
    /* subnormal: by powers of two as well, as f may be singular at 0 and no parameters suit both ends */
    for (tmd_u128 X = 1; X < one && result == 0; X *= 2) result = plan_binade(b, in.emin, X, 2 * X, ranges);
    struct forecast forecast = {0};
    for (int e = in.emin; e <= in.emax && result == 0; e++) {
      const double cells = (double)planner->lines, seconds = planner->seconds;
      result = plan_binade(b, e, one, 2 * one, ranges);
      if (result == 0) result = foresee(b, &forecast, e, b->turns.count, (double)planner->lines - cells, planner->seconds - seconds, ranges);
    }
  }
  free(b);
  free(ranges);
  if (result == 0 && planner->lines == 0)
    return tmd_error(TMD_USAGE, "no argument of the format is in the domain and in that of %s", planner->function->name);
  return result;
}
