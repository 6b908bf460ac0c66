/* What the targets of libFuzzer (make fuzz) share. Memory that a target keeps from call to call is
   static, so that none leaks. */
#ifndef TMD_FUZZ_H
#define TMD_FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t bytes);

/* The property of the target, or a part of it. */
#define REQUIRE(condition)                                      \
  do {                                                          \
    if (condition) break;                                       \
    fprintf(stderr, "%s is false: %s\n", __FILE__, #condition); \
    abort();                                                    \
  } while (0)

/* Texts are at most this long, with their end. */
enum { FUZZ_TEXT_BYTES = 1 << 13 };

/* The input as text, up to its first zero byte. */
__attribute__((unused)) static char *fuzz_text(char text[FUZZ_TEXT_BYTES], const uint8_t *input,
                                               size_t bytes) {
  if (bytes >= FUZZ_TEXT_BYTES) bytes = FUZZ_TEXT_BYTES - 1;
  if (bytes) memcpy(text, input, bytes);
  text[bytes] = 0;
  return text;
}

/* A number below n from the next two bytes of the input, 0 behind its end. */
struct fuzz_source {
  const uint8_t *at, *end;
};
__attribute__((unused)) static unsigned fuzz_below(struct fuzz_source *from, unsigned n) {
  unsigned number = 0;
  for (int i = 0; i < 2 && from->at < from->end; i++) number = number << 8 | *from->at++;
  return number % n;
}

#endif
