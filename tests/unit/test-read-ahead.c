/* Reading ahead: whatever the number of threads, and however the bytes arrive, the same claims come
   out, in order, with the same error behind them; nothing waits that is there. */
#include <omp.h>
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>

#include "tests/unit/streams.h"

static uint64_t below(uint64_t n) { return test_random() % n; }

/* ---- what is read ---- */

/* Bytes that arrive through a pipe: all at once, or in random pieces with pauses. A process of its
   own writes them. */
static FILE *pipe_of(const struct bytes *stream, int pieces, pid_t *writer) {
  int ends[2];
  const uint64_t seed = test_random();
  if (pipe(ends)) exit(2);
  if ((*writer = fork()) == 0) {
    close(ends[0]);
    test_random_state = seed;
    for (size_t at = 0, more; at < stream->count; at += more) {
      more = pieces ? 1 + below(2000) : stream->count;
      if (more > stream->count - at) more = stream->count - at;
      if (write(ends[1], stream->at + at, more) != (ssize_t)more) _exit(1);
      if (pieces && below(8) == 0) usleep(200);
    }
    _exit(0);
  }
  close(ends[1]);
  return fdopen(ends[0], "rb");
}

static void add_claim(XXH64_state_t *hash, const struct tmd_claim *claim) {
  char text[TMD_TEXT_MAX_BYTES];
  XXH64_update(hash, text, (size_t)tmd_problem_print(text, claim->problem));
  XXH64_update(hash, &claim->cell, sizeof claim->cell);
  XXH64_update(hash, &claim->X0, sizeof claim->X0);
  XXH64_update(hash, &claim->X1, sizeof claim->X1);
  XXH64_update(hash, tmd_claim_plan(claim), strlen(tmd_claim_plan(claim)) + 1);
  XXH64_update(hash, &claim->record_count, sizeof claim->record_count);
  if (claim->record_count)
    XXH64_update(hash, claim->records, claim->record_count * claim->record_bytes);
}

struct answer {
  uint64_t hash; /* of all claims, and of where the reader says it is after each */
  int claims, last, torn;
  unsigned long skipped;
  unsigned long long bytes;
  char text[512];
};

/* Reads the file to its end. Every third claim's records are taken away, and every third claim is
   spoilt in place. */
static struct answer read_all(FILE *file, int threads, int keep_going) {
  struct answer answer = {.torn = -1};
  struct tmd_claim *claim, taken[5] = {{.kind = TMD_POLY}};
  XXH64_state_t *hash = XXH64_createState();
  XXH64_reset(hash, 0);
  omp_set_num_threads(threads);
  tmd_error(TMD_OK, "nothing wrong");
  struct tmd_reader *reader = tmd_reader_open(file, "test", keep_going);
  while ((answer.last = tmd_reader_next(reader, &claim)) > 0) {
    size_t block_bytes;
    const unsigned char *block = tmd_reader_block(reader, &block_bytes);
    answer.bytes = tmd_reader_bytes(reader);
    XXH64_update(hash, block, block_bytes);
    XXH64_update(hash, &answer.bytes, sizeof answer.bytes);
    add_claim(hash, claim);
    if (answer.claims % 3 == 0) tmd_claim_move(&taken[answer.claims % 5], claim);
    if (answer.claims % 3 == 1 && claim->record_count)
      memset(claim->records, 255, claim->record_bytes);
    if (answer.claims % 3 == 2) claim->problem = NULL, advise(claim, "spoilt");
    answer.claims++;
  }
  if (answer.last < 0 || tmd_reader_skipped(reader)) strcpy(answer.text, tmd_error_text());
  if (answer.last < 0 && tmd_error_status() == TMD_CORRUPT) answer.torn = tmd_reader_torn(reader);
  answer.skipped = tmd_reader_skipped(reader);
  answer.bytes = tmd_reader_bytes(reader);
  answer.hash = XXH64_digest(hash);
  tmd_reader_close(reader);
  XXH64_freeState(hash);
  for (int i = 0; i < 5; i++) tmd_claim_clear(&taken[i]);
  return answer;
}

static int same_answer(const struct answer *a, const struct answer *b) {
  return a->hash == b->hash && a->claims == b->claims && a->last == b->last && a->torn == b->torn &&
         a->skipped == b->skipped && a->bytes == b->bytes && !strcmp(a->text, b->text);
}

/* ---- damage ---- */

/* A random change of the stream, all of whose blocks are those of the small stream, one after the
   other. */
static void damage(struct bytes *stream, const struct bytes *small, const size_t end[CLAIMS]) {
  static unsigned char content[CAPACITY], block[CAPACITY];
  const size_t at = below(stream->count), which = below(CLAIMS),
               repeated = below(stream->count / small->count) * small->count;
  const size_t begin = which ? end[which - 1] : 0, length = end[which] - begin;
  switch (below(7)) {
  case 5: /* a length that takes in the next block, whose tag is found again */
    if (repeated + end[CLAIMS - 1] > stream->count || which == CLAIMS - 1) break;
    stream->at[repeated + begin + 16] += (unsigned char)(end[which + 1] - end[which]);
    stream->at[repeated + begin + 17] += (unsigned char)((end[which + 1] - end[which]) >> 8);
    break;
  case 0: stream->count = at; break; /* a cut */
  case 1: stream->at[at] ^= (unsigned char)(1 << below(8)); break;
  case 2: /* bytes lost */
    stream->count -= stream->count - at < 100 ? stream->count - at : 100;
    memmove(stream->at + at, stream->at + at + 100, stream->count - at);
    break;
  case 3: memset(stream->at + at, 0, stream->count - at); break;
  case 4:
    memmove(stream->at + at, small->at, stream->count - at < 40 ? stream->count - at : 40);
    break;   /* a tag */
  default: { /* another content, in a frame as it should be, where the length of the block is the
                same */
    const size_t bytes = content_of(content, small, begin);
    content[below(bytes)] ^= (unsigned char)(1 << below(8));
    if (frame_content(block, content, bytes, 1) == length)
      memcpy(stream->at + repeated + begin, block, length);
  }
  }
}

/* `small` many times over. */
static void repeat(struct bytes *stream, const struct bytes *small, int times) {
  for (stream->count = 0; times-- > 0; stream->count += small->count)
    memcpy(stream->at + stream->count, small->at, small->count);
}

static void test_damage(const struct bytes *small, const size_t end[CLAIMS], int rounds) {
  static struct bytes stream;
  static const int threads[] = {1, 2, 8};
  int differ[2] = {0}, refused = 0, claims = 0;
  for (int round = 0; round < rounds; round++) {
    repeat(&stream, small, 30);
    for (uint64_t changes = below(4); changes-- > 0 && stream.count > small->count;)
      damage(&stream, small, end);
    const int keep_going = round % 2;
    const struct answer expected = read_all(file_of(stream.at, stream.count), 1, keep_going);
    refused += expected.text[0] != 0;
    claims += expected.claims;
    for (int i = 0; i < 6; i++) {
      const int piped = i >= 3;
      pid_t writer = 0;
      FILE *file = piped ? pipe_of(&stream, round % 3, &writer) : file_of(stream.at, stream.count);
      const struct answer answer = read_all(file, threads[i % 3], keep_going);
      if (writer) waitpid(writer, NULL, 0);
      if (same_answer(&answer, &expected)) continue;
      printf("# round %d, %d threads, %s: %d claims, '%s', not %d, '%s'\n", round, threads[i % 3],
             piped ? "pipe" : "file", answer.claims, answer.text, expected.claims, expected.text);
      differ[piped]++;
    }
  }
  tap_ok(refused > rounds / 4 && claims > 30 * rounds,
         "damaged streams: %d of %d are refused, %d claims", refused, rounds, claims);
  tap_ok(!differ[0], "any number of threads reads the same from a file");
  tap_ok(!differ[1], "any number of threads reads the same from a pipe");
}

/* Records taken away one after the other are those that were written. */
static void test_taken(const struct bytes *small) {
  static struct bytes stream;
  enum { TIMES = 30 };
  static struct tmd_claim taken[CLAIMS * TIMES];
  struct tmd_claim *claim, expected;
  int differ = 0, count = 0;
  repeat(&stream, small, TIMES);
  omp_set_num_threads(3);
  struct tmd_reader *reader = tmd_reader_open(file_of(stream.at, stream.count), "test", 0);
  while (count < CLAIMS * TIMES && tmd_reader_next(reader, &claim) > 0)
    tmd_claim_move(&taken[count++], claim);
  tmd_reader_close(reader);
  for (int i = 0; i < count; i++) {
    makers[i % CLAIMS](&expected);
    differ += !same_claim(&taken[i], &expected);
    tmd_claim_clear(&expected);
    tmd_claim_clear(&taken[i]);
  }
  tap_ok(count == CLAIMS * TIMES && !differ, "every claim of a batch can be taken away");
}

/* ---- waiting ---- */

static void put(int pipe_end, const unsigned char *bytes, size_t count) {
  if (write(pipe_end, bytes, count) != (ssize_t)count) exit(2);
}

/* A writer that stops within a block: all before it is handed out. An alarm ends the test if that
   waits. */
static void test_pause(const struct bytes *small, const size_t end[CLAIMS], int threads) {
  int ends[2], bad = 0;
  struct tmd_claim *claim;
  if (pipe(ends)) exit(2);
  omp_set_num_threads(threads);
  alarm(60);
  struct tmd_reader *reader = tmd_reader_open(fdopen(ends[0], "rb"), "test", 0);
  bad += tmd_reader_ready(reader) != 0;
  put(ends[1], small->at, end[2] - 10);
  bad += tmd_reader_ready(reader) != 1 || tmd_reader_next(reader, &claim) != 1 ||
         claim->kind != TMD_POLY;
  bad += tmd_reader_ready(reader) != 1 || tmd_reader_next(reader, &claim) != 1 ||
         claim->kind != TMD_CASE;
  bad += tmd_reader_ready(reader) != 0 || tmd_reader_bytes(reader) != end[1];
  put(ends[1], small->at + end[2] - 10, 15); /* and the first bytes of the next */
  bad += tmd_reader_ready(reader) != 1 || tmd_reader_next(reader, &claim) != 1 ||
         claim->kind != TMD_REGION;
  bad += tmd_reader_ready(reader) != 0;
  put(ends[1], small->at + end[2] + 5, end[3] - end[2] - 5);
  bad += tmd_reader_ready(reader) != 1 || tmd_reader_next(reader, &claim) != 1 ||
         claim->record_count != 0;
  bad += tmd_reader_ready(reader) != 0;
  close(ends[1]);
  bad += tmd_reader_ready(reader) != 1 || tmd_reader_next(reader, &claim) != 0 ||
         tmd_reader_bytes(reader) != end[3];
  tmd_reader_close(reader);
  alarm(0);
  tap_ok(!bad, "what is there is handed out before more is waited for, %d threads", threads);
}

static void on_signal(int signal_number) { (void)signal_number; }

/* A timer's signals in place of those of a user: between two blocks they end the reading, within a
   block they do not. */
static void test_interrupt(const struct bytes *small, const size_t end[CLAIMS], int threads) {
  int ends[2], bad = 0;
  struct tmd_claim *claim;
  const struct itimerval often = {{0, 5000}, {0, 5000}}, never = {{0, 0}, {0, 0}};
  struct sigaction action = {.sa_handler = on_signal}, old;
  if (pipe(ends)) exit(2);
  omp_set_num_threads(threads);
  sigaction(SIGALRM, &action, &old);
  struct tmd_reader *reader = tmd_reader_open(fdopen(ends[0], "rb"), "test", 0);
  put(ends[1], small->at, end[0] + 50);
  bad += tmd_reader_next(reader, &claim) != 1;
  const pid_t writer = fork();
  if (writer == 0) {
    usleep(60000);
    put(ends[1], small->at + end[0] + 50, end[1] - end[0] - 50);
    _exit(0);
  }
  setitimer(ITIMER_REAL, &often, NULL);
  bad += tmd_reader_next(reader, &claim) != 1 || claim->kind != TMD_CASE;
  bad += tmd_reader_next(reader, &claim) != -1 || tmd_error_status() != TMD_USAGE ||
         !strstr(tmd_error_text(), "interrupted");
  setitimer(ITIMER_REAL, &never, NULL);
  bad += tmd_reader_bytes(reader) != end[1];
  waitpid(writer, NULL, 0);
  sigaction(SIGALRM, &old, NULL);
  close(ends[1]);
  tmd_reader_close(reader);
  tap_ok(!bad, "an interrupt ends the reading between blocks, not within one, %d threads", threads);
}

/* ---- the problem that is kept ---- */

/* Claims of problems that differ in one field from that before: each is written as a writer writes
   it that has seen none. */
static void test_problems(void) {
  enum { COUNT = 60 };
  static struct tmd_claim claims[COUNT];
  static struct bytes together, one_by_one, alone, joined;
  joined.count = 0;
  for (int i = 0; i < COUNT; i++) {
    empty_claim(&claims[i]);
    struct tmd_problem problem = *claims[i].problem, *p = &problem;
    const int field = i % 2 ? 1 + i / 2 % 8 : 0;
    if (field == 1) p->bits++;
    if (field == 2) p->modes = TMD_MODES_NEAREST;
    if (field == 3) p->in.emin = -1000;
    if (field == 4) p->in.emax = 1000;
    if (field == 5) p->out.p = 24;
    if (field == 6) p->out.emin = -1000;
    if (field == 7) p->out.emax = 1000;
    if (field == 8) p->name = i < 30 ? "expm1" : "exp2";
    claims[i].problem = tmd_problem_intern(p);
    write_claims(&alone, &claims[i], 1, 0);
    memcpy(joined.at + joined.count, alone.at, alone.count);
    joined.count += alone.count;
  }
  tap_ok(!write_claims(&one_by_one, claims, COUNT, 0) && same_bytes(&one_by_one, &joined),
         "problems that differ in a field are written as such");
  omp_set_num_threads(3);
  tap_ok(!write_claims(&together, claims, COUNT, AT_ONCE) && same_bytes(&together, &joined),
         "also all at once");
  claims[40].problem = claims[41].problem = NULL;
  char said[2][512];
  for (int i = 0; i < 2; i++)
    snprintf(said[i], sizeof said[i], "%s",
             write_claims(i ? &together : &one_by_one, claims, COUNT, i ? AT_ONCE : 0)
                 ? tmd_error_text()
                 : "");
  tap_ok(strstr(said[0], "claim refused: problem is not interned") && !strcmp(said[0], said[1]) &&
             together.count < joined.count && together.count == one_by_one.count &&
             !memcmp(together.at, joined.at, together.count),
         "what comes before a refused claim is written");
  write_claims(&alone, claims, 40, AT_ONCE);
  tap_ok(alone.count == together.count, "and nothing from there on");
  write_claims(&alone, claims + 41, 1, AT_ONCE);
  tap_ok(alone.count == 0, "a refused problem is refused again");
}

/* Blocks that break a rule of the problem text, behind a good one and behind themselves: each is
   refused. */
static void test_bad_problems(const struct bytes *small, const size_t end[CLAIMS]) {
  static unsigned char content[CAPACITY];
  static struct bytes stream;
  static const struct {
    const char *what;
    size_t offset;
    unsigned char value;
    const char *message;
  } changes[] = {{"a key", 96, 'F', "problem text"},
                 {"an unprintable character", 105, 7, "unprintable"}};
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
    memcpy(stream.at, small->at, stream.count = end[3]);
    for (int times = 0; times < 2; times++) {
      const size_t bytes = content_of(content, small, end[0]);
      content[changes[i].offset] = changes[i].value;
      stream.count += frame_content(stream.at + stream.count, content, bytes, 1);
    }
    memcpy(stream.at + stream.count, small->at, small->count);
    stream.count += small->count;
    const struct answer answer = read_all(file_of(stream.at, stream.count), 1, 1);
    tap_ok(answer.claims == 2 * CLAIMS && answer.skipped == 2 &&
               strstr(answer.text, changes[i].message),
           "a problem kept hides no other: %s", changes[i].what);
  }
}

int main(void) {
  static struct bytes small;
  size_t end[CLAIMS];
  write_stream(&small, end);
  test_damage(&small, end, 150);
  test_taken(&small);
  for (int threads = 1; threads <= 4; threads += 3) {
    test_pause(&small, end, threads);
    test_interrupt(&small, end, threads);
  }
  test_problems();
  test_bad_problems(&small, end);
  return tap_done();
}
