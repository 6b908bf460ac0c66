# tmd-generate: functions without FMA, with errno, to nearest, in a library.
bats_require_minimum_version 1.5.0
load generate.bash

@test "--no-fma: the proof is that of the function without FMA" {
  tmd-generate asinh --no-fma --no-check --proof asinh.proof -o asinh.c # of either sign, y is replaced at other |x|
  grep -qx 'options --no-fma' asinh.proof
  grep -qx replaced-by-size asinh.proof
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
    tmd-generate silu --format $format --no-fma -o $format.c
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
    for f in exp pown; do
      sed "$change" $f.c >wrong-$f.c
      run ! cmp -s $f.c wrong-$f.c
    done
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
  [ $((cases * 2)) -gt $((cases_all - 80)) ]
  [ $((cases * 2)) -lt $((cases_all + 80)) ]
  [ "$exceptions" -ge 1 ]
  [ "$exceptions" -lt "$exceptions_all" ]
  passes log log.c --modes nearest --domain 0.99:1.01
  passes exp10 exp10.c --modes nearest --domain 6.9:7.1
  tmd-dump "$list" | awk -F '\t' '/^@/ { on = $3 == "log" } on' | tmd-pack | tmd-select --bits 23 >cases.tmd
  check() { tmd-check --library $1.c --symbol logf --modes "$2" --flags cases.tmd >report; }
  check log nearest
  [ "$(grep -c $'\tpass\t' report)" -eq 1 ]
  sed '/^  if .*y = y/d' log.c >less.c
  run -1 check less nearest
  bad_usage "modes" tmd-generate exp --modes directed
}

@test "--max-table: no more bytes of tables and constants" {
  gcc -O2 -fPIC -c "$made/exp2.c" -o exp2.o
  bytes=$(size -A exp2.o | awk '/^\.rodata/ { n += $2 } END { print n }')
  [ "$bytes" -gt 512 ]
  [ "$bytes" -lt 900 ] # a table of 64 doubles, constants
  tmd-generate exp2 --no-check --max-table "$bytes" -o small.c
  cmp small.c "$made/exp2.c"
  bad_usage "exp2: $bytes bytes of tables and constants, more than --max-table $((bytes - 1))" \
    tmd-generate exp2 --no-check --max-table $((bytes - 1)) -o large.c
  [ ! -e large.c ]
  bad_usage "--max-table" tmd-generate exp2 --max-table 0
}

@test "--ulp B: errors are below the bound, and above half of what it adds to 1/2; fewer operations, no exception" {
  tmd-generate exp --ulp 0.51 -o exp-0.51.c & tmd-generate sinpi --ulp 16 --no-check -o sinpi-16.c &
  tmd-generate exp --no-check -o exp.c # atan, and designs of log: tests/long/generate-long.bats
  wait
  [ "$(head -n 1 exp-0.51.c)" = '/* exp(x) in binary32, error at most 0.51 ulp to nearest.' ]
  grep -q -e '--name expf --ulp 0.51$' exp-0.51.c
  for file in exp-0.51 sinpi-16; do within_bound $file; done
  [ "$(grep -c 'error 2^-' exp-0.51.c)" -lt "$(grep -c 'error 2^-' exp.c)" ]
  run ! grep -q 'y = y0' exp-0.51.c
}

@test "--ulp B: tmd-check's limit is B; functions without a list; refusals" {
  mkdir bin
  # exp's y with 2^-33 or 2^-25 of it more
  {
    printf '%s\n' '#!/bin/sh' 'for f; do'
    printf '%s\n' '  case $f in *.c) sed -i "s/return (float)y;/return (float)(y * $MORE);/" "$f" ;; esac' 'done'
    printf '%s\n' "exec $(command -v gcc) \"\$@\""
  } >bin/cc
  chmod +x bin/cc
  MORE=0x1.00000000ap0 PATH=$PWD/bin:$PATH tmd-generate exp --ulp 0.51 -o more.c
  run -1 env MORE=0x1.0000008p0 PATH="$PWD/bin:$PATH" tmd-generate exp --ulp 0.51 -o much.c
  [[ $output = *'expf: the function made has not passed tmd-check' ]]
  [ ! -e much.c ]
  tmd-generate 'compound(3)' --name compound3 --ulp 0.500001 -o compound.c
  bad_usage 'compound(3): no list' tmd-generate 'compound(3)' --name compound3
  for B in 0.5 0.50 16.1 1e0 0.5000001 0.51x .6 -1 ''; do bad_usage "--ulp" tmd-generate exp --ulp="$B"; done
  bad_usage "--ulp: only in binary32" tmd-generate exp --ulp 1 --format bfloat16
  bad_usage "--proof: with --ulp" tmd-generate exp --ulp 1 --proof exp.proof
  bad_usage "--ulp: lgamma: the scheme log gamma needs a list" tmd-generate lgamma --ulp 1
  tmd-generate --list --ulp 1 >list
  run ! grep -qx lgamma list
  grep -qx tgamma list
}

@test "--arith float-float: at least 20 functions; what is not made is refused" {
  [ "$(tmd-generate --list --arith float-float | wc -l)" -ge 20 ]
  tmd-generate --list --arith float-float | grep -qx log1p
  bad_usage "--arith float-float: --errno is not for pairs" tmd-generate exp --arith float-float --errno
  bad_usage "--arith float-float: --vector is not for pairs" tmd-generate exp --arith float-float --vector
  bad_usage "--arith float-float: --proof is not for pairs" tmd-generate exp --arith float-float --proof exp.proof
  bad_usage "--arith float-float: functions are made in binary32, not bfloat16" \
    tmd-generate exp --arith float-float --format bfloat16
  bad_usage "--arith: no scheme is known for tgamma" tmd-generate tgamma --arith float-float
  bad_usage "--arith float-float: --max-table is not for pairs" tmd-generate exp --arith float-float --max-table 100
  bad_usage "--arith float-float: --vector is not for pairs" tmd-generate --list --arith float-float --vector
  [ "$(tmd-generate --list --to glibc | grep -c gamma)" -eq 0 ]
}
