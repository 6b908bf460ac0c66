# tmd-generate --vector: functions of vectors, in every lane, in four modes with flags.
bats_require_minimum_version 1.5.0
load generate.bash

setup_file() {
  command -v sollya >/dev/null || skip "no sollya"
  grep -qw avx2 /proc/cpuinfo && grep -qw fma /proc/cpuinfo || skip "no AVX2"
  cd "$BATS_FILE_TMPDIR"
  for f in exp2 exp10 log2; do
    tmd-dump "$list" | awk -F '\t' -v f=$f '/^@/ { on = $3 == f } on' | tmd-pack | tmd-select --bits 23 >$f.tmd
  done
  for f in exp10 log2; do
    tmd-generate $f --vector --no-check -o $f.c --verbose 2>$f.said &
  done
  tmd-generate exp2 --vector --modes nearest --name two --license MIT -o two.c --proof two.proof --verbose 2>exp2.said &
  wait
}

@test "masks, and shorter vectors than the registers; lanes that a mask excludes raise nothing" {
  FORMS="_ZGVdM8v" vectors_pass "$v3" exp10 "$made/exp10.c" # of AVX-512: tests/long/vector-schemes.bats
  FORMS=_ZGVdM8v fault mask 's/m . \(ints\)x/(ints)x/' exp10
}

@test "arrays: every length, in place, nothing written behind the end" {
  cat >main.c <<C
#include "$made/exp10.c"
#include <stdio.h>
int main(void) {
  static float x[80], y[80], z[80];
  int wrong = 0;
  for (int n = 0; n <= 70; n++) {
    for (int i = 0; i < 80; i++) x[i] = z[i] = 0.37f * (float)i - 9, y[i] = -1;
    exp10f_array(y, x, (size_t)n), exp10f_array(z, z, (size_t)n);
    for (int i = 0; i < 80; i++) {
      const vfloat one = exp10f_v((vfloat){0} + x[i]);
      wrong += i < n ? y[i] != one[i % (2 * TMD_LANES)] || z[i] != y[i] : y[i] != -1 || z[i] != x[i];
    }
  }
  printf("%d wrong\n", wrong);
}
C
  gcc -O2 -march=x86-64-v3 main.c -o main
  [ "$(./main)" = "0 wrong" ]
}

@test "the text: vectors alone, the cases run, one option more in its command" {
  for f in log2 exp10; do grep -q "name ${f}f --vector$" "$made/$f.c"; done
  for f in "$made"/*.said; do grep -q 'hardness 2[23] .*[1-9][0-9]* cases' "$f"; done
  for text in "$made"/*.c; do
    sed -n '/^static inline.*_evaluate/,$p' "$text" >functions
    run ! grep -n '__builtin_fma\|^ *double\|^ *for (\|while' functions
  done
  gcc -std=c11 -O3 -march=x86-64-v3 -Wall -Wextra -Werror -c "$made/exp10.c" -o exp10.o
  names=$(echo _ZGV{b{M,N}4,c{M,N}8,d{M,N}8}v_exp10f exp10f_array)
  [ "$(nm --defined-only exp10.o | awk '$2 == "T" { print $3 }' | LC_ALL=C sort | xargs)" = "$names" ]
  objdump -d --no-show-raw-insn exp10.o >listing
  grep -q 'vfmadd.*pd .*ymm' listing
  run ! grep -E 'v(fm|mul|add|sub|cvt)[a-z0-9]*s[sd] ' listing # of one lane
  run -1 gcc -std=c11 -O2 -c "$made/exp10.c" -o other.o
  [[ $output == *"needs -march=x86-64-v3"* ]]
  cat "$made/log2.c" "$made/exp10.c" >both.c # files may be joined
  gcc -std=c11 -O2 -march=x86-64-v3 -Wall -Wextra -Werror -c both.c -o both.o
}

@test "flags are those of the lanes, and of no lane for special arguments" {
  cat >main.c <<C
#include "$made/exp10.c"
#include <fenv.h>
#include <math.h>
#include <stdio.h>
static int flags(float first, float second, float others) {
  volatile float x[3] = {first, second, others};
  vfloat v = (vfloat){0} + x[2];
  v[2] = x[0], v[2 * TMD_LANES - 1] = x[1];
  feclearexcept(FE_ALL_EXCEPT);
  volatile vfloat y = exp10f_v(v);
  (void)y;
  return fetestexcept(FE_ALL_EXCEPT);
}
int main(void) {
  const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  const float third[] = {0, 1, 7, INFINITY, -INFINITY, NAN};
  int wrong = 0;
  for (int m = 0; m < 4; m++)
    for (int k = 0; k < 6; k++) {
      fesetround(modes[m]);
      const float o = third[k];
      wrong += flags(NAN, INFINITY, o) != 0, wrong += flags(-INFINITY, 10, o) != 0, wrong += flags(0, -0.0f, o) != 0;
      wrong += flags(3, 0.5f, o) != FE_INEXACT, wrong += flags(0x1p-149f, NAN, o) != FE_INEXACT;
      wrong += flags(39, 0, o) != (FE_OVERFLOW | FE_INEXACT), wrong += flags(1, 1000, o) != (FE_OVERFLOW | FE_INEXACT);
      wrong += flags(-39, 0, o) != (FE_UNDERFLOW | FE_INEXACT), wrong += flags(1, -99, o) != (FE_UNDERFLOW | FE_INEXACT);
      wrong += flags(__builtin_nansf(""), 2, o) != FE_INVALID;
    }
  printf("%d wrong\n", wrong);
}
C
  for compiler in "gcc -O0" "gcc -O3" "clang -O3"; do
    command -v ${compiler%% *} >/dev/null || continue
    $compiler -std=c11 -march=x86-64-v3 main.c -o main -lm
    [ "$(./main)" = "0 wrong" ]
  done
}

@test "faults are seen: a lane, an exact result, NaN, a coefficient" {
  case $(printf '%s\n' 1 2 | drawn 2) in # two by the date
    1)
      fault lane 's/^(  return vnarrow\(exp10f_evaluate\()lanes/\1__builtin_shuffle(lanes, (vhalfint){0, 1, 2, 2})/' exp10
      fault exact '/^  usual = usual & vnot\(u == .int.0x40a00000/d' exp10
      ;;
    2)
      fault nan 's/^(  y = vselect\(size >= )0x7f800000/\10x7f800001/' exp10
      fault coefficient 's/^(  vdouble y = vfma\(r, t[0-9]+, vall\(0x1)p/\1.0000000001p/' exp10
      ;;
    *) return 1 ;;
  esac
}

# made_with SED: the status of tmd-generate if the text that tmd-check gets, and no other, is changed
made_with() {
  mkdir -p bin
  {
    printf '%s\n' '#!/bin/sh' 'for f; do'
    printf '%s\n' '  case $f in *.c) grep -q "static vint before" "$f" || sed -i "$CHANGE" "$f" ;; esac' 'done'
    printf '%s\n' "exec $(command -v gcc) \"\$@\""
  } >bin/cc
  chmod +x bin/cc
  CHANGE=$1 PATH=$PWD/bin:$PATH tmd-generate log2 "$made/log2.tmd" --vector -o changed.c
}

@test "tmd-check, which is run at the end, tests the vectors and their halves" {
  read -r changed form < <(printf '%s\n' 'h(vhalf bN4v' 'v(vfloat dN8v' | drawn 2) # one by the date
  run -1 made_with "s/log2f_$changed lanes) {/& lanes = lanes * 1.0001f;/"
  [[ $output = *"_ZGV${form}_log2f: the function made has not passed tmd-check" ]]
}

@test "--proof: of the steps of vectors, and of a run in every lane; what does not follow is refused" {
  cp "$made"/two.* .
  grep -qx 'options --modes nearest --vector' two.proof
  grep -q 'to nearest, in every lane: it is right at every argument in this mode' two.proof
  replay() { tmd-generate --replay two.proof two.c; }
  [[ $(<"$made/exp2.said") =~ :\ ([0-9]+)\ cases ]]
  [ "$(replay)" = $'exp2\tproved\t'"${BASH_REMATCH[1]}" ]
  step=$(awk '$1 == "bound" && $2 == "step" && $4 == "y" && $5 == "error" { print $3 }' two.proof)
  for bound in "y relative" "p 127" "step $step y error"; do # half as large
    moved two.proof "$bound" -1
    refused 1 "*'bound ${bound%% *} *' does not follow:*" replay
  done
  sed 's/^options .*/options --modes nearest/' "$made/two.proof" >two.proof
  refused 1 "*no function is made so: two, exp2 in binary32 by scheme vector exponential" replay
  sed 's/^options .*/options --vector --modes nearest/' "$made/two.proof" >two.proof
  refused 3 "*is no proof of tmd-generate" replay
  cp "$made/two.proof" .
  sed 's/vlow(lanes), b = vhigh/vlow(lanes), b = vlow/' "$made/two.c" >two.c
  run ! cmp -s two.c "$made/two.c"
  refused 1 "*two.c: is not the function of the proof" replay
  read -r _ x y < <(grep '^replaced ' two.proof) # -y in its place, in both
  sed "s/^replaced $x .*/replaced $x -$y/" "$made/two.proof" >two.proof
  sed "/$x/s/vall($y)/vall(-$y)/" "$made/two.c" >two.c
  refused 1 "*results are wrong" replay
}

@test "what is not made is refused in one line" {
  bad_usage "--to: --proof is not for vectors" tmd-generate exp --to cuda --proof p
  bad_usage "--to: --no-fma is not for vectors" tmd-generate exp --to opencl --no-fma
  bad_usage "--vector: --no-fma is for binary32, not binary16" tmd-generate exp --vector --no-fma --format binary16
  bad_usage "--proof: every argument is tested in bfloat16" tmd-generate exp --vector --format bfloat16 --proof p
  bad_usage "--replay: takes one file, and no option" tmd-generate p.c --vector --replay p
  for option in --errno '--ulp 1'; do
    bad_usage "--vector: ${option%% *} is not for vectors" tmd-generate exp --vector $option
  done
  bad_usage "--vector: functions of vectors are not made in tf32" tmd-generate exp --vector --format tf32
  bad_usage "--vector: rootn(3): no scheme is known for this function" tmd-generate 'rootn(3)' --vector
  tmd-generate --list --vector >names
  [ "$(wc -l <names)" -eq 37 ]
  grep -qx exp names
  run ! grep -q rootn names
  tmd-generate --list --vector --no-fma >without # all of them
  cmp names without
}

@test "--modes nearest, --name, --license; an exception less is seen" {
  grep -q 'name two --modes nearest --vector$' "$made/two.c"
  grep -q 'SPDX-License-Identifier: MIT' "$made/two.c"
  gcc -O2 -march=x86-64-v3 -c "$made/two.c" -o two.o
  nm two.o | grep -q 'T _ZGVdN8v_two$'
  sed 's/two/exp2f/g' "$made/two.c" >exp2.c
  vectors_pass "$v3" exp2 "$PWD/exp2.c" --modes nearest
  exception=$(sed -nE 's/^  y = vselect\(u == \(int\)(0x[0-9a-e][0-9a-f]+), vall.*/\1/p' exp2.c | head -n 1)
  [ -n "$exception" ]
  sed -i "/vselect.u == .int.$exception/d" exp2.c
  run -1 vectors_pass "$v3" exp2 "$PWD/exp2.c" --modes nearest
}

@test "in libmvec's place: a loop over exp10f with the vector ABI calls the function made" {
  cat >loop.c <<'C'
__attribute__((simd("notinbranch"))) float exp10f(float x);
float x[4096], y[4096];
void loop(void) { for (int i = 0; i < 4096; i++) y[i] = exp10f(x[i]); }
C
  cat >main.c <<'C'
#include <math.h>
#include <stdio.h>
extern float x[4096], y[4096];
void loop(void);
double pow(double, double);
int main(void) {
  int wrong = 0;
  for (int i = 0; i < 4096; i++) x[i] = i / 128.0f - 16;
  loop();
  for (int i = 0; i < 4096; i++) wrong += y[i] != (float)pow(10, x[i]);
  printf("%d\n", wrong);
}
C
  gcc -Ofast -march=x86-64-v3 -c loop.c -o loop.o
  gcc -O2 -march=x86-64-v3 -c "$made/exp10.c" -o exp10.o
  nm loop.o | grep -q 'U _ZGVdN8v_exp10f$'
  gcc main.c loop.o exp10.o -lm -o main
  [ "$(./main)" -eq 0 ]
}

@test "LD_PRELOAD: an unchanged program whose loop calls libmvec calls the functions made" {
  preloaded exp10
  [ "$(./program)" -gt 0 ] # libmvec's
  gcc -O2 -march=x86-64-v3 -fPIC -shared "$made/exp10.c" -o vmath.so
  [ "$(LD_PRELOAD=./vmath.so ./program)" -eq 0 ]
}

@test "--no-fma: for SSE4.2, products and sums alone" {
  tmd-generate log2 --vector --no-fma --no-check -o sse.c
  grep -q 'name log2f --no-fma --vector$' sse.c
  FORMS="_ZGVbN4v _ZGVbM4v" vectors_pass "cc -O2 -march=x86-64-v2" log2 "$PWD/sse.c"
  gcc -std=c11 -O3 -march=x86-64-v2 -Wall -Wextra -Werror -c sse.c -o sse.o
  [ "$(nm --defined-only sse.o | awk '$2 == "T" { print $3 }' | LC_ALL=C sort | xargs)" = \
    "_ZGVbM4v_log2f _ZGVbN4v_log2f log2f_array" ]
  objdump -d --no-show-raw-insn sse.o >listing
  grep -q 'mulpd.*xmm' listing
  run ! grep -E '(mul|add|sub|div)s[sd] ' listing # of one lane
  run -1 gcc -std=c11 -O2 -march=x86-64-v3 -c sse.c -o other.o
  [[ $output == *"needs -march=x86-64-v2"* ]]
  sed 's/return a [*] b + c;/return a * b;/' sse.c >wrong.c
  FORMS=_ZGVbN4v run -1 vectors_pass "cc -O2 -march=x86-64-v2" log2 "$PWD/wrong.c"
}
