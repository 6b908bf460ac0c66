#include "tools/dump/list.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/problem/hex-float.h"
#include "lib/stream/text.h"
#include "lib/value/correct.h"
#include "tools/dump/expand.h"

/* ---- walking ---- */

int tmd_list_next(const struct tmd_list *list, struct tmd_list_section *section) {
  if (!tmd_results_next(list->results, section)) return 0;
  while (list->summary[section->number].problem != section->problem) section->number++;
  section->summary = list->summary + section->number;
  return 1;
}

const struct tmd_case *tmd_list_case(const struct tmd_list *list, size_t *at, size_t to) {
  while (*at < to) {
    const struct tmd_case *found = list->results->found + (*at)++;
    if (tmd_case_kind(&found->record) != TMD_IS_CANDIDATE) return found;
  }
  return NULL;
}

char *tmd_list_print_x(char *text, const struct tmd_case *found) {
  return tmd_hexfloat_print(text, found->cell.sign_x, tmd_case_X(found),
                            tmd_cell_unit(found->problem, &found->cell));
}

/* ---- the values of a case ---- */

const char *const tmd_list_value_names[TMD_LIST_VALUES] = {
    "x",        "X",         "e",        "sign", "kind", "hard_for", "hardness",
    "distance", "undecided", "function", "in",   "out",  "side",     "rn",
    "ru",       "rd",        "rz",       "ra",   "ro"};

const char *tmd_list_side(const struct tmd_case *found) {
  if (!found->record.distance_mantissa) return "-";
  return found->record.distance_negative ? "below" : "above";
}

/* An undecided case has the kind of the nearest breakpoint. */
static enum tmd_case_kind value_kind(const struct tmd_case_record *record) {
  if (record->flags & TMD_CASE_EXACT) return TMD_IS_EXACT;
  return record->flags & TMD_CASE_MIDPOINT ? TMD_IS_MIDPOINT : TMD_IS_NUMBER;
}

void tmd_list_values(struct tmd_text_line *line, const struct tmd_case *found) {
  const struct tmd_problem *problem = found->problem;
  char text[TMD_HEXFLOAT_TEXT_BYTES];
  struct tmd_correct correct;
  const tmd_u128 X = tmd_case_X(found);
  tmd_correct_at_number(&correct, problem, found->cell.sign_x, found->cell.e_in, X);
  tmd_text_begin(line);
  tmd_text_add_string(line, tmd_list_print_x(text, found));
  tmd_text_add_string(line, tmd_wide_print(text, X));
  tmd_text_add(line, "%d", found->cell.e_in);
  tmd_text_add(line, "%d", found->cell.sign_x);
  tmd_text_add_string(line, tmd_case_kind_name(value_kind(&found->record)));
  tmd_text_add_string(line, tmd_case_hard_for(&found->record));
  tmd_text_add_hardness(line, found->record.hardness);
  tmd_text_add_distance(line, &found->record);
  tmd_text_add(line, "%d", tmd_case_kind(&found->record) == TMD_IS_UNDECIDED);
  tmd_text_add_string(line, problem->name);
  tmd_text_add_string(line, tmd_format_describe(text, &problem->in));
  tmd_text_add_string(line, tmd_format_describe(text, &problem->out));
  tmd_text_add_string(line, tmd_list_side(found));
  for (int mode = 0; mode < TMD_ALL_ROUNDINGS; mode++)
    tmd_text_add_string(line,
                        tmd_correct_print(text, &correct, &problem->out, (enum tmd_rounding)mode));
}

/* ---- cases found and listed ---- */

const struct tmd_function *tmd_list_rule(const struct tmd_list_section *section) {
  const struct tmd_function *function = section->problem->function;
  return function->exact_rule ? function : NULL;
}

static void summarize(struct tmd_summary *summary, const struct tmd_results *results,
                      const struct tmd_list_section *section) {
  const struct tmd_stretch *stretch = results->stretch + section->first;
  const size_t stretches = section->behind - section->first;
  summary->problem = section->problem;
  for (size_t i = 0; i < stretches; i++)
    summary->exact = tmd_wide_sum(summary->exact, tmd_expand_exact(stretch + i));
  for (size_t i = section->from; i < section->to; i++) {
    const struct tmd_case_record *record = &results->found[i].record;
    const enum tmd_case_kind kind = tmd_case_kind(record);
    summary->found[kind]++;
    if (kind <= TMD_IS_MIDPOINT && record->hardness > summary->greatest[kind])
      summary->greatest[kind] = record->hardness;
  }
  tmd_domaingaps_find(&summary->gaps, section->problem, stretch, stretches);
}

int tmd_list_select(struct tmd_list *list, struct tmd_results *results,
                    const struct tmd_selection *selection) {
  size_t capacity = 0;
  *list = (struct tmd_list){.results = results, .selection = *selection};
  if (tmd_selection_check(selection, results)) return -1;
  tmd_selection_drop_repeated(results);
  for (struct tmd_list_section section = {0}; tmd_results_next(results, &section);) {
    list->summary = tmd_grow(list->summary, &capacity, list->problems + 1, sizeof *list->summary);
    struct tmd_summary *summary = list->summary + list->problems++;
    memset(summary, 0, sizeof *summary);
    summarize(summary, results, &section);
  }
  if (selection->expand.ends && tmd_expand(results, &selection->expand, &list->cut)) return -1;
  tmd_selection_drop_repeated(results);
  tmd_selection_apply(selection, results);
  return 0;
}

void tmd_list_clear(struct tmd_list *list) {
  for (unsigned i = 0; i < list->problems; i++) tmd_domaingaps_clear(&list->summary[i].gaps);
  free(list->summary);
  list->summary = NULL;
}
