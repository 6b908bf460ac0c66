#include "tools/generate/vector/listed.h"

#include <stdlib.h>

#include "lib/base/error.h"

/* Those of the arguments, in their order, whose places are free: their number. */
static int take(struct tmd_listed *group, char *taken, const uint32_t *x, int count, int shift) {
  char full[TMD_LISTED_WORDS] = {0};
  *group = (struct tmd_listed){.shift = shift};
  for (int i = 0; i < count; i++) {
    const uint32_t at = x[i] >> shift & (TMD_LISTED_WORDS - 1);
    taken[i] = !full[at];
    if (!taken[i]) continue;
    full[at] = 1, group->word[at] = x[i], group->count++;
  }
  for (int at = 0, i = 0; at < TMD_LISTED_WORDS; at++) {
    while (!taken[i]) i++;
    if (!full[at]) group->word[at] = x[i];
  }
  return group->count;
}

int tmd_listed_divide(struct tmd_listed *group, const uint32_t *x, int count) {
  uint32_t *left = tmd_allocate((size_t)count * sizeof *left + 1);
  char *taken = tmd_allocate((size_t)count + 1);
  int groups = 0;
  for (int i = 0; i < count; i++) left[i] = x[i];
  while (count > 0) {
    int best = 0, most = 0, kept = 0;
    for (int shift = 0; shift <= TMD_LISTED_SHIFT_MOST; shift++) {
      const int found = take(group + groups, taken, left, count, shift);
      if (found > most) most = found, best = shift;
    }
    take(group + groups++, taken, left, count, best);
    for (int i = 0; i < count; i++)
      if (!taken[i]) left[kept++] = left[i];
    count = kept;
  }
  free(left), free(taken);
  return groups;
}

void tmd_listed_print(FILE *out, const struct tmd_listed *group, int count, const char *symbol) {
  for (int k = 0; k < count; k++) {
    if (group[k].count < 2) continue;
    fprintf(out,
            "/* The place of each: its bits from %d on. */\n"
            "static const _Alignas(32) uint32_t %s_listed%d[%d] = {",
            group[k].shift, symbol, k, TMD_LISTED_WORDS);
    for (int i = 0; i < TMD_LISTED_WORDS; i++)
      fprintf(out, "%s0x%08x,", i % 4 ? " " : "\n    ", group[k].word[i]);
    fputs("\n};\n\n", out);
  }
}
