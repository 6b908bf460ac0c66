/* Any function in 16 bits, in lanes, with numbers of the format in double: pieces of the line, on
   which y is a polynomial in t = |x|, or 1/|x|, times a power of |x|, or an exponent of 2
   (split.h). A lane finds its piece by comparisons, and its coefficients in tables. What a function
   needs of these operations is done in all lanes, and selected: every lane that gets here has an
   inexact result, so that they may raise inexact. 0 has the entry behind the pieces, whose
   coefficients are 0, so that nothing is rounded: it is the argument of lanes that are not usual.
   Every argument is tested. */
#include "tools/generate/vector/short/vector-pieces.h"

#include <math.h>
#include <stdlib.h>

#include "lib/base/error.h"
#include "tools/generate/pieces/split.h"
#include "tools/generate/reals.h"

enum { COEFFICIENTS = 6, ENTRIES = 2 * TMD_SPLIT_PIECES };

static struct {
  struct tmd_split of[2]; /* by the sign of x; those of the second follow in the tables */
  int failed;
  size_t exact;
} split;

static int is_allowed(const struct tmd_form *form) {
  return form->power >= 0 && form->of != TMD_FORM_OF_LOG2;
}

static const void *data(const struct tmd_function *f) { return f; }

static void plan(struct tmd_design *design) {
  const struct tmd_every *every = design->every;
  split.failed = 0, split.exact = 0;
  for (int sign = 0; sign < 2; sign++) {
    if (tmd_split(split.of + sign, every, sign, COEFFICIENTS, 0, is_allowed)) split.failed = 1;
    for (size_t i = 1; i + 1 < every->count; i++) {
      const struct tmd_every_argument *at = every->of[sign] + i;
      if (at->kind == TMD_EVERY_EXACT && split.exact++ < TMD_EXACT_MAX)
        tmd_design_exact(design, at->x, at->low);
    }
  }
}

int tmd_vector_pieces_found(const struct tmd_design *design) {
  const char *f = design->f->name, *format = design->format->name;
  if (split.exact > TMD_EXACT_MAX)
    return tmd_error(TMD_USAGE, "%s in %s: %zu results are exact, more than %d in vectors", f,
                     format, split.exact, TMD_EXACT_MAX);
  if (split.failed)
    return tmd_error(TMD_USAGE, "%s in %s: more than %d pieces are needed", f, format,
                     TMD_SPLIT_PIECES);
  return 0;
}

static void append(struct tmd_design *design) { (void)design; }

static void bound(struct tmd_design *design) { (void)design; }

/* ---- the steps ---- */

/* The i-th piece of both signs, or NULL behind the last. */
static const struct tmd_line_piece *piece_at(int i) {
  const int first = split.of[0].count;
  if (i < first) return split.of[0].piece + i;
  return i < first + split.of[1].count ? split.of[1].piece + i - first : NULL;
}

static int is_exp2(const struct tmd_line_piece *piece) { return piece->form->exp2; }
static int is_negative(const struct tmd_line_piece *piece) { return piece->negative; }
static int is_reciprocal(const struct tmd_line_piece *piece) {
  return piece->form->of == TMD_FORM_OF_RECIPROCAL;
}
static int is_power_1(const struct tmd_line_piece *piece) { return piece->form->power >= 1; }
static int is_power_2(const struct tmd_line_piece *piece) { return piece->form->power >= 2; }
static int is_power_3(const struct tmd_line_piece *piece) { return piece->form->power >= 3; }

/* Prints the mask NAME of the lanes whose pieces have a property: 0 if there are none. */
static int print_mask(FILE *out, const char *name, int (*has)(const struct tmd_line_piece *piece)) {
  const struct tmd_line_piece *piece;
  int count = 0;
  for (int i = 0; (piece = piece_at(i)); i++) {
    if (!piece->form || !has(piece)) continue;
    if (count++ == 0) fprintf(out, "  const vhalfint %s = ", name);
    else fputs(count % 6 == 1 ? " |\n      " : " | ", out);
    fprintf(out, "(at == %d)", i);
  }
  if (count) fputs(";\n", out);
  return count > 0;
}

static void print_tables(FILE *out, const struct tmd_design *design) {
  const struct tmd_line_piece *piece;
  char text[TMD_DOUBLE_TEXT_BYTES];
  for (int k = 0; k < COEFFICIENTS; k++) {
    const int count = split.of[0].count + split.of[1].count + 1;
    fprintf(out, "TMD_TABLE double %s_c%d[%d] = {", design->symbol, k, count);
    for (int i = 0; i < count; i++) {
      piece = piece_at(i);
      const double c = piece && piece->form && k < piece->count ? piece->coefficient[k] : 0;
      fprintf(out, "%s%s,", i % 4 ? " " : "\n    ", tmd_double_print(text, c));
    }
    fputs("\n};\n", out);
  }
  fputs("\n", out);
}

/* The index of the piece: thresholds of |x|. */
static void print_index(FILE *out, const struct tmd_design *design) {
  const int first = split.of[0].count;
  for (int sign = 0; sign < 2; sign++) {
    const struct tmd_split *side = split.of + sign;
    fprintf(out, "  vhalfint %s = vall_int(%d);\n", sign ? "below" : "at", sign ? first : 0);
    for (int i = 0; i + 1 < side->count; i++)
      fprintf(out, "  %s = vchoose(size > 0x%08x, vall_int(%d), %s);\n", sign ? "below" : "at",
              tmd_float_encode(fabs(design->every->of[sign][side->piece[i].end - 1].x)),
              (sign ? first : 0) + i + 1, sign ? "below" : "at");
  }
  fprintf(out,
          "  at = vchoose(u < 0, below, at);\n"
          "  at = vchoose(size == 0, vall_int(%d), at);\n",
          first + split.of[1].count);
}

/* 2^y by a polynomial of Sollya's for |r| <= 1/2, with a relative error below 2^-28. */
static const char exp2_of_y[] =
    "  const vdouble exponent = vselect(power, y, vall(0.0)), n = vinteger(exponent);\n"
    "  const vdouble r = exponent - n;\n"
    "  vdouble e = vall(0x1.4278e5f6755dep-13);\n"
    "  e = vfma(e, r, vall(0x1.5f45540aed028p-10));\n"
    "  e = vfma(e, r, vall(0x1.3b2c96c9c3d8ep-7));\n"
    "  e = vfma(e, r, vall(0x1.c6aed4f17013ep-5));\n"
    "  e = vfma(e, r, vall(0x1.ebfbdd2f82be6p-3));\n"
    "  e = vfma(e, r, vall(0x1.62e430c7b14b4p-1));\n"
    "  e = vscale(vfma(e, r, vall(0x1p+0)), n);\n";

static void print_reduction(FILE *out, const struct tmd_design *design) {
  static int (*const has[])(const struct tmd_line_piece *piece) = {is_power_1, is_power_2,
                                                                   is_power_3};
  char name[8];
  fputs("  const vhalfint u = vbits(lanes), size = u & 0x7fffffff;\n"
        "  const vdouble a = vabs(vwiden(lanes));\n",
        out);
  print_index(out, design);
  if (print_mask(out, "inverse", is_reciprocal))
    fputs("  const vdouble of = vselect(inverse, a, vall(1.0));\n"
          "  const vdouble t = vselect(inverse, vall(1.0) / of, a);\n",
          out);
  else fputs("  const vdouble t = a;\n", out);
  fprintf(out, "  vdouble y = vlookup(%s_c%d, at);\n", design->symbol, COEFFICIENTS - 1);
  for (int k = COEFFICIENTS - 2; k >= 0; k--)
    fprintf(out, "  y = vfma(y, t, vlookup(%s_c%d, at));\n", design->symbol, k);
  const int uses_exp2 = print_mask(out, "power", is_exp2);
  if (uses_exp2) fputs(exp2_of_y, out);
  for (int k = 0; k < 3; k++) {
    snprintf(name, sizeof name, "times%d", k + 1);
    if (print_mask(out, name, has[k])) fprintf(out, "  y = vselect(%s, y * a, y);\n", name);
  }
  if (!uses_exp2) return;
  if (print_mask(out, "minus", is_negative)) fputs("  e = vselect(minus, -e, e);\n", out);
  fputs("  y = vselect(power, e, y);\n", out);
}

/* ---- other lanes ---- */

/* The condition that x has this sign and an encoding from `from` to `to`, without the sign. */
static void print_range(FILE *out, int sign, uint32_t from, uint32_t to) {
  const uint32_t bit = sign ? 0x80000000u : 0;
  if (from == to) fprintf(out, "(u == (int)0x%08x)", from | bit);
  else fprintf(out, "((u >= (int)0x%08x) & (u <= (int)0x%08x))", from | bit, to | bit);
}

/* Prints y of the lanes in a range, whose results are all like that of `at`. */
static void print_value(FILE *out, const struct tmd_every_argument *at, int sign, uint32_t from,
                        uint32_t to, int is_infinite) {
  const double y = at->kind == TMD_EVERY_BETWEEN ? at->low + (at->high - at->low) / 2 : at->low;
  fputs("  where = ", out);
  print_range(out, sign, from, to);
  fputs(";\n", out);
  if (at->kind == TMD_EVERY_NAN)
    fputs("  none = vselect(where, vall(0.0), vall(1.0));\n"
          "  y = vselect(where, none / none, y);\n",
          out);
  else if (at->kind != TMD_EVERY_INFINITE) fprintf(out, "  y = vselect(where, vall(%a), y);\n", y);
  else if (is_infinite)
    fprintf(out, "  y = vselect(where, %s, y);\n", (at->low < 0) == sign ? "x" : "-x");
  else
    fprintf(out,
            "  none = vselect(where, vall(0.0), vall(1.0));\n"
            "  y = vselect(where, vall(%s1.0) / none, y);\n",
            at->low < 0 ? "-" : "");
}

/* The range of a piece without values: 0 if it has values. */
static int find_range(uint32_t range[2], const struct tmd_design *design, int sign, int i) {
  const struct tmd_line_piece *piece = split.of[sign].piece + i;
  const struct tmd_every_argument *of = design->every->of[sign];
  if (piece->form) return 0;
  range[0] = tmd_float_encode(fabs(of[piece->first ? piece->first : 1].x));
  range[1] = tmd_float_encode(fabs(of[piece->end - 1].x));
  return range[0] <= range[1];
}

static void print_usual(FILE *out, const struct tmd_design *design) {
  uint32_t range[2];
  fputs("vnot(((u & 0x7fffffff) == 0) | ((u & 0x7fffffff) >= 0x7f800000)", out);
  for (int sign = 0; sign < 2; sign++)
    for (int i = 0; i < split.of[sign].count; i++) {
      if (!find_range(range, design, sign, i)) continue;
      fputs(" |\n      ", out);
      print_range(out, sign, range[0], range[1]);
    }
  fputs(")", out);
}

static void print_special(FILE *out, const struct tmd_design *design) {
  const struct tmd_every *every = design->every;
  uint32_t range[2];
  fputs("  vhalfint where;\n  vdouble none;\n", out);
  for (int sign = 0; sign < 2; sign++) {
    for (int i = 0; i < split.of[sign].count; i++)
      if (find_range(range, design, sign, i))
        print_value(out, every->of[sign] + split.of[sign].piece[i].end - 1, sign, range[0],
                    range[1], 0);
    print_value(out, every->of[sign], sign, 0, 0, 0);
    print_value(out, every->of[sign] + every->count - 1, sign, 0x7f800000, 0x7f800000, 1);
  }
  fputs("  (void)none;\n  y = vselect(size > 0x7f800000, x, y);\n", out);
}

static const struct tmd_lanes lanes = {.harmless = 0, .y = "y", .print_usual = print_usual};

const struct tmd_scheme tmd_vector_pieces = {
    .name = "vector pieces",
    .description = "a polynomial for each piece of the line",
    .lanes = &lanes,
    .data = data,
    .plan = plan,
    .append = append,
    .bound = bound,
    .print_special = print_special,
    .print_functions = print_tables,
    .print_reduction = print_reduction,
};
