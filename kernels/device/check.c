#include "kernels/device/check.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "kernels/device/packets.h"
#include "lib/base/error.h"
#include "lib/base/random.h"

/* ---- inputs ---- */

/* Often 0, all ones, or of few bits: where carries go wrong. */
static uint64_t next_rough(uint64_t *state) {
  const uint64_t x = tmd_random(state);
  switch (x % 8) {
  case 0: return 0;
  case 1: return ~UINT64_C(0);
  case 2: return UINT64_C(1) << (x >> 58);
  case 3: return ~UINT64_C(0) << (x >> 58);
  case 4: return x >> (x >> 58);
  default: return tmd_random(state);
  }
}

/* x >= 1 and y; quotients y/x that are huge, exact, or next to exact. */
static void fill_integers(uint64_t *words, size_t threads) {
  uint64_t state = 1;
  for (size_t t = 0; t < threads; t++) {
    uint64_t x = next_rough(&state), y = next_rough(&state);
    if (t % 8 == 0) x = 1;
    if (t % 8 == 1) x = 1 + x % 16, y = ~(y % 16);
    if (t % 8 == 2) x = (UINT64_C(1) << x % 64) + y % 3 - 1;
    x += x == 0;
    if (t % 8 >= 5) y = (1 + tmd_random(&state) % (~UINT64_C(0) / x)) * x + t % 8 - 6;
    words[t] = x;
    words[threads + t] = y;
  }
}

/* +-2^e m, 1 <= m < 2 */
static double next_double(uint64_t *state, int least, int most) {
  const uint64_t bits = tmd_random(state),
                 exponent = (uint64_t)(1023 + least) + tmd_random(state) % (uint64_t)(most - least);
  const uint64_t whole = (bits & ~(UINT64_C(0x7ff) << 52)) | exponent << 52;
  double x;
  memcpy(&x, &whole, sizeof x);
  return x;
}

/* A double whose square root lies next to a midpoint of two doubles: near the square of the
   midpoint. */
static double next_hard_square(uint64_t *state) {
  const unsigned __int128 middle = tmd_random(state) >> 11 | UINT64_C(1) << 53 | 1;
  return (double)(middle * middle);
}

/* Words that are halfway between doubles once they are taken as integers. */
static double next_halfway(uint64_t *state) {
  uint64_t bits = tmd_random(state);
  bits = bits >> 63 ? (bits & 0x803ffffffffff800u) | 0xc1e0000000000400u
                    : (bits & 0x001ffffffffffe00u) | 0x41c0000000000100u;
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/* Never a NaN, nor a subnormal float: devices may differ there. */
static void fill_doubles(uint64_t *words, size_t threads) {
  uint64_t state = 2;
  for (size_t t = 0; t < threads; t++) {
    double number[3];
    for (int i = 0; i < 3; i++) number[i] = next_double(&state, -40, i == 1 ? 55 : 70);
    switch (t % 8) {
    case 0:
      number[2] = -(number[0] * number[1]);
      break; /* a fused x y + z is what rounding took away */
    case 1: number[2] = number[0] * number[1] * (1 + 0x1p-30); break;
    case 2: number[0] = (double)(int64_t)(tmd_random(&state) >> (11 + t / 8 % 53)) * 0.5; break;
    case 3: number[0] = next_double(&state, -1022, -960) * 0x1p-52; break;
    case 4: number[0] = next_hard_square(&state); break;
    case 5: number[0] = next_halfway(&state); break;
    case 6: number[1] = (double)(float)number[1], number[0] = 1 / number[1], number[2] = -1; break;
    }
    for (int i = 0; i < 3; i++) memcpy(&words[(size_t)i * threads + t], &number[i], sizeof *words);
  }
}

#define DEGREE 2
#define WORDS 3
enum { COEFFICIENTS = (DEGREE + 1) * (DEGREE + 2) / 2 };

static void fill_residues(uint64_t *words, size_t threads) {
  uint64_t state = 3;
  for (size_t i = 0; i < threads * (COEFFICIENTS + 2 * DEGREE) * WORDS; i++)
    words[i] = next_rough(&state);
}

void tmd_check_fill_bits(uint64_t *bits) {
  uint64_t state = 4;
  for (size_t w = 0; w < TMD_CHECK_ENTRIES; w++) {
    const uint64_t kind = tmd_random(&state) % 256;
    bits[w] = kind > 64 ? 0 : ~UINT64_C(0);
    for (int i = 0; i < 4 && kind > 0 && kind <= 64; i++) bits[w] &= tmd_random(&state);
  }
}

void tmd_check_fill_slots(uint32_t *slots, uint32_t *counts) {
  uint64_t state = 5;
  for (size_t e = 0; e < TMD_CHECK_ENTRIES; e++) {
    const uint64_t kind = tmd_random(&state);
    counts[e] = kind % 4 ? 0 : (uint32_t)(kind >> 8) % (TMD_CHECK_SLOTS + 1);
    for (uint32_t slot = 0; slot < TMD_CHECK_SLOTS; slot++)
      slots[slot * TMD_CHECK_ENTRIES + e] = (uint32_t)(kind >> 16) + slot;
  }
}

/* ---- answers: tests/gpu/test-device.c computes them on the host ---- */

#define TEXT(x) #x
#define NUMBER(x) TEXT(x)
#define SHAPE "-DTMD_WORDS=" NUMBER(WORDS) " -DTMD_DEGREE=" NUMBER(DEGREE) " -DTMD_OUTER=1"
const struct tmd_check tmd_checks[TMD_CHECKS] = {
    {"integers", "check_integers", SHAPE, 4000, 2, 7, fill_integers, 0xc3d3670327a0d32f},
    {"doubles", "check_doubles", SHAPE, 4000, 3, 14, fill_doubles, 0x0517b2b725314037},
    {"residues", "check_residues", SHAPE, 200, (COEFFICIENTS + 2 * DEGREE) * WORDS,
     (DEGREE + 2) * WORDS, fill_residues, 0x70478243f3bbf781},
};
const struct tmd_check_list tmd_check_bits_answer = {87176, 0x8ec1ecb35481671a};
const struct tmd_check_list tmd_check_slots_answer = {26551, 0xd2ea4a809a846db5};

/* ---- on the device ---- */

int tmd_check_compute(struct tmd_device *device, const struct tmd_check *check, const uint64_t *in,
                      uint64_t *out) {
  const size_t bytes = check->out * check->threads * sizeof *out;
  struct tmd_buffer given = {0}, made = {0};
  struct tmd_device_kernel *kernel =
      tmd_device_kernel(device, "check", check->kernel, check->definitions);
  tmd_buffer_fill(&given, device, 0, in, check->in * check->threads * sizeof *in);
  tmd_buffer_reserve(&made, device, bytes);
  TMD_LAUNCH(kernel, 0, tmd_device_groups(check->threads), TMD_BUFFER(&given),
             TMD_NUMERAL(check->threads), TMD_BUFFER(&made));
  tmd_buffer_download(&made, 0, bytes);
  const int status = tmd_device_wait(device, 0);
  memcpy(out, made.host, bytes);
  TMD_BUFFERS_FREE(&given, &made);
  return status;
}

/* Device memory of a compaction. */
struct compaction {
  struct tmd_device *device;
  struct tmd_buffer entries, slots, list;
  struct tmd_prefix_sums sums;
};

static void begin(struct compaction *c, struct tmd_device *device, const void *entries,
                  size_t entry_bytes, size_t list_bytes) {
  *c = (struct compaction){.device = device};
  tmd_buffer_fill(&c->entries, device, 0, entries, entry_bytes);
  tmd_buffer_reserve(&c->list, device, list_bytes);
}

static int finish(struct compaction *c, uint32_t *list, size_t list_bytes, uint32_t *count) {
  tmd_buffer_download(&c->sums.all, 0, sizeof *count);
  tmd_buffer_download(&c->list, 0, list_bytes);
  const int status = tmd_device_wait(c->device, 0);
  memcpy(count, c->sums.all.host, sizeof *count);
  memcpy(list, c->list.host, list_bytes);
  TMD_BUFFERS_FREE(&c->entries, &c->slots, &c->sums.groups, &c->sums.all, &c->list);
  return status;
}

int tmd_check_list_bits(struct tmd_device *device, const uint64_t *bits, size_t words,
                        uint32_t *list, size_t room, uint32_t *count) {
  const size_t bytes = room * sizeof *list;
  struct tmd_device_kernel *make = tmd_device_kernel(device, "compact", "bits_list", "");
  struct compaction c;
  begin(&c, device, bits, words * sizeof *bits, bytes);
  tmd_prefix_sums(&c.sums, device, 0, "bits_sum", &c.entries, words);
  TMD_LAUNCH(make, 0, tmd_device_groups(words), TMD_BUFFER(&c.entries), TMD_NUMERAL(words),
             TMD_BUFFER(&c.sums.groups), TMD_BUFFER(&c.list));
  return finish(&c, list, bytes, count);
}

int tmd_check_list_slots(struct tmd_device *device, const uint32_t *slots, const uint32_t *counts,
                         size_t entries, uint32_t *list, size_t room, uint32_t *count) {
  const size_t bytes = 2 * room * sizeof *list;
  struct tmd_device_kernel *make = tmd_device_kernel(device, "compact", "slots_list", "");
  struct compaction c;
  begin(&c, device, counts, entries * sizeof *counts, bytes);
  tmd_buffer_fill(&c.slots, device, 0, slots, TMD_CHECK_SLOTS * entries * sizeof *slots);
  tmd_prefix_sums(&c.sums, device, 0, "counts_sum", &c.entries, entries);
  TMD_LAUNCH(make, 0, tmd_device_groups(entries), TMD_BUFFER(&c.slots), TMD_BUFFER(&c.entries),
             TMD_NUMERAL(entries), TMD_BUFFER(&c.sums.groups), TMD_BUFFER(&c.list));
  return finish(&c, list, bytes, count);
}

/* ---- the self-test ---- */

static void check_arithmetic(struct tmd_device *device, const struct tmd_check *check) {
  const size_t bytes = check->out * check->threads * sizeof(uint64_t);
  uint64_t *in = tmd_allocate(check->in * check->threads * sizeof *in), *out = tmd_allocate(bytes);
  check->fill(in, check->threads);
  const int status = tmd_check_compute(device, check, in, out);
  tmd_device_verdict(device, status, XXH64(out, bytes, 0) == check->answer, check->what);
  free(in);
  free(out);
}

/* `words` words of the list. */
static void judge_list(struct tmd_device *device, int status, const struct tmd_check_list *answer,
                       uint32_t count, const uint32_t *list, size_t words, const char *what) {
  const int right =
      count == answer->entries && XXH64(list, words * sizeof *list, 0) == answer->answer;
  tmd_device_verdict(device, status, right, what);
}

static void check_lists(struct tmd_device *device) {
  const struct tmd_check_list *answer = &tmd_check_bits_answer, *pairs = &tmd_check_slots_answer;
  uint64_t *bits = tmd_allocate(TMD_CHECK_ENTRIES * sizeof *bits);
  uint32_t *slots = tmd_allocate(TMD_CHECK_SLOTS * TMD_CHECK_ENTRIES * sizeof *slots),
           *counts = tmd_allocate(TMD_CHECK_ENTRIES * sizeof *counts),
           *list = tmd_allocate((answer->entries + 2 * pairs->entries) * sizeof *list), count;
  tmd_check_fill_bits(bits);
  int status = tmd_check_list_bits(device, bits, TMD_CHECK_ENTRIES, list, answer->entries, &count);
  judge_list(device, status, answer, count, list, answer->entries, "lists of bits");
  tmd_check_fill_slots(slots, counts);
  status =
      tmd_check_list_slots(device, slots, counts, TMD_CHECK_ENTRIES, list, pairs->entries, &count);
  judge_list(device, status, pairs, count, list, 2 * (size_t)pairs->entries, "lists of slots");
  free(bits);
  free(slots);
  free(counts);
  free(list);
}

int tmd_device_check(struct tmd_device *device) {
  for (int i = 0; i < TMD_CHECKS; i++) check_arithmetic(device, &tmd_checks[i]);
  check_lists(device);
  return tmd_device_failed(device);
}
