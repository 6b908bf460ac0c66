/* Of a stream, the first packet of each shape with few of its domains: enough to see which kernels
   a device is asked for. gpu-few < in.tmd > few.tmd */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/packet/packet.h"
#include "lib/stream/plan-words.h"
#include "lib/stream/stream.h"

enum { FEW = 8, SHAPES_MOST = 4096 };

struct seen {
  struct tmd_packet_shape shape;
  uint64_t n;
  uint64_t plan_n, plan_count; /* what tmd-shift is to make of it */
  int threshold, method;
};

static int is_new(const struct tmd_claim *claim, const struct tmd_poly_record *packet) {
  static struct seen seen[SHAPES_MOST];
  static int count;
  struct seen one;
  memset(&one, 0, sizeof one);
  one.shape = tmd_packet_shape_of(packet);
  one.n = packet->n;
  struct tmd_plan_words words;
  if (tmd_plan_words_read(&words, tmd_claim_plan(claim))) exit(2);
  one.plan_n = words.n;
  one.plan_count = words.count;
  one.threshold = tmd_problem_threshold(claim->problem);
  one.method = words.method;
  for (int i = 0; i < count; i++)
    if (memcmp(&seen[i], &one, sizeof one) == 0) return 0;
  if (count < SHAPES_MOST) seen[count++] = one;
  return 1;
}

static void keep_few(struct tmd_poly_record *packet) {
  uint64_t *bitmap = tmd_packet_bitmap(packet);
  size_t bits = tmd_packet_bits(packet), kept = 0;
  for (size_t bit = 0; bit < bits; bit++)
    if (tmd_packet_bit(bitmap, bit) && ++kept > FEW) bitmap[bit / 64] &= ~(UINT64_C(1) << bit % 64);
}

static int put(struct tmd_writer *writer, struct tmd_claim *claim) {
  size_t kept = 0;
  for (size_t i = 0; i < claim->record_count; i++) {
    unsigned char *record = tmd_claim_record(claim, i);
    if (!is_new(claim, (struct tmd_poly_record *)record)) continue;
    keep_few((struct tmd_poly_record *)record);
    memmove(tmd_claim_record(claim, kept++), record, claim->record_bytes);
  }
  claim->record_count = kept;
  return kept > 0 ? tmd_writer_put(writer, claim) : 0;
}

int main(void) {
  struct tmd_reader *reader = tmd_reader_open(stdin, "standard input", 0);
  struct tmd_writer *writer = tmd_writer_open(stdout, "standard output");
  struct tmd_claim *claim;
  int more, failed = 0;
  while (!failed && (more = tmd_reader_next(reader, &claim)) > 0)
    failed = claim->kind == TMD_POLY && put(writer, claim);
  tmd_reader_close(reader);
  if (!failed && more == 0 && tmd_writer_close(writer) == 0) return 0;
  fprintf(stderr, "gpu-few: %s\n", tmd_error_text());
  return 2;
}
