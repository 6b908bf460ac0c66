/* Searches for cases by straight lines: Taylor's polynomial of a block gives, for each piece of n
   arguments, a line with integer coefficients in units of 2^-62 and a bound of its distance from G.
   The arguments where the line is next to an integer are those where A + B u mod 2^62 lies in an
   interval: the first follows from Euclid's algorithm, the others from the theorem of three
   distances (Slater, Proc. Cambridge Phil. Soc. 63, 1967). MPFR decides about each. */
#include <math.h>

#include "tools/verify/verify.h"

enum { UNITS = 62, BLOCK_MOST = 24, LEAST_PIECE = 16 };
static const uint64_t M = 1ull << UNITS, NEVER = UINT64_MAX;

struct walk {
  struct v_claim *c;
  uint64_t next; /* record */
  struct v_verdict v;
};

static v_ordinal next_record(const struct walk *w) {
  return w->next < w->c->records ? verify_u128(w->c->record + 40 * w->next) : ~(v_ordinal)0;
}
/* Records below X that were not found. */
static void pass(struct walk *w, v_ordinal X) {
  for (v_ordinal at; (at = next_record(w)) < X; w->next++)
    if (!(w->c->record[40 * w->next + 29] & 8))
      verify_found(V_FALSE, w->c, at, "is a record that the search does not find");
}
static void visit(struct walk *w, v_ordinal X) {
  verify_decide(&w->v, w->c, X, V_STATE, V_GREATEST);
  if (w->v.state == V_UNKNOWN) verify_found(V_UNDECIDED, w->c, X, "argument");
  if (w->v.state != V_CASE && w->v.state != V_EXACT) return;
  pass(w, X);
  if (next_record(w) == X) w->next++;
  else if (w->v.state == V_CASE || !verify_exact_by_rule(w->c->problem.function))
    verify_found(V_FALSE, w->c, X, "is a case that the claim lacks");
}

/* The least x with l <= a x mod m <= r, or NEVER; 0 <= l <= r < m, a < m. */
static uint64_t first(uint64_t a, uint64_t m, uint64_t l, uint64_t r) {
  if (!l) return 0;
  if (!a) return NEVER;
  if (2 * a > m) {
    const uint64_t least = m - r;
    a = m - a, r = m - l, l = least;
  }
  const uint64_t k = (l + a - 1) / a;
  if (k * a <= r) return k;
  const uint64_t y = first(m % a, a, a - r % a, a - l % a);
  return y == NEVER ? NEVER : (uint64_t)(((v_ordinal)m * y + l + a - 1) / a);
}
/* The least u with a + b u mod M < W. */
static uint64_t enters(uint64_t a, uint64_t b, uint64_t W) {
  return a < W ? 0 : first(b, M, M - a, M - a + W - 1);
}

static void visit_line(struct walk *w, v_ordinal X, uint64_t n, uint64_t a, uint64_t b,
                       uint64_t W) {
  uint64_t u = enters(a, b, W);
  if (u >= n) return;
  uint64_t up = enters(b, b, W), down = enters((M - b) % M, (M - b) % M, W);
  const uint64_t rise = (uint64_t)((up + 1) * (v_ordinal)b % M);
  const uint64_t fall = (uint64_t)((down + 1) * (v_ordinal)((M - b) % M) % M);
  uint64_t y = (a + (uint64_t)(u * (v_ordinal)b % M)) % M;
  up = up < n ? up + 1 : n, down = down < n ? down + 1 : n;
  while (u < n) {
    visit(w, X + u);
    const int can_rise = up < n && y < W - rise, can_fall = down < n && y >= fall;
    if (can_rise && (!can_fall || up <= down)) u += up, y += rise;
    else if (can_fall) u += down, y -= fall;
    else u += up + down, y += rise - fall;
  }
}

static double size_of(const struct v_interval *g) {
  return fmax(-mpfr_get_d(g->lo, MPFR_RNDD), mpfr_get_d(g->hi, MPFR_RNDU));
}
/* The middle of an interval mod 1, in units of 2^-128, and its error in ones. */
static v_ordinal fixed(struct v_interval *g, double *error) {
  static mpz_t z;
  uint64_t words[2] = {0, 0};
  if (!z->_mp_d) mpz_init(z);
  mpfr_sub(g->hi, g->hi, g->lo, MPFR_RNDU);
  *error = mpfr_get_d(g->hi, MPFR_RNDU) + 0x1p-127;
  mpfr_mul_2ui(g->lo, g->lo, 128, MPFR_RNDN); /* exact */
  mpfr_get_z(z, g->lo, MPFR_RNDD);
  mpz_fdiv_r_2exp(z, z, 128);
  mpz_export(words, NULL, -1, 8, 0, 0, z);
  return (v_ordinal)words[1] << 64 | words[0];
}

/* [a, b) by one polynomial; 0: it is too inexact. */
static int block(struct walk *w, v_ordinal a, v_ordinal b) {
  static struct v_interval wide[V_TERMS], at[V_TERMS];
  const v_ordinal middle = a + (b - a) / 2;
  const double threshold = ldexp(1, -w->c->problem.threshold), half = (double)(b - middle) + 1;
  if (!verify_taylor(wide, w->c, a, b - 1) || !verify_taylor(at, w->c, middle, middle)) return 0;
  const double second = size_of(&wide[2]), fourth = size_of(&wide[4]);
  uint64_t n = LEAST_PIECE;
  while (n < b - a && n < 1 << 20 && second * pow((double)n, 3) < 0.01) n *= 2;
  if (second * pow((double)n, 3) > 0.2) return 0;
  double error = fourth * pow(half, 4) + fourth * 2 * (double)n * pow(half, 3), e;
  v_ordinal k[V_ORDER];
  for (int i = 0; i < V_ORDER; i++) {
    k[i] = fixed(&at[i], &e);
    error += e * pow(half, i) * 2 * (i + 1) * (1 + (double)n / half);
  }
  const double curved = second * (double)n * (double)n / 4;
  if (!(error < threshold / 8 + curved / 4)) return 0;
  const double window = (threshold + error + curved) * 1.0001;
  if (window > 0.125) return 0;
  const uint64_t W = 2 * (uint64_t)ceil(ldexp(window, UNITS)) + n + 4;
  for (v_ordinal X = a; X < b; X += n) {
    const uint64_t m = b - X < n ? (uint64_t)(b - X) : n;
    const v_ordinal t = X + m / 2 - middle; /* negative ones wrap around */
    const v_ordinal B = k[1] + t * (2 * k[2] + 3 * k[3] * t);
    const v_ordinal A = k[0] + t * (k[1] + t * (k[2] + t * k[3])) - B * (m / 2);
    const uint64_t start = (uint64_t)(A >> (128 - UNITS)) + W / 2 + n / 2 + 2;
    visit_line(w, X, m, start % M, (uint64_t)(B >> (128 - UNITS)), W);
  }
  return 1;
}

int verify_searchable(const struct v_claim *c) {
  const struct v_problem *p = &c->problem;
  return c->x1 - c->x0 <= 1 << 22 ||
         (!c->scattered && p->function->family != V_NO_SERIES && p->threshold < 90);
}

void verify_absence(struct v_claim *c, v_ordinal a, v_ordinal b) {
  struct walk w = {c, 0};
  v_ordinal length = 256;
  mpz_init(w.v.integer);
  while (next_record(&w) < a) w.next++;
  const int lines = !c->scattered && !c->problem.pairs && b - a > 1024;
  for (v_ordinal X = a; X < b; X += length) {
    length = 2 * length > (v_ordinal)1 << BLOCK_MOST ? length : 2 * length;
    if (length > b - X) length = b - X;
    while (lines && length > 256 && !block(&w, X, X + length)) length /= 2;
    for (v_ordinal Y = X; (!lines || length <= 256) && Y < X + length; Y++) visit(&w, Y);
  }
  pass(&w, b);
  mpz_clear(w.v.integer);
}
