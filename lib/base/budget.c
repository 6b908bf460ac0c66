#include "lib/base/budget.h"

enum {
  WORD_BITS = 64,
  ARGUMENT_STEPS =
      32,          /* as long as it takes to be certain of the place of one argument, as measured */
  QUICK_STEPS = 8, /* of two terms in 192 bits, */
  WELL_STEPS = 256 /* and where these are expanded, without bits for what is lost */
};

static _Thread_local double counted;

void tmd_steps_count(long terms, long bits) { counted += (double)terms * (double)bits / WORD_BITS; }

double tmd_steps_counted(void) { return counted; }

double tmd_budget_of(double arguments) { return arguments * ARGUMENT_STEPS; }

int tmd_budget_allows(double budget, int well) {
  return budget >= (well ? WELL_STEPS : QUICK_STEPS);
}
