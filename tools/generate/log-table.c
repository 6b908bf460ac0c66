#include "tools/generate/log-table.h"

#include <math.h>

#include "tools/generate/reals.h"

#define LEAST (((uint64_t)TMD_LOG_LEAST << 29) + (UINT64_C(896) << 52)) /* of a double */

int64_t tmd_log_index(double u) {
  return (int64_t)(tmd_double_bits(u) - LEAST) >> (TMD_LOG_SHIFT + 29);
}

double tmd_log_from(int i) {
  return tmd_float_decode(TMD_LOG_LEAST + ((uint32_t)i << TMD_LOG_SHIFT));
}

void tmd_log_of(arb_t value, const struct tmd_approximation *p, double x) {
  arb_t r;
  arb_init(r);
  arb_set_d(r, x);
  arb_sub_ui(r, r, 1, TMD_IDEAL_BITS);
  tmd_approximation_exact(value, p, r);
  arb_clear(r);
}

void tmd_log_entry(arb_t value, const struct tmd_design *design, const struct tmd_approximation *p,
                   int i) {
  tmd_log_of(value, p, design->table[1].entry[i]);
  arb_neg(value, value);
}

double tmd_log_reach(const struct tmd_design *design, int i) {
  const double c = design->table[1].entry[i];
  return fmax(fabs(c * tmd_log_from(i) - 1), fabs(c * tmd_log_from(i + 1) - 1));
}

/* Number k of those of 24 bits near 1/z, z the middle of the interval, and -log of it, rounded to a
   double, or multiple of the unit: the relative error. */
static double candidate(double *c, double *T, const struct tmd_approximation *p, double unit, int i,
                        int k) {
  const double middle = 1 / ((tmd_log_from(i) + tmd_log_from(i + 1)) / 2);
  arb_t value, rounded;
  arb_init(value), arb_init(rounded);
  *c = (float)middle + (k & 1 ? -(k / 2 + 1) : k / 2) * (middle < 1 ? 0x1p-24 : 0x1p-23);
  tmd_log_of(value, p, *c);
  arb_neg(value, value);
  const double nearest = tmd_real_nearest(value);
  *T = unit > 0 ? round(nearest / unit) * unit : nearest;
  arb_set_d(rounded, *T);
  arb_sub(value, value, rounded, TMD_IDEAL_BITS);
  const double error = fabs(arf_get_d(arb_midref(value), ARF_RND_NEAR) / *T);
  arb_clear(value), arb_clear(rounded);
  return error;
}

/* The number whose logarithm is nearest: its table's error is then far below half a unit. */
static void choose(struct tmd_design *design, const struct tmd_approximation *p, double unit,
                   int tries, int i) {
  double best = INFINITY;
  for (int k = 0; k < tries; k++) {
    double c, T;
    const double error = candidate(&c, &T, p, unit, i, k);
    if (error < best) best = error, design->table[1].entry[i] = c, design->table[0].entry[i] = T;
  }
}

int tmd_log_serves(const struct tmd_design *design, const struct tmd_approximation *p, int i) {
  const double c = design->table[1].entry[i];
  return c == (double)(float)c && tmd_log_reach(design, i) * (1 + 0x1p-30) <= p->radius &&
         (i != TMD_LOG_ONE || c == 1);
}

int tmd_log_exchange(struct tmd_design *design, const struct tmd_approximation *p, int i, int k) {
  double *c = design->table[1].entry + i, *T = design->table[0].entry + i;
  return i != TMD_LOG_ONE && candidate(c, T, p, 0, i, k) <= 0x1p-56 && tmd_log_serves(design, p, i);
}

double tmd_log_plan(struct tmd_design *design, const struct tmd_approximation *p, double unit,
                    int tried) {
  double most = 0;
  design->table[0] = (struct tmd_table){.name = "T", .count = TMD_LOG_ENTRIES};
  design->table[1] = (struct tmd_table){.name = "T", .count = TMD_LOG_ENTRIES};
  for (int i = 0; i < TMD_LOG_ENTRIES; i++) {
    if (i == TMD_LOG_ONE) design->table[1].entry[i] = 1;
    else choose(design, p, unit, tried, i);
    most = fmax(most, tmd_log_reach(design, i) * (1 + 0x1p-30));
  }
  return most;
}

void tmd_log_print(FILE *out, const char *u, const char *name, double radius, int no_fma) {
  fprintf(
      out,
      "  union { double f; uint64_t u; } z = {.f = %s};\n"
      "  const uint64_t t0 = z.u - UINT64_C(0x%llx);\n"
      "  const uint64_t i = t0 >> %d & %d, k = t0 & UINT64_C(0xfff0000000000000);\n"
      "  const double e = (double)(int64_t)k; /* 2^52 times */\n"
      "  z.u -= k; /* %s = 2^e z */\n"
      "%s /* |r| <= %a */\n",
      u, (unsigned long long)LEAST, TMD_LOG_SHIFT + 29, TMD_LOG_ENTRIES - 1, name,
      no_fma
          ? "  const union { uint64_t u; double f; } zh = {.u = z.u & UINT64_C(0xffffffffe0000000)};\n"
            "  const double zl = z.f - zh.f; /* c zh - 1 is exact */\n"
            "  const double r = __builtin_fma(zl, T[i + 32], __builtin_fma(zh.f, T[i + 32], -1.0));"
          : "  const double r = __builtin_fma(z.f, T[i + 32], -1.0);",
      radius);
}

void tmd_log_print_lanes(FILE *out, const char *u, const char *table, int no_fma) {
  fprintf(out,
          "  const vlong part = vencoding(%s) - 0x%llx, at = (part >> %d) & %d;\n"
          "  const vlong k = part & -0x10000000000000;\n"
          "  const vdouble e = vexponent(k + 0x3ff0000000000000) * vall(0x1p+%d);\n"
          "  const vdouble b = vlookup_long(%s[0], at), c = vlookup_long(%s[1], at);\n",
          u, (unsigned long long)LEAST, TMD_LOG_SHIFT + 29, TMD_LOG_ENTRIES - 1, TMD_LOG_PLACE,
          table, table);
  fprintf(out,
          no_fma ? "  const vlong zu = vencoding(%s) - k;\n"
                   "  const vdouble zh = vdecoded(zu & -0x20000000), zl = vdecoded(zu) - zh;\n"
                   "  const vdouble r = vfma(zl, c, vfma(zh, c, vall(-1.0))); /* zh c is exact */\n"
                 : "  const vdouble r = vfma(vdecoded(vencoding(%s) - k), c, vall(-1.0));\n",
          u);
}
