/* Random searches in small formats, a line each: the options of tmd-search, a tab, an expression.
     random-searches SEED COUNT */
#include <stdlib.h>

#include "tests/unit/random-expression.h"

static int below(int n) { return (int)(test_random() % (unsigned)n); }

/* Few enough arguments for brute force at each. */
static int random_p(int emax) {
  return emax > 50 ? 2 + below(3) : emax > 10 ? 3 + below(4) : 3 + below(6);
}

static void print_options(void) {
  static const int ranges[] = {2, 3, 5, 8, 12, 20, 60, 200};
  const int emax = ANY(ranges), emin = below(4) ? -emax : 1 - emax / 2, p = random_p(emax);
  if (below(4)) printf("--format=%d,%d,%d", p, emin, emax);
  else
    printf("--in=%d,%d,%d --out=%d,%d,%d", p, emin, emax, 2 + below(11), -2 - below(2 * emax),
           2 + below(2 * emax));
  if (below(2)) printf(" --bits=%d", 1 + below(5));
  if (below(3) == 0) printf(" --modes=%s", below(2) ? "directed" : "nearest");
}

int main(int argc, char **argv) {
  if (argc != 3) return fputs("usage: random-searches SEED COUNT\n", stderr), 2;
  test_random_state = strtoull(argv[1], NULL, 10);
  for (long i = atol(argv[2]); i > 0; i--) {
    char text[4096];
    random_expression(text, 1 + below(4), below(2) ? CHOICES : PLAIN);
    print_options();
    printf("\t%s\n", text);
  }
  return 0;
}
