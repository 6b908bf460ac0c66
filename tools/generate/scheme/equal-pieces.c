/* Odd functions without a reduction: a polynomial in t = |x| - m for each of equal pieces of the
   range up to an end, m the middle of the piece, but 0 in the first one, where y is t times a
   polynomial; beyond the end, f is nearer to its limit 1 than any other number. At the
   end y gets the sign of x.

   |x| + 2^k, 2^k the end, is rounded to a double between 2^k and 2^(k+1), or to 2^k where x is
   tiny: its leading bits are the piece. t is exact, as |x| and m are multiples of 2^(k-27) beyond
   the first piece. Nearer to 0 than 2^-63, powers of t could underflow: there f = f'(0) x, with a
   relative error below 2^-120. */
#include <math.h>

#include "tools/generate/near-zero.h"
#include "tools/generate/reals.h"
#include "tools/generate/scheme/schemes.h"

static const struct equal_pieces {
  enum tmd_function_id id;
  int end, bits, degree; /* the range ends at 2^end; 2^bits pieces */
} kinds[] = {{TMD_FN_erf, 2, 5, 9}};

static const double least = 0x1p-63;

static const void *data(const struct tmd_function *f) {
  return tmd_kind_of(f, kinds, sizeof kinds / sizeof *kinds, sizeof *kinds);
}

static int degree(const struct tmd_design *design) {
  return ((const struct equal_pieces *)design->data)->degree - design->demands.fewer[0];
}

static double width(const struct equal_pieces *kind) { return ldexp(1, kind->end - kind->bits); }

static double middle(const struct equal_pieces *kind, int i) {
  return i == 0 ? 0 : (i + 0.5) * width(kind);
}

static void plan(struct tmd_design *design) {
  const struct equal_pieces *kind = design->data;
  const char *name = design->f->name;
  const double half = width(kind) / 2;
  design->piece_count = 1 << kind->bits;
  design->table[0] = (struct tmd_table){.name = "A", .count = design->piece_count};
  for (int i = 0; i < design->piece_count; i++) {
    struct tmd_approximation *p = design->piece + i;
    p->shift = middle(kind, i), p->radius = half, p->count = degree(design) + (i > 0);
    if (i == 0) {
      p->middle = half;
      snprintf(p->sollya, sizeof p->sollya,
               "p = fpminimax(%s(x), [|1,...,%d|], [|53...|], [1b-30;%g], relative);\n"
               "for i from 1 to %d do coeff(p,i);\n",
               name, degree(design), 2 * half, degree(design));
    } else
      snprintf(p->sollya, sizeof p->sollya,
               "p = fpminimax(%s(%g+x), %d, [|53...|], [-%g;%g], relative);\n"
               "for i from 0 to %d do coeff(p,i);\n",
               name, p->shift, degree(design), half, half, degree(design));
  }
}

/* Once Sollya has run: the constants stand apart. */
static void take_constants(struct tmd_design *design) {
  for (int i = 1; i < design->piece_count; i++) {
    struct tmd_approximation *p = design->piece + i;
    if (p->constant) continue;
    tmd_approximation_take_constant(p);
    design->table[0].entry[i] = p->first;
  }
}

enum { T, A, C };

static void append(struct tmd_design *design) {
  struct tmd_terms *terms = &design->steps;
  int coefficient[TMD_COEFFICIENTS_MAX];
  char name[TMD_TERM_NAME_BYTES];
  take_constants(design);
  tmd_terms_input(terms, "t");
  tmd_terms_entry(terms, "A[i]");
  for (int i = 0; i < degree(design); i++) {
    snprintf(name, sizeof name, "c[%d]", i + 1);
    coefficient[i] = tmd_terms_input(terms, name);
  }
  const int square = tmd_terms_product(terms, NULL, NULL, T, T),
            first = tmd_terms_fma(terms, NULL, NULL, T, C, A),
            rest = tmd_terms_estrin(terms, coefficient + 1, degree(design) - 1, T, square),
            sum = tmd_terms_fma(terms, NULL, NULL, square, rest, first);
  tmd_terms_sign(terms, "y", NULL, sum);
}

static void bound_part(struct tmd_design *design, const struct tmd_approximation *p, double low,
                       double high) {
  arb_t t;
  mag_t zero;
  arb_init(t);
  mag_init(zero);
  tmd_real_between(t, low, high);
  tmd_terms_set(&design->steps, T, t, zero);
  tmd_design_add_near(design, &design->steps, p, t, NULL, NULL);
  arb_clear(t);
  mag_clear(zero);
}

static void bound(struct tmd_design *design) {
  enum { PARTS = 32 };
  const struct equal_pieces *kind = design->data;
  const double half = width(kind) / 2;
  arb_t value;
  mag_t error;
  arb_init(value);
  mag_init(error);
  for (int i = 0; i < design->piece_count; i++) {
    const struct tmd_approximation *p = design->piece + i;
    for (int k = 0; k < degree(design); k++) {
      arb_set_d(value, p->coefficient[k]);
      mag_zero(error);
      tmd_terms_set(&design->steps, C + k, value, error);
    }
    arb_set_d(value, p->first);
    tmd_real_error(error, design->table->entry[i], value);
    tmd_terms_set(&design->steps, A, value, error);
    for (double t = least; i == 0 && t < 2 * half; t *= 1.0625)
      bound_part(design, p, t, fmin(t * 1.0625, 2 * half));
    for (int k = 0; i > 0 && k < PARTS; k++)
      bound_part(design, p, half * (2.0 * k / PARTS - 1), half * (2.0 * (k + 1) / PARTS - 1));
  }
  arb_clear(value);
  mag_clear(error);
}

static int index_of(const struct tmd_design *design, uint32_t x, int mode) {
  const struct equal_pieces *kind = design->data;
  const double size = tmd_float_decode(x & 0x7fffffff);
  (void)mode;
  return size >= ldexp(1, kind->end) ? 0 : (int)(size / width(kind));
}

/* The middle of each piece, then its coefficients. */
static void print_rows(FILE *out, const struct tmd_design *design) {
  const struct equal_pieces *kind = design->data;
  char text[TMD_DOUBLE_TEXT_BYTES];
  fprintf(out, "  static const double C[%d][%d] = {\n", design->piece_count, degree(design) + 1);
  for (int i = 0; i < design->piece_count; i++) {
    fprintf(out, "    {%s,", tmd_double_print(text, middle(kind, i)));
    for (int k = 0; k < degree(design); k++)
      fprintf(out, "%s%s%s", (k + 1) % 4 ? " " : "\n     ",
              tmd_double_print(text, design->piece[i].coefficient[k]),
              k + 1 < degree(design) ? "," : "},\n");
  }
  fputs("  };\n", out);
}

static void print_small(FILE *out, const struct tmd_design *design) {
  char high[TMD_DOUBLE_TEXT_BYTES], low[TMD_DOUBLE_TEXT_BYTES], text[TMD_DOUBLE_TEXT_BYTES + 16];
  double rest;
  tmd_double_print(high, tmd_near_slope(&rest, design->f));
  snprintf(text, sizeof text, design->demands.no_fma ? "product(x, %s)" : "x * %s",
           tmd_double_print(low, rest));
  fprintf(out, "    if (a < 0x20000000u) return (float)__builtin_fma(x, %s, %s);\n", high, text);
}

static void print_reduction(FILE *out, const struct tmd_design *design) {
  const struct equal_pieces *kind = design->data;
  const unsigned end = (unsigned)(127 + kind->end) << 23;
  print_rows(out, design);
  fprintf(out,
          "  const uint32_t a = v.u & 0x7fffffff;\n"
          "  const double xd = x, ax = __builtin_fabs(xd);\n"
          "  if (__builtin_expect(a - 0x20000000u >= 0x%08xu, 0)) {\n"
          "    if (a == 0 || a > 0x7f800000u) return x + x;\n"
          "    const double sign = __builtin_copysign(1.0, x);\n"
          "    if (a == 0x7f800000u) return (float)sign;\n",
          end - 0x20000000u);
  print_small(out, design);
  fprintf(out,
          "    return (float)__builtin_fma(sign, -0x1p-26, sign);\n"
          "  }\n"
          "  const union { double f; uint64_t u; } z = {.f = ax + %g};\n"
          "  const int i = (int)(z.u >> %d & %d);\n"
          "  const double *c = C[i];\n"
          "  const double t = ax - c[0]; /* exact */\n",
          ldexp(1, kind->end), 52 - kind->bits, (1 << kind->bits) - 1);
}

const struct tmd_scheme tmd_equal_pieces = {
    .name = "piecewise",
    .description = "a polynomial in t = |x| - c[0] for each of equal pieces of the range",
    .data = data,
    .plan = plan,
    .without_fma = tmd_without_fma,
    .append = append,
    .bound = bound,
    .index = index_of,
    .print_reduction = print_reduction,
};
