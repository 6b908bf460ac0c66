/* tmd-table: the correctly rounded result of a function at every argument of a small format. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/c-name.h"
#include "lib/base/error.h"
#include "lib/cli/failures.h"
#include "lib/cli/options.h"
#include "lib/cli/program.h"
#include "lib/expression/expression.h"
#include "lib/problem/hex-float.h"
#include "lib/problem/ordinal.h"
#include "lib/value/correct.h"

enum { BITS_MOST = 24, NAME_BYTES = 256, IN_A_LINE = 8 };

enum form { FORM_CSV, FORM_C, FORM_NPY };

static const char *format_text, *name_text;
static int mode, form;

static const struct tmd_option options[] = {
    {"format", 'f', TMD_TEXT, "FORMAT", "format of x and f(x), with at most 2^24 encodings",
     .target = &format_text},
    {"mode", 0, TMD_CHOICE, NULL, "rounding mode (default nearest)", &mode, 0, 0,
     "nearest|up|down|zero", NULL},
    {"to", 0, TMD_CHOICE, NULL, "form of the table (default csv)", &form, 0, 0, "csv|c|npy", NULL},
    {"name", 0, TMD_TEXT, "NAME", "name of the array in C (default tmd_gelu_bfloat16_nearest)",
     .target = &name_text},
    {0},
};

TMD_PAGE("tools/tmd-table.mdoc");

static const struct tmd_tool tool = {
    "tmd-table",
    "print the correct results of a function at every argument of a small format",
    "FUNCTION",
    "Computes the correctly rounded result of a function, or an expression, for each encoding of a "
    "format, in the order of the encodings, and what kind of result it is.",
    options,
    "tmd-table gelu --format bfloat16 --to npy -o gelu.npy\n"
    "tmd-table 'x*exp(-x)' --format e4m3:sat --mode zero | awk -F , '$5 == \"overflow\"'",
    tmd_page,
};

enum result_kind {
  KIND_UNDECIDED,
  KIND_ROUNDED, /* correct, but f(x) is enclosed only: nothing else is known about it */
  KIND_FREE,
  KIND_NAN,
  KIND_INFINITE,
  KIND_EXACT,
  KIND_OVERFLOW,
  KIND_MIDPOINT,
  KIND_UNDERFLOW,
  KIND_NORMAL
};
static const char *const kind_names[] = {"undecided", "rounded", "free",     "nan",
                                         "infinite",  "exact",   "overflow", "midpoint",
                                         "underflow", "normal"};

struct tabled {
  uint32_t bits;
  enum result_kind kind;
};

static struct tmd_checked checked;

static enum result_kind kind_of(const struct tmd_correct *c, const struct tmd_datum *x,
                                const struct tmd_datum *result) {
  const int flags = tmd_correct_raises(c, &checked.out, (enum tmd_rounding)mode, 0);
  const int limit = x->class == TMD_DATUM_INFINITE && !tmd_correct_has_infinite(checked.function);
  if (limit || c->freedom > TMD_FREE_ZERO) return KIND_FREE;
  if (c->kind == TMD_CORRECT_UNDECIDED)
    return result->class == TMD_DATUM_NAN ? KIND_UNDECIDED : KIND_ROUNDED;
  if (c->kind != TMD_CORRECT_NUMBER) return c->kind == TMD_CORRECT_NAN ? KIND_NAN : KIND_INFINITE;
  if (c->eighths == 0) return KIND_EXACT;
  if (flags & TMD_RAISES_OVERFLOW) return KIND_OVERFLOW;
  if (c->eighths == 4) return KIND_MIDPOINT;
  return flags & TMD_RAISES_UNDERFLOW ? KIND_UNDERFLOW : KIND_NORMAL;
}

static struct tabled entry_at(uint32_t bits) {
  const struct tmd_datum x = tmd_datum_of_bits(&checked.in, bits);
  struct tmd_correct correct;
  tmd_correct_at(&correct, &checked, &x);
  const struct tmd_datum result =
      tmd_correct_round(&correct, &checked.out, (enum tmd_rounding)mode);
  return (struct tabled){(uint32_t)tmd_datum_bits(&checked.out, &result),
                         kind_of(&correct, &x, &result)};
}

/* The number of results that are undecided. */
static size_t fill(struct tabled *table, size_t count) {
  size_t undecided = 0;
#pragma omp parallel for schedule(dynamic, 64) reduction(+ : undecided) num_threads(tmd_threads())
  for (size_t i = 0; i < count; i++) {
    table[i] = entry_at((uint32_t)i);
    undecided += table[i].kind == KIND_UNDECIDED;
  }
  return undecided;
}

/* ---- forms ---- */

static int bytes_of(size_t count) { return count <= 1 << 8 ? 1 : count <= 1 << 16 ? 2 : 4; }

static void print_csv(FILE *out, const struct tabled *table, size_t count) {
  char text[TMD_HEXFLOAT_TEXT_BYTES];
  const int digits = 2 * bytes_of(count);
  fputs("x,x_bits,result,result_bits,kind\n", out);
  for (size_t i = 0; i < count; i++) {
    const struct tmd_datum x = tmd_datum_of_bits(&checked.in, i),
                           y = tmd_datum_of_bits(&checked.out, table[i].bits);
    fprintf(out, "%s,0x%0*zx,", tmd_datum_print(text, &checked.in, &x), digits, i);
    if (table[i].kind == KIND_UNDECIDED) fputs("-,-", out);
    else fprintf(out, "%s,0x%0*x", tmd_datum_print(text, &checked.out, &y), digits, table[i].bits);
    fprintf(out, ",%s\n", kind_names[table[i].kind]);
  }
}

/* The name of the array. */
static void name_array(char name[NAME_BYTES], const char *function, const char *format) {
  if (name_text && !tmd_is_c_name(name_text))
    tmd_die(TMD_USAGE, "--name %.80s: is no name of C", name_text);
  const int bytes = name_text ? snprintf(name, NAME_BYTES, "%s", name_text)
                              : snprintf(name, NAME_BYTES, "tmd_%s_%s_%s", function, format,
                                         tmd_rounding_name((enum tmd_rounding)mode));
  if (bytes >= NAME_BYTES && (name_text || form == FORM_C))
    tmd_die(TMD_USAGE, "the name of the array is too long: see --name");
  for (char *c = name; *c; c++)
    if (!isalnum((unsigned char)*c)) *c = '_';
}

static void print_c(FILE *out, const struct tabled *table, size_t count, const char *function,
                    const char *name) {
  const int bytes = bytes_of(count);
  char text[TMD_FORMAT_TEXT_BYTES];
  fprintf(out, "/* %s, %s, correctly rounded (%s): the encoding of the result for each encoding.\n",
          function, tmd_format_describe(text, &checked.in),
          tmd_rounding_name((enum tmd_rounding)mode));
  fprintf(out, "   Made by tmd-table. */\n#include <stdint.h>\n\n");
  fprintf(out, "static const uint%d_t %s[%zu] = {\n", 8 * bytes, name, count);
  for (size_t i = 0; i < count; i++)
    fprintf(out, "%s0x%0*x%s", i % IN_A_LINE ? " " : "    ", 2 * bytes, table[i].bits,
            i + 1 == count                   ? "\n};\n"
            : i % IN_A_LINE == IN_A_LINE - 1 ? ",\n"
                                             : ",");
}

/* NumPy's format 1.0: magic, version, length of the header and the header, padded to a multiple of
   64 bytes; little-endian data. */
static void print_npy(FILE *out, const struct tabled *table, size_t count) {
  enum { PREFIX = 10, ALIGNED = 64 };
  char header[2 * ALIGNED + 1], format[TMD_FORMAT_TEXT_BYTES];
  const int bytes = bytes_of(count),
            half = !strcmp(tmd_format_describe(format, &checked.out), "binary16");
  snprintf(header, sizeof header, "{'descr': '%s%d', 'fortran_order': False, 'shape': (%zu,), }",
           half         ? "<f"
           : bytes == 1 ? "|u"
                        : "<u",
           bytes, count);
  const size_t length = (strlen(header) + 1 + PREFIX + ALIGNED - 1) / ALIGNED * ALIGNED - PREFIX;
  fwrite("\x93NUMPY\x01", 1, 7, out);
  fputc(0, out), fputc((int)(length & 255), out), fputc((int)(length >> 8), out);
  fprintf(out, "%-*s\n", (int)length - 1, header);
  for (size_t i = 0; i < count; i++)
    for (int k = 0; k < bytes; k++) fputc((int)(table[i].bits >> 8 * k & 255), out);
}

int main(int argc, char **argv) {
  char name[NAME_BYTES], format[TMD_FORMAT_TEXT_BYTES];
  const int at = tmd_options(&tool, argc, argv);
  if (!argv[at]) tmd_die(TMD_USAGE, "FUNCTION is missing (try --help)");
  if (argv[at + 1]) tmd_die(TMD_USAGE, "one FUNCTION at a time: '%.80s'", argv[at + 1]);
  if (!format_text) tmd_die(TMD_USAGE, "--format is missing (try --help)");
  if (tmd_format_parse_binary(&checked.in, format_text) ||
      !(checked.function = tmd_resolve_of_x(argv[at])))
    tmd_fail();
  checked.out = checked.in;
  const int bits = tmd_format_sign_bit(&checked.in) + 1;
  if (bits > BITS_MOST)
    tmd_die(TMD_USAGE, "%.80s: has 2^%d encodings, a table at most 2^%d", format_text, bits,
            BITS_MOST);
  name_array(name, argv[at], tmd_format_describe(format, &checked.in));
  const size_t count = (size_t)1 << bits;
  struct tabled *table = tmd_allocate(count * sizeof *table);
  const size_t undecided = fill(table, count);
  if (undecided > 0) tmd_say("%zu results are undecided", undecided);
  if (undecided > 0 && form != FORM_CSV) return tmd_property_false();
  FILE *out = tmd_open_output(form == FORM_NPY);
  if (form == FORM_CSV) print_csv(out, table, count);
  else if (form == FORM_C) print_c(out, table, count, argv[at], name);
  else print_npy(out, table, count);
  tmd_close_text(out);
  tmd_output_complete();
  free(table);
  return undecided > 0 ? tmd_property_false() : TMD_OK;
}
