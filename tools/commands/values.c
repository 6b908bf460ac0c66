/* Checks the values of scripts' options. */
#include <string.h>

#include "lib/base/error.h"
#include "tools/commands/commands.h"

#define DIGITS "0123456789"

/* The number of leading digits if it is `least` to `most`; else 0. */
static size_t digits(const char *text, size_t least, size_t most) {
  const size_t count = strspn(text, DIGITS);
  return count >= least && count <= most ? count : 0;
}

/* Digits, and up to six behind a point. */
static int is_decimal(const char *text, size_t most) {
  const size_t count = digits(text, 1, most);
  if (!count) return 0;
  text += count;
  if (*text == '.') {
    const size_t behind = digits(text + 1, 1, 6);
    if (!behind) return 0;
    text += 1 + behind;
  }
  return !*text;
}

/* The program itself checks that the day exists. */
int tmd_value_date(const char *text) {
  const size_t bytes = strlen(text);
  int fits = bytes == 0 || bytes == 10;
  for (size_t i = 0; fits && i < bytes; i++)
    fits = i == 4 || i == 7 ? text[i] == '-' : text[i] >= '0' && text[i] <= '9';
  return fits ? 0 : tmd_error(TMD_USAGE, "'%s' is not a date, YYYY-MM-DD", text);
}

int tmd_value_domain(const char *text) {
  static const char end[] = DIGITS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.+-";
  const size_t first = strspn(text, end);
  const size_t second = first && text[first] == ':' ? strspn(text + first + 1, end) : 0;
  return second && !text[first + 1 + second] ? 0 : tmd_error(TMD_USAGE, "'%s' is not A:B", text);
}

int tmd_value_keep(const char *text) {
  if (!strcmp(text, "none")) return 0;
  const size_t count = digits(text, 1, 4);
  const int fits = count && !text[count] && strspn(text, "0") < count;
  return fits ? 0 : tmd_error(TMD_USAGE, "'%s' is not none, nor a number, 1 to 9999", text);
}

int tmd_value_line(const char *text) {
  return strpbrk(text, "\t\n") ? tmd_error(TMD_USAGE, "tabs and newlines cannot be kept") : 0;
}

int tmd_value_seconds(const char *text) {
  return *text != '0' && is_decimal(text, 9)
             ? 0
             : tmd_error(TMD_USAGE, "'%s' is not a number, 1 to 999999999", text);
}

int tmd_value_size(const char *text) {
  const size_t count = digits(text, 1, 18);
  const int fits = count && (!text[count] || (strchr("kKmMgG", text[count]) && !text[count + 1]));
  return fits ? 0
              : tmd_error(TMD_USAGE,
                          "'%s' is not a size, a number with a suffix k, m or g or without", text);
}
