/* log_b x = e log_b 2 - log_b c_i + log_b(1 + r), with x = 2^e z, z between about 0.7 and 1.4, i
   from the leading bits of z, and r = c_i z - 1, which is exact: z and c_i have 24 bits, and 1/2 <=
   c_i z < 2. For z near 1, c_i = 1: log_b x = log_b(1 + r) has a small relative error. */
#include <math.h>

#include "tools/generate/design.h"

/* The encoding of the least z: two thirds of the interval of 1 lie below 1, where its numbers are
   half as dense. Interval ONE is that of 1. */
enum { ENTRIES = 32, SHIFT = 23 - 5, ONE = 20 };
#define LEAST (0x3f800000u - (ONE * 3 + 2) * (1u << SHIFT) / 3)

static const struct logarithm {
  enum tmd_function_id id;
  int powers; /* the greatest n for which 10^n, with the result n, is an exception; others come out
                 exact, but for 1 in mode down, where z c_i - 1 is -0 */
} kinds[] = {{TMD_FN_log, 0}, {TMD_FN_log2, 0}, {TMD_FN_log10, 10}};

static const void *data(const struct tmd_function *f) {
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (f->id == kinds[i].id) return kinds + i;
  return NULL;
}

/* The ends of interval i of z. */
static double from(int i) {
  const union {
    uint32_t u;
    float f;
  } v = {LEAST + ((uint32_t)i << SHIFT)};
  return (double)v.f;
}

static double nearest(const arb_t x) { return arf_get_d(arb_midref(x), ARF_RND_NEAR); }

/* f at a positive double. */
static void logarithm(arb_t value, const struct tmd_design *design, double x) {
  arb_t r;
  arb_init(r);
  arb_set_d(r, x);
  arb_sub_ui(r, r, 1, TMD_IDEAL_BITS);
  tmd_approximation_exact(value, &design->p, r);
  arb_clear(r);
}

static void ideal(arb_t value, const struct tmd_design *design, int index) {
  logarithm(value, design, design->table[1].entry[index]);
  arb_neg(value, value);
}

/* Of the numbers of 24 bits near 1/z, z the middle of the interval, the one whose logarithm is
   nearest to a double: its table's error is then far below half a unit. */
static void choose(struct tmd_design *design, int i) {
  enum { TRIED = 2000 };
  double *c = design->table[1].entry + i, *T = design->table[0].entry + i, best = INFINITY;
  arb_t value, rounded;
  arb_init(value), arb_init(rounded);
  if (i == ONE) {
    *c = 1, *T = 0;
    return;
  }
  const double middle = 1 / ((from(i) + from(i + 1)) / 2);
  for (int k = -TRIED / 2; k < TRIED / 2; k++) {
    const double tried = (float)middle + k * (middle < 1 ? 0x1p-24 : 0x1p-23);
    logarithm(value, design, tried);
    arb_neg(value, value);
    const double entry = nearest(value);
    arb_set_d(rounded, entry);
    arb_sub(value, value, rounded, TMD_IDEAL_BITS);
    const double error = fabs(arf_get_d(arb_midref(value), ARF_RND_NEAR) / entry);
    if (error < best) best = error, *c = tried, *T = entry;
  }
  arb_clear(value), arb_clear(rounded);
}

/* The greatest |c z - 1| of the interval. */
static double reach(const struct tmd_design *design, int i) {
  const double c = design->table[1].entry[i];
  return fmax(fabs(c * from(i) - 1), fabs(c * from(i + 1) - 1));
}

static void plan(struct tmd_design *design) {
  const struct logarithm *kind = design->data;
  char radius[TMD_DOUBLE_TEXT_BYTES];
  design->table[0] = (struct tmd_table){.name = "T", .type = "double", .count = ENTRIES};
  design->table[1] = (struct tmd_table){.name = "c", .type = "double", .count = ENTRIES};
  design->p.shift = 1, design->p.count = 7;
  for (int i = 0; i < ENTRIES; i++) {
    choose(design, i);
    design->p.radius = fmax(design->p.radius, reach(design, i) * (1 + 0x1p-30));
  }
  tmd_double_print(radius, design->p.radius);
  snprintf(design->p.sollya, sizeof design->p.sollya,
           "p = fpminimax(%s(1+x)/x, %d, [|53...|], [-%s;%s], relative);\n"
           "for i from 0 to %d do coeff(p,i);\n",
           design->f->name, design->p.count - 1, radius, radius, design->p.count - 1);
  double power = 1;
  for (int i = 0; i <= kind->powers; i++, power *= 10) {
    union {
      float f;
      uint32_t u;
    } x = {.f = (float)power};
    design->exact[design->exact_count++] = (struct tmd_replaced){x.u, i};
  }
}

enum { R, E, T_ };

/* log_b 2, a factor of e. */
static void append(struct tmd_design *design) {
  struct tmd_terms *s = &design->steps;
  arb_t two;
  arb_init(two);
  tmd_terms_input(s, "r");
  tmd_terms_input(s, "e");
  tmd_terms_entry(s, "T[i]");
  logarithm(two, design, 2);
  const int factor = tmd_terms_number(s, nearest(two), two);
  const int t = tmd_terms_fma(s, "t", "the logarithm of 2^e/c[i]", E, factor, T_);
  tmd_terms_sum(s, "y", t, design->p.coefficient, design->p.count, R, R);
  arb_clear(two);
}

/* The state's error, for r in the ball. */
static void bound_piece(struct tmd_design *design, const arb_t r, const arb_t known) {
  arb_t f;
  mag_t error, zero;
  arb_init(f);
  mag_init(error), mag_init(zero);
  tmd_terms_set(&design->steps, R, r, zero);
  tmd_terms_enclose(&design->steps);
  tmd_approximation_exact(f, &design->p, r);
  arb_add(f, f, known, TMD_IDEAL_BITS);
  tmd_approximation_error(error, &design->p, r);
  mag_add(error, error, design->steps.term[design->steps.count - 1].error);
  tmd_design_add(design, error, f);
  arb_clear(f);
  mag_clear(error), mag_clear(zero);
}

/* The ball from a to b. */
static void set_range(arb_t r, double a, double b) {
  arf_t low, high;
  arf_init(low), arf_init(high);
  arf_set_d(low, a), arf_set_d(high, b);
  arb_set_interval_arf(r, low, high, TMD_IDEAL_BITS);
  arf_clear(low), arf_clear(high);
}

/* x near 1: |r| from 2^-25 on, by ratios of 1 + 1/16; r = 0 gives y = 0, exactly. */
static void bound_near_one(struct tmd_design *design, const arb_t known) {
  arb_t r;
  arb_init(r);
  for (int sign = -1; sign <= 1; sign += 2)
    for (double a = 0x1p-25; a < design->p.radius; a *= 1.0625) {
      const double b = fmin(a * 1.0625, design->p.radius);
      set_range(r, sign < 0 ? -b : a, sign < 0 ? -a : b);
      bound_piece(design, r, known);
    }
  arb_clear(r);
}

static void bound_interval(struct tmd_design *design, int i, const arb_t known) {
  enum { PIECES = 4 };
  const double c = design->table[1].entry[i], a = c * from(i) - 1, b = c * from(i + 1) - 1;
  arb_t r;
  arb_init(r);
  for (int k = 0; k < PIECES; k++) {
    const double step = (b - a) / PIECES, wider = step * 0x1p-20;
    set_range(r, a + k * step - wider, a + (k + 1) * step + wider);
    bound_piece(design, r, known);
  }
  arb_clear(r);
}

/* All x of binary32: e from -149 to 128. */
static void bound(struct tmd_design *design) {
  arb_t known, entry, e, error;
  mag_t of_entry, zero;
  arb_init(known), arb_init(entry), arb_init(e), arb_init(error);
  mag_init(of_entry), mag_init(zero);
  for (int i = 0; i < ENTRIES; i++) {
    ideal(entry, design, i);
    arb_set_d(error, design->table->entry[i]);
    arb_sub(error, error, entry, TMD_IDEAL_BITS);
    arb_get_mag(of_entry, error);
    tmd_terms_set(&design->steps, T_, entry, of_entry);
    for (int k = -149; k <= 128; k++) {
      arb_set_si(e, k);
      tmd_terms_set(&design->steps, E, e, zero);
      logarithm(known, design, 2);
      arb_mul(known, known, e, TMD_IDEAL_BITS);
      arb_add(known, known, entry, TMD_IDEAL_BITS);
      if (i == ONE && k == 0) bound_near_one(design, known);
      else bound_interval(design, i, known);
    }
  }
  arb_clear(known), arb_clear(entry), arb_clear(e), arb_clear(error);
  mag_clear(of_entry), mag_clear(zero);
}

static int index_of(const struct tmd_design *design, uint32_t x, int mode) {
  (void)design, (void)mode;
  const union {
    uint32_t u;
    float f;
  } v = {x};
  const union {
    float f;
    uint32_t u;
  } normal = {.f = x < 0x00800000u ? v.f * 0x1p+23f : v.f};
  return (int)((normal.u - LEAST) >> SHIFT & (ENTRIES - 1));
}

static void print_reduction(FILE *out, const struct tmd_design *design) {
  fprintf(
      out,
      "  union { float f; uint32_t u; } z = {.f = x};\n"
      "  int subnormal = 0;\n"
      "  if (__builtin_expect(v.u - 0x00800000u >= 0x7f000000u, 0)) {\n"
      "    if (v.u << 1 == 0) return -1 / (x * x);\n"
      "    if (v.u == 0x7f800000u || v.u << 1 > 0xff000000u) return x + x; /* infinity, NaN */\n"
      "    if (v.u >> 31) return (x - x) / (x - x);\n"
      "    z.f = x * 0x1p+23f;\n"
      "    subnormal = 23;\n"
      "  }\n"
      "  const uint32_t t0 = z.u - 0x%xu;\n"
      "  const int i = (int)(t0 >> %d & %d);\n"
      "  const double e = (double)(((int32_t)t0 >> 23) - subnormal);\n"
      "  z.u -= t0 & 0xff800000u; /* x = 2^e z */\n"
      "  const double r = __builtin_fma((double)z.f, c[i], -1.0); /* exact, |r| <= %a */\n",
      LEAST, SHIFT, ENTRIES - 1, design->p.radius);
}

const struct tmd_scheme tmd_logarithm = {
    "logarithm",
    "log x = e log 2 - log c[i] + log(1 + r), x = 2^e z, r = c[i] z - 1",
    data,
    plan,
    append,
    bound,
    index_of,
    ideal,
    print_reduction,
};
