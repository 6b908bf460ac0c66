#include "lib/base/json.h"

void tmd_json_print_string(FILE *out, const char *text) {
  fputc('"', out);
  for (; *text; text++) {
    if (*text == '"' || *text == '\\') fputc('\\', out);
    if ((unsigned char)*text < ' ') fprintf(out, "\\u%04x", (unsigned)*text);
    else fputc(*text, out);
  }
  fputc('"', out);
}

char *tmd_json_parse_string(char *at, char **end) {
  char *to = at;
  for (; *at != '"'; *to++ = *at++) {
    if (*at == '\\' && (at[1] == '"' || at[1] == '\\' || at[1] == '/')) at++;
    else if (*at == '\\' || !*at) return NULL;
  }
  *end = to;
  return at;
}
