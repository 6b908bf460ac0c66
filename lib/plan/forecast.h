/* Forecasts of a plan's size: where f oscillates, binades of large |x| have more cells than can be
   searched, which is reported before the cells are made. Functions of the table oscillate by
   theorem; expressions are probed in the last binades planned, or in the first ones from 1 on, and
   in later ones. */
#ifndef TMD_FORECAST_H
#define TMD_FORECAST_H

#include "lib/cell/pieces.h"
#include "lib/plan/planner.h"

enum { TMD_FORECAST_SHOWN = 3 };

/* The number of turns of |f|, counted in consecutive pieces: f changes its sign, |f| falls after it
   rose or rises after it fell, or there is a pole. Monotone functions do not turn, however many
   powers of two they pass. */
struct tmd_turns {
  int count, most; /* counting stops at `most` > 0 */
  int defined, sign_f, e_out, direction;
};

void tmd_turns_count(struct tmd_turns *turns, const struct tmd_piece *piece);

/* A binade that was planned or probed. */
struct tmd_forecast_binade {
  int e_in, turns;
  double cells, seconds;
};

/* One side of 0: the last binades planned, the latest at the end; `ranges` has room for one per
   domain. Initialise to zero. */
struct tmd_forecast {
  int sign_x;
  struct tmd_range *ranges;
  struct tmd_forecast_binade latest[TMD_FORECAST_SHOWN];
};

/* Adds the next binade; 0, or -1 (message) if the rest of this side exceeds lines_max or
   seconds_max. */
int tmd_forecast_next(const struct tmd_planner *planner, struct tmd_forecast *forecast,
                      const struct tmd_forecast_binade *binade);

/* The same before any binade of this side is planned, by probes. */
int tmd_forecast_probe(const struct tmd_planner *planner, int sign_x, struct tmd_range *ranges);

/* The number of cases in a line and its images: as many as random bits have, of an expression as
   samples show where those have more. */
double tmd_forecast_cases(const struct tmd_planner *planner, const struct tmd_planline *line);

#endif
