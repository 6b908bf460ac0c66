/* A random change of a table of brute-table:
     random-kernel FORMAT TABLE SEED NUMBER right|wrong|binades CHANGES
   Writes the lines of CHANGES that table-kernel.c reads, and prints what was changed: a
   kind, 1 if flags are to be looked at, and the modes that are wrong. A right kernel has other NaN
   alone. A number of a seed is always the same. With `binades` one result of each binade of x and
   sign is altered, in one mode, and one of each zero and infinity: "x TAB mode" is printed. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/random.h"

enum {
  CODES = 1 << 16,
  SIGN = 1 << 15,
  MODES = 4,
  INVALID = 1,
  UNDERFLOW = 8,
  INEXACT = 16,
  FLAGS = 5,
  OPEN = 255
};
enum kind {
  NEIGHBOUR,
  ANYTHING,
  NO_NUMBER,
  INFINITE,
  OTHER_ZERO,
  OTHER_SIGN,
  MISSING,
  SPURIOUS,
  KINDS
};
static const char *const names[] = {"neighbour", "anything", "nan",      "infinity", "zero",
                                    "sign",      "missing",  "spurious", "right"};
static const char *const mode_names[] = {"nearest", "up", "down", "zero"};

static struct {
  uint16_t result[MODES][CODES];
  uint8_t flags[MODES][CODES];
} table;
static uint8_t changed[MODES][CODES];
static uint64_t random_state;
static int p;
static unsigned infinite;

static unsigned below(unsigned n) { return (unsigned)(tmd_random(&random_state) % n); }
static int is_nan(unsigned code) { return (code & (SIGN - 1)) > infinite; }
static unsigned any_nan(void) {
  const unsigned payload = 1 + below((1u << (p - 1)) - 1);
  return (below(2) ? SIGN : 0) | infinite | payload;
}

/* Any encoding; or one that is special. */
static unsigned argument(void) {
  const unsigned normal = 1u << (p - 1), one = infinite / 2 / normal * normal;
  const unsigned special[] = {0,   1,       normal - 1,   normal,       one - 1,
                              one, one + 1, one + normal, infinite - 1, infinite};
  if (below(4)) return below(CODES);
  return special[below(sizeof special / sizeof *special)] | (below(2) ? SIGN : 0);
}

/* Flags that may be raised or not: invalid by a signaling NaN, inexact at infinity, underflow where
   it is tiny before rounding alone. */
static int is_free(int mode, unsigned x, int flag) {
  const int signaling = is_nan(x) && !(x >> (p - 2) & 1);
  if (flag == INVALID && signaling) return 1;
  if (flag == INEXACT && (x & (SIGN - 1)) == infinite) return 1;
  return flag == UNDERFLOW && (table.result[mode][x] & (SIGN - 1)) == 1u << (p - 1);
}

/* The result or flags that are wrong at x; 0 if this kind cannot be. */
static int alter(enum kind kind, int mode, unsigned x) {
  if (table.flags[mode][x] == OPEN) return 0;
  const unsigned right = table.result[mode][x], size = right & (SIGN - 1), sign = right & SIGN;
  const int flag = 1 << below(FLAGS), raised = table.flags[mode][x] & flag;
  unsigned wrong = right;
  switch (kind) {
  case NEIGHBOUR:
    if (size >= infinite) return 0;
    wrong = size == 0 ? (below(2) ? SIGN : 0) | 1 : sign | (below(2) ? size + 1 : size - 1);
    break;
  case ANYTHING: wrong = below(CODES); break;
  case NO_NUMBER: wrong = any_nan(); break;
  case INFINITE: wrong = infinite | (below(2) ? SIGN : 0); break;
  case OTHER_ZERO: wrong = size == 0 ? right ^ SIGN : right; break;
  case OTHER_SIGN: wrong = right ^ SIGN; break;
  default:
    if (is_free(mode, x, flag) || (kind == MISSING) != (raised != 0)) return 0;
    table.flags[mode][x] ^= (uint8_t)flag;
    return 1;
  }
  if (wrong == right || (is_nan(wrong) && is_nan(right))) return 0;
  table.result[mode][x] = (uint16_t)wrong;
  return 1;
}

/* At up to `count` arguments; how many results it has become. */
static int alter_some(enum kind kind, unsigned modes, int count, FILE *out) {
  int done = 0;
  for (int tries = 0; done < count && tries < 40 * count + 4000; tries++) {
    const unsigned x = argument();
    int here = 0;
    for (int mode = 0; mode < MODES; mode++) {
      if (!(modes >> mode & 1) || changed[mode][x] || !alter(kind, mode, x)) continue;
      changed[mode][x] = 1;
      here = 1;
      fprintf(out, "%x %x %x %x\n", (unsigned)mode, x, table.result[mode][x], table.flags[mode][x]);
    }
    done += here;
  }
  return done;
}

static double number_of(unsigned code) {
  const unsigned size = code & (SIGN - 1), unit = 1u << (p - 1),
                 e = size < unit ? 0 : size / unit - 1;
  const int emax = (int)(infinite / unit - 1) / 2;
  const double x = size == infinite ? INFINITY : ldexp(size - e * unit, (int)e - emax - p + 2);
  return code & SIGN ? -x : x;
}

static void alter_one(unsigned x, FILE *out) {
  const unsigned mode = below(MODES);
  while (!alter((enum kind)below(OTHER_SIGN + 1), (int)mode, x));
  fprintf(out, "%x %x %x %x\n", mode, x, table.result[mode][x], table.flags[mode][x]);
  printf("%a\t%s\n", number_of(x), mode_names[mode]);
}

static void alter_binades(FILE *out) {
  const unsigned binade = 1u << (p - 1);
  for (unsigned sign = 0; sign < CODES; sign += SIGN) {
    for (unsigned least = 0; least < infinite; least += binade)
      alter_one(sign + least + 1 + below(binade - 1), out);
    alter_one(sign, out), alter_one(sign + infinite, out);
  }
}

/* Other NaN. */
static void make_right(FILE *out) {
  for (int mode = 0; mode < MODES; mode++)
    for (unsigned x = 0; x < CODES; x++)
      if (is_nan(table.result[mode][x]) && below(16) == 0)
        fprintf(out, "%x %x %x %x\n", (unsigned)mode, x, any_nan(), table.flags[mode][x]);
}

int main(int argc, char **argv) {
  FILE *in = argc == 7 ? fopen(argv[2], "rb") : NULL, *out = argc == 7 ? fopen(argv[6], "w") : NULL;
  if (!in || !out || fread(&table, sizeof table, 1, in) != 1) return 2;
  p = strcmp(argv[1], "binary16") ? 8 : 11;
  infinite = p == 8 ? 0x7f80 : 0x7c00;
  random_state = strtoull(argv[3], NULL, 10) << 32 ^ strtoull(argv[4], NULL, 10);
  tmd_random(&random_state);
  if (!strcmp(argv[5], "binades")) return alter_binades(out), fclose(out) != 0;
  enum kind kind = KINDS;
  unsigned modes = 0;
  if (!strcmp(argv[5], "right")) make_right(out);
  else do {
      kind = (enum kind)below(KINDS);
      modes = below(2) ? 15 : 1u << below(MODES);
    } while (!alter_some(kind, modes, below(2) ? 1 : 1 << below(13), out));
  printf("%s %d", names[kind], kind == MISSING || kind == SPURIOUS || below(2));
  for (int mode = 0; mode < MODES; mode++)
    if (memchr(changed[mode], 1, CODES)) printf(" %s", mode_names[mode]);
  putchar('\n');
  return fclose(out) != 0;
}
