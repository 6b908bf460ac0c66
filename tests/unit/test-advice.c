/* Advice is shared and freed with its last reference; problems are interned, also by many threads
   at once. */
#include <malloc.h>
#include <omp.h>

#include "lib/problem/problem.h"
#include "lib/stream/advice.h"
#include "tests/unit/tap.h"

static const struct tmd_advice *get(const char *text) { return tmd_advice_get(text, strlen(text)); }

static void test_sharing(void) {
  struct tmd_plan_words words = {0};
  const struct tmd_advice *a = get("method=farey order=17"), *b = get("method=farey order=17"),
                          *c = get("method=farey");
  tap_ok(a == b && a != c && tmd_advice_hold(a) == a, "the same text is the same advice");
  tap_ok(!tmd_advice_words(&words, a) && words.method == TMD_METHOD_FAREY && words.order == 17 &&
             !tmd_advice_check(a) && tmd_advice_bytes(a) == 21 &&
             !strcmp(tmd_advice_text(a), "method=farey order=17"),
         "its words are read");
  tmd_advice_drop(a), tmd_advice_drop(b);
  tap_ok(!strcmp(tmd_advice_text(a), "method=farey order=17"),
         "it lasts until its last reference is dropped");
  tmd_advice_drop(a), tmd_advice_drop(c);
  tap_ok(!get("") && !*tmd_advice_text(NULL) && !tmd_advice_words(&words, NULL) &&
             words.method == TMD_METHOD_AUTO,
         "the empty text is none");
  a = get("method=farey order=0"), b = get("order");
  tap_ok(tmd_advice_words(&words, a) && strstr(tmd_error_text(), "order") && !tmd_advice_check(a),
         "words beyond their limits");
  tap_ok(tmd_advice_check(b) && strstr(tmd_error_text(), "key=value"),
         "text that is not key=value");
  tmd_advice_drop(a), tmd_advice_drop(b);
}

/* Bytes in use after each of `count` texts has been got and dropped, by all threads. */
static size_t in_use(int count) {
#pragma omp parallel for
  for (int i = 0; i < count; i++) {
    char text[64];
    snprintf(text, sizeof text, "method=farey other=%d", i);
    const struct tmd_advice *own = get(text), *shared = get("method=exhaust");
    tmd_advice_drop(tmd_advice_hold(own));
    tmd_advice_drop(shared), tmd_advice_drop(own);
  }
  return mallinfo2().uordblks;
}

static void test_memory(void) {
  const size_t before = in_use(1000), after = in_use(1000000);
  tap_ok(after < before + (1 << 16), "10^6 different advices leave nothing: %zu bytes, %zu before",
         after, before);
}

static void test_problems(void) {
  enum { COUNT = 400 };
  static const struct tmd_problem *found[4][COUNT];
  int wrong = 0;
#pragma omp parallel for num_threads(4) schedule(static, 1)
  for (int thread = 0; thread < 4; thread++)
    for (int i = 0; i < COUNT; i++) {
      char name[16];
      snprintf(name, sizeof name, "%s", i % 2 ? "x*exp(x)" : "rootn(7)");
      const struct tmd_problem problem = {
          .name = name, .in = {24, -126, 127}, .out = {53, -1022, 1023}, .bits = 10 + i / 2};
      found[thread][i] = tmd_problem_intern(&problem);
    }
  for (int i = 0; i < COUNT; i++) {
    const struct tmd_problem *p = found[0][i];
    for (int thread = 1; thread < 4; thread++) wrong += found[thread][i] != p;
    wrong += !p || p->bits != 10 + i / 2 || strcmp(p->name, i % 2 ? "x*exp(x)" : "rootn(7)") ||
             !p->function;
    wrong += !p || tmd_problem_parse(p->text, strlen(p->text)) != p || tmd_problem_intern(p) != p;
    for (int k = 0; k < i; k++) wrong += found[0][k] == p;
  }
  tap_ok(wrong == 0, "%d problems, each interned once by four threads", COUNT);
  struct tmd_problem copy = *found[0][0];
  copy.bits = 0;
  tap_ok(!tmd_problem_intern(&copy) && strstr(tmd_error_text(), "bits=0"),
         "a copy with other numbers is another problem");
}

int main(void) {
  test_sharing();
  test_memory();
  test_problems();
  return tap_done();
}
