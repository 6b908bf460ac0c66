# tmd-generate: what functions are made from, proofs, and what is refused.
bats_require_minimum_version 1.5.0
load generate.bash

setup_file() {
  command -v sollya >/dev/null || skip "no sollya"
  cd "$BATS_FILE_TMPDIR"
  for f in exp2 log; do tmd-generate $f -o $f.c --proof $f.proof --verbose 2>$f.said & done
  wait
}

@test "the file is the same when it is made again, and says how it was made" {
  tmd-generate exp2 "$list" -o again.c
  cmp again.c "$made/exp2.c"
  [[ $(<"$made/exp2.said") =~ exp2:\ hardness\ ([0-9]+)\ or\ more:\ ([0-9]+)\ cases ]]
  [ "${BASH_REMATCH[2]}" -ge 100 ]
  grep -q "hardness ${BASH_REMATCH[1]} or more" again.c
  grep -q "at these ${BASH_REMATCH[2]} arguments" again.c
  grep -q 'tmd-generate exp2 --format binary32 --name exp2f$' again.c
  tmd-generate exp2 --no-check --name my_exp2 --license MIT -o mine.c
  grep -q '^float my_exp2(float x) {$' mine.c
  grep -q 'SPDX-License-Identifier: MIT$' mine.c
}

# not_proved STATUS TEXT: the proof in log.proof, log.proof.tmd is refused with a message that has TEXT.
not_proved() { refused "$1" "*$2*" tmd-generate --replay log.proof log.c; }

@test "a proof is replayed without sollya, and made again the same; lower bounds are refused" {
  cp "$made"/log.* .
  mkdir empty
  for tool in cc as ld; do ln -s "$(command -v $tool)" empty; done
  PATH=$BUILD/bin:$PWD/empty tmd-generate --replay log.proof log.c >said
  [[ $(<log.said) =~ :\ ([0-9]+)\ cases ]]
  printf 'log\tproved\t%d\n' "${BASH_REMATCH[1]}" | diff - said
  tmd-generate log --no-check --proof again.proof -o again.c
  cmp again.proof log.proof
  cmp again.proof.tmd log.proof.tmd
  cmp again.c log.c
  two_percent=0.0286
  for bound in "y relative" "p 0" "p 127" "step 2 T[i] value" "step 2 T[i] error" "step 3 t3 error"; do
    moved log.proof "$bound" -$two_percent
    not_proved 1 "'bound ${bound%% *} "
  done
  moved log.proof "$bound" $two_percent
  tmd-generate --replay log.proof log.c >/dev/null
  # the bound of y must be finite, and enough for the cases that are run
  for bound in 2^-47.9 2^3 2^inf 2^-1e-400 nan; do
    sed "s/^bound y relative .*/bound y relative $bound/" "$made/log.proof" >log.proof
    not_proved 1 "'bound y relative "
  done
}

@test "a proof of another function, with other numbers or claims, or a damaged one, is refused" {
  cp "$made"/log.* .
  altered() { # FILE COMMAND: the file, altered by sed
    sed "$2" "$made/$1" >"$1"
    run ! cmp -s "$made/$1" "$1"
  }
  c=$(sed -n 's/^number p coefficient 1 //p' log.proof)
  last=$(sed 's/.p/8p/' <<<"$c") first=$(sed 's/[.]./.8/' <<<"$c")
  altered log.proof "s/$c/$last/"
  not_proved 1 "log."
  cp "$made/log.proof" .
  altered log.c "s/$c/$last/"
  not_proved 1 "log.c: is not the function of the proof"
  altered log.proof "s/$c/$first/"
  altered log.c "s/$c/$first/"
  not_proved 1 "the error is too large"
  cp "$made/log.proof" .
  altered log.c 's/, 2[34],/, 22,/;s/>> 18/>> 17/'
  not_proved 1 "log."
  altered log.c 's/^   All of these/   None of these/'
  tmd-generate --replay log.proof log.c # a comment
  for end in ' */ ' ' *\\\n/ ' ' *??/\n/ '; do # code that seems to be a part of the comment
    printf '/*%b\n#define __builtin_fma(a, b, c) ((a) * (b) + (c) + 1)\n' "$end" | cat - "$made/log.c" >log.c
    not_proved 1 "log.c: is not the function of the proof"
  done
  printf '\0more' | cat "$made/log.proof" - >log.proof
  not_proved 3 "log.proof: contains a byte 0"
  cp "$made/log.proof" .
  cp "$made/log.c" .
  # an argument that is replaced by what is as near to f, on the other side, in the proof and in the function
  read -r _ x y < <(grep '^replaced ' log.proof)
  digits=${y#*x1.} digits=${digits%p*}
  wrong=${y%%.*}.$(printf "%0${#digits}x" $((0x$digits + (0x${digits: -1} == 1 ? -2 : 2))))p${y#*p}
  altered log.proof "s/^replaced $x .*/replaced $x $wrong/"
  altered log.c "s/$y/$wrong/"
  not_proved 1 "results are wrong"
  cp "$made/log.proof" "$made/log.c" .
  # y is replaced at an argument that is never run
  cp "$made"/exp2.* .
  one='  static const volatile double y1 = 0x1p+0; /* rounded when it is run */'
  two='  if (__builtin_expect(v.u == 0x3f900000u, 0)) y = y1;'
  sed -i "/^  if .*y = y0;$/a\\$one\n$two" exp2.c
  sed -i '/^replaced /a\replaced 0x3f900000 0x1p+0' exp2.proof
  [ "$(grep -c 3f900000 exp2.c exp2.proof | grep -c ':1$')" -eq 2 ]
  refused 1 "*exp2.proof: y is replaced at 0x3f900000, which is no case" tmd-generate --replay exp2.proof exp2.c
  for line in "replaced 0x3f900000 0x1p+0" "replaced 0x3f800000 nan" "$(grep ^replaced "$made/exp2.proof")"; do
    sed "/^replaced 0x3f9/a\\$line" exp2.proof >more.proof
    refused 3 "*no number of this design: $line" tmd-generate --replay more.proof exp2.c
  done
  # claims without a case, and without an argument
  tmd-dump "$made/log.proof.tmd" | awk '/^case/ && !done { done = 1; next } { print }' | tmd-pack >log.proof.tmd
  not_proved 1 "log.proof.tmd: are not the claims of the proof"
  tmd-select --domain 0:0x1.8p0,0x1.800004p0:inf "$made/log.proof.tmd" >log.proof.tmd
  not_proved 2 "log: no list at "
  : >log.proof.tmd
  not_proved 2 "log: no list at "
  rm log.proof.tmd
  not_proved 2 "log.proof.tmd: No such file"
  cp "$made/log.proof.tmd" .
  altered log.proof 's/^scheme .*/scheme exponential/'
  not_proved 1 "no function is made so: logf, log in binary32 by"
  altered log.proof 's/^symbol .*/symbol f(float);int/'
  not_proved 1 "no function is made so: f(float);int, log"
  altered log.proof 's/^bits .*/bits 40/'
  not_proved 1 "the error is too large"
  altered log.proof 's/^cases .*/cases 1/'
  not_proved 1 " cases, not 1"
  altered log.proof 's/^number table entry 31/number table entry 32/'
  not_proved 3 "no number of this design"
  altered log.proof '1s/1/2/'
  not_proved 3 "a proof of version 2"
  altered log.proof 1d
  not_proved 3 "is no proof of tmd-generate"
  altered log.proof '$d'
  not_proved 1 "does not follow"
  for n in 0 20 100; do
    head -c $n "$made/log.proof" >log.proof
    not_proved 3 "log.proof: is no proof"
  done
  bad_usage "none.c: No such file" tmd-generate --replay "$made/log.proof" none.c
  for option in --errno --no-fma "--modes nearest" "--ulp 1" "--format e4m3" "--name f" "--proof p" --no-check --list \
    "--scheme pieces" "--license MIT" "--max-table 9" "$made/log.c"; do
    bad_usage "--replay: takes one file" tmd-generate --replay "$made/log.proof" $option "$made/log.c"
  done
  bad_usage "--proof: every argument is tested in bfloat16" tmd-generate exp --format bfloat16 --proof exp.proof
}

@test "sollya's commands in the file give the coefficients" {
  for f in exp2 log; do
    { echo 'display = hexadecimal!;' && sed -n '/Coefficients, by Sollya:/,/^\*\//p' "$made/$f.c" | sed '1d;$d'; } >commands
    sollya --warnonstderr commands </dev/null 2>/dev/null | sed 's/p\([0-9]\)/p+\1/' >coefficients
    [ "$(wc -l <coefficients)" -ge 5 ]
    while read -r c; do grep -qF -e "$c" "$made/$f.c"; done <coefficients
  done
}

@test "the same bits by each compiler and each of its options" {
  cat >main.c <<'C'
#include <fenv.h>
#include <stdint.h>
#include <stdio.h>
float exp2f(float), logf(float);
int main(void) {
  static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  uint64_t sum = 0;
  for (int m = 0; m < 4; m++) {
    fesetround(modes[m]);
    uint32_t u = 1;
    for (int i = 0; i < 100000; i++, u = u * 1664525 + 1013904223) {
      union { uint32_t u; float f; } x = {u}, a, b;
      a.f = exp2f(x.f), b.f = logf(x.f);
      if (a.f == a.f) sum = sum * 0x9e3779b97f4a7c15 + a.u;
      if (b.f == b.f) sum = sum * 0x9e3779b97f4a7c15 + b.u;
    }
  }
  printf("%llx\n", (unsigned long long)sum);
}
C
  for compiler in gcc clang; do
    command -v $compiler >/dev/null || continue
    for options in -O0 -O3 "-O3 -march=native" "-O2 -ffp-contract=fast -mfma" "-O2 -ffp-contract=off" "-O3 -fno-builtin"; do
      # shellcheck disable=SC2086
      $compiler $options -Wall -Wextra -Werror -fno-builtin-exp2f -fno-builtin-logf -c "$made/exp2.c" -o exp2.o
      $compiler $options -Wall -Wextra -Werror -fno-builtin-exp2f -fno-builtin-logf -c "$made/log.c" -o log.o
      $compiler -O0 main.c exp2.o log.o -lm -o main
      ./main
    done
  done >sums
  [ "$(wc -l <sums)" -ge 6 ]
  [ "$(sort -u sums | wc -l)" -eq 1 ]
  run ! gcc -ffast-math -c "$made/exp2.c" -o exp2.o
  [[ $output = *"the operations of this file must be those of IEEE 754"* ]]
}

@test "a list with a gap is refused: the message has the search" {
  tmd-select --domain -inf:0x1p-3,0x1.00001p-3:inf "$list" >gap.tmd
  bad_usage "exp2: no list at 23 bits for 8 arguments: tmd-search exp2 --format binary32 --bits 23 -o FILE makes one" \
    tmd-generate exp2 --no-check gap.tmd
  bad_usage "exp2: no list at 23 bits for " tmd-generate exp2 --no-check - </dev/null
}

@test "lists that contradict each other are refused" {
  tmd-dump "$list" | awk -F '\t' '
    /^@/ { on = $3 == "exp2" && $2 == "case" }
    on && /^case/ && $6 >= 25 && !done { done = 1; next }
    { print }' | tmd-pack >less.tmd
  run --separate-stderr -1 tmd-generate exp2 --no-check "$list" less.tmd
  [[ $stderr = *contradict* ]]
}

@test "wrong coefficients are seen: the bound grows, and the list is too short or more cases are tested" {
  mkdir bin
  printf '%s\n' '#!/bin/bash' 'cat >/dev/null' "$*" >bin/sollya
  answer() { printf '%s\n' '#!/bin/bash' 'cat >/dev/null' "printf '%s\n' $*" >bin/sollya && chmod +x bin/sollya; }
  taylor="0x1.62e42fefa39efp-1 0x1.ebfbdff82c58fp-3 0x1.c6b08d704a0cp-5 0x1.3b2ab6fba4e77p-7"
  answer $taylor 0x1.5d87fe78a6731p-10
  PATH=$PWD/bin:$PATH tmd-generate exp2 --no-check --verbose -o taylor.c 2>said
  [[ $(<said) =~ hardness\ ([0-9]+)\ or\ more:\ ([0-9]+)\ cases ]]
  [ "${BASH_REMATCH[1]}" -le 25 ]
  answer $taylor 0x1.5p-9 # far off
  PATH=$PWD/bin:$PATH run --separate-stderr tmd-generate exp2 --no-check -o wrong.c
  [ "$status" -ne 0 ]
  [ ! -e wrong.c ]
  for words in "" "$taylor" "$taylor nan" "$taylor 1+1" "$taylor 0x1p0 0x1p0"; do
    # shellcheck disable=SC2086
    answer $words
    PATH=$PWD/bin:$PATH bad_usage "sollya has not printed 5 coefficients for exp2" tmd-generate exp2
  done
}

@test "what cannot be made is refused" {
  bad_usage "FUNCTION is missing" tmd-generate
  bad_usage "gelu: no scheme is known for this function" tmd-generate gelu
  bad_usage "binary64: functions are made in binary32, binary16, bfloat16, tf32 and formats of 8 bits" \
    tmd-generate exp --format binary64
  for name in 1x 'a b' 'x;y' '' int; do bad_usage "is no name of C" tmd-generate exp --name "$name"; done
  bad_usage "is no identifier of SPDX" tmd-generate exp --license 'MIT */'
  TMPDIR=$PWD/none bad_usage "/none/tmd-generate." tmd-generate exp
  mkdir empty
  for tool in cc as ld; do ln -s "$(command -v $tool)" empty; done
  PATH=$BUILD/bin:$PWD/empty bad_usage "sollya cannot be run" tmd-generate exp
}

@test "an interrupted run leaves no file behind" {
  mkdir slow temporary
  printf '%s\n' '#!/bin/bash' "exec sleep 100" >slow/cc && chmod +x slow/cc
  for signal in HUP TERM KILL; do
    TMPDIR=$PWD/temporary PATH=$PWD/slow:$PATH tmd-generate exp2 --no-check -o none.c 2>said & run=$!
    while ! compgen -G "temporary/tmd-check.*" >some; do
      kill -0 $run
      sleep 0.1
    done
    compgen -G "temporary/tmd-generate.*/trial.c"
    kill -$signal $run
    if wait $run; then return 1; fi
    for _ in {1..100}; do [ "$(ls temporary)" ] || break; sleep 0.1; done
    [ ! "$(ls temporary)" ]
    [ ! -e none.c ]
  done
}

@test "tmd-check, which is run at the end, sees what is wrong in a function" {
  tmd-dump "$list" | awk -F '\t' '/^@/ { on = $3 == "exp2" } on' | tmd-pack | tmd-select --bits 25 >cases.tmd
  check() { tmd-check --library "./$1" --symbol exp2f --flags cases.tmd; }
  cp "$made/exp2.c" right.c
  check right.c
  [ "$(grep -c '^  if (__builtin_expect(v.u == .*y = y' right.c)" -ge 1 ]
  while read -r change; do
    sed "$change" right.c >wrong.c
    run ! cmp -s right.c wrong.c
    echo "$change"
    run -1 check wrong.c
  done <<'SED'
/^  if .*y = y/d
/^ *double t[0-9]* = __builtin_fma/s/0x1\.ebfb\(.\)/0x1.ebfc\1/
s/-0x1p-6, xd/-0x1.0000001p-6, xd/
s/^\(  0x1p+0, 0x1.fec9a3e77806\)./\18/
s/__builtin_fma(x, 0x1[^,]*, 1.0)/1.0/
s/v.u >> 31 ? 0.0f : x/x/
SED
}

@test "a function is right at every argument of some binades, with flags, in all modes" {
  passes exp2 "$made/exp2.c" --domain 0x1p-13:0x1p-12 >report
  [ "$(grep -c $'^check\texp2\t.*\tpass\t' report)" -eq 4 ]
  passes exp2 "$made/exp2.c" --domain -0x1.2cp7:-0x1.2bf8p7
  passes log "$made/log.c" --domain 0.99:1.01
}

@test "--modes nearest: fewer cases and exceptions, right to nearest with flags; an exception that is missing is seen" {
  tmd-generate log --modes nearest --verbose -o log.c 2>said &
  other=$(printf '%s\n' exp10 silu | drawn 2) # one by the date
  if [ "$other" = silu ]; then
    tmd-generate silu --format bfloat16 --modes nearest -o silu.c
  else
    tmd-generate exp10 --modes nearest -o exp10.c
    passes exp10 exp10.c --modes nearest --domain 6.9:7.1
  fi
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
