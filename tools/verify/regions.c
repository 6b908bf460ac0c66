/* Regions: at the ends of an interval where G, less a multiple of X, is monotone, the hardness is
   computed; that of all other arguments lies between. */
#include "tools/verify/verify.h"

enum { ZERO = 1, EXACT, OVERFLOWING, UNDERFLOWING, CONSTANT, IDENTITY, RATIONAL, PIECES = 4096 };

struct region {
  const struct v_claim *c;
  const struct v_function *f;
  v_ordinal a, b;
  int reason, least, greatest;
  unsigned long modulus, residue;
};

/* Negative arguments of tgamma, whose poles and turning points are not enclosed here. */
static int gamma_below(const struct region *r) { return r->f->value == mpfr_gamma && r->c->sign_x; }

/* Is the statement true of one argument? -1: undecided. */
static int one(const struct region *r, v_ordinal X, struct v_verdict *v) {
  verify_decide(v, r->c, X, V_HARDNESS, r->greatest >= V_UNBOUNDED ? r->least : V_GREATEST);
  if (v->state == V_UNKNOWN) return -1;
  if (r->reason == OVERFLOWING) return v->state == V_OVERFLOW;
  if (r->reason == UNDERFLOWING && v->state == V_OUTSIDE)
    return gamma_below(r) && r->c->scattered; /* a pole */
  if (r->reason == UNDERFLOWING) return v->state == V_UNDERFLOW;
  if (v->state == V_ZERO) return r->reason <= EXACT;
  if (r->reason == ZERO && v->state == V_OUTSIDE) return !r->greatest;
  if (r->reason == EXACT && (v->state != V_EXACT || v->midpoint)) return 0;
  return v->state >= V_NO_CASE && v->hardness >= r->least &&
         (v->hardness <= r->greatest || r->greatest >= V_UNBOUNDED);
}

/* Is G monotone from X to Y, less p / modulus times X? Finds p. */
static int monotone(const struct region *r, v_ordinal X, v_ordinal Y, mpz_t p) {
  static struct v_interval g[V_TERMS];
  const enum v_family family = r->f->family;
  mpz_set_ui(p, 0);
  if (r->reason < IDENTITY && family != V_TRIG && !(family == V_TANGENT && r->f->sign > 0))
    /* tgamma and lgamma have their least values for positive arguments between 1 and 2 */
    return family != V_NO_SERIES || (!r->c->sign_x && r->c->e_in != 0);
  if (!verify_taylor(g, r->c, X, Y)) return 0;
  V_BOTH(mpfr_mul_ui, &g[1], r->modulus);
  if (r->reason >= IDENTITY) mpfr_get_z(p, g[1].lo, MPFR_RNDN);
  if (r->reason == RATIONAL && mpz_gcd_ui(NULL, p, r->modulus) != 1) return 0;
  return mpfr_cmp_z(g[1].lo, p) >= 0 || mpfr_cmp_z(g[1].hi, p) <= 0;
}

/* Do the values at both ends, of the monotone difference, bound those between? They do next to one
   integer, on one side of it or without a bound; and where they lie between two integers and the
   least hardness is 0. With a modulus q, other classes are at least 1/q - 2^-21 from integers. */
static int bounded(const struct region *r, v_ordinal X, v_ordinal Y, const struct v_verdict *v,
                   struct v_verdict *w) {
  mpz_t p;
  int result = 0;
  mpz_init(p);
  if (!((Y - X) >> 64) && monotone(r, X, Y, p)) {
    mpz_sub(w->integer, w->integer, v->integer);
    mpz_mul_ui(w->integer, w->integer, r->modulus);
    mpz_mul_ui(p, p, (unsigned long)(Y - X));
    const int more = mpz_cmp(w->integer, p), known = v->side_known && w->side_known;
    mpz_sub(p, w->integer, p);
    result = r->reason < CONSTANT ||
             (!more && (r->greatest >= V_UNBOUNDED || (known && v->below == w->below))) ||
             (!mpz_cmpabs_ui(p, 1) && r->modulus == 1 && r->least <= 0 && known &&
              v->below != w->below && w->below == (more > 0));
    if (r->modulus > 1) result = result && r->least > 22 && r->c->problem.threshold > 22;
  }
  mpz_clear(p);
  return result;
}

/* The statement for the arguments from X to Y, which are of the class: 1, 0 with the argument that
   contradicts it, or -1. */
static int piece(const struct region *r, v_ordinal X, v_ordinal Y, v_ordinal *at, int *pieces) {
  struct v_verdict v, w;
  mpz_inits(v.integer, w.integer, NULL);
  int split = 0, result = one(r, *at = X, &v);
  if (result == 1 && Y > X) result = one(r, *at = Y, &w);
  if (result == 1 && Y - X > (r->modulus == 1)) split = !bounded(r, X, Y, &v, &w);
  mpz_clears(v.integer, w.integer, NULL);
  if (!split) return result;
  if (r->modulus > 1 || ++*pieces > PIECES) return -1;
  result = piece(r, X, X + (Y - X) / 2, at, pieces);
  return result == 1 ? piece(r, X + (Y - X) / 2 + 1, Y, at, pieces) : result;
}

static int check(const struct region *r, v_ordinal *at) {
  const v_ordinal m = r->modulus, X = r->a + (r->residue + m - r->a % m) % m, Y = r->b - 1;
  struct v_verdict v;
  int result = 1, pieces = 0;
  *at = X;
  if (X > Y) return -1;
  if (r->reason > EXACT) return piece(r, X, Y - (Y - X) % m, at, &pieces);
  /* halves and quarters, whose sines, cosines and tangents of pi x are 0, 1, -1 or poles */
  if (r->f->constant == V_PI && verify_exact_by_rule(r->f) && r->reason == EXACT &&
      r->c->e_in - r->c->problem.in.p + 1 >= (r->f->family == V_TANGENT ? -2 : -1))
    return 1;
  if (Y - X > 1 << 16) return -1;
  mpz_init(v.integer);
  for (; result == 1 && *at <= Y; ++*at) result = one(r, *at, &v);
  mpz_clear(v.integer);
  return result;
}

void verify_region(struct v_claim *c) {
  for (uint64_t i = 0; i < c->records; i++) {
    const uint8_t *p = c->record + 64 * i;
    struct region r = {c,
                       c->problem.function,
                       verify_u128(p),
                       verify_u128(p + 16),
                       p[32],
                       (int)(uint32_t)verify_u64(p + 40),
                       (int)(uint32_t)(verify_u64(p + 40) >> 32),
                       verify_u64(p + 48),
                       verify_u64(p + 56)};
    v_ordinal at = r.a;
    const char *not_checked = r.reason == RATIONAL && !r.modulus ? "rational without a class"
                              : r.reason == EXACT && c->problem.modes == V_NEAREST
                                  ? "exact, modes nearest"
                              : gamma_below(&r) && r.b - r.a > 2048 ? "negative arguments"
                                                                    : NULL;
    r.modulus += !r.modulus;
    const int result = not_checked ? 2 : check(&r, &at);
    verify_count[V_REGIONS] += !not_checked;
    if (not_checked) verify_found(V_NOT_CHECKED, c, r.a, "region: %s", not_checked);
    if (!result) verify_found(V_FALSE, c, at, "contradicts its region");
    if (result < 0) verify_found(V_UNDECIDED, c, at, "region");
  }
}
