#include "tools/generate/text/byte-text.h"

#include "lib/problem/ordinal.h"

enum { COLUMNS = 8 };

void tmd_byte_text_describe(FILE *out, const struct tmd_design *design, const char *modes) {
  const struct tmd_byte_results *results = design->results;
  const struct tmd_format_end *end = &results->format.end;
  const char *nan = design->demands.set_errno ? "NaN, with ERANGE" : "NaN";
  fprintf(out, "   Results beyond the greatest number are %s.\n",
          end->saturates                ? "this number, with its sign"
          : end->kind == TMD_END_FINITE ? nan
                                        : "infinite");
  if (!results->plain)
    fputs(
        "   Underflow is raised if |f(x)|, before its rounding, is below the least normal number\n"
        "   and the result is inexact.\n",
        out);
  const int free = end->kind != TMD_END_FINITE && !tmd_correct_has_infinite(design->f);
  if (free)
    fputs("   The result at infinities is NaN, as that of any expression without a name.\n", out);
  fprintf(out, "   The function was run at %s %d arguments, in %s. %s\n",
          free ? "the other" : "all", free ? TMD_BYTES - 2 : TMD_BYTES, modes,
          results->plain ? "It raises no flags." : "All flags were tested.");
}

void tmd_byte_text_print(FILE *out, const struct tmd_design *design) {
  const struct tmd_byte_results *results = design->results;
  const int digits = results->plain ? 2 : 4;
  fprintf(out, "uint8_t %s(uint8_t x);\nuint8_t %s(uint8_t x) {\n", design->symbol, design->symbol);
  fprintf(out, "  static const uint%d_t T[%d] = {", 4 * digits, TMD_BYTES);
  for (int i = 0; i < TMD_BYTES; i++)
    fprintf(out, "%s0x%0*x,", i % COLUMNS ? " " : "\n    ", digits, results->entry[i]);
  fprintf(out, "\n  };\n  return %s;\n}\n", results->plain ? "T[x]" : "rounded(T[x])");
}

static const char sum[] =
    "/* The result of the table's entry e. Its bits 0 to 8 are the encoding next to |f(x)|, toward 0,\n"
    "   and two more bits: 0 if f(x) is exact, else 1 below the middle of two numbers, 2 in it, 3\n"
    "   above it. The sum with 2^25, whose last bit is 4, removes these two: it is rounded in the\n"
    "   mode in force, and raises inexact unless they are 0. Bit 15 is the sign. */\n"
    "static inline uint8_t rounded(uint32_t e) {\n"
    "  static const volatile uint32_t large = 0x4c000000; /* 2^25, added when the function is run */\n"
    "  const int32_t n = (int32_t)(e & 0x1ff);\n"
    "  union { uint32_t u; float f; } v = {.u = large | (e & 0x8000) << 16};\n"
    "  v.f += (float)(e & 0x8000 ? -n : n);\n"
    "  const uint32_t y = (v.u & 0x7f) | (e >> 8 & 0x80);\n"
    "  return (uint8_t)(__builtin_expect(e & 0x7e00, 0) ? flagged(y, e) : y);\n"
    "}\n\n";

/* What the sum does not do. */
static void print_functions(FILE *out, const struct tmd_design *design) {
  const struct tmd_format *format = &design->results->format;
  const int greatest = (int)tmd_ordinal_infinite(format) - 1;
  if (design->results->plain) return;
  fprintf(
      out,
      "/* The result y of an entry that raises other flags than inexact, by its bits from 9 on:\n"
      "   |f(x)| is beyond the greatest number, 0x%02x, by an ulp or more; is above it; is inexact\n"
      "   and below the normal numbers; a pole; no value; a signalling NaN. */\n"
      "static __attribute__((noinline, cold)) uint32_t flagged(uint32_t y, uint32_t e) {\n"
      "  static const volatile float zero = 0, tiny = 0x1p-126f, huge = 0x1p+127f;\n"
      "  volatile float flag = 0;\n"
      "  const int over = (e & 0x400) && (y & 0x7f) > 0x%02x;\n"
      "  if (over || (e & 0x200)) flag = huge * huge;\n"
      "  if (e & 0x800) flag = tiny * tiny;\n"
      "  if (e & 0x1000) flag = 1 / zero;\n"
      "  if (e & 0x6000) flag = zero / zero;\n"
      "  (void)flag;\n",
      greatest, greatest);
  if (design->demands.set_errno)
    fprintf(out,
            "  if (over || (e & 0x1200) || ((e & 0x800) && (y & 0x7f) < 0x%02x)) errno = ERANGE;\n"
            "  if (e & 0x2000) errno = EDOM;\n",
            1 << (format->p - 1));
  if (format->end.saturates) fputs("  if (over) return y - 1;\n", out);
  if (format->end.kind == TMD_END_P3109)
    fputs("  if ((e & 0x800) && y == 0x80) return 0; /* the only zero */\n", out);
  fprintf(out, "  return y;\n}\n\n%s", sum);
}

static const void *data(const struct tmd_function *f) { return f; }

static void plan(struct tmd_design *design) { (void)design; }

const struct tmd_scheme tmd_byte_table = {
    .name = "table",
    .description = "a table of the results at all arguments, by their encodings",
    .data = data,
    .without_fma = tmd_without_fma,
    .plan = plan,
    .print_functions = print_functions,
};
