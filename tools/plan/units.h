/* Units: the lines of a plan cut into pieces of about the same predicted time, each to be searched
   by itself, anywhere.

   The law: the lines of all units together have each argument of the plan's lines exactly as often
   as these have it, with the same problem, cell, region, symmetry, images and advice. It does not
   depend on costs, which only say where is cut. */
#ifndef TMD_PLAN_UNITS_H
#define TMD_PLAN_UNITS_H

#include "lib/stream/plan-line.h"

struct tmd_unit_part;

struct tmd_unit {
  size_t first, count; /* its parts */
  double seconds;      /* predicted */
};

struct tmd_units {
  double seconds;             /* aimed at, > 0 */
  size_t parts_max;           /* lines of all units together; these two are to be set, zeros else */
  struct tmd_unit_part *part; /* owned, as are the others */
  size_t parts, part_capacity;
  struct tmd_unit *unit;
  size_t units, unit_capacity;
  char **plan; /* the texts of advice, of consecutive lines only once */
  size_t plans, plan_capacity;
};

/* Adds a line behind the others, in the unit that was begun last, and cuts it where that is full,
   at `seconds`; so all are but the last one, and those before a line that is not cut. Regions are
   proved, and lines by divisors searched, as a whole; and such a line stays with the one before it,
   if that is by divisors too, until their unit is full: what is factored for one serves the other.
   0, or -1 (message): more than parts_max lines. */
int tmd_units_add(struct tmd_units *units, const struct tmd_planline *line)
    __attribute__((warn_unused_result));

/* Calls visit for each line of each unit, the longest unit first, of equal ones the first; `first`
   is 1 for the first line of a unit. */
void tmd_units_visit(struct tmd_units *units,
                     void (*visit)(const struct tmd_planline *line, int first, void *context),
                     void *context);

void tmd_units_free(struct tmd_units *units);

#endif
