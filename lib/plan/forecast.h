/* Forecasts of what a plan takes: where f oscillates, binades far out have more cells than can be
   searched, and this is reported before they are made. Functions of the table go on oscillating by
   theorem; of expressions it is seen in the binades planned last, or in the first ones from 1 on,
   and looked for in those to come. */
#ifndef TMD_FORECAST_H
#define TMD_FORECAST_H

#include "lib/cell/pieces.h"
#include "lib/plan/planner.h"

enum { TMD_FORECAST_SHOWN = 3 };

/* How often |f| has turned, counted in consecutive pieces: f has changed its sign, |f| goes down
   after it went up or the other way, or there is a pole. Monotone functions do not turn, however
   many powers of two they pass. */
struct tmd_turns {
  int count, most; /* most > 0: stop there */
  int defined, sign_f, e_out, direction;
};

void tmd_turns_count(struct tmd_turns *turns, const struct tmd_piece *piece);

/* What a binade has, planned or looked at. */
struct tmd_forecast_binade {
  int e_in, turns;
  double cells, seconds;
};

/* One side of 0; `ranges` is room for as many as there are domains. Of the binades planned last,
   the latest at the end; zeros at first. */
struct tmd_forecast {
  int sign_x;
  struct tmd_range *ranges;
  struct tmd_forecast_binade latest[TMD_FORECAST_SHOWN];
};

/* Takes what the next binade has; 0, or -1 (message) if the rest of this side is too much for
   lines_max or seconds_max. */
int tmd_forecast_next(const struct tmd_planner *planner, struct tmd_forecast *forecast,
                      const struct tmd_forecast_binade *binade);

/* The same before any binade of this side is planned, where it is looked for. */
int tmd_forecast_probe(const struct tmd_planner *planner, int sign_x, struct tmd_range *ranges);

/* The number of cases in a line and its images: as many as random bits have, of an expression as
   samples show where those have more. */
double tmd_forecast_cases(const struct tmd_planner *planner, const struct tmd_planline *line);

#endif
