/* sin and cos in vectors by x = m pi + r (turns.h): the sign of n's parity, times a (1 + c_0 r^2 +
   c_1 r^4 + ...), a = r in radians. There is no table, as |r| <= pi/2 needs few coefficients more
   than pi/4.

   sin x next to x: n = 0, a = x, and y is x (1 + c_0 x^2 ...) rounded once, c_0 < 0, so that y lies
   on f's side of x, or is x where the mode rounds so. Where x is subnormal, or the least normal
   number, y must not be x, for the sake of underflow: x (1 - 2^-27) is between x and its neighbour,
   on f's side of their midpoint. cos x next to 1 is that of 2^-14 for |x| below it. */
#include <string.h>

#include "tools/generate/reals.h"
#include "tools/generate/vector/scheme/turns.h"
#include "tools/generate/vector/vector-text.h"

enum { DEGREE = 17, NORMAL = 0x00800001 };

static const struct tmd_turns_kind kinds[] = {
    {TMD_FN_sin,
     {.least = NORMAL},
     "  y = vselect(size < 0x00800001, x * vall(1 - 0x1p-27), y); /* exact */\n"
     "  y = vselect(size >= 0x7f800000, x - x, y);\n"},
    {TMD_FN_cos,
     {.shift = 1, .least = 1},
     "  y = vselect(size == 0, vall(1.0), y);\n"
     "  y = vselect(size >= 0x7f800000, x - x, y);\n"},
    {TMD_FN_sinpi,
     {.periodic = {.half_turns = 1}},
     "  y = vselect(fraction == 0, vsigned(vall(0.0), x), y);\n"
     "  y = vselect(fraction == 0x3f000000, f + f, y); /* 1 or -1 */\n"},
    {TMD_FN_cospi,
     {.shift = 1, .periodic = {.half_turns = 1}},
     "  const vdouble halved = x * vall(0.5), odd = halved - vinteger(halved);\n"
     "  y = vselect(fraction == 0, vfma(odd * odd, vall(-8.0), vall(1.0)), y); /* 1 or -1 */\n"
     "  y = vselect(fraction == 0x3f000000, vall(0.0), y);\n"},
};

static const void *data(const struct tmd_function *f) {
  return tmd_kind_of(f, kinds, sizeof kinds / sizeof *kinds, sizeof *kinds);
}

static void plan(struct tmd_design *design) {
  const struct tmd_turns_kind *kind = design->data;
  struct tmd_approximation *p = &design->p;
  p->over_pi = kind->turns.periodic.half_turns;
  p->f = tmd_function_find(p->over_pi ? "sinpi" : "sin"), p->parity = TMD_PARITY_ODD;
  p->first = 1, p->count = (DEGREE - 1) / 2;
  p->radius = tmd_turns_radius(&kind->turns);
  tmd_periodic_set_commands(p, 1, p->over_pi);
}

/* The inputs among the steps. */
enum { R, A };

static void append(struct tmd_design *design) {
  const struct tmd_turns_kind *kind = design->data;
  const struct tmd_approximation *p = &design->p;
  struct tmd_terms *s = &design->steps;
  int c[TMD_COEFFICIENTS_MAX];
  tmd_terms_input(s, "r");
  tmd_terms_input(s, kind->turns.periodic.half_turns ? "a" : "r");
  const int z = tmd_terms_product(s, "z", NULL, R, R),
            first = tmd_terms_product(s, NULL, NULL, A, z);
  for (int i = 0; i < p->count; i++) c[i] = tmd_terms_number(s, p->coefficient[i], NULL);
  tmd_terms_fma(s, "y", "the sine of r", first, tmd_terms_pairs(s, c, p->count, z), A);
}

/* The states r > 0 of the ball; others differ by signs. */
static void bound_piece(struct tmd_design *design, const arb_t r) {
  arb_t f;
  mag_t error;
  arb_init(f);
  mag_init(error);
  tmd_turns_error(error, design, r);
  tmd_terms_set(&design->steps, R, r, error);
  tmd_turns_scaled(f, error, design, r);
  tmd_terms_set(&design->steps, A, f, error);
  arb_const_pi(f, TMD_IDEAL_BITS);
  tmd_design_add_near(design, &design->steps, &design->p, r, design->p.over_pi ? f : NULL, NULL);
  arb_clear(f);
  mag_clear(error);
}

static void bound(struct tmd_design *design) {
  const struct tmd_turns_kind *kind = design->data;
  tmd_turns_each(design, &kind->turns, bound_piece);
}

static const struct tmd_lanes lanes = {.harmless = 0x7fc00000,
                                       .y = "vdecoded(vencoding(y) ^ s)",
                                       .side = "x, -x", /* sin */
                                       .beyond = TMD_TURNS_LARGE,
                                       .far = "vsome(size >= 0x4a800000)",
                                       .print_usual = tmd_turns_print_usual,
                                       .print_scaled = tmd_turns_print_scaled};

const struct tmd_scheme tmd_vector_sine = {
    .shortens = 1,
    .name = "vector sine",
    .description = "x = n half turns + r; y = a (1 + c_0 r^2 + c_1 r^4 + ...), a = r in radians",
    .without_fma = tmd_without_fma,
    .lanes = &lanes,
    .data = data,
    .plan = plan,
    .append = append,
    .bound = bound,
    .print_functions = tmd_turns_print_functions,
    .print_special = tmd_turns_print_special,
    .print_reduction = tmd_turns_print_reduction,
};
