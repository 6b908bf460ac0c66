#include "tools/plan/units.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/stream/plan-words.h"

static size_t stored_bytes(const struct tmd_planline *line) {
  return offsetof(struct tmd_planline, plan) + strlen(line->plan) + 1;
}

static int is_by_divisors(const struct tmd_planline *line) {
  struct tmd_plan_words words;
  return !tmd_plan_words_read(&words, line->plan) && words.method == TMD_METHOD_DIVISORS;
}

/* Lengths above MANY are rounded up, so that no arguments are left over; units may be so much
   longer. */
#define MANY 0x1p20
#define SLACK (1 + 2 / MANY)

/* Predicted seconds that fit into the last unit; 0 if they are few. */
static double room_of(const struct tmd_units *units) {
  const double room = units->units ? units->seconds - units->unit[units->units - 1].seconds : 0;
  return room > units->seconds / 16 ? room : 0;
}

/* 1 if the part belongs to the last unit. */
static int fits(const struct tmd_units *units, const struct tmd_planline *part) {
  if (!units->units) return 0;
  const struct tmd_unit *last = units->unit + units->units - 1;
  if (is_by_divisors(part) && is_by_divisors(units->part[units->parts - 1]))
    return last->seconds < units->seconds;
  return last->seconds + part->cost_seconds <= units->seconds * SLACK;
}

static void add_part(struct tmd_units *units, const struct tmd_planline *part) {
  if (!fits(units, part)) {
    units->unit =
        tmd_grow(units->unit, &units->unit_capacity, units->units + 1, sizeof *units->unit);
    units->unit[units->units++] = (struct tmd_unit){.first = units->parts};
  }
  units->part = tmd_grow(units->part, &units->part_capacity, units->parts + 1, sizeof *units->part);
  const size_t bytes = stored_bytes(part);
  units->part[units->parts++] = memcpy(tmd_allocate(bytes), part, bytes);
  struct tmd_unit *unit = units->unit + units->units - 1;
  unit->count++;
  unit->seconds += part->cost_seconds;
}

/* The number of the arguments, which take `seconds`, for the next part: as many as fill a unit, at
   least one. */
static tmd_u128 arguments_of(const struct tmd_units *units, tmd_u128 arguments, double seconds) {
  const double room = room_of(units), full = room > 0 ? room : units->seconds;
  if (seconds <= full * SLACK) return arguments;
  const double part = full / seconds * tmd_wide_double(arguments);
  return part < 1 ? 1 : part < MANY ? (tmd_u128)part : (tmd_u128)ceil(part);
}

int tmd_units_add(struct tmd_units *units, const struct tmd_planline *line) {
  static _Thread_local struct tmd_planline part;
  const double each = line->cost_seconds / tmd_wide_double(line->X1 - line->X0);
  const int whole = line->region || is_by_divisors(line);
  part = *line;
  part.X1 = line->X0;
  while (part.X1 < line->X1) {
    const tmd_u128 left = line->X1 - part.X1;
    if (units->parts == units->parts_max)
      return tmd_error(TMD_USAGE, "more than %zu lines in units of %g seconds", units->parts_max,
                       units->seconds);
    part.X0 = part.X1;
    part.X1 += whole ? left : arguments_of(units, left, each * tmd_wide_double(left));
    part.cost_seconds = each * tmd_wide_double(part.X1 - part.X0);
    add_part(units, &part);
  }
  return 0;
}

static int longest_first(const void *a_, const void *b_) {
  const struct tmd_unit *a = a_, *b = b_;
  if (a->seconds != b->seconds) return a->seconds > b->seconds ? -1 : 1;
  return (a->first > b->first) - (a->first < b->first);
}

void tmd_units_visit(struct tmd_units *units,
                     void (*visit)(const struct tmd_planline *line, int first, void *context),
                     void *context) {
  static _Thread_local struct tmd_planline line;
  if (units->units) qsort(units->unit, units->units, sizeof *units->unit, longest_first);
  for (size_t u = 0; u < units->units; u++)
    for (size_t i = 0; i < units->unit[u].count; i++) {
      const struct tmd_planline *part = units->part[units->unit[u].first + i];
      memcpy(&line, part, stored_bytes(part));
      visit(&line, i == 0, context);
    }
}

void tmd_units_free(struct tmd_units *units) {
  for (size_t i = 0; i < units->parts; i++) free(units->part[i]);
  free(units->part);
  free(units->unit);
  *units = (struct tmd_units){0};
}
