/* Streams: what is written is read back; what is damaged is refused, or read as if it were not. */
#include <time.h>
#include <xxhash.h>

#include "tests/unit/contents.h"
#include "tests/unit/rows.h"

/* Reads the bytes as a stream. Returns the number of claims before the end or the error; *status is
   0 or that of the error; *wrong is set if a claim is not the one that was written there. */
static int read_stream(const unsigned char *bytes, size_t count, int keep_going, int *status,
                       int *wrong) {
  struct tmd_reader *reader = tmd_reader_open(file_of(bytes, count), "test", keep_going);
  struct tmd_claim *claim, expected;
  int claims = 0, next;
  *wrong = 0;
  while ((next = tmd_reader_next(reader, &claim)) > 0) {
    int found = 0;
    for (int i = keep_going ? 0 : claims; i < (keep_going ? CLAIMS : claims + 1) && i < CLAIMS;
         i++) {
      makers[i](&expected);
      found |= same_claim(claim, &expected);
      tmd_claim_clear(&expected);
    }
    *wrong |= !found;
    claims++;
  }
  *status = next < 0 || tmd_reader_skipped(reader) ? (int)tmd_error_status() : 0;
  tmd_reader_close(reader);
  return claims;
}

static void test_roundtrip(const struct bytes *stream) {
  int status, wrong, claims = read_stream(stream->at, stream->count, 0, &status, &wrong);
  tap_ok(claims == CLAIMS && status == 0 && !wrong, "what is written is read back");
  tap_ok(read_stream(stream->at, 0, 0, &status, &wrong) == 0 && status == 0,
         "an empty stream is a stream");
}

static void test_pass(const struct bytes *stream) {
  static struct bytes copy;
  tap_ok(pass_through(&copy, stream) >= 0 && same_bytes(&copy, stream),
         "blocks are passed on byte for byte");
}

static void test_cuts(const struct bytes *stream, const size_t end[CLAIMS]) {
  int within = 0, between = 0, status, wrong;
  for (size_t cut = 0; cut <= stream->count; cut++) {
    int whole = 0, at_end = cut == 0;
    for (; whole < CLAIMS && end[whole] <= cut; whole++) at_end |= end[whole] == cut;
    int claims = read_stream(stream->at, cut, 0, &status, &wrong);
    int good = claims == whole && !wrong && status == (at_end ? 0 : TMD_CORRUPT);
    if (!good) printf("# cut at %zu: %d claims, status %d\n", cut, claims, status);
    *(at_end ? &between : &within) += !good;
  }
  tap_ok(!within, "a cut within a block is refused, with every block before it read (%zu bytes)",
         stream->count);
  tap_ok(!between, "a cut between blocks is a shorter stream");
}

static void test_flips(const struct bytes *stream) {
  static struct bytes damaged;
  int answers = 0, crashes = 0, refused = 0, status, wrong;
  for (size_t bit = 0; bit < 8 * stream->count; bit++) {
    damaged = *stream;
    damaged.at[bit / 8] ^= (unsigned char)(1 << (bit % 8));
    int claims = read_stream(damaged.at, damaged.count, 0, &status, &wrong);
    answers += wrong;
    crashes += status != TMD_CORRUPT && !(status == 0 && claims == CLAIMS);
    refused += status == TMD_CORRUPT;
  }
  tap_ok(!answers && !crashes, "every bit flipped: refused or the identical claims");
  tap_ok(refused == (int)(8 * stream->count), "and in fact always refused");
}

static void test_keep_going(const struct bytes *stream, const size_t end[CLAIMS]) {
  static struct bytes damaged;
  int bad = 0, status, wrong;
  for (size_t byte = 0; byte < stream->count; byte++) {
    damaged = *stream;
    damaged.at[byte] ^= 0x10;
    int claims = read_stream(damaged.at, damaged.count, 1, &status, &wrong);
    bad += claims != CLAIMS - 1 || status != TMD_CORRUPT || wrong;
  }
  tap_ok(!bad, "--keep-going: every byte damaged costs its own block only");
  damaged = *stream;
  memmove(damaged.at + end[0] + 7, stream->at + end[0], stream->count - end[0]);
  memset(damaged.at + end[0], 'x', 7);
  damaged.count += 7;
  int claims = read_stream(damaged.at, damaged.count, 1, &status, &wrong);
  tap_ok(claims == CLAIMS && status == TMD_CORRUPT && !wrong,
         "bytes between blocks are skipped and still status 3");
}

/* ---- torn last blocks ---- */

/* What tmd_reader_torn says behind the last good block, and where that ends; -1 if nothing is bad.
 */
static int read_torn(const unsigned char *bytes, size_t count, size_t *intact) {
  struct tmd_reader *reader = tmd_reader_open(file_of(bytes, count), "test", 0);
  struct tmd_claim *claim;
  int more;
  while ((more = tmd_reader_next(reader, &claim)) > 0) continue;
  int torn = more < 0 ? tmd_reader_torn(reader) : -1;
  *intact = (size_t)tmd_reader_bytes(reader);
  tmd_reader_close(reader);
  return torn;
}

/* Cut anywhere, and then with zeros up to where the last block ended, and beyond. */
static void test_torn_cuts(const struct bytes *stream, const size_t end[CLAIMS]) {
  static struct bytes changed;
  int bad = 0;
  size_t intact, before = 0;
  for (size_t cut = 1, block = 0; cut < stream->count; cut++) {
    if (cut == end[block]) before = end[block++];
    const size_t lengths[] = {cut, end[block], end[block] + 1000};
    for (int i = 0; i < 3; i++) {
      if (!memcmp(stream->at + cut, (unsigned char[64]){0},
                  end[block] - cut < 64 ? end[block] - cut : 64))
        continue;
      memset(changed.at, 0, sizeof changed.at);
      memcpy(changed.at, stream->at, cut);
      int expected = cut == before && lengths[i] == cut ? -1 : 1;
      int good = read_torn(changed.at, lengths[i], &intact) == expected && intact == before;
      if (!good) printf("# cut at %zu, then zeros up to %zu\n", cut, lengths[i]);
      bad += !good;
    }
  }
  tap_ok(!bad, "a torn last block: cut anywhere, with and without zeros behind");
}

/* One bit changed: in the last block, behind its tag, it is as good as torn, unless its end is
   believed to lie earlier. */
static void test_torn_flips(const struct bytes *stream, const size_t end[CLAIMS]) {
  static struct bytes damaged;
  const size_t last = end[CLAIMS - 2];
  int bad = 0;
  size_t intact;
  for (size_t bit = 0; bit < 8 * stream->count; bit++) {
    damaged = *stream;
    damaged.at[bit / 8] ^= (unsigned char)(1 << (bit % 8));
    int shorter = bit / 64 == last / 8 + 2 && damaged.at[bit / 8] < stream->at[bit / 8];
    int torn = read_torn(damaged.at, damaged.count, &intact);
    int good = torn == (bit / 8 >= last + 16 && !shorter) && (!torn || intact == last);
    if (!good) printf("# bit %zu: %d, intact %zu\n", bit, torn, intact);
    bad += !good;
  }
  tap_ok(!bad, "damage before the last block, or in its tag, is not torn");
}

static void test_torn(const struct bytes *stream, const size_t end[CLAIMS]) {
  static struct bytes changed;
  size_t intact;
  test_torn_cuts(stream, end);
  test_torn_flips(stream, end);
  changed = *stream;
  changed.at[end[0] + 40] ^= 1; /* two bad blocks: the last is not all that is bad */
  tap_ok(read_torn(changed.at, end[1] + 10, &intact) == 0 && intact == end[0],
         "a bad block before a torn one");
  memcpy(changed.at + end[0], "foreign", 7);
  tap_ok(read_torn(changed.at, end[0] + 7, &intact) == 0, "foreign bytes are not torn");
}

/* ---- one rule violated at a time ---- */

static void read_framed(const unsigned char *content, size_t bytes, int with_size) {
  static unsigned char block[CAPACITY];
  int status, wrong;
  size_t intact, count = frame_content(block, content, bytes, with_size);
  tmd_error(TMD_OK, "nothing wrong");
  if (read_torn(block, count, &intact) == 1) tmd_error(TMD_FALSE, "torn");
  else read_stream(block, count, 0, &status, &wrong);
}

static void read_content(const unsigned char *content, size_t bytes) {
  read_framed(content, bytes, 1);
}

/* Rules~offset of a byte~its value~the message. */
static const char rules[] =
    "block magic~0~88~TMDCLAIM; kind unknown~8~88~unknown kind; "
    "version of the kind unknown~11~51~unknown kind; record size 0~12~0~do not fill; "
    "record count too large~16~9~do not fill; record count enormous~23~128~do not fill; "
    "problem text too long~25~16~text too long; plan text too long~29~16~text too long; "
    "texts beyond the content~25~15~content ends within; sign of x~32~2~a sign is not 0 or 1; "
    "sign of f~33~2~a sign is not 0 or 1; sign of y~34~1~one argument; "
    "sign of y, 2~34~2~a sign is not 0 or 1; reserved0~35~1~reserved; "
    "exponent of x~38~127~exponent of x; exponent of f(x)~42~127~exponent of f(x); "
    "exponent of y~44~1~one argument; X0 >= X1~55~1~X0 < X1; X1 beyond 2^p~79~1~X0 < X1; "
    "X0 below the binade~54~1~X0 below; reserved2~80~1~reserved; "
    "reserved2, second word~95~1~reserved; problem text: key~96~70~problem text; "
    "problem text: zero byte~105~0~problem text; problem text: unprintable~105~7~unprintable; "
    "problem text: unknown function~105~120~unknown function 'xxp'";

static const struct bytes *violated_stream;
static size_t violated_end;
static int is_refused(char **row) {
  unsigned char content[CAPACITY];
  const size_t bytes = content_of(content, violated_stream, violated_end);
  content[atoi(row[1])] = (unsigned char)atoi(row[2]);
  read_content(content, bytes);
  return tmd_error_status() == TMD_CORRUPT && strstr(tmd_error_text(), row[3]);
}

/* Violations in the block header and texts: bytes of the content changed. */
static void test_header_rules(const struct bytes *stream, const size_t end[CLAIMS]) {
  unsigned char content[CAPACITY];
  violated_stream = stream, violated_end = end[0];
  tap_rows(rules, is_refused, "contents that break a rule are refused");
  size_t bytes = content_of(content, stream, end[0]);
  read_content(content, bytes);
  tap_ok(tmd_error_status() == TMD_OK, "the same content unchanged is read");
  read_framed(content, bytes, 0);
  refuses("zstd frame without content size", "without content size");
  const struct tmd_block_header *h = (const void *)content;
  size_t plan_at = sizeof *h + h->problem_bytes, texts_end = plan_at + h->plan_bytes;
  content[plan_at + 6] = 0;
  read_content(content, bytes);
  refuses("plan text: zero byte", "zero byte");
  content_of(content, stream, end[0]);
  content[texts_end] = 1;
  if (texts_end % 16) read_content(content, bytes);
  refuses("bytes after the texts", texts_end % 16 ? "not zero" : "choose other texts");
  content_of(content, stream, end[0]);
  read_content(content, bytes - 1);
  refuses("records cut", "do not fill");
  read_content(content, 95);
  refuses("content shorter than a header", "shorter");
}

static void change_frame(const struct bytes *stream, const char *what, const char *message,
                         void (*change)(struct bytes *)) {
  static struct bytes changed;
  int status, wrong;
  changed = *stream;
  change(&changed);
  struct tmd_frame_header head;
  memcpy(&head, changed.at, sizeof head);
  if (head.frame_bytes < CAPACITY - 32)
    head.frame_xxh64 = XXH64(changed.at + 32, head.frame_bytes, 0);
  memcpy(changed.at, &head, sizeof head);
  tmd_error(TMD_OK, "nothing wrong");
  read_stream(changed.at, changed.count, 0, &status, &wrong);
  refuses(what, message);
}

static void long_frame(struct bytes *b) { b->at[23] = 1; }
static void short_skippable(struct bytes *b) { b->at[4] = 23; }
static void other_tag(struct bytes *b) { b->at[8] = 't'; }
static void large_content(struct bytes *b) {
  memcpy(b->at + 32, "\x28\xb5\x2f\xfd\xe4\x01\x00\x00\x00\x01\x00\x00\x00", 13);
}
static void no_checksum(struct bytes *b) { b->at[36] &= (unsigned char)~4; }
static void no_zstd(struct bytes *b) { b->at[32] ^= 1; }
static void skippable_in_place(struct bytes *b) {
  memcpy(b->at + 32, "\x50\x2a\x4d\x18\x01\x00\x00\x00", 8);
}
static void two_frames(struct bytes *b) {
  struct tmd_frame_header head;
  memcpy(&head, b->at, sizeof head);
  memmove(b->at + 32 + head.frame_bytes, b->at + 32, head.frame_bytes);
  head.frame_bytes *= 2;
  b->count = 32 + head.frame_bytes;
  memcpy(b->at, &head, sizeof head);
}

static void test_frame_rules(const struct bytes *stream) {
  change_frame(stream, "length of the zstd frame beyond the limit", "exceeds the limit",
               long_frame);
  change_frame(stream, "length of the skippable frame", "not the beginning", short_skippable);
  change_frame(stream, "tag", "not the beginning", other_tag);
  change_frame(stream, "content size beyond the limit", "content exceeds the limit", large_content);
  change_frame(stream, "no content checksum", "checksum", no_checksum);
  change_frame(stream, "no zstd frame", "zstd frame", no_zstd);
  change_frame(stream, "a skippable frame in place of the zstd frame", "no zstd frame",
               skippable_in_place);
  change_frame(stream, "two zstd frames in a block", "single", two_frames);
}

/* ---- random changes of contents: what is accepted can be said again, in bytes and in text
   ---- */

static size_t any_content(unsigned char *content, size_t *header) {
  CLAIM claim;
  makers[random_below(CLAIMS)](&claim);
  *header = 0;
  return written_content(content, &claim, 1, 0);
}

static void test_writer_refuses(void) {
  CLAIM claim;
  FILE *file = tmpfile();
  struct tmd_writer *writer = tmd_writer_open(file, "test");
  case_claim(&claim);
  claim.X1 = claim.X0;
  int status = tmd_writer_put(writer, &claim);
  tap_ok(status == -1 && tmd_error_status() == TMD_USAGE && tmd_writer_bytes(writer) == 0,
         "the writer refuses what breaks the format");
  (void)!tmd_writer_close(writer);
}

static void test_full_device(void) {
  FILE *file = fopen("/dev/full", "wb");
  if (!file) {
    tap_skip("a full device", "no /dev/full");
    return;
  }
  CLAIM claim;
  struct tmd_writer *writer = tmd_writer_open(file, "full");
  case_claim(&claim);
  int status = tmd_writer_put(writer, &claim);
  tap_ok(status == -1 && tmd_error_status() == TMD_USAGE && strstr(tmd_error_text(), "No space"),
         "a full device is an error");
  (void)!tmd_writer_close(writer);
}

/* ---- Blocks within damaged ones: passed in a time that is linear in the file ---- */

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
  static struct bytes stream;
  size_t end[CLAIMS];
  write_stream(&stream, end);
  test_roundtrip(&stream);
  test_pass(&stream);
  test_cuts(&stream, end);
  test_flips(&stream);
  test_keep_going(&stream, end);
  test_torn(&stream, end);
  test_frame_rules(&stream);
  test_header_rules(&stream, end);
  test_random_contents(any_content, 0, 20000);
  test_writer_refuses();
  test_full_device();
  for (enum kind kind = JUNK; kind < KINDS; kind++) test_nest(&stream, kind);
  test_intact(&stream);
  return tap_done();
}
