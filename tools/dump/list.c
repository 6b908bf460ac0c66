#include "tools/dump/list.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/cell/pieces.h"
#include "lib/problem/hex-float.h"
#include "lib/stream/text.h"
#include "lib/value/correct.h"
#include "tools/dump/expand.h"

const struct tmd_case *tmd_list_case(const struct tmd_list *list, size_t *at) {
  while (*at < list->results->cases) {
    const struct tmd_case *found = list->results->found + (*at)++;
    if (tmd_case_kind(&found->record) != TMD_IS_CANDIDATE) return found;
  }
  return NULL;
}

int tmd_list_open(struct tmd_row *row, const struct tmd_problem *problem,
                  const struct tmd_case *found) {
  const tmd_u128 at = tmd_case_X(found);
  if (tmd_row_open(row, problem, &found->cell, at, at + 1)) return -1;
  tmd_cut_own_cell(&row->segment, row->segment.X0);
  return 0;
}

char *tmd_list_print_x(char *text, const struct tmd_case *found) {
  return tmd_argument_print(text, found->problem, &found->cell, tmd_case_X(found));
}

const char *tmd_list_side(const struct tmd_case *found) {
  if (!found->record.distance_mantissa) return "-";
  return found->record.distance_negative ? "below" : "above";
}

static void summarize(struct tmd_list *list) {
  const struct tmd_results *results = list->results;
  for (size_t i = 0; i < results->stretches; i++)
    list->exact = tmd_wide_sum(list->exact, tmd_expand_exact(results->stretch + i));
  for (size_t i = 0; i < results->cases; i++) {
    const struct tmd_case_record *record = &results->found[i].record;
    const enum tmd_case_kind kind = tmd_case_kind(record);
    list->found[kind]++;
    if (kind <= TMD_IS_MIDPOINT && record->hardness > list->greatest[kind])
      list->greatest[kind] = record->hardness;
  }
  tmd_domaingaps_find(&list->gaps, list->problem, results->stretch, results->stretches);
}

int tmd_list_select(struct tmd_list *list, const struct tmd_selection *selection) {
  list->selection = *selection;
  tmd_selection_drop_repeated(list->results);
  summarize(list);
  if (selection->expand.ends && tmd_expand(list->results, &selection->expand, &list->cut))
    return -1;
  tmd_selection_drop_repeated(list->results);
  tmd_selection_apply(selection, list->results);
  return 0;
}
