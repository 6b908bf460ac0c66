/* Nanoseconds for a packet that tmd-shift makes, by each method, over words and degrees; one
   thread, the least of some rounds. In residues: the matrices, which serve all packets of a batch,
   are made before, and their time is a column of its own. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kernels/shift/by-residues.h"
#include "lib/base/random.h"

enum { PACKETS = 2048, ROUNDS = 3 };

static double nanoseconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

/* A packet of one domain of PACKETS 2^20 arguments, with random coefficients. */
static struct tmd_poly_record *packet_of(int degree, int words) {
  static uint64_t seed = 1;
  const struct tmd_packet_shape shape = {degree, words, 0, 1, 1};
  struct tmd_poly_record *packet = calloc(1, tmd_packet_bytes(&shape));
  *packet = (struct tmd_poly_record){.n = (uint64_t)PACKETS << 20,
                                     .count = 1,
                                     .split = 1,
                                     .degree = (uint16_t)degree,
                                     .words = (uint16_t)words,
                                     .err = 0x1p-60};
  uint64_t *c = tmd_packet_coefficient(packet, 0, 0);
  for (int w = 0; w < (degree + 1) * words; w++) c[w] = tmd_random(&seed);
  tmd_packet_set_all(packet);
  return packet;
}

static void bench(int degree, int words, uint32_t count) {
  struct tmd_poly_record *input = packet_of(degree, words);
  struct tmd_rebase rebase = {.n = (UINT64_C(1) << 20) / count, .count = count};
  const int kept = degree < 4 ? degree : 4;
  const struct tmd_packet_shape shape = {kept, words < 3 ? words : 3, count > 1 ? kept : 0,
                                         (int)count, 1};
  const struct tmd_rebase_source source = {input, (tmd_u128)input->n, &rebase, &shape};
  const size_t bytes = tmd_packet_bytes(&shape);
  unsigned char *records = malloc(bytes * PACKETS);
  struct tmd_shift_residues shift = {.rns = NULL};
  double best[3] = {INFINITY, INFINITY, INFINITY}, start = nanoseconds();
  if (tmd_shift_residues_make(&shift, input, &rebase)) exit(2);
  const double making = nanoseconds() - start;
  for (int round = 0; round < ROUNDS; round++)
    for (int method = 0; method < 3; method++) {
      memset(records, 0, bytes * PACKETS);
      rebase.method = method == 1 ? TMD_REBASE_STRAIGHTFORWARD : TMD_REBASE_TABULATED;
      start = nanoseconds();
      if (method < 2) tmd_rebase_run(&source, 0, PACKETS, records, bytes);
      else tmd_shift_residues_run(&shift, &source, 0, PACKETS, records, bytes);
      best[method] = fmin(best[method], nanoseconds() - start);
    }
  printf("shift\t%u\t%d\t%d\t%.0f\t%.0f\t%.0f\t%d\t%.0f\t%.2f\t%.2f\n", count, degree, words,
         best[0] / PACKETS, best[1] / PACKETS, best[2] / PACKETS, shift.rns->count,
         making / (double)shift.places, best[0] / best[2], best[1] / best[2]);
  tmd_shift_residues_free(&shift);
  free(records);
  free(input);
}

int main(void) {
  printf(
      "#\tcount\tdegree\twords\ttabulated ns\tstraightforward\trns\tmoduli\tmatrix ns\ttabulated / rns\t"
      "straightforward / rns\n");
  for (uint32_t count = 1; count <= 64; count *= 64)
    for (int degree = 2; degree <= 12; degree += degree < 4 ? 2 : 4)
      for (int words = 2; words <= 16; words *= 2) bench(degree, words, count);
  return 0;
}
