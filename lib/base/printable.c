#include "lib/base/printable.h"

/* The first byte, and the range of the second one, of the characters of some length: no longer form
   than is needed, no surrogates, nothing beyond U+10FFFF. */
static const struct {
  unsigned char first, last, second_least, second_most, bytes;
} forms[] = {
    {' ', '~', 0, 0, 1},         {0xc2, 0xc2, 0xa0, 0xbf, 2}, {0xc3, 0xdf, 0x80, 0xbf, 2},
    {0xe0, 0xe0, 0xa0, 0xbf, 3}, {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3},
    {0xee, 0xef, 0x80, 0xbf, 3}, {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4},
    {0xf4, 0xf4, 0x80, 0x8f, 4},
};

size_t tmd_printable_bytes(const char *text) {
  const unsigned char *byte = (const unsigned char *)text;
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    if (*byte < forms[i].first || *byte > forms[i].last) continue;
    if (forms[i].bytes > 1 && (byte[1] < forms[i].second_least || byte[1] > forms[i].second_most))
      return 0;
    for (int k = 2; k < forms[i].bytes; k++)
      if (byte[k] < 0x80 || byte[k] > 0xbf) return 0;
    const int beyond_xml =
        byte[0] == 0xef && byte[1] == 0xbf && byte[2] >= 0xbe; /* U+FFFE, U+FFFF */
    return beyond_xml ? 0 : forms[i].bytes;
  }
  return 0;
}

void tmd_printable(char *text, int lines) {
  while (*text) {
    const size_t bytes = lines && (*text == '\n' || *text == '\t') ? 1 : tmd_printable_bytes(text);
    if (bytes == 0) *text = '?';
    text += bytes ? bytes : 1;
  }
}
