/* Any function in a format with few numbers: pieces of the line, each with a polynomial in |x|,
   1/|x| or log2 |x|, times a power of |x|, or as an exponent of 2. Its values at all arguments of
   the piece lie between the breakpoints beside f(x): the bounds of a linear program (Lim and
   Nagarakatte, "High performance correctly rounded math libraries for 32-bit floating point
   representations", PLDI 2021), which is solved as an approximation with weights (minimax.h). */
#include "tools/generate/pieces/line-pieces.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "tools/generate/pieces/exact-piece.h"
#include "tools/generate/pieces/scaled-exact.h"
#include "tools/generate/pieces/single-piece.h"
#include "tools/generate/reals.h"

enum { COEFFICIENTS = 6 };

static struct {
  const struct tmd_every *every;
  struct tmd_split of[2]; /* by the sign of x; only the first if f is odd or even */
  enum tmd_parity parity;
  int failed;   /* too many pieces */
  int many;     /* there are so many exact results that they are computed */
  size_t exact; /* the number of arguments with other exact results */
} split;

static int is_zero(const struct tmd_every_argument *at) {
  return at->kind == TMD_EVERY_EXACT && at->low == 0;
}

/* f(-x) = -f(x), or f(x), in the results at all numbers, and with the signs of zeros that are
   neighbours. */
static int has_parity(const struct tmd_every *every, enum tmd_parity parity) {
  for (size_t i = 0; i + 1 < every->count; i++) {
    const struct tmd_every_argument *a = every->of[0] + i, *b = every->of[1] + i;
    if (a->kind != b->kind) return 0;
    if (a->kind == TMD_EVERY_NAN) continue;
    if (parity == TMD_PARITY_EVEN && (a->low != b->low || a->high != b->high)) return 0;
    if (parity == TMD_PARITY_ODD && i > 0 && is_zero(a) && is_zero(a + 1) &&
        signbit(a->low) == signbit(b->low))
      return 0;
    if (parity == TMD_PARITY_ODD && (a->low != -b->high || a->high != -b->low)) return 0;
  }
  return 1;
}

static size_t count_exact(const struct tmd_every *every) {
  size_t count = 0;
  for (int sign = 0; sign < 2; sign++)
    for (size_t i = 0; i + 1 < every->count; i++)
      count += every->of[sign][i].kind == TMD_EVERY_EXACT;
  return count;
}

/* 1 if a piece computes the exact result of an argument. */
static int is_computed(int sign, size_t index) {
  const struct tmd_line_piece *piece = split.of[split.parity == TMD_PARITY_NONE ? sign : 0].piece;
  while (index >= piece->end) piece++;
  return tmd_exact_covers(piece, split.every->of[sign] + index);
}

/* Lists the other exact results. */
static void list_exact(struct tmd_design *design) {
  for (int sign = 0; sign < 2; sign++)
    for (size_t i = 0; i + 1 < design->every->count; i++) {
      const struct tmd_every_argument *at = design->every->of[sign] + i;
      if (at->kind != TMD_EVERY_EXACT || is_computed(sign, i)) continue;
      if (split.exact++ < TMD_EXACT_MAX) tmd_design_exact(design, at->x, at->low);
    }
  if (split.exact > TMD_EXACT_MAX && !split.of->single &&
      !tmd_scaled_find(design, split.parity, is_computed))
    split.exact = (size_t)design->exact_count;
}

/* 1 if y may overflow, in float: the result depends on the sign that y has then. */
static int overflows(const struct tmd_every *every) {
  int result = 0;
  for (size_t i = 0; i + 1 < every->count; i++) result |= tmd_every_beyond(every->of[0] + i);
  return result;
}

static void plan(struct tmd_design *design) {
  const struct tmd_every *every = design->every;
  const int single = design->demands.arithmetic == TMD_FLOAT;
  split.parity = has_parity(every, TMD_PARITY_EVEN) ? TMD_PARITY_EVEN
                 : has_parity(every, TMD_PARITY_ODD) && !(single && overflows(every))
                     ? TMD_PARITY_ODD
                     : TMD_PARITY_NONE;
  split.every = every, split.many = count_exact(every) > TMD_EXACT_MAX;
  split.failed = 0, split.exact = 0, split.of[1].count = 0;
  split.of[0].single = split.of[1].single = single;
  for (int sign = 0; sign < (split.parity == TMD_PARITY_NONE ? 2 : 1); sign++)
    if (tmd_split(split.of + sign, every, sign, COEFFICIENTS, split.many, NULL)) split.failed = 1;
  if (!split.failed) list_exact(design);
}

int tmd_pieces_found(const struct tmd_design *design) {
  if (split.exact > TMD_EXACT_MAX)
    return tmd_error(TMD_USAGE, "%s in %s: %zu results are exact, more than %d", design->f->name,
                     design->format->name, split.exact, TMD_EXACT_MAX);
  if (split.failed)
    return tmd_error(TMD_USAGE, "%s in %s: more than %d pieces are needed", design->f->name,
                     design->format->name, TMD_SPLIT_PIECES);
  return 0;
}

int tmd_pieces_simple(void) {
  if (split.many || split.failed) return 0;
  for (int sign = 0; sign < 2; sign++)
    for (int i = 0; i < split.of[sign].count; i++) {
      const struct tmd_form *form = split.of[sign].piece[i].form;
      if (form && (form->exp2 || form->of != TMD_FORM_OF_X || form->power < 0)) return 0;
    }
  return 1;
}

static void append(struct tmd_design *design) { (void)design; }

static void bound(struct tmd_design *design) { (void)design; }

/* ---- the text ---- */

static int uses(int exp2) {
  for (int sign = 0; sign < 2; sign++)
    for (int i = 0; i < split.of[sign].count; i++) {
      const struct tmd_form *form = split.of[sign].piece[i].form;
      if (form && (exp2 ? form->exp2 : form->of == TMD_FORM_OF_LOG2)) return 1;
    }
  return 0;
}

static void print_functions(FILE *out, const struct tmd_design *design) {
  if (design->demands.arithmetic == TMD_FLOAT) {
    tmd_single_print_functions(out, uses(0), uses(1));
    return;
  }
  if (uses(0))
    fputs("/* log2 a, a > 0, within 2^-31: a polynomial by Sollya's fpminimax. */\n"
          "static inline double log2_of(double a) {\n"
          "  union { double f; uint64_t u; } m = {.f = a};\n"
          "  const int64_t e = (int64_t)(m.u - 0x3fe6a09e667f3bcd) >> 52;\n"
          "  m.u -= (uint64_t)e << 52; /* a = m 2^e, sqrt(1/2) <= m < sqrt 2 */\n"
          "  const double s = (m.f - 1) / (m.f + 1), z = s * s;\n"
          "  double p = 0x1.ba1aa57e88145p-2;\n"
          "  p = __builtin_fma(p, z, 0x1.274713aeb6739p-1);\n"
          "  p = __builtin_fma(p, z, 0x1.ec70e619c46edp-1);\n"
          "  p = __builtin_fma(p, z, 0x1.7154764e7151dp+1);\n"
          "  return __builtin_fma(p, s, (double)e);\n"
          "}\n\n",
          out);
  if (uses(1))
    fputs("/* 2^u, |u| < 1000, with a relative error below 2^-26: a polynomial by Sollya's\n"
          "   fpminimax for |r| <= 1, as n is floor u or ceil u in directed modes. */\n"
          "static inline double exp2_of(double u) {\n"
          "  const union { double f; uint64_t u; } n = {.f = u + 0x1.8p52};\n"
          "  const union { uint64_t u; double f; } power = {.u = (n.u + 1023) << 52};\n"
          "  const double r = u - (n.f - 0x1.8p52);\n"
          "  double p = 0x1.f9021fc4972e3p-17;\n"
          "  p = __builtin_fma(p, r, 0x1.4879030662eabp-13);\n"
          "  p = __builtin_fma(p, r, 0x1.5daeb03f808c5p-10);\n"
          "  p = __builtin_fma(p, r, 0x1.3b1d990dbb00ap-7);\n"
          "  p = __builtin_fma(p, r, 0x1.c6afe10f3ff32p-5);\n"
          "  p = __builtin_fma(p, r, 0x1.ebfc07964c0d2p-3);\n"
          "  p = __builtin_fma(p, r, 0x1.62e4315311586p-1);\n"
          "  p = __builtin_fma(p, r, 0x1.ffffffb8786f4p-1);\n"
          "  return p * power.f;\n"
          "}\n\n",
          out);
}

static void print_powers(FILE *out, const struct tmd_form *form, int no_fma) {
  for (int i = abs(form->power); i > 0 && no_fma; i--)
    fputs(form->power > 0 ? "      y = product(y, a);\n" : "      y = y / a;\n", out);
  if (no_fma || !form->power) return;
  fputs("      y = y", out);
  for (int i = abs(form->power); i > 0; i--) fputs(form->power > 0 ? " * a" : " / a", out);
  fputs(";\n", out);
}

static void print_polynomial(FILE *out, const struct tmd_line_piece *piece, int no_fma) {
  static const char *const inputs[] = {"a", "1 / a", "log2_of(a)"};
  const struct tmd_form *form = piece->form;
  const int moved = piece->center != 0 || piece->scale != 1;
  const char *u = form->of == TMD_FORM_OF_X && !moved ? "a" : "u";
  char text[TMD_DOUBLE_TEXT_BYTES];
  if (*u == 'u' && piece->count > 1) {
    fprintf(out, moved ? "      const double u = (%s - %a)" : "      const double u = %s",
            inputs[form->of], piece->center);
    if (piece->scale != 1) fprintf(out, " * %a", 1 / piece->scale);
    fputs(";\n", out);
  }
  const int beyond = piece->single && fabs(piece->coefficient[0]) > FLT_MAX;
  tmd_double_print(text, piece->coefficient[piece->count - 1] * (beyond ? 0x1p-32 : 1));
  if (piece->count == 1 && (form->exp2 || !form->power))
    fprintf(out,
            "      static const volatile double constant = %s; /* rounded when it is run */\n"
            "      y = constant%s;\n",
            text, beyond ? " * 0x1p+32" : "");
  else fprintf(out, "      y = %s;\n", text);
  for (int i = piece->count - 2; i >= 0; i--)
    fprintf(out, "      y = __builtin_fma(y, %s, %s);\n", u,
            tmd_double_print(text, piece->coefficient[i]));
  if (form->exp2 && piece->single)
    fprintf(out, "      y = exp2_of(y, %s);\n", piece->negative ? "-1.0" : "1.0");
  else if (form->exp2) fprintf(out, "      y = %sexp2_of(y);\n", piece->negative ? "-" : "");
  else print_powers(out, form, no_fma);
  if (piece->divisor > 1) fprintf(out, "      y = y / %d;\n", piece->divisor);
  if (piece->root) fprintf(out, "      y = %s__builtin_sqrt(y);\n", piece->root < 0 ? "-" : "");
}

/* A piece without finite values. */
static void print_special(FILE *out, const struct tmd_every_argument *at) {
  if (at->kind == TMD_EVERY_NAN) fputs("      return (x - x) / (x - x);\n", out);
  else
    fprintf(out, "      return %s%s / __builtin_fabsf(x - x);\n", at->low < 0 ? "-" : "",
            split.parity == TMD_PARITY_ODD ? "__builtin_copysignf(1, x)" : "1.0f");
}

static void print_side(FILE *out, const struct tmd_design *design, int sign) {
  const struct tmd_split *side = split.of + sign;
  const struct tmd_every_argument *of = design->every->of[sign];
  for (int i = 0; i < side->count; i++) {
    const struct tmd_line_piece *piece = side->piece + i;
    const double last = of[piece->end - 1].x;
    if (i == 0) fputs("    ", out);
    if (i + 1 < side->count)
      fprintf(out, "if (w <= 0x%08x) { /* |x| <= %g */\n", tmd_float_encode(fabs(last)),
              fabs(last));
    else fputs("{\n", out);
    if (piece->form) print_polynomial(out, piece, design->demands.no_fma);
    else print_special(out, of + piece->first);
    fputs(i + 1 < side->count ? "    } else " : "    }\n", out);
  }
}

/* The result at infinity of a sign. */
static void print_limit(FILE *out, const struct tmd_every *every, int sign) {
  const struct tmd_every_argument *at = every->of[sign] + every->count - 1;
  char text[TMD_DOUBLE_TEXT_BYTES];
  if (at->kind == TMD_EVERY_NAN) fputs("x - x", out);
  else if (at->kind == TMD_EVERY_INFINITE)
    fputs(at->low < 0 ? "-__builtin_inff()" : "__builtin_inff()", out);
  else if (at->kind == TMD_EVERY_EXACT) fprintf(out, "%sf", tmd_double_print(text, at->low));
  else fprintf(out, "(float)limit[%d]", sign);
}

static void print_infinite(FILE *out, const struct tmd_every *every) {
  const struct tmd_every_argument *last[2] = {every->of[0] + every->count - 1,
                                              every->of[1] + every->count - 1};
  if (last[0]->kind == TMD_EVERY_BETWEEN || last[1]->kind == TMD_EVERY_BETWEEN)
    fprintf(out, "    static const volatile double limit[2] = {%a, %a};\n",
            last[0]->low + (last[0]->high - last[0]->low) / 2,
            last[1]->low + (last[1]->high - last[1]->low) / 2);
  fputs("    if (w > 0x7f800000) return x + x;\n    return v.u >> 31 ? ", out);
  print_limit(out, every, 1);
  fputs(" : ", out);
  print_limit(out, every, 0);
  fputs(";\n", out);
}

/* f(0), if it is exact: 0 has no multiple among the arguments that are scaled. */
static void print_zero(FILE *out, const struct tmd_every *every) {
  const struct tmd_every_argument *zero[2] = {every->of[0], every->of[1]};
  if (zero[0]->kind == TMD_EVERY_EXACT)
    fprintf(out, "  if (w == 0) return v.u >> 31 ? %af : %af;\n", zero[1]->low, zero[0]->low);
}

static void print_reduction(FILE *out, const struct tmd_design *design) {
  const struct tmd_every *every = design->every;
  fputs("  const uint32_t w = v.u & 0x7fffffff;\n"
        "  const double a = __builtin_fabs((double)x);\n"
        "  double y;\n"
        "  if (__builtin_expect(w >= 0x7f800000, 0)) {\n",
        out);
  print_infinite(out, every);
  fputs("  }\n", out);
  if (design->scaling.by) print_zero(out, every);
  if (split.parity != TMD_PARITY_NONE) {
    print_side(out, design, 0);
    if (split.parity == TMD_PARITY_ODD) fputs("  if (v.u >> 31) y = -y;\n", out);
    return;
  }
  fputs("  if (v.u >> 31 == 0) {\n", out);
  print_side(out, design, 0);
  fputs("  } else {\n", out);
  print_side(out, design, 1);
  fputs("  }\n", out);
}

static const void *data(const struct tmd_function *f) { return f; }

const struct tmd_scheme tmd_pieces = {
    .name = "pieces",
    .description = "a polynomial for each piece of the line",
    .data = data,
    .plan = plan,
    .without_fma = tmd_without_fma, /* every argument is tested */
    .append = append,
    .bound = bound,
    .print_functions = print_functions,
    .print_reduction = print_reduction,
};
