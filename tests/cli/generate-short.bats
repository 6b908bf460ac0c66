# tmd-generate --vector, --to in formats of 16 bits.
bats_require_minimum_version 1.5.0
load generate.bash

setup() {
  command -v sollya >/dev/null || skip "no sollya"
  grep -qw avx2 /proc/cpuinfo && grep -qw f16c /proc/cpuinfo || skip "no AVX2"
  cd "$BATS_TEST_TMPDIR"
}

# right FILE OPTION...: a mode is right
right() {
  tmd-check --library "$1" --bits16 --function tan --format bfloat16 \
    --domain=-0x1p-120:0x1p-125 "${@:2}" >report || return
  [ "$(grep -c $'\tpass\t' report)" -eq 1 ]
}

@test "bfloat16: vectors and their masks, with flags; on a device, whose subnormal numbers are zeros" {
  tmd-generate tan --vector --format bfloat16 --no-check -o tan.c &
  tmd-generate tan --to opencl --ftz --format bfloat16 --no-check -o tan.cl &
  tmd-generate tan --to cuda --ftz --format bfloat16 --no-check -o tan.cuda
  wait
  masked() { right "$1" --cc "gcc -O2 -march=x86-64-v3" --symbol _ZGVdM16v_tanbf16 --modes down --flags; }
  masked ./tan.c
  sed 's/u & INT32_MIN, low/u \& 0, low/' tan.c >wrong.c
  run ! cmp -s tan.c wrong.c
  run -1 masked ./wrong.c
  cat >arrays.c <<'C'
#include "tan.c"
#include <stdio.h>
int main(void) {
  static uint16_t x[160], y[160], z[160];
  int wrong = 0;
  for (int n = 0; n <= 150; n++) {
    for (int i = 0; i < 160; i++) x[i] = z[i] = (uint16_t)(0x3e00 + 3 * i), y[i] = 1;
    tanbf16_array(y, x, (size_t)n), tanbf16_array(z, z, (size_t)n);
    for (int i = 0; i < 160; i++) {
      const vshort one = tanbf16_v((vshort){0} + x[i]);
      wrong += i < n ? y[i] != one[i % TMD_SHORTS] || z[i] != y[i] : y[i] != 1 || z[i] != x[i];
    }
  }
  printf("%d wrong\n", wrong);
}
C
  gcc -O2 -march=x86-64-v3 arrays.c -o arrays
  [ "$(./arrays)" = "0 wrong" ]
  grep -q 'name tanbf16 --to opencl --ftz$' tan.cl
  grep -q 'A subnormal argument counts as the zero of its sign' tan.cl
  run ! grep as_half tan.cl
  if tmd-phase1 --device list | grep -q ^opencl:0; then
    right opencl:0 --source tan.cl --symbol tanbf16_rtp4 --modes up --ftz
    run -1 right opencl:0 --source tan.cl --symbol tanbf16_rtp4 --modes up
  fi
  cuda_in_c
  printf '%s\n' '#include <stdio.h>' 'int main(void) {' \
    '  printf("%x %x %x %x\n", cr_tanbf16(0x8001), cr_tanbf16_rtn(0x007f), cr_tanbf16_rtz(0x7f81), cr_tanbf16_rtn(0x8080));' '}' |
    cat platform.h tan.cuda - >main.c
  gcc -O1 main.c -o main -lm
  [ "$(./main)" = "8000 0 7fc0 8081" ]
  bad_usage "--ftz: is for devices, --to opencl or cuda" tmd-generate exp --ftz
  bad_usage "--ftz: is for devices, --to opencl or cuda" tmd-generate exp --ftz --vector
}
