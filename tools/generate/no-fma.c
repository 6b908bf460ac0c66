#include "tools/generate/no-fma.h"

#include <string.h>

void tmd_no_fma_rewrite(char *text) {
  static const char from[] = "__builtin_fma(", to[] = "multiply_add(";
  char *end = text;
  while (*text) {
    if (!strncmp(text, from, strlen(from))) {
      memcpy(end, to, strlen(to));
      text += strlen(from), end += strlen(to);
    } else *end++ = *text++;
  }
  *end = 0;
}

void tmd_no_fma_print_functions(FILE *out, const char *text, const char *more) {
  const int sums = strstr(text, "multiply_add(") || strstr(more, "multiply_add(");
  if (sums || strstr(text, "product(") || strstr(more, "product("))
    fputs("/* a b, which no compiler contracts with a sum. */\n"
          "static inline double product(double a, double b) {\n"
          "  double p = a * b;\n" TMD_APART_TEXT("p") "  return p;\n"
                                                      "}\n\n",
          out);
  if (sums)
    fputs("/* a b + c, rounded twice. */\n"
          "static inline double multiply_add(double a, double b, double c) {\n"
          "  return product(a, b) + c;\n"
          "}\n\n",
          out);
}

const char *tmd_over_pi_text(int no_fma) {
  return no_fma ? "__builtin_fma(x, 0x1.45f306dc9c883p-2, product(x, -0x1.6b01ec5417056p-56))"
                : "__builtin_fma(x, 0x1.45f306dc9c883p-2, x * -0x1.6b01ec5417056p-56)";
}
