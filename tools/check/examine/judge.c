#include "tools/check/examine/judge.h"

#include <errno.h>

#include "lib/base/error.h"
#include "lib/problem/ordinal.h"

struct tmd_datum tmd_run_argument(const struct tmd_run *run, size_t i) {
  struct tmd_datum x = run->x;
  if (x.class == TMD_DATUM_NUMBER && run->method != TMD_PAIR_ROW) x.ordinal += i - run->first;
  return x;
}

struct tmd_second tmd_examiner_second(const struct tmd_examiner *e, size_t i) {
  return e->y ? tmd_pair_second(&e->on.checked, e->y + i * e->y_bytes)
              : (struct tmd_second){.kind = TMD_SECOND_NONE};
}

struct tmd_datum tmd_examiner_result(const struct tmd_examiner *e, size_t i) {
  return tmd_datum_decode(&e->on.checked.out, e->result + i * (size_t)e->bytes);
}

const struct tmd_correct *tmd_examiner_correct(struct tmd_examiner *e, const struct tmd_run *run,
                                               size_t i) {
  const size_t key = run->method == TMD_NO_VALUE ? run->first : i; /* the same for all of them */
  if (e->slot[key] < 0) {
    const struct tmd_datum x = tmd_run_argument(run, i);
    e->correct = tmd_grow(e->correct, &e->correct_capacity, e->corrects + 1, sizeof *e->correct);
    e->slotted = tmd_grow(e->slotted, &e->slotted_capacity, e->corrects + 1, sizeof *e->slotted);
    e->slotted[e->corrects] = key;
    const struct tmd_second second = tmd_examiner_second(e, i);
    struct tmd_correct *correct = &e->correct[e->corrects];
    int follows = 0;
    if (e->y) tmd_correct_at_pair(correct, &e->on.checked, &x, &second);
    else if (e->images) follows = tmd_correct_images_at(e->images, correct, &x);
    else tmd_correct_at(correct, &e->on.checked, &x);
    e->slot[key] = (int32_t)e->corrects++;
    e->by_mpfr += !follows && x.class < TMD_DATUM_NAN;
  }
  return &e->correct[e->slot[key]];
}

void tmd_examiner_keep(struct tmd_examiner *e, const struct tmd_instance *at) {
  if (e->on.keeps) tmd_wrong_add(&e->wrong_list, &(struct tmd_wrong){(int)e->judge.mode, *at});
}

struct tmd_given tmd_examiner_given(const struct tmd_examiner *e, const struct tmd_run *run,
                                    size_t i) {
  return (struct tmd_given){tmd_run_argument(run, i), tmd_examiner_result(e, i),
                            e->flags ? e->flags[i] : -1, e->errors ? e->errors[i] : -1,
                            tmd_examiner_second(e, i)};
}

/* The number of values that an argument may count as: a subnormal one also as a zero of either
   sign. */
enum { AS_IT_IS, ZERO, MINUS_ZERO, WAYS };
static int ways_of(const struct tmd_format *in, const struct tmd_datum *x) {
  return x->class == TMD_DATUM_NUMBER && x->ordinal > 0 && x->ordinal < tmd_format_least_normal(in)
             ? WAYS
             : 1;
}
static void take(struct tmd_datum *x, int way) {
  if (way != AS_IT_IS) x->ordinal = 0, x->sign = way == MINUS_ZERO;
}

/* With --ftz any subnormal argument may count as a zero of either sign (OpenCL C 3.0, 7.5.3): the
   correct result that is nearest to the given one, in *other, or `correct`. */
static const struct tmd_correct *flush(struct tmd_examiner *e, const struct tmd_judge *judge,
                                       const struct tmd_given *given,
                                       const struct tmd_correct *correct,
                                       struct tmd_correct *other) {
  const struct tmd_format *in = &e->on.checked.in;
  const int of_x = ways_of(in, &given->x), of_y = ways_of(in, &given->second.y),
            of_z = ways_of(in, &given->second.z);
  double least = tmd_verdict_distance(judge, correct, &given->got);
  for (int way = 1; way < of_x * of_y * of_z && least > 0; way++) {
    struct tmd_datum x = given->x;
    struct tmd_second second = given->second;
    struct tmd_correct flushed;
    take(&x, way % of_x), take(&second.y, way / of_x % of_y), take(&second.z, way / of_x / of_y);
    if (e->y) tmd_correct_at_pair(&flushed, &e->on.checked, &x, &second);
    else tmd_correct_at(&flushed, &e->on.checked, &x);
    const double distance = tmd_verdict_distance(judge, &flushed, &given->got);
    if (distance >= least) continue;
    least = distance;
    *other = flushed;
    correct = other;
  }
  return correct;
}

void tmd_judge_by(struct tmd_examiner *e, const struct tmd_run *run, size_t i,
                  const struct tmd_correct *correct) {
  struct tmd_verdict *verdict = e->verdict;
  const uint64_t wrong = verdict->finding[TMD_FINDING_WRONG].count;
  const struct tmd_given one = tmd_examiner_given(e, run, i);
  struct tmd_correct other;
  if (e->on.ftz) correct = flush(e, &e->judge, &one, correct, &other);
  tmd_verdict_judge(verdict, &e->judge, correct, &one);
  if (verdict->finding[TMD_FINDING_WRONG].count != wrong)
    tmd_examiner_keep(e, &(struct tmd_instance){one.x,
                                                tmd_verdict_expected(&e->judge, correct, &one.got),
                                                one.got, one.second});
}

void tmd_judge_one(struct tmd_examiner *e, const struct tmd_run *run, size_t i) {
  if (!tmd_bit(e->dead, i)) tmd_judge_by(e, run, i, tmd_examiner_correct(e, run, i));
}

struct tmd_instance tmd_examiner_instance(struct tmd_examiner *e, const struct tmd_run *run,
                                          size_t i) {
  const struct tmd_datum expected =
      tmd_correct_round(tmd_examiner_correct(e, run, i), e->judge.out, e->judge.mode);
  return (struct tmd_instance){tmd_run_argument(run, i), expected, tmd_examiner_result(e, i),
                               tmd_examiner_second(e, i)};
}

/* 1 if all results are NaN, which exceed infinity without their signs. */
#define ARE_NAN(type)                                                                \
  static int are_nan_##type(const type *result, size_t count, uint64_t infinite) {   \
    const type most = (type)infinite, size = (type) ~(type)0 >> 1;                   \
    type others = 0;                                                                 \
    for (size_t i = 0; i < count; i++) others |= (type)((result[i] & size) <= most); \
    return others == 0;                                                              \
  }
ARE_NAN(uint16_t)
ARE_NAN(uint32_t)
ARE_NAN(uint64_t)

/* 1 if every call of the run returned NaN, with the flag and the errno for it. */
static int have_no_value(const struct tmd_examiner *e, const struct tmd_run *run) {
  const size_t first = run->first, count = run->strip.count;
  const struct tmd_datum infinity = tmd_datum_infinite(&e->on.checked.out, 0);
  const void *results = e->result + first * (size_t)e->bytes;
  uint64_t infinite[2] = {0};
  unsigned others = 0;
  tmd_datum_encode(infinite, &e->on.checked.out, &infinity);
  for (size_t i = first / 8; i <= (first + count - 1) / 8; i++) others |= e->dead[i];
  for (size_t i = first; e->flags && i < first + count; i++)
    others |= e->flags[i] != TMD_RAISES_INVALID;
  for (size_t i = first; e->errors && i < first + count; i++) others |= e->errors[i] != EDOM;
  if (others) return 0;
  return e->bytes == 2   ? are_nan_uint16_t(results, count, *infinite)
         : e->bytes == 4 ? are_nan_uint32_t(results, count, *infinite)
                         : e->bytes == 8 && are_nan_uint64_t(results, count, *infinite);
}

/* If f has no value, NaN with the flag and the errno for it is right; other results are judged one
   by one. */
static void judge_no_value(struct tmd_examiner *e, const struct tmd_run *run) {
  const struct tmd_correct *correct = tmd_examiner_correct(e, run, run->first);
  const int is_nan = correct->kind == TMD_CORRECT_NAN;
  if (is_nan && have_no_value(e, run)) {
    e->verdict->tested += run->strip.count;
    return;
  }
  for (size_t i = run->first; i < run->first + run->strip.count; i++) {
    const int invalid =
        (!e->flags || e->flags[i] == TMD_RAISES_INVALID) && (!e->errors || e->errors[i] == EDOM);
    if (is_nan && invalid && tmd_examiner_result(e, i).class == TMD_DATUM_NAN &&
        !tmd_bit(e->dead, i))
      e->verdict->tested++;
    else tmd_judge_one(e, run, i);
  }
}

/* The sign of gamma, or 0 if it has none: at 0, infinity and NaN, and at or beyond negative
   integers. */
static int sign_of_gamma(const struct tmd_format *in, const struct tmd_datum *x) {
  int e;
  tmd_u128 X;
  if (x->class != TMD_DATUM_NUMBER || x->ordinal == 0) return 0;
  if (!x->sign) return 1;
  tmd_argument_at(in, x->ordinal, &e, &X);
  const int fraction_bits = in->p - 1 - e;
  if (fraction_bits >= 128) return -1; /* -1 < x < 0 */
  if (fraction_bits <= 0 || (X & (((tmd_u128)1 << fraction_bits) - 1)) == 0) return 0;
  return X >> fraction_bits & 1 ? 1 : -1;
}

static void judge_signs(struct tmd_examiner *e, const struct tmd_run *run) {
  for (size_t i = run->first; i < run->first + run->strip.count; i++) {
    const struct tmd_datum x = tmd_run_argument(run, i);
    const int sign = sign_of_gamma(&e->on.checked.in, &x);
    if (sign == 0 || sign == e->signs[i] || tmd_bit(e->dead, i)) continue;
    const struct tmd_instance at = tmd_examiner_instance(e, run, i);
    tmd_verdict_find(e->verdict, TMD_FINDING_GAMMA, &at);
  }
}

void tmd_judge_batch(struct tmd_examiner *e) {
  for (size_t k = 0; k < e->runs; k++) {
    const struct tmd_run *run = &e->run[k];
    if (e->signs) judge_signs(e, run);
    if (run->method == TMD_BY_PLACE) tmd_judge_places(e, run);
    else if (run->method == TMD_PAIR_ROW) tmd_judge_row(e, run);
    else if (run->method == TMD_NO_VALUE) judge_no_value(e, run);
    else
      for (size_t i = 0; i < run->strip.count; i++) tmd_judge_one(e, run, run->first + i);
    if (e->bins) tmd_judge_errors(e, run);
  }
}
