/* brute-pairs: the hard pairs of a function of x and y in small formats, by MPFR alone, in the
   columns of tmd-dump that do not depend on the numbering of pairs.

     brute-pairs FUNCTION P,EMIN,EMAX (P,EMIN,EMAX|int:LOW:HIGH) P,EMIN,EMAX MODES BITS [RANGE]

   RANGE is XLOW XHIGH, or XLOW XHIGH YLOW YHIGH.

   Prints "x;y kind hardness distance" for every pair with x and y other than 0, and with XLOW <= x
   < XHIGH and YLOW <= y < YHIGH (doubles). Functions are evaluated by MPFR's function of two
   arguments, correctly rounded to growing precision; the expressions at the end of the table by
   several of MPFR's functions, at so many bits that their errors do not show: where a distance is
   below 2^-15000 it is 0. Pairs of pow, powr, hypot, atan2, atan2pi, pown, rootn and compoundn that
   are not hard by double precision are skipped (may_be_hard). Exit 2 for other input. */
#include <math.h>
#include <mpfr.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BITS_FIRST = 160, BITS_MOST = 20000, ZERO_BITS = 15000 };

typedef int value(mpfr_t f, mpfr_t x, mpfr_t y);

static long integer(mpfr_t y) { return mpfr_get_si(y, MPFR_RNDN); }

static int power(mpfr_t f, mpfr_t x, mpfr_t y) { return mpfr_pow(f, x, y, MPFR_RNDN); }
static int root_mean(mpfr_t f, mpfr_t x, mpfr_t y) { return mpfr_hypot(f, x, y, MPFR_RNDN); }
static int angle(mpfr_t f, mpfr_t x, mpfr_t y) { return mpfr_atan2(f, y, x, MPFR_RNDN); }
static int angle_by_pi(mpfr_t f, mpfr_t x, mpfr_t y) { return mpfr_atan2pi(f, y, x, MPFR_RNDN); }
static int integer_power(mpfr_t f, mpfr_t x, mpfr_t y) {
  return mpfr_pow_si(f, x, integer(y), MPFR_RNDN);
}
static int integer_root(mpfr_t f, mpfr_t x, mpfr_t y) {
  return mpfr_rootn_si(f, x, integer(y), MPFR_RNDN);
}
static int compound(mpfr_t f, mpfr_t x, mpfr_t y) {
  return mpfr_compound_si(f, x, integer(y), MPFR_RNDN);
}

/* Of x < 0 not a number. */
static int power_of_real(mpfr_t f, mpfr_t x, mpfr_t y) {
  if (mpfr_sgn(x) > 0) return mpfr_pow(f, x, y, MPFR_RNDN);
  mpfr_set_nan(f);
  return 0;
}

/* An expression in postfix form: numbers, + - * /, and functions of one letter, as below. The
   ternary value is 0 if all steps are exact. */
static const char *program;

static int (*const functions_of_one[])(mpfr_t, mpfr_srcptr, mpfr_rnd_t) = {
    ['e'] = mpfr_exp,  ['l'] = mpfr_log,  ['s'] = mpfr_sin,  ['c'] = mpfr_cos,
    ['a'] = mpfr_atan, ['t'] = mpfr_tanh, ['r'] = mpfr_sqrt, ['b'] = mpfr_cbrt,
};

static int postfix(mpfr_t f, mpfr_t x, mpfr_t y) {
  enum { DEPTH = 4 };
  mpfr_t stack[DEPTH];
  int n = 0, inexact = 0;
  for (int i = 0; i < DEPTH; i++) mpfr_init2(stack[i], mpfr_get_prec(f));
  for (const char *op = program; *op; op++) {
    mpfr_ptr top = n > 0 ? stack[n - 1] : NULL, below = n > 1 ? stack[n - 2] : NULL;
    switch (*op) {
    case 'x': mpfr_set(stack[n++], x, MPFR_RNDN); break;
    case 'y': mpfr_set(stack[n++], y, MPFR_RNDN); break;
    case '1': mpfr_set_ui(stack[n++], 1, MPFR_RNDN); break;
    case '+': inexact |= mpfr_add(below, below, top, MPFR_RNDN), n--; break;
    case '-': inexact |= mpfr_sub(below, below, top, MPFR_RNDN), n--; break;
    case '*': inexact |= mpfr_mul(below, below, top, MPFR_RNDN), n--; break;
    case '/': inexact |= mpfr_div(below, below, top, MPFR_RNDN), n--; break;
    default: inexact |= functions_of_one[(unsigned char)*op](top, top, MPFR_RNDN);
    }
  }
  mpfr_set(f, stack[0], MPFR_RNDN);
  for (int i = 0; i < DEPTH; i++) mpfr_clear(stack[i]);
  return inexact;
}

static const struct {
  const char *name;
  value *value;
  const char *program; /* of postfix */
} functions[] = {{"x^y", power},
                 {"pow", power},
                 {"hypot", root_mean},
                 {"atan2", angle},
                 {"atan2pi", angle_by_pi},
                 {"pown", integer_power},
                 {"rootn", integer_root},
                 {"compoundn", compound},
                 {"powr", power_of_real},
                 {"x*exp(y)", postfix, "xye*"},
                 {"sqrt(x^2+y^2)", postfix, "xx*yy*+r"},
                 {"x/y", postfix, "xy/"},
                 {"sin(x)/y", postfix, "xsy/"},
                 {"log(x)+exp(y)", postfix, "xlye+"},
                 {"x^2-y", postfix, "xx*y-"},
                 {"x*y", postfix, "xy*"},
                 {"x+y", postfix, "xy+"},
                 {"exp(x+y)", postfix, "xy+e"},
                 {"exp(x*y)", postfix, "xy*e"},
                 {"log(x*y)", postfix, "xy*l"},
                 {"log(x^2+y^2+1)", postfix, "xx*yy*+1+l"},
                 {"x*log(y)", postfix, "xyl*"},
                 {"x/(1+exp(y))", postfix, "x1ye+/"},
                 {"sin(x)*cos(y)", postfix, "xsyc*"},
                 {"sin(x+y)", postfix, "xy+s"},
                 {"atan(x/y)", postfix, "xy/a"},
                 {"tanh(x*y)", postfix, "xy*t"},
                 {"cbrt(x+y)", postfix, "xy+b"},
                 {"sqrt(x)*y", postfix, "xry*"}};

struct format {
  int p, emin, emax;
  long low, high; /* of integers, p = 0 */
};

static struct format out;
static value *f_of;
static int scale, threshold, half, bits, middle_odd;

/* The numbers of the format that are at least `low` and less than `high`, one after the other:
   sign, then magnitude. 0 at the end. */
struct number {
  int sign, e;
  long X;
  double low, high, unit; /* unit: 2^(e - p + 1) */
};
static void set_e(struct number *n, const struct format *in, int e) {
  n->e = e;
  n->unit = ldexp(1, e - in->p + 1);
}

/* The next number is the least of a magnitude of at least `least`, or greater than it. */
static void seek(struct number *n, const struct format *in, double least, int or_equal) {
  int e = in->emin;
  if (least > 0 && least < INFINITY && ilogb(least) > e) e = ilogb(least);
  if (e > in->emax || least == INFINITY) e = in->emax + 1;
  set_e(n, in, e);
  const double first = least > 0 && e <= in->emax ? least / n->unit : 0;
  n->X = or_equal ? (long)ceil(first) - 1 : (long)floor(first);
  if (n->X < 0) n->X = 0;
}
static void begin(struct number *n, const struct format *in, double low, double high) {
  *n = (struct number){.low = low, .high = high};
  if (in->p) seek(n, in, low, 1);
  else n->X = in->low - 1;
}
static double double_of(const struct number *n) {
  const double size = (double)n->X * n->unit;
  return n->sign ? -size : size;
}
static void step(struct number *n, const struct format *in) {
  if (++n->X == 1L << in->p) n->X >>= 1, set_e(n, in, n->e + 1);
}
static int next(struct number *n, const struct format *in) {
  if (!in->p) {
    do n->X++;
    while (n->X == 0);
    return n->X <= in->high;
  }
  step(n, in);
  if (!n->sign && (n->e > in->emax || !(double_of(n) < n->high))) {
    n->sign = 1;
    seek(n, in, -n->high, 0);
    step(n, in);
  }
  return n->e <= in->emax && (!n->sign || double_of(n) >= n->low);
}
static void set(mpfr_t x, const struct number *n, const struct format *in) {
  mpfr_set_si_2exp(x, n->X, in->p ? n->e - in->p + 1 : 0, MPFR_RNDN);
  if (n->sign) mpfr_neg(x, x, MPFR_RNDN);
}

static void print(mpfr_t x, mpfr_t y, int integers, const char *kind, const char *hardness) {
  printf("%a;", mpfr_get_d(x, MPFR_RNDN)); /* exact */
  if (integers) printf("%ld %s %s", integer(y), kind, hardness);
  else printf("%a %s %s", mpfr_get_d(y, MPFR_RNDN), kind, hardness);
}

/* Prints the pair if it is hard. 1 unless these bits do not decide. */
static int look(mpfr_t x, mpfr_t y, int integers, int precision) {
  mpfr_t f, n;
  int decided = 1;
  mpfr_init2(f, precision), mpfr_init2(n, precision);
  mpfr_clear_flags();
  const int ternary = f_of(f, x, y);
  if (mpfr_number_p(f) && !mpfr_zero_p(f)) {
    long e = mpfr_get_exp(f) - 1;
    if (e >= out.emin - out.p - 1 && e <= out.emax) {
      if (e < out.emin) e = out.emin;
      mpfr_abs(f, f, MPFR_RNDN);
      mpfr_mul_2si(f, f, scale - e, MPFR_RNDN);
      if (half) mpfr_sub_d(f, f, 0.5, MPFR_RNDN);
      mpfr_rint(n, f, MPFR_RNDN);
      mpfr_div_2ui(n, n, 1, MPFR_RNDN);
      const int odd = !mpfr_integer_p(n);
      mpfr_mul_2ui(n, n, 1, MPFR_RNDN);
      mpfr_sub(f, f, n, MPFR_RNDN);
      const char *kind = half || (middle_odd && odd) ? "midpoint" : "number";
      const long at = mpfr_zero_p(f) ? -BITS_MOST : mpfr_get_exp(f);
      if (at < -ZERO_BITS && (ternary == 0 || precision == BITS_MOST)) {
        print(x, y, integers, kind, "exact 0\n");
      } else if (at <= -threshold) {
        if (at < -precision + 100) decided = 0;
        else {
          char hardness[64];
          mpfr_t mantissa;
          mpfr_init2(mantissa, 64);
          mpfr_set(mantissa, f, MPFR_RNDZ);
          mpfr_abs(mantissa, mantissa, MPFR_RNDN);
          mpfr_mul_2si(mantissa, mantissa, 64 - at, MPFR_RNDN);
          snprintf(hardness, sizeof hardness, "%ld %c0x.%016llxp%ld\n", bits - threshold - at,
                   mpfr_sgn(f) < 0 ? '-' : '+',
                   (unsigned long long)mpfr_get_ui(mantissa, MPFR_RNDZ), at);
          mpfr_clear(mantissa);
          print(x, y, integers, kind, hardness);
        }
      }
    }
  }
  mpfr_clear(f), mpfr_clear(n);
  return decided;
}

/* ---- Double precision ---- */

/* The pre-test: what a pair needs is computed once for each y. */
struct pretest {
  int root, serves;
  double n;      /* or 1/n, or y */
  double window; /* 2 w */
};

/* Values, and x, are far from the ends of double precision; their halves of units can be told
   apart. */
static int has_room(const struct format *format) {
  enum { MOST = 900 };
  return format->p <= 24 && format->emin - format->p > -MOST && format->emax < MOST;
}

static struct pretest pretest_of(const struct format *in_x, const struct format *in_y, long n,
                                 double y) {
  static const long MOST = 1L << 53;
  const int root = f_of == integer_root, of_n = root || f_of == integer_power || f_of == compound,
            of_y = f_of == power || f_of == power_of_real || f_of == root_mean || f_of == angle ||
                   f_of == angle_by_pi;
  return (struct pretest){.root = root,
                          .serves =
                              has_room(in_x) && has_room(&out) &&
                              (in_y->p ? of_y && has_room(in_y) : of_n && n >= -MOST && n <= MOST),
                          .n = !of_n  ? y
                               : root ? 1 / (double)n
                                      : (double)n,
                          .window = ldexp(2, out.p - scale - threshold)};
}

/* |f|; of atan2pi multiplied by 1/pi rounded, three errors of 2^-53 at most. NaN: unknown. */
static double about(double x, double n) {
  if (f_of == root_mean) return hypot(x, n);
  if (f_of == angle) return atan2(fabs(n), x);
  if (f_of == angle_by_pi) return atan2(fabs(n), x) * 0x1.45f306dc9c883p-2;
  if (f_of == compound) return 1 + x - 1 == x ? fabs(pow(1 + x, n)) : NAN;
  return pow(fabs(x), n);
}

/* 0 if the pair is surely not hard.

   v is pow(), hypot() or atan2() of doubles, whose error glibc's manual states as 1 ulp at most,
   that is, 2^-52 v; their arguments are exact, 1 + x too, or it is not used. n is exact; 1/n has a
   relative error of up to 2^-53, which multiplies the root f by exp(d log f), |d|
   <= 2^-53: a relative error of less than 2^-53 (|e| + 1), where 2^e <= v < 2^(e+1). So v = f (1 +
   r), |r| <= tolerance = 2^-50, of rootn 2^-50 (|e| + 1), which is at least 2.6
   times what it has to be. Where v is not within 2^-1000 and 2^1000, f is out of range.

   Let u = 2^(E - p), E = max(e, emin), be half a unit of v in the last place, and u' that of f. In
   all modes the integers of G are multiples of u', so a hard pair has an f within w u' of a
   multiple of u', w = 2^(p - scale - threshold).
   - u' = u: v is within w u + v tolerance of a multiple of u.
   - u' = 2 u: a multiple of u' is one of u, so v is within 2 w u + v tolerance of one.
   - u' = u / 2: 2^e, a multiple of u, lies between f and v: v is within v tolerance of it.
   t = v / u is exact, and so is its distance from the nearest integer. The sum of the bounds is
   rounded by less than 2^-51 of itself; there is room of w in the first case, and of more than
   2^-51 t in the second. */
static int may_be_hard(const struct pretest *by, double x) {
  static const double MAGIC = 0x1.8p52;
  if (!by->serves) return 1;
  const double v = about(x, by->n);
  if (isnan(v)) return 1;
  if (!(v >= 0x1p-1000 && v <= 0x1p1000)) return 0;
  uint64_t code;
  memcpy(&code, &v, sizeof code);
  const int e = (int)(code >> 52) - 1023, E = e < out.emin ? out.emin : e;
  if (e < out.emin - out.p - 2 || e > out.emax + 1) return 0;
  const uint64_t factor = (uint64_t)(1023 + out.p - E) << 52; /* 1 / u */
  double t;
  memcpy(&t, &factor, sizeof t);
  t *= v;
  const double off = fabs(t - ((t + MAGIC) - MAGIC)),
               tolerance = 0x1p-50 * (by->root ? abs(e) + 1 : 1);
  return off <= by->window + t * tolerance;
}

/* ---- Input ---- */

static int read_format(struct format *format, const char *text) {
  *format = (struct format){0};
  if (sscanf(text, "int:%ld:%ld", &format->low, &format->high) == 2) return 1;
  return sscanf(text, "%d,%d,%d", &format->p, &format->emin, &format->emax) == 3;
}

static int read_double(double *x, const char *text) {
  char *end;
  *x = strtod(text, &end);
  return end != text && !*end && !isnan(*x);
}

/* 1 unless no precision decides. */
static int look_at(mpfr_t x, mpfr_t y, int integers) {
  for (int precision = BITS_FIRST; !look(x, y, integers, precision);) {
    if (precision == BITS_MOST) return 0;
    precision = precision * 5 < BITS_MOST ? precision * 5 : BITS_MOST;
  }
  return 1;
}

int main(int argc, char **argv) {
  struct format in_x, in_y;
  struct number a, b;
  double low = -INFINITY, high = INFINITY, low_y = low, high_y = high;
  mpfr_t x, y;
  if ((argc != 7 && argc != 9 && argc != 11) || !read_format(&in_x, argv[2]) ||
      !read_format(&in_y, argv[3]) || !read_format(&out, argv[4]) || !in_x.p || !out.p ||
      (argc >= 9 && (!read_double(&low, argv[7]) || !read_double(&high, argv[8]))) ||
      (argc == 11 && (!read_double(&low_y, argv[9]) || !read_double(&high_y, argv[10]))))
    return 2;
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (!strcmp(functions[i].name, argv[1]))
      f_of = functions[i].value, program = functions[i].program;
  if (!f_of) return 2;
  bits = atoi(argv[6]);
  middle_odd = !strcmp(argv[5], "all");
  half = !strcmp(argv[5], "nearest");
  scale = out.p - !middle_odd;
  threshold = bits + half;
  mpfr_init2(x, 64), mpfr_init2(y, 64);
  for (begin(&b, &in_y, low_y, high_y); next(&b, &in_y);) {
    const struct pretest by = pretest_of(&in_x, &in_y, b.X, double_of(&b));
    set(y, &b, &in_y);
    for (begin(&a, &in_x, low, high); next(&a, &in_x);) {
      if (!may_be_hard(&by, double_of(&a))) continue;
      set(x, &a, &in_x);
      if (!look_at(x, y, !in_y.p)) return 2;
    }
  }
  mpfr_clear(x), mpfr_clear(y);
  return 0;
}
