/* Unions of ranges against one byte a place. */
#include "tests/unit/tap.h"
#include "tools/check/run/place-set.h"

enum { PLACES = 1 << 14, BASE = 1 << 20 };

static unsigned char in[PLACES];
static int wrong;

static void visit(tmd_u128 from, tmd_u128 to, void *seen_) {
  unsigned char *seen = seen_;
  for (tmd_u128 place = from; place < to; place++)
    wrong += in[place - BASE] || seen[place - BASE]++;
}

/* What is not in the union, from place a on, before b. */
static void check_rest(const struct tmd_place_set *tested, int a, int b) {
  unsigned char seen[PLACES] = {0};
  tmd_place_set_rest(tested, (tmd_u128)BASE + (unsigned)a, (tmd_u128)BASE + (unsigned)b, visit,
                     seen);
  for (int i = 0; i < PLACES; i++) wrong += seen[i] != (i >= a && i < b && !in[i]);
}

static void add(struct tmd_place_set *tested, int from, int count) {
  if (from + count > PLACES) count = PLACES - from;
  tmd_place_set_add(tested, (tmd_u128)BASE + (unsigned)from,
                    (tmd_u128)BASE + (unsigned)(from + count));
  memset(in + from, 1, (size_t)count);
}

static int below(int most) { return (int)(test_random() % (uint64_t)most); }

/* Ranges of up to `longest` places: in the end all are in the union, often in thousands of ranges.
   Returns the most ranges. */
static size_t check_ranges(int longest, int adds) {
  struct tmd_place_set tested = {0}, joined = {0};
  size_t ranges = 0;
  memset(in, 0, sizeof in);
  for (int i = 0; i < adds; i++) {
    add(&tested, below(PLACES), 1 + below(longest));
    if (tested.ranges > ranges) ranges = tested.ranges;
    if (i % 256) continue;
    check_rest(&tested, below(PLACES), PLACES);
    check_rest(&tested, 0, below(PLACES));
    tmd_u128 total = 0;
    for (int k = 0; k < PLACES; k++) total += in[k];
    wrong += tested.total != total;
  }
  tmd_place_set_join(&joined, &tested);
  wrong += joined.total != tested.total;
  check_rest(&joined, 0, PLACES);
  tmd_place_set_clear(&tested), tmd_place_set_clear(&joined);
  return ranges;
}

int main(void) {
  size_t ranges = check_ranges(1, 20000);
  tap_ok(wrong == 0 && ranges > 2048, "single places at random: %d wrong, up to %zu ranges", wrong,
         ranges);
  for (int longest = 2; longest <= 4096; longest *= 4) check_ranges(longest, 5000);
  tap_ok(wrong == 0, "ranges of all lengths: %d wrong", wrong);
  struct tmd_place_set rising = {0}, falling = {0};
  memset(in, 0, sizeof in);
  for (int i = 0; i < PLACES; i += 2) add(&rising, i, 1);
  for (int i = PLACES - 2; i >= 0; i -= 2) add(&falling, i, 1);
  check_rest(&rising, 0, PLACES), check_rest(&falling, 0, PLACES);
  tap_ok(wrong == 0 && rising.total == PLACES / 2 && falling.total == PLACES / 2,
         "in order, up and down");
  const tmd_u128 none = tmd_place_set_more(&falling, &rising);
  add(&rising, 0, PLACES);
  tap_ok(none == 0 && tmd_place_set_more(&falling, &rising) == PLACES / 2 &&
             tmd_place_set_more(&rising, &falling) == 0,
         "places of a set that another one does not have");
  tap_ok(rising.total == PLACES && rising.ranges == 1, "one range over all of them");
  tmd_place_set_clear(&rising), tmd_place_set_clear(&falling);
  return tap_done();
}
