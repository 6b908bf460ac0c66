/* Rows of functions of pairs against the text with the number in place of y, names and messages. */
#include "lib/base/arb-helpers.h"
#include "lib/expression/tree/node.h"
#include "tests/unit/row-functions.h"
#include "tests/unit/rows.h"
#include "tests/unit/tap.h"

/* A function of pairs~y~the text at this y, of the same tree; without the last the number in
   parentheses stands for y. */
static const char texts[] =
    "x*exp(y)~3/2; x*exp(y)~-3/2; sqrt(x^2+y^2)~1/3; x^y~3; x^y~-2; x^y~1/2~sqrt(x); "
    "x^y~-1/2~rsqrt(x); x^y~1/4~rootn(x,4); x^y~-1/6~rootn(x,-6); x^y~1/3; x^y~5/2; "
    "(x+1)^y~3; (x+1)^y~0; (x+1)^y~1; x^(2*y+1)~1/2~x^2; y^x~2~exp2(x); y^x~10~exp10(x); y^x~3; "
    "e^(x*y)~2; pow(x,pow(2,y))~3~x^8; y<1?x:x^2+1~1/2~x; y<1?x:x^2+1~1~x^2+1; "
    "x<y?exp(x):x^2~1/8; sinc(y)*sin(x)~0~1*sin(x); min(x,y)~5; max(x^2,y,3)~-5; "
    "sinc(x*y)~1/3; gelu(x+y)~1; abs(x-y)~-7/8; hypot(x,y)~2~sqrt(x^2+4); "
    "hypot(3*y,x)~2~sqrt(36+x^2); atan2(y,x)~1~x>0?atan(1/x):x<0?atan(1/x)+pi:pi/2; "
    "atan2(y,x)~-1~x>0?atan(-1/x):x<0?atan(-1/x)-pi:-pi/2; atan2(x,y)~2~atan(x/2); "
    "atan2(y,x)~0~x>0?atan(0/x):x<0?atan(0/x)+pi:0/x; powr(x,y)~3/2~x^(3/2); "
    "powr(x,y)~3~x>0?x^3:sqrt(x); powr(x,y)~-3~x>0?x^-3:log(x); powr(x,y)~0~x>0?x^0:log(x); "
    "pown(x,y)~3~x^3; pown(x,y)~-3~x^-3; pown(x,y)~0~x^0; pown(x,y)~1~x; rootn(x,y)~3; "
    "rootn(x,y)~1~x; rootn(x,-y)~2~rootn(x,-2); rootn(x+1,2*y-1)~2~rootn(x+1,3); "
    "compound(x,y)~3; compoundn(x,-y)~3~compound(x,-3); "
    "compound(x,y)~0~(1+x)^0+0*sqrt(1+x); compound(x,y)~1~(1+x)^1+0*sqrt(1+x); "
    "pown(sin(x),y)+1~4; x/compound(x^2,y)~2; x+y-y~12345678901234567890/7; "
    "pown(x,y)~65536; x^y~65537~pown(x,65537); x^y~-65538~pown(x,-65538); "
    "rootn(x,y)~1000000000; x*y^0.5~2; 2^y*x~3~8*x";

/* The text with the number for each y that is a word. */
static void put_number_for_y(char *to, const char *text, const char *number, int parentheses) {
  static const char in_words[] = "abcdefghijklmnopqrstuvwxyz0123456789._";
  *to = 0;
  for (const char *at = text; *at;) {
    const size_t word = strspn(at, in_words), bytes = word ? word : 1;
    if (word == 1 && *at == 'y') sprintf(to + strlen(to), parentheses ? "(%s)" : "%s", number);
    else strncat(to, at, bytes);
    at += bytes;
  }
}

/* Members of families are made for each row. */
static int same_tree(const struct tmd_node *a, const struct tmd_node *b) {
  if (!a || !b) return a == b;
  return a->kind == b->kind && !a->function == !b->function && a->signs == b->signs &&
         (!a->function ||
          (a->function->id == b->function->id && a->function->n == b->function->n)) &&
         fmpq_equal(a->value, b->value) && same_tree(a->left, b->left) &&
         same_tree(a->right, b->right) && same_tree(a->test, b->test);
}

static int same_function(const struct tmd_function *a, const struct tmd_function *b) {
  const int same = a->id == b->id && a->n == b->n && a->least == b->least &&
                   a->least_closed == b->least_closed && a->exact_rule == b->exact_rule &&
                   a->monotone == b->monotone &&
                   !memcmp(&a->symmetry, &b->symmetry, sizeof a->symmetry);
  if (!a->expression || !b->expression) return same && a->expression == b->expression;
  return same && same_tree(a->expression->root, b->expression->root) &&
         a->expression->analytic == b->expression->analytic &&
         a->expression->choices == b->expression->choices;
}

static int is_text_at(char **row) {
  char text[2000];
  const struct tmd_function *pairs = tmd_resolve(row[0]);
  SCOPED(mpq, y);
  mpq_set_str(y, row[1], 10);
  mpq_canonicalize(y);
  ROW *made = pairs ? tmd_row_function(pairs, y) : NULL;
  const int integer = !strchr(row[1], '/') && *row[1] != '-';
  if (row[2]) strcpy(text, row[2]);
  else put_number_for_y(text, row[0], row[1], !integer);
  const struct tmd_function *other = tmd_resolve(text);
  if (!made || !other) return printf("# %s\n", tmd_error_text()), 0;
  /* a power alone is that of a family */
  const struct tmd_node *root = other->expression ? other->expression->root : NULL;
  if (root && root->kind == TMD_NODE_POWER && root->left->kind == TMD_NODE_VARIABLE &&
      fmpz_is_one(fmpq_denref(root->value)) && !fmpq_is_zero(root->value)) {
    snprintf(text, sizeof text, "pown(x,%ld)", (long)fmpz_get_si(fmpq_numref(root->value)));
    other = tmd_resolve(text);
  }
  if (root && root->kind == TMD_NODE_VARIABLE) other = &tmd_identity;
  return other && same_function(made, other);
}

/* Names, of which the text is read as the same row. */
static const char names[] =
    "x^y~3/2~x^1.5; x^y~-3/2~x^-1.5; y^x~-3/2~(-1.5)^x; x*y~1/3~x*(1/3); x-y~-2~x--2; "
    "x^(-y)~2~x^-2; hypot~1/1024~hypot(x,0.0009765625); atan2~-5~atan2(-5,x); "
    "compoundn~7~compound(x,7); x+y~1/1208925819614629174706176~x+0x1p-80; "
    "x+y~3/2658455991569831745807614120560689152~x+0x3p-121; x+y~-1/10~x+-0.1";

static int has_name(char **row) {
  const struct tmd_function *pairs = tmd_resolve(row[0]);
  SCOPED(mpq, y);
  mpq_set_str(y, row[1], 10);
  ROW *made = pairs ? tmd_row_function(pairs, y) : NULL;
  return made && !made->of_pairs && !strcmp(made->name, row[2]);
}

/* The canonical text of pairs. */
static const char spellings[] =
    "pow~x^y; powr~powr(x,y); hypot~hypot(x,y); atan2~atan2(y,x); atan2pi~atan2pi(y,x); "
    "pown~pown(x,y); rootn~rootn(x,y); compound~compound(x,y); compoundn~compound(x,y); "
    " x * exp( y ) ~x*exp(y); pow(x,y)~x^y; (x)**y~x^y; x^-y~x^-y; y^x~y^x; 2^(x*y)~exp2(x*y); "
    "hypot( x+1 , y )~hypot(x+1,y); atan2(x,y)~atan2(x,y); compoundn(x,y+1)~compound(x,y+1); "
    "rootn(x*y,2*y)~?; x<y?x:y~x<y?x:y; min(y,x)~min(y,x)";

static int is_spelled(char **row) {
  const struct tmd_function *f = tmd_resolve(row[0]);
  if (*row[1] == '?') return f && f->of_pairs;
  return f && f->of_pairs && f->expression && !strcmp(f->name, row[1]) &&
         f == tmd_resolve(row[1]) && !f->symmetry.parity && !f->symmetry.step;
}

/* Text~what the message contains. */
static const char refused[] =
    "y~has y, but no x; exp(y)~has y, but no x; hypot(y,2)~has y, but no x; x+z~column 3: neither x; "
    "hypot(x)~column 8: expected; hypot(x,)~column 9: expected a number; hypot(x,y,2)~column 10; "
    "atan2(x~column 8: expected ','; powr(,x)~column 6; pown(x,x*y)~column 8: a parameter; "
    "pown(x,y~column 9: expected ')'; compound(x,z)~column 12: expected an integer; "
    "rootn(y,3)~has y, but no x; x^y^~column 5; yx~unknown function 'yx'; x*yy~column 3: neither; "
    "y(x)~column 2: expected an operator; compoundn(x,3)~two arguments; 1+hypot~hypot(x,y)?; "
    "x+fmod(x,y)~column 10: expected an integer";

static int is_refused(char **row) {
  return !tmd_resolve(row[0]) && strstr(tmd_error_text(), row[1]);
}

/* Function~y~message. */
static const char no_rows[] =
    "pown~1/2~integers; rootn~0~rootn(x,0) has no value; compoundn~7/3~integers; "
    "rootn(x,y-3)~3~no value; pown(x,exp(y))~1~integers; y<0?x:pown(x,y)~1/2~integers";

static int has_no_row(char **row) {
  SCOPED(mpq, y);
  mpq_set_str(y, row[1], 10);
  const struct tmd_function *pairs = tmd_resolve(row[0]);
  return pairs && !tmd_row_function(pairs, y) && strstr(tmd_error_text(), row[2]) &&
         tmd_error_status() == TMD_USAGE;
}

/* Methods of pairs have no results, and do not end the program. */
static void test_no_values(void) {
  const struct tmd_function *f = tmd_resolve("x*exp(y)");
  struct tmd_place place;
  int out_of_range;
  FLOATS(53, x, z);
  SCOPED(arb, ball);
  SCOPED(arb_poly, w);
  mpfr_set_ui(x, 1, MPFR_RNDN);
  arb_one(ball);
  tmd_function_series(f, w, ball, 3, 64);
  tap_ok(f && f->of_pairs && !tmd_resolve("x*exp(2)")->of_pairs && !tmd_resolve("exp")->of_pairs &&
             !tmd_function_place_certain(f, x, &place) && place.kind == TMD_PLACE_UNDECIDED &&
             tmd_function_mpfr(f, z, x, MPFR_RNDN, &out_of_range) == 0 && out_of_range &&
             mpfr_nan_p(z) && arb_poly_length(w) == 3 && !arb_is_finite(w->coeffs),
         "functions of pairs have no values of x alone");
}

/* Rows made and freed by several threads, also by others than made them. */
static void test_threads(void) {
  enum { ROWS = 4000 };
  static const char *const of[] = {"pow", "hypot", "atan2", "pown", "compoundn", "x*exp(y)"};
  struct tmd_function *rows[ROWS];
  int right = 0;
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < ROWS; i++) {
    SCOPED(mpq, y);
    mpq_set_si(y, i + 2, 1);
    rows[i] = tmd_row_function(tmd_resolve(of[i % 6]), y);
  }
#pragma omp parallel for num_threads(4) schedule(static, 1) reduction(+ : right)
  for (int i = 0; i < ROWS; i++) {
    const struct tmd_function *f = rows[i];
    right += f && (i % 6 % 3 || f->n == i + 2) && !f->of_pairs;
    tmd_row_function_free(rows[i]);
  }
  tap_ok(right == ROWS, "rows by several threads");
}

int main(void) {
  tap_rows(texts, is_text_at, "rows: the functions of texts with the number for y");
  tap_rows(names, has_name, "rows: names");
  tap_rows(spellings, is_spelled, "functions of pairs: canonical texts");
  tap_rows(refused, is_refused, "functions of pairs: what is none");
  tap_rows(no_rows, has_no_row, "rows without a function");
  test_no_values();
  test_threads();
  tmd_row_function_free(NULL);
  return tap_done();
}
