#include "tools/generate/trial/trial.h"

#include <dlfcn.h>
#include <errno.h>
#include <fenv.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lib/base/error.h"
#include "lib/base/random.h"
#include "tools/check/target/jobs.h"
#include "tools/check/target/keeper.h"
#include "tools/generate/near-zero.h"
#include "tools/generate/read-only-data.h"
#include "tools/generate/reals.h"
#include "tools/generate/text/c-text.h"
#include "tools/generate/trial/verification.h"
#include "tools/generate/vector/short/short-text.h"

/* ---- the text as a library ---- */

static void rest(void *context) {
  (void)context;
  tmd_close_others((const int[]){-1});
  for (;;) pause();
}

/* Calls `use` with the name of a file of the text, which lasts until then; its result, or
   -1 (message). A keeper removes its folder, whatever ends this program; its name is in memory that
   both share. */
static int with_text(const struct tmd_design *design, const struct tmd_text *text,
                     int (*use)(const char *name, const struct tmd_design *design, void *context),
                     void *context) {
  const char *where = getenv("TMPDIR");
  char *folder = mmap(NULL, PATH_MAX, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  char name[PATH_MAX + 16];
  struct tmd_keeper keeper;
  if (folder == MAP_FAILED) return tmd_error(TMD_USAGE, "not enough memory");
  snprintf(folder, PATH_MAX, "%.1000s/tmd-generate.XXXXXX", where && *where ? where : "/tmp");
  if (tmd_keeper_begin(&keeper, folder, rest, NULL))
    return tmd_error(TMD_USAGE, "%s: %s", folder, strerror(errno));
  snprintf(name, sizeof name, "%s/trial.c", folder);
  FILE *out = fopen(name, "w");
  int result = out ? 0 : -1, status;
  if (out) {
    struct tmd_text in_c = *text;
    in_c.in_c = 1;
    tmd_design_print(out, design, &in_c);
    result = ferror(out) | fclose(out) ? -1 : 0;
  }
  if (result) tmd_error(TMD_USAGE, "%s: cannot be written", name);
  if (!result) result = use(name, design, context);
  tmd_keeper_end(&keeper, &status);
  munmap(folder, PATH_MAX);
  return result;
}

int tmd_trial_has_vectors(int no_fma) {
#ifdef __x86_64__
  if (no_fma) return __builtin_cpu_supports("sse4.2");
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  (void)no_fma;
  return 0;
#endif
}

const char *tmd_trial_needs(int no_fma) { return no_fma ? "SSE4.2" : "AVX2 and FMA"; }

static int compile(const char *name, const struct tmd_design *design, void *context) {
  (void)context;
  return tmd_build(name, tmd_compiler_of(design), NULL);
}

static int verify(const char *name, const struct tmd_design *design, void *ledger) {
  return tmd_verify(name, design, ledger);
}

int tmd_trial_verify(const struct tmd_design *design, struct tmd_ledger *ledger, int library) {
  return with_text(design, &(struct tmd_text){.library = library}, verify, ledger);
}

int tmd_trial_library(const struct tmd_design *design, const struct tmd_text *text) {
  return with_text(design, text, compile, NULL);
}

long tmd_trial_bytes(const struct tmd_design *design) {
  const int descriptor = tmd_trial_library(design, &(struct tmd_text){.trial = 0});
  if (descriptor < 0) return -1;
  const long bytes = tmd_read_only_bytes(descriptor);
  return bytes >= 0 ? bytes : tmd_error(TMD_USAGE, "the compiler makes no object of ELF");
}

struct trial {
  struct tmd_design *design;
  const struct tmd_hard_cases *list;
  unsigned char *wrong; /* of each case, a bit for each mode with a wrong result */
  void *library;
  float (*call)(float);
  int apart; /* 1: cases that the near polynomial decides are left out */
  double *constants, *table[TMD_TABLES_MAX]; /* variables of the library; NULL: it has none */
};

/* 0, or -1 (message). variable: the library has variables for constants and table. */
static int open_trial(struct trial *trial, int variable) {
  char path[32];
  const struct tmd_text text = {.trial = variable, .in_floats = 1};
  const int descriptor = tmd_trial_library(trial->design, &text);
  if (descriptor < 0) return -1;
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  trial->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (trial->library) {
    trial->call = (float (*)(float))dlsym(trial->library, trial->design->symbol);
    trial->constants = variable ? dlsym(trial->library, "K") : NULL;
    for (int i = 0; i < TMD_TABLES_MAX; i++) {
      const struct tmd_table *table = trial->design->table + i;
      trial->table[i] = variable && table->count ? dlsym(trial->library, table->name) : NULL;
      if (i > 0 && trial->table[i] && trial->table[i] == trial->table[i - 1])
        trial->table[i] += table[-1].count; /* they follow each other */
    }
  }
  return trial->call ? 0 : tmd_error(TMD_USAGE, "the function made cannot be run: %s", dlerror());
}

static void close_trial(struct trial *trial) { dlclose(trial->library); }

/* 1 if an inexact result below the least normal number has not raised underflow: in float, y may be
   a number of the format that f(x) is not. */
static int misses_underflow(const struct tmd_design *design, const struct tmd_hard_case *hard,
                            int mode) {
  const double size = fabs(tmd_float_decode(hard->y[mode]));
  return size < strtod(design->format->least, NULL) &&
         hard->y[TMD_ROUND_UP] != hard->y[TMD_ROUND_DOWN] && !fetestexcept(FE_UNDERFLOW);
}

/* Runs the design's present constants and table; the number of arguments with a wrong result. */
static long run(struct trial *trial) {
  static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  const struct tmd_design *design = trial->design;
  const struct tmd_hard_cases *list = trial->list;
  const int last = design->demands.nearest ? TMD_ROUND_NEAREST : TMD_ROUNDINGS - 1;
  const int single = design->demands.arithmetic == TMD_FLOAT;
  long count = 0;
  for (int i = 0; i < design->steps.count && trial->constants; i++)
    trial->constants[i] = design->steps.term[i].value;
  for (int k = 0; k < TMD_TABLES_MAX; k++)
    for (int i = 0; i < design->table[k].count && trial->table[k]; i++)
      trial->table[k][i] = tmd_table_stored(design->table + k, i);
  memset(trial->wrong, 0, list->count);
  for (int mode = 0; mode <= last; mode++) {
    fesetround(modes[mode]);
    for (size_t i = 0; i < list->count; i++) {
      float x, y;
      if (trial->apart && tmd_near_has(design, list->hard[i].x)) continue;
      memcpy(&x, &list->hard[i].x, sizeof x);
      if (single) feclearexcept(FE_UNDERFLOW);
      y = trial->call(x);
      if (memcmp(&y, &list->hard[i].y[mode], sizeof y) ||
          (single && misses_underflow(design, list->hard + i, mode)))
        trial->wrong[i] |= (unsigned char)(1u << mode);
    }
  }
  fesetround(FE_TONEAREST);
  for (size_t i = 0; i < list->count; i++) count += trial->wrong[i] != 0;
  return count;
}

/* ---- adjusting ---- */

static double units(double x, int steps) {
  for (; steps > 0; steps--) x = nextafter(x, INFINITY);
  for (; steps < 0; steps++) x = nextafter(x, -INFINITY);
  return x;
}

/* For each entry, the number of wrong results that depend on it. */
static void count_by_entry(int count[TMD_ENTRIES_MAX], const struct trial *trial) {
  const struct tmd_design *design = trial->design;
  memset(count, 0, TMD_ENTRIES_MAX * sizeof *count);
  for (size_t i = 0; i < trial->list->count; i++)
    for (int mode = 0; mode < TMD_ROUNDINGS; mode++)
      if (trial->wrong[i] >> mode & 1 && !tmd_near_has(design, trial->list->hard[i].x))
        count[design->scheme->index(design, trial->list->hard[i].x, mode)]++;
}

/* Entries act on their intervals alone: all are moved by the same number of units at once, and each
   keeps the move with the fewest wrong results. */
static void adjust_entries(struct trial *trial) {
  enum { MOST = 3 };
  struct tmd_table *table = trial->design->table;
  double first[TMD_ENTRIES_MAX], best[TMD_ENTRIES_MAX];
  int least[TMD_ENTRIES_MAX], count[TMD_ENTRIES_MAX];
  if (!trial->design->scheme->index) return;
  memcpy(first, table->entry, sizeof first);
  memcpy(best, first, sizeof best);
  for (int k = 0; k <= 2 * MOST; k++) {
    const int move = k & 1 ? -(k + 1) / 2 : k / 2; /* 0, -1, 1, -2, ... */
    for (int i = 0; i < table->count; i++)
      table->entry[i] = first[i] == 0 || first[i] == 1 ? first[i] : units(first[i], move);
    run(trial);
    count_by_entry(count, trial);
    for (int i = 0; i < table->count; i++)
      if (k == 0 || count[i] < least[i]) least[i] = count[i], best[i] = table->entry[i];
  }
  memcpy(table->entry, best, sizeof best);
}

static void copy_entry(struct tmd_table *to, const struct tmd_table *from, int i) {
  for (int k = 0; k < TMD_TABLES_MAX; k++) to[k].entry[i] = from[k].entry[i];
}

/* Puts other choices, moved by -1, 0 or 1 units, into entries on which wrong results depend, and
   keeps those with the fewest. */
static void exchange_entries(struct trial *trial) {
  enum { CHOICES = 500 };
  struct tmd_table *table = trial->design->table, best[TMD_TABLES_MAX];
  int least[TMD_ENTRIES_MAX], count[TMD_ENTRIES_MAX], left = 1;
  if (!trial->design->scheme->exchange) return;
  memcpy(best, table, sizeof best);
  run(trial);
  count_by_entry(least, trial);
  for (int k = 0; k < 3 * CHOICES && left; k++) {
    left = 0;
    for (int i = 0; i < table->count; i++) {
      if (least[i] == 0) continue;
      left = 1;
      if (trial->design->scheme->exchange(trial->design, i, k / 3))
        table->entry[i] = units(table->entry[i], k % 3 - 1);
      else copy_entry(table, best, i);
    }
    run(trial);
    count_by_entry(count, trial);
    for (int i = 0; i < table->count; i++) {
      if (count[i] < least[i]) least[i] = count[i], copy_entry(best, table, i);
      else copy_entry(table, best, i);
    }
  }
}

/* Gives the steps the present coefficients. */
static void renew(struct tmd_design *design) {
  tmd_terms_clear(&design->steps);
  design->scheme->append(design);
}

/* A walk among coefficients near those found: each moves by multiples of a 2^-54th of p where |t|
   is greatest, at most MOST of them; a move that makes more results wrong is taken back. A run of
   many cases in every lane takes seconds. */
static void adjust_coefficients(struct trial *trial, struct tmd_approximation *p) {
  enum { MOVES = 1500, MOST = 4, CASES = 10000000 /* in all moves */, MANY = 50000 };
  double first[TMD_COEFFICIENTS_MAX];
  uint64_t state = 1;
  if (trial->design->demands.vector && trial->list->count > MANY) return;
  memcpy(first, p->coefficient, sizeof first);
  trial->apart = trial->design->demands.vector && trial->design->near.limit > 0;
  long least = run(trial);
  const long without = least;
  const size_t moves = CASES / trial->list->count < MOVES ? CASES / trial->list->count : MOVES;
  for (size_t i = 0; i < moves && least > 0 && p->count; i++) {
    const int at = p->given + (int)(tmd_random(&state) % (uint64_t)(p->count - p->given)),
              to = (int)(tmd_random(&state) % (2 * MOST + 1)) - MOST;
    const double before = p->coefficient[at],
                 unit = 0x1p-54 * first[0] / pow(p->radius, p->parity ? 2 * at : at);
    p->coefficient[at] = first[at] + to * unit;
    renew(trial->design);
    const long count = run(trial);
    if (count > least) p->coefficient[at] = before;
    else least = count;
    renew(trial->design);
  }
  p->moved = least < without;
  if (!p->moved) memcpy(p->coefficient, first, sizeof first);
  trial->apart = 0;
  renew(trial->design);
}

/* Each |x| once, in increasing order, in place of the arguments in `replaced`. */
static void merge_signs(struct tmd_design *design) {
  const int odd = design->f->symmetry.parity == TMD_PARITY_ODD, count = design->replaced_count;
  design->by_size = 1, design->replaced_count = 0;
  for (int i = 0; i < count; i++) {
    struct tmd_replaced one = design->replaced[i];
    if (odd && one.x >> 31) one.y = -one.y;
    one.x &= 0x7fffffff;
    int at = 0;
    while (at < design->replaced_count && design->replaced[at].x < one.x) at++;
    if (at < design->replaced_count && design->replaced[at].x == one.x) continue;
    memmove(design->replaced + at + 1, design->replaced + at,
            (size_t)(design->replaced_count++ - at) * sizeof one);
    design->replaced[at] = one;
  }
}

/* Replaces y where results are wrong: 0, or -1 (message). */
static int replace(struct trial *trial) {
  struct tmd_design *design = trial->design;
  const long left = run(trial);
  if (left > TMD_REPLACED_MAX)
    return tmd_error(TMD_FALSE, "%s: %ld results are wrong, more than the %d that can be replaced",
                     design->f->name, left, TMD_REPLACED_MAX);
  for (size_t i = 0; i < trial->list->count; i++)
    if (trial->wrong[i])
      design->replaced[design->replaced_count++] =
          (struct tmd_replaced){trial->list->hard[i].x, trial->list->hard[i].replacement};
  if (design->demands.vector && design->format->every) tmd_short_replace_edges(design);
  if (design->replaced_count > 0 && design->f->symmetry.parity != TMD_PARITY_NONE &&
      !design->exact_count)
    merge_signs(design);
  return 0;
}

int tmd_trial_confirm(struct tmd_design *design, const struct tmd_hard_cases *list) {
  struct trial trial = {.design = design, .list = list};
  trial.wrong = tmd_allocate(list->count + 1);
  int failed = open_trial(&trial, 0);
  if (!failed) {
    const long left = run(&trial);
    if (left) failed = tmd_error(TMD_FALSE, "%s: %ld results are wrong", design->f->name, left);
    close_trial(&trial);
  }
  free(trial.wrong);
  return failed;
}

/* The number of wrong results, or -1 (message). */
static long count_wrong(struct trial *trial) {
  if (open_trial(trial, 0)) return -1;
  const long wrong = run(trial);
  close_trial(trial);
  return wrong;
}

int tmd_trial_shorten(struct tmd_design *design, const struct tmd_hard_cases *list) {
  enum { LEAST = 2 };
  struct trial trial = {.design = design, .list = list};
  struct tmd_approximation *p = &design->p;
  const int shortens = design->scheme->shortens;
  long wrong = 0;
  trial.wrong = tmd_allocate(list->count + 1);
  while (wrong == 0 && shortens && p->count > (shortens > LEAST ? shortens : LEAST)) {
    p->count--, p->left_out++;
    renew(design);
    wrong = count_wrong(&trial);
    if (wrong == 0) continue;
    p->count++, p->left_out--;
    renew(design);
  }
  free(trial.wrong);
  return wrong < 0 ? -1 : 0;
}

int tmd_trial_adjust(struct tmd_design *design, const struct tmd_hard_cases *list) {
  struct trial trial = {.design = design, .list = list};
  int failed = -1;
  trial.wrong = tmd_allocate(list->count + 1);
  if (open_trial(&trial, 1) == 0) {
    adjust_entries(&trial);
    adjust_coefficients(&trial, &design->p);
    if (!(design->near.limit > 0))
      adjust_coefficients(&trial, &design->q); /* q has its own steps */
    adjust_entries(&trial);
    exchange_entries(&trial);
    failed = replace(&trial);
    close_trial(&trial);
  }
  free(trial.wrong);
  return failed || tmd_trial_confirm(design, list) ? -1 : 0;
}
