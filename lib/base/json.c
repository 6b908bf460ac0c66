#include "lib/base/json.h"

#include "lib/base/printable.h"

void tmd_json_print_string(FILE *out, const char *text) {
  fputc('"', out);
  while (*text) {
    const size_t bytes = tmd_printable_bytes(text);
    if (*text == '"' || *text == '\\') fputc('\\', out);
    if (bytes > 0) fwrite(text, 1, bytes, out);
    else if ((unsigned char)*text < ' ') fprintf(out, "\\u%04x", (unsigned)*text);
    else fputc('?', out);
    text += bytes ? bytes : 1;
  }
  fputc('"', out);
}
