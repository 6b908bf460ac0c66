#include "tools/generate/double-word/every-argument.h"

#include <dlfcn.h>
#include <fenv.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/cli/program.h"
#include "tools/generate/trial/trial.h"

enum { BLOCK = 1 << 12, BLOCKS = 1 << 20, SOME = 61, STEP = 997 };

/* The suffixes of names, and the modes by fenv.h. */
static const char *const suffixes[] = {"", "_rtz", "_rtp", "_rtn"};
static const int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};

/* The symbol of the compiled text, or NULL (message). */
static void *compile(const struct tmd_design *design, const struct tmd_text *text,
                     const char *suffix, void **library) {
  char path[32], symbol[sizeof design->symbol + 16];
  void *found = NULL;
  if (!*library) {
    const int descriptor = tmd_trial_library(design, text);
    if (descriptor < 0) return NULL;
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  }
  snprintf(symbol, sizeof symbol, "%s%s", design->symbol, suffix);
  if (*library) found = dlsym(*library, symbol);
  if (!found) tmd_error(TMD_USAGE, "the function made cannot be run: %s", dlerror());
  return found;
}

int tmd_every_argument_open(struct tmd_every_argument_run *run, const struct tmd_design *design) {
  void *library = NULL;
  *(void **)&run->right = compile(design, &(struct tmd_text){.trial = 0}, "_array", &library);
  return run->right ? 0 : -1;
}

/* Results and arguments of a block. */
struct block_results {
  int32_t pairs[4 * BLOCK];
  float x[BLOCK], right[4 * BLOCK];
};

/* Not 0 if some bits differ, as those of NaN may. */
static int32_t some_differ(const struct block_results *at) {
  int32_t all = 0;
#pragma omp simd reduction(| : all)
  for (int i = 0; i < 4 * BLOCK; i++) {
    union {
      float f;
      int32_t i;
    } right = {.f = at->right[i]};
    all |= at->pairs[i] ^ right.i;
  }
  return all;
}

static int differ(int32_t y, float right) {
  int32_t u;
  memcpy(&u, &right, sizeof u);
  return y != u && !((y & 0x7fffffff) > 0x7f800000 && isnan(right));
}

static float value(int32_t u) {
  float y;
  memcpy(&y, &u, sizeof y);
  return y;
}

/* How y must be moved at argument i; 0: it need not. */
static int direction(const struct block_results *at, int i) {
  for (int mode = 0; mode < 4; mode++) {
    const int32_t y = at->pairs[mode * BLOCK + i];
    const float right = at->right[mode * BLOCK + i];
    if (!differ(y, right)) continue;
    if (at->right[2 * BLOCK + i] == at->right[3 * BLOCK + i]) return 2;
    return value(y) < right ? 1 : -1;
  }
  return 0;
}

static void add(struct tmd_word_exceptions *exceptions, uint32_t x, int up, int parity) {
  if (parity != TMD_PARITY_NONE && x >> 31) x &= 0x7fffffff, up = 0; /* |x| is moved */
  if (exceptions->count < TMD_WORD_MOVED_MAX)
    exceptions->moved[exceptions->count] = (struct tmd_word_moved){x, up};
  exceptions->count++;
}

static void compare_block(const struct tmd_every_argument_run *run, struct block_results *at,
                          uint32_t first, const struct tmd_design *design,
                          struct tmd_word_exceptions *exceptions) {
  int32_t *const y[4] = {at->pairs, at->pairs + BLOCK, at->pairs + 2 * BLOCK,
                         at->pairs + 3 * BLOCK};
  for (uint32_t i = 0; i < BLOCK; i++) {
    const uint32_t u = first + i;
    memcpy(at->x + i, &u, sizeof u);
  }
  run->pairs(y, first, BLOCK);
  for (int mode = 0; mode < 4; mode++) {
    if (modes[mode] == FE_TOWARDZERO) continue;
    fesetround(modes[mode]);
    run->right(at->right + mode * BLOCK, at->x, BLOCK);
  }
  fesetround(FE_TONEAREST);
  for (int i = BLOCK; i < 2 * BLOCK; i++) { /* toward zero: up below 0, else down */
    const float up = at->right[i + BLOCK], down = at->right[i + 2 * BLOCK];
    at->right[i] = signbit(down) ? up : down;
  }
  if (!some_differ(at)) return;
  for (uint32_t i = 0; i < BLOCK; i++) {
    const int up = direction(at, (int)i);
    if (!up) continue;
#pragma omp critical
    add(exceptions, first + i, up, design->f->symmetry.parity);
  }
}

static int order(const void *a, const void *b) {
  const struct tmd_word_moved *one = a, *other = b;
  if (one->up != other->up) return one->up - other->up;
  return (one->x > other->x) - (one->x < other->x);
}

/* Leaves out the negative x of an odd or even function: their |x| must be wrong, too, or the signs
   are. 0, or -1 (message). */
static int leave_out_negative(struct tmd_word_exceptions *exceptions, const char *name) {
  struct tmd_word_moved *moved = exceptions->moved;
  for (int i = 0; i < exceptions->count; i++) {
    int is_moved = moved[i].up;
    for (int k = 0; k < exceptions->count && !is_moved; k++)
      is_moved = moved[k].x == moved[i].x && moved[k].up;
    if (!is_moved)
      return tmd_error(TMD_FALSE, "%s: the result at encoding %08x is wrong, not that at %08x",
                       name, moved[i].x | 0x80000000, moved[i].x);
  }
  int count = 0;
  for (int i = 0; i < exceptions->count; i++)
    if (moved[i].up) moved[count++] = moved[i];
  exceptions->count = count;
  return 0;
}

/* 1 if the block is run: with exceptions, those in which one is; of negative x, that of -0 and one
   of SOME for an odd or even function, whose text has the size of x alone. */
static int is_run(const struct tmd_word_exceptions *exceptions, uint32_t first, int parity) {
  const uint32_t sign = parity == TMD_PARITY_NONE ? 0 : 0x80000000;
  for (int i = 0; i < exceptions->count; i++)
    if (((exceptions->moved[i].x ^ first) & ~sign) < BLOCK) return 1;
  return !exceptions->count && (!(first & sign) || first == sign || first / BLOCK % SOME == 0);
}

int tmd_every_argument_compare(struct tmd_every_argument_run *run, const struct tmd_design *design,
                               struct tmd_word_exceptions *exceptions) {
  void *library = NULL;
  const struct tmd_text text = {.trial = 1};
  *(void **)&run->pairs = compile(design, &text, "_every", &library);
  if (!run->pairs) return -1;
  const struct tmd_word_exceptions moved = *exceptions;
#pragma omp parallel num_threads(tmd_threads())
  {
    struct block_results *at = tmd_allocate(sizeof *at);
#pragma omp for schedule(dynamic, 64)
    for (int i = 0; i < BLOCKS; i++)
      if (exceptions->count <= TMD_WORD_MOVED_MAX &&
          is_run(&moved, (uint32_t)i * BLOCK, design->f->symmetry.parity))
        compare_block(run, at, (uint32_t)i * BLOCK, design, exceptions);
    free(at);
  }
  dlclose(library);
  if (exceptions->count > TMD_WORD_MOVED_MAX) {
    return tmd_error(TMD_FALSE, "%s: more than %d results are wrong, the first at encoding %08x",
                     design->f->name, TMD_WORD_MOVED_MAX, exceptions->moved[0].x);
  }
  if (!moved.count && leave_out_negative(exceptions, design->f->name)) return -1;
  qsort(exceptions->moved, (size_t)exceptions->count, sizeof *exceptions->moved, order);
  return 0;
}

int tmd_every_argument_scalar(const struct tmd_design *design) {
  void *library = NULL, *vectors = NULL;
  float (*call[4])(float);
  void (*pairs)(int32_t *const y[4], uint32_t first, size_t n);
  int32_t y[4][8], *const all[4] = {y[0], y[1], y[2], y[3]};
  const int last = design->demands.nearest ? 0 : 3;
  for (int mode = 0; mode <= last; mode++)
    if (!(*(void **)(call + mode) =
              compile(design, &(struct tmd_text){.in_floats = 1}, suffixes[mode], &library)))
      return -1;
  *(void **)&pairs = compile(design, &(struct tmd_text){.trial = 1}, "_every", &vectors);
  if (!pairs) return -1;
  for (uint64_t first = 0; first <= UINT32_MAX; first += 8 * STEP) {
    pairs(all, (uint32_t)first, 8);
    for (uint32_t i = 0; i < 8; i++)
      for (int mode = 0; mode <= last; mode++)
        if (differ(y[mode][i], call[mode](value((int32_t)((uint32_t)first + i)))))
          return tmd_error(TMD_FALSE, "%s: vectors differ from the function of C at %08x",
                           design->f->name, (uint32_t)first + i);
  }
  dlclose(library), dlclose(vectors);
  return 0;
}
