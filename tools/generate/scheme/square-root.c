/* sqrt(x) by the operation of binary64, which is correctly rounded in each mode. Rounding its
   result again is right: in a directed mode always; to nearest unless it is a midpoint of binary32,
   without being the root. Let x = X 4^k and the midpoint be Y 2^(k-1), with 2^48 <= X < 2^50, a
   multiple of 2^24, and Y odd, of 26 bits: 4 X - Y^2 is odd, so that the root and the midpoint
   differ by more than 1/(2 2^26) in units of Y, which is a unit in the last place of binary64. The
   bound and the list say the same. */
#include "tools/generate/reals.h"
#include "tools/generate/scheme/schemes.h"

static const void *data(const struct tmd_function *f) { return f->id == TMD_FN_sqrt ? f : NULL; }

static void plan(struct tmd_design *design) { (void)design; }

static void append(struct tmd_design *design) {
  const int x = tmd_terms_input(&design->steps, "x");
  tmd_terms_root(&design->steps, "y", "by the hardware", x);
}

/* One and two binades of x give all. */
static void bound(struct tmd_design *design) {
  enum { PIECES = 96 };
  struct tmd_code_line *y = design->steps.term + design->steps.count - 1;
  arb_t x;
  mag_t zero;
  arb_init(x);
  mag_init(zero);
  for (int k = 0; k < PIECES; k++) {
    tmd_real_between(x, 1 + 3.0 * k / PIECES, 1 + 3.0 * (k + 1) / PIECES);
    tmd_terms_set(&design->steps, 0, x, zero);
    tmd_terms_enclose(&design->steps);
    tmd_design_add(design, &design->steps, zero, y->ideal);
  }
  arb_clear(x);
  mag_clear(zero);
}

static void print_reduction(FILE *out, const struct tmd_design *design) {
  (void)design;
  fputs("  if (__builtin_expect(v.u - 1 >= 0x7f7fffffu, 0)) { /* 0, x < 0, infinity, NaN */\n"
        "    if (v.u << 1 == 0 || v.u == 0x7f800000u || v.u << 1 > 0xff000000u) return x + x;\n"
        "    return (x - x) / (x - x);\n"
        "  }\n",
        out);
}

const struct tmd_scheme tmd_square_root = {
    .name = "square root",
    .description = "sqrt(x) in binary64, rounded again",
    .data = data,
    .plan = plan,
    .append = append,
    .bound = bound,
    .print_reduction = print_reduction,
};
