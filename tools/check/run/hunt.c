#include "tools/check/run/hunt.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/arb-helpers.h"
#include "lib/base/error.h"
#include "lib/base/random.h"
#include "lib/cli/program.h"
#include "lib/problem/ordinal.h"
#include "tools/check/examine/call-batch.h"
#include "tools/check/run/checks.h"
#include "tools/check/run/special-values.h"

enum { TRIES = 8, ANYWHERE = 4, DOWN_A_RANK = 4 };

struct tmd_hunt {
  const struct tmd_problem *problem;
  struct tmd_checked checked;
  uint64_t random;
  long long rounds;
  struct tmd_hunt_binade *binade;
  size_t binades;
  uint32_t *order, *rank; /* of binades: by chance; by their largest errors in a mode */
  size_t next[TMD_DECIMAL_ROUNDINGS];
  struct tmd_place_set chosen[TMD_DECIMAL_ROUNDINGS]; /* packets */
  struct tmd_place_set done[TMD_DECIMAL_ROUNDINGS]; /* the arguments of these that were examined */
};

struct packet {
  size_t binade;
  struct tmd_packet at;
  struct tmd_verdict verdict;
};

int tmd_hunt_amount_parse(struct tmd_hunt_amount *amount, const char *text) {
  char *end;
  const double number = strtod(text, &end);
  const int rounds = !strcmp(end, "r");
  *amount = (struct tmd_hunt_amount){0, 0};
  const int is_amount =
      end != text && (!*end || !strcmp(end, "s") || (rounds && number == floor(number)));
  if (!is_amount || !(number > 0 && number < 1e9))
    return tmd_error(TMD_USAGE, "'%s' is neither a time, as 60s, nor a number of rounds, as 20r",
                     text);
  if (rounds) amount->rounds = (long long)number;
  else amount->seconds = number;
  return 0;
}

/* ---- binades ---- */

static uint64_t below(uint64_t *random, uint64_t end) { return tmd_random(random) % end; }

static tmd_u128 below_wide(uint64_t *random, tmd_u128 end) { return tmd_random_wide(random) % end; }

static void shuffle(uint32_t *order, size_t count, uint64_t *random) {
  for (size_t i = 0; i < count; i++) order[i] = (uint32_t)i;
  for (size_t i = count; i > 1; i--) {
    const size_t j = (size_t)below(random, i);
    const uint32_t other = order[i - 1];
    order[i - 1] = order[j], order[j] = other;
  }
}

/* 1 if |f| is proved too small in all of the binade for other results than zero or the least
   number: tgamma below -200, where evaluation takes too much memory. */
static int vanishes(const struct tmd_checked *checked, int sign, tmd_u128 ordinal) {
  int e;
  tmd_u128 X;
  tmd_argument_at(&checked->in, ordinal, &e, &X);
  const int unit = e - checked->in.p + 1;
  if (checked->in.decimal || !sign || !checked->function->vanishes) return 0;
  SCOPED(arb, x);
  tmd_ball_integer(x, X);
  arb_neg(x, x);
  arb_mul_2exp_si(x, x, unit);
  return checked->function->vanishes(x, unit, checked->out.emin - checked->out.p - 1);
}

/* Adds the numbers of a sign from an ordinal on: of one binade of normal numbers, or so many
   multiples of the least one. */
static void add_binade(struct tmd_hunt *hunt, int sign, tmd_u128 ordinal, tmd_u128 count,
                       const struct tmd_domains *domain) {
  struct tmd_range range;
  int e;
  tmd_u128 X;
  tmd_argument_at(&hunt->checked.in, ordinal, &e, &X);
  if (tmd_domains_cut(domain, &hunt->checked.in, sign, e, X, X + count, &range) == 0) return;
  ordinal += range.X0 - X, count = range.X1 - range.X0;
  if (tmd_special_no_value(&hunt->checked, sign, ordinal, count) ||
      vanishes(&hunt->checked, sign, ordinal))
    return;
  hunt->binade[hunt->binades++] =
      (struct tmd_hunt_binade){.sign = sign, .ordinal = ordinal, .count = count};
}

struct tmd_hunt *tmd_hunt_begin(const struct tmd_problem *problem, uint64_t seed,
                                const struct tmd_domains *domain) {
  struct tmd_hunt *hunt = tmd_allocate(sizeof *hunt);
  const tmd_u128 one = tmd_format_least_normal(&problem->in),
                 end = tmd_ordinal_infinite(&problem->in);
  *hunt = (struct tmd_hunt){.problem = problem, .random = seed};
  hunt->checked =
      (struct tmd_checked){.function = problem->function, .in = problem->in, .out = problem->out};
  hunt->binade =
      tmd_allocate(2 * ((size_t)(end / one) + (size_t)problem->in.p) * sizeof *hunt->binade);
  for (tmd_u128 ordinal = 1, count; ordinal < end; ordinal += count) { /* without 0 */
    count = (ordinal < one ? ordinal : one) * (tmd_u128)(tmd_format_radix(&problem->in) - 1);
    add_binade(hunt, 0, ordinal, count, domain);
    add_binade(hunt, 1, ordinal, count, domain);
  }
  hunt->order = tmd_allocate((hunt->binades + 1) * sizeof *hunt->order);
  hunt->rank = tmd_allocate((hunt->binades + 1) * sizeof *hunt->rank);
  shuffle(hunt->order, hunt->binades, &hunt->random);
  return hunt;
}

void tmd_hunt_end(struct tmd_hunt *hunt) {
  if (!hunt) return;
  for (int mode = 0; mode < TMD_DECIMAL_ROUNDINGS; mode++)
    tmd_place_set_clear(&hunt->chosen[mode]), tmd_place_set_clear(&hunt->done[mode]);
  free(hunt->binade), free(hunt->order), free(hunt->rank), free(hunt);
}

const struct tmd_hunt_binade *tmd_hunt_binades(const struct tmd_hunt *hunt, size_t *count) {
  *count = hunt->binades;
  return hunt->binade;
}

long long tmd_hunt_rounds(const struct tmd_hunt *hunt) { return hunt->rounds; }

static void improve(struct tmd_extreme *best, const struct tmd_extreme *extreme) {
  if (fabs(extreme->error) > fabs(best->error)) *best = *extreme;
}

void tmd_hunt_know(struct tmd_hunt *hunt, enum tmd_rounding mode,
                   const struct tmd_extreme *extreme) {
  const struct tmd_datum *x = &extreme->at.x;
  if (x->class != TMD_DATUM_NUMBER || extreme->error == 0) return;
  for (size_t i = 0; i < hunt->binades; i++) {
    struct tmd_hunt_binade *binade = &hunt->binade[i];
    if (binade->sign != x->sign || x->ordinal < binade->ordinal ||
        x->ordinal - binade->ordinal >= binade->count)
      continue;
    struct tmd_hunt_found *found = &binade->found[mode];
    improve(extreme->error < 0 ? &found->below : &found->above, extreme);
  }
}

/* ---- packets, each once ---- */

/* 1 if the arguments of the packet were not all in the set. */
static int add_packet(struct tmd_place_set *set, const struct tmd_packet *packet) {
  const struct tmd_place_set_range range =
      tmd_places_of(packet->sign, packet->ordinal, packet->count);
  const tmd_u128 before = set->total;
  tmd_place_set_add(set, range.from, range.to);
  return set->total != before;
}

/* The number of packets of a binade; the last may be shorter. */
static tmd_u128 packets_of(const struct tmd_hunt_binade *binade) {
  return ((binade->count - 1) >> TMD_HUNT_PACKET_LOG2) + 1;
}

static double largest(const struct tmd_hunt_found *found) {
  return fmax(-found->below.error, found->above.error);
}

/* 1 if the errors are larger than those of correct results, which are large next to midpoints. */
static int is_trace(const struct tmd_hunt_found *found, enum tmd_rounding mode) {
  return largest(found) > (mode == TMD_ROUND_NEAREST ? 0.5 : 1);
}

/* One near the largest error of the binade. */
static tmd_u128 near_largest(struct tmd_hunt *hunt, const struct tmd_hunt_binade *binade,
                             enum tmd_rounding mode) {
  const struct tmd_hunt_found *found = &binade->found[mode];
  const struct tmd_datum *x =
      -found->below.error > found->above.error ? &found->below.at.x : &found->above.at.x;
  const tmd_u128 packets = packets_of(binade),
                 here = (x->ordinal - binade->ordinal) >> TMD_HUNT_PACKET_LOG2;
  int levels = 0;
  while (packets >> (levels + 1)) levels++;
  const tmd_u128 radius = (tmd_u128)1 << below(&hunt->random, (uint64_t)levels + 1);
  const tmd_u128 from = here > radius ? here - radius : 0,
                 to = packets - 1 - here > radius ? here + radius : packets - 1;
  return from + below_wide(&hunt->random, to - from + 1);
}

static const struct tmd_hunt *ranked; /* for which hunt and mode `by_largest` compares */
static enum tmd_rounding ranked_mode;

static int by_largest(const void *a_, const void *b_) {
  const uint32_t a = *(const uint32_t *)a_, b = *(const uint32_t *)b_;
  const double x = largest(&ranked->binade[a].found[ranked_mode]),
               y = largest(&ranked->binade[b].found[ranked_mode]);
  return x != y ? (x < y ? 1 : -1) : a < b ? -1 : a > b;
}

/* Ranks the binades whose errors exceed those of correct results, and returns their number. */
static size_t rank(struct tmd_hunt *hunt, enum tmd_rounding mode) {
  size_t found = 0;
  for (size_t i = 0; i < hunt->binades; i++)
    if (is_trace(&hunt->binade[i].found[mode], mode)) hunt->rank[found++] = (uint32_t)i;
  ranked = hunt, ranked_mode = mode;
  qsort(hunt->rank, found, sizeof *hunt->rank, by_largest);
  return found;
}

/* Chooses a packet that was not examined before; 0: none was found. */
static int choose(struct tmd_hunt *hunt, struct packet *packet, enum tmd_rounding mode,
                  size_t found) {
  for (int i = 0; i < TRIES; i++) {
    tmd_u128 number;
    if (found == 0 || below(&hunt->random, ANYWHERE) == 0) {
      packet->binade = hunt->order[hunt->next[mode]++ % hunt->binades];
      number = below_wide(&hunt->random, packets_of(&hunt->binade[packet->binade]));
    } else {
      size_t rank = 0;
      while (rank + 1 < found && below(&hunt->random, DOWN_A_RANK) != 0) rank++;
      packet->binade = hunt->rank[rank];
      number = near_largest(hunt, &hunt->binade[packet->binade], mode);
    }
    const struct tmd_hunt_binade *binade = &hunt->binade[packet->binade];
    const tmd_u128 from = number << TMD_HUNT_PACKET_LOG2, rest = binade->count - from;
    packet->at = (struct tmd_packet){binade->sign, binade->ordinal + from,
                                     UINT64_C(1) << TMD_HUNT_PACKET_LOG2};
    if (rest < packet->at.count) packet->at.count = (uint64_t)rest;
    if (!add_packet(&hunt->chosen[mode], &packet->at)) continue;
    return 1;
  }
  return 0;
}

/* ---- rounds ---- */

/* A round in a mode. */
struct round {
  const struct tmd_hunt *hunt;
  struct packet *packet;
  struct tmd_examiner **examiner;
  enum tmd_rounding mode;
  double until; /* the time when no other packets than the first are begun */
};

/* Examines a packet, which is judged from the largest errors of its binade on; too late, none of
   its arguments. */
static int examine(size_t i, int thread, void *round_) {
  const struct round *round = round_;
  struct packet *packet = &round->packet[i];
  if (i > 0 && tmd_seconds() >= round->until) {
    packet->at.count = 0;
    return 0;
  }
  const struct tmd_hunt_found *found = &round->hunt->binade[packet->binade].found[round->mode];
  packet->verdict = (struct tmd_verdict){.below = found->below, .above = found->above};
  return tmd_packet_examine(round->examiner[thread], round->hunt->problem, &packet->at, round->mode,
                            &packet->verdict);
}

/* Chooses and examines the packets of a round; *packets: their number, 0 if all were examined. */
static int round_in(struct tmd_hunt *hunt, struct round *round, int threads,
                    struct tmd_verdict *verdict, size_t *packets) {
  struct packet *const packet = round->packet;
  const size_t found = rank(hunt, round->mode);
  *packets = 0;
  for (int i = 0; i < TMD_HUNT_PACKETS; i++)
    *packets += choose(hunt, &packet[*packets], round->mode, found);
  if (tmd_each_by_threads(*packets, threads, examine, round)) return -1;
  for (size_t i = 0; i < *packets && !tmd_interrupted(); i++) {
    struct tmd_hunt_found *best = &hunt->binade[packet[i].binade].found[round->mode];
    if (packet[i].at.count == 0) continue;
    add_packet(&hunt->done[round->mode], &packet[i].at);
    tmd_verdict_add(verdict, &packet[i].verdict);
    improve(&best->below, &packet[i].verdict.below);
    improve(&best->above, &packet[i].verdict.above);
    best->packets++;
  }
  return 0;
}

/* When a round in a mode is to end; in the first round each mode has its share of the time. */
static double end_of(const struct tmd_hunt *hunt, const struct tmd_hunt_amount *amount,
                     double begin, unsigned modes, int mode) {
  const double share =
      (double)__builtin_popcount(modes & ((2u << mode) - 1)) / (double)__builtin_popcount(modes);
  if (!(amount->seconds > 0)) return INFINITY;
  return begin + amount->seconds * (hunt->rounds == 0 ? share : 1);
}

int tmd_hunt_run(struct tmd_hunt *hunt, struct tmd_examiner **examiner, int threads,
                 const struct tmd_hunt_amount *amount,
                 struct tmd_verdict verdict[TMD_DECIMAL_ROUNDINGS]) {
  const unsigned modes = examiner[0]->on.modes;
  const double begin = tmd_seconds();
  struct packet *packet = tmd_allocate(TMD_HUNT_PACKETS * sizeof *packet);
  int failed = 0, more = hunt->binades > 0;
  while (more && !failed && !tmd_interrupted() &&
         !(amount->rounds && hunt->rounds >= amount->rounds) &&
         !(amount->seconds > 0 && tmd_seconds() - begin >= amount->seconds)) {
    more = 0;
    for (int mode = 0; mode < TMD_DECIMAL_ROUNDINGS && !failed; mode++) {
      size_t packets;
      if (!(modes >> mode & 1)) continue;
      struct round round = {hunt, packet, examiner, (enum tmd_rounding)mode,
                            end_of(hunt, amount, begin, modes, mode)};
      failed = round_in(hunt, &round, threads, &verdict[mode], &packets);
      more |= packets > 0;
    }
    hunt->rounds += more;
    for (int i = 0; i < threads; i++) more &= !examiner[i]->gave_up;
  }
  free(packet);
  return failed;
}

const struct tmd_place_set *tmd_hunt_done(const struct tmd_hunt *hunt, enum tmd_rounding mode) {
  return &hunt->done[mode];
}
