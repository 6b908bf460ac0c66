/* Judging the results of a batch in the examiner's mode: one by one, by MPFR (judge.c), by places
   (judge-places.c), or rows of functions of two arguments by their values in double precision
   (judge-rows.c). */
#ifndef TMD_JUDGE_H
#define TMD_JUDGE_H

#include "tools/check/examine/call-batch.h"

/* Judges every result of the batch that returned. */
void tmd_judge_batch(struct tmd_examiner *examiner);

/* Judges the result of argument i, if it returned. */
void tmd_judge_one(struct tmd_examiner *examiner, const struct tmd_run *run, size_t i);

/* Judges a run by place; arguments that its places leave open one by one. */
void tmd_judge_places(struct tmd_examiner *examiner, const struct tmd_run *run);

void tmd_judge_row(struct tmd_examiner *examiner, const struct tmd_run *run);

/* Judges the result of argument i by `correct`. */
void tmd_judge_by(struct tmd_examiner *examiner, const struct tmd_run *run, size_t i,
                  const struct tmd_correct *correct);
/* The result of an argument of a run by place less the place of |f(x)|, in units of the place; for
   values of both signs less that of f(x). */
int64_t tmd_place_difference(const struct tmd_examiner *examiner, const struct tmd_run *run,
                             size_t i);

/* Notes the errors of a run by place that may be the largest so far. */
void tmd_judge_extremes(struct tmd_examiner *examiner, const struct tmd_run *run,
                        const struct tmd_compared *found);

/* A bound, in ulp, for the distance of differences from places and errors. */
double tmd_place_looseness(const struct tmd_run *run);

/* 1 if argument i of the batch, which is one of the run, is marked. */
static inline int tmd_is_marked(const uint8_t *marks, const struct tmd_run *run, size_t i) {
  return tmd_bit(marks + run->marks, i - run->first);
}

/* The encoding of the result of argument i, of at most 8 bytes. */
static inline uint64_t tmd_result_bits(const struct tmd_examiner *examiner, size_t i) {
  switch (examiner->bytes) {
  case 2: return ((const uint16_t *)examiner->result)[i];
  case 4: return ((const uint32_t *)examiner->result)[i];
  default: return ((const uint64_t *)examiner->result)[i];
  }
}

/* As tmd_examiner_instance, without MPFR if the place of the argument shows the right result. */
struct tmd_instance tmd_place_instance(struct tmd_examiner *examiner, const struct tmd_run *run,
                                       size_t i);

/* Notes the steps of a run by place, for results that the job found wrong. */
void tmd_judge_steps(struct tmd_examiner *examiner, const struct tmd_run *run,
                     const struct tmd_compare_job *job, const struct tmd_compared *found);

/* Counts the errors of a run, each in its bin. */
void tmd_judge_errors(struct tmd_examiner *examiner, const struct tmd_run *run);

/* Argument i of the batch, which is one of the run, and what the call returned. */
struct tmd_datum tmd_run_argument(const struct tmd_run *run, size_t i);
struct tmd_second tmd_examiner_second(const struct tmd_examiner *examiner, size_t i);
struct tmd_datum tmd_examiner_result(const struct tmd_examiner *examiner, size_t i);
struct tmd_given tmd_examiner_given(const struct tmd_examiner *examiner, const struct tmd_run *run,
                                    size_t i);
struct tmd_instance tmd_examiner_instance(struct tmd_examiner *examiner, const struct tmd_run *run,
                                          size_t i);

/* The position of f(x) of argument i by MPFR, stored for the other modes until the next call of
   this function. */
const struct tmd_correct *tmd_examiner_correct(struct tmd_examiner *examiner,
                                               const struct tmd_run *run, size_t i);

/* Keeps a wrong result, if --keep asks for it. */
void tmd_examiner_keep(struct tmd_examiner *examiner, const struct tmd_instance *at);

#endif
