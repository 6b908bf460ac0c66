# tmd-generate --vector on other machines than this one: under emulators, beside this machine, whose results tmd-check tests.
# FUNCTIONS="exp sin" choose; exp is one of them.
bats_require_minimum_version 1.5.0
load ../cli/generate.bash

setup_file() {
  command -v sollya >/dev/null || skip "no sollya"
  command -v aarch64-linux-gnu-gcc >/dev/null && command -v qemu-aarch64 >/dev/null || skip "no AArch64"
  grep -qw avx2 /proc/cpuinfo && grep -qw fma /proc/cpuinfo || skip "no AVX2"
  cd "$BATS_FILE_TMPDIR"
  for f in ${FUNCTIONS:-$(tmd-generate --list --vector)}; do
    echo "tmd-generate $f --vector --no-check -o $f.c"
  done | parallel --will-cite -j 2
}

# main FUNCTION: prints results and flags of special arguments, of hard ones, and of others at random, in four modes; but for
# underflow of y = 2^-126, before or behind the rounding to which processors look for it: x86 behind, AArch64 before
main() {
  cat <<C
#include "$made/$1.c"
#include <fenv.h>
#include <math.h>
#include <stdio.h>
static const float hard[] = {0, -0.0f, 0x1p-149f, -0x1p-149f, INFINITY, -INFINITY, NAN, 1, -1, 0x1.fffffep127f,
  -0x1.fffffep127f, 0x1p-126f, -0x1.fffffcp-127f,
$(tmd-select --bits 28 "$list" | tmd-dump --to csv | awk -F, -v f="$1" '$10 == f { print $1 "f," }')
};
int main(void) {
  const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  uint32_t x = 1;
  const int special = sizeof hard / sizeof *hard;
  for (int i = 0; i < 200000 + special; i++) {
    x = x * 1664525 + 1013904223;
    volatile vfloat v = i < special ? (vfloat){0} + hard[i] : (vfloat)((vint){0} + (int32_t)x);
        for (int m = 0; m < 4; m++) {
      fesetround(modes[m]), feclearexcept(FE_ALL_EXCEPT);
      volatile vfloat y = $1f_v(v);
      const int flags = fetestexcept(FE_ALL_EXCEPT);
      fesetround(FE_TONEAREST);
      const vint bits = (vint)y;
      if (!isnan(y[0]) && bits[0] != bits[2 * TMD_LANES - 1]) return 1;
      printf("%x %d%d%d%d%d\n", isnan(y[0]) ? 0x7fc00000 : (unsigned)bits[0], !!(flags & FE_INVALID),
             !!(flags & FE_DIVBYZERO), !!(flags & FE_OVERFLOW),
             flags & FE_UNDERFLOW && (bits[0] & 0x7fffffff) != 0x800000, !!(flags & FE_INEXACT));
    }
  }
}
C
}

@test "AArch64: the same results and flags" {
  for f in ${FUNCTIONS:-$(tmd-generate --list --vector)}; do
    main "$f" >main.c
    gcc -O2 -march=x86-64-v3 main.c -o here -lm
    ./here | sort -u | wc -l >count
    [ "$(<count)" -gt 1000 ]
    ./here >expected
    for cc in "aarch64-linux-gnu-gcc -O2" "aarch64-linux-gnu-gcc -O0"; do
      $cc -static main.c -o there -lm
      qemu-aarch64 ./there >found
      echo "$f $cc"
      cmp expected found
    done
  done
  sed -i 's/return vnarrow/return -vnarrow/' "$made/exp.c"
  main exp >main.c
  aarch64-linux-gnu-gcc -O2 -static main.c -o there -lm
  qemu-aarch64 ./there >found
  run -1 cmp expected found
}
