/* Forecasts of what a plan takes: where f oscillates, binades far out have more cells than anybody waits for, and this is said
   before they are made. Of functions of the table a theorem says that they go on oscillating; of expressions it is seen in the
   binades planned last, or in the first ones from 1 on, and looked for in those to come. */
#ifndef TMD_FORECAST_H
#define TMD_FORECAST_H

#include "lib/cell/cut.h"
#include "lib/plan/planner.h"

enum { TMD_FORECAST_SHOWN = 3 };

/* How often |f| has turned, counted in consecutive pieces: f has changed its sign, |f| goes down after it went up or the other
   way, or there is a pole. Monotone functions do not turn, however many powers of two they pass. */
struct tmd_turns {
  int count, most; /* most > 0: stop there */
  int known, sign_f, e_out, direction;
};

void tmd_turns_count(struct tmd_turns *turns, const struct tmd_piece *piece);

/* Of the binades planned last, on one side of 0; zeros at first. */
struct tmd_forecast {
  struct {
    int e_in, turns;
    double cells, seconds;
  } known[TMD_FORECAST_SHOWN];
};

/* Told what the binade e_in had; 0, or -1 (message) if the rest of this side is too much for lines_max or seconds_max.
   `ranges` is room for as many as there are domains. */
int tmd_forecast_next(const struct tmd_planner *planner, int sign_x, struct tmd_forecast *forecast, int e_in, int turns,
                      double cells, double seconds, struct tmd_range *ranges);

/* The same of an expression before any binade of this side is planned. */
int tmd_forecast_probe(const struct tmd_planner *planner, int sign_x, struct tmd_range *ranges);

#endif
