#include "tools/check/run/hunt.h"

#include "lib/problem/ordinal.h"
#include "tools/check/examine/call-batch.h"
#include "tools/check/run/special-values.h"

/* Numbers of arguments: one by one; where all values are within so many ulp, or next to
   breakpoints; in units of what a curve covers. */
enum { FEW = 1 << 8, FLAT = 1 << 12, ALIKE = 4, CURVES = 8 };

static struct tmd_correct correct_at(const struct tmd_examiner *e, const struct tmd_packet *packet,
                                     uint64_t i) {
  struct tmd_correct correct;
  const struct tmd_datum x = {TMD_DATUM_NUMBER, packet->sign, packet->ordinal + i};
  tmd_correct_at(&correct, &e->on.checked, &x);
  return correct;
}

static int exponent(const struct tmd_examiner *e, const struct tmd_correct *correct) {
  int exponent;
  tmd_u128 X;
  tmd_argument_at(&e->on.checked.out, correct->below, &exponent, &X);
  return exponent;
}

/* Next to a breakpoint, or to 0. */
static int is_near(const struct tmd_correct *c) {
  const double near = 0x1p-12, f = c->fraction;
  return c->eighths == 0 || f < near || c->gap < near || (f > 0.5 - near && f < 0.5 + near);
}

/* Examines arguments [from, to) of the packet, whose values have the sign and the exponent of
   `correct`; others are detected. */
static int examine_part(struct tmd_examiner *e, const struct tmd_problem *problem,
                        const struct tmd_packet *packet, uint64_t from, uint64_t to,
                        const struct tmd_correct *correct, unsigned reason) {
  struct tmd_segment segment = {
      problem, e->on.checked.function, {.sign_x = packet->sign, .sign_f = correct->sign}, 0, 0};
  tmd_argument_at(&problem->in, packet->ordinal + from, &segment.cell.e_in, &segment.X0);
  segment.X1 = segment.X0 + (to - from);
  segment.cell.e_out = exponent(e, correct);
  return tmd_examine_segment(e, &segment, reason);
}

static int one_by_one(struct tmd_examiner *e, struct tmd_packet *packet) {
  if (packet->count > FEW) packet->count = FEW;
  const int no_value =
      tmd_special_no_value(&e->on.checked, packet->sign, packet->ordinal, packet->count);
  return tmd_examine_run(e, packet->sign, packet->ordinal, packet->count, no_value);
}

/* The first argument whose value does not have the exponent of the first, where the last one's is
   the next one. */
static uint64_t boundary(const struct tmd_examiner *e, const struct tmd_packet *packet,
                         int of_first) {
  uint64_t same = 0, other = packet->count - 1;
  while (other - same > 1) {
    const uint64_t middle = same + (other - same) / 2;
    const struct tmd_correct correct = correct_at(e, packet, middle);
    if (exponent(e, &correct) == of_first) same = middle;
    else other = middle;
  }
  return other;
}

static uint64_t distance(const struct tmd_correct *a, const struct tmd_correct *b) {
  const tmd_u128 apart = a->below > b->below ? a->below - b->below : b->below - a->below;
  return apart >> 62 ? UINT64_C(1) << 62 : (uint64_t)apart;
}

/* Chooses the method by the values of both ends. */
static int examine(struct tmd_examiner *e, const struct tmd_problem *problem,
                   struct tmd_packet *packet) {
  const struct tmd_correct first = correct_at(e, packet, 0);
  if (e->bytes == 1 || e->bytes > 8 || first.kind != TMD_CORRECT_NUMBER)
    return one_by_one(e, packet);
  for (; packet->count > FEW; packet->count /= 2) {
    const struct tmd_correct last = correct_at(e, packet, packet->count - 1);
    if (last.kind != TMD_CORRECT_NUMBER || last.sign != first.sign) continue;
    const int from = exponent(e, &first), to = exponent(e, &last);
    /* more than CURVES curves */
    if (from < to - 1 || from > to + 1 ||
        distance(&first, &last) > (uint64_t)CURVES << TMD_CURVE_SPREAD_LOG2)
      continue;
    const int over = first.beyond && last.beyond, flat = !over && is_near(&first) && is_near(&last);
    if ((flat || distance(&first, &last) < ALIKE) && packet->count > FLAT) {
      packet->count = 2 * FLAT; /* FLAT is next */
      continue;
    }
    const unsigned reason = over ? TMD_REGION_OVERFLOW : flat ? TMD_REGION_CONSTANT : 0;
    if (from == to) return examine_part(e, problem, packet, 0, packet->count, &first, reason);
    const uint64_t middle = boundary(e, packet, from);
    return examine_part(e, problem, packet, 0, middle, &first, reason) ||
                   examine_part(e, problem, packet, middle, packet->count, &last, reason)
               ? -1
               : 0;
  }
  return one_by_one(e, packet);
}

int tmd_packet_examine(struct tmd_examiner *e, const struct tmd_problem *problem,
                       struct tmd_packet *packet, enum tmd_rounding mode,
                       struct tmd_verdict *verdict) {
  const unsigned modes = e->on.modes;
  const size_t keeps = e->on.keeps;
  e->on.modes = 1u << mode;
  e->on.keeps = 0;
  e->verdicts[mode] = *verdict;
  const int failed = examine(e, problem, packet) || tmd_examine_finish(e);
  *verdict = e->verdicts[mode];
  e->verdicts[mode] = (struct tmd_verdict){.tested = 0};
  e->on.modes = modes;
  e->on.keeps = keeps;
  return failed ? -1 : 0;
}
