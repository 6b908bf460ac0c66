/* Devices: what they compute is what the host computes. Each back end that is there is tested; one
   that is not is a skip. */
#include <gmp.h>
#include <xxhash.h>

#include "kernels/device/backend.h"
#include "kernels/device/check.h"
#include "lib/base/arb-compat.h"
#include "lib/base/error-double.h"
#include "lib/packet/packet.h"
#include "tests/gpu/opened.h"
#include "tests/unit/tap.h"

typedef unsigned __int128 u128;

/* ---- The kernels of 'check', on the host: out has a word for each threads-th place ---- */

static void host_integers(const uint64_t *in, size_t threads, uint64_t *out) {
  for (size_t t = 0; t < threads; t++) {
    const uint64_t x = in[t], y = in[threads + t];
    const u128 sum = ((u128)y << 64 | x) + ((u128)~x << 64 | y), product = ((u128)x << 64 | y) * y;
    const uint64_t words[] = {(uint64_t)((u128)x * y >> 64),
                              (uint64_t)sum,
                              (uint64_t)(sum >> 64),
                              (uint64_t)product,
                              (uint64_t)(product >> 64),
                              y / x,
                              y % x};
    for (int i = 0; i < 7; i++) out[(size_t)i * threads + t] = words[i];
  }
}

static void host_doubles(const uint64_t *in, size_t threads, uint64_t *out) {
  for (size_t t = 0; t < threads; t++) {
    const double x = near_of_bits(in[t]), y = near_of_bits(in[threads + t]),
                 z = near_of_bits(in[2 * threads + t]);
    const double rounded = fabs(x) < 0x1p51 ? rint(x) : (x + 0x1.8p52) - 0x1.8p52;
    const float product = (float)x * (float)y;
    const volatile double xy = x * y;
    const uint64_t words[] = {near_bits(x + y),
                              near_bits(xy),
                              near_bits(x / y),
                              near_bits(xy + z),
                              near_bits(z - xy),
                              near_bits(sqrt(fabs(x))),
                              near_bits(rounded + 0.0) ^ (uint64_t)(rounded > x),
                              near_bits((double)in[t]),
                              fabs(x) < 0x1p63 ? (uint64_t)fabs(x) + (uint64_t)(int64_t)x : 0,
                              fabs(x) < 0x1p31 ? (uint64_t)fabs(x) : 0,
                              near_bits((double)(product + (float)z)),
                              near_bits(fma(x, y, z)),
                              1,
                              1};
    for (int i = 0; i < 14; i++) out[(size_t)i * threads + t] = words[i];
  }
}

/* An array of integers mod 2^(64 words), words in steps of `stride`. */
static void import(mpz_t x, const uint64_t *from, size_t stride, int words) {
  mpz_set_ui(x, 0);
  for (int w = words; w-- > 0;) {
    mpz_mul_2exp(x, x, 64);
    mpz_add_ui(x, x, from[(size_t)w * stride]);
  }
}

static void export(const mpz_t x, uint64_t *to, size_t stride, int words) {
  SCOPED(mpz, rest);
  mpz_fdiv_r_2exp(rest, x, 64 * (mp_bitcnt_t)words);
  for (int w = 0; w < words; w++, mpz_fdiv_q_2exp(rest, rest, 64))
    to[(size_t)w * stride] = mpz_get_ui(rest);
}

struct shape {
  int words, degree, outer;
};

static const struct shape shapes[] = {{1, 1, 1}, {2, 1, 0}, {2, 3, 1},
                                      {4, 2, 1}, {5, 4, 0}, {9, 2, 1}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

#define DEFINITIONS "-DTMD_WORDS=%d -DTMD_DEGREE=%d -DTMD_OUTER=%d"

static int coefficients_of(struct shape s) { return tmd_packet_coefficients(s.degree, s.outer); }

/* The number of c[j][k] in a packet. */
static size_t entry_of(struct shape s, int j, int k) {
  const struct tmd_poly_record packet = {
      .degree = (uint16_t)s.degree, .outer = (uint16_t)(s.outer ? s.degree : 0), .words = 1};
  return (size_t)(tmd_packet_coefficient(&packet, j, k) - tmd_packet_coefficient(&packet, 0, 0));
}

/* sum += row[k] x, row[0] being 1 */
static void add_binomial(mpz_t sum, const mpz_t x, const uint64_t *row, int k, int words) {
  SCOPED(mpz, b);
  mpz_set_ui(b, 1);
  if (k > 0) import(b, row + (k - 1) * words, 1, words);
  mpz_addmul(sum, b, x);
}

static void host_residues_of(struct shape s, const uint64_t *in, size_t threads, size_t thread,
                             uint64_t *out) {
  const uint64_t *rows = in + (size_t)coefficients_of(s) * (size_t)s.words * threads;
  const size_t row = (size_t)(s.degree * s.words);
  mpz_t r[s.degree + 1];
  SCOPED(mpz, c);
  for (int j = 0; j <= s.degree; j++) {
    mpz_init(r[j]);
    for (int k = 0; k <= (s.outer ? s.degree - j : 0); k++) {
      import(c, in + entry_of(s, j, k) * (size_t)s.words * threads + thread, threads, s.words);
      add_binomial(r[j], c, rows + thread * row, k, s.words);
    }
  }
  for (int j = 0; j <= s.degree; j++) {
    for (int l = 1; l <= s.degree - j; l++)
      add_binomial(r[j], r[j + l], rows + (threads + thread) * row, l, s.words);
    export(r[j], out + (size_t)(j * s.words) * threads + thread, threads, s.words);
  }
  mpz_add(c, r[0], r[s.degree > 0 ? 1 : 0]);
  export(c, out + (size_t)((s.degree + 1) * s.words) * threads + thread, threads, s.words);
  for (int j = 0; j <= s.degree; j++) mpz_clear(r[j]);
}

static void host_residues(struct shape s, const uint64_t *in, size_t threads, uint64_t *out) {
  for (size_t t = 0; t < threads; t++) host_residues_of(s, in, threads, t, out);
}

static size_t host_list_bits(const uint64_t *bits, size_t words, uint32_t *list) {
  size_t count = 0;
  for (size_t i = 0; i < 64 * words; i++)
    if (bits[i / 64] >> i % 64 & 1) list[count++] = (uint32_t)i;
  return count;
}

static size_t host_list_slots(const uint32_t *slots, const uint32_t *counts, size_t entries,
                              uint32_t *list) {
  size_t count = 0;
  for (size_t e = 0; e < entries; e++)
    for (size_t slot = 0; slot < counts[e]; slot++, count++) {
      list[2 * count] = (uint32_t)e;
      list[2 * count + 1] = slots[slot * entries + e];
    }
  return count;
}

/* ---- The stored answers ---- */

static void host_compute(int check, const uint64_t *in, size_t threads, uint64_t *out) {
  if (check == TMD_CHECK_INTEGERS) host_integers(in, threads, out);
  if (check == TMD_CHECK_DOUBLES) host_doubles(in, threads, out);
  if (check == TMD_CHECK_RESIDUES) host_residues((struct shape){3, 2, 1}, in, threads, out);
}

static void test_stored_answers(void) {
  for (int i = 0; i < TMD_CHECKS; i++) {
    const struct tmd_check *check = &tmd_checks[i];
    const size_t bytes = check->out * check->threads * sizeof(uint64_t);
    FREED uint64_t *in = calloc(check->in * check->threads, sizeof *in), *out = malloc(bytes);
    check->fill(in, check->threads);
    host_compute(i, in, check->threads, out);
    const uint64_t hash = XXH64(out, bytes, 0);
    tap_ok(hash == check->answer, "stored answer of %s is the host's, 0x%016llx", check->what,
           (unsigned long long)hash);
  }
}

static void ok_list(const char *what, const struct tmd_check_list *answer, size_t count,
                    const uint32_t *list, size_t words) {
  const uint64_t hash = XXH64(list, words * sizeof *list, 0);
  tap_ok(count == answer->entries && hash == answer->answer,
         "stored list of %s is the host's, %zu, 0x%016llx", what, count, (unsigned long long)hash);
}

static void test_stored_lists(void) {
  FREED uint64_t *bits = calloc(TMD_CHECK_ENTRIES, sizeof *bits);
  FREED uint32_t *slots = calloc(TMD_CHECK_ENTRIES * TMD_CHECK_SLOTS, sizeof *slots);
  FREED uint32_t *counts = calloc(TMD_CHECK_ENTRIES, sizeof *counts),
                 *list = calloc(TMD_CHECK_ENTRIES * 64, sizeof *list);
  tmd_check_fill_bits(bits);
  size_t count = host_list_bits(bits, TMD_CHECK_ENTRIES, list);
  ok_list("bits", &tmd_check_bits_answer, count, list, count);
  tmd_check_fill_slots(slots, counts);
  count = host_list_slots(slots, counts, TMD_CHECK_ENTRIES, list);
  ok_list("slots", &tmd_check_slots_answer, count, list, 2 * count);
}

/* Cases that the self-test is there for do occur in its input. */
static void test_input(void) {
  const struct tmd_check *check = &tmd_checks[TMD_CHECK_DOUBLES];
  FREED uint64_t *in = calloc(check->in * check->threads, sizeof *in);
  int fused = 0, fused_float = 0, not_a_number = 0, subnormal = 0, halfway = 0;
  check->fill(in, check->threads);
  for (size_t t = 0; t < check->threads; t++) {
    const double x = near_of_bits(in[t]), y = near_of_bits(in[check->threads + t]),
                 z = near_of_bits(in[2 * check->threads + t]);
    const float f = (float)x, g = (float)y, h = (float)z;
    fused += fma(x, y, z) != x * y + z;
    fused_float += fmaf(f, g, h) != f * g + h;
    not_a_number += isnan(x + y) || isnan(x * y + z) || isnan(x / y);
    subnormal += fpclassify(x * y) == FP_SUBNORMAL;
    halfway += (x != 0 && fabs(x) < 0x1p51 && fabs(x - rint(x)) == 0.5);
  }
  tap_ok(
      fused > 500 && fused_float > 500 && subnormal > 50 && halfway > 100 && !not_a_number,
      "input of the self-test: %d sums that fusing changes, %d in float, %d subnormal, %d halfway, %d not numbers",
      fused, fused_float, subnormal, halfway, not_a_number);
}

/* ---- Devices ---- */

static const char *error_of(int status) { return status ? tmd_error_text() : ""; }

static void test_residues(struct shape s, size_t threads) {
  char definitions[96];
  snprintf(definitions, sizeof definitions, DEFINITIONS, s.words, s.degree, s.outer);
  const struct tmd_check check = {.what = "residues",
                                  .kernel = "check_residues",
                                  .definitions = definitions,
                                  .threads = threads,
                                  .in = (size_t)((coefficients_of(s) + 2 * s.degree) * s.words),
                                  .out = (size_t)((s.degree + 2) * s.words)};
  const size_t words = check.out * threads;
  FREED uint64_t *in = calloc(check.in * threads, sizeof *in), *out = calloc(words, sizeof *out),
                 *right = calloc(words, sizeof *right);
  for (size_t i = 0; i < check.in * threads; i++) in[i] = test_random_words();
  const int status = tmd_check_compute(device, &check, in, out);
  host_residues(s, in, threads, right);
  tap_ok(status == 0 && memcmp(out, right, words * sizeof *out) == 0,
         "%s: residues %s are GMP's %s", tmd_device_name(device), definitions, error_of(status));
}

/* Bits that are set with a probability of 2^-rarity; rarity 0: all. */
static int same_bits(size_t words, int rarity) {
  FREED uint64_t *bits = calloc(words + 1, sizeof *bits);
  for (size_t w = 0; w < words; w++) {
    bits[w] = ~UINT64_C(0);
    for (int i = 0; i < rarity; i++) bits[w] &= test_random();
  }
  uint32_t count = 0;
  FREED uint32_t *right = malloc((64 * words + 1) * sizeof *right),
                 *list = malloc((64 * words + 1) * sizeof *list);
  const size_t room = host_list_bits(bits, words, right);
  const int status = tmd_check_list_bits(device, bits, words, list, room, &count);
  const int same = status == 0 && count == room && memcmp(list, right, room * sizeof *list) == 0;
  if (!same)
    printf("# %zu words, rarity %d: %u bits instead of %zu %s\n", words, rarity, count, room,
           error_of(status));
  return same;
}

static int same_slots(size_t entries, unsigned rarity) {
  FREED uint32_t *slots = calloc(TMD_CHECK_SLOTS * entries + 1, sizeof *slots),
                 *counts = calloc(entries + 1, sizeof *counts);
  for (size_t i = 0; i < TMD_CHECK_SLOTS * entries; i++) slots[i] = (uint32_t)test_random();
  for (size_t e = 0; e < entries; e++)
    counts[e] = rarity == 0              ? TMD_CHECK_SLOTS
                : test_random() % rarity ? 0
                                         : (uint32_t)(test_random() % (TMD_CHECK_SLOTS + 1));
  const size_t most = 2 * TMD_CHECK_SLOTS * entries + 1;
  uint32_t count = 0;
  FREED uint32_t *right = malloc(most * sizeof *right), *list = malloc(most * sizeof *list);
  const size_t room = host_list_slots(slots, counts, entries, right);
  const int status = tmd_check_list_slots(device, slots, counts, entries, list, room, &count);
  const int same =
      status == 0 && count == room && memcmp(list, right, 2 * room * sizeof *list) == 0;
  if (!same)
    printf("# %zu entries, rarity %u: %u slots instead of %zu %s\n", entries, rarity, count, room,
           error_of(status));
  return same;
}

static void test_compaction(void) {
  static const size_t sizes[] = {0,    1,     2,     255,   256,         257,   511,
                                 4096, 65535, 65536, 65537, 65536 + 256, 131073};
  int bits = 1, slots = 1;
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    for (int rarity = 0; rarity <= 10; rarity += 1 + rarity) bits &= same_bits(sizes[i], rarity);
    slots &= same_slots(sizes[i], 0) & same_slots(sizes[i], 1) & same_slots(sizes[i], 50);
  }
  for (int i = 0; i < 30; i++) {
    const size_t size = test_random() % 3000;
    bits &= same_bits(size, (int)(test_random() % 9));
    slots &= same_slots(size, (unsigned)(test_random() % 5));
  }
  tap_ok(bits, "%s: lists of bits are those of a loop", tmd_device_name(device));
  tap_ok(slots, "%s: lists of slots are those of a loop", tmd_device_name(device));
}

/* Two queues: each has a batch on the device while the other's is looked at. */
static void test_queues(void) {
  enum {
    THREADS = 3000,
    ROUNDS = 20,
    IN = 2 * THREADS,
    OUT = 7 * THREADS,
    WORD = sizeof(uint64_t)
  };
  const struct tmd_check *check = &tmd_checks[TMD_CHECK_INTEGERS];
  struct tmd_buffer in[TMD_QUEUES] = {0}, out[TMD_QUEUES] = {0};
  static uint64_t right[TMD_QUEUES][OUT];
  struct tmd_device_kernel *kernel =
      tmd_device_kernel(device, "check", check->kernel, check->definitions);
  int same = kernel != NULL;
  for (int round = 0; round < ROUNDS + TMD_QUEUES && same; round++) {
    const int q = round % TMD_QUEUES;
    if (round >= TMD_QUEUES)
      same = tmd_device_wait(device, q) == 0 && memcmp(out[q].host, right[q], sizeof right[q]) == 0;
    if (round >= ROUNDS || !same) continue;
    tmd_buffer_reserve(&in[q], device, IN * WORD);
    tmd_buffer_reserve(&out[q], device, OUT * WORD);
    uint64_t *words = in[q].host;
    for (int i = 0; i < IN; i++) words[i] = test_random_words() | (i < THREADS);
    host_integers(words, THREADS, right[q]);
    const struct tmd_argument arguments[] = {TMD_BUFFER(&in[q]), TMD_NUMERAL(THREADS),
                                             TMD_BUFFER(&out[q])};
    tmd_buffer_upload(&in[q], q, IN * WORD);
    tmd_device_launch(kernel, q, tmd_device_groups(THREADS), arguments, 3);
    tmd_buffer_download(&out[q], q, OUT * WORD);
    same = tmd_device_failed(device) == 0;
  }
  tap_ok(same, "%s: %d batches, two at a time", tmd_device_name(device), (int)ROUNDS);
  for (int q = 0; q < TMD_QUEUES; q++) TMD_BUFFERS_FREE(&in[q], &out[q]);
}

static void test_copies(void) {
  enum { WORDS = 1000 };
  struct tmd_buffer buffer = {0};
  tmd_buffer_reserve(&buffer, device, WORDS * sizeof(uint64_t));
  uint64_t *words = buffer.host;
  for (uint64_t i = 0; i < WORDS; i++) words[i] = i;
  tmd_buffer_upload(&buffer, 1, WORDS * sizeof *words);
  int same = tmd_device_wait(device, 1) == 0;
  memset(words, 0, WORDS * sizeof *words);
  tmd_buffer_download(&buffer, 1, WORDS / 2 * sizeof *words);
  same = same && tmd_device_wait(device, 1) == 0;
  for (uint64_t i = 0; i < WORDS && same; i++) same = words[i] == (i < WORDS / 2 ? i : 0);
  tap_ok(same, "%s: copies there and back, of a part", tmd_device_name(device));
  TMD_BUFFERS_FREE(&buffer);
}

static void test_device(const char *name) {
  if (!is_open(name)) return;
  for (size_t i = 0; i < SHAPES; i++) test_residues(shapes[i], 300);
  test_compaction();
  test_queues();
  test_copies();
  tmd_device_close(device);
}

/* Back ends as arguments, all without any; --programs prints what test_residues compiles. */
int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "--programs") == 0) {
    for (size_t i = 0; i < SHAPES; i++)
      printf("check " DEFINITIONS "\n", shapes[i].words, shapes[i].degree, shapes[i].outer);
    return 0;
  }
  test_stored_answers();
  test_stored_lists();
  test_input();
  for (int i = 1; i < argc; i++) test_device(argv[i]);
  if (argc == 1) test_device("cuda"), test_device("opencl");
  return tap_done();
}
