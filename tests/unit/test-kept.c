/* What tmd-check keeps: unions of ranges, against one byte a place; of wrong results, found in any
   order and by several, the first, against all of them in order; correct results, for all images of
   some arguments. */
#include "lib/expression/expression.h"
#include "lib/problem/ordinal.h"
#include "tests/unit/tap.h"
#include "tools/check/examine/wrong-list.h"
#include "tools/check/run/place-set.h"
#include "tools/check/values/correct-images.h"

enum { PLACES = 1 << 14, BASE = 1 << 20 };

static unsigned char holds[PLACES];
static int misplaced;

static void visit(tmd_u128 from, tmd_u128 to, void *seen_) {
  unsigned char *seen = seen_;
  for (tmd_u128 place = from; place < to; place++)
    misplaced += holds[place - BASE] || seen[place - BASE]++;
}

/* What is not in the union, from place a on, before b. */
static void check_rest(const struct tmd_place_set *tested, int a, int b) {
  unsigned char seen[PLACES] = {0};
  tmd_place_set_rest(tested, (tmd_u128)BASE + (unsigned)a, (tmd_u128)BASE + (unsigned)b, visit,
                     seen);
  for (int i = 0; i < PLACES; i++) misplaced += seen[i] != (i >= a && i < b && !holds[i]);
}

static void add(struct tmd_place_set *tested, int from, int count) {
  if (from + count > PLACES) count = PLACES - from;
  tmd_place_set_add(tested, (tmd_u128)BASE + (unsigned)from,
                    (tmd_u128)BASE + (unsigned)(from + count));
  memset(holds + from, 1, (size_t)count);
}

static int below(int most) { return (int)(test_random() % (uint64_t)most); }

/* Ranges of up to `longest` places: in the end all are in the union, often in thousands of ranges.
   Returns the most ranges. */
static size_t check_ranges(int longest, int adds) {
  struct tmd_place_set tested = {0}, joined = {0};
  size_t ranges = 0;
  memset(holds, 0, sizeof holds);
  for (int i = 0; i < adds; i++) {
    add(&tested, below(PLACES), 1 + below(longest));
    if (tested.ranges > ranges) ranges = tested.ranges;
    if (i % 256) continue;
    check_rest(&tested, below(PLACES), PLACES);
    check_rest(&tested, 0, below(PLACES));
    tmd_u128 total = 0;
    for (int k = 0; k < PLACES; k++) total += holds[k];
    misplaced += tested.total != total;
  }
  tmd_place_set_join(&joined, &tested);
  misplaced += joined.total != tested.total;
  check_rest(&joined, 0, PLACES);
  tmd_place_set_clear(&tested), tmd_place_set_clear(&joined);
  return ranges;
}

static void test_unions(void) {
  size_t ranges = check_ranges(1, 20000);
  tap_ok(misplaced == 0 && ranges > 2048, "single places at random: %d wrong, up to %zu ranges",
         misplaced, ranges);
  for (int longest = 2; longest <= 4096; longest *= 4) check_ranges(longest, 5000);
  tap_ok(misplaced == 0, "ranges of all lengths: %d wrong", misplaced);
  struct tmd_place_set rising = {0}, falling = {0};
  memset(holds, 0, sizeof holds);
  for (int i = 0; i < PLACES; i += 2) add(&rising, i, 1);
  for (int i = PLACES - 2; i >= 0; i -= 2) add(&falling, i, 1);
  check_rest(&rising, 0, PLACES), check_rest(&falling, 0, PLACES);
  tap_ok(misplaced == 0 && rising.total == PLACES / 2 && falling.total == PLACES / 2,
         "in order, up and down");
  const tmd_u128 none = tmd_place_set_more(&falling, &rising);
  add(&rising, 0, PLACES);
  tap_ok(none == 0 && tmd_place_set_more(&falling, &rising) == PLACES / 2 &&
             tmd_place_set_more(&rising, &falling) == 0,
         "places of a set that another one does not have");
  tap_ok(rising.total == PLACES && rising.ranges == 1, "one range over all of them");
  tmd_place_set_clear(&rising), tmd_place_set_clear(&falling);
}

/* ---- Wrong results ---- */

enum { FOUND_MAX = 40, MODES = 3, OF_MODE = FOUND_MAX / MODES, LISTS = 3, TRIALS = 20000 };
enum { NUMBERS = 5 }; /* of each mode; the others are NaN */

/* Number i in order: by mode, then by the argument; NaN by payload, sign and class. */
static struct tmd_wrong wrong_result(int i) {
  struct tmd_wrong one = {.mode = i / OF_MODE,
                          .at.x = {TMD_DATUM_NUMBER, 0, (tmd_u128)(i % OF_MODE)}};
  const int nan = i % OF_MODE - NUMBERS;
  if (nan >= 0)
    one.at.x = (struct tmd_datum){nan & 1 ? TMD_DATUM_SIGNALLING : TMD_DATUM_NAN, nan >> 1 & 1,
                                  (tmd_u128)(1 + nan / 4)};
  return one;
}

static int number(const struct tmd_wrong *kept) {
  const struct tmd_datum *x = &kept->at.x;
  const int nan = 4 * ((int)x->ordinal - 1) + 2 * x->sign + (x->class == TMD_DATUM_SIGNALLING);
  return kept->mode * OF_MODE + (x->class >= TMD_DATUM_NAN ? NUMBERS + nan : (int)x->ordinal);
}

/* 0 .. found - 1 in order, backwards, or shuffled. */
static void arrange(int *order, int found, int how) {
  for (int i = 0; i < found; i++) order[i] = how == 1 ? found - 1 - i : i;
  for (int i = found - 1; how == 2 && i > 0; i--) {
    const int j = (int)(test_random() % (uint64_t)(i + 1)), other = order[i];
    order[i] = order[j];
    order[j] = other;
  }
}

/* 1 if the list that was joined holds the first, and knows of all, and none had room for more than
   it says. */
static int keeps_first(int found, int how, int lists) {
  const size_t most = 1 + test_random() % (uint64_t)(found + 2);
  int order[FOUND_MAX];
  struct tmd_wrong_list list[LISTS] = {{0}}, all = {0};
  int good = 1;
  arrange(order, found, how);
  for (int k = 0; k < lists; k++) list[k].most = most;
  for (int i = 0; i < found; i++) {
    const struct tmd_wrong one = wrong_result(order[i]);
    tmd_wrong_add(&list[lists > 1 ? test_random() % (uint64_t)lists : 0], &one);
  }
  for (int k = 0; k < lists; k++) {
    good &= list[k].count <= 2 * most;
    tmd_wrong_join(&all, &list[k]);
    tmd_wrong_clear(&list[k]);
  }
  tmd_wrong_settle(&all);
  good &= all.found == (unsigned long long)found &&
          all.count == (most < (size_t)found ? most : (size_t)found);
  for (size_t i = 0; good && i < all.count; i++) good = number(&all.at[i]) == (int)i;
  tmd_wrong_clear(&all);
  return good;
}

static void test_lists(void) {
  static const char *const orders[] = {"in order", "backwards", "in any order"};
  for (int how = 0; how <= 2; how++) {
    int wrongly = 0;
    for (int trial = 0; trial < TRIALS; trial++)
      wrongly += !keeps_first((int)(test_random() % (FOUND_MAX + 1)), how,
                              1 + (int)(test_random() % LISTS));
    tap_ok(wrongly == 0, "the first of wrong results that come %s", orders[how]);
  }
}

/* ---- Correct results that follow by f(2^a x) = 2^b f(x), against those by MPFR ---- */

static int is_equal(const struct tmd_correct *a, const struct tmd_correct *b) {
  return a->kind == b->kind && a->sign == b->sign && a->below == b->below &&
         a->fraction == b->fraction && a->gap == b->gap && a->eighths == b->eighths &&
         a->beyond == b->beyond && a->raises == b->raises && a->allowed == b->allowed;
}

/* The significand in each binade, upwards or down, and among subnormal numbers, where it is one of
   theirs; exact ones, too. */
static void check_images(const char *function, const char *format) {
  struct tmd_checked checked = {.function = tmd_resolve(function)};
  int wrong = 0, followed = 0, images_of = 0;
  tmd_format_parse(&checked.in, format);
  checked.out = checked.in;
  struct tmd_correct_images *images = tmd_correct_images_open(&checked);
  const struct tmd_format *in = &checked.in;
  const tmd_u128 one = (tmd_u128)1 << (in->p - 1);
  for (int i = 0; i < 6; i++) {
    const tmd_u128 random = ((tmd_u128)test_random() << 64 | test_random()) & (one - 1);
    const tmd_u128 X = one + (i == 0 ? 0 : i == 1 ? one / 2 : random);
    for (int e = in->emin - in->p; e <= in->emax; e++) {
      const int at = i % 2 ? e : in->emin + in->emax - in->p - e,
                shift = at < in->emin ? in->emin - at : 0;
      if (shift >= in->p || X >> shift << shift != X) continue;
      const struct tmd_datum x = {TMD_DATUM_NUMBER, i == 3,
                                  tmd_argument_ordinal(in, at + shift, X >> shift)};
      struct tmd_correct by_mpfr, other;
      tmd_correct_at(&by_mpfr, &checked, &x);
      followed += tmd_correct_images_at(images, &other, &x);
      wrong += !is_equal(&by_mpfr, &other);
      images_of++;
    }
  }
  tmd_correct_images_close(images);
  const int has_images = checked.function->symmetry.a <= in->emax - in->emin;
  tap_ok(wrong == 0 && (followed * 10 > images_of || !has_images),
         "%s, %s: %d wrong of %d, %d without MPFR", function, format, wrong, images_of, followed);
}

static void test_images(void) {
  static const char *const functions[] = {"sqrt",      "rsqrt",   "cbrt",    "rootn(5)",
                                          "rootn(-4)", "pown(2)", "pown(-3)"};
  struct tmd_checked sine = {.function = tmd_resolve("sin")};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    check_images(functions[i], "binary64");
    check_images(functions[i], "binary16");
  }
  check_images("cbrt", "binary128");
  check_images("rootn(17)", "binary16");      /* 2^16 is no number of the format */
  check_images("rootn(100000)", "binary128"); /* nor is 2^99999, which has no ordinal of 128 bits */
  tmd_format_parse(&sine.in, "binary64");
  sine.out = sine.in;
  tap_ok(!tmd_correct_images_open(&sine), "sin has no such images");
  for (struct tmd_datum special = {TMD_DATUM_NUMBER, 1, 0}; special.class <= TMD_DATUM_SIGNALLING;
       special.class ++) {
    struct tmd_checked root = {.function = tmd_resolve("sqrt"), .in = sine.in, .out = sine.out};
    struct tmd_correct_images *images = tmd_correct_images_open(&root);
    struct tmd_correct by_mpfr, other;
    tmd_correct_at(&by_mpfr, &root, &special);
    for (int again = 0; again < 2; again++)
      tap_ok(!tmd_correct_images_at(images, &other, &special) && is_equal(&by_mpfr, &other),
             "-0, infinity or NaN");
    tmd_correct_images_close(images);
  }
}

int main(void) {
  test_unions();
  test_lists();
  test_images();
  return tap_done();
}
