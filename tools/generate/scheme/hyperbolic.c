/* sinh, cosh and tanh, by the reduction of powers.h.

   With s = 2^(n/64)/2, w = 2^(-n/64)/2 and b^r = 1 + D(r) + S(r), D even and S odd:
   sinh x = (s - w) (1 + D) + (s + w) S, cosh x = (s + w) (1 + D) + (s - w) S. The approximation of
   b^r has these parts, whose errors are at most that of b^r at r or -r. The states of -n are those
   of n with s and w exchanged, and -r for r, so that n >= 0 covers all.

   tanh x = (s - 1 + s p)/(s + 1 + s p), s = 2^(n/64) of 2 x, p = b^r - 1.

   s - w and s - 1 have absolute errors of about that of s, hence the polynomial of near-zero.h. */
#include "tools/generate/scheme/hyperbolic.h"

#include "tools/generate/near-zero.h"
#include "tools/generate/scheme/schemes.h"

/* From n = N_FAR on, w lies below a rounding of s by more than 2^10. tanh: |n| <= N_TANH for
   |x| < 10, beyond which f lies next to 1 or -1. */
enum { N_FAR = 32 * TMD_POWERS_ENTRIES, N_TANH = 29 * TMD_POWERS_ENTRIES };

static const struct hyperbolic {
  enum tmd_function_id id;
  struct tmd_power power;
  float limit; /* of the polynomial */
  int count;
  const char *beside;
} kinds[] = {{TMD_FN_sinh, {"exp", 1, 1, 0}, 0x1.8p-3f, 4, "x"},
             {TMD_FN_cosh, {"exp", 1, 1, 0}, 0, 0, NULL},
             {TMD_FN_tanh, {"exp", 2, 0, 0}, 0x1.8p-3f, 7, "-x"}};

static const void *data(const struct tmd_function *f) {
  return tmd_kind_of(f, kinds, sizeof kinds / sizeof *kinds, sizeof *kinds);
}

static void plan(struct tmd_design *design) {
  const struct hyperbolic *kind = design->data;
  char g[16];
  design->power = &kind->power;
  tmd_powers_plan(design);
  snprintf(g, sizeof g, "%s(x)", design->f->name);
  if (kind->limit > 0)
    tmd_near_plan(design, kind->limit, kind->count, TMD_PARITY_ODD, kind->beside, g);
}

enum { W = TMD_POWERS_S + 1 };

static void append_sum(struct tmd_design *design, int is_sinh) {
  struct tmd_terms *s = &design->steps;
  const int count = design->p.count;
  int c[5];
  tmd_terms_entry(s, "w.f");
  for (int i = 0; i < 5; i++)
    c[i] = tmd_terms_number(s, i < count ? design->p.coefficient[i] : 0, NULL);
  const int one = tmd_terms_number(s, 1, NULL), minus = tmd_terms_number(s, -1, NULL),
            sum = tmd_terms_fma(s, "c", "cosh of n log(2)/64", W, one, TMD_POWERS_S),
            difference = tmd_terms_fma(s, "d", "sinh of n log(2)/64", W, minus, TMD_POWERS_S),
            square = tmd_terms_product(s, NULL, NULL, TMD_POWERS_ROUGH, TMD_POWERS_ROUGH),
            first = design->p.coefficient[0] == 1
                        ? TMD_POWERS_R
                        : tmd_terms_product(s, NULL, NULL, TMD_POWERS_R, c[0]),
            cube = tmd_terms_product(s, NULL, NULL, TMD_POWERS_ROUGH, square),
            even = count > 3 ? tmd_terms_fma(s, NULL, NULL, square, c[3], c[1]) : c[1],
            odd = count > 4 ? tmd_terms_fma(s, NULL, NULL, square, c[4], c[2]) : c[2],
            D = tmd_terms_product(s, "D", "cosh r - 1", square, even),
            S = tmd_terms_fma(s, "S", "sinh r", cube, odd, first),
            factor = is_sinh ? difference : sum, other = is_sinh ? sum : difference;
  tmd_terms_fma(s, "y", NULL, other, S, tmd_terms_fma(s, NULL, NULL, factor, D, factor));
}

static void append_quotient(struct tmd_design *design) {
  struct tmd_terms *s = &design->steps;
  const int one = tmd_terms_number(s, 1, NULL), minus = tmd_terms_number(s, -1, NULL),
            below = tmd_terms_fma(s, NULL, NULL, TMD_POWERS_S, one, minus),
            above = tmd_terms_fma(s, NULL, NULL, TMD_POWERS_S, one, one),
            p = tmd_terms_sum(s, "p", -1, design->p.coefficient, design->p.count, TMD_POWERS_R,
                              TMD_POWERS_ROUGH),
            a = tmd_terms_fma(s, "a", "e^2x - 1", TMD_POWERS_S, p, below),
            b = tmd_terms_fma(s, "b", "e^2x + 1", TMD_POWERS_S, p, above);
  tmd_terms_quotient(s, "y", NULL, a, b);
}

static void append(struct tmd_design *design) {
  tmd_powers_append(design);
  if (design->f->id == TMD_FN_tanh) append_quotient(design);
  else append_sum(design, design->f->id == TMD_FN_sinh);
}

/* ---- bounds ---- */

void tmd_hyperbolic_sum(struct tmd_design *design, const struct tmd_power_state *state,
                        const arb_t w) {
  arb_t f, inverse;
  mag_t error, size;
  arb_init(f), arb_init(inverse);
  mag_init(error), mag_init(size);
  tmd_terms_enclose(&design->steps);
  arb_mul(f, state->power, state->entry, TMD_IDEAL_BITS); /* e^x/2 */
  arb_inv(inverse, f, TMD_IDEAL_BITS);
  arb_mul_2exp_si(inverse, inverse, -2);
  if (design->f->id == TMD_FN_sinh) arb_sub(f, f, inverse, TMD_IDEAL_BITS);
  else arb_add(f, f, inverse, TMD_IDEAL_BITS);
  arb_get_mag(size, state->entry);
  mag_mul(error, state->error, size);
  arb_get_mag(size, w);
  mag_addmul(error, state->error, size);
  tmd_design_add(design, &design->steps, error, f);
  arb_clear(f), arb_clear(inverse);
  mag_clear(error), mag_clear(size);
}

static void visit_sum(struct tmd_design *design, const struct tmd_power_state *state) {
  tmd_powers_set(design, W, -state->n);
  tmd_hyperbolic_sum(design, state, design->steps.term[W].ideal);
}

/* The quotient Q(E) = (E - 1)/(E + 1) has Q' = 2/(E + 1)^2. E = s (1 + p), the ideal value, differs
   from e^2x by s times the error e of p, which is less than a part 2 e of E + 1: Q' is that at e^2x
   but for a factor of at most (1 - 2 e)^-2 in between, below 1 + 2^-30 for e < 2^-40, and 1 + 2^-10
   for e < 2^-20. */
void tmd_hyperbolic_quotient(struct tmd_design *design, const struct tmd_power_state *state) {
  arb_t f, above, slope;
  mag_t error, size;
  arb_init(f), arb_init(above), arb_init(slope);
  mag_init(error), mag_init(size);
  tmd_terms_enclose(&design->steps);
  arb_mul(f, state->power, state->entry, TMD_IDEAL_BITS);
  arb_add_ui(above, f, 1, TMD_IDEAL_BITS);
  arb_sub_ui(f, f, 1, TMD_IDEAL_BITS);
  arb_div(f, f, above, TMD_IDEAL_BITS);
  arb_mul(slope, above, above, TMD_IDEAL_BITS);
  arb_div(slope, state->entry, slope, TMD_IDEAL_BITS);
  arb_get_mag(size, slope);
  mag_set_d(error, 2 * (1 + (mag_cmp_2exp_si(state->error, -40) < 0 ? 0x1p-30 : 0x1p-10)));
  if (mag_cmp_2exp_si(state->error, -20) >= 0) mag_inf(error);
  mag_mul(error, error, size);
  mag_mul(error, error, state->error);
  tmd_design_add(design, &design->steps, error, f);
  arb_clear(f), arb_clear(above), arb_clear(slope);
  mag_clear(error), mag_clear(size);
}

static void bound(struct tmd_design *design) {
  const double from = (double)design->near.limit * design->power->scale;
  if (design->f->id == TMD_FN_tanh)
    tmd_powers_each(design, -N_TANH, N_TANH, from, tmd_hyperbolic_quotient);
  else tmd_powers_each(design, 0, N_FAR, from, visit_sum);
}

/* ---- text ---- */

static void print_special(FILE *out, const struct tmd_design *design) {
  const int even = design->f->id == TMD_FN_cosh;
  if (design->f->id == TMD_FN_tanh)
    fputs("  if (v.u << 1 > 0xff000000u) return x + x;\n"
          "  if (v.u << 1 == 0xff000000u) return v.u >> 31 ? -1.0f : 1.0f;\n"
          "  return (float)__builtin_fma(x, -0x1p-200, v.u >> 31 ? -1.0 : 1.0);\n",
          out);
  else
    fprintf(out,
            "  if (v.u << 1 >= 0xff000000u) return %s;\n"
            "  double y = 0x1p+800 * %s; /* overflows */\n"
            "  return (float)y;\n",
            even ? "x * x" : "x + x", even ? "__builtin_fabsf(x)" : "x");
}

static void print_reduction(FILE *out, const struct tmd_design *design) {
  const int is_tanh = design->f->id == TMD_FN_tanh;
  if (design->f->id == TMD_FN_cosh)
    fputs("  if (v.u << 1 < 0x73000000u) /* |x| < 2^-12 */\n"
          "    return (float)__builtin_fma(xd * 0.5, xd, 1.0);\n",
          out);
  fprintf(out,
          "  if (__builtin_expect(v.u << 1 >= %s, 0)) /* |x| >= %s, or NaN */\n"
          "    return %s_special(x);\n",
          is_tanh ? "0x82400000u" : "0x87000000u", is_tanh ? "10" : "256", design->symbol);
  tmd_powers_print(out, design);
  if (!is_tanh)
    fputs("  union { double f; uint64_t u; } w;\n"
          "  w.f = T[-n.u & 63];\n"
          "  w.u += -n.u << 46; /* 2^(-n/64)/2 */\n",
          out);
}

const struct tmd_scheme tmd_hyperbolic = {
    .shortens = 1,
    .name = "hyperbolic",
    .description =
        "e^x = 2^floor(n/64) 2^((n mod 64)/64) e^r, n = 64 x/log(2) as an integer, or e^2x",
    .data = data,
    .plan = plan,
    .without_fma = tmd_without_fma,
    .append = append,
    .bound = bound,
    .index = tmd_powers_index,
    .print_special = print_special,
    .print_reduction = print_reduction,
};
