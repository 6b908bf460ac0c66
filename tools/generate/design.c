#include "tools/generate/design.h"

#include <string.h>

#include "lib/base/error.h"

static const struct tmd_scheme *const schemes[] = {
    &tmd_exponential, &tmd_logarithm,  &tmd_root,        &tmd_square_root,
    &tmd_arcsine,     &tmd_arctangent, &tmd_equal_pieces};

static const struct tmd_scheme *find_scheme(const struct tmd_function *f) {
  for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
    if (schemes[i]->data(f)) return schemes[i];
  return NULL;
}

int tmd_design_exists(const struct tmd_function *f) { return find_scheme(f) != NULL; }

int tmd_design_make(struct tmd_design *design, const struct tmd_function *f, const char *symbol) {
  *design = (struct tmd_design){.f = f, .scheme = find_scheme(f)};
  snprintf(design->symbol, sizeof design->symbol, "%s", symbol);
  mag_init(design->bound);
  tmd_approximation_init(&design->p);
  for (int i = 0; i < TMD_PIECES_MAX; i++) tmd_approximation_init(design->piece + i);
  if (!design->scheme)
    return tmd_error(TMD_USAGE, "%s: no scheme is known for this function", f->name);
  design->data = design->scheme->data(f);
  design->p.f = f;
  for (int i = 0; i < TMD_PIECES_MAX; i++) design->piece[i].f = f;
  design->scheme->plan(design);
  if (design->p.count && tmd_approximation_find(&design->p)) return -1;
  for (int i = 0; i < design->piece_count; i++)
    if (tmd_approximation_find(design->piece + i)) return -1;
  design->scheme->append(design);
  return 0;
}

void tmd_design_bound(struct tmd_design *design) {
  tmd_terms_clear(&design->steps);
  design->scheme->append(design);
  if (design->p.count) tmd_approximation_bound(&design->p);
  for (int i = 0; i < design->piece_count; i++) tmd_approximation_bound(design->piece + i);
  mag_zero(design->bound);
  design->scheme->bound(design);
}

void tmd_design_add(struct tmd_design *design, const mag_t error, const arb_t f) {
  mag_t least, relative;
  mag_init(least), mag_init(relative);
  arb_get_mag_lower(least, f);
  mag_div(relative, error, least);
  mag_max(design->bound, design->bound, relative);
  mag_clear(least), mag_clear(relative);
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
  tmd_approximation_clear(&design->p);
  for (int i = 0; i < TMD_PIECES_MAX; i++) tmd_approximation_clear(design->piece + i);
  mag_clear(design->bound);
}
