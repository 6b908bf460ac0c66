#include "lib/cli/option-parse.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/cli/manual.h"

static const struct tmd_option *find(const struct tmd_option *table, const char *name,
                                     size_t bytes) {
  for (; table && table->name; table++)
    if (strlen(table->name) == bytes && !memcmp(table->name, name, bytes)) return table;
  return NULL;
}

static const struct tmd_option *find_letter(const struct tmd_option *table, char letter) {
  for (; table && table->name; table++)
    if (table->letter == letter && letter != TMD_LESSER) return table;
  return NULL;
}

/* Accepts decimal numbers and 2^k only. */
static int parse_number(long long *number, const char *text) {
  char *end;
  if (text[0] == '2' && text[1] == '^') {
    if (text[2] < '0' || text[2] > '9') return -1;
    long power = strtol(text + 2, &end, 10);
    if (*end || power > 62) return -1;
    *number = 1LL << power;
    return 0;
  }
  if ((text[0] < '0' || text[0] > '9') && !(text[0] == '-' && text[1] >= '0' && text[1] <= '9'))
    return -1;
  errno = 0;
  *number = strtoll(text, &end, 10);
  return *end || errno ? -1 : 0;
}

static int parse_choice(const char *choices, const char *text) {
  size_t bytes = strlen(text);
  for (int index = 0;; index++) {
    size_t word = strcspn(choices, "|");
    if (word == bytes && !memcmp(choices, text, bytes)) return index;
    if (!choices[word]) return -1;
    choices += word + 1;
  }
}

/* The message gives the range as the manual page does. */
__attribute__((noreturn)) static void out_of_range(const struct tmd_option *option,
                                                   const char *value) {
  char range[TMD_RANGE_TEXT_BYTES];
  tmd_die(TMD_USAGE, "--%s: %s is not %s", option->name, value, tmd_manual_range(range, option));
}

/* Detects 1 2 in place of 1:2, where 2 would be an operand. */
static void check_interval(const struct tmd_option *option, const char *value) {
  const int interval = option->argument && !strncmp(option->argument, "A:B", 3);
  if (interval && !strchr(value, ':'))
    tmd_die(TMD_USAGE, "--%s: %s '%.80s' is not A:B, with a colon between its ends, as in 1:2",
            option->name, option->name, value);
}

/* Checks a value; returns the number, or the index of a choice. */
static long long checked(const struct tmd_option *option, const char *value) {
  long long number = 0, least = option->least, most = option->most;
  check_interval(option, value);
  switch (option->type) {
  case TMD_FLAG:
  case TMD_TEXT: break;
  case TMD_NUMBER:
    if (least == 0 && most == 0) least = LLONG_MIN, most = LLONG_MAX;
    if (parse_number(&number, value))
      tmd_die(TMD_USAGE, "--%s: '%s' is not a number", option->name, value);
    if (number < least || number > most) out_of_range(option, value);
    break;
  case TMD_CHOICE:
    number = parse_choice(option->choices, value);
    if (number < 0)
      tmd_die(TMD_USAGE, "--%s: '%s' is none of %s", option->name, value, option->choices);
    break;
  case TMD_EACH:
    if (option->each(value)) tmd_die(TMD_USAGE, "--%s: %s", option->name, tmd_error_text());
  }
  return number;
}

/* Parses the option in argv[*at], whose value is there or in the next word. */
static void parse_one(const struct tmd_tool *tool, const struct tmd_option *common, char **argv,
                      int *at, tmd_take *take) {
  const char *word = argv[*at], *value = NULL;
  const struct tmd_option *option;
  if (word[1] == '-') {
    size_t bytes = strcspn(word + 2, "=");
    option = find(tool->options, word + 2, bytes);
    if (!option) option = find(common, word + 2, bytes);
    if (!option) tmd_die(TMD_USAGE, "unknown option '%.*s' (try --help)", (int)bytes + 2, word);
    if (word[2 + bytes]) value = word + 3 + bytes;
    if (value && option->type == TMD_FLAG)
      tmd_die(TMD_USAGE, "option '--%s' takes no value (try --help)", option->name);
  } else {
    option = find_letter(tool->options, word[1]);
    if (!option) option = find_letter(common, word[1]);
    if (!option) tmd_die(TMD_USAGE, "unknown option '-%c' (try --help)", word[1]);
    if (word[2]) value = word + 2;
    if (value && option->type == TMD_FLAG)
      tmd_die(TMD_USAGE, "unknown option '%s' (try --help)", word);
  }
  if (!value && option->type != TMD_FLAG) {
    value = argv[++*at];
    if (!value) tmd_die(TMD_USAGE, "option '%s' needs a value (try --help)", word);
  }
  take(option, value, checked(option, value));
}

int tmd_parse(const struct tmd_tool *tool, const struct tmd_option *common, int argc, char **argv,
              tmd_take *take) {
  int operands = 0, at = 1;
  char **operand = tmd_allocate((size_t)(argc + 1) * sizeof *operand);
  for (; at < argc; at++) {
    if (!strcmp(argv[at], "--")) {
      at++;
      break;
    }
    if (argv[at][0] == '-' && argv[at][1]) parse_one(tool, common, argv, &at, take);
    else if (!strncmp(tool->operands, "-- ", 3))
      tmd_die(TMD_USAGE, "unexpected operand '%s' before -- (try --help)", argv[at]);
    else operand[operands++] = argv[at];
  }
  for (; at < argc; at++) operand[operands++] = argv[at];
  memcpy(argv + argc - operands, operand, (size_t)operands * sizeof *operand);
  free(operand);
  return argc - operands;
}
