/* Is this machine's log2 correctly rounded where that is hardest? log2.h is made by
     tmd-select --bits 52 log2.tmd | tmd-orbit | tmd-dump --to c > log2.h
     cc -frounding-math check-log2.c -lm && ./a.out */
#include "log2.h"
#include <fenv.h>
#include <stdio.h>

int main(void) {
  static const int mode[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  int wrong[4] = {0};
  for (int i = 0; i < TMD_LOG2_BINARY64_COUNT; i++) {
    const struct tmd_log2_binary64_case *c = tmd_log2_binary64_cases + i;
    const double right[] = {c->rn, c->ru, c->rd, c->rz};
    for (int m = 0; m < 4; m++) wrong[m] += fesetround(mode[m]) || log2(c->x) != right[m];
  }
  printf("%d cases, wrong: %d to nearest, %d up, %d down, %d toward zero\n",
         TMD_LOG2_BINARY64_COUNT, wrong[0], wrong[1], wrong[2], wrong[3]);
}
