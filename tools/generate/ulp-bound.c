#include "tools/generate/ulp-bound.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"

enum { ONE = 1000000, MOST = 16, DIGITS = 6, FEW = 2 };

int tmd_ulp_parse(int *micro_ulp, const char *text) {
  const size_t whole = strspn(text, "0123456789");
  const char *point = text + whole;
  const size_t digits = *point == '.' ? strspn(point + 1, "0123456789") : 0;
  long value = 0;
  if (whole >= 1 && whole <= 2 && digits <= DIGITS && !point[digits + (*point == '.')]) {
    value = strtol(text, NULL, 10);
    for (size_t i = 0; i < DIGITS; i++) value = 10 * value + (i < digits ? point[1 + i] - '0' : 0);
  }
  if (value <= ONE / 2 || value > MOST * ONE)
    return tmd_error(
        TMD_USAGE,
        "%.40s: is no decimal above 0.5, and at most 16, with at most 6 digits behind the point",
        text);
  *micro_ulp = (int)value;
  return 0;
}

/* 1 if the bound keeps results within B to nearest. */
static int is_kept(const struct tmd_design *design) {
  const int B = design->demands.micro_ulp, e = B <= 3 * ONE / 2 ? B - ONE / 2
                                               : B < 2 * ONE    ? ONE
                                                                : B - ONE;
  mag_t bound, most;
  mag_init(bound), mag_init(most);
  mag_mul_2exp_si(bound, design->bound, 24);
  mag_mul_ui(bound, bound, ONE);
  mag_set_ui_lower(most, (ulong)e);
  const int result = mag_cmp(bound, most) <= 0;
  mag_clear(bound), mag_clear(most);
  return result;
}

/* The number of coefficients that fewer[which] is subtracted from. */
static int count(const struct tmd_design *design, int which) {
  return which ? design->q.count : design->piece_count ? design->piece->count : design->p.count;
}

/* Makes the design anew, with its bound: 1 if it keeps B, or 0, or -1 (message). */
static int make(struct tmd_design *design, const struct tmd_scheme *scheme,
                const struct tmd_function *f, const struct tmd_c_format *format, const char *symbol,
                const struct tmd_demands *demands) {
  tmd_design_clear(design);
  if (tmd_design_make(design, scheme, f, format, NULL, symbol, demands)) return -1;
  tmd_design_bound(design);
  return is_kept(design);
}

int tmd_ulp_design(struct tmd_design *design, const struct tmd_scheme *scheme,
                   const struct tmd_function *f, const struct tmd_c_format *format,
                   const char *symbol, const struct tmd_demands *demands) {
  struct tmd_demands tried = *demands;
  for (int which = 0; which < 2; which++) {
    int kept = make(design, scheme, f, format, symbol, &tried);
    if (kept == 0)
      tmd_error(TMD_USAGE, "%s: the error before the last rounding is too large for this --ulp",
                f->name);
    if (kept <= 0) return -1;
    const int all = count(design, which);
    int least = 0, most = all - FEW, *const fewer = tried.fewer + which;
    while (least < most) {
      *fewer = (least + most + 1) / 2;
      kept = make(design, scheme, f, format, symbol, &tried);
      if (kept < 0) return -1;
      if (count(design, which) == all) most = 0; /* the scheme has no choice */
      else if (kept) least = *fewer;
      else most = *fewer - 1;
    }
    *fewer = least;
  }
  return make(design, scheme, f, format, symbol, &tried) > 0 ? 0 : -1;
}

char *tmd_ulp_print_accuracy(char text[TMD_ACCURACY_BYTES], const struct tmd_demands *demands) {
  if (demands->micro_ulp)
    snprintf(text, TMD_ACCURACY_BYTES, "error at most %.8g ulp to nearest",
             demands->micro_ulp / 1e6);
  else
    snprintf(text, TMD_ACCURACY_BYTES, "correctly rounded %s",
             demands->nearest ? "to nearest, ties to even; other modes were not tested"
                              : "in every rounding mode");
  return text;
}

void tmd_ulp_print_claim(FILE *out, double bound) {
  const double e = ceil(ONE * (0x1p24 * bound) * (1 + 0x1p-40)) / ONE; /* rounded up */
  fprintf(
      out,
      "   y, the value before the last rounding, is f(x) (1 + d) with |d| <= %a in every\n"
      "   rounding mode, or beyond the numbers of the format on f(x)'s side. So results to nearest\n"
      "   differ from f(x) by at most %.6f ulp, those in other modes by less than %.6f, or\n"
      "   %.6f where |y| > 2^k > |f(x)|. An ulp is the distance of numbers in the binade of\n"
      "   f(x), 2^-149 at least; |f(x)| from 2^128 on counts as 2^128, and so does infinity.\n"
      "   Where f(x) is a number of the format, it is the result, without the flag inexact;\n"
      "   elsewhere inexact is raised. Results need not be monotone. Overflow and underflow are\n"
      "   those of y: next to 2^128 and 2^-126 they may be raised where f(x) would not raise\n"
      "   them, or not raised where it would.\n",
      bound, (e <= 1 ? 0.5 : 1) + e, 1 + e, 2 + e);
}
