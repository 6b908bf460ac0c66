/* Units: the lines of a plan, divided into groups of about the same predicted time, each of which
   can be searched separately.

   The law: the lines of all units together contain each argument exactly as often as the plan's
   lines, with the same problem, cell, region, symmetry, images and advice. Costs only decide where
   lines are divided. */
#ifndef TMD_PLAN_UNITS_H
#define TMD_PLAN_UNITS_H

#include "lib/stream/plan-line.h"

struct tmd_unit {
  size_t first, count; /* its parts */
  double seconds;      /* predicted */
};

struct tmd_units {
  double seconds;             /* target time of a unit, > 0 */
  size_t parts_max;           /* limit of the lines of all units; set these two, zero the others */
  struct tmd_planline **part; /* owned, as they are: without the unused end of the plan text */
  size_t parts, part_capacity;
  struct tmd_unit *unit;
  size_t units, unit_capacity;
};

/* Appends a line to the last unit, and divides it where the unit is full, at `seconds`; so all
   units are full except the last one and those before an undivided line. Regions and lines by
   divisors are not divided; a line by divisors stays with a preceding one until their unit is full,
   as they share factors. 0, or -1 (message) for more than parts_max lines. */
int tmd_units_add(struct tmd_units *units, const struct tmd_planline *line)
    __attribute__((warn_unused_result));

/* Calls visit for each line of each unit, the longest unit first, equal ones in order; `first` is 1
   for the first line of a unit. */
void tmd_units_visit(struct tmd_units *units,
                     void (*visit)(const struct tmd_planline *line, int first, void *context),
                     void *context);

void tmd_units_free(struct tmd_units *units);

#endif
