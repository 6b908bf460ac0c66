/* Numbers with bounds of their errors (error-double.h), many at a time. What is done in each lane,
   and in no other order, is written as a loop that the compiler makes vector instructions of:

     TMD_VECTORS static void sum(struct tmd_nears *y, const struct tmd_nears *a) {
       TMD_EACH_LANE(i) nears_put(y, i, near_sum(nears_get(y, i), nears_get(a, i)));
     }

   No operation is contracted, so that every instruction set gives the same bits.
 */
#ifndef TMD_ERROR_DOUBLES_H
#define TMD_ERROR_DOUBLES_H

#include "lib/base/error-double.h"
#include "lib/base/target-clones.h"

enum { TMD_NEARS = 64 };

struct tmd_nears {
  double value[TMD_NEARS], error[TMD_NEARS];
};

#define TMD_EACH_LANE(i) _Pragma("omp simd") for (int i = 0; i < TMD_NEARS; i++)

NEAR_INLINE struct tmd_near nears_get(const struct tmd_nears *a, int i) {
  return (struct tmd_near){a->value[i], a->error[i]};
}

NEAR_INLINE void nears_put(struct tmd_nears *a, int i, struct tmd_near y) {
  a->value[i] = y.value;
  a->error[i] = y.error;
}

#endif
