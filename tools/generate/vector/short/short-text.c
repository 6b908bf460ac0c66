#include "tools/generate/vector/short/short-text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/generate/reals.h"
#include "tools/generate/vector/vector-text.h"

TMD_LANES_TEXT(short, "tools/generate/vector/short/lanes-short.h");

int tmd_short_is(const struct tmd_design *design) { return design->format->every; }

static int is_bfloat16(const struct tmd_design *design) {
  return !strcmp(design->format->name, "bfloat16");
}

/* The encoding of a number of the format, which is normal or 0, from that of its float. */
static unsigned encoding(const struct tmd_design *design, uint32_t x) {
  const uint32_t size = x & 0x7fffffff;
  if (is_bfloat16(design)) return x >> 16;
  return (x >> 16 & 0x8000) | (size ? (size - (112u << 23)) >> 13 : 0);
}

/* 1 if |f(x)| lies between the last midpoint and the power of 2 behind the greatest number. */
static int is_edge(const struct tmd_every_argument *at, const struct tmd_design *design) {
  const double beyond = strtod(design->format->beyond, NULL);
  return at->kind == TMD_EVERY_BETWEEN && fmax(fabs(at->low), fabs(at->high)) == beyond;
}

void tmd_short_replace_edges(struct tmd_design *design) {
  for (int sign = 0; sign < 2; sign++)
    for (size_t i = 0; i + 1 < design->every->count; i++) {
      const struct tmd_every_argument *at = design->every->of[sign] + i;
      const uint32_t x = tmd_float_encode(at->x);
      int known = !is_edge(at, design);
      for (int k = 0; k < design->replaced_count && !known; k++) known = design->replaced[k].x == x;
      if (!known && design->replaced_count < TMD_REPLACED_MAX)
        design->replaced[design->replaced_count++] =
            (struct tmd_replaced){x, at->low + (at->high - at->low) / 2};
    }
}

void tmd_short_print_lanes(FILE *out, const struct tmd_design *design) {
  if (is_bfloat16(design)) fputs("#define TMD_BFLOAT16\n", out);
  fputs(tmd_lanes_short, out);
  fputs("\n", out);
}

void tmd_short_print_symbols(FILE *out, const struct tmd_design *design) {
  fprintf(out, "TMD_SYMBOLS_16(%s, 0x%04x)\n", design->symbol,
          encoding(design, design->scheme->lanes->harmless));
}

void tmd_short_print_mixed(FILE *out, const struct tmd_design *design) {
  const char *name = design->symbol;
  fprintf(out,
          "\nfloat %s(float x);\n"
          "float %s(float x) {\n"
          "  static const uint16_t special[4] = {0x%x, 0xff80, 0x%x, 0x7fc0};\n"
          "  static vshort before; /* the last arguments */\n"
          "  static unsigned calls;\n"
          "  const unsigned lane = calls++ %% TMD_SHORTS;\n"
          "  const union { float f; int32_t i; } bits = {.f = x};\n"
          "  const uint16_t u = vround16((vfloat)((vint){0} + bits.i))[0]; /* exact */\n"
          "  vshort all = (vshort){0} + u, others = all;\n"
          "  before[lane] = u;\n"
          "  for (unsigned k = 0; k < TMD_SHORTS; k++)\n"
          "    if (k != lane) others[k] = special[(calls / TMD_SHORTS + k) & 3];\n"
          "  const vshort z = %s_v(all), beside = %s_v(before), next = %s_v(others);\n"
          "  const uint16_t y = z[0];\n"
          "  int same = beside[lane] == y && next[lane] == y;\n"
          "  for (unsigned k = 0; k < TMD_SHORTS; k++) same &= z[k] == y;\n"
          "  return same ? vfloats16((vshorthalf){0} + y)[0] : __builtin_nanf(\"\");\n"
          "}\n",
          name, name, is_bfloat16(design) ? 0x7fc0 : 0x7e00,
          encoding(design, design->scheme->lanes->harmless), name, name, name);
}
