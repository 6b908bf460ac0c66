/* Nanoseconds of CPU per domain of the Boolean tests, and per argument of the evaluation, for each
   instruction set. */
#include "tests/bench/packet-lines.h"

#include <stdio.h>

#include "kernels/exhaust/exhaust.h"

static void bench_lines(const char *set) {
  struct tmd_poly_record *packet = packet_like_exp(4, 3);
  for (int test = 0; test < 3; test++)
    for (int line = 0; line < 2; line++) {
      struct tmd_boolean how = {(enum tmd_test)test, (enum tmd_line)line, 44};
      double best = 1e9;
      for (int round = 0; round < 5; round++) {
        tmd_packet_set_all(packet);
        double start = cpu_seconds();
        tmd_boolean_mark(packet, &how);
        double taken = cpu_seconds() - start;
        if (taken < best) best = taken;
      }
      static const char *const test_names[] = {"lefevre", "regular", "both"};
      const char *test_name = test_names[test], *line_name = line ? "tangent" : "minimax";
      printf("phase1\t%s\t%s\t%s\t%.1f ns/domain\t%.2f%% survive\n", set, test_name, line_name,
             best * 1e9 / packet->count,
             100.0 * (double)tmd_packet_survivors(packet) / packet->count);

      struct tmd_packet_shape shape = tmd_packet_shape_of(packet);
      shape.split = 8;
      struct tmd_poly_record *refined = calloc(1, tmd_packet_bytes(&shape));
      double least = 1e9;
      for (int round = 0; round < 5; round++) {
        memset(refined, 0, tmd_packet_bytes(&shape));
        double start = cpu_seconds();
        tmd_boolean_split(refined, packet, &how, 8);
        double taken = cpu_seconds() - start;
        if (taken < least) least = taken;
      }
      printf("phase2\t%s\t%s\t%s\t%.1f ns/sub-domain\t%.2f%% survive\n", set, test_name, line_name,
             least * 1e9 / 8 / (double)tmd_packet_survivors(packet),
             100.0 * (double)tmd_packet_survivors(refined) / 8 /
                 (double)tmd_packet_survivors(packet));
      free(refined);
    }
  free(packet);
}

static void bench_exhaust(const char *set) {
  static const int degrees[] = {2, 3, 4, 8};
  for (int d = 0; d < 4; d++) {
    struct tmd_poly_record *packet = packet_like_exp(degrees[d], degrees[d] == 8 ? 7 : 3);
    uint64_t *bitmap = tmd_packet_bitmap(packet);
    memset(bitmap, 0, packet->count / 8);
    bitmap[5] = ~UINT64_C(0); /* 64 domains: 2^21 arguments */
    double best = 1e9;
    struct tmd_candidates found = {0};
    for (int round = 0; round < 3; round++) {
      found.count = found.arguments = found.flagged = 0;
      double start = cpu_seconds();
      tmd_exhaust_packet(&found, packet, 44, 0, (tmd_u128)1 << 100);
      double taken = cpu_seconds() - start;
      if (taken < best) best = taken;
    }
    printf("exhaust\t%s\tdegree %d\t%.3f ns/argument\t%llu flagged of %llu\n", set, degrees[d],
           best * 1e9 / (double)found.arguments, (unsigned long long)found.flagged,
           (unsigned long long)found.arguments);
    free(found.X);
    free(packet);
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
