# tmd-generate --vector: more schemes: functions with a period, inverse ones, roots.
bats_require_minimum_version 1.5.0
load ../cli/generate.bash

setup_file() {
  command -v sollya >/dev/null || skip "no sollya"
  grep -qw avx2 /proc/cpuinfo && grep -qw fma /proc/cpuinfo || skip "no AVX2"
  cd "$BATS_FILE_TMPDIR"
  for f in sin tanpi exp10 log2 expm1 cbrt acospi atan atanh tgamma lgamma; do
    tmd-dump "$list" | awk -F '\t' -v f=$f '/^@/ { on = $3 == f } on' | tmd-pack |
      tmd-select --bits "$([[ $f = *gamma || $f = atanh ]] && echo 22 || echo 23)" >$f.tmd
  done
  for f in exp10 log2 expm1 cbrt acospi atan atanh tgamma lgamma; do tmd-generate $f --vector --no-check -o $f.c & done
  tmd-dump "$list" | awk -F '\t' '/^@/ { on = $3 == "exp" } on' | tmd-pack | tmd-select --bits 23 >exp.tmd
  tmd-generate exp --to opencl -o exp.cl &
  tmd-generate sin sin.tmd --vector --modes nearest --no-check -o sin.c &
  tmd-generate tanpi tanpi.tmd --vector --no-check -o tanpi.c &
  wait
}

# lanes_pass FUNCTION FILE OPTION...
lanes_pass() { passes_as "_ZGVdN8v_$1f" "$1" "$2" --cc "cc -O2 -march=x86-64-v3" "${@:3}"; }

# wrong_by PASSES FUNCTION FILE SED OPTION...; wrong_at FUNCTION SED OPTION...: with the text changed, results or flags are
# wrong
wrong_by() {
  sed -E "$4" "$3" >wrong.c
  run -1 cmp -s wrong.c "$3"
  run -1 "$1" "$2" "$PWD/wrong.c" "${@:5}"
}
wrong_at() { wrong_by lanes_pass "$1" "$made/$1.c" "${@:2}"; }

ends="0x1.ffcp21:0x1.004p22 0x1.ffcp127:inf 0x1.f37c88p95:0x1.f37c8cp95"

@test "sin: next to 0, at the end of the reduction by words of pi, and beyond, next to a multiple of pi" {
  for domain in $ends -0x1.002p-126:-0x1.ffcp-127 0x1.ffcp-27:0x1.002p-26; do
    lanes_pass sin "$made/sin.c" --modes nearest "--domain=$domain"
  done
}

@test "sin: faults are seen in the words of pi, the window, its products, the parity, and next to 0" {
  wrong_at sin 's/vdouble r = .*;/vdouble r = h;/' --modes nearest --domain 0x1.ffcp21:0x1.fffp21
  wrong_at sin 's/^    0x1.45f306dc9c884p.20,/    -0x1.45f306dc9c884p+20,/' --modes nearest --domain 0x1.ffcp22:0x1.fffp22
  wrong_at sin 's/w = vlookup.sinf_window.1., i./w = zero/' --modes nearest --domain 0x1.f37c88p95:0x1.f37c8cp95
  wrong_at sin 's/ [+] vfma.X, t, -p.//' --modes nearest --domain 0x1.ffcp127:inf
  wrong_at sin 's/n = vselect\(large, q, n\), //' --modes nearest --domain 0x1.ffcp127:inf
  wrong_at sin 's/size < 0x00800001/size < 0x00800000/' --modes nearest --domain=-0x1.002p-126:-0x1.ffcp-127
  wrong_at sin 's/<< 63/<< 62/' --modes nearest --domain 4:4.001
}

@test "tanpi: integers, poles, quarters, large and small arguments, in every mode" {
  for domain in -0x1.002p-126:-0x1.ffcp-127 -0x1p-149:0x1p-140 -0.2501:-0.2499 0.4999:0.5001 1.4999:1.5001 2.999:3.001 \
    0x1.ffcp21:0x1.004p22 0x1.ffcp127:inf; do
    lanes_pass tanpi "$made/tanpi.c" "--domain=$domain"
  done
  wrong_at tanpi 's/vselect\(fraction == 0x3f000000, f \/ d/vselect(fraction == 0x3f000000, x \/ d/' --domain=1.4999:1.5001
  wrong_at tanpi 's/vall\(-8.0\)/vall(-2.0)/' --domain=2.999:3.001
  wrong_at tanpi 's/over = vwhere\(s, t[0-9]+, /over = vwhere(s, N, /' --domain=0.4999:0.5001
  wrong_at tanpi '/fraction == 0x3e800000, f/d' --domain=0.24999:0.25001
}

@test "atanh: both signs, next to 0 and to 1, and beyond" {
  vectors_pass "$v3" atanh "$made/atanh.c"
  passes_as _ZGVdN8v_atanhf atanh "$made/atanh.c" --cc "$v3" --domain=-0x1.0001p-20:-0x1.ffffp-21 --domain 0.9999:1.0001 \
    --domain=0x0.fffp-126:0x1.001p-126
  fault sign 's/return vsigned\(y, x\)/return y/' atanh
  fault side 's/1 [+] 0x1p-30/1 - 0x1p-30/' atanh
  fault pole 's/(vsigned.)vall\(1.0\)( . none, x)/\1vall(-1.0)\2/' atanh
}

@test "acospi, atan: zeros, ends, exact results and subnormal results in every mode" {
  for f in acospi atan; do vectors_pass "$v3" $f "$made/$f.c"; done
  passes_as _ZGVdN8v_acospif acospi "$made/acospi.c" --cc "$v3" --domain 0.99999:1.00001 --domain=-1:-0.99999 \
    --domain 0.49999:0.50001
  passes_as _ZGVdN8v_atanf atan "$made/atan.c" --cc "$v3" --domain=-0x1p-140:0x1p-140 --domain 0.41421:0.41422 \
    --domain 2.4142:2.4143
  fault one 's/vabs\((vfma\(a, vall\(-0.5\), vall\(0.5\)\))\)/\1/' acospi
  fault side 's/0x1.ffffffffffffep-1/0x1p+0/' atan
}

@test "cbrt: exact results by exact operations" {
  local FORMS=_ZGVdN8v
  vectors_pass "$v3" cbrt "$made/cbrt.c"
  fault root 's/-0x200000000000/-0x100000000000/' cbrt
  fault subnormal 's/y \* vall\(0x1p-8\)/y * vall(0x1p-7)/' cbrt
}

# reduced FUNCTION VARIABLE RETURNED: the greatest |VARIABLE| at many x in four modes, over the end of the polynomial's range
reduced() {
  local end
  end=$(sed -nE 's/.*\[[^;]*;(0x[0-9a-fp.-]+)\].*/\1/p' "$made/$1.c")
  sed "0,/return $3;/s//return $2;/" "$made/$1.c" >reduced.c
  cat >main.c <<C
#include "reduced.c"
#include <fenv.h>
#include <stdio.h>
int main(void) {
  const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  volatile float most = 0;
  for (int m = 0; m < 4; m++)
    for (float x = 0x1p-20f; x < 45; x *= 1.0001f)
      for (int sign = "$1"[0] == 'e' ? -1 : 1; sign <= 1; sign += 2) {
        fesetround(modes[m]);
        volatile vfloat v = (vfloat){0} + sign * x;
        const float r = __builtin_fabsf($1f_v(v)[3]);
        fesetround(FE_TONEAREST);
        if (r > most) most = r;
      }
  printf("%.5f\n", most / $end);
}
C
  gcc -O2 -march=x86-64-v3 main.c -o main -lm
  ./main
}

@test "the reduced argument fills the range for which the error is bounded, and does not leave it" {
  for case in "exp10 r vscale(y, m)" "log2 s y" "atanh s vsigned(y, x)"; do
    read -r f variable returned <<<"$case"
    part=$(reduced "$f" "$variable" "$returned")
    echo "$f $part"
    [[ $part = 0.99* || $part = 1.00000 ]]
  done
}

@test "every form of the vector ABI, in each instruction set" {
  FORMS="_ZGVcN8v _ZGVbM4v _ZGVcM8v" vectors_pass "$v3" exp10 "$made/exp10.c"
  if grep -qw avx512dq /proc/cpuinfo; then
    FORMS="_ZGVcN8v _ZGVbM4v _ZGVcM8v _ZGVdM8v" vectors_pass "$v3 -march=x86-64-v4" exp10 "$made/exp10.c"
  fi
}

@test "every compiler and instruction set: exp10, with exact results" {
  for compiler in "gcc -O3 -march=x86-64-v4" "clang -O3 -march=x86-64-v3" "gcc -O0 -ffp-contract=fast -march=x86-64-v3"; do
    command -v "${compiler%% *}" >/dev/null || continue
    [[ $compiler != *v4 ]] || grep -qw avx512dq /proc/cpuinfo || continue
    vectors_pass "$compiler" exp10 "$made/exp10.c"
  done
  passes_as _ZGVdN8v_exp10f exp10 "$made/exp10.c" --cc "$v3" --domain 1:1.001
}

# on_device FILE SYMBOL MODE CLAIMS OPTION...: tmd-check on a device of OpenCL
on_device() {
  local lines
  tmd-check --library opencl:0 --source "$1" --symbol "$2" --modes "$3" "${@:5}" "$made/$4.tmd" >report || return
  lines=$(grep -c "	$3	.*	pass	" report)
  [ "$lines" -eq 1 ]
}

@test "OpenCL: every mode, one lane and many, at the cases and their neighbours; what is wrong is seen" {
  tmd-phase1 --device list | grep -q ^opencl:0 || skip "no OpenCL"
  local cl=$made/exp.cl
  on_device "$cl" expf nearest exp
  on_device "$cl" expf_rtn4 down exp
  sed 's/^\(float4 expf_rtn4(float4 x) { return .*expf_y4(x\)/\1.xyzx/' "$cl" >lanes.cl
  run -1 on_device lanes.cl expf_rtn4 down exp
}

@test "vectors of AVX-512, shorter ones and masks" {
  grep -qw avx512dq /proc/cpuinfo || skip "no AVX-512"
  FORMS="_ZGVbN4v _ZGVeN16v _ZGVeM16v" vectors_pass "cc -O2 -march=x86-64-v4" exp10 "$made/exp10.c"
}

@test "--no-fma: every function of SSE4.2, by gcc and clang, and all in one file" {
  tmd-generate --list --vector --no-fma >names
  [ "$(wc -l <names)" -eq 37 ]
  for f in $(<names); do
    tmd-generate "$f" --vector --no-fma -o "$f.c" # tested by tmd-check
    tmd-dump "$list" | awk -F '\t' -v f="$f" '/^@/ { on = $3 == f } on' | tmd-pack | tmd-select --bits 22 >"$f.tmd"
    for form in _ZGVbN4v _ZGVbM4v; do
      tmd-check --library "$f.c" --cc "clang -O2 -march=x86-64-v2" --symbol "${form}_${f}f" --flags "$f.tmd"
    done
  done
  awk 1 ./*.c >joined
  mv joined all-sse.c
  gcc -O2 -march=x86-64-v2 -Wall -Wextra -Werror -c all-sse.c -o all-sse.o
  for f in exp asinh; do # whose bounds with FMA are smaller
    tmd-generate "$f" --vector --no-check -o fma.c
    awk 'match($0, /<= 0x[^ ]* in every/) { print substr($0, RSTART + 3, RLENGTH - 12) }' "$f.c" fma.c >bounds
    [ "$(wc -l <bounds)" -eq 2 ]
    perl -MPOSIX -e 'my @b = map { scalar POSIX::strtod($_) } <>; exit($b[0] <= $b[1])' bounds
  done
}

@test "tgamma: ends of the ranges, next to poles, overflow, underflow, exact results, in every mode" {
  FORMS=_ZGVdN8v vectors_pass "$v3" tgamma "$made/tgamma.c"
  for domain in 0x1.ffcp-50:0x1.004p-49 0x1.ffcp-4:0x1.004p-3 0.49999:0.50001 13.4999:13.5001 13.999:14.001 35.03:35.04 \
    35.2499:35.2501 -42.0001:-41.9999 -41.5001:-41.4999 -24.0001:-23.9999 -1.0001:-0.9999 -0x1.002p-128:-0x1.ffcp-129; do
    lanes_pass tgamma "$made/tgamma.c" "--domain=$domain"
  done
  wrong_at tgamma 's/low. . 10 : 6/low) ? 9 : 6/' --domain=-41.00001:-41.000003
  wrong_at tgamma 's/low. . 10 : 6/low) ? 10 : 5/' --domain=34.6:34.601
  wrong_at tgamma 's/ & .u != 0x41600000.//' --domain=13.9999:14.0001
  wrong_at tgamma 's/(vselect.size < 0x27000000, )x,/\1vabs(x),/' --domain=-0x1p-149:0x1p-149
  wrong_at tgamma 's/vwhere\(s, vall\(0x1p-300\), (.*)\), y/vwhere(s, \1, vall(0x1p-300)), y/' --domain=-42.001:-42.0001
  wrong_at tgamma 's/-0x1p-50/0x1p-50/' --domain=0x1p-60:0x1.00002p-60
}

@test "lgamma: next to zeros, all of which are tested, next to poles, ends of ranges, overflow" {
  FORMS=_ZGVdN8v vectors_pass "$v3" lgamma "$made/lgamma.c" --ignore sign-of-gamma
  grep -q 'for x < -3/2 with |f(x)| < 0x1.4p-7' "$made/lgamma.c"
  for domain in 0.49999:0.50001 0.9999:1.0001 1.4999:1.5001 1.9999:2.0001 2.4999:2.5001 3.4999:3.5001 4.4999:4.5001 \
    0x1.ffcp121:0x1.004p122 -0x1.ffcp-60:-0x1.ffp-61 -2.458:-2.457 -2.7478:-2.7474 -10.5001:-10.4999 -0.5001:-0.4999 \
    -1.0001:-0.9999 -4.0394:-4.0392 -0x1.00002p23:-0x1.ffff8p22 -0x1p-149:0x1p-140; do
    lanes_pass lgamma "$made/lgamma.c" --ignore sign-of-gamma "--domain=$domain"
  done
  wrong_at lgamma 's/j <= 10/j <= 9/' --ignore sign-of-gamma --domain=-10.4:-10.399
  wrong_at lgamma 's/d = -d . p,/d = vall(0x1p-36),/' --ignore sign-of-gamma --domain=-2.458:-2.457
  wrong_at lgamma 's/S [+] second_low/S/' --ignore sign-of-gamma --domain=-20.01:-20.009
  wrong_at lgamma 's/part >> 47/part >> 46/' --ignore sign-of-gamma --domain=7:7.001
  wrong_at lgamma 's/0x40600000/0x40600010/' --ignore sign-of-gamma --domain=3.4999:3.5001
}

# part_of_bound FUNCTION FROM TO FILE LEVEL: the greatest error of y, before the last rounding, divided by the bound
part_of_bound() {
  cat >main.c <<C
#include "$4"
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#define rsqrtl(x) (1 / sqrtl(x))
int main(void) {
  const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  double most = 0;
  for (int m = 0; m < 4; m++)
    for (float x = $2; x < $3; x += ($3 - $2) / 80000.123f) {
      fesetround(modes[m]);
      volatile vdouble y = ${1}f_rare((vhalf){0} + x);
      const double kept = y[1];
      fesetround(FE_TONEAREST);
      const long double f = $1l(x), error = fabsl((kept - f) / f);
      if (x != truncf(x) && f != 0 && error > most) most = (double)error;
    }
  printf("%.3f\n", most / $(sed -n 's/.*|d| <= \(0x[^ ]*\) .*/\1/p' "$4"));
}
C
  gcc -O2 -march=x86-64-"$5" main.c -o main -lm
  ./main
}

@test "tgamma, lgamma: the error stays below its bound, and comes near it" {
  # and the least tenth of the bound; lgamma's is largest next to the zero at -2.747, where |f(x)| is 0x1.4p-7
  for range in "tgamma -41.4f 35 2" "lgamma 0.2f 30 1" "lgamma -2.7423f -2.5f 4"; do
    read -r f from to tenth <<<"$range"
    part=$(part_of_bound "$f" "$from" "$to" "$made/$f.c" v3)
    echo "$range: $part"
    [[ $part = 0.[$tenth-9]* ]]
  done
}

@test "log2: subnormal numbers, zeros, negative numbers, and 1 in every mode" {
  vectors_pass "$v3" log2 "$made/log2.c"
  passes_as _ZGVdN8v_log2f log2 "$made/log2.c" --cc "$v3" --domain=-0x1p-149:0x1p-139 --domain 0.9999:1.0001
  fault one 's/ \(u == .int(32_t)?.0x3f800000\)/ (u == 0)/' log2 # -0 in mode down
  fault exponent 's/0x7ff0000000000000/0x7fe0000000000000/' log2
}

@test "expm1: next to 0 and -1, zeros" {
  local FORMS=_ZGVdN8v
  vectors_pass "$v3" expm1 "$made/expm1.c"
  fault below 's/u < 0, vall\(1 - 0x1p-30\)/u < 0, vall(1 + 0x1p-30)/' expm1
  fault far 's/(u < \(int\)0x)c[0-9a-f]+/\1c2900000/' expm1
}

@test "--no-fma: the error stays below its bound, and comes near it" {
  local ranges=("atanh -0.99f 0.99f" "atan -8 8" "rsqrt 1 4" "cbrt 1 9" "erf -3 3" "erfc -1 6" "sin -30 30" "cos 1e5f 2e5f"
    "tan -30 30" "tgamma -41.4f 35" "lgamma 0.2f 30")
  for range in "${ranges[@]}"; do
    read -r f from to <<<"$range"
    tmd-generate "$f" --vector --no-fma --no-check -o "$f.c"
    part=$(part_of_bound "$f" "$from" "$to" "$PWD/$f.c" v2)
    echo "$range: $part"
    [[ $part = 0.[1-9]* ]]
  done
}

# sse_passes FUNCTION FILE OPTION...; sse_wrong FUNCTION SED OPTION...: with the text changed, results are wrong
sse_passes() { passes_as "_ZGVbN4v_$1f" "$1" "$2" --cc "cc -O2 -march=x86-64-v2" "${@:3}"; }
sse_wrong() { wrong_by sse_passes "$1" "$1.c" "${@:2}"; }

@test "--no-fma: words of pi, the window, second words of products: right, and faults are seen" {
  for f in sin lgamma tgamma; do tmd-generate $f --vector --no-fma --no-check -o $f.c; done
  local near="--domain 0x1.04ccbcp21:0x1.04ccbep21 --modes nearest" far="--domain 0x1.f37c8ap96:0x1.f37c8cp96 --modes nearest"
  for domain in $ends 0x1.04ccbcp21:0x1.04ccbep21 0x1.f37c8ap96:0x1.f37c8cp96 -0x1.002p-126:-0x1.ffcp-127; do
    sse_passes sin "$PWD/sin.c" "--domain=$domain"
  done
  sse_wrong sin 's/vdouble r = .*;/vdouble r = h;/' $near
  sse_wrong sin 's/vdouble h = .*;/vdouble h = g;/' $near
  sse_wrong sin 's/ [+] X [*] vlookup.sinf_window.2., i.//' $far
  sse_wrong sin 's/, v = X [*] vlookup.sinf_window.1., i./, v = X * vall(0.0)/' $far
  for domain in -2.458:-2.457 -10.5001:-10.4999 3.4999:3.5001; do
    sse_passes lgamma "$PWD/lgamma.c" --ignore sign-of-gamma "--domain=$domain"
  done
  sse_wrong lgamma 's/d = -d . p,/d = vall(0x1p-36),/' --ignore sign-of-gamma --domain=-2.458:-2.457
  sse_wrong lgamma 's/& -0x20000000/\& -0x40000000000/; s/vfma.zl, c, (vfma.zh, c, vall.-1.0..)./\1/' --ignore sign-of-gamma \
    --domain 3.4999:3.5001
  for domain in 13.4999:13.5001 -41.5001:-41.4999 -1.0001:-0.9999; do sse_passes tgamma "$PWD/tgamma.c" "--domain=$domain"; done
  sse_wrong tgamma 's/f [*] .f [+] vall.1.0../f * f/' --domain 4.4999:4.5001
}

@test "--no-fma: tanpi at every argument, to nearest (tests/bench/check-vectors: all)" {
  OPTIONS=--no-fma CC="cc -O2 -march=x86-64-v2 -DMODES=1" RESULTS=$PWD FUNCTIONS=tanpi \
    "$BATS_TEST_DIRNAME/../bench/check-vectors" >said
  [ "$(tail -n 1 said)" = "1 passed, 0 failed" ]
}

@test "--proof: of every function, with and without FMA; one whose last bound is half as large is refused" {
  for f in ${FUNCTIONS:-$(tmd-generate --list --vector)}; do
    for option in "" --no-fma; do
      echo "$f $option"
      tmd-generate "$f" --vector $option --no-check -o f.c --proof f.proof --force
      [[ $(tmd-generate --replay f.proof f.c) = "$f"$'\tproved\t'[1-9]* ]]
      awk '/^bound y relative/ { split($NF, a, "^"); $NF = sprintf("2^%.4f", a[2] - 1); n++ } { print } END { exit n != 1 }' \
        f.proof >half.proof
      cp f.proof.tmd half.proof.tmd
      run -1 tmd-generate --replay half.proof f.c
      [[ $output = *"does not follow"* ]]
    done
  done
}

@test "--no-fma: lanes that choose, and fractions: tanpi" {
  tmd-generate tanpi --vector --no-fma --no-check -o tanpi.c
  sse_passes() {
    passes_as _ZGVbN4v_tanpif tanpi "$1" --cc "cc -O2 -march=x86-64-v2" --domain 0.4999:0.5001 --domain=-0x1p-149:0x1p-140 \
      --domain 0x1.ffep+22:0x1.001p+23
  }
  sse_passes "$PWD/tanpi.c"
  sed 's/_mm_blendv_pd(b, a, (vdouble)s)/_mm_blendv_pd(a, b, (vdouble)s)/' tanpi.c >wrong.c
  run -1 sse_passes "$PWD/wrong.c"
  sed 's/vpart((vlong)vfraction_all((vint)vwhole(u)))/u/' tanpi.c >wrong.c
  run -1 sse_passes "$PWD/wrong.c"
}
