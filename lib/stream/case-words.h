/* The words for the flags and special hardnesses of a case record. */
#ifndef TMD_CASE_WORDS_H
#define TMD_CASE_WORDS_H

#include <stddef.h>

#include "lib/base/wide.h"

enum tmd_case_kind {
  TMD_IS_NUMBER, /* f(x) is near a floating-point number: hard for directed modes */
  TMD_IS_MIDPOINT,
  TMD_IS_EXACT,
  TMD_IS_UNDECIDED,
  TMD_IS_CANDIDATE,
  TMD_CASE_KINDS
};

enum tmd_case_kind tmd_case_kind(const struct tmd_case_record *record);
const char *tmd_case_kind_name(
    enum tmd_case_kind kind); /* "number", "midpoint", "exact", "undecided", "candidate" */

/* The modes that it is hard for: "directed" next to a number, "nearest" next to a midpoint. */
const char *tmd_case_hard_for(const struct tmd_case_record *record);

/* "candidate", "confirmed", "exact" or "undecided"; and the breakpoint that f(x) is near: "number"
   or "midpoint", "-" for a candidate. */
const char *tmd_case_status_name(const struct tmd_case_record *record);
const char *tmd_case_near_name(const struct tmd_case_record *record);

/* Finds the flags with these two names. Returns NULL or the fault. */
const char *tmd_case_flags_parse(uint8_t *flags, const char *status, const char *near);

/* The number of the `count` records, sorted by X, whose X is below this one. */
size_t tmd_cases_below(const struct tmd_case_record *record, size_t count, tmd_u128 X);

/* "exact" or "unbounded" for the two hardnesses that are not numbers, else NULL; and the inverse, 0
   for other words. */
const char *tmd_hardness_word(unsigned hardness);
unsigned tmd_hardness_of_word(const char *word);

/* The word, or the number, in text of TMD_HARDNESS_TEXT_BYTES, which is returned. */
enum { TMD_HARDNESS_TEXT_BYTES = 12 };
char *tmd_hardness_print(char *text, unsigned hardness);

#endif
