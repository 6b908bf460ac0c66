#include "lib/pairs/tile-parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/pairs/tile.h"
#include "lib/problem/pair.h"

/* Adds the parts of these columns; 0 if there is no room. */
static int divide(struct tmd_tile_parts *parts, const struct tmd_claim *claim, uint64_t first,
                  uint64_t columns, uint64_t least) {
  if (parts->count == TMD_TILE_PARTS) return 0;
  struct tmd_tile_part *part = &parts->part[parts->count];
  *part = (struct tmd_tile_part){.first = first, .columns = columns};
  tmd_claim_begin(&part->tile, claim, TMD_POLY, 0);
  part->tile.X0 = claim->X0, part->tile.X1 = claim->X1;
  part->serves = tmd_tile_columns(&part->tile, first, columns, 1);
  if (!part->serves && columns > least) {
    tmd_claim_clear(&part->tile);
    return divide(parts, claim, first, columns / 2, least) &&
           divide(parts, claim, first + columns / 2, columns - columns / 2, least);
  }
  parts->count++;
  if (part->serves && part->tile.record_count) {
    const struct tmd_poly_record *packet = tmd_claim_record(&part->tile, 0);
    part->row.difference = tmd_allocate(8 * tmd_packet_row_words(packet));
    tmd_packet_row_begin(&part->row, packet, 0, 0);
  }
  return 1;
}

int tmd_tile_parts_begin(struct tmd_tile_parts *parts, const struct tmd_claim *claim,
                         uint64_t least) {
  const struct tmd_xy from = tmd_pair_at(claim->problem, &claim->cell, claim->X0);
  const tmd_u128 rest = tmd_pair_row_rest(claim->problem, &claim->cell, &from);
  parts->count = 0;
  parts->columns = (uint64_t)rest, parts->rows = (uint64_t)((claim->X1 - claim->X0) / rest);
  return divide(parts, claim, 0, parts->columns, least);
}

void tmd_tile_parts_clear(struct tmd_tile_parts *parts) {
  for (int m = 0; m < parts->count; m++) {
    tmd_claim_clear(&parts->part[m].tile);
    free(parts->part[m].row.difference);
  }
  parts->count = 0;
}

void tmd_tile_part_row(struct tmd_claim *claim, struct tmd_tile_part *part, uint64_t i) {
  const struct tmd_claim *tile = &part->tile;
  if (!tile->record_count) {
    claim->kind = TMD_CASE, claim->record_count = 0;
    claim->record_bytes = sizeof(struct tmd_case_record);
    return;
  }
  const struct tmd_poly_record *of_rows = tmd_claim_record(tile, 0);
  const struct tmd_packet_shape shape = {of_rows->degree, of_rows->words, 0, 1, 1};
  claim->kind = TMD_POLY;
  claim->record_bytes = tmd_packet_bytes(&shape);
  claim->record_count = 0;
  struct tmd_poly_record *packet = tmd_claim_append(claim);
  *packet = *of_rows;
  packet->X0 = tmd_wide_store(claim->X0);
  packet->outer = 0, packet->count = packet->split = 1;
  tmd_packet_row_move(&part->row, i);
  memcpy(tmd_packet_coefficient(packet, 0, 0), tmd_packet_difference(&part->row, 0, 0),
         8 * (size_t)(packet->degree + 1) * packet->words);
  tmd_packet_set_all(packet);
}

/* Fitted: a part is a sixth of x, at most. */
double tmd_tile_parts_expected(double first, double width) {
  return first < width ? 3.6 * log2(width) : 6 * width / first;
}
