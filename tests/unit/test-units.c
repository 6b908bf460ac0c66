/* Plans cut into units: of random plans, also with lines as long as 128 bits allow, the union is
   the plan and nothing is there twice; the longest unit is first; units are as long as asked for.
 */
#include "tests/unit/tap.h"
#include "tools/plan/units.h"

enum { LINES_MAX = 40, PARTS_MAX = 100000 };

static struct tmd_planline planned[LINES_MAX];

struct seen {
  int lines;              /* of the plan */
  tmd_u128 X1[LINES_MAX]; /* up to here the line has been seen, from X0 on, when its parts are put
                             in order */
  struct tmd_planline *part;
  int *unit, parts, units;
  double *seconds; /* of each unit */
};

static struct tmd_planline random_line(int number, double aim) {
  static const char *const plans[] = {"method=farey block=1024 n=32", "method=divisors",
                                      "method=exhaust", ""};
  struct tmd_planline line = {.X0 = test_random128() >> (15 + test_random() % 113)};
  tmd_u128 arguments = test_random128() >> (15 + test_random() % 113); /* each of at most 2^113 */
  line.X1 = line.X0 + arguments + 1;
  static const struct tmd_problem problems[] = {{.name = "f0"}, {.name = "f1"}, {.name = "f2"}};
  line.problem = problems + test_random() % 3;
  line.cell = (struct tmd_cell){
      .e_in = number, .sign_x = (int)(test_random() % 2), .e_out = (int)(test_random() % 100) - 50};
  line.region = test_random() % 5 ? 0 : 1 + (unsigned)(test_random() % 3);
  line.images = (unsigned)(test_random() % 3);
  line.symmetry.parity = line.images ? TMD_PARITY_ODD : TMD_PARITY_NONE;
  strcpy(line.plan, plans[test_random() % 4]);
  const double factor = 1 + (double)(test_random() % 100) / 100;
  line.cost_seconds = test_random() % 4 ? ldexp(aim, (int)(test_random() % 12) - 6) * factor : 0;
  return line;
}

static void see(const struct tmd_planline *line, int first, void *context) {
  struct seen *seen = context;
  seen->units += first;
  seen->part[seen->parts] = *line;
  seen->unit[seen->parts++] = seen->units - 1;
  if (first) seen->seconds[seen->units - 1] = 0;
  if (seen->units) seen->seconds[seen->units - 1] += line->cost_seconds;
}

static int by_place(const void *a_, const void *b_) {
  const struct tmd_planline *a = a_, *b = b_;
  if (a->cell.e_in != b->cell.e_in) return a->cell.e_in - b->cell.e_in; /* the number of the line */
  return (a->X0 > b->X0) - (a->X0 < b->X0);
}

static int same_but_for_range(const struct tmd_planline *a, const struct tmd_planline *b) {
  return a->problem == b->problem && a->cell.sign_x == b->cell.sign_x &&
         a->cell.e_out == b->cell.e_out && a->region == b->region && a->images == b->images &&
         tmd_symmetry_same(&a->symmetry, &b->symmetry) && !strcmp(a->plan, b->plan);
}

/* The parts, put in order, are each line from its beginning to its end, one after the other. */
static int is_the_plan(struct seen *seen) {
  int part = 0;
  qsort(seen->part, (size_t)seen->parts, sizeof *seen->part, by_place);
  for (int i = 0; i < seen->lines; i++) {
    tmd_u128 at = planned[i].X0;
    double seconds = 0;
    for (; part < seen->parts && seen->part[part].cell.e_in == i; part++) {
      const struct tmd_planline *p = seen->part + part;
      if (p->X0 != at || p->X1 <= p->X0 || !same_but_for_range(p, planned + i)) return 0;
      at = p->X1;
      seconds += p->cost_seconds;
    }
    if (at != planned[i].X1 ||
        fabs(seconds - planned[i].cost_seconds) > 1e-9 * planned[i].cost_seconds)
      return 0;
  }
  return part == seen->parts;
}

static int longest_first(const struct seen *seen) {
  for (int u = 1; u < seen->units; u++)
    if (seen->seconds[u] > seen->seconds[u - 1] * (1 + 1e-9)) return 0;
  return 1;
}

/* Only units that have what may not be cut, a region, a line by divisors, take longer,
   and parts so short that one argument more counts. */
static int not_longer(const struct seen *seen, double aim) {
  for (int i = 0, uncut = 0; i < seen->parts; i++) {
    const struct tmd_planline *part = seen->part + i;
    if (!i || seen->unit[i] != seen->unit[i - 1]) uncut = 0;
    uncut |=
        part->region || !strcmp(part->plan, "method=divisors") || part->X1 - part->X0 < 1 << 20;
    if ((i + 1 == seen->parts || seen->unit[i + 1] != seen->unit[i]) && !uncut &&
        seen->seconds[seen->unit[i]] > aim * (1 + 1e-5))
      return 0;
  }
  return 1;
}

/* Where lines can be cut finely units are full, but the last one: before each other part there may
   be one that is not. */
static int full(const struct seen *seen, double aim) {
  int others = 1;
  for (int i = 0; i < seen->parts; i++) {
    const struct tmd_planline *part = seen->part + i;
    others +=
        part->region || !strcmp(part->plan, "method=divisors") || part->X1 - part->X0 < 1 << 20;
  }
  for (int u = 0; u < seen->units; u++) others -= seen->seconds[u] < 0.93 * aim;
  return others >= 0;
}

static void random_plans(void) {
  static struct seen seen;
  int whole = 1, ordered = 1, short_enough = 1, full_enough = 1, cut = 0, gathered = 0;
  seen.part = calloc(PARTS_MAX, sizeof *seen.part);
  seen.unit = calloc(PARTS_MAX, sizeof *seen.unit);
  seen.seconds = calloc(PARTS_MAX, sizeof *seen.seconds);
  for (int trial = 0; trial < 400; trial++) {
    const double aim = ldexp(1, (int)(test_random() % 20));
    struct tmd_units units = {.seconds = aim, .parts_max = PARTS_MAX};
    seen.lines = 1 + (int)(test_random() % LINES_MAX), seen.parts = seen.units = 0;
    int added = 1;
    for (int i = 0; i < seen.lines; i++)
      planned[i] = random_line(i, aim), added &= !tmd_units_add(&units, planned + i);
    tmd_units_visit(&units, see, &seen);
    tmd_units_free(&units);
    cut += seen.parts > seen.lines, gathered += seen.units < seen.parts;
    ordered &= longest_first(&seen), short_enough &= not_longer(&seen, aim),
        full_enough &= full(&seen, aim);
    whole &= added && is_the_plan(&seen);
  }
  tap_ok(whole, "the union of the units is the plan, nothing twice");
  tap_ok(ordered, "the longest unit is first");
  tap_ok(short_enough, "no unit is longer than asked for, but of what is not cut");
  tap_ok(full_enough,
         "units are as long as asked for, but the last and those before what is not cut");
  tap_ok(cut > 100 && gathered > 100, "lines were cut (%d plans) and gathered (%d)", cut, gathered);
  free(seen.part), free(seen.unit), free(seen.seconds);
}

static tmd_u128 longest;
static void measure(const struct tmd_planline *line, int first, void *context) {
  const tmd_u128 arguments = line->X1 - line->X0;
  (void)first, ++*(int *)context;
  if (arguments > longest) longest = arguments;
}

static void limits(void) {
  struct tmd_planline line = {
      .X0 = (tmd_u128)1 << 112, .X1 = (tmd_u128)1 << 113, .cost_seconds = 1e6};
  struct tmd_units units = {.seconds = 7, .parts_max = 1000000};
  int parts = 0;
  tap_ok(!tmd_units_add(&units, &line), "2^112 arguments");
  tmd_units_visit(&units, measure, &parts);
  tap_ok(parts == 142858 && fabs((double)longest / 0x1p112 * 1e6 / 7 - 1) < 1e-9,
         "parts of 7 seconds: %d", parts);
  tmd_units_free(&units);
  units = (struct tmd_units){.seconds = 1, .parts_max = 1000000};
  struct tmd_planline odd = {.X1 = 750000371, .cost_seconds = 500};
  parts = 0;
  tap_ok(!tmd_units_add(&units, &odd), "500 units of an odd number of arguments");
  tmd_units_visit(&units, measure, &parts);
  tap_ok(parts == 500 && units.units == 500, "nothing is left over: %d parts", parts);
  tmd_units_free(&units);
  units = (struct tmd_units){.seconds = 1, .parts_max = 1000000};
  line.X1 = line.X0 + 3;
  parts = 0;
  tap_ok(!tmd_units_add(&units, &line), "3 arguments for 10^6 seconds");
  tmd_units_visit(&units, measure, &parts);
  tap_ok(parts == 3, "a part has an argument at least");
  units.parts_max = 5;
  tap_ok(tmd_units_add(&units, &line) == -1 && strstr(tmd_error_text(), "more than 5 lines"),
         "too many lines are refused");
  line.cost_seconds = 1e300;
  line.X1 = (tmd_u128)1 << 113;
  tap_ok(tmd_units_add(&units, &line) == -1, "and so are more than 2^128");
  tmd_units_free(&units);
}

int main(void) {
  random_plans();
  limits();
  return tap_done();
}
