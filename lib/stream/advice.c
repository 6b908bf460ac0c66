/* A hash table of the texts in use, under one lock. References other than the last are taken and
   dropped without it. */
#include "lib/stream/advice.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "lib/base/error.h"

struct tmd_advice {
  atomic_size_t references; /* falls from 1 to 0 under the lock only */
  struct tmd_plan_words words;
  int has_words,
      is_sound; /* the words are within their limits; the text is as tmd-stream(5) demands */
  struct tmd_advice *next;
  size_t bytes;
  char text[];
};

enum { BUCKETS = 1 << 14 };

static struct tmd_advice *bucket[BUCKETS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct tmd_advice **bucket_of(const char *text, size_t bytes) {
  return bucket + XXH64(text, bytes, 0) % BUCKETS;
}

static struct tmd_advice *make(const char *text, size_t bytes) {
  struct tmd_advice *advice = tmd_allocate(sizeof *advice + bytes + 1);
  memset(advice, 0, sizeof *advice);
  memcpy(advice->text, text, bytes);
  advice->text[bytes] = 0, advice->bytes = bytes, advice->references = 1;
  advice->has_words = !tmd_plan_words_read(&advice->words, advice->text);
  advice->is_sound = !tmd_plan_check(advice->text);
  return advice;
}

const struct tmd_advice *tmd_advice_get(const char *text, size_t bytes) {
  if (bytes == 0) return NULL;
  struct tmd_advice **at = bucket_of(text, bytes), *advice;
  pthread_mutex_lock(&lock);
  for (advice = *at; advice; advice = advice->next)
    if (advice->bytes == bytes && !memcmp(advice->text, text, bytes)) break;
  if (advice) advice->references++;
  else advice = make(text, bytes), advice->next = *at, *at = advice;
  pthread_mutex_unlock(&lock);
  return advice;
}

const struct tmd_advice *tmd_advice_hold(const struct tmd_advice *advice) {
  if (advice) atomic_fetch_add(&((struct tmd_advice *)advice)->references, 1);
  return advice;
}

static void drop_last(struct tmd_advice *advice) {
  pthread_mutex_lock(&lock);
  const int unused = --advice->references == 0;
  struct tmd_advice **at = bucket_of(advice->text, advice->bytes);
  while (unused && *at != advice) at = &(*at)->next;
  if (unused) *at = advice->next;
  pthread_mutex_unlock(&lock);
  if (unused) free(advice);
}

void tmd_advice_drop(const struct tmd_advice *shared) {
  struct tmd_advice *advice = (struct tmd_advice *)shared;
  if (!advice) return;
  size_t count = atomic_load(&advice->references);
  while (count > 1)
    if (atomic_compare_exchange_weak(&advice->references, &count, count - 1)) return;
  drop_last(advice);
}

const char *tmd_advice_text(const struct tmd_advice *advice) { return advice ? advice->text : ""; }
size_t tmd_advice_bytes(const struct tmd_advice *advice) { return advice ? advice->bytes : 0; }

int tmd_advice_words(struct tmd_plan_words *words, const struct tmd_advice *advice) {
  if (!advice || !advice->has_words) return tmd_plan_words_read(words, tmd_advice_text(advice));
  *words = advice->words;
  return 0;
}

int tmd_advice_check(const struct tmd_advice *advice) {
  return advice && !advice->is_sound ? tmd_plan_check(advice->text) : 0;
}
