#include "lib/base/wide.h"

#include <limits.h>
#include <string.h>

char *tmd_wide_print(char *text, tmd_u128 x) {
  char digits[TMD_WIDE_TEXT_BYTES];
  int at = sizeof digits - 1;
  digits[at] = 0;
  do digits[--at] = (char)('0' + (int)(x % 10));
  while ((x /= 10) != 0);
  return strcpy(text, digits + at);
}

int tmd_wide_parse(tmd_u128 *x, const char *text) {
  const tmd_u128 most = ~(tmd_u128)0;
  tmd_u128 value = 0;
  const char *at = text;
  for (; *at >= '0' && *at <= '9'; at++) {
    unsigned digit = (unsigned)(*at - '0');
    if (value > (most - digit) / 10) return -1;
    value = 10 * value + digit;
  }
  if (at == text || *at) return -1;
  *x = value;
  return 0;
}

int tmd_int_parse(int *x, const char *text) {
  const int negative = *text == '-';
  tmd_u128 size;
  if (tmd_wide_parse(&size, text + negative) || size > (tmd_u128)INT_MAX + (unsigned)negative)
    return -1;
  *x = (int)(negative ? -(long long)size : (long long)size);
  return 0;
}

int tmd_wide_compare(const void *a_, const void *b_) {
  const tmd_u128 *a = a_, *b = b_;
  return (*a > *b) - (*a < *b);
}
