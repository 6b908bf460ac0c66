/* b^x = 2^floor(n/64) 2^((n mod 64)/64) b^r, with n = 64 x log2 b rounded to an integer and
   r = x - n log_b(2)/64.

   n by the addition of 1.5 2^52 is the nearest integer, or one of the two next to it in a directed
   mode: |r| <= (1 + 2^-30) log_b(2)/64 in every mode, as the constant has a relative error below
   2^-53, |n| is below 2^16, and FMA rounds once. */
#include <math.h>

#include "lib/value/rounding.h"
#include "tools/generate/design.h"

/* |n| <= N_MAX where 2^-151 < b^x < 2^152: beyond, any y of the same size gives the right result.
 */
enum { ENTRIES = 64, N_MAX = 152 * ENTRIES };

static const struct exponential {
  enum tmd_function_id id;
  const char *base; /* for comments */
  int powers;       /* b^0 .. b^powers are exact for integers, by a table; 0: only b^0, or, for 2,
                       they come out exact */
} kinds[] = {{TMD_FN_exp, "e", 0}, {TMD_FN_exp2, "2", 0}, {TMD_FN_exp10, "10", 10}};

static const void *data(const struct tmd_function *f) {
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (f->id == kinds[i].id) return kinds + i;
  return NULL;
}

/* L = log_b(2)/64. */
static void length(arb_t L, const struct tmd_design *design) {
  const struct exponential *kind = design->data;
  arb_t log_b;
  arb_init(log_b);
  arb_const_log2(L, TMD_IDEAL_BITS);
  if (kind->id == TMD_FN_exp2) arb_one(L);
  else if (kind->id == TMD_FN_exp10) {
    arb_const_log10(log_b, TMD_IDEAL_BITS);
    arb_div(L, L, log_b, TMD_IDEAL_BITS);
  }
  arb_div_ui(L, L, ENTRIES, TMD_IDEAL_BITS);
  arb_clear(log_b);
}

static double nearest(const arb_t x) { return arf_get_d(arb_midref(x), ARF_RND_NEAR); }

/* L = high + low + rest: two doubles, and what they lack. */
struct words {
  double high, low;
};
static struct words split(arb_t rest, const struct tmd_design *design) {
  struct words words;
  arb_t part;
  arb_init(part);
  length(rest, design);
  words.high = nearest(rest);
  arb_set_d(part, words.high);
  arb_sub(rest, rest, part, TMD_IDEAL_BITS);
  words.low = nearest(rest);
  arb_set_d(part, words.low);
  arb_sub(rest, rest, part, TMD_IDEAL_BITS);
  arb_clear(part);
  return words;
}

static void ideal(arb_t value, const struct tmd_design *design, int index) {
  (void)design;
  arb_set_si(value, index);
  arb_div_ui(value, value, ENTRIES, TMD_IDEAL_BITS);
  arb_t two;
  arb_init(two);
  arb_set_ui(two, 2);
  arb_pow(value, two, value, TMD_IDEAL_BITS);
  arb_clear(two);
}

static void plan(struct tmd_design *design) {
  const struct exponential *kind = design->data;
  struct tmd_table *table = design->table;
  char radius[TMD_DOUBLE_TEXT_BYTES];
  arb_t value;
  arb_init(value);
  *table = (struct tmd_table){.name = "T", .type = "double", .count = ENTRIES};
  for (int i = 0; i < ENTRIES; i++) {
    ideal(value, design, i);
    table->entry[i] = nearest(value);
  }
  length(value, design);
  design->p.first = 1, design->p.count = 5;
  design->p.radius = nearest(value) * (1 + 0x1p-29);
  tmd_double_print(radius, design->p.radius);
  snprintf(design->p.sollya, sizeof design->p.sollya,
           "p = fpminimax(%s, [|1,...,%d|], [|53...|], [-%s;%s], 1, relative);\n"
           "for i from 1 to %d do coeff(p,i);\n",
           kind->id == TMD_FN_exp    ? "exp(x)"
           : kind->id == TMD_FN_exp2 ? "2^x"
                                     : "10^x",
           design->p.count, radius, radius, design->p.count);
  double power = 1;
  for (int i = 0; i <= kind->powers && kind->powers; i++, power *= 10) {
    union {
      float f;
      uint32_t u;
    } x = {.f = (float)i};
    design->exact[design->exact_count++] = (struct tmd_replaced){x.u, power};
  }
  arb_clear(value);
}

/* The indices of inputs and results among the steps. */
enum { R, ROUGH, S };

static void append(struct tmd_design *design) {
  arb_t rest;
  arb_init(rest);
  tmd_terms_input(&design->steps, "r");
  tmd_terms_input(&design->steps, split(rest, design).low == 0 ? "r" : "h");
  tmd_terms_entry(&design->steps, "s.f");
  /* p = b^r - 1 */
  const int p =
      tmd_terms_sum(&design->steps, "p", -1, design->p.coefficient, design->p.count, R, ROUGH);
  tmd_terms_fma(&design->steps, "y", "b^x, for n = 0 .. 63", S, p, S);
  arb_clear(rest);
}

/* The error of h = x - n high, rounded once: that and n times what high lacks. r = h - n low has
   both roundings, and n times what both words lack. If high is 1/64, all is exact. */
static void reduction_errors(mag_t of_h, mag_t of_r, const struct tmd_design *design) {
  arb_t rest;
  mag_t lacking, rounding;
  arb_init(rest);
  mag_init(lacking), mag_init(rounding);
  const struct words words = split(rest, design);
  arb_get_mag(of_r, rest);
  mag_mul_ui(of_r, of_r, N_MAX);
  mag_set_d(lacking, words.low);
  mag_mul_ui(lacking, lacking, N_MAX);
  mag_add(of_h, of_r, lacking);
  mag_set_d(rounding, design->p.radius);
  mag_add(rounding, rounding, of_h);
  mag_mul_2exp_si(rounding, rounding, -52);
  mag_add(of_h, of_h, rounding);
  mag_mul_2exp_si(rounding, rounding, 1);
  mag_add(of_r, of_r, rounding);
  if (words.low == 0) mag_zero(of_h), mag_zero(of_r);
  arb_clear(rest);
  mag_clear(lacking), mag_clear(rounding);
}

static void bound_piece(struct tmd_design *design, const arb_t r, const arb_t entry) {
  arb_t f;
  mag_t error, size;
  arb_init(f);
  mag_init(error), mag_init(size);
  tmd_terms_enclose(&design->steps);
  tmd_approximation_exact(f, &design->p, r);
  arb_mul(f, f, entry, TMD_IDEAL_BITS);
  tmd_approximation_error(error, &design->p, r);
  arb_get_mag(size, entry);
  mag_mul(error, error, size);
  mag_add(error, error, design->steps.term[design->steps.count - 1].error);
  tmd_design_add(design, error, f);
  arb_clear(f);
  mag_clear(error), mag_clear(size);
}

static void bound(struct tmd_design *design) {
  enum { PIECES = 32 };
  arb_t r, entry, centre;
  mag_t of_h, of_r, of_entry;
  arb_init(r), arb_init(entry), arb_init(centre);
  mag_init(of_h), mag_init(of_r), mag_init(of_entry);
  reduction_errors(of_h, of_r, design);
  for (int i = 0; i < ENTRIES; i++) {
    ideal(entry, design, i);
    arb_set_d(centre, design->table->entry[i]);
    arb_sub(centre, centre, entry, TMD_IDEAL_BITS);
    arb_get_mag(of_entry, centre);
    tmd_terms_set(&design->steps, S, entry, of_entry);
    for (int k = 0; k < PIECES; k++) {
      arb_set_d(r, design->p.radius * (2 * k + 1 - PIECES) / PIECES);
      mag_set_d(arb_radref(r), design->p.radius / PIECES * (1 + 0x1p-20));
      tmd_terms_set(&design->steps, R, r, of_r);
      tmd_terms_set(&design->steps, ROUGH, r, of_h);
      bound_piece(design, r, entry);
    }
  }
  arb_clear(r), arb_clear(entry), arb_clear(centre);
  mag_clear(of_h), mag_clear(of_r), mag_clear(of_entry);
}

/* n is x/L rounded in the mode. */
static int index_of(const struct tmd_design *design, uint32_t x, int mode) {
  arb_t n, L;
  fmpz_t integer;
  union {
    uint32_t u;
    float f;
  } v = {x};
  arb_init(n), arb_init(L);
  fmpz_init(integer);
  length(L, design);
  arb_set_d(n, (double)v.f);
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

static void print_reduction(FILE *out, const struct tmd_design *design) {
  char c[TMD_DOUBLE_TEXT_BYTES], log_b[TMD_DOUBLE_TEXT_BYTES], high[TMD_DOUBLE_TEXT_BYTES],
      low[TMD_DOUBLE_TEXT_BYTES];
  arb_t L;
  arb_init(L);
  const struct words words = split(L, design);
  length(L, design);
  arb_inv(L, L, TMD_IDEAL_BITS);
  tmd_double_print(c, nearest(L));
  tmd_double_print(log_b, design->p.coefficient[0]);
  fprintf(out,
          "  /* |x| < 2^-28, |x| >= 256, or NaN */\n"
          "  if (__builtin_expect((v.u << 1) - 0x63000000u >= 0x24000000u, 0)) {\n"
          "    if (v.u << 1 < 0x63000000u) return (float)__builtin_fma(x, %s, 1.0);\n"
          "    if (v.u << 1 > 0xff000000u) return x + x;\n"
          "    if (v.u << 1 == 0xff000000u) return v.u >> 31 ? 0.0f : x;\n"
          "    double y = (v.u >> 31 ? -0x1p-1000 : 0x1p+800) * x; /* underflows, or overflows */\n"
          "    return (float)y;\n"
          "  }\n"
          "  union { double f; uint64_t u; } n, s;\n"
          "  const double xd = x;\n"
          "  n.f = __builtin_fma(xd, %s, 0x1.8p+52); /* n, an integer, in its low bits */\n"
          "  const double m = n.f - 0x1.8p+52;\n",
          log_b, c);
  tmd_double_print(high, -words.high), tmd_double_print(low, -words.low);
  if (words.low == 0)
    fprintf(out, "  const double r = __builtin_fma(m, %s, xd); /* exact */\n", high);
  else
    fprintf(out,
            "  const double h = __builtin_fma(m, %s, xd), r = __builtin_fma(m, %s, h);\n"
            "  /* |r| <= %a */\n",
            high, low, design->p.radius);
  fputs("  s.f = T[n.u & 63];\n"
        "  s.u += (n.u >> 6) << 52; /* times 2^floor(n/64) */\n",
        out);
  arb_clear(L);
}

const struct tmd_scheme tmd_exponential = {
    "exponential",
    "b^x = 2^floor(n/64) 2^((n mod 64)/64) b^r, n = 64 x log2(b) as an integer",
    data,
    plan,
    append,
    bound,
    index_of,
    ideal,
    print_reduction,
};
