#include "lib/stream/case-words.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "lib/problem/problem.h"

static const char *const kinds[TMD_CASE_KINDS] = {"number", "midpoint", "exact", "undecided",
                                                  "candidate"};

static const struct {
  const char *name;
  unsigned flags; /* all but TMD_CASE_MIDPOINT */
} statuses[] = {{"candidate", 0},
                {"confirmed", TMD_CASE_CONFIRMED},
                {"exact", TMD_CASE_CONFIRMED | TMD_CASE_EXACT},
                {"undecided", TMD_CASE_UNDECIDED}};
enum { STATUSES = sizeof statuses / sizeof *statuses };

static const struct {
  const char *name;
  unsigned hardness;
} hardness_words[] = {{"exact", TMD_HARDNESS_EXACT}, {"unbounded", TMD_HARDNESS_UNBOUNDED}};

enum tmd_case_kind tmd_case_kind(const struct tmd_case_record *record) {
  if (record->flags & TMD_CASE_UNDECIDED) return TMD_IS_UNDECIDED;
  if (!(record->flags & TMD_CASE_CONFIRMED)) return TMD_IS_CANDIDATE;
  if (record->flags & TMD_CASE_EXACT) return TMD_IS_EXACT;
  return record->flags & TMD_CASE_MIDPOINT ? TMD_IS_MIDPOINT : TMD_IS_NUMBER;
}

const char *tmd_case_kind_name(enum tmd_case_kind kind) { return kinds[kind]; }

const char *tmd_case_hard_for(const struct tmd_case_record *record) {
  return tmd_modes_name(record->flags & TMD_CASE_MIDPOINT ? TMD_MODES_NEAREST : TMD_MODES_DIRECTED);
}

const char *tmd_case_status_name(const struct tmd_case_record *record) {
  const unsigned flags = record->flags & ~(unsigned)TMD_CASE_MIDPOINT;
  for (int i = 0; i < STATUSES; i++)
    if (flags == statuses[i].flags) return statuses[i].name;
  return statuses[0].name; /* not in a valid record */
}

const char *tmd_case_near_name(const struct tmd_case_record *record) {
  if (tmd_case_kind(record) == TMD_IS_CANDIDATE) return "-";
  return kinds[record->flags & TMD_CASE_MIDPOINT ? TMD_IS_MIDPOINT : TMD_IS_NUMBER];
}

const char *tmd_case_flags_parse(uint8_t *flags, const char *status, const char *near) {
  const int none = !strcmp(near, "-"), midpoint = !strcmp(near, kinds[TMD_IS_MIDPOINT]);
  int i = 0;
  while (i < STATUSES && strcmp(status, statuses[i].name)) i++;
  if (i == STATUSES) return "status is not candidate, confirmed, exact or undecided";
  if (!none && !midpoint && strcmp(near, kinds[TMD_IS_NUMBER]))
    return "kind is not number, midpoint or -";
  *flags = (uint8_t)(statuses[i].flags | (midpoint ? TMD_CASE_MIDPOINT : 0));
  return none != !*flags ? "kind does not suit the status" : NULL;
}

const char *tmd_hardness_word(unsigned hardness) {
  for (size_t i = 0; i < sizeof hardness_words / sizeof *hardness_words; i++)
    if (hardness == hardness_words[i].hardness) return hardness_words[i].name;
  return NULL;
}

char *tmd_hardness_print(char *text, unsigned hardness) {
  const char *word = tmd_hardness_word(hardness);
  if (word) strcpy(text, word);
  else snprintf(text, TMD_HARDNESS_TEXT_BYTES, "%u", hardness);
  return text;
}

unsigned tmd_hardness_of_word(const char *word) {
  for (size_t i = 0; i < sizeof hardness_words / sizeof *hardness_words; i++)
    if (!strcmp(word, hardness_words[i].name)) return hardness_words[i].hardness;
  return 0;
}

size_t tmd_cases_below(const struct tmd_case_record *record, size_t count, tmd_u128 X) {
  size_t low = 0, high = count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (tmd_wide_load(record[middle].X) < X) low = middle + 1;
    else high = middle;
  }
  return low;
}
