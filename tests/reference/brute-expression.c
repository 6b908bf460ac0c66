/* brute-expression: a confirmed stream of an expression on standard input against its arguments, as
   brute-force does for functions. A few expressions are written out here by hand, in MPFR with
   Ziv's rounding test, so that the last argument is compared; all others are left to formula.h, and
   those arguments where it does not find the value are counted only. Parser and evaluator of lib/
   have no part in it.

     tmd-search 'sin(x)/x' -o s.tmd ...; brute-expression [--random N] < s.tmd

   Every argument, or N random ones and all cases. What the stream leaves undecided is counted. Exit
   1 at any difference. */
#include "lib/base/error.h"
#include "lib/stream/stream.h"
#include "tests/reference/formula.h"
#include "tests/unit/random.h"

/* f at x to about prec bits: the result's error is at most 2^(-prec + 8) relative, if cancellation
   did not eat it. */
typedef void approximation(mpfr_t y, const mpfr_t x);

/* exp(-x^2/2): the argument exact (2 p bits), so that nothing is lost. */
static void gauss(mpfr_t y, const mpfr_t x) {
  mpfr_t square;
  mpfr_init2(square, 512);
  mpfr_sqr(square, x, MPFR_RNDN);
  mpfr_div_2ui(square, square, 1, MPFR_RNDN);
  mpfr_neg(square, square, MPFR_RNDN);
  mpfr_exp(y, square, MPFR_RNDN);
  mpfr_clear(square);
}

static void sinc(mpfr_t y, const mpfr_t x) {
  mpfr_sin(y, x, MPFR_RNDN);
  mpfr_div(y, y, x, MPFR_RNDN);
}

static void entropy(mpfr_t y, const mpfr_t x) {
  mpfr_log(y, x, MPFR_RNDN);
  mpfr_mul(y, y, x, MPFR_RNDN);
}

/* log(1 + exp x) = max(x, 0) + log1p(exp(-|x|)) */
static void softplus(mpfr_t y, const mpfr_t x) {
  mpfr_abs(y, x, MPFR_RNDN);
  mpfr_neg(y, y, MPFR_RNDN);
  mpfr_exp(y, y, MPFR_RNDN);
  mpfr_log1p(y, y, MPFR_RNDN);
  if (mpfr_sgn(x) <= 0) return;
  mpfr_clear_flags(); /* beside x, what has underflowed is nothing */
  mpfr_add(y, y, x, MPFR_RNDN);
}

/* Three with a slope that is infinite at 0, where they have values. */
static void pi_and_root(mpfr_t y, const mpfr_t x) { /* pi+sqrt(x) */
  mpfr_t pi;
  mpfr_init2(pi, mpfr_get_prec(y));
  mpfr_const_pi(pi, MPFR_RNDN);
  mpfr_sqrt(y, x, MPFR_RNDN);
  mpfr_add(y, y, pi, MPFR_RNDN);
  mpfr_clear(pi);
}

static void exp_of_root(mpfr_t y, const mpfr_t x) { /* exp(1+sqrt(x)): the sum is below 2^4 */
  mpfr_sqrt(y, x, MPFR_RNDN);
  mpfr_add_ui(y, y, 1, MPFR_RNDN);
  mpfr_exp(y, y, MPFR_RNDN);
}

static void atan_of_root(mpfr_t y, const mpfr_t x) { /* atan(cosh(sqrt(x))) */
  mpfr_sqrt(y, x, MPFR_RNDN);
  mpfr_cosh(y, y, MPFR_RNDN);
  mpfr_atan(y, y, MPFR_RNDN);
}

/* rootn((x+1/3)^3,3) = (3 x + 1)/3, the dividend exact, which no dyadic number is */
static void third_more(mpfr_t y, const mpfr_t x) {
  mpfr_mul_ui(y, x, 3, MPFR_RNDN);
  mpfr_add_ui(y, y, 1, MPFR_RNDN);
  mpfr_div_ui(y, y, 3, MPFR_RNDN);
}

static void
bend(mpfr_t y,
     const mpfr_t x) { /* abs(x-1/3)+1, exact numbers: |3 x - 1| + 3, but for the last division */
  mpfr_mul_ui(y, x, 3, MPFR_RNDN);
  mpfr_sub_ui(y, y, 1, MPFR_RNDN);
  if (mpfr_sgn(y) < 0) mpfr_neg(y, y, MPFR_RNDN);
  mpfr_add_ui(y, y, 3, MPFR_RNDN);
  mpfr_div_ui(y, y, 3, MPFR_RNDN);
}

/* ---- With choices: where no operation was inexact (MPFR's flag), the value is exact ---- */

static void side(mpfr_t y, const mpfr_t x) { /* x<0?exp(x):log(x+1) */
  if (mpfr_sgn(x) < 0) mpfr_exp(y, x, MPFR_RNDN);
  else mpfr_log1p(y, x, MPFR_RNDN);
}

static void leaky(mpfr_t y, const mpfr_t x) { /* max(x,0.1*x) */
  if (mpfr_sgn(x) >= 0) mpfr_set(y, x, MPFR_RNDN);
  else mpfr_div_ui(y, x, 10, MPFR_RNDN);
}

static void jump_at_one(mpfr_t y, const mpfr_t x) { /* x<=1?x:x^2+0.5 */
  if (mpfr_cmp_ui(x, 1) <= 0) {
    mpfr_set(y, x, MPFR_RNDN);
  } else {
    mpfr_sqr(y, x, MPFR_RNDN);
    mpfr_add_d(y, y, 0.5, MPFR_RNDN);
  }
}

static void jump_at_third(mpfr_t y, const mpfr_t x) { /* x<1/3?sin(x):cos(x) */
  mpfr_t three;
  mpfr_init2(three, 160);
  mpfr_mul_ui(three, x, 3, MPFR_RNDN);
  const int less = mpfr_cmp_ui(three, 1) < 0;
  mpfr_clear(three);
  if (less) mpfr_sin(y, x, MPFR_RNDN);
  else mpfr_cos(y, x, MPFR_RNDN);
}

static void capped(mpfr_t y, const mpfr_t x) { /* min(exp(x),1) */
  if (mpfr_sgn(x) >= 0) mpfr_set_ui(y, 1, MPFR_RNDN);
  else mpfr_exp(y, x, MPFR_RNDN);
}

static void relu_six(mpfr_t y, const mpfr_t x) { /* min(max(x,0),6) */
  mpfr_set(y, x, MPFR_RNDN);
  if (mpfr_sgn(x) <= 0) mpfr_set_zero(y, 1);
  if (mpfr_cmp_ui(x, 6) > 0) mpfr_set_ui(y, 6, MPFR_RNDN);
}

static void lone_point(mpfr_t y, const mpfr_t x) { /* x==2?5:exp(x) */
  if (mpfr_cmp_ui(x, 2) == 0) mpfr_set_ui(y, 5, MPFR_RNDN);
  else mpfr_exp(y, x, MPFR_RNDN);
}

static void filled_pole(mpfr_t y, const mpfr_t x) { /* x!=0?1/x:3 */
  if (mpfr_zero_p(x)) mpfr_set_ui(y, 3, MPFR_RNDN);
  else mpfr_ui_div(y, 1, x, MPFR_RNDN);
}

static void sign(mpfr_t y, const mpfr_t x) {
  mpfr_set_si(y, mpfr_sgn(x), MPFR_RNDN);
} /* x<0?-1:x>0?1:0 */

static void nested(mpfr_t y, const mpfr_t x) { /* x<0?x/3:x>1?1/x:x^3 */
  if (mpfr_sgn(x) < 0) mpfr_div_ui(y, x, 3, MPFR_RNDN);
  else if (mpfr_cmp_ui(x, 1) > 0) mpfr_ui_div(y, 1, x, MPFR_RNDN);
  else mpfr_pow_ui(y, x, 3, MPFR_RNDN);
}

static void hard_sigmoid(mpfr_t y, const mpfr_t x) { /* max(0,min(1,(x+3)/6)) */
  mpfr_t sum;
  mpfr_init2(sum, 512);
  mpfr_add_ui(sum, x, 3, MPFR_RNDN);
  mpfr_div_ui(y, sum, 6, MPFR_RNDN);
  const int low = mpfr_cmp_si(x, -3) <= 0, high = mpfr_cmp_ui(x, 3) >= 0;
  if (low || high) {
    mpfr_clear_flags();
    mpfr_set_ui(y, (unsigned)high, MPFR_RNDN);
  }
  mpfr_clear(sum);
}

static void hard_swish(mpfr_t y, const mpfr_t x) { /* x*max(0,min(1,(x+3)/6)), as x (x + 3)/6 */
  mpfr_t product;
  mpfr_init2(product, 512);
  mpfr_add_ui(product, x, 3, MPFR_RNDN);
  mpfr_mul(product, product, x, MPFR_RNDN);
  mpfr_div_ui(y, product, 6, MPFR_RNDN);
  const int low = mpfr_cmp_si(x, -3) <= 0, high = mpfr_cmp_ui(x, 3) >= 0;
  if (low || high) mpfr_clear_flags();
  if (low) mpfr_set_zero(y, 1);
  else if (high) mpfr_set(y, x, MPFR_RNDN);
  mpfr_clear(product);
}

static void elu(mpfr_t y, const mpfr_t x) { /* x>0?x:exp(x)-1 */
  if (mpfr_sgn(x) > 0) mpfr_set(y, x, MPFR_RNDN);
  else mpfr_expm1(y, x, MPFR_RNDN);
}

static void root_of_two(mpfr_t y, const mpfr_t x) { /* x^2<2?exp(x):-exp(-x) */
  mpfr_t square;
  mpfr_init2(square, 256);
  mpfr_sqr(square, x, MPFR_RNDN);
  const int less = mpfr_cmp_ui(square, 2) < 0;
  mpfr_neg(square, x, MPFR_RNDN);
  mpfr_exp(y, less ? x : square, MPFR_RNDN);
  if (!less) mpfr_neg(y, y, MPFR_RNDN);
  mpfr_clear(square);
}

static void waves(mpfr_t y, const mpfr_t x) { /* sin(x)<0?x+1/8:2*x */
  mpfr_sin(y, x, MPFR_RNDN);
  const int negative = mpfr_sgn(y) < 0;
  mpfr_clear_flags();
  if (negative) mpfr_add_d(y, x, 0.125, MPFR_RNDN);
  else mpfr_mul_2ui(y, x, 1, MPFR_RNDN);
}

static void at_eight(mpfr_t y, const mpfr_t x) { /* log2(x)<=3?exp(x):1/x */
  if (mpfr_cmp_ui(x, 8) <= 0) mpfr_exp(y, x, MPFR_RNDN);
  else mpfr_ui_div(y, 1, x, MPFR_RNDN);
}

static void on_an_interval(mpfr_t y, const mpfr_t x) { /* abs(x)<=0.5?atan(x):1/x */
  if (mpfr_cmp_d(x, -0.5) >= 0 && mpfr_cmp_d(x, 0.5) <= 0) mpfr_atan(y, x, MPFR_RNDN);
  else mpfr_ui_div(y, 1, x, MPFR_RNDN);
}

static void factor(mpfr_t y, const mpfr_t x) { /* (x<1?2:3)*exp(x) */
  mpfr_exp(y, x, MPFR_RNDN);
  mpfr_mul_ui(y, y, mpfr_cmp_ui(x, 1) < 0 ? 2 : 3, MPFR_RNDN);
}

static void even_exp(mpfr_t y, const mpfr_t x) { /* exp(x<0?-x:x) */
  mpfr_abs(y, x, MPFR_RNDN);
  mpfr_exp(y, y, MPFR_RNDN);
}

static void crossing(mpfr_t y, const mpfr_t x) { /* min(x^2,exp(x)): below -0.7034... */
  mpfr_t square;
  mpfr_init2(square, 256);
  mpfr_sqr(square, x, MPFR_RNDN);
  mpfr_exp(y, x, MPFR_RNDN);
  if (mpfr_less_p(square, y)) {
    mpfr_clear_flags();
    mpfr_set(y, square, MPFR_RNDN);
  }
  mpfr_clear(square);
}

static void signed_root(mpfr_t y, const mpfr_t x) { /* x>=0?sqrt(x):-sqrt(-x) */
  mpfr_abs(y, x, MPFR_RNDN);
  mpfr_sqrt(y, y, MPFR_RNDN);
  if (mpfr_sgn(x) < 0) mpfr_neg(y, y, MPFR_RNDN);
}

static void least_numbers(mpfr_t y, const mpfr_t x) { /* abs(x)<2^-14?x+1:x-1 */
  if (mpfr_cmp_d(x, -0x1p-14) > 0 && mpfr_cmp_d(x, 0x1p-14) < 0) mpfr_add_ui(y, x, 1, MPFR_RNDN);
  else mpfr_sub_ui(y, x, 1, MPFR_RNDN);
}

static void tested_test(mpfr_t y, const mpfr_t x) { /* (x<0?x+1:x-2)>=0?exp2(x):cbrt(x) */
  if ((mpfr_sgn(x) < 0 && mpfr_cmp_si(x, -1) >= 0) || mpfr_cmp_ui(x, 2) >= 0)
    mpfr_exp2(y, x, MPFR_RNDN);
  else mpfr_cbrt(y, x, MPFR_RNDN);
}

static void filled_sinc(mpfr_t y, const mpfr_t x) { /* sinc */
  if (mpfr_zero_p(x)) mpfr_set_ui(y, 1, MPFR_RNDN);
  else sinc(y, x);
}

static void own_power(mpfr_t y, const mpfr_t x) { mpfr_pow(y, x, x, MPFR_RNDN); } /* x^x */

static const struct {
  const char *text;
  approximation *value;
} choices[] = {{"x<0?exp(x):log(x+1)", side},
               {"max(x,0.1*x)", leaky},
               {"x<=1?x:x^2+0.5", jump_at_one},
               {"x<1/3?sin(x):cos(x)", jump_at_third},
               {"min(exp(x),1)", capped},
               {"min(max(x,0),6)", relu_six},
               {"x==2?5:exp(x)", lone_point},
               {"x!=0?1/x:3", filled_pole},
               {"x<0?-1:x>0?1:0", sign},
               {"x<0?x/3:x>1?1/x:x^3", nested},
               {"max(0,min(1,(x+3)/6))", hard_sigmoid},
               {"x*max(0,min(1,(x+3)/6))", hard_swish},
               {"x>0?x:exp(x)-1", elu},
               {"x^2<2?exp(x):-exp(-x)", root_of_two},
               {"sin(x)<0?x+1/8:2*x", waves},
               {"log2(x)<=3?exp(x):1/x", at_eight},
               {"abs(x)<=0.5?atan(x):1/x", on_an_interval},
               {"(x<1?2:3)*exp(x)", factor},
               {"exp(x<0?-x:x)", even_exp},
               {"min(x^2,exp(x))", crossing},
               {"x>=0?sqrt(x):-sqrt(-x)", signed_root},
               {"abs(x)<2^-14?x+1:x-1", least_numbers},
               {"(x<0?x+1:x-2)>=0?exp2(x):cbrt(x)", tested_test},
               {"sinc", filled_sinc},
               {"x^x", own_power}};
enum { CHOICES = sizeof choices / sizeof *choices };

static const struct {
  const char *text;
  approximation *value;
  int not_negative; /* x >= 0 only */
} expressions[] = {{"exp(-x^2/2)", gauss, 0},
                   {"sin(x)/x", sinc, 0},
                   {"x*log(x)", entropy, 0},
                   {"log(1+exp(x))", softplus, 0},
                   {"pi+sqrt(x)", pi_and_root, 1},
                   {"exp(1+sqrt(x))", exp_of_root, 1},
                   {"atan(cosh(sqrt(x)))", atan_of_root, 1},
                   {"rootn((x+1/3)^3,3)", third_more, 0},
                   {"abs(x-1/3)+1", bend, 0}};
enum { EXPRESSIONS = sizeof expressions / sizeof *expressions };
static approximation *value_of;
static int not_negative, by_choice;
static const struct formula *formula; /* where value_of is NULL */

/* Exact values: exp(0) = 1, 0 log 1 = 0; by Lindemann's theorem there are no others, and
   log(1+exp(x)) has none. */
static int exact_value(mpfr_t y, const mpfr_t x) {
  if (value_of == gauss && mpfr_zero_p(x)) mpfr_set_ui(y, 1, MPFR_RNDN);
  else if (value_of == entropy && mpfr_cmp_ui(x, 1) == 0) mpfr_set_zero(y, 1);
  else return 0;
  return 1;
}

/* Correctly rounded toward zero, ternary and flags included: what reference.h takes a function to
   be. */
static int rounded(mpfr_t y, const mpfr_t x, mpfr_rnd_t round) {
  if (formula) return formula_round(y, formula, x, round);
  const int outside =
      (by_choice && (value_of == own_power || value_of == at_eight) && mpfr_sgn(x) <= 0) ||
      (value_of == sinc && mpfr_zero_p(x)) || (value_of == entropy && mpfr_sgn(x) <= 0) ||
      (not_negative && mpfr_sgn(x) < 0);
  if (outside) {
    mpfr_set_nan(y);
    return 0;
  }
  if (exact_value(y, x)) return 0;
  mpfr_t approximate;
  mpfr_init2(approximate, mpfr_get_prec(y) + 64);
  for (;;) {
    const mpfr_prec_t prec = mpfr_get_prec(approximate);
    mpfr_clear_flags();
    value_of(approximate, x);
    if (by_choice && !mpfr_inexflag_p()) {
      const int ternary = mpfr_set(y, approximate, round);
      mpfr_clear(approximate);
      return ternary;
    }
    if (mpfr_overflow_p() || mpfr_underflow_p()) break;
    if (mpfr_can_round(approximate, prec - 10, MPFR_RNDN, round, mpfr_get_prec(y))) break;
    /* f so near to a number that no precision separates them soon: f(x) - x for x large, 1 - f(x)
       for x small; which side is known */
    if (prec > 4096 || (value_of == softplus && mpfr_cmp_si(x, prec) > 0)) {
      mpfr_set(approximate, approximate, MPFR_RNDN);
      const int above = value_of == softplus;
      mpfr_prec_round(approximate, 64 < mpfr_min_prec(x) ? mpfr_min_prec(x) : 64, MPFR_RNDN);
      mpfr_prec_round(approximate, prec, MPFR_RNDN);
      if (above == (mpfr_sgn(approximate) > 0)) mpfr_nextabove(approximate);
      else mpfr_nextbelow(approximate);
      break;
    }
    mpfr_set_prec(approximate, 2 * prec);
  }
  const mpfr_flags_t flags = mpfr_flags_save();
  mpfr_set(y, approximate, round);
  mpfr_flags_restore(flags, MPFR_FLAGS_ALL);
  mpfr_clear(approximate);
  return 1;
}

static const struct ref_function function = {.mpfr = rounded};
static struct tmd_problem problem;

/* Arguments by |x|, as in brute-force. */
struct segment {
  uint64_t from, to;
  int sign;
  struct tmd_cell cell;
  struct tmd_region_record region; /* reason 0: searched */
  struct tmd_case_record *cases;
  size_t case_count;
};
static struct segment *segments;
static size_t segment_count;
static unsigned long long arguments, cases, differences, unknown, undecided;

static uint64_t number_of(int e_in, tmd_u128 X) {
  return (uint64_t)X + ((uint64_t)(e_in - problem.in.emin) << (problem.in.p - 1));
}

static void add_segment(const struct tmd_claim *claim, tmd_u128 X0, tmd_u128 X1,
                        const struct tmd_region_record *region) {
  if ((segment_count & (segment_count - 1)) == 0)
    segments = tmd_reallocate(segments, (segment_count ? 2 * segment_count : 1) * sizeof *segments);
  struct segment *s = segments + segment_count++;
  *s = (struct segment){.from = number_of(claim->cell.e_in, X0),
                        .to = number_of(claim->cell.e_in, X1),
                        .sign = claim->cell.sign_x,
                        .cell = claim->cell};
  if (region) s->region = *region;
  if (region) return;
  s->case_count = claim->record_count;
  s->cases = tmd_allocate(claim->record_count * claim->record_bytes + 1);
  memcpy(s->cases, claim->records, claim->record_count * claim->record_bytes);
}

static void unfit(const char *what) {
  fprintf(stderr, "brute-expression: %s\n", what);
  exit(2);
}

static void read_stream(void) {
  struct tmd_reader *reader = tmd_reader_open(stdin, "standard input", 0);
  struct tmd_claim *claim;
  int got;
  while ((got = tmd_reader_next(reader, &claim)) > 0) {
    problem = *claim->problem;
    if (claim->kind == TMD_POLY) unfit("a poly claim: nothing is confirmed");
    if (claim->kind == TMD_CASE) add_segment(claim, claim->X0, claim->X1, NULL);
    for (size_t i = 0; claim->kind == TMD_REGION && i < claim->record_count; i++) {
      const struct tmd_region_record *r = tmd_claim_record(claim, i);
      add_segment(claim, tmd_wide_load(r->Xa), tmd_wide_load(r->Xb), r);
    }
  }
  if (got < 0) unfit(tmd_error_text());
  if (!segment_count) unfit("an empty stream");
  tmd_reader_close(reader);
}

static int by_number(const void *a, const void *b) {
  const struct segment *x = a, *y = b;
  if (x->sign != y->sign) return x->sign - y->sign;
  return x->from < y->from ? -1 : x->from > y->from;
}

/* The segment that has the argument, or NULL. */
static const struct segment *find_segment(int sign, uint64_t number) {
  size_t low = 0, high = segment_count;
  while (low < high) { /* the first segment behind the argument */
    const size_t middle = (low + high) / 2;
    const struct segment *s = segments + middle;
    if (s->sign < sign || (s->sign == sign && s->from <= number)) low = middle + 1;
    else high = middle;
  }
  const struct segment *s = low ? segments + low - 1 : NULL;
  return s && s->sign == sign && number < s->to ? s : NULL;
}

static const struct tmd_case_record *find_case(const struct segment *s, tmd_u128 X) {
  size_t low = 0, high = s->case_count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (tmd_wide_load(s->cases[middle].X) < X) low = middle + 1;
    else high = middle;
  }
  return low < s->case_count && tmd_wide_load(s->cases[low].X) == X ? s->cases + low : NULL;
}

static const char *check_case(const struct ref *r, const struct tmd_case_record *c) {
  if (!r->hard) return c ? "a record, but no case" : NULL;
  if (!c) return "a case, but no record";
  if (!(c->flags & TMD_CASE_CONFIRMED)) return "record not confirmed";
  if (r->unresolved ? c->hardness < r->hardness : c->hardness != r->hardness)
    return "another hardness";
  if (!(c->flags & TMD_CASE_EXACT) != (r->hardness != REF_EXACT)) return "exactness";
  if (!(c->flags & TMD_CASE_MIDPOINT) != !r->midpoint) return "number or midpoint";
  if (r->unresolved) return NULL;
  if (c->distance_negative != r->negative) return "side";
  if (c->distance_exponent != r->exponent) return "distance";
  return !r->coarse && c->distance_mantissa != r->mantissa ? "distance" : NULL;
}

static const char *check(int sign, uint64_t number) {
  const uint64_t one = 1ull << (problem.in.p - 1);
  const int e = problem.in.emin + (number < 2 * one ? 0 : (int)(number / one) - 1);
  const tmd_u128 X = number < 2 * one ? number : one + number % one;
  const struct segment *s = find_segment(sign, number);
  const struct tmd_case_record *c = s ? find_case(s, X) : NULL;
  if (c && (c->flags & TMD_CASE_UNDECIDED)) {
#pragma omp atomic
    undecided++;
    return NULL;
  }
  formula_unknown = formula_vanished = 0;
  const struct ref r = ref_at(&problem, &function, sign, e, X, s && !s->region.reason);
  if (formula_unknown || (formula_vanished && s && s->region.reason == TMD_REGION_EXACT)) {
#pragma omp atomic
    unknown++;
    return s || (sign && !number) || formula_unknown == FORMULA_DOUBTFUL ? NULL : "not claimed";
  }
  if (!s) return r.class == REF_OUTSIDE || (sign && !number) ? NULL : "not claimed";
  const int scattered = tmd_cell_scattered(&s->cell);
  if (r.class == REF_OUTSIDE) return scattered && !c ? NULL : "claimed, but f is not defined";
  if (!scattered && (r.sign_f != s->cell.sign_f || r.e_out != s->cell.e_out))
    return "sign or exponent of f(x) is not the cell's";
  if (s->region.reason) return ref_region_wrong(&problem, &s->region, &r, X);
  if (!scattered && r.class != REF_VALUE) return "searched, but f is 0, overflows or underflows";
  if (r.class != REF_VALUE) return c ? "a record, but f is 0, overflows or underflows" : NULL;
#pragma omp atomic
  cases += (unsigned)r.hard;
  return check_case(&r, c);
}

static void compare(int sign, uint64_t number) {
  const char *what = check(sign, number);
#pragma omp atomic
  arguments++;
  if (!what) return;
#pragma omp critical
  if (differences++ < 10)
    printf("# difference at %c number %llx: %s\n", sign ? '-' : '+', (unsigned long long)number,
           what);
}

static void compare_cases(const struct segment *s) {
#pragma omp parallel for schedule(dynamic, 64)
  for (size_t i = 0; i < s->case_count; i++)
    compare(s->sign, number_of(s->cell.e_in, tmd_wide_load(s->cases[i].X)));
}

int main(int argc, char **argv) {
  const unsigned long long random =
      argc == 3 && !strcmp(argv[1], "--random") ? strtoull(argv[2], NULL, 10) : 0;
  if (argc > 1 && !random) unfit("usage: brute-expression [--random N] < STREAM");
  ref_bits_max = 1 << 11;
  read_stream();
  for (int i = 0; i < EXPRESSIONS; i++)
    if (!strcmp(problem.name, expressions[i].text))
      value_of = expressions[i].value, not_negative = expressions[i].not_negative;
  for (int i = 0; i < CHOICES; i++)
    if (!strcmp(problem.name, choices[i].text)) value_of = choices[i].value, by_choice = 1;
  if (!value_of) formula = formula_parse(problem.name);
  if (problem.in.p > 24) unfit("format too large");
  qsort(segments, segment_count, sizeof *segments, by_number);
  for (size_t i = 1; i < segment_count; i++)
    if (segments[i].sign == segments[i - 1].sign && segments[i].from < segments[i - 1].to)
      unfit("claimed twice");
  const uint64_t end = (uint64_t)(problem.in.emax - problem.in.emin + 2) << (problem.in.p - 1);
  uint64_t *numbers = tmd_allocate(random * sizeof *numbers + 1);
  for (unsigned long long i = 0; i < random; i++) numbers[i] = test_random() % (2 * end);
#pragma omp parallel for schedule(dynamic, 256)
  for (uint64_t i = 0; i < (random ? random : 2 * end); i++) {
    const uint64_t at = random ? numbers[i] : i;
    compare(at >= end, at >= end ? at - end : at);
  }
  for (size_t i = 0; i < segment_count && random; i++) compare_cases(segments + i);
  printf(
      "%s: %llu arguments, %llu cases of %d bits and more, %llu values not found, %llu undecided: %llu differences\n",
      problem.name, arguments, cases, problem.bits, unknown, undecided, differences);
  return differences != 0;
}
