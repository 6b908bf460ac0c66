/* The Farey walk against brute force: on random and on adversarial polynomials its candidates are
   those of tmd-exhaust, the same list on every instruction set and in the plain form.

     test-farey [POLYNOMIALS [SEED]]    that many (30,000), from that seed on (1)
     test-farey - SEED index INDEX      one of them, at length: a failure names its seed and index
     test-farey - SEED slice INDEX      one of the slices of wide packets
 */
#include <signal.h>
#include <unistd.h>

#include "tests/unit/farey-polynomials.h"
#include "tests/unit/tap.h"

enum {
  PLAIN = TMD_KERNEL_SETS,
  FORMS,
  PLAIN_SHARE = 16,
  SLICE_SHARE = 1024,
  COMPLAINTS = 20,
  PATIENCE_SECONDS = 30
};
#ifdef __SANITIZE_ADDRESS__
enum { POLYNOMIALS = 4000 };
#else
enum { POLYNOMIALS = 30000 };
#endif
static const char *const form_names[FORMS] = {TMD_SET_NAMES "plain"};

struct tally {
  long polynomials, candidates, with_case, planted, walked, failures;
};

static struct tally by_family[FAMILIES], by_form[FORMS], slices;
static struct tmd_farey_stats stats[FORMS];
static long complaints;
static int spoilt[FORMS];

/* What is being searched: a walk that does not end says so. */
static char searching[240];

static void lose_patience(int signal) {
  (void)signal;
  if (write(1, searching, strlen(searching)) < 0) _exit(2);
  _exit(1);
}

static int present(int form) { return form == PLAIN || tmd_kernels_select(form_names[form]) == 0; }

static void count_trial(struct tally *tally, const struct trial *trial,
                        const struct tmd_candidates *expected, int good) {
  tally->polynomials++;
  tally->candidates += (long)expected->count;
  tally->with_case += expected->count > 0;
  tally->planted += trial->planted;
  tally->failures += !good;
}

/* "order 12 threshold 20 ...": what one needs beside seed and index. */
static void print_trial(const struct trial *trial) {
  const struct tmd_poly_record *packet = trial->packet;
  char X0[TMD_WIDE_TEXT_BYTES];
  tmd_u128 start = tmd_wide_load(packet->X0);
  printf("order %llu threshold %d err %a degree %d words %d ", (unsigned long long)trial->order,
         trial->threshold, packet->err, packet->degree, packet->words);
  printf("n %llu count %u split %u packet at %s claims %+lld to %+lld",
         (unsigned long long)packet->n, packet->count, packet->split, tmd_wide_print(X0, start),
         (long long)(tmd_i128)(trial->X0 - start), (long long)(tmd_i128)(trial->X1 - start));
}

/* The first difference of two lists, with the place of X in the packet. */
static void print_difference(const struct trial *trial, const struct tmd_candidates *expected,
                             const struct tmd_candidates *found) {
  size_t at = 0, both = expected->count < found->count ? expected->count : found->count;
  while (at < both && expected->X[at] == found->X[at]) at++;
  int lost = at == found->count || (at < expected->count && expected->X[at] < found->X[at]);
  tmd_u128 X = lost ? expected->X[at] : found->X[at];
  tmd_i128 place = (tmd_i128)(X - tmd_wide_load(trial->packet->X0)), n = (tmd_i128)trial->packet->n;
  const char *what = lost ? "lost" : "invented";
  if (!lost && at > 0 && X <= found->X[at - 1])
    what = X == found->X[at - 1] ? "repeated" : "out of order";
  char text[TMD_WIDE_TEXT_BYTES];
  printf("%s X = %s, position %lld of domain %lld (%zu expected, %zu found)", what,
         tmd_wide_print(text, X), (long long)(place % n), (long long)(place / n), expected->count,
         found->count);
}

static void complain(const struct trial *trial, const char *where, int form,
                     const struct tmd_candidates *expected, const struct tmd_candidates *found) {
  if (complaints++ >= COMPLAINTS) return;
  printf("# %s, %s: ", where, form_names[form]);
  print_difference(trial, expected, found);
  printf(": ");
  print_trial(trial);
  printf("\n");
  fflush(stdout);
}

/* Candidates are appended: one that is there stays the first, whatever it is. */
static struct tmd_candidates run_form(const struct trial *trial, int form) {
  static struct tmd_candidates found;
  __typeof__(tmd_farey_packet) *walk = form == PLAIN ? tmd_farey_plain_packet : tmd_farey_packet;
  const tmd_u128 before = ~(tmd_u128)0;
  if (!found.X) found.X = malloc(sizeof *found.X), found.capacity = 1;
  found.X[0] = before, found.count = 1;
  alarm(PATIENCE_SECONDS);
  walk(&found, &stats[form], trial->packet, trial->threshold, trial->order, trial->X0, trial->X1);
  alarm(0);
  spoilt[form] |= found.count == 0 || found.X[0] != before;
  return (struct tmd_candidates){.X = found.X + 1, .count = found.count - (found.count > 0)};
}

static int check_form(const struct trial *trial, const char *where, int form,
                      const struct tmd_candidates *expected) {
  snprintf(searching, sizeof searching, "not ok - %s, %s: no end in %d s\n", where,
           form_names[form], PATIENCE_SECONDS);
  struct tmd_candidates found = run_form(trial, form);
  int good = found.count == expected->count;
  if (good && found.count > 0)
    good = memcmp(found.X, expected->X, found.count * sizeof *found.X) == 0;
  if (!good) complain(trial, where, form, expected, &found);
  count_trial(&by_form[form], trial, expected, good);
  return good;
}

/* One trial in all forms; 1 if all are right. */
static int check_trial(struct tally *tally, const struct trial *trial, const char *where,
                       int plain) {
  static struct tmd_candidates expected;
  const uint64_t arcs = stats[0].arcs;
  int good = 1;
  expected.count = 0;
  tmd_kernels_select("auto");
  tmd_exhaust_packet(&expected, trial->packet, trial->threshold, trial->X0, trial->X1);
  for (int form = 0; form < FORMS; form++)
    if (form == PLAIN ? plain : present(form)) good &= check_form(trial, where, form, &expected);
  count_trial(tally, trial, &expected, good);
  tally->walked += stats[0].arcs > arcs;
  return good;
}

static int check_polynomial(uint64_t seed, uint64_t index, int plain) {
  struct trial trial = random_trial(seed, index);
  enum family family = family_of(index);
  char where[200];
  snprintf(where, sizeof where, "seed %llu index %llu (%s)", (unsigned long long)seed,
           (unsigned long long)index, families[family].name);
  int good = check_trial(&by_family[family], &trial, where, plain);
  free(trial.packet);
  return good;
}

static int check_slice(uint64_t seed, uint64_t index) {
  struct trial trial = random_slice(seed, index);
  char where[200];
  snprintf(where, sizeof where, "seed %llu slice %llu", (unsigned long long)seed,
           (unsigned long long)index);
  int good = check_trial(&slices, &trial, where, 0);
  free(trial.packet);
  return good;
}

static void report_tally(const struct tally *tally, const char *name, const char *what) {
  tap_ok(
      tally->failures == 0 && tally->with_case > 0,
      "%s: equal to brute force on %ld %s, %ld candidates (%ld with one, %ld with a planted value, %ld walked; %ld not equal)",
      name, tally->polynomials, what, tally->candidates, tally->with_case, tally->planted,
      tally->walked, tally->failures);
}

static void report(void) {
  for (int family = 0; family < FAMILIES; family++)
    report_tally(&by_family[family], families[family].name, "polynomials");
  report_tally(&slices, "2^24 to 2^26 arguments", "slices of wide packets");
  tap_ok(by_family[FAMILY_FUNCTION].walked > by_family[FAMILY_FUNCTION].polynomials / 8 &&
             slices.walked > slices.polynomials / 2,
         "fractions are walked, not the plain form alone taken");
  for (int form = 0; form < FORMS; form++) {
    const struct tally *tally = &by_form[form];
    if (!present(form)) tap_skip(form_names[form], "not on this machine");
    else
      tap_ok(tally->failures == 0 && tally->with_case > 0 && !spoilt[form],
             "%s: appends what brute force does, on %ld packets, %ld candidates (%ld not equal)",
             form_names[form], tally->polynomials, tally->candidates, tally->failures);
  }
}

/* Whether the walk walked. */
static void print_steps(void) {
  for (int form = 0; form < FORMS; form++) {
    const struct tmd_farey_stats *s = &stats[form];
    printf("# %s: blocks %llu, arcs %llu, roots %llu, hits %llu, lines %llu, members %llu\n",
           form_names[form], (unsigned long long)s->blocks, (unsigned long long)s->arcs,
           (unsigned long long)s->roots, (unsigned long long)s->hits, (unsigned long long)s->lines,
           (unsigned long long)s->members);
  }
}

/* One trial with its coefficients, most significant word first. */
static void print_coefficients(const struct trial *trial) {
  const struct tmd_poly_record *packet = trial->packet;
  for (int j = 0; j <= packet->degree; j++)
    for (int k = 0; k <= (packet->outer ? packet->degree - j : 0); k++) {
      printf("# c[%d][%d] = 0.", j, k);
      for (int w = packet->words - 1; w >= 0; w--)
        printf("%016llx", (unsigned long long)tmd_packet_coefficient(packet, j, k)[w]);
      printf("\n");
    }
}

static int repeat_one(uint64_t seed, int slice, uint64_t index) {
  struct trial trial = slice ? random_slice(seed, index) : random_trial(seed, index);
  printf("# %s: ", slice ? "slice" : families[family_of(index)].name);
  print_trial(&trial);
  printf("\n");
  print_coefficients(&trial);
  tap_ok(slice ? check_slice(seed, index) : check_polynomial(seed, index, 1), "seed %llu %s %llu",
         (unsigned long long)seed, slice ? "slice" : "index", (unsigned long long)index);
  print_steps();
  free(trial.packet);
  return tap_done();
}

int main(int argc, char **argv) {
  uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  uint64_t polynomials = argc > 1 ? strtoull(argv[1], NULL, 10) : POLYNOMIALS;
  tables_begin();
  signal(SIGALRM, lose_patience);
  if (argc > 3)
    return repeat_one(seed, strcmp(argv[3], "slice") == 0, strtoull(argv[argc - 1], NULL, 10));
  for (uint64_t index = 0; index < polynomials; index++)
    check_polynomial(seed, index, index / FAMILY_SHARES % PLAIN_SHARE == 0);
  for (uint64_t index = 0; index < polynomials / SLICE_SHARE; index++) check_slice(seed, index);
  report();
  if (argc > 1) print_steps();
  return tap_done();
}
