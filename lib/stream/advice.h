/* Advice: the plan text of claims and its words (lib/stream/plan-words.h), parsed once. Claims with
   the same text share one, which is freed with the last reference. NULL stands for the empty text.
   Threads may use the same advice and these functions at the same time. */
#ifndef TMD_ADVICE_H
#define TMD_ADVICE_H

#include "lib/stream/plan-words.h"

struct tmd_advice;

/* The advice with this text, which has no zero byte: a new reference, owned by the caller. */
const struct tmd_advice *tmd_advice_get(const char *text, size_t bytes);

/* Adds a reference and returns the advice; drops one. */
const struct tmd_advice *tmd_advice_hold(const struct tmd_advice *advice);
void tmd_advice_drop(const struct tmd_advice *advice);

const char *tmd_advice_text(const struct tmd_advice *advice); /* lasts as long as the reference */
size_t tmd_advice_bytes(const struct tmd_advice *advice);     /* of the text */

/* Like tmd_plan_words_read and tmd_plan_check on its text. 0, or -1 (message). */
int tmd_advice_words(struct tmd_plan_words *words, const struct tmd_advice *advice)
    __attribute__((warn_unused_result));
int tmd_advice_check(const struct tmd_advice *advice);

#endif
