/* Nanoseconds of CPU per domain of the Boolean tests, and per argument of the evaluation, for each
   instruction set. */
#include <time.h>

#include "kernels/boolean/boolean.h"
#include "kernels/exhaust/exhaust.h"
#include "tests/unit/packets.h"
#include "tests/unit/tap.h"

/* Seconds of CPU that this process has taken: of other work on the machine they have less in them
   than the time of day. */
static double cpu_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double taken; /* the least of the times that a work took */

/* MEASURE(before) work: the least of five times, each after `before`. */
#define MEASURE(before)                                                          \
  taken = INFINITY;                                                              \
  for (double start, round = 0; round < 5 && (before, start = cpu_seconds(), 1); \
       round++, taken = fmin(taken, cpu_seconds() - start))

/* Like exp on [1, 2) in binary64: 2^15 domains of 2^15 arguments, all rounding modes. To be freed
   by the caller. */
static struct tmd_poly_record *packet_like_exp(int degree, int words) {
  struct tmd_packet_shape shape = {degree, words, degree, 1 << 15, 1};
  struct tmd_poly_record *packet = packet_new(shape, 1 << 15, 0, 0x1p-60);
  /* c[j][k] = 2^(15 k + 1 - 52 (j + k - 1)): j + k derivatives at 1, steps of 1 and of 2^15
     arguments */
  for (int j = 0; j <= degree; j++)
    for (int k = 0; j + k <= degree; k++) {
      int at = 64 * words + 15 * k + 1 - 52 * (j + k - 1);
      uint64_t *c = tmd_packet_coefficient(packet, j, k);
      for (int w = 0; w < words; w++) {
        uint64_t pattern = 0xadf85458a2bb4a9au + 0x9e3779b97f4a7c15u * (uint64_t)w;
        int shift = at - 64 * w - 64;
        c[w] = shift >= 0 || j + k < 2 ? pattern : shift > -64 ? pattern >> -shift : 0;
      }
    }
  return packet;
}

static void bench_lines(const char *set) {
  FREED struct tmd_poly_record *packet = packet_like_exp(4, 3);
  for (int test = 0; test < 3; test++)
    for (int line = 0; line < 2; line++) {
      struct tmd_boolean how = {(enum tmd_test)test, (enum tmd_line)line, 44};
      MEASURE(tmd_packet_set_all(packet)) tmd_boolean_mark(packet, &how);
      static const char *const test_names[] = {"lefevre", "regular", "both"};
      const char *test_name = test_names[test], *line_name = line ? "tangent" : "minimax";
      printf("phase1\t%s\t%s\t%s\t%.1f ns/domain\t%.2f%% survive\n", set, test_name, line_name,
             taken * 1e9 / packet->count,
             100.0 * (double)tmd_packet_survivors(packet) / packet->count);

      struct tmd_packet_shape shape = tmd_packet_shape_of(packet);
      shape.split = 8;
      FREED struct tmd_poly_record *refined = calloc(1, tmd_packet_bytes(&shape));
      MEASURE(memset(refined, 0, tmd_packet_bytes(&shape)))
      tmd_boolean_split(refined, packet, &how, 8);
      printf("phase2\t%s\t%s\t%s\t%.1f ns/sub-domain\t%.2f%% survive\n", set, test_name, line_name,
             taken * 1e9 / 8 / (double)tmd_packet_survivors(packet),
             100.0 * (double)tmd_packet_survivors(refined) / 8 /
                 (double)tmd_packet_survivors(packet));
    }
}

static void bench_exhaust(const char *set) {
  static const int degrees[] = {2, 3, 4, 8};
  for (int d = 0; d < 4; d++) {
    FREED struct tmd_poly_record *packet = packet_like_exp(degrees[d], degrees[d] == 8 ? 7 : 3);
    uint64_t *bitmap = tmd_packet_bitmap(packet);
    memset(bitmap, 0, packet->count / 8);
    bitmap[5] = ~UINT64_C(0); /* 64 domains: 2^21 arguments */
    struct tmd_candidates found = {0};
    MEASURE(found.count = found.arguments = found.flagged = 0)
    tmd_exhaust_packet(&found, packet, 44, 0, (tmd_u128)1 << 100);
    printf("exhaust\t%s\tdegree %d\t%.3f ns/argument\t%llu flagged of %llu\n", set, degrees[d],
           taken * 1e9 / (double)found.arguments, (unsigned long long)found.flagged,
           (unsigned long long)found.arguments);
    free(found.X);
  }
}

int main(void) {
  static const char *const sets[] = {TMD_SET_NAMES};
  for (int i = 0; i < TMD_KERNEL_SETS; i++) {
    if (tmd_kernels_select(sets[i]) != 0) continue;
    bench_lines(sets[i]);
    bench_exhaust(sets[i]);
  }
  return 0;
}
