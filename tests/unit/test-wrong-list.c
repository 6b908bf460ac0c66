/* What is kept of wrong results, found in any order and by several, against all of them in order.
 */
#include "tools/check/examine/wrong-list.h"

#include "tests/unit/tap.h"

enum { FOUND_MAX = 40, MODES = 3, OF_MODE = FOUND_MAX / MODES, LISTS = 3, TRIALS = 20000 };
enum { NUMBERS = 5 }; /* of each mode; the others are NaN */

/* Number i in order: by mode, then by the argument; NaN by payload, sign and class. */
static struct tmd_wrong wrong(int i) {
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
    const struct tmd_wrong one = wrong(order[i]);
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

int main(void) {
  static const char *const orders[] = {"in order", "backwards", "in any order"};
  for (int how = 0; how <= 2; how++) {
    int wrongly = 0;
    for (int trial = 0; trial < TRIALS; trial++)
      wrongly += !keeps_first((int)(test_random() % (FOUND_MAX + 1)), how,
                              1 + (int)(test_random() % LISTS));
    tap_ok(wrongly == 0, "the first of wrong results that come %s", orders[how]);
  }
  return tap_done();
}
