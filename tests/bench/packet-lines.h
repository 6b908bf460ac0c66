/* Packets for the benchmarks of the Boolean tests, and their lines one by one, as the kernels make
   them. */
#ifndef TMD_PACKET_LINES_H
#define TMD_PACKET_LINES_H

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kernels/boolean/boolean.h"
#include "kernels/boolean/line.h"
#include "kernels/lane/difference-table.h"

/* Seconds of CPU that this process has taken: of other work on the machine they have less in them
   than the time of day. */
static inline double cpu_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Like exp on [1, 2) in binary64: 2^15 domains of 2^15 arguments, all rounding modes. To be freed
   by the caller. */
static inline struct tmd_poly_record *packet_like_exp(int degree, int words) {
  struct tmd_packet_shape shape = {degree, words, degree, 1 << 15, 1};
  struct tmd_poly_record *packet = calloc(1, tmd_packet_bytes(&shape));
  *packet = (struct tmd_poly_record){.n = 1 << 15,
                                     .count = 1 << 15,
                                     .split = 1,
                                     .degree = (uint16_t)degree,
                                     .words = (uint16_t)words,
                                     .outer = (uint16_t)degree,
                                     .err = 0x1p-60};
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
  tmd_packet_set_all(packet);
  return packet;
}

/* The minimax lines of a packet's domains, in their order, into `lines`, which has room for
   packet->count + 7. Returns how many there are: 0 if a hypothesis of the kernels fails. */
static inline size_t packet_lines(struct v_line *lines, const struct tmd_poly_record *packet,
                                  int threshold) {
  const uint64_t steps = tmd_boolean_steps(packet);
  const struct tmd_boolean how = {.threshold = threshold};
  const struct tmd_line_budget budget = tmd_line_budget(packet, threshold, packet->n, steps);
  static struct tmd_lines_job job;
  job.degree = packet->degree > 2 ? packet->degree : 2;
  memset(job.table, 0, sizeof job.table);
  if (tmd_line_job(&job, &how, &budget, packet->n)) return 0;
  tmd_boolean_tables(&job, packet);
  for (int track = 0; track < TMD_TRACKS; track++) {
    struct v_pair table[3][TMD_TABLE_MAX];
    for (int j = 0; j < 3; j++)
      for (int k = 0; k <= job.degree - j; k++)
        table[j][k] = v_pair_of(job.table[j][k][0][track], job.table[j][k][1][track]);
    for (uint64_t s = 0; s < steps; s++) {
      lines[TMD_TRACKS * s + (unsigned)track] =
          v_line_fit(table[0][0], table[1][0], table[2][0], TMD_LINE_MINIMAX, job.rule);
      for (int j = 0; j < 3; j++) v_expand_next(table[j], job.degree - j);
    }
  }
  return packet->count;
}

#endif
