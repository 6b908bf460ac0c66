#include "lib/plan/forecast.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/cell/single-arguments.h"
#include "lib/pairs/power-runs.h"
#include "lib/problem/pair.h"
#include "lib/stream/plan-words.h"

enum {
  FORECAST_EXPONENT = 3, /* from 2^3 on, functions of the table that oscillate do so throughout, */
  FORECAST_DECIMAL_EXPONENT = 1, /* and so from 10 on */
  FORECAST_TURNS = 8,            /* an expression must have so many turns in a binade, */
  WINDOW_TURNS = 4,              /* and half as many in later windows of the same length */
  WINDOW_LEAST = 64,             /* arguments: shorter windows show nothing */
  PROBED_LEAST = 0, /* binades probed before planning, as those next to 0 may take minutes */
  PROBED_GREATEST = 6,
  PROBED_DECIMAL_GREATEST = 2,
  PROBED_TURNS = 64,                /* the most that a probe counts */
  CASE_SAMPLES = 16,                /* in a line, */
  SAMPLED_LEAST_ARGUMENTS = 1 << 20 /* if it has so many arguments */
};

void tmd_turns_count(struct tmd_turns *t, const struct tmd_piece *piece) {
  const int defined = piece->class == TMD_PIECE_CELL || piece->class == TMD_PIECE_OVERFLOW ||
                      piece->class == TMD_PIECE_UNDERFLOW;
  if (piece->class == TMD_PIECE_OUTSIDE && t->defined) t->count++;
  if (defined && t->defined) {
    const int direction = (piece->e_out > t->e_out) - (piece->e_out < t->e_out),
              other_sign = piece->sign_f != t->sign_f;
    if (other_sign || direction * t->direction < 0) t->count++;
    if (other_sign || direction) t->direction = other_sign ? 0 : direction;
  }
  t->defined = defined;
  t->sign_f = piece->sign_f;
  t->e_out = piece->e_out;
  if (!defined) t->direction = 0;
}

static int forecast_error(const struct tmd_planner *planner, const struct tmd_forecast *f,
                          int cells) {
  const struct tmd_format *in = &planner->problem->in;
  char shown[TMD_FORECAST_SHOWN * 48] = "", limit[64];
  if (cells) snprintf(limit, sizeof limit, "--max-cells, %lld", planner->lines_max);
  else snprintf(limit, sizeof limit, "--max-cost, %g s", planner->seconds_max);
  for (int i = 0; i < TMD_FORECAST_SHOWN; i++)
    if (f->latest[i].cells > 0) {
      char seconds[24] = "";
      if (f->latest[i].seconds > 0)
        snprintf(seconds, sizeof seconds, ", %.3g s", f->latest[i].seconds);
      snprintf(shown + strlen(shown), sizeof shown - strlen(shown), " %d^%d: %.0f cells%s;",
               tmd_format_radix(in), f->latest[i].e_in, f->latest[i].cells, seconds);
    }
  return tmd_error(
      TMD_USAGE,
      "%s takes too much, predicted from |x| =%s and so on, %s times as many in each %s, beyond %s: "
      "give a smaller --domain, or a larger limit",
      planner->function->name, shown, in->decimal ? "ten" : "two",
      in->decimal ? "decade" : "binade", limit);
}

/* Without a theorem f counts as oscillating if turns have about doubled, or more, in each of the
   last binades. */
static int has_oscillated(const struct tmd_forecast *f) {
  const int last = TMD_FORECAST_SHOWN - 1;
  for (int i = 0; i < last; i++)
    if (f->latest[i + 1].e_in != f->latest[i].e_in + 1 ||
        2 * f->latest[i + 1].turns < 3 * f->latest[i].turns)
      return 0;
  return f->latest[0].turns > 0 && f->latest[last].turns >= FORECAST_TURNS &&
         f->latest[last].turns >= 3 * f->latest[0].turns;
}

static int count_window(const struct tmd_piece *piece, void *context) {
  struct tmd_turns *t = context;
  tmd_turns_count(t, piece);
  return t->count >= t->most ? -1 : 0;
}

/* The arguments X0 <= X < X1 of a binade of this side. */
static struct tmd_segment segment_of(const struct tmd_planner *planner,
                                     const struct tmd_forecast *f, int e, tmd_u128 X0,
                                     tmd_u128 X1) {
  return (struct tmd_segment){
      planner->problem, planner->function, {.sign_x = f->sign_x, .e_in = e}, X0, X1};
}

/* The number of normal arguments of one exponent. */
static double arguments_of_binade(const struct tmd_format *in) {
  return tmd_wide_double(tmd_format_power(in, in->p) - tmd_format_least_normal(in));
}

/* It goes on if it oscillates in three windows of a later binade, as long as WINDOW_TURNS turns of
   the latest one: it does not where x^2/100 outgrows sin(x). */
static int goes_on(const struct tmd_planner *planner, const struct tmd_forecast *f, int e) {
  const struct tmd_forecast_binade *last = f->latest + TMD_FORECAST_SHOWN - 1;
  const struct tmd_range *range = f->ranges;
  const struct tmd_format *in = &planner->problem->in;
  const double length = WINDOW_TURNS * arguments_of_binade(in) /
                        pow(tmd_format_radix(in), e - last->e_in) / last->turns;
  const tmd_u128 arguments = range->X1 - range->X0;
  if (length < WINDOW_LEAST) return 0;
  const tmd_u128 window = length < tmd_wide_double(arguments) ? (tmd_u128)length : arguments;
  for (tmd_u128 i = 0; i < 3; i++) {
    struct tmd_turns turns = {.most = WINDOW_TURNS / 2};
    const tmd_u128 X = range->X0 + (arguments - window) / 2 * i;
    const struct tmd_segment segment = segment_of(planner, f, e, X, X + window);
    if (tmd_cut(&segment, count_window, &turns) == 0) return 0;
    if (turns.count < turns.most) return 0; /* too many evaluations */
  }
  return 1;
}

static void remember(struct tmd_forecast *f, const struct tmd_forecast_binade *binade) {
  memmove(f->latest, f->latest + 1, sizeof f->latest - sizeof *f->latest);
  f->latest[TMD_FORECAST_SHOWN - 1] = *binade;
}

/* Puts the arguments of a binade that are in the domains into the ranges; returns their number. */
static int cut_binade(const struct tmd_planner *planner, const struct tmd_forecast *f, int e) {
  const struct tmd_format *in = &planner->problem->in;
  return tmd_domains_cut(&planner->domains, in, f->sign_x, e, tmd_format_least_normal(in),
                         tmd_format_power(in, in->p), f->ranges);
}

/* 1 if most of the binade is in one range of the domain: only such binades serve as
   examples. */
static int is_example(const struct tmd_planner *planner, const struct tmd_forecast *f, int e) {
  return cut_binade(planner, f, e) == 1 && 2 * tmd_wide_double(f->ranges[0].X1 - f->ranges[0].X0) >
                                               arguments_of_binade(&planner->problem->in);
}

/* Where f has oscillated, later binades have at least as many cells per length of x, until cells
   are so short that the binade is scattered, or a theorem covers it. */
static int predict(const struct tmd_planner *planner, const struct tmd_forecast *f) {
  const struct tmd_format *in = &planner->problem->in;
  const tmd_u128 one = tmd_format_least_normal(in), end = tmd_format_power(in, in->p);
  const double radix = tmd_format_radix(in);
  struct tmd_forecast_binade next = f->latest[TMD_FORECAST_SHOWN - 1];
  double cell_ns;
  const double scattered =
      tmd_wide_double(end) * tmd_points_ns(planner->problem, planner->function, &cell_ns) / cell_ns;
  double all_cells = (double)planner->lines, all_seconds = planner->seconds;
  for (int e = next.e_in + 1; e <= in->emax && next.cells < scattered; e++) {
    const int count = cut_binade(planner, f, e);
    const struct tmd_segment binade = segment_of(planner, f, e, one, end);
    if (tmd_cut_by_theorem(&binade)) break;
    if (!planner->function->methods->oscillates_throughout &&
        (count == 0 || !goes_on(planner, f, e)))
      break;
    next.cells *= radix;
    next.seconds *= radix;
    double share = 0;
    for (int i = 0; i < count; i++)
      share += tmd_wide_double(f->ranges[i].X1 - f->ranges[i].X0) / arguments_of_binade(in);
    all_cells += share * next.cells;
    all_seconds += share * next.seconds;
    const int cells = all_cells > (double)planner->lines_max;
    if (cells || (planner->seconds_max > 0 && all_seconds > planner->seconds_max))
      return forecast_error(planner, f, cells);
  }
  return 0;
}

int tmd_forecast_next(const struct tmd_planner *planner, struct tmd_forecast *f,
                      const struct tmd_forecast_binade *binade) {
  const struct tmd_function *function = planner->function;
  const int by_theorem = function->methods->oscillates_throughout;
  const int decimal = planner->problem->in.decimal,
            from = decimal ? FORECAST_DECIMAL_EXPONENT : FORECAST_EXPONENT;
  if (function->monotone || (by_theorem && binade->e_in < from) ||
      (!f->sign_x && function->rises_from > 0))
    return 0;
  remember(f, binade);
  if ((!by_theorem && !has_oscillated(f)) || !is_example(planner, f, binade->e_in)) return 0;
  return predict(planner, f);
}

struct probe {
  struct tmd_turns turns;
  double cells;
};

static int count_probe(const struct tmd_piece *piece, void *context) {
  struct probe *probe = context;
  probe->cells++;
  return count_window(piece, &probe->turns);
}

int tmd_forecast_probe(const struct tmd_planner *planner, int sign_x, struct tmd_range *ranges) {
  struct tmd_forecast forecast = {.sign_x = sign_x, .ranges = ranges};
  const struct tmd_format *in = &planner->problem->in;
  const int greatest = in->decimal ? PROBED_DECIMAL_GREATEST : PROBED_GREATEST;
  int result = 0, more = !planner->function->methods->oscillates_throughout;
  for (int e = PROBED_LEAST; more && !result && e <= greatest && e <= in->emax; e++) {
    struct probe probe = {.turns.most = PROBED_TURNS};
    if (!is_example(planner, &forecast, e)) return 0;
    const struct tmd_segment segment =
        segment_of(planner, &forecast, e, ranges[0].X0, ranges[0].X1);
    more = tmd_cut(&segment, count_probe, &probe) == 0;
    if (probe.turns.count < probe.turns.most && !more) return 0; /* too many evaluations */
    result = tmd_forecast_next(planner, &forecast,
                               &(struct tmd_forecast_binade){e, probe.turns.count, probe.cells, 0});
  }
  return result;
}

/* ---- cases ---- */

/* The share of arguments that may be cases, estimated by a few samples of a line. */
static double sampled_share(const struct tmd_planner *planner, const struct tmd_planline *line) {
  const tmd_u128 step = (line->X1 - line->X0) / CASE_SAMPLES;
  struct tmd_claim claim = {.problem = planner->problem, .cell = line->cell};
  int cases = 0;
  for (unsigned i = 0; i < CASE_SAMPLES; i++) {
    /* in all classes modulo small powers of two, and far from each other modulo larger ones, where
       f is nearly linear */
    claim.X0 = line->X0 + i * step + i * (step / 17 | 1);
    claim.X1 = claim.X0 + 1;
    tmd_claim_empty(&claim);
    tmd_points_claim(&claim);
    cases += claim.record_count > 0;
  }
  tmd_claim_clear(&claim);
  return cases > 1 ? (double)cases / CASE_SAMPLES : 0;
}

/* The pairs of a line that may be cases. */
static double powers_pairs(const struct tmd_planline *line) {
  return tmd_powers_work(line->problem, &line->cell,
                         tmd_pair_at(line->problem, &line->cell, line->X0).Y,
                         tmd_pair_at(line->problem, &line->cell, line->X1 - 1).Y + 1)
      .pairs;
}

double tmd_forecast_cases(const struct tmd_planner *planner, const struct tmd_planline *line) {
  const double arguments = tmd_wide_double(line->X1 - line->X0),
               random = ldexp(2, -planner->problem->bits);
  struct tmd_plan_words words;
  if (line->region) return 0;
  if (!tmd_plan_words_read(&words, line->plan) && words.method == TMD_METHOD_POWERS)
    return powers_pairs(line) * fmin(random, 1);
  const double sampled =
      planner->function->methods->linear_on && arguments >= SAMPLED_LEAST_ARGUMENTS
          ? sampled_share(planner, line)
          : 0;
  return (1 + line->images) * arguments * (sampled > random ? sampled : random < 1 ? random : 1);
}
