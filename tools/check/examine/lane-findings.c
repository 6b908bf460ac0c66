#include <stdlib.h>
#include <string.h>

#include "lib/cli/options.h"
#include "tools/check/examine/judge.h"
#include "tools/check/examine/vector-lanes.h"

enum { NAMED_MOST = 1000, FIRST_PASS = 31 };

/* ---- findings ---- */

static long source_of(const struct tmd_pass *pass, size_t j) {
  return pass->source ? pass->source[j] : (long)j;
}
static int is_active(const struct tmd_pass *pass, size_t j) {
  return !pass->active || pass->active[j];
}
static size_t lane_of(const struct tmd_lane_vector *v, size_t j) {
  return (v->pass->lane + j) % v->e->lanes->lanes;
}

/* Prints the vector in which number j led to a finding, the first of its kind. */
static void print_vector(const struct tmd_lane_vector *v, size_t j, enum tmd_finding finding) {
  const struct tmd_examiner *e = v->e;
  const struct tmd_format *in = &e->on.checked.in;
  char text[TMD_ARGUMENTS_TEXT_BYTES], *line, *own = NULL;
  size_t bytes;
  if (e->lanes->printed >> finding & 1) return;
  e->lanes->printed |= 1u << finding;
  FILE *all = open_memstream(&line, &bytes);
  for (size_t k = v->first; k < v->end; k++) {
    const struct tmd_datum x = tmd_datum_decode(in, v->pass->x + k * (size_t)e->bytes);
    struct tmd_second second = {.kind = TMD_SECOND_NONE};
    if (e->y) second = tmd_pair_second(&e->on.checked, v->pass->y + k * e->y_bytes);
    tmd_arguments_print(text, in, &x, &second);
    fprintf(all, is_active(v->pass, k) ? " %s" : " (%s)", text);
    if (k == j) own = strdup(text);
  }
  fclose(all);
  tmd_say("%s(%s): %s in lane %zu; lanes %zu to %zu:%s", tmd_target_symbol(e->target), own,
          tmd_finding_name(finding), lane_of(v, j), lane_of(v, v->first), lane_of(v, v->end - 1),
          line);
  free(line), free(own);
}

/* Judges a result of argument i, NULL: that of the first pass, into a verdict of its own. */
static void judge(struct tmd_examiner *e, size_t i, const void *result,
                  struct tmd_verdict *verdict) {
  unsigned char *const place = e->result + i * (size_t)e->bytes, own[8];
  struct tmd_verdict *const sum = e->verdict;
  uint8_t *const flags = e->flags;
  const size_t keeps = e->on.keeps;
  *verdict = (struct tmd_verdict){0};
  memcpy(own, place, (size_t)e->bytes);
  if (result) memcpy(place, result, (size_t)e->bytes), e->flags = NULL;
  e->on.keeps = 0;
  e->verdict = verdict;
  tmd_judge_one(e, tmd_examiner_run_of(e, i), i);
  e->verdict = sum, e->flags = flags, e->on.keeps = keeps;
  memcpy(place, own, (size_t)e->bytes);
}

/* The findings about argument i so far, those of the first pass included. */
static uint32_t findings_of(struct tmd_examiner *e, size_t i) {
  uint32_t *const findings = &e->lanes->findings[i];
  struct tmd_verdict first;
  if (*findings >> FIRST_PASS) return *findings;
  judge(e, i, NULL, &first);
  *findings |= tmd_verdict_found(&first) | (uint32_t)1 << FIRST_PASS;
  return *findings;
}

/* Adds errors, and those findings about argument i that it does not have yet. */
static void add(struct tmd_examiner *e, size_t i, struct tmd_verdict *more) {
  const uint32_t before = findings_of(e, i);
  for (int k = 0; k < TMD_FINDINGS; k++) {
    struct tmd_verdict_count *const count = &more->finding[k];
    const int is_new = count->count > 0 && !(before >> k & 1);
    if (is_new) tmd_verdict_count_in(&e->verdict->finding[k], 1, &count->first);
    if (is_new && k == TMD_FINDING_WRONG) tmd_examiner_keep(e, &count->first);
    e->lanes->findings[i] |= (uint32_t)(count->count > 0) << k;
    count->count = 0;
  }
  more->tested = more->tiny_raised.count = more->tiny_silent.count = 0;
  tmd_verdict_add(e->verdict, more);
}

/* Number j has another result than its argument had first, or the first one that returned. */
static void add_result(const struct tmd_lane_vector *v, size_t j) {
  struct tmd_examiner *e = v->e;
  const size_t i = (size_t)source_of(v->pass, j), bytes = (size_t)e->bytes;
  const struct tmd_run *run = tmd_examiner_run_of(e, i);
  const unsigned char *got = v->pass->result + j * bytes;
  struct tmd_verdict other;
  if (tmd_bit(e->dead, i)) {
    uint8_t *const flags = e->flags;
    memcpy(e->result + i * bytes, got, bytes);
    e->dead[i >> 3] &= (uint8_t)~(1 << (i & 7));
    e->flags = NULL; /* they are not known */
    tmd_judge_one(e, run, i);
    e->flags = flags;
    return;
  }
  struct tmd_instance at = tmd_examiner_instance(e, run, i);
  at.got = tmd_datum_decode(&e->on.checked.out, got);
  judge(e, i, got, &other);
  tmd_verdict_find(&other, TMD_FINDING_LANE, &at);
  add(e, i, &other);
  print_vector(v, j, TMD_FINDING_LANE);
}

void tmd_lanes_check_results(const struct tmd_lane_vector *v) {
  const struct tmd_examiner *e = v->e;
  const size_t bytes = (size_t)e->bytes;
  for (size_t j = v->first; j < v->end; j++) {
    const long i = source_of(v->pass, j);
    if (i < 0 || tmd_bit(e->lost, j)) continue;
    if (tmd_bit(e->dead, (size_t)i) ||
        memcmp(v->pass->result + j * bytes, e->result + (size_t)i * bytes, bytes))
      add_result(v, j);
  }
}

/* ---- flags ---- */

/* Those of number j in a vector of its own. */
static unsigned own_flags(const struct tmd_lane_vector *v, size_t j) {
  const long source = source_of(v->pass, j);
  return source >= 0 ? v->e->flags[source]
                     : v->e->lanes->filler[-1 - source].raised[v->e->judge.mode];
}

/* 1 if number j, as the only one in its lane next to a quiet filler, leads to the finding about a
   flag. */
static int is_cause(const struct tmd_lane_vector *v, size_t j, int flag, int spurious) {
  struct tmd_examiner *e = v->e;
  struct tmd_vector_lanes *l = e->lanes;
  const size_t x_bytes = (size_t)e->bytes, y_bytes = e->y_bytes;
  unsigned char x[64], y[64], result[64];
  uint8_t flags[TMD_LANES_MOST];
  if (l->named++ >= NAMED_MOST) return 0;
  for (size_t lane = 0; lane < l->lanes; lane++) {
    const int own = lane == lane_of(v, j) || l->quiet < 0;
    memcpy(x + lane * x_bytes, own ? v->pass->x + j * x_bytes : l->filler[l->quiet].x, x_bytes);
    if (e->y)
      memcpy(y + lane * y_bytes, own ? v->pass->y + j * y_bytes : l->filler[l->quiet].y, y_bytes);
  }
  struct tmd_calls calls = {.count = l->lanes,
                            .mode = e->judge.mode,
                            .x = x,
                            .y = e->y ? y : NULL,
                            .result = result,
                            .flags = flags};
  return tmd_target_call(e->target, &calls) == TMD_TARGET_DONE &&
         (flags[0] >> flag & 1) == spurious;
}

/* Finds the number that leads to the finding: one that does so by itself, else the first argument
   that may. */
static size_t find_cause(const struct tmd_lane_vector *v, int flag, int spurious) {
  size_t first = v->end, may = v->end;
  for (size_t j = v->first; j < v->end; j++) {
    if (source_of(v->pass, j) < 0) continue;
    if (first == v->end) first = j;
    if ((own_flags(v, j) >> flag & 1) == (unsigned)spurious) continue;
    if (may == v->end) may = j;
    if (is_cause(v, j, flag, spurious)) return j;
  }
  return may < v->end ? may : first;
}

/* The flags of a vector with argument i that show nothing: those that are optional, and those that
   are wrong in a vector of its own, which is a finding already. */
static unsigned open_flags(struct tmd_examiner *e, size_t i) {
  struct tmd_verdict first;
  judge(e, i, NULL, &first);
  const unsigned found = tmd_verdict_found(&first);
  return (unsigned)tmd_examiner_correct(e, tmd_examiner_run_of(e, i), i)->allowed |
         ((found >> TMD_FINDING_MISSING | found >> TMD_FINDING_SPURIOUS) & TMD_RAISES_ANY);
}

/* The same, of all active lanes. */
static unsigned open_flags_of_all(const struct tmd_lane_vector *v) {
  unsigned open = 0;
  for (size_t j = v->first; j < v->end; j++) {
    const long source = source_of(v->pass, j);
    if (!is_active(v->pass, j)) continue;
    open |= source < 0 ? v->e->lanes->filler[-1 - source].open[v->e->judge.mode]
                       : open_flags(v->e, (size_t)source);
  }
  return open;
}

void tmd_lanes_check_flags(const struct tmd_lane_vector *v) {
  struct tmd_examiner *e = v->e;
  unsigned raised = 0, expected = 0;
  for (size_t j = v->first; j < v->end; j++) {
    const long source = source_of(v->pass, j);
    /* unless all of them are known, this shows nothing: there is a finding already */
    if (tmd_bit(e->lost, j) || (source >= 0 && tmd_bit(e->ended, (size_t)source))) return;
    raised |= v->pass->flags[j];
    if (is_active(v->pass, j)) expected |= own_flags(v, j);
  }
  if (raised == expected) return;
  const unsigned differ = (raised ^ expected) & ~open_flags_of_all(v);
  for (int flag = 0; flag < TMD_EXCEPTIONS; flag++) {
    if (!(differ >> flag & 1)) continue;
    const int spurious = raised >> flag & 1;
    const enum tmd_finding finding =
        (enum tmd_finding)((spurious ? TMD_FINDING_SPURIOUS : TMD_FINDING_MISSING) + flag);
    const size_t j = find_cause(v, flag, spurious), i = (size_t)source_of(v->pass, j);
    struct tmd_verdict more = {0};
    struct tmd_instance at = tmd_examiner_instance(e, tmd_examiner_run_of(e, i), i);
    at.got = tmd_datum_decode(&e->on.checked.out, v->pass->result + j * (size_t)e->bytes);
    tmd_verdict_find(&more, finding, &at);
    add(e, i, &more);
    print_vector(v, j, finding);
  }
}
