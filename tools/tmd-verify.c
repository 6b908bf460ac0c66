/* tmd-verify: checks claims anew, by a program that shares no code with those that made them. */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "tools/verify/verify.h"

extern const char verify_page[], verify_help[];
__asm__(".pushsection .rodata\nverify_page:\n.incbin \"tools/tmd-verify.mdoc\"\n.byte 0\n"
        "verify_help:\n.incbin \"tools/verify/help.text\"\n.byte 0\n.popsection");

static uint64_t whole, most = 40, samples, seed = 1;
static const char *only;
static double possible, searched, expected; /* arguments; cases in those searched */
unsigned long long verify_count[8];

void verify_end(int status, const char *format, ...) {
  char text[2048];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  for (char *s = text; *s; s++)
    if ((unsigned char)*s < ' ' || *s == 127) *s = '?';
  fflush(stdout);
  fprintf(stderr, "tmd-verify: %s\n", text);
  exit(status);
}

/* Prints a verdict, but for repetitions of what is not checked. */
void verify_found(int what, const struct v_claim *c, v_ordinal X, const char *format, ...) {
  static const char *const words[] = {"false", "undecided", "not-checked"};
  static char last[1100], text[1100];
  static int headed;
  char digits[48] = "", *s = digits + sizeof digits - 1;
  va_list list;
  va_start(list, format);
  vsnprintf(text + snprintf(text, sizeof text, "%s\t", c->problem.name), 64, format, list);
  va_end(list);
  if (!headed++) puts("#verdict\tfile\tbyte\tsign_x\te_in\tX\tfunction\treason");
  do *--s = (char)('0' + (int)(X % 10));
  while (X /= 10);
  if (what != V_NOT_CHECKED || strcmp(text, last))
    printf("%s\t%s\t%lld\t%d\t%ld\t%s\t%s\n", words[what], c->file, c->offset, c->sign_x, c->e_in,
           s, text);
  if (what == V_NOT_CHECKED) memcpy(last, text, sizeof last);
  verify_count[what]++;
}

static void check_record(const struct v_claim *c, const uint8_t *r, struct v_verdict *v) {
  const int flags = r[29], hardness = r[30] | r[31] << 8;
  const v_ordinal X = verify_u128(r);
  verify_count[V_CASES]++;
  verify_decide(v, c, X, V_RECORD, V_GREATEST);
  const int same = v->mantissa == verify_u64(r + 16) &&
                   (int32_t)v->exponent == (int32_t)(uint32_t)verify_u64(r + 24);
  if (v->state == V_UNKNOWN || flags & 8) verify_found(V_UNDECIDED, c, X, "case");
  else if (v->state < V_NO_CASE) verify_found(V_FALSE, c, X, "f(x) is not in the claim's cell");
  else if (v->state == V_NO_CASE || v->hardness != hardness)
    verify_found(V_FALSE, c, X, "hardness %d, not %d", v->hardness, hardness);
  else if (v->midpoint != !!(flags & 4))
    verify_found(V_FALSE, c, X, "next to a %s", v->midpoint ? "midpoint" : "number");
  else if (v->state == V_CASE && v->below != r[28])
    verify_found(V_FALSE, c, X, "on the other side of the breakpoint");
  else if (v->state == V_CASE && !same) verify_found(V_FALSE, c, X, "another distance");
}

/* f(x) lies in the claim's cell at both ends: else the claim would state nothing there, though it
   counts as coverage, as an image by a symmetry that f has not. */
static void check_cases(const struct v_claim *c) {
  struct v_verdict v;
  int candidates = 0;
  mpz_init(v.integer);
  for (int i = 0; i < 2 && !c->scattered; i++) {
    const v_ordinal X = i ? c->x1 - 1 : c->x0;
    verify_decide(&v, c, X, V_STATE, 0);
    if (v.state == V_UNKNOWN) verify_found(V_UNDECIDED, c, X, "end of the claim");
    if (v.state == V_OUTSIDE || v.state == V_OVERFLOW)
      verify_found(V_FALSE, c, X, "f(x) is not in the claim's cell");
  }
  for (uint64_t i = 0; i < c->records; i++) {
    const uint8_t *r = c->record + 40 * i;
    candidates |= !r[29];
    if (r[29]) check_record(c, r, &v);
  }
  if (candidates) verify_found(V_NOT_CHECKED, c, c->x0, "candidates");
  mpz_clear(v.integer);
}

/* Why the claim cannot be checked, or NULL. */
static const char *unsupported(const struct v_claim *c) {
  const struct v_problem *p = &c->problem;
  if (c->kind == 'p') return "packets";
  if (p->in.radix != 2 || p->out.radix != 2) return "decimal format";
  if (!p->function || (p->pairs && p->y.integers != !p->function->value_2)) return "function";
  /* for which MPFR 4.2.0 may take all memory */
  if (p->function->value_n == mpfr_compound_si &&
      (labs(p->n) > 1 << 16 || p->y.most[0] > 1 << 16 || p->y.most[1] > 1 << 16))
    return "compound with a great exponent";
  return p->pairs && c->kind == 'r' ? "regions of pairs" : NULL;
}

static void measure(struct v_claim *c) {
  if ((!only || !strcmp(only, c->problem.name)) && !unsupported(c) && c->kind == 'c' &&
      verify_searchable(c))
    possible += (double)(c->x1 - c->x0);
}

static void search(struct v_claim *c, v_ordinal a, v_ordinal length, int count) {
  verify_absence(c, a, a + length);
  verify_count[count]++;
  searched += (double)length;
  expected += ldexp((double)length, 1 - c->problem.bits);
}

static uint64_t drawn(void) { /* splitmix64 */
  uint64_t z = seed += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

static void use(struct v_claim *c) {
  const char *reason = unsupported(c);
  const v_ordinal size = c->x1 - c->x0, length = size < 1 << 24 ? size : 1 << 24;
  if (only && strcmp(only, c->problem.name)) return;
  verify_count[V_CLAIMS]++;
  if (reason) return verify_found(V_NOT_CHECKED, c, c->x0, "%s", reason);
  if (c->kind == 'r') return verify_region(c);
  check_cases(c);
  if (!whole && !samples) return;
  if (!verify_searchable(c)) return verify_found(V_NOT_CHECKED, c, c->x0, "not searched");
  const double wanted = (double)samples * (double)size / (samples ? possible : 1);
  uint64_t n = (uint64_t)wanted;
  for (n += ldexp((double)(drawn() >> 11), -53) < wanted - (double)n; n; n--)
    search(c, c->x0 + ((v_ordinal)drawn() << 63 ^ drawn()) % (size - length + 1), length,
           V_SAMPLES);
  if (whole && (size - 1) >> most) verify_found(V_NOT_CHECKED, c, c->x0, "more than --most");
  else if (whole) search(c, c->x0, size, V_WHOLE);
}

static void report(const char *name) {
  const unsigned long long *n = verify_count;
  puts("#checked\tfile\tclaims\tcases\tregions\twhole\tsamples\targuments\tnot_checked\tundecided\t"
       "false");
  printf("checked\t%s\t%llu\t%llu\t%llu\t%llu\t%llu\t%.0f\t%llu\t%llu\t%llu\n", name, n[V_CLAIMS],
         n[V_CASES], n[V_REGIONS], n[V_WHOLE], n[V_SAMPLES], searched, n[V_NOT_CHECKED],
         n[V_UNDECIDED], n[V_FALSE]);
  if (n[V_SAMPLES])
    printf("#chance\tfile\tsearchable\tof_one_lost\tof_one_in_1000_lost\n"
           "chance\t%s\t%.0f\t%.3g\t%.3g\n",
           name, possible, fmin(searched / possible, 1), -expm1(-expected / 1000));
}

static const char *value(const char *option, const char *name, int *i, int argc, char **argv) {
  const size_t n = strlen(name);
  if (strncmp(option, name, n) || (option[n] && option[n] != '=')) return NULL;
  if (!option[n] && ++*i == argc) verify_end(2, "%s needs a value (try --help)", name);
  return option[n] ? option + n + 1 : argv[*i];
}
static int number(uint64_t *to, const char *text, uint64_t limit) {
  char *end;
  if (!text) return 0;
  errno = 0;
  *to = strtoull(text, &end, 10);
  if (*text < '0' || *text > '9' || *end || errno || *to > limit)
    verify_end(2, "'%s' is not a number up to %llu (try --help)", text, (unsigned long long)limit);
  return 1;
}
static void print(const char *text) {
  if (fputs(text, stdout) == EOF || fflush(stdout))
    verify_end(2, "standard output: %s", strerror(errno));
  exit(0);
}

/* Moves the operands to the front; their number. */
static int options(int argc, char **argv) {
  int files = 0, ended = 0;
  for (int i = 1; i < argc; i++) {
    const char *s = argv[i], *name = NULL;
    if (ended || *s != '-' || !s[1]) argv[++files] = argv[i];
    else if (!strcmp(s, "--")) ended = 1;
    else if (!strcmp(s, "--help") || !strcmp(s, "-h")) print(verify_help);
    else if (!strcmp(s, "--version")) print("tmd-verify (tmd) " TMD_VERSION "\n");
    else if (!strcmp(s, "--man")) print(verify_page);
    else if (!strcmp(s, "--whole")) whole = 1;
    else if ((name = value(s, "--function", &i, argc, argv))) only = name;
    else if (!number(&most, value(s, "--most", &i, argc, argv), 127) &&
             !number(&samples, value(s, "--samples", &i, argc, argv), 1ull << 40) &&
             !number(&seed, value(s, "--seed", &i, argc, argv), UINT64_MAX))
      verify_end(2, "unknown option '%s' (try --help)", s);
  }
  if (!files) verify_end(2, "no FILE (try --help)");
  return files;
}

int main(int argc, char **argv) {
  const int files = options(argc, argv);
  unsigned long long wrong = 0, nothing = 0;
  mpfr_set_emin(mpfr_get_emin_min());
  mpfr_set_emax(mpfr_get_emax_max());
  for (int i = 1; i <= files; i++) {
    const unsigned long long *n = verify_count;
    memset(verify_count, 0, sizeof verify_count);
    possible = searched = expected = 0;
    if (samples) verify_read(argv[i], measure);
    verify_read(argv[i], use);
    report(argv[i]);
    wrong += n[V_FALSE] + n[V_UNDECIDED];
    nothing += !(n[V_CASES] + n[V_REGIONS] + n[V_WHOLE] + n[V_SAMPLES]);
  }
  if (fflush(stdout) || ferror(stdout)) verify_end(2, "standard output: %s", strerror(errno));
  if (nothing && !wrong) verify_end(2, "nothing was checked in %llu of %d files", nothing, files);
  return wrong > 0;
}
