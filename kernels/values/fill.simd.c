/* Entry of filling in places: additions alone, on leading words. */
#include <string.h>

#include "kernels/lane/difference-table.h"
#include "kernels/values/job.h"

V_INLINE void run(const struct tmd_fill_job *job, uint64_t *place, int first, int degree) {
  v_u64 table[TMD_VALUES_DEGREE_MAX + 1];
  for (int j = 0; j <= degree; j++) table[j] = v_load(&job->table[j][first]);
  for (uint64_t s = 0; s < job->steps; s++) {
    memcpy(place + TMD_VALUES_STEP * s + first, &table[0], sizeof table[0]);
    v_expand_next_high(table, degree);
  }
}

void TMD_ENTRY(fill)(const struct tmd_fill_job *job, uint64_t *place) {
  for (int first = 0; first < TMD_TRACKS; first += TMD_LANES) {
    switch (job->degree) { /* a constant degree keeps the table in registers */
    case 0:
    case 1: run(job, place, first, 1); break;
    case 2: run(job, place, first, 2); break;
    case 3: run(job, place, first, 3); break;
    default: run(job, place, first, 4);
    }
  }
}
