/* Values of functions and expressions at the ends of formats, and where exp and its kin, their
   squares and powers leave the range of a format, of MPFR, or of sizes
   (lib/expression/ball/size.h): what tmd_correct_at claims against balls and MPFR's intervals of
   the tree as it was written, at growing precision; and the places that Arb's tree claims against
   these. test-extremes [SEED SECONDS]     random expressions at random extreme arguments, instead
 */
#include <math.h>
#include <time.h>

#include "lib/base/arb-helpers.h"
#include "lib/expression/interval/mpfr-interval.h"
#include "lib/problem/ordinal.h"
#include "lib/value/correct.h"
#include "tests/unit/expressions.h"
#include "tests/unit/random-expression.h"
#include "tests/unit/tap.h"

enum { BITS_LEAST = 100, BITS_MOST = 1600, END_BITS = 300, ARGUMENTS_MAX = 1000 };

static const char *const formats[] = {"binary16", "binary32", "binary64"};

/* One argument, and what is claimed and known there: intervals of f(x). */
struct point {
  const struct tmd_expression *e;
  struct tmd_checked checked;
  struct tmd_datum x;
  mpfr_t number; /* x */
  arb_t ball;    /* x */
};

struct counts {
  long points, by_balls, by_intervals, undecided, wrong;
};

/* ---- Intervals ---- */

/* (ordinal + eighths/8) units of the last place there; 2^(emax + 1) is the last ordinal. */
static void set_end(mpfr_t y, const struct tmd_format *out, tmd_u128 ordinal, int eighths) {
  const struct tmd_datum low = {TMD_DATUM_NUMBER, 0, ordinal},
                         high = {TMD_DATUM_NUMBER, 0, ordinal + 1};
  FLOATS(END_BITS, next);
  tmd_correct_argument(y, out, &low);
  if (high.ordinal == tmd_ordinal_infinite(out))
    mpfr_set_ui_2exp(next, 1, out->emax + 1, MPFR_RNDN);
  else tmd_correct_argument(next, out, &high);
  mpfr_sub(next, next, y, MPFR_RNDN);
  mpfr_mul_si(next, next, eighths, MPFR_RNDN);
  mpfr_div_2ui(next, next, 3, MPFR_RNDN);
  mpfr_add(y, y, next, MPFR_RNDN);
}

/* Where a number lies that is known as `below` and the bits after it. */
static void set_claimed(mpfr_t low, mpfr_t high, const struct tmd_correct *c,
                        const struct tmd_format *out) {
  if (c->beyond) {
    mpfr_set_ui_2exp(low, 1, out->emax + 1, MPFR_RNDN);
    mpfr_set_inf(high, 1);
  } else {
    set_end(low, out, c->below, c->eighths - c->eighths % 2);
    set_end(high, out, c->below, c->eighths + c->eighths % 2);
  }
  if (!c->sign) return;
  mpfr_neg(low, low, MPFR_RNDN), mpfr_neg(high, high, MPFR_RNDN);
  mpfr_swap(low, high);
}

/* 1 if a ball may have a number of [low, high]. */
static int meets(const arb_t ball, const mpfr_t low, const mpfr_t high) {
  SCOPED(arf, least, greatest, end);
  arf_set_mpfr(least, low), arf_set_mpfr(greatest, high);
  arb_get_lbound_arf(end, ball, 2 * BITS_MOST);
  if (arf_cmp(end, greatest) > 0) return 0;
  arb_get_ubound_arf(end, ball, 2 * BITS_MOST);
  return arf_cmp(end, least) >= 0;
}

/* ---- Comparisons ---- */

static void complain(struct counts *counts, const struct point *p, const char *what) {
  if (counts->wrong++ < 20)
    mpfr_printf("# %s at %Ra, %d bits: %s\n", p->e->text, p->number, p->checked.out.p, what);
}

/* A place against the value, which is in the ball, and not 0 unless that is exact. */
static int place_is_wrong(const struct tmd_place *place, const arb_t value) {
  long least, greatest;
  if (place->kind == TMD_PLACE_UNDECIDED) return 0;
  if (place->kind == TMD_PLACE_OUTSIDE) return 1;
  if (place->kind == TMD_PLACE_ZERO) return !arb_contains_zero(value);
  tmd_ball_log2_range(&least, &greatest, value, 64);
  return (place->sign ? arb_is_nonnegative(value) : arb_is_nonpositive(value)) ||
         (place->low > TMD_SIZE_NO_LOW && greatest < place->low) ||
         (place->high < TMD_SIZE_NO_HIGH && least >= place->high);
}

/* Functions of the table are not defined for all arguments where their series converges. */
static int in_domain(const struct point *p) {
  const struct tmd_function *f = p->e->is;
  return !f || (mpfr_cmp_d(p->number, f->least) >= 0 && mpfr_cmp_d(p->number, f->greatest) <= 0);
}

/* The claims against the value as a ball. */
static void compare_ball(struct counts *counts, const struct point *p,
                         const struct tmd_correct *c) {
  static const slong precisions[] = {30, 64, 256};
  SCOPED(arb, value);
  FLOATS(END_BITS, low, high);
  for (slong bits = BITS_LEAST; bits <= BITS_MOST; bits *= 4) {
    tmd_node_value(p->e->written, value, p->ball, bits);
    if (arb_is_exact(value) || arb_rel_accuracy_bits(value) >= END_BITS) break;
  }
  if (!arb_is_finite(value) || !in_domain(p)) return;
  counts->by_balls++;
  for (size_t i = 0; i < sizeof precisions / sizeof *precisions; i++) {
    const struct tmd_place place = tmd_expression_place_on(p->e, p->ball, precisions[i]);
    if (place_is_wrong(&place, value)) complain(counts, p, "place on a ball");
  }
  const struct tmd_place place = tmd_expression_place_by_mpfr(p->e, p->number);
  if (place_is_wrong(&place, value)) complain(counts, p, "place by MPFR");
  if (c->kind == TMD_CORRECT_NAN || c->kind == TMD_CORRECT_INFINITE)
    complain(counts, p, "not finite, but it is on balls");
  if (c->kind != TMD_CORRECT_NUMBER) return;
  set_claimed(low, high, c, &p->checked.out);
  if (!meets(value, low, high)) complain(counts, p, "the claim, by balls");
}

/* The claim against the value as an interval. */
static void compare_interval(struct counts *counts, const struct point *p,
                             const struct tmd_correct *c) {
  FLOATS(END_BITS, low, high);
  SCOPED_STRUCT(tmd_interval, y);
  for (slong bits = BITS_LEAST; bits <= BITS_MOST; bits *= 4) {
    tmd_expression_interval(p->e, &y, p->number, bits);
    if (y.defined == TMD_UNDEFINED || (y.defined == TMD_DEFINED && (y.rational || y.log))) break;
  }
  const int finite = c->kind == TMD_CORRECT_NUMBER || c->kind == TMD_CORRECT_UNDECIDED,
            defined = y.defined == TMD_DEFINED;
  counts->by_intervals += defined;
  if (y.defined == TMD_UNDEFINED ? finite : defined && !finite)
    complain(counts, p, "finite or not, by intervals");
  if (defined && c->kind == TMD_CORRECT_NUMBER) {
    set_claimed(low, high, c, &p->checked.out);
    if (mpfr_greater_p(y.low, high) || mpfr_greater_p(low, y.high))
      complain(counts, p, "the claim, by intervals");
  }
}

static void compare(struct counts *counts, const struct point *p) {
  struct tmd_correct c;
  struct tmd_place place;
  tmd_correct_at(&c, &p->checked, &p->x);
  counts->points++;
  counts->undecided += c.kind == TMD_CORRECT_UNDECIDED;
  if (tmd_function_place_certain(p->checked.function, p->number, &place))
    complain(counts, p, "MPFR and Arb contradict each other");
  compare_ball(counts, p, &c);
  compare_interval(counts, p, &c);
}

/* ---- Arguments ---- */

struct arguments {
  struct tmd_format format;
  int count;
  struct tmd_datum x[ARGUMENTS_MAX];
};

static void add(struct arguments *a, tmd_u128 ordinal) {
  for (int sign = 0; sign < 2 && a->count < ARGUMENTS_MAX; sign++)
    a->x[a->count++] = (struct tmd_datum){TMD_DATUM_NUMBER, sign, ordinal};
}

/* The number below v > 0, and the next one. */
static void add_near(struct arguments *a, double v) {
  const struct tmd_format *f = &a->format;
  const int e = v > 0 ? ilogb(v) : 0, least = e < f->emin ? f->emin : e;
  if (!(v > 0) || e > f->emax || e < f->emin - f->p + 1) return;
  const tmd_u128 ordinal =
      tmd_argument_ordinal(f, least, (tmd_u128)floor(ldexp(v, f->p - 1 - least)));
  add(a, ordinal);
  if (ordinal + 1 < tmd_ordinal_infinite(f)) add(a, ordinal + 1);
}

/* The first are the ends of the format. */
enum { ENDS = 16 };
static void fill(struct arguments *a, const char *name) {
  /* log2 of the ends of ranges: formats, sizes, MPFR */
  static const double ranges[] = {16, 24, 128, 149, 1024, 1074, 0x1p40, 0x1p62};
  a->count = 0;
  tmd_format_parse(&a->format, name);
  const tmd_u128 infinite = tmd_ordinal_infinite(&a->format),
                 binade = (tmd_u128)1 << (a->format.p - 1);
  const tmd_u128 ends[ENDS / 2] = {0,           1, 2, binade - 1, binade, binade + 1, infinite - 2,
                                   infinite - 1};
  for (int i = 0; i < ENDS / 2; i++) add(a, ends[i]);
  add_near(a, 1);
  for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
    const double r = ranges[i], v[] = {r,
                                       r * M_LN2,
                                       r * M_LN2 / M_LN10,
                                       sqrt(r),
                                       sqrt(r * M_LN2),
                                       sqrt(2 * r * M_LN2),
                                       1 / r,
                                       r * M_LN2 / 2,
                                       exp2(r / 2),
                                       exp2(-r / 2),
                                       exp2(r / 3),
                                       exp2(-r / 3)};
    for (size_t k = 0; k < sizeof v / sizeof *v; k++) add_near(a, v[k]);
  }
}

static void set_point(struct point *p, const struct arguments *a, int i) {
  p->x = a->x[i];
  p->checked.in = p->checked.out = a->format;
  tmd_correct_argument(p->number, &a->format, &p->x);
  arf_set_mpfr(arb_midref(p->ball), p->number);
}

/* ---- Functions ---- */

static struct arguments arguments[sizeof formats / sizeof *formats];

/* At the ends of each format, and at some of the other arguments: `every` is the distance. */
static void compare_text(struct counts *counts, const char *text, int every) {
  static unsigned first;
  struct point p = {.e = tmd_expression_parse(text)};
  if (!p.e) {
    printf("# %s: %s\n", text, tmd_error_text());
    counts->wrong++;
    return;
  }
  p.checked.function = tmd_resolve(text);
  mpfr_init2(p.number, 128), arb_init(p.ball);
  for (size_t k = 0; k < sizeof formats / sizeof *formats; k++) {
    const struct arguments *a = arguments + k;
    first++;
    for (int i = 0; i < a->count; i++)
      if (i < ENDS || i % every == (int)(first % (unsigned)every))
        set_point(&p, a, i), compare(counts, &p);
  }
  mpfr_clear(p.number), arb_clear(p.ball);
  EXPRESSION *e = (struct tmd_expression *)p.e;
}

static void report(const struct counts *c, const char *what, int enough) {
  tap_ok(c->wrong == 0 && enough,
         "%s: %ld arguments, %ld balls, %ld intervals, %ld claims undecided", what, c->points,
         c->by_balls, c->by_intervals, c->undecided);
}

static void test_functions(void) {
  static const char *const of_families[] = {"rootn(x,3)", "rootn(x,-2)",   "pown(x,3)",
                                            "pown(x,-3)", "compound(x,7)", "compound(x,-3)"};
  struct counts counts = {0};
  char text[64];
  const struct tmd_function *f;
  for (int i = 0; (f = tmd_function_entry(i)); i++)
    snprintf(text, sizeof text, "%s(x)", f->name), compare_text(&counts, text, 13);
  for (size_t i = 0; i < sizeof of_families / sizeof *of_families; i++)
    compare_text(&counts, of_families[i], 13);
  report(&counts, "functions", counts.by_balls > 1000 && counts.undecided == 0);
}

static void test_named(void) {
  struct counts counts = {0};
  for (int i = 0; tmd_named_entry(i); i++) {
    char text[64];
    snprintf(text, sizeof text, "%s(x)", tmd_named_entry(i)->name);
    compare_text(&counts, text, 4);
  }
  report(&counts, "expressions with a name", counts.by_balls > 1000);
}

static void test_expressions(void) {
  struct counts counts = {0};
  char line[TMD_FUNCTION_MAX_BYTES];
  FILE *file = fopen("tests/expressions.txt", "r");
  while (file && fgets(line, sizeof line, file)) {
    line[strcspn(line, "\t\n")] = 0;
    if (*line && *line != '#') compare_text(&counts, line, 61);
  }
  if (file) fclose(file);
  report(&counts, "tests/expressions.txt", counts.by_balls > 1000);
}

static void attack(unsigned seed, long seconds) {
  struct counts counts = {0};
  char text[4096];
  const time_t end = time(NULL) + seconds;
  test_random_state = seed;
  while (time(NULL) < end) {
    random_expression(text, 1 + (int)(test_random() % 3), test_random() % 2 ? CHOICES : CANCELLING);
    if (strlen(text) < 100) compare_text(&counts, text, 101);
  }
  report(&counts, "random expressions", counts.points > 0);
}

int main(int argc, char **argv) {
  mpfr_set_emin(mpfr_get_emin_min());
  mpfr_set_emax(mpfr_get_emax_max());
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) fill(arguments + i, formats[i]);
  if (argc == 3) {
    attack((unsigned)atol(argv[1]), atol(argv[2]));
    return tap_done();
  }
  test_functions();
  test_named();
  test_expressions();
  return tap_done();
}
