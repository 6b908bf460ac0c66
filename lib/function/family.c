/* Families of functions with an integer parameter: rootn(3). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/function/function-table.h"

enum { PARAMETER_MOST = TMD_FAMILY_PARAMETER_MOST, DIGITS_BYTES = 16 };

/* f(2^a x) = 2^b f(x); unused where the numbers are too large for formats. */
static void scales(struct tmd_function *f, long a, long b) {
  if (a > TMD_STEP_NUMBER_MAX || b > TMD_STEP_NUMBER_MAX || b < -TMD_STEP_NUMBER_MAX) return;
  f->symmetry.step = TMD_STEP_SCALE;
  f->symmetry.a = (int)a;
  f->symmetry.b = (int)b;
}

static void rootn(struct tmd_function *f) {
  if (f->n % 2 == 0) f->least = 0, f->least_closed = f->n > 0;
  else f->symmetry.parity = TMD_PARITY_ODD;
  scales(f, f->n < 0 ? -f->n : f->n, f->n < 0 ? -1 : 1);
  f->exact_rule = TMD_EXACT_ROOT;
  f->exact = f->n > 0 ? "at n-th powers (the root is rational only there)"
                      : "at n-th powers of powers of two (x y^n = 1 in dyadic rationals)";
}

static void pown(struct tmd_function *f) {
  f->symmetry.parity = f->n % 2 ? TMD_PARITY_ODD : TMD_PARITY_EVEN;
  scales(f, 1, f->n);
  f->exact_rule = TMD_EXACT_POWER;
  f->exact = f->n > 0 ? "where x^n has at most p + 1 bits"
                      : "at powers of two (x^n y = 1 in dyadic rationals)";
}

static void compound(struct tmd_function *f) {
  f->least = -1;
  f->least_closed = f->n > 0;
  f->model = TMD_MODEL_CONSTANT;
  f->exact_rule = TMD_EXACT_COMPOUND;
  f->exact = f->n > 0 ? "where (1+x)^n has at most p + 1 bits" : "where 1+x is a power of two";
}

/* (1+x)^n. MPFR 4.2.2 rounds it wrongly for n < 0 if the result is next to a short number, such as
   8 for n = -3, x ~ -1/2: it treats log2(1+x), rounded to the wrong side, as exact. 1+x is exact
   here. */
int tmd_compound_mpfr(mpfr_t y, const mpfr_t x, long n, mpfr_rnd_t round) {
  if (n >= 0 || !mpfr_regular_p(x) || mpfr_cmp_si(x, -1) <= 0)
    return mpfr_compound_si(y, x, n, round);
  const mpfr_exp_t top = mpfr_get_exp(x), last = top - (mpfr_exp_t)mpfr_min_prec(x);
  FLOATS((top > 1 ? top : 1) - (last < 0 ? last : 0) + 1, base);
  mpfr_add_ui(base, x, 1, MPFR_RNDN);
  return mpfr_pow_si(y, base, n, round);
}

static const struct {
  enum tmd_function_id id;
  struct tmd_family about;
  tmd_series_n *series;
  int (*mpfr)(mpfr_t y, const mpfr_t x, long n, mpfr_rnd_t round);
  void (*finish)(struct tmd_function *f);
} families[] = {
    {TMD_FN_rootn,
     {"rootn", "n odd: the line; n even: x >= 0; n < 0: less 0",
      "f(2^n x) = 2 f(x), n < 0: f(x) / 2; n odd: odd", "at n-th powers; n < 0: of powers of two"},
     tmd_series_rootn,
     mpfr_rootn_si,
     rootn},
    {TMD_FN_pown,
     {"pown", "the line; n < 0: less 0", "f(2 x) = 2^n f(x); n odd: odd; n even: even",
      "where x^n is short enough; n < 0: at powers of two"},
     tmd_series_pown,
     mpfr_pow_si,
     pown},
    {TMD_FN_compound,
     {"compound", "x >= -1; n < 0: x > -1", "none",
      "where (1+x)^n is short enough; n < 0: where 1+x is a power of two"},
     tmd_series_compound,
     tmd_compound_mpfr,
     compound},
};
enum { FAMILIES = sizeof families / sizeof *families };

static int index_of(const struct tmd_family *family) {
  int i = 0;
  while (i < FAMILIES - 1 && &families[i].about != family) i++;
  return i;
}

enum tmd_function_id tmd_family_id(const struct tmd_family *family) {
  return families[index_of(family)].id;
}

void tmd_family_member_set(struct tmd_function *member, const struct tmd_family *family,
                           const char *name, long n) {
  const int i = index_of(family);
  *member = (struct tmd_function){.name = name,
                                  .id = families[i].id,
                                  .methods = &tmd_methods_of_members,
                                  LINE,
                                  MONOTONE,
                                  .series_n = families[i].series,
                                  .mpfr_n = families[i].mpfr,
                                  .n = n};
  families[i].finish(member);
}

struct member {
  struct member *next;
  struct tmd_function function;
  char name[];
};

static const struct tmd_function *make_member(int family, const char *name, long n) {
  static struct member *members;
  struct member *m;
#pragma omp critical(tmd_function_members)
  {
    for (m = members; m && strcmp(m->name, name); m = m->next) continue;
    if (!m && (m = malloc(sizeof *m + strlen(name) + 1))) {
      strcpy(m->name, name);
      tmd_family_member_set(&m->function, &families[family].about, m->name, n);
      m->next = members;
      members = m;
    }
  }
  if (!m) tmd_error(TMD_USAGE, "out of memory");
  return m ? &m->function : NULL;
}

/* `name` is the family's name followed by "(3)" in exactly this spelling, as problems are compared
   by text. */
const struct tmd_function *tmd_family_member(int family, const char *name) {
  const enum tmd_function_id id = families[family].id;
  const char *of = families[family].about.name, *parameter = name + strlen(of);
  char canonical[DIGITS_BYTES] = "", *end;
  const long n = *parameter == '(' ? strtol(parameter + 1, &end, 10) : 0;
  if (n >= -PARAMETER_MOST && n <= PARAMETER_MOST)
    snprintf(canonical, sizeof canonical, "(%ld)", n);
  if (strcmp(parameter, canonical))
    tmd_error(TMD_USAGE, "function '%.80s' is not %s(N), N a decimal integer of at most %d in size",
              name, of, PARAMETER_MOST);
  else if (n == 0 && id == TMD_FN_rootn) tmd_error(TMD_USAGE, "%s is not defined", name);
  else if (n == 0 || n == 1)
    tmd_error(TMD_USAGE, "%s: nothing to search, it is %s", name,
              n == 0                  ? "1"
              : id == TMD_FN_compound ? "1 + x"
                                      : "x");
  else return make_member(family, name, n);
  return NULL;
}

int tmd_family_of(const char *name) {
  const size_t bytes = strcspn(name, "("), rest = strspn(name + bytes, "()-0123456789");
  for (int i = 0; i < FAMILIES && !name[bytes + rest]; i++)
    if (strlen(families[i].about.name) == bytes && !memcmp(name, families[i].about.name, bytes))
      return i;
  return -1;
}

const struct tmd_family *tmd_function_family(int i) {
  return i >= 0 && i < FAMILIES ? &families[i].about : NULL;
}
