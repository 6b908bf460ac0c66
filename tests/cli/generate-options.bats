# tmd-generate: functions without FMA, with errno, to nearest, in a library.
bats_require_minimum_version 1.5.0
load generate.bash

@test "--no-fma: right on an old processor and a new one, nothing is contracted, the same bits by each compiler" {
  functions="exp10 log10p1 sinh asinh cbrt erf atanpi"
  for f in $functions; do
    tmd-generate $f --no-fma -o $f.c &
    [ ${f%p*} = $f ] || wait
  done
  wait
  [ "$(grep -L fma exp10.c)" ] && grep -q -e '--name exp10f --no-fma$' exp10.c && grep -q 'Without FMA' exp10.c
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
  gcc -O2 -march=x86-64-v3 -c contracted.c -o contracted.o && objdump -d contracted.o | grep -q vfmadd
}

@test "--no-fma: the proof is that of the function without FMA" {
  tmd-generate asinh --no-fma --no-check --proof asinh.proof -o asinh.c # of either sign, y is replaced at other |x|
  grep -qx 'options --no-fma' asinh.proof && grep -qx replaced-by-size asinh.proof
  tmd-generate --replay asinh.proof asinh.c >said
  cp asinh.proof.tmd other.proof.tmd
  sed 's/^options .*/options none/' asinh.proof >other.proof
  refused 1 '*asinh.c: is not the function of the proof' tmd-generate --replay other.proof asinh.c
  sed 's/^options .*/options --no-fma=/' asinh.proof >other.proof
  refused 3 '*other.proof: is no proof of tmd-generate' tmd-generate --replay other.proof asinh.c
}

@test "--no-fma: most functions do without it, others are refused; formats of 16 bits" {
  tmd-generate --list --no-fma >without
  [ "$(wc -l <without)" -ge 32 ]
  tmd-generate --list | grep -Fvxf without >others
  [ -s others ]
  while read -r f; do
    bad_usage "--no-fma: $f: the scheme " tmd-generate "$f" --no-fma
  done <others
  run ! grep -qx exp others
  for format in binary16 bfloat16; do
    tmd-generate gelu --format $format --no-fma -o $format.c
    run ! grep -q __builtin_fma $format.c
  done
}

@test "--errno: EDOM, ERANGE at poles, overflow and underflow in every mode; else it is left alone" {
  for f in exp log sinpi; do tmd-generate $f --errno -o $f.c & done
  tmd-generate 'pown(-2)' --errno --name inverse_square -o pown.c &
  tmd-generate log --errno --format binary16 -o log-f16.c & tmd-generate exp --errno --no-fma --format bfloat16 -o exp-bf16.c &
  wait
  grep -q -e '--name expf --errno$' exp.c
  for f in exp log sinpi; do passes $f $f.c --errno --domain=-0x1p-149:0x1p-148; passes $f $f.c --errno --domain 88.6:89; done
  passes exp exp.c --errno --domain=-104:-103.9
  cat >main.c <<'C'
#include <errno.h>
#include <fenv.h>
#include <math.h>
#include <stdio.h>
float expf(float), logf(float), sinpif(float), inverse_square(float);
static void call(float (*f)(float), float x) {
  errno = -1;
  volatile float y = f(x);
  const char *error = errno == EDOM ? "EDOM" : errno == ERANGE ? "ERANGE" : errno == -1 ? "-" : "?";
  printf("%a %s\n", y, error);
}
int main(void) {
  call(expf, NAN), call(expf, -INFINITY), call(expf, INFINITY), call(expf, 0), call(logf, 1);
  call(logf, -1), call(logf, 0), call(logf, INFINITY), call(sinpif, INFINITY), call(sinpif, 1);
  call(inverse_square, 0), call(inverse_square, 0x1p-64f), call(inverse_square, 0x1p70f), call(inverse_square, 0x1p74f);
  call(inverse_square, 0x1.8p70f), call(expf, -87), call(expf, -90), call(sinpif, 0x1p-149f), call(expf, 88.5f), call(expf, 89);
  fesetround(FE_TOWARDZERO); /* results of finite size, in spite of overflow; without it */
  call(expf, 88.7228f), call(expf, 89), call(expf, -110), call(inverse_square, 0x1p-64f);
}
C
  printf '%s\n' 'nan -' '0x0p+0 -' 'inf -' '0x1p+0 -' '0x0p+0 -' 'nan EDOM' '-inf ERANGE' 'inf -' 'nan EDOM' '0x0p+0 -' \
    'inf ERANGE' 'inf ERANGE' '0x1p-140 -' '0x1p-148 -' '0x1.c8p-142 ERANGE' '0x1.666d0ep-126 -' '0x1.1d85p-130 ERANGE' \
    '0x1.8p-148 ERANGE' '0x1.99b988p+127 -' 'inf ERANGE' '0x1.fffb08p+127 -' '0x1.fffffep+127 ERANGE' '0x0p+0 ERANGE' \
    '0x1.fffffep+127 ERANGE' >expected
  for options in -O0 "-O3 -mfma"; do
    # shellcheck disable=SC2086
    gcc $options -Wall -Wextra -Werror -fno-builtin main.c exp.c log.c sinpi.c pown.c -lm -o main
    ./main | sed 's/-nan/nan/' | diff expected - >&2
  done
  while read -r change; do
    for f in exp pown; do sed "$change" $f.c >wrong-$f.c && run ! cmp -s $f.c wrong-$f.c; done
    gcc -O2 -fno-builtin main.c wrong-exp.c log.c sinpi.c wrong-pown.c -lm -o main
    echo "$change"
    run ! diff expected <(./main | sed 's/-nan/nan/')
  done <<'SED'
s/isless(size, 0x1p-126f)/isless(size, 0x1p-149f)/
s/0x1p+128)/0x1p+129)/
s/__builtin_expect(z != y, 1) &&//
s/__builtin_isfinite(y) ||//
SED
  sed 's/EDOM;/ERANGE;/' log.c >wrong.c
  run -1 passes log wrong.c --errno --domain=-0x1p-140:0x1p-140
}

@test "--modes nearest: fewer cases and exceptions, right to nearest with flags; an exception that is missing is seen" {
  tmd-generate log --modes nearest --verbose -o log.c 2>said &
  tmd-generate exp10 --modes nearest -o exp10.c & tmd-generate silu --format bfloat16 --modes nearest -o silu.c &
  wait
  grep -q 'correctly rounded to nearest, ties to even; other modes were not tested[.]$' log.c
  grep -q -e '--name logf --modes nearest$' log.c
  read -r cases exceptions < <(sed -nE 's/.*: ([0-9]+) cases, ([0-9]+) exceptions/\1 \2/p' said)
  read -r cases_all exceptions_all < <(sed -nE 's/.*: ([0-9]+) cases, ([0-9]+) exceptions/\1 \2/p' "$made/log.said")
  # half of the cases are hard to nearest: 256 of 529 expected, with a deviation of 12
  [ $((cases * 2)) -gt $((cases_all - 80)) ] && [ $((cases * 2)) -lt $((cases_all + 80)) ]
  [ "$exceptions" -ge 1 ] && [ "$exceptions" -lt "$exceptions_all" ]
  passes log log.c --modes nearest --domain 0.99:1.01
  passes exp10 exp10.c --modes nearest --domain 6.9:7.1
  tmd-dump "$list" | awk -F '\t' '/^@/ { on = $3 == "log" } on' | tmd-pack | tmd-select --bits 23 >cases.tmd
  check() { tmd-check --library $1.c --symbol logf --modes "$2" --flags cases.tmd >report; }
  check log nearest && [ "$(grep -c $'\tpass\t' report)" -eq 1 ]
  sed '/^  if .*y = y/d' log.c >less.c
  run -1 check less nearest
  bad_usage "modes" tmd-generate exp --modes directed
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
  [ "$(sort -u sums | wc -l)" -eq 1 ] && [ "$(wc -l <sums)" -eq 2 ]
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
  [[ $stderr = "tmd-generate: sollya cannot be run"* ]] && [ "${#stderr_lines[@]}" -eq 1 ]
  [ ! -e none.c ] && [ ! -e none.h ]
}

@test "--max-table: no more bytes of tables and constants" {
  gcc -O2 -fPIC -c "$made/exp2.c" -o exp2.o
  bytes=$(size -A exp2.o | awk '/^\.rodata/ { n += $2 } END { print n }')
  [ "$bytes" -gt 512 ] && [ "$bytes" -lt 900 ] # a table of 64 doubles, constants
  tmd-generate exp2 --no-check --max-table "$bytes" -o small.c
  cmp small.c "$made/exp2.c"
  bad_usage "exp2: $bytes bytes of tables and constants, more than --max-table $((bytes - 1))" \
    tmd-generate exp2 --no-check --max-table $((bytes - 1)) -o large.c
  [ ! -e large.c ]
  bad_usage "--max-table" tmd-generate exp2 --max-table 0
}
