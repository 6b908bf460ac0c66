/* tmd-farey: poly claims in, case claims out: every candidate by the Farey walk. */
#include "tools/stage/phases.h"

#include "kernels/farey/on-device.h"
#include "lib/claim/case-writer.h"

static long long order_option;
static int form_option;

static const struct tmd_option options[] = {
    {"order", 0, TMD_NUMBER, "Q", "order of the Farey sequence; takes every poly claim then (default: the plan's)", &order_option, 1,
     TMD_FAREY_ORDER_MAX, NULL, NULL},
    {"form", 0, TMD_CHOICE, "FORM", "the walk over arcs, or line by line (slow; the results are the same)", &form_option, 0, 0, "walk|plain", NULL},
    PHASES_SIMD_OPTION, PHASES_END_OPTIONS};

static const struct tmd_tool tool = {
    "tmd-farey",
    "emit the candidates, found by a walk over the Farey fractions near the slope",
    "[FILE...]",
    "Finds the candidates of each packet without looking at its arguments: the slope of the polynomial rises through the\n"
    "fractions p/q of a Farey sequence, and near each of them the hard-to-round arguments lie on a few parabolas and in\n"
    "one class modulo q. The candidates are exactly those of tmd-exhaust: those X of the claim with\n"
    "dist(P(X), Z) < 2^-threshold + err, decided on all words of the coefficients, for any order, any number of threads\n"
    "and any instruction set. Takes the poly claims whose plan says method=farey, with the order in its word order=.\n"
    "\n"
    "The line of --stats adds blocks, the intervals with a walk of their own; arcs, the fractions visited; roots, the\n"
    "pairs of roots computed; hits, the arcs looked at in double precision; lines, the pieces searched as straight\n"
    "lines; members, the arguments evaluated; candidates, those emitted; and ns_per_2^20, nanoseconds of elapsed\n"
    "time for 2^20 arguments.",
    options,
    "tmd-plan exp --domain 1:1.001 | tmd-taylor | tmd-shift | tmd-farey | tmd-ziv > cases.tmd",
};

static struct tmd_farey_stats total;
static struct tmd_casewriter out;
static double seconds, arguments;

static long long order_of(const struct tmd_claim *claim) {
  return order_option ? order_option : tmd_plan_number(claim->plan, "order", 0);
}

static int wants(const struct tmd_claim *claim) {
  char method[16];
  return claim->kind == TMD_POLY &&
         (order_option || (tmd_plan_get(claim->plan, "method", method, sizeof method) && strcmp(method, "farey") == 0));
}

enum { TASKS_PER_THREAD = 8, DOMAINS_LEAST = 64, ARGUMENTS_LEAST_LOG2 = 28 };

/* A task is what one thread does at a time: a packet, or consecutive domains of one. */

/* Slices of a packet, of whole domains where each gets enough of them to fill the lanes. */
struct slices {
  uint64_t count, unit;
};

static struct slices slices_of(const struct tmd_poly_record *packet, size_t packets) {
  const uint64_t wanted = (uint64_t)tmd_threads() * TASKS_PER_THREAD / packets + 1;
  const tmd_u128 most = ((tmd_u128)packet->n * packet->count) >> ARGUMENTS_LEAST_LOG2;
  if (packet->count >= wanted * DOMAINS_LEAST) return (struct slices){wanted, packet->n};
  return (struct slices){most < 1 ? 1 : most < wanted ? (uint64_t)most : wanted, 1};
}

static struct tmd_farey_task *make_tasks(size_t *count, const struct tmd_claim *in) {
  *count = 0;
  for (size_t i = 0; i < in->record_count; i++) *count += slices_of(tmd_claim_record(in, i), in->record_count).count;
  struct tmd_farey_task *tasks = tmd_allocate((*count + 1) * sizeof *tasks), *task = tasks;
  for (size_t i = 0; i < in->record_count; i++) {
    const struct tmd_poly_record *packet = tmd_claim_record(in, i);
    const struct slices slices = slices_of(packet, in->record_count);
    const tmd_u128 X0 = tmd_wide_load(packet->X0), units = (tmd_u128)packet->n * packet->count / slices.unit;
    for (uint64_t k = 0; k < slices.count; k++) {
      const tmd_u128 from = X0 + units * k / slices.count * slices.unit, to = X0 + units * (k + 1) / slices.count * slices.unit;
      *task++ = (struct tmd_farey_task){.packet = packet, .X0 = from, .X1 = to < in->X1 ? to : in->X1};
    }
  }
  return tasks;
}

static void add_stats(const struct tmd_farey_stats *s) {
  total.blocks += s->blocks, total.arcs += s->arcs, total.roots += s->roots;
  total.hits += s->hits, total.lines += s->lines, total.members += s->members;
}

static int write_cases(const struct tmd_claim *in, struct tmd_farey_task *tasks, size_t count, struct tmd_writer *writer) {
  int failed = 0;
  tmd_casewriter_begin(&out, in, writer);
  for (size_t i = 0; i < count; i++) {
    if (!failed) failed = tmd_casewriter_add(&out, tasks[i].found.X, tasks[i].found.count);
    add_stats(&tasks[i].stats);
    free(tasks[i].found.X);
  }
  return failed || tmd_casewriter_end(&out) ? -1 : 0;
}

static int apply(struct tmd_claim *in, struct tmd_writer *writer) {
  const int threshold = tmd_problem_threshold(&in->problem);
  const long long order = order_of(in);
  size_t count;
  if (phases_select()) return -1;
  if (order < 1 || order > TMD_FAREY_ORDER_MAX) return tmd_error(TMD_USAGE, "plan: order is not in 1..%d", TMD_FAREY_ORDER_MAX);
  struct tmd_farey_task *tasks = make_tasks(&count, in);
  const double start = tmd_seconds();
#pragma omp parallel for schedule(dynamic) num_threads(tmd_threads())
  for (size_t i = 0; i < count; i++) {
    struct tmd_farey_task *task = tasks + i;
    (form_option ? tmd_farey_plain_packet : tmd_farey_packet)(&task->found, &task->stats, task->packet, threshold,
                                                              (uint64_t)order, task->X0, task->X1);
  }
  seconds += tmd_seconds() - start;
  arguments += tmd_wide_double(in->X1 - in->X0);

  const int failed = write_cases(in, tasks, count, writer);
  free(tasks);
  return failed;
}

/* ---- on a device: a task is a packet ---- */

static struct flight {
  struct tmd_device_farey farey;
  struct tmd_farey_task *tasks;
  double start;
} flights[TMD_QUEUES];

static size_t threads(const struct tmd_claim *claim) {
  enum { TIMES = 4 }; /* a block is much work, and takes much memory: as many blocks as threads fill a flight */
  const long long order = order_of(claim);
  if (form_option || order < 1 || order > TMD_FAREY_ORDER_MAX || !phases_uniform(claim)) return 0;
  return TIMES * phases_survivors(claim) + 1;
}

static int joins(const struct tmd_claim *first, const struct tmd_claim *claim) {
  return order_of(first) == order_of(claim) && phases_alike(first, claim) &&
         tmd_problem_threshold(&first->problem) == tmd_problem_threshold(&claim->problem);
}

static int start(struct tmd_device *device, int number, struct tmd_claim *claims, size_t count) {
  struct flight *flight = &flights[number];
  size_t tasks = 0;
  for (size_t c = 0; c < count; c++) tasks += claims[c].record_count;
  struct tmd_farey_task *task = flight->tasks = tmd_reallocate(flight->tasks, tasks * sizeof *task);
  for (size_t c = 0; c < count; c++)
    for (size_t i = 0; i < claims[c].record_count; i++) {
      const struct tmd_poly_record *packet = tmd_claim_record(&claims[c], i);
      const tmd_u128 X0 = tmd_wide_load(packet->X0), to = X0 + (tmd_u128)packet->n * packet->count;
      *task++ = (struct tmd_farey_task){.packet = packet, .X0 = X0, .X1 = to < claims[c].X1 ? to : claims[c].X1};
    }
  flight->start = tmd_seconds();
  if (phases_select()) return -1; /* for what the host does */
  const struct tmd_farey_batch batch = {.task = flight->tasks, .tasks = tasks, .threshold = tmd_problem_threshold(&claims[0].problem),
                                        .threads = tmd_threads(), .order = (uint64_t)order_of(&claims[0])};
  return tmd_device_farey_start(&flight->farey, device, number, &batch);
}

static int land(int number, struct tmd_claim *claims, size_t count, struct tmd_writer *writer) {
  struct flight *flight = &flights[number];
  struct tmd_farey_task *task = flight->tasks;
  if (tmd_device_farey_finish(&flight->farey)) return -1;
  phases_flown(&seconds, flight->start);
  for (size_t c = 0; c < count; task += claims[c++].record_count) {
    arguments += tmd_wide_double(claims[c].X1 - claims[c].X0);
    if (write_cases(&claims[c], task, claims[c].record_count, writer)) return -1;
  }
  return 0;
}

static const struct tmd_flights by_device = {threads, joins, start, land};

static void stats(FILE *line) {
  fprintf(line, " blocks=%llu arcs=%llu roots=%llu hits=%llu lines=%llu members=%llu candidates=%llu ns_per_2^20=%.3f",
          (unsigned long long)total.blocks, (unsigned long long)total.arcs, (unsigned long long)total.roots,
          (unsigned long long)total.hits, (unsigned long long)total.lines, (unsigned long long)total.members, out.candidates,
          arguments > 0 ? 1e9 * seconds / arguments * 0x1p20 : 0);
}

int main(int argc, char **argv) {
  return tmd_filter_run(&tool, &(struct tmd_filter){.wants = wants, .apply = apply, .stats = stats, .flights = &by_device}, argc,
                        argv);
}
