/* Shared by tmd-phase1 and tmd-phase2: the choice of claims and tests, and counters.
 */
#ifndef TMD_LINE_STAGES_H
#define TMD_LINE_STAGES_H

#include "kernels/boolean/boolean.h"
#include "lib/problem/words.h"
#include "lib/stream/plan-words.h"
#include "tools/stage/stage.h"

extern int tmd_test_option, tmd_line_option; /* -1: the plan's */
#define TMD_TEST_OPTION                                           \
  {"test",                                                        \
   't',                                                           \
   TMD_CHOICE,                                                    \
   "TEST",                                                        \
   "the Boolean test, on every poly claim (default: the plan's)", \
   .target = &tmd_test_option,                                    \
   .choices = TMD_CHOICES(TMD_LINE_METHODS)}
#define TMD_LINE_OPTION                                                 \
  {"line",                                                              \
   0,                                                                   \
   TMD_CHOICE,                                                          \
   "LINE",                                                              \
   "the line that replaces a domain (default: the plan's, or minimax)", \
   .target = &tmd_line_option,                                          \
   .choices = "minimax|tangent"}

/* 1 if the claim is to be tested: test, line and threshold become the first parameters of its key;
   0 if not, -1 (message). `words` are the claim's plan words. */
int tmd_boolean_take(struct tmd_load *load, struct tmd_plan_words *words,
                     const struct tmd_claim *claim);

/* The test that a key stands for. */
struct tmd_boolean tmd_boolean_of(const struct tmd_key *key);

/* Numbers of domains, or parts of domains, tested and surviving. */
extern struct tmd_tested {
  unsigned long long domains, survivors;
  tmd_u128 arguments; /* in the survivors */
} tmd_tested;

/* Drops the packets without survivors of `count` claims, and counts the others. By so many threads.
 */
void tmd_tested_sift(struct tmd_claim *claims, size_t count, int threads);
void tmd_tested_print(FILE *out); /* for --stats */

/* Survivor bits of all packets of a claim. */
size_t tmd_claim_survivors(const struct tmd_claim *claim);

#endif
