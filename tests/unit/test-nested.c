/* Blocks that begin within damaged ones, thousands over the same bytes: they are passed in a time
   that is linear in the file, and the sound blocks among and behind them are found. */
#include <time.h>

#include "tests/unit/streams.h"

enum { NEST_BYTES = 4 << 20, JOINT_BYTES = 1 << 16, ROOM = 256 };

/* What a false block has behind the header of its frame's first block. */
enum kind { JUNK, COMPRESSED, CLAIM_BEGIN, EMPTY_BLOCK, KINDS };
static const char *const kind_names[KINDS] = {"junk", "compressed junk", "the begin of a claim",
                                              "an empty block"};

static unsigned char *put_zstd_block(unsigned char *to, size_t bytes, int type, int last) {
  const uint32_t header = (uint32_t)bytes << 3 | (uint32_t)type << 1 | (uint32_t)last;
  memcpy(to, &header, 3);
  return to + 3;
}

/* A block at `to` whose frame ends where `end` is. Its own zstd block goes on to `joint`, from
   where on all have the same. */
static unsigned char *put_false(unsigned char *to, unsigned char *joint, const unsigned char *end,
                                enum kind kind) {
  static const unsigned char begin[] = {
      0x28, 0xb5, 0x2f, 0xfd, 0xa4, 0, 0, 1, 0}; /* content of 2^16 bytes, with a checksum */
  struct tmd_frame_header header = {TMD_SKIPPABLE_MAGIC, sizeof header - 8, {0}, 0, 0x1234567};
  memcpy(header.tag, TMD_FRAME_TAG, sizeof header.tag);
  header.frame_bytes = (uint64_t)(end - to) - sizeof header;
  memcpy(to, &header, sizeof header);
  memcpy(to + sizeof header, begin, sizeof begin);
  to += sizeof header + sizeof begin;
  if (kind == EMPTY_BLOCK) to = put_zstd_block(to, 0, 0, 0);
  to = put_zstd_block(to, (size_t)(joint - to) - 3, kind == COMPRESSED ? 2 : 0, 0);
  if (kind == CLAIM_BEGIN) memcpy(to, TMD_BLOCK_MAGIC, 8), to += 8;
  return to;
}

/* False blocks as densely as they can stand, `sound` in their midst and behind them; returns the
   number of the false ones. */
static int make_nest(unsigned char *file, const struct bytes *sound, enum kind kind) {
  unsigned char *end = file + NEST_BYTES, *to = file;
  int count = 0, inside = 0;
  memset(file, 0, NEST_BYTES);
  for (unsigned char *joint = file + JOINT_BYTES; joint < end; joint += JOINT_BYTES) {
    for (; joint - to > ROOM; count++) to = put_false(to, joint, end, kind);
    const int last = joint + JOINT_BYTES >= end;
    to = put_zstd_block(joint, (size_t)(last ? end - joint - 7 : JOINT_BYTES - 3), 0, last);
    if (!inside && joint - file >= NEST_BYTES / 2)
      memcpy(to, sound->at, sound->count), to += sound->count, inside = 1;
  }
  memcpy(end, sound->at, sound->count);
  return count;
}

static void test_nest(const struct bytes *sound, enum kind kind) {
  FREED unsigned char *file = calloc(NEST_BYTES + CAPACITY, 1);
  const int count = make_nest(file, sound, kind);
  struct tmd_reader *reader = tmd_reader_open(file_of(file, NEST_BYTES + sound->count), "test", 1);
  struct tmd_claim *claim;
  int claims = 0;
  const clock_t before = clock();
  while (tmd_reader_next(reader, &claim) > 0) claims++;
  const double seconds = (double)(clock() - before) / CLOCKS_PER_SEC;
  tap_ok(count > 50000 && (int)tmd_reader_skipped(reader) >= count - 1 && claims == 2 * CLAIMS &&
             seconds < 1,
         "%d false blocks, each to the end of the file, with %s: %d sound blocks, %.2f s", count,
         kind_names[kind], claims, seconds);
  tmd_reader_close(reader);
}

/* A block with the right checksum that is none, with a sound one in its content: what was written
   as a whole is passed as one. */
static void test_intact(const struct bytes *sound) {
  static struct bytes outer;
  struct tmd_frame_header header = {TMD_SKIPPABLE_MAGIC, sizeof header - 8, {0}, 0, 0};
  const uint32_t bytes = (uint32_t)sound->count,
                 checksum = (uint32_t)XXH64(sound->at, sound->count, 0);
  unsigned char *frame = outer.at + sizeof header, *to = frame + 9;
  memcpy(frame, (const unsigned char[]){0x28, 0xb5, 0x2f, 0xfd, 0xa4}, 5);
  memcpy(frame + 5, &bytes, 4);
  to = put_zstd_block(to, sound->count, 0, 1);
  memcpy(to, sound->at, sound->count);
  memcpy(to + sound->count, &checksum, 4);
  header.frame_bytes = (uint64_t)(to - frame) + sound->count + 4;
  header.frame_xxh64 = XXH64(frame, header.frame_bytes, 0);
  memcpy(header.tag, TMD_FRAME_TAG, sizeof header.tag);
  memcpy(outer.at, &header, sizeof header);
  outer.count = sizeof header + header.frame_bytes;
  memcpy(outer.at + outer.count, sound->at, sound->count);
  struct tmd_reader *reader =
      tmd_reader_open(file_of(outer.at, outer.count + sound->count), "test", 1);
  struct tmd_claim *claim;
  int claims = 0;
  while (tmd_reader_next(reader, &claim) > 0) claims++;
  tap_ok(claims == CLAIMS && tmd_reader_skipped(reader) == 1,
         "a bad block with the right checksum is passed as a whole");
  tmd_reader_close(reader);
}

int main(void) {
  static struct bytes sound;
  size_t end[CLAIMS];
  write_stream(&sound, end);
  for (enum kind kind = JUNK; kind < KINDS; kind++) test_nest(&sound, kind);
  test_intact(&sound);
  return tap_done();
}
