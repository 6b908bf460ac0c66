#include "tools/generate/text/single-text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/cli/options.h"

static const char *const words[][2] = {
    {"double", "float"},
    {"__builtin_fma", "__builtin_fmaf"},
    {"__builtin_fabs", "__builtin_fabsf"},
    {"__builtin_sqrt", "__builtin_sqrtf"},
    {"__builtin_copysign", "__builtin_copysignf"},
};
enum { WORDS = sizeof words / sizeof *words };

static int is_of_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Prints the word at `text` in float; behind it. */
static const char *print_word(FILE *out, const char *text) {
  size_t bytes = 0;
  while (is_of_word(text[bytes])) bytes++;
  for (int i = 0; i < WORDS; i++)
    if (bytes == strlen(words[i][0]) && !strncmp(text, words[i][0], bytes)) {
      fputs(words[i][1], out);
      return text + bytes;
    }
  fwrite(text, 1, bytes, out);
  return text + bytes;
}

/* Prints the number at `text` as a float, if it has a point or an exponent, or as it is; behind it.
 */
static const char *print_number(FILE *out, const char *text) {
  char *end;
  const double value = strtod(text, &end);
  const size_t bytes = (size_t)(end - text);
  const int hexadecimal = bytes > 1 && text[1] == 'x';
  int fraction = 0;
  for (size_t i = 0; i < bytes; i++)
    fraction |= text[i] == '.' || text[i] == (hexadecimal ? 'p' : 'e');
  fwrite(text, 1, bytes, out);
  if (!fraction || *end == 'f') {
    while (is_of_word(*end)) fputc(*end++, out);
    return end;
  }
  if ((double)(float)value != value)
    tmd_die(TMD_USAGE, "--arith float: the constant %.*s is no float", (int)bytes, text);
  fputc('f', out);
  return end;
}

/* Comments stay. */
static const char *print_comment(FILE *out, const char *text) {
  const char *end = strstr(text, "*/");
  end = end ? end + 2 : text + strlen(text);
  fwrite(text, 1, (size_t)(end - text), out);
  return end;
}

char *tmd_single_text(const char *text) {
  char *result;
  size_t bytes;
  FILE *out = open_memstream(&result, &bytes);
  if (!out) tmd_die(TMD_USAGE, "no memory for the text");
  while (*text) {
    if (!strncmp(text, "/*", 2)) text = print_comment(out, text);
    else if (isdigit((unsigned char)*text)) text = print_number(out, text);
    else if (is_of_word(*text)) text = print_word(out, text);
    else fputc(*text++, out);
  }
  if (ferror(out) | fclose(out)) tmd_die(TMD_USAGE, "no memory for the text");
  return result;
}
