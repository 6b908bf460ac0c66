/* tan in vectors by x = n pi/2 + r (turns.h): N/D for even n, -D/N for odd n, where N = a (1 + p_0
   r^2 + ...), D = 1 + d_0 r^2 + ..., and tan r is close to N/D, as in the scheme for single floats;
   a is r in radians. N and D are the same in all lanes, which choose between them.

   tan x next to x, |x| < 2^-14: a = x, but 2^-14 stands for r in the polynomials, so that y is x (1
   + 2^-29.5...), between x and its neighbour, on f's side of their midpoint, in every mode.

   Half turns: tanpi x is 0 for integers, as tan(n pi) has the sign of x for even n, and the other
   one for odd n; a pole in the middle between two integers, of the sign of the rest f = 1/2 or -1/2
   after the reduction to an even integer; and 4 f for f = 1/4 or -1/4. */
#include "tools/generate/reals.h"
#include "tools/generate/scheme/tangent.h"
#include "tools/generate/vector/scheme/turns.h"
#include "tools/generate/vector/vector-text.h"

static const struct tmd_turns_kind kinds[] = {
    {TMD_FN_tan,
     {.quarters = 1, .least = 1},
     "  y = vselect(size == 0, x, y);\n"
     "  y = vselect(size >= 0x7f800000, x - x, y);\n"},
    {TMD_FN_tanpi,
     {.quarters = 1, .periodic = {.half_turns = 1}},
     "  const vdouble halved = x * vall(0.5), odd = halved - vinteger(halved);\n"
     "  const vdouble sign = vfma(odd * odd, vall(-8.0), vall(1.0)); /* 1 or -1 */\n"
     "  const vdouble d = vselect(fraction == 0x3f000000, vall(0.0), vall(1.0));\n"
     "  y = vselect(fraction == 0, vsigned(vall(0.0), x) * sign, y);\n"
     "  y = vselect(fraction == 0x3f000000, f / d, y); /* a division by zero */\n"
     "  y = vselect(fraction == 0x3e800000, f * vall(4.0), y);\n"},
};

static const void *data(const struct tmd_function *f) {
  return tmd_kind_of(f, kinds, sizeof kinds / sizeof *kinds, sizeof *kinds);
}

static void plan(struct tmd_design *design) {
  const struct tmd_turns_kind *kind = design->data;
  tmd_tangent_plan(design, &kind->turns.periodic);
}

/* The inputs among the steps. */
enum { R, A };

static void append(struct tmd_design *design) {
  const struct tmd_turns_kind *kind = design->data;
  struct tmd_terms *s = &design->steps;
  int upper[TMD_TANGENT_UPPER], lower[TMD_TANGENT_LOWER + 1];
  tmd_terms_input(s, kind->turns.periodic.half_turns ? "r" : "b");
  tmd_terms_input(s, kind->turns.periodic.half_turns ? "a" : "r");
  for (int i = 0; i < TMD_TANGENT_UPPER; i++)
    upper[i] = tmd_terms_number(s, design->p.coefficient[i], NULL);
  lower[0] = tmd_terms_number(s, 1, NULL);
  for (int i = 0; i < TMD_TANGENT_LOWER; i++)
    lower[i + 1] = tmd_terms_number(s, design->p.factor[i], NULL);
  const int z = tmd_terms_product(s, "z", NULL, R, R),
            first = tmd_terms_product(s, NULL, NULL, A, z),
            square = tmd_terms_product(s, NULL, NULL, z, z),
            rest = tmd_terms_estrin(s, upper, TMD_TANGENT_UPPER, z, square),
            N = tmd_terms_fma(s, "N", NULL, first, rest, A),
            D = tmd_terms_estrin(s, lower, TMD_TANGENT_LOWER + 1, z, square),
            over = tmd_terms_choice(s, "over", "D for odd n, else N", N, D),
            under = tmd_terms_choice(s, "under", "the other one", D, N);
  tmd_terms_quotient(s, "y", "the tangent, up to its sign", over, under);
}

static void set_inputs(struct tmd_design *design, const arb_t r, int odd) {
  arb_t a;
  mag_t error;
  arb_init(a);
  mag_init(error);
  design->steps.other = odd;
  tmd_turns_error(error, design, r);
  tmd_terms_set(&design->steps, R, r, error);
  tmd_turns_scaled(a, error, design, r);
  tmd_terms_set(&design->steps, A, a, error);
  arb_clear(a);
  mag_clear(error);
}

static void bound(struct tmd_design *design) {
  const struct tmd_turns_kind *kind = design->data;
  tmd_tangent_bound(design, &kind->turns.periodic, set_inputs);
}
static const struct tmd_lanes lanes = {.harmless = 0x7fc00000,
                                       .y = "vdecoded(vencoding(y) ^ s)",
                                       .beyond = TMD_TURNS_LARGE,
                                       .far = "vsome(size >= 0x4a800000)",
                                       .print_usual = tmd_turns_print_usual,
                                       .print_scaled = tmd_turns_print_scaled};

const struct tmd_scheme tmd_vector_tangent = {
    .name = "vector tangent",
    .description = "x = n quarters of a turn + r; y = N/D for even n, -D/N for odd n, tan r = N/D",
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
