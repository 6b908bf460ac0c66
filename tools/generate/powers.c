#include "tools/generate/powers.h"

#include <math.h>
#include <string.h>

#include "lib/value/rounding.h"
#include "tools/generate/reals.h"

enum { ENTRIES = TMD_POWERS_ENTRIES, PIECES = 32 };

static int entries(const struct tmd_design *design) { return design->power->lanes ? 1 : ENTRIES; }

/* L = log_b(2)/64, or log_b(2). */
static void length(arb_t L, const struct tmd_design *design) {
  arb_t log_b;
  arb_init(log_b);
  arb_const_log2(L, TMD_IDEAL_BITS);
  if (!strcmp(design->power->name, "exp2")) arb_one(L);
  else if (!strcmp(design->power->name, "exp10")) {
    arb_const_log10(log_b, TMD_IDEAL_BITS);
    arb_div(L, L, log_b, TMD_IDEAL_BITS);
  }
  arb_div_ui(L, L, (ulong)entries(design), TMD_IDEAL_BITS);
  arb_clear(log_b);
}

/* L in words; without FMA, products of the first one and |n| < 2^16 are exact. */
static struct tmd_words split(arb_t rest, const struct tmd_design *design) {
  enum { SHORT = 53 - 16 };
  length(rest, design);
  return tmd_real_split_at(rest, design->demands.no_fma ? SHORT : 53);
}

/* r has one word, and is exact. */
static int is_exact(const struct tmd_words *words) { return words->low == 0; }

/* 2^(n/64). */
static void root(arb_t value, int n) {
  arb_t two;
  arb_init(two);
  arb_set_si(value, n);
  arb_div_ui(value, value, ENTRIES, TMD_IDEAL_BITS);
  arb_set_ui(two, 2);
  arb_pow(value, two, value, TMD_IDEAL_BITS);
  arb_clear(two);
}

static void plan_table(struct tmd_design *design) {
  struct tmd_table *table = design->table;
  arb_t value;
  arb_init(value);
  /* The encoding of s is that of the entry, less (n mod 64) 2^46, plus n 2^46. */
  *table = (struct tmd_table){.name = "T",
                              .count = ENTRIES,
                              .less = (uint64_t)design->power->half << 52,
                              .step = UINT64_C(1) << 46};
  for (int i = 0; i < ENTRIES; i++) {
    root(value, i);
    table->entry[i] = tmd_real_nearest(value);
  }
  arb_clear(value);
}

/* p with a small error relative to b^x - 1. */
static void plan_less_one(struct tmd_approximation *p, const char *radius) {
  snprintf(p->sollya, sizeof p->sollya,
           "p = fpminimax(expm1(x%s)/x, [|%d,...,%d|], [|53...|], [-%s;%s]%s, relative);\n"
           "for i from %d to %d do coeff(p,i);\n",
           p->given                      ? ""
           : !strcmp(p->f->name, "exp2") ? "*log(2)"
                                         : "*log(10)",
           p->given, p->count - 1, radius, radius, p->given ? ", 1" : "", p->given, p->count - 1);
}

void tmd_powers_plan(struct tmd_design *design) {
  const int lanes = design->power->lanes;
  char radius[TMD_DOUBLE_TEXT_BYTES];
  arb_t value;
  arb_init(value);
  if (!lanes) plan_table(design);
  length(value, design);
  design->p.f = tmd_function_find(design->power->name);
  design->p.first = 1, design->p.count = (lanes ? 9 + lanes : 5) - design->demands.fewer[0];
  design->p.radius = tmd_real_nearest(value) * (1 + 0x1p-29) / (lanes ? 2 : 1);
  tmd_double_print(radius, design->p.radius);
  design->p.given = !strcmp(design->power->name, "exp"), design->p.coefficient[0] = 1;
  if (lanes == TMD_POWERS_LESS_ONE) plan_less_one(&design->p, radius);
  else
    snprintf(design->p.sollya, sizeof design->p.sollya,
             "p = fpminimax(%s, [|%d,...,%d|], [|53...|], [-%s;%s], %s, relative);\n"
             "for i from %d to %d do coeff(p,i);\n",
             design->p.given                        ? "exp(x)"
             : !strcmp(design->power->name, "exp2") ? "2^x"
                                                    : "10^x",
             1 + design->p.given, design->p.count, radius, radius, design->p.given ? "1+x" : "1",
             1 + design->p.given, design->p.count);
  arb_clear(value);
}

void tmd_powers_append(struct tmd_design *design) {
  arb_t rest;
  arb_init(rest);
  tmd_terms_input(&design->steps, "r");
  const struct tmd_words words = split(rest, design);
  tmd_terms_input(&design->steps, is_exact(&words) || design->demands.no_fma ? "r" : "h");
  if (design->power->lanes == TMD_POWERS_LANES) tmd_terms_number(&design->steps, 1, NULL);
  else if (design->power->lanes) tmd_terms_input(&design->steps, "s");
  else tmd_terms_entry(&design->steps, "s.f");
  arb_clear(rest);
}

int tmd_powers_less_one(struct tmd_design *design) {
  struct tmd_terms *s = &design->steps;
  const double *c = design->p.coefficient;
  const int r = TMD_POWERS_R, count = design->p.count;
  int rest[TMD_COEFFICIENTS_MAX];
  for (int i = 1; i < count; i++) rest[i - 1] = tmd_terms_number(s, c[i], NULL);
  const int square = tmd_terms_product(s, NULL, NULL, r, r),
            sum = tmd_terms_pairs_with(s, rest, count - 1, r, square);
  if (c[0] == 1) return tmd_terms_fma(s, "p", "b^r - 1", square, sum, r);
  const int first = tmd_terms_number(s, c[0], NULL),
            others = tmd_terms_product(s, NULL, NULL, square, sum);
  return tmd_terms_fma(s, "p", "b^r - 1", r, first, others);
}

/* ---- bounds ---- */

/* The error of h = x - n high, rounded once: that and n times what high lacks. r = h - n low has
   both roundings, and n times what both words lack; without FMA that of n low, too, and h is not
   used otherwise. If high is 1/64, all is exact. */
static void reduction_errors(mag_t of_h, mag_t of_r, const struct tmd_design *design) {
  arb_t rest;
  mag_t lacking, rounding;
  arb_init(rest);
  mag_init(lacking), mag_init(rounding);
  const struct tmd_words words = split(rest, design);
  const ulong most = TMD_POWERS_MOST * (ulong)entries(design);
  arb_get_mag(of_r, rest);
  mag_mul_ui(of_r, of_r, most);
  mag_set_d(lacking, words.low);
  mag_mul_ui(lacking, lacking, most);
  mag_add(of_h, of_r, lacking);
  mag_set_d(rounding, design->p.radius);
  mag_add(rounding, rounding, of_h);
  mag_mul_2exp_si(rounding, rounding, -52);
  mag_add(of_h, of_h, rounding);
  mag_mul_2exp_si(rounding, rounding, 1);
  mag_add(of_r, of_r, rounding);
  if (design->demands.no_fma) {
    mag_mul_2exp_si(lacking, lacking, -52);
    mag_add(of_r, of_r, lacking);
    mag_set(of_h, of_r);
  }
  if (is_exact(&words)) mag_zero(of_h), mag_zero(of_r);
  arb_clear(rest);
  mag_clear(lacking), mag_clear(rounding);
}

void tmd_powers_set(struct tmd_design *design, int at, int n) {
  arb_t entry;
  mag_t error;
  arb_init(entry);
  mag_init(error);
  const int count = entries(design), i = n & (count - 1),
            exponent = (n - i) / count - design->power->half;
  root(entry, i);
  if (!design->power->lanes) tmd_real_error(error, design->table->entry[i], entry);
  arb_mul_2exp_si(entry, entry, exponent);
  mag_mul_2exp_si(error, error, exponent);
  tmd_terms_set(&design->steps, at, entry, error);
  arb_clear(entry);
  mag_clear(error);
}

void tmd_powers_set_sum(struct tmd_design *design, int at, const struct tmd_power_state *state,
                        const arb_t other) {
  arb_t sum;
  mag_t error;
  arb_init(sum);
  mag_init(error);
  arb_add(sum, state->entry, other, TMD_IDEAL_BITS);
  const int places = design->power->half ? 2 * state->n : state->n;
  if (places > TMD_POWERS_EXACT || places < -TMD_POWERS_EXACT) {
    arb_get_mag(error, sum);
    mag_mul_2exp_si(error, error, -52);
  }
  tmd_terms_set(&design->steps, at, sum, error);
  arb_clear(sum);
  mag_clear(error);
}

/* 0 if |n L + r| < from for all r of the state. */
static int reaches(const struct tmd_power_state *state, const arb_t L, double from) {
  arb_t x;
  mag_t size, limit;
  arb_init(x);
  mag_init(size), mag_init(limit);
  arb_mul_si(x, L, state->n, TMD_IDEAL_BITS);
  arb_add(x, x, state->r, TMD_IDEAL_BITS);
  arb_get_mag(size, x);
  mag_set_d_lower(limit, from);
  const int result = mag_cmp(size, limit) >= 0;
  arb_clear(x);
  mag_clear(size), mag_clear(limit);
  return result;
}

/* b^r for r in the ball, and the error of p at r and -r. */
static void find_power(struct tmd_power_state *state, const struct tmd_design *design) {
  mag_t other;
  arb_t opposite;
  mag_init(other);
  arb_init(opposite);
  tmd_approximation_exact(state->power, &design->p, state->r);
  tmd_approximation_error(state->error, &design->p, state->r);
  arb_neg(opposite, state->r);
  tmd_approximation_error(other, &design->p, opposite);
  mag_max(state->error, state->error, other);
  mag_clear(other);
  arb_clear(opposite);
}

static void init_state(struct tmd_power_state *state) {
  arb_init(state->r), arb_init(state->power), arb_init(state->entry);
  mag_init(state->error);
}

static void clear_state(struct tmd_power_state *state) {
  arb_clear(state->r), arb_clear(state->power), arb_clear(state->entry);
  mag_clear(state->error);
}

/* The states of n = 0. */
static void init_states(struct tmd_power_state *state, const struct tmd_design *design) {
  for (int k = 0; k < PIECES; k++, state++) {
    init_state(state);
    arb_set_d(state->r, design->p.radius * (2 * k + 1 - PIECES) / PIECES);
    mag_set_d(arb_radref(state->r), design->p.radius / PIECES * (1 + 0x1p-20));
    find_power(state, design);
  }
}

void tmd_powers_each(struct tmd_design *design, int first, int last, double from,
                     void (*visit)(struct tmd_design *design,
                                   const struct tmd_power_state *state)) {
  struct tmd_power_state state[PIECES];
  arb_t L;
  mag_t of_h, of_r;
  arb_init(L);
  mag_init(of_h), mag_init(of_r);
  length(L, design);
  init_states(state, design);
  reduction_errors(of_h, of_r, design);
  for (int n = first; n <= last; n++) {
    tmd_powers_set(design, TMD_POWERS_S, n);
    for (int k = 0; k < PIECES; k++) {
      state[k].n = n;
      arb_set(state[k].entry, design->steps.term[TMD_POWERS_S].ideal);
      tmd_terms_set(&design->steps, TMD_POWERS_R, state[k].r, of_r);
      tmd_terms_set(&design->steps, TMD_POWERS_ROUGH, state[k].r, of_h);
      if (reaches(state + k, L, from)) visit(design, state + k);
    }
  }
  for (int k = 0; k < PIECES; k++) clear_state(state + k);
  arb_clear(L);
  mag_clear(of_h), mag_clear(of_r);
}

void tmd_powers_near(struct tmd_design *design, double least,
                     void (*visit)(struct tmd_design *design,
                                   const struct tmd_power_state *state)) {
  const double ratio = 1.0625, most = design->p.radius;
  struct tmd_power_state state = {.n = 0};
  mag_t zero;
  init_state(&state);
  mag_init(zero);
  tmd_powers_set(design, TMD_POWERS_S, 0);
  arb_set(state.entry, design->steps.term[TMD_POWERS_S].ideal);
  for (double a = least; a < most; a *= ratio)
    for (int sign = -1; sign <= 1; sign += 2) {
      tmd_real_between(state.r, a, fmin(a * ratio, most));
      arb_mul_si(state.r, state.r, sign, TMD_IDEAL_BITS);
      find_power(&state, design);
      tmd_terms_set(&design->steps, TMD_POWERS_R, state.r, zero);
      tmd_terms_set(&design->steps, TMD_POWERS_ROUGH, state.r, zero);
      visit(design, &state);
    }
  clear_state(&state);
  mag_clear(zero);
}

/* ---- text ---- */

void tmd_powers_add(struct tmd_design *design, const struct tmd_power_state *state, ulong less) {
  arb_t f;
  mag_t error;
  arb_init(f);
  mag_init(error);
  tmd_terms_enclose(&design->steps);
  arb_mul(f, state->power, state->entry, TMD_IDEAL_BITS);
  arb_sub_ui(f, f, less, TMD_IDEAL_BITS);
  arb_get_mag(error, state->entry);
  mag_mul(error, error, state->error);
  tmd_design_add(design, &design->steps, error, f);
  arb_clear(f);
  mag_clear(error);
}

/* n is scale x/L rounded in the mode. */
int tmd_powers_index(const struct tmd_design *design, uint32_t x, int mode) {
  arb_t n, L;
  fmpz_t integer;
  arb_init(n), arb_init(L);
  fmpz_init(integer);
  length(L, design);
  arb_set_d(n, tmd_float_decode(x) * design->power->scale);
  arb_div(n, n, L, TMD_IDEAL_BITS);
  arf_get_fmpz(integer, arb_midref(n),
               mode == TMD_ROUND_NEAREST ? ARF_RND_NEAR
               : mode == TMD_ROUND_UP    ? ARF_RND_CEIL
                                         : ARF_RND_FLOOR);
  const int index = (int)fmpz_fdiv_ui(integer, ENTRIES);
  arb_clear(n), arb_clear(L);
  fmpz_clear(integer);
  return index;
}

void tmd_powers_print(FILE *out, const struct tmd_design *design) {
  char c[TMD_DOUBLE_TEXT_BYTES], high[TMD_DOUBLE_TEXT_BYTES], low[TMD_DOUBLE_TEXT_BYTES];
  const int scale = design->power->scale;
  const char *z = scale == 1 ? "xd" : "z";
  arb_t L;
  arb_init(L);
  const struct tmd_words words = split(L, design);
  length(L, design);
  arb_inv(L, L, TMD_IDEAL_BITS);
  tmd_double_print(c, (scale ? scale : 1) * tmd_real_nearest(L));
  fputs("  union { double f; uint64_t u; } n, s;\n", out);
  if (scale > 1) fprintf(out, "  const double z = %d * xd;\n", scale);
  fprintf(out,
          "  n.f = __builtin_fma(%s, %s, 0x1.8p+52); /* n, an integer, in its low bits */\n"
          "  const double m = n.f - 0x1.8p+52;\n",
          scale ? "xd" : "z", c);
  tmd_double_print(high, -words.high), tmd_double_print(low, -words.low);
  if (is_exact(&words))
    fprintf(out, "  const double r = __builtin_fma(m, %s, %s); /* exact */\n", high, z);
  else
    fprintf(out,
            "  const double h = __builtin_fma(m, %s, %s), r = __builtin_fma(m, %s, h);\n"
            "  /* |r| <= %a */\n",
            high, z, low, design->p.radius);
  fprintf(out,
          "  s.f = T[n.u & 63]; /* 2^((n mod 64)/64)%s, less (n mod 64) 2^46 in its encoding */\n"
          "  s.u += n.u << 46; /* times 2^floor(n/64) */\n",
          design->power->half ? "/2" : "");
  arb_clear(L);
}

/* ---- in vectors ---- */

uint32_t tmd_powers_limit(const struct tmd_design *design, int n) {
  arb_t most, limit;
  arb_init(most), arb_init(limit);
  length(most, design);
  arb_mul_si(most, most, n, TMD_IDEAL_BITS);
  arb_div_si(most, most, design->power->scale, TMD_IDEAL_BITS);
  uint32_t result = tmd_float_encode(tmd_real_nearest(most)) + 1;
  do arb_set_d(limit, tmd_float_decode(--result));
  while (!arb_le(limit, most));
  arb_clear(most), arb_clear(limit);
  return result;
}

void tmd_powers_print_lanes(FILE *out, const struct tmd_design *design) {
  char c[TMD_DOUBLE_TEXT_BYTES], high[TMD_DOUBLE_TEXT_BYTES], low[TMD_DOUBLE_TEXT_BYTES];
  const int twice = design->power->scale == 2;
  const char *z = twice || !design->power->scale ? "z" : "x";
  arb_t L;
  arb_init(L);
  const struct tmd_words words = split(L, design);
  length(L, design);
  arb_inv(L, L, TMD_IDEAL_BITS);
  tmd_double_print(c, tmd_real_nearest(L));
  tmd_double_print(high, -words.high), tmd_double_print(low, -words.low);
  if (is_exact(&words)) fputs("  const vdouble m = vinteger(x), r = x - m; /* exact */\n", out);
  else
    fprintf(out,
            "%s"
            "  const vdouble m = vinteger(%s * vall(%s));\n"
            "  const vdouble h = vfma(m, vall(%s), %s), r = vfma(m, vall(%s), h);\n"
            "  /* |r| <= %a */\n",
            twice ? "  const vdouble z = x + x;\n" : "", z, c, high, z, low, design->p.radius);
  arb_clear(L);
}
