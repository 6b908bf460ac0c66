# tmd-generate --arith float-float: each function is run at every argument when it is made, for a minute or more.
bats_require_minimum_version 1.5.0
load ../cli/generate.bash

setup_file() {
  command -v sollya >/dev/null || skip "no sollya"
  grep -qw avx2 /proc/cpuinfo && grep -qw fma /proc/cpuinfo || skip "no AVX2"
  cd "$BATS_FILE_TMPDIR"
  tmd-generate tanh --arith float-float -o tanh.c
  tmd-generate exp --arith float-float --to opencl -o exp.cl
  tmd-generate sqrt --arith float-float --to cuda -o sqrt.cuda
}

# In this mode, which must be in force: to nearest.
nearest() { tmd-check --symbol "$1f" --function "$1" --library "$2" --format binary32 --modes nearest "${@:3}"; }

@test "C: the same results without FMA, by gcc and clang; no double; an exception that is lost is seen" {
  cc -O2 -Wall -Wextra -Werror -c "$made/tanh.c" -o tanh.o
  nearest tanh "$made/tanh.c" --cc "cc -O2" --domain 0.3:0.31
  nearest tanh "$made/tanh.c" --cc "cc -O3 -march=x86-64-v3 -ffp-contract=fast" --domain 0.3:0.31
  nearest tanh "$made/tanh.c" --cc "clang -O2 -march=x86-64-v3" --domain 0.3:0.31
  run ! grep -n 'double[^-]\|int64' "$made/tanh.c"
  # each exception, with the table and without it
  sed 's/^  if (wsome(near)) h = .*//' "$made/tanh.c" >lost.c
  sed -n '/^WTABLE int tanhf_x/,/};/p' "$made/tanh.c" | grep -o '0x[0-9a-f]\{8\}' >exceptions
  [ -s exceptions ]
  cat >run.c <<'C'
#include <stdio.h>
#include <string.h>
#include LOST
#define tanhf right
#define tanhf_rtz right_rtz
#define tanhf_rtp right_rtp
#define tanhf_rtn right_rtn
#define tanhf_pair right_pair
#define tanhf_y right_y
#define tanhf_special right_special
#define tanhf_move right_move
#define tanhf_x right_x
#undef tanhf_MOVED
#include RIGHT
int main(void) {
  unsigned u, lost = 0, count = 0;
  for (; scanf("%x", &u) == 1; count++) {
    float x;
    memcpy(&x, &u, sizeof x);
    lost += tanhf_other(x) != right(x) || tanhf_other_rtz(x) != right_rtz(x) || tanhf_other_rtp(x) != right_rtp(x) ||
            tanhf_other_rtn(x) != right_rtn(x);
  }
  printf("%u of %u\n", lost, count);
  return lost != count;
}
C
  sed -i 's/tanhf/tanhf_other/g' lost.c
  cc -O2 -DLOST="\"$PWD/lost.c\"" -DRIGHT="\"$made/tanh.c\"" run.c -o run -lm
  ./run <exceptions
}

@test "OpenCL: every mode and width, on the first device; a mode for another is seen" {
  tmd-phase1 --device list | grep -q ^opencl:0 || skip "no OpenCL"
  tmd-dump "$list" | awk -F '\t' '/^@/ { on = $3 == "exp" } on' | tmd-pack | tmd-select --bits 23 >exp.tmd
  run ! grep -n 'double[^-]\|fp64' "$made/exp.cl"
  on_device() {
    tmd-check --library opencl:0 --source "$made/exp.cl" --symbol "$1" --modes "$2" exp.tmd >report || return
    [ "$(grep -c "	$2	.*	pass	" report)" -eq 1 ]
  }
  on_device expf nearest
  on_device expf2 nearest
  on_device expf_rtz4 zero
  on_device expf_rtp8 up
  on_device expf_rtn16 down
  run -1 on_device expf_rtn up
}

@test "CUDA: compiled as C++, the results of the square root to nearest and toward zero" {
  cat >platform.h <<'C'
#include <cmath>
#include <cstring>
#define __device__
#define __forceinline__ inline
#define __noinline__ __attribute__((noinline))
static inline int __float_as_int(float x) { int i; std::memcpy(&i, &x, 4); return i; }
static inline float __int_as_float(int i) { float x; std::memcpy(&x, &i, 4); return x; }
#define __fmaf_rn(a, b, c) std::fma(a, b, c)
#define __fmul_rn(a, b) std::fma(a, b, -0.0f)
C
  {
    echo '#include "platform.h"' && cat "$made/sqrt.cuda"
    echo 'extern "C" float sqrt_nearest(float x) { return cr_sqrtf(x); }'
  } >sqrt.cpp
  g++ -O2 -march=x86-64-v3 -fPIC -shared sqrt.cpp -o sqrt.so
  tmd-check --symbol sqrt_nearest --function sqrt --library ./sqrt.so --format binary32 --modes nearest --domain 1:4
}
