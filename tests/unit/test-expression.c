/* Expressions: the parser, exact values, series and places against values by MPFR alone. */
#include "lib/expression/interval/mpfr-interval.h"
#include "lib/expression/tree/node.h"
#include "tests/reference/formula.h"
#include "tests/unit/expressions.h"
#include "tests/unit/rows.h"
#include "tests/unit/tap.h"

static struct tmd_expression *parse(const char *text) {
  struct tmd_expression *e = tmd_expression_parse(text);
  if (!e) printf("# %s: %s\n", text, tmd_error_text());
  return e;
}

/* ---- The parser ---- */

/* The exact value at x = 3/2 as text, "none" if none is known, "error" if the text is refused. */
static const char *value_at_three_halves(const char *text) {
  static char value[4096];
  EXPRESSION *e = tmd_expression_parse(text);
  if (!e) return "error";
  SCOPED(fmpq, x, y);
  fmpq_set_si(x, 3, 2);
  if (tmd_expression_exact(e, y, x)) fmpq_get_str(value, 10, y);
  else strcpy(value, "none");
  return value;
}

/* Text~value. */
static const char values[] =
    /* precedence, associativity */
    "x~3/2; -x^2~-9/4; -x^-2~-4/9; (-x)^2~9/4; 2^3^2~512; (2^3)^2~64; x^2^2~81/16; 1-2-3~-4; 8/4/2~1; "
    "8/(4/2)~4; 1+2*3~7; (1+2)*3~9; 2*x^2~9/2; -2*x~-3; 2*-x~-3; --x~3/2; 1--x~5/2; x^-2~4/9; "
    "2^-x^2~none; x/2*3~9/4; -x/3~-1/2; 1-x*2+4~2; -1^2~-1; x^-1^2~2/3; x^(1/3)~none; "
    "(x^3)^(1/3)~3/2; (x^2)^0.5~3/2; (x^2)^1.5~27/8; x^1/2~3/4; x^0~1; (x-1.5)^0~1; "
    "(x-1.5)^-1~none; (x-1.5)^(1/2)~0; (x-2)^(1/3)~none; x^(2*3-5)~3/2; abs(x)~3/2; "
    "abs(-x)^3~27/8; -abs(x-2)~-1/2; abs(0*x)~0; sqrt((x-2)*(x-2))~1/2; ((x-2)^2)^(3/2)~1/8; "
    "rsqrt((x-2)^6)~8; cbrt((x-2)^9)~-1/8; rootn((x-2)^3,-3)~-2; rootn((x-2)^4,4)~1/2; "
    "((x-2)^3)^(1/3)~none; ((x-1.5)^-2)^(-1/2)~none; rsqrt((x-1.5)^2)~none; sqrt((x-1.5)^2)~0; "
    "abs(log(x-2))~none; abs(x-2)^-4~16; "
    /* numbers */
    "0.1~1/10; .5~1/2; 5.~5; 1e3~1000; 1e-3~1/1000; 2.5E+1~25; 0x1.8p-3~3/16; 0xAp0~10; 0x10~16; "
    "0X.8~1/2; 0x1P+2~4; 007~7; 0.1+0.2-0.3~0; "
    "123456789012345678901234567890~123456789012345678901234567890; "
    /* blanks */
    " ( x + 1 )\t* 2 ~5; "
    /* functions at arguments where they are exact; constants */
    "exp(x-1.5)~1; log(x-1/2)~0; exp2(2*x)~8; cbrt(x^3)~3/2; exp(x)~none; exp(1/3)~none; "
    "sin(x-x)~0; cos(x-x)+x~5/2; log10(1000)~3; sqrt(x^2)~3/2; rootn(8*x^3,3)~3; pown(x, 2)~9/4; "
    "pi~none; e-e~none; 0*pi~0; (x-1.5)*exp(x)~0; (x-1.5)/pi~0; (x-1.5)*log(-x)~none; "
    "0/(e-e)~none; 1/(x-1.5)~none; "
    /* other spellings; powers whose exponent is no rational constant; functions with a definition
     */
    "x**2~9/4; x ** -2~4/9; 2**3**2~512; pow(x,2)~9/4; pow( x + 1 , 1 - 2 )~2/5; ln(x-1/2)~0; "
    "2^(2*x)~8; 10^(2*x)~1000; e^(x-1.5)~1; 4^x~8; (9/4)^x~27/8; x^(2*x)~27/8; x^(x-x)~1; "
    "exp(x)^(x-1.5)~1; (x-1/2)^exp(x)~1; x^x~none; (-x)^(2*x)~none; (x-1.5)^(x-0.5)~none; "
    "(1/2)^(1e9*x)~none; x^sigmoid(0)~none; (x^2)^sigmoid(0)~3/2; sigmoid(x-1.5)~1/2; "
    "logistic(x-1.5)~1/2; gelu(x-1.5)~0; swish(x-1.5)~0; relu(x)~3/2; relu(x-2)~0; "
    "relu(x-1.5)~0; silu(x-1.5)+softplus(x)*0~0; mish(2*x-3)~0; gelu_tanh(x-1.5)~0; "
    /* choices; only the branch that is taken needs a value */
    "min(x,2)~3/2; max(x,2,x^2)~9/4; min(pi,x)~3/2; max(pi,x)~none; max(x,exp(x-1.5))~3/2; "
    "min(x,log(-x))~none; x<2?x:1/0~3/2; x>2?1/0:x~3/2; x<3/2?1:2~2; x<=3/2?1:2~1; x>3/2?1:2~2; "
    "x>=3/2?1:2~1; x==1.5?7:8~7; x!=1.5?7:8~8; x<1?2:x<2?3:4~3; x<1?x<0?1:2:3~3; (x<1?2:3)+1~4; "
    "x<1?2:3+1~4; sqrt(x-1/2)==1?5:6~5; log2(x+0.5)<1?5:6~6; pi<x?1:2~2; log(-x)<0?1:2~none; "
    "exp(x)<0?log(-x):x^2~9/4; 1<2?x:1/0~3/2; x^(1<2?2:3)~9/4; (x<2?1:2)<2?5:6~5; "
    "sin(2*x)^2+cos(x+x)^2<1?5:6~none; sinc(x-1.5)~1; (x<1?-1:1)*x~3/2; log(1+exp(x-1.5))~none; "
    "log(exp(x-1.5))~0; x^65536*0~0";

/* Text~column. */
static const char malformed[] =
    "~1;  ~2; x+~3; +x~1; x x~3; 2x~2; 2 x~3; x* *2~4; x***2~4; x^~3; x^x^~5; x<0~4; x<0?1~6; "
    "x<0?1:~7; x?1:2~2; x<0?:2~5; x=1?1:2~2; min(x)~6; x<0<1?2:3~4; max()~5; 1+x<0~6; "
    "(x<0?1:2~9; x<0?1:2:3~8; x<z?1:2~3; min(x,)~7; x=<0?1:2~2; pow(x)~6; pow(x,)~7; pow(,2)~5; "
    "pow(x,2,3)~8; pow(x,65537)~7; pow~1; gelu(x,2)~7; gelu x~1; x^65537~3; x^(1/65537)~3; (x~3; "
    "x)~2; ((x)~5; ()~2; sin~1; sin x~1; sin()~5; sin(x~6; sin(x))~7; sinus(x)~1; 1+sinus(x)~3; "
    "Sin(x)~1; z~1; x+z~3; x(2)~2; pi(x)~3; 1.2.3~1; 0x~1; 1e~1; 1e+~1; 1e99999~1; 1..2~1; .~1; "
    "x#2~2; x+\xc3\xa4~3; x,2~2; sin(x,2)~1; rootn(x)~1; rootn(x,)~9; rootn(x,z)~9; "
    "rootn(x,2.5)~10; rootn(x,3~10; 1+rootn(x,0)~3; rootn(,3)~7; x*/2~3; --~3; 2*(x+1~7; x=1~2; "
    "exp(x)exp(x)~7; 1 2~3; exp 2(x)~1; abs~1; abs(x~6; abs()~5; abs(x,2)~6; 1+abs(z)~7";

static int has_value(char **row) { return !strcmp(value_at_three_halves(row[0]), row[1]); }

/* Three lines: the message with the column, the text, and the caret below. */
static int error_points_at(char **row) {
  const int column = atoi(row[1]);
  char expected[64];
  struct tmd_expression *e = tmd_expression_parse(row[0]);
  if (e) {
    tmd_expression_clear(e);
    return 0;
  }
  const char *line = tmd_error_text(), *second = strchr(line, '\n'),
             *third = second ? strchr(second + 1, '\n') : NULL;
  snprintf(expected, sizeof expected, "column %d: ", column);
  return third && !strncmp(line, expected, strlen(expected)) && !strchr(third + 1, '\n') &&
         (int)strlen(third + 1) == column && third[column] == '^' &&
         (int)strspn(third + 1, " ") == column - 1 && tmd_error_status() == TMD_USAGE;
}

/* Spellings, and the text of problems: the shortest with the same meaning. */
static const char spellings[] =
    " x ** 2 ~x^2; pow(x,2)~x^2; ((x))^((2))~x^2; x^2^3~x^8; x^0.5~x^(1/2); x^-2~x^-2; "
    "x^(-1/3)~x^(-1/3); (-x)^2~(-x)^2; -x^2~-x^2; -(x^2)~-x^2; (x^2)^3~(x^2)^3; x^x^x~x^x^x; "
    "(x^x)^x~(x^x)^x; pow(x, x+1)~x^(x+1); x^(-x)~x^-x; 2^x~exp2(x); 2^(x+1)*1~exp2(x+1)*1; "
    "1-(2-x)~1-(2-x); (1-2)-x~1-2-x; 1-(2*x)~1-2*x; (1-2)*x~(1-2)*x; x/(2*x)~x/(2*x); "
    "(x/2)*x~x/2*x; -(x*2)~-(x*2); (-x)*2~-x*2; 2*(-x)~2*-x; -(-x)~--x; x-(-x)~x--x; "
    "ln( x )~log(x); logistic(x+1)~sigmoid(x+1); swish(x+1)~silu(x+1); gelu(2*x)~gelu(2*x); "
    "rootn( x+1 , 3 )~rootn(x+1,3); abs((x))~abs(x); 1.50*x~1.5*x; 0x1.8p0*x~1.5*x; "
    "x+1e3~x+1000; x+1e10~x+1e10; x+10000000000~x+1e10; x+0.001~x+0.001; "
    "x+0.000000123~x+1.23e-7; x+0x3p-300~x+0x3p-300; x<0 ? -x : (x)~x<0?-x:x; "
    "(x<0?1:2)*x~(x<0?1:2)*x; x<0?1:(x<1?2:3)~x<0?1:x<1?2:3; (x<0?1:2)^2~(x<0?1:2)^2; "
    "x<0?(x<1?1:2):3~x<0?x<1?1:2:3; (x+1)>=(2*x)?2:3~x+1>=2*x?2:3; x == 0 ? 1 : 2~x==0?1:2; "
    "x!=0?1:2~x!=0?1:2; (x<1?2:3)<x?1:2~(x<1?2:3)<x?1:2; x<(x<1?2:3)?1:2~x<(x<1?2:3)?1:2; "
    "min(min(x,1),2)~min(x,1,2); min(1,min(x,2))~min(1,min(x,2)); max( x,1 , 2,x)~max(x,1,2,x); "
    "sinc(x+1)~sinc(x+1); x+0x6p300~x+0x3p301; x+0.0~x+0; x+123456789.125~x+123456789.125";

static int prints(char **row) {
  EXPRESSION *e = parse(row[0]), *again = parse(row[1]);
  const int right = e && again && !strcmp(e->text, row[1]) && !strcmp(again->text, row[1]);
  if (e && !right) printf("# %s: %s, not %s\n", row[0], e->text, row[1]);
  return right;
}

/* The text that is printed is read as the same. */
static int is_read_again(char **row) {
  EXPRESSION *e = parse(row[0]);
  char *printed[] = {e ? e->text : row[0], e ? e->text : row[0]}, *same[] = {printed[0], row[1]};
  return e && prints(printed) && has_value(same);
}

static const char suggestions[] =
    "sinn~: did you mean sin, sinh, sinc?; tahn~: did you mean tan, tanh?; "
    "EXP~: did you mean exp?; arcsin~: did you mean asin?; fabs~: did you mean abs?; "
    "gelu_tahn~: did you mean gelu_tanh?; nosuch~; y~; abcdefghijklmnopqrstuvwxyz~; ~";

static int suggests(char **row) {
  char text[TMD_SUGGESTION_BYTES];
  tmd_function_suggest(text, row[0]);
  return !strcmp(text, row[1]);
}

static void test_parser(void) {
  tap_rows(values, has_value, "expressions: precedence, numbers, exact values at 3/2");
  tap_rows(malformed, error_points_at, "malformed texts: a message and a caret at the column");
  tap_rows(spellings, prints, "spellings: the text of problems");
  tap_rows(values, is_read_again, "expressions: the text that is printed is read as the same");
  tap_rows(suggestions, suggests, "words: the names next to a word that is none");
}

static void test_limits(void) {
  char text[2048];
  memset(text, '(', 500);
  strcpy(text + 500, "x");
  tap_ok(!tmd_expression_parse(text) && strstr(tmd_error_text(), "nested"), "nested too deeply");
  memset(text, '-', 800);
  strcpy(text + 800, "x");
  tap_ok(!tmd_expression_parse(text) && strstr(tmd_error_text(), "nested"), "too many signs");
  memset(text, '1', 1500);
  text[1500] = 0;
  tap_ok(!tmd_expression_parse(text) && strstr(tmd_error_text(), "1023"), "too long a text");
  strcpy(text, "x");
  for (int i = 0; i < 400; i++) strcat(text, "+x");
  struct tmd_expression *e = parse(text);
  tap_ok(e != NULL, "a sum of 401 terms");
  if (e) tmd_expression_clear(e);
  strcpy(text, "x");
  for (int i = 0; i < 8; i++)
    memmove(text + 1, text, strlen(text) + 1), text[0] = '(', strcat(text, "<0?1:2)");
  e = parse(text);
  tap_ok(e != NULL, "comparisons in one another, eight deep");
  if (e) tmd_expression_clear(e);
  strcat(text, "<0?1:2");
  tap_ok(!tmd_expression_parse(text) && strstr(tmd_error_text(), "too deep"), "nine deep");
  strcpy(text, "x");
  for (int i = 0; i < 9; i++)
    memmove(text + 5, text, strlen(text) + 1), memcpy(text, "mish(", 5), strcat(text, ")");
  tap_ok(!tmd_expression_parse(text) && strstr(tmd_error_text(), "operations"),
         "definitions in definitions, too much");
  strcpy(text, "x");
  for (int i = 0; i < 400; i++) strcat(text, "+x");
  strcat(text, "+z+x+x");
  tap_ok(!tmd_expression_parse(text) && strstr(tmd_error_text(), "column 803") &&
             strstr(tmd_error_text(), "\n..."),
         "an error far out is shown with its surroundings");
  const char *caret = strrchr(tmd_error_text(), '\n'), *line = strchr(tmd_error_text(), '\n');
  tap_ok(caret && line && line[strlen(caret) - 1] == 'z', "the caret stands below it");
}

static void test_names(void) {
  const struct tmd_function *a = tmd_resolve("sin(x) / x"), *b = tmd_resolve("sin(x)/x");
  tap_ok(a && a == b && !strcmp(a->name, "sin(x)/x"),
         "blanks are no part of the name, an expression is made once");
  tap_ok(tmd_resolve("exp(x)") == tmd_resolve("exp") &&
             tmd_resolve("( exp(x))") == tmd_resolve("exp"),
         "exp(x) is exp");
  tap_ok(tmd_resolve("rootn(x,3)") == tmd_resolve("rootn(3)"), "rootn(x,3) is rootn(3)");
  tap_ok(!tmd_resolve("nosuch") && !strchr(tmd_error_text(), '\n'),
         "a single unknown word is no expression");
  int same = 1;
#pragma omp parallel for num_threads(4) reduction(& : same)
  for (int i = 0; i < 4000; i++) {
    char text[32];
    snprintf(text, sizeof text, "x+%d", i % 40);
    const struct tmd_function *f = tmd_resolve(text);
    same &= f && !strcmp(f->name, text);
  }
  tap_ok(same, "found by several threads");
}

/* ---- Values, series, places ---- */

/* Compared with the same text by MPFR alone (formula.h); of what has a name, with the formula of
   textbooks, which those in the table of functions are not all. Text~1 for x > 0 only~least and
   greatest exponent of x~formula. */
struct sample {
  char text[64], formula[64]; /* the same, if no other is given */
  int positive, least, greatest;
};
static const char samples[] =
    "exp(-x^2/2)~0~-60~10; sin(x)/x~0~-60~40; x*log(x)~1~-60~60; log(1+exp(x))~0~-60~9; "
    "1/(1+exp(-x))~0~-60~9; exp(x)/(1+exp(x))~0~-60~9; (x^3-2)/(x^2+1)~0~-60~60; "
    "sqrt(x^2+1)-x~0~-60~60; (x^2+1)^(1/2)-x~0~-60~60; pi*x^(-2/3)~1~-60~60; "
    "(1-cos(x))/x^2~0~-60~10; abs(x-3)+1/x~0~-8~8; (sin(x)^6)^(1/2)~0~-60~10; "
    "x<1?exp(x):9-x~0~-6~4; max(x^2,exp(x))~0~-6~4; min(sin(x),1/3)~0~-20~5; "
    "sinc(x)~0~-60~40~sin(x)/x; x<0?exp(x):log(x+1)~0~-60~8; x^x~1~-60~9; pi^(1/x)~0~-7~60; "
    "gelu(x)~0~-60~4~x/2*(1+erf(x/sqrt(2))); "
    "gelu_tanh(x)~0~-60~3~x/2*(1+tanh(sqrt(2/pi)*(x+0.044715*x^3))); "
    "mish(x)~0~-60~8~x*tanh(log1p(exp(x))); silu(x)~0~-60~9~x/(1+exp(-x)); "
    "swish(x)~0~-60~9~x/(1+exp(-x)); relu(x)~1~-60~60~(x+abs(x))/2; x^2/(3+x^2)~0~-60~60; "
    "x/sqrt(x^2+3)~0~-60~60; sigmoid(x)~0~-60~9~1/(1+exp(-x)); softplus(x)~0~-60~9~log1p(exp(x)); "
    "erfc(x)*exp(x^2)~0~-60~4; log(erfc(x))~0~-60~4; exp(-x^2/2)/(3*erfc(x/sqrt(2)))~0~-60~4; "
    "1/tanh(x)-1/x~0~-60~8; 2/x^3-exp(-x)*(1/x+2/x^2+2/x^3)~0~-60~8";

static struct sample sample_of(const char *row) {
  struct sample s;
  const int read = sscanf(row, "%63[^~]~%d~%d~%d~%63[^~]", s.text, &s.positive, &s.least,
                          &s.greatest, s.formula);
  if (read == 4) strcpy(s.formula, s.text);
  return s;
}

/* A random x of 53 bits for a sample. */
static void random_x(mpfr_t x, const struct sample *sample) {
  const int span = sample->greatest - sample->least;
  mpfr_set_ui_2exp(x, test_random() >> 11 | 1ul << 52,
                   sample->least - 52 + (int)(test_random() % (unsigned)span), MPFR_RNDN);
  if (!sample->positive && test_random() & 1) mpfr_neg(x, x, MPFR_RNDN);
}

/* |a - b| <= 2^-bits |size| */
static int close_to(const arb_t a, const mpfr_t b, int bits, const mpfr_t of) {
  SCOPED(arb, c);
  SCOPED(arf, y, error, size);
  arf_set_mpfr(y, b);
  arb_sub_arf(c, a, y, ARF_PREC_EXACT);
  arb_get_abs_ubound_arf(error, c, 64);
  arf_set_mpfr(size, of);
  arf_mul_2exp_si(size, size, -bits);
  return arf_cmpabs(error, size) <= 0;
}

static void test_values(const struct sample *sample) {
  enum { POINTS = 200, BITS = 150 };
  const struct tmd_function *f = tmd_resolve(sample->text);
  const struct formula *formula = formula_parse(sample->formula);
  EXPRESSION *e = parse(sample->text);
  int series = 0, rounded = 0, placed = 0, out_of_range;
  FLOATS(53, x, z);
  FLOATS(1024, y);
  SCOPED(arb, ball);
  SCOPED(arb_poly, w);
  for (int i = 0; i < POINTS; i++) {
    random_x(x, sample);
    formula_value(y, formula, x);
    arf_set_mpfr(arb_midref(ball), x);
    mag_zero(arb_radref(ball));
    tmd_expression_series(e, w, ball, 1 + i % 3, BITS);
    arb_poly_get_coeff_arb(ball, w, 0);
    series += close_to(ball, y, BITS - 4, y);
    const struct tmd_place place = tmd_expression_place(e, x);
    placed += place.kind == TMD_PLACE_BETWEEN && place.low == mpfr_get_exp(y) - 1 &&
              place.high == mpfr_get_exp(y) && place.sign == mpfr_signbit(y);
    const int ternary = tmd_function_mpfr(f, z, x, MPFR_RNDN, &out_of_range);
    const int side = mpfr_cmp(z, y);
    mpfr_prec_round(y, 53, MPFR_RNDN);
    rounded += !out_of_range && mpfr_equal_p(z, y) && (ternary > 0) == (side > 0) &&
               (ternary < 0) == (side < 0);
    mpfr_set_prec(y, 1024);
  }
  tap_ok(series == POINTS && rounded == POINTS && placed == POINTS,
         "%s: values, roundings, places (%d %d %d of %d)", sample->text, series, rounded, placed,
         POINTS);
}

/* x somewhere in the ball. */
static void random_inside(arb_t x, const arb_t ball) {
  SCOPED(arb, share);
  arb_set_si(share, (slong)(test_random() % 2001) - 1000);
  arb_div_si(share, share, 1000, 60);
  mag_zero(arb_radref(share));
  arb_get_rad_arb(x, ball);
  arb_mul(x, x, share, ARF_PREC_EXACT);
  arb_add_arf(x, x, arb_midref(ball), ARF_PREC_EXACT);
}

/* The series on a wide ball holds those at its points, whose derivatives are checked by differences
   of values by MPFR alone; places too. */
static void test_enclosures(const struct sample *sample) {
  enum { BALLS = 60, LENGTH = 5 };
  const struct formula *formula = formula_parse(sample->formula);
  EXPRESSION *e = parse(sample->text);
  int wrong = 0, finite = 0;
  SCOPED(arb, wide, x, a, b);
  SCOPED(arb_poly, on, at);
  FLOATS(53, centre);
  FLOATS(4096, y);
  for (int i = 0; i < BALLS; i++) {
    random_x(centre, sample);
    arb_zero(wide);
    arf_set_mpfr(arb_midref(wide), centre);
    mpfr_abs(y, centre, MPFR_RNDN);
    mpfr_mul_2si(y, y, -1 - (long)(test_random() % 40), MPFR_RNDN);
    mag_set_d(arb_radref(wide), mpfr_get_d(y, MPFR_RNDD));
    tmd_expression_series(e, on, wide, LENGTH, 160);
    const struct tmd_place place = tmd_expression_place_on(e, wide, 192);
    for (int k = 0; k < 4; k++) {
      random_inside(x, wide);
      tmd_expression_jet(e, at, x, LENGTH, 2000);
      for (int j = 0; j < LENGTH; j++) {
        arb_poly_get_coeff_arb(a, on, j);
        arb_poly_get_coeff_arb(b, at, j);
        wrong += !arb_overlaps(a, b);
        finite += arb_is_finite(a);
      }
      mpfr_set_prec(centre, 300);
      arf_get_mpfr(centre, arb_midref(x), MPFR_RNDN);
      formula_value(y, formula, centre);
      if (place.kind == TMD_PLACE_BETWEEN)
        wrong += (place.sign != 0) != (mpfr_signbit(y) != 0) || mpfr_get_exp(y) - 1 < place.low ||
                 mpfr_get_exp(y) > place.high;
      else wrong += place.kind != TMD_PLACE_UNDECIDED;
    }
    mpfr_set_prec(centre, 53);
  }
  tap_ok(wrong == 0 && finite > BALLS, "%s: enclosures on wide balls", sample->text);
}

/* f(x + h) by MPFR alone is what the first four terms at x come to, up to twice the next one, which
   is as nothing beside them: h = x 2^-STEP. */
static void test_derivatives(const struct sample *sample) {
  enum { POINTS = 20, STEP = 60, TERMS = 4, BITS = 500 };
  const struct formula *formula = formula_parse(sample->formula);
  EXPRESSION *e = parse(sample->text);
  int good = 0;
  FLOATS(4096, x, y);
  SCOPED(arb, ball, h, next);
  SCOPED(arb_poly, w);
  for (int i = 0; i < POINTS; i++) {
    random_x(x, sample);
    arf_set_mpfr(arb_midref(ball), x);
    mag_zero(arb_radref(ball));
    arb_mul_2exp_si(h, ball, -STEP);
    tmd_expression_series(e, w, ball, TERMS + 1, BITS);
    arb_poly_get_coeff_arb(next, w, TERMS);
    arb_poly_truncate(w, TERMS);
    arb_poly_evaluate(ball, w, h, BITS);
    arb_pow_ui(h, h, TERMS, BITS);
    arb_mul(next, next, h, BITS);
    mpfr_mul_2si(y, x, -STEP, MPFR_RNDN);
    mpfr_add(x, x, y, MPFR_RNDN);
    formula_value(y, formula, x);
    arf_get_mpfr(x, arb_midref(next), MPFR_RNDN);
    good += close_to(ball, y, -1, x) || close_to(ball, y, BITS - 100, y);
  }
  tap_ok(good == POINTS, "%s: derivatives (%d of %d)", sample->text, good, POINTS);
}

static struct tmd_place place_at(const char *text, double at) {
  EXPRESSION *e = parse(text);
  FLOATS(53, x);
  mpfr_set_d(x, at, MPFR_RNDN);
  return tmd_expression_place(e, x);
}

static int is_outside(char **row) {
  return place_at(row[0], strtod(row[1], NULL)).kind == TMD_PLACE_OUTSIDE;
}
static int is_zero(char **row) {
  return place_at(row[0], strtod(row[1], NULL)).kind == TMD_PLACE_ZERO;
}
/* Text~x~sign~exponent. */
static int is_at(char **row) {
  const struct tmd_place p = place_at(row[0], strtod(row[1], NULL));
  return p.kind == TMD_PLACE_BETWEEN && p.sign == atoi(row[2]) && p.low == atol(row[3]) &&
         p.high == p.low + 1;
}

/* By plain ball arithmetic, of what was written. */
static int has_no_ball(char **row) {
  EXPRESSION *e = parse(row[0]);
  SCOPED(arb, x);
  arb_set_d(x, strtod(row[1], NULL));
  tmd_node_value(e->written, x, x, 64);
  return !arb_is_finite(x);
}

static void test_places(void) {
  tap_rows("log(x)^0~-1; sqrt(x)**0~-1; pow(1/x,0)~0; 2-acos(x)^0~2; x^-1~0; x^(1/2)~-1",
           has_no_ball, "no ball of a power whose base has no value");
  tap_rows(
      "sin(x)/x~0; log(x)^0~-1; 1/(x-1)~1; log(x)+x~-1; log(x)*0~0; x^(1/3)+1~-8; x^-1*x~0; asin(x)+1~1.5; "
      "1/0+x~1; log(-1-x^2)~1e300; 1/tan(x)~0",
      is_outside, "outside the domain");
  tap_rows("x*log(x)~1; 0*x~5; x^2-2*x+1~1; exp(x)-1~0; x*exp(x)~0", is_zero, "exact zeros");
  tap_rows("x/3~3~0~0; x*1e-30+1~0x1p-1000~0~0; 1-x~0x1p-1000~0~-1; abs(x-0.1)~0x1p-1000~0~-4; "
           "(x^2-1)/(x+1)~3~0~1; x-(0.1+0.2)~0.3~1~-57",
           is_at, "rational values, placed exactly");
  tap_rows("1/(1+exp(-x))~1e6~0~-1; 1+exp(-x)~1e6~0~0; exp(x)/(1+exp(x))~1e300~0~-1; "
           "tanh(x)-2~1e9~1~0; 1-exp(-x^2)~1e8~0~-1",
           is_at, "on the right side of 1, however near");
  tap_rows(
      "1+tanh(x)~1e6~0~0; 2+exp(x)~-1e9~0~1; 4*erf(x)~1e6~0~1; (exp(x)-1)/x~-0x1p60~0~-61; "
      "x-exp(-x^2)~0x1p90~0~89; exp(exp(exp(x)))^0~1e6~0~0; -3-1/x~0x1p1000~1~1; exp(x)-1+x~-0x1p60~1~60",
      is_at, "on the right side of other powers of two, of x itself too");
  tap_rows("((((x^65536)^(65535/2))^(65535/2))^(65535/2))^(15/2)~0x1.0000000000001p0~0~5539; "
           "erfc(x/sqrt(2))*exp(x^2/2)~0x1p60~0~-61",
           is_at, "a power of 64 bits; erfc of a large value that is no number, times exp");
  struct tmd_place p = place_at("exp(-x^2/2)", 1e300);
  tap_ok(p.kind == TMD_PLACE_BETWEEN && p.sign == 0 && p.high < -(1L << 22),
         "far below every format");
  p = place_at("-exp(exp(x))", 1e6);
  tap_ok(p.kind == TMD_PLACE_BETWEEN && p.sign == 1 && p.low > 1L << 22, "far above every format");
  p = place_at("log(1+exp(x))", -1e9);
  tap_ok(p.kind == TMD_PLACE_BETWEEN && p.sign == 0 && p.high < -(1L << 22),
         "and where 1 + exp(x) is all but 1");
  p = place_at("erfc(x/sqrt(2))-exp(-x^2/2)", 0x1p60);
  tap_ok(p.kind == TMD_PLACE_BETWEEN && p.sign == 1 && p.high < -(1L << 22),
         "erfc of a large value that is no number, next to exp");
  p = place_at("sin(2*x)^2+cos(x+x)^2", 3);
  tap_ok(p.kind == TMD_PLACE_BETWEEN && p.low == -1 && p.high == 1,
         "undecided: next to a power of two");
  p = place_at("sin(2*x)^2+cos(x+x)^2-1", 3);
  tap_ok(p.kind == TMD_PLACE_UNDECIDED, "undecided: next to 0");
  int out_of_range;
  FLOATS(24, x, y);
  mpfr_set_ui(x, 3, MPFR_RNDN);
  const struct tmd_function *f = tmd_resolve("sin(x)^2+cos(x)^2");
  tmd_function_mpfr(f, y, x, MPFR_RNDN, &out_of_range);
  tap_ok(out_of_range && mpfr_cmp_ui(y, 1) == 0, "undecided: nothing is claimed of the rounding");
  tap_ok(tmd_function_mpfr(tmd_resolve("x/4"), y, x, MPFR_RNDZ, &out_of_range) == 0 &&
             !out_of_range && mpfr_cmp_d(y, 0.75) == 0 &&
             tmd_function_mpfr(tmd_resolve("x/7"), y, x, MPFR_RNDU, &out_of_range) > 0 &&
             !out_of_range &&
             tmd_function_mpfr(tmd_resolve("exp(x-3)/2"), y, x, MPFR_RNDU, &out_of_range) == 0 &&
             !out_of_range && mpfr_cmp_d(y, 0.5) == 0,
         "ternary values");
  tmd_function_mpfr(tmd_resolve("1/(x-3)"), y, x, MPFR_RNDN, &out_of_range);
  tap_ok(out_of_range && mpfr_nan_p(y), "a pole has no value");
}

/* The ball around a range. */
static void set_range(arb_t ball, double low, double high) {
  SCOPED(arb, end);
  arb_set_d(ball, low);
  arb_set_d(end, high);
  if (low < high) arb_union(ball, ball, end, 64);
}

static struct tmd_place place_on(const char *text, double low, double high, slong prec) {
  EXPRESSION *e = parse(text);
  SCOPED(arb, ball);
  set_range(ball, low, high);
  return tmd_expression_place_on(e, ball, prec);
}

/* The value by MPFR at x, of what was written. */
static void by_mpfr(struct tmd_interval *y, const char *text, double at, mpfr_prec_t bits) {
  EXPRESSION *e = parse(text);
  FLOATS(53, x);
  mpfr_set_d(x, at, MPFR_RNDN);
  tmd_expression_interval(e, y, x, bits);
}

/* log2 of the value at x less a number (NULL: 0), whose sign is put into *sign, by MPFR with as
   many bits as cancellation may take. */
static double size_by_mpfr(const char *text, double at, const fmpq_t number, int *sign) {
  SCOPED_STRUCT(tmd_interval, y);
  SCOPED(mpq, less);
  by_mpfr(&y, text, at, 4000);
  if (number) fmpq_get_mpq(less, number);
  mpfr_sub_q(y.low, y.low, less, MPFR_RNDN);
  *sign = mpfr_sgn(y.low);
  mpfr_abs(y.low, y.low, MPFR_RNDN);
  mpfr_prec_round(y.low, 53, MPFR_RNDN);
  mpfr_log2(y.low, y.low, MPFR_RNDN);
  return mpfr_get_d(y.low, MPFR_RNDN);
}

/* The rest of f when a number that it lies next to is taken away: sign and size from 64 bits, which
   have lost all of it, against 4000 bits of MPFR. The size is known to a few bits, or to a share of
   its exponent. Text~x; from 1/(1+exp(-x))+x*... on tails of one order meet. */
static const char rests[] =
    "exp(x)-1~0x1.8p-200; exp2(x)-1~-0x1.8p-200; exp10(x)-1~0x1p-200; (1+expm1(x))-1~0x1p-200; "
    "(1+exp2m1(x))-1~0x1p-200; (1+exp10m1(x))-1~-0x1p-200; log(1+x)*1-0~0x1.8p-200; "
    "log2(1-x)~0x1.8p-200; log10(1+x)~0x1p-200; 1+log1p(x)-1~0x1p-200; 1+log2p1(x)-1~0x1p-200; "
    "1+log10p1(x)-1~0x1p-200; 1+sin(x)-1~0x1p-200; 1+tan(x)-1~0x1p-200; 1+sinh(x)-1~0x1p-200; "
    "1+tanh(x)-1~0x1p-200; 1+asin(x)-1~0x1p-200; 1+atan(x)-1~0x1p-200; "
    "1+atanpi(x)-1~0x1p-200; 1/2-atanpi(x)~0x1p200; 1/2+atanpi(x)~-0x1.8p200; 1+asinh(x)-1~0x1p-200; "
    "1+atanh(x)-1~-0x1p-200; 1+erf(x)-1~0x1p-200; 1-erfc(x)~0x1p-200; 1-cos(x)~0x1p-200; "
    "cosh(x)-1~0x1p-200; (1+x)^7-1~0x1p-200; (1+x)^(-2/3)-1~0x1p-200; sqrt(1-x)-1~0x1p-200; "
    "rsqrt(1+x)-1~0x1p-200; (3+x)^-5-3^-5~0x1p-200; (1+x)/(3-x)-1/3~0x1p-200; "
    "(2+x)*(3-x)-6~0x1.8p-200; abs(x-5)-5~0x1p-200; 1/7-1/(7+x)~0x1p-200; exp(x)-1~0x1.fp-3; "
    "1-cos(x)~-0x1.fp-3; 1-erfc(x)~-0x1.fp-3; exp10(x)-1~0x1.fp-3; "
    "1/(1+exp(-x))+x*exp(-x)/(1+exp(-x))^2-1~1000; 1/(1+exp(-x))+x*exp(-x)/(1+exp(-x))^2~-1000; "
    "(1+exp(-x)+x*exp(-x))/(1+exp(-x))^2-1~1000; (1+exp(-x)+x*exp(-x))/(1+exp(-x))^2~-1000; "
    "(1+erf(x/sqrt(2)))/2+x*exp(-x^2/2)/sqrt(2*pi)-1~40; "
    "(1+erf(x/sqrt(2)))/2+x*exp(-x^2/2)/sqrt(2*pi)~-40; 1.5/tanh(1.5*x)-0.5/tanh(x/2)-1~800; "
    "1.5/tanh(1.5*x)-0.5/tanh(x/2)+1~-800; x^2*exp(x)-x*exp(x)~-900; x*exp(x)+exp(x)~-900; "
    "(2+exp(x))^-3-1/8-x*exp(x)~-900; x*cosh(x)-abs(x)*sinh(x)*2~900; sinh(x)/cosh(x)^2~-600; "
    "log(1+x*exp(x))-exp(x)~-900; log1p(x*exp(x))+exp(x)*2~-900; "
    "log(x*exp(-x))+x-log(x)+1/x~900; (expm1(x)+1)*x-exp(x)~-900; erf(x)-1+x*exp(-x^2)~40; "
    "erf(x)+1+x*exp(-x^2)/30~-40; erfc(x)-2+x*exp(-x^2)/30~-40; erfc(x)*x-exp(-x^2)~40; "
    "tanh(x)+1+2*x*exp(2*x)~-400; exp(-x^2)*x^3+exp(-x)-x*exp(-x)~50; "
    "(x*exp(x))^(1/2)*x-exp(x/2)*x~900";
static const char rests_to_a_share[] =
    "1-tanh(x)~700; 1+tanh(x)~-700; 1-tanh(x)~4; 1-erf(x)~30; 1+erf(x)~-30; 1-erf(x)~4; "
    "2-erfc(x)~-30; 1+exp(x)-1~-1500; 1+exp2(x)-1~-1500; 1+exp10(x)-1~-500; expm1(x)+1~-1500; "
    "exp2m1(x)+1~-1500; exp10m1(x)+1~-500";

static int lies_next_to(char **row, double share) {
  int sign;
  const double x = strtod(row[1], NULL), size = size_by_mpfr(row[0], x, NULL, &sign),
               slack = 5 + share * fabs(size);
  const struct tmd_place p = place_on(row[0], x, x, 64);
  const int right = p.kind == TMD_PLACE_BETWEEN && p.sign == (sign < 0) && (double)p.low <= size &&
                    size < (double)p.high && (double)p.high - size <= slack &&
                    size - (double)p.low <= slack;
  if (!right)
    printf("# kind %d, sign %d, %ld to %ld, not %d, %g\n", (int)p.kind, p.sign, p.low, p.high, sign,
           size);
  return right;
}
static int is_known(char **row) { return lies_next_to(row, 0); }
static int is_known_to_a_share(char **row) { return lies_next_to(row, 0.9); }

/* The number of an expansion of what was written, and the size of all the rest. */
static int next_to_number(struct tmd_next_to *y, const struct tmd_expression *e, const arb_t x) {
  const struct tmd_on on = {.t = x, .prec = 128, .expand = 1};
  SCOPED_STRUCT(tmd_bound, bound);
  SCOPED_STRUCT(tmd_term, rest);
  tmd_node_expand(e->written, &bound, x, on.prec);
  const int known = bound.defined == TMD_DEFINED && bound.expansion.known;
  fmpq_set(y->number, bound.expansion.number);
  fmpq_zero(bound.expansion.number);
  tmd_expansion_value(&rest, &bound.expansion, 0, &on);
  y->rest = tmd_term_size(&rest, &on);
  return known;
}

/* What tails show of a tree as it was written, on a ball around x: sign and size hold what MPFR
   finds at x. At ordinary arguments, where each term of their formulas counts, and is seen if it is
   wrong by half. */
static void test_tails(void) {
  enum { ROUNDS = 24 };
  static const char texts[] =
      "exp(-x^2/2)*x; expm1(x); expm1(-x)*x; erf(x); erfc(x); erfc(-x/sqrt(2)); 1-erf(2*x); "
      "tanh(x); 1-tanh(x); 1+tanh(3*x); sinh(x); cosh(x); sinh(x)/cosh(2*x); 1/(3+exp(-x)); "
      "1/(1+exp(x))-1; (2+exp(x))^3-8; (3+exp(-x))^-2-1/9; (x^2*exp(-x))^(1/2); "
      "log(1+exp(-4*x)); log1p(exp(-4*x)); log(x^2*exp(x)); exp(x)+exp(-x); exp(x)*x-exp(2*x); "
      "exp(-x^2)+exp(x); exp(-x^2)-exp(x)*x; (1+exp(x))*(2-exp(-x)); "
      "atanpi(x); 2*atanpi(-3*x)-1; "
      "(5-x*exp(x))/(2+x^2*exp(2*x)); x-exp(-x); 3-x*exp(x)";
  int wrong = 0, known = 0;
  struct tmd_next_to next_to;
  SCOPED(arb, ball);
  fmpq_init(next_to.number);
  const char *at = texts, *text = NULL;
  for (int i = 0; i % ROUNDS || (text = next_row(&at, ';')); i++) {
    const double x =
        ldexp((double)(test_random() >> 11) * 0x1p-52 - 1, (int)(test_random() % 6) - 2);
    EXPRESSION *e = parse(text);
    arb_set_d(ball, x);
    mag_set_d(arb_radref(ball), i % 3 ? fabs(x) * ldexp(1, -(int)(test_random() % 30)) : 0);
    if (next_to_number(&next_to, e, ball)) {
      const struct tmd_size rest = next_to.rest;
      int sign;
      const double size = size_by_mpfr(text, x, next_to.number, &sign);
      const double below = size - (double)rest.low, above = (double)rest.high - size;
      known++;
      if ((rest.sign != TMD_SIGN_UNKNOWN && rest.sign != sign) || below < 0 || above <= 0 ||
          (arb_is_exact(ball) && (below >= 3 || above >= 3)))
        wrong++, printf("# %s at %a: %d, %ld to %ld, not %d, %g\n", text, x, rest.sign, rest.low,
                        rest.high, sign, size);
    }
  }
  arb_set_d(ball, 0x1p20); /* what cancels leaves nothing */
  EXPRESSION *e = parse("3+exp(x)-exp(x)");
  wrong += !next_to_number(&next_to, e, ball) || next_to.rest.sign != 0;
  fmpq_clear(next_to.number);
  tap_ok(wrong == 0 && known > 600, "tails at ordinary arguments (%d)", known);
}

/* Each rule of the table of forms: the same domain and the same values on both sides, and the rule
   is applied: a tree with the pattern has another form. */
static void test_forms(void) {
  static const double arguments[] = {
      0,        1,       -1,       0.5,       -0.5,     3,          -3,          0x1.8p-40,
      -0x1p-40, 0x1.2p4, -0x1.2p4, 0x1.234p9, -0x1.5p9, 0x1.1p-600, -0x1.7p-600, 1 + 0x1p-50};
  const struct tmd_form_rule *rule;
  int wrong = 0;
  SCOPED_STRUCT(tmd_interval, a);
  SCOPED_STRUCT(tmd_interval, b);
  mpfr_set_emin(mpfr_get_emin_min());
  mpfr_set_emax(mpfr_get_emax_max());
  for (int i = 0; (rule = tmd_form_rule(i)); i++) {
    EXPRESSION *e = parse(rule->pattern);
    const int applied = e && e->forms;
    for (size_t k = 0; applied && k < sizeof arguments / sizeof *arguments; k++) {
      by_mpfr(&a, rule->pattern, arguments[k], 1000);
      by_mpfr(&b, rule->form, arguments[k], 1000);
      const int same = a.defined == b.defined &&
                       (a.defined != TMD_DEFINED ||
                        (mpfr_lessequal_p(a.low, b.high) && mpfr_lessequal_p(b.low, a.high)));
      const int open = a.defined == TMD_MAYBE_DEFINED ||
                       b.defined == TMD_MAYBE_DEFINED; /* 1000 bits do not say */
      if (same || open) continue;
      printf("# %s and %s at %a\n", rule->pattern, rule->form, arguments[k]);
      wrong++;
    }
    if (!applied) printf("# %s is not applied\n", rule->pattern);
    wrong += !applied;
  }
  tap_ok(wrong == 0, "forms: the same functions on the same domains, all in use");
}

/* Expressions that have another form with exp(x^2) erfc(x), a common denominator, or a conjugate,
   and others that only resemble them. */
static const char with_form[] =
    "erfc(x)*exp(x^2); exp(x*x)*erfc(x); erfc(-x)*(x*exp(x^2)); 2*erfc(x)*exp((-x)^2); "
    "erfc(x/sqrt(2))*exp(x^2/2); erfc(sqrt(3)*x)*exp(3*x^2); erfc(1/x)*exp(1/x^2); "
    "erfc(x)*exp(x^3/x); erfc(x+1)*exp((x+1)^2); erfc(x)/exp(-x^2); x*exp(-x^2)/(2*erfc(x)); "
    "exp(-(x+1)^2)/erfc(x+1); log(erfc(x+1)); log(3*erfc(x)/x); 1/x+1/x^2; 2/(1+x)^3-x/(1+x); "
    "1/tanh(x)-1/x; 1/sin(x)-1/x; exp(x)*(1/x)-1/x^2; sqrt(x^2+4)-x; x+sqrt(3+x^2); "
    "exp(x)-(exp(x)^2-1)^0.5; sqrt(x+1)-sqrt(x-1); (2+x)^(1/2)-sqrt(x); cbrt(x+1)-cbrt(x); "
    "x-cbrt(x^3-2)";
static const char without_form[] =
    "erfc(x)*exp(x); erfc(x)*exp(-x^2); erfc(x)*exp(2*x^2); erfc(x)*exp(x^4); "
    "erfc(2*x)*exp(x^2); erfc(x^34)*exp(x^100); erfc(x)/exp(x^2); exp(x^2)/erfc(x); erfc(x+1)*exp(-(x+1)^2); "
    "exp((x+1)^2)/erfc(x+1); erfc(x+1)*exp((x+2)^2); erf(x)*exp(x^2); erfc(x)*exp(x^2*abs(x)); "
    "erfc(x)+exp(x^2); 1/x+1/(x+1); 1/x-1/sqrt(x); 1/(1+x)-1/(1+x^2); sqrt(x^2+x)-x; "
    "sqrt(x^2+4)+2*x; sqrt(4-x^2)-x; sqrt(x+1)+sqrt(x); sqrt(x+1)-cbrt(x); sqrt(2*x+1)-sqrt(x); "
    "cbrt(x+1)+cbrt(x); cbrt(x^2+1)-x; x-cbrt(x^3+x)";

static int has_form(char **row) {
  EXPRESSION *e = parse(row[0]);
  return e->forms;
}
static int has_no_form(char **row) { return !has_form(row); }

/* The series of exp(x^2) erfc(x) as it is written, by balls of many bits. */
static void scaled_by_parts(arb_poly_t y, double at, slong len) {
  enum { BITS = 3000 };
  SCOPED(arb, x);
  SCOPED(arb_poly, square);
  arb_set_d(x, at);
  tmd_function_series(tmd_resolve("erfc"), y, x, len, BITS);
  arb_poly_set_coeff_si(square, 1, 1);
  arb_poly_set_coeff_arb(square, 0, x);
  arb_poly_mullow(square, square, square, len, BITS);
  arb_poly_exp_series(square, square, len, BITS);
  arb_poly_mullow(y, y, square, len, BITS);
}

/* The ball holds a number, and its end is 2^-bits |size| away from that or less. */
static int ends_at(const arb_t ball, int above, const arb_t number, const arb_t size, int bits) {
  SCOPED(arb, end);
  SCOPED(mag, far);
  (above ? arb_get_ubound_arf : arb_get_lbound_arf)(arb_midref(end), ball, 200);
  arb_sub(end, end, number, 200);
  arb_div(end, end, size, 200);
  arb_get_mag(far, end);
  return mag_cmp_2exp_si(far, -bits) <= 0 && arb_contains(ball, number);
}

/* Coefficients at numbers, and on wide balls, where each holds those at both ends and hardly more.
 */
static void test_scaled_erfc(void) {
  enum { LENGTH = 12, BITS = 128 };
  static const struct {
    double least, greatest;
  } rows[] = {{0, 0},      {3, 3},       {-3, -3}, {0x1p-70, 0x1p-70},
              {-20, -20},  {0.75, 0.75}, {7, 7},   {19, 19},
              {30, 30},    {0, 1},       {-1, 2},  {5, 9},
              {0.125, 25}, {-9, -8}};
  int wrong = 0;
  SCOPED(arb, x, c, left, right);
  SCOPED(arb_poly, y, at_least, at_greatest);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    arb_set_d(x, (rows[i].least + rows[i].greatest) / 2);
    mag_set_d(arb_radref(x), (rows[i].greatest - rows[i].least) / 2);
    tmd_function_series(&tmd_erfcx, y, x, LENGTH, BITS);
    scaled_by_parts(at_least, rows[i].least, LENGTH);
    scaled_by_parts(at_greatest, rows[i].greatest, LENGTH);
    const int bits = arb_is_exact(x) ? BITS - 10 : 20; /* a ball's radius has 30 bits */
    for (slong n = 0; n < LENGTH; n++) {               /* (-1)^n d_n, and d_n falls */
      arb_poly_get_coeff_arb(c, y, n);
      arb_poly_get_coeff_arb(left, at_least, n);
      arb_poly_get_coeff_arb(right, at_greatest, n);
      if (ends_at(c, n % 2 == 0, left, left, bits) && ends_at(c, n % 2 != 0, right, left, bits))
        continue;
      printf("# coefficient %ld on %g..%g\n", n, rows[i].least, rows[i].greatest);
      wrong++;
    }
  }
  arb_set_d(x, 0x1p100); /* 1/(x sqrt(pi)) less a share of almost 1/(2 x^2) */
  tmd_function_series(&tmd_erfcx, y, x, 1, 400);
  arb_poly_get_coeff_arb(c, y, 0);
  arb_const_sqrt_pi(left, 400);
  arb_mul(c, c, left, 400);
  arb_mul(c, c, x, 400);
  arb_sub_si(c, c, 1, 400);
  wrong += !arb_is_negative(c) || arf_cmpabs_2exp_si(arb_midref(c), -200) > 0 ||
           arf_cmpabs_2exp_si(arb_midref(c), -202) < 0;
  tap_ok(wrong == 0, "exp(x^2) erfc(x): coefficients, at numbers and on balls");
}

/* On ranges as tmd-plan takes them, one evaluation has to decide what bisection would never find.
   Text~low~high, by the kind of place. */
static const char *const ranges[] = {
    [TMD_PLACE_BETWEEN] =
        "exp(-x^2/2)~0x1p900~0x1p901; log(1+exp(x))~-0x1p900~-0x1p899; exp(exp(x))~0x1p100~0x1p101; "
        "exp(-exp(x))~0x1p100~0x1p101; sinh(-x^3)~0x1p100~0x1p101; abs(sinh(x))-2~-0x1p101~-0x1p100; "
        "1/(1+exp(-x))~0x1p20~0x1p21; 1-tanh(x)~0x1p100~0x1p101; "
        "x/2*(1+erf(x/sqrt(2)))~-0x1p127~-0x1p126; 1-erf(x)~0x1p20~0x1p21; "
        "1-erfc(x)-erf(2*x)~0x1p20~0x1p21; erf(x+1)-erf(2*x)~0x1p20~0x1p21; "
        "0.5*x*(1+tanh(sqrt(2/pi)*(x+0.044715*x^3)))~-0x1p127~-0x1p126; "
        "-log(1/(1+exp(-x)))~0x1p20~0x1p21; x<0?log(x):x+1~0.5~4; x<0?1:2~-4~4; max(x,1e-300)~-4~4; "
        "min(exp(exp(x)),x)~0x1p100~0x1p101; min(x,-1,2)~-4~4; exp(x)^exp(x)~0x1p100~0x1p101; "
        "erfc(x)*exp(x^2)~0x1p100~0x1p101; erfc(x)*exp(x^2)~-0x1p101~-0x1p100; "
        "1/(1+exp(-x))+x*exp(-x)/(1+exp(-x))^2~0x1p100~0x1p101; "
        "1/(1+exp(-x))+x*exp(-x)/(1+exp(-x))^2~-0x1p101~-0x1p100; "
        "(1+erf(x/sqrt(2)))/2+x*exp(-x^2/2)/sqrt(2*pi)~0x1p100~0x1p101; "
        "(1+erf(x/sqrt(2)))/2+x*exp(-x^2/2)/sqrt(2*pi)~-0x1p101~-0x1p100",
    [TMD_PLACE_OUTSIDE] =
        "log(-1-x^2)~0x1p10~0x1p11; x*log(x)~-0x1p11~-0x1p10; x^(1/2)~-8~-4; "
        "log(abs(tanh(x))-1)~-4~4; sqrt(-abs(x)-1)~-4~4; log(1/x)~-2~-1; x<0?log(x):x+1~-4~-2; "
        "exp(-x)<1e-300?log(-x):1~0x1p900~0x1p901; log(x)<0?1:2~-4~-2; min(x,log(-x))~1~2; "
        "(-x)^x~1~2; (1+x)^log(-x)~1~2",
    [TMD_PLACE_ZERO] = "0*x~4~8; exp(x)^2-exp(2*x)~0x1p20~0x1p21; x==4?1:0~0~2",
    [TMD_PLACE_UNDECIDED] =
        "x<0?log(x):x+1~-4~4; x<0?-1:2~-4~4; log(x)<0?1:2~-4~4; x^x~-1~2; x*exp(-x)-exp(-x)~0.5~2; "
        "x*exp(x)-2*exp(x)~-4~4"};

static enum tmd_place_kind kind_of_ranges;
static int is_decided(char **row) {
  return place_on(row[0], strtod(row[1], NULL), strtod(row[2], NULL), 192).kind == kind_of_ranges;
}
static void test_ranges(void) {
  for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
    kind_of_ranges = (enum tmd_place_kind)i,
    tap_rows(ranges[i], is_decided, "ranges decided at once");
}

/* 1 if the value at x less slope x, by MPFR, may lie in the ball, and less the number too, as near
   as is said, on its side. */
static int rest_holds(const char *text, double x, const struct tmd_linear *found) {
  SCOPED_STRUCT(tmd_interval, y);
  SCOPED(arf, low, high);
  SCOPED(arb, value, part);
  by_mpfr(&y, text, x, 1000);
  arf_set_mpfr(low, y.low), arf_set_mpfr(high, y.high);
  arb_set_interval_arf(value, low, high, 1000);
  arb_set_fmpq(part, found->slope, 1000);
  arf_set_d(low, x);
  arb_mul_arf(part, part, low, 1000);
  arb_sub(value, value, part, 1000);
  int holds = arb_overlaps(value, found->rest);
  arb_set_fmpq(part, found->number, 1000);
  arb_sub(value, value, part, 1000);
  if (found->side == 1 || found->side == -1)
    holds = holds && !(found->side > 0 ? arb_is_negative(value) : arb_is_positive(value));
  arb_get_abs_lbound_arf(low, value, 64);
  holds = holds && (found->log2 < -1000 || arf_cmp_2exp_si(low, found->log2) < 0);
  return holds;
}

/* Linear but for a rest, on ranges: the slope, and that the rest is small, and holds what MPFR
   finds at both ends; the number that it is next to, and on which side. In the rows x*(1+sin(x))
   and x/(1-sin(x)) it comes so near to its radius, in the first to 2^log2, that half of that would
   not do; in those from 8 on MPFR sees the side. Text~low~high~slope~its denominator (0: nothing is
   known)~log2 of the radius~the number, twice~side (2: unknown, or no matter)~log2. */
static const char linear_rows[] =
    "x*tanh(exp(x))~0x1p20~0x1p21~1~1~-1000~0~-1~-1000; "
    "x/(1+exp(-x))+0.5~0x1p30~0x1p31~1~1~-1000~1~-1~-1000; "
    "x/(1+exp(-x))+0.5~-0x1p31~-0x1p30~0~1~-1000~1~-1~-1000; "
    "x/(1+exp(-x))+0.5~8~9~1~1~-3~1~-1~-5; exp(x)-x-1~-0x1p31~-0x1p30~-1~1~-1000~-2~1~-1000; "
    "x-tanh(x)~8~9~1~1~-18~-2~1~-9; tanh(x)-x~8~9~-1~1~-18~2~-1~-9; "
    "abs(x)+tanh(x)~-9~-8~-1~1~-18~-2~1~-9; x*(2-tanh(x)^2)~8~9~1~1~0~0~1~-1; "
    "x+log(exp(sqrt(2)^2)+exp(-x))~9~10~1~1~-10~0~1~2; "
    "-x*(3+erfc(x))-1/2~-0x1p31~-0x1p30~-5~1~-1000~-1~-1~-1000; "
    "(x-tanh(x))*(-3-erfc(x))~8~9~-3~1~-17~6~-1~-6; log(cosh(x))~0x1p20~0x1p21~1~1~-100~0~2~0; "
    "log(cosh(x))~-0x1p21~-0x1p20~-1~1~-100~0~2~0; "
    "2*x/(3+exp(-x))-abs(x)/5~0x1p30~0x1p31~7~15~-100~0~-1~-1000; "
    "-(x*(exp(x)-3))~-0x1p31~-0x1p30~3~1~-1000~0~1~-1000; "
    "x*(1+sin(x))~0.2499~0.24999~1~1~-4~0~1~-4; x/(1-sin(x))~0.2499~0.24999~1~1~-3~0~1~-2; "
    "min(x,4.2-x)~1~3~0~1~2~0~2~0; 1/(x-1)~0~2~0~0~0~0~2~0; x*log(x)~-1~1~0~0~0~0~2~0; "
    "x/(exp(x)-1)~-1~1~0~0~0~0~2~0; x+1/x~-1~1~0~0~0~0~2~0";

static int is_linear(char **row) {
  SCOPED_STRUCT(tmd_linear, found);
  const double low = strtod(row[1], NULL), high = strtod(row[2], NULL);
  const unsigned long under = (unsigned long)atol(row[4]);
  const int side = atoi(row[7]);
  SCOPED(fmpq, slope, number);
  SCOPED(arb, ball);
  EXPRESSION *e = parse(row[0]);
  set_range(ball, low, high);
  const int known = tmd_expression_linear_on(e, &found, ball, 192);
  fmpq_set_si(slope, atol(row[3]), under ? under : 1);
  fmpq_set_si(number, atol(row[6]), 2);
  const int right =
      known == (under > 0) &&
      (!known || (fmpq_equal(found.slope, slope) &&
                  mag_cmp_2exp_si(arb_radref(found.rest), atol(row[5])) <= 0 &&
                  (side == 2 || (found.side == side && fmpq_equal(found.number, number) &&
                                 found.log2 <= atol(row[8]))) &&
                  rest_holds(row[0], low, &found) && rest_holds(row[0], high, &found)));
  if (!right)
    printf("# %d, side %d, log2 %ld, radius 2^%ld\n", known, found.side, found.log2,
           (long)mag_get_d_log2_approx(arb_radref(found.rest)));
  return right;
}

/* Far out one evaluation has to see on which side of 1 they are, and that they rise where they have
   another form. */
static void test_near_one(void) {
  static const char *const texts[] = {"x/sqrt(1+x^2)",  "x/sqrt(x^2+1/3)",   "x^2/(1+x^2)",
                                      "x^3/(x^3+7)",    "abs(x)/(2+abs(x))", "x*rsqrt(1+x^2)",
                                      "rsqrt(x^2+3)*x", "x*(1+x^2)^(-1/2)",  "x/(1+x^2)^0.5"};
  int wrong = 0;
  SCOPED(arb, ball);
  SCOPED(arb_poly, y);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    EXPRESSION *e = parse(texts[i]);
    arb_set_d(ball, 0x1.8p60);
    mag_set_d(arb_radref(ball), 0x1p57);
    const struct tmd_place p = tmd_expression_place_on(e, ball, 192);
    tmd_expression_series(e, y, ball, 2, 192);
    const int rises = !e->forms || !arb_contains_zero(arb_poly_get_coeff_ptr(y, 1));
    if (p.kind == TMD_PLACE_BETWEEN && p.low == -1 && p.high == 0 && rises) continue;
    printf("# %s: kind %d, %ld to %ld\n", texts[i], (int)p.kind, p.low, p.high);
    wrong++;
  }
  tap_ok(wrong == 0, "near 1 far out: decided, and monotone, on a part of a binade");
}

/* 1 if the size holds the number. */
static int holds(struct tmd_size size, const fmpq_t number) {
  const struct tmd_size exact = tmd_size_of(number);
  if (exact.sign == 0) return size.sign == 0 || size.sign == TMD_SIGN_UNKNOWN;
  return (size.sign == TMD_SIGN_UNKNOWN || size.sign == exact.sign) && size.low <= exact.low &&
         exact.high <= size.high;
}

/* Sizes of operations on rational numbers, often powers of two or next to one, hold their values,
   and not all if a bound were half as large. */
static void test_sizes(void) {
  enum { PAIRS = 4000 };
  int wrong = 0;
  SCOPED(fmpq, a0, a1, y);
  fmpq *const a[] = {a0, a1};
  for (int i = 0; i < PAIRS; i++) {
    for (int k = 0; k < 2; k++) {
      const int e = (int)(test_random() % 9) - 4;
      fmpq_set_si(a[k], 64 + (slong)(test_random() % 3) - 1, test_random() % 2 ? 64 : 48);
      if (e < 0) fmpq_div_2exp(a[k], a[k], (ulong)-e);
      else fmpq_mul_2exp(a[k], a[k], (ulong)e);
      if (test_random() % 2) fmpq_neg(a[k], a[k]);
    }
    const struct tmd_size one = tmd_size_of(a[0]), other = tmd_size_of(a[1]);
    wrong += one.sign != fmpq_sgn(a[0]) || one.high != one.low + 1;
    fmpq_abs(y, a[0]);
    if (one.low < 0) fmpq_mul_2exp(y, y, (ulong)-one.low);
    else fmpq_div_2exp(y, y, (ulong)one.low);
    wrong += fmpq_cmp_si(y, 1) < 0 || fmpq_cmp_si(y, 2) >= 0;
    fmpq_add(y, a[0], a[1]);
    wrong += !holds(tmd_size_sum(one, other), y);
    wrong += !holds(tmd_next_to_size(&(struct tmd_next_to){{*a[0]}, other}), y);
    fmpq_mul(y, a[0], a[1]);
    wrong += !holds(tmd_size_product(one, other), y);
    fmpq_inv(y, a[0]);
    wrong += !holds(tmd_size_inverse(one), y);
  }
  tap_ok(wrong == 0, "sizes of sums, products and inverses of rational numbers (%d wrong)", wrong);
}

/* Sizes beyond 2^40, where one factor's saturates and the other's makes up for it, and below
   2^-2^14.
 */
static void test_far_sizes(void) {
  int wrong = 0;
  SCOPED(arb, t);
  SCOPED_STRUCT(tmd_term, a);
  SCOPED(fmpq, number);
  const struct tmd_on on = {.t = t, .prec = 64, .expand = 1};
  arb_one(t), arb_mul_2exp_si(t, t, 100);
  for (int sign = -1; sign <= 1; sign += 2) { /* exp(t)/2^2^41, and its inverse */
    arb_one(a.m), arb_mul_2exp_si(a.m, a.m, -sign * (1L << 41));
    fmpq_set_si(a.c, sign, 1);
    a.power = a.sign = 1;
    const struct tmd_size size = tmd_term_size(&a, &on);
    wrong += sign > 0 ? size.high != TMD_SIZE_NO_HIGH : size.low != TMD_SIZE_NO_LOW;
  }
  fmpq_one(number), fmpq_div_2exp(number, number, 20000);
  const struct tmd_size rest = {-1, TMD_SIZE_NO_LOW, -30000},
                        size = tmd_next_to_size(&(struct tmd_next_to){{*number}, rest});
  wrong += size.low != -20001 || size.high != -20000;
  tap_ok(wrong == 0, "sizes far out");
}

/* The part to blame where no precision decides. */
static const char undecided[] = "log(sin(2*x)-2*sin(x)*cos(x))+x~sin(2*x)-2*sin(x)*cos(x); "
                                "sin(2*x)^2+cos(x+x)^2~sin(2*x)^2+cos(x+x)^2; "
                                "x<0?1:x/(sin(2*x)-2*sin(x)*cos(x))~sin(2*x)-2*sin(x)*cos(x); "
                                "sin(2*x)<2*sin(x)*cos(x)?-1:1~sin(2*x)-2*sin(x)*cos(x); "
                                "x<0?sin(2*x)-2*sin(x)*cos(x):1~x<0?sin(2*x)-2*sin(x)*cos(x):1";

static int is_to_blame(char **row) {
  char part[TMD_FUNCTION_MAX_BYTES];
  EXPRESSION *e = parse(row[0]);
  FLOATS(53, x);
  mpfr_set_ui(x, 3, MPFR_RNDN);
  tmd_expression_undecided_part(e, part, x);
  return !strcmp(part, row[1]);
}

/* ---- Symmetry ---- */

static void value(arb_t y, const struct tmd_function *f, const arb_t x) {
  SCOPED(arb_poly, p);
  tmd_function_series(f, p, x, 1, 128);
  arb_poly_get_coeff_arb(y, p, 0);
}

/* What f(-x) is to f(x) at random x. */
static enum tmd_parity seen_parity(const struct tmd_function *f) {
  int odd = 1, even = 1;
  SCOPED(arb, x, y, z);
  for (int k = 0; k < 20; k++) {
    arb_set_d(x, (double)(test_random() >> 12) * 0x1p-50);
    value(y, f, x);
    arb_neg(x, x);
    value(z, f, x);
    even &= arb_is_finite(z) && arb_overlaps(y, z);
    arb_neg(z, z);
    odd &= arb_is_finite(z) && arb_overlaps(y, z);
  }
  return even ? TMD_PARITY_EVEN : odd ? TMD_PARITY_ODD : TMD_PARITY_NONE;
}

/* Whether a step is as stated at random x. */
static int step_holds(const struct tmd_function *f) {
  const struct tmd_symmetry *s = &f->symmetry;
  int holds = 1;
  SCOPED(arb, x, y, z);
  for (int k = 0; s->step && k < 20; k++) {
    arb_set_d(x, (double)(test_random() >> 12) * 0x1p-50);
    value(y, f, x);
    if (s->step == TMD_STEP_SCALE) arb_mul_2exp_si(x, x, s->a);
    else arb_add_si(x, x, 1, 128);
    value(z, f, x);
    arb_mul_2exp_si(y, y, s->b);
    if (s->step == TMD_STEP_ALTERNATE) arb_neg(y, y);
    holds &= !arb_is_finite(z) || !arb_is_finite(y) || arb_overlaps(y, z);
  }
  return holds;
}

/* The symmetries f(-x), f(2^a x) and f(x + 1) that are claimed, against values at random x. */
static const char symmetries[] =
    "x^2~even+scale:1:2; x^-3~odd+scale:1:-3; sin(x)/x~even; exp(-x^2/2)~even; x*log(x)~none; "
    "log(1+exp(x))~none; x+pi~none; tan(x)-x~odd; x-x^2~none; cos(sin(x))~even; "
    "sin(cos(x))~even; sin(x+1)~none; (x^2+1)^(1/3)~even; x^(1/2)~scale:2:1; exp(x)~none; "
    "-x^3*e~odd+scale:1:3; 1/(x*cos(x))~odd; exp(x)*exp(-x)+x~none; log(1+x^2)~even; "
    "x^2/(1+exp(x^2))~even; cbrt(x^2)/pi~even+scale:3:2; x*sqrt(x)+rsqrt(x)*x^2~scale:2:3; "
    "sqrt(x)+x~none; sqrt(2*x)~scale:2:1; exp2(3*x)*e~add:3; exp2(-x/2)~none; exp2(x/2)^4~add:2; "
    "sin(pi*x)~odd+alternate; cos((2*x)*pi)~even+add:0; tan(pi*(x+1/3))~add:0; "
    "sinpi(x)+cospi(x)~alternate; sinpi(x)*cospi(x)~odd+add:0; sinpi(x)^2~even+add:0; "
    "exp(sinpi(2*x))~add:0; sinpi(x)*exp2(x)~none; sinpi(x/2)~odd; exp2(x)+x~none; "
    "log2(3*exp2(2*x))~none; exp2(log2(exp2(2*x)))~add:2; sinh(sinpi(x))~odd+alternate; "
    "exp2(x)/exp2(3*x)~add:-2; exp2(x)-exp2(x)*2~add:1; exp2(x)+exp2(2*x)~none; sinpi(pi*x)~odd; "
    "abs(x)~even+scale:1:1; sqrt(x^2)~even+scale:1:1; rsqrt(x^2)~even+scale:1:-1; "
    "(x^4)^(1/2)~even+scale:1:2; cbrt(x^9)~odd+scale:1:3; abs(sinpi(x))~even+add:0; "
    "abs(cos(x)-2)~even; abs(exp2(x)*sinpi(x))~add:1; abs(x-1)~none; "
    "abs(sinpi(2*x)+exp2(0))~add:0";

static int has_symmetry(char **row) {
  const struct tmd_function *f = tmd_resolve(row[0]);
  char text[TMD_SYMMETRY_TEXT_BYTES];
  tmd_symmetry_print(text, &f->symmetry);
  return !strcmp(text, row[1]) && seen_parity(f) == f->symmetry.parity && step_holds(f);
}

/* ---- Choices ---- */

/* The value at a number is in the ball. */
static int has_value_at(const struct tmd_expression *e, const arb_t ball, double x) {
  SCOPED(arb, at);
  SCOPED(arb_poly, y);
  arb_set_d(at, x);
  tmd_expression_series(e, y, at, 1, 100);
  arb_poly_get_coeff_arb(at, y, 0);
  return arb_is_finite(at) && arb_overlaps(ball, at);
}

enum { RADIUS_LOG2 = -4 };

/* The series on [x - r, x + r], r = 2^RADIUS_LOG2: the values at x and both ends are in it;
 *smooth: it has derivatives. */
static int values_are_in(const struct tmd_expression *e, double x, int *smooth) {
  const double r = ldexp(1, RADIUS_LOG2);
  SCOPED(arb, ball);
  SCOPED(arb_poly, y);
  arb_set_d(ball, x);
  mag_set_ui_2exp_si(arb_radref(ball), 1, RADIUS_LOG2); /* exactly */
  tmd_expression_series(e, y, ball, 3, 100);
  arb_poly_get_coeff_arb(ball, y, 1);
  *smooth = arb_is_finite(ball);
  arb_poly_get_coeff_arb(ball, y, 0);
  return has_value_at(e, ball, x) && has_value_at(e, ball, x - r) && has_value_at(e, ball, x + r);
}

/* Across the place where a branch ends there are values of both, and no derivatives; next to it
   there are. */
static const char choices[] =
    "x<1?exp(x):9-x~1; x<=1?2:3~1; x>1?2:3~1; x<1?2:3~1; max(x,1)~1; min(x^2,1,x+5)~1; "
    "x==2?5:exp(x)~2; x!=2?1:2~2; (x<1?2:3)*exp(x)~1; exp(x<1?x:1)~1; (x<1?-1:1)<0?x:2*x~1; "
    "abs(x)>0?1:2~0; x^2<=0?1/3:2~0; -abs(x)<0?1:2~0; sinc(x-3)~3; x<0?exp(x):log(x+1)~0; "
    "min(x,1)^max(x,1)~1";

static int ends_at_place(char **row) {
  EXPRESSION *e = parse(row[0]);
  const double at = strtod(row[1], NULL);
  int smooth;
  const int across = values_are_in(e, at, &smooth) && !smooth;
  const int up_to = values_are_in(e, at - 0x1p-4, &smooth); /* to the place itself, */
  const int from = values_are_in(e, at + 0x1p-4, &smooth);  /* and from it on */
  const int left = values_are_in(e, at - 0x1p-2, &smooth) && smooth;
  const int right = values_are_in(e, at + 0x1p-2, &smooth) && smooth;
  return across && up_to && from && left && right;
}

int main(void) {
  test_parser();
  test_limits();
  test_names();
  test_places();
  tap_rows(rests, is_known, "rests next to a number: sign and size");
  tap_rows(rests_to_a_share, is_known_to_a_share,
           "rests next to a number: sign and a share of size");
  test_tails();
  test_forms();
  tap_rows(with_form, has_form, "with scaled forms, common denominators and conjugates");
  tap_rows(without_form, has_no_form, "without them");
  test_scaled_erfc();
  test_ranges();
  tap_rows(linear_rows, is_linear, "linear but for a rest, next to a number and on a side of it");
  test_near_one();
  test_sizes();
  test_far_sizes();
  tap_rows(undecided, is_to_blame, "expressions: the part that no precision decides");
  for (const char *at = samples, *row; (row = next_row(&at, ';'));) {
    const struct sample sample = sample_of(row);
    test_values(&sample);
    test_enclosures(&sample);
    test_derivatives(&sample);
  }
  tap_rows(symmetries, has_symmetry, "expressions: their symmetries, as values are");
  tap_rows(choices, ends_at_place, "choices: where a branch ends there are no derivatives");
  return tap_done();
}
