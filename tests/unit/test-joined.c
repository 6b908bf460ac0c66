/* Blocks of several claims: what is written is read back, one bad byte costs one block, and a
   content that breaks a rule is refused as a whole. */
#include <omp.h>

#include "tests/unit/contents.h"
#include "tests/unit/rows.h"

enum { JOINED = 3, MANY = 240, ROUNDS = 20000 };

static void (*const joined_makers[JOINED])(struct tmd_claim *) = {case_claim, region_claim,
                                                                  empty_claim};

static void make_joined(struct tmd_claim claims[JOINED]) {
  for (int i = 0; i < JOINED; i++) joined_makers[i](&claims[i]);
}

static int same_claims(const struct tmd_claim *a, const struct tmd_claim *b, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!same_claim(&a[i], &b[i])) return printf("# claim %zu differs\n", i), 0;
  return 1;
}

/* ---- writing and reading ---- */

/* Many claims of two problems, each with some records, a poly claim and a long one in between. */
static void make_many(struct tmd_claim claims[MANY]) {
  for (int i = 0; i < MANY; i++) {
    const tmd_u128 X0 = base + 100 * (unsigned)i;
    joined_makers[i % JOINED](&claims[i]);
    if (i % JOINED == 1) continue; /* a region, whose records tile its range */
    tmd_claim_begin(&claims[i], &claims[i], TMD_CASE, sizeof(struct tmd_case_record));
    claims[i].X0 = X0, claims[i].X1 = X0 + 100;
    for (int k = 0; k < i % 32; k++)
      add_case(&claims[i], X0 + (unsigned)k, TMD_CASE_CONFIRMED | TMD_CASE_EXACT);
    if (i % 5 == 0)
      claims[i].problem = tmd_problem_intern(&(struct tmd_problem){"exp2",
                                                                   {53, -1022, 1023, {0}, 0},
                                                                   {53, -1022, 1023, {0}, 0},
                                                                   TMD_MODES_ALL,
                                                                   44,
                                                                   NULL,
                                                                   NULL});
  }
  tmd_claim_clear(&claims[MANY / 2]);
  poly_claim(&claims[MANY / 2]);
  struct tmd_claim *const longer = &claims[MANY / 3];
  empty_claim(longer);
  for (unsigned k = 0; k < 2000; k++)
    add_case(longer, longer->X0 + k, TMD_CASE_CONFIRMED | TMD_CASE_EXACT);
}

static size_t contents_of(unsigned char *content, size_t room, const struct bytes *stream) {
  size_t bytes = 0;
  for (size_t at = 0; at < stream->count;) {
    struct tmd_frame_header head;
    memcpy(&head, stream->at + at, sizeof head);
    bytes += ZSTD_decompress(content + bytes, room - bytes, stream->at + at + 32, head.frame_bytes);
    at += 32 + head.frame_bytes;
  }
  return bytes;
}

/* The same contents, but for the version of the kinds. */
static int same_contents(const struct bytes *joined, const struct bytes *alone) {
  enum { ROOM = 1 << 20 };
  static unsigned char a[ROOM], b[ROOM];
  const size_t bytes = contents_of(a, ROOM, joined);
  if (bytes != contents_of(b, ROOM, alone)) return 0;
  for (size_t i = 0; i < bytes; i++)
    if (a[i] != b[i] && !(a[i] == '2' && b[i] == '1')) return 0;
  return 1;
}

static void test_many(void) {
  static struct tmd_claim claims[MANY], again[MANY];
  static struct bytes joined, alone;
  int status;
  size_t blocks;
  make_many(claims);
  write_claims(&joined, claims, MANY, JOIN);
  for (int threads = 1; threads <= 4; threads += 3) {
    omp_set_num_threads(threads);
    const size_t count = read_claims(&joined, again, 0, &status, &blocks);
    tap_ok(count == MANY && status == 0 && same_claims(claims, again, MANY),
           "many claims are read back in their order, by %d threads", threads);
    clear_claims(again, count);
  }
  tap_ok(blocks >= 4 && blocks <= 8, "they have few blocks: %zu", blocks);
  for (size_t at = 0, bytes; at < joined.count; at += bytes) {
    static unsigned char content[1 << 20];
    struct tmd_frame_header head;
    memcpy(&head, joined.at + at, sizeof head);
    bytes = 32 + head.frame_bytes;
    const size_t length =
        ZSTD_decompress(content, sizeof content, joined.at + at + 32, head.frame_bytes);
    const int one = content[11] == '1'; /* a poly claim, or one that is too long */
    tap_ok(one ? length > 65536 || content[8] == 'p' : length <= 65536, "a block of %zu bytes",
           length);
  }
  write_claims(&alone, claims, MANY, 0);
  tap_ok(same_contents(&joined, &alone), "contents are the same as in blocks of one claim");
  tap_ok(3 * joined.count < alone.count, "%zu bytes, alone %zu", joined.count, alone.count);
  clear_claims(claims, MANY);
}

/* A stage that passes a claim through writes it as one block. */
static void test_alone(void) {
  static struct bytes joined, alone, passed;
  struct tmd_claim claims[JOINED];
  make_joined(claims);
  write_claims(&joined, claims, JOINED, JOIN);
  write_claims(&alone, claims, JOINED, 0);
  const int ready = pass_through(&passed, &joined);
  tap_ok(ready >= 0 && same_bytes(&passed, &alone),
         "claims that are passed on get blocks of their own, as a writer makes them");
  tap_ok(ready == JOINED, "the claims of a block are ready");
  clear_claims(claims, JOINED);
}

/* Nothing is held back beyond a flush, and other blocks come behind. */
static void test_flush(void) {
  static struct bytes stream, block;
  struct tmd_claim claims[JOINED], again[2 * JOINED];
  int status;
  size_t blocks;
  make_joined(claims);
  write_claims(&block, claims, 1, 0);
  FILE *file = tmpfile();
  struct tmd_writer *writer = tmd_writer_open(fdopen(dup(fileno(file)), "wb"), "test");
  tmd_writer_join(writer);
  int failed = tmd_writer_put_all(writer, claims, 2);
  const int held = tmd_writer_bytes(writer) == 0;
  failed |= tmd_writer_flush(writer) || tmd_writer_flush(writer);
  bytes_of(file, &stream);
  size_t count = read_claims(&stream, again, 0, &status, &blocks);
  tap_ok(!failed && held && count == 2 && blocks == 1 && status == 0, "a flush writes a block");
  clear_claims(again, count);
  fseek(file, 0, SEEK_END);
  failed |= tmd_writer_put(writer, &claims[2]) ||
            tmd_writer_put_blocks(writer, block.at, block.count) || tmd_writer_close(writer);
  bytes_of(file, &stream);
  fclose(file);
  count = read_claims(&stream, again, 0, &status, &blocks);
  tap_ok(!failed && count == 4 && blocks == 3 && same_claims(again, claims, JOINED) &&
             same_claim(again + 3, claims),
         "blocks that are written as they are come behind the claims before them");
  clear_claims(again, count);
  claims[1].X1 = claims[1].X0;
  writer = tmd_writer_open(tmpfile(), "test");
  tmd_writer_join(writer);
  failed = tmd_writer_put_all(writer, claims, 2);
  tap_ok(failed && tmd_error_status() == TMD_USAGE &&
             strstr(tmd_error_text(), "test: claim refused"),
         "a claim that breaks the format is refused");
  tap_ok(!tmd_writer_flush(writer) && tmd_writer_bytes(writer) > 0, "the one before is written");
  (void)!tmd_writer_close(writer);
  clear_claims(claims, JOINED);
}

/* ---- damage ---- */

/* Two blocks of several claims: cut or changed anywhere, the other one is read. */
static void test_damage(void) {
  static struct bytes one, two, damaged;
  struct tmd_claim claims[2 * JOINED];
  int cut = 0, kept = 0, refused = 0, status;
  size_t blocks;
  make_joined(claims);
  write_claims(&one, claims, JOINED, JOIN);
  two = one;
  memcpy(two.at + one.count, one.at, one.count);
  two.count = 2 * one.count;
  clear_claims(claims, JOINED);
  for (size_t at = 0; at < two.count; at++) {
    damaged = two;
    damaged.count = at;
    size_t count = read_claims(&damaged, claims, 0, &status, &blocks);
    clear_claims(claims, count);
    cut += count != at / one.count * JOINED || status != (at % one.count ? TMD_CORRUPT : 0);
    damaged = two;
    damaged.at[at] ^= (unsigned char)(1 << (at % 8));
    count = read_claims(&damaged, claims, 0, &status, &blocks);
    clear_claims(claims, count);
    refused += count == at / one.count * JOINED && status == TMD_CORRUPT;
    count = read_claims(&damaged, claims, 1, &status, &blocks);
    clear_claims(claims, count);
    kept += count == JOINED && status == TMD_CORRUPT;
  }
  tap_ok(!cut, "a cut anywhere: refused within a block, and whole blocks before it are read");
  tap_ok(refused == (int)two.count, "a bit changed: the block is refused as a whole");
  tap_ok(kept == (int)two.count, "with keep_going the other block is read");
}

/* ---- rules ---- */

/* The content of a block of the three claims; where the second and the third begin. */
static size_t make_content(unsigned char *content, size_t at[JOINED]) {
  struct tmd_claim claims[JOINED];
  make_joined(claims);
  at[0] = 0;
  at[1] = written_content(content, claims, 1, JOIN);
  at[2] = written_content(content, claims, 2, JOIN);
  const size_t bytes = written_content(content, claims, JOINED, JOIN);
  clear_claims(claims, JOINED);
  return bytes;
}

/* Reads the content as a block: 1 if no claim of it is handed out, and the block is an error. */
static int refused_whole(const unsigned char *content, size_t bytes) {
  static struct bytes stream;
  struct tmd_claim claims[8];
  int status;
  size_t blocks;
  stream.count = frame_content(stream.at, content, bytes, 1);
  tmd_error(TMD_OK, "nothing wrong");
  const size_t count = read_claims(&stream, claims, 0, &status, &blocks);
  clear_claims(claims, count);
  return count == 0 && status == TMD_CORRUPT;
}

/* Rules~claim~offset of a byte in it~its value~the message. */
static const char rules[] =
    "first magic~0~0~88~TMDCLAIM; first version 1, more behind~0~11~49~do not fill; "
    "first version unknown~0~11~51~unknown kind; second magic~1~0~88~TMDCLAIM; "
    "second version 1~1~11~49~among several; second of kind poly~1~8~112~among several; "
    "record size 0~1~12~0~do not fill; another record size~1~12~63~record size; "
    "record count less~1~16~1~do not tile; record count more~1~16~3~do not tile; "
    "record count beyond the content~1~16~200~do not fill; "
    "record count enormous~1~23~128~do not fill; problem text too long~1~25~16~text too long; "
    "texts beyond the content~2~25~15~content ends within; reserved field~1~80~1~reserved; "
    "sign~2~32~2~a sign is not 0 or 1; X0 >= X1~1~71~1~X0 < X1; "
    "problem~2~105~120~unknown function; last has a record too many~2~16~1~do not fill";

static int is_refused(char **row) {
  static unsigned char content[CAPACITY];
  size_t at[JOINED];
  const size_t bytes = make_content(content, at);
  content[at[atoi(row[1])] + (size_t)atoi(row[2])] = (unsigned char)atoi(row[3]);
  return refused_whole(content, bytes) && strstr(tmd_error_text(), row[4]);
}

static void test_rules(void) {
  static unsigned char content[CAPACITY];
  size_t at[JOINED];
  tap_rows(rules, is_refused, "contents that break a rule: no claim of them is read");
  const size_t bytes = make_content(content, at);
  int cuts = 0;
  for (size_t cut = 0; cut < bytes; cut++)
    cuts += cut != at[1] && cut != at[2] && !refused_whole(content, cut);
  tap_ok(!cuts, "a content that ends within a claim is refused");
  for (size_t more = 1; more < 96; more++) {
    memset(content + bytes, 0, more);
    cuts += !refused_whole(content, bytes + more);
  }
  tap_ok(!cuts, "and one with bytes behind the last claim");
}

/* Contents of up to 65536 bytes are read, longer ones are not, though each claim is sound. */
static void test_length(void) {
  static unsigned char claim[CAPACITY], content[2 * CAPACITY];
  struct tmd_claim made;
  struct bytes stream;
  for (int more = 0; more < 2; more++) {
    empty_claim(&made);
    size_t bytes = 0, one = written_content(claim, &made, 1, JOIN);
    for (; bytes + one <= 65536; bytes += one) memcpy(content + bytes, claim, one);
    if (more) memcpy(content + bytes, claim, one), bytes += one;
    stream.count = frame_content(stream.at, content, bytes, 1);
    struct tmd_reader *reader = tmd_reader_open(file_of(stream.at, stream.count), "test", 0);
    struct tmd_claim *read;
    int next = tmd_reader_next(reader, &read);
    tap_ok(next == (more ? -1 : 1), "%zu bytes of claims in a block", bytes);
    if (more) refuses("content too long for several claims", "content of several claims");
    tmd_reader_close(reader);
    tmd_claim_clear(&made);
  }
}

static size_t any_content(unsigned char *content, size_t *header) {
  size_t at[JOINED];
  const size_t bytes = make_content(content, at);
  *header = at[random_below(JOINED)];
  return bytes;
}

int main(void) {
  test_many();
  test_alone();
  test_flush();
  test_damage();
  test_rules();
  test_length();
  test_random_contents(any_content, JOIN, ROUNDS);
  return tap_done();
}
