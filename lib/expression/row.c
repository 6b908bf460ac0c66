/* Functions of pairs, and their rows: functions of x alone, at one y. */
#include <stdlib.h>
#include <string.h>

#include "lib/base/arb-helpers.h"
#include "lib/base/error.h"
#include "lib/expression/tree/node.h"

/* ---- Functions of pairs ---- */

static void no_series(const struct tmd_function *f, arb_poly_t y, const arb_t x, slong len,
                      slong prec) {
  (void)f, (void)x, (void)prec;
  arb_poly_fit_length(y, len);
  _arb_vec_indeterminate(y->coeffs, len);
  _arb_poly_set_length(y, len);
}
static int not_rounded(const struct tmd_function *f, mpfr_t y, const mpfr_t x, mpfr_rnd_t round) {
  (void)f, (void)x, (void)round;
  mpfr_set_nan(y);
  mpfr_set_nanflag();
  mpfr_set_erangeflag();
  return 0;
}
static int not_within(const struct tmd_function *f, mpfr_t y, struct tmd_enclosure *enclosure,
                      const mpfr_t x, mpfr_rnd_t round, mpfr_prec_t most) {
  (void)most;
  if (enclosure) mpfr_set_nan(enclosure->low), mpfr_set_nan(enclosure->high);
  return not_rounded(f, y, x, round);
}
static struct tmd_place no_place(const struct tmd_function *f, const mpfr_t x) {
  (void)f, (void)x;
  return (struct tmd_place){.kind = TMD_PLACE_UNDECIDED};
}
static int no_steps(const struct tmd_function *f, struct tmd_quick *quick) {
  (void)f, (void)quick;
  return -1;
}

const struct tmd_methods tmd_methods_of_pairs = {.series = no_series,
                                                 .jet = no_series,
                                                 .mpfr = not_rounded,
                                                 .mpfr_within = not_within,
                                                 .place = no_place,
                                                 .place_by_other = no_place,
                                                 .steps = no_steps,
                                                 .limits_at_infinity = 1,
                                                 .bits_max = TMD_EXPRESSION_BITS_MAX,
                                                 .evaluations = 1,
                                                 .cell_ns = 1};

void tmd_pairs_series(const struct tmd_function *pairs, arb_poly_t f, const arb_srcptr point[2],
                      const arb_srcptr slope[2], slong len, slong prec) {
  const struct tmd_pair_line line = {point[1], slope[0], slope[1]};
  tmd_node_series(pairs->expression->written, f, &(struct tmd_along){point[0], &line}, len, prec);
}

/* ---- Rows ---- */

struct made_row {
  struct tmd_function function; /* first */
  struct tmd_expression *expression;
  struct tmd_member *members;
  char name[];
};

static struct tmd_function family_member(enum tmd_function_id id, long n) {
  struct tmd_function member;
  const struct tmd_family *family = tmd_function_family(0);
  for (int i = 0; tmd_family_id(family) != id;) family = tmd_function_family(++i);
  tmd_family_member_set(&member, family, family->name, n);
  return member;
}

/* 1 if x^r is a function of the table, or a member of a family: on the same domain. */
static int power_function(struct tmd_function *f, const fmpq_t r) {
  const fmpz *over = fmpq_numref(r), *under = fmpq_denref(r);
  const fmpz most = TMD_FAMILY_PARAMETER_MOST;
  if (fmpq_is_one(r)) *f = tmd_identity;
  else if (fmpz_is_one(under) && !fmpz_is_zero(over) && fmpz_cmpabs(over, &most) <= 0)
    *f = family_member(TMD_FN_pown, fmpz_get_si(over));
  else if (fmpz_is_pm1(over) && fmpz_equal_si(under, 2))
    *f = tmd_functions[fmpz_is_one(over) ? TMD_FN_sqrt : TMD_FN_rsqrt];
  else if (fmpz_is_pm1(over) && fmpz_is_even(under) && fmpz_cmp(under, &most) <= 0)
    *f = family_member(TMD_FN_rootn, fmpz_get_si(over) * fmpz_get_si(under));
  else return 0;
  return 1;
}

/* 1 if the tree is a function that is no expression. */
static int plain_function(struct tmd_function *f, const struct tmd_node *node) {
  if (node->kind == TMD_NODE_VARIABLE) {
    *f = tmd_identity;
    return 1;
  }
  if (!node->left || node->left->kind != TMD_NODE_VARIABLE) return 0;
  if (node->kind == TMD_NODE_APPLY) *f = *node->function;
  return node->kind == TMD_NODE_APPLY ||
         (node->kind == TMD_NODE_POWER && power_function(f, node->value));
}

/* The name for messages: that of the pairs, if it is too long with the number. */
static struct made_row *make_row(const struct tmd_function *pairs, const fmpq_t y) {
  char text[TMD_FUNCTION_MAX_BYTES];
  const char *name =
      tmd_node_print_row(text, pairs->expression->read, y) ? text : pairs->expression->text;
  struct made_row *row = tmd_allocate(sizeof *row + strlen(name) + 1);
  row->expression = NULL, row->members = NULL;
  strcpy(row->name, name);
  return row;
}

static void release(struct made_row *row) {
  if (row->expression) tmd_expression_clear(row->expression);
  tmd_members_release(row->members);
  free(row);
}

struct tmd_function *tmd_row_function(const struct tmd_function *pairs, mpq_srcptr y) {
  SCOPED(fmpq, number);
  fmpq_set_mpq(number, y);
  struct made_row *row = make_row(pairs, number);
  struct tmd_node *written = tmd_node_define_row(pairs->expression->read, number, &row->members);
  if (!written) {
    release(row);
    return NULL;
  }
  if (plain_function(&row->function, written)) {
    tmd_node_release(written);
  } else {
    row->expression = tmd_expression_of(written);
    if (!plain_function(&row->function, row->expression->root))
      row->function = tmd_expression_function(row->name, row->expression);
  }
  row->function.name = row->name;
  return &row->function;
}

void tmd_row_function_free(struct tmd_function *function) {
  if (function) release((struct made_row *)function);
}
