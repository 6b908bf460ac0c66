# tmd-generate: tests of a quarter of a minute or more each.
bats_require_minimum_version 1.5.0
load ../cli/generate.bash

@test "powers by products, and tgamma: exact results, next to poles, overflow, underflow" {
  tmd-generate tgamma --no-check -o tgamma.c &
  for f in 'compound(2)' 'compound(5)' 'pown(-2)' 'rootn(5)'; do tmd-generate "$f" --no-check -o "$f.c" & done
  wait
  power() { passes_as "$2" "$1" "./$1.c" "${@:3}"; }
  power 'compound(2)' compound2f --domain=-0x1p-28:-0x1.ffp-29 --domain 0x1.ffp-29:0x1p-28 --domain=-1:-0.999 \
    --domain 0x1.ffcp48:0x1.004p49
  power 'compound(5)' compound5f --domain=0x1.ffcp-30:0x1.004p-29 --domain=5e7:5.01e7
  power 'pown(-2)' pownm2f --domain 0x1p-149:0x1p-135 --domain=-0x1.004p64:-0x1.ffcp63 --domain=0x1.ffcp74:0x1.004p75
  power 'rootn(5)' rootn5f --domain 0x1p-149:0x1p-133 --domain 32:32.001 --domain=-243.001:-243
  passes tgamma tgamma.c --domain 0x1.ffcp-50:0x1.004p-49 --domain=0x1.ffcp-4:0x1.004p-3 --domain=4.999:5.001
  passes tgamma tgamma.c --domain 35.03:35.05 --domain=-42.001:-41.999 --domain=-1.001:-0.999 --domain=-0x1.002p-128:-0x1.ffcp-129
}

@test "roots, inverse functions, pieces: special arguments, exact results, ends of pieces" {
  for f in rsqrt cbrt acos atan erf; do tmd-generate $f -o $f.c & done
  wait
  passes rsqrt rsqrt.c --domain 0x1p-149:0x1p-133 --domain 1:1.0001
  passes cbrt cbrt.c --domain 0x1p-149:0x1p-133 --domain 27:27.001 --domain=-8:-7.999
  passes acos acos.c --domain 0x1.ffcp-2:0x1.002p-1 --domain=0x1.fffp-31:0x1.001p-30
  passes atan atan.c --domain 0x1.ffcp-1:0x1.002p0 --domain=0x1.fffp27:0x1.001p28
  passes erf erf.c --domain 0x1.ffcp-2:0x1.002p-1 --domain=0x1.fffp1:0x1.001p2
}

@test "tanh and cosh: next to 0, ends of pieces, overflow" {
  for f in tanh cosh; do tmd-generate $f --no-check -o $f.c & done
  wait
  passes tanh tanh.c --domain 0x1.6p-3:0x1.9p-3
  passes tanh tanh.c --domain -10.2:-8.9
  passes cosh cosh.c --domain 0x1.fp-13:0x1.1p-12
  passes cosh cosh.c --domain 89.3:89.5
}

@test "inverse hyperbolic functions, those by pi, erfc: next to 0 and 1, ends of polynomials" {
  for f in acospi atanpi asinh acosh atanh erfc; do tmd-generate $f --no-check -o $f.c & done
  wait
  passes acospi acospi.c --domain 0x1.ffcp-2:0x1.002p-1 --domain=-0x1.002p-30:-0x1.ffcp-31 --domain=-0x1p-149:0x1p-140
  passes atanpi atanpi.c --domain 0x1.ffcp-1:0x1.002p0 --domain=0x1.fffp27:0x1.001p28
  passes asinh asinh.c --domain 0x1.bf8p-2:0x1.c08p-2 --domain=-0x1p-149:0x1p-140 --domain=0x1.ffcp127:inf
  passes acosh acosh.c --domain 1:1.001 --domain 0x1.198p0:0x1.1a8p0 --domain=0x1.ffcp22:0x1.004p23
  passes atanh atanh.c --domain 0x1.ff8p-3:0x1.008p-2 --domain=-1:-0.999 --domain=0.999:1
  passes erfc erfc.c --domain 0x1.ffcp-27:0x1.002p-26 --domain=10.04:10.07 --domain=-3.9:-3.85
}

@test "lgamma: next to zeros, all of which are tested, next to poles, ends of ranges, overflow; what is wrong is seen" {
  tmd-generate lgamma --no-check --verbose -o lgamma.c 2>said
  [[ $(<said) =~ lgamma:\ hardness\ 22\ or\ more:\ ([0-9]+)\ cases,\ ([0-9]+)\ exceptions ]]
  [ "${BASH_REMATCH[1]}" -ge 100000 ]
  [ "${BASH_REMATCH[2]}" -le 16 ]
  grep -q 'for x < -3/2 with |f(x)| < 0x1.4p-7' lgamma.c
  # --all puts tables into the function: those before it do without
  sed -e '/^static const.*= {$/,/^};/d' -e '/^float lgammaf/,$d' lgamma.c >functions.c
  cc -c functions.c -o functions.o
  domains="-2.458:-2.456 -3.1438:-3.1434 -3.9553:-3.9551 -8.00005:-7.99995 0.999:1.001 -10.501:-10.499
    0.499:0.501 4.499:4.501 0x1.ffcp-61:0x1.004p-60 -0x1p-149:0x1p-140 -0x1p23:-0x1.fffep22 0x1.895p121:0x1.896p121"
  check() { passes lgamma "$1" --ignore sign-of-gamma --domain="$2"; }
  for domain in $domains; do check lgamma.c "$domain"; done
  while read -r domain change; do
    sed "$change" lgamma.c >wrong.c
    run ! cmp -s lgamma.c wrong.c
    echo "$change"
    run -1 check wrong.c "$domain"
  done <<'SED'
-2.458:-2.456 s/d = -d .* w;/d = 0x1p-36;/
-10.501:-10.499 s/(int)(0.5 - xd)/(int)(1.5 - xd)/
4.499:4.501 s/H = h - 1/H = h - 1.00000001/
0x1.ffcp-61:0x1.004p-60 s/t = 0;/s = 1;/
3.49:3.51 s/k == 3 ? xd - 1/k == 3 ? xd/
-20.001:-19.999 s/return -(stirling/return (stirling/
0x1.895p121:0x1.896p121 s/0x3bf00000u/0x0bf00000u/
1:1.001 s/return x \* x/return x/
SED
}

@test "--no-fma: right on an old processor and a new one, nothing is contracted, the same bits by each compiler" {
  functions="exp10 log10p1 sinh asinh cbrt erf atanpi"
  for f in $functions; do
    tmd-generate $f --no-fma -o $f.c &
    [ ${f%p*} = $f ] || wait
  done
  wait
  [ "$(grep -L fma exp10.c)" ]
  grep -q -e '--name exp10f --no-fma$' exp10.c
  grep -q 'Without FMA' exp10.c
  for cpu in x86-64 x86-64-v3; do
    old() { # FUNCTION DOMAIN...
      local domain
      for domain in "${@:2}"; do
        passes "$1" "$1.c" --cc "cc -O2 -march=$cpu -fno-rounding-math -fno-signaling-nans" --domain="$domain"
      done
    }
    old exp10 0x1p-2:0x1.1p-2
    old log10p1 0x1.0ffp-6:0x1.102p-6 -0x1p-140:-0x1p-149 0x1.ffep52:0x1.004p53
    old sinh 0x1.7f8p-3:0x1.808p-3 -89.42:-89.41
    old asinh 0x1.bf8p-2:0x1.c08p-2 0x1.ffep22:0x1.004p23
    old cbrt 27:27.001
    old erf 0x1p-149:0x1p-140 0x1.fff8p1:0x1.0008p2
    old atanpi -0x1.002p-30:-0x1.ffcp-31 0x1.fff8p-1:0x1.0008p0
  done
  cat >calls.c <<'C'
#include <fenv.h>
#include <stdint.h>
#include <stdio.h>
float exp10f(float), log10p1f(float), sinhf(float), asinhf(float), cbrtf(float), erff(float), atanpif(float);
int main(void) {
  static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  float (*const call[])(float) = {exp10f, log10p1f, sinhf, asinhf, cbrtf, erff, atanpif};
  uint64_t sum = 0;
  for (int m = 0; m < 4; m++)
    for (int f = 0; f < 7; f++) {
      fesetround(modes[m]);
      uint32_t u = 1;
      for (int i = 0; i < 50000; i++, u = u * 1664525 + 1013904223) {
        union { uint32_t u; float f; } x = {u}, y;
        y.f = call[f](x.f);
        if (y.f == y.f) sum = sum * 0x9e3779b97f4a7c15 + y.u;
      }
    }
  printf("%llx\n", (unsigned long long)sum);
}
C
  files=$(printf '%s.c ' $functions)
  for compiler in gcc clang; do
    command -v $compiler >/dev/null || continue
    for options in -O0 -O3 "-O3 -march=x86-64-v3" "-O2 -ffp-contract=fast -mfma" "-O2 -ffp-contract=off" "-O3 -flto"; do
      # shellcheck disable=SC2086
      $compiler $options -Wall -Wextra -Werror -fno-builtin calls.c $files -lm -o calls
      ./calls
      objdump -d calls >code
      run -1 grep -E 'vfn?m(add|sub)|<fma[f@]?' code
    done
  done >sums
  [ "$(wc -l <sums)" -ge 6 ]
  [ "$(sort -u sums | wc -l)" -eq 1 ]
  grep -v __asm__ sinh.c >contracted.c # products of this file are contracted
  gcc -O2 -march=x86-64-v3 -c contracted.c -o contracted.o
  objdump -d contracted.o | grep -q vfmadd
}

@test "--all: a library and its header, without warnings; functions of it are right; sanitizers find nothing" {
  tmd-generate --all --format bfloat16 --errno --no-fma --no-check -o lib.c
  grep -q -e 'tmd-generate --all --format bfloat16 --no-fma --errno$' lib.c
  tmd-generate --list --no-fma >names
  diff <(sed -nE 's/^uint16_t (.*)bf16\(uint16_t x\);$/\1/p' lib.h) names
  {
    printf '#include "%s"\n' lib.h lib.c fenv.h stdio.h
    echo 'int main(void) {
  static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  unsigned sum = 0;
  for (int i = 0; i < 4 << 16; i++) {
    fesetround(modes[i & 3]);
    const uint16_t x = (uint16_t)(i >> 2);'
    sed 's/.*/    sum += &bf16(x);/' names
    printf '  }\n  printf("%%x\\n", sum);\n}\n'
  } >calls.c
  for options in -O2 "-O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined"; do
    # shellcheck disable=SC2086
    gcc $options -Wall -Wextra -Werror calls.c -lm -o calls
    ./calls
  done >sums
  [ "$(sort -u sums | wc -l)" -eq 1 ]
  [ "$(wc -l <sums)" -eq 2 ]
  for f in $(shuf -n 3 names --random-source=<(yes "$(date +%F)")) sinh; do
    tmd-check --library lib.c --symbol ${f}bf16 --bits16 --function $f --format bfloat16 --flags --errno >report
    [ "$(grep -c $'\tpass\t' report)" -eq 4 ]
  done
  sed '/[ _]sinhbf16/,/^}/s/0x1\.5/0x1.4/' lib.c >wrong.c
  run -1 tmd-check --library wrong.c --symbol sinhbf16 --bits16 --function sinh --format bfloat16
  bad_usage "--all: -o FILE.c is missing" tmd-generate --all
  bad_usage "--all: -o FILE.c is missing" tmd-generate --all -o lib.h
  bad_usage "--all: --name is for one function" tmd-generate --all --name f -o lib.c
  mkdir empty && ln -s "$(command -v cc)" empty
  run -2 --separate-stderr env "PATH=$BUILD/bin:$PWD/empty" tmd-generate --all -j 1 -o none.c
  [[ $stderr = "tmd-generate: sollya cannot be run"* ]]
  [ "${#stderr_lines[@]}" -eq 1 ]
  [ ! -e none.c ]
  [ ! -e none.h ]
}

@test "--all in a format of 8 bits: without warnings, right under sanitizers, with errno" {
  tmd-generate --all --format binary8p3:sat --errno -o lib.c
  tmd-generate --list >names
  diff <(sed -nE 's/^uint8_t (.*)_binary8p3_sat\(uint8_t x\);$/\1/p' lib.h) names
  gcc -O2 -Wall -Wextra -Wconversion -Werror -c lib.c
  tmd-check --library lib.c --cc "gcc -O1 -fsanitize=undefined -fno-sanitize-recover=undefined" --symbol %n_binary8p3_sat \
    --bits8 --function "$(paste -sd , names)" --format binary8p3:sat --flags --errno --ignore sign-of-gamma >report
  [ "$(grep -c $'\tpass\t' report)" -eq $((4 * $(wc -l <names))) ]
}

@test "many exact results, more of them" {
  run_one() { tmd-generate "$1" --format "$2" --name f --verbose -o "$3.c" 2>"$3.said"; }
  run_one 'x>1/2?x-1/2:x<-1/2?x+1/2:0' binary16 shrink & run_one 1/x bfloat16 inverse & run_one 'x-1' bfloat16 less &
  run_one cbrt binary16 cbrt & run_one 'cbrt(x)*x' bfloat16 even & run_one '0-sqrt(1+x)' binary16 sum &
  wait
  [ "$(grep -l ' finite values, 0 exceptions' ./*.said | wc -l)" -eq 6 ]
  tmd-generate cbrt --format binary16 --scheme pieces -o pieces.c
}

@test "any expression in formats of 16 bits: right at every argument, in all modes, with flags" {
  run_one() { tmd-generate "$1" --format "$2" --name f --verbose -o "$3.c" 2>"$3.said"; }
  run_one gelu bfloat16 gelu & run_one 'log(1+exp(x))' binary16 softplus &
  run_one atanh bfloat16 poles & run_one acosh binary16 'no-values' &
  run_one 'tanh(x)^3' bfloat16 odd & run_one 'exp(-x^2)' binary16 even & run_one atan binary16 limits &
  run_one 'pown(3)' bfloat16 plain & run_one sinc binary16 sinc & run_one 'sin(x)/x' bfloat16 quotient &
  wait
  [ "$(grep -l ' finite values, ' ./*.said | wc -l)" -eq 10 ]
  [ "$(grep -c 'x <= ' gelu.c)" -le 8 ] # pieces
  for change in 's/0x1[.]\([0-9a-f]\)/0x1.\18/' 's/<= 0x3f/<= 0x40/' 's/rounded(y)/rounded(y * (1 + 0x1p-12))/'; do
    sed "/u >> 31 == 0/,\$$change" gelu.c >wrong.c
    run ! cmp -s gelu.c wrong.c
    echo "$change"
    run -1 tmd-check --library wrong.c --symbol f --bits16 --function gelu --format bfloat16
  done
  cc -O2 -shared -fPIC gelu.c -o gelu.so # its constants are rounded when it is run, too
  tmd-check --library ./gelu.so --symbol f --bits16 --flags --function gelu --format bfloat16
  bad_usage "sin in bfloat16: more than 48 pieces are needed" tmd-generate sin --format bfloat16 --scheme pieces
  bad_usage "x+sqrt(x) in bfloat16: 81 results are exact, more than 64" tmd-generate 'x+sqrt(x)' --format bfloat16 --name f
  bad_usage "--scheme sine: gelu in bfloat16 can be made by pieces" tmd-generate gelu --format bfloat16 --scheme sine
  bad_usage "gelu: no scheme is known" tmd-generate gelu --scheme pieces
  bad_usage "$list: no list is read in bfloat16, as every argument is tested" tmd-generate gelu --format bfloat16 "$list"
  long="tanh(x)$(printf '+x*0%.0s' {1..60})" # the command in the file is whole
  tmd-generate "$long" --format bfloat16 --name f --no-check -o long.c
  grep -qF "tmd-generate '$long' --format bfloat16 --name f" long.c
  bad_usage "--name NAME is needed: 1/(1+exp(x)) gives no name of C" tmd-generate '1/(1+exp(x))' --format bfloat16
}

@test "--ulp 1: a library of all functions but lgamma passes tmd-check; exp at every argument to nearest" {
  tmd-generate --all --ulp 1 -o library.c
  [ "$(grep -c '^/\* .* in binary32, error at most 1 ulp to nearest\.$' library.c)" -ge 37 ] # one is that of the library
  run ! grep -q lgammaf library.h
  tmd-generate exp --ulp 0.51 --no-check -o exp.c
  bound=$(sed -n 's/.*results to nearest differ from f(x) by at most \([0-9.]*\) ulp.*/\1/p' exp.c)
  tmd-check --library exp.c --symbol expf --function exp --format binary32 --modes nearest --flags --ignore not-monotone \
    --limit "$bound"
}

@test "--ulp: atan within 1; two designs of log have the bounds 0.533719 and 6.524946, and less is not made by them" {
  tmd-generate atan --ulp 1 --no-check -o atan-1.c
  within_bound atan-1
  for B in 0.525 6.4; do
    tmd-generate log --ulp $B --no-check -o log-$B.c
    bound=$(claimed log-$B.c)
    echo "log: $bound"
    awk -v B=$B -v bound="$bound" 'BEGIN { exit !(bound > 0.5 && bound <= B) }'
  done
}

@test "--all --vector, --to: libraries without warnings, every form; a program uses the vectors through the header" {
  tmd-generate --all --vector --no-check -o vmath.c
  tmd-generate --list --vector >names
  diff <(sed -n 's/^void \(.*\)f_array.*/\1/p' vmath.h) names
  cat >main.c <<'C'
#include "vmath.h"
#include <stdio.h>
float x[4096], y[4096], z[4096];
int main(void) {
  int differ = 0;
  for (int i = 0; i < 4096; i++) x[i] = i / 128.0f + 0x1p-20f;
  for (int i = 0; i < 4096; i++) y[i] = logf(x[i]);
  logf_array(z, x, 4096);
  for (int i = 0; i < 4096; i++) differ += y[i] != z[i];
  printf("%d\n", differ);
}
C
  for isa in x86-64-v3 x86-64-v4; do
    [ $isa = x86-64-v3 ] || grep -qw avx512dq /proc/cpuinfo || continue
    gcc -O2 -march=$isa -Wall -Wextra -Werror -c vmath.c -o vmath.o
    [ "$(nm --defined-only vmath.o | grep -c ' T _ZGV')" -ge $((6 * $(wc -l <names))) ]
    gcc -O3 -fno-math-errno -march=$isa -c main.c -o main.o
    nm main.o | grep -q 'U _ZGV.*N.*v_logf'
    gcc main.o vmath.o -lm -o main
    [ "$(./main)" -eq 0 ]
  done
  clang -O2 -march=x86-64-v3 -Wall -Wextra -Werror -c vmath.c -o clang.o
  gcc -O2 -march=x86-64-v3 -fPIC -shared vmath.c -o vmath.so
  for f in exp sin; do
    preloaded $f
    [ "$(./program)" -gt 0 ]
    [ "$(LD_PRELOAD=./vmath.so ./program)" -eq 0 ]
  done
  for language in opencl cuda; do tmd-generate --all --to $language --no-check -o all.$language; done
  [ "$(grep -c '^float4 .*f_rtz4(float4 x);' all.opencl)" -eq "$(wc -l <names)" ]
  [ "$(grep -c '^__device__ float cr_.*f_rtz(float x) {' all.cuda)" -eq "$(wc -l <names)" ]
}

@test "functions with a period in vectors, in every mode: made, and next to the ends of their reductions" {
  grep -qw avx2 /proc/cpuinfo && grep -qw fma /proc/cpuinfo || skip "no AVX2"
  for f in sin cos tan sinpi cospi tanpi; do
    tmd-generate $f --vector -o $f.c
    for domain in -0x1.002p-126:-0x1.ffcp-127 0x1.ffcp-15:0x1.004p-14 0x1.ffcp21:0x1.004p22 0x1.f37c88p95:0x1.f37c8cp95; do
      passes_as _ZGVdN8v_${f}f $f $f.c --cc "cc -O2 -march=x86-64-v3" "--domain=$domain"
    done
  done
}

@test "arguments of a short region may be as hard as listed ones: acos passes a midpoint in one" {
  tmd-generate acos --vector -o acos.c --verbose 2>said
  grep -q 'u == (int)0x328885a3\|0x328885a3,' acos.c # 0x1.110b46p-26
  passes_as _ZGVdN8v_acosf acos acos.c --cc "cc -O2 -march=x86-64-v3" --domain=0x1.11p-26:0x1.112p-26
}

@test "OpenCL: every function, in every mode, of one lane and of many" {
  tmd-phase1 --device list | grep -q ^opencl:0 || skip "no OpenCL"
  tmd-generate --list --to opencl >names
  while read -r f; do
    tmd-generate "$f" --to opencl -o $f.cl
    for form in ":nearest" "_rtz2:zero" "_rtp8:up" "_rtn16:down"; do
      for domain in 0x1.8p-2:0x1.80fp-2 0x1p-149:0x1p-140 1:1.001; do
        tmd-check --library opencl:0 --source $f.cl --symbol "${f}f${form%:*}" --modes "${form#*:}" --function "$f" \
          --format binary32 --domain=$domain >report || [[ $f = acosh && $domain = 0* ]]
        [ "$(grep -c $'\tpass\t' report)" -eq 1 ] || [[ $f = acosh && $domain = 0* ]]
      done
    done
  done <names
  cat exp.cl log2.cl >both.cl # files may be joined
  check() {
    tmd-check --library opencl:0 --source "$1" --symbol "$2" --function exp --format binary32 --modes "$3" --domain "$4" >report
  }
  check both.cl expf_rtp up -0x1p-20:0x1p-20
  run -1 check exp.cl expf up 1:1.001
  sed 's/_replaced4(lanes, y)/_replaced4(lanes, y.xyzx)/; s/y = vselect(u == (int)0x33ffffff, .*/;/' exp.cl >wrong.cl
  run -1 check wrong.cl expf_rtn down 0x1.fffp-24:0x1.001p-23
}

@test "CUDA: every function, in every mode, by the emulated driver; NVRTC compiles each" {
  export LD_LIBRARY_PATH=$BUILD/tests/emulated ASAN_OPTIONS=detect_leaks=0 # NVRTC keeps what it has
  tmd-generate --list --to cuda >names
  cuda_in_c
  while read -r f; do
    tmd-generate "$f" --to cuda --no-check -o $f.cuda
    cat platform.h $f.cuda >$f.emulated.cu
    for form in :nearest _rtz:zero _rtp:up _rtn:down; do
      for domain in 0x1.8p-2:0x1.803p-2 1:1.0001; do
        tmd-check --library cuda:0 --source $f.emulated.cu --symbol "cr_${f}f${form%:*}" --modes "${form#*:}" --function "$f" \
          --format binary32 --domain=$domain >report || [[ $f = acosh && $domain = 0* ]]
        [ "$(grep -c $'\tpass\t' report)" -eq 1 ] || [[ $f = acosh && $domain = 0* ]]
      done
    done
    { cat $f.cuda && echo "extern \"C\" __global__ void run(float *y) { *y = cr_${f}f(*y) + cr_${f}f_rtz(y[1]); }"; } >$f.cu
    echo ./$f.cu >>programs
  done <names
  unset LD_LIBRARY_PATH
  "$BUILD/tests/compile-kernels" 90 <programs >kernels 2>said || status=$?
  [ "${status:-0}" -ne 2 ] || skip "no NVRTC"
  cat said kernels
  [ "${status:-0}" -eq 0 ]
  [ "$(cut -f 2 kernels | sort -u | wc -l)" -eq "$(wc -l <names)" ]
  awk -F '\t' '$5 + 0 > 64 || $7 + 0 > 0 { print; bad = 1 } END { exit bad }' kernels # registers, bytes spilled
}

# FUNCTIONS="exp sin" choose; sin is one of them.
@test "--ftz: every function at its list's cases and where |f| is about 2^-126, in every mode; wrong thresholds are seen" {
  cuda_in_c
  compared() { # FUNCTION FORM DOMAIN CHANGE: plain.cl and flushed.cl, changed by sed, on OpenCL
    local form=${2%:*} mode=${2#*:}
    { cat plain.cl && sed "$4" flushed.cl && paired "${form%%[0-9]*}" "${form##*[a-z]}"; } >paired.cl
    tmd-check --library opencl:0 --source paired.cl --symbol "paired$form" --modes "$mode" --function "$1" --format binary32 \
      --domain="$3" >report || return
    [ "$(grep -c $'\tpass\t' report)" -eq 1 ]
  }
  for f in ${FUNCTIONS:-$(tmd-generate --list --to opencl)}; do
    tmd-generate "$f" --to cuda --name cr_plain --no-check -o plain.cuda --force
    tmd-generate "$f" --to cuda --ftz --name cr_flushed --no-check -o flushed.cuda --force
    tmd-dump "$list" | awk -F '\t' -v f="$f" '/^@/ { on = $3 == f } on' | tmd-pack | tmd-dump --to csv 2>/dev/null |
      cut -d , -f 1 >cases
    gcc -O1 -I. -include platform.h -D STEP=1021 "$BATS_TEST_DIRNAME/../cli/flushing.c" -o flushing -lm
    ./flushing <cases >domains
    tail -n 3 domains | sed "s/^/$f /"
    [ "$(tail -n 1 domains)" = "0 wrong" ]
    tmd-phase1 --device list | grep -q ^opencl:0 || continue
    tmd-generate "$f" --to opencl --name plain --no-check -o plain.cl --force
    tmd-generate "$f" --to opencl --ftz --name flushed --no-check -o flushed.cl --force
    [ $f = acosh ] || echo 0x1.ffcp-127:0x1.004p-126 >>domains
    for form in :nearest _rtz2:zero _rtp8:up _rtn16:down; do
      for domain in $(grep : domains | cut -d ' ' -f 1 | tail -n 4); do
        echo "$form $domain"
        compared "$f" $form $domain ""
      done
    done
    [ $f = sin ] || continue
    while read -r form change; do
      echo "$change"
      run ! cmp -s flushed.cl <(sed "$change" flushed.cl)
      run -1 compared sin $form -0x1.004p-126:-0x1.ffcp-127 "$change"
    done <<'SED'
:nearest s/0x20000000/0/
_rtz2:zero s/mode == 0/mode <= 1/
_rtn16:down s/away & 0x3fffffff/away \& 0/
_rtp8:up s/mode == 2 ? ~sign/mode == 2 ? ~sign * 0 - 1/
SED
  done
}
