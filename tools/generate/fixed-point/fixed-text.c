/* The C text of functions of integer operations. */
#include <inttypes.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/cli/options.h"
#include "tools/generate/fixed-point/fixed-scheme.h"
#include "tools/generate/text/c-comment.h"

#define TEXT(scope, name, file)                                               \
  __asm__(".pushsection .rodata\n" scope "tmd_integer_" #name ":\n.incbin \"" \
          "tools/generate/fixed-point/" file "\"\n.byte 0\n.popsection")
#define PUBLIC(name) ".global tmd_integer_" #name "\n.hidden tmd_integer_" #name "\n"
TEXT("", words, "integer-words.h");
TEXT(PUBLIC(exponential), exponential, "integer-exponential.h");
TEXT(PUBLIC(logarithm), logarithm, "integer-logarithm.h");
TEXT(PUBLIC(periodic), periodic, "integer-periodic.h");
TEXT(PUBLIC(hyperbolic), hyperbolic, "integer-hyperbolic.h");
extern const char tmd_integer_words[];

static const struct mode {
  const char *suffix, *name;
} modes[] = {{"", "TMD_NEAREST"}, {"_rtz", "TMD_ZERO"}, {"_rtp", "TMD_UP"}, {"_rtn", "TMD_DOWN"}};

const struct tmd_scheme *tmd_fixed_scheme_find(const struct tmd_function *f) {
  static const struct tmd_scheme *const all[] = {&tmd_fixed_exponential, &tmd_fixed_exponential_m1,
                                                 &tmd_fixed_logarithm, &tmd_fixed_periodic,
                                                 &tmd_fixed_hyperbolic};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (all[i]->data(f)) return all[i];
  return NULL;
}

void tmd_fixed_no_steps(struct tmd_design *design) { (void)design; }

uint64_t tmd_fixed_word(const arb_t x, int bits) {
  enum { BITS = 640 };
  arb_t scaled;
  fmpz_t word;
  arb_init(scaled);
  fmpz_init(word);
  arb_mul_2exp_si(scaled, x, bits);
  arb_floor(scaled, scaled, BITS);
  if (!arb_get_unique_fmpz(word, scaled)) tmd_die(TMD_USAGE, "a constant has too few bits");
  fmpz_fdiv_r_2exp(word, word, 64);
  const uint64_t result = fmpz_get_ui(word);
  arb_clear(scaled);
  fmpz_clear(word);
  return result;
}

void tmd_fixed_print_use(FILE *out, const struct tmd_fixed_polynomial *p, const char *symbol) {
  fprintf(out, "%s_%s, %d", symbol, p->name, p->count);
}

/* ---- bounds ---- */

void tmd_fixed_add(struct tmd_design *design, const mag_t error, double units, double least) {
  mag_t sum, part;
  mag_init(sum), mag_init(part);
  mag_set_d(sum, units);
  mag_mul_2exp_si(sum, sum, -64);
  mag_add(sum, sum, error);
  mag_set_d_lower(part, least);
  mag_div(sum, sum, part);
  tmd_design_add_relative(design, sum);
  mag_clear(sum), mag_clear(part);
}

/* The high word is at least 2^(scale - 1) g, and less than 1 too small. */
void tmd_fixed_add_product(struct tmd_design *design, const struct tmd_fixed_polynomial *g,
                           double relative) {
  mag_t sum, other;
  mag_init(sum), mag_init(other);
  mag_set_ui_2exp_si(sum, 1, 1 - g->scale);
  mag_add(sum, sum, g->error);
  mag_div(sum, sum, g->least);
  mag_set_d(other, relative);
  mag_add(sum, sum, other);
  mag_set_ui_2exp_si(other, 1, -100); /* products of errors below 2^-50 */
  mag_add(sum, sum, other);
  tmd_design_add_relative(design, sum);
  mag_clear(sum), mag_clear(other);
}

/* ---- exceptions ---- */

/* The number y as a case of a switch. */
static void print_case(FILE *out, uint32_t x, double y) {
  union {
    double f;
    uint64_t u;
  } v = {.f = y};
  const uint64_t s = (v.u << 11) | (uint64_t)1 << 63;
  fprintf(out, "  case 0x%08" PRIx32 ": return tmd_number(0x%016" PRIx64 ", %d, 0x%x);\n", x, s,
          (int)(v.u >> 52 & 0x7ff) - 1023, v.u >> 63 ? 0x80000000u : 0);
}

static int has_cases(const struct tmd_design *design, int trial) {
  return design->exact_count + (trial ? 0 : design->replaced_count) > 0;
}

/* Exact results, and y replaced; of either sign, with by_size. */
static void print_cases(FILE *out, const struct tmd_design *design, int trial) {
  const int odd = design->f->symmetry.parity == TMD_PARITY_ODD;
  for (int i = 0; i < design->exact_count; i++)
    print_case(out, design->exact[i].x, design->exact[i].y);
  for (int i = 0; i < design->replaced_count && !trial; i++) {
    const struct tmd_replaced *at = design->replaced + i;
    print_case(out, at->x, at->y);
    if (design->by_size) print_case(out, at->x | 0x80000000, odd ? -at->y : at->y);
  }
}

/* ---- the functions ---- */

static void print_y(FILE *out, const struct tmd_design *design, int trial) {
  const struct tmd_fixed_kind *kind = design->data;
  const char *name = design->symbol;
  design->scheme->print_reduction(out, design);
  fprintf(out,
          "\n/* The value before the last rounding. */\n"
          "TMD_WORDS struct tmd_y %s_y(uint32_t x) {\n",
          name);
  if (has_cases(design, trial)) {
    fputs("  switch (x) {\n", out);
    print_cases(out, design, trial);
    fputs("  default: break;\n  }\n", out);
  }
  fprintf(out, "  return %s(&%s_data, x);\n}\n\n", kind->core, name);
}

static void print_entries(FILE *out, const struct tmd_design *design) {
  const char *name = design->symbol;
  const size_t count = design->demands.nearest ? 1 : sizeof modes / sizeof *modes;
  for (size_t i = 0; i < count; i++)
    fprintf(out, "TMD_ENTRY(uint32_t %s_bits%s(uint32_t x)) { return tmd_rounded(%s_y(x), %s); }\n",
            name, modes[i].suffix, name, modes[i].name);
  fputs("\n#ifndef TMD_NO_FLOAT\n", out);
  for (size_t i = 0; i < count; i++)
    fprintf(out,
            "float %s%s(float x);\n"
            "float %s%s(float x) {\n"
            "  uint32_t u;\n"
            "  memcpy(&u, &x, sizeof u);\n"
            "  u = %s_bits%s(u);\n"
            "  memcpy(&x, &u, sizeof x);\n"
            "  return x;\n}\n",
            name, modes[i].suffix, name, modes[i].suffix, name, modes[i].suffix);
  fputs("#endif\n", out);
}

/* A float's function that rounds in the mode in force. */
static void print_for_trial(FILE *out, const char *name) {
  fprintf(out,
          "#include <fenv.h>\n"
          "float %s(float x);\n"
          "float %s(float x) {\n"
          "  const int mode = fegetround();\n"
          "  uint32_t u;\n"
          "  memcpy(&u, &x, sizeof u);\n"
          "  u = tmd_rounded(%s_y(u), mode == FE_UPWARD       ? TMD_UP\n"
          "                           : mode == FE_DOWNWARD   ? TMD_DOWN\n"
          "                           : mode == FE_TOWARDZERO ? TMD_ZERO\n"
          "                                                   : TMD_NEAREST);\n"
          "  memcpy(&x, &u, sizeof x);\n"
          "  return x;\n}\n",
          name, name, name);
}

void tmd_fixed_print(FILE *out, const struct tmd_design *design, const struct tmd_text *text) {
  tmd_comment_print(out, design, text);
  fputs(tmd_integer_words, out);
  fputs("\n", out);
  design->scheme->print_functions(out, design);
  fputs("\n", out);
  for (int i = 0; i < TMD_FIXED_MAX; i++)
    if (design->fixed[i].count)
      tmd_fixed_print_coefficients(out, design->fixed + i, design->symbol);
  print_y(out, design, text->trial);
  if (text->in_floats) print_for_trial(out, design->symbol);
  else print_entries(out, design);
}
