#define _GNU_SOURCE /* strfromf128, strtof128 */
#include "tools/check/target/number-text.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The widest type: every number of the others is one of it. */
#ifdef __FLT128_MANT_DIG__
typedef _Float128 widest;
static widest read_widest(const char *text, char **end) { return strtof128(text, end); }
static int print_widest(char *text, widest x) {
  return strfromf128(text, TMD_NUMBER_TEXT_BYTES, "%a", x);
}
#else
typedef long double widest;
static widest read_widest(const char *text, char **end) { return strtold(text, end); }
static int print_widest(char *text, widest x) {
  return snprintf(text, TMD_NUMBER_TEXT_BYTES, "%La", x);
}
#endif

#define READ(T)                   \
  do {                            \
    T x;                          \
    memcpy(&x, number, sizeof x); \
    return print_widest(text, x); \
  } while (0)

/* bfloat16 is the upper half of binary32. */
int tmd_number_print(char text[TMD_NUMBER_TEXT_BYTES], const struct tmd_format *format,
                     const void *number) {
  if (format->p == 8) {
    uint16_t half;
    float x;
    memcpy(&half, number, sizeof half);
    memcpy(&x, &(uint32_t){(uint32_t)half << 16}, sizeof x);
    return print_widest(text, x);
  }
#ifdef __FLT16_MANT_DIG__
  if (format->p == 11) READ(_Float16);
#endif
  if (format->p == 24) READ(float);
  if (format->p == 53) READ(double);
  if (format->p == 64) READ(long double);
  READ(widest);
}

#define WRITE(T)                                                                          \
  do {                                                                                    \
    const T x = (T)read;                                                                  \
    memset(number, 0, sizeof x);                                                          \
    memcpy(number, &x,                                                                    \
           __LDBL_MANT_DIG__ == 64 && sizeof x == 16 && format->p == 64 ? 10 : sizeof x); \
    return (widest)x == read || read != read ? 0 : -1;                                    \
  } while (0)

int tmd_number_parse(void *number, const struct tmd_format *format, const char *text) {
  char *end;
  const widest read = read_widest(text, &end);
  if (end == text || isspace((unsigned char)*text)) return -1;
  while (isspace((unsigned char)*end)) end++;
  if (*end) return -1;
  if (format->p == 8) {
    const float x = (float)read;
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    if (read != read) bits |= 0x400000; /* its payload may lie lower */
    memcpy(number, &(uint16_t){(uint16_t)(bits >> 16)}, sizeof(uint16_t));
    return read != read || ((widest)x == read && (bits & 0xffff) == 0) ? 0 : -1;
  }
#ifdef __FLT16_MANT_DIG__
  if (format->p == 11) WRITE(_Float16);
#endif
  if (format->p == 24) WRITE(float);
  if (format->p == 53) WRITE(double);
  if (format->p == 64) WRITE(long double);
  WRITE(widest);
}
