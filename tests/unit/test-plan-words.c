/* Plan words: each is read and written, what is not said has its default, what is out of range is
   refused by name. */
#include "lib/stream/plan-words.h"
#include "tests/unit/tap.h"

static int refused(const char *text, const char *why) {
  struct tmd_plan_words words;
  return tmd_plan_words_read(&words, text) == -1 && strstr(tmd_error_text(), why) &&
         tmd_error_status() == TMD_USAGE;
}

static void defaults(void) {
  struct tmd_plan_words w;
  tap_ok(!tmd_plan_words_read(&w, "") && w.method == TMD_METHOD_AUTO &&
             w.line == TMD_PLAN_LINE_MINIMAX && w.block == UINT64_C(1) << 40 && w.n == 0 &&
             w.count == 65536 && w.split == TMD_SPLIT_DEFAULT && w.order == 0,
         "an empty text: the defaults");
  tap_ok(!tmd_plan_words_read(&w, "method=later x=1 nn=3 borders=5") &&
             w.method == TMD_METHOD_AUTO && w.n == 0 && w.order == 0,
         "unknown words and methods are left alone, also those that begin or end like known ones");
}

static void round_trip(void) {
  const struct tmd_plan_words in = {
      TMD_METHOD_REGULAR, TMD_PLAN_LINE_TANGENT, 1 << 20, 1 << 15, 32, 16, 99};
  struct tmd_plan_words out;
  char text[128];
  tap_ok(
      !tmd_plan_words_write(text, sizeof text, &in) &&
          !strcmp(text,
                  "method=regular block=1048576 n=32768 count=32 order=99 split=16 line=tangent"),
      "written in order: %s", text);
  tap_ok(!tmd_plan_words_read(&out, text) && out.method == in.method && out.line == in.line &&
             out.block == in.block && out.n == in.n && out.count == in.count &&
             out.split == in.split && out.order == in.order,
         "and read again");
  tap_ok(!tmd_plan_words_write(
             text, sizeof text,
             &(struct tmd_plan_words){.method = TMD_METHOD_POINTS, .block = 65536}) &&
             !strcmp(text, "method=points block=65536"),
         "what is 0 is not written");
  tap_ok(tmd_plan_words_write(text, 20, &in) == -1, "no room is an error");
}

int main(void) {
  defaults();
  round_trip();
  static const char *const keys[] = {"block", "n", "count", "split", "order"};
  static const char *const most[] = {"4611686018427387904", "4611686018427387904", "65536", "65536",
                                     "33554432"};
  static const char *const beyond[] = {"9223372036854775808", "4611686018427387905", "65537",
                                       "65537", "33554433"};
  for (int i = 0; i < 5; i++) {
    struct tmd_plan_words w;
    char text[64];
    int wrong = 0;
    snprintf(text, sizeof text, "%s=%s", keys[i], most[i]);
    wrong += tmd_plan_words_read(&w, text) != 0;
    snprintf(text, sizeof text, "%s=%s", keys[i], beyond[i]);
    wrong += !refused(text, keys[i]);
    static const char *const bad[] = {"0",
                                      "-1",
                                      "x",
                                      "1x",
                                      "+1",
                                      "1e3",
                                      "99999999999999999999",
                                      "123456789012345678901234567890"};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
      snprintf(text, sizeof text, "%s=%s", keys[i], bad[k]);
      wrong += !refused(text, keys[i]);
    }
    tap_ok(!wrong, "%s: up to %s, and nothing else", keys[i], most[i]);
  }
  tap_ok(refused("block=3", "power of two") && refused("line=dotted", "line"),
         "block is a power of two, line one of two words");
  return tap_done();
}
