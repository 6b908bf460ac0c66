#include "lib/stream/plan-words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/tmd-stream.h"
#include "lib/base/error.h"
#include "lib/problem/words.h"

static const char *const methods[] = {
    TMD_PLAN_METHODS(TMD_WORD_OF_ARRAY, TMD_WORD_OF_ARRAY) "circle", "points", "powers", "squares",
    "angles"};
static const char *const lines[] = {"minimax", "tangent"};
enum { METHODS = sizeof methods / sizeof *methods, LINES = sizeof lines / sizeof *lines };

static const uint64_t block_default = UINT64_C(1) << 40, arguments_max = UINT64_C(1) << 62;

const char *tmd_method_name(enum tmd_method method) { return methods[method]; }

/* Copies the value of the word `key` to `value` ("" if it is too long to be valid); 1 if the text
   has the word. */
static int find(const char *text, const char *key, char *value, size_t value_bytes) {
  const size_t key_bytes = strlen(key);
  for (const char *word = text; *word; word += strcspn(word, " "), word += *word == ' ') {
    const size_t bytes = strcspn(word, " ");
    if (bytes <= key_bytes || word[key_bytes] != '=' || memcmp(word, key, key_bytes)) continue;
    const size_t length = bytes - key_bytes - 1, copied = length < value_bytes ? length : 0;
    memcpy(value, word + key_bytes + 1, copied);
    value[copied] = 0;
    return 1;
  }
  return 0;
}

/* The index of the word's value among `names`; `absent` if the text lacks it, or -1 (no message)
   for another value. */
static int choice(const char *text, const char *key, const char *const *names, int count,
                  int absent) {
  char value[16];
  if (!find(text, key, value, sizeof value)) return absent;
  for (int i = 0; i < count; i++)
    if (!strcmp(value, names[i])) return i;
  return -1;
}

/* A decimal integer in 1..most; *number is left alone if the text lacks the word. */
static int number(uint64_t *number, const char *text, const char *key, uint64_t most) {
  char value[24];
  if (!find(text, key, value, sizeof value)) return 0;
  const size_t digits = strspn(value, "0123456789");
  const unsigned long long read = strtoull(value, NULL, 10);
  if (digits == 0 || digits > 19 || value[digits] || read < 1 || read > most)
    return tmd_error(TMD_USAGE, "plan: %s is not in 1..%llu", key, (unsigned long long)most);
  *number = read;
  return 0;
}

int tmd_plan_words_read(struct tmd_plan_words *words, const char *text) {
  uint64_t block = block_default, n = 0, count = TMD_COUNT_MAX, split = TMD_SPLIT_DEFAULT,
           order = 0;
  const int method = choice(text, "method", methods, METHODS, TMD_METHOD_AUTO);
  const int line = choice(text, "line", lines, LINES, TMD_PLAN_LINE_MINIMAX);
  if (number(&block, text, "block", arguments_max) || number(&n, text, "n", arguments_max) ||
      number(&count, text, "count", TMD_COUNT_MAX) ||
      number(&split, text, "split", TMD_SPLIT_MAX) || number(&order, text, "order", TMD_ORDER_MAX))
    return -1;
  if (block & (block - 1)) return tmd_error(TMD_USAGE, "plan: block is not a power of two");
  if (line < 0) return tmd_error(TMD_USAGE, "plan: line is not minimax or tangent");
  *words = (struct tmd_plan_words){.method = method < 0 ? TMD_METHOD_AUTO : (enum tmd_method)method,
                                   .line = (enum tmd_plan_line)line,
                                   .block = block,
                                   .n = n,
                                   .count = (uint32_t)count,
                                   .split = (uint32_t)split,
                                   .order = order};
  return 0;
}

int tmd_plan_words_write(char *text, size_t bytes, const struct tmd_plan_words *words) {
  const struct {
    const char *key;
    uint64_t value;
  } numbers[] = {{"block", words->block},
                 {"n", words->n},
                 {"count", words->count},
                 {"order", words->order},
                 {"split", words->split}};
  int used = snprintf(text, bytes, "method=%s", tmd_method_name(words->method));
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers && used < (int)bytes; i++)
    if (numbers[i].value)
      used += snprintf(text + used, bytes - (size_t)used, " %s=%llu", numbers[i].key,
                       (unsigned long long)numbers[i].value);
  if (words->line != TMD_PLAN_LINE_MINIMAX && used < (int)bytes)
    used += snprintf(text + used, bytes - (size_t)used, " line=%s", lines[words->line]);
  return used < (int)bytes ? 0 : tmd_error(TMD_USAGE, "plan text: no room");
}
