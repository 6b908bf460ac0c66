/* What a case record says, in words: its flags, and the words among its hardnesses. */
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

/* The modes that it is hard for, by what it is near: "directed" or "nearest". */
const char *tmd_case_hard_for(const struct tmd_case_record *record);

/* "candidate", "confirmed", "exact" or "undecided", and what f(x) is near: "number" or "midpoint",
   "-" for a candidate. */
const char *tmd_case_status_name(const struct tmd_case_record *record);
const char *tmd_case_near_name(const struct tmd_case_record *record);

/* The flags that have these two names: NULL, or what is wrong with the names. */
const char *tmd_case_flags_parse(uint8_t *flags, const char *status, const char *near);

/* How many of `count` records, in order of X, have an X below this one. */
size_t tmd_cases_below(const struct tmd_case_record *record, size_t count, tmd_u128 X);

/* "exact" and "unbounded" of the two hardnesses that are no numbers, else NULL; and the inverse, 0
   if the word is neither. */
const char *tmd_hardness_word(unsigned hardness);
unsigned tmd_hardness_of_word(const char *word);

#endif
