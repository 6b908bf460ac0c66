#include "tools/check/examine/call-batch.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "tools/check/examine/vector-lanes.h"

struct tmd_examiner *tmd_examiner_open(const struct tmd_examination *on,
                                       struct tmd_target *target) {
  struct tmd_examiner *e = tmd_zeros(sizeof *e);
  const size_t most = TMD_EXAMINE_ROOM;
  e->on = *on;
  e->target = target;
  e->wrong_list.most = on->keeps;
  e->bytes = tmd_encoding_bytes(&on->checked.out);
  e->judge = (struct tmd_judge){.out = &e->on.checked.out, .ftz = on->ftz};
  e->result = tmd_zeros(most * 16);
  if (tmd_target_lanes(target) > 1) e->lanes = tmd_lanes_open(e);
  e->own_x = e->lanes || on->checked.in.decimal;
  e->x = e->own_x ? tmd_allocate(most * 16) : tmd_target_x(target);
  if (on->checked.pair) e->y_bytes = tmd_pair_second_bytes(&on->checked);
  if (on->checked.pair) e->y = tmd_allocate(most * TMD_PAIR_SECOND_BYTES);
  if (on->checked.pair && e->bytes == 2) e->values = tmd_allocate(sizeof *e->values);
  if (on->bins) e->bins = tmd_zeros(TMD_DECIMAL_ROUNDINGS * sizeof *e->bins);
  if (tmd_target_has_sign(target)) e->signs = tmd_allocate(most);
  if (on->flags) e->flags = tmd_allocate(most);
  if (on->errors) e->errors = tmd_allocate(most * sizeof *e->errors);
  memset(e->slot, -1, sizeof e->slot);
  e->images = tmd_correct_images_open(&on->checked);
  e->block = UINT64_C(1) << TMD_CURVE_LENGTH_LOG2;
  return e;
}

void tmd_examiner_close(struct tmd_examiner *e) {
  if (!e) return;
  if (e->lanes) tmd_lanes_close(e->lanes);
  if (e->own_x) free(e->x);
  tmd_wrong_clear(&e->wrong_list), free(e->y), free(e->result), free(e->flags), free(e->errors),
      free(e->values);
  free(e->signs), free(e->bins), free(e->slotted), free(e->correct);
  tmd_correct_images_close(e->images);
  free(e);
}

/* ---- filling the batch ---- */

size_t tmd_examiner_room(struct tmd_examiner *e) {
  if ((e->runs == TMD_EXAMINE_STRIPS || e->count == TMD_EXAMINE_BATCH) && tmd_examine_finish(e))
    return 0;
  return TMD_EXAMINE_BATCH - e->count;
}

/* The encodings of consecutive numbers. */
static void put_arguments(struct tmd_examiner *e, const struct tmd_datum *x, size_t count) {
  const struct tmd_format *in = &e->on.checked.in;
  unsigned char *to = e->x + e->count * (size_t)e->bytes;
  struct tmd_datum one = *x;
  uint64_t first = 0;
  tmd_datum_encode(to, in, x);
  if (e->bytes == 1 || e->bytes > 8 || tmd_encoding_pad(in)) {
    for (size_t i = 1; i < count; i++)
      one.ordinal++, tmd_datum_encode(to + i * (size_t)e->bytes, in, &one);
    return;
  }
  memcpy(&first, to, (size_t)e->bytes);
  if (e->bytes == 2)
    for (size_t i = 0; i < count; i++) ((uint16_t *)to)[i] = (uint16_t)(first + i);
  if (e->bytes == 4)
#pragma omp simd
    for (size_t i = 0; i < count; i++) ((uint32_t *)to)[i] = (uint32_t)(first + i);
  if (e->bytes == 8)
    for (size_t i = 0; i < count; i++) ((uint64_t *)to)[i] = first + i;
}

/* The encoding of one number, repeated. */
static void put_row(struct tmd_examiner *e, const struct tmd_datum *x, size_t count) {
  uint16_t code;
  tmd_datum_encode(&code, &e->on.checked.in, x);
  for (size_t i = 0; i < count; i++) ((uint16_t *)e->x)[e->count + i] = code;
}

void tmd_examiner_put_run(struct tmd_examiner *e, const struct tmd_run *run) {
  struct tmd_run *last = &e->run[e->runs];
  *last = *run;
  last->first = e->count;
  last->marks = e->runs ? last[-1].marks + last[-1].strip.count / 8 + 1 : 0;
  (run->method == TMD_PAIR_ROW ? put_row : put_arguments)(e, &run->x, run->strip.count);
  e->count += run->strip.count;
  e->runs++;
}

int tmd_examiner_put_each(struct tmd_examiner *e, struct tmd_run run, tmd_u128 count) {
  while (count > 0) {
    const size_t fits = tmd_examiner_room(e);
    if (fits == 0) return -1;
    run.strip.count = count < fits ? (uint64_t)count : fits;
    tmd_examiner_put_run(e, &run);
    run.x.ordinal += run.strip.count;
    count -= run.strip.count;
  }
  return 0;
}

int tmd_examine_run(struct tmd_examiner *e, int sign, tmd_u128 ordinal, tmd_u128 count, int same) {
  const struct tmd_datum x = {TMD_DATUM_NUMBER, sign, ordinal};
  return tmd_examiner_put_each(
      e, (struct tmd_run){.x = x, .method = same ? TMD_NO_VALUE : TMD_ONE_BY_ONE, .every = same},
      count);
}

int tmd_examine_one(struct tmd_examiner *e, const struct tmd_datum *x) {
  if (!tmd_examiner_room(e)) return -1;
  tmd_examiner_put_run(e, &(struct tmd_run){.x = *x, .method = TMD_ONE_BY_ONE, .strip.count = 1});
  return 0;
}

int tmd_examine_pair(struct tmd_examiner *e, const struct tmd_datum *x, const void *y) {
  if (!tmd_examiner_room(e)) return -1;
  memcpy(e->y + e->count * e->y_bytes, y, e->y_bytes);
  tmd_examiner_put_run(e, &(struct tmd_run){.x = *x, .method = TMD_ONE_BY_ONE, .strip.count = 1});
  return 0;
}

/* A batch has the values of one part of a row. */
int tmd_examine_row(struct tmd_examiner *e, const struct tmd_pair_table *table, uint16_t x,
                    const void *y, size_t count) {
  const struct tmd_datum datum = tmd_datum_decode(&e->on.checked.in, &x);
  const int integer = e->on.checked.pair->integer;
  for (size_t at = 0; at < count;) {
    if (e->count > 0 && tmd_examine_finish(e)) return -1;
    const size_t here = count - at < TMD_PAIR_VALUES ? count - at : TMD_PAIR_VALUES;
    const void *from = (const char *)y + at * e->y_bytes;
    tmd_pair_values(table, x, integer ? NULL : from, integer ? from : NULL, here, e->values);
    memcpy(e->y, from, here * e->y_bytes);
    tmd_examiner_put_run(
        e, &(struct tmd_run){.x = datum, .method = TMD_PAIR_ROW, .every = 1, .strip.count = here});
    at += here;
  }
  return e->count > 0 ? tmd_examine_finish(e) : 0;
}
