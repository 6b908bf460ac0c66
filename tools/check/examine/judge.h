/* Judging the results of a batch in one mode: one by one, by what MPFR says (judge.c), by places
   (judge-places.c), or rows of functions of two arguments by their values in double precision
   (judge-rows.c). */
#ifndef TMD_JUDGE_H
#define TMD_JUDGE_H

#include "tools/check/examine/call-batch.h"

/* Every result of the batch that came back. */
void tmd_judge_batch(struct tmd_examiner *examiner);

/* The result of argument i alone, if it came back. */
void tmd_judge_one(struct tmd_examiner *examiner, const struct tmd_run *run, size_t i);

/* Those of a run by place: what its places leave open, one by one. */
void tmd_judge_places(struct tmd_examiner *examiner, const struct tmd_run *run);

void tmd_judge_row(struct tmd_examiner *examiner, const struct tmd_run *run);

/* The result of argument i, by what is known of f(x). */
void tmd_judge_by(struct tmd_examiner *examiner, const struct tmd_run *run, size_t i,
                  const struct tmd_correct *correct);
/* The result less |f(x)| of an argument of a run by place, as its place says, in units of the
   place; of both signs less f(x). */
int64_t tmd_place_difference(const struct tmd_examiner *examiner, const struct tmd_run *run,
                             size_t i);

/* Notes the errors of a run by place that may be the largest so far. */
void tmd_judge_extremes(struct tmd_examiner *examiner, const struct tmd_run *run,
                        const struct tmd_compared *found);

/* How far differences from places are from errors, at most, in ulp. */
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

/* The same as tmd_examiner_instance of one whose place says what is right (not open), without MPFR.
 */
struct tmd_instance tmd_place_instance(struct tmd_examiner *examiner, const struct tmd_run *run,
                                       size_t i);

/* Notes how far results of a run by place are from the right ones, of those that the job found
   wrong. */
void tmd_judge_steps(struct tmd_examiner *examiner, const struct tmd_run *run,
                     const struct tmd_compare_job *job, const struct tmd_compared *found);

/* Counts the errors of a run, each in its bin. */
void tmd_judge_errors(struct tmd_examiner *examiner, const struct tmd_run *run);

/* Argument i of the batch, which is one of the run, and what came back. */
struct tmd_datum tmd_run_argument(const struct tmd_run *run, size_t i);
struct tmd_second tmd_examiner_second(const struct tmd_examiner *examiner, size_t i);
struct tmd_datum tmd_examiner_result(const struct tmd_examiner *examiner, size_t i);
struct tmd_given tmd_examiner_given(const struct tmd_examiner *examiner, const struct tmd_run *run,
                                    size_t i);
struct tmd_instance tmd_examiner_instance(struct tmd_examiner *examiner, const struct tmd_run *run,
                                          size_t i);

/* Where f(x) of argument i lies: by MPFR, kept for the other modes until the next argument is asked
   for. */
const struct tmd_correct *tmd_examiner_correct(struct tmd_examiner *examiner,
                                               const struct tmd_run *run, size_t i);

/* A wrong result is kept, if that is wanted. */
void tmd_examiner_keep(struct tmd_examiner *examiner, const struct tmd_instance *at);

#endif
