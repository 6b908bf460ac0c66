# tmd-generate: functions without FMA, with errno, within a bound of ulps, of pairs.
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
  format=$(printf '%s\n' binary16 bfloat16 | drawn 2) # one by the date
  tmd-generate silu --format "$format" --no-fma -o silu.c
  run ! grep -q __builtin_fma silu.c
}

@test "--errno: EDOM, ERANGE at poles, overflow and underflow in every mode; else it is left alone" {
  for f in exp log sinpi; do tmd-generate $f --errno -o $f.c & done
  tmd-generate 'pown(-2)' --errno --name inverse_square -o pown.c &
  wait
  # one of these by the date
  read -r f options < <(printf '%s\n' 'log --format binary16' 'exp --no-fma --format bfloat16' | drawn 2)
  # shellcheck disable=SC2086
  tmd-generate "$f" --errno $options -o short.c
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
  drawn 2 <<'SED' >changes # half of them by the date
s/isless(size, 0x1p-126f)/isless(size, 0x1p-149f)/
s/0x1p+128)/0x1p+129)/
s/__builtin_expect(z != y, 1) &&//
s/__builtin_isfinite(y) ||//
SED
  [ "$(wc -l <changes)" -eq 2 ]
  while read -r change; do
    for f in exp pown; do
      sed "$change" $f.c >wrong-$f.c
      run ! cmp -s $f.c wrong-$f.c
    done
    gcc -O2 -fno-builtin main.c wrong-exp.c log.c sinpi.c wrong-pown.c -lm -o main
    echo "$change"
    run ! diff expected <(./main | sed 's/-nan/nan/')
  done <changes
  sed 's/EDOM;/ERANGE;/' log.c >wrong.c
  run -1 passes log wrong.c --errno --domain=-0x1p-140:0x1p-140
}

@test "--ulp B: errors are below the bound, and above half of what it adds to 1/2; fewer operations, no exception" {
  tmd-generate exp --ulp 0.51 -o exp-0.51.c &
  file=$(printf '%s\n' exp-0.51 sinpi-16 | drawn 2) # one by the date
  if [ "$file" = sinpi-16 ]; then tmd-generate sinpi --ulp 16 --no-check -o sinpi-16.c; fi
  tmd-generate exp --no-check -o exp.c # atan, and designs of log: tests/long/generate-long.bats
  wait
  [ "$(head -n 1 exp-0.51.c)" = '/* exp(x) in binary32, error at most 0.51 ulp to nearest.' ]
  grep -q -e '--name expf --ulp 0.51$' exp-0.51.c
  within_bound "$file"
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
