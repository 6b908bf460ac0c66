/* Correct results that follow by f(2^a x) = 2^b f(x), against those by MPFR: of all images of some
   arguments. */
#include "lib/expression/expression.h"
#include "lib/problem/ordinal.h"
#include "tests/unit/tap.h"
#include "tools/check/examine/correct-images.h"

static int is_equal(const struct tmd_correct *a, const struct tmd_correct *b) {
  return a->kind == b->kind && a->sign == b->sign && a->below == b->below &&
         a->fraction == b->fraction && a->gap == b->gap && a->eighths == b->eighths &&
         a->beyond == b->beyond && a->raises == b->raises && a->allowed == b->allowed;
}

/* The significand in each binade, upwards or down, and among subnormal numbers, where it is one of
   theirs; exact ones, too. */
static void check(const char *function, const char *format) {
  struct tmd_checked checked = {.function = tmd_resolve(function)};
  int wrong = 0, followed = 0, images_of = 0;
  tmd_format_parse(&checked.in, format);
  checked.out = checked.in;
  struct tmd_correct_images *images = tmd_correct_images_open(&checked);
  const struct tmd_format *in = &checked.in;
  const tmd_u128 one = (tmd_u128)1 << (in->p - 1);
  for (int i = 0; i < 6; i++) {
    const tmd_u128 random = ((tmd_u128)test_random() << 64 | test_random()) & (one - 1);
    const tmd_u128 X = one + (i == 0 ? 0 : i == 1 ? one / 2 : random);
    for (int e = in->emin - in->p; e <= in->emax; e++) {
      const int at = i % 2 ? e : in->emin + in->emax - in->p - e,
                shift = at < in->emin ? in->emin - at : 0;
      if (shift >= in->p || X >> shift << shift != X) continue;
      const struct tmd_datum x = {TMD_DATUM_NUMBER, i == 3,
                                  tmd_argument_ordinal(in, at + shift, X >> shift)};
      struct tmd_correct by_mpfr, other;
      tmd_correct_at(&by_mpfr, &checked, &x);
      followed += tmd_correct_images_at(images, &other, &x);
      wrong += !is_equal(&by_mpfr, &other);
      images_of++;
    }
  }
  tmd_correct_images_close(images);
  const int has_images = checked.function->symmetry.a <= in->emax - in->emin;
  tap_ok(wrong == 0 && (followed * 10 > images_of || !has_images),
         "%s, %s: %d wrong of %d, %d without MPFR", function, format, wrong, images_of, followed);
}

int main(void) {
  static const char *const functions[] = {"sqrt",      "rsqrt",   "cbrt",    "rootn(5)",
                                          "rootn(-4)", "pown(2)", "pown(-3)"};
  struct tmd_checked sine = {.function = tmd_resolve("sin")};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    check(functions[i], "binary64");
    check(functions[i], "binary16");
  }
  check("cbrt", "binary128");
  check("rootn(17)", "binary16");      /* 2^16 is no number of the format */
  check("rootn(100000)", "binary128"); /* nor is 2^99999, which has no ordinal of 128 bits */
  tmd_format_parse(&sine.in, "binary64");
  sine.out = sine.in;
  tap_ok(!tmd_correct_images_open(&sine), "sin has no such images");
  for (struct tmd_datum special = {TMD_DATUM_NUMBER, 1, 0}; special.class <= TMD_DATUM_SIGNALLING;
       special.class ++) {
    struct tmd_checked root = {.function = tmd_resolve("sqrt"), .in = sine.in, .out = sine.out};
    struct tmd_correct_images *images = tmd_correct_images_open(&root);
    struct tmd_correct by_mpfr, other;
    tmd_correct_at(&by_mpfr, &root, &special);
    for (int again = 0; again < 2; again++)
      tap_ok(!tmd_correct_images_at(images, &other, &special) && is_equal(&by_mpfr, &other),
             "-0, infinity or NaN");
    tmd_correct_images_close(images);
  }
  return tap_done();
}
