#include "tools/generate/design.h"

#include <string.h>

#include "lib/base/error.h"
#include "tools/generate/near-zero.h"
#include "tools/generate/reals.h"

double tmd_table_stored(const struct tmd_table *table, int i) {
  union {
    double f;
    uint64_t u;
  } stored = {.f = table->entry[i]};
  stored.u -= table->less + (uint64_t)i * table->step;
  return stored.f;
}

void tmd_design_plan(struct tmd_design *design, const struct tmd_scheme *scheme,
                     const struct tmd_function *f, const struct tmd_c_format *format,
                     const struct tmd_every *every, const char *symbol,
                     const struct tmd_demands *demands) {
  *design = (struct tmd_design){.f = f,
                                .demands = *demands,
                                .format = format,
                                .every = every,
                                .scheme = scheme,
                                .data = scheme->data(f)};
  design->steps.separate = design->near.steps.separate = demands->no_fma;
  design->steps.vector = demands->vector;
  snprintf(design->symbol, sizeof design->symbol, "%s", symbol);
  mag_init(design->bound);
  tmd_approximation_init(&design->p);
  tmd_approximation_init(&design->q);
  for (int i = 0; i < TMD_FIXED_MAX; i++) tmd_fixed_init(design->fixed + i);
  design->p.f = design->q.f = f;
  for (int i = 0; i < TMD_PIECES_MAX; i++) {
    tmd_approximation_init(design->piece + i);
    design->piece[i].f = f;
  }
  design->scheme->plan(design);
}

void tmd_design_append(struct tmd_design *design) {
  tmd_terms_clear(&design->steps);
  tmd_terms_clear(&design->near.steps);
  design->scheme->append(design);
  if (design->near.limit > 0) tmd_near_append(design);
}

int tmd_design_make(struct tmd_design *design, const struct tmd_scheme *scheme,
                    const struct tmd_function *f, const struct tmd_c_format *format,
                    const struct tmd_every *every, const char *symbol,
                    const struct tmd_demands *demands) {
  if (tmd_demands_check(demands, scheme, f)) return -1;
  tmd_design_plan(design, scheme, f, format, every, symbol, demands);
  if (design->p.count && tmd_approximation_find(&design->p)) return -1;
  if (design->q.count && tmd_approximation_find(&design->q)) return -1;
  for (int i = 0; i < design->piece_count; i++)
    if (tmd_approximation_find(design->piece + i)) return -1;
  for (int i = 0; i < TMD_FIXED_MAX; i++)
    if (design->fixed[i].count && tmd_fixed_find(design->fixed + i)) return -1;
  tmd_design_append(design);
  return 0;
}

char *tmd_demands_print(char text[TMD_DEMANDS_BYTES], const struct tmd_demands *demands) {
  static const char *const devices[] = {"", " --to opencl", " --to cuda"};
  static const char *const arithmetics[] = {"", " --arith float", " --arith float-float",
                                            " --arith integer"};
  static const char *const projects[] = {"", " --to core-math", " --to glibc", " --to llvm"};
  char ulp[24] = "";
  if (demands->micro_ulp) snprintf(ulp, sizeof ulp, " --ulp %.8g", demands->micro_ulp / 1e6);
  snprintf(text, TMD_DEMANDS_BYTES, "%s%s%s%s%s%s%s", demands->nearest ? " --modes nearest" : "",
           demands->no_fma ? " --no-fma" : "",
           demands->set_errno && !demands->project ? " --errno" : "", ulp,
           arithmetics[demands->arithmetic],
           demands->device   ? devices[demands->device]
           : demands->vector ? " --vector"
                             : projects[demands->project],
           demands->flush ? " --ftz" : "");
  return text;
}

int tmd_demands_parse(struct tmd_demands *demands, const char *text) {
  char printed[TMD_DEMANDS_BYTES];
  for (int all = 0; all < 12; all++) {
    *demands = (struct tmd_demands){.no_fma = all & 1,
                                    .nearest = all >> 1 & 1,
                                    .set_errno = all >> 2 == 1,
                                    .vector = all >> 2 == 2};
    if (!strcmp(tmd_demands_print(printed, demands), text)) return 1;
  }
  return 0;
}

int tmd_demands_check(const struct tmd_demands *demands, const struct tmd_scheme *scheme,
                      const struct tmd_function *f) {
  if (!demands->no_fma || tmd_scheme_without_fma(scheme, f)) return 0;
  return tmd_error(TMD_USAGE, "--no-fma: %s: the scheme %s does not do without it", f->name,
                   scheme->name);
}

int tmd_scheme_without_fma(const struct tmd_scheme *scheme, const struct tmd_function *f) {
  return scheme->without_fma && scheme->without_fma(scheme->data(f));
}

int tmd_without_fma(const void *data) {
  (void)data;
  return 1;
}

const char *tmd_design_listed(const struct tmd_design *design) {
  const struct tmd_scheme *scheme = design->scheme;
  return design->demands.no_fma && scheme->listed_without_fma ? scheme->listed_without_fma
                                                              : scheme->listed;
}

const void *tmd_kind_of(const struct tmd_function *f, const void *kinds, size_t count,
                        size_t bytes) {
  for (const char *kind = kinds; count--; kind += bytes) {
    enum tmd_function_id id;
    memcpy(&id, kind, sizeof id);
    if (id == f->id) return kind;
  }
  return NULL;
}

void tmd_design_exact(struct tmd_design *design, double x, double y) {
  design->exact[design->exact_count++] = (struct tmd_replaced){tmd_float_encode(x), y};
}

void tmd_design_bound(struct tmd_design *design) {
  tmd_terms_clear(&design->steps);
  design->scheme->append(design);
  if (design->p.count) tmd_approximation_bound(&design->p);
  if (design->q.count) tmd_approximation_bound(&design->q);
  for (int i = 0; i < design->piece_count; i++) tmd_approximation_bound(design->piece + i);
  for (int i = 0; i < TMD_FIXED_MAX; i++)
    if (design->fixed[i].count) tmd_fixed_bound(design->fixed + i);
  /* Without FMA, a product of x and two words, next to 0, has two roundings. */
  mag_set_ui_2exp_si(design->bound, design->demands.no_fma ? 0x101 : 0, -51 - 8);
  design->scheme->bound(design);
  if (design->near.limit > 0) tmd_near_bound(design);
}

void tmd_design_add(struct tmd_design *design, const struct tmd_terms *steps, const mag_t error,
                    const arb_t f) {
  mag_t least, relative;
  mag_init(least), mag_init(relative);
  arb_get_mag_lower(least, f);
  mag_add(relative, error, steps->term[steps->count - 1].error);
  mag_div(relative, relative, least);
  tmd_design_add_relative(design, relative);
  mag_clear(least), mag_clear(relative);
}

void tmd_design_add_relative(struct tmd_design *design, const mag_t error) {
  mag_max(design->bound, design->bound, error);
}

void tmd_design_add_near(struct tmd_design *design, struct tmd_terms *steps,
                         const struct tmd_approximation *p, const arb_t t, const arb_t factor,
                         const arb_t offset) {
  arb_t f;
  mag_t error, size;
  arb_init(f);
  mag_init(error), mag_init(size);
  tmd_terms_enclose(steps);
  tmd_approximation_exact(f, p, t);
  tmd_approximation_error(error, p, t);
  if (factor) {
    arb_mul(f, f, factor, TMD_IDEAL_BITS);
    arb_get_mag(size, factor);
    mag_mul(error, error, size);
  }
  if (offset) arb_add(f, f, offset, TMD_IDEAL_BITS);
  tmd_design_add(design, steps, error, f);
  arb_clear(f);
  mag_clear(error), mag_clear(size);
}

int tmd_design_bits(const struct tmd_design *design, int p) {
  mag_t bound, limit;
  int m = -1;
  mag_init(bound), mag_init(limit);
  mag_mul_2exp_si(bound, design->bound, p);
  do {
    m++;
    mag_set_ui_2exp_si(limit, 1, -(m + 2));
  } while (m < 60 && mag_cmp(bound, limit) <= 0);
  mag_clear(bound), mag_clear(limit);
  return m;
}

void tmd_design_clear(struct tmd_design *design) {
  tmd_terms_clear(&design->steps);
  tmd_terms_clear(&design->near.steps);
  for (int i = 0; i < TMD_PARTS_MAX; i++) tmd_terms_clear(design->part + i);
  tmd_approximation_clear(&design->p);
  tmd_approximation_clear(&design->q);
  for (int i = 0; i < TMD_FIXED_MAX; i++) tmd_fixed_clear(design->fixed + i);
  for (int i = 0; i < TMD_PIECES_MAX; i++) tmd_approximation_clear(design->piece + i);
  mag_clear(design->bound);
}
