/* Interned problems: a hash table of their canonical texts, to which problems are only added.
   Looking one up takes no lock. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "lib/base/error.h"
#include "lib/expression/expression.h"
#include "lib/problem/pair.h"

enum { BUCKETS = 1 << 14 };

struct interned {
  struct tmd_problem problem;
  size_t bytes; /* of the text */
  struct interned *next;
};

static _Atomic(struct interned *) bucket[BUCKETS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* held while an entry is added */

static _Atomic(struct interned *) *bucket_of(const char *text, size_t bytes) {
  return bucket + XXH64(text, bytes, 0) % BUCKETS;
}

static const struct tmd_problem *look_up(const char *text, size_t bytes) {
  for (struct interned *e = atomic_load_explicit(bucket_of(text, bytes), memory_order_acquire); e;
       e = e->next)
    if (e->bytes == bytes && !memcmp(e->problem.text, text, bytes)) return &e->problem;
  return NULL;
}

/* Adds the problem, under the name of its function, unless another thread has added it. */
static const struct tmd_problem *add(const struct tmd_problem *problem, const char *text,
                                     size_t bytes) {
  pthread_mutex_lock(&lock);
  const struct tmd_problem *there = look_up(text, bytes);
  if (!there) {
    _Atomic(struct interned *) *head = bucket_of(text, bytes);
    struct interned *entry = tmd_allocate(sizeof *entry);
    *entry = (struct interned){*problem, bytes, atomic_load_explicit(head, memory_order_relaxed)};
    entry->problem.text = strcpy(tmd_allocate(bytes + 1), text);
    entry->problem.name = problem->function->name;
    atomic_store_explicit(head, entry, memory_order_release);
    there = &entry->problem;
  }
  pthread_mutex_unlock(&lock);
  return there;
}

const char *tmd_problem_spell(const char *name) {
  const struct tmd_function *function = tmd_resolve(name);
  return function ? function->name : NULL;
}

/* The function of this name, if this is its canonical spelling. */
static const struct tmd_function *find_function(const char *name) {
  if (!*name) return tmd_error(TMD_CORRUPT, "problem: no function"), NULL;
  for (const char *c = name; *c; c++)
    if (*c < ' ' || *c > '~')
      return tmd_error(TMD_CORRUPT, "problem: function has an unprintable character"), NULL;
  const struct tmd_function *function = tmd_resolve(name);
  if (function && !strcmp(function->name, name)) return function;
  if (function)
    return tmd_error(TMD_CORRUPT, "problem: function '%.80s' is spelled '%.80s'", name,
                     function->name),
           NULL;
  return tmd_error(TMD_CORRUPT, "problem: %.*s", (int)strcspn(tmd_error_text(), "\n"),
                   tmd_error_text()),
         NULL;
}

static int check_numbers(const struct tmd_problem *problem) {
  if (tmd_format_check(&problem->in) || tmd_format_check(&problem->out)) return -1;
  if (problem->in.integers || problem->out.integers)
    return tmd_error(TMD_CORRUPT, "problem: only y may be an integer");
  if (tmd_problem_of_pairs(problem) &&
      (tmd_format_check(&problem->in_y) || tmd_pair_formats_check(problem)))
    return -1;
  if ((int)problem->modes < 0 || problem->modes > TMD_MODES_NEAREST)
    return tmd_error(TMD_CORRUPT, "problem: modes %d are unknown", (int)problem->modes);
  if (problem->bits < 1 || problem->bits > TMD_PROBLEM_BITS_MAX)
    return tmd_error(TMD_CORRUPT, "problem: bits=%d is not in 1..%d", problem->bits,
                     TMD_PROBLEM_BITS_MAX);
  return 0;
}

const struct tmd_problem *tmd_problem_intern(const struct tmd_problem *problem) {
  char text[TMD_TEXT_MAX_BYTES];
  if (strlen(problem->name) >= TMD_FUNCTION_MAX_BYTES)
    return tmd_error(TMD_CORRUPT, "problem: function is too long"), NULL;
  if (check_numbers(problem)) return NULL;
  const size_t bytes = (size_t)tmd_problem_print(text, problem);
  const struct tmd_problem *there = look_up(text, bytes);
  if (there) return there;
  struct tmd_problem resolved = *problem;
  if (!(resolved.function = find_function(problem->name))) return NULL;
  if (resolved.function->of_pairs != tmd_problem_of_pairs(problem))
    return tmd_error(TMD_USAGE, "%.80s is a function of %s", problem->name,
                     resolved.function->of_pairs ? "x and y, and y has no format here" : "x alone"),
           NULL;
  return add(&resolved, text, bytes);
}

const struct tmd_problem *tmd_problem_parse(const char *text, size_t bytes) {
  char copy[TMD_TEXT_MAX_BYTES], name[TMD_FUNCTION_MAX_BYTES], in[TMD_PROBLEM_IN_BYTES],
      out[TMD_FORMAT_TEXT_BYTES], modes[16];
  const struct tmd_problem *there = look_up(text, bytes);
  struct tmd_problem problem = {.name = name};
  if (there) return there;
  snprintf(copy, sizeof copy, "%.*s", (int)bytes, text);
  if (sscanf(copy, "function=%1023[^\n] in=%159[^\n] out=%79[^\n] modes=%15[^\n] bits=%d", name, in,
             out, modes, &problem.bits) != 5)
    return tmd_error(TMD_CORRUPT, "problem text is not function, in, out, modes, bits"), NULL;
  if (tmd_problem_in_parse(&problem, in) || tmd_format_parse(&problem.out, out) ||
      tmd_modes_parse(&problem.modes, modes))
    return NULL;
  there = tmd_problem_intern(&problem);
  if (there && (strlen(there->text) != bytes || memcmp(there->text, text, bytes)))
    return tmd_error(TMD_CORRUPT, "problem text is not canonical"), NULL;
  return there;
}
