#include "tools/generate/trial.h"

#include <dlfcn.h>
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/error.h"
#include "tools/check/target/build.h"
#include "tools/generate/c-text.h"
#include "tools/generate/verification.h"

/* ---- one run ---- */

/* Calls `use` with the name of a file of the design's text, which lasts until then; its result, or
   -1 (message). */
static int with_text(const struct tmd_design *design,
                     int (*use)(const char *name, const struct tmd_design *design, void *context),
                     void *context) {
  char folder[] = "/tmp/tmd-generate-XXXXXX", name[sizeof folder + 16];
  if (!mkdtemp(folder)) return tmd_error(TMD_USAGE, "/tmp: no folder can be made");
  snprintf(name, sizeof name, "%s/trial.c", folder);
  FILE *out = fopen(name, "w");
  int result = out ? 0 : -1;
  if (out) {
    tmd_design_print(out, design, &(struct tmd_text){.command = ""});
    result = ferror(out) | fclose(out) ? -1 : 0;
  }
  if (result) tmd_error(TMD_USAGE, "%s: cannot be written", name);
  if (!result) result = use(name, design, context);
  unlink(name);
  rmdir(folder);
  return result;
}

static int compile(const char *name, const struct tmd_design *design, void *context) {
  (void)design, (void)context;
  return tmd_build(name, NULL, NULL);
}

static int verify(const char *name, const struct tmd_design *design, void *ledger) {
  return tmd_verify(name, design->symbol, ledger);
}

int tmd_trial_verify(const struct tmd_design *design, struct tmd_ledger *ledger) {
  return with_text(design, verify, ledger);
}

long tmd_trial(const struct tmd_design *design, const struct tmd_hard_cases *list,
               unsigned char *wrong) {
  static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  char path[32];
  long count = 0;
  const int descriptor = with_text(design, compile, NULL);
  if (descriptor < 0) return -1;
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  float (*const call)(float) = library ? (float (*)(float))dlsym(library, design->symbol) : NULL;
  if (!call) return tmd_error(TMD_USAGE, "the function made cannot be run: %s", dlerror());
  memset(wrong, 0, list->count);
  for (int mode = 0; mode < TMD_ROUNDINGS; mode++) {
    fesetround(modes[mode]);
    for (size_t i = 0; i < list->count; i++) {
      float x, y;
      memcpy(&x, &list->hard[i].x, sizeof x);
      y = call(x);
      if (memcmp(&y, &list->hard[i].y[mode], sizeof y)) wrong[i] |= (unsigned char)(1u << mode);
    }
  }
  fesetround(FE_TONEAREST);
  dlclose(library);
  close(descriptor);
  for (size_t i = 0; i < list->count; i++) count += wrong[i] != 0;
  return count;
}

/* ---- adjusting ---- */

/* For each entry, the number of wrong arguments whose results depend on it in some mode. */
static void count_by_entry(int count[TMD_ENTRIES_MAX], const struct tmd_design *design,
                           const struct tmd_hard_cases *list, const unsigned char *wrong) {
  memset(count, 0, TMD_ENTRIES_MAX * sizeof *count);
  for (size_t i = 0; i < list->count; i++)
    for (int mode = 0; mode < TMD_ROUNDINGS; mode++)
      if (wrong[i] >> mode & 1) count[design->scheme->index(design, list->hard[i].x, mode)]++;
}

static double units(double x, int steps) {
  for (; steps > 0; steps--) x = nextafter(x, INFINITY);
  for (; steps < 0; steps++) x = nextafter(x, -INFINITY);
  return x;
}

/* Entries act on their intervals alone: all are moved by the same number of units at once, and each
   keeps the move with the fewest wrong results. */
static int adjust_entries(struct tmd_design *design, const struct tmd_hard_cases *list,
                          unsigned char *wrong) {
  enum { MOST = 3 };
  struct tmd_table *table = design->table;
  double first[TMD_ENTRIES_MAX], best[TMD_ENTRIES_MAX];
  int least[TMD_ENTRIES_MAX], count[TMD_ENTRIES_MAX];
  if (table->count == 0) return 0;
  memcpy(first, table->entry, sizeof first);
  memcpy(best, first, sizeof best);
  for (int k = 0; k <= 2 * MOST; k++) {
    const int move = k & 1 ? -(k + 1) / 2 : k / 2; /* 0, -1, 1, -2, ... */
    for (int i = 0; i < table->count; i++)
      table->entry[i] = first[i] == 0 ? 0 : units(first[i], move);
    if (tmd_trial(design, list, wrong) < 0) return -1;
    count_by_entry(count, design, list, wrong);
    for (int i = 0; i < table->count; i++)
      if (k == 0 || count[i] < least[i]) least[i] = count[i], best[i] = table->entry[i];
  }
  memcpy(table->entry, best, sizeof best);
  return 0;
}

int tmd_trial_adjust(struct tmd_design *design, const struct tmd_hard_cases *list) {
  unsigned char *wrong = tmd_allocate(list->count + 1);
  long left = -1;
  if (adjust_entries(design, list, wrong) == 0) left = tmd_trial(design, list, wrong);
  if (left > TMD_REPLACED_MAX)
    left = tmd_error(TMD_FALSE, "%s: %ld arguments would be exceptions", design->f->name, left);
  for (size_t i = 0; left >= 0 && i < list->count; i++)
    if (wrong[i])
      design->replaced[design->replaced_count++] =
          (struct tmd_replaced){list->hard[i].x, list->hard[i].replacement};
  if (left > 0) left = tmd_trial(design, list, wrong);
  if (left > 0) left = tmd_error(TMD_FALSE, "%s: %ld exceptions are wrong", design->f->name, left);
  free(wrong);
  return left < 0 ? -1 : 0;
}
