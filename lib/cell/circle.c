#include "lib/cell/circle.h"

#include "lib/base/wide-fmpz.h"
#include "lib/cell/scaled.h"

int tmd_circle_applies(const struct tmd_function *function) {
  return function->exact_rule == TMD_EXACT_IDENTITY;
}

void tmd_circle_slope(fmpq_t rho, const struct tmd_problem *problem, const struct tmd_cell *cell) {
  tmd_argument_rational(rho, tmd_format_radix(&problem->in), 0, 1, tmd_cell_unit(problem, cell));
  tmd_scaled_rational(rho, problem, cell->e_out);
}

/* An interval of residues that multiples of `a` are to reach, modulo m: the least t >= 0 with low
   <= a t mod m <= high is wanted, 0 <= low <= high < m. */
struct reach {
  fmpz_t a, m, low, high;
};

static void reach_init(struct reach *r) {
  fmpz_init(r->a), fmpz_init(r->m), fmpz_init(r->low), fmpz_init(r->high);
}

static void reach_clear(struct reach *r) {
  fmpz_clear(r->a), fmpz_clear(r->m), fmpz_clear(r->low), fmpz_clear(r->high);
}

/* From the other side: a <- m - a, which is not greater than m/2 then. */
static void reflect(struct reach *r) {
  fmpz_sub(r->a, r->m, r->a);
  fmpz_sub(r->low, r->m, r->low);
  fmpz_sub(r->high, r->m, r->high);
  fmpz_swap(r->low, r->high);
}

/* The least t: 1, or 0 if there is none. It is ceiling(low/a) if a multiple of a itself lies in the
   interval. Else a t - m u lies there for the least u with m u mod a in [-high mod a, -low mod a],
   an interval that does not wrap around, and t = ceiling((low + m u)/a): the same question for less
   than half of m. */
static int first(fmpz_t t, struct reach *r) {
  if (fmpz_is_zero(r->low)) {
    fmpz_zero(t);
    return 1;
  }
  fmpz_mod(r->a, r->a, r->m);
  if (fmpz_is_zero(r->a)) return 0;
  SCOPED(fmpz, rest);
  fmpz_mul_2exp(rest, r->a, 1);
  if (fmpz_cmp(rest, r->m) > 0) reflect(r);
  fmpz_cdiv_q(t, r->low, r->a);
  fmpz_mul(rest, t, r->a);
  if (fmpz_cmp(rest, r->high) <= 0) return 1;
  SCOPED_STRUCT(reach, next);
  fmpz_set(next.m, r->a);
  fmpz_mod(next.a, r->m, r->a);
  fmpz_neg(next.low, r->high), fmpz_mod(next.low, next.low, r->a);
  fmpz_neg(next.high, r->low), fmpz_mod(next.high, next.high, r->a);
  if (!first(t, &next)) return 0;
  fmpz_mul(t, t, r->m);
  fmpz_add(t, t, r->low);
  fmpz_cdiv_q(t, t, r->a);
  return 1;
}

/* The circle of a cell. */
struct steps {
  fmpz_t step, points, offset, width; /* 2 a, 2 b, o b, w */
};

static void steps_init(struct steps *c) {
  fmpz_init(c->step), fmpz_init(c->points), fmpz_init(c->offset), fmpz_init(c->width);
}

static void steps_clear(struct steps *c) {
  fmpz_clear(c->step), fmpz_clear(c->points), fmpz_clear(c->offset), fmpz_clear(c->width);
}

static void set_steps(struct steps *c, const struct tmd_problem *problem,
                      const struct tmd_cell *cell) {
  SCOPED(fmpq, rho);
  tmd_circle_slope(rho, problem, cell);
  fmpz_mul_2exp(c->step, fmpq_numref(rho), 1);
  fmpz_mul_2exp(c->points, fmpq_denref(rho), 1);
  if (tmd_problem_offset_half(problem)) fmpz_set(c->offset, fmpq_denref(rho));
  fmpz_sub_ui(c->width, c->points, 1);
  fmpz_fdiv_q_2exp(c->width, c->width, (ulong)tmd_problem_threshold(problem));
}

/* The least t >= 0 such that X + t is a case: 1, or 0 if there is none. The interval [-w, w] about
   0, moved to begin at 0 and seen from V(X). */
static int next_case(fmpz_t t, const struct steps *c, const fmpz_t X) {
  SCOPED_STRUCT(reach, r);
  SCOPED(fmpz, from);
  fmpz_mul(from, c->step, X);
  fmpz_sub(from, from, c->offset);
  fmpz_add(from, from, c->width);
  fmpz_mod(from, from, c->points);
  fmpz_mul_2exp(r.high, c->width, 1);
  fmpz_zero(t);
  if (fmpz_cmp(from, r.high) <= 0) return 1;
  fmpz_sub(r.low, c->points, from);
  fmpz_add(r.high, r.high, r.low);
  fmpz_set(r.a, c->step), fmpz_set(r.m, c->points);
  return first(t, &r);
}

void tmd_circle_claim(struct tmd_claim *claim, size_t most) {
  SCOPED_STRUCT(steps, c);
  SCOPED(fmpz, X, end, t);
  set_steps(&c, claim->problem, &claim->cell);
  claim->kind = TMD_CASE;
  claim->record_bytes = sizeof(struct tmd_case_record);
  if (fmpz_is_zero(c.width)) return;
  tmd_wide_to_fmpz(X, claim->X0 ? claim->X0 : 1);
  tmd_wide_to_fmpz(end, claim->X1);
  while (next_case(t, &c, X)) {
    fmpz_add(X, X, t);
    if (fmpz_cmp(X, end) >= 0) return;
    const tmd_u128 found = tmd_wide_from_fmpz(X);
    tmd_claim_candidate(claim, found);
    if (claim->record_count == most) {
      claim->X1 = found + 1;
      return;
    }
    fmpz_add_ui(X, X, 1);
  }
}
