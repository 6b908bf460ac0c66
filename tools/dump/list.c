#include "tools/dump/list.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/stream/hex-float.h"
#include "lib/stream/text.h"
#include "lib/value/correct.h"
#include "tools/dump/expand.h"

/* ---- walking ---- */

int tmd_list_next(const struct tmd_list *list, struct tmd_list_section *section) {
  const struct tmd_results *results = list->results;
  section->from = section->to;
  if (section->from == results->count) return 0;
  section->number = results->result[section->from].problem;
  section->problem = results->problems.problem[section->number];
  section->summary = list->summary + section->number;
  while (section->to < results->count && results->result[section->to].problem == section->number)
    section->to++;
  return 1;
}

const struct tmd_result *tmd_list_case(const struct tmd_list *list, size_t *at, size_t to) {
  while (*at < to) {
    const struct tmd_result *result = list->results->result + (*at)++;
    if (result->type == TMD_RESULT_CASE && tmd_case_kind(&result->record) != TMD_IS_CANDIDATE)
      return result;
  }
  return NULL;
}

char *tmd_list_print_x(char *text, const struct tmd_list *list, const struct tmd_result *result) {
  char end[TMD_HEXFLOAT_TEXT_BYTES];
  tmd_result_print_ends(list->results, result, text, end);
  return text;
}

/* ---- the values of a case ---- */

const char *const tmd_list_value_names[TMD_LIST_VALUES] = {
    "x",        "X",         "e",        "sign", "kind", "hard_for", "hardness",
    "distance", "undecided", "function", "in",   "out",  "side",     "rn",
    "ru",       "rd",        "rz",       "ra",   "ro"};

const char *tmd_list_side(const struct tmd_result *result) {
  if (!result->record.distance_mantissa) return "-";
  return result->record.distance_negative ? "below" : "above";
}

/* An undecided case has the kind of what is nearest. */
static enum tmd_case_kind value_kind(const struct tmd_case_record *record) {
  if (record->flags & TMD_CASE_EXACT) return TMD_IS_EXACT;
  return record->flags & TMD_CASE_MIDPOINT ? TMD_IS_MIDPOINT : TMD_IS_NUMBER;
}

void tmd_list_values(struct tmd_text_line *line, const struct tmd_list *list,
                     const struct tmd_result *result) {
  const struct tmd_problem *problem = list->results->problems.problem[result->problem];
  char text[TMD_HEXFLOAT_TEXT_BYTES];
  struct tmd_correct correct;
  tmd_correct_at_number(&correct, problem, result->cell.sign_x, result->e_a, result->Xa);
  tmd_text_begin(line);
  tmd_text_add(line, "%s", tmd_list_print_x(text, list, result));
  tmd_text_add(line, "%s", tmd_wide_print(text, result->Xa));
  tmd_text_add(line, "%d", result->e_a);
  tmd_text_add(line, "%d", result->cell.sign_x);
  tmd_text_add(line, "%s", tmd_case_kind_name(value_kind(&result->record)));
  tmd_text_add(line, "%s", tmd_case_hard_for(&result->record));
  tmd_text_add_hardness(line, result->record.hardness);
  tmd_text_add_distance(line, &result->record);
  tmd_text_add(line, "%d", tmd_case_kind(&result->record) == TMD_IS_UNDECIDED);
  tmd_text_add(line, "%s", problem->name);
  tmd_text_add(line, "%s", tmd_format_describe(text, &problem->in));
  tmd_text_add(line, "%s", tmd_format_describe(text, &problem->out));
  tmd_text_add(line, "%s", tmd_list_side(result));
  for (int mode = 0; mode < TMD_ALL_ROUNDINGS; mode++)
    tmd_text_add(line, "%s",
                 tmd_correct_print(text, &correct, &problem->out, (enum tmd_rounding)mode));
}

/* ---- what was found, and what of it is listed ---- */

const struct tmd_function *tmd_list_rule(const struct tmd_list_section *section) {
  const struct tmd_function *function = section->problem->function;
  return function->exact_rule ? function : NULL;
}

int tmd_summary_whole_domain(const struct tmd_summary *summary) {
  return summary->has_gaps && !summary->gaps.count;
}

static void summarize(struct tmd_summary *summary, const struct tmd_results *results,
                      const struct tmd_list_section *section) {
  for (size_t i = section->from; i < section->to; i++) {
    const struct tmd_case_record *record = &results->result[i].record;
    summary->exact = tmd_wide_sum(summary->exact, tmd_expand_exact(results, results->result + i));
    if (results->result[i].type != TMD_RESULT_CASE) continue;
    const enum tmd_case_kind kind = tmd_case_kind(record);
    summary->found[kind]++;
    if (kind <= TMD_IS_MIDPOINT && record->hardness > summary->greatest[kind])
      summary->greatest[kind] = record->hardness;
  }
  summary->has_gaps = tmd_domaingaps_find(&summary->gaps, results, section->from, section->to) == 0;
}

int tmd_list_select(struct tmd_list *list, struct tmd_results *results,
                    const struct tmd_selection *selection) {
  *list = (struct tmd_list){.results = results, .selection = *selection};
  if (tmd_selection_check(selection, results)) return -1;
  const size_t bytes = (results->problems.count + 1) * sizeof *list->summary;
  list->summary = memset(tmd_allocate(bytes), 0, bytes);
  tmd_selection_drop_repeated(results);
  for (struct tmd_list_section section = {0}; tmd_list_next(list, &section);)
    summarize(list->summary + section.number, results, &section);
  if (selection->expand.ends && tmd_expand(results, &selection->expand, &list->cut)) return -1;
  tmd_selection_drop_repeated(results);
  tmd_selection_apply(selection, results);
  return 0;
}

void tmd_list_clear(struct tmd_list *list) {
  for (unsigned i = 0; list->summary && i < list->results->problems.count; i++)
    tmd_domaingaps_clear(&list->summary[i].gaps);
  free(list->summary);
  list->summary = NULL;
}
