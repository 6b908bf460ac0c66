/* For libFuzzer (make fuzz): any text as an expression. What the parser accepts is printed in
   canonical form, which is read as the same and printed as it is. At a few arguments Arb's balls at
   two precisions, MPFR's interval and the exact value, where there is one, have a number in common;
   and no two of them contradict each other on whether there is a value. */
#include "tests/fuzz/fuzz.h"

#include "lib/base/error.h"
#include "lib/expression/at-rational.h"
#include "lib/expression/tree/node.h"
#include "tests/unit/expressions.h"

enum { WAYS = 4 };

static void check_at(const struct tmd_function *f, const fmpq_t x) {
  enum tmd_exactness known[WAYS];
  SCOPED(fmpq, exact);
  arb_t y[WAYS];
  for (int i = 0; i < WAYS; i++) arb_init(y[i]);
  known[0] = tmd_at_rational_by_arb(f, y[0], x, 64);
  known[1] = tmd_at_rational_by_arb(f, y[1], x, 250);
  known[2] = tmd_at_rational_by_mpfr(f, y[2], x, 120);
  known[3] = tmd_at_rational_exactly(f, exact, x);
  if (known[3] == TMD_AT_RATIONAL) arb_set_fmpq(y[3], exact, 250);
  for (int i = 0; i < WAYS; i++)
    for (int k = 0; k < i; k++) {
      if (known[i] == TMD_AT_UNKNOWN || known[k] == TMD_AT_UNKNOWN) continue;
      REQUIRE(known[i] == known[k]);
      REQUIRE(known[i] == TMD_AT_OUTSIDE || arb_overlaps(y[i], y[k]));
    }
  for (int i = 0; i < WAYS; i++) arb_clear(y[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t bytes) {
  static const int arguments[][2] = {{3, 2}, {-1, 3}, {1, 1 << 30}, {-40, 1}, {1000, 1}};
  char text[FUZZ_TEXT_BYTES];
  if (bytes > 80) return 0; /* longer ones take longer, and find no more */
  EXPRESSION *e = tmd_expression_parse(fuzz_text(text, input, bytes));
  REQUIRE(e || (tmd_error_status() == TMD_USAGE && *tmd_error_text()));
  if (!e) return 0;
  EXPRESSION *again = tmd_expression_parse(e->text);
  REQUIRE(again && !strcmp(again->text, e->text));
  REQUIRE(tmd_node_same(again->written, e->written));
  if (!e->root) return 0;
  const struct tmd_function f = tmd_expression_function(e->text, e);
  SCOPED(fmpq, x);
  for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++) {
    fmpq_set_si(x, arguments[i][0], (ulong)arguments[i][1]);
    check_at(&f, x);
  }
  return 0;
}
