/* The cases of streams of pairs, as arguments of functions of C. */
#include <string.h>

#include "lib/base/error.h"
#include "lib/cli/files.h"
#include "lib/cli/program.h"
#include "lib/problem/ordinal.h"
#include "lib/problem/pair.h"
#include "lib/stream/stream.h"
#include "tools/check/pairs/pair-list.h"
#include "tools/stage/input.h"
#include "tools/stage/progress.h"

/* What the stream that is being read is read for. */
static struct {
  struct tmd_pair_list *list;
  const struct tmd_checked *checked;
  const char *name; /* canonical, of the function */
  long claims;      /* about it */
} to;

static int is_wanted(const struct tmd_problem *problem) {
  const struct tmd_format *in = &to.checked->in, *second = &problem->in_y;
  return tmd_problem_of_pairs(problem) && !strcmp(problem->name, to.name) &&
         !memcmp(&problem->in, in, sizeof *in) &&
         (to.checked->pair->integer ? second->integers : !memcmp(second, in, sizeof *in));
}

static tmd_u128 encode(int sign, int e, tmd_u128 X) {
  const struct tmd_format *in = &to.checked->in;
  return tmd_pair_number(in, sign, tmd_argument_ordinal(in, e, X));
}

/* The second of atan2(y, x) is x. An integer beyond 32 bits is no argument of C's functions. */
static void add(const struct tmd_claim *claim, tmd_u128 X) {
  const enum tmd_function_id id = claim->problem->function->id;
  const struct tmd_cell *cell = &claim->cell;
  const struct tmd_xy pair = tmd_pair_at(claim->problem, cell, X);
  struct tmd_pair_arguments at = {encode(cell->sign_x, cell->e_in, pair.X), 0, 0};
  if (to.checked->pair->integer) {
    const tmd_u128 most = (tmd_u128)INT32_MAX + (cell->sign_y != 0);
    if (pair.Y > most) return;
    at.y = (tmd_u128)(uint64_t)(cell->sign_y ? -(int64_t)pair.Y : (int64_t)pair.Y);
  } else {
    at.y = encode(cell->sign_y, cell->e_y, pair.Y);
  }
  if (id == TMD_FN_atan2 || id == TMD_FN_atan2pi) at = (struct tmd_pair_arguments){at.y, at.x, 0};
  tmd_pair_list_add(to.list, &at);
}

static int visit(struct tmd_claim *claim, struct tmd_reader *reader) {
  (void)reader;
  tmd_show_progress(0);
  if (claim->kind != TMD_CASE || !is_wanted(claim->problem)) return 0;
  to.claims++;
  for (size_t i = 0; to.list && i < claim->record_count; i++) {
    struct tmd_case_record record;
    memcpy(&record, tmd_claim_record(claim, i), sizeof record);
    add(claim, tmd_wide_load(record.X));
  }
  return 0;
}

long tmd_pair_list_add_stream(struct tmd_pair_list *list, const struct tmd_checked *checked,
                              char *name) {
  to.list = list, to.checked = checked, to.claims = 0;
  to.name = tmd_problem_spell(checked->pair->name);
  if (!to.name) return 0; /* no stream is about it */
  return tmd_each_claim((char *[]){name, NULL}, visit) ? -1 : to.claims;
}
