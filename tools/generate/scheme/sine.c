/* sin and cos by x = q pi/2 + r (periodic.h): a (1 + c[0] r^2 + c[1] r^4 + ...), where a is r or
   -r, and c of the sine, for even q, and 1 or -1, and c of the cosine, for odd q; cos x = sin(x +
   pi/2). There are no branches on q: a = s r + t, where s and t are 0, 1 or -1, is exact. In half
   turns, r = x - q/2, s is 0, pi or -pi, and the coefficients have powers of pi.

   sin x / x is that of sin x, divided by x. Next to 1, in [-2^-12, 2^-12], 1 - x^2/8 is between 1
   and the middle to the number below, as sin x / x is.

   sin x next to x, in [-2^-12, 2^-12]: x (1 - 2^-27) is between x and its neighbour, and on the
   side of sin x of their midpoint, as x^2/6 < 2^-26. */
#include <math.h>
#include <string.h>

#include "tools/generate/design.h"
#include "tools/generate/reals.h"
#include "tools/generate/scheme/periodic.h"
#include "tools/generate/scheme/schemes.h"

/* A row of the table for each q modulo 4: c, s and t. */
enum { COUNT = 6 };

static const struct sine {
  enum tmd_function_id id;
  int shift;  /* of q: 1 for the cosine */
  int over_x; /* 1: sin x / x */
  struct tmd_periodic reduction;
} kinds[] = {
    {TMD_FN_sin,
     0,
     0,
     {0, "x == 0 ? x : (float)__builtin_fma(x, -0x1p-27, (double)x)", NULL, NULL}},
    {TMD_FN_cos, 1, 0, {0, NULL, NULL, NULL}},
    {TMD_FN_sinpi,
     0,
     0,
     {1, NULL, "__builtin_copysignf(0.0f, x)",
      "  if (__builtin_expect(w.u << 1 == 0, 0) && !(q & 1))\n"
      "    return __builtin_copysignf(0.0f, x);\n"}},
    {TMD_FN_cospi,
     1,
     0,
     {1, NULL, "1.0f", "  if (__builtin_expect(w.u << 1 == 0, 0) && q & 1) return 0.0f;\n"}},
};

static const struct sine quotient = {
    TMD_FN_expression, 0, 1, {0, "(float)__builtin_fma(x * -0x1p-3, (double)x, 1.0)", NULL, NULL}};

static int is_sinc(const struct tmd_function *f) { return !strcmp(f->name, "sinc"); }

static const void *data(const struct tmd_function *f) {
  if (is_sinc(f) || !strcmp(f->name, "sin(x)/x")) return &quotient;
  return tmd_kind_of(f, kinds, sizeof kinds / sizeof *kinds, sizeof *kinds);
}

static int row_length(const struct tmd_design *design) { return design->p.count + 2; }

static void plan(struct tmd_design *design) {
  const struct tmd_periodic *reduction = &((const struct sine *)design->data)->reduction;
  const int half_turns = reduction->half_turns;
  struct tmd_approximation *p = &design->p, *q = &design->q;
  p->f = tmd_function_find(half_turns ? "sinpi" : "sin"), p->parity = TMD_PARITY_ODD;
  q->f = tmd_function_find(half_turns ? "cospi" : "cos"), q->parity = TMD_PARITY_EVEN;
  p->over_pi = half_turns;
  p->first = q->first = 1, p->count = q->count = COUNT - design->demands.fewer[0];
  design->table[0] = (struct tmd_table){.name = "C", .count = 4 * row_length(design)};
  p->radius = q->radius = tmd_periodic_radius(reduction);
  tmd_periodic_set_commands(p, 1, half_turns);
  tmd_periodic_set_commands(q, 0, half_turns);
}

/* The indices of inputs and entries among the steps. */
enum { R, A, C };

static void set_table(struct tmd_design *design) {
  const int count = design->p.count;
  static const double s[] = {1, 0, -1, 0}, t[] = {0, 1, 0, -1};
  const struct sine *kind = design->data;
  for (int row = 0; row < 4; row++) {
    const int q = (row + kind->shift) % 4;
    double *entry = design->table[0].entry + row * row_length(design);
    memcpy(entry, q & 1 ? design->q.coefficient : design->p.coefficient,
           (size_t)count * sizeof *entry);
    entry[count] = s[q] * tmd_periodic_scale(&kind->reduction), entry[count + 1] = t[q];
  }
}

static void append(struct tmd_design *design) {
  const struct sine *kind = design->data;
  static const char *const names[] = {"c[0]", "c[1]", "c[2]", "c[3]", "c[4]", "c[5]", "c[6]"};
  struct tmd_terms *s = &design->steps;
  const int count = design->p.count;
  int c[COUNT];
  tmd_terms_input(s, "r");
  tmd_terms_input(s, "a");
  for (int i = 0; i < count; i++) c[i] = tmd_terms_entry(s, names[i]);
  if (kind->over_x) tmd_terms_input(s, "x");
  set_table(design);
  const int z = tmd_terms_product(s, "z", NULL, R, R), p = tmd_terms_pairs(s, c, count, z),
            first = tmd_terms_product(s, NULL, NULL, A, z);
  const int sine = tmd_terms_fma(s, kind->over_x ? "s" : "y",
                                 "the sine or cosine of r, with its sign", first, p, A);
  if (kind->over_x) tmd_terms_quotient(s, "y", NULL, sine, C + count);
}

/* The states r > 0 of the ball, of the sine (even: 1) or cosine; others differ by signs. The
   relative error of a quotient by x does not depend on x: x = 1. */
static void bound_piece(struct tmd_design *design, const arb_t r, int even) {
  const struct sine *kind = design->data;
  const struct tmd_approximation *p = even ? &design->p : &design->q;
  arb_t f, pi;
  mag_t error, of_r, zero;
  arb_init(f), arb_init(pi);
  mag_init(error), mag_init(of_r), mag_init(zero);
  tmd_periodic_error(of_r, &kind->reduction, r);
  tmd_terms_set(&design->steps, R, r, of_r);
  arb_one(f);
  mag_zero(error);
  if (even) tmd_periodic_scaled(f, error, &kind->reduction, r);
  tmd_terms_set(&design->steps, A, f, error);
  for (int i = 0; i < p->count; i++) {
    arb_set_d(f, p->coefficient[i]);
    tmd_terms_set(&design->steps, C + i, f, zero);
  }
  arb_one(f);
  if (kind->over_x) tmd_terms_set(&design->steps, C + p->count, f, zero);
  arb_const_pi(pi, TMD_IDEAL_BITS);
  tmd_design_add_near(design, &design->steps, p, r, p->over_pi ? pi : NULL, NULL);
  arb_clear(f), arb_clear(pi);
  mag_clear(error), mag_clear(of_r), mag_clear(zero);
}

static void bound(struct tmd_design *design) {
  const struct sine *kind = design->data;
  const double ratio = 1.03, first = 0x1p-12;
  arb_t r;
  arb_init(r);
  tmd_real_between(r, 0, first);
  bound_piece(design, r, 0);
  for (double a = tmd_periodic_least(&kind->reduction); a < design->p.radius; a *= ratio) {
    tmd_real_between(r, a, fmin(a * ratio, design->p.radius));
    bound_piece(design, r, 1);
    if (a > first / ratio) bound_piece(design, r, 0);
  }
  arb_clear(r);
}

static void print_reduction(FILE *out, const struct tmd_design *design) {
  const struct sine *kind = design->data;
  if (is_sinc(design->f))
    fputs("  if (v.u << 1 == 0xff000000u) return 0.0f; /* infinite */\n", out);
  tmd_periodic_print(out, &kind->reduction);
  fprintf(out,
          "  const double *c = C + (q & 3) * %d; /* |r| <= %a */\n"
          "  const double a = __builtin_fma(r, c[%d], c[%d]); /* %s */\n",
          row_length(design), design->p.radius, design->p.count, design->p.count + 1,
          kind->reduction.half_turns ? "pi r, 1, -pi r or -1" : "r, 1, -r or -1, exactly");
}

/* In half turns r is exact, and a is a product of r, as the other summand is 0. */
static int in_half_turns(const void *of) { return ((const struct sine *)of)->reduction.half_turns; }

const struct tmd_scheme tmd_sine = {
    .name = "sine",
    .description =
        "x = q quarters of a turn + r; y = a (1 + c[0] r^2 + c[1] r^4 + ...), a = s r + t",
    .data = data,
    .plan = plan,
    .without_fma = in_half_turns,
    .append = append,
    .bound = bound,
    .print_reduction = print_reduction,
};
