/* The job of evaluating every argument, and its entry. */
#ifndef TMD_EXHAUST_JOB_H
#define TMD_EXHAUST_JOB_H

#include <stddef.h>
#include <stdint.h>

#include "kernels/exhaust/parabola.h"
#include "kernels/lane/kernels.h"

enum { TMD_EXHAUST_TRACKS = 2 * TMD_TRACKS };

struct tmd_exhaust_job {
  int tracks;          /* in use, the first ones */
  int degree;          /* by parabolas 2 .. TMD_PARABOLA_DEGREE, else 1 .. TMD_TABLE_MAX-1 */
  uint64_t steps;      /* < 2^28 */
  uint64_t span;       /* arguments of a parabola, a multiple of 8; 0: differences of 128 bits */
  uint64_t half_width; /* by parabolas in units of 2^-32, < 2^31; else of 2^-64, < 2^63 */
  struct tmd_span_steps differences;
  uint64_t table[TMD_TABLE_MAX][2]
                [TMD_EXHAUST_TRACKS]; /* [j][low, high][track]; parabolas: high alone */
};

/* Lists the arguments whose value may be within half_width of an integer: step TMD_EXHAUST_TRACKS +
   track, those of a track in rising order; at most steps TMD_EXHAUST_TRACKS of them. Returns their
   number. */
TMD_KERNEL(size_t, exhaust, (const struct tmd_exhaust_job *job, uint32_t *flags))

#endif
