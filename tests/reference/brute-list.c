/* Published lists of hard cases, for tests.
     brute-list sample LIST LOW HIGH SEED COUNT LOG2
       COUNT seeded members x of LIST with LOW <= x < HIGH, each as a domain A:B of 2^LOG2 binary64
   arguments around it brute-list cases FUNCTION BITS LIST A:B... the members of LIST in the domains
   that are cases in binary64, all modes, hardness >= BITS or exact, sorted: "x hardness" a line A
   LIST has a hexadecimal float a line and # comments (CORE-MATH's .wc files). */
#include <stdlib.h>
#include <string.h>

#include "lib/base/arb-compat.h"
#include "lib/base/error.h"
#include "lib/cell/confirm.h"
#include "lib/expression/expression.h"
#include "lib/plan/domain.h"
#include "lib/problem/hex-float.h"
#include "lib/problem/ordinal.h"
#include "tests/unit/argument-text.h"

static const struct tmd_format binary64 = {53, -1022, 1023};

static void fail(void) {
  fprintf(stderr, "brute-list: %s\n", tmd_error_text());
  exit(2);
}

/* The argument of the next line that holds one: 1, or 0 at the end. */
static int next(FILE *list, char *text, int *sign, int *e, tmd_u128 *X) {
  char line[1024];
  while (fgets(line, sizeof line, list)) {
    if (sscanf(line, "%63[0-9a-fA-FxXpP.+-]", text) != 1) continue;
    if (test_argument_parse(text, &binary64, sign, e, X) == 0) return 1;
  }
  return 0;
}

/* floor(log2 |f(x)|), not below emin: the cell. */
static int exponent_of(const struct tmd_function *f, int sign, tmd_u128 X, int e, int *sign_f) {
  int out_of_range;
  FLOATS(64, x);
  tmd_argument_mpfr(x, sign, X, e - 52);
  tmd_function_mpfr(f, x, x, MPFR_RNDZ, &out_of_range);
  int e_out = mpfr_regular_p(x) ? (int)mpfr_get_exp(x) - 1 : 0;
  *sign_f = mpfr_signbit(x) != 0;
  return e_out < binary64.emin ? binary64.emin : e_out;
}

static int within(const struct tmd_domains *domain, int sign, int e, tmd_u128 X) {
  struct tmd_range range;
  return tmd_domains_cut(domain, sign, e - 52, X, X + 1, &range);
}

static FILE *open_list(const char *name) {
  FILE *list = fopen(name, "r");
  if (!list) {
    perror(name);
    exit(2);
  }
  return list;
}

static int sample(char **argv) {
  char range[256], text[64], a[TMD_HEXFLOAT_TEXT_BYTES], b[TMD_HEXFLOAT_TEXT_BYTES];
  struct tmd_domains domain = {0};
  int sign, e;
  tmd_u128 X, (*members)[2] = NULL;
  size_t count = 0, wanted = strtoul(argv[4], NULL, 10);
  const int log2 = atoi(argv[5]);
  FILE *list = open_list(argv[0]);
  snprintf(range, sizeof range, "%s:%s", argv[1], argv[2]);
  if (tmd_domains_parse(&domain, range)) fail();
  while (next(list, text, &sign, &e, &X))
    if (!sign && within(&domain, sign, e, X)) {
      members = tmd_reallocate(members, (count + 1) * sizeof *members);
      members[count][0] = X;
      members[count++][1] = (tmd_u128)(e - 52 + 4096);
    }
  fclose(list);
  unsigned long long state = strtoull(argv[3], NULL, 10);
  for (size_t i = 0; i < wanted && count; i++) {
    state = state * 6364136223846793005ull +
            1442695040888963407ull; /* Knuth's linear congruential generator */
    tmd_u128 *member = members[(state >> 33) % count];
    tmd_u128 before = ((tmd_u128)1 << log2) * (state >> 60) / 16, low = member[0] - before,
             one = (tmd_u128)1 << 52;
    tmd_u128 high = low + ((tmd_u128)1 << log2);
    if (low < one) low = one;
    if (high > 2 * one) high = 2 * one;
    const int unit = (int)member[1] - 4096;
    printf("%s:%s\n", tmd_hexfloat_print(a, 0, low, unit), tmd_hexfloat_print(b, 0, high, unit));
  }
  free(members);
  tmd_domains_clear(&domain);
  return 0;
}

static int cases(int argc, char **argv) {
  const struct tmd_function *f = tmd_resolve(argv[0]);
  struct tmd_problem problem = {
      .in = binary64, .out = binary64, .modes = TMD_MODES_ALL, .bits = atoi(argv[1])};
  struct tmd_domains domains = {0};
  char text[64], canonical[TMD_HEXFLOAT_TEXT_BYTES];
  int sign, e;
  tmd_u128 X;
  if (!f) fail();
  for (int i = 3; i < argc; i++)
    if (tmd_domains_parse(&domains, argv[i])) fail();
  FILE *list = open_list(argv[2]);
  while (next(list, text, &sign, &e, &X)) {
    struct tmd_segment segment = {&problem, f, {.sign_x = sign, .e_in = e}, X, X + 1};
    struct tmd_case_record record;
    if (!within(&domains, sign, e, X) || X == 0) continue;
    segment.cell.e_out = exponent_of(f, sign, X, e, &segment.cell.sign_f);
    int is_case = tmd_confirm_case(&segment, X, 0, &record);
    if (is_case < 0) fail();
    if (is_case && record.flags & TMD_CASE_EXACT)
      printf("%s exact\n", tmd_hexfloat_print(canonical, sign, X, e - 52));
    else if (is_case)
      printf("%s %d\n", tmd_hexfloat_print(canonical, sign, X, e - 52), record.hardness);
  }
  fclose(list);
  tmd_domains_clear(&domains);
  return 0;
}

int main(int argc, char **argv) {
  if (argc == 8 && !strcmp(argv[1], "sample")) return sample(argv + 2);
  if (argc >= 6 && !strcmp(argv[1], "cases")) return cases(argc - 2, argv + 2);
  fprintf(stderr, "brute-list: usage: see the source\n");
  return 2;
}
